"""How deals go on average: of self-play, of hands that were recorded, and of a long simulation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import NamedTuple

from piquet.arena.model import Game
from piquet.base import Estimate, Seat

__all__ = ["CAVENDISH", "RECORDED", "SIMULATION", "Figure", "statistics"]

RECORDED = {
    "elder": (977, 1743, 2867, 2105, 902, 76, 166, 664, 106, 20, 88, 210, 40, 2, 18, 16),
    "younger": (3556, 2560, 2317, 944, 423, 35, 13, 21, 5, 28, 52, 38, 7, 0, 0, 1),
}
"""How many of 10,000 recorded hands scored 0 to 9, 10 to 19 and so on, the last 150 and more.

Source: Cavendish, The Laws of Piquet (1892), Discarding and Odds at Piquet.
"""

_HANDS = 10_000


def _at_least(seat: str, points: int) -> float:
    """Return how many in a hundred of the recorded hands scored so many tens and more."""
    return 100 * sum(RECORDED[seat][points // 10 :]) / _HANDS


CAVENDISH = {
    "elder_median": 28,
    "younger_median": 14,
    "elder_20": _at_least("elder", 20),
    "elder_30": _at_least("elder", 30),
    "elder_40": _at_least("elder", 40),
    "younger_10": _at_least("younger", 10),
    "younger_20": _at_least("younger", 20),
    "elder_cards": 62.5,
    "younger_cards": 25.0,
    "divided": 12.5,
    "elder_repique": 3.5,
    "younger_repique": 1.3,
    "any_bonus": 12.0,
}
"""What the recorded hands come to, and the odds stated with them: the cards 5/8, 1/4 and 1/8."""

SIMULATION = {
    "elder_mean": 32.7,
    "younger_mean": 18.8,
    "elder_spread": 24.0,
    "younger_spread": 17.0,
    "difference": 13.9,
    "difference_spread": 35.7,
    "correlation": -0.48,
    "elder_called": 12.6,
    "younger_called": 8.5,
    "elder_repique": 3.4,
    "younger_repique": 1.7,
    "pique": 7.5,
    "elder_capot": 2.3,
    "younger_capot": 0.7,
    "elder_cards": 57.6,
    "younger_cards": 25.1,
    "divided": 14.3,
    "elder_ahead": 66.3,
    "captures": 2.7,
}
"""A simulation of 8,000 deals: all discards tried, play in sampled worlds, everything called."""


class Figure(NamedTuple):
    """One figure of self-play, and what the hands recorded and the simulation have for it."""

    name: str
    value: float
    interval: float | None
    recorded: float | None
    simulated: float | None


def statistics(games: Sequence[Game]) -> list[Figure]:
    """Return the figures of some deals, shares in per cent, each beside what is known of it.

    >>> from piquet.arena import selfplay
    >>> figures = statistics(selfplay("club", 50, "letter"))
    >>> [figure.name for figure in figures[:3]]
    ['elder_median', 'younger_median', 'elder_mean']
    """
    elder, younger = ([game.points[seat] for game in games] for seat in Seat)
    differences = [one - other for one, other in zip(elder, younger, strict=True)]

    def made(name: str, value: float, interval: float | None = None) -> Figure:
        if interval is not None and not math.isfinite(interval):
            interval = None
        return Figure(name, value, interval, CAVENDISH.get(name), SIMULATION.get(name))

    def mean(name: str, values: Iterable[float]) -> Figure:
        found = Estimate.mean(values)
        return made(name, found.value, found.interval)

    def share(name: str, holds: Callable[[Game], bool]) -> Figure:
        return mean(name, (100.0 * holds(game) for game in games))

    def reached(name: str, seat: Seat, points: int) -> Figure:
        return share(name, lambda game: game.points[seat] >= points)

    def scored(name: str, seat: Seat | None, *reasons: str) -> Figure:
        return share(name, lambda game: _scored(game, seat, reasons))

    spread, other_spread = _spread(elder), _spread(younger)
    return [
        made("elder_median", median(elder)),
        made("younger_median", median(younger)),
        mean("elder_mean", elder),
        mean("younger_mean", younger),
        made("elder_spread", spread),
        made("younger_spread", other_spread),
        mean("difference", differences),
        made("difference_spread", _spread(differences)),
        made("correlation", _correlation(elder, younger)),
        *(reached(f"elder_{points}", Seat.ELDER, points) for points in (20, 30, 40)),
        *(reached(f"younger_{points}", Seat.YOUNGER, points) for points in (10, 20)),
        share("elder_ahead", lambda game: game.points[0] > game.points[1]),
        mean("elder_called", (_called(game, Seat.ELDER) for game in games)),
        mean("younger_called", (_called(game, Seat.YOUNGER) for game in games)),
        scored("elder_repique", Seat.ELDER, "repique"),
        scored("younger_repique", Seat.YOUNGER, "repique"),
        scored("pique", None, "pique"),
        scored("any_bonus", None, "pique", "repique"),
        scored("elder_cards", Seat.ELDER, "cards"),
        scored("younger_cards", Seat.YOUNGER, "cards"),
        share("divided", lambda game: not _scored(game, None, _ENDS)),
        scored("elder_capot", Seat.ELDER, "capot"),
        scored("younger_capot", Seat.YOUNGER, "capot"),
        mean(
            "captures",
            (sum(award.reason == "capture" for award in game.awards) for game in games),
        ),
    ]


_ENDS = ("cards", "capot", "conceded_cards")
_CALLED = ("carte_blanche", "point", "sequences", "sets")


def _scored(game: Game, seat: Seat | None, reasons: Sequence[str]) -> bool:
    return any(
        award.reason in reasons and (seat is None or award.seat is seat) for award in game.awards
    )


def _called(game: Game, seat: Seat) -> int:
    return sum(
        award.points for award in game.awards if award.seat is seat and award.reason in _CALLED
    )


def _spread(values: Sequence[float]) -> float:
    """Return the standard deviation, 0 of one value."""
    centre = sum(values) / len(values)
    return math.sqrt(sum((value - centre) ** 2 for value in values) / max(1, len(values) - 1))


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how far two numbers go together, 0 where one of them never changes."""
    a, b = sum(one) / len(one), sum(other) / len(other)
    both = sum((x - a) * (y - b) for x, y in zip(one, other, strict=True)) / max(1, len(one) - 1)
    spreads = _spread(one) * _spread(other)
    return both / spreads if spreads else 0.0
