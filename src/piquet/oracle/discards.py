"""Which cards to throw: each suit asks a price for its cards, and the cheapest are thrown."""

from __future__ import annotations

from functools import lru_cache

from piquet.oracle.weights import Exchange, suit_number

__all__ = ["discards"]

_COURTS = 0b11111000  # the ranks of trios and quatorzes, from ten up
_MOST = 7  # more are never thrown: the other side takes at least one of the eight
_NEVER = -100_000  # less than any card is worth
_SHIFTS = (0, 8, 16, 24)


def discards(hand: int, fewest: int, most: int, weights: Exchange) -> int:
    """Return the mask of the cards to throw, of which there are ``fewest`` to ``most``.

    Card by card the suit that loses least by it throws one more, of equal ones the last; beyond
    ``fewest`` as long as a fresh card is worth what is lost.

    >>> from piquet.cards import CardSet
    >>> from piquet.oracle.weights import CLUB
    >>> hand = CardSet.parse("SAKQJ9 HA87 DQ9 C87")
    >>> print(CardSet(discards(hand.mask, 1, 5, CLUB.exchange[0])))
    7H QD 9D 8C 7C
    """
    suits = [hand >> shift & 255 for shift in _SHIFTS]
    spades, hearts, diamonds, clubs = suits
    four = spades & hearts & diamonds & clubs & _COURTS
    many = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    three = many & ~four & _COURTS
    offers = [_offers(held, held & three, held & four, weights) for held in suits]
    thrown = [0, 0, 0, 0]
    for number in range(min(most, _MOST)):
        worth, suit = max((offer[thrown[suit]][0], suit) for suit, offer in enumerate(offers))
        if number >= fewest and worth + weights.fresh < 0:
            break
        thrown[suit] += 1
    cards = (offer[number][1] for offer, number in zip(offers, thrown, strict=True))
    return sum(mask << shift for mask, shift in zip(cards, _SHIFTS, strict=True))


@lru_cache(maxsize=1 << 14)
def _offers(held: int, three: int, four: int, weights: Exchange) -> tuple[tuple[int, int], ...]:
    """Return by how many cards of a suit are thrown what one more changes, and which those are.

    Where cards that belong together are cheaper together, such as a run, each of them costs the
    same, so that one is not kept for the others' sake and then all are thrown.
    """
    ways = _ways(held, three, four, weights)
    changes: list[int] = []
    while len(changes) + 1 < len(ways):
        now = len(changes)
        change, fewer = max(
            ((ways[then][0] - ways[now][0]) // (then - now), -then)
            for then in range(now + 1, len(ways))
        )
        changes += [change] * (-fewer - now)
    padded = changes + [_NEVER] * (_MOST + 1 - len(changes))
    masks = [mask for _, mask in ways] + [0] * (_MOST + 1 - len(ways))
    return tuple(zip(padded, masks, strict=True))


def _ways(held: int, three: int, four: int, weights: Exchange) -> list[tuple[int, int]]:
    """Return the worth of the best way to throw each number of cards of a suit, and the cards.

    Of equal ways the one that throws the lowest mask is taken.
    """
    best: dict[int, tuple[int, int]] = {}
    for thrown in range(256):
        number = thrown.bit_count()
        if thrown & ~held or number > _MOST:
            continue
        kept = held ^ thrown
        worth = weights.worths[suit_number(kept, thrown)]
        for place in range(5):
            rank = 8 << place
            if kept & three & rank:
                worth += weights.trio[place]
            elif kept & four & rank:
                worth += weights.quatorze[place]
        if number not in best or worth > best[number][0]:
            best[number] = worth, thrown
    return [best[number] for number in sorted(best)]
