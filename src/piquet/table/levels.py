"""The levels that can be chosen, and how the native core and its solved table are getting on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable

from piquet import kernel, players
from piquet.table.told import Core, LevelTold
from piquet.texts import text

__all__ = ["DEFAULT_LEVEL", "Solved", "levels"]

DEFAULT_LEVEL = "club"

_BY_RULE = frozenset(("random", "beginner", "novice", "club"))
"""Levels that need no core: they play by rules alone."""

_GIVING_UP = 10.0  # seconds at most until the core hears that nobody wants its table any more
_OFTEN = 0.25  # seconds between two reports of progress


class _Ended(Exception):
    """The server ends while the table is built."""


class Solved:
    """The solved table: opened or built in the background, with its progress told."""

    def __init__(self) -> None:
        missing = kernel.why_not()
        self.core = (
            Core("missing", 0, 1, missing)
            if missing
            else Core("building", 0, 1, text("table.core.opening"))
        )
        self.told: Callable[[Core], None] = lambda core: None
        self.kept = False  # whether other processes find it on the disk
        self._ended = False
        self._builder: threading.Thread | None = None

    async def open(self) -> None:
        """Open the table, or build it where it is not there yet."""
        if self.core.state == "missing":
            return
        loop = asyncio.get_running_loop()
        opened: asyncio.Future[str] = loop.create_future()
        last = 0.0

        def progress(done: int, total: int) -> None:
            nonlocal last
            if self._ended:
                raise _Ended
            if time.monotonic() - last > _OFTEN:
                last = time.monotonic()
                words = text("table.core.building", percent=100 * done // max(total, 1))
                loop.call_soon_threadsafe(self._tell, Core("building", done, total, words))

        def settle(why: str) -> None:
            if not opened.done():
                opened.set_result(why)

        def work() -> None:
            why = ""
            try:
                kernel.solved(1, progress)
            except Exception as error:  # whatever it is, the table goes on without
                why = str(error) or type(error).__name__
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(settle, why)

        # Not among the threads that the end of the server waits for to their end.
        self._builder = threading.Thread(target=work, name="solved", daemon=True)
        self._builder.start()
        why = await opened
        if why:
            self._tell(Core("failed", 0, 1, text("table.core.failed", why=why)))
            return
        self.kept = kernel.where(1).exists()
        key = "ready" if self.kept else "unkept"
        self._tell(Core("ready", 1, 1, text(f"table.core.{key}", folder=kernel.where(1).parent)))

    async def end(self) -> None:
        """Give up building, and wait until that is done: Python must not end under the core."""
        self._ended = True
        if self._builder is not None:
            await asyncio.to_thread(self._builder.join, _GIVING_UP)

    def _tell(self, core: Core) -> None:
        self.core = core
        self.told(core)


def levels(core: Core) -> list[LevelTold]:
    """Return the levels, from the weakest, and why one cannot be played yet.

    >>> ready = {level.name: level.ready for level in levels(Core("missing", 0, 1, "no core"))}
    >>> ready["club"]
    True
    """
    told = []
    for name in (*players.LEVELS, players.CLASSIC):
        ready = name in _BY_RULE or core.state == "ready"
        told.append(
            LevelTold(
                name=name,
                title=text(f"table.level.{name}"),
                words=text(f"table.level_says.{name}"),
                ready=ready,
                why="" if ready else core.words,
            )
        )
    return told
