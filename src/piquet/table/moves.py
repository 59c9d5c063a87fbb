"""What something said at a table comes to, and what the table owes: entries, made from a ledger."""

from __future__ import annotations

import unicodedata

from piquet.actions import Action, Kind
from piquet.base import Illegal, Person, Unreadable
from piquet.table import protocol, seals
from piquet.table.claims import claim, played_out
from piquet.table.entries import (
    Added,
    Dealt,
    Ended,
    Entry,
    Levelled,
    Marked,
    Pledged,
    Rematched,
    Sealed,
    Undone,
    Went,
    Wrought,
)
from piquet.table.ledger import Ledger
from piquet.table.offers import automatic

__all__ = ["entries", "owed", "plain"]

_SIGNS = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of Unicode: control, format (such as bidi), no letters, and what breaks lines."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that nobody sees

_ANEW = 16  # times that a shuffle may be begun anew
_MARKS = 64  # in a deal


def entries(ledger: Ledger, me: Person, said: protocol.Said) -> list[Entry]:
    """Return the entries that something said comes to.

    Raises Illegal or Unreadable, which say why, for what may not be said now.
    """
    match said:
        case protocol.Act():
            return [Wrought(int(_action(ledger, me, said.action)))]
        case protocol.Cut():
            return [Wrought(int(_cut(ledger, me, said.place)))]
        case protocol.Next():
            if not ledger.resting or ledger.over:
                raise Illegal("next_now")
            if ledger.friendly and ledger.partie.needs_deal:
                raise Illegal("shuffle_first")
            return _dealing(ledger) if ledger.partie.needs_deal else [Went()]
        case protocol.Undo():
            _require_alone(ledger)
            if said.to not in ledger.decisions(me):
                raise Illegal("undo_place")
            return [Undone(said.to)]
        case protocol.Claim():
            return _claim(ledger, me)
        case protocol.Mark():
            return [_mark(ledger, said)]
        case protocol.Level():
            _require_alone(ledger)
            return [Levelled(said.level)]
        case protocol.Pledge():
            return _pledge(ledger, me, said)
        case protocol.Add():
            return [Added(int(me), said.deal, said.number)]  # type: ignore[arg-type]
        case protocol.End():
            if not ledger.friendly or ledger.over:
                raise Illegal("end_now")
            return [Ended(int(me))]  # type: ignore[arg-type]
        case protocol.Rematch():
            if not ledger.friendly or not ledger.over or me in ledger.rematch:
                raise Illegal("rematch_now")
            return [Rematched(int(me))]  # type: ignore[arg-type]
    raise Unreadable("message", why=type(said).__name__)


def owed(ledger: Ledger, *, calls: bool) -> list[Entry]:
    """Return what the table does for persons: deal and, where ``calls`` says so, declare."""
    if ledger.over or ledger.waits_for_friend or ledger.shuffling:
        return []
    # Between friends both have asked for the next deal by what they added to it.
    if ledger.resting and not (ledger.friendly and ledger.partie.needs_deal):
        return []
    if ledger.partie.needs_deal:
        return _dealing(ledger)
    person = ledger.to_move
    if not calls or person is None or ledger.holder(person) == "computer":
        return []
    view = ledger.view(person)
    action = None if view is None or ledger.partie.position is None else automatic(view)
    return [] if action is None else [Wrought(int(action), auto=True)]


def _dealing(ledger: Ledger) -> list[Entry]:
    """Return the entries of the next deal: the cards, and the secret of the one after it."""
    following = ledger.number + 2
    if ledger.begun.source == "secret" and following not in dict(ledger.secrets):
        return [Dealt(), Sealed(following, seals.fresh())]
    return [Dealt()]


def _pledge(ledger: Ledger, me: Person, said: protocol.Pledge) -> list[Entry]:
    """Return a pledge; one made anew makes the server draw another secret as well."""
    pledged = Pledged(int(me), said.deal, said.pledge)  # type: ignore[arg-type]
    if ledger.shuffle.deal != said.deal or not ledger.shuffle.pledges[me]:
        return [pledged]
    if not said.anew:  # another browser of this seat was quicker
        raise Illegal("shuffle_now")
    if sum(deal == said.deal for deal, _ in ledger.secrets) > _ANEW:
        raise Illegal("shuffle_often")
    return [pledged, Sealed(said.deal, seals.fresh())]


def _require_alone(ledger: Ledger) -> None:
    """Raise Illegal (``not_with_friends``) where a friend sits opposite."""
    if ledger.friendly:
        raise Illegal("not_with_friends")


def _require_turn(ledger: Ledger, me: Person) -> None:
    if ledger.to_move is not me:
        raise Illegal("not_your_turn")


def _action(ledger: Ledger, me: Person, written: int | str) -> Action:
    action = Action.parse(written) if isinstance(written, str) else Action.from_int(written)
    _require_turn(ledger, me)
    if action.kind is Kind.CUT:
        raise Illegal("cut_by_place")
    return action


def _cut(ledger: Ledger, me: Person, place: int) -> Action:
    """Return the cut at a place; the page never learns what lies elsewhere."""
    _require_turn(ledger, me)
    action = Action(Kind.CUT, ledger.spread[place - 1].mask)
    legal = ledger.partie.legal_actions
    if Kind.CUT in legal.kinds and action not in legal:
        raise Unreadable("cut_taken", text=place)
    return action


def _claim(ledger: Ledger, me: Person) -> list[Entry]:
    _require_turn(ledger, me)
    view, position = ledger.view(me), ledger.partie.position
    if view is None or position is None:
        raise Illegal("claim_now")
    return [Wrought(int(action), auto=True) for action in played_out(position, claim(view))]


def _mark(ledger: Ledger, said: protocol.Mark) -> Marked:
    position = ledger.position
    if position is None or said.event >= len(position.events):
        raise Illegal("mark_event")
    if sum(deal == ledger.number for deal, _ in ledger.marks) >= _MARKS:
        raise Illegal("mark_often")
    place = 0
    for record in reversed(ledger.line):
        now = record.position
        if now is None or len(now.events) <= said.event:
            break
        place = len(record.parts[-1].actions)
    return Marked(said.event, place, plain(said.comment))


def plain(words: str) -> str:
    """Return words in one line, without signs that steer a terminal or turn a line about.

    >>> plain("a \\x1b[2J king\\u202e\\n")
    'a [2J king'
    """
    gone = (sign in _BLANKS or unicodedata.category(sign) in _SIGNS for sign in words)
    kept = (" " if out else sign for sign, out in zip(words, gone, strict=True))
    return " ".join("".join(kept).split())
