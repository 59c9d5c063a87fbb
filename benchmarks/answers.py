"""Answers of the Oracle to be read by people, drawn by a fixed seed from deals of the club player.

    python benchmarks/answers.py [--answers 50] [--seed answers-1]

Each is a decision with more than one option, in rising order of deals; kinds of decision take
turns.  Whoever reads them asks of each: does it name the card, does it name the gain, is the
number right, is it understood without jargon?
"""

from __future__ import annotations

import argparse
from itertools import count

from piquet import oracle
from piquet.actions import Kind
from piquet.cli.panel import moment, panel
from piquet.cli.term import Style
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.policies import mix
from piquet.players import make
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import View

_KINDS = (
    (Kind.EXCHANGE,),
    (Kind.PLAY,),
    (Kind.POINT, Kind.SEQUENCE, Kind.SET),
    (Kind.PLAY,),
    (Kind.NOT_GOOD, Kind.EQUAL, Kind.ASK_VALUE, Kind.GOOD),
)


def decisions(deal: Deal) -> list[View]:
    """Return the views of a deal in which there is something to decide, in order."""
    position, club, found = Position(deal, Rules.named("rubicon")), make("club"), []
    while position.to_move is not None:
        view = position.view(position.to_move)
        if len(view.legal_actions) > 1:
            found.append(view)
        position = position.after(club.act(view))
    return found


def drawn(seed: str, answers: int) -> list[View]:
    """Return so many decisions, each of another deal, the kinds in turn."""
    pack, found = seed_bytes(seed), []
    for number in count(1):
        if len(found) == answers:
            return found
        kinds = _KINDS[len(found) % len(_KINDS)]
        fitting = [
            view
            for view in decisions(Deal.numbered(pack, number))
            if view.legal_actions.kinds[0] in kinds
        ]
        if fitting:
            found.append(fitting[mix(number) % len(fitting)])
    raise AssertionError("there are always more deals")


def main() -> None:
    """Print the answers."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--answers", type=int, default=50)
    options.add_argument("--seed", default="answers-1")
    given = options.parse_args()
    style = Style.of(ascii_only=False)
    for number, view in enumerate(drawn(given.seed, given.answers), 1):
        print(f"--- {number} ---")
        advice = oracle.advise(view)
        print(*moment(view, style), *panel(view, advice, style), sep="\n")
        print()


if __name__ == "__main__":
    main()
