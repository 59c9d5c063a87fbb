"""``piquet table``: the solved table of card play, built, found or checked."""

import argparse
import sys
from collections.abc import Callable
from time import monotonic

from piquet import kernel
from piquet.texts import text

__all__ = ["run"]

_WIDTH = 40
_EXTRAS = (1, 0)


def run(options: argparse.Namespace) -> int:
    """Build the tables that are missing, or all; check them if asked; 1 where a check fails."""
    missing = kernel.why_not()
    if missing:
        print(missing, file=sys.stderr)
        return 1
    good = True
    for extra in _EXTRAS:
        print(text(f"cli.table.extra_{extra}"))
        if options.check and not options.rebuild:
            good = _check(extra) and good
            continue
        with_bar = _bar()
        began = monotonic()
        if options.rebuild:
            kernel.build(extra, with_bar)
        else:
            kernel.solved(extra, with_bar)
        seconds = monotonic() - began
        print(text("cli.table.ready", path=kernel.where(extra), seconds=f"{seconds:.2f}"))
        if options.check:
            good = _check(extra) and good
    return 0 if good else 1


def _check(extra: int) -> bool:
    try:
        findings = kernel.check(extra)
    except FileNotFoundError:
        print(text("cli.table.none", path=kernel.where(extra)))
        return False
    for finding in findings:
        if not finding.good:
            wrong = text("cli.table.wrong", name=finding.name)
            print(f"{wrong}: {_short(finding.found)} / {_short(finding.expected)}")
    if all(finding.good for finding in findings):
        print(text("cli.table.good", number=len(findings)))
        return True
    return False


def _short(value: object) -> str:
    shown = value.hex() if isinstance(value, bytes) else str(value)
    return shown if len(shown) <= _WIDTH else f"{shown[:_WIDTH]}..."


def _bar() -> Callable[[int, int], None] | None:
    """Return what draws a progress bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        return None

    def draw(done: int, of: int) -> None:
        filled = _WIDTH * done // of
        bar = "#" * filled + "." * (_WIDTH - filled)
        end = "\n" if done == of else ""
        print(f"\r[{bar}] {100 * done // of:3d} %", end=end, file=sys.stderr, flush=True)

    return draw
