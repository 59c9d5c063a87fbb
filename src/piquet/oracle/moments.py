"""How a deal stands when it is taken up after the exchange, and what an action changes in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from piquet.actions import Action, Category, EventKind, Kind
from piquet.base import Seat
from piquet.combinations import best_key, callable_masks, equal_masks, point_key
from piquet.oracle.options import CATEGORY
from piquet.view import Phase, Said, View

__all__ = ["Moment", "after", "moment"]

_SPOKEN = (Category.POINT, Category.SEQUENCES, Category.SETS)
_REASONS = ("carte_blanche", "point", "sequences", "sets")
_OPEN = -1

Says = tuple[tuple[int | None, ...], tuple[int | None, ...]]


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands, in the numbers that the core takes.

    ``says`` are by seat the cards called and counted from in point, sequences and sets, None for
    all that is held; ``settled`` what a blank and those have scored, below 0 where that is open.
    ``shown`` are cards of each seat that the other has seen, ``gone`` cards that each has looked at
    and nobody holds; ``played`` the cards played, by index.  ``looks`` tells that younger will turn
    up what she left; ``concedes`` is the seat that gives up, -1 for none.
    """

    says: Says
    settled: tuple[tuple[int, ...], tuple[int, ...]]
    shown: tuple[int, int]
    gone: tuple[int, int]
    played: tuple[int, ...]
    looks: bool
    concedes: int


def moment(view: View) -> Moment:
    """Return how a deal stands before the seat to move does anything."""
    calls = view.calls
    says = [_said(view, Seat.ELDER), _said(view, Seat.YOUNGER)]
    settled = [[0, _OPEN, _OPEN, _OPEN], [0, _OPEN, _OPEN, _OPEN]]
    for award in view.awards:
        if award.reason == "carte_blanche":
            settled[award.seat][0] += award.points
    for place, category in enumerate(_SPOKEN, 1):
        if _is_settled(view, calls[category]):
            for seat in Seat:
                settled[seat][place] = _scored(view, seat, _REASONS[place])
    played = [event for event in view.events if event.kind is EventKind.PLAYED]
    shown = [0, 0]
    for event in view.events:
        if event.kind is EventKind.SHOWN:
            shown[event.seat] |= event.cards or 0
    drawn = view.taken[Seat.YOUNGER]
    if view.rest and drawn is not None and drawn >= len(view.rest):
        shown[Seat.YOUNGER] |= view.rest.mask
    unheld = view.left.mask
    conceded = any(event.kind is EventKind.CONCEDED for event in view.events)
    return Moment(
        says=(tuple(says[0]), tuple(says[1])),
        settled=(tuple(settled[0]), tuple(settled[1])),
        shown=(shown[0], shown[1]),
        gone=(unheld, unheld),
        played=tuple((event.cards or 0).bit_length() - 1 for event in played),
        looks=view.rules.younger_left == "look_then_both" and view.phase is not Phase.PLAY,
        concedes=Seat.ELDER if conceded else -1,
    )


def _scored(view: View, seat: Seat, reason: str) -> int:
    return sum(
        award.points for award in view.awards if award.seat is seat and award.reason == reason
    )


def _is_settled(view: View, said: Said) -> bool:
    """Tell whether nothing more can be scored in a category."""
    if view.phase is Phase.PLAY or said.answer == "equal" or said.younger is not None:
        return True
    return said.answer == "good" and view.phase is Phase.COUNT


def _said(view: View, seat: Seat) -> list[int | None]:
    """Return the cards that a seat has called from, where that is not all it holds."""
    found: list[int | None] = [None, None, None]
    calling = view.phase in (Phase.CALL, Phase.ANSWER, Phase.SAY, Phase.LEFT)
    for place, category in enumerate(_SPOKEN):
        said = view.calls[category]
        if seat is Seat.YOUNGER:
            if said.answer == "good":
                found[place] = 0
            elif seat is view.seat and view.phase is Phase.PLAY:
                found[place] = 0 if said.younger is None else said.younger.mask
            elif seat is view.seat and said.asked:
                found[place] = _within(view, category, said.number)
        elif said.answer == "declined" or (not calling and not said.number):
            found[place] = 0
        elif seat is view.seat and said.elder is not None and said.number:
            mask = said.elder.mask
            if _key(category, mask) < _best(view, category) or (not calling and mask):
                found[place] = mask
    return found


def _key(category: Category, mask: int) -> int:
    return point_key(mask) if category is Category.POINT else best_key(category, mask)


def _best(view: View, category: Category) -> int:
    masks = callable_masks(category, view.kept.mask, view.rules)
    return max((_key(category, mask) for mask in masks), default=0)


def _within(view: View, category: Category, length: int) -> int | None:
    """Return what may still be counted where no greater number may: None for all that is held."""
    masks = callable_masks(category, view.kept.mask, view.rules)
    if not masks or _key(category, masks[0]) >> 8 <= length:
        return None
    return next((mask for mask in masks if _key(category, mask) >> 8 <= length), 0)


def after(view: View, stands: Moment, action: Action) -> Moment:
    """Return what an action of the seat to move changes; what follows is left to the rule."""
    kind = action.kind
    if kind is Kind.PLAY:
        card = action.payload.bit_length() - 1
        says = _unsaid(view, stands)
        looks = stands.looks and view.phase is Phase.CALL
        return replace(stands, says=says, played=(*stands.played, card), looks=looks)
    if kind is Kind.CONCEDE:
        return replace(stands, says=_unsaid(view, stands), concedes=view.seat)
    if kind in CATEGORY:
        return _calls(view, stands, action)
    if kind is Kind.SAY and view.call is not None:
        best = action.payload and _key(view.call, action.payload) >= _best(view, view.call)
        return _with(view, stands, view.call, None if best else action.payload)
    if kind in (Kind.GOOD, Kind.ASK_VALUE, Kind.EQUAL) and view.call is not None:
        return _with(view, stands, view.call, _answered(view, kind, view.call))
    if kind is Kind.PASS:
        conceded = stands.concedes >= 0
        return replace(stands, says=_unsaid(view, stands)) if conceded else _unseen(stands)
    return replace(stands, looks=True) if kind in (Kind.LOOK, Kind.SHOW_LEFT) else stands


def _unseen(stands: Moment) -> Moment:
    return replace(stands, looks=False)


def _with(view: View, stands: Moment, category: Category, mask: int | None) -> Moment:
    """Return a moment in which the seat to move calls from these cards in a category."""
    says = [list(stands.says[0]), list(stands.says[1])]
    says[view.seat][_SPOKEN.index(category)] = mask
    return replace(stands, says=(tuple(says[0]), tuple(says[1])))


def _unsaid(view: View, stands: Moment) -> Says:
    """Return what is called where the seat to move now says nothing more: nothing but what it has.

    Elder's further runs and sets after "good" are given up as well.
    """
    if view.phase not in (Phase.CALL, Phase.COUNT):
        return stands.says
    says = [list(stands.says[0]), list(stands.says[1])]
    for place, category in enumerate(_SPOKEN):
        said = view.calls[category]
        if view.seat is Seat.ELDER and view.phase is Phase.CALL:
            if not said.number:
                says[0][place] = 0
            elif said.answer == "good" and said.elder is not None:
                says[0][place] = said.elder.mask
        elif view.seat is Seat.YOUNGER and said.younger is None:
            says[1][place] = 0
    return tuple(says[0]), tuple(says[1])


def _calls(view: View, stands: Moment, action: Action) -> Moment:
    category = CATEGORY[action.kind]
    said = view.calls[category]
    further = view.seat is Seat.ELDER and said.answer == "good"
    full = _key(category, action.payload) >= _best(view, category)
    legal = view.legal_actions.of(action.kind)
    if view.seat is Seat.YOUNGER and len(legal) > 1:
        full = action == legal[0]
    new = _with(view, stands, category, None if full or further else action.payload)
    if (
        view.seat is Seat.ELDER
        and category is not Category.POINT
        and not view.calls[Category.POINT].number
    ):
        # The point is called first or not at all.
        new = _with(view, new, Category.POINT, 0)
    return new


def _answered(view: View, kind: Kind, category: Category) -> int | None:
    """Return what younger counts from after an answer: nothing, a part, or all that she holds."""
    kinds = view.legal_actions.kinds
    said = view.calls[category]
    hand = view.kept.mask
    if kind is Kind.GOOD:
        return 0 if len(kinds) > 1 else None
    if kind is Kind.ASK_VALUE:
        return _within(view, category, said.number)
    if Kind.NOT_GOOD not in kinds:
        return None
    key = said.number << 8 | said.spoken[0]
    if category is Category.SETS:
        key = said.spoken[0] << 8 | said.spoken[1]
    return equal_masks(category, hand, key)[0]
