"""What the Oracle says, as a panel of a plain terminal: options in rows, reasons below."""

from __future__ import annotations

from dataclasses import replace

from piquet.actions import Action, Category, Kind
from piquet.base import Estimate
from piquet.cli import table
from piquet.cli.term import Style
from piquet.oracle.advice import Advice, Option
from piquet.oracle.phrases import CALLS
from piquet.texts import text
from piquet.view import View

__all__ = ["beside", "label", "moment", "panel"]

_ROWS = 6
_LABEL = 30
_HALF = 22  # the label where two methods stand beside each other
_BAR = 10


def moment(view: View, style: Style) -> list[str]:
    """Return how it stands: the seat and what it decides, its hand, what was led, the score."""
    lines = [
        style.strong(
            text(
                "oracle.panel.moment",
                seat=text(f"seats.{view.seat}"),
                phase=text(f"oracle.phase.{view.phase}"),
            )
        ),
        "  " + text("oracle.panel.hand", cards=style.cards(view.hand)),
    ]
    if view.led is not None:
        lines.append("  " + text("oracle.panel.led", card=style.card(view.led)))
    standing = view.standing
    left = text("oracle.panel.target")
    if standing.deals_left is not None:
        left = text("oracle.panel.deals_left", n=standing.deals_left)
    me, other = view.seat, view.seat.other
    lines.append(
        "  "
        + text(
            "oracle.panel.score",
            mine=view.scores[me],
            theirs=view.scores[other],
            before=standing.scores[me],
            before_theirs=standing.scores[other],
            left=left,
        )
    )
    return lines


def panel(view: View, advice: Advice, style: Style, selection: Action | None = None) -> list[str]:
    """Return the options in rows and the reasons in sentences, no line wider than the style.

    Before an option stands = where it may well be as good as the best, > where it is the person's
    own ``selection``.
    """
    lines = ["", style.strong(_head(advice))]
    plain = table.plain() or style.width < 72
    if not plain:
        lines.append(_titles(advice))
    shown = _shown(advice, selection)
    for option in shown:
        row = _plainly if plain else _row
        lines.append(row(view, advice, option, selection, style))
    hidden = len(advice.options) - len(shown)
    if hidden > 0:
        lines.append("      " + text("oracle.panel.more", n=hidden))
    lines += ["", *_reasons(advice, style)]
    return lines


def _reasons(advice: Advice, style: Style) -> list[str]:
    lines = []
    for reason in advice.reasons:
        lines += table.paragraphs(style.spelt(reason), style, "  ")
    for note in advice.notes:
        lines += table.paragraphs(style.spelt(text("oracle.panel.note", note=note)), style, "  ")
    return lines


def beside(
    view: View,
    exact: Advice,
    playouts: Advice,
    style: Style,
    selection: Action | None = None,
) -> list[str]:
    """Return what both methods say side by side, then the reasons of each."""
    if table.plain() or style.width < 72:
        return [*panel(view, exact, style, selection), *panel(view, playouts, style, selection)]
    width = style.width // 2 - 1
    columns = []
    for advice in (exact, playouts):
        lines = [style.strong(_head_short(advice))]
        for option in _shown(advice, selection):
            what = _label(option.action, view, style, _HALF)
            mark = _mark(advice, option, selection)
            lines.append(f"{mark} {what}{_points(option.net, style)}")
        columns.append(lines)
    rows = max(map(len, columns))
    left, right = ([*lines, *[""] * (rows - len(lines))] for lines in columns)
    lines = [""]
    lines += [(_fit(one, width) + two).rstrip() for one, two in zip(left, right, strict=True)]
    agree = exact.best.action == playouts.best.action
    lines += ["", text("oracle.panel.agree" if agree else "oracle.panel.differ")]
    for advice in (exact, playouts):
        lines += ["", style.strong(text(f"oracle.panel.why_{advice.method}"))]
        lines += _reasons(advice, style)
    return lines


def _head(advice: Advice) -> str:
    if advice.method == "playouts":
        return text("oracle.panel.head_playouts", n=advice.count, opponent=advice.opponent)
    key = "head_listed" if advice.listed else "head_drawn"
    goal = text(f"oracle.panel.goal_{advice.goal}")
    return text(f"oracle.panel.{key}", n=advice.count, goal=goal)


def _head_short(advice: Advice) -> str:
    return text(f"oracle.panel.short_{advice.method}", n=advice.count)


def _titles(advice: Advice) -> str:
    partie = text("oracle.panel.partie") if _has_value(advice) else ""
    points, wins = text("oracle.panel.points"), text("oracle.panel.wins")
    return f"      {text('oracle.panel.what'):<{_LABEL}}{points:>13}{partie:>10}  {wins}".rstrip()


def _has_value(advice: Advice) -> bool:
    return any(option.value is not None for option in advice.options)


def _shown(advice: Advice, selection: Action | None) -> list[Option]:
    """Return the best options and, where they stand further down, best by points and selection."""
    wanted = [option for option in advice.options if option.action == selection]
    wanted += [advice.by_points]
    shown = list(advice.options[:_ROWS])
    missing = [option for option in dict.fromkeys(wanted) if option not in shown]
    if missing:
        shown[len(shown) - len(missing) :] = missing
    return sorted(shown, key=advice.options.index)


def _mark(advice: Advice, option: Option, selection: Action | None) -> str:
    """Return the place of an option with its sign before it."""
    place = advice.options.index(option) + 1
    sign = "=" if option.tied and place > 1 else " "
    sign = ">" if option.action == selection else sign
    return f"{sign}{place:>3}"


def _row(view: View, advice: Advice, option: Option, selection: Action | None, style: Style) -> str:
    what = _label(option.action, view, style, _LABEL)
    value = f"{option.value.value:+.1f}" if option.value is not None else ""
    share = f"{100 * option.wins:.0f} %"
    full = round(_BAR * option.wins)
    signs = ("\u2588", "\u2591") if style.symbols else ("#", ".")
    bar = signs[0] * full + signs[1] * (_BAR - full)
    points = _points(option.net, style)
    return f"{_mark(advice, option, selection)}  {what}{points:>13}{value:>10}  {share:>5} {bar}"


def _plainly(
    view: View, advice: Advice, option: Option, selection: Action | None, style: Style
) -> str:
    return text(
        "oracle.panel.plain",
        n=_mark(advice, option, selection).strip(),
        what=label(option.action, view, style),
        points=_points(option.net, style),
        wins=100 * option.wins,
    )


def _points(net: Estimate, style: Style) -> str:
    margin = "" if net.interval < 0.005 else f" {_sign(style)}{net.interval:.1f}"
    return f"{net.value:+.1f}{margin}"


def _sign(style: Style) -> str:
    return "\u00b1" if style.symbols else "+-"


def _fit(words: str, width: int) -> str:
    """Return words filled up to a width; escape codes take no room."""
    return words + " " * (width - table.width(words))


def _label(action: Action, view: View, style: Style, width: int) -> str:
    """Return an option's label that is as wide as it should be, cut without colour if need be."""
    words = label(action, view, style)
    if table.width(words) < width:
        return _fit(words, width)
    dots = "\u2026" if style.symbols else ".."
    plain = label(action, view, replace(style, colour=False))
    return _fit(plain[: width - 1 - len(dots)] + dots, width)


def label(action: Action, view: View, style: Style) -> str:
    """Return an option in a few words, with its cards as the style shows them.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> label(Action.parse("exchange 7H TD"), view, Style(symbols=False))
    'H 7  D 10'
    """
    kind = action.kind
    if kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
        return style.cards(action.cards) if action.payload else text("oracle.panel.nothing")
    if kind is Kind.PLAY:
        return style.card(action.card)
    if kind in CALLS:
        name = text(f"talk.category.{CALLS[kind]}")
        return text("oracle.panel.call", name=name, cards=style.cards(action.cards))
    if kind is Kind.SAY:
        if not action.payload:
            return text("oracle.panel.decline")
        return text("oracle.panel.say", cards=style.cards(action.cards))
    if kind is Kind.ASK_TO_SEE:
        what = text(f"talk.category.{Category(action.number)}")
        return text("oracle.panel.ask_to_see", what=what)
    return str(action)
