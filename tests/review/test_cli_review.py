"""``piquet review``: what it prints, and what it refuses in a sentence."""

import json
import re
from pathlib import Path

import pytest

from piquet.cli import main, review

BOOKS = Path(__file__).resolve().parents[2] / "src/piquet/record/books"
WORKED = BOOKS / "cavendish-1892-worked-deal.pqn"
pytestmark = pytest.mark.usefixtures("rough")


def reviewed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of the command."""
    code = main(["review", *map(str, arguments)])
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print for a plain terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")


def test_the_whole_is_printed_at_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = reviewed(capsys, str(WORKED), "--ascii")
    assert (code, err) == (0, "")
    assert out.isascii()
    lines = out.splitlines()
    assert lines[0] == "Review: A against B"
    assert max(map(len, lines)) < 80
    assert "what came out" in out
    assert re.search(r"^   1        28        23     28-23", out, re.M)
    assert "Deal 1, step 0, A (elder): bad" in out


def test_one_deal_is_printed_decision_by_decision(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = reviewed(capsys, str(WORKED), "--deal", "1")
    assert code == 0
    assert max(map(len, out.splitlines())) < 80
    steps = [
        int(line[:4]) for line in out.splitlines() if re.match(r" {0,3}\d+ (elder|younger)", line)
    ]
    assert steps == sorted(steps)
    assert len(steps) > 20
    seats = reviewed(capsys, str(WORKED), "--deal", "1", "--seat", "younger")[1]
    assert not re.search(r"^ +\d+ elder ", seats, re.M)
    person = reviewed(capsys, str(WORKED), "--person", "second")[1]
    assert "What A decided" not in person
    assert "What B decided" in person


def test_a_dumb_terminal_has_no_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    code, out, _ = reviewed(capsys, str(WORKED), "--deal", "1")
    assert code == 0
    assert "Step 0, elder: throws" in out
    assert not re.search(r"\S   +\S", out)


def test_the_document_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = reviewed(capsys, str(WORKED), "--json")
    told = json.loads(out)
    assert code == 0
    assert told["diagnostics"] == []
    assert told["deals"][0]["decisions"][0]["done"]["action"] == "exchange KS 9D 8D 8C 7C"


def test_what_cannot_be_reviewed_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "partie.pgn"
    other.write_text('[Event "Casual"]\n1. e4 e5 2. Nf3\n', encoding="utf-8")
    code, out, err = reviewed(capsys, str(other))
    assert (code, out) == (1, "")
    assert f"{other}:1:1: " in err
    code, out, err = reviewed(capsys, str(tmp_path / "none.pqn"))
    assert (code, out) == (1, "")
    assert "none.pqn" in err
    code, out, err = reviewed(capsys, str(WORKED), "--deal", "3")
    assert (code, out) == (1, "")
    assert "no deal 3" in err
    code, out, err = reviewed(capsys, str(BOOKS / "cavendish-1892-score-card-1.pqn"))
    assert (code, out) == (1, "")
    assert "nothing to review" in err
    monkeypatch.setattr(review, "core_missing", lambda: "The core is missing: build it.")
    code, out, err = reviewed(capsys, str(WORKED))
    assert (code, out, err) == (1, "", "The core is missing: build it.\n")


def test_a_record_with_a_fault_is_reviewed_up_to_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = WORKED.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("4. JH"))
    broken = tmp_path / "broken.pqn"
    broken.write_text("\n".join([*lines[:at], "4. JH AS", *lines[at + 1 :]]), encoding="utf-8")
    code, out, err = reviewed(capsys, str(broken))
    assert code == 1
    assert f"broken.pqn:{at + 1}:" in err
    assert "stops in the middle of deal 1" in out
    assert "What A decided" in out
    code, out, _ = reviewed(capsys, str(broken), "--json")
    assert code == 1
    assert json.loads(out)["diagnostics"]
