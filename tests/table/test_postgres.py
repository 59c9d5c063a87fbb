"""The store on PostgreSQL: a database that restarts, is cut off or is shared by two (R14, R17)."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from table.places import Place, made, needs_postgres
from table.served import Hand, choose, service, sit

from piquet.table.entries import Begun, Dealt, Sealed
from piquet.table.service import HOLDER
from piquet.table.store import Lost, Store, Taken
from piquet.table.told import Done, Refused

pytestmark = needs_postgres
CUTS, SWALLOWED, RACES = 25, 25, 100


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with made("postgresql", tmp_path) as one:
        yield one


class Wire:
    """What lies between a store and its server: it can be cut, also after a commit was sent."""

    def __init__(self, url: str) -> None:
        there = sa.make_url(url)
        assert there.host
        assert there.port
        self._there = (there.host, there.port)
        self._ends: list[socket.socket] = []
        self._deaf: socket.socket | None = None
        self.swallows = False
        self.swallowed = 0
        self._listener = self._listen(0)
        self.port = self._listener.getsockname()[1]
        self.url = there.set(host="127.0.0.1", port=self.port).render_as_string(hide_password=False)

    def _listen(self, port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen()
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection(self._there)
            self._ends += [near, far]
            for one, other, back in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._pass, args=(one, other, back), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, back: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if back and other is self._deaf:
                    continue
                last = self.swallows and not back and b"COMMIT" in data
                if last:
                    self.swallows, self._deaf = False, one
                other.sendall(data)
                if last:
                    time.sleep(0.05)  # the server commits, and nobody hears of it
                    self.swallowed += 1
                    self.cut()
        for end in (one, other):
            end.close()

    def cut(self) -> None:
        """Close every connection; others can be made."""
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def down(self) -> None:
        """Close every connection, and let nobody in."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def up(self) -> None:
        """Let others in again."""
        self._listener = self._listen(self.port)


@pytest.fixture
def wire(place: Place) -> Iterator[Wire]:
    one = Wire(place.url)
    yield one
    one.down()


async def one_thing(hand: Hand, acknowledged: dict[str, int]) -> int:
    """Do the next thing until it is answered as done; return how often it was refused."""
    said = choose(hand)
    for refused in range(200):
        answer = await hand.say(said)
        if isinstance(answer, Done):
            acknowledged[answer.id] = answer.version
            return refused
        assert answer.code == "store_away", answer
        await asyncio.sleep(0.02)
    raise AssertionError("it is never kept")


async def played(
    place: Place, url: str, rounds: int, before: object, rng: random.Random
) -> tuple[int, dict[str, int]]:
    """Play on while something happens to the database; return refusals and what was answered."""
    service_here = service(place.folder, url)
    hand = await sit(service_here, Begun("rubicon(deals=12)", "club", (HOLDER, "computer")))
    acknowledged: dict[str, int] = {}
    refusals = 0
    for _ in range(rounds):
        for _ in range(rng.randint(1, 4)):
            refusals += await one_thing(hand, acknowledged)
            await hand.waits()
        before()  # type: ignore[operator]
        refusals += await one_thing(hand, acknowledged)
        await hand.waits()
    ledger = hand.room.ledger
    await hand.room.close()
    await service_here.close()
    entries, ids = kept(place)
    assert len(entries) == ledger.version
    for id, version in acknowledged.items():
        assert ids[f"{HOLDER}/{id}"] == version
    assert len(set(ids.values())) == len(ids)
    return refusals, acknowledged


def kept(place: Place) -> tuple[list[object], dict[str, int]]:
    store = place.store()
    store.open()
    try:
        entries, ids = store.load("partie")
        return list(entries), ids
    finally:
        store.close()


def test_a_database_that_goes_and_comes_loses_nothing(place: Place, wire: Wire) -> None:
    """While it is away everything is refused as not kept, and done once when it is back."""
    rng = random.Random("restarts")

    def restart() -> None:
        wire.down()
        threading.Timer(rng.uniform(0.03, 0.3), wire.up).start()

    refusals, acknowledged = asyncio.run(played(place, wire.url, CUTS, restart, rng))
    assert refusals >= CUTS
    assert len(acknowledged) >= 2 * CUTS


def test_a_commit_whose_answer_is_lost_is_not_done_twice(place: Place, wire: Wire) -> None:
    """It was done, nobody was told; sent again it is answered as done, at the same place."""

    def swallow() -> None:
        wire.swallows = True

    refusals, _ = asyncio.run(
        played(place, wire.url, SWALLOWED, swallow, random.Random("swallowed"))
    )
    assert wire.swallowed == SWALLOWED
    assert refusals >= SWALLOWED


def test_connections_that_the_server_ended_are_not_noticed(place: Place) -> None:
    """What a restart between two moves leaves behind is found before it is used."""

    def end() -> None:
        place.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    refusals, _ = asyncio.run(played(place, place.url, 10, end, random.Random("ended")))
    assert refusals == 0


def test_while_it_is_away_nothing_can_be_read_and_that_is_said(place: Place, wire: Wire) -> None:
    store = Store(wire.url)
    store.open()
    wire.down()
    for read in (lambda: store.load("x"), lambda: store.kept("x"), lambda: store.noted("x")):
        with pytest.raises(Lost) as caught:
            read()
        assert caught.value.code == "store_away"
        assert "\n" not in caught.value.why
    wire.up()
    assert store.kept("x") == []
    store.close()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"port": 1}, "store_away"),
        ({"database": "no_such_database"}, "store_unopened"),
        ({"username": "nobody_here"}, "store_unopened"),
    ],
)
def test_a_server_that_cannot_be_had_is_said(
    place: Place, change: dict[str, object], code: str
) -> None:
    url = sa.make_url(place.url).set(**change)  # type: ignore[arg-type]
    with pytest.raises(Lost) as caught:
        Store(url).open()
    assert caught.value.code == code


def test_two_that_open_an_empty_database_at_once_both_can(place: Place) -> None:
    stores = [place.store() for _ in range(4)]
    faults: list[Exception] = []

    def opened(store: Store) -> None:
        try:
            store.open()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=opened, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.close()
    assert faults == []


def test_of_two_servers_one_has_the_place(place: Place) -> None:
    """Both write the same place at once, again and again: one is told that it is taken."""
    stores = [place.store(), place.store()]
    for store in stores:
        store.open()

    async def races() -> None:
        begun = Begun("rubicon", "club", (HOLDER, "computer"))
        await stores[0].begin("one", HOLDER, "r", [begun, Sealed(0, "00" * 32)], "{}")
        for number in range(RACES):
            done = await asyncio.gather(
                *(
                    store.append("one", 2 + number, [Dealt()], "{}", f"{number}/{which}")
                    for which, store in enumerate(stores)
                ),
                *(store.note("both", str(number)) for store in stores),
                return_exceptions=True,
            )
            assert {type(one) for one in done[:2]} == {type(None), Taken}
            assert done[2:] == [None, None]

    asyncio.run(races())
    entries, ids = stores[1].load("one")
    assert len(entries) == 2 + RACES
    assert len(ids) == RACES
    for store in stores:
        store.close()


def test_refused_is_not_remembered(place: Place, wire: Wire) -> None:
    """The same thing said again after the database is back is done, whatever was said before."""

    async def work() -> None:
        service_here = service(place.folder, wire.url)
        hand = await sit(service_here)
        wire.down()
        said = choose(hand)
        answer = await hand.say(said)
        assert isinstance(answer, Refused)
        assert answer.code == "store_away"
        wire.up()
        assert isinstance(await hand.say(said), Done)
        await hand.waits()
        await hand.room.close()
        await service_here.close()

    asyncio.run(work())
