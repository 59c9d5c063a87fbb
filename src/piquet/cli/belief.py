"""What a seat believes of the other side's cards, for a terminal: worlds left, and chances."""

from __future__ import annotations

from typing import Any

from piquet.cards import CARDS
from piquet.cli.term import Style, fold
from piquet.oracle.belief import Belief, believe
from piquet.table.talk import Teller
from piquet.texts import text
from piquet.view import View

__all__ = ["document", "shown"]

_PLACES = ("hand", "discards", "talon")


def shown(view: View, style: Style) -> list[str]:
    """Return how many hands the other side may hold, after each word spoken, and where cards lie.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> lines = shown(view, Style(symbols=False))
    >>> len(lines) > 20, lines[-1].split()[-1]
    (True, '%')
    """
    belief = believe(view)
    lines = ["", style.strong(text("oracle.belief.head"))]
    for said, worlds in _steps(belief, view, style):
        lines += fold(text("oracle.belief.step", n=worlds, said=said), style.width)
    lines += ["", text("oracle.belief.columns")]
    for card, places in _chances(belief):
        shares = [f"{100 * share:5.0f} %" for share in places]
        lines.append(f"  {style.card(card):4}" + "   ".join(shares))
    return lines


def document(view: View) -> dict[str, Any]:
    """Return the same as plain data: worlds after each word, and the chances of each card."""
    belief = believe(view)
    return {
        "listed": belief.listed,
        "fits": belief.fits,
        "steps": [
            {"said": said, "worlds": worlds}
            for said, worlds in _steps(belief, view, Style(symbols=False))
        ],
        "chances": {
            str(card): dict(zip(_PLACES, places, strict=True)) for card, places in _chances(belief)
        },
    }


def _steps(belief: Belief, view: View, style: Style) -> list[tuple[str, int]]:
    teller = Teller(view.rules, style, view.seat)
    found = []
    for step in belief.steps:
        said = text("oracle.belief.cards" if belief.listed else "oracle.belief.drawn")
        if step.event is not None:
            at = next(i for i, event in enumerate(view.events) if event is step.event)
            said = teller.line(step.event, view.events[:at])
        found.append((said, step.worlds))
    return found


def _chances(belief: Belief) -> list[tuple[Any, list[float]]]:
    table = belief.chances()
    return [(card, table[card.index].tolist()) for card in CARDS[::-1] if table[card.index].any()]
