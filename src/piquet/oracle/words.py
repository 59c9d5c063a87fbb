"""Why: the numbers of an advice put into one to three sentences that name cards and chances."""

from __future__ import annotations

from itertools import takewhile

from piquet.actions import Action, Category, Kind
from piquet.base import Seat
from piquet.cards import CardSet, Suit
from piquet.combinations import keys, point_key
from piquet.naming import cards_named, listed
from piquet.oracle import reasons
from piquet.oracle.advice import PARTS, Advice, Option
from piquet.oracle.belief import believe
from piquet.oracle.phrases import CALLS, amount, combination, doing, points
from piquet.texts import text
from piquet.view import View

__all__ = ["breakdown", "notes", "reasons_for"]

_MOST = 3  # sentences
_SMALL = 0.05  # points that are not worth a word
_PARTIE = 0.5  # points of settlement that are not worth a word
_APART = 0.25  # points by which equals may differ and still be told as good
_TIES = 3  # equals that are named
_SLIGHT = 0.06  # share of the whole difference below which a part is left out
_ENOUGH = 0.95  # share of it that is enough to tell in so many parts; after them a lesser one is
_PARTS, _LOSSES = 4, 2
_REST = 0.15  # points from which what is left over is named: less is the rounding of the parts
_WORTH_TELLING = 0.2  # share of it from which a price is told


def reasons_for(view: View, advice: Advice, selection: Action | None = None) -> tuple[str, ...]:
    """Return one to three sentences that say why the best option is the best.

    They are made from the numbers of the advice and the cards of the view.  ``selection`` is what
    the person had in mind: then it is the one compared.
    """
    if len(advice.options) == 1:
        return (_sentence(text("oracle.why.only", what=doing(advice.best.action, view))),)
    first = reasons.first(view, advice)
    found = [first] if first else []
    rival = _rival(advice, selection)
    disagrees = _disagrees(view, advice)
    compared = None if rival is None else _compared(view, advice, rival, selection)
    if compared is not None:
        found.append(compared)
    if disagrees:
        found = [*found[: _MOST - 1], disagrees]
    if rival is not None and len(found) < _MOST:
        price = reasons.price(view, advice.best, rival)
        if price:
            found.append(price)
    equals = _equals(view, advice, selection)
    if equals and len(found) < _MOST:
        found.append(equals)
    if not found:
        found = [text("oracle.why.best", what=doing(advice.best.action, view))]
    return tuple(_sentence(reason) for reason in found[:_MOST])


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def notes(view: View) -> tuple[str, ...]:
    """Return what a person should know besides: what may be asked to see at no cost."""
    asked = [Category(action.number) for action in view.legal_actions.of(Kind.ASK_TO_SEE)]
    if not asked:
        return ()
    kept = believe(view, soft=False).kept.tolist()
    # Where every hand holds the same of it, or none of it, there is nothing to be seen.
    names = [
        text(f"talk.category.{category}")
        for category in asked
        if len({_shows(category, hand) for hand in kept}) > 1
    ]
    return (text("oracle.note.ask_to_see", what=listed(names)),) if names else ()


def _shows(category: Category, hand: int) -> tuple[int, ...]:
    """Return what a hand could show of a category, its best first."""
    if category is Category.POINT:
        best = point_key(hand)
        suits = [CardSet(hand).suit(suit).mask for suit in Suit]
        return tuple(mask for mask in suits if mask and point_key(mask) == best)
    return tuple(keys(category, hand))


def _rival(advice: Advice, selection: Action | None) -> Option | None:
    """Return what the best is compared with: the person's own choice, or the next that is worse."""
    others = advice.options[1:]
    chosen = [option for option in others if option.action == selection]
    worse = [option for option in others if not option.tied]
    # What is next to nothing behind leaves nothing to be told of: then one that is more.
    told = [option for option in worse if _tells(advice.best, option)]
    return next(iter(chosen or told or worse), None)


def _tells(best: Option, rival: Option) -> bool:
    """Tell whether two options differ by something that is worth a word."""
    if _printed(best.net.value, rival.net.value) >= _SMALL:
        return True
    if best.value is None or rival.value is None:
        return False
    return _printed(best.value.value, rival.value.value) >= _PARTIE


def _net(best: Option, rival: Option) -> float:
    return best.net.value - rival.net.value


def _printed(best: float, rival: float) -> float:
    """Return a difference as the two numbers printed to one decimal show it.

    >>> _printed(9.449, 8.851)
    0.5
    """
    return round(round(best, 1) - round(rival, 1), 1)


def _compared(view: View, advice: Advice, rival: Option, selection: Action | None) -> str | None:
    """Return what the best gains over another option, and where."""
    best = advice.best
    gain = _printed(best.net.value, rival.net.value)
    apart = rival.action.kind in CALLS and rival.action.kind is not best.action.kind
    if apart and best.action.kind in CALLS and gain >= _SMALL:
        # What is not called now can be called after it: the rival is a lesser call than may be.
        return text("oracle.why.lesser", what=doing(rival.action, view), n=points(gain))
    if rival.tied:
        return text("oracle.why.yours_ties", what=doing(rival.action, view))
    if gain < _SMALL:
        return _by_partie(view, best, rival)
    parts = breakdown(best, rival)
    what = reasons.instead(view, best.action, rival.action)
    yours = rival.action == selection
    key = "yours" if yours else "worth"
    if not parts:
        key = "yours_plain" if yours else "worth_plain"
    return text(f"oracle.why.{key}", what=what, n=points(gain), parts=parts)


def _by_partie(view: View, best: Option, rival: Option) -> str | None:
    """Return what the best gains where only the whole partie tells the two apart."""
    if best.value is None or rival.value is None:
        return None
    gain = _printed(best.value.value, rival.value.value)
    if gain < _PARTIE:
        return None
    what = reasons.instead(view, best.action, rival.action)
    why = text(f"oracle.partie.{_standing(view)}")
    return text("oracle.why.worth_partie", what=what, n=points(gain), why=why)


def breakdown(best: Option, rival: Option) -> str:
    """Return in words from where the difference of two options comes, the largest first.

    What the asking side scores and what the other scores are told apart, gains before what is given
    up for them, and what is left over is named, so that the numbers add up.
    """
    gain = abs(_net(best, rival))
    found: list[tuple[float, bool, str]] = []
    for place, part in enumerate(PARTS):
        name = text(f"oracle.part.{part}")
        mine = best.parts.own[place] - rival.parts.own[place]
        theirs = best.parts.other[place] - rival.parts.other[place]
        for own, change in ((True, mine), (False, theirs)):
            if abs(change) >= max(_SLIGHT * gain, _SMALL):
                key = "more" if change > 0 else "less"
                said = text(f"oracle.from.{key}", n=amount(change), part=name)
                found.append((change if own else -change, own, said))
    found.sort(key=lambda item: -abs(item[0]))
    losses = [item for item in found if item[0] < -_WORTH_TELLING * gain][:_LOSSES]
    told = sum(change for change, _, _ in losses)
    gains: list[tuple[float, bool, str]] = []
    for item in found:
        enough = _ENOUGH if len(gains) < _PARTS else 1 - _WORTH_TELLING
        if item[0] > 0 and told < enough * gain:
            gains.append(item)
            told += item[0]
    if not gains:
        return ""
    said = _sides(gains)
    if losses:
        said = text("oracle.from.but", gains=said, losses=_sides(losses))
    rest = gain - told
    if abs(rest) >= _REST:
        key = "rest" if rest > 0 else "rest_less"
        said = text(f"oracle.from.{key}", parts=said, n=amount(rest))
    return said


def _sides(parts: list[tuple[float, bool, str]]) -> str:
    """Return what you score and what they score, each told together."""
    mine = listed([said for _, own, said in parts if own])
    theirs = listed([said for _, own, said in parts if not own])
    mine = text("oracle.from.you", parts=mine) if mine else ""
    theirs = text("oracle.from.they", parts=theirs) if theirs else ""
    return listed([side for side in (mine, theirs) if side])


def _equals(view: View, advice: Advice, selection: Action | None) -> str | None:
    """Return which options may well be as good: those next in rank, up to one that is not."""
    first = list(takewhile(lambda option: option.tied, advice.options[1:]))
    close = any(_net(advice.best, option) >= _APART for option in first)
    key = "too_close" if close else "as_good"
    tied = [option.action for option in first]
    tied = [action for action in tied if action != selection]
    if not tied:
        return None
    if not close and len(tied) == len(advice.options) - 1 and len(tied) > _TIES:
        return text("oracle.why.all_equal")
    best = advice.best.action
    if best.kind in CALLS and all(
        action.kind in CALLS and action.kind is not best.kind for action in tied
    ):
        what = listed([combination(CALLS[action.kind], action.cards) for action in tied[:_TIES]])
        order = "order" if view.seat is Seat.ELDER else "order_count"
        return text(f"oracle.why.{order}", what=what)
    if all(action.kind is Kind.PLAY for action in tied):
        cards = CardSet.of(*(action.card for action in tied))
        return text(f"oracle.why.{key}", what=cards_named(cards))
    names = list(dict.fromkeys(reasons.beside(view, advice.best.action, action) for action in tied))
    if len(names) > _TIES:
        more = len(names) - _TIES
        return text(f"oracle.why.{key}_more", what=", ".join(names[:_TIES]), n=more)
    return text(f"oracle.why.{key}", what="; ".join(names))


def _disagrees(view: View, advice: Advice) -> str | None:
    """Return why the partie asks for something else than the points of this deal."""
    if advice.goal != "partie":
        return None
    best, other = advice.best, advice.by_points
    if other is best or other.tied or best.value is None or other.value is None:
        return None
    lost = _printed(other.net.value, best.net.value)
    if lost < _SMALL:
        return None
    return text(
        "oracle.why.partie",
        what=doing(other.action, view),
        mine=doing(best.action, view),
        n=points(lost),
        value=points(_printed(best.value.value, other.value.value)),
        why=text(f"oracle.partie.{_standing(view)}"),
    )


def _standing(view: View) -> str:
    """Return which word of the score makes the partie differ from the points."""
    me, standing = view.seat, view.standing
    mine = standing.scores[me] + view.scores[me]
    theirs = standing.scores[me.other] + view.scores[me.other]
    if standing.deals_left is None:
        return "target"
    if standing.deals_left > 1:
        return "early"
    if mine > theirs:
        return "ahead_short" if theirs < view.rules.rubicon_at else "ahead"
    return "behind_short" if mine < view.rules.rubicon_at else "behind"
