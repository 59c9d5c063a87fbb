"""Exercises in the exchange: what to throw, judged by the Oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piquet.actions import Action
from piquet.base import Illegal, Seat
from piquet.cards import CardSet, Suit
from piquet.combinations import point_key
from piquet.lessons.drills.asking import Exercise, Lots, Marked, Step, Which, without_blank
from piquet.naming import cards_named, words
from piquet.oracle.discards import discards
from piquet.oracle.phrases import points
from piquet.oracle.weights import CLUB
from piquet.position import Position
from piquet.texts import text
from piquet.view import View

if TYPE_CHECKING:
    from piquet.oracle.advice import Advice, Option

__all__ = ["TOLERANCE", "Throwing"]

TOLERANCE = 0.5
"""How many points of the deal a throw may be worth less than the best one and still be right."""

_TOLD = 5  # throws that the solution lists


class Throwing(Exercise):
    """A hand before its exchange.  The Oracle judges, and needs the native core.

    >>> from piquet.rules import Rules
    >>> exercise = Throwing(Which("throw", "letter", 1, Rules.named("rubicon")))
    >>> advice = exercise.advice()
    >>> exercise.mark(advice.best.action.cards, advice).right
    True
    """

    def __init__(self, which: Which) -> None:
        super().__init__(which)
        lots = Lots(which)
        self._seat = lots.pick(tuple(Seat))
        position = Position(without_blank(lots), which.rules)
        if self._seat is Seat.YOUNGER:
            rules, hand = which.rules, position.hands[Seat.ELDER]
            table = CLUB.exchange[Seat.ELDER]
            thrown = discards(hand.mask, rules.elder_min, rules.elder_max, table)
            position = position.after(Action.exchange(CardSet(thrown)))
        self.view: View = position.view(self._seat)

    @property
    def seat(self) -> Seat:
        """In which seat the person sits."""
        return self._seat

    @property
    def hand(self) -> CardSet:
        """The cards to throw from."""
        return self.view.hand

    @property
    def bounds(self) -> tuple[int, int]:
        """The fewest and the most cards that may be thrown."""
        legal = self.view.legal_actions
        return len(legal[0].cards), len(legal[-1].cards)

    @property
    def question(self) -> tuple[str, ...]:
        """What is asked, in sentences."""
        fewest, most = self.bounds
        said = [text("drills.throw.ask", seat=text(f"seats.{self.seat}"))]
        if self.seat is Seat.YOUNGER:
            said.append(text("drills.throw.left", n=self.view.taken[0], left=most))
        key = "bounds" if fewest < most else "bounds_one"
        said.append(text(f"drills.throw.{key}", fewest=fewest, most=most))
        said.append(text("drills.throw.tolerance", n=TOLERANCE))
        return tuple(said)

    def action(self, cards: CardSet) -> Action:
        """Return the exchange that throws some cards.

        Raises Illegal (``drill_held``, ``drill_throw``) for cards that are not held, or too many
        or too few of them.
        """
        if not cards <= self.hand:
            raise Illegal("drill_held", cards=cards - self.hand)
        action = Action.exchange(cards)
        if action not in self.view.legal_actions:
            fewest, most = self.bounds
            raise Illegal("drill_throw", n=len(cards), fewest=fewest, most=most)
        return action

    def advice(self, cards: CardSet | None = None, threads: int = 0) -> Advice:
        """Return what the Oracle says, and of these cards as well.

        Raises CoreMissing where there is no native core, Illegal as :meth:`action` does.
        """
        from piquet.oracle import advise

        action = None if cards is None else self.action(cards)
        return advise(self.view, goal="points", threads=threads, selection=action)

    def hint(self) -> str:
        """Return what the Oracle's best throw keeps, without naming what it throws."""
        return self.hint_of(self.advice())

    def hint_of(self, advice: Advice) -> str:
        """Return the hint that an advice holds: how many are thrown, and a suit that is kept."""
        best = advice.best.action.cards
        suits = [suit for suit in Suit if self.hand.suit(suit)]
        whole = [suit for suit in suits if not self.hand.suit(suit) & best]
        said = text("drills.throw.hint_number", n=_number(len(best)))
        if whole:
            suit = max(whole, key=lambda suit: point_key(self.hand.suit(suit).mask))
            kept = text("drills.throw.hint_kept", suit=text(f"suits.{suit}"))
        else:
            broken = max(suits, key=lambda suit: len(self.hand.suit(suit) & best))
            kept = text("drills.throw.hint_thrown", suit=text(f"suits.{broken}"))
        return f"{said} {kept}"

    def mark(self, cards: CardSet, advice: Advice) -> Marked:
        """Return what the Oracle says of a throw, of which its advice must have been told."""
        action = self.action(cards)
        chosen = next(option for option in advice.options if option.action == action)
        loss = _loss(advice, chosen)
        best = cards_named(advice.best.action.cards)
        right = chosen is advice.best or chosen.tied or loss <= TOLERANCE
        if chosen is advice.best:
            said = text("drills.throw.best")
        else:
            key = "loses"
            if right:
                key = "near" if loss > 0 and not chosen.tied else "as_good"
            said = text(f"drills.throw.{key}", n=points(loss), best=best)
        head = text("drills.right" if right else "drills.wrong")
        return Marked(right, (head, said, *advice.reasons), self._steps(advice, action))

    def given_up(self) -> Marked:
        """Return the solution for somebody who wants no more than that."""
        return self.told(self.advice())

    def told(self, advice: Advice) -> Marked:
        """Return the solution that an advice holds."""
        best = text("drills.throw.solution", best=cards_named(advice.best.action.cards))
        return Marked(False, (best, *advice.reasons), self._steps(advice, None))

    def _steps(self, advice: Advice, chosen: Action | None) -> tuple[Step, ...]:
        """The best throws and the chosen one, each with what it is worth."""
        told = [
            option
            for place, option in enumerate(advice.options)
            if place < _TOLD or option.action == chosen
        ]
        return tuple(
            Step(_row(advice, option, option.action == chosen), option.action.cards)
            for option in told
        )


def _loss(advice: Advice, option: Option) -> float:
    """Return how many points an option is worth less than the best, both as they are printed."""
    return round(round(advice.best.net.value, 1) - round(option.net.value, 1), 1)


def _row(advice: Advice, option: Option, yours: bool) -> str:
    key = "row_yours" if yours else "row"
    if option is advice.best:
        key = "row_best"
    net, loss = f"{option.net.value:+.1f}", f"{_loss(advice, option):.1f}"
    return text(f"drills.throw.{key}", net=net, loss=loss)


def _number(number: int) -> str:
    return text("talk.one_card") if number == 1 else text("talk.cards", n=words(number))
