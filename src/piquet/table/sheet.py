"""The score sheets as the page gets them: lines of a deal, rows of a partie, what was won."""

from __future__ import annotations

from piquet.base import Person
from piquet.naming import words
from piquet.table.events import because
from piquet.table.ledger import Ledger
from piquet.table.naming import award_name
from piquet.table.sheets import settlement, tally
from piquet.table.told import PartieRow, PartieSheet, SheetRow
from piquet.texts import text
from piquet.view import View

__all__ = ["deal_rows", "partie_sheet", "score_words"]


def deal_rows(view: View, *, over: bool) -> list[SheetRow]:
    """Return the lines of a deal's score sheet, each award with both running scores."""
    if not over and not view.rules.score_announced:
        return []
    scores = [0, 0]
    rows = []
    for award in view.awards:
        scores[award.seat] += award.points
        rows.append(
            SheetRow(
                who="you" if award.seat is view.seat else "they",
                words=award_name(award),
                points=award.points,
                you=scores[view.seat],
                they=scores[view.seat.other],
                because=because(award, view),
            )
        )
    return rows


def score_words(view: View, *, over: bool) -> str:
    """Return how the deal stands, in words."""
    if not over and not view.rules.score_announced:
        return text("play.sheet.closed")
    mine, theirs = view.scores[view.seat], view.scores[view.seat.other]
    return text("table.score", you=words(mine), they=words(theirs))


def partie_sheet(ledger: Ledger, me: Person, other: str) -> PartieSheet:
    """Return the score sheet of the partie, as a person reads it."""
    partie, rules = ledger.partie, ledger.rules
    outcome = partie.outcome
    names = (text("play.you"), other) if me is Person.FIRST else (other, text("play.you"))
    scores = partie.scores
    line = 0
    if not ledger.alone and rules.game_end == "target":
        line = rules.target
    elif not ledger.alone and rules.settlement == "rubicon":
        line = rules.rubicon_at
    key = "target" if rules.game_end == "target" else "rubicon"
    winner = outcome.winner if outcome else None
    settled = settlement(partie, names, me)
    return PartieSheet(
        rows=_rows(ledger, me),
        to_come=_to_come(ledger),
        you=scores[me],
        they=scores[me.other],
        line=line,
        you_to_go=max(0, line - scores[me]),
        they_to_go=max(0, line - scores[me.other]),
        line_words=tally(key, names, scores, line) if line and outcome is None else "",
        settlement=[said[:1].upper() + said[1:] for said in settled],
        over=ledger.over,
        winner="" if winner is None else "you" if winner is me else "they",
        points=outcome.points if outcome else 0,
        rubicon=bool(outcome and outcome.rubicon),
    )


def _rows(ledger: Ledger, me: Person) -> list[PartieRow]:
    """Return the deals of the game in play, or of the last one."""
    partie = ledger.partie
    played = partie.deal_number - 1
    totals = [0, 0]
    rows = []
    hidden = ledger.friendly and not ledger.over  # a code tells all cards of its deal
    first = len(partie.finished) - played
    for number, deal in enumerate(partie.finished[first:], 1):
        totals[0] += deal.points[0]
        totals[1] += deal.points[1]
        cards = deal.position.deal
        rows.append(
            PartieRow(
                deal=number,
                dealer="you" if deal.dealer is me else "they",
                you=deal.points[me],
                they=deal.points[me.other],
                you_total=totals[me],
                they_total=totals[me.other],
                assisted=first + number in ledger.assisted,
                known=ledger.known(first + number),
                code="" if cards is None or hidden else cards.code,
            )
        )
    return rows


def _to_come(ledger: Ledger) -> list[int]:
    """Return the numbers of the deals that are still due, with the two extra ones after a tie."""
    partie, rules = ledger.partie, ledger.rules
    if ledger.over or ledger.alone or rules.game_end == "target":
        return []
    left = partie.standing.deals_left or 0
    return list(range(partie.deal_number, partie.deal_number + left))
