"""Cards and combinations by the names that people say, out of the catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from piquet.cards import Card, CardSet, Rank, Suit
from piquet.texts import text

__all__ = ["card_name", "cards_named", "listed", "recarded", "sequence", "set_of", "words"]

_CARD = re.compile(r"\b(?:[AKQJT987]|10)[SHDC]\b(?!['\"])")
_FEW = 2  # cards that are named one by one


def words(number: int) -> str:
    """Return a number as it is spoken.

    >>> words(49), words(90), words(117), words(0)
    ('forty-nine', 'ninety', 'one hundred and seventeen', 'nought')
    """
    if number < 0:
        return text("talk.number.minus", n=words(-number))
    if number <= 20:
        return text(f"talk.number.{number}")
    if number < 100:
        tens, unit = divmod(number, 10)
        name = text(f"talk.number.{tens * 10}")
        return text("talk.number.pair", tens=name, unit=words(unit)) if unit else name
    if number >= 1000:
        return str(number)
    hundreds, rest = divmod(number, 100)
    if not rest:
        return text("talk.number.hundred", n=words(hundreds))
    return text("talk.number.hundred_and", n=words(hundreds), rest=words(rest))


def listed(parts: Sequence[str]) -> str:
    """Return parts as a list in words.

    >>> listed(["a quart", "a tierce", "a tierce"])
    'a quart, a tierce and a tierce'
    """
    if len(parts) < 2:
        return "".join(parts)
    return text("talk.and", first=", ".join(parts[:-1]), last=parts[-1])


def sequence(length: int, top: Rank | None = None) -> str:
    """Return the name of a sequence, with its rank where that is known.

    >>> sequence(4, Rank.KING), sequence(3, Rank.ACE), sequence(3, Rank.NINE), sequence(5)
    ('quart to the king', 'tierce major', 'tierce minor', 'quint')
    """
    name = text(f"talk.sequence.{length}")
    if top is None or length == 8:
        return name
    if top is Rank.ACE:
        return text("talk.sequence.major", name=name)
    if top - length + 1 == Rank.SEVEN:
        return text("talk.sequence.minor", name=name)
    return text("talk.sequence.to_the", name=name, rank=text(f"talk.rank.{top}"))


def set_of(number: int, rank: Rank) -> str:
    """Return the name of a trio or quatorze.

    >>> set_of(3, Rank.KNAVE), set_of(4, Rank.ACE)
    ('three knaves', 'four aces')
    """
    return text("talk.set", n=words(number), ranks=text(f"talk.ranks.{rank}"))


def card_name(card: Card) -> str:
    """Return the name of a card.

    >>> card_name(Card.parse("QH"))
    'the queen of hearts'
    """
    return text("talk.card", rank=text(f"talk.rank.{card.rank}"), suit=text(f"suits.{card.suit}"))


def cards_named(cards: CardSet) -> str:
    """Return some cards by name, more than two by suit and letter.

    >>> for cards in ("QH 7S", "9D 8D", "AS AH"):
    ...     print(cards_named(CardSet.parse(cards)))
    the seven of spades and the queen of hearts
    the nine and eight of diamonds
    the aces of spades and hearts
    >>> cards_named(CardSet.parse("KH JH 7H QD TD"))
    'K J 7 of hearts and Q 10 of diamonds'
    """
    if len(cards) <= _FEW:
        return _few(list(cards))
    groups = [
        text(
            "talk.suit_cards",
            ranks=" ".join(str(card.rank.letter).replace("T", "10") for card in held),
            suit=text(f"suits.{suit}"),
        )
        for suit in Suit
        if (held := cards.suit(suit))
    ]
    return listed(groups)


def _few(cards: Sequence[Card]) -> str:
    """Return one or two cards by name, what they have in common said once."""
    if len({card.suit for card in cards}) == 1 < len(cards):
        ranks = listed([text(f"talk.rank.{card.rank}") for card in cards])
        return text("talk.card", rank=ranks, suit=text(f"suits.{cards[0].suit}"))
    if len({card.rank for card in cards}) == 1 < len(cards):
        suits = listed([text(f"suits.{card.suit}") for card in cards])
        return text("talk.card", rank=text(f"talk.many.{cards[0].rank}"), suit=suits)
    return listed([card_name(card) for card in cards])


def recarded(words: str, write: Callable[[Card], str]) -> str:
    """Return a sentence with the cards that stand in it, such as QH, written in another way.

    >>> recarded("QH cannot be played.", lambda card: card.symbol)
    'Q♥ cannot be played.'
    """
    return _CARD.sub(lambda found: write(Card.parse(found[0])), words)
