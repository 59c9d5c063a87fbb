"""The table on disk: what is damaged is noticed and rebuilt, what is there is shared."""

import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from piquet import kernel
from piquet.kernel import Table, cache, figures
from piquet.kernel.lock import locked


@pytest.fixture
def copy(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A good table of this test's own, in a folder of its own."""
    path = kernel.where(1)
    shutil.copy(path, tmp_path)
    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "_open_tables", {})
    return tmp_path / path.name


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, table: Table) -> list[int]:
    """Counts the builds, and makes them short: what is built is a copy of the good table."""
    good = kernel.where(1).read_bytes()[64:]
    count: list[int] = []

    def build(z: int, threads: int, progress: object) -> bytes:
        count.append(z)
        return good

    monkeypatch.setattr(cache._core, "build", build)
    return count


def flip(path: Path, at: int) -> None:
    """Change one bit of a file."""
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 4]))


DAMAGES: dict[str, Callable[[Path], None]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: os.truncate(path, 10_000_000),
    "one byte short": lambda path: os.truncate(path, path.stat().st_size - 1),
    "longer": lambda path: os.truncate(path, path.stat().st_size + 1),
    "older": lambda path: flip(path, 8),
    "other rules": lambda path: flip(path, 12),
    "a bit of the values": lambda path: flip(path, 12_345_678),
    "the last bit": lambda path: flip(path, path.stat().st_size - 2),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_noticed_and_rebuilt(copy: Path, built: list[int], damage: str) -> None:
    kernel.solved(1)
    assert built == []
    cache._open_tables.clear()
    DAMAGES[damage](copy)
    kernel.solved(1)
    assert built == [1]
    assert all(finding.good for finding in kernel.check(1))
    cache._open_tables.clear()
    kernel.solved(1)
    assert built == [1]


def test_the_whole_is_checked_once_for_each_file(
    copy: Path, built: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    sound = cache._sound
    monkeypatch.setattr(cache, "_sound", lambda *given: looked.append(1) or sound(*given))
    for _ in range(3):
        cache._open_tables.clear()
        kernel.solved(1)
    assert len(looked) == 1
    copy.touch()
    cache._open_tables.clear()
    kernel.solved(1)
    assert (len(looked), built) == (2, [])


def test_check_names_what_is_wrong(copy: Path, built: list[int]) -> None:
    flip(copy, 64 + 5)
    bad = [finding.name for finding in kernel.check(1) if not finding.good]
    assert bad == ["checksum", "sum 2"] or bad == ["checksum", "sum 1"]


def test_check_needs_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path))
    with pytest.raises(FileNotFoundError):
        kernel.check(1)


def test_a_rebuild_replaces_a_good_table(copy: Path, built: list[int]) -> None:
    before = copy.stat().st_ino
    kernel.solved(1)
    kernel.build(1)
    assert built == [1]
    assert copy.stat().st_ino != before


def test_what_a_killed_writer_left_is_swept(copy: Path, built: list[int]) -> None:
    left = copy.with_name(f"{copy.name}.123.new")
    left.write_bytes(b"half")
    kernel.build(1)
    assert sorted(path.suffix for path in copy.parent.iterdir()) == [".checked", ".lock", ".table"]


def test_a_folder_that_cannot_be_written_is_no_obstacle(
    built: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path / "file" / "folder"))
    assert kernel.solved(1).value(0xFFF, 0xFFF000) > 0
    assert built == [1]


def test_a_wrong_build_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path))
    monkeypatch.setattr(cache._core, "build", lambda *_: bytes(cache._core.packed_size()))
    with pytest.raises(RuntimeError, match="wrong"):
        kernel.solved(1)
    assert not kernel.where(1).exists()


def test_the_extra_is_0_or_1() -> None:
    with pytest.raises(ValueError, match="0 or 1"):
        kernel.solved(2)


def test_the_figures_are_the_published_ones() -> None:
    assert sum(figures.COUNTS) == 31_070_889
    assert figures.SUMS[1][-1] == 249_741_035


def _open_and_count(folder: str, started: object, builds: object) -> None:
    os.environ["PIQUET_CACHE"] = folder
    real = cache._core.build

    def build(*given: object) -> bytes:
        builds.put(os.getpid())  # type: ignore[attr-defined]
        return real(*given)  # type: ignore[arg-type]

    cache._core.build = build  # type: ignore[assignment]
    started.wait()  # type: ignore[attr-defined]
    kernel.solved(1)


def test_two_that_start_at_once_build_once(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    builds = spawn.Queue()
    started = spawn.Barrier(2)
    both = [
        spawn.Process(target=_open_and_count, args=(str(tmp_path), started, builds))
        for _ in range(2)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join(120)
    assert [one.exitcode for one in both] == [0, 0]
    builds.get(timeout=5)
    assert builds.empty()


def _hold(path: str, held: object) -> None:
    with locked(Path(path)):
        held.set()  # type: ignore[attr-defined]
        time.sleep(600)


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_the_lock_of_a_killed_holder_is_free(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    held = spawn.Event()
    holder = spawn.Process(target=_hold, args=(str(tmp_path / "lock"), held))
    holder.start()
    assert held.wait(60)
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join(60)
    with locked(tmp_path / "lock"):
        pass
