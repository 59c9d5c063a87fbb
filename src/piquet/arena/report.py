"""A match in figures for other programs, and a ladder as a table for people."""

from __future__ import annotations

import math
from collections.abc import Sequence

from piquet.arena.model import KINDS, REASONS, Match
from piquet.arena.running import Stop
from piquet.base import Estimate
from piquet.texts import text

__all__ = ["cross_table", "figures", "seconds", "times_line"]


def figures(match: Match, stop: Stop) -> dict[str, object]:
    """Return a match as plain data; ``interval`` is half the width of a 95 % interval.

    All but ``time_per_decision`` (seconds) is the same whenever the match is played again.

    >>> from piquet.arena import match
    >>> found = figures(match("club", "beginner", pairs=2, seed="letter"), Stop(2))
    >>> sorted(found["margin"]), found["stop"]["rule"]
    (['interval', 'pairs', 'value'], 'fixed')
    """
    parties = match.parties
    a, b = match.names
    return {
        "a": a,
        "b": b,
        "rules": str(match.rules),
        "seed": match.seed,
        "margin": _estimate(match.margin, "pairs"),
        "elder": {**_estimate(match.elder), "other": _estimate(match.other_elder)},
        "younger": {**_estimate(match.younger), "other": _estimate(match.other_younger)},
        "parties": None if parties is None else _estimate(parties.won, "pairs"),
        "settlement": None if parties is None else _estimate(parties.settlement, "pairs"),
        "frequencies": _frequencies(match),
        "stop": {
            "rule": "fixed" if stop.within is None else "within",
            "most": stop.most,
            "within": stop.within,
            "every": None if stop.within is None else stop.every,
        },
        "time_per_decision": {"a": _times(match, 0), "b": _times(match, 1)},
    }


def _estimate(estimate: Estimate, counted: str = "deals") -> dict[str, object]:
    interval = estimate.interval if math.isfinite(estimate.interval) else None
    return {"value": estimate.value, "interval": interval, counted: estimate.n}


def _frequencies(match: Match) -> dict[str, object]:
    """Return how often things come, as shares of deals; rubicons as shares of parties."""
    found: dict[str, object] = {}
    for reason in REASONS:
        elder, younger, other_elder, other_younger = match.shares(reason)
        found[reason] = {
            "a": {"elder": elder, "younger": younger},
            "b": {"elder": other_elder, "younger": other_younger},
        }
    found["divided"] = match.divided / (len(match.first) + len(match.second))
    parties = match.parties
    found["rubicon"] = (
        None if parties is None else {"a": parties.short.value, "b": parties.other_short.value}
    )
    return found


def _times(match: Match, player: int) -> dict[str, object]:
    every = seconds(match.times(player))
    return {**every, **{kind: seconds(match.times(player, kind)) for kind in KINDS}}


def seconds(times: Sequence[int]) -> dict[str, object]:
    """Return mean, median, 99th percentile and longest, in seconds, of times in microseconds.

    A first call that loads the tables is longer than all others: with hundreds of quick decisions
    it raises the mean above the 99th percentile, and the longest tells so.

    >>> seconds([1000, 3000])
    {'mean': 0.002, 'median': 0.001, 'p99': 0.003, 'longest': 0.003, 'decisions': 2}
    """
    if not times:
        return dict.fromkeys(("mean", "median", "p99", "longest")) | {"decisions": 0}
    ordered = sorted(times)
    median, p99 = (ordered[math.ceil(share * len(ordered)) - 1] for share in (0.5, 0.99))
    return {
        "mean": sum(times) / len(times) / 1e6,
        "median": median / 1e6,
        "p99": p99 / 1e6,
        "longest": ordered[-1] / 1e6,
        "decisions": len(times),
    }


def times_line(match: Match, player: int) -> str:
    """Return in a line how long a player thought, by kind of decision, in milliseconds."""
    found = []
    for kind in KINDS:
        times = seconds(match.times(player, kind))
        told = {
            name: 1e3 * value
            for name, value in times.items()
            if name != "decisions" and isinstance(value, float)
        }
        if told:
            found.append(text("arena.time", kind=text(f"arena.kinds.{kind}"), **told))
    return text("arena.times", name=match.names[player], times="; ".join(found))


def cross_table(levels: Sequence[str], matches: Sequence[Match]) -> str:
    """Return a table of the margins of all levels: the row's points a pair more than the column's.

    >>> from piquet.arena import ladder
    >>> levels = ("random", "club")
    >>> print(cross_table(levels, ladder(levels, pairs=2)).splitlines()[0])
                    random            club
    """
    margins: dict[tuple[str, str], Estimate] = {}
    for match in matches:
        a, b = match.names
        margin = match.margin
        margins[a, b] = margin
        margins[b, a] = Estimate(-margin.value, margin.interval, margin.n)
    width = max(map(len, levels))
    lines = [" " * width + "".join(f"{level:>16}" for level in levels)]
    for row in levels:
        cells = [
            f"{margins[row, column].value:+.1f} ± {margins[row, column].interval:.1f}"
            if (row, column) in margins
            else "-"
            for column in levels
        ]
        lines.append(f"{row:<{width}}" + "".join(f"{cell:>16}" for cell in cells))
    return "\n".join(lines)
