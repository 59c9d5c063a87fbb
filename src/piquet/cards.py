"""Suits, ranks, the thirty-two cards, and sets of them.

A card is written rank first (``AS``, ``10S``, ``TS``, ``A♠``); the canonical form is two ASCII
characters, the ten being ``T``.  A set of cards is written in one of two notations, never both:

* cards, parted by spaces or commas: ``AS KS TH``;
* suit lists, each a suit and the ranks held in it: ``SAK HT9``.

They cannot be confused, because no letter stands for both a suit and a rank: ``AS`` starts with a
rank and is a card, ``SA`` starts with a suit and is a suit list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from operator import index as _as_int
from typing import ClassVar, final

from piquet.base import Unreadable

__all__ = ["CARDS", "Card", "CardSet", "Rank", "Suit", "parse_cards"]


class Suit(IntEnum):
    """A suit, in the order in which hands are printed.  Suits have no rank among themselves.

    >>> Suit.HEARTS.letter, Suit.HEARTS.symbol, str(Suit.HEARTS)
    ('H', '♥', 'hearts')
    """

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The letter of the canonical form: S, H, D or C."""
        return "SHDC"[self]

    @property
    def symbol(self) -> str:
        """The printer's sign: ♠, ♥, ♦ or ♣."""
        return "♠♥♦♣"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Return the suit of a letter, a sign or a name, in either case.

        >>> Suit.parse("h") is Suit.parse("♥") is Suit.parse("Hearts")
        True

        Raises Unreadable (unknown_suit).
        """
        token = _tidy(text)
        suit = _SUITS.get(token)
        if suit is None and token.isascii():
            suit = _SUIT_NAMES.get(token.lower())
        if suit is None:
            raise Unreadable("unknown_suit", text=_clip(text), suit=_clip(token))
        return suit

    def __str__(self) -> str:
        return self.name.lower()


class Rank(IntEnum):
    """A rank, seven low and ace high, the ten in its natural place under the knave.

    >>> Rank.TEN.letter, Rank.KING.pips, Rank.ACE.pips, str(Rank.ACE)
    ('T', 10, 11, 'ace')
    """

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    KNAVE = 4
    QUEEN = 5
    KING = 6
    ACE = 7

    @property
    def letter(self) -> str:
        """The character of the canonical form: 7 8 9 T J Q K or A."""
        return "789TJQKA"[self]

    @property
    def pips(self) -> int:
        """What the card counts towards the value of a point: ace 11, court card 10, else its pips.

        Source: the classic rule; a point of equal length is decided by its pips.
        """
        return (7, 8, 9, 10, 10, 10, 10, 11)[self]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Return the rank of a character (or ``10``) or a name, in either case.

        >>> Rank.parse("10") is Rank.parse("t") is Rank.parse("Ten")
        True

        Raises Unreadable (unknown_rank).
        """
        token = _tidy(text)
        rank = _RANKS.get(token)
        if rank is None and token.isascii():
            rank = _RANK_NAMES.get(token.lower())
        if rank is None:
            raise Unreadable("unknown_rank", text=_clip(text), rank=_clip(token))
        return rank

    def __str__(self) -> str:
        return self.name.lower()


# Written out instead of folding case: str.upper() would turn the long s (U+017F) into an S.
_SUITS = {
    sign: suit
    for suit in Suit
    for sign in (suit.letter, suit.letter.lower(), suit.symbol, "♤♡♢♧"[suit])
}
_RANKS = {sign: rank for rank in Rank for sign in (rank.letter, rank.letter.lower())}
_RANKS["10"] = Rank.TEN
_SUIT_NAMES = {str(suit): suit for suit in Suit}
_RANK_NAMES = {str(rank): rank for rank in Rank}


def _tidy(text: str) -> str:
    """Drop space around, and the invisible sign that asks for a coloured or a plain ♥."""
    return text.replace("\ufe0f", "").replace("\ufe0e", "").strip()


def _clip(text: str) -> str:
    """Keep a sentence readable, whatever was given."""
    return text if len(text) <= 40 else text[:39] + "…"


@final
class Card:
    """One of the thirty-two cards; equal cards are one object.

    ``index`` is 8 x suit + rank (0 to 31), ``mask`` the bit 1 << index, ``int(card)`` the index.

    >>> card = Card.parse("10s")
    >>> str(card), card.symbol, card.index, card.suit, card.rank, card is Card(3)
    ('TS', '10♠', 3, <Suit.SPADES: 0>, <Rank.TEN: 3>, True)

    Raises Unreadable (card_index) for an index that is not 0 to 31.
    """

    __slots__ = ("_text", "index", "mask", "rank", "suit")

    index: int
    mask: int
    suit: Suit
    rank: Rank
    _text: str

    def __new__(cls, index: int) -> Card:
        number = _as_int(index)
        if not 0 <= number < 32:
            raise Unreadable("card_index", index=number)
        return CARDS[number]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card of a text: rank (7 8 9 10 T J Q K A), then suit (letter or sign).

        >>> Card.parse("a♠") is Card.parse("AS")
        True

        Raises Unreadable (card, unknown_rank, unknown_suit).
        """
        token = _tidy(text)
        card = _READ.get(token)
        if card is None:
            raise _not_a_card(token)
        return card

    @property
    def symbol(self) -> str:
        """The card as people print it.

        >>> Card.parse("TH").symbol
        '10♥'
        """
        return _pretty(self.rank) + self.suit.symbol

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __int__(self) -> int:
        return self.index

    def __index__(self) -> int:
        return self.index

    def __hash__(self) -> int:
        # Not the address, so that sets of cards keep their order from run to run.
        return self.index

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: Card) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: Card) -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: Card) -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return (Card, (self.index,))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card cannot be changed: {name}")


def _make(index: int) -> Card:
    card = object.__new__(Card)
    suit, rank = Suit(index >> 3), Rank(index & 7)
    for name, value in (
        ("index", index),
        ("mask", 1 << index),
        ("suit", suit),
        ("rank", rank),
        ("_text", rank.letter + suit.letter),
    ):
        object.__setattr__(card, name, value)
    return card


CARDS: tuple[Card, ...] = tuple(_make(index) for index in range(32))
"""The pack in index order: 7S 8S ... AS 7H ... AC."""

_READ = {
    rank_sign + suit_sign: CARDS[8 * suit + rank]
    for rank_sign, rank in _RANKS.items()
    for suit_sign, suit in _SUITS.items()
}

# For each suit and each set of its ranks (a byte), the cards from the ace down: iterating a set
# is then four look-ups.
_RUNS: tuple[tuple[tuple[Card, ...], ...], ...] = tuple(
    tuple(
        tuple(CARDS[8 * suit + rank] for rank in range(7, -1, -1) if byte >> rank & 1)
        for byte in range(256)
    )
    for suit in range(4)
)


def _pretty(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.letter


def _not_a_card(token: str) -> Unreadable:
    """Return the refusal that says what is wrong with a token that is not a card."""
    shown = _clip(token)
    head, last = token[:-1], token[-1:]
    if head in _RANKS:
        return Unreadable("unknown_suit", text=shown, suit=last)
    if last in _SUITS and head and not any(sign in _RANKS or sign in _SUITS for sign in head):
        return Unreadable("unknown_rank", text=shown, rank=_clip(head))
    return Unreadable("card", text=shown)


def _rank_tokens(ranks: str) -> list[str]:
    """Cut the ranks of a suit list: one character each, or the two of ``10``."""
    return re.findall(r"10|.", ranks, re.DOTALL)


@final
class CardSet:
    """An immutable set of cards, kept as 32 bits; bit i is the card of index i.

    >>> hand = CardSet.parse("AS KS 10H")
    >>> hand == CardSet.parse("SAK HT"), len(hand), Card.parse("KS") in hand
    (True, 3, True)
    >>> print(hand - CardSet.parse("KS") | CardSet.parse("7C"))
    AS TH 7C

    Iteration and text run spades, hearts, diamonds, clubs, and within a suit from the ace down.
    ``<=`` and ``<`` mean "is contained in".

    Raises Unreadable (card_mask) for a mask that is not 0 to 2^32 - 1.
    """

    __slots__ = ("mask",)

    mask: int
    ALL: ClassVar[CardSet]

    def __init__(self, mask: int = 0) -> None:
        number = _as_int(mask)
        if not 0 <= number < 1 << 32:
            raise Unreadable("card_mask", mask=number)
        object.__setattr__(self, "mask", number)

    @classmethod
    def of(cls, *cards: Card) -> CardSet:
        """Return the set of the cards given.

        >>> print(CardSet.of(Card.parse("7H"), Card.parse("AS")))
        AS 7H

        Raises Unreadable (card_twice).
        """
        mask = 0
        for card in cards:
            if mask & card.mask:
                raise Unreadable("card_twice", card=str(card))
            mask |= card.mask
        return _set(mask)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Return the set of a text: all in cards (``AS KS TH``) or all in suit lists (``SAK HT``).

        Spaces and commas part the tokens; an empty text is the empty set.

        >>> print(CardSet.parse("SAQ7, ♥10"))
        AS QS 7S TH

        Raises Unreadable (card, unknown_rank, unknown_suit, suit_alone, card_twice,
        mixed_notation).
        """
        return cls.of(*parse_cards(text))

    def suit(self, suit: Suit) -> CardSet:
        """Return the cards of one suit.

        >>> print(CardSet.parse("AS KS TH").suit(Suit.SPADES))
        AS KS
        """
        return _set(self.mask & 0xFF << 8 * suit)

    def symbols(self) -> str:
        """Return the cards suit by suit in printers' signs.

        >>> print(CardSet.parse("SAKQ HT9").symbols())
        ♠ A K Q  ♥ 10 9
        """
        return "  ".join(f"{suit.symbol} {ranks}" for suit, ranks in self._by_suit())

    def _by_suit(self) -> Iterator[tuple[Suit, str]]:
        for suit in Suit:
            run = _RUNS[suit][self.mask >> 8 * suit & 0xFF]
            if run:
                yield suit, " ".join(_pretty(card.rank) for card in run)

    def _repr_html_(self) -> str:
        """The picture that a notebook shows."""
        parts = []
        for suit, ranks in self._by_suit():
            colour = "#c00" if suit in (Suit.HEARTS, Suit.DIAMONDS) else "inherit"
            parts.append(f'<span style="color:{colour}">{suit.symbol}</span>&nbsp;{ranks}')
        inside = "&emsp;".join(parts) or "&ndash;"
        return f'<span class="piquet-cards" style="white-space:nowrap">{inside}</span>'

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        spades, hearts, diamonds, clubs = _RUNS
        return iter(
            spades[mask & 0xFF]
            + hearts[mask >> 8 & 0xFF]
            + diamonds[mask >> 16 & 0xFF]
            + clubs[mask >> 24]
        )

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.mask & card.mask != 0

    def __or__(self, other: CardSet) -> CardSet:
        return _set(self.mask | other.mask) if isinstance(other, CardSet) else NotImplemented

    def __and__(self, other: CardSet) -> CardSet:
        return _set(self.mask & other.mask) if isinstance(other, CardSet) else NotImplemented

    def __sub__(self, other: CardSet) -> CardSet:
        return _set(self.mask & ~other.mask) if isinstance(other, CardSet) else NotImplemented

    def __xor__(self, other: CardSet) -> CardSet:
        return _set(self.mask ^ other.mask) if isinstance(other, CardSet) else NotImplemented

    def __le__(self, other: CardSet) -> bool:
        return not self.mask & ~other.mask if isinstance(other, CardSet) else NotImplemented

    def __lt__(self, other: CardSet) -> bool:
        return self <= other and self.mask != other.mask

    def __ge__(self, other: CardSet) -> bool:
        return not other.mask & ~self.mask if isinstance(other, CardSet) else NotImplemented

    def __gt__(self, other: CardSet) -> bool:
        return self >= other and self.mask != other.mask

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(card._text for card in self)

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[CardSet], tuple[int]]:
        return (CardSet, (self.mask,))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a set of cards cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a set of cards cannot be changed: {name}")


_write_mask = CardSet.__dict__["mask"].__set__


def _set(mask: int) -> CardSet:
    """Make a set of a mask already known to be one, without the checks of the public way."""
    cards = object.__new__(CardSet)
    _write_mask(cards, mask)
    return cards


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text in the order written, for a talon or a pack.

    The text is all in cards (``AS KS TH``) or all in suit lists (``SAK HT``), as for a CardSet.

    >>> [str(card) for card in parse_cards("7H AS, 10♣")]
    ['7H', 'AS', 'TC']

    Raises Unreadable (card, unknown_rank, unknown_suit, suit_alone, card_twice, mixed_notation).
    """
    cards: list[Card] = []
    seen = 0
    first: str | None = None
    for token in re.split(r"[\s,]+", _tidy(text)):
        if not token:
            continue
        first = first or token
        listed = token[0] in _SUITS
        if listed != (first[0] in _SUITS):
            raise Unreadable("mixed_notation", first=_clip(first), text=_clip(token))
        for card in _suit_list(token) if listed else (Card.parse(token),):
            if seen & card.mask:
                raise Unreadable("card_twice", card=str(card))
            seen |= card.mask
            cards.append(card)
    return tuple(cards)


def _suit_list(token: str) -> list[Card]:
    """Return the cards of a token such as ``SAK10``."""
    suit = _SUITS[token[0]]
    if len(token) == 1:
        raise Unreadable("suit_alone", text=token)
    cards = []
    for sign in _rank_tokens(token[1:]):
        rank = _RANKS.get(sign)
        if rank is None:
            raise Unreadable("unknown_rank", text=_clip(token), rank=sign)
        cards.append(CARDS[8 * suit + rank])
    return cards


CardSet.ALL = CardSet((1 << 32) - 1)
