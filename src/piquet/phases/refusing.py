"""Why something is refused: the rule an action breaks, or what was handed in by mistake."""

from __future__ import annotations

from collections.abc import Callable

from piquet.actions import Action, Category, Kind, LegalActions
from piquet.base import Illegal, Person, Seat
from piquet.cards import Card, CardSet, Suit
from piquet.combinations import blank, callable_masks, courts
from piquet.dealing import Deal
from piquet.phases.exchanging import exchange_limits, set_aside_limits
from piquet.phases.state import State
from piquet.rules import Rules
from piquet.texts import text
from piquet.view import Phase, Standing

__all__ = [
    "as_person",
    "as_seat",
    "not_now",
    "refusal",
    "require_action",
    "require_deal",
    "require_rules",
    "require_standing",
]

_CALL_KINDS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)
_ANSWER_KINDS = (Kind.GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.NOT_GOOD)


def refusal(state: State, action: Action, legal: LegalActions) -> Illegal:
    """Return the refusal of an action that is not legal: the most telling reason there is.

    Raises TypeError for what is no action at all.
    """
    require_action(action)
    if state.to_move is None:
        return Illegal("deal_over", action=action)
    kind = action.kind
    missing = action.cards - CardSet(state.hands[state.to_move])
    if missing and kind in (*_CALL_KINDS, Kind.EXCHANGE, Kind.SET_ASIDE, Kind.SAY, Kind.PLAY):
        return Illegal("not_held", cards=missing, seat=state.to_move)
    explain = _REASONS.get(kind)
    found = explain(state, action) if explain else None
    return found or not_now(action, legal)


def not_now(action: Action, legal: LegalActions) -> Illegal:
    """Return the refusal that says what can be done instead."""
    kinds = dict.fromkeys(text(f"kinds.{kind.name.lower()}") for kind in legal.kinds)
    return Illegal("not_now", action=action, legal=", ".join(kinds))


def _play(state: State, action: Action) -> Illegal | None:
    if state.phase is Phase.COUNT and state.led:
        owed = _owed(state)
        if owed is not None:
            return Illegal("answer_owed", category=text(f"categories.{owed}"))
    if state.led:
        led = Card(state.led.bit_length() - 1)
        return Illegal("revoke", card=action.card, led=led, suit=_suit_name(led.suit))
    if state.named:
        return Illegal("named_suit", card=action.card, suit=_suit_name(Suit(state.named - 1)))
    if state.phase is Phase.CALL:
        return Illegal("call_all_first")
    return None


def _suit_name(suit: Suit) -> str:
    return text(f"suits.{suit.name.lower()}")


def _owed(state: State) -> Category | None:
    for number, call in enumerate(state.calls, Category.POINT):
        if call.answer in (Kind.EQUAL, Kind.NOT_GOOD) and not call.younger:
            return Category(number)
    return None


def _exchange(state: State, action: Action) -> Illegal | None:
    if state.phase is not Phase.EXCHANGE or state.to_move is None:
        return None
    seat = state.to_move
    if (
        blank(state.hands[seat])
        and state.claimed is None
        and state.rules.cb_claim == "bound_to_tell"
    ):
        return Illegal("blank_bound")
    fewest, most = exchange_limits(state, seat)
    number = len(action.cards)
    if seat is Seat.ELDER and state.claimed is seat and state.claimed_number:
        return Illegal("exchange_announced", number=number, announced=fewest)
    return Illegal("exchange_number", seat=seat, number=number, fewest=fewest, most=most)


def _set_aside(state: State, action: Action) -> Illegal | None:
    if state.phase is not Phase.SET_ASIDE:
        return None
    fewest, most = set_aside_limits(state)
    return Illegal(
        "exchange_number", seat=Seat.YOUNGER, number=len(action.cards), fewest=fewest, most=most
    )


def _blank(state: State, action: Action) -> Illegal | None:
    if state.phase is not Phase.EXCHANGE or state.to_move is None:
        return None
    if state.claimed is not None or state.rules.cb_claim == "automatic":
        return None
    if not blank(state.hands[state.to_move]):
        return Illegal("blank_not_held", cards=CardSet(courts(state.hands[state.to_move])))
    return Illegal("blank_number", number=action.number)


def _call(state: State, action: Action) -> Illegal | None:
    category = Category(Category.POINT + action.kind - Kind.POINT)
    name = text(f"categories.{category}")
    if state.phase not in (Phase.CALL, Phase.COUNT) or state.to_move is None or state.named:
        return None
    made = state.call(category)
    if action.payload not in callable_masks(category, state.hands[state.to_move], state.rules):
        return Illegal(f"no_{_CODES[category]}", cards=action.cards)
    if state.phase is Phase.COUNT:
        if made.answer is Kind.GOOD:
            return Illegal("answered_good", category=name)
        if made.younger:
            return Illegal("counted_already", category=name)
        return Illegal("count_must_fit", category=name, cards=action.cards)
    if made.answer is not None and made.answer is not Kind.GOOD:
        return Illegal("called_already", category=name)
    if category is Category.POINT:
        code = "called_already" if made.answer else "point_first"
        return Illegal(code, category=name)
    if not state.rules.sinking and state.call(Category.POINT).answer is None:
        return Illegal("point_first", category=name)
    return Illegal("call_one", category=name) if made.answer is None else Illegal("count_lower")


_CODES = {Category.POINT: "point", Category.SEQUENCES: "sequence", Category.SETS: "set"}


def _answer(state: State, action: Action) -> Illegal | None:
    if state.phase is not Phase.ANSWER:
        return None
    return Illegal(
        "answer_not_borne_out", answer=action, category=text(f"categories.{state.pending}")
    )


def _say(state: State, action: Action) -> Illegal | None:
    if state.phase is not Phase.SAY:
        return None
    said = action.cards or f'"{action}"'
    return Illegal("say_other", cards=said, number=state.call(state.pending).length)


_REASONS: dict[Kind, Callable[[State, Action], Illegal | None]] = {
    Kind.PLAY: _play,
    Kind.EXCHANGE: _exchange,
    Kind.SET_ASIDE: _set_aside,
    Kind.CARTE_BLANCHE: _blank,
    **dict.fromkeys(_CALL_KINDS, _call),
    **dict.fromkeys(_ANSWER_KINDS, _answer),
    Kind.SAY: _say,
}


def as_seat(given: object) -> Seat:
    """Return a seat given as itself or as its number.

    >>> as_seat(1)
    <Seat.YOUNGER: 1>

    Raises TypeError for anything else, a person among it, ValueError for another number.
    """
    if isinstance(given, Seat) or type(given) is int:
        return Seat(given)
    raise TypeError(f"{given!r} is no seat: Seat.ELDER and Seat.YOUNGER are")


def as_person(given: object) -> Person:
    """Return a person given as itself or as its number.

    >>> as_person(1)
    <Person.SECOND: 1>

    Raises TypeError for anything else, a seat among it, ValueError for another number.
    """
    if isinstance(given, Person) or type(given) is int:
        return Person(given)
    raise TypeError(f"{given!r} is no person: Person.FIRST and Person.SECOND are")


def require_action(given: object) -> None:
    """Raise TypeError for what is no action, such as its words."""
    if not isinstance(given, Action):
        raise TypeError(f"{given!r} is no Action: Action.parse reads words, Action.from_int a code")


def require_deal(given: object) -> None:
    """Raise TypeError for what is no deal, such as its code."""
    if not isinstance(given, Deal):
        raise TypeError(f"{given!r} is no Deal: Deal.from_code reads a code, Deal.random deals one")


def require_rules(given: object) -> None:
    """Raise TypeError for what is no set of rules, such as the name of a profile."""
    if not isinstance(given, Rules):
        raise TypeError(f"{given!r} is no Rules: Rules.named takes a name, Rules.parse a text")


def require_standing(given: object) -> None:
    """Raise TypeError for what is no standing of a partie, such as a pair of scores."""
    if not isinstance(given, Standing):
        raise TypeError(f"{given!r} is no Standing: Standing(scores) or Standing.first(rules) is")
