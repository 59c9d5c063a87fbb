"""What can be said of a hand: the best of each kind, what else is worth offering, the points."""

from __future__ import annotations

from piquet.actions import Action, Category, Kind, LegalActions
from piquet.cards import CardSet, Rank, Suit
from piquet.combinations import best_key, keys, point_key, worth
from piquet.naming import listed, sequence, set_of, words
from piquet.rules import Rules
from piquet.table.naming import Writing
from piquet.texts import text
from piquet.view import Phase, View

__all__ = [
    "CATEGORY",
    "combination",
    "fullest",
    "held",
    "limits",
    "name_of",
    "occasion",
    "points_of",
    "title",
    "worth_listing",
]

CATEGORY = {
    Kind.POINT: Category.POINT,
    Kind.SEQUENCE: Category.SEQUENCES,
    Kind.SET: Category.SETS,
}
"""The category that each kind of call or count belongs to."""

_MOST_SUNK = 8  # points, and as many others: more would not fit on a screen


def limits(legal: LegalActions) -> tuple[int, int]:
    """Return the fewest and the most cards that may be exchanged or set aside.

    >>> from piquet.actions import Subsets
    >>> limits(LegalActions(((Kind.EXCHANGE, Subsets(0xFFF, 1, 5)),)))
    (1, 5)
    """
    for kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
        of_kind = legal.of(kind)
        if of_kind:
            return len(of_kind[0].cards), len(of_kind[-1].cards)
    return 0, 0


def held(view: View, category: Category, style: Writing) -> str:
    """Return in words the best that you hold of a category."""
    best = best_key(category, view.hand.mask)
    if not best:
        return text(f"play.held.no_{category}")
    if category is not Category.POINT:
        return _named(category, best)
    suits = [view.hand.suit(suit) for suit in Suit]
    cards = next(suit for suit in suits if suit and point_key(suit.mask) == best)
    return text("play.held.point", n=words(best >> 8), value=best & 255, cards=style.cards(cards))


def _named(category: Category, key: int) -> str:
    if category is Category.SETS:
        return set_of(key >> 8, Rank(key & 255))
    return text("talk.a", name=sequence(key >> 8, Rank(key & 255)))


def fullest(legal: LegalActions) -> list[Action]:
    """Return the best of a kind, and whatever is just as good and as many cards."""
    first = next((action for action in legal if action.payload), None)
    if first is None:
        return []
    if first.kind is Kind.SAY:
        return [first]
    category = CATEGORY[first.kind]
    best = keys(category, first.payload)
    return [action for action in legal if keys(category, action.payload) == best]


def worth_listing(legal: LegalActions) -> list[Action]:
    """Return calls that differ in words: of points only the best of each suit and number."""
    found: dict[tuple[object, ...], Action] = {}
    for kind, category in CATEGORY.items():
        for action in legal.of(kind):
            known: tuple[object, ...] = (kind, *keys(category, action.payload))
            if kind is Kind.POINT:
                known = (kind, next(iter(action.cards)).suit, len(action.cards))
            found.setdefault(known, action)
    for action in legal.of(Kind.SAY):
        if action.payload:
            found.setdefault((Kind.SAY, best_key(Category.POINT, action.payload)), action)
    points = [action for action in found.values() if action.kind is Kind.POINT]
    others = [action for action in found.values() if action.kind is not Kind.POINT]
    return [*points[:_MOST_SUNK], *others[:_MOST_SUNK]]


def points_of(category: Category, mask: int, rules: Rules) -> int:
    """Return what cards called or counted in a category score if they are good."""
    found = [point_key(mask)] if category is Category.POINT else keys(category, mask)
    return sum(worth(category, key, rules) for key in found)


def name_of(category: Category, cards: CardSet) -> str:
    """Return what a combination, or several of a kind, is called.

    >>> name_of(Category.SEQUENCES, CardSet.parse("SKQJ HQJT"))
    'a tierce to the king and a tierce to the queen'
    """
    if category is Category.POINT:
        key = point_key(cards.mask)
        return text("play.held.point_plain", n=words(key >> 8), value=key & 255)
    return listed([_named(category, key) for key in keys(category, cards.mask)])


def combination(category: Category, cards: CardSet, style: Writing) -> str:
    """Return a combination with its cards, unless its name says which they are."""
    name = name_of(category, cards)
    if category is Category.SETS and any(key >> 8 == 4 for key in keys(category, cards.mask)):
        return name
    return text("play.held.with_cards", name=name, cards=style.cards(cards))


def occasion(view: View, options: list[Action]) -> str:
    """Return what kind of decision it is in which something can be said, or a card played."""
    if view.phase is Phase.SAY:
        return "say"
    if view.phase is Phase.CALL:
        return "call" if options else "lead"
    if view.phase is Phase.COUNT and options:
        return "count"
    return "follow" if view.led else "lead"


def title(key: str, view: View, style: Writing) -> str:
    """Return what introduces such a decision, in words."""
    if key == "follow" and view.led is not None:
        suit = view.led.suit
        key = "follow" if view.hand.suit(suit) else "follow_none"
        return text(f"play.title.{key}", card=style.card(view.led), suit=text(f"suits.{suit}"))
    if key == "lead" and view.named is not None:
        return text("play.title.lead_named", suit=text(f"suits.{view.named}"))
    if key == "count":
        owed = not view.legal_actions.of(Kind.PLAY) and Kind.PASS not in view.legal_actions.kinds
        card = "" if view.led is None else style.card(view.led)
        return text("play.title.owed" if owed else "play.title.count", card=card)
    return text(f"play.title.{key}")
