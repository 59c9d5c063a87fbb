"""What a review comes to: by kind of decision, the worst of them, and what a reader must know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piquet.base import Person
from piquet.record import Record
from piquet.review.model import GRADES, KINDS, DealReview, Decision, Tally, Worth
from piquet.tables import tables
from piquet.texts import text

__all__ = ["names_of", "notes", "ranked", "scores", "tallies", "unit_of", "worst"]

_WORST = 3
_SLIGHT = 0.05  # points that are not worth a word


def names_of(record: Record) -> tuple[str, str]:
    """Return what the persons are called."""
    first, second = (record.header(str(each).capitalize()) or str(each) for each in Person)
    return first, second


def scores(deals: Sequence[DealReview]) -> tuple[tuple[int, int], ...]:
    """Return both scores before the first deal and after each."""
    after = [
        (deal.before[0] + deal.points[0], deal.before[1] + deal.points[1])
        for deal in deals
        if deal.over
    ]
    return (deals[0].before, *after)


def unit_of(record: Record) -> str:
    """Return what the partie is counted in."""
    if record.rules.game_end == "deals":
        return "points"
    return "games" if record.rules.match == "single" else "matches"


def ranked(decision: Decision) -> float:
    """Return what a decision lost in the unit that ranks."""
    return decision.loss.points if decision.loss.partie is None else decision.loss.partie


def worst(decisions: Sequence[Decision], person: Person, price: float) -> tuple[Decision, ...]:
    """Return the decisions of a person that lost most, ties and what is next to nothing left out.

    ``price`` is what a point is worth in the partie.
    """
    lost = [
        each
        for each in decisions
        if each.person is person
        and not each.tied
        and ranked(each) >= _SLIGHT * (1.0 if each.loss.partie is None else price)
    ]
    return tuple(sorted(lost, key=ranked, reverse=True)[:_WORST])


def tallies(decisions: Sequence[Decision]) -> Iterator[Tally]:
    """Yield by person the tally of all decisions, and of each kind."""
    for person in Person:
        for kind in (None, *KINDS):
            some = [
                each for each in decisions if each.person is person and kind in (None, each.kind)
            ]
            grades = [sum(each.grade == grade for each in some) for grade in GRADES]
            lost = Worth(0.0, 0.0)
            for each in some:
                lost = lost.plus(each.loss)
            yield Tally(person, kind, len(some), (grades[0], grades[1], grades[2]), lost)


def notes(record: Record, deals: Sequence[DealReview]) -> Iterator[str]:
    """Yield what a reader must know."""
    if not deals[-1].over:
        yield text("review.note.cut", n=deals[-1].deal)
    for known in ("scored", "hands"):
        places = [str(deal.deal) for deal in deals if deal.known == known]
        if places:
            yield text(f"review.note.{known}", n=", ".join(places))
    if not tables(record.rules).exact:
        yield text("review.note.guide")
