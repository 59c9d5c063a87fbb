"""Options, combinations and amounts in words."""

from __future__ import annotations

from piquet.actions import Action, Category, Kind
from piquet.base import Seat
from piquet.cards import CardSet, Rank, Suit
from piquet.combinations import keys
from piquet.naming import cards_named, listed, sequence, set_of, words
from piquet.oracle.options import CATEGORY as CALLS
from piquet.texts import text
from piquet.view import View

__all__ = ["CALLS", "amount", "combination", "doing", "named", "points"]


def doing(action: Action, view: View) -> str:
    """Return what an action is, in words.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> doing(Action.parse("exchange 7H"), view)
    'throwing the seven of hearts'
    """
    kind = action.kind
    name = kind.name.lower()
    if kind is Kind.PLAY:
        name = "follow" if view.led is not None else "lead"
    if kind in CALLS:
        name = "count" if view.seat is Seat.YOUNGER else "call"
        what = combination(CALLS[kind], action.cards)
        return text(f"oracle.doing.{name}", what=what)
    if kind is Kind.CARTE_BLANCHE:
        if action.number:
            return text("oracle.doing.blanche_taking", n=words(action.number))
        return text("oracle.doing.blanche")
    if kind is Kind.ASK_TO_SEE:
        what = text(f"talk.category.{Category(action.number)}")
        return text("oracle.doing.ask_to_see", what=what)
    if kind is Kind.NAME_SUIT:
        return text("oracle.doing.name_suit", suit=text(f"suits.{Suit(action.number - 1)}"))
    if kind is Kind.SAY and not action.payload:
        return text("oracle.doing.decline")
    if kind in (Kind.EXCHANGE, Kind.SET_ASIDE) and not action.payload:
        return text("oracle.doing.keep")
    return text(f"oracle.doing.{name}", cards=cards_named(action.cards))


def points(number: float) -> str:
    """Return a mean number of points as it is read, to one decimal.

    >>> points(0.83), points(1.0), points(12.4)
    ('0.8 points', '1 point', '12.4 points')
    """
    shown = amount(number)
    return text("oracle.one_point" if shown == "1" else "oracle.points", n=shown)


def amount(number: float) -> str:
    """Return a number as it is read.

    >>> amount(0.83), amount(2.96), amount(12.4), amount(-0.5)
    ('0.8', '3', '12.4', '0.5')
    """
    size = abs(number)
    return f"{size:.1f}".removesuffix(".0")


def combination(category: Category, cards: CardSet) -> str:
    """Return a combination, or several of a kind, in words.

    >>> combination(Category.POINT, CardSet.parse("SAKQJ9"))
    'a point of five (A K Q J 9 of spades)'
    >>> combination(Category.SETS, CardSet.parse("AS AH AD"))
    'three aces'
    """
    mask = cards.mask
    if category is Category.POINT:
        return text("oracle.point", n=words(len(cards)), cards=_letters(cards))
    name = listed([named(category, key) for key in keys(category, mask)])
    if category is Category.SETS:
        return name
    return text("oracle.with_cards", name=name, cards=_letters(cards))


def named(category: Category, key: int) -> str:
    """Return a sequence or a set in words, without its cards.

    >>> [named(category, 3 << 8 | 7) for category in (Category.SEQUENCES, Category.SETS)]
    ['a tierce major', 'three aces']
    """
    size, rank = key >> 8, Rank(key & 255)
    if category is Category.SETS:
        return set_of(size, rank)
    return text("talk.a", name=sequence(size, rank))


def _letters(cards: CardSet) -> str:
    groups = [
        text(
            "talk.suit_cards",
            ranks=" ".join(card.rank.letter.replace("T", "10") for card in held),
            suit=text(f"suits.{suit}"),
        )
        for suit in Suit
        if (held := cards.suit(suit))
    ]
    return listed(groups)
