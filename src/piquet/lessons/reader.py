"""Reading a lesson file: its lines as statements, each with its place.  Nothing is played here."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from piquet.actions import Action
from piquet.base import PiquetError, Unreadable
from piquet.cards import CardSet, Suit
from piquet.lessons.model import KINDS, Reply
from piquet.lessons.terms import named
from piquet.record.diagnostics import Diagnostic
from piquet.record.source import LONGEST_LINE, Fault, decode

__all__ = ["HEADERS", "LARGEST", "MOST_STOPS", "WORDS", "Draft", "DraftStop", "Place", "parse"]

LARGEST = 200_000
"""Bytes; a guided deal takes about thirty thousand."""

MOST_STOPS = 200

HEADERS = (
    "lesson",
    "title",
    "about",
    "after",
    "rules",
    "learner",
    "code",
    "elder",
    "younger",
    "talon",
    "elder holds",
    "younger holds",
)
WORDS = ("stop", "from", "then", "expect", "also", "answer")
"""What a line at the margin may begin with, once the headers are over."""

_HEADER = re.compile(r"([A-Za-z][A-Za-z ]{0,29}?)\s*:\s*(.*)")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
_CARDS = re.compile(r"\[([^\[\]]*)\]")
_TERM = re.compile(r"\*([^*\s][^*]*?)\*")
_KIND = re.compile(rf"({'|'.join(KINDS)})\b\s*(.*)")
_TEXT_FAULTS = ("size", "binary", "encoding", "control", "empty", "lines")
_MOST_FAULTS = 50


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of a line: line and column from 1, and what stands there."""

    line: int
    column: int
    text: str


@dataclass
class DraftStop:
    """A stop as it is written; ``then`` are the actions that lead to it, ``start`` where from."""

    place: Place
    name: str = ""
    title: str = ""
    text: list[list[Place]] = field(default_factory=list)
    start: Place | None = None
    then: list[tuple[Place, Action]] = field(default_factory=list)
    unread: bool = False  # one of them cannot be read
    expect: tuple[Place, Action | None] | None = None
    also: list[tuple[Place, Action]] = field(default_factory=list)
    replies: list[tuple[Place, Reply]] = field(default_factory=list)
    spoken: list[list[Place]] = field(default_factory=list)  # the paragraphs of all replies
    terms: list[tuple[Place, str]] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)


class Draft:
    """What stands in a lesson file: headers and stops with their places, and what is wrong."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: list[str] = [""]
        self.headers: dict[str, Place] = {}
        self.about: list[list[Place]] = []
        self.stops: list[DraftStop] = []
        self.left: list[tuple[Place, Action]] = []  # actions after the last stop
        self.unread = False  # one of those cannot be read
        self.start: Place | None = None  # a "from" that waits for its stop
        self.faults: list[Diagnostic] = []

    def fault(self, place: Place, error: PiquetError) -> None:
        """Note what is wrong at a place; of very many faults the first ones are enough."""
        if len(self.faults) >= _MOST_FAULTS:
            return
        source = self.lines[place.line - 1] if place.line <= len(self.lines) else ""
        width = max(1, len(place.text))
        self.faults.append(
            Diagnostic(
                self.file,
                place.line,
                place.column,
                source,
                width,
                type(error),
                error.code,
                error.values,
            )
        )


def parse(data: bytes | str, file: str) -> Draft:
    """Return what stands in a lesson file, all faults of its writing noted.

    >>> draft = parse("Lesson: tiny\\n\\nstop one: Title\\n  Some words.\\nexpct good\\n", "tiny")
    >>> print(draft.faults[0])
    tiny:5:1: There is no word "expct" at the margin; the nearest is "expect". What is to be read \
stands two spaces in.
      expct good
      ^^^^^
    """
    return _Reader(file).read(data)


class _Reader:
    def __init__(self, file: str) -> None:
        self.draft = Draft(file)
        self.open: list[list[Place]] | None = None  # the paragraphs that text belongs to
        self.blank = True  # the next line of text begins a paragraph
        self.waiting: list[tuple[Place, str, Action | None, list[list[Place]]]] = []

    def read(self, data: bytes | str) -> Draft:
        draft = self.draft
        try:
            if len(data) > LARGEST:
                raise Fault(Unreadable("lesson_size", limit=LARGEST // 1000))
            draft.lines = _decoded(data).split("\n")
        except Fault as fault:
            draft.fault(Place(fault.line, fault.column, ""), fault.error)
            return draft
        for number, line in enumerate(draft.lines, 1):
            if len(draft.faults) >= _MOST_FAULTS:
                break
            if len(line) > LONGEST_LINE:
                place = Place(number, LONGEST_LINE, "")
                draft.fault(place, Unreadable("lesson_long_line", limit=LONGEST_LINE))
            elif not line.strip():
                self.blank = True
            elif not line.startswith("#"):
                self._line(number, line)
        self._close()
        return draft

    def _line(self, number: int, line: str) -> None:
        words = line.strip()
        place = Place(number, len(line) - len(line.lstrip()) + 1, words)
        if place.column > 1:
            self._text(place)
            return
        head = re.match(r"[A-Za-z]+", words)
        word = head[0] if head else ""
        header = _HEADER.fullmatch(words)
        if word in WORDS and not (header and header[1] in HEADERS):
            rest = words[len(word) :]
            column = 1 + len(word) + len(rest) - len(rest.lstrip())
            self.open = None
            getattr(self, f"_{word}")(place, Place(number, column, rest.strip()))
        elif header and not self.draft.stops:
            self._header(number, header)
        else:
            self.open = None
            known = (*WORDS, *(name.capitalize() + ":" for name in HEADERS))
            bad = Place(number, 1, words.split()[0])
            near = difflib.get_close_matches(bad.text, known, n=1, cutoff=0.0)[0]
            self.draft.fault(bad, Unreadable("lesson_word", text=bad.text[:40], nearest=near))

    def _header(self, number: int, found: re.Match[str]) -> None:
        name = found[1].lower()
        place = Place(number, found.start(2) + 1, found[2])
        self.open = None
        if name not in HEADERS:
            near = difflib.get_close_matches(name, HEADERS, n=1, cutoff=0.0)[0]
            error = Unreadable("lesson_header", key=found[1], nearest=near.capitalize())
            self.draft.fault(Place(number, 1, found[1]), error)
        elif name in self.draft.headers:
            self.draft.fault(Place(number, 1, found[1]), Unreadable("lesson_twice", key=found[1]))
        elif not found[2]:
            self.draft.fault(
                Place(number, 1, found[1]), Unreadable("lesson_no_value", key=found[1])
            )
        else:
            self.draft.headers[name] = place
            if name == "about":
                self.draft.about, self.blank = [[place]], False
                self.open = self.draft.about

    def _text(self, place: Place) -> None:
        if self.open is None:
            self.draft.fault(place, Unreadable("lesson_text"))
            return
        if self.blank or not self.open:
            self.open.append([])
        self.blank = False
        self.open[-1].append(place)

    # --- the words at the margin -----------------------------------------------------------------

    def _stop(self, place: Place, rest: Place) -> None:
        self._close()
        draft = self.draft
        if len(draft.stops) == MOST_STOPS:
            draft.fault(place, Unreadable("lesson_stops", limit=MOST_STOPS))
        if len(draft.stops) >= MOST_STOPS:
            self.open = []
            return
        name, _, title = rest.text.partition(":")
        stop = DraftStop(
            place,
            name.strip(),
            title.strip(),
            start=draft.start,
            then=draft.left,
            unread=draft.unread,
        )
        draft.left, draft.start, draft.unread = [], None, False
        if not _NAME.fullmatch(stop.name):
            draft.fault(rest if rest.text else place, Unreadable("lesson_name", text=name[:40]))
            stop.name = f"{len(draft.stops) + 1}?"
        elif not stop.title:
            draft.fault(rest, Unreadable("lesson_title", name=stop.name))
        draft.stops.append(stop)
        self.open, self.blank = stop.text, True

    def _from(self, place: Place, rest: Place) -> None:
        self._close()
        if self.draft.left or self.draft.start:
            self.draft.fault(place, Unreadable("lesson_from_late"))
        elif not rest.text:
            self.draft.fault(place, Unreadable("lesson_no_value", key="from"))
        else:
            self.draft.start = rest

    def _then(self, place: Place, rest: Place) -> None:
        self._close()
        column = rest.column
        for piece in rest.text.split("/"):
            words = piece.strip()
            at = Place(rest.line, column + len(piece) - len(piece.lstrip()), words)
            action = self._action(at if words else place)
            if action is None:
                self.draft.unread = True
            else:
                self.draft.left.append((at, action))
            column += len(piece) + 1

    def _expect(self, place: Place, rest: Place) -> None:
        stop = self._here(place)
        if stop is None:
            return
        if stop.expect is not None:
            self.draft.fault(place, Unreadable("lesson_expects_twice"))
            return
        action = self._action(rest) if rest.text else None
        if action is not None or not rest.text:
            stop.expect = (rest if rest.text else place, action)

    def _also(self, place: Place, rest: Place) -> None:
        if self._here(place) is None:
            return
        action = self._action(rest if rest.text else place)
        self.open, self.blank = [], True
        if action is not None:
            self.waiting.append((rest, "", action, self.open))

    def _answer(self, place: Place, rest: Place) -> None:
        if self._here(place) is None:
            return
        self.open, self.blank = [], True
        kind = _KIND.fullmatch(rest.text)
        if kind:
            self.waiting.append((rest, rest.text, None, self.open))
            return
        action = self._action(rest if rest.text else place)
        if action is not None:
            self.waiting.append((rest, "answer", action, self.open))

    # --- pieces of them --------------------------------------------------------------------------

    def _here(self, place: Place) -> DraftStop | None:
        """Return the stop that a line belongs to; none where moves have been made since."""
        if self.draft.stops and not self.draft.left and self.draft.start is None:
            return self.draft.stops[-1]
        self.draft.fault(place, Unreadable("lesson_no_stop", key=place.text.split()[0]))
        self.open = []
        return None

    def _action(self, place: Place) -> Action | None:
        try:
            return Action.parse(place.text)
        except PiquetError as error:
            self.draft.fault(place, error)
            return None

    def _close(self) -> None:
        """Read the texts of the stop that ends here, now that they are whole."""
        for place, how, action, paragraphs in self.waiting:
            self._reply(place, how, action, paragraphs)
        self.waiting, self.open = [], None
        if not self.draft.stops:
            return
        stop = self.draft.stops[-1]
        if not stop.paragraphs:
            stop.paragraphs = [self._shown(lines, stop) for lines in stop.text]
            if not stop.paragraphs:
                self.draft.fault(stop.place, Unreadable("lesson_silent", name=stop.name))

    def _reply(
        self, place: Place, how: str, action: Action | None, paragraphs: list[list[Place]]
    ) -> None:
        stop = self.draft.stops[-1]
        words = " ".join(self._shown(lines, stop) for lines in paragraphs)
        stop.spoken += paragraphs
        good = how == ""
        if good:
            assert action is not None
            stop.also.append((place, action))
        if not words:
            if not good:
                self.draft.fault(place, Unreadable("lesson_no_answer", text=place.text[:40]))
            return
        if action is not None:
            stop.replies.append((place, Reply(words, action, good=good)))
            return
        found = _KIND.fullmatch(how)
        assert found is not None  # it was read as a kind
        cards = self._of_kind(place, found)
        if cards is not None:
            stop.replies.append((place, Reply(words, None, found[1], cards)))

    def _of_kind(self, place: Place, found: re.Match[str]) -> CardSet | None:
        """Return the cards that belong to a kind of action, None where they cannot be read."""
        kind, rest = found[1], found[2].strip()
        at = Place(place.line, place.column + found.start(2), rest)
        try:
            if kind == "throwing" and rest:
                return CardSet.parse(rest)
            if kind == "suit" and rest:
                return CardSet.ALL.suit(Suit.parse(rest))
        except PiquetError as error:
            self.draft.fault(at, error)
            return None
        if kind in ("throwing", "suit") or rest:
            self.draft.fault(place, Unreadable("lesson_kind", kind=kind))
            return None
        return CardSet()

    def _shown(self, lines: list[Place], stop: DraftStop) -> str:
        """Return a paragraph as it is shown, its cards drawn and its marks taken off."""
        for piece in lines:
            for found in _TERM.finditer(piece.text):
                at = Place(piece.line, piece.column + found.start(1), found[1])
                stop.terms.append((at, named(found[1])))
            if "*" in _unmarked(piece.text):
                column = piece.column + piece.text.find("*")
                self.draft.fault(Place(piece.line, column, "*"), Unreadable("lesson_star"))
        return " ".join(_CARDS.sub(self._drawn(piece), _unmarked(piece.text)) for piece in lines)

    def _drawn(self, piece: Place) -> Callable[[re.Match[str]], str]:
        def drawn(found: re.Match[str]) -> str:
            try:
                cards = CardSet.parse(found[1])
            except PiquetError as error:
                column = piece.text.find(found[0]) + piece.column + 1
                self.draft.fault(Place(piece.line, column, found[1]), error)
                return found[0]
            if not cards:
                column = piece.text.find(found[0]) + piece.column
                self.draft.fault(Place(piece.line, column, found[0]), Unreadable("lesson_cards"))
            return next(iter(cards)).symbol if len(cards) == 1 else cards.symbols()

        return drawn


def _unmarked(words: str) -> str:
    return _TERM.sub(r"\1", words)


def _decoded(data: bytes | str) -> str:
    """Return the text of a file; what is wrong with it is said of a lesson, not of a record."""
    try:
        return decode(data)
    except Fault as fault:
        code = fault.error.code.removeprefix("record_")
        assert code in _TEXT_FAULTS, code
        error = Unreadable(f"lesson_{code}", **fault.error.values)
        raise Fault(error, fault.line, fault.column) from None
