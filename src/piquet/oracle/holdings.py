"""What many hands hold: the best point, sequence and set of each, and what they score."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piquet.rules import Rules
from piquet.tables import tables

__all__ = ["Holdings", "holdings"]

_TEN = 3


class Holdings(NamedTuple):
    """By row a hand, by column point, sequences and sets.

    ``best`` are the keys of the best combination (0: none), ``worth`` is what the category scores
    where it is good: one point, all sequences, all sets.
    """

    best: NDArray[np.int32]
    worth: NDArray[np.int32]


class _Numbers(NamedTuple):
    point_best: NDArray[np.int32]
    point_worth: NDArray[np.int32]
    sequence_best: NDArray[np.int32]
    sequence_worth: NDArray[np.int32]
    set_best: NDArray[np.int32]
    set_worth: NDArray[np.int32]


@lru_cache(maxsize=32)
def _numbers(rules: Rules) -> _Numbers:
    made = tables(rules)
    return _Numbers(
        *(
            np.array(column, dtype=np.int32)
            for column in (
                made.point_strength,
                made.point_worth,
                made.sequence_strength,
                made.sequence_worth,
                made.set_strength,
                made.set_worth,
            )
        )
    )


def holdings(hands: NDArray[np.uint32], rules: Rules) -> Holdings:
    """Return what each of many hands of twelve holds.

    >>> from piquet.cards import CardSet
    >>> hand = np.array([CardSet.parse("SAKQJT HAK DAK CAKQ").mask], dtype=np.uint32)
    >>> holdings(hand, Rules.named("rubicon")).worth.tolist()
    [[5, 18, 28]]
    """
    numbers = _numbers(rules)
    suits = np.ascontiguousarray(hands, dtype="<u4").view(np.uint8).reshape(-1, 4)
    ranks = np.arange(_TEN, 8, dtype=np.uint8)
    held = (suits[:, :, None] >> ranks & 1).sum(axis=1)
    points = numbers.point_best[suits]
    rows = np.arange(len(suits))
    best = np.stack(
        [
            points.max(axis=1),
            numbers.sequence_best[suits].max(axis=1),
            numbers.set_best[ranks, held].max(axis=1),
        ],
        axis=1,
    )
    worth = np.stack(
        [
            numbers.point_worth[suits[rows, points.argmax(axis=1)]],
            numbers.sequence_worth[suits].sum(axis=1),
            numbers.set_worth[ranks, held].sum(axis=1),
        ],
        axis=1,
    )
    return Holdings(best, worth)
