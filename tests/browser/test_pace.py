"""How fast the table goes: UX row 9, and the computer's pause of row 35.

What moves is measured by the browser itself: at every picture, all its animations.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from browser.crafting import dealt
from browser.driving import Seat
from piquet.base import Seat as At
from piquet.dealing import Deal

if TYPE_CHECKING:
    from browser.serving import Server

_NOTE = """() => {
  window.noted = { longest: 0, moved: 0, stays: [], done: false };
  let since = 0;
  const each = () => {
    for (const animation of document.getAnimations()) {
      const { activeDuration, delay } = animation.effect.getComputedTiming();
      const frames = animation.effect.getKeyframes();
      const moves = frames.some((frame) => frame.transform || frame.left || frame.top);
      if (moves) window.noted.moved += 1;
      window.noted.longest = Math.max(window.noted.longest, activeDuration + delay);
    }
    const taken = document.querySelector(".trick .taker") !== null;
    if (taken && !since) since = performance.now();
    if (!taken && since) {
      window.noted.stays.push(performance.now() - since);
      since = 0;
    }
    requestAnimationFrame(each);
  };
  requestAnimationFrame(each);
}"""
_UNTAKEN = "piquetTest.until(() => !document.querySelector('.trick .taker'), 'the trick to go')"
TRICKS = 4


@pytest.fixture(scope="module")
def paced(servers: Callable[[], Server]) -> Iterator[Server]:
    """A server of its own: how fast it answers holds for all of its tables."""
    return servers()


@pytest.fixture
def at_play(paced: Server, sit: Callable[..., Seat]) -> Callable[..., Seat]:
    """Sit down at a pace before a deal whose first card is to be led."""

    def down(speed: str, **how: object) -> Seat:
        paced.settle(pace="instant", calls=True)
        name = paced.keep(dealt(Deal.random("pace"), At.ELDER, level="club").entries)
        seat = sit(name, at=paced, speed="instant", **how)
        seat.to_play()
        paced.settle(pace=speed, calls=True)
        seat.js(
            "(all) => localStorage.setItem('piquet.settings', all)", json.dumps({"speed": speed})
        )
        seat.page.reload()
        seat.turn()
        seat.js(_NOTE)
        return seat

    return down


def _tricks(seat: Seat, number: int, *, patient: bool) -> None:
    """Play some tricks; a patient player lets each be swept away before he goes on."""
    for _ in range(number):
        seat.once()
        if patient:
            seat.js(_UNTAKEN)


def test_a_trick_stays_a_second_and_the_computer_takes_its_time(
    at_play: Callable[..., Seat],
) -> None:
    """Rows 9 and 35 at the normal pace: tricks, movements, and replies forced or free."""
    seat = at_play("normal")
    _tricks(seat, TRICKS, patient=True)
    noted = seat.js("window.noted")
    print(noted)
    assert len(noted["stays"]) >= TRICKS - 1
    assert min(noted["stays"]) >= 1000
    assert noted["moved"]
    assert noted["longest"] <= 1200
    waits = _replies(seat)
    print([f"{wait:.2f}" for wait in waits])
    assert len(waits) >= TRICKS - 1
    # The page may have been drawing when it was told whose turn it is: a tenth is allowed for that.
    assert all(0.3 <= wait <= 3 * 2 for wait in waits)


def _replies(seat: Seat) -> list[float]:
    """Return the seconds from when the computer was to move to what it did."""
    tables = [
        (one["at"], told)
        for one in seat.js("piquetTest.wire.got")
        if (told := json.loads(one["text"]))["type"] == "table"
    ]
    return [
        (then - at) / 1000
        for (at, told), (then, after) in itertools.pairwise(tables)
        if told["to_move"] == "they" and after["version"] > told["version"]
    ]


@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_every_movement_keeps_to_the_pace(speed: str, at_play: Callable[..., Seat]) -> None:
    """Row 9: the same tricks, slower or faster, and nothing longer than 1.2 s."""
    seat = at_play(speed)
    _tricks(seat, 2, patient=True)
    noted = seat.js("window.noted")
    print(speed, noted)
    assert noted["moved"]
    assert noted["longest"] <= 1200
    stays = noted["stays"]
    assert stays
    assert min(stays) >= 1200 if speed == "slow" else max(stays) < 1000 * 2


@pytest.mark.parametrize("how", ["instant", "reduced motion"])
def test_nothing_moves_where_nothing_may(how: str, at_play: Callable[..., Seat]) -> None:
    """Row 9: at the instant pace, and where the person's system asks for no motion."""
    seat = at_play("instant") if how == "instant" else at_play("fast", reduced_motion="reduce")
    _tricks(seat, TRICKS, patient=False)
    noted = seat.js("window.noted")
    assert noted["moved"] == 0


def test_a_tap_skips_what_moves(at_play: Callable[..., Seat]) -> None:
    """Row 9: a tap on the cloth brings everything to its end."""
    seat = at_play("slow")
    seat.js("document.querySelector('piquet-hand .card:not([aria-disabled])').click()")
    seat.js("piquetTest.until(() => document.querySelector('.trick .taker'), 'a trick')")
    box = seat.page.locator(".far").bounding_box()
    assert box is not None
    seat.page.mouse.click(box["x"] + 5, box["y"] + 5)
    left = seat.js("[!!document.querySelector('.trick .taker'), document.getAnimations().length]")
    assert not left[0], "the trick still lies there"
    stays = seat.js(
        "piquetTest.until(() => window.noted.stays.length, 'it').then(() => noted.stays)"
    )
    assert min(stays) < 1500
