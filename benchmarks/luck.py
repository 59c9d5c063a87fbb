"""Whether luck averages to nothing: the three terms of the review over deals of self-play.

``python benchmarks/luck.py --deals 5000 --seed luck`` prints for each seat and unit the mean of
each term with its 95 % interval.  The level ``master`` plays both seats, which loses next to
nothing; its losses are taken to be nothing.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

from piquet.base import Estimate, Person, Seat
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.equity import equity
from piquet.players import make
from piquet.position import Position
from piquet.review.accounts import account, luck, started
from piquet.review.model import Worth
from piquet.review.replaying import Moment
from piquet.rules import Rules

TERMS = ("deal", "draw", "opponent", "luck")


def main() -> None:
    """Play, reckon and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="luck")
    parser.add_argument("--rules", default="rubicon")
    options = parser.parse_args()
    rules, seed, player = Rules.parse(options.rules), seed_bytes(options.seed), make("master")
    found: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for number in range(1, options.deals + 1):
        position, moments = Position(Deal.numbered(seed, number), rules), []
        while position.to_move is not None:
            action = player.act(position.view(position.to_move))
            moments.append(Moment(len(moments), position, action))
            position = position.after(action)
        for seat in Seat:
            own, other = position.scores[seat], position.scores[seat.other]
            value = float(equity(rules).after(position.standing, seat)[own, other])
            start = started(rules, position.standing, seat, "partie")
            chance = luck(moments, position, (), seat, "partie", 0)
            made = account(Person.FIRST, start, chance, (), (), Worth(own - other, value))
            for unit in ("points", "partie"):
                for term in TERMS:
                    found[str(seat), unit, term].append(getattr(getattr(made, unit), term))
    for (seat_name, unit, term), values in found.items():
        print(f"{seat_name:<8} {unit:<7} {term:<9} {Estimate.mean(values)}")


if __name__ == "__main__":
    main()
