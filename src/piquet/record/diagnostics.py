"""What is wrong in a written partie, and where: file, line, column, the line itself and a caret."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from piquet.base import PiquetError
from piquet.texts import text

__all__ = ["Diagnostic"]

_WINDOW = 76


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of a record: its family and code, its sentence, and its place (both from 1).

    >>> from piquet.base import Unreadable
    >>> fault = Diagnostic("letter.pqn", 3, 7, "elder xyz", 3, Unreadable, "card", {"text": "xyz"})
    >>> print(fault)
    letter.pqn:3:7: 'xyz' is not a card: write its rank, then its suit, such as AS or 10H
      elder xyz
            ^^^
    """

    file: str
    line: int
    column: int
    source: str
    width: int
    family: type[PiquetError]
    code: str
    values: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        return text(f"errors.{self.code}", **self.values)

    def __str__(self) -> str:
        start = max(0, min(self.column - 1 - _WINDOW // 2, len(self.source) - _WINDOW))
        piece = self.source[start : start + _WINDOW]
        shown = "".join(letter if letter.isprintable() else " " for letter in piece).rstrip()
        before = self.column - 1 - start
        marks = max(1, min(self.width, _WINDOW - before))
        head = f"{_plain(self.file)}:{self.line}:{self.column}: {_plain(self.sentence)}"
        return f"{head}\n  {shown}\n  {' ' * before}{'^' * marks}"

    def error(self) -> PiquetError:
        """Return the refusal to raise: its text is this diagnostic, ``values["place"]`` as well."""
        error = self.family(self.code, **self.values)
        error.values = {**error.values, "place": self}
        error.args = (str(self),)
        return error


def _plain(words: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in words)
