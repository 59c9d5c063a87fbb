"""A friend at the table: links that let him sit down, and seats that open on any device.

A link and a seat are tokens of 256 bits that browsers draw; the server keeps their digests.  A
token travels in the fragment of an address, which browsers send to nobody, and is spent by a POST
alone, so that no preview of a link takes a seat.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.base import Illegal, PiquetError, Unreadable
from piquet.table import protocol
from piquet.table.answers import Begun, InvitedTold, Seat
from piquet.table.entries import Invited, Seated
from piquet.table.guard import Rate
from piquet.table.ledger import Ledger
from piquet.table.moves import plain
from piquet.table.room import Room
from piquet.table.rooms import Rooms
from piquet.table.service import FRIEND, HOLDER, Service
from piquet.table.web import Gate, body, peer, told

__all__ = ["LONGEST_NAME", "Friends", "digest", "seat_name"]

LONGEST_NAME = 24
_LIFE = 365 * 24 * 3600
_TRIES = 30  # links and seats that one address may try in a minute


def digest(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_name(written: str) -> str:
    """Return the name of somebody at a table, without what steers a terminal or turns a line.

    >>> seat_name("  A\\u202e B\\x1b[2J " + "x" * 40)
    'A B [2J xxxxxxxxxxxxxxxx'
    """
    return plain(written)[:LONGEST_NAME].strip()


class Friends:
    """What can be asked about parties with friends, of which ``cookie`` names those of seats."""

    def __init__(self, service: Service, rooms: Rooms, cookie: str) -> None:
        self.service = service
        self.rooms = rooms
        self.cookie = f"{cookie}-seat"
        self._tries = Rate(_TRIES, 60.0)
        self._beginning = Rate(_TRIES, 60.0)

    def routes(self, opened: Gate, closed: Gate) -> list[BaseRoute]:
        """Return the routes: ``closed`` ones for whoever has come in, ``opened`` for everybody."""
        at = "/api/friends/{name}"
        return [
            Route("/api/friends", closed(self._begin), methods=["POST"]),
            Route(f"{at}/invite", closed(self._invite), methods=["POST"]),
            Route(f"{at}/invited", opened(self._invited), methods=["POST"]),
            Route(f"{at}/join", opened(self._join), methods=["POST"]),
            Route(f"{at}/sit", opened(self._sit), methods=["POST"]),
            Route("/api/parties/{name}/seat", opened(self._seat)),
        ]

    async def holder(self, name: str, cookies: dict[str, str]) -> str | None:
        """Return for whom a browser may play at a table by the cookie of a seat, or None."""
        token = cookies.get(self.cookie, "")
        return await self.rooms.seat(name, digest(token)) if token else None

    async def _begin(self, request: Request) -> Response:
        asked = await body(request, protocol.NewFriends)
        if not self._beginning.take(peer(request)):
            raise Unreadable("too_often")
        seat = Seated(0, seat_name(asked.name), digest(asked.seat))
        name = await self.rooms.begin_friends(asked.id, asked.rules, [seat], digest(asked.invite))
        return told(Begun(name), 201)

    async def _invite(self, request: Request) -> Response:
        """Give out another link, which is worth more than the one before."""
        asked = await body(request, protocol.Invited)
        room = await self.rooms.find(request.path_params["name"], HOLDER)
        await room.add(lambda ledger: _unless_full(ledger, Invited(digest(asked.token))))
        return Response(status_code=204)

    async def _invited(self, request: Request) -> Response:
        """Tell what a link invites to; it is not spent by that."""
        asked = await body(request, protocol.Invited)
        room = await self._by_link(request, asked.token)
        host, guest = room.ledger.seats
        return told(
            InvitedTold(
                host="" if host is None else host.name,
                rules=str(room.ledger.rules),
                full=guest is not None,
            )
        )

    async def _join(self, request: Request) -> Response:
        asked = await body(request, protocol.Join)
        room = await self._by_link(request, asked.token)
        seat = Seated(1, seat_name(asked.name), digest(asked.seat))
        await room.add(lambda ledger: _unless_full(ledger, seat))
        return self._seated(request, asked.seat)

    async def _sit(self, request: Request) -> Response:
        asked = await body(request, protocol.Sit)
        name = request.path_params["name"]
        if await self.rooms.seat(name, digest(asked.seat)) is None:
            raise self._wrong(request, "friend_seat")
        return self._seated(request, asked.seat)

    async def _seat(self, request: Request) -> Response:
        """Tell whether this browser has a seat at a table."""
        holder = await self.holder(request.path_params["name"], request.cookies)
        return told(Seat(holder is not None))

    def _wrong(self, request: Request, code: str) -> PiquetError:
        """Return why a token is refused.

        Only wrong ones are counted: others at the same address could else shut a friend out.
        """
        return Illegal(code) if self._tries.take(peer(request)) else Unreadable("too_often")

    async def _by_link(self, request: Request, token: str) -> Room:
        """Return the table that a link is of.  Raises Illegal (``friend_link``) for a wrong one."""
        with contextlib.suppress(Unreadable):
            room = await self.rooms.find(request.path_params["name"], FRIEND)
            if hmac.compare_digest(room.ledger.invite, digest(token)):
                return room
        raise self._wrong(request, "friend_link")

    def _seated(self, request: Request, token: str) -> Response:
        answer = Response(status_code=204)
        answer.set_cookie(
            self.cookie,
            token,
            max_age=_LIFE,
            path=f"/api/parties/{request.path_params['name']}",
            secure=request.headers["origin"].startswith("https:"),
            httponly=True,
            samesite="strict",
        )
        return answer


def _unless_full(ledger: Ledger, entry: Invited | Seated) -> list[Invited | Seated]:
    """Return what is to be kept: the entry, or nothing for whoever sits there already.

    Raises Illegal (``friend_full``) where both seats are taken, (``friend_own``) for whoever would
    sit down opposite himself.
    """
    host, guest = ledger.seats
    if isinstance(entry, Seated) and host and hmac.compare_digest(host.token, entry.token):
        raise Illegal("friend_own")
    if guest is None:
        return [entry]
    if isinstance(entry, Seated) and hmac.compare_digest(guest.token, entry.token):
        return []  # it is asked again, the answer may have been lost
    raise Illegal("friend_full")
