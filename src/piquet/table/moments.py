"""The great moments of a deal in words: pique, repique, the cards and the capot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from piquet.actions import Award, Category
from piquet.texts import text
from piquet.view import View

__all__ = ["gathered", "moment"]


def gathered(parts: Sequence[int]) -> list[int]:
    """Return the terms of a sum, ones in a row taken together.

    >>> gathered([5, 14, 1, 1, 1])
    [5, 14, 3]
    """
    return [
        term
        for one, group in groupby(parts, key=lambda part: part == 1)
        for term in ([len(list(group))] if one else group)
    ]


def moment(award: Award, view: View) -> str:
    """Return what is to be said of a great moment, with the sum that made it; "" of any other."""
    if award.reason not in ("pique", "repique", "capot", "cards"):
        return ""
    who = "you" if award.seat is view.seat else "they"
    parts: list[int] = []
    for other in view.awards:
        if other is award:
            break
        hand = other.category < Category.PLAY
        if other.seat is award.seat and (hand or award.reason == "pique"):
            parts.append(other.points)
    won = view.won[award.seat]
    values = {
        "sum": " + ".join(map(str, gathered(parts))),
        "total": sum(parts),
        "n": award.points,
        "won": won,
        "lost": 12 - won,
    }
    return text(f"play.moment.{who}_{award.reason}", **values)
