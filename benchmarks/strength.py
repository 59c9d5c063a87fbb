"""How strong the strong levels are: figures of mirrored matches, each beside what it must reach.

    python benchmarks/strength.py [ROW ...] [--quick] [--jobs 2] [--seed quote-1] [--keep FOLDER]

Without names all rows are measured; ``--quick`` takes so few pairs that only gross faults show, and
``--share 0.1`` a tenth of the full number.  The interval is half the width of the 95 % interval.
``--keep`` names a folder in which matches are kept pair by pair, so that a broken run goes on.
Packs whose seed begins with ``quote-`` are for figures that are quoted and are never used for
tuning.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np
from yardsticks import L4, YARDSTICKS

from piquet.actions import Action, Kind
from piquet.arena import Contestant, Match, match
from piquet.arena.report import seconds
from piquet.base import Estimate, Seat
from piquet.dealing import Deal, seed_bytes
from piquet.oracle import playouts
from piquet.oracle.exact import spoken
from piquet.oracle.play import Cards
from piquet.oracle.stakes import Stakes
from piquet.players import Player, make
from piquet.players.strong import Strong
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import Standing, View

_EXCHANGES = (Kind.CARTE_BLANCHE, Kind.SET_ASIDE, Kind.EXCHANGE)


# --- players that differ in one thing -------------------------------------------------------------


def points_minded(seed: int) -> Player:
    """Return the master who plays for points of the deal and not for the partie."""
    return Strong("master", seed, "points")


class FlatPlay:
    """The master's exchange; each card by 200 playouts of the rule player in hands that fit."""

    def __init__(self, seed: int = 0, count: int = 200) -> None:
        self._master = points_minded(seed)
        self._seed, self._count = seed, count

    def act(self, view: View) -> Action:
        """Return one of ``view.legal_actions``."""
        legal = view.legal_actions
        if legal.kinds[0] in _EXCHANGES or len(legal) == 1:
            return self._master.act(view)
        said = spoken(view, legal.kinds)
        if said is not None:
            return said
        return playouts.choose(view, seed=self._seed, playouts=self._count)


class RuleDiscards:
    """The discards of the yardstick L4, the play of the master."""

    def __init__(self, seed: int = 0) -> None:
        self._master, self._rule = points_minded(seed), L4(seed)

    def act(self, view: View) -> Action:
        """Return one of ``view.legal_actions``."""
        by_rule = view.legal_actions.kinds[0] in _EXCHANGES
        return (self._rule if by_rule else self._master).act(view)


class Seeing:
    """The master who is told the other hand when a card is due; no player, but what one lacks."""

    def __init__(self, seed: int = 0) -> None:
        self._master = points_minded(seed)

    def act(self, view: View, now: int, kept: int) -> Action:
        """Return one of ``view.legal_actions``: the other side holds ``now`` of what it kept."""
        legal = view.legal_actions
        if legal.kinds[0] in _EXCHANGES or len(legal) == 1:
            return self._master.act(view)
        said = spoken(view, legal.kinds)
        if said is not None:
            return said
        stakes = Stakes(view.rules, view.seat, "points")
        hands, twelve = (np.array([mask], dtype=np.uint32) for mask in (now, kept))
        choice = Cards(view, stakes, hands, twelve)
        return Action(Kind.PLAY, choice.cards[int(choice.worth()[0].argmax())])


# --- rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One figure: what it must and should reach, what came out, on how many pairs, at what pace.

    ``low`` tells that the lower end of the interval must reach it, ``most`` that the figure must
    stay below.
    """

    name: str
    what: str
    unit: str
    must: float | None
    aim: float | None
    value: float
    interval: float | None = None
    pairs: int | None = None
    seed: str | None = None
    times: str = ""
    low: bool = False
    most: bool = False

    @property
    def good(self) -> bool | None:
        """Tell whether what must be is reached."""
        if self.must is None:
            return None
        if self.most:
            return self.value <= self.must
        reached = self.value - (self.interval or 0.0) if self.low else self.value
        return reached >= self.must

    def __str__(self) -> str:
        must = "-" if self.must is None else f"{self.must:g}"
        aim = "-" if self.aim is None else f"{self.aim:g}"
        spread = "" if self.interval is None else f" ± {self.interval:.2f}"
        found = f"{self.value:+.2f}{spread} {self.unit}"
        verdict = {True: "ok", False: "missed", None: ""}[self.good]
        on = "" if self.pairs is None else f"{self.pairs} pairs, seed {self.seed}"
        line = f"{self.what:<58} {must:>6} {aim:>6}  {found:<34} {verdict:<6} {on}  {self.times}"
        return line.rstrip()


@dataclass(frozen=True)
class Sizes:
    """How much is played, and where it is kept."""

    quick: bool
    share: float
    jobs: int
    seed: str
    keep: Path | None

    def pairs(self, full: int, quick: int) -> int:
        """Return how many pairs a row gets."""
        return quick if self.quick else max(2, round(self.share * full))

    def match(
        self, name: str, a: Contestant, b: Contestant, pairs: int, parties: bool = False
    ) -> Match:
        """Play a match, or go on with it."""
        keep = None if self.keep is None else self.keep / f"{name}.jsonl"
        seed = f"{self.seed} {name}"
        return match(a, b, pairs, seed, parties=parties, jobs=self.jobs, keep=keep)


def _row(
    name: str,
    what: str,
    unit: str,
    must: float | None,
    aim: float | None,
    found: Estimate,
    played: Match,
    factor: float = 1.0,
    low: bool = False,
) -> Row:
    return Row(
        name,
        what,
        unit,
        must,
        aim,
        factor * found.value,
        factor * found.interval if math.isfinite(found.interval) else None,
        found.n,
        played.seed,
        _pace(played),
        low,
    )


def _pace(played: Match) -> str:
    """Return how long both thought, in milliseconds a decision on average."""
    means = [seconds(played.times(at))["mean"] for at in (0, 1)]
    shown = [f"{1e3 * mean:.2f}" if isinstance(mean, float) else "-" for mean in means]
    return f"{' / '.join(shown)} ms a decision"


def club(sizes: Sizes) -> list[Row]:
    """Measure the master against the club player."""
    played = sizes.match("club", "master", "club", sizes.pairs(2000, 20))
    return [_row("club", "master v club", "a pair", 15, 22, played.margin, played)]


def classic(sizes: Sizes) -> list[Row]:
    """Measure the master against the classic Oracle, deals and parties."""
    deals = sizes.match("classic", "master", "classic", sizes.pairs(300, 2))
    parties = sizes.match("classic-parties", "master", "classic", sizes.pairs(100, 1), parties=True)
    assert parties.parties is not None
    won = parties.parties.won
    return [
        _row("classic", "master v classic", "a pair", 5, 10, deals.margin, deals),
        _row("classic", "master v classic, parties", "% won", 60, None, won, parties, 100),
    ]


def composite(sizes: Sizes) -> list[Row]:
    """Measure the master against C, deals and parties."""
    c = YARDSTICKS["C"]
    deals = sizes.match("composite", "master", c, sizes.pairs(8000, 20))
    parties = sizes.match("composite-parties", "master", c, sizes.pairs(3000, 5), parties=True)
    ended = parties.parties
    assert ended is not None
    return [
        _row("composite", "master v C", "a pair", 10, 11, deals.margin, deals, low=True),
        _row("composite", "master v C, parties", "% won", 64.5, 66, ended.won, parties, 100, True),
        _row(
            "composite",
            "master v C, settlement",
            "a partie",
            86,
            95,
            ended.settlement,
            parties,
            low=True,
        ),
    ]


def flat(sizes: Sizes) -> list[Row]:
    """Measure exact play against 200 rule playouts an option, with the same exchange."""
    played = sizes.match("flat", points_minded, FlatPlay, sizes.pairs(1000, 10))
    what = "exact play v 200 rule playouts an option"
    return [_row("flat", what, "a deal", 6, None, played.margin, played, 0.5)]


def discards(sizes: Sizes) -> list[Row]:
    """Measure all discards tried against L4's rule for them, with the same play."""
    played = sizes.match("discards", points_minded, RuleDiscards, sizes.pairs(1500, 10))
    what = "all discards tried v L4's rule, same play"
    return [_row("discards", what, "a deal", 3.5, None, played.margin, played, 0.5)]


def seeing(sizes: Sizes) -> list[Row]:
    """Measure what the master would gain against the club player by seeing the other hand."""
    pairs, seed = sizes.pairs(1000, 10), f"{sizes.seed} seeing"
    own = sizes.match("seeing", points_minded, "club", pairs)
    pack, more = seed_bytes(seed), []
    rules = Rules.named("rubicon")
    # The same worlds in the exchange as the match has, so that the play alone differs.
    master = Seeing(int.from_bytes(seed_bytes(f"{seed} A")[:8], "big"))
    for number in range(1, pairs + 1):
        deal = Deal.numbered(pack, number)
        won = sum(_seen(deal, rules, seat, master) for seat in Seat)
        more.append(won - own.margins[number])
    gap = Estimate.mean(more)
    row = _row(
        "seeing", "gained by seeing the other hand in play, v club", "a pair", 2, 1.5, gap, own
    )
    return [replace(row, most=True)]


def _seen(deal: Deal, rules: Rules, seat: Seat, master: Seeing) -> int:
    """Return by how much the seeing master beats the club player in a seat."""
    other = make("club")
    position = Position(deal, rules)
    while position.to_move is not None:
        view = position.view(position.to_move)
        if position.to_move is seat:
            against = position.view(seat.other)
            action = master.act(view, against.hand.mask, against.kept.mask)
        else:
            action = other.act(view)
        position = position.after(action)
    return position.scores[seat] - position.scores[seat.other]


def partie(sizes: Sizes) -> list[Row]:
    """Measure what playing for the partie gains against playing for points, in mirrored parties."""
    played = sizes.match("partie", "master", points_minded, sizes.pairs(1000, 3), parties=True)
    assert played.parties is not None
    found, won = played.parties.settlement, played.parties.won
    what = "partie-minded v points-minded master"
    row = _row("partie", f"{what}, settlement", "2 parties", 0, 8, found, played, 2, True)
    return [row, _row("partie", f"{what}, won", "% won", None, None, won, played, 100)]


def pace(sizes: Sizes) -> list[Row]:
    """Measure how long the master takes, on one core."""
    played = match("master", "club", sizes.pairs(100, 5), f"{sizes.seed} pace")
    rows = []
    for kind, must, aim in (("exchange", 50, 10), ("card", 10, 1)):
        p99 = seconds(played.times(0, kind))["p99"]
        assert isinstance(p99, float)
        count = len(played.times(0, kind))
        what = f"master, {kind}, 99th percentile of {count}"
        rows.append(Row("pace", what, "ms", must, aim, 1e3 * p99, most=True))
    return rows


def equity(_: Sizes) -> list[Row]:
    """Measure how long the values of a partie of six deals take, nothing kept."""
    from piquet.oracle.equity import Equity
    from piquet.oracle.results import results

    rules = Rules.named("rubicon")
    before = os.environ.get("PIQUET_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PIQUET_CACHE"] = folder
        try:
            began = perf_counter()
            Equity(rules, results.__wrapped__(rules)).value(Standing(), Seat.ELDER)
            took = perf_counter() - began
        finally:
            os.environ.pop("PIQUET_CACHE")
            if before is not None:
                os.environ["PIQUET_CACHE"] = before
    what = "equity of six deals, results measured and values kept"
    return [Row("equity", what, "s", 2, None, took, most=True)]


ROWS: dict[str, Callable[[Sizes], list[Row]]] = {
    "club": club,
    "classic": classic,
    "composite": composite,
    "flat": flat,
    "discards": discards,
    "seeing": seeing,
    "partie": partie,
    "pace": pace,
    "equity": equity,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(ROWS))
    parser.add_argument("--quick", action="store_true", help="few pairs")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the full number")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--seed", default="quote-1", help="which packs")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where matches are kept")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args()
    unknown = set(options.rows) - set(ROWS)
    if unknown:
        parser.error(f"no row {', '.join(sorted(unknown))}: there are {', '.join(ROWS)}")
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    sizes = Sizes(options.quick, options.share, options.jobs, options.seed, options.keep)
    found = []
    if not options.json:
        print(f"{'what':<58} {'must':>6} {'aim':>6}  measured")
    for name in options.rows or ROWS:
        for row in ROWS[name](sizes):
            found.append(row)
            if not options.json:
                print(row, flush=True)
    if options.json:
        print(json.dumps([{**asdict(row), "good": row.good} for row in found], indent=1))


if __name__ == "__main__":
    main()
