"""The command line: what it prints alone, its exit codes, and that it shows no traceback."""

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import NoReturn

import pytest

import piquet
import piquet.cli.deal
from piquet import Card, CardSet, Deal, PiquetError, kernel
from piquet.cli import main
from piquet.cli.term import Style


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


def program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a user does, with nothing on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "piquet", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        timeout=60,
        check=False,
    )


# Alone


def test_without_a_terminal_it_says_how_to_play() -> None:
    done = program()
    assert (done.returncode, done.stderr) == (0, "")
    for command in ("serve", "play", "resume", "rules", "deal", "score", "replay"):
        assert f"piquet {command}" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_with_standard_input_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stdin", stream)
        assert main([]) == 0
        assert "piquet play" in capsys.readouterr().out


def test_in_a_terminal_it_opens_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def call(options: object) -> int:
        started.append(options)
        return 0

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(piquet.cli, "_call", call)
    assert main([]) == 0
    assert main(["serve"]) == 0
    assert started[0] == started[1]
    assert vars(started[0])["run"] == ("piquet.cli.serve", "run")


def test_version() -> None:
    done = program("--version")
    python = ".".join(map(str, sys.version_info[:3]))
    assert (done.returncode, done.stderr) == (0, "")
    core = "native" if kernel.available() else "pure Python; no native core"
    assert done.stdout == f"piquet {piquet.__version__}, Python {python}, core: {core}\n"


def test_help() -> None:
    done = program("--help", COLUMNS="80")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: piquet ")
    assert max(map(len, done.stdout.splitlines())) <= 80


# Exit codes


@pytest.mark.parametrize(
    "arguments",
    [
        ["shuffle"],
        ["--nonsense"],
        ["deal", "--seed"],
        ["deal", "--seed", "a", "--code", "b"],
        ["replay"],
        ["replay", "x.pqn", "--step", "many"],
        ["replay", "x.pqn", "--seat", "dealer"],
        ["score", "--elder", "AS"],
        ["play", "--leve", "club"],
    ],
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("usage: piquet ")


def test_faulty_input() -> None:
    done = program("deal", "--code", "nonsense")
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    with pytest.raises(PiquetError) as refused:
        Deal.from_code("nonsense")
    assert done.stderr.strip() == str(refused.value)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (MemoryError(), 1, "memory"),
        (RecursionError("deep"), 1, "nested too deeply"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), 1, "not UTF-8"),
        (FileNotFoundError(2, "No such file or directory", "x.pqn"), 1, "x.pqn: No such file"),
        (OSError("strange"), 1, "strange"),
        (KeyboardInterrupt(), 130, "Interrupted"),
        (ZeroDivisionError("by zero"), 3, "ZeroDivisionError: by zero"),
    ],
)
def test_every_error_is_a_sentence(
    error: BaseException,
    code: int,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(piquet.cli.deal, "run", raiser(error))
    monkeypatch.setattr(piquet.cli, "_drop", lambda _: None)
    assert main(["deal"]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert words in printed.err


def test_a_fault_of_the_program_can_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piquet.cli.deal, "run", raiser(ZeroDivisionError()))
    monkeypatch.setenv("PIQUET_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["deal"])


def raiser(error: BaseException) -> Callable[[object], NoReturn]:
    def run(_: object) -> NoReturn:
        raise error

    return run


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"], ["deal", "--seed", "letter"]])
def test_a_reader_may_leave_early(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "piquet", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_may_leave_early_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piquet.cli.deal, "run", raiser(OSError(errno.EINVAL, "Invalid argument")))
    monkeypatch.setattr(piquet.cli, "_drop", lambda _: None)
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(["deal"]) == 0


# One deal


def test_deal_by_seed_and_by_its_code() -> None:
    by_seed = json.loads(program("deal", "--seed", "letter", "--json").stdout)
    by_code = json.loads(program("deal", "--code", by_seed["code"], "--json").stdout)
    deal = Deal.random("letter")
    assert by_seed == {
        "code": deal.code,
        "seed": "letter",
        "elder": str(deal.elder),
        "younger": str(deal.younger),
        "talon": " ".join(map(str, deal.talon)),
    }
    assert by_code == {**by_seed, "seed": None}


def test_a_drawn_seed_gives_the_deal_again() -> None:
    first = program("deal", "--ascii").stdout
    seed = first.split()[-1]
    assert program("deal", "--ascii", "--seed", seed).stdout == first
    assert program("deal", "--ascii").stdout != first


def test_deal_shows_all_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--seed", "letter", "--ascii"]) == 0
    printed = capsys.readouterr().out
    assert printed.isascii()
    hands = dict(line.split(maxsplit=1) for line in printed.splitlines())
    shown = CardSet()
    for name in ("elder", "younger"):
        suits = hands[name].split("  ")
        shown |= CardSet.parse(" ".join(suit.replace(" ", "") for suit in suits))
    assert len(shown) == 24
    talon = [Card.parse(word) for word in hands["talon"].split()]
    assert (shown | CardSet.of(*talon)) == CardSet.ALL
    assert hands["code"] == Deal.random("letter").code


def test_letters_where_symbols_cannot_be_printed() -> None:
    done = program("deal", "--seed", "letter", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout == program("deal", "--seed", "letter", "--ascii").stdout


# What a terminal can show


@pytest.fixture
def modern(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Set up a terminal that shows everything."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("WT_SESSION", "1")
    return monkeypatch


def test_colour_where_it_can_be_seen(modern: pytest.MonkeyPatch) -> None:
    hearts = CardSet.parse("AH TH")
    assert Style.of(Terminal()).cards(hearts) == "\x1b[31m♥\x1b[0m A 10"
    assert Style.of(Terminal("ascii")).cards(hearts) == "\x1b[31mH\x1b[0m A 10"
    assert Style.of(io.StringIO()).colour is False
    modern.setenv("NO_COLOR", "1")
    assert Style.of(Terminal()).cards(hearts) == "♥ A 10"
    modern.setenv("NO_COLOR", "")
    assert Style.of(Terminal()).colour is True
    modern.setenv("TERM", "dumb")
    assert Style.of(Terminal()).colour is False


def test_style_without_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert Style.of() == Style(colour=False, symbols=False, width=Style.of().width)


@pytest.mark.parametrize(("columns", "width"), [("200", 80), ("60", 60), ("3", 20), ("", 80)])
def test_width(columns: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(os, "get_terminal_size", raiser(OSError()))
    assert Style.of(Terminal()).width == width


def test_a_seed_is_printed_harmlessly(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--seed", "\x1b[31m"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("seed     '\\x1b[31m'\n")


def test_a_set_of_rules_may_be_typed_in_capitals(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("RUBICON", "Club(Packet=2)"):
        assert main(["rules", name]) == 0
        assert capsys.readouterr().out.startswith(name.lower())
    assert main(["rules", "rubicon", "--against", "RUBICON"]) == 0


@pytest.mark.parametrize(
    "arguments", [["\x1b[2J"], ["deal", "\x1b[2J"], ["replay", "--step", "\x1b"]]
)
def test_wrong_usage_is_printed_harmlessly(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "\x1b" not in capsys.readouterr().err
