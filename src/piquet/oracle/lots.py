"""Lots drawn by seed and number: the same on every machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from piquet.oracle.policies import mix

__all__ = ["drawn", "some"]

Masks = NDArray[np.uint32]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _keyed(seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """Return 32 well-mixed bits for each of some numbers: splitmix64 over seed and number."""
    state = np.arange(first, first + count, dtype=np.uint64) * _GOLDEN + np.uint64(seed)
    state = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ state >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (state ^ state >> np.uint64(31)) >> np.uint64(32)


def drawn(seed: int, first: int, count: int, worlds: int) -> NDArray[np.intp]:
    """Return which world each playout is dealt."""
    keys = _keyed(mix(seed, 4), first, count)
    return (keys * np.uint64(worlds) >> np.uint64(32)).astype(np.intp)


def some(masks: Masks, number: int, seed: int) -> Masks:
    """Return so many cards of each mask, or all where it has no more, picked by lot."""
    bits = np.arange(32, dtype=np.uint32)
    held = (masks[:, None] >> bits & np.uint32(1)).astype(bool)
    lots = _keyed(seed, 0, held.size).reshape(held.shape)
    order = np.argsort(np.where(held, lots, np.uint64(1) << np.uint64(40)), axis=1, kind="stable")
    picked = np.left_shift(np.uint32(1), order[:, :number].astype(np.uint32))
    return np.bitwise_or.reduce(picked, axis=1) & masks if number else np.zeros_like(masks)
