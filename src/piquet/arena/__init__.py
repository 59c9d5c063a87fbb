"""Duplicate matches: the same pack played twice, seats exchanged, so that luck cancels out."""

from __future__ import annotations

from dataclasses import dataclass

from piquet.actions import Award
from piquet.base import Estimate, Seat
from piquet.dealing import Deal, seed_bytes
from piquet.players import Player, make
from piquet.position import Position
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text

__all__ = ["Game", "Match", "match", "play"]

_REASONS = ("repique", "pique", "capot", "cards")


@dataclass(frozen=True, slots=True)
class Game:
    """One deal as it was played: the points of elder and younger, and the awards behind them."""

    number: int
    points: tuple[int, int]
    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A mirrored match of two players: pair ``n`` is deal ``n`` of the seed, played in both rooms.

    ``first`` are the games in which A was elder, ``second`` those in which B was, in the order of
    the deals.

    >>> result = match("club", "random", pairs=5, seed="letter")
    >>> result.margin.n, result.margin.value > 0
    (5, True)
    """

    names: tuple[str, str]
    seed: str
    rules: Rules
    first: tuple[Game, ...]
    second: tuple[Game, ...]

    @property
    def margin(self) -> Estimate:
        """Points of A less those of B in both deals of a pair, over the pairs."""
        return Estimate.mean(self.margins.values())

    @property
    def margins(self) -> dict[int, int]:
        """The margin of each pair by the number of its deal."""
        return {
            one.number: one.points[0] - one.points[1] + two.points[1] - two.points[0]
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

    def counts(self, reason: str) -> tuple[int, int, int, int]:
        """Return how often something was scored: by A as elder, as younger, by B as elder, younger.

        ``reason`` is that of an award, such as ``repique``, ``capot`` or ``cards``.
        """
        rooms = (self.first, 0), (self.second, 1), (self.second, 0), (self.first, 1)
        found = [sum(_has(game, reason, Seat(seat)) for game in games) for games, seat in rooms]
        return found[0], found[1], found[2], found[3]

    @property
    def divided(self) -> int:
        """In how many of the deals of both rooms the cards were divided."""
        ends = ("cards", "capot", "conceded_cards")
        return sum(
            not any(award.reason in ends for award in game.awards)
            for game in (*self.first, *self.second)
        )

    def __str__(self) -> str:
        a, b = self.names
        pairs = len(self.first)
        lines = [
            text("arena.head", a=a, b=b, pairs=pairs, rules=self.rules, seed=self.seed),
            text("arena.margin", name=a, margin=self.margin),
            text("arena.points", name=a, elder=self.elder, younger=self.younger),
            text("arena.points", name=b, elder=self.other_elder, younger=self.other_younger),
        ]
        for reason in _REASONS:
            shares = [f"{100 * count / pairs:.1f}" for count in self.counts(reason)]
            lines.append(text(f"arena.{reason}", a=a, b=b, shares=shares))
        lines.append(text("arena.divided", share=f"{50 * self.divided / pairs:.1f}"))
        return "\n".join(lines)


def match(
    a: str | Player, b: str | Player, pairs: int, seed: str = "0", rules: Rules | None = None
) -> Match:
    """Play a mirrored match: each pack twice, first with A as elder, then with B.

    ``a`` and ``b`` are levels or players.  Pair ``n`` is deal ``n`` of the seed (hashed to 32 bytes
    by ``seed_bytes``); a level has the same seed of its own in both rooms.  Every deal is the first
    of a partie.

    >>> match("club", "beginner", pairs=3, seed="letter").margins.keys()
    dict_keys([1, 2, 3])

    Raises ValueError for a number of pairs below 1.
    """
    if pairs < 1:
        raise ValueError("a match has at least one pair")
    rules = Rules.named(DEFAULT_PROFILE) if rules is None else rules
    one, two = (_player(each, f"{seed} {letter}") for each, letter in ((a, "A"), (b, "B")))
    pack = seed_bytes(seed)
    first, second = [], []
    for number in range(1, pairs + 1):
        deal = Deal.numbered(pack, number)
        first.append(_game(number, play(deal, rules, one, two)))
        second.append(_game(number, play(deal, rules, two, one)))
    return Match((_name(a), _name(b)), seed, rules, tuple(first), tuple(second))


def play(deal: Deal, rules: Rules, elder: Player, younger: Player) -> Position:
    """Play a deal to its end; each player is shown its own view and nothing else.

    >>> play(Deal.random("letter"), Rules.named("rubicon"), make("club"), make("club")).phase.value
    'over'

    Raises Illegal for an action that is not legal.
    """
    position = Position(deal, rules)
    players = (elder, younger)
    while position.to_move is not None:
        seat = position.to_move
        position = position.after(players[seat].act(position.view(seat)))
    return position


def _player(player: str | Player, seed: str) -> Player:
    if isinstance(player, str):
        return make(player, int.from_bytes(seed_bytes(seed)[:8], "big"))
    return player


def _name(player: str | Player) -> str:
    return player if isinstance(player, str) else type(player).__name__


def _game(number: int, position: Position) -> Game:
    return Game(number, position.scores, position.awards)


def _has(game: Game, reason: str, seat: Seat) -> bool:
    return any(award.reason == reason and award.seat is seat for award in game.awards)
