"""The talk: what each thing that may be said scores in every world, if all the rest is true."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import Action, Category, Kind
from piquet.base import Seat
from piquet.combinations import (
    beats_everything,
    best_key,
    callable_masks,
    keys,
    point_key,
    worth,
)
from piquet.oracle.exchange import solved
from piquet.oracle.holdings import holdings
from piquet.oracle.stakes import Stakes
from piquet.view import View

__all__ = ["CALLS", "Talk", "call_worth"]

CALLS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)
_SPOKEN = (Category.POINT, Category.SEQUENCES, Category.SETS)
_LENGTH = 8  # bits of a key below the number of cards

Numbers = NDArray[np.int64]


class _Score(NamedTuple):
    """What elder and younger score in a category, by world."""

    elder: Numbers
    younger: Numbers


class Talk:
    """The talk before a card is played: sheets of every world for each thing that may be said.

    ``kept`` are the other side's twelve cards, a row a world.  All that is not said now is taken to
    be called, answered and counted in full and truly.

    >>> from piquet.cards import CardSet
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> hands = CardSet.parse("SAKQJT HAK DAK CAKQ"), CardSet.parse("S987 HQJT9 DQJT CJT")
    >>> view = Position.from_hands(*hands, Rules.named("rubicon")).view(Seat.ELDER)
    >>> world = np.array([hands[1].mask], dtype=np.uint32)
    >>> talk = Talk(view, Stakes(view.rules, Seat.ELDER), world)
    >>> talk.scored(view.legal_actions[0]).tolist()
    [[0, 5, 18, 28, 0, 0, 0, 0]]
    """

    def __init__(self, view: View, stakes: Stakes, kept: NDArray[np.uint32]) -> None:
        self.view = view
        self.stakes = stakes
        self.kept = np.ascontiguousarray(kept)
        mine = holdings(np.array([view.kept.mask], dtype=np.uint32), view.rules)
        his = holdings(self.kept, view.rules)
        by_seat = (mine, his) if view.seat is Seat.ELDER else (his, mine)
        rows = len(kept)
        self._best = [np.broadcast_to(one.best, (rows, 3)).astype(np.int64) for one in by_seat]
        self._worth = [np.broadcast_to(one.worth, (rows, 3)).astype(np.int64) for one in by_seat]

    def sheets(self, action: Action, threads: int = 1) -> NDArray[np.int16]:
        """Return the sheet of each world (elder's columns before younger's, and elder's s)."""
        mine = self.view.kept.mask
        elder, younger = (mine, self.kept) if self.view.seat is Seat.ELDER else (self.kept, mine)
        return kernel.hand_sheets(
            kernel.compiled(self.view.rules),
            solved(self.stakes.tables.last_trick_extra),
            elder,
            younger,
            self.scored(action).astype(np.int16).ravel(),
            threads=threads,
        )

    def scored(self, action: Action) -> Numbers:
        """Return what is scored for blank, point, sequences and sets: elder's four, then hers."""
        scores = [self._settled(category) for category in _SPOKEN]
        category = self._category(action)
        if category is not None:
            scores[category - Category.POINT] = self._said(category, action)
            if category is not Category.POINT and self._forfeits():
                scores[0] = self._hers(Category.POINT)
        zero = np.zeros(len(self.kept), dtype=np.int64)
        blank = [zero, zero]
        for award in self.view.awards:
            if award.reason == "carte_blanche":
                blank[award.seat] = zero + award.points
        columns = [blank[0], *(one.elder for one in scores), blank[1]]
        return np.stack([*columns, *(one.younger for one in scores)], axis=1)

    def _category(self, action: Action) -> Category | None:
        if action.kind in CALLS:
            return Category(Category.POINT + action.kind - Kind.POINT)
        return self.view.call

    def _forfeits(self) -> bool:
        """Tell whether a call now gives up the point, which is called first or not at all."""
        point = self.view.calls[Category.POINT]
        return self.view.seat is Seat.ELDER and not point.answer and not point.number

    def _hers(self, category: Category) -> _Score:
        """Return the scores where younger counts what she holds."""
        younger = self._worth[Seat.YOUNGER][:, category - Category.POINT]
        return _Score(np.zeros_like(younger), younger)

    def _compared(
        self, category: Category, his: Numbers, hers: Numbers, his_worth: Numbers
    ) -> _Score:
        younger = self._worth[Seat.YOUNGER][:, category - Category.POINT]
        return _Score(np.where(his > hers, his_worth, 0), np.where(his < hers, younger, 0))

    def _settled(self, category: Category) -> _Score:
        """Return the scores of a category that is not spoken of now."""
        at = category - Category.POINT
        said = self.view.calls[category]
        elder, younger = self._worth[Seat.ELDER][:, at], self._worth[Seat.YOUNGER][:, at]
        if said.answer == "equal":
            return _Score(np.zeros_like(elder), np.zeros_like(elder))
        if said.answer == "good":
            counted = sum(
                award.points
                for award in self.view.awards
                if award.category == category and award.reason == str(category)
            )
            more = elder if self._may_go_on(category) else np.zeros_like(elder)
            return _Score(np.maximum(more, counted), np.zeros_like(elder))
        if said.answer or self._passed_over(category):
            return _Score(np.zeros_like(elder), younger)
        best = self._best
        return self._compared(category, best[Seat.ELDER][:, at], best[Seat.YOUNGER][:, at], elder)

    def _passed_over(self, category: Category) -> bool:
        """Tell whether elder has called something else before the point."""
        calls = self.view.calls
        return (
            category is Category.POINT
            and not calls[category].number
            and any(calls[other].number for other in _SPOKEN)
        )

    def _may_go_on(self, category: Category) -> bool:
        """Tell whether elder may still count more where he was told "good"."""
        if self.view.seat is Seat.YOUNGER:
            return category is not Category.POINT
        kind = CALLS[category - Category.POINT]
        return bool(self.view.legal_actions.of(kind))

    def _limited(self, category: Category, number: int) -> tuple[int, int] | None:
        """Return key and worth of what younger counts where her inquiry bars more; else None.

        Who asks what a call makes can count no greater number of cards.
        """
        hand, rules = self.view.kept.mask, self.view.rules
        if int(self._best[Seat.YOUNGER][0, category - Category.POINT]) >> _LENGTH <= number:
            return None
        for mask in callable_masks(category, hand, rules):
            found = [point_key(mask)] if category is Category.POINT else keys(category, mask)
            if found[0] >> _LENGTH == number:
                return found[0], sum(worth(category, key, rules) for key in found)
        return None

    def _said(self, category: Category, action: Action) -> _Score:
        """Return the scores of the category in which something is said now."""
        at = category - Category.POINT
        elder, younger = self._worth[Seat.ELDER][:, at], self._worth[Seat.YOUNGER][:, at]
        kind, nothing = action.kind, np.zeros_like(elder)
        his, hers = self._best[Seat.ELDER][:, at], self._best[Seat.YOUNGER][:, at]
        said = self.view.calls[category]
        if kind is Kind.GOOD:
            return _Score(elder, nothing)
        if kind is Kind.EQUAL:
            return _Score(nothing, nothing)
        if kind is Kind.NOT_GOOD or (kind is Kind.SAY and not action.payload):
            return _Score(nothing, younger)
        if kind is Kind.ASK_VALUE:
            limited = self._limited(category, said.number)
            if limited is None:
                return self._compared(category, his, hers, elder)
            key, counts = limited
            return _Score(np.where(his > key, elder, 0), np.where(his < key, counts, nothing))
        if said.answer == "good":
            return self._settled(category)
        counts = call_worth(self.view, category, action.payload)
        key = point_key(action.payload) if at == 0 else best_key(category, action.payload)
        return self._compared(category, nothing + key, hers, nothing + counts)


def call_worth(view: View, category: Category, mask: int) -> int:
    """Return what a call brings where it is good, with all that may then be counted further.

    >>> from piquet.cards import CardSet
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> hands = CardSet.parse("SAKQJT HAKQ DAKQ CA"), CardSet.parse("S987 HJT9 DJT9 CKQJ")
    >>> view = Position.from_hands(*hands, Rules.named("rubicon")).view(Seat.ELDER)
    >>> call_worth(view, Category.SEQUENCES, CardSet.parse("AH KH QH").mask)
    6
    """
    rules = view.rules
    if category is Category.POINT:
        return worth(category, point_key(mask), rules)
    called = keys(category, mask)
    total = sum(worth(category, key, rules) for key in called)
    counted = rules.seq_counts if category is Category.SEQUENCES else rules.set_counts
    if counted == "announced_only":
        return total
    limit = called[0]
    if rules.good_against_cards_waiver and beats_everything(category, limit, view.unseen.mask):
        limit = 1 << 16
    rest = _apart(category, view.kept.mask, mask)
    return total + sum(worth(category, key, rules) for key in rest if key <= limit)


def _apart(category: Category, hand: int, mask: int) -> list[int]:
    """Return the keys of what is held in a category beside the cards called."""
    if category is Category.SETS:
        ranks = [rank for rank in range(8) if mask >> rank & 0x01010101]
        for rank in ranks:
            hand &= ~(0x01010101 << rank)
        return keys(category, hand)
    rest = hand & ~mask
    # A card next to the cards called would make them longer: no run ends there.
    beside = (mask << 1 | mask >> 1) & ~mask
    whole = keys(category, rest)
    clear = keys(category, rest & ~beside)
    return clear if len(clear) <= len(whole) else whole
