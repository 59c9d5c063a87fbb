"""How the databases are reached, SQLite and PostgreSQL, and what it means when they refuse."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from piquet.texts import text

__all__ = ["Lost", "Taken", "address", "alone", "engine_of", "file_of", "make", "telling"]

_LOCK = 0x7069717565740001  # what every server on PostgreSQL holds in common
_PATIENCE = 2.0  # seconds that a locked database is waited for


class Lost(Exception):
    """Something could not be written, and is not done: a code of ``errors.store_...`` and why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why


class Taken(Exception):
    """The place in the list, or the id, is taken already."""


def file_of(url: str | sa.URL) -> Path | None:
    """Return the file of a database of SQLite, None for any other.

    >>> file_of("sqlite:///table.db").name
    'table.db'
    >>> file_of("postgresql://127.0.0.1/piquet") is None
    True
    """
    with contextlib.suppress(Lost):
        read = address(url)
        if read.get_backend_name() == "sqlite":
            name = read.database or ":memory:"
            return None if name == ":memory:" or name.startswith("file:") else Path(name)
    return None


def address(url: str | sa.URL) -> sa.URL:
    """Return the address of a database.  Raises Lost (``store_url``), with no password in it."""
    try:
        return sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise Lost("store_url", str(error).partition(" from ")[0]) from None
    except ValueError:
        raise Lost("store_url", text("keeping.no_port")) from None


def engine_of(url: str | sa.URL, *, serving: bool = False) -> sa.Engine:
    """Return how to reach a database; nothing is opened yet.

    On PostgreSQL each connection that is ``serving`` shares a lock until it ends, so that nobody
    puts another database in the place of one that is served.  Raises Lost (``store_url``,
    ``store_memory``, ``store_driver``).
    """
    read = address(url)
    try:
        if read.drivername in ("postgres", "postgresql"):
            read = read.set(drivername="postgresql+psycopg")
        if read.get_backend_name() != "postgresql":
            engine = sa.create_engine(read, hide_parameters=True)
        else:
            # A connection that a restart has cut is found before it is used, not by what is lost.
            lasting = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}
            engine = sa.create_engine(
                read, hide_parameters=True, pool_pre_ping=True, connect_args=lasting
            )
    except sa.exc.ArgumentError as error:
        raise Lost("store_url", str(error)) from None
    except ImportError as error:
        raise Lost("store_driver", str(error)) from None
    match engine.dialect.name:
        case "sqlite":
            if engine.url.database in (None, "", ":memory:"):
                raise Lost("store_memory", "")
            sa.event.listen(engine, "connect", _tune)
        case "postgresql":
            sa.event.listen(engine, "connect", _share if serving else _set)
        case other:
            raise Lost("store_url", other)
    return engine


def alone(connection: sa.Connection, name: str) -> bool:
    """Take a lock of PostgreSQL until the transaction ends; False where another has it.

    ``opening`` is waited for, ``serving`` is what all servers share.
    """
    if name == "opening":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK + 1)))
        return True
    return bool(connection.scalar(sa.select(sa.func.pg_try_advisory_xact_lock(_LOCK))))


def _set(connection: Any, _: object) -> None:
    """Set up a connection of PostgreSQL: what is committed is on disk, nothing waits for ever."""
    wait = f"{int(_PATIENCE * 1000)}ms"
    connection.execute(
        "SELECT set_config('lock_timeout', %s, false), set_config('timezone', 'UTC', false),"
        " CASE current_setting('synchronous_commit') WHEN 'off'"
        " THEN set_config('synchronous_commit', 'on', false) END",
        [wait],
    )
    connection.commit()


def _share(connection: Any, record: object) -> None:
    """Set up a connection of a server."""
    _set(connection, record)
    try:
        connection.execute("SELECT pg_advisory_lock_shared(%s)", [_LOCK])
        connection.commit()
    except Exception:
        connection.close()  # the pool does not know it yet
        raise


def _tune(connection: Any, _: object) -> None:
    """Set up a connection of SQLite: what is committed survives a loss of power."""
    connection.execute(f"PRAGMA busy_timeout = {int(_PATIENCE * 1000)}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def make(file: Path) -> None:
    """Make a file that nobody else may ever read; SQLite would leave it open to all."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


@contextlib.contextmanager
def telling() -> Iterator[None]:
    """Turn what a database says into what a person can do about it: Lost, or Taken."""
    try:
        yield
    except IntegrityError as error:
        raise Taken from error
    except DBAPIError as error:
        raise _lost(error.orig, cut=error.connection_invalidated) from None
    except sa.exc.TimeoutError as error:
        raise Lost("store_locked", str(error)) from None
    except sqlite3.Error as error:
        raise _lost(error) from None


def _lost(error: BaseException | None, *, cut: bool = False) -> Lost:
    why = str(error).partition("\n")[0]
    state = getattr(error, "sqlstate", None)
    if type(error).__module__.startswith("psycopg"):
        if state is None:  # it was not reached, is gone, or did not let anybody in
            shut = not cut and any(sign in why for sign in _SHUT)
            return Lost("store_unopened" if shut else "store_away", why)
        codes = (code for start, code in _STATES.items() if state.startswith(start))
        return Lost(next(codes, "store_failed"), why)
    return Lost(next((code for sign, code in _SIGNS.items() if sign in why), "store_failed"), why)


_SIGNS = {
    "locked": "store_locked",
    "full": "store_full",
    "readonly": "store_read_only",
    "malformed": "store_damaged",
    "not a database": "store_damaged",
    "unable to open": "store_unopened",
    "disk I/O error": "store_disk",
}
"""By what SQLite says."""

_STATES = {
    "08": "store_away",  # the connection
    "57P": "store_away",  # shut down, crashed, starting
    "53100": "store_full",
    "53": "store_locked",  # too many connections, out of memory
    "55P03": "store_locked",
    "40": "store_locked",  # two waited for each other
    "57014": "store_locked",
    "25006": "store_read_only",
    "42501": "store_read_only",
    "28": "store_unopened",  # the password
    "3D": "store_unopened",  # no such database
    "58": "store_disk",
    "XX001": "store_damaged",
    "XX002": "store_damaged",
}
"""By the states of PostgreSQL; the first that begins so."""

_SHUT = ("does not exist", "authentication failed", "pg_hba.conf", "no password supplied")
"""What PostgreSQL says to those whom it does not let in."""
