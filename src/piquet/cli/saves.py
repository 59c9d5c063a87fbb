"""Parties left unfinished: where they are kept, and how they are written so that none is lost.

A save is a text: a line that names its form, a line with the SHA-256 of all that follows, and then
one JSON document.  It is written beside the old one, forced to the disk and put in its place by
renaming; the copy before it is kept, and is read where the newer one is damaged.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from piquet.base import Unreadable
from piquet.texts import text

__all__ = ["Saved", "Slot", "fresh", "home", "waiting"]

_HEAD = "piquet save 1"
_MOST = 4 << 20  # no save of a partie comes near this many bytes
_ENDING, _BEFORE, _NEW = ".save", ".before", ".new"


def home() -> Path:
    """Return the folder of the saves: ``PIQUET_DATA``, or the platform's place for user data.

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


@dataclass
class Saved:
    """A partie as it is kept: the rules, who plays, the seed, and all that has been done.

    ``log`` holds each action in the words of the table and each deal as ``cards`` and its code;
    ``assisted`` the numbers of the deals in which something was taken back, ``pending`` the cards
    chosen for an exchange that is not confirmed yet.
    """

    rules: str
    level: str
    seed: str
    code: str = ""
    log: list[str] = field(default_factory=list)
    assisted: list[int] = field(default_factory=list)
    pending: str = ""

    def write(self) -> bytes:
        """Return the whole file."""
        body = json.dumps(asdict(self), ensure_ascii=True, indent=1).encode() + b"\n"
        return f"{_HEAD}\nsha256 {hashlib.sha256(body).hexdigest()}\n".encode() + body

    @classmethod
    def read(cls, data: bytes) -> Saved:
        """Return the partie of a file.

        >>> kept = Saved("rubicon", "club", "letter", log=["cut KH"])
        >>> Saved.read(kept.write()) == kept
        True

        Raises Unreadable (``save_damaged``, ``save_other``) for anything that was not written so.
        """
        head, _, rest = data.partition(b"\n")
        mark, _, body = rest.partition(b"\n")
        if head != _HEAD.encode():
            newer = head.startswith(b"piquet save ") and head[12:].isdigit()
            raise Unreadable("save_other" if newer else "save_damaged")
        if mark != f"sha256 {hashlib.sha256(body).hexdigest()}".encode():
            raise Unreadable("save_damaged")
        try:
            found = json.loads(body)
            made = cls(**found)
        except (ValueError, TypeError, RecursionError):
            raise Unreadable("save_damaged") from None
        if not made._sound():
            raise Unreadable("save_damaged")
        return made

    def _sound(self) -> bool:
        words = (self.rules, self.level, self.seed, self.code, self.pending)
        return (
            all(isinstance(word, str) for word in words)
            and isinstance(self.log, list)
            and all(isinstance(line, str) for line in self.log)
            and isinstance(self.assisted, list)
            and all(type(number) is int for number in self.assisted)
        )


class Slot:
    """The place of one partie among the saves.

    ``path`` is its file; the copy before stands beside it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def before(self) -> Path:
        """The file of the copy before."""
        return self.path.with_suffix(_BEFORE)

    def keep(self, saved: Saved) -> None:
        """Write a save so that at every moment either the old or the new one is there whole.

        Raises OSError where the system refuses.
        """
        folder = self.path.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.path.with_suffix(_NEW)
        how = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        handle = os.open(new, how, 0o600)
        with open(handle, "wb") as file:
            file.write(saved.write())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            _put(self.path, self.before)
        _put(new, self.path)
        _settle(folder)

    def load(self) -> tuple[Saved, str]:
        """Return the partie, and a sentence where it had to be taken from the copy before.

        Raises Unreadable (``save_lost``) where neither can be read.
        """
        try:
            return Saved.read(_bytes(self.path)), ""
        except FileNotFoundError:
            why = ""  # interrupted between the two renamings: nothing is wrong
        except (Unreadable, OSError) as error:
            why = _reason(error)
        try:
            found = Saved.read(_bytes(self.before))
        except (Unreadable, OSError) as error:
            raise Unreadable("save_lost", file=self.path, why=why or _reason(error)) from None
        return found, text("play.fallen_back", why=why) if why else ""

    def forget(self) -> None:
        """Remove the save: the partie is over."""
        for path in (self.path, self.before, self.path.with_suffix(_NEW)):
            with contextlib.suppress(OSError):
                path.unlink()

    @property
    def time(self) -> float:
        """When it was last written, in seconds; 0 where nothing is there."""
        for path in (self.path, self.before):
            with contextlib.suppress(OSError):
                return path.stat().st_mtime
        return 0.0


def fresh() -> Slot:
    """Return a place in which nothing is kept yet."""
    return Slot(home() / f"partie-{secrets.token_hex(4)}{_ENDING}")


def waiting() -> list[Slot]:
    """Return the places of all unfinished parties, the latest first."""
    try:
        names = sorted(os.listdir(home()))
    except OSError:
        return []
    stems = {Path(name).stem for name in names if Path(name).suffix in (_ENDING, _BEFORE)}
    slots = [Slot(home() / (stem + _ENDING)) for stem in sorted(stems)]
    return sorted(slots, key=lambda slot: slot.time, reverse=True)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error)


def _bytes(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(_MOST)


def _put(source: Path, target: Path) -> None:
    """Rename; where a virus scanner holds the file for a moment, try again."""
    for patience in (0.02, 0.1, 0.5):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            if sys.platform != "win32":
                raise
            time.sleep(patience)
    os.replace(source, target)


def _settle(folder: Path) -> None:
    """Force the renaming itself to the disk; Windows has no such call, and some disks refuse it."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
