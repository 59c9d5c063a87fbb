"""One deal, from the cards dealt to the last trick: what may be done, and what follows."""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter

from piquet.actions import Action, Award, Category, Event, EventKind, Kind, LegalActions
from piquet.base import Illegal, Seat
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.phases import declaring, exchanging, playing
from piquet.phases.refusing import (
    as_seat,
    refusal,
    require_deal,
    require_rules,
    require_standing,
)
from piquet.phases.state import Outcome, State
from piquet.rules import Rules
from piquet.view import Phase, Standing, View

__all__ = ["Outcome", "Position"]


class Position:
    """A moment of one deal.  It never changes: :meth:`after` returns the next one.

    >>> from piquet.dealing import Deal
    >>> start = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> start.phase.value, str(start.to_move), len(start.legal_actions)
    ('exchange', 'elder', 1585)
    >>> start.after(start.legal_actions[0]).to_move
    <Seat.YOUNGER: 1>
    """

    def __init__(self, deal: Deal, rules: Rules, standing: Standing | None = None) -> None:
        require_deal(deal)
        state = _new_state(rules, standing)
        state.talon = tuple(card.mask for card in deal.talon)
        state.phase = Phase.EXCHANGE
        _deal_hands(state, deal.elder, deal.younger)
        exchanging.begin(state)
        _halt(state)
        self._state = state
        self._deal: Deal | None = deal

    @classmethod
    def from_hands(
        cls,
        elder: CardSet,
        younger: CardSet,
        rules: Rules,
        standing: Standing | None = None,
        carte_blanche: Seat | None = None,
    ) -> Position:
        """Return the position after an exchange that is not known, elder to call.

        ``carte_blanche`` names the seat that has proved one.  Talon and discards are unknown.

        >>> elder = CardSet.parse("SAKQJT HA98 DA8 CA7")
        >>> younger = CardSet.parse("S98 HKQJ7 DKQ9 CKJ9")
        >>> Position.from_hands(elder, younger, Rules.named("cavendish")).phase.value
        'call'

        Raises Illegal (``hand_size``, ``card_in_both_hands``) for hands that are not twelve
        distinct cards.
        """
        for seat, hand in zip(Seat, (elder, younger), strict=True):
            if len(hand) != 12:
                raise Illegal("hand_size", seat=seat, number=len(hand))
        if elder & younger:
            raise Illegal("card_in_both_hands", cards=elder & younger)
        position = cls.__new__(cls)
        state = _new_state(rules, standing)
        state.talon = ()
        state.phase = Phase.CALL
        _deal_hands(state, elder, younger)
        if carte_blanche is not None:
            state.phase = Phase.EXCHANGE
            exchanging.grant(state, as_seat(carte_blanche))
        _start_calls(state)
        _halt(state)
        position._state = state
        position._deal = None
        return position

    @classmethod
    def scored(
        cls, elder: int, younger: int, rules: Rules, standing: Standing | None = None
    ) -> Position:
        """Return the end of a deal of which only the points of both seats are known.

        >>> Position.scored(28, 23, Rules.named("cavendish")).outcome
        Outcome(elder=28, younger=23, out=None)
        """
        position = cls.__new__(cls)
        state = _new_state(rules, standing)
        state.talon = ()
        state.hands = state.kept = state.known = (0, 0)
        state.scores = (elder, younger)
        reached = [seat for seat in Seat if _total(state, seat) >= rules.target]
        at_once = rules.game_end == "target" and rules.target_check == "reckoning_order"
        out = reached[0] if at_once and len(reached) == 1 else None
        state.outcome = Outcome(elder, younger, out)
        _halt(state)
        position._state = state
        position._deal = None
        return position

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._state.rules

    @property
    def standing(self) -> Standing:
        """How the partie stood when the deal began."""
        return self._state.standing

    @property
    def deal(self) -> Deal | None:
        """The cards as dealt; None where only the hands after the exchange are known."""
        return self._deal

    @property
    def phase(self) -> Phase:
        """The stage of the deal."""
        return self._state.phase

    @property
    def to_move(self) -> Seat | None:
        """The seat to act, None when the deal is over."""
        return self._state.to_move

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, hidden cards and all."""
        return self._state.events

    @property
    def awards(self) -> tuple[Award, ...]:
        """The score sheet: everything scored so far, in the order of time."""
        return self._state.awards

    @property
    def scores(self) -> tuple[int, int]:
        """What elder and younger have scored in this deal so far."""
        return self._state.scores

    @property
    def hands(self) -> tuple[CardSet, CardSet]:
        """The cards elder and younger hold now."""
        return CardSet(self._state.hands[0]), CardSet(self._state.hands[1])

    @property
    def tricks(self) -> tuple[int, int]:
        """Tricks taken by elder and younger."""
        return self._state.tricks

    @property
    def outcome(self) -> Outcome | None:
        """The points of both when the deal is over, None before."""
        return self._state.outcome

    @cached_property
    def legal_actions(self) -> LegalActions:
        """The legal actions of the seat to move: ordered, lazy, empty when the deal is over."""
        return LegalActions(tuple(_legal(self._state)))

    def after(self, action: Action) -> Position:
        """Return the position that follows an action of the seat to move.

        >>> start = Position(Deal.random("letter"), Rules.named("rubicon"))
        >>> start.after(Action.GOOD)
        Traceback (most recent call last):
            ...
        piquet.base.Illegal: "good" cannot be said or done now; what can: exchange.

        Raises Illegal, which names the rule, for an action that is not legal now, TypeError for
        what is no action.  Who acts is not asked: that is for whoever keeps the table.
        """
        if action not in self.legal_actions:
            raise refusal(self._state, action, self.legal_actions)
        state = self._state.copy()
        _act(state, action)
        _halt(state)
        new = Position.__new__(Position)
        new._state = state
        new._deal = self._deal
        return new

    def view(self, seat: Seat) -> View:
        """Return what a seat may know: what it saw and, when it is to move, its legal actions.

        Raises TypeError for what is no seat (a person is none).
        """
        if not isinstance(seat, Seat):
            seat = as_seat(seat)
        state = self._state
        legal = self.legal_actions if state.to_move is seat else LegalActions()
        return View(
            seat,
            state.rules,
            state.standing,
            state.phase,
            state.to_move,
            state.seen[seat],
            legal,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(_WHOLE(self._state) == _WHOLE(other._state))

    def __hash__(self) -> int:
        return hash(_WHOLE(self._state))

    def __repr__(self) -> str:
        return f"<Position: {self.phase}, to move {self.to_move}, scores {self.scores}>"


_WHOLE = attrgetter("rules", "standing", "talon", "events", "scores")
"""What a position follows from: the rest of its state is what these add up to."""


def _new_state(rules: Rules, standing: Standing | None) -> State:
    require_rules(rules)
    state = State()
    state.rules = rules
    state.standing = Standing.first(rules) if standing is None else standing
    require_standing(state.standing)
    state.drawn = 0
    state.to_move = Seat.ELDER
    state.events = ()
    state.seen = ((), ())
    state.awards = ()
    state.scores = (0, 0)
    return state


def _deal_hands(state: State, elder: CardSet, younger: CardSet) -> None:
    state.hands = state.kept = state.known = (elder.mask, younger.mask)
    for seat in Seat:
        state.emit(EventKind.DEALT, seat, number=12, cards=state.hands[seat], knows=1 << seat)


def _start_calls(state: State) -> None:
    if state.outcome is not None:
        return
    state.phase, state.to_move = Phase.CALL, Seat.ELDER
    state.calling = True
    if state.rules.declare_by == "auto":
        declaring.declare_all(state)


def _total(state: State, seat: Seat) -> int:
    return state.standing.scores[seat] + state.scores[seat]


def _halt(state: State) -> None:
    """Leave nobody to move once the deal is over, at whatever step it ended."""
    if state.outcome is not None:
        state.phase, state.to_move = Phase.OVER, None


def _legal(state: State) -> declaring.Parts:
    phase = state.phase
    if state.to_move is None:
        return []
    if phase is Phase.PLAY:
        return [*playing.plays(state), *playing.asks(state, state.to_move)]
    if phase in (Phase.EXCHANGE, Phase.SET_ASIDE):
        return list(exchanging.legal(state))
    if phase is Phase.CALL:
        return _calls_and_leads(state)
    if phase is Phase.ANSWER:
        return declaring.answers(state)
    if phase is Phase.SAY:
        return declaring.sayings(state)
    if phase is Phase.LEFT:
        return [*playing.looks(state), (Kind.PASS, (0,))]
    return [
        *declaring.counts(state),
        *playing.looks(state),
        *playing.asks(state, Seat.YOUNGER),
        *playing.count_ends(state),
    ]


def _calls_and_leads(state: State) -> declaring.Parts:
    if state.named:
        return playing.leads(state)
    calls = declaring.calls(state)
    if calls and not state.rules.sinking:
        return calls
    return [
        *calls,
        *playing.names(state),
        *playing.leads(state),
        *playing.concessions(state),
    ]


def _act(state: State, action: Action) -> None:
    kind = action.kind
    if kind is Kind.PLAY:
        _play(state, action.payload)
    elif state.phase in (Phase.EXCHANGE, Phase.SET_ASIDE):
        if exchanging.exchanging(state, action):
            _start_calls(state)
    elif state.phase is Phase.ANSWER:
        declaring.answer(state, action)
    elif kind in (Kind.POINT, Kind.SEQUENCE, Kind.SET):
        (declaring.call if state.phase is Phase.CALL else declaring.count)(state, action)
    elif kind is Kind.SAY:
        declaring.say(state, action)
    elif kind is Kind.ASK_TO_SEE:
        playing.ask_to_see(state, Category(action.number))
    elif kind is Kind.NAME_SUIT:
        playing.name_suit(state, action.number)
    elif kind in (Kind.LOOK, Kind.SHOW_LEFT):
        playing.look(state)
    elif kind is Kind.CONCEDE:
        _concede(state)
    else:
        _end_count(state)
        playing.pass_(state)


def _play(state: State, card: int) -> None:
    if state.phase is Phase.CALL:
        state.calling, state.counting = False, True
        state.phase = Phase.COUNT
        playing.play(state, card)
        if state.rules.declare_by == "auto":
            declaring.declare_all(state)
        return
    _end_count(state)
    playing.play(state, card)


def _end_count(state: State) -> None:
    if state.phase is Phase.COUNT:
        state.phase = Phase.PLAY
        state.counting = False


def _concede(state: State) -> None:
    if state.phase is Phase.CALL:
        state.calling, state.counting = False, True
    else:
        _end_count(state)
    playing.concede(state)
    if state.phase is Phase.COUNT and state.rules.declare_by == "auto":
        declaring.declare_all(state)
