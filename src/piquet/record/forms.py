"""The forms of a record's lines: which keys there are, how each is read, where a fault is shown."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from piquet.actions import Action
from piquet.base import Person, PiquetError, Seat, Unreadable
from piquet.cards import CardSet, parse_cards
from piquet.dealing import Deal
from piquet.record.model import Before
from piquet.record.source import Piece

__all__ = [
    "CARDS",
    "CARD_READERS",
    "CHECKS",
    "HEAD",
    "KEY",
    "PERSONS",
    "RESERVED",
    "SEATS",
    "VERSION",
    "Entry",
    "blamed",
    "can_be_header",
    "chooses_packet",
    "is_action",
    "is_header",
    "is_slip",
    "read_before",
    "read_deal",
    "read_pairs",
    "spot",
    "unknown_key",
    "unreadable",
]

VERSION = 1
KEY = re.compile(r"([A-Za-z][A-Za-z0-9 _'-]{0,39}?)\s*:(.*)", re.DOTALL)
_PAIR = re.compile(r"([A-Za-z]+)\s+([0-9]{1,6})")
HEAD = ("piquet", "rules", "dealer", "packet", "before")
CARDS = ("elder", "younger", "talon", "code", "elder holds", "younger holds", "carte blanche")
CHECKS = ("deal", "score", "total", "count", "result")
RESERVED = (*HEAD, *CARDS, *CHECKS)
SEATS = {str(seat): seat for seat in Seat}
PERSONS = {str(person): person for person in Person}


class Entry(NamedTuple):
    """A statement with a key: the key, what stands behind it, and the column where that begins."""

    piece: Piece
    key: str
    value: str
    column: int


def is_header(line: str) -> bool:
    """Tell whether a line is a header of the writer's own, which runs to the end of the line.

    >>> is_header("Event: one; two"), is_header("Rules: rubicon ; well"), is_header("elder: good")
    (True, False, False)
    """
    match = KEY.fullmatch(line.strip())
    if match is None:
        return False
    key = " ".join(match[1].lower().split())
    if key in PERSONS:  # a name (First: A), unless something is done (first: cut KH)
        return not is_action(re.split("[;{]", match[2])[0])
    return key not in RESERVED


def is_slip(key: str) -> bool:
    """Tell whether a key is so near to one of the format that it is taken for a slip of it.

    >>> is_slip("rule"), is_slip("event")
    (True, False)
    """
    return bool(difflib.get_close_matches(key, HEAD, n=1, cutoff=0.75))


def can_be_header(name: str, words: str) -> bool:
    """Tell whether a header of the writer's own is read back as it is given.

    >>> can_be_header("Event", "one; two"), can_be_header("First", "A"), can_be_header("Rule", "x")
    (True, True, False)
    """
    line = f"{name}: {words}"
    match = KEY.fullmatch(line)
    same = match is not None and (match[1], match[2].strip()) == (" ".join(name.split()), words)
    return same and is_header(line) and not is_slip(name.lower())


def chooses_packet(statement: str) -> bool:
    """Tell whether a statement is a dealer's choice of the packet."""
    words = statement.lower().split()
    return "packet" in words[:2]


def is_action(value: str) -> bool:
    """Tell whether what stands behind ``elder:`` is said or done, and no list of cards."""
    try:
        Action.parse(value)
    except PiquetError:
        return False
    return True


def unknown_key(written: str) -> Unreadable:
    """Return the refusal of a key that does not exist, with the nearest."""
    near = difflib.get_close_matches(written.lower(), RESERVED, n=1, cutoff=0.0)[0]
    return Unreadable("record_key", key=written, nearest=near.capitalize())


def unreadable(key: str, value: str) -> Unreadable:
    """Return the refusal of what stands behind a key, with an example of what can."""
    return Unreadable("record_value", key=key.capitalize(), text=value[:40], form=_FORMS[key])


def read_deal(value: str) -> tuple[int, str] | None:
    """Return the number of a deal and who dealt it, if that is said.

    >>> read_deal("2, dealt by first"), read_deal("2"), read_deal("two")
    ((2, 'first'), (2, ''), None)
    """
    found = re.fullmatch(r"([0-9]{1,4})(?:\s*,\s*dealt by\s+(first|second))?", value.lower())
    return (int(found[1]), found[2] or "") if found else None


def read_pairs(value: str) -> dict[str, int] | None:
    """Return names with numbers, such as ``elder 28, younger 23``; None where it cannot be read.

    >>> read_pairs("elder 28, younger 23")
    {'elder': 28, 'younger': 23}
    """
    parts = [_PAIR.fullmatch(part.strip()) for part in value.split(",")]
    found = {part[1].lower(): int(part[2]) for part in parts if part}
    return found if len(found) == len(parts) else None


_FORMS = {
    "piquet": str(VERSION),
    "rules": "rubicon(packet=2)",
    "dealer": "first",
    "packet": "3",
    "before": "first 78, second 104, after 5 deals",
    "elder": "AS KS QS ...",
    "younger": "AS KS QS ...",
    "talon": "AS KS QS ...",
    "code": "083SG1066GEEX",
    "elder holds": "AS KS QS ...",
    "younger holds": "AS KS QS ...",
    "carte blanche": "elder",
    "deal": "1, dealt by first",
    "score": "elder 28, younger 23",
    "total": "first 28, second 23",
    "count": "elder 28, younger 23",
    "result": "first 125",
}


def read_before(value: str) -> Before:
    """Return how a partie stood before the record.

    >>> read_before("first 78, second 104, after 5 deals")
    Before(first=78, second=104, deals=5)

    Raises ValueError.
    """
    found = re.fullmatch(
        r"(first|second)\s+([0-9]{1,4})\s*,\s*(first|second)\s+([0-9]{1,4})"
        r"\s*,?\s*after\s+([0-9]{1,2})\s+deals?",
        value.lower(),
    )
    if not found or found[1] == found[3] or not int(found[5]):
        raise ValueError(value)
    points = {found[1]: int(found[2]), found[3]: int(found[4])}
    return Before(points["first"], points["second"], int(found[5]))


def _seat(value: str) -> Seat:
    seat = SEATS.get(value.lower())
    if seat is None:
        raise unreadable("carte blanche", value)
    return seat


CARD_READERS: dict[str, Callable[[str], Any]] = {
    "elder": CardSet.parse,
    "younger": CardSet.parse,
    "talon": parse_cards,
    "code": Deal.from_code,
    "elder holds": CardSet.parse,
    "younger holds": CardSet.parse,
    "carte blanche": _seat,
}
_DUE = {"elder": 12, "younger": 12, "talon": 8, "elder holds": 12, "younger holds": 12}


def blamed(given: dict[str, Entry], read: dict[str, Any], error: PiquetError) -> Entry:
    """Return which entry of a deal a fault of its cards is shown at."""
    wrong = [key for key in given if key in _DUE and len(read[key]) != _DUE[key]]
    quoted = str(error.values.get("card") or error.values.get("cards") or "").split(" ")[0]
    named = [key for key in given if quoted and quoted in " ".join(map(str, read[key]))]
    return given[[*wrong, *named[1:], *named, *given][0]]


def spot(part: str, error: PiquetError) -> tuple[int, int]:
    """Return where in a statement stands what an error quotes: offset and width."""
    upper = part.upper()
    for name in ("text", "name", "option", "value", "card", "cards", "character"):
        quoted = str(error.values.get(name, "")).split(" ")[0].upper()
        if quoted and quoted in upper and len(upper) == len(part):
            twice = error.code.endswith("_twice")
            return (upper.rfind if twice else upper.find)(quoted), len(quoted)
    return 0, len(part)
