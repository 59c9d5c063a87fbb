"""Reading a record: strictly (the first fault is raised) or tolerantly (all are listed)."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from piquet.actions import Action, Category, EventKind, Kind
from piquet.base import Illegal, Person, PiquetError, Seat, Unreadable
from piquet.cards import Card
from piquet.combinations import point_key
from piquet.record.checks import Checks
from piquet.record.desk import Draft, Stop
from piquet.record.diagnostics import Diagnostic
from piquet.record.forms import (
    CARDS,
    HEAD,
    KEY,
    PERSONS,
    RESERVED,
    SEATS,
    Entry,
    is_action,
    is_header,
    is_slip,
    read_deal,
    unknown_key,
    unreadable,
)
from piquet.record.model import Record
from piquet.record.source import MOST_PIECES, Fault, Piece, decode, load, pieces
from piquet.rules import Rules
from piquet.view import Phase

__all__ = ["Reading", "examine", "examine_file", "read", "read_file"]

_TRICK = re.compile(r"[0-9]+\s*(\.|…)")
_TRICK_TOKEN = re.compile(r"([0-9]+)\s*(\.{3}|…|\.)|[^\s.…]+|\S")
_VALUE = re.compile(r"(?:making\s+)?([0-9]{1,2})", re.IGNORECASE)


class Reading(NamedTuple):
    """What could be read of a record, and what is wrong with it."""

    record: Record
    diagnostics: tuple[Diagnostic, ...]


def read(data: bytes | str, file: str = "record") -> Record:
    """Return the record of a text, refusing the first fault.

    >>> read("Rules: rubicon\\nDealer: first\\n").partie.needs_deal
    True
    >>> read("Rules: rubicon\\nDealer: nobody\\n")
    Traceback (most recent call last):
        ...
    piquet.base.Unreadable: record:2:9: "nobody" cannot be read behind "Dealer:"; what can is \
such as "first".
      Dealer: nobody
              ^^^^^^

    Raises a PiquetError of the fitting family: its text names file, line and column and shows the
    place, ``values["place"]`` is the Diagnostic.
    """
    reading = _Reader(file, strict=True).read(data)
    return reading.record


def examine(data: bytes | str, file: str = "record") -> Reading:
    """Return the record of a text as far as it can be played, and everything wrong with it.

    >>> reading = examine("Rules: rubicon\\nDealer: first\\nDeal: 1\\nCode: 083SG1066GEEX\\ngood")
    >>> print(*reading.diagnostics)
    record:5:1: "good" cannot be said or done now; what can: exchange.
      good
      ^^^^
    """
    return _Reader(file, strict=False).read(data)


def read_file(path: str | Path) -> Record:
    """Return the record of a file; as :func:`read`.

    Raises OSError as well.
    """
    return read(_bytes(path), str(path))


def examine_file(path: str | Path) -> Reading:
    """Return what :func:`examine` makes of a file.

    Raises OSError.
    """
    try:
        data = load(path)
    except PiquetError as error:
        fault = Diagnostic(str(path), 1, 1, "", 1, type(error), error.code, error.values)
        return Reading(Record(Rules.named("rubicon")), (fault,))
    return examine(data, str(path))


def _bytes(path: str | Path) -> bytes:
    try:
        return load(path)
    except PiquetError as error:
        fault = Diagnostic(str(path), 1, 1, "", 1, type(error), error.code, error.values)
        raise fault.error() from None


class _Reader(Checks):
    """Reads one record: statement by statement, playing as it goes."""

    def read(self, data: bytes | str) -> Reading:
        try:
            written = decode(data)
            self.lines = written.split("\n")
            for number, piece in enumerate(pieces(written, is_header)):
                if number == MOST_PIECES:
                    error = Unreadable("record_pieces", limit=MOST_PIECES)
                    raise Fault(error, piece.line, piece.column)
                self._piece(piece)
            self._end()
        except Fault as fault:
            self._note_last(fault)
        except Stop:
            pass
        record = self.record or Record(Rules.named("rubicon"), tuple(self.free))
        return Reading(record, tuple(self.faults))

    def _note_last(self, fault: Fault) -> None:
        with suppress(Stop):
            self.note(fault.error, fault.line, fault.column, fault.width)

    # --- statements -----------------------------------------------------------------------------

    def _piece(self, piece: Piece) -> None:
        if piece.comment:
            self._comment(piece)
            return
        match = KEY.fullmatch(piece.text)
        key = " ".join(match[1].lower().split()) if match else ""
        if match and not (key in (*SEATS, *PERSONS) and is_action(match[2])):
            value = match[2].strip()
            column = piece.column + match.start(2) + len(match[2]) - len(match[2].lstrip())
            self._keyed(Entry(piece, key, value, column), match[1])
        elif _TRICK.match(piece.text):
            self._tricks(piece)
        else:
            self._action(piece)

    def _comment(self, piece: Piece) -> None:
        if self.record is None and self.draft is None:
            self.early.append(piece.text)
        elif self.scored or self.draft is not None or self.record is None:
            self.waiting.append(piece.text)
        else:
            self.record = self.record.with_comment(piece.text)

    def _keyed(self, entry: Entry, written: str) -> None:
        key = entry.key
        if key not in RESERVED:
            self._free(entry, written)
        elif not entry.value:
            self.fault(entry.piece, unreadable(key, ""))
        elif key in HEAD:
            self.header(entry)
        elif key == "deal":
            self._deal(entry)
        elif key in CARDS:
            self.give(entry)
        else:
            checks = {
                "score": self.score,
                "total": self.total,
                "count": self.count,
                "result": self.result,
            }
            checks[key](entry)

    def _free(self, entry: Entry, written: str) -> None:
        """Keep a header of the writer's own; a slip in a name of the format is a fault."""
        late = self.record is not None or self.draft is not None
        if late or is_slip(entry.key):
            self.fault(entry.piece, unknown_key(written))
            return
        self.free.append((" ".join(written.split()), entry.value))

    def _deal(self, entry: Entry) -> None:
        piece = entry.piece
        if self.over(piece) or not self.ready(piece) or self.record is None:
            return
        self.draft = Draft(piece)
        self.scored = False
        partie = self.record.partie
        found = read_deal(entry.value)
        if found is None:
            self.fault(piece, unreadable("deal", entry.value), entry)
            return
        number, dealer = found
        if number != partie.deal_number:
            error = Illegal("record_deal_number", number=number, due=partie.deal_number)
            self.note(error, piece.line, entry.column, len(str(number)))
        if dealer and partie.dealer is not None and dealer != str(partie.dealer):
            error = Illegal("record_dealer", named=dealer, dealer=partie.dealer)
            at = entry.column + entry.value.lower().rfind(dealer)
            self.note(error, piece.line, at, len(dealer))

    # --- actions --------------------------------------------------------------------------------

    def _action(self, piece: Piece) -> None:
        words, column = piece.text, piece.column
        head, _, rest = words.partition(" ")
        actor = _actor(head)
        if actor is not None and rest.strip():
            column += len(words) - len(rest.lstrip())
            words = rest.strip()
        if self.lost:
            self._parsed(piece, words, column)
            return
        if self.over(piece) or not self.ready(piece) or self.record is None:
            return
        due = self._due(by_person=isinstance(actor, Person))
        if actor is not None and due is not None and actor is not due:
            self.lose(piece, Illegal("record_turn", named=actor, due=due), (head, piece.column))
            return
        action = self._parsed(piece, words, column)
        if action is None:
            self.lost = True
        else:
            self.act(piece, action, (words, column))

    def _due(self, *, by_person: bool) -> Seat | Person | None:
        """Return who is to speak or play: a seat in a deal unless a person is asked for."""
        assert self.record is not None
        partie = self.record.partie
        if partie.position is None or by_person:
            return partie.to_move
        return partie.position.to_move

    def _parsed(self, piece: Piece, words: str, column: int) -> Action | None:
        try:
            return self._spoken_value(words) or Action.parse(words)
        except PiquetError as error:
            self.fault(piece, error, (words, column))
            return None

    def _spoken_value(self, words: str) -> Action | None:
        """Return the action of saying what a point makes, where only the number is written."""
        found = _VALUE.fullmatch(words)
        position = None if self.record is None else self.record.position
        if not found or position is None or position.phase is not Phase.SAY:
            return None
        if position.view(Seat.ELDER).call is not Category.POINT:
            return None
        for action in position.legal_actions.of(Kind.SAY):
            if action.payload and point_key(action.payload) & 255 == int(found[1]):
                return action
        raise Illegal("record_making", number=found[1])

    def _tricks(self, piece: Piece) -> None:
        """Play the cards of a line such as ``1. AS 7S 2. KS 8S`` or ``1... 7S``."""
        if not self.lost and (self.over(piece) or not self.ready(piece)):
            return
        due = 0
        for found in _TRICK_TOKEN.finditer(piece.text):
            column = piece.column + found.start()
            if found[2]:
                due = 2 if found[2] == "." else 1
                self._trick_number(piece, found, column)
                continue
            part = (found[0], column)
            if not due:
                self.lose(piece, Unreadable("record_trick_cards"), part)
                return
            due -= 1
            try:
                action = Action.play(Card.parse(found[0]))
            except PiquetError as error:
                self.lose(piece, error, part)
                return
            if not self.lost and not self.act(piece, action, part):
                return

    def _trick_number(self, piece: Piece, found: re.Match[str], column: int) -> None:
        position = None if self.record is None else self.record.position
        if position is None or self.lost:
            return
        plays = sum(event.kind is EventKind.PLAYED for event in position.events)
        number, follows = plays // 2 + 1, plays % 2
        if int(found[1]) != number or (found[2] != ".") != bool(follows):
            due = f"{number}..." if follows else f"{number}."
            error = Illegal("record_trick", written=found[0], due=due)
            self.note(error, piece.line, column, len(found[0]))

    def _end(self) -> None:
        """Look at what is missing when the text is over."""
        last = Piece(len(self.lines), len(self.lines[-1]) + 1, "")
        if self.lost or not self.ready(last) or self.record is None:
            return
        self.place_waiting()
        position = self.record.partie.position
        if not self.ended and position is not None:
            error = Unreadable("record_cut", mover=position.to_move)
            self.note(error, last.line, last.column)


def _actor(word: str) -> Seat | Person | None:
    name = word.rstrip(":").lower()
    return SEATS[name] if name in SEATS else PERSONS.get(name)
