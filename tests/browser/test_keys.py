"""Everything by keyboard alone: UX row 24."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.driving import Seat

if TYPE_CHECKING:
    from browser.serving import Server

_FOCUS = """() => {
  const on = document.activeElement;
  const box = on.getBoundingClientRect();
  const hit = document.elementFromPoint(
    Math.min(innerWidth - 1, Math.max(0, box.left + box.width / 2)),
    Math.min(innerHeight - 1, Math.max(0, box.top + Math.min(box.height / 2, 20))));
  return {
    tag: on.tagName,
    stop: on.tabIndex >= 0,
    covered: !(hit && (on.contains(hit) || hit.contains(on))) && !on.closest("piquet-hand"),
    ring: getComputedStyle(on).outlineStyle !== "none",
    words: on.textContent.trim().slice(0, 40),
  };
}"""


class Keys:
    """A person who has no pointer, and what became of the focus."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.lost: list[str] = []
        self.bare: list[str] = []

    def press(self, *keys: str) -> None:
        """Press keys one after the other, and look where the focus is after each."""
        for key in keys:
            self.seat.page.keyboard.press(key)
            self.look(key)

    def look(self, key: str) -> None:
        """Note where the focus is."""
        at = self.seat.js(_FOCUS)
        if at["tag"] == "BODY":
            if not key.endswith("Tab"):  # behind the last thing Tab leaves the page, as everywhere
                self.lost.append(key)
        elif at["stop"] and (not at["ring"] or at["covered"]):
            self.bare.append(f"{key}: {at}")

    def tab_to(self, holds: str) -> int:
        """Press Tab until the focus is on what a script looks for; return how often."""
        for number in range(60):
            if self.seat.js(f"!!({holds})"):
                return number
            self.press("Tab")
        raise AssertionError(f"60 times Tab does not lead to {holds}")


def test_a_whole_deal_by_keyboard_alone(sit: Callable[..., Seat], server: Server) -> None:
    """Row 24: from the lobby to both hands turned up; the focus is never lost and always seen."""
    seat = sit(speed="instant")
    keys = Keys(seat)
    keys.tab_to("document.activeElement.matches('button.play')")
    seat.page.keyboard.press("Enter")
    seat.js("piquetTest.until(() => document.querySelector('piquet-table'), 'the table')")
    seat.turn()
    seat.partie = seat.page.url.rpartition("/")[2]
    decisions = 0
    while not seat.over:
        keys.look("turn")
        now = seat.now()
        if now["exchange"]:
            keys.tab_to("document.activeElement.closest('piquet-hand')")
            keys.press("End", "Space", "ArrowLeft", "Space", "Home", "End")
            stops = seat.js("document.querySelectorAll('piquet-hand [tabindex=\"0\"]').length")
            assert stops == 1, f"the hand has {stops} Tab stops"
            keys.press("Shift+Tab")
            keys.tab_to("document.activeElement.matches('.actions .confirm')")
            if seat.page.locator(".actions .confirm").get_attribute("aria-disabled"):
                keys.press("h", "End", "Space")  # a single card may be changed
                keys.tab_to("document.activeElement.matches('.actions .confirm')")
            keys.press("Enter")
        elif not seat.js("piquetTest.plays()"):
            keys.press("c")
            keys.tab_to("document.activeElement.closest('.actions')")
            keys.press("Enter")
        else:
            keys.press("h", "Home")
            for _ in range(12):
                if not seat.js("document.activeElement.getAttribute('aria-disabled')"):
                    break
                keys.press("ArrowRight")
            keys.press("Enter")
        seat.answered(now["version"])
        decisions += 1
    keys.look("over")
    keys.tab_to(
        "document.activeElement.closest('.result') && "
        "/both hands/.test(document.activeElement.textContent)"
    )
    seat.page.keyboard.press("Enter")
    seat.page.wait_for_selector("dialog[open]")
    keys.press("Tab", "Escape")
    seat.page.wait_for_selector("dialog", state="detached")
    keys.look("closed")
    assert decisions >= 13
    assert not keys.lost, f"the focus fell to the body after {keys.lost}"
    assert not keys.bare, f"the focus is not seen: {keys.bare[:3]}"
    assert len(server.ledger(seat.partie).partie.finished) == 1


def test_the_keys_are_listed_and_can_be_turned_off(sit: Callable[..., Seat]) -> None:
    """Row 24: "?" tells the keys; without single letters nothing happens at them."""
    seat = sit().begin(seed="keys")
    seat.page.keyboard.press("?")
    said = seat.page.locator("dialog[open]").inner_text()
    listed = seat.js("[...document.querySelectorAll('dialog[open] kbd')].map((k) => k.textContent)")
    assert {"l", "t", "d", "u", "?"} <= set(listed)
    assert "tricks" in said
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog", state="detached")
    seat.page.keyboard.press("s")
    seat.page.wait_for_selector("dialog[open]")
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog", state="detached")
    seat.click(seat.page.locator("header.bar nav button").last)
    seat.page.locator("dialog[open] button", has_text="Settings").first.click()
    seat.page.locator("dialog[open] label.choice", has_text="letter").first.click()
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog", state="detached")
    acts = len(seat.sent("act"))
    for key in ("s", "t", "?", "u", "1"):
        seat.page.keyboard.press(key)
        assert not seat.page.locator("dialog[open]").count(), key
    assert len(seat.sent("act")) == acts
