"""What people do (actions), what follows (events) and what it scores (awards)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import combinations as _choose
from math import comb
from typing import ClassVar, NamedTuple, overload

from piquet.base import Ambiguous, Seat, Unreadable
from piquet.cards import Card, CardSet, Suit

__all__ = [
    "Action",
    "Award",
    "Category",
    "Event",
    "EventKind",
    "Kind",
    "LegalActions",
    "Subsets",
]


class Kind(IntEnum):
    """The kinds of action, numbered as in ``vectors/actions.json``; the numbers never change."""

    CUT = 1
    DEALER = 2
    PACKET = 3
    CARTE_BLANCHE = 4
    SET_ASIDE = 5
    EXCHANGE = 6
    NAME_SUIT = 7
    POINT = 8
    SEQUENCE = 9
    SET = 10
    GOOD = 11
    ASK_VALUE = 12
    SAY = 13
    EQUAL = 14
    NOT_GOOD = 15
    LOOK = 16
    SHOW_LEFT = 17
    PASS = 18
    ASK_TO_SEE = 19
    PLAY = 20
    CONCEDE = 21


class Category(IntEnum):
    """The order in which scores reckon (Cavendish, Laws of Piquet 67)."""

    CARTE_BLANCHE = 1
    POINT = 2
    SEQUENCES = 3
    SETS = 4
    PLAY = 5
    CARDS = 6

    def __str__(self) -> str:
        return self.name.lower()


_PAYLOAD = (1 << 32) - 1
_CARD_KINDS = {Kind.CUT: "cut", Kind.PLAY: "play"}
_SET_KINDS = {
    Kind.SET_ASIDE: "set aside",
    Kind.EXCHANGE: "exchange",
    Kind.POINT: "point",
    Kind.SEQUENCE: "sequence",
    Kind.SET: "set",
    Kind.SAY: "making",
}
_WORDS = {
    Kind.GOOD: "good",
    Kind.ASK_VALUE: "making?",
    Kind.EQUAL: "equal",
    Kind.NOT_GOOD: "not good",
    Kind.LOOK: "look",
    Kind.SHOW_LEFT: "show",
    Kind.PASS: "pass",
    Kind.CONCEDE: "concede",
}
_MAY_BE_NOTHING = frozenset((Kind.SET_ASIDE, Kind.EXCHANGE, Kind.SAY))
_DEALER = {1: "deal", 2: "do not deal"}
_SEE = {Category.POINT: "see point", Category.SEQUENCES: "see sequences", Category.SETS: "see sets"}
_SUITS = {suit + 1: f"suit {suit.name.lower()}" for suit in Suit}
_FIXED: dict[str, tuple[Kind, int]] = {
    **{word: (kind, 0) for kind, word in _WORDS.items()},
    **{word: (Kind.DEALER, number) for number, word in _DEALER.items()},
    **{word: (Kind.ASK_TO_SEE, category) for category, word in _SEE.items()},
    **{word: (Kind.NAME_SUIT, number) for number, word in _SUITS.items()},
    "making": (Kind.ASK_VALUE, 0),
}
_NUMBERED = {Kind.PACKET: (2, 3), Kind.CARTE_BLANCHE: (0, 1, 2, 3, 4, 5)}


class Action:
    """What a person says or does: a kind and its cards, card or number.

    >>> action = Action.parse("exchange 7S 8S 9H")
    >>> action.kind.name, str(action.cards), int(action) == 6 * 2**32 + action.cards.mask
    ('EXCHANGE', '8S 7S 9H', True)

    Raises Unreadable (``action``) for what is no action.
    """

    __slots__ = ("code",)

    GOOD: ClassVar[Action]
    ASK_VALUE: ClassVar[Action]
    EQUAL: ClassVar[Action]
    NOT_GOOD: ClassVar[Action]
    LOOK: ClassVar[Action]
    SHOW_LEFT: ClassVar[Action]
    PASS: ClassVar[Action]
    CONCEDE: ClassVar[Action]

    code: int

    def __init__(self, kind: Kind, payload: int = 0) -> None:
        if not 0 <= payload <= _PAYLOAD or not _sound(kind, payload):
            raise Unreadable("action_code", code=kind << 32 | payload)
        object.__setattr__(self, "code", kind << 32 | payload)

    @classmethod
    def _known(cls, kind: int, payload: int) -> Action:
        """Return an action whose kind and payload are known to fit, without asking again."""
        new = object.__new__(cls)
        object.__setattr__(new, "code", kind << 32 | payload)
        return new

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Action never changes")

    @property
    def kind(self) -> Kind:
        """What kind of action it is."""
        return Kind(self.code >> 32)

    @property
    def payload(self) -> int:
        """The mask of its cards or the number spoken."""
        return self.code & _PAYLOAD

    @property
    def number(self) -> int:
        """The number spoken (the same bits as the mask of the cards)."""
        return self.code & _PAYLOAD

    @property
    def cards(self) -> CardSet:
        """The cards of an action of cards, none for the others."""
        kind = self.kind
        named = kind in _SET_KINDS or kind in _CARD_KINDS
        return CardSet(self.payload) if named else CardSet()

    @property
    def card(self) -> Card:
        """The card cut, led or followed with."""
        return Card(self.payload.bit_length() - 1)

    def __int__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, ...]:
        return (Action.from_int, (self.code,))

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    def __str__(self) -> str:
        kind, payload = self.kind, self.payload
        if kind in _SET_KINDS:
            return f"{_SET_KINDS[kind]} {CardSet(payload) or 'nothing'}"
        if kind in _CARD_KINDS:
            return f"{_CARD_KINDS[kind]} {self.card}"
        if kind in _WORDS:
            return _WORDS[kind]
        if kind is Kind.DEALER:
            return _DEALER[payload]
        if kind is Kind.ASK_TO_SEE:
            return _SEE[Category(payload)]
        if kind is Kind.NAME_SUIT:
            return _SUITS[payload]
        if kind is Kind.PACKET:
            return f"packet {payload}"
        return f"carte blanche {payload}" if payload else "carte blanche"

    @classmethod
    def play(cls, card: Card) -> Action:
        """Return the action of leading a card or following with it."""
        return cls(Kind.PLAY, card.mask)

    @classmethod
    def exchange(cls, cards: CardSet) -> Action:
        """Return the action of discarding these cards and drawing as many."""
        return cls(Kind.EXCHANGE, cards.mask)

    @classmethod
    def call(cls, category: Category, cards: CardSet) -> Action:
        """Return the action of calling or counting these cards in a category (point to sets)."""
        return cls(Kind(Kind.POINT + category - Category.POINT), cards.mask)

    @classmethod
    def from_int(cls, code: int) -> Action:
        """Return the action of an integer code (kind x 2^32 + mask or number).

        >>> str(Action.from_int(11 * 2**32))
        'good'

        Raises Unreadable (``action_code``) for a number that is no action's code.
        """
        if isinstance(code, int) and not isinstance(code, bool) and 1 << 32 <= code < 22 << 32:
            return cls(Kind(code >> 32), code & _PAYLOAD)
        raise Unreadable("action_code", code=code)

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read an action in the words of the table, as :func:`str` writes it; case is ignored.

        >>> Action.parse("Not good") == Action.NOT_GOOD
        True

        Raises Unreadable for words that are no action and for cards that cannot be read.
        """
        words = " ".join(text.split())
        lower = words.lower()
        if lower in _FIXED:
            return cls(*_FIXED[lower])
        for kind, name in (*_SET_KINDS.items(), *_CARD_KINDS.items()):
            if lower.startswith(name + " "):
                return cls(kind, _payload(kind, words[len(name) + 1 :]))
        for kind, name in ((Kind.PACKET, "packet"), (Kind.CARTE_BLANCHE, "carte blanche")):
            rest = lower.removeprefix(name).strip()
            numbers = [str(number) for number in _NUMBERED[kind]]
            if lower.startswith(name) and (rest or "0") in numbers:
                return cls(kind, int(rest or "0"))
        raise Unreadable("action", text=text if len(text) <= 60 else text[:57] + "...")


def _payload(kind: Kind, words: str) -> int:
    if words.lower() == "nothing" and kind in _MAY_BE_NOTHING:
        return 0
    if kind in _CARD_KINDS:
        cards = CardSet.parse(words)
        if len(cards) != 1:
            raise Ambiguous("one_card", text=words[:60])
    else:
        cards = CardSet.parse(words)
    if not _sound(kind, cards.mask):
        raise Unreadable("action", text=f"{_SET_KINDS[kind]} {words}"[:60])
    return cards.mask


def _sound(kind: Kind, payload: int) -> bool:
    """Tell whether a payload can belong to a kind at all."""
    if kind in _CARD_KINDS:
        return payload.bit_count() == 1
    if kind in _SET_KINDS:
        return payload > 0 or kind in _MAY_BE_NOTHING
    if kind in _NUMBERED:
        return payload in _NUMBERED[kind]
    if kind is Kind.DEALER:
        return payload in _DEALER
    if kind is Kind.ASK_TO_SEE:
        return payload in (2, 3, 4)
    if kind is Kind.NAME_SUIT:
        return payload in _SUITS
    return payload == 0


for _kind in _WORDS:
    setattr(Action, _kind.name, Action(_kind))


class Subsets(Sequence[int]):
    """All parts of some cards with a number of cards in a range, as masks, listed lazily.

    Smaller parts come first; within a number they come in the order of
    :func:`itertools.combinations` over the cards from the lowest bit up.

    >>> len(Subsets(CardSet.parse("AS KS QS JS TS 9S 8S 7S AH KH QH JH").mask, 1, 5))
    1585
    """

    __slots__ = ("_bits", "fewest", "mask", "most")

    def __init__(self, mask: int, fewest: int, most: int) -> None:
        self.mask = mask
        self._bits = [1 << place for place in range(32) if mask >> place & 1]
        self.fewest = fewest
        self.most = min(most, len(self._bits))

    def __len__(self) -> int:
        total = len(self._bits)
        return sum(comb(total, number) for number in range(self.fewest, self.most + 1))

    def __contains__(self, part: object) -> bool:
        return (
            isinstance(part, int)
            and part & ~self.mask == 0
            and self.fewest <= part.bit_count() <= self.most
        )

    def __iter__(self) -> Iterator[int]:
        for number in range(self.fewest, self.most + 1):
            for bits in _choose(self._bits, number):
                yield sum(bits)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        total = len(self._bits)
        if place >= 0:
            for number in range(self.fewest, self.most + 1):
                size = comb(total, number)
                if place < size:
                    return self._unrank(place, number)
                place -= size
        raise IndexError(index)

    def _unrank(self, place: int, number: int) -> int:
        """Return the part at a place among those with a given number of cards."""
        part, start, total = 0, 0, len(self._bits)
        while number:
            size = comb(total - start - 1, number - 1)
            if place < size:
                part |= self._bits[start]
                number -= 1
            else:
                place -= size
            start += 1
        return part

    def __repr__(self) -> str:
        return f"Subsets({self.mask:#x}, {self.fewest}, {self.most})"


class LegalActions(Sequence[Action]):
    """The legal actions of a moment: ordered, and listed only as far as somebody looks.

    >>> legal = LegalActions(((Kind.GOOD, (0,)), (Kind.NOT_GOOD, (0,))))
    >>> len(legal), Action.GOOD in legal, str(legal[1])
    (2, True, 'not good')
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: tuple[tuple[Kind, Sequence[int]], ...] = ()) -> None:
        self._parts = parts

    def __len__(self) -> int:
        return sum([len(payloads) for _, payloads in self._parts])

    def __bool__(self) -> bool:
        return any(payloads for _, payloads in self._parts)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        kind, payload = action.code >> 32, action.code & _PAYLOAD
        return any(kind == part and payload in payloads for part, payloads in self._parts)

    def __iter__(self) -> Iterator[Action]:
        for kind, payloads in self._parts:
            for payload in payloads:
                yield Action._known(kind, payload)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if place >= 0:
            for kind, payloads in self._parts:
                if place < len(payloads):
                    return Action._known(kind, payloads[place])
                place -= len(payloads)
        raise IndexError(index)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that can be chosen from, in order, each once."""
        return tuple(dict.fromkeys(kind for kind, payloads in self._parts if payloads))

    def of(self, kind: Kind) -> LegalActions:
        """Return the legal actions of one kind."""
        return LegalActions(tuple(part for part in self._parts if part[0] == kind))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalActions) and repr(self) == repr(other)

    __hash__ = None  # type: ignore[assignment]  # a sequence, compared by what it offers

    def __repr__(self) -> str:
        """Return the canonical text: each kind with its masks, or the rule that lists them."""
        parts = [
            f"{kind.name} {payloads!r}"
            if isinstance(payloads, Subsets)
            else f"{kind.name} {','.join([format(payload, 'x') for payload in payloads])}"
            for kind, payloads in self._parts
            if payloads
        ]
        return "; ".join(parts)


class Award(NamedTuple):
    """Points scored: by whom, how many, in which category, for what, and the particulars.

    ``reason`` is one of carte_blanche, point, sequences, sets, lead, capture, last_trick, cards,
    capot, pique, repique, conceded_play and conceded_cards.  ``detail`` holds the number of cards
    of a point, the lengths of sequences, or number and rank of each set in turn.
    """

    seat: Seat
    points: int
    category: Category
    reason: str
    detail: tuple[int, ...] = ()


class EventKind(IntEnum):
    """What can follow; the numbers stand in ``vectors/actions.json`` and never change."""

    DEALT = 1
    CLAIMED = 2
    SET_ASIDE = 3
    BLANCHE_SHOWN = 4
    DISCARDED = 5
    DREW = 6
    LOOKED_AT_REST = 7
    CALLED = 8
    ANSWERED = 9
    ASKED_VALUE = 10
    SAID_VALUE = 11
    COUNTED = 12
    NAMED_SUIT = 13
    PLAYED = 14
    LEFT_SEEN = 15
    LEFT_UNSEEN = 16
    ASKED_TO_SEE = 17
    SHOWN = 18
    CONCEDED = 19
    PASSED = 20
    RECKONED = 21


ELDER_KNOWS, YOUNGER_KNOWS, BOTH_KNOW = 1, 2, 3
"""Who may know the cards of an event, as bits: 1 << seat."""


class Event(NamedTuple):
    """What followed an action: the part that both hear, the cards, who may know them, the awards.

    ``number`` is what is heard: how many cards, a length, a suit; ``spoken`` what else is said
    aloud (a value, ranks, an answer).  ``cards`` is a mask, None for a seat that may not know it.
    """

    kind: EventKind
    seat: Seat
    category: int = 0
    number: int = 0
    spoken: tuple[int, ...] = ()
    cards: int | None = 0
    knows: int = BOTH_KNOW
    awards: tuple[Award, ...] = ()

    def seen(self, seat: Seat) -> Event:
        """Return what a seat may know of the event: the part that both hear, plus its own.

        >>> discard = Event(EventKind.DISCARDED, Seat.ELDER, number=2, cards=3, knows=ELDER_KNOWS)
        >>> discard.seen(Seat.ELDER).cards, discard.seen(Seat.YOUNGER).cards
        (3, None)
        """
        cards = self.cards if self.knows >> seat & 1 else None
        knows = self.knows if self.knows == BOTH_KNOW else 1 << self.seat
        return Event(
            self.kind, self.seat, self.category, self.number, self.spoken, cards, knows, self.awards
        )
