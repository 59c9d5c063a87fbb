"""Chances of the draw, exact: what is drawn, out of how many cards, and what the old books say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import NamedTuple

from piquet.texts import text

__all__ = [
    "TABLE",
    "UNSEEN",
    "Event",
    "Row",
    "Stated",
    "Way",
    "at_least",
    "odds",
    "odds_about",
    "percent",
]

UNSEEN = 20
"""How many cards a player has not seen who knows his twelve."""


class Way(NamedTuple):
    """How many cards come of each group named, how many others, and in how many draws they do."""

    named: tuple[int, ...]
    others: int
    draws: int


@dataclass(frozen=True, slots=True)
class Event:
    """What may come of a draw: groups of named cards, and how many of each are wanted.

    ``drawn`` cards are drawn out of ``unseen``.  The event happens where any one of ``wanted`` is
    met: at least so many of each group.

    >>> Event((2,), ((1,),), 5).chance
    Fraction(17, 38)
    """

    groups: tuple[int, ...]
    wanted: tuple[tuple[int, ...], ...]
    drawn: int
    unseen: int = UNSEEN

    @property
    def draws(self) -> int:
        """In how many ways the cards can be drawn."""
        return comb(self.unseen, self.drawn)

    def ways(self, happens: bool = True) -> Iterator[Way]:
        """Yield how the event comes about, or how it does not, most of the named cards last."""
        rest = self.unseen - sum(self.groups)
        for named in product(*(range(size + 1) for size in self.groups)):
            others = self.drawn - sum(named)
            if not 0 <= others <= rest or self._met(named) != happens:
                continue
            chosen = prod(comb(size, n) for size, n in zip(self.groups, named, strict=True))
            yield Way(named, others, chosen * comb(rest, others))

    def _met(self, named: tuple[int, ...]) -> bool:
        return any(
            all(n >= least for n, least in zip(named, wanted, strict=True))
            for wanted in self.wanted
        )

    @property
    def favourable(self) -> int:
        """In how many of the draws it happens."""
        return sum(way.draws for way in self.ways())

    @property
    def chance(self) -> Fraction:
        """How likely it is (0 to 1)."""
        return Fraction(self.favourable, self.draws)


def at_least(number: int, of: int, drawn: int, unseen: int = UNSEEN) -> Event:
    """Return the event that at least so many of so many named cards are drawn.

    >>> at_least(2, 2, 5).chance, at_least(1, 4, 3).chance
    (Fraction(1, 19), Fraction(29, 57))
    """
    return Event((of,), ((number,),), drawn, unseen)


# --- as it is said --------------------------------------------------------------------------------


def percent(chance: Fraction) -> str:
    """Return a chance in per cent.

    >>> percent(Fraction(17, 38)), percent(Fraction(1, 969)), percent(Fraction(1, 15504))
    ('44.7 %', '0.1 %', '0.006 %')
    """
    exact = 100 * float(chance)
    for places in (1, 2, 3, 4):
        shown = f"{exact:.{places}f}"
        if abs(float(shown) - exact) <= 0.08 * exact:
            break
    return text("drills.odds.percent", n=shown)


def odds(chance: Fraction) -> str:
    """Return the exact odds of a chance that is neither certain nor none.

    >>> odds(Fraction(17, 38)), odds(Fraction(29, 57)), odds(Fraction(1, 2))
    ('21 to 17 against', '29 to 28 on', 'even')
    """
    on, against = chance.numerator, chance.denominator - chance.numerator
    return _said(on, against)


def odds_about(chance: Fraction) -> str:
    """Return the odds of a chance in small numbers: what one keeps in mind.

    >>> odds_about(Fraction(17, 38)), odds_about(Fraction(241, 969)), odds_about(Fraction(1, 19))
    ('about 5 to 4 against', 'about 3 to 1 against', '18 to 1 against')
    """
    likely = chance > Fraction(1, 2)
    ratio = chance / (1 - chance) if likely else (1 - chance) / chance
    for small in range(1, 11):
        large = round(ratio * small)
        if abs(large - ratio * small) <= Fraction(3, 100) * large:
            break
    said = _said(*((large, small) if likely else (small, large)))
    if Fraction(large, small) == ratio:
        return said
    return text("drills.odds.about", odds=said)


def _said(on: int, against: int) -> str:
    if on == against:
        return text("drills.odds.even")
    if on > against:
        return text("drills.odds.on", a=f"{on:,}", b=f"{against:,}")
    return text("drills.odds.against", a=f"{against:,}", b=f"{on:,}")


# --- the tables of the old books ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stated:
    """Odds as a book prints them: so many to so many against (``on`` above: on)."""

    book: str
    against: int
    on: int

    def verdict(self, chance: Fraction) -> str:
        """Return whether the odds are ``exact``, ``rounded`` to a whole number, or ``wrong``.

        >>> Stated("books", 5, 4).verdict(Fraction(17, 38))
        'rounded'
        """
        exact = self.exactly(chance)
        larger = max(self.against, self.on)
        if exact == larger:
            return "exact"
        return "rounded" if abs(exact - larger) <= Fraction(1, 2) else "wrong"

    def exactly(self, chance: Fraction) -> Fraction:
        """Return what the larger of the two numbers should be beside the smaller one.

        >>> Stated("hoyle", 33, 1).exactly(Fraction(31, 969))
        Fraction(938, 31)
        """
        against = (1 - chance) / chance
        return against * self.on if self.against >= self.on else self.against / against

    @property
    def odds(self) -> str:
        """The odds as they are printed."""
        return _said(self.on, self.against)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the tables: who draws how many, what may come, and what the books say of it.

    ``note`` names a sentence for what else they say.
    """

    drawer: str
    event: str
    chance: Fraction
    stated: tuple[Stated, ...] = ()
    note: str = ""

    @property
    def wrong(self) -> bool:
        """Whether a book errs."""
        return any(one.verdict(self.chance) == "wrong" for one in self.stated)

    def words(self) -> tuple[str, str, str, str]:
        """Return who draws, what may come, what is exact, and what the books say of it.

        >>> print(*TABLE[10].words(), sep="\\n")
        elder, five cards
        at least three of four named cards
        31/969 = 3.2 %, 938 to 31 against
        Cavendish 32 to 1 against: wrong, it is 30.26 to 1; Hoyle 33 to 1 against: wrong, it is 30.26 to 1
        """  # noqa: E501
        said = [self._judged(one) for one in self.stated]
        if self.note:
            said.append(text(f"drills.odds.note.{self.note}"))
        exact = text(
            "drills.odds.exactly",
            chance=f"{self.chance.numerator:,}/{self.chance.denominator:,}",
            percent=percent(self.chance),
            odds=odds(self.chance),
        )
        drawer = text(f"drills.odds.drawer.{self.drawer}")
        return drawer, text(f"drills.odds.event.{self.event}"), exact, "; ".join(said)

    def _judged(self, stated: Stated) -> str:
        verdict = stated.verdict(self.chance)
        book = text(f"drills.odds.book.{stated.book}")
        exact = f"{float(stated.exactly(self.chance)):.2f}"
        smaller = min(stated.against, stated.on)
        given = {"book": book, "odds": stated.odds, "exact": exact, "smaller": smaller}
        return text(f"drills.odds.verdict.{verdict}", **given)


_BLANK = Fraction(comb(20, 12), comb(32, 12))  # twelve cards of the twenty that are no courts


def _books(against: int, on: int = 1, *others: Stated) -> tuple[Stated, ...]:
    return (Stated("books", against, on), *others)


def _both(drawn: int) -> Fraction:
    return Event((4, 4), ((1, 1),), drawn).chance


TABLE = (
    Row("elder", "one", at_least(1, 1, 5).chance, _books(3)),
    Row("elder", "two_of_two", at_least(2, 2, 5).chance, _books(18)),
    Row("elder", "three_of_three", at_least(3, 3, 5).chance, _books(113)),
    Row("elder", "four_of_four", at_least(4, 4, 5).chance, _books(968)),
    Row("elder", "five_of_five", at_least(5, 5, 5).chance, _books(15503)),
    Row("elder", "one_of_two", at_least(1, 2, 5).chance, _books(5, 4, Stated("hoyle", 21, 17))),
    Row("elder", "one_of_three", at_least(1, 3, 5).chance, _books(2, 3)),
    Row("elder", "two_of_three", at_least(2, 3, 5).chance, _books(6)),
    Row("elder", "one_of_four", at_least(1, 4, 5).chance, _books(2, 5)),
    Row("elder", "two_of_four", at_least(2, 4, 5).chance, _books(3)),
    Row(
        "elder",
        "three_of_four",
        at_least(3, 4, 5).chance,
        (Stated("cavendish", 32, 1), Stated("hoyle", 33, 1)),
    ),
    Row("younger", "one", at_least(1, 1, 3).chance, _books(17, 3, Stated("misprint", 17, 1))),
    Row("younger", "two_of_two", at_least(2, 2, 3).chance, _books(62)),
    Row("younger", "three_of_three", at_least(3, 3, 3).chance, _books(1139)),
    Row("younger", "one_of_two", at_least(1, 2, 3).chance, _books(5, 2)),
    Row("younger", "one_of_three", at_least(1, 3, 3).chance, _books(3, 2)),
    Row("younger", "two_of_three", at_least(2, 3, 3).chance, _books(21)),
    Row("younger", "one_of_four", at_least(1, 4, 3).chance, _books(28, 29)),
    Row("two", "ace_and_king", _both(2), _books(11)),
    Row("three", "ace_and_king", _both(3), _books(4)),
    Row("four", "ace_and_king", _both(4), _books(9, 5)),
    Row("five", "ace_and_king", _both(5), _books(33, 31), note="misprint"),
    Row("elder", "kings_or_queens", Event((2, 2), ((2, 0), (0, 2)), 5).chance, _books(17, 2)),
    Row("dealt", "blanche", _BLANK, _books(1791)),
    # Twenty cards are no courts: both cannot hold twelve of them.
    Row("deal", "blanche_either", 2 * _BLANK, note="blanche_either"),
    Row("younger_two", "one_of_two", at_least(1, 2, 2).chance, note="leaving"),
)
"""The tables in Cavendish (The Laws of Piquet, 8th ed. 1892, Discarding and Odds at Piquet) and in
Hoyle's Games Improved, every row worked out anew; ODDS-01 in ``vectors/published.json``."""
