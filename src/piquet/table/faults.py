"""Telling the terminal of a fault of the program itself: its kind alone, and never a card."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback

from piquet.texts import text

__all__ = ["tell_fault"]


def tell_fault(error: BaseException) -> None:
    """Say in the terminal that something went wrong; with ``PIQUET_TRACEBACK`` set, also where."""
    with contextlib.suppress(OSError, ValueError):
        print(text("table.fault", kind=type(error).__name__), file=sys.stderr, flush=True)
        if os.environ.get("PIQUET_TRACEBACK"):
            traceback.print_exception(error)
