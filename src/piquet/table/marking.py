"""What can be written down of a deal at all: entries, and what those of a hand score."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement as _with_repeats
from typing import Annotated, Literal

from msgspec import Meta, field

from piquet.actions import Award, Category
from piquet.base import Illegal, Seat
from piquet.cards import Rank
from piquet.combinations import SEQUENCES, SETS, keys, point_key, worth
from piquet.naming import listed, set_of
from piquet.rules import Rules
from piquet.table.naming import sequences as _sequence_names
from piquet.table.protocol import Message
from piquet.texts import text

__all__ = ["HAND", "Entry", "entry_name", "of_rank", "point_values", "scored"]

HAND = {
    "carte_blanche": Category.CARTE_BLANCHE,
    "point": Category.POINT,
    "sequences": Category.SEQUENCES,
    "sets": Category.SETS,
}
_SUIT = 8
_HAND = 12

Number = Annotated[int, Meta(ge=0, le=999)]


class Entry(Message):
    """One thing written down: whose it is ("" where nobody's), what it is, and its numbers.

    ``n`` holds the number of cards of a point and what they make where that matters, the lengths of
    sequences, number and rank (7 is 0, the ace 7) of each set in turn, the points in play, tricks,
    or, for ``total``, what both seats made in the whole deal.
    """

    what: Literal[
        "carte_blanche",
        "point",
        "sequences",
        "sets",
        "play",
        "tricks",
        "cards",
        "capot",
        "divided",
        "pique",
        "no_pique",
        "repique",
        "total",
    ]
    seat: Literal["elder", "younger", ""] = ""
    n: Annotated[list[Number], Meta(max_length=8)] = field(default_factory=list)


@lru_cache(1)
def point_values() -> dict[int, tuple[int, ...]]:
    """Return what so many cards of one suit can make.

    >>> point_values()[7]
    (64, 65, 66, 67, 68)
    """
    found: dict[int, set[int]] = {}
    for mask in range(1, 256):
        key = point_key(mask)
        found.setdefault(key >> 8, set()).add(key & 255)
    return {number: tuple(sorted(values)) for number, values in found.items()}


@lru_cache(1)
def _together() -> frozenset[tuple[int, ...]]:
    """Return every list of lengths of sequences, the longest first, that twelve cards can hold."""
    in_suit: dict[tuple[int, ...], int] = {}
    for mask in range(256):
        lengths = tuple(key >> 8 for key in keys(SEQUENCES, mask))
        in_suit[lengths] = min(in_suit.get(lengths, _SUIT), sum(lengths))
    found = set()
    for suits in _with_repeats(in_suit, 4):
        if sum(map(sum, suits)) <= _HAND:
            found.add(tuple(sorted((n for lengths in suits for n in lengths), reverse=True)))
    return frozenset(found)


def scored(what: str, seat: Seat, n: list[int], rules: Rules) -> Award:
    """Return what an entry of the hand scores.

    >>> scored("sequences", Seat.ELDER, [5, 3], Rules.named("rubicon")).points
    18

    Raises Illegal with a sentence for what no hand can hold or nothing scores.
    """
    return _SCORED[what](seat, n, rules)


def _carte_blanche(seat: Seat, n: list[int], rules: Rules) -> Award:
    return Award(seat, rules.cb_points, Category.CARTE_BLANCHE, "carte_blanche")


def _point(seat: Seat, n: list[int], rules: Rules) -> Award:
    if not 1 <= len(n) <= 2:
        raise Illegal("pad_point_number")
    number, *makes = n
    if number > _SUIT or number < 1:
        raise Illegal("pad_point", n=number)
    if number < rules.point_min:
        raise Illegal("pad_point_short", n=number, least=rules.point_min)
    values = point_values()[number]
    if makes and makes[0] not in values:
        raise Illegal("pad_point_makes", n=number, makes=makes[0], low=values[0], high=values[-1])
    if not makes and rules.point_score == "tens":
        raise Illegal("pad_point_tens")
    key = number << 8 | (makes[0] if makes else values[-1])
    return Award(seat, worth(Category.POINT, key, rules), Category.POINT, "point", (number,))


def _sequences(seat: Seat, n: list[int], rules: Rules) -> Award:
    if not n:
        raise Illegal("pad_sequences_number")
    for length in n:
        if not 3 <= length <= _SUIT:
            raise Illegal("pad_sequence", n=length)
    lengths = tuple(sorted(n, reverse=True))
    if lengths not in _together():
        raise Illegal("pad_sequences", what=listed(_sequence_names(lengths)))
    points = sum(worth(SEQUENCES, length << 8, rules) for length in lengths)
    return Award(seat, points, Category.SEQUENCES, "sequences", lengths)


def _sets(seat: Seat, n: list[int], rules: Rules) -> Award:
    if not n or len(n) % 2:
        raise Illegal("pad_sets_number")
    pairs = [(n[at], n[at + 1]) for at in range(0, len(n), 2)]
    for number, rank in pairs:
        if number not in (3, 4) or rank > Rank.ACE:
            raise Illegal("pad_set_number")
        if not keys(SETS, of_rank(number, rank)):
            raise Illegal("pad_set_rank", what=text(f"talk.many.{Rank(rank)}"))
    ranks = [rank for _, rank in pairs]
    if len(set(ranks)) < len(ranks):
        twice = next(rank for rank in ranks if ranks.count(rank) > 1)
        raise Illegal("pad_set_twice", what=text(f"talk.many.{Rank(twice)}"))
    if sum(number for number, _ in pairs) > _HAND:
        what = listed([set_of(number, Rank(rank)) for number, rank in pairs])
        raise Illegal("pad_sets", what=what)
    pairs.sort(reverse=True)
    points = sum(worth(SETS, number << 8 | rank, rules) for number, rank in pairs)
    detail = tuple(part for pair in pairs for part in pair)
    return Award(seat, points, Category.SETS, "sets", detail)


_SCORED: dict[str, Callable[[Seat, list[int], Rules], Award]] = {
    "carte_blanche": _carte_blanche,
    "point": _point,
    "sequences": _sequences,
    "sets": _sets,
}


def entry_name(entry: Entry) -> str:
    """Return what an entry is for, in words."""
    if entry.what in HAND:
        kind = entry.what
        return text(
            f"talk.category.{kind}" if kind != "carte_blanche" else "talk.award.carte_blanche"
        )
    return text(f"table.pad.what.{entry.what}")


def of_rank(number: int, rank: int) -> int:
    """Return the mask of so many cards of a rank."""
    return sum(1 << _SUIT * suit + rank for suit in range(number))
