"""What can be decided now, made from the legal actions of a view alone: buttons and words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from piquet.actions import Action, Category, Kind, LegalActions
from piquet.base import Seat
from piquet.cards import Card, CardSet, Rank, Suit
from piquet.combinations import best_key, point_key
from piquet.naming import sequence, words
from piquet.table.choosing import (
    CATEGORY,
    fullest,
    limits,
    name_of,
    occasion,
    points_of,
    title,
    worth_listing,
)
from piquet.table.choosing import held as held_of
from piquet.table.naming import Writing
from piquet.table.told import Choice, CountTold, Exchange
from piquet.texts import text
from piquet.view import Phase, View

__all__ = ["automatic", "before", "card_words", "choices", "exchange", "introduced"]

_WRITING = Writing()
_GROUPS = {
    Kind.DEALER: "dealer",
    Kind.PACKET: "packet",
    Kind.CARTE_BLANCHE: "blanche",
    Kind.NAME_SUIT: "suit",
    Kind.POINT: "point",
    Kind.SEQUENCE: "sequence",
    Kind.SET: "set",
    Kind.GOOD: "answer",
    Kind.ASK_VALUE: "answer",
    Kind.EQUAL: "answer",
    Kind.NOT_GOOD: "answer",
    Kind.SAY: "say",
    Kind.LOOK: "left",
    Kind.SHOW_LEFT: "left",
    Kind.PASS: "pass",
    Kind.ASK_TO_SEE: "see",
    Kind.PLAY: "play",
    Kind.CONCEDE: "concede",
}


def card_words(card: Card) -> str:
    """Return the name of a card.

    >>> card_words(Card.parse("TH"))
    'ten of hearts'
    """
    return text("table.card", rank=text(f"talk.rank.{card.rank}"), suit=text(f"suits.{card.suit}"))


def before(legal: LegalActions) -> list[Choice]:
    """Return what can be chosen before the deal: who deals, or the packet."""
    kinds = (Kind.DEALER, Kind.PACKET)
    return [
        _choice(
            action, text(f"play.option.{action.kind.name.lower()}.{action.number}"), best=not at
        )
        for at, action in enumerate(action for action in legal if action.kind in kinds)
    ]


def choices(view: View) -> list[Choice]:
    """Return everything that the seat to move can do, but for the cards of an exchange.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> position = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> for said in ("exchange HJ7", "exchange S7 HA9"):
    ...     position = position.after(Action.parse(said))
    >>> first = choices(position.view(Seat.ELDER))[0]
    >>> first.group, first.words, first.points, first.best
    ('point', 'Point of six, making 57', 6, True)
    """
    legal = view.legal_actions
    full: list[Action] = []
    for kind in (*CATEGORY, Kind.SAY):
        full += fullest(legal.of(kind))
    sunk = [action for action in worth_listing(legal) if action not in full]
    made = [_said(action, view, best=True) for action in full]
    made += [_said(action, view, sunk=True) for action in sunk]
    listed = {*CATEGORY, Kind.EXCHANGE, Kind.SET_ASIDE}
    others = [
        action
        for kind in legal.kinds
        if kind not in listed
        for action in legal.of(kind)
        if action not in full and action not in sunk
    ]
    # The true answer is the last of those that may be given.
    truth = [action for action in others if _GROUPS[action.kind] == "answer"][-1:]
    return made + [_other(action, view, best=action in truth) for action in others]


def _choice(
    action: Action,
    said: str,
    *,
    note: str = "",
    points: int | None = None,
    cards: Iterable[Card] = (),
    sunk: bool = False,
    best: bool = False,
) -> Choice:
    return Choice(
        action=int(action),
        text=str(action),
        group=_GROUPS[action.kind],
        words=said[:1].upper() + said[1:],
        note=note,
        points=points,
        cards=[str(card) for card in cards],
        sunk=sunk,
        best=best,
    )


def _said(action: Action, view: View, *, best: bool = False, sunk: bool = False) -> Choice:
    """Return a call, a count, or the value of a call."""
    cards = action.cards
    category = CATEGORY.get(action.kind)
    if category is None:
        if view.call is Category.POINT:
            value = words(point_key(action.payload) & 255)
        else:
            key = best_key(Category.SEQUENCES, action.payload)
            value = sequence(key >> 8, Rank(key & 255))
        return _choice(action, value, cards=cards, sunk=sunk, best=best)
    said = view.calls[category]
    note, points = "", points_of(category, action.payload, view.rules)
    if view.seat is Seat.YOUNGER and said.answer == "equal":
        note, points = text("table.choice.equal_note"), 0
    elif view.seat is Seat.ELDER and said.answer != "good":
        note = text("table.choice.if_good")
    name = name_of(category, cards)
    return _choice(action, name, note=note, points=points, cards=cards, sunk=sunk, best=best)


def _other(action: Action, view: View, *, best: bool) -> Choice:
    kind = action.kind
    name = kind.name.lower()
    if kind is Kind.PLAY:
        return _choice(action, card_words(action.card), cards=[action.card])
    if kind is Kind.CARTE_BLANCHE:
        said = text(
            f"table.choice.blanche_{'n' if action.number else 'plain'}", n=words(action.number)
        )
        return _choice(action, said, points=view.rules.cb_points)
    if kind is Kind.ASK_TO_SEE:
        what = text(f"talk.category.{Category(action.number)}")
        return _choice(action, text("table.choice.ask_to_see", what=what))
    if kind is Kind.NAME_SUIT:
        suit = text(f"suits.{Suit(action.number - 1)}")
        note = text("table.choice.name_suit_note")
        return _choice(action, text("table.choice.name_suit", suit=suit), note=note)
    if kind is Kind.ASK_VALUE and Action.NOT_GOOD in view.legal_actions:
        return _choice(action, text("table.choice.ask_value"), note=text("table.choice.sinks_note"))
    if kind is Kind.PASS and view.phase is Phase.LEFT:
        name = "keep_unseen"
    if kind is Kind.SAY:
        name = "decline"
    noted = ("good", "ask_value", "equal", "not_good", "decline", "concede", "look", "show_left")
    note = text(f"table.choice.{name}_note") if name in noted else ""
    return _choice(action, text(f"table.choice.{name}"), note=note, best=best)


def exchange(view: View, chosen: CardSet) -> Exchange | None:
    """Return how many cards may be chosen and what comes of each number; None where none may."""
    legal = view.legal_actions
    aside = bool(legal.of(Kind.SET_ASIDE))
    if not aside and not legal.of(Kind.EXCHANGE):
        return None
    fewest, most = limits(legal)
    counts = [_count(view, number, aside=aside) for number in range(fewest, most + 1)]
    verb = "set aside" if aside else "exchange"
    cards = [str(card) for card in chosen]
    return Exchange(verb=verb, fewest=fewest, most=most, counts=counts, chosen=cards)


def _count(view: View, number: int, *, aside: bool) -> CountTold:
    button = text(f"table.exchange.button{'_none' if not number else ''}", n=words(number))
    if aside:
        said = text("table.exchange.aside", n=words(number))
        return CountTold(number, text("table.exchange.button_aside", n=words(number)), said)
    rules = view.rules
    told = [text("table.exchange.take" if number else "table.exchange.take_none", n=words(number))]
    if view.seat is Seat.ELDER:
        left, seen = rules.elder_max - number, rules.elder_peek != "none"
        if left > 1:
            key = "table.exchange.rest" if seen else "table.exchange.rest_unseen"
            told.append(text(key, n=words(left)))
        elif left:
            key = "table.exchange.rest_one" if seen else "table.exchange.rest_one_unseen"
            told.append(text(key))
        told.append(text("table.exchange.younger", n=words(8 - number)))
    elif view.talon_count > number:
        left = view.talon_count - number
        told.append(text(f"table.left.{rules.younger_left}", n=words(left)))
    return CountTold(number, button, " ".join(told))


def introduced(view: View) -> str:
    """Return what introduces the decision of the seat to move, in words."""
    legal = view.legal_actions
    if view.phase in (Phase.EXCHANGE, Phase.SET_ASIDE):
        if legal.kinds == (Kind.CARTE_BLANCHE,):
            return text("table.title.blanche")
        fewest, most = limits(legal)
        aside = view.phase is Phase.SET_ASIDE
        key = "aside" if aside else "fixed" if fewest == most else "exchange" if fewest else "any"
        said = text(
            f"table.title.{key}", fewest=words(fewest), most=words(most), n=words(view.talon_count)
        )
        if legal.of(Kind.CARTE_BLANCHE):
            said += " " + text("table.title.may_claim", n=words(view.rules.cb_points))
        return said
    if view.phase is Phase.LEFT:
        return text("play.title.left")
    if view.phase is Phase.ANSWER and view.call is not None:
        return text("play.title.answer", held=held_of(view, view.call, _WRITING))
    options: list[Action] = []
    for kind in (*CATEGORY, Kind.SAY, Kind.PASS):
        options += legal.of(kind)[:1]
    return title(occasion(view, options), view, _WRITING)


def automatic(view: View) -> Action | None:
    """Return what is declared for a person who lets the table call; None where he decides himself.

    It says what is fullest and true: calls, answers, values and counts.  The cards of an exchange,
    a carte blanche, the cards left, what is led and what is asked to be seen stay the person's.
    """
    legal = view.legal_actions
    if view.phase is Phase.ANSWER:
        return legal[len(legal) - 1]
    if view.phase in (Phase.CALL, Phase.SAY, Phase.COUNT):
        for kind in (*CATEGORY, Kind.SAY):
            full = fullest(legal.of(kind))
            if full:
                return full[0]
    if view.phase is Phase.COUNT and Kind.PLAY not in legal.kinds:
        passes = legal.of(Kind.PASS)
        return passes[0] if passes and not _looks(legal) else None
    return None


def _looks(legal: LegalActions) -> Sequence[Action]:
    return [*legal.of(Kind.LOOK), *legal.of(Kind.SHOW_LEFT)]
