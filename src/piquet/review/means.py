"""What the Oracle's figures come to on the mean of all hands: measured once for a set of rules.

The Oracle reckons with open hands, with its own best discard and with one rule player opposite; so
on the whole its figures are not what deals come to.  Luck in the deal is what it says of a hand
less the mean of what it says of all hands, and that mean is measured here.

Most of it comes from very many deals in which both sides exchange by rule; how much more the best
discard brings, from a few hundred hands of each seat.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import Kind
from piquet.base import Seat
from piquet.cards import CardSet
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.equity import equity
from piquet.oracle.exact import MASTER
from piquet.oracle.lots import some
from piquet.oracle.options import discard_of
from piquet.oracle.policies import decide, mix
from piquet.oracle.results import digest, kept
from piquet.oracle.stakes import Floats, Stakes
from piquet.oracle.weights import SOUND
from piquet.position import Position
from piquet.review.luck import Hand, counted, drawn_of, ends_of, sizes
from piquet.review.model import Worth
from piquet.rules import Rules
from piquet.view import Standing, View

__all__ = ["Means", "means"]

_FORMAT = 2  # of what is measured: rises when the same rules give other numbers
_HANDS = 200  # of each seat
_DEALS = 200_000
_SEED = seed_bytes("The mean of all hands")
_EXCHANGES = (Kind.EXCHANGE, Kind.SET_ASIDE)


class Means:
    """The mean of what the Oracle says, over all hands: of a seat, and of a hand to be exchanged.

    ``by_rule`` are the shares of ends by elder's and younger's points where both exchange by rule,
    ``gained`` by what the best discards of each seat change them, own points first.
    """

    def __init__(self, rules: Rules, by_rule: Floats, gained: tuple[Floats, Floats]) -> None:
        self._rules = rules
        self._by_rule = by_rule
        self._gained = gained

    def hand(self, seat: Seat, standing: Standing | None) -> Worth:
        """Return what hands are worth before their exchange, where the other exchanges by rule.

        In points, and in the partie where a standing is given.

        Raises Illegal for a standing that cannot be.
        """
        return self._worth(self._seen_by(seat) + self._gained[seat], seat, standing)

    def seat(self, seat: Seat, standing: Standing | None) -> Worth:
        """Return what a seat is worth before the deal, where both exchange best.

        Raises Illegal for a standing that cannot be.
        """
        both = self._gained[seat] + self._gained[seat.other].T
        return self._worth(self._seen_by(seat) + both, seat, standing)

    def _seen_by(self, seat: Seat) -> Floats:
        return self._by_rule if seat is Seat.ELDER else self._by_rule.T

    def _worth(self, shares: Floats, seat: Seat, standing: Standing | None) -> Worth:
        span = np.arange(len(shares))
        points = float(shares.sum(axis=1) @ span - shares.sum(axis=0) @ span)
        if standing is None:
            return Worth(points, None)
        values = equity(self._rules).after(standing, seat)
        return Worth(points, float((shares * values).sum()))


@lru_cache(maxsize=8)
def means(rules: Rules) -> Means:
    """Return the means of a set of rules; the first use takes some seconds, later ones none.

    >>> from piquet.rules import Rules
    >>> elder = means(Rules.named("rubicon")).seat(Seat.ELDER, None)
    >>> 12 < elder.points < 16
    True

    Raises :class:`piquet.kernel.CoreMissing` where the core is.
    """
    size = equity(rules).size
    key = digest("means", _FORMAT, str(rules), _HANDS, _DEALS)

    def measure() -> NDArray[np.float32]:
        gained = [_gained(rules, seat, size) for seat in Seat]
        return np.stack([_by_rule(rules, size), *gained]).astype(np.float32).ravel()

    numbers = kept(f"hands-{key}", measure, 3 * size * size)
    by_rule, *gained = numbers.reshape(3, size, size).astype(np.float64)
    return Means(rules, by_rule, (gained[0], gained[1]))


def _by_rule(rules: Rules, size: int) -> Floats:
    """Return the shares of ends where both exchange by rule and the play is the best, open."""
    player = kernel.player(SOUND)
    stakes = Stakes(rules, Seat.ELDER)
    made = stakes.tables
    seed = mix(*_SEED[:8])
    pack = np.full(_DEALS, 0xFFFFFFFF, dtype=np.uint32)
    elder = some(pack, 12, mix(seed, 1))
    younger = some(pack & ~elder, 12, mix(seed, 2))
    talon = pack & ~(elder | younger)
    blanks = np.stack([elder & np.uint32(made.courts), younger & np.uint32(made.courts)], axis=1)
    thrown = kernel.throws_of(player, Seat.ELDER, elder, rules.elder_min, rules.elder_max)
    drawn = drawn_of(talon, sizes(thrown), mix(seed, 3))
    hers = np.zeros_like(younger)
    for number in np.unique(sizes(thrown)).tolist():
        rows = sizes(thrown) == number
        given = np.ascontiguousarray(younger[rows])
        most = 8 - number
        hers[rows] = kernel.throws_of(player, Seat.YOUNGER, given, rules.younger_min, most)
    hands = (
        elder & ~thrown | drawn,
        younger & ~hers | drawn_of(talon & ~drawn, sizes(hers), mix(seed, 4)),
    )
    ends = ends_of(
        counted(hands, stakes, np.where(blanks, 0, made.blank_worth)), stakes, Seat.ELDER
    )
    return _shares(*ends, size)


def _gained(rules: Rules, seat: Seat, size: int) -> Floats:
    """Return by what the best discards change the shares of own points and the other's."""
    plan = MASTER.plans[seat]
    changed = np.zeros((size, size))
    for number in range(1, _HANDS + 1):
        view = _before_exchange(Deal.numbered(_SEED, number), rules, seat)
        hand = Hand(view, Stakes(rules, seat), seed=number)
        choice = hand.choice
        best = choice.best(plan)
        by_rule = discard_of(view, choice.fewest, choice.most)
        if best != by_rule:
            changed += _shares(*hand.ends(CardSet(best)), size)
            changed -= _shares(*hand.ends(CardSet(by_rule)), size)
    return changed / _HANDS


def _before_exchange(deal: Deal, rules: Rules, seat: Seat) -> View:
    """Return what a seat sees when it is to exchange, all else done by rule."""
    position = Position(deal, rules)
    while True:
        assert position.to_move is not None
        view = position.view(position.to_move)
        if position.to_move is seat and view.legal_actions.kinds[0] in _EXCHANGES:
            return view
        position = position.after(decide(view, SOUND))


def _shares(own: Floats, other: Floats, size: int) -> Floats:
    """Return the shares of ends; parts of a point stand for the chance of one more on both sides.

    So does :meth:`piquet.oracle.stakes.Stakes.worth`.
    """
    mine, his = np.floor(own).astype(np.intp), np.floor(other).astype(np.intp)
    more = own - mine
    found = np.zeros((size, size))
    for step, weight in ((0, 1 - more), (1, more)):
        at = (np.minimum(mine + step, size - 1), np.minimum(his + step, size - 1))
        np.add.at(found, at, weight)
    return found / len(own)
