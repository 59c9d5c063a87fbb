"""A partie in a real terminal: signals, colour, and a screen of 80 by 24 without a wrapped line.

What needs a pseudo-terminal is skipped on Windows, which has none; what needs tmux where there is
no tmux.
"""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from piquet import kernel

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals (pty)", allow_module_level=True)

import fcntl
import pty
import struct
import termios

COMMAND = [sys.executable, "-m", "piquet"]
PATIENCE = 20.0


class Terminal:
    """The program in a pseudo-terminal of 80 by 24."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.seen = ""
        self.pid, self.handle = pty.fork()
        if self.pid == 0:  # pragma: no cover - the child
            os.environ.update({"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment})
            os.environ.pop("COLUMNS", None)
            if "NO_COLOR" not in environment:
                os.environ.pop("NO_COLOR", None)
            # By name: what libraries have set behind Python's back is not handed on.
            os.execve(COMMAND[0], [*COMMAND, *arguments], os.environ)
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def until(self, words: str) -> str:
        """Read until some words come, and return all that came since the last time."""
        start, end = len(self.seen), time.monotonic() + PATIENCE
        while words not in self.seen[start:]:
            if not self._read(end):
                raise AssertionError(f"{words!r} did not come:\n{self.seen[start:]}")
        return self.seen[start:]

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.handle], [], [], max(0.0, end - time.monotonic()))
        try:
            data = os.read(self.handle, 65536) if ready else b""
        except OSError:  # what Linux says when the other end is closed
            data = b""
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, words: str, wait: str = "\n> ") -> str:
        """Type a line and return what is printed up to the next prompt."""
        os.write(self.handle, words.encode() + b"\n")
        return self.until(wait)

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while self._read(time.monotonic() + PATIENCE):
            pass
        os.close(self.handle)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIQUET_DATA", str(tmp_path))
    return tmp_path


def begin(*arguments: str, **environment: str) -> Terminal:
    """Start a partie and choose two cards to throw."""
    terminal = Terminal("play", "--seed", "a", *arguments, **environment)
    terminal.until("\n> ")
    terminal.type("")
    terminal.type("1 2")
    return terminal


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_keeps_the_partie(number: signal.Signals) -> None:
    terminal = begin()
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number
    assert "The partie is kept: piquet resume goes on with it." in terminal.seen
    assert "Traceback" not in terminal.seen
    again = Terminal("resume")
    told = again.until("\n> ")
    assert "Here is the partie that you left." in told
    assert "2 of 5 chosen" in told
    again.type("quit", "goes on with it.")
    assert again.end() == 0


def test_control_c_and_control_d() -> None:
    terminal = begin()
    os.write(terminal.handle, b"\x03")
    assert terminal.end() == 130
    assert "The partie is kept" in terminal.seen
    again = Terminal("resume")
    again.until("\n> ")
    os.write(again.handle, b"\x04")
    assert again.end() == 0
    assert "The partie is kept" in again.seen


def test_killed_outright() -> None:
    terminal = begin()
    os.kill(terminal.pid, signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    again = Terminal("resume")
    assert "2 of 5 chosen" in again.until("\n> ")
    again.type("quit", "goes on")
    again.end()


def test_a_second_terminal_is_told() -> None:
    first = begin()
    second = Terminal("resume")
    assert second.end() == 1
    assert "open in another terminal" in second.seen
    os.kill(first.pid, signal.SIGKILL)
    first.end()
    third = Terminal("resume")
    assert "2 of 5 chosen" in third.until("\n> ")
    third.type("quit", "goes on")
    third.end()


def test_a_narrower_terminal_is_written_to_as_it_is() -> None:
    terminal = begin()
    fcntl.ioctl(terminal.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    told = re.sub(r"\x1b\[[0-9;]*m", "", terminal.type("?"))
    assert 40 < max(len(line.rstrip("\r")) for line in told.split("\n")) < 50
    terminal.type("quit", "goes on")
    terminal.end()


def test_several_parties_wait() -> None:
    first = begin()
    first.type("quit", "goes on")
    first.end()
    second = Terminal("play", "--seed", "b")
    assert "(An unfinished partie is waiting: piquet resume goes on with it.)" in second.until("> ")
    second.type("")
    second.type("1")
    second.type("quit", "goes on")
    second.end()
    resumed = Terminal("resume")
    told = resumed.until("\n> ")
    assert "  1  Deal 1, you 0, computer 0: rubicon, club, " in told
    assert "  2  Deal 1, you 0, computer 0: rubicon, club, " in told
    assert "2 of 5 chosen" not in resumed.type("7")
    assert "2 of 5 chosen" in resumed.type("2")
    resumed.type("quit", "goes on")
    resumed.end()


def test_piquet_alone_opens_the_table() -> None:
    """It can be reached, Enter prints another key, and Ctrl-C closes it with a sentence."""
    terminal = Terminal(DISPLAY="", WAYLAND_DISPLAY="")
    terminal.until("Ctrl-C closes the table.")
    first = re.search(r"(http://127\.0\.0\.1:\d+/)#(\S{43})", terminal.seen)
    assert first is not None
    with urllib.request.urlopen(first[1], timeout=PATIENCE) as page:
        assert page.status == 200
    start = len(terminal.seen)
    terminal.type("", first[1] + "#")
    while not (second := re.search(r"#(\S{43})\s", terminal.seen[start:])):
        terminal.until("\n")
    assert second[1] != first[2]
    os.write(terminal.handle, b"\x03")
    terminal.until("all parties are kept.")
    assert terminal.end() == 0


def colours(**environment: str) -> set[str]:
    """Return the escape codes that a whole exchange prints."""
    terminal = begin(**environment)
    terminal.type("")
    terminal.type("quit", "goes on")
    terminal.end()
    return set(re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b", terminal.seen))


def test_colour_and_nothing_else() -> None:
    """No code but those of colour is ever printed: no cursor moves and nothing is drawn again."""
    assert colours() == {"\x1b[31m", "\x1b[1m", "\x1b[0m"}
    assert colours(NO_COLOR="1") == set()
    assert colours(TERM="dumb") == set()


def test_what_is_typed_moves_no_cursor() -> None:
    """Escape codes that somebody types are not printed, not even in the answer to them."""
    terminal = Terminal("play", "--seed", "a", NO_COLOR="1")
    terminal.until("\n> ")
    for sly in ("\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\x1b[A" * 5, "\u202eKH"):
        told = terminal.type(sly)
        answer = told.split("\n", 1)[1]
        assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", answer), ascii(answer)
    terminal.type("quit", "Goodbye.")
    assert terminal.end() == 0


def test_a_dumb_terminal_gets_no_columns() -> None:
    terminal = begin(TERM="dumb")
    assert "Your hand: " in terminal.seen
    terminal.type("quit", "goes on")
    terminal.end()


@pytest.mark.parametrize("words", ["hint", "hint playouts"])
def test_a_hint_fits_the_screen(words: str) -> None:
    """Options and reasons stand at once on a screen of 80 by 24, the prompt below them."""
    terminal = begin(NO_COLOR="1")
    told = terminal.type(words)
    lines = told.split("\n")
    if kernel.available():
        assert lines[1].startswith("The Oracle")
        assert "Build on" in told
        assert any(line.startswith("*") for line in lines[2:-1])  # the two cards chosen
    else:
        assert lines[1].startswith("A hint cannot be given.")
    assert max(len(line.rstrip("\r")) for line in lines) < 80
    assert len(lines) <= 24
    terminal.type("quit", "goes on")
    terminal.end()


# In tmux, which shows what a person sees


@pytest.fixture
def tmux(data: Path) -> Iterator[list[str]]:
    """Return the start of a command for a tmux of our own."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    base = ["tmux", "-L", f"piquet-test-{os.getpid()}", "-f", "/dev/null"]
    yield base
    subprocess.run([*base, "kill-server"], check=False, capture_output=True)


def test_no_line_is_wrapped(tmux: list[str]) -> None:
    """Half a partie of help, scores and play at 80 by 24: each line fits in its row."""

    def run(*words: str) -> str:
        done = subprocess.run([*tmux, *words], check=True, capture_output=True, text=True)
        return done.stdout

    def captured(*options: str) -> list[str]:
        screen = run("capture-pane", "-p", "-S", "-", *options, "-t", "t")
        return [row.rstrip() for row in screen.rstrip().split("\n")]

    def until_asked() -> None:
        end = time.monotonic() + PATIENCE
        while captured()[-1] not in (">", "-- Enter: more; any word: enough --"):
            assert time.monotonic() < end, captured()[-24:]
            time.sleep(0.02)

    program = " ".join([*COMMAND, "play", "--seed", "letter"])
    run("new-session", "-d", "-s", "t", "-x", "80", "-y", "24", f"LC_ALL=C.UTF-8 {program}")
    typed = ["", "", "?", "1 2 3", "?", "", "s", "score", "hello", "discards", "talk", "99"]
    typed += [
        *["1", "2", "3", "4", "5", "6"] * 4,
        "tricks",
        "?",
        "last",
        "rules",
        "",
        "no",
        "score",
    ]
    for line in typed:
        until_asked()
        if line:
            run("send-keys", "-t", "t", "-l", "--", line)
        run("send-keys", "-t", "t", "Enter")
    until_asked()
    rows = captured()
    joined = captured("-J")
    assert [row for row in joined if row not in rows] == []  # none was wrapped
    assert any("this deal: you" in row for row in rows)
    assert max(map(len, rows)) <= 80
