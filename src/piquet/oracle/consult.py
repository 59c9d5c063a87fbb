"""Asking the Oracle: a view in, advice out, with its reasons in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec

from piquet import kernel
from piquet.actions import Action, Kind
from piquet.base import Illegal, Unreadable
from piquet.oracle.advice import METHODS, Advice
from piquet.texts import text
from piquet.view import View

__all__ = ["advise", "thinking"]

_GOALS = ("partie", "points")
_FREE = (Kind.ASK_TO_SEE, Kind.NAME_SUIT)  # never worth less than doing without


def thinking(
    view: View,
    *,
    method: str = "exact",
    goal: str = "partie",
    seconds: float | None = None,
    playouts: int | None = None,
    worlds: int | None = None,
    seed: int = 0,
    threads: int = 0,
    selection: Action | None = None,
    opponent: str = "club",
) -> Iterator[Advice]:
    """Yield what the Oracle says of the decision of a view's seat, better and better.

    ``method`` is ``exact`` or ``playouts``, ``goal`` what ranks (``playouts`` always ranks by
    ``points`` of this deal).  It ends when ``seconds`` are over, best so far, or when enough is
    counted: so many ``playouts`` an option, or ``worlds``.  ``selection`` is what the person has in
    mind; it is counted as well, and the reasons compare with it.  ``opponent`` is the level that
    sits opposite, for the playouts.  ``threads`` 0 stands for all cores.

    Raises CoreMissing where the native core is not there, Illegal (``not_to_move``,
    ``oracle_selection``) for the view of a seat that is not to move and for a selection that is not
    legal, Unreadable (``oracle_method``, ``oracle_goal``) for another name.
    """
    if method not in METHODS:
        raise Unreadable("oracle_method", name=str(method)[:40], names=" and ".join(METHODS))
    if goal not in _GOALS:
        raise Unreadable("oracle_goal", name=str(goal)[:40], names=" and ".join(_GOALS))
    if not view.legal_actions:
        raise Illegal("not_to_move", seat=view.seat)
    if selection is not None and selection not in view.legal_actions:
        raise Illegal("oracle_selection", action=selection)
    missing = kernel.why_not()
    if not missing and find_spec("numpy") is None:
        missing = text("kernel.numpy")
    if missing:
        raise kernel.CoreMissing(missing)
    return _thinking(
        view, method, goal, seconds, playouts, worlds, seed, threads, selection, opponent
    )


def _thinking(
    view: View,
    method: str,
    goal: str,
    seconds: float | None,
    playouts: int | None,
    worlds: int | None,
    seed: int,
    threads: int,
    selection: Action | None,
    opponent: str,
) -> Iterator[Advice]:
    if method == "playouts":
        from piquet.oracle.playouts import PLAYOUTS
        from piquet.oracle.playouts import thinking as counting

        found = counting(
            view,
            playouts=PLAYOUTS if playouts is None else playouts,
            seconds=seconds,
            seed=seed,
            threads=threads,
            selection=selection,
            opponent=opponent,
        )
    else:
        from piquet.oracle.exact import thinking as exactly

        found = exactly(
            view,
            goal=goal,
            worlds=worlds,
            seconds=seconds,
            seed=seed,
            threads=threads,
            selection=selection,
        )
    for advice in found:
        yield _told(view, advice, selection)


def _told(view: View, advice: Advice, selection: Action | None) -> Advice:
    """Return an advice with its reasons and notes; what costs nothing is a note and no option."""
    from piquet.oracle.words import notes, reasons_for

    options = tuple(
        o for o in advice.options if o.action.kind not in _FREE or o.action == selection
    )
    advice = replace(advice, options=options or advice.options)
    return replace(
        advice,
        reasons=reasons_for(view, advice, selection),
        notes=(*advice.notes, *notes(view)),
    )


def advise(
    view: View,
    *,
    method: str = "exact",
    goal: str = "partie",
    seconds: float | None = None,
    playouts: int | None = None,
    worlds: int | None = None,
    seed: int = 0,
    threads: int = 0,
    selection: Action | None = None,
    opponent: str = "club",
) -> Advice:
    """Return what the Oracle says of the decision of a view's seat (see :func:`thinking`).

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> advice = advise(view, method="playouts", playouts=2000)
    >>> print(advice.best.action, len(advice.reasons) > 0)
    exchange KH JH 7H QD TD True
    """
    *_, advice = thinking(
        view,
        method=method,
        goal=goal,
        seconds=seconds,
        playouts=playouts,
        worlds=worlds,
        seed=seed,
        threads=threads,
        selection=selection,
        opponent=opponent,
    )
    return advice
