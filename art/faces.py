"""Draw the card faces of the table: ``python art/faces.py`` writes the sprite anew.

``python art/faces.py --check`` says whether the sprite in the tree is what these files draw.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from courts import court, fist_drawn
from pips import GLYPHS, PAPER, SUITS, ace, back, numbered, pip, place

SPRITE = Path(__file__).resolve().parents[1] / "src/piquet/table/static/cards.svg"

HEADER = """\
<!-- The card faces of piquet. Drawn by art/faces.py: change that, not this file.

A card is three or four layers in a box of 200 by 280 (see art/README.md):

  <svg viewBox="0 0 200 280"><use href="cards.svg#card"/>
    <use href="cards.svg#body-KS"/><use href="cards.svg#index-K-S"/></svg>

card           the blank card, its edge and corners
back           the back, complete
body-RS        the pips or the figure: rank 7 8 9 T J Q K A, suit S H D C
index-L-S      the two corners, letter 7 8 9 T J Q K A, 1 R D V, suit S H D C
large-L-S      the same corners, large
suit-S         a suit's sign in a square of its own, for use in text
RS             a whole card with the usual index (AS, TH, ...)

Colours are CSS properties which the page may set on any ancestor of the use element.
-->
"""

TURN = "rotate(180 100 140)"
CANVAS = 'viewBox="0 0 200 280"'


def colour(suit: str) -> str:
    """The colour of a suit: a property of the page with the usual one behind it."""
    name, usual = SUITS[suit]
    return f"var(--suit-{name},{usual})"


def symbol(name: str, drawing: str, box: str = CANVAS) -> str:
    """A named part of the sprite."""
    return f'<symbol id="{name}" {box}>{drawing}</symbol>\n'


#: Of the usual and of the large index: cap height, middle of the column, top of the letter, size of
#: the sign and its middle.
CORNERS = {"index": (35, 21, 12, 26, 63), "large": (46, 25, 13, 32, 79)}

#: The patch of paper behind a large index, upper left; it covers what the card shows there.
PATCH = "M3 10h44v80l-8 8h-36z"


def corners() -> str:
    """Every letter and every sign where the corners have it, upright and turned."""
    drawn = ""
    for size, (height, x, top, sign, y) in CORNERS.items():
        scale = f".{height}"
        for letter in GLYPHS:
            glyph = f'<use href="#g{letter}" transform="matrix({scale} 0 0 {scale} {x} {top})"/>'
            drawn += both(f"{size[0]}{letter}", glyph)
        for suit in SUITS:
            drawn += both(f"{size[0]}-{suit}", place(suit, x, y, sign))
    return drawn + both("patch", f'<path d="{PATCH}"/>')


def both(name: str, drawing: str) -> str:
    """A named pair: what is drawn, and the same turned half round."""
    return f'<g id="{name}"><g id="{name}1">{drawing}</g>{use(name + "1", TURN)}</g>'


def use(name: str, transform: str = "") -> str:
    """A part of the sprite once more."""
    return f'<use href="#{name}"' + (f' transform="{transform}"' if transform else "") + "/>"


def corner(size: str, letter: str, suit: str) -> str:
    """Letter and sign in two corners."""
    patch = f'<use href="#patch" fill="{PAPER}"/>' if size == "large" else ""
    drawn = use(size[0] + letter) + use(f"{size[0]}-{suit}")
    return f'{patch}<g fill="{colour(suit)}">{drawn}</g>'


def sprite() -> str:
    """The whole sprite."""
    shapes = "".join(f'<path id="p{suit}" d="{pip(suit)}"/>' for suit in SUITS)
    shapes += "".join(f'<path id="g{letter}" d="{d}"/>' for letter, d in GLYPHS.items())
    shapes += f'<g id="fist">{fist_drawn()}</g>{corners()}'
    parts = [f"<defs>{shapes}</defs>\n"]
    blank = (
        f'<rect x=".7" y=".7" width="198.6" height="278.6" rx="13" fill="{PAPER}" '
        'stroke="var(--card-edge,#b9b3a4)" stroke-width="1.4"/>'
    )
    parts.append(symbol("card", blank))
    parts.append(symbol("back", blank + back()))
    for suit in SUITS:
        tint = colour(suit)
        parts.append(
            symbol(
                f"suit-{suit}",
                f'<use href="#p{suit}" fill="{tint}"/>',
                'viewBox="-520 -520 1040 1040"',
            )
        )
        for rank in "789T":
            parts.append(
                symbol(f"body-{rank}{suit}", f'<g fill="{tint}">{numbered(rank, suit)}</g>')
            )
        for rank in "JQK":
            parts.append(symbol(f"body-{rank}{suit}", court(rank, suit)))
        parts.append(symbol(f"body-A{suit}", f'<g fill="{tint}" color="{tint}">{ace(suit)}</g>'))
        for letter in GLYPHS:
            for size in CORNERS:
                parts.append(symbol(f"{size}-{letter}-{suit}", corner(size, letter, suit)))
        for rank in "789TJQKA":
            layers = "card", f"body-{rank}{suit}", f"index-{rank}-{suit}"
            parts.append(symbol(f"{rank}{suit}", "".join(map(use, layers))))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{HEADER}{"".join(parts)}</svg>\n'


def main(arguments: list[str]) -> int:
    """Write the sprite, or with ``--check`` compare it."""
    drawn = sprite().encode()
    if arguments == ["--check"]:
        same = SPRITE.is_file() and SPRITE.read_bytes() == drawn
        print(f"{SPRITE.name} is {'what' if same else 'not what'} art/faces.py draws")
        return 0 if same else 1
    SPRITE.parent.mkdir(parents=True, exist_ok=True)
    SPRITE.write_bytes(drawn)
    print(f"{SPRITE.name}: {len(drawn)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
