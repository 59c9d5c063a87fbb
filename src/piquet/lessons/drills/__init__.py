"""Exercises: counting hands, chances of the draw, what to throw, endings; each by seed and number.

>>> from piquet.rules import Rules
>>> exercise = drill(Which("chances", "letter", 1, Rules.named("rubicon")))
>>> exercise.mark(exercise.answer).right
True
"""

from __future__ import annotations

from piquet import kernel
from piquet.lessons.drills.asking import KINDS, LAST, LONGEST, Exercise, Marked, Step, Which
from piquet.lessons.drills.chances import Chances
from piquet.lessons.drills.hands import Counting
from piquet.lessons.drills.throwing import Throwing

__all__ = [
    "KINDS",
    "LAST",
    "LONGEST",
    "NEED_CORE",
    "Chances",
    "Counting",
    "Exercise",
    "Marked",
    "Step",
    "Throwing",
    "Which",
    "drill",
]

NEED_CORE = ("throw", "ending")
"""The kinds that the native core judges."""


def drill(which: Which) -> Exercise:
    """Return an exercise.

    Raises CoreMissing for a kind that needs the native core where there is none, Illegal
    (``drill_rules``) for rules by which endings cannot be judged.
    """
    if which.kind in NEED_CORE:
        missing = kernel.why_not()
        if missing:
            raise kernel.CoreMissing(missing)
    if which.kind == "count":
        return Counting(which)
    if which.kind == "chances":
        return Chances(which)
    if which.kind == "throw":
        return Throwing(which)
    from piquet.lessons.drills.endings import Ending

    return Ending(which)
