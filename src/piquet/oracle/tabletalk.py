"""The words of the table as somebody types them: calls by number or cards, answers, values."""

from __future__ import annotations

from typing import NamedTuple

from piquet.actions import Category, Kind
from piquet.base import PiquetError, Unreadable
from piquet.cards import CardSet, Rank

__all__ = ["Call", "call", "cards_in", "counts", "lengths", "made", "number", "plain"]

_CALLS = {
    "point": (Kind.POINT, Category.POINT),
    "sequence": (Kind.SEQUENCE, Category.SEQUENCES),
    "set": (Kind.SET, Category.SETS),
}
_SEQUENCES = {"tierce": 3, "quart": 4, "quint": 5, "sixieme": 6, "septieme": 7, "huitieme": 8}
_SETS = {"trio": 3, "quatorze": 4}
_RANKS = {str(rank): rank for rank in Rank} | {f"{rank}s": rank for rank in Rank}
_SAME = {
    "making": "making?",
    "value": "making?",
    "no": "not good",
    "notgood": "not good",
    "show left": "show",
}
_NUMBERS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


class Call(NamedTuple):
    """What a call says: its kind and category, the number of cards, and what it makes if told."""

    kind: Kind
    category: Category
    length: int
    value: int | None


def plain(words: str) -> str:
    """Return words in one spelling: lower case, single spaces, one word for one thing."""
    said = " ".join(words.lower().replace("è", "e").split()).strip(".!")
    return _SAME.get(said, said)


def number(word: str) -> int | None:
    """Return the number that a word is, None where it is none."""
    if word in _NUMBERS:
        return _NUMBERS[word]
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else None


def cards_in(words: str) -> CardSet:
    """Return the cards that a call names, none where it names a number."""
    said = words.strip()
    if counts(said):
        said = said.partition(" ")[2]
    _, _, rest = said.partition(" ")
    try:
        return (
            CardSet.parse(rest) if rest and number(rest.split()[0].lower()) is None else CardSet()
        )
    except PiquetError:
        return CardSet()


def made(words: str) -> int | None:
    """Return what "making" names: the value of a point, or the top rank of a sequence.

    >>> made("making 49"), made("making king"), made("to the ace")
    (49, 6, 7)
    """
    named = plain(words).removeprefix("making ").removeprefix("to the ")
    value = number(named)
    return value if value is not None or named not in _RANKS else int(_RANKS[named])


def counts(words: str) -> bool:
    """Tell whether words are younger's count after the first lead: "counts point 5"."""
    return plain(words).startswith(("counts ", "count "))


def lengths(words: str) -> list[int]:
    """Return how many cards each of several combinations has: "counts a quart and a tierce".

    >>> lengths("counts a quart and a tierce"), lengths("point 5")
    ([4, 3], [5])
    """
    parts = [call(part) for part in plain(words).split(" and ")]
    return [part.length for part in parts if part is not None]


def call(words: str) -> Call | None:
    """Return what a call says: kind, category, length and what it makes; None for no call.

    >>> call("point 5")[2:], call("point of five making 49")[2:], call("three kings")[2:]
    ((5, None), (5, 49), (3, 6))
    >>> call("quart to the king")[2:], call("good") is None
    ((4, 6), True)
    """
    said = plain(words).removeprefix("counts ").removeprefix("count ")
    said = said.partition(" and ")[0]
    parts = [part for part in said.split() if part not in ("of", "to", "the", "a", "making")]
    if not parts:
        return None
    head, rest = parts[0], parts[1:]
    rank = next((int(_RANKS[part]) for part in parts if part in _RANKS), None)
    if head in _SEQUENCES:
        return Call(Kind.SEQUENCE, Category.SEQUENCES, _SEQUENCES[head], rank)
    size = number(head)
    if head in _SETS or (size in (3, 4) and rank is not None):
        return Call(Kind.SET, Category.SETS, _SETS.get(head, size or 0), rank)
    if head in _CALLS:
        kind, category = _CALLS[head]
        cards = cards_in(words)
        if cards:
            return Call(kind, category, len(cards), None)
        cards_called = number(rest[0]) if rest else None
        if cards_called is None:
            raise Unreadable("typed_said", text=words[:40])
        value = number(rest[1]) if len(rest) > 1 else None
        return Call(kind, category, cards_called, rank if rank is not None else value)
    return None
