"""The files of vectors/ for the core: play by the book, the core and the engine agree with them."""

from pathlib import Path

import numpy as np
from slow_solver import hand, replies, takes, value

from piquet.actions import Action, Kind
from piquet.cards import CardSet
from piquet.kernel import Table, compiled, reckon, worlds
from piquet.position import Position
from piquet.rules import PROFILES, Rules

VECTORS = Path(__file__).resolve().parents[2] / "vectors"


def rows(name: str) -> list[list[str]]:
    """Return the rows of a file, without the line that names the columns."""
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    return [line.split("\t") for line in lines[1:]]


def numbers(name: str) -> list[list[int]]:
    """Return the rows of a file that holds nothing but numbers."""
    return [[int(cell) for cell in row] for row in rows(name)]


def test_which_cards_may_follow_and_which_win(table: Table) -> None:
    found = numbers("core_play.tsv")
    assert len(found) == 96
    for lead, mask, legal, winning in found:
        may = replies(lead, hand(mask))
        assert may == hand(legal)
        assert frozenset(card for card in may if takes(card, lead)) == hand(winning)
        # What leads has one card less; the core offers the same cards, and tells which lead on.
        others = [1 << card for card in range(32) if not (mask | 1 << lead) >> card & 1]
        rest = sum(others[: mask.bit_count() - 1])
        assert frozenset(table.replies(rest, mask, lead)) == may
        led, reply, *later = table.line(rest, mask, lead)[0]
        assert led == lead
        if later:
            assert later[0] in (hand(mask) if reply in hand(winning) else hand(rest))


def test_what_best_play_comes_to(table: Table, plain_table: Table) -> None:
    found = numbers("core_values.tsv")
    assert len(found) == 88
    for leader, follower, extra, plain in found:
        assert (table.value(leader, follower), plain_table.value(leader, follower)) == (
            extra,
            plain,
        )
        if leader.bit_count() <= 5:
            for expected, z in ((extra, 1), (plain, -1)):
                assert value(hand(leader), hand(follower), z) == expected
            value.cache_clear()


def test_how_many_hands_there_may_be() -> None:
    found = numbers("core_worlds.tsv")
    assert len(found) == 15
    for unknown, certain, size, second, number in found:
        known = sum(1 << 31 - card for card in range(certain))
        listed = worlds(compiled(Rules()), (1 << unknown) - 1, size, certain=known, second=second)
        assert len(listed[0]) == number


def test_the_order_of_counting() -> None:
    found = rows("core_order.tsv")
    assert [row[0] for row in found] == [name for name in PROFILES for _ in range(6)]
    for name, elder, younger, play, *points in found:
        rules, hands = Rules.named(name), (int(elder), int(younger))
        cards = [int(card) for card in play.split()]
        expected = [int(point) for point in points]
        core = reckon(compiled(rules), *hands, np.array(cards, dtype=np.uint8))
        assert core.tolist() == [expected]
        assert engine(rules, hands, cards) == expected


def engine(rules: Rules, hands: tuple[int, int], cards: list[int]) -> list[int]:
    """Return the points of the Python engine, everything declared and answered truly."""
    position = Position.from_hands(CardSet(hands[0]), CardSet(hands[1]), rules)
    left = list(cards)
    truth = (Kind.NOT_GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.GOOD)
    while position.to_move is not None:
        legal = position.legal_actions
        answer = next((kind for kind in truth if kind in legal.kinds), None)
        if answer is not None:
            position = position.after(legal.of(answer)[0])
        elif legal.kinds[0] in (Kind.POINT, Kind.SEQUENCE, Kind.SET, Kind.SAY):
            position = position.after(legal[0])
        else:
            position = position.after(Action(Kind.PLAY, 1 << left.pop(0)))
    outcome = position.outcome
    assert outcome is not None
    assert left == []
    return [outcome.elder, outcome.younger]
