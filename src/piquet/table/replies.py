"""Answers of a table that need nothing but its ledger: refusals, the summary, both hands."""

from __future__ import annotations

import json
import re

from piquet.base import Illegal, Person, PiquetError, Seat
from piquet.cards import CardSet
from piquet.record import Diagnostic
from piquet.table.entries import Begun
from piquet.table.ledger import Ledger
from piquet.table.naming import Writing, refusal
from piquet.table.store import Lost
from piquet.table.told import Opened, Refused
from piquet.texts import text

__all__ = ["given", "opened", "refused", "summary"]

_WRITING = Writing()
_EVENT = re.compile(r"^Event: *(.+)$", re.MULTILINE)


def refused(id: str, error: PiquetError | Lost) -> Refused:
    """Return why something is not done, the cards in it written as everywhere."""
    if isinstance(error, Lost):
        return Refused(id, error.code, text(f"errors.{error.code}", why=error.why))
    place = error.values.get("place")
    if not isinstance(place, Diagnostic):
        return Refused(id, error.code, refusal(error, _WRITING))
    said = refusal(PiquetError(place.code, **place.values), _WRITING)
    return Refused(id, error.code, text("table.record_line", n=place.line, said=said))


def summary(ledger: Ledger) -> str:
    """Return what the list of parties tells of one, as it is kept beside it."""
    partie = ledger.partie
    scores = partie.scores
    if ledger.alone and ledger.position is not None and ledger.resting:
        scores = partie.finished[-1].points
    told = {
        "rules": str(ledger.rules),
        "level": ledger.next_level,
        "sides": list(ledger.begun.sides),
        "source": ledger.begun.source,
        "given": given(ledger.begun),
        "scores": list(scores),
        "deal": ledger.number,
        "finished": len(partie.finished),
        "over": ledger.over,
    }
    if ledger.friendly:
        seated = ledger.seats[1]
        told["friend"] = "" if seated is None else seated.name
    return json.dumps(told)


def given(begun: Begun) -> str:
    """Return by what somebody knows a deal again that was not dealt for a partie.

    Of a written deal it is what the record tells it is about, and the place of the moves from which
    it was taken over.
    """
    if begun.source != "record":
        return begun.given[:40]
    event = _EVENT.search(begun.given)
    what = event[1].strip()[:60] if event else text("table.alone.unnamed", n=begun.deal)
    return text("table.alone.from", what=what, n=begun.moves) if begun.moves else what


def opened(ledger: Ledger, me: Person, deal: int) -> Opened:
    """Return both hands of a finished deal.

    Raises Illegal: ``open_friend`` with a friend opposite, ``open_deal`` for a deal not finished.
    """
    if ledger.friendly and not ledger.over:
        raise Illegal("not_with_friends")
    finished = ledger.partie.finished
    if deal > len(finished):
        raise Illegal("open_deal")
    one = finished[deal - 1]
    mine = one.position.view(_seat(one.dealer, me))
    theirs = one.position.view(_seat(one.dealer, me.other))
    dealt = one.position.deal

    def cards(held: CardSet) -> list[str]:
        return [str(card) for card in held]

    return Opened(
        deal=deal,
        yours=cards(mine.dealt),
        theirs=cards(theirs.dealt),
        your_discards=cards(mine.discards),
        their_discards=cards(theirs.discards),
        your_final=cards(mine.kept),
        their_final=cards(theirs.kept),
        talon=[] if dealt is None else [str(card) for card in dealt.talon],
        code="" if dealt is None else dealt.code,
    )


def _seat(dealer: Person, person: Person) -> Seat:
    return Seat.YOUNGER if dealer is person else Seat.ELDER
