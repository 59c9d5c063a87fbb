"""Deals counted by the core come to what the engine's own positions come to."""

import os
import random

import numpy as np
import pytest

from piquet.actions import Kind
from piquet.base import Seat
from piquet.cards import CardSet
from piquet.combinations import blank
from piquet.kernel import compiled, reckon
from piquet.position import Position
from piquet.rules import PROFILES, Rules

DEALS = 1_000_000 if os.environ.get("PIQUET_FULL") == "1" else 5_000  # over all profiles
_TRUTH = (Kind.NOT_GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.GOOD)


def played(start: Position, drawn: random.Random) -> tuple[Position, list[int]]:
    """Declare everything truly, play any legal cards; return the end and the cards as played."""
    position, cards = start, []
    while position.to_move is not None:
        legal = position.legal_actions
        kinds = legal.kinds
        truth = next((kind for kind in _TRUTH if kind in kinds), None)
        if truth is not None:
            position = position.after(legal.of(truth)[0])
        elif kinds[0] in (Kind.POINT, Kind.SEQUENCE, Kind.SET, Kind.SAY):
            position = position.after(legal[0])
        else:
            playable = legal.of(Kind.PLAY)
            action = playable[int(drawn.random() * len(playable))]
            cards.append(action.payload.bit_length() - 1)
            position = position.after(action)
    return position, cards


def hands(drawn: random.Random) -> tuple[int, int]:
    """Return two hands; every third pair has more long suits than chance would give."""
    pack = list(range(32))
    drawn.shuffle(pack)
    if drawn.random() < 1 / 3:
        pack.sort(key=lambda card: card // 8 * 10 + drawn.random() * 14)
    return sum(1 << c for c in pack[:12]), sum(1 << c for c in pack[12:24])


@pytest.mark.parametrize("name", PROFILES)
def test_the_core_counts_as_the_engine_does(name: str) -> None:
    rules = Rules.named(name)
    drawn = random.Random(name)
    elders, youngers, plays, blanks, expected = [], [], [], [], []
    while len(elders) < DEALS // len(PROFILES):
        elder, younger = hands(drawn)
        proved = None
        if drawn.random() < 0.1:
            elder = _blank(drawn)
            younger = _others(drawn, elder)
            proved = Seat.ELDER
            if drawn.random() < 0.5:
                elder, younger, proved = younger, elder, Seat.YOUNGER
        start = Position.from_hands(CardSet(elder), CardSet(younger), rules, carte_blanche=proved)
        end, cards = played(start, drawn)
        if end.outcome is None or end.outcome.out is not None or len(cards) != 24:
            continue  # a game to a target ends in the middle of a deal
        elders.append(elder)
        youngers.append(younger)
        plays.extend(cards)
        blanks.append(0 if proved is None else 1 << proved)
        expected.append((end.outcome.elder, end.outcome.younger))
    found = reckon(
        compiled(rules),
        np.array(elders, dtype=np.uint32),
        np.array(youngers, dtype=np.uint32),
        np.array(plays, dtype=np.uint8),
        np.array(blanks, dtype=np.uint8),
    )
    wrong = [
        (str(CardSet(elders[i])), str(CardSet(youngers[i])), expected[i], tuple(found[i].tolist()))
        for i in range(len(elders))
        if tuple(found[i]) != expected[i]
    ]
    assert wrong == []


def _blank(drawn: random.Random) -> int:
    plain = [card for card in range(32) if blank(1 << card)]
    return sum(1 << card for card in drawn.sample(plain, 12))


def _others(drawn: random.Random, hand: int) -> int:
    rest = [card for card in range(32) if not hand >> card & 1]
    return sum(1 << card for card in drawn.sample(rest, 12))


def test_cards_that_cannot_be_played_are_refused() -> None:
    tables = compiled(Rules.named("rubicon"))
    cards = np.array([0, 12] * 12, dtype=np.uint8)
    with pytest.raises(ValueError, match="not in the hand"):
        reckon(tables, 0xFFF, 0xFFF000, cards)
    with pytest.raises(ValueError, match="24 cards"):
        reckon(tables, 0xFFF, 0xFFF000, cards[:5])
