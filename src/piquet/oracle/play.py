"""Leading and following: every card in every world that the other side's hand may be."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import Award, Category, Kind
from piquet.base import Seat
from piquet.oracle.advice import PARTS
from piquet.oracle.exchange import solved
from piquet.oracle.holdings import holdings
from piquet.oracle.stakes import Floats, Stakes
from piquet.reckoning import bonus, toward_pique
from piquet.view import Phase, View

__all__ = ["Cards", "Footing", "footing", "footings"]

_REASONS = {Category.POINT: "point", Category.SEQUENCES: "sequences", Category.SETS: "sets"}
_SPOKEN = tuple(_REASONS)
_SETTLED = ("good", "equal")
_TRICK = ("lead", "capture", "last_trick")
_IN_PLAY = (*_TRICK, "cards", "capot")
_TRICKS = 12
_CONCEDED = 13  # points of the play that is given up
_SURE = 3  # tricks left that are played as the table has them
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

    ``kept`` are the other side's twelve cards in each world, ``hands`` those of them left;
    ``counted`` is what younger, who is asked, still counts before she plays.
    """

    def __init__(
        self,
        view: View,
        stakes: Stakes,
        hands: NDArray[np.uint32],
        kept: NDArray[np.uint32],
        *,
        counted: tuple[int, int, int] | None = None,
        pique: bool = True,
        threads: int = 1,
    ) -> None:
        self.view = view
        self.stakes = stakes
        self.hands = np.ascontiguousarray(hands)
        self.cards = _playable(view)
        if counted is None:
            self.footings, self.which = footings(view, kept)
        else:
            self.footings = [footing(view, counted)]
            self.which = np.zeros(len(kept), dtype=np.intp)
        self._search = pique
        self._threads = threads

    @property
    def _places(self) -> list[int]:
        return [card.bit_length() - 1 for card in self.cards]

    @cached_property
    def played(self) -> Floats:
        """What elder and younger (rows) score in the whole play, by elder's s."""
        view = self.view
        scored = sum(award.points for award in view.awards if award.reason in _TRICK)
        leader = view.seat if view.led is None else view.seat.other
        return self.stakes.going_on(
            len(view.hand),
            view.won[Seat.ELDER],
            scored,
            view.led is not None,
            leader is Seat.ELDER,
        )

    @cached_property
    def s(self) -> NDArray[np.intp]:
        """Elder's s of the whole play by world and card, if both play best from there on."""
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
        s = self.s
        worth = np.empty(s.shape)
        for number, footing in enumerate(self.footings):
            rows = slice(None) if len(self.footings) == 1 else self.which == number
            worth[rows] = self._by_s(footing)[s[rows]]
            if footing.alive and self._search and self._within_reach(footing):
                worth[rows] = self._with_pique(footing, self.hands[rows])
        return worth

    def beside(self, seat: Seat, reason: str | None = None) -> Floats:
        """Return what a seat scores beside the play in each world, for a reason or for all."""
        points = [
            sum(
                award.points
                for award in one.awards
                if award.seat is seat and reason in (None, award.reason)
            )
            for one in self.footings
        ]
        return np.array(points, dtype=np.float64)[self.which]

    def given_up(self, by: Seat, seat: Seat) -> dict[str, Floats]:
        """Return what a seat scores by part in each world where a side gives up the play now."""
        points = {part: self.beside(seat, part) for part in PARTS}
        played = [award for award in self.view.awards if award.reason in _IN_PLAY]
        points["play"] += sum(award.points for award in played if award.seat is seat)
        if seat is not by:
            leads = sum(award.points for award in played if award.reason == "lead")
            points["play"] += _CONCEDED - leads
            points["cards"] += self.view.rules.cards_points
        return points

    def conceded(self) -> tuple[Floats, Floats]:
        """Return own and the other's points in each world where this seat gives up the play."""
        seat = self.view.seat
        mine, his = (self.given_up(seat, side) for side in (seat, seat.other))
        return np.sum(list(mine.values()), axis=0), np.sum(list(his.values()), axis=0)

    def parts(self, weights: Floats, net: Floats) -> tuple[Floats, Floats]:
        """Return own and the other's mean points by card (rows) and part.

        ``net`` is what the cards bring; what a live pique makes of it goes to elder's pique.
        """
        seat, number = self.view.seat, len(self.cards)
        found = {}
        for side in (seat, seat.other):
            beside = [weights @ self.beside(side, part) for part in PARTS]
            found[side] = np.tile(np.array(beside), (number, 1))
            rest = self.played - self.stakes.play
            for part, by_s in self.stakes.parts.items():
                points = by_s + rest if part == "play" else by_s
                found[side][:, PARTS.index(part)] += weights @ points[side][self.s]
        more = weights @ net - (found[seat] - found[seat.other]).sum(axis=1)
        sign = 1 if seat is Seat.ELDER else -1
        found[Seat.ELDER][:, PARTS.index("pique")] += sign * more
        return found[seat], found[seat.other]

    def _by_s(self, footing: Footing, extra: float = 0.0) -> Floats:
        """Return what each s is worth on a footing, with so many points more for elder.

        People see fewer cards than the table does and end some tricks off.  Net points do not mind,
        but where a partie hangs on one point its value is spread over the tricks nearby, the more
        the more tricks are left.
        """
        seat = self.view.seat
        points = [self.played[side] + footing.points(side) for side in Seat]
        points[Seat.ELDER] = points[Seat.ELDER] + extra
        worth = self.stakes.worth(points[seat], points[seat.other])
        if self.stakes.values is not None:
            for _ in range((len(self.view.hand) - _SURE) // 2):
                less, more = np.append(worth[:2], worth[:-2]), np.append(worth[2:], worth[-2:])
                worth = worth / 2 + (less + more) / 4
        return worth

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
        return [footing(view)], alone
    calls = view.calls
    owed = [calls[category].answer not in _SETTLED for category in _SPOKEN]
    if not any(owed):
        return [footing(view)], alone
    counted = holdings(kept, view.rules).worth * owed
    codes = counted @ np.array([1 << 16, 1 << 8, 1])
    kinds, which = np.unique(codes, return_inverse=True)
    found = [footing(view, (code >> 16, code >> 8 & 255, code & 255)) for code in kinds.tolist()]
    return found, which


def footing(view: View, counted: tuple[int, int, int] = (0, 0, 0)) -> Footing:
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


def _playable(view: View) -> list[int]:
    """Return the cards that may be led or played, if need be after younger has counted."""
    cards = [action.payload for action in view.legal_actions.of(Kind.PLAY)]
    if cards or view.led is None:
        return cards
    return [card.mask for card in view.hand.suit(view.led.suit) or view.hand]


def _scores(view: View) -> bool:
    """Tell whether every lead scores."""
    return view.rules.lead_point == "any"
