"""The rest are mine: granted where it holds in every world that the claimant may think possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from piquet import kernel
from piquet.actions import Action, Kind
from piquet.base import Illegal
from piquet.cards import Card, CardSet
from piquet.oracle.belief import believe
from piquet.oracle.memory import remember, suit_of
from piquet.position import Position
from piquet.table.offers import card_words
from piquet.view import Phase, View

__all__ = ["claim", "may_claim", "played_out"]


def may_claim(view: View) -> bool:
    """Tell whether it is a moment at which the rest may be claimed at all."""
    return (
        view.phase is Phase.PLAY
        and view.to_move is view.seat
        and len(view.hand) > 1
        and bool(view.legal_actions.of(Kind.PLAY))
    )


def claim(view: View) -> list[Card]:
    """Return the cards of the claimant in an order in which all of them win.

    Nobody has to guess: suits are led from the top, and the other side holds on to its best card of
    each for as long as it can.  So a suit is safe where, of as many cards as it may hold of it, the
    one led last still beats the highest that it may hold.

    Raises Illegal: ``claim_now`` where the rest cannot be claimed, ``claim_stopped`` with the card
    that may stop it.
    """
    if not may_claim(view):
        raise Illegal("claim_now")
    worlds = _worlds(view)
    hand = view.hand.mask
    if view.led is None:
        stop = _stopper(worlds, hand)
        if stop is None:
            return _from_the_top(view.hand)
        raise Illegal("claim_stopped", card=card_words(stop))
    suit = suit_of(view.led.mask)
    winners = [card for card in view.hand if card.mask & suit and card.mask > view.led.mask]
    if not winners:
        raise Illegal("claim_stopped", card=card_words(view.led))
    stops = []
    for card in reversed(winners):  # the lowest that wins is missed least
        stop = _stopper(worlds, hand & ~card.mask)
        if stop is None:
            return [card, *_from_the_top(view.hand - CardSet(card.mask))]
        stops.append(stop)
    raise Illegal("claim_stopped", card=card_words(stops[-1]))


def _worlds(view: View) -> list[int]:
    """Return every hand the other side may hold; without the core one hand of all it may hold."""
    if not kernel.available():
        return [remember(view).maybe]
    hands: list[int] = believe(view).hands.tolist()
    return hands


def _stopper(worlds: Iterable[int], hand: int) -> Card | None:
    """Return a card of the other side that may win a trick against leads from the top."""
    found = 0
    for world in worlds:
        for shift in (0, 8, 16, 24):
            mine, his = hand >> shift & 255, world >> shift & 255
            if mine and his and _stops(mine, his):
                found = max(found, 1 << shift + his.bit_length() - 1)
    return Card(found.bit_length() - 1) if found else None


@cache
def _stops(mine: int, his: int) -> bool:
    """Tell whether the highest of his cards of a suit outlives what leads from the top it beats.

    >>> _stops(0b11100000, 0b00010001), _stops(0b10100000, 0b01000001)  # A K Q; A Q against K 7
    (False, True)
    """
    leads = sorted(_bits(mine), reverse=True)
    return leads[min(len(leads), his.bit_count()) - 1] < 1 << his.bit_length() - 1


def _bits(mask: int) -> list[int]:
    return [1 << place for place in range(8) if mask >> place & 1]


def _from_the_top(cards: CardSet) -> list[Card]:
    return list(cards)  # by suit, the highest first


def played_out(position: Position, order: list[Card]) -> list[Action]:
    """Return the actions that play a granted claim out: the order, and the lowest cards under it.

    ``position`` is one in which the claimant is to move.
    """
    claimant = position.to_move
    made: list[Action] = []
    waiting = list(order)
    while position.outcome is None:
        plays = position.legal_actions.of(Kind.PLAY)
        if position.to_move is claimant:
            action = Action.play(waiting.pop(0))
        else:
            action = min(plays, key=lambda play: (play.card.rank, play.card.suit))
        made.append(action)
        position = position.after(action)
    return made
