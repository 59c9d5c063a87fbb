"""The hands that an opponent may hold: as many as there are, and those that the slow way lists."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from piquet.cards import CardSet
from piquet.combinations import POINT, SEQUENCES, SETS, best_key
from piquet.kernel import compiled, worlds
from piquet.rules import Rules

TABLES = compiled(Rules.named("rubicon"))
HAND = CardSet.parse("SAKQ HAK9 DA87 CQJT").mask
OTHERS = ~HAND & 0xFFFFFFFF


def first(count: int) -> int:
    """Return so many of the cards that are not in the hand."""
    cards = [1 << card for card in range(32) if OTHERS >> card & 1]
    return sum(cards[:count])


@pytest.mark.parametrize(
    ("unknown", "number"),
    [(15, 455), (17, 6188), (20, comb(20, 12)), (12, 1)],
)
def test_as_many_as_there_are(unknown: int, number: int) -> None:
    hands, seconds, weights = worlds(TABLES, first(unknown), 12)
    assert seconds is None
    assert len(hands) == len(weights) == len(set(hands.tolist())) == number
    assert (weights == 1.0).all()


@pytest.mark.parametrize(
    ("taken", "younger"), [(n, k) for n in range(1, 6) for k in range(1, 9 - n)]
)
def test_what_elder_saw_and_younger_drew_is_certain(taken: int, younger: int) -> None:
    """Elder who took n saw 5 - n; of them younger, taking k, drew the first."""
    drawn = min(younger, 5 - taken)
    known = 12 + taken + (5 - taken)
    certain = first(drawn)
    unknown = first(32 - known + drawn) & ~certain
    hands, _, _ = worlds(TABLES, unknown, 12, certain=certain)
    assert len(hands) == comb(15, 12 - drawn)
    assert ((hands & np.uint32(certain)) == certain).all()


def test_calls_and_answers_rule_hands_out() -> None:
    unknown = first(15)
    point, sequence, sets = 4 << 8, 3 << 8, 3 << 8
    hands, _, weights = worlds(
        TABLES,
        unknown,
        12,
        point=(point, 0xFFFF, 0.0),
        sequence=(0, sequence, 0.0),
        set=(sets, 0xFFFF, 0.25),
    )
    expected = {}
    cards = [1 << card for card in range(32) if unknown >> card & 1]
    for chosen in combinations(cards, 12):
        mask = sum(chosen)
        if best_key(POINT, mask) >= point and best_key(SEQUENCES, mask) <= sequence:
            expected[mask] = 1.0 if best_key(SETS, mask) >= sets else 0.25
    assert dict(zip(hands.tolist(), weights.tolist(), strict=True)) == expected
    assert 0 < len(expected) < 455


def test_what_was_played_belongs_to_the_hand_that_was_called() -> None:
    unknown = first(9)
    played = OTHERS & ~first(17)
    hands, _, _ = worlds(TABLES, unknown, 9, played=played, point=(4 << 8, 0xFFFF, 0.0))
    for mask in hands.tolist():
        assert best_key(POINT, mask | played) >= 4 << 8
    assert len(worlds(TABLES, unknown, 9, played=played)[0]) == 1


def test_a_second_group_is_listed_with_the_hand() -> None:
    hands, seconds, weights = worlds(TABLES, first(8), 4, second=3)
    assert seconds is not None
    assert len(hands) == len(seconds) == len(weights) == comb(8, 4) * comb(4, 3)
    assert not (hands & seconds).any()
    assert len(set(zip(hands.tolist(), seconds.tolist(), strict=True))) == len(hands)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"unknown": 0xFF, "size": 9}, "too few"),
        ({"unknown": 0xFF, "size": 13}, "0 to 12"),
        ({"unknown": 0xFF, "size": 4, "certain": 1}, "both"),
        ({"unknown": 0xF0, "size": 1, "certain": 3}, "more cards"),
        ({"unknown": 0xF0, "size": 1, "played": 0x10}, "played"),
        ({"unknown": 0xF0, "size": 2, "second": 3}, "second"),
        ({"unknown": 0xFFFFFFFF, "size": 12}, "worlds"),
        ({"unknown": 0xF0, "size": 2, "point": (0, 1, -0.5)}, "negative"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        worlds(TABLES, **arguments)  # type: ignore[arg-type]
