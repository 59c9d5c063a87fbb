"""Leading and following: each card is tried, and what it leaves is weighed suit by suit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from piquet.oracle.memory import Memory, suit_of
from piquet.oracle.weights import Play, Weights

__all__ = ["choose_card"]


def choose_card(memory: Memory, cards: Sequence[int], weights: Weights) -> int:
    """Return the mask of the card to play, out of the masks of those that may be played.

    Of cards that weigh the same the lowest is played.

    >>> from piquet.base import Seat
    >>> from piquet.cards import CardSet
    >>> from piquet.oracle.memory import remember
    >>> from piquet.oracle.weights import CLUB
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> hands = CardSet.parse("SKQJT9 HA DAK CAKQ7"), CardSet.parse("SA87 HKQJ DQJT CJT9")
    >>> view = Position.from_hands(*hands, Rules.named("digital")).view(Seat.ELDER)
    >>> print(CardSet(choose_card(remember(view), [card.mask for card in hands[0]], CLUB)))
    KS
    """
    if len(cards) == 1:
        return cards[0]
    if not weights.careful:
        return _careless(memory, cards)
    weigh = _follow if memory.led else _lead
    best, choice = -(1 << 60), 0
    for card in cards:
        worth = weigh(memory, card, weights)
        if worth > best:
            best, choice = worth, card
    return choice


def _careless(memory: Memory, cards: Sequence[int]) -> int:
    """Lead the highest card of the longest suit; take with the highest, else throw the lowest."""
    if not memory.led:
        return max(cards, key=lambda card: ((memory.hand & suit_of(card)).bit_count(), card))
    suit = suit_of(memory.led)
    takers = [card for card in cards if card & suit and card > memory.led]
    if takers:
        return max(takers)
    return min(cards, key=lambda card: ((card.bit_length() - 1) & 7, card))


def _lead(memory: Memory, card: int, weights: Weights) -> int:
    """Weigh a lead: it wins, or the other side takes it as cheaply as possible."""
    suit = suit_of(card)
    his = memory.maybe & suit
    higher = his & -(card << 1)
    state = memory._replace(hand=memory.hand & ~card, points=memory.points + 1)
    lost = 0
    if higher:
        lost = 100 if higher & memory.sure else _at_least_one(memory, higher.bit_count())
    worth = 0
    if lost:
        taken = state._replace(
            maybe=memory.maybe & ~(higher & -higher),
            number=memory.number - 1,
            other=memory.other + 1,
            against=memory.against + 1,
        )
        worth += lost * _off_lead(taken, weights)
    if lost < 100:
        rest = memory.maybe & ~(higher or his & -his)
        won = state._replace(maybe=rest, number=memory.number - 1, mine=memory.mine + 1)
        worth += (100 - lost) * (weights.trick + _on_lead(won, weights))
    return worth


def _at_least_one(memory: Memory, number: int) -> int:
    """Return the chance in percent that he holds one of so many cards that he may hold."""
    places = memory.maybe.bit_count()
    elsewhere = places - memory.number
    none = 100
    for taken in range(number):
        none = none * max(elsewhere - taken, 0) // max(places - taken, 1)
    return 100 - none


def _follow(memory: Memory, card: int, weights: Weights) -> int:
    """Weigh a card that follows: it takes the trick or it does not."""
    hand = memory.hand & ~card
    if card & suit_of(memory.led) and card > memory.led:
        won = memory._replace(hand=hand, mine=memory.mine + 1, points=memory.points + 1)
        return weights.trick + _on_lead(won, weights)
    return _off_lead(memory._replace(hand=hand, other=memory.other + 1), weights)


def _on_lead(state: Memory, weights: Weights) -> int:
    worth, cash = _add_up(state, weights.lead, mine=True)
    if state.mine < 7 <= state.mine + cash:
        worth += weights.cards
    if state.mine + cash >= 12:
        worth += weights.capot
    if state.elder and not state.against and state.points < 30 <= state.points + cash:
        worth += weights.pique
    return worth


def _off_lead(state: Memory, weights: Weights) -> int:
    worth, cash = _add_up(state, weights.follow, mine=False)
    cash = min(cash, state.number)
    if state.other < 7 <= state.other + cash:
        worth -= weights.cards
    if state.other + cash >= 12:
        worth -= weights.capot
    if not state.elder and not state.points and state.against < 30 <= state.against + cash:
        worth -= weights.pique
    return worth


def _likely(state: Memory) -> int:
    """Return the cards that the other side most likely holds: what it threw were low ones."""
    likely = state.maybe
    for _ in range(likely.bit_count() - state.number):
        for rank in range(8):
            low = likely & ~state.sure & 0x01010101 << rank
            if low:
                likely ^= low & -low
                break
    return likely


def _add_up(state: Memory, play: Play, *, mine: bool) -> tuple[int, int]:
    """Return the worth of all suits, and the tricks that the side to lead can cash at once."""
    worth = cash = 0
    likely = _likely(state)
    for shift in (0, 8, 16, 24):
        hand, his = state.hand >> shift & 255, likely >> shift & 255
        sure, wins = _led_out(hand, his)
        other_sure, other_wins = _led_out(his, hand)
        guard = _guarded(hand, his)
        worth += (
            play.sure * sure
            + play.wins * wins
            + play.guard * guard
            - play.other_sure * other_sure
            - play.other_wins * other_wins
        )
        cash += sure if mine else other_sure
    return worth, cash


@cache
def _led_out(mine: int, his: int) -> tuple[int, int]:
    """Return the tricks of a suit led out from the top: those before the first loss, and all.

    The other side takes as cheaply as it can and else throws its lowest.

    >>> _led_out(0b10011000, 0b01000000)  # ace, knave and ten against the king alone
    (3, 3)
    """
    sure = wins = 0
    lost = False
    while mine:
        top = 1 << mine.bit_length() - 1
        mine ^= top
        higher = his & -(top << 1)
        if higher:
            lost = True
            his ^= higher & -higher
        else:
            wins += 1
            sure += not lost
            his &= his - 1
    return sure, wins


@cache
def _guarded(mine: int, his: int) -> int:
    """Return the tricks of a suit that the other side leads out from the top.

    >>> _guarded(0b01000001, 0b10110000), _guarded(0b01000000, 0b10110000)  # a king, guarded or not
    (1, 0)
    """
    wins = 0
    while his and mine:
        top = 1 << his.bit_length() - 1
        his ^= top
        higher = mine & -(top << 1)
        if higher:
            wins += 1
            mine ^= higher & -higher
        else:
            mine &= mine - 1
    return wins
