"""A person sits down and plays: the loop of a partie in a terminal, line in and lines out."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType

from piquet.actions import Action, Kind
from piquet.base import PiquetError, Unreadable
from piquet.cards import CardSet
from piquet.cli import memory, table
from piquet.cli.ask import Ended, held_of, line
from piquet.cli.choices import Choice, before_the_deal, choice, cut_at, typed
from piquet.cli.game import COMPUTER, Game
from piquet.cli.hint import hint
from piquet.cli.saves import Slot, fresh
from piquet.cli.term import Style
from piquet.cli.voice import Voice
from piquet.dealing import fresh_seed
from piquet.naming import words
from piquet.table.choosing import limits
from piquet.table.naming import refusal
from piquet.texts import text
from piquet.view import View

__all__ = ["Sitting"]


class _Stopped(Exception):
    """A signal asks for the end: its number."""

    def __init__(self, number: int) -> None:
        self.number = number


class _Quit(Exception):
    """The player asks for the end."""


class _Again(Exception):
    """The moment is another one now, because something was taken back."""


class Sitting(Voice):
    """One person at the terminal, one partie after the other."""

    def __init__(self, game: Game, slot: Slot, style: Style, seed: str | None = None) -> None:
        super().__init__(game, style)
        self.seed = seed  # the seed that was asked for, None where one was drawn
        self.parties = 1
        self.slot = slot
        self.read_to_the_end = 0  # finished deals whose summary has been answered
        self.waits = False
        self.signal = 0
        self.unsaved = ""
        self.last_kept: object = None

    # --- the loop --------------------------------------------------------------------------------

    def sit(self, *, resumed: bool = False) -> int:
        """Play until there is no more to play or nobody to play it; return the exit code."""
        with self._signals(), contextlib.ExitStack() as at_the_end:
            at_the_end.callback(lambda: self.slot.release())  # the slot of the last partie
            try:
                self._welcome(resumed)
                while True:
                    with contextlib.suppress(_Again):
                        self._step()
            except Ended:
                self.say("")
                self._leave()
                return 1 if self.unsaved else 0
            except _Quit:
                self._leave()
                return 1 if self.unsaved else 0
            except _Stopped as stop:
                self.say("")
                self._leave()
                return 128 + stop.number

    def _step(self) -> None:
        """Carry the partie on by one action or deal."""
        game, partie = self.game, self.game.partie
        if partie.position is None and len(partie.finished) > self.read_to_the_end:
            self._deal_over()
        elif partie.needs_deal:
            game.deal()
            self.deal_begins()
            self.tell()
        elif partie.to_move is COMPUTER:
            self._do(game.computer())
        else:
            self._decide()

    def _do(self, action: Action) -> None:
        """Carry out an action of whoever is to move, and tell what followed."""
        mine = self.game.yours
        before = self.game.partie
        self.game.act(action)
        if before.position is None:
            self.tell_cut(action, mine)
        else:
            self.tell()

    def _welcome(self, resumed: bool) -> None:
        game = self.game
        rules = str(game.rules)
        self.say(text("play.welcome", rules=rules, level=text(f"play.level.{game.level}")))
        if not resumed:
            self.say(text("play.welcome_help"))
            return
        self.say(text("play.resumed"))
        self.read_to_the_end = len(game.partie.finished)
        if game.partie.position is None:
            self.read_to_the_end -= 1
            self.told = len(self.events)
        else:
            self.recall()

    # --- deciding --------------------------------------------------------------------------------

    def _choice(self) -> Choice:
        view = self.game.view
        if view is None:
            return before_the_deal(self.game.partie.legal_actions)
        return choice(view, self.style)

    def _decide(self) -> None:
        """Ask the person for one decision and carry it out."""
        forced = self.game.forced
        if forced is not None:
            if forced.kind is not Kind.PLAY:
                key = "forced_good" if forced == Action.GOOD else "forced"
                self.say(text(f"play.{key}", what=text(f"kinds.{forced.kind.name.lower()}")))
            self._do(forced)
            return
        made = self._choice()
        self._draw(made)
        while True:
            said = self._ask(made.hint, made)
            try:
                action = self._meant(said, made)
                if action is None:
                    continue
                legal = action in made.menu.legal
                if action.kind is Kind.CONCEDE and legal and not self._sure():
                    continue
                self._do(action)
            except PiquetError as error:
                self._refuse(error, made)
                continue
            return

    def _meant(self, said: str, made: Choice) -> Action | None:
        """Return the action that was typed, None where something else was to be done first."""
        if made.help == "cut":
            return cut_at(said, self.game.spread, self.game.partie.legal_actions)
        if made.exchange:
            return self._exchange(said, made)
        if said.lower() in ("s", "sink") and made.help in ("call", "count", "say"):
            self._sink(made)
            return None
        if said.lower() in ("up", "turn up") and made.turn_up is not None:
            return made.turn_up
        if not said and made.menu.default is None:
            self._draw(made)
            return None
        return made.menu.read(said)

    def _draw(self, made: Choice) -> None:
        """Print the moment: how it stands, the hand, what may be chosen."""
        view = self.game.view
        self.say()
        if view is not None:
            if made.cards or made.help == "count":
                self.show(table.status(view))
            elif made.help in ("call", "answer", "say") and any(view.scores):
                self.show(table.points(view))
            self._hand(view, made)
        elif made.help == "cut":
            self.show(table.spread(self.style))
        if made.title:
            self.say(made.title)
        self.show(table.listing(made.labels, self.style))
        if made.exchange and self.game.pending:
            self._chosen(made)

    def _hand(self, view: View, made: Choice) -> None:
        playable = None
        if made.cards:
            playable = CardSet()
            for action in view.legal_actions.of(Kind.PLAY):
                playable |= action.cards
        if made.cards or made.exchange:
            self.show(table.hand(view.hand, self.style, playable))
        else:
            self.say(text("play.hand", cards=self.style.cards(view.hand)))

    def _sink(self, made: Choice) -> None:
        start = len(made.labels) + 1
        if not made.sink():
            self.say(text("play.nothing_to_sink"))
            return
        self.say(text("play.title.sink"))
        self.show(table.listing(made.labels[start - 1 :], self.style, start))

    def _refuse(self, error: PiquetError, made: Choice) -> None:
        """Say why something cannot be done, and what can; what is still chosen is told again."""
        missing = error.values.get("cards")
        if error.code == "not_held" and isinstance(missing, CardSet):
            error = Unreadable("not_yours", cards=self.style.cards(missing))
        self.say(refusal(error, self.style))
        self.say(text("play.may", what=self._may(made)))
        if made.exchange and self.game.pending:
            self._chosen(made)
        elif made.exchange:
            made.hint = self._choice().hint

    def _may(self, made: Choice) -> str:
        """Return the legal choices in words."""
        view = self.game.view
        parts = []
        if made.help == "cut":
            parts.append(text("play.may_cut"))
        if made.exchange:
            fewest, most = limits(made.menu.legal)
            key = "may_exchange_fixed" if fewest == most else "may_exchange"
            key = key if fewest else "may_exchange_any"
            parts.append(text(f"play.{key}", fewest=words(fewest), most=words(most)))
        if made.labels:
            key = "may_number" if len(made.labels) > 1 else "may_one"
            parts.append(text(f"play.{key}", n=len(made.labels)))
        cards = CardSet()
        for action in made.menu.legal.of(Kind.PLAY):
            cards |= action.cards
        if cards and view is not None:
            parts.append(text("play.may_play", cards=self.style.cards(cards)))
        for action in made.menu.legal.of(Kind.ASK_TO_SEE):
            parts.append(str(action))
        if made.turn_up is not None:
            parts.append(text("play.may_turn"))
        if made.sunk[0]:
            parts.append(text("play.may_sink"))
        parts.append(text("play.may_help"))
        return "; ".join(parts)

    def _sure(self) -> bool:
        return self._ask(text("play.sure")).lower() in ("y", "yes")

    # --- the exchange ----------------------------------------------------------------------------

    def _exchange(self, said: str, made: Choice) -> Action | None:
        """Return the exchange once it is confirmed; until then note the cards chosen."""
        game, legal = self.game, made.menu.legal
        view = game.view
        assert view is not None  # an exchange is a decision of a deal
        kind = Kind.SET_ASIDE if legal.of(Kind.SET_ASIDE) else Kind.EXCHANGE
        low = said.lower()
        if game.pending and low in ("", "y", "yes", "ok"):
            return Action(kind, game.pending.mask)
        if not said:
            self._draw(made)
            return None
        if low.startswith(("carte", "cb", "blanche")):
            return made.menu.read(said)
        for head in ("exchange", "throw", "discard", "set aside", "change"):
            if low.startswith(head + " "):
                said = said[len(head) + 1 :]
        if said.lower() in ("nothing", "none", "keep", "0"):
            return Action(kind)
        chosen = self._typed(said, view.hand)
        missing = chosen - view.hand
        if missing:
            raise Unreadable("not_yours", cards=self.style.cards(missing))
        fewest, most = limits(legal)
        if not fewest <= len(chosen) <= most:
            raise Unreadable(
                "too_many" if len(chosen) > most else "too_few",
                n=words(len(chosen)),
                fewest=words(fewest),
                most=words(most),
            )
        game.pending = chosen
        self._chosen(made)
        return None

    def _typed(self, said: str, held: CardSet) -> CardSet:
        """Return the cards meant: named or numbered, all anew, or more (+) or fewer (-)."""
        sign = said[0] if said[0] in "+-" else ""
        rest = said[1:].strip() if sign else said
        chosen = self.game.pending
        if not sign:  # a new choice gives up the old one, also where it is refused
            self.game.pending = CardSet()
        named = held_of(rest, held)
        if sign == "+":
            return chosen | named
        return chosen - named if sign else named

    def _chosen(self, made: Choice) -> None:
        view, chosen = self.game.view, self.game.pending
        assert view is not None  # an exchange is a decision of a deal
        _, most = limits(made.menu.legal)
        cards, kept = self.style.cards(chosen), self.style.cards(view.hand - chosen)
        self.say(text("play.chosen", n=len(chosen), most=most, cards=cards))
        self.say(text("play.chosen_kept", cards=kept))
        more, less = list(view.hand - chosen)[-1:], list(chosen)[-1:]
        made.hint = text(
            "play.hint.confirm",
            n=words(len(chosen)),
            more=typed(CardSet.of(*(more or less))),
            less=typed(CardSet.of(*less)),
        )

    # --- asking ----------------------------------------------------------------------------------

    def _ask(self, hint: str, made: Choice | None = None) -> str:
        """Return what the player types here, after carrying out what can be typed anywhere."""
        while True:
            if hint:
                self.say(hint)
                if made is not None and made.exchange:
                    hint = made.hint
            self._keep(changed=True)
            print("> ", end="", flush=True)
            said = self._line()
            command = said.lower().rstrip("!.").strip()
            if not self._command(command, made):
                return said

    def _line(self) -> str:
        if self.signal:
            raise _Stopped(self.signal)
        self.waits = True
        try:
            said = line()
        finally:
            self.waits = False
        if not memory.typed_at_a_terminal():
            print(self.plain(said))
        return said

    def _command(self, said: str, made: Choice | None) -> bool:
        """Carry out a word that can be typed at any time; False for anything else."""
        head, _, rest = said.partition(" ")
        if head in ("undo", "back"):
            self._undo(rest)
            return True
        if said in ("quit", "exit", "bye"):
            raise _Quit
        if said == "save":
            self.unsaved = ""  # so that it is said again where it fails again
            self._keep()
            if not self.unsaved:
                self.say(text("play.kept" if self.game.number else "play.memory.no_deal"))
            return True
        if said in ("help", "?"):
            self.say(memory.help_text(made, self.game.rules, self.game.view))
            if made is not None:
                self._draw(made)
            return True
        if said == "rules":
            memory.rules_page(self.game.rules, self._line)
            if made is not None:
                self._draw(made)
            return True
        lines = hint(said, self.game, self.style)
        if lines is None:
            lines = memory.recall(said, self.game, self.view, self.style, self.teller())
        if lines is None:
            return False
        memory.page(lines, self.show, self._line)
        return True

    def _undo(self, rest: str) -> None:
        """Take back your last decision, some of them, or all of the deal."""
        steps = 1
        if rest in ("deal", "all"):
            steps = len(self.game.decisions)
        elif rest:
            steps = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 3 else 0
            if not steps:
                self.say(text("play.undo_what"))
                return
        taken = self.game.back(steps)
        if not taken:
            self.say(text("play.nothing_to_undo"))
            return
        self.say(text("play.undone" if taken == 1 else "play.undone_more", n=words(taken)))
        self.told = len(self.events)
        self.read_to_the_end = len(self.game.partie.finished)
        raise _Again

    # --- the end of a deal and of a partie -------------------------------------------------------

    def _deal_over(self) -> None:
        """Show what the deal brought and, after the last, what the partie is worth."""
        game, partie = self.game, self.game.partie
        self.tell()
        over = partie.outcome is not None
        target = partie.rules.game_end == "target"
        key = "deal_target" if target else "deal"
        self.head(text(f"play.over.{key}", n=len(partie.finished)))
        self.show(memory.deal_sheet(game))
        self.say()
        self.show(memory.partie_sheet(game))
        if target and not over and partie.rules.match != "single":
            self.say(text("play.over.games", mine=partie.games[0], theirs=partie.games[1]))
        if over:
            self.head(text("play.over.partie"))
            self.show(memory.settled(game))
            seed = game.seed if game.seed.isprintable() else ascii(game.seed)
            self.say(text("play.over.seed", seed=seed))
            if game.first is not None:
                self.say(text("play.over.code", code=game.first.code))
        elif partie.standing.extra and partie.standing.deals_left == 2:
            self.say(text("play.over.tied"))
        self.say()
        said = self._ask(text("play.over.again" if over else "play.over.next"))
        while said:
            if over and said.lower() in ("n", "no"):
                raise _Quit
            if said.lower() in ("y", "yes", "next", "ok", "deal"):
                break
            self.say(text("play.over.not_understood" if not over else "play.over.again_what"))
            said = self._ask(text("play.over.again" if over else "play.over.next"))
        self.read_to_the_end = len(partie.finished)
        if over:
            self._next_partie()

    def _next_partie(self) -> None:
        self.slot.forget()
        self.parties += 1
        drawn = self.seed is None
        seed = fresh_seed().hex() if drawn else f"{self.seed}/{self.parties}"
        self.game = Game(self.game.rules, self.game.level, seed)
        self.slot = fresh()
        self.read_to_the_end = self.told = 0

    # --- keeping ---------------------------------------------------------------------------------

    def _keep(self, *, changed: bool = False) -> None:
        """Keep the partie as it stands; where the disk refuses, say so once and play on.

        ``changed`` asks for it only where something has been done since it was last kept.
        """
        game = self.game
        now = (len(game.log), game.log[-1:], game.pending, len(game.undone), len(game.asked))
        if game.number == 0 or (changed and now == self.last_kept):
            return
        self.last_kept = now
        try:
            self.slot.keep(self.game.written)
            self.slot.claim()
            self.unsaved = ""
        except OSError as error:
            why = error.strerror or str(error)
            if not self.unsaved:
                self.say(text("play.not_kept", why=why))
            self.unsaved = why

    def _leave(self) -> None:
        """Keep what is unfinished and say how to go on with it."""
        if self.game.partie.outcome is not None:
            self.slot.forget()
            self.say(text("play.goodbye"))
            return
        self._keep()
        if self.game.number == 0:
            self.say(text("play.goodbye"))
        elif self.unsaved:
            key = "play.lost_since" if self.slot.time else "play.lost"
            self.say(text(key, why=self.unsaved))
        else:
            self.say(text("play.kept_goodbye"))

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Let an interruption end the sitting at the next line asked for, never in between."""

        def stop(number: int, _: FrameType | None) -> None:
            self.signal = number
            if self.waits:
                raise _Stopped(number)

        former: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            if number is not None:
                with contextlib.suppress(ValueError, OSError):  # not the main thread
                    former[number] = signal.signal(number, stop)
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)
