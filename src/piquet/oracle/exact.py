"""The exact method: every option of a decision in every world, each world played out best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from piquet.actions import Action, Kind
from piquet.oracle.advice import Advice
from piquet.oracle.belief import believe
from piquet.oracle.exchange import ELDER_PLAN, YOUNGER_PLAN, Discards, Plan
from piquet.oracle.play import Cards
from piquet.oracle.stakes import Floats, Stakes, best_of
from piquet.view import View

__all__ = ["MASTER", "Style", "choose", "thinking"]

EXCHANGES = (Kind.CARTE_BLANCHE, Kind.SET_ASIDE, Kind.EXCHANGE)
_CALLS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)
_ANSWERS = (Kind.NOT_GOOD, Kind.EQUAL, Kind.ASK_VALUE, Kind.GOOD)
_WORLDS = 3000  # more worlds of a hand in play are thinned out


@dataclass(frozen=True, slots=True)
class Style:
    """How much is looked at: plans of the exchange by seat, and what is seen in the play.

    ``worlds`` is the most worlds of the play; ``soft`` weighs them by how people exchange;
    ``pique`` searches for a live one.
    """

    plans: tuple[Plan, Plan] = (ELDER_PLAN, YOUNGER_PLAN)
    worlds: int = _WORLDS
    soft: bool = True
    pique: bool = True


MASTER = Style()


def thinking(
    view: View,
    *,
    goal: str = "partie",
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    selection: Action | None = None,
) -> Iterator[Advice]:
    """Yield what is best for the seat to move, better and better founded; the last is finished.

    ``goal`` is ``partie`` (the settlement) or ``points`` (of this deal).  ``worlds`` is how many
    worlds the best discards are tried in, and the most that are looked at elsewhere; ``seconds``
    ends the exchange early.  ``selection`` is always among the options, or one that comes to
    the same.  The same seed gives the same advice on any number of threads, unless time ends it.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> *_, advice = thinking(view, goal="points", worlds=100)
    >>> print(advice.best.action, advice.count, advice.compared, advice.finished)
    exchange KH JH 7H QD TD 100 1585 True

    Raises Illegal (``not_to_move``) for the view of a seat that is not to move, ValueError for
    another goal.
    """
    from piquet.oracle import counsel

    return counsel.thinking(
        view,
        goal=goal,
        worlds=worlds,
        seconds=seconds,
        seed=seed,
        threads=threads,
        selection=selection,
    )


def choose(
    view: View, *, goal: str = "partie", seed: int = 0, style: Style = MASTER, threads: int = 1
) -> Action:
    """Return what is best for the seat to move, by the shortest way.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> start = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> print(choose(start.view(Seat.ELDER), goal="points"))
    exchange KH JH 7H QD TD
    """
    legal = view.legal_actions
    if len(legal) == 1:
        return legal[0]
    kinds = legal.kinds
    if kinds[0] in EXCHANGES:
        return _exchange(view, kinds[0], goal, seed, style, threads)
    stakes = Stakes(view.rules, view.seat, goal, view.standing)
    said = spoken(view, kinds)
    if said is None:
        return _play(view, stakes, seed, style, threads)
    if stakes.points_cost(view.scores[view.seat], view.scores[view.seat.other]):
        from piquet.oracle.counsel import best_word

        return best_word(view, goal, seed, style.worlds, threads)
    return said


def spoken(view: View, kinds: tuple[Kind, ...]) -> Action | None:
    """Return what is said where something is: the truth and all of it; None where a card is due."""
    for kind in _ANSWERS:
        if kind in kinds:
            return Action(kind)
    first = kinds[0]
    if first is Kind.SAY or first in _CALLS:
        return view.legal_actions[0]
    if Kind.LOOK in kinds:
        return Action.LOOK
    if Kind.ASK_TO_SEE in kinds:
        return view.legal_actions.of(Kind.ASK_TO_SEE)[0]
    return None if Kind.PLAY in kinds else Action.PASS


def _exchange(view: View, kind: Kind, goal: str, seed: int, style: Style, threads: int) -> Action:
    if kind is Kind.CARTE_BLANCHE:
        numbers = view.legal_actions.of(kind)
        if len(numbers) == 1:
            return numbers[0]
    choice = Discards(view, Stakes(view.rules, view.seat, goal, view.standing), seed)
    thrown = choice.best(style.plans[view.seat], threads)
    return Action(kind, thrown.bit_count() if kind is Kind.CARTE_BLANCHE else thrown)


def _play(view: View, stakes: Stakes, seed: int, style: Style, threads: int) -> Action:
    legal = view.legal_actions
    cards = legal.of(Kind.PLAY)
    concede = stakes.values is not None and Kind.CONCEDE in legal.kinds
    if len(cards) == 1 and not concede:
        return cards[0]
    belief = believe(view, soft=style.soft, seed=seed)
    hands, kept, weights = thinned(belief.hands, belief.kept, belief.weights, style.worlds)
    choice = Cards(view, stakes, hands, kept, pique=style.pique, threads=threads)
    means = weights @ choice.worth()
    at = best_of(means)
    if concede and weights @ stakes.worth(*choice.conceded()) > means[at]:
        return Action.CONCEDE
    return Action(Kind.PLAY, choice.cards[at])


def thinned(
    hands: NDArray[np.uint32], kept: NDArray[np.uint32], weights: Floats, most: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], Floats]:
    """Return no more than so many worlds: those met at even steps of the weight."""
    if len(hands) <= most:
        return hands, kept, weights
    steps = (np.arange(most) + 0.5) / most
    at = np.searchsorted(np.cumsum(weights), steps * weights.sum())
    chosen, number = np.unique(at.clip(0, len(hands) - 1), return_counts=True)
    return hands[chosen], kept[chosen], number / most
