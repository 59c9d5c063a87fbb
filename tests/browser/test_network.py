"""R16 at the page: a line that falls silent, breaks or is slow; no stale board without a notice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from table.lines import Apart, Proxy, apart

from piquet.texts import text

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.driving import Seat
    from browser.serving import Server

NOTICE = 10.0  # seconds within which a page says that nothing comes any more
SILENT = 8.0  # after which it tries another line by itself
BACK = 3.0  # and within which it is back once the line is
WORKS = 2.0  # and within which a click does something then


class Line:
    """The line of one friend: a proxy, in a thread of its own."""

    def __init__(self, loop: Apart) -> None:
        self.loop = loop
        self.proxy = Proxy(0)
        loop.do(self.proxy.open())
        self.origin = f"http://127.0.0.1:{self.proxy.port}"

    def silent(self) -> None:
        """Let nothing pass, and tell nobody: neither over this line nor over another."""
        self.proxy.weather.silent = True
        self.loop.call(self.proxy.silence)

    def another(self) -> None:
        """Let other lines pass; those there are stay silent."""
        self.proxy.weather.silent = False

    def back(self) -> None:
        """Let all that was held back pass."""
        self.proxy.weather.silent = False
        self.loop.call(lambda: self.proxy.thaw(self.proxy.links))

    def cut(self) -> None:
        """Break the line; another can be had at once."""
        self.proxy.weather.silent = False
        self.loop.call(self.proxy.cut)

    def late(self, seconds: float) -> None:
        """Let everything come so late, either way."""
        self.proxy.weather.delay = lambda: seconds


@pytest.fixture(scope="module")
def lines() -> Iterator[tuple[Line, Line]]:
    """The lines of a host and a guest."""
    with apart() as loop:
        both = Line(loop), Line(loop)
        yield both
        for one in both:
            loop.do(one.proxy.close())


@pytest.fixture(scope="module")
def far(servers: Callable[..., Server], lines: tuple[Line, Line]) -> Server:
    """A server that is reached over them."""
    server = servers(*(f"--origin={line.origin}" for line in lines))
    server.settle()
    for line in lines:
        line.proxy.there = int(server.origin.rpartition(":")[2])
    return server


@pytest.fixture
def friends(
    chromium: Browser, far: Server, lines: tuple[Line, Line]
) -> Iterator[tuple[tuple[Seat, Line], tuple[Seat, Line]]]:
    """Who is to move and who waits, each with his line, in the exchange of the first deal."""
    from browser.driving import Seat

    for line in lines:
        line.late(0.0)
    host, guest = Seat(chromium, far), Seat(chromium, far, enter=False)
    host.page.goto(lines[0].origin)
    host.page.fill("#friend-name", "A")
    host.page.click("#friend-name ~ button")
    link = host.page.input_value("#friend-link")
    guest.page.goto(link.replace(lines[0].origin, lines[1].origin))
    guest.page.fill("#own-name", "B")
    guest.page.click(".join-form button")
    for seat in (host, guest):
        seat.page.wait_for_selector("piquet-hand .card")
        seat.partie = host.now("partie")
        seat.js("globalThis.stays = true")
    both = sorted(
        zip((host, guest), lines, strict=True), key=lambda one: one[0].now("to_move") != "you"
    )
    yield both[0], both[1]
    for seat in (host, guest):
        assert seat.page.url == "about:blank" or seat.js("globalThis.stays"), "it was loaded anew"
    for line in lines:
        line.late(0.0)
        line.back()
    for seat in (host, guest):
        seat.leave()


def noticed(seat: Seat, since: float) -> float:
    """Wait until a page says that its line is broken; return the seconds that it took."""
    seat.page.wait_for_selector(".turn.away", timeout=2 * NOTICE * 1000)
    took = time.monotonic() - since
    assert seat.page.inner_text(".turn") == text("page.table.away")
    assert took < 2 * NOTICE
    return took


def returned(seat: Seat, since: float) -> None:
    """Wait until the notice is gone and the table is there; ``since`` is when it can be."""
    seat.page.wait_for_selector(".turn:not(.away)", timeout=2 * NOTICE * 1000)
    assert time.monotonic() - since < 2 * BACK


def act(seat: Seat) -> None:
    """Decide something; it has to work at once."""
    version, since = seat.version, time.monotonic()
    seat.js("piquetTest.one()")
    seat.js("(v) => piquetTest.until(() => piquetTest.versionTold() > v, 'the move')", version)
    assert time.monotonic() - since < 2 * WORKS


def chosen(seat: Seat) -> set[str]:
    """Return the cards that are chosen on a page."""
    return {card["card"] for card in seat.look()["hand"] if card["chosen"]}


@pytest.mark.parametrize("end", ["back", "cut", "another"])
def test_who_misses_a_move_is_told_that_the_line_is_silent_and_then_sees_it(
    friends: tuple[tuple[Seat, Line], tuple[Seat, Line]], far: Server, end: str
) -> None:
    (mover, other), (waiter, line) = friends
    line.silent()
    since = time.monotonic()
    mover.js("piquetTest.one()")
    version = far.ledger(mover.partie).version
    assert waiter.version < version
    took = noticed(waiter, since)
    print(f"the notice stood after {took:.1f} s")
    getattr(line, end)()
    returned(waiter, time.monotonic() + (SILENT - took if end == "another" else 0))
    waiter.turn()
    assert waiter.version == version
    assert len(waiter.now("events")) == len(mover.now("events")), "the move is not in the talk"
    if end == "cut":  # a guest has no key, and is not to be sent away for that
        with mover.page.expect_websocket():
            other.cut()
        returned(mover, time.monotonic())
    act(waiter)


def test_what_was_chosen_or_done_on_a_silent_line_is_not_lost(
    friends: tuple[tuple[Seat, Line], tuple[Seat, Line]], far: Server
) -> None:
    (mover, line), _ = friends
    held = mover.hand
    for end, cards in (("back", held[:2]), ("cut", held[:3])):
        line.silent()
        since = time.monotonic()
        for card in cards:
            if card not in chosen(mover):
                mover.click(mover.card(card))
        noticed(mover, since)
        assert not mover.page.locator("piquet-hand.active").count(), "cards may be chosen in vain"
        getattr(line, end)()
        returned(mover, time.monotonic())
        mover.turn()
        assert chosen(mover) == set(cards)
    mover.page.reload()  # the server has been told of it, too
    mover.js("globalThis.stays = true")
    mover.turn()
    assert chosen(mover) == set(cards)
    version = mover.version
    line.silent()
    since = time.monotonic()
    mover.click(mover.page.locator(".actions .confirm"))
    noticed(mover, since)
    line.cut()
    returned(mover, time.monotonic())
    mover.js("(v) => piquetTest.until(() => piquetTest.versionTold() > v, 'the move')", version)
    ledger = far.ledger(mover.partie)
    assert ledger.version == version + 1
    assert not {str(card) for card in ledger.position.hands[0]} & set(cards)


def test_a_broken_line_is_said_though_the_friend_is_away(
    friends: tuple[tuple[Seat, Line], tuple[Seat, Line]],
) -> None:
    (mover, _), (waiter, line) = friends
    mover.page.goto("about:blank")
    waiter.page.wait_for_selector(".turn:has-text('away')")
    line.silent()
    noticed(waiter, time.monotonic())
    line.back()
    returned(waiter, time.monotonic())
    waiter.page.wait_for_selector(".turn:has-text('away')")


def test_a_slow_line_serves_and_one_that_is_too_slow_is_said(
    friends: tuple[tuple[Seat, Line], tuple[Seat, Line]],
) -> None:
    (mover, line), _ = friends
    mover.js("piquetTest.until(() => piquetTest.wire.got.at(-1).text.includes('beat'), 'a beat')")
    line.late(3.0)  # either way
    version = mover.version
    others: list[object] = []
    mover.page.on("websocket", lambda one: others.append(one))
    mover.js("piquetTest.one()")
    mover.js("(v) => piquetTest.until(() => piquetTest.versionTold() > v, 'the move')", version)
    assert not others, "it was given up, and only slow"
    mover.page.wait_for_selector(".turn:not(.away)")
    line.late(30.0)
    noticed(mover, time.monotonic() - 3)  # what is under way still comes
    line.late(0.0)
    line.cut()
    returned(mover, time.monotonic())


def test_no_news_of_the_friend_undoes_a_choice_of_cards(
    friends: tuple[tuple[Seat, Line], tuple[Seat, Line]],
) -> None:
    """The table comes anew when he goes and comes, and may not know yet what is chosen here."""
    (mover, line), (waiter, _) = friends
    line.late(0.5)  # what is chosen now is told to the server when it has sent that
    cards = mover.hand[:2]
    waiter.page.goto("about:blank")
    for card in cards:
        mover.click(mover.card(card))
    mover.page.wait_for_selector(".friend-words:has-text('away')")
    assert chosen(mover) == set(cards)
