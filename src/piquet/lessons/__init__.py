"""Lessons: guided deals that stop where there is something to say, written as plain text files.

>>> from piquet import lessons
>>> [name for name in lessons.names() if name in ("first", "second")]
['first', 'second']
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.resources import files

from piquet.base import Unreadable
from piquet.lessons.answering import Answer, answer
from piquet.lessons.checker import Reading, examine
from piquet.lessons.model import CHAPTERS, Lesson, Reply, Stop
from piquet.lessons.reader import LARGEST
from piquet.lessons.session import Session

__all__ = [
    "CHAPTERS",
    "Answer",
    "Lesson",
    "Reading",
    "Reply",
    "Session",
    "Stop",
    "answer",
    "content",
    "explained",
    "load",
    "names",
    "read",
]

_FOLDER = files(__name__).joinpath("data", "en")


def names() -> list[str]:
    """Return the names of the lessons that come with the program, in their order."""
    found = [path.name for path in _FOLDER.iterdir() if path.name.endswith(".lesson")]
    return sorted(name.removesuffix(".lesson") for name in found)


@cache
def load(name: str) -> Lesson:
    """Return a lesson that comes with the program.

    >>> load("first").title
    'Your first deal'

    Raises Unreadable (``lesson_unknown``) for another name.
    """
    if name not in names():
        raise Unreadable("lesson_unknown", name=name[:40], names=", ".join(names()))
    return read(_FOLDER.joinpath(f"{name}.lesson").read_bytes(), f"{name}.lesson")


def content(path: str) -> bytes:
    """Return the content of a lesson file, of one that is too large as much as shows it.

    Raises OSError.
    """
    with open(path, "rb") as stream:
        return stream.read(LARGEST + 1)


def read(data: bytes | str, file: str = "lesson") -> Lesson:
    """Return the lesson of a file's content.

    Raises a PiquetError that names the place of the first fault.
    """
    reading = examine(data, file, explained)
    if reading.lesson is None:
        raise reading.diagnostics[0].error()
    return reading.lesson


def explained(name: str) -> Collection[str] | None:
    """Return the words that a lesson and those before it have explained, None for no lesson."""
    if name not in names():
        return None
    lesson = load(name)
    before = explained(lesson.after) if lesson.after else ()
    return {term for stop in lesson.stops for term in stop.terms} | set(before or ())
