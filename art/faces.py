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


def corner(letter: str, suit: str, large: bool) -> str:
    """Letter and sign in the upper left corner and, turned, in the lower right."""
    # Cap height, middle of the column, top of the letter, size and middle of the sign.
    height, x, top, size, y = (46, 27, 13, 32, 79) if large else (35, 21, 12, 26, 63)
    scale = f"{height / 100:g}"[1:]
    upper = f'<use href="#g{letter}" transform="matrix({scale} 0 0 {scale} {x} {top})"/>' + place(
        suit, x, y, size
    )
    name = f"{'l' if large else 'i'}{letter}{suit}"
    both = f'<g id="{name}">{upper}</g><use href="#{name}" transform="{TURN}"/>'
    tab = ""
    if large:
        patch = "M4 10h46v84l-8 8h-38z"
        tab = f'<path d="{patch}" fill="{PAPER}"/>'
        tab += f'<path d="{patch}" fill="{PAPER}" transform="{TURN}"/>'
    return f'{tab}<g fill="{colour(suit)}">{both}</g>'


def sprite() -> str:
    """The whole sprite."""
    shapes = "".join(f'<path id="p{suit}" d="{pip(suit)}"/>' for suit in SUITS)
    shapes += "".join(f'<path id="g{letter}" d="{d}"/>' for letter, d in GLYPHS.items())
    shapes += f'<g id="fist">{fist_drawn()}</g>'
    parts = [f"<defs>{shapes}</defs>\n"]
    blank = (
        f'<rect x=".75" y=".75" width="198.500" height="278.500" rx="13" fill="{PAPER}" '
        'stroke="var(--card-edge,#b9b3a4)" stroke-width="1.500"/>'
    ).replace(".500", ".5")
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
            parts.append(symbol(f"index-{letter}-{suit}", corner(letter, suit, large=False)))
            parts.append(symbol(f"large-{letter}-{suit}", corner(letter, suit, large=True)))
        for rank in "789TJQKA":
            layers = "card", f"body-{rank}{suit}", f"index-{rank}-{suit}"
            parts.append(
                symbol(f"{rank}{suit}", "".join(f'<use href="#{part}"/>' for part in layers))
            )
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
