"""What a match has played, kept on disk line by line, so that it can go on after a break.

The first line tells the settings, each further one a pair, keyed by its number.  Lines are only
added; a last line that was not written whole is dropped when the file is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from piquet.actions import Award, Category
from piquet.arena.model import Game, Pair, Partie, Room
from piquet.base import Seat, Unreadable

__all__ = ["Journal", "read_settings"]

_FORMAT = 1


class Journal:
    """The file of one match, or of all matches of a ladder, with the pairs played so far.

    ``settings`` are what the figures depend on.  Raises Unreadable (``arena_file``) for a file that
    is no journal or is damaged, (``arena_other``) for one of other settings, and OSError.
    """

    def __init__(self, path: Path, settings: Mapping[str, object]) -> None:
        self.done: dict[tuple[int, int], Pair] = {}
        """The pairs so far, by number of the match (0 where there is one) and of the pair."""
        lines, whole = _lines(path) if path.exists() else ([], 0)
        if lines:
            _compare(path, _header(path, lines[0]), settings)
            for at, line in enumerate(lines[1:], start=2):
                match, pair = _read(path, at, line)
                self.done.setdefault((match, pair.number), pair)
        self._file = path.open("r+b" if path.exists() else "w+b")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not lines:
            self._add({"piquet arena": _FORMAT, **settings})

    def add(self, match: int, pair: Pair) -> None:
        """Keep one more pair; it is with the system when this returns."""
        self.done[match, pair.number] = pair
        rooms = [_room(room) for room in pair.rooms]
        self._add({"match": match, "pair": pair.number, "rooms": rooms, "times": pair.times})

    def _add(self, what: Mapping[str, object]) -> None:
        self._file.write(json.dumps(what, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Force everything to disk and close the file."""
        if not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()


def read_settings(path: Path) -> dict[str, Any]:
    """Return the settings of a journal.

    Raises Unreadable (``arena_file``) for a file that is none, and OSError.
    """
    lines, _ = _lines(path)
    if not lines:
        raise Unreadable("arena_file", file=path, line=1)
    return _header(path, lines[0])


def _lines(path: Path) -> tuple[list[bytes], int]:
    """Return the whole lines of a file, and how many bytes they are."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    return data[:whole].splitlines(), whole


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    good = isinstance(found, dict) and found.pop("piquet arena", None) == _FORMAT
    if not good or not _meetings(found.get("players")):
        raise Unreadable("arena_file", file=path, line=1)
    return dict(found)


def _meetings(players: object) -> bool:
    """Tell whether this names two players for each match."""
    return (
        isinstance(players, list)
        and bool(players)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in players)
        and all(isinstance(name, str) for pair in players for name in pair)
    )


def _compare(path: Path, found: Mapping[str, object], settings: Mapping[str, object]) -> None:
    names = dict.fromkeys((*settings, *found))
    for name in names:
        theirs, mine = found.get(name), settings.get(name)
        if theirs != mine:
            raise Unreadable("arena_other", file=path, name=name, theirs=theirs, mine=mine)


def _room(room: Room) -> list[object]:
    ended = room.partie
    return [
        [_game(game) for game in room.first],
        [_game(game) for game in room.second],
        None if ended is None else [ended.won, ended.settlement, ended.short, ended.other_short],
    ]


def _game(game: Game) -> list[object]:
    awards = [[*award[:4], list(award.detail)] for award in game.awards]
    return [game.number, list(game.points), awards]


def _read(path: Path, at: int, line: bytes) -> tuple[int, Pair]:
    try:
        found = json.loads(line)
        rooms = tuple(_room_of(room) for room in found["rooms"])
        times = tuple(tuple(tuple(map(int, kind)) for kind in own) for own in found["times"])
        match, number = int(found["match"]), int(found["pair"])
        (one, two), (mine, other) = rooms, times
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise Unreadable("arena_file", file=path, line=at) from None
    return match, Pair(number, (one, two), (mine, other))


def _room_of(room: Any) -> Room:
    first, second, ended = room
    partie = None
    if ended is not None:
        won, settlement, short, other_short = ended
        partie = Partie(float(won), int(settlement), bool(short), bool(other_short))
    return Room(tuple(map(_game_of, first)), tuple(map(_game_of, second)), partie)


def _game_of(game: Any) -> Game:
    number, (elder, younger), awards = game
    return Game(int(number), (int(elder), int(younger)), tuple(map(_award_of, awards)))


def _award_of(award: Any) -> Award:
    seat, points, category, reason, detail = award
    return Award(Seat(seat), int(points), Category(category), str(reason), tuple(map(int, detail)))
