"""The solved table says what slow play says, for one position and for arrays of them."""

import os
import random
import threading
from itertools import pairwise

import numpy as np
import pytest
from slow_solver import hand, of_lead, of_reply, value

from piquet.kernel import Table, _core

FULL = os.environ.get("PIQUET_FULL") == "1"


def positions(count: int, most: int, seed: int = 1) -> list[tuple[int, int]]:
    """Return random pairs of hands of 1 to ``most`` cards."""
    drawn = random.Random(seed)
    pairs = []
    for _ in range(count):
        cards = drawn.randint(1, most)
        both = drawn.sample(range(32), 2 * cards)
        pairs.append((sum(1 << c for c in both[:cards]), sum(1 << c for c in both[cards:])))
    return pairs


def deals(count: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return arrays of twelve-card hands."""
    generator = np.random.default_rng(seed)
    pack = np.tile(np.arange(32, dtype=np.uint32), (count, 1))
    bits = np.uint32(1) << generator.permuted(pack, axis=1)
    return np.bitwise_or.reduce(bits[:, :12], axis=1), np.bitwise_or.reduce(bits[:, 12:24], axis=1)


@pytest.mark.parametrize("z", [1, -1])
def test_values_equal_slow_play(table: Table, plain_table: Table, z: int) -> None:
    solved = table if z == 1 else plain_table
    differences = []
    for leader, follower in positions(5000 if FULL else 120, 7, seed=z):
        if solved.value(leader, follower) != value(hand(leader), hand(follower), z):
            differences.append((leader, follower))
        value.cache_clear()
    assert differences == []


def test_every_lead_and_reply_equals_slow_play(table: Table) -> None:
    for leader, follower in positions(60, 5, seed=3):
        mine, his = hand(leader), hand(follower)
        assert table.leads(leader, follower) == {
            lead: of_lead(mine - {lead}, his, lead) for lead in mine
        }
        for lead in mine:
            left = leader & ~(1 << lead)
            for reply, found in table.replies(left, follower, lead).items():
                assert found == of_reply(mine - {lead}, his - {reply}, lead, reply)
        value.cache_clear()


def test_a_line_is_legal_and_comes_to_the_value(table: Table, plain_table: Table) -> None:
    for solved in (table, plain_table):
        for leader, follower in positions(200, 12, seed=4):
            cards, tricks, captures, last = solved.line(leader, follower)
            assert 2 * tricks + solved.last_trick * last == solved.value(leader, follower)
            hands = [hand(leader), hand(follower)]
            on_lead = won = captured = 0
            for lead, reply in zip(cards[::2], cards[1::2], strict=True):
                held = hands[1 - on_lead]
                assert lead in hands[on_lead]
                assert reply in held
                assert reply // 8 == lead // 8 or not any(c // 8 == lead // 8 for c in held)
                hands[on_lead] -= {lead}
                hands[1 - on_lead] -= {reply}
                if reply // 8 == lead // 8 and reply > lead:
                    on_lead = 1 - on_lead
                    captured += on_lead == 0
                won += on_lead == 0
            assert (won, captured, int(on_lead == 0)) == (tricks, captures, last)


def test_arrays_say_the_same_as_single_positions(table: Table) -> None:
    leaders, followers = deals(50)
    led = np.array([int(mask).bit_length() - 1 for mask in leaders], dtype=np.uint8)
    left = leaders & ~(np.uint32(1) << led.astype(np.uint32))
    values = table.values(leaders, followers)
    leads = table.leads_of(leaders, followers)
    replies = table.replies_of(left, followers, led)
    lines = table.lines_of(leaders, followers)
    after = table.lines_of(left, followers, led)
    assert values.dtype == np.uint8
    for i, (leader, follower) in enumerate(zip(leaders.tolist(), followers.tolist(), strict=True)):
        assert values[i] == table.value(leader, follower)
        assert row(leads[i]) == table.leads(leader, follower)
        assert row(replies[i]) == table.replies(int(left[i]), follower, int(led[i]))
        assert tuple(lines[i]) == table.line(leader, follower)[1:]
        assert tuple(after[i]) == table.line(int(left[i]), follower, int(led[i]))[1:]


def row(values: np.ndarray) -> dict[int, int]:
    """Return a row of 32 values as a single call gives it."""
    return {card: int(value) for card, value in enumerate(values) if value >= 0}


def test_one_hand_stands_for_all_rows(table: Table) -> None:
    leaders, followers = deals(1)
    worlds = np.array([m for m in deals(2000, 2)[1] if not m & leaders[0]], dtype=np.uint32)
    many = table.values(np.full(len(worlds), leaders[0]), worlds)
    assert (table.values(int(leaders[0]), worlds) == many).all()
    assert table.values(int(leaders[0]), int(followers[0])).shape == (1,)
    nothing = np.array([], dtype=np.uint32)
    assert table.values(nothing, nothing).shape == (0,)
    assert table.leads_of(int(leaders[0]), nothing).shape == (0, 32)


def test_threads_make_no_difference(table: Table) -> None:
    leaders, followers = deals(5000)
    for ask in (table.values, table.leads_of, table.lines_of):
        once = ask(leaders, followers, threads=1)
        assert all((ask(leaders, followers, threads=n) == once).all() for n in (0, 2, 8))


def test_it_may_be_asked_from_several_threads_at_once(table: Table) -> None:
    leaders, followers = deals(20000)
    expected = table.values(leaders, followers)
    good: list[bool] = []

    def ask() -> None:
        good.append(bool((table.values(leaders, followers, threads=2) == expected).all()))

    crew = [threading.Thread(target=ask) for _ in range(4)]
    for one in crew:
        one.start()
    for one in crew:
        one.join()
    assert good == [True] * 4


TWELVE, OTHERS = 0xFFF, 0xFFF000
U32 = np.uint32


@pytest.mark.parametrize(
    ("leaders", "followers", "reason"),
    [
        (TWELVE, TWELVE, "same card"),
        (TWELVE, OTHERS >> 1 & ~TWELVE, "as many cards"),
        (0x1FFF, 0x3FFE000, "at most 12"),
        (0, 0, "empty"),
        (-1, OTHERS, "out of range"),
        (1 << 40, OTHERS, "out of range"),
        ("AS", OTHERS, "array"),
        (np.array([TWELVE]), OTHERS, "uint32"),
        (np.array([1.5]), OTHERS, "uint32"),
        (np.array([[TWELVE]], dtype=U32), OTHERS, "one dimension"),
        (np.array([TWELVE] * 4, dtype=U32)[::2], OTHERS, "contiguous"),
        (np.array([TWELVE] * 3, dtype=U32), np.array([OTHERS] * 2, dtype=U32), "one length"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(
    table: Table, leaders: object, followers: object, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        table.values(leaders, followers)  # type: ignore[arg-type]


def test_a_card_on_the_table_is_checked(table: Table) -> None:
    for leader, follower, led, reason in (
        (0x7FF, OTHERS, 10, "still in a hand"),
        (0x7FF, OTHERS, 32, "0 to 31"),
        (0xFFF, OTHERS, 30, "one card less"),
    ):
        with pytest.raises(ValueError, match=reason):
            table.replies(leader, follower, led)
    with pytest.raises(ValueError, match="threads"):
        table.values(TWELVE, OTHERS, threads=-1)
    with pytest.raises(ValueError, match="bytes"):
        Table(b"short", 1)
    with pytest.raises(ValueError, match="1 or -1"):
        _core.build(2)


def test_progress_rises_and_can_stop_the_work(table: Table) -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, of: int) -> None:
        told.append((done, of))
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _core.build(1, 1, stop)
    assert all(a[0] <= b[0] and a[1] == b[1] for a, b in pairwise(told))
