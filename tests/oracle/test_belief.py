"""What a seat believes: no true hand is ruled out, nothing hidden matters, chances bear out."""

import os
import random
import sys
from collections import Counter
from itertools import combinations, islice
from math import comb
from pathlib import Path

import pytest
from walk import random_deal, random_rules, random_standing, walk

from piquet import kernel
from piquet.actions import Action, Event, EventKind, Kind
from piquet.base import Seat
from piquet.cards import CardSet
from piquet.combinations import best_key, keys
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.belief import Belief, believe
from piquet.oracle.evidence import runs_code, sets_code
from piquet.oracle.policies import mix
from piquet.players import make
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.rules import Rules
from piquet.view import Phase, View

if not kernel.available():
    pytest.skip(str(kernel.why_not()), allow_module_level=True)

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from belief import Tally
from belief import decisions as played

from piquet.oracle import likelihood

FULL = os.environ.get("PIQUET_FULL") == "1"
WALKS = 1500 if FULL else 60
RUBICON = Rules.named("rubicon")
EXCHANGING = (Phase.EXCHANGE, Phase.SET_ASIDE)


def say(position: Position, *words: str) -> Position:
    for said in words:
        position = position.after(Action.parse(said))
    return position


def selfplay(level: str, rules: Rules, seed: str, deals: int) -> list[Position]:
    """Every position of some deals of self-play, before each decision."""
    player, pack, found = make(level, 7), seed_bytes(seed), []
    for number in range(1, deals + 1):
        position = Position(Deal.numbered(pack, number), rules)
        while position.to_move is not None:
            found.append(position)
            position = position.after(player.act(position.view(position.to_move)))
    return found


def check(position: Position, view: View) -> Belief:
    """The true hand is among the worlds, every world is possible, weights are weights."""
    belief = believe(view)
    true = position.hands[view.seat.other].mask
    assert belief.fits
    assert abs(float(belief.weights.sum()) - 1) < 1e-9
    assert bool((belief.weights > 0).all())
    assert len(belief) == len(belief.kept) == len(belief.weights)
    assert len(set(belief.hands.tolist())) == len(belief) or not belief.listed
    assert not int(np.bitwise_or.reduce(belief.hands)) & view.hand.mask
    assert {int(hand).bit_count() for hand in belief.hands} == {true.bit_count()}
    if belief.listed:
        assert true in belief.hands
    return belief


# --- the true hand ------------------------------------------------------------------------------


def test_the_true_hand_is_never_ruled_out_whatever_is_sunk() -> None:
    reached: Counter[tuple[Seat, Phase]] = Counter()
    for number in range(WALKS):
        rng = random.Random(f"belief {number}")
        rules = random_rules(rng)
        start = Position(random_deal(rng), rules, random_standing(rng, rules))
        for _, position in walk(start, rng):
            often = 0.2 if position.phase is Phase.EXCHANGE else 1.0
            if position.phase is Phase.OVER or rng.random() > often:
                continue
            for seat in Seat:
                check(position, position.view(seat))
                reached[seat, position.phase] += 1
    assert reached.total() > 50 * WALKS
    assert all(reached[seat, phase] for seat in Seat for phase in Phase if phase is not Phase.OVER)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_true_hand_is_always_there_in_self_play_of_each_profile(profile: str) -> None:
    for position in selfplay("club", Rules.named(profile), profile, 40 if FULL else 4):
        for seat in Seat:
            view = position.view(seat)
            belief = check(position, view)
            if position.phase not in EXCHANGING:
                # Nobody sank: the true hand fits every word at its face.
                true = position.hands[seat.other].mask
                assert true in believe(view, soft=False).hands
                assert belief.steps[-1].worlds >= 1


# --- how many -----------------------------------------------------------------------------------


def after_exchange(rules: Rules, elder: int, younger: int) -> Position:
    position = Position(Deal.random(f"{elder} {younger}"), rules)
    for number in (elder, younger):
        hand = list(position.hands[position.to_move or Seat.ELDER])
        position = position.after(Action.exchange(CardSet.of(*hand[:number])))
    return position


@pytest.mark.parametrize(
    ("elder", "younger", "of_younger", "of_elder"),
    [
        (5, 3, 455, 6188),
        (5, 2, 455, comb(18, 12)),
        (5, 1, 455, comb(19, 12)),
        (4, 4, comb(15, 11), comb(16, 12)),
        (4, 3, comb(15, 11), 6188),
        (3, 5, comb(15, 10), comb(15, 12)),
        # Of cards that he looked at elder does not know which she drew, if she left some.
        (3, 1, 2 * comb(15, 11), comb(19, 12)),
        (1, 4, 6435, comb(16, 12)),
        (1, 2, comb(4, 2) * comb(15, 10), comb(18, 12)),
    ],
)
def test_the_cards_alone_leave_so_many_worlds(
    elder: int, younger: int, of_younger: int, of_elder: int
) -> None:
    position = after_exchange(RUBICON, elder, younger)
    assert believe(position.view(Seat.ELDER)).steps[0].worlds == of_younger
    assert believe(position.view(Seat.YOUNGER)).steps[0].worlds == of_elder


def test_where_nothing_is_looked_at_and_she_stands_pat_there_are_more() -> None:
    club = Rules.named("club").but(elder_peek="none")
    position = after_exchange(club, 1, 0)
    assert len(believe(position.view(Seat.ELDER))) == comb(19, 12)
    assert len(believe(position.view(Seat.YOUNGER))) == comb(20, 12)
    assert len(believe(after_exchange(club, 5, 0).view(Seat.ELDER))) == comb(15, 12)


def test_before_the_exchange_worlds_are_drawn_by_lot_and_the_seed_draws_them() -> None:
    start = Position(Deal.random("letter"), RUBICON)
    taken = start.after(Action.exchange(CardSet.of(*list(start.hands[0])[:5])))
    for view in (taken.view(Seat.YOUNGER), start.view(Seat.ELDER)):
        belief = believe(view, seed=1)
        assert not belief.listed
        assert belief.hands.tolist() == believe(view, seed=1).hands.tolist()
        assert belief.hands.tolist() != believe(view, seed=2).hands.tolist()
    held = belief.chances()[:, 0]
    assert all(abs(held[card] - 0.6) < 0.1 for card in range(32) if view.unseen.mask >> card & 1)


def test_what_was_left_and_seen_is_in_no_hand() -> None:
    position = Position(Deal.random("left"), Rules.named("cavendish"))
    hands = [list(hand) for hand in position.hands]
    position = position.after(Action.exchange(CardSet.of(*hands[0][:5])))
    position = position.after(Action.exchange(CardSet.of(*hands[1][:1])))
    position = position.after(position.legal_actions.of(Kind.PLAY)[0]).after(Action.LOOK)
    for seat in Seat:
        view = position.view(seat)
        belief = check(position, view)
        left = view.left.mask
        assert left.bit_count() == 2
        assert not int(np.bitwise_or.reduce(belief.hands)) & left
        assert all(belief.chances()[card][2] == 1 for card in range(32) if left >> card & 1)
    assert believe(position.view(Seat.YOUNGER)).steps[0].worlds == comb(17, 12)
    assert believe(position.view(Seat.ELDER)).steps[0].worlds == comb(13, 12)


def test_a_carte_blanche_that_was_shown_leaves_what_was_thrown_and_drawn() -> None:
    blank = CardSet.parse("AS TS 9S 8S AH TH 9H AD TD 8D AC 9C")
    rest = list(CardSet.ALL - blank)
    for seat in Seat:
        mine = CardSet.of(*rest[:12])
        hands = (blank, mine) if seat is Seat.ELDER else (mine, blank)
        position = Position(Deal(*hands, tuple(rest[12:])), RUBICON)
        if seat is Seat.ELDER:
            position = say(position, "carte blanche 5", f"set aside {CardSet.of(*rest[:3])}")
            position = say(position, "exchange TS 9S 8S TD 8D")
        else:
            position = say(position, f"exchange {CardSet.of(*rest[:5])}")
            position = say(position, "carte blanche", "exchange 8S 8D TD")
        belief = check(position, position.view(seat.other))
        assert len(belief) == (
            comb(12, 7) * comb(5, 5) if seat is Seat.ELDER else comb(12, 9) * comb(3, 3)
        )


# --- against a slow filter ----------------------------------------------------------------------


def plausible(view: View, hand: int) -> bool:
    """Whether a hand now fits the cards seen, worked out anew and slowly."""
    played = [event for event in view.events if event.kind is EventKind.PLAYED]
    other = view.seat.other
    his = sum(event.cards or 0 for event in played if event.seat is other)
    kept = hand | his
    for lead, reply in zip(played[::2], played[1::2], strict=False):
        led, card = lead.cards or 0, reply.cards or 0
        suit = 255 << ((led.bit_length() - 1) & 24)
        later = [
            event.cards or 0 for event in played[played.index(reply) + 1 :] if event.seat is other
        ]
        if reply.seat is other and not card & suit and (hand | sum(later)) & suit:
            return False
    shown = [
        event.cards or 0
        for event in view.events
        if event.seat is other and event.kind is EventKind.SHOWN
    ]
    return all(kept & cards == cards for cards in shown)


def test_late_in_play_the_worlds_are_those_of_a_slow_filter() -> None:
    compared = 0
    for position in selfplay("random", RUBICON, "slow", 40 if FULL else 12):
        for seat in Seat:
            view = position.view(seat)
            if len(view.tricks) < 7:
                continue
            belief = believe(view)
            number = position.hands[seat.other].mask.bit_count()
            first = next((e for e in view.events if e.kind is EventKind.LOOKED_AT_REST), None)
            looked = (first.cards or 0) if first else 0
            left = view.left.mask
            taken = view.taken[Seat.YOUNGER] or 0
            gone = sum(e.cards or 0 for e in view.events if e.kind is EventKind.PLAYED)
            elsewhere = view.dealt.mask | view.drawn.mask | gone | left
            cards = [1 << card for card in range(32) if not elsewhere >> card & 1]
            of_rest = min(taken, (looked & ~left).bit_count())
            found = set()
            for part in combinations(cards, number):
                hand = sum(part)
                kept = hand | sum(
                    e.cards or 0
                    for e in view.events
                    if e.kind is EventKind.PLAYED and e.seat is seat.other
                )
                if (kept & looked & ~left).bit_count() == of_rest and plausible(view, hand):
                    found.add(hand)
            assert set(belief.hands.tolist()) <= found
            assert belief.possible == len(found)
            compared += 1
    assert compared > 50


def test_features_are_those_of_the_combinations() -> None:
    rng = random.Random("features")
    hands = [sum(1 << card for card in rng.sample(range(32), 12)) for _ in range(500)]
    for rules in (RUBICON, Rules.named("wikipedia")):
        features = likelihood._Features(np.array(hands, dtype=np.uint32), rules)
        for place, hand in enumerate(hands):
            point = best_key(2, hand)
            assert features["point"][place] == (point if point >> 8 >= rules.point_min else 0)
            assert features["sequence"][place] == best_key(3, hand)
            assert features["set"][place] == best_key(4, hand)
            assert features["runs"][place] == runs_code([key >> 8 for key in keys(3, hand)])
            flat = [part for key in keys(4, hand) for part in (key >> 8, key & 255)]
            assert features["sets"][place] == sets_code(flat)


# --- words --------------------------------------------------------------------------------------

ELDER = CardSet.parse("SAKQJT HA98 DA8 CA7")
YOUNGER = CardSet.parse("S98 HKQJ7 DKQ9 CKJ9")


def facing(*words: str) -> Position:
    return say(Position.from_hands(ELDER, YOUNGER, RUBICON), *words)


def held(belief: Belief, cards: str) -> float:
    """The chance that all of some cards are held."""
    wanted = np.uint32(CardSet.parse(cards).mask)
    return float(belief.weights[belief.hands & wanted == wanted].sum())


def test_words_shrink_the_worlds_step_by_step() -> None:
    position = facing("point SAKQJT", "good", "sequence SAKQJT", "good", "set AS AH AD AC", "good")
    steps = believe(position.view(Seat.YOUNGER)).steps
    assert steps[0] == (None, comb(20, 12))
    assert [step.worlds for step in steps] == sorted([step.worlds for step in steps], reverse=True)
    kinds = [step.event.kind for step in steps if isinstance(step.event, Event)]
    assert kinds[0] is EventKind.CALLED


def test_a_call_is_believed_and_a_sunk_one_is_possible() -> None:
    before = believe(facing().view(Seat.YOUNGER))
    after = believe(facing("point SAKQJT").view(Seat.YOUNGER))
    assert held(before, "SAKQJT") < 0.06
    point = [best_key(2, int(hand)) >> 8 for hand in after.hands]
    assert min(point) == 5
    assert max(point) > 5
    sunk = sum(w for length, w in zip(point, after.weights.tolist(), strict=True) if length > 5)
    assert 0 < sunk < 0.02
    face = believe(facing("point SAKQJT").view(Seat.YOUNGER), soft=False)
    assert {best_key(2, int(hand)) >> 8 for hand in face.hands} == {5}


def test_good_means_less_and_not_good_more() -> None:
    good = believe(facing("point SAKQJT", "good").view(Seat.ELDER), soft=False)
    assert max(best_key(2, int(hand)) >> 8 for hand in good.hands) == 4
    sunk = facing("point AH 9H 8H", "not good").view(Seat.ELDER)
    assert min(best_key(2, int(hand)) >> 8 for hand in believe(sunk).hands) == 4


def test_what_is_not_called_before_the_lead_is_not_held_or_was_sunk() -> None:
    lead = facing("play AS").view(Seat.YOUNGER)
    assert all(
        not keys(3, int(kept)) and not keys(4, int(kept)) for kept in believe(lead, soft=False).kept
    )
    assert ELDER.mask in believe(lead).kept


def test_where_nothing_can_be_sunk_words_are_the_whole_truth() -> None:
    position = Position.from_hands(ELDER, YOUNGER, Rules.named("digital"))
    belief = believe(position.view(Seat.YOUNGER))
    assert {tuple(keys(4, int(hand))) for hand in belief.hands} == {tuple(keys(4, ELDER.mask))}
    assert {best_key(3, int(hand)) >> 8 for hand in belief.hands} == {5}


def test_what_a_hand_that_declares_by_itself_leaves_out_it_does_not_hold() -> None:
    elder = CardSet.parse("SAQ7 HAT8 DJ87 CQT7")
    position = Position.from_hands(elder, YOUNGER, Rules.named("digital"))
    for kept in believe(position.view(Seat.YOUNGER)).kept:
        assert not keys(3, int(kept))
        assert not keys(4, int(kept))
    counted = say(position, "play AS").view(Seat.ELDER)
    belief = believe(counted)
    assert {tuple(keys(4, int(kept))) for kept in belief.kept} == {tuple(keys(4, YOUNGER.mask))}
    assert {tuple(key >> 8 for key in keys(3, int(kept))) for kept in belief.kept} == {(3,)}


def test_words_that_no_world_bears_out_are_left_out_and_that_is_said() -> None:
    view = facing("point SAKQJT", "good").view(Seat.YOUNGER)
    # As a person may type it: elder called a point of eight, and younger holds two spades.
    events = tuple(
        event._replace(number=8) if event.kind is EventKind.CALLED else event
        for event in view.events
    )
    events = (*events, *_shown(view, "SAKQ HA"))
    wrong = View(
        view.seat, view.rules, view.standing, view.phase, view.to_move, events, view.legal_actions
    )
    belief = believe(wrong)
    assert not belief.fits
    assert len(belief) == belief.possible == comb(16, 8)
    assert abs(float(belief.weights.sum()) - 1) < 1e-9
    assert not believe(wrong, soft=False).fits
    assert belief.steps[-1].worlds == comb(16, 8)


def _shown(view: View, cards: str) -> tuple[Event, ...]:
    mask = CardSet.parse(cards).mask
    return (Event(EventKind.SHOWN, view.seat.other, 2, 4, cards=mask),)


# --- nothing hidden, the same everywhere ----------------------------------------------------------


def test_hidden_cards_change_nothing() -> None:
    deal = Deal.random("hidden")
    for seat in Seat:
        mine = deal.elder if seat is Seat.ELDER else deal.younger
        rng = random.Random(str(seat))
        seen = set()
        for _ in range(20):
            rest = list(CardSet.ALL - mine)
            rng.shuffle(rest)
            other, talon = CardSet.of(*rest[:12]), tuple(rest[12:])
            hands = (mine, other) if seat is Seat.ELDER else (other, mine)
            position = Position(Deal(*hands, talon), RUBICON)
            if seat is Seat.YOUNGER:
                position = position.after(Action.exchange(CardSet.of(*rest[:5])))
            view = position.view(seat)
            belief = believe(view)
            seen.add((bytes(view), belief.hands.tobytes(), belief.weights.tobytes()))
        assert len(seen) == 1


def test_the_belief_is_the_same_whatever_was_asked_before() -> None:
    caches = (
        likelihood.base,
        likelihood.heard,
        likelihood._features,
        likelihood._replied,
    )
    positions = selfplay("club", RUBICON, "again", 3)
    once = [believe(position.view(Seat.YOUNGER)).weights.tobytes() for position in positions]
    for place in range(len(positions) - 1, -1, -1):
        again = believe(positions[place].view(Seat.YOUNGER)).weights.tobytes()
        assert again == once[place]
    for place in range(len(positions) - 1, -1, -1):
        for cache in caches:
            cache.cache_clear()
        again = believe(positions[place].view(Seat.YOUNGER)).weights.tobytes()
        assert again == once[place]


HEARD = """exchange KH JH 7H QD TD, exchange 7S TH 9H, point KS QS JS TS 9S 8S, good,
sequence KS QS JS TS 9S 8S, good, set QS QH QC, not good, play 8S, set AS AH AC, play AS, play AC,
play 8C, play AH, play QH"""


def test_figures_that_hold_on_every_machine() -> None:
    """Of one deal written out, so that they change with the belief alone."""
    position = say(Position(Deal.random("letter"), RUBICON), *HEARD.replace("\n", " ").split(", "))
    told = [believe(position.view(seat)) for seat in Seat]
    sums = [
        mix(*belief.weights.view(np.uint64).tolist(), *belief.hands.tolist()) for belief in told
    ]
    assert [hex(each) for each in sums] == FROZEN


FROZEN = ["0xf2728555273af94a", "0x1a7eca9b5304e228"]


def test_nothing_in_the_cache_can_be_spoilt_by_a_caller() -> None:
    view = after_exchange(RUBICON, 5, 3).view(Seat.ELDER)
    belief = believe(view)
    before = belief.weights.tobytes()
    belief.hands[:] = 0
    belief.weights[:] = 0
    for part in belief.parts:
        part[:] = 0
    assert believe(view).weights.tobytes() == before


# --- how it bears out -----------------------------------------------------------------------------


def tally(level: str, decisions: int) -> Tally:
    found = Tally()
    for view, hand in islice(played(level, RUBICON, f"bears out {level}"), decisions):
        found.add(view, hand)
    return found


@pytest.mark.parametrize(
    ("level", "decisions"),
    [("club", 5000 if FULL else 300), ("master", 5000 if FULL else 100)],
)
def test_cards_are_held_as_often_as_is_believed_and_the_truth_is_likelier(
    level: str, decisions: int
) -> None:
    """Cards believed to be held in 20 to 30 of 100 are, and so in each ten."""
    found = tally(level, decisions)
    print(found)
    tens = [ten for ten in range(10) if found.cards[ten] >= 50]
    assert len(tens) == 10 or not FULL
    assert len(tens) > 4
    for ten in tens:
        held = float(found.held[ten]) / found.cards[ten]
        # The cards of one deal go together: of few decisions a share is off by its chance error.
        slack = 0 if FULL else 2.5 * (held * (1 - held) / found.cards[ten]) ** 0.5
        assert ten / 10 - slack <= held <= (ten + 1) / 10 + slack, (ten, held)
        assert abs(held - found.expected[ten] / found.cards[ten]) < 0.04 + slack, (ten, held)
    alone, words, exchange, replies = found.losses
    assert words < alone - 0.5 * found.count
    assert exchange < words - 0.2 * found.count
    assert replies < exchange
