"""Rules: the profiles, their text, and what they refuse."""

import copy
import os
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from piquet.base import Illegal, PiquetError, Unreadable
from piquet.profiles import Profile
from piquet.rules import DEFAULT_PROFILE, OPTIONS, PROFILES, Rules, Value

# What each profile changes in Cavendish, copied from the published comparison by hand and held
# apart from the program's own table, so that neither can change unnoticed.
CHANGES = {
    "rubicon": "packet=3 concede_last_deal=none younger_left=expose_or_hide cb_claim=optional "
    "good_against_cards_waiver=false pique_order=actual irregularities=prevented",
    "table": "packet=2 concede_last_deal=none younger_left=expose_or_hide cb_claim=optional "
    "seq_counts=announced_only set_counts=announced_only good_against_cards_waiver=false "
    "proof_request=scored irregularities=prevented",
    "club": "cut_rule=high_deals concede_last_deal=none younger_min=0 younger_left=expose_or_hide "
    "cb_proof_elder=at_once cb_proof_younger=after_elder_exchanges seq_counts=announced_only "
    "good_against_cards_waiver=false proof_request=none irregularities=prevented",
    "club_as_printed": "cut_rule=high_deals packet_fixed=false tie_rule=two_more "
    "concede_last_deal=none younger_min=0 younger_left=expose_or_hide cb_proof_elder=at_once "
    "cb_proof_younger=after_elder_exchanges seq_counts=announced_only "
    "good_against_cards_waiver=false proof_request=none repique_for=elder last_trick_extra=0 "
    "irregularities=prevented",
    "digital": "tie_rule=unstated concede_last_deal=none younger_min=0 elder_peek=none "
    "younger_left=none cb_claim=automatic cb_proof_elder=none cb_proof_younger=none "
    "declare_by=auto sinking=false good_against_cards_waiver=false proof_request=none "
    "lead_point=won_only irregularities=prevented",
    "cavendish": "",
    "pagat": "concede_last_deal=none younger_left=expose_or_hide cb_claim=optional "
    "good_against_cards_waiver=false cards_to_pique=seventh_trick",
    "parlett": "cut_rule=low_deals concede_last_deal=none younger_min=0 "
    "younger_left=expose_or_hide cb_proof_elder=at_once cb_proof_younger=after_elder_exchanges",
    "wikipedia": "cut_rule=high_deals concede_last_deal=none point_min=4",
    "foster": "lead_point=ten_up",
    "hoyle": "cut_rule=low_deals packet=2 game_end=target target=101 tie_rule=unstated "
    "settlement=game_double concede_last_deal=none point_call=value show_to_score=true "
    "lead_point=ten_up",
    "au_cent": "cut_rule=low_deals packet=2 game_end=target settlement=game_double "
    "match=best_of_five concede_last_deal=none younger_min=0 point_call=value "
    "good_against_cards_waiver=false show_to_score=true",
}
BASE = (
    "cut_rule=high_chooses packet=2+3 packet_fixed=true game_end=deals deals=6 "
    "double_first_last=false target=100 target_check=reckoning_order tie_rule=two_more_then_draw "
    "settlement=rubicon rubicon_at=100 double_below=50 match=single double_counts=2 "
    "concede_last_deal=thirteen_and_ten elder_min=1 elder_max=5 younger_min=1 "
    "younger_max=all_left elder_peek=rest_of_five younger_left=look_then_both "
    "shortfall_announced=true own_discards_seen=true cb_points=10 cb_claim=bound_to_tell "
    "cb_proof_elder=after_younger_discards cb_proof_younger=after_elder_discards "
    "cb_in_order=true cb_again=false carte_rouge=0 point_call=length_then_value point_min=1 "
    "point_score=cards seq_scores=3:3,4:4,5:15,6:16,7:17,8:18 seq_counts=all_of_winner "
    "set_counts=all_of_winner tie_effect=none_scores tie_blocks=false declare_by=player "
    "sinking=true elder_raise_after_answer=false good_against_cards_waiver=true "
    "younger_shows=after_first_lead omitted_by_elder=younger_may_score show_to_score=false "
    "proof_request=scored_and_equal repique_for=either pique_for=elder pique_order=category "
    "cards_to_pique=never capot_to_pique=never lead_point=any capture_point=any "
    "last_trick_extra=1 cards_points=10 capot_points=40 tricks_open=true score_announced=true "
    "irregularities=laws"
)


def written(rules: Rules) -> list[str]:
    return [f"{name}={OPTIONS[name].write(value)}" for name, value in rules.options.items()]


# --- the profiles -------------------------------------------------------------------------------


def test_defaults_are_the_base() -> None:
    assert written(Rules()) == [part.replace(",", " ") for part in BASE.split(" ")]
    assert Rules() == Rules.named("cavendish")


@pytest.mark.parametrize("name", PROFILES)
def test_profile_changes_what_its_source_changes(name: str) -> None:
    changed = Rules.named(name).difference(Rules())
    assert [f"{option}={OPTIONS[option].write(v)}" for option, (v, _) in changed.items()] == (
        CHANGES[name].split()
    )


def test_names_of_the_profiles() -> None:
    assert list(PROFILES) == list(CHANGES)
    assert next(iter(PROFILES)) == DEFAULT_PROFILE == "rubicon"


def test_profile_data_names_only_options_that_differ() -> None:
    """A change that changes nothing would hide that the base has moved under a profile."""
    restated = {("club_as_printed", "sinking"), ("hoyle", "double_below")} | {
        ("au_cent", option) for option in ("double_below", "target")
    }
    for name, profile in PROFILES.items():
        under = Rules.named(profile.inherits) if profile.inherits else Rules()
        for option, value in profile.changes.items():
            differs = under.options[option] != value
            assert differs != ((name, option) in restated), (name, option)


def test_what_sources_leave_open() -> None:
    assert Rules.named("rubicon").unstated == ()
    assert Rules.named("foster").unstated == ("most_points",)
    assert Rules.named("digital").unstated[-2:] == ("cards_to_pique", "capot_instead_of_cards")
    printed = Rules.named("club_as_printed").unstated
    assert "pique_order" in printed
    assert Rules.named("club").unstated == printed
    subjects = {"most_points", "capot_instead_of_cards"}
    for name in PROFILES:
        assert set(Rules.named(name).unstated) <= OPTIONS.keys() | subjects


def test_what_is_open_plays_as_the_base_unless_the_profile_says_otherwise() -> None:
    otherwise = {"tie_rule", "proof_request"}
    for name in PROFILES:
        rules = Rules.named(name)
        for option in OPTIONS.keys() & set(rules.unstated) - otherwise:
            assert rules.options[option] == Rules().options[option], (name, option)


def test_agreed_values_are_off_unless_chosen() -> None:
    rules = Rules.named("au_cent")
    assert rules.by_agreement == {
        "point_score": "tens",
        "lead_point": "ten_up",
        "capture_point": "ten_up",
    }
    assert all(rules.options[option] != value for option, value in rules.by_agreement.items())
    assert all(not Rules.named(name).by_agreement for name in PROFILES if name != "au_cent")


def test_profile_data_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PROFILES["mine"] = Profile()  # type: ignore[index]


# --- options ------------------------------------------------------------------------------------


def test_every_field_is_an_option_in_order() -> None:
    assert [item.name for item in fields(Rules)] == ["name", *OPTIONS, "_hash"]


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_option_takes_its_values_and_reads_what_it_writes(option: Any) -> None:
    assert option.admit(option.default) == option.default
    values: list[Value] = list(option.choices)
    if option.numbers and option.kind is int:
        values = [option.numbers.low, option.numbers.high]
    elif option.numbers:
        values = [(option.numbers.low,) * 6, (option.numbers.high,) * 6]
    assert values
    for value in values:
        assert option.read(option.write(value)) == value
        assert type(option.read(option.write(value))) is type(value)
        assert option.allowed


def test_values_in_a_sentence() -> None:
    assert OPTIONS["lead_point"].allowed == "any, ten_up or won_only"
    assert OPTIONS["younger_max"].allowed == "only all_left"
    assert OPTIONS["sinking"].allowed == "true or false"
    assert OPTIONS["target"].allowed == "a whole number from 50 to 1000"


# --- text ---------------------------------------------------------------------------------------


def test_text_names_only_what_differs_in_the_order_of_the_fields() -> None:
    rules = Rules.parse("rubicon(pique_order=category,deals=6,packet=2,seq_counts=all_of_winner)")
    assert str(rules) == "rubicon(packet=2,pique_order=category)"
    assert str(Rules.parse("rubicon(packet=3)")) == "rubicon"
    assert str(Rules.named("rubicon").but(packet=[3, 2])) == "rubicon(packet=2+3)"
    scores = Rules.named("table").but(seq_scores=(3, 4, 5, 6, 7, 8))
    assert str(scores) == "table(seq_scores=3:3 4:4 5:5 6:6 7:7 8:8)"
    assert repr(scores) == f"Rules.parse({str(scores)!r})"


@pytest.mark.parametrize(
    "text",
    [
        "rubicon(packet=2,sinking=false)",
        " rubicon ( packet = 2 , sinking = false ) ",
        "rubicon(sinking=false,packet=2)",
        "rubicon(\n  packet=2,\n  sinking=false\n)",
    ],
)
def test_text_may_be_spaced_freely(text: str) -> None:
    assert str(Rules.parse(text)) == "rubicon(packet=2,sinking=false)"
    assert Rules.parse("rubicon()") == Rules.named("rubicon")


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules of any profile with up to twelve options set to anything that they take."""
    changes: dict[str, Value] = {}
    for name in draw(st.lists(st.sampled_from(list(OPTIONS)), unique=True, max_size=12)):
        option = OPTIONS[name]
        if option.numbers:
            number = st.integers(option.numbers.low, option.numbers.high)
            six = st.tuples(*[number] * 6)
            changes[name] = draw(six) if option.kind is tuple else draw(number)
        else:
            changes[name] = draw(st.sampled_from(option.choices))
    try:
        return Rules.named(draw(st.sampled_from(list(PROFILES)))).but(**changes)
    except Illegal as error:
        if error.code != "options_contradict":
            raise
        reject()


@given(any_rules())
def test_rules_read_back_what_they_write(rules: Rules) -> None:
    again = Rules.parse(str(rules))
    assert again == rules
    assert (hash(again), str(again), again.name) == (hash(rules), str(rules), rules.name)
    assert written(again) == written(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert copy.deepcopy(rules) == rules
    assert Rules(name=rules.name, **rules.options) == rules  # type: ignore[arg-type]


@given(any_rules(), any_rules())
def test_difference_tells_equal_rules_from_others(first: Rules, second: Rules) -> None:
    difference = first.difference(second)
    assert list(difference) == [name for name in OPTIONS if name in difference]
    assert (first == second) == (not difference and first.name == second.name)
    taken = {option: value for option, (_, value) in difference.items()}
    assert first.but(**taken).options == second.options


# --- values -------------------------------------------------------------------------------------


def test_rules_are_values() -> None:
    rules = Rules.named("rubicon")
    same = rules.but(packet=[2]).but(packet=[3])
    assert same is not rules
    assert same == rules
    assert {same, rules} == {rules}
    assert rules != rules.but(packet=[2])
    assert rules != str(rules)
    # The same options under another name leave other things open, so they are other rules.
    assert Rules() != Rules(name="pagat")
    # A kept hash only says quickly that rules differ, never that they are the same.
    other = rules.but(packet=[2])
    object.__setattr__(other, "_hash", hash(rules))
    assert rules != other
    other = Rules(name="pagat")
    object.__setattr__(other, "_hash", hash(Rules()))
    assert Rules() != other
    with pytest.raises(FrozenInstanceError):
        rules.deals = 4  # type: ignore[misc]


def test_lists_and_mappings_of_a_file_are_taken() -> None:
    scores = {str(length): score for length, score in enumerate((3, 4, 15, 16, 17, 18), 3)}
    assert Rules().but(packet=[2, 3], seq_scores=scores) == Rules()
    assert Rules().but(seq_scores=dict.fromkeys(range(3, 9), 1)).seq_scores == (1,) * 6
    assert type(Rules(packet=[2]).packet) is tuple  # type: ignore[arg-type]


def test_pickle_holds_in_a_process_that_hashes_otherwise() -> None:
    script = (
        "import pickle, sys; from piquet.rules import Rules; "
        "rules = pickle.loads(bytes.fromhex(sys.argv[1])); "
        "assert rules in {Rules.parse('digital(packet=2)')}, rules"
    )
    packed = pickle.dumps(Rules.parse("digital(packet=2)")).hex()
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", script, packed], env=environment, check=True)


# --- refusals -----------------------------------------------------------------------------------


class _Word(str):
    """A word of another type, which would print, compare and pickle in its own way."""

    __slots__ = ()


def refused(text: str) -> PiquetError:
    with pytest.raises(PiquetError) as caught:
        Rules.parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("rubicn", "rubicon"),
        ("Rubicon", "rubicon"),
        ("aucent", "au_cent"),
        ("club_printed", "club_as_printed"),
    ],
)
def test_unknown_profile_names_the_nearest(text: str, nearest: str) -> None:
    error = refused(text)
    assert (type(error), error.code, error.values["nearest"]) == (
        Unreadable,
        "unknown_profile",
        nearest,
    )
    assert text in str(error)
    assert "au_cent" in str(error)
    with pytest.raises(Unreadable, match=nearest):
        Rules.named(text)
    with pytest.raises(Unreadable, match=nearest):
        Rules(name=text)


@pytest.mark.parametrize(
    ("option", "nearest"),
    [
        ("packets", "packet"),
        ("pique-order", "pique_order"),
        ("name", "game_end"),
        ("_hash", "match"),
    ],
)
def test_unknown_option_names_the_nearest(option: str, nearest: str) -> None:
    error = refused(f"rubicon({option}=2)")
    assert (type(error), error.code, error.values["nearest"]) == (
        Unreadable,
        "unknown_option",
        nearest,
    )
    assert option in str(error)
    with pytest.raises(Unreadable, match=nearest):
        Rules().but(**{option: 2})


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "(packet=2)",
        "rubicon(packet=2",
        "rubicon packet=2)",
        "rubicon)",
        "rubicon(packet=2))",
        "rubicon(packet=2) and more",
        "rubicon(packet=2)(deals=4)",
        "rubicon(packet)",
        "rubicon(=2)",
        "rubicon(packet=2,)",
        "rubicon(,)",
        "rubicon(packet=2,,deals=4)",
        "rubicon(packet=2;deals=4" + " " * 5000 + ")",
    ],
)
def test_malformed_text_is_refused(text: str) -> None:
    error = refused(text)
    assert (type(error), error.code) == (Unreadable, "rules_text")
    assert "rubicon(packet=2,sinking=false)" in str(error)


def test_an_option_stands_once() -> None:
    error = refused("rubicon(packet=2,deals=4,packet=2)")
    assert (type(error), error.code) == (Unreadable, "option_twice")
    assert "packet" in str(error)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("packet=4", "2, 3 or 2+3"),
        ("packet=", "2, 3 or 2+3"),
        ("packet=2+2", "2, 3 or 2+3"),
        ("packet=2 3", "2, 3 or 2+3"),
        ("deals=0", "from 1 to 12"),
        ("deals=13", "from 1 to 12"),
        ("deals=06", "from 1 to 12"),
        ("deals=six", "from 1 to 12"),
        ("deals=6.0", "from 1 to 12"),
        ("deals=-6", "from 1 to 12"),
        ("deals=٦", "from 1 to 12"),
        ("deals=" + "9" * 4500, "from 1 to 12"),
        ("target=49", "from 50 to 1000"),
        ("target=1001", "from 50 to 1000"),
        ("elder_max=6", "from 1 to 5"),
        ("elder_min=0", "from 1 to 5"),
        ("younger_min=2", "0 or 1"),
        ("point_min=3", "1 or 4"),
        ("last_trick_extra=true", "0 or 1"),
        ("sinking=1", "true or false"),
        ("sinking=True", "true or false"),
        ("sinking=", "true or false"),
        ("lead_point=ten", "any, ten_up or won_only"),
        ("lead_point=Any", "any, ten_up or won_only"),
        ("younger_max=5", "only all_left"),
        ("pique_for=younger", "only elder"),
        ("carte_rouge=5", "only 0"),
        ("seq_scores=3:3", "3:3 4:4 5:15"),
        ("seq_scores=3 4 15 16 17 18", "3:3 4:4 5:15"),
        ("seq_scores=4:4 3:3 5:15 6:16 7:17 8:18", "3:3 4:4 5:15"),
        ("seq_scores=3:3 4:4 5:15 6:16 7:17 8:100", "from 0 to 99"),
        ("seq_scores=3:3 4:4 5:15 6:16 7:17 8:", "from 0 to 99"),
    ],
)
def test_a_value_that_an_option_does_not_take(text: str, allowed: str) -> None:
    option, _, value = text.partition("=")
    error = refused(f"cavendish({text})")
    assert (type(error), error.code) == (Illegal, "option_value")
    assert option in str(error)
    assert value[:40] in str(error)
    assert allowed in str(error)
    assert len(str(error)) < 300


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("deals", True),
        ("deals", 6.0),
        ("deals", "6"),
        ("deals", None),
        ("last_trick_extra", True),
        ("younger_min", False),
        ("point_min", 1.0),
        ("sinking", 1),
        ("sinking", "true"),
        ("lead_point", ["any"]),
        ("lead_point", _Word("any")),
        ("lead_point", None),
        ("packet", 2),
        ("packet", "2"),
        ("packet", [2.0]),
        ("packet", [None, 2]),
        ("packet", {2, 3}),
        ("packet", []),
        ("seq_scores", [3, 4, 15, 16, 17]),
        ("seq_scores", [True, 4, 15, 16, 17, 18]),
        ("seq_scores", {"3": 3}),
    ],
)
def test_a_value_of_the_wrong_type(option: str, value: object) -> None:
    with pytest.raises(Illegal) as caught:
        Rules().but(**{option: value})
    assert caught.value.code == "option_value"
    assert option in str(caught.value)
    assert OPTIONS[option].allowed in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("carte_rouge", 10),
        ("carte_rouge", 50),
        ("elder_raise_after_answer", True),
        ("tie_blocks", True),
        ("cb_again", True),
    ],
)
def test_values_known_for_the_record_only(option: str, value: int) -> None:
    shown = OPTIONS[option].write(value)
    error = refused(f"cavendish({option}={shown})")
    assert (type(error), error.code) == (Illegal, "option_record_only")
    assert f"{option} cannot be {shown}" in str(error)
    with pytest.raises(Illegal, match=option):
        Rules().but(**{option: value})
    with pytest.raises(Illegal, match=option):
        Rules(**{option: value})  # type: ignore[arg-type]


def test_irregularities_may_be_kept_as_laws() -> None:
    assert str(Rules.parse("rubicon(irregularities=laws)")) == "rubicon(irregularities=laws)"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("cavendish(elder_min=4,elder_max=3)", ["elder_min=4", "elder_max=3"]),
        ("hoyle(double_first_last=true)", ["double_first_last=true", "game_end=target"]),
        ("cavendish(match=best_of_five)", ["match=best_of_five", "game_end=deals"]),
        ("pagat(capot_points=9)", ["capot_points=9", "cards_to_pique=seventh_trick"]),
        ("au_cent(double_below=101)", ["double_below=101", "target=100"]),
    ],
)
def test_options_that_contradict_each_other(text: str, named: list[str]) -> None:
    error = refused(text)
    assert (type(error), error.code) == (Illegal, "options_contradict")
    assert all(part in str(error) for part in named)


def test_options_at_the_edge_of_a_contradiction() -> None:
    assert Rules.parse("cavendish(elder_min=3,elder_max=3)").elder_max == 3
    assert Rules.parse("cavendish(deals=4,double_first_last=true)").double_first_last
    assert Rules.parse("au_cent(double_below=100)").double_below == 100
    assert Rules.parse("cavendish(double_below=101)").double_below == 101


def test_a_refusal_stays_short_and_printable() -> None:
    error = refused("rubi\x1b[31mcon" + "x" * 3000)
    assert str(error).isprintable()
    assert len(str(error)) < 300
