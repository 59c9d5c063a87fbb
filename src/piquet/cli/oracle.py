"""``piquet oracle``: advice on a hand that is typed, or on a step of a record."""

import argparse
import json
import re
import sys
from typing import Any

from piquet.actions import Action, Kind
from piquet.base import Estimate, Illegal, Seat, Unreadable
from piquet.cards import CardSet, parse_cards
from piquet.cli.needs import core_missing
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text
from piquet.view import Standing, View

__all__ = ["run"]

_MOST_SECONDS = 3600.0
_MOST_PLAYOUTS = 1_000_000


def run(options: argparse.Namespace) -> int:
    """Print what the Oracle says of one decision; 1 where the core is missing."""
    missing = core_missing()
    if missing:
        print(missing, file=sys.stderr)
        return 1
    from piquet import oracle
    from piquet.players import make

    _check_budget(options)
    make(options.opponent)  # refuses a level that there is not
    view = _of_record(options) if options.file else _typed(options)
    if not view.legal_actions:
        seat = text(f"seats.{view.seat}")
        raise Illegal("oracle_not_due", seat=seat, phase=text(f"oracle.phase.{view.phase}"))
    selection = _selection(options.select, view)
    methods = ("exact", "playouts") if options.method == "both" else (options.method,)
    given = {"seconds": options.seconds, "selection": selection, "goal": options.goal}
    if options.seconds is not None:
        given["seconds"] = options.seconds / len(methods)
    given["seed"] = int.from_bytes(_seed(options.seed)[:8], "big")
    found = [
        oracle.advise(
            view,
            method=method,
            playouts=options.playouts,
            opponent=options.opponent,
            **given,
        )
        for method in methods
    ]
    if options.json:
        told = [_document(advice) for advice in found]
        if options.belief:
            from piquet.cli.belief import document

            told = [{**each, "belief": document(view)} for each in told]
        print(json.dumps(told[0] if len(told) == 1 else told, indent=1))
        return 0
    _show(view, found, selection, options.ascii)
    if options.belief:
        from piquet.cli.belief import shown
        from piquet.cli.term import Style

        print("\n".join(shown(view, Style.of(ascii_only=options.ascii))))
    return 0


def _seed(seed: str | None) -> bytes:
    from piquet.dealing import seed_bytes

    return bytes(8) if seed is None else seed_bytes(seed)


def _check_budget(options: argparse.Namespace) -> None:
    seconds = options.seconds
    if seconds is not None and not 0 < seconds <= _MOST_SECONDS:
        raise Unreadable("oracle_seconds", seconds=seconds, most=int(_MOST_SECONDS))
    playouts = options.playouts
    if playouts is not None and not 2 <= playouts <= _MOST_PLAYOUTS:
        raise Unreadable("oracle_playouts", n=playouts, most=_MOST_PLAYOUTS)


def _show(view: View, found: list[Any], selection: Action | None, ascii_only: bool) -> None:
    from piquet.cli.panel import beside, moment, panel
    from piquet.cli.term import Style

    style = Style.of(ascii_only=ascii_only)
    lines = moment(view, style)
    if len(found) == 2:
        lines += beside(view, found[0], found[1], style, selection)
    else:
        lines += panel(view, found[0], style, selection)
    print("\n".join(lines))


# --- where the view comes from --------------------------------------------------------------------


def _of_record(options: argparse.Namespace) -> View:
    """Return the view of the seat that is to move after a step of a record.

    Raises OSError for a file that cannot be opened.
    """
    from piquet.cli.replay import examined, first_steps

    reading = examined(options.file)
    for fault in reading.diagnostics:
        print(fault, file=sys.stderr)
    steps = list(reading.record.steps())
    total = sum(step.action is not None for step in steps)
    if options.step is None:
        raise Unreadable("oracle_step_missing", of=total)
    if not 0 <= options.step <= total:
        raise Illegal("oracle_step", n=options.step, of=total)
    position = first_steps(steps, options.step)[-1].position if steps else None
    if position is None:
        raise Illegal("oracle_step_no_deal", n=options.step)
    if position.to_move is None:
        raise Illegal("oracle_step_over", n=options.step)
    if options.seat is not None and Seat[options.seat.upper()] is not position.to_move:
        seat = Seat[options.seat.upper()]
        raise Illegal("oracle_step_seat", n=options.step, seat=seat, mover=position.to_move)
    return position.view(position.to_move)


def _typed(options: argparse.Namespace) -> View:
    from piquet.oracle.typed import Typed, view_of

    if options.hand is None:
        raise Unreadable("oracle_nothing")
    if options.step is not None:
        raise Unreadable("oracle_step_alone")
    rules = Rules.parse(options.rules or DEFAULT_PROFILE)
    seat = Seat[(options.seat or "elder").upper()]
    typed = Typed(
        seat,
        _cards(options.hand, "--hand"),
        rules,
        _standing(options, rules, seat),
        discards=_cards(options.discards or "", "--discards"),
        drawn=_cards(options.drawn or "", "--drawn"),
        looked=_cards(options.looked or "", "--looked"),
        taken=options.taken,
        said=tuple(part.strip() for part in re.split(r"[,;]", options.said or "") if part.strip()),
        played=parse_cards(options.played) if options.played else (),
        talking=options.said is not None,
    )
    return view_of(typed)


def _cards(words: str, where: str) -> CardSet:
    """Return cards; a card named twice is refused with the place where it is."""
    if not words.strip():
        return CardSet()
    cards = parse_cards(words)
    twice = [card for place, card in enumerate(cards) if card in cards[:place]]
    if twice:
        raise Unreadable("oracle_twice", card=twice[0], where=where)
    return CardSet.of(*cards)


def _standing(options: argparse.Namespace, rules: Rules, seat: Seat) -> Standing | None:
    scores, left = options.scores, options.deals_left
    if scores is None and left is None:
        return None
    mine, theirs = scores or (0, 0)
    pair = (mine, theirs) if seat is Seat.ELDER else (theirs, mine)
    if rules.game_end == "target":
        return Standing(pair, 1, left)
    left = (1 if scores else rules.deals) if left is None else left
    return Standing(pair, rules.deals - left + 1, left)


def _selection(words: str | None, view: View) -> Action | None:
    """Return what the person has in mind: an action in words, or the cards of one."""
    if words is None:
        return None
    from piquet.base import PiquetError

    try:
        action = Action.parse(words)
    except PiquetError:
        cards = CardSet.parse(words)
        kinds = (Kind.EXCHANGE, Kind.SET_ASIDE, Kind.PLAY, Kind.POINT, Kind.SEQUENCE, Kind.SET)
        meant = [Action(kind, cards.mask) for kind in kinds if kind in view.legal_actions.kinds]
        if not meant:
            raise
        action = next((one for one in meant if one in view.legal_actions), meant[0])
    if action not in view.legal_actions:
        raise Illegal("oracle_selection", action=action)
    return action


# --- the document ---------------------------------------------------------------------------------


def _document(advice: Any) -> dict[str, Any]:
    """Return an advice as plain data."""
    return {
        "seat": str(advice.seat),
        "method": advice.method,
        "goal": advice.goal,
        "best": str(advice.best.action),
        "best_by_points": str(advice.by_points.action),
        "count": advice.count,
        "compared": advice.compared,
        "listed": advice.listed,
        "opponent": advice.opponent,
        "finished": advice.finished,
        "options": [
            {
                "action": str(option.action),
                "net": _estimate(option.net),
                "value": None if option.value is None else _estimate(option.value),
                "wins": option.wins,
                "behind": _estimate(option.behind),
                "tied": option.tied,
                "parts": {
                    "own": _parts(option.parts.own),
                    "other": _parts(option.parts.other),
                },
            }
            for option in advice.options
        ],
        "reasons": list(advice.reasons),
        "notes": list(advice.notes),
    }


def _estimate(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "interval": estimate.interval, "n": estimate.n}


def _parts(points: tuple[float, ...]) -> dict[str, float]:
    from piquet.oracle.advice import PARTS

    return dict(zip(PARTS, points, strict=True))
