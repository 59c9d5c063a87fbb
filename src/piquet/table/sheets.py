"""What score sheets say: the lines of a deal, how far the rubicon is, what a partie is worth."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.actions import Award, Category
from piquet.base import Person, Seat
from piquet.partie import Partie
from piquet.table.naming import award_name
from piquet.texts import text

__all__ = ["rows", "settlement", "tally"]

_IN_PLAY = ("lead", "capture", "last_trick")


def rows(awards: Sequence[Award], each: bool) -> list[tuple[Seat, str, int]]:
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


def tally(key: str, names: Sequence[str], scores: Sequence[int], at: int) -> str:
    """Return the line that says how far both are from a number of points."""
    parts = [
        text("sheet.rubicon_to_go", name=name, n=at - score)
        if score < at
        else text(f"sheet.{key}_passed", name=name)
        for name, score in zip(names, scores, strict=True)
    ]
    return text(f"sheet.{key}", at=at, first=parts[0], second=parts[1])


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
