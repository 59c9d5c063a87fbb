"""How people follow and throw cards away, as likelihoods of the cards seen.

They take a trick as cheaply as they can, else they play their lowest, and cards that stand next to
each other are one to them; what cannot follow is thrown from the bottom, but seldom the guard of a
king or queen.  What they lead tells too little that two ways of playing agree on, and is left out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from piquet.oracle.evidence import Reply

__all__ = ["likelihood"]

_ANYHOW = 0.15
_DEAR, _DUCK, _LATE = 0.2, 0.35, 0.08
_THROWN = (8.0, 6.0, 4.0, 3.0, 2.0, 1.0, 0.5, 0.25)
_GUARD = 0.4
_BYTES = np.arange(256)

Suits = NDArray[np.float64]


def likelihood(reply: Reply, hands: NDArray[np.uint32]) -> NDArray[np.float64]:
    """Return how likely each hand is to play a card to a lead that it may play.

    >>> hands = np.array([0b11000001, 0b11010001], dtype=np.uint32)  # with the knave it takes less
    >>> king = Reply(card=1 << 6, led=1 << 3, gone=0)
    >>> cheap, dear = likelihood(king, hands)
    >>> bool(cheap > 2 * dear)
    True
    """
    place, lead = reply.card.bit_length() - 1, reply.led.bit_length() - 1
    suits = [hands >> np.uint32(shift) & np.uint32(255) for shift in (0, 8, 16, 24)]
    gone = [reply.gone >> shift & 255 for shift in (0, 8, 16, 24)]
    suit = place >> 3
    rank = _among(place & 7, gone[suit])
    if suit == lead >> 3:
        table = _following(_among(lead & 7, gone[suit]), rank)[_squeezed(gone[suit])]
        return np.take(table, suits[suit])
    every = np.zeros(len(hands))
    for one, out in zip(suits, gone, strict=True):
        every += _throwing()[0][_squeezed(out)][one]
    found = np.take(_throwing()[1][rank][_squeezed(gone[suit])], suits[suit])
    found *= (1 - _ANYHOW) / every
    found += _ANYHOW / (12 - reply.gone.bit_count() // 2)
    return found


def _among(rank: int, gone: int) -> int:
    """Return the place of a rank among those of its suit still out, of which the highest is 7."""
    return rank + (gone >> rank + 1).bit_count()


@lru_cache(maxsize=256)
def _squeezed(gone: int) -> NDArray[np.intp]:
    """Return for all holdings of a suit what they are among the cards still out."""
    found = np.zeros(256, dtype=np.intp)
    for rank in range(8):
        if not gone >> rank & 1:
            found |= (_BYTES >> rank & 1) << _among(rank, gone)
    return found


@lru_cache(maxsize=64)
def _following(led: int, card: int) -> Suits:
    """Return for all holdings of a suit how likely they are to play a card to one led."""
    table = np.ones(256)
    for held in range(256):
        if held >> card & 1 and not held >> led & 1:
            weights = {rank: _weight(held, led, rank) for rank in range(8) if held >> rank & 1}
            share = weights[card] / sum(weights.values())
            table[held] = (1 - _ANYHOW) * share + _ANYHOW / len(weights)
    return table


def _weight(held: int, led: int, rank: int) -> float:
    """Return the weight of playing a rank: the lowest that takes, or the lowest that does not."""
    takes = rank > led
    below = held & (1 << rank) - 1
    low = below >> led + 1 << led + 1 if takes else below
    lowest = low & -low if low else 1 << rank
    between = (1 << rank) - lowest
    cheapest = between & held == between
    if takes:
        return 1.0 if cheapest else _DEAR
    return (1.0 if cheapest else _LATE) * (_DUCK if held >> led + 1 else 1.0)


@lru_cache(maxsize=1)
def _throwing() -> tuple[Suits, NDArray[np.float64]]:
    """Return the weights of throwing from all holdings of a suit: any card, and each rank."""
    ranks = np.zeros((8, 256))
    for rank in range(8):
        for held in range(256):
            if held >> rank & 1:
                ranks[rank, held] = _THROWN[rank] * (_GUARD if _guards(held, rank) else 1.0)
    return ranks.sum(axis=0), ranks


def _guards(held: int, rank: int) -> bool:
    """Tell whether a card is the only guard of a king, or one of the two of a queen."""
    king = held >> 6 == 1 and held.bit_count() == 2 and rank != 6
    queen = held >> 5 == 1 and held.bit_count() == 3 and rank != 5
    return king or queen
