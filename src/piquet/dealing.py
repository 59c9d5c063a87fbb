"""Deals: made from a seed and a number, checked, and quoted as a code of thirteen characters.

This is the only module that deals, and its randomness is arithmetic on a given seed, so that
whoever knows the seed can recompute every deal.  ``vectors/README.md`` states both the dealing and
the deal code exactly, for programs in other languages.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, factorial
from operator import index as _as_int

from piquet.base import Seat, Unreadable
from piquet.cards import CARDS, Card, CardSet, parse_cards

__all__ = ["DEALS", "Deal", "fresh_seed", "from_pack", "seed_bytes"]

DEALS = factorial(32) // factorial(12) ** 2
"""How many deals there are: 32! / (12! 12!), a little less than 2^60."""


@dataclass(frozen=True, slots=True, init=False)
class Deal:
    """Both hands as dealt, twelve cards each, and the talon of eight in its order, top card first.

    >>> deal = Deal.parse("SAKQJT987 HAKQJ", "HT987 DAKQJT987", "AC KC QC JC TC 9C 8C 7C")
    >>> deal.code
    '00063VM9QX3ZC'
    >>> Deal.from_code("ooo63vm9qx3zc") == deal
    True

    Hands may be given as CardSets, as cards one by one, or as text; so may the talon, where the
    order counts (a CardSet is taken in its own order).

    Raises Unreadable (card_missing, card_too_many, deal_size, dealt_twice, and whatever reading
    cards raises).
    """

    elder: CardSet
    younger: CardSet
    talon: tuple[Card, ...]

    def __init__(
        self,
        elder: CardSet | Iterable[Card] | str,
        younger: CardSet | Iterable[Card] | str,
        talon: Iterable[Card] | str,
    ) -> None:
        order = parse_cards(talon) if isinstance(talon, str) else tuple(talon)
        hands = _hand(elder), _hand(younger)
        _check(*hands, order)
        _fill(self, *hands, order)

    @classmethod
    def parse(cls, elder: str, younger: str, talon: str) -> Deal:
        """Return the deal of three texts, each in either notation of a CardSet.

        >>> deal = Deal.parse("SAKQJT987 HAKQJ", "HT987 DAKQJT987", "AC KC QC JC TC 9C 8C 7C")
        >>> deal.talon[0]
        Card.parse('AC')

        Raises Unreadable, as Deal itself does.
        """
        return cls(elder, younger, talon)

    @classmethod
    def numbered(cls, seed: bytes, number: int) -> Deal:
        """Return the deal of a seed of 32 bytes and a deal number (1 to 2^64 - 1).

        >>> Deal.numbered(bytes(32), 1) != Deal.numbered(bytes(32), 2)
        True

        Raises Unreadable (seed_size, deal_number).
        """
        if len(seed) != 32:
            raise Unreadable("seed_size", size=len(seed))
        if not 1 <= number < 1 << 64:
            raise Unreadable("deal_number", number=number)
        order = [CARDS[index] for index in _shuffled(seed, number)]
        return _deal(CardSet.of(*order[:12]), CardSet.of(*order[12:24]), tuple(order[24:]))

    @classmethod
    def random(cls, seed: bytes | str | int | None = None) -> Deal:
        """Return deal 1 of a seed: 32 bytes as they stand, a text or number hashed, None for fresh.

        >>> Deal.random("7") == Deal.random(7) == Deal.numbered(seed_bytes("7"), 1)
        True

        Raises Unreadable (seed_size, seed_text).
        """
        if seed is None:
            seed = fresh_seed()
        elif isinstance(seed, str):
            seed = seed_bytes(seed)
        elif not isinstance(seed, bytes):
            seed = seed_bytes(str(_as_int(seed)))
        return cls.numbered(seed, 1)

    @classmethod
    def at(cls, index: int) -> Deal:
        """Return the deal of an index from 0 to DEALS - 1: the number that a deal code writes.

        >>> Deal.at(0).index, Deal.at(DEALS - 1).index == DEALS - 1
        (0, True)

        Raises Unreadable (deal_index).
        """
        if not 0 <= index < DEALS:
            raise Unreadable("deal_index", index=index)
        hands, talon_rank = divmod(index, _ORDERS)
        elder_rank, younger_rank = divmod(hands, _YOUNGER)
        left = list(CARDS)
        elder = _take(left, elder_rank)
        younger = _take(left, younger_rank)
        talon = []
        for size in range(7, -1, -1):
            place, talon_rank = divmod(talon_rank, factorial(size))
            talon.append(left.pop(place))
        return _deal(elder, younger, tuple(talon))

    @classmethod
    def from_code(cls, text: str) -> Deal:
        """Return the deal of a code; case is ignored, and I and L are read as 1, O as 0.

        >>> print(Deal.from_code("0000000000000"))  # doctest: +ELLIPSIS
        AS KS QS JS TS 9S 8S 7S TH 9H 8H 7H / AH KH QH JH AD KD QD JD TD 9D 8D 7D / 7C 8C ... AC

        Raises Unreadable (code_length, code_character, code_check, code_range).
        """
        word = text.strip()
        if len(word) != 13:
            raise Unreadable("code_length", length=len(word))
        number = state = 0
        for place, character in enumerate(word, 1):
            digit = _DIGITS.get(character)
            if digit is None:
                raise Unreadable("code_character", character=character, place=place)
            state = _double(state) ^ digit
            number = number << 5 | digit
        if state:
            raise Unreadable("code_check", text=word)
        number >>= 5
        if number >= DEALS:
            raise Unreadable("code_range", text=word)
        return cls.at(number)

    @property
    def index(self) -> int:
        """The number of this deal among all deals, 0 to DEALS - 1."""
        left = list(CARDS)
        elder_rank = _give(left, self.elder.mask)
        younger_rank = _give(left, self.younger.mask)
        talon_rank = 0
        for size, card in zip(range(7, -1, -1), self.talon, strict=True):
            place = left.index(card)
            del left[place]
            talon_rank += place * factorial(size)
        return (elder_rank * _YOUNGER + younger_rank) * _ORDERS + talon_rank

    @property
    def code(self) -> str:
        """The deal code: the index as twelve characters of Crockford base 32, and one to check."""
        index = self.index
        digits = [index >> shift & 31 for shift in range(55, -1, -5)]
        state = 0
        for digit in digits:
            state = _double(state) ^ digit
        return "".join(_ALPHABET[digit] for digit in (*digits, _double(state)))

    def __str__(self) -> str:
        talon = " ".join(map(str, self.talon))
        return f"{self.elder} / {self.younger} / {talon}"

    def __repr__(self) -> str:
        return f"Deal.from_code({self.code!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Deal, (self.elder, self.younger, self.talon))


def _fill(deal: Deal, elder: CardSet, younger: CardSet, talon: tuple[Card, ...]) -> None:
    object.__setattr__(deal, "elder", elder)
    object.__setattr__(deal, "younger", younger)
    object.__setattr__(deal, "talon", talon)


def _deal(elder: CardSet, younger: CardSet, talon: tuple[Card, ...]) -> Deal:
    """Make a deal of parts that cannot be wrong."""
    deal = object.__new__(Deal)
    _fill(deal, elder, younger, talon)
    return deal


# --- checking -----------------------------------------------------------------------------------


def _hand(cards: CardSet | Iterable[Card] | str) -> CardSet:
    if isinstance(cards, CardSet):
        return cards
    return CardSet.parse(cards) if isinstance(cards, str) else CardSet.of(*cards)


def _check(elder: CardSet, younger: CardSet, talon: tuple[Card, ...]) -> None:
    """Refuse what is not twelve, twelve and eight different cards, naming the first fault."""
    pile = CardSet.of(*talon)
    parts = (("elder", elder, 12), ("younger", younger, 12), ("talon", pile, 8))
    counts = {name: len(cards) for name, cards, _ in parts}
    total = sum(counts.values())
    missing = CardSet.ALL - elder - younger - pile
    twice = (elder & younger) | (elder & pile) | (younger & pile)
    if total < 32:
        raise Unreadable("card_missing", total=total, cards=str(missing), **counts)
    if total > 32:
        raise Unreadable("card_too_many", total=total, cards=str(twice), **counts)
    for name, cards, due in parts:
        if len(cards) != due:
            raise Unreadable("deal_size", place=name, count=len(cards), due=due)
    if twice:
        card = next(iter(twice))
        places = ", ".join(name for name, cards, _ in parts if card in cards)
        raise Unreadable("dealt_twice", card=str(card), places=places, cards=str(missing))


# --- ranking ------------------------------------------------------------------------------------

_YOUNGER = comb(20, 12)
_ORDERS = factorial(8)
_CHOOSE = tuple(tuple(comb(n, k) for k in range(13)) for n in range(33))


def _give(left: list[Card], mask: int) -> int:
    """Take a hand of twelve out of the cards left and return its number among all such hands."""
    rank = taken = 0
    rest = []
    for place, card in enumerate(left):
        if mask & card.mask:
            taken += 1
            rank += _CHOOSE[place][taken]
        else:
            rest.append(card)
    left[:] = rest
    return rank


def _take(left: list[Card], rank: int) -> CardSet:
    """Undo ``_give``: take the hand of that number out of the cards left and return it."""
    mask, wanted = 0, 12
    for place in range(len(left) - 1, -1, -1):
        if wanted and _CHOOSE[place][wanted] <= rank:
            rank -= _CHOOSE[place][wanted]
            wanted -= 1
            mask |= left.pop(place).mask
    return CardSet(mask)


# --- writing a number in thirteen characters ----------------------------------------------------

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_DIGITS = {sign: value for value, pair in enumerate(_ALPHABET) for sign in (pair, pair.lower())}
_DIGITS |= {"I": 1, "i": 1, "L": 1, "l": 1, "O": 0, "o": 0}


def _double(digit: int) -> int:
    """Multiply by x in the field of 32 elements (x^5 = x^2 + 1).

    A code is right when its characters, the first weighing x^12 and the last 1, add up to nothing.
    No weight is zero, so no single slip goes unseen; no two are equal, so no exchange of two
    characters does either.  A sum modulo 31 or 37 would miss some or need a 33rd sign.
    """
    digit <<= 1
    return digit ^ 0b100101 if digit & 32 else digit


# --- dealing ------------------------------------------------------------------------------------


def seed_bytes(text: str) -> bytes:
    """Return the seed of 32 bytes that a text stands for: SHA-256 of its UTF-8 form.

    >>> seed_bytes("piquet").hex()[:16]
    '29966e1447c89c3c'

    Raises Unreadable (seed_text) for a text that UTF-8 cannot write.
    """
    try:
        return hashlib.sha256(text.encode("utf-8")).digest()
    except UnicodeEncodeError:
        raise Unreadable("seed_text", text=ascii(text)) from None


def fresh_seed() -> bytes:
    """Return 32 bytes from the operating system.

    >>> len(fresh_seed())
    32
    """
    return secrets.token_bytes(32)


def _shuffled(seed: bytes, number: int) -> list[int]:
    """Return the 32 card indices in the order of a deal: SHA-256 in counter mode, Fisher-Yates."""
    prefix = hashlib.sha256(seed + number.to_bytes(8, "big"))
    order = list(range(32))
    words: list[int] = []
    block = 0
    for i in range(31, 0, -1):
        limit = (1 << 32) - (1 << 32) % (i + 1)
        while True:
            if not words:
                state = prefix.copy()
                state.update(block.to_bytes(8, "big"))
                digest = state.digest()
                block += 1
                # Reversed, so that pop() gives them in order.
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(28, -1, -4)]
            word = words.pop()
            if word < limit:
                break
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def from_pack(pack: Sequence[Card], packet: int) -> Deal:
    """Deal a pack, top card first, by packets of two or three; what is left is the talon.

    >>> print(from_pack(CARDS, 2).elder)
    QS JS 8S 7S QH JH 8H 7H QD JD 8D 7D

    Source: RULES section 2, ``packet``; by the classic laws elder has the first packet.

    Raises Unreadable (packet_size, pack_short, pack_long, pack_twice).
    """
    if packet not in (2, 3):
        raise Unreadable("packet_size", packet=packet)
    order = tuple(pack)
    _check_pack(order)
    hands: dict[Seat, list[Card]] = {Seat.ELDER: [], Seat.YOUNGER: []}
    seat = Seat.ELDER
    for start in range(0, 24, packet):
        hands[seat] += order[start : start + packet]
        seat = seat.other
    return _deal(CardSet.of(*hands[Seat.ELDER]), CardSet.of(*hands[Seat.YOUNGER]), order[24:])


def _check_pack(order: tuple[Card, ...]) -> None:
    once = twice = 0
    for card in order:
        twice |= once & card.mask
        once |= card.mask
    double, missing = str(CardSet(twice)), str(CardSet.ALL - CardSet(once))
    if len(order) < 32:
        raise Unreadable("pack_short", size=len(order), cards=missing)
    if len(order) > 32:
        raise Unreadable("pack_long", size=len(order), cards=double)
    if twice:
        raise Unreadable("pack_twice", twice=double, missing=missing)
