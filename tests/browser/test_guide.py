"""The rules guide in the browser: read, chosen, played, by keyboard, at every size, and by axe."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.driving import FULL, LIMIT, Seat
from browser.test_screens import _RUN, ALL, AXE, CONTRAST, _told
from piquet.table.guidebook import CHAPTERS, QUESTIONS

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Chapters of every make: with the diagram, with many examples, questions, claims, errata.
SOME = tuple(CHAPTERS) if FULL else ("", "repique", "settlement", "sources", "history")
SIZES = ((320, 568), (360, 640), (375, 812), (768, 1024), (1280, 800), (683, 384))

_READY = """async ([chapter, place]) => {
  const done = () => {
    const guide = document.querySelector("piquet-guide");
    if (!guide?.guide || guide.chapter !== chapter) return false;
    return !place || document.activeElement?.id === place;
  };
  await piquetTest.until(done, "the guide");
}"""
_WIDE = "() => [document.scrollingElement.scrollWidth, innerWidth]"
_OUT = """() => [...document.querySelectorAll("piquet-guide main *")].filter((one) => {
  if (one.closest(".order-scroll, .unseen, .head-cards, svg")) return false;
  if (!one.checkVisibility()) return false;
  return one.getBoundingClientRect().right > innerWidth + 0.5;
}).map((one) => `${one.tagName}.${one.className}`).slice(0, 5)"""
_FLAT = "piquet-guide .example-hands { background: %s !important; }"


@pytest.fixture
def reader(sit: Callable[..., Seat]) -> Callable[..., Page]:
    """Open the guide at a chapter."""

    def opened(chapter: str = "", place: str = "", **how: object) -> Page:
        seat = sit(**how)
        return turn(seat.page, chapter, place)

    return opened


def turn(page: Page, chapter: str, place: str = "") -> Page:
    """Go to a chapter by its address."""
    path = "/".join(filter(None, ("#/guide", chapter, place)))
    page.evaluate("(path) => { location.hash = path; }", path)
    page.evaluate(_READY, [chapter, f"ask-{place}" if place else ""])
    return page


def test_the_contents_lead_through_every_chapter(reader: Callable[..., Page]) -> None:
    page = reader()
    assert page.locator(".chapters a").count() == len(CHAPTERS)
    page.locator(".chapters a").first.click()
    seen = []
    for name in CHAPTERS:
        page.evaluate(_READY, [name, ""])
        heading = page.locator("h1")
        assert heading.evaluate("(one) => one === document.activeElement")
        seen.append(heading.inner_text())
        if name != "history":
            page.locator(".turning .after").click()
    assert len(set(seen)) == len(CHAPTERS)
    page.go_back()
    page.evaluate(_READY, ["questions", ""])
    assert page.locator('.contents [aria-current="page"]').count() == 1


def test_the_chosen_rules_change_what_is_said_and_counted(reader: Callable[..., Page]) -> None:
    page = reader("pique")
    assert "comes too late" in page.locator(".rules-said").inner_text()
    assert "At 30 the pique adds 30." in page.locator(".example").last.inner_text()
    page.select_option("#guide-rules", "pagat")
    page.locator(".rules-said", has_text="seventh trick is won").wait_for(timeout=LIMIT)
    assert page.locator("#guide-rules").evaluate("(one) => one === document.activeElement")
    assert "the pique adds" not in page.locator(".example").last.inner_text()
    flagged = page.locator(".parting details[open]", has_text="not as in rubicon")
    assert flagged.count() == 2
    assert "these rules" in flagged.first.locator(".here").inner_text()
    turn(page, "sequences")
    assert page.locator("#guide-rules").input_value() == "pagat"


def test_the_worked_count_stands_beside_what_prevents_it(reader: Callable[..., Page]) -> None:
    page = reader("repique")
    counted = page.locator(".counted").all_inner_texts()
    assert (
        counted[0] == "6 + 16 + 14 = 36 in hand; the repique adds 60: 96 before a card is played."
    )
    assert counted[1].startswith("Elder: 15 + 3 + 14 = 32 in hand. Younger: 6 in hand.")
    first = page.locator(".example").first
    assert first.locator(".strip .card").count() == 24
    first.locator("summary").nth(1).click()
    rows = first.locator(".reckoning tbody tr").all_inner_texts()
    assert [row.split("\t")[-2:] for row in rows[:4]] == [
        ["6", "0"],
        ["22", "0"],
        ["36", "0"],
        ["96", "0"],
    ]


def test_an_example_is_played_as_a_real_deal(
    reader: Callable[..., Page], sit: Callable[..., Seat]
) -> None:
    page = reader("repique")
    cards = page.locator(".example").first.locator(".strip").first.locator(".card")
    names = sorted(cards.evaluate_all("(all) => all.map((one) => one.ariaLabel)"))
    page.locator(".example").first.locator("button.main").click()
    page.wait_for_selector("piquet-hand .card", timeout=2 * LIMIT)
    seat = sit(page.url.rpartition("/")[2])
    assert seat.now("seat") == "elder"
    held = seat.page.locator("piquet-hand .card").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel.split(',')[0])"
    )
    assert sorted(held) == names
    assert any(choice["points"] == 6 for choice in seat.now("choices"))


def test_a_level_that_is_not_there_leaves_the_usual_one(
    reader: Callable[..., Page], sit: Callable[..., Seat]
) -> None:
    page = reader("point")
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem("piquet.settings"));
          localStorage.setItem("piquet.settings", JSON.stringify({ ...kept, level: "nobody" }));
        }"""
    )
    page.reload()
    page.evaluate(_READY, ["point", ""])
    page.locator(".example button.main").first.click()
    page.wait_for_selector("piquet-hand .card", timeout=2 * LIMIT)
    assert sit(page.url.rpartition("/")[2]).now("level") == "club"


def test_a_question_has_an_address_and_shows_its_deal(reader: Callable[..., Page]) -> None:
    page = reader("questions", "order")
    assert page.locator(".question").count() == len(QUESTIONS)
    here = page.locator("#q-order")
    here.locator(".example").wait_for(timeout=LIMIT)
    assert here.evaluate("(one) => Math.abs(one.getBoundingClientRect().top) < innerHeight / 2")
    assert here.locator(".strip .card").count() == 24
    assert page.locator(".example").count() == 1
    page.locator(".asked a").first.click()
    page.evaluate(_READY, ["questions", f"ask-{next(iter(QUESTIONS))}"])


def test_the_guide_by_keyboard_alone(reader: Callable[..., Page]) -> None:
    page = reader("repique")
    reached: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
              const one = document.activeElement;
              if (one === document.body) return "";
              const box = one.getBoundingClientRect();
              const seen = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
              return `${one.className || one.tagName.toLowerCase()} ${seen ? "seen" : "hidden"}`;
            }"""
        )
        if not found:
            break
        reached.append(found)
    assert not [one for one in reached if one.endswith("hidden")]
    assert "order-scroll seen" in reached
    assert sum("button main" in one for one in reached) == len(CHAPTERS["repique"].examples)
    page.locator(".order-scroll").focus()
    page.set_viewport_size({"width": 320, "height": 568})
    before = page.evaluate("() => [document.querySelector('.order-scroll').scrollLeft, scrollX]")
    page.keyboard.press("ArrowRight")
    page.evaluate(
        """() => piquetTest.until(
          () => document.querySelector(".order-scroll").scrollLeft > 0, "the diagram to scroll")"""
    )
    assert before == [0, 0]
    assert page.evaluate("() => scrollX") == 0


@pytest.mark.parametrize("chapter", SOME)
def test_nothing_is_wider_than_the_screen(chapter: str, reader: Callable[..., Page]) -> None:
    page = reader(chapter)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "() => document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        wide, window = page.evaluate(_WIDE)
        assert wide <= window, f"{width}: {page.evaluate(_OUT)}"
        assert page.evaluate(_OUT) == [], width
        if chapter == "repique" and width < 700:
            box = page.locator(".order-scroll")
            assert box.evaluate("(one) => one.scrollWidth > one.clientWidth"), width


def test_something_too_wide_is_found(reader: Callable[..., Page]) -> None:
    page = reader("repique", size=(320, 568))
    page.evaluate("() => { document.querySelector('.prose p').style.width = '600px'; }")
    assert page.evaluate(_OUT) == ["P."]


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_finds_nothing_in_the_guide(reader: Callable[..., Page]) -> None:
    page = reader()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong: list[str] = []
    for chapter in (*CHAPTERS, "") if FULL else ("", "pique", "repique", "history", "questions"):
        turn(page, chapter, "order" if chapter == "questions" else "")
        if chapter == "questions":
            page.locator(".example").wait_for(timeout=LIMIT)
        page.evaluate(
            "() => document.querySelectorAll('.example details').forEach((one) => one.open = true)"
        )
        page.set_viewport_size({"width": 1280, "height": 800})
        found = page.evaluate(_RUN, ["", ALL])
        assert found["passes"] > 10
        wrong += _told(chapter, found)
        page.set_viewport_size({"width": 1280, "height": 12_000})
        for theme in ("light", "dark", "contrast"):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            # What stands on the cloth is the same everywhere: once for its darker end is enough.
            for ground in ("var(--felt)", "var(--felt-2)")[: 2 if chapter == "pique" else 1]:
                told = page.evaluate(_RUN, [_FLAT % ground, CONTRAST])
                wrong += _told(f"{chapter}, {theme}", told)
        page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong])


def test_a_chapter_that_does_not_exist_says_so(reader: Callable[..., Page]) -> None:
    page = reader()
    page.evaluate("() => { location.hash = '#/guide/trumps'; }")
    page.locator(".lead", has_text="no chapter").wait_for(timeout=LIMIT)
    assert page.locator("button.main").evaluate("(one) => one === document.activeElement")
    assert json.dumps("trumps").strip('"') in page.locator(".lead").inner_text()
    turn(page, "point")
    assert page.locator("h1").inner_text() == "The point"
