"""Where the parties of a test are kept: SQLite always, PostgreSQL where there is one.

``PIQUET_POSTGRES`` is the address of a PostgreSQL server, with a user who may make databases.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from table.served import service

from piquet.table.databases import engine_of
from piquet.table.service import Service
from piquet.table.store import Store

__all__ = ["KINDS", "Place", "made", "needs_postgres"]

_SERVER = os.environ.get("PIQUET_POSTGRES", "")
needs_postgres = pytest.mark.skipif(not _SERVER, reason="PIQUET_POSTGRES names no PostgreSQL")
KINDS = ["sqlite", pytest.param("postgresql", marks=needs_postgres)]


class Place:
    """A database of its own for one test."""

    def __init__(self, kind: str, folder: Path, url: str) -> None:
        self.kind = kind
        self.folder = folder
        self.url = url

    def store(self) -> Store:
        """Return the store, not opened yet."""
        return Store(self.url) if self.url else Store.at(self.folder)

    def service(self) -> Service:
        """Return what tables share, over this store."""
        return service(self.folder, self.url)

    @contextlib.contextmanager
    def beside(self) -> Iterator[sa.Connection]:
        """Reach the database past the store; what is done counts at once."""
        url = self.url or f"sqlite:///{self.folder / 'table.db'}"
        engine = engine_of(url).execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            yield connection
        engine.dispose()

    def execute(self, statement: str) -> Any:
        """Do something past the store."""
        with self.beside() as connection:
            return connection.exec_driver_sql(statement).rowcount


@contextlib.contextmanager
def made(kind: str, folder: Path) -> Iterator[Place]:
    """A place that is removed at the end."""
    if kind == "sqlite":
        yield Place(kind, folder, "")
        return
    name = f"piquet_{secrets.token_hex(6)}"
    server = engine_of(_SERVER).execution_options(isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    try:
        shown = server.url.set(database=name).render_as_string(hide_password=False)
        yield Place(kind, folder, shown)
    finally:
        with server.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
        server.dispose()
