"""How things are named: numbers as they are spoken, combinations, awards, cards and suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piquet.actions import Award
from piquet.base import Seat
from piquet.cards import Card, CardSet, Rank, Suit
from piquet.naming import listed, recarded, sequence, set_of, words
from piquet.texts import text

__all__ = [
    "Writing",
    "award_name",
    "count_of",
    "ordinary_name",
    "refusal",
    "sequences",
    "sets",
]


@dataclass(frozen=True, slots=True)
class Writing:
    """How cards are written: with the signs of the suits or with their letters.

    >>> Writing().cards(CardSet.parse("AS KS TH"))
    '♠ A K  ♥ 10'
    """

    symbols: bool = True

    def sign(self, suit: Suit) -> str:
        """Return the plain sign of a suit."""
        return suit.symbol if self.symbols else suit.letter

    def suit(self, suit: Suit) -> str:
        """Return the sign of a suit as it is shown."""
        return self.sign(suit)

    def card(self, card: Card) -> str:
        """Return one card, rank before suit.

        >>> Writing(symbols=False).card(Card.parse("TH"))
        '10H'
        """
        return _rank(card) + self.suit(card.suit)

    def cards(self, cards: CardSet) -> str:
        """Return cards grouped by suit, the highest first."""
        groups = [
            " ".join([self.suit(suit), *(_rank(card) for card in held)])
            for suit in Suit
            if (held := cards.suit(suit))
        ]
        return "  ".join(groups)


def _rank(card: Card) -> str:
    return "10" if card.rank.letter == "T" else card.rank.letter


def sets(flat: Sequence[int]) -> list[str]:
    return [set_of(flat[at], Rank(flat[at + 1])) for at in range(0, len(flat), 2)]


def sequences(lengths: Sequence[int]) -> list[str]:
    """Return the names of sequences by their lengths, equal ones together: two tierces."""
    names = []
    for length in dict.fromkeys(lengths):
        number, name = lengths.count(length), sequence(length)
        if number == 1:
            names.append(text("talk.a", name=name))
        else:
            names.append(text("talk.sequence.many", n=words(number), name=name))
    return names


def count_of(number: int) -> str:
    if number == 1:
        return text("talk.one_card")
    return text("talk.cards", n=words(number) if number else text("talk.no"))


def ordinary_name(seat: Seat) -> str:
    """Return the name of a seat as it begins a line."""
    return text(f"talk.names.{seat}")


def award_name(award: Award) -> str:
    """Return what an award is for, in words.

    >>> from piquet.actions import Category
    >>> award_name(Award(Seat.ELDER, 17, Category.SETS, "sets", (4, Rank.TEN, 3, Rank.QUEEN)))
    'four tens and three queens'
    """
    if award.reason == "sequences":
        return listed(sequences(award.detail))
    if award.reason == "sets":
        return listed(sets(award.detail))
    return text(f"talk.award.{award.reason}")


def refusal(error: Exception, style: Writing) -> str:
    """Return why something is refused, the cards written as everywhere else on the screen."""
    words = recarded(str(error), style.card)
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")
