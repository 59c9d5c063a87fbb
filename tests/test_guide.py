"""The rules guide: nothing left out, nothing said twice, and every answer checked by the engine."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from piquet.actions import Action, Award, Category, EventKind, Kind
from piquet.base import Person, Seat, Unreadable
from piquet.cards import CardSet
from piquet.combinations import best_key, blank
from piquet.partie import settle
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.record import Record, read
from piquet.rules import OPTIONS, Rules
from piquet.table.entries import Begun, Sealed
from piquet.table.examples import EXAMPLES
from piquet.table.guidebook import CHAPTERS, CLAIMS, ORDER, QUESTIONS, SOURCES
from piquet.table.guiding import chapter, example
from piquet.table.ledger import Ledger
from piquet.table.ruling import GROUPS
from piquet.texts import under
from piquet.view import Phase

RULES = [Rules.named(name) for name in PROFILES]
ELDER, YOUNGER = Seat.ELDER, Seat.YOUNGER

each_set = pytest.mark.parametrize("rules", RULES, ids=str)


class Played:
    """An example played to its end under a set of rules, and what can be asked of it."""

    def __init__(self, name: str, rules: Rules) -> None:
        self.example = EXAMPLES[name]
        self.rules = rules
        self.record: Record = self.example.record(rules, name)
        position = self.record.position
        assert position is not None
        self.position: Position = position
        self.awards: tuple[Award, ...] = position.awards

    def points(self, seat: Seat, *reasons: str) -> int:
        """What a seat has scored for some reasons."""
        return sum(one.points for one in self.awards if one.seat is seat and one.reason in reasons)

    def hand(self, seat: Seat) -> int:
        """What a seat has scored in hand, without a bonus."""
        plain = [one for one in self.awards if one.category <= Category.SETS]
        return sum(one.points for one in plain if one.seat is seat and one.reason != "repique")

    def bonuses(self) -> list[tuple[Seat, str]]:
        """Every pique and repique."""
        return [(one.seat, one.reason) for one in self.awards if one.reason.endswith("pique")]

    def when(self, asked: Callable[[Position], bool]) -> Position:
        """The first position of which something holds."""
        return next(position for position in self.record.positions() if asked(position))

    def first_lead(self) -> Position:
        """The position after elder's first lead, before younger has played."""
        plays = [event for event in self.position.events if event.kind is EventKind.PLAYED]
        assert plays
        return self.when(
            lambda position: any(event.kind is EventKind.PLAYED for event in position.events)
        )

    def calls_freely(self) -> bool:
        """Whether players declare by themselves."""
        return self.rules.declare_by == "player"


# --- the claims of the answers, each asserted on the awards ---------------------------------------

CHECKS: dict[str, Callable[[Played], None]] = {}


def answers(name: str) -> Callable[[Callable[[Played], None]], Callable[[Played], None]]:
    """Mark a check as that of a question."""

    def keep(check: Callable[[Played], None]) -> Callable[[Played], None]:
        CHECKS[name] = check
        return check

    return keep


@answers("must_exchange")
def _(played: Played) -> None:
    dealt = played.when(lambda position: position.to_move is ELDER)
    assert Action.parse("exchange nothing") not in dealt.legal_actions
    assert Action.parse("exchange 7S") in dealt.legal_actions
    younger = played.when(lambda position: position.to_move is YOUNGER)
    may_keep = Action.parse("exchange nothing") in younger.legal_actions
    assert may_keep == (played.rules.younger_min == 0)


@answers("look")
def _(played: Played) -> None:
    looked = [one for one in played.position.events if one.kind is EventKind.LOOKED_AT_REST]
    if played.rules.elder_peek == "none":
        assert looked == []
    else:
        assert [(one.seat, one.number) for one in looked] == [(ELDER, 2)]
        younger = played.when(lambda position: position.to_move is YOUNGER).view(YOUNGER)
        assert next(one for one in younger.events if one.kind is looked[0].kind).cards is None


@answers("elder_leaves")
def _(played: Played) -> None:
    younger = played.when(lambda position: position.to_move is YOUNGER)
    numbers = {len(action.cards) for action in younger.legal_actions.of(Kind.EXCHANGE)}
    assert max(numbers) == 7
    drew = [one for one in played.position.events if one.kind is EventKind.DREW]
    assert [one.number for one in drew] == [1, 5]
    assert CardSet(drew[1].cards or 0) == CardSet.of(*played.example.deal.talon[1:6])


@answers("younger_leaves")
def _(played: Played) -> None:
    offered = set(played.first_lead().legal_actions.kinds) & {Kind.LOOK, Kind.SHOW_LEFT}
    due = {"look_then_both": {Kind.LOOK}, "expose_or_hide": {Kind.SHOW_LEFT}, "none": set()}
    assert offered == due[played.rules.younger_left]


@answers("blank_aces")
def _(played: Played) -> None:
    deal = played.example.deal
    assert blank(deal.elder.mask)
    assert CardSet.parse("AS AH AD AC") <= deal.elder
    assert played.points(ELDER, "carte_blanche") == played.rules.cb_points == 10


@answers("point_tie")
def _(played: Played) -> None:
    keys = [best_key(Category.POINT, CardSet.parse(hand).mask) for hand in hands(played)]
    assert keys[0] == keys[1] == 5 << 8 | 47
    assert played.points(ELDER, "point") == played.points(YOUNGER, "point") == 0
    assert played.points(YOUNGER, "sequences") == played.points(YOUNGER, "sets") == 3


@answers("short_point")
def _(played: Played) -> None:
    assert played.points(ELDER, "point") == (3 if played.rules.point_min == 1 else 0)
    assert played.points(YOUNGER, "point") == 0
    assert played.hand(ELDER) == (57 if played.rules.point_min == 1 else 54)


@answers("quart")
def _(played: Played) -> None:
    assert played.points(ELDER, "sequences") == 0
    assert played.points(YOUNGER, "sequences") == played.rules.seq_scores[1]


@answers("tierces")
def _(played: Played) -> None:
    assert played.points(ELDER, "sequences") == played.points(YOUNGER, "sequences") == 0
    assert played.points(YOUNGER, "sets") == 3


@answers("lesser")
def _(played: Played) -> None:
    assert played.points(ELDER, "sequences") == sum(played.rules.seq_scores[:2])
    assert played.points(YOUNGER, "sequences") == 0


@answers("tens_aces")
def _(played: Played) -> None:
    assert (played.points(ELDER, "sets"), played.points(YOUNGER, "sets")) == (14, 0)


@answers("nines")
def _(played: Played) -> None:
    assert CardSet.parse("9S 9H 9D 9C") <= CardSet.parse(played.example.elder)
    assert (played.points(ELDER, "sets"), played.points(YOUNGER, "sets")) == (0, 3)


@answers("same_card")
def _(played: Played) -> None:
    scored = [played.points(ELDER, reason) for reason in ("point", "sequences", "sets")]
    assert scored == [6, 16, 14]


@answers("thrown")
def _(played: Played) -> None:
    deal, tens = played.example.deal, CardSet.parse("TS TH TD TC")
    assert len(tens & deal.elder) == len(tens & CardSet.parse(played.example.elder)) == 3
    assert tens <= deal.elder | CardSet.parse(played.example.elder)
    assert (played.points(ELDER, "sets"), played.points(YOUNGER, "sets")) == (0, 6)


@answers("hold_back")
def _(played: Played) -> None:
    assert played.points(ELDER, "sets") == (3 if played.rules.sinking else 17)


@answers("good_slip")
def _(played: Played) -> None:
    due = (5, 0) if played.rules.sinking else (0, 5)
    assert (played.points(ELDER, "point"), played.points(YOUNGER, "point")) == due


@answers("see")
def _(played: Played) -> None:
    after = played.when(lambda position: position.tricks == (1, 0))
    asked = {Category(action.number) for action in after.legal_actions.of(Kind.ASK_TO_SEE)}
    due = {
        "scored_and_equal": {Category.POINT, Category.SEQUENCES, Category.SETS},
        "scored": {Category.SEQUENCES, Category.SETS},
        "none": set(),
    }[played.rules.proof_request]
    if played.rules.show_to_score:  # these lie on the table already
        due -= {Category.POINT, Category.SEQUENCES}
    assert asked == due


@answers("order")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.hand(YOUNGER)) == (32, 6)
    piques = played.rules.pique_order == "actual"
    assert played.bonuses() == ([(ELDER, "pique")] if piques else [])


@answers("younger_pique")
def _(played: Played) -> None:
    assert played.hand(YOUNGER) == 34
    if played.rules.repique_for == "either":
        assert played.bonuses() == [(YOUNGER, "repique")]
        assert played.hand(YOUNGER) + played.points(YOUNGER, "repique") == 94
    else:
        assert played.bonuses() == []


@answers("blank_help")
def _(played: Played) -> None:
    assert played.bonuses() == [(ELDER, "repique")]
    assert not any(rank in str(played.example.deal.elder) for rank in "KQJ")
    without = played.hand(ELDER) - played.points(ELDER, "carte_blanche")
    assert without < 30 <= played.hand(ELDER)


@answers("blank_repique")
def _(played: Played) -> None:
    assert played.hand(ELDER) == 43
    assert played.points(YOUNGER, "carte_blanche") == 10
    assert played.bonuses() == []


@answers("before_thirty")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.hand(YOUNGER)) == (20, 0)
    assert played.points(YOUNGER, "capture", "lead") == 1
    assert played.bonuses() == []


@answers("why_sixty")
def _(played: Played) -> None:
    assert played.hand(ELDER) == 29
    counts = played.rules.lead_point == "any"
    assert played.bonuses() == ([(ELDER, "pique")] if counts else [])
    assert played.position.scores == ((60, 0) if counts else (29, 0))


@answers("three_tens")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.hand(YOUNGER)) == (29, 3)
    assert played.points(ELDER, "lead", "capture") == 1
    piques = played.rules.pique_order == "actual"
    assert played.bonuses() == ([(ELDER, "pique")] if piques else [])


@answers("tie_bonus")
def _(played: Played) -> None:
    assert played.points(ELDER, "point") == played.points(YOUNGER, "point") == 0
    keys = [best_key(Category.POINT, CardSet.parse(hand).mask) for hand in hands(played)]
    assert keys[0] == keys[1]
    assert played.bonuses() == [(ELDER, "pique")]


@answers("cards_pique")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.position.tricks) == (17, (9, 0))
    assert played.position.scores[YOUNGER] == 0
    counts = played.rules.cards_to_pique == "seventh_trick"
    assert played.bonuses() == ([(ELDER, "pique")] if counts else [])
    so_far = played.hand(ELDER) + played.points(ELDER, "lead", "capture")
    assert so_far < 30 <= so_far + played.rules.cards_points


@answers("both_bonuses")
def _(played: Played) -> None:
    assert played.bonuses() == [(ELDER, "repique")]
    assert played.position.tricks == (5, 0)
    assert played.points(ELDER, "lead", "capture") == 5


@answers("losing_lead")
def _(played: Played) -> None:
    assert played.points(ELDER, "lead") == (0 if played.rules.lead_point == "won_only" else 1)
    assert played.points(YOUNGER, "capture", "lead") == 1


@answers("follow")
def _(played: Played) -> None:
    reply = played.when(
        lambda position: position.to_move is YOUNGER and Kind.PLAY in position.legal_actions.kinds
    )
    may = CardSet.of(*(action.card for action in reply.legal_actions.of(Kind.PLAY)))
    assert may == CardSet.parse("QS JS 9S")


@answers("capot_ten")
def _(played: Played) -> None:
    assert played.position.tricks == (12, 0)
    assert played.points(ELDER, "capot", "cards") == played.rules.capot_points
    counts = played.rules.cards_to_pique == "seventh_trick"
    assert played.bonuses() == ([(ELDER, "pique")] if counts else [])
    assert counts == bool(played.points(ELDER, "cards"))


@answers("divided")
def _(played: Played) -> None:
    assert played.position.tricks == (6, 6)
    assert not any(award.category is Category.CARDS for award in played.awards)


@answers("tie_partie")
def _(played: Played) -> None:
    partie = played.record.partie
    if played.rules.game_end == "target":
        assert max(played.position.scores) < played.rules.target
        return
    assert partie.scores == (112, 112)
    assert partie.outcome is None
    assert partie.deal_number == 7
    assert partie.standing.extra


@answers("exactly")
def _(played: Played) -> None:
    partie, rules = played.record.partie, played.rules
    if rules.settlement == "rubicon":
        assert partie.scores == (100, 131)
        assert partie.outcome == settle((100, 131), rules)
        assert (partie.outcome.winner, partie.outcome.points) == (Person.SECOND, 131)
        assert not partie.outcome.rubicon
        assert settle((99, 131), rules).points == 330
    else:
        made = played.position.outcome
        assert made is not None
        assert made.out is YOUNGER
        assert 60 + made.elder >= rules.double_below
        assert games(played) == (0, 1)


@answers("both_short")
def _(played: Played) -> None:
    partie, rules = played.record.partie, played.rules
    if rules.settlement == "rubicon":
        assert partie.scores == (97, 64)
        assert partie.outcome is not None
        assert (partie.outcome.winner, partie.outcome.points) == (Person.FIRST, 261)
        assert partie.outcome.rubicon
    else:
        made = played.position.outcome
        assert made is not None
        assert made.out is ELDER
        assert 30 + made.younger < rules.double_below
        assert games(played) == (rules.double_counts, 0)


def hands(played: Played) -> tuple[str, str]:
    return played.example.elder, played.example.younger


def games(played: Played) -> tuple[int, int]:
    """What each person has won of games, in a match or alone."""
    partie = played.record.partie
    if partie.outcome is None or played.rules.match == "best_of_five":
        return partie.games
    won = partie.outcome.points
    return (won, 0) if partie.outcome.winner is Person.FIRST else (0, won)


@each_set
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_an_answer_says_comes_true(name: str, rules: Rules) -> None:
    CHECKS[name](Played(QUESTIONS[name].example, rules))


def test_every_question_is_checked_and_there_are_many() -> None:
    assert set(CHECKS) == set(QUESTIONS)
    assert len(QUESTIONS) >= 18


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
