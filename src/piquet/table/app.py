"""The server: what can be asked for by HTTP, and the sockets of the tables."""

from __future__ import annotations

import asyncio
import contextlib
import platform
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from piquet import __version__
from piquet.base import Illegal, PiquetError, Unreadable
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.table import protocol, shares, sockets, study
from piquet.table.answers import Begun, Lobby, Session
from piquet.table.decoding import encode
from piquet.table.fairness import transcript
from piquet.table.faults import tell_fault
from piquet.table.friends import Friends
from piquet.table.guard import Allowed, Guard, Rate
from piquet.table.levels import DEFAULT_LEVEL
from piquet.table.pages import Pages, nowhere
from piquet.table.replies import refused
from piquet.table.rooms import Rooms, today
from piquet.table.rulebook import profiles, rules_told
from piquet.table.service import HOLDER, Service
from piquet.table.store import Lost
from piquet.table.told import Refused
from piquet.table.web import RECORD, Answer, body, peer, refusal, told
from piquet.texts import text, under

__all__ = ["TableApp"]

_PAGES = ("/", "/partie/{name}", "/deal/{code}", "/join/{name}")
_LIFE = 30 * 24 * 3600
_SOCKETS = 8  # of one seat at one table
_LEFT, _NO_PARTIE, _TOO_MANY = 4401, 4404, 4429
_TEXTS = ("page", "talk", "seats", "suits", "categories", "table")


class TableApp:
    """The whole server as an ASGI application.

    ``cookie`` is the name of its cookie: browsers keep one jar for all ports of this computer.
    """

    def __init__(self, service: Service, allowed: Allowed, cookie: str = "piquet") -> None:
        self.cookie = cookie
        self.service = service
        self.rooms = Rooms(service)
        self.friends = Friends(service, self.rooms, cookie)
        self.pages = Pages(Path(str(files("piquet.table").joinpath("static"))))
        self._entering = Rate(30, 60.0)
        self._beginning = Rate(30, 60.0)
        self._sitting: set[WebSocket] = set()
        routes = [
            *(Route(path, self._page) for path in _PAGES),
            Route("/static/{path:path}", self._static),
            Route("/api/session", self._open(self._session)),
            Route("/api/texts", self._open(self._texts)),
            Route("/api/enter", self._open(self._enter), methods=["POST"]),
            Route("/api/leave", self._closed(self._leave), methods=["POST"]),
            Route("/api/lobby", self._closed(self._lobby)),
            Route("/api/rules", self._closed(self._rules)),
            Route("/api/settings", self._closed(self._settings), methods=["POST"]),
            Route("/api/parties", self._closed(self._begin), methods=["POST"]),
            Route("/api/parties/{name}", self._closed(self._forget), methods=["DELETE"]),
            Route("/api/parties/{name}/record", self._open(self._record)),
            Route("/api/parties/{name}/deals", self._open(self._deals)),
            Route("/api/parties/{name}/share/{code}", self._open(self._share)),
            WebSocketRoute("/api/parties/{name}/table", self._table),
            *self.friends.routes(self._open, self._closed),
            *study.routes(self.service, self.rooms, self._closed),
        ]
        inner = Starlette(
            routes=routes,
            lifespan=self._life,
            exception_handlers={HTTPException: _http_fault, Exception: _fault},
        )
        self.asgi = Guard(inner, allowed)

    @contextlib.asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(self._open_core()),
            asyncio.create_task(self.service.thinkers.warm()),
        ]
        try:
            yield
        finally:
            await self.service.solved.end()
            for task in tasks:
                task.cancel()
            await self.rooms.close()
            await self.service.close()

    async def _open_core(self) -> None:
        """Open the solved table, then let the Oracle get ready: both in the background."""
        await self.service.solved.open()
        if self.service.solved.kept:
            await self.service.thinkers.warm_oracle()

    # --- who may ask ------------------------------------------------------------------------------

    def _entered(self, cookies: dict[str, str]) -> bool:
        return self.service.keys.entered(cookies.get(self.cookie, ""))

    async def _holder(self, name: str, cookies: dict[str, str]) -> str | None:
        """Return for whom a browser may play at a table: who has come in for the owner."""
        return HOLDER if self._entered(cookies) else await self.friends.holder(name, cookies)

    def _open(self, work: Answer) -> Answer:
        """Let everybody ask who came by the right host; say what is wrong in a message."""

        async def answer(request: Request) -> Response:
            try:
                return await work(request)
            except (PiquetError, Lost) as error:
                return refusal(error)
            except ClientDisconnect:
                return Response(status_code=400)

        return answer

    def _closed(self, work: Answer) -> Answer:
        """Let only those ask who have come in."""

        async def answer(request: Request) -> Response:
            if not self._entered(request.cookies):
                raise Illegal("not_entered")
            return await work(request)

        return self._open(answer)

    # --- the page ---------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        return self.pages.answer(request, "index.html") or _nothing(request)

    async def _static(self, request: Request) -> Response:
        return self.pages.answer(request, request.path_params["path"]) or _nothing(request)

    # --- coming in --------------------------------------------------------------------------------

    async def _session(self, request: Request) -> Response:
        return told(Session(self._entered(request.cookies)))

    async def _texts(self, request: Request) -> Response:
        return told({key: said for name in _TEXTS for key, said in under(name).items()})

    async def _enter(self, request: Request) -> Response:
        asked = await body(request, protocol.Enter)
        session = self.service.keys.enter(asked.key)
        if session is None:
            # Only wrong keys are counted: others on this computer could else lock its owner out.
            raise Unreadable("wrong_key" if self._entering.take(peer(request)) else "too_often")
        self.service.later(self.service.keep_sessions())
        answer = Response(status_code=204)
        answer.set_cookie(
            self.cookie,
            session,
            max_age=_LIFE,
            path="/",
            secure=request.headers["origin"].startswith("https:"),  # a proxy with TLS
            httponly=True,
            samesite="strict",
        )
        return answer

    async def _leave(self, request: Request) -> Response:
        session = request.cookies.get(self.cookie, "")
        self.service.keys.leave(session)
        for socket in [one for one in self._sitting if one.cookies.get(self.cookie) == session]:
            # Later, for one that does not read would hold this up.
            self.service.later(sockets.close(socket, _LEFT))
        await self.service.keep_sessions()  # or else a restart would let it in again
        answer = Response(status_code=204)
        answer.delete_cookie(self.cookie, path="/", httponly=True, samesite="strict")
        return answer

    # --- beside the table -------------------------------------------------------------------------

    async def _lobby(self, request: Request) -> Response:
        service = self.service
        return told(
            Lobby(
                version=__version__,
                python=platform.python_version(),
                core=service.solved.core,
                levels=service.levels(),
                default_level=DEFAULT_LEVEL,
                profiles=profiles(),
                parties=await self.rooms.listed(HOLDER),
                today=today(),
                settings=service.settings,
            )
        )

    async def _rules(self, request: Request) -> Response:
        written = request.query_params.get("rules", DEFAULT_PROFILE)
        return told(rules_told(Rules.parse(written)))

    async def _settings(self, request: Request) -> Response:
        await self.service.change_settings(await body(request, protocol.SettingsAsked))
        return Response(status_code=204)

    async def _begin(self, request: Request) -> Response:
        if not self._beginning.take(peer(request)):
            raise Unreadable("too_often")
        asked = await body(request, protocol.NewPartie, RECORD)
        return told(Begun(await self.rooms.begin(HOLDER, asked)), 201)

    async def _forget(self, request: Request) -> Response:
        await self.rooms.forget(request.path_params["name"], HOLDER)
        return Response(status_code=204)

    async def _seated(self, request: Request) -> tuple[str, str]:
        """Return the partie that is asked about, and for whom the asking browser plays there.

        Raises Illegal (``not_entered``) for somebody who has no seat.
        """
        name = request.path_params["name"]
        holder = await self._holder(name, request.cookies)
        if holder is None:
            raise Illegal("not_entered")
        return name, holder

    async def _deals(self, request: Request) -> Response:
        name, holder = await self._seated(request)
        room = await self.rooms.find(name, holder)
        return told(await asyncio.to_thread(transcript, name, room.ledger))

    async def _share(self, request: Request) -> Response:
        """Tell what a link of a deal holds; a friend may share what he has played, too."""
        name, holder = await self._seated(request)
        ledger = (await self.rooms.find(name, holder)).ledger
        asked = ledger, holder, request.path_params["code"]
        return told(await asyncio.to_thread(shares.link, self.service.store, name, *asked))

    async def _record(self, request: Request) -> Response:
        words = await self.rooms.record(*await self._seated(request))
        headers = {"content-disposition": 'attachment; filename="piquet.pqn"'}
        return Response(words, media_type="text/plain; charset=utf-8", headers=headers)

    # --- the table --------------------------------------------------------------------------------

    async def _table(self, socket: WebSocket) -> None:
        name = socket.path_params["name"]
        holder = await self._holder(name, socket.cookies)
        if holder is None:
            await socket.close(1008)  # before it is accepted: the handshake is answered 403
            return
        try:
            room = await self.rooms.find(name, holder)
        except (PiquetError, Lost) as error:
            await _turn_away(socket, refused("", error), _NO_PARTIE)
            return
        if sum(chair.holder == holder for chair in room.chairs) >= _SOCKETS:
            why = Refused("", "too_many_sockets", text("errors.too_many_sockets", most=_SOCKETS))
            await _turn_away(socket, why, _TOO_MANY)
            return
        await socket.accept()
        self._sitting.add(socket)
        try:
            await sockets.serve(socket, room, holder)
        finally:
            self._sitting.discard(socket)


async def _turn_away(socket: WebSocket, why: Refused, code: int) -> None:
    await socket.accept()
    await socket.send_text(encode(why).decode())
    await socket.close(code)


def _nothing(request: Request) -> Response:
    if "text/html" in request.headers.get("accept", ""):
        return nowhere()
    return told(Refused("", "not_found", text("errors.not_found")), 404)


async def _http_fault(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code != 405:
        return _nothing(request)
    return told(Refused("", "not_allowed", text("errors.not_allowed")), 405)


async def _fault(request: Request, error: Exception) -> Response:
    """Answer after a fault of the program; the terminal is told of it, without a card."""
    tell_fault(error)
    return told(Refused("", "fault", text("errors.fault")), 500)
