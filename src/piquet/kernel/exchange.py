"""Discards compared in the same random worlds: means, shares of wins and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from piquet.base import Estimate, Seat
from piquet.cards import CardSet
from piquet.kernel import _core
from piquet.kernel.cache import solved
from piquet.kernel.compiling import compiled
from piquet.rules import Rules
from piquet.tables import tables

__all__ = ["Weighed", "compare_discards", "legal_discards"]

_Z = 1.96  # standard errors in half a 95 % interval


@dataclass(frozen=True, slots=True)
class Weighed:
    """One discard: what it brings on average, and how far it is behind the best one.

    ``mean`` is own points more than the other's in the deal, or what the utility makes of both;
    ``wins`` the share of worlds in which it is above 0; ``behind`` the mean difference to the best,
    world by world, and ``tied`` whether 0 lies within its interval.
    """

    cards: CardSet
    mean: Estimate
    wins: float
    behind: Estimate

    @property
    def tied(self) -> bool:
        """Whether it may well be as good as the best."""
        return abs(self.behind.value) <= self.behind.interval


def legal_discards(rules: Rules, seat: Seat, hand: CardSet, taken: int = 0) -> NDArray[np.uint32]:
    """Return the masks of all discards, by number of cards; ``taken`` is what elder took.

    >>> hand = CardSet.parse("SAKQJ9 HA87 DQ9 C87")
    >>> rubicon = Rules.named("rubicon")
    >>> len(legal_discards(rubicon, Seat.ELDER, hand))
    1585
    >>> len(legal_discards(rubicon, Seat.YOUNGER, hand, taken=5))
    298
    """
    if seat is Seat.ELDER:
        sizes = range(rules.elder_min, rules.elder_max + 1)
    else:
        sizes = range(rules.younger_min, 8 - taken + 1)
    bits = [card.mask for card in hand]
    return np.array(
        [sum(chosen) for size in sizes for chosen in combinations(bits, size)], dtype=np.uint32
    )


def compare_discards(
    rules: Rules,
    seat: Seat,
    hand: CardSet,
    *,
    taken: int = 0,
    opponent: _core.Policy | None = None,
    discards: NDArray[np.uint32] | None = None,
    worlds: int = 300,
    seed: int = 0,
    threads: int = 0,
    search_pique: bool = False,
    utility: NDArray[np.float64] | None = None,
    play: _core.Policy | None = None,
) -> list[Weighed]:
    """Return the discards from the best to the worst, all of them weighed in the same worlds.

    The other side exchanges as ``opponent`` does (at random where it is None); both declare
    everything; the play is that of the solved table, and a pique counts where it nearly surely
    comes (``search_pique`` makes sure).  With a ``utility``, an array by (own points, the other's
    points), its mean is taken instead of that of the difference; then the play follows one best
    line, which takes a hundred times as long.  With ``play`` both sides play as that player does.
    The same seed gives the same worlds.

    >>> from piquet.kernel import player
    >>> from piquet.oracle.weights import SOUND
    >>> hand, sound = CardSet.parse("SAKQJ9 HA87 DQ9 C87"), player(SOUND)
    >>> given = (Rules.named("rubicon"), Seat.ELDER, hand)
    >>> best, *_ = compare_discards(*given, opponent=sound, play=sound)
    >>> print(best.cards)
    8H 7H 9D 8C 7C

    Raises ValueError for a hand, a discard or a number of cards that cannot be.
    """
    if discards is None:
        discards = legal_discards(rules, seat, hand, taken)
    given = (compiled(rules), solved(tables(rules).last_trick_extra), seat, hand.mask, discards)
    if utility is None and play is None:
        values = _core.weigh_discards(
            *given,
            taken=taken,
            opponent=opponent,
            seed=seed,
            worlds=worlds,
            threads=threads,
            search_pique=search_pique,
        ).astype(np.float64)
    else:
        points = _core.count_discards(
            *given,
            taken=taken,
            opponent=opponent,
            play=play,
            seed=seed,
            worlds=worlds,
            threads=threads,
        )
        values = _valued(points, utility)
    return _ranked(discards.tolist(), values)


def _valued(points: NDArray[np.int16], utility: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Return what own points and the other's (in the last place) are worth."""
    own, other = points[..., 0], points[..., 1]
    return (own - other).astype(np.float64) if utility is None else utility[own, other]


def _ranked(discards: Sequence[int], values: NDArray[np.float64]) -> list[Weighed]:
    count = len(values)
    means = values.mean(axis=0)
    order = np.argsort(-means, kind="stable")
    behind = values - values[:, order[0]][:, None]
    scale = _Z / sqrt(count)
    spread = values.std(axis=0, ddof=1) * scale if count > 1 else np.full(len(means), np.inf)
    paired = behind.std(axis=0, ddof=1) * scale if count > 1 else np.full(len(means), np.inf)
    lost = behind.mean(axis=0)
    wins = (values > 0).mean(axis=0)
    return [
        Weighed(
            CardSet(discards[i]),
            Estimate(float(means[i]), float(spread[i]), count),
            float(wins[i]),
            Estimate(float(lost[i]), float(paired[i]), count),
        )
        for i in order.tolist()
    ]
