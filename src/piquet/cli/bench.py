"""``piquet bench``: what the core does in a second, each figure beside what it should reach.

Every figure is that of the best of a few runs, because whatever else the machine does can only slow
a run down; a figure that is missed is told, and only results that are wrong fail.  Comparisons come
from the packages of the ``bench`` extra, in the same run: colver (belote, in Rust) and OpenSpiel
(euchre and skat, in C++).  Without them there are none.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter

from piquet import kernel
from piquet.base import Seat
from piquet.cli.needs import core_missing
from piquet.oracle.weights import CLUB
from piquet.rules import Rules
from piquet.texts import text

__all__ = ["Row", "rows", "run"]

_SLACK = 2  # machines are shared: a figure is accepted within this factor of its must


@dataclass(frozen=True, slots=True)
class Row:
    """One figure, its limits and, where there is one, what another package does."""

    name: str
    value: float
    unit: str
    must: float | None = None
    aim: float | None = None
    ok: bool | None = None
    comparison: str | None = None
    ratio: float | None = None


def run(options: argparse.Namespace) -> int:
    """Measure and print; 1 where a result is wrong or the core is missing."""
    missing = core_missing()
    if missing:
        print(missing, file=sys.stderr)
        return 1
    found = rows(quick=options.quick)
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in found]}, indent=1))
    else:
        for row in found:
            print(_line(row))
    return 0 if all(row.unit or row.ok is not False for row in found) else 1


def _line(row: Row) -> str:
    verdict = {True: text("cli.bench.ok"), False: text("cli.bench.missed"), None: ""}[row.ok]
    limits = " / ".join("-" if limit is None else f"{limit:g}" for limit in (row.must, row.aim))
    line = f"{row.name:<54} {row.value:>9.3g} {row.unit:<8} {limits:>12}  {verdict}"
    if row.comparison is not None and row.ratio is not None:
        line += "  " + text("cli.bench.ratio", ratio=f"{row.ratio:,.3g}", other=row.comparison)
    return line.rstrip()


def _row(
    name: str,
    value: float,
    unit: str,
    must: float | None,
    aim: float | None,
    other: str = "",
    ratio: float | None = None,
) -> Row:
    """Return a figure with its verdict: a speed must be at least its limit, a cost at most.

    ``other`` is the work of another package that is ``ratio`` times as slow; None where it is not
    installed.
    """
    ok = None
    if must is not None and unit == "":
        ok = value <= must
    elif must is not None:
        speed = unit.endswith("/s") or unit == "x"
        ok = value >= must / _SLACK if speed else value <= must * _SLACK
    comparison = None if ratio is None else text(f"cli.bench.{other}")
    return Row(text(f"cli.bench.{name}"), value, unit, must, aim, ok, comparison, ratio)


def _best(work: Callable[[], object], runs: int) -> float:
    """Return the seconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def rows(quick: bool = False) -> list[Row]:
    """Measure everything and return the figures in order."""
    runs = 2 if quick else 5
    return [
        *_imports(runs),
        *_building(quick),
        *_values(quick, runs),
        *_worlds(quick, runs),
        *_exchange(runs),
        *_playouts(quick, runs),
    ]


def _imports(runs: int) -> list[Row]:
    code = "from time import perf_counter as t; a = t(); import {}; print(t() - a)"

    def seconds(module: str) -> float:
        asked = [sys.executable, "-c", code.format(module)]
        return min(float(subprocess.check_output(asked)) for _ in range(runs))

    asked = [sys.executable, "-c", f"import piquet; {code.format('piquet.kernel._core')}"]
    native = min(float(subprocess.check_output(asked)) for _ in range(runs))
    return [
        _row("import_package", seconds("piquet"), "s", 0.15, None),
        _row("import_core", 1e3 * native, "ms", 5, None),
    ]


def _building(quick: bool) -> list[Row]:
    kernel.solved()
    found = []
    if not quick:
        with tempfile.TemporaryDirectory() as folder:
            before = os.environ.get("PIQUET_CACHE")
            os.environ["PIQUET_CACHE"] = folder
            try:
                found.append(_row("cold", _best(kernel.solved, 1), "s", 10, 3))
            finally:
                os.environ.pop("PIQUET_CACHE")
                if before is not None:
                    os.environ["PIQUET_CACHE"] = before
    wrong = sum(not finding.good for finding in kernel.check())
    size = kernel.where().stat().st_size / 1e6
    code = (
        "from time import perf_counter as t; from piquet.kernel import cache; a = t(); "
        "cache.solved(); print(t() - a)"
    )
    load = min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3))
    return [
        *found,
        _row("figures", wrong, "", 0, None),
        _row("size", size, "MB", 40, 23),
        _row("load", 1e3 * load, "ms", 50, 5),
    ]


def _values(quick: bool, runs: int) -> list[Row]:
    import numpy as np

    count = 200_000 if quick else 1_000_000
    table = kernel.solved()
    generator = np.random.default_rng(1)
    order = generator.permuted(np.tile(np.arange(32, dtype=np.uint32), (count, 1)), axis=1)
    bits = np.uint32(1) << order
    leaders = np.bitwise_or.reduce(bits[:, :12], axis=1)
    followers = np.bitwise_or.reduce(bits[:, 12:24], axis=1)
    one = _best(lambda: table.values(leaders, followers), runs)
    two = _best(lambda: table.values(leaders, followers, 2), runs)
    asked, read = min(table.time_values(leaders, followers) for _ in range(runs))
    return [
        _row("values", count / one / 1e6, "M/s", 10, 25),
        _row("one_value", asked / read, "reads", 3, 1.5),
        _row("threads", one / two, "x", 1.8, None),
    ]


def _worlds(quick: bool, runs: int) -> list[Row]:
    table = kernel.solved()
    tables = kernel.compiled(Rules.named("rubicon"))
    deck = [1 << card for card in (7 * card % 32 for card in range(32))]
    hand, rest = sum(deck[:12]), deck[12:]
    elder, _, _ = kernel.worlds(tables, sum(rest[:15]), 12)
    led = rest[17].bit_length() - 1
    younger, _, _ = kernel.worlds(tables, sum(rest[:17]), 11)
    lead = _best(lambda: table.leads_of(hand, elder), runs)
    reply = _best(lambda: table.replies_of(younger[:6188], hand, led), runs)
    solve = _colver_solve(2 if quick else 5)
    solved_here = lead / len(elder)  # seconds for every card of one world
    return [
        _row(
            "lead",
            1e3 * lead,
            "ms",
            2,
            0.5,
            "colver_solve",
            None if solve is None else solve / solved_here,
        ),
        _row("reply", 1e3 * reply, "ms", 10, 3),
    ]


def _exchange(runs: int) -> list[Row]:
    from piquet.cards import CardSet

    rules = Rules.named("rubicon")
    hand = CardSet.parse("SAKQJ9 HA87 DQ9 C87")
    discards = kernel.legal_discards(rules, Seat.ELDER, hand)
    club = kernel.player(CLUB)

    def weigh() -> object:
        return kernel.weigh_discards(
            kernel.compiled(rules),
            kernel.solved(),
            Seat.ELDER,
            hand.mask,
            discards,
            opponent=club,
            seed=1,
            worlds=300,
            threads=2,
        )

    return [_row("exchange", 1e3 * _best(weigh, runs), "ms", 100, 30)]


def _playouts(quick: bool, runs: int) -> list[Row]:
    count = 5_000 if quick else 50_000
    tables = kernel.compiled(Rules.named("rubicon"))
    club = kernel.player(CLUB)

    def speed(player: kernel.Policy | None) -> float:
        work = lambda: kernel.play_shuffled(tables, (player, player), 1, 0, count)  # noqa: E731
        return count / _best(work, runs)

    rules, chance = speed(club), speed(None)

    def row(name: str, value: float, other: str, must: float | None, theirs: float | None) -> Row:
        aim = None if must is None else 5
        ratio = None if theirs is None else value / theirs
        return _row(name, value / 1e6, "M/s", must, aim, other, ratio)

    colver = _colver_rollouts(runs)
    return [
        row("rule_playouts", rules, "colver_rollouts", 3, colver),
        row("random_playouts", chance, "colver_rollouts", None, colver),
        row("random_euchre", chance, "spiel_euchre", None, _spiel_rollouts("euchre", quick, runs)),
        row("random_skat", chance, "spiel_skat", None, _spiel_rollouts("skat", quick, runs)),
    ]


def _colver_rollouts(runs: int) -> float | None:
    """Return random deals of belote a second from the first bid, None without colver."""
    try:
        from colver import Env  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    env, count = Env.deal(dealer=1, seed=1), 20_000
    return count / _best(lambda: env.rollout(count), runs)


def _colver_solve(deals: int) -> float | None:
    """Return seconds for all cards of belote's first lead with open hands, on average."""
    try:
        from colver import Env  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    took = 0.0
    for seed in range(deals):
        env = Env.deal(dealer=1, seed=seed)
        env.set_contract(seed % 4, 80, 0, 0)
        env.set_phase_playing()
        began = perf_counter()
        env.solve_scores()
        took += perf_counter() - began
    return took / deals


def _spiel_rollouts(name: str, quick: bool, runs: int) -> float | None:
    """Return random playouts a second of deals in OpenSpiel, in its own C++ loop, or None.

    The search is stopped after its first step, which does nothing but those playouts.
    """
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    game, count = pyspiel.load_game(name), 1000 if quick else 5000
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    playouts = pyspiel.RandomRolloutEvaluator(count, 1)
    bot = pyspiel.MCTSBot(game, playouts, 1.0, 1, 100, False, 1, False)
    return count / _best(lambda: bot.mcts_search(state), runs)
