"""A set of rules compiled to numbers: what the native core is told instead of rules.

The core knows tricks, suits and how one hand is set against another; every number of piquet, what
anything scores and where a bonus begins, is looked up in these tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from piquet.combinations import POINT, SEQUENCES, SETS, best_key, blank, keys, worth
from piquet.reckoning import PIQUE, REPIQUE, THIRTY
from piquet.rules import PROFILES, Rules

__all__ = ["Tables", "exact_profiles", "tables"]

_TEN = 3  # the rank from which a card scores where only tens and better do
_TRICKS = 12
_MOST = 7  # tricks that are more than half


@dataclass(frozen=True, slots=True)
class Tables:
    """The numbers of one set of rules.

    By the eight-bit holding of a suit: ``point_strength`` and ``sequence_strength``, which order
    what can be called (0: nothing, else number of cards x 256 + what breaks a tie), and
    ``point_worth`` and ``sequence_worth``, what all of it scores; ``set_strength`` and
    ``set_worth`` the same by rank and number of cards held.  ``courts`` are the cards a carte
    blanche must not have, ``blank_worth`` what it scores and ``blank_counts`` whether it counts
    towards repique and pique.

    By rank of the card: ``lead`` for leading it, ``lead_won`` for winning the trick with the lead,
    ``capture`` for winning the other's lead.  ``last_trick`` is the extra for the last,
    ``cards`` and ``capot`` go to who has won more and all tricks; ``cards_at`` is the trick at
    which they are scored at once, 0 for the end, and ``cards_count`` whether they then count
    towards a pique.

    ``repique`` and ``pique`` are the bonuses at ``repique_at`` and ``pique_at``;
    ``repique_younger`` tells whether younger can have one, ``pique_in_time`` whether a pique is
    reckoned as the scores fall (younger's hand after elder's first lead) or by categories.

    ``younger_looks`` at what she left and shows it, ``blank_binds`` elder to the number of cards
    announced with his carte blanche.

    ``payoff`` is what the play brings elder more than younger, cards and capot included, by
    s = 2 T + z L of the solved table with ``last_trick_extra``; ``gains`` what winning the n-th
    trick with every lead so far adds towards a pique.  ``exact`` tells whether best play for s is
    best play under these rules, or only a guide.
    """

    point_strength: tuple[int, ...]
    point_worth: tuple[int, ...]
    sequence_strength: tuple[int, ...]
    sequence_worth: tuple[int, ...]
    set_strength: tuple[tuple[int, ...], ...]
    set_worth: tuple[tuple[int, ...], ...]
    courts: int
    blank_worth: int
    blank_counts: bool
    lead: tuple[int, ...]
    lead_won: tuple[int, ...]
    capture: tuple[int, ...]
    last_trick: int
    cards: int
    capot: int
    cards_at: int
    cards_count: bool
    repique: int
    repique_at: int
    repique_younger: bool
    pique: int
    pique_at: int
    pique_in_time: bool
    elder_min: int
    elder_max: int
    younger_min: int
    younger_looks: bool
    blank_binds: bool
    last_trick_extra: int
    payoff: tuple[int, ...]
    gains: tuple[int, ...]
    exact: bool


@lru_cache(maxsize=64)
def tables(rules: Rules) -> Tables:
    """Return the numbers of a set of rules.

    >>> compiled = tables(Rules.named("rubicon"))
    >>> compiled.sequence_worth[0b11111000], compiled.set_worth[7]
    (15, (0, 0, 0, 3, 14))
    >>> compiled.payoff[0], compiled.payoff[13], compiled.payoff[25]
    (-52, 1, 53)
    """
    by_rank = {
        "any": (1,) * 8,
        "ten_up": tuple(int(rank >= _TEN) for rank in range(8)),
        "won_only": (0,) * 8,
    }
    lead = by_rank[rules.lead_point]
    lead_won = (1,) * 8 if rules.lead_point == "won_only" else (0,) * 8
    early = rules.cards_to_pique == "seventh_trick"
    return Tables(
        point_strength=tuple(_point_strength(holding, rules) for holding in range(256)),
        point_worth=tuple(_point_worth(holding, rules) for holding in range(256)),
        sequence_strength=tuple(best_key(SEQUENCES, holding) for holding in range(256)),
        sequence_worth=tuple(
            sum(worth(SEQUENCES, key, rules) for key in keys(SEQUENCES, holding))
            for holding in range(256)
        ),
        set_strength=tuple(
            tuple(best_key(SETS, _of_rank(rank, held)) for held in range(5)) for rank in range(8)
        ),
        set_worth=tuple(
            tuple(
                sum(worth(SETS, key, rules) for key in keys(SETS, _of_rank(rank, held)))
                for held in range(5)
            )
            for rank in range(8)
        ),
        courts=sum(1 << card for card in range(32) if not blank(1 << card)),
        blank_worth=rules.cb_points,
        blank_counts=rules.cb_in_order,
        lead=lead,
        lead_won=lead_won,
        capture=by_rank[rules.capture_point],
        last_trick=rules.last_trick_extra,
        cards=rules.cards_points,
        capot=rules.capot_points,
        cards_at=_MOST if early else 0,
        cards_count=early,
        repique=REPIQUE,
        repique_at=THIRTY,
        repique_younger=rules.repique_for == "either",
        pique=PIQUE,
        pique_at=THIRTY,
        pique_in_time=rules.pique_order == "actual",
        elder_min=rules.elder_min,
        elder_max=rules.elder_max,
        younger_min=rules.younger_min,
        younger_looks=rules.younger_left == "look_then_both",
        blank_binds=(
            rules.cb_claim != "automatic" and rules.cb_proof_elder == "after_younger_discards"
        ),
        last_trick_extra=rules.last_trick_extra,
        payoff=_payoff(rules),
        gains=_gains(rules),
        exact=_exact(rules),
    )


def exact_profiles() -> tuple[str, ...]:
    """Return the profiles for which the solved table is exact; for the others it is a guide.

    >>> sorted(set(PROFILES) - set(exact_profiles()))
    ['foster', 'hoyle']
    """
    return tuple(name for name in PROFILES if _exact(Rules.named(name)))


def _exact(rules: Rules) -> bool:
    """Tell whether every play pays the same as every other play with its s."""
    return "ten_up" not in (rules.lead_point, rules.capture_point)


def _point_strength(holding: int, rules: Rules) -> int:
    return best_key(POINT, holding) if holding.bit_count() >= rules.point_min else 0


def _point_worth(holding: int, rules: Rules) -> int:
    key = _point_strength(holding, rules)
    return worth(POINT, key, rules) if key else 0


def _of_rank(rank: int, held: int) -> int:
    return sum(1 << 8 * suit + rank for suit in range(held))


def _payoff(rules: Rules) -> tuple[int, ...]:
    """Return what elder nets in play by s, where a ten counts like any other card.

    Of T tricks with L = 1 for the last, elder leads 1 + T - L times and younger for the rest, and
    younger takes 1 - L more of elder's leads than he takes of hers.
    """
    net = []
    for s in range(2 * _TRICKS + 2):
        last = s & 1
        tricks = min(s // 2 if rules.last_trick_extra else (s + 1) // 2, _TRICKS)
        leads = 2 * (1 + tricks - last) - _TRICKS
        captures = last - 1
        points = captures + (2 * last - 1) * rules.last_trick_extra
        if rules.lead_point == "won_only":
            points += 2 * tricks - _TRICKS - captures
        else:
            points += leads
        for won, sign in ((tricks, 1), (_TRICKS - tricks, -1)):
            if won == _TRICKS:
                points += sign * rules.capot_points
            elif won >= _MOST:
                points += sign * rules.cards_points
        net.append(points)
    return tuple(max(net[: s + 1]) for s in range(len(net)))


def _gains(rules: Rules) -> tuple[int, ...]:
    gains = [0] * (_TRICKS + 1)
    for trick in range(1, _TRICKS + 1):
        gains[trick] += rules.lead_point == "won_only"
        if rules.cards_to_pique == "seventh_trick" and trick == _MOST:
            gains[trick] += rules.cards_points
    gains[_TRICKS] += rules.last_trick_extra
    return tuple(gains)
