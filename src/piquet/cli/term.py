"""What a terminal can show: colour or none, suit symbols or letters, and how wide a line may be."""

import os
import re
import shutil
import sys
import unicodedata
from dataclasses import dataclass, replace
from typing import TextIO

from piquet.cards import Suit
from piquet.table.naming import Writing

__all__ = ["WIDTH", "Style", "fold"]

WIDTH = 80  # no line is longer, however wide the terminal
_SYMBOLS = "".join(suit.symbol for suit in Suit)
_RED, _BOLD, _PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Style(Writing):
    r"""How to write for one terminal.

    Colour only underlines what shape or letters say already.  One that ``follows`` a terminal is
    fitted anew when that is made wider or narrower.

    >>> Style(colour=True).suit(Suit.HEARTS)
    '\x1b[31m♥\x1b[0m'
    """

    colour: bool = False
    width: int = WIDTH
    follows: bool = False

    @classmethod
    def of(cls, stream: TextIO | None = None, *, ascii_only: bool = False) -> "Style":
        """Return what suits a stream, standard output if none is given.

        ``NO_COLOR`` and ``TERM=dumb`` are honoured; symbols give way to letters where the
        stream's encoding lacks them.
        """
        stream = sys.stdout if stream is None else stream
        return cls(
            colour=_colour(stream),
            symbols=not ascii_only and _prints(stream, _SYMBOLS),
            width=_columns(),
            follows=_terminal(stream),
        )

    def fitted(self) -> "Style":
        """Return this style for the terminal as wide as it is now."""
        width = _columns() if self.follows else self.width
        return self if width == self.width else replace(self, width=width)

    def suit(self, suit: Suit) -> str:
        """Return a suit's sign, red where it is."""
        sign = self.sign(suit)
        return self._red(sign) if suit in (Suit.HEARTS, Suit.DIAMONDS) else sign

    def strong(self, words: str) -> str:
        """Return words set off from the rest."""
        return f"{_BOLD}{words}{_PLAIN}" if self.colour else words

    def spelt(self, words: str) -> str:
        """Return words as this terminal can show them: in ASCII where suits are letters.

        >>> Style(symbols=False).spelt("a sixième · 1")
        'a sixieme - 1'
        """
        if self.symbols or words.isascii():
            return words
        apart = unicodedata.normalize("NFKD", words.replace("\u00b7", "-").replace("\u00b1", "+-"))
        letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
        return letters.encode("ascii", "replace").decode()

    def _red(self, words: str) -> str:
        return f"{_RED}{words}{_PLAIN}" if self.colour else words


def _colour(stream: TextIO | None) -> bool:
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    # The old Windows console prints escape codes as they are; the newer terminal names itself.
    if sys.platform == "win32" and not os.environ.get("WT_SESSION"):
        return False
    return _terminal(stream)


def _terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def _columns() -> int:
    return max(20, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def _prints(stream: TextIO | None, characters: str) -> bool:
    try:
        characters.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


# A line is cut at a single space, but not before a rank; and between the suits of a hand.
_CUT = re.compile(
    r"((?<=\S) (?!(?:[AKQJ789]|10)(?:[\s.,;:)]|$))(?=\S)"
    r"|(?<=\S)  (?=(?:\x1b\[[0-9;]*m)?[\u2660\u2665\u2666\u2663SHDC](?:\x1b\[0m)? ))"
)


def fold(line: str, width: int, indent: str = "  ") -> list[str]:
    """Return a line cut at spaces so that no piece is wider, colour not counted.

    The cards of a suit stay together.

    >>> fold("one two three four", 9)
    ['one two', '  three', '  four']
    >>> fold("You take in S A K  H 10 9.", 22)
    ['You take in S A K', '  H 10 9.']
    """
    pieces: list[str] = []
    first, *rest = _CUT.split(line)
    now = first
    for space, word in zip(rest[::2], rest[1::2], strict=True):
        longer = now + space + word
        if now.strip() and _width(longer) > width:
            pieces.append(now)
            now = indent + word
        else:
            now = longer
    return [*pieces, now]


def _width(line: str) -> int:
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))
