"""What is kept of a partie: a list of entries, to which things are only ever added."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

__all__ = [
    "Added",
    "Begun",
    "Dealt",
    "Ended",
    "Entry",
    "Followed",
    "Invited",
    "Levelled",
    "Marked",
    "Pledged",
    "Rematched",
    "Sealed",
    "Seated",
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

    ``sides`` name the holders of the first and the second person: "you" and "computer", or "you"
    and "friend".  ``source``
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


class Invited(_Entry, frozen=True, tag_field="is", tag="invited"):
    """A link is given out that lets a friend sit down, by the digest of its token alone.

    It is worth more than any before it, and nothing once somebody sits.
    """

    token: str


class Seated(_Entry, frozen=True, tag_field="is", tag="seated"):
    """A person's seat has a name and a token, kept as a digest, that opens it on any device."""

    person: Literal[0, 1]
    name: str
    token: str


class Pledged(_Entry, frozen=True, tag_field="is", tag="pledged"):
    """A person commits to a number of his own for a deal: SHA-256 of it, in hexadecimal.

    Whoever pledges anew, because he has lost his number, voids what both had pledged.
    """

    person: Literal[0, 1]
    deal: int
    pledge: str


class Added(_Entry, frozen=True, tag_field="is", tag="added"):
    """A person tells the number that he has pledged: 32 bytes, in hexadecimal."""

    person: Literal[0, 1]
    deal: int
    number: str


class Ended(_Entry, frozen=True, tag_field="is", tag="ended"):
    """A person ends the partie before its end: nobody wins it."""

    person: Literal[0, 1]


class Rematched(_Entry, frozen=True, tag_field="is", tag="rematch"):
    """A person wants another partie with the same friend; once both do there is one."""

    person: Literal[0, 1]


class Followed(_Entry, frozen=True, tag_field="is", tag="followed"):
    """Both wanted another partie: this is its name."""

    partie: str


Entry = (
    Begun
    | Sealed
    | Dealt
    | Wrought
    | Went
    | Undone
    | Marked
    | Levelled
    | Invited
    | Seated
    | Pledged
    | Added
    | Ended
    | Rematched
    | Followed
)

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
