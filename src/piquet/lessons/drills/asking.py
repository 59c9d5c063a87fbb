"""What all exercises share: which one it is, the lots that make it, and how an answer is marked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import quote

from piquet.base import Illegal, Seat, Unreadable
from piquet.cards import CardSet
from piquet.combinations import blank
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.discards import discards
from piquet.oracle.policies import mix
from piquet.oracle.weights import CLUB
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text

__all__ = [
    "KINDS",
    "LAST",
    "LONGEST",
    "Exercise",
    "Lots",
    "Marked",
    "Step",
    "Which",
    "exchanged",
    "without_blank",
]

KINDS = ("count", "chances", "throw", "ending")
"""The kinds of exercises, by name."""

LONGEST = 40
"""The most characters of a seed."""

LAST = 9999
"""The highest number of an exercise."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Which:
    """Which exercise: kind, seed, number from 1, and the rules; the same one everywhere.

    >>> Which("count", "letter", 3, Rules.named("rubicon")).link
    '#/drills/count/letter/3'

    Raises Unreadable (``drill_kind``, ``drill_seed``) and Illegal (``drill_number``).
    """

    kind: str
    seed: str
    number: int
    rules: Rules

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise Unreadable("drill_kind", kinds=", ".join(KINDS))
        if not self.seed.strip() or len(self.seed) > LONGEST or not self.seed.isprintable():
            raise Unreadable("drill_seed", most=LONGEST)
        if not 1 <= self.number <= LAST:
            raise Illegal("drill_number", most=LAST)

    @property
    def link(self) -> str:
        """The part of a page's address that opens it; rules but the usual ones stand behind it."""
        parts = [self.kind, self.seed, str(self.number)]
        if self.rules != Rules.named(DEFAULT_PROFILE):
            parts.append(str(self.rules))
        return "#/drills/" + "/".join(quote(part, safe="") for part in parts)

    @property
    def next(self) -> Which:
        """The exercise after it; the first again after the last."""
        return Which(self.kind, self.seed, self.number % LAST + 1, self.rules)


class Lots:
    """Chance that hangs on an exercise alone: deals by their numbers, and lots between things.

    >>> lots = Lots(Which("count", "letter", 1, Rules.named("rubicon")))
    >>> lots.pick("abc") in "abc", lots.deal() != lots.deal()
    (True, True)
    """

    def __init__(self, which: Which) -> None:
        # A null stands in no seed, so that no two exercises share their words.
        self._seed = seed_bytes(f"{which.kind}\0{which.seed}\0{which.number}")
        self._word = int.from_bytes(self._seed[:8], "big")
        self._lots = self._deals = 0

    def below(self, number: int) -> int:
        """Return a whole number from 0 up to but without ``number``, at most 2^32."""
        self._lots += 1
        return (mix(self._word, self._lots) >> 32) * number >> 32

    def pick(self, things: Sequence[T]) -> T:
        """Return one of some things."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], number: int) -> list[T]:
        """Return so many of some things, in the order in which they were drawn."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(number)]

    def deal(self) -> Deal:
        """Return the next deal."""
        self._deals += 1
        return Deal.numbered(self._seed, self._deals)


def exchanged(deal: Deal, rules: Rules) -> tuple[CardSet, CardSet]:
    """Return both hands after each has exchanged as a club player does.

    >>> elder, younger = exchanged(Deal.random("letter"), Rules.named("rubicon"))
    >>> len(elder), len(younger), len(elder & younger)
    (12, 12, 0)
    """
    talon = list(deal.talon)
    hands = []
    for seat, hand in zip(Seat, (deal.elder, deal.younger), strict=True):
        if seat is Seat.ELDER:
            fewest, most = rules.elder_min, rules.elder_max
        else:
            fewest, most = rules.younger_min, len(talon)
        thrown = CardSet(discards(hand.mask, fewest, most, CLUB.exchange[seat]))
        drawn, talon = talon[: len(thrown)], talon[len(thrown) :]
        hands.append((hand - thrown) | CardSet.of(*drawn))
    return hands[0], hands[1]


def without_blank(lots: Lots) -> Deal:
    """Return the next deal in which nobody holds a carte blanche."""
    while True:
        deal = lots.deal()
        if not blank(deal.elder.mask) and not blank(deal.younger.mask):
            return deal


_NONE = CardSet()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a solution: what it says, of which cards, and how the sum stands after it.

    ``cards`` are none and ``sums`` (elder's and younger's) None where a step has no such thing.
    """

    words: str
    cards: CardSet = _NONE
    sums: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """What is said of an answer: whether it is right, why not, and the solution step by step.

    ``said`` is the verdict in sentences, the first of them whether it is right; ``wrong`` names the
    parts of an answer of several that are not.
    """

    right: bool
    said: tuple[str, ...]
    steps: tuple[Step, ...]
    wrong: tuple[str, ...] = ()


class Exercise(ABC):
    """One exercise: ``question`` and ``ask`` say what is to be done; nothing of it tells more."""

    def __init__(self, which: Which) -> None:
        self.which = which
        self.rules = which.rules

    @property
    @abstractmethod
    def question(self) -> tuple[str, ...]:
        """What is asked, in sentences."""

    @property
    @abstractmethod
    def seat(self) -> Seat:
        """In which seat the person sits."""

    @abstractmethod
    def hint(self) -> str:
        """Return what helps without giving the answer away."""

    @abstractmethod
    def given_up(self) -> Marked:
        """Return the solution for somebody who wants no more than that."""

    @property
    def title(self) -> str:
        """The name by which it is quoted: kind, seed and number."""
        kind = text(f"drills.kind.{self.which.kind}")
        return text("drills.title", kind=kind, seed=self.which.seed, n=self.which.number)
