"""What a match brought: games, parties and times, and the figures drawn from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from piquet.actions import Award
from piquet.base import Estimate, Seat
from piquet.rules import Rules
from piquet.texts import text

__all__ = ["KINDS", "Game", "Match", "Mirrored", "Pair", "Partie", "Room", "Times"]

KINDS = ("exchange", "call", "card")
"""What is timed apart: exchanges, everything said and asked, and cards played."""

REASONS = ("repique", "pique", "capot", "cards")
"""What is told of how often it is scored, as awards name it."""


@dataclass(frozen=True, slots=True)
class Game:
    """One deal as it was played: the points of elder and younger, and the awards behind them."""

    number: int
    points: tuple[int, int]
    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class Partie:
    """How a partie ended for A: 1 won, 0 lost, or 1/2 drawn; settlement points; who was short.

    A match of games is worth 1 to who wins it.
    ``short`` and ``other_short`` tell that A, or B, lost short of the rubicon or double.
    """

    won: float
    settlement: int
    short: bool
    other_short: bool


@dataclass(frozen=True, slots=True)
class Room:
    """What was played in one room: A was elder in the games of ``first``, B in those of ``second``.

    A room of single deals has one game; a partie has all of its own, and how it ended.
    """

    first: tuple[Game, ...]
    second: tuple[Game, ...]
    partie: Partie | None = None


Times = tuple[tuple[int, ...], ...]
"""Microseconds of each decision, by KINDS."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The two rooms of one number: the same packs, persons exchanged; what A and B took to think.

    Times are no part of what makes two pairs equal.
    """

    number: int
    rooms: tuple[Room, Room]
    times: tuple[Times, Times] = field(default=((), ()), compare=False)

    @property
    def margin(self) -> float:
        """Points of A less those of B for two deals, of all deals in both rooms."""
        first = [game for room in self.rooms for game in room.first]
        second = [game for room in self.rooms for game in room.second]
        total = sum(game.points[0] - game.points[1] for game in first)
        total -= sum(game.points[0] - game.points[1] for game in second)
        return 2 * total / (len(first) + len(second))


@dataclass(frozen=True, slots=True)
class Mirrored:
    """What mirrored parties brought A: share won (a draw is half), settlement and rubicons."""

    won: Estimate
    settlement: Estimate
    short: Estimate
    other_short: Estimate


@dataclass(frozen=True, slots=True)
class Match:
    """A mirrored match of two players: pair ``n`` is deal ``n`` of the seed, played in both rooms.

    ``first`` are the games in which A was elder, ``second`` those in which B was, in the order of
    the deals.  In a match of parties pair ``n`` is a partie played in both rooms, and a game has
    the number of its partie.

    >>> from piquet.arena import match
    >>> result = match("club", "random", pairs=5, seed="letter")
    >>> result.margin.n, result.margin.value > 0
    (5, True)
    """

    names: tuple[str, str]
    seed: str
    rules: Rules
    first: tuple[Game, ...]
    second: tuple[Game, ...]
    pairs: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, names: tuple[str, str], seed: str, rules: Rules, pairs: Iterable[Pair]) -> Match:
        """Return the match that pairs add up to."""
        played = tuple(pairs)
        rooms = [room for pair in played for room in pair.rooms]
        first = tuple(game for room in rooms for game in room.first)
        second = tuple(game for room in rooms for game in room.second)
        return cls(names, seed, rules, first, second, played)

    @property
    def margin(self) -> Estimate:
        """Points of A less those of B in both deals of a pair, over the pairs."""
        return Estimate.mean(self.margins.values())

    @property
    def margins(self) -> dict[int, float]:
        """The margin of each pair by its number; of parties, the mean of their pairs of deals."""
        if self.pairs:
            return {pair.number: pair.margin for pair in self.pairs}
        return {
            one.number: Pair(one.number, (Room((one,), ()), Room((), (two,)))).margin
            for one, two in zip(self.first, self.second, strict=True)
        }

    @property
    def elder(self) -> Estimate:
        """Points of A a deal as elder."""
        return Estimate.mean(game.points[0] for game in self.first)

    @property
    def younger(self) -> Estimate:
        """Points of A a deal as younger."""
        return Estimate.mean(game.points[1] for game in self.second)

    @property
    def other_elder(self) -> Estimate:
        """Points of B a deal as elder."""
        return Estimate.mean(game.points[0] for game in self.second)

    @property
    def other_younger(self) -> Estimate:
        """Points of B a deal as younger."""
        return Estimate.mean(game.points[1] for game in self.first)

    @property
    def parties(self) -> Mirrored | None:
        """What the parties brought A, None in a match of deals; a pair of rooms is one sample."""
        ends = [
            [room.partie for room in pair.rooms if room.partie is not None] for pair in self.pairs
        ]
        if not ends or not ends[0]:
            return None

        def mean(name: str) -> Estimate:
            return Estimate.mean((getattr(a, name) + getattr(b, name)) / 2 for a, b in ends)

        return Mirrored(*(mean(name) for name in ("won", "settlement", "short", "other_short")))

    def counts(self, reason: str) -> tuple[int, int, int, int]:
        """Return how often something was scored: by A as elder, as younger, by B as elder, younger.

        ``reason`` is that of an award, such as ``repique``, ``capot`` or ``cards``.
        """
        rooms = (self.first, 0), (self.second, 1), (self.second, 0), (self.first, 1)
        found = [sum(_has(game, reason, Seat(seat)) for game in games) for games, seat in rooms]
        return found[0], found[1], found[2], found[3]

    def shares(self, reason: str) -> tuple[float, float, float, float]:
        """Return the same as shares of the deals in which that player had that seat."""
        a, b = len(self.first), len(self.second)
        one, two, three, four = self.counts(reason)
        return one / a, two / b, three / b, four / a

    @property
    def divided(self) -> int:
        """In how many of the deals of both rooms the cards were divided."""
        ends = ("cards", "capot", "conceded_cards")
        return sum(
            not any(award.reason in ends for award in game.awards)
            for game in (*self.first, *self.second)
        )

    def times(self, player: int, kind: str | None = None) -> list[int]:
        """Return the microseconds of each decision of A (0) or B (1), of one of KINDS or all."""
        kinds = range(len(KINDS)) if kind is None else (KINDS.index(kind),)
        return [
            each
            for pair in self.pairs
            if pair.times[player]
            for at in kinds
            for each in pair.times[player][at]
        ]

    def __str__(self) -> str:
        a, b = self.names
        number = len(self.pairs) or len(self.first)
        lines = [
            text(
                "arena.head" if self.parties is None else "arena.head_parties",
                a=a,
                b=b,
                pairs=number,
                rules=self.rules,
                seed=self.seed,
            ),
            text("arena.margin", name=a, margin=self.margin),
            text("arena.points", name=a, elder=self.elder, younger=self.younger),
            text("arena.points", name=b, elder=self.other_elder, younger=self.other_younger),
        ]
        for reason in REASONS:
            shares = [f"{100 * share:.1f}" for share in self.shares(reason)]
            lines.append(text(f"arena.{reason}", a=a, b=b, shares=shares))
        share = 100 * self.divided / (len(self.first) + len(self.second))
        lines.append(text("arena.divided", share=f"{share:.1f}"))
        parties = self.parties
        if parties is not None:
            lines.append(text("arena.won", name=a, won=_percent(parties.won)))
            lines.append(text("arena.settlement", name=a, settlement=parties.settlement))
            short, other = (_percent(each) for each in (parties.short, parties.other_short))
            lines.append(text("arena.short", a=a, b=b, short=short, other=other))
        return "\n".join(lines)


def _percent(share: Estimate) -> str:
    return f"{100 * share.value:.1f} ± {100 * share.interval:.1f}"


def _has(game: Game, reason: str, seat: Seat) -> bool:
    return any(award.reason == reason and award.seat is seat for award in game.awards)
