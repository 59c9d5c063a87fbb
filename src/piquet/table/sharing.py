"""A deal to be shared: how it was played, in a few letters that stand behind its code in a link.

The letters are a version, the seat, the rules and the level (one each), six of check, and then one
number in base 64: each action by its place among the legal ones, the numbers of the legal ones
being the radices.  What is read is checked as it was meant, cards, actions and points, so that a
slip, another deal or another version of the game is refused and never misread.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from piquet import players
from piquet.actions import Action
from piquet.base import Illegal, Seat, Unreadable
from piquet.dealing import Deal
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.rules import Rules
from piquet.table.entries import Begun, Dealt, Entry, Levelled
from piquet.table.ledger import Ledger
from piquet.table.levels import DEFAULT_LEVEL

__all__ = ["HEAD", "LONGEST", "Shared", "headed", "pack", "played", "positions", "unpack"]

HEAD = 4
"""Letters that tell seat, rules and level, and nothing of how it was played."""
LONGEST = 130
"""Letters that are read at all; a link has room for no more."""

_VERSION = "1"
_SEATS = "ey"
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_DIGITS = {sign: value for value, sign in enumerate(_SIGNS)}
_LEVELS = (*players.LEVELS, players.CLASSIC)
_CHECK = 6  # letters: of wrong texts that could be right one in 2**36 is taken for it
_HOW = 4  # what the first digit tells: taken back or not, against a person or the computer
_MOST = 400  # actions of a deal


@dataclass(frozen=True)
class Shared:
    """How somebody played a deal: seat, rules, the computer's level, and all actions of both.

    ``assisted`` tells that something was taken back, ``friend`` that a person sat opposite; the
    level is then the one that others are to play against.
    """

    seat: Seat
    rules: Rules
    level: str
    actions: tuple[Action, ...] = ()
    assisted: bool = False
    friend: bool = False


def positions(deal: Deal, shared: Shared) -> list[Position]:
    """Return every moment of a deal as it was played, as the first deal of a partie.

    Raises Illegal (``share_standing``) where it could not be played so, or is not over.
    """
    moments = [Position(deal, shared.rules)]
    for action in shared.actions:
        if action not in moments[-1].legal_actions:
            raise Illegal("share_standing")
        moments.append(moments[-1].after(action))
    if moments[-1].outcome is None:
        raise Illegal("share_standing")
    return moments


def pack(deal: Deal, shared: Shared) -> str:
    """Return how a deal was played as letters.

    >>> from piquet.base import Seat
    >>> deal, shared = Deal.random("letter"), Shared(Seat.ELDER, Rules.named("rubicon"), "club")
    >>> moment = Position(deal, shared.rules)
    >>> actions = []
    >>> while moment.to_move is not None:
    ...     actions.append(players.make("club").act(moment.view(moment.to_move)))
    ...     moment = moment.after(actions[-1])
    >>> whole = Shared(shared.seat, shared.rules, "club", tuple(actions))
    >>> unpack(deal, pack(deal, whole)) == whole
    True

    Raises Illegal: ``share_rules`` for rules with options of their own, and as :func:`positions`
    does.
    """
    if str(shared.rules) not in PROFILES:
        raise Illegal("share_rules", rules=shared.rules)
    number, weight = shared.assisted + 2 * shared.friend, _HOW
    moments = positions(deal, shared)
    for moment, action in zip(moments, shared.actions, strict=False):
        legal = moment.legal_actions
        number += weight * next(place for place, one in enumerate(legal) if one == action)
        weight *= len(legal)
    head = "".join(
        (
            _VERSION,
            _SEATS[shared.seat],
            _SIGNS[list(PROFILES).index(str(shared.rules))],
            _SIGNS[_LEVELS.index(shared.level)],
        )
    )
    return head + _check(deal, shared, moments[-1]) + _written(number)


def headed(head: str) -> Shared:
    """Return what the first letters tell, nothing having been played yet.

    >>> headed("1yAD").level
    'club'

    Raises Unreadable: ``share_version`` for letters of another version, ``share_text`` for what is
    none.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{4}", head):
        raise Unreadable("share_text")
    version, seat, rules, level = list(head)
    if version != _VERSION:
        raise Unreadable("share_version")
    profiles = list(PROFILES)
    if seat not in _SEATS or _DIGITS[rules] >= len(profiles) or _DIGITS[level] >= len(_LEVELS):
        raise Unreadable("share_text")
    named = Rules.named(profiles[_DIGITS[rules]])
    return Shared(Seat(_SEATS.index(seat)), named, _LEVELS[_DIGITS[level]])


def unpack(deal: Deal, text: str) -> Shared:
    """Return how a deal was played by its letters.

    Raises Unreadable: ``share_text`` for letters that are wrong or of another deal,
    ``share_version``.
    """
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{{HEAD + _CHECK + 1},{LONGEST}}}", text):
        raise Unreadable("share_text")
    head = headed(text[:HEAD])
    number = _number(text[HEAD + _CHECK :])
    number, how = divmod(number, _HOW)
    moment = Position(deal, head.rules)
    actions: list[Action] = []
    while moment.to_move is not None and len(actions) < _MOST:
        legal = moment.legal_actions
        number, place = divmod(number, len(legal))
        actions.append(legal[place])
        moment = moment.after(actions[-1])
    whole = Shared(head.seat, head.rules, head.level, tuple(actions), bool(how & 1), how > 1)
    if (
        number
        or moment.outcome is None
        or text[HEAD : HEAD + _CHECK] != _check(deal, whole, moment)
    ):
        raise Unreadable("share_text")
    return whole


def _check(deal: Deal, shared: Shared, last: Position) -> str:
    """Return letters that follow from everything that a text means."""
    meant: Sequence[object] = (
        deal.code,
        shared.seat,
        shared.rules,
        shared.level,
        shared.assisted,
        shared.friend,
        *map(int, shared.actions),
        *last.scores,
    )
    digest = hashlib.sha256("\n".join(map(str, meant)).encode()).digest()
    return _written(int.from_bytes(digest[:5]) >> 4).rjust(_CHECK, _SIGNS[0])


def _written(number: int) -> str:
    signs = ""
    while number or not signs:
        number, digit = divmod(number, 64)
        signs = _SIGNS[digit] + signs
    return signs


def _number(signs: str) -> int:
    """Return the number that signs stand for; only the shortest way to write it is read."""
    if len(signs) > 1 and signs[0] == _SIGNS[0]:
        raise Unreadable("share_text")
    number = 0
    for sign in signs:
        number = number << 6 | _DIGITS[sign]
    return number


# --- what is played at a table --------------------------------------------------------------------


def played(
    ledger: Ledger, entries: Sequence[Entry], holder: str, code: str = ""
) -> tuple[Deal, Shared]:
    """Return a finished deal of a partie, the last one unless its code is given, as it was played.

    Raises Illegal: ``share_friend`` while a partie with a friend is going on, ``share_none`` where
    no such deal is over, ``share_taken`` for a deal that was not played from its beginning.
    """
    if ledger.friendly and not ledger.over:
        raise Illegal("share_friend")
    deals = [one.position.deal for one in ledger.partie.finished]
    fitting = [n for n, one in enumerate(deals, 1) if not code or (one and one.code == code)]
    if not fitting:
        raise Illegal("share_none")
    number = fitting[-1]
    last = ledger.partie.finished[number - 1]
    deal = last.position.deal
    begun = ledger.begun
    first = begun.deal if begun.source == "record" else 1
    if deal is None or number < first or (begun.source == "record" and begun.moves):
        raise Illegal("share_taken")
    parts = [part for part in ledger.record.parts if part.cards is not None]
    seat = Seat.YOUNGER if last.dealer is ledger.person(holder) else Seat.ELDER
    return deal, Shared(
        seat,
        ledger.rules,
        DEFAULT_LEVEL if ledger.friendly else _levels(entries)[number - first],
        parts[number - 1].actions,
        number in ledger.assisted,
        ledger.friendly,
    )


def _levels(entries: Sequence[Entry]) -> list[str]:
    """Return the level that has played each deal of a partie, in order."""
    levels: list[str] = []
    following = ""
    for entry in entries:
        if isinstance(entry, Begun):
            following = entry.level
            levels += [entry.level] if entry.source == "record" else []
        elif isinstance(entry, Levelled):
            following = entry.level
        elif isinstance(entry, Dealt):
            levels.append(following)
    return levels
