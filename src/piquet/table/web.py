"""Questions and answers by HTTP: bodies read within their limit, messages and refusals sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from piquet.base import PiquetError, Unreadable
from piquet.table.decoding import LARGEST, encode, message
from piquet.table.replies import refused
from piquet.table.store import Lost

__all__ = ["RECORD", "Answer", "Gate", "body", "peer", "refusal", "told"]

RECORD = 128 * 1024  # bytes of a body that may hold a record
_STATUS = {
    "no_partie": 404,
    "not_found": 404,
    "not_allowed": 405,
    "not_entered": 401,
    "wrong_key": 403,
    "json_size": 413,
    "not_json": 415,
    "too_often": 429,
    "stale": 409,
    "friend_full": 409,
    "friend_link": 403,
    "friend_seat": 403,
    "level_waits": 409,
}

Answer = Callable[[Request], Awaitable[Response]]
Gate = Callable[[Answer], Answer]
"""What lets a question through only for those who have come in, and tells what is wrong."""


def peer(request: Request) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client is not None else ""


async def body(request: Request, kind: Any, limit: int = LARGEST) -> Any:
    """Return the message in the body of a request, which is read no further than its limit."""
    sort = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sort != "application/json":
        raise Unreadable("not_json")
    read = b""
    async for piece in request.stream():
        read += piece
        if len(read) > limit:
            raise Unreadable("json_size", limit=limit)
    return message(read, kind, limit)


def told(message: object, status: int = 200) -> Response:
    """Return a message as a response."""
    return Response(encode(message), status, media_type="application/json")


def refusal(error: PiquetError | Lost) -> Response:
    """Return what is wrong as a response, its status the one that fits."""
    status = 503 if isinstance(error, Lost) else _STATUS.get(error.code, 400)
    return told(refused("", error), status)
