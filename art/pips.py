"""Suits, letters, aces and the back: everything on the cards that is not a person."""

from __future__ import annotations

import math
from collections.abc import Iterable

from pen import (
    along,
    broken,
    brush,
    dots,
    ellipse,
    parallel,
    polygon,
    rectangle,
    smooth,
    spaced,
    stamps,
)

#: The four suits by their letter: the name that the style properties bear and the usual colour.
SUITS = {
    "S": ("spades", "#1c1d26"),
    "H": ("hearts", "#c22033"),
    "D": ("diamonds", "#c22033"),
    "C": ("clubs", "#1c1d26"),
}

Points = list[tuple[float, ...]]

_SPADE: Points = [
    (0, -50, 1),
    (13, -28),
    (35, -8),
    (44, 14),
    (38, 32),
    (22, 37),
    (9, 31),
    (3.5, 22, 1),
]
_SPADE_FOOT: Points = [(6, 36), (19, 50, 1)]
_HEART: Points = [
    (0, 49, 1),
    (15, 24),
    (36, 3),
    (46, -19),
    (40, -39),
    (23, -46),
    (8, -39),
    (0, -25, 1),
]
_DIAMOND: Points = [(0, -50, 1), (17, -21), (38, 0, 1), (17, 21)]


def _both(right: Points) -> Points:
    """A right half, from the axis on, and its mirror image back to the start."""
    left: Points = [(-x, *rest) for x, *rest in reversed(right) if abs(x) > 0.01]
    return right + left


def outline(suit: str) -> Points:
    """The points of a suit's sign in a square of 100, its centre at 0, 0."""
    if suit == "S":
        return _both(_SPADE + _SPADE_FOOT)
    if suit == "H":
        return _both(_HEART)
    if suit == "D":
        return [*_DIAMOND, (0, 50, 1), (-17, 21), (-38, 0, 1), (-17, -21)]
    top = _arc(0, -26, (-90, -50, -10, 25, 52))
    side = _arc(24, 10, (-112, -70, -30, 10, 50, 90, 130, 158))
    top[-1] = (*top[-1], 1)
    side[0], side[-1] = (*side[0], 1), (*side[-1], 1)
    return _both([*top, *side, (3.5, 22, 1), (7, 38), (20, 50, 1)])


def _arc(x: float, y: float, turns: Iterable[float]) -> Points:
    """Spots on a leaf of the club; a turn of 0 is to the right of its middle."""
    angles = [math.radians(turn) for turn in turns]
    return [(x + 22 * math.cos(angle), y + 22 * math.sin(angle)) for angle in angles]


def pip(suit: str) -> str:
    """The outline of a suit's sign as a path in a square of 1000."""
    return smooth(*((10 * x, 10 * y, *corner) for x, y, *corner in outline(suit)))


def _ring(x: float, y: float, rx: float, ry: float, ix: float, iy: float) -> str:
    return ellipse(x, y, rx, ry) + ellipse(x, y, ix, iy, hole=True)


def _serif(x0: float, x1: float, y: float) -> str:
    return rectangle(x0, y, x1, y + 7)


_ONE = "M-8 100V22C-14 27 -22 30 -31 31V25C-18 21 -10 13 -5 0H9V100z" + _serif(-27, 28, 93)

#: The letters and figures of the index: 100 high from 0 to 100, their middle at 0.
GLYPHS = {
    "A": polygon((-7, 0), (9, 0), (39, 97), (19, 97), (-5, 19), (-26, 97), (-34, 97))
    + rectangle(-21, 61, 20, 69)
    + _serif(-44, -15, 93)
    + _serif(8, 46, 93),
    "K": rectangle(-30, 3, -12, 97)
    + _serif(-41, -1, 0)
    + _serif(-41, -1, 93)
    + polygon((-13, 54), (24, 3), (33, 3), (-13, 67))
    + polygon((-3, 42), (9, 26), (42, 97), (21, 97))
    + _serif(12, 42, 0)
    + _serif(9, 47, 93),
    "Q": _ring(0, 49, 38, 50, 20, 43)
    + "M-12 72C0 66 8 74 14 84C20 95 28 103 43 99V106C22 114 8 108 1 94C-3 85 -7 79 -12 80z",
    "J": "M3 3H21V69C21 91 9 101 -8 101C-25 101 -36 91 -36 78A10.5 10.5 0 1 1-17 84"
    "C-18 90 -15 94 -9 94C-1 94 3 87 3 70z" + _serif(-14, 36, 0),
    "R": rectangle(-30, 3, -12, 97)
    + _serif(-41, -8, 0)
    + _serif(-41, -1, 93)
    + "M-14 0H4C26 0 36 11 36 27C36 43 25 54 4 54H-14V47H1C12 47 18 40 18 27C18 14 12 7 1 7H-14z"
    + polygon((-5, 50), (13, 48), (40, 97), (20, 97))
    + _serif(16, 46, 93),
    "D": rectangle(-30, 3, -12, 97)
    + "M-41 0H-2C26 0 38 20 38 50C38 80 26 100 -2 100H-41V93H-6C13 93 19 78 19 50"
    "C19 22 13 7 -6 7H-41z",
    "V": polygon((-39, 3), (-20, 3), (6, 80), (27, 3), (34, 3), (8, 100), (-6, 100))
    + _serif(-46, -9, 0)
    + _serif(15, 44, 0),
    "7": "M-33 0H35V9C15 40 9 66 9 100H-12C-12 68 2 40 22 16H-8C-19 16 -24 20 -26 32H-33z",
    "8": _ring(0, 26, 30, 27, 15, 20) + _ring(0, 73, 35, 28, 18, 21),
    "9": _ring(0, 33, 35, 34, 17, 27)
    + "M35 33C36 74 14 99 -22 101L-24 94C4 91 18 72 18 36z"
    + ellipse(-20, 89, 11, 10),
    "T": "M-29 100V22C-33 26 -37 28 -42 29V23C-35 19 -30 11 -27 0H-14V100z"
    + _serif(-41, -2, 93)
    + _ring(19, 50, 23, 51, 9, 44),
    "1": _ONE,
}

#: Where a card's pips stand: the upper half and the middle; the lower half is the upper, turned.
ROWS = {
    "7": ([(64, 46), (136, 46), (100, 93)], [(64, 140), (136, 140)]),
    "8": ([(64, 46), (136, 46), (100, 93)], [(64, 140), (136, 140)]),
    "9": ([(64, 46), (136, 46), (64, 107), (136, 107)], [(100, 140)]),
    "T": ([(64, 46), (136, 46), (100, 77), (64, 107), (136, 107)], []),
}


def place(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """A sign of the suit set down at a spot, in the colour in force."""
    scale = ("-." if turned else ".") + f"{round(size):03d}".rstrip("0")
    return f'<use href="#p{suit}" transform="matrix({scale} 0 0 {scale} {x:g} {y:g})"/>'


def numbered(rank: str, suit: str) -> str:
    """The pips of a seven, eight, nine or ten."""
    upper, middle = ROWS[rank]
    size = 36
    drawn = [place(suit, x, y, size) for x, y in upper + middle]
    turned = [(200 - x, 280 - y) for x, y in upper]
    if rank == "7":
        turned = [spot for spot in turned if spot[0] != 100]
    drawn += [place(suit, x, y, size, turned=True) for x, y in turned]
    return "".join(drawn)


PAPER = "var(--card-paper,#fffdf7)"


def _petals(x: float, y: float, reach: float, turns: Iterable[float], width: float) -> str:
    """Leaves that spring from one spot; a turn of 0 points up."""
    drawn = ""
    for turn in turns:
        angle = math.radians(turn)
        dx, dy = math.sin(angle), -math.cos(angle)
        spine = [(x + dx * reach * part, y + dy * reach * part) for part in (0.18, 0.45, 0.75, 1)]
        drawn += brush(spine, 0, width * 0.8, width, 0)
    return drawn


def _carving(suit: str) -> str:
    """The leaves carved into the sign of an ace, in its square of 1000."""
    fan = range(-78, 79, 26)
    if suit == "S":
        volutes = [(-30, 290), (-150, 330), (-262, 262), (-262, 150), (-180, 128), (-158, 196)]
        other = [(-x, y) for x, y in volutes]
        return (
            _petals(0, 150, 250, fan, 46)
            + ellipse(0, 168, 26)
            + brush(volutes, 0, 30, 26, 24, 18, 4)
            + brush(other, 0, 30, 26, 24, 18, 4)
            + brush([(0, -370), (0, -260), (0, -150)], 0, 34, 0)
        )
    if suit == "H":
        volutes = [
            (-20, 190),
            (-120, 60),
            (-240, -40),
            (-330, -170),
            (-270, -300),
            (-170, -270),
            (-180, -190),
        ]
        other = [(-x, y) for x, y in volutes]
        return (
            _petals(0, 130, 270, range(-60, 61, 20), 42)
            + ellipse(0, 170, 26)
            + brush(volutes, 0, 22, 30, 30, 26, 18, 4)
            + brush(other, 0, 22, 30, 30, 26, 18, 4)
            + brush([(0, 400), (0, 310), (0, 220)], 0, 30, 0)
        )
    if suit == "D":
        return (
            _petals(0, 0, 300, (0, 180), 54)
            + _petals(0, 0, 215, (40, -40, 140, -140), 44)
            + _petals(0, 0, 240, (90, -90), 48)
            + _petals(0, 0, 150, (20, -20, 160, -160, 65, -65, 115, -115), 22)
        )
    drawn = ""
    for x, y, turn in ((0, -260, 0), (240, 98, 115), (-240, 98, -115)):
        drawn += _petals(x, y, 150, [turn + step for step in range(0, 360, 45)], 34)
        drawn += ellipse(x, y, 17)
    return drawn + brush([(0, 400), (0, 260), (0, 90)], 0, 26, 0) + ellipse(0, 36, 30)


def ace(suit: str) -> str:
    """The large sign of an ace, carved with leaves, within a line and a string of pearls."""
    edge = along(*((10 * x, 10 * y, *c) for x, y, *c in outline(suit)), closed=True, steps=12)
    line = parallel(edge, 44)
    if suit == "S":
        # Open below, where the stem begins: from the left of it over the point to the right.
        half = len(line) // 2
        line = [spot for spot in line[half:] + line[:half] if abs(spot[0]) > 130 or spot[1] < 0]
        line = [spot for spot in line if spot[1] < 290]
    pearls = spaced(parallel(edge, -118), 47)
    scale = ".130" if suit == "S" else ".118"
    sign = f'<use href="#p{suit}"'
    ring = (
        f'{sign} stroke="currentColor" stroke-width="136"/>'
        f'{sign} stroke="{PAPER}" stroke-width="112"/>{sign}/>'
    )
    if suit == "C":
        inner = "".join(ellipse(x, y, 178) for x, y in ((0, -260), (240, 98), (-240, 98)))
    else:
        inner = broken(*line) + ("" if suit == "S" else "z")
    middle = 140 if suit != "H" else 144
    return (
        f'<g transform="matrix({scale} 0 0 {scale} 100 {middle})" '
        f'stroke-linecap="round" stroke-linejoin="round">{ring}'
        f'<path d="{dots(pearls)}" stroke="currentColor" stroke-width="22"/>'
        f'<path d="{inner}" fill="none" stroke="{PAPER}" stroke-width="11"/>'
        f'<path d="{_carving(suit)}" fill="{PAPER}"/></g>'
    )


#: A star of four points, from its uppermost.
STAR = "l10 36 36 10-36 10-10 36-10-36-36-10 36-10z"


def back() -> str:
    """The back: a net in one colour with a flower in every mesh, a rosette, two lines around."""
    hue = "var(--card-back,#2d4b7c)"
    columns, rows = 10, 15
    left, top, right, bottom = 170, 170, 1830, 2630
    dx, dy = (right - left) / columns, (bottom - top) / rows

    def at(column: float, row: float) -> tuple[float, float]:
        return left + column * dx, top + row * dy

    net, stars = "", []
    for k in range(1, columns + rows):
        a = min(k, columns), max(0, k - columns)
        b = max(0, k - rows), min(k, rows)
        net += broken(at(*a), at(*b)) + broken(at(columns - a[0], a[1]), at(columns - b[0], b[1]))
    beads = []
    for row in range(2 * rows + 1):
        for column in range(1 - row % 2, 2 * columns + 1, 2):
            if 0 < column < 2 * columns and 0 < row < 2 * rows:
                x, y = at(column / 2, row / 2)
                if math.hypot(x - 1000, y - 1400) < 330:
                    continue
                if row % 2:
                    stars.append((x, y - 46))
                else:
                    beads.append((x, y))
    rosette = (
        f'<circle cx="1000" cy="1400" r="318" fill="{hue}" stroke="{PAPER}" stroke-width="14"/>'
        f'<circle cx="1000" cy="1400" r="288" fill="none" stroke="{PAPER}" stroke-width="7"/>'
    )
    leaves = (
        _petals(1000, 1400, 262, range(0, 360, 30), 52)
        + _petals(1000, 1400, 262, range(15, 360, 30), 16)
        + ellipse(1000, 1400, 30)
    )
    return (
        f'<rect x="7.5" y="7.5" width="185" height="265" rx="7.5" fill="{hue}"/>'
        f'<g transform="scale(.1)" fill="none" stroke="{PAPER}" stroke-linecap="round">'
        '<rect x="112" y="112" width="1776" height="2576" rx="46" stroke-width="16"/>'
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" '
        'stroke-width="8"/>'
        f'<path d="{net}" stroke-width="11"/>'
        f'<path d="{dots(beads)}" stroke-width="34"/>'
        f'<path d="{stamps(stars, STAR)}" fill="{PAPER}" stroke="none"/>{rosette}'
        f'<path d="{leaves}" fill="{PAPER}" stroke="none"/></g>'
    )
