"""What is answered to an action at a stop: right, as good, weak and why, or not legal and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from piquet import kernel
from piquet.actions import Action, Kind
from piquet.base import PiquetError
from piquet.cards import Card, CardSet
from piquet.lessons.model import EXCHANGES, Lesson, Reply, Stop
from piquet.naming import card_name, cards_named, recarded, words
from piquet.oracle.advice import Advice
from piquet.oracle.phrases import CALLS, doing
from piquet.texts import text
from piquet.view import View

__all__ = ["Advise", "Answer", "answer"]

Verdict = Literal["right", "also", "weak", "illegal"]
Source = Literal["lesson", "oracle", "rule", "engine"]

NOTHING, SLIGHT = 0.05, 0.5
"""Points below which there is no difference, and none that matters to a beginner."""

_ANSWERS = (Kind.GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.NOT_GOOD)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an action: what it is worth, in words, from whom, and what it costs in points.

    ``source`` is the author of the lesson, the Oracle, a rule where there is no native core, or the
    engine that refuses what is not legal.  ``cost`` is known from the Oracle alone.
    """

    verdict: Verdict
    words: str
    source: Source
    action: Action
    cost: float | None = None


Advise = Callable[[View, Action], Advice | None]
"""Asks the Oracle about an action of the seat of a view; None where there is no Oracle."""


def answer(lesson: Lesson, stop: Stop, action: Action, advise: Advise | None = None) -> Answer:
    """Return what is answered to an action of the learner at a stop.

    The author's own answer comes first, then the Oracle's, else what the rules alone can say.
    ``advise`` asks the Oracle in another place than here; it returns None where there is none.

    >>> from piquet.lessons import load
    >>> lesson = load("first")
    >>> answer(lesson, lesson.stops[0], Action.GOOD).verdict
    'illegal'
    """
    position = lesson.position(stop)
    if position.to_move is not lesson.seat:
        return Answer("illegal", text("lessons.answer.not_you"), "engine", action)
    try:
        position.after(action)
    except PiquetError as error:
        return Answer("illegal", _sentence(str(error)), "engine", action)
    stop = lesson.question(stop)
    expected = stop.expected
    if expected is None:
        return Answer("also", text("lessons.answer.no_question"), "lesson", action)
    found = _authored(stop, action)
    if action == expected:
        said = text("lessons.answer.right") if found is None else found.words
        return Answer("right", said, "lesson", action)
    if found is not None:
        return Answer("also" if found.good else "weak", found.words, "lesson", action)
    view = position.view(lesson.seat)
    if action in stop.also:
        return Answer("also", _also(expected, view), "lesson", action)
    advice = (_advice if advise is None else advise)(view, action)
    counted = None if advice is None else _by_oracle(view, advice, expected, action)
    return counted or Answer("weak", _sentence(_ruled(view, expected, action)), "rule", action)


def _sentence(said: str) -> str:
    """Return a refusal as a sentence, its cards drawn as in the texts of a lesson."""
    said = recarded(said, lambda card: card.symbol)
    return said[:1].upper() + said[1:] + ("" if said.endswith(".") else ".")


def _authored(stop: Stop, action: Action) -> Reply | None:
    """Return the author's answer: the one to this very action before those to its kinds."""
    expected = stop.expected
    assert expected is not None
    exact = [reply for reply in stop.replies if reply.action is not None]
    kinds = [reply for reply in stop.replies if reply.action is None]
    if action == expected:
        kinds = []
    return next((reply for reply in (*exact, *kinds) if reply.fits(action, expected)), None)


def _also(expected: Action, view: View) -> str:
    return text("lessons.answer.also", what=doing(expected, view))


def _advice(view: View, action: Action) -> Advice | None:
    """Return what the Oracle says, None where there is no core to ask it."""
    from piquet import oracle

    try:
        return oracle.advise(view, goal="points", selection=action)
    except kernel.CoreMissing:
        return None


def _by_oracle(view: View, advice: Advice, expected: Action, action: Action) -> Answer | None:
    """Return what an advice says of an action, None where it has not counted it."""
    options = {option.action: option for option in advice.options}
    chosen = options.get(action)
    if chosen is None:
        return None
    best = options.get(expected, advice.best)
    cost = max(0.0, best.net.value - chosen.net.value)
    reasons = " ".join(advice.reasons)
    if cost < NOTHING:
        return Answer("also", _also(expected, view), "oracle", action, cost)
    if cost < SLIGHT:
        said = text("lessons.answer.nearly", what=doing(expected, view))
        return Answer("also", f"{said} {reasons}", "oracle", action, cost)
    key = "costs_half" if cost < 0.75 else "costs_one" if cost < 1.5 else "costs"
    told = text(f"lessons.answer.{key}", n=words(round(cost)))
    return Answer("weak", f"{told} {reasons}", "oracle", action, cost)


def _ruled(view: View, expected: Action, action: Action) -> str:
    what = doing(expected, view)
    if action.kind in EXCHANGES and expected.kind in EXCHANGES:
        if len(action.cards) < len(expected.cards):
            number = words(len(expected.cards))
            return text("lessons.rule.fewer", n=number, what=what)
        thrown = cards_named(action.cards - expected.cards)
        return text("lessons.rule.throws", cards=thrown, what=what)
    if expected.kind in CALLS and action.kind is not expected.kind:
        return text("lessons.rule.silent", what=what)
    if expected.kind in CALLS or expected.kind is Kind.SAY:
        return text("lessons.rule.less", what=what)
    if expected.kind in _ANSWERS:
        return text("lessons.rule.answer", what=what)
    if expected.kind is Kind.PLAY and action.kind is Kind.PLAY:
        return _of_cards(view, expected.card, action.card, what)
    return text("lessons.rule.other", what=what)


def _of_cards(view: View, better: Card, card: Card, what: str) -> str:
    """Return what speaks for one card against another by what can be seen alone."""
    if view.led is None:
        beaten = _higher(card, view)
        if beaten and not _higher(better, view):
            return text(
                "lessons.rule.beaten",
                card=card_name(card),
                by=cards_named(beaten),
                better=card_name(better),
                what=what,
            )
    elif _takes(better, view.led) and not _takes(card, view.led):
        return text("lessons.rule.leaves", card=card_name(card), what=what)
    return text("lessons.rule.other", what=what)


def _higher(card: Card, view: View) -> CardSet:
    """Return the cards that may be with the other side and would take a card that is led."""
    played = CardSet.of(*(one for trick in view.tricks for one in (trick.lead, trick.follow)))
    theirs = (view.unseen | view.shown) - played
    return CardSet.of(*(one for one in theirs.suit(card.suit) if one.rank > card.rank))


def _takes(card: Card, led: Card) -> bool:
    return card.suit is led.suit and card.rank > led.rank
