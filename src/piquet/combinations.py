"""Point, sequences and sets: what a hand holds, which is better, and what may be called of it.

Everything here works on masks (bit ``8 * suit + rank``, see :class:`piquet.cards.CardSet`).  A
*key* is one number that orders the combinations of a category: the higher key is the better
combination and equal keys are equal combinations.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from piquet.cards import CardSet, Rank, Suit
from piquet.rules import Rules

__all__ = [
    "Point",
    "RankSet",
    "Sequence",
    "beats_everything",
    "best_key",
    "blank",
    "callable_keys",
    "callable_masks",
    "courts",
    "equal_masks",
    "key_length",
    "keys",
    "point_key",
    "points",
    "sequences",
    "sets",
    "single_masks",
    "worth",
]

_COURT = 0x70707070
"""Knaves, queens and kings of all suits."""

POINT, SEQUENCES, SETS = 2, 3, 4
"""The categories of RULES.md section 5 that this module knows, by number."""


class Point(NamedTuple):
    """Cards of one suit: their number, what they make (ace 11, court 10, pips), and which."""

    length: int
    value: int
    cards: CardSet


class Sequence(NamedTuple):
    """Three or more cards of one suit in rank order: their number, the highest rank, and which."""

    length: int
    top: Rank
    cards: CardSet


class RankSet(NamedTuple):
    """Three (trio) or four (quatorze) of a rank from ten up: how many, the rank, and which."""

    length: int
    rank: Rank
    cards: CardSet


def _runs_of(pattern: int) -> tuple[tuple[int, int, int], ...]:
    """Return the maximal runs of three and more in an 8-bit suit: (length, top rank, mask)."""
    found = []
    rank = 7
    while rank >= 0:
        if not pattern >> rank & 1:
            rank -= 1
            continue
        low = rank
        while low > 0 and pattern >> (low - 1) & 1:
            low -= 1
        length = rank - low + 1
        if length >= 3:
            found.append((length, rank, ((1 << length) - 1) << low))
        rank = low - 1
    return tuple(found)


def _submasks(pattern: int) -> Iterator[int]:
    """Yield every non-empty part of a mask, the whole first."""
    part = pattern
    while part:
        yield part
        part = (part - 1) & pattern


_PIPS = tuple(
    sum(Rank(rank).pips for rank in range(8) if pattern >> rank & 1) for pattern in range(256)
)
_RUNS = tuple(_runs_of(pattern) for pattern in range(256))
_ALL_RUNS = tuple(
    sum(mask for _, _, mask in _RUNS[pattern]) == pattern and pattern > 0 for pattern in range(256)
)
"""Whether a suit pattern consists of runs of three and more and of nothing else."""


def point_key(mask: int) -> int:
    """Return the key of cards of one suit taken as a point: number first, then what they make.

    >>> five_low, four_high = CardSet.parse("SJT987"), CardSet.parse("HAKQJ")
    >>> point_key(five_low.mask) > point_key(four_high.mask)
    True

    Source: Cavendish, Laws of Piquet 62.
    """
    pattern = mask
    while pattern > 255:
        pattern >>= 8
    return mask.bit_count() << 8 | _PIPS[pattern]


def _sequence_keys(mask: int) -> list[int]:
    return sorted(
        (
            length << 8 | top
            for shift in (0, 8, 16, 24)
            for length, top, _ in _RUNS[mask >> shift & 255]
        ),
        reverse=True,
    )


def _set_keys(mask: int) -> list[int]:
    found = []
    for rank in range(7, 2, -1):
        count = (mask >> rank & 0x01010101).bit_count()
        if count >= 3:
            found.append(count << 8 | rank)
    return sorted(found, reverse=True)


def keys(category: int, mask: int) -> list[int]:
    """Return the keys of all combinations of a category in these cards, the best first.

    A key is number of cards x 256 + what breaks a tie (the value of a point, the top rank of a
    sequence, the rank of a set).

    >>> [key >> 8 for key in keys(SEQUENCES, CardSet.parse("QS JS TS 9S 9D 8D 7D").mask)]
    [4, 3]
    """
    if category == SEQUENCES:
        return _sequence_keys(mask)
    if category == SETS:
        return _set_keys(mask)
    suits = (mask & 255 << shift for shift in (0, 8, 16, 24))
    return sorted((point_key(suit) for suit in suits if suit), reverse=True)


def key_length(key: int) -> int:
    """Return how many cards the combination of a key has.

    >>> key_length(point_key(CardSet.parse("AS KS QS").mask))
    3
    """
    return key >> 8


def best_key(category: int, mask: int) -> int:
    """Return the key of the best combination of a category in these cards, 0 where there is none.

    >>> best_key(SETS, CardSet.parse("AS AH AD").mask) == 3 << 8 | Rank.ACE
    True
    """
    found = keys(category, mask)
    return found[0] if found else 0


def worth(category: int, key: int, rules: Rules) -> int:
    """Return what one good combination scores.

    >>> quint = best_key(SEQUENCES, CardSet.parse("SAKQJT").mask)
    >>> worth(SEQUENCES, quint, Rules.named("rubicon"))
    15

    Source: Cavendish, Laws of Piquet 62 to 64; ``point_score`` tens: Laws of Piquet au Cent.
    """
    length = key >> 8
    if category == POINT:
        return length - 1 if rules.point_score == "tens" and key % 256 % 10 == 4 else length
    if category == SEQUENCES:
        return rules.seq_scores[length - 3]
    return 14 if length == 4 else 3


def blank(mask: int) -> bool:
    """Tell whether twelve dealt cards are a carte blanche: no king, queen or knave.

    >>> blank(CardSet.parse("AS TS 9S 8S AH TH 9H AD TD 8D AC 9C").mask)
    True

    Source: Cavendish, Laws of Piquet 18.
    """
    return not courts(mask)


def courts(mask: int) -> int:
    """Return the kings, queens and knaves among some cards, which rule out a carte blanche.

    >>> str(CardSet(courts(CardSet.parse("SAKT HJ9").mask)))
    'KS JH'
    """
    return mask & _COURT


@lru_cache(maxsize=4096)
def callable_masks(category: int, hand: int, rules: Rules) -> tuple[int, ...]:
    """Return every set of cards that may be counted for a category at once, the whole first.

    Where sinking is allowed any part may be called: for the point any cards of one suit, for
    sequences any cards that consist of runs of three and more, for sets any three or four of a
    rank.  Where it is not, only all that is held.

    >>> masks = callable_masks(SEQUENCES, CardSet.parse("SAKQJ").mask, Rules.named("rubicon"))
    >>> [str(CardSet(mask)) for mask in masks]
    ['AS KS QS JS', 'AS KS QS', 'KS QS JS']

    Source: Cavendish, Description of the game, Calling ("a player is not bound to call anything").
    """
    if category == POINT:
        return _point_masks(hand, rules)
    parts = _sequence_parts(hand) if category == SEQUENCES else _set_parts(hand)
    if not rules.sinking:
        whole = 0
        for options in parts:
            whole |= options[0]
        return (whole,) if whole else ()
    masks = [0]
    for options in parts:
        masks = [mask | option for mask in masks for option in (*options, 0)]
    return tuple(sorted((mask for mask in masks if mask), key=_fullest))


def _fullest(mask: int) -> tuple[int, int]:
    return (-mask.bit_count(), -mask)


def _point_masks(hand: int, rules: Rules) -> tuple[int, ...]:
    suits = [hand & 255 << shift for shift in (0, 8, 16, 24)]
    if rules.sinking:
        masks = [part for suit in suits for part in _submasks(suit)]
    else:
        best = best_key(POINT, hand)
        masks = [suit for suit in suits if suit and point_key(suit) == best]
    masks = [mask for mask in masks if mask.bit_count() >= rules.point_min]
    return tuple(sorted(masks, key=point_key, reverse=True))


def _sequence_parts(hand: int) -> list[list[int]]:
    """Return for each suit that holds a run the parts that may be called, the whole first."""
    parts = []
    for shift in (0, 8, 16, 24):
        whole = sum(mask for _, _, mask in _RUNS[hand >> shift & 255])
        if whole:
            parts.append([part << shift for part in _submasks(whole) if _ALL_RUNS[part]])
    return parts


def _set_parts(hand: int) -> list[list[int]]:
    """Return for each rank of three or four the parts that may be called, the whole first."""
    parts = []
    for rank in range(7, 2, -1):
        whole = hand & 0x01010101 << rank
        if whole.bit_count() >= 3:
            parts.append([part for part in _submasks(whole) if part.bit_count() >= 3])
    return parts


@lru_cache(maxsize=4096)
def single_masks(category: int, hand: int, rules: Rules) -> tuple[int, ...]:
    """Return every single combination that may be called first, the best first.

    >>> hand = CardSet.parse("SQJT9 D987")
    >>> masks = single_masks(SEQUENCES, hand.mask, Rules.named("rubicon"))
    >>> [str(CardSet(mask)) for mask in masks]
    ['QS JS TS 9S', 'QS JS TS', 'JS TS 9S', '9D 8D 7D']
    """
    if category == POINT or not rules.sinking:
        return callable_masks(category, hand, rules)
    singles = _singles(category, hand)
    return tuple(sorted(singles, key=lambda mask: (-best_key(category, mask), -mask)))


def _singles(category: int, hand: int) -> list[int]:
    parts = _sequence_parts(hand) if category == SEQUENCES else _set_parts(hand)
    return [part for options in parts for part in options if len(keys(category, part)) == 1]


def equal_masks(category: int, hand: int, key: int) -> tuple[int, ...]:
    """Return the cards of a hand that make exactly the combination of a key.

    >>> hand = CardSet.parse("AS KS QS AH KH QH")
    >>> [str(CardSet(mask)) for mask in equal_masks(SEQUENCES, hand.mask, 3 << 8 | Rank.ACE)]
    ['AS KS QS', 'AH KH QH']
    """
    if category == POINT:
        suits = [hand & 255 << shift for shift in (0, 8, 16, 24)]
        return tuple(part for suit in suits for part in _submasks(suit) if point_key(part) == key)
    return tuple(part for part in _singles(category, hand) if best_key(category, part) == key)


@lru_cache(maxsize=8192)
def callable_keys(category: int, hand: int, rules: Rules) -> frozenset[int]:
    """Return the keys that a hand can honestly answer with: all it holds and, sinking, its parts.

    >>> hand = CardSet.parse("AS KS QS")
    >>> sorted(callable_keys(SEQUENCES, hand.mask, Rules.named("digital"))) == [3 << 8 | Rank.ACE]
    True
    """
    if rules.sinking:
        if category == POINT:
            return frozenset(map(point_key, callable_masks(POINT, hand, rules)))
        return frozenset(best_key(category, mask) for mask in single_masks(category, hand, rules))
    best = best_key(category, hand)
    if not best or (category == POINT and best >> 8 < rules.point_min):
        return frozenset()
    return frozenset((best,))


def beats_everything(category: int, key: int, unseen: int) -> bool:
    """Tell whether a combination is good against the cards: nothing unseen could equal or beat it.

    >>> beats_everything(SETS, 4 << 8 | Rank.ACE, CardSet.ALL.mask)
    False

    Source: Cavendish, Laws of Piquet 48 and 49.
    """
    return best_key(category, unseen) < key


def points(hand: CardSet) -> tuple[Point, ...]:
    """Return one point for each suit held, the best first.

    >>> points(CardSet.parse("AS KS 9S QH"))[0][:2]
    (3, 30)
    """
    found = [hand.suit(suit) for suit in Suit]
    masks = sorted((suit.mask for suit in found if suit), key=point_key, reverse=True)
    return tuple(Point(mask.bit_count(), point_key(mask) & 255, CardSet(mask)) for mask in masks)


def sequences(hand: CardSet) -> tuple[Sequence, ...]:
    """Return all sequences, the best first; runs are maximal, no run stands inside a run.

    >>> [(run.length, str(run.cards)) for run in sequences(CardSet.parse("AS KS QS TS 9S 8S"))]
    [(3, 'AS KS QS'), (3, 'TS 9S 8S')]
    """
    found = [
        Sequence(length, Rank(top), CardSet(mask << shift))
        for shift in (0, 8, 16, 24)
        for length, top, mask in _RUNS[hand.mask >> shift & 255]
    ]
    return tuple(sorted(found, key=lambda run: (-run.length, -run.top)))


def sets(hand: CardSet) -> tuple[RankSet, ...]:
    """Return all trios and quatorzes, the best first; nines and lower count nothing.

    >>> [(group.length, group.rank.letter) for group in sets(CardSet.parse("TS TH TD TC AS AH AD"))]
    [(4, 'T'), (3, 'A')]
    """
    return tuple(
        RankSet(key >> 8, Rank(key & 255), CardSet(hand.mask & 0x01010101 << (key & 255)))
        for key in _set_keys(hand.mask)
    )
