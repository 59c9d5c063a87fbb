"""R15, R25: lines drop at every step, of either seat, in four ways; both come back to the table.

Each kind of drop has a table of its own, where two friends play deals over real sockets.  At every
version both lines drop: that of the friend who waits before the other moves, so that he misses the
move, and that of the friend who moves before he has read the answer, or just after.  Each comes
back as the page does, and the table that he is told is held against one made of the kept entries.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from table.lines import Proxy, reset
from table.tabs import WAIT, Kept, Seats, Tab, next_of_friends
from table.test_serve import Served, enter

from piquet.base import Person
from piquet.table.sockets import BEAT

FULL = os.environ.get("PIQUET_FULL") == "1"
KINDS = ("close", "reset", "half-open", "sleep")
DEALS = 4 if FULL else 2  # at each table
ROUNDS = 5 if FULL else 1  # tables of each kind, one after the other
BACK = 2.0  # seconds within which what is done after coming back works
AWAY, HERE = 10.0, 3.0  # seconds after which a friend is shown to be away, and to be back
ACTIONS = 1_000 if FULL else 100


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Served, httpx.Client]]:
    """A server of its own, and its owner, who has come in."""
    server = Served(tmp_path, "--port", "0")
    client = enter(server)
    client.post("/api/settings", json={"pace": "instant", "call_for_me": False})
    try:
        yield server, client
    finally:
        client.close()
        code, _, err = server.end()
        assert (code, err) == (0, "")


class Dropper:
    """A friend whose line drops at every step in one way."""

    def __init__(self, tab: Tab, kind: str, proxy: Proxy) -> None:
        self.tab = tab
        self.kind = kind
        self.proxy = proxy
        self.lots = random.Random(f"{kind} {tab.holder}")
        self.numbers: dict[str, str] = {}
        self.old: list[Any] = []  # lines left open at the server
        self.asleep = False
        self.drops: Counter[str] = Counter()
        self.slowest = 0.0

    def wants(self) -> dict[str, Any] | None:
        """Return what he does next, if it is his turn."""
        said = next_of_friends(self.tab.now, self.lots, self.numbers)
        return None if said is not None and said["type"] == "rematch" else said

    async def drop(self) -> None:
        """Lose the line."""
        tab = self.tab
        assert tab.line is not None
        self.drops[tab.now["phase"]] += 1
        if self.kind == "close":
            await tab.line.close()
        elif self.kind == "reset":
            reset(tab.line.transport)
        elif self.kind == "half-open":
            self.proxy.silence(self.proxy.of(tab.line.local_address[1]))
        else:
            tab.line.transport.pause_reading()
            self.asleep = True

    async def back(self, step: int) -> None:
        """Come back, or go on reading; after that the table is the one of the last version."""
        tab = self.tab
        assert tab.line is not None
        if self.asleep and step % 2:
            self.asleep = False
            tab.line.transport.resume_reading()
            return
        left = tab.line if self.kind in ("half-open", "sleep") else None
        await tab.come()
        # What was said on a line that was given up comes late, or never: the server has both.
        *older, last = [*self.old, left]
        for line in older:
            self.end(line)
        self.old = [] if last is None else [last]
        if last is not None and self.kind == "half-open" and step % 2:
            self.proxy.thaw(self.proxy.of(last.local_address[1]))
        self.asleep = False

    def end(self, line: Any) -> None:
        """End a line for good, at both ends."""
        if self.kind == "half-open":
            self.proxy.cut(self.proxy.of(line.local_address[1]))
        line.transport.abort()


async def one_step(step: int, seats: list[Dropper], kept: Kept) -> bool:
    """Let both lines drop around one move; False where nothing is left to do."""
    wants = [(one, said) for one in seats if (said := one.wants()) is not None]
    if not wants:
        return False
    mover, said = wants[step % len(wants)]
    (other,) = (one for one in seats if one is not mover)
    version = kept.ledger.version
    await other.drop()
    when = step % 3  # 0: the answer is read; 1: it is on its way; 2: the line is silent already
    started = time.monotonic()
    if when == 2 and mover.kind == "half-open":
        await mover.drop()
        await mover.tab.say(said)
    else:
        await mover.tab.say(said)
        if when == 0:
            await mover.tab.answered(said["id"])
            mover.slowest = max(mover.slowest, time.monotonic() - started)
        await mover.drop()
    started = time.monotonic()
    await mover.back(step)
    await mover.tab.answered(said["id"])
    mover.slowest = max(mover.slowest, time.monotonic() - started)
    assert mover.tab.refused.get(said["id"]) in (None, "cut_taken"), mover.tab.refused
    ledger = kept.ledger
    started = time.monotonic()
    await other.back(step)
    for one in (mover, other):
        while one.tab.now["version"] < ledger.version or not one.tab.now["friend"]["here"]:
            await one.tab.hear()
    # Whoever waits is heard on the line that has come back; whoever moves is with the next step.
    assert other.tab.line is not None
    await other.tab.line.send('{"type": "sync"}')
    while not (await other.tab.hear()).get("jump"):
        pass
    other.slowest = max(other.slowest, time.monotonic() - started)
    for one in seats:
        look(one.tab, kept)
    if said["id"] in mover.tab.done:
        assert mover.tab.done[said["id"]] > version
        assert kept.ids[f"{mover.tab.holder}/{said['id']}"] == mover.tab.done[said["id"]]
    return True


def look(tab: Tab, kept: Kept) -> None:
    """Hold a table as a page has it against what is kept."""
    ledger = kept.ledger
    assert tab.shown == kept.shown(tab.person, ledger)
    position, seat = ledger.position, ledger.seat(tab.person)
    if position is None or seat is None:
        return
    assert len(tab.events) == len(position.view(seat).events), "a move was missed"
    mine = {str(card) for card in position.hands[seat]}
    assert set(tab.now["hand"]["by_suit"]) == mine
    assert set(tab.now["hand"]["playable"]) <= mine
    for choice in tab.now["choices"]:
        assert choice["group"] != "play" or set(choice["cards"]) <= mine


async def play(
    kind: str, made: Seats, proxy: Proxy, folder: Path
) -> tuple[list[Dropper], int, float]:
    """Play deals while both lines drop at every step; return both, the steps, and the slowest."""
    with contextlib.closing(Kept(folder, made.partie)) as kept:
        port = proxy.port if kind == "half-open" else 0
        seats = [Dropper(Tab(made, person, port), kind, proxy) for person in Person]
        for one in seats:
            await one.tab.come()
        steps = 0
        while kept.ledger.number < DEALS or not kept.ledger.resting:
            async with asyncio.timeout(WAIT):
                assert await one_step(steps, seats, kept), seats[0].tab.now["phase"]
            steps += 1
        for one in seats:
            for line in (*one.old, one.tab.line):
                one.end(line)
    return seats, steps, max(one.slowest for one in seats)


@contextlib.asynccontextmanager
async def through(server: Served) -> AsyncIterator[Proxy]:
    """A proxy before a server."""
    proxy = Proxy(int(server.base.rpartition(":")[2]))
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()


def test_both_come_back_at_every_step_after_every_kind_of_drop(
    served: tuple[Served, httpx.Client], tmp_path: Path
) -> None:
    server, client = served
    drops: dict[tuple[str, Person], Counter[str]] = {}
    steps, slowest = 0, 0.0

    async def whole() -> None:
        nonlocal steps, slowest
        async with through(server) as proxy:
            for _ in range(ROUNDS):
                tables = [Seats(server, client) for _ in KINDS]
                played = await asyncio.gather(
                    *(
                        play(kind, made, proxy, tmp_path)
                        for kind, made in zip(KINDS, tables, strict=True)
                    )
                )
                for kind, (seats, more, longest) in zip(KINDS, played, strict=True):
                    steps, slowest = steps + more, max(slowest, longest)
                    for one in seats:
                        drops.setdefault((kind, one.tab.person), Counter()).update(one.drops)

    started = time.monotonic()
    asyncio.run(whole())
    number = sum(sum(one.values()) for one in drops.values())
    print(
        f"{DEALS * ROUNDS} deals for each of {len(KINDS)} kinds, {steps} steps, {number} drops in "
        f"{time.monotonic() - started:.0f} s; the slowest came back and acted in {slowest:.2f} s"
    )
    assert number == 2 * steps
    assert len(drops) == 2 * len(KINDS)
    for each in drops.values():
        assert set(each) >= {"cut", "exchange", "call", "play", "deal_over"}
    assert set().union(*drops.values()) >= {"answer", "count"}
    assert slowest < 2 * BACK


def test_a_friend_whose_line_is_silent_is_shown_as_away_and_back(
    served: tuple[Served, httpx.Client],
) -> None:
    """UX 32: the server itself finds out, within ten seconds; coming back is seen within three."""
    server, client = served
    made = Seats(server, client)

    async def whole() -> tuple[float, float]:
        async with through(server) as proxy:
            host, guest = Tab(made, Person.FIRST), Tab(made, Person.SECOND, proxy.port)
            await host.come()
            await guest.come()
            while not host.now["friend"]["here"]:
                await host.hear()
            proxy.silence()
            started = time.monotonic()
            async with asyncio.timeout(2 * AWAY):
                while host.now["friend"]["here"]:
                    await host.hear()
            away = time.monotonic() - started
            guest.abort()
            started = time.monotonic()
            await guest.come()
            while not host.now["friend"]["here"]:
                await host.hear()
            back = time.monotonic() - started
            for tab in (host, guest):
                tab.abort()
        return away, back

    away, back = asyncio.run(whole())
    print(f"away after {away:.1f} s, back after {back:.2f} s")
    assert away < 2 * AWAY
    assert back < 2 * HERE


def test_a_line_that_has_nothing_to_say_says_that_it_is_there(
    served: tuple[Served, httpx.Client],
) -> None:
    """R16: by that a page knows within ten seconds of a line that has fallen silent."""
    server, client = served

    async def whole() -> None:
        tab = Tab(Seats(server, client), Person.FIRST)
        await tab.come()
        for _ in range(2):
            started = time.monotonic()
            while (await tab.hear())["type"] != "beat":
                pass
            assert time.monotonic() - started < 2 * BEAT
        tab.abort()

    asyncio.run(whole())


def test_both_tabs_of_a_seat_agree_after_every_action(
    served: tuple[Served, httpx.Client], tmp_path: Path
) -> None:
    """R25: two tabs of each seat, each action by either of them, at times by both at once."""
    server, client = served
    lots = random.Random("tabs")

    async def whole() -> int:
        done = 0
        while done < ACTIONS:
            made = Seats(server, client)
            with contextlib.closing(Kept(tmp_path, made.partie)) as kept:
                tabs = [[Tab(made, person), Tab(made, person)] for person in Person]
                for tab in (*tabs[0], *tabs[1]):
                    await tab.come()
                done += await act(tabs, kept, ACTIONS - done)
                for tab in (*tabs[0], *tabs[1]):
                    tab.abort()
        return done

    async def act(tabs: list[list[Tab]], kept: Kept, most: int) -> int:
        done = 0
        numbers: dict[str, str] = {}
        while done < most:
            wants = []
            for pair in tabs:
                tab = lots.choice(pair)
                said = next_of_friends(tab.now, lots, numbers)
                if said is not None and said["type"] != "rematch":
                    wants.append((pair, tab, said))
            if not wants:
                return done
            pair, tab, said = lots.choice(wants)
            await tab.say(said)
            both = lots.random() < 0.2
            if both:  # the same decision, otherwise: one of them comes too late
                rival = pair[1 - pair.index(tab)]
                also = {**said, "id": f"{said['id']}too"}
                await rival.say(also)
                await rival.answered(also["id"])
            await tab.answered(said["id"])
            ledger = kept.ledger
            async with asyncio.timeout(WAIT):
                for one in (*tabs[0], *tabs[1]):
                    while one.now["version"] < ledger.version or not one.now["friend"]["here"]:
                        await one.hear()
            for person, pair in zip(Person, tabs, strict=True):
                assert [one.shown for one in pair] == [kept.shown(person, ledger)] * 2
            done += 1
            await asyncio.sleep(0.03)  # twenty messages a second end a line
        return done

    assert asyncio.run(whole()) == ACTIONS
