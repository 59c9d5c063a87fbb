"""What is kept of a partie: a list of entries, to which things are only ever added."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

__all__ = [
    "Begun",
    "Dealt",
    "Entry",
    "Levelled",
    "Marked",
    "Sealed",
    "Undone",
    "Went",
    "Wrought",
    "read",
    "write",
]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Begun(_Entry, frozen=True, tag_field="is", tag="begun"):
    """How a partie began: its rules, who holds either side, and where its cards come from.

    ``sides`` name the holders of the first and the second person: "you" or "computer".  ``source``
    says what ``given`` is: nothing (secrets of this server), a seed, a day, a deal code, or a
    record of which deal ``deal`` is taken over after ``moves`` actions.
    """

    rules: str
    level: str
    sides: tuple[str, str]
    source: Literal["secret", "seed", "day", "code", "record"] = "secret"
    given: str = ""
    deal: int = 0
    moves: int = 0


class Sealed(_Entry, frozen=True, tag_field="is", tag="sealed"):
    """The secret of a deal, drawn before it is dealt; deal 0 is the pack that is cut."""

    deal: int
    secret: str


class Dealt(_Entry, frozen=True, tag_field="is", tag="dealt"):
    """The next cards are dealt."""


class Wrought(_Entry, frozen=True, tag_field="is", tag="did"):
    """Whoever is to move did something; ``auto`` where the table did it for a person."""

    action: int
    auto: bool = False


class Went(_Entry, frozen=True, tag_field="is", tag="went"):
    """A person went on from a finished deal to what is no deal, such as the next cut."""


class Undone(_Entry, frozen=True, tag_field="is", tag="undone"):
    """Everything from a step of the line on is taken back; the entries stay."""

    to: int


class Marked(_Entry, frozen=True, tag_field="is", tag="marked"):
    """A person says that an event of the deal looks wrong; ``place`` actions had been made then."""

    event: int
    place: int
    comment: str = ""


class Levelled(_Entry, frozen=True, tag_field="is", tag="level"):
    """Another level plays from the next deal on."""

    level: str


Entry = Begun | Sealed | Dealt | Wrought | Went | Undone | Marked | Levelled

_decoder = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def write(entry: Entry) -> str:
    """Return an entry as it is kept.

    >>> write(Wrought(85899345921))
    '{"is":"did","action":85899345921,"auto":false}'
    """
    return _encoder.encode(entry).decode()


def read(kept: str) -> Entry:
    """Return the entry that was kept.

    Raises ValueError for what is none.
    """
    return _decoder.decode(kept)
