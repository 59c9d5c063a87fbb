"""Telling what happens: the talk of the table, the cut, great moments, headings."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.actions import Action, Award, Event, Kind
from piquet.base import Seat
from piquet.cli import memory, table
from piquet.cli.game import YOU, Game
from piquet.cli.term import Style
from piquet.naming import words
from piquet.table.moments import moment
from piquet.table.talk import Teller
from piquet.texts import text
from piquet.view import View

__all__ = ["Voice"]

_RECALLED = 10  # lines of talk told again when a partie is resumed


class Voice:
    """Says on standard output what a person at the table would see and hear.

    ``told`` counts the events of the deal that have been told already.
    """

    def __init__(self, game: Game, style: Style) -> None:
        self.game = game
        self.told = 0
        self._style = style

    @property
    def style(self) -> Style:
        """How to write for the terminal as wide as it is now."""
        return self._style.fitted()

    # --- plain lines -----------------------------------------------------------------------------

    def say(self, words: str = "", indent: str = "") -> None:
        """Print a sentence, or several lines, cut to the width."""
        for part in table.paragraphs(self.plain(words), self.style, indent) if words else [""]:
            print(part)

    def show(self, lines: Sequence[str]) -> None:
        """Print lines that may stand in columns."""
        for part in lines:
            self.say(part)

    def head(self, words: str) -> None:
        """Print a heading."""
        print()
        if len(words) + 8 > self.style.width:
            self.say(self.style.strong(words))
        else:
            print(self.plain(table.heading(words, self.style)))

    def plain(self, words: str) -> str:
        """Return words as this terminal can show them: in ASCII where suits are letters."""
        return self.style.spelt(words)

    # --- the deal --------------------------------------------------------------------------------

    def deal_begins(self) -> None:
        """Head a deal: its number, your seat, the scores so far."""
        game, partie = self.game, self.game.partie
        self.told = 0
        mine, theirs = partie.scores
        deals = partie.rules.deals if partie.rules.game_end == "deals" else 0
        key = "extra" if partie.standing.extra else "deal" if deals else "deal_target"
        name = text(f"play.head.{key}", n=partie.deal_number, deals=deals)
        seat = text(f"play.head.{game.last_seat}")
        self.head(text("play.head.line", deal=name, seat=seat, mine=mine, theirs=theirs))
        if not partie.finished:
            self.say(text(f"play.head.{game.last_seat}_first"))

    def recall(self) -> None:
        """Tell the last lines of a deal that is gone on with."""
        self.deal_begins()
        events = self.events
        self.told = len(events)
        assert self.view is not None  # a deal is in play
        lines = memory.spoken(self.view, self.teller(), over=False)
        if len(lines) > _RECALLED:
            self.say(text("play.earlier"))
        self.show(lines[-_RECALLED:])

    def teller(self) -> Teller:
        """Return who puts the events of this deal in words for you."""
        seat = self.game.last_seat
        name = text("play.computer")
        names = ("", name) if seat is Seat.ELDER else (name, "")
        return Teller(self.game.rules, self.style, seat, names)

    @property
    def view(self) -> View | None:
        """Your view of the deal in play or, between deals, of the last one."""
        position = self.game.position
        return None if position is None else position.view(self.game.last_seat)

    @property
    def events(self) -> tuple[Event, ...]:
        """What you have seen and heard in that deal."""
        view = self.view
        return () if view is None else view.events

    def tell(self) -> None:
        """Tell what has happened in the deal since it was last told."""
        view = self.view
        if view is None:
            return
        told = self.teller().by_event(view.events)
        for place in range(self.told, len(view.events)):
            self.show(told[place])
            for award in view.events[place].awards:
                self._moment(award, view)
        self.told = len(view.events)

    def _moment(self, award: Award, view: View) -> None:
        """Tell a great moment once more, with the sum that made it."""
        words = moment(award, view)
        if words:
            self.say(self.style.strong(words), "  ")

    def tell_cut(self, action: Action, mine: bool) -> None:
        """Tell what was done before the deal."""
        partie = self.game.partie
        who = "you" if mine else "they"
        if action.kind is Kind.DEALER:
            self.say(text(f"play.cut.{who}_chose_{action.number}"))
        elif action.kind is Kind.PACKET:
            self.say(text(f"play.cut.{who}_packet", n=words(action.number)))
        else:
            self.say(text(f"play.cut.{who}", card=self.style.card(action.card)))
            cuts = partie.cuts[-2:]
            if len(partie.cuts) % 2 == 0 and cuts[0].rank == cuts[1].rank:
                self.say(text("play.cut.again"))
            elif partie.dealer is not None:
                key = "you_deal" if partie.dealer is YOU else "they_deal"
                self.say(text(f"play.cut.{key}"))
