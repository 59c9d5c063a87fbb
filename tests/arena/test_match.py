"""Mirrored matches: the same packs in both rooms, nothing but views shown, figures that add up."""

from itertools import pairwise

import pytest

from piquet.actions import Action, EventKind
from piquet.arena import Match, ladder, match, play
from piquet.base import Estimate, Seat
from piquet.dealing import Deal, seed_bytes
from piquet.players import make
from piquet.rules import Rules
from piquet.view import View

CLUB_BEGINNER = match("club", "beginner", pairs=40, seed="arena")


class Watcher:
    """A club player that notes what it was shown."""

    def __init__(self) -> None:
        self.player = make("club")
        self.shown: list[View] = []

    def act(self, view: View) -> Action:
        """Return what the club player does."""
        self.shown.append(view)
        return self.player.act(view)


def test_both_rooms_play_the_same_packs_with_seats_exchanged() -> None:
    one, two = Watcher(), Watcher()
    match(one, two, pairs=6, seed="packs")
    deals = [Deal.numbered(seed_bytes("packs"), number) for number in range(1, 7)]
    for watcher in (one, two):
        starts = [view for view in watcher.shown if not view.discards]
        assert [view.hand for view in starts if view.seat is Seat.ELDER] == [
            deal.elder for deal in deals
        ]
        assert {view.hand for view in starts if view.seat is Seat.YOUNGER} <= {
            deal.younger for deal in deals
        }


def test_a_player_is_given_its_own_views_and_nothing_else() -> None:
    watcher = Watcher()
    play(Deal.random("view"), Rules.named("rubicon"), watcher, make("beginner"))
    assert {type(view) for view in watcher.shown} == {View}
    assert {view.seat for view in watcher.shown} == {view.to_move for view in watcher.shown}
    assert {view.seat for view in watcher.shown} == {Seat.ELDER}
    assert all(
        event.cards is None
        for view in watcher.shown
        for event in view.events
        if event.kind is EventKind.DEALT and event.seat is Seat.YOUNGER
    )


def test_the_same_match_again_is_the_same() -> None:
    assert match("club", "beginner", pairs=5, seed="arena").margins == {
        number: CLUB_BEGINNER.margins[number] for number in range(1, 6)
    }
    assert match("club", "beginner", pairs=5, seed="other").margins != {
        number: CLUB_BEGINNER.margins[number] for number in range(1, 6)
    }


def test_a_player_against_itself_comes_out_even() -> None:
    even = match("club", "club", pairs=10, seed="even")
    assert set(even.margins.values()) == {0}
    assert even.first == even.second
    one = make("beginner", 4)
    assert set(match(one, one, pairs=10, seed="even").margins.values()) == {0}


def test_the_margin_is_that_of_both_deals_of_each_pair() -> None:
    found = []
    for one, two in zip(CLUB_BEGINNER.first, CLUB_BEGINNER.second, strict=True):
        assert one.number == two.number
        found.append(one.points[0] + two.points[1] - one.points[1] - two.points[0])
    assert list(CLUB_BEGINNER.margins.values()) == found
    assert CLUB_BEGINNER.margin == Estimate.mean(found)
    a, b = CLUB_BEGINNER.elder, CLUB_BEGINNER.younger
    c, d = CLUB_BEGINNER.other_elder, CLUB_BEGINNER.other_younger
    total = a.value + b.value - c.value - d.value
    assert total == pytest.approx(CLUB_BEGINNER.margin.value)
    assert all(low < high for low, high in pairwise(CLUB_BEGINNER.margins))


def test_points_are_those_of_the_awards() -> None:
    for game in (*CLUB_BEGINNER.first, *CLUB_BEGINNER.second):
        for seat in Seat:
            made = sum(award.points for award in game.awards if award.seat is seat)
            assert made == game.points[seat]


def test_every_deal_ends_in_cards_capot_or_divided() -> None:
    ends = sum(sum(CLUB_BEGINNER.counts(reason)) for reason in ("cards", "capot"))
    assert ends + CLUB_BEGINNER.divided == 80


def test_counts_are_told_apart_by_player_and_seat() -> None:
    calls = CLUB_BEGINNER.counts("point")
    swapped = Match(
        ("beginner", "club"),
        "arena",
        CLUB_BEGINNER.rules,
        CLUB_BEGINNER.second,
        CLUB_BEGINNER.first,
    )
    assert calls[:2] == swapped.counts("point")[2:]
    assert calls[2:] == swapped.counts("point")[:2]
    assert sum(CLUB_BEGINNER.counts("pique")) == sum(
        CLUB_BEGINNER.counts("pique")[place] for place in (0, 2)
    )


def test_the_better_player_wins() -> None:
    margin = CLUB_BEGINNER.margin
    assert margin.value > margin.interval
    margin = match("club", "random", pairs=20, seed="arena").margin
    assert margin.value > margin.interval


def test_a_match_reads_as_a_few_lines() -> None:
    lines = str(CLUB_BEGINNER).splitlines()
    assert lines[0] == "club against beginner: 40 pairs, rubicon, seed 'arena'"
    assert str(CLUB_BEGINNER.margin) in lines[1]
    assert len(lines) == 9
    assert max(map(len, lines)) <= 80


def test_other_rules_are_played() -> None:
    result = match("club", "random", pairs=2, seed="arena", rules=Rules.named("digital"))
    assert str(result).startswith("club against random: 2 pairs, digital")


def test_no_pairs_are_no_match() -> None:
    with pytest.raises(ValueError, match="one pair"):
        match("club", "club", pairs=0)


def test_a_ladder_of_one_is_refused() -> None:
    for levels in ((), ("club",)):
        with pytest.raises(ValueError, match="two levels"):
            ladder(levels, pairs=1)
