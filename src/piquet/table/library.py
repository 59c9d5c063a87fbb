"""The deals of old books that come with piquet: to be taken over, or looked back on."""

from __future__ import annotations

import asyncio
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.base import Unreadable
from piquet.record import Part, example, examples, read
from piquet.table.rooms import Rooms
from piquet.table.service import Service
from piquet.table.web import Gate, told

__all__ = ["BookTold", "RecordTold", "books", "routes"]


class BookTold(msgspec.Struct, frozen=True):
    """A written deal or partie: its name, what it is about, and the book that prints it."""

    name: str
    title: str
    source: str


class RecordTold(msgspec.Struct, frozen=True):
    """The text of a written deal or partie."""

    record: str


@cache
def books() -> tuple[BookTold, ...]:
    """Return the deals that can be played, in the order of the books: not bare columns of scores.

    >>> books()[-1].title
    'The greatest score of one deal'
    """
    found = []
    for name in examples():
        record = read(example(name))
        if any(isinstance(part, Part) and part.actions for part in record.parts):
            found.append(
                BookTold(name, record.header("Event") or name, record.header("Source") or "")
            )
    return tuple(sorted(found, key=lambda book: (book.source, book.title)))


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return what can be asked of the books; ``closed`` guards each."""

    async def listed(request: Request) -> Response:
        return told(await asyncio.to_thread(books))

    async def one(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in examples():
            raise Unreadable("not_found")
        return told(RecordTold(example(name)))

    return [
        Route("/api/books", closed(listed)),
        Route("/api/books/{name}", closed(one)),
    ]
