"""What the playouts try: a short list of sensible things to do, out of all that is legal."""

from __future__ import annotations

from collections.abc import Iterator

from piquet.actions import Action, Category, Kind, LegalActions
from piquet.combinations import best_key, keys, point_key
from piquet.oracle.cardplay import choose_card
from piquet.oracle.discards import discards
from piquet.oracle.memory import remember
from piquet.oracle.weights import BEGINNER, CLUB, Weights
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
    >>> for action in shortlist(view):
    ...     print(action)
    exchange KH JH 7H QD TD
    exchange JH 7H QD TD
    exchange 7H QD TD
    exchange 7H TD
    exchange 7H
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
    """Return the fewest and the most cards that may be exchanged or set aside now."""
    for kind in _EXCHANGES:
        of_kind = view.legal_actions.of(kind)
        if of_kind:
            return of_kind[0].payload.bit_count(), of_kind[-1].payload.bit_count()
    numbers = view.legal_actions.of(Kind.CARTE_BLANCHE)
    return numbers[0].number, numbers[-1].number


def discard_of(view: View, fewest: int, most: int, rule: Weights = CLUB) -> int:
    """Return the cards that a rule player throws, no fewer and no more than that, as a mask."""
    return discards(view.hand.mask, view.unseen.mask, fewest, most, rule.exchange[view.seat])


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
    return Action(Kind.PLAY, choose_card(remember(view), cards, CLUB))
