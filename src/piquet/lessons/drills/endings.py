"""Exercises in the play: endings of four to six cards, judged by the solved table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from piquet import kernel
from piquet.base import Illegal, Seat
from piquet.cards import CARDS, Card, CardSet, Suit
from piquet.lessons.drills.asking import Exercise, Lots, Marked, Step, Which, exchanged
from piquet.naming import card_name, listed, words
from piquet.oracle.phrases import points
from piquet.rules import Rules
from piquet.tables import tables
from piquet.texts import text
from piquet.view import Trick

__all__ = ["Ending", "Judged", "Move", "Played", "Seen"]

_TRICKS = 12
_SIZES = (4, 5, 6)
_DEALS = 3000  # searched for an ending that has one best card and a tempting other one
_LOSSES = (2, 2, 3, 5)  # the fewest points that the tempting card loses, by lot


class Judged(NamedTuple):
    """What a card comes to, best play following: own tricks of those left, and net points.

    ``points`` are own points less the other's for the rest of the deal, and ``cards`` what of them
    is for the cards or a capot; ``last`` tells whether the last trick is won.
    """

    card: Card
    tricks: int
    last: bool
    points: int
    cards: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A moment of an ending: both hands as they are, the card led, and who is to play."""

    hands: tuple[CardSet, CardSet]
    to_move: Seat
    led: Card | None
    won: tuple[int, int]

    @property
    def playable(self) -> CardSet:
        """The cards that may be played now."""
        hand = self.hands[self.to_move]
        if self.led is None:
            return hand
        return hand.suit(self.led.suit) or hand

    def after(self, card: Card) -> tuple[Seen, Trick | None]:
        """Return the moment after a card, and the trick that it completes."""
        mover = self.to_move
        hands = [
            hand - CardSet.of(card) if seat is mover else hand
            for seat, hand in zip(Seat, self.hands, strict=True)
        ]
        if self.led is None:
            return Seen((hands[0], hands[1]), mover.other, card, self.won), None
        takes = card.suit is self.led.suit and card.rank > self.led.rank
        winner = mover if takes else mover.other
        won = [n + (seat is winner) for seat, n in zip(Seat, self.won, strict=True)]
        trick = Trick(mover.other, self.led, card, winner)
        return Seen((hands[0], hands[1]), winner, None, (won[0], won[1])), trick


class Move(NamedTuple):
    """A card that was played: whose it was, and for one's own what it lost against the best."""

    seat: Seat
    card: Card
    loss: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """How far an ending has been played: every card since its start, and the moment now."""

    moves: tuple[Move, ...]
    tricks: tuple[Trick, ...]
    now: Seen

    @property
    def over(self) -> bool:
        """Whether the last trick has been played."""
        return not any(self.now.hands)

    @property
    def loss(self) -> int:
        """How many points one's own cards have lost so far."""
        return sum(move.loss for move in self.moves)


class Ending(Exercise):
    """The last cards of a deal, both hands open; the other side plays its best.

    The exercise is the first card; whoever likes plays on to the end.  Needs the native core.

    >>> exercise = Ending(Which("ending", "letter", 1, Rules.named("rubicon")))
    >>> exercise.mark([exercise.best.card]).right, exercise.mark([exercise.tempting.card]).right
    (True, False)

    Raises CoreMissing, and Illegal (``drill_rules``) for rules that the solved table does not
    cover.
    """

    def __init__(self, which: Which) -> None:
        super().__init__(which)
        made = tables(which.rules)
        if not made.exact:
            raise Illegal("drill_rules")
        self._table = kernel.solved(made.last_trick_extra)
        lots = Lots(which)
        size, loss, follows = lots.pick(_SIZES), lots.pick(_LOSSES), not lots.below(3)
        for _ in range(_DEALS):
            self.deal = lots.deal()
            self.start, self.before = self._moment(size, follows)
            judged = self.judge(self.start)
            self.best = judged[0]
            self.tempting = next(one for one in judged if one.card is _by_habit(self.start))
            if self._instructive(judged, loss):
                break

    def _moment(self, size: int, follows: bool) -> tuple[Seen, tuple[Trick, ...]]:
        """Return a moment late in a deal that was played as the table would, and the tricks."""
        elder, younger = exchanged(self.deal, self.rules)
        cards, *_ = self._table.line(elder.mask, younger.mask)
        now, tricks = Seen((elder, younger), Seat.ELDER, None, (0, 0)), []
        for index in cards[: 2 * (_TRICKS - size) + follows]:
            now, trick = now.after(CARDS[index])
            if trick is not None:
                tricks.append(trick)
        return now, tuple(tricks)

    def _instructive(self, judged: Sequence[Judged], loss: int) -> bool:
        """Tell whether one card alone is best, and the one played out of habit is worse."""
        if len(judged) < 2 or judged[1].points == self.best.points:
            return False
        return self.best.points - self.tempting.points >= loss

    @property
    def seat(self) -> Seat:
        """In which seat the person sits."""
        return self.start.to_move

    @property
    def size(self) -> int:
        """How many cards the person holds."""
        return len(self.start.hands[self.seat])

    @property
    def question(self) -> tuple[str, ...]:
        """What is asked, in sentences."""
        mine, theirs = (_number(self.start.won[seat]) for seat in (self.seat, self.seat.other))
        given = {"n": words(self.size), "mine": mine, "theirs": theirs}
        said = [text("drills.ending.ask", seat=text(f"seats.{self.seat}"), **given)]
        if self.start.led is None:
            said.append(text("drills.ending.lead"))
        else:
            said.append(text("drills.ending.follow", card=card_name(self.start.led)))
        return tuple(said)

    def judge(self, now: Seen) -> tuple[Judged, ...]:
        """Return what every card that may be played comes to, the best first.

        Of equal ones the lowest comes first: who can take with any of several takes cheaply.
        """
        mover = now.to_move
        mine, theirs = now.hands[mover].mask, now.hands[mover.other].mask
        if now.led is None:
            values = self._table.leads(mine, theirs)
        else:
            values = self._table.replies(theirs, mine, now.led.index)
        judged = [self._judged(now, CARDS[index], s) for index, s in values.items()]
        return tuple(sorted(judged, key=lambda one: (-one.points, one.card.rank, one.card.suit)))

    def _judged(self, now: Seen, card: Card, s: int) -> Judged:
        """Return what a card comes to whose play has the value s for the leader of the trick."""
        mover, size = now.to_move, len(now.hands[now.to_move])
        # s is twice the tricks and one for the last; without its extra point, less one.
        tricks, last = (s + 1 - self.rules.last_trick_extra) // 2, bool(s & 1)
        if now.led is not None:
            tricks, last = size - tricks, not last
        mine, theirs = now.won[mover] + tricks, now.won[mover.other] + size - tricks
        cards = _majority(mine, self.rules) - _majority(theirs, self.rules)
        return Judged(card, tricks, last, self._net(now, tricks, last) + cards, cards)

    def _net(self, now: Seen, tricks: int, last: bool) -> int:
        """Return own points less the other's for leads, captures and the last trick."""
        rules, size = self.rules, len(now.hands[now.to_move])
        winner = 1 if last else -1
        extra = rules.last_trick_extra * winner
        if rules.lead_point == "won_only":
            return 2 * tricks - size + extra
        # A lead and a capture are half a point each for leading and for winning a trick; whoever
        # wins one leads the next, so that only the first lead and the last trick are left over.
        first = 1 if now.led is None else -1
        return 2 * tricks - size + (first - winner) // 2 + extra

    def play(self, cards: Sequence[Card]) -> Played:
        """Return how it stands after one's own cards, the other side's best ones between them.

        Raises Illegal (``drill_card``, ``drill_suit``, ``drill_over``) for a card that may not
        be played there.
        """
        now, moves, tricks = self.start, [], []

        def go(move: Move) -> None:
            nonlocal now
            moves.append(move)
            now, trick = now.after(move.card)
            if trick is not None:
                tricks.append(trick)

        for card in cards:
            self._require(now, card)
            judged = self.judge(now)
            chosen = next(one for one in judged if one.card is card)
            loss = judged[0].points - chosen.points
            said = self._lost(judged[0], chosen) if loss else ""
            go(Move(self.seat, card, loss, said))
            while any(now.hands) and now.to_move is not self.seat:
                go(Move(self.seat.other, self.judge(now)[0].card))
        return Played(tuple(moves), tuple(tricks), now)

    def _require(self, now: Seen, card: Card) -> None:
        hand = now.hands[self.seat]
        if not hand:
            raise Illegal("drill_over")
        if card not in hand:
            raise Illegal("drill_card", card=card)
        if card not in now.playable:
            assert now.led is not None
            raise Illegal("drill_suit", card=card, suit=text(f"suits.{now.led.suit}"))

    def _lost(self, best: Judged, chosen: Judged) -> str:
        """Return what a card loses against the best, in points and in what they come from."""
        given = {
            "card": card_name(chosen.card),
            "best": card_name(best.card),
            "n": points(best.points - chosen.points),
            "why": self._why(best, chosen),
        }
        return text("drills.ending.loses", **given)

    def _why(self, best: Judged, chosen: Judged) -> str:
        """Return from where the points of a difference come."""
        parts = []
        tricks, cards = best.tricks - chosen.tricks, best.cards - chosen.cards
        if tricks:
            key = "trick" if tricks == 1 else "tricks"
            parts.append(text(f"drills.ending.why.{key}", n=words(tricks)))
        if best.last and not chosen.last:
            parts.append(text("drills.ending.why.last"))
        if cards:
            parts.append(text("drills.ending.why.cards", n=cards))
        return listed(parts)

    def hint(self) -> str:
        """Return how much best play comes to, which leaves the card to be found."""
        key = "hint_last" if self.best.last else "hint"
        n, of = _number(self.best.tricks), words(self.size)
        return text(f"drills.ending.{key}", n=n, of=of)

    def mark(self, cards: Sequence[Card]) -> Marked:
        """Return whether the first of one's cards is the best, and what the rest have lost.

        Raises Illegal (``drill_card``, ``drill_suit``, ``drill_over``, ``drill_none``).
        """
        if not cards:
            raise Illegal("drill_none")
        played = self.play(cards)
        lost = [move.words for move in played.moves if move.loss]
        right = not played.moves[0].loss
        head = text("drills.right" if right else "drills.wrong")
        best = card_name(self.best.card)
        if right:
            second = text("drills.ending.best", card=best, result=self._result(self.best))
            return Marked(right, (head, second, *lost), self.steps)
        return Marked(right, (head, *lost, self._refuted(cards[0])), self.steps)

    def _refuted(self, card: Card) -> str:
        """Return how the other side answers a wrong card."""
        return text("drills.ending.refuted", line=self._line(card))

    def given_up(self) -> Marked:
        """Return the solution for somebody who wants no more than that."""
        best = card_name(self.best.card)
        said = text("drills.ending.best", card=best, result=self._result(self.best))
        return Marked(False, (said,), self.steps)

    def _result(self, one: Judged) -> str:
        n = _number(one.tricks)
        key = "result_last" if one.last else "result"
        return text(f"drills.ending.{key}", n=n, of=words(self.size), points=f"{one.points:+d}")

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every card that may be played and what it comes to, then the best line."""
        rows = [Step(self._result(one), CardSet.of(one.card)) for one in self.judge(self.start)]
        line = Step(text("drills.ending.line", line=self._line(self.best.card)))
        return (*rows, line)

    def _line(self, first: Card) -> str:
        """Return the play that follows a card, both sides at their best."""
        now, trick = self.start.after(first)
        tricks = [] if trick is None else [trick]
        while any(now.hands):
            now, trick = now.after(self.judge(now)[0].card)
            tricks += [] if trick is None else [trick]
        return " · ".join(
            text(
                "drills.ending.trick",
                lead=trick.lead.symbol,
                follow=trick.follow.symbol,
                who=text(f"drills.ending.{'you' if trick.winner is self.seat else 'they'}"),
            )
            for trick in tricks
        )


def _majority(tricks: int, rules: Rules) -> int:
    """Return what the cards, or a capot instead of them, score for somebody with so many tricks."""
    if tricks == _TRICKS:
        return rules.capot_points
    return rules.cards_points if 2 * tricks > _TRICKS else 0


def _number(number: int) -> str:
    return words(number) if number else text("drills.ending.none")


def _by_habit(now: Seen) -> Card:
    """Return what one plays without thinking.

    To lead: the highest card that nothing can beat, else the highest of the longest suit.  To
    follow: the cheapest card that takes, else the lowest that may be played.
    """
    hand, other = now.hands[now.to_move], now.hands[now.to_move.other]
    playable = list(now.playable)
    if now.led is not None:
        takes = [c for c in playable if c.suit is now.led.suit and c.rank > now.led.rank]
        return min(takes or playable, key=lambda card: (card.rank, card.suit))
    sure = [c for c in playable if not any(o.rank > c.rank for o in other.suit(c.suit))]
    if sure:
        return max(sure, key=lambda card: (card.rank, -card.suit))
    longest = max(Suit, key=lambda suit: (len(hand.suit(suit)), -suit))
    return next(iter(hand.suit(longest)))
