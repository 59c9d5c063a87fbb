"""What the table tells: the whole table as one seat sees it, what happens, and answers.

All of it is made of views, never of positions.  "You" is whoever a message goes to, the other side
is "they"; who is elder or younger, first or second, the page never has to know.  Cards are written
as everywhere (``AS``, ``TH``); a list of cards is by suit and rank except where an order is named,
so that no place tells anything.  Words are ready to show: the page adds none of its own about the
game.
"""

from __future__ import annotations

from typing import Literal

from piquet.table.protocol import Message, Pace

__all__ = [
    "AdviceTold",
    "AwardTold",
    "Beat",
    "CardPlayed",
    "Chance",
    "Choice",
    "Commitment",
    "Core",
    "CountTold",
    "CutTold",
    "DealTold",
    "Decision",
    "Done",
    "EventTold",
    "Exchange",
    "FriendTold",
    "Hand",
    "LevelTold",
    "Notice",
    "Opened",
    "OptionTold",
    "OracleTold",
    "PartieRow",
    "PartieSheet",
    "Refused",
    "SettingsTold",
    "SheetRow",
    "ShuffleTold",
    "Table",
    "Told",
    "TrickTold",
    "Who",
]

Who = Literal["you", "they", ""]


class AwardTold(Message):
    """Points: whose, how many, for what (``reason`` to look up, ``words`` to show), and why.

    ``because`` explains: the sum that makes a pique, the rule that gives the points.  ``you`` and
    ``they`` are both scores of the deal after it.
    """

    who: Who
    points: int
    reason: str
    words: str
    because: str
    you: int
    they: int


class EventTold(Message):
    """One thing that happened in the deal, as this seat saw and heard it.

    ``number`` counts the events of the deal from 0.  ``kind`` is dealt, claimed, set_aside,
    blanche_shown, discarded, drew, looked_at_rest, called, answered, asked_value, said_value,
    counted, named_suit, played, left_seen, left_unseen, asked_to_see, shown, conceded, passed or
    reckoned.  ``cards`` are the cards this seat saw (none where it may not), ``count`` how many
    were heard of.  ``lines`` is what is said at the table, ready to show, the running score
    included; there may be none.  ``moment`` is "", pique, repique, capot or cards.  ``trick`` is
    the winner of the trick that this card completes.
    """

    number: int
    kind: str
    who: Who
    cards: list[str]
    count: int
    lines: list[str]
    awards: list[AwardTold]
    moment: str
    moment_words: str
    trick: Who
    you: int
    they: int


class Hand(Message):
    """The own cards, in both orders; ``drawn`` are to be marked until the first lead.

    ``by_suit`` keeps suits together with colours alternating where that is possible, each suit
    high to low; ``by_rank`` goes from aces to sevens.  ``playable`` are the cards that may be
    played now; ``barred`` says, for every other card while one is to be played, why not.
    """

    by_suit: list[str]
    by_rank: list[str]
    drawn: list[str]
    playable: list[str]
    barred: dict[str, str]


class CardPlayed(Message):
    """A card on the table and whose it is."""

    who: Who
    card: str


class TrickTold(Message):
    """A finished trick, the lead first."""

    number: int
    cards: list[CardPlayed]
    winner: Who


class Choice(Message):
    """One thing that can be done now.

    ``group`` is point, sequence, set, say, answer, left, see, play, suit, blanche, dealer, packet,
    pass or concede.  ``words`` is what the button says; ``points`` what it would score if good,
    None where nothing is scored.  ``sunk`` marks calls that say less than one holds, to be shown
    only on request; ``best`` the fullest or the true answer.  Cards to be played are choices too.
    """

    action: int
    text: str
    group: str
    words: str
    note: str
    points: int | None
    cards: list[str]
    sunk: bool
    best: bool


class CountTold(Message):
    """What changing this many cards means: what is drawn, left, and then seen.

    ``button`` names the count.
    """

    count: int
    button: str
    words: str


class Exchange(Message):
    """Cards are to be chosen: ``verb`` is "exchange" or "set aside", ``fewest`` to ``most``."""

    verb: str
    fewest: int
    most: int
    counts: list[CountTold]
    chosen: list[str]


class CutTold(Message):
    """The pack lies spread: 32 places, those in ``open`` already turned (place: card)."""

    open: dict[str, str]
    yours: str
    theirs: str


class Decision(Message):
    """An own decision of the deal that one can go back to."""

    number: int
    words: str


class SheetRow(Message):
    """A line of the deal's score sheet, with both running scores after it."""

    who: Who
    words: str
    points: int
    you: int
    they: int
    because: str


class PartieRow(Message):
    """A deal of the partie's score sheet: who dealt, what each made, both totals after it."""

    deal: int
    dealer: Who
    you: int
    they: int
    you_total: int
    they_total: int
    assisted: bool
    known: bool
    code: str


class PartieSheet(Message):
    """The score sheet of the partie.

    ``to_come`` are the numbers of the deals still due.  ``line`` is the score that the rubicon or
    the target asks for (0: none), ``you_to_go`` and ``they_to_go`` what each lacks, ``line_words``
    the sentence.  ``settlement`` holds, once the partie is over, the equation and what else is to
    be said, ``winner`` who won (also "" for a draw), ``points`` how much.
    """

    rows: list[PartieRow]
    to_come: list[int]
    you: int
    they: int
    line: int
    you_to_go: int
    they_to_go: int
    line_words: str
    settlement: list[str]
    over: bool
    winner: Who
    points: int
    rubicon: bool


class Commitment(Message):
    """A deal's secret, committed to before the first card: SHA-256 of 32 bytes, in hexadecimal.

    ``secret`` is empty until the partie is over.  Deals by code or of the day have none.
    """

    deal: int
    hash: str
    secret: str


class DealTold(Message):
    """Which deal this is: its number, of how many (0: open), heading, and how it came about.

    ``code`` is empty until the deal is over, unless it was ``known`` from the start.  ``assisted``
    tells that something was taken back in it.
    """

    number: int
    of: int
    title: str
    dealer: Who
    extra: bool
    known: bool
    assisted: bool
    code: str


class OracleTold(Message):
    """Whether the Oracle can be asked now, and why not."""

    ready: bool
    why: str
    methods: list[str]


class LevelTold(Message):
    """A level: its name to send, its title and a sentence; ``ready``, or why it is not."""

    name: str
    title: str
    words: str
    ready: bool
    why: str


class SettingsTold(Message):
    """How the table serves this person.

    ``pace`` scales the time computers take; ``call_for_me`` makes the declarations by itself.
    """

    pace: Pace
    call_for_me: bool


class ShuffleTold(Message):
    """What both persons, the first one first, have pledged and told for a deal (0: the cut)."""

    deal: int
    pledges: list[str]
    numbers: list[str]


class FriendTold(Message):
    """How it stands with a friend opposite.

    ``seated`` tells whether somebody has sat down, ``here`` whether he is at the table now.  While
    ``shuffling``, ``due`` is what this side owes to the shuffle of ``deal``: "pledge", "add", or ""
    where it waits for the other; ``pledged`` is its own pledge.  ``rematch`` tells who would play
    again, ``following`` names the next partie once both would; ``ended`` who ended this one.
    """

    name: str
    seated: bool
    here: bool
    shuffling: bool
    deal: int
    due: Literal["", "pledge", "add"]
    pledged: str
    shuffles: list[ShuffleTold]
    rematch: Who
    following: str
    ended: Who


class Table(Message, tag_field="type", tag="table"):
    """The whole table as one seat sees it, sent on arrival and after everything that happens.

    ``phase`` is cut, dealer, packet, exchange, set aside, call, answer, say, left, count, play,
    deal_over or partie_over.  ``events`` are those of the deal from ``events_from`` on: keep what
    you have before that number, throw away what you have from it, and append these.  ``jump``
    tells that they are not to be animated (arrival, undo).  ``to_move`` is "" when nobody is;
    ``title`` and ``hint`` introduce the decision in words.  ``forced`` tells that the only choice
    is no choice.  ``talon`` and ``their_cards`` are counts.  ``discards``, ``rest`` (of elder's
    five) and ``left`` are what this seat may look at again, ``their_shown`` the cards that the
    other side has laid down and still holds.  ``next`` is "", deal, extra or partie: what can be
    begun when this is over.  ``you`` and ``they`` are the points of the deal, None where the rules
    do not tell them before its end.
    """

    partie: str
    version: int
    rules: str
    rules_name: str
    level: str
    next_level: str
    opponent: str
    deal: DealTold
    phase: str
    seat: Literal["elder", "younger", ""]
    to_move: Who
    title: str
    hint: str
    forced: bool
    hand: Hand
    their_cards: int
    talon: int
    table: list[CardPlayed]
    tricks: list[TrickTold]
    you_won: int
    they_won: int
    you: int | None
    they: int | None
    score_words: str
    discards: list[str]
    rest: list[str]
    left: list[str]
    their_shown: list[str]
    choices: list[Choice]
    exchange: Exchange | None
    cut: CutTold | None
    may_claim: bool
    decisions: list[Decision]
    events_from: int
    events: list[EventTold]
    jump: bool
    sheet: list[SheetRow]
    partie_sheet: PartieSheet
    summary: list[str]
    next: Literal["", "deal", "extra", "partie"]
    may_open: bool
    commitments: list[Commitment]
    oracle: OracleTold
    levels: list[LevelTold]
    settings: SettingsTold
    friend: FriendTold | None


class Done(Message, tag_field="type", tag="done"):
    """What ``id`` asked for has been done and is kept; the table stood at ``version`` after it."""

    id: str
    version: int


class Refused(Message, tag_field="type", tag="refused"):
    """What was sent is not done: a stable code and the rule or reason in words.

    ``id`` is "" where none could be read.  After the code ``stale`` the whole table follows.
    """

    id: str
    code: str
    sentence: str


class OptionTold(Message):
    """One option of the Oracle.

    ``net`` is the mean of own points of the deal less the other's, ``net_margin`` its 95 %
    half-width (0: every world was listed), ``value`` the mean settlement of the partie (None: not
    asked for), ``wins`` how often one outscores the other (0 to 1), ``behind`` how far it is from
    the best.  ``parts`` are net points by where they come from.
    """

    action: int
    text: str
    words: str
    cards: list[str]
    net: float
    net_margin: float
    value: float | None
    value_margin: float
    wins: float
    behind: float
    behind_margin: float
    tied: bool
    yours: bool
    parts: dict[str, float]


class Chance(Message):
    """How likely the other side holds a card that this seat has not seen (0 to 1)."""

    card: str
    holds: float


class AdviceTold(Message, tag_field="type", tag="advice"):
    """What the Oracle says so far of ``id``; ``finished`` is true in the last one.

    ``count`` worlds (``listed``: all there are) or playouts an option; ``how`` are sentences on
    how it counts.  ``chances`` may be empty.
    """

    id: str
    version: int
    method: str
    goal: str
    options: list[OptionTold]
    count: int
    listed: bool
    reasons: list[str]
    notes: list[str]
    how: list[str]
    chances: list[Chance]
    finished: bool


class Opened(Message, tag_field="type", tag="opened"):
    """Both hands of a finished deal: as dealt, what each discarded, and the talon in order."""

    deal: int
    yours: list[str]
    theirs: list[str]
    your_discards: list[str]
    their_discards: list[str]
    your_final: list[str]
    their_final: list[str]
    talon: list[str]
    code: str


class Core(Message, tag_field="type", tag="core"):
    """How the native core and its solved table stand, sent when it changes.

    ``state`` is ready, building, missing or failed; ``done`` of ``total`` positions while building;
    ``words`` says it.
    """

    state: Literal["ready", "building", "missing", "failed"]
    done: int
    total: int
    words: str


class Notice(Message, tag_field="type", tag="notice"):
    """Something that everybody at the table should read, such as that the disk is full."""

    code: str
    sentence: str


class Beat(Message, tag_field="type", tag="beat"):
    """The line stands: said where nothing else has been for two seconds.

    Pages do not hear the pings of their sockets; by this they know when a line falls silent.
    """


Told = Table | Done | Refused | AdviceTold | Opened | Core | Notice | Beat
"""Whatever the table may say."""
