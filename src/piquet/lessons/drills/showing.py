"""An exercise as it is shown: all that a person may see before the answer, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from piquet.base import Seat
from piquet.cards import CardSet
from piquet.lessons.drills.asking import Exercise
from piquet.lessons.drills.chances import Chances
from piquet.lessons.drills.endings import Ending
from piquet.lessons.drills.hands import Counting
from piquet.lessons.drills.throwing import Throwing
from piquet.texts import text
from piquet.view import Trick

__all__ = ["Pile", "Shown", "shown"]


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie open: whose they are (a seat, or "you" where only one hand is seen)."""

    whose: str
    title: str
    cards: CardSet


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of an exercise.

    ``offers`` are answers to choose from, ``fewest`` to ``most`` cards may be thrown (0: none are),
    ``led`` is the card to be followed, ``won`` the tricks of elder and younger before, ``tricks``
    those tricks.
    """

    title: str
    link: str
    seat: Seat
    question: tuple[str, ...]
    piles: tuple[Pile, ...]
    offers: tuple[str, ...] = ()
    fewest: int = 0
    most: int = 0
    led: str = ""
    won: tuple[int, int] = (0, 0)
    tricks: tuple[Trick, ...] = ()


def shown(exercise: Exercise) -> Shown:
    """Return what is shown of an exercise.

    >>> from piquet.lessons.drills import Which, drill
    >>> from piquet.rules import Rules
    >>> told = shown(drill(Which("count", "letter", 1, Rules.named("rubicon"))))
    >>> told.title, [len(pile.cards) for pile in told.piles]
    ('Counting letter/1', [12, 12])
    """
    which, seat = exercise.which, exercise.seat
    base = (exercise.title, which.link, seat, exercise.question)
    if isinstance(exercise, Counting):
        return Shown(*base, _both(exercise.hands, seat))
    if isinstance(exercise, Chances):
        return Shown(*base, _own(exercise.hand), exercise.offered())
    if isinstance(exercise, Throwing):
        fewest, most = exercise.bounds
        return Shown(*base, _own(exercise.hand), fewest=fewest, most=most)
    assert isinstance(exercise, Ending)
    start = exercise.start
    led = "" if start.led is None else str(start.led)
    piles = _both(start.hands, seat)
    return Shown(*base, piles, led=led, won=start.won, tricks=exercise.before)


def _both(hands: tuple[CardSet, CardSet], seat: Seat) -> tuple[Pile, ...]:
    """Return both hands, the other side's first, as they lie on a table."""
    return tuple(
        Pile(
            str(one),
            text(f"drills.pile.{'yours' if one is seat else 'theirs'}", seat=text(f"seats.{one}")),
            hands[one],
        )
        for one in (seat.other, seat)
    )


def _own(hand: CardSet) -> tuple[Pile, ...]:
    return (Pile("you", text("drills.pile.own"), hand),)
