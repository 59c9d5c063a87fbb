"""Two ways of playing a deal side by side: points, exchange, talk, tricks, where they part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from piquet.actions import Action, Award, Category, Event, EventKind
from piquet.base import Seat
from piquet.cards import CardSet
from piquet.position import Position
from piquet.table.naming import Writing
from piquet.table.protocol import Message
from piquet.table.talk import Teller
from piquet.texts import text

__all__ = ["CardCompared", "Compared", "RowCompared", "TrickCompared", "Way", "compared"]

_CARDS = (
    EventKind.DEALT,
    EventKind.SET_ASIDE,
    EventKind.DISCARDED,
    EventKind.DREW,
    EventKind.PLAYED,
)
"""What has lines of its own, by the cards; all else is said or shown."""
_BONUS = ("pique", "repique")


def _of(category: Category) -> Callable[[Award], bool]:
    return lambda award: award.category is category and award.reason not in _BONUS


_FOR: dict[str, Callable[[Award], bool]] = {
    **{str(category): _of(category) for category in Category},
    "bonus": lambda award: award.reason in _BONUS,
}
"""The lines of what was scored, by the names of their texts."""


class CardCompared(Message):
    """A card of a trick: whether it was led, and whether it won; "" where none was played."""

    card: str
    led: bool
    won: bool


class TrickCompared(Message):
    """A trick by its number, twice: each time one's own card and that of the computer.

    ``parted`` marks the first that is not the same.
    """

    number: int
    yours: list[CardCompared]
    theirs: list[CardCompared]
    same: bool
    parted: bool


class RowCompared(Message):
    """A line of the comparison: what it is about, and what either has to show for it."""

    what: str
    yours: list[str]
    theirs: list[str]
    same: bool


class Compared(Message):
    """Own play beside the other's: in a sentence, where they part, by lines and by tricks.

    ``you`` and ``they`` are the points of both sides, one's own first, at one's own table and at
    the other's.  ``notes`` say what else has to be known of the other's.
    """

    words: str
    parted: str
    notes: list[str]
    you: tuple[int, int]
    they: tuple[int, int]
    rows: list[RowCompared]
    tricks: list[TrickCompared]


@dataclass(frozen=True)
class Way:
    """One way in which a deal was played from a seat: its actions and every moment, in order.

    ``name`` is what who played it is called, "" for whoever is spoken to.
    """

    seat: Seat
    actions: Sequence[Action]
    moments: Sequence[Position]
    name: str
    against: str

    @property
    def points(self) -> tuple[int, int]:
        """What this seat and the other have made."""
        scores = self.moments[-1].scores
        return scores[self.seat], scores[self.seat.other]

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that has happened."""
        return self.moments[-1].events

    @cached_property
    def lines(self) -> list[list[str]]:
        """What is told of each event, in this way's own names."""
        names = {self.seat: self.name, self.seat.other: self.against}
        rules = self.moments[0].rules
        you = None if self.name else self.seat
        teller = Teller(rules, Writing(), you, (names[Seat.ELDER], names[Seat.YOUNGER]))
        return [[_capital(line) for line in told] for told in teller.by_event(self.events)]

    def did(self, place: int) -> str:
        """Return in words what was done at a place among the actions."""
        before, after = self.moments[place : place + 2]
        mover = before.to_move
        said = [
            line
            for event, told in zip(after.events, self.lines, strict=False)
            for line in told
            if event.seat is mover
        ]
        earlier = sum(
            len(told)
            for event, told in zip(before.events, self.lines, strict=False)
            if event.seat is mover
        )
        return " ".join(said[earlier:]) or str(self.actions[place])

    def cards(self, kind: EventKind, seat: Seat) -> str:
        """Return the cards that a seat threw or drew."""
        mask = 0
        for event in self.events:
            if event.kind is kind and event.seat is seat:
                mask |= event.cards or 0
        return Writing().cards(CardSet(mask)) or text("table.share.nothing")


def compared(yours: Way, theirs: Way, notes: Sequence[str] = ()) -> Compared:
    """Return two ways of playing the same seat of the same deal side by side."""
    gain = (yours.points[0] - yours.points[1]) - (theirs.points[0] - theirs.points[1])
    key = "better" if gain > 0 else "worse" if gain < 0 else "level"
    words = text(
        f"table.share.{key}",
        you=yours.points[0],
        they=yours.points[1],
        other_you=theirs.points[0],
        other_they=theirs.points[1],
        n=abs(gain),
    )
    return Compared(
        words=words,
        parted=_parted(yours, theirs),
        notes=list(notes),
        you=yours.points,
        they=theirs.points,
        rows=_rows(yours, theirs),
        tricks=_tricks(yours, theirs),
    )


def _parted(yours: Way, theirs: Way) -> str:
    """Return where the two first part, in words."""
    for place, (one, other) in enumerate(zip(yours.actions, theirs.actions, strict=False)):
        if one != other:
            mine = yours.moments[place].to_move is yours.seat
            key = "parted" if mine else "parted_computer"
            return text(f"table.share.{key}", you=yours.did(place), other=theirs.did(place))
    return text("table.share.alike")


def _rows(yours: Way, theirs: Way) -> list[RowCompared]:
    rows = []

    def add(key: str, of: Callable[[Way], list[str]]) -> None:
        mine, other = of(yours), of(theirs)
        if mine or other:
            rows.append(RowCompared(text(f"table.share.row.{key}"), mine, other, mine == other))

    add("points", lambda way: [_pair(way.points)])
    add("thrown", lambda way: [way.cards(EventKind.DISCARDED, way.seat)])
    add("drawn", lambda way: [way.cards(EventKind.DREW, way.seat)])
    add("computer_thrown", lambda way: [way.cards(EventKind.DISCARDED, way.seat.other)])
    mine, other = (_talk(way) for way in (yours, theirs))
    same = _heard(yours) == _heard(theirs)
    rows.append(RowCompared(text("table.share.row.said"), mine, other, same))
    for key, holds in _FOR.items():
        add(key, _made(yours, theirs, holds))
    return rows


def _made(yours: Way, theirs: Way, holds: Callable[[Award], bool]) -> Callable[[Way], list[str]]:
    """Return how to tell what was scored for something; nothing where neither table has any."""
    some = any(any(_sum(way, holds)) for way in (yours, theirs))
    return lambda way: [_pair(_sum(way, holds))] if some else []


def _sum(way: Way, holds: Callable[[Award], bool]) -> tuple[int, int]:
    """Return what this way's seat and the other have scored for something."""
    made = [0, 0]
    for award in way.moments[-1].awards:
        if holds(award):
            made[award.seat] += award.points
    return made[way.seat], made[way.seat.other]


def _pair(points: tuple[int, int]) -> str:
    return text("table.share.pair", you=points[0], they=points[1])


def _talk(way: Way) -> list[str]:
    return [
        line
        for event, told in zip(way.events, way.lines, strict=True)
        for line in told
        if event.kind not in _CARDS
    ]


def _heard(way: Way) -> list[Event]:
    return [event for event in way.events if event.kind not in _CARDS]


def _tricks(yours: Way, theirs: Way) -> list[TrickCompared]:
    tricks = []
    parted = False
    both = [_cards_played(way) for way in (yours, theirs)]
    for number in range(max(map(len, both))):
        mine, other = (
            made[number] if number < len(made) else [CardCompared("", False, False)] * 2
            for made in both
        )
        same = mine == other
        tricks.append(TrickCompared(number + 1, mine, other, same, not same and not parted))
        parted = parted or not same
    return tricks


def _cards_played(way: Way) -> list[list[CardCompared]]:
    """Return the cards of each trick, this way's own first."""
    made = []
    for trick in way.moments[-1].view(way.seat).tricks:
        lead = CardCompared(str(trick.lead), True, trick.winner is trick.leader)
        follow = CardCompared(str(trick.follow), False, trick.winner is not trick.leader)
        made.append([lead, follow] if trick.leader is way.seat else [follow, lead])
    return made


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]
