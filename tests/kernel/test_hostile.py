"""Whatever the core is handed it answers, or refuses with the reason; it never falls over."""

import math
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from piquet import kernel, tables
from piquet.kernel import Habit, Pique, Policy, Table, Tables, _core, compiled, player
from piquet.oracle.habit import habit, worths
from piquet.oracle.weights import CLUB
from piquet.rules import Rules

RUBICON = Rules.named("rubicon")
ELDER, YOUNGER, TALON = 0xFFF, 0xFFF000, np.arange(24, 32, dtype=np.uint8)
U32 = np.uint32

Call = tuple[Callable[..., Any], dict[str, Any]]


def calls(table: Table) -> dict[str, Call]:
    """Return every function of the core with arguments that it takes."""
    rules, club = compiled(RUBICON), player(CLUB)
    pique = rules.pique
    elders, youngers = np.full(3, ELDER, dtype=U32), np.full(3, YOUNGER, dtype=U32)
    left, led = np.full(3, ELDER & ~1, dtype=U32), np.zeros(3, dtype=np.uint8)
    scores = np.zeros(3, dtype=np.int32)
    hands = {"leaders": elders, "followers": youngers}
    after = {"leaders": left, "followers": youngers, "led": led}
    seats = {"elders": elders, "youngers": youngers, "scores": scores, "pique": pique}
    dealt = {"tables": rules, "players": (club, None), "elders": elders, "youngers": youngers}
    throws = np.array([1, 3, 7], dtype=U32)
    asked = {"tables": rules, "table": table, "seat": 0, "hand": ELDER, "discards": throws}
    worlds = {"taken": 0, "opponent": club, "seed": 1, "first": 0, "worlds": 4, "threads": 1}
    card = {"hand": 7, "maybe": 0xF0, "led": -1, "mine": 0}
    one = {"leader": ELDER, "follower": YOUNGER}
    plays = np.array([[trick, 12 + trick] for trick in range(12)] * 3, dtype=np.uint8).ravel()
    return {
        "slot": (_core.slot, one),
        "Pique": (
            Pique,
            {"payoff": [0.0] * 26, "gains": [0] * 13, "lead": 1, "threshold": 30, "bonus": 30.0},
        ),
        "value": (table.value, one),
        "leads": (table.leads, one),
        "replies": (table.replies, {"leader": ELDER & ~1, "follower": YOUNGER, "led": 0}),
        "line": (table.line, {"leader": ELDER & ~1, "follower": YOUNGER, "led": 0}),
        "values": (table.values, {**hands, "threads": 1}),
        "leads_of": (table.leads_of, {**hands, "threads": 1}),
        "replies_of": (table.replies_of, {**after, "threads": 1}),
        "lines_of": (table.lines_of, {**after, "threads": 1}),
        "time_values": (table.time_values, hands),
        "pique_value": (
            table.pique_value,
            {"elder": 15, "younger": 240, "score": 20, "pique": pique},
        ),
        "pique_leads": (
            table.pique_leads,
            {"elder": 15, "younger": 240, "score": 20, "pique": pique},
        ),
        "pique_replies": (
            table.pique_replies,
            {"elder": 14, "younger": 240, "led": 0, "score": 20, "pique": pique},
        ),
        "pique_leads_of": (table.pique_leads_of, {**seats, "threads": 1}),
        "pique_replies_of": (
            table.pique_replies_of,
            {**seats, "elders": left, "led": led, "threads": 1},
        ),
        "Tables": (Tables, {"numbers": tables.tables(RUBICON)}),
        "best": (rules.best, {"hand": ELDER}),
        "worlds": (
            kernel.worlds,
            {
                "tables": rules,
                "unknown": 0xFF00,
                "size": 4,
                "certain": 1,
                "played": 2,
                "second": 2,
                "point": (0, 0xFFFF, 0.0),
                "sequence": (0, 0xFFFF, 0.5),
                "set": (0, 0xFFFF, 1.0),
            },
        ),
        "Habit": (Habit, {"worths": worths()}),
        "worth": (habit().worth, {"kept": 0x7F}),
        "exchanged": (
            kernel.exchanged,
            {"habit": habit(), "pool": 0xFFFF, "size": 12, "drawn": 3, "thrown": 3, "fewest": 1}
            | {"most": 3, "barred": 1, "needed": 2, "exact": True},
        ),
        "sample_exchanged": (
            kernel.sample_exchanged,
            {"habit": habit(), "pool": 0xFFFFF, "thrown": 5, "fewest": 1, "most": 5, "barred": 1}
            | {"needed": 2, "seed": 1, "first": 0, "count": 4},
        ),
        "reckon": (
            kernel.reckon,
            {"tables": rules, "elders": elders, "youngers": youngers, "plays": plays, "blanks": 0},
        ),
        "Policy": (Policy, {"weights": CLUB, "pique_at": 30}),
        "discards": (
            club.discards,
            {"seat": 0, "hand": ELDER, "fewest": 1, "most": 5},
        ),
        "card": (club.card, {"playable": 7, **card, "points": 0, "against": 0, "elder": True}),
        "slips": (club.slips, {"seed": 1, "moment": 2, "hand": ELDER}),
        "another_discard": (Policy.another_discard, {"thrown": 1, "hand": ELDER, "astray": 5}),
        "another_card": (Policy.another_card, {"playable": 7, "astray": 5}),
        "play_shuffled": (
            kernel.play_shuffled,
            {"tables": rules, "players": (club, None), "seed": 1, "first": 0, "count": 4}
            | {"threads": 1},
        ),
        "play_deals": (
            kernel.play_deals,
            {**dealt, "talons": np.tile(TALON, 3), "seed": 0, "elder_throws": throws}
            | {"younger_throws": throws << U32(12), "threads": 1},
        ),
        "deal_unseen": (
            kernel.deal_unseen,
            {"hand": ELDER, "within": 0xFFFFFFFF, "seed": 1, "first": 0, "count": 4, "threads": 1},
        ),
        "throws_of": (
            kernel.throws_of,
            {"player": club, "seat": 1, "hands": youngers, "fewest": 1, "most": 3, "seed": 0}
            | {"threads": 1},
        ),
        "roll_deals": (
            kernel.roll_deals,
            {**dealt, "talons": np.tile(TALON, 3), "elder_throws": throws, "seed": 0}
            | {"younger_throws": throws << U32(12), "blanks": (True, False), "threads": 1},
        ),
        "roll_rest": (
            kernel.roll_rest,
            {**dealt, "elder_threw": 1 << 31, "younger_threw": 1 << 30, "left": 1 << 29}
            | {"played": np.array([0, 12], dtype=np.uint8), "seed": 0, "threads": 1}
            | {"says": ((3, None, 0), (None, None, None)), "settled": ((-1,) * 4, (0, 3, -1, 14))}
            | {"gone": (1 << 28, 0), "concedes": -1},
        ),
        "weigh_discards": (kernel.weigh_discards, {**asked, **worlds, "search_pique": True}),
        "count_discards": (kernel.count_discards, {**asked, **worlds, "play": club}),
        "exchange_sheets": (
            kernel.exchange_sheets,
            {**asked, **worlds, "within": 0xFFFFFFFF, "search_pique": True, "whole": True},
        ),
        "hand_sheets": (
            kernel.hand_sheets,
            {"tables": rules, "table": table, "elders": elders, "youngers": youngers}
            | {"scored": np.ones(24, dtype=np.int16), "search_pique": True, "threads": 1},
        ),
    }


def hostile() -> Iterator[Any]:
    """Yield what no caller should hand over."""
    yield from (None, True, "SA", "", b"\x01" * 4, 1.5, math.nan, math.inf, 1j, object(), {}, set())
    yield from (-1, -(1 << 31), 13, 32, 33, 99, 0xFFFFFFFF, 1 << 31, 1 << 32, 1 << 40)
    yield from ((1 << 62) + 1, 1 << 63, (1 << 64) - 1, 1 << 64, -(1 << 63), -(1 << 64), 10**40)
    yield from ([], [1, 2], (1, 2), ((1, 2), 3), (None,) * 3, (-1, 1 << 40, math.nan))
    yield from (np.int64(-1), np.float32("nan"), np.datetime64("2020-01-01"), np.ma.masked)
    for kind in (
        np.uint8,
        np.int8,
        np.uint16,
        np.int32,
        np.uint32,
        np.int64,
        np.uint64,
        np.float64,
    ):
        few = np.arange(3).astype(kind)
        yield from (few, few[::-1], few[:0], few.reshape(3, 1), np.repeat(few, 2)[::2])
        yield from (np.array(1, dtype=kind), few.astype(few.dtype.newbyteorder(">")))
    wide = np.full((4, 4), ELDER, dtype=U32)
    yield from (
        wide,
        wide[:, 1],
        wide.T,
        np.broadcast_to(wide[:1, 0], (3,)),
        wide[0].view(np.uint8),
    )
    yield from (np.full(3, 0xFFFFFFFF, dtype=U32), np.full(5, 255, dtype=np.uint8))
    yield from (np.full(3, -(1 << 31), dtype=np.int32), np.full(3, math.nan))
    yield np.frombuffer(b"\x00" + bytes(np.full(3, ELDER, dtype=U32)), dtype=U32, offset=1, count=3)
    yield from (np.array([1, None, "x"], dtype=object), np.array(["a"]), np.array([True] * 3))
    yield from (np.zeros(3, dtype=[("a", U32)]), np.ma.array([1, 2, 3], mask=[0, 1, 0], dtype=U32))
    yield from (memoryview(b"abcd"), memoryview(bytes(12)).cast("I"), bytearray(3), range(3))


def answered(function: Callable[..., Any], given: dict[str, Any]) -> str | None:
    """Call a function; return the reason where it refuses. Any other fault is one of the core."""
    try:
        found = function(**given)
    except (ValueError, TypeError) as error:
        return str(error) or pytest.fail("refused without a reason")
    for one in found if isinstance(found, tuple) else (found,):
        if isinstance(one, np.ndarray):
            one.sum()  # what comes back can be read to its end
    return None


NAMES = [
    "slot",
    "Pique",
    "value",
    "leads",
    "replies",
    "line",
    "values",
    "leads_of",
    "replies_of",
    "lines_of",
    "time_values",
    "pique_value",
    "pique_leads",
    "pique_replies",
    "pique_leads_of",
    "pique_replies_of",
    "Tables",
    "best",
    "worlds",
    "Habit",
    "worth",
    "exchanged",
    "sample_exchanged",
    "reckon",
    "Policy",
    "discards",
    "card",
    "slips",
    "another_discard",
    "another_card",
    "play_shuffled",
    "play_deals",
    "deal_unseen",
    "throws_of",
    "roll_deals",
    "roll_rest",
    "weigh_discards",
    "count_discards",
    "exchange_sheets",
    "hand_sheets",
]


def test_every_function_is_attacked(table: Table) -> None:
    everything = {name for name in vars(_core) if not name.startswith("_")}
    for kind in (Table, Tables, Policy, Habit):
        everything |= {name for name, one in vars(kind).items() if callable(one) and name[0] != "_"}
    harmless = {"build", "packed_size", "levels", "sums", "Table"}  # below, or nothing to hand over
    assert set(calls(table)) == set(NAMES) == everything - harmless


@pytest.mark.parametrize("name", NAMES)
def test_each_argument_is_checked(table: Table, name: str) -> None:
    """One argument at a time is wrong; some of what is handed over means something, most not."""
    function, good = calls(table)[name]
    assert answered(function, good) is None
    for parameter in good:
        refused = 0
        for value in hostile():
            refused += answered(function, {**good, parameter: value}) is not None
        assert refused > 20, parameter
        with pytest.raises((TypeError, ValueError), match=r"."):
            function(**{other: value for other, value in good.items() if other != parameter}, x=1)


def test_a_date_is_no_array(table: Table) -> None:
    """NumPy shows its bytes without strides; reading them as an array once fell over."""
    day = np.datetime64("2020-01-01")
    with pytest.raises(ValueError, match="whole number or an array"):
        table.values(day, YOUNGER)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="contiguous bytes"):
        Table(day)


def test_bytes_of_no_table_have_values_too(table: Table) -> None:
    """Only ``piquet table --check`` tells a wrong table, but none reads beyond its bytes."""
    size = _core.packed_size()
    noise = np.random.default_rng(1).integers(0, 256, size, dtype=np.uint8)
    good = calls(table)
    for packed in (bytes(size), b"\xff" * size, noise):
        other = Table(packed)
        for name in ("value", "leads", "replies", "line", "values", "leads_of", "lines_of"):
            assert answered(getattr(other, name), good[name][1]) is None
        for name in ("weigh_discards", "count_discards"):
            assert answered(good[name][0], {**good[name][1], "table": other}) is None
    for packed in (noise[:-1], noise[::2], noise[None], b"", 7):
        with pytest.raises((TypeError, ValueError), match="bytes"):
            Table(packed)


TABLES = tables.tables(RUBICON)
_ODD = (-1, 9, 13, 255, 1 << 31, 1 << 40, None, "x", math.nan, [], (1,))


@pytest.mark.parametrize("name", [field.name for field in fields(TABLES)])
def test_tables_of_strange_numbers_are_refused_or_played(table: Table, name: str) -> None:
    value = getattr(TABLES, name)
    strange = list(_ODD)
    if name not in ("last_trick_extra", "exact"):  # these are Python's own
        for odd in (None, "x"):
            assert answered(Tables, {"numbers": replace(TABLES, **{name: odd})})
    if isinstance(value, tuple):
        strange += [value[:-1], (*value, value[0]), *((odd,) * len(value) for odd in _ODD)]
        assert answered(Tables, {"numbers": replace(TABLES, **{name: value[:-1]})})
    asked = {"seat": 0, "hand": ELDER, "discards": np.array([1, 31], dtype=U32)}
    for odd in strange:
        try:
            made = Tables(replace(TABLES, **{name: odd}))
        except (TypeError, ValueError):
            continue
        for players in ((player(CLUB), None), (None, player(CLUB))):
            kernel.play_shuffled(made, players, 1, 0, 50)
        weighed = {**asked, "tables": made, "table": table, "seed": 1, "worlds": 2}
        answered(kernel.weigh_discards, weighed)
        answered(kernel.count_discards, weighed)
        answered(table.pique_leads, {"elder": 15, "younger": 240, "score": 9, "pique": made.pique})


def test_weights_that_are_none_are_refused() -> None:
    for weights in (replace(CLUB, exchange=()), replace(CLUB, lead=None), replace(CLUB, slip="x")):
        with pytest.raises(ValueError, match="is missing, or is not what it should be"):
            player(weights)


@pytest.mark.parametrize("name", ["trio", "quatorze"])
def test_sets_of_strange_worth_are_refused(name: str) -> None:
    strange = replace(CLUB.exchange[0], **{name: ((1 << 31) - 1,) * 5})
    with pytest.raises(ValueError, match="too great"):
        player(replace(CLUB, exchange=(strange, CLUB.exchange[1])))


@pytest.mark.parametrize("player_of_elder", [None, player(CLUB)])
def test_younger_cannot_take_what_elder_has_not_left(player_of_elder: Policy | None) -> None:
    """What elder takes is known only in the playout; beyond the talon there are no cards."""
    rules, players = compiled(RUBICON), (player_of_elder, None)
    with pytest.raises(ValueError, match="does not leave"):
        kernel.play_deals(rules, players, ELDER, YOUNGER, TALON, younger_throws=0xFF000)


def test_more_than_a_deal_can_score_is_refused(table: Table) -> None:
    function, good = calls(table)["roll_rest"]
    for points in (1001, (1 << 31) - 1):
        with pytest.raises(ValueError, match="scores"):
            function(**{**good, "settled": ((points,) * 4, (-1,) * 4)})


def test_too_much_at_once_is_refused(table: Table) -> None:
    rules, some = compiled(RUBICON), np.array([1, 3], dtype=U32)
    for count in (1 << 28, 1 << 40, 1 << 63, (1 << 64) - 1):
        with pytest.raises(ValueError, match="in parts"):
            kernel.play_shuffled(rules, (None, None), 1, 0, count)
        for weigh in (kernel.weigh_discards, kernel.count_discards):
            with pytest.raises(ValueError, match="in parts"):
                weigh(rules, table, 0, ELDER, some, seed=1, worlds=count)


def test_a_read_only_array_is_read(table: Table) -> None:
    leaders, followers = np.full(9, ELDER, dtype=U32), np.full(9, YOUNGER, dtype=U32)
    expected = table.values(leaders, followers)
    leaders.flags.writeable = followers.flags.writeable = False
    assert (table.values(leaders, followers) == expected).all()
    assert (table.values(memoryview(leaders), followers) == expected).all()


def test_hostile_and_good_calls_at_once_do_not_disturb_each_other(table: Table) -> None:
    """Four threads attack at random, two ask what they know the answer to."""
    known = calls(table)
    expected = kernel.play_shuffled(compiled(RUBICON), (player(CLUB), None), 3, 0, 200)
    faults: list[BaseException] = []

    def attack(seed: int) -> None:
        drawn, values = random.Random(seed), list(hostile())
        try:
            for _ in range(400):
                function, good = known[drawn.choice(NAMES)]
                given = dict(good)
                for parameter in drawn.sample(list(good), min(len(good), drawn.randint(1, 3))):
                    given[parameter] = drawn.choice(values)
                answered(function, given)
        except BaseException as fault:
            faults.append(fault)

    def ask(threads: int) -> None:
        try:
            for _ in range(20):
                club = player(CLUB)
                found = kernel.play_shuffled(compiled(RUBICON), (club, None), 3, 0, 200, threads)
                assert (found == expected).all()
        except BaseException as fault:
            faults.append(fault)

    crew = [threading.Thread(target=attack, args=(seed,)) for seed in range(4)]
    crew += [threading.Thread(target=ask, args=(threads,)) for threads in (1, 2)]
    for one in crew:
        one.start()
    for one in crew:
        one.join()
    assert faults == []


SHARED = [
    "values",
    "leads_of",
    "replies_of",
    "lines_of",
    "pique_leads_of",
    "pique_replies_of",
    "play_shuffled",
    "play_deals",
    "throws_of",
    "roll_deals",
    "roll_rest",
    "weigh_discards",
    "count_discards",
    "exchange_sheets",
    "hand_sheets",
]


@pytest.mark.parametrize("name", SHARED)
def test_one_two_and_eight_threads_agree(table: Table, name: str) -> None:
    """Rows are what they are, however many threads share them."""
    function, good = calls(table)[name]
    many = {
        parameter: np.tile(value, 700) if isinstance(value, np.ndarray) else value
        for parameter, value in good.items()
        if name not in ("weigh_discards", "count_discards")
    }
    if "played" in many:
        many["played"] = good["played"]
    if "count" in many:
        many["count"] = 2000
    given = {**good, **many}
    once = function(**{**given, "threads": 1})
    assert len(once) > 3 or name.endswith("discards")
    for threads in (2, 8):
        again = function(**{**given, "threads": threads})
        assert np.array_equal(again, once, equal_nan=once.dtype.kind == "f")
