"""What a terminal can show: colour or none, suit symbols or letters, and how wide a line may be."""

import os
import shutil
import sys
import unicodedata
from dataclasses import dataclass, replace
from typing import TextIO

from piquet.cards import Card, CardSet, Suit

__all__ = ["WIDTH", "Style"]

WIDTH = 80  # no line is longer, however wide the terminal
_SYMBOLS = "".join(suit.symbol for suit in Suit)
_RED, _BOLD, _PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Style:
    """How to write for one terminal.

    Colour only underlines what shape or letters say already.  One that ``follows`` a terminal is
    fitted anew when that is made wider or narrower.

    >>> Style(symbols=False).cards(CardSet.parse("AS KS TH"))
    'S A K  H 10'
    >>> Style().cards(CardSet.parse("AS KS TH"))
    '♠ A K  ♥ 10'
    """

    colour: bool = False
    symbols: bool = True
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
        """Return a suit's sign."""
        sign = suit.symbol if self.symbols else suit.letter
        return self._red(sign) if suit in (Suit.HEARTS, Suit.DIAMONDS) else sign

    def card(self, card: Card) -> str:
        """Return one card, rank before suit.

        >>> Style(symbols=False).card(Card.parse("TH"))
        '10H'
        """
        return _rank(card) + self.suit(card.suit)

    def cards(self, cards: CardSet) -> str:
        """Return cards grouped by suit, the highest first."""
        groups = [
            " ".join([self.suit(suit), *(_rank(card) for card in held)])
            for suit in Suit
            if (held := cards.suit(suit))
        ]
        return "  ".join(groups)

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


def _rank(card: Card) -> str:
    return "10" if card.rank.letter == "T" else card.rank.letter


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
