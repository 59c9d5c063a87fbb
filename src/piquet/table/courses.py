"""Deals that make a point of the rules plain: played as far as written, under any set of rules.

An example is written by the hands after the exchange, which are what it is about; what was thrown
and drawn makes a whole deal of it, with a code, that can be taken over at a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from piquet.actions import Action, Kind
from piquet.base import Person, Seat
from piquet.cards import Card, CardSet, parse_cards
from piquet.dealing import Deal
from piquet.lessons.drills.counting import truth
from piquet.position import Position
from piquet.record import Before, Record
from piquet.rules import Rules
from piquet.view import Phase

__all__ = ["Example"]

_EXCHANGE = (Phase.EXCHANGE, Phase.SET_ASIDE)


@dataclass(frozen=True, slots=True)
class Example:
    """A deal, and how far it goes by itself.

    ``elder`` and ``younger`` are the hands after the exchange, ``threw`` and ``drew`` what each
    discarded and took in for it, elder first.  ``said`` are words that stand instead of the whole
    truth, each spoken as soon as it may be, and nothing more of its kind; ``sunk`` are the kinds of
    call that a seat leaves out altogether; ``play`` are the cards played, in order.  ``start`` is
    where a person takes over: at the "deal", with the "hands" after the exchange, or at the "end"
    of what is written.

    ``ends`` are the totals, elder's first, with which this deal ends the last of a partie;
    ``target_before`` is how a game to a number of points stood: both scores, after how many deals.
    """

    elder: str
    younger: str
    threw: tuple[str, str]
    drew: tuple[str, str]
    said: tuple[str, ...] = ()
    sunk: tuple[tuple[Seat, Kind], ...] = ()
    play: str = ""
    start: Literal["deal", "hands", "end"] = "hands"
    seat: Seat = Seat.ELDER
    ends: tuple[int, int] | None = None
    target_before: tuple[int, int, int] | None = None

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt.

        Raises Unreadable where the parts are no whole pack.
        """
        hands = [
            (CardSet.parse(held) - CardSet.parse(drew)) | CardSet.parse(threw)
            for held, drew, threw in zip(
                (self.elder, self.younger), self.drew, self.threw, strict=True
            )
        ]
        drawn = [card for drew in self.drew for card in parse_cards(drew)]
        left = CardSet.ALL - hands[0] - hands[1] - CardSet.of(*drawn)
        return Deal(hands[0], hands[1], (*drawn, *left))

    def record(self, rules: Rules, event: str) -> Record:
        """Return the deal written down, as far as it goes under these rules.

        Raises Illegal where the rules do not allow what is written.
        """
        before = self._before(rules)
        if before is not None and not rules.packet_fixed:
            # A record that begins late cannot tell what each dealer chose before.
            rules = rules.but(packet=rules.packet[-1:])
        # The first person is elder: whoever began, the second one deals this deal.
        dealer = Person.SECOND if before is None or before.deals % 2 == 0 else Person.FIRST
        return self._played(Record(rules, (("Event", event),), dealer, rules.packet[-1], before))

    def _before(self, rules: Rules) -> Before | None:
        """Return how the partie stands, where that belongs to the example."""
        if rules.game_end == "target":
            return None if self.target_before is None else Before(*self.target_before)
        if self.ends is None:
            return None
        alone = self._played(Record(rules, (), Person.SECOND, rules.packet[-1])).position
        assert alone is not None
        assert alone.outcome is not None  # it is played to its end
        made = alone.outcome
        return Before(self.ends[0] - made.elder, self.ends[1] - made.younger, rules.deals - 1)

    def _played(self, record: Record) -> Record:
        record = record.begin(self.deal)
        said = [Action.parse(words) for words in self.said]
        sunk = set(self.sunk)
        cards = list(parse_cards(self.play)) if self.play else []
        while record.partie.position is not None:
            action = self._next(record.partie.position, said, sunk, cards)
            if action is None:
                break
            record = record.after(action)
        return record

    def moves(self, record: Record) -> int:
        """Return how many actions have been made where a person takes over."""
        if self.start == "deal":
            return 0
        done = record.parts[-1].actions
        if self.start == "end":
            return len(done)
        exchange = (Kind.CARTE_BLANCHE, Kind.SET_ASIDE, Kind.EXCHANGE)
        return sum(action.kind in exchange for action in done)

    def _next(
        self,
        position: Position,
        said: list[Action],
        sunk: set[tuple[Seat, Kind]],
        cards: list[Card],
    ) -> Action | None:
        """Return what is done next, None at the end; what is used up leaves its list."""
        legal, seat = position.legal_actions, position.to_move
        assert seat is not None  # the deal is not over
        if position.phase in _EXCHANGE:
            return self._exchange(position)
        for action in said:
            if action in legal:
                said.remove(action)
                sunk.add((seat, action.kind))  # who calls less leaves it at that
                return action
        true = truth(position, sunk)
        if true is not None:
            return true
        if not cards:
            return None
        if position.phase is Phase.LEFT and not legal.of(Kind.PLAY):
            return Action.PASS
        return Action.play(cards.pop(0))

    def _exchange(self, position: Position) -> Action:
        assert position.to_move is not None  # somebody has still to exchange
        throw = CardSet.parse(self.threw[position.to_move])
        legal = position.legal_actions
        for claim in legal.of(Kind.CARTE_BLANCHE):
            if claim.number in (0, len(throw)):
                return claim
        setting = position.phase is Phase.SET_ASIDE
        return Action(Kind.SET_ASIDE if setting else Kind.EXCHANGE, throw.mask)
