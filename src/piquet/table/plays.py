"""What twelve tricks can bring both sides, without a card: the totals that can be written down.

The points of leads, captured tricks and the last trick are those of :func:`piquet.tables.tables`;
which side may have had how much before the other scored at all is what a pique hangs on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from piquet.base import Seat
from piquet.rules import Rules
from piquet.tables import tables

__all__ = ["TRICKS", "Play", "ended", "fitting", "plays"]

TRICKS = 12

_State = tuple[bool, int, int, int]  # elder leads, his tricks, points of elder and of younger
_Early = tuple[int, bool]  # elder's points before younger's first, and whether he had the cards


class Play(NamedTuple):
    """One way the play can have come out.

    ``tricks`` are elder's, ``elder`` and ``younger`` the points in play; ``least`` and ``most`` are
    what elder can have had before younger scored in play at all, each with a flag that tells
    whether he had won the cards by then.
    """

    tricks: int
    elder: int
    younger: int
    least: tuple[int, bool]
    most: tuple[int, bool]


@lru_cache(32)
def plays(rules: Rules) -> tuple[Play, ...]:
    """Return every way in which twelve tricks can come out, in points.

    >>> [play[:3] for play in plays(Rules.named("rubicon")) if play.tricks == 12]
    [(12, 13, 0)]
    >>> max(play.elder + play.younger for play in plays(Rules.named("rubicon")))
    25
    """
    numbers = tables(rules)
    leads = sorted(set(numbers.lead))
    captures = sorted(set(numbers.capture))
    won = numbers.lead_won[0]
    cards_at = numbers.cards_at if numbers.cards_count else TRICKS + 1
    states: dict[_State, tuple[_Early, _Early]] = {(True, 0, 0, 0): ((0, False), (0, False))}
    for trick in range(1, TRICKS + 1):
        after: dict[_State, tuple[_Early, _Early]] = {}
        last = numbers.last_trick if trick == TRICKS else 0
        for (elder_leads, tricks, elder, younger), early in states.items():
            for taken in (False, True):
                for lead in leads:
                    for gain in captures if taken else (won,):
                        elder_wins = elder_leads != taken
                        made = [0, 0]
                        made[not elder_leads] += lead
                        made[not elder_wins] += gain + last
                        state = (
                            elder_wins,
                            tricks + elder_wins,
                            elder + made[0],
                            younger + made[1],
                        )
                        first = elder + made[0]
                        if taken or lead:  # what a lead scores is there before the trick is won
                            first = elder + (lead if elder_leads else 0)
                        first = first if made[1] else elder + made[0]
                        now = early if younger else _once(first, state, cards_at)
                        former = after.get(state, now)
                        after[state] = (min(former[0], now[0]), max(former[1], now[1]))
        states = after
    return tuple(
        Play(tricks, elder, younger, *early)
        for (_, tricks, elder, younger), early in sorted(states.items())
    )


def _once(elder: int, state: _State, cards_at: int) -> tuple[_Early, _Early]:
    had = (elder, state[1] >= cards_at)
    return had, had


def ended(tricks: int) -> tuple[str, Seat | None]:
    """Return who has the cards or the capot with so many tricks of elder's.

    >>> ended(7), ended(0), ended(6)
    (('cards', <Seat.ELDER: 0>), ('capot', <Seat.YOUNGER: 1>), ('divided', None))
    """
    if 2 * tricks == TRICKS:
        return "divided", None
    best = Seat.ELDER if 2 * tricks > TRICKS else Seat.YOUNGER
    return "capot" if tricks in (0, TRICKS) else "cards", best


@lru_cache(1024)
def fitting(
    rules: Rules,
    elder: int | None,
    younger: int | None,
    tricks: int | None,
    end: tuple[str, Seat | None] | None,
) -> tuple[Play, ...]:
    """Return the plays that agree with the points, elder's tricks and the end that are known.

    >>> {play.tricks for play in fitting(Rules.named("rubicon"), 9, 6, None, None)}
    {7}
    """
    return tuple(
        play
        for play in plays(rules)
        if (elder is None or play.elder == elder)
        and (younger is None or play.younger == younger)
        and (tricks is None or play.tricks == tricks)
        and (end is None or ended(play.tricks) == end)
    )
