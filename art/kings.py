"""The four kings."""

from __future__ import annotations

import math

from dress import HEAD, beard, cape, chain, curls, mantle
from figure import (
    AUBURN,
    BLACK,
    BROWN,
    CREAM,
    GOLD,
    GREY,
    LEAF,
    SKIN,
    STEEL,
    Figure,
    circlet,
    face,
    neck,
    outline,
    profile,
    sleeve,
    staff,
)


def king_of_spades(f: Figure) -> None:
    """David, old, with the harp."""
    mantle(f)
    f.at(*HEAD)
    neck(f, slim=False)
    curls(f, GREY, length=26)
    face(f, soft=False, eye="#3f6fa0", brow="#a9a296", lid=0.5)
    beard(f, GREY, length=52)
    f.shape(f.accent, "-17 -24!, -16 -32, 0 -37, 16 -32, 17 -24!")
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
    f.at(138, 112)
    f.shape(
        GOLD,
        "-12 14!, -10 -10, -14 -32, -8 -44, -2 -43, -3 -38!, 4 -36, 12 -42, 16 -38, "
        "15 -28!, 11 -30, 2 -28, -6 -31, -4 -12, -6 12!",
    )
    f.shape(
        GOLD,
        "13 -36!, 17 -34!, 17 -10, 4 16, -12 20!, -11 14!, 0 8, 12 -12",
    )
    for string in (-2.5, 1, 4.5, 8):
        f.line((string, -29.5), (string - 0.6, 11 - (string + 3) * 1.4), w=0.8)
    f.at(142, 118)
    sleeve(f, CREAM)
    for finger in (
        "-3 2, -7 -6, -9 -13",
        "-1 0, -2.6 -9, -3.4 -17",
        "2 0, 2.6 -9, 2.8 -17",
        "5 2, 7 -6, 8.4 -13",
    ):
        f.lock(SKIN, finger, w=(3.8, 3.6, 2.2))
    f.shape(SKIN, "-6 9!, -7 3, -4.6 -2, 0 -4, 4.6 -3, 7.4 3, 6.6 9!")
    f.flat(SKIN, "-3 0!, -3.6 -4, 3.8 -4, 5 0!, 0 2")


def king_of_hearts(f: Figure) -> None:
    """Charles, with the sword raised."""
    mantle(f)
    cape(f)
    f.at(*HEAD, -1)
    neck(f, slim=False)
    curls(f, AUBURN, length=24)
    face(f, soft=False, eye="#4f7a45", brow=AUBURN, stern=1.6)
    beard(f, AUBURN, length=42, forked=True)
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
        "-1.3 -46!, -1.3 -48.4!, -4.4 -48.4!, -4.4 -51!, -1.3 -51!, -1.3 -53.8!, 1.3 -53.8!, "
        "1.3 -51!, 4.4 -51!, 4.4 -48.4!, 1.3 -48.4!, 1.3 -46!",
    )
    circlet(f)
    f.at(141, 110)
    f.shape(STEEL, "-3.6 -14!, -3.4 -76!, 0 -86!, 3.4 -76!, 3.6 -14!")
    f.line("0 -80, 0 -16", w=0.8)
    f.shape(GOLD, "-2.4 -12!, 2.4 -12!, 2.4 16!, -2.4 16!")
    f.shape(
        GOLD,
        "-15 -17, -13 -11, 0 -12.4, 13 -11, 15 -17, 12 -14, 0 -16, -12 -14",
    )
    f.disc(GOLD, 0, 17, 3.6)
    sleeve(f, CREAM)
    f.shared("fist")


def king_of_diamonds(f: Figure) -> None:
    """Caesar, in profile, crowned with laurel."""
    mantle(f, trim=GOLD)
    f.at(*HEAD)
    neck(f, slim=False)
    f.band(GOLD, 4, "-13.6 36, -6 39.4, 1 40.4, 8 39.6, 14.6 36")
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
    for leaf in ((-19, -18), (-13, -23), (-6, -26), (1, -27.4), (8, -25.6)):
        f.at(HEAD[0] + leaf[0], HEAD[1] + leaf[1])
        f.shape(LEAF, (0, 0, 1), (2, -5), (8, -5.6 + leaf[0] / 16, 1), (6, -0.6))
        f.shape(LEAF, "0 2!, 4 4, 8 2!, 4 0")
    f.at(141, 110)
    staff(f, GOLD, -62)
    f.disc(f.accent, 0, -70, 9)
    for turn in range(0, 360, 45):
        ray = [(math.radians(turn + step), reach) for step, reach in ((-20, 7), (0, 15), (20, 7))]
        f.shape(GOLD, *((r * math.cos(a), r * math.sin(a) - 70, 1) for a, r in ray))
    f.disc(GOLD, 0, -70, 7)
    sleeve(f, GOLD)
    f.shared("fist")


def king_of_clubs(f: Figure) -> None:
    """Alexander, young, with the orb of the world."""
    mantle(f)
    cape(f)
    chain(f, 122)
    f.at(*HEAD, -1)
    neck(f, slim=False)
    curls(f, BLACK, length=20)
    face(f, soft=False, brow=BLACK, smile=1)
    f.shape(
        BLACK,
        "-17 2!, -16 16, -8 26, 3 32, 12 27, 17.4 12!, 13 20, 6 22.6, -4 21, -12 14",
    )
    for side in (
        outline("5 11.6, -1 12.6, -6 16, -12 12"),
        outline("7 11.6, 12 12.4, 15 15, 20 11"),
    ):
        f.ink(*side, w=(1.4, 4, 2.4, 0), paint=BLACK)
    f.shape(f.accent, "-16 -24!, -14 -30, 0 -34, 14 -30, 16 -24!")
    for x, y in ((-17, -33), (0, -37), (17, -33)):
        f.shape(GOLD, (x * 0.9 - 4, -22, 1), (x - 1, y + 4), (x + 1, y + 4), (x * 0.9 + 4, -22, 1))
        for dx, dy in ((-4.4, 0), (4.4, 0), (0, -6)):
            f.disc(GOLD, x + dx, y + dy, 4)
    for x in (-9, 9):
        f.shape(GOLD, (x - 4, -24, 1), (x, -33, 1), (x + 4, -24, 1))
        f.disc(CREAM, x, -33, 2)
    circlet(f)
    f.at(141, 122)
    sleeve(f, CREAM)
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
