"""Point, sequences and sets: found, compared, valued, and what of them may be called."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piquet.actions import Category
from piquet.cards import CARDS, Card, CardSet, Rank
from piquet.combinations import (
    beats_everything,
    best_key,
    blank,
    callable_keys,
    callable_masks,
    equal_masks,
    keys,
    point_key,
    points,
    sequences,
    sets,
    single_masks,
    worth,
)
from piquet.rules import Rules

RUBICON = Rules.named("rubicon")
DIGITAL = Rules.named("digital")
CALLED = (Category.POINT, Category.SEQUENCES, Category.SETS)

hands = st.lists(st.sampled_from(CARDS), min_size=12, max_size=12, unique=True).map(
    lambda cards: CardSet.of(*cards)
)


def cards(text: str) -> CardSet:
    return CardSet.parse(text)


def test_number_decides_a_point_before_value() -> None:
    assert point_key(cards("SJT987").mask) > point_key(cards("HAKQJ").mask)
    assert point_key(cards("SAKQ9").mask) > point_key(cards("HAKQ8").mask)
    assert points(cards("SAKQ H987 DAKQ"))[0].value == 31


def test_a_gap_makes_two_sequences() -> None:
    found = sequences(cards("SAKQT98"))
    assert [(run.length, run.top) for run in found] == [(3, Rank.ACE), (3, Rank.TEN)]


def test_ace_does_not_join_seven_and_eight() -> None:
    assert sequences(cards("SA87 HK97 DQT8 CJ97")) == ()


def test_longer_sequences_come_before_higher_ones() -> None:
    minor, major = cards("CT987"), cards("SAKQ")
    assert best_key(Category.SEQUENCES, minor.mask) > best_key(Category.SEQUENCES, major.mask)


def test_nines_make_no_set_and_any_quatorze_beats_a_trio() -> None:
    assert sets(cards("9S 9H 9D 9C")) == ()
    assert best_key(Category.SETS, cards("TS TH TD TC").mask) > best_key(
        Category.SETS, cards("AS AH AD").mask
    )


@pytest.mark.parametrize(
    ("held", "scores"),
    [("SAKQ", 3), ("SAKQJ", 4), ("SAKQJT", 15), ("SAKQJT9", 16), ("SAKQJT98", 17)],
)
def test_sequences_score_by_length(held: str, scores: int) -> None:
    key = best_key(Category.SEQUENCES, cards(held).mask)
    assert worth(Category.SEQUENCES, key, RUBICON) == scores


def test_points_in_tens_count_one_less_when_they_end_in_four() -> None:
    tens = Rules.named("au_cent").but(point_score="tens")
    suits = [CardSet(pattern).mask for pattern in range(1, 256)]
    for mask in suits:
        length, value = mask.bit_count(), point_key(mask) & 255
        expected = length - 1 if value % 10 == 4 else length
        assert worth(Category.POINT, point_key(mask), tens) == expected


@given(hands, hands)
def test_two_hands_never_tie_in_sets(one: CardSet, other: CardSet) -> None:
    other -= one
    mine, yours = best_key(Category.SETS, one.mask), best_key(Category.SETS, other.mask)
    assert mine == 0 or mine != yours


@given(hands)
def test_carte_blanche_is_a_hand_without_court_cards(hand: CardSet) -> None:
    assert blank(hand.mask) == (not any(Rank.KNAVE <= card.rank <= Rank.KING for card in hand))


def plain_runs(held: list[Card]) -> list[int]:
    """Return the lengths of the maximal runs of any length, the slow way."""
    left = set(held)
    lengths = []
    for card in sorted(held):
        lower = Card(card.index - 1) if card.rank else None
        if lower not in left:
            length = 1
            while card.rank + length <= Rank.ACE and Card(card.index + length) in left:
                length += 1
            lengths.append(length)
    return lengths


@given(hands)
def test_callable_sequences_are_all_parts_that_are_runs(hand: CardSet) -> None:
    held = list(hand)
    expected = 0
    for size in range(3, 13):
        for part in itertools.combinations(held, size):
            if all(length >= 3 for length in plain_runs(list(part))):
                expected += 1
    assert len(callable_masks(Category.SEQUENCES, hand.mask, RUBICON)) == expected


@given(hands)
def test_callable_sets_are_three_or_four_of_ranks_from_ten(hand: CardSet) -> None:
    choices = 1
    for rank in range(Rank.TEN, Rank.ACE + 1):
        number = sum(card.rank == rank for card in hand)
        choices *= {4: 6, 3: 2}.get(number, 1)
    assert len(callable_masks(Category.SETS, hand.mask, RUBICON)) == choices - 1


@given(hands, st.sampled_from(CALLED))
def test_what_may_be_called_is_held_and_the_best_comes_first(
    hand: CardSet, category: Category
) -> None:
    for rules in (RUBICON, DIGITAL):
        whole = callable_masks(category, hand.mask, rules)
        single = single_masks(category, hand.mask, rules)
        assert len(set(whole)) == len(whole)
        assert all(mask & ~hand.mask == 0 for mask in (*whole, *single))
        best = best_key(category, hand.mask)
        assert bool(whole) == bool(best) == bool(single)
        if best:
            assert keys(category, whole[0])[0] == best == keys(category, single[0])[0]
            assert best in callable_keys(category, hand.mask, rules)
            assert hand.mask & equal_masks(category, hand.mask, best)[0]


@given(hands)
def test_without_sinking_all_that_is_held_is_called(hand: CardSet) -> None:
    for category in (Category.SEQUENCES, Category.SETS):
        whole = callable_masks(category, hand.mask, DIGITAL)
        assert len(whole) <= 1
        for mask in whole:
            assert keys(category, mask) == keys(category, hand.mask)
    suits = callable_masks(Category.POINT, hand.mask, DIGITAL)
    best = points(hand)[0]
    assert {point_key(mask) for mask in suits} == {best.length << 8 | best.value}


def test_good_against_the_cards_means_that_nothing_unseen_equals_it() -> None:
    seen = cards("SQJT9 HA DA CA")
    unseen = (CardSet.ALL - seen).mask
    assert not beats_everything(Category.SEQUENCES, best_key(3, seen.mask), unseen)
    assert beats_everything(Category.SETS, best_key(4, seen.mask | cards("AS").mask), unseen)
