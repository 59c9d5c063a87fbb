"""The score sheet for a real pack: what it adds up to, what it refuses, and what it outlives."""

from __future__ import annotations

import json
import os
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from table.served import Live, live
from table.test_page_types import fields_of
from walk import random_deal, random_rules, walk

import piquet
from piquet.actions import Award, Category
from piquet.base import PiquetError, Seat
from piquet.combinations import point_key
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.rules import Rules
from piquet.table import pad, penned
from piquet.table.dictating import entry as dictated
from piquet.table.marking import Entry
from piquet.table.pad import cleaned, reckoned
from piquet.table.penned import DealKept, Pad
from piquet.table.plays import plays
from piquet.table.scoring import counted
from piquet.texts import text

FULL = os.environ.get("PIQUET_FULL") == "1"
DEALS = 4_000 if FULL else 400
NAMES = ("Ann", "Ben")
JSON = {"content-type": "application/json"}
RUBICON = Rules.named("rubicon")


# --- against the engine ---------------------------------------------------------------------------


def written(position: Position, rng: random.Random) -> list[Entry]:
    """Return what two people would write down of a finished deal, in any order."""
    entries = []
    for award in position.awards:
        seat = str(award.seat)
        if award.reason == "carte_blanche":
            entries.append(Entry("carte_blanche", seat))
        elif award.reason == "point":
            entries.append(Entry("point", seat, [award.detail[0], _makes(position, award)]))
        elif award.reason in ("sequences", "sets"):
            found = next((one for one in entries if one.what == award.reason), None)
            if found is None:
                entries.append(Entry(award.reason, seat, list(award.detail)))
            else:
                found.n += award.detail
    made = dict.fromkeys(Seat, 0)
    for award in position.awards:
        if award.reason in ("lead", "capture", "last_trick"):
            made[award.seat] += award.points
    entries += [Entry("play", str(seat), [made[seat]]) for seat in Seat]
    if rng.random() < 0.3:
        entries.append(_tricks(position, rng))
    rng.shuffle(entries)
    return entries


def _tricks(position: Position, rng: random.Random) -> Entry:
    seat = rng.choice(list(Seat))
    return Entry("tricks", str(seat), [position.tricks[seat]])


def _makes(position: Position, award: Award) -> int:
    """Return what the cards of a point made."""
    mask = next(event.cards for event in position.events if award in event.awards)
    assert mask is not None
    return point_key(mask) & 255


def _finished(rng: random.Random) -> Position | None:
    """Return a deal at its end, None where it was given up or ended by a target."""
    rules = random_rules(rng)
    if rules.game_end == "target":
        rules = rules.but(target_check="end_of_deal")
    position = Position(random_deal(rng), rules)
    *_, (_, position) = walk(position, rng)
    conceded = any("conceded" in award.reason for award in position.awards)
    return None if conceded or position.outcome is None else position


def test_a_deal_written_down_adds_up_to_what_the_engine_counts() -> None:
    """Whatever the order of writing; where a pique hangs on the order of play, it is asked for."""
    rng = random.Random(61)
    asked = done = piques = 0
    while done < DEALS:
        position = _finished(rng)
        if position is None:
            continue
        done += 1
        entries = written(position, rng)
        assert position.outcome is not None
        due = position.outcome[:2]
        told = counted(entries, position.rules, NAMES)
        if "end" in told.missing:
            # Where a lead always scores, who has the cards follows from the points.
            assert "any" not in (position.rules.lead_point, position.rules.capture_point) or (
                position.rules.lead_point != position.rules.capture_point
            )
            entries.append(_tricks(position, rng))
            told = counted(entries, position.rules, NAMES)
        pique = any(award.reason == "pique" for award in position.awards)
        piques += pique
        if told.asked:
            asked += 1
            entries.append(Entry("pique" if pique else "no_pique", "elder"))
            told = counted(entries, position.rules, NAMES)
        assert told.scores == due, (position.rules, entries, position.awards)
        assert not told.missing
    assert asked > DEALS // 100, asked
    assert piques > DEALS // 100, piques


def test_the_totals_of_the_play_are_those_of_every_course_of_twelve_tricks() -> None:
    """By brute force: who wins each trick, 4,096 ways, under the rules without choice of cards."""
    for rules in (RUBICON, Rules.named("digital"), Rules.named("club_as_printed")):
        found = set()
        for course in product((0, 1), repeat=12):
            leader, scores = 0, [0, 0]
            for number, winner in enumerate(course, 1):
                scores[leader] += rules.lead_point == "any" or winner == leader
                scores[winner] += winner != leader
                scores[winner] += rules.last_trick_extra * (number == 12)
                leader = winner
            found.add((course.count(0), scores[0], scores[1]))
        assert {play[:3] for play in plays(rules)} == found


# --- what it refuses ------------------------------------------------------------------------------

REFUSALS: list[tuple[list[str], str]] = [
    (["four nines"], "pad_set_rank"),
    (["4 9s"], "pad_set_rank"),
    (["three eights"], "pad_set_rank"),
    (["2 aces"], "pad_set_number"),
    (["4 aces 4 aces"], "pad_set_twice"),
    (["4 aces 4 kings 4 queens 3 tens"], "pad_sets"),
    (["point 9"], "pad_point"),
    (["point 0"], "pad_point"),
    (["point 5 60"], "pad_point_makes"),
    (["sequence 9"], "pad_sequence"),
    (["sequence 2"], "pad_sequence"),
    (["huitième", "huitième"], "pad_twice"),
    (["huitième huitième"], "pad_sequences"),
    (["quint quint tierce tierce"], "pad_sequences"),
    (["point 5", "younger point 6"], "pad_twice"),
    (["cards", "capot"], "pad_ends"),
    (["capot", "younger cards"], "pad_ends"),
    (["tricks 13"], "pad_tricks"),
    (["tricks 7", "younger cards"], "pad_end_tricks"),
    (["tricks 12", "cards"], "pad_end_tricks"),
    (["play 27"], "pad_play"),
    (["younger play 15"], "pad_play"),
    (["play 8", "younger play 5"], "pad_play_both"),
    (["younger pique"], "pad_pique_younger"),
    (["younger point 5", "pique"], "pad_pique_first"),
    (["point 5", "pique"], "pad_pique_play"),
    (["point 5", "play 9", "younger play 6", "pique"], "pad_pique_short"),
    (["point 5", "repique"], "pad_repique_short"),
    (["younger point 5", "sequence 6", "4 aces 3 kings", "repique"], "pad_repique_first"),
    (["point 6", "sequence 6", "4 aces", "pique"], "pad_pique_repique"),
    (["sets equal"], "pad_sets_equal"),
    (["blah"], "pad_said"),
    (["point"], "pad_said"),
    (["point five and four aces"], "pad_said"),
    (["total 28"], "pad_total_two"),
    (["total 171 0"], "pad_total"),
    (["point 5", "total 28 23"], "pad_total_alone"),
    (["total 28 23", "point 5"], "pad_total_alone"),
]


def _said(lines: list[str], rules: Rules = RUBICON) -> Any:
    return counted([dictated(line, NAMES) for line in lines], rules, NAMES)


@pytest.mark.parametrize(("lines", "code"), REFUSALS, ids=[" / ".join(one) for one, _ in REFUSALS])
def test_what_cannot_be_is_refused_with_its_reason(lines: list[str], code: str) -> None:
    _said(lines[:-1])  # everything before the last can be
    with pytest.raises(PiquetError) as caught:
        _said(lines)
    assert caught.value.code == code
    assert str(caught.value).endswith((".", "28 23."))


def test_a_repique_only_for_elder_is_refused_to_younger_by_those_rules() -> None:
    hand = ["younger point 6", "younger sequence 6", "younger 4 aces"]
    assert _said(hand).scores == (0, 96)
    club = Rules.named("club_as_printed")
    assert _said(hand, club).scores == (0, 36)
    with pytest.raises(PiquetError) as caught:
        _said([*hand, "younger repique"], club)
    assert caught.value.code == "pad_repique_elder"


# --- bonuses as the order of the awards makes them ------------------------------------------------


def test_a_repique_stands_there_by_itself_and_falls_when_the_other_scored_first() -> None:
    """The worked count: 6 + 16 + 14 = 36, repique 60, 96 before play."""
    hand = ["point 6", "sequence 6", "4 aces"]
    assert _said(hand).scores == (96, 0)
    assert [row.kind for row in _said(hand).rows][-1] == "repique"
    assert _said([*hand[1:], "younger point 7"], Rules.named("cavendish")).scores == (30, 7)
    assert _said([*hand[1:], "younger point 7"]).scores == (60, 7), "in time elder had thirty first"
    assert _said([*hand[::-1], "repique"]).scores == (96, 0)


def test_a_pique_is_certain_impossible_or_asked_for() -> None:
    """29 in hand and the first lead; 10 in hand never; 22 in hand hang on the order of the play."""
    hand = ["point 5", "quint", "three kings"]  # 23
    certain = ["point 7", "septième", "three kings"]  # 27: thirteen tricks' worth follows
    told = _said([*certain, "play 13", "younger play 0"])
    assert told.scores[0] == 27 + 13 + 30 + 40
    assert not told.asked
    asked = _said([*hand, "play 10", "younger play 5"])
    assert asked.asked
    assert "pique" in asked.missing
    assert _said([*hand, "play 10", "younger play 5", "pique"]).scores[0] == 23 + 10 + 30 + 10
    assert _said([*hand, "play 10", "younger play 5", "no pique"]).scores[0] == 23 + 10 + 10
    never = _said(["point 5", "play 10", "younger play 5"])
    assert not never.asked


def test_the_rules_of_the_order_decide_a_pique() -> None:
    """29 in hand against three tens: by category none (PQ-03), in the order of time one (PQ-04)."""
    play = ["younger three tens", "play 9", "younger play 6"]
    given = ["point 8", "sequence 8 3", *play]
    assert _said(given, Rules.named("cavendish")).scores[0] == 29 + 9 + 10
    assert _said(given, Rules.named("rubicon")).scores[0] == 29 + 9 + 10 + 30


# --- the partie -----------------------------------------------------------------------------------


def _deals(*totals: tuple[int, int], closed: bool = True) -> list[DealKept]:
    return [DealKept([Entry("total", "", [*pair])], closed) for pair in totals]


def _sheet(deals: list[DealKept], rules: str = "rubicon", **more: Any) -> penned.PadTold:
    return reckoned(Pad(rules=rules, names=[*NAMES], deals=deals, **more))


def test_six_deals_are_settled_as_an_equation() -> None:
    """Elder's number first; the dealer changes, so the second person is elder in deals 1, 3, 5."""
    told = _sheet(_deals(*[(30, 20)] * 6))
    assert told.totals == [150, 150]
    assert not told.over, "a tie: two extra deals are due"
    assert told.to_come == [7, 8]
    assert told.now is not None
    assert told.now.title == text("table.pad.title.extra", n=7, of=8, dealer="Ann")
    told = _sheet(_deals(*[(30, 20)] * 6, (28, 23), (23, 28)))
    assert told.over
    assert told.winner == 1
    assert told.totals == [150 + 23 + 23, 150 + 28 + 28]
    assert "206 - 196 + 100 = 110" in told.settlement[0]
    drawn = _sheet(_deals(*[(30, 20)] * 8))
    assert drawn.over
    assert drawn.winner == -1
    with pytest.raises(PiquetError) as caught:
        _sheet(_deals(*[(30, 20)] * 9))
    assert caught.value.code == "pad_over"


def test_a_loser_short_of_the_rubicon_pays_the_sum() -> None:
    told = _sheet(_deals((5, 20), (20, 5), (5, 20), (20, 5), (5, 20), (20, 5)))
    assert told.totals == [120, 30]
    assert "120 + 30 + 100 = 250" in told.settlement[0]
    open_sheet = _sheet(_deals((5, 20)))
    assert open_sheet.to_go == [80, 95]
    assert open_sheet.line == 100
    assert "80 to go" in open_sheet.line_words


def test_a_deal_that_is_not_finished_is_not_closed() -> None:
    with pytest.raises(PiquetError) as caught:
        _sheet([DealKept([Entry("point", "elder", [5])], closed=True)])
    assert caught.value.code == "pad_unfinished"
    with pytest.raises(PiquetError) as caught:
        _sheet([*_deals((5, 5), closed=False), *_deals((5, 5))])
    assert caught.value.code == "pad_open"


def test_a_target_game_ends_with_the_first_who_is_out_and_a_match_asks_who_deals_next() -> None:
    near = _deals((90, 95))
    entries = [dictated(line, NAMES) for line in ("point 6", "younger quint")]
    told = _sheet([*near, DealKept(entries)], "au_cent(match=single)")
    assert told.now is not None
    assert told.now.complete, "somebody is out: the deal is at its end"
    told = _sheet([*near, DealKept(entries, closed=True)], "au_cent(match=single)")
    assert told.over
    assert told.totals == [101, 90], "Ann, elder in deal 2, reckons the point first"
    match = _sheet([*near, DealKept(entries, closed=True)], "au_cent")
    assert match.cut_due
    assert match.games == [1, 0]
    after = _sheet([*near, DealKept(entries, closed=True)], "au_cent", dealers=[0, 1])
    assert after.now is not None
    assert after.now.dealer == 1
    with pytest.raises(PiquetError) as caught:
        _sheet([*near, *_deals((50, 50))], "au_cent")
    assert caught.value.code == "pad_both_out"


def test_an_entry_of_a_closed_deal_can_be_corrected_and_looked_at() -> None:
    first = [dictated(line, NAMES) for line in ("point 5", "play 9", "younger play 6")]
    deals = [DealKept(first, closed=True), *_deals((20, 10))]
    told = _sheet(deals, at=0)
    assert told.now is not None
    assert (told.now.place, told.now.closed) == (0, True)
    assert told.deals[0].parts[1] == [0, 5, 0, 0, 0, 9, 10]
    changed = _sheet(deals, at=0, say="tierce")
    assert changed.deals[0].points == [6, 27]
    assert changed.kept[0].entries[-1].what == "sequences"
    assert changed.totals == [told.totals[0], told.totals[1] + 3]


def test_a_sheet_half_written_is_read_as_far_as_it_goes() -> None:
    good = [Entry("point", "elder", [5])]
    bad = [Entry("sets", "elder", [4, 2]), Entry("play", "younger", [99])]
    told = _sheet([DealKept([*bad[:1], *good, *bad[1:]], closed=True)], mend=True)
    assert told.kept[0].entries == good
    assert not told.kept[0].closed
    assert len(told.left_out) == 3
    assert _sheet(told.kept).kept == told.kept


NAMED = {
    "\x1b[31mAnn\x1b[0m": "Ann",
    "\x1b]0;title\x07Ann": "Ann",
    "A\u202enn\u2066": "Ann",
    " A\tn\nn ": "A n n",
    "\u200b\ufeff": "A",
    "x" * 60: "x" * 24,
    "\U0001f0a1 Ann": "\U0001f0a1 Ann",
    "<b>Ann</b>": "<b>Ann</b>",
}


@pytest.mark.parametrize(("given", "due"), NAMED.items(), ids=range(len(NAMED)))
def test_a_name_holds_nothing_that_steers_a_screen(given: str, due: str) -> None:
    assert cleaned(given, "A") == due


def test_two_people_of_one_name_are_told_apart() -> None:
    assert _sheet([]).names == ["Ann", "Ben"]
    assert reckoned(Pad(names=["Ann", "ann"])).names == ["Ann", "ann (2)"]


@pytest.mark.parametrize("name", PROFILES)
def test_a_blank_sheet_of_every_profile(name: str) -> None:
    rules = Rules.named(name)
    told = pad.blank(rules)
    assert told.line == (rules.target if rules.game_end == "target" else rules.rubicon_at)
    crib = {row.what: row.points for row in told.crib}
    assert crib[text("table.pad.crib.capot")] == str(rules.capot_points)
    assert (text("table.pad.crib.last") in crib) == bool(rules.last_trick_extra)


SPOKEN = {
    "the point of five": Entry("point", "elder", [5]),
    "Ann: point, 6": Entry("point", "elder", [6]),
    "ben tierce": Entry("sequences", "younger", [3]),
    "two quarts and a tierce": Entry("sequences", "elder", [4, 4, 3]),
    "sixieme": Entry("sequences", "elder", [6]),
    "quatorze of aces, trio of tens": Entry("sets", "elder", [4, 7, 3, 3]),
    "3 Q": Entry("sets", "elder", [3, 5]),
    "sequences equal": Entry("sequences", "", []),
    "nobody point": Entry("point", "", []),
    "younger carte blanche": Entry("carte_blanche", "younger"),
    "play thirteen": Entry("play", "elder", [13]),
    "total one hundred and seven 12": Entry("total", "", [107, 12]),
    "no pique": Entry("no_pique", "elder"),
}


@pytest.mark.parametrize(("words", "due"), SPOKEN.items(), ids=SPOKEN)
def test_what_is_typed_is_understood(words: str, due: Entry) -> None:
    assert dictated(words, NAMES) == due


# --- over the wire --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with live(tmp_path_factory.mktemp("data")) as made:
        yield made


def _garbage(rng: random.Random, depth: int = 0) -> Any:
    """Return anything: now and then nearly a sheet."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return rng.choice(["elder", "younger", "", "point", "sets", "rubicon", "\u202e", "x" * 300])
    if kind == 1:
        return rng.choice([0, 1, 3, 7, 12, 13, 999, 1000, -1, 10**15, True, None, 2.5])
    if kind <= 5:
        whats = ["point", "sequences", "sets", "play", "tricks", "cards", "capot", "divided"]
        whats += ["pique", "no_pique", "repique", "total", "carte_blanche", "other"]
        number = [rng.choice([0, 1, 3, 4, 5, 6, 7, 9, 13, 999]) for _ in range(rng.randrange(4))]
        return {
            "what": rng.choice(whats),
            "seat": rng.choice(["elder", "younger", ""]),
            "n": number,
        }
    if kind == 6:
        return [_garbage(rng, depth + 1) for _ in range(rng.randrange(5))]
    entries = [_garbage(rng, 3) for _ in range(rng.randrange(6))]
    return {"entries": entries, "closed": rng.random() < 0.5}


def _body(rng: random.Random) -> Any:
    body: dict[str, Any] = {}
    if rng.random() < 0.9:
        body["deals"] = [
            {"entries": [_garbage(rng, 3) for _ in range(rng.randrange(5))], "closed": False}
            for _ in range(rng.randrange(3))
        ]
    for name, values in {
        "rules": [*PROFILES, "nothing", "rubicon(deals=0)", "\x00"],
        "names": [["a", "b"], ["\x1b[2J", "\u202e"], [], ["a"], [1, 2]],
        "dealers": [[0], [1], [2], [], [0] * 30],
        "say": ["point 5", "\x00", "9" * 150, "four", "total 999 999", "\u0663 aces"],
        "at": [-1, 0, 5, 10**9],
        "mend": [True, False, "yes"],
        "seat": ["elder", "x"],
    }.items():
        if rng.random() < 0.3:
            body[name] = rng.choice(values)
    return body if rng.random() < 0.95 else _garbage(rng)


def test_no_body_makes_the_server_stumble(table: Live) -> None:
    """Many bodies: each is answered or refused in a sentence, and many are answered."""
    rng = random.Random(62)
    answered = 0
    with table.client() as client:
        for _ in range(DEALS):
            body = _body(rng)
            answer = client.post("/api/pad", content=json.dumps(body), headers=JSON)
            assert answer.status_code in (200, 400), (answer.status_code, body)
            told = answer.json()
            if answer.status_code == 200:
                answered += 1
                again = client.post(
                    "/api/pad",
                    json={key: told[key] for key in ("rules", "names", "dealers")}
                    | {"deals": told["kept"]},
                )
                assert again.status_code == 200, (body, again.text)
                assert again.json()["kept"] == told["kept"]
            else:
                assert told["sentence"], body
        assert client.get("/api/pad/blank?rules=nothing").status_code == 400
        assert client.get("/api/pad/blank").json()["rows"] == 6
    assert answered > DEALS / 10, answered


def test_only_those_who_have_come_in_are_answered(table: Live) -> None:
    with table.client() as client:
        client.cookies.clear()
        assert client.post("/api/pad", json={}).status_code == 401


SOURCE = Path(piquet.__file__).parent / "table" / "static" / "pages" / "pad_told.d.ts"
TYPES = {
    "Entry": Entry,
    "DealKept": penned.DealKept,
    "PadRow": penned.PadRow,
    "PadDeal": penned.PadDeal,
    "PadNow": penned.PadNow,
    "NumberTold": penned.NumberTold,
    "PadChoices": penned.PadChoices,
    "PadTold": penned.PadTold,
    "CribRow": penned.CribRow,
    "BlankTold": penned.BlankTold,
}


@pytest.mark.parametrize("interface", TYPES)
def test_the_page_knows_the_fields_of_a_message(interface: str) -> None:
    assert fields_of(interface, SOURCE.read_text("utf-8")) == set(
        TYPES[interface].__struct_fields__
    )


def test_a_category_of_awards_can_be_told_from_the_play() -> None:
    """The rows stand in the order of reckoning, the play behind the hand."""
    told = _said(["play 13", "younger play 0", "three aces", "point 5", "younger quart"])
    kinds = [row.kind for row in told.rows]
    assert kinds == ["point", "sequences", "sets", "play", "capot", "play"]
    assert [award.category for award in told.awards] == sorted(
        award.category for award in told.awards
    )
    assert Category.CARDS in {award.category for award in told.awards}
