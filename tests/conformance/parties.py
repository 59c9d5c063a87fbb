"""Parties, games to a target and matches: deals of which only the points are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from conformance import form
from conformance.deals import CATEGORIES, Calls, awards_of, count, declared, keys_of, talk
from conformance.form import PERSONS, SEATS, Fault, Missing
from piquet.actions import Action, Category, Kind
from piquet.base import Person, PiquetError, Seat
from piquet.cards import CARDS, CardSet
from piquet.combinations import callable_masks, worth
from piquet.partie import Partie, Settlement, settle
from piquet.position import Position
from piquet.reckoning import first_out, in_order, totals
from piquet.rules import OPTIONS, Rules

_NAMES = {person: name for name, person in PERSONS.items()}
_TRIES = 3000


def ready(partie: Partie) -> Partie:
    """Return the partie when it needs a deal or is over: cuts and packets are of no matter."""
    while not partie.needs_deal and partie.outcome is None:
        legal = partie.legal_actions
        if legal.kinds[0] is Kind.CUT and len(partie.cuts) % 2:
            partie = partie.after(legal[len(legal) - 1])
        else:
            partie = partie.after(legal[0])
    return partie


def brought(partie: Partie, points: tuple[int, int]) -> Partie:
    """Return the partie just after a deal that was due has brought A and B these points."""
    elder, younger = partie.person(Seat.ELDER), partie.person(Seat.YOUNGER)
    made = points[elder], points[younger]
    return partie.begin_known(Position.scored(*made, partie.rules, partie.standing))


def dealt(partie: Partie, points: tuple[int, int]) -> Partie:
    """Return the partie after such a deal, when it needs another or is over."""
    return ready(brought(partie, points))


def started(rules: Rules, dealer: Person = Person.FIRST) -> Partie:
    """Return a partie in which it is settled who deals first."""
    return ready(Partie.dealt_by(dealer, rules))


def _persons(values: Iterable[int]) -> dict[str, int]:
    return dict(zip(PERSONS, values, strict=True))


def _settlement(settled: Settlement | None) -> dict[str, Any] | Missing:
    if settled is None:
        return Missing("the partie is not over")
    return {
        "winner": None if settled.winner is None else _NAMES[settled.winner],
        "points": settled.points,
        "rubicon": settled.rubicon,
        "double": settled.double,
    }


# --- kinds ----------------------------------------------------------------------------------------


def settlement(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> Any:
    """What final scores are worth."""
    form.known(case["input"], "totals")
    return _settlement(settle(form.both(case["input"], "totals", PERSONS), rules))


def partie(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """A partie deal by deal."""
    given = case["input"]
    form.known(given, "deals_A_B", "extra_deals_A_B")
    deals = form.need(given, "deals_A_B", list, "a list of deals")
    extra = form.typed(given.get("extra_deals_A_B", []), "extra_deals_A_B", list, "a list of deals")
    played = started(rules)
    status: Any = Missing(f"the case gives fewer than the {rules.deals} deals of a partie")
    for number, points in enumerate([*deals, *extra], 1):
        if played.outcome is not None:
            raise Fault(f"the partie is over after {number - 1} deals, and the case gives more")
        played = dealt(played, form.pair(points, "the deals"))
        if number == rules.deals and rules.game_end == "deals":
            status = "decided" if played.outcome is not None else "two_more"
    return {
        "totals": _persons(played.scores),
        "settlement": _settlement(played.outcome),
        "status_after_six": status,
        "deals_played": len(played.finished),
    }


def rotation(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Who is elder in each deal; every deal is level, so that the extra deals come too."""
    form.known(case["input"], "first_dealer")
    dealer = form.choice(case["input"].get("first_dealer"), "first_dealer", PERSONS)
    if rules.game_end != "deals":
        raise Fault("a game to a target has no number of deals")
    played = started(rules, dealer)
    elders = []
    while played.outcome is None:
        elders.append(_NAMES[played.person(Seat.ELDER)])
        played = dealt(played, (0, 0))
    return {
        "elder_by_deal": elders[: rules.deals],
        "elder_in_extra_deals": elders[rules.deals :],
    }


def concession(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """The play of the last deal given up: dealt out with either side as elder."""
    given = case["input"]
    throws = [name for name in given if re.fullmatch("[AB]_throws_in_before_play", name)]
    form.known(given, "totals_before_last_deal", "hand_scores", *throws)
    if len(throws) != 1 or given[throws[0]] is not True:
        raise Fault("the case must say that one of A and B throws in before the play")
    before = form.both(given, "totals_before_last_deal", PERSONS)
    hands = form.both(given, "hand_scores", PERSONS)
    found = [_conceded(rules, before, hands, PERSONS[throws[0][0]], dealer) for dealer in Person]
    if found[0] != found[1]:
        raise Fault(f"it matters who is elder: {form.shown(found)}")
    return found[0]


def _conceded(
    rules: Rules, before: tuple[int, int], hands: tuple[int, int], thrower: Person, dealer: Person
) -> dict[str, Any]:
    if rules.game_end != "deals":
        raise Fault("a game to a target has no last deal")
    played = started(rules, dealer)
    for number in range(1, rules.deals):
        # The second deal never counts double.
        played = dealt(played, before if number == 2 else (0, 0))
    elder, younger = (played.person(seat) for seat in Seat)
    held, calls = hands_worth((hands[elder], hands[younger]), rules)
    position = talk(Position.from_hands(*held, rules, played.standing), *calls)
    if thrower is not elder:
        position = count(position.after(position.legal_actions.of(Kind.PLAY)[0]), calls[1])
    if Action.CONCEDE not in position.legal_actions:
        refused = Missing("the rules do not let the play be given up here")
        return {"allowed": False, "totals": refused, "settlement": refused}
    position = position.after(Action.CONCEDE)
    if thrower is elder:
        position = count(position, calls[1]).after(Action.PASS)
    played = played.begin_known(position)
    return {
        "allowed": True,
        "totals": _persons(played.scores),
        "settlement": _settlement(played.outcome),
    }


@lru_cache
def hands_worth(wanted: tuple[int, int], rules: Rules) -> tuple[list[CardSet], list[Calls]]:
    """Return hands of elder and younger, and calls from them that score exactly these points.

    Hands full of runs and sets are gone through until, with one side or the other declaring in
    each category, some of what they may declare comes to the points wanted.

    Raises Fault where none are found.
    """
    chance = Random(f"hands worth {wanted}")
    for _ in range(_TRIES):
        hands = _rich_hands(chance)
        worths = [_worths(hand, rules) for hand in hands]
        for winners in product(Seat, repeat=len(CATEGORIES)):
            calls = [_adding_up(seat, winners, wanted[seat], worths[seat]) for seat in Seat]
            if None not in calls and _scores(hands, calls, rules) == wanted:
                return hands, calls
    raise Fault(f"no two hands were found that score {wanted[0]} and {wanted[1]}")


def _rich_hands(chance: Random) -> list[CardSet]:
    """Return two hands of several runs and sets each."""
    hands = [CardSet(), CardSet()]
    for _ in range(12):
        side, place, number = chance.randrange(2), chance.randrange(32), chance.randrange(3, 6)
        step = chance.choice((1, 8))
        group = CardSet.of(*CARDS[place::step][:number])
        taken = hands[0] | hands[1]
        if not group & taken and len(hands[side] | group) <= 12:
            hands[side] |= group
    rest = list(CardSet.ALL - hands[0] - hands[1])
    chance.shuffle(rest)
    for side in (0, 1):
        while len(hands[side]) < 12:
            hands[side] |= CardSet.of(rest.pop())
    return hands


def _worths(hand: CardSet, rules: Rules) -> dict[Category, dict[int, int]]:
    """Return for each category what may be declared of a hand: a mask for each score."""
    return {
        category: {
            sum(worth(category, key, rules) for key in keys_of(category, mask)): mask
            for mask in (*callable_masks(category, hand.mask, rules), 0)
        }
        for category in CATEGORIES.values()
    }


def _adding_up(
    seat: Seat, winners: Sequence[Seat], wanted: int, worths: Mapping[Category, Mapping[int, int]]
) -> Calls | None:
    """Return calls of a seat, in the categories that are its own, that add up to a score."""
    own = [
        worths[category] if winner is seat else {0: 0}
        for category, winner in zip(worths, winners, strict=True)
    ]
    for scores in product(*own):
        if sum(scores) == wanted:
            masks = [made[score] for made, score in zip(own, scores, strict=True)]
            return {
                category: declared(category, CardSet(mask))
                for category, mask in zip(worths, masks, strict=True)
            }
    return None


def _scores(hands: Sequence[CardSet], calls: Sequence[Calls], rules: Rules) -> tuple[int, int]:
    position = talk(Position.from_hands(*hands, rules), *calls)
    position = count(position.after(position.legal_actions.of(Kind.PLAY)[0]), calls[1])
    return totals(award for award in position.awards if award.reason in CATEGORIES)


def target(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Who is out first in a game to a target, and by which score."""
    given = case["input"]
    form.known(given, "before", "events_in_order")
    if rules.game_end != "target":
        raise Fault("the rules of the case know no target")
    before = form.both(given, "before", SEATS)
    awards = awards_of(given)
    out = None
    if rules.target_check == "reckoning_order":
        out = first_out(before, awards, rules)
    made = totals(in_order(awards, rules))
    scores = (before[0] + made[0], before[1] + made[1]) if out is None else out.scores
    if max(before) >= rules.target:
        raise Fault("the game was over before the deal began")
    # The partie says who has won the game, and whether double: A stands for elder here.
    played = dealt(started(rules), before)
    played = dealt(played, (scores[0] - before[0], scores[1] - before[1]))
    games = played.games
    won = [str(seat) for seat in Seat if games[seat]]
    if played.outcome is not None:
        double = played.outcome.double
    else:
        double = bool(won) and max(games) == rules.double_counts > 1
    at = None if out is None else str(out.award.category)
    if out is None and won:
        at = "end_of_deal"
    return {
        "winner": won[0] if won else None,
        "at": at,
        "scores": dict(zip(SEATS, scores, strict=True)),
        "double": double,
    }


def match(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """A match of games to a target: each game is one deal that wins it, single or double."""
    form.known(case["input"], "games")
    games = form.need(case["input"], "games", list, "a list of games")
    if rules.game_end != "target":
        raise Fault("the rules of the case know no games")
    played = started(rules)
    number = 0
    for number, game in enumerate(games, 1):
        name = f"games[{number}]"
        if len(form.typed(game, name, list, "a winner and single or double")) != 2:
            raise Fault(f"{name} must be a winner and single or double")
        winner = form.choice(game[0], name, PERSONS)
        double = form.choice(game[1], name, {"single": False, "double": True})
        loser = 0 if double else rules.double_below
        if loser >= rules.target:
            raise Fault(f"{name}: no game can be won single by these rules")
        points = (rules.target, loser) if winner is Person.FIRST else (loser, rules.target)
        played = dealt(played, points)
        if played.outcome is not None:
            break
    settled = played.outcome
    return {
        "winner": None if settled is None or settled.winner is None else _NAMES[settled.winner],
        "after_games": None if settled is None else number,
        "games": _persons(played.games),
    }


def cut(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, str]:
    """Who deals first by each rule of cutting, the cards cut by A and B in turn."""
    given = case["input"]
    form.known(given, *PERSONS)
    cards = [form.card(form.need(given, name, str, "a card"), name) for name in PERSONS]
    found = {}
    for rule in OPTIONS["cut_rule"].choices:
        played = Partie(rules.but(cut_rule=rule))
        try:
            for drawn in cards:
                played = played.after(Action(Kind.CUT, drawn.mask))
        except PiquetError as error:
            raise Fault(str(error)) from None
        kinds = played.legal_actions.kinds
        if kinds[:1] == (Kind.CUT,):
            found[str(rule)] = "cut again"
        elif kinds[:1] == (Kind.DEALER,):
            assert played.to_move is not None
            found[str(rule)] = f"{_NAMES[played.to_move]} chooses who deals"
        else:
            assert played.dealer is not None
            found[str(rule)] = f"{_NAMES[played.dealer]} deals"
    return found
