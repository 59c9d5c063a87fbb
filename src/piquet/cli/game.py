"""A partie against the computer: who moves, what is dealt, what can be taken back, what is kept.

Nothing here prints or reads: :mod:`piquet.cli.play` is its face.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from piquet.actions import Action, Kind
from piquet.base import Person, Seat, Unreadable
from piquet.cards import CARDS, Card, CardSet
from piquet.dealing import Deal, seed_bytes
from piquet.partie import Partie
from piquet.players import make
from piquet.position import Position
from piquet.record import Part, Record, read, write
from piquet.rules import Rules
from piquet.texts import text
from piquet.view import View

__all__ = ["COMPUTER", "YOU", "Game"]

YOU, COMPUTER = Person.FIRST, Person.SECOND


class Game:
    """One partie of a person against the computer, with everything needed to keep it.

    >>> game = Game(Rules.named("rubicon"), "club", "letter")
    >>> str(game.partie.to_move), len(game.spread)
    ('first', 32)

    Raises Unreadable for an unknown level, a seed or a deal code that cannot be read.
    """

    def __init__(self, rules: Rules, level: str, seed: str, code: str = "") -> None:
        self.rules = rules
        self.level = level
        self.seed = seed
        self.first = Deal.from_code(code) if code else None
        self.begun = Record(rules)  # how the partie began: by the cut, or taken over from a record
        self._seed = seed_bytes(seed)
        self._player = make(level, int.from_bytes(self._hash("computer")[:8], "big"))
        self.log: list[Action | Deal] = []  # all that has been done, in order
        self._path: list[Partie] = [Partie(rules)]
        self.position: Position | None = None  # the deal in play or, between deals, the last one
        self.undone: set[int] = set()  # the deals in which something was taken back
        self.asked: set[int] = set()  # those in which the Oracle was asked
        self.pending = CardSet()

    def _hash(self, *parts: object) -> bytes:
        return hashlib.sha256(self._seed + repr(parts).encode()).digest()

    # --- what stands -----------------------------------------------------------------------------

    @property
    def partie(self) -> Partie:
        """The partie as it stands."""
        return self._path[-1]

    @property
    def seat(self) -> Seat:
        """Your seat in the deal in play."""
        return self.partie.seat(YOU)

    @property
    def view(self) -> View | None:
        """What you may know of the deal in play, None before and between deals."""
        position = self.partie.position
        return None if position is None else position.view(self.seat)

    @property
    def assisted(self) -> set[int]:
        """The numbers of the deals marked as assisted."""
        return self.undone | self.asked

    @property
    def yours(self) -> bool:
        """Whether it is for you to act."""
        return self.partie.to_move is YOU

    @property
    def last_seat(self) -> Seat:
        """Your seat in the deal in play or, between deals, in the last one."""
        partie = self.partie
        if partie.position is None and partie.finished:
            return Seat.YOUNGER if partie.finished[-1].dealer is YOU else Seat.ELDER
        return Seat.ELDER if partie.dealer is None else self.seat

    @property
    def number(self) -> int:
        """How many deals have begun since the cut, over all games."""
        return len(self.partie.finished) + (self.partie.position is not None)

    @property
    def forced(self) -> Action | None:
        """The one thing you can do now, None where there is a choice or a card to be played."""
        legal = self.partie.legal_actions
        if not self.yours or len(legal) != 1:
            return None
        action = legal[0]
        if action.kind is not Kind.PLAY:
            return action
        view = self.view
        return action if view is not None and len(view.hand) == 1 else None

    # --- what is done ----------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do something for whoever is to move.

        Raises Illegal, which names the rule, where it is not legal.
        """
        partie = self.partie
        after = partie.after(action)
        if partie.position is not None:
            self.position = partie.position.after(action)
        self.pending = CardSet()
        self._go(action, after)

    def deal(self) -> None:
        """Deal the next cards: the given deal first, then those of the seed."""
        number = len(self.partie.finished) + 1
        deal = Deal.numbered(self._seed, number)
        if number == 1 and self.first is not None:
            deal = self.first
        self._begin(deal)

    def _begin(self, deal: Deal) -> None:
        partie = self.partie
        after = partie.begin(deal)
        self.position = after.position or Position(deal, self.rules, partie.standing)
        self._go(deal, after)

    def _go(self, done: Action | Deal, after: Partie) -> None:
        self.log.append(done)
        self._path.append(after)

    def computer(self) -> Action:
        """Return what the computer does, from what it may know alone."""
        partie = self.partie
        if partie.position is not None:
            return self._player.act(partie.position.view(partie.seat(COMPUTER)))
        legal = partie.legal_actions
        if legal.kinds == (Kind.CUT,):
            place = self._hash("place", len(partie.cuts))[0] % 32
            card = self.spread[place]
            if Action(Kind.CUT, card.mask) not in legal:
                card = self.spread[(place + 1) % 32]
            return Action(Kind.CUT, card.mask)
        return legal[0]  # it deals first, to be elder in the last deal; by the smaller packet

    @property
    def spread(self) -> tuple[Card, ...]:
        """The pack as it lies spread for this cut."""
        cut = len(self.partie.cuts) // 2
        return tuple(sorted(CARDS, key=lambda card: self._hash("cut", cut, card.index)))

    # --- taking back and keeping -----------------------------------------------------------------

    def _own(self, place: int) -> bool:
        """Tell whether something was yours to decide at a place of the log."""
        now = self._path[place]
        if now.to_move is not YOU or now.position is None:
            return False
        legal = now.legal_actions
        return len(legal) > 1 or (legal[0].kind is Kind.PLAY and _cards_left(now) > 1)

    @property
    def decisions(self) -> list[int]:
        """The places in the log of what you have decided in this deal, or the one just over."""
        places = []
        for place in range(len(self.log) - 1, -1, -1):
            if isinstance(self.log[place], Deal):
                break
            if self._own(place):
                places.append(place)
        return places[::-1]

    def back(self, steps: int = 1) -> int:
        """Take back your last decisions of the deal, at most all; return how many were taken back.

        The cards stay as they are, and the deal is marked as assisted.
        """
        places = self.decisions
        steps = min(steps, len(places))
        if steps < 1:
            return 0
        place = places[-steps]
        del self.log[place:]
        del self._path[place + 1 :]
        self.position = self.partie.position
        self.pending = CardSet()
        self.undone.add(self.number)
        return steps

    @property
    def written(self) -> str:
        """The partie written down, with what is needed to go on with it among its headers."""
        headers = [
            ("Event", text("play.event", level=self.level)),
            ("First", text("play.record_you")),
            ("Second", text("play.record_computer")),
            ("Level", self.level),
            ("Seed", json.dumps(self.seed)),
        ]
        if self.first is not None:
            headers.append(("First cards", self.first.code))
        for name, numbers in (
            ("Assisted", self.assisted),
            ("Taken back", self.undone),
            ("Oracle asked", self.asked),
        ):
            if numbers:
                headers.append((name, " ".join(map(str, sorted(numbers)))))
        if self.pending:
            headers.append(("Chosen", str(self.pending)))
        parts: list[Part] = []
        for done in self.log:
            if isinstance(done, Deal):
                parts.append(Part(done))
            elif not parts or (parts[-1].cards and self._starts(len(parts), done)):
                parts.append(Part(None, (done,)))
            else:
                parts[-1] = replace(parts[-1], actions=(*parts[-1].actions, done))
        return write(replace(self.begun, headers=tuple(headers), parts=tuple(parts), _now=None))

    @staticmethod
    def _starts(parts: int, action: Action) -> bool:
        """Tell whether an action belongs before a deal, not to the deal before it."""
        return parts > 0 and action.kind in (Kind.CUT, Kind.DEALER, Kind.PACKET)

    @classmethod
    def of(cls, words: str) -> Game:
        """Return the partie that was written down, played through again.

        Raises Unreadable (``save_unfit``) for a text that does not hold such a partie.
        """
        try:
            record = read(words)
            seed = json.loads(record.header("Seed"))
            if not isinstance(seed, str):
                raise ValueError(seed)
            game = cls(record.rules, record.header("Level"), seed, record.header("First cards"))
            game._replay(record)
            assisted, undone, asked = (
                {int(number) for number in record.header(name).split()}
                for name in ("Assisted", "Taken back", "Oracle asked")
            )
            game.asked = asked
            game.undone = undone | (assisted - asked)  # an older record names the mark alone
            game.pending = CardSet.parse(record.header("Chosen"))
        except (ValueError, RecursionError) as error:  # a PiquetError is a ValueError
            raise Unreadable("save_unfit", why=error) from None
        return game

    def _replay(self, record: Record) -> None:
        """Begin as a record begins, and do all that was done in it."""
        self.begun = replace(record, headers=(), parts=(), comments=(), _now=None)
        self._path = [self.begun.start()]
        for part in record.parts:
            if isinstance(part.cards, Deal):
                self._begin(part.cards)
            for action in part.actions:
                self.act(action)

    @classmethod
    def taken_over(cls, record: Record, level: str, seed: str) -> Game:
        """Return a game that goes on from where a record of whole deals ends, as its first person.

        Raises Unreadable for an unknown level or a seed that cannot be read.
        """
        game = cls(record.rules, level, seed)
        game._replay(record)
        return game


def _cards_left(partie: Partie) -> int:
    position = partie.position
    return 0 if position is None else len(position.hands[partie.seat(YOU)])
