"""Carte blanche and the exchange: claiming, setting aside, discarding and drawing."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.actions import (
    ELDER_KNOWS,
    YOUNGER_KNOWS,
    Action,
    Award,
    Category,
    EventKind,
    Kind,
    Subsets,
)
from piquet.base import Seat
from piquet.combinations import blank
from piquet.phases.state import State
from piquet.view import Phase

__all__ = ["begin", "exchange_limits", "exchanging", "grant", "legal", "set_aside_limits"]

_KNOWS = (ELDER_KNOWS, YOUNGER_KNOWS)


def begin(state: State) -> None:
    """Tell the claims that are made as soon as the cards are dealt.

    Under ``automatic`` the blank reckons by itself.  Younger who is bound to tell has no choice, so
    she is heard before elder discards; elder's own claim is an action because of his number.
    """
    for seat in Seat:
        if blank(state.hands[seat]):
            if state.rules.cb_claim == "automatic":
                _claim(state, seat, 0, scores=True)
                if seat is Seat.ELDER and state.rules.cb_proof_elder == "at_once":
                    _prove(state, seat, state.hands[seat])
            elif state.rules.cb_claim == "bound_to_tell" and seat is Seat.YOUNGER:
                _claim(state, seat, 0, scores=state.rules.cb_proof_younger == "none")


def _claim(state: State, seat: Seat, number: int, *, scores: bool) -> None:
    proof = state.rules.cb_proof_elder if seat is Seat.ELDER else state.rules.cb_proof_younger
    state.claimed, state.claimed_number, state.proof_due = seat, number, proof != "none"
    awards = (_blank_award(state, seat),) if scores else ()
    state.emit(EventKind.CLAIMED, seat, number=number, awards=awards)


def _blank_award(state: State, seat: Seat) -> Award:
    return Award(seat, state.rules.cb_points, Category.CARTE_BLANCHE, "carte_blanche")


def _prove(state: State, seat: Seat, dealt: int) -> None:
    """Show a claimed blank, twelve cards face up; it scores now unless it has scored already."""
    if state.claimed is not seat or not state.proof_due or state.phase is Phase.OVER:
        return
    state.proof_due = False
    awards = () if state.awards else (_blank_award(state, seat),)
    state.emit(EventKind.BLANCHE_SHOWN, seat, number=12, cards=dealt, awards=awards)


def exchange_limits(state: State, seat: Seat) -> tuple[int, int]:
    """Return the fewest and the most cards a seat may exchange now."""
    rules = state.rules
    if seat is Seat.YOUNGER:
        return rules.younger_min, state.left
    if state.claimed is Seat.ELDER and state.claimed_number:
        return state.claimed_number, state.claimed_number
    return rules.elder_min, rules.elder_max


def set_aside_limits(state: State) -> tuple[int, int]:
    """Return the fewest and the most cards younger may set aside for elder's blank."""
    return state.rules.younger_min, 8 - state.claimed_number


def _claims(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the numbers with which a seat may claim carte blanche now (0: none is announced)."""
    rules = state.rules
    if state.claimed is not None or rules.cb_claim == "automatic" or not blank(state.hands[seat]):
        return ()
    if seat is Seat.ELDER and rules.cb_proof_elder == "after_younger_discards":
        return tuple(range(rules.elder_min, rules.elder_max + 1))
    return (0,)


def legal(state: State) -> tuple[tuple[Kind, Sequence[int]], ...]:
    """Return what may be claimed, set aside or exchanged."""
    seat = state.mover
    hand = state.hands[seat]
    if state.phase is Phase.SET_ASIDE:
        return ((Kind.SET_ASIDE, Subsets(hand, *set_aside_limits(state))),)
    claims = _claims(state, seat)
    if claims and state.rules.cb_claim == "bound_to_tell":
        return ((Kind.CARTE_BLANCHE, claims),)
    exchange = (Kind.EXCHANGE, Subsets(hand, *exchange_limits(state, seat)))
    return ((Kind.CARTE_BLANCHE, claims), exchange) if claims else (exchange,)


def exchanging(state: State, action: Action) -> bool:
    """Carry out an action of the exchange; return True when both have exchanged."""
    kind = action.kind
    if kind is Kind.CARTE_BLANCHE:
        _claimed(state, action.number)
    elif kind is Kind.SET_ASIDE:
        cards = action.payload
        state.aside = cards
        state.phase = Phase.EXCHANGE
        state.to_move = Seat.ELDER
        state.emit(
            EventKind.SET_ASIDE,
            Seat.YOUNGER,
            number=cards.bit_count(),
            cards=cards,
            knows=YOUNGER_KNOWS,
        )
        _prove(state, Seat.ELDER, state.hands[Seat.ELDER])
    elif state.to_move is Seat.ELDER:
        _elder_exchanges(state, action.payload)
        if state.aside is not None:
            _younger_exchanges(state, state.aside)
            return True
    else:
        _younger_exchanges(state, action.payload)
        return True
    return False


def _claimed(state: State, number: int) -> None:
    seat = state.mover
    proof = state.rules.cb_proof_elder if seat is Seat.ELDER else state.rules.cb_proof_younger
    _claim(state, seat, number, scores=proof == "none")
    if proof == "after_younger_discards":
        state.phase = Phase.SET_ASIDE
        state.to_move = Seat.YOUNGER
    elif proof != "none":
        _prove(state, seat, state.hands[seat])


def _elder_exchanges(state: State, cards: int) -> None:
    blank_younger = state.hands[Seat.YOUNGER]
    _discard(state, Seat.ELDER, cards)
    if state.rules.cb_proof_younger == "after_elder_discards":
        _prove(state, Seat.YOUNGER, blank_younger)
    if state.outcome is not None:
        return
    _draw(state, Seat.ELDER, cards.bit_count())
    rest = state.talon[state.drawn : 5]
    if rest and state.rules.elder_peek == "rest_of_five":
        looked = sum(rest)
        state.emit(
            EventKind.LOOKED_AT_REST,
            Seat.ELDER,
            number=len(rest),
            cards=looked,
            knows=ELDER_KNOWS,
        )
    _prove(state, Seat.YOUNGER, blank_younger)
    state.to_move = Seat.YOUNGER


def _younger_exchanges(state: State, cards: int) -> None:
    _discard(state, Seat.YOUNGER, cards)
    _prove(state, Seat.ELDER, _dealt(state, Seat.ELDER))
    _draw(state, Seat.YOUNGER, cards.bit_count())
    if state.rules.elder_peek == "rest_of_five":
        state.learn(Seat.ELDER, sum(state.talon[state.drawn : 5]))
    state.kept = state.hands


def _dealt(state: State, seat: Seat) -> int:
    """Return the twelve cards dealt to a seat."""
    for event in state.events:
        if event.kind is EventKind.DEALT and event.seat is seat:
            return event.cards or 0
    return 0


def _discard(state: State, seat: Seat, cards: int) -> None:
    state.set_hand(seat, state.hands[seat] & ~cards)
    number = cards.bit_count()
    state.emit(EventKind.DISCARDED, seat, number=number, cards=cards, knows=_KNOWS[seat])


def _draw(state: State, seat: Seat, number: int) -> None:
    cards = sum(state.talon[state.drawn : state.drawn + number])
    state.drawn += number
    state.set_hand(seat, state.hands[seat] | cards)
    state.learn(seat, cards)
    state.emit(EventKind.DREW, seat, number=number, cards=cards, knows=_KNOWS[seat])


def grant(state: State, seat: Seat) -> None:
    """Score a carte blanche that was proved before the exchange became known."""
    _claim(state, seat, 0, scores=True)
    state.proof_due = False
