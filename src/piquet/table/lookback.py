"""Looking back: the finished deals of a record, and the table at each step as one person saw it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import msgspec

from piquet.actions import Action, EventKind
from piquet.base import Illegal, Person, Seat
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.position import Position
from piquet.record import Record, Step, write
from piquet.table.entries import Begun
from piquet.table.events import card_texts
from piquet.table.ledger import Ledger
from piquet.table.protocol import Message
from piquet.table.scene import Around, scene
from piquet.table.told import SettingsTold, Table
from piquet.texts import text
from piquet.view import View

__all__ = ["Frame", "Look", "OpenTold", "Played", "key_of"]

_LONGEST_NAME = 24
_LETTERS = 22  # of the key of a record: 132 bits
_SETTINGS = SettingsTold("normal", False)


def key_of(written: str) -> str:
    """Return the name under which a record can be looked back on: it follows from its text.

    >>> key_of("Piquet: 1")
    'VAsy39wexD0fyyfMW9afx2'
    """
    digest = hashlib.sha256(written.encode()).digest()
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghijkmnopqrstuvwxyz"
    number, name = int.from_bytes(digest), ""
    for _ in range(_LETTERS):
        number, place = divmod(number, len(letters))
        name += letters[place]
    return name


class OpenTold(Message):
    """What lies hidden from the seat that is looked from, shown when both hands are asked for.

    ``hand`` are the cards that the other side holds now, ``discards`` those it has thrown,
    ``talon`` what is left of it in its order (empty where only the hands are known).
    """

    hand: list[str]
    discards: list[str]
    talon: list[str]


class Frame(Message):
    """The table of a finished deal after so many actions, as one person saw it then.

    ``fresh`` is the number of the first event that the last action brought about; ``did`` says in
    words what that action did.  ``acts`` tells whose action comes next.
    """

    deal: int
    step: int
    steps: int
    side: Literal["first", "second"]
    table: Table
    fresh: int
    did: list[str]
    acts: Literal["you", "they", ""]
    open: OpenTold | None


@dataclass(frozen=True)
class Played:
    """One deal of a record that is over: its place among the parts, and every moment of it."""

    part: int
    number: int
    before: Partie
    steps: tuple[Step, ...]

    @property
    def last(self) -> Position:
        """The deal when it is over."""
        position = self.steps[-1].position
        assert position is not None
        return position

    def seat(self, person: Person) -> Seat:
        """Return a person's seat in this deal."""
        return Seat.YOUNGER if self.before.dealer is person else Seat.ELDER

    def action(self, step: int) -> Action:
        """Return what was done at a step."""
        action = self.steps[step + 1].action
        assert action is not None
        return action

    def position(self, step: int) -> Position:
        """Return the deal before what was done at a step."""
        position = self.steps[step].position
        assert position is not None
        return position


@dataclass(frozen=True)
class Look:
    """A record that is looked back on.

    ``me`` is the person who looks, None for a record of others; ``playing`` tells that a deal is
    still in play, which stands not in the record.
    """

    record: Record
    me: Person | None = None
    playing: bool = False

    @cached_property
    def written(self) -> str:
        """The record in its canonical form."""
        return write(self.record)

    @cached_property
    def deals(self) -> tuple[Played, ...]:
        """The deals that are over and can be gone through, in order."""
        found: list[Played] = []
        groups: dict[int, list[Step]] = {}
        before: dict[int, Partie] = {}
        partie = self.record.start()
        for step in self.record.steps():
            if step.part >= 0 and step.part not in groups:
                groups[step.part], before[step.part] = [], partie
            if step.part >= 0:
                groups[step.part].append(step)
            partie = step.partie
        number = 0
        for part, steps in groups.items():
            if self.record.parts[part].cards is None:
                continue
            number += 1
            last = steps[-1].position
            if last is not None and last.outcome is not None and len(steps) > 1:
                found.append(Played(part, number, before[part], tuple(steps)))
        return tuple(found)

    def name(self, person: Person) -> str:
        """Return what a person is called."""
        if self.me is not None:
            return text("play.you" if person is self.me else "play.computer_named")
        return self.record.header(str(person).capitalize())[:_LONGEST_NAME] or text(
            f"look.person.{person}"
        )

    def deal(self, number: int) -> Played:
        """Return a deal by its number in the record.

        Raises Illegal: ``look_in_play`` for the deal that is still played, ``look_no_deal``
        for one that is not there or of which too little is written down.
        """
        for deal in self.deals:
            if deal.number == number:
                return deal
        dealt = sum(part.cards is not None for part in self.record.parts)
        if self.playing and number == dealt + 1:
            raise Illegal("look_in_play", n=number)
        raise Illegal("look_no_deal", n=number, most=dealt)

    def frame(self, number: int, step: int, person: Person, *, both: bool = False) -> Frame:
        """Return the table of a deal after so many actions, as a person saw it.

        Raises Illegal as :meth:`deal` does, and ``look_no_step`` beyond the end.
        """
        deal = self.deal(number)
        most = len(deal.steps) - 1
        if not 0 <= step <= most:
            raise Illegal("look_no_step", n=step, most=most, deal=number)
        table = self._table(deal, step, person)
        heard = 0
        if step:
            heard = len(deal.position(step - 1).view(deal.seat(person)).events)
        return Frame(
            deal=number,
            step=step,
            steps=most,
            side="first" if person is Person.FIRST else "second",
            table=table,
            fresh=heard,
            did=[line for event in table.events[heard:] for line in event.lines],
            acts=table.to_move,
            open=_opened(deal, step, person) if both else None,
        )

    def _table(self, deal: Played, step: int, person: Person) -> Table:
        """Return the table exactly as it stood before that person."""
        now = deal.steps[step]
        parts = self.record.parts[: deal.part + 1]
        acted = replace(parts[-1], actions=parts[-1].actions[:step], comments=(), counts=())
        record = replace(self.record, parts=(*parts[:-1], acted), _now=now)
        sides = ("you", "they") if person is Person.FIRST else ("they", "you")
        ledger = Ledger(Begun(str(record.rules), "", sides, source="seed"), (record,))
        name = self.name(person.other)
        table = scene(ledger, person, Around("", _SETTINGS, other=name))
        cards = parts[-1].cards
        known = isinstance(cards, Deal)
        return msgspec.structs.replace(
            table,
            talon=table.talon if known else 0,
            commitments=[],
            next="",
            may_open=False,
            # The code of a deal tells all cards of it, those that this seat never saw as well.
            deal=msgspec.structs.replace(table.deal, code=""),
            partie_sheet=msgspec.structs.replace(
                table.partie_sheet,
                rows=[msgspec.structs.replace(row, code="") for row in table.partie_sheet.rows],
            ),
        )


def _opened(deal: Played, step: int, person: Person) -> OpenTold:
    """Return what the other side holds, what it has thrown, and what is left of the talon."""
    position = deal.position(step)
    seat = deal.seat(person)
    theirs = position.view(seat.other)
    talon: list[str] = []
    if position.deal is not None:
        drawn = sum(_drawn(theirs, one) for one in Seat)
        talon = [str(card) for card in position.deal.talon[drawn:]]
    return OpenTold(
        hand=card_texts(position.hands[seat.other]),
        discards=card_texts(theirs.discards),
        talon=talon,
    )


def _drawn(view: View, seat: Seat) -> int:
    return sum(e.number for e in view.events if e.kind is EventKind.DREW and e.seat is seat)
