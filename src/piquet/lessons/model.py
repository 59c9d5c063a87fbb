"""A lesson as data: one deal that stops wherever there is something to say or to decide."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from piquet.actions import Action, Kind
from piquet.base import Person, Seat, Unreadable
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.position import Position
from piquet.record import Hands, Record
from piquet.rules import Rules
from piquet.view import Phase, View

__all__ = ["CHAPTERS", "EXCHANGES", "KINDS", "Lesson", "Reply", "Stop", "chapter"]

CHAPTERS = ("exchange", "declaring", "play", "over")
"""The parts of a deal that a learner may skip as a whole, in their order."""

KINDS = ("fewer", "throwing", "silent", "less", "suit", "other")
"""Kinds of actions that an author may answer: an exchange of fewer cards than the lesson's, one
that throws one of some cards, a card played where something can be called, a call or answer that
says less than the lesson's, a card of a suit, and whatever is left."""

_CHAPTER = {
    Phase.EXCHANGE: "exchange",
    Phase.SET_ASIDE: "exchange",
    Phase.PLAY: "play",
    Phase.OVER: "over",
}
_NONE = CardSet()
_CALLS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)
EXCHANGES = (Kind.EXCHANGE, Kind.SET_ASIDE)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the author answers: to one ``action``, or (None) to a kind of action out of KINDS.

    ``cards`` belong to the kinds ``throwing`` and ``suit``; ``good`` tells that the action is as
    good as the lesson's own.
    """

    words: str
    action: Action | None = None
    kind: str = ""
    cards: CardSet = _NONE
    good: bool = False

    def fits(self, action: Action, expected: Action) -> bool:
        """Tell whether this answers an action where the lesson does another.

        >>> fewer = Reply("Take all five.", kind="fewer")
        >>> fewer.fits(Action.parse("exchange 7S"), Action.parse("exchange 7S 8S"))
        True
        """
        if self.action is not None:
            return action == self.action
        if self.kind == "fewer":
            return action.kind in EXCHANGES and len(action.cards) < len(expected.cards)
        if self.kind == "throwing":
            return action.kind in EXCHANGES and bool(action.cards & self.cards)
        if self.kind == "silent":
            return action.kind is Kind.PLAY and expected.kind in _CALLS
        if self.kind == "less":
            return action.kind is expected.kind and action.kind in (*_CALLS, Kind.SAY)
        if self.kind == "suit":
            return action.kind is Kind.PLAY and bool(action.cards & self.cards)
        return self.kind == "other"


@dataclass(frozen=True, slots=True)
class Stop:
    """A place where the lesson stops.

    ``number`` counts from 1, ``name`` is the word of its link, ``title`` its heading.  ``text`` are
    paragraphs, ready to show: cards are written as at the table (``Q♥``, ``♠ A K 10``), ``terms``
    are the words they explain.  ``moves`` are all actions of the deal so far, of which the last
    ``carried`` were made since the stop before it (0 as well where the lesson has gone back).
    ``expected`` is what the learner is asked to do, None where there is nothing to decide; ``also``
    is as good.  ``replies`` are the author's answers to other actions.
    """

    number: int
    name: str
    title: str
    text: tuple[str, ...]
    moves: tuple[Action, ...] = ()
    carried: int = 0
    chapter: str = CHAPTERS[0]
    expected: Action | None = None
    also: tuple[Action, ...] = ()
    replies: tuple[Reply, ...] = ()
    terms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name, what it is about, the deal, the learner's seat, and the stops in order.

    ``cards`` are a whole deal or the hands after the exchange.  The learner is the first person;
    ``after`` names the lesson whose words are known already.
    """

    name: str
    title: str
    about: str
    rules: Rules
    cards: Deal | Hands
    seat: Seat
    stops: tuple[Stop, ...]
    after: str = ""

    @cached_property
    def _start(self) -> Record:
        dealer = Person.FIRST if self.seat is Seat.YOUNGER else Person.SECOND
        blank = Record(self.rules, dealer=dealer, packet=self.rules.packet[0])
        return blank.begin(self.cards)

    @property
    def code(self) -> str:
        """The code of the deal, empty where only the hands after the exchange are given."""
        return self.cards.code if isinstance(self.cards, Deal) else ""

    def record(self, stop: Stop) -> Record:
        """Return the deal written down up to a stop: what is taken over when one plays on."""
        record = self._start
        for action in stop.moves:
            record = record.after(action)
        return record

    @cached_property
    def _positions(self) -> dict[int, Position]:
        return {}

    def position(self, stop: Stop) -> Position:
        """Return the deal as it stands at a stop."""
        found = self._positions.get(stop.number)
        if found is None:
            position = self.record(stop).position
            assert position is not None  # a deal is begun
            found = self._positions[stop.number] = position
        return found

    def view(self, stop: Stop) -> View:
        """Return what the learner may know at a stop."""
        return self.position(stop).view(self.seat)

    def question(self, stop: Stop) -> Stop:
        """Return the stop that asks what the learner may do at a stop, with what it expects.

        That is the stop itself, a later one of the same moment, or, where the lesson moves on
        without asking, the stop with what is played next; nothing is expected where it is not the
        learner's turn.
        """
        for later in self.stops[stop.number - 1 :]:
            if later.moves == stop.moves and later.expected is None:
                continue
            if later.moves == stop.moves:
                return later
            goes_on = later.moves[: len(stop.moves)] == stop.moves
            if goes_on and self.position(stop).to_move is self.seat:
                return replace(stop, expected=later.moves[len(stop.moves)])
            break
        return stop

    def heard(self, stop: Stop) -> int:
        """Return how many events the learner knew before the moves that a stop carries."""
        if not stop.carried:
            return len(self.view(stop).events)
        before = stop.moves[: len(stop.moves) - stop.carried]
        position = self.record(replace(stop, moves=before)).position
        assert position is not None  # a deal is begun
        return len(position.view(self.seat).events)

    def stop(self, name: str) -> Stop:
        """Return a stop by its number or its name.

        Raises Unreadable (``lesson_step``) where there is none.
        """
        for stop in self.stops:
            if name in (str(stop.number), stop.name):
                return stop
        raise Unreadable("lesson_step", name=name[:40], most=len(self.stops))


def chapter(phase: Phase) -> str:
    """Return the part of a deal that a phase belongs to.

    >>> chapter(Phase.ANSWER)
    'declaring'
    """
    return _CHAPTER.get(phase, "declaring")
