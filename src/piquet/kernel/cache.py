"""The solved table on disk: built once, checked, written whole or not at all, shared by processes.

A file is 64 bytes of header and the packed values.  It is never changed in place: a new one is
written beside it, forced to disk and put in its place, so a process that has mapped the old one
keeps it.  A lock that the system frees when its holder dies lets one process build while others
wait.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from piquet.kernel import _core
from piquet.kernel.figures import COUNTS, DIGESTS, FORMAT, SUMS
from piquet.kernel.files import folder, write
from piquet.kernel.lock import locked

__all__ = ["Finding", "build", "check", "solved", "where"]

Progress = Callable[[int, int], None]

_MAGIC = b"piquet\r\n"
_HEADER = struct.Struct("<8sIiQQ32s")  # magic, format, last trick, positions, bytes, SHA-256
_open_tables: dict[tuple[int, Path], _core.Table] = {}
_opening = threading.Lock()


class Finding(NamedTuple):
    """One thing that :func:`check` compared: its name, what it should be, and what it is."""

    name: str
    expected: object
    found: object

    @property
    def good(self) -> bool:
        """Whether the two are equal."""
        return self.expected == self.found


class _Damaged(Exception):
    """The file is not a table that this version can use."""


def where(last_trick_extra: int = 1) -> Path:
    """Return the place of the table for rules whose last trick scores this much extra (0 or 1).

    >>> where(0).name
    'last-trick-0.table'
    """
    _z(last_trick_extra)
    return folder() / f"last-trick-{last_trick_extra}.table"


def solved(
    last_trick_extra: int = 1, progress: Progress | None = None, threads: int = 0
) -> _core.Table:
    """Return the solved table, mapped from the cache; it is built where there is none.

    ``progress`` is called with (positions done, positions in all) while it is built, on all cores
    unless ``threads`` says otherwise.  Where the cache cannot be written the table lives in
    memory.  Raises ValueError for an extra other than 0 or 1.
    """
    path = where(last_trick_extra)
    z = _z(last_trick_extra)
    with _opening:
        table = _open_tables.get((z, path))
        if table is None:
            try:
                table = _load(path, z)
            except (OSError, _Damaged):
                with _alone(path):
                    table = _build_unless_there(path, z, progress, threads)
            _open_tables[z, path] = table
        return table


def build(
    last_trick_extra: int = 1, progress: Progress | None = None, threads: int = 0
) -> _core.Table:
    """Build the table anew, whatever the cache holds, and return it."""
    path = where(last_trick_extra)
    z = _z(last_trick_extra)
    with _opening:
        with _alone(path):
            table = _build(path, z, progress, threads)
        _open_tables[z, path] = table
        return table


def check(last_trick_extra: int = 1) -> list[Finding]:
    """Compare the table on disk with what is known: its header, checksum, counts and sums.

    Raises OSError where there is no file.
    """
    import hashlib

    path = where(last_trick_extra)
    z = _z(last_trick_extra)
    with path.open("rb") as file:
        header = file.read(_HEADER.size)
        payload = file.read()
    findings = [
        Finding("header", _header(z), header),
        Finding("bytes", _core.packed_size(), len(payload)),
        Finding("checksum", DIGESTS[z], hashlib.sha256(payload).hexdigest()),
        Finding("positions", COUNTS, tuple(_core.levels()[1:])),
    ]
    if len(payload) == _core.packed_size():
        sums = _core.Table(payload, z).sums()
        for cards, (expected, found) in enumerate(zip(SUMS[z], sums[1:], strict=True), start=1):
            findings.append(Finding(f"sum {cards}", expected, found))
    return findings


def _z(last_trick_extra: int) -> int:
    """What the core calls the worth of the last trick: 1 with the extra point, else -1."""
    if last_trick_extra not in (0, 1):
        from piquet.texts import text

        raise ValueError(text("kernel.last_trick_extra", value=last_trick_extra))
    return 1 if last_trick_extra else -1


def _header(z: int) -> bytes:
    digest = bytes.fromhex(DIGESTS[z])
    return _HEADER.pack(_MAGIC, FORMAT, z, sum(COUNTS), _core.packed_size(), digest)


def _load(path: Path, z: int) -> _core.Table:
    """Map a file whose header and size are right, checked whole once while it stays the same."""
    with path.open("rb") as file:
        state = os.fstat(file.fileno())
        if state.st_size != _HEADER.size + _core.packed_size():
            raise _Damaged
        if file.read(_HEADER.size) != _header(z):
            raise _Damaged
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    payload = memoryview(mapped)[_HEADER.size :]
    identity = f"{state.st_dev} {state.st_ino} {state.st_size} {state.st_mtime_ns} {DIGESTS[z]}"
    if _remembered(path) != identity:
        if not _sound(payload, z):
            raise _Damaged
        _remember(path, identity)
    return _core.Table(payload, z)


def _sound(payload: bytes | memoryview, z: int) -> bool:
    """Whether counts, sums and checksum are those of the one right table."""
    import hashlib

    return (
        hashlib.sha256(payload).hexdigest() == DIGESTS[z]
        and tuple(_core.levels()[1:]) == COUNTS
        and tuple(_core.Table(payload, z).sums()[1:]) == SUMS[z]
    )


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock of a table; where the folder cannot have one, go on without."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(path.with_suffix(".lock")))
        yield


def _build_unless_there(path: Path, z: int, progress: Progress | None, threads: int) -> _core.Table:
    try:
        return _load(path, z)  # another process was first
    except (OSError, _Damaged):
        return _build(path, z, progress, threads)


def _build(path: Path, z: int, progress: Progress | None, threads: int) -> _core.Table:
    """Build, check and write a table; one that cannot be written lives in memory."""
    payload = _core.build(z, threads, progress)
    if not _sound(payload, z):
        from piquet.texts import text

        raise RuntimeError(text("kernel.wrong_build"))
    try:
        for left_over in path.parent.glob(f"{path.name}.*.new"):
            left_over.unlink(missing_ok=True)
        write(path, _header(z), payload)
        return _load(path, z)
    except (OSError, _Damaged):
        return _core.Table(payload, z)


def _note(path: Path) -> Path:
    return path.with_suffix(".checked")


def _remembered(path: Path) -> str | None:
    try:
        return _note(path).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return None


def _remember(path: Path, identity: str) -> None:
    with contextlib.suppress(OSError):  # then it is checked again next time
        write(_note(path), identity.encode("ascii"))
