"""``piquet stats``: how deals of self-play go, beside hands that were recorded and a simulation."""

import argparse
import json
import sys
from pathlib import Path

from piquet.arena import Interrupted, selfplay
from piquet.arena.statistics import Figure, statistics
from piquet.base import Unreadable
from piquet.cli.arena import progress_bar
from piquet.players import make
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text

__all__ = ["run"]

_INTERRUPTED = 130


def run(options: argparse.Namespace) -> int:
    """Play deals and print their figures; 130 where it was interrupted."""
    if not options.selfplay:
        raise Unreadable("stats_of_what")
    if options.deals < 1:
        raise Unreadable("stats_deals", deals=options.deals)
    make(options.level)  # says which there are, and what one of them needs
    rules = Rules.parse(options.rules or DEFAULT_PROFILE)
    seed = "0" if options.seed is None else options.seed
    keep = None if options.keep is None else Path(options.keep)
    try:
        games = selfplay(
            options.level,
            options.deals,
            seed,
            rules,
            jobs=options.jobs,
            keep=keep,
            progress=progress_bar(text("stats.deals")),
        )
    except Interrupted as broken:
        print(text("stats.broken", done=broken.done, of=broken.of), file=sys.stderr)
        return _INTERRUPTED
    figures = statistics(games)
    if options.json:
        head = {"level": options.level, "deals": len(games), "seed": seed, "rules": str(rules)}
        print(json.dumps({**head, "figures": [each._asdict() for each in figures]}, indent=1))
        return 0
    head_line = text("stats.head", level=options.level, deals=len(games), rules=rules, seed=seed)
    print(head_line)
    print(
        f"{'':<42}{text('stats.own'):>16}{text('stats.recorded'):>12}{text('stats.simulated'):>12}"
    )
    for figure in figures:
        print(_line(figure))
    print(text("stats.sources"))
    return 0


def _line(figure: Figure) -> str:
    own = f"{figure.value:.2f}"
    if figure.interval is not None:
        own += f" ± {figure.interval:.2f}"
    others = "".join(
        f"{'-' if other is None else f'{other:.1f}':>12}"
        for other in (figure.recorded, figure.simulated)
    )
    return f"{text(f'stats.figure.{figure.name}'):<42}{own:>16}{others}"
