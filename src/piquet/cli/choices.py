"""What can be decided now, in words: the menu of a moment, made from the legal actions alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from piquet.actions import Action, Category, Kind, LegalActions
from piquet.base import Seat, Unreadable
from piquet.cards import Card, CardSet, Rank
from piquet.cli.ask import Menu, numbers_of
from piquet.cli.term import Style
from piquet.combinations import best_key, point_key
from piquet.naming import sequence, words
from piquet.table.choosing import (
    CATEGORY,
    combination,
    fullest,
    held,
    limits,
    occasion,
    points_of,
    title,
    worth_listing,
)
from piquet.texts import text
from piquet.view import Phase, View

__all__ = ["Choice", "before_the_deal", "choice", "cut_at", "typed"]

_PROOF = 2


@dataclass
class Choice:
    """One decision: what is listed, how it is introduced, what may be typed, what explains it.

    ``help`` is a key below ``play.help``.  ``exchange`` tells that cards are to be chosen, not an
    option; ``cards`` that a card is to be played, so that the hand stands numbered.
    """

    menu: Menu
    labels: list[str]
    title: str
    hint: str
    help: str
    exchange: bool = False
    cards: bool = False
    turn_up: Action | None = None
    sunk: tuple[list[Action], list[str]] = field(default_factory=lambda: ([], []))

    def sink(self) -> bool:
        """List what is sunk as well; False where there is nothing more to list."""
        actions, labels = self.sunk
        if not actions:
            return False
        self.menu.options = [*self.menu.options, *actions]
        self.labels = [*self.labels, *labels]
        self.sunk = ([], [])
        return True


def before_the_deal(legal: LegalActions) -> Choice:
    """Return the decision before the cards are dealt: the cut, who deals, or the packet."""
    kind = legal.kinds[0]
    if kind is Kind.CUT:
        return Choice(Menu(legal), [], "", text("play.hint.cut"), "cut")
    name = "dealer" if kind is Kind.DEALER else "packet"
    options = list(legal)
    labels = [text(f"play.option.{name}.{action.number}") for action in options]
    menu = Menu(legal, options, default=options[0])
    return Choice(menu, labels, text(f"play.title.{name}"), text("play.hint.pick"), name)


def choice(view: View, style: Style) -> Choice:
    """Return the decision of the seat to move."""
    if Kind.CARTE_BLANCHE in view.legal_actions.kinds and len(view.legal_actions.kinds) == 1:
        return _blanche(view)
    if view.phase in (Phase.EXCHANGE, Phase.SET_ASIDE):
        return _exchange(view)
    if view.phase in (Phase.ANSWER, Phase.LEFT):
        return _answer(view, style)
    return _cards(view, style)


def cut_at(said: str, spread: Sequence[Card], legal: LegalActions) -> Action:
    """Return the cut at a place of the spread pack; where none is named the program draws."""
    place = numbers_of(said, 32) if said else None
    if said and (place is None or len(place) != 1):
        raise Unreadable("cut_place", text=said[:40])
    if place is not None:
        action = Action(Kind.CUT, spread[place[0] - 1].mask)
        if action not in legal:
            raise Unreadable("cut_taken", text=said)
        return action
    drawn = [Action(Kind.CUT, card.mask) for card in spread]
    return next(action for action in drawn[6:] if action in legal)


def typed(cards: CardSet) -> str:
    """Return cards as a person may type them.

    >>> typed(CardSet.parse("TC 7C"))
    '10C 7C'
    """
    return " ".join(f"{card.rank.letter}{card.suit.letter}".replace("T", "10") for card in cards)


def _blanche(view: View) -> Choice:
    options = list(view.legal_actions)
    labels = [
        text("play.option.blanche", n=words(action.number))
        if action.number
        else text("play.option.blanche_plain")
        for action in options
    ]
    default = options[0] if len(options) == 1 else None
    menu = Menu(view.legal_actions, options, default=default)
    return Choice(menu, labels, text("play.title.blanche"), text("play.hint.pick"), "blanche")


def _exchange(view: View) -> Choice:
    fewest, most = limits(view.legal_actions)
    aside = view.phase is Phase.SET_ASIDE
    key = "aside" if aside else "fixed" if fewest == most else "exchange" if fewest else "any"
    title = text(f"play.title.{key}", fewest=words(fewest), most=words(most), n=view.talon_count)
    claims = view.legal_actions.of(Kind.CARTE_BLANCHE)
    if claims:
        number = 5 if claims[0].number else 0
        say = Action(Kind.CARTE_BLANCHE, number)
        title += "\n" + text("play.title.may_claim", say=say, n=words(view.rules.cb_points))
    hint = text("play.hint.exchange", cards=typed(CardSet.of(*list(view.hand)[-2:])))
    return Choice(Menu(view.legal_actions), [], title, hint, "exchange", exchange=True)


def _answer(view: View, style: Style) -> Choice:
    """Return the decision what to answer: the truth first, which an empty line says."""
    options = list(view.legal_actions)[::-1]
    phase = "answer" if view.phase is Phase.ANSWER else "left"
    kept = text("play.option.keep_unseen") if phase == "left" else ""
    labels = []
    for action in options:
        name = action.kind.name.lower()
        if name == "ask_value" and Action.NOT_GOOD in options:
            name = "ask_value_sinks"
        labels.append(kept if action.kind is Kind.PASS else text(f"play.option.{name}"))
    title = text("play.title.left")
    if view.call is not None:
        title = text("play.title.answer", held=held(view, view.call, style))
    menu = Menu(view.legal_actions, options, default=options[0])
    return Choice(menu, labels, title, text("play.hint.answer"), phase)


# --- calls, counts and cards ----------------------------------------------------------------------


def _cards(view: View, style: Style) -> Choice:
    """Return a decision in which something can be said, or a card played, or both."""
    legal = view.legal_actions
    options: list[Action] = []
    for kind in (*CATEGORY, Kind.SAY):
        options += fullest(legal.of(kind))
    sunk = [action for action in worth_listing(legal) if action not in options]
    options += legal.of(Kind.PASS)
    turn_up = [*legal.of(Kind.SHOW_LEFT), *legal.of(Kind.LOOK)]
    if Action(Kind.SAY) in legal:
        options.append(Action(Kind.SAY))
    plays = legal.of(Kind.PLAY)
    default = options[0] if options and options[0].kind in (*CATEGORY, Kind.SAY) else None
    if not options and len(plays) == 1:
        default = plays[0]
    if options and not plays and len(options) == 1:
        default = options[0]
    key = occasion(view, options)
    menu = Menu(legal, options, cards=view.hand, default=default)
    labels = [_label(action, view, style) for action in options]
    made = Choice(
        menu,
        labels,
        title(key, view, style),
        _hint(key, view, default, sunk, style),
        key,
        cards=bool(plays) and not options,
        turn_up=turn_up[0] if turn_up else None,
    )
    made.sunk = (sunk, [_label(action, view, style) for action in sunk])
    return made


def _hint(key: str, view: View, default: Action | None, sunk: list[Action], style: Style) -> str:
    """Return the line that says what may be typed; of the proof only in the first tricks."""
    legal = view.legal_actions
    parts = []
    if default is not None and default.kind is Kind.PLAY:
        parts.append(text("play.hint.only_card", card=style.card(default.card)))
    elif default is not None:
        parts.append(text("play.hint.first"))
    if legal.of(Kind.PLAY) and default is None:
        parts.append(text("play.hint.card"))
    elif legal.of(Kind.PLAY) and default is not None and default.kind is not Kind.PLAY:
        parts.append(text("play.hint.lead_ends" if key == "call" else "play.hint.play_ends"))
    if sunk:
        parts.append(text("play.hint.sink"))
    if Kind.SHOW_LEFT in legal.kinds or Kind.LOOK in legal.kinds:
        parts.append(text("play.hint.turn_up"))
    asks = [str(action) for action in legal.of(Kind.ASK_TO_SEE)]
    if asks and len(view.tricks) < _PROOF:
        parts.append("/".join([asks[0], *(said.split()[-1] for said in asks[1:])]))
    if Kind.NAME_SUIT in legal.kinds:
        parts.append(text("play.hint.name_suit"))
    if Kind.CONCEDE in legal.kinds:
        parts.append(text("play.hint.concede"))
    parts.append(text("play.hint.help"))
    return text("play.hint.joined", parts="; ".join(parts))


def _label(action: Action, view: View, style: Style) -> str:
    kind = action.kind
    if kind is Kind.SAY:
        return _saying(action, view, style)
    category = CATEGORY.get(kind)
    if category is None:
        return text(f"play.option.{kind.name.lower()}")
    said = view.calls[category]
    what = combination(category, action.cards, style)
    points = points_of(category, action.payload, view.rules)
    if view.seat is Seat.ELDER:
        further = said.answer == "good"
        return text("play.option.further" if further else "play.option.call", what=what, n=points)
    if said.answer == "equal":
        return text("play.option.name_equal", what=what)
    return text("play.option.count", what=what, n=points)


def _saying(action: Action, view: View, style: Style) -> str:
    if not action.payload:
        return text("play.option.decline")
    category = view.call
    if category is Category.POINT:
        value = words(point_key(action.payload) & 255)
    else:
        key = best_key(Category.SEQUENCES, action.payload)
        value = sequence(key >> 8, Rank(key & 255))
    return text("play.option.say", value=value, cards=style.cards(action.cards))
