"""Where a person's data are kept, and how one program keeps others out of them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["home", "locked"]


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
