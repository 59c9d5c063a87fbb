"""Where a person's data are kept, and how one program keeps others out of them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["held", "home", "locked", "settle"]


def home() -> Path:
    """Return the folder of what is kept: ``PIQUET_DATA``, or the platform's place for user data.

    >>> os.environ["PIQUET_DATA"] = "elsewhere"
    >>> home().as_posix()
    'elsewhere'
    >>> del os.environ["PIQUET_DATA"]
    """
    named = os.environ.get("PIQUET_DATA")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.environ.get("APPDATA")
        return Path(base or Path.home() / "AppData" / "Local") / "piquet"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "piquet"
    shared = os.environ.get("XDG_DATA_HOME", "")
    base_folder = Path(shared) if os.path.isabs(shared) else Path.home() / ".local" / "share"
    return base_folder / "piquet"


def locked(handle: int) -> bool:
    """Lock an open file without waiting; False where another program has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass  # a disk that knows no locks
    return True


@contextlib.contextmanager
def held(file: Path) -> Iterator[bool]:
    """Hold the lock that stands beside a database; False where another program holds it.

    The system gives it back however the program ends.  Raises OSError where it cannot be made.
    """
    handle = os.open(file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield locked(handle)
    finally:
        os.close(handle)


def settle(folder: Path) -> None:
    """Force what was renamed in a folder to the disk; Windows cannot, and some disks refuse it."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
