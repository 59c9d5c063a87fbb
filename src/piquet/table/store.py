"""Where parties are kept: append-only lists of entries in a database, written by one thread.

Whatever waits is written together in one commit, and nobody is told that something is done before
it is committed.  Each row carries a digest of itself and the rows before it, so that damage shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, IntegrityError

from piquet.base import Unreadable
from piquet.table.entries import Entry, read, write

__all__ = ["Kept", "Lost", "Store", "Taken"]

_meta = sa.MetaData()
_parties = sa.Table(
    "parties",
    _meta,
    sa.Column("partie", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("request", sa.String(64), nullable=False),
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.UniqueConstraint("holder", "request"),
)
_actions = sa.Table(
    "actions",
    _meta,
    sa.Column("partie", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(160), nullable=True),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.UniqueConstraint("partie", "id"),
)
_notes = sa.Table(
    "notes",
    _meta,
    sa.Column("name", sa.String(160), primary_key=True),
    sa.Column("note", sa.Text, nullable=False),
)
_MOST_TOGETHER = 200
_PATIENCE = 2.0  # seconds that a locked database is waited for
_FORMAT = 1


class Lost(Exception):
    """Something could not be written, and is not done: a code of ``errors.store_...`` and why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why


class Taken(Exception):
    """The place in the list, or the id, is taken already."""


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

    @classmethod
    def at(cls, folder: Path) -> Store:
        """Return the store in a folder, which is made where it is not there."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = folder / "table.db"
        _make(file)
        for one in (file, *folder.glob("table.db-*")):
            one.chmod(0o600)  # one that was copied back from elsewhere may be open to all
        return cls(sa.URL.create("sqlite", database=str(file)))  # a folder may be called "a?b"

    def open(self) -> None:
        """Open or create the database and start writing.

        Raises Lost where it cannot be opened or is damaged.
        """
        try:
            self._engine = sa.create_engine(self.url, hide_parameters=True)
        except (sa.exc.ArgumentError, ImportError) as error:
            raise Lost("store_url", str(error)) from None
        if self._engine.dialect.name == "sqlite":
            file = self._engine.url.database or ""
            if file in ("", ":memory:"):
                raise Lost("store_memory", file)
            if not file.startswith("file:"):
                with contextlib.suppress(OSError):  # SQLite will say what is wrong
                    _make(Path(file))
            sa.event.listen(self._engine, "connect", _tune)
        with _telling(), self._engine.begin() as connection:
            if self._engine.dialect.name == "sqlite":
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
                if found != "ok":
                    raise Lost("store_damaged", str(found))
            _meta.create_all(connection)
            _check_format(connection)
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

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
            if outcome is not None and len(jobs) > 1:
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
            with _telling(), self._engine.begin() as connection:
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
            now = time.time()
            row = {"partie": partie, "holder": holder, "request": request, "begun": now}
            connection.execute(_parties.insert(), {**row, "changed": now, "summary": summary})
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
                sa.select(_actions.c.number, _actions.c.digest)
                .where(_actions.c.partie == partie)
                .order_by(_actions.c.number.desc())
                .limit(1)
            ).first()
            if last is None or last.number != version:
                raise Taken
            _append(connection, partie, version, last.digest, list(entries), id)
            connection.execute(
                _parties.update()
                .where(_parties.c.partie == partie)
                .values(changed=time.time(), summary=summary)
            )

        await self._do(work)

    async def forget(self, partie: str) -> None:
        """Remove a partie.  Raises Lost."""

        def work(connection: sa.Connection) -> None:
            connection.execute(_actions.delete().where(_actions.c.partie == partie))
            connection.execute(_parties.delete().where(_parties.c.partie == partie))
            connection.execute(_notes.delete().where(_notes.c.name.like(f"draft/{partie}/%")))

        await self._do(work)

    async def note(self, name: str, note: str) -> None:
        """Keep a note under a name, instead of the one before; an empty one is removed."""

        def work(connection: sa.Connection) -> None:
            connection.execute(_notes.delete().where(_notes.c.name == name))
            if note:
                connection.execute(_notes.insert(), {"name": name, "note": note})

        await self._do(work)

    # --- reading ----------------------------------------------------------------------------------

    def noted(self, name: str) -> str:
        """Return a note, "" where there is none.  Raises Lost."""
        with _telling(), self._engine.connect() as connection:
            found = connection.execute(sa.select(_notes.c.note).where(_notes.c.name == name))
            return found.scalar() or ""

    def load(self, partie: str) -> tuple[list[Entry], dict[str, int]]:
        """Return the entries of a partie, and after which version each id was done.

        Raises Unreadable: ``no_partie`` where there is none, ``partie_damaged`` where a row is not
        as it was written; Lost where the database cannot be read.
        """
        query = sa.select(_actions).where(_actions.c.partie == partie).order_by(_actions.c.number)
        with _telling(), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        if not rows:
            raise Unreadable("no_partie")
        entries: list[Entry] = []
        ids: dict[str, int] = {}
        digest = ""
        for place, row in enumerate(rows, 1):
            digest = _digest(digest, partie, place, row.entry)
            if row.number != place or row.digest != digest:
                raise Unreadable("partie_damaged", why=f"row {place}")
            try:
                entries.append(read(row.entry))
            except ValueError as error:
                raise Unreadable("partie_damaged", why=f"row {place}: {error}") from None
            if row.id is not None:
                ids[row.id] = place
        return entries, ids

    def kept(self, holder: str) -> list[Kept]:
        """Return the parties of a holder, the latest first.  Raises Lost."""
        query = (
            sa.select(_parties)
            .where(_parties.c.holder == holder)
            .order_by(_parties.c.changed.desc())
        )
        with _telling(), self._engine.connect() as connection:
            return [
                Kept(row.partie, row.request, row.begun, row.changed, row.summary)
                for row in connection.execute(query)
            ]

    def holds(self, partie: str, holder: str) -> bool:
        """Tell whether a partie is kept for a holder.  Raises Lost."""
        query = sa.select(_parties.c.partie).where(
            _parties.c.partie == partie, _parties.c.holder == holder
        )
        with _telling(), self._engine.connect() as connection:
            return connection.execute(query).first() is not None


def _make(file: Path) -> None:
    """Make a file that nobody else may ever read; SQLite would leave it open to all."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def _append(
    connection: sa.Connection,
    partie: str,
    version: int,
    digest: str,
    entries: list[Entry],
    id: str | None,
) -> None:
    rows = []
    for place, entry in enumerate(entries, version + 1):
        written = write(entry)
        digest = _digest(digest, partie, place, written)
        row: dict[str, Any] = {"partie": partie, "number": place, "entry": written}
        rows.append({**row, "digest": digest, "id": id if place == version + 1 else None})
    connection.execute(_actions.insert(), rows)


def _digest(before: str, partie: str, number: int, entry: str) -> str:
    return hashlib.sha256(f"{before}\n{partie}\n{number}\n{entry}".encode()).hexdigest()


def _tune(connection: Any, _: object) -> None:
    """Set up a connection of SQLite: what is committed survives a loss of power."""
    connection.execute(f"PRAGMA busy_timeout = {int(_PATIENCE * 1000)}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _check_format(connection: sa.Connection) -> None:
    """Note the format of a new database; refuse one that a later version wrote."""
    found = connection.execute(sa.select(_notes.c.note).where(_notes.c.name == "format")).scalar()
    if found is None:
        connection.execute(_notes.insert(), {"name": "format", "note": str(_FORMAT)})
    elif found != str(_FORMAT):
        raise Lost("store_format", found)


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    """Turn what a database says into what a person can do about it."""
    try:
        yield
    except IntegrityError as error:
        raise Taken from error
    except DatabaseError as error:
        why = str(error.orig)
        for sign, code in _SIGNS.items():
            if sign in why:
                raise Lost(code, why) from None
        raise Lost("store_failed", why) from None


_SIGNS = {
    "locked": "store_locked",
    "full": "store_full",
    "readonly": "store_read_only",
    "malformed": "store_damaged",
    "not a database": "store_damaged",
    "unable to open": "store_unopened",
    "disk I/O error": "store_disk",
}
