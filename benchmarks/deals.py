"""Whole deals a second on one core: random legal play, and the levels of the rule players.

    python benchmarks/deals.py [--deals 400] [--runs 5] [--rules rubicon] [--seed 1]

Every action goes through ``Position.view``, ``legal_actions`` and ``after``.  Seconds are those
that the processor spent on this program, and the figure is that of the best run, because whatever
else the machine does can only slow a run down.
"""

from __future__ import annotations

import argparse
from time import process_time

from piquet.actions import Action, Kind
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.policies import mix
from piquet.players import Player, make
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import View


class Chance:
    """Any legal action, by a counter: the cheapest player there is, so that the engine is timed."""

    def __init__(self) -> None:
        self.count = 0

    def act(self, view: View) -> Action:
        """Return a legal action."""
        self.count += 1
        legal = view.legal_actions
        return legal[mix(self.count) % len(legal)]


class Timed:
    """A player with a clock: how often it was asked, and for how long it thought in all."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.times: dict[Kind, list[float]] = {}

    def act(self, view: View) -> Action:
        """Return what the player does."""
        before = process_time()
        action = self.player.act(view)
        self.times.setdefault(action.kind, []).append(process_time() - before)
        return action


def play(deals: list[Deal], rules: Rules, player: Player) -> int:
    """Play the deals with the same player on both sides and return the number of actions."""
    actions = 0
    for deal in deals:
        position = Position(deal, rules)
        while position.to_move is not None:
            position = position.after(player.act(position.view(position.to_move)))
            actions += 1
    return actions


def fastest(deals: list[Deal], rules: Rules, runs: int) -> tuple[float, int]:
    """Return the seconds of the fastest run of random play, and its number of actions."""
    found = []
    for _ in range(runs):
        before = process_time()
        actions = play(deals, rules, Chance())
        found.append((process_time() - before, actions))
    return min(found)


def main() -> None:
    """Print deals and actions a second, then what a decision of each level takes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rules", default="rubicon")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    rules = Rules.parse(options.rules)
    seed = seed_bytes(options.seed)
    deals = [Deal.numbered(seed, number) for number in range(1, options.deals + 1)]
    play(deals[:50], rules, Chance())
    seconds, actions = fastest(deals, rules, options.runs)
    print(f"{options.deals} deals, {rules}, seed {options.seed}, best of {options.runs} runs")
    print(
        f"random legal play: {options.deals / seconds:,.0f} deals a second,"
        f" {actions / seconds:,.0f} actions a second, {actions / options.deals:.1f} actions a deal"
    )
    for level in ("beginner", "club"):
        timed = Timed(make(level))
        play(deals, rules, timed)
        every = sorted(time for times in timed.times.values() for time in times)
        exchange = timed.times[Kind.EXCHANGE]
        print(
            f"{level}: {len(every) / sum(every):,.0f} decisions a second,"
            f" mean {1e3 * sum(every) / len(every):.3f} ms,"
            f" slowest in a hundred {1e3 * every[len(every) * 99 // 100]:.2f} ms,"
            f" exchange {1e3 * sum(exchange) / len(exchange):.2f} ms"
        )


if __name__ == "__main__":
    main()
