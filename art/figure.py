"""A figure in the making: paints, a place to draw in, and what several courts share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pen import Point, along, broken, brush, dots, ellipse, lattice, lozenges, number, smooth

INK = "var(--card-ink,#1d1a24)"
GOLD = "var(--card-gold,#e6b347)"
SKIN = "var(--card-skin,#f7dfc6)"
CREAM = "var(--card-cream,#fff8e8)"
ROBE = "currentColor"
ROSE, SHADE = "#cf5b50", "#e3b795"
BROWN, AUBURN, BLOND, GREY, BLACK = "#5b3a26", "#a34e24", "#dba24a", "#d9d3c6", "#2c2830"
LEAF, STEEL, VEIL = "#5d8a4e", "#c9d2dc", "#e9dfd6"

#: The second colour of each suit's court.
ACCENTS = {
    "S": "var(--accent-spades,#5b8fc4)",
    "H": "var(--accent-hearts,#2b5480)",
    "D": "var(--accent-diamonds,#4b3a72)",
    "C": "var(--accent-clubs,#b23a3f)",
}


#: The robe of each suit's court: in the red suits the suit's own colour, unless the page says more.
ROBES = {
    "S": "var(--robe-spades,#343c6b)",
    "H": "var(--robe-hearts,var(--suit-hearts,#c22033))",
    "D": "var(--robe-diamonds,var(--suit-diamonds,#c22033))",
    "C": "var(--robe-clubs,#2c5443)",
}


def outline(text: str) -> list[tuple[float, ...]]:
    """Points written as text, those with an exclamation mark corners.

    >>> outline("0 -4.5!, 3 2")
    [(0.0, -4.5, 1.0), (3.0, 2.0)]
    """
    return [
        (*map(float, point.rstrip("!").split()), *([1.0] if point.endswith("!") else []))
        for point in text.split(", ")
    ]


#: Figures are drawn on a card of 500 by 700, in whole units; elsewhere a card is 200 by 280.
FINE = 2.5


class Figure:
    """Half a court card, drawn from back to front.

    Points are taken in the place in force: its middle, a scale, and a turn of -1 to face left.
    """

    def __init__(self, suit: str) -> None:
        self.suit = suit
        self.accent = ACCENTS[suit]
        self._parts: list[tuple[str, str]] = []
        self.at()

    def at(self, x: float = 0, y: float = 0, turn: int = 1, scale: float = 1) -> Figure:
        """Take what follows as measured from here."""
        self._x, self._y, self._turn, self._scale = x, y, turn, scale
        return self

    def _spots(self, points: Iterable[Point | str]) -> list[tuple[float, ...]]:
        """The points on the card; a string among them is an outline."""
        spots: list[tuple[float, ...]] = []
        for given in points:
            for x, y, *corner in outline(given) if isinstance(given, str) else [given]:
                across = self._x + self._turn * self._scale * x
                spots.append((FINE * across, FINE * (self._y + self._scale * y), *corner))
        return spots

    def _size(self, *lengths: float) -> list[float]:
        return [FINE * self._scale * length for length in lengths]

    def _add(self, style: str, d: str) -> None:
        # Neighbours in the same style are one path, which keeps the file small.
        plain = style.startswith(('stroke="none"', 'fill="none"'))
        if plain and self._parts and self._parts[-1][0] == style:
            d = self._parts.pop()[1] + d
        self._parts.append((style, d))

    def _stroked(self, paint: str, width: float, d: str) -> None:
        wide = f' stroke-width="{number(self._size(width)[0])}"'
        self._add(f'fill="none" stroke="{paint}"{wide}', d)

    def shape(self, paint: str, *points: Point | str) -> None:
        """A filled shape with an ink outline."""
        self._add(f'fill="{paint}"', smooth(*self._spots(points)))

    def flat(self, paint: str, *points: Point | str, fade: float = 1) -> None:
        """A filled shape without an outline."""
        self._add(_flat(paint, fade), smooth(*self._spots(points)))

    def disc(self, paint: str, x: float, y: float, rx: float, ry: float | None = None) -> None:
        """An ellipse with an ink outline."""
        self._add(f'fill="{paint}"', self._ellipse(x, y, rx, ry))

    def spot(
        self, paint: str, x: float, y: float, rx: float, ry: float | None = None, fade: float = 1
    ) -> None:
        """An ellipse without an outline."""
        self._add(_flat(paint, fade), self._ellipse(x, y, rx, ry))

    def _ellipse(self, x: float, y: float, rx: float, ry: float | None) -> str:
        ((cx, cy),) = self._spots([(x, y)])
        return ellipse(cx, cy, *self._size(rx, rx if ry is None else ry))

    def ink(self, *points: Point | str, w: Sequence[float] = (0, 1.4, 0), paint: str = INK) -> None:
        """A tapered stroke."""
        self._add(_flat(paint, 1), brush(self._spots(points), *self._size(*w)))

    def lock(self, paint: str, *points: Point | str, w: Sequence[float]) -> None:
        """A tapered stroke, wide enough to have an ink outline."""
        self._add(f'fill="{paint}"', brush(self._spots(points), *self._size(*w)))

    def band(self, paint: str, width: float, *points: Point | str) -> None:
        """A ribbon of even width with an ink outline."""
        self.lock(paint, *points, w=(width, width))

    def line(self, *points: Point | str, w: float = 1, paint: str = INK) -> None:
        """A thin line of even width."""
        self._stroked(paint, w, smooth(*self._spots(points), closed=False))

    def dashes(
        self, *spots: Point, dx: float = 0, dy: float = 0, w: float = 1, paint: str = INK
    ) -> None:
        """The same short straight line at many places."""
        self._stroked(
            paint,
            w,
            "".join(broken(*self._spots([(x, y), (x + dx, y + dy)])) for x, y, *_ in spots),
        )

    def dots(self, paint: str, size: float, *points: Point | str) -> None:
        """Round dots."""
        self._stroked(paint, size, dots(self._spots(points)))

    def weave(
        self,
        paint: str,
        outline: Sequence[Point],
        dx: float,
        dy: float,
        *,
        rx: float,
        ry: float,
        margin: float = 4,
        x: float = 100,
        y: float = 100,
    ) -> None:
        """Small lozenges all over a shape."""
        spots = lattice(along(*outline, closed=True), dx, dy, margin, x=x, y=y)
        self._add(_flat(paint, 1), lozenges(self._spots(spots), *self._size(rx, ry)))

    def speckle(
        self,
        paint: str,
        outline: Sequence[Point],
        dx: float,
        dy: float,
        *,
        size: float,
        margin: float = 4,
        x: float = 100,
        y: float = 100,
    ) -> None:
        """Round dots all over a shape."""
        self.dots(paint, size, *lattice(along(*outline, closed=True), dx, dy, margin, x=x, y=y))

    def shared(self, name: str) -> None:
        """A part that several figures have, drawn once in the sprite."""
        ((x, y),) = self._spots([(0, 0)])
        self._parts.append(("use", f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>'))

    def svg(self) -> str:
        """What has been drawn."""
        return "".join(
            d if style == "use" else f'<path {style} d="{d}"/>' for style, d in self._parts
        )


def _flat(paint: str, fade: float) -> str:
    return f'stroke="none" fill="{paint}"' + (f' opacity="{fade:g}"' if fade < 1 else "")


# Faces.  Measured from the middle of the face, looking to the right.


def face(
    f: Figure,
    *,
    soft: bool,
    eye: str = BROWN,
    brow: str = BROWN,
    smile: float = 0.6,
    stern: float = 0,
    lid: float = 0,
) -> None:
    """A face in three-quarter view: how much it smiles, frowns and lowers its lids."""
    if soft:
        f.shape(
            SKIN,
            "-16 -24!, -17 -8, -15.5 6, -9 17, 2 25, 10 21.5, 15 12, 16.5 3, 15.5 -5, "
            "16.5 -14, 15 -24!",
        )
    else:
        f.shape(
            SKIN,
            "-16.5 -24!, -17.5 -6, -16.5 8, -10 19, 2 27, 11 25, 16 14, 17.5 4, 16 -5, "
            "17.5 -12, 15 -24!",
        )
    blush = 0.34 if soft else 0.2
    f.spot(ROSE, -9, 8.6, 5, 3.6, fade=blush)
    f.spot(ROSE, 13, 8.6, 2.6, 3.4, fade=blush)
    # The near eye is wider than the far one; the nose stands between them.
    for x, reach, inner in ((-4, 5.4, 1), (11, 4.2, -1)):
        top = -5 + 2.2 * lid
        f.flat("#fff", (x - reach, -1.6, 1), (x - 1, top), (x + reach, -1.8, 1), (x, 1))
        f.spot(eye, x + 0.7, -1.9, 2.4, 2.5 - 0.5 * lid)
        f.spot(INK, x + 0.8, -1.9, 1.4, 1.7 - 0.3 * lid)
        f.spot("#fff", x + 1.6, -2.8 + 0.5 * lid, 0.75)
        if lid:
            f.flat(
                SHADE,
                (x - reach, -1.8, 1),
                (x - 1, -5.4),
                (x + reach, -2, 1),
                (x - 0.4, top - 0.2),
            )
        if soft:
            f.ink((x + reach, -1.2), (x - 0.6, top - 0.2), (x - reach - 1.6, -3), w=(0.6, 2, 0.2))
        else:
            f.ink((x + reach, -1.6), (x - 0.4, top), (x - reach, -1.4), w=(0.5, 1.7, 0.3))
        f.ink((x - reach + 1.4, 1.4), (x, 2.1), (x + reach - 1.4, 1.3), w=(0, 0.7, 0))
        f.ink(
            (x - (reach + 1) * inner, -8.4 - stern * 0.6),
            (x - 0.5 * inner, -11.2 if soft else -10.8),
            (x + (reach + 0.4) * inner, -8.8 + stern * 1.6),
            w=(0.3, 1.7 if soft else 2.8, 0.8),
            paint=brow,
        )
    f.ink("5.6 -4.6, 6.8 1.4, 10.4 7.2, 10 9.6, 5.6 9.9", w=(0, 0.8, 1.1, 1.5, 0.5))
    if soft:
        f.flat(
            "#c23a3f",
            (0, 15 - smile, 1),
            (4.2, 13.7),
            (5.8, 14.4),
            (7.4, 13.7),
            (10.8, 15 - smile, 1),
            (6, 18.6),
        )
        f.ink((-0.6, 14.8 - smile), (5.8, 15.6), (11.4, 14.8 - smile), w=(0.3, 1, 0.3))
    else:
        f.flat("#c4625a", "1 17.2!, 6 16.9, 10.6 17!, 6 19.8")
        f.ink((-1.4, 17 - smile), (6, 17.1), (12.6, 16.6 - smile), w=(0.3, 1.3, 0.3))
    f.ink("3.2 21.6, 6 22.4, 8.6 21.4", w=(0, 0.7, 0))


def profile(f: Figure, *, eye: str = BROWN, brow: str = BROWN) -> None:
    """A face seen from the side: one eye."""
    f.shape(
        SKIN,
        "-14 -24!, 9 -24!, 13 -15, 11.8 -7, 13.6 -2, 19 6, "
        "18 9!, 13.8 10, 15.2 13.2, 12.6 15.8!, 14.6 18.4, 12.2 21, 13 25, 8.4 28.6, "
        "-2 24, -11 16, -15 0",
    )
    f.spot(ROSE, 2, 9, 5, 3.8, fade=0.22)
    f.flat("#fff", "2 -1.8!, 6 -5.2, 10.4 -3!, 9.6 .6!, 6 .6")
    f.spot(eye, 8, -2, 2.2, 2.5)
    f.spot(INK, 8.4, -2, 1.3, 1.7)
    f.spot("#fff", 8.8, -2.9, 0.7)
    f.ink("10.6 -3.4, 6.4 -5.4, .6 -1.6", w=(0.8, 1.8, 0.3))
    f.ink("3.4 1.2, 6.4 1.9, 9.4 1", w=(0, 0.7, 0))
    f.ink("12 -9, 7 -11.4, 0 -8.6", w=(1.2, 2.4, 0.3), paint=brow)
    f.ink("15.6 9.6, 13.8 6.8, 14.8 5", w=(0.3, 1, 0.2))
    f.flat("#c4625a", "12.6 15.8!, 9.4 16.6, 12 19, 14.2 18.4")
    f.ink("13 15.8, 9.6 16.2, 7 14.6", w=(0.6, 1.2, 0.2))


def neck(f: Figure, *, slim: bool) -> None:
    """A neck, over the dress and under the face; it is open below."""
    reach = 7.5 if slim else 10
    f.flat(
        SKIN,
        (-reach, 8, 1),
        (-reach + 0.4, 24),
        (-reach - 3, 36, 1),
        (1, 39),
        (reach + 4, 36, 1),
        (reach, 24),
        (reach, 8, 1),
    )
    f.line((-reach, 10), (-reach + 0.4, 24), (-reach - 3.4, 36), w=1.1)
    f.line((reach, 10), (reach, 24), (reach + 4.4, 36), w=1.1)
    f.flat(
        SHADE,
        (-reach + 0.8, 21, 1),
        (2, 29),
        (reach - 0.6, 25, 1),
        (reach - 0.6, 31, 1),
        (2, 33),
        (-reach + 0.8, 27, 1),
    )


# Hands and what they hold.  Measured from the middle of the fist.


def fist(f: Figure, paint: str = SKIN) -> None:
    """A fist round an upright staff."""
    f.shape(paint, "-6.5 -5, 0 -7.6, 7 -6, 8.6 0, 7 7.4, -5 8, -8 1")
    for y in (-2.8, 1, 4.6):
        f.ink((8, y + 0.4), (3.6, y - 0.4), (-0.4, y + 0.2), w=(0.5, 1.1, 0.2))
    f.shape(paint, "-7.6 1, -4 -5, 1.4 -5, 2 -2.6, -2 -.6, -4 4")


def sleeve(f: Figure, cuff: str, slash: str = GOLD) -> None:
    """A forearm that comes up from below to a fist at the middle, its sleeve slashed."""
    f.shape(ROBE, "-8 13!, -13 34, -22 66!, 26 66!, 18 34, 9 13!")
    f.ink("-5 19, -8 36, -14 60", w=(0, 2.6, 0), paint=slash)
    f.ink("1 20, 1 38, -1 60", w=(0, 2.6, 0), paint=slash)
    f.ink("6.6 19, 10 34, 13 60", w=(0, 2.6, 0), paint=slash)
    f.shape(cuff, "-10.5 8!, 0 6.4, 11 8!, 12 15!, 0 17, -11.5 15!")


def staff(f: Figure, paint: str, top: float, width: float = 4, bottom: float = 80) -> None:
    """An upright shaft through the fist."""
    half = width / 2
    f.shape(paint, (-half, top, 1), (half, top, 1), (half, bottom, 1), (-half, bottom, 1))
    f.line((-half * 0.3, top + 3), (-half * 0.3, bottom), w=0.6, paint="#fff3c8")


# What is worn on the head.  Measured from the middle of the face.


def circlet(f: Figure, y: float = -21, reach: float = 20, height: float = 7) -> None:
    """The band of a crown with its stones, over whatever rises from it."""
    f.shape(
        GOLD,
        (-reach, y - height + 2, 1),
        (0, y - height - 1.4),
        (reach, y - height + 2, 1),
        (reach - 0.8, y + 2, 1),
        (0, y - 1.4),
        (-reach + 0.8, y + 2, 1),
    )
    f.shape(
        f.accent,
        (1.5, y - height / 2 - 4.4, 1),
        (4.4, y - height / 2 - 1.2, 1),
        (1.5, y - height / 2 + 2, 1),
        (-1.4, y - height / 2 - 1.2, 1),
    )
    for x in (-13, -7, 10, 15.5):
        f.dots(INK, 2.6, (x, y - height / 2 - 1.1 + x * x / 130))
        f.dots(CREAM, 1.5, (x, y - height / 2 - 1.1 + x * x / 130))
