"""What the score sheet for a real pack asks and is told: the messages between it and the page."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from piquet.profiles import DEFAULT_PROFILE
from piquet.table.marking import Entry
from piquet.table.protocol import Message

__all__ = [
    "BlankTold",
    "CribRow",
    "DealKept",
    "NumberTold",
    "Pad",
    "PadChoices",
    "PadDeal",
    "PadNow",
    "PadRow",
    "PadTold",
]


class DealKept(Message):
    """A deal as the page keeps it: its entries, and whether it is closed."""

    entries: Annotated[list[Entry], Meta(max_length=24)] = field(default_factory=list)
    closed: bool = False


class Pad(Message):
    """``POST /api/pad``: all that is kept of a sheet, to be reckoned.

    ``dealers`` tell who deals first in each game (0 or 1; one for a partie).  ``say`` is a line
    typed to be added to the deal in hand, for ``seat`` unless it
    names somebody; ``at`` is the deal that is looked at (-1: the one in hand).  With ``mend``
    what cannot stand is left out and named, so that a sheet half written is readable.
    """

    rules: Annotated[str, Meta(max_length=3000)] = DEFAULT_PROFILE
    names: Annotated[
        list[Annotated[str, Meta(max_length=200)]], Meta(min_length=2, max_length=2)
    ] = field(default_factory=lambda: ["", ""])
    dealers: Annotated[
        list[Annotated[int, Meta(ge=0, le=1)]], Meta(min_length=1, max_length=16)
    ] = field(default_factory=lambda: [0])
    deals: Annotated[list[DealKept], Meta(max_length=100)] = field(default_factory=list)
    say: Annotated[str, Meta(max_length=200)] = ""
    seat: Annotated[str, Meta(pattern=r"^(?:elder|younger)\Z")] = "elder"
    at: Annotated[int, Meta(ge=-1, le=200)] = -1
    mend: bool = False


class PadRow(Message):
    """A line of the deal in hand: entry (-1: of the rules), who (0, 1; -1 nobody), running totals.

    ``said`` is the score as it is spoken at the table.
    """

    entry: int
    kind: str
    who: int
    name: str
    points: int
    running: list[int]
    said: str


class PadDeal(Message):
    """A deal of the sheet, both persons in their order; ``place`` is its place among all kept.

    ``parts`` are carte blanche, point, sequences, sets, pique or repique, play and cards of each.
    """

    place: int
    number: int
    dealer: int
    points: list[int]
    totals: list[int]
    parts: list[list[int]]


class PadNow(Message):
    """The deal in hand or asked for: its lines, and what has still to be written down."""

    place: int
    title: str
    closed: bool
    dealer: int
    rows: list[PadRow]
    points: list[int]
    said: str
    missing: list[str]
    asked: str
    complete: bool
    free: list[str]


class PadTold(Message):
    """A sheet reckoned; ``kept`` is what the page keeps of its deals from now on."""

    rules: str
    name: str
    names: list[str]
    kept: list[DealKept]
    dealers: list[int]
    deals: list[PadDeal]
    now: PadNow | None
    totals: list[int]
    games: list[int]
    line: int
    to_go: list[int]
    line_words: str
    to_come: list[int]
    cut_due: bool
    over: bool
    winner: int
    settlement: list[str]
    left_out: list[str]
    choices: PadChoices


class NumberTold(Message):
    """Something that can be chosen: its number, its name, and what it scores."""

    n: int
    words: str
    points: int


class PadChoices(Message):
    """What can be written down under these rules: nothing of this is known to the page."""

    points: list[int]
    makes: list[list[int]]
    sequences: list[NumberTold]
    sets: list[NumberTold]
    trio: int
    quatorze: int
    carte_blanche: int
    cards: int
    capot: int


class CribRow(Message):
    """A line of the crib at the foot of a blank sheet."""

    what: str
    points: str


class BlankTold(Message):
    """``GET /api/pad/blank?rules=TEXT``: what stands on a blank sheet of these rules."""

    rules: str
    name: str
    rows: int
    extra: int
    line: int
    line_words: str
    settled: list[str]
    crib: list[CribRow]
