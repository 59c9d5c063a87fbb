"""What a simple player remembers: his cards, what the other may hold, and what he surely holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piquet.actions import Category, Event, EventKind
from piquet.base import Seat
from piquet.combinations import point_key
from piquet.view import View

__all__ = ["Memory", "remember", "suit_of"]

_ALL = 0xFFFFFFFF
_SUITS = (0, 8, 16, 24)
_POINT, _SEQUENCES, _SETS = map(int, (Category.POINT, Category.SEQUENCES, Category.SETS))


class Memory(NamedTuple):
    """Masks and counts of one moment, all that the rules of play need.

    ``maybe`` are the cards that the other side may hold, ``sure`` those of them that he must hold,
    ``number`` how many he holds; ``unseen`` are the cards never seen, from which fresh ones come;
    ``led`` is the card to be followed (0: none).  ``mine`` and ``other`` count the tricks of both
    sides, ``points`` and ``against`` are what they have scored in this deal.
    """

    hand: int
    maybe: int
    sure: int
    number: int
    unseen: int
    led: int
    mine: int
    other: int
    points: int
    against: int
    elder: bool


def remember(view: View) -> Memory:
    """Return what a seat remembers, from the events it saw.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> memory = remember(Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER))
    >>> memory.hand.bit_count(), memory.maybe.bit_count(), memory.number
    (12, 20, 12)
    """
    me = view.seat
    mine = gone = thrown = played = his = shown = led = void = rest = drawn = 0
    tricks = [0, 0]
    points = [0, 0]
    told: list[Event] = []
    for event in view.events:
        kind, cards = event.kind, event.cards or 0
        for award in event.awards:
            points[award.seat] += award.points
        if kind is EventKind.PLAYED:
            if event.seat is me:
                played |= cards
            else:
                his |= cards
            if not led:
                led = cards
                continue
            suit = suit_of(led)
            if not cards & suit and event.seat is not me:
                void |= suit
            takes = cards & suit and cards > led
            tricks[event.seat if takes else event.seat.other] += 1
            led = 0
        elif event.seat is me and kind in (EventKind.DEALT, EventKind.DREW):
            mine |= cards
        elif event.seat is me and kind is EventKind.DISCARDED:
            thrown |= cards
        elif kind is EventKind.LOOKED_AT_REST:
            rest |= cards
        elif kind is EventKind.LEFT_SEEN:
            gone |= cards
        elif kind is EventKind.DREW:
            drawn = event.number
        elif event.seat is not me and kind in _TOLD:
            told.append(event)
            if kind is not EventKind.BLANCHE_SHOWN:
                shown |= cards
    if drawn >= rest.bit_count():
        # Elder saw them; they were the first that younger drew.
        shown |= rest
    unseen = _ALL & ~(mine | gone | his)
    maybe = unseen & ~void
    unseen &= ~rest
    number = 12 - his.bit_count()
    sure = (shown | _told(told, maybe | his, view.rules.point_call == "value")) & maybe & ~his
    if sure.bit_count() == number:
        maybe = sure
    elif maybe.bit_count() == number:
        sure = maybe
    hand = mine & ~thrown & ~played
    return Memory(
        hand=hand,
        maybe=maybe,
        sure=sure,
        number=number,
        unseen=unseen,
        led=led,
        mine=tricks[me],
        other=tricks[me.other],
        points=points[me],
        against=points[me.other],
        elder=me is Seat.ELDER,
    )


_TOLD = (
    EventKind.BLANCHE_SHOWN,
    EventKind.CALLED,
    EventKind.SAID_VALUE,
    EventKind.COUNTED,
    EventKind.SHOWN,
)


def suit_of(card: int) -> int:
    """Return the mask of the suit of a card, given as a mask.

    >>> hex(suit_of(1 << 14))  # the king of hearts
    '0xff00'
    """
    return 255 << ((card.bit_length() - 1) & 24)


def _told(told: list[Event], could: int, aloud: bool) -> int:
    """Return the cards that what the other side has told leaves no doubt about.

    ``could`` are the cards it could have held; ``aloud``: a call names value or rank at once.
    """
    sure = 0
    length = [0, 0, 0, 0, 0]
    value = [0, 0, 0, 0, 0]
    for event in told:
        category = event.category
        if event.kind is EventKind.SHOWN or category < _POINT:
            continue
        if category == _SETS:
            spoken = event.spoken
            for count, rank in zip(spoken[::2], spoken[1::2], strict=False):
                held = could & 0x01010101 << rank
                sure |= held if held.bit_count() == count else 0
        elif event.kind is EventKind.SAID_VALUE:
            length[category], value[category] = event.number, event.spoken[0]
        elif event.kind is EventKind.COUNTED and event.seat is Seat.YOUNGER:
            length[category] = event.spoken[0] if event.spoken else 0
        elif event.kind is EventKind.CALLED:
            length[category] = event.number
            value[category] = event.spoken[0] if aloud else 0
    if length[_POINT]:
        sure |= _common(_points(could, length[_POINT], value[_POINT]))
    if value[_SEQUENCES]:
        sure |= _common(_runs(could, length[_SEQUENCES], value[_SEQUENCES]))
    return sure


def _common(masks: Iterator[int]) -> int:
    """Return the cards that all the masks hold, none where there is no mask."""
    common = _ALL
    for mask in masks:
        common &= mask
    return 0 if common == _ALL else common


def _points(could: int, length: int, value: int) -> Iterator[int]:
    """Yield the cards of one suit that make a point of this length, and value where it is known."""
    for shift in _SUITS:
        suit = could & 255 << shift
        if suit.bit_count() < length:
            continue
        if not value:
            spare = suit.bit_count() > length
            yield 0 if spare else suit
            continue
        part = suit
        while part:
            if part.bit_count() == length and point_key(part) & 255 == value:
                yield part
            part = (part - 1) & suit


def _runs(could: int, length: int, top: int) -> Iterator[int]:
    """Yield the runs of this length and top rank that he could hold."""
    run = ((1 << length) - 1) << (top - length + 1)
    for shift in _SUITS:
        if not run << shift & ~could:
            yield run << shift
