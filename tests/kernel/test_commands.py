"""``piquet table`` and ``piquet bench``: what they print, and when their exit code is 1."""

import json
from pathlib import Path

import pytest

from piquet import kernel
from piquet.cli import main
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


def test_bench_prints_rows(table: kernel.Table, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bench", "--quick", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    fields = ["name", "value", "unit", "must", "aim", "ok", "comparison", "ratio"]
    assert all(list(row) == fields for row in rows)
    assert all(isinstance(row["value"], (int, float)) for row in rows)
    assert code == (0 if all(row["ok"] is not False for row in rows) else 1)
