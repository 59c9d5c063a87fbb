"""What the Oracle says, as the page gets it: options in words, parts by name, its reasons."""

from __future__ import annotations

import math
from collections.abc import Mapping

from piquet.actions import Action, Kind
from piquet.base import Estimate
from piquet.oracle.advice import Advice, Option
from piquet.table.choosing import CATEGORY, name_of
from piquet.table.naming import Writing
from piquet.table.offers import choices
from piquet.table.told import AdviceTold, Chance, OptionTold
from piquet.texts import text
from piquet.view import View

__all__ = ["phrase", "told"]

_WRITING = Writing()


def told(
    advice: Advice,
    view: View,
    id: str,
    version: int,
    selection: Action | None,
    chances: Mapping[str, float],
) -> AdviceTold:
    """Return an answer of the Oracle as it goes over the wire."""
    buttons = {choice.action: choice.words for choice in choices(view)}
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
        how=_how(advice),
        chances=[Chance(card, chance) for card, chance in chances.items()],
        finished=advice.finished,
    )


def _how(advice: Advice) -> list[str]:
    """Return how it counts: what is ranked, over what, out of how many, and how sure it is."""
    goal = "how_goal_partie" if advice.goal == "partie" else "how_goal"
    said = [text(f"table.oracle.{goal}"), text("table.oracle.how_denied")]
    if advice.method == "playouts":
        said.append(text("table.oracle.how_playouts", n=advice.count, opponent=advice.opponent))
    else:
        key = "how_listed" if advice.listed else "how_exact"
        said.append(text(f"table.oracle.{key}", n=advice.count))
        said.append(text("table.oracle.how_open"))
    if advice.compared > len(advice.options):
        said.append(text("table.oracle.how_compared", n=advice.compared, shown=len(advice.options)))
    if not advice.listed:
        said.append(text("table.oracle.how_margin"))
    return said


def _option(
    option: Option, view: View, buttons: dict[int, str], selection: Action | None
) -> OptionTold:
    action = option.action
    value = option.value
    return OptionTold(
        action=int(action),
        text=str(action),
        words=phrase(action, view, buttons),
        cards=[str(card) for card in action.cards],
        net=option.net.value,
        net_margin=_margin(option.net),
        value=None if value is None else value.value,
        value_margin=0.0 if value is None else _margin(value),
        wins=option.wins,
        behind=option.behind.value,
        behind_margin=_margin(option.behind),
        tied=option.tied,
        yours=action == selection,
        parts={name: part for name, part in option.parts.net().items() if part},
    )


def _margin(estimate: Estimate) -> float:
    return estimate.interval if math.isfinite(estimate.interval) else 0.0


def phrase(action: Action, view: View, buttons: Mapping[int, str]) -> str:
    """Return what an action is in words: those of its button, if it has one."""
    if action.kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
        if not action.cards:
            return text("table.exchange.button_none")
        return text("table.oracle.throw", cards=_WRITING.cards(action.cards))
    if int(action) in buttons:
        return buttons[int(action)]
    category = CATEGORY.get(action.kind)
    return str(action) if category is None else name_of(category, action.cards)
