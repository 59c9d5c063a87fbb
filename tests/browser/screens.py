"""Every screen of the page, and how one gets there: what sizes and axe-core are tried on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from browser.crafting import dealt, ended, started
from piquet.base import Seat as At
from piquet.dealing import Deal
from piquet.table.ledger import Ledger
from piquet.view import Phase

if TYPE_CHECKING:
    from browser.driving import Seat
    from browser.serving import Server

__all__ = ["Kept", "every", "tables"]

_KEYS = {
    "last trick": "l",
    "tricks": "t",
    "discards": "d",
    "talon": "k",
    "score sheet": "s",
    "rules": "r",
    "undo": "u",
    "menu": "m",
    "help": "?",
}
_MENU = ("Settings", "level", "looks wrong")


class Kept:
    """Parties made once and looked at on many screens."""

    def __init__(self, server: Server) -> None:
        self.exchange = server.keep(dealt(Deal.random("screens"), At.ELDER).entries)
        self.cut = server.keep(started(seed="screens").entries)
        self.deal_over = server.keep(ended(lambda ledger: True, deals=2).entries)
        self.over = server.keep(ended(lambda ledger: ledger.over).entries)
        called = dealt(Deal.random("screens"), At.ELDER, level="club")
        called.play(_calling, _rng())
        self.call = server.keep(called.entries)
        self.play = server.keep(called.play(_playing, _rng()).entries)


def _rng() -> random.Random:
    return random.Random(5)


def _calling(ledger: Ledger) -> bool:
    return ledger.position is not None and ledger.position.phase is Phase.CALL


def _playing(ledger: Ledger) -> bool:
    assert ledger.position is not None
    mine = ledger.to_move is ledger.person("you")
    return sum(ledger.position.tricks) == 3 and mine


def tables(kept: Kept) -> dict[str, str]:
    """Return the tables by what is going on at them."""
    return {
        "exchange": kept.exchange,
        "call": kept.call,
        "play": kept.play,
        "deal over": kept.deal_over,
        "partie over": kept.over,
    }


def every(seat: Seat, kept: Kept) -> Iterator[str]:
    """Show every screen, one after the other, and yield its name."""
    seat.open()
    yield "lobby"
    for name in ("rules", "settings", "help"):
        place = ("rules", "settings", "help").index(name)
        yield from _shown(seat, f"lobby, {name}", _press(seat, f".bar nav button >> nth={place}"))
    for place, name in enumerate(("levels", "choice of rules")):
        yield from _shown(seat, f"lobby, {name}", _press(seat, f".against button >> nth={place}"))
    for name, partie in tables(kept).items():
        seat.open(partie)
        yield name
    seat.open(kept.play)
    for name, key in _KEYS.items():
        yield from _shown(seat, name, lambda key=key: seat.page.keyboard.press(key))  # type: ignore[misc]
    for words in _MENU:

        def opened(words: str = words) -> None:
            seat.page.keyboard.press("m")
            seat.page.locator("dialog[open] button", has_text=words).first.click()

        yield from _shown(seat, f"menu, {words}", opened)
    seat.page.keyboard.press("g")
    yield "talk"
    seat.open(kept.deal_over)
    yield from _shown(seat, "both hands", _press(seat, ".result button:has-text('both hands')"))


def _press(seat: Seat, selector: str) -> Callable[[], None]:
    return lambda: seat.page.locator(selector).first.click()


def _shown(seat: Seat, name: str, open_it: Callable[[], object]) -> Iterator[str]:
    open_it()
    seat.page.wait_for_selector("dialog[open]")
    seat.js(
        """piquetTest.until(() =>
        !/One moment/.test(document.querySelector("dialog[open]").textContent), "the sheet")"""
    )
    yield name
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog", state="detached")
