"""What the playouts try: a short list of sensible things to do, out of all that is legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from piquet import kernel
from piquet.actions import Action, Category, Kind, LegalActions
from piquet.base import Seat
from piquet.combinations import best_key, keys, point_key
from piquet.oracle.cardplay import choose_card
from piquet.oracle.memory import remember
from piquet.oracle.weights import BEGINNER, SOUND, Weights
from piquet.view import View

__all__ = ["CATEGORY", "by_rule", "discard_of", "exchange_bounds", "shortlist"]

CATEGORY = {
    Kind.POINT: Category.POINT,
    Kind.SEQUENCE: Category.SEQUENCES,
    Kind.SET: Category.SETS,
}
_EXCHANGES = (Kind.EXCHANGE, Kind.SET_ASIDE)
_MOST_SUNK = 3  # lesser calls of one kind


def shortlist(view: View, selection: Action | None = None) -> tuple[Action, ...]:
    """Return what is worth trying for the seat to move, what the rule player does first.

    Of exchanges a set for each number of cards; of calls the best and a few lesser ones, and a
    card led without them; of cards all.  Asking to see and naming a suit cost nothing and are left
    out where there is anything else.  ``selection`` is tried as well.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> sorted({len(action.cards) for action in shortlist(view)})
    [1, 2, 3, 4, 5]
    """
    found = list(dict.fromkeys(_tried(view)))
    if selection is not None and selection in view.legal_actions and selection not in found:
        found.append(selection)
    return tuple(found)


def _tried(view: View) -> Iterator[Action]:
    legal = view.legal_actions
    kinds = legal.kinds
    yield from legal.of(Kind.CARTE_BLANCHE)
    for kind in _EXCHANGES:
        if kind in kinds:
            yield from _sets_to_throw(view, kind)
    for kind in CATEGORY:
        if kind in kinds:
            yield from _calls(legal.of(kind), CATEGORY[kind])
    if Kind.SAY in kinds:
        yield from _sayings(legal.of(Kind.SAY))
    for kind in (Kind.NOT_GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.GOOD):
        yield from legal.of(kind)
    for kind in (Kind.LOOK, Kind.SHOW_LEFT, Kind.PASS):
        yield from legal.of(kind)
    if Kind.PLAY in kinds:
        said_all = not any(kind in kinds for kind in CATEGORY)
        yield by_rule(view)
        if said_all:
            yield from legal.of(Kind.PLAY)
    yield from legal.of(Kind.CONCEDE)


def exchange_bounds(view: View) -> tuple[int, int]:
    """Return the fewest and the most cards that may be exchanged or set aside, also after a claim.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> exchange_bounds(Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER))
    (1, 5)
    """
    for kind in _EXCHANGES:
        of_kind = view.legal_actions.of(kind)
        if of_kind:
            return of_kind[0].payload.bit_count(), of_kind[-1].payload.bit_count()
    rules = view.rules
    if view.seat is Seat.YOUNGER:
        return rules.younger_min, view.talon_count
    return rules.elder_min, rules.elder_max


@lru_cache(maxsize=8)
def _attentive(rule: Weights) -> kernel.Policy:
    """Return the rule player who never slips."""
    return kernel.player(replace(rule, slip=0))


def discard_of(view: View, fewest: int, most: int, rule: Weights = SOUND) -> int:
    """Return the cards that a rule player throws, no fewer and no more than that, as a mask."""
    player = _attentive(rule)
    return int(kernel.throws_of(player, view.seat, view.hand.mask, fewest, most)[0])


def _sets_to_throw(view: View, kind: Kind) -> Iterator[Action]:
    """Yield a set for each number, the most first; of the most also what keeps long suits."""
    fewest, most = exchange_bounds(view)
    yield Action(kind, discard_of(view, most, most))
    yield Action(kind, discard_of(view, most, most, BEGINNER))
    for number in range(most - 1, fewest - 1, -1):
        yield Action(kind, discard_of(view, number, number))


def _calls(legal: LegalActions, category: Category) -> Iterator[Action]:
    """Yield the fullest call, and of the lesser ones the best of each strength."""
    seen: set[int] = set()
    for action in legal:
        mask = action.payload
        key = point_key(mask) if category is Category.POINT else best_key(category, mask)
        strength = key if category is Category.SETS else key >> 8
        if strength in seen:
            continue
        if len(seen) > _MOST_SUNK:
            return
        seen.add(strength)
        yield action


def _sayings(legal: LegalActions) -> Iterator[Action]:
    seen: set[tuple[int, ...]] = set()
    for action in legal:
        said = tuple(keys(Category.POINT, action.payload)) if action.payload else ()
        if said not in seen:
            seen.add(said)
            yield action


def by_rule(view: View) -> Action:
    """Return the card that the rule player leads or plays."""
    cards = [action.payload for action in view.legal_actions.of(Kind.PLAY)]
    return Action(Kind.PLAY, choose_card(remember(view), cards, SOUND))
