"""One's own luck against what is to be expected: what was dealt, over the parties kept here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from math import comb, sqrt

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.base import Person, PiquetError, Seat
from piquet.cards import CardSet, Rank, Suit
from piquet.combinations import blank, sequences, sets
from piquet.table.ledger import Ledger
from piquet.table.protocol import Message
from piquet.table.rooms import Rooms
from piquet.table.service import HOLDER, Service
from piquet.table.store import Lost
from piquet.table.web import Gate, told

__all__ = ["Figure", "LuckTold", "figures", "routes"]

_LATEST = 60  # parties that are looked at
_CARDS, _HAND = 32, 12
_HANDS = comb(_CARDS, _HAND)
_BLANK = comb(20, 12) / _HANDS


class Figure(Message):
    """Something counted: ``seen`` of ``deals``, what is ``expected``, and the 95 % half-width."""

    name: str
    seen: float
    expected: float
    margin: float


class LuckTold(Message):
    """``GET /api/luck``: figures over so many finished deals that this server drew."""

    deals: int
    figures: list[Figure]


def figures(hands: list[tuple[Seat, CardSet]]) -> list[Figure]:
    """Return what dealt hands show: one's seat, high cards, and what there was to declare.

    >>> found = figures([(Seat.ELDER, CardSet.parse("SAKQJ H7"))])
    >>> [(one.name, one.expected) for one in found][:4]
    [('elder', 0.5), ('aces', 1.5), ('courts', 4.5), ('blanks', 0.0006)]
    >>> [(one.name, one.expected) for one in found][4:]
    [('suit', 4.4408), ('runs', 0.6439), ('sets', 0.5734)]
    """
    suit = _longest()
    runs, kinds = _runs(), _kinds()
    number = len(hands)
    found = []
    for name, expected, counted, variance in (
        ("elder", 0.5, [seat is Seat.ELDER for seat, _ in hands], 0.25),
        ("aces", 4 * _HAND / _CARDS, [_of(hand, {Rank.ACE}) for _, hand in hands], _spread(4)),
        ("courts", 12 * _HAND / _CARDS, [_of(hand, _COURTS) for _, hand in hands], _spread(12)),
        ("blanks", _BLANK, [blank(hand.mask) for _, hand in hands], _BLANK * (1 - _BLANK)),
        ("suit", suit[0], [_most(hand) for _, hand in hands], suit[1]),
        ("runs", runs, [bool(sequences(hand)) for _, hand in hands], runs * (1 - runs)),
        ("sets", kinds, [bool(sets(hand)) for _, hand in hands], kinds * (1 - kinds)),
    ):
        seen = sum(map(int, counted)) / number
        margin = 1.96 * sqrt(variance / number)
        found.append(Figure(name, round(seen, 4), round(expected, 4), round(margin, 4)))
    return found


_COURTS = {Rank.KING, Rank.QUEEN, Rank.KNAVE}


def _of(hand: CardSet, ranks: set[Rank]) -> int:
    return sum(card.rank in ranks for card in hand)


def _spread(good: int) -> float:
    """Return the variance of how many of some cards a hand of twelve holds."""
    share = good / _CARDS
    return _HAND * share * (1 - share) * (_CARDS - _HAND) / (_CARDS - 1)


def _most(hand: CardSet) -> int:
    """Return how many cards the longest suit of a hand has."""
    return max(len(hand.suit(suit)) for suit in Suit)


def _hands(*groups: Sequence[int]) -> int:
    """Return how many hands there are, given in how many ways each group gives 0, 1, 2... cards."""
    ways = [1]
    for group in groups:
        ways = [
            sum(
                ways[left] * group[size - left]
                for left in range(len(ways))
                if 0 <= size - left < len(group)
            )
            for size in range(len(ways) + len(group) - 1)
        ]
    return ways[_HAND]


@cache
def _longest() -> tuple[float, float]:
    """Return mean and variance of the length of a hand's longest suit."""
    most = [
        _hands(*[[comb(8, size) for size in range(top + 1)]] * 4) if top > 2 else 0
        for top in range(9)
    ]
    shares = [(most[top] - most[top - 1]) / _HANDS for top in range(1, 9)]
    mean = sum(top * share for top, share in enumerate(shares, 1))
    return mean, sum((top - mean) ** 2 * share for top, share in enumerate(shares, 1))


@cache
def _runs() -> float:
    """Return the share of hands with a sequence of three or more."""
    short = [0] * 9
    for suit in range(1 << 8):
        short[suit.bit_count()] += not suit & suit >> 1 & suit >> 2
    return 1 - _hands(*[short] * 4) / _HANDS


@cache
def _kinds() -> float:
    """Return the share of hands with three or four of the tens or of a higher rank."""
    return 1 - _hands([comb(12, size) for size in range(13)], *[[1, 4, 6]] * 5) / _HANDS


def _dealt(ledger: Ledger, me: Person) -> list[tuple[Seat, CardSet]]:
    """Return the hands dealt to a person in the deals that are over."""
    found = []
    if ledger.begun.source == "secret" and (ledger.over or not ledger.friendly):
        for deal in ledger.partie.finished:
            seat = Seat.YOUNGER if deal.dealer is me else Seat.ELDER
            cards = deal.position.deal
            if cards is not None:
                found.append((seat, (cards.elder, cards.younger)[seat]))
    return found


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return the route of one's luck; ``closed`` guards it."""

    def counted() -> LuckTold:
        hands: list[tuple[Seat, CardSet]] = []
        for kept in service.store.kept(HOLDER)[:_LATEST]:
            try:
                ledger = Ledger.of(service.store.load(kept.partie)[0])
            except (PiquetError, Lost):
                continue  # a damaged partie is told of where it is opened
            hands += _dealt(ledger, ledger.person(HOLDER))
        return LuckTold(len(hands), figures(hands) if hands else [])

    async def luck(request: Request) -> Response:
        return told(await asyncio.to_thread(counted))

    return [Route("/api/luck", closed(luck))]
