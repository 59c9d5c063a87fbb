"""Copies of the database: made while it is played with, put back whole or not at all.

A copy is one file of SQLite, wherever the parties are kept, so that it can also be put into another
database than it came from.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from piquet.base import Unreadable
from piquet.table.databases import Lost, address, alone, engine_of, file_of, make, telling
from piquet.table.folders import held, home, settle
from piquet.table.schema import FORMAT, META, actions, check_format, notes, parties
from piquet.table.store import entries_of

__all__ = ["Contents", "backup", "contents", "default", "looked_into", "restore"]

_ROWS = 1000  # taken over together
_PENDING = ("-wal", "-shm")  # what SQLite writes beside a database that is open


@dataclass(frozen=True)
class Contents:
    """What a database holds: how many parties and entries, and why some cannot be gone on with."""

    parties: int
    entries: int
    damaged: dict[str, str]


def default(url: str | None) -> sa.URL:
    """Return the address of a database, of the one in the data folder where none is given.

    Raises Unreadable (``store_url``).
    """
    if not url:
        return sa.URL.create("sqlite", database=str(home() / "table.db"))
    try:
        return address(url)
    except Lost as error:
        raise Unreadable(error.code, why=error.why) from None


def contents(connection: sa.Connection) -> Contents:
    """Return what a database holds, every row compared with its digest."""
    entries = 0
    damaged: dict[str, str] = {}
    named = set(connection.scalars(sa.select(parties.c.partie)))
    found = set()
    query = sa.select(actions).order_by(actions.c.partie, actions.c.number)
    rows = connection.execute(query, execution_options={"yield_per": _ROWS})
    for name, group in itertools.groupby(rows, key=lambda row: row.partie):
        of_one = list(group)
        entries += len(of_one)
        found.add(name)
        try:
            entries_of(name, of_one)
        except Unreadable as error:
            damaged[name] = str(error.values["why"])
    damaged |= dict.fromkeys(sorted(named - found), "no rows")
    damaged |= dict.fromkeys(sorted(found - named), "not in the list")
    return Contents(len(named), entries, dict(sorted(damaged.items())))


def backup(url: str | None, file: Path) -> Contents:
    """Write a copy of the database as it stands at one moment into a new file.

    Servers go on meanwhile.  Raises Unreadable: ``backup_there`` where the file is there already,
    ``backup_none`` where nothing is kept yet, or why the database cannot be read; OSError where the
    file cannot be written.
    """
    if os.path.lexists(file):
        raise Unreadable("backup_there", file=file)
    new = file.with_name(f"{file.name}.new")
    with _said():
        try:
            make(new)
            with new.open("r+b") as made:
                made.truncate()
            with contextlib.closing(_writing(new)) as target:
                _copy(default(url), target)
            with looked_into(_at(new)) as copy:
                _check(copy)
                found = contents(copy)
            _flush(new)
            os.replace(new, file)
        finally:
            with contextlib.suppress(OSError):
                new.unlink()
        settle(file.parent)
    return found


def restore(url: str | None, file: Path, *, force: bool = False) -> tuple[Contents, Path | None]:
    """Put a copy in the place of a database; return what it holds, and where the one before is.

    Raises Unreadable and changes nothing: ``restore_serving`` where a server has the database open,
    ``backup_foreign`` or ``store_...`` for a file that is no whole copy; unless it is forced,
    ``restore_damaged`` where parties in the copy are, and ``restore_behind`` where parties would be
    lost or go back.
    """
    if not file.exists():
        raise Unreadable("backup_missing", file=file)
    target = default(url)
    with _said(), looked_into(_at(file)) as copy:
        _check(copy)
        found = contents(copy)
        if found.damaged and not force:
            raise Unreadable("restore_damaged", names=_names(list(found.damaged)))
        place = file_of(target)
        if place is None:
            return found, _into_server(target, copy, force)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(place) as free:
            if not free:
                raise Unreadable("restore_serving")
            if place.exists() and place.samefile(file):
                raise Unreadable("restore_itself", file=file)
            return found, _into_file(place, copy, force)


# --- reading --------------------------------------------------------------------------------------


@contextlib.contextmanager
def looked_into(url: sa.URL) -> Iterator[sa.Connection]:
    """Connect to a database to read it as it stands at one moment; nothing is changed in it.

    Raises Lost.
    """
    file = file_of(url)
    if file is None:
        engine = engine_of(url)
        options: dict[str, Any] = {"isolation_level": "REPEATABLE READ"}
        if engine.dialect.name == "postgresql":
            options["postgresql_readonly"] = True
    else:
        # Without a log beside it nobody writes it: then even a disk that cannot be written is read.
        log = file.with_name(f"{file.name}-wal")
        how = "mode=ro" if log.exists() or _serves(file) else "mode=ro&immutable=1"
        name = f"{file.absolute().as_uri()}?{how}"
        engine = sa.create_engine(
            "sqlite://",
            creator=lambda: sqlite3.connect(name, uri=True, check_same_thread=False),
            poolclass=sa.pool.NullPool,
        )
        options = {}
    try:
        with telling(), engine.connect().execution_options(**options) as connection:
            if file is not None:
                connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        engine.dispose()


def _serves(file: Path) -> bool:
    """Tell whether a server may have a database open; nothing is made beside it."""
    if not file.with_suffix(".lock").exists():
        return False
    try:
        with held(file) as free:
            return not free
    except OSError:
        return True


def _at(file: Path) -> sa.URL:
    return sa.URL.create("sqlite", database=str(file))


def _check(connection: sa.Connection) -> None:
    """Raise Lost or Unreadable for a file that is no whole copy."""
    found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if found != "ok":
        raise Lost("store_damaged", str(found).replace("\n", " "))
    if not set(META.tables) <= set(sa.inspect(connection).get_table_names()):
        raise Unreadable("backup_foreign")
    written = connection.scalar(sa.select(notes.c.note).where(notes.c.name == "format"))
    if written is None:
        raise Unreadable("backup_foreign")
    if written != str(FORMAT):
        raise Lost("store_format", written)


def _names(names: list[str]) -> str:
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")


# --- writing --------------------------------------------------------------------------------------


def _writing(file: Path) -> sqlite3.Connection:
    target = sqlite3.connect(file)
    target.execute("PRAGMA synchronous = FULL")
    return target


def _copy(url: sa.URL, target: sqlite3.Connection) -> None:
    """Copy a database into an empty one; a database that is not there yet is refused."""
    file = file_of(url)
    if file is not None and not file.exists():
        raise Unreadable("backup_none", file=file)
    with looked_into(url) as source:
        if file is not None:
            _take_over(source, target)
            return
        if not set(META.tables) <= set(sa.inspect(source).get_table_names()):
            raise Unreadable("backup_none", file=url.render_as_string(hide_password=True))
        with _engine(target).begin() as connection:
            META.create_all(connection)
            _pour(source, connection)


def _take_over(source: sa.Connection, target: sqlite3.Connection) -> None:
    """Copy one database of SQLite into another one, by its own interface for that."""
    raw: Any = source.connection.driver_connection
    raw.backup(target)
    target.execute("PRAGMA journal_mode = DELETE")  # one file, and nothing beside it


def _engine(raw: sqlite3.Connection) -> sa.Engine:
    return sa.create_engine("sqlite://", creator=lambda: raw, poolclass=sa.pool.StaticPool)


def _pour(source: sa.Connection, target: sa.Connection) -> None:
    """Add every row of one database to another one."""
    for table in (parties, actions, notes):
        rows = source.execute(sa.select(table), execution_options={"yield_per": _ROWS})
        for some in rows.partitions():
            target.execute(table.insert(), [dict(row._mapping) for row in some])


def _into_file(place: Path, copy: sa.Connection, force: bool) -> Path | None:
    """Put a copy in the place of a file: whole beside it, flushed, and renamed."""
    new = place.with_name(f"{place.name}.new")
    with contextlib.ExitStack() as undone:
        undone.callback(new.unlink, missing_ok=True)
        before = _aside(place, copy, force, undone) if place.exists() else None
        new.unlink(missing_ok=True)
        make(new)
        with contextlib.closing(_writing(new)) as target:
            _take_over(copy, target)
        with looked_into(_at(new)) as made:
            _check(made)
        _flush(new)
        for ending in _PENDING:  # of the one before, where it was not in order; it is kept aside
            place.with_name(f"{place.name}{ending}").unlink(missing_ok=True)
        settle(place.parent)
        os.replace(new, place)
        undone.pop_all()
    settle(place.parent)
    return before


def _aside(place: Path, copy: sa.Connection, force: bool, undone: contextlib.ExitStack) -> Path:
    """Keep the database that is to be replaced, beside its place, and return where.

    It is removed again where what follows is ``undone``.
    Raises Unreadable (``restore_behind``) where more is in it and it is not forced.
    """
    try:
        with looked_into(_at(place)) as present:
            _compare(present, copy, force)
    except Lost as error:
        if error.code != "store_damaged":
            raise
        # It cannot be read: there is nothing to compare, and all of it is kept.
    for number in itertools.count(1):
        before = place.with_name(f"{place.stem}.before-{number}{place.suffix}")
        if not os.path.lexists(before):
            break
    for ending in ("", *_PENDING[:1]):
        part = place.with_name(f"{place.name}{ending}")
        if part.exists():
            kept = before.with_name(f"{before.name}{ending}")
            undone.callback(kept.unlink, missing_ok=True)
            make(kept)
            shutil.copyfile(part, kept)
            _flush(kept)
    # The log is written into the file, so that at no moment one stands there without the other.
    with (
        contextlib.suppress(sqlite3.DatabaseError),
        contextlib.closing(sqlite3.connect(place, timeout=2.0)) as present_now,
    ):
        if present_now.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            raise Lost("store_locked", "wal_checkpoint")
    settle(place.parent)
    return before


def _compare(present: sa.Connection, copy: sa.Connection, force: bool) -> None:
    """Raise Unreadable (``restore_behind``) where a list of entries would be lost or cut short."""
    if force or not set(META.tables) <= set(sa.inspect(present).get_table_names()):
        return
    last = (
        sa.select(actions.c.partie, sa.func.max(actions.c.number).label("number"))
        .group_by(actions.c.partie)
        .subquery()
    )
    ends = sa.select(actions.c.partie, actions.c.number, actions.c.digest).join(
        last, (actions.c.partie == last.c.partie) & (actions.c.number == last.c.number)
    )
    behind = []
    for row in present.execute(ends.order_by(actions.c.partie)):
        # A digest is that of all rows before it: the same one at the same place says it all.
        there = sa.select(actions.c.digest).where(
            actions.c.partie == row.partie, actions.c.number == row.number
        )
        if copy.scalar(there) != row.digest:
            behind.append(row.partie)
    if behind:
        raise Unreadable("restore_behind", number=len(behind), names=_names(behind))


def _into_server(url: sa.URL, copy: sa.Connection, force: bool) -> Path | None:
    """Put a copy in the place of what a PostgreSQL server holds, in one transaction."""
    engine = engine_of(url)
    try:
        with contextlib.ExitStack() as undone, telling(), engine.begin() as connection:
            if engine.dialect.name != "postgresql":
                raise Lost("store_url", str(engine.url.database))
            if not alone(connection, "serving"):
                raise Unreadable("restore_serving")
            META.create_all(connection)
            before = None
            if connection.scalar(sa.select(sa.func.count()).select_from(parties)):
                _compare(connection, copy, force)
                before = _kept_here(connection, undone)
            for table in (parties, actions, notes):
                connection.execute(table.delete())
            _pour(copy, connection)
            check_format(connection)
            undone.pop_all()
        return before
    finally:
        engine.dispose()


def _kept_here(connection: sa.Connection, undone: contextlib.ExitStack) -> Path:
    """Write what a PostgreSQL server holds into a copy in the data folder, and return where."""
    home().mkdir(mode=0o700, parents=True, exist_ok=True)
    for number in itertools.count(1):
        before = home() / f"postgresql.before-{number}.db"
        if not os.path.lexists(before):
            break
    undone.callback(before.unlink, missing_ok=True)
    make(before)
    with contextlib.closing(_writing(before)) as target, _engine(target).begin() as into:
        META.create_all(into)
        _pour(connection, into)
    _flush(before)
    settle(before.parent)
    return before


def _flush(file: Path) -> None:
    with file.open("r+b") as written:
        os.fsync(written.fileno())


@contextlib.contextmanager
def _said() -> Iterator[None]:
    """Let what a database refuses be said as what cannot be read."""
    try:
        with telling():
            yield
    except Lost as error:
        raise Unreadable(error.code, why=error.why) from None
