"""Single hands, values, answers, and the cards before the play: dealing, exchanging, drawing."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from conformance import form
from conformance.deals import reply
from conformance.form import SEATS, Combination, Fault, Missing, NotCompared
from piquet.actions import Action, Category, EventKind, Kind
from piquet.base import PiquetError, Seat
from piquet.cards import CARDS, Card, CardSet, Suit
from piquet.combinations import (
    blank,
    callable_masks,
    point_key,
    points,
    sequences,
    sets,
    worth,
)
from piquet.dealing import Deal, from_pack
from piquet.position import Position
from piquet.rules import Rules
from piquet.texts import text
from piquet.view import Phase

_WORDS = {
    Kind.GOOD: "good",
    Kind.ASK_VALUE: "ask_value",
    Kind.EQUAL: "equal",
    Kind.NOT_GOOD: "not_good",
}
_TRIES = 1000


# --- hands and values -----------------------------------------------------------------------------


def hand(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """What one hand holds, or each of several."""
    given = case["input"]
    form.known(given, "hand", "hands")
    if len(given) != 1:
        raise Fault("the case must give one hand or a list of hands, not both")
    if "hand" in given:
        return _holds(form.cards(given["hand"], "hand"), rules)
    many = form.need(given, "hands", list, "a list of hands")
    held = [_holds(form.cards(each, "hands"), rules) for each in many]
    return {name: [each[name] for each in held] for name in held[0]}


def _holds(held: CardSet, rules: Rules) -> dict[str, Any]:
    if not 1 <= len(held) <= 12:
        raise Fault(f"a hand has twelve cards at most, this one {len(held)}")
    best = callable_masks(Category.POINT, held.mask, rules)
    runs = [
        Combination(
            run.cards,
            **dict.fromkeys(("length", "cards", "count"), run.length),
            **dict.fromkeys(("top", "high", "rank"), run.top.letter),
            suit=next(suit.letter for suit in Suit if held.suit(suit) & run.cards),
            score=worth(Category.SEQUENCES, run.length << 8 | run.top, rules),
            name=_sequence_name(run.length),
        )
        for run in sequences(held)
    ]
    groups = [
        Combination(
            group.cards,
            count=group.length,
            length=group.length,
            cards=group.length,
            rank=group.rank.letter,
            score=worth(Category.SETS, group.length << 8 | group.rank, rules),
        )
        for group in sorted(sets(held), key=lambda group: -group.rank)
    ]
    return {
        "carte_blanche": blank(held.mask)
        if len(held) == 12
        else Missing("carte blanche is dealt in twelve cards"),
        "point": _point(CardSet(best[0]), rules) if best else None,
        "sequences": runs,
        "sets": groups,
    }


def _point(cards: CardSet, rules: Rules) -> dict[str, int]:
    found = points(cards)[0]
    score = worth(Category.POINT, point_key(cards.mask), rules)
    return {"cards": found.length, "value": found.value, "score": score}


def _sequence_name(length: int) -> str:
    """Return what the catalogue calls a sequence, without accents, as the cases write it."""
    name = unicodedata.normalize("NFD", text(f"talk.sequence.{length}"))
    return "".join(letter for letter in name if not unicodedata.combining(letter))


def values(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """What combinations score and what they are called."""
    given = case["input"]
    form.known(given, "sequence_lengths", "set_sizes", "points")
    if len(given) != 1:
        raise Fault("the case must ask about one kind of combination")
    if "points" in given:
        asked = form.need(given, "points", list, "a list of points")
        masks = [_one_suit(form.pair(value, "points"))[0] for value in asked]
        return {"scores": [worth(Category.POINT, point_key(mask), rules) for mask in masks]}
    if "set_sizes" in given:
        sizes = form.numbers(given, "set_sizes")
        if set(sizes) - {3, 4}:
            raise Fault("a set has three or four cards")
        return {"scores": [worth(Category.SETS, size << 8 | 7, rules) for size in sizes]}
    lengths = form.numbers(given, "sequence_lengths")
    if not all(3 <= length <= 8 for length in lengths):
        raise Fault("a sequence has three to eight cards")
    return {
        "scores": [worth(Category.SEQUENCES, length << 8 | 7, rules) for length in lengths],
        "names": [_sequence_name(length) for length in lengths],
    }


# --- answers --------------------------------------------------------------------------------------


def answer(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Younger's replies to a point, each by a hand of which the best point is the one named."""
    given = case["input"]
    form.known(given, "elder_point", "younger_best_points")
    called = form.pair(given.get("elder_point"), "elder_point")
    bests = form.need(given, "younger_best_points", list, "a list of points")
    replies = [_replies(called, form.pair(best, "younger_best_points"), rules) for best in bests]
    return {
        "first_reply": [words[0] for words in replies],
        "final_reply": [words[-1] for words in replies],
    }


def _replies(called: tuple[int, int], best: tuple[int, int], rules: Rules) -> list[str | None]:
    hands, point = _hands_with_points(called, best)
    position = Position.from_hands(*hands, rules)
    call = Action.call(Category.POINT, point)
    if rules.declare_by == "auto":
        raise Fault("nobody answers where the game declares by itself")
    if call not in position.legal_actions:
        return [None]
    position = position.after(call)
    held = callable_masks(Category.POINT, hands[1].mask, rules)
    mine = point_key(held[0]) if held else 0
    words: list[str | None] = []
    while position.phase in (Phase.ANSWER, Phase.SAY):
        if position.phase is Phase.SAY:
            position = position.after(Action(Kind.SAY, point.mask))
            continue
        said = reply(position, point.mask, mine)
        words.append(_WORDS[said.kind])
        position = position.after(said)
    return words


def _hands_with_points(
    elder: tuple[int, int], younger: tuple[int, int]
) -> tuple[tuple[CardSet, CardSet], CardSet]:
    """Return two hands of which these are the best points, and elder's point.

    Raises Fault where none are found.
    """
    first, second = (_one_suit(point) for point in (elder, younger))
    keys = [point_key(first[0]), point_key(second[0])]
    chance = Random("points")
    for _ in range(_TRIES):
        spades, hearts = (chance.choice(patterns) for patterns in (first, second))
        hands = [CardSet(spades), CardSet(hearts << 8)]
        rest = list(CardSet.ALL - hands[0] - hands[1])
        chance.shuffle(rest)
        for card in rest:
            for side in (0, 1):
                more = hands[side] | CardSet.of(card)
                if len(more) <= 12 and point_key_of_best(more) == keys[side]:
                    hands[side] = more
                    break
        if len(hands[0]) == len(hands[1]) == 12:
            return (hands[0], hands[1]), CardSet(spades)
    raise Fault(f"no two hands were found with best points {list(elder)} and {list(younger)}")


def _one_suit(point: tuple[int, int]) -> list[int]:
    """Return the cards of one suit that make a point, as masks of spades.

    Raises Fault where there are none.
    """
    found = [mask for mask in range(1, 256) if divmod(point_key(mask), 256) == point]
    if not found:
        raise Fault(f"no {point[0]} cards of a suit make {point[1]}")
    return found


def point_key_of_best(cards: CardSet) -> int:
    """Return the key of the best point of some cards."""
    return point_key(points(cards)[0].cards.mask)


# --- dealing, exchanging, drawing -----------------------------------------------------------------


def deal_order(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Who is dealt which cards of a pack."""
    given = case["input"]
    form.known(given, "pack_top_to_bottom", "packet")
    pack = form.cards_in_order(given.get("pack_top_to_bottom"), "pack_top_to_bottom")
    packet = rules.packet[0] if len(rules.packet) == 1 else None
    packet = form.typed(given.get("packet", packet), "packet", int, "2 or 3")
    if packet not in rules.packet:
        raise Fault(f"{packet} is no packet of these rules")
    try:
        dealt = from_pack(pack, packet)
    except PiquetError as error:
        raise Fault(str(error)) from None
    return {"elder": dealt.elder, "younger": dealt.younger, "talon": dealt.talon}


def plain_deal(talon: Sequence[Card] = ()) -> Deal:
    """Return a deal with this talon (in any case some talon) in which nobody is dealt a blank."""
    talon = tuple(talon) or CARDS[:8]
    rest = [card for card in CARDS if card not in talon]
    return Deal(CardSet.of(*rest[::2]), CardSet.of(*rest[1::2]), talon)


def first_cards(hand: CardSet, number: int) -> CardSet:
    """Return the first cards of a hand, as many as there are."""
    return CardSet.of(*list(hand)[:number])


def exchange(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Which numbers elder may exchange, and after each of them younger."""
    given = case["input"]
    form.known(given, "elder_takes", "younger_takes")
    takes = form.numbers(given, "elder_takes")
    younger = given.get("younger_takes", [[]] * len(takes))
    form.typed(younger, "younger_takes", list, "a list of lists of numbers")
    if len(younger) != len(takes):
        raise Fault("younger_takes must have one list for each number that elder takes")
    elder_legal: list[bool] = []
    younger_legal: list[list[bool] | None] = []
    for number, after in zip(takes, younger, strict=True):
        numbers = form.typed(after, "younger_takes", list, "a list of lists of numbers")
        tried = [form.typed(each, "younger_takes", int, "a list of numbers") for each in numbers]
        start = Position(plain_deal(), rules)
        action = _exchange(start, number)
        elder_legal.append(action in start.legal_actions)
        if action is None or action not in start.legal_actions:
            younger_legal.append(None)
            continue
        then = start.after(action)
        younger_legal.append([_exchange(then, each) in then.legal_actions for each in tried])
    found: dict[str, Any] = {"elder_legal": elder_legal}
    if "younger_takes" in given:
        found["younger_legal"] = younger_legal
    return found


def _exchange(position: Position, number: int) -> Action | None:
    """Return the exchange of a number of cards, None where no hand has so many."""
    if number < 0:
        raise Fault(f"nobody takes {number} cards")
    assert position.to_move is not None  # an exchange is due
    hand = position.hands[position.to_move]
    return Action.exchange(first_cards(hand, number)) if number <= len(hand) else None


def talon(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Who draws which cards of the talon, and what elder may look at, by the labels given."""
    given = case["input"]
    form.known(given, "talon_top_to_bottom", "elder_takes", "younger_takes")
    labels = given.get("talon_top_to_bottom")
    if isinstance(labels, str):
        labels = labels.split()
    form.typed(labels, "talon_top_to_bottom", list, "eight cards")
    words = {label for label in labels if isinstance(label, str)}
    if len(labels) != 8 or len(words) != 8:
        raise Fault("talon_top_to_bottom must name eight different cards")
    takes = [form.need(given, f"{seat}_takes", int, "a number") for seat in SEATS]
    deal = plain_deal()
    position = Position(deal, rules)
    for number in takes:
        action = _exchange(position, number)
        try:
            position = position.after(action if action is not None else Action.PASS)
        except PiquetError as error:
            raise Fault(str(error)) from None
    views = [position.view(seat) for seat in Seat]
    drawn = [view.drawn for view in views]
    left = CardSet.of(*deal.talon) - drawn[0] - drawn[1]
    if len(left) != views[0].talon_count:
        raise Fault("the cards left do not agree with the number left")

    def named(cards: CardSet) -> list[str]:
        return [label for label, card in zip(labels, deal.talon, strict=True) if card in cards]

    seen_by_younger = [event for event in views[1].events if event.kind is EventKind.LOOKED_AT_REST]
    if any(event.cards for event in seen_by_younger):
        raise Fault("younger is shown what elder looks at")
    return {
        "elder_draws": named(drawn[0]),
        "elder_may_look_at": named(views[0].rest),
        "younger_draws": named(drawn[1]),
        "left": named(left),
        "left_may_be_exposed": NotCompared(),
    }
