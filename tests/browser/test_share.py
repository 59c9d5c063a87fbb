"""Row 22: a shared deal is opened unspoilt by its link, and compared when both have played it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from table.test_sharing import GUEST, between_friends

from browser.crafting import started
from browser.driving import Seat
from piquet.base import Seat as Side
from piquet.dealing import Deal
from piquet.table.entries import Ended
from piquet.table.sharing import HEAD, unpack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request, Response

    from browser.serving import Server

MOST = 200  # characters of a link
PIECE = 6  # letters of a link by which it is known again


def share(seat: Seat) -> str:
    """Return the link of the deal that is over, as the page gives it out."""
    seat.page.click(".result button.share")
    link = seat.page.input_value("#share-link")
    seat.page.keyboard.press("Escape")
    return link


class Follower:
    """Somebody who follows a link, and everything that goes over his network or lies about."""

    def __init__(self, chromium: Browser, server: Server, link: str, **how: Any) -> None:
        self.seat = Seat(chromium, server, **how)
        self.link = link
        self.wire: list[str] = []
        self.coming: list[Response] = []
        self.answers: list[str] = []
        self.seat.page.on("request", self._sent)
        self.seat.page.on("response", lambda response: self.coming.append(response))

    def open(self, shows: str = ".shared-deal dd") -> Follower:
        """Follow the link and wait for what it shows."""
        self.seat.page.goto(self.link)
        self.seat.page.wait_for_selector(shows)
        return self

    def _sent(self, request: Request) -> None:
        self.wire.append(f"{request.url} {request.post_data} {json.dumps(request.headers)}")

    @property
    def secret(self) -> str:
        """The letters that tell how the other has played."""
        return self.link.partition("#p.")[2][HEAD:]

    def leaks(self) -> list[str]:
        """Return where any piece of the secret can be read."""
        seat = self.seat
        coming, self.coming = self.coming, []
        self.answers += [one.text() for one in coming if "/api/" in one.url and one.status == 200]
        places = {
            "address": seat.page.url,
            "title": seat.page.title(),
            "document": seat.js("document.documentElement.outerHTML"),
            "kept": seat.js("JSON.stringify(localStorage) + document.cookie + window.name"),
            "history": seat.js("JSON.stringify(history.state)"),
            "sent": "\n".join(self.wire) + seat.js("JSON.stringify(piquetTest.wire.sent)"),
            "got": seat.js("JSON.stringify(piquetTest.wire.got)"),
            "answers": "\n".join(self.answers),
        }
        pieces = [self.secret[at : at + PIECE] for at in range(len(self.secret) - PIECE + 1)]
        return [name for name, said in places.items() if any(piece in said for piece in pieces)]

    def play(self) -> list[str]:
        """Play the deal to its end; return what leaked before."""
        self.seat.page.click("main button.main")
        self.seat.page.wait_for_selector("piquet-table")
        self.seat.turn()
        found = self.leaks()
        looks = 0
        while not self.seat.over:
            self.seat.once()
            found += self.leaks()
            looks += 1
        assert looks > 8
        self.seat.partie = self.seat.now("partie")
        return found


def test_a_link_opens_the_same_deal_unspoilt_and_both_are_compared(
    sit: Callable[..., Seat], chromium: Browser, server: Server
) -> None:
    sharer = sit().begin(seed="to be shared", level="beginner")
    partie = sharer.partie
    seats = set()
    for number in (1, 2):
        sharer.drive(deals=1)
        link = share(sharer)
        assert len(link) <= MOST
        ledger = server.ledger(partie)
        first = ledger.partie.finished[number - 1]
        deal = first.position.deal
        assert deal is not None
        shared = unpack(deal, link.partition("#p.")[2])
        seats.add(shared.seat)
        follower = Follower(chromium, server, link).open()
        seat = follower.seat
        assert seat.page.url == f"{server.origin}/deal/{deal.code}"
        said = seat.page.inner_text(".shared-deal")
        assert f"{shared.seat} hand" in said
        assert "rubicon" in said
        assert not follower.leaks()
        seat.page.reload()  # what is kept in the tab outlives that
        seat.page.wait_for_selector(".shared-deal dd")
        assert not follower.leaks()
        assert not follower.play()
        now = server.ledger(seat.partie)
        second = now.partie.finished[0]
        assert second.position.deal == deal
        assert (now.seat(now.person("you")), now.level) == (shared.seat, "beginner")
        assert now.rules == ledger.rules
        seat.page.click(".result button.compare")
        seat.page.wait_for_selector(".compared.tricks")
        words = seat.page.inner_text("dialog[data-name='compare']")
        for one in (first, second):
            points = one.outcome[shared.seat], one.outcome[shared.seat.other]
            assert f"{points[0]} to {points[1]}" in words
        for column, one in ((2, first), (1, second)):
            mine = [
                str(trick.lead if trick.leader is shared.seat else trick.follow)
                for trick in one.position.view(shared.seat).tricks
            ]
            cells = seat.page.locator(f".compared.tricks td:nth-child({2 * column})")
            shown = [cell.replace("10", "T") for cell in cells.all_text_contents()]
            signs = dict(zip("♠♥♦♣", "SHDC", strict=True))
            assert [cell[0] + signs[cell[1]] for cell in shown] == mine
        assert seat.page.locator(".compared .parted").count() <= 1
        seat.leave()
        if number == 1:
            sharer.next()
    assert seats == set(Side), "both seats have been shared"


@pytest.mark.parametrize(
    ("file", "change", "place"),
    [
        ("pages/share.js", ("letters.slice(0, HEAD)", "letters"), "sent"),
        ("pages/share.js", ('h("dd", {}, told.level)', 'h("dd", {}, letters)'), "document"),
        ("main.js", ("history.replaceState(null", "Object(null"), "address"),
        ("main.js", ("sessionStorage.setItem(", "localStorage.setItem("), "kept"),
    ],
)
def test_a_page_that_tells_it_too_early_is_found(
    chromium: Browser,
    server: Server,
    sit: Callable[..., Seat],
    file: str,
    change: tuple[str, str],
    place: str,
) -> None:
    """The watch over network, document, address and storage bites."""
    sharer = sit().begin(seed="to be shared", level="beginner")
    sharer.drive(deals=1)
    follower = Follower(chromium, server, share(sharer), planted={file: change})
    follower.open("h1")
    follower.seat.js("piquetTest.until(() => document.querySelector('main .row'), 'the page')")
    follower.seat.page.wait_for_load_state("networkidle")
    found = follower.leaks()
    assert place in found
    follower.seat.leave()


def test_a_whole_link_can_be_pasted_and_a_damaged_one_is_refused_in_words(
    sit: Callable[..., Seat], server: Server
) -> None:
    sharer = sit().begin(seed="to be shared", level="beginner")
    sharer.drive(deals=1)
    link = share(sharer)
    seat = sit()
    seat.page.fill("#deal-code", link.replace(server.origin, "http://127.0.0.1:7732"))
    seat.page.press("#deal-code", "Enter")
    seat.page.wait_for_selector(".shared-deal dd")
    assert "#" not in seat.page.url
    seat.page.click("main a.button")  # not now
    seat.page.wait_for_selector("button.play")
    assert not seat.js("sessionStorage.length")
    code = link.split("/deal/")[1][:13]
    for wrong in ("#p.9eADxxxxxxxx", "#p.1eA", "#p.1zADxxxxxxx"):
        seat.page.goto("about:blank")
        seat.page.goto(f"{server.origin}/deal/{code}{wrong}")
        seat.page.wait_for_selector("main .refusal:not(:empty)")
        assert seat.page.locator("main button.main[disabled]").count() == 1
        assert seat.page.inner_text("main .refusal").startswith("This link")
    letters = link.partition("#p.")[2]
    seat.page.goto("about:blank")
    seat.page.goto(f"{server.origin}/deal/{code}#p.{letters[:-1]}")
    seat.page.click("main button.main")
    seat.page.wait_for_selector("piquet-table")
    seat.turn()
    seat.drive(deals=1)
    seat.page.click(".result button.compare")
    seat.page.wait_for_selector("dialog .refusal")
    assert "damaged" in seat.page.inner_text("dialog .refusal")


def test_each_deal_with_a_friend_has_a_link_once_the_partie_is_over_and_none_before(
    sit: Callable[..., Seat], chromium: Browser, server: Server
) -> None:
    """For the owner of the server, and for the guest, who has nothing but a seat."""
    ledger, entries = between_friends(deals=2)
    deals = [finished.position.deal for finished in ledger.partie.finished]
    for more, shares in (((), False), ((Ended(1),), True)):
        partie = server.keep([*entries, *more])
        owner = sit()
        owner.page.goto(f"{server.origin}/#/table/{partie}")
        guest = Seat(chromium, server, enter=False)
        guest.page.goto(f"{server.origin}/join/{partie}#seat.{GUEST}")
        sides = set()
        for seat in (owner, guest):
            seat.page.wait_for_selector(".result")
            assert seat.page.locator(".result button.share").count() == shares
            assert seat.page.locator(".result a[href*=review]").count() == (
                shares and seat is owner
            )
            if shares:
                sides.add(tuple(both(seat, deals)))
        for deal in deals:
            assert deal is not None
            status, body, _ = server.ask("GET", f"/api/parties/{partie}/share/{deal.code}")
            assert status == (200 if shares else 400)
            assert shares or json.loads(body)["code"] == "share_friend"
        assert len(sides) == 2 * shares
        guest.leave()


_LINKED = """(code) => piquetTest.until(
  () => document.querySelector("#share-link")?.value.includes(code), "the link")"""


def both(seat: Seat, deals: list[Deal | None]) -> list[Side]:
    """Return from which seats deals were shared, one after the other in the same sheet."""
    seat.page.click(".result button.share")
    seat.page.wait_for_selector("#share-link")
    assert seat.page.locator("#share-deal option").count() == len(deals)
    sides = []
    for number, deal in reversed(list(enumerate(deals))):  # the last one is chosen at first
        assert deal is not None
        seat.page.select_option("#share-deal", index=number)
        seat.js(_LINKED, deal.code)
        link = seat.page.input_value("#share-link")
        assert len(link) <= MOST
        sides.append(unpack(deal, link.partition("#p.")[2]).seat)
    seat.page.keyboard.press("Escape")
    return sides


def test_every_deal_so_far_can_be_shared(sit: Callable[..., Seat], server: Server) -> None:
    made = started(seed="each")
    made.play(lambda ledger: len(ledger.partie.finished) == 3, random.Random(4))
    seat = sit(server.keep(made.entries))
    deals = [finished.position.deal for finished in made.ledger.partie.finished]
    assert both(seat, deals) in ([Side(0), Side(1), Side(0)], [Side(1), Side(0), Side(1)])


def test_who_may_not_come_in_is_told_what_to_do_with_a_link(
    chromium: Browser, server: Server
) -> None:
    """A guest has no lobby: the page says in a sentence what a shared deal needs."""
    deal = Deal.random("letter")
    stranger = Seat(chromium, server, enter=False)
    stranger.page.goto(f"{server.origin}/deal/{deal.code}#p.1eADxxxxxxxx")
    stranger.page.wait_for_selector("main.closed p:has-text('paste its whole link')")
    assert "#" not in stranger.page.url
    stranger.leave()
