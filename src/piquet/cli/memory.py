"""What may be asked for at any time: help, rules, scores, tricks, discards, and the talk so far."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from piquet.actions import Event, EventKind, Kind
from piquet.cli import table
from piquet.cli.choices import Choice
from piquet.cli.game import YOU, Game
from piquet.cli.rules import explain
from piquet.cli.sheet import reckoning, sheet
from piquet.cli.term import Style
from piquet.rules import Rules
from piquet.table.ruling import sentence
from piquet.table.sheets import settlement
from piquet.table.talk import Teller
from piquet.texts import text
from piquet.view import View

__all__ = [
    "deal_sheet",
    "help_text",
    "page",
    "partie_sheet",
    "recall",
    "rules_page",
    "settled",
    "spoken",
    "typed_at_a_terminal",
    "write_record",
]

_PAGE = 20
_SCREEN = 22  # lines beside the prompt


def typed_at_a_terminal() -> bool:
    """Tell whether a terminal shows what is typed, or it must be printed to be seen."""
    try:
        return sys.stdin.isatty()
    except (ValueError, AttributeError):
        return False


def help_text(made: Choice | None, rules: Rules, view: View | None) -> str:
    """Return what explains the decision at hand, by the rules in force."""
    name = "between" if made is None else made.help
    told = text(f"play.help.{name}").strip("\n")
    if name in ("exchange", "blanche") and view is not None:
        name = f"{name}_{view.seat}"
    points = [sentence(option, rules) for option in _EXPLAINED.get(name, ())]
    always = text("play.help.always")
    parts = [told, *([" ".join(points)] if points else []), "", always]
    return "\n".join(" ".join(part.split()) for part in parts)


def rules_page(rules: Rules, wait: Callable[[], str]) -> None:
    """Print the rules in force."""
    page(explain(rules).split("\n"), lambda lines: print(*lines, sep="\n"), wait)


def page(
    lines: Sequence[str], show: Callable[[Sequence[str]], None], wait: Callable[[], str]
) -> None:
    """Show lines, a screen at a time where somebody reads them."""
    paged = typed_at_a_terminal() and len(lines) > _SCREEN
    for start in range(0, len(lines), _PAGE):
        show(lines[start : start + _PAGE])
        if paged and start + _PAGE < len(lines):
            print(text("play.more"), end="", flush=True)
            if wait():
                return


def _names() -> tuple[str, str]:
    return text("play.you"), text("play.computer_short")


def deal_sheet(game: Game, *, each: bool = False) -> list[str]:
    """Return the score sheet of the deal in play, or of the last one; ``each`` point for itself."""
    position = game.position
    if position is None:
        return []
    over = game.partie.position is None
    title = text(f"play.sheet.{'was' if over else 'is'}_{game.last_seat}")
    if not over and not game.rules.score_announced:
        lines = [title, text("play.sheet.closed")]
    elif position.awards:
        lines = reckoning(position.awards, each=each, title=title)
    else:
        lines = [title, text("play.sheet.nothing")]
    if game.number in game.undone:
        lines.append(text("play.sheet.assisted"))
    if game.number in game.asked:
        lines.append(text("play.sheet.asked"))
    return lines


def partie_sheet(game: Game) -> list[str]:
    """Return the score sheet of the partie with its rubicon line."""
    return sheet(game.partie, _names())


def settled(game: Game) -> list[str]:
    """Return what the finished partie is worth, as an equation."""
    return settlement(game.partie, (text("play.you"), text("play.computer_named")), YOU)


def write_record(game: Game) -> str:
    """Write the finished partie into a new file of this folder; return what is to be said of it."""
    if game.partie.outcome is None:
        return text("play.memory.no_record")
    name = time.strftime("piquet-%Y%m%d-%H%M%S.pqn")
    try:
        with open(name, "x", encoding="utf-8", newline="\n") as file:
            file.write(game.written)
    except OSError as error:
        return text("play.memory.record_refused", file=name, why=error.strerror or str(error))
    return text("play.memory.record", file=name)


def recall(
    said: str, game: Game, view: View | None, style: Style, teller: Teller
) -> list[str] | None:
    """Return what a word asks to see again, None where it is no such word."""
    if said in ("score", "scores", "sheet"):
        return [*deal_sheet(game, each=True), *([""] if game.position else []), *partie_sheet(game)]
    if said == "record":
        return [write_record(game)]
    if said not in _WORDS:
        return None
    if view is None:
        return [text("play.memory.no_deal")]
    name = _WORDS[said]
    if name == "show":
        if game.partie.position is not None:
            meant = said == "show" and Kind.SHOW_LEFT in view.legal_actions.kinds
            return None if meant else [text("play.memory.not_yet")]
        assert game.position is not None  # there is a view of it
        return table.open_hands(game.position, view.seat, style)
    return _again(name, view, style, teller, over=game.partie.position is None)


def spoken(view: View, teller: Teller, *, over: bool) -> list[str]:
    """Return the talk of the deal as far as it may be gone through again.

    Where the rules close discards or tricks, they are open when the deal is over.
    """
    rules = view.rules
    if not (over or rules.own_discards_seen):
        events: list[Event] = [
            event._replace(cards=None)
            if event.kind in (EventKind.DISCARDED, EventKind.SET_ASIDE)
            else event
            for event in view.events
        ]
    else:
        events = list(view.events)
    told = teller.by_event(events)
    turned = 0 if over or rules.tricks_open else 2 * (len(view.tricks) - 1)
    lines: list[str] = []
    for event, said in zip(events, told, strict=True):
        if event.kind is EventKind.PLAYED:
            turned -= 1
            if turned >= 0:
                continue
        lines += said
    return lines


_PLAY = ("lead_point", "capture_point", "last_trick_extra", "cards_points", "capot_points")
_EXPLAINED: dict[str, tuple[str, ...]] = {
    "cut": ("cut_rule",),
    "exchange_elder": ("elder_min", "elder_max"),
    "exchange_younger": ("younger_min", "younger_max"),
    "blanche_elder": ("cb_points", "cb_proof_elder"),
    "blanche_younger": ("cb_points", "cb_proof_younger"),
    "call": ("point_score", "seq_scores", "sinking"),
    "answer": ("tie_effect",),
    "count": ("proof_request",),
    "left": ("younger_left",),
    "lead": _PLAY,
    "follow": _PLAY,
    "between": ("settlement",),
}
_WORDS = {
    "last": "last",
    "last trick": "last",
    "tricks": "tricks",
    "discards": "discards",
    "discard": "discards",
    "rest": "discards",
    "hand": "hand",
    "cards": "hand",
    "talk": "talk",
    "log": "talk",
    "show": "show",
    "show all": "show",
}


def _again(name: str, view: View, style: Style, teller: Teller, *, over: bool) -> list[str]:
    """Return something you have seen already."""
    rules = view.rules
    if name == "hand":
        return [text("play.hand", cards=style.cards(view.hand))]
    if name == "talk":
        return spoken(view, teller, over=over) or [text("play.memory.no_talk")]
    if name == "discards":
        closed = not (over or rules.own_discards_seen)
        return table.discards(view, style, closed=closed)
    if not view.tricks:
        return [text("play.memory.no_tricks")]
    if name == "last":
        return table.trick_lines(view.tricks[-1:], view.seat, style, len(view.tricks))
    if not (over or rules.tricks_open):
        return [text("play.memory.tricks_closed")]
    return table.trick_lines(view.tricks, view.seat, style)
