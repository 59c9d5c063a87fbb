"""What is not legal is refused, in a sentence, and changes nothing.

At thousands of positions of random deals everything imaginable is tried: every card, sampled
discards, calls of what is held and of what is not, answers, wrong numbers, words of another stage.
Whether an action is legal is asked of the second scorer, so that nothing is refused or accepted
only because the engine says so.  ``PIQUET_FULL=1``: 10,000 positions and 1,000,000 illegal actions.
"""

import os
import random
from collections import Counter

import pytest
from test_scorer import table_for
from walk import CALLS, random_deal, random_rules, random_standing, walk

from piquet.actions import Action, Kind
from piquet.base import Illegal
from piquet.cards import CardSet
from piquet.combinations import callable_masks
from piquet.phases import declaring, exchanging, playing
from piquet.position import Position
from piquet.rules import Rules

FULL = os.environ.get("PIQUET_FULL") == "1"
POSITIONS = 10_000 if FULL else 500
WANTED = 1_000_000 if FULL else 50_000

ALL = 0xFFFFFFFF
ANYTHING = Rules.named("cavendish")
SUIT_MASKS = [255 << shift for shift in (0, 8, 16, 24)]
RANK_MASKS = [0x01010101 << rank for rank in range(8)]

ALWAYS = [
    *(Action(Kind.PLAY, 1 << place) for place in range(32)),
    *(Action(Kind.CARTE_BLANCHE, number) for number in range(6)),
    *(Action(Kind.NAME_SUIT, number) for number in (1, 2, 3, 4)),
    *(Action(Kind.ASK_TO_SEE, number) for number in (2, 3, 4)),
    *(Action.GOOD, Action.ASK_VALUE, Action.EQUAL, Action.NOT_GOOD, Action.LOOK),
    *(Action.SHOW_LEFT, Action.PASS, Action.CONCEDE),
    *(Action(Kind.SAY), Action(Kind.EXCHANGE), Action(Kind.SET_ASIDE)),
    *(Action(Kind.DEALER, 1), Action(Kind.PACKET, 3), Action(Kind.CUT, 1 << 9)),
]

# After these a moment comes that is not often seen.
RARE = {Kind.CARTE_BLANCHE, Kind.SET_ASIDE, Kind.NAME_SUIT, Kind.LOOK, Kind.PASS, Kind.SAY}

# Every reason there is for a refusal in a deal.
CODES = {
    *("deal_over", "not_now", "not_held", "revoke", "named_suit", "call_all_first"),
    *("answer_owed", "blank_bound", "blank_not_held", "blank_number", "exchange_announced"),
    *("exchange_number", "no_point", "no_sequence", "no_set", "answered_good"),
    *("counted_already", "called_already", "point_first", "call_one", "count_lower"),
    *("count_must_fit", "answer_not_borne_out", "say_other"),
}


def some(rng, mask, most=8):
    """Return some of the cards of a mask."""
    bits = [1 << place for place in range(32) if mask >> place & 1]
    return sum(rng.sample(bits, min(len(bits), rng.randint(1, most))))


def imagined(rng, hand):
    """Yield actions of cards: some that a hand can bear out, many that it nearly can."""
    for _ in range(8):
        kind = rng.choice((Kind.EXCHANGE, Kind.SET_ASIDE))
        yield Action(kind, some(rng, rng.choice((hand, hand, ALL))))
    for _ in range(60):
        kind = rng.choice((*CALLS, Kind.SAY))
        from_where = rng.choice((hand, hand, hand, ALL))
        if kind is Kind.SET or rng.random() < 0.1:
            shape = rng.choice(RANK_MASKS)
        else:
            shape = rng.choice(SUIT_MASKS)
        cards = from_where & shape
        luck = rng.random()
        if luck < 0.3:
            cards = some(rng, cards) if cards else 0
        elif luck < 0.5:
            low = rng.randrange(6)
            cards &= 0x01010101 * (((1 << rng.randint(3, 8)) - 1) << low & 255)
        elif luck < 0.6:
            cards |= some(rng, from_where or ALL, 4)
        elif luck < 0.65:
            cards ^= 1 << rng.randrange(32)
        if cards:
            yield Action(kind, cards)
    for category in (3, 4):
        masks = callable_masks(category, hand, ANYTHING)
        for mask in rng.sample(masks, min(2, len(masks))):
            yield Action(Kind(6 + category), mask)


def content(position):
    """Everything a position is made of."""
    return repr((position.deal, sorted(vars(position._state).items()), position.legal_actions))


def refuse(position, action):
    """Try an action that must be refused; return the code of the refusal."""
    with pytest.raises(Illegal) as caught:
        position.after(action)
    return caught.value


def reads_well(sentence):
    return (
        20 < len(sentence) < 400
        and (sentence[0].isupper() or sentence[0] in '"0123456789')
        and sentence[-1] in ".!"
        and not any(wrong in sentence for wrong in ("{", "}", "None", "Seat", "Kind.", "  ", " ,"))
    )


def attack(position, table, rng, codes):
    """Try everything at one position; return how many illegal actions were refused."""
    before = content(position)
    seat = position.to_move
    hand = position.hands[seat or 0].mask or ALL
    legal = position.legal_actions
    tried = {*ALWAYS, *imagined(rng, hand)}
    tried |= {legal[rng.randrange(len(legal))] for _ in range(3) if legal}
    refused = 0
    for action in tried:
        objection = table.objection(str(action))
        assert (action in legal) == (objection is None), (action, objection, position.rules)
        if objection is not None:
            error = refuse(position, action)
            codes[error.code] += 1
            assert reads_well(str(error)), str(error)
            refused += 1
    assert content(position) == before
    return refused


def attack_many(positions, wanted, start=0):
    codes, refused, seen = Counter(), 0, 0
    for number in range(start, start + 10 * positions):
        rng = random.Random(f"illegal {number}")
        rules = random_rules(rng)
        position = Position(random_deal(rng), rules, random_standing(rng, rules))
        table = table_for(position)
        steps = [(None, position), *walk(position, rng)]
        chosen = set(rng.sample(range(len(steps)), min(2, len(steps))))
        for step, (action, after) in enumerate(steps):
            if action is not None:
                table.hear(str(action))
            rare = (step and steps[step][0].kind in RARE) or Kind.CARTE_BLANCHE in (
                after.legal_actions.kinds
            )
            if step in chosen or rare:
                refused += attack(after, table, rng, codes)
                seen += 1
        if seen >= positions and refused >= wanted:
            break
    return codes, refused, seen


def test_no_illegal_action_is_accepted_and_none_changes_anything():
    codes, refused, seen = attack_many(POSITIONS, WANTED)
    assert seen >= POSITIONS
    assert refused >= WANTED
    assert set(codes) == CODES
    if FULL:
        print(seen, "positions,", refused, "refusals:", dict(codes.most_common()))


def any_card(state):
    """Offer every card held, whatever was led."""
    return [(Kind.PLAY, playing._bits(state.hands[state.to_move]))]


@pytest.mark.parametrize(
    ("module", "name", "weaker"),
    [
        (playing, "plays", any_card),
        (exchanging, "exchange_limits", lambda state, seat: (0, 8)),
        (declaring, "_within", lambda key, made: True),
        (playing, "bound", lambda state: False),
    ],
)
def test_a_planted_weakness_is_found(module, name, weaker, monkeypatch):
    monkeypatch.setattr(module, name, weaker)
    with pytest.raises(AssertionError):
        attack_many(2_000, 1)


def test_a_refusal_that_changes_something_is_found(monkeypatch):
    def keep(position, action):
        position._state.led = 1
        raise Illegal("deal_over", action=action)

    monkeypatch.setattr(Position, "after", keep)
    start = Position(random_deal(random.Random(1)), random_rules(random.Random(1)))
    with pytest.raises(AssertionError):
        attack(start, table_for(start), random.Random(1), Counter())


def test_every_position_refuses_what_is_no_action_of_a_deal():
    rng = random.Random(7)
    start = Position(random_deal(rng), random_rules(rng))
    for cards in (CardSet(), "play AS", 5, None):
        assert cards not in start.legal_actions
