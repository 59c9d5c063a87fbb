"""What is wrong with what piquet needs here, and what to do about it; nothing is changed."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import socket
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Literal, NamedTuple

import sqlalchemy as sa

from piquet import __version__, kernel
from piquet.base import Unreadable
from piquet.table.databases import Lost, file_of
from piquet.table.folders import held, home
from piquet.table.keeping import contents, default, looked_into
from piquet.table.schema import FORMAT, META, notes, parties
from piquet.table.server import PORT
from piquet.texts import text

__all__ = ["Finding", "examine"]

_LEAST_FREE = 50 << 20  # bytes: the solved table takes 39 million, a partie some thousands
_BORN = datetime(2026, 1, 1, tzinfo=UTC).timestamp()  # no clock that is right shows less
_SLACK = 300.0  # seconds that two clocks may differ
_NEEDED = ("starlette", "uvicorn", "websockets", "msgspec", "sqlalchemy", "numpy")


class Finding(NamedTuple):
    """One thing that was looked at: its name, how it stands, in words, and what to do about it.

    ``state`` is "good", "note" for what works otherwise than one may think, or "wrong".
    """

    name: str
    state: Literal["good", "note", "wrong"]
    words: str
    remedy: str = ""


def examine(url: str | None = None) -> list[Finding]:
    """Look at everything, and return what was found, in order.

    >>> [one.name for one in examine("sqlite:////nowhere/x.db")][:2]
    ['versions', 'clock']
    """
    found: list[Finding] = []
    for name, look in _LOOKS.items():
        try:
            found += look(url)
        except Lost as error:
            found.append(_lost(name, error))
        except Unreadable as error:
            found.append(_lost(name, Lost(error.code, str(error.values["why"]))))
        except OSError as error:
            found.append(_wrong(name, "failed", why=error.strerror or str(error)))
    return found


def _good(name: str, key: str, **values: object) -> Finding:
    return Finding(name, "good", text(f"doctor.{name}.{key}", **values))


def _note(name: str, key: str, **values: object) -> Finding:
    return Finding(
        name,
        "note",
        text(f"doctor.{name}.{key}", **values),
        text(f"doctor.{name}.{key}_do", **values),
    )


def _wrong(name: str, key: str, **values: object) -> Finding:
    where = "any" if key == "failed" else name
    return Finding(
        name,
        "wrong",
        text(f"doctor.{where}.{key}", **values),
        text(f"doctor.{where}.{key}_do", **values),
    )


def _lost(name: str, error: Lost) -> Finding:
    """Return what a database says, and what to do about it."""
    what = text(f"errors.{error.code}", why=error.why)
    return Finding(name, "wrong", what, text(f"doctor.{error.code}"))


# --- the program and the computer -----------------------------------------------------------------


def _versions(_: str | None) -> Iterator[Finding]:
    versions = {}
    for name in _NEEDED:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield _wrong("versions", "missing", package=name)
    yield _good(
        "versions",
        "good",
        version=__version__,
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        others=", ".join(f"{name} {version}" for name, version in versions.items()),
    )


def _clock(url: str | None) -> Iterator[Finding]:
    now = time.time()
    shown = _shown(now)
    latest = 0.0
    with contextlib.suppress(Lost, Unreadable, OSError), _database(url) as connection:
        if connection is not None:
            latest = connection.scalar(sa.select(sa.func.max(parties.c.changed))) or 0.0
            if connection.dialect.name == "postgresql":
                theirs = connection.scalar(sa.text("SELECT extract(epoch FROM clock_timestamp())"))
                if abs(float(theirs or now) - time.time()) > _SLACK:
                    yield _note("clock", "differs", now=shown, theirs=_shown(float(theirs or 0)))
    if now < _BORN:
        yield _wrong("clock", "early", now=shown)
    elif latest > now + _SLACK:
        yield _wrong("clock", "behind", now=shown, latest=_shown(latest))
    else:
        yield _good("clock", "good", now=shown)


def _shown(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _port(url: str | None) -> Iterator[Finding]:
    with socket.socket() as one:
        if os.name == "posix":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", PORT))
        except OSError:
            if _served(_file(url)):
                yield _good("port", "served", port=PORT)
            else:
                yield _note("port", "taken", port=PORT)
            return
    yield _good("port", "good", port=PORT)


# --- folders --------------------------------------------------------------------------------------


def _folder(_: str | None) -> Iterator[Finding]:
    folder = home()
    if not os.path.lexists(folder):
        above = next(one for one in folder.absolute().parents if one.exists())
        if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
            yield _wrong("folder", "not_made", folder=folder, above=above)
        else:
            yield _good("folder", "none", folder=folder)
        return
    if not folder.is_dir():
        yield _wrong("folder", "no_folder", folder=folder)
        return
    why = _refuses(folder)
    if why:
        yield _wrong("folder", "refuses", folder=folder, why=why)
        return
    open_to_all = os.name == "posix" and stat.S_IMODE(folder.stat().st_mode) & 0o077
    if open_to_all:
        yield _wrong("folder", "open", folder=folder)
    else:
        yield _good("folder", "good", folder=folder)


def _refuses(folder: Path) -> str:
    """Return why nothing can be written into a folder, "" where it can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"piquet" * 1000)
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _disk(url: str | None) -> Iterator[Finding]:
    file = _file(url)
    folders = [home(), *([kernel.where(1).parent] if kernel.available() else [])]
    free = {}
    for folder in dict.fromkeys([*folders, *([file.parent] if file else [])]):
        there = folder.absolute()
        while not there.is_dir():
            there = there.parent
        free[folder] = shutil.disk_usage(there).free
    full = [folder for folder in free if free[folder] < _LEAST_FREE]
    for folder in full:
        room, least = free[folder] >> 20, _LEAST_FREE >> 20
        yield _wrong("disk", "full", folder=folder, free=room, least=least)
    if not full:
        yield _good("disk", "good", free=min(free.values()) >> 20)


def _core(_: str | None) -> Iterator[Finding]:
    why = kernel.why_not()
    if why:
        yield Finding("core", "wrong", why, text("doctor.core.missing_do"))
        return
    yield _good("core", "good")
    folder = kernel.where(1).parent
    refusing = _refuses(folder) if folder.is_dir() else ""
    if refusing:
        yield _wrong("cache", "refuses", folder=folder, why=refusing)
    for extra in (1, 0):
        path = kernel.where(extra)
        try:
            good = all(one.good for one in kernel.check(extra))
        except FileNotFoundError:
            yield _note("cache", "none", path=path)
            continue
        except OSError as error:
            yield _wrong("cache", "unread", path=path, why=error.strerror or str(error))
            continue
        yield _good("cache", "good", path=path) if good else _wrong("cache", "damaged", path=path)


# --- the database ---------------------------------------------------------------------------------


@contextlib.contextmanager
def _database(url: str | None) -> Iterator[sa.Connection | None]:
    """Connect to the database to read it; None where it is not there yet."""
    address = default(url)
    file = file_of(address)
    if file is not None and (not file.exists() or not file.stat().st_size):
        yield None
        return
    with looked_into(address) as connection:
        there = set(META.tables) <= set(sa.inspect(connection).get_table_names())
        yield connection if there else None


def _file(url: str | None) -> Path | None:
    """Return the file of the database, None where it has none or cannot be named."""
    with contextlib.suppress(Unreadable):
        return file_of(default(url))
    return None


def _served(file: Path | None) -> bool:
    """Tell whether a server has a file open."""
    if file is None or not file.with_suffix(".lock").exists():
        return False
    with contextlib.suppress(OSError), held(file) as free:
        return not free
    return False


def _kept(url: str | None) -> Iterator[Finding]:
    address = default(url)
    file = file_of(address)
    shown = file or address.render_as_string(hide_password=True)
    if file is not None and file.exists():
        if not os.access(file, os.R_OK | os.W_OK):
            yield _wrong("database", "rights", file=file)
            return
        if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
            yield _wrong("database", "open", file=file)
    if file is not None and url and not file.parent.is_dir():
        yield _wrong("database", "no_folder", file=file)
        return
    with _database(url) as connection:
        if connection is None:
            yield _good("database", "none", file=shown)
            return
        if connection.dialect.name == "sqlite":
            sound = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
            if sound != "ok":
                raise Lost("store_damaged", str(sound).replace("\n", " "))
        written = connection.scalar(sa.select(notes.c.note).where(notes.c.name == "format"))
        if written != str(FORMAT):
            raise Lost("store_format", str(written))
        if connection.dialect.name == "postgresql":
            yield from _server(connection)
        found = contents(connection)
    key = "served" if _served(file) else "good"
    yield _good("database", key, file=shown, parties=found.parties, entries=found.entries)
    if file is not None and key != "served":
        _try_to_write(file)
    for partie, why in found.damaged.items():
        yield _wrong("parties", "damaged", partie=partie, why=why)
    if not found.damaged:
        yield _good("parties", "good", parties=found.parties)


def _try_to_write(file: Path) -> None:
    """Raise Lost where another program than a server keeps others from writing."""
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=0.5, isolation_level=None)) as one:
            one.execute("BEGIN IMMEDIATE")
            one.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise Lost("store_read_only", str(error)) from None
        raise Lost("store_locked", str(error)) from None


def _server(connection: sa.Connection) -> Iterator[Finding]:
    """Yield what is wrong with a PostgreSQL server."""
    for setting in ("fsync", "full_page_writes"):
        if connection.scalar(sa.text(f"SELECT current_setting('{setting}')")) != "on":
            yield _wrong("database", "unsafe", setting=setting)
    for table in META.tables:
        may = sa.text(f"SELECT has_table_privilege('{table}', 'SELECT, INSERT, UPDATE, DELETE')")
        if not connection.scalar(may):
            yield _wrong("database", "privilege", table=table)


_LOOKS: dict[str, Callable[[str | None], Iterator[Finding]]] = {
    "versions": _versions,
    "clock": _clock,
    "folder": _folder,
    "disk": _disk,
    "database": _kept,
    "core": _core,
    "port": _port,
}
