"""Rules compiled to tables: what they pay is what is counted, whatever is played."""

import random
from itertools import pairwise

import numpy as np
import pytest

from piquet.combinations import POINT, SEQUENCES, SETS, best_key
from piquet.kernel import Table, compiled, reckon
from piquet.rules import PROFILES, Rules
from piquet.tables import exact_profiles, tables


def random_play(drawn: random.Random) -> tuple[int, int, list[int], int, int]:
    """Return two hands, a legal play of them, elder's tricks and whether he won the last."""
    pack = drawn.sample(range(32), 24)
    hands = [set(pack[:12]), set(pack[12:])]
    masks = [sum(1 << card for card in hand) for hand in hands]
    cards, leader, won = [], 0, 0
    for _ in range(12):
        led = drawn.choice(sorted(hands[leader]))
        held = hands[1 - leader]
        reply = drawn.choice(sorted({c for c in held if c // 8 == led // 8} or held))
        hands[leader].remove(led)
        held.remove(reply)
        cards += [led, reply]
        if reply // 8 == led // 8 and reply > led:
            leader = 1 - leader
        won += leader == 0
    return masks[0], masks[1], cards, won, int(leader == 0)


@pytest.mark.parametrize("name", exact_profiles())
def test_the_payoff_is_what_the_play_brings(name: str) -> None:
    """Every play pays what its s says, so best play for s is best play: see ``Tables.exact``."""
    rules = Rules.named(name)
    numbers = tables(rules)
    none = _silent(rules)
    drawn = random.Random(name)
    met = set()
    for _ in range(400):
        elder, younger, cards, won, last = random_play(drawn)
        s = 2 * won + last if rules.last_trick_extra else 2 * won - last
        points = reckon(none, elder, younger, np.array(cards, dtype=np.uint8))[0]
        assert points[0] - points[1] == numbers.payoff[s]
        met.add(s)
    assert len(met) > 10


def _silent(rules: Rules) -> object:
    """Return tables in which nothing is declared and no pique is to be had."""
    from dataclasses import replace

    from piquet.kernel import Tables

    nothing = (0,) * 256
    return Tables(
        replace(
            tables(rules),
            point_strength=nothing,
            sequence_strength=nothing,
            set_strength=((0,) * 5,) * 8,
            pique=0,
        )
    )


@pytest.mark.parametrize("name", PROFILES)
def test_the_payoff_never_falls(name: str) -> None:
    payoff = tables(Rules.named(name)).payoff
    assert all(low <= high for low, high in pairwise(payoff))


def test_strengths_are_the_keys_of_the_combinations() -> None:
    core = compiled(Rules.named("rubicon"))
    drawn = random.Random(1)
    for _ in range(2000):
        hand = sum(1 << card for card in drawn.sample(range(32), 12))
        assert core.best(hand) == tuple(best_key(kind, hand) for kind in (POINT, SEQUENCES, SETS))


def test_a_live_pique_is_worth_what_slow_play_finds(table: Table) -> None:
    core = compiled(Rules.named("rubicon"))
    numbers = tables(Rules.named("rubicon"))
    drawn = random.Random(2)
    decided = 0
    for _ in range(150):
        count = drawn.randint(1, 4)
        both = drawn.sample(range(32), 2 * count)
        elder, younger = frozenset(both[:count]), frozenset(both[count:])
        score = drawn.randint(30 - count - 1, 29)
        slow = _slow_pique(elder, younger, score, 12 - count, numbers.payoff)
        masks = [sum(1 << card for card in hand) for hand in (elder, younger)]
        assert table.pique_value(*masks, score, core.pique) == slow
        leads = table.pique_leads(*masks, score, core.pique)
        assert max(leads.values()) == slow
        rows = table.pique_leads_of(*masks, score, core.pique)
        assert {c: v for c, v in enumerate(rows[0].tolist()) if v == v} == leads
        for lead, worth in leads.items():
            left = masks[0] & ~(1 << lead)
            replies = table.pique_replies(left, masks[1], lead, score, core.pique)
            assert min(replies.values()) == worth
        plain = numbers.payoff[2 * (12 - count) + table.value(*masks)]
        decided += slow != plain
    assert decided > 20


def _slow_pique(
    elder: frozenset[int],
    younger: frozenset[int],
    score: int,
    won: int,
    payoff: tuple[int, ...],
    elder_leads: bool = True,
    alive: bool = True,
) -> float:
    """Play everything out by the book: thirty for thirty points before younger wins a trick."""
    if not elder:
        return payoff[2 * won + elder_leads]
    leader, follower = (elder, younger) if elder_leads else (younger, elder)
    pick, answer = (max, min) if elder_leads else (min, max)
    leads = []
    for lead in leader:
        replies = []
        for reply in {c for c in follower if c // 8 == lead // 8} or follower:
            taken = reply // 8 == lead // 8 and reply > lead
            elder_wins = elder_leads != taken
            bonus, still, now = 0, alive and elder_leads, score
            if still:
                now += 1
                if now < 30 and not taken and len(elder) == 1:
                    now += 1  # the last trick
                bonus = 30 if now >= 30 else 0
                still = not bonus and not taken
            mine, hers = leader - {lead}, follower - {reply}
            left = (mine, hers) if elder_leads else (hers, mine)
            replies.append(
                bonus + _slow_pique(*left, now, won + elder_wins, payoff, elder_wins, still)
            )
        leads.append(answer(replies))
    return pick(leads)
