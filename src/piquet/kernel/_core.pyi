# The native module, as type checkers and readers see it; kept by hand, compared by a test.
# A hand is a mask of cards, a card its index (8 x suit + rank).  Arrays have one dimension, are
# contiguous and of the types below; a single number stands for all rows.  What does not fit
# raises ValueError with the reason.  Work is done without the GIL.
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from piquet import tables

_Hands: TypeAlias = int | NDArray[np.uint32]
_Cards: TypeAlias = int | NDArray[np.uint8]
_Numbers: TypeAlias = int | NDArray[np.int32]
_Bounds: TypeAlias = tuple[int, int, float]
_Players: TypeAlias = tuple[Policy | None, Policy | None]

def build(
    last_trick: int = 1, threads: int = 0, progress: Callable[[int, int], Any] | None = None
) -> bytes: ...
def packed_size() -> int: ...
def levels() -> list[int]: ...
def slot(leader: int, follower: int) -> int: ...

class Pique:
    def __init__(
        self,
        payoff: Sequence[float],
        gains: Sequence[int],
        *,
        lead: int,
        threshold: int,
        bonus: float,
    ) -> None: ...

class Table:
    def __init__(self, packed: Any, last_trick: int = 1) -> None: ...
    @property
    def last_trick(self) -> int: ...
    def sums(self) -> list[int]: ...
    def value(self, leader: int, follower: int) -> int: ...
    def leads(self, leader: int, follower: int) -> dict[int, int]: ...
    def replies(self, leader: int, follower: int, led: int) -> dict[int, int]: ...
    def line(
        self, leader: int, follower: int, led: int | None = None
    ) -> tuple[tuple[int, ...], int, int, int]: ...
    def values(self, leaders: _Hands, followers: _Hands, threads: int = 1) -> NDArray[np.uint8]: ...
    def leads_of(
        self, leaders: _Hands, followers: _Hands, threads: int = 1
    ) -> NDArray[np.int8]: ...
    def replies_of(
        self, leaders: _Hands, followers: _Hands, led: _Cards, threads: int = 1
    ) -> NDArray[np.int8]: ...
    def lines_of(
        self, leaders: _Hands, followers: _Hands, led: _Cards | None = None, threads: int = 1
    ) -> NDArray[np.uint8]: ...
    def time_values(self, leaders: _Hands, followers: _Hands) -> tuple[float, float]: ...
    def pique_value(self, elder: int, younger: int, score: int, pique: Pique) -> float: ...
    def pique_leads(
        self, elder: int, younger: int, score: int, pique: Pique
    ) -> dict[int, float]: ...
    def pique_replies(
        self, elder: int, younger: int, led: int, score: int, pique: Pique
    ) -> dict[int, float]: ...
    def pique_leads_of(
        self, elders: _Hands, youngers: _Hands, scores: _Numbers, pique: Pique, threads: int = 1
    ) -> NDArray[np.float64]: ...
    def pique_replies_of(
        self,
        elders: _Hands,
        youngers: _Hands,
        led: _Cards,
        scores: _Numbers,
        pique: Pique,
        threads: int = 1,
    ) -> NDArray[np.float64]: ...

class Tables:
    def __init__(self, numbers: tables.Tables) -> None: ...
    @property
    def pique(self) -> Pique: ...
    def best(self, hand: int) -> tuple[int, int, int]: ...

def worlds(
    tables: Tables,
    unknown: int,
    size: int,
    *,
    certain: int = 0,
    played: int = 0,
    second: int = 0,
    point: _Bounds = ...,
    sequence: _Bounds = ...,
    set: _Bounds = ...,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32] | None, NDArray[np.float64]]: ...

class Habit:
    def __init__(self, worths: object) -> None: ...
    def worth(self, kept: int) -> int: ...

def exchanged(
    habit: Habit,
    pool: int,
    size: int,
    *,
    drawn: int,
    thrown: int,
    fewest: int,
    most: int,
    barred: int = 0,
    needed: int = 0,
    exact: bool = False,
) -> tuple[NDArray[np.uint32], NDArray[np.float64]]: ...
def sample_exchanged(
    habit: Habit,
    pool: int,
    *,
    thrown: int,
    fewest: int,
    most: int,
    barred: int = 0,
    needed: int = 0,
    seed: int,
    first: int = 0,
    count: int,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]: ...
def reckon(
    tables: Tables, elders: _Hands, youngers: _Hands, plays: _Cards, blanks: _Cards = 0
) -> NDArray[np.int16]: ...

class Policy:
    def __init__(self, weights: object, pique_at: int) -> None: ...
    def discards(self, seat: int, hand: int, fewest: int, most: int) -> int: ...
    def card(
        self,
        playable: int,
        *,
        hand: int,
        maybe: int,
        led: int,
        mine: int,
        points: int,
        against: int,
        elder: bool,
    ) -> int: ...
    def slips(self, seed: int, moment: int, hand: int) -> int: ...
    @staticmethod
    def another_discard(thrown: int, hand: int, astray: int) -> int: ...
    @staticmethod
    def another_card(playable: int, astray: int) -> int: ...

def play_shuffled(
    tables: Tables, players: _Players, seed: int, first: int, count: int, threads: int = 1
) -> NDArray[np.int16]: ...
def play_deals(
    tables: Tables,
    players: _Players,
    elders: _Hands,
    youngers: _Hands,
    talons: _Cards,
    seed: int = 0,
    elder_throws: _Hands | None = None,
    younger_throws: _Hands | None = None,
    threads: int = 1,
) -> NDArray[np.int16]: ...
def deal_unseen(
    hand: int, within: int, *, seed: int, first: int = 0, count: int, threads: int = 1
) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]: ...
def throws_of(
    player: Policy | None,
    seat: int,
    hands: _Hands,
    fewest: int,
    most: int,
    *,
    seed: int = 0,
    threads: int = 1,
) -> NDArray[np.uint32]: ...
def roll_deals(
    tables: Tables,
    players: _Players,
    elders: _Hands,
    youngers: _Hands,
    talons: _Cards,
    elder_throws: _Hands,
    younger_throws: _Hands,
    *,
    blanks: tuple[bool, bool],
    seed: int = 0,
    threads: int = 1,
) -> NDArray[np.int16]: ...
def roll_rest(
    tables: Tables,
    players: _Players,
    elders: _Hands,
    youngers: _Hands,
    elder_threw: _Hands,
    younger_threw: _Hands,
    left: _Hands,
    played: _Cards,
    *,
    says: Sequence[Sequence[int | None]],
    settled: Sequence[Sequence[int]],
    gone: tuple[int, int],
    concedes: int = -1,
    seed: int = 0,
    threads: int = 1,
) -> NDArray[np.int16]: ...
def weigh_discards(
    tables: Tables,
    table: Table,
    seat: int,
    hand: int,
    discards: _Hands,
    *,
    taken: int = 0,
    opponent: Policy | None = None,
    seed: int,
    first: int = 0,
    worlds: int,
    threads: int = 1,
    search_pique: bool = False,
) -> NDArray[np.int16]: ...
def count_discards(
    tables: Tables,
    table: Table,
    seat: int,
    hand: int,
    discards: _Hands,
    *,
    taken: int = 0,
    opponent: Policy | None = None,
    play: Policy | None = None,
    seed: int,
    first: int = 0,
    worlds: int,
    threads: int = 1,
) -> NDArray[np.int16]: ...
def exchange_sheets(
    tables: Tables,
    table: Table,
    seat: int,
    hand: int,
    discards: _Hands,
    *,
    taken: int = 0,
    within: int = 0xFFFFFFFF,
    opponent: Policy | None = None,
    seed: int,
    first: int = 0,
    worlds: int,
    threads: int = 1,
    search_pique: bool = False,
    whole: bool = False,
) -> NDArray[np.int16]: ...
def hand_sheets(
    tables: Tables,
    table: Table,
    elders: _Hands,
    youngers: _Hands,
    scored: NDArray[np.int16],
    *,
    search_pique: bool = False,
    threads: int = 1,
) -> NDArray[np.int16]: ...
