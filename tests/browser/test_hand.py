"""The hand under mouse and finger: its order, picking and playing, and what must not happen.

UX rows 2 (the toggle), 3 (a refused tap), 4, 5 and 6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.crafting import dealt
from browser.driving import Seat, many
from browser.judging import by_rank, by_suit
from piquet.actions import Kind
from piquet.base import Seat as At
from piquet.dealing import Deal

if TYPE_CHECKING:
    from browser.serving import Server


def test_order_of_the_hand_is_kept(sit: Callable[..., Seat]) -> None:
    """Row 2: sorted by suit or by rank at a tap, and so again after a reload."""
    seat = sit().begin(code=Deal.random("order").code)
    assert not by_suit(seat.hand)
    seat.click(seat.page.locator("button.order"))
    assert not by_rank(seat.hand)
    assert by_suit(seat.hand)
    seat.page.reload()
    seat.turn()
    assert not by_rank(seat.hand)
    seat.page.keyboard.press("a")
    assert not by_suit(seat.hand)


def test_random_hands_lie_in_order(sit: Callable[..., Seat], server: Server) -> None:
    """Row 2: hands dealt and drawn, in both orders."""
    seat = sit()
    number = many(500)
    wrong = []
    names = [server.keep(dealt(Deal.random(f"hand {n}"), At(n % 2)).entries) for n in range(number)]
    for name in names:
        seat.js("(name) => { location.hash = `#/table/${name}`; }", name)
        seat.js(
            """(name) => piquetTest.until(() => piquetTest.settled() && piquetTest.at() === name
            && document.querySelectorAll("piquet-hand .card").length === 12, "a hand")""",
            name,
        )
        fault = by_suit(seat.hand)
        seat.page.keyboard.press("a")
        fault = fault or by_rank(seat.hand)
        seat.page.keyboard.press("a")
        wrong += [fault] if fault else []
    assert not wrong, wrong[:3]


@pytest.mark.parametrize("seat_of", list(At), ids=str)
def test_the_picker_of_discards(seat_of: At, sit: Callable[..., Seat], server: Server) -> None:
    """Row 4: how many of how many, a button that names the count, all of it to be taken back."""
    made = dealt(Deal.random("picker"), seat_of)
    seat = sit(server.keep(made.entries))
    ledger = server.ledger(seat.partie)
    view = ledger.view(ledger.person("you"))
    assert view is not None
    counts = {len(action.cards) for action in view.legal_actions.of(Kind.EXCHANGE)}
    most = max(counts)
    confirm = seat.page.locator(".actions .confirm")
    words = ["no", "one", "two", "three", "four", "five", "six"]
    before = seat.version
    hand = seat.hand
    for number in [*range(1, 7), *range(5, -1, -1)]:
        up = number > len([c for c in seat.look()["hand"] if c["chosen"]])
        seat.click(seat.card(hand[number - 1 if up else number]))
        look = seat.look()
        chosen = [card["card"] for card in look["hand"] if card["chosen"]]
        assert len(chosen) == number
        assert f"{number} of {most}" in seat.page.locator(".actions").inner_text()
        legal = number in counts
        assert (confirm.get_attribute("aria-disabled") is None) == legal
        if legal and number:
            assert words[number] in confirm.inner_text().lower(), confirm.inner_text()
        if not legal:
            seat.click(confirm)
    for card in hand[:3]:
        seat.click(seat.card(card))
    seat.click(seat.page.locator(".actions button", has_text="Put all back"))
    assert not [card for card in seat.look()["hand"] if card["chosen"]]
    assert not seat.sent("act")
    assert seat.version == before


def test_a_whole_deal_by_taps_alone(sit: Callable[..., Seat], server: Server) -> None:
    """Row 5: with a finger, the first tap lifting a card and the second playing it."""
    seat = sit(touch=True, size=(375, 812)).begin(seed="taps")
    lifted = 0
    while not seat.over:
        now = seat.now()
        version = now["version"]
        seat.later(520)  # two taps sooner than that are a double tap to the browser
        if now["exchange"]:
            for card in now["hand"]["by_suit"][: min(3, now["exchange"]["most"])]:
                seat.tap(seat.card(card))
            seat.tap(seat.page.locator(".actions .confirm"))
        elif best := [c for c in now["choices"] if c["best"] and c["group"] != "play"]:
            seat.tap(seat.action(best[0]["words"]).first)
        elif now["hand"]["playable"]:
            card = now["hand"]["playable"][0]
            sent = len(seat.sent("act"))
            seat.tap(seat.card(card))
            assert "lifted" in (seat.card(card).get_attribute("class") or "")
            assert len(seat.sent("act")) == sent, "the first tap has played"
            lifted += 1
            seat.tap(seat.card(card))
        else:
            seat.tap(seat.page.locator(".actions button").first)
        seat.answered(version)
    assert lifted == 12
    assert len(server.ledger(seat.partie).partie.finished) == 1


def test_sliding_off_a_card_does_nothing(sit: Callable[..., Seat], server: Server) -> None:
    """Row 5: an action comes when the finger is lifted over what it went down on."""
    made = dealt(Deal.random("slide"), At.ELDER)
    seat = sit(server.keep(made.entries), confirm="never")
    seat.to_play()
    before, hand, acts = seat.version, seat.hand, len(seat.sent("act"))
    mouse = seat.page.mouse
    for number in range(many(100)):
        x, y = seat.at(seat.card(hand[number % len(hand)]))
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - 300, steps=2)
        mouse.up()
    assert (seat.version, seat.hand) == (before, hand)
    assert len(seat.sent("act")) == acts


def test_a_double_click_plays_one_card(sit: Callable[..., Seat], server: Server) -> None:
    """Row 6: however fast or slow the second click follows, and whatever then lies under it."""
    seat = sit(confirm="never")
    played = deals = 0
    gaps = (0, 40, 90, 160)
    while played < many(500):
        if not deals or seat.now("next") == "partie":
            seat.begin(seed=f"double {played}")
        deals += 1
        while not seat.over:
            now = seat.now()
            if not seat.js("piquetTest.plays()"):
                seat.once()
                continue
            mine = sum(trick["cards"][k]["who"] == "you" for trick in now["tricks"] for k in (0, 1))
            playable = now["hand"]["playable"]
            x, y = seat.another(playable[played % len(playable) :] + playable)
            seat.page.mouse.dblclick(x, y, delay=gaps[played % 4] / 2)
            played += 1
            seat.answered(now["version"])
            after = seat.now()
            then = sum(t["cards"][k]["who"] == "you" for t in after["tricks"] for k in (0, 1))
            then += sum(one["who"] == "you" for one in after["table"])
            assert then == mine + 1, f"double click {played} played {then - mine} cards"
        if seat.now("next") == "deal":
            seat.next()
