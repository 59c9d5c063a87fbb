"""One decision judged: what the Oracle says of it to who knows what its seat knew, and no more."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from piquet.actions import Action, Kind
from piquet.base import Illegal, Seat
from piquet.cards import CARDS
from piquet.oracle.advice import Advice, Option
from piquet.oracle.belief import believe
from piquet.oracle.consult import advise
from piquet.oracle.equity import equity
from piquet.oracle.exact import spoken
from piquet.oracle.play import Cards
from piquet.oracle.stakes import SAME, Stakes
from piquet.position import Position
from piquet.review.grading import grade
from piquet.review.model import Believed, Chance, Choice, Seen, Sight, Worth
from piquet.rules import Rules
from piquet.view import Standing, View

__all__ = ["Judgement", "decides", "goal_of", "judged"]

_EXCHANGES = (Kind.CARTE_BLANCHE, Kind.SET_ASIDE, Kind.EXCHANGE)
_CARDS = (Kind.PLAY, Kind.NAME_SUIT, Kind.CONCEDE)
_FREE = (Kind.ASK_TO_SEE, Kind.LOOK, Kind.SHOW_LEFT)  # they cost nothing


class Judgement(NamedTuple):
    """What is said of one decision, wherever in a record it stands."""

    kind: str
    done: Choice
    best: Choice
    loss: Worth
    grade: str | None
    tied: bool
    options: tuple[Choice, ...]
    compared: int
    reasons: tuple[str, ...]
    notes: tuple[str, ...]
    believed: Believed
    sight: Sight | None


def goal_of(rules: Rules, standing: Standing) -> str:
    """Return what decisions are ranked by: the partie, or points where it has no value.

    >>> goal_of(Rules.named("rubicon"), Standing((5000, 0), 6, 1))
    'points'
    """
    try:
        equity(rules).value(standing, Seat.ELDER)
    except Illegal:
        return "points"
    return "partie"


def decides(view: View, action: Action) -> bool:
    """Tell whether an action decided anything: what is forced or costs nothing does not."""
    legal = view.legal_actions
    free = sum(len(legal.of(kind)) for kind in _FREE)
    return action.kind not in _FREE and len(legal) - free > 1


def judged(
    position: Position, action: Action, *, goal: str, seed: int = 0, worlds: int | None = None
) -> Judgement:
    """Return what is said of an action of the seat to move.

    >>> from piquet.dealing import Deal
    >>> from piquet.rules import Rules
    >>> start = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> poor = judged(start, Action.parse("exchange 7H"), goal="points", worlds=100)
    >>> poor.kind, poor.grade, str(poor.best.action)
    ('exchange', 'very_bad', 'exchange KH JH 7H QD TD')
    """
    seat = position.to_move
    assert seat is not None
    view = position.view(seat)
    advice = advise(view, goal=goal, seed=seed, worlds=worlds, threads=1, selection=action)
    options = tuple(_choice(option) for option in advice.options)
    best = options[0]
    done = next((one for one in options if one.action == action), None)
    if done is None:
        # It comes to the same as the truth, which is told in its place.
        truth = spoken(view, view.legal_actions.kinds)
        done = next(one for one in options if one.action == truth)._replace(action=action)
        options = (*options, done)
    loss = _loss(best, done)
    tied = done.tied and done.action != best.action
    return Judgement(
        kind=_kind(advice, action),
        done=done,
        best=best,
        loss=loss,
        grade=None if done.tied else grade(loss, view.rules),
        tied=tied,
        options=options,
        compared=max(advice.compared, len(options)),
        reasons=advice.reasons,
        notes=advice.notes,
        believed=_believed(view, seed),
        sight=_sight(position, view, action) if action.kind is Kind.PLAY else None,
    )


def _choice(option: Option) -> Choice:
    partie = None if option.value is None else option.value.value
    worth = Worth(option.net.value, partie)
    return Choice(option.action, worth, option.net.interval, option.wins, option.tied)


def _loss(best: Choice, done: Choice) -> Worth:
    """Return what was lost: never below 0 in the unit that ranks."""
    points, partie = best.worth.less(done.worth)
    ranking = points if partie is None else partie
    if best.action == done.action:
        points = ranking = 0.0
    elif ranking < SAME:
        ranking = 0.0
    return Worth(ranking, None) if partie is None else Worth(points, ranking)


def _kind(advice: Advice, action: Action) -> str:
    """Return of which kind a decision was.

    A card led or played leaves unsaid what might be said before it: then it is told which of the
    two lost more.
    """
    if action.kind in _EXCHANGES:
        return "exchange"
    best = advice.best
    if action.kind not in _CARDS:
        return "declaring"
    if best.action.kind in _CARDS:
        return "play"
    ranks = {one.action: one.behind.value for one in advice.options}
    silent = max(ranks[each] for each in ranks if each.kind in _CARDS)
    return "declaring" if -silent > silent - ranks[action] else "play"


def _believed(view: View, seed: int) -> Believed:
    belief = believe(view, seed=seed)
    places = belief.chances()
    chances = tuple(
        Chance(card, *places[card.index].tolist()) for card in CARDS if places[card.index].any()
    )
    return Believed(belief.steps[-1].worlds, belief.listed, belief.fits, chances)


def _sight(position: Position, view: View, action: Action) -> Sight:
    """Return what every card would bring if both saw all cards from here on."""
    other = view.seat.other
    hands = np.array([position.hands[other].mask], dtype=np.uint32)
    kept = np.array([position.view(other).kept.mask], dtype=np.uint32)
    choice = Cards(view, Stakes(view.rules, view.seat), hands, kept)
    worths = dict(zip(choice.cards, choice.worth()[0].tolist(), strict=True))
    top = max(worths.values())
    cards = tuple(Seen(CARDS[mask.bit_length() - 1], worth) for mask, worth in worths.items())
    best = tuple(seen.card for seen in cards if seen.points > top - SAME)
    return Sight(cards, best, top - worths[action.payload] + 0.0)
