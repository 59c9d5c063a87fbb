"""Tricks on their own: positions in which just the cards in question are left or are led.

The cards that do not matter are got rid of in pairs of one suit, the higher in one hand and the
lower in the other, so that suit is always followed and the winner of every trick is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conformance import form
from conformance.deals import everything, followed, reckoned, started
from conformance.form import SEATS, AnyOrder, Fault
from piquet.actions import Category, Kind
from piquet.base import PiquetError, Seat
from piquet.cards import Card, CardSet, Suit
from piquet.position import Position
from piquet.rules import Rules

_POINTS = ("lead", "capture", "last_trick")
Pair = tuple[Card, Card]


def pairs(cards: CardSet) -> list[Pair]:
    """Return as many pairs of one suit as there are in some cards, the higher card first."""
    found: list[Pair] = []
    for suit in Suit:
        held = list(cards.suit(suit))
        found += zip(held[::2], held[1::2], strict=False)
    return found


def play(hands: Sequence[CardSet], tricks: Sequence[Sequence[Card]], rules: Rules) -> Position:
    """Return the position after these tricks between two hands that declare all they hold."""
    elder, younger = hands
    calls = everything(elder, rules), everything(younger, rules)
    lead = tricks[0][0] if tricks else None
    position = started(Position.from_hands(elder, younger, rules), *calls, lead)
    return followed(position, tricks)


def by_pairs(winners: Sequence[Seat], last: Pair | None = None) -> tuple[list[CardSet], list[Pair]]:
    """Return two hands of twelve and tricks between them that go to these seats.

    ``last`` is the pair that makes the last of these tricks.
    """
    free = CardSet.ALL - CardSet.of(*last) if last else CardSet.ALL
    spare = iter(pairs(free))
    chosen = [next(spare) for _ in winners[1 if last else 0 :]]
    if last:
        chosen.append(last)
    sides: list[list[Card]] = [[], []]
    tricks = []
    leader = Seat.ELDER
    for winner, (high, low) in zip(winners, chosen, strict=True):
        sides[winner].append(high)
        sides[winner.other].append(low)
        tricks.append((high, low) if winner is leader else (low, high))
        leader = winner
    for high, low in spare:
        if len(sides[0]) < 12:
            sides[0].append(high)
            sides[1].append(low)
    return [CardSet.of(*side) for side in sides], tricks


# --- kinds ----------------------------------------------------------------------------------------


def legal(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Which cards of a hand may be played to a card led, or (null) led."""
    given = case["input"]
    form.known(given, "hand", "led")
    hand = form.cards(form.need(given, "hand", str, "cards"), "hand")
    if not 1 <= len(hand) <= 12:
        raise Fault("hand must hold one to twelve cards")
    led = form.need(given, "led", list, "a list of cards led")
    return {"legal": [_legal(hand, each, reckoned(rules)) for each in led]}


def _legal(hand: CardSet, named: Any, rules: Rules) -> AnyOrder:
    """Play until a hand is left, facing a card led by elder; with none led it is elder's hand."""
    led = CardSet() if named is None else CardSet.of(form.card(named, "led"))
    if led & hand:
        raise Fault(f"{led} cannot be led: it is in the hand")
    free = CardSet.ALL - hand - led
    gone = pairs(free)[: 12 - len(hand)]
    free -= CardSet.of(*(card for pair in gone for card in pair))
    opposite = led | CardSet.of(*list(free)[: len(hand) - len(led)])
    if len(gone) + len(hand) != 12 or len(opposite) != len(hand):
        raise Fault(f"no deal leaves this hand facing {led or 'a lead'}")
    elder = (opposite if led else hand) | CardSet.of(*(high for high, _ in gone))
    younger = (hand if led else opposite) | CardSet.of(*(low for _, low in gone))
    tricks: list[Sequence[Card]] = [*gone, tuple(led)] if led else list(gone)
    if not tricks:
        # A whole hand of twelve on lead: nothing has been played.
        position = Position.from_hands(elder, younger, rules)
    else:
        position = play((elder, younger), tricks, rules)
    seat = Seat.YOUNGER if led else Seat.ELDER
    if position.to_move is not seat or position.hands[seat] != hand:
        raise Fault(f"no deal was found that leaves this hand facing {led or 'a lead'}")
    return AnyOrder(str(action.card) for action in position.legal_actions.of(Kind.PLAY))


def trick(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Who wins a trick of a lead and a follow."""
    given = case["input"]
    form.known(given, "leader", "tricks")
    leader = form.choice(given.get("leader"), "leader", SEATS)
    found = []
    for number, value in enumerate(form.need(given, "tricks", list, "a list of tricks"), 1):
        name = f"tricks[{number}]"
        if len(form.typed(value, name, list, "a lead and a follow")) != 2:
            raise Fault(f"{name} must be a lead and a follow")
        lead, follow = (form.card(part, name) for part in value)
        if lead is follow:
            raise Fault(f"{name} names one card twice")
        found.append(str(_winner(leader, lead, follow, reckoned(rules))))
    return {"winner": found}


def _winner(leader: Seat, lead: Card, follow: Card, rules: Rules) -> Seat:
    """Play one trick, after one that younger wins where she is to lead."""
    free = CardSet.ALL - CardSet.of(lead, follow)
    before: list[Pair] = []
    sides = {leader: CardSet.of(lead), leader.other: CardSet.of(follow)}
    if leader is Seat.YOUNGER:
        high, low = pairs(free)[0]
        before.append((low, high))
        free -= CardSet.of(high, low)
        sides[Seat.YOUNGER] |= CardSet.of(high)
        sides[Seat.ELDER] |= CardSet.of(low)
    # Who does not follow suit can have none of it left.
    suit = free.suit(lead.suit)
    barred = suit if follow.suit is not lead.suit else CardSet()
    for seat, offered in (
        (leader, [*suit, *(free - suit)]),
        (leader.other, list(free - barred)),
    ):
        taken = sides[Seat.ELDER] | sides[Seat.YOUNGER]
        fresh = [card for card in offered if card not in taken]
        sides[seat] |= CardSet.of(*fresh[: 12 - len(sides[seat])])
    played: list[Pair] = [*before, (lead, follow)]
    try:
        position = play((sides[Seat.ELDER], sides[Seat.YOUNGER]), played, rules)
    except PiquetError as error:
        raise Fault(f"it cannot happen: {error}") from None
    won = position.tricks[Seat.YOUNGER] - len(before)
    return Seat.YOUNGER if won else Seat.ELDER


def play_points(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """What one trick brings in play, by its number, its leader and its winner."""
    given = case["input"]
    form.known(given, "leader", "trick_number", "winner")
    leader = form.choice(given.get("leader"), "leader", SEATS)
    places = form.numbers(given, "trick_number")
    winners = form.need(given, "winner", list, "a list of seats")
    if len(places) != len(winners):
        raise Fault("trick_number and winner must be lists of one length")
    return {
        "points": [
            _points(place, leader, form.choice(winner, "winner", SEATS), reckoned(rules))
            for place, winner in zip(places, winners, strict=True)
        ]
    }


def _points(number: int, leader: Seat, winner: Seat, rules: Rules) -> dict[str, int]:
    if not 1 <= number <= 12:
        raise Fault(f"there is no trick {number}")
    if number == 1 and leader is Seat.YOUNGER:
        raise Fault("elder leads to the first trick")
    winners = [Seat.ELDER] * (number - 2) + [leader] * (number > 1) + [winner]
    found = []
    # Where not every card counts, the trick is worth what its cards make it worth.
    for last in pairs(CardSet.ALL.suit(Suit.CLUBS)):
        hands, tricks = by_pairs(winners, last=last)
        before = _in_play(play(hands, tricks[:-1], rules)) if number > 1 else (0, 0)
        after = _in_play(play(hands, tricks, rules))
        found.append({seat: after[side] - before[side] for seat, side in SEATS.items()})
    if any(points != found[0] for points in found):
        raise Fault("it depends on the cards of the trick, and the case does not name them")
    return found[0]


def _in_play(position: Position) -> tuple[int, int]:
    elder, younger = (
        sum(
            award.points
            for award in position.awards
            if award.seat is seat and award.reason in _POINTS
        )
        for seat in Seat
    )
    return elder, younger


def cards_bonus(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """What the cards bring, by the number of tricks that elder takes."""
    given = case["input"]
    form.known(given, "elder_tricks")
    found: dict[str, list[int]] = {seat: [] for seat in SEATS}
    for number in form.numbers(given, "elder_tricks"):
        if not 0 <= number <= 12:
            raise Fault(f"nobody takes {number} tricks")
        winners = [Seat.ELDER] * number + [Seat.YOUNGER] * (12 - number)
        position = play(*by_pairs(winners), reckoned(rules))
        for seat, side in SEATS.items():
            awards = [award for award in position.awards if award.seat is side]
            found[seat].append(
                sum(award.points for award in awards if award.category is Category.CARDS)
            )
    return found
