"""The score sheet for a real pack in the page: entered, corrected, reloaded, printed, by keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.driving import Seat
from browser.test_keys import Keys
from browser.test_screens import _RUN, ALL, AXE, COLOURS, CONTRAST, FLAT, HIGH, SIZES, _told
from piquet.rules import Rules
from piquet.table.dictating import entry
from piquet.table.pad import reckoned
from piquet.table.penned import DealKept, Pad

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.serving import Server

NAMES = ["Ann", "Ben"]
SIDES = ("Ben", "Ann")  # elder and younger of deal 1: Ann deals
PAGES = "(text) => (text.match(/\\/Type\\s*\\/Page[^s]/g) ?? []).length"


class Sheet:
    """Somebody at the sheet."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.page = seat.page

    def open(self, shows: str = ".pad") -> Sheet:
        self.page.evaluate("location.hash = '#/pad'")
        self.page.wait_for_selector(shows)
        return self

    def begin(self, names: list[str] | None = None) -> Sheet:
        self.open(".pad-begin")
        for who, name in enumerate(names or NAMES):
            self.page.fill(f"#pad-name-{who}", name)
        self.does(lambda: self.page.click(".pad-begin button.main"))
        self.page.wait_for_selector(".pad")
        return self

    def does(self, what: Callable[[], object], good: bool = True) -> None:
        """Do something that asks the server, and wait until its answer is drawn."""
        with self.page.expect_response("**/api/pad") as answer:
            what()
        assert answer.value.ok == good, answer.value.text()
        answer.value.finished()
        self.seat.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def tap(self, key: str, good: bool = True) -> None:
        self.does(lambda: self.page.click(f"[data-key='{key}']"), good)

    def choose(self, who: int) -> None:
        self.page.click(f"label:has([data-key='whose-{who}'])")

    def play(self, first: str, second: str, good: bool = True) -> None:
        self.page.fill("#pad-play-0", first)
        self.page.fill("#pad-play-1", second)
        self.tap("play", good)

    @property
    def said(self) -> str:
        return self.page.locator(".pad-score .said").inner_text()

    @property
    def refused(self) -> str:
        return self.page.locator("#pad-refused").inner_text()

    @property
    def rows(self) -> list[str]:
        return [
            " ".join(one.split()) for one in self.page.locator(".pad-rows li").all_inner_texts()
        ]

    def hears(self, words: str) -> None:
        """Wait until somebody who listens has heard some words."""
        self.seat.js(
            """(words) => piquetTest.until(
              () => document.getElementById("live").textContent.includes(words), words)""",
            words,
        )


def close_deals(sheet: Sheet, number: int) -> None:
    """Close deals of which only the totals are written down."""
    for _ in range(number):
        sheet.page.fill("#pad-typed", "total 28 23")
        sheet.does(lambda: sheet.page.press("#pad-typed", "Enter"))
        sheet.tap("close")


def test_a_partie_is_entered_by_tapping_and_settled(sit: Callable[..., Seat]) -> None:
    """Deal 1 award by award, the score spoken as it grows; then to the end and the equation."""
    sheet = Sheet(sit()).begin()
    sheet.tap("point-6")
    assert sheet.said == "Ann nought, Ben six."
    sheet.tap("sequence-6")
    sheet.tap("set-4-7")
    assert sheet.said == "Ann nought, Ben ninety-six."
    assert sheet.rows[-1] == "Ben the repique +60 thirty-six, ninety-six"
    sheet.hears("ninety-six")
    sheet.choose(0)
    assert sheet.page.locator("[data-key='set-3-3']").count() == 0, "the sets are taken"
    sheet.page.fill("#pad-typed", "three tens")
    sheet.does(lambda: sheet.page.press("#pad-typed", "Enter"), good=False)
    assert "There is an entry for this already" in sheet.refused
    sheet.play("3", "13", good=False)
    assert "cannot come of the same twelve tricks" in sheet.refused
    sheet.hears("cannot come of")
    sheet.play("6", "9")
    assert sheet.said == "Ann six, Ben one hundred and fifteen."
    assert any("the cards" in row for row in sheet.rows)
    sheet.tap("close")
    assert sheet.page.locator("#pad-deal").inner_text() == "Deal 2 of 6: Ben deals"
    close_deals(sheet, 5)
    words = sheet.page.locator(".pad .settlement").inner_text()
    deals = [
        DealKept(
            [
                entry(one, SIDES)
                for one in ("point 6", "sequence 6", "4 aces", "play 9", "younger play 6")
            ],
            True,
        ),
        *[DealKept([entry("total 28 23", SIDES)], True)] * 5,
    ]
    due = reckoned(Pad(names=NAMES, deals=deals))
    assert words.strip() == due.settlement[0]
    assert f"{due.totals[1]} +" in words or f"{due.totals[1]} -" in words


def test_sequences_and_sets_grow_by_taps_and_every_entry_can_be_corrected(
    sit: Callable[..., Seat],
) -> None:
    sheet = Sheet(sit()).begin()
    for key in ("sequence-5", "sequence-3", "set-3-6", "set-4-7"):
        sheet.tap(key)
    assert sheet.rows == [
        "Ben a quint and a tierce +18 eighteen",
        "Ben four aces and three kings +17 thirty-five",
        "Ben the repique +60 thirty-five, ninety-five",
    ]
    sheet.page.click("[data-key='row-sequences-1']")
    sheet.page.fill("#pad-correct", "quart")
    sheet.does(lambda: sheet.page.press("#pad-correct", "Enter"))
    assert sheet.page.locator("dialog").count() == 0
    assert sheet.rows[-1] == "Ben four aces and three kings +17 twenty-one"
    sheet.page.click("[data-key='row-sets-1']")
    sheet.page.fill("#pad-correct", "four nines")
    sheet.does(lambda: sheet.page.press("#pad-correct", "Enter"), good=False)
    refused = sheet.page.locator("#pad-correct-refused").inner_text()
    assert refused == "Sets count from the tens up: nines score nothing."
    sheet.does(lambda: sheet.page.click("dialog button:has-text('Ann')"))
    assert sheet.rows[-1] == "Ann four aces and three kings +17 seventeen"
    sheet.tap("undo")
    assert sheet.rows == ["Ben a quart +4 four"]
    # A deal that is closed is corrected in its place.
    sheet.play("6", "9")
    sheet.tap("close")
    sheet.tap("look-0")
    sheet.page.click("[data-key='row-sequences-1']")
    sheet.does(lambda: sheet.page.click("dialog button:has-text('Take it out')"))
    assert "19" in sheet.page.locator(".paper-sheet tfoot").inner_text()
    sheet.tap("close")
    assert sheet.page.locator("#pad-deal").inner_text() == "Deal 2 of 6: Ben deals"


def test_the_pique_is_asked_for_where_only_the_people_know(sit: Callable[..., Seat]) -> None:
    sheet = Sheet(sit()).begin()
    for key in ("point-5", "sequence-5", "set-3-6"):
        sheet.tap(key)
    sheet.play("5", "10")
    sheet.hears("Had Ben come to 30 before Ann scored anything?")
    assert sheet.page.locator("[data-key='close']").count() == 0
    sheet.tap("pique-yes")
    assert any(row.startswith("Ben the pique +30") for row in sheet.rows)
    assert sheet.page.locator("[data-key='close']").count() == 1
    sheet.choose(0)
    sheet.page.fill("#pad-typed", "Ann pique")
    sheet.does(lambda: sheet.page.press("#pad-typed", "Enter"), good=False)
    assert sheet.page.locator("#pad-typed").input_value() == "Ann pique"


def test_nothing_is_lost_by_a_reload_or_by_half_a_state(sit: Callable[..., Seat]) -> None:
    sheet = Sheet(sit()).begin(["Ann\u202e", "  Ben\u200b  "])
    sheet.tap("point-5")
    sheet.tap("sequence-4")
    rows = sheet.rows
    assert sheet.seat.js("document.querySelector('.pad-score').textContent").startswith("Ben")
    sheet.page.reload()
    sheet.page.wait_for_selector(".pad-rows")
    assert sheet.rows == rows

    # The newest of the two places is cut in the middle: the one before it is shown.
    broken = """() => {
      const places = ["piquet.pad.0", "piquet.pad.1"];
      const [newest] = places.sort((a, b) =>
        JSON.parse(localStorage[b]).number - JSON.parse(localStorage[a]).number);
      localStorage[newest] = localStorage[newest].slice(0, 90);
    }"""
    sheet.tap("set-3-6")
    sheet.seat.js(broken)
    sheet.page.reload()
    sheet.page.wait_for_selector(".pad-rows")
    assert sheet.rows == rows

    # An entry that cannot be is left out with its reason.
    odd = {"what": "sets", "seat": "elder", "n": [4, 2]}
    sheet.seat.js(
        """(odd) => {
          for (const place of ["piquet.pad.0", "piquet.pad.1"]) {
            const whole = JSON.parse(localStorage[place]);
            whole.kept.deals[0].entries.push(odd);
            localStorage[place] = JSON.stringify(whole);
          }
        }""",
        odd,
    )
    sheet.page.reload()
    sheet.page.wait_for_selector(".pad-rows")
    assert sheet.rows == rows
    assert "Sets count from the tens up" in sheet.refused

    # Nothing can be read at all: a new sheet, and it is said.
    sheet.seat.js("for (const n of [0, 1]) localStorage[`piquet.pad.${n}`] = '{\"version\":'")
    sheet.page.reload()
    sheet.page.wait_for_selector(".pad-begin")
    sheet.seat.js("for (const n of [0, 1]) localStorage[`piquet.pad.${n}`] = '[]'")
    sheet.page.reload()
    sheet.page.wait_for_selector(".pad-begin")


def test_a_sheet_prints_on_one_page_of_either_paper(sit: Callable[..., Seat]) -> None:
    """The blank one of the usual rules and of a target game, and a filled one."""
    sheet = Sheet(sit()).begin()
    close_deals(sheet, 2)
    assert _pages(sheet, "A4") == _pages(sheet, "Letter") == 1
    for rules, rows in (("rubicon", 8), ("au_cent", 8)):
        sheet.page.evaluate("(rules) => { location.hash = `#/pad/blank/${rules}`; }", rules)
        sheet.page.wait_for_selector(f".paper.blank:has-text('{rules}')")
        assert sheet.page.locator(".paper-sheet tbody .first").count() == rows
        words = sheet.page.locator(".paper.blank").inner_text()
        line = Rules.named(rules)
        assert str(line.target if line.game_end == "target" else line.rubicon_at) in words
        assert _pages(sheet, "A4") == _pages(sheet, "Letter") == 1


def _pages(sheet: Sheet, paper: str) -> int:
    printed = sheet.page.pdf(format=paper, prefer_css_page_size=True).decode("latin-1")
    pages: int = sheet.seat.js(PAGES, printed)
    return pages


def test_by_keyboard_alone(sit: Callable[..., Seat]) -> None:
    """From the names to a closed deal; the focus is never lost and can always be seen."""
    seat = sit()
    sheet = Sheet(seat).open(".pad-begin")
    keys = Keys(seat)
    keys.tab_to("document.activeElement.id === 'pad-name-0'")
    seat.page.keyboard.type("Ann")
    keys.press("Tab")
    seat.page.keyboard.type("Ben")
    keys.tab_to("document.activeElement.matches('.pad-begin button.main')")
    sheet.does(lambda: seat.page.keyboard.press("Enter"))
    seat.page.wait_for_selector(".pad")
    for key in ("point-5", "sequence-4"):
        keys.tab_to(f"document.activeElement.dataset.key === '{key}'")
        sheet.does(lambda: seat.page.keyboard.press("Enter"))
        keys.look(key)
    keys.tab_to("document.activeElement.id === 'pad-typed'")
    for words in ("play 9", "younger play 6"):
        seat.page.keyboard.type(words)
        sheet.does(lambda: seat.page.keyboard.press("Enter"))
        keys.look(words)
    for _ in range(60):
        if seat.js("document.activeElement.dataset.key === 'close'"):
            break
        keys.press("Shift+Tab")
    sheet.does(lambda: seat.page.keyboard.press("Enter"))
    keys.look("close")
    assert seat.js("document.activeElement.id") == "pad-deal"
    assert sheet.page.locator("#pad-deal").inner_text() == "Deal 2 of 6: Ben deals"
    assert keys.lost == []
    assert keys.bare == []


FLATTER = FLAT + "  .pad-score .pad-side { background: %s !important; }"


def _screens(sheet: Sheet) -> Any:
    """Show every screen of the sheet, one after the other."""
    sheet.open(".pad-begin")
    yield "begin"
    sheet.begin()
    yield "an empty deal"
    for key in ("point-5", "sequence-5", "set-3-6"):
        sheet.tap(key)
    sheet.play("5", "10")
    yield "a pique asked for"
    sheet.page.click("[data-key='row-point-1']")
    yield "correcting"
    sheet.page.keyboard.press("Escape")
    sheet.tap("pique-yes")
    sheet.tap("close")
    sheet.page.click(".whole summary")
    yield "the whole deal"
    close_deals(sheet, 5)
    yield "the end"
    sheet.page.evaluate("location.hash = '#/pad/blank'")
    sheet.page.wait_for_selector(".paper.blank")
    yield "blank"


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_finds_nothing(sit: Callable[..., Seat]) -> None:
    seat = sit()
    seat.js(AXE.read_text(encoding="utf-8"))
    wrong: list[str] = []
    for name in _screens(Sheet(seat)):
        found = seat.js(_RUN, ["", ALL])
        assert found["passes"] > 10, name
        wrong += _told(name, found)
        seat.page.set_viewport_size(HIGH)
        for scheme in ("light", "dark"):
            seat.page.emulate_media(color_scheme=scheme)
            for colour in COLOURS:
                found = seat.js(_RUN, [FLATTER % (colour, colour), CONTRAST])
                wrong += _told(f"{name}, {scheme}", found)
        seat.page.emulate_media(color_scheme="light")
        seat.page.set_viewport_size({"width": 1280, "height": 800})
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong])


_WIDE = """[...document.querySelectorAll("main *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .map((one) => `${one.tagName}.${one.className}`).slice(0, 8)"""


def test_nothing_scrolls_sideways_at_any_size(sit: Callable[..., Seat]) -> None:
    sheet = Sheet(sit())
    for name in _screens(sheet):
        for size, (width, height) in SIZES.items():
            sheet.page.set_viewport_size({"width": width, "height": height})
            wide = sheet.seat.js("document.scrollingElement.scrollWidth")
            assert wide <= width, f"{name} at {size}: {wide}, {sheet.seat.js(_WIDE)}"


def test_a_fault_of_the_page_would_be_seen(chromium: Browser, server: Server) -> None:
    """A page that keeps nothing is found out by what a reload shows."""
    stands = "localStorage.setItem(PLACES[number % 2]"
    planted = {"pages/pad_keep.js": (stands, "void (PLACES[number % 2]")}
    seat = Seat(chromium, server, planted=planted)
    seat.open()
    sheet = Sheet(seat).begin()
    sheet.tap("point-5")
    sheet.page.reload()
    sheet.page.wait_for_selector(".pad-begin")
    assert json.loads(seat.js("JSON.stringify(localStorage['piquet.pad.0'] ?? null)")) is None
    seat.leave()
