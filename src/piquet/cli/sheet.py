"""The score sheets: of one deal, award by award, and of a partie, deal by deal."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.actions import Award
from piquet.base import Person, Seat
from piquet.cli.term import fold
from piquet.partie import Partie
from piquet.table.sheets import rows, tally
from piquet.texts import text

__all__ = ["reckoning", "sheet"]


def reckoning(awards: Sequence[Award], *, each: bool = False, title: str = "") -> list[str]:
    """Return the score sheet of one deal: each award with both running scores.

    What the cards bring one by one in play stands in one row a side, parted where younger first
    has anything and at a pique, so that why there is one or none can be seen.  With ``each`` every
    point has a row.  ``title`` stands at the left above.

    >>> from piquet.actions import Category
    >>> play = Category.PLAY
    >>> awards = [Award(Seat.ELDER, 5, Category.POINT, "point"),
    ...           Award(Seat.ELDER, 1, play, "lead"), Award(Seat.YOUNGER, 1, play, "capture"),
    ...           Award(Seat.ELDER, 1, play, "lead"), Award(Seat.ELDER, 1, play, "last_trick")]
    >>> print(*reckoning(awards), sep="\\n")
                                              elder   younger
    the point                               5     5         0
    in play (1 lead)                        1     6         0
    in play (1 lead, last trick)            2     8         0
    in play (1 won)                               8   1     1
    """
    lines = [f"{title:<41}{text('seats.elder'):>6}{text('seats.younger'):>10}"]
    scores = [0, 0]
    for seat, name, points in rows(awards, each):
        scores[seat] += points
        made = (f"{points:>3}", "") if seat is Seat.ELDER else ("", f"{points:>3}")
        *first, name = fold(name, 37)
        lines += first
        lines.append(f"{name:<38}{made[0]:>3}{scores[0]:>6}{made[1]:>4}{scores[1]:>6}".rstrip())
    return lines


def sheet(
    partie: Partie, names: Sequence[str] = ("first", "second"), together: int = 0
) -> list[str]:
    """Return the score sheet of a partie: a row a deal with running totals, and the rubicon line.

    The deals to come stand in one row; in the end nothing is to go, and the line is left out.

    ``together`` is the number of deals at the beginning of which only the sum is known.

    >>> from piquet.rules import Rules
    >>> print(*sheet(Partie(Rules.parse("rubicon(deals=2)"))), sep="\\n")
    deal  dealer              first          second
     1-2
    The rubicon stands at 100: first 100 to go; second 100 to go.
    """
    rules = partie.rules
    short = [name[:12] for name in names]
    head = f"{text('sheet.column'):<6}{text('sheet.dealer'):<12}{short[0]:>13}{short[1]:>16}"
    lines = [head]
    totals = [0, 0]
    played = partie.deal_number - 1
    done = partie.finished[len(partie.finished) - played :]
    for number, deal in enumerate(done, 1):
        cells = ""
        for person in Person:
            totals[person] += deal.points[person]
            made = "" if number == together else deal.points[person]
            cells += f"{made:>{6 if person is Person.FIRST else 8}}"
            cells += f"{totals[person]:>{7 if person is Person.FIRST else 8}}"
        if number < together:
            continue
        first = f"1-{together}" if 1 < number == together else number
        lines.append(f"{first:>4}  {short[deal.dealer] if together < number else '':<12}{cells}")
    due = rules.deals if rules.game_end == "deals" else 0
    if rules.game_end == "deals" and played >= due and partie.outcome is None:
        due += 2
    if played < due:
        to_come = f"{played + 1}-{due}" if played + 1 < due else str(due)
        lines.append(f"{to_come:>4}")
    if partie.outcome is not None:
        return lines
    if rules.settlement == "rubicon":
        lines.append(tally("rubicon", names, totals, rules.rubicon_at))
    if rules.game_end == "target":
        lines.append(tally("target", names, totals, rules.target))
    return lines
