"""Every answer of the guide, asserted on the awards of its deal under every set of rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from guided import Played, each_set

from piquet.actions import Action, Category, EventKind, Kind
from piquet.base import Person, Seat
from piquet.cards import CardSet
from piquet.combinations import best_key, blank
from piquet.partie import settle
from piquet.rules import Rules
from piquet.table.guidebook import QUESTIONS

ELDER, YOUNGER = Seat.ELDER, Seat.YOUNGER

CHECKS: dict[str, Callable[[Played], None]] = {}


def answers(name: str) -> Callable[[Callable[[Played], None]], Callable[[Played], None]]:
    """Mark a check as that of a question."""

    def keep(check: Callable[[Played], None]) -> Callable[[Played], None]:
        CHECKS[name] = check
        return check

    return keep


@answers("must_exchange")
def _(played: Played) -> None:
    dealt = played.when(lambda position: position.to_move is ELDER)
    assert Action.parse("exchange nothing") not in dealt.legal_actions
    assert Action.parse("exchange 7S") in dealt.legal_actions
    younger = played.when(lambda position: position.to_move is YOUNGER)
    may_keep = Action.parse("exchange nothing") in younger.legal_actions
    assert may_keep == (played.rules.younger_min == 0)


@answers("look")
def _(played: Played) -> None:
    looked = [one for one in played.position.events if one.kind is EventKind.LOOKED_AT_REST]
    if played.rules.elder_peek == "none":
        assert looked == []
    else:
        assert [(one.seat, one.number) for one in looked] == [(ELDER, 2)]
        younger = played.when(lambda position: position.to_move is YOUNGER).view(YOUNGER)
        assert next(one for one in younger.events if one.kind is looked[0].kind).cards is None


@answers("elder_leaves")
def _(played: Played) -> None:
    younger = played.when(lambda position: position.to_move is YOUNGER)
    numbers = {len(action.cards) for action in younger.legal_actions.of(Kind.EXCHANGE)}
    assert max(numbers) == 7
    drew = [one for one in played.position.events if one.kind is EventKind.DREW]
    assert [one.number for one in drew] == [1, 5]
    assert CardSet(drew[1].cards or 0) == CardSet.of(*played.example.deal.talon[1:6])


@answers("younger_leaves")
def _(played: Played) -> None:
    offered = set(played.first_lead().legal_actions.kinds) & {Kind.LOOK, Kind.SHOW_LEFT}
    due = {"look_then_both": {Kind.LOOK}, "expose_or_hide": {Kind.SHOW_LEFT}, "none": set()}
    assert offered == due[played.rules.younger_left]


@answers("blank_aces")
def _(played: Played) -> None:
    deal = played.example.deal
    assert blank(deal.elder.mask)
    assert CardSet.parse("AS AH AD AC") <= deal.elder
    assert played.points(ELDER, "carte_blanche") == played.rules.cb_points == 10


@answers("point_tie")
def _(played: Played) -> None:
    keys = [best_key(Category.POINT, CardSet.parse(hand).mask) for hand in hands(played)]
    assert keys[0] == keys[1] == 5 << 8 | 47
    assert played.points(ELDER, "point") == played.points(YOUNGER, "point") == 0
    assert played.points(YOUNGER, "sequences") == played.points(YOUNGER, "sets") == 3


@answers("short_point")
def _(played: Played) -> None:
    assert played.points(ELDER, "point") == (3 if played.rules.point_min == 1 else 0)
    assert played.points(YOUNGER, "point") == 0
    assert played.hand(ELDER) == (57 if played.rules.point_min == 1 else 54)


@answers("quart")
def _(played: Played) -> None:
    assert played.points(ELDER, "sequences") == 0
    assert played.points(YOUNGER, "sequences") == played.rules.seq_scores[1]


@answers("tierces")
def _(played: Played) -> None:
    assert played.points(ELDER, "sequences") == played.points(YOUNGER, "sequences") == 0
    assert played.points(YOUNGER, "sets") == 3


@answers("lesser")
def _(played: Played) -> None:
    assert played.points(ELDER, "sequences") == sum(played.rules.seq_scores[:2])
    assert played.points(YOUNGER, "sequences") == 0


@answers("tens_aces")
def _(played: Played) -> None:
    assert (played.points(ELDER, "sets"), played.points(YOUNGER, "sets")) == (14, 0)


@answers("nines")
def _(played: Played) -> None:
    assert CardSet.parse("9S 9H 9D 9C") <= CardSet.parse(played.example.elder)
    assert (played.points(ELDER, "sets"), played.points(YOUNGER, "sets")) == (0, 3)


@answers("same_card")
def _(played: Played) -> None:
    scored = [played.points(ELDER, reason) for reason in ("point", "sequences", "sets")]
    assert scored == [6, 16, 14]


@answers("thrown")
def _(played: Played) -> None:
    deal, tens = played.example.deal, CardSet.parse("TS TH TD TC")
    assert len(tens & deal.elder) == len(tens & CardSet.parse(played.example.elder)) == 3
    assert tens <= deal.elder | CardSet.parse(played.example.elder)
    assert (played.points(ELDER, "sets"), played.points(YOUNGER, "sets")) == (0, 6)


@answers("hold_back")
def _(played: Played) -> None:
    assert played.points(ELDER, "sets") == (3 if played.rules.sinking else 17)


@answers("good_slip")
def _(played: Played) -> None:
    due = (5, 0) if played.rules.sinking else (0, 5)
    assert (played.points(ELDER, "point"), played.points(YOUNGER, "point")) == due


@answers("see")
def _(played: Played) -> None:
    after = played.when(lambda position: position.tricks == (1, 0))
    asked = {Category(action.number) for action in after.legal_actions.of(Kind.ASK_TO_SEE)}
    due = {
        "scored_and_equal": {Category.POINT, Category.SEQUENCES, Category.SETS},
        "scored": {Category.SEQUENCES, Category.SETS},
        "none": set(),
    }[played.rules.proof_request]
    if played.rules.show_to_score:  # these lie on the table already
        due -= {Category.POINT, Category.SEQUENCES}
    assert asked == due


@answers("order")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.hand(YOUNGER)) == (32, 6)
    piques = played.rules.pique_order == "actual"
    assert played.bonuses() == ([(ELDER, "pique")] if piques else [])


@answers("younger_pique")
def _(played: Played) -> None:
    assert played.hand(YOUNGER) == 34
    if played.rules.repique_for == "either":
        assert played.bonuses() == [(YOUNGER, "repique")]
        assert played.hand(YOUNGER) + played.points(YOUNGER, "repique") == 94
    else:
        assert played.bonuses() == []


@answers("blank_help")
def _(played: Played) -> None:
    assert played.bonuses() == [(ELDER, "repique")]
    assert not any(rank in str(played.example.deal.elder) for rank in "KQJ")
    without = played.hand(ELDER) - played.points(ELDER, "carte_blanche")
    assert without < 30 <= played.hand(ELDER)


@answers("blank_repique")
def _(played: Played) -> None:
    assert played.hand(ELDER) == 43
    assert played.points(YOUNGER, "carte_blanche") == 10
    assert played.bonuses() == []


@answers("before_thirty")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.hand(YOUNGER)) == (20, 0)
    assert played.points(YOUNGER, "capture", "lead") == 1
    assert played.bonuses() == []


@answers("why_sixty")
def _(played: Played) -> None:
    assert played.hand(ELDER) == 29
    counts = played.rules.lead_point == "any"
    assert played.bonuses() == ([(ELDER, "pique")] if counts else [])
    assert played.position.scores == ((60, 0) if counts else (29, 0))


@answers("three_tens")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.hand(YOUNGER)) == (29, 3)
    assert played.points(ELDER, "lead", "capture") == 1
    piques = played.rules.pique_order == "actual"
    assert played.bonuses() == ([(ELDER, "pique")] if piques else [])


@answers("tie_bonus")
def _(played: Played) -> None:
    assert played.points(ELDER, "point") == played.points(YOUNGER, "point") == 0
    keys = [best_key(Category.POINT, CardSet.parse(hand).mask) for hand in hands(played)]
    assert keys[0] == keys[1]
    assert played.bonuses() == [(ELDER, "pique")]


@answers("cards_pique")
def _(played: Played) -> None:
    assert (played.hand(ELDER), played.position.tricks) == (17, (9, 0))
    assert played.position.scores[YOUNGER] == 0
    counts = played.rules.cards_to_pique == "seventh_trick"
    assert played.bonuses() == ([(ELDER, "pique")] if counts else [])
    so_far = played.hand(ELDER) + played.points(ELDER, "lead", "capture")
    assert so_far < 30 <= so_far + played.rules.cards_points


@answers("both_bonuses")
def _(played: Played) -> None:
    assert played.bonuses() == [(ELDER, "repique")]
    assert played.position.tricks == (5, 0)
    assert played.points(ELDER, "lead", "capture") == 5


@answers("losing_lead")
def _(played: Played) -> None:
    assert played.points(ELDER, "lead") == (0 if played.rules.lead_point == "won_only" else 1)
    assert played.points(YOUNGER, "capture", "lead") == 1


@answers("follow")
def _(played: Played) -> None:
    reply = played.when(
        lambda position: position.to_move is YOUNGER and Kind.PLAY in position.legal_actions.kinds
    )
    may = CardSet.of(*(action.card for action in reply.legal_actions.of(Kind.PLAY)))
    assert may == CardSet.parse("QS JS 9S")


@answers("capot_ten")
def _(played: Played) -> None:
    assert played.position.tricks == (12, 0)
    assert played.points(ELDER, "capot", "cards") == played.rules.capot_points
    counts = played.rules.cards_to_pique == "seventh_trick"
    assert played.bonuses() == ([(ELDER, "pique")] if counts else [])
    assert counts == bool(played.points(ELDER, "cards"))


@answers("divided")
def _(played: Played) -> None:
    assert played.position.tricks == (6, 6)
    assert not any(award.category is Category.CARDS for award in played.awards)


@answers("tie_partie")
def _(played: Played) -> None:
    partie = played.record.partie
    if played.rules.game_end == "target":
        assert max(played.position.scores) < played.rules.target
        return
    assert partie.scores == (112, 112)
    assert partie.outcome is None
    assert partie.deal_number == 7
    assert partie.standing.extra


@answers("exactly")
def _(played: Played) -> None:
    partie, rules = played.record.partie, played.rules
    if rules.settlement == "rubicon":
        assert partie.scores == (100, 131)
        assert partie.outcome == settle((100, 131), rules)
        assert (partie.outcome.winner, partie.outcome.points) == (Person.SECOND, 131)
        assert not partie.outcome.rubicon
        assert settle((99, 131), rules).points == 330
    else:
        made = played.position.outcome
        assert made is not None
        assert made.out is YOUNGER
        assert 60 + made.elder >= rules.double_below
        assert games(played) == (0, 1)


@answers("both_short")
def _(played: Played) -> None:
    partie, rules = played.record.partie, played.rules
    if rules.settlement == "rubicon":
        assert partie.scores == (97, 64)
        assert partie.outcome is not None
        assert (partie.outcome.winner, partie.outcome.points) == (Person.FIRST, 261)
        assert partie.outcome.rubicon
    else:
        made = played.position.outcome
        assert made is not None
        assert made.out is ELDER
        assert 30 + made.younger < rules.double_below
        assert games(played) == (rules.double_counts, 0)


def hands(played: Played) -> tuple[str, str]:
    return played.example.elder, played.example.younger


def games(played: Played) -> tuple[int, int]:
    """What each person has won of games, in a match or alone."""
    partie = played.record.partie
    if partie.outcome is None or played.rules.match == "best_of_five":
        return partie.games
    won = partie.outcome.points
    return (won, 0) if partie.outcome.winner is Person.FIRST else (0, won)


@each_set
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_an_answer_says_comes_true(name: str, rules: Rules) -> None:
    CHECKS[name](Played(QUESTIONS[name].example, rules))


def test_every_question_is_checked_and_there_are_many() -> None:
    assert set(CHECKS) == set(QUESTIONS)
    assert len(QUESTIONS) >= 18
