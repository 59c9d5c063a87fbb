"""Which cards to throw: the cheapest of each suit, put together so that the whole is cheapest."""

from __future__ import annotations

from functools import lru_cache

from piquet.oracle.weights import Exchange, suit_number

__all__ = ["discards"]

_COURTS = 0b11111000  # the ranks of trios and quatorzes, from ten up
_MOST = 7  # more are never thrown: the other side takes at least one of the eight


def discards(hand: int, fewest: int, most: int, weights: Exchange) -> int:
    """Return the mask of the cards to throw, of which there are ``fewest`` to ``most``.

    Each suit tells how much it is worth at most when 0, 1, 2 and more of its cards are thrown; a
    card of three or four of a rank is worth more than by itself.  The numbers are then chosen so
    that hand and fresh cards together are worth most.

    >>> from piquet.cards import CardSet
    >>> from piquet.oracle.weights import CLUB
    >>> hand = CardSet.parse("SAKQJ9 HA87 DQ9 C87")
    >>> print(CardSet(discards(hand.mask, 1, 5, CLUB.exchange[0])))
    8H 7H 9D 8C 7C
    """
    most = min(most, _MOST)
    spades, hearts, diamonds, clubs = (hand >> shift & 255 for shift in (0, 8, 16, 24))
    four = spades & hearts & diamonds & clubs & _COURTS
    many = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    three = many & ~four & _COURTS
    s, h, d, c = (
        _ways(held, held & three, held & four, weights)
        for held in (spades, hearts, diamonds, clubs)
    )
    low = [max((s[i][0] + h[n - i][0], i) for i in range(n + 1)) for n in range(most + 1)]
    high = [max((d[i][0] + c[n - i][0], i) for i in range(n + 1)) for n in range(most + 1)]
    _, number, below, third, first = max(
        (low[i][0] + high[n - i][0] + n * weights.fresh, n, i, high[n - i][1], low[i][1])
        for n in range(fewest, most + 1)
        for i in range(n + 1)
    )
    return (
        s[first][1]
        | h[below - first][1] << 8
        | d[third][1] << 16
        | c[number - below - third][1] << 24
    )


_NEVER = (-100_000, 0)
"""More cards than there are: that is worth less than whatever can be done."""


@lru_cache(maxsize=1 << 14)
def _ways(held: int, three: int, four: int, weights: Exchange) -> tuple[tuple[int, int], ...]:
    """Return the worth of the best way to throw each number of cards of a suit, and the cards.

    Of equal ways the one that throws the lowest mask is taken.
    """
    worths, best = weights.worths, [_NEVER] * (_MOST + 1)
    for thrown in range(256):
        number = thrown.bit_count()
        if thrown & ~held or number > _MOST:
            continue
        kept = held ^ thrown
        worth = worths[suit_number(kept, thrown)]
        for place in range(5):
            rank = 8 << place
            if kept & three & rank:
                worth += weights.trio[place]
            elif kept & four & rank:
                worth += weights.quatorze[place]
        if worth > best[number][0]:
            best[number] = worth, thrown
    return tuple(best)
