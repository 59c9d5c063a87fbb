"""The whole state of one deal, and the one way by which events and awards enter it."""

from __future__ import annotations

from typing import NamedTuple

from piquet.actions import BOTH_KNOW, Award, Category, Event, EventKind, Kind
from piquet.base import Seat
from piquet.reckoning import FirstOut, bonus, first_out
from piquet.rules import Rules
from piquet.view import Phase, Standing

__all__ = ["Call", "Outcome", "State"]


class Outcome(NamedTuple):
    """What a finished deal brought: points of elder and younger; who was out in a target game."""

    elder: int
    younger: int
    out: Seat | None = None


class Call(NamedTuple):
    """All that has happened in one of point, sequences and sets.

    ``mask`` and ``key`` are the cards elder called and the key of the best combination in them,
    ``answer`` is GOOD, EQUAL, NOT_GOOD, SAY (he declined to say what it makes) or None, ``elder``
    and ``younger`` the cards each has counted or, where equal, named.
    """

    mask: int = 0
    key: int = 0
    asked: bool = False
    answer: Kind | None = None
    elder: int = 0
    younger: int = 0

    @property
    def length(self) -> int:
        """The number of cards that elder called."""
        return self.key >> 8


class State:
    """The state of one deal.  A copy is changed while an action is carried out, never later."""

    rules: Rules
    standing: Standing
    hands: tuple[int, int]
    kept: tuple[int, int]
    known: tuple[int, int]
    """Every card that each seat knows not to be the other's: it has had it in hand before the play,
    or has looked at it and knows it to lie in the talon."""
    talon: tuple[int, ...]
    drawn: int
    phase: Phase
    to_move: Seat | None
    events: tuple[Event, ...]
    seen: tuple[tuple[Event, ...], tuple[Event, ...]]
    awards: tuple[Award, ...]
    scores: tuple[int, int]

    claimed: Seat | None = None
    claimed_number: int = 0
    proof_due: bool = False
    aside: int | None = None
    calls: tuple[Call, Call, Call] = (Call(), Call(), Call())
    pending: Category = Category.POINT
    calling: bool = False
    counting: bool = False
    named: int = 0
    left_settled: bool = False
    led: int = 0
    leader: Seat = Seat.ELDER
    tricks: tuple[int, int] = (0, 0)
    shown: frozenset[tuple[Seat, Category]] = frozenset()
    conceded: Seat | None = None
    bonus_given: bool = False
    outcome: Outcome | None = None

    def copy(self) -> State:
        """Return a copy that may be changed until it is handed out."""
        new = State.__new__(State)
        new.__dict__.update(self.__dict__)
        return new

    @property
    def mover(self) -> Seat:
        """The seat to move, while the deal is not over."""
        return Seat.ELDER if self.to_move is Seat.ELDER else Seat.YOUNGER

    @property
    def left(self) -> int:
        """How many cards are left in the talon (none where the talon is not known)."""
        return len(self.talon) - self.drawn

    def call(self, category: int) -> Call:
        """Return what has happened in a category."""
        return self.calls[category - Category.POINT]

    def set_call(self, category: int, call: Call) -> None:
        """Replace what has happened in a category."""
        calls = list(self.calls)
        calls[category - Category.POINT] = call
        self.calls = (calls[0], calls[1], calls[2])

    def set_hand(self, seat: Seat, mask: int) -> None:
        """Replace the cards a seat holds."""
        self.hands = (mask, self.hands[1]) if seat is Seat.ELDER else (self.hands[0], mask)

    def learn(self, seat: Seat, mask: int) -> None:
        """Note cards that a seat has seen from its own side."""
        known = list(self.known)
        known[seat] |= mask
        self.known = (known[0], known[1])

    def opened(self) -> frozenset[int]:
        """Return the categories of the hand in which somebody may still score."""
        if self.phase in (Phase.EXCHANGE, Phase.SET_ASIDE):
            blank = () if self.awards else (Category.CARTE_BLANCHE,)
            return frozenset((*blank, 2, 3, 4))
        if not (self.calling or self.counting):
            return frozenset()
        return frozenset(
            number
            for number, call in enumerate(self.calls, Category.POINT)
            if not call.younger and call.answer not in (Kind.GOOD, Kind.EQUAL)
        )

    def emit(
        self,
        kind: EventKind,
        seat: Seat,
        *,
        category: int = 0,
        number: int = 0,
        spoken: tuple[int, ...] = (),
        cards: int = 0,
        knows: int = BOTH_KNOW,
        awards: tuple[Award, ...] = (),
    ) -> None:
        """Add an event with its awards, and with the bonus that falls due before or after each."""
        rich = self.scores[0] >= 30 or self.scores[1] >= 30
        if awards or rich or self.rules.game_end == "target":
            awards = self._score(awards)
        event = Event(kind, seat, category, number, spoken, cards, knows, awards)
        self.events += (event,)
        elder, younger = self.seen
        if knows == BOTH_KNOW:
            self.seen = ((*elder, event), (*younger, event))
        else:
            self.seen = ((*elder, event.seen(Seat.ELDER)), (*younger, event.seen(Seat.YOUNGER)))

    def _score(self, awards: tuple[Award, ...]) -> tuple[Award, ...]:
        before = len(self.awards)
        if all(award.category >= Category.PLAY for award in awards):
            # What a hand counts now reckons before a bonus that hung on it.
            self._add_bonus()
        for award in awards:
            if award.points and self.outcome is None:
                self._add(award)
                self._add_bonus()
        self._settle_target()
        return self.awards[before:]

    def _add(self, award: Award) -> None:
        self.awards += (award,)
        elder, younger = self.scores
        if award.seat is Seat.ELDER:
            self.scores = (elder + award.points, younger)
        else:
            self.scores = (elder, younger + award.points)

    def _add_bonus(self) -> None:
        if self.bonus_given or self.outcome is not None or max(self.scores) < 30:
            return
        due = bonus(self.awards, self.rules, self.opened())
        if due is not None:
            self.bonus_given = True
            self._add(due)

    def _settle_target(self) -> None:
        """End the deal as soon as somebody is out in a game to a target."""
        if self.rules.game_end != "target" or self.rules.target_check != "reckoning_order":
            return
        if self.outcome is not None:
            return
        before = self.standing.scores
        if all(before[seat] + self.scores[seat] < self.rules.target for seat in Seat):
            return
        out = first_out(before, self.awards, self.rules, self.opened())
        if out is not None:
            self.finish(out)

    def finish(self, out: FirstOut | None = None) -> None:
        """End the deal, at the score where somebody was out or at all that was scored."""
        self.phase = Phase.OVER
        self.to_move = None
        if out is None:
            self.outcome = Outcome(*self.scores)
        else:
            elder, younger = self.standing.scores
            self.outcome = Outcome(out.scores[0] - elder, out.scores[1] - younger, out.seat)
