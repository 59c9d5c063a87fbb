"""Which cards to throw: every choice is weighed by what the cards kept and drawn may make."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from piquet.oracle.weights import Exchange

__all__ = ["discards"]

_WINDOWS = tuple(
    (((1 << length) - 1) << low, length) for length in range(3, 9) for low in range(9 - length)
)
_ACE, _KING, _QUEEN, _KNAVE, _TEN = 128, 64, 32, 16, 3
_SCALE = 1000
_NEVER = 1 << 60

Part = tuple[int, int, int]
"""One way to keep of a suit: its worth, its court cards packed three bits a rank, its mask."""


def discards(hand: int, unseen: int, fewest: int, most: int, weights: Exchange) -> int:
    """Return the mask of the cards to throw, of which there are ``fewest`` to ``most``.

    ``unseen`` are the cards from which fresh ones may come.  The best choice of ``most`` cards is
    found, then of one card fewer and so on, as long as that is better.  Of equal choices the one
    that throws more is taken, then the one with the lowest mask.

    >>> from piquet.cards import CardSet
    >>> from piquet.oracle.weights import CLUB
    >>> hand = CardSet.parse("SAKQJ9 HA87 DQ9 C87")
    >>> print(CardSet(discards(hand.mask, ~hand.mask & 0xFFFFFFFF, 1, 5, CLUB.exchange[0])))
    8H 7H 9D 8C 7C
    """
    best, choice = -_NEVER, 0
    for number in range(most, fewest - 1, -1):
        worth, thrown = _best(hand, unseen, number, weights)
        if worth <= best:
            break
        best, choice = worth, thrown
    return choice


Suits = list[dict[int, tuple[int, int]]]
Sets = tuple[tuple[int, ...], ...]


def _tables(hand: int, unseen: int, draws: int, weights: Exchange) -> tuple[Suits, Sets]:
    """Return what every way to keep of each suit, and every number of each rank, is worth."""
    total = unseen.bit_count()
    suits = [
        _parts(hand >> shift & 255, unseen >> shift & 255, draws, total, weights)
        for shift in (0, 8, 16, 24)
    ]
    return suits, _sets(hand, unseen, draws, total, weights)


def _best(hand: int, unseen: int, number: int, weights: Exchange) -> tuple[int, int]:
    """Return the best cards to throw, so many of them, and what that is worth."""
    suits, sets = _tables(hand, unseen, number, weights)
    keep = hand.bit_count() - number
    ten, knave, queen, king, ace = sets
    parts: list[list[list[Part]]] = []
    for shift, suit in zip((0, 8, 16, 24), suits, strict=True):
        by_number: list[list[Part]] = [[] for _ in range(9)]
        for pattern, (worth, courts) in suit.items():
            by_number[pattern.bit_count()].append((worth, courts, pattern << shift))
        parts.append(by_number)
    best, choice = -_NEVER, 0
    flat = [
        [(number, *part) for number, group in enumerate(suit) for part in group] for suit in parts
    ]
    clubs = parts[3]
    for n0, v0, c0, m0 in flat[0]:
        for n1, v1, c1, m1 in flat[1]:
            left1 = keep - n0 - n1
            if left1 < 0:
                continue
            v01, c01, m01 = v0 + v1, c0 + c1, m0 | m1
            for n2, v2, c2, m2 in flat[2]:
                left = left1 - n2
                if not 0 <= left <= 8:
                    continue
                v012, c012, m012 = v01 + v2, c01 + c2, m01 | m2
                for v3, c3, m3 in clubs[left]:
                    c = c012 + c3
                    worth = (
                        v012
                        + v3
                        + ten[c & 7]
                        + knave[c >> 3 & 7]
                        + queen[c >> 6 & 7]
                        + king[c >> 9 & 7]
                        + ace[c >> 12]
                    )
                    if worth > best or (worth == best and m012 | m3 > choice):
                        best, choice = worth, m012 | m3
    return best + number * weights.fresh * _SCALE, hand & ~choice


def _parts(
    held: int, unseen: int, draws: int, total: int, weights: Exchange
) -> dict[int, tuple[int, int]]:
    """Return the worth and the packed court cards of every way to keep of one suit."""
    found = {}
    part = held
    while True:
        found[part] = (_suit_worth(part, unseen, draws, total, weights), _COURTS[part])
        if not part:
            return found
        part = (part - 1) & held


_COURTS = tuple(
    sum(1 << 3 * place for place in range(5) if pattern >> (_TEN + place) & 1)
    for pattern in range(256)
)


@lru_cache(maxsize=1 << 16)
def _suit_worth(kept: int, unseen: int, draws: int, total: int, weights: Exchange) -> int:
    """Return what the cards kept of one suit are worth as point, as sequences and in play.

    In thousandths of the weights, so that nothing below zero is ever divided.
    """
    number = kept.bit_count()
    coming = 100 * draws * unseen.bit_count() // total if total else 0
    whole, part = divmod(100 * number + coming, 100)
    length = weights.length
    point = length[min(whole, 8)] * (100 - part) + length[min(whole + 1, 8)] * part
    worth = point * (_SCALE // 100) + _honours(kept, number, weights) * _SCALE
    for window, size in _WINDOWS:
        missing = window & ~kept
        if not missing & ~unseen:
            worth += weights.runs[size - 3] * _chance(missing.bit_count(), draws, total)
    return worth


def _honours(kept: int, number: int, weights: Exchange) -> int:
    worth = 0
    if kept & _ACE:
        worth += weights.ace
    if kept & _KING:
        worth += weights.king if number > 1 else weights.bare
    if kept & _QUEEN and (number > 2 or kept & _KING):
        worth += weights.queen
    if kept & _KNAVE and (number > 3 or kept & _QUEEN):
        worth += weights.knave
    return worth


@lru_cache(maxsize=4096)
def _chance(wanted: int, draws: int, total: int) -> int:
    """Return the chance in thousandths that all the wanted cards are among those drawn."""
    if wanted > draws:
        return 0
    return _SCALE * comb(total - wanted, draws - wanted) // comb(total, draws)


def _sets(
    hand: int, unseen: int, draws: int, total: int, weights: Exchange
) -> tuple[tuple[int, ...], ...]:
    """Return for each rank from ten to ace the worth of keeping 0, 1, 2, 3 or 4 of it."""
    return tuple(
        _set_worth(
            (hand >> rank & 0x01010101).bit_count(),
            (unseen >> rank & 0x01010101).bit_count(),
            draws,
            total,
            weights.trio[rank - _TEN],
            weights.quatorze[rank - _TEN],
        )
        for rank in range(_TEN, 8)
    )


@lru_cache(maxsize=4096)
def _set_worth(
    held: int, unseen: int, draws: int, total: int, trio: int, quatorze: int
) -> tuple[int, ...]:
    found = []
    for kept in range(held + 1):
        worth = 0
        for drawn in range(min(unseen, draws) + 1):
            value = {3: trio, 4: quatorze}.get(kept + drawn, 0)
            if value and total - unseen >= draws - drawn:
                ways = comb(unseen, drawn) * comb(total - unseen, draws - drawn)
                worth += _SCALE * value * ways // comb(total, draws)
        found.append(worth)
    return tuple(found)
