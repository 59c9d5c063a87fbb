"""The twelve court cards: half a figure each, turned and framed."""

from __future__ import annotations

import kings
import knaves
import queens
from figure import CREAM, GOLD, INK, ROBE, ROBES, Figure, fist
from pen import ellipse, lozenges, polygon
from pips import SUITS, place


def fist_drawn() -> str:
    """The fist that nine of the twelve make, in the units of a figure."""
    f = Figure("S")
    fist(f)
    return f.svg()


_WHO = {
    "KS": kings.king_of_spades,
    "KH": kings.king_of_hearts,
    "KD": kings.king_of_diamonds,
    "KC": kings.king_of_clubs,
    "QS": queens.queen_of_spades,
    "QH": queens.queen_of_hearts,
    "QD": queens.queen_of_diamonds,
    "QC": queens.queen_of_clubs,
    "JS": knaves.knave_of_spades,
    "JH": knaves.knave_of_hearts,
    "JD": knaves.knave_of_diamonds,
    "JC": knaves.knave_of_clubs,
}

_SLOPE = 17


def _studs(rank: str, first: int) -> str:
    """Every second stone on a sash: lozenges for a king, pearls for a queen, bars for a knave."""
    spots = [(100 + first + 24 * step, 140) for step in range(-4, 4) if first + 24 * step < 84]
    if rank == "K":
        return lozenges(spots, 4, 5)
    if rank == "Q":
        return "".join(ellipse(x, y, 4) for x, y in spots)
    return "".join(
        polygon((x - 5, 147), (x + 1, 133), (x + 5, 133), (x - 1, 147)) for x, _ in spots
    )


def court(rank: str, suit: str) -> str:
    """A court card: half a figure, the same turned, a sash over the seam, a frame around all."""
    f = Figure(suit)
    _WHO[rank + suit](f)
    name, usual = SUITS[suit]
    tint = f"var(--suit-{name},{usual})"
    half = (
        f'<g id="h{rank}{suit}"><g transform="rotate({_SLOPE} 100 140)">'
        f'<svg x="-60" y="-20" width="320" height="160" viewBox="-60 -20 320 160">'
        f'<g transform="rotate(-{_SLOPE} 100 140) scale(.4)">{f.svg()}</g></svg></g></g>'
    )
    turned = f'<use href="#h{rank}{suit}" transform="rotate(180 100 140)"/>'
    sash = (
        f'<g transform="rotate({_SLOPE} 100 140)" stroke-width="1.1">'
        f'<path fill="{GOLD}" d="M20 133h160v14h-160z"/>'
        f'<path fill="{CREAM}" d="{_studs(rank, 12)}"/><path fill="{ROBE}" d="{_studs(rank, 0)}"/>'
        "</g>"
    )
    frame = "M41 15h118v250h-118z"
    line = "M44.5 18.5h111v243h-111z"
    pips = place(suit, 59.5, 33, 19) + place(suit, 140.5, 247, 19, turned=True)
    return (
        f'<path fill="var(--card-panel,#fffaf0)" d="{frame}"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width=".7" d="{line}"/>'
        f'<svg x="41" y="15" width="118" height="250" viewBox="41 15 118 250">'
        f'<g color="{ROBES[suit]}" stroke="{INK}" stroke-width="2.8" stroke-linejoin="round" '
        f'stroke-linecap="round">{half}{turned}{sash}</g></svg>'
        f'<g fill="{tint}">{pips}</g>'
        f'<path fill="none" stroke="{tint}" stroke-width="1.4" d="{frame}"/>'
    )
