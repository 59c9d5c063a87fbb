"""``piquet table`` and ``piquet bench``: what they print, and when their exit code is 1."""

import json
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from piquet import kernel
from piquet.cli import bench, main
from piquet.kernel import cache


def test_a_table_is_found_checked_and_reported(
    table: kernel.Table, plain_table: kernel.Table, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table"]) == 0
    shown = capsys.readouterr().out
    assert str(kernel.where(1)) in shown
    assert str(kernel.where(0)) in shown
    assert main(["table", "--check"]) == 0
    assert capsys.readouterr().out.count("16 of 16 figures are right") == 2


def test_a_check_that_fails_exits_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path))
    assert main(["table", "--check"]) == 1
    assert "no table yet" in capsys.readouterr().out
    kernel.where(1).write_bytes(bytes(64 + cache._core.packed_size()))
    assert main(["table", "--check"]) == 1
    assert "wrong: checksum" in capsys.readouterr().out


def test_bench_without_other_packages_compares_nothing(
    table: kernel.Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for package in ("colver", "pyspiel"):
        monkeypatch.setitem(sys.modules, package, None)
    assert main(["bench", "--quick", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    fields = ["name", "value", "unit", "must", "aim", "ok", "comparison", "ratio"]
    assert all(list(row) == fields for row in rows)
    assert all(isinstance(row["value"], (int, float)) for row in rows)
    assert all(row["comparison"] is None and row["ratio"] is None for row in rows)


@pytest.mark.parametrize(
    ("name", "value", "unit", "must", "ok"),
    [
        ("values", 5.0, "M/s", 10, True),  # half of what must be is let pass
        ("values", 4.9, "M/s", 10, False),
        ("threads", 0.89, "x", 1.8, False),
        ("lead", 4.0, "ms", 2, True),
        ("lead", 4.1, "ms", 2, False),
        ("figures", 0, "", 0, True),
        ("figures", 1, "", 0, False),
        ("random_playouts", 1.0, "M/s", None, None),
    ],
)
def test_what_a_bench_row_says(
    name: str,
    value: float,
    unit: str,
    must: float | None,
    ok: bool | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = bench._row(name, value, unit, must, None, "spiel_skat", 12.0)
    assert row.ok is ok
    monkeypatch.setattr(bench, "rows", lambda quick: [row])
    # What is slow is told; only what is wrong fails.
    assert main(["bench"]) == int(name == "figures" and ok is False)
    line = capsys.readouterr().out
    assert "12 times OpenSpiel" in line
    assert ("missed" in line) == (ok is False)


def test_bench_compares_with_packages_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    colver, spiel = MagicMock(), MagicMock()
    state = spiel.load_game.return_value.new_initial_state.return_value
    state.is_chance_node.side_effect = [True, False]
    state.legal_actions.return_value = [7, 8]
    monkeypatch.setitem(sys.modules, "colver", colver)
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    rollouts, solve = bench._colver_rollouts(1), bench._colver_solve(2)
    playouts = bench._spiel_rollouts("skat", True, 1)
    assert all(one is not None and one > 0 for one in (rollouts, solve, playouts))
    colver.Env.deal.return_value.rollout.assert_called_once_with(20_000)
    assert colver.Env.deal.return_value.solve_scores.call_count == 2
    state.apply_action.assert_called_once_with(7)
    spiel.MCTSBot.return_value.mcts_search.assert_called_once_with(state)
