"""What a dealt hand, a discard and a draw are worth: the Oracle's exchange, in fresh worlds.

The mean of :meth:`Hand.after` over all draws is what :meth:`Hand.before` tells of the discard: both
reckon with the same other side, the same counting and the same play.  So luck in the draw is 0 on
average by the way it is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import EventKind
from piquet.base import Seat
from piquet.cards import CardSet
from piquet.oracle.exchange import Discards, solved
from piquet.oracle.holdings import holdings
from piquet.oracle.lots import some
from piquet.oracle.policies import mix
from piquet.oracle.stakes import Floats, Stakes
from piquet.review.model import Worth
from piquet.tables import tables
from piquet.view import View

if TYPE_CHECKING:
    from piquet.oracle.exchange import Masks, Sheets

__all__ = ["Hand", "counted", "drawn_of", "ends_of", "sizes", "worth_of"]

_WORLDS = 2000
_MORE = 20_000  # where few of those bear out how many cards elder took
_ENOUGH = 200
_TRIES = 24  # worlds that the core looks at for one in which elder takes as many as he took
_ALL = 0xFFFFFFFF
_TALON = 8


class Hand:
    """A hand before its exchange, weighed in worlds that no discard was chosen in.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> deal = Deal.random("letter")
    >>> view = Position(deal, Rules.named("rubicon")).view(Seat.ELDER)
    >>> hand = Hand(view, Stakes(view.rules, Seat.ELDER), seed=1)
    >>> thrown, drawn = CardSet.parse("KH JH 7H QD TD"), CardSet.of(*deal.talon[:5])
    >>> 0 < hand.after(thrown, drawn).points < hand.before(thrown).points  # a poor draw
    True
    """

    def __init__(self, view: View, stakes: Stakes, seed: int) -> None:
        self._seed = seed & (1 << 64) - 1
        self.choice = Discards(view, stakes, mix(self._seed, 1))
        claimed = any(
            event.seat is view.seat and event.kind is EventKind.CLAIMED for event in view.events
        )
        blank = not view.dealt.mask & tables(view.rules).courts
        self._hidden = blank and not claimed

    def before(self, thrown: CardSet) -> Worth:
        """Return what a discard is worth before its draw."""
        return worth_of(*self.ends(thrown), self.choice.stakes)

    def ends(self, thrown: CardSet) -> tuple[Floats, Floats]:
        """Return own points and the other's, world by world, after a discard."""
        choice = self.choice
        masks = np.array([thrown.mask], dtype=np.uint32)
        sheets = choice.sheets(masks, 0, _WORLDS, hidden=self._hidden)
        return ends_of(sheets[:, 0], choice.stakes, choice.view.seat)

    def after(self, thrown: CardSet, drawn: CardSet) -> Worth:
        """Return what the twelve cards are worth to who knows them, before anything more is heard.

        What elder looks at and does not take is no part of his draw.
        """
        choice = self.choice
        seat = choice.view.seat
        own = choice.hand & ~thrown.mask | drawn.mask
        unseen = _ALL & ~(choice.hand | drawn.mask)
        dealt, held, weights = self._others(unseen, len(thrown), _WORLDS)
        if weights is None:
            dealt, held, weights = self._others(unseen, len(thrown), _MORE)
        mine = np.full(len(held), own, dtype=np.uint32)
        hands = (mine, held) if seat is Seat.ELDER else (held, mine)
        blanks = np.zeros((len(held), 2), dtype=np.int64)
        made = choice.stakes.tables
        blanks[:, seat.other] = np.where(dealt & np.uint32(made.courts), 0, made.blank_worth)
        if not choice.hand & made.courts and not self._hidden:
            blanks[:, seat] = made.blank_worth
        ends = ends_of(counted(hands, choice.stakes, blanks), choice.stakes, Seat.ELDER)
        return worth_of(*ends, choice.stakes, weights)

    def _others(self, unseen: int, number: int, worlds: int) -> tuple[Masks, Masks, Floats | None]:
        """Return the other side's hands as dealt and as exchanged, and what each weighs.

        No weights are returned where more worlds are wanted.
        """
        choice, rules = self.choice, self.choice.view.rules
        from_these = np.full(worlds, unseen & choice.within, dtype=np.uint32)
        dealt = some(from_these, 12, mix(self._seed, 2))
        rest = np.uint32(unseen) & ~dealt
        player = choice.opponent
        if choice.view.seat is Seat.ELDER:
            most = _TALON - number
            thrown = kernel.throws_of(player, Seat.YOUNGER, dealt, rules.younger_min, most)
            weights = np.full(worlds, 1 / worlds)
        else:
            taken = choice.taken
            free = kernel.throws_of(player, Seat.ELDER, dealt, rules.elder_min, rules.elder_max)
            would = sizes(free) == taken
            likely = would.mean()
            if likely * worlds < _ENOUGH and worlds < _MORE:
                return dealt, dealt, None
            thrown = kernel.throws_of(player, Seat.ELDER, dealt, taken, taken)
            found = 1 - (1 - likely) ** _TRIES
            weights = np.full(worlds, (1 - found) / worlds)
            if likely:
                weights += would * (found / would.sum())
        drawn = drawn_of(rest, sizes(thrown), mix(self._seed, 3))
        return dealt, dealt & ~thrown | drawn, weights


def drawn_of(rest: Masks, numbers: NDArray[np.int64], seed: int) -> Masks:
    """Return so many cards of each rest of the talon, picked by lot."""
    drawn = np.zeros_like(rest)
    for number in np.unique(numbers).tolist():
        rows = numbers == number
        drawn[rows] = some(np.ascontiguousarray(rest[rows]), number, mix(seed, number))
    return drawn


def ends_of(sheets: Sheets, stakes: Stakes, first: Seat) -> tuple[Floats, Floats]:
    """Return own points and the other's where the play to come is the best, by world.

    ``sheets`` are the points of ``first`` and of the other before the play, and elder's s.
    """
    s = sheets[:, 2].astype(np.intp)
    ends = [sheets[:, 0] + stakes.play[first][s], sheets[:, 1] + stakes.play[first.other][s]]
    own, other = ends if first is stakes.seat else ends[::-1]
    return own, other


def worth_of(own: Floats, other: Floats, stakes: Stakes, weights: Floats | None = None) -> Worth:
    """Return what points of both sides are worth on the mean of the worlds."""
    if weights is None:
        weights = np.full(len(own), 1 / len(own))
    partie = None if stakes.values is None else float(weights @ stakes.worth(own, other))
    return Worth(float(weights @ (own - other)), partie)


def counted(hands: tuple[Masks, Masks], stakes: Stakes, blanks: NDArray[np.int64]) -> Sheets:
    """Return what both score before the play where all is called and answered truly, and s.

    ``hands`` are elder's and younger's after the exchange, a row a world, ``blanks`` their points
    for a carte blanche.
    """
    his, hers = (holdings(each, stakes.rules) for each in hands)
    scored = np.zeros((len(blanks), 8), dtype=np.int16)
    scored[:, 1:4] = np.where(his.best > hers.best, his.worth, 0)
    scored[:, 5:] = np.where(hers.best > his.best, hers.worth, 0)
    scored[:, [0, 4]] = blanks
    sheets = kernel.hand_sheets(
        kernel.compiled(stakes.rules),
        solved(stakes.tables.last_trick_extra),
        *hands,
        scored.ravel(),
    )
    side = (sheets.shape[1] - 1) // 2
    return np.stack(
        [sheets[:, :side].sum(axis=1), sheets[:, side:-1].sum(axis=1), sheets[:, -1]], axis=1
    )


def sizes(masks: Masks) -> NDArray[np.int64]:
    """Return how many cards each mask has."""
    bits = np.arange(32, dtype=np.uint32)
    sizes: NDArray[np.int64] = (masks[:, None] >> bits & np.uint32(1)).sum(axis=1)
    return sizes
