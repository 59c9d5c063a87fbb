"""Those who play: the protocol, and the levels by name."""

from __future__ import annotations

from typing import Protocol

from piquet import kernel
from piquet.actions import Action, LegalActions
from piquet.base import Illegal, Unreadable
from piquet.oracle.policies import decide, mix
from piquet.oracle.weights import BEGINNER, CLUB, Weights
from piquet.view import View

__all__ = ["CLASSIC", "LEVELS", "Player", "make"]

_STRONG = ("expert", "master")

LEVELS = ("random", "beginner", "club", *_STRONG)
"""The levels from the weakest; the last two need the native core."""

CLASSIC = "classic"
"""The Oracle of playouts as a player, which stands outside the order and needs the core too."""

_WEIGHTS = {"beginner": BEGINNER, "club": CLUB}


class Player(Protocol):
    """Whoever can act: shown what a seat may know, it returns one of the legal actions."""

    def act(self, view: View) -> Action:
        """Return one of ``view.legal_actions``.

        Raises Illegal (``not_to_move``) for the view of a seat that is not to move.
        """


def _legal(view: View) -> LegalActions:
    if not view.legal_actions:
        raise Illegal("not_to_move", seat=view.seat)
    return view.legal_actions


class _Random:
    def __init__(self, seed: int) -> None:
        self._seed = seed

    def act(self, view: View) -> Action:
        legal = _legal(view)
        return legal[mix(self._seed, len(view.events), view.hand.mask) % len(legal)]


class _ByRule:
    def __init__(self, weights: Weights, seed: int) -> None:
        self._weights = weights
        self._seed = seed

    def act(self, view: View) -> Action:
        _legal(view)
        return decide(view, self._weights, self._seed)


def make(name: str, seed: int = 0) -> Player:
    """Return a player of a level.  What it does depends on its name, seed and view alone.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> position = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> print(make("club").act(position.view(Seat.ELDER)))
    exchange KH JH 7H QD TD

    Raises Unreadable (``unknown_level``) for another name, CoreMissing where a level needs the
    native core and it is not there.
    """
    seed &= (1 << 64) - 1
    if name == "random":
        return _Random(seed)
    if name in _WEIGHTS:
        return _ByRule(_WEIGHTS[name], seed)
    if name in _STRONG:
        _ = kernel.compare_discards  # says what is missing, where something is
        from piquet.players.strong import Strong

        return Strong(name, seed)
    if name == CLASSIC:
        _ = kernel.roll_deals
        from piquet.players.classic import Classic

        return Classic(seed)
    raise Unreadable("unknown_level", name=name[:60], levels=", ".join((*LEVELS, CLASSIC)))
