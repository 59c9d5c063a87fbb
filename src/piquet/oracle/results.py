"""How deals end: the results measured once for a set of rules, and numbers kept in the cache."""

from __future__ import annotations

import contextlib
import hashlib
import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.kernel.files import folder, write
from piquet.oracle.weights import SOUND
from piquet.rules import Rules

__all__ = ["digest", "highest", "kept", "results"]

_FORMAT = 2  # of what is kept: rises when the same rules give other numbers
_DEALS = 200_000  # measured for each set of rules
_SEED = 1


@lru_cache(maxsize=8)
def results(rules: Rules) -> NDArray[np.float64]:
    """Return the share of deals that end in each result, by elder's and younger's points.

    >>> shares = results(Rules.named("rubicon"))
    >>> elder, younger = (shares.sum(axis=axis) @ range(len(shares)) for axis in (1, 0))
    >>> round(float(elder)), round(float(younger))
    (32, 19)

    Raises :class:`piquet.kernel.CoreMissing` where the core is.
    """

    def measure() -> NDArray[np.float32]:
        sound = kernel.player(SOUND)
        points = kernel.play_shuffled(kernel.compiled(rules), (sound, sound), _SEED, 0, _DEALS)
        counts = np.zeros((points.max() + 1,) * 2, np.float32)
        np.add.at(counts, (points[:, 0], points[:, 1]), 1)
        return counts.ravel()

    counts = kept(f"results-{digest(str(rules), _DEALS, _SEED)}", measure).astype(np.float64)
    shares: NDArray[np.float64] = counts.reshape((math.isqrt(counts.size),) * 2) / counts.sum()
    shares.flags.writeable = False
    return shares


def highest(rules: Rules) -> int:
    """Return a bound of what one side can score in a deal.

    >>> highest(Rules.named("rubicon"))
    217
    """
    runs = [0] * 13  # the best sequences in so many cards
    for cards in range(1, 13):
        runs[cards] = max(
            [runs[cards - 1]]
            + [runs[cards - n] + rules.seq_scores[n - 3] for n in range(3, min(cards, 8) + 1)]
        )
    sets, point, repique, play = 3 * 14, 8, 60, 25
    blank = rules.cb_points
    return (
        sets
        + point
        + repique
        + play
        + runs[12]
        + blank
        + max(rules.capot_points, rules.cards_points)
    )


def digest(*parts: object) -> str:
    """Return a short name for what is kept: other parts, or another format, another name."""
    content = repr((_FORMAT, *parts)).encode()
    return hashlib.sha256(content).hexdigest()[:20]


def kept(
    name: str, make: Callable[[], NDArray[np.float32]], size: int | None = None
) -> NDArray[np.float32]:
    """Return numbers from the cache folder, made and kept there where they are not, or damaged.

    A file is a checksum and the numbers.  Where it cannot be written they live in memory.
    """
    path = folder() / f"{name}.numbers"
    head = 32
    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
        checksum = file.read(head)
        numbers = np.memmap(file, np.float32, "r", head)
        if size in (None, numbers.size) and hashlib.sha256(numbers.data).digest() == checksum:
            return numbers
    made = make()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, hashlib.sha256(made.data).digest(), made.tobytes())
    return made
