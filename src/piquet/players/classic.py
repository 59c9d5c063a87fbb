"""The classic level: the Oracle of playouts as a player."""

from __future__ import annotations

from piquet.actions import Action
from piquet.base import Illegal
from piquet.oracle.playouts import PLAYOUTS, choose
from piquet.view import View

__all__ = ["Classic"]


class Classic:
    """Does what 50,000 playouts for each option rank first, and says the truth.

    What is far behind is dropped before the playouts are over (``oracle.playouts.choose`` tells
    when).  What it does depends on its seed and the view alone.
    """

    def __init__(self, seed: int, playouts: int = PLAYOUTS) -> None:
        self._seed = seed
        self._playouts = playouts

    def act(self, view: View) -> Action:
        """Return one of ``view.legal_actions``."""
        if not view.legal_actions:
            raise Illegal("not_to_move", seat=view.seat)
        return choose(view, seed=self._seed, playouts=self._playouts)
