"""The score sheets: of one deal, award by award, and of a partie, deal by deal."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.actions import Award, Category
from piquet.base import Person, Seat
from piquet.cli.talk import award_name, fold
from piquet.partie import Partie
from piquet.texts import text

__all__ = ["reckoning", "settlement", "sheet"]


_IN_PLAY = ("lead", "capture", "last_trick")


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
    for seat, name, points in _rows(awards, each):
        scores[seat] += points
        made = (f"{points:>3}", "") if seat is Seat.ELDER else ("", f"{points:>3}")
        *first, name = fold(name, 37)
        lines += first
        lines.append(f"{name:<38}{made[0]:>3}{scores[0]:>6}{made[1]:>4}{scores[1]:>6}".rstrip())
    return lines


def _rows(awards: Sequence[Award], each: bool) -> list[tuple[Seat, str, int]]:
    """Return whose each row is, what it is for, and the points."""
    rows: list[tuple[Seat, str, int]] = []
    played: list[list[Award]] = [[], []]
    settled = False  # whether there is a pique, or younger has a row
    for award in awards:
        if award.reason in _IN_PLAY and not each:
            if award.seat is Seat.YOUNGER and not (settled or played[Seat.YOUNGER]):
                rows += _played(played)
            played[award.seat].append(award)
            continue
        # Younger counts his hand behind the first lead: only what comes after the play parts it.
        bonus = award.reason in ("pique", "repique")
        if award.category > Category.SETS or bonus:
            rows += _played(played)
        settled = settled or bonus or award.seat is Seat.YOUNGER
        rows.append((award.seat, award_name(award), award.points))
    return rows + _played(played)


def _played(played: list[list[Award]]) -> list[tuple[Seat, str, int]]:
    """Return the rows of what was made in play, and forget it."""
    rows = []
    for seat, made in zip(Seat, played, strict=True):
        if not made:
            continue
        leads, won, last = (sum(award.reason == one for award in made) for one in _IN_PLAY)
        parts = [text("sheet.leads" if leads > 1 else "sheet.lead", n=leads)] if leads else []
        parts += [text("sheet.won", n=won)] if won else []
        parts += [text("sheet.last")] if last else []
        name = text("sheet.in_play", what=", ".join(parts))
        rows.append((seat, name, sum(award.points for award in made)))
        made.clear()
    return rows


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
