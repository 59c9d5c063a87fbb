"""Luck apart from skill: how each deal's result comes about, term by term, for both persons.

For one person and in one unit,

    result = start + deal + draw + opponent - lost + given.

``start`` is what the seat is worth before the cards; ``deal`` what the hand dealt is worth, less
the mean of all hands; ``draw`` what the hand is worth after its draw, less what the discard was
worth before it; ``lost`` and ``given`` what the own decisions and the other's lost.  ``opponent``
is what is left: what the other side's cards and draw made of it.  Only the second person's start
is the first's with the sign changed: each judges by what it knew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from piquet.actions import Kind
from piquet.base import Person, Seat
from piquet.oracle.equity import equity
from piquet.oracle.stakes import Stakes
from piquet.partie import Partie
from piquet.position import Position
from piquet.review.luck import Hand
from piquet.review.means import means
from piquet.review.model import Account, Decision, Terms, Worth
from piquet.review.replaying import Moment
from piquet.rules import Rules
from piquet.view import Standing

__all__ = ["Luck", "account", "added", "ended", "luck", "started", "unread"]

_THROWS = (Kind.EXCHANGE, Kind.SET_ASIDE)
_NOTHING = Worth(0.0, 0.0)


class Luck(NamedTuple):
    """The hand dealt less its mean, and the draw; ``start`` is what the seat is worth before."""

    deal: Worth
    draw: Worth


def started(rules: Rules, standing: Standing, seat: Seat, goal: str) -> Worth:
    """Return what a seat is worth before a deal.

    >>> 12 < started(Rules.named("rubicon"), Standing(), Seat.ELDER, "partie").points < 16
    True
    """
    return means(rules).seat(seat, standing if goal == "partie" else None)


def ended(partie: Partie, person: Person) -> float:
    """Return what a partie is worth to a person between deals, or once it is over.

    >>> abs(ended(Partie.dealt_by(Person.FIRST, Rules.named("rubicon")), Person.SECOND)) < 15
    True

    Raises Illegal for a standing that cannot be.
    """
    rules, outcome = partie.rules, partie.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0.0
        won = 1 if rules.match == "best_of_five" else outcome.points
        return float(won if outcome.winner is person else -won)
    values, standing = equity(rules), partie.standing
    if partie.dealer is not None:
        return values.value(standing, partie.seat(person))
    # The cut makes either elder: the standing names the first person first.
    turned = standing._replace(scores=standing.scores[::-1], games=standing.games[::-1])
    first = (values.value(standing, Seat.ELDER) + values.value(turned, Seat.YOUNGER)) / 2
    return first if person is Person.FIRST else -first


def luck(
    moments: Sequence[Moment],
    last: Position,
    decisions: Sequence[Decision],
    seat: Seat,
    goal: str,
    seed: int,
) -> Luck:
    """Return the luck of a seat in the hand dealt and in its draw.

    ``decisions`` are those of the seat.  Where the exchange is not known both are one, told by what
    the seat's first decision was worth.
    """
    rules, standing = last.rules, last.standing
    mean = means(rules).hand(seat, standing if goal == "partie" else None)
    for _, position, action in moments:
        if position.to_move is seat and action.kind in _THROWS:
            hand = Hand(position.view(seat), Stakes(rules, seat, goal, standing), seed)
            before = hand.before(action.cards)
            lost = [each.loss for each in decisions if each.kind == "exchange"]
            drawn = last.view(seat).drawn
            draw = hand.after(action.cards, drawn).less(before) if drawn else _NOTHING
            return Luck(_sum(before, *lost).less(mean), draw)
    if decisions:
        first = decisions[0].best.worth
        return Luck(first.less(started(rules, standing, seat, goal)), _NOTHING)
    return Luck(_NOTHING, _NOTHING)


def account(
    person: Person,
    start: Worth,
    found: Luck,
    lost: Sequence[Worth],
    given: Sequence[Worth],
    result: Worth,
) -> Account:
    """Return the account of a deal that was judged; what the other side's luck was is left."""
    return _by_unit(person, [start, *found, _sum(*lost), _sum(*given), result], _judged)


def unread(person: Person, start: Worth, result: Worth) -> Account:
    """Return the account of a deal of which only the score is known."""
    return _by_unit(person, [start, result], _unread)


def added(accounts: Sequence[Account]) -> Account:
    """Return the account of several deals of a person, one after the other.

    In points all is added up.  The partie goes on in each deal from where it stood after the last:
    what its seat is worth beyond that is told with the start.
    """
    points = [each.points for each in accounts]
    partie = [each.partie for each in accounts if each.partie is not None]
    whole = Terms(*map(sum, zip(*points, strict=True)))
    if len(partie) < len(accounts):
        return Account(accounts[0].person, whole, None)
    terms = Terms(*map(sum, zip(*partie, strict=True)))
    before = sum(each.result for each in partie[:-1])
    terms = terms._replace(start=terms.start - before, result=partie[-1].result)
    return Account(accounts[0].person, whole, terms)


def _by_unit(person: Person, worths: list[Worth], made: Callable[..., Terms]) -> Account:
    partie = [each.partie for each in worths]
    return Account(
        person,
        made(*(each.points for each in worths)),
        None if None in partie else made(*partie),
    )


def _judged(
    start: float, deal: float, draw: float, lost: float, given: float, result: float
) -> Terms:
    opponent = result - start - deal - draw + lost - given
    return Terms(start, deal, draw, opponent, lost, given, 0.0, result)


def _unread(start: float, result: float) -> Terms:
    return Terms(start, 0.0, 0.0, 0.0, 0.0, 0.0, result - start, result)


def _sum(*worths: Worth) -> Worth:
    """Return worths added up: nothing, in both units, of none."""
    partie = [each.partie for each in worths if each.partie is not None]
    return Worth(
        sum(each.points for each in worths),
        sum(partie) if len(partie) == len(worths) else None,
    )
