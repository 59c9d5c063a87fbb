"""Whole deals played by the core come out as the same players play them in Python."""

import os
from typing import Any

import numpy as np
import pytest

from piquet.actions import Action, EventKind, Kind
from piquet.base import Seat
from piquet.dealing import Deal
from piquet.kernel import Policy, compiled, play_deals, play_shuffled, player, roll_rest
from piquet.oracle.memory import remember
from piquet.oracle.policies import decide
from piquet.oracle.weights import BEGINNER, CLUB, NOVICE, Weights
from piquet.position import Position
from piquet.rules import PROFILES, Rules
from piquet.view import View

FULL = os.environ.get("PIQUET_FULL") == "1"
_EXCHANGES = (Kind.EXCHANGE, Kind.SET_ASIDE)


ALL_CALLED: Any = {"says": [[None] * 3] * 2, "settled": [[-1] * 4] * 2, "gone": (0, 0)}
LEVELS = {"beginner": BEGINNER, "novice": NOVICE, "club": CLUB}


@pytest.mark.parametrize("weights", LEVELS.values(), ids=LEVELS)
def test_every_decision_is_that_of_the_python_player(weights: Weights) -> None:
    policy = player(weights)
    compared = differences = 0
    for number in range(4200 if FULL else 40):
        rules = Rules.named(list(PROFILES)[number % len(PROFILES)])
        position = Position(Deal.random(f"decisions {number}"), rules)
        while position.to_move is not None:
            seat = position.to_move
            view = position.view(seat)
            action = decide(view, weights, seed=number)
            if action.kind in _EXCHANGES or action.kind is Kind.PLAY:
                compared += 1
                differences += not _same(policy, view, action, weights.forgets, number)
            position = position.after(action)
    assert differences == 0
    assert compared > (100_000 if FULL else 900)


def _same(policy: Policy, view: View, action: Action, forgets: int, seed: int) -> bool:
    memory = remember(view, forgets)
    legal = view.legal_actions
    astray = policy.slips(seed, len(view.events), memory.hand)
    if action.kind is Kind.PLAY:
        cards = [one.payload for one in legal.of(Kind.PLAY)]
        playable = sum(cards)
        if astray:
            found = 1 << policy.another_card(playable, astray)
        else:
            found = 1 << policy.card(
                playable,
                hand=memory.hand,
                maybe=memory.maybe,
                led=memory.led.bit_length() - 1,
                mine=memory.mine,
                points=memory.points,
                against=memory.against,
                elder=memory.elder,
            )
    else:
        fewest, most = legal[0].payload.bit_count(), legal[-1].payload.bit_count()
        found = policy.discards(view.seat, memory.hand, fewest, most)
        if astray and found:
            found = policy.another_discard(found, memory.hand, astray)
    return found == action.payload


def played(deal: Deal, rules: Rules) -> tuple[Position, list[int], dict[Seat, int]]:
    """Play a deal, club against club: its end, the cards as played, and what was thrown."""
    position, cards = Position(deal, rules), []
    while position.to_move is not None:
        action = decide(position.view(position.to_move), CLUB)
        if action.kind is Kind.CONCEDE:
            action = next(iter(position.legal_actions.of(Kind.PLAY)))
        if action.kind is Kind.PLAY:
            cards.append(action.payload.bit_length() - 1)
        position = position.after(action)
    thrown = dict.fromkeys(Seat, 0)
    for event in position.events:
        if event.kind is EventKind.DISCARDED:
            thrown[event.seat] = int(event.cards or 0)
    return position, cards, thrown


@pytest.mark.parametrize("name", PROFILES)
def test_whole_deals_come_out_the_same(name: str) -> None:
    rules = Rules.named(name)
    club = player(CLUB)
    count = 800 if FULL else 25
    deals = [Deal.random(f"{name} {number}") for number in range(count)]
    ends = [played(deal, rules) for deal in deals]
    found = play_deals(
        compiled(rules),
        (club, club),
        np.array([deal.elder.mask for deal in deals], dtype=np.uint32),
        np.array([deal.younger.mask for deal in deals], dtype=np.uint32),
        np.array([card.index for deal in deals for card in deal.talon], dtype=np.uint8),
    )
    wrong = []
    for deal, (end, _, _), points in zip(deals, ends, found.tolist(), strict=True):
        outcome = end.outcome
        assert outcome is not None
        if outcome.out is None and tuple(points) != (outcome.elder, outcome.younger):
            wrong.append((deal.code, outcome, points))
    assert wrong == []


def test_the_rest_of_a_deal_comes_out_the_same() -> None:
    rules = Rules.named("rubicon")
    club = player(CLUB)
    for number in range(40):
        deal = Deal.random(f"rest {number}")
        end, cards, thrown = played(deal, rules)
        hands = [0, 0]
        leader = 0
        for led, reply in zip(cards[::2], cards[1::2], strict=True):
            hands[leader] |= 1 << led
            hands[1 - leader] |= 1 << reply
            if reply // 8 == led // 8 and reply > led:
                leader = 1 - leader
        if thrown[Seat.ELDER].bit_count() < 5 or thrown[Seat.YOUNGER].bit_count() < 3:
            continue  # what elder looked at is not told here
        for known in (0, 1, 2, 7, 24):
            parts = roll_rest(
                compiled(rules),
                (club, club),
                *hands,
                thrown[Seat.ELDER],
                thrown[Seat.YOUNGER],
                0,
                np.array(cards[:known], dtype=np.uint8),
                **ALL_CALLED,
            )
            assert end.outcome is not None
            assert parts.sum(axis=2).tolist() == [[end.outcome.elder, end.outcome.younger]]


def test_the_same_deals_on_any_number_of_threads() -> None:
    tables = compiled(Rules.named("rubicon"))
    club, beginner = player(CLUB), player(BEGINNER)
    for players in ((club, beginner), (None, club), (None, None)):
        once = play_shuffled(tables, players, 7, 0, 3000)
        for threads in (2, 8):
            assert (play_shuffled(tables, players, 7, 0, 3000, threads) == once).all()
        assert (play_shuffled(tables, players, 7, 1000, 100) == once[1000:1100]).all()


def test_each_level_beats_those_below() -> None:
    tables = compiled(Rules.named("rubicon"))
    players = [None, *map(player, LEVELS.values())]
    least = {(1, 0): 35.0, (2, 1): 8.0, (3, 2): 5.0, (3, 1): 16.0, (3, 0): 50.0}
    for (better, worse), points in least.items():
        a, b = players[better], players[worse]
        as_elder = play_shuffled(tables, (a, b), 1, 0, 8000).astype(float)
        as_younger = play_shuffled(tables, (b, a), 1, 0, 8000).astype(float)
        margin = as_elder[:, 0] - as_elder[:, 1] + as_younger[:, 1] - as_younger[:, 0]
        assert margin.mean() > points


def test_what_cannot_be_dealt_or_thrown_is_refused() -> None:
    tables = compiled(Rules.named("rubicon"))
    talon = np.arange(24, 32, dtype=np.uint8)
    good = (tables, (None, None), 0xFFF, 0xFFF000)
    assert play_deals(*good, talon).shape == (1, 2)
    for wrong, reason in (
        ((tables, (None, None), 0xFFF, 0xFFF000, talon[:7]), "8 cards"),
        ((tables, (None, None), 0xFFF, 0xFFF000, talon - 1), "dealt twice"),
        ((tables, (None, None), 0x7FF, 0xFFE000, talon), "12 cards"),
    ):
        with pytest.raises(ValueError, match=reason):
            play_deals(*wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not in the hand"):
        play_deals(*good, talon, elder_throws=1 << 12)
    with pytest.raises(ValueError, match="exchanged"):
        play_deals(*good, talon, elder_throws=0b111111)
    with pytest.raises(ValueError, match="follow"):
        roll_rest(*good, 0, 0, 0, np.array([0, 0], dtype=np.uint8), **ALL_CALLED)
