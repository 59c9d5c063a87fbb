"""Where the user's cache is, and how a file is put there: whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

__all__ = ["folder", "write"]


def folder() -> Path:
    """Return the user's cache folder for piquet; PIQUET_CACHE moves it."""
    moved = os.environ.get("PIQUET_CACHE")
    if moved:
        return Path(moved).absolute()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "piquet"


def write(path: Path, *parts: bytes) -> None:
    """Put a whole file in its place, or leave what is there; on disk before this returns."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
    if os.name == "posix":
        home = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(home)
        finally:
            os.close(home)
