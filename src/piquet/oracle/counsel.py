"""Advice by the exact method: each kind of decision weighed, with all that is to be told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from piquet.actions import Action, Category, Kind
from piquet.base import Illegal, Seat
from piquet.combinations import keys, point_key, worth
from piquet.oracle.advice import PARTS, Advice
from piquet.oracle.belief import Belief, believe
from piquet.oracle.declaring import CALLS, Talk
from piquet.oracle.exact import EXCHANGES, MASTER, spoken, thinned
from piquet.oracle.exchange import Discards, Masks
from piquet.oracle.play import Cards
from piquet.oracle.stakes import GOALS, Stakes, best_of
from piquet.oracle.weighing import Weighed, from_sheets, joined, options, pick
from piquet.texts import text
from piquet.view import Phase, View

__all__ = ["best_word", "thinking"]

_OPPONENT = "sound"  # by whose weights the other side exchanges
_SHOWN = 10  # options of the exchange that are told
_FIRST, _STEP = 25, 100  # worlds of the first answer, and of each step after all are compared
_KEYS = 6  # calls told of each category
_HIDDEN = 3  # discards told for one who keeps his blank to himself


def thinking(
    view: View,
    *,
    goal: str,
    worlds: int | None,
    seconds: float | None,
    seed: int,
    threads: int,
    selection: Action | None,
) -> Iterator[Advice]:
    """Yield the advice on a decision (:func:`piquet.oracle.exact.thinking` tells what is what)."""
    if goal not in GOALS:
        raise ValueError(f"{goal!r} is no goal: {' and '.join(GOALS)} are")
    if not view.legal_actions:
        raise Illegal("not_to_move", seat=view.seat)
    if view.legal_actions.kinds[0] in EXCHANGES:
        choice = _Exchange(view, goal, seed, threads, selection)
        yield from choice.thinking(worlds, None if seconds is None else monotonic() + seconds)
        return
    belief = believe(view, seed=seed)
    yield _Words(view, goal, belief, worlds or MASTER.worlds, threads, selection).advice()


def best_word(view: View, goal: str, seed: int, worlds: int, threads: int) -> Action:
    """Return what is best to say, call, count or play once both have exchanged."""
    words = _Words(view, goal, believe(view, seed=seed), worlds, threads)
    return words.advice().best.action


class _Exchange:
    """The exchange, or a claim of carte blanche before it."""

    def __init__(
        self, view: View, goal: str, seed: int, threads: int, selection: Action | None
    ) -> None:
        self._view = view
        self._goal = goal
        self._threads = threads
        self._stakes = Stakes(view.rules, view.seat, goal, view.standing)
        self._choice = Discards(view, self._stakes, seed)
        of_cards = selection is not None and selection.kind is not Kind.CARTE_BLANCHE
        chosen = selection.payload if selection is not None and of_cards else None
        self._selected = [at for at, mask in enumerate(self._choice.masks) if mask == chosen]
        self._claims = list(view.legal_actions.of(Kind.CARTE_BLANCHE))
        self._sizes = np.array([mask.bit_count() for mask in self._choice.masks.tolist()])
        self._sums = np.zeros(len(self._choice.masks))
        self._among = np.arange(len(self._sums))
        self._worlds = 0

    def thinking(self, worlds: int | None, deadline: float | None) -> Iterator[Advice]:
        """Yield the advice after each step, as long as there is time for another."""
        for among, number in self._steps(worlds):
            if self._worlds:
                yield self._advice(finished=False)
                if deadline is not None and monotonic() >= deadline:
                    break
            masks = np.ascontiguousarray(self._choice.masks[among])
            found = self._choice.worth(masks, self._worlds, number, self._threads)
            self._sums[among] += found.sum(axis=0)
            self._among = among
            self._worlds += number
        yield self._advice(finished=True)

    def _steps(self, worlds: int | None) -> Iterator[tuple[NDArray[np.intp], int]]:
        """Yield which discards are tried next, and in how many worlds."""
        plan = MASTER.plans[self._view.seat]
        plan = plan if worlds is None else plan.scaled(worlds)
        whole = self._choice.first_round(plan)
        first = min(_FIRST, whole)
        yield self._among, first
        if whole > first:
            yield self._among, whole - first
        top = self._best(plan.best)
        for begun in range(0, plan.more, _STEP):
            yield top, min(_STEP, plan.more - begun)

    def _best(self, number: int) -> NDArray[np.intp]:
        """Return the best so far, in the order of the discards.

        The selection is among them, and the best for each number of cards that may be announced.
        """
        announced = [self._best_for(claim) for claim in self._claims]
        return np.union1d(self._ranked()[:number], [*self._selected, *announced]).astype(np.intp)

    def _ranked(self) -> NDArray[np.intp]:
        """Return all that are still tried, the best first."""
        return self._among[np.argsort(-self._sums[self._among], kind="stable")]

    def _best_for(self, claim: Action) -> int:
        """Return the best discard after a claim: its number binds, where it names one."""
        ranked = self._ranked()
        return int(
            ranked[np.argmax(self._sizes[ranked] == claim.number)] if claim.number else ranked[0]
        )

    def _advice(self, *, finished: bool) -> Advice:
        view = self._view
        kind = view.legal_actions.kinds[0]
        if kind is Kind.CARTE_BLANCHE:
            weighed = self._claimed()
        else:
            masks = np.ascontiguousarray(self._choice.masks[self._best(_SHOWN)])
            weighed = self._weighed([Action(kind, mask) for mask in masks.tolist()], masks)
        return Advice(
            seat=view.seat,
            method="exact",
            goal=self._goal,
            options=options(weighed, listed=False),
            count=self._worlds,
            listed=False,
            opponent=_OPPONENT,
            compared=len(view.legal_actions),
            finished=finished,
        )

    def _weighed(self, actions: Sequence[Action], masks: Masks, hidden: bool = False) -> Weighed:
        sheets = self._choice.sheets(
            masks, 0, self._worlds, threads=self._threads, whole=True, hidden=hidden
        )
        weights = np.full(self._worlds, 1 / self._worlds)
        return from_sheets(actions, sheets, weights, self._stakes, self._view.seat)

    def _claimed(self) -> Weighed:
        """Weigh each number that may be announced, and the best discards without a claim."""
        best = self._choice.masks[[self._best_for(claim) for claim in self._claims]]
        weighed = self._weighed(self._claims, best)
        if Kind.EXCHANGE not in self._view.legal_actions.kinds:
            return weighed
        kept = [*self._ranked()[:_HIDDEN].tolist(), *self._selected]
        hidden = self._choice.masks[list(dict.fromkeys(kept))]
        rest = self._weighed(
            [Action(Kind.EXCHANGE, mask) for mask in hidden.tolist()], hidden, hidden=True
        )
        return joined([weighed, rest])


class _Words:
    """What is said, led or played, once both have exchanged."""

    def __init__(
        self,
        view: View,
        goal: str,
        belief: Belief,
        worlds: int,
        threads: int,
        selection: Action | None = None,
    ) -> None:
        self._view = view
        self._selection = selection
        self._goal = goal
        self._threads = threads
        self._belief = belief
        self._listed = belief.listed and len(belief.hands) <= worlds
        self._hands, self._kept, self._weights = thinned(
            belief.hands, belief.kept, belief.weights, worlds
        )
        self._points = Stakes(view.rules, view.seat)
        self._stakes = Stakes(view.rules, view.seat, goal, view.standing)

    def advice(self) -> Advice:
        """Return the options, ranked; of equals the one that is true and whole comes first."""
        view = self._view
        kinds = view.legal_actions.kinds
        before = view.phase in (Phase.ANSWER, Phase.SAY, Phase.LEFT)
        if before or (view.phase is Phase.CALL and set(kinds) & set(CALLS)):
            weighed = self._said()
        else:
            weighed = self._played()
        return Advice(
            seat=view.seat,
            method="exact",
            goal=self._goal,
            options=options(weighed, listed=self._listed),
            count=len(self._hands),
            listed=self._listed,
            opponent=_OPPONENT,
            notes=() if self._belief.fits else (text("oracle.note.no_fit"),),
            compared=len(weighed.actions),
        )

    def _said(self) -> Weighed:
        """Weigh what may be said before a card is played."""
        actions = list(self._sayings())
        talk = Talk(self._view, self._points, self._kept)
        sheets = np.stack([talk.sheets(action, self._threads) for action in actions], axis=1)
        weighed = from_sheets(actions, sheets, self._weights, self._stakes, Seat.ELDER)
        if not self._view.legal_actions.of(Kind.PLAY):
            return weighed
        # Leading at once sinks all that has not been called.
        plays = self._plays(None)
        at = best_of(self._weights @ plays.ranking)
        best = pick(plays, plays.actions[at], [at], self._weights)
        return joined([weighed, best, *self._in_silence(plays, plays.actions[at])])

    def _in_silence(self, plays: Weighed, best: Action) -> Iterator[Weighed]:
        """Yield what else the person has in mind to do with all left unsaid."""
        action = self._selection
        if action is None or action == best:
            return
        if action.kind is Kind.PLAY:
            yield pick(plays, action, [plays.actions.index(action)], self._weights)
        elif action.kind is Kind.NAME_SUIT:
            yield self._named(plays, action)
        elif action.kind is Kind.CONCEDE:
            yield self._given_up(action, self._view.seat, None)

    def _named(self, plays: Weighed, action: Action) -> Weighed:
        """Weigh naming a suit, of which the best card is led."""
        suit = 255 << 8 * (action.number - 1)
        among = [at for at, play in enumerate(plays.actions) if play.payload & suit]
        return pick(plays, action, among, self._weights)

    def _sayings(self) -> list[Action]:
        """Return the truth first, then what else may be said: of equal calls one, the best few."""
        legal = self._view.legal_actions
        first = spoken(self._view, legal.kinds)
        found: dict[tuple[Kind, tuple[int, ...]], Action] = {}
        for action in (first, self._selection, *legal):
            if action is None or action.kind in (Kind.PLAY, Kind.NAME_SUIT, Kind.CONCEDE):
                continue
            told = sum(kind is action.kind for kind, _ in found)
            if action.kind not in CALLS or told < _KEYS:
                found.setdefault((action.kind, self._keys(action)), action)
        return list(found.values())

    def _keys(self, action: Action) -> tuple[int, ...]:
        category = action.kind - Kind.POINT + Category.POINT
        if action.kind is Kind.SAY and self._view.call is not None:
            category = self._view.call
        elif action.kind not in CALLS:
            return ()
        if category == Category.POINT:
            return (point_key(action.payload),) if action.payload else ()
        return tuple(keys(category, action.payload))

    def _played(self) -> Weighed:
        """Weigh the cards that may be led or played, and what else may be done beside them."""
        view, legal = self._view, self._view.legal_actions
        owed = self._owed()
        sayings = self._sayings()
        may_play = bool(legal.of(Kind.PLAY))
        given_up = not may_play and view.led is None
        plays = self._plays((0, 0, 0) if any(owed) else None) if may_play else None
        pieces = []
        for action in sayings:
            counted = self._counting(action, owed)
            if given_up:
                pieces.append(self._given_up(action, view.seat.other, counted))
            else:
                after = self._plays(counted if any(owed) else None)
                pieces.append(pick(after, action, range(len(after.actions)), self._weights))
        if plays is not None:
            pieces.insert(1 if spoken(view, legal.kinds) else 0, plays)
            pieces += [self._named(plays, action) for action in legal.of(Kind.NAME_SUIT)]
        pieces += [self._given_up(action, view.seat, None) for action in legal.of(Kind.CONCEDE)]
        return joined(pieces)

    def _owed(self) -> tuple[int, int, int]:
        """Return what younger may still count of point, sequences and sets before she plays."""
        if self._view.phase is not Phase.COUNT:
            return (0, 0, 0)
        legal = [self._view.legal_actions.of(kind) for kind in CALLS]
        point, runs, sets = (self._counts(one[0]) if one else 0 for one in legal)
        return point, runs, sets

    def _counting(self, action: Action, owed: tuple[int, int, int]) -> tuple[int, int, int]:
        """Return what is counted where she counts this now and all of the rest later."""
        point, runs, sets = (
            self._counts(action) if action.kind is kind else rest
            for kind, rest in zip(CALLS, owed, strict=True)
        )
        return point, runs, sets

    def _counts(self, action: Action) -> int:
        category = Category(Category.POINT + action.kind - Kind.POINT)
        if self._view.calls[category].answer == "equal":
            return 0
        return sum(worth(category, key, self._view.rules) for key in self._keys(action))

    def _cards(self, stakes: Stakes, counted: tuple[int, int, int] | None) -> Cards:
        return Cards(
            self._view, stakes, self._hands, self._kept, counted=counted, threads=self._threads
        )

    def _plays(self, counted: tuple[int, int, int] | None) -> Weighed:
        """Weigh every card that may be played."""
        cards = self._cards(self._points, counted)
        net = cards.worth()
        partie = self._stakes.values is not None
        own, other = cards.parts(self._weights, net)
        return Weighed(
            [Action(Kind.PLAY, card) for card in cards.cards],
            net,
            self._cards(self._stakes, counted).worth() if partie else None,
            self._weights,
            own,
            other,
        )

    def _given_up(self, action: Action, by: Seat, counted: tuple[int, int, int] | None) -> Weighed:
        """Weigh an action after which nothing is played: a side has given up the play."""
        cards = self._cards(self._stakes, counted)
        seat = self._view.seat
        points = [cards.given_up(by, side) for side in (seat, seat.other)]
        own, other = (np.array([[self._weights @ one[part] for part in PARTS]]) for one in points)
        mine, his = (np.sum(list(one.values()), axis=0) for one in points)
        value = None if self._stakes.values is None else self._stakes.worth(mine, his)[:, None]
        return Weighed([action], (mine - his)[:, None], value, self._weights, own, other)
