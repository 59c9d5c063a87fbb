"""Exercises in counting: who scores the point, sequences and sets, and what both have in hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from piquet.actions import Award, Category
from piquet.base import Seat
from piquet.cards import CardSet
from piquet.combinations import best_key, courts, keys, worth
from piquet.dealing import Deal
from piquet.lessons.drills.asking import Exercise, Lots, Marked, Step, Which, exchanged
from piquet.lessons.drills.counting import HAND, bonuses, count, holding, in_hand, reason
from piquet.naming import listed
from piquet.reckoning import REPIQUE, THIRTY, bonus, totals
from piquet.rules import Rules
from piquet.texts import text

__all__ = ["NOBODY", "Counted", "Counting"]

NOBODY = "nobody"
_SAID = (*map(str, Seat), NOBODY)

_WISHES = (
    *("repique_elder",) * 3,
    *("repique_younger",) * 2,
    *("saved",) * 2,
    *("equal",) * 1,
    *("blanche",) * 1,
    *("any",) * 3,
)
"""What an exercise is to show, by how often: chance alone makes a repique once in twenty deals."""

_DEALS = 2000  # searched for what was wished for


@dataclass(frozen=True, slots=True)
class Counted:
    """An answer: who scores each category (elder, younger or nobody), and what each has in hand."""

    point: str
    sequences: str
    sets: str
    elder: int
    younger: int
    blanche: str = field(default=NOBODY, kw_only=True)

    def of(self, category: Category) -> str:
        """Return who is said to score a category."""
        return {
            Category.CARTE_BLANCHE: self.blanche,
            Category.POINT: self.point,
            Category.SEQUENCES: self.sequences,
            Category.SETS: self.sets,
        }[category]


class Counting(Exercise):
    """Two hands after the exchange, to be counted up to the first lead.

    >>> exercise = Counting(Which("count", "letter", 1, Rules.named("rubicon")))
    >>> len(exercise.hands[0]), exercise.mark(exercise.answer).right
    (12, True)
    """

    def __init__(self, which: Which) -> None:
        super().__init__(which)
        lots = Lots(which)
        self._seat = lots.pick(tuple(Seat))
        self.hands, self.blank = _found(lots, lots.pick(_WISHES), which.rules)

    @property
    def seat(self) -> Seat:
        """In which seat the person sits."""
        return self._seat

    @property
    def question(self) -> tuple[str, ...]:
        """What is asked, in sentences."""
        said = [text("drills.count.ask", seat=text(f"seats.{self.seat}"))]
        if self.blank is not None:
            said.append(text("drills.count.blank", seat=text(f"talk.names.{self.blank}")))
        said.append(text("drills.count.until"))
        return tuple(said)

    @cached_property
    def awards(self) -> list[Award]:
        """All that the hands bring, as the engine reckons it."""
        return in_hand(count(self.hands, self.rules, (), self.blank).awards)

    @property
    def scores(self) -> tuple[int, int]:
        """What elder and younger have before the first lead."""
        return totals(self.awards)

    @cached_property
    def answer(self) -> Counted:
        """The right answer."""
        who = {category: self._winner(category) for category in HAND}
        point, sequences, sets = (who[category] for category in HAND)
        blanche = NOBODY if self.blank is None else str(self.blank)
        return Counted(point, sequences, sets, *self.scores, blanche=blanche)

    def _winner(self, category: Category) -> str:
        seats = [award.seat for award in self.awards if award.reason == str(category)]
        return str(seats[0]) if seats else NOBODY

    def hint(self) -> str:
        """Return what each side's best of every category is, which is still to be compared."""
        lines = []
        for category in HAND:
            held = [best_key(category, hand.mask) for hand in self.hands]
            best = [holding(category, key) if key else text("drills.count.none") for key in held]
            what = text(f"score.what.{category}")
            lines.append(text("drills.count.hint", what=what, elder=best[0], younger=best[1]))
        return " ".join(lines)

    def mark(self, answer: Counted) -> Marked:
        """Return what is right and wrong in an answer, and why."""
        faults = [*self._wrong_winners(answer), *self._wrong_sums(answer)]
        head = text("drills.count.wrong", n=len(faults)) if faults else text("drills.right")
        said = (head, *(why for _, why in faults))
        return Marked(not faults, said, self.steps, tuple(part for part, _ in faults))

    def given_up(self) -> Marked:
        """Return the solution for somebody who wants no more than that."""
        elder, younger = self.scores
        said = text("drills.count.solution", elder=elder, younger=younger)
        return Marked(False, (said,), self.steps)

    def _wrong_winners(self, answer: Counted) -> Iterator[tuple[str, str]]:
        for category in HAND:
            if answer.of(category) != self.answer.of(category):
                yield str(category), reason(category, self.hands, self.rules)

    def _wrong_sums(self, answer: Counted) -> Iterator[tuple[str, str]]:
        for seat in Seat:
            given = (answer.elder, answer.younger)[seat]
            if given == self.scores[seat]:
                continue
            name = text(f"talk.names.{seat}")
            why = self._mistakes(seat).get(given)
            if why:
                said = text("drills.count.sum_why", seat=name, n=self.scores[seat], why=why)
            else:
                added = self._sum(seat)
                said = text("drills.count.sum", seat=name, n=self.scores[seat], sum=added)
            yield str(seat), said

    def _mistakes(self, seat: Seat) -> Mapping[int, str]:
        """Return the sums that one comes to by a mistake that is often made, and which it is."""
        score = self.scores[seat]
        mine = [award for award in self.awards if award.seat is seat]
        repique = any(award.reason == "repique" for award in mine)
        plain = score - REPIQUE * repique
        found: dict[int, str] = {}

        def add(sum: int, key: str) -> None:
            if sum != score:
                found.setdefault(sum, text(f"drills.count.mistake.{key}"))

        add(plain if repique else score + REPIQUE, "repique" if repique else "no_repique")
        add(plain + 30, "pique")
        add(score + 1, "lead")
        if seat is self.blank:
            add(score - self.rules.cb_points, "blanche")
        for category in (Category.SEQUENCES, Category.SETS):
            held = keys(category, self.hands[seat].mask)
            worths = [worth(category, key, self.rules) for key in held]
            if self.answer.of(category) == str(seat) and len(held) > 1:
                add(score - sum(worths[1:]), f"lesser.{category}")
            if self.answer.of(category) != str(seat) and held:
                add(score + sum(worths), f"beaten.{category}")
            long = [key for key in held if key >> 8 >= 5]
            if category is Category.SEQUENCES and self.answer.sequences == str(seat) and long:
                add(score - 10 * len(long), "long")
        point = best_key(Category.POINT, self.hands[seat].mask)
        if self.answer.point != str(seat):
            add(score + worth(Category.POINT, point, self.rules), "beaten.point")
        else:
            add(score - worth(Category.POINT, point, self.rules) + (point & 255), "value")
        return found

    def _sum(self, seat: Seat) -> str:
        """Return what one side's points come from, added up."""
        points: dict[str, int] = {}
        for award in self.awards:
            if award.seat is seat:
                points[award.reason] = points.get(award.reason, 0) + award.points
        if not points:
            return text("drills.count.nothing")
        return listed(
            [
                text("drills.count.part", n=n, what=text(f"drills.count.of.{what}"))
                for what, n in points.items()
            ]
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        """The count in its order: carte blanche, point, sequences, sets, repique."""
        made = list(self._counted())
        # The repique alone: whether there is a pique hangs on the first lead, which is not played.
        said = next(iter(bonuses(self.awards, self.rules)))
        made.append(Step(said, sums=self.scores))
        for seat in Seat:
            name = text(f"talk.names.{seat}")
            parts = [award.points for award in self.awards if award.seat is seat]
            sums = " + ".join(map(str, parts))
            key = "total" if len(parts) > 1 else "total_plain"
            made.append(Step(text(f"drills.count.{key}", seat=name, n=sum(parts), sum=sums)))
        return tuple(made)

    def _counted(self) -> Iterator[Step]:
        sums = [0, 0]
        for category in (Category.CARTE_BLANCHE, *HAND):
            awards = [award for award in self.awards if award.category is category]
            awards = [award for award in awards if award.reason != "repique"]
            for award in awards:
                sums[award.seat] += award.points
            if category is Category.CARTE_BLANCHE:
                if self.blank is None:
                    continue
                said = text("score.blanche", seat=text(f"seats.{self.blank}"))
            else:
                said = reason(category, self.hands, self.rules)
            if awards:
                points = sum(award.points for award in awards)
                said = f"{said} {self._scores(category, awards[0].seat, points)}"
            yield Step(said, sums=(sums[0], sums[1]))

    def _scores(self, category: Category, seat: Seat, points: int) -> str:
        """Return what a category scores, each combination that counts with its own worth."""
        name = text(f"talk.names.{seat}")
        held = [] if category is Category.CARTE_BLANCHE else keys(category, self.hands[seat].mask)
        parts = [(key, worth(category, key, self.rules)) for key in held]
        if category in (Category.SEQUENCES, Category.SETS) and len(parts) > 1:
            named = [
                text("drills.count.each", what=holding(category, key), n=n) for key, n in parts
            ]
            if sum(n for _, n in parts) == points:
                what = listed(named)
                return text("drills.count.scores_each", seat=name, n=points, what=what)
        return text("drills.count.scores", seat=name, n=points)


def _found(lots: Lots, wish: str, rules: Rules) -> tuple[tuple[CardSet, CardSet], Seat | None]:
    """Return both hands after the exchange, and who has shown a carte blanche, as wished for."""
    if wish == "blanche" and rules.cb_points:
        seat = lots.pick(tuple(Seat))
        return exchanged(_with_blank(lots, seat), rules), seat
    if wish == "repique_younger" and rules.repique_for == "elder":
        wish = "saved"
    for _ in range(_DEALS):
        hands = exchanged(lots.deal(), rules)
        if wish == "any" or _shows(wish, hands, rules):
            break
    return hands, None


def _with_blank(lots: Lots, seat: Seat) -> Deal:
    """Return a deal in which a seat is dealt no king, queen or knave."""
    plain = [card for card in CardSet.ALL if not courts(card.mask)]
    hand = CardSet.of(*lots.some(plain, 12))
    rest = lots.some(list(CardSet.ALL - hand), 20)
    other, talon = CardSet.of(*rest[:12]), rest[12:]
    return Deal(hand, other, talon) if seat is Seat.ELDER else Deal(other, hand, talon)


def _shows(wish: str, hands: tuple[CardSet, CardSet], rules: Rules) -> bool:
    """Tell whether two hands show what was wished for; the engine is asked only of those."""
    awards = []
    equal = False
    for category in HAND:
        held = [keys(category, hand.mask) for hand in hands]
        best = [one[0] if one else 0 for one in held]
        if best[0] == best[1]:
            equal = equal or bool(best[0])
            continue
        seat = Seat.ELDER if best[0] > best[1] else Seat.YOUNGER
        counted = held[seat][:1] if category is Category.POINT else held[seat]
        points = sum(worth(category, key, rules) for key in counted)
        awards.append(Award(seat, points, category, str(category)))
    if wish == "equal":
        return equal
    due = bonus(awards, rules)
    repique = due if due is not None and due.reason == "repique" else None
    if wish == "saved":
        return repique is None and max(totals(awards)) >= THIRTY
    return repique is not None and wish == f"repique_{repique.seat}"
