"""The search for deals in which the rules of the game are met naturally.

``python -m piquet.lessons.search --from 1 --to 2000`` deals the packs of one fixed seed, lets the
Oracle's best player play both seats, and prints the deals that suit, with what is met in them.  The
two guided deals were chosen from its lists by reading them (docs/lessons.md).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from piquet.actions import Action, Category
from piquet.base import Seat
from piquet.combinations import best_key
from piquet.dealing import Deal, seed_bytes
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import Phase

__all__ = ["SEED", "Found", "main", "play", "search"]

SEED = "piquet lessons"
_CATEGORIES = (Category.POINT, Category.SEQUENCES, Category.SETS)


@dataclass(frozen=True)
class Found:
    """A deal that suits: its number and code, how it was played, and what is met in it."""

    number: int
    code: str
    actions: tuple[Action, ...]
    met: tuple[str, ...]
    scores: tuple[int, int]


def play(position: Position, until: Phase = Phase.OVER) -> tuple[Position, list[Action]]:
    """Return a deal as the Oracle goes on with it for both seats, up to a phase, and what it did.

    >>> deal = Deal.numbered(seed_bytes(SEED), 114)
    >>> position, done = play(Position(deal, Rules.named("rubicon")), Phase.COUNT)
    >>> deal.code, str(done[0]), position.scores
    ('7WQ229DCH8YGV', 'exchange TS KH TH 9H 7C', (22, 0))
    """
    from piquet.oracle.exact import choose

    done: list[Action] = []
    while position.to_move is not None and position.phase is not until:
        action = choose(position.view(position.to_move), goal="points")
        position = position.after(action)
        done.append(action)
    return position, done


def search(first: int, last: int) -> Iterator[Found]:
    """Yield the deals of the fixed seed that suit, from a number to a number.

    All three categories are called and both sides hold something in each; the value is asked at
    least once; the calls end differently; a pique or repique is made or near; and nobody has won
    the seventh trick before the tenth.
    """
    seed = seed_bytes(SEED)
    for number in range(first, last + 1):
        deal = Deal.numbered(seed, number)
        position, talk = play(Position(deal, Rules.named("rubicon")), Phase.COUNT)
        if not _contested(position):
            continue
        position, rest = play(position)
        met = _met(position)
        if met:
            yield Found(number, deal.code, (*talk, *rest), met, position.scores)


def _contested(position: Position) -> bool:
    """Tell whether elder calls in all categories and younger holds something in each."""
    calls = position.view(Seat.ELDER).calls
    if not all(calls[category].number for category in _CATEGORIES):
        return False
    younger = position.view(Seat.YOUNGER).kept.mask
    return all(best_key(category, younger) for category in _CATEGORIES)


def _met(position: Position) -> tuple[str, ...]:
    """Return what is met in a finished deal; nothing where it does not suit."""
    calls = position.view(Seat.ELDER).calls
    answers = [calls[category].answer for category in _CATEGORIES]
    met = [f"{category}: {calls[category].answer}" for category in _CATEGORIES]
    met += ["value asked"] if any(calls[category].asked for category in _CATEGORIES) else []
    if len(set(answers)) < 2 or "value asked" not in met:
        return ()
    bonus = [award for award in position.awards if award.reason in ("pique", "repique")]
    in_hand = [0, 0]
    for award in position.awards:
        if award.category < Category.PLAY and award.reason not in ("pique", "repique"):
            in_hand[award.seat] += award.points
    if bonus:
        met.append(f"{bonus[0].seat} {bonus[0].reason}")
    elif max(in_hand) < 18:
        return ()
    met.append(f"in hand {in_hand[0]}-{in_hand[1]}")
    tricks = position.view(Seat.ELDER).tricks
    won = [0, 0]
    for place, trick in enumerate(tricks, 1):
        won[trick.winner] += 1
        if won[trick.winner] == 7:
            met.append(f"cards to {trick.winner} in trick {place}")
            if place < 10:
                return ()
    if max(won) < 7:
        met.append("tricks divided")
    return tuple(met)


def main(arguments: list[str] | None = None) -> None:
    """Print the deals that suit, one a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="start", type=int, default=1)
    parser.add_argument("--to", type=int, default=500)
    options = parser.parse_args(arguments)
    for found in search(options.start, options.to):
        score = "-".join(map(str, found.scores))
        print(found.number, found.code, score, "; ".join(found.met), flush=True)


if __name__ == "__main__":
    main()
