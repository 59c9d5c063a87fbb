"""Where parties are kept: append-only lists of entries in a database, written by one thread.

Whatever waits is written together in one commit, and nobody is told that something is done before
it is committed.  Each row carries a digest of itself and the rows before it, so that damage shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from piquet.base import Unreadable
from piquet.table.databases import Lost, Taken, alone, engine_of, file_of, make, telling
from piquet.table.entries import Entry, read, write
from piquet.table.schema import META, actions, check_format, digest, notes, parties

__all__ = ["Kept", "Lost", "Store", "Taken", "entries_of"]

_MOST_TOGETHER = 200
_DAY = 86_400.0  # seconds


@dataclass(frozen=True)
class Kept:
    """A partie in the list of those kept."""

    partie: str
    request: str
    begun: float
    changed: float
    summary: str


@dataclass
class _Job:
    """Something to write, and who waits for it."""

    work: Callable[[sa.Connection], None]
    done: Callable[[Exception | None], None]


@dataclass
class Store:
    """The database of the table.

    ``url`` is one that SQLAlchemy knows, such as ``sqlite:///table.db``.
    """

    url: str | sa.URL
    _engine: sa.Engine = field(init=False)
    _jobs: queue.SimpleQueue[_Job | None] = field(init=False, default_factory=queue.SimpleQueue)
    _thread: threading.Thread | None = field(init=False, default=None)
    _latest: float = field(init=False, default=0.0)

    @classmethod
    def at(cls, folder: Path) -> Store:
        """Return the store in a folder, which is made where it is not there."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = folder / "table.db"
        make(file)
        for one in (file, *folder.glob("table.db-*")):
            one.chmod(0o600)  # one that was copied back from elsewhere may be open to all
        return cls(sa.URL.create("sqlite", database=str(file)))  # a folder may be called "a?b"

    def open(self) -> None:
        """Open or create the database and start writing.

        Raises Lost where it cannot be opened or is damaged.
        """
        file = file_of(self.url)
        if file is not None:
            with contextlib.suppress(OSError):  # SQLite will say what is wrong
                make(file)
        self._engine = engine_of(self.url, serving=True)
        try:
            with telling(), self._engine.begin() as connection:
                self._prepare(connection)
        except Lost:
            self._engine.dispose()
            raise
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def _prepare(self, connection: sa.Connection) -> None:
        """Check the database, and make the tables where it is new."""
        if connection.dialect.name == "sqlite":
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if found != "ok":
                raise Lost("store_damaged", str(found))
        else:
            alone(connection, "opening")  # two servers may start at once
        META.create_all(connection)
        check_format(connection)
        self._latest = connection.scalar(sa.select(sa.func.max(parties.c.changed))) or 0.0

    def close(self) -> None:
        """Write what waits, and close."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        self._engine.dispose()

    # --- writing ----------------------------------------------------------------------------------

    def _write(self) -> None:
        """Write whatever waits, in one commit; where one fails, each by itself."""
        stop = False
        while not stop:
            jobs = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == _MOST_TOGETHER or self._jobs.empty():
                    break
                job = self._jobs.get()
            stop = job is None
            outcome = self._commit(jobs)
            away = isinstance(outcome, Lost) and outcome.code == "store_away"
            if outcome is not None and len(jobs) > 1 and not away:
                for one in jobs:
                    one.done(self._commit([one]))
            else:
                for one in jobs:
                    one.done(outcome)

    def _commit(self, jobs: Sequence[_Job]) -> Exception | None:
        """Commit jobs together; return what went wrong, None for nothing."""
        if not jobs:
            return None
        try:
            with telling(), self._engine.begin() as connection:
                for job in jobs:
                    job.work(connection)
        except (Lost, Taken) as error:
            return error
        except Exception as error:  # the thread must outlive every fault, and nobody wait for ever
            return Lost("store_failed", type(error).__name__)
        return None

    async def _do(self, work: Callable[[sa.Connection], None]) -> None:
        """Have something written, and wait until it is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def settle(error: Exception | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

        def done(error: Exception | None) -> None:
            loop.call_soon_threadsafe(settle, error)

        self._jobs.put(_Job(work, done))
        await future

    async def begin(
        self, partie: str, holder: str, request: str, entries: Sequence[Entry], summary: str
    ) -> None:
        """Keep a new partie.  Raises Taken where the request has made one already, or Lost."""

        def work(connection: sa.Connection) -> None:
            now = self._now()
            row = {"partie": partie, "holder": holder, "request": request, "begun": now}
            connection.execute(parties.insert(), {**row, "changed": now, "summary": summary})
            _append(connection, partie, 0, "", list(entries), None)

        await self._do(work)

    async def append(
        self, partie: str, version: int, entries: Sequence[Entry], summary: str, id: str | None
    ) -> None:
        """Add entries behind the first ``version`` ones; ``id`` is kept with the first of them.

        Raises Taken where somebody else has added some or the id is there, Lost where the database
        refuses: then nothing has been added.
        """

        def work(connection: sa.Connection) -> None:
            last = connection.execute(
                sa.select(actions.c.number, actions.c.digest)
                .where(actions.c.partie == partie)
                .order_by(actions.c.number.desc())
                .limit(1)
            ).first()
            if last is None or last.number != version:
                raise Taken
            _append(connection, partie, version, last.digest, list(entries), id)
            connection.execute(
                parties.update()
                .where(parties.c.partie == partie)
                .values(changed=self._now(), summary=summary)
            )

        await self._do(work)

    def _now(self) -> float:
        """Return the time, later than every one before: a clock put back leaves the order alone.

        One that was wrong by more than a day, and is right now, is believed.
        """
        now = time.time()
        if now <= self._latest < now + _DAY:
            now = self._latest + 0.001
        self._latest = now
        return now

    async def forget(self, partie: str) -> None:
        """Remove a partie.  Raises Lost."""

        def work(connection: sa.Connection) -> None:
            connection.execute(actions.delete().where(actions.c.partie == partie))
            connection.execute(parties.delete().where(parties.c.partie == partie))
            connection.execute(notes.delete().where(notes.c.name.like(f"draft/{partie}/%")))

        await self._do(work)

    async def note(self, name: str, note: str) -> None:
        """Keep a note under a name, instead of the one before; an empty one is removed."""

        def work(connection: sa.Connection) -> None:
            if not note:
                connection.execute(notes.delete().where(notes.c.name == name))
                return
            dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
            insert = dialect.insert(notes).values(name=name, note=note)
            connection.execute(
                insert.on_conflict_do_update(index_elements=["name"], set_={"note": note})
            )

        await self._do(work)

    # --- reading ----------------------------------------------------------------------------------

    def noted(self, name: str) -> str:
        """Return a note, "" where there is none.  Raises Lost."""
        with telling(), self._engine.connect() as connection:
            found = connection.execute(sa.select(notes.c.note).where(notes.c.name == name))
            return found.scalar() or ""

    def load(self, partie: str) -> tuple[list[Entry], dict[str, int]]:
        """Return the entries of a partie, and after which version each id was done.

        Raises Unreadable: ``no_partie`` where there is none, ``partie_damaged`` where a row is not
        as it was written; Lost where the database cannot be read.
        """
        query = sa.select(actions).where(actions.c.partie == partie).order_by(actions.c.number)
        with telling(), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        if not rows:
            raise Unreadable("no_partie")
        return entries_of(partie, rows)

    def kept(self, holder: str) -> list[Kept]:
        """Return the parties of a holder, the latest first.  Raises Lost."""
        query = (
            sa.select(parties).where(parties.c.holder == holder).order_by(parties.c.changed.desc())
        )
        with telling(), self._engine.connect() as connection:
            return [
                Kept(row.partie, row.request, row.begun, row.changed, row.summary)
                for row in connection.execute(query)
            ]

    def holds(self, partie: str, holder: str) -> bool:
        """Tell whether a partie is kept for a holder.  Raises Lost."""
        query = sa.select(parties.c.partie).where(
            parties.c.partie == partie, parties.c.holder == holder
        )
        with telling(), self._engine.connect() as connection:
            return connection.execute(query).first() is not None


def entries_of(partie: str, rows: Sequence[Any]) -> tuple[list[Entry], dict[str, int]]:
    """Return what the rows of a partie say, and after which version each id was done.

    Raises Unreadable (``partie_damaged``) where one of them is not as it was written.
    """
    entries: list[Entry] = []
    ids: dict[str, int] = {}
    before = ""
    for place, row in enumerate(rows, 1):
        before = digest(before, partie, place, row.entry)
        if row.number != place or row.digest != before:
            raise Unreadable("partie_damaged", why=f"row {place}")
        try:
            entries.append(read(row.entry))
        except ValueError as error:
            raise Unreadable("partie_damaged", why=f"row {place}: {error}") from None
        if row.id is not None:
            ids[row.id] = place
    return entries, ids


def _append(
    connection: sa.Connection,
    partie: str,
    version: int,
    before: str,
    entries: list[Entry],
    id: str | None,
) -> None:
    rows = []
    for place, entry in enumerate(entries, version + 1):
        written = write(entry)
        before = digest(before, partie, place, written)
        row: dict[str, Any] = {"partie": partie, "number": place, "entry": written}
        rows.append({**row, "digest": before, "id": id if place == version + 1 else None})
    connection.execute(actions.insert(), rows)
