"""What the list of awards adds up to: pique and repique, the order of reckoning, who is out first.

There is no second place that knows these rules.  *Open* categories are those in which somebody may
still score; nothing that depends on them is decided before they are settled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from piquet.actions import Award, Category
from piquet.base import Seat
from piquet.rules import Rules

__all__ = [
    "PIQUE",
    "REPIQUE",
    "THIRTY",
    "FirstOut",
    "bonus",
    "first_out",
    "in_order",
    "totals",
    "toward_pique",
    "toward_repique",
]

_HAND = (Category.CARTE_BLANCHE, Category.POINT, Category.SEQUENCES, Category.SETS)
_IN_PLAY = ("lead", "capture", "last_trick")
THIRTY = 30
REPIQUE, PIQUE = 60, 30


def totals(awards: Iterable[Award]) -> tuple[int, int]:
    """Return what elder and younger have scored.

    >>> totals([Award(Seat.ELDER, 5, Category.POINT, "point")])
    (5, 0)
    """
    scores = [0, 0]
    for award in awards:
        scores[award.seat] += award.points
    return scores[0], scores[1]


def bonus(
    awards: Sequence[Award], rules: Rules, opened: Collection[int] = frozenset()
) -> Award | None:
    """Return the repique or pique these awards bring, None where none is due or decided yet.

    Bonuses already in the list are passed over.  ``opened`` names the categories that may still
    score.

    >>> hand = [Award(Seat.ELDER, 5, Category.POINT, "point"),
    ...         Award(Seat.ELDER, 15, Category.SEQUENCES, "sequences"),
    ...         Award(Seat.ELDER, 14, Category.SETS, "sets")]
    >>> bonus(hand, Rules.named("rubicon")).points
    60

    Source: Cavendish, Laws of Piquet 67 to 69; ``pique_order`` actual: as the scores fall.
    """
    repique, waits = _repique(toward_repique(awards, rules), rules, opened)
    if repique is not None or waits:
        return repique
    if rules.pique_order == "category" and any(category in opened for category in _HAND):
        return None
    if _pique_maker(awards, rules) is None:
        return None
    return Award(Seat.ELDER, PIQUE, Category.PLAY, "pique")


def toward_repique(awards: Iterable[Award], rules: Rules) -> list[Award]:
    """Return the awards that count toward a repique: those of the hand, in the order of reckoning.

    >>> late = [Award(Seat.ELDER, 14, Category.SETS, "sets"),
    ...         Award(Seat.YOUNGER, 5, Category.POINT, "point")]
    >>> [award.reason for award in toward_repique(late, Rules.named("cavendish"))]
    ['point', 'sets']
    """
    hand = [award for award in awards if award.category in _HAND and award.reason != "repique"]
    if not rules.cb_in_order:
        hand = [award for award in hand if award.category != Category.CARTE_BLANCHE]
    return sorted(hand, key=lambda award: award.category)


def toward_pique(awards: Iterable[Award], rules: Rules) -> list[Award]:
    """Return the awards that count toward a pique, in the order in which they do.

    >>> late = [Award(Seat.ELDER, 1, Category.PLAY, "lead"),
    ...         Award(Seat.YOUNGER, 3, Category.SETS, "sets")]
    >>> for name in ("cavendish", "rubicon"):
    ...     [award.reason for award in toward_pique(late, Rules.named(name))]
    ['sets', 'lead']
    ['lead', 'sets']
    """
    awards = list(awards)
    hand = toward_repique(awards, rules)
    reasons = _IN_PLAY if rules.cards_to_pique == "never" else (*_IN_PLAY, "cards")
    play = [award for award in awards if award.reason in reasons]
    if rules.pique_order == "actual":
        return [award for award in awards if award in hand or award in play]
    return [*hand, *play]


def _repique(
    hand: Sequence[Award], rules: Rules, opened: Collection[int]
) -> tuple[Award | None, bool]:
    """Return the repique, and whether one can still come of what is open."""
    scores = [0, 0]
    for category in _HAND:
        if category in opened:
            return None, _repique_may_come(hand, rules, opened)
        for award in hand:
            if award.category == category:
                scores[award.seat] += award.points
                if scores[award.seat] >= THIRTY and not scores[award.seat.other]:
                    if award.seat is Seat.YOUNGER and rules.repique_for == "elder":
                        return None, False
                    return Award(award.seat, REPIQUE, category, "repique"), False
        if all(scores):
            return None, False
    return None, False


def _repique_may_come(hand: Sequence[Award], rules: Rules, opened: Collection[int]) -> bool:
    """Tell whether the open categories can still decide a repique that would bar a pique.

    A side's repique needs thirty that reckon before anything of the other's.  Elder can add nothing
    to his any more; younger can count what is open, in which no point makes more than eight.
    """
    for seat in Seat:
        firsts = [award.category for award in hand if award.seat is seat.other]
        limit = min(firsts, default=Category.PLAY)
        early = [category for category in opened if category < limit]
        ahead = sum(award.points for award in hand if award.seat is seat and award.category < limit)
        if not early or (seat is Seat.YOUNGER and rules.repique_for == "elder"):
            continue
        if ahead >= (THIRTY if seat is Seat.ELDER else THIRTY - 8):
            return True
        if seat is Seat.YOUNGER and max(early) > Category.POINT:
            return True
    return False


def _pique_maker(awards: Iterable[Award], rules: Rules) -> Award | None:
    """Return the award with which elder comes to thirty before younger has anything."""
    elder = 0
    for award in toward_pique(awards, rules):
        if award.seat is Seat.YOUNGER:
            return None
        elder += award.points
        if elder >= THIRTY:
            return award
    return None


def in_order(awards: Sequence[Award], rules: Rules) -> list[Award]:
    """Return the awards in the order in which they reckon, a bonus behind the award that makes it.

    >>> late = [Award(Seat.ELDER, 1, Category.PLAY, "lead"),
    ...         Award(Seat.YOUNGER, 3, Category.SETS, "sets")]
    >>> [award.reason for award in in_order(late, Rules.named("cavendish"))]
    ['sets', 'lead']

    Source: Cavendish, Laws of Piquet 67; Hoffmann, The Final Score, for target games.
    """
    plain = [award for award in awards if award.reason not in ("pique", "repique")]
    hand = sorted(
        (award for award in plain if award.category in _HAND), key=lambda award: award.category
    )
    due = bonus(plain, rules)
    ordered: list[Award] = []
    for award in [*hand, *(award for award in plain if award.category not in _HAND)]:
        ordered.append(award)
        if due and due not in ordered and _made(due, award, ordered, plain, rules):
            ordered.append(due)
    return ordered


def _made(
    due: Award, award: Award, ordered: Sequence[Award], plain: Sequence[Award], rules: Rules
) -> bool:
    """Tell whether a bonus is made by the last award in order, or by this one in time."""
    if due.reason == "repique" or rules.pique_order == "category":
        return bonus(ordered, rules) == due
    return award is _pique_maker(plain, rules)


class FirstOut(NamedTuple):
    """How a target game ended: who was out first, by which award, and both scores then."""

    seat: Seat
    award: Award
    scores: tuple[int, int]


def first_out(
    before: tuple[int, int],
    awards: Sequence[Award],
    rules: Rules,
    opened: Collection[int] = frozenset(),
) -> FirstOut | None:
    """Return who reached the target first in the order of reckoning, None where nobody has yet.

    ``before`` are the scores of elder and younger when the deal began.

    >>> first_out((95, 92), [Award(Seat.YOUNGER, 8, Category.POINT, "point")],
    ...           Rules.named("au_cent")).seat
    <Seat.YOUNGER: 1>

    Source: Hoffmann, The Final Score; Cavendish, Laws of Piquet au Cent.
    """
    scores = list(before)
    first_open = min(opened, default=Category.CARDS + 1)
    for award in in_order(awards, rules):
        if award.category >= first_open:
            return None
        scores[award.seat] += award.points
        if scores[award.seat] >= rules.target:
            return FirstOut(award.seat, award, (scores[0], scores[1]))
    return None
