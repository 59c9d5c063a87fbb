"""Two friends at one table, in two browsers: rows 32, 18, 36, and what never may be seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from browser.driving import FULL, LIMIT
from piquet.cards import CardSet

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.driving import Seat
    from browser.serving import Server

AWAY, BACK = 10.0, 3.0  # seconds after which a friend is shown to be away, and back
AGAIN = 2.0  # seconds within which one is back at one's decision
SHARED = 2  # how much slower a shared machine may be
_COUNT = """sessionStorage.clicks ??= 0;
addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.clicks = Number(sessionStorage.clicks) + 1;
}, true);"""


@pytest.fixture
def friends(
    chromium: Browser, server: Server, sit: Callable[..., Seat]
) -> Iterator[tuple[Seat, Seat]]:
    """A host and a guest at one table, the cards dealt; each needed two clicks."""
    from browser.driving import Seat

    host = sit()
    host.js(_COUNT)
    host.page.fill("#friend-name", "A")
    host.page.click("#friend-name ~ button")
    host.page.click(".waiting-friend .address button")  # which copies the link
    link = host.page.input_value("#friend-link")
    guest = Seat(chromium, server, enter=False, size=(390, 844))
    guest.context.add_init_script(_COUNT)
    guest.page.goto(link)
    guest.page.fill("#own-name", "B")
    guest.page.click(".join-form button")
    for seat in (host, guest):
        seat.page.wait_for_selector("piquet-hand .card")
        seat.partie = host.now("partie")
        assert seat.js("Number(sessionStorage.clicks)") <= 2
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
    host.page.goto("about:blank")  # in a small window it is told beside the name
    guest.page.wait_for_selector(".friend-gone:visible:has-text('away')", timeout=2 * AWAY * 1000)


def test_a_broken_line_is_told_and_what_was_missed_comes_when_it_holds_again(
    friends: tuple[Seat, Seat],
) -> None:
    """Row 32: never a board that stands still without a word."""
    whole = friends
    if to_act(friends) is friends[1]:  # let the one who waits lose his line
        friends = friends[::-1]
    active, away = friends
    version = away.version
    away.js("document.body.dataset.same = 'page'")
    away.context.set_offline(True)
    away.js("document.querySelector('piquet-table').line.socket.close()")
    away.page.wait_for_selector(".turn.away:has-text('No word')", timeout=2 * AWAY * 1000)
    # In a small window it is told beside the name.
    said = ":is(.friend-words, .friend-gone):visible:has-text('away')"
    active.page.wait_for_selector(said, timeout=SHARED * AWAY * 1000)
    active.js("piquetTest.one()")
    active.js("(v) => piquetTest.until(() => piquetTest.versionTold() > v, 'it is done')", version)
    assert away.version == version
    away.context.set_offline(False)
    back = time.monotonic()
    away.js("(v) => piquetTest.until(() => piquetTest.versionTold() > v, 'it comes')", version)
    active.js("piquetTest.until(() => !document.querySelector('.friend-words').textContent, '')")
    assert time.monotonic() - back < SHARED * BACK
    assert away.version == active.version
    assert not away.page.locator(".turn.away").count()
    assert away.js("document.body.dataset.same") == "page", "nobody had to load the page again"
    guest = whole[1]
    guest.js("document.body.dataset.same = 'page'")
    # A line that breaks while the server can be reached: it knows the seat, though it knows no key.
    with guest.page.expect_response("**/seat"):
        guest.js("document.querySelector('piquet-table').line.socket.close()")
    guest.js("piquetTest.until(() => document.querySelector('piquet-table').online, 'a new line')")
    assert guest.js("document.body.dataset.same") == "page"
    assert guest.now("friend.here")


def to_act(friends: tuple[Seat, Seat]) -> Seat | None:
    """Return who is to act, once that stands on both pages; nobody when the deal is over."""
    end = time.monotonic() + LIMIT / 1000
    while time.monotonic() < end:
        looks = [seat.look() for seat in friends]
        settled = [seat.js("piquetTest.settled()") for seat in friends]
        if looks[0]["version"] == looks[1]["version"] and any(settled):
            return None if friends[0].over else friends[settled.index(True)]
    raise AssertionError(f"both wait: {looks}")


def test_every_step_is_found_again_and_nothing_helps_a_friend(
    friends: tuple[Seat, Seat], chromium: Browser, server: Server
) -> None:
    """Row 33 by reload, closed tab and the own link elsewhere; 18 and 7: no Oracle, no undo."""
    seats = list(friends)
    extra: list[Seat] = []
    steps = tried = 0
    longest = 0.0
    while (seat := to_act((seats[0], seats[1]))) is not None:
        shown = seat.page.locator(".ask-oracle").evaluate_all(
            "(all) => all.some((one) => one.checkVisibility())"
        )
        assert not shown
        chooses = seat.now("exchange") is not None
        if FULL or chooses or steps % 5 == 0:
            longest = max(longest, _again(seats, seats.index(seat), tried, chromium, extra))
            tried += 1
            seat = to_act((seats[0], seats[1]))
            assert seat is not None
        seat.js("piquetTest.one()")
        steps += 1
    print(f"{steps} steps, {tried} tried, at most {longest:.2f} s")
    for one in extra:
        one.leave()
    assert steps > 20
    assert tried >= (steps if FULL else 6)
    assert longest <= SHARED * AGAIN


_FOUND = ("version", "phase", "hand", "score", "turn", "hint", "buttons")


def _again(
    seats: list[Seat], place: int, number: int, chromium: Browser, extra: list[Seat]
) -> float:
    """Come back to a decision in one of three ways; return how many seconds that took."""
    from browser.driving import Seat

    seat = seats[place]
    _unhelped(seat)
    if seat.now("exchange"):
        cards = seat.hand[2:5]
        for card in cards:
            seat.click(seat.card(card))
        mask = CardSet.parse(" ".join(cards)).mask
        holder = ("you", "friend")[place]
        seat.server.noted(f"draft/{seat.partie}/{holder}", f" {mask}]")
    before = {name: seat.look()[name] for name in _FOUND}
    began = seat.clock()
    if number % 3 == 0:
        seat.page.reload()
    elif number % 3 == 1:
        seat.page.close()
        seat.page = seat.context.new_page()
        began = seat.clock()
        seat.page.goto(f"{seat.server.origin}/partie/{seat.partie}")
    else:
        token = seat.js("(key) => localStorage.getItem(key)", f"piquet.seat.{seat.partie}")
        other = Seat(chromium, seat.server, enter=False, size=(1280, 800))
        other.partie = seat.partie
        extra.append(other)
        began = seat.clock()
        other.page.goto(f"{seat.server.origin}/join/{seat.partie}#seat.{token}")
        seat.page.goto("about:blank")
        seats[place] = seat = other
        seat.page.wait_for_selector("piquet-table")
    seat.turn()
    took = seat.clock() - began
    after = {name: seat.look()[name] for name in _FOUND}
    assert after == before
    return took


def _unhelped(seat: Seat) -> None:
    """Neither a key nor the menu offers the Oracle or takes anything back."""
    for key in "ou":
        seat.page.keyboard.press(key)
    assert not seat.page.locator("dialog[open]").count()
    assert not seat.page.locator(".oracle").is_visible()
    seat.page.keyboard.press("m")
    seat.page.wait_for_selector("dialog[open]")
    said = seat.page.locator("dialog[open] .menu-list button").all_text_contents()
    assert "End the partie" in said
    assert not [one for one in said if "back" in one.lower() or "level" in one.lower()]
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog", state="detached")
    assert not seat.sent("ask")
    assert not seat.sent("undo")


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
