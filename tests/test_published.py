"""Deals, score cards, endings and odds in print come out as printed, through the engine.

Where the print is wrong, ``vectors/published.json`` says so, and the test is named after it.
"""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from piquet.actions import Action, Category, Kind
from piquet.base import Person, Seat
from piquet.cards import CARDS, Card, CardSet
from piquet.combinations import blank
from piquet.dealing import Deal
from piquet.partie import settle
from piquet.position import Position
from piquet.rules import Rules

TESTS = Path(__file__).resolve().parent
run = import_module("conformance.run")
deals = import_module("conformance.deals")
form = import_module("conformance.form")
parties = import_module("conformance.parties")
tricks = import_module("conformance.tricks")

PUBLISHED: list[dict[str, Any]] = json.loads(
    (TESTS.parent / "vectors" / "published.json").read_text(encoding="utf-8")
)
BY_ID = {entry["id"]: entry for entry in PUBLISHED}
DEALS = [entry for entry in PUBLISHED if "hands_after_exchange" in entry]


def named(entry: dict[str, Any]) -> str:
    return f"{entry['id']} {entry['title']}"


def as_case(entry: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a published deal as a case of the rules."""
    given = {**entry["hands_after_exchange"], "play": entry["play"]}
    if "calls_made" in entry:
        given["calls"] = entry["calls_made"]
    case = {"id": entry["id"], "kind": "deal", "profile": entry["profile"], "input": given}
    return {**case, "expect": entry["recomputed"], **changes}


def test_everything_published_is_tested_here() -> None:
    others = {"PUB-16", "PUB-17", "PUB-18", "PUB-23", "ODDS-01", "ODDS-02"}
    assert {entry["id"] for entry in PUBLISHED} == {entry["id"] for entry in DEALS} | others


# --- deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", DEALS, ids=named)
def test_deal(entry: dict[str, Any]) -> None:
    assert "right" in entry["verdict"]
    assert run.run_case(as_case(entry)).reasons == []


@pytest.mark.parametrize("entry", DEALS, ids=named)
def test_a_deal_as_the_source_counts_it(entry: dict[str, Any]) -> None:
    """What is printed, figure by figure, not only what was recomputed from it."""
    said = dict(entry["source_says"])
    found = run.compute(form.check_shape(as_case(entry)), [])
    checked = {name: said.pop(name) for name in ("hand", "play", "deal") if name in said}
    special = {
        "running_at": lambda value: True,  # test_pub_01_step_by_step
        "in_hand_and_play": lambda value: found["running"]["elder"] == value,
        "pique": lambda value: (found["pique"] is not None) is value,
        "repique": lambda value: found["bonus"]["elder"] == value,
        "tricks": lambda value: (
            value == "divided" and found["tricks"] == {"elder": 6, "younger": 6}
        ),
        "partie_elder": lambda value: entry["running_before"]["elder"] + 20 == value,
        "elder_after_hand": lambda value: (
            entry["running_before"]["elder"] + found["hand"]["elder"] == value
        ),
        "elder_saves_rubicon": lambda value: (entry["partie"]["elder"] >= 100) is value,
        "partie": lambda value: all(entry["partie"][seat] == value[seat] for seat in value),
        "settlement": lambda value: entry["partie"]["settlement"]["points"] == value,
        "gain_over_the_other_line": lambda value: (
            entry["partie"]["settlement"]["points"]
            - BY_ID["PUB-09a"]["partie"]["settlement"]["points"]
            == value
        ),
        "point": lambda value: (
            found["answers"]["point"] == "equal"
            if value == "equal (41 each)"
            else found["point"]["score"] == value
        ),
        "sequences": lambda value: found["sequences"]["score"] == value,
        "sets": lambda value: found["sets"]["score"] == value,
        "capot": lambda value: found["cards"]["elder"] == value,
        "younger_reckons": lambda value: found["hand"] == {"elder": 0, "younger": 4 + 3 + 3},
        "elder_declares": lambda value: found["hand"]["elder"] == 5 + 14,
        "cards": lambda value: found["cards"] == {"elder": 0, "younger": 10},
    }
    play = checked.get("play")
    if isinstance(play, int):
        assert found["play"]["elder"] == checked.pop("play")
    assert list(form.differences(checked or found, found)) == []
    for name, value in said.items():
        assert special[name](value), name


@pytest.mark.parametrize("entry", [entry for entry in DEALS if "partie" in entry], ids=named)
def test_the_partie_of_a_deal(entry: dict[str, Any]) -> None:
    """The score before, and the deal, make the score after, and what is won by it."""
    rules = Rules.named(entry["profile"])
    before, made, after = entry["running_before"], entry["recomputed"]["deal"], entry["partie"]
    for seat, points in before.items():
        assert points + made[seat] == after[seat]
    if "settlement" in after:
        settled = settle((after["elder"], after["younger"]), rules)
        winner = {Person.FIRST: ("A", "elder"), Person.SECOND: ("B", "younger")}[settled.winner]
        assert after["settlement"]["winner"] in winner
        assert after["settlement"]["points"] == settled.points
        assert after["settlement"]["rubicon"] == settled.rubicon


@pytest.mark.parametrize("entry", DEALS, ids=named)
def test_no_card_of_a_deal_is_in_two_places(entry: dict[str, Any]) -> None:
    thrown = entry.get("discards", {})
    piles = [*entry["hands_after_exchange"].values(), *thrown.values()]
    piles += [entry["unlocated"]] if "unlocated" in entry else []
    cards = [card for pile in piles for card in pile.split()]
    assert len(set(cards)) == len(cards)
    if len(thrown) == 2 or "unlocated" in entry:
        assert len(cards) == 32


def test_pub_01_step_by_step() -> None:
    """The treatise's deal from the deal itself, word by word, with each count as it is printed."""
    entry = BY_ID["PUB-01"]
    hands, taken = entry["dealt"], entry["taken_in"]
    deal = Deal(hands["elder"], hands["younger"], f"{taken['elder']} {taken['younger']}")
    position = Position(deal, Rules.named("cavendish"))

    def do(*words: str) -> None:
        nonlocal position
        for each in words:
            position = position.after(Action.parse(each))

    do(f"exchange {entry['discards']['elder']}", f"exchange {entry['discards']['younger']}")
    for seat in Seat:
        assert position.hands[seat] == CardSet.parse(entry["hands_after_exchange"][str(seat)])
    point = "point AH KH QH JH 8H"
    do(point, "making?", "making AH KH QH JH 8H", "good")
    assert position.view(Seat.YOUNGER).calls[Category.POINT].spoken == (49,)
    do("sequence AH KH QH JH", "good")
    assert position.scores == (9, 0)
    do("set JS JH JC", "not good", "play AH")
    assert position.scores == (10, 0)
    do("set TS TH TD TC QS QC QD")
    assert position.scores == (10, 17)
    running = entry["source_says"]["running_at"]
    assert running["younger after declaring"] == 17
    at = {5: "elder after 5 tricks", 11: "elder after winning trick 11"}
    for number, (lead, follow) in enumerate(entry["play"], 1):
        do(*([f"play {follow}"] if number == 1 else [f"play {lead}", f"play {follow}"]))
        if number in at:
            assert position.scores[Seat.ELDER] == running[at[number]]
    last = [award for award in position.awards if award.category < Category.CARDS]
    assert sum(award.points for award in last if award.seat is Seat.ELDER) == 18
    assert running["elder after last trick"] == 18
    assert position.outcome is not None
    assert position.outcome[:2] == (28, 23)


def test_pub_05_where_the_cards_help_a_pique() -> None:
    """The note: by pagat's rule the same deal is a pique at the seventh trick."""
    found = run.compute(form.check_shape(as_case(BY_ID["PUB-05"], profile="pagat")), [])
    assert (found["pique"], found["deal"]) == ("elder", {"elder": 96, "younger": 0})


def test_pub_13_declared_in_full() -> None:
    """The note: with the sequences declared, younger's tierce to the knave beats elder's."""
    entry = {key: part for key, part in BY_ID["PUB-13"].items() if key != "calls_made"}
    found = run.compute(form.check_shape(as_case(entry)), [])
    assert found["sequences"] == {"winner": "younger", "score": 3}
    assert found["deal"] == {"elder": 26, "younger": 22}


# --- score cards and settlements ------------------------------------------------------------------

PARTIES = dict(enumerate(BY_ID["PUB-16"]["parties"], 1))


def played(deals_a: list[int], deals_b: list[int]) -> Any:
    """Return the partie of these deals."""
    partie = parties.started(Rules.named("cavendish"))
    for points in zip(deals_a, deals_b, strict=True):
        partie = parties.dealt(partie, points)
    return partie


@pytest.mark.parametrize("number", [1, 2, 3, 5], ids="PUB-16 party {}".format)
def test_score_card(number: int) -> None:
    card = PARTIES[number]
    partie = played(card["A"], card["B"])
    ((winner, points),) = card["source_wins"].items()
    assert list(partie.scores) == card["totals"]
    assert partie.outcome.points == points
    assert partie.outcome.winner is form.PERSONS[winner]
    again = BY_ID["PUB-16"]["recomputed"][number - 1]
    assert (again["totals"], again["winner"], again["points"]) == (card["totals"], winner, points)
    assert again["rubicon"] == partie.outcome.rubicon


def test_score_card_party_4_whose_entries_are_wrong_in_print() -> None:
    """Its six entries do not add up to the total that is printed and booked."""
    assert "party 4" in BY_ID["PUB-16"]["verdict"]
    card = PARTIES[4]
    partie = played(card["A"], card["B"])
    again = BY_ID["PUB-16"]["recomputed"][3]
    assert partie.scores == tuple(again["totals"]) == (94, 144)
    assert card["totals_printed"] == [103, 144]
    assert partie.outcome.points == again["points"] == 338
    booked = settle((103, 144), Rules.named("cavendish"))
    assert {"B": booked.points} == card["source_wins"]


def test_the_grand_total_of_the_score_card() -> None:
    wins = [card["source_wins"] for card in PARTIES.values()]
    total = {name: sum(won.get(name, 0) for won in wins) for name in "AB"}
    grand = BY_ID["PUB-16"]["grand"]
    assert total == {"A": grand["A"], "B": grand["B"]}
    assert total["A"] - total["B"] == grand["A_wins"]


@pytest.mark.parametrize(
    "item", BY_ID["PUB-17"]["items"], ids=lambda item: "PUB-17 {} v {}".format(*item["scores"])
)
def test_settlement(item: dict[str, Any]) -> None:
    assert BY_ID["PUB-17"]["verdict"].startswith("all eight right")
    assert settle(tuple(item["scores"]), Rules.named("cavendish")).points == item["source"]


# --- declarations ---------------------------------------------------------------------------------

SEVEN_LEADS = [
    *(["AS", "9S"], ["KS", "8S"], ["QS", "7S"], ["JS", "7H"]),
    *(["TS", "8H"], ["AH", "9H"], ["AD", "9D"]),
]
DECLARATIONS: list[tuple[str, str, list[list[str]], dict[str, Any]]] = [
    (
        "QS JS TS 9S 9D 8D 7D AH KH AC TC 8C",
        "JH TH 9H 8H AS KS 7S AD QD KC QC 7C",
        [],
        {"sequences": {"winner": "elder", "score": 7}},
    ),
    (
        "AS KS QS 8S 9D 8D 7D JH 9H 7H TC 8C",
        "AH KH QH 8H JS 9S 7S KD JD AC JC 9C",
        [],
        {"sequences": {"winner": None, "score": 0}},
    ),
    (
        "TS TH TD TC JS JH JD 9S 8H 7D 8C 7C",
        "AS AH AD KS QS KH QD 9H 8D QC 9C KC",
        [],
        {"sets": {"winner": "elder", "score": 17}},
    ),
    (
        "AS KS QS JS TS AH AD QH 8D TC 8C 7C",
        "9S 8S 7S KH 9H 8H 7H KD 9D 7D JC 9C",
        SEVEN_LEADS,
        {"hand": {"elder": 23}, "pique": "elder", "running": {"elder": 60}},
    ),
    (
        "AS KS QS JS TS AH AD AC 9H 8H 8D 7C",
        "9S 8S KH QH JH 7H KD QD 9D KC JC 9C",
        [],
        {"hand": {"elder": 34}, "running": {"elder": 94}},
    ),
    (
        "AS KS QS JS TS AH KH QH AD 9D AC 7C",
        "KD QD JD TD 8D 7D JH TH KC QC 9S 8S",
        [],
        {"hand": {"elder": 32}, "repique": None},
    ),
    (
        "AS KS QS JS TS 9S 8S 7S KH QH JH 7D",
        "AH TH 9H 8H AD TD 9D 8D KC TC 9C 7C",
        [["AS", "7C"]],
        {
            "point": {"winner": "elder", "score": 8},
            "sequences": {"score": 21},
            "sets": {"winner": "younger", "score": 3},
            "hand": {"elder": 29},
            "pique": None,
        },
    ),
    (
        "QS JS TS 9S 8S TH AH TD 7D TC 8C 7C",
        "KH QH JH 9H 8H AS KS AD KD QD AC 9C",
        [["7D", "QD"]],
        {"answers": {"point": "equal"}, "hand": {"elder": 29}, "pique": "elder"},
    ),
]


@pytest.mark.parametrize(
    ("item", "cards"),
    list(zip(BY_ID["PUB-18"]["items"], DECLARATIONS, strict=True)),
    ids=lambda value: f"PUB-18 {value['what'][:40]}" if isinstance(value, dict) else "",
)
def test_declaration(item: dict[str, Any], cards: Any) -> None:
    """The hands are ours; what they score is printed."""
    assert BY_ID["PUB-18"]["verdict"].startswith("all right")
    elder, younger, play, expected = cards
    entry = {**BY_ID["PUB-18"], "hands_after_exchange": {"elder": elder, "younger": younger}}
    case = as_case({**entry, "play": play, "recomputed": expected})
    assert run.run_case(case).reasons == []
    # The figures of the sentence, each where it belongs.
    found = run.compute(form.check_shape(case), [])
    scores = {category: found[category] for category in ("sequences", "sets")}
    if "elder_scores" in item:
        mine, hers = item["elder_scores"], item["younger_scores"]
        assert any(
            (each["winner"], each["score"]) == (("elder", mine) if mine else (None, 0))
            for each in scores.values()
        )
        assert hers == 0
    if "hand" in item:
        assert found["hand"]["elder"] == item["hand"]
    if "counted_as" in item:
        assert found["running"]["elder"] == item["counted_as"]
    for bonus in ("repique", "pique"):
        if bonus in item:
            assert (found[bonus] == "elder") is item[bonus]
    if "becomes" in item:
        steps = [run.compute(form.check_shape(with_play(case, play[:n])), []) for n in (6, 7)]
        counts = [str(step["running"]["elder"]) for step in steps]
        assert re.findall(r"\d+", item["becomes"]) == counts


def with_play(case: dict[str, Any], play: list[list[str]]) -> dict[str, Any]:
    return {**case, "input": {**case["input"], "play": play}}


# --- an ending ------------------------------------------------------------------------------------


def ending(leader: CardSet, other: CardSet) -> Position:
    """Return a position of Hoyle's game with these cards left, elder to lead."""
    rules = deals.reckoned(Rules.named("hoyle"))
    gone = tricks.pairs(CardSet.ALL - leader - other)[: 12 - len(leader)]
    hands = (
        leader | CardSet.of(*(high for high, _ in gone)),
        other | CardSet.of(*(low for _, low in gone)),
    )
    position = tricks.play(hands, gone, rules)
    assert position.hands == (leader, other)
    assert position.to_move is Seat.ELDER
    return position


def in_play(position: Position) -> int:
    """Return what elder has made in play."""
    reasons = ("lead", "capture", "last_trick")
    return sum(
        award.points
        for award in position.awards
        if award.seat is Seat.ELDER and award.reason in reasons
    )


def best(position: Position) -> int:
    """Return what elder still makes in play when both know all the cards and play for it."""
    start = in_play(position)

    @cache
    def search(hands: tuple[CardSet, CardSet], led: Card | None, mover: Seat, made: int) -> int:
        at = positions[hands, led, mover, made]
        if at.outcome is not None:
            return made
        values = []
        for action in at.legal_actions.of(Kind.PLAY):
            after = at.after(action)
            key = (
                after.hands,
                after.view(Seat.ELDER).led,
                after.to_move or Seat.ELDER,
                in_play(after) - start,
            )
            positions[key] = after
            values.append(search(*key))
        return max(values) if mover is Seat.ELDER else min(values)

    assert position.to_move is not None
    first = (position.hands, position.view(Seat.ELDER).led, position.to_move, 0)
    positions = {first: position}
    return search(*first)


def test_pub_23_hoyles_ending() -> None:
    """Every line of play: four with best play, and five if the king of clubs is let go."""
    entry = BY_ID["PUB-23"]
    assert entry["verdict"].startswith("right")
    start = ending(*(CardSet.parse(entry[side]["cards"]) for side in ("leader", "other")))
    assert best(start) == entry["recomputed"]["best play"]["adversary"] == 4
    led = start.after(Action.parse("play KC"))
    made = {
        str(action.card): in_play(led) - in_play(start) + best(led.after(action))
        for action in led.legal_actions.of(Kind.PLAY)
    }
    ducked = entry["recomputed"]["if KC is led and AC is not played"]["adversary"]
    assert made == {"AC": 4, "QC": ducked, "JC": ducked}
    assert ducked == entry["needs"] == 5


# --- odds -----------------------------------------------------------------------------------------

ROWS = BY_ID["ODDS-01"]["rows"]
WORD_NUMBERS = {"two": 2, "three": 3, "five": 5}


def chance(drawn: int, named: int, wanted: int) -> Fraction:
    """Return the chance to draw at least so many of some named cards among twenty."""
    ways = sum(
        comb(named, got) * comb(20 - named, drawn - got)
        for got in range(wanted, min(named, drawn) + 1)
    )
    return Fraction(ways, comb(20, drawn))


def either(first: Fraction, second: Fraction, both: Fraction) -> Fraction:
    return first + second - both


def exact(row: dict[str, Any]) -> Fraction:
    """Return the exact chance of a row of the table."""
    number = re.search(r"two|three|five|\d", row["drawer"])
    drawn = 0 if number is None else WORD_NUMBERS.get(number[0]) or int(number[0])
    plain = re.match(r"at least (one|\d) of (\d) named cards", row["event"])
    if plain:
        return chance(drawn, int(plain[2]), 1 if plain[1] == "one" else int(plain[1]))
    if row["event"] == "at least one of four aces and one of four kings":
        none = Fraction(comb(16, drawn), comb(20, drawn))
        neither = Fraction(comb(12, drawn), comb(20, drawn))
        return 1 - either(none, none, neither)
    if row["event"].startswith("both missing kings or both missing queens"):
        return either(chance(5, 2, 2), chance(5, 2, 2), chance(5, 4, 4))
    plain_cards = [card for card in CARDS if blank(card.mask)]
    one = Fraction(comb(len(plain_cards), 12), comb(len(CARDS), 12))
    # Both hands cannot be blank at once, so the chances add up.
    return one if row["event"] == "carte blanche in a named hand" else 2 * one


def stated(row: dict[str, Any]) -> list[Fraction]:
    """Return the odds against that the print states, one for each source, misprints left out."""
    words = re.sub(r"one (Hoyle )?printing.*", "", row["source_states"])
    odds = [Fraction(int(a), int(b)) for a, b in re.findall(r"(\d+) to (\d+)", words)]
    return [1 / each for each in odds] if words.rstrip(" (").endswith(" on") else odds


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row['drawer']}: {row['event']} ({row['verdict'].split(':')[0]})"
)
def test_odds(row: dict[str, Any]) -> None:
    found = exact(row)
    assert str(found) == row["exact"]
    assert round(float(found), 6) == row["probability"]
    against = (1 - found) / found
    assert round(float(against), 3) == row["odds_against"]
    printed = stated(row)
    if "leaving a card" in row["event"]:
        assert found / exact(ROWS[11]) == Fraction(74, 57)
    elif row["source_states"].startswith("Hoffmann"):
        assert round(1 / found, -2) == 900
    elif row["verdict"] == "exact":
        assert printed[-1] == against
    elif row["verdict"] == "exact to the unit":
        assert printed == [int(against)]
    elif row["verdict"].startswith("wrong"):
        assert all(abs(each - against) > Fraction(3, 2) for each in printed)
        assert printed == [32, 33]
        assert int(against) == 30
    else:
        assert row["verdict"].startswith(("rounded", "close"))
        assert all(abs(each - against) < against * Fraction(7, 100) for each in printed)
    assert printed or row["source_states"].startswith("Hoffmann")


def test_the_wrong_odds_are_one_row() -> None:
    wrong = [row["event"] for row in ROWS if row["verdict"].startswith("wrong")]
    assert wrong == ["at least 3 of 4 named cards"]
    assert "one stated figure is wrong" in BY_ID["ODDS-01"]["verdict"]


def test_a_chance_by_counting() -> None:
    """The closed form above, beside plain counting of all draws of three."""
    draws = list(combinations(range(20), 3))
    for named_cards in (1, 2, 3, 4):
        for wanted in range(1, named_cards + 1):
            hits = sum(sum(card < named_cards for card in draw) >= wanted for draw in draws)
            assert chance(3, named_cards, wanted) == Fraction(hits, len(draws))


# --- ten thousand hands ---------------------------------------------------------------------------

SHARES = BY_ID["ODDS-02"]


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_shares_add_up(seat: str) -> None:
    bins, says, derived = SHARES["bins_lower"], SHARES["source_says"], SHARES["derived"]
    assert len(SHARES[seat]) == len(bins)
    assert sum(SHARES[seat]) == 10_000 == derived["sum_check"][seat == "younger"]
    low = sum(lower * share for lower, share in zip(bins, SHARES[seat], strict=True)) / 10_000
    below, above = derived[f"{seat}_mean_between"]
    # The last share is open at the top, and nine is the most that a score exceeds its ten.
    assert below == pytest.approx(low, abs=0.06)
    assert above == pytest.approx(low + 9, abs=0.2)
    assert derived[f"{seat}_mean_midpoint"] == pytest.approx(low + 4.5, abs=0.06)
    more, less = [value for name, value in says.items() if re.match(seat + r"_\d", name)]
    assert more + less == 10_000
    # The show is a median: about half the hands make so much.
    assert abs(more - less) < 300


def shares_from(seat: str) -> Iterator[tuple[int, float]]:
    for place, lower in enumerate(SHARES["bins_lower"]):
        yield lower, sum(SHARES[seat][place:]) / 100


def test_shares_of_high_scores() -> None:
    elder, younger = dict(shares_from("elder")), dict(shares_from("younger"))
    assert [round(elder[ten], 1) for ten in (20, 30, 40)] == [72.8, 44.1, 23.1]
    assert [round(younger[ten], 1) for ten in (10, 20)] == [64.4, 38.8]
    assert SHARES["source_says"]["younger_scored_nothing"] <= SHARES["younger"][0]


def test_the_show_lies_in_its_share() -> None:
    """The median that is printed is in the ten in which half the hands are reached."""
    for seat, show in SHARES["source_says"]["show"].items():
        reached = [lower for lower, share in shares_from(seat) if share >= 50]
        assert reached[-1] <= show < reached[-1] + 10
