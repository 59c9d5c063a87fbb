"""The deals of a record as they were played: what was done where, and the partie around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from piquet.actions import Action
from piquet.base import Person, Seat
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.position import Position
from piquet.record import Hands, Part, Record

__all__ = ["Moment", "Played", "deals_of"]


class Moment(NamedTuple):
    """A position of a deal and what was done in it, after so many actions of the record."""

    step: int
    position: Position
    action: Action


@dataclass
class Played:
    """A deal of the record: ``before`` and ``after`` are the partie around it.

    ``place`` is its place in the record from 1, ``first_step`` the number of actions before it and
    ``last`` its last position.
    """

    place: int
    part: Part
    before: Partie
    after: Partie
    first_step: int
    last: Position
    moments: list[Moment] = field(default_factory=list)

    @property
    def known(self) -> str:
        """From where on the deal is known."""
        if isinstance(self.part.cards, Deal):
            return "dealt"
        return "hands" if isinstance(self.part.cards, Hands) else "scored"

    @property
    def points(self) -> tuple[int, int]:
        """What the first and the second person made, as it counts for the partie."""
        if self.last.outcome is not None:
            return self.after.finished[-1].points
        made = self.last.scores
        return made if self.before.seat(Person.FIRST) is Seat.ELDER else made[::-1]


def deals_of(record: Record) -> Iterator[Played]:
    """Yield the deals of a record.

    >>> from piquet import record
    >>> told = record.read("Rules: rubicon\\nDealer: first\\nDeal: 1\\nCode: 083SG1066GEEX\\n"
    ...                    "elder exchange HJ7\\nResult: unfinished\\n")
    >>> [(deal.place, deal.known, len(deal.moments)) for deal in deals_of(told)]
    [(1, 'dealt', 1)]
    """
    done = 0
    now: Played | None = None
    for before, step in pairwise(record.steps()):
        part, action, position = record.parts[step.part], step.action, step.position
        if action is None and part.cards is not None and position is not None:
            if now is not None:
                yield now
            place = 1 if now is None else now.place + 1
            now = Played(place, part, before.partie, step.partie, done, position)
        elif now is not None and action is not None and before.position and position:
            now.moments.append(Moment(done, before.position, action))
            now.last, now.after = position, step.partie
        done += action is not None
    if now is not None:
        yield now
