"""The levels: always legal, the same for the same view, blind to hidden cards, and in style."""

import os
import random
from collections.abc import Callable, Iterator

import pytest
from walk import random_deal, random_rules, random_standing, walk

from piquet.actions import Action, EventKind, Kind
from piquet.base import Illegal, Seat, Unreadable
from piquet.cards import Card, CardSet
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.cardplay import choose_card
from piquet.oracle.memory import Memory, remember
from piquet.oracle.policies import decide, mix
from piquet.oracle.weights import BEGINNER, CLUB
from piquet.players import LEVELS, make
from piquet.players.strong import Strong
from piquet.position import Position
from piquet.rules import PROFILES, Rules
from piquet.view import Phase, Standing, View

FULL = os.environ.get("PIQUET_FULL") == "1"
SEED = seed_bytes("players")
RUBICON = Rules.named("rubicon")
CAVENDISH = Rules.named("cavendish")
LAST = Standing((60, 40), 6, 1)

Chooser = Callable[[Position, Seat], Action]


def moments(
    position: Position, elder: str, younger: str, seed: int
) -> Iterator[tuple[Position, Action]]:
    """Yield every position of a deal with what the player to move does in it."""
    players = (make(elder, seed), make(younger, seed + 1))
    while position.to_move is not None:
        action = players[position.to_move].act(position.view(position.to_move))
        yield position, action
        position = position.after(action)


# Legal, under all rules


@pytest.mark.parametrize("profile", PROFILES)
def test_every_level_is_legal_under_every_profile(profile: str) -> None:
    rules = Rules.named(profile)
    decisions = 0
    for number in range(1, 61 if FULL else 13):
        for elder in LEVELS:
            younger = LEVELS[(number + LEVELS.index(elder)) % 3]
            last = rules.game_end == "deals" and number % 2
            start = Position(Deal.numbered(SEED, number), rules, LAST if last else None)
            for position, action in moments(start, elder, younger, number):
                assert action in position.legal_actions
                decisions += 1
    assert decisions > 700


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("level", LEVELS)
def test_a_carte_blanche_is_played_to_the_end(profile: str, seat: Seat, level: str) -> None:
    blank, other = CardSet.parse("SAT9 HT98 DAT7 CT98"), CardSet.parse("SKQJ HKQJ DKQJ CKQJ")
    talon = CardSet.ALL - blank - other
    hands = (blank, other) if seat is Seat.ELDER else (other, blank)
    start = Position(Deal(*hands, talon), Rules.named(profile))
    *_, (position, action) = moments(start, level, level, 5)
    events = position.after(action).events
    assert any(event.kind is EventKind.CLAIMED for event in events) or level == "random"
    assert position.after(action).outcome is not None


def test_a_blank_is_claimed_at_once_with_the_number_then_exchanged() -> None:
    blank, other = CardSet.parse("SAT9 HT98 DAT7 CT98"), CardSet.parse("SKQJ HKQJ DKQJ CKQJ")
    start = Position(Deal(blank, other, CardSet.ALL - blank - other), CAVENDISH)
    (_, claim), (_, aside), (position, exchange) = list(moments(start, "club", "club", 1))[:3]
    assert (claim.kind, aside.kind, exchange.kind) == (
        Kind.CARTE_BLANCHE,
        Kind.SET_ASIDE,
        Kind.EXCHANGE,
    )
    assert claim.number == len(exchange.cards) > 0
    assert exchange in position.legal_actions


def test_every_level_is_legal_whatever_has_been_said_and_done() -> None:
    """Positions of random talk and play, random rules and made hands; nobody is asked twice."""
    chance = random.Random("anywhere")
    # What a partie is worth would have to be found for every set of rules anew.
    players = [make(level, 3) for level in LEVELS if level != "master"]
    players.append(Strong("master", 3, "points"))
    decisions = 0
    for _ in range(1000 if FULL else 100):
        rules = random_rules(chance)
        position = Position(random_deal(chance), rules, random_standing(chance, rules))
        for _, here in walk(position, chance):
            if here.to_move is not None:
                view = here.view(here.to_move)
                assert all(player.act(view) in view.legal_actions for player in players)
                decisions += 3
    assert decisions > 5000


# The same for the same name, seed and view


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_is_a_function_of_seed_and_view(level: str) -> None:
    start = Position(Deal.numbered(SEED, 3), RUBICON)
    steps = list(moments(start, level, level, 9))
    for position, action in reversed(steps):
        assert position.to_move is not None
        fresh = make(level, 9 + position.to_move)
        assert fresh.act(position.view(position.to_move)) == action


@pytest.mark.parametrize(
    ("level", "same"),
    [("random", False), ("beginner", False), ("novice", False), ("club", True)],
)
def test_another_seed_is_another_game_where_chance_plays(level: str, same: bool) -> None:
    start = Position(Deal.numbered(SEED, 4), RUBICON)
    games = {tuple(int(action) for _, action in moments(start, level, level, n)) for n in range(9)}
    assert (len(games) == 1) is same


def test_the_hash_is_that_of_the_paper() -> None:
    # The first numbers of the published generator from state 0, and words that carry on.
    assert mix(0) == 0xE220A8397B1DCDAF
    assert mix(0x9E3779B97F4A7C15) == 0x6E789E6AA1B965F4
    assert mix(1, 2, 3) != mix(1, 3, 2)
    assert mix(-1 & (1 << 64) - 1) == mix(-1)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(Unreadable, match="random, beginner, novice, club") as caught:
        make("grandmaster")
    assert caught.value.code == "unknown_level"


# Blind to what the seat cannot know


def other_worlds(
    deal: Deal, actions: list[Action], seat: Seat, chance: random.Random
) -> Iterator[Position]:
    """Yield positions in which some hidden cards have changed places and nothing that a seat saw.

    The same cards change places in what the other side did unseen: its discards and its calls.
    """
    here = replay(deal, actions)
    assert here is not None
    view = here.view(seat)
    hidden = list(view.unseen)
    seen = bytes(view)
    for _ in range(25):
        moved = chance.sample(hidden, min(len(hidden), chance.choice((2, 2, 3, 4))))
        swap = dict(zip(moved, moved[1:] + moved[:1], strict=True))
        there = Deal(
            CardSet.of(*(swap.get(card, card) for card in deal.elder)),
            CardSet.of(*(swap.get(card, card) for card in deal.younger)),
            [swap.get(card, card) for card in deal.talon],
        )
        position = replay(there, [changed(action, swap) for action in actions])
        if there != deal and position is not None and bytes(position.view(seat)) == seen:
            yield position


def changed(action: Action, swap: dict[Card, Card]) -> Action:
    """Return an action with its cards exchanged; cards that have been played are never hidden."""
    if not action.cards:
        return action
    return Action(action.kind, CardSet.of(*(swap.get(card, card) for card in action.cards)).mask)


def replay(deal: Deal, actions: list[Action]) -> Position | None:
    """Return the position after some actions, None where one of them is not legal."""
    position = Position(deal, RUBICON)
    for action in actions:
        if action not in position.legal_actions:
            return None
        position = position.after(action)
    return position


def influenced(level: str, choose: Chooser, wanted: int) -> tuple[int, int]:
    """Return how many decisions were tried in three other worlds each, and how many changed."""
    chance = random.Random(f"worlds of {level}")
    tried = swayed = number = 0
    while tried < wanted:
        number += 1
        deal = Deal.numbered(SEED, number)
        actions: list[Action] = []
        for position, action in moments(Position(deal, RUBICON), level, level, number):
            seat = position.to_move
            if seat is not None and chance.random() < 0.3 and len(position.view(seat).unseen) > 1:
                worlds = other_worlds(deal, actions, seat, chance)
                found = [world for world, _ in zip(worlds, range(3), strict=False)]
                here = choose(position, seat)
                tried += len(found) == 3
                swayed += any(choose(world, seat) != here for world in found)
            actions.append(action)
            if tried == wanted:
                break
    return tried, swayed


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_do_not_sway_a_decision(level: str) -> None:
    player = make(level, 17)
    wanted = 5000 if FULL else 300

    def choose(position: Position, seat: Seat) -> Action:
        return player.act(position.view(seat))

    assert influenced(level, choose, wanted) == (wanted, 0)


def test_a_player_who_peeps_is_caught() -> None:
    def peep(position: Position, seat: Seat) -> Action:
        other = position.hands[seat.other].mask
        return position.legal_actions[other % len(position.legal_actions)]

    assert influenced("club", peep, 20)[1] >= 5


# What is remembered


def test_what_is_remembered_is_true() -> None:
    """The other hand is among the cards that may be out, whatever was said, done and forgotten."""
    chance = random.Random("memory")
    out = 0
    for _ in range(1000 if FULL else 150):
        rules = random_rules(chance)
        position = Position(random_deal(chance), rules, random_standing(chance, rules))
        for _, here in walk(position, chance):
            for seat in Seat:
                memory, hazy = remember(here.view(seat)), remember(here.view(seat), 0b11111)
                other = here.hands[seat.other].mask
                assert memory.hand == here.hands[seat].mask
                assert other & ~memory.maybe == 0
                assert memory.maybe & ~hazy.maybe == 0
                if here.phase in (Phase.COUNT, Phase.PLAY):
                    assert (memory.mine, memory.other) == (
                        here.tricks[seat],
                        here.tricks[seat.other],
                    )
                out += (memory.maybe & ~other).bit_count()
    assert out > 1000


def test_a_suit_not_followed_is_remembered_and_low_cards_may_be_forgotten() -> None:
    view = after_exchange("SAKQJ HT987 DT987", "S987 HAKQJ DAKQJ CA", "AS 7S KS 8S QS 9S JS AC")
    assert not CardSet(remember(view).maybe) & CardSet.parse("ST987")
    view = after_exchange("SAKQJ HT987 DT987", "ST987 HAKQJ DAKQJ", "AS 7S")
    low = 0b00011111
    assert CardSet.parse("7S") <= CardSet(remember(view, low).maybe)
    assert not CardSet.parse("7S") & CardSet(remember(view).maybe)


# In style


def club(view: View) -> Action:
    """Return what the club player does."""
    return decide(view, CLUB)


def dealt(elder: str, younger: str) -> Position:
    """Return the start of a deal with these hands; the talon holds the rest."""
    hands = CardSet.parse(elder), CardSet.parse(younger)
    return Position(Deal(*hands, CardSet.ALL - hands[0] - hands[1]), RUBICON)


def test_elder_keeps_aces_and_takes_five_nearly_always() -> None:
    aces = CardSet.parse("AS AH AD AC")
    five = thrown = 0
    for number in range(1, 301):
        view = Position(Deal.numbered(SEED, number), RUBICON).view(Seat.ELDER)
        cards = club(view).cards
        five += len(cards) == 5
        thrown += len(cards & aces)
    assert five >= 255
    assert thrown <= 15


def test_the_club_keeps_a_quatorze_and_its_point() -> None:
    start = dealt("SAKQJ9 HA7 DA8 CA87", "ST87 HKQJ DKQJ CKQJ")
    kept = club(start.view(Seat.ELDER)).cards
    assert not kept & CardSet.parse("AS KS QS JS AH AD AC")


def test_answers_are_true() -> None:
    seen = 0
    for number in range(1, 101):
        start = Position(Deal.numbered(SEED, number), RUBICON)
        for position, action in moments(start, "club", "club", 1):
            kinds = position.legal_actions.kinds
            if kinds[0] is Kind.GOOD:
                better = [kind for kind in kinds if kind is not Kind.GOOD]
                assert (action.kind is Kind.GOOD) is (not better)
                assert action.kind is Kind.NOT_GOOD or Kind.NOT_GOOD not in kinds
                seen += 1
    assert seen > 200


def after_exchange(elder: str, younger: str, play: str) -> View:
    """Return the view of the seat to move when the talk is over and some cards are played."""
    hands = CardSet.parse(elder), CardSet.parse(younger)
    position = Position.from_hands(*hands, Rules.named("digital"))
    for card in play.split():
        position = position.after(Action.play(Card.parse(card)))
    assert position.to_move is not None
    return position.view(position.to_move)


def test_a_trick_is_taken_as_cheaply_as_possible() -> None:
    view = after_exchange("SAKQJ HT987 DT987", "ST987 HAKQJ DAKQJ", "TH")
    assert club(view) == Action.play(Card.parse("JH"))


def test_what_cannot_win_is_thrown_low() -> None:
    view = after_exchange("SAKQJ HT987 DT987", "ST987 HAKQJ DAKQJ", "AS")
    assert club(view) == Action.play(Card.parse("7S"))


def test_winners_are_cashed() -> None:
    view = after_exchange("SAKQJT987 HAKQ DA", "HT987 DKQJT CAKQJ", "")
    assert club(view).card in CardSet.parse("SAKQJT987 HA DA")
    assert club(view).card.rank.letter in "AKQJT987"


def test_the_last_deal_is_given_up_only_where_nothing_can_be_saved() -> None:
    hands = CardSet.parse("SAKQJT HA DA CA H9 H8 D8 C7"), CardSet.parse("S98 HKQJ7 DKQ9 CKJ9")
    conceded = {}
    for mine, his in ((10, 120), (10, 10), (90, 120)):
        position = Position.from_hands(*hands, CAVENDISH, Standing((his, mine), 6, 1))
        actions = []
        while position.to_move is not None:
            action = club(position.view(position.to_move))
            actions.append((position.to_move, action.kind))
            position = position.after(action)
        conceded[mine, his] = (Seat.YOUNGER, Kind.CONCEDE) in actions
    assert conceded == {(10, 120): True, (10, 10): True, (90, 120): False}


def test_a_beginner_slips_about_as_often_as_the_table_says() -> None:
    steady = [mix(seed, 20, 0x0F0F) % 100 >= BEGINNER.slip for seed in range(2000)]
    assert abs(1 - sum(steady) / 2000 - BEGINNER.slip / 100) < 0.03


def test_the_thirtieth_point_is_made_before_anything_is_lost() -> None:
    """Elder cashes what brings him to thirty; with less he first clears his clubs."""
    hand, his = CardSet.parse("SAK HA C98"), CardSet.parse("SJ8 HK DJ CT")
    memory = Memory(
        hand=hand.mask,
        maybe=his.mask,
        led=0,
        mine=2,
        other=5,
        points=27,
        against=0,
        elder=True,
    )
    cards = [card.mask for card in hand]
    assert CardSet(choose_card(memory, cards, CLUB)) <= CardSet.parse("AS KS AH")
    for other in (memory._replace(points=10), memory._replace(against=1)):
        assert CardSet(choose_card(other, cards, CLUB)) <= CardSet.parse("9C 8C")


def test_the_seventh_trick_is_made_before_anything_is_lost() -> None:
    """With four tricks won and three to be cashed the cards are certain; with three not."""
    hand, his = CardSet.parse("SAK HA C98"), CardSet.parse("SJ8 HK DJ CT")
    cards = [card.mask for card in hand]
    for won, cashes in ((4, True), (3, False)):
        memory = Memory(hand.mask, his.mask, 0, won, 7 - won, 8, 4, elder=False)
        chosen = CardSet(choose_card(memory, cards, CLUB))
        assert (chosen <= CardSet.parse("AS KS AH")) is cashes


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_that_is_not_to_move_has_nothing_to_decide(level: str) -> None:
    view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.YOUNGER)
    with pytest.raises(Illegal) as refusal:
        make(level).act(view)
    assert refusal.value.code == "not_to_move"
