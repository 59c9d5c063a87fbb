"""What the list of awards adds up to: repique, pique, the order of reckoning, who is out first."""

import pytest

from piquet.actions import Award, Category
from piquet.base import Seat
from piquet.reckoning import bonus, first_out, in_order, totals
from piquet.rules import Rules

E, Y = Seat.ELDER, Seat.YOUNGER
CAVENDISH, RUBICON, AU_CENT = (Rules.named(name) for name in ("cavendish", "rubicon", "au_cent"))

BLANK, POINT, SEQUENCES, SETS = 1, 2, 3, 4
REASONS = {1: "carte_blanche", 2: "point", 3: "sequences", 4: "sets"}


def hand(seat: Seat, points: int, category: int) -> Award:
    return Award(seat, points, Category(category), REASONS[category])


def play(seat: Seat, reason: str = "lead") -> Award:
    return Award(seat, 1, Category.PLAY, reason)


THIRTY_FOUR = [hand(E, 5, POINT), hand(E, 15, SEQUENCES), hand(E, 14, SETS)]


@pytest.mark.parametrize("rules", [CAVENDISH, RUBICON])
def test_thirty_in_hand_against_nothing_is_a_repique(rules: Rules) -> None:
    assert bonus(THIRTY_FOUR, rules) == Award(E, 60, Category.SETS, "repique")


def test_a_score_that_reckons_earlier_stops_a_repique_though_it_came_later() -> None:
    for category in (BLANK, POINT):
        quint = [hand(E, 18, SEQUENCES), hand(E, 14, SETS), hand(Y, 10, category)]
        assert bonus(quint, CAVENDISH) is None
    later = [hand(E, 15, POINT), hand(E, 15, SEQUENCES), hand(Y, 14, SETS)]
    due = bonus(later, CAVENDISH)
    assert due is not None
    assert due.points == 60


def test_a_blank_that_does_not_reckon_in_order_neither_counts_nor_stops() -> None:
    aside = CAVENDISH.but(cb_in_order=False)
    stopped = [hand(Y, 10, BLANK), *THIRTY_FOUR]
    assert bonus(stopped, CAVENDISH) is None
    assert bonus(stopped, aside) is not None
    counted = [hand(E, 10, BLANK), hand(E, 5, POINT), hand(E, 15, SEQUENCES)]
    assert bonus(counted, CAVENDISH) is not None
    assert bonus(counted, aside) is None


def test_elders_lead_does_not_stop_youngers_repique() -> None:
    awards = [play(E), *[award._replace(seat=Y) for award in THIRTY_FOUR]]
    assert bonus(awards, CAVENDISH) == Award(Y, 60, Category.SETS, "repique")
    assert bonus(awards, CAVENDISH.but(repique_for="elder")) is None


def test_a_pique_is_elders_alone() -> None:
    awards = [hand(Y, 29, SETS), play(Y, "capture"), play(Y)]
    assert bonus(awards, CAVENDISH) is None


def test_a_losing_lead_makes_the_thirtieth_point() -> None:
    awards = [hand(E, 29, SETS), play(E), play(Y, "capture")]
    due = bonus(awards, CAVENDISH)
    assert due is not None
    assert (due.reason, due.points) == ("pique", 30)
    assert bonus([hand(E, 28, SETS), play(E), play(Y, "capture"), play(E)], CAVENDISH) is None


def test_youngers_hand_stops_a_pique_by_category_but_not_as_the_scores_fall() -> None:
    awards = [hand(E, 29, SEQUENCES), play(E), hand(Y, 3, SETS)]
    assert bonus(awards, CAVENDISH) is None
    due = bonus(awards, RUBICON)
    assert due is not None
    assert due.reason == "pique"


def test_nothing_is_decided_while_an_earlier_category_is_open() -> None:
    assert bonus(THIRTY_FOUR, CAVENDISH, {POINT}) is None
    assert bonus([*THIRTY_FOUR, play(E)], CAVENDISH, {SETS}) is None
    assert bonus([*THIRTY_FOUR[:2], hand(E, 10, BLANK)], CAVENDISH, {SETS}) is not None
    assert bonus([hand(E, 29, SEQUENCES), play(E)], CAVENDISH, {SETS}) is None
    assert bonus([hand(E, 29, SEQUENCES), play(E)], RUBICON, {SETS}) is not None


def test_a_pique_as_the_scores_fall_waits_for_a_repique_that_may_still_come() -> None:
    # Elder counts 31 in sets; younger may yet bring thirty in point and sequences before them.
    quatorzes = [hand(E, 31, SETS)]
    assert bonus(quatorzes, RUBICON, {POINT, SEQUENCES}) is None
    younger = [*quatorzes, hand(Y, 5, POINT), hand(Y, 30, SEQUENCES)]
    assert bonus(younger, RUBICON) == Award(Y, 60, Category.SEQUENCES, "repique")
    # With the point alone open she cannot, and elder still hopes for his own repique.
    assert bonus([hand(E, 32, SEQUENCES)], RUBICON, {POINT}) is None
    assert bonus([hand(E, 32, SEQUENCES), hand(Y, 6, POINT)], RUBICON) == Award(
        E, 30, Category.PLAY, "pique"
    )


def test_the_ten_for_cards_helps_a_pique_only_by_its_rule() -> None:
    won = [hand(E, 14, SETS), *[play(E)] * 7, Award(E, 10, Category.CARDS, "cards")]
    assert bonus(won, CAVENDISH) is None
    due = bonus(won, CAVENDISH.but(cards_to_pique="seventh_trick"))
    assert due is not None
    assert due.reason == "pique"


def test_a_concession_makes_no_pique() -> None:
    given = [hand(E, 20, SETS), Award(E, 13, Category.PLAY, "conceded_play")]
    assert bonus(given, CAVENDISH) is None


def test_bonuses_in_the_list_are_passed_over() -> None:
    due = bonus(THIRTY_FOUR, CAVENDISH)
    assert due is not None
    assert bonus([*THIRTY_FOUR, due], CAVENDISH) == due
    assert totals([*THIRTY_FOUR, due]) == (94, 0)


def test_awards_reckon_by_category_and_each_bonus_where_it_falls_due() -> None:
    awards = [hand(E, 29, SETS), play(E), hand(Y, 3, POINT), play(Y, "capture")]
    assert [award.reason for award in in_order(awards, AU_CENT)] == [
        "point",
        "sets",
        "lead",
        "capture",
    ]
    piqued = [hand(E, 29, SETS), play(E), play(Y, "capture")]
    assert [award.reason for award in in_order(piqued, AU_CENT)] == [
        "sets",
        "lead",
        "pique",
        "capture",
    ]
    assert [award.reason for award in in_order(THIRTY_FOUR, AU_CENT)][-1] == "repique"


def test_whoever_reckons_earlier_is_out_first() -> None:
    awards = [hand(E, 14, SETS), hand(Y, 5, POINT), hand(Y, 3, SEQUENCES)]
    out = first_out((95, 92), awards, AU_CENT)
    assert out is not None
    assert (out.seat, out.award.reason, out.scores) == (Y, "sequences", (95, 100))


def test_nobody_is_out_by_what_an_open_category_may_still_forestall() -> None:
    awards = [hand(E, 14, SETS)]
    assert first_out((95, 92), awards, AU_CENT, {POINT}) is None
    assert first_out((95, 92), awards, AU_CENT) is not None
    repiqued = first_out((30, 99), THIRTY_FOUR, AU_CENT, {SETS})
    assert repiqued is None
