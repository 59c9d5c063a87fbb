"""``piquet play`` and ``piquet resume``: a whole partie in plain terminal text."""

from __future__ import annotations

import argparse

from piquet.base import PiquetError
from piquet.cli import table
from piquet.cli.game import Game
from piquet.cli.saves import fresh, waiting
from piquet.cli.sitting import Sitting
from piquet.cli.term import Style
from piquet.dealing import fresh_seed
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text

__all__ = ["resume", "run"]

_LEVEL = "club"


def run(options: argparse.Namespace) -> int:
    """Play parties until the player has had enough; what is unfinished is kept.

    Raises Unreadable for rules, a level, a seed or a deal code that cannot be read.
    """
    rules = Rules.parse(options.rules or DEFAULT_PROFILE)
    level = options.level or _LEVEL
    # A drawn seed is a text like any other: typed after --seed it gives this partie again.
    seed = fresh_seed().hex() if options.seed is None else options.seed
    game = Game(rules, level, seed, options.deal or "")
    style = Style.of(ascii_only=options.ascii)
    return Sitting(game, fresh(), style, seed=options.seed).sit()


def resume(options: argparse.Namespace) -> int:
    """Go on with the partie that was left last, at the very decision.

    Raises Unreadable (``save_lost``, ``save_unfit``) where none of the saves can be read.
    """
    style = Style.of(ascii_only=options.ascii)
    faults: list[PiquetError] = []
    for slot in waiting():
        try:
            words, note = slot.load()
            game = Game.of(words)
        except PiquetError as error:
            faults.append(error)
            continue
        for said in (*map(str, faults), note):
            for line in table.paragraphs(said, style) if said else ():
                print(line)
        return Sitting(game, slot, style).sit(resumed=True)
    if faults:
        raise faults[0]
    print(text("play.nothing_waits"))
    return 1
