"""What the Oracle says: the options of one decision, ranked, with their numbers and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from piquet.actions import Action
from piquet.base import Estimate, Seat

__all__ = ["METHODS", "PARTS", "Advice", "Option", "Parts"]

METHODS = ("exact", "playouts")
"""The ways of counting, by name."""

PARTS = (
    "carte_blanche",
    "point",
    "sequences",
    "sets",
    "play",
    "cards",
    "capot",
    "pique",
    "repique",
)
"""What a deal's points come from; play is the leads, the captures and the last trick."""


class Parts(NamedTuple):
    """Mean points of a deal, by PARTS: the asking seat's own, and the other's.

    >>> parts = Parts((0, 5, 0, 3, 8, 10, 0, 0, 0), (0, 0, 3, 0, 4, 0, 0, 0, 0))
    >>> parts.net()["sequences"], sum(parts.net().values())
    (-3, 19)
    """

    own: tuple[float, ...] = (0.0,) * len(PARTS)
    other: tuple[float, ...] = (0.0,) * len(PARTS)

    def net(self) -> dict[str, float]:
        """Return own points less the other's, by part."""
        return {
            part: mine - his for part, mine, his in zip(PARTS, self.own, self.other, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be done, and what it is worth.

    ``net`` is the mean of own points of this deal less the other's, over everything the game
    scores, what has been scored already included.  ``value`` is the mean settlement of the partie
    in points, seen by the asking seat (None where no partie value was asked for or can be had).
    ``behind`` is the mean difference to the best option in the unit that ranks (0 for the best
    itself, else below 0), world by world; ``tied`` tells that it may well be as good.  ``wins`` is
    the share of worlds in which own points of the deal exceed the other's.  Intervals are 95 %
    half-widths, 0 where every world was listed.
    """

    action: Action
    net: Estimate
    value: Estimate | None
    wins: float
    behind: Estimate
    tied: bool
    parts: Parts


@dataclass(frozen=True, slots=True)
class Advice:
    """Everything the Oracle says of one decision: ``options`` from the best to the worst.

    ``method`` is one of METHODS and ``goal`` what ranks: ``partie`` or ``points``.  ``count`` is
    the number of worlds (exact) or playouts an option; ``listed`` tells that the worlds are all
    there are, and not a sample.  ``opponent`` names the rule player who plays the other side in
    playouts, or exchanges for it by these weights.  ``reasons`` are one to three sentences, the
    most telling first.
    ``notes`` say what a person must know of the evidence, such as that no world fits it.
    ``compared`` is how many options were compared, of which only the best may be listed.
    ``finished`` is False while a better count is still on its way.
    """

    seat: Seat
    method: str
    goal: str
    options: tuple[Option, ...]
    count: int
    listed: bool
    opponent: str
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    compared: int = 0
    finished: bool = True

    @property
    def best(self) -> Option:
        """The option at the head."""
        return self.options[0]

    @property
    def by_points(self) -> Option:
        """The best option by net points of this deal, which may be another one."""
        return max(self.options, key=lambda option: option.net.value)
