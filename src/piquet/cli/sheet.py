"""The score sheets: of one deal, award by award, and of a partie, deal by deal."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.actions import Award
from piquet.base import Person, Seat
from piquet.cli.talk import award_name
from piquet.partie import Partie
from piquet.texts import text

__all__ = ["reckoning", "settlement", "sheet"]


def reckoning(awards: Sequence[Award]) -> list[str]:
    """Return the score sheet of one deal: each award with both running scores, play taken together.

    >>> from piquet.actions import Category
    >>> awards = [Award(Seat.ELDER, 5, Category.POINT, "point"),
    ...           Award(Seat.ELDER, 1, Category.PLAY, "lead"),
    ...           Award(Seat.ELDER, 1, Category.PLAY, "lead")]
    >>> print(*reckoning(awards), sep="\\n")
                                            elder   younger
    the point                             5     5         0
    in play                               2     7         0
    """
    columns = f"{text('seats.elder'):>6}{text('seats.younger'):>10}"
    lines = [f"{'':<39}{columns}"]
    scores = [0, 0]
    rows: list[tuple[Seat, str, int]] = []
    for award in awards:
        in_play = award.reason in ("lead", "capture", "last_trick")
        name = text("talk.award.play") if in_play else award_name(award)
        if rows and in_play and rows[-1][:2] == (award.seat, name):
            rows[-1] = (award.seat, name, rows[-1][2] + award.points)
        else:
            rows.append((award.seat, name, award.points))
    for seat, name, points in rows:
        scores[seat] += points
        made = (f"{points:>3}", "") if seat is Seat.ELDER else ("", f"{points:>3}")
        lines.append(f"{name:<36}{made[0]:>3}{scores[0]:>6}{made[1]:>4}{scores[1]:>6}".rstrip())
    return lines


def _tally(key: str, names: Sequence[str], scores: Sequence[int], at: int) -> str:
    """Return the line that says how far both are from a number of points."""
    parts = [
        text("sheet.rubicon_to_go", name=name, n=at - score)
        if score < at
        else text(f"sheet.{key}_passed", name=name)
        for name, score in zip(names, scores, strict=True)
    ]
    return text(f"sheet.{key}", at=at, first=parts[0], second=parts[1])


def sheet(
    partie: Partie, names: Sequence[str] = ("first", "second"), together: int = 0
) -> list[str]:
    """Return the score sheet of a partie: a row a deal with running totals, and the rubicon line.

    ``together`` is the number of deals at the beginning of which only the sum is known.

    >>> from piquet.rules import Rules
    >>> print(*sheet(Partie(Rules.parse("rubicon(deals=2)"))), sep="\\n")
    deal  dealer              first          second
       1
       2
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
    lines += [f"{number:>4}" for number in range(played + 1, due + 1)]
    if rules.settlement == "rubicon":
        lines.append(_tally("rubicon", names, totals, rules.rubicon_at))
    if rules.game_end == "target":
        lines.append(_tally("target", names, totals, rules.target))
    return lines


def settlement(
    partie: Partie, names: Sequence[str] = ("first", "second"), you: Person | None = None
) -> list[str]:
    """Return how a finished partie is settled, written out as an equation; nothing before the end.

    ``you`` is the person who is spoken to, if either is.

    >>> from piquet.rules import Rules
    >>> settlement(Partie(Rules.named("rubicon")))
    []
    """
    outcome, scores, rules = partie.outcome, partie.scores, partie.rules
    if outcome is None:
        return []
    if outcome.winner is None:
        return [text("sheet.drawn", first=scores[0], second=scores[1])]
    values = {
        "winner": _capital(names[outcome.winner]),
        "loser": _capital(names[outcome.winner.other]),
        "high": max(scores),
        "low": min(scores),
        "points": outcome.points,
        "at": rules.rubicon_at,
        "below": rules.double_below,
    }
    if rules.settlement == "rubicon":
        key = "rubiconed" if outcome.rubicon else "plain"
    else:
        key = "game_double" if outcome.double else "game"
    if you is outcome.winner:
        key = f"you_won.{key}"
    elif you is not None and key == "rubiconed":
        key = f"you_lost.{key}"
    lines = [text(f"sheet.{key}", **values)]
    if any(outcome.games):
        one, two = outcome.games
        lines.append(text("sheet.games", first=names[0], one=one, second=names[1], two=two))
    return lines


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
