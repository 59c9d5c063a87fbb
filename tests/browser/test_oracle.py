"""The Oracle beside the table: UX row 17."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.crafting import dealt
from browser.driving import Seat
from piquet import oracle
from piquet.base import Seat as At
from piquet.dealing import Deal

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.serving import Server

pytestmark = pytest.mark.skipif(not hasattr(oracle, "thinking"), reason="needs the Oracle")

SHARED = 2  # how much slower a shared machine may be
_SUIT = re.compile(r"[♠♥♦♣]|\bof (spades|hearts|diamonds|clubs)\b")


@pytest.fixture(scope="module")
def solved(server: Server, chromium: Browser) -> Server:
    """The server once its table of solved card play is there and one question was answered."""
    end = time.monotonic() + 120
    while server.told("/api/lobby")["core"]["state"] == "building":
        assert time.monotonic() < end
        time.sleep(0.2)  # it is asked for, and does not tell by itself
    assert server.told("/api/lobby")["core"]["state"] == "ready"
    seat = Seat(chromium, server)
    seat.context.set_default_timeout(60_000)
    seat.open(server.keep(dealt(Deal.random("warm"), At.ELDER).entries))
    print(f"the first question of all after {_ask(seat):.2f} s")
    seat.leave()
    return server


def _ask(seat: Seat) -> float:
    """Ask for the decision at hand; return the seconds to the first answer."""
    began = time.monotonic()
    seat.click(seat.page.locator(".ask-oracle"))
    seat.page.wait_for_selector(".oracle .option")
    return time.monotonic() - began


def _finished(seat: Seat) -> None:
    seat.js(_END)


_END = """() => {
  const last = ({ text }) =>
    text.startsWith('{"type":"advice"') && text.includes('"finished":true');
  return piquetTest.until(() => piquetTest.wire.got.some(last), "the end", 60000);
}"""


def _judged(seat: Seat) -> str:
    """Check what every answer must hold; return all of it."""
    options = seat.page.locator(".oracle .option")
    assert options.count() >= 3, "the best and at least two more"
    for place in range(options.count()):
        said = options.nth(place).inner_text()
        assert re.search(r"[+−]\d+\.\d", said), said
        assert re.search(r"\d+ ?%", said), said
    assert _SUIT.search(seat.page.locator(".oracle .reason").first.inner_text())
    whole = seat.page.locator(".oracle").inner_text()
    assert re.search(r"\d[\d,]* (hands|of the possible hands|times)\b|only hand", whole), whole
    assert seat.page.locator(".oracle details summary").count() >= 1
    return whole


def test_the_oracle_weighs_the_exchange(sit: Callable[..., Seat], solved: Server) -> None:
    """First answer within 2 s, one's own choice among the options; it points, and never acts."""
    seat = sit(solved.keep(dealt(Deal.random("advice"), At.ELDER).entries))
    mine = sorted(seat.hand[:3])
    for card in mine:
        seat.click(seat.card(card))
    before = seat.version
    took = _ask(seat)
    print(f"first answer after {took:.2f} s")
    assert took <= 2 * SHARED
    _finished(seat)
    _judged(seat)
    own = seat.page.locator(".oracle .option", has=seat.page.locator(".mark", has_text="your"))
    assert own.count() == 1
    seat.page.locator(".oracle .option").nth(1).hover()
    pointed = seat.js(
        "[...document.querySelectorAll('piquet-hand .pointed')].map((c) => piquetTest.face(c)[0])"
    )
    assert pointed
    seat.page.mouse.move(5, 5)
    assert not seat.page.locator("piquet-hand .pointed").count()
    assert sorted(c["card"] for c in seat.look()["hand"] if c["chosen"]) == mine
    assert not seat.sent("act")
    assert seat.version == before


def test_the_oracle_weighs_a_lead_and_does_not_hold_up_the_table(
    sit: Callable[..., Seat], solved: Server
) -> None:
    """A card to be led; while it counts on, the card is played and the answer is gone."""
    seat = sit(solved.keep(dealt(Deal.random("advice"), At.ELDER).entries))
    seat.to_play()
    assert _ask(seat) <= 2 * SHARED
    _finished(seat)
    _judged(seat)
    seat.once()
    assert not seat.page.locator(".oracle .option").count(), "what is said is of another moment"


def test_playouts_tell_their_margin(sit: Callable[..., Seat], solved: Server) -> None:
    """The other way of counting, with a margin for every option."""
    seat = sit(solved.keep(dealt(Deal.random("advice"), At.ELDER).entries))
    seat.to_play(tricks=4)
    _ask(seat)
    seat.page.locator(".oracle input[value=playouts]").click(force=True)
    seat.page.wait_for_selector(".oracle .option .net:has-text('±')")


def test_an_open_oracle_leaves_the_end_of_a_deal_free(sit: Callable[..., Seat]) -> None:
    seat = sit(size=(360, 640)).begin(seed="letter")
    seat.to_play(0)
    seat.js("document.querySelector('piquet-table').showOracle(true)")
    assert seat.page.locator(".oracle").is_visible()
    while not seat.over:
        seat.once()
    assert not seat.page.locator(".oracle").is_visible()
    seat.next()
