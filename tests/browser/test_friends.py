"""Two friends at one table, in two browsers: rows 32, 18, 36, and what never may be seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.driving import Seat
    from browser.serving import Server

AWAY, BACK = 10.0, 3.0  # seconds after which a friend is shown to be away, and back


@pytest.fixture
def friends(
    chromium: Browser, server: Server, sit: Callable[..., Seat]
) -> Iterator[tuple[Seat, Seat]]:
    """A host and a guest at one table, the cards dealt; each needed two clicks."""
    from browser.driving import Seat

    host = sit()
    host.page.fill("#friend-name", "A")
    host.page.click("#friend-name ~ button")
    link = host.page.input_value("#friend-link")
    guest = Seat(chromium, server, enter=False, size=(390, 844))
    guest.page.goto(link)
    guest.page.fill("#own-name", "B")
    guest.page.click(".join-form button")
    for seat in (host, guest):
        seat.page.wait_for_selector("piquet-hand .card")
        seat.partie = host.now("partie")
    yield host, guest
    guest.leave()


def play_a_deal(friends: tuple[Seat, Seat]) -> None:
    """Let both play to the end of the deal, each in his own page."""
    for seat in friends:
        seat.js("piquetTest.start({ deals: 1 })")
    for seat in friends:
        seat.js("piquetTest.finish()")


def test_a_friend_sits_down_by_a_link_and_a_third_is_told_that_the_table_is_full(
    friends: tuple[Seat, Seat], chromium: Browser, server: Server
) -> None:
    from browser.driving import Seat

    host, guest = friends
    assert {host.now("opponent"), guest.now("opponent")} == {"A", "B"}
    assert {host.now("seat"), guest.now("seat")} == {"elder", "younger"}
    assert not set(host.hand) & set(guest.hand)
    link = host.js(
        "Object.entries(localStorage).find(([key]) => key.startsWith('piquet.link.'))[1]"
    )
    for seat in friends:
        assert link not in seat.page.url
        assert link not in seat.page.title()
        assert not seat.page.locator(".ask-oracle:visible").count()
    third = Seat(chromium, server, enter=False)
    third.page.goto(f"{server.origin}/join/{host.partie}#sit.{link}")
    third.page.wait_for_selector("main.closed .lead:has-text('full')")
    assert not third.page.locator("piquet-table").count()
    third.leave()


def test_who_is_away_is_shown_and_is_back_at_the_very_decision(friends: tuple[Seat, Seat]) -> None:
    host, guest = friends
    hand = guest.hand
    guest.page.goto("about:blank")
    gone = time.monotonic()
    host.page.wait_for_selector(".friend-words:has-text('away')", timeout=2 * AWAY * 1000)
    assert time.monotonic() - gone < 2 * AWAY
    guest.page.goto(f"{guest.server.origin}/partie/{host.partie}")
    back = time.monotonic()
    guest.page.wait_for_selector("piquet-hand .card")
    host.js("piquetTest.until(() => !document.querySelector('.friend-words').textContent, 'back')")
    assert time.monotonic() - back < 2 * BACK
    assert guest.hand == hand


def test_a_deal_is_played_the_next_needs_both_and_all_can_be_checked_at_the_end(
    friends: tuple[Seat, Seat],
) -> None:
    host, guest = friends
    play_a_deal(friends)
    for seat in friends:
        assert not seat.now("deal.code"), "a code tells all cards"
        assert not seat.now("may_open")
        assert all(not row["code"] for row in seat.now("partie_sheet.rows"))
    host.page.click(".result button.main")
    host.page.wait_for_selector(".result button.main[aria-disabled='true']")
    assert guest.now("phase") == "deal_over"
    guest.page.click(".result button.main")
    for seat in friends:
        seat.js(
            "piquetTest.until(() => "
            "document.querySelector('piquet-table').now.deal.number === 2, 'deal 2')"
        )
    guest.page.keyboard.press("m")
    guest.page.click("dialog button:has-text('End the partie')")
    guest.page.click("dialog[data-name='confirm'] button.main")
    for seat in friends:
        seat.page.wait_for_selector(".result h2:has-text('ended the partie')")
    host.page.keyboard.press("m")
    host.page.click("dialog button:has-text('How deals are made')")
    host.page.click("dialog[data-name='fair'] footer button")
    host.page.wait_for_selector("dialog[data-name='fair'] .great")
    said = host.page.inner_text("dialog[data-name='fair']")
    assert "All 2 deals are as they were committed to." in said
    assert said.count("this browser saw that before the deal") == 3, "two deals, and the pack"
    host.page.keyboard.press("Escape")
    host.page.click(".result button.main")
    guest.page.wait_for_selector(".great:has-text('would play again')")
    guest.page.click(".result button.main")
    for seat in friends:
        seat.js(
            "(old) => piquetTest.until(() => location.href.includes('/') && "
            "document.querySelector('piquet-table')?.partie !== old, 'another table')",
            host.partie,
        )
        seat.page.wait_for_selector("piquet-hand .card")
