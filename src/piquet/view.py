"""What one seat may know of a deal, built up from what it saw, and how the partie stands."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from piquet.actions import Award, Category, Event, EventKind, Kind, LegalActions
from piquet.base import Seat
from piquet.cards import Card, CardSet, Suit
from piquet.reckoning import totals
from piquet.rules import Rules

__all__ = ["Phase", "Said", "Standing", "Trick", "View"]


class Phase(StrEnum):
    """The stages of a deal, in their order."""

    EXCHANGE = "exchange"
    SET_ASIDE = "set aside"
    CALL = "call"
    ANSWER = "answer"
    SAY = "say"
    LEFT = "left"
    COUNT = "count"
    PLAY = "play"
    OVER = "over"


class Standing(NamedTuple):
    """How the partie stands when a deal begins, in plain numbers.

    Scores of elder and younger, the number of the deal from 1, the deals left with this one (None
    in a target game), whether it is an extra deal, and the games of a match each has won.
    """

    scores: tuple[int, int] = (0, 0)
    deal_number: int = 1
    deals_left: int | None = 6
    extra: bool = False
    games: tuple[int, int] = (0, 0)

    @classmethod
    def first(cls, rules: Rules) -> Standing:
        """Return the standing of a partie's first deal.

        >>> Standing.first(Rules.named("au_cent")).deals_left is None
        True
        """
        return cls(deals_left=rules.deals if rules.game_end == "deals" else None)

    def __str__(self) -> str:
        left = "target" if self.deals_left is None else f"{self.deals_left} left"
        extra = ", extra" if self.extra else ""
        return (
            f"{self.scores[0]}-{self.scores[1]}, deal {self.deal_number}, {left}{extra},"
            f" games {self.games[0]}-{self.games[1]}"
        )


class Said(NamedTuple):
    """What was said in one category: elder's call, younger's answer, what each counted.

    ``number`` is the number of cards elder called (0: nothing called), ``spoken`` what else he
    said: the value of a point or the top rank of a sequence once it is known, number and rank of
    each set, the lengths of further sequences announced at once.  ``answer`` is one of "", "good",
    "equal", "not good" and "declined".  ``elder`` and ``younger`` are the cards called and counted
    or claimed equal, as far as this seat knows them.
    """

    number: int = 0
    spoken: tuple[int, ...] = ()
    answer: str = ""
    asked: bool = False
    elder: CardSet | None = None
    younger: CardSet | None = None


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    lead: Card
    follow: Card
    winner: Seat


ANSWERS = {Kind.GOOD: "good", Kind.EQUAL: "equal", Kind.NOT_GOOD: "not good", Kind.SAY: "declined"}
"""What an answer event's ``number`` means (SAY: elder declined to say what his point makes)."""


class View:
    """What one seat may know: nothing but the events as this seat saw them, and its legal actions.

    A view holds no position and no deal; everything it tells is added up from its own events.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> len(view.hand), view.to_move, len(view.legal_actions)
    (12, <Seat.ELDER: 0>, 1585)
    """

    def __init__(
        self,
        seat: Seat,
        rules: Rules,
        standing: Standing,
        phase: Phase,
        to_move: Seat | None,
        events: tuple[Event, ...],
        legal_actions: LegalActions,
    ) -> None:
        self.seat = seat
        self.rules = rules
        self.standing = standing
        self.phase = phase
        self.to_move = to_move
        self.events = events
        self.legal_actions = legal_actions

    def _cards(self, kind: EventKind, seat: Seat | None = None) -> int:
        """Return the cards seen in events of a kind, of one seat or of both."""
        mask = 0
        for event in self.events:
            if event.kind is kind and (seat is None or event.seat is seat):
                mask |= event.cards or 0
        return mask

    def _number(self, kind: EventKind, seat: Seat) -> int | None:
        for event in self.events:
            if event.kind is kind and event.seat is seat:
                return event.number
        return None

    @cached_property
    def dealt(self) -> CardSet:
        """The twelve cards dealt to this seat (after a typed exchange: the twelve it came to)."""
        return CardSet(self._cards(EventKind.DEALT, self.seat))

    @cached_property
    def discards(self) -> CardSet:
        """The cards this seat has discarded (or set aside for a carte blanche opposite)."""
        mine = self._cards(EventKind.DISCARDED, self.seat)
        return CardSet(mine | self._cards(EventKind.SET_ASIDE, self.seat))

    @cached_property
    def drawn(self) -> CardSet:
        """The cards this seat has taken in from the talon."""
        return CardSet(self._cards(EventKind.DREW, self.seat))

    @cached_property
    def hand(self) -> CardSet:
        """The cards in hand now."""
        thrown = self._cards(EventKind.DISCARDED, self.seat)
        played = self._cards(EventKind.PLAYED, self.seat)
        return CardSet((self.dealt.mask & ~thrown | self.drawn.mask) & ~played)

    @cached_property
    def kept(self) -> CardSet:
        """The twelve cards after this seat's exchange, before play: what it calls from."""
        return CardSet(self.dealt.mask & ~self.discards.mask | self.drawn.mask)

    @cached_property
    def rest(self) -> CardSet:
        """The cards of his first five that elder left and looked at; younger never knows them."""
        return CardSet(self._cards(EventKind.LOOKED_AT_REST))

    @cached_property
    def left(self) -> CardSet:
        """The cards that younger left, once both have seen them."""
        return CardSet(self._cards(EventKind.LEFT_SEEN))

    @cached_property
    def taken(self) -> tuple[int | None, int | None]:
        """How many cards elder and younger have exchanged, None before they have."""
        return (
            self._number(EventKind.DISCARDED, Seat.ELDER),
            self._number(EventKind.DISCARDED, Seat.YOUNGER),
        )

    @cached_property
    def talon_count(self) -> int:
        """How many cards are left in the talon."""
        drawn = [event.number for event in self.events if event.kind is EventKind.DREW]
        return 8 - sum(drawn)

    @cached_property
    def shown(self) -> CardSet:
        """Cards of the other side that this seat has seen laid down, played ones among them."""
        other = self.seat.other
        mask = 0
        for event in self.events:
            if event.seat is other and event.cards and event.kind in _OPENLY:
                mask |= event.cards
        return CardSet(mask)

    @cached_property
    def seen(self) -> CardSet:
        """Every card whose face this seat has seen."""
        mask = 0
        for event in self.events:
            mask |= event.cards or 0
        return CardSet(mask)

    @cached_property
    def unseen(self) -> CardSet:
        """The cards this seat has not seen: in the other hand, its discards or the talon."""
        return CardSet.ALL - self.seen

    @cached_property
    def _played(self) -> list[Event]:
        return [event for event in self.events if event.kind is EventKind.PLAYED]

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks, in order."""
        pairs = zip(self._played[::2], self._played[1::2], strict=False)
        return tuple(_trick(lead, follow) for lead, follow in pairs)

    @cached_property
    def led(self) -> Card | None:
        """The card that waits on the table to be followed."""
        return _only_card(self._played[-1]) if len(self._played) % 2 else None

    @cached_property
    def named(self) -> Suit | None:
        """The suit that elder has named and must lead."""
        for event in self.events:
            if event.kind is EventKind.NAMED_SUIT:
                return Suit(event.number - 1)
        return None

    @cached_property
    def won(self) -> tuple[int, int]:
        """Tricks taken by elder and younger."""
        winners = [trick.winner for trick in self.tricks]
        return winners.count(Seat.ELDER), winners.count(Seat.YOUNGER)

    @cached_property
    def calls(self) -> dict[Category, Said]:
        """What has been said of point, sequences and sets."""
        said = {category: Said() for category in _SPOKEN}
        for event in self.events:
            if event.category in said:
                category = Category(event.category)
                said[category] = _hear(said[category], event)
        return said

    @property
    def call(self) -> Category | None:
        """The category whose call waits for an answer or a value."""
        if self.phase not in (Phase.ANSWER, Phase.SAY):
            return None
        called = [event for event in self.events if event.kind is EventKind.CALLED]
        return Category(called[-1].category)

    @cached_property
    def awards(self) -> tuple[Award, ...]:
        """Everything scored in this deal so far, in the order of time."""
        return tuple(award for event in self.events for award in event.awards)

    @cached_property
    def scores(self) -> tuple[int, int]:
        """What elder and younger have scored in this deal."""
        return totals(self.awards)

    def __bytes__(self) -> bytes:
        """Return the one canonical form: all this view says, and nothing it does not know."""
        head = (
            f"rules {self.rules}",
            f"standing {self.standing}",
            f"seat {self.seat}",
            f"phase {self.phase}",
            f"to move {'nobody' if self.to_move is None else self.to_move}",
        )
        events = [_line(event) for event in self.events]
        return "\n".join((*head, *events, f"legal {self.legal_actions!r}")).encode()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"<View of {self.seat}: {self.phase}, hand {self.hand}>"


_SPOKEN = (Category.POINT, Category.SEQUENCES, Category.SETS)
_OPENLY = (EventKind.BLANCHE_SHOWN, EventKind.SHOWN, EventKind.PLAYED)


def _only_card(event: Event) -> Card:
    return Card((event.cards or 0).bit_length() - 1)


def _trick(lead: Event, follow: Event) -> Trick:
    first, second = _only_card(lead), _only_card(follow)
    takes = first.suit == second.suit and second.rank > first.rank
    return Trick(lead.seat, first, second, follow.seat if takes else lead.seat)


def _hear(said: Said, event: Event) -> Said:
    """Return what was said in a category with one more event heard."""
    cards = None if event.cards is None else CardSet(event.cards)
    if event.kind is EventKind.CALLED:
        return said._replace(number=event.number, spoken=event.spoken, elder=cards)
    if event.kind is EventKind.ASKED_VALUE:
        return said._replace(asked=True)
    if event.kind is EventKind.SAID_VALUE:
        return said._replace(spoken=event.spoken, elder=cards)
    if event.kind is EventKind.ANSWERED:
        return said._replace(answer=ANSWERS[Kind(event.number)])
    if event.kind is EventKind.COUNTED or event.kind is EventKind.SHOWN:
        if cards is None:
            return said
        if event.seat is Seat.ELDER:
            return said._replace(elder=cards if said.elder is None else said.elder | cards)
        return said._replace(younger=cards)
    return said


def _line(event: Event) -> str:
    """Return the canonical line of an event as one seat saw it."""
    cards = "?" if event.cards is None else format(event.cards, "x")
    spoken = ",".join(map(str, event.spoken))
    awards = _award_text(event.awards)
    return (
        f"{event.kind.name} {event.seat} {int(event.category)} {event.number} [{spoken}] {cards}"
        f" {event.knows}{awards}"
    )


def _award_text(awards: Iterable[Award]) -> str:
    return "".join(
        f" {award.seat}+{award.points} {award.reason}({','.join(map(str, award.detail))})"
        for award in awards
    )
