"""One's own luck against what is to be expected: what was dealt, over the parties kept here."""

from __future__ import annotations

import asyncio
from math import sqrt

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.base import Person, PiquetError, Seat
from piquet.cards import CardSet, Rank
from piquet.combinations import blank
from piquet.table.ledger import Ledger
from piquet.table.protocol import Message
from piquet.table.rooms import Rooms
from piquet.table.service import HOLDER, Service
from piquet.table.store import Lost
from piquet.table.web import Gate, told

__all__ = ["Figure", "LuckTold", "figures", "routes"]

_LATEST = 60  # parties that are looked at
_CARDS, _HAND = 32, 12
_BLANK = 1 / 1792.4  # C(20, 12) / C(32, 12)


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
    """Return what dealt hands show: how often one was elder, aces, court cards, cartes blanches.

    >>> [(one.name, one.expected) for one in figures([(Seat.ELDER, CardSet.parse("SAKQJ H7"))])]
    [('elder', 0.5), ('aces', 1.5), ('courts', 4.5), ('blanks', 0.0006)]
    """
    number = len(hands)
    found = []
    for name, expected, counted, variance in (
        ("elder", 0.5, [seat is Seat.ELDER for seat, _ in hands], 0.25),
        ("aces", 4 * _HAND / _CARDS, [_of(hand, {Rank.ACE}) for _, hand in hands], _spread(4)),
        ("courts", 12 * _HAND / _CARDS, [_of(hand, _COURTS) for _, hand in hands], _spread(12)),
        ("blanks", _BLANK, [blank(hand.mask) for _, hand in hands], _BLANK * (1 - _BLANK)),
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
