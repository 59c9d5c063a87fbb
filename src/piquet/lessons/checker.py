"""From a lesson file to a lesson: the moves are played, and all that does not hold is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from piquet.actions import Action
from piquet.base import PiquetError, Seat, Unreadable
from piquet.cards import CardSet, parse_cards
from piquet.dealing import Deal
from piquet.lessons.model import EXCHANGES, Lesson, Reply, Stop, chapter
from piquet.lessons.reader import Draft, DraftStop, Place, parse
from piquet.lessons.terms import used
from piquet.position import Position
from piquet.record import Hands
from piquet.record.diagnostics import Diagnostic
from piquet.rules import Rules
from piquet.view import Phase

__all__ = ["Reading", "examine"]

_SEATS = {str(seat): seat for seat in Seat}
_NEEDED = ("lesson", "title", "rules", "learner")
_WHOLE = ("elder", "younger", "talon")
_HELD = ("elder holds", "younger holds")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")


class Reading(NamedTuple):
    """What a lesson file holds, and what is wrong with it; with a fault there is no lesson."""

    lesson: Lesson | None
    diagnostics: tuple[Diagnostic, ...]


def examine(
    data: bytes | str,
    file: str = "lesson",
    known: Callable[[str], Collection[str] | None] = lambda name: None,
) -> Reading:
    """Return the lesson of a file, or everything that is wrong with it; nothing is raised.

    ``known`` tells which words a lesson named by ``After:`` has explained, None where there is no
    such lesson.

    >>> head = "Lesson: tiny\\nTitle: Tiny\\nRules: rubicon\\nLearner: elder\\n"
    >>> stop = "stop one: One\\n  Hello.\\nexpect good"
    >>> reading = examine(head + "Code: 083SG1066GEEX\\n" + stop, "tiny")
    >>> print(reading.diagnostics[0])
    tiny:8:8: "good" cannot be said or done now; what can: exchange.
      expect good
             ^^^^
    """
    draft = parse(data, file)
    lesson = _Builder(draft, known).build()
    faults = sorted(draft.faults, key=lambda fault: (fault.line, fault.column))
    return Reading(None if faults else lesson, tuple(faults))


class _Builder:
    """Plays what a draft says and makes its stops."""

    def __init__(self, draft: Draft, known: Callable[[str], Collection[str] | None]) -> None:
        self.draft = draft
        self.known = known
        self.stops: list[Stop] = []
        self.reached: dict[str, tuple[tuple[Action, ...], Position]] = {}

    def build(self) -> Lesson | None:
        draft = self.draft
        for name in _NEEDED:
            if name not in draft.headers and draft.lines != [""]:
                draft.fault(Place(1, 1, ""), Unreadable("lesson_needs", key=name.capitalize()))
        rules = self._rules()
        seat = self._seat()
        cards = self._cards()
        if not draft.stops and draft.lines != [""]:
            draft.fault(Place(len(draft.lines), 1, ""), Unreadable("lesson_no_stops"))
        self._terms()
        self._names()
        if rules is None or seat is None or cards is None or not draft.stops:
            return None
        name = draft.headers["lesson"].text if "lesson" in draft.headers else ""
        title = draft.headers["title"].text if "title" in draft.headers else ""
        about = " ".join(piece.text for part in draft.about for piece in part)
        after = draft.headers["after"].text if "after" in draft.headers else ""
        lesson = Lesson(name, title, about, rules, cards, seat, (), after)
        begins = self._begins(lesson)
        if begins is None:
            return None
        self._play(begins, seat)
        return Lesson(name, title, about, rules, cards, seat, tuple(self.stops), after)

    # --- the head --------------------------------------------------------------------------------

    def _rules(self) -> Rules | None:
        place = self.draft.headers.get("rules")
        try:
            return None if place is None else Rules.parse(place.text)
        except PiquetError as error:
            assert place is not None
            self.draft.fault(place, error)
            return None

    def _seat(self) -> Seat | None:
        place = self.draft.headers.get("learner")
        if place is None:
            return None
        seat = _SEATS.get(place.text.lower())
        if seat is None:
            self.draft.fault(place, Unreadable("lesson_learner", text=place.text[:40]))
        return seat

    def _cards(self) -> Deal | Hands | None:
        """Return the cards: by code, both hands and the talon, or the hands after the exchange."""
        headers = self.draft.headers
        given = [name for name in ("code", *_WHOLE, *_HELD) if name in headers]
        if given not in (["code"], list(_WHOLE), list(_HELD)):
            if self.draft.lines != [""]:
                place = headers[given[0]] if given else Place(1, 1, "")
                self.draft.fault(place, Unreadable("lesson_deal"))
            return None
        if given == ["code"]:
            try:
                return Deal.from_code(headers["code"].text)
            except PiquetError as error:
                self.draft.fault(headers["code"], error)
                return None
        read = [self._hand(headers[name], 8 if name == "talon" else 12) for name in given]
        hands = [hand for hand in read if hand is not None]
        if len(hands) < len(read):
            return None
        try:
            if given == list(_WHOLE):
                talon = parse_cards(headers["talon"].text)
                return Deal(hands[0], hands[1], talon)
            Position.from_hands(hands[0], hands[1], Rules.named("rubicon"))
        except PiquetError as error:
            self.draft.fault(headers[given[-1]], error)
            return None
        return Hands(hands[0], hands[1])

    def _hand(self, place: Place, due: int) -> CardSet | None:
        try:
            cards = CardSet.parse(place.text)
        except PiquetError as error:
            self.draft.fault(place, error)
            return None
        if len(cards) != due:
            self.draft.fault(place, Unreadable("lesson_hand", number=len(cards), due=due))
            return None
        return cards

    def _begins(self, lesson: Lesson) -> Position | None:
        try:
            return lesson.record(Stop(0, "", "", ())).position
        except PiquetError as error:
            self.draft.fault(self.draft.headers["rules"], error)
            return None

    # --- the stops -------------------------------------------------------------------------------

    def _names(self) -> None:
        """Refuse a name that is no word, and one that two stops have."""
        place = self.draft.headers.get("lesson")
        if place is not None and not _NAME.fullmatch(place.text):
            self.draft.fault(place, Unreadable("lesson_name", text=place.text[:40]))
        seen: dict[str, int] = {}
        for stop in self.draft.stops:
            if stop.name in seen:
                error = Unreadable("lesson_same_name", name=stop.name, line=seen[stop.name])
                self.draft.fault(stop.place, error)
            seen.setdefault(stop.name, stop.place.line)

    def _play(self, position: Position, seat: Seat) -> None:
        """Play from stop to stop; what cannot be played ends it, for nothing after it is known."""
        drafts = self.draft.stops
        moves: tuple[Action, ...] = ()
        for place, draft in enumerate(drafts):
            if draft.unread:
                return
            if draft.start is not None:
                found = self._from(draft.start, draft)
                if found is None:
                    return
                moves, position = found
            before = len(moves)
            for at, action in draft.then:
                try:
                    position = position.after(action)
                except PiquetError as error:
                    self.draft.fault(at, error)
                    return
                moves = (*moves, action)
            carried = len(moves) - before
            follows = drafts[place + 1] if place + 1 < len(drafts) else None
            self.stops.append(self._stop(draft, position, moves, carried, seat, follows))
            self.reached[draft.name] = (moves, position)
        if self.draft.left:
            self.draft.fault(self.draft.left[0][0], Unreadable("lesson_left"))
        if self.draft.start is not None:
            self.draft.fault(self.draft.start, Unreadable("lesson_left"))

    def _from(self, place: Place, draft: DraftStop) -> tuple[tuple[Action, ...], Position] | None:
        """Return the moment of an earlier stop that a stop goes back to."""
        found = self.reached.get(place.text)
        if found is None:
            later = any(stop.name == place.text for stop in self.draft.stops)
            code = "lesson_loop" if later else "lesson_no_such_stop"
            self.draft.fault(place, Unreadable(code, name=place.text[:40], stop=draft.name))
        return found

    def _stop(
        self,
        draft: DraftStop,
        position: Position,
        moves: tuple[Action, ...],
        carried: int,
        seat: Seat,
        follows: DraftStop | None,
    ) -> Stop:
        expected = self._expected(draft, position, seat, follows)
        self._answers(draft, position, expected)
        part = chapter(position.phase)
        if carried and draft.expect is None and moves[-1].kind in EXCHANGES:
            part = chapter(Phase.EXCHANGE)  # what an exchange has brought
        return Stop(
            number=len(self.stops) + 1,
            name=draft.name,
            title=draft.title,
            text=tuple(draft.paragraphs),
            moves=moves,
            carried=carried,
            chapter=part,
            expected=expected,
            also=tuple(action for _, action in draft.also),
            replies=tuple(reply for _, reply in draft.replies),
            terms=tuple(term for _, term in draft.terms),
        )

    def _expected(
        self, draft: DraftStop, position: Position, seat: Seat, follows: DraftStop | None
    ) -> Action | None:
        """Return what the learner is to do: what is written, or what is played next."""
        if draft.expect is None:
            return None
        place, action = draft.expect
        then = follows.then if follows is not None else self.draft.left
        played = then[0][1] if then else None
        goes_back = follows is None or follows.start is not None
        unread = self.draft.unread if follows is None else follows.unread
        fault = None
        if position.to_move is not seat:
            fault = Unreadable("lesson_not_learner", seat=seat)
        elif action is not None and not self._legal(place, action, position):
            return None
        elif unread:
            return action  # what is played next is not known
        elif action is None:
            if played is not None and not goes_back:
                return played
            fault = Unreadable("lesson_expects_nothing")
        elif goes_back or played == action:
            return action
        elif played is None:
            fault = Unreadable("lesson_not_played", action=action)
        else:
            fault = Unreadable("lesson_other_played", action=action, played=played)
        self.draft.fault(place, fault)
        return None

    def _answers(self, draft: DraftStop, position: Position, expected: Action | None) -> None:
        """Refuse answers to what cannot be done here, and those that can never be given."""
        if draft.expect is None:
            for place, _ in (*draft.also, *draft.replies):
                self.draft.fault(place, Unreadable("lesson_no_question"))
            return
        for place, action in draft.also:
            if action == expected:
                self.draft.fault(place, Unreadable("lesson_also_same"))
            else:
                self._legal(place, action, position)
        seen: list[Reply] = []
        for place, reply in draft.replies:
            if reply.action is not None and not reply.good:
                self._legal(place, reply.action, position)
            same = any(_same(reply, before) for before in seen)
            closed = reply.action is None and any(before.kind == "other" for before in seen)
            if same or closed:
                self.draft.fault(place, Unreadable("lesson_never", text=place.text[:40]))
            seen.append(reply)

    def _legal(self, place: Place, action: Action, position: Position) -> bool:
        try:
            position.after(action)
        except PiquetError as error:
            self.draft.fault(place, error)
            return False
        return True

    # --- the words -------------------------------------------------------------------------------

    def _terms(self) -> None:
        """Refuse a word of the game that is used before a stop has explained it."""
        place = self.draft.headers.get("after")
        known: set[str] = set()
        if place is not None:
            told = self.known(place.text)
            if told is None:
                self.draft.fault(place, Unreadable("lesson_no_lesson", name=place.text[:40]))
                return
            known = set(told)
        for stop in self.draft.stops:
            marks = [(term, at.line, at.column) for at, term in stop.terms]
            for at, term in [found for part in stop.text for found in found_in(part)]:
                here = any(
                    term == t and (line, col) <= (at.line, at.column) for t, line, col in marks
                )
                if term not in known and not here:
                    self.draft.fault(at, Unreadable("lesson_term", term=term))
                    known.add(term)
            known.update(term for _, term in stop.terms)
            for at, term in [found for part in stop.spoken for found in found_in(part)]:
                if term not in known:
                    self.draft.fault(at, Unreadable("lesson_term", term=term))
                    known.add(term)


def found_in(lines: list[Place]) -> list[tuple[Place, str]]:
    """Return the terms in a paragraph, each with its place, in their order."""
    joined = " ".join(piece.text for piece in lines)
    found = []
    for start, stop, term in used(joined):
        offset = 0
        for piece in lines:
            if start < offset + len(piece.text):
                at = Place(piece.line, piece.column + start - offset, joined[start:stop])
                found.append((at, term))
                break
            offset += len(piece.text) + 1
    return found


def _same(one: Reply, other: Reply) -> bool:
    return (one.action, one.kind, one.cards) == (other.action, other.kind, other.cards)
