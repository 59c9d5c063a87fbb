"""What a partie is worth: every state of it, from how deals end and what final scores are worth.

The results of deals (elder's points and younger's together) are measured once for a set of rules,
by playing many deals of the rule player ``club`` against itself in the core.  From the settlement
of final scores one walks back deal by deal: what a state is worth before a deal is the mean of what
it is worth after it.  That mean over all results at once is a correlation, taken by Fourier
transform.  Results and values are kept in the user's cache folder.

In a target game that stops as soon as somebody is out, totals do not tell who was out first where
both came far enough; there both are taken to count evenly through the deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piquet.base import Illegal, Seat
from piquet.oracle.results import digest, highest, kept, results
from piquet.oracle.settling import (
    LOSE,
    OTHER_SHORT,
    SHORT,
    TURNED,
    VALUE,
    WIN,
    Floats,
    crossing,
    mean,
    payoffs,
    spread,
    total,
    turned,
)
from piquet.partie import add_game, decided, doubled, settle
from piquet.rules import Rules
from piquet.view import Standing

__all__ = ["Chances", "Equity", "equity"]


class Chances(NamedTuple):
    """How a partie may end for one person: chances from 0 to 1.

    ``win`` and ``draw``; ``short``: he loses and is short of the rubicon (a target game: loses
    double); ``other_short``: the same of the other.  In a match they are those of the game in play.
    """

    win: float
    draw: float
    short: float
    other_short: float


@lru_cache(maxsize=8)
def equity(rules: Rules) -> Equity:
    """Return the values of every state of a partie by these rules.

    >>> value = equity(Rules.named("rubicon"))
    >>> last = Standing((100, 100), deal_number=6, deals_left=1)
    >>> value.value(last, Seat.ELDER) > 30
    True

    The first use for a set of rules takes a second or two, further ones milliseconds.  Raises
    :class:`piquet.kernel.CoreMissing` where the core is.
    """
    return Equity(rules, results(rules))


class Equity:
    """The value of each state of a partie by one set of rules, when deals end as in ``results``.

    Values are mean settlement points: what a person will win of the other, less what he will lose.
    In a target game they are games; in a match of games the match won is 1, lost -1.

    ``results`` are the shares of deals by elder's and younger's points.
    """

    def __init__(self, rules: Rules, results: Floats) -> None:
        self.rules = rules
        self.results = results
        self.size = max(highest(rules), len(results)) + 1
        """How many numbers of points a deal may bring one side: the length of :meth:`after`."""
        self._tables: _Deals | _Target
        key = digest(str(rules), results.tobytes())
        if rules.game_end == "target":
            self._tables = _Target(rules, results, self.size, key)
        else:
            self._tables = _Deals(rules, results, self.size, key)
        self._after = lru_cache(maxsize=64)(self._after_deal)

    def value(self, standing: Standing, seat: Seat) -> float:
        """Return the mean settlement for the person in ``seat`` when the deal is about to be dealt.

        >>> even = equity(Rules.named("rubicon"))
        >>> abs(even.value(Standing(), Seat.ELDER)) < 10
        True

        Raises Illegal (``standing``, ``standing_scores``; ``target_deals``, ``target_scores`` in a
        target game) for a standing that cannot be.
        """
        value = self._tables.value(standing)
        return (value if seat is Seat.ELDER else -value) + 0.0  # never -0.0

    def after(self, standing: Standing, seat: Seat) -> Floats:
        """Return the mean settlement for the person in ``seat``, by how this deal ends.

        The array has ``size`` rows (own points of this deal) and columns (the other's).

        >>> values = equity(Rules.named("rubicon")).after(Standing((60, 60), 6, 1), Seat.ELDER)
        >>> float(values[50, 30]), float(values[40, 40]) == 0.0
        (300.0, False)

        Raises Illegal (``standing``, ``standing_scores``; ``target_deals``, ``target_scores`` in a
        target game) for a standing that cannot be.
        """
        return self._after(standing, seat)

    def _after_deal(self, standing: Standing, seat: Seat) -> Floats:
        a, b = standing.scores
        step = 2 if doubled(standing.deal_number, self.rules) else 1
        span = step * (self.size - 1) + 1
        # Who is younger now is elder of the next deal.
        future = self._tables.after(standing, b, a, span)[::step, ::step]
        values = np.array(-future.T if seat is Seat.ELDER else future, dtype=np.float64)
        values.flags.writeable = False
        return values

    def prices(self, standing: Standing, seat: Seat) -> tuple[float, float]:
        """Return what one point more in this deal is worth: one of one's own, one of the other's.

        >>> values = equity(Rules.named("rubicon"))
        >>> mine, other = values.prices(Standing((40, 200), 6, 1), Seat.ELDER)
        >>> mine < 0, other < -0.9  # short of the rubicon, own points swell what the other wins
        (True, True)

        Raises Illegal as :meth:`value` does.
        """
        values = self.after(standing, seat)
        shares = self.results if seat is Seat.ELDER else self.results.T
        most = len(shares)
        now = values[:most, :most]
        own, other = values[1 : most + 1, :most] - now, values[:most, 1 : most + 1] - now
        return float((shares * own).sum()), float((shares * other).sum())

    def chances(self, standing: Standing, seat: Seat) -> Chances:
        """Return how the partie may end for the person in ``seat``, before the deal is dealt.

        >>> chances = equity(Rules.named("rubicon")).chances(Standing((60, 60), 6, 1), Seat.ELDER)
        >>> 0.5 < chances.win < 0.8, chances.other_short > chances.short
        (True, True)

        Raises Illegal (``standing``, ``standing_scores``; ``target_deals``, ``target_scores`` in a
        target game) for a standing that cannot be.
        """
        _, win, lose, short, other = self._tables.chances(standing)
        if seat is Seat.YOUNGER:
            win, lose, short, other = lose, win, other, short
        return Chances(win, max(0.0, 1 - win - lose), short, other)


class _Deals:
    """A partie of so many deals, and two more where they end in a tie."""

    def __init__(self, rules: Rules, results: Floats, size: int, key: str) -> None:
        self._rules = rules
        self._results = results
        self._last = next(n for n in range(1, rules.deals + 3) if decided((0, 0), n, rules))
        self._factors = [2 if doubled(n, rules) else 1 for n in range(1, self._last + 1)]
        # Walking back over a deal costs a margin of what it may bring.
        margin = len(results) - 1
        start = size * max(self._factors)
        self._sizes = [start + margin * sum(self._factors[:n]) for n in range(self._last + 1)]
        self._span = [factor * (size - 1) for factor in self._factors]
        # Where scores differ the partie is over before the extra deals: of those before the first
        # only ties are left.
        self._ties = rules.deals
        shapes = [(n,) if at == self._ties else (n, n) for at, n in enumerate(self._sizes[:-1])]
        numbers = kept(f"equity-{key}", self._compute, sum(map(math.prod, shapes)))
        starts = np.cumsum([0, *map(math.prod, shapes)])
        self._values = [
            numbers[start : start + math.prod(shape)].reshape(shape)
            for start, shape in zip(starts, shapes, strict=False)
        ]

    def _compute(self) -> NDArray[np.float32]:
        """Return the value after each number of deals, to who is elder next."""
        rules = self._rules
        scores = np.arange(self._sizes[-1])
        values = payoffs(rules, scores, scores, 1)
        found: list[NDArray[np.float32]] = []
        for played in range(self._last - 1, -1, -1):
            factor = self._factors[played]
            values = mean(spread(self._results, factor), turned(values))
            if played == self._ties:
                found.append(np.diagonal(values[VALUE]).astype(np.float32))
            else:
                found.append(values[VALUE].astype(np.float32).ravel())
            if decided((1, 0), played, rules):
                ties = np.diagonal(values, axis1=1, axis2=2).copy()
                scores = np.arange(self._sizes[played])
                values = payoffs(rules, scores, scores, 1)
                values[:, scores, scores] = ties
        return np.concatenate(found[::-1])

    def _played(self, standing: Standing) -> int:
        """Return how many deals have been played, or refuse the standing."""
        rules, left = self._rules, standing.deals_left
        most = self._last - rules.deals if standing.extra else rules.deals
        if left is None or not 1 <= left <= most:
            raise Illegal("standing", left=left or 0, most=most)
        played = (self._last if standing.extra else rules.deals) - left
        least, highest = min(standing.scores), max(standing.scores)
        bound = min(self._sizes[played], self._sizes[played + 1] - self._span[played]) - 1
        tied = played != self._ties or least == highest
        if least < 0 or highest > bound or not tied:
            raise Illegal("standing_scores", scores=standing.scores, most=bound, left=left)
        return played

    def value(self, standing: Standing) -> float:
        """Return the value to elder before the deal."""
        played = self._played(standing)
        values, (a, b) = self._values[played], standing.scores
        return float(values[a] if played == self._ties else values[a, b])

    def after(self, standing: Standing, own: int, other: int, span: int) -> Floats:
        """Return the values of the scores from ``own`` and ``other`` up when the deal is over."""
        played = self._played(standing) + 1
        mine, his = np.arange(own, own + span), np.arange(other, other + span)
        if not decided((1, 0), played, self._rules):
            return _window(self._values[played], own, other, span)
        values: Floats = payoffs(self._rules, mine, his, 1)[VALUE]
        if not decided((0, 0), played, self._rules):
            same = mine[np.isin(mine, his)]
            values[same - own, same - other] = self._values[played][same]
        return values

    def chances(self, standing: Standing) -> Sequence[float]:
        """Return value and chances by walking forward from one standing."""
        rules, played = self._rules, self._played(standing)
        lots: Floats = np.ones((1, 1))
        sums = np.zeros(5)
        a, b = standing.scores
        for number in range(played, self._last):
            lots = total(spread(self._results, self._factors[number]), lots).T
            a, b = b, a
            mine, his = np.arange(a, a + len(lots)), np.arange(b, b + len(lots))
            over = np.full(lots.shape, decided((1, 0), number + 1, rules))
            over[mine[:, None] == his] = decided((0, 0), number + 1, rules)
            if over.any():
                ended = np.where(over, lots, 0)
                found = (payoffs(rules, mine, his) * ended).sum(axis=(1, 2))
                if (number - played) % 2 == 0:  # counted for who is elder then, not now
                    found = found[TURNED]
                    found[VALUE] *= -1
                sums += found
                lots = lots - ended
        return [float(each) for each in sums]


class _Target:
    """A game to a target, alone or in a match."""

    def __init__(self, rules: Rules, results: Floats, size: int, key: str) -> None:
        self._rules = rules
        self._results = results
        # Far enough for a tie above the target and another deal.
        self._size = rules.target + size + len(results)
        shape = (5, self._size, self._size)
        self._states = kept(f"equity-{key}", self._compute, math.prod(shape)).reshape(shape)
        self._match: dict[tuple[int, int], float] = {}
        self._worth: dict[tuple[int, int], NDArray[np.float32]] = {}

    def _compute(self) -> NDArray[np.float32]:
        """Return what every state is worth, to who is elder next; in few rounds it settles."""
        rules, size = self._rules, self._size
        scores = np.arange(size)
        above = np.array([decided((n, n - 1), 0, rules) for n in range(size)])
        over = above[np.maximum(scores[:, None], scores)] & (scores[:, None] != scores)
        states = np.where(over, payoffs(rules, scores, scores), 0)
        at_once = rules.target_check == "reckoning_order"
        extra = crossing(rules, self._results) if at_once else None
        within = size - len(self._results) + 1
        while True:
            future = turned(states)
            if at_once:
                future[:, rules.target :, rules.target :] = 0
            means = mean(self._results, future)
            if extra is not None:
                means[:, : rules.target, : rules.target] += extra
            new = states.copy()
            new[:, :within, :within] = np.where(
                over[:within, :within], states[:, :within, :within], means
            )
            change = float(np.abs(new - states).max())
            states = new
            if change < 1e-7:
                np.maximum(states[WIN:], 0, out=states[WIN:])  # what rounding left below
                return states.astype(np.float32).ravel()

    def _check(self, standing: Standing) -> None:
        if standing.deals_left is not None or standing.extra:
            raise Illegal("target_deals", target=self._rules.target)
        least, highest = min(standing.scores), max(standing.scores)
        most = self._rules.target + len(self._results) - 1
        if least < 0 or highest > most or decided(standing.scores, 0, self._rules):
            raise Illegal("target_scores", scores=standing.scores, target=self._rules.target)

    def _states_worth(self, games: tuple[int, int]) -> NDArray[np.float32]:
        """Return the value of all states to who is elder next, with these games won."""
        if games not in self._worth and self._rules.match == "single":
            self._worth[games] = self._states[VALUE]
        elif games not in self._worth:
            ends = [self._end(games, kind) for kind in (WIN, LOSE, SHORT, OTHER_SHORT)]
            win, lose, short, other_short = ends
            self._worth[games] = (
                self._states[WIN] * win
                + self._states[LOSE] * lose
                + self._states[SHORT] * (short - lose)
                + self._states[OTHER_SHORT] * (other_short - win)
            )
        return self._worth[games]

    def _end(self, games: tuple[int, int], kind: int) -> float:
        """Return what the match is worth to who is named first when a game has ended so."""
        target, rules = self._rules.target, self._rules
        low = 0 if kind in (SHORT, OTHER_SHORT) else target
        scores = (target + 1, low) if kind in (WIN, OTHER_SHORT) else (low, target + 1)
        won, over = add_game(games, settle(scores, rules), rules)
        if over:
            return 1.0 if won[0] > won[1] else -1.0
        return self._new_game(won)

    def _new_game(self, games: tuple[int, int]) -> float:
        """Return the value of a match to who is named first before the cut for the next game."""
        if games not in self._match:
            elder = self._states[:, 0, 0]
            # The cut makes either elder.
            value = 0.0
            for kind in (WIN, LOSE, SHORT, OTHER_SHORT):
                chance = float(elder[kind] + elder[TURNED[kind]]) / 2
                if kind in (WIN, LOSE):
                    doubly = OTHER_SHORT if kind == WIN else SHORT
                    chance -= float(elder[doubly] + elder[TURNED[doubly]]) / 2
                value += chance * self._end(games, kind)
            self._match[games] = value
        return self._match[games]

    def value(self, standing: Standing) -> float:
        """Return the value to elder before the deal."""
        self._check(standing)
        return float(self._states_worth(standing.games)[standing.scores])

    def after(self, standing: Standing, own: int, other: int, span: int) -> Floats:
        """Return the values of the scores from ``own`` and ``other`` up when the deal is over."""
        self._check(standing)
        elder, younger = standing.games
        states = self._states_worth((younger, elder))
        return _window(states, own, other, span)

    def chances(self, standing: Standing) -> Sequence[float]:
        """Return value and chances of one standing, those of the game in play."""
        self._check(standing)
        a, b = standing.scores
        return [float(chance) for chance in self._states[:, a, b]]


def _window(values: NDArray[Any], own: int, other: int, span: int) -> Floats:
    """Return the values of the scores from these two up."""
    return values[own : own + span, other : other + span].astype(np.float64)
