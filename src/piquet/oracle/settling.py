"""What final scores are worth, and the steps by which one walks from deal to deal.

What is followed of each state is up to five numbers, seen by who is elder next: the settlement, the
chances that he wins and loses, and that he or the other loses short of the rubicon (or double).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from piquet.partie import settle
from piquet.rules import Rules

__all__ = [
    "LOSE",
    "OTHER_SHORT",
    "SHORT",
    "TURNED",
    "VALUE",
    "WIN",
    "Floats",
    "crossing",
    "mean",
    "payoffs",
    "spread",
    "total",
    "turned",
]

Floats = NDArray[np.float64]

VALUE, WIN, LOSE, SHORT, OTHER_SHORT = range(5)
TURNED = [VALUE, LOSE, WIN, OTHER_SHORT, SHORT]
"""Where each number stands when the other person looks; the value changes its sign as well."""


def payoffs(
    rules: Rules, elder: NDArray[np.int64], younger: NDArray[np.int64], kinds: int = 5
) -> Floats:
    """Return what final scores bring: the first numbers, by score of elder and of younger.

    ``settle`` is asked for two scores of the winner above each score of the loser: what a winner
    gets rises evenly with his own score.
    """
    lows = range(int(max(elder[-1], younger[-1])) + 1)
    one = [settle((low + 1, low), rules) for low in lows]
    two = [settle((low + 2, low), rules) for low in lows]
    base = np.array([game.points for game in one], np.float64)
    slope = np.array([game.points for game in two], np.float64) - base
    short = np.array([game.rubicon or game.double for game in one])
    mine, his = elder[:, None], younger[None, :]
    ahead, behind = mine > his, mine < his
    won = base[his] + slope[his] * (mine - his - 1)
    lost = base[mine] + slope[mine] * (his - mine - 1)
    found = np.empty((kinds, len(elder), len(younger)))
    found[VALUE] = np.where(ahead, won, np.where(behind, -lost, 0))
    if kinds > 1:
        found[WIN], found[LOSE] = ahead, behind
        found[SHORT], found[OTHER_SHORT] = behind & short[mine], ahead & short[his]
    return found


def crossing(rules: Rules, results: Floats) -> Floats:
    """Return what deals bring in which both come to the target, by the scores before them."""
    target = rules.target
    found = np.zeros((5, target, target))
    elder, younger = np.nonzero(results)
    shares = results[elder, younger]
    lows = np.arange(target)
    out = np.array([target])
    elder_out = payoffs(rules, out, lows)[:, 0, :]
    younger_out = payoffs(rules, lows, out)[:, :, 0]
    near = np.arange(max(0, target - len(results) + 1), target)
    for mine in near:
        needs = target - mine
        far = elder >= needs
        e, y, share = elder[far, None], younger[far, None], shares[far, None]
        needed = target - near[None, :]
        both = y >= needed
        first = needs * y <= needed * e  # elder is out first: he needs the smaller part of his own
        # Elder needs at least one, so where both come far enough neither total is 0.
        his = np.minimum(target - 1, near + y * needs // np.maximum(e, 1))
        own = np.minimum(target - 1, mine + e * needed // np.maximum(y, 1))
        for kind in range(5):
            ends = np.where(first, elder_out[kind][his], younger_out[kind][own])
            found[kind, mine, near] = (share * both * ends).sum(axis=0)
    return found


def turned(states: Floats) -> Floats:
    """Return the same states as the other person sees them, who has the other seat."""
    turned = states[[TURNED.index(kind) for kind in range(len(states))]].transpose(0, 2, 1).copy()
    turned[VALUE] *= -1
    return turned


def spread(results: Floats, factor: int) -> Floats:
    """Return the results of a deal whose points count so many times."""
    if factor == 1:
        return results
    spread = np.zeros((factor * (len(results) - 1) + 1,) * 2)
    spread[::factor, ::factor] = results
    return spread


def mean(results: Floats, future: Floats) -> Floats:
    """Return the mean of each state's future over the results, where all of it is known."""
    size = future.shape[-1]
    shape = (_fast(size),) * 2
    spectrum = np.conj(np.fft.rfft2(results, shape))
    known = size - len(results) + 1
    means = np.empty((len(future), known, known))
    for kind, states in enumerate(future):
        whole = np.fft.irfft2(np.fft.rfft2(states, shape) * spectrum, shape)
        means[kind] = whole[:known, :known]
    return means


def total(results: Floats, lots: Floats) -> Floats:
    """Return the chances of totals after one more deal."""
    size = len(results) + len(lots) - 1
    shape = (_fast(size),) * 2
    whole = np.fft.irfft2(np.fft.rfft2(results, shape) * np.fft.rfft2(lots, shape), shape)
    found: Floats = np.maximum(whole[:size, :size], 0)
    return found


def _fast(size: int) -> int:
    """Return the next size for which transforms are quick: no prime above 5 in it."""
    while True:
        rest = size
        for prime in (2, 3, 5):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return size
        size += 1
