"""What points are worth: the play by the s of its best play, and the value of both totals."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from piquet.base import Seat
from piquet.rules import Rules
from piquet.tables import tables
from piquet.view import Standing

__all__ = ["GOALS", "SAME", "Floats", "Stakes", "best_of"]

Floats = NDArray[np.float64]

GOALS = ("partie", "points")
"""What a decision may aim at: the settlement of the partie, or the net points of the deal."""

SAME = 1e-6
"""Means that differ by less differ by rounding only."""

_TRICKS, _MOST = 12, 7


class Stakes:
    """The points of a deal as a goal sees them, for one seat.

    >>> stakes = Stakes(Rules.named("rubicon"), Seat.ELDER)
    >>> stakes.play[:, 25].tolist(), stakes.worth(np.array([40]), np.array([10])).tolist()
    ([53.0, 0.0], [30.0])
    """

    def __init__(
        self, rules: Rules, seat: Seat, goal: str = "points", standing: Standing | None = None
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.goal = goal
        self.tables = tables(rules)
        self.values = _values(rules, standing, seat) if goal == "partie" and standing else None
        """The settlement by own points and the other's, None where points are the goal."""

    @cached_property
    def parts(self) -> dict[str, Floats]:
        """What elder and younger (rows) score as play, cards and capot, by elder's s."""
        return _parts(self.rules)

    @cached_property
    def play(self) -> Floats:
        """All that elder and younger (rows) score in the play, by elder's s.

        The difference follows from s; the total takes as many captures as there mostly are.
        """
        play: Floats = np.sum(list(self.parts.values()), axis=0)
        return play

    def worth(self, own: NDArray[np.generic], other: NDArray[np.generic]) -> Floats:
        """Return what own and the other's points of the deal are worth in the unit that ranks."""
        if self.values is None:
            net: Floats = np.subtract(own, other, dtype=np.float64)
            return net
        rows, columns = self.values.shape
        mine = np.rint(own).astype(np.intp).clip(0, rows - 1)
        his = np.rint(other).astype(np.intp).clip(0, columns - 1)
        value: Floats = self.values[mine, his]
        return value


def best_of(means: Floats) -> int:
    """Return the place of the best mean, the first of equals.

    >>> best_of(np.array([1.0, 2.0 - 1e-9, 2.0]))
    1
    """
    return int(np.rint(means / SAME).argmax())


def _captures(s: NDArray[np.intp]) -> Floats:
    """Return how many leads both sides capture, as a mean of strong play, by elder's s."""
    captures: Floats = np.minimum(np.minimum(1 + s / 2, (25 - s) / 2.5), 2.8)
    return captures


def _values(rules: Rules, standing: Standing, seat: Seat) -> Floats:
    from piquet.oracle.equity import equity

    return equity(rules).after(standing, seat)


@lru_cache(maxsize=32)
def _parts(rules: Rules) -> dict[str, Floats]:
    made = tables(rules)
    s = np.arange(2 * _TRICKS + 2)
    last = s & 1
    won = np.minimum((s + last * (1 - made.last_trick_extra)) // 2, _TRICKS)
    tricks = np.array([won, _TRICKS - won])
    all_of_them = tricks == _TRICKS
    cards = np.where((tricks >= _MOST) & ~all_of_them, made.cards, 0).astype(np.float64)
    capot = np.where(all_of_them, made.capot, 0).astype(np.float64)
    if made.cards_at:
        cards += np.where(all_of_them, made.cards, 0)
        capot -= np.where(all_of_them, made.cards, 0)
    net = np.array(made.payoff) - (cards + capot)[0] + (cards + capot)[1]
    total = _TRICKS + made.last_trick_extra
    captures = np.zeros(len(s)) if any(made.lead_won) else _captures(s)
    play = np.array([total + captures + net, total + captures - net]) / 2
    return {"play": play.clip(0), "cards": cards, "capot": capot}
