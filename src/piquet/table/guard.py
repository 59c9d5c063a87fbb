"""What stands before everything: who may speak to this server at all, how often, and the headers.

Host and Origin are compared with exact lists, for a page elsewhere may neither read nor do anything
here, whatever name it finds for this computer.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piquet.table.decoding import encode
from piquet.table.told import Refused
from piquet.texts import text

__all__ = ["Allowed", "Guard", "Rate", "denied", "loopback"]

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_ALWAYS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}
_SAFE = ("GET", "HEAD")


def loopback(host: str) -> bool:
    """Tell whether a host is this computer itself and nobody else can reach it.

    >>> loopback("127.0.0.1"), loopback("localhost"), loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Allowed:
    """The hosts and origins by which this server may be spoken to.

    >>> allowed = Allowed.at("127.0.0.1", 8000)
    >>> allowed.host("127.0.0.1:8000"), allowed.origin("http://127.0.0.1:8000.example.com")
    (True, False)
    """

    hosts: frozenset[str]
    origins: frozenset[str]

    @classmethod
    def at(cls, host: str, port: int, origins: Iterable[str] = ()) -> Allowed:
        """Return what is allowed to a server at an address; ``origins`` are those of proxies."""
        names = {"127.0.0.1", "localhost", "[::1]"}
        if not loopback(host):
            names |= _names(host)
        hosts = {f"{name}:{port}" for name in names}
        whole = {f"http://{name}" for name in hosts}
        if port == 80:
            hosts |= names
            whole |= {f"http://{name}" for name in names}
        for origin in origins:
            whole.add(origin)
            hosts.add(urlsplit(origin).netloc)
        return cls(frozenset(hosts), frozenset(whole))

    def host(self, given: str | None) -> bool:
        """Tell whether a Host header names this server."""
        return given is not None and given in self.hosts

    def origin(self, given: str | None) -> bool:
        """Tell whether an Origin header is that of this server's own page."""
        return given is not None and given in self.origins


def _names(host: str) -> set[str]:
    """Return the names of this computer by which others reach a server on an address."""
    if host not in ("0.0.0.0", "::", ""):
        return {f"[{host}]" if ":" in host else host}
    names = {socket.gethostname().lower()}
    try:
        found = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        found = []
    for *_, address in found:
        name = str(address[0])
        names.add(f"[{name}]" if ":" in name else name)
    return names


@dataclass
class Rate:
    """How often something may happen in a time, for each of many who do it.

    >>> rate = Rate(2, 60.0)
    >>> [rate.take("a", now) for now in (0.0, 1.0, 2.0, 61.5)]
    [True, True, False, True]
    """

    most: int
    seconds: float
    _seen: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)

    def take(self, who: str, now: float | None = None) -> bool:
        """Tell whether somebody may do it once more now, and count it if so."""
        now = time.monotonic() if now is None else now
        times = self._seen.setdefault(who, deque())
        self._seen.move_to_end(who)
        while len(self._seen) > 1000:
            self._seen.popitem(last=False)
        while times and now - times[0] >= self.seconds:
            times.popleft()
        if len(times) >= self.most:
            return False
        times.append(now)
        return True


class Guard:
    """ASGI: refuse foreign hosts and origins before anything else sees them; set the headers."""

    def __init__(self, app: ASGIApp, allowed: Allowed) -> None:
        self.app = app
        self.allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        code = self._fault(scope)
        if scope["type"] == "websocket":
            if code:
                # Closed before it is accepted: the handshake is answered 403.
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        if code:
            await denied(sealed, 421 if code == "foreign_host" else 403, code)
            return
        await self.app(scope, receive, sealed)

    def _fault(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self.allowed.host(hosts[0]):
            return "foreign_host"
        needs = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if len(origins) > 1 or (needs and not origins):
            return "foreign_origin"
        if origins and not self.allowed.origin(origins[0]):
            return "foreign_origin"
        return ""


async def denied(send: Send, status: int, code: str) -> None:
    """Answer with a refusal."""
    body = encode(Refused("", code, text(f"errors.{code}")))
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
