"""The cases in ``vectors/conformance*.json``, and that their runner lets nothing pass unread."""

import copy
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from piquet.actions import Action, Kind
from piquet.base import Person
from piquet.cards import CardSet
from piquet.partie import Settlement
from piquet.position import Position
from piquet.rules import Rules

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
VECTORS = ROOT / "vectors" / "conformance.json"
MORE = ROOT / "vectors" / "conformance-more.json"
RUNNER = TESTS / "conformance" / "run.py"
run = import_module("conformance.run")
form = import_module("conformance.form")
parties = import_module("conformance.parties")

CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
COMPOSED: list[dict[str, Any]] = json.loads(MORE.read_text(encoding="utf-8"))
BY_ID = {case["id"]: case for case in (*CASES, *COMPOSED)}
COMPUTED = [case for case in CASES if run.run_case(case).state != "skipped"]
Path_ = tuple[str | int, ...]


def ids(case: dict[str, Any]) -> str:
    return str(case["id"])


def changed(case: dict[str, Any], path: Path_, value: object) -> dict[str, Any]:
    """Return a copy of a case with one part replaced (or added)."""
    new = copy.deepcopy(case)
    part: Any = new
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return new


def came_out(case: dict[str, Any]) -> Any:
    """Return all that comes out of a case."""
    return run.compute(form.check_shape({**case, "expect": {"anything": 0}}), [])


def run_file(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUNNER), *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


# --- the cases ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES + COMPOSED, ids=ids)
def test_case(case: dict[str, Any]) -> None:
    verdict = run.run_case(case)
    if verdict.state == "skipped":
        assert case["kind"] in run.TEXTUAL
        assert verdict.reasons[0]
    else:
        assert (verdict.state, list(verdict.reasons)) == ("passed", [])


def test_the_command_says_the_same() -> None:
    done = run_file(VECTORS)
    lines = done.stdout.splitlines()
    skipped = len(CASES) - len(COMPUTED)
    assert lines[-1] == f"{len(COMPUTED)} passed, 0 failed, {skipped} skipped"
    assert len(lines) == skipped + 1
    assert all(
        re.match(r"skipped conformance\.json: [A-Z]{2}-\d\d: \w", line) for line in lines[:-1]
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_composed_cases_stand_beside_them() -> None:
    """They have names of their own, say why and from where, and leave nothing to a referee."""
    assert len(BY_ID) == len(CASES) + len(COMPOSED)
    assert all(case["reason"] and case["source"] for case in COMPOSED)
    done = run_file(MORE)
    assert done.stdout == f"{len(COMPOSED)} passed, 0 failed, 0 skipped\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_skipped() -> None:
    """Irregularities, and one slip owned up to: all else is computed or acted out."""
    skipped = {case["id"] for case in CASES if case not in COMPUTED}
    assert skipped == {"DC-10"} | {case["id"] for case in CASES if case["kind"] == "irregularity"}


def test_every_kind_has_a_case() -> None:
    assert {case["kind"] for case in CASES} == set(run.KINDS)


# --- a case that is altered fails -----------------------------------------------------------------


def leaves(value: object, path: Path_ = ()) -> Iterator[tuple[Path_, object]]:
    """Yield every single value that a case expects; an empty list is one too."""
    parts: Any = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    if not parts:
        yield path, value
    for step, part in parts:
        yield from leaves(part, (*path, step))


OTHER_WORDS = {"elder": "younger", "younger": "elder", "A": "B", "B": "A", "good": "equal"}


def others(value: object) -> list[object]:
    """Return values near to one that a case expects, each wrong in its place."""
    if isinstance(value, bool):
        return [not value, None, int(value)]
    if isinstance(value, int):
        return [value + 1, value - 1, float(value), str(value)]
    if value is None:
        return ["elder", "A", "good", 0, False]
    if value == []:
        return [["AS"], None]
    assert isinstance(value, str)
    return [OTHER_WORDS.get(value, value + " 7S"), value + "x", None, [value, value]]


@pytest.mark.parametrize("case", COMPUTED + COMPOSED, ids=ids)
def test_an_altered_expectation_fails(case: dict[str, Any]) -> None:
    """Whatever a case expects, another value in its place is noticed."""
    found = came_out(case)
    altered = []
    for path, value in leaves(case["expect"], ("expect",)):
        if path[-1] != "left_may_be_exposed":
            altered += [(path, changed(case, path, other)) for other in others(value)]
    for path, value in lists(case["expect"], ("expect",)):
        if value:
            altered += [(path, changed(case, path, value[:-1]))]
            altered += [(path, changed(case, path, [*value, value[-1]]))]
    assert altered
    for path, other in altered:
        assert list(form.differences(other["expect"], found)), path
    verdict = run.run_case(altered[0][1])
    assert verdict.state == "failed"
    assert verdict.reasons


def lists(value: Any, path: Path_) -> Iterator[tuple[Path_, list[Any]]]:
    """Yield every list that a case expects."""
    parts: Any = ()
    if isinstance(value, list):
        yield path, value
        parts = enumerate(value)
    elif isinstance(value, dict):
        parts = value.items()
    for step, part in parts:
        yield from lists(part, (*path, step))


@pytest.mark.parametrize("case", COMPUTED + COMPOSED, ids=ids)
def test_an_unknown_field_fails(case: dict[str, Any]) -> None:
    """In what is expected, at every depth; in the input; beside them."""
    nested = [
        (*path[:depth], "spirit")
        for path, _ in leaves(case["expect"], ("expect",))
        for depth in range(1, len(path))
        if isinstance(path[depth], str)
    ]
    found = came_out(case)
    for path in {*nested, ("expect", "spirit")}:
        expected = changed(case, path, 1)["expect"]
        assert any("not known" in each for each in form.differences(expected, found)), path
    for path in (("spirit",), ("options", "spirit"), ("expect", "spirit")):
        assert run.run_case(changed(case, path, 1)).state == "failed", path
    verdict = run.run_case(changed(case, ("input", "spirit"), 1))
    in_words = {"situation", "question"} & case["input"].keys()
    assert verdict.state == ("skipped" if in_words else "failed")
    assert run.run_case(changed(case, ("expect",), {})).state == "failed"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "bluff"}, 'the kind "bluff" is not known'),
        ({"profile": "bluff"}, 'there is no profile "bluff"'),
        ({"profile": "several"}, "the profile several is none"),
        ({"options": {"lead_point": "never"}}, "the option lead_point cannot be 'never'"),
        ({"options": {"cb_again": True}}, "the option cb_again cannot be true"),
        ({"input": {}}, "its input is empty"),
        ({"expect": []}, "expect must be an object"),
        ({"id": 7}, "id must be a word"),
    ],
)
def test_a_case_that_is_none_is_refused(change: dict[str, Any], words: str) -> None:
    verdict = run.run_case({**BY_ID["RP-01"], **change})
    assert verdict.state == "failed"
    assert words in verdict.reasons[0]


# --- a case that contradicts itself ---------------------------------------------------------------

ELDER = "AS KS QS JS TS AH AD AC 9H 8H 8D 7C"
YOUNGER = "9S 8S KH QH JH 7H KD QD 9D KC JC 9C"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"elder": ELDER[3:]}, "11 cards instead of twelve"),
        ({"elder": ELDER.replace("7C", "9C")}, "9C cannot be in both hands"),
        ({"elder": ELDER.replace("7C", "8D")}, "8D stands there twice"),
        ({"elder": ELDER.replace("7C", "1C")}, "there is no rank '1'"),
        ({"calls": {"elder": {"point": "9S 8S"}}}, "calls.elder.point: 9S 8S cannot be called"),
        ({"calls": {"elder": {"point": "AS AH"}}}, "calls.elder.point: AS AH cannot be called"),
        ({"calls": {"elder": {"sequences": ["AS QS JS"]}}}, "cannot be called"),
        ({"calls": {"elder": {"sequences": ["AS KS QS", "QS JS TS"]}}}, "cannot be called"),
        ({"calls": {"elder": {"sets": ["AS AH"]}}}, "cannot be called"),
        ({"calls": {"elder": {"sets": "AS AH AD"}}}, "calls.elder.sets must be a list"),
        ({"calls": {"elder": {"tens": None}}}, 'the category in calls.elder "tens" is not known'),
        ({"calls": {"dealer": {}}}, 'the seat in calls "dealer" is not known'),
        ({"carte_blanche": {"elder": True, "younger": True}}, "both sides cannot"),
        ({"carte_blanche": {"elder": 1}}, "elder must be true or false"),
        ({"play": [["AS", "KH"]]}, "KH does not follow suit: AS was led"),
        ({"play": [["9S", "AS"]]}, "9S cannot be used: the elder hand does not hold it"),
        ({"play": [["AS"], ["KS", "9S"]]}, "play[1] must be a lead and a follow"),
        ({"play": [["AS", "9S", "8S"]]}, "play[1] must be a lead and a follow"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(given: dict[str, Any], words: str) -> None:
    case = copy.deepcopy(BY_ID["RP-01"])
    case["input"] |= given
    verdict = run.run_case(case)
    assert verdict.state == "failed"
    assert words in verdict.reasons[0]


@pytest.mark.parametrize(
    ("name", "path", "value", "words"),
    [
        ("DC-12", ("input", "elder_point"), [5, 30], "no 5 cards of a suit make 30"),
        ("DC-12", ("input", "younger_best_points"), [[2, 21]], "no two hands were found"),
        ("DL-01", ("input", "packet"), 3, "3 is no packet of these rules"),
        ("EX-01", ("input", "elder_takes", 0), -1, "nobody takes -1 cards"),
        ("EX-03", ("input", "younger_takes"), 6, "younger may take from 1 to 5"),
        ("EX-03", ("input", "talon_top_to_bottom", 1), "T1", "eight different cards"),
        ("PL-07", ("input", "led", 0), "KS", "KS cannot be led: it is in the hand"),
        ("PL-08", ("input", "tricks", 0), ["7C", "7C"], "names one card twice"),
        ("PL-09", ("input", "leader"), "younger", "elder leads to the first trick"),
        ("PL-09", ("input", "trick_number", 0), 13, "there is no trick 13"),
        ("PL-09", ("options", "lead_point"), "ten_up", "it depends on the cards of the trick"),
        ("PL-11", ("input", "elder_tricks", 0), 13, "nobody takes 13 tricks"),
        ("SE-09", ("input", "deals_A_B", 5), [12, 15], "the partie is over after 6 deals"),
        ("SE-09", ("input", "extra_deals_A_B"), [], "the partie is not over"),
        ("SE-16", ("options", "game_end"), "target", "has no number of deals"),
        ("SE-17", ("input", "totals_before_last_deal", "B"), 91, "do not let the play be given up"),
        ("SE-17", ("input", "B_throws_in_before_play"), False, "throws in before the play"),
        ("SQ-09", ("input", "sequence_lengths", 0), 2, "three to eight cards"),
        ("TG-01", ("input", "before", "elder"), 100, "over before the deal began"),
        ("TG-01", ("options",), {"game_end": "deals", "match": "single"}, "know no target"),
        ("TG-08", ("input", "games", 0), ["C", "single"], "games[1] must be A or B"),
        ("DC-12", ("input", "elder_point"), [5, 300], "no 5 cards of a suit make 300"),
        ("SQ-09", ("input",), {"points": [[5, 300]]}, "no 5 cards of a suit make 300"),
        ("SQ-09", ("input",), {"points": [[3, 90]]}, "no 3 cards of a suit make 90"),
        ("SQ-09", ("input",), {"points": 5}, "points must be a list of points, not 5"),
        ("SE-01", ("input", "totals", "A"), -1, "A must be no number below nought"),
        ("SE-09", ("input", "deals_A_B", 0), [-1, 9], "must hold no number below nought"),
        ("EX-03", ("input", "talon_top_to_bottom", 1), ["T2"], "must name eight different cards"),
    ],
)
def test_other_cases_that_cannot_be_are_refused(
    name: str, path: Path_, value: object, words: str
) -> None:
    verdict = run.run_case(changed(BY_ID[name], path, value))
    assert verdict.state == "failed"
    assert any(words in reason for reason in verdict.reasons), verdict.reasons


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("CB-01", "hands"),
        ("DC-12", "younger_best_points"),
        ("EX-01", "elder_takes"),
        ("PL-07", "led"),
        ("PL-08", "tricks"),
        ("PL-09", "trick_number"),
        ("PL-11", "elder_tricks"),
        ("PR-03", "combinations"),
        ("SE-09", "deals_A_B"),
        ("SQ-09", "sequence_lengths"),
        ("TG-01", "events_in_order"),
        ("TG-08", "games"),
    ],
)
def test_a_case_that_asks_nothing_never_passes(name: str, field: str) -> None:
    """With nothing asked an expectation of nothing would be true of any engine."""
    case = changed(BY_ID[name], ("input", field), [])
    case["expect"] = {each: [] for each in case["expect"]}
    verdict = run.run_case(case)
    assert (verdict.state, list(verdict.reasons)) == ("failed", [f"{field} is empty"])


def test_a_case_nested_too_deeply_is_refused_in_a_sentence() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    verdict = run.run_case({**BY_ID["SQ-10"], "expect": {"sets": deep}})
    assert (verdict.state, list(verdict.reasons)) == ("failed", ["is nested too deeply"])


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (b"", "is not JSON"),
        (b"[", "is not JSON"),
        (b"{}", "is not a list of cases"),
        (b"[]", "holds no case"),
        (b"[1]", "case 1: is not an object"),
        (b'[{"id": "X"}]', "X: has no kind, profile, input and expect"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'[{"id": "X", "id": "Y"}]', 'names "id" twice in one object'),
        (b"[NaN]", "holds NaN, which is no number"),
    ],
)
def test_a_malformed_file_is_refused_in_a_sentence(
    written: bytes, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "cases.json"
    path.write_bytes(written)
    done = run_file(path)
    assert done.returncode == 1
    assert words in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"
    assert done.stderr == ""


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run_file(tmp_path / "none.json", tmp_path)
    assert done.returncode == 1
    assert done.stdout.count("cannot be read") == 2
    assert done.stdout.splitlines()[-1] == "0 passed, 2 failed, 0 skipped"
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_wrong_usage(arguments: list[str]) -> None:
    done = run_file(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage:")


def test_failures_of_several_files_add_up(tmp_path: Path) -> None:
    good, bad = BY_ID["RP-01"], changed(BY_ID["RP-01"], ("expect", "repique"), None)
    for name, cases in (("one.json", [good]), ("two.json", [bad, bad, BY_ID["IR-01"]])):
        (tmp_path / name).write_text(json.dumps(cases), encoding="utf-8")
    done = run_file(tmp_path / "one.json", tmp_path / "two.json")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        'failed  two.json: RP-01: repique: expected null, came out "elder"',
        "failed  two.json: RP-01: another case has the same id",
        f"skipped two.json: IR-01: {run.run_case(BY_ID['IR-01']).reasons[0]}",
        "1 passed, 2 failed, 1 skipped",
    ]


def test_a_fault_of_the_runner_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setitem(run.KINDS, "deal", broken)
    verdict = run.run_case(BY_ID["PL-12"])
    assert verdict.state == "failed"
    assert verdict.reasons == ["the runner broke: ZeroDivisionError: oops"]


# --- a fault of the engine is noticed -------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "name", "fault", "noticed"),
    [
        ("conformance.parties", "settle", lambda *_: Settlement(Person.FIRST, 1), {"SE-01"}),
        ("piquet.partie", "settle", lambda *_: Settlement(Person.FIRST, 1), {"SE-09", "SE-17"}),
        ("piquet.phases.declaring", "worth", lambda *_: 5, {"PT-01", "SQ-04", "ST-01"}),
        ("piquet.phases.state", "bonus", lambda *_: None, {"PQ-01", "RP-03", "PL-01"}),
        ("piquet.phases.playing", "_ten_up", lambda _: True, {"PL-03", "PL-06", "PQ-06"}),
        ("piquet.phases.playing", "_suit_of", lambda card: card, {"PL-07", "PL-08"}),
        ("piquet.phases.playing", "_card_awards", lambda *_: [], {"PL-11", "PQ-10"}),
        ("piquet.phases.playing", "_may_ask", lambda *_: True, {"PR-03"}),
        ("piquet.phases.exchanging", "exchange_limits", lambda *_: (0, 8), {"EX-01", "EX-06"}),
        ("piquet.phases.exchanging", "blank", lambda _: False, {"CB-07"}),
        ("conformance.acted", "blank", lambda _: True, {"CB-06"}),
        ("conformance.acted", "best_key", lambda *_: 1, {"ST-06"}),
        ("conformance.parties", "first_out", lambda *_: None, {"TG-01", "TG-06"}),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_planted_fault_is_noticed(
    where: str, name: str, fault: object, noticed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cases really go through the engine: break a part of it, and they fail."""
    monkeypatch.setattr(import_module(where), name, fault)
    failed = {each for each in noticed if run.run_case(BY_ID[each]).state == "failed"}
    assert failed == noticed


# --- cases of the same kinds that the vectors do not have -----------------------------------------


def deal(profile: str = "cavendish", **given: Any) -> Any:
    options = given.pop("options", {})
    given = {"elder": ELDER, "younger": YOUNGER, **given}
    return came_out(
        {"id": "X", "kind": "deal", "profile": profile, "options": options, "input": given}
    )


def test_no_play_counts_no_lead() -> None:
    """Younger counts only after a lead, and yet that lead is no part of a case without play."""
    found = deal(elder=YOUNGER, younger=ELDER)
    assert found["running"] == {"elder": 0, "younger": 94}
    assert found["play"] == {"elder": 0, "younger": 0}
    found = deal("rubicon", calls={"elder": {"sets": ["AS AH AD"], "point": "AS KS QS JS"}})
    assert (found["hand"]["elder"], found["pique"], found["repique"]) == (22, None, None)


def test_pique_by_time_needs_no_play() -> None:
    """Thirty-two in hand, spoken before younger's better point, is a pique by time."""
    case = BY_ID["RP-06"]
    assert came_out(case)["pique"] is None
    by_time = came_out({**case, "options": {"pique_order": "actual"}})
    assert (by_time["repique"], by_time["pique"]) == (None, "elder")
    assert by_time["running"] == {"elder": 62, "younger": 6}


def test_an_own_blank_counts_toward_a_repique() -> None:
    found = came_out(changed(BY_ID["CB-03"], ("input", "carte_blanche"), {"elder": True}))
    assert found["cb"] == {"elder": 10, "younger": 0}
    assert (found["repique"], found["running"]["elder"]) == ("elder", 90)


def test_a_play_may_stop_at_a_lead() -> None:
    found = deal(play=[["AS", "8S"], ["KS"]])
    assert found["play"] == {"elder": 2, "younger": 0}
    assert found["tricks"] == {"elder": 1, "younger": 0}
    assert found["running"] == {"elder": 96, "younger": 0}


@pytest.mark.parametrize("play", [None, [["AS"]], [["AS", "9S"]]])
def test_what_younger_sinks_bars_no_bonus_where_the_play_stops_at_a_lead(
    play: list[list[str]] | None,
) -> None:
    """Elder calls no point, and younger's calls say that she counts none: nothing is awaited."""
    hands = {
        "elder": "AS KS AH KH QH JH TH 7H AD KD QD KC",
        "younger": "QS TS 9S 8S 7S 9H 8H JD TD QC JC 8C",
    }
    calls = {"elder": {"point": None}, "younger": {"point": None}}
    given = {**hands, "calls": calls} | ({"play": play} if play else {})
    for profile in ("cavendish", "rubicon"):
        found = came_out({"id": "X", "kind": "repique", "profile": profile, "input": given})
        assert (found["hand"], found["repique"]) == ({"elder": 35, "younger": 0}, "elder")
        assert found["running"]["elder"] == 95 + len(play or [])


@pytest.mark.parametrize("name", ["tricks", "cards", "deal"])
def test_nothing_is_expected_of_a_play_that_is_not_there(name: str) -> None:
    case = changed(BY_ID["RP-01"], ("expect", name), {"elder": 0, "younger": 0})
    assert run.run_case(case).reasons == [f"{name}: the case gives no play"]
    if name == "deal":
        case["input"]["play"] = [["AS", "8S"]]
        reasons = run.run_case(case).reasons
        assert reasons[-1] == "deal: the play stops before the end of the deal"


@pytest.mark.parametrize(
    ("elder", "younger", "hand", "answers"),
    [
        ({}, {}, (34, 0), "good good good"),
        ({"point": None, "sequences": [], "sets": None}, {}, (0, 16), "None None None"),
        ({"point": None, "sequences": []}, {"sequences": []}, (14, 4), "None None good"),
        ({"sets": ["AS AH AC"]}, {}, (23, 0), "good good good"),
        ({"sequences": ["QS JS TS"]}, {}, (19, 6), "good not_good good"),
        ({"sequences": ["QS JS TS"]}, {"sequences": ["KD QD JD"]}, (19, 3), "good not_good good"),
        ({"sequences": ["KS QS JS"]}, {}, (19, 0), "good equal good"),
        ({"sequences": ["KS QS JS"]}, {"sequences": []}, (22, 0), "good good good"),
        ({"point": "AS KS QS JS"}, {}, (33, 0), "good good good"),
        ({"point": "TS JS QS KS"}, {}, (33, 0), "good good good"),
        ({"point": "TS JS QS"}, {"point": "KH QH JH"}, (29, 0), "equal good good"),
        ({"point": "TS JS QS"}, {"point": None}, (32, 0), "good good good"),
    ],
)
def test_what_is_called_scores(
    elder: dict[str, Any], younger: dict[str, Any], hand: tuple[int, int], answers: str
) -> None:
    hands = {"elder": ELDER, "younger": "9S 8S KH QH JH 7H KD QD JD KC JC 9C"}
    found = deal(**hands, calls={"elder": elder, "younger": younger})
    assert (*found["hand"].values(), *map(str, found["answers"].values())) == (
        *hand,
        *answers.split(),
    )


def test_further_ones_are_called_one_by_one_or_at_once() -> None:
    """SQ-04's hands: the best sequence and a tierce, by either rule of what counts."""
    case = BY_ID["SQ-04"]
    both = {"elder": {"sequences": ["9D 8D 7D", "QS JS TS 9S"]}}
    for profile in ("cavendish", "table"):
        called = changed({**case, "profile": profile}, ("input", "calls"), both)
        assert came_out(called)["sequences"] == {"winner": "elder", "score": 7}


def test_holding_back_where_all_is_declared_is_noted() -> None:
    """A profile without sinking declares all: the case is computed so, and says it aloud."""
    case = changed(BY_ID["DC-01"], ("input", "calls"), {"elder": {"sets": ["KS KH KD"]}})
    whole = {"elder": {"sets": ["AS AH AD", "KS KH KD KC"]}}
    for profile in ("digital", "rubicon"):
        without = {**case, "profile": profile, "options": {"sinking": False}}
        verdict = run.run_case(without)
        assert (verdict.state, len(verdict.notes)) == ("passed", 1)
        assert "calls.elder.sets holds back" in verdict.notes[0]
        verdict = run.run_case(changed(without, ("input", "calls"), whole))
        assert (verdict.state, verdict.notes) == ("passed", [])


def test_a_target_does_not_cut_a_deal_short() -> None:
    """PL-03 comes to 170 although 101 ends the game; a case in words of scores does end there."""
    assert came_out(BY_ID["PL-03"])["deal"]["younger"] == 170


def test_scores_listed_one_by_one() -> None:
    events = [
        {"category": "point", "player": "elder", "points": 7},
        {"category": "sequences", "player": "elder", "points": 22},
        {"category": "sets", "player": "elder", "points": 3},
    ]
    case = {"id": "X", "kind": "repique", "profile": "club", "input": {"events_in_order": events}}
    found = came_out(case)
    assert (found["repique"], found["running"]["elder"]) == ("elder", 92)


def test_hands_by_their_combinations() -> None:
    hand = "AS KS QS JS TH TD TC 9H 8H 7H AC KC"
    case = {"id": "X", "kind": "hand", "profile": "cavendish", "input": {"hand": hand}}
    for expected in (
        ["AS KS QS JS", "TH 9H 8H 7H"],
        [4, 4],
        [{"length": 4, "top": "A"}, {"cards": 4, "top": "T", "name": "quart", "score": 4}],
        [{"cards": "KS AS QS JS"}, {"cards": 4, "suit": "H"}],
    ):
        expect = {"sequences": expected, "sets": [{"count": 3, "rank": "T"}]}
        assert run.run_case({**case, "expect": expect}).reasons == []
        assert run.run_case({**case, "expect": {"sequences": expected[::-1]}}).state in (
            "passed" if expected == [4, 4] else "failed",
        )
    point = {"point": {"cards": 4, "value": 41}}
    assert run.run_case({**case, "expect": point}).state == "passed"
    assert (
        came_out({**case, "input": {"hand": "AS KS QS"}, "profile": "wikipedia"})["point"] is None
    )


def test_sets_stand_from_the_highest_rank_down() -> None:
    hand = "AS AH AD TS TH TD TC 9H 8H 7H 7C KC"
    case = {"id": "X", "kind": "hand", "profile": "cavendish", "input": {"hand": hand}}
    right = [{"count": 3, "rank": "A"}, {"count": 4, "rank": "T"}]
    assert run.run_case({**case, "expect": {"sets": right}}).state == "passed"
    assert run.run_case({**case, "expect": {"sets": right[::-1]}}).state == "failed"


def test_answers_where_the_value_is_called() -> None:
    found = came_out({**BY_ID["DC-12"], "options": {"point_call": "value"}})
    assert found["first_reply"] == ["good", "good", "equal", "not_good", "not_good"]
    assert found["final_reply"] == found["first_reply"]


def test_dealing_by_threes() -> None:
    case = changed({**BY_ID["DL-01"], "profile": "rubicon", "options": {}}, ("input", "packet"), 3)
    case["expect"] = {
        "elder": "AS KS QS 8S 7S AH TH 9H 8H QD JD TD",
        "younger": "JS TS 9S KH QH JH 7H AD KD 9D 8D 7D",
        "talon": "AC KC QC JC TC 9C 8C 7C",
    }
    assert run.run_case(case).reasons == []
    case["expect"] = {"talon": "7C 8C 9C TC JC QC KC AC"}
    assert run.run_case(case).state == "failed"


def test_a_lead_is_free() -> None:
    found = came_out(changed(BY_ID["PL-07"], ("input", "led"), [None]))
    assert sorted(found["legal"][0]) == ["7S", "9D", "AH", "KS"]


@pytest.mark.parametrize("leader", ["elder", "younger"])
def test_tricks_and_their_points_for_either_leader(leader: str) -> None:
    other = {"elder": "younger", "younger": "elder"}[leader]
    tricks = changed(BY_ID["PL-08"], ("input", "leader"), leader)
    assert came_out(tricks)["winner"] == [leader, other, leader, other]
    points = changed(BY_ID["PL-09"], ("input", "leader"), leader)
    points["input"]["trick_number"] = [2, 2, 12, 12]
    points["input"]["winner"] = [leader, other, leader, other]
    assert came_out(points)["points"] == [
        {leader: 1, other: 0},
        {leader: 1, other: 1},
        {leader: 2, other: 0},
        {leader: 1, other: 2},
    ]


def test_a_draw_and_two_more_deals() -> None:
    level = [[20, 20]] * 6
    case = {**BY_ID["SE-09"], "input": {"deals_A_B": level}}
    assert came_out(case)["status_after_six"] == "two_more"
    case["expect"] = {"settlement": {"winner": None}}
    assert run.run_case(case).reasons == ["settlement: the partie is not over"]
    case["input"]["extra_deals_A_B"] = [[20, 10], [10, 20]]
    found = came_out(case)
    assert found["settlement"] == {"winner": None, "points": 0, "rubicon": False, "double": False}
    assert found["deals_played"] == 8
    case["input"] = {"deals_A_B": [*level[:5], [20, 21]]}
    assert came_out(case)["status_after_six"] == "decided"


def test_either_person_may_deal_first_and_concede() -> None:
    rotation = changed(BY_ID["SE-16"], ("input", "first_dealer"), "B")
    assert came_out(rotation)["elder_by_deal"] == ["A", "B"] * 3
    given = {
        "totals_before_last_deal": {"A": 41, "B": 110},
        "hand_scores": {"A": 12, "B": 8},
        "A_throws_in_before_play": True,
    }
    found = came_out({**BY_ID["SE-17"], "input": given})
    assert found["totals"] == {"A": 53, "B": 141}
    assert found["settlement"]["points"] == 294
    forbidden = {**BY_ID["SE-17"], "options": {"concede_last_deal": "none"}}
    assert came_out(forbidden)["allowed"] is False


@pytest.mark.parametrize("scores", [(8, 12), (0, 0), (3, 31), (14, 3), (20, 17)])
def test_hands_are_found_for_scores(scores: tuple[int, int]) -> None:
    rules = form.rules_of(BY_ID["SE-17"])
    hands, _ = parties.hands_worth(scores, rules)
    assert [len(hand) for hand in hands] == [12, 12]


def test_scores_that_no_hands_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parties, "_TRIES", 50)
    with pytest.raises(form.Fault, match="no two hands were found that score 0 and 60"):
        parties.hands_worth((0, 60), form.rules_of(BY_ID["SE-17"]))


def test_a_target_reckoned_at_the_end_of_the_deal() -> None:
    case = {**BY_ID["TG-01"], "options": {"target_check": "end_of_deal"}}
    found = came_out(case)
    assert (found["winner"], found["scores"]) == ("elder", {"elder": 109, "younger": 100})


def test_a_match_goes_on() -> None:
    games = [["A", "double"], ["B", "single"], ["B", "single"]]
    case = changed(BY_ID["TG-08"], ("input", "games"), games)
    assert came_out(case) == {"winner": None, "after_games": None, "games": {"A": 2, "B": 2}}


def test_a_cut_of_equal_ranks() -> None:
    found = came_out(changed(BY_ID["DL-04"], ("input", "B"), "KS"))
    assert set(found.values()) == {"cut again"}


@pytest.mark.parametrize(
    ("proof", "order"),
    [
        ("after_younger_discards", BY_ID["CB-07"]["expect"]["order"]),
        (
            "at_once",
            [
                "elder announces carte blanche",
                "elder shows the twelve cards",
                "elder discards and draws",
                "younger discards and draws",
            ],
        ),
        (
            "none",
            [
                "elder announces carte blanche",
                "elder discards and draws",
                "younger discards and draws",
            ],
        ),
    ],
)
def test_a_blank_is_played_out(proof: str, order: list[str]) -> None:
    case = {**BY_ID["CB-07"], "options": {"cb_proof_elder": proof}, "expect": {"order": order}}
    assert run.run_case(case).reasons == []


def test_a_blank_of_younger() -> None:
    """What the words of a situation near to a known one mean is not guessed."""
    case = changed(BY_ID["CB-07"], ("input", "situation"), "younger holds carte blanche")
    case["expect"] = {"order": ["younger whistles"]}
    assert run.run_case(case).state == "skipped"
    case["profile"] = "cavendish"
    steps = ["elder discards", "younger shows the twelve cards", "elder draws"]
    order = ["younger announces carte blanche", *steps, "younger discards and draws"]
    case["expect"] = {"order": order}
    assert run.run_case(case).reasons == []
    case["expect"] = {"order": order[::-1]}
    assert run.run_case(case).state == "failed"


def test_other_short_exchanges_and_packets() -> None:
    case = changed(BY_ID["EX-06"], ("input", "situation"), "elder discards one card")
    assert came_out(case)["younger_maximum_after"] == 7
    assert came_out({**BY_ID["DL-03"], "profile": "club_as_printed", "options": {}}) == {
        "allowed": True
    }


def test_proof_by_profile() -> None:
    case = BY_ID["PR-03"]
    table = {**case, "profile": "table", "options": {}}
    assert came_out(table)["may_be_demanded"] == [True, False, False]
    early = changed(case, ("input", "time"), "before the first lead")
    assert came_out(early)["may_be_demanded"] == [False, False, False]


def test_what_the_engine_makes_of_the_slip_that_is_skipped() -> None:
    """DC-10: having asked what five make, younger can score her six no more; she says good."""
    elder, younger = CardSet.parse("SAKJ98 HA98 DAK C98"), CardSet.parse("DQJT987 HKQJ CJT7")
    position = Position.from_hands(elder, younger, Rules.named("cavendish"))
    for words in ("point AS KS JS 9S 8S", "making?", "making AS KS JS 9S 8S"):
        position = position.after(Action.parse(words))
    assert list(position.legal_actions) == [Action.GOOD]
    position = position.after(Action.GOOD).after(Action.parse("play AS"))
    assert not position.legal_actions.of(Kind.POINT)
    assert position.scores == (6, 0)
    assert run.run_case(BY_ID["DC-10"]).state == "skipped"


@pytest.mark.parametrize("kind", ["fact", "procedure", "proof", "irregularity"])
def test_words_that_cannot_be_acted_out_never_pass(kind: str) -> None:
    for words in ({"situation": "elder yawns"}, {"question": "may elder yawn?"}, {"hour": 3}):
        case = {"id": "X", "kind": kind, "profile": "cavendish", "input": words}
        verdict = run.run_case({**case, "expect": {"allowed": True}})
        assert (verdict.state, len(verdict.reasons)) == ("skipped", 1)
