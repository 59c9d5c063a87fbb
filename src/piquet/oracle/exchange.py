"""The exchange: every discard tried in the same random worlds, each played out best."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import EventKind
from piquet.base import Seat
from piquet.combinations import courts
from piquet.oracle.options import exchange_bounds
from piquet.oracle.policies import mix
from piquet.oracle.stakes import Floats, Stakes, best_of
from piquet.oracle.weights import SOUND, Weights
from piquet.rules import Rules
from piquet.tables import tables
from piquet.view import View

__all__ = ["ELDER_PLAN", "YOUNGER_PLAN", "Discards", "Plan"]

Masks = NDArray[np.uint32]
Sheets = NDArray[np.int16]

_ALL = 0xFFFFFFFF
_MOST_COUNTED = 400_000  # hands counted while all discards are compared
_SIDE = 6  # columns of a sheet for one side: blank, point, sequences, sets, pique, repique


@dataclass(frozen=True, slots=True)
class Plan:
    """How many worlds are tried: so many for all discards, then more for some of the best."""

    worlds: int
    best: int = 0
    more: int = 0

    def scaled(self, worlds: int) -> Plan:
        """Return a plan with so many worlds for the best in all.

        >>> Plan(100, 64, 400).scaled(1000)
        Plan(worlds=200, best=64, more=800)
        """
        whole = max(self.worlds + self.more, 1)
        first = min(max(self.worlds * worlds // whole, 1), worlds)
        return Plan(first, self.best, worlds - first)


ELDER_PLAN = Plan(100, 64, 400)
YOUNGER_PLAN = Plan(250, 48, 750)


class Discards:
    """The discards that one seat can choose from, weighed in worlds keyed by a seed.

    ``masks`` are the cards of each, in the order of the legal actions; ``taken`` is how many cards
    elder takes, where younger asks, and ``within`` the cards that the other side was dealt from.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> choice = Discards(view, Stakes(view.rules, view.seat), seed=1)
    >>> len(choice.masks), choice.sheets(choice.masks[:3], 0, 50, whole=True).shape
    (1585, (50, 3, 13))
    """

    def __init__(
        self, view: View, stakes: Stakes, seed: int = 0, opponent: Weights | None = SOUND
    ) -> None:
        self.view = view
        self.stakes = stakes
        self.hand = view.dealt.mask
        self.fewest, self.most = exchange_bounds(view)
        self.masks = _subsets(self.hand, self.fewest, self.most)
        self.opponent = None if opponent is None else _player(opponent)
        self._seed = mix(seed & (1 << 64) - 1, self.hand, self.fewest, self.most)
        self.taken = _taken(view)
        self.within = _within(view)

    def sheets(
        self,
        masks: Masks,
        first: int,
        worlds: int,
        *,
        threads: int = 1,
        whole: bool = False,
        hidden: bool = False,
    ) -> Sheets:
        """Return, for each world and discard, both totals before the play and elder's s.

        ``whole`` keeps apart what was scored for what: own blank, point, sequences, sets, pique and
        repique, the same of the other side, and s.  ``hidden`` counts no blank.
        """
        rules = self.view.rules
        return kernel.exchange_sheets(
            _without_blank(rules) if hidden else kernel.compiled(rules),
            solved(self.stakes.tables.last_trick_extra),
            self.view.seat,
            self.hand,
            masks,
            taken=self.taken,
            within=self.within,
            opponent=self.opponent,
            seed=self._seed,
            first=first,
            worlds=worlds,
            threads=threads,
            whole=whole,
        )

    def worth(self, masks: Masks, first: int, worlds: int, threads: int = 1) -> Floats:
        """Return what each discard is worth in each world."""
        sheets = self.sheets(masks, first, worlds, threads=threads)
        return self.stakes.before_play(sheets[..., 0], sheets[..., 1], sheets[..., 2])

    def first_round(self, plan: Plan) -> int:
        """Return in how many worlds all discards are tried, which many discards make fewer."""
        return max(min(plan.worlds, _MOST_COUNTED // len(self.masks)), 1)

    def best(self, plan: Plan, threads: int = 1) -> int:
        """Return the cards of the discard with the best mean."""
        worlds = self.first_round(plan)
        means = self.worth(self.masks, 0, worlds, threads).mean(axis=0)
        if not plan.more or len(self.masks) == 1:
            return int(self.masks[best_of(means)])
        top = np.argsort(-means, kind="stable")[: plan.best]
        masks = np.ascontiguousarray(self.masks[top])
        later = self.worth(masks, worlds, plan.more, threads).mean(axis=0)
        whole = (worlds * means[top] + plan.more * later) / (worlds + plan.more)
        return int(masks[best_of(whole)])


@lru_cache(maxsize=4)
def solved(last_trick_extra: int) -> kernel.Table:
    """Return the solved table; asking for it again looks at no file."""
    return kernel.solved(last_trick_extra)


@lru_cache(maxsize=8)
def _player(weights: Weights) -> kernel.Policy:
    return kernel.player(weights)


@lru_cache(maxsize=8)
def _without_blank(rules: Rules) -> kernel.Tables:
    return kernel.Tables(replace(tables(rules), blank_worth=0))


@lru_cache(maxsize=32)
def _choices(fewest: int, most: int) -> NDArray[np.uint32]:
    """Return, for each choice of places out of twelve, 1 where a place is chosen."""
    chosen = [
        places for size in range(fewest, most + 1) for places in combinations(range(12), size)
    ]
    table = np.zeros((len(chosen), 12), dtype=np.uint32)
    for row, places in enumerate(chosen):
        table[row, list(places)] = 1
    return table


def _subsets(hand: int, fewest: int, most: int) -> Masks:
    """Return all discards in the order of :class:`piquet.actions.Subsets`."""
    bits = np.array([1 << place for place in range(32) if hand >> place & 1], dtype=np.uint32)
    return np.ascontiguousarray(_choices(fewest, most) @ bits)


def _taken(view: View) -> int:
    """Return how many cards elder has taken, or has said that he will take; 0 for elder himself."""
    if view.seat is Seat.ELDER:
        return 0
    taken = view.taken[Seat.ELDER]
    if taken is not None:
        return taken
    return max(
        (event.number for event in view.events if event.kind is EventKind.CLAIMED), default=0
    )


def _within(view: View) -> int:
    """Return the cards from which the other side was dealt: a claimed blank leaves fewer."""
    for event in reversed(view.events):
        if event.seat is not view.seat:
            if event.kind is EventKind.BLANCHE_SHOWN and event.cards:
                return event.cards
            if event.kind is EventKind.CLAIMED:
                return _ALL & ~courts(_ALL)
    return _ALL
