"""A deal of real cards counted from what two people write down, award by award.

What awards add up to is known by :mod:`piquet.reckoning` alone; here stands only what can be
written down at all, and every refusal says why it cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from piquet.actions import Award, Category
from piquet.base import Illegal, Seat
from piquet.reckoning import PIQUE, REPIQUE, THIRTY, bonus, in_order, totals, toward_repique
from piquet.rules import Rules
from piquet.table.marking import HAND, Entry, entry_name, scored
from piquet.table.naming import award_name
from piquet.table.plays import TRICKS, Play, ended, fitting
from piquet.tables import tables
from piquet.texts import text

__all__ = ["Counted", "Row", "counted"]

_ENDS = ("cards", "capot", "divided")
_HIGHEST = 57  # points that a hand can hold
_LONGEST = 18  # what the longest sequence is commonly worth


class Row(NamedTuple):
    """A line of the sheet: the entry it comes of (-1: it comes of the rules), who, what, points.

    ``kind`` is what it is for, by the name of an entry or a bonus.
    """

    entry: int
    kind: str
    seat: Seat | None
    name: str
    points: int


class Counted(NamedTuple):
    """A deal as far as it has been written down.

    ``awards`` are in the order in which they reckon, ``missing`` names what has still to be
    written, ``asked`` tells that only the people know whether there is a pique.
    """

    awards: tuple[Award, ...]
    rows: tuple[Row, ...]
    scores: tuple[int, int]
    missing: tuple[str, ...]
    asked: bool


def counted(entries: Sequence[Entry], rules: Rules, names: tuple[str, str]) -> Counted:
    """Return what a deal adds up to; ``names`` are those of elder and younger.

    >>> told = [Entry("point", "elder", [6]), Entry("sequences", "elder", [6]),
    ...         Entry("sets", "elder", [4, 7])]
    >>> counted(told, Rules.named("rubicon"), ("A", "B")).scores
    (96, 0)
    >>> counted([Entry("play", "elder", [9]), Entry("play", "younger", [6])],
    ...         Rules.named("rubicon"), ("A", "B")).scores
    (19, 6)

    Raises Illegal with a sentence for what cannot be.
    """
    return _Deal(rules, names).read(entries)


class _Deal:
    """One deal while its entries are read."""

    def __init__(self, rules: Rules, names: tuple[str, str]) -> None:
        self.rules = rules
        self.names = names
        self.places: dict[str, int] = {}
        self.hand: dict[Category, Award] = {}
        self.void: dict[Category, int] = {}
        self.points: dict[Seat, int] = {}
        self.tricks: int | None = None
        self.end: tuple[str, Seat | None] | None = None
        self.claim: bool | None = None
        self.whole: tuple[int, int] | None = None

    def read(self, entries: Sequence[Entry]) -> Counted:
        """Return what the entries add up to."""
        for place, entry in enumerate(entries):
            self._take(place, entry)
        for entry in entries:
            if entry.what == "repique":
                self._require_repique(Seat[entry.seat.upper()])
        if self.whole is not None:
            return self._of_totals(self.whole)
        return self._result()

    def _name(self, seat: Seat) -> str:
        return self.names[seat]

    # --- reading one entry ------------------------------------------------------------------------

    def _take(self, place: int, entry: Entry) -> None:
        what = entry.what
        seat = Seat[entry.seat.upper()] if entry.seat else None
        key = f"play.{entry.seat}" if what == "play" else "pique" if "pique" in what else what
        key = "end" if what in _ENDS else key
        if key in self.places:
            was = entry_name(entry)
            if key == "end":
                raise Illegal("pad_ends", most=self.rules.cards_points, all=self.rules.capot_points)
            raise Illegal("pad_twice", what=was)
        if (what == "total" and self.places) or "total" in self.places:
            raise Illegal("pad_total_alone")
        self.places[key] = place
        if what in HAND:
            self._take_hand(place, entry, seat)
        elif what == "total":
            self._take_total(entry)
        elif what == "divided":
            self.end = (what, None)
        else:
            self._take_play(entry, _somebody(seat, entry))
        self._require_fit()

    def _take_hand(self, place: int, entry: Entry, seat: Seat | None) -> None:
        category = HAND[entry.what]
        if seat is None:
            if category is Category.CARTE_BLANCHE:
                raise Illegal("pad_whose", what=entry_name(entry))
            if category is Category.SETS:
                raise Illegal("pad_sets_equal")
            self.void[category] = place
            return
        self.hand[category] = scored(entry.what, seat, entry.n, self.rules)

    def _take_total(self, entry: Entry) -> None:
        if len(entry.n) != 2:
            raise Illegal("pad_total_two")
        rules = self.rules
        longer = 4 * max(0, max(rules.seq_scores) - _LONGEST)
        most = _HIGHEST + longer + REPIQUE + TRICKS + 1 + rules.capot_points
        if max(entry.n) > most:
            raise Illegal("pad_total", n=max(entry.n), most=most)
        self.whole = (entry.n[0], entry.n[1])

    def _take_play(self, entry: Entry, seat: Seat) -> None:
        what, n = entry.what, entry.n
        if what == "play":
            self.points[seat] = _one(n, entry)
        elif what == "tricks":
            number = _one(n, entry)
            if number > TRICKS:
                raise Illegal("pad_tricks", n=number)
            self.tricks = number if seat is Seat.ELDER else TRICKS - number
        elif what in _ENDS:
            self.end = (what, seat)
        elif what in ("pique", "no_pique"):
            if seat is Seat.YOUNGER:
                raise Illegal("pad_pique_younger", elder=self._name(Seat.ELDER))
            self.claim = what == "pique"

    # --- what the play may have been --------------------------------------------------------------

    def _fitting(self) -> tuple[Play, ...]:
        """Return the ways of the play that agree with what is written down."""
        elder, younger = (self.points.get(seat) for seat in Seat)
        return fitting(self.rules, elder, younger, self.tricks, self.end)

    def _require_fit(self) -> None:
        """Refuse what no play brings, by the first thing that stands against it."""
        if self._fitting():
            return
        if self.end and self.tricks is not None and ended(self.tricks) != self.end:
            raise Illegal(
                "pad_end_tricks",
                elder=self._name(Seat.ELDER),
                younger=self._name(Seat.YOUNGER),
                n=self.tricks,
                other=TRICKS - self.tricks,
            )
        for seat, points in self.points.items():
            could = {
                play[1 + seat] for play in fitting(self.rules, None, None, self.tricks, self.end)
            }
            if points not in could:
                low, high = min(could), max(could)
                raise Illegal("pad_play", who=self._name(seat), n=points, low=low, high=high)
        first, second = (self._name(seat) for seat in Seat)
        e, y = (self.points.get(seat, 0) for seat in Seat)
        raise Illegal("pad_play_both", first=first, n=e, second=second, m=y)

    # --- what it adds up to -----------------------------------------------------------------------

    def _in_time(self, early: tuple[int, bool]) -> Iterator[Award]:
        """Yield the awards in the order of time, elder having had so much before younger's first.

        Elder counts his hand and leads, then younger counts (Cavendish, Laws of Piquet 56).
        """
        elder, cards = early
        hand = sorted(self.hand.values(), key=lambda award: award.category)
        blanche = [award for award in hand if award.category is Category.CARTE_BLANCHE]
        yield from blanche
        plain = [award for award in hand if award not in blanche]
        yield from (award for award in plain if award.seat is Seat.ELDER)
        lead = min(elder, max(tables(self.rules).lead))
        yield from self._played(Seat.ELDER, lead)
        yield from (award for award in plain if award.seat is Seat.YOUNGER)
        yield from self._played(Seat.ELDER, elder - lead)
        ends = list(self._ends())
        yield from ends if cards else ()
        yield from self._played(Seat.YOUNGER, self.points.get(Seat.YOUNGER, 0))
        yield from self._played(Seat.ELDER, self.points.get(Seat.ELDER, 0) - elder)
        yield from () if cards else ends

    def _played(self, seat: Seat, points: int) -> Iterator[Award]:
        if points > 0:
            yield Award(seat, points, Category.PLAY, "lead")

    def _ends(self) -> Iterator[Award]:
        what, seat = self._end()
        if seat is None or what == "divided":
            return
        rules = self.rules
        if what == "capot" and tables(rules).cards_count:
            yield Award(seat, rules.cards_points, Category.CARDS, "cards")
            yield Award(seat, rules.capot_points - rules.cards_points, Category.CARDS, "capot")
        else:
            points = rules.capot_points if what == "capot" else rules.cards_points
            yield Award(seat, points, Category.CARDS, what)

    def _end(self) -> tuple[str, Seat | None]:
        """Return who has the cards: as written down, or as everything else leaves no choice."""
        if self.end is not None:
            return self.end
        if self.tricks is not None:
            return ended(self.tricks)
        ends = {ended(play.tricks) for play in self._fitting()}
        return ends.pop() if len(ends) == 1 and len(self.points) == 2 else ("", None)

    def _piques(self) -> tuple[tuple[int, bool], tuple[int, bool]]:
        """Return the least and the most that elder can have had before younger scored in play."""
        if len(self.points) < 2:
            return (0, False), (0, False)
        found = self._fitting()
        return min(play.least for play in found), max(play.most for play in found)

    def _is_pique(self, early: tuple[int, bool]) -> bool:
        due = bonus(list(self._in_time(early)), self.rules)
        return due is not None and due.reason == "pique"

    def _result(self) -> Counted:
        least, most = self._piques()
        never, ever = self._is_pique(least), self._is_pique(most)
        if self.claim is not None:
            self._require_pique(never, ever)
        made = never or (ever and bool(self.claim))
        asked = ever and not never and self.claim is None
        awards = in_order(list(self._in_time(most if made else least)), self.rules)
        missing = [f"play.{seat}" for seat in Seat if seat not in self.points]
        if not self._end()[0] and not missing:  # mostly it follows from the points in play
            missing.append("end")
        if asked:
            missing.append("pique")
        rows = tuple(self._rows(awards))
        return Counted(tuple(awards), rows, totals(awards), tuple(missing), asked)

    def _of_totals(self, whole: tuple[int, int]) -> Counted:
        awards = tuple(
            Award(seat, points, Category.PLAY, "lead")
            for seat, points in zip(Seat, whole, strict=True)
        )
        name = text("table.pad.total")
        place = self.places["total"]
        rows = tuple(Row(place, "total", award.seat, name, award.points) for award in awards)
        return Counted(awards, rows, whole, (), False)

    def _rows(self, awards: Sequence[Award]) -> Iterator[Row]:
        """Yield the lines of the sheet in the order of reckoning, the play of a side in one."""
        void = dict(self.void)
        told: set[Seat] = set()
        for award in awards:
            for category in [one for one in void if one < award.category]:
                yield self._nobody(category, void.pop(category))
            if award.category is Category.PLAY and award.reason != "pique":
                if award.seat not in told:
                    told.add(award.seat)
                    yield self._play_row(award.seat)
                continue
            kind = award.reason
            bonus_or_end = kind in ("pique", "repique", "cards", "capot")
            key = "end" if kind in ("cards", "capot") else kind
            default = self.places.get("tricks", -1) if key == "end" else -1
            place = self.places.get(key, default) if bonus_or_end else self.places[kind]
            if kind == "repique":
                place = -1
            yield Row(place, kind, award.seat, award_name(award), award.points)
        for category in list(void):
            yield self._nobody(category, void.pop(category))
        for seat in Seat:
            if seat in self.points and seat not in told:
                yield self._play_row(seat)
        if self._end()[0] == "divided":
            place = self.places.get("end", self.places.get("tricks", -1))
            yield Row(place, "divided", None, text("table.pad.divided"), 0)

    def _nobody(self, category: Category, place: int) -> Row:
        kind = next(name for name, one in HAND.items() if one is category)
        what = text(f"talk.category.{kind}")
        return Row(place, kind, None, text("table.pad.nobody", what=what), 0)

    def _play_row(self, seat: Seat) -> Row:
        place = self.places[f"play.{seat}"]
        return Row(place, "play", seat, text("table.pad.in_play"), self.points[seat])

    # --- bonuses that somebody claims -------------------------------------------------------------

    def _require_repique(self, seat: Seat) -> None:
        """Refuse a repique that the order of reckoning does not bring, with the reason."""
        rules, who, other = self.rules, self._name(seat), self._name(seat.other)
        awards = list(self._in_time((0, False)))
        due = bonus(awards, rules)
        if due is not None and due.reason == "repique" and due.seat is seat:
            return
        if seat is Seat.YOUNGER and rules.repique_for == "elder":
            raise Illegal("pad_repique_elder", elder=other)
        scored = 0
        for award in toward_repique(awards, rules):
            if award.seat is not seat:
                raise Illegal(
                    "pad_repique_first", who=who, other=other, n=scored, what=award_name(award)
                )
            scored += award.points
        raise Illegal("pad_repique_short", who=who, n=scored, due=THIRTY)

    def _require_pique(self, never: bool, ever: bool) -> None:
        """Refuse what is said of a pique where the order of reckoning leaves no choice."""
        elder, younger = (self._name(seat) for seat in Seat)
        if self.claim is False:
            if never:
                raise Illegal("pad_pique_certain", elder=elder, younger=younger, n=PIQUE)
            return
        if ever:
            return
        awards = list(self._in_time((0, False)))
        due = bonus(awards, self.rules)
        if due is not None:
            raise Illegal("pad_pique_repique")
        first = next((award for award in awards if award.seat is Seat.YOUNGER), None)
        if first is not None and first.category < Category.PLAY:
            raise Illegal("pad_pique_first", who=younger, what=award_name(first))
        if len(self.points) < 2:
            raise Illegal("pad_pique_play")
        raise Illegal("pad_pique_short", elder=elder, younger=younger, due=THIRTY)


def _somebody(seat: Seat | None, entry: Entry) -> Seat:
    if seat is None:
        raise Illegal("pad_whose", what=entry_name(entry))
    return seat


def _one(n: Sequence[int], entry: Entry) -> int:
    if len(n) != 1:
        raise Illegal("pad_one_number", what=entry_name(entry))
    return n[0]
