"""Every screen of the page, and how one gets there: what sizes and axe-core are tried on."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from table.test_sharing import between_friends

from browser.crafting import dealt, ended, started
from piquet.actions import Kind
from piquet.base import Seat as At
from piquet.dealing import Deal
from piquet.table.entries import Ended, Entry, Invited, Rematched
from piquet.table.ledger import Ledger
from piquet.table.sharing import Shared, pack
from piquet.view import Phase

if TYPE_CHECKING:
    from browser.driving import Seat
    from browser.serving import Server

__all__ = ["Kept", "every", "friendly", "shared", "tables", "until"]

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
_LINK = "L" * 43  # the token of a friend's link


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
        # With a friend who is away: what there is besides where he is here.
        _, whole = between_friends(Ended(1), Rematched(1))
        self.waiting = server.keep(
            [*whole[:4], Invited(hashlib.sha256(_LINK.encode()).hexdigest())]
        )
        self.friend_cut = server.keep(until(whole, _cutting))
        self.friend_play = server.keep(until(whole, _playing))
        self.friend_deal_over = server.keep(whole[:-2])
        self.friend_over = server.keep(whole)
        # A deal that was shared, played here as well.
        deal = Deal.random("screens")
        mine, theirs = (
            dealt(deal, At.ELDER).play(lambda ledger: ledger.resting, random.Random(seed))
            for seed in (5, 6)
        )
        actions = theirs.ledger.record.parts[-1].actions
        self.code = deal.code
        self.letters = pack(deal, Shared(At.ELDER, theirs.ledger.rules, "beginner", actions))
        self.compared = server.keep(mine.entries)


def _rng() -> random.Random:
    return random.Random(5)


def _calling(ledger: Ledger) -> bool:
    return ledger.position is not None and ledger.position.phase is Phase.CALL


def _playing(ledger: Ledger) -> bool:
    if ledger.position is None:
        return False
    mine = ledger.to_move is ledger.person("you")
    return sum(ledger.position.tricks) == 3 and mine


def _cutting(ledger: Ledger) -> bool:
    mine = ledger.to_move is ledger.person("you")
    return mine and ledger.partie.legal_actions.kinds[0] is Kind.CUT


def until(entries: list[Entry], holds: Callable[[Ledger], bool]) -> list[Entry]:
    """Return the entries of a partie up to the first moment at which something holds."""
    ledger = Ledger.of(entries[:1])
    for number, entry in enumerate(entries[1:], 2):
        ledger = ledger.after(entry)
        if holds(ledger):
            return entries[:number]
    raise AssertionError("that moment never came")


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
    yield from friendly(seat, kept)
    yield from shared(seat, kept)


def friendly(seat: Seat, kept: Kept) -> Iterator[str]:
    """Show every screen that there is with a friend only."""
    page, origin = seat.page, seat.server.origin
    seat.js("(key) => localStorage.setItem(...key)", [f"piquet.link.{kept.waiting}", _LINK])
    page.goto(f"{origin}/#/table/{kept.waiting}")
    page.wait_for_selector("#friend-link")
    yield "the link for a friend"
    page.goto(f"{origin}/join/{kept.waiting}#sit.{_LINK}")
    page.wait_for_selector(".join-form")
    yield "where the link leads"
    page.goto(f"{origin}/#/table/{kept.friend_cut}")
    page.wait_for_selector(".cut-cards .card")
    yield "cut with a friend who is away"
    seat.js("(key) => localStorage.setItem(...key)", [f"piquet.seat.{kept.friend_play}", _LINK])
    seat.open(kept.friend_play)
    yield "play with a friend who is away"
    yield from _shown(seat, "menu with a friend", lambda: _unfolded(seat))
    yield from _shown(seat, "how deals are made", lambda: _fair(seat))
    seat.open(kept.friend_deal_over)
    yield "deal with a friend over"
    seat.open(kept.friend_over)
    yield "partie with a friend over"
    yield from _shown(seat, "deals checked", lambda: _fair(seat, check=True))


def _unfolded(seat: Seat) -> None:
    seat.page.keyboard.press("m")
    seat.page.locator("dialog[open] summary").first.wait_for()
    seat.js("document.querySelectorAll('dialog details').forEach((one) => { one.open = true; })")


def _fair(seat: Seat, check: bool = False) -> None:
    seat.page.keyboard.press("m")
    seat.page.click("dialog[open] button:has-text('How deals are made')")
    seat.page.wait_for_selector("dialog[data-name=fair] table")
    if check:
        seat.page.click("dialog[data-name=fair] footer button")
        seat.page.wait_for_selector("dialog[data-name=fair] .great")


def shared(seat: Seat, kept: Kept) -> Iterator[str]:
    """Show every screen of a deal that is shared."""
    page, origin = seat.page, seat.server.origin
    seat.open(kept.compared)
    yield from _shown(seat, "share a deal", lambda: _given_out(seat))
    page.goto("about:blank")
    page.goto(f"{origin}/deal/{kept.code}#p.{kept.letters}")
    page.wait_for_selector(".shared-deal dd")
    yield "a deal for you"
    key = [f"piquet.shared.{kept.compared}", kept.letters]
    seat.js("(key) => sessionStorage.setItem(...key)", key)
    seat.open(kept.compared)
    yield from _shown(seat, "compared", lambda: _side_by_side(seat))


def _given_out(seat: Seat) -> None:
    seat.page.click(".result button.share")
    seat.page.wait_for_selector("#share-link")


def _side_by_side(seat: Seat) -> None:
    seat.page.click(".result button.compare")
    seat.page.wait_for_selector(".compared.tricks")


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
