"""What the Oracle says, as the page gets it: options in words, parts by name, its reasons."""

from __future__ import annotations

import math

from piquet.actions import Action, Kind
from piquet.base import Estimate
from piquet.cards import CardSet
from piquet.oracle.advice import Advice, Option
from piquet.table.choosing import CATEGORY, name_of
from piquet.table.naming import Writing
from piquet.table.offers import choices
from piquet.table.told import AdviceTold, OptionTold
from piquet.texts import text
from piquet.view import View

__all__ = ["told"]

_WRITING = Writing()


def told(
    advice: Advice, view: View, id: str, version: int, selection: CardSet | None
) -> AdviceTold:
    """Return an answer of the Oracle as it goes over the wire."""
    buttons = {choice.action: choice.words for choice in choices(view)}
    key = "listed" if advice.listed else advice.method
    how = [
        text(
            "table.oracle.how_goal_partie" if advice.goal == "partie" else "table.oracle.how_goal"
        ),
        text("table.oracle.how_denied"),
        text(f"table.oracle.how_{key}", n=advice.count, opponent=advice.opponent),
    ]
    return AdviceTold(
        id=id,
        version=version,
        method=advice.method,
        goal=advice.goal,
        options=[_option(option, view, buttons, selection) for option in advice.options],
        count=advice.count,
        listed=advice.listed,
        reasons=list(advice.reasons),
        notes=list(advice.notes),
        how=how,
        chances=[],
        finished=advice.finished,
    )


def _option(
    option: Option, view: View, buttons: dict[int, str], selection: CardSet | None
) -> OptionTold:
    action = option.action
    value = option.value
    return OptionTold(
        action=int(action),
        text=str(action),
        words=_words(action, view, buttons),
        cards=[str(card) for card in action.cards],
        net=option.net.value,
        net_margin=_margin(option.net),
        value=None if value is None else value.value,
        value_margin=0.0 if value is None else _margin(value),
        wins=option.wins,
        behind=option.behind.value,
        behind_margin=_margin(option.behind),
        tied=option.tied,
        yours=selection is not None and action.cards == selection,
        parts={name: part for name, part in option.parts.net().items() if part},
    )


def _margin(estimate: Estimate) -> float:
    return estimate.interval if math.isfinite(estimate.interval) else 0.0


def _words(action: Action, view: View, buttons: dict[int, str]) -> str:
    if action.kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
        if not action.cards:
            return text("table.exchange.button_none")
        return text("table.oracle.throw", cards=_WRITING.cards(action.cards))
    if int(action) in buttons:
        return buttons[int(action)]
    category = CATEGORY.get(action.kind)
    return str(action) if category is None else name_of(category, action.cards)
