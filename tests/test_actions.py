"""Actions: their words and codes, and lists of legal ones that are never written out."""

import copy
import itertools
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piquet.actions import Action, Event, EventKind, Kind, LegalActions, Subsets
from piquet.base import Ambiguous, PiquetError, Seat, Unreadable
from piquet.cards import CardSet

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "actions.json").read_text(encoding="utf-8")
)


def test_numbers_of_kinds_and_events_never_change() -> None:
    assert {kind.name: int(kind) for kind in Kind} == VECTORS["kinds"]
    assert {kind.name: int(kind) for kind in EventKind} == VECTORS["events"]


@pytest.mark.parametrize("row", VECTORS["actions"], ids=lambda row: row["text"])
def test_words_and_codes_of_the_vectors(row: dict[str, object]) -> None:
    action = Action.parse(str(row["text"]))
    assert int(action) == row["code"]
    assert str(action) == row["text"]
    assert Action.from_int(int(action)) == action


@given(st.sampled_from(sorted(Kind)), st.integers(0, 2**32 - 1))
def test_every_code_that_reads_comes_back_through_words(kind: Kind, payload: int) -> None:
    code = kind << 32 | payload
    try:
        action = Action.from_int(code)
    except Unreadable:
        return
    assert Action.parse(str(action)) == action
    assert int(action) == code


@pytest.mark.parametrize(
    "words",
    [
        "",
        " ",
        "raise",
        "play",
        "play AS KS",
        "play nothing",
        "play 1S",
        "packet 4",
        "packet",
        "carte blanche 6",
        "carte blanche ٣",
        "suit stars",
        "see play",
        "point nothing",
        "exchange",
        "exchange AS AS",
        "good good",
        "point" + " AS" * 5000,
    ],
)
def test_what_is_no_action_is_refused_in_a_sentence(words: str) -> None:
    with pytest.raises(PiquetError) as refusal:
        Action.parse(words)
    assert isinstance(refusal.value, Unreadable | Ambiguous)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("code", [0, -1, 1, 2**32, 22 << 32, True, 11 << 32 | 1, 20 << 32 | 3])
def test_codes_of_no_action_are_refused(code: int) -> None:
    with pytest.raises(Unreadable):
        Action.from_int(code)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [(Kind.PLAY, 0), (Kind.PLAY, 3), (Kind.NAME_SUIT, 9), (Kind.GOOD, 1), (Kind.EXCHANGE, 1 << 32)],
)
def test_no_action_can_be_made_that_says_nothing_sensible(kind: Kind, payload: int) -> None:
    with pytest.raises(Unreadable):
        Action(kind, payload)


def test_an_action_is_a_value() -> None:
    action = Action.parse("exchange 7S 8H")
    assert pickle.loads(pickle.dumps(action)) == action == copy.deepcopy(action)
    assert len({action, Action.parse("EXCHANGE 8h  7s")}) == 1
    with pytest.raises(AttributeError):
        action.code = 3  # type: ignore[misc]


@given(st.integers(0, 2**32 - 1), st.integers(0, 5), st.integers(0, 5))
def test_subsets_count_index_and_hold_what_they_list(mask: int, fewest: int, most: int) -> None:
    mask &= 0x10F3_8421  # at most thirteen cards, so that listing stays quick
    parts = Subsets(mask, fewest, most)
    listed = list(parts)
    assert len(parts) == len(listed) == len(set(listed))
    assert all(part in parts and part & ~mask == 0 for part in listed)
    assert [parts[place] for place in range(len(parts))] == listed
    for outside in (mask << 1 & ~mask, 2**31, mask):
        assert (outside in parts) == (outside in listed)


def test_subsets_agree_with_plain_combinations() -> None:
    hand = CardSet.parse("SAKQ H987 DT9 CAKQ7")
    bits = [card.mask for card in sorted(hand)]
    plain = [sum(part) for size in range(1, 6) for part in itertools.combinations(bits, size)]
    assert list(Subsets(hand.mask, 1, 5)) == plain


def test_a_list_of_legal_actions_is_one_sequence() -> None:
    hand = CardSet.parse("SAKQ H98")
    legal = LegalActions(((Kind.CARTE_BLANCHE, (0,)), (Kind.EXCHANGE, Subsets(hand.mask, 1, 5))))
    listed = list(legal)
    assert len(listed) == len(legal)
    assert [legal[place] for place in range(len(legal))] == listed == legal[:]
    assert legal[-1] == listed[-1]
    assert all(action in legal for action in listed)
    assert Action.parse("exchange 7S") not in legal
    assert Action.parse("exchange nothing") not in legal
    assert "exchange AS" not in legal
    assert legal.kinds == (Kind.CARTE_BLANCHE, Kind.EXCHANGE)
    with pytest.raises(IndexError):
        legal[len(legal)]


@given(st.sampled_from(list(Seat)), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_an_event_shows_its_cards_only_to_those_who_know(
    seat: Seat, knows: int, cards: int
) -> None:
    event = Event(EventKind.DREW, seat, number=3, cards=cards, knows=knows)
    for viewer in Seat:
        seen = event.seen(viewer)
        assert seen.cards == (cards if knows >> viewer & 1 else None)
        assert seen[:5] == event[:5]
