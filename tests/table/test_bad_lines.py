"""R16: friends on bad lines, which lose, double, delay and reorder; their deals come to an end.

Each friend's line goes through a proxy with a weather of its own: pieces come late, lines are cut
in the middle, fall silent without being closed, and come to life again beside the one that was
made instead, so that what was said long ago arrives after what was said since.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table.lines import Proxy, Weather, lots
from table.tabs import Kept, Seats, Tab, next_of_friends
from table.test_serve import Served, enter
from websockets.exceptions import WebSocketException

from piquet.base import Person

FULL = os.environ.get("PIQUET_FULL") == "1"
TABLES, DEALS = (50, 10) if FULL else (5, 2)
AT_ONCE = 25  # no address may begin more than thirty parties in a minute
SCALE = 1.0 if FULL else 0.1  # of all times of the weather
CALM = 16.0 if FULL else 8.0  # seconds at most between two things that happen to a line
QUIET = 4.5 * SCALE  # seconds after which a page says that nothing comes
SILENT = 8.0 * SCALE  # seconds after which a page gives up a line of which nothing comes
STALE = 10.0 * SCALE + (0 if FULL else 1.0)  # seconds that a board may be behind without notice
WAITS = (0.15, 0.4, 0.8, 1.5, 3.0)  # between tries, as the page does
LONGEST = 570 if FULL else 240  # seconds after which it is said to have come to a stop


class Clock:
    """When each version of each partie was kept first, as the store itself tells."""

    def __init__(self, folder: Path) -> None:
        self._base = sqlite3.connect(f"file:{folder / 'table.db'}?mode=ro", uri=True)
        self.kept: dict[tuple[str, int], float] = {}
        self._latest: Counter[str] = Counter()

    async def watch(self) -> None:
        """Look again and again."""
        query = "select partie, max(number) from actions group by partie"
        with contextlib.closing(self._base):
            while True:
                now = time.monotonic()
                for partie, number in self._base.execute(query):
                    for version in range(self._latest[partie] + 1, number + 1):
                        self.kept[partie, version] = now
                    self._latest[partie] = number
                await asyncio.sleep(0.05)


@dataclass
class Storm:
    """What happens to the lines of one friend, by lot."""

    proxy: Proxy
    lots: random.Random
    happened: Counter[str]

    async def rage(self) -> None:
        """Let something happen every now and then."""
        while True:
            await asyncio.sleep(SCALE * self.lots.uniform(1, CALM))
            event = self.lots.choice(("cut", "silence", "thaw", "outage"))
            self.happened[event] += 1
            if event == "cut":
                self.proxy.cut()
                continue
            self.proxy.weather.silent = event == "outage"  # of lines that are made now, too
            quiet = self.proxy.silence()
            longest = 12 if event == "thaw" else 6
            await asyncio.sleep(SCALE * self.lots.uniform(0.5, longest))
            self.proxy.weather.silent = False
            if event == "silence":
                self.proxy.cut(quiet)
                continue
            self.proxy.thaw(self.proxy.links)
            await asyncio.sleep(SCALE)
            self.proxy.cut([link for link in quiet if link in self.proxy.links[:-1]])


class Page:
    """A friend's page on a bad line: it comes back, and says again what was not answered."""

    def __init__(self, tab: Tab, clock: Clock) -> None:
        self.tab = tab
        self.clock = clock
        self.lots = random.Random(tab.seats.partie + tab.holder)
        self.numbers: dict[str, str] = {}
        self.said: set[str] = set()
        self.lines = 0
        self.stale = 0.0
        self._stands_since = 0.0

    async def play(self, until: Any) -> None:
        """Play on until something is so."""
        tries = 0
        while not until(self.tab.now):
            with contextlib.suppress(TimeoutError, WebSocketException, OSError):
                await self.tab.connect(SILENT * min(2 ** (tries >> 1), 4))
                self.lines += 1
                served = False
                while not until(self.tab.now):
                    shown = self.version
                    served = await self._hear() or served
                    if served:
                        tries = 0
                        self._behind(shown)
                        self._stands_since = self._stands_since or time.monotonic()
                    if not until(self.tab.now):
                        await self._go_on()
            self._notice()
            self.tab.abort()
            await asyncio.sleep(SCALE * WAITS[min(tries, len(WAITS) - 1)])
            tries += 1

    async def _hear(self) -> bool:
        """Hear one thing, and tell whether it is the table."""
        try:
            return (await self.tab.hear(QUIET))["type"] == "table"
        except TimeoutError:
            self._notice()
            return (await self.tab.hear(SILENT - QUIET))["type"] == "table"

    def _notice(self) -> None:
        """From here on the page says that nothing comes."""
        self._behind(self.version)
        self._stands_since = 0.0

    @property
    def version(self) -> int:
        """The version that is shown."""
        return int(self.tab.now.get("version", 0))

    def _behind(self, shown: int) -> None:
        """Note for how long there was a later version, while the line was said to stand."""
        kept = self.clock.kept.get((self.tab.seats.partie, shown + 1))
        if kept is not None and self._stands_since:
            behind = time.monotonic() - max(kept, self._stands_since)
            self.stale = max(self.stale, behind)

    async def _go_on(self) -> None:
        if self.tab.unanswered or not self.tab.now:
            return
        said = next_of_friends(self.tab.now, self.lots, self.numbers)
        if said is None or said["type"] == "rematch":
            return
        self.said.add(said["id"])
        await self.tab.say(said)
        if self.lots.random() < 0.1 and self.tab.line is not None:
            await self.tab.line.send(json.dumps(said))  # twice, as by a finger that trembles


def test_deals_on_bad_lines_end_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    server = Served(tmp_path, "--port", "0")
    client = enter(server)
    client.post("/api/settings", json={"pace": "instant", "call_for_me": False})
    port = int(server.base.rpartition(":")[2])
    happened: Counter[str] = Counter()
    pages: list[Page] = []
    deals = 0

    def over(now: dict[str, Any]) -> bool:
        return bool(now) and (
            now["phase"] == "partie_over"
            or (now["phase"] == "deal_over" and now["deal"]["number"] >= DEALS)
        )

    async def one(number: int, clock: Clock) -> None:
        nonlocal deals
        made = Seats(server, client, f"rubicon(deals={DEALS})")
        async with contextlib.AsyncExitStack() as stack:
            mine = []
            for person in Person:
                name = f"{number} {person}"
                usual, most = SCALE * 0.1, SCALE * 5.0
                proxy = Proxy(port, Weather(lots(name, usual, most, 0.02)))
                await proxy.open()
                stack.push_async_callback(proxy.close)
                storm = asyncio.create_task(Storm(proxy, random.Random(name), happened).rage())
                stack.callback(storm.cancel)
                mine.append(Page(Tab(made, person, proxy.port), clock))
            pages.extend(mine)
            await asyncio.gather(*(page.play(over) for page in mine))
        with contextlib.closing(Kept(tmp_path, made.partie)) as kept:
            ledger = kept.ledger
            deals += len(ledger.partie.finished)
            said = {f"{page.tab.holder}/{id}": page for page in mine for id in page.said}
            assert set(kept.ids) <= set(said), "the table did what nobody said"
            for page in mine:
                for id, version in page.tab.done.items():
                    assert kept.ids[f"{page.tab.holder}/{id}"] == version, "lost or moved"
                assert set(page.tab.refused.values()) <= {"cut_taken"}, page.tab.refused
                assert page.tab.shown == kept.shown(page.tab.person, ledger)

    async def whole() -> None:
        clock = Clock(tmp_path)
        watching = asyncio.create_task(clock.watch())
        free = asyncio.Semaphore(AT_ONCE)

        async def in_turn(number: int) -> None:
            async with free:
                await one(number, clock)

        async with asyncio.timeout(LONGEST):
            await asyncio.gather(*(in_turn(number) for number in range(TABLES)))
        watching.cancel()

    started = time.monotonic()
    try:
        asyncio.run(whole())
    finally:
        client.close()
        _, _, err = server.end()
    lines = sum(page.lines for page in pages)
    again = sum(page.tab.again for page in pages)
    stale = max(page.stale for page in pages)
    print(
        f"{deals} deals at {TABLES} tables in {time.monotonic() - started:.0f} s, {lines} lines, "
        f"{again} things said again; {dict(happened)}; "
        f"a board was behind for {stale:.2f} s at most while its line stood"
    )
    assert err == ""
    assert deals >= TABLES * DEALS
    assert lines > 3 * len(pages), "the lines were too good"
    assert again, "nothing was lost on the way"
    assert stale < 2 * STALE
