"""``piquet rules``: every point has its sentence, and the pages say what they must."""

import json
import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from piquet.cli import main
from piquet.cli.rules import compare, explain, page, profiles
from piquet.rules import OPTIONS, PROFILES, Rules, Value
from piquet.table.ruling import GROUPS, sentence
from piquet.texts import text

TEXTS: dict[str, Any] = tomllib.loads(
    files("piquet.texts").joinpath("en/game.toml").read_text("utf-8")
)["rules"]
ITEMS = [item for paragraphs in GROUPS.values() for paragraph in paragraphs for item in paragraph]
HEADINGS = {key: text(f"rules.heading.{key}") for key in TEXTS["heading"]}


def values(name: str) -> list[Value]:
    """Every value of an option, or of a number those that could be said in their own way."""
    option = OPTIONS[name]
    if not option.numbers:
        return list(option.choices)
    low, high = option.numbers.low, option.numbers.high
    if option.kind is tuple:
        return [(3, 4, 15, 16, 17, 18), (low,) * 6, (high,) * 6]
    return [*range(low, min(high, 15) + 1), high]


def section(shown: str, heading: str) -> str:
    """The words under a heading, on one line; empty where there is no such heading."""
    title = HEADINGS[heading]
    _, found, after = shown.partition(f"\n{title}\n{'-' * len(title)}\n")
    return " ".join(re.split(r"\n\n\n", after)[0].split()) if found else ""


# --- sentences ----------------------------------------------------------------------------------


def test_every_option_stands_once_on_the_page() -> None:
    assert sorted(item for item in ITEMS if not item.startswith("frame.")) == sorted(OPTIONS)
    frames = [item.removeprefix("frame.") for item in ITEMS if item.startswith("frame.")]
    assert sorted(frames) == sorted(TEXTS["frame"])


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_has_its_sentence(name: str) -> None:
    said = set()
    for value in values(name):
        # A match is one of games to a number of points, so it is tried where such games are played.
        rules = Rules.named("hoyle" if name == "match" else "rubicon").but(**{name: value})
        words = sentence(name, rules)
        assert re.fullmatch(r"[A-Z][^{}_]*\.", words), words
        assert not re.search(r"\b1 (points|cards|deals)\b", words), words
        said.add(words)
    assert len(said) == len(values(name)) - (values(name).count(values(name)[-1]) - 1)


def test_numbers_stand_in_the_sentences() -> None:
    rules = Rules.named("rubicon").but(deals=4, cb_points=20, rubicon_at=90, capot_points=41)
    rules = rules.but(cards_points=11, seq_scores=[1, 2, 51, 61, 71, 81], elder_max=4)
    shown = " ".join(explain(rules).split())
    for words in ("has four deals", "scores 20,", "rubicon is 90 points", "scores 41 instead"):
        assert words in shown
    for words in (
        "scores 11 for the cards",
        "tierce scores 1, a quart 2, a quint 51,",
        "cards 61, 71 and 81",
        "four and",
    ):
        assert words in shown


def test_the_catalogue_holds_no_sentence_that_is_never_said() -> None:
    assert set(TEXTS["say"]) == set(TEXTS["label"]) == set(OPTIONS)
    for name, sentences in TEXTS["say"].items():
        keys = {OPTIONS[name].write(value) for value in values(name)}
        assert set(sentences) <= keys | {"n"}, name
        assert ("n" in sentences) == (OPTIONS[name].numbers is not None), name
    assert set(TEXTS["record_only"]) == {n for n, option in OPTIONS.items() if option.record_only}
    assert set(TEXTS["profile"]) == set(PROFILES)
    assert set(TEXTS["errata"]) | set(TEXTS["open"]) <= set(PROFILES)
    subjects = {subject for profile in PROFILES.values() for subject in profile.unstated}
    assert set(TEXTS["topic"]) == set(TEXTS["topic_plays"]) == subjects - set(OPTIONS)


def test_a_label_is_short_and_tells_options_apart() -> None:
    labels = [TEXTS["label"][name] for name in OPTIONS]
    assert len(set(labels)) == len(labels)
    assert max(map(len, labels)) <= 60


# --- a whole profile ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROFILES)
def test_page_of_a_profile(name: str) -> None:
    rules = Rules.named(name)
    shown = explain(rules)
    lines = shown.splitlines()
    assert lines[0] == name
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert shown.isascii()
    for group in GROUPS:
        assert section(shown, group), group
    by_name = section(shown, "by_name")
    for option, value in rules.options.items():
        assert f" {option}={OPTIONS[option].write(value)} " in f" {by_name} "
        assert TEXTS["label"][option] in by_name
    # Before the list by name no name of an option is used, but where the text shows how to write.
    prose = shown.partition(HEADINGS["by_name"])[0]
    for option in OPTIONS:
        if "_" in option:
            assert not re.search(rf"(?<![(,]){option}\b", prose), option


@pytest.mark.parametrize("name", PROFILES)
def test_every_sentence_that_matters_is_said_once(name: str) -> None:
    rules = Rules.named(name)
    shown = explain(rules)
    body = " ".join(section(shown, group) for group in GROUPS)
    left_out = section(shown, "left_out")
    for option in OPTIONS:
        words = " ".join(sentence(option, rules).split())
        assert (words in body) + (words in left_out) <= 1, option
    for frame in TEXTS["frame"].values():
        assert frame in body


def test_what_does_not_arise_is_not_said() -> None:
    rules = Rules.named("au_cent")
    shown = " ".join(explain(rules).partition(HEADINGS["by_name"])[0].split())
    for option in ("deals", "tie_rule", "rubicon_at", "concede_last_deal", "packet_fixed"):
        assert sentence(option, rules) not in shown, option
    for option in ("target", "double_below", "double_counts"):
        assert sentence(option, rules) in shown, option
    # To give up the last deal means to give up one's rubicon, so there must be one.
    games = Rules.parse("cavendish(settlement=game_double)")
    assert "may give it up" not in " ".join(explain(games).split())
    rubicon = Rules.named("rubicon")
    shown = " ".join(explain(rubicon).partition(HEADINGS["by_name"])[0].split())
    for option in ("target", "target_check", "double_below", "double_counts", "packet_fixed"):
        assert sentence(option, rubicon) not in shown, option


def test_what_the_source_prints_but_cannot_be_played() -> None:
    with_errata = {"rubicon", "table", "club", "club_as_printed", "digital", "parlett", "wikipedia"}
    for name in PROFILES:
        assert bool(section(page(name, None), "errata")) == (name in with_errata), name
    club = section(page("club", None), "errata")
    printed = section(page("club_as_printed", None), "errata")
    assert "gives the pique to younger" in club
    assert "gives the pique to younger" in printed
    # What the one profile puts right the other plays as it stands.
    assert "forgets the extra point for the last trick" in club
    assert "forgets" not in printed
    assert '"15 and more"' in section(page("digital", None), "errata")


def test_what_the_source_leaves_open() -> None:
    shown = section(page("digital", None), "unstated")
    for subject in Rules.named("digital").unstated:
        label = TEXTS["label"].get(subject) or TEXTS["topic"][subject]
        assert label[1:] in shown, subject
    assert "as in Cavendish" in shown
    assert "a quatorze beats a trio" in shown
    # A point that the player has settled himself is open no longer.
    assert "at a time" not in section(page("digital(packet=2)", None), "unstated")
    assert "no other" not in section(page("rubicon", None), "unstated")
    assert "plays as in Cavendish" in section(page("foster", None), "unstated")
    assert "another reader" in section(page("pagat", None), "unstated")


def test_what_is_left_out() -> None:
    shown = section(page("digital", None), "left_out")
    for words in ("Elder may not look", "Nobody looks", "no sinking", "Nobody may ask to see"):
        assert words in shown
    assert "no referee" not in shown
    for name in ("cavendish", "pagat", "parlett", "wikipedia", "foster", "hoyle", "au_cent"):
        assert "no referee in this program yet" in section(page(name, None), "left_out"), name
    assert "extra point" in section(page("club_as_printed", None), "left_out")
    assert "nothing is ever sunk" in section(page("digital(sinking=true)", None), "left_out")


def test_what_may_be_agreed() -> None:
    shown = section(page("au_cent", None), "by_agreement")
    assert shown.count("Written au_cent(") == 3
    agreed = section(page("au_cent(point_score=tens)", None), "by_agreement")
    assert agreed.count("Written au_cent(") == 2
    assert section(page("hoyle", None), "by_agreement") == ""


def test_changes_are_named_first() -> None:
    shown = page("rubicon(packet=2,sinking=false)", None)
    assert shown.startswith("rubicon(packet=2, sinking=false)\n====")
    top = " ".join(shown.partition(HEADINGS["deal"])[0].split())
    assert "how many cards are dealt at a time (packet is 2, not 3)" in top
    assert "(sinking is false, not true)" in top


# --- two sets side by side ----------------------------------------------------------------------


@pytest.mark.parametrize("second", PROFILES)
@pytest.mark.parametrize("first", ["rubicon", "au_cent", "digital"])
def test_two_profiles_side_by_side(first: str, second: str) -> None:
    rules, other = Rules.named(first), Rules.named(second)
    shown = compare(rules, other)
    assert max(map(len, shown.splitlines())) <= 80
    for option in rules.difference(other):
        assert f"({option})" in shown, option


def test_columns_hold_both_sentences() -> None:
    lines = compare(Rules.named("rubicon"), Rules.named("cavendish")).splitlines()
    start = lines.index("How many cards are dealt at a time (packet)") + 1
    block = lines[start : start + 4]
    assert (block[0][:40].strip(), block[0][40:]) == ("rubicon: 3", "cavendish: 2+3")
    left = " ".join(line[:40].strip() for line in block[1:])
    right = " ".join(line[40:].strip() for line in block[1:])
    assert left == sentence("packet", Rules.named("rubicon"))
    assert right == sentence("packet", Rules.named("cavendish"))


def test_points_that_do_not_arise() -> None:
    shown = compare(Rules.named("rubicon"), Rules.named("hoyle"))
    assert "(target)\n  rubicon " in shown
    assert "(double_below)" in shown  # the same number in both, and at work in one only
    silent = compare(Rules.named("club"), Rules.parse("club(target=200)"))
    assert "do not arise in either" in " ".join(silent.split())
    assert "play alike" in compare(Rules.named("club"), Rules.named("club"))


def test_a_silent_source_is_marked() -> None:
    def marks(shown: str) -> int:
        right = " ".join(line[40:].strip() for line in shown.splitlines())
        return right.count(text("rules.page.not_stated"))

    assert marks(compare(Rules.named("rubicon"), Rules.named("digital"))) == 3
    assert marks(compare(Rules.named("digital"), Rules.named("rubicon"))) == 0
    assert marks(compare(Rules.named("rubicon"), Rules.parse("digital(packet=2)"))) == 2


# --- the list, JSON and the command -------------------------------------------------------------


def test_list_of_the_profiles() -> None:
    shown = profiles()
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("(the default)") == 1
    assert "  rubicon (the default)\n" in shown
    flat = " ".join(shown.split())
    for name in PROFILES:
        assert f"\n  {name}" in shown
        assert TEXTS["profile"][name] in flat


@pytest.mark.parametrize("name", PROFILES)
def test_json_of_a_profile_reads_back(name: str) -> None:
    data = json.loads(page(name, None, as_json=True))
    rules = Rules.parse(data["rules"])
    assert rules == Rules.named(data["profile"]).but(**data["options"])
    assert list(data["options"]) == list(OPTIONS)
    assert data["unstated"] == list(rules.unstated)
    assert data["by_agreement"] == rules.by_agreement


def test_json_of_the_list_and_of_a_difference() -> None:
    data = json.loads(page(None, None, as_json=True))
    assert (data["default"], list(data["profiles"])) == ("rubicon", list(PROFILES))
    data = json.loads(page("rubicon(deals=4)", "cavendish", as_json=True))
    assert (data["rules"], data["against"]) == ("rubicon(deals=4)", "cavendish")
    assert data["differences"]["packet"] == [[3], [2, 3]]
    assert data["differences"]["deals"] == [4, 6]


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out == profiles() + "\n"
    assert main(["rules", "digital(packet=2)"]) == 0
    assert capsys.readouterr().out == explain(Rules.parse("digital(packet=2)")) + "\n"
    assert main(["rules", "rubicon", "--against", "cavendish"]) == 0
    beside = capsys.readouterr().out
    assert beside == compare(Rules.named("rubicon"), Rules.named("cavendish")) + "\n"
    assert main(["rules", "--against", "cavendish"]) == 0
    assert capsys.readouterr().out == beside
    assert main(["rules", "--json", "table"]) == 0
    assert json.loads(capsys.readouterr().out)["profile"] == "table"


@pytest.mark.parametrize("arguments", [["digitel"], ["table", "--against", "digitel"]])
def test_command_with_an_unknown_profile(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "nearest name is digital" in printed.err
