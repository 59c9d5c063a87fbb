"""How likely an exchange and a reply are: against slow sums over everything that may have been."""

import random
from itertools import combinations
from math import comb

import pytest

from piquet import kernel

if not kernel.available():
    pytest.skip(str(kernel.why_not()), allow_module_level=True)

import numpy as np

from piquet.oracle.evidence import Reply
from piquet.oracle.habit import habit, worths
from piquet.oracle.replies import likelihood

# --- the exchange -------------------------------------------------------------------------------


def slow_likelihoods(pool: int, size: int, drawn: int, thrown: int, most: int) -> list[float]:
    """The exchange's likelihood of each hand, summed over everything that may have been drawn."""
    made = worths()

    def weight(kept: int) -> float:
        number = 12 - kept.bit_count()
        suits = sum(made.suit[number][kept >> shift & 255] for shift in (0, 8, 16, 24))
        ranks = sum(
            made.rank[number][rank][(kept >> rank & 0x01010101).bit_count()] for rank in range(8)
        )
        return float((65 / 64) ** (suits + ranks - 1000))

    def parts(cards: int, number: int) -> list[int]:
        bits = [1 << card for card in range(32) if cards >> card & 1]
        return [sum(part) for part in combinations(bits, number)]

    shares = {
        dealt: 1 / sum(weight(kept) for m in range(1, most + 1) for kept in parts(dealt, 12 - m))
        for dealt in parts(pool, 12)
    }
    return [
        sum(
            weight(hand & ~fresh) * shares[hand & ~fresh | out]
            for fresh in parts(hand, drawn)
            for out in parts(pool & ~hand, thrown)
        )
        for hand in parts(pool, size)
    ]


def test_the_exchange_is_summed_over_all_that_may_have_been_drawn_and_thrown() -> None:
    rng = random.Random("exchange")
    pool = sum(1 << card for card in rng.sample(range(32), 14))
    hands, found = kernel.exchanged(habit(), pool, 12, drawn=2, thrown=2, fewest=1, most=3)
    slow = np.array(slow_likelihoods(pool, 12, 2, 2, 3))
    assert len(hands) == comb(14, 12)
    assert np.allclose(found / found.sum(), slow / slow.sum(), rtol=1e-6)


def test_cards_that_elder_saw_her_draw_count_as_drawn() -> None:
    rng = random.Random("looked at")
    pool = sum(1 << card for card in rng.sample(range(32), 14))
    hands, found = kernel.exchanged(habit(), pool, 11, drawn=2, thrown=3, fewest=1, most=3)
    slow = np.array(slow_likelihoods(pool, 11, 2, 3, 3))
    assert len(hands) == comb(14, 11)
    assert np.allclose(found / found.sum(), slow / slow.sum(), rtol=1e-6)


def test_where_cards_are_left_the_sum_is_near() -> None:
    rng = random.Random("left over")
    pool = sum(1 << card for card in rng.sample(range(32), 15))
    slow = np.array(slow_likelihoods(pool, 12, 2, 2, 3))
    exact, near = (
        kernel.exchanged(habit(), pool, 12, drawn=2, thrown=2, fewest=1, most=3, exact=exact)[1]
        for exact in (True, False)
    )
    exact, near, slow = (each / each.sum() for each in (exact, near, slow))
    assert np.allclose(exact, slow, rtol=1e-6)
    assert not np.allclose(exact, near, rtol=1e-6)
    assert float((exact * np.log(exact / near)).sum()) < 0.2


def test_sampled_exchanges_come_as_often_as_they_are_likely() -> None:
    rng = random.Random("lot")
    pool = sum(1 << card for card in rng.sample(range(32), 20))
    kept, thrown, weights = kernel.sample_exchanged(
        habit(), pool, thrown=5, fewest=1, most=5, seed=3, count=3000
    )
    assert {int(hand).bit_count() for hand in kept} == {12}
    assert {int(hand).bit_count() for hand in thrown} == {5}
    assert not (kept & thrown).any()
    assert not (kept & ~np.uint32(pool)).any()
    assert bool(((weights > 0) & (weights <= 1)).all())
    # Aces are thrown more seldom than sevens.
    aces = sum(int(hand & 0x80808080).bit_count() for hand in thrown)
    sevens = sum(int(hand & 0x01010101).bit_count() for hand in thrown)
    assert aces * 4 < sevens


def test_what_cannot_be_an_exchange_is_refused() -> None:
    good = {"drawn": 3, "thrown": 3, "fewest": 1, "most": 3}
    for wrong in (
        {"drawn": 4},
        {"thrown": 9, "most": 9},
        {"fewest": 4},
        {"drawn": 2},
        {"barred": 0xFFFF},
        {"needed": 1 << 31},
    ):
        with pytest.raises(ValueError, match=r".+"):
            kernel.exchanged(habit(), (1 << 15) - 1, 12, **{**good, **wrong})
    with pytest.raises(ValueError, match="20 cards"):
        kernel.exchanged(habit(), (1 << 21) - 1, 12, **good)


# --- replies ------------------------------------------------------------------------------------


def test_what_may_be_played_to_a_lead_adds_up_to_one() -> None:
    rng = random.Random("replies")
    for _ in range(400):
        cards = rng.sample(range(32), 25)
        tricks = rng.randrange(11)
        gone = sum(1 << card for card in cards[: 2 * tricks])
        led, hand = 1 << cards[24], sum(1 << card for card in cards[2 * tricks : tricks + 12])
        if hand.bit_count() != 12 - tricks:
            continue
        suit = 255 << ((led.bit_length() - 1) & 24)
        options = [1 << card for card in range(32) if (hand & suit or hand) >> card & 1]
        held = np.array([hand], dtype=np.uint32)
        chances = [float(likelihood(Reply(card, led, gone), held)[0]) for card in options]
        assert abs(sum(chances) - 1) < 1e-9
        assert min(chances) > 0
