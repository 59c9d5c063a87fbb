"""The board editor in the page: cards moved by taps, keys and typing, links, the Oracle, a deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from browser.driving import Seat
from browser.test_keys import Keys
from browser.test_screens import _RUN, ALL, AXE, COLOURS, CONTRAST, FLAT, HIGH, SIZES, _told
from piquet import kernel
from piquet.base import Seat as At
from piquet.cards import parse_cards
from piquet.dealing import Deal
from piquet.oracle.typed import view_of
from piquet.table.laying import Board, link_fields, read_fields

if TYPE_CHECKING:
    from browser.serving import Server

DEAL = Deal.random("board")
WHOLE = Board(tuple(DEAL.elder), tuple(DEAL.younger), DEAL.talon)
native = pytest.mark.skipif(kernel.why_not() is not None, reason="needs the native core")


class Desk:
    """Somebody at the board."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.page = seat.page

    def open(self, link: str = "") -> Desk:
        self.page.evaluate(
            """(link) => {
              const board = document.querySelector("piquet-board");
              if (board) board.refused.textContent = "";
              location.hash = `#/board/${link}`;
            }""",
            link,
        )
        self.page.wait_for_selector(".board")
        self.seat.js(_SETTLED, link)
        return self

    def does(self, what: Callable[[], object], good: bool = True) -> None:
        """Do something that asks the server, and wait until its answer is drawn."""
        with self.page.expect_response("**/api/board") as answer:
            what()
        assert answer.value.ok == good, answer.value.text()
        answer.value.finished()
        self.seat.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def tap(self, key: str) -> None:
        self.does(lambda: self.page.click(f"[data-key='{key}']"))

    def turn(self, key: str) -> None:
        """Choose one of a row of choices."""
        self.does(lambda: self.page.click(f"label:has([data-key='{key}'])"))

    def type(self, field: str, words: str) -> None:
        self.page.fill(f"#board-{field}", words)
        self.does(lambda: self.page.press(f"#board-{field}", "Tab"))

    @property
    def link(self) -> str:
        """What the address says of the position."""
        return str(self.seat.js("decodeURI(location.hash)")).removeprefix("#/board/")

    @property
    def board(self) -> Board:
        board, faults = read_fields(link_fields(self.link))
        assert not faults, faults
        return board

    def hears(self, words: str) -> None:
        self.seat.js(
            """(words) => piquetTest.until(
              () => document.getElementById("live").textContent.includes(words), words)""",
            words,
        )


_SETTLED = """(link) => piquetTest.until(() => {
  const board = document.querySelector("piquet-board");
  return board?.told && (!link || board.link === link || board.refused.textContent);
}, "the position")"""


def test_cards_are_laid_out_by_taps_keys_and_typing(sit: Callable[..., Seat]) -> None:
    desk = Desk(sit()).open()
    desk.tap("pack-AS")
    desk.hears("ace of spades to Elder's hand, 1 of 12")
    desk.tap("pack-KS")
    assert desk.board.elder == parse_cards("AS KS")
    desk.tap("lying-AS")
    assert desk.board.elder == parse_cards("KS")
    desk.page.click("[data-key='place-talon']")
    desk.hears("Taps bring cards to Talon")
    desk.tap("pack-7D")
    desk.tap("pack-AC")
    desk.tap("lying-KS")
    assert desk.board.talon == parse_cards("7D AC KS"), "in the order of the taps"
    desk.type("younger", "SQJT hearts?")
    faults = desk.page.locator("#board-younger-fault").inner_text()
    assert faults.startswith("In younger's hand: there is no rank 'e' (in 'hearts?')")
    assert desk.page.input_value("#board-younger") == "SQJT hearts?"
    desk.type("younger", "SQJT H10 9")
    desk.type("younger", "SQJT HT9")
    assert desk.board.younger == parse_cards("SQJT HT9")
    desk.type("elder", "QS")
    fault = "The queen of spades stands in elder's hand and in younger's hand"
    assert fault in desk.page.locator(".board-cloth").inner_text()
    desk.hears(fault)
    desk.tap("undo")
    assert desk.board.younger == parse_cards("SQJT HT9")
    desk.tap("clear")
    assert desk.link == "1"


def test_the_rest_is_dealt_and_the_deal_is_played(sit: Callable[..., Seat], server: Server) -> None:
    seat = sit()
    desk = Desk(seat).open()
    desk.type("elder", "SAKQ")
    desk.tap("fill")
    deal = desk.board.deal
    assert deal is not None
    assert set(parse_cards("SAKQ")) <= set(deal.elder)
    assert desk.page.locator(".deal-code").inner_text() == deal.code
    desk.page.click("[data-key='play']")
    seat.js("piquetTest.until(() => document.querySelector('piquet-table'), 'the table')")
    seat.partie = seat.page.url.rpartition("/")[2]
    assert server.entries(seat.partie)[0].given == deal.code  # type: ignore[union-attr]


def test_the_address_is_the_position_and_takes_garbage(sit: Callable[..., Seat]) -> None:
    desk = Desk(sit()).open(WHOLE.link)
    assert desk.board == WHOLE
    assert desk.page.locator("#board-link").input_value().endswith(f"/#/board/{WHOLE.link}")
    desk.page.reload()
    desk.page.wait_for_selector(".board")
    assert desk.board == WHOLE
    assert DEAL.code in desk.page.locator("#board-quote").input_value()
    for link, words in {
        "9/e=SA": "This is no link to a position",
        "1/e=SA/e=SK": "says the same thing twice",
        "1/%E0%A4%A": "cannot be read at",
        "1/e=SA/t=SA": "The ace of spades stands in elder's hand and in the talon",
        "1/e=" + "SA." * 300: "longer than 600 letters",
    }.items():
        desk.open(link)
        assert words in desk.page.locator("main").inner_text(), link
        assert desk.page.locator(".pack-grid button").count() == 32


def test_tricks_are_played_by_taps_and_taken_back(sit: Callable[..., Seat]) -> None:
    """Who plays follows from the cards: by the rules of the server, not of the page."""
    desk = Desk(sit()).open(
        "1/e=SAK9.HQJ9.DKT9.CA98/y=ST87.HAKT.DAQ7.CKQT/x=HJ7.DJ8.C7/g=p".replace("HJ7", "H87")
    )
    desk.page.click("[data-key='place-played']")
    for card in ("9S", "TS", "AH", "9H"):
        desk.tap(f"lying-{card}")
    assert desk.board.played == parse_cards("9S TS AH 9H")
    marks = desk.seat.js(
        "[...document.querySelectorAll('.trick-laid .card')].map((one) => one.dataset.mark)"
    )
    assert marks == ["E", "Y", "Y", "E"]
    assert desk.page.locator("[data-key='lying-AH']").get_attribute("class") == "card laid gone"
    desk.tap("played-AH")
    assert desk.board.played == parse_cards("9S TS")
    desk.tap("lying-KS")
    fault = "It was for younger to play the king of spades, but that card is in elder's hand"
    assert fault in desk.page.locator("#board-played-fault").inner_text()


def test_one_side_can_be_hidden(sit: Callable[..., Seat]) -> None:
    """Neither the places nor the pack nor the line to quote tell what lies face down."""
    desk = Desk(sit()).open(WHOLE.link)
    desk.turn("hide-younger")
    assert desk.page.locator("[data-key='lying-" + str(DEAL.talon[0]) + "']").count() == 0
    hidden = [str(card) for card in (*DEAL.younger, *DEAL.talon)]
    shown = desk.seat.js(
        """(cards) => cards.filter((card) =>
          document.querySelector(`[data-key="lying-${card}"]`) ||
          document.querySelector(`[data-key="pack-${card}"]`).classList.contains("gone"))""",
        hidden,
    )
    assert shown == []
    assert DEAL.younger.symbols() not in desk.page.locator("#board-quote").input_value()
    assert desk.page.locator(".deal-code").count() == 0
    desk.turn("hide-")
    assert desk.page.locator(".lying button").count() == 32


@native
def test_the_oracle_is_asked_of_what_the_seat_knows(sit: Callable[..., Seat]) -> None:
    """Its best is what the same question by view answers; a moment that is none is explained."""
    from piquet import oracle

    seat = sit()
    desk = Desk(seat).open(WHOLE.link)
    seat.js(
        """piquetTest.until(async () => {
          const lobby = await (await fetch("/api/lobby")).json();
          return lobby.core.state === "ready";
        }, "the solved table", 60000)"""
    )
    desk.turn("seat-younger")
    why = "Say how many cards elder took, or lay out elder's discards."
    assert desk.page.locator("#board-why").inner_text() == why
    assert desk.page.locator("[data-key='oracle']").get_attribute("aria-disabled") == "true"
    desk.type("took_elder", "5")
    assert desk.board.took == (5, None)
    desk.page.click("[data-key='oracle']")
    desk.page.wait_for_selector(".oracle .option.best", timeout=60_000)
    told = desk.page.locator(".oracle .reason").first.inner_text()
    best = oracle.advise(view_of(desk.board.typed()), seconds=15.0, opponent="club")
    assert told.split(":")[0].split(" for")[0][:20] == best.reasons[0][:20]
    assert desk.page.locator(".oracle .option").count() >= 3
    assert desk.board.seat is At.YOUNGER


def test_by_keyboard_alone(sit: Callable[..., Seat]) -> None:
    """Cards are found and moved by keys; a place is one Tab stop; the focus is never lost."""
    seat = sit()
    desk = Desk(seat).open()
    keys = Keys(seat)
    keys.tab_to("document.activeElement.closest('.pack-grid')")
    keys.press("ArrowRight", "ArrowDown", "End", "Home")
    assert seat.js("document.activeElement.dataset.card") == "AS"
    for key in ("e", "ArrowRight", "t", "ArrowDown", "y", "ArrowDown", "Enter"):
        if key.startswith("Arrow"):
            keys.press(key)
        else:
            desk.does(lambda key=key: seat.page.keyboard.press(key))  # type: ignore[misc]
            keys.look(key)
    assert desk.board == Board(
        elder=parse_cards("AS KD"), talon=parse_cards("KS"), younger=parse_cards("KH")
    )
    for group in (".pack-grid", ".lying"):
        stops = seat.js(
            """(group) => Math.max(...[...document.querySelectorAll(group)].map(
              (one) => one.querySelectorAll("button[tabindex='0']").length))""",
            group,
        )
        assert stops == 1, f"{group} has {stops} Tab stops"
    desk.does(lambda: seat.page.keyboard.press("p"))
    keys.look("p")
    assert desk.board.elder == parse_cards("AS")
    assert keys.lost == []
    assert keys.bare == []


def _screens(desk: Desk) -> Iterator[str]:
    desk.open("1")
    yield "empty"
    desk.open("1/e=SA/t=SA")
    yield "a fault"
    desk.open(WHOLE.link)
    yield "a whole deal"
    desk.open(WHOLE.link + "/g=p/w=point_5.good/p=" + "SA")
    yield "the play"
    desk.page.click("[data-key='place-played']")
    yield "playing"
    desk.open(WHOLE.link + "/h=e")
    yield "one side hidden"


FLATTER = FLAT + "  .board-cloth { background: %s !important; }"


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_finds_nothing(sit: Callable[..., Seat]) -> None:
    seat = sit()
    seat.js(AXE.read_text(encoding="utf-8"))
    wrong: list[str] = []
    for name in _screens(Desk(seat)):
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
    desk = Desk(sit())
    for name in _screens(desk):
        for size, (width, height) in SIZES.items():
            desk.page.set_viewport_size({"width": width, "height": height})
            wide = desk.seat.js("document.scrollingElement.scrollWidth")
            assert wide <= width, f"{name} at {size}: {wide}, {desk.seat.js(_WIDE)}"
            small = desk.seat.js(
                """[...document.querySelectorAll(".pack-grid button, .lying button")].filter(
                  (one) => {
                    const { width, height } = one.getBoundingClientRect();
                    return width < 24 || height < 24;
                  }).length"""
            )
            assert not small, f"{name} at {size}: {small} cards are too small for a finger"
