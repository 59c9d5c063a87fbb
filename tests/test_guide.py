"""The rules guide: nothing left out, nothing said twice, and its documents up to date."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from guided import Played, each_set

from piquet.base import Seat, Unreadable
from piquet.cards import CardSet
from piquet.record import read
from piquet.rules import OPTIONS, Rules
from piquet.table.entries import Begun, Sealed
from piquet.table.examples import EXAMPLES
from piquet.table.guidebook import CHAPTERS, CLAIMS, ORDER, SOURCES
from piquet.table.guiding import chapter, example
from piquet.table.ledger import Ledger
from piquet.table.ruling import GROUPS
from piquet.texts import under
from piquet.view import Phase

ELDER, YOUNGER = Seat.ELDER, Seat.YOUNGER

# --- the examples ---------------------------------------------------------------------------------


@each_set
def test_every_example_can_be_taken_over_from_its_moment(rules: Rules) -> None:
    for name in EXAMPLES:
        told = example(name, rules.name)
        record = read(told.taken.record)
        begun = Begun(
            str(record.rules),
            "club",
            ("you", "computer"),
            source="record",
            given=told.taken.record,
            deal=told.taken.deal,
            moves=told.taken.moves,
        )
        ledger = Ledger.of([begun, Sealed(0, "00" * 32)])
        assert ledger.position is not None, name
        assert ledger.position.outcome is None, name
        starts = EXAMPLES[name].start
        exchanging = ledger.position.phase in (Phase.EXCHANGE, Phase.SET_ASIDE)
        assert exchanging == (starts == "deal"), name
        if starts == "hands":
            held = CardSet.parse(EXAMPLES[name].elder), CardSet.parse(EXAMPLES[name].younger)
            assert ledger.position.hands == held, name


def test_an_example_is_a_whole_pack_with_a_code() -> None:
    codes = {name: made.deal.code for name, made in EXAMPLES.items()}
    assert all(len(code) == 13 for code in codes.values())
    assert len(set(codes.values())) >= 30


@each_set
def test_the_worked_count_is_the_engine_s(rules: Rules) -> None:
    told = example("repique", rules.name)
    assert told.counted.startswith("6 + 16 + 14 = 36 in hand; the repique adds 60: 96 before")
    barred = Played("barred", rules)
    assert barred.hand(ELDER) == 32
    assert (ELDER, "repique") not in barred.bonuses()


@each_set
def test_what_the_captions_count_is_counted_so(rules: Rules) -> None:
    """The texts of the chapters name numbers; these are they."""
    assert Played("on_the_lead", rules).hand(ELDER) == 24
    assert Played("capot", rules).hand(ELDER) == 13
    five = Played("five_low", rules)
    assert (five.points(ELDER, "point"), five.points(YOUNGER, "point")) == (5, 0)
    aces = Played("aces", rules)
    assert (aces.points(ELDER, "sets"), aces.points(YOUNGER, "sets")) == (17, 0)
    kept = Played("kept_back", rules)
    sunk = 5 + rules.seq_scores[0]
    assert kept.hand(ELDER) == (sunk if rules.sinking else 6 + 2 * rules.seq_scores[0])
    tricks = Played("tricks", rules)
    assert tricks.position.tricks == (5, 7)


# --- the chapters ---------------------------------------------------------------------------------


def test_every_point_of_the_rules_is_spoken_of_in_one_chapter() -> None:
    spoken = [item for made in CHAPTERS.values() for part in made.points for item in part]
    assert len(spoken) == len(set(spoken))
    every = {item for group in GROUPS.values() for part in group for item in part}
    assert set(spoken) == every
    assert set(OPTIONS) <= set(spoken)


@each_set
def test_every_chapter_can_be_told(rules: Rules) -> None:
    for name in CHAPTERS:
        told = chapter(name, rules.name)
        words = " ".join([*told.words, *told.rules, *(point.label for point in told.points)])
        assert not re.search(r"[{}]", words), name
        phase = bool(CHAPTERS[name].points)
        assert phase == bool(told.rules)
        assert phase == bool(told.examples)


@each_set
def test_the_points_that_part_are_those_that_differ(rules: Rules) -> None:
    default = Rules.named("rubicon")
    told = [point for name in CHAPTERS for point in chapter(name, rules.name).points]
    assert all(len(point.variants) > 1 for point in told)
    assert all(sum(variant.here for variant in point.variants) <= 1 for point in told)
    flagged = {point.label for point in told if point.differs}
    assert flagged or not rules.difference(default)
    assert not flagged or rules.difference(default)


def test_a_deal_that_ends_a_partie_tells_the_settlement() -> None:
    assert "131 - 100 + 100 = 131" in example("exactly", "rubicon").after
    assert "97 + 64 + 100 = 261" in example("both_short", "rubicon").after
    assert "112 and 112" in example("level", "rubicon").after
    assert example("repique", "rubicon").after == ""


def test_what_a_source_leaves_open_is_told_for_it_alone() -> None:
    told = {name: chapter("sources", name).errata for name in ("digital", "rubicon", "au_cent")}
    headings = {name: [one.heading for one in errata] for name, errata in told.items()}
    assert headings["digital"][0].startswith("digital: What the source leaves open")
    assert headings["au_cent"][0].startswith("au_cent: What the players may agree")
    assert headings["rubicon"][0] == "rubicon"
    assert headings["rubicon"] == headings["digital"][1:] == headings["au_cent"][1:]


def test_a_chapter_and_an_example_that_do_not_exist_are_refused() -> None:
    with pytest.raises(Unreadable, match="no chapter 'trumps'"):
        chapter("trumps", "rubicon")
    with pytest.raises(Unreadable, match="no example 'trumps'"):
        example("trumps", "rubicon")
    with pytest.raises(Unreadable, match="rubicon"):
        chapter("point", "rubikon")


def test_the_diagram_goes_as_the_engine_reckons() -> None:
    assert list(ORDER[:4]) == ["blanche", "point", "sequences", "sets"]
    steps = chapter("repique", "rubicon").order
    assert [step.points for step in steps] == [
        "10",
        "one a card",
        "3, 4, 15, 16, 17, 18",
        "3 or 14",
        "one by one",
        "10 or 40",
    ]


# --- the history ----------------------------------------------------------------------------------


def test_every_claim_has_a_verdict_and_a_source_and_no_source_is_idle() -> None:
    verdicts = {claim.verdict for claim in CLAIMS.values()}
    assert {f"guide.verdict.{verdict}" for verdict in verdicts} == set(under("guide.verdict"))
    cited = {source for claim in CLAIMS.values() for source in claim.sources}
    assert cited == set(SOURCES)
    assert {f"guide.source.{name}" for name in SOURCES} == set(under("guide.source"))
    assert all(claim.sources for claim in CLAIMS.values())


def test_the_history_speaks_of_what_is_told_of_the_game() -> None:
    told = " ".join(claim.claim + claim.words for claim in chapter("history", "rubicon").claims)
    for word in ("1534", "1625", "1674", "1744", "1892", "1947", "fifteenth", "rubicon"):
        assert word in told, word


# --- the documents --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def make() -> ModuleType:
    """The script that writes the documents."""
    path = Path(__file__).parents[1] / "docs" / "make.py"
    spec = importlib.util.spec_from_file_location("make", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def documents(make: ModuleType) -> Iterator[tuple[Path, str]]:
    yield from make.documents().items()


def test_the_documents_are_up_to_date(make: ModuleType) -> None:
    for path, words in documents(make):
        assert path.read_text(encoding="utf-8") == words, f"python docs/make.py writes {path.name}"


def test_a_document_that_is_old_is_found(make: ModuleType) -> None:
    missing = Path(__file__).parent / "no_such_document.md"
    old = {Path(__file__): "something else", missing: ""}
    assert make.stale(old) == [Path(__file__), missing]
