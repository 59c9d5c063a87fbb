"""The strong levels: every option tried in the worlds that may be, each world played out best."""

from __future__ import annotations

from piquet.actions import Action
from piquet.base import Illegal
from piquet.oracle.exact import MASTER, Style, choose
from piquet.oracle.exchange import Plan
from piquet.view import View

__all__ = ["STYLES", "Strong"]

STYLES = {
    "expert": (Style((Plan(30), Plan(45)), worlds=20, soft=False, pique=False), "points"),
    "master": (MASTER, "partie"),
}
"""By level how it looks, and what it plays for."""


class Strong:
    """A level that reckons; what it does depends on its name, seed and view alone."""

    def __init__(self, name: str, seed: int, goal: str | None = None) -> None:
        self.name = name
        self._style, usual = STYLES[name]
        self._goal = goal or usual
        self._seed = seed

    def act(self, view: View) -> Action:
        """Return one of ``view.legal_actions``."""
        if not view.legal_actions:
            raise Illegal("not_to_move", seat=view.seat)
        return choose(view, goal=self._goal, seed=self._seed, style=self._style)
