"""``piquet backup`` and ``piquet restore``: copies of all parties, made and put back."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from piquet.base import Unreadable
from piquet.texts import text

__all__ = ["backup", "restore"]


def backup(options: argparse.Namespace) -> int:
    """Write a copy of the database into a file; 1 where parties in it are damaged.

    Raises Unreadable or OSError where none could be made.
    """
    try:
        from piquet.table import keeping
    except ModuleNotFoundError as error:
        raise Unreadable("table_missing", name=error.name) from None
    found = keeping.backup(options.database, Path(options.file))
    print(text("keeping.made", file=options.file, parties=found.parties, entries=found.entries))
    for name, why in found.damaged.items():
        print(text("keeping.damaged", name=name, why=why), file=sys.stderr)
    return 1 if found.damaged else 0


def restore(options: argparse.Namespace) -> int:
    """Put a copy in the place of the database.

    Raises Unreadable or OSError where it is refused: then nothing is changed.
    """
    try:
        from piquet.table import keeping
    except ModuleNotFoundError as error:
        raise Unreadable("table_missing", name=error.name) from None
    found, before = keeping.restore(options.database, Path(options.file), force=options.force)
    print(text("keeping.restored", file=options.file, parties=found.parties, entries=found.entries))
    if before is not None:
        print(text("keeping.before", file=before))
    for name, why in found.damaged.items():
        print(text("keeping.damaged", name=name, why=why), file=sys.stderr)
    return 0
