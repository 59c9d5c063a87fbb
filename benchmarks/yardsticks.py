"""Public players as their descriptions have them, written anew, to measure the strong levels by.

L4 and L5 are the two upper levels of a public program that describes how they play; Pyquet is an
older one; C joins Pyquet's discards to L5's play and is the best that we know of in public.  They
are written from descriptions in words, so figures against them are figures against what is written
here.  All are shown views alone, like every player, call everything, answer truly and sink nothing.
"""

from __future__ import annotations

from itertools import groupby

import numpy as np

from piquet.actions import Action, Category, Kind
from piquet.base import Seat
from piquet.cards import CardSet  # noqa: F401, of the examples
from piquet.combinations import point_key
from piquet.oracle.belief import believe
from piquet.oracle.exact import spoken
from piquet.oracle.memory import Memory, remember, suit_of
from piquet.oracle.play import Cards
from piquet.oracle.policies import mix
from piquet.oracle.stakes import Stakes
from piquet.view import View

__all__ = ["L4", "L5", "YARDSTICKS", "C", "Pyquet"]

_SUITS = tuple(255 << shift for shift in (0, 8, 16, 24))
_RANKS = tuple(0x01010101 << rank for rank in range(8))
_TEN, _KNAVE, _QUEEN, _KING, _ACE = 3, 4, 5, 6, 7
_UNGUARDING = 1.5  # rank steps that it costs to leave an honour bare
_WORLDS = 30
_SEARCHED = 8  # cards in hand from which on L5 looks at worlds


def cards_of(mask: int) -> list[int]:
    """Return the cards of a hand as masks of one card, from the lowest bit up.

    >>> cards_of(0b101)
    [1, 4]
    """
    return [1 << place for place in range(32) if mask >> place & 1]


def rank_of(card: int) -> int:
    """Return the rank of a card, from 0 for the seven to 7 for the ace.

    >>> rank_of(1 << 15)
    7
    """
    return (card.bit_length() - 1) & 7


class L4:
    """A rule player: the most cards always exchanged, everything called, winners led first."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def act(self, view: View) -> Action:
        """Return one of ``view.legal_actions``."""
        legal = view.legal_actions
        kind = legal.kinds[0]
        if kind in (Kind.CARTE_BLANCHE, Kind.SET_ASIDE, Kind.EXCHANGE):
            if kind is Kind.CARTE_BLANCHE:
                numbers = [action.number for action in legal.of(kind)]
                return Action(kind, max(numbers))
            fewest, most = legal[0].payload.bit_count(), legal[-1].payload.bit_count()
            return Action(kind, self.discards(view.dealt.mask, view.seat, fewest, most))
        said = spoken(view, legal.kinds)
        return Action(Kind.PLAY, self.card(view)) if said is None else said

    def discards(self, hand: int, seat: Seat, fewest: int, most: int) -> int:
        """Return the cards to throw: as many as may be, the least worth keeping."""
        ordered = sorted(cards_of(hand), key=lambda card: worth_keeping(hand, card))
        return sum(ordered[:most])

    def card(self, view: View) -> int:
        """Return the card to lead or to play."""
        cards = [action.payload for action in view.legal_actions.of(Kind.PLAY)]
        memory = remember(view)
        return self.lead(view, memory, cards) if not memory.led else follow(memory, cards)

    def lead(self, view: View, memory: Memory, cards: list[int]) -> int:
        """Lead the suit with most winners, then one that was not shown for point, the longest."""
        shown = shown_point(view)

        def key(suit: int) -> tuple[int, bool, int]:
            held = memory.hand & suit
            return winners(held, memory.maybe & suit), not shown & suit, held.bit_count()

        suits = [suit for suit in _SUITS if any(card & suit for card in cards)]
        return max(card for card in cards if card & max(suits, key=key))


class L5(L4):
    """L4 until eight cards are left, then the best average over 30 hands that fit, each solved."""

    def card(self, view: View) -> int:
        """Return the card to lead or to play."""
        if len(view.hand) > _SEARCHED:
            return super().card(view)
        hands, kept = self._worlds(view)
        choice = Cards(view, Stakes(view.rules, view.seat, "points"), hands, kept, pique=False)
        return choice.cards[int(choice.worth().mean(axis=0).argmax())]

    def _worlds(self, view: View) -> tuple[np.ndarray, np.ndarray]:
        """Return what the other side may hold: all of it, or 30 hands drawn by lot."""
        belief = believe(view, soft=False, seed=self._seed)
        hands, kept = belief.hands, belief.kept
        if len(hands) > _WORLDS:
            lots = np.random.default_rng(mix(self._seed, len(view.events), view.hand.mask))
            chosen = lots.choice(len(hands), _WORLDS, replace=False)
            hands, kept = hands[chosen], kept[chosen]
        return hands, kept


class Pyquet(L4):
    """Keeps the cards that its combinations are made of; leads its longest run of sure tricks."""

    def discards(self, hand: int, seat: Seat, fewest: int, most: int) -> int:
        """Return the cards to throw; younger throws no ace, run from an ace, or guarded honour."""
        ordered = sorted(cards_of(hand), key=lambda card: (contribution(hand, card), rank_of(card)))
        if seat is Seat.YOUNGER:
            dear = from_aces(hand) | guarded(hand)
            free = [card for card in ordered if not card & dear]
            ordered = free if len(free) >= fewest else ordered[:fewest]
        return sum(ordered[:most])

    def lead(self, view: View, memory: Memory, cards: list[int]) -> int:
        """Lead the card with the longest run of sure tricks, else as L4 does."""
        runs = {
            suit: winners(memory.hand & suit, memory.maybe & suit)
            for suit in _SUITS
            if any(card & suit for card in cards)
        }
        best = max(runs, key=lambda suit: runs[suit])
        if not runs[best]:
            return super().lead(view, memory, cards)
        return max(card for card in cards if card & best)


class C(L5):
    """Pyquet's discards and L5's play."""

    discards = Pyquet.discards


YARDSTICKS = {"L4": L4, "L5": L5, "pyquet": Pyquet, "C": C}


# --- what they look at ----------------------------------------------------------------------------


def worth_keeping(hand: int, card: int) -> float:
    """Return what L4 keeps a card for.

    >>> hand = CardSet.parse("SAKQ H7").mask
    >>> ace, seven = CardSet.parse("SA").mask, CardSet.parse("H7").mask
    >>> worth_keeping(hand, ace) > worth_keeping(hand, seven)
    True
    """
    rank, suit = rank_of(card), hand & suit_of(card)
    near = sum(0 < abs(rank_of(other) - rank) <= 2 for other in cards_of(suit))
    alike = (hand & _RANKS[rank]).bit_count() if rank >= _TEN else 0
    kept = 0.5 * 1.5 * suit.bit_count() + 0.5 * (1.2 * near + 1.6 * alike) + 0.8 * rank
    return kept - (2 if rank < _TEN else 0)


_SETS = {_TEN: 0.5, _KNAVE: 0.55, _QUEEN: 0.65, _KING: 0.8, _ACE: 1.0}
_POINTS = (0, 0, 0, 0.15, 0.35, 0.65, 0.9, 1, 1)
_RUNS = (0, 0, 0, 0.5, 0.75, 0.9, 1, 1, 1)


def contribution(hand: int, card: int) -> float:
    """Return what a card adds to the combinations held, each by how likely it is good.

    A card counts its share of what the combination scores; an ace and each card that touches it
    downwards count one more, a guarded honour half a point.

    >>> hand = CardSet.parse("SAKQJT HKQ D7").mask
    >>> contribution(hand, CardSet.parse("ST").mask) > contribution(hand, CardSet.parse("HQ").mask)
    True
    """
    suit, rank = suit_of(card), rank_of(card)
    held = hand & suit
    length = held.bit_count()
    found = 0.0
    if max(point_key(hand & each) for each in _SUITS) == point_key(held):
        found += _POINTS[length]  # a point of n cards scores n: one for each
    for run in runs_of(held):
        if card in run and len(run) >= 3:
            scored = len(run) + (10 if len(run) > 4 else 0)
            found += _RUNS[len(run)] * scored / len(run)
    alike = (hand & _RANKS[rank]).bit_count()
    if rank >= _TEN and alike >= 3:
        found += _SETS[rank] * (14 if alike == 4 else 3) / alike
    found += 1.0 if card & from_aces(hand) else 0.0
    return found + (0.5 if card & guarded(hand) else 0.0)


def runs_of(held: int) -> list[list[int]]:
    """Return the cards of a suit in runs of neighbours, from the lowest up."""
    cards = cards_of(held)
    numbered = enumerate(rank_of(card) for card in cards)
    return [
        [cards[at] for at, _ in group]
        for _, group in groupby(numbered, key=lambda each: each[1] - each[0])
    ]


def from_aces(hand: int) -> int:
    """Return the aces, each with the cards that follow it downwards without a gap."""
    found = 0
    for suit in _SUITS:
        runs = runs_of(hand & suit)
        if runs and rank_of(runs[-1][-1]) == _ACE:
            found |= sum(runs[-1])
    return found


def guarded(hand: int) -> int:
    """Return the kings, queens and knaves with one, two or three lower cards of their suit."""
    found = 0
    for suit in _SUITS:
        cards = cards_of(hand & suit)
        for below, card in enumerate(cards):
            if _KNAVE <= rank_of(card) < _ACE and below >= _ACE - rank_of(card):
                found |= card
    return found


def winners(held: int, maybe: int) -> int:
    """Return how many cards of a suit nothing that the other may hold can beat."""
    return sum(card > maybe for card in cards_of(held))


def shown_point(view: View) -> int:
    """Return the cards that the other side had to show for its point."""
    said = view.calls[Category.POINT]
    cards = said.younger if view.seat is Seat.ELDER else said.elder
    return 0 if cards is None else cards.mask


def follow(memory: Memory, cards: list[int]) -> int:
    """Win as cheaply as may be, else throw the lowest, a guard at a small charge."""
    suit = suit_of(memory.led)
    winning = [card for card in cards if card & suit and card > memory.led]
    if winning:
        return min(winning)

    def cost(card: int) -> float:
        left = memory.hand & ~card
        bared = guarded(memory.hand) & left & ~guarded(left)
        return rank_of(card) + (_UNGUARDING if bared else 0)

    return min(cards, key=cost)
