"""The four queens."""

from __future__ import annotations

import math

from dress import HEAD, bodice, necklace, plume
from figure import (
    AUBURN,
    BLACK,
    BLOND,
    BROWN,
    CREAM,
    GOLD,
    LEAF,
    ROBE,
    STEEL,
    VEIL,
    Figure,
    circlet,
    face,
    neck,
    outline,
    sleeve,
    staff,
)


def queen_of_spades(f: Figure) -> None:
    """Pallas, helmed, with the spear."""
    f.at(*HEAD)
    f.shape(
        BLACK,
        "-16 -20!, -24 0, -26 30, -24 48!, 22 48!, 24 26, 20 0, 14 -20!",
    )
    front = bodice(f)
    f.speckle(GOLD, front, 8, 5, size=2.4, margin=3)
    f.at(*HEAD)
    neck(f, slim=True)
    f.at()
    necklace(f)
    f.at(*HEAD)
    face(f, soft=True, eye="#5f7d92", brow=BLACK, stern=0.7)
    f.shape(
        BLACK,
        "-14 -22!, -18 -14, -18 8, -21 28, -25 40, -22 50!, -16 40, -14 22, -15 4, -13 -10, 0 -19!",
    )
    f.shape(
        BLACK,
        "13 -22!, 17.6 -12, 18 8, 21 28, 25 38, 22 49!, 17 38, 15 18, 15.8 0, 12 -14, 0 -19!",
    )
    plume(f, f.accent, "6 -40, -6 -48, -18 -44, -24.5 -28, -26 -6", width=12)
    f.shape(
        STEEL,
        "-20 -16!, -21 -30, -10 -42, 4 -43, 17 -34, 20 -16!, 8 -21, 0 -16!, -8 -21",
    )
    f.band(GOLD, 4, "-20.5 -17, -10 -22, 0 -16.6, 9 -22, 20 -17")
    f.ink("-14 -27, -6 -37, 6 -38", w=(0, 1.6, 0), paint=CREAM)
    f.disc(GOLD, 1, -30, 4)
    f.disc(f.accent, 1, -30, 1.8)
    f.at(141, 112)
    staff(f, BROWN, -66, 3.4)
    f.shape(STEEL, "0 -92!, 5.4 -76, 3 -66!, -3 -66!, -5.4 -76")
    f.line("0 -88, 0 -66", w=0.8)
    sleeve(f, GOLD)
    f.shared("fist")


def queen_of_hearts(f: Figure) -> None:
    """Judith, with the rose."""
    front = bodice(f)
    f.weave(GOLD, front, 10, 7, rx=1.7, ry=2.6, margin=3.5)
    f.at(*HEAD, -1)
    f.shape(
        VEIL,
        "-18 -20!, -26 4, -30 34, -20 38!, 20 38!, 27 30, 23 4, 17 -20!",
    )
    neck(f, slim=True)
    f.at()
    necklace(f, GOLD)
    f.at(*HEAD, -1)
    face(f, soft=True, eye="#4f7a45", brow=AUBURN, smile=1)
    f.shape(
        AUBURN,
        "-15 -22!, -19 -8, -19.6 8, -22 18, -18 25, -22 34!, -13 27, -15 17, -13.6 6, "
        "-14 -8, 0 -20!",
    )
    f.shape(
        AUBURN,
        "14 -22!, 17.8 -8, 18 6, 20 16, 17 23, 20 32!, 12.6 25, 14.6 15, 14.4 4, 14 -10, 0 -20!",
    )
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
    f.at(141, 112)
    f.line("0 30, -1 0, 0 -34", w=2.6, paint="#4f7a45")
    for leaf in (
        outline("-1 -14!, -7 -22, -15 -22!, -10 -13"),
        outline("0 -20!, 6 -28, 14 -27!, 9 -19"),
    ):
        f.shape(LEAF, *leaf)
    f.shape(ROBE, "-12 -44, -6 -54, 6 -54, 12 -44, 8 -34, 0 -31, -8 -34")
    f.shape(ROBE, "-7 -45, 0 -51, 7 -46, 5 -38, -3 -37")
    f.ink("-3 -44, 1 -47, 4 -43, 0 -40", w=(0.4, 1.4, 1.2, 0), paint=CREAM)
    f.ink("-11 -42, -6 -34, 1 -33, 9 -39", w=(0, 1.3, 1.3, 0), paint=CREAM)
    sleeve(f, GOLD)
    f.shared("fist")


def queen_of_diamonds(f: Figure) -> None:
    """Rachel, with the looking-glass."""
    front = bodice(f)
    f.weave(GOLD, front, 14, 9, rx=3, ry=4.4, margin=4.5)
    f.at(*HEAD)
    neck(f, slim=True)
    f.at()
    necklace(f)
    f.at(*HEAD)
    face(f, soft=True, eye="#3f6fa0", brow="#8a5a28", smile=1.2, lid=0.55)
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
    f.at(141, 112)
    staff(f, GOLD, -22, 4, 16)
    f.disc(GOLD, 0, -42, 14, 19)
    f.disc("#cfe3ea", 0, -42, 10.4, 15.2)
    f.ink("-5 -36, -2 -45, 4 -52", w=(0.4, 2.4, 0.4), paint="#fff")
    f.ink("-2 -33, 1 -39, 5 -44", w=(0.2, 1.4, 0.2), paint="#fff")
    f.disc(GOLD, 0, -62, 2.6)
    sleeve(f, GOLD)
    f.shared("fist")


def queen_of_clubs(f: Figure) -> None:
    """Argine, with the fan."""
    front = bodice(f)
    f.speckle(GOLD, front, 9, 7, size=2.2, margin=4)
    f.at(*HEAD, -1)
    f.shape(
        VEIL,
        "-10 -40!, -24 -20, -32 10, -36 40!, -22 44, -16 30!, 16 30!, 24 40, 30 20, "
        "24 -14, 10 -40!",
    )
    neck(f, slim=True)
    f.at()
    necklace(f)
    f.at(*HEAD, -1)
    face(f, soft=True, brow=BROWN, smile=1.6)
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
    f.line("-14 -31, -5 -26, 12 -39", w=1.3, paint=GOLD)
    f.line("-12 -38, 8 -25", w=1.3, paint=GOLD)
    f.line("15 -31, 6 -26, -11 -39", w=1.3, paint=GOLD)
    f.line("13 -38, -8 -25", w=1.3, paint=GOLD)
    f.line("-7 -48, 12 -36", w=1.3, paint=GOLD)
    f.line("9 -48, -11 -37", w=1.3, paint=GOLD)
    f.band(GOLD, 3, "-9 -48, 1 -49.4, 11 -48")
    circlet(f, y=-18, reach=19, height=6)
    f.at(142, 112)

    blades = []
    for k in range(7):
        a, b = math.radians(-158 + k * 17), math.radians(-158 + (k + 1) * 17)
        blades.append(
            [
                (5 * math.cos(a), 4 + 5 * math.sin(a), 1),
                (40 * math.cos(a), 4 + 40 * math.sin(a), 1),
                (41.5 * math.cos((a + b) / 2), 4 + 41.5 * math.sin((a + b) / 2)),
                (40 * math.cos(b), 4 + 40 * math.sin(b), 1),
                (5 * math.cos(b), 4 + 5 * math.sin(b), 1),
            ]
        )
    f.at(135.5, 110, 1, 0.74)
    for k, blade in enumerate(blades):
        f.shape(f.accent if k % 2 else CREAM, *blade)
        m = math.radians(-149.5 + k * 17)
        f.disc(GOLD, 31 * math.cos(m), 4 + 31 * math.sin(m), 2.6)
    f.at(139, 116)
    sleeve(f, GOLD)
    f.shared("fist")
