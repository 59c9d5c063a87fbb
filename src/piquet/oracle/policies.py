"""The rule policies: how a simple player claims, exchanges, calls, answers, counts and plays.

Each is a function of what one seat saw, in integers and without chance but for slips, which a small
hash of the seed, the number of events and the hand decides; so other cores can reckon the same.
"""

from __future__ import annotations

from piquet.actions import Action, Kind, LegalActions
from piquet.base import Seat
from piquet.oracle.cardplay import choose_card
from piquet.oracle.discards import discards
from piquet.oracle.memory import Memory, remember
from piquet.oracle.weights import Weights
from piquet.view import View

__all__ = ["decide", "mix"]

_WORD = (1 << 64) - 1
_ANSWERS = (Kind.NOT_GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.GOOD)
_CALLS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)


def mix(*words: int) -> int:
    """Return 64 well-mixed bits of some numbers, each in turn put through splitmix64.

    >>> hex(mix(0)), mix(1, 2) != mix(2, 1)
    ('0xe220a8397b1dcdaf', True)

    Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014).
    """
    state = 0
    for word in words:
        state = ((state ^ word) + 0x9E3779B97F4A7C15) & _WORD
        state = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        state = ((state ^ state >> 27) * 0x94D049BB133111EB) & _WORD
        state ^= state >> 31
    return state


def decide(view: View, weights: Weights, seed: int = 0) -> Action:
    """Return what a rule player does, for the seat to move.

    >>> from piquet.dealing import Deal
    >>> from piquet.oracle.weights import CLUB
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> start = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> print(decide(start.view(Seat.ELDER), CLUB))
    exchange KH JH 7H QD TD
    """
    legal = view.legal_actions
    kinds = legal.kinds
    first = kinds[0]
    if first in (Kind.CARTE_BLANCHE, Kind.SET_ASIDE, Kind.EXCHANGE):
        return _exchange(view, legal, weights, seed)
    if first in _ANSWERS:
        return _answer(kinds)
    if first is Kind.SAY or first in _CALLS:
        # The first is the truth, all of it, and the best.
        return legal[0]
    if Kind.LOOK in kinds:
        return Action.LOOK
    if Kind.PLAY not in kinds:
        return Action.PASS
    memory = remember(view, weights.forgets)
    if Kind.CONCEDE in kinds and weights.concede and _hopeless(view, memory):
        return Action.CONCEDE
    return _play(legal, memory, view, weights, seed)


def _slips(memory: Memory, view: View, weights: Weights, seed: int) -> int:
    """Return 0 where the player minds the game, else the number that leads him astray."""
    if not weights.slip:
        return 0
    number = mix(seed ^ (len(view.events) << 32 | memory.hand))
    return number // 100 + 1 if number % 100 < weights.slip else 0


def _exchange(view: View, legal: LegalActions, weights: Weights, seed: int) -> Action:
    memory = remember(view, weights.forgets)
    kind = legal.kinds[0]
    if kind is Kind.CARTE_BLANCHE:
        numbers = legal.of(kind)
        if len(numbers) == 1:
            return numbers[0]
        fewest, most = numbers[0].number, numbers[-1].number
    else:
        fewest, most = legal[0].payload.bit_count(), legal[-1].payload.bit_count()
    table = weights.exchange[view.seat]
    thrown = discards(memory.hand, fewest, most, table)
    if kind is Kind.CARTE_BLANCHE:
        return Action(kind, thrown.bit_count())
    astray = _slips(memory, view, weights, seed)
    if astray and thrown:
        thrown = _another(thrown, memory.hand, astray)
    return Action(kind, thrown)


def _another(thrown: int, hand: int, astray: int) -> int:
    """Return the discard with its lowest card kept, and another thrown in its place."""
    others = [1 << place for place in range(32) if (hand & ~thrown) >> place & 1]
    return (thrown & (thrown - 1)) | others[astray % len(others)]


def _answer(kinds: tuple[Kind, ...]) -> Action:
    """Answer truly: the best that the cards bear out."""
    for kind in _ANSWERS:
        if kind in kinds:
            return Action(kind)
    raise AssertionError(kinds)


def _hopeless(view: View, memory: Memory) -> bool:
    """Tell whether even every trick left would save neither the rubicon nor the partie."""
    seat, rules, standing = view.seat, view.rules, view.standing
    left = memory.hand.bit_count() + (1 if memory.led else 0)
    best = standing.scores[seat] + view.scores[seat] + 2 * left + 1
    best += 30 if seat is Seat.ELDER else 0
    best += rules.capot_points if not memory.other else rules.cards_points
    other = standing.scores[seat.other] + view.scores[seat.other]
    return best < rules.rubicon_at and best < other


def _play(legal: LegalActions, memory: Memory, view: View, weights: Weights, seed: int) -> Action:
    cards = [action.payload for action in legal.of(Kind.PLAY)]
    astray = _slips(memory, view, weights, seed)
    card = cards[astray % len(cards)] if astray else choose_card(memory, cards, weights)
    return Action(Kind.PLAY, card)
