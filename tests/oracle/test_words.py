"""The reasons: one to three sentences that name cards and numbers, none of them canned."""

import re
import string
from collections.abc import Iterator

import pytest

from piquet import kernel
from piquet.actions import Action, Category, Kind
from piquet.base import Estimate, Seat
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.naming import card_name, cards_named
from piquet.oracle import policies
from piquet.oracle.advice import PARTS, Advice, Option, Parts
from piquet.oracle.hopes import chance, hopes, one_of, times
from piquet.oracle.phrases import amount, combination, doing, points
from piquet.oracle.weights import CLUB
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import Phase, Standing, View

if not kernel.available():
    pytest.skip("the native core is not there", allow_module_level=True)

from piquet.oracle.consult import advise
from piquet.oracle.reasons import instead
from piquet.oracle.words import breakdown, reasons_for

RUBICON = Rules.named("rubicon")
CARDS = re.compile(
    r"\b(ace|king|queen|knave|ten|nine|eight|seven)s?\b|\b[AKQJ987](?: [AKQJ987]|10)* of \w+"
)
NEEDS_NO_CARD = (Kind.LOOK, Kind.SHOW_LEFT, Kind.PASS, Kind.CONCEDE, Kind.CARTE_BLANCHE)


def moments(name: str, deals: range, standing: Standing | None = None) -> Iterator[View]:
    for number in deals:
        position = Position(Deal.random(f"words {number}"), Rules.named(name), standing)
        while position.to_move is not None:
            view = position.view(position.to_move)
            if len(view.legal_actions) > 1:
                yield view
            position = position.after(policies.decide(view, CLUB))


def option(action: Action, net: float, own: dict[str, float], tied: bool = False) -> Option:
    """Return an option whose points of its own are these, against nothing."""
    parts = Parts(tuple(own.get(part, 0.0) for part in PARTS))
    nothing = Estimate(0.0, 0.0, 100)
    return Option(action, Estimate(net, 0.1, 100), None, 0.5, nothing, tied, parts)


def advice(*options: Option) -> Advice:
    return Advice(Seat.ELDER, "playouts", "points", options, 100, False, "club")


@pytest.mark.parametrize("method", ["playouts", "exact"])
@pytest.mark.parametrize("name", ["rubicon", "cavendish"])
def test_every_decision_is_told_in_one_to_three_sentences(method: str, name: str) -> None:
    seen = set()
    for view in moments(name, range(1), Standing((60, 75), 5, 2)):
        said = advise(view, method=method, playouts=600, worlds=60, goal="points")
        assert 1 <= len(said.reasons) <= 3
        for reason in said.reasons:
            assert reason[0] in string.ascii_uppercase + string.digits
            assert reason.endswith(".")
            assert "{" not in reason
            assert "  " not in reason
            assert "None" not in reason
        if said.best.action.kind not in NEEDS_NO_CARD:
            assert any(CARDS.search(reason) for reason in said.reasons), said.reasons
        seen.add(view.phase)
    assert {Phase.EXCHANGE, Phase.CALL, Phase.ANSWER, Phase.COUNT, Phase.PLAY} <= seen


def test_the_gain_that_is_told_is_the_gain() -> None:
    """The first number of points after "is worth" is the difference of the two numbers printed."""
    told = 0
    for view in moments("rubicon", range(3, 5)):
        said = advise(view, method="playouts", playouts=400)
        gains = {
            amount(round(said.best.net.value, 1) - round(other.net.value, 1))
            for other in said.options[1:]
        }
        for reason in said.reasons:
            found = re.search(r"is worth ([\d.]+) points?", reason)
            if found:
                assert found[1] in gains
                told += 1
    assert told > 20


def test_the_parts_told_are_the_largest() -> None:
    best = option(Action.GOOD, 9.0, {"sequences": 6.0, "cards": 3.0, "play": -1.0, "point": 1.0})
    rival = option(Action.NOT_GOOD, 0.0, {})
    assert breakdown(best, rival) == (
        "you score 6 more for sequences and 3 more for winning most tricks"
    )
    dear = option(Action.GOOD, 2.0, {"sequences": 4.0, "play": -2.0})
    assert breakdown(dear, rival) == (
        "you score 4 more for sequences, but you score 2 less for the play"
    )


def test_their_points_are_told_as_theirs() -> None:
    rival = option(Action.NOT_GOOD, -5.0, {})
    theirs = Parts((0.0,) * len(PARTS), (0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    rival = Option(rival.action, rival.net, None, 0.5, Estimate(-5.0, 0.1, 9), False, theirs)
    best = option(Action.GOOD, 0.0, {})
    assert breakdown(best, rival) == "they score 5 less for the point"


def test_the_persons_own_choice_is_compared() -> None:
    view = Position(Deal.random("letter"), RUBICON).view(Seat.ELDER)
    chosen = Action.exchange(CardSet.parse("KS KH"))
    said = advise(view, method="playouts", playouts=1000, selection=chosen)
    assert said.best.action != chosen
    assert any("your choice" in reason for reason in said.reasons)


def test_ties_are_named() -> None:
    view = Position(Deal.random("letter"), RUBICON).view(Seat.ELDER)
    first, second = (Action.exchange(CardSet.parse(cards)) for cards in ("KH JH", "KH 7H"))
    told = reasons_for(view, advice(option(first, 1.0, {}), option(second, 1.0, {}, tied=True)))
    assert told[-1].startswith("Just as good: keeping the knave of hearts rather than the seven")


def test_a_guard_thrown_has_its_price() -> None:
    hand = CardSet.parse("AS QS JS 9S KH 8H 7H AD QD 9C 8C 7C")
    younger = CardSet.ALL - hand - CardSet.parse("KS TS 8S 7S AH QH JH TH")
    deal = Deal(hand, younger, tuple(CardSet.parse("KS TS 8S 7S AH QH JH TH")))
    view = Position(deal, RUBICON).view(Seat.ELDER)
    best = option(
        Action.exchange(CardSet.parse("8H 7H")), 2.0, {"point": 3.5, "play": -1.0, "cards": -0.5}
    )
    rival = option(Action.exchange(CardSet.parse("8C 7C")), 0.0, {})
    told = reasons_for(view, advice(best, rival))
    assert "a guard of the king of hearts, costs 1.5 points in the play." in told[-1]


def test_the_partie_may_ask_for_something_else() -> None:
    standing = Standing((95, 112), 6, 1)
    view = Position(Deal.random("letter"), RUBICON, standing).view(Seat.ELDER)
    first, second = (Action.exchange(CardSet.parse(cards)) for cards in ("KH JH", "KH 7H"))
    ranked = [
        (first, 1.0, 9.0),
        (second, 3.5, 4.0),
    ]
    options = [
        Option(
            action,
            Estimate(net, 0.1, 9),
            Estimate(value, 0.1, 9),
            0.5,
            Estimate(value - 9.0, 0.1, 9),
            False,
            Parts(),
        )
        for action, net, value in ranked
    ]
    told = reasons_for(view, Advice(Seat.ELDER, "exact", "partie", tuple(options), 9, True, "club"))
    assert any(
        "brings 2.5 points more" in reason and "5 points more, because" in reason for reason in told
    )


# --- chances and names ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "drawn", "share"),
    [(1, 5, 1 / 4), (2, 5, 17 / 38), (3, 5, 137 / 228), (1, 3, 3 / 20), (4, 3, 29 / 57)],
)
def test_chances_are_those_of_the_books(wanted: int, drawn: int, share: float) -> None:
    assert chance(wanted, drawn, 20) == pytest.approx(share)


def test_times_are_near_what_they_say() -> None:
    for thousandth in range(40, 960):
        said = times(thousandth / 1000)
        found = re.search(r"(\d+) times? in (\d+)", said)
        share = 0.5 if said == "half the time" else int(found[1]) / int(found[2]) if found else -1
        assert abs(share - thousandth / 1000) < 0.025, said


def test_hopes_name_what_the_card_makes() -> None:
    kept = CardSet.parse("SAKQJ HA DA CA")
    found = hopes(kept, CardSet.ALL - kept, 5, RUBICON)
    assert found[0].cards == CardSet.parse("TS")
    assert found[0].makes == "a point of five and a quint major"


def test_a_hope_never_mixes_suits() -> None:
    kept = CardSet.parse("ST98 HT9 HJ C97")
    unseen = CardSet.ALL - kept - CardSet.parse("SJ7 CJ8")
    found = hopes(kept, unseen, 3, RUBICON)
    assert {one.makes for one in found if len(one.cards) > 1}
    for hope in found:
        suits, ranks = ({getattr(card, kin) for card in hope.cards} for kin in ("suit", "rank"))
        assert len(suits) == 1 or ("point" not in hope.makes and len(ranks) == 1), hope


def test_what_nearly_always_comes_is_no_hope() -> None:
    kept = CardSet.parse("HAKQ ST")
    unseen = CardSet.parse("HJT987 SAK")
    assert any(hope.makes == "a point of four" for hope in hopes(kept, unseen, 1, RUBICON))
    assert all(hope.makes != "a point of four" for hope in hopes(kept, unseen, 6, RUBICON))


def test_names() -> None:
    assert one_of(CardSet.parse("QH TC")) == "the queen of hearts or the ten of clubs"
    assert points(1.0) == "1 point"
    assert points(0.25) == "0.2 points"
    assert combination(Category.SEQUENCES, CardSet.parse("SAKQ")) == (
        "a tierce major (A K Q of spades)"
    )
    view = Position(Deal.random("letter"), RUBICON).view(Seat.ELDER)
    assert doing(Action.GOOD, view) == 'answering "good"'


def test_exchanges_of_two_sizes_are_told_apart_by_their_cards() -> None:
    """ "Five cards rather than four" names no card, and another four may be as good as the five."""
    view = next(moments("rubicon", range(1)))
    first, *others = list(view.hand)[-5:]
    last = next(iter(view.hand))
    five, four, less = (
        CardSet.of(first, *others),
        CardSet.of(*others),
        CardSet.of(*others[1:], last),
    )

    def said(best: CardSet, rival: CardSet) -> str:
        return instead(view, Action(Kind.EXCHANGE, best.mask), Action(Kind.EXCHANGE, rival.mask))

    more, fewer = "taking five cards rather than four", "taking four cards rather than five"
    assert said(five, four) == f"throwing {card_name(first)} as well ({more})"
    assert said(four, five) == f"keeping {card_name(first)} ({fewer})"
    kept, thrown = cards_named(five - less), card_name(last)
    assert said(less, five) == f"keeping {kept} rather than {thrown} ({fewer})"


def test_a_second_combination_that_scores_is_named() -> None:
    """Three kings called bring three tens with them: the score of both is told as that of both."""
    found = [
        reason
        for view in moments("rubicon", range(30))
        if view.seat is Seat.ELDER and Kind.SET in view.legal_actions.kinds
        for reason in advise(view, goal="points", worlds=100).reasons[:1]
        if "and with it" in reason
    ]
    assert found
    for reason in found:
        assert int(re.findall(r"scores (\d+)", reason)[0]) >= 6 or "never" in reason
