"""Duplicate matches: the same pack played twice, seats exchanged, so that luck cancels out."""

from piquet.arena.model import Game, Match, Mirrored, Pair, Room
from piquet.arena.playing import Contestant, play
from piquet.arena.running import Interrupted, Stop, ladder, match

__all__ = [
    "Contestant",
    "Game",
    "Interrupted",
    "Match",
    "Mirrored",
    "Pair",
    "Room",
    "Stop",
    "ladder",
    "match",
    "play",
]
