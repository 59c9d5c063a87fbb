"""``piquet drill``: exercises in the terminal, each by seed and number, with a running tally."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from piquet import kernel
from piquet.base import Illegal, PiquetError, Seat, Unreadable
from piquet.cards import Card, CardSet, Suit
from piquet.cli import table
from piquet.cli.ask import Ended, held_of, line
from piquet.cli.needs import core_missing
from piquet.cli.term import Style
from piquet.dealing import fresh_seed
from piquet.lessons import drills
from piquet.lessons.drills import Chances, Counting, Exercise, Marked, Throwing, Which
from piquet.lessons.drills.chances import typed
from piquet.lessons.drills.endings import Ending, Played
from piquet.lessons.drills.hands import NOBODY, Counted
from piquet.lessons.drills.odds import TABLE
from piquet.lessons.drills.showing import Shown, shown
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.tables import tables
from piquet.texts import text

__all__ = ["run"]

_ODDS = "odds"
_SEED = 6  # letters and digits of a seed that is drawn
_PLACES = ("point", "sequences", "sets")
_MOST = 999  # points that somebody may type
_WHO = {name[:size]: name for name in (*map(str, Seat), NOBODY) for size in range(1, 8)}


_LETTERS = {ord(suit.symbol): suit.letter for suit in Suit}


class _Next(Exception):
    """The person wants the next exercise."""


class _Solution(Exception):
    """The person gives up."""


def run(options: argparse.Namespace) -> int:
    """Ask exercises until the person has had enough, or print them with their solutions as JSON.

    Raises PiquetError for a kind, a seed or a number that there is not, CoreMissing where the one
    kind that is asked for needs the native core.
    """
    style = Style.of(ascii_only=options.ascii)
    if options.kind == _ODDS:
        _odds(style, as_json=options.json)
        return 0
    if options.rounds is not None and not 1 <= options.rounds <= drills.LAST:
        raise Illegal("drill_rounds", most=drills.LAST)
    rules = Rules.parse(options.rules or DEFAULT_PROFILE)
    seed = fresh_seed().hex()[:_SEED] if options.seed is None else options.seed
    first = 1 if options.number is None else options.number
    whiches = _whiches(options.kind, seed, first, rules)
    missing = core_missing()
    if options.kind in drills.NEED_CORE and missing:
        raise Illegal("drill_core", why=missing)
    if options.json:
        documents = [
            _document(drills.drill(which)) for which in islice(whiches, options.rounds or 1)
        ]
        print(json.dumps(documents, indent=2, ensure_ascii=False))
        return 0
    sitting = _Sitting(style)
    if missing and options.kind is None:
        sitting.say(text("drills.cli.no_core", why=missing))
    sitting.say(text("drills.cli.may"))
    core = options.kind is None or options.kind in drills.NEED_CORE
    if core and not missing and not kernel.where(rules.last_trick_extra).exists():
        sitting.say(text("drills.cli.building"))
    try:
        for which in islice(whiches, options.rounds):
            sitting.ask(drills.drill(which))
    except Ended:
        pass
    sitting.total()
    return 0


def _whiches(kind: str | None, seed: str, first: int, rules: Rules) -> Iterator[Which]:
    """Yield which exercises come: those of a kind, or of all kinds in turn."""
    kinds = [kind] if kind is not None else list(drills.KINDS)
    if kind is None:  # what cannot be had is left out
        without = drills.NEED_CORE if core_missing() else () if tables(rules).exact else ("ending",)
        kinds = [one for one in kinds if one not in without]
    now = [Which(one, seed, first, rules) for one in kinds]
    return _in_turn(now)


def _in_turn(now: list[Which]) -> Iterator[Which]:
    while True:
        yield from now
        now = [which.next for which in now]


class _Sitting:
    """One person at the terminal, and how many answers were right."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._asked: Counter[str] = Counter()
        self._right: Counter[str] = Counter()
        self._over = False  # the person has had enough in the middle of an ending

    @property
    def style(self) -> Style:
        """How to write for the terminal as wide as it is now."""
        return self._style.fitted()

    def say(self, words: str, indent: str = "") -> None:
        """Print a sentence, cut to the width."""
        if not self.style.symbols:
            words = words.translate(_LETTERS)
        print(*table.paragraphs(self.style.spelt(words), self.style, indent), sep="\n")

    def ask(self, exercise: Exercise) -> None:
        """Ask one exercise, mark the answer, and show the solution.  Raises Ended."""
        told = shown(exercise)
        print()
        print(table.heading(told.title, self.style))
        self._show(told)
        self.say(" ".join(told.question))
        played = isinstance(exercise, Ending)  # its verdict comes before it is played out
        try:
            marked = self._answered(exercise)
        except _Next:
            return
        except _Solution:
            marked, played = exercise.given_up(), False
        kind = exercise.which.kind
        self._asked[kind] += 1
        self._right[kind] += marked.right
        self._told(marked, ending=played)
        self._tally()
        if self._over:
            raise Ended

    def _tally(self) -> None:
        asked, right = self._asked.total(), self._right.total()
        self.say(text("drills.cli.tally", right=right, asked=asked))

    def total(self) -> None:
        """Print how many were right of each kind, where there were several."""
        if len(self._asked) < 2:
            return
        for kind, asked in self._asked.items():
            given = {"kind": text(f"drills.kind.{kind}"), "right": self._right[kind]}
            self.say(text("drills.cli.tally_of", asked=asked, **given))

    # --- asking -----------------------------------------------------------------------------------

    def _answered(self, exercise: Exercise) -> Marked:
        if isinstance(exercise, Counting):
            return exercise.mark(self._counted(exercise))
        if isinstance(exercise, Chances):
            return exercise.mark(self._chance(exercise))
        if isinstance(exercise, Throwing):
            cards = self._read(exercise, text("drills.cli.throw"), _thrown(exercise))
            return exercise.mark(cards, exercise.advice(cards))
        assert isinstance(exercise, Ending)
        return self._played(exercise)

    def _read(self, exercise: Exercise, prompt: str, reads: Callable[[str], Any]) -> Any:
        """Ask until something can be read.  Raises Ended, _Next and _Solution."""
        while True:
            self.say(prompt)
            words = self._line()
            if words.lower() == "hint":
                self.say(exercise.hint())
                continue
            if words.lower() == "solution":
                raise _Solution
            if words.lower() == "next":
                raise _Next
            if words == "?":
                self.say(text("drills.cli.may"))
                continue
            try:
                return reads(words)
            except PiquetError as error:
                self.say(str(error))

    def _line(self) -> str:
        print("> ", end="", flush=True)
        words = line()
        if words.lower() in ("quit", "q", "exit"):
            raise Ended
        return words

    def _counted(self, exercise: Counting) -> Counted:
        who = [
            self._read(exercise, text("drills.cli.who", what=text(f"score.what.{place}")), _who)
            for place in _PLACES
        ]
        points = [
            self._read(
                exercise, text("drills.cli.points", seat=text(f"talk.names.{seat}")), _points
            )
            for seat in Seat
        ]
        return Counted(*who, *points)

    def _chance(self, exercise: Chances) -> Any:
        if not exercise.offers:
            return self._read(exercise, text("drills.cli.percent"), typed)
        most = len(exercise.offers)
        return self._read(exercise, text("drills.cli.offer", most=most), _offer(most))

    def _played(self, exercise: Ending) -> Marked:
        """Have an ending played: the first card is marked, and whoever likes plays on."""
        cards: list[Card] = []
        marked: Marked | None = None
        prompt, told = "card", 0
        while True:
            try:
                card = self._read(exercise, text(f"drills.cli.{prompt}"), _card(exercise, cards))
            except (Ended, _Next, _Solution) as stop:
                if marked is None:
                    raise
                self._over = isinstance(stop, Ended)
                break
            if card is None:
                break
            cards.append(card)
            if marked is None:
                marked = exercise.mark(cards)
                self._verdict(marked)
            played = exercise.play(cards)
            while len(played.now.hands[exercise.seat]) == 1:  # nothing to choose
                cards += played.now.hands[exercise.seat]
                played = exercise.play(cards)
            self._moves(exercise, played, told)
            if played.over:
                break
            prompt, told = "card_on", len(played.moves)
            theirs = played.now.hands[exercise.seat.other]
            if theirs:
                self.say(text("drills.cli.theirs", cards=self.style.cards(theirs)))
            mine = played.now.hands[exercise.seat]
            print(*table.hand(mine, self.style, played.now.playable), sep="\n")
        assert marked is not None
        return marked

    def _moves(self, exercise: Ending, played: Played, told: int) -> None:
        """Print the cards played since; what the first one lost stands in the verdict."""
        for place, move in enumerate(played.moves[told:], told):
            key = "you_play" if move.seat is exercise.seat else "they_play"
            self.say(text(f"drills.cli.{key}", card=self.style.card(move.card)))
            if move.words and place:
                self.say(move.words, "  ")
        if played.over:
            won = played.now.won
            mine, theirs = won[exercise.seat], won[exercise.seat.other]
            self.say(text("drills.cli.over", mine=mine, theirs=theirs))

    # --- showing ----------------------------------------------------------------------------------

    def _show(self, told: Shown) -> None:
        style = self.style
        for pile in told.piles:
            own = pile.whose in ("you", str(told.seat))
            if own and (told.most or told.won != (0, 0)):
                lines = table.hand(pile.cards, style)
                if len(lines) > 1:  # one line alone says itself what it is
                    self.say(f"{pile.title}:")
                print(*lines, sep="\n")
            else:
                self.say(f"{pile.title}:  {style.cards(pile.cards)}")
        if told.led:
            self.say(text("drills.cli.led", card=style.card(Card.parse(told.led))))
        if told.offers:
            print(*table.listing([style.spelt(one) for one in told.offers], style), sep="\n")

    def _verdict(self, marked: Marked) -> None:
        head, *rest = marked.said
        self.say(self.style.strong(head))
        for one in rest:
            self.say(one, "  ")

    def _told(self, marked: Marked, *, ending: bool) -> None:
        if not ending:
            self._verdict(marked)
        self.say(text("drills.cli.steps"))
        width = self.style.width
        for step in marked.steps:
            if step.sums is None:
                cards = f"{self.style.cards(step.cards)}: " if step.cards else ""
                self.say(cards + step.words, "  ")
                continue
            lines = table.paragraphs(step.words, Style(width=width - 12), "  ")
            sums = text("drills.cli.sums", elder=step.sums[0], younger=step.sums[1])
            lines[-1] = f"{lines[-1]:<{width - 12}}{sums:>11}"
            print(*lines, sep="\n")


# --- reading --------------------------------------------------------------------------------------


def _who(words: str) -> str:
    name = _WHO.get(words.lower())
    if name is None:
        raise Unreadable("drill_who")
    return name


def _points(words: str) -> int:
    if not (words.isascii() and words.isdigit() and len(words) <= 3):
        raise Unreadable("drill_points", most=_MOST)
    return int(words)


def _offer(most: int) -> Callable[[str], int]:
    def read(words: str) -> int:
        if not (words.isascii() and words.isdigit() and len(words) < 3 and 1 <= int(words) <= most):
            raise Unreadable("drill_offer", most=most)
        return int(words) - 1

    return read


def _thrown(exercise: Throwing) -> Callable[[str], CardSet]:
    def read(words: str) -> CardSet:
        cards = held_of(words, exercise.hand) if words else CardSet()
        exercise.action(cards)
        return cards

    return read


def _card(exercise: Ending, before: list[Card]) -> Callable[[str], Card | None]:
    """Return what reads the next card; after the first an empty line is enough."""

    def read(words: str) -> Card | None:
        if not words and before:
            return None
        now = exercise.play(before).now
        cards = held_of(words, now.hands[exercise.seat]) if words else CardSet()
        if len(cards) != 1:
            raise Unreadable("drill_one" if cards else "drill_none")
        (card,) = cards
        exercise.play([*before, card])
        return card

    return read


# --- tables and documents -------------------------------------------------------------------------


def _odds(style: Style, *, as_json: bool) -> None:
    """Print the table of chances, every row with what the old books say of it."""
    if as_json:
        rows = [
            {
                "drawer": drawer,
                "event": event,
                "chance": str(row.chance),
                "exact": exact,
                "books": books,
                "wrong": row.wrong,
            }
            for row in TABLE
            for drawer, event, exact, books in [row.words()]
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    print(style.strong(text("drills.odds.title")))
    print(*table.paragraphs(text("drills.odds.about_table"), style), sep="\n")
    last = ""
    for row in TABLE:
        drawer, event, exact, books = row.words()
        if drawer != last:
            print()
            print(style.strong(drawer[:1].upper() + drawer[1:]))
            last = drawer
        print(*table.paragraphs(f"{event}: {exact}", style, "  "), sep="\n")
        print(*table.paragraphs(style.spelt(books), style, "      "), sep="\n")


def _document(exercise: Exercise) -> dict[str, Any]:
    """Return an exercise with its solution as plain data, for a teacher."""
    told = shown(exercise)
    solution = exercise.given_up()
    which = exercise.which
    return {
        "kind": which.kind,
        "seed": which.seed,
        "number": which.number,
        "rules": str(which.rules),
        "link": told.link,
        "seat": str(told.seat),
        "question": list(told.question),
        "cards": {pile.whose: str(pile.cards) for pile in told.piles},
        "led": told.led,
        "tricks": [
            {"leader": str(one.leader), "lead": str(one.lead), "follow": str(one.follow)}
            for one in told.tricks
        ],
        "offers": list(told.offers),
        "hint": exercise.hint(),
        "solution": list(solution.said),
        "steps": [
            {"words": step.words, "sums": None if step.sums is None else list(step.sums)}
            for step in solution.steps
        ],
    }
