"""``piquet arena``: mirrored matches of two players, and the ladder of all levels."""

import argparse
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from piquet.arena import Interrupted, Match, Stop, ladder, match
from piquet.arena.journal import read_settings
from piquet.arena.report import cross_table, figures, times_line
from piquet.base import Unreadable
from piquet.players import LEVELS, make
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text

__all__ = ["progress_bar", "run"]

_INTERRUPTED = 130
_PAIRS = 100
_WIDTH = 30


def run(options: argparse.Namespace) -> int:
    """Play and print; 130 where it was interrupted, with what is done told or kept."""
    asked = _asked(options)
    levels = asked.pop("levels")
    stop = Stop(asked["pairs"], asked["within"])
    bar = progress_bar(text("arena.parties" if asked["parties"] else "arena.pairs"))
    try:
        if options.ladder:
            _print_ladder(levels, ladder(levels, **asked, progress=bar), stop, options.json)
        else:
            _print(match(*levels, **asked, progress=bar), stop, options.json)
    except Interrupted as broken:
        if asked["keep"] is not None:
            said = text("arena.kept", done=broken.done, of=broken.of, file=asked["keep"])
        else:
            if broken.match is not None and not options.ladder:
                _print(broken.match, stop, options.json)
            said = text("arena.broken", done=broken.done, of=broken.of)
        print(said, file=sys.stderr)
        return _INTERRUPTED
    return 0


def _asked(options: argparse.Namespace) -> dict[str, Any]:
    """Return what to play: what was typed, completed from the file that is to be resumed."""
    typed = {
        "players": [each for each in (options.a, options.b) if each is not None],
        "pairs": options.pairs,
        "within": options.until,
        "seed": options.seed,
        "rules": None if options.rules is None else str(Rules.parse(options.rules)),
        "parties": options.parties or None,
    }
    known: dict[str, Any] = {}
    keep = options.keep
    if options.resume is not None:
        keep = options.resume
        known = read_settings(Path(keep))
        # A ladder's file names every meeting; one match has one.
        options.ladder = options.ladder or len(known.get("players", ())) > 1
    elif options.ladder and typed["players"]:
        raise Unreadable("arena_ladder")
    elif not options.ladder and len(typed["players"]) != 2:
        raise Unreadable("arena_players")
    found = {name: known.get(name) if value is None else value for name, value in typed.items()}
    levels = list(LEVELS) if options.ladder else typed["players"] or known["players"][0]
    if len(levels) < 2:
        raise Unreadable("arena_players")
    for level in levels:
        make(level)  # says which there are, and what one of them needs
    pairs, within = found["pairs"], found["within"]
    if pairs is None:
        pairs = _PAIRS
    if pairs < 1:
        raise Unreadable("arena_pairs", pairs=pairs)
    if within is not None and not (math.isfinite(within) and within > 0):
        raise Unreadable("arena_until", until=within)
    return {
        "levels": levels,
        "pairs": pairs,
        "within": within,
        "seed": "0" if found["seed"] is None else found["seed"],
        "rules": Rules.parse(found["rules"] or DEFAULT_PROFILE),
        "parties": bool(found["parties"]),
        "jobs": options.jobs,
        "keep": None if keep is None else Path(keep),
    }


def _print(played: Match, stop: Stop, as_json: bool) -> None:
    if as_json:
        print(json.dumps(figures(played, stop), indent=1))
        return
    print(played)
    print(times_line(played, 0))
    print(times_line(played, 1))
    print(_stop_line(stop))


def _print_ladder(levels: list[str], played: list[Match], stop: Stop, as_json: bool) -> None:
    if as_json:
        print(json.dumps([figures(each, stop) for each in played], indent=1))
        return
    first = played[0]
    print(text("arena.ladder", rules=first.rules, seed=first.seed, pairs=stop.most))
    print(cross_table(levels, played))
    shown: dict[str, str] = {}
    for each in played:
        for at, name in enumerate(each.names):
            shown.setdefault(name, times_line(each, at))
    for level in levels:
        print(shown[level])
    print(_stop_line(stop))


def _stop_line(stop: Stop) -> str:
    if stop.within is None:
        return text("arena.fixed", most=stop.most)
    return text("arena.sequential", within=stop.within, every=stop.every, most=stop.most)


def progress_bar(unit: str) -> Callable[[int, int], None] | None:
    """Return what draws a bar with the time left on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        return None
    began = monotonic()
    drawn = -1.0

    def draw(done: int, of: int) -> None:
        nonlocal drawn
        now = monotonic()
        if done < of and now - drawn < 0.1:
            return
        drawn = now
        filled = _WIDTH * done // of
        line = f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{of} {unit}"
        if 0 < done < of:
            left = round((now - began) * (of - done) / done)
            line += ", " + text("arena.left", minutes=left // 60, seconds=f"{left % 60:02}")
        print(f"{line}    ", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return draw
