"""What a player may look at again, take back, come back to, and not do by mistake.

UX rows 7, 8, 33 and 34.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.crafting import dealt, started
from browser.driving import Seat, many
from browser.judging import held
from piquet.actions import Action, Kind
from piquet.base import Seat as At
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.table.entries import Undone

if TYPE_CHECKING:
    from browser.serving import Server
    from piquet.view import View

SHARED = 2  # how much slower a shared machine may be


def _view(server: Server, seat: Seat) -> View:
    ledger = server.ledger(seat.partie)
    view = ledger.view(ledger.person("you"))
    assert view is not None
    return view


def _texts(cards: Any) -> list[str]:
    return sorted(map(str, cards))


def _opened(seat: Seat) -> list[str]:
    """Return the cards in the sheet that is open, and close it."""
    seat.page.wait_for_selector("dialog[open]")
    cards: list[str] = seat.js("piquetTest.face(document.querySelector('dialog[open]'))")
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog", state="detached")
    return sorted(cards)


def test_own_memory_is_one_key_or_one_tap_away(sit: Callable[..., Seat], server: Server) -> None:
    """Row 8: last trick, all tricks, own discards, what one has looked at; never the other's."""
    deal = Deal.random("memory")
    seat = sit(server.keep(dealt(deal, At.ELDER).entries))
    view = _view(server, seat)
    seat.act(Action.exchange(CardSet.of(*list(view.hand)[:3])))
    while not seat.over:
        view = _view(server, seat)
        tricks = [str(card) for trick in view.tricks for card in (trick.lead, trick.follow)]
        rest = [c for e in view.events if e.kind.name == "LOOKED_AT_REST" for c in CardSet(e.cards)]
        due = {
            "l": sorted(tricks[-2:]),
            "t": sorted(tricks),
            "d": _texts(view.discards),
            "k": _texts(rest),
        }
        for key, cards in due.items():
            seat.page.keyboard.press(key)
            assert _opened(seat) == cards, key
            assert set(cards) <= held(view)
        piles = {".pile.discards": due["d"], ".pile.talon": due["k"], ".pile.tricks": due["t"]}
        for pile, cards in piles.items():
            if len(view.tricks) in (0, 3, 11) and seat.page.locator(pile).is_visible():
                seat.click(seat.page.locator(pile))
                assert _opened(seat) == cards, pile
        if len(view.tricks) in (1, 7):
            seat.click(seat.page.locator(".pile-side.won > button").last)
            assert _opened(seat) == due["l"]
        assert rest, "elder who took three saw two more"
        seat.once()


def test_undo_leads_back_to_any_own_decision(sit: Callable[..., Seat], server: Server) -> None:
    """Row 7: the same talon, the same replies to the same line, and the deal is marked."""
    seat = sit().begin(seed="undo", level="club")
    rng = random.Random(7)
    done = 0
    while done < many(200):
        seat.drive(deals=1, watch=False, seed=done + 1)
        for turn in range(5):
            before = server.ledger(seat.partie)
            decisions = before.decisions(before.person("you"))
            # Once a deal from anywhere, else from its end, so that less is played again.
            place = rng.choice(range(len(decisions))[-5 if turn else 0 :])
            line = [record.now.action for record in before.line[1:]]
            seat.page.keyboard.press("u")
            seat.page.wait_for_selector("dialog[open]")
            buttons = seat.page.locator("dialog[open] .menu-list button")
            assert buttons.count() == len(decisions)
            buttons.nth(len(decisions) - 1 - place).click()
            seat.answered(before.version)
            back = server.ledger(seat.partie)
            assert isinstance(server.entries(seat.partie)[-1], Undone)
            assert back.line == before.line[: decisions[place] + 1]
            assert "assisted" in seat.page.locator(".where").first.inner_text()
            # The same again, as far as the next own decision.
            until = [*decisions, len(before.line) - 1][place + 1]
            while (at := len(server.ledger(seat.partie).line) - 1) < until:
                seat.act(line[at])
            again = server.ledger(seat.partie)
            assert again.record.position == before.line[len(again.line) - 1].position
            deals = [every.position and every.position.deal for every in (again, before)]
            assert deals[0] is not None
            assert deals[0] == deals[1]
            done += 1
            if not seat.over:
                seat.drive(deals=1, watch=False, seed=done)
        if seat.now("next") == "partie":
            seat.begin(seed=f"undo {done}", level="club")
        else:
            seat.next()
    assert server.ledger(seat.partie).assisted or done


def test_a_reload_leads_back_to_the_same_decision(sit: Callable[..., Seat], server: Server) -> None:
    """Row 33: at every step of a deal, by reload and by a tab that was closed, within 2 s."""
    seat = sit(server.keep(dealt(Deal.random("again"), At.ELDER, level="club").entries))
    longest = 0.0
    steps = 0
    while True:
        kept = ("version", "phase", "hand", "score", "turn", "hint", "buttons")
        if seat.now("exchange"):
            for card in seat.hand[2:5]:
                seat.click(seat.card(card))
            mask = CardSet.parse(" ".join(seat.hand[2:5])).mask
            # A choice is noted and not answered: the database tells when it is kept.
            server.noted(f"draft/{seat.partie}/you", f" {mask}]")
        before = {name: seat.look()[name] for name in kept}
        if steps % 2:
            seat.page.close()
            seat.page = seat.context.new_page()
            began = seat.clock()
            seat.page.goto(f"{server.origin}/#/table/{seat.partie}")
        else:
            began = seat.clock()
            seat.page.reload()
        seat.turn()
        longest = max(longest, seat.clock() - began)
        after = {name: seat.look()[name] for name in kept}
        assert after == before
        steps += 1
        if seat.over:
            break
        seat.once()
    print(f"{steps} steps, at most {longest:.2f} s")
    assert steps > 12
    assert longest <= 2 * SHARED


SIZES = ((320, 568), (375, 812), (812, 375), (1366, 768))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_cannot_be_mended_lies_apart(
    size: tuple[int, int], sit: Callable[..., Seat], server: Server
) -> None:
    """Row 34: nothing that ends or undoes anything within 48 px of cards and play buttons."""
    seat = sit(server.keep(dealt(Deal.random("apart"), At.ELDER).entries), size=size)
    gaps = []
    for _ in range(3):
        gaps.append(seat.js(_GAP))
        seat.once()
    assert min(gaps) >= 48, gaps


_GAP = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const gap = (from, to, start, end) => Math.max(0, from - end, start - to);
  const apart = (a, b) =>
    Math.hypot(gap(a.left, a.right, b.left, b.right), gap(a.top, a.bottom, b.top, b.bottom));
  const risky = boxes('.bar nav button:last-child, .bar .brand, [data-group="concede"]');
  const safe = boxes("piquet-hand .card, .actions button");
  return Math.min(...risky.flatMap((a) => safe.map((b) => apart(a, b))));
}"""


def test_giving_up_is_asked_twice(sit: Callable[..., Seat], server: Server) -> None:
    """Row 34: in the last deal by laws that know it; nothing is sent before the second yes."""
    made = started("cavendish", "concede")
    made.play(lambda ledger: len(ledger.partie.finished) == 5, random.Random(1))
    made.play(_may_concede, random.Random(2))
    seat = sit(server.keep(made.entries))
    acts = len(seat.sent("act"))
    for answer in ("no", "yes"):
        seat.click(seat.page.locator("header.bar nav button").last)
        seat.page.locator("dialog[open] button", has_text="Give up").first.click()
        seat.page.wait_for_selector("dialog[data-name=confirm]")
        assert len(seat.sent("act")) == acts
        buttons = seat.page.locator("dialog[open] footer button")
        (buttons.last if answer == "yes" else buttons.first).click()
    seat.js("piquetTest.until(piquetTest.over, 'the end')")
    assert server.ledger(seat.partie).record.now.action.kind is Kind.CONCEDE


def _may_concede(ledger: Any) -> bool:
    partie = ledger.partie
    mine = partie.to_move is ledger.person("you")
    return mine and partie.position is not None and Kind.CONCEDE in partie.legal_actions.kinds
