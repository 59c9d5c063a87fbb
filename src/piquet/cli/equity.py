"""``piquet equity``: what a state of a partie is worth, before its next deal is dealt."""

import argparse
import json
import sys

from piquet.base import Seat
from piquet.cli.needs import core_missing
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text
from piquet.view import Standing

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Print value, prices of a point and chances; 1 where the core is missing."""
    missing = core_missing()
    if missing:
        print(missing, file=sys.stderr)
        return 1
    from piquet.oracle.equity import equity

    rules = Rules.parse(options.rules or DEFAULT_PROFILE)
    seat = Seat[options.seat.upper()]
    standing = _standing(options, rules, seat)
    values = equity(rules)
    value = values.value(standing, seat)
    mine, other = values.prices(standing, seat)
    chances = values.chances(standing, seat)
    lose = max(0.0, 1 - chances.win - chances.draw)
    found = {
        "rules": str(rules),
        "seat": str(seat),
        "scores": [options.mine, options.other],
        "deals_left": standing.deals_left,
        "extra": standing.extra,
        "games": list(options.games),
        "unit": _unit(rules),
        "value": value,
        "price": {"mine": mine, "other": other},
        "chances": {**chances._asdict(), "lose": lose},
    }
    if options.json:
        print(json.dumps(found, indent=1))
        return 0
    left = "target" if standing.deals_left is None else "extra" if standing.extra else "left"
    print(
        text(
            f"equity.{left}",
            mine=options.mine,
            other=options.other,
            seat=text(f"seats.{seat}"),
            rules=rules,
            deals=standing.deals_left,
            games=options.games,
        )
    )
    print(text("equity.value", value=value, unit=text(f"equity.{_unit(rules)}")))
    print(text("equity.prices", mine=mine, other=other))
    print(text("equity.chances", win=chances.win, draw=chances.draw, lose=lose))
    short = "double" if rules.settlement == "game_double" else "rubicon"
    print(text(f"equity.{short}", short=chances.short, other=chances.other_short))
    return 0


def _standing(options: argparse.Namespace, rules: Rules, seat: Seat) -> Standing:
    """Return the standing that was typed: own numbers first, turned to elder's first."""
    scores, games = (options.mine, options.other), tuple(options.games)
    if seat is Seat.YOUNGER:
        scores, games = scores[::-1], games[::-1]
    left = options.deals_left
    if rules.game_end == "target":
        return Standing(scores, 1, left, options.extra, games)
    left = 1 if left is None else left
    last = rules.deals + 2 if options.extra else rules.deals
    return Standing(scores, last - left + 1, left, options.extra, games)


def _unit(rules: Rules) -> str:
    """Return what values are counted in: a key of the catalogue."""
    if rules.match != "single":
        return "matches"
    return "games" if rules.settlement == "game_double" else "points"
