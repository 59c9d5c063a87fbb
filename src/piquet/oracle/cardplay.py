"""Leading and following: what each suit does to the play is looked up, and the best is done."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.oracle.memory import Memory, suit_of
from piquet.oracle.weights import Weights, suit_number
from piquet.reckoning import THIRTY

__all__ = ["choose_card"]

_SHIFTS = (0, 8, 16, 24)
_MOST_TRICKS = 7  # more than the other can have


def choose_card(memory: Memory, cards: Sequence[int], weights: Weights) -> int:
    """Return the mask of the card to play, out of the masks of those that may be played.

    >>> from piquet.base import Seat
    >>> from piquet.cards import CardSet
    >>> from piquet.oracle.memory import remember
    >>> from piquet.oracle.weights import CLUB
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> hands = CardSet.parse("SKQJT9 HA DAK CAKQ7"), CardSet.parse("SA87 HKQJ DQJT CJT9")
    >>> view = Position.from_hands(*hands, Rules.named("digital")).view(Seat.ELDER)
    >>> print(CardSet(choose_card(remember(view), [card.mask for card in hands[0]], CLUB)))
    AC
    """
    if len(cards) == 1:
        return cards[0]
    if not memory.led:
        return _lead(memory, cards, weights)
    suit = suit_of(memory.led)
    if not memory.hand & suit:
        return _throw(memory, weights)
    takers = [card for card in cards if card > memory.led]
    if not takers:
        return min(cards)
    return min(takers) if weights.careful else max(takers)


def _lead(memory: Memory, cards: Sequence[int], weights: Weights) -> int:
    """Cash a winner where it is better or makes something certain, else clear a suit.

    Certain are the seventh trick, the thirtieth point of a pique, and all tricks that are left.

    Of equal leads the last suit's is chosen.
    """
    playable, plays = sum(cards), weights.plays
    suits = [
        plays[suit_number(memory.hand >> shift & 255, memory.maybe >> shift & 255)]
        for shift in _SHIFTS
    ]
    own = [
        (play, shift) for play, shift in zip(suits, _SHIFTS, strict=True) if playable >> shift & 255
    ]
    win, winner = max((play.win[0], shift + play.win[1]) for play, shift in own)
    lose, loser = max((play.lose[0], shift + play.lose[1]) for play, shift in own)
    sure = sum(play.sure for play in suits)
    cards_certain = memory.mine < _MOST_TRICKS <= memory.mine + sure
    alive = memory.elder and not memory.against
    pique_certain = alive and memory.points < THIRTY <= memory.points + sure
    better = sum(play.tempo for play in suits) + win >= lose
    cash = better or cards_certain or pique_certain or sure == memory.hand.bit_count()
    return 1 << (winner if cash else loser)


def _throw(memory: Memory, weights: Weights) -> int:
    """Throw the lowest card of the suit that loses least by it."""
    found, plays = [], weights.plays
    for shift in _SHIFTS:
        held = memory.hand >> shift & 255
        if held:
            value, rank = plays[suit_number(held, memory.maybe >> shift & 255)].throw
            found.append((value, shift + rank))
    return 1 << max(found)[1]
