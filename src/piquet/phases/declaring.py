"""The talk of the table: elder's calls, younger's answers, what a call makes, and counting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from piquet.actions import (
    ELDER_KNOWS,
    YOUNGER_KNOWS,
    Action,
    Award,
    Category,
    EventKind,
    Kind,
)
from piquet.base import Seat
from piquet.combinations import (
    beats_everything,
    best_key,
    callable_keys,
    callable_masks,
    equal_masks,
    keys,
    point_key,
    single_masks,
    worth,
)
from piquet.phases.state import Call, State
from piquet.rules import Rules
from piquet.view import Phase

__all__ = [
    "CALLS",
    "answer",
    "answers",
    "bound",
    "call",
    "calls",
    "count",
    "counts",
    "declare_all",
    "say",
    "sayings",
]

CALLS = (Category.POINT, Category.SEQUENCES, Category.SETS)
_KNOWS = (ELDER_KNOWS, YOUNGER_KNOWS)
_REASON = {Category.POINT: "point", Category.SEQUENCES: "sequences", Category.SETS: "sets"}
Parts = list[tuple[Kind, Sequence[int]]]


def _kind(category: Category) -> Kind:
    return Kind(Kind.POINT + category - Category.POINT)


def _category(kind: Kind) -> Category:
    return Category(Category.POINT + kind - Kind.POINT)


def _carries_all(category: Category, rules: Rules) -> bool:
    """Tell whether one call carries all of a category, or only the one combination named first."""
    if category is Category.POINT or not rules.sinking or rules.declare_by == "auto":
        return True
    counted = rules.seq_counts if category is Category.SEQUENCES else rules.set_counts
    return counted == "announced_only"


def calls(state: State) -> Parts:
    """Return what elder may call now: the point only first, further ones after "good".

    Source: Cavendish, Laws of Piquet 46, 47 and 49; Description of the game, Calling and showing.
    """
    hand, rules = state.hands[Seat.ELDER], state.rules
    parts: Parts = []
    for category in CALLS:
        if category is Category.POINT and any(call.answer for call in state.calls):
            continue
        if state.call(category).answer is None:
            whole = _carries_all(category, rules)
            masks = (callable_masks if whole else single_masks)(category, hand, rules)
        else:
            masks = _further(state, category)
        if masks:
            parts.append((_kind(category), masks))
            if category is Category.POINT and not rules.sinking:
                # Called later it would be lost, and nothing may be sunk.
                break
    return parts


def _further(state: State, category: Category) -> tuple[int, ...]:
    """Return what elder may still count in a category answered good, beside what he has counted."""
    made = state.call(category)
    hand = state.hands[Seat.ELDER]
    if made.answer is not Kind.GOOD or _carries_all(category, state.rules):
        return ()
    held = keys(category, made.elder)
    limit = made.key
    if state.rules.good_against_cards_waiver:
        unseen = 0xFFFFFFFF & ~state.known[Seat.ELDER]
        if beats_everything(category, made.key, unseen):
            limit = 0xFFFF
    found = []
    for mask in callable_masks(category, hand, state.rules):
        more = mask & ~made.elder
        if not more or made.elder & ~mask:
            continue
        added = keys(category, more)
        if sorted((*held, *added)) == sorted(keys(category, mask)) and added[0] <= limit:
            found.append(more)
    return tuple(found)


def call(state: State, action: Action) -> None:
    """Carry out elder's call, or count something further where he was told "good"."""
    category, mask = _category(action.kind), action.payload
    made = state.call(category)
    if made.answer is Kind.GOOD:
        state.set_call(category, made._replace(elder=made.elder | mask))
        _count(state, Seat.ELDER, category, mask)
        return
    key = _best(category, mask)
    state.set_call(category, Call(mask=mask, key=key))
    state.pending = category
    state.phase, state.to_move = Phase.ANSWER, Seat.YOUNGER
    state.emit(
        EventKind.CALLED,
        Seat.ELDER,
        category=category,
        number=key >> 8,
        spoken=_spoken_at_once(category, mask, key, state.rules),
        cards=mask,
        knows=ELDER_KNOWS,
    )


def _spoken_at_once(category: Category, mask: int, key: int, rules: Rules) -> tuple[int, ...]:
    """Return what a call says besides its number: value or rank, or all that it announces."""
    if category is Category.POINT:
        return (key & 255,) if rules.point_call == "value" else ()
    counted = rules.seq_counts if category is Category.SEQUENCES else rules.set_counts
    said = keys(category, mask) if counted == "announced_only" else [key]
    if category is Category.SETS:
        return _flat(said)
    if rules.point_call == "value":
        return (key & 255, *(other >> 8 for other in said[1:]))
    return tuple(other >> 8 for other in said[1:])


def _flat(said: Iterable[int]) -> tuple[int, ...]:
    return tuple(part for key in said for part in (key >> 8, key & 255))


def _value_heard(state: State, category: Category) -> bool:
    """Tell whether younger has heard all of a call, and not only its number."""
    return (
        category is Category.SETS or state.rules.point_call == "value" or state.call(category).asked
    )


def answers(state: State) -> Parts:
    """Return younger's replies: good, making?, equal, not good, as far as her cards bear them out.

    Source: Cavendish, Laws of Piquet 46 and 51; an inquiry bars a greater number.
    """
    made = state.call(state.pending)
    held = callable_keys(state.pending, state.hands[Seat.YOUNGER], state.rules)
    kinds = []
    if not _value_heard(state, state.pending):
        same = any(key >> 8 == made.length for key in held)
        better = any(key >> 8 > made.length for key in held)
        if same:
            kinds.append(Kind.ASK_VALUE)
    else:
        same = made.key in held
        better = any(key > made.key and _within(key, made) for key in held)
        if same:
            kinds.append(Kind.EQUAL)
    if better:
        kinds.append(Kind.NOT_GOOD)
    if state.rules.sinking or not kinds:
        kinds.insert(0, Kind.GOOD)
    return [(kind, (0,)) for kind in kinds]


def _within(key: int, made: Call) -> bool:
    """Tell whether a key is not barred by the inquiry: having asked, no greater number counts."""
    return not made.asked or key >> 8 <= made.length


def answer(state: State, action: Action) -> None:
    """Carry out younger's reply."""
    category, kind = state.pending, action.kind
    made = state.call(category)
    if kind is Kind.ASK_VALUE:
        state.set_call(category, made._replace(asked=True))
        state.phase, state.to_move = Phase.SAY, Seat.ELDER
        state.emit(EventKind.ASKED_VALUE, Seat.YOUNGER, category=category)
        return
    settled = made._replace(answer=kind, elder=0 if kind is Kind.NOT_GOOD else made.mask)
    if kind is not Kind.GOOD:
        state.set_call(category, settled)
    state.phase, state.to_move = Phase.CALL, Seat.ELDER
    state.emit(EventKind.ANSWERED, Seat.YOUNGER, category=category, number=kind)
    if kind is Kind.GOOD:
        # The category is settled only now, with what it scores.
        state.set_call(category, settled)
        _count(state, Seat.ELDER, category, made.mask)
    elif kind is Kind.EQUAL:
        _lay_down(state, Seat.ELDER, category, made.mask)


def sayings(state: State) -> Parts:
    """Return what elder may say his call makes: any of that number, or nothing, giving it up.

    Source: Cavendish, Calling the point ("he may then decline to say what they make").
    """
    category, rules = state.pending, state.rules
    made = state.call(category)
    if not rules.sinking or (category is not Category.POINT and _carries_all(category, rules)):
        same: tuple[int, ...] = (made.mask,)
    else:
        masks = single_masks(category, state.hands[Seat.ELDER], rules)
        others = (mask for mask in masks if mask.bit_count() == made.length and mask != made.mask)
        same = (made.mask, *others)
    return [(Kind.SAY, (*same, 0) if rules.sinking else same)]


def say(state: State, action: Action) -> None:
    """Carry out elder's word on what his call makes."""
    category, mask = state.pending, action.payload
    made = state.call(category)
    if not mask:
        state.set_call(category, made._replace(answer=Kind.SAY, elder=0))
        state.phase, state.to_move = Phase.CALL, Seat.ELDER
        state.emit(EventKind.ANSWERED, Seat.ELDER, category=category, number=Kind.SAY)
        return
    key = _best(category, mask)
    state.set_call(category, made._replace(mask=mask, key=key))
    state.phase, state.to_move = Phase.ANSWER, Seat.YOUNGER
    state.emit(
        EventKind.SAID_VALUE,
        Seat.ELDER,
        category=category,
        number=key >> 8,
        spoken=(key & 255,),
        cards=mask,
        knows=ELDER_KNOWS,
    )


def bound(state: State) -> bool:
    """Tell whether younger still owes what her answers "equal" and "not good" promised."""
    return any(
        call.answer in (Kind.EQUAL, Kind.NOT_GOOD) and not call.younger for call in state.calls
    ) or (not state.rules.sinking and bool(counts(state)))


def counts(state: State) -> Parts:
    """Return what younger may count, or must name as equal, before she plays to the first lead.

    Source: Cavendish, Laws of Piquet 47, 51 and 56; the order is hers.
    """
    parts: Parts = []
    for category in CALLS:
        made = state.call(category)
        if made.younger or made.answer is Kind.GOOD:
            continue
        hand = state.hands[Seat.YOUNGER]
        if made.answer is Kind.EQUAL:
            parts.append((_kind(category), equal_masks(category, hand, made.key)))
            continue
        masks = callable_masks(category, hand, state.rules)
        heard = _value_heard(state, category)
        masks = tuple(mask for mask in masks if _may_count(category, mask, made, heard))
        if masks:
            parts.append((_kind(category), masks))
    return parts


def _best(category: Category, mask: int) -> int:
    return point_key(mask) if category is Category.POINT else best_key(category, mask)


def _may_count(category: Category, mask: int, made: Call, heard: bool) -> bool:
    """Tell whether younger may count these cards: after "not good" they must beat the call."""
    key = _best(category, mask)
    if not _within(key, made):
        return False
    if made.answer is not Kind.NOT_GOOD:
        return True
    return key > made.key if heard else key >> 8 > made.length


def count(state: State, action: Action) -> None:
    """Carry out younger's count of a category; where the calls were equal she only names hers."""
    category, mask = _category(action.kind), action.payload
    made = state.call(category)
    state.set_call(category, made._replace(younger=mask))
    if made.answer is Kind.EQUAL:
        state.emit(
            EventKind.COUNTED,
            Seat.YOUNGER,
            category=category,
            number=mask.bit_count(),
            cards=mask,
            knows=YOUNGER_KNOWS,
        )
        _lay_down(state, Seat.YOUNGER, category, mask)
    else:
        _count(state, Seat.YOUNGER, category, mask)


def _count(state: State, seat: Seat, category: Category, mask: int) -> None:
    """Score what these cards hold in a category, and lay them down where showing is the rule."""
    found = [point_key(mask)] if category is Category.POINT else keys(category, mask)
    points = sum(worth(category, key, state.rules) for key in found)
    detail = _flat(found) if category is Category.SETS else tuple(key >> 8 for key in found)
    state.emit(
        EventKind.COUNTED,
        seat,
        category=category,
        number=mask.bit_count(),
        spoken=detail,
        cards=mask,
        knows=_KNOWS[seat],
        awards=(Award(seat, points, category, _REASON[category], detail),),
    )
    _lay_down(state, seat, category, mask)


def _lay_down(state: State, seat: Seat, category: Category, mask: int) -> None:
    if state.rules.show_to_score and category is not Category.SETS:
        state.shown |= {(seat, category)}
        state.emit(EventKind.SHOWN, seat, category=category, number=mask.bit_count(), cards=mask)


def declare_all(state: State) -> None:
    """Call, answer and count everything truly, for the seat and the moment the deal has come to.

    Used where the game declares by itself (``declare_by`` auto).
    """
    steps = {Phase.ANSWER: (answers, answer), Phase.SAY: (sayings, say)}
    while state.outcome is None:
        if state.phase in steps:
            options, carry_out = steps[state.phase]
            parts = options(state)
        else:
            elder = state.phase is Phase.CALL
            carry_out = call if elder else count
            parts = calls(state) if elder else counts(state)
        if not parts:
            return
        kind, masks = parts[-1] if state.phase is Phase.ANSWER else parts[0]
        carry_out(state, Action(kind, masks[0]))
