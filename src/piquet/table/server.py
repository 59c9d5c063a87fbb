"""Running the table: its address, its socket, its store, from start to a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

import uvicorn

from piquet.base import Unreadable
from piquet.table.app import TableApp
from piquet.table.databases import file_of
from piquet.table.decoding import LARGEST
from piquet.table.folders import held, home
from piquet.table.guard import Allowed
from piquet.table.prompt import Prompt
from piquet.table.service import Service
from piquet.table.store import Lost, Store

__all__ = ["PORT", "Plan", "bound", "run"]

PORT = 7732
"""The port that is taken where none is asked for and it is free: one's settings stay with it."""

_BEAT = 2.0  # seconds between two looks whether somebody is still there
_PATIENCE = 7.0  # seconds that an answer may take: whoever is gone is shown as away after both
_GOODBYE = 3  # seconds that open connections have to end


@dataclass(frozen=True)
class Plan:
    """How a server is to run: host, port (None: PORT or a free one), store, origins of proxies."""

    host: str = "127.0.0.1"
    port: int | None = None
    database: str = ""
    origins: Sequence[str] = ()


def bound(plan: Plan) -> socket.socket:
    """Return a socket that listens on the address of a plan.

    Raises Unreadable (``port_taken``, ``host_unknown``, ``port_denied``).
    """
    family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
    for port in [PORT, 0] if plan.port is None else [plan.port]:
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((plan.host, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRINUSE:
                if port == PORT and plan.port is None:
                    continue
                raise Unreadable("port_taken", port=port) from None
            if error.errno == errno.EACCES:
                raise Unreadable("port_denied", port=port) from None
            why = error.strerror or str(error)
            raise Unreadable("host_unknown", host=plan.host, why=why) from None
        except OverflowError:
            listener.close()
            raise Unreadable("port_range", port=port) from None
        listener.setblocking(False)
        return listener
    raise AssertionError


@contextlib.contextmanager
def _store(plan: Plan) -> Iterator[Store]:
    """Open the store of a plan; on SQLite for this program alone."""
    folder = home()
    with contextlib.ExitStack() as locks:
        try:
            store = Store(plan.database) if plan.database else Store.at(folder)
            file = file_of(store.url)
            free = file is None or locks.enter_context(held(file))
        except OSError as error:
            why = error.strerror or str(error)
            if plan.database:
                raise Unreadable("store_unopened", why=why) from None
            raise Unreadable("data_folder", folder=folder, why=why) from None
        if not free:
            raise Unreadable("table_elsewhere", folder=folder if file is None else file.parent)
        try:
            store.open()
        except Lost as error:
            raise _unstarted(error) from None
        yield store


def run(plan: Plan, opened: Callable[[str, Callable[[], str]], None]) -> None:
    """Serve the table until it is interrupted.

    ``opened`` is called once it can be reached, with its address and a function that returns a new
    one-time key each time.  Raises Unreadable where it cannot be started, KeyboardInterrupt when
    it has been interrupted and everything is closed.
    """
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    with _interrupted(), bound(plan) as listener, _store(plan) as store:
        host, port = listener.getsockname()[:2]
        service = Service(store, home())
        try:
            service.read()
        except Lost as error:
            raise _unstarted(error) from None
        app = TableApp(service, Allowed.at(plan.host, port, plan.origins), cookie=f"piquet-{port}")
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{port}/"

        def keyed() -> str:
            return f"{address}#{service.keys.fresh()}"

        server = uvicorn.Server(_config(app))
        asyncio.run(_serve(server, listener, lambda: opened(address, keyed)))


@contextlib.contextmanager
def _interrupted() -> Iterator[None]:
    """End as by Ctrl-C when the system asks for it or the terminal is closed."""

    def hang_up(number: int, frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGTERM)

    former: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        former[signal.SIGTERM] = signal.signal(signal.SIGTERM, signal.default_int_handler)
        number = getattr(signal, "SIGHUP", None)  # Windows has none
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            former[number] = signal.signal(number, hang_up)
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _unstarted(error: Lost) -> Unreadable:
    return Unreadable(error.code, why=error.why)


def _config(app: TableApp) -> uvicorn.Config:
    return uvicorn.Config(
        app.asgi,
        http=Prompt,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=_BEAT,
        ws_ping_timeout=_PATIENCE,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GOODBYE,
        h11_max_incomplete_event_size=LARGEST,
        limit_concurrency=2000,
        lifespan="on",
    )


async def _serve(
    server: uvicorn.Server, listener: socket.socket, ready: Callable[[], None]
) -> None:
    async def tell() -> None:
        while not server.started:
            await asyncio.sleep(0.01)
        ready()

    telling = asyncio.create_task(tell())
    try:
        await server.serve(sockets=[listener])
    finally:
        telling.cancel()
