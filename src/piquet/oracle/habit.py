"""How people exchange, as likelihoods: each way to keep is the likelier the more it is worth.

The worths are round numbers in hundredths of a point: what a suit may make as a point, and denies
the other; the runs that may come; aces and guarded honours; trios and quatorzes that may come.  A
keep that is worth TEMPERATURE more is e times as likely.  The numbers were set by judgement and
scaled so that the hands kept by strong and by careless players are both well foretold: what is
believed bears out by tens (docs/belief.md).
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from piquet.kernel import Habit

__all__ = ["SUNK", "UNIFORM", "Worths", "habit", "worths"]

TEMPERATURE = 70
"""How much worth, in hundredths of a point, makes a way to keep e times as likely."""

UNIFORM = 0.03
"""The share of the weight that every world has, whatever was exchanged."""

SUNK = 0.01
"""How often what is held in a category is not called, answered or counted in full."""

_UNSEEN = 20
_LENGTH = (0, 15, 75, 180, 360, 660, 1000, 1300, 1600)
_RUNS = (260, -70, 1000, -900, 0, 0)
_TRIO = (110, 130, 160, 200, 250)
_QUATORZE = (850, 900, 950, 1100, 1300)
_ACE, _KING, _QUEEN, _KNAVE, _BARE, _FRESH = 300, 200, 120, 30, 50, 100
_TEN = 3
# A step of the core's likelihoods is a factor of 65/64, the logarithm of which is 0.0155.
_STEP = TEMPERATURE * 155


class Worths(NamedTuple):
    """Worths in steps, by the number of cards drawn: of suits by what is held, ranks by how many.

    A step makes a way to keep one part in 64 likelier.
    """

    suit: tuple[tuple[int, ...], ...]
    rank: tuple[tuple[tuple[int, ...], ...], ...]


@cache
def habit() -> Habit:
    """Return how people exchange, as the core takes it."""
    return Habit(worths())


def worths() -> Worths:
    """Return the worths of everything that may be kept.

    >>> made = worths()
    >>> made.suit[5][0b11111000] > made.suit[5][0b01111100] > made.suit[5][0b01111000]
    True
    """
    numbers = range(9)
    suit = tuple(tuple(_steps(_suit(held, drawn)) for held in range(256)) for drawn in numbers)
    rank = tuple(
        tuple(tuple(_steps(_rank(rank, held, drawn)) for held in range(5)) for rank in range(8))
        for drawn in numbers
    )
    return Worths(suit, rank)


def _steps(worth: int) -> int:
    return max(worth, 0) * 10_000 // _STEP


def _suit(held: int, drawn: int) -> int:
    """Return what a suit kept is worth: as a point, as sequences, in play."""
    number = held.bit_count()
    worth = _mean(_LENGTH[number:], 8 - number, drawn)
    for length in range(3, 9):
        for low in range(9 - length):
            missing = (((1 << length) - 1) << low & ~held).bit_count()
            ways = comb(_UNSEEN - missing, drawn - missing) if missing <= drawn else 0
            worth += _RUNS[length - 3] * ways // comb(_UNSEEN, drawn)
    if held & 128:
        worth += _ACE
    if held & 64:
        worth += _KING if number > 1 else _BARE
    if held & 32 and (number > 2 or held & 64):
        worth += _QUEEN
    if held & 16 and (number > 3 or held & 32):
        worth += _KNAVE
    return worth


def _rank(rank: int, held: int, drawn: int) -> int:
    """Return what so many of a rank are worth as a trio or quatorze; and for any, fresh cards."""
    worth = drawn * _FRESH if rank == 0 else 0
    if rank >= _TEN:
        made = (0, 0, 0, _TRIO[rank - _TEN], _QUATORZE[rank - _TEN])
        worth += _mean(made[held:], 4 - held, drawn)
    return worth


def _mean(values: tuple[int, ...], missing: int, drawn: int) -> int:
    """Return the mean value by how many of the missing cards are drawn."""
    total = sum(
        values[found] * comb(missing, found) * comb(_UNSEEN - missing, drawn - found)
        for found in range(min(missing, drawn) + 1)
    )
    return total // comb(_UNSEEN, drawn)
