"""Why: the numbers of an advice put into one to three sentences that name cards and chances."""

from __future__ import annotations

from piquet.actions import Action, Category, Kind
from piquet.cards import CardSet
from piquet.naming import cards_named, listed
from piquet.oracle import reasons
from piquet.oracle.advice import PARTS, Advice, Option
from piquet.oracle.memory import remember
from piquet.oracle.phrases import amount, doing, points
from piquet.texts import text
from piquet.view import View

__all__ = ["breakdown", "notes", "reasons_for"]

_MOST = 3  # sentences
_SMALL = 0.05  # points that are not worth a word
_TIES = 3  # equals that are named
_SLIGHT = 0.1  # share of the whole difference below which a part is left out
_ENOUGH = 0.8  # share of it that is enough to tell
_PARTS = 3
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


def notes(view: View, advice: Advice) -> tuple[str, ...]:
    """Return what a person should know besides: what to ask to see, what to think of sinking."""
    if advice.method == "playouts" and reasons.sinks(view, advice.best.action):
        return (text("oracle.note.sunk"),)
    asked = view.legal_actions.of(Kind.ASK_TO_SEE)
    memory = remember(view)
    if not asked or memory.sure.bit_count() == memory.number:
        return ()  # or every card of theirs is known
    names = [text(f"talk.category.{Category(action.number)}") for action in asked]
    return (text("oracle.note.ask_to_see", what=listed(names)),)


def _rival(advice: Advice, selection: Action | None) -> Option | None:
    """Return what the best is compared with: the person's own choice, or the next that is worse."""
    others = advice.options[1:]
    chosen = [option for option in others if option.action == selection]
    worse = [option for option in others if not option.tied]
    return next(iter(chosen or worse), None)


def _net(best: Option, rival: Option) -> float:
    return best.net.value - rival.net.value


def _compared(view: View, advice: Advice, rival: Option, selection: Action | None) -> str | None:
    """Return what the best gains over another option, and where."""
    best = advice.best
    gain = _net(best, rival)
    if rival.tied:
        return text("oracle.why.yours_ties", what=doing(rival.action, view))
    if gain < _SMALL:
        return None
    parts = breakdown(best, rival)
    what = reasons.instead(view, best.action, rival.action)
    yours = rival.action == selection
    key = "yours" if yours else "worth"
    if not parts:
        key = "yours_plain" if yours else "worth_plain"
    return text(f"oracle.why.{key}", what=what, n=points(gain), parts=parts)


def breakdown(best: Option, rival: Option) -> str:
    """Return in words from where the difference of two options comes, the largest first.

    Gains come before what is given up for them; a part is told as theirs where it comes from what
    the other side scores.
    """
    gain = abs(_net(best, rival))
    found: list[tuple[float, bool, str]] = []
    for place, part in enumerate(PARTS):
        mine = best.parts.own[place] - rival.parts.own[place]
        theirs = rival.parts.other[place] - best.parts.other[place]
        total = mine + theirs
        if abs(total) < max(_SLIGHT * gain, _SMALL):
            continue
        own = abs(mine) >= abs(theirs)
        key = "more" if (total > 0) == own else "less"
        name = text(f"oracle.part.{part}")
        found.append((total, own, text(f"oracle.from.{key}", n=amount(total), part=name)))
    found.sort(key=lambda item: -abs(item[0]))
    gains: list[tuple[bool, str]] = []
    told = 0.0
    for total, own, said in found:
        if total > 0 and told < _ENOUGH * gain and len(gains) < _PARTS:
            gains.append((own, said))
            told += total
    losses = [(own, said) for total, own, said in found if total < -_WORTH_TELLING * gain][:1]
    if gains and losses:
        return text("oracle.from.but", gains=_sides(gains), losses=_sides(losses))
    return _sides(gains)


def _sides(parts: list[tuple[bool, str]]) -> str:
    """Return what you score and what they score, each told together."""
    mine = listed([said for own, said in parts if own])
    theirs = listed([said for own, said in parts if not own])
    theirs = text("oracle.from.they", parts=theirs) if theirs else ""
    return listed([side for side in (mine, theirs) if side])


def _equals(view: View, advice: Advice, selection: Action | None) -> str | None:
    """Return which options may well be as good."""
    tied = [option.action for option in advice.options[1:] if option.tied]
    tied = [action for action in tied if action != selection]
    if not tied:
        return None
    if len(tied) == len(advice.options) - 1 and len(tied) > _TIES:
        return text("oracle.why.all_equal")
    if all(action.kind is Kind.PLAY for action in tied):
        cards = CardSet.of(*(action.card for action in tied))
        return text("oracle.why.as_good", what=cards_named(cards))
    named = [reasons.beside(view, advice.best.action, action) for action in tied[:_TIES]]
    if len(tied) > _TIES:
        return text("oracle.why.as_good_more", what=", ".join(named), n=len(tied) - _TIES)
    return text("oracle.why.as_good", what=listed(named))


def _disagrees(view: View, advice: Advice) -> str | None:
    """Return why the partie asks for something else than the points of this deal."""
    if advice.goal != "partie":
        return None
    best, other = advice.best, advice.by_points
    if other is best or other.tied or best.value is None or other.value is None:
        return None
    lost = other.net.value - best.net.value
    if lost < _SMALL:
        return None
    return text(
        "oracle.why.partie",
        what=doing(other.action, view),
        mine=doing(best.action, view),
        n=points(lost),
        value=points(best.value.value - other.value.value),
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
