"""Drawing for a plain terminal: hands, headings, tricks, and what a player may look at again.

Every function returns lines; none moves the cursor, so that the whole partie is a transcript.
"""

from __future__ import annotations

import os
import re

from piquet.actions import EventKind
from piquet.base import Seat
from piquet.cards import Card, CardSet
from piquet.cli.term import Style, fold
from piquet.dealing import Deal
from piquet.position import Position
from piquet.texts import text
from piquet.view import Trick, View

__all__ = [
    "bare",
    "discards",
    "hand",
    "heading",
    "listing",
    "open_hands",
    "paragraphs",
    "plain",
    "points",
    "spread",
    "status",
    "trick_lines",
    "width",
]

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_CELL = 5


def plain() -> bool:
    """Tell whether the terminal asks for the plainest text: then nothing stands in columns."""
    return os.environ.get("TERM") == "dumb"


def bare(words: str) -> str:
    """Return words without the escape codes that colour them."""
    return _ESCAPE.sub("", words)


def width(words: str) -> int:
    """Return how wide words are on a terminal: escape codes take no room."""
    return len(bare(words))


def heading(words: str, style: Style) -> str:
    """Return a line that parts what went before from what comes.

    >>> heading("Deal 1 of 6", Style(symbols=False, width=30))
    '--- Deal 1 of 6 -------------'
    """
    rule = "\u2500" if style.symbols else "-"
    if plain():
        return style.strong(words)
    line = f"{rule * 3} {words} "
    return style.strong(line + rule * max(3, style.width - 1 - len(line)))


def paragraphs(words: str, style: Style, indent: str = "") -> list[str]:
    """Return text in lines of the terminal's width; an empty line parts paragraphs."""
    lines: list[str] = []
    for part in words.strip("\n").split("\n"):
        lead = part[: len(part) - len(part.lstrip())]
        lines += fold(indent + part, style.width - 1, indent + lead)
    return lines


def hand(cards: CardSet, style: Style, playable: CardSet | None = None) -> list[str]:
    """Return a hand in one row, each card with its number below; a dash under what may not be.

    >>> for line in hand(CardSet.parse("AS TH"), Style(symbols=False), CardSet.parse("TH")):
    ...     print(line)
        AS    10H
        -      2
    """
    if plain() or style.width < 13 * _CELL:
        return [text("play.hand_plain", cards=style.cards(cards))]
    row = numbers = " "
    suit = None
    for number, card in enumerate(cards, 1):
        if suit is not None and card.suit is not suit:
            row, numbers = row + "  ", numbers + "  "
        suit = card.suit
        shown = style.card(card)
        row += " " * (_CELL - width(shown)) + shown
        label = str(number) if playable is None or card in playable else "-"
        numbers += f"{label:>{_CELL - 1}} "
    return [row.rstrip(), numbers.rstrip()]


def listing(labels: list[str], style: Style, start: int = 1) -> list[str]:
    """Return numbered choices; what a choice scores stands at the right where it fits.

    The cards of a long name stand below it.

    >>> listing(["Good", "Not good|5 points"], Style(width=40))
    ['  1  Good', '  2  Not good                  5 points']
    >>> listing(["Two quarts to the king:  S K Q J 10  H K Q J 10|8"], Style(width=40))
    ['  1  Two quarts to the king:', '     S K Q J 10  H K Q J 10           8']
    """
    lines = []
    for number, label in enumerate(labels, start):
        words, _, right = label.partition("|")
        words = words[:1].upper() + words[1:]
        left = f"{number:>3}  {words}"
        space = style.width - 1 - width(left) - len(right)
        name, mark, cards = left.partition(":  ")
        if mark and space < 2 and len(name) < style.width:
            lines.append(f"{name}:")
            left = f"     {cards}"
            space = style.width - 1 - width(left) - len(right)
        if right and space >= 2:
            lines.append(left + " " * (space if space < 60 else 60) + right)
        else:
            lines += fold(f"{left}  {right}".rstrip(), style.width - 1, " " * 5)
    return lines


def status(view: View) -> list[str]:
    """Return where the play stands: trick, tricks won, points of this deal where they are said."""
    you, other = view.seat, view.seat.other
    words = text(
        "play.status", trick=len(view.tricks) + 1, yours=view.won[you], theirs=view.won[other]
    )
    said = points(view)
    return [" \u00b7 ".join([words, *(part[:1].lower() + part[1:] for part in said)])]


def points(view: View) -> list[str]:
    """Return the points of this deal so far, nothing where no score is said."""
    if not view.rules.score_announced:
        return []
    you = view.seat
    return [text("play.points", points=view.scores[you], against=view.scores[you.other])]


def spread(style: Style) -> list[str]:
    """Return the pack as it lies spread face down for the cut."""
    if plain() or style.width < 70:
        return []
    back = "\u25ae " if style.symbols else "# "
    return ["  " + (back * 32).rstrip(), text("play.spread_numbers")]


def trick_lines(tricks: tuple[Trick, ...], you: Seat, style: Style, first: int = 1) -> list[str]:
    """Return finished tricks, one a line."""
    lines = []
    for number, trick in enumerate(tricks, first):
        mine = trick.leader is you
        won = trick.winner is you
        key = f"play.trick.{'you' if mine else 'they'}_{'you' if won else 'they'}"
        lines.append(
            f"{number:>4}  "
            + text(key, lead=style.card(trick.lead), follow=style.card(trick.follow))
        )
    return lines


def discards(view: View, style: Style, *, closed: bool = False) -> list[str]:
    """Return what you may look at again of the exchange: your discards, and what was left.

    Where discards are closed, only what is in your hand or has been seen of others' cards.
    """
    if view.taken[view.seat] is None and not view.discards:
        return [text("play.memory.no_discards")]
    lines = [text("play.memory.discards", cards=style.cards(view.discards) or text("talk.no"))]
    if closed:
        lines = [text("play.memory.discards_closed")]
    if view.drawn:
        lines.append(text("play.memory.drawn", cards=style.cards(view.drawn)))
    if view.rest and view.seat is Seat.ELDER:
        lines.append(text("play.memory.rest", cards=style.cards(view.rest)))
    if view.left:
        lines.append(text("play.memory.left", cards=style.cards(view.left)))
    if view.shown - _played(view):
        lines.append(text("play.memory.shown", cards=style.cards(view.shown - _played(view))))
    return lines


def _played(view: View) -> CardSet:
    mask = 0
    for event in view.events:
        if event.kind is EventKind.PLAYED:
            mask |= event.cards or 0
    return CardSet(mask)


def open_hands(position: Position, you: Seat, style: Style) -> list[str]:
    """Return a finished deal laid open: both hands after the exchange, discards and talon."""
    lines = []
    for seat in (you, you.other):
        view = position.view(seat)
        who = "you" if seat is you else "they"
        lines.append(text(f"play.open.{who}_hand", seat=text(f"seats.{seat}")))
        lines.append("    " + style.cards(view.kept))
        lines.append(text("play.open.discards", cards=style.cards(view.discards) or "-"))
        lines.append(text("play.open.drawn", cards=style.cards(view.drawn) or "-"))
    left = _left(position)
    if left:
        cards = " ".join(style.card(card) for card in left)
        lines.append(text("play.open.left", cards=cards))
    if position.deal is not None:
        lines.append(text("play.open.code", code=position.deal.code))
    return lines


def _left(position: Position) -> tuple[Card, ...]:
    deal: Deal | None = position.deal
    if deal is None:
        return ()
    return deal.talon[8 - position.view(Seat.ELDER).talon_count :]
