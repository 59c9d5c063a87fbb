"""Many deals through the page, each compared with the engine at every decision.

UX rows 2 (order, drawn cards), 3, 10, 11 and 13, and row R2: what a page names, shows and is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from browser.driving import FULL, Seat
from browser.judging import Judge, cards_in, heard_of, seen
from browser.serving import HOLDER
from piquet.actions import EventKind
from piquet.table.events import events

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.serving import Server

DEALS = 1_000 if FULL else 36
PAGES = 3  # pages that play at the same time
EACH = 6  # deals of a partie
CALLS = ("full", "random", "sink")


class Played:
    """A partie as it was played, and its judge."""

    def __init__(self, server: Server, partie: str, seen: dict[str, Any]) -> None:
        self.seen = seen
        self.judge = Judge(server.ledgers(partie))
        self.deals = len(seen["logs"])


@pytest.fixture(scope="module")
def played(chromium: Browser, server: Server) -> Iterator[list[Played]]:
    """Play all the deals, several pages at a time, each partie in another way."""
    seats = [Seat(chromium, server) for _ in range(PAGES)]
    made: list[Played] = []
    number = 0
    while sum(one.deals for one in made) < DEALS:
        for seat in seats:
            seat.page.goto("about:blank")  # what was read aloud of another partie is gone
            seat.begin(seed=f"deals {number}", level=("beginner", "club")[number % 2])
            how = {"seed": number, "deals": EACH, "refuse": True, "calls": CALLS[number % 3]}
            seat.js("(how) => piquetTest.start(how)", how)
            number += 1
        for seat in seats:
            seen = seat.js("piquetTest.finish()")
            seen["wire"] = seat.js("piquetTest.wire.got.splice(0)")
            seen["kept"] = seat.js("JSON.stringify({...localStorage, ...sessionStorage})")
            seen["address"] = seat.page.url
            made.append(Played(server, seat.partie, seen))
    yield made
    for seat in seats:
        seat.leave()


def test_the_page_shows_the_hand_and_its_legal_cards_at_every_decision(
    played: list[Played],
) -> None:
    """Rows 2 and 3: hand, order, drawn cards, the bright cards, refused taps, dimming."""
    wrong = [
        f"version {step['version']}: {fault}"
        for one in played
        for step in one.seen["steps"]
        for fault in one.judge.step(step)
    ]
    assert not wrong, f"{len(wrong)} faults, such as {wrong[:3]}"
    plays = [s for one in played for s in one.seen["steps"] if any(c["dim"] for c in s["hand"])]
    refused = [s for one in played for s in one.seen["steps"] if s.get("refused")]
    steps = sum(len(one.seen["steps"]) for one in played)
    print(f"{steps} decisions, {len(plays)} with barred cards, {len(refused)} refused taps")
    assert sum(s["did"] == "play" for one in played for s in one.seen["steps"]) >= 10 * DEALS
    assert len(refused) > DEALS


def test_the_running_score_is_the_engines_at_every_step(played: list[Played]) -> None:
    """Row 13."""
    wrong = [fault for one in played for fault in one.judge.scores(one.seen["scores"], one.deals)]
    assert not wrong, wrong[:2]
    assert sum(one.deals for one in played) >= DEALS


def test_the_log_tells_every_event_in_words(played: list[Played]) -> None:
    """Row 10."""
    wrong = [fault for one in played for fault in one.judge.logs(one.seen["logs"])]
    assert not wrong, wrong[:3]


def test_saying_less_is_offered_and_leaves_no_trace(played: list[Played]) -> None:
    """Row 11: what is sunk counts nothing, and the other side hears what was said alone."""
    sunk = 0
    for one in played:
        ledger = one.judge.ledgers[-1]
        for finished in ledger.partie.finished:
            position = finished.position
            mine, theirs = (
                position.view(seat)
                for seat in (
                    (1, 0) if finished.dealer is ledger.person(HOLDER) else (0, 1)  # elder first
                )
            )
            said = [e for e in mine.events if e.seat is mine.seat and e.kind in _SAID]
            heard = [e for e in theirs.events if e.seat is mine.seat and e.kind in _SAID]
            assert [(e.kind, e.number) for e in said] == [(e.kind, e.number) for e in heard]
            assert not any(e.cards for e in heard if e.kind is EventKind.CALLED), "a call shows"
            lines = [line for told in events(theirs, 0, "A", over=False) for line in told.lines]
            assert not [line for line in lines if "sink" in line.lower() or "sunk" in line.lower()]
        sunk += sum(
            step["did"] == "say" and "Say all" in step["buttons"] for step in one.seen["steps"]
        )
    said_less = sum("Say less ..." in s["buttons"] for one in played for s in one.seen["steps"])
    assert said_less > DEALS / 4, "saying less was hardly ever offered"


_SAID = {EventKind.CALLED, EventKind.ANSWERED, EventKind.SAID_VALUE, EventKind.COUNTED}


def test_no_page_and_no_frame_names_an_unseen_card(played: list[Played]) -> None:
    """R2 and F20: document, storage, address and every frame, against what the seat has seen."""
    frames = 0
    for one in played:
        wrong = one.judge.wire(one.seen["wire"])
        assert not wrong, wrong[:3]
        frames += len(one.seen["wire"])
        assert not [*cards_in(one.seen["kept"]), *cards_in(one.seen["address"])]
    assert frames > 10 * DEALS


def test_no_ear_and_no_side_door_hears_of_an_unseen_card(
    sit: Callable[..., Seat], server: Server
) -> None:
    """R2 and F20: the accessibility tree at every decision, and what HTTP tells meanwhile."""
    seat = sit().begin(seed="ears", level="club")
    tree = seat.context.new_cdp_session(seat.page)
    looks = 0
    while not seat.over:
        nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
        said = " | ".join(str(node.get("name", {}).get("value", "")) for node in nodes)
        ledger = server.ledger(seat.partie)
        view = ledger.view(ledger.person(HOLDER))
        lines = seat.js("document.querySelector('#live').textContent")
        unseen = heard_of(said) - seen(view, ledger) - heard_of(lines)
        assert not unseen, f"{unseen} in {said}"
        assert len(heard_of(said)) >= len(seat.hand), "not even the hand is read"
        for path in ("/api/lobby", f"/api/parties/{seat.partie}/record", "/api/session"):
            status, body, _ = server.ask("GET", path)
            assert status == 200
            assert not set(cards_in(body.decode())) - seen(view, ledger), path
        looks += 1
        seat.once()
    assert looks > 12
