"""How well a seat's belief about the other side's cards bears out, over decisions of self-play.

    python benchmarks/belief.py [--decisions 5000] [--level club] [--rules rubicon] [--seed letter]

After the exchanges, at every decision: the chance that the belief gave each card it had not seen to
lie in the other hand, by tens, beside how often the card lay there; and the mean log-loss of the
true hand (in nats) where all worlds weigh the same, and with each part of the evidence added; and
the milliseconds of the processor for the first belief of a seat in a deal and for later ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from math import log
from statistics import median
from time import thread_time

import numpy as np

from piquet.base import Seat
from piquet.dealing import Deal, seed_bytes
from piquet.oracle import likelihood
from piquet.oracle.belief import Belief, believe
from piquet.players import make
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import Phase, View

PARTS = ("the cards alone", "and the words", "and the exchange", "and the replies")
EVERY = 5


def decisions(level: str, rules: Rules, seed: str) -> Iterator[tuple[View, int]]:
    """Yield views of decisions after the exchanges, with the true hand of the other side.

    One decision in EVERY is taken, because those of one deal go together.
    """
    player = make(level)
    pack = seed_bytes(seed)
    number = count = 0
    while True:
        number += 1
        position = Position(Deal.numbered(pack, number), rules)
        while position.to_move is not None:
            view = position.view(position.to_move)
            count += view.phase not in (Phase.EXCHANGE, Phase.SET_ASIDE)
            if view.phase not in (Phase.EXCHANGE, Phase.SET_ASIDE) and count % EVERY == 0:
                yield view, position.hands[view.seat.other].mask
            position = position.after(player.act(view))


class Tally:
    """What was believed beside what was so."""

    def __init__(self) -> None:
        self.count = 0
        self.cards = np.zeros(10)
        self.expected = np.zeros(10)
        self.held = np.zeros(10)
        self.losses = [0.0] * len(PARTS)
        self.left: dict[Seat, list[int]] = {seat: [] for seat in Seat}
        self.times: dict[str, list[float]] = {"first": [], "later": []}

    def believe(self, view: View) -> Belief:
        """Return the belief, with a clock beside it."""
        missed = likelihood.base.cache_info().misses
        before = thread_time()
        belief = believe(view)
        first = likelihood.base.cache_info().misses > missed
        self.times["first" if first else "later"].append(1e3 * (thread_time() - before))
        return belief

    def add(self, view: View, hand: int) -> None:
        """Count one decision."""
        belief = self.believe(view)
        self.count += 1
        held = belief.chances()[:, 0]
        for card in range(32):
            if view.unseen.mask >> card & 1:
                ten = min(int(held[card] * 10), 9)
                self.cards[ten] += 1
                self.expected[ten] += held[card]
                self.held[ten] += hand >> card & 1
        place = np.flatnonzero(belief.hands == np.uint32(hand))[0]
        exchange, words, replies = belief.parts
        weights = np.ones(len(belief))
        self.losses[0] += log(belief.possible)
        for number, part in enumerate((words, exchange, replies), 1):
            weights = weights * part
            self.losses[number] += log(weights.sum() / weights[place])
        if view.phase is Phase.COUNT or (len(view.tricks) == 1 and view.seat is Seat.ELDER):
            self.left[view.seat].append(belief.steps[-1].worlds)

    def __str__(self) -> str:
        lines = ["believed      cards   mean    held"]
        for ten in range(10):
            cards = max(self.cards[ten], 1)
            lines.append(
                f"{ten * 10:3d} to {ten * 10 + 10:3d} % {self.cards[ten]:7.0f}"
                f"  {100 * self.expected[ten] / cards:5.1f}   {100 * self.held[ten] / cards:5.1f}"
            )
        lines += ["", f"log-loss of the true hand, mean of {self.count} decisions"]
        for name, loss in zip(PARTS, self.losses, strict=True):
            lines.append(f"{name:18s} {loss / self.count:.3f}")
        told = ", ".join(f"{seat} {median(left):g}" for seat, left in self.left.items() if left)
        lines += [
            "",
            f"worlds left once both have declared, median: {told}",
        ]
        for name, times in self.times.items():
            slow = sorted(times)[len(times) * 99 // 100]
            lines.append(f"{name} belief: median {median(times):.2f} ms, 99 % within {slow:.2f} ms")
        return "\n".join(lines)


def main() -> None:
    """Print the table by tens, the log-losses and the number of worlds left."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=5000)
    parser.add_argument("--level", default="club")
    parser.add_argument("--rules", default="rubicon")
    parser.add_argument("--seed", default="letter")
    options = parser.parse_args()
    rules = Rules.parse(options.rules)
    tally = Tally()
    for view, hand in islice(decisions(options.level, rules, options.seed), options.decisions):
        tally.add(view, hand)
    print(f"{options.level} against itself, {rules}, seed {options.seed}")
    print(tally)


if __name__ == "__main__":
    main()
