"""What the tests of the table share: a store, a table without sockets, and a server on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
import uvicorn
from websockets.sync.client import ClientConnection, connect

from piquet import players
from piquet.actions import Action
from piquet.table import seals
from piquet.table.app import TableApp
from piquet.table.decoding import encode
from piquet.table.entries import Begun, Sealed
from piquet.table.guard import Allowed
from piquet.table.ledger import Ledger
from piquet.table.protocol import Act, Cut, Next, Said
from piquet.table.replies import summary
from piquet.table.room import Chair, Room
from piquet.table.server import Plan, _config, bound
from piquet.table.service import HOLDER, Service
from piquet.table.store import Store
from piquet.table.told import Done, Refused, SettingsTold, Table, Told

__all__ = ["Hand", "Live", "Thinkers", "choose", "live", "service", "sit"]


class Thinkers:
    """Computer players that think at once and in this process."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    async def act(self, level: str, luck: int, view: Any) -> Action:
        self.views.append(view)
        return players.make(level, luck).act(view)

    async def warm(self) -> None:
        pass

    async def warm_oracle(self) -> None:
        pass

    def close(self) -> None:
        pass


def service(folder: Path, url: str = "", *, safe: bool = False) -> Service:
    """Return what tables share, its store in a folder, with players that take no time.

    Unless it is to be ``safe``, the store does not wait for the disk: what these tests ask of it
    does not depend on that, and there are many.
    """
    store = Store(url) if url else Store.at(folder)
    store.open()
    if not safe and not url:
        sa.event.listen(store._engine, "connect", _hurry)
        store._engine.dispose()
    made = Service(store, folder)
    made.thinkers = Thinkers()  # type: ignore[assignment]
    made.settings = SettingsTold("instant", False)
    return made


def _hurry(connection: Any, _: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")


class Hand:
    """Somebody at a table without a socket: what was sent to him stands in ``told``."""

    def __init__(self, room: Room, holder: str = HOLDER) -> None:
        self.room = room
        self.told: list[Told] = []
        self.chair = Chair(holder, self.told.append)
        self.number = 0

    @property
    def table(self) -> Table:
        """The table as it was last sent."""
        return next(one for one in reversed(self.told) if isinstance(one, Table))

    @property
    def bytes(self) -> bytes:
        """Everything that was sent, as it would go over the wire."""
        return b"\n".join(encode(one) for one in self.told)

    async def say(self, said: Said) -> Done | Refused:
        """Say something and return the answer to it."""
        start = len(self.told)
        await self.room.say(self.chair, said)
        answers = [one for one in self.told[start:] if isinstance(one, Done | Refused)]
        return answers[-1]

    def next_id(self) -> str:
        self.number += 1
        return f"n{self.number}"

    async def act(self, action: Action | str) -> Done | Refused:
        """Do something as things stand now."""
        written = action if isinstance(action, str) else int(action)
        return await self.say(Act(self.next_id(), self.room.ledger.version, written))

    async def waits(self, seconds: float = 20.0) -> None:
        """Wait until the table waits for a person."""
        end = time.monotonic() + seconds
        while True:
            await asyncio.sleep(0)
            driver = self.room._driver
            if driver is None or driver.done():
                if driver is not None and not driver.cancelled() and driver.exception():
                    raise driver.exception()  # type: ignore[misc]
                return
            if time.monotonic() > end:
                raise AssertionError("the table does not come to rest")
            await asyncio.sleep(0.001)

    async def step(self, choose: Callable[[Hand], Said]) -> Done | Refused:
        """Do one thing that somebody chooses, and wait for what follows."""
        answer = await self.say(choose(self))
        await self.waits()
        return answer


def choose(hand: Hand) -> Said:
    """Return what a club player does next."""
    ledger = hand.room.ledger
    id, version = hand.next_id(), ledger.version
    if ledger.resting:
        return Next(id, version)
    person = ledger.person(hand.chair.holder)
    assert ledger.to_move is person, "it is not his turn"
    view = ledger.view(person)
    if ledger.partie.position is None:
        if hand.table.phase == "cut":
            return Cut(id, version, 1 + version % 32)
        return Act(id, version, int(ledger.partie.legal_actions[0]))
    return Act(id, version, int(players.make("club").act(view)))


async def sit(made: Service, begun: Begun | None = None, name: str = "partie") -> Hand:
    """Return somebody who has sat down at a new table."""
    begun = begun or Begun("rubicon", "club", (HOLDER, "computer"))
    entries = [begun, Sealed(0, seals.fresh())]
    if begun.source == "secret":
        entries.append(Sealed(1, seals.fresh()))
    ledger = Ledger.of(entries)
    await made.store.begin(name, HOLDER, name, entries, summary(ledger))
    hand = Hand(Room(name, ledger, {}, made))
    await hand.room.join(hand.chair)
    await hand.waits()
    return hand


class Live:
    """A server on loopback in a thread of this process, and ways to speak to it."""

    def __init__(self, folder: Path, scripted: bool = True) -> None:
        self.service = service(folder)
        if not scripted:
            from piquet.table.workers import Thinkers as Real

            self.service.thinkers = Real()
        self.listener = bound(Plan(port=0))
        self.port = self.listener.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.app = TableApp(self.service, Allowed.at("127.0.0.1", self.port))
        self.server = uvicorn.Server(_config(self.app))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        end = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.01)
        self.cookie = ""

    def _run(self) -> None:
        asyncio.run(self.server.serve(sockets=[self.listener]))

    def enter(self) -> None:
        """Come in with a fresh key."""
        key = self.service.keys.fresh()
        with self.client() as client:
            answer = client.post("/api/enter", json={"key": key})
            assert answer.status_code == 204, answer.text
            self.cookie = answer.cookies["piquet"]

    def client(self, **headers: str) -> httpx.Client:
        cookies = {"piquet": self.cookie} if getattr(self, "cookie", "") else {}
        return httpx.Client(
            base_url=self.base,
            headers={"origin": self.base, **headers},
            cookies=cookies,
            timeout=20,
        )

    def begin(self, **asked: Any) -> str:
        """Begin a partie and return its name."""
        with self.client() as client:
            answer = client.post("/api/parties", json={"id": f"p{time.monotonic_ns()}", **asked})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["partie"])

    def table(self, name: str, **options: Any) -> ClientConnection:
        """Return a socket of a table."""
        options.setdefault("origin", self.base)
        cookie = {"cookie": f"piquet={self.cookie}"} if self.cookie else {}
        return connect(
            f"ws://127.0.0.1:{self.port}/api/parties/{name}/table",
            additional_headers=cookie,
            compression=None,
            **options,
        )

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive(), "the server does not end"


@contextlib.contextmanager
def live(folder: Path, **options: Any) -> Iterator[Live]:
    """A server that has let this test come in."""
    made = Live(folder, **options)
    try:
        made.enter()
        yield made
    finally:
        made.close()


def heard(socket: ClientConnection, sort: str, seconds: float = 20.0) -> Any:
    """Return the next message of a sort; those before it are passed over."""
    end = time.monotonic() + seconds
    while True:
        told = json.loads(socket.recv(timeout=max(0.01, end - time.monotonic())))
        if told["type"] == sort:
            return told
