"""Leading and following: every card in every world that the other side's hand may be."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import Award, Category, Kind
from piquet.base import Seat
from piquet.oracle.exchange import solved
from piquet.oracle.holdings import holdings
from piquet.oracle.stakes import Floats, Stakes
from piquet.reckoning import bonus, toward_pique
from piquet.view import Phase, View

__all__ = ["Cards", "Footing", "footings"]

_REASONS = {Category.POINT: "point", Category.SEQUENCES: "sequences", Category.SETS: "sets"}
_SPOKEN = tuple(_REASONS)
_SETTLED = ("good", "equal")
_IN_PLAY = ("lead", "capture", "last_trick", "cards", "capot")
_TRICKS = 12
_EVEN = 13  # the s of a play in which neither side is ahead


class Footing(NamedTuple):
    """What stands beside the play in a world.

    ``awards`` have been or will be scored; ``alive`` tells that elder may still come to a pique by
    play, and ``towards`` what he has towards it.
    """

    awards: tuple[Award, ...]
    alive: bool
    towards: int

    def points(self, seat: Seat) -> int:
        """Return what a seat scores beside the play."""
        return sum(award.points for award in self.awards if award.seat is seat)


class Cards:
    """The cards that may be led or played, each in all worlds of the other side's hand.

    ``kept`` are the other side's twelve cards in each world, ``hands`` those of them left.
    """

    def __init__(
        self,
        view: View,
        stakes: Stakes,
        hands: NDArray[np.uint32],
        kept: NDArray[np.uint32],
        *,
        pique: bool = True,
        threads: int = 1,
    ) -> None:
        self.view = view
        self.stakes = stakes
        self.hands = np.ascontiguousarray(hands)
        self.cards = [action.payload for action in view.legal_actions.of(Kind.PLAY)]
        self.footings, self.which = footings(view, kept)
        self._search = pique
        self._threads = threads

    @property
    def _places(self) -> list[int]:
        return [card.bit_length() - 1 for card in self.cards]

    def s(self) -> NDArray[np.intp]:
        """Return elder's s of the whole play by world and card, if both play best from there on."""
        view = self.view
        made = self.stakes.tables
        table = solved(made.last_trick_extra)
        hand = view.hand.mask
        if view.led is None:
            leader, left = view.seat, len(view.hand)
            found = table.leads_of(hand, self.hands, self._threads)
        else:
            leader, left = view.seat.other, len(view.hand)
            led = view.led.index
            found = table.replies_of(self.hands, hand, led, self._threads)
        s = found[:, self._places].astype(np.intp)
        if leader is Seat.YOUNGER:
            s = 2 * left + table.last_trick - s
        return 2 * view.won[Seat.ELDER] + s

    def worth(self) -> Floats:
        """Return what each card is worth in each world, in the unit that ranks."""
        s = self.s()
        worth = np.empty(s.shape)
        for number, footing in enumerate(self.footings):
            rows = slice(None) if len(self.footings) == 1 else self.which == number
            worth[rows] = self._by_s(footing)[s[rows]]
            if footing.alive and self._search and self._within_reach(footing):
                worth[rows] = self._with_pique(footing, self.hands[rows])
        return worth

    def points(self) -> tuple[Floats, Floats]:
        """Return own and the other's points of the deal for each card in each world.

        What a live pique changes in the best play is left to the difference.
        """
        seat, s = self.view.seat, self.s()
        own, other = (self.stakes.play[side][s] for side in (seat, seat.other))
        for number, footing in enumerate(self.footings):
            rows = slice(None) if len(self.footings) == 1 else self.which == number
            own[rows] += footing.points(seat)
            other[rows] += footing.points(seat.other)
        return own, other

    def _by_s(self, footing: Footing, extra: float = 0.0) -> Floats:
        """Return what each s is worth on a footing, with so many points more for elder."""
        seat = self.view.seat
        points = [self.stakes.play[side] + footing.points(side) for side in Seat]
        points[Seat.ELDER] = points[Seat.ELDER] + extra
        return self.stakes.worth(points[seat], points[seat.other])

    def _within_reach(self, footing: Footing) -> bool:
        """Tell whether the tricks left can bring elder to a pique at all."""
        made = self.stakes.tables
        left = len(self.view.hand)
        first = _TRICKS - left + 1
        gains = left * made.lead[-1] + sum(made.gains[first:])
        return footing.towards + gains >= made.pique_at

    def _with_pique(self, footing: Footing, hands: NDArray[np.uint32]) -> Floats:
        """Return what each card is worth in each world while elder may still win a pique."""
        view, made = self.view, self.stakes.tables
        sign = 1 if view.seat is Seat.ELDER else -1
        payoff = np.maximum.accumulate(sign * self._by_s(footing))
        more = sign * self._by_s(footing, made.pique)
        pique = kernel.Pique(
            payoff.tolist(),
            made.gains,
            lead=made.lead[-1],
            threshold=made.pique_at,
            bonus=max(float(more[_EVEN] - payoff[_EVEN]), 0.0),
        )
        table = solved(made.last_trick_extra)
        hand = view.hand.mask
        if view.seat is Seat.ELDER:
            found = table.pique_leads_of(hand, hands, footing.towards, pique, self._threads)
        else:
            led = view.led.index if view.led else 0
            before = footing.towards - made.lead[led & 7]
            found = table.pique_replies_of(hands, hand, led, before, pique, self._threads)
        return sign * found[:, self._places]


def footings(view: View, kept: NDArray[np.uint32]) -> tuple[list[Footing], NDArray[np.intp]]:
    """Return what may stand beside the play, and which of it does in each world.

    Elder leads before younger counts: what she will count is what she holds there of all that he
    did not win.
    """
    alone = np.zeros(len(kept), dtype=np.intp)
    if view.phase is not Phase.CALL:
        return [_footing(view)], alone
    calls = view.calls
    owed = [calls[category].answer not in _SETTLED for category in _SPOKEN]
    if not any(owed):
        return [_footing(view)], alone
    counted = holdings(kept, view.rules).worth * owed
    codes = counted @ np.array([1 << 16, 1 << 8, 1])
    kinds, which = np.unique(codes, return_inverse=True)
    found = [_footing(view, (code >> 16, code >> 8 & 255, code & 255)) for code in kinds.tolist()]
    return found, which


def _footing(view: View, counted: tuple[int, int, int] = (0, 0, 0)) -> Footing:
    """Return what stands beside the play when younger still counts so much of each category."""
    rules, awards = view.rules, view.awards
    leading = view.phase is Phase.CALL
    # His first lead reckons before her hand where a pique follows the order of time.
    lead = (Award(Seat.ELDER, 1, Category.PLAY, "lead"),) if leading and _scores(view) else ()
    hers = tuple(
        Award(Seat.YOUNGER, points, category, _REASONS[category])
        for category, points in zip(_SPOKEN, counted, strict=True)
        if points
    )
    whole = (*awards, *lead, *hers)
    given = any(award.reason in ("pique", "repique") for award in awards)
    due = None if given else bonus(whole, rules)
    beside = [award for award in (*awards, *hers) if award.reason not in _IN_PLAY]
    if due is not None:
        beside.append(due)
    towards = toward_pique(whole, rules)
    rivals = any(award.seat is Seat.YOUNGER for award in towards)
    alive = not (given or due or rivals or view.won[Seat.YOUNGER])
    score = sum(award.points for award in towards if award.seat is Seat.ELDER)
    return Footing(tuple(beside), alive, score - sum(award.points for award in lead))


def _scores(view: View) -> bool:
    """Tell whether every lead scores."""
    return view.rules.lead_point == "any"
