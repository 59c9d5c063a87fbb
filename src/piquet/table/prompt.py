"""HTTP that does not wait for ever: a request that stays half said is not listened to any more."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["Prompt"]

_PATIENCE = 20.0  # seconds for the head of a request, and for its body
_UNSAID = (h11.IDLE, h11.SEND_BODY)


class Prompt(H11Protocol):
    """A connection that is given up when the same request is still half said after a while.

    Without it as many open connections as the server takes would shut out everybody else.
    """

    _before: object = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to watch the connection."""
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the watch."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # it is a table's socket by now
        now = self.cycle, self.conn.their_state
        if now == self._before and self.conn.their_state in _UNSAID:
            self.transport.abort()
            return
        self._before = now
        self._timer = self.loop.call_later(_PATIENCE, self._watch)
