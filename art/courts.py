"""The twelve court cards: who they are, what they wear and what they hold."""

from __future__ import annotations

from figure import (
    AUBURN,
    BLACK,
    BLOND,
    BROWN,
    CREAM,
    GOLD,
    GREY,
    INK,
    ROBE,
    SKIN,
    STEEL,
    Figure,
    circlet,
    face,
    fist,
    neck,
    outline,
    profile,
    sleeve,
    staff,
)
from pen import along, mirror
from pips import SUITS, place

HEAD = 100, 70

SHOULDERS = outline(
    "89 98!, 80 103, 60 110, 46 123, 38 150, 36 190!, 164 190!, 162 150, 154 123, "
    "140 110, 120 103, 111 98!"
)


def _mantle(f: Figure, trim: str = CREAM, lining: str | None = None) -> None:
    """A cloak open in front over a tunic, its edges trimmed with fur."""
    f.at()
    f.shape(lining or f.accent, *SHOULDERS)
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


def _cape(f: Figure) -> None:
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


def _chain(f: Figure, depth: float = 126) -> None:
    """A chain of office with a jewel."""
    for t in range(-4, 5):
        x, y = 100 + t * 5.2, depth - 5 - t * t * 1.15
        f.disc(GOLD, x, y, 2.2)
    f.shape(GOLD, (100, depth - 5, 1), (106, depth + 2, 1), (100, depth + 9, 1), (94, depth + 2, 1))
    f.disc(f.accent, 100, depth + 2, 2.4)


def _beard(f: Figure, paint: str, *, length: float, forked: bool = False) -> None:
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
        (17.4, -6, 1),
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


def _curls(f: Figure, paint: str, *, far: bool = True, length: float = 28) -> None:
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


def _bodice(f: Figure, trim: str = GOLD) -> list[tuple[float, ...]]:
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


def _necklace(f: Figure, paint: str = CREAM) -> None:
    for t in range(-4, 5):
        f.disc(paint, 100 + t * 4, 111.5 - t * t * 0.62, 1.8)
    f.shape(ROBE, "100 112.6!, 102.6 116, 100 119.4!, 97.4 116")


def _tunic(f: Figure, collar: str) -> None:
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


def _plume(f: Figure, paint: str, *spine: tuple[float, float], width: float = 11) -> None:
    """An ostrich feather along a line from its quill to its tip."""
    f.lock(paint, *spine, w=(2, width * 0.9, width, 2))
    path = along(*spine, steps=6)
    f.ink(*spine, w=(1.4, 0.9, 0.3))
    for place_ in range(3, len(path) - 2, 2):
        (x0, y0), (x, y), (x1, y1) = path[place_ - 1], path[place_], path[place_ + 1]
        dx, dy = x1 - x0, y1 - y0
        n = (dx * dx + dy * dy) ** 0.5 or 1
        dx, dy = dx / n, dy / n
        for side in (1, -1):
            reach = width * 0.36
            f.dashes(
                (x, y), dx=dx * 2.4 - side * dy * reach, dy=dy * 2.4 + side * dx * reach, w=0.7
            )


# The kings.


def king_of_spades(f: Figure) -> None:
    """David, old, with the harp."""
    _mantle(f)
    f.at(*HEAD)
    neck(f, slim=False)
    _curls(f, GREY, length=26)
    face(f, soft=False, brow=GREY)
    _beard(f, GREY, length=52)
    for x in (-19, -10, 0, 10, 19):
        tip = -47 + abs(x) * 0.24
        f.shape(
            GOLD,
            (x * 0.93 - 5, -24, 1),
            (x * 1.02 - 1.4, tip + 8),
            (x * 1.1, tip, 1),
            (x * 1.02 + 1.4, tip + 8),
            (x * 0.93 + 5, -24, 1),
        )
        f.disc(GOLD, x * 1.1, tip, 2.4)
    circlet(f)
    f.at(143, 112)
    f.shape(
        GOLD,
        "-12 14!, -10 -10, -14 -32, -8 -44, -2 -43, -3 -38!, 4 -36, 12 -42, 16 -38, "
        "15 -28!, 11 -30, 2 -28, -6 -31, -4 -12, -6 12!",
    )
    f.shape(
        GOLD,
        "13 -36!, 17 -34!, 17 -10, 4 16, -12 20!, -11 14!, 0 8, 12 -12",
    )
    for x in (-2.5, 1, 4.5, 8):
        f.line((x, -29.5), (x - 0.6, 11 - (x + 3) * 1.4), w=0.8)
    f.at(147, 118)
    sleeve(f, ROBE, CREAM)
    f.shape(
        SKIN,
        "-6 9!, -8 0, -12 -8, -10 -10, -4 -4, -5 -14, -2.6 -15, 0 -5, 1 -15, 3.6 -15, "
        "4 -4, 7 -12, 9.4 -11, 8 0, 7 9!",
    )


def king_of_hearts(f: Figure) -> None:
    """Charles, with the sword raised."""
    _mantle(f)
    _cape(f)
    f.at(*HEAD, -1)
    neck(f, slim=False)
    _curls(f, AUBURN, length=24)
    face(f, soft=False, brow=AUBURN)
    _beard(f, AUBURN, length=42, forked=True)
    f.shape(
        f.accent,
        "-18 -24!, -19 -36, -8 -44, 0 -41!, 8 -44, 19 -36, 18 -24!",
    )
    f.band(GOLD, 4.4, "-18 -26, -21 -36, -11 -45, 0 -42")
    f.band(GOLD, 4.4, "18 -26, 21 -36, 11 -45, 0 -42")
    f.band(GOLD, 4, "0 -26, .5 -42")
    f.disc(GOLD, 0, -44, 3)
    f.shape(
        GOLD,
        "-1 -46!, -1 -49!, -4 -49!, -4 -51.4!, 4 -51.4!, 4 -49!, 1 -49!, 1 -46!",
    )
    circlet(f)
    f.at(144, 110)
    f.shape(STEEL, "-3.6 -14!, -3.4 -76!, 0 -86!, 3.4 -76!, 3.6 -14!")
    f.line("0 -80, 0 -16", w=0.8)
    f.shape(GOLD, "-2.4 -12!, 2.4 -12!, 2.4 16!, -2.4 16!")
    f.shape(
        GOLD,
        "-15 -17, -13 -11, 0 -12.4, 13 -11, 15 -17, 12 -14, 0 -16, -12 -14",
    )
    f.disc(GOLD, 0, 17, 3.6)
    sleeve(f, ROBE, CREAM)
    f.shared("fist")


def king_of_diamonds(f: Figure) -> None:
    """Caesar, in profile, crowned with laurel."""
    _mantle(f, trim=GOLD)
    f.at(*HEAD)
    neck(f, slim=False)
    profile(f)
    f.shape(
        BROWN,
        "10 -22!, 0 -30, -14 -28, -22 -16, -21 0, -17 14, -10 16, -9 8, -12 2, -8 -4, "
        "-5 -1!, -3 -12, 4 -16, 8 -13, 11 -17!",
    )
    for a, b, c in (
        ((4, -24), (-8, -22), (-16, -10)),
        ((-2, -20), (-10, -14), (-15, 0)),
        ((-14, -2), (-16, 6), (-13, 12)),
    ):
        f.ink(a, b, c, w=(0, 1.3, 0))
    for x, y in ((-17, -31), (-7, -36), (4, -35), (12, -29)):
        f.shape(GOLD, (x - 3, y + 10, 1), (x * 1.25 - 1, y - 10, 1), (x + 4, y + 10, 1))
    f.band(GOLD, 6, "-21 -17, -8 -26, 4 -27, 13 -22")
    for x, y, t in ((-19, -18, -3), (-13, -23, -2), (-6, -26, -1), (1, -27.4, 0), (8, -25.6, 1)):
        f.shape("#5d8a4e", (x, y, 1), (x + 2, y - 5), (x + 8, y - 5.4 + t / 2, 1), (x + 6, y - 0.6))
        f.shape("#5d8a4e", (x, y + 2, 1), (x + 4, y + 4), (x + 8, y + 2, 1), (x + 4, y))
    f.at(144, 110)
    staff(f, GOLD, -62)
    f.disc(f.accent, 0, -70, 9)
    for t in range(8):
        import math

        a = math.radians(t * 45)
        f.shape(
            GOLD,
            (7 * math.cos(a - 0.35), -70 + 7 * math.sin(a - 0.35), 1),
            (15 * math.cos(a), -70 + 15 * math.sin(a), 1),
            (7 * math.cos(a + 0.35), -70 + 7 * math.sin(a + 0.35), 1),
        )
    f.disc(GOLD, 0, -70, 7)
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


def king_of_clubs(f: Figure) -> None:
    """Alexander, young, with the orb of the world."""
    _mantle(f)
    _cape(f)
    _chain(f, 122)
    f.at(*HEAD, -1)
    neck(f, slim=False)
    _curls(f, BLACK, length=20)
    face(f, soft=False, brow=BLACK)
    f.shape(
        BLACK,
        "-17 2!, -16 16, -8 26, 3 32, 12 27, 17.4 12!, 13 20, 6 22.6, -4 21, -12 14",
    )
    for side in (
        outline("5 11.6, -1 12.6, -6 16, -12 12"),
        outline("7 11.6, 12 12.4, 15 15, 20 11"),
    ):
        f.ink(*side, w=(1.4, 4, 2.4, 0), paint=BLACK)
    for x, y in ((-17, -33), (0, -37), (17, -33)):
        f.shape(GOLD, (x * 0.9 - 4, -22, 1), (x - 1, y + 4), (x + 1, y + 4), (x * 0.9 + 4, -22, 1))
        for dx, dy in ((-4.4, 0), (4.4, 0), (0, -6)):
            f.disc(GOLD, x + dx, y + dy, 4)
    for x in (-9, 9):
        f.shape(GOLD, (x - 4, -24, 1), (x, -33, 1), (x + 4, -24, 1))
        f.disc(CREAM, x, -33, 2)
    circlet(f)
    f.at(144, 100)
    f.at(145, 122)
    sleeve(f, ROBE, CREAM)
    f.shape(SKIN, "-9 9!, -12 0, -10 -5, 0 -3, 10 -5, 12 0, 9 9!")
    f.disc(f.accent, 0, -16, 15)
    f.band(GOLD, 4, "-14.6 -18, 0 -13, 14.6 -18")
    f.band(GOLD, 4, "0 -31, 0 -14")
    f.shape(
        GOLD,
        "-1.6 -31!, -2 -36!, -7 -37!, -7 -40!, -2 -40!, -2 -45!, 2 -45!, 2 -40!, 7 -40!, "
        "7 -37!, 2 -36!, 1.6 -31!",
    )
    f.shape(SKIN, "-13 -8, -9 -12, -6 -6, -9 2, -12 2")
    for x in (4, 9):
        f.shape(SKIN, (x - 2, -8), (x + 2, -8), (x + 2, 1), (x - 2, 1))


# The queens.


def queen_of_spades(f: Figure) -> None:
    """Pallas, helmed, with the spear."""
    f.at(*HEAD)
    f.shape(
        BLACK,
        "-16 -20!, -24 0, -26 30, -24 48!, 22 48!, 24 26, 20 0, 14 -20!",
    )
    neck(f, slim=True)
    front = _bodice(f)
    f.speckle(GOLD, front, 8, 5, size=2.4, margin=3)
    f.at()
    _necklace(f)
    f.at(*HEAD)
    face(f, soft=True, brow=BLACK)
    f.shape(
        BLACK,
        "-14 -22!, -18 -14, -18 8, -22 30, -25 44!, -16 44!, -14 22, -15 4, -13 -10, 0 -19!",
    )
    f.shape(
        BLACK,
        "13 -22!, 17.6 -12, 18 8, 22 30, 22 44!, 18 40, 15 18, 15.8 0, 12 -14, 0 -19!",
    )
    _plume(f, f.accent, (6, -34), (-6, -50), (-26, -44), (-32, -20), (-28, 2), width=13)
    f.shape(
        STEEL,
        "-20 -16!, -21 -30, -10 -42, 4 -43, 17 -34, 20 -16!, 8 -21, 0 -16!, -8 -21",
    )
    f.band(GOLD, 4, "-20.5 -17, -10 -22, 0 -16.6, 9 -22, 20 -17")
    f.ink("-14 -27, -6 -37, 6 -38", w=(0, 1.6, 0), paint=CREAM)
    f.disc(GOLD, 1, -30, 4)
    f.disc(f.accent, 1, -30, 1.8)
    f.at(144, 112)
    staff(f, BROWN, -66, 3.4)
    f.shape(STEEL, "0 -92!, 5.4 -76, 3 -66!, -3 -66!, -5.4 -76")
    f.line("0 -88, 0 -66", w=0.8)
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


def queen_of_hearts(f: Figure) -> None:
    """Judith, with the rose."""
    front = _bodice(f)
    f.weave(GOLD, front, 10, 7, rx=1.7, ry=2.6, margin=3.5)
    f.at(*HEAD, -1)
    f.shape(
        CREAM,
        "-18 -20!, -26 4, -30 34, -20 38!, 20 38!, 27 30, 23 4, 17 -20!",
    )
    neck(f, slim=True)
    f.at()
    _necklace(f, GOLD)
    f.at(*HEAD, -1)
    face(f, soft=True, brow=AUBURN)
    f.shape(AUBURN, "-15 -22!, -19 -8, -19 8, -15 18, -13.6 6, -14 -8, 0 -20!")
    f.shape(AUBURN, "14 -22!, 17.8 -8, 18 6, 15 16, 14.4 4, 14 -10, 0 -20!")
    f.shape(
        ROBE,
        "0 -21!, -10 -16, -23 -15, -30 -28, -24 -42, -10 -44, 0 -34!, 10 -44, 24 -42, "
        "30 -28, 23 -15, 10 -16",
    )
    f.weave(
        GOLD,
        outline(
            "0 -21!, -10 -16, -23 -15, -30 -28, -24 -42, -10 -44, 0 -34!, 10 -44, 24 -42, "
            "30 -28, 23 -15, 10 -16"
        ),
        9,
        6,
        rx=1.3,
        ry=2,
        margin=3,
        x=0,
        y=-30,
    )
    f.band(GOLD, 4.4, "-24 -14, -10 -16, 0 -21.5, 10 -16, 24 -14")
    f.disc(CREAM, 0, -21, 2.6)
    f.at(143, 112)
    f.line("0 30, -1 0, 0 -34", w=2.6, paint="#4f7a45")
    for leaf in (
        outline("-1 -14!, -7 -22, -15 -22!, -10 -13"),
        outline("0 -20!, 6 -28, 14 -27!, 9 -19"),
    ):
        f.shape("#5d8a4e", *leaf)
    f.shape(ROBE, "-12 -44, -6 -54, 6 -54, 12 -44, 8 -34, 0 -31, -8 -34")
    f.shape(ROBE, "-7 -45, 0 -51, 7 -46, 5 -38, -3 -37")
    f.ink("-3 -44, 1 -47, 4 -43, 0 -40", w=(0.4, 1.4, 1.2, 0), paint=CREAM)
    f.ink("-11 -42, -6 -34, 1 -33, 9 -39", w=(0, 1.3, 1.3, 0), paint=CREAM)
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


def queen_of_diamonds(f: Figure) -> None:
    """Rachel, with the looking-glass."""
    f.at(*HEAD)
    neck(f, slim=True)
    front = _bodice(f)
    f.weave(GOLD, front, 14, 9, rx=3, ry=4.4, margin=4.5)
    f.at()
    _necklace(f)
    f.at(*HEAD)
    face(f, soft=True, brow=BROWN)
    for k in range(5):
        for x in (-19.5 - k * 0.9, 19 + k * 0.6):
            f.shape(
                BLOND,
                (x - 4.6, -8 + k * 9, 1),
                (x, -4 + k * 9),
                (x + 4.6, -8 + k * 9, 1),
                (x + 4.4, 0 + k * 9),
                (x, 5 + k * 9, 1),
                (x - 4.4, 0 + k * 9),
            )
    f.shape(
        BLOND,
        "-14 -22!, -21 -14, -22 -4, -15 -4!, -13 -12, 1 -20, 12 -13, 15 -4!, 20 -5, "
        "20 -14, 14 -22!",
    )
    f.shape(
        f.accent,
        "-22 -18!, -26 -30, -14 -44, 4 -46, 20 -40, 25 -28, 21 -18!, 0 -24",
    )
    for a, b, c in (
        ((-4, -24), (-16, -30), (-18, -40)),
        ((0, -24), (-4, -36), (0, -46)),
        ((4, -24), (12, -32), (16, -42)),
    ):
        f.ink(a, b, c, w=(0.6, 2.2, 0.4), paint=GOLD)
    f.band(GOLD, 6, "-22.5 -17, 0 -23.5, 21.5 -17")
    f.shape(ROBE, "0 -34!, 6 -24.6!, 0 -15!, -6 -24.6!")
    for x in (-15, -9, 9, 15):
        f.disc(CREAM, x, -22.6 + x * x / 50, 1.7)
    f.at(143, 112)
    staff(f, GOLD, -22, 4, 16)
    f.disc(GOLD, 0, -42, 14, 19)
    f.disc("#cfe3ea", 0, -42, 10.4, 15.2)
    f.ink("-5 -36, -2 -45, 4 -52", w=(0.4, 2.4, 0.4), paint="#fff")
    f.ink("-2 -33, 1 -39, 5 -44", w=(0.2, 1.4, 0.2), paint="#fff")
    f.disc(GOLD, 0, -62, 2.6)
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


def queen_of_clubs(f: Figure) -> None:
    """Argine, with the fan."""
    front = _bodice(f)
    f.speckle(GOLD, front, 9, 7, size=2.2, margin=4)
    f.at(*HEAD, -1)
    f.shape(
        "#efe9dc",
        "-10 -40!, -24 -20, -32 10, -36 40!, -22 44, -16 30!, 16 30!, 24 40, 30 20, "
        "24 -14, 10 -40!",
    )
    neck(f, slim=True)
    f.at()
    _necklace(f)
    f.at(*HEAD, -1)
    face(f, soft=True, brow=BROWN)
    f.shape(
        BROWN,
        "-14 -24!, -18.4 -10, -18 12, -14.6 22, -13.6 6, -13 -8, -4 -18, 1 -22!",
    )
    f.shape(
        BROWN,
        "13 -24!, 17.6 -10, 17.4 10, 15 18, 14.6 2, 13 -10, 7 -18, 1 -22!",
    )
    f.shape(
        ROBE,
        "-16 -22!, -13 -36, -8 -48!, 10 -48!, 14 -36, 17 -22!, 0 -26",
    )
    for y, w in ((-29, 15), (-36, 13), (-43, 11)):
        f.ink((-w + 0.5, y), (0, y - 2.6), (w + 0.5, y), w=(1.2, 1.6, 1.2), paint=GOLD)
    circlet(f, y=-18, reach=19, height=6)
    f.at(142, 112)
    import math

    blades = []
    for k in range(7):
        a, b = math.radians(-152 + k * 18), math.radians(-152 + (k + 1) * 18)
        blades.append(
            [
                (5 * math.cos(a), 4 + 5 * math.sin(a), 1),
                (40 * math.cos(a), 4 + 40 * math.sin(a), 1),
                (41.5 * math.cos((a + b) / 2), 4 + 41.5 * math.sin((a + b) / 2)),
                (40 * math.cos(b), 4 + 40 * math.sin(b), 1),
                (5 * math.cos(b), 4 + 5 * math.sin(b), 1),
            ]
        )
    f.at(136, 112, 1, 0.86)
    for k, blade in enumerate(blades):
        f.shape(f.accent if k % 2 else CREAM, *blade)
        m = math.radians(-143 + k * 18)
        f.disc(GOLD, 31 * math.cos(m), 4 + 31 * math.sin(m), 2.6)
    f.at(143, 116)
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


# The knaves.


def knave_of_spades(f: Figure) -> None:
    """Ogier, in profile, with the halberd."""
    _tunic(f, CREAM)
    f.at(*HEAD)
    neck(f, slim=False)
    profile(f, brow=BLOND)
    f.shape(
        BLOND,
        "6 -24!, -14 -26, -23 -12, -24 10, -27 24, -18 28, -11 22, -12 10, -9 0, -3 -4, "
        "0 -14, 6 -18!",
    )
    for a, b, c in (((-4, -16), (-13, -6), (-16, 22)), ((-12, -18), (-18, -4), (-21, 22))):
        f.ink(a, b, c, w=(0, 1.3, 0))
    _plume(f, CREAM, (8, -34), (-4, -47), (-24, -44), (-35, -26), width=11)
    f.shape(
        f.accent,
        "16 -20!, 18 -30, 8 -40, -14 -40, -27 -30, -25 -19, -10 -21!",
    )
    f.band(GOLD, 5, "17 -19.6, 2 -23, -12 -21, -24 -17")
    f.disc(GOLD, 6, -32, 3)
    f.at(144, 112)
    staff(f, BROWN, -62, 3.6)
    f.shape(STEEL, "0 -94!, 3.4 -76, 2 -62!, -2 -62!, -3.4 -76")
    f.shape(STEEL, "2 -72!, 8 -74, 15 -80!, 16 -66, 14 -54!, 8 -60, 2 -62!")
    f.shape(STEEL, "-2 -70!, -8 -70, -14 -64!, -8 -64, -2 -63!")
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


def knave_of_hearts(f: Figure) -> None:
    """La Hire, with the torch."""
    _tunic(f, GOLD)
    f.at(*HEAD, -1)
    neck(f, slim=False)
    _curls(f, BROWN, length=18)
    face(f, soft=False, brow=BROWN)
    for side in (
        outline("5 12, -1 12.6, -6 15, -11 11"),
        outline("7 12, 12 12.4, 15 14.4, 19 10"),
    ):
        f.ink(*side, w=(1, 2.6, 1.6, 0), paint=BROWN)
    f.ink("4 21, 6 25, 7 29", w=(3, 3.6, 0), paint=BROWN)
    _plume(f, CREAM, (14, -32), (20, -46), (2, -48), (-22, -46), width=9)
    f.shape(ROBE, "-24 -17!, -28 -28, -14 -37, 8 -38, 26 -29, 22 -17!, 0 -24")
    for a, b in (
        ((-14, -22), (-17, -33)),
        ((-5, -25), (-6, -36)),
        ((5, -25), (7, -36)),
        ((13, -22), (17, -32)),
    ):
        f.ink(a, b, w=(2, 2), paint=GOLD)
    f.band(f.accent, 6, "-24 -16, 0 -23, 22 -16")
    f.at(144, 112)
    f.shape(BROWN, "-4.6 -24!, 4.6 -24!, 2.4 40!, -2.4 40!")
    f.shape(GOLD, "-7 -24!, -5 -31!, 5 -31!, 7 -24!, 0 -22")
    f.shape(
        ROBE,
        "-6 -31!, -13 -44, -8 -58, -7 -50!, -1 -60, 0 -74!, 8 -62, 8 -52!, 12 -58, 13 -44, 6 -31!",
    )
    f.flat(GOLD, "-3 -32!, -7 -42, -3 -50, 0 -58, 4 -50, 7 -42, 3 -32!")
    f.flat(CREAM, "-1 -33!, -3 -40, 0 -46, 3 -40, 1 -33!")
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


def knave_of_diamonds(f: Figure) -> None:
    """Hector, with the shield."""
    _tunic(f, STEEL)
    f.at(*HEAD)
    neck(f, slim=False)
    _curls(f, AUBURN, length=14)
    face(f, soft=False, brow=AUBURN)
    _plume(f, ROBE, (0, -40), (-14, -50), (-30, -36), (-33, -12), (-26, 8), width=12)
    f.shape(
        STEEL,
        "-21 -12!, -22 -28, -10 -42, 6 -42, 19 -32, 20 -12!, 16 -18, 0 -23, -15 -18",
    )
    f.band(GOLD, 4.4, "-21 -13, -14 -19.6, 0 -23.6, 15 -19.6, 20.4 -13")
    f.band(GOLD, 4, "0 -25, -1 -42")
    f.ink("-15 -26, -11 -35", w=(0.4, 2.4, 0.4), paint=CREAM)
    f.at(142, 108)
    f.shape(
        STEEL,
        "-18 -34!, 0 -40, 18 -34!, 19 -6, 12 16, 0 28!, -12 16, -19 -6",
    )
    f.shape(
        f.accent,
        "-14 -30!, 0 -35.4, 14 -30!, 15 -6, 9 13, 0 22!, -9 13, -15 -6",
    )
    f.shape(GOLD, "0 -29!, 11 -9!, 0 12!, -11 -9!")
    f.shape(ROBE, "0 -22!, 6.6 -9!, 0 5!, -6.6 -9!")
    f.at(142, 140)
    sleeve(f, ROBE, GOLD)


def knave_of_clubs(f: Figure) -> None:
    """Lancelot, with bow and arrow."""
    _tunic(f, GOLD)
    f.at(*HEAD, -1)
    neck(f, slim=True)
    _curls(f, BLOND, length=22)
    face(f, soft=True, brow=BLOND)
    f.shape(ROBE, "-16 -22!, -17 -34, -6 -43, 8 -42, 18 -33, 17 -22!")
    f.shape(
        f.accent,
        "-29 -26, -22 -16, 0 -20, 20 -16, 28 -24, 18 -24, 0 -28, -18 -24",
    )
    f.band(GOLD, 3, "-16.6 -27, 0 -30, 17.4 -27")
    _plume(f, CREAM, (12, -30), (20, -42), (32, -42), (38, -26), width=10)
    f.disc(GOLD, 11, -29, 3)
    f.at(146, 108)
    f.line("-8 -66, -9 -20, -8 46", w=0.9)
    f.lock(
        BROWN,
        "-9 -68, 2 -52, 4 -28, 1 0, 4 26, 2 40, -9 56",
        w=(2, 4, 4.4, 3.4, 4.4, 4, 2),
    )
    f.at(145, 112)
    sleeve(f, ROBE, GOLD)
    f.shared("fist")


def fist_drawn() -> str:
    """The fist that nine of the twelve make, in the units of a figure."""
    f = Figure("S")
    fist(f)
    return f.svg()


_WHO = {
    "KS": king_of_spades,
    "KH": king_of_hearts,
    "KD": king_of_diamonds,
    "KC": king_of_clubs,
    "QS": queen_of_spades,
    "QH": queen_of_hearts,
    "QD": queen_of_diamonds,
    "QC": queen_of_clubs,
    "JS": knave_of_spades,
    "JH": knave_of_hearts,
    "JD": knave_of_diamonds,
    "JC": knave_of_clubs,
}

_SLOPE = 17


def court(rank: str, suit: str) -> str:
    """A court card: half a figure, the same turned, a sash over the seam, a frame around all."""
    f = Figure(suit)
    _WHO[rank + suit](f)
    name, usual = SUITS[suit]
    tint = f"var(--suit-{name},{usual})"
    robe = f"var(--robe-{name},{tint})"
    half = (
        f'<g id="h{rank}{suit}"><g transform="rotate({_SLOPE} 100 140)">'
        f'<svg x="-60" y="-20" width="320" height="160" viewBox="-60 -20 320 160">'
        f'<g transform="rotate(-{_SLOPE} 100 140) scale(.4)">{f.svg()}</g></svg></g></g>'
    )
    turned = f'<use href="#h{rank}{suit}" transform="rotate(180 100 140)"/>'
    gems = "".join(
        f'<path fill="{CREAM if k % 2 else ROBE}" d="M{100 + k * 12} 135l4 5-4 5-4-5z"/>'
        for k in range(-6, 7)
    )
    sash = (
        f'<g transform="rotate({_SLOPE} 100 140)" stroke-width="1.1">'
        f'<path fill="{GOLD}" d="M20 133h160v14h-160z"/>{gems}</g>'
    )
    frame = "M41 15h118v250h-118z"
    pips = place(suit, 57, 34, 24) + place(suit, 143, 246, 24, turned=True)
    return (
        f'<path fill="var(--card-panel,#fffaf0)" d="{frame}"/>'
        f'<svg x="41" y="15" width="118" height="250" viewBox="41 15 118 250">'
        f'<g color="{robe}" stroke="{INK}" stroke-width="2.8" stroke-linejoin="round" '
        f'stroke-linecap="round">{half}{turned}{sash}</g></svg>'
        f'<g fill="{tint}">{pips}</g>'
        f'<path fill="none" stroke="{tint}" stroke-width="1.4" d="{frame}"/>'
    )
