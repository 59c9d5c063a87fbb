"""Going through a lesson: next, back, skip, restart, and what is answered on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from piquet.actions import Action
from piquet.lessons.answering import Answer, answer
from piquet.lessons.model import Lesson, Stop
from piquet.position import Position

__all__ = ["Session"]


@dataclass(frozen=True)
class Session:
    """One learner in one lesson: the place of the stop from 0, and the last answer.

    It never changes; each step returns another one, and none is ever refused.

    >>> from piquet.lessons import load
    >>> session = Session(load("first"))
    >>> session.back().stop.number, session.next().stop.number, session.next().restart().at
    (1, 2, 0)
    """

    lesson: Lesson
    at: int = 0
    answer: Answer | None = None

    @classmethod
    def opened(cls, lesson: Lesson, step: str = "") -> Session:
        """Return a session at the stop of a number or name, the first where none is given.

        Raises Unreadable (``lesson_step``) where there is none.
        """
        return cls(lesson, lesson.stop(step).number - 1 if step else 0)

    @property
    def stop(self) -> Stop:
        """Where the lesson has stopped."""
        return self.lesson.stops[self.at]

    @property
    def position(self) -> Position:
        """The deal as it stands here."""
        return self.lesson.position(self.stop)

    @property
    def first(self) -> bool:
        """Whether there is nothing to go back to."""
        return self.at == 0

    @property
    def last(self) -> bool:
        """Whether there is nothing to go on to."""
        return self.at == len(self.lesson.stops) - 1

    def go(self, at: int) -> Session:
        """Return the session at a place, the nearest there is."""
        return Session(self.lesson, max(0, min(at, len(self.lesson.stops) - 1)))

    def next(self) -> Session:
        """Go on: the lesson does what it expected, and what follows, up to its next stop."""
        return self.go(self.at + 1)

    def back(self) -> Session:
        """Go back to the stop before."""
        return self.go(self.at - 1)

    def skip(self) -> Session:
        """Go to the first stop of the next part of the deal, or to the last stop."""
        for at in range(self.at + 1, len(self.lesson.stops)):
            if self.lesson.stops[at].chapter != self.stop.chapter:
                return self.go(at)
        return self.go(len(self.lesson.stops) - 1)

    def restart(self) -> Session:
        """Begin again."""
        return self.go(0)

    def act(self, action: Action) -> Session:
        """Do something: what is right goes on, everything else is answered and may be tried again.

        What is right keeps its answer while the lesson goes on.
        """
        said = answer(self.lesson, self.stop, action)
        if said.verdict != "right":
            return replace(self, answer=said)
        later = range(self.at + 1, len(self.lesson.stops))
        moved = [at for at in later if self.lesson.stops[at].moves != self.stop.moves]
        return replace(self.go(moved[0]) if moved else self.next(), answer=said)
