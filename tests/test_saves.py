"""Saves: where they lie, that none is lost when the program is killed, and what damage does."""

import errno
import io
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from piquet.base import Unreadable
from piquet.cards import CardSet
from piquet.cli import main, saves
from piquet.cli.game import Game
from piquet.cli.saves import Slot, fresh, home, seal, unseal, waiting
from piquet.profiles import PROFILES
from piquet.rules import Rules

FULL = os.environ.get("PIQUET_FULL") == "1"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIQUET_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", None)
    return tmp_path / "data"


def begun(seed: str = "letter") -> Game:
    """Return a partie in which the first cards are dealt."""
    game = Game(Rules.named("rubicon"), "club", seed)
    while not game.partie.needs_deal:
        if game.yours:
            game.act(game.partie.legal_actions[0])
        else:
            game.act(game.computer())
    game.deal()
    return game


def further(game: Game) -> Game:
    """Return the partie one action later."""
    game.act(game.partie.legal_actions[0] if game.yours else game.computer())
    return game


# Where they lie


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: Path) -> None:
    assert home() == folder
    monkeypatch.delenv("PIQUET_DATA")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert home() == tmp_path / ".local" / "share" / "piquet"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert home() == tmp_path / "xdg" / "piquet"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert home() == tmp_path / ".local" / "share" / "piquet"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert home() == tmp_path / "Library" / "Application Support" / "piquet"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert home() == tmp_path / "local" / "piquet"
    monkeypatch.delenv("LOCALAPPDATA")
    monkeypatch.delenv("APPDATA", raising=False)
    assert home() == tmp_path / "AppData" / "Local" / "piquet"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_its_owner_reads_a_save(folder: Path) -> None:
    slot = fresh()
    slot.keep("words")
    assert slot.path.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_latest_comes_first(folder: Path) -> None:
    slots = [fresh() for _ in range(3)]
    for age, slot in enumerate(slots):
        slot.keep(str(age))
        os.utime(slot.path, (1000 - age, 1000 - age))
    (folder / "notes.txt").write_text("not a save")
    assert [slot.load()[0] for slot in waiting()] == ["0", "1", "2"]
    slots[0].forget()
    assert [slot.load()[0] for slot in waiting()] == ["1", "2"]


# What they hold


@pytest.mark.parametrize("rules", list(PROFILES))
def test_a_partie_comes_back(rules: str) -> None:
    """A match of several games, with all its cuts, is the longest."""
    game = Game(Rules.parse(rules), "random", "x")
    while game.partie.outcome is None and len(game.partie.finished) < 12:
        for _ in range(37 if rules == "rubicon" else 191):
            if game.partie.needs_deal:
                game.deal()
            elif game.partie.outcome is None:
                further(game)
        back = Game.of(game.written)
        assert back.written == game.written
        assert back.log == game.log
        assert (back.seed, back.level, back.rules) == (game.seed, game.level, game.rules)
        assert back.position == game.position


def test_what_was_chosen_and_taken_back_comes_back() -> None:
    game = begun("x")
    while game.view is None or not game.yours:
        further(game)
    game.pending = CardSet.of(*list(game.view.hand)[:2])
    game.undone = {1}
    back = Game.of(game.written)
    assert (back.pending, back.assisted) == (game.pending, {1})


@pytest.mark.parametrize(
    "seed", ["", "; x", " {a} ", '"', "\u2660\u202e\x1b[31m", "1: 2\nRules: x"]
)
def test_any_seed_comes_back(seed: str) -> None:
    game = begun(seed)
    assert Game.of(game.written).seed == seed
    assert "\x1b" not in game.written


def test_the_first_cards_come_back() -> None:
    game = Game(Rules.parse("cavendish(packet=2)"), "random", "s", "083SG1066GEEX")
    back = Game.of(game.written)
    assert back.first == game.first
    assert back.rules == game.rules


# Damage


def test_the_copy_before_is_kept() -> None:
    slot = fresh()
    slot.keep("old")
    slot.keep("new")
    assert slot.load() == ("new", "")
    slot.path.write_bytes(b"")
    words, note = slot.load()
    assert words == "old"
    assert note == (
        "The latest save cannot be read (it is damaged); the copy before it is used, and a step or"
        " two may be missing."
    )
    slot.path.unlink()  # as when the program was killed between the two renamings
    assert slot.load() == ("old", "")
    slot.before.write_bytes(b"\xff\xfe")
    with pytest.raises(Unreadable) as refused:
        slot.load()
    assert refused.value.code == "save_lost"


def damage(data: bytes, rng: random.Random) -> bytes:
    """Return a file with something of it changed, lost, doubled or overwritten."""
    at = rng.randrange(len(data))
    match rng.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        case 2:
            return data[:at] + rng.randbytes(rng.randint(1, 30)) + data[at:]
        case 3:
            return bytes(len(data))
        case 4:
            return data[at:] + data[:at] if at else data + data
        case _:
            return data[:at] + rng.randbytes(len(data) - at)


def test_damaged_saves(capsys: pytest.CaptureFixture[str]) -> None:
    slot = fresh()
    game = begun()
    slot.keep(game.written)
    old = game.written
    slot.keep(further(game).written)
    sound = slot.path.read_bytes()
    rng = random.Random(8)
    for number in range(1000):
        slot.path.write_bytes(damage(sound, rng))
        words, note = slot.load()
        assert words == old
        assert "the copy before it is used" in note
        if number % 125 == 0:
            assert main(["resume"]) == 0
            told = " ".join(capsys.readouterr().out.split())
            assert "the copy before it is used" in told
            assert "The partie is kept" in told
            slot.path.write_bytes(seal(old))
            slot.before.write_bytes(seal(old))
    assert unseal(sound) == game.written


def test_both_damaged(capsys: pytest.CaptureFixture[str]) -> None:
    slot = fresh()
    slot.keep(begun().written)
    slot.keep("not a partie")
    slot.before.write_bytes(b"x")
    assert main(["resume"]) == 1
    assert "the save holds no partie" in capsys.readouterr().err
    slot.path.write_bytes(b"x")
    assert main(["resume"]) == 1
    told = capsys.readouterr()
    assert "cannot be read (it is damaged), nor can the copy before it" in told.err
    assert "Traceback" not in told.err + told.out


def test_a_sound_one_is_found_behind_a_lost_one(capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = fresh(), fresh()
    good.keep(begun().written)
    bad.keep("x")
    os.utime(good.path, (1, 1))
    assert main(["resume"]) == 0
    told = capsys.readouterr().out
    assert "The save holds no partie" in told or "the save holds no partie" in told
    assert "Here is the partie that you left." in told


def test_nothing_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume"]) == 1
    assert capsys.readouterr().out == "No unfinished partie is waiting; piquet play starts one.\n"


@pytest.mark.parametrize(
    "change",
    [
        ('Seed: "letter"', "Seed: 7"),
        ('Seed: "letter"', "Seed: {"),
        ("Level: club", "Level: champion"),
        ("Rules: rubicon", "Rules: digitel"),
        ("Result: unfinished", "Assisted: one"),
        ("Younger: 7S", "Younger: 8S"),
    ],
)
def test_a_sealed_text_that_is_no_partie(change: tuple[str, str]) -> None:
    words = begun().written
    assert change[0] in words
    with pytest.raises(Unreadable) as refused:
        Game.of(words.replace(*change))
    assert refused.value.code == "save_unfit"


# The system


def test_a_disk_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    slot = fresh()
    slot.keep("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        slot.keep("new")
    assert slot.load() == ("old", "")


def test_the_text_is_on_the_disk_before_it_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def forced(handle: int) -> None:
        done.append("fsync")
        fsync(handle)

    def renamed(source: Path, target: Path) -> None:
        done.append(target.suffix)
        replace(source, target)

    monkeypatch.setattr(saves.os, "fsync", forced)
    monkeypatch.setattr(saves.os, "replace", renamed)
    slot = fresh()
    slot.keep("old")
    slot.keep("new")
    last = [] if sys.platform == "win32" else ["fsync"]
    first = ["fsync", ".before", ".save", *last]
    assert done[-len(first) :] == first


_SAVER = """
import itertools, sys
from pathlib import Path
from piquet.cli.saves import Slot
slot = Slot(Path(sys.argv[1]))
for number in itertools.count(int(sys.argv[2])):
    slot.keep(f"{number} " + "x" * 20000)
    print(number, flush=True)
"""


def test_killed_while_saving(folder: Path) -> None:
    """Whatever moment the program is killed at: the last save that ended, or the next, is there."""
    slot = Slot(folder / "partie.save")
    rng = random.Random(19)
    number = 0
    for _ in range(200 if FULL else 20):
        child = subprocess.Popen(
            [sys.executable, "-c", _SAVER, str(slot.path), str(number)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        told = child.stdout.readline()  # at least one save has ended
        time.sleep(rng.random() * 0.03)
        child.kill()
        told += child.stdout.read()
        child.stdout.close()
        child.wait()
        if sys.platform != "win32":
            assert child.returncode == -signal.SIGKILL
        last = int(told.split("\n")[-2])
        words, note = slot.load()
        assert note == ""
        assert int(words.split()[0]) in (last, last + 1)
        assert words.endswith(" " + "x" * 20000)
        number = last + 2


def test_one_partie_is_open_in_one_place_at_a_time(tmp_path: Path) -> None:
    first, second = Slot(tmp_path / "one.save"), Slot(tmp_path / "one.save")
    first.keep("x\n")
    assert first.claim()
    assert first.claim()  # what you have you may take again
    assert not second.claim()
    first.release()
    assert second.claim()
    assert not first.claim()
    second.forget()
    assert list(tmp_path.iterdir()) == []


def test_a_second_terminal_is_told_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIQUET_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["play", "--seed", "a"]) == 0
    (slot,) = waiting()
    kept = slot.path.read_bytes()
    assert slot.claim()
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n\n"))
    assert main(["resume"]) == 1
    assert "open in another terminal" in capsys.readouterr().out
    assert slot.path.read_bytes() == kept
    slot.release()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n\n"))
    assert main(["resume"]) == 0
    assert slot.path.read_bytes() != kept
    assert slot.claim()  # it was given back


def test_where_nothing_can_be_locked_one_can_play(tmp_path: Path) -> None:
    assert Slot(tmp_path / "missing" / "one.save").claim()


def test_a_full_disk_leaves_no_half_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("piquet.cli.saves.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        Slot(tmp_path / "one.save").keep("x\n")
    assert list(tmp_path.iterdir()) == []


def test_a_word_to_save_is_answered_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PIQUET_DATA", str(tmp_path / "file"))
    monkeypatch.setattr("sys.stdin", io.StringIO("save\n\nsave\nsave\n"))
    assert main(["play", "--seed", "a"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "No cards have been dealt yet." in out
    assert out.count("cannot be kept just now") == 3
    assert "The partie is kept." not in out


def test_what_was_kept_before_the_disk_was_full_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n1\n"))
    assert main(["play", "--seed", "a"]) == 0

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as now:
        now.setattr("piquet.cli.saves.os.fsync", full)
        now.setattr("sys.stdin", io.StringIO("2\n\n"))
        assert main(["resume"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert out.endswith("No space left on device. piquet resume goes on with what was.")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["resume"]) == 0
    assert "1 of 5 chosen" in capsys.readouterr().out
