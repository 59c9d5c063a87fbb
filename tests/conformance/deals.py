"""Deals of which the hands after the exchange are known, played out through the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance import form
from conformance.form import SEATS, Fault, Missing
from piquet.actions import Action, Award, Category, EventKind, Kind
from piquet.base import PiquetError, Seat
from piquet.cards import Card, CardSet
from piquet.combinations import (
    callable_keys,
    callable_masks,
    key_length,
    keys,
    point_key,
    sequences,
    sets,
)
from piquet.position import Position
from piquet.reckoning import bonus
from piquet.rules import Rules
from piquet.view import ANSWERS, Phase

CATEGORIES = {
    "point": Category.POINT,
    "sequences": Category.SEQUENCES,
    "sets": Category.SETS,
}
ALL_CATEGORIES = {str(category): category for category in Category}
_CALL = {
    Category.POINT: Kind.POINT,
    Category.SEQUENCES: Kind.SEQUENCE,
    Category.SETS: Kind.SET,
}
_HAND = (Category.CARTE_BLANCHE, Category.POINT, Category.SEQUENCES, Category.SETS)
_BONUSES = ("repique", "pique")
_IN_PLAY = ("lead", "capture", "last_trick")


@dataclass(frozen=True)
class Called:
    """What a seat declares in one category: these combinations, or (None) everything it holds.

    ``best`` is the key of the best of them, 0 where nothing is declared.
    """

    masks: tuple[int, ...] | None
    best: int

    @property
    def whole(self) -> int:
        """All the cards declared."""
        return sum(self.masks or ())


Calls = Mapping[Category, Called]


def reckoned(rules: Rules) -> Rules:
    """Return the rules by which one deal is counted to its end, whatever the game stands at."""
    if rules.game_end == "target":
        return rules.but(target_check="end_of_deal")
    return rules


# --- what is declared -----------------------------------------------------------------------------


def everything(hand: CardSet, rules: Rules) -> Calls:
    """Return the calls of a seat that declares all it holds."""
    return {
        category: Called(None, max(callable_keys(category, hand.mask, rules), default=0))
        for category in CATEGORIES.values()
    }


def calls_of(restricted: Any, seat: str, hand: CardSet, rules: Rules) -> tuple[Calls, list[str]]:
    """Return what a seat declares, and where the rules leave it no choice a note that says so.

    Raises Fault for what cannot be declared from this hand.
    """
    form.typed(restricted, f"calls.{seat}", dict, "an object")
    form.known(restricted, *CATEGORIES, what=f"category in calls.{seat}")
    calls = dict(everything(hand, rules))
    free = rules.sinking and rules.declare_by == "player"
    notes = []
    for name, value in restricted.items():
        where, category = f"calls.{seat}.{name}", CATEGORIES[name]
        called = _called(value, where, category, hand, rules.but(sinking=True))
        if free:
            calls[category] = called
        elif called.best != calls[category].best or called.whole not in callable_masks(
            category, hand.mask, rules
        ):
            notes.append(f"{where} holds back what the rules declare all the same")
    return calls, notes


def _called(value: Any, where: str, category: Category, hand: CardSet, rules: Rules) -> Called:
    if value is None or value == []:
        return Called((), 0)
    if category is Category.POINT:
        value = [form.typed(value, where, str, "the cards of one suit")]
    groups = [form.cards(part, where) for part in form.typed(value, where, list, "a list")]
    masks = [group.mask for group in groups]
    whole = 0
    for group, mask in zip(groups, masks, strict=True):
        if not mask or mask & whole or mask not in callable_masks(category, hand.mask, rules):
            raise Fault(f"{where}: {group} cannot be called from {hand}")
        whole |= mask
    found = [key for mask in masks for key in keys_of(category, mask)]
    if len(found) != len(masks) or sorted(found) != sorted(keys_of(category, whole)):
        raise Fault(f"{where}: each must be one combination, and no two of them a longer one")
    masks.sort(key=lambda mask: keys_of(category, mask), reverse=True)
    return Called(tuple(masks), max(found))


def keys_of(category: Category, mask: int) -> list[int]:
    """Return the keys of what some cards are as a declaration, the best first."""
    return [point_key(mask)] if category is Category.POINT else keys(category, mask)


def declared(category: Category, cards: CardSet) -> Called:
    """Return the declaration of all the combinations that some cards make up."""
    if category is Category.SEQUENCES:
        masks = [run.cards.mask for run in sequences(cards)]
    elif category is Category.SETS:
        masks = [group.cards.mask for group in sets(cards)]
    else:
        masks = [cards.mask] if cards else []
    return Called(tuple(masks), max(keys_of(category, cards.mask), default=0) if masks else 0)


# --- the talk -------------------------------------------------------------------------------------


def talk(position: Position, elder: Calls, younger: Calls) -> Position:
    """Return the position in which elder has called what he calls and leads next."""
    for category, called in elder.items():
        kind = _CALL[category]
        first = position.legal_actions.of(kind)
        if called.masks is None:
            if not first:
                continue
            action = first[0]
        elif not called.masks:
            continue
        else:
            action = Action.call(category, CardSet(called.whole))
            if action not in first:
                action = Action.call(category, CardSet(called.masks[0]))
        position = answered(position.after(action), action.payload, younger[category].best)
        if position.view(Seat.ELDER).calls[category].answer == "good":
            position = _count_further(position, category, called, action.payload)
    return position


def _count_further(
    position: Position, category: Category, called: Called, counted: int
) -> Position:
    """Count, after "good", what was not called with the first combination."""
    if called.masks is None:
        further = position.legal_actions.of(_CALL[category])
        return position.after(further[0]) if further else position
    for mask in called.masks:
        if mask & ~counted:
            position = position.after(Action.call(category, CardSet(mask)))
    return position


def answered(position: Position, called: int, best: int) -> Position:
    """Return the position after younger's reply to a call, true to the best that she declares."""
    while position.phase in (Phase.ANSWER, Phase.SAY):
        if position.phase is Phase.SAY:
            position = position.after(Action(Kind.SAY, called))
        else:
            position = position.after(reply(position, called, best))
    return position


def reply(position: Position, called: int, best: int) -> Action:
    """Return younger's next reply: by number first, then by what it makes."""
    category = position.view(Seat.YOUNGER).call
    assert category is not None  # asked for only while a call waits for its answer
    key = keys_of(category, called)[0]
    if key_length(best) != key_length(key):
        return Action.NOT_GOOD if best > key else Action.GOOD
    if Action.ASK_VALUE in position.legal_actions:
        return Action.ASK_VALUE
    if best == key:
        return Action.EQUAL
    return Action.NOT_GOOD if best > key else Action.GOOD


def count(position: Position, younger: Calls) -> Position:
    """Return the position in which younger has counted what she declares, after elder's lead."""
    for category, called in younger.items():
        legal = position.legal_actions.of(_CALL[category])
        answer = position.view(Seat.YOUNGER).calls[category].answer
        if answer == "equal" or called.masks is None:
            position = position.after(legal[0]) if legal else position
        elif called.masks and answer != "good":
            position = position.after(Action.call(category, CardSet(called.whole)))
    return position


# --- a whole deal ---------------------------------------------------------------------------------


def started(position: Position, elder: Calls, younger: Calls, lead: Card | None) -> Position:
    """Return the position after the talk, elder's lead (None: whichever) and younger's count."""
    position = talk(position, elder, younger)
    action = position.legal_actions.of(Kind.PLAY)[0] if lead is None else Action.play(lead)
    return count(position.after(action), younger)


def followed(position: Position, tricks: Sequence[Sequence[Card]]) -> Position:
    """Return the position after these tricks, of which the first has been led already."""
    for number, trick in enumerate(tricks):
        for played in trick[1:] if number == 0 else trick:
            position = position.after(Action.play(played))
    return position


def result(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Return everything that a case of a deal may expect, by the names of its fields."""
    given = case["input"]
    if "events_in_order" in given:
        form.known(given, "events_in_order")
        return _of_awards(awards_of(given), rules)
    form.known(given, "elder", "younger", "calls", "carte_blanche", "play")
    rules = reckoned(rules)
    hands = [form.cards(form.need(given, seat, str, "cards"), seat) for seat in SEATS]
    try:
        position = Position.from_hands(*hands, rules, carte_blanche=_blank(given))
    except PiquetError as error:
        raise Fault(str(error)) from None
    restricted = form.typed(given.get("calls", {}), "calls", dict, "an object")
    form.known(restricted, *SEATS, what="seat in calls")
    calls = []
    for seat, hand in zip(SEATS, hands, strict=True):
        told, heard = calls_of(restricted.get(seat, {}), seat, hand, rules)
        calls.append(told)
        notes += heard
    tricks = _tricks(given.get("play", []))
    try:
        position = started(position, *calls, tricks[0][0] if tricks else None)
        position = followed(position, tricks)
    except PiquetError as error:
        raise Fault(f"it cannot happen: {error}") from None
    return _of_position(position, rules, played=bool(tricks))


def _blank(given: Mapping[str, Any]) -> Seat | None:
    value = given.get("carte_blanche") or {}
    form.typed(value, "carte_blanche", dict, "an object")
    form.known(value, *SEATS, what="seat in carte_blanche")
    seats = [
        SEATS[seat] for seat, held in value.items() if form.typed(held, seat, bool, "true or false")
    ]
    if len(seats) > 1:
        raise Fault("both sides cannot have been dealt carte blanche")
    return seats[0] if seats else None


def _tricks(value: Any) -> list[list[Card]]:
    tricks = form.typed([] if value is None else value, "play", list, "a list of tricks")
    found = []
    for number, trick in enumerate(tricks, 1):
        name = f"play[{number}]"
        played = [part for part in form.typed(trick, name, list, "a trick") if part is not None]
        if len(played) != 2 and (number < len(tricks) or len(played) != 1):
            raise Fault(f"{name} must be a lead and a follow, not {form.shown(trick)}")
        found.append([form.card(part, name) for part in played])
    return found


# --- what came out --------------------------------------------------------------------------------


def _of_position(position: Position, rules: Rules, *, played: bool) -> dict[str, Any]:
    awards = position.awards
    if (
        played
        and not any(position.tricks)
        and not any(award.reason in _BONUSES for award in awards)
    ):
        # She has counted all that the case lets her declare; the engine still lets her count more.
        due = bonus(awards, rules)
        awards = (*awards, due) if due else awards
    elif not played:
        # A lead had to be made so that younger could count; it is no part of the case.
        plain = [award for award in awards if award.category in _HAND]
        awards = tuple(award for award in plain if award.reason not in _BONUSES)
        due = bonus(awards, rules)
        awards = (*awards, due) if due else awards
    found = _of_sheet(awards)
    found["answers"] = _answers(position)
    outcome = position.outcome
    if played:
        found["tricks"] = _sides(position.tricks)
        found["cards"] = _sides(_sum(awards, lambda award: award.category is Category.CARDS))
        found["deal"] = (
            Missing("the play stops before the end of the deal")
            if outcome is None
            else _sides((outcome.elder, outcome.younger))
        )
    return found


def _of_awards(awards: Sequence[Award], rules: Rules) -> dict[str, Any]:
    due = bonus(awards, rules)
    return _of_sheet((*awards, due) if due else awards)


def _of_sheet(awards: Sequence[Award]) -> dict[str, Any]:
    """Return what the score sheet says of hands, bonuses and play."""
    hand = _sum(awards, lambda award: award.category in _HAND and award.reason not in _BONUSES)
    bonuses = _sum(awards, lambda award: award.reason in _BONUSES)
    play = _sum(awards, lambda award: award.reason in _IN_PLAY)
    found: dict[str, Any] = {
        "cb": _sides(_sum(awards, lambda award: award.reason == "carte_blanche")),
        "hand": _sides(hand),
        "bonus": _sides(bonuses),
        "play": _sides(play),
        "running": _sides(tuple(map(sum, zip(hand, bonuses, play, strict=True)))),
    }
    for reason in CATEGORIES:
        made = [award for award in awards if award.reason == reason]
        found[reason] = {
            "winner": str(made[0].seat) if made else None,
            "score": sum(award.points for award in made),
        }
    for reason in _BONUSES:
        seats = [str(award.seat) for award in awards if award.reason == reason]
        found[reason] = seats[0] if seats else None
    no_play = Missing("the case gives no play")
    found |= dict.fromkeys(("tricks", "cards", "deal"), no_play)
    found["answers"] = Missing("the case gives no hands")
    return found


def _answers(position: Position) -> dict[str, str | None]:
    answers: dict[str, str | None] = dict.fromkeys(CATEGORIES)
    for event in position.events:
        if event.kind is EventKind.ANSWERED:
            name = str(Category(event.category))
            answers[name] = ANSWERS[Kind(event.number)].replace(" ", "_")
    return answers


def _sum(awards: Sequence[Award], counts: Any) -> tuple[int, int]:
    elder, younger = (
        sum(award.points for award in awards if award.seat is seat and counts(award))
        for seat in Seat
    )
    return elder, younger


def _sides(values: Sequence[int]) -> dict[str, int]:
    return dict(zip(SEATS, values, strict=True))


def awards_of(given: Mapping[str, Any]) -> list[Award]:
    """Return scores that a case lists one by one as the awards of the engine."""
    found = []
    for event in form.need(given, "events_in_order", list, "a list of scores"):
        form.typed(event, "events_in_order", dict, "a list of scores")
        form.known(event, "category", "player", "points", what="part of an event")
        category = form.choice(event.get("category"), "category", ALL_CATEGORIES)
        seat = form.choice(event.get("player"), "player", SEATS)
        points = form.need(event, "points", int, "a number")
        if points < 0:
            raise Fault(f"nobody scores {points}")
        reason = "lead" if category is Category.PLAY else str(category)
        found.append(Award(seat, points, category, reason))
    return found
