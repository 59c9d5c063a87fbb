"""What a review holds: all that the page, the terminal and the document show, as plain data.

Whatever is signed is seen by the person or seat that it belongs to: more is better for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from piquet.actions import Action
from piquet.base import Person, Seat
from piquet.cards import Card
from piquet.partie import Settlement

__all__ = [
    "GRADES",
    "KINDS",
    "Account",
    "Believed",
    "Chance",
    "Choice",
    "Course",
    "DealReview",
    "Decision",
    "Review",
    "Seen",
    "Sight",
    "Tally",
    "Terms",
    "Worth",
]

KINDS = ("exchange", "declaring", "play")
"""The kinds of decision, in the order of a deal."""

GRADES = ("doubtful", "bad", "very_bad")
"""The grades of what lost enough to be named, from the lightest."""


class Worth(NamedTuple):
    """A value in both units: net points of the deal, and the mean settlement of the partie.

    ``partie`` is None where no partie value can be had.

    >>> Worth(4.0, 10.0).less(Worth(1.5, 6.0))
    Worth(points=2.5, partie=4.0)
    """

    points: float
    partie: float | None

    def less(self, other: Worth) -> Worth:
        """Return the difference, unit by unit."""
        both = None
        if self.partie is not None and other.partie is not None:
            both = self.partie - other.partie
        return Worth(self.points - other.points, both)

    def plus(self, other: Worth) -> Worth:
        """Return the sum, unit by unit."""
        both = None
        if self.partie is not None and other.partie is not None:
            both = self.partie + other.partie
        return Worth(self.points + other.points, both)


class Choice(NamedTuple):
    """One thing that could be done: what it is worth, and whether it may be as good as the best.

    ``margin`` is half the 95 % interval of the points, 0 where every world was listed; ``wins`` the
    share of worlds in which the seat's points of the deal exceed the other's.
    """

    action: Action
    worth: Worth
    margin: float
    wins: float
    tied: bool


class Chance(NamedTuple):
    """Where a card that the seat had not seen may lie: chances from 0 to 1.

    It is in the other side's hand, among its discards, or in the talon or what was left of it.
    """

    card: Card
    hand: float
    discards: float
    talon: float


class Believed(NamedTuple):
    """What the seat could believe at a moment: the worlds left, and each unseen card's chances.

    ``listed`` tells that the worlds are all there are; else they were drawn by lot.  ``fits`` is
    False where no world bears out what was said, and the words are left out.
    """

    worlds: int
    listed: bool
    fits: bool
    chances: tuple[Chance, ...]


class Seen(NamedTuple):
    """A card under perfect sight: the points of the deal if both then play best, hands open."""

    card: Card
    points: float


class Sight(NamedTuple):
    """What perfect sight would have done: every card that could be played, hands open.

    ``best`` are the cards with the most points, and ``loss`` what the card played gives away to
    somebody who sees all cards.  It takes no part in any grade.
    """

    cards: tuple[Seen, ...]
    best: tuple[Card, ...]
    loss: float


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision, judged by what its seat knew.

    ``step`` is the number of actions before it in the record, so that ``piquet oracle FILE --step``
    shows the same moment.  ``options`` are what could be done, the best first, ``done`` among them
    always; ``compared`` is how many were compared, of which the worse ones may not be listed.
    ``loss`` is never below 0 in the unit that ranks, the partie where it has a value.  ``grade``
    is one of GRADES, None for what lost too little; ``tied`` tells that ``done`` may well be as
    good as the best, and then there is no grade.  ``reasons`` say why the best is best, ``notes``
    what else one must know.  ``sight`` is None but for cards led and played.
    """

    step: int
    deal: int
    seat: Seat
    person: Person
    kind: str
    done: Choice
    best: Choice
    loss: Worth
    grade: str | None
    tied: bool
    options: tuple[Choice, ...]
    compared: int
    reasons: tuple[str, ...]
    notes: tuple[str, ...]
    believed: Believed
    sight: Sight | None


class Terms(NamedTuple):
    """How a result came about, in one unit: luck and skill, seen by one person.

    ``start`` is what the seat is worth before the deal; ``deal``, ``draw`` and ``opponent`` are the
    three terms of luck: the hand dealt, the cards drawn, and what the other side's cards and draw
    turned out to be worth.  ``lost`` is what the person's own decisions lost, ``given`` what the
    other's did.  ``unread`` is what deals brought of which only the score is known.
    ``result`` is ``start + deal + draw + opponent - lost + given + unread``.

    >>> Terms(10, 2, -3, 1, lost=4, given=5, unread=0, result=11).luck
    0
    """

    start: float
    deal: float
    draw: float
    opponent: float
    lost: float
    given: float
    unread: float
    result: float

    @property
    def luck(self) -> float:
        """The three terms of luck together."""
        return self.deal + self.draw + self.opponent

    @property
    def skill(self) -> float:
        """What the other lost by decisions, less what the person did."""
        return self.given - self.lost


@dataclass(frozen=True, slots=True)
class Account:
    """Luck and skill of one person, in points of the deals and in the value of the partie."""

    person: Person
    points: Terms
    partie: Terms | None


class Course(NamedTuple):
    """A point of the chart: what the deal and the partie were worth to a person at a step.

    Each person's points follow what that person knew; the first of a deal stands before its cards,
    the last of a finished deal after it.
    """

    step: int
    person: Person
    worth: Worth


@dataclass(frozen=True, slots=True)
class DealReview:
    """One deal: its decisions, its chart and its accounts.

    ``deal`` is its place in the record from 1, ``number`` the number in its game; ``first_step``
    and ``last_step`` are the numbers of actions before its first and after its last.  ``known``
    tells from where on: ``dealt``, ``hands`` (after the exchange) or ``scored`` (the score alone).
    ``points`` are what the first and the second person made, as they count for the partie;
    ``before`` their scores when the deal began.  ``accounts`` are by person, None while the deal
    is not over.
    """

    deal: int
    number: int
    dealer: Person
    code: str | None
    known: str
    over: bool
    first_step: int
    last_step: int
    before: tuple[int, int]
    points: tuple[int, int]
    decisions: tuple[Decision, ...]
    course: tuple[Course, ...]
    accounts: tuple[Account, Account] | None


class Tally(NamedTuple):
    """The decisions of one person, all or of one kind: how many, how many of each grade, what lost.

    ``kind`` is None for all of them; ``grades`` are counts in the order of GRADES.
    """

    person: Person
    kind: str | None
    decisions: int
    grades: tuple[int, int, int]
    lost: Worth


@dataclass(frozen=True, slots=True)
class Review:
    """A whole record reviewed.

    ``names`` are what the persons are called in the record; ``scores`` both scores after each
    deal, the first pair before any.  ``accounts`` are by person over all finished deals (None where
    none is); ``tallies`` by person, all kinds first and then each of KINDS; ``worst`` the three
    decisions of each person that lost most.  ``unit`` is what the partie is counted in: ``points``
    of the settlement, ``games`` or ``matches``.  ``price`` is what a point is worth in it when an
    even partie begins, by which grades are measured.  ``notes`` say what a reader must know, such
    as that the record stops in the middle.  ``seed`` and ``worlds`` are what the figures depend on.
    """

    rules: str
    names: tuple[str, str]
    headers: tuple[tuple[str, str], ...]
    deals: tuple[DealReview, ...]
    scores: tuple[tuple[int, int], ...]
    settlement: Settlement | None
    unit: str
    price: float
    accounts: tuple[Account, Account] | None
    tallies: tuple[Tally, ...]
    worst: tuple[tuple[Decision, ...], tuple[Decision, ...]]
    notes: tuple[str, ...]
    seed: int
    worlds: int | None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions, in the order of the record."""
        return tuple(decision for deal in self.deals for decision in deal.decisions)
