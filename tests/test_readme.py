"""The README's library example prints what the README says it prints."""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from piquet import kernel
from piquet.cli import parser
from piquet.rules import PROFILES

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the fenced blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


EXAMPLES = re.findall(
    r"^```python\n(.*?)^```\n\nprints\n\n```text\n(.*?)^```$", README, re.M | re.S
)


@pytest.mark.parametrize(("example", "expected"), EXAMPLES)
def test_a_library_example_prints_what_it_says(example: str, expected: str) -> None:
    if "oracle" in example and not kernel.available():
        pytest.skip("the native core is not there")
    assert len(example.splitlines()) <= 10
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    assert printed.getvalue() == expected


def test_every_example_is_run() -> None:
    assert len(EXAMPLES) == len(blocks("python")) == 2


def test_every_option_of_the_table_of_commands_exists(capsys: pytest.CaptureFixture[str]) -> None:
    rows = re.findall(r"^\| `(piquet \w.*?)` \|", README, re.MULTILINE)
    assert len(rows) >= 6
    for row in rows:
        with pytest.raises(SystemExit):
            parser().parse_args([row.split()[1], "--help"])
        usage = capsys.readouterr().out
        assert {*re.findall(r"--[\w-]+", row), "--help"} == set(re.findall(r"--[\w-]+", usage)), row


FIGURES = dict(
    re.findall(r"^\| (.*) \| `(.*?)` \|$", README.split("## Every figure")[1], re.MULTILINE)
)


def test_every_command_of_the_table_of_figures_is_there() -> None:
    """Whatever script a figure comes from stands in the tree."""
    assert len(FIGURES) >= 4
    for command in FIGURES.values():
        for word in shlex.split(command):
            if re.fullmatch(r"[\w./-]+\.(py|json|pqn)(::\w+)?", word):
                assert (ROOT / word.split("::")[0]).is_file(), word


@pytest.mark.parametrize(
    ("figure", "printed"),
    [
        ("1,146,826,761,889,536,000 possible deals", ["1146826761889536000"]),
        ("twelve sets of rules", [f"  {name}" for name in PROFILES]),
        ("84 of the 90 written cases", ["84 passed, 0 failed, 6 skipped"]),
        ("28 to 23, the deal worked through", ["the cards +10 +28 +23"]),
    ],
)
def test_a_figure_is_what_its_command_prints(figure: str, printed: list[str]) -> None:
    """The other figures are tested above, or are what a machine can do."""
    (command,) = (found for words, found in FIGURES.items() if words.startswith(figure))
    head, *words = shlex.split(command)
    start = {"python": [sys.executable], "piquet": [sys.executable, "-m", "piquet"]}[head]
    done = subprocess.run([*start, *words], cwd=ROOT, capture_output=True, check=True)
    lines = done.stdout.decode().splitlines()
    for line in printed:
        assert any(re.match(line, found) for found in lines), line


def test_there_are_twelve_sets_of_rules() -> None:
    assert len(PROFILES) == 12
    named = re.findall(r"`(\w+)`", README.split("## Sets of rules")[1].split("## Every")[0])
    assert set(PROFILES) <= set(named)
