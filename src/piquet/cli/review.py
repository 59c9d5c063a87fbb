"""``piquet review``: what each decision of a written partie cost, and what was luck."""

import argparse
import json
import sys
from collections.abc import Callable

from piquet.base import Person, Seat
from piquet.cli.needs import core_missing
from piquet.cli.term import Style
from piquet.texts import text

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Print the review of a record as far as it can be played; 1 where it is faulty or cut off.

    Raises OSError for a file that cannot be opened.
    """
    missing = core_missing()
    if missing:
        print(missing, file=sys.stderr)
        return 1
    from piquet.cli.replay import examined
    from piquet.cli.reviewing import Page
    from piquet.review import document, review

    reading = examined(options.file)
    for fault in reading.diagnostics:
        print(fault, file=sys.stderr)
    record = reading.record
    if reading.diagnostics and not any(part.actions for part in record.parts if part.cards):
        return 1
    found = review(record, only=options.deal, progress=_progress())
    if options.json:
        told = document(found)
        told["diagnostics"] = [str(fault) for fault in reading.diagnostics]
        print(json.dumps(told, indent=1))
        return 1 if reading.diagnostics else 0
    seat = None if options.seat is None else Seat[options.seat.upper()]
    person = None if options.person is None else Person[options.person.upper()]
    page = Page(record, found, Style.of(ascii_only=options.ascii), person, seat)
    for line in page.deal() if options.deal is not None else page.whole():
        print(line.rstrip())
    return 1 if reading.diagnostics else 0


def _progress() -> Callable[[int, int], None] | None:
    """Return what tells on standard error how far it is, where that is a terminal."""
    if not sys.stderr.isatty():
        return None
    print(text("review.begins"), end="", file=sys.stderr, flush=True)

    def tell(done: int, of: int) -> None:
        end = "\r\x1b[K" if done == of else ""
        print(f"\r{text('review.working', n=done, of=of)}{end}", end="", file=sys.stderr)

    return tell
