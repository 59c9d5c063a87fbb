"""What the courts wear: robes, collars, beards, hair and feathers that several of them share."""

from __future__ import annotations

import math

from figure import CREAM, GOLD, ROBE, SKIN, Figure, outline
from pen import along, mirror

HEAD = 100, 70

SHOULDERS = outline(
    "89 98!, 80 103, 60 110, 46 123, 38 150, 36 190!, 164 190!, 162 150, 154 123, "
    "140 110, 120 103, 111 98!"
)


def mantle(f: Figure, trim: str = CREAM) -> None:
    """A cloak open in front over a tunic, its edges trimmed with fur."""
    f.at()
    f.shape(f.accent, *SHOULDERS)
    front = outline("90 100!, 110 100!, 117 122, 117 150, 114 190!, 86 190!, 83 150, 83 122")
    f.weave(GOLD, front, 9, 6.5, rx=1.3, ry=2, margin=3)
    left = outline("86 100!, 62 109, 46 122, 37 150, 34 190!, 84 190!, 79 150, 82 120")
    for panel in (left, mirror(left)):
        f.shape(ROBE, *panel)
        f.weave(GOLD, panel, 13, 8, rx=1.9, ry=2.9, margin=6.5)
    for edge in (
        outline("87 100, 82 120, 79 150, 84 190"),
        mirror(outline("87 100, 82 120, 79 150, 84 190")),
    ):
        f.band(trim, 8, *edge)
        for y in (112, 124, 136, 148, 160):
            x = 80.6 + abs(y - 148) ** 2 / 300 + (y < 130) * 0.8
            x = x if edge[0][0] < 100 else 200 - x
            f.dashes((x, y - 1), dy=2, w=1.6)


def cape(f: Figure) -> None:
    """A round collar of ermine."""
    f.shape(
        CREAM,
        "87 97!, 72 102, 60 112, 60 119!, 78 127, 100 130, 122 127, 140 119!, 140 112, "
        "128 102, 113 97!, 100 104",
    )
    for x, y in (
        (68, 114),
        (77, 108),
        (80, 119),
        (91, 113),
        (92, 123),
        (100, 112),
        (109, 113),
        (108, 123),
        (120, 119),
        (123, 108),
        (132, 114),
        (100, 119),
    ):
        f.dashes((x, y - 1), dy=2, w=1.6)


def chain(f: Figure, depth: float = 126) -> None:
    """A chain of office with a jewel."""
    for t in range(-4, 5):
        x, y = 100 + t * 5.2, depth - 5 - t * t * 1.15
        f.disc(GOLD, x, y, 2.2)
    f.shape(GOLD, (100, depth - 5, 1), (106, depth + 2, 1), (100, depth + 9, 1), (94, depth + 2, 1))
    f.disc(f.accent, 100, depth + 2, 2.4)


def beard(f: Figure, paint: str, *, length: float, forked: bool = False) -> None:
    """A full beard and moustache on the face in force."""
    tips = [(8, length - 2), (3, length - 8, 1), (-1, length)] if forked else [(3, length)]
    f.shape(
        paint,
        (-17.6, -8, 1),
        (-19, 6),
        (-17, 20),
        (-10, length - 10),
        *reversed(tips),
        (13, length - 11),
        (18, 18),
        (18.6, 4),
        (17.6, 0, 1),
        (15.4, 7),
        (13, 12.6, 1),
        (6, 11.6),
        (-3, 12.6, 1),
        (-11, 11),
    )
    f.flat("#c4625a", ".6 17!, 6 16, 11 16.8!, 6 19.6")
    f.ink("-.4 17, 6 16.8, 12 16.6", w=(0.2, 1.2, 0.2))
    for x0, x1, x2 in ((-13, -12, -7), (-7, -6, -3), (-1, 0, 1), (6, 7, 5), (12, 12, 8)):
        f.ink((x0, 21 - abs(x0) / 4), (x1, 27), (x2, length - 6 - abs(x2)), w=(0, 1, 0))
    for side in (
        outline("5 11.6, -2 12.6, -8 17, -13 15"),
        outline("7 11.6, 12 12.4, 16 16, 20 14"),
    ):
        f.lock(paint, *side, w=(1, 4.6, 3.2, 0))


def curls(f: Figure, paint: str, *, far: bool = True, length: float = 28) -> None:
    """Hair that falls in a roll on both sides of the face."""
    f.shape(
        paint,
        (-12, -24, 1),
        (-21, -16),
        (-24, 0),
        (-25, length - 12),
        (-31, length - 3),
        (-27, length + 4),
        (-18, length + 3),
        (-13, length - 6),
        (-14, 8),
        (-15.5, -6),
        (-13, -20, 1),
    )
    f.ink((-18, -16), (-20, 2), (-20, length - 12), (-24, length - 3), w=(0, 1.2, 1.2, 0))
    f.ink((-15.6, -8), (-16.6, 8), (-17, length - 8), (-21, length), w=(0, 1, 1, 0))
    f.ink((-26, length - 3), (-24.5, length), (-22, length - 2), w=(0, 1.1, 0))
    if far:
        f.shape(
            paint,
            (13, -24, 1),
            (19.5, -16),
            (21.5, 0),
            (22, length - 12),
            (27, length - 3),
            (23, length + 3),
            (16.5, length + 1),
            (14, length - 8),
            (16, 8),
            (16, -6),
            (13, -20, 1),
        )
        f.ink((17, -14), (19, 2), (18.6, length - 12), (21.6, length - 3), w=(0, 1.1, 1.1, 0))


def bodice(f: Figure, trim: str = GOLD) -> list[tuple[float, ...]]:
    """A gown with a square neck and full sleeves; the front panel's outline is given back."""
    f.at()
    f.shape(
        SKIN,
        "90 96!, 78 104, 66 110!, 72 130!, 128 130!, 134 110!, 122 104, 110 96!",
    )
    left = outline("70 107!, 54 112, 43 126, 37 152, 36 190!, 72 190!, 70 150, 76 126!")
    for puff in (left, mirror(left)):
        f.shape(ROBE, *puff)
    for x in (0, 1):
        for start, middle, end in (
            ((66, 112), (56, 126), (51, 158)),
            ((69, 118), (63, 132), (60, 166)),
        ):
            points = [start, middle, end]
            f.ink(*(mirror(points) if x else points), w=(0, 1.3, 0.4), paint=GOLD)
    front = outline(
        "72 116!, 86 123, 100 125, 114 123, 128 116!, 127 140, 124 190!, 76 190!, 73 140"
    )
    f.shape(f.accent, *front)
    f.band(
        trim,
        4.6,
        "70 106, 73 117, 86 123.4, 100 125.4, 114 123.4, 127 117, 130 106",
    )
    return front


def necklace(f: Figure, paint: str = CREAM) -> None:
    for t in range(-4, 5):
        f.disc(paint, 100 + t * 4, 111.5 - t * t * 0.62, 1.8)
    f.shape(ROBE, "100 112.6!, 102.6 116, 100 119.4!, 97.4 116")


def tunic(f: Figure, collar: str) -> None:
    """A close coat, buttoned in front, slit at the shoulders."""
    f.at()
    f.shape(ROBE, *SHOULDERS)
    front = outline("92 102!, 108 102!, 112 130, 110 190!, 90 190!, 88 130")
    f.shape(f.accent, *front)
    for y in (116, 127, 138, 149, 160):
        f.disc(GOLD, 100, y, 2.5)
    for points in (
        outline("70 110, 62 128, 60 160"),
        outline("80 106, 76 128, 76 168"),
        outline("58 116, 50 132, 48 156"),
    ):
        for slit in (points, mirror(points)):
            f.ink(*slit, w=(0, 4, 0), paint=GOLD)
    f.shape(
        collar,
        "86 95!, 78 101, 76 108!, 90 110, 100 104!, 110 110, 124 108!, 122 101, 114 95!, 100 101",
    )


def plume(f: Figure, paint: str, spine: str, width: float = 11) -> None:
    """An ostrich feather along a line from its quill to its tip."""
    path = along(*outline(spine), steps=2)
    last = len(path) - 1
    sides: tuple[list[tuple[float, ...]], list[tuple[float, ...]]] = ([], [])
    for spot in range(1, last):
        (x0, y0), (x, y), (x1, y1) = path[spot - 1], path[spot], path[spot + 1]
        span = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / span, (y1 - y0) / span
        half = width / 2 * (0.45 + 0.55 * math.sin(math.pi * (0.15 + 0.7 * spot / last)))
        for side, turn in zip(sides, (1, -1), strict=True):
            # A lock of down curls forward and ends in the notch before the next.
            nx, ny = -dy * half * turn, dx * half * turn
            side.append((x + 0.62 * nx - dx, y + 0.62 * ny - dy, 1))
            side.append((x + nx + dx * 1.6, y + ny + dy * 1.6))
    f.shape(paint, (*path[0], 1), *sides[0], path[-1], *reversed(sides[1]))
    f.ink(*path[: last - 1 : 2], w=(1.5, 1, 0.2))
