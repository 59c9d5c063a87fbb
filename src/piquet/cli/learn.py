"""``piquet learn``: a guided deal in the terminal, a stop at a time."""

from __future__ import annotations

import argparse
import contextlib
import json
import os

from piquet import lessons
from piquet.actions import Action, Kind
from piquet.base import PiquetError, Unreadable
from piquet.cards import CardSet, Suit
from piquet.cli import table
from piquet.cli.ask import Ended, held_of, line
from piquet.cli.choices import Choice, choice
from piquet.cli.game import Game
from piquet.cli.memory import typed_at_a_terminal
from piquet.cli.saves import fresh
from piquet.cli.sitting import Sitting
from piquet.cli.term import Style
from piquet.dealing import fresh_seed
from piquet.lessons import Lesson, Session
from piquet.table.folders import home
from piquet.table.naming import refusal
from piquet.table.talk import Teller
from piquet.texts import text
from piquet.view import View

__all__ = ["Course", "run"]

_LEVEL = "club"
_KEPT = "lessons.json"
_ENDING = ".lesson"
_VERBS = ("exchange ", "throw ", "discard ")


def run(options: argparse.Namespace) -> int:
    """Go through a lesson until it is over or left; where it was left is kept.

    Raises Unreadable for a lesson or a step that there is not, OSError for a file of one's own that
    cannot be read.
    """
    style = Style.of(ascii_only=options.ascii)
    if options.name and options.name.endswith(_ENDING):
        own = lessons.read(lessons.content(options.name), options.name)
        return Course(Session.opened(own, options.step or ""), style).go()
    kept = _kept()
    name = options.name or kept.get("last") or lessons.names()[0]
    if name not in lessons.names() and not options.name:
        name = lessons.names()[0]  # one that has been taken away since
    lesson = lessons.load(name)
    left = kept.get(name, "")
    if left not in [stop.name for stop in lesson.stops]:
        left = ""
    session = Session.opened(lesson, left if options.step is None else options.step)
    course = Course(session, style)
    return course.go(resumed=options.step is None and not session.first)


class Course:
    """One learner at a terminal: shows a stop, reads a line, and goes on."""

    def __init__(self, session: Session, style: Style) -> None:
        self.session = session
        self._style = style

    @property
    def style(self) -> Style:
        """How to write for the terminal as wide as it is now."""
        return self._style.fitted()

    def go(self, *, resumed: bool = False) -> int:
        """Go through the lesson; return the exit code."""
        if resumed:
            self.say(text("lessons.resumed"))
        try:
            while True:
                self.show()
                if not self._answered():
                    return 0
        except (Ended, KeyboardInterrupt):
            self.say("")
            self._leave()
            return 0

    # --- showing ---------------------------------------------------------------------------------

    def say(self, words: str = "", indent: str = "") -> None:
        """Print sentences, cut to the width, the cards as this terminal shows them."""
        spelt = self.style.spelt(_drawn(words, self.style))
        for part in table.paragraphs(spelt, self.style, indent) if words else [""]:
            print(part)

    def show(self) -> None:
        """Print where the lesson stands: what was played, what is told, the hand, the choices."""
        print("\n".join(self.page()))

    def page(self) -> list[str]:
        """Return the lines of a stop.

        >>> course = Course(Session(lessons.load("first")), Style(symbols=False, width=40))
        >>> print(*course.page()[:3], sep="|")
        |--- 1/34 Thirty-two cards -------------|Piquet is a game for two. It has 32
        """
        lesson, stop, style = self.session.lesson, self.session.stop, self.style
        head = text("lessons.head", n=stop.number, of=len(lesson.stops), title=stop.title)
        lines = ["", style.spelt(table.heading(head, style))]
        view = lesson.view(stop)
        told = self._carried(lesson, view)
        for said in told:
            lines += table.paragraphs(style.spelt(said), style, "  ")
        if told:
            lines.append("")
        for number, part in enumerate(stop.text):
            lines += [""] * bool(number)
            lines += table.paragraphs(style.spelt(_drawn(part, style)), style)
        lines += ["", *self._moment(view)]
        return lines

    def _carried(self, lesson: Lesson, view: View) -> list[str]:
        """Return what happened since the stop before, in the words of the table."""
        teller = Teller(lesson.rules, self.style, lesson.seat)
        heard = lesson.heard(self.session.stop)
        return teller.lines(view.events, heard)

    def _moment(self, view: View) -> list[str]:
        """Return the hand and, where the learner decides, what may be chosen."""
        style = self.style
        made = self._choice(view)
        lines = []
        if view.tricks or view.led is not None:
            lines += table.status(view) if view.hand else table.points(view)
        if made is not None and (made.exchange or made.cards):
            playable = CardSet()
            for action in view.legal_actions.of(Kind.PLAY):
                playable |= action.cards
            lines += table.hand(view.hand, style, None if made.exchange else playable)
        elif view.hand:
            lines += [text("play.hand", cards=style.cards(view.hand))]
        if made is not None:
            lines += table.listing(made.labels, style)
        return [part for one in lines for part in table.paragraphs(style.spelt(one), style)]

    def _choice(self, view: View) -> Choice | None:
        return None if self.session.stop.expected is None else choice(view, self.style)

    # --- answering -------------------------------------------------------------------------------

    def _answered(self) -> bool:
        """Ask until the lesson goes on or elsewhere; False where it is left."""
        while True:
            self._keep()
            self.say(self.hint())
            print("> ", end="", flush=True)
            said = line()
            if not typed_at_a_terminal():
                print(self.style.spelt(said))
            word = said.lower().rstrip(".!")
            if word in ("q", "quit", "exit", "bye"):
                self._leave()
                return False
            if word in ("p", "play", "take over"):
                if self._take_over():
                    return False
                continue
            gone = self._gone(word)
            if gone is not None:
                return gone
            if word in ("?", "help"):
                self.say(text("lessons.help"))
            elif self._tried(said):
                return True

    def _gone(self, word: str) -> bool | None:
        """Go where a word of the lesson says; None where it is none, False at the end of all."""
        now = self.session
        head, _, rest = word.partition(" ")
        if word in ("", "next"):
            if now.last:
                return self._over()
            self.session = now.next()
        elif word in ("b", "back"):
            self.session = now.back()
        elif word in ("s", "skip"):
            self.session = now.skip()
        elif word in ("r", "restart"):
            self.session = now.restart()
        elif head == "go" and rest.isascii() and rest.isdigit() and len(rest) < 4:
            self.session = now.go(int(rest) - 1)
        else:
            return None
        return True

    def _tried(self, said: str) -> bool:
        """Answer what the learner does; True where the lesson goes on."""
        view = self.session.lesson.view(self.session.stop)
        if not view.legal_actions:
            self.say(text("lessons.nothing_to_do"))
            return False
        made = choice(view, self.style)
        try:
            action = _meant(said, made, view)
        except PiquetError as error:
            self.say(refusal(error, self.style))
            return False
        self.session = self.session.act(action)
        answer = self.session.answer
        assert answer is not None  # it has just been given
        self.say(answer.words, "  ")
        return answer.verdict == "right"

    def hint(self) -> str:
        """Return what may be typed at this stop."""
        view = self.session.lesson.view(self.session.stop)
        made = self._choice(view)
        keys = "\n" + text("lessons.hint.keys")
        if made is None:
            key = "next"
            if self.session.last:
                key = "last" if self._following() is None else "last_next"
            return text(f"lessons.hint.{key}") + keys
        asks = view.legal_actions.of(Kind.ASK_TO_SEE)
        if self.session.stop.expected in asks:
            return text("lessons.hint.ask", what=", ".join(map(str, asks))) + keys
        key = "exchange" if made.exchange else "card" if made.cards else "pick"
        return text(f"lessons.hint.{key}") + keys

    # --- leaving ---------------------------------------------------------------------------------

    def _following(self) -> str | None:
        """Return the lesson after this one, None where there is none."""
        if not self._own:
            return None
        names = lessons.names()
        return next(iter(names[names.index(self.session.lesson.name) + 1 :]), None)

    @property
    def _own(self) -> bool:
        """Whether the lesson is one of the program's own."""
        lesson = self.session.lesson
        return lesson.name in lessons.names() and lesson is lessons.load(lesson.name)

    def _over(self) -> bool:
        """Go on to the lesson that follows this one; False where there is none."""
        following = self._following()
        self._keep(restart=True)
        if following is None:
            self.say(text("lessons.over" if self._own else "lessons.over_own"))
            return False
        self.session = Session(lessons.load(following))
        return True

    def _take_over(self) -> bool:
        """Play on against the computer from here; False where there is nothing left to play."""
        lesson, stop = self.session.lesson, self.session.stop
        if lesson.position(stop).to_move is None or not lesson.code:
            self.say(text("lessons.nothing_left" if lesson.code else "lessons.no_talon"))
            return False
        game = Game.taken_over(lesson.record(stop), _LEVEL, fresh_seed().hex())
        self.say(text("lessons.taken"))
        Sitting(game, fresh(), self._style).sit(resumed=True)
        return True

    def _leave(self) -> None:
        kept = self._keep()
        self.say(
            text("lessons.left") if kept else text("lessons.left_unkept", n=self.session.at + 1)
        )

    def _keep(self, *, restart: bool = False) -> bool:
        """Keep where a lesson of the program stands; False where it is none or the disk refuses."""
        lesson = self.session.lesson
        if not self._own:
            return False
        step = lesson.stops[0].name if restart else self.session.stop.name
        kept = {**_kept(), "last": lesson.name, lesson.name: step}
        try:
            home().mkdir(mode=0o700, parents=True, exist_ok=True)
            new = home() / (_KEPT + ".new")
            new.write_text(json.dumps(kept), encoding="utf-8")
            os.replace(new, home() / _KEPT)
        except OSError:
            return False
        return True


def _kept() -> dict[str, str]:
    """Return the last lesson and where each was left; nothing where it cannot be read."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        found = json.loads((home() / _KEPT).read_text(encoding="utf-8")[:10_000])
        if isinstance(found, dict):
            return {key: value for key, value in found.items() if isinstance(value, str)}
    return {}


def _meant(said: str, made: Choice, view: View) -> Action:
    """Return the action that was typed.

    Raises PiquetError for what cannot be read.
    """
    if not made.exchange:
        return made.menu.read(said)
    kind = Kind.SET_ASIDE if view.legal_actions.of(Kind.SET_ASIDE) else Kind.EXCHANGE
    low = said.lower()
    for verb in _VERBS:
        said = said[len(verb) :] if low.startswith(verb) else said
    if low in ("nothing", "none", "keep"):
        return Action(kind)
    chosen = held_of(said, view.hand)
    missing = chosen - view.hand
    if missing:
        raise Unreadable("not_yours", cards=missing)
    return Action(kind, chosen.mask)


def _drawn(words: str, style: Style) -> str:
    """Return a text of a lesson with the suits as this terminal shows them."""
    for suit in Suit:
        words = words.replace(suit.symbol, style.suit(suit))
    return words
