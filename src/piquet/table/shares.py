"""Sharing a deal by HTTP: the letters of a link, a table for whoever follows it, the comparison."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.base import Illegal, Person, Unreadable
from piquet.dealing import Deal
from piquet.position import Position
from piquet.record import Record, write
from piquet.table.answers import Begun
from piquet.table.comparing import Compared, Way, compared
from piquet.table.guard import Rate
from piquet.table.ledger import Ledger
from piquet.table.protocol import Message, Name, NewPartie, Taken
from piquet.table.rooms import Rooms
from piquet.table.service import HOLDER, Service
from piquet.table.sharing import Shared, headed, pack, played, positions, unpack
from piquet.table.store import Store
from piquet.table.web import Gate, body, peer, told
from piquet.texts import text

__all__ = ["Asked", "Compare", "HeadTold", "LinkTold", "NewShared", "link", "routes"]

Code = Annotated[str, Meta(max_length=20)]
Asked = Annotated[str, Meta(max_length=200)]
"""Letters of a link; what is wrong with them is told by what reads them."""


class LinkTold(Message):
    """``GET /api/parties/NAME/share/CODE``: the code of a finished deal, and how it was played.

    A link is ``ORIGIN/deal/CODE#p.TEXT``.
    """

    code: str
    text: str


class HeadTold(Message):
    """``GET /api/shared/CODE/HEAD``: what a link invites to, and nothing of how it was played."""

    code: str
    seat: Literal["elder", "younger"]
    rules: str
    level: str
    ready: bool
    why: str


class NewShared(Message):
    """``POST /api/shared``: play a deal that was shared, by the first letters of its link."""

    id: Name
    code: Code
    head: Asked


class Compare(Message):
    """``POST /api/parties/NAME/compare``: the letters of the link, told once the deal is over."""

    text: Asked


def _record(deal: Deal, head: Shared) -> str:
    """Return a written deal of which nothing has been played."""
    headers = (("Event", text("table.share.event", code=deal.code)),)
    rules = head.rules
    made = Record(rules, dealer=Person.FIRST, packet=rules.packet[-1], headers=headers)
    return write(made.begin(deal))


def link(store: Store, name: str, ledger: Ledger, holder: str, code: str) -> LinkTold:
    """Return what a link of a deal holds, as a seat has played it.

    Raises Illegal as :func:`piquet.table.sharing.played` does.
    """
    entries, _ = store.load(name)
    deal, shared = played(ledger, entries, holder, code)
    return LinkTold(deal.code, pack(deal, shared))


def _comparison(ledger: Ledger, letters: str) -> Compared:
    """Return the comparison of a finished deal with how it was played elsewhere.

    Raises Illegal: ``share_in_play`` before the deal is over, ``share_other`` where it was played
    from another seat or by other rules; and as :func:`unpack` does.
    """
    partie = ledger.partie
    if ledger.friendly or partie.position is not None or not partie.finished:
        raise Illegal("share_in_play")
    last = partie.finished[-1]
    deal = last.position.deal
    if deal is None:
        raise Unreadable("share_text")
    theirs = unpack(deal, letters)
    parts = [part for part in ledger.record.parts if part.cards is not None]
    actions = parts[-1].actions
    seat = ledger.seat(ledger.person(HOLDER))
    if seat is not theirs.seat or ledger.rules != theirs.rules:
        raise Illegal("share_other")
    moments = [Position(deal, ledger.rules, last.position.standing)]
    for action in actions:
        moments.append(moments[-1].after(action))
    computer = text("table.share.computer")
    you = Way(seat, actions, moments, "", computer)
    against = text("table.share.person") if theirs.friend else computer
    other = text("table.share.other")
    they = Way(seat, theirs.actions, positions(deal, theirs), other, against)
    notes = []
    if theirs.friend:
        notes.append(text("table.share.note_person"))
    elif theirs.level != ledger.level:
        level = text(f"table.level.{theirs.level}")
        notes.append(text("table.share.note_level", level=level))
    if theirs.assisted:
        notes.append(text("table.share.note_assisted"))
    if len(partie.finished) in ledger.assisted:
        notes.append(text("table.share.note_yours"))
    return compared(you, they, notes)


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return what can be asked for to share a deal; ``closed`` guards each."""
    beginning = Rate(30, 60.0)

    async def head(request: Request) -> Response:
        deal = Deal.from_code(request.path_params["code"])
        shared = headed(request.path_params["head"])
        level = next(one for one in service.levels() if one.name == shared.level)
        return told(
            HeadTold(
                code=deal.code,
                seat="younger" if shared.seat else "elder",
                rules=str(shared.rules),
                level=level.title,
                ready=level.ready,
                why=level.why,
            )
        )

    async def begin(request: Request) -> Response:
        asked = await body(request, NewShared)
        if not beginning.take(peer(request)):
            raise Unreadable("too_often")
        deal, shared = Deal.from_code(asked.code), headed(asked.head)
        taken = Taken(_record(deal, shared), 1, 0, "younger" if shared.seat else "elder")
        new = NewPartie(asked.id, shared.level, str(shared.rules), taken=taken)
        return told(Begun(await rooms.begin(HOLDER, new)), 201)

    async def compare(request: Request) -> Response:
        asked = await body(request, Compare)
        ledger = (await rooms.find(request.path_params["name"], HOLDER)).ledger
        return told(await asyncio.to_thread(_comparison, ledger, asked.text))

    return [
        Route("/api/shared", closed(begin), methods=["POST"]),
        Route("/api/shared/{code}/{head}", closed(head)),
        Route("/api/parties/{name}/compare", closed(compare), methods=["POST"]),
    ]
