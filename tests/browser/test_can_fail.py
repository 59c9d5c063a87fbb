"""Faults planted on the way to the page: what judges the page sees each of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.crafting import dealt
from browser.driving import Seat
from browser.judging import Judge
from browser.test_screens import _FITS
from piquet.base import Seat as At
from piquet.dealing import Deal

if TYPE_CHECKING:
    from browser.serving import Server

# What is planted: a file of the page, what stands in it and what is put there, and what is then
# to be found.
PLANTED = {
    "a score one too high": ("frame.js", 'h("b", {}, you)', 'h("b", {}, you + 1)', "score"),
    "one card bright": ("hand.js", "!playable.includes(card);", "card !== playable[0];", "bright"),
    "no card marked as drawn": ("hand.js", "fresh.includes(card)", "false", "marked as drawn"),
    "a silent refusal": ("hand.js", 'this.shown.barred?.[card] ?? ""', '""', "it says only"),
    "answers left out of the log": (
        "log.js",
        "of event.lines.entries()) {",
        'of (event.kind === "answered" ? [] : event.lines).entries()) {',
        "log lacks",
    ),
    "a hand in another order": (
        "table.js",
        "now.hand.by_rank : now.hand.by_suit",
        "now.hand.by_suit : [...now.hand.by_suit].sort()",
        "split|alternate|high to low",
    ),
    "backs that differ": (
        "cards.js",
        'picture("back"))',
        'picture("back"), Math.random())',
        "backs",
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_fault_is_found(what: str, sit: Callable[..., Seat], server: Server) -> None:
    """The judge of test_deals sees it within one deal."""
    file, stands, put, found = PLANTED[what]
    name = server.keep(dealt(Deal.random("planted 2"), At.ELDER).entries)
    seat = sit(name, planted={file: (stands, put)})
    seen = seat.drive(deals=1, refuse=True, seed=5)
    judge = Judge(server.ledgers(seat.partie))
    wrong = [fault for step in seen["steps"] for fault in judge.step(step)]
    wrong += judge.scores(seen["scores"], 1) + judge.logs(seen["logs"])
    assert any(word in fault for fault in wrong for word in found.split("|")), wrong[:3]


def test_a_card_of_the_other_side_is_found(sit: Callable[..., Seat], server: Server) -> None:
    """R2: one card more in one field of one message, which the page would show."""
    deal = Deal.random("leak")
    hidden = str(next(iter(deal.younger)))

    def leak(route: Any) -> None:
        upstream = route.connect_to_server()

        def heard(message: str) -> None:
            told = json.loads(message)
            if told["type"] == "table":
                told["their_shown"] = [hidden]
            route.send(json.dumps(told, separators=(",", ":")))

        upstream.on_message(heard)

    seat = sit()
    seat.context.route_web_socket("**/table", leak)
    seat.page.goto("about:blank")  # what is routed is routed from the next document on
    seat.open(server.keep(dealt(deal, At.ELDER).entries))
    judge = Judge(server.ledgers(seat.partie))
    assert any("names cards" in fault for fault in judge.step(seat.look()))
    frames = seat.js("piquetTest.wire.got")
    assert not judge.wire(frames)
    told = json.loads(frames[-1]["text"])
    frames[-1]["text"] = json.dumps({**told, "hint": f"{hidden} is there"})
    assert any(hidden in fault for fault in judge.wire(frames))


@pytest.mark.parametrize(
    ("style", "found"),
    [
        (".hand .place { min-width: 12px !important; max-width: 14px !important }", "finger"),
        (".turn-line { position: fixed; left: -900px }", "turn is not in sight"),
        ("body { position: static !important; width: 140vw }", "scrolls sideways"),
    ],
)
def test_what_does_not_fit_is_found(
    style: str, found: str, sit: Callable[..., Seat], server: Server
) -> None:
    """Row 28."""
    seat = sit(server.keep(dealt(Deal.random("fits"), At.ELDER).entries), size=(375, 812))
    assert not seat.js(_FITS)
    seat.js(
        """(style) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(style);
          document.adoptedStyleSheets = [sheet];
        }""",
        style,
    )
    assert any(found in fault for fault in seat.js(_FITS))


def test_a_hand_without_its_guard_plays_twice(sit: Callable[..., Seat], server: Server) -> None:
    """Row 6: what the second of two clicks is kept from doing, it would do."""
    name = server.keep(dealt(Deal.random("double"), At.ELDER).entries)
    change = ("const pointer = event.detail > 0;", "const pointer = false;")
    seat = sit(name, confirm="never", planted={"hand.js": change})
    seat.to_play()
    acts = len(seat.sent("act"))
    for _ in range(4):
        x, y = seat.at(seat.page.locator("piquet-hand .card:not([aria-disabled])").first)
        seat.page.mouse.click(x, y)
        seat.turn()
        seat.page.mouse.click(x, y)
        seat.turn()
    assert len(seat.sent("act")) > acts + 4
