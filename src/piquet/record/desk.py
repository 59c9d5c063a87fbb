"""Where a record is put together: its headers, the cards of each deal, one action after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from piquet.actions import Action, Kind
from piquet.base import Ambiguous, Illegal, PiquetError, Unreadable
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.record.diagnostics import Diagnostic
from piquet.record.forms import (
    CARD_READERS,
    PERSONS,
    VERSION,
    Entry,
    blamed,
    chooses_packet,
    read_before,
    spot,
    unreadable,
)
from piquet.record.model import Before, Cards, Hands, Record
from piquet.record.source import Piece
from piquet.rules import Rules

__all__ = ["Desk", "Draft", "Stop"]

_MOST_FAULTS = 20


class Stop(Exception):
    """Nothing after this fault can be understood, or enough faults have been found."""


class Draft:
    """A deal whose cards are being read: the entries that give them, by their keys."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.given: dict[str, Entry] = {}


class Desk:
    """A record in the making, and everything found wrong with it.

    ``draft`` is the deal whose cards are being read, ``begun`` the partie when the present deal
    began, ``waiting`` the comments whose place is still to come; after a fault in a deal, ``lost``
    is set and nothing more is played.
    """

    def __init__(self, file: str, *, strict: bool) -> None:
        self.file, self.strict = file, strict
        self.faults: list[Diagnostic] = []
        self.lines: list[str] = []
        self.record: Record | None = None
        self.head: dict[str, Entry] = {}
        self.free: list[tuple[str, str]] = []
        self.early: list[str] = []
        self.draft: Draft | None = None
        self.begun: Partie | None = None
        self.waiting: list[str] = []
        self.scored = self.ended = self.lost = False

    # --- faults ---------------------------------------------------------------------------------

    def note(self, error: PiquetError, line: int, column: int, width: int = 1) -> None:
        """Raise a fault, or (tolerantly) keep it."""
        source = self.lines[line - 1] if line <= len(self.lines) else ""
        values = {key: value for key, value in error.values.items() if key != "place"}
        family, code = type(error), error.code
        fault = Diagnostic(self.file, line, column, source, width, family, code, values)
        if self.strict:
            raise fault.error() from None
        self.faults.append(fault)
        if len(self.faults) >= _MOST_FAULTS:
            raise Stop

    def fault(
        self, piece: Piece, error: PiquetError, part: Entry | tuple[str, int] | None = None
    ) -> None:
        """Note a fault of a statement (or of a part of it), at what the error itself quotes."""
        words, column = piece.text, piece.column
        if isinstance(part, Entry):
            words, column = part.value, part.column
        elif part is not None:
            words, column = part
        at, width = spot(words, error)
        self.note(error, piece.line, column + at, width)

    def lose(
        self, piece: Piece, error: PiquetError, part: Entry | tuple[str, int] | None = None
    ) -> None:
        """Note a fault after which the deal cannot be played on."""
        self.lost = True
        self.fault(piece, error, part)

    def over(self, piece: Piece) -> bool:
        """Tell whether the result stands there already, which is a fault."""
        if self.ended:
            self.fault(piece, Illegal("record_after_end"))
        return self.ended

    # --- headers --------------------------------------------------------------------------------

    def header(self, entry: Entry) -> None:
        """Take a header that the format knows."""
        name = entry.key.capitalize()
        if self.record is not None or self.draft is not None:
            self.fault(entry.piece, Unreadable("record_late", key=name))
        elif entry.key in self.head:
            self.fault(entry.piece, Unreadable("record_header_twice", key=name))
        else:
            self.head[entry.key] = entry
            if entry.key == "piquet" and entry.value != str(VERSION):
                error = Unreadable("record_version", text=entry.value[:20], version=VERSION)
                self.fault(entry.piece, error, entry)
                raise Stop

    def started(self, piece: Piece) -> bool:
        """Make the record of the headers when the first part begins; tell whether there is one."""
        if self.record is not None or self.lost:
            return self.record is not None
        rules = self._rules(piece)
        dealer = self._taken("dealer", lambda value: PERSONS[value.lower()])
        packet: int | None = self._taken("packet", int)
        before: Before | None = self._taken("before", read_before)
        headers, comments = tuple(self.free), tuple(self.early)
        if dealer is None:
            given = self.head.get("packet") or self.head.get("before")
            if given and "dealer" not in self.head:
                self.fault(given.piece, Unreadable("record_no_dealer"))
            packet = before = None
        elif packet is None and len(rules.packet) > 1 and not chooses_packet(piece.text):
            packet = rules.packet[-1]
        record = Record(rules, headers, dealer, packet, before, comments)
        try:
            record.start()
        except PiquetError as error:
            wrong = self.head["packet" if error.code == "packet" else "before"]
            self.fault(wrong.piece, error, wrong)
            raise Stop from None
        self.record = record
        return True

    def _rules(self, piece: Piece) -> Rules:
        if "rules" not in self.head:
            self.note(Unreadable("record_no_rules"), piece.line, piece.column)
            raise Stop
        entry = self.head["rules"]
        try:
            return Rules.parse(entry.value)
        except PiquetError as error:
            self.fault(entry.piece, error, entry)
            raise Stop from None

    def _taken(self, key: str, read: Callable[[str], Any]) -> Any:
        """Return the value of a header, None where there is none or it cannot be read."""
        if key not in self.head:
            return None
        entry = self.head[key]
        try:
            return read(entry.value)
        except (KeyError, ValueError):
            self.fault(entry.piece, unreadable(key, entry.value), entry)
            return None

    # --- the cards of a deal --------------------------------------------------------------------

    def give(self, entry: Entry) -> None:
        """Take cards of the deal that is being read."""
        if self.lost:
            return
        if self.draft is None:
            self.lose(entry.piece, Unreadable("record_no_deal", key=entry.key.capitalize()))
        elif entry.key in self.draft.given:
            name = entry.key.capitalize()
            self.fault(entry.piece, Unreadable("record_header_twice", key=name))
        else:
            self.draft.given[entry.key] = entry

    def ready(self, piece: Piece) -> bool:
        """Bring a deal that has been read to the table; tell whether what follows can be played."""
        if self.lost or not self.started(piece):
            return False
        draft, self.draft = self.draft, None
        if draft is None:
            return True
        cards = self._drafted(draft)
        return cards is not None and self.begin(cards, draft.piece)

    def begin(self, cards: Cards, piece: Piece) -> bool:
        """Begin a deal; tell whether it could be begun."""
        assert self.record is not None
        self.begun = self.record.partie
        if Kind.PACKET in self.begun.legal_actions.kinds:
            self.lose(piece, Illegal("record_packet", dealer=self.begun.dealer))
            return False
        try:
            self.record = self.record.begin(cards)
        except PiquetError as error:
            self.lose(piece, error)
            return False
        self.place_waiting()
        return True

    def _drafted(self, draft: Draft) -> Cards | None:
        """Return the cards that the entries of a deal give, None after a fault."""
        given = draft.given
        read: dict[str, Any] = {}
        for key, entry in given.items():
            try:
                read[key] = CARD_READERS[key](entry.value)
            except PiquetError as error:
                self.lose(entry.piece, error, entry)
                return None
        try:
            cards = _cards(read)
        except PiquetError as error:
            wrong = blamed(given, read, error)
            self.lose(wrong.piece, error, wrong)
            return None
        if cards is None:
            piece = next(iter(given.values())).piece if given else draft.piece
            self.lose(piece, Unreadable("record_some_cards" if given else "record_no_cards"))
        return cards

    # --- actions --------------------------------------------------------------------------------

    def act(self, piece: Piece, action: Action, part: tuple[str, int]) -> bool:
        """Carry out an action; tell whether it was legal."""
        assert self.record is not None
        try:
            self.record = self.record.after(action)
        except PiquetError as error:
            self.lose(piece, error, part)
            return False
        self.place_waiting()
        return True

    def place_waiting(self) -> None:
        """Put the comments that waited for what they belong to in their place."""
        assert self.record is not None
        self.scored = False
        for words in self.waiting:
            self.record = self.record.with_comment(words)
        self.waiting = []


def _cards(read: dict[str, Any]) -> Cards | None:
    """Return the deal that these keys give, None where they do not belong together."""
    keys = set(read)
    hands = {"elder", "younger", "talon"}
    deal: Deal | None = read.get("code")
    if keys == {"code"}:
        return deal
    if keys in (hands, hands | {"code"}):
        dealt = Deal(read["elder"], read["younger"], read["talon"])
        if deal is not None and deal != dealt:
            raise Ambiguous("record_two_deals", code=dealt.code)
        return dealt
    if keys - {"carte blanche"} == {"elder holds", "younger holds"}:
        return Hands(read["elder holds"], read["younger holds"], read.get("carte blanche"))
    return None
