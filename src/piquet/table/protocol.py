"""What a page may say: every message as a type, and nothing else is understood.

What the table says back stands in :mod:`piquet.table.told`.  At a table (a WebSocket) the messages
are text frames of JSON of at most 16 KiB, told apart by ``type``; beside it there is plain HTTP.
Cards are written as everywhere: ``AS``, ``TH``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = [
    "Act",
    "Add",
    "Ask",
    "Claim",
    "Cut",
    "Draft",
    "End",
    "Enter",
    "Invited",
    "Join",
    "Level",
    "Mark",
    "Message",
    "NewFriends",
    "NewPartie",
    "Next",
    "OpenHands",
    "Pace",
    "Pledge",
    "Rematch",
    "Said",
    "Settings",
    "SettingsAsked",
    "Sit",
    "Stop",
    "Sync",
    "Taken",
    "Undo",
]

Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
CardText = Annotated[str, Meta(pattern=r"^[7-9TJQKA][SHDC]\Z")]
Cards = Annotated[list[CardText], Meta(max_length=12)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Words = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(min_length=43, max_length=43, pattern=r"^[A-Za-z0-9_-]+\Z")]
"""256 bits of a browser's own luck, in base 64; the server keeps its digest alone."""
Digits = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]+\Z")]
"""32 bytes in hexadecimal."""
Pace = Literal["slow", "normal", "fast", "instant"]


class Message(Struct, forbid_unknown_fields=True):
    """One message: all its fields, and no others."""


# --- what the page says at a table (WebSocket text frames, JSON, at most 16 KiB) ------------------


class Act(Message, tag_field="type", tag="act"):
    """Do something that a choice offered: ``action`` is its integer, or text such as "play AS".

    An exchange is sent as text: "exchange AS KS", "exchange nothing", "set aside AS".  ``id`` is
    chosen by the page, another one for each thing done: however often it is sent, it is done once
    and answered alike.  ``version`` is the version of the table that the person saw.
    """

    id: Name
    version: Count
    action: Annotated[int, Meta(ge=0, le=1 << 40)] | Words


class Cut(Message, tag_field="type", tag="cut"):
    """Cut the spread pack at a place, from 1 to 32."""

    id: Name
    version: Count
    place: Annotated[int, Meta(ge=1, le=32)]


class Draft(Message, tag_field="type", tag="draft"):
    """Note which cards are chosen for the exchange so far, to be there again after a reload.

    It is not answered unless it is refused.
    """

    cards: Cards


class Next(Message, tag_field="type", tag="next"):
    """Deal the next cards, when a deal is over and the partie is not."""

    id: Name
    version: Count


class Undo(Message, tag_field="type", tag="undo"):
    """Go back to an own decision of this deal: ``to`` is its ``number`` among ``decisions``."""

    id: Name
    version: Count
    to: Count


class Claim(Message, tag_field="type", tag="claim"):
    """Say "the rest are mine".  Where that is certain the tricks are played out, else refused."""

    id: Name
    version: Count


class Mark(Message, tag_field="type", tag="mark"):
    """Say "this play looks wrong" of an event (its ``number``), with a comment for the record."""

    id: Name
    version: Count
    event: Count
    comment: Words = ""


class Level(Message, tag_field="type", tag="level"):
    """Let another level play from the next deal on (at once between deals)."""

    id: Name
    version: Count
    level: Name


class Settings(Message, tag_field="type", tag="settings"):
    """Change how the table serves this person: see :class:`SettingsTold`.  Kept over parties."""

    pace: Pace
    call_for_me: bool


class Ask(Message, tag_field="type", tag="ask"):
    """Ask the Oracle about the decision at hand; answers come as :class:`Advice` with this id.

    ``selection`` is one's own choice of cards in the exchange, always among the options then.
    """

    id: Name
    method: Literal["exact", "playouts"] = "exact"
    goal: Literal["partie", "points"] = "partie"
    selection: Cards | None = None


class Stop(Message, tag_field="type", tag="stop"):
    """Tell the Oracle that its answer to ``id`` is wanted no more."""

    id: Name


class OpenHands(Message, tag_field="type", tag="open_hands"):
    """Turn up both hands of a finished deal of this partie (computers opposite only)."""

    deal: Annotated[int, Meta(ge=1, le=10_000)]


class Pledge(Message, tag_field="type", tag="pledge"):
    """Commit to a number that goes into the shuffle of a deal (0: the pack that is cut).

    ``pledge`` is the SHA-256 of its 32 bytes.  Who has lost the number that he pledged says so by
    ``anew``: what both have pledged is void then, and the server draws another secret.
    """

    id: Name
    deal: Count
    pledge: Digits
    anew: bool = False


class Add(Message, tag_field="type", tag="add"):
    """Tell the number that one has pledged, once both have."""

    id: Name
    deal: Count
    number: Digits


class End(Message, tag_field="type", tag="end"):
    """End a partie with a friend before its end: nobody wins it."""

    id: Name


class Rematch(Message, tag_field="type", tag="rematch"):
    """Say that one would play again with the same friend."""

    id: Name


class Sync(Message, tag_field="type", tag="sync"):
    """Ask for the whole table again."""


Said = (
    Act
    | Cut
    | Draft
    | Next
    | Undo
    | Claim
    | Mark
    | Level
    | Settings
    | Ask
    | Stop
    | OpenHands
    | Pledge
    | Add
    | End
    | Rematch
    | Sync
)
"""Whatever a page may say at a table."""


# --- what the page asks for by HTTP (bodies of JSON) ----------------------------------------------


class Enter(Message):
    """``POST /api/enter``: the one-time key from the address.  Answered by a cookie, or 403."""

    key: Words


class Taken(Message):
    """A moment of a written deal from which one seat is taken over.

    ``record`` is the text of a .pqn record, ``deal`` the number of a deal in it from 1, ``moves``
    how many actions of that deal have been made, ``seat`` the seat taken over.
    """

    record: Annotated[str, Meta(max_length=60_000)]
    deal: Annotated[int, Meta(ge=1, le=1000)]
    moves: Annotated[int, Meta(ge=0, le=1000)]
    seat: Literal["elder", "younger"]


class SettingsAsked(Message):
    """``POST /api/settings``: as :class:`Settings`, away from a table."""

    pace: Pace
    call_for_me: bool


class NewFriends(Message):
    """``POST /api/friends``: begin a partie with a friend; answered by its name.

    ``invite`` is the token of the link for the friend, ``seat`` that of one's own seat, which opens
    it on another device.  ``id`` makes it happen once, however often it is sent.
    """

    id: Name
    name: Words
    invite: Token
    seat: Token
    rules: Annotated[str, Meta(max_length=3000)] = "rubicon"


class Invited(Message):
    """``POST /api/friends/NAME/invite`` and ``.../invited``: the token of a link."""

    token: Token


class Join(Message):
    """``POST /api/friends/NAME/join``: sit down by a link; answered by the cookie of the seat."""

    token: Token
    seat: Token
    name: Words


class Sit(Message):
    """``POST /api/friends/NAME/sit``: sit down again, by the token of a seat."""

    seat: Token


class NewPartie(Message):
    """``POST /api/parties``: begin a partie against a computer; answered by its name.

    ``rules`` as :meth:`Rules.parse` reads them.  At most one of ``daily`` (the deal of the day),
    ``code`` (a deal by its code), ``seed`` (a word from which all deals follow) and ``taken``.
    ``id`` makes it happen once, however often it is sent.
    """

    id: Name
    level: Name = "club"
    rules: Annotated[str, Meta(max_length=3000)] = "rubicon"
    seed: Words = ""
    code: Annotated[str, Meta(max_length=20)] = ""
    daily: bool = False
    taken: Taken | None = None
