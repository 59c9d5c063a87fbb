"""What somebody types to be written down: "point 5", "quint and tierce", "14 kings", "tricks 7"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

from piquet.base import Unreadable
from piquet.cards import Rank
from piquet.naming import words
from piquet.table.marking import Entry
from piquet.texts import text

__all__ = ["entry"]

_SHOWN = 40  # letters of what was typed that a refusal repeats
_MOST = 200  # the highest number that is read in words
_SEATS = ("elder", "younger")
_ALONE = {
    "carte blanche": "carte_blanche",
    "blank": "carte_blanche",
    "cards": "cards",
    "the cards": "cards",
    "capot": "capot",
    "divided": "divided",
    "pique": "pique",
    "no pique": "no_pique",
    "repique": "repique",
}
_NUMBERED = ("point", "tricks", "play", "total")


def entry(said: str, names: Sequence[str], usual: str = "elder") -> Entry:
    """Return what was typed as an entry; ``names`` are those of elder and younger.

    >>> entry("younger quint and two tierces", ("Ann", "Ben"))
    Entry(what='sequences', seat='younger', n=[5, 3, 3])
    >>> entry("Ben: 14 kings, three tens", ("Ann", "Ben")).n
    [4, 6, 3, 3]
    >>> entry("point of five making forty-nine", ("Ann", "Ben"))
    Entry(what='point', seat='elder', n=[5, 49])

    Raises Unreadable (``pad_said``) with examples for what it does not understand.
    """
    plain = " ".join(re.sub(r"[,;:.+]|\band\b", " ", said.casefold()).split())
    seat, rest = _seat(plain, names)
    rest = re.sub(r"\b(?:the|an?|of) (?=[^\W\d])", "", rest).replace("of ", "").strip()
    made = _read(rest, seat or usual)
    if made is None:
        shown = said.strip()
        raise Unreadable("pad_said", text=shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "...")
    return made


def _seat(plain: str, names: Sequence[str]) -> tuple[str, str]:
    """Return whose entry it is, "" where that is not said, and what is left."""
    if plain.startswith("nobody "):
        return "nobody", plain.removeprefix("nobody ")
    known = {
        " ".join(name.casefold().split()): seat for name, seat in zip(names, _SEATS, strict=True)
    }
    known |= {seat: seat for seat in _SEATS}
    for name in sorted(known, key=len, reverse=True):
        if name and plain.startswith(name + " "):
            return known[name], plain[len(name) + 1 :]
    return "", plain


def _read(rest: str, seat: str) -> Entry | None:
    nobody = seat == "nobody" or rest.endswith(" equal")
    rest = rest.removesuffix(" equal")
    if nobody:
        kinds = {"point": "point", "sequence": "sequences", "sequences": "sequences"}
        kind = {**kinds, "set": "sets", "sets": "sets"}.get(rest)
        return None if kind is None else _entry(kind)
    if rest in _ALONE:
        what = _ALONE[rest]
        return _entry(what, "" if what == "divided" else seat)
    numbers = _numbers(rest.replace(" making ", " ").split())
    if numbers and isinstance(numbers[0], str) and numbers[0] in _NUMBERED:
        what = numbers[0]
        given = [one for one in numbers[1:] if isinstance(one, int)]
        if 1 <= len(given) == len(numbers) - 1 <= 2:
            return _entry(what, "" if what == "total" else seat, given)
        return None
    lengths = list(_sequences(numbers))
    if lengths and all(lengths):
        return _entry("sequences", seat, sorted(lengths, reverse=True)[:8])
    found = list(_sets(numbers))
    pairs = sorted((pair for pair in found if pair is not None), reverse=True)
    if found and len(pairs) == len(found):
        return _entry("sets", seat, [part for pair in pairs for part in pair][:8])
    return None


def _entry(what: str, seat: str = "", n: Sequence[int] = ()) -> Entry:
    return Entry(cast(Any, what), cast(Any, seat), list(n))


@lru_cache(1)
def _spoken() -> dict[str, int]:
    return {words(number).replace("and ", ""): number for number in range(_MOST)}


def _numbers(tokens: list[str]) -> list[str | int]:
    """Return words with the numbers among them as numbers, however they are written."""
    spoken = _spoken()
    found: list[str | int] = []
    place = 0
    while place < len(tokens):
        for length in (3, 2, 1):
            piece = " ".join(tokens[place : place + length])
            if piece in spoken and len(tokens) - place >= length:
                found.append(spoken[piece])
                break
        else:
            length, token = 1, tokens[place]
            number = token.isascii() and token.isdigit() and len(token) <= 3
            found.append(int(token) if number else token)
        place += length
    return found


def _plural(word: str, singular: str) -> bool:
    return word in (singular, singular + "s", singular.replace("è", "e"))


def _sequences(numbers: list[str | int]) -> Iterator[int]:
    """Yield the lengths of sequences; 0 for what names none."""
    many = 1
    listed = bool(numbers) and numbers[0] in ("sequence", "sequences")
    for word in numbers[1:] if listed else numbers:
        if isinstance(word, int):
            if listed:
                yield word
            else:
                many = word if 1 <= word <= 4 else 0
            continue
        names = {length: text(f"talk.sequence.{length}") for length in range(3, 9)}
        length = next((n for n, name in names.items() if _plural(word, name)), 0)
        yield from [length] * many if many else [0]
        many = 1


def _sets(numbers: list[str | int]) -> Iterator[tuple[int, int] | None]:
    """Yield number and rank of sets; None for what names none."""
    kinds: dict[str | int, int] = {"trio": 3, "trios": 3, "quatorze": 4, "quatorzes": 4, 14: 4}
    number = 0
    for word in numbers:
        if word in kinds or isinstance(word, int):
            if number:
                yield None
            number = kinds.get(word, word if isinstance(word, int) else 0)
            continue
        rank = _rank(str(word))
        yield None if rank is None or not number else (number, rank)
        number = 0
    if number:
        yield None


def _rank(word: str) -> int | None:
    for rank in Rank:
        names = (text(f"talk.rank.{rank}"), text(f"talk.many.{rank}"), rank.letter.lower())
        if word in names or word.removesuffix("s") == names[2]:
            return int(rank)
    return {
        "10": int(Rank.TEN),
        "10s": int(Rank.TEN),
        "jack": int(Rank.KNAVE),
        "jacks": int(Rank.KNAVE),
    }.get(word)
