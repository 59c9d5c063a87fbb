"""Laws that hold in every deal, whatever is dealt, said and played."""

import pickle
import random
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st
from walk import random_deal, random_rules, random_standing, walk

from piquet.actions import Action, Kind, LegalActions, Subsets
from piquet.base import Seat
from piquet.cards import CARDS, Card, CardSet
from piquet.combinations import SETS, best_key
from piquet.dealing import Deal
from piquet.position import Position
from piquet.reckoning import totals

seeds = st.integers(0, 2**32)
suit_orders = st.permutations(range(4))


def start(seed):
    rng = random.Random(seed)
    rules = random_rules(rng)
    return Position(random_deal(rng), rules, random_standing(rng, rules)), rng


def in_other_suits(mask, order):
    return sum((mask >> 8 * suit & 255) << 8 * order[suit] for suit in range(4))


def translate(action, order):
    if action.cards:
        return Action(action.kind, in_other_suits(action.payload, order))
    if action.kind is Kind.NAME_SUIT:
        return Action(action.kind, order[action.number - 1] + 1)
    return action


@given(seeds, suit_orders)
def test_exchanging_suits_changes_nothing_but_names(seed, order):
    position, rng = start(seed)
    deal = position.deal
    talon = (in_other_suits(card.mask, order).bit_length() - 1 for card in deal.talon)
    hands = (CardSet(in_other_suits(hand.mask, order)) for hand in (deal.elder, deal.younger))
    other = Position(Deal(*hands, tuple(map(Card, talon))), position.rules, position.standing)
    for action, after in walk(position, rng):
        other = other.after(translate(action, order))
        assert (other.phase, other.to_move) == (after.phase, after.to_move)
        assert other.awards == after.awards
        assert len(other.legal_actions) == len(after.legal_actions)
        for each in islice(after.legal_actions, 40):
            assert translate(each, order) in other.legal_actions
        position = after
    assert other.outcome == position.outcome


@given(seeds)
def test_awards_add_up_to_the_scores_at_every_step(seed):
    position, rng = start(seed)
    for _, after in walk(position, rng):
        assert totals(after.awards) == after.scores
        assert tuple(award for event in after.events for award in event.awards) == after.awards
        assert all(award.points for award in after.awards)
        for seat in Seat:
            assert after.view(seat).awards == after.awards
            assert after.view(seat).scores == after.scores


@given(seeds)
def test_a_position_is_not_changed_by_what_follows_it(seed):
    position, rng = start(seed)
    kept = [(position, content(position))]
    kept += [(after, content(after)) for _, after in walk(position, rng) if rng.random() < 0.2]
    for step, before in kept:
        for action in islice(step.legal_actions, 20):
            step.after(action)
        assert content(step) == before


def content(position):
    return repr(sorted(vars(position._state).items()))


@given(st.permutations(CARDS))
def test_two_hands_never_tie_in_sets(pack):
    elder, younger = (CardSet.of(*hand).mask for hand in (pack[:12], pack[12:24]))
    mine, hers = best_key(SETS, elder), best_key(SETS, younger)
    assert mine != hers or mine == 0


@given(seeds)
def test_legal_actions_are_one_list_however_they_are_asked(seed):
    position, rng = start(seed)
    for _, after in walk(position, rng):
        check_list(position.legal_actions, rng)
        position = after
    assert len(position.legal_actions) == 0
    assert not position.legal_actions


def check_list(legal, rng):
    size = len(legal)
    assert size > 0
    assert bool(legal)
    listed = list(legal) if size < 300 or rng.random() < 0.05 else None
    for _ in range(5):
        place = rng.randrange(size)
        action = legal[place]
        assert action in legal
        assert legal[place - size] == action
        assert listed is None or listed[place] == action
        assert Action.from_int(int(action)) == action == Action.parse(str(action))
        assert action.kind in legal.kinds
        assert action in legal.of(action.kind)
        assert action not in LegalActions()
    assert [each.kind for each in legal[:3]] == [legal[n].kind for n in range(min(3, size))]
    for wrong in (size, -size - 1):
        try:
            legal[wrong]
        except IndexError:
            continue
        raise AssertionError(f"place {wrong} of {size}")
    if listed is not None:
        assert len(listed) == size
        assert len(set(listed)) == size
        assert sum(len(legal.of(kind)) for kind in legal.kinds) == size


@given(st.integers(1, 2**32 - 1), st.integers(0, 3), st.integers(0, 5))
def test_parts_of_cards_are_listed_once_each(mask, fewest, more):
    mask &= 0x00FF0F0F
    parts = Subsets(mask, fewest, fewest + more)
    listed = list(parts)
    assert len(listed) == len(parts) == len(set(listed))
    assert [parts[place] for place in range(0, len(parts), 7)] == listed[::7]
    assert all(part in parts for part in listed[::5])
    assert mask << 1 & ~mask not in parts or mask == 0


@given(seeds)
def test_actions_and_events_survive_pickling(seed):
    position, rng = start(seed)
    for action, after in islice(walk(position, rng), 12):
        assert pickle.loads(pickle.dumps(action)) == action
        assert pickle.loads(pickle.dumps(after.events)) == after.events
