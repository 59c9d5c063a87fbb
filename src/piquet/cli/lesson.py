"""``piquet lesson check FILE...``: what is wrong in the lessons that somebody writes."""

from __future__ import annotations

import argparse
import sys

from piquet import lessons
from piquet.lessons.checker import examine
from piquet.texts import text

__all__ = ["check"]


def check(options: argparse.Namespace) -> int:
    """Print every fault of some lesson files with its place; 1 where there is one.

    Raises OSError for a file that cannot be read.
    """
    faulty = False
    for path in options.files:
        reading = examine(lessons.content(path), path, lessons.explained)
        for fault in reading.diagnostics:
            print(fault, file=sys.stderr)
        lesson = reading.lesson
        faulty = faulty or lesson is None
        if lesson is not None:
            asked = sum(stop.expected is not None for stop in lesson.stops)
            count = len(lesson.stops)
            print(text("lessons.checked", file=path, title=lesson.title, stops=count, asked=asked))
    return 1 if faulty else 0
