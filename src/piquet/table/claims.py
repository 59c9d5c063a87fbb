"""The rest are mine: granted where it holds in every world that the claimant may think possible."""

from __future__ import annotations

from piquet.actions import Action, Kind
from piquet.base import Illegal
from piquet.cards import Card, CardSet
from piquet.oracle.memory import Memory, remember, suit_of
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
    memory = remember(view)
    if view.led is None:
        stop = _stopper(memory, memory.hand)
        if stop is None:
            return _from_the_top(CardSet(memory.hand))
        raise Illegal("claim_stopped", card=card_words(stop))
    suit = suit_of(view.led.mask)
    winners = [card for card in view.hand if card.mask & suit and card.mask > view.led.mask]
    if not winners:
        raise Illegal("claim_stopped", card=card_words(view.led))
    stops = []
    for card in reversed(winners):  # the lowest that wins is missed least
        stop = _stopper(memory, memory.hand & ~card.mask)
        if stop is None:
            return [card, *_from_the_top(view.hand - CardSet(card.mask))]
        stops.append(stop)
    raise Illegal("claim_stopped", card=card_words(stops[-1]))


def _stopper(memory: Memory, hand: int) -> Card | None:
    """Return a card of the other side that may win a trick against leads from the top."""
    number = hand.bit_count()  # the other side's cards, once this trick is over
    for shift in (0, 8, 16, 24):
        suit = 255 << shift
        mine, his = hand & suit, memory.maybe & suit
        if not mine or not his:
            continue
        elsewhere = (memory.sure & ~suit).bit_count()
        most = min(his.bit_count(), number - elsewhere)
        if most < 1:
            continue
        highest = 1 << his.bit_length() - 1
        leads = sorted((bit for bit in _bits(mine)), reverse=True)
        if leads[min(len(leads), most) - 1] < highest:
            return Card(highest.bit_length() - 1)
    return None


def _bits(mask: int) -> list[int]:
    return [1 << place for place in range(32) if mask >> place & 1]


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
