"""The pen: smooth curves through points, tapered strokes, patterns that stay inside an outline.

Everything is arithmetic on pairs of numbers, rounded to whole units when it is written, so that the
same drawing gives the same bytes everywhere and the file stays small.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

#: A point of an outline; a third number marks a corner, where the curve may turn sharply.
Point = Sequence[float]


def number(value: float) -> str:
    """A coordinate: a whole number.

    >>> [number(value) for value in (3.0, -0.52, 12.5, -0.01)]
    ['3', '-1', '13', '0']
    """
    return str(_whole(value))


def _whole(value: float) -> int:
    # Halves upwards, so that what was moved by whole units rounds as it did before.
    return math.floor(value + 0.5)


def pairs(values: Iterable[float]) -> str:
    """Coordinates in a row, a space only where the next number would run into the last."""
    text = ""
    for value in values:
        written = number(value)
        text += written if not text or written[0] == "-" else " " + written
    return text


class Path:
    """One outline being written: moves are absolute, everything after is relative and rounded.

    >>> Path().move(1, 2).line(4, 2).curve(4, 3, 5, 4, 6, 4).close().d
    'M1 2l3 0c0 1 1 2 2 2z'
    """

    def __init__(self) -> None:
        self.d = ""
        self._x = self._y = 0
        self._last = ""

    def _write(self, command: str, *values: float) -> Path:
        written = pairs(values)
        # A command that goes on need not be named again.
        joint = command if command != self._last else "" if written[0] == "-" else " "
        self.d += joint + written
        self._last = command
        return self

    def move(self, x: float, y: float) -> Path:
        """Begin a piece of the outline."""
        self._x, self._y = _whole(x), _whole(y)
        self._last = ""
        return self._write("M", self._x, self._y)

    def line(self, x: float, y: float) -> Path:
        """Go straight on to a point."""
        dx, dy = _whole(x) - self._x, _whole(y) - self._y
        self._x, self._y = self._x + dx, self._y + dy
        return self._write("l", dx, dy)

    def curve(self, *controls: float) -> Path:
        """Go on along a Bezier curve: two controls and the end."""
        whole = [_whole(value) for value in controls]
        steps = [value - (self._y if at % 2 else self._x) for at, value in enumerate(whole)]
        self._x, self._y = whole[4:]
        return self._write("c", *steps)

    def close(self) -> Path:
        """Go back to where the piece began."""
        self.d += "z"
        self._last = ""
        return self


def polygon(*points: Point) -> str:
    """A closed outline of straight lines."""
    return broken(*points) + "z"


def broken(*points: Point) -> str:
    """An open line of straight pieces."""
    path = Path().move(*points[0][:2])
    for point in points[1:]:
        path.line(*point[:2])
    return path.d


def _controls(points: Sequence[Point], closed: bool) -> list[tuple[float, ...]]:
    """The Bezier pieces of a curve through the points: each its start, two controls and its end."""
    count = len(points)

    def tangent(place: int, ahead: bool) -> tuple[float, float]:
        here = points[place]
        corner = len(here) > 2
        before = points[(place - 1) % count] if closed or place > 0 else here
        after = points[(place + 1) % count] if closed or place < count - 1 else here
        if corner:
            before, after = (here, after) if ahead else (before, here)
        dx, dy = after[0] - before[0], after[1] - before[1]
        span = math.hypot(dx, dy)
        other = after if ahead else before
        reach = math.hypot(other[0] - here[0], other[1] - here[1])
        # Chord length decides how far a tangent reaches, which keeps uneven points from looping.
        scale = 0.36 * reach / span if span else 0.0
        return dx * scale, dy * scale

    pieces: list[tuple[float, ...]] = []
    for place in range(count if closed else count - 1):
        here, there = points[place], points[(place + 1) % count]
        out, into = tangent(place, True), tangent((place + 1) % count, False)
        pieces.append(
            (
                here[0],
                here[1],
                here[0] + out[0],
                here[1] + out[1],
                there[0] - into[0],
                there[1] - into[1],
                there[0],
                there[1],
            )
        )
    return pieces


def smooth(*points: Point, closed: bool = True) -> str:
    """A smooth curve through the points, sharp only at those marked as corners.

    >>> smooth((0, 0), (10, 0), closed=False)
    'M0 0c4 0 6 0 10 0'
    """
    pieces = _controls(points, closed)
    path = Path().move(*pieces[0][:2])
    for piece in pieces:
        path.curve(*piece[2:])
    return path.d + ("z" if closed else "")


def along(*points: Point, closed: bool = False, steps: int = 8) -> list[tuple[float, float]]:
    """Points on the smooth curve through the points, for measuring and for patterns."""
    found = []
    for x0, y0, x1, y1, x2, y2, x3, y3 in _controls(points, closed):
        for step in range(steps):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    if not closed:
        found.append((points[-1][0], points[-1][1]))
    return found


def brush(points: Sequence[Point], *widths: float) -> str:
    """A stroke that swells and tapers: the widths are spread evenly along the points.

    >>> brush([(0, 0), (10, 0), (20, 0)], 0, 2, 0)
    'M0 0c4 0 6 1 10 1 4 0 6-1 10-1-4 0-6-1-10-1-4 0-6 1-10 1z'
    """
    last = len(points) - 1
    left, right = [], []
    for place, point in enumerate(points):
        before, after = points[max(place - 1, 0)], points[min(place + 1, last)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        span = math.hypot(dx, dy) or 1.0
        spot = place / last * (len(widths) - 1)
        low = min(int(spot), len(widths) - 2)
        half = (widths[low] + (widths[low + 1] - widths[low]) * (spot - low)) / 2
        nx, ny = -dy / span * half, dx / span * half
        left.append((point[0] + nx, point[1] + ny))
        right.append((point[0] - nx, point[1] - ny))
    outline = [(*left[0], 1), *left[1:-1], (*left[-1], 1)]
    back = right[::-1]
    if widths[-1]:
        outline += [(*back[0], 1)]
    outline += back[1:-1]
    if widths[0]:
        outline += [(*back[-1], 1)]
    return smooth(*outline)


def ellipse(x: float, y: float, rx: float, ry: float | None = None, *, hole: bool = False) -> str:
    """An ellipse as two arcs, drawn the other way round where it is to be a hole."""
    across, size = number(2 * _whole(rx)), pairs((rx, rx if ry is None else ry))
    way = 0 if hole else 1
    return f"M{pairs((x - rx, y))}a{size} 0 1 {way} {across} 0a{size} 0 1 {way}-{across} 0z"


def rectangle(x0: float, y0: float, x1: float, y1: float) -> str:
    """An upright rectangle from corner to corner."""
    return f"M{pairs((x0, y0))}h{number(x1 - x0)}v{number(y1 - y0)}h{number(x0 - x1)}z"


def mirror(points: Iterable[Point], axis: float = 100) -> list[tuple[float, ...]]:
    """The points seen in a mirror that stands upright at the axis."""
    return [(2 * axis - x, *rest) for x, *rest in points]


def inside(x: float, y: float, outline: Sequence[Point], margin: float = 0) -> bool:
    """Whether a spot lies within an outline and at least the margin away from its edge."""
    within = False
    for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            within = not within
    return within and (not margin or _away(x, y, outline) >= margin)


def _away(x: float, y: float, outline: Sequence[Point]) -> float:
    """How far a spot is from the nearest piece of an outline."""
    nearest = math.inf
    for (x0, y0, *_), (x1, y1, *_) in zip(outline, [*outline[1:], outline[0]], strict=True):
        length = (x1 - x0) ** 2 + (y1 - y0) ** 2
        t = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length if length else 0
        t = min(max(t, 0), 1)
        nearest = min(nearest, math.hypot(x0 + t * (x1 - x0) - x, y0 + t * (y1 - y0) - y))
    return nearest


def lattice(
    outline: Sequence[Point], dx: float, dy: float, margin: float, *, x: float = 100, y: float = 100
) -> list[tuple[float, float]]:
    """The spots of a staggered grid that lie well inside an outline."""
    spots = []
    for row in range(-30, 31):
        for column in range(-30, 31):
            spot = x + (column + row % 2 / 2) * dx, y + row * dy
            if inside(*spot, outline, margin):
                spots.append(spot)
    return spots


def dots(spots: Iterable[Point]) -> str:
    """Lines of no length: with round ends they are dots of the stroke's width.

    >>> dots([(10, 10), (20, 10)])
    'M10 10h0m10 0h0'
    """
    return stamps(spots, "h0")


def stamps(spots: Iterable[Point], drawn: str) -> str:
    """The same small drawing, which must end where it began, at each spot."""
    d = ""
    last = 0, 0
    for x, y, *_ in spots:
        here = _whole(x), _whole(y)
        d += ("m" if d else "M") + pairs((here[0] - last[0], here[1] - last[1])) + drawn
        last = here
    return d


def lozenges(spots: Iterable[Point], rx: float, ry: float) -> str:
    """A small diamond at each spot."""
    drawn = polygon((0, 0), (rx, ry), (0, 2 * ry), (-rx, ry)).removeprefix("M0 0")
    return stamps(((x, y - ry) for x, y, *_ in spots), drawn)


def parallel(outline: Sequence[Point], depth: float) -> list[tuple[float, float]]:
    """The outline drawn again that much further in (out, below 0), cut where it crosses itself."""
    found = []
    count = len(outline)
    reach = abs(depth)
    for place, (x, y, *_) in enumerate(outline):
        (x0, y0), (x1, y1) = outline[place - 1][:2], outline[(place + 1) % count][:2]
        span = math.hypot(x1 - x0, y1 - y0) or 1.0
        for side in (1, -1):
            spot = x - side * (y1 - y0) / span * reach, y + side * (x1 - x0) / span * reach
            within = inside(*spot, outline)
            if within == (depth > 0) and _away(*spot, outline) > reach * 0.97:
                found.append(spot)
    return found


def spaced(outline: Sequence[Point], step: float) -> list[tuple[float, float]]:
    """Spots at equal distances along a closed outline, as near to the step as goes evenly."""
    ends = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    length = sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in ends)
    count = round(length / step)
    found: list[tuple[float, float]] = []
    walked = due = 0.0
    for a, b in ends:
        piece = math.hypot(b[0] - a[0], b[1] - a[1])
        while piece and due < walked + piece and len(found) < count:
            t = (due - walked) / piece
            found.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
            due += length / count
        walked += piece
    return found
