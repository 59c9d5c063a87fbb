"""The four knaves."""

from __future__ import annotations

from dress import HEAD, curls, plume, tunic
from figure import (
    AUBURN,
    BLOND,
    BROWN,
    CREAM,
    GOLD,
    ROBE,
    STEEL,
    Figure,
    face,
    neck,
    outline,
    profile,
    sleeve,
    staff,
)


def knave_of_spades(f: Figure) -> None:
    """Ogier, in profile, with the halberd."""
    tunic(f, CREAM)
    f.at(*HEAD)
    neck(f, slim=False)
    profile(f, eye="#3f6fa0", brow="#b07a30")
    f.shape(
        BLOND,
        "6 -24!, -14 -26, -23 -12, -24 10, -27 24, -18 28, -11 22, -12 10, -9 0, -3 -4, "
        "0 -14, 6 -18!",
    )
    for a, b, c in (((-4, -16), (-13, -6), (-16, 22)), ((-12, -18), (-18, -4), (-21, 22))):
        f.ink(a, b, c, w=(0, 1.3, 0))
    plume(f, GOLD, "5 -38, -5 -46.5, -17 -45, -24.5 -36, -26 -25", width=11)
    f.shape(
        f.accent,
        "16 -20!, 18 -30, 8 -40, -14 -40, -27 -30, -25 -19, -10 -21!",
    )
    f.band(GOLD, 5, "17 -19.6, 2 -23, -12 -21, -24 -17")
    f.disc(GOLD, 6, -32, 3)
    f.at(139, 112)
    staff(f, BROWN, -62, 3.6)
    f.shape(STEEL, "0 -94!, 3.4 -76, 2 -62!, -2 -62!, -3.4 -76")
    f.shape(STEEL, "2 -72!, 8 -74, 15 -80!, 16 -66, 14 -54!, 8 -60, 2 -62!")
    f.shape(STEEL, "-2 -70!, -8 -70, -14 -64!, -8 -64, -2 -63!")
    sleeve(f, GOLD)
    f.shared("fist")


def knave_of_hearts(f: Figure) -> None:
    """La Hire, with the torch."""
    tunic(f, GOLD)
    f.at(*HEAD, -1)
    neck(f, slim=False)
    curls(f, BROWN, length=18)
    face(f, soft=False, eye="#6a4a1e", brow=BROWN, smile=1.2, stern=0.6)
    for side in (
        outline("5 12, -1 12.6, -6 15, -11 11"),
        outline("7 12, 12 12.4, 15 14.4, 19 10"),
    ):
        f.ink(*side, w=(1, 2.6, 1.6, 0), paint=BROWN)
    f.flat(BROWN, "2 22.4!, 6 23.4, 10 22.2!, 9 27, 6.4 32!, 3.4 27.4")
    plume(f, f.accent, "-12 -34, -9 -45, 3 -47.5, 15 -44, 23 -35, 26.5 -24", width=11)
    f.shape(ROBE, "-24 -17!, -28 -28, -14 -37, 8 -38, 26 -29, 22 -17!, 0 -24")
    for a, b in (
        ((-14, -22), (-17, -33)),
        ((-5, -25), (-6, -36)),
        ((5, -25), (7, -36)),
        ((13, -22), (17, -32)),
    ):
        f.ink(a, b, w=(2, 2), paint=GOLD)
    f.band(f.accent, 6, "-24 -16, 0 -23, 22 -16")
    f.at(141, 112)
    f.shape(BROWN, "-4.6 -24!, 4.6 -24!, 2.4 40!, -2.4 40!")
    f.shape(GOLD, "-7 -24!, -5 -31!, 5 -31!, 7 -24!, 0 -22")
    f.shape(
        ROBE,
        "-6 -31!, -13 -44, -8 -58, -7 -50!, -1 -60, 0 -74!, 8 -62, 8 -52!, 12 -58, 13 -44, 6 -31!",
    )
    f.flat(GOLD, "-3 -32!, -7 -42, -3 -50, 0 -58, 4 -50, 7 -42, 3 -32!")
    f.flat(CREAM, "-1 -33!, -3 -40, 0 -46, 3 -40, 1 -33!")
    sleeve(f, GOLD)
    f.shared("fist")


def knave_of_diamonds(f: Figure) -> None:
    """Hector, with the shield."""
    tunic(f, STEEL)
    f.at(*HEAD)
    neck(f, slim=False)
    curls(f, AUBURN, length=14)
    face(f, soft=False, eye="#4f7a45", brow=AUBURN, stern=1)
    plume(f, ROBE, "0 -41, -9 -48, -21 -42, -26 -24, -27 -2", width=12)
    f.shape(
        STEEL,
        "-21 -12!, -22 -28, -10 -42, 6 -42, 19 -32, 20 -12!, 16 -18, 0 -23, -15 -18",
    )
    f.band(GOLD, 4.4, "-21 -13, -14 -19.6, 0 -23.6, 15 -19.6, 20.4 -13")
    f.band(GOLD, 4, "0 -25, -1 -42")
    f.ink("-15 -26, -11 -35", w=(0.4, 2.4, 0.4), paint=CREAM)
    f.at(139, 108)
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
    f.at(140, 140)
    sleeve(f, GOLD)


def knave_of_clubs(f: Figure) -> None:
    """Lancelot, with bow and quiver."""
    f.at(69, 96)
    for x, y, turn in ((-7, -24, -1), (0, -29, 1), (7, -25, 3)):
        f.line((x * 0.5, 0), (x, y + 4), w=1.3)
        f.shape(
            CREAM if x else f.accent,
            (x - 2.6 + turn / 3, y - 5, 1),
            (x + turn / 2, y - 1, 1),
            (x + 3 + turn / 2, y - 5, 1),
            (x + 3, y + 7, 1),
            (x, y + 11, 1),
            (x - 2.8, y + 7, 1),
        )
    f.shape(BROWN, "-8 -10!, 8 -12!, 14 26!, -2 30!")
    f.band(GOLD, 4, "-8.6 -9, 0 -9.6, 8.6 -12")
    tunic(f, GOLD)
    f.at(*HEAD, -1)
    neck(f, slim=False)
    curls(f, BLOND, length=22)
    face(f, soft=False, eye="#4f7a45", brow="#b07a30", smile=1.4)
    f.shape(ROBE, "-16 -22!, -17 -34, -6 -43, 8 -42, 18 -33, 17 -22!")
    f.shape(
        f.accent,
        "-29 -26, -22 -16, 0 -20, 20 -16, 28 -24, 18 -24, 0 -28, -18 -24",
    )
    f.band(GOLD, 3, "-16.6 -27, 0 -30, 17.4 -27")
    plume(f, CREAM, "10 -29, 10.5 -40, 17 -46, 23.5 -41, 24.5 -31", width=9.5)
    f.disc(GOLD, 11, -29, 3)
    f.at(143, 108)
    f.line("-8 -66, -9 -20, -8 46", w=0.9)
    f.lock(
        BROWN,
        "-9 -68, 2 -52, 4 -28, 1 0, 4 26, 2 40, -9 56",
        w=(2, 4, 4.4, 3.4, 4.4, 4, 2),
    )
    f.at(142, 112)
    sleeve(f, GOLD)
    f.shared("fist")
