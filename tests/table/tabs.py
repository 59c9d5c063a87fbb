"""A friend's page without a browser: it follows a table over a real socket, as the page does."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
import sqlite3
from pathlib import Path
from typing import Any

import httpx
from table.test_serve import PATIENCE, Served, next_thing
from websockets.asyncio.client import ClientConnection, connect

from piquet.base import Person
from piquet.table.decoding import encode
from piquet.table.entries import read
from piquet.table.ledger import Ledger
from piquet.table.scene import Around, scene
from piquet.table.service import FRIEND, HOLDER
from piquet.table.told import OracleTold, SettingsTold
from piquet.texts import text

__all__ = ["WAIT", "Kept", "Seats", "Tab", "next_of_friends"]

WAIT = 20.0  # seconds after which what does not come is said to be missing


def next_of_friends(
    table: dict[str, Any], lots: random.Random, numbers: dict[str, str]
) -> dict[str, Any] | None:
    """Return what a friend's page says next, None where it waits; ``numbers`` are its own ones."""
    friend, id = table["friend"], f"f{lots.randrange(10**12)}"
    if friend["due"] == "pledge":
        number = lots.randbytes(32).hex()
        pledge = hashlib.sha256(bytes.fromhex(number)).hexdigest()
        numbers[pledge] = number
        return {"type": "pledge", "id": id, "deal": friend["deal"], "pledge": pledge}
    if friend["due"] == "add":
        number = numbers[friend["pledged"]]
        return {"type": "add", "id": id, "deal": friend["deal"], "number": number}
    if table["phase"] == "partie_over":
        return None if friend["rematch"] == "you" else {"type": "rematch", "id": id}
    return next_thing(table, lots) if table["to_move"] == "you" else None


class Seats:
    """A partie of two friends at a server, and the cookies of both seats."""

    def __init__(self, server: Served, owner: httpx.Client, rules: str = "rubicon") -> None:
        link, *seats = (secrets.token_urlsafe(32) for _ in range(3))
        begun = {"id": secrets.token_hex(8), "name": "A", "invite": link, "seat": seats[0]}
        answer = owner.post("/api/friends", json={**begun, "rules": rules})
        assert answer.status_code == 201, answer.text
        self.partie = str(answer.json()["partie"])
        self.base = server.base
        asked = {"token": link, "seat": seats[1], "name": "B"}
        with httpx.Client(headers={"origin": server.base}, timeout=PATIENCE) as guest:
            join = guest.post(f"{server.base}/api/friends/{self.partie}/join", json=asked)
        assert join.status_code == 204, join.text
        cookies = (owner.cookies, join.cookies)
        self.cookies = ["; ".join(f"{k}={v}" for k, v in jar.items()) for jar in cookies]


class Tab:
    """A tab of one friend: the table as it stands there, and what is not answered yet."""

    def __init__(self, seats: Seats, person: Person, port: int = 0) -> None:
        self.seats = seats
        self.person = person
        self.holder = (HOLDER, FRIEND)[person]
        self.port = port or int(seats.base.rpartition(":")[2])
        self.address = f"{seats.base.replace('http', 'ws')}/api/parties/{seats.partie}/table"
        self.line: ClientConnection | None = None
        self.now: dict[str, Any] = {}
        self.events: list[Any] = []
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.done: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.again = 0  # things said once more

    # --- the line ---------------------------------------------------------------------------------

    async def connect(self, limit: float = WAIT) -> ClientConnection:
        """Reach the server, and say again what was not answered."""
        self.line = await connect(
            self.address,
            host="127.0.0.1",
            port=self.port,
            origin=self.seats.base,  # type: ignore[arg-type]
            additional_headers={"cookie": self.seats.cookies[self.person]},
            compression=None,
            open_timeout=limit,
            close_timeout=limit,
            ping_interval=None,
            max_queue=None,
        )
        for said in list(self.unanswered.values()):
            self.again += 1
            await self.line.send(json.dumps(said))
        return self.line

    async def come(self) -> None:
        """Sit down, or come back: until the table is there."""
        await self.connect()
        while (await self.hear())["type"] != "table":
            pass

    async def hear(self, limit: float = WAIT) -> dict[str, Any]:
        """Take in one message and return it."""
        assert self.line is not None
        async with asyncio.timeout(limit):
            told: dict[str, Any] = json.loads(await self.line.recv())
        self.take(told)
        return told

    def take(self, told: dict[str, Any]) -> None:
        """Take in one message as the page does."""
        if told["type"] == "done":
            self.done[told["id"]] = told["version"]
            self.unanswered.pop(told["id"], None)
        elif told["type"] == "refused":
            self.refused[told["id"]] = told["code"]
            self.unanswered.pop(told["id"], None)
        elif told["type"] == "table":
            before = self.now
            if before and told["version"] < before["version"] and not told["jump"]:
                return
            another = not before or before["deal"]["number"] != told["deal"]["number"]
            kept = [] if another else self.events[: told["events_from"]]
            assert len(kept) == told["events_from"], "events are missing between"
            self.events = [*kept, *told["events"]]
            self.now = told

    async def say(self, said: dict[str, Any]) -> None:
        """Say something that is said again on every line until it is answered."""
        self.unanswered[said["id"]] = said
        assert self.line is not None
        await self.line.send(json.dumps(said))

    async def answered(self, id: str, limit: float = WAIT) -> None:
        """Wait until something is answered."""
        while id in self.unanswered:
            await self.hear(limit)

    def abort(self) -> None:
        """Drop the line without a word."""
        if self.line is not None:
            self.line.transport.abort()

    # --- what it shows ----------------------------------------------------------------------------

    @property
    def shown(self) -> dict[str, Any]:
        """The table with all its events, without how it came and what hangs on no partie."""
        now = {**self.now, "events": self.events, "events_from": 0, "jump": True}
        now["friend"] = {**now["friend"], "here": True}
        del now["levels"]  # they may still be getting ready
        return now


class Kept:
    """What the store of a server holds of a partie, read beside it."""

    def __init__(self, folder: Path, partie: str) -> None:
        self._base = sqlite3.connect(f"file:{folder / 'table.db'}?mode=ro", uri=True)
        self.partie = partie
        self._entries: list[Any] = []
        self._ledger: Ledger | None = None

    @property
    def ledger(self) -> Ledger:
        """The partie as it is kept now."""
        version = 0 if self._ledger is None else self._ledger.version
        query = "select entry from actions where partie = ? and number > ? order by number"
        new = [read(row[0]) for row in self._base.execute(query, (self.partie, version))]
        if self._ledger is None:
            self._ledger = Ledger.of(new)
        else:
            for entry in new:
                self._ledger = self._ledger.after(entry)
        return self._ledger

    @property
    def ids(self) -> dict[str, int]:
        """Who has said what, and the version that it led to."""
        query = "select id, number from actions where partie = ? and id is not null"
        rows = self._base.execute(query, (self.partie,)).fetchall()
        assert len({row[0] for row in rows}) == len(rows)
        return dict(rows)

    def shown(self, person: Person, ledger: Ledger | None = None) -> dict[str, Any]:
        """Return the table as a page must show it to somebody, made from what is kept alone."""
        around = Around(
            partie=self.partie,
            settings=SettingsTold("instant", False),
            oracle=OracleTold(False, text("table.oracle.friend"), []),
            here=True,
        )
        made: dict[str, Any] = json.loads(encode(scene(ledger or self.ledger, person, around)))
        del made["levels"]
        return made

    def close(self) -> None:
        """Leave the store alone."""
        self._base.close()
