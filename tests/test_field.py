"""Faults and disputes that people have reported of piquet programs, each with its whole kind.

They are numbered F1, F2 ... as they were collected.  Cards are written as suit and ranks, so that
``SAQ7`` is AS QS 7S; hands are those after the exchange; the profile is ``cavendish`` unless named.
"""

from importlib import import_module
from itertools import combinations
from typing import Any

import pytest

from piquet.actions import Action, Category, EventKind, Kind
from piquet.base import Illegal, Person, Seat
from piquet.cards import CARDS, Card, CardSet, Rank, Suit
from piquet.combinations import sequences
from piquet.dealing import Deal
from piquet.partie import settle
from piquet.position import Position
from piquet.rules import PROFILES, Rules
from piquet.view import View

deals = import_module("conformance.deals")
parties = import_module("conformance.parties")
tricks = import_module("conformance.tricks")


def parse(cards: str) -> CardSet:
    return CardSet.parse(cards)


def reckon(elder: str, younger: str, profile: str = "cavendish", **given: Any) -> dict[str, Any]:
    """Return all that comes of two hands, by the names that the cases use."""
    hands = {"elder": str(parse(elder)), "younger": str(parse(younger))}
    rules = Rules.parse(profile)
    found: dict[str, Any] = deals.result({"input": {**hands, **given}}, rules, [])
    return found


def after(position: Position, *words: str) -> Position:
    """Return the position after some actions, in the words of the table."""
    for each in words:
        position = position.after(Action.parse(each))
    return position


def rest_of(*hands: CardSet) -> list[Card]:
    """Return the cards that are in none of these hands."""
    taken = CardSet()
    for hand in hands:
        taken |= hand
    return list(CardSet.ALL - taken)


def refused(position: Position, action: str) -> Illegal:
    """Return the refusal of an action, and see that it left everything as it was."""
    before = [bytes(position.view(seat)) for seat in Seat], position.events, position.scores
    with pytest.raises(Illegal) as caught:
        after(position, action)
    assert (
        [bytes(position.view(seat)) for seat in Seat],
        position.events,
        position.scores,
    ) == before
    return caught.value


# --- pique and repique ----------------------------------------------------------------------------

F1 = "CQJT98 SAQ7 HQ DAQ7", "HAKJT98 SKJ8 DKJ8"


@pytest.mark.parametrize("profile", PROFILES)
def test_f01_pique_order(profile: str) -> None:
    """29 in hand against a good point: a pique only where scores count as they fall."""
    found = reckon(*F1, profile, play=[["AS"]])
    by_time = Rules.named(profile).pique_order == "actual"
    assert found["hand"] == {"elder": 29, "younger": 6}
    lead = 0 if Rules.named(profile).lead_point == "won_only" else 1
    assert found["play"] == {"elder": lead, "younger": 0}
    assert found["pique"] == ("elder" if by_time else None)
    assert found["running"] == {"elder": 29 + lead + (30 if by_time else 0), "younger": 6}
    assert by_time == (profile == "rubicon")


def test_f02_younger_repiques_over_a_quatorze() -> None:
    found = reckon("SA8 HA DAJT98 CAJT9", "SKQJT9 HKQJT987")
    assert found["sets"] == {"winner": "elder", "score": 14}
    assert found["hand"] == {"elder": 14, "younger": 7 + 17 + 15}
    assert (found["repique"], found["running"]["younger"]) == ("younger", 99)


def test_f02_where_only_elder_may_repique() -> None:
    found = reckon("SA8 HA DAJT98 CAJT9", "SKQJT9 HKQJT987", "club_as_printed")
    assert (found["repique"], found["running"]["younger"]) == (None, 39)


def test_f03_an_equal_point_stops_no_repique_and_neither_does_a_lead() -> None:
    found = reckon("SAQ9 HAQ9 DAQ9 CQ98", "SKJT HKJT DKJT CKJ7", play=[["AS", "TS"]])
    assert found["answers"]["point"] == "equal"
    assert found["sequences"] == {"winner": None, "score": 0}
    assert found["play"] == {"elder": 1, "younger": 0}
    assert found["hand"] == {"elder": 0, "younger": 31}
    assert (found["repique"], found["bonus"]["younger"]) == ("younger", 60)
    assert found["running"] == {"elder": 1, "younger": 91}


F4_ELDER, F4_YOUNGER = parse("SKQJT9 HKQJ DKQJ CK"), parse("SA8 HT987 DAT9 CAT8")
F4_DEALT = parse("SA87 HT987 DAT9 CAT")


@pytest.mark.parametrize("profile", ["cavendish", "rubicon", "club", "digital"])
def test_f04_the_other_sides_carte_blanche(profile: str) -> None:
    """Played from the deal: younger's ten reckons first and saves her sixty."""
    dealt = F4_ELDER - parse("CK") | parse("C7")
    left = [card for card in rest_of(dealt, F4_DEALT) if card not in parse("CK8")]
    deal = Deal(dealt, F4_DEALT, [Card.parse("KC"), Card.parse("8C"), *left])
    position = after(Position(deal, Rules.named(profile)), "exchange 7C")
    if Action(Kind.CARTE_BLANCHE) in position.legal_actions:
        position = after(position, "carte blanche")
    position = after(position, "exchange 7S")
    assert position.hands == (F4_ELDER, F4_YOUNGER)
    assert position.scores[Seat.YOUNGER] == 10
    calls = [deals.everything(hand, position.rules) for hand in position.hands]
    position = deals.started(position, *calls, Card.parse("KS"))
    reasons = [award.reason for award in position.awards]
    assert reasons[0] == "carte_blanche"
    assert not {"pique", "repique"} & set(reasons)
    lead = 0 if position.rules.lead_point == "won_only" else 1
    assert position.scores == (46 + lead, 10)


def test_f04_without_the_blank() -> None:
    hands = str(F4_ELDER), str(F4_YOUNGER)
    found = reckon(*hands)
    assert found["running"] == {"elder": 46 + 60, "younger": 0}
    found = reckon(*hands, carte_blanche={"younger": True})
    assert found["running"] == {"elder": 46, "younger": 10}


def test_f05_an_own_carte_blanche_counts_toward_a_repique() -> None:
    """Elder is dealt a blank and draws the knave of a quint."""
    dealt, younger = parse("ST987 HA98 D987 CA8"), parse("SAKQ HKQJ7 DKQJ CT7")
    talon = [Card.parse("JS"), *(card for card in rest_of(dealt, younger) if str(card) != "JS")]
    position = Position(Deal(dealt, younger, talon), Rules.named("cavendish"))
    position = after(position, "carte blanche 1", "set aside 7H", "exchange 8C")
    assert position.hands[Seat.ELDER] == parse("SJT987 HA98 D987 CA")
    assert position.scores == (10, 0)
    reached = after(position, "point JS TS 9S 8S 7S", "good", "sequence JS TS 9S 8S 7S")
    assert reached.scores == (15, 0)
    reached = after(reached, "good")
    assert [award.points for award in reached.awards] == [10, 5, 15, 60]
    assert reached.awards[-1].reason == "repique"
    assert reached.scores == (90, 0)


CAPOT = "SAKQJ987 HAK87 DA", "HT9 DKQJ98 CAKQT9"
CAPOT_PLAY = [
    *(["AS", "8D"], ["KS", "9D"], ["QS", "JD"], ["JS", "9C"], ["9S", "TC"], ["8S", "QC"]),
    *(["7S", "KC"], ["AH", "9H"], ["KH", "TH"], ["8H", "AC"], ["7H", "QD"], ["AD", "KD"]),
]


def test_f06_the_cards_and_a_capot_make_no_pique() -> None:
    sixteen = {"elder": {"point": "AS KS QS JS 9S 8S"}}
    found = reckon(*CAPOT, play=CAPOT_PLAY, calls=sixteen)
    assert (found["hand"]["elder"], found["play"]["elder"]) == (16, 13)
    assert (found["pique"], found["deal"]["elder"]) == (None, 16 + 13 + 40)
    found = reckon(*CAPOT, play=CAPOT_PLAY)
    assert found["hand"]["elder"] == 17
    assert (found["pique"], found["deal"]["elder"]) == ("elder", 30 + 30 + 40)
    # On the last-trick point and not before.
    before = reckon(*CAPOT, play=CAPOT_PLAY[:11])
    assert (before["pique"], before["running"]["elder"]) == (None, 28)


def test_f06_where_the_cards_do_help() -> None:
    sixteen = {"elder": {"point": "AS KS QS JS 9S 8S"}}
    found = reckon(*CAPOT, "pagat", play=CAPOT_PLAY, calls=sixteen)
    assert (found["pique"], found["deal"]["elder"]) == ("elder", 16 + 13 + 30 + 40)


F7 = Deal.parse("SA98 HA98 DA97 CAK9", "SKT7 HQJT DKQJ CJT8", "KH 7H QS JS TD 8D QC 7C")


def test_f07_a_card_thrown_away_is_in_no_call() -> None:
    position = after(Position(F7, Rules.named("cavendish")), "exchange AH", "exchange KS")
    error = refused(position, "set AS AH AD AC")
    assert (error.code, str(error.values["cards"])) == ("not_held", "AH")
    position = after(position, "set AS AD AC")
    assert position.view(Seat.YOUNGER).calls[Category.SETS].spoken == (3, Rank.ACE)
    position = after(position, "good")
    assert [(award.points, award.reason) for award in position.awards] == [(3, "sets")]


@pytest.mark.parametrize("thrown", ["AS", "AH", "AD", "AC"])
@pytest.mark.parametrize("name", PROFILES)
def test_f07_whichever_it_is(thrown: str, name: str) -> None:
    """Whatever is thrown away, only cards in hand are called, by a person or by the game."""
    position = Position(F7, deals.reckoned(Rules.named(name)))
    position = after(position, f"exchange {thrown}", "exchange KS")
    for action in position.legal_actions:
        assert action.cards <= position.hands[Seat.ELDER]
    calls = [deals.everything(hand, position.rules) for hand in position.hands]
    position = deals.started(position, *calls, None)
    made = [award.detail for award in position.awards if award.reason == "sets"]
    assert made == [(3, Rank.ACE)]


# --- carte blanche and the exchange ---------------------------------------------------------------

F8_ELDER = parse("AS TS 9S 8S AH TH 9H AD TD 8D AC 9C")
F8_YOUNGER = parse("KS QS JS 7S KH QH JH KD QD JD KC QC")


def blank_position(profile: str = "cavendish") -> Position:
    deal = Deal(F8_ELDER, F8_YOUNGER, rest_of(F8_ELDER, F8_YOUNGER))
    return Position(deal, Rules.parse(profile))


def test_f08_the_choreography_of_a_carte_blanche() -> None:
    start = blank_position()
    # Bound to tell: nothing else can be done first.
    assert refused(start, "exchange 8S 9S 9H 8D").code == "blank_bound"
    told = after(start, "carte blanche 4")
    claim = told.events[-1]
    assert (claim.kind, claim.number, claim.cards, claim.awards) == (EventKind.CLAIMED, 4, 0, ())
    # Younger knows the number and not one card.
    view = told.view(Seat.YOUNGER)
    assert (view.to_move, view.shown) == (Seat.YOUNGER, CardSet())
    assert {len(action.cards) for action in told.legal_actions} == {1, 2, 3, 4}
    assert refused(told, "set aside KS QS JS 7S KH").code == "exchange_number"
    aside = after(told, "set aside KS QS JS 7S")
    # What she set aside is hers alone; now the blank is shown.
    assert aside.view(Seat.ELDER).seen == F8_ELDER
    shown = aside.events[-1]
    assert (shown.kind, CardSet(shown.cards or 0)) == (EventKind.BLANCHE_SHOWN, F8_ELDER)
    assert aside.view(Seat.YOUNGER).shown == F8_ELDER
    assert aside.scores == (10, 0)
    # Elder must take what he announced, and her choice stands.
    assert refused(aside, "exchange 8S 9S 9H").code == "exchange_announced"
    done = after(aside, "exchange 8S 9S 9H 8D")
    assert done.phase.value == "call"
    assert done.view(Seat.YOUNGER).discards == parse("KS QS JS 7S")
    assert not done.hands[Seat.YOUNGER] & parse("KS QS JS 7S")
    kinds = [event.kind for event in done.events[2:]]
    assert kinds == [
        *(EventKind.CLAIMED, EventKind.SET_ASIDE, EventKind.BLANCHE_SHOWN),
        *(EventKind.DISCARDED, EventKind.DREW, EventKind.LOOKED_AT_REST),
        *(EventKind.DISCARDED, EventKind.DREW),
    ]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_f08_whatever_number_is_announced(number: int) -> None:
    told = after(blank_position(), f"carte blanche {number}")
    assert {len(action.cards) for action in told.legal_actions} == set(range(1, 9 - number))
    done = after(told, "set aside KS")
    assert {len(action.cards) for action in done.legal_actions} == {number}


def test_f08_younger_chooses_before_she_sees() -> None:
    """Until she has set cards aside, two blanks of elder's look alike to her."""
    other = F8_ELDER - parse("9C") | parse("8C")
    deal = Deal(other, F8_YOUNGER, rest_of(other, F8_YOUNGER))
    second = Position(deal, Rules.named("cavendish"))
    views = [
        after(each, "carte blanche 4").view(Seat.YOUNGER) for each in (blank_position(), second)
    ]
    assert bytes(views[0]) == bytes(views[1])


@pytest.mark.parametrize("name", PROFILES)
def test_f08_in_every_profile_a_blank_brings_ten(name: str) -> None:
    position = blank_position(name)
    while position.phase.value in ("exchange", "set aside"):
        claims = position.legal_actions.of(Kind.CARTE_BLANCHE)
        position = position.after(claims[-1] if claims else position.legal_actions[-1])
    made = [award for award in position.awards if award.reason == "carte_blanche"]
    assert [(award.seat, award.points) for award in made] == [(Seat.ELDER, 10)]


@pytest.mark.parametrize(
    ("scores", "points"),
    [((120, 100), 120), ((120, 99), 319), ((120, 101), 119), ((85, 70), 255)],
)
def test_f09_the_border_of_the_rubicon(scores: tuple[int, int], points: int) -> None:
    for name in ("rubicon", "table", "club", "digital", "cavendish", "pagat", "parlett"):
        rules = Rules.named(name)
        won = settle(scores, rules)
        assert (won.winner, won.points) == (Person.FIRST, points)
        assert won.rubicon == (scores[1] < 100)
        lost = settle(scores[::-1], rules)
        assert (lost.winner, lost.points) == (Person.SECOND, points)


def test_f09_the_whole_border() -> None:
    """Short is below a hundred, whatever the winner has; a point never pays less than it did."""
    rules = Rules.named("rubicon")
    for high in range(1, 200):
        for low in range(high):
            won = settle((high, low), rules)
            assert won.points == (high + low if low < 100 else high - low) + 100


MAY_STAND_PAT = {"digital", "club", "club_as_printed", "parlett", "au_cent"}


@pytest.mark.parametrize("name", PROFILES)
def test_f10_the_fewest_that_younger_exchanges(name: str) -> None:
    elder, younger = parse("SAKQJT9 HAKQJT9"), parse("S87 H87 DAKQJ CAKQJ")
    deal = Deal(elder, younger, rest_of(elder, younger))
    position = after(Position(deal, Rules.named(name)), "exchange AS")
    if name in MAY_STAND_PAT:
        stood = after(position, "exchange nothing")
        assert stood.hands[Seat.YOUNGER] == younger
        assert stood.view(Seat.ELDER).taken == (1, 0)
    else:
        error = refused(position, "exchange nothing")
        assert error.code == "exchange_number"
        assert "from 1 to 7" in str(error)
    assert refused(Position(deal, Rules.named(name)), "exchange nothing").code == "exchange_number"


# --- who knows what, and when ---------------------------------------------------------------------

F11_ELDER, F11_YOUNGER = parse("SAKQJT9 HAKQJT9"), parse("S87 H87 DAKQJ CAKQJ")
F11_TALON = rest_of(F11_ELDER, F11_YOUNGER)


def exchanged(thrown: int, taken: int, name: str = "cavendish") -> Position:
    """Return the position after exchanges of these numbers."""
    deal = Deal(F11_ELDER, F11_YOUNGER, F11_TALON)
    first = CardSet.of(*list(F11_ELDER)[:thrown])
    second = CardSet.of(*list(F11_YOUNGER)[:taken])
    return after(
        Position(deal, Rules.parse(name)),
        f"exchange {first}",
        f"exchange {second or 'nothing'}",
    )


def test_f11_elder_leaves_two() -> None:
    looked = exchanged(3, 1)
    elder, younger = looked.view(Seat.ELDER), looked.view(Seat.YOUNGER)
    assert elder.rest == CardSet.of(*F11_TALON[3:5])
    assert younger.rest == CardSet()
    # She draws in order, so one card he looked at is in her hand and one is left.
    assert younger.drawn == CardSet.of(F11_TALON[3])
    assert F11_TALON[4] in younger.unseen
    assert not younger.discards & elder.rest


@pytest.mark.parametrize("name", ["cavendish", "club", "digital"])
@pytest.mark.parametrize("thrown", [1, 2, 3, 4, 5])
def test_f11_whatever_elder_leaves(thrown: int, name: str) -> None:
    rules = Rules.named(name)
    for taken in range(rules.younger_min, 9 - thrown):
        position = exchanged(thrown, taken, name)
        elder, younger = (position.view(seat) for seat in Seat)
        peeks = rules.elder_peek == "rest_of_five"
        assert elder.rest == (CardSet.of(*F11_TALON[thrown:5]) if peeks else CardSet())
        assert younger.rest == CardSet()
        assert younger.drawn == CardSet.of(*F11_TALON[thrown : thrown + taken])
        assert not younger.discards & CardSet.of(*F11_TALON)
        # She has seen her own cards and nothing else.
        assert younger.seen == F11_YOUNGER | younger.drawn
        assert elder.seen == F11_ELDER | elder.drawn | elder.rest
        left = CardSet.of(*F11_TALON[thrown + taken :])
        assert elder.talon_count == younger.talon_count == len(left)


def test_f11_what_elder_looked_at_tells_younger_nothing() -> None:
    """Two deals that differ only in the rest of elder's five look alike to her."""
    views = []
    for talon in (F11_TALON, [*F11_TALON[:4], F11_TALON[7], *F11_TALON[5:7], F11_TALON[4]]):
        deal = Deal(F11_ELDER, F11_YOUNGER, talon)
        position = Position(deal, Rules.named("cavendish"))
        views.append(after(position, "exchange AS KS QS", "exchange 8S").view(Seat.YOUNGER))
    assert bytes(views[0]) == bytes(views[1])


F12_ELDER = parse("SAKQJ9 HA98 DA9 C98")
F12_SIXES = [
    parse("DKQJT87 HKQJ CAKQ"),
    parse("DKQJT87 HQJT CQJT"),
    parse("CAKQJT7 HKQT DKQ ST"),
    parse("CAKQJT7 HJ7 D87 ST8"),
]


def called_five(younger: CardSet) -> Position:
    """Return the position in which elder has called his five to this hand."""
    assert len(younger) == 12
    position = Position.from_hands(F12_ELDER, younger, Rules.named("cavendish"))
    return after(position, "point AS KS QS JS 9S")


def test_f12_before_the_lead_elder_knows_only_the_answer() -> None:
    """Called five, not good: whatever six she holds, and whatever else, his view is the same."""
    views = []
    for younger in F12_SIXES:
        view = after(called_five(younger), "not good").view(Seat.ELDER)
        said = view.calls[Category.POINT]
        assert (said.number, said.spoken, said.answer) == (5, (), "not good")
        assert (said.asked, said.younger, view.shown) == (False, None, CardSet())
        assert view.seen == F12_ELDER
        views.append(bytes(view))
    assert len(set(views)) == 1


@pytest.mark.parametrize(
    ("younger", "answers", "spoken"),
    [
        ("DKQJT HKQJ7 CAKQJ", ["good"], ()),
        ("DKQJT8 HKQJ7 CAKQ", ["making?", "making AS KS QS JS 9S", "good"], (50,)),
        ("DKQJT87 HKQJ CAKQ", ["not good"], ()),
    ],
)
def test_f12_what_it_makes_is_told_only_between_equal_numbers(
    younger: str, answers: list[str], spoken: tuple[int, ...]
) -> None:
    position = called_five(parse(younger))
    position = after(position, *answers)
    for seat in Seat:
        assert position.view(seat).calls[Category.POINT].spoken == spoken


@pytest.mark.parametrize("younger", F12_SIXES, ids=str)
def test_f12_what_loses_is_never_shown(younger: CardSet) -> None:
    """After the lead what has scored is told by number, and shown only when asked for."""
    position = called_five(younger)
    position = after(position, "not good", "play AS")
    calls = deals.everything(younger, position.rules)
    # She may not ask to see the five that lost.
    assert Action(Kind.ASK_TO_SEE, Category.POINT) not in position.legal_actions
    position = deals.count(position, calls)
    elder = position.view(Seat.ELDER)
    counted = [event for event in elder.events if event.kind is EventKind.COUNTED]
    assert [event.number for event in counted if event.category == Category.POINT] == [6]
    assert all(event.cards is None for event in counted)
    assert elder.calls[Category.POINT].younger is None
    assert position.view(Seat.YOUNGER).calls[Category.POINT].elder is None
    # She follows; now he may ask to see what scored, and is shown just that.
    position = position.after(position.legal_actions.of(Kind.PLAY)[0])
    if position.to_move is Seat.ELDER:
        point = after(position, "see point").view(Seat.ELDER).calls[Category.POINT].younger
        assert point == next(younger.suit(suit) for suit in Suit if len(younger.suit(suit)) == 6)


def test_f12_in_a_whole_deal_nothing_else_is_seen() -> None:
    """To the last trick elder has seen his own cards, those played, and nothing of hers beside."""
    elder, younger = parse(F1[0]), parse(F1[1])
    position = Position.from_hands(elder, younger, Rules.named("cavendish"))
    calls = [deals.everything(hand, position.rules) for hand in (elder, younger)]
    position = deals.started(position, *calls, Card.parse("AS"))
    while position.outcome is None:
        for seat, hand in zip(Seat, (elder, younger), strict=True):
            view = position.view(seat)
            other = (elder, younger)[seat.other] - position.hands[seat.other]
            assert view.seen == hand | other
        position = position.after(position.legal_actions.of(Kind.PLAY)[0])


LOOKS = {"look_then_both": Action.LOOK, "expose_or_hide": Action.SHOW_LEFT, "none": None}


@pytest.mark.parametrize("name", PROFILES)
def test_f13_the_cards_that_younger_leaves(name: str) -> None:
    """By profile: she looks and then both see, shows them to both or to nobody, or nobody sees."""
    position = exchanged(5, 1, name)
    left = CardSet.of(*F11_TALON[6:])
    rules = position.rules
    looks = [
        action for action in (Action.LOOK, Action.SHOW_LEFT) if action in position.legal_actions
    ]
    assert looks == []
    calls = [deals.everything(hand, rules) for hand in position.hands]
    position = deals.talk(position, *calls)
    position = position.after(position.legal_actions.of(Kind.PLAY)[0])
    legal = position.legal_actions
    offered = [action for action in (Action.LOOK, Action.SHOW_LEFT) if action in legal]
    wanted = LOOKS[rules.younger_left]
    assert offered == ([] if wanted is None else [wanted])
    if wanted is not None:
        seen = position.after(wanted)
        assert [seen.view(seat).left for seat in Seat] == [left, left]
        assert wanted not in seen.legal_actions
    # Or she lets it be, and nobody ever sees them.
    hidden = deals.count(position, calls[1])
    hidden = hidden.after(hidden.legal_actions.of(Kind.PLAY)[0])
    for seat in Seat:
        assert hidden.view(seat).left == CardSet()
        assert not hidden.view(seat).seen & left
        assert not {Action.LOOK, Action.SHOW_LEFT} & set(hidden.legal_actions)


def test_f13_the_two_named_profiles() -> None:
    assert Rules.named("cavendish").younger_left == "look_then_both"
    assert Rules.named("rubicon").younger_left == "expose_or_hide"


# --- combinations ---------------------------------------------------------------------------------


def test_f14_equal_best_sequences_void_the_lesser_ones() -> None:
    found = reckon("SKQJT HA98 DQJT CA7", "HKQJT SA98 D987 CK8")
    assert found["answers"]["sequences"] == "equal"
    assert found["sequences"] == {"winner": None, "score": 0}


@pytest.mark.parametrize(
    ("elder", "younger", "winner"),
    [
        ("SKQJT HA98 DQJT CA7", "HKQJT SA98 D987 CK8", None),
        ("SKQJT HA7 DQJT CA97", "HQJT9 SA98 D987 CK8", "elder"),
        ("SKQJT H87 DQJT CA97", "HAKQJ SA98 D987 CK8", "younger"),
        ("SKQJ9 H87 DQJT CA97", "HKQJ9 SA87 D987 CK8", None),
    ],
)
def test_f14_only_the_best_are_compared(elder: str, younger: str, winner: str | None) -> None:
    """Who has the better best sequence counts his lesser one too; equal bests void all."""
    found = reckon(elder, younger)
    assert found["sequences"] == {"winner": winner, "score": 7 if winner else 0}


def test_f15_two_bonuses_at_once() -> None:
    """The last trick at 28-0: each of four lines stands on its own, the pique before the capot."""
    elder, younger = parse(CAPOT[0]), parse(CAPOT[1])
    position = Position.from_hands(elder, younger, Rules.named("cavendish"))
    calls = [deals.everything(hand, position.rules) for hand in (elder, younger)]
    played = [[Card.parse(card) for card in trick] for trick in CAPOT_PLAY]
    position = deals.started(position, *calls, played[0][0])
    position = deals.followed(position, played[:11])
    assert position.scores == (28, 0)
    position = position.after(Action.play(played[11][0]))
    assert position.scores == (29, 0)
    before = len(position.awards)
    position = position.after(Action.play(played[11][1]))
    lines = [(award.reason, award.points) for award in position.awards[before:]]
    assert lines == [("last_trick", 1), ("pique", 30), ("capot", 40)]
    assert position.scores == (100, 0)


@pytest.mark.parametrize(
    ("suit", "lengths"),
    [
        ("AKQT98", [3, 3]),
        ("AKQJT987", [8]),
        ("AKQJ987", [4, 3]),
        ("AKQ9", [3]),
        ("AKJT98", [4]),
        ("A87", []),
    ],
)
@pytest.mark.parametrize("letter", "SHDC")
def test_f16_runs_in_one_suit(suit: str, lengths: list[int], letter: str) -> None:
    found = sequences(parse(letter + suit))
    assert [run.length for run in found] == lengths
    assert sum(len(run.cards) for run in found) == sum(lengths)


def test_f16_every_suit_holding() -> None:
    """All 255: the runs are the maximal ones, found here by looking at every possible run."""
    for number in range(1, 9):
        for ranks in combinations(range(8), number):
            runs = {
                (high - low + 1, high)
                for low in range(8)
                for high in range(low + 2, 8)
                if set(range(low, high + 1)) <= set(ranks)
                and low - 1 not in ranks
                and high + 1 not in ranks
            }
            held = CardSet.of(*(CARDS[rank] for rank in ranks))
            assert {(run.length, run.top) for run in sequences(held)} == runs


F17 = "SAQ9 HAQ9 DAQ8 CAQ8", "SKJ7 HKJ7 DKJ7 CKJ7"


@pytest.mark.parametrize("name", PROFILES)
def test_f17_short_points(name: str) -> None:
    """A point of three counts, save where a point must have four cards."""
    found = reckon(*F17, name)
    short = Rules.named(name).point_min == 4
    assert short == (name == "wikipedia")
    assert found["answers"]["point"] == (None if short else "good")
    assert found["hand"] == {"elder": 28 if short else 31, "younger": 0}
    assert found["repique"] == (None if short else "elder")
    assert found["running"]["elder"] == (28 if short else 91)


# --- play, parties --------------------------------------------------------------------------------


def facing_the_ace() -> Position:
    """Return a position in which elder has led AH and younger holds the seven."""
    elder, younger = parse("HAKQJT98 SAQ DA CAK"), parse("H7 SKJT98 DKQJ CQJT")
    position = Position.from_hands(elder, younger, Rules.named("rubicon"))
    calls = [deals.everything(hand, position.rules) for hand in (elder, younger)]
    return deals.started(position, *calls, Card.parse("AH"))


def test_f18_an_illegal_follow_is_refused() -> None:
    position = facing_the_ace()
    error = refused(position, "play KS")
    assert error.code == "revoke"
    assert all(word in str(error) for word in ("KS", "AH", "hearts", "follow"))
    assert after(position, "play 7H").tricks == (1, 0)


@pytest.mark.parametrize("card", [card for card in CARDS if str(card) != "7H"], ids=str)
def test_f18_every_other_card_is_refused(card: Card) -> None:
    error = refused(facing_the_ace(), f"play {card}")
    held = card in parse("H7 SKJT98 DKQJ CQJT")
    assert error.code == ("revoke" if held else "not_held")


def test_f18_a_computer_player_is_refused_as_well() -> None:
    """Who plays from a view has no other way in: his card is judged like anybody's."""

    def rogue(view: View) -> Action:
        assert Card.parse("KS") in view.hand
        return Action.parse("play KS")

    def honest(view: View) -> Action:
        return view.legal_actions.of(Kind.PLAY)[0]

    position = facing_the_ace()
    view = position.view(Seat.YOUNGER)
    before = bytes(view), bytes(position.view(Seat.ELDER)), position.events
    with pytest.raises(Illegal, match="KS does not follow suit"):
        position.after(rogue(view))
    now = bytes(position.view(Seat.YOUNGER)), bytes(position.view(Seat.ELDER)), position.events
    assert now == before
    assert position.after(honest(view)).tricks == (1, 0)


def test_f19_level_after_six_and_after_eight() -> None:
    partie = parties.started(Rules.named("cavendish"))
    for _ in range(5):
        partie = parties.dealt(partie, (20, 20))
    partie = parties.dealt(partie, (40, 40))
    assert (partie.scores, partie.outcome) == ((140, 140), None)
    assert (partie.standing.extra, partie.standing.deals_left) == (True, 2)
    partie = parties.dealt(partie, (25, 15))
    assert (partie.scores, partie.outcome) == ((165, 155), None)
    partie = parties.dealt(partie, (15, 25))
    assert partie.scores == (180, 180)
    assert (partie.outcome.winner, partie.outcome.points) == (None, 0)
    assert partie.needs_deal is False


@pytest.mark.parametrize(
    "name", [name for name in PROFILES if Rules.named(name).game_end == "deals"]
)
@pytest.mark.parametrize("last", [(40, 40), (40, 41)])
def test_f19_in_every_profile(name: str, last: tuple[int, int]) -> None:
    partie = parties.started(Rules.named(name))
    for _ in range(5):
        partie = parties.dealt(partie, (20, 20))
    partie = parties.dealt(partie, last)
    level = last[0] == last[1]
    assert (partie.outcome is None) == level
    if level:
        partie = parties.dealt(parties.dealt(partie, (0, 9)), (9, 0))
    assert len(partie.finished) == (8 if level else 6)
    assert partie.outcome.winner is (None if level else Person.SECOND)


F23 = "HAKQJT9 SA7 DA7 CA7", "SKQJ9 DKQJ9 CKQJ9"


@pytest.mark.parametrize("name", PROFILES)
def test_f23_the_worked_count_of_the_rubicon_guide(name: str) -> None:
    found = reckon(*F23, name)
    assert found["hand"] == {"elder": 6 + 16 + 14, "younger": 0}
    assert (found["repique"], found["running"]["elder"]) == ("elder", 96)


@pytest.mark.parametrize("name", PROFILES)
def test_f23_a_better_point_stops_it_though_elder_spoke_first(name: str) -> None:
    """Thirty in a sixieme and four kings, against a point of 58 that beats one of 57."""
    hands = "HKQJT98 SK7 DK7 CK7", "SAQJT98 DQJ9 CQJ9"
    found = reckon(*hands, name)
    assert found["answers"]["point"] == "not_good"
    assert found["hand"] == {"elder": 16 + 14, "younger": 6}
    assert found["repique"] is None
    # Where scores count as they fall, elder's thirty stand before it for a pique.
    by_time = Rules.named(name).pique_order == "actual"
    assert found["pique"] == ("elder" if by_time else None)
    if Rules.named(name).sinking:
        sunk = reckon(*hands, name, calls={"younger": {"point": None}})
        assert (sunk["repique"], sunk["running"]["elder"]) == ("elder", 36 + 60)
