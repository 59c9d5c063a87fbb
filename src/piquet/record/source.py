"""From bytes to statements: decoding, lines, comments, and where everything stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from piquet.base import PiquetError, Unreadable
from piquet.record.books import example, examples

__all__ = [
    "LARGEST",
    "LONGEST_LINE",
    "MOST_LINES",
    "MOST_PIECES",
    "Fault",
    "Piece",
    "check",
    "decode",
    "load",
    "pieces",
]

LARGEST = 2_000_000
"""Bytes; a partie of six deals takes about five thousand."""

LONGEST_LINE = 2_000

MOST_LINES = 10_000
"""A partie of six deals has about three hundred."""

MOST_PIECES = 10_000
"""Statements and comments, of which many may stand in one line."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


class Fault(Exception):
    """A refusal on its way to becoming a diagnostic: the error, and the place it belongs to."""

    def __init__(self, error: PiquetError, line: int = 1, column: int = 1, width: int = 1) -> None:
        super().__init__(str(error))
        self.error, self.line, self.column, self.width = error, line, column, width


def load(path: str | Path) -> bytes:
    """Return the bytes of a file, or of the example of that name where there is no such file.

    A large one is refused before it is read.  Raises Unreadable (``record_size``) and OSError.
    """
    try:
        with open(path, "rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        if str(path) not in examples():
            raise
        return example(str(path)).encode()
    if len(data) > LARGEST:
        raise Unreadable("record_size", limit=LARGEST // 1_000_000)
    return data


def decode(data: bytes | str) -> str:
    """Return the text of a record with line ends made one kind.

    >>> decode(b"\\xef\\xbb\\xbfPiquet: 1\\r\\n")
    'Piquet: 1\\n'

    Raises Fault for what is too large or no text.
    """
    if len(data) > LARGEST:
        raise Fault(Unreadable("record_size", limit=LARGEST // 1_000_000))
    if isinstance(data, bytes):
        try:
            written = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
        except UnicodeDecodeError as error:
            good = error.object[: error.start]
            line, start = good.count(b"\n") + 1, good.rfind(b"\n") + 1
            column = len(good[start:].decode("utf-8", "replace")) + 1
            code = "record_binary" if b"\x00" in data else "record_encoding"
            byte = error.object[error.start]
            raise Fault(Unreadable(code, byte=f"{byte:02X}"), line, column) from None
    else:
        written = data.removeprefix("\ufeff")
    written = written.replace("\r\n", "\n").replace("\r", "\n")
    found = _CONTROL.search(written)
    if found:
        line = written.count("\n", 0, found.start()) + 1
        column = found.start() - written.rfind("\n", 0, found.start())
        code = "record_binary" if found[0] == "\x00" else "record_control"
        raise Fault(Unreadable(code, byte=f"{ord(found[0]):02X}"), line, column)
    if written.count("\n") > MOST_LINES:
        raise Fault(Unreadable("record_lines", limit=MOST_LINES), MOST_LINES + 1)
    if not written.strip():
        raise Fault(Unreadable("record_empty"))
    return written


def check(line: str) -> None:
    """Refuse a line that could be written but not read again.

    Raises Unreadable (``record_control``, ``record_long_line``).
    """
    found = _CONTROL.search(line) or re.search("\n", line)
    if found:
        raise Unreadable("record_control", byte=f"{ord(found[0]):02X}")
    if len(line) > LONGEST_LINE:
        raise Unreadable("record_long_line", limit=LONGEST_LINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement or a comment of a record; ``column`` is that of its first character, from 1."""

    line: int
    column: int
    text: str
    comment: bool = False


def pieces(written: str, whole: Callable[[str], bool]) -> Iterator[Piece]:
    """Yield what a record says, line by line, comments set apart.

    ``whole`` tells which lines are taken to their end, whatever signs stand in them.

    >>> lines = "good ; or so\\n{two\\nlines} 1. AS 7S"
    >>> [(piece.text, piece.comment) for piece in pieces(lines, lambda line: False)]
    [('good', False), ('or so', True), ('two', True), ('lines', True), ('1. AS 7S', False)]

    Raises Fault for a line that is too long and for a comment that never ends.
    """
    opened: tuple[int, int] | None = None
    for number, line in enumerate(written.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise Fault(Unreadable("record_long_line", limit=LONGEST_LINE), number, LONGEST_LINE)
        if not opened and whole(line):
            yield Piece(number, len(line) - len(line.lstrip()) + 1, line.strip())
            continue
        comments: list[Piece] = []
        plain = ""
        place = 0
        while place < len(line):
            if opened:
                end = line.find("}", place)
                stop = len(line) if end < 0 else end
                comments.append(_comment(number, place, line[place:stop]))
                if end >= 0:
                    opened = None
                plain += " " * (min(stop + 1, len(line)) - place)
                place = stop + 1
                continue
            sign = line[place]
            if sign == ";":
                comments.append(_comment(number, place + 1, line[place + 1 :]))
                break
            if sign == "{":
                opened = (number, place + 1)
            plain += " " if sign == "{" else sign
            place += 1
        statement = plain.strip()
        column = len(plain) - len(plain.lstrip()) + 1
        told = [Piece(number, column, statement)] if statement else []
        first = [comment for comment in comments if comment.column < column]
        rest = [comment for comment in comments if comment.column >= column]
        yield from (piece for piece in (*first, *told, *rest) if piece.text or not piece.comment)
    if opened:
        raise Fault(Unreadable("record_brace"), *opened)


def _comment(line: int, place: int, written: str) -> Piece:
    return Piece(line, place + 1, " ".join(written.split()), comment=True)
