"""``piquet serve`` and ``piquet`` alone: the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import html
import os
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

from piquet.base import Unreadable
from piquet.texts import text

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Serve the table until it is interrupted.

    Raises Unreadable where it cannot be started, such as a port that is taken.
    """
    try:
        from piquet.table.guard import loopback
        from piquet.table.server import Plan, run
    except ModuleNotFoundError as error:
        raise Unreadable("table_missing", name=error.name) from None
    plan = Plan(options.host, options.port, options.database or "", options.origin or ())
    if not loopback(plan.host):
        _say(text("serve.exposed", host=plan.host))
    with contextlib.ExitStack() as at_the_end:

        def opened(address: str, keyed: Callable[[], str]) -> None:
            first = keyed()
            _say(text("serve.open", address=first))
            if not options.no_browser and _display():
                at_the_end.enter_context(_shown(keyed()))
            if _terminal():
                _say(text("serve.more"))
                threading.Thread(target=_keys, args=(keyed,), daemon=True).start()

        try:
            run(plan, opened)
        except KeyboardInterrupt:
            _say(text("serve.closed"))
    return 0


def _say(words: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        print(words, flush=True)


def _terminal() -> bool:
    try:
        return sys.stdin is not None and sys.stdin.isatty()
    except ValueError:
        return False


def _keys(keyed: Callable[[], str]) -> None:
    """Print another address with a key of its own whenever Enter is pressed."""
    with contextlib.suppress(OSError, ValueError):
        for _ in sys.stdin:
            _say(keyed())


def _display() -> bool:
    """Tell whether there is a screen on which a browser could be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextlib.contextmanager
def _shown(address: str) -> Iterator[None]:
    """Open an address in the browser without its key on any command line, where others see it.

    The browser is given a file that only this user can read and that leads on.  It stands in the
    home folder: browsers in a sandbox cannot read hidden ones.
    """
    path = Path.home() / f"piquet-{os.getpid()}.html"
    page = (
        '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
        f'<meta http-equiv="refresh" content="0;url={html.escape(address)}">'
    )
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(page)
    except OSError:
        yield  # the address stands in the terminal
        return
    threading.Thread(target=webbrowser.open, args=(path.as_uri(),), daemon=True).start()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
