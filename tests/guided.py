"""An example of the guide, played under a set of rules: what the tests of the guide ask of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from piquet.actions import Award, Category, EventKind
from piquet.base import Seat
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.record import Record
from piquet.rules import Rules
from piquet.table.examples import EXAMPLES

__all__ = ["Played", "each_set"]

each_set = pytest.mark.parametrize("rules", [Rules.named(name) for name in PROFILES], ids=str)


class Played:
    """An example played to its end under a set of rules, and what can be asked of it."""

    def __init__(self, name: str, rules: Rules) -> None:
        self.example = EXAMPLES[name]
        self.rules = rules
        self.record: Record = self.example.record(rules, name)
        position = self.record.position
        assert position is not None
        self.position: Position = position
        self.awards: tuple[Award, ...] = position.awards

    def points(self, seat: Seat, *reasons: str) -> int:
        """What a seat has scored for some reasons."""
        return sum(one.points for one in self.awards if one.seat is seat and one.reason in reasons)

    def hand(self, seat: Seat) -> int:
        """What a seat has scored in hand, without a bonus."""
        plain = [one for one in self.awards if one.category <= Category.SETS]
        return sum(one.points for one in plain if one.seat is seat and one.reason != "repique")

    def bonuses(self) -> list[tuple[Seat, str]]:
        """Every pique and repique."""
        return [(one.seat, one.reason) for one in self.awards if one.reason.endswith("pique")]

    def when(self, asked: Callable[[Position], bool]) -> Position:
        """The first position of which something holds."""
        return next(position for position in self.record.positions() if asked(position))

    def first_lead(self) -> Position:
        """The position after elder's first lead, before younger has played."""
        plays = [event for event in self.position.events if event.kind is EventKind.PLAYED]
        assert plays
        return self.when(
            lambda position: any(event.kind is EventKind.PLAYED for event in position.events)
        )
