"""What may be drawn: the chances of cards, and what they would make of a hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from piquet.actions import Category
from piquet.cards import Card, CardSet, Rank
from piquet.combinations import best_key, keys, worth
from piquet.naming import card_name, listed, sequence, set_of
from piquet.rules import Rules
from piquet.texts import text

__all__ = ["Hope", "chance", "hand_worth", "hopes", "one_of", "times"]

_SCALE = 20
_SURE, _NEARLY, _HARDLY = 0.9995, 0.965, 0.035
_SAME, _NEAR, _PART = 1e-6, 0.012, 0.05  # what is as good as equal, near, and near for its size


class Hope(NamedTuple):
    """Cards of which one at least may come: what it then makes, its worth, and the chance."""

    cards: CardSet
    makes: str
    points: int
    chance: float


def chance(wanted: int, drawn: int, unseen: int) -> float:
    """Return the chance that one at least of some cards is among those drawn from the unseen.

    >>> chance(1, 5, 20), round(chance(2, 5, 20), 3)
    (0.25, 0.447)
    """
    return 1 - comb(unseen - wanted, drawn) / comb(unseen, drawn)


def times(share: float) -> str:
    """Return a chance in words, as near as whole numbers up to twenty say it.

    >>> times(0.25), times(0.447), times(0.999), times(0.01), times(1.0)
    ('1 time in 4', '4 times in 9', 'nearly always', 'hardly ever', 'always')
    """
    if share >= _SURE:
        return text("oracle.times.always")
    if share <= 1 - _SURE:
        return text("oracle.times.never")
    if share >= _NEARLY:
        return text("oracle.times.nearly_always")
    if share <= _HARDLY:
        return text("oracle.times.hardly_ever")
    part = _near(share)
    if part == Fraction(1, 2):
        return text("oracle.times.half")
    key = "once" if part.numerator == 1 else "often"
    return text(f"oracle.times.{key}", n=part.numerator, of=part.denominator)


def _near(share: float) -> Fraction:
    """Return the fraction itself where it is a simple one, else the simplest that is near."""
    exact = Fraction(share).limit_denominator(_SCALE)
    if abs(float(exact) - share) < _SAME:
        return exact
    for most in range(2, _SCALE):
        part = Fraction(share).limit_denominator(most)
        if 0 < part < 1 and abs(float(part) - share) < min(_NEAR, share * _PART):
            return part
    return exact or Fraction(1, _SCALE)


def hand_worth(hand: int, rules: Rules) -> int:
    """Return what the point, all sequences and all sets of some cards would score if good.

    >>> hand_worth(CardSet.parse("SAKQJT HA DA").mask, Rules.named("rubicon"))
    23
    """
    best = best_key(Category.POINT, hand)
    total = worth(Category.POINT, best, rules) if best >> 8 >= rules.point_min else 0
    for category in (Category.SEQUENCES, Category.SETS):
        total += sum(worth(category, key, rules) for key in keys(category, hand))
    return total


def hopes(kept: CardSet, unseen: CardSet, drawn: int, rules: Rules) -> list[Hope]:
    """Return what drawn cards may make of those kept, the best hope first.

    The cards of a hope are of one suit, or of one rank where they make a set alone: what each of
    two suits may make is two hopes.  What nearly always comes is no hope and is left out.

    >>> kept, unseen = CardSet.parse("HAKJT9 SA7"), CardSet.parse("HQ87 SKQJ D789")
    >>> for hope in hopes(kept, unseen, 5, Rules.named("rubicon"))[:2]:
    ...     print(hope.cards, hope.makes, hope.points, round(hope.chance, 2))
    QH a point of six and a sixième major 14 0.56
    8H a point of six and a quart to the knave 2 0.56
    """
    groups: dict[tuple[str, int, int], int] = {}
    before = hand_worth(kept.mask, rules)
    for card in unseen:
        gain = hand_worth(kept.mask | card.mask, rules) - before
        made = _made(kept, card.mask, rules)
        if gain > 0 and made:
            key = made, gain, _kin(kept, card)
            groups[key] = groups.get(key, 0) | card.mask
    found = [
        Hope(CardSet(mask), made, gain, chance(mask.bit_count(), drawn, len(unseen)))
        for (made, gain, _), mask in groups.items()
    ]
    hoped = [hope for hope in found if hope.chance < _NEARLY]
    return sorted(hoped, key=lambda hope: -hope.points * hope.chance)


def _kin(kept: CardSet, card: Card) -> int:
    """Return what cards must share to make the same: the suit, below 0 the rank of a set alone."""
    hand = kept.mask | card.mask
    suited = any(
        best_key(category, hand) != best_key(category, kept.mask)
        or keys(category, hand) != keys(category, kept.mask)
        for category in (Category.POINT, Category.SEQUENCES)
    )
    return int(card.suit) if suited else -1 - int(card.rank)


def _made(kept: CardSet, card: int, rules: Rules) -> str:
    """Return what a card adds to the cards kept, in words."""
    hand = kept.mask | card
    parts = []
    point = best_key(Category.POINT, hand)
    if point >> 8 > best_key(Category.POINT, kept.mask) >> 8 and point >> 8 >= rules.point_min:
        parts.append(text("oracle.made.point", n=text(f"talk.number.{point >> 8}")))
    old = keys(Category.SEQUENCES, kept.mask)
    for key in keys(Category.SEQUENCES, hand):
        if key in old:
            old.remove(key)
        else:
            name = sequence(key >> 8, Rank(key & 255))
            parts.append(text("talk.a", name=name))
    sets = keys(Category.SETS, kept.mask)
    parts += [
        set_of(key >> 8, Rank(key & 255)) for key in keys(Category.SETS, hand) if key not in sets
    ]
    return listed(parts)


def one_of(cards: CardSet) -> str:
    """Return "the queen of hearts", "the ten or nine of clubs" or "one of three hearts" in words.

    >>> one_of(CardSet.parse("QH")), one_of(CardSet.parse("TC 9C"))
    ('the queen of hearts', 'the ten or the nine of clubs')
    >>> one_of(CardSet.parse("TC 9C 8C")), one_of(CardSet.parse("AS AH"))
    ('one of the three clubs 10 9 8', 'the ace of spades or of hearts')
    """
    held = list(cards)
    if len(held) == 1:
        return card_name(held[0])
    ranks = [text(f"talk.rank.{card.rank}") for card in held]
    suits = [text(f"suits.{card.suit}") for card in held]
    number = text(f"talk.number.{len(held)}")
    if len(set(suits)) == 1:
        letters = " ".join(card.rank.letter.replace("T", "10") for card in held)
        if len(held) == 2:
            return text("oracle.one_of.two_ranks", one=ranks[0], two=ranks[1], suit=suits[0])
        return text("oracle.one_of.suit", n=number, suit=suits[0], ranks=letters)
    if len(set(ranks)) == 1:
        if len(held) == 2:
            return text("oracle.one_of.two_suits", rank=ranks[0], one=suits[0], two=suits[1])
        return text("oracle.one_of.ranks", n=number, ranks=text(f"talk.many.{held[0].rank}"))
    if len(held) == 2:
        return text("oracle.one_of.two_cards", one=card_name(held[0]), two=card_name(held[1]))
    return text("oracle.one_of.cards", n=number)
