"""A bad line: a proxy between a page and the server, which delays, falls silent and cuts."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
import threading
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

__all__ = ["Apart", "Proxy", "Weather", "apart", "lots", "reset"]

T = TypeVar("T")
_PIECE = 65_536


def reset(writer: asyncio.StreamWriter | asyncio.WriteTransport) -> None:
    """End a connection by a reset: nothing is said, nothing waits."""
    ours = writer.get_extra_info("socket")
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport = writer.transport if isinstance(writer, asyncio.StreamWriter) else writer
    transport.abort()


@dataclass
class Weather:
    """What a line does to what goes over it; ``delay`` gives the seconds that a piece is late."""

    delay: Callable[[], float] = lambda: 0.0
    silent: bool = False  # nothing passes, and nobody is told


@dataclass(eq=False)
class _Link:
    """One connection through a proxy: both ends, and whether anything passes."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    passes: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def port(self) -> int:
        """The port that the page speaks from."""
        return int(self.near.get_extra_info("peername")[1])


class Proxy:
    """Listens on a port of its own and passes bytes on to the server, as the weather lets it."""

    def __init__(self, port: int, weather: Weather | None = None) -> None:
        self.there = port
        self.port = 0
        self.weather = weather or Weather()
        self.links: list[_Link] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self, port: int = 0) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """End everything."""
        if self._server is not None:
            self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- what may happen to a line ----------------------------------------------------------------

    def silence(self, links: list[_Link] | None = None) -> list[_Link]:
        """Let nothing pass any more over the lines there are; return them."""
        quiet = list(self.links) if links is None else links
        for link in quiet:
            link.passes.clear()
        return quiet

    def of(self, port: int) -> list[_Link]:
        """Return the line that comes from a port of this computer, if it is there yet."""
        return [link for link in self.links if link.port == port]

    def thaw(self, links: list[_Link]) -> None:
        """Let pass again what lines have held back."""
        for link in links:
            link.passes.set()

    def cut(self, links: list[_Link] | None = None) -> None:
        """Reset lines at both ends; what was under way is lost."""
        for link in list(self.links) if links is None else links:
            for end in (link.near, link.far):
                with contextlib.suppress(OSError):
                    reset(end)

    # --- passing on -------------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, far = await asyncio.open_connection("127.0.0.1", self.there)
        except OSError:
            writer.transport.abort()
            return
        link = _Link(writer, far)
        if not self.weather.silent:
            link.passes.set()
        self.links.append(link)
        ways = [
            asyncio.create_task(self._pass(link, reader, far)),
            asyncio.create_task(self._pass(link, back, writer)),
        ]
        self._tasks.update(ways)
        for way in ways:
            way.add_done_callback(self._tasks.discard)
        try:
            await asyncio.wait(ways)
        finally:
            for way in ways:
                way.cancel()
            for end in (writer, far):
                end.close()
            self.links.remove(link)

    async def _pass(
        self, link: _Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Pass on what comes, in order and each piece as late as the weather says."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        async def deliver() -> None:
            while True:
                due, piece = await late.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                await link.passes.wait()
                if not piece:
                    writer.close()
                    return
                writer.write(piece)
                await writer.drain()

        delivering = asyncio.create_task(deliver())
        try:
            with contextlib.suppress(OSError):
                piece = b"-"
                while piece:
                    await link.passes.wait()
                    piece = await reader.read(_PIECE)
                    late.put_nowait((loop.time() + self.weather.delay(), piece))
                await delivering
        finally:
            delivering.cancel()


def lots(seed: str, usual: float, most: float, seldom: float) -> Callable[[], float]:
    """Return delays: mostly up to ``usual`` seconds, with a chance of ``seldom`` up to ``most``."""
    rng = random.Random(seed)
    return lambda: rng.uniform(0, most if rng.random() < seldom else usual)


class Apart:
    """An event loop in a thread of its own, for proxies beside what blocks this one."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something there, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def call(self, work: Callable[[], T]) -> T:
        """Call something there, and wait for what it returns."""

        async def whole() -> T:
            return work()

        return self.do(whole())

    def close(self) -> None:
        """End the thread."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(20)
        self.loop.close()


@contextlib.contextmanager
def apart() -> Iterator[Apart]:
    """An event loop in a thread of its own, ended afterwards."""
    made = Apart()
    try:
        yield made
    finally:
        made.close()
