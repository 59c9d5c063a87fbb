"""The README's library example prints what the README says it prints."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from piquet.cli import parser

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the fenced blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_library_example_prints_what_it_says() -> None:
    (example,) = blocks("python")
    expected = blocks("text")[1]
    assert len(example.splitlines()) <= 10
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    assert printed.getvalue() == expected


def test_every_option_of_the_table_of_commands_exists(capsys: pytest.CaptureFixture[str]) -> None:
    rows = re.findall(r"^\| `(piquet \w.*?)` \|", README, re.MULTILINE)
    assert len(rows) >= 6
    for row in rows:
        with pytest.raises(SystemExit):
            parser().parse_args([row.split()[1], "--help"])
        usage = capsys.readouterr().out
        assert set(re.findall(r"--[\w-]+", row)) <= set(re.findall(r"--[\w-]+", usage)), row


def test_every_command_of_the_table_of_figures_is_there() -> None:
    """Whatever script a figure comes from stands in the tree."""
    commands = re.findall(
        r"^\| .* \| `(.*?)` \|$", README.split("Every figure here")[1], re.MULTILINE
    )
    assert len(commands) >= 4
    for command in commands:
        for word in shlex.split(command):
            if re.fullmatch(r"[\w./-]+\.(py|json|pqn)(::\w+)?", word):
                assert (ROOT / word.split("::")[0]).is_file(), word
