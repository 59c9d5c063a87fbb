"""A partie: who deals, what each deal counts for, when it ends and what it is worth."""

import pickle
from copy import deepcopy

import pytest

from piquet.actions import Action, Kind
from piquet.base import Illegal, Person, Seat
from piquet.dealing import Deal
from piquet.partie import Partie, settle
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import Standing

FIRST, SECOND = Person.FIRST, Person.SECOND


def after(partie: Partie, *words: str) -> Partie:
    for line in words:
        partie = partie.after(Action.parse(line))
    return partie


def played(partie: Partie, number: int = 1) -> Partie:
    """Return the partie with its deal played out: everybody's first legal card or call."""
    partie = partie.begin(Deal.random(f"partie {number}"))
    deals = len(partie.finished)
    while len(partie.finished) == deals:
        legal = partie.legal_actions
        cards = legal.of(Kind.PLAY)
        partie = partie.after(cards[0] if cards else legal[0])
    return partie


def test_the_higher_card_chooses_and_equal_ranks_cut_again() -> None:
    partie = Partie(Rules.named("rubicon"))
    assert (partie.to_move, len(partie.legal_actions)) == (FIRST, 32)
    one = after(partie, "cut 9S")
    assert (one.to_move, len(one.legal_actions)) == (SECOND, 31)
    assert after(one, "cut 9H").to_move is FIRST, "equal ranks: both cut again"
    chosen = after(one, "cut 9H", "cut 7D", "cut KC")
    assert chosen.to_move is SECOND
    assert after(chosen, "deal").dealer is SECOND
    assert after(chosen, "do not deal").dealer is FIRST


@pytest.mark.parametrize(("profile", "dealer"), [("club", FIRST), ("au_cent", SECOND)])
def test_elsewhere_the_cut_itself_names_the_dealer(profile: str, dealer: Person) -> None:
    assert after(Partie(Rules.named(profile)), "cut KH", "cut 9S").dealer is dealer


def test_the_dealer_is_younger_and_the_deal_goes_round() -> None:
    partie = Partie.dealt_by(FIRST, Rules.named("rubicon"))
    elders = []
    for number in range(1, 7):
        assert partie.needs_deal
        assert partie.deal_number == number
        elders.append(partie.person(Seat.ELDER))
        assert partie.seat(elders[-1].other) is Seat.YOUNGER
        partie = played(partie, number)
    assert elders == [SECOND, FIRST] * 3


def test_each_dealer_keeps_the_packet_of_his_first_deal() -> None:
    partie = Partie.dealt_by(FIRST, Rules.named("cavendish"))
    assert (partie.to_move, partie.legal_actions.kinds) == (FIRST, (Kind.PACKET,))
    partie = played(after(partie, "packet 2"))
    assert partie.to_move is SECOND
    partie = played(after(partie, "packet 3"), 2)
    assert partie.needs_deal
    assert partie.packet == 2
    with pytest.raises(Illegal, match="dealt"):
        after(partie, "packet 3")


def test_a_packet_that_is_not_kept_is_chosen_for_every_deal() -> None:
    partie = Partie.dealt_by(FIRST, Rules.named("club_as_printed"))
    for number in (1, 2, 3):
        assert partie.legal_actions.kinds == (Kind.PACKET,)
        partie = played(after(partie, "packet 2"), number)


def test_a_partie_never_makes_a_deal_and_takes_none_that_is_not_due() -> None:
    partie = Partie.dealt_by(FIRST, Rules.named("rubicon"))
    assert partie.to_move is None
    assert len(partie.legal_actions) == 0
    with pytest.raises(Illegal) as early:
        after(partie, "good")
    assert early.value.code == "deal_needed"
    begun = partie.begin(Deal.random(1))
    with pytest.raises(Illegal) as twice:
        begun.begin(Deal.random(2))
    assert twice.value.code == "deal_not_due"
    with pytest.raises(Illegal) as silent:
        Partie(Rules.named("rubicon")).seat(FIRST)
    assert silent.value.code == "no_dealer"


def scored(partie: Partie, first: int, second: int) -> Partie:
    """Return the partie with one more deal of these points, as if it had been played."""
    elder_first = partie.person(Seat.ELDER) is FIRST
    points = (first, second) if elder_first else (second, first)
    return partie.begin_known(Position.scored(*points, partie.rules, partie.standing))


def partie_of(profile: str, *points: tuple[int, int], **changes: object) -> Partie:
    rules = Rules.named(profile).but(**changes)
    partie = Partie.dealt_by(FIRST, rules, packet=rules.packet[0])
    for pair in points:
        partie = scored(partie, *pair)
    return partie


LEVEL = [(25, 12), (10, 31), (28, 9), (14, 26), (22, 17), (11, 15)]


def test_level_after_six_two_more_are_dealt_and_level_again_it_is_drawn() -> None:
    partie = partie_of("cavendish", *LEVEL)
    assert partie.scores == (110, 110)
    assert partie.outcome is None
    assert (partie.standing.extra, partie.standing.deals_left) == (True, 2)
    assert partie.person(Seat.ELDER) is SECOND
    seven = scored(partie, 20, 5)
    assert seven.outcome is None, "leading after the seventh decides nothing"
    lost = scored(seven, 3, 30).outcome
    assert lost is not None
    assert (lost.winner, lost.points) == (SECOND, 112)
    drawn = scored(seven, 5, 20).outcome
    assert drawn is not None
    assert (drawn.winner, drawn.points) == (None, 0)


def test_four_deals_by_agreement_count_the_first_and_the_last_double() -> None:
    partie = partie_of(
        "cavendish", (20, 10), (15, 30), (12, 25), (40, 8), deals=4, double_first_last=True
    )
    assert partie.scores == (147, 91)
    assert partie.outcome is not None
    assert (partie.outcome.points, partie.outcome.rubicon) == (338, True)


@pytest.mark.parametrize(
    ("scores", "points", "rubicon"),
    [
        ((120, 100), 120, False),
        ((120, 99), 319, True),
        ((120, 101), 119, False),
        ((85, 70), 255, True),
        ((97, 64), 261, True),
        ((0, 88), 188, True),
    ],
)
def test_the_rubicon_settlement(scores: tuple[int, int], points: int, rubicon: bool) -> None:
    won = settle(scores, Rules.named("rubicon"))
    assert (won.points, won.rubicon) == (points, rubicon)
    assert won.winner is (FIRST if scores[0] > scores[1] else SECOND)


def test_a_match_of_target_games_is_cut_for_anew_and_a_double_counts_two() -> None:
    partie = scored(partie_of("au_cent"), 104, 20)
    assert partie.games == (2, 0)
    assert partie.outcome is None
    assert partie.scores == (0, 0)
    assert partie.legal_actions.kinds == (Kind.CUT,)
    partie = after(partie, "cut KH", "cut 9S")
    assert partie.standing.games == (2, 0) if partie.person(Seat.ELDER) is FIRST else (0, 2)
    won = scored(partie, 100, 80).outcome
    assert won is not None
    assert (won.winner, won.games, won.double) == (FIRST, (3, 0), False)


def test_where_the_target_counts_at_the_end_of_a_deal_the_higher_wins() -> None:
    partie = partie_of("hoyle", (90, 90), target_check="end_of_deal")
    level = scored(partie, 20, 20)
    assert level.outcome is None, "level beyond the target: another deal"
    over = scored(partie, 20, 25).outcome
    assert over is not None
    assert over.winner is SECOND


def test_the_standing_speaks_of_elder_and_younger() -> None:
    partie = partie_of("rubicon", (30, 10))
    assert partie.person(Seat.ELDER) is FIRST
    assert partie.standing == ((30, 10), 2, 5, False, (0, 0))
    assert scored(partie, 5, 50).standing.scores == (60, 35)


def test_persons_and_seats_given_as_numbers_are_meant_as_such_and_never_mixed_up() -> None:
    partie = Partie.dealt_by(FIRST, Rules.named("rubicon"))
    numbers: tuple[object, ...] = (0, 1)
    for number, person, seat in zip(numbers, Person, Seat, strict=True):
        assert partie.seat(number) is partie.seat(person)  # type: ignore[arg-type]
        assert partie.person(number) is partie.person(seat)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Person\.FIRST"):
        partie.seat(Seat.ELDER)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Seat\.ELDER"):
        partie.person(FIRST)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Person\.FIRST"):
        Partie.dealt_by(Seat.ELDER, Rules.named("rubicon"))  # type: ignore[arg-type]


def test_what_is_no_rules_no_deal_or_no_action_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match=r"Rules\.named"):
        Partie("rubicon")  # type: ignore[arg-type]
    partie = Partie(Rules.named("rubicon"))
    with pytest.raises(TypeError, match=r"Action\.parse"):
        partie.after("cut KH")  # type: ignore[arg-type]
    dealt = Partie.dealt_by(FIRST, Rules.named("rubicon"))
    with pytest.raises(TypeError, match=r"Deal\.from_code"):
        dealt.begin(Deal.random("partie").code)  # type: ignore[arg-type]


def test_parties_are_equal_when_all_that_happened_is_the_same() -> None:
    partie = Partie(Rules.named("cavendish"))
    steps = [partie, after(partie, "cut KH", "cut 9S"), after(partie, "cut KH", "cut 8S")]
    steps.append(after(steps[1], "deal", "packet 2"))
    steps.append(after(steps[1], "deal", "packet 3"))
    steps += [step.begin(Deal.random("partie")) for step in steps[3:]]
    steps += [played(steps[3], number) for number in (1, 2)]
    for place, step in enumerate(steps):
        for copied in (pickle.loads(pickle.dumps(step)), deepcopy(step)):
            assert copied == step
            assert hash(copied) == hash(step)
        assert step not in steps[:place]
    assert steps[-1] == played(steps[3], 2)


def test_a_partie_tells_all_that_has_happened_in_its_deals() -> None:
    one = played(Partie.dealt_by(FIRST, Rules.named("rubicon")))
    assert one.position is None
    assert one.events == one.finished[0].position.events
    assert one.finished[0].outcome == one.finished[0].position.outcome
    two = one.begin(Deal.random("partie 2"))
    assert two.position is not None
    assert two.events == (*one.events, *two.position.events)


def test_a_deal_known_by_its_points_alone_is_over_and_empty() -> None:
    known = Position.scored(28, 23, Rules.named("cavendish"))
    assert (known.phase.value, known.to_move, len(known.legal_actions)) == ("over", None, 0)
    assert (known.scores, known.events, known.awards) == ((28, 23), (), ())
    assert not known.view(Seat.ELDER).hand
    assert known != Position.scored(28, 22, Rules.named("cavendish"))
    out = Position.scored(5, 20, Rules.named("au_cent"), Standing((90, 85), 3, None)).outcome
    assert out == (5, 20, Seat.YOUNGER)
