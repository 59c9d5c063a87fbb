"""One browser and one server for all tests here; a context of its own for each test.

They need Debian's Chromium, or any other named by PIQUET_CHROMIUM, and Playwright for Python
(``pip install ".[test]"``), which never fetches a browser of its own.  Where either is missing
the tests are skipped and say so; .ci/run lets nothing be skipped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.driving import Seat
    from browser.serving import Server

_CHROMIUM = os.environ.get("PIQUET_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of this folder where what they need is missing."""
    why = "" if _CHROMIUM else "needs Chromium: sudo apt install chromium"
    try:
        import playwright.sync_api  # noqa: F401
    except ModuleNotFoundError:
        why = 'needs Playwright: pip install ".[test]"'
    here = Path(__file__).parent
    for item in items:
        if why and here in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=why))


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=_CHROMIUM, args=list(_ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start servers, each with data of its own; all share one solved table."""
    from browser.serving import Server

    started: list[Server] = []
    cache = tmp_path_factory.mktemp("cache")

    def start(*arguments: str) -> Server:
        server = Server(tmp_path_factory.mktemp("data"), cache, *arguments)
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="package")
def server(servers: Callable[[], Server]) -> Server:
    """The server that most tests share; at the instant pace, declarations made by oneself."""
    server = servers()
    server.settle()
    return server


@pytest.fixture
def sit(chromium: Browser, server: Server) -> Iterator[Callable[..., Seat]]:
    """Sit down before a page of one's own: ``sit(partie, speed="normal", touch=True)``."""
    from browser.driving import Seat

    seats: list[Seat] = []

    def down(partie: str = "", *, at: Server | None = None, **how: object) -> Seat:
        seat = Seat(chromium, at or server, **how)  # type: ignore[arg-type]
        seats.append(seat)
        seat.open(partie)
        return seat

    yield down
    for seat in seats:
        seat.leave()
