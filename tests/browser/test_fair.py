"""How deals are made, as the page itself makes and checks them: R9 and row 36."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from table.test_fairness import DEALS, altered, told
from table.test_sharing import between_friends

from browser.crafting import Made
from piquet.table.entries import Begun, Ended, Sealed
from piquet.table.static import verify_deals

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from browser.driving import Seat
    from browser.serving import Server

_CHECK = """async (deals) => {
  const { faults, shuffled } = await import("/static/pages/fair.js");
  const { hex, sha256, unhex } = await import("/static/digest.js");
  return deals.map((made) => {
    const parts = [made.secret, ...made.numbers];
    const seed = parts.length > 1 ? sha256(unhex(parts.join(""))) : unhex(made.secret);
    return {
      seed: hex(seed),
      pack: shuffled(seed, made.deal),
      wrong: faults(made),
      seen: faults(made, made.commitment),
      other: faults(made, "0".repeat(64)),
    };
  });
}"""


def packed(made: dict[str, Any]) -> list[str]:
    """Return the pack of a deal by the verifier that knows nothing of piquet."""
    parts = [bytes.fromhex(one) for one in (made["secret"], *made["numbers"])]
    return verify_deals.shuffled(
        verify_deals.sha256(*parts) if parts[1:] else parts[0], made["deal"]
    )


@pytest.mark.parametrize("friends", [False, True], ids=["alone", "friends"])
def test_the_page_and_python_make_and_refuse_the_same_deals(
    friends: bool, sit: Callable[..., Seat]
) -> None:
    """R9: 1,000 true deals and 1,000 altered ones, half of each between friends."""
    lots = random.Random("altered")
    true = told(DEALS // 2, friends, "fair")["deals"]
    wrong = [altered(made, lots) for made in true]
    seat = sit()
    seen = seat.js(_CHECK, [*true, *wrong])
    for made, checked in zip(true, seen[: len(true)], strict=True):
        pack = checked["pack"]
        assert pack == packed(made)
        # What the package dealt (``told`` asks it), with hands in the order of the cards.
        hands = sorted(pack[:12]), sorted(pack[12:24]), pack[24:]
        assert hands == (sorted(made["elder"]), sorted(made["younger"]), made["talon"])
        assert (checked["wrong"], checked["seen"]) == ([], [])
        assert checked["other"] == ["changed"]
        assert not list(verify_deals.faults(made))
    for made, checked in zip(wrong, seen[len(true) :], strict=True):
        assert checked["wrong"], made
        assert list(verify_deals.faults(made)), made
    print(f"{len(true)} accepted, {len(wrong)} refused")


def alone() -> Made:
    """Return a partie against the computer whose secrets are known, before its cut."""
    begun = Begun("rubicon", "beginner", ("you", "computer"))
    return Made([begun, *(Sealed(deal, f"{deal:064x}") for deal in range(8))])


def opened(seat: Seat, partie: str) -> str:
    """Open the page on how the deals of a table are made; return what it says."""
    seat.open(partie)
    seat.page.keyboard.press("m")
    seat.page.click("dialog[open] button:has-text('How deals are made')")
    seat.page.wait_for_selector("dialog[data-name=fair] p")
    return seat.page.inner_text("dialog[data-name=fair]")


def checked(seat: Seat) -> str:
    """Press the button that checks; return what comes of it."""
    place = "dialog[data-name=fair] [aria-live]"
    seat.js("(place) => document.querySelector(place).replaceChildren()", place)
    seat.page.click("dialog[data-name=fair] footer button")
    seat.page.wait_for_selector(f"{place} p")
    # What was asked for is in sight, however long the text above it.
    assert seat.js("(place) => piquetTest.spot(document.querySelector(place + ' p'))", place)
    return seat.page.inner_text(place)


def answer(told: dict[str, Any]) -> Callable[[Route], None]:
    """Return what answers in the server's place."""
    return lambda route: route.fulfill(json=told)


@pytest.mark.parametrize("friends", [False, True], ids=["alone", "friends"])
def test_the_page_tells_how_deals_are_made_checks_them_and_counts_ones_luck(
    friends: bool, sit: Callable[..., Seat], server: Server
) -> None:
    """Row 36, clause by clause."""
    if friends:
        _, running = between_friends(deals=2)
        over = [*running, Ended(1)]
    else:
        made = alone().play(lambda ledger: len(ledger.partie.finished) == 2, random.Random(1))
        running = list(made.entries)
        over = made.play(lambda ledger: ledger.over, random.Random(2)).entries
    seat = sit(size=(375, 812))
    # Before the end: how it is done, and nothing to check.
    said = opened(seat, server.keep(running))
    assert ("each of your two browsers adds a number" in said) is friends
    assert ("Its digest is shown to you before the first card" in said) is not friends
    assert "When the partie is over the deals can be checked here." in said
    assert not seat.page.locator("dialog[data-name=fair] footer button").count()
    # The statement that nobody peeks names tests that there are.
    named = re.findall(r"tests/[\w/]+\.py", said)
    assert len(named) == 2
    for path in named:
        assert "def test_" in (Path(__file__).parents[2] / path).read_text(encoding="utf-8")
    # Own luck and what there was to declare, against what is to be expected.
    seat.page.keyboard.press("Escape")
    partie = server.keep(over)
    opened(seat, partie)
    luck = server.told("/api/luck")
    table = seat.page.locator("dialog[data-name=fair] table")
    table.wait_for()
    assert table.locator("caption").inner_text().endswith(f": {luck['deals']}")
    shown = table.locator("tbody tr").all_inner_texts()
    assert len(shown) == len(luck["figures"]) == 7
    for line, figure in zip(shown, luck["figures"], strict=True):
        *_, seen, expected, _, margin = line.split()
        for written, key in ((seen, "seen"), (expected, "expected"), (margin, "margin")):
            assert abs(float(written) - figure[key]) <= 0.0051, line
    # The button: true deals are accepted, and altered ones are named.
    _, body, _ = server.ask("GET", f"/api/parties/{partie}/deals")
    true = json.loads(body)
    deals = len(true["deals"])
    assert deals == (2 if friends else 6)
    assert f"All {deals} deals are as they were committed to." in checked(seat)
    lots = random.Random("row 36")
    swapped, gap = copy.deepcopy(true), copy.deepcopy(true)
    while (other := altered(true["deals"][1], lots))["deal"] != 2:
        pass
    swapped["deals"][1] = other
    del gap["deals"][0]
    for wrong, words in (
        (swapped, "not as they were committed to: 1."),
        (gap, "a deal is missing before this one."),
        ({"partie": partie, "deals": []}, "nothing to check"),
    ):
        seat.page.route("**/deals", answer(wrong))
        found = checked(seat)
        assert words in found, found
        seat.page.unroute("**/deals")
    # A commitment that this browser saw before the deal, and that is another one now.
    kept = [f"piquet.committed.{partie}", json.dumps({1: "0" * 64})]
    seat.js("(kept) => localStorage.setItem(...kept)", kept)
    assert "is not the one that this browser saw before the deal" in checked(seat)
