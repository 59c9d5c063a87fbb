"""One deal: what may be done at each stage, who is told what, and why the rest is refused."""

from collections.abc import Iterable

import pytest

from piquet.actions import Action, EventKind, Kind
from piquet.base import Illegal, Person, Seat
from piquet.cards import CARDS, CardSet
from piquet.dealing import Deal
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import Phase, Standing

ELDER, YOUNGER = Seat.ELDER, Seat.YOUNGER


def after(position: Position, *words: str) -> Position:
    """Return the position after actions in the words of the table."""
    for line in words:
        position = position.after(Action.parse(line))
    return position


def refused(position: Position, words: str) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(Illegal) as refusal:
        position.after(Action.parse(words))
    assert str(refusal.value).endswith(".")
    return refusal.value.code


def words(actions: Iterable[Action]) -> list[str]:
    return [str(action) for action in actions]


def dealt(elder: str, younger: str, profile: str = "rubicon", **changes: object) -> Position:
    """Return a fresh deal with given hands; the talon is the rest from the lowest card up."""
    hands = CardSet.parse(elder), CardSet.parse(younger)
    talon = [card for card in CARDS if card not in hands[0] | hands[1]]
    return Position(Deal(*hands, tuple(talon)), Rules.named(profile).but(**changes))


def at_calls(elder: str, younger: str, profile: str = "rubicon", **changes: object) -> Position:
    """Return the position after an unknown exchange that led to these hands."""
    rules = Rules.named(profile).but(**changes)
    return Position.from_hands(CardSet.parse(elder), CardSet.parse(younger), rules)


PLAIN = dealt("SAKQ98 HAK7 DAK CAK", "SJT7 HQJT DQJT CQJT")


# The exchange


def test_elder_takes_one_to_five_and_younger_what_is_left() -> None:
    assert len(PLAIN.legal_actions) == 1585
    younger = after(PLAIN, "exchange 7H 8S")
    assert {len(action.cards) for action in younger.legal_actions} == {1, 2, 3, 4, 5, 6}
    assert refused(PLAIN, "exchange nothing") == "exchange_number"
    assert refused(PLAIN, "exchange 8S 9S 7H AC KC AD") == "exchange_number"
    assert refused(PLAIN, "exchange 8C") == "not_held"
    assert refused(younger, "exchange nothing") == "exchange_number"
    assert refused(younger, "exchange JS TS 7S QH JH TH QD") == "exchange_number"


def test_cards_are_drawn_in_order_and_elder_sees_the_rest_of_his_five() -> None:
    position = after(PLAIN, "exchange 7H 8S")
    talon = PLAIN.deal.talon if PLAIN.deal else ()
    elder, younger = position.view(ELDER), position.view(YOUNGER)
    assert elder.drawn == CardSet.of(*talon[:2])
    assert elder.rest == CardSet.of(*talon[2:5])
    assert not younger.rest
    assert younger.talon_count == 6
    both = after(position, "exchange 7S")
    assert both.view(YOUNGER).drawn == CardSet.of(talon[2])
    assert both.view(ELDER).taken == (2, 1)


def test_where_looking_is_not_known_elder_sees_only_what_he_draws() -> None:
    blind = dealt("SAKQ98 HAK7 DAK CAK", "SJT7 HQJT DQJT CQJT", "digital")
    assert not after(blind, "exchange 7H 8S").view(ELDER).rest


# Carte blanche

BLANK = "SAT98 HT987 D987 C9"
COURTS = "SKQJ HAKQ DKQJ CKQJ"


def test_elder_who_must_tell_announces_a_number_that_binds() -> None:
    position = dealt(BLANK, COURTS, "cavendish")
    assert words(position.legal_actions) == [f"carte blanche {n}" for n in range(1, 6)]
    assert refused(position, "exchange 9C") == "blank_bound"
    aside = after(position, "carte blanche 4")
    assert (aside.phase, aside.to_move) == (Phase.SET_ASIDE, YOUNGER)
    assert {len(action.cards) for action in aside.legal_actions} == {1, 2, 3, 4}
    assert not aside.view(YOUNGER).shown, "younger discards before she sees his cards"
    shown = after(aside, "set aside JS JD")
    assert shown.view(YOUNGER).shown == CardSet.parse(BLANK)
    assert shown.scores == (10, 0)
    assert refused(shown, "exchange 9C 8D 7D") == "exchange_announced"
    done = after(shown, "exchange 9C 7D 8D 9D")
    assert done.phase is Phase.CALL, "what younger set aside is her exchange"
    assert done.view(YOUNGER).discards == CardSet.parse("JS JD")
    assert done.view(ELDER).taken == (4, 2)
    assert done.view(ELDER).unseen & CardSet.parse("JS JD"), "elder never sees what she set aside"


def test_an_optional_blank_may_be_kept_silent_and_is_then_lost() -> None:
    position = dealt(BLANK, COURTS)
    assert position.legal_actions.kinds == (Kind.CARTE_BLANCHE, Kind.EXCHANGE)
    silent = after(position, "exchange 9C")
    assert silent.legal_actions.kinds == (Kind.EXCHANGE,)
    assert silent.scores == (0, 0)
    assert refused(PLAIN, "carte blanche 5") == "blank_not_held"


def test_younger_who_must_tell_is_heard_before_elder_discards() -> None:
    position = dealt(COURTS, BLANK, "cavendish")
    assert [event.kind for event in position.view(ELDER).events][-1] is EventKind.CLAIMED
    assert position.scores == (0, 0)
    assert not position.view(ELDER).shown
    exchanged = after(position, "exchange JS JD JC QC")
    assert exchanged.view(ELDER).shown == CardSet.parse(BLANK)
    assert exchanged.scores == (0, 10)


def test_younger_may_claim_before_her_exchange_where_telling_is_free() -> None:
    position = after(dealt(COURTS, BLANK), "exchange JS")
    claimed = after(position, "carte blanche")
    assert claimed.scores == (0, 10)
    assert claimed.view(ELDER).shown == CardSet.parse(BLANK)
    assert claimed.legal_actions.kinds == (Kind.EXCHANGE,)


def test_an_automatic_blank_scores_by_itself_and_is_not_shown() -> None:
    position = dealt(BLANK, COURTS, "digital")
    assert position.scores == (10, 0)
    done = after(position, "exchange 9C", "exchange JS")
    assert not done.view(YOUNGER).shown - done.view(YOUNGER).seen & CardSet.parse(COURTS)
    assert EventKind.BLANCHE_SHOWN not in [event.kind for event in done.events]


@pytest.mark.parametrize(
    ("proof", "shown_behind"),
    [("at_once", EventKind.CLAIMED), ("after_younger_discards", EventKind.DISCARDED)],
)
def test_an_automatic_blank_is_proved_when_the_rules_say(
    proof: str, shown_behind: EventKind
) -> None:
    position = dealt(BLANK, COURTS, "digital", cb_proof_elder=proof)
    assert position.scores == (10, 0)
    assert bool(position.view(YOUNGER).shown) is (proof == "at_once")
    done = after(position, "exchange 9C", "exchange JS")
    kinds = [event.kind for event in done.events]
    assert kinds.count(EventKind.BLANCHE_SHOWN) == 1
    assert kinds[kinds.index(EventKind.BLANCHE_SHOWN) - 1] is shown_behind
    assert [award.points for award in done.awards if award.reason == "carte_blanche"] == [10]
    assert done.view(YOUNGER).shown == CardSet.parse(BLANK)


def test_nothing_follows_a_blank_that_puts_younger_out() -> None:
    start = dealt(COURTS, BLANK, "au_cent")
    assert start.deal is not None
    near = Position(start.deal, start.rules, Standing((80, 95), 3, None))
    done = after(near, "exchange JS JD")
    assert done.outcome == (0, 10, YOUNGER)
    assert done.events[-1].kind is EventKind.BLANCHE_SHOWN, "elder neither draws nor looks"


# Calls and answers

QUART = at_calls("SQJT9 D987 HAK CAT8", "HJT98 SAK7 DAQ CKQ7")


def test_the_point_is_called_first_or_not_at_all() -> None:
    assert QUART.legal_actions.kinds[0] is Kind.POINT
    later = after(QUART, "sequence QS JS TS 9S", "good")
    assert Kind.POINT not in later.legal_actions.kinds
    assert refused(later, "point QS JS TS 9S") == "point_first"


def test_one_sequence_is_called_and_lesser_ones_follow_when_it_is_good() -> None:
    assert refused(QUART, "sequence QS JS TS 9S 9D 8D 7D") == "call_one"
    good = after(QUART, "sequence QS JS TS 9S", "making?", "making QS JS TS 9S", "good")
    assert good.scores == (4, 0)
    assert "sequence 9D 8D 7D" in words(good.legal_actions)
    more = after(good, "sequence 9D 8D 7D")
    assert more.scores == (7, 0)
    assert Kind.SEQUENCE not in more.legal_actions.kinds


def test_after_a_lower_call_no_better_one_may_be_counted() -> None:
    lower = after(QUART, "sequence 9D 8D 7D", "good")
    assert lower.scores == (3, 0)
    assert refused(lower, "sequence QS JS TS 9S") == "count_lower"


@pytest.mark.parametrize(("profile", "follows"), [("cavendish", True), ("rubicon", False)])
def test_good_against_the_cards_lets_a_better_one_follow(profile: str, follows: bool) -> None:
    # Nothing unseen beats three knaves: there are only two kings and two queens.
    position = at_calls("SAKQJT HAKQJ DAJ CA", "S987 HT98 DT987 CT9", profile)
    knaves = after(position, "set JS JH JD", "good")
    assert ("set AS AH AD AC" in words(knaves.legal_actions)) == follows
    # Three tens could be unseen, so that a tierce is not good against the cards in any profile.
    tierce = after(position, "sequence QS JS TS", "good")
    assert "sequence AH KH QH JH" not in words(tierce.legal_actions)


@pytest.mark.parametrize(("exchange", "follows"), [("7S", True), ("7S 8S", False)])
def test_a_card_that_elder_left_is_good_against_him_once_younger_has_drawn_it(
    exchange: str, follows: bool
) -> None:
    """Laws 33 and 49: elder saw the queen of hearts; with it she can hold a quart major."""
    elder, younger = "SKJT9 DAKQJ9 HT CQT", "SAQ87 HAKJ9 DT87 CA"
    talon = CardSet.parse("7H"), *map(CardSet.parse, ("8H", "7C", "8C", "QH", "KC", "JC", "9C"))
    cards = tuple(card for each in talon for card in each)
    start = Position(
        Deal(CardSet.parse(elder), CardSet.parse(younger), cards), Rules.named("cavendish")
    )
    called = after(start, "exchange KS 9D TC", f"exchange {exchange}", "sequence JS TS 9S", "good")
    assert called.view(ELDER).rest == CardSet.parse("8C QH")
    assert ("sequence AD KD QD JD" in words(called.legal_actions)) is follows


def test_where_only_what_was_announced_counts_all_is_called_at_once() -> None:
    position = at_calls("SQJT9 D987 HAK CAT8", "HJT98 SAK7 DAQ CKQ7", "table")
    both = after(position, "sequence QS JS TS 9S 9D 8D 7D")
    assert both.view(YOUNGER).events[-1].spoken == (3,), "the lesser one is announced too"
    scored = after(both, "making?", "making QS JS TS 9S 9D 8D 7D", "good")
    assert scored.scores == (7, 0)
    assert Kind.SEQUENCE not in scored.legal_actions.kinds


def test_younger_hears_the_number_and_asks_what_it_makes_only_on_equal_length() -> None:
    called = after(QUART, "point QS JS TS 9S")
    heard = called.view(YOUNGER).events[-1]
    assert (heard.number, heard.spoken, heard.cards) == (4, (), None)
    assert words(called.legal_actions) == ["good", "making?"]
    assert refused(called, "not good") == "answer_not_borne_out"
    value = after(called, "making?", "making QS JS TS 9S")
    assert value.view(YOUNGER).events[-1].spoken == (39,)
    assert words(value.legal_actions) == ["good"], "her four make 37"


def test_the_inquiry_bars_a_greater_number() -> None:
    position = at_calls("SAKQJ9 HKQ DKQ CKQ7", "HAJT987 DAJT9 ST8")
    asked = after(position, "point AS KS QS JS 9S", "making?", "making AS KS QS JS 9S")
    assert words(asked.legal_actions) == ["good"]
    longer = after(position, "point AS KS QS JS 9S", "not good", "play AS")
    assert "point AH JH TH 9H 8H 7H" in words(longer.legal_actions)
    assert "point AH JH TH 9H 8H" not in words(longer.legal_actions), "five would not beat five"


def test_elder_may_decline_to_say_what_his_point_makes() -> None:
    declined = after(QUART, "point QS JS TS 9S", "making?", "making nothing")
    assert declined.to_move is ELDER
    assert declined.scores == (0, 0)
    led = after(declined, "play AH")
    assert "point JH TH 9H 8H" in words(led.legal_actions)


def test_having_been_asked_elder_may_name_another_suit_of_that_number() -> None:
    position = at_calls("SKQJ8 CAQT8 HA D987", "HKQJT SAT DKQJ CKJ9")
    asked = after(position, "point AC QC TC 8C", "making?")
    said = after(asked, "making KS QS JS 8S")
    assert said.view(YOUNGER).events[-1].spoken == (38,)


def test_an_equal_is_named_after_the_lead_and_scores_nothing() -> None:
    position = at_calls("SAQJ97 HA7 DK98 CT8", "HKQJ98 SKT DQT7 CK9")
    equal = after(position, "point AS QS JS 9S 7S", "making?", "making AS QS JS 9S 7S", "equal")
    led = after(equal, "play AS")
    assert refused(led, "play TS") == "answer_owed"
    named = after(led, "point KH QH JH 9H 8H")
    assert named.scores == (1, 0)
    asked = after(named, "see point", "play TS", "see point")
    assert asked.view(YOUNGER).shown >= CardSet.parse("AS QS JS 9S 7S")
    assert asked.view(ELDER).shown >= CardSet.parse("KH QH JH 9H 8H")


def test_not_good_binds_younger_to_count_what_beats_the_call() -> None:
    position = at_calls("SAKQ9 HKQ DT98 CKQ7", "HAJT98 DAKQ SJT CJT", "cavendish")
    led = after(position, "point AS KS QS 9S", "not good", "play AS")
    assert refused(led, "play JS") == "answer_owed"
    assert refused(led, "point JH TH 9H 8H") == "count_must_fit"
    counted = after(led, "point AH JH TH 9H 8H")
    assert counted.scores == (1, 5)
    assert refused(counted, "point AH JH TH 9H 8H") == "counted_already"


def test_good_closes_the_category_for_younger() -> None:
    led = after(QUART, "point QS JS TS 9S", "good", "play AH")
    assert refused(led, "point JH TH 9H 8H") == "answered_good"


def test_nothing_omitted_counts_once_younger_has_played() -> None:
    led = after(QUART, "play AH")
    assert "point JH TH 9H 8H" in words(led.legal_actions)
    played = after(led, "play 8H")
    assert played.view(ELDER).hand == CardSet.parse("SQJT9 D987 HK CAT8")
    assert refused(after(played, "play KH"), "point JH TH 9H") == "not_now"


def test_a_game_without_sinking_calls_everything() -> None:
    position = at_calls("SQJT9 D987 HAK CAT8", "HJT98 SAK7 DAQ CKQ7", sinking=False)
    assert position.legal_actions.kinds == (Kind.POINT,)
    assert refused(position, "play AH") == "call_all_first"
    called = after(position, "point QS JS TS 9S")
    assert words(called.legal_actions) == ["making?"]


def test_where_nothing_may_be_sunk_the_point_is_called_first() -> None:
    """Called later it would be lost, and so sunk (Law 46)."""
    position = at_calls("SAKQJT HA98 DA8 CA7", "S98 HKQJ7 DKQ9 CKJ9", sinking=False)
    assert words(position.legal_actions) == ["point AS KS QS JS TS"]
    assert refused(position, "set AS AH AD AC") == "point_first"
    then = after(position, "point AS KS QS JS TS", "good")
    assert then.legal_actions.kinds == (Kind.SEQUENCE, Kind.SET)


def test_a_game_that_declares_by_itself_goes_straight_to_the_lead() -> None:
    position = dealt("SAKQ98 HAK7 DAK CAK", "SJT7 HQJT DQJT CQJT", "digital")
    lead = after(position, "exchange 7H", "exchange 7S")
    assert lead.legal_actions.kinds == (Kind.PLAY,)
    assert lead.scores[0] > 0
    assert lead.view(YOUNGER).calls[2].answer == "good"


def test_where_showing_is_the_rule_point_and_sequence_are_laid_down() -> None:
    position = at_calls("SQJT9 D987 HAK CAT8", "HJT98 SAK7 DAQ CKQ7", "hoyle")
    good = after(position, "point QS JS TS 9S", "good")
    assert good.view(YOUNGER).calls[2].spoken == (39,), "the value is called at once"
    assert good.view(YOUNGER).shown == CardSet.parse("QS JS TS 9S")
    assert Kind.ASK_TO_SEE not in after(good, "play AH").legal_actions.kinds


# What is left, proof and the play


def short(profile: str) -> Position:
    """Return a deal at elder's calls in which younger has left two cards."""
    position = dealt("SAKQ98 HAK7 DAK CAK", "SJT7 HQJT DQJT CQJT", profile)
    return after(position, "exchange 7H 8S 9S KC KD", "exchange 7S")


def test_younger_may_look_after_the_lead_and_then_both_see() -> None:
    led = after(short("cavendish"), "play AH")
    assert Kind.LOOK in led.legal_actions.kinds
    looked = after(led, "look")
    left = CardSet.of(*(PLAIN.deal.talon[6:] if PLAIN.deal else ()))
    assert looked.view(ELDER).left == looked.view(YOUNGER).left == left


def test_elder_may_name_his_suit_first_and_must_then_lead_it() -> None:
    named = after(short("cavendish"), "suit hearts")
    assert (named.phase, named.to_move) == (Phase.LEFT, YOUNGER)
    assert words(named.legal_actions) == ["look", "pass"]
    unseen = after(named, "pass")
    assert not unseen.view(YOUNGER).left
    assert {action.card.suit.name for action in unseen.legal_actions} == {"HEARTS"}
    assert refused(unseen, "play AS") == "named_suit"
    assert len(after(named, "look").view(ELDER).left) == 2
    led = after(unseen, "play AH")
    assert Kind.LOOK not in led.legal_actions.kinds, "she has made her choice"


def test_elsewhere_younger_shows_what_she_left_or_hides_it() -> None:
    position = short("rubicon")
    assert Kind.NAME_SUIT not in position.legal_actions.kinds
    led = after(position, "play AH")
    assert len(after(led, "show").view(ELDER).left) == 2
    assert not after(led, "play JH").view(ELDER).left
    assert Kind.SHOW_LEFT not in after(short("digital"), "play AH").legal_actions.kinds


def test_proof_is_asked_for_after_the_first_lead_and_only_of_what_scored() -> None:
    good = after(QUART, "sequence QS JS TS 9S", "good")
    led = after(good, "play AH")
    assert words(led.legal_actions.of(Kind.ASK_TO_SEE)) == ["see sequences"]
    seen = after(led, "see sequences")
    assert seen.view(YOUNGER).shown == CardSet.parse("QS JS TS 9S AH")
    assert seen.to_move is YOUNGER
    assert refused(seen, "see sequences") == "not_now"
    silent = at_calls("SQJT9 D987 HAK CAT8", "HJT98 SAK7 DAQ CKQ7", "digital")
    assert Kind.ASK_TO_SEE not in after(silent, "play AH").legal_actions.kinds


def test_suit_is_followed_when_it_can_be() -> None:
    led = after(QUART, "play AH")
    assert refused(led, "play AS") == "revoke"
    assert refused(led, "play 7H") == "not_held"
    followed = after(led, "play JH")
    assert followed.to_move is ELDER
    assert followed.tricks == (1, 0)


def test_a_finished_deal_takes_no_action() -> None:
    position = after(QUART, "play AH")
    while position.to_move is not None:
        position = position.after(position.legal_actions.of(Kind.PLAY)[0])
    assert position.phase is Phase.OVER
    assert position.outcome is not None
    assert len(position.legal_actions) == 0
    assert refused(position, "good") == "deal_over"


# Conceding the play of the last deal


def last(profile: str, scores: tuple[int, int]) -> Position:
    rules = Rules.named(profile)
    elder, younger = CardSet.parse("SQJT9 D987 HAK CAT8"), CardSet.parse("HJT98 SAK7 DAQ CKQ7")
    return Position.from_hands(elder, younger, rules, Standing(scores, 6, 1))


def test_elder_short_of_the_rubicon_may_give_up_the_play() -> None:
    position = after(last("cavendish", (40, 110)), "concede")
    assert position.to_move is YOUNGER, "her hand is still counted"
    done = after(position, "point JH TH 9H 8H", "pass")
    assert done.outcome == (0, 27, None)
    reasons = [award.reason for award in done.awards]
    assert reasons == ["point", "conceded_play", "conceded_cards"]


def test_younger_may_give_up_after_her_count_and_elder_has_thirteen_in_all() -> None:
    led = after(last("cavendish", (110, 40)), "play AH", "point JH TH 9H 8H")
    done = after(led, "concede")
    assert done.outcome == (23, 4, None)


@pytest.mark.parametrize(
    ("profile", "standing"),
    [
        ("rubicon", Standing((40, 110), 6, 1)),
        ("cavendish", Standing((40, 110), 5, 2)),
        ("cavendish", Standing((110, 40), 6, 1)),
    ],
)
def test_elsewhere_there_is_no_conceding(profile: str, standing: Standing) -> None:
    position = Position.from_hands(
        CardSet.parse("SQJT9 D987 HAK CAT8"),
        CardSet.parse("HJT98 SAK7 DAQ CKQ7"),
        Rules.named(profile),
        standing,
    )
    assert Kind.CONCEDE not in position.legal_actions.kinds


def test_what_a_doubled_last_deal_has_brought_counts_double_toward_the_rubicon() -> None:
    rules = Rules.named("cavendish").but(deals=4, double_first_last=True)
    hands = CardSet.parse("SAKQJT HA98 DA8 CA7"), CardSet.parse("S98 HKQJ7 DKQ9 CKJ9")
    talk = ("point AS KS QS JS TS", "good", "sequence AS KS QS JS TS", "good")
    for extra, scores, may in (
        (False, (60, 110), False),
        (False, (59, 110), True),
        (True, (60, 110), True),
    ):
        standing = Standing(scores, 6 if extra else 4, 1, extra)
        position = after(Position.from_hands(*hands, rules, standing), *talk)
        assert position.scores == (20, 0)
        assert (Kind.CONCEDE in position.legal_actions.kinds) is may


# Typed hands


def test_hands_of_eleven_cards_and_cards_in_both_hands_are_refused() -> None:
    whole, rules = CardSet.parse("SAKQJT987 HAKQJ"), Rules.named("rubicon")
    with pytest.raises(Illegal, match="11 cards"):
        Position.from_hands(CardSet.parse("SAKQJT987 HAKQ"), whole, rules)
    with pytest.raises(Illegal) as refusal:
        Position.from_hands(whole, whole, rules)
    assert refusal.value.code == "card_in_both_hands"


# What is handed in by mistake


def test_a_seat_given_as_a_number_is_that_seat_and_a_person_is_none() -> None:
    numbers: tuple[object, ...] = (0, 1)
    for number, seat in zip(numbers, Seat, strict=True):
        view = PLAIN.view(number)  # type: ignore[arg-type]
        assert view.seat is seat
        assert bytes(view) == bytes(PLAIN.view(seat))
        assert view.hand == PLAIN.hands[seat]
    wrong: tuple[object, ...] = (Person.FIRST, "elder", None, True)
    for each in wrong:
        with pytest.raises(TypeError, match=r"Seat\.ELDER and Seat\.YOUNGER"):
            PLAIN.view(each)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Seat"):
        PLAIN.view(-1)  # type: ignore[arg-type]


def test_what_is_no_deal_no_rules_or_no_action_is_refused_in_words() -> None:
    deal = PLAIN.deal
    assert deal is not None
    with pytest.raises(TypeError, match=r"Rules\.named"):
        Position(deal, "rubicon")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Deal\.from_code"):
        Position(deal.code, PLAIN.rules)  # type: ignore[arg-type]
    for standing in ((0, 0), ((0, 0), 1, 6, False, (0, 0))):
        with pytest.raises(TypeError, match=r"Standing\.first"):
            Position(deal, PLAIN.rules, standing)  # type: ignore[arg-type]
    wrong: tuple[object, ...] = ("good", None, 11 << 32)
    for each in wrong:
        with pytest.raises(TypeError, match=r"Action\.parse"):
            PLAIN.after(each)  # type: ignore[arg-type]
