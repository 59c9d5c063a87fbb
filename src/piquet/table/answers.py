"""What HTTP answers: the lobby with the kept parties and the levels, the rules in sentences."""

from __future__ import annotations

from piquet.table.protocol import Message
from piquet.table.told import Core, LevelTold, SettingsTold

__all__ = [
    "Begun",
    "InvitedTold",
    "Lobby",
    "OptionOfRules",
    "PartieTold",
    "ProfileTold",
    "RuleGroup",
    "RulesTold",
    "Seat",
    "Session",
]


class Begun(Message):
    """The name of a new partie: its table is at ``/api/parties/NAME/table`` (WebSocket)."""

    partie: str


class PartieTold(Message):
    """A kept partie in the list; ``finished`` of its deals are over."""

    partie: str
    rules: str
    level: str
    title: str
    words: str
    you: int
    they: int
    deal: int
    finished: int
    over: bool
    begun: str
    changed: str


class ProfileTold(Message):
    """A published set of rules by name, and a sentence on it."""

    name: str
    words: str
    default: bool


class Lobby(Message):
    """``GET /api/lobby``: all that the first page shows."""

    version: str
    python: str
    core: Core
    levels: list[LevelTold]
    default_level: str
    profiles: list[ProfileTold]
    parties: list[PartieTold]
    today: str
    settings: SettingsTold


class RuleGroup(Message):
    """A heading and its paragraphs."""

    heading: str
    paragraphs: list[str]


class OptionOfRules(Message):
    """One option of the rules: its value, what it may be, what it is, and what it says now.

    ``choices`` are values as they are written in the rules text, empty where it is a number from
    ``low`` to ``high`` (or several of them, as "3:3 4:4 ...").
    """

    name: str
    group: str
    label: str
    value: str
    usual: str
    choices: list[str]
    low: int
    high: int
    sentence: str
    arises: bool


class RulesTold(Message):
    """``GET /api/rules?rules=TEXT``: a set of rules in plain sentences, and its options."""

    rules: str
    name: str
    words: str
    groups: list[RuleGroup]
    options: list[OptionOfRules]


class InvitedTold(Message):
    """What a friend's link invites to: by whom, to which rules, and whether the seat is taken."""

    host: str
    rules: str
    full: bool


class Seat(Message):
    """What ``GET /api/parties/NAME/seat`` answers: whether this browser may sit at the table."""

    seated: bool


class Session(Message):
    """What ``GET /api/session`` answers: whether this browser may come in, and what runs."""

    entered: bool
