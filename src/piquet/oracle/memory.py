"""What a simple player remembers: his cards, what may be out against him, how the deal stands."""

from __future__ import annotations

from typing import NamedTuple

from piquet.actions import EventKind
from piquet.base import Seat
from piquet.view import View

__all__ = ["Memory", "remember", "suit_of"]

_ALL = 0xFFFFFFFF
_ALL_SUITS = 0x01010101


class Memory(NamedTuple):
    """Masks and counts of one moment, all that the rules of play need.

    ``maybe`` are the cards that the other side may hold, and a simple player takes each of them to
    be there; ``led`` is the card to be followed (0: none).  ``mine`` and ``other`` count the tricks
    of both sides, ``points`` and ``against`` are what they have scored in this deal.
    """

    hand: int
    maybe: int
    led: int
    mine: int
    other: int
    points: int
    against: int
    elder: bool


def remember(view: View, forgets: int = 0) -> Memory:
    """Return what a seat remembers, from the events it saw.

    ``forgets`` is a mask of ranks: who forgets them takes such a card to be out against him after
    the other has played it, as long as the other follows suit.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> memory = remember(Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER))
    >>> memory.hand.bit_count(), memory.maybe.bit_count()
    (12, 20)
    """
    me = view.seat
    mine = gone = thrown = played = led = lacks = 0
    tricks = [0, 0]
    points = [0, 0]
    for event in view.events:
        kind, cards = event.kind, event.cards or 0
        for award in event.awards:
            points[award.seat] += award.points
        if kind is EventKind.PLAYED:
            if event.seat is me:
                played |= cards
            else:
                gone |= cards & ~(forgets * _ALL_SUITS)
            if not led:
                led = cards
                continue
            suit = suit_of(led)
            if not cards & suit and event.seat is not me:
                lacks |= suit
            takes = cards & suit and cards > led
            tricks[event.seat if takes else event.seat.other] += 1
            led = 0
        elif event.seat is me and kind in (EventKind.DEALT, EventKind.DREW):
            mine |= cards
        elif event.seat is me and kind is EventKind.DISCARDED:
            thrown |= cards
        elif kind is EventKind.LEFT_SEEN:
            gone |= cards
    return Memory(
        hand=mine & ~thrown & ~played,
        maybe=_ALL & ~(mine | gone | lacks),
        led=led,
        mine=tricks[me],
        other=tricks[me.other],
        points=points[me],
        against=points[me.other],
        elder=me is Seat.ELDER,
    )


def suit_of(card: int) -> int:
    """Return the mask of the suit of a card, given as a mask.

    >>> hex(suit_of(1 << 14))  # the king of hearts
    '0xff00'
    """
    return 255 << ((card.bit_length() - 1) & 24)
