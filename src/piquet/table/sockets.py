"""The socket of a table: frames in, messages out, and the limits of both."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from piquet.base import PiquetError
from piquet.table.decoding import encode, message
from piquet.table.faults import tell_fault
from piquet.table.guard import Rate
from piquet.table.protocol import Said
from piquet.table.replies import refused
from piquet.table.room import Chair, Room
from piquet.table.store import Lost
from piquet.table.told import Beat, Refused, Told
from piquet.texts import text

__all__ = ["BEAT", "close", "serve"]

BEAT = 2.0  # seconds after which a socket that has nothing to say says that it is there
_STANDS = Beat()
_MESSAGES = 20  # a second
_WAITING = 256  # messages that a slow reader may be behind
TOO_FAST, TOO_SLOW, NO_TEXT = 1008, 1013, 1003


async def serve(socket: WebSocket, room: Room, holder: str) -> None:
    """Serve one accepted socket until it is closed."""
    waiting: asyncio.Queue[Told] = asyncio.Queue(_WAITING)
    slow = asyncio.Event()

    def send(told: Told) -> None:
        try:
            waiting.put_nowait(told)
        except asyncio.QueueFull:
            slow.set()

    chair = Chair(holder, send)
    writer = asyncio.create_task(_write(socket, waiting))
    try:
        await room.join(chair)
        await _read(socket, room, chair, slow, writer)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other end has gone
    finally:
        room.leave(chair)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await writer


async def _write(socket: WebSocket, waiting: asyncio.Queue[Told]) -> None:
    while True:
        told: Told = _STANDS
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                told = await waiting.get()
        await socket.send_text(encode(told).decode())


async def _read(
    socket: WebSocket, room: Room, chair: Chair, slow: asyncio.Event, writer: asyncio.Task[None]
) -> None:
    rate = Rate(_MESSAGES, 1.0)
    while not writer.done():
        frame = await socket.receive()
        if frame["type"] != "websocket.receive":
            return
        if slow.is_set():
            await close(socket, TOO_SLOW)
            return
        if not rate.take(""):
            await close(socket, TOO_FAST)
            return
        words = frame.get("text")
        if words is None:
            await close(socket, NO_TEXT)
            return
        try:
            said: Said = message(words.encode("utf-8", "surrogatepass"), Said)
            await room.say(chair, said)
        except (PiquetError, Lost) as error:
            chair.send(refused("", error))
        except Exception as error:  # a fault here must not end the game
            tell_fault(error)
            chair.send(Refused("", "fault", text("errors.fault")))


async def close(socket: WebSocket, code: int) -> None:
    """Close a socket with a code, if it is not closed yet."""
    if socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)
