"""``piquet play`` and ``piquet resume``: a whole partie in plain terminal text."""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

from piquet.base import PiquetError
from piquet.cli import table
from piquet.cli.ask import Ended, line, numbers_of
from piquet.cli.game import Game
from piquet.cli.memory import typed_at_a_terminal
from piquet.cli.saves import Slot, fresh, waiting
from piquet.cli.sitting import Sitting
from piquet.cli.term import Style
from piquet.dealing import fresh_seed
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text

__all__ = ["resume", "run"]

_LEVEL = "club"
_LISTED = 9


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
    if typed_at_a_terminal() and waiting():
        print(text("play.others_wait"))
    return Sitting(game, fresh(), style, seed=options.seed).sit()


class _Kept(NamedTuple):
    """An unfinished partie that can be gone on with."""

    slot: Slot
    game: Game
    note: str


def resume(options: argparse.Namespace) -> int:
    """Go on with a partie that was left, the latest first, at the very decision.

    Raises Unreadable (``save_lost``, ``save_unfit``) where none of the saves can be read.
    """
    style = Style.of(ascii_only=options.ascii)
    kept: list[_Kept] = []
    faults: list[PiquetError] = []
    asks = typed_at_a_terminal()
    elsewhere = False
    for slot in waiting():
        if not slot.claim():
            elsewhere = True
            continue
        try:
            words, note = slot.load()
            kept.append(_Kept(slot, Game.of(words), note))
        except PiquetError as error:
            faults.append(error)
            slot.release()
        if kept and (not asks or len(kept) == _LISTED):
            break
    if not kept and faults:
        raise faults[0]
    for said in map(str, faults):
        _say(said, style)
    if elsewhere:
        _say(text("play.elsewhere"), style)
    if not kept:
        if not elsewhere:
            _say(text("play.nothing_waits"), style)
        return 1
    chosen = None
    try:
        chosen = kept[0] if len(kept) == 1 else _which(kept, style)
    except Ended:
        return 0
    finally:
        for one in kept:
            if one is not chosen:
                one.slot.release()
    if chosen.note:
        _say(chosen.note, style)
    return Sitting(chosen.game, chosen.slot, style).sit(resumed=True)


def _which(kept: list[_Kept], style: Style) -> _Kept:
    """Ask which of several parties is to be gone on with."""
    _say(text("play.which_waits"), style)
    for number, one in enumerate(kept, 1):
        partie = one.game.partie
        mine, theirs = partie.scores
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.slot.time))
        said = text(
            "play.which_one",
            n=partie.deal_number,
            mine=mine,
            theirs=theirs,
            rules=partie.rules.name,
            level=one.game.level,
            when=when,
        )
        _say(f"{number:>3}  {said}", style)
    while True:
        _say(text("play.which"), style)
        print("> ", end="", flush=True)
        words = line()
        numbers = numbers_of(words or "1", len(kept))
        if numbers is not None and len(numbers) == 1:
            return kept[numbers[0] - 1]


def _say(words: str, style: Style) -> None:
    for part in table.paragraphs(words[:1].upper() + words[1:], style):
        print(part)
