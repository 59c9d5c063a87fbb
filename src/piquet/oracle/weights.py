"""The weights of the rule players, and the tables of a suit's worth that they come to.

Integers only, so that every core reckons the same.  What is weighed is weighed suit by suit: how
the cards of one suit are worth most when some are thrown, and what leading it, or throwing from it,
does to the play.  The native core is given these tables and reckons none of them itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

__all__ = [
    "BEGINNER",
    "CLUB",
    "NOVICE",
    "SOUND",
    "Exchange",
    "Play",
    "SuitPlay",
    "Weights",
    "suit_number",
]

_ACE, _KING, _QUEEN, _KNAVE = 128, 64, 32, 16
_UNSEEN = 20  # cards that a player does not see when he exchanges
_WINDOWS = tuple(
    (((1 << length) - 1) << low, length) for length in range(3, 9) for low in range(9 - length)
)
_TERNARY: tuple[int, ...] = tuple(
    sum(3**rank for rank in range(8) if holding >> rank & 1) for holding in range(256)
)


def suit_number(first: int, second: int) -> int:
    """Return one number, below 3 to the power 8, for two holdings of a suit that share no card.

    >>> suit_number(0b11, 0b100)
    22
    """
    return _TERNARY[first] + 2 * _TERNARY[second]


def _suits() -> Iterator[tuple[int, int]]:
    """Yield the pairs of holdings that share no card, in the order of their numbers."""
    pairs = {
        suit_number(first, second): (first, second)
        for first in range(256)
        for second in range(256)
        if not first & second
    }
    return (pairs[number] for number in sorted(pairs))


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a kept hand is worth, in hundredths of a point.

    ``length``: by cards of a suit, 0 to 8, those to be drawn among them; ``draws`` is how many are
    reckoned with.  ``runs``: what a run of 3 to 8 adds beyond the shorter runs inside it.
    ``trio``, ``quatorze``: by rank from ten to ace, what each card of three or four of a rank is
    worth more than by itself.  ``ace``: in hand; ``king``, ``queen``, ``knave``: with one, two,
    three guards or the card above; ``bare``: a king alone; ``fresh``: an unknown card instead of
    one kept.
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
    draws: int

    @property
    def worths(self) -> tuple[int, ...]:
        """What the cards kept of a suit are worth, by ``suit_number(kept, thrown)``.

        >>> SOUND.exchange[0].worths[suit_number(0b11111000, 0)] > 2000  # a quint to the ace
        True
        """
        return _worths(self)


@lru_cache(maxsize=32)
def _worths(weights: Exchange) -> tuple[int, ...]:
    return tuple(_suit_worth(kept, 255 & ~(kept | thrown), weights) for kept, thrown in _suits())


def _suit_worth(kept: int, unseen: int, weights: Exchange) -> int:
    """Return what the cards kept of one suit are worth as point, as sequences and in play."""
    number = kept.bit_count()
    whole, part = divmod(100 * number + 100 * weights.draws * unseen.bit_count() // _UNSEEN, 100)
    length = weights.length
    worth = 10 * (length[min(whole, 8)] * (100 - part) + length[min(whole + 1, 8)] * part)
    for window, size in _WINDOWS:
        missing = window & ~kept
        if not missing & ~unseen:
            worth += weights.runs[size - 3] * _chance(missing.bit_count(), weights.draws)
    return worth // 1000 + _honours(kept, number, weights)


def _honours(kept: int, number: int, weights: Exchange) -> int:
    worth = 0
    if kept & _ACE:
        worth += weights.ace
    if kept & _KING:
        worth += weights.king if number > 1 else weights.bare
    if kept & _QUEEN and (number > 2 or kept & _KING):
        worth += weights.queen
    if kept & _KNAVE and (number > 3 or kept & _QUEEN):
        worth += weights.knave
    return worth


@lru_cache(maxsize=256)
def _chance(wanted: int, draws: int) -> int:
    """Return the chance in thousandths that all the wanted cards are among those drawn."""
    if wanted > draws:
        return 0
    return 1000 * comb(_UNSEEN - wanted, draws - wanted) // comb(_UNSEEN, draws)


@dataclass(frozen=True, slots=True)
class Play:
    """What the cards of a suit are worth in play, in hundredths of a trick.

    ``sure`` tricks that he can cash at once, ``wins`` tricks that he takes when he leads it out,
    ``guard`` tricks that he takes when the other leads it out; ``other_sure`` and ``other_wins``
    are the same tricks of the other side.
    """

    sure: int
    wins: int
    guard: int
    other_sure: int
    other_wins: int


class SuitPlay(NamedTuple):
    """What a suit does to the play, by what a player holds of it and what may be out against him.

    ``tempo`` is what it is worth more to him when he leads than when the other does, ``sure`` how
    many tricks he can cash in it.  ``win``, ``lose`` and ``throw`` are what changes by his best
    lead that wins, his best lead that loses, and by throwing a card of it, each with the rank.
    """

    tempo: int
    sure: int
    win: tuple[int, int]
    lose: tuple[int, int]
    throw: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Weights:
    """All that makes a rule player: by seat (elder, younger) how it exchanges, and how it plays.

    ``lead`` and ``follow`` weigh the suits for the side that leads and for the other, ``trick`` is
    what a trick is worth itself.  ``careful`` 0 plays high and keeps no count; ``forgets`` is the
    mask of the ranks whose cards are forgotten once the other has played them; ``slip`` is how
    many decisions in a hundred go wrong; ``concede`` 1 gives up the last deal where nothing can be
    saved.
    """

    exchange: tuple[Exchange, Exchange]
    lead: Play
    follow: Play
    trick: int
    careful: int
    forgets: int
    slip: int
    concede: int

    @property
    def plays(self) -> tuple[SuitPlay, ...]:
        """What every suit does to the play, by ``suit_number(held, against)``.

        >>> ace_and_king, queen = 0b11000000, 0b00100000
        >>> SOUND.plays[suit_number(ace_and_king, queen)].sure
        2
        """
        return _plays(self)


NEVER = (-(1 << 20), 0)
"""What cannot be done: it weighs less than whatever can."""


@lru_cache(maxsize=16)
def _plays(weights: Weights) -> tuple[SuitPlay, ...]:
    if not weights.careful:
        return tuple(_careless(mine) for mine, _ in _suits())
    lead = [_weigh(mine, his, weights.lead) for mine, his in _suits()]
    follow = [_weigh(mine, his, weights.follow) for mine, his in _suits()]
    return tuple(_suit_play(mine, his, lead, follow, weights.trick) for mine, his in _suits())


def _careless(mine: int) -> SuitPlay:
    """Lead the highest card of the longest suit, throw the lowest there is."""
    if not mine:
        return SuitPlay(0, 0, NEVER, NEVER, NEVER)
    low = (mine & -mine).bit_length() - 1
    return SuitPlay(0, 0, (mine.bit_count(), mine.bit_length() - 1), NEVER, (-low, low))


def _suit_play(mine: int, his: int, lead: list[int], follow: list[int], trick: int) -> SuitPlay:
    """Try each card: it wins, or the other side takes it as cheaply as possible."""
    number = suit_number(mine, his)
    win = lose = throw = NEVER
    for rank in range(8):
        card = 1 << rank
        if not mine & card:
            continue
        rest, higher = mine ^ card, his & -card
        if higher:
            left = suit_number(rest, his ^ (higher & -higher))
            lose = max(lose, (follow[left] - follow[number], rank), key=lambda found: found[0])
        else:
            left = suit_number(rest, his & (his - 1))
            win = max(win, (trick + lead[left] - lead[number], rank))
        if throw is NEVER:
            throw = (follow[suit_number(rest, his)] - follow[number], rank)
    return SuitPlay(lead[number] - follow[number], _led_out(mine, his)[0], win, lose, throw)


def _weigh(mine: int, his: int, play: Play) -> int:
    sure, wins = _led_out(mine, his)
    other_sure, other_wins = _led_out(his, mine)
    return (
        play.sure * sure
        + play.wins * wins
        + play.guard * _guarded(mine, his)
        - play.other_sure * other_sure
        - play.other_wins * other_wins
    )


@cache
def _led_out(mine: int, his: int) -> tuple[int, int]:
    """Return the tricks of a suit led out from the top: those before the first loss, and all.

    The other side takes as cheaply as it can and else throws its lowest.

    >>> _led_out(0b10011000, 0b01000000)  # ace, knave and ten against the king alone
    (3, 3)
    """
    sure = wins = 0
    lost = False
    while mine:
        top = 1 << mine.bit_length() - 1
        mine ^= top
        higher = his & -(top << 1)
        if higher:
            lost = True
            his ^= higher & -higher
        else:
            wins += 1
            sure += not lost
            his &= his - 1
    return sure, wins


@cache
def _guarded(mine: int, his: int) -> int:
    """Return the tricks of a suit that the other side leads out from the top.

    >>> _guarded(0b01000001, 0b10110000), _guarded(0b01000000, 0b10110000)  # a king, guarded or not
    (1, 0)
    """
    wins = 0
    while his and mine:
        top = 1 << his.bit_length() - 1
        his ^= top
        higher = mine & -(top << 1)
        if higher:
            wins += 1
            mine ^= higher & -higher
        else:
            mine &= mine - 1
    return wins


_SOUND = Exchange(
    length=(0, 30, 80, 145, 250, 450, 1050, 1600, 1800),
    runs=(130, -80, 910, -690, 0, 0),
    trio=(105, 185, 300, 150, 210),
    quatorze=(435, 435, 620, 800, 800),
    ace=300,
    king=170,
    queen=60,
    knave=30,
    bare=150,
    fresh=440,
    draws=5,
)

_SOUND_YOUNGER = Exchange(
    length=(0, 35, 125, 190, 250, 510, 850, 1060, 1100),
    runs=(120, -100, 1150, -770, 0, 0),
    trio=(115, 165, 180, 135, 130),
    quatorze=(500, 630, 710, 600, 960),
    ace=340,
    king=235,
    queen=40,
    knave=40,
    bare=100,
    fresh=430,
    draws=3,
)

SOUND = Weights(
    exchange=(_SOUND, _SOUND_YOUNGER),
    lead=Play(sure=59, wins=52, guard=36, other_sure=10, other_wins=12),
    follow=Play(sure=25, wins=63, guard=48, other_sure=31, other_wins=17),
    trick=135,
    careful=1,
    forgets=0,
    slip=0,
    concede=1,
)
"""The soundest that rules can do, and how people who know the game are taken to exchange."""

_CARELESS = Exchange(
    length=(0, 100, 220, 360, 520, 700, 900, 1100, 1300),
    runs=(30, 0, 0, 0, 0, 0),
    trio=(10, 10, 10, 10, 10),
    quatorze=(20, 20, 20, 20, 20),
    ace=60,
    king=40,
    queen=40,
    knave=40,
    bare=40,
    fresh=300,
    draws=5,
)

_HOPEFUL = replace(
    _CARELESS,
    runs=(60, 0, 100, 0, 0, 0),
    trio=(20, 20, 20, 20, 20),
    quatorze=(150, 150, 150, 150, 150),
    ace=100,
    king=60,
)

_OWN = Play(sure=60, wins=50, guard=0, other_sure=0, other_wins=0)

CLUB = replace(SOUND, exchange=(_HOPEFUL, replace(_HOPEFUL, draws=3)), lead=_OWN, follow=_OWN)
"""Counts the cards, but loves a long suit, and thinks of no tricks but his own."""

NOVICE = replace(
    CLUB,
    exchange=(_CARELESS, replace(_CARELESS, draws=3)),
    forgets=0b01111111,
    slip=6,
    concede=0,
)
"""Goes for long suits, counts only the aces that are gone, and now and then slips."""

BEGINNER = Weights(
    exchange=(_CARELESS, replace(_CARELESS, draws=3)),
    lead=Play(sure=0, wins=0, guard=0, other_sure=0, other_wins=0),
    follow=Play(sure=0, wins=0, guard=0, other_sure=0, other_wins=0),
    trick=0,
    careful=0,
    forgets=0,
    slip=25,
    concede=0,
)
