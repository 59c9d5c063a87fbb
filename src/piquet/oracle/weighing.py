"""Options weighed world by world, made into what is said of them: means, intervals, ties, parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piquet.actions import Action
from piquet.base import Estimate, Seat
from piquet.oracle.advice import PARTS, Option, Parts
from piquet.oracle.stakes import SAME, Floats, Stakes, best_of

__all__ = ["Weighed", "from_sheets", "joined", "options", "pick"]

_NOTHING = 0.02  # in the unit that ranks: nobody can tell such options apart
_Z = 1.96  # standard errors in half a 95 % interval
_SIDE = 6  # columns of a side in a sheet
_COLUMNS = ("carte_blanche", "point", "sequences", "sets", "pique", "repique")


class Weighed(NamedTuple):
    """Options in worlds: net points and value by world (rows) and option, weights of the worlds.

    ``own`` and ``other`` are the mean points of both sides by option (rows) and part; ``value`` is
    None where only points are asked for.  Options that come first are preferred among equals.
    """

    actions: Sequence[Action]
    net: Floats
    value: Floats | None
    weights: Floats
    own: Floats
    other: Floats

    @property
    def ranking(self) -> Floats:
        """What ranks, by world and option."""
        return self.net if self.value is None else self.value


def options(weighed: Weighed, *, listed: bool, keep: int | None = None) -> tuple[Option, ...]:
    """Return the options from the best to the worst; ``keep`` leaves out all but so many.

    ``listed`` tells that the worlds are all there are: then nothing is left to chance.
    """
    weights, ranking = weighed.weights, weighed.ranking
    means = weights @ ranking
    order = np.argsort(-np.rint(means / SAME), kind="stable")[:keep]
    best = ranking[:, [order[0]]]
    spread = 0.0 if listed else _Z * _scale(weights)
    net = _estimates(weighed.net, weights, spread)
    behind = _estimates(ranking - best, weights, spread)
    value = None if weighed.value is None else _estimates(weighed.value, weights, spread)
    wins = weights @ (weighed.net > 0)
    return tuple(
        Option(
            action=weighed.actions[at],
            net=net[at],
            value=None if value is None else value[at],
            wins=float(wins[at]),
            behind=behind[at],
            tied=-behind[at].value <= max(behind[at].interval, _NOTHING),
            parts=Parts(tuple(weighed.own[at].tolist()), tuple(weighed.other[at].tolist())),
        )
        for at in order.tolist()
    )


def _scale(weights: Floats) -> float:
    """Return by what a spread shrinks to that of the mean; nothing is known from one world."""
    number = 1 / float(weights @ weights)
    return float("inf") if number < 1.5 else (1 / (number - 1)) ** 0.5


def _estimates(values: Floats, weights: Floats, spread: float) -> list[Estimate]:
    means = weights @ values
    away = weights @ (values - means) ** 2
    half = np.zeros(len(means))
    if spread:
        varies = away > SAME * SAME
        half[varies] = np.sqrt(away[varies]) * spread
    return [
        Estimate(mean, interval, len(values))
        for mean, interval in zip(means.tolist(), half.tolist(), strict=True)
    ]


def from_sheets(
    actions: Sequence[Action],
    sheets: NDArray[np.int16],
    weights: Floats,
    stakes: Stakes,
    first: Seat,
) -> Weighed:
    """Weigh actions by their sheets, world by action, those columns first that are ``first``'s."""
    sides = dict(zip((first, first.other), _by_side(sheets, stakes, first), strict=True))
    points = {seat: np.sum(list(by_part.values()), axis=0) for seat, by_part in sides.items()}
    parts = {
        seat: np.stack([weights @ by_part[part] for part in PARTS], axis=1)
        for seat, by_part in sides.items()
    }
    seat = stakes.seat
    own, other = points[seat], points[seat.other]
    value = None if stakes.values is None else stakes.worth(own, other)
    return Weighed(actions, own - other, value, weights, parts[seat], parts[seat.other])


def joined(pieces: Sequence[Weighed]) -> Weighed:
    """Return options that were weighed apart, in the same worlds, as one list."""
    values = [one.value for one in pieces if one.value is not None]
    return Weighed(
        [action for one in pieces for action in one.actions],
        np.concatenate([one.net for one in pieces], axis=1),
        np.concatenate(values, axis=1) if values else None,
        pieces[0].weights,
        np.concatenate([one.own for one in pieces]),
        np.concatenate([one.other for one in pieces]),
    )


def pick(weighed: Weighed, action: Action, among: Sequence[int], weights: Floats) -> Weighed:
    """Return an action that leads to the best of some options."""
    at = among[best_of(weights @ weighed.ranking[:, list(among)])]
    return Weighed(
        [action],
        weighed.net[:, [at]],
        None if weighed.value is None else weighed.value[:, [at]],
        weights,
        weighed.own[[at]],
        weighed.other[[at]],
    )


def _by_side(sheets: NDArray[np.int16], stakes: Stakes, first: Seat) -> Iterator[dict[str, Floats]]:
    """Yield what the first side of sheets and then the second score, by part."""
    s = sheets[..., 2 * _SIDE].astype(np.intp)
    for at, seat in enumerate((first, first.other)):
        side = sheets[..., at * _SIDE : (at + 1) * _SIDE].astype(np.float64)
        points = {name: side[..., column] for column, name in enumerate(_COLUMNS)}
        yield points | {name: by_s[seat][s] for name, by_s in stakes.parts.items()}
