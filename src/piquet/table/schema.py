"""The tables of the database, the digest that chains the rows of a partie, and its format."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa

from piquet.table.databases import Lost

__all__ = ["FORMAT", "META", "actions", "check_format", "digest", "notes", "parties"]

META = sa.MetaData()
parties = sa.Table(
    "parties",
    META,
    sa.Column("partie", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("request", sa.String(64), nullable=False),
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.UniqueConstraint("holder", "request"),
)
actions = sa.Table(
    "actions",
    META,
    sa.Column("partie", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(160), nullable=True),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.UniqueConstraint("partie", "id"),
)
notes = sa.Table(
    "notes",
    META,
    sa.Column("name", sa.String(160), primary_key=True),
    sa.Column("note", sa.Text, nullable=False),
)
FORMAT = 1
"""The format of these tables, kept as the note "format"."""


def digest(before: str, partie: str, number: int, entry: str) -> str:
    """Return the digest of an entry and all before it, whose own digest is ``before``."""
    return hashlib.sha256(f"{before}\n{partie}\n{number}\n{entry}".encode()).hexdigest()


def check_format(connection: sa.Connection) -> None:
    """Note the format of a new database.  Raises Lost for one that a later version wrote."""
    found = connection.execute(sa.select(notes.c.note).where(notes.c.name == "format")).scalar()
    if found is None:
        connection.execute(notes.insert(), {"name": "format", "note": str(FORMAT)})
    elif found != str(FORMAT):
        raise Lost("store_format", found)
