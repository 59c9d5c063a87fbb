"""Exercises in chances: how often a draw brings what one hopes for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from piquet.base import Seat, Unreadable
from piquet.cards import CardSet, Rank, Suit
from piquet.lessons.drills.asking import Exercise, Lots, Marked, Step, Which, without_blank
from piquet.lessons.drills.odds import UNSEEN, Event, Way, at_least, odds, odds_about, percent
from piquet.naming import card_name, listed, words
from piquet.texts import text

__all__ = ["TOLERANCE", "Chances", "typed"]

TOLERANCE = Fraction(2, 100)
"""How far from the chance a typed percentage may be: two percentage points."""

_TYPED = Fraction(8, 100)  # a smaller chance is chosen among odds, not typed
_OFFERED = 4
_APART = Fraction(14, 100)  # of the smaller: answers nearer to each other are not offered together
_NUMBER = re.compile(r"\s*(\d{1,3}(?:[.,]\d{0,6})?)\s*(?:%|per ?cent)?\s*\Z", re.ASCII)


def typed(words: str) -> Fraction:
    """Return the chance that somebody typed in per cent.

    >>> typed("44.7 %"), typed("45")
    (Fraction(447, 1000), Fraction(9, 20))

    Raises Unreadable (``drill_percent``) for anything but a number from 0 to 100.
    """
    found = _NUMBER.match(words)
    chance = Fraction(found[1].replace(",", ".").rstrip(".")) / 100 if found else Fraction(2)
    if chance > 1:
        raise Unreadable("drill_percent")
    return chance


@dataclass(frozen=True, slots=True)
class _Hope:
    """What may be asked of a hand: the event, its words, the named cards, names of its groups."""

    event: Event
    words: str
    cards: CardSet
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Mistake:
    """What one comes to by a mistake that is often made, and which it is."""

    chance: Fraction
    why: str


class Chances(Exercise):
    """A hand, what is drawn to it, and the question how often that brings what is named.

    The answer is the number of one of ``offers`` from 0, or where there are none a chance.

    >>> from piquet.rules import Rules
    >>> exercise = Chances(Which("chances", "letter", 1, Rules.named("rubicon")))
    >>> exercise.mark(exercise.answer).right
    True
    """

    def __init__(self, which: Which) -> None:
        super().__init__(which)
        lots = Lots(which)
        self._seat = lots.pick(tuple(Seat))
        while True:
            deal = without_blank(lots)
            self.hand = deal.elder if self._seat is Seat.ELDER else deal.younger
            hopes = list(_hopes(self.hand, self._seat, lots))
            if hopes:
                break
        self._hope = lots.pick(hopes)
        self.event = self._hope.event
        mistakes = list(_mistakes(self.event, self._seat))
        self._mistakes = [one for one in mistakes if 0 < one.chance < 1]
        choose = self.chance < _TYPED or lots.below(3) > 0
        self.offers = self._offered(lots) if choose else ()

    @property
    def seat(self) -> Seat:
        """In which seat the person sits."""
        return self._seat

    @property
    def cards(self) -> CardSet:
        """The cards that are hoped for."""
        return self._hope.cards

    @property
    def question(self) -> tuple[str, ...]:
        """What is asked, in sentences."""
        drawn = words(self.event.drawn)
        key = "draw_one" if self.event.drawn == 1 else "draw"
        said = [
            text(f"drills.chances.{key}", seat=text(f"seats.{self.seat}"), n=drawn),
            text("drills.chances.ask", what=self._hope.words),
        ]
        if not self.offers:
            said.append(text("drills.chances.tolerance", n=int(100 * TOLERANCE)))
        return tuple(said)

    @property
    def chance(self) -> Fraction:
        """How likely it is."""
        return self.event.chance

    @property
    def answer(self) -> int | Fraction:
        """The right answer: the number of an offer from 0, or the chance."""
        return self.offers.index(self.chance) if self.offers else self.chance

    def offered(self) -> tuple[str, ...]:
        """Return the answers that can be chosen, the least likely first."""
        return tuple(_both(chance) for chance in self.offers)

    def _offered(self, lots: Lots) -> tuple[Fraction, ...]:
        """Return the right chance among others to which mistakes lead, in the order of size."""
        made = [one.chance for one in self._mistakes]
        shuffled = lots.some(made, len(made))
        # What no mistake yields is filled up with what is plainly more and plainly less.
        spare = [Fraction(n, 10) * self.chance for n in lots.some((4, 6, 16, 22), 4)]
        chosen = [self.chance]
        for chance in (*shuffled, *spare):
            if len(chosen) < _OFFERED and chance < 1 and all(_apart(chance, c) for c in chosen):
                chosen.append(chance)
        return tuple(sorted(chosen))

    def hint(self) -> str:
        """Return how one begins to reckon it."""
        return text(f"drills.chances.hint.{_plan(self.event)}", n=words(self.event.drawn))

    def mark(self, answer: int | Fraction) -> Marked:
        """Return whether a chance is right, and by which mistake one comes to it if not."""
        if self.offers and isinstance(answer, int):
            if not 0 <= answer < len(self.offers):
                raise Unreadable("drill_offer", most=len(self.offers))
            given, right = self.offers[answer], self.offers[answer] == self.chance
            near = Fraction(0)
        elif not self.offers and not isinstance(answer, int):
            given, near = answer, Fraction(1, 200)
            right = abs(given - self.chance) <= TOLERANCE
        else:
            raise Unreadable("drill_offer" if self.offers else "drill_percent", most=_OFFERED)
        if right:
            exactly = "" if given == self.chance else text("drills.chances.near", n=percent(given))
            said = [text("drills.right"), exactly, self._is()]
            return Marked(True, tuple(one for one in said if one), self.steps)
        why = [one.why for one in self._mistakes if abs(one.chance - given) <= near]
        if not why:
            why = [text("drills.chances.more" if given < self.chance else "drills.chances.less")]
        return Marked(False, (text("drills.wrong"), why[0], self._is()), self.steps)

    def given_up(self) -> Marked:
        """Return the solution for somebody who wants no more than that."""
        return Marked(False, (self._is(),), self.steps)

    def _is(self) -> str:
        about = odds_about(self.chance)
        exact = odds(self.chance)
        key = "is" if about == exact else "is_about"
        return text(f"drills.chances.{key}", percent=percent(self.chance), odds=exact, about=about)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The chance worked out: all draws, those that bring it, and their share."""
        event = self.event
        drawn, draws = event.drawn, f"{event.draws:,}"
        made = [text("drills.chances.step.all", n=drawn, draws=draws)]
        if _plan(event) == "without":
            (way,) = event.ways(happens=False)
            without = f"{way.draws:,}"
            left = UNSEEN - sum(event.groups)
            made.append(text("drills.chances.step.without", left=left, n=drawn, draws=without))
            given = {"all": draws, "without": without, "draws": f"{event.favourable:,}"}
            made.append(text("drills.chances.step.rest", **given))
        else:
            ways = list(event.ways())
            made += [self._way(way) for way in ways]
            if len(ways) > 1:
                added = " + ".join(f"{way.draws:,}" for way in ways)
                given = {"sum": added, "draws": f"{event.favourable:,}"}
                made.append(text("drills.chances.step.sum", **given))
        chance = event.chance
        share = f"{event.favourable:,}/{event.draws:,}"
        least = f"{chance.numerator:,}/{chance.denominator:,}"
        share = least if share == least else f"{share} = {least}"
        given = {"share": share, "percent": percent(chance), "odds": odds(chance)}
        made.append(text("drills.chances.step.share", **given))
        return tuple(map(Step, made))

    def _way(self, way: Way) -> str:
        """Return one way in which it comes about, and how many draws it is."""
        event = self.event
        rest = UNSEEN - sum(event.groups)
        factors = [f"C({size},{n})" for size, n in zip(event.groups, way.named, strict=True) if n]
        if way.others:
            factors.append(f"C({rest},{way.others})")
        groups = self._hope.groups or (text("drills.chances.step.them"),)
        parts = [
            text("drills.chances.step.of", n=words(n), what=group)
            for n, group in zip(way.named, groups, strict=True)
            if n
        ]
        if way.others:
            key = "other" if way.others == 1 else "others"
            parts.append(text(f"drills.chances.step.{key}", n=words(way.others)))
        said = listed(parts)
        return text(
            "drills.chances.step.way",
            what=said[:1].upper() + said[1:],
            product=" × ".join(factors),
            draws=f"{way.draws:,}",
        )


def _both(chance: Fraction) -> str:
    return text("drills.chances.offer", percent=percent(chance), odds=odds_about(chance))


def _apart(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) > _APART * min(one, other) and percent(one) != percent(other)


def _plan(event: Event) -> str:
    """Return which way of reckoning is the shortest."""
    if len(event.groups) == 1 and event.wanted == ((1,),):
        return "without"
    if len(event.groups) == 1 and event.wanted[0] == event.groups:
        return "every"
    return "ways"


# --- what may be hoped for ------------------------------------------------------------------------


def _hopes(hand: CardSet, seat: Seat, lots: Lots) -> Iterator[_Hope]:
    """Yield what can be asked of a hand; what is asked of a rank is so of one drawn by lot."""
    unseen = CardSet.ALL - hand
    drawn = 5 if seat is Seat.ELDER else 3
    if not lots.below(4):
        drawn -= 1 + lots.below(2)  # cards may be left
    by_missing: dict[int, list[CardSet]] = {}
    for rank in Rank:
        missing = CardSet.of(*(card for card in unseen if card.rank is rank))
        if rank >= Rank.TEN and missing:
            by_missing.setdefault(len(missing), []).append(missing)
    for number, ranks in by_missing.items():
        yield from _of_rank(number, lots.pick(ranks), drawn)
    yield from _of_suits(hand, lots, drawn)
    yield from _of_two(unseen, drawn)


def _of_rank(number: int, cards: CardSet, drawn: int) -> Iterator[_Hope]:
    """Yield hopes for cards of one rank of which so many are missing."""
    rank = next(iter(cards)).rank
    named = {"ranks": text(f"talk.ranks.{rank}"), "n": words(number)}
    if number == 1:
        fourth = text("drills.chances.hope.fourth", rank=text(f"talk.rank.{rank}"))
        yield _Hope(at_least(1, 1, drawn), fourth, cards)
        return
    yield _Hope(at_least(1, number, drawn), text("drills.chances.hope.any", **named), cards)
    key = "both" if number == 2 else "at_least_two"
    if drawn >= 2:
        yield _Hope(at_least(2, number, drawn), text(f"drills.chances.hope.{key}", **named), cards)
    if number == 3 and drawn >= 3:
        yield _Hope(at_least(3, 3, drawn), text("drills.chances.hope.all", **named), cards)


def _of_suits(hand: CardSet, lots: Lots, drawn: int) -> Iterator[_Hope]:
    """Yield hopes for a suit, and for the highest card that is missing from the longest."""
    suit = lots.pick([suit for suit in Suit if len(hand.suit(suit)) <= 6])
    cards = CardSet.ALL.suit(suit) - hand
    given = {"suit": text(f"suits.{suit}"), "n": words(len(cards))}
    least = 1 if len(cards) < 5 else 2
    if least <= drawn:
        event = at_least(least, len(cards), drawn)
        yield _Hope(event, text(f"drills.chances.hope.suit_{least}", **given), cards)
    longest = max(Suit, key=lambda suit: len(hand.suit(suit)))
    missing = CardSet.ALL.suit(longest) - hand
    if missing:
        card = next(iter(missing))
        named = text("drills.chances.hope.one", card=card_name(card))
        yield _Hope(at_least(1, 1, drawn), named, CardSet(card.mask))


def _of_two(unseen: CardSet, drawn: int) -> Iterator[_Hope]:
    """Yield hopes that speak of two ranks at once."""
    if drawn < 2:
        return
    ranks = {rank: CardSet.of(*(card for card in unseen if card.rank is rank)) for rank in Rank}
    aces, kings, queens = ranks[Rank.ACE], ranks[Rank.KING], ranks[Rank.QUEEN]
    if len(aces) > 1 and len(kings) > 1:
        given = {"aces": words(len(aces)), "kings": words(len(kings))}
        event = Event((len(aces), len(kings)), ((1, 1),), drawn)
        yield _Hope(
            event,
            text("drills.chances.hope.ace_and_king", **given),
            aces | kings,
            _two(Rank.ACE, Rank.KING),
        )
    if len(kings) == len(queens) == 2:
        event = Event((2, 2), ((2, 0), (0, 2)), drawn)
        yield _Hope(
            event,
            text("drills.chances.hope.kings_or_queens"),
            kings | queens,
            _two(Rank.KING, Rank.QUEEN),
        )


def _two(first: Rank, second: Rank) -> tuple[str, str]:
    one, other = (text("talk.the", name=text(f"talk.ranks.{rank}")) for rank in (first, second))
    return one, other


# --- where mistakes lead --------------------------------------------------------------------------


def _mistakes(event: Event, seat: Seat) -> Iterator[_Mistake]:
    """Yield the chances to which common mistakes lead, each with what is wrong about it."""

    def mistake(chance: Fraction, key: str) -> _Mistake:
        return _Mistake(chance, text(f"drills.chances.mistake.{key}", n=words(event.drawn)))

    drawn, unseen = event.drawn, event.unseen
    one = Fraction(drawn, unseen)
    if len(event.groups) == 1:
        size, least = event.groups[0], event.wanted[0][0]
        if least == 1 and size > 1:
            yield mistake(size * one, "added")
            yield mistake(1 - Fraction(unseen - size, unseen) ** drawn, "put_back")
            exactly = size * comb(unseen - size, drawn - 1)
            yield mistake(Fraction(exactly, event.draws), "exactly")
            yield mistake(at_least(2, size, drawn).chance, "all")
        if least == size > 1:
            yield mistake(one**size, "multiplied")
            yield mistake(at_least(1, size, drawn).chance, "any")
        if size == least == 1:
            yield mistake(Fraction(1, unseen), "one_draw")
        if 1 < least < size:
            yield mistake(at_least(1, size, drawn).chance, "any")
            exactly = comb(size, least) * comb(unseen - size, drawn - least)
            yield mistake(Fraction(exactly, event.draws), "exactly")
            yield mistake(at_least(least, least, drawn).chance, "these")
    elif len(event.wanted) == 1:
        parts = [at_least(1, size, drawn).chance for size in event.groups]
        yield mistake(parts[0] * parts[1], "independent")
        yield mistake(min(parts), "half")
        yield mistake(Event(event.groups, ((1, 0), (0, 1)), drawn).chance, "either")
    else:
        yield mistake(at_least(2, 2, drawn).chance, "only_one")
        yield mistake(at_least(2, 4, drawn).chance, "mixed")
    yield mistake(Event(event.groups, event.wanted, drawn, 32).chance, "whole_pack")
    other = 3 if seat is Seat.ELDER else 5
    if max(map(sum, event.wanted)) <= other != drawn:
        key = "as_younger" if seat is Seat.ELDER else "as_elder"
        yield mistake(Event(event.groups, event.wanted, other).chance, key)
