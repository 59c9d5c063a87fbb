"""The weight tables of the rule players: integers only, so that every core reckons the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["BEGINNER", "CLUB", "Exchange", "Play", "Weights"]


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a kept hand is worth, in hundredths of a point.

    ``length``: by cards of a suit, 0 to 8, those to be drawn among them.  ``runs``: what a run of 3
    to 8 adds beyond the shorter runs inside it.  ``trio``, ``quatorze``: by rank from ten to ace.
    ``ace``: in hand; ``king``, ``queen``, ``knave``: with one, two, three guards or the card
    above; ``bare``: a king alone; ``fresh``: an unknown card instead of one kept.
    """

    length: tuple[int, ...]
    runs: tuple[int, ...]
    trio: tuple[int, ...]
    quatorze: tuple[int, ...]
    ace: int
    king: int
    queen: int
    knave: int
    bare: int
    fresh: int


@dataclass(frozen=True, slots=True)
class Play:
    """What the cards left are worth, in hundredths of a trick, to the side that leads or follows.

    For each suit: ``sure`` tricks that he can cash at once, ``wins`` tricks that he takes when he
    leads it out, ``guard`` tricks that he takes when the other leads it out; ``other_sure`` and
    ``other_wins`` are the same tricks of the other side.
    """

    sure: int
    wins: int
    guard: int
    other_sure: int
    other_wins: int


@dataclass(frozen=True, slots=True)
class Weights:
    """All that makes a rule player: by seat (elder, younger) how it exchanges, and how it plays.

    ``careful`` 0 plays high and keeps no count; ``slip`` is how many decisions in a hundred go
    wrong; ``concede`` 1 gives up the last deal where nothing can be saved.  ``cards``, ``capot``
    and ``pique`` are what a certainty of them is worth, in hundredths of a trick.
    """

    exchange: tuple[Exchange, Exchange]
    lead: Play
    follow: Play
    trick: int
    cards: int
    capot: int
    pique: int
    careful: int
    slip: int
    concede: int


_CLUB = Exchange(
    length=(0, 30, 80, 160, 280, 480, 700, 900, 1100),
    runs=(250, -100, 900, -800, 0, 0),
    trio=(120, 140, 170, 210, 260),
    quatorze=(900, 950, 1000, 1150, 1400),
    ace=350,
    king=220,
    queen=100,
    knave=30,
    bare=60,
    fresh=120,
)

CLUB = Weights(
    exchange=(_CLUB, replace(_CLUB, king=250, queen=140, knave=50)),
    lead=Play(sure=47, wins=60, guard=30, other_sure=10, other_wins=14),
    follow=Play(sure=20, wins=65, guard=50, other_sure=40, other_wins=20),
    trick=140,
    cards=400,
    capot=800,
    pique=1000,
    careful=1,
    slip=0,
    concede=1,
)

_CARELESS = Exchange(
    length=(0, 100, 220, 360, 520, 700, 900, 1100, 1300),
    runs=(30, 0, 0, 0, 0, 0),
    trio=(10, 10, 10, 10, 10),
    quatorze=(60, 60, 60, 60, 60),
    ace=60,
    king=40,
    queen=40,
    knave=40,
    bare=40,
    fresh=40,
)

BEGINNER = Weights(
    exchange=(_CARELESS, _CARELESS),
    lead=Play(sure=0, wins=0, guard=0, other_sure=0, other_wins=0),
    follow=Play(sure=0, wins=0, guard=0, other_sure=0, other_wins=0),
    trick=0,
    cards=0,
    capot=0,
    pique=0,
    careful=0,
    slip=15,
    concede=0,
)
