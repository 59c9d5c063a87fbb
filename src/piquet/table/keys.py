"""Who may come in: a one-time key from the terminal, exchanged once for the cookie of a session."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

__all__ = ["Keys"]

_KEY_LIFE = 15 * 60.0
_SESSION_LIFE = 30 * 24 * 3600.0
_MOST_KEYS = 8
_MOST_SESSIONS = 64


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class Keys:
    """The keys that open the table, by their digests alone: nobody who reads memory finds one.

    >>> keys = Keys()
    >>> key = keys.fresh()
    >>> session = keys.enter(key)
    >>> keys.enter(key) is None, keys.entered(session), keys.entered("guess")
    (True, True, False)
    """

    def __init__(self) -> None:
        self._keys: dict[bytes, float] = {}
        self._sessions: dict[bytes, float] = {}

    def fresh(self) -> str:
        """Return a new one-time key: 256 bits, good once and for a quarter of an hour."""
        key = secrets.token_urlsafe(32)
        self._keys[_digest(key)] = time.monotonic() + _KEY_LIFE
        while len(self._keys) > _MOST_KEYS:
            del self._keys[next(iter(self._keys))]
        return key

    def enter(self, key: str) -> str | None:
        """Return a new session's secret for a key, which is worth nothing from then on, or None."""
        digest = _match(_digest(key), self._keys)
        if digest is None:
            return None
        good = self._keys.pop(digest) > time.monotonic()
        if not good:
            return None
        session = secrets.token_urlsafe(32)
        self._sessions[_digest(session)] = time.time() + _SESSION_LIFE
        while len(self._sessions) > _MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return session

    def entered(self, session: str) -> bool:
        """Tell whether a session's secret is one that was given out."""
        digest = _match(_digest(session), self._sessions)
        return digest is not None and self._sessions[digest] > time.time()

    def leave(self, session: str) -> None:
        """End a session."""
        digest = _match(_digest(session), self._sessions)
        if digest is not None:
            del self._sessions[digest]

    # --- kept over a restart ----------------------------------------------------------------------

    @property
    def written(self) -> str:
        """The sessions as they are kept: digests and until when they are good."""
        return " ".join(f"{digest.hex()}:{int(end)}" for digest, end in self._sessions.items())

    def read(self, written: str) -> None:
        """Take in sessions that were kept; what cannot be read opens nothing."""
        for pair in written.split():
            digest, _, end = pair.partition(":")
            try:
                self._sessions[bytes.fromhex(digest)] = float(end)
            except ValueError:
                continue


def _match(digest: bytes, known: dict[bytes, float]) -> bytes | None:
    """Return the equal digest, found in a time that tells nothing of how near a guess was."""
    found = None
    for one in known:
        if hmac.compare_digest(one, digest):
            found = one
    return found
