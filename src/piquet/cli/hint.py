"""``hint`` in a partie against the computer: what the Oracle says of your decision."""

from __future__ import annotations

from piquet.actions import Action, Kind
from piquet.cli import table
from piquet.cli.game import Game
from piquet.cli.needs import core_missing
from piquet.cli.panel import panel
from piquet.cli.term import Style
from piquet.oracle.advice import METHODS
from piquet.texts import text
from piquet.view import View

__all__ = ["hint"]

_SECONDS = 5.0


def hint(said: str, game: Game, style: Style) -> list[str] | None:
    """Return the lines of a hint, None where none is asked for; the deal is marked as assisted.

    ``hint playouts`` counts by the other method; cards chosen for the exchange are compared.
    """
    head, _, method = said.partition(" ")
    if head not in ("hint", "oracle"):
        return None
    view = game.view
    if not game.yours:
        return table.paragraphs(text("play.hint.nothing"), style)
    if view is None:
        dealer = Kind.DEALER in game.partie.legal_actions.kinds
        return table.paragraphs(text("play.hint.turns" if dealer else "play.hint.chance"), style)
    method = method.strip() or METHODS[0]
    if method not in METHODS:
        return table.paragraphs(text("play.hint.which"), style)
    missing = core_missing()
    if missing:
        return table.paragraphs(text("play.hint.missing", why=missing), style)
    from piquet import oracle

    game.asked.add(game.number)
    chosen = _chosen(game, view)
    advice = oracle.advise(
        view,
        method=method,
        seconds=_SECONDS,
        selection=chosen,
        opponent=game.level,
    )
    return panel(view, advice, style, chosen)[1:]


def _chosen(game: Game, view: View) -> Action | None:
    """Return the exchange that is chosen but not confirmed yet."""
    for kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
        action = Action(kind, game.pending.mask)
        if game.pending and action in view.legal_actions:
            return action
    return None
