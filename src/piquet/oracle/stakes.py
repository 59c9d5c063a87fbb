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
_AHEAD = 50  # points that a deal may well bring yet


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

    def going_on(self, left: int, won: int, scored: int, led: bool, elder: bool) -> Floats:
        """Return what :attr:`play` is once it has begun, by elder's s of the whole play.

        ``left`` tricks are not over yet, with ``led`` a card on the table; elder has won ``won``,
        both sides have ``scored`` so much in play, and ``elder`` tells whether elder leads.
        """
        if any(self.tables.lead_won):
            return self.play
        s = np.arange(2 * _TRICKS + 2) - 2 * won
        last = self.tables.last_trick_extra
        captures = _captures(s if elder else 2 * left + 2 * last - 1 - s, left)
        total = scored + left - led + captures + last
        play, others = self.parts["play"], self.play - self.parts["play"]
        net = play[0] - play[1]
        begun: Floats = np.array([total + net, total - net]) / 2 + others
        return begun

    def worth(self, own: NDArray[np.generic], other: NDArray[np.generic]) -> Floats:
        """Return what own and the other's points of the deal are worth in the unit that ranks.

        Parts of a point stand for the chance of one capture more, which is a point for each side.
        """
        if self.values is None:
            net: Floats = np.subtract(own, other, dtype=np.float64)
            return net
        mine, his = np.floor(own).astype(np.intp), np.floor(other).astype(np.intp)
        more = own - mine
        value: Floats = self._at(mine, his)
        if more.any():
            value = value + more * (self._at(mine + 1, his + 1) - value)
        return value

    def points_cost(self, own: int, other: int) -> bool:
        """Tell whether from these points of the deal on, more of one's own mostly lose value.

        So it is for who cannot save the rubicon: all that he scores is added to his loss.
        """
        if self.values is None:
            return False
        ahead = self.values[own : own + _AHEAD, other : other + _AHEAD]
        return bool((np.diff(ahead, axis=0) < 0).mean() > 0.5)

    def _at(self, mine: NDArray[np.intp], his: NDArray[np.intp]) -> Floats:
        assert self.values is not None
        rows, columns = self.values.shape
        value: Floats = self.values[mine.clip(0, rows - 1), his.clip(0, columns - 1)]
        return value


def best_of(means: Floats) -> int:
    """Return the place of the best mean, the first of equals.

    >>> best_of(np.array([1.0, 2.0 - 1e-9, 2.0]))
    1
    """
    return int(np.rint(means / SAME).argmax())


def _captures(s: NDArray[np.intp], left: int) -> Floats:
    """Return how many leads both sides capture, as a mean of strong play.

    ``s`` is that of the side that leads, ``left`` the tricks left.  Who loses the last trick has
    lost the lead, and who wins it without having won all has lost it and captured it again.
    """
    most = 2 * left + 1
    likely = np.minimum(0.5 + 2.3 * left / _TRICKS, (most - s) / 2.5)
    least = np.where(s & 1, np.where(s < most, 2, 0), 1)
    captures: Floats = np.maximum(likely, least)
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
    captures = np.zeros(len(s)) if any(made.lead_won) else _captures(s, _TRICKS)
    play = np.array([total + captures + net, total + captures - net]) / 2
    return {"play": play.clip(0), "cards": cards, "capot": capot}
