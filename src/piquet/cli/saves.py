"""Parties left unfinished: where they are kept, and how they are written so that none is lost.

A save is a written partie (see :mod:`piquet.record`) and one line more with the SHA-256 of it.  It
is written beside the old one, forced to the disk and put in its place by renaming; the copy before
it is kept, and is read where the newer one is damaged.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sys
import time
from pathlib import Path

from piquet.base import Unreadable
from piquet.table.folders import home, locked, settle
from piquet.texts import text

__all__ = ["Slot", "fresh", "seal", "unseal", "waiting"]

_MARK = b"; sha256 "
_MOST = 4 << 20  # no save of a partie comes near this many bytes
_ENDING, _BEFORE, _NEW, _LOCK = ".save", ".before", ".new", ".lock"


def seal(words: str) -> bytes:
    """Return the file of a text: the text, and a last line by which any change to it shows.

    >>> print(seal("Piquet: 1\\n").decode()[:32])
    Piquet: 1
    ; sha256 cb8b6a8eeb60f
    """
    body = words.encode()
    return body + _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n"


def unseal(data: bytes) -> str:
    """Return the text of a file.

    >>> unseal(seal("Piquet: 1\\n"))
    'Piquet: 1\\n'

    Raises Unreadable (``save_damaged``) where a single byte is not as it was written.
    """
    body, _, _ = data.rpartition(_MARK)
    try:
        words = body.decode()
    except UnicodeDecodeError:
        words = ""
    if not words or seal(words) != data:
        raise Unreadable("save_damaged")
    return words


class Slot:
    """The place of one partie among the saves.

    ``path`` is its file; the copy before stands beside it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    def claim(self) -> bool:
        """Take the partie for this program until it is released; False where another has it.

        The system gives it back however the program ends.  Where nothing can be locked, nobody
        else is known of.
        """
        if self._lock is not None:
            return True
        try:
            handle = os.open(self.path.with_suffix(_LOCK), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True
        if not locked(handle):
            os.close(handle)
            return False
        self._lock = handle
        return True

    def release(self) -> None:
        """Let others take the partie."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def before(self) -> Path:
        """The file of the copy before."""
        return self.path.with_suffix(_BEFORE)

    def keep(self, words: str) -> None:
        """Write a text so that at every moment either the old or the new one is there whole.

        Raises OSError where the system refuses.
        """
        folder = self.path.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.path.with_suffix(_NEW)
        how = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        handle = os.open(new, how, 0o600)
        try:
            with open(handle, "wb") as file:
                file.write(seal(words))
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        with contextlib.suppress(FileNotFoundError):
            _put(self.path, self.before)
        _put(new, self.path)
        settle(folder)

    def load(self) -> tuple[str, str]:
        """Return the text, and a sentence where it had to be taken from the copy before.

        Raises Unreadable (``save_lost``) where neither can be read.
        """
        try:
            return unseal(_bytes(self.path)), ""
        except FileNotFoundError:
            why = ""  # interrupted between the two renamings: nothing is wrong
        except (Unreadable, OSError) as error:
            why = _reason(error)
        try:
            found = unseal(_bytes(self.before))
        except (Unreadable, OSError) as error:
            raise Unreadable("save_lost", file=self.path, why=why or _reason(error)) from None
        return found, text("play.fallen_back", why=why) if why else ""

    def forget(self) -> None:
        """Remove the save: the partie is over."""
        for ending in (_ENDING, _BEFORE, _NEW, _LOCK):
            if ending == _LOCK:
                self.release()  # Windows removes no file that is open
            with contextlib.suppress(OSError):
                self.path.with_suffix(ending).unlink()

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
