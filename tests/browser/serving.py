"""The real server as a process of its own, and what it keeps, read with the engine."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import secrets
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from piquet.table.entries import Entry, read
from piquet.table.ledger import Ledger
from piquet.table.replies import summary
from piquet.table.store import Store

__all__ = ["HOLDER", "Server"]

HOLDER = "you"
T = TypeVar("T")


def _apart(work: Callable[[], T]) -> T:
    """Do something that needs an event loop beside the one that Playwright keeps in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


class Server:
    """``piquet serve`` on a free port of this computer, with a data folder of its own."""

    def __init__(self, folder: Path, cache: Path, *arguments: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        environment = {**os.environ, "PIQUET_DATA": str(folder), "PIQUET_CACHE": str(cache)}
        self._log = (folder / "errors.txt").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "piquet", "serve", "--no-browser", "--port", "0", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.keyed = line[line.index("http") :].strip() if "http" in line else ""
        assert self.keyed, f"the server did not start: {line}{self.errors}"
        self.origin = self.keyed.partition("/#")[0]
        self._cookie = ""

    @property
    def errors(self) -> str:
        """What the server has said on standard error."""
        self._log.flush()
        return (self.folder / "errors.txt").read_text()

    def stop(self) -> None:
        """End the server; it must not have complained."""
        self.process.send_signal(signal.SIGINT)  # as Ctrl-C does
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        said = self.errors
        self._log.close()
        assert not said, f"the server complained: {said}"

    # --- by HTTP ----------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes, Any]:
        """Ask the server by HTTP; return status, body and headers."""
        connection = http.client.HTTPConnection(urlsplit(self.origin).netloc, timeout=30)
        headers = {"Origin": self.origin, "Content-Type": "application/json"}
        if self._cookie:
            headers["Cookie"] = self._cookie
        try:
            written = None if body is None else json.dumps(body)
            connection.request(method, path, written, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    @property
    def cookie(self) -> str:
        """The cookie that lets in, NAME=VALUE; the one-time key is spent for it."""
        if not self._cookie:
            key = self.keyed.partition("#")[2]
            status, _, headers = self.ask("POST", "/api/enter", {"key": key})
            assert status == 204
            self._cookie = headers["Set-Cookie"].partition(";")[0]
        return self._cookie

    def told(self, path: str) -> Any:
        """Return what the server tells by HTTP to somebody who may come in."""
        assert self.cookie
        status, body, _ = self.ask("GET", path)
        assert status == 200, (path, status, body)
        return json.loads(body)

    def settle(self, *, pace: str = "instant", calls: bool = False) -> None:
        """Change how the table serves: it holds for all parties of this server."""
        assert self.cookie
        status, *_ = self.ask("POST", "/api/settings", {"pace": pace, "call_for_me": calls})
        assert status == 204

    # --- what is kept -----------------------------------------------------------------------------

    def _asked(self, query: str, *values: object) -> list[Any]:
        """Return the first column of what the database holds."""
        with closing(sqlite3.connect(f"file:{self.folder / 'table.db'}?mode=ro", uri=True)) as base:
            return [row[0] for row in base.execute(query, values)]

    def entries(self, partie: str) -> list[Entry]:
        """Return what is kept of a partie, read from the database itself."""
        query = "select entry from actions where partie = ? order by number"
        return [read(entry) for entry in self._asked(query, partie)]

    def noted(self, name: str, ending: str) -> None:
        """Wait until a note in the database ends as it should."""
        end = time.monotonic() + 20
        while True:
            note = "".join(self._asked("select note from notes where name = ?", name))
            if note.endswith(ending):
                return
            assert time.monotonic() < end, f"{name} stays {note!r}"

    def ledgers(self, partie: str) -> list[Ledger]:
        """Return how the partie stood after each version, from version 1 on (place 0 is empty)."""
        first, *rest = self.entries(partie)
        ledger = Ledger.of([first])
        made = [ledger, ledger]
        for entry in rest:
            ledger = ledger.after(entry)
            made.append(ledger)
        return made

    def ledger(self, partie: str) -> Ledger:
        """Return how a partie stands."""
        return Ledger.of(self.entries(partie))

    def keep(self, entries: Iterable[Entry]) -> str:
        """Keep a partie as if it had been played before; return its name."""
        whole = list(entries)
        name = secrets.token_urlsafe(12)

        async def write() -> None:
            store = Store(f"sqlite:///{self.folder / 'table.db'}")
            store.open()
            try:
                await store.begin(
                    name, HOLDER, secrets.token_hex(12), whole, summary(Ledger.of(whole))
                )
            finally:
                store.close()

        _apart(lambda: asyncio.run(write()))
        return name
