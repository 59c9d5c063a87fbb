"""Playing one pair: a deal or a whole partie twice, persons exchanged, each shown its views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter_ns

from piquet.actions import Action, Kind
from piquet.arena.model import KINDS, Game, Pair, Room, Times
from piquet.arena.model import Partie as Ended
from piquet.base import Person
from piquet.dealing import Deal, seed_bytes
from piquet.oracle.policies import mix
from piquet.partie import Partie
from piquet.players import Player, make
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import View

__all__ = ["Contestant", "Setting", "name_of", "play", "play_pair"]

Contestant = str | Player | Callable[[int], Player]
"""A level by name, a player, or what makes a player of a seed; for more processes, picklable."""

_EXCHANGES = (Kind.EXCHANGE, Kind.SET_ASIDE, Kind.CARTE_BLANCHE)


@dataclass(frozen=True)
class Setting:
    """All that what happens in a match depends on: who plays, by what rules, with which packs."""

    a: Contestant
    b: Contestant
    seed: str
    rules: Rules
    parties: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return name_of(self.a), name_of(self.b)


def name_of(contestant: Contestant) -> str:
    """Return what a player is called: its level, or the name of its class."""
    if isinstance(contestant, str):
        return contestant
    return str(getattr(contestant, "__name__", type(contestant).__name__))


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


def play_pair(setting: Setting, number: int) -> Pair:
    """Play pair ``number`` of a match, from 1: the same packs in both rooms, persons exchanged."""
    contestants = (setting.a, setting.b)
    players = [
        _Timed(_player(each, f"{setting.seed} {letter}"))
        for each, letter in zip(contestants, "AB", strict=True)
    ]
    rooms = [
        (_partie if setting.parties else _deal)(setting, number, players, Person(room))
        for room in range(2)
    ]
    return Pair(number, (rooms[0], rooms[1]), (players[0].times, players[1].times))


def _deal(setting: Setting, number: int, players: list[_Timed], a: Person) -> Room:
    """Play a deal of which A is elder in the first room and B in the second."""
    deal = Deal.numbered(seed_bytes(setting.seed), number)
    elder, younger = players if a is Person.FIRST else players[::-1]
    position = play(deal, setting.rules, elder, younger)
    game = Game(number, position.scores, position.awards)
    return Room((game,), ()) if a is Person.FIRST else Room((), (game,))


def _partie(setting: Setting, number: int, players: list[_Timed], a: Person) -> Room:
    """Play a partie in which A is that person; the first person is elder of the first deal."""
    rules = setting.rules
    pack = seed_bytes(f"{setting.seed} partie {number}")
    first: list[Game] = []
    second: list[Game] = []
    partie = Partie.dealt_by(Person.SECOND, rules, packet=rules.packet[0])
    begun, lot = 0, int.from_bytes(pack[:8], "big")
    while partie.outcome is None:
        person, position = partie.to_move, partie.position
        if partie.needs_deal:
            begun += 1
            partie = partie.begin(Deal.numbered(pack, begun))
        elif person is not None and position is not None and position.to_move is not None:
            player = players[0] if person is a else players[1]
            partie = partie.after(player.act(position.view(position.to_move)))
        else:
            # Cuts between the games of a match: by lot, the same in both rooms.
            legal = partie.legal_actions
            partie = partie.after(legal[mix(lot, begun, len(partie.cuts)) % len(legal)])
    for done in partie.finished:
        game = Game(number, done.position.scores, done.position.awards)
        (second if done.dealer is a else first).append(game)
    outcome = partie.outcome
    sign = 0 if outcome.winner is None else 1 if outcome.winner is a else -1
    worth = outcome.points if rules.match == "single" else 1
    lost_short = outcome.rubicon or outcome.double
    ended = Ended((1 + sign) / 2, sign * worth, sign < 0 and lost_short, sign > 0 and lost_short)
    return Room(tuple(first), tuple(second), ended)


class _Timed:
    """A player, and how long each of its decisions took."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._times: tuple[list[int], ...] = tuple([] for _ in KINDS)

    def act(self, view: View) -> Action:
        began = perf_counter_ns()
        action = self._player.act(view)
        took = (perf_counter_ns() - began) // 1000
        kind = 0 if action.kind in _EXCHANGES else 2 if action.kind is Kind.PLAY else 1
        self._times[kind].append(took)
        return action

    @property
    def times(self) -> Times:
        return tuple(tuple(kind) for kind in self._times)


def _player(contestant: Contestant, seed: str) -> Player:
    if isinstance(contestant, str):
        return _made(make, contestant, seed)
    if callable(contestant):
        return _made(_of, contestant, seed)
    return contestant


def _of(maker: Callable[[int], Player], seed: int) -> Player:
    return maker(seed)


@lru_cache(maxsize=32)
def _made(make_one: Callable[..., Player], what: object, seed: str) -> Player:
    """Return the player of a match, kept from pair to pair with what it has come to know."""
    return make_one(what, int.from_bytes(seed_bytes(seed)[:8], "big"))
