"""The exercises in the page: by keyboard alone, by taps, at all sizes, read by axe-core."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from browser.driving import FULL, Seat
from browser.test_screens import _RUN, ALL, AXE, COLOURS, CONTRAST, FLAT, HIGH, SIZES, _told
from piquet import kernel
from piquet.lessons.drills import Which, drill
from piquet.rules import Rules

if TYPE_CHECKING:
    from piquet.lessons.drills import Chances, Counting
    from piquet.lessons.drills.endings import Ending

RULES = Rules.named("rubicon")
needs_core = pytest.mark.skipif(not kernel.available(), reason="the native core is not there")


def ready(seat: Seat) -> None:
    """Wait until the solved table is there: the first server of a run builds it."""
    seat.js(
        """async () => {
          const end = performance.now() + 120000;
          for (;;) {
            const { kinds } = await (await fetch("/api/drills")).json();
            if (kinds.every((kind) => kind.ready)) return;
            if (performance.now() > end) throw new Error(JSON.stringify(kinds));
            await new Promise((done) => setTimeout(done, 100));
          }
        }"""
    )


def go(seat: Seat, where: str, shows: str) -> None:
    """Open an address of the page and wait for what it shows."""
    seat.page.evaluate("(where) => { location.hash = where; }", where)
    seat.page.wait_for_selector(shows)


def exercise(seat: Seat, kind: str, number: int) -> None:
    go(seat, f"#/drills/{kind}/tests/{number}", f".drill-name:has-text('tests/{number}')")


def verdict(seat: Seat) -> str:
    place = seat.page.locator(".drill-verdict:not([hidden])")
    place.wait_for()
    return place.inner_text()


def tab_to(seat: Seat, selector: str) -> None:
    """Press Tab until something that fits has the focus."""
    for _ in range(60):
        if seat.page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
        seat.page.keyboard.press("Tab")
        assert seat.page.evaluate("document.activeElement !== document.body"), selector
    raise AssertionError(f"Tab does not come to {selector}")


def screens(seat: Seat) -> Iterator[str]:
    """Show every screen of the exercises, one after the other, and yield its name."""
    page = seat.page
    go(seat, "#/drills", ".drill-kinds")
    yield "exercises"
    go(seat, "#/drills/odds", ".drill-odds")
    yield "odds"
    exercise(seat, "count", 1)
    page.locator(".drill-buttons button", has_text="Hint").click()
    page.wait_for_selector(".drill-hint:not([hidden])")
    yield "count"
    page.locator(".drill-buttons button", has_text="solution").click()
    verdict(seat)
    yield "count, marked"
    exercise(seat, "chances", 1)
    yield "chances"
    page.locator(".drill-offers .choice").first.click()
    page.keyboard.press("Enter")
    verdict(seat)
    yield "chances, marked"
    exercise(seat, "chances", 3)
    yield "chances, the third"
    if not kernel.available():
        return
    exercise(seat, "throw", 1)
    seat.js("piquetTest.until(() => document.querySelector('piquet-hand button'), 'the hand')")
    page.locator("piquet-hand button").first.click()
    yield "throw"
    page.locator(".drill-buttons button[type=submit]").click()
    verdict(seat)
    yield "throw, marked"
    exercise(seat, "ending", 1)
    yield "ending"
    one: Ending = drill(Which("ending", "tests", 1, RULES))  # type: ignore[assignment]
    seat.card(str(one.tempting.card)).click()
    verdict(seat)
    yield "ending, marked"
    go(seat, "#/drills/cooking/tests/1", ".lead.refusal")
    yield "refused"


def test_a_count_by_keyboard_alone(sit: Callable[..., Seat]) -> None:
    """From the first page to the next exercise without a pointer, the focus never lost."""
    seat = sit()
    page = seat.page
    go(seat, "#/drills", ".drill-kinds")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    tab_to(seat, '.drill-kinds a[href="#/drills/count"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".drill-name")
    exercise(seat, "count", 1)
    assert page.evaluate("document.activeElement.tagName") == "H1"
    counting: Counting = drill(Which("count", "tests", 1, RULES))  # type: ignore[assignment]
    right = counting.answer
    order = ["elder", "nobody", "younger"]
    for part in ("point", "sequences", "sets"):
        tab_to(seat, f'input[name="{part}"]')
        page.keyboard.press("Space")
        for _ in range(order.index(getattr(right, part))):
            page.keyboard.press("ArrowRight")
    tab_to(seat, 'input[name="elder"]')
    page.keyboard.type(str(right.elder))
    tab_to(seat, 'input[name="younger"]')
    page.keyboard.type("no number")
    page.keyboard.press("Enter")
    page.wait_for_selector(".drill-ask .refusal:has-text('with a number')")
    assert page.evaluate("document.activeElement.name") == "younger"
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(str(right.younger))
    page.keyboard.press("Enter")
    assert re.match(r"✓\s*Right\.", verdict(seat))
    assert page.evaluate("document.activeElement.textContent") == "Next exercise"
    assert page.locator(".drill-tally").inner_text() == "Right so far: 1 of 1"
    page.keyboard.press("Enter")
    page.wait_for_selector(".drill-name:has-text('tests/2')")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    # The tally outlives a reload, and an exercise counts once.
    exercise(seat, "count", 1)
    page.reload()
    page.wait_for_selector(".drill-tally:has-text('1 of 1')")
    page.locator(".drill-buttons button", has_text="solution").click()
    verdict(seat)
    assert page.locator(".drill-tally").inner_text() == "Right so far: 1 of 1"


def test_a_wrong_part_is_marked_in_words(sit: Callable[..., Seat]) -> None:
    seat = sit()
    page = seat.page
    exercise(seat, "count", 1)
    counting: Counting = drill(Which("count", "tests", 1, RULES))  # type: ignore[assignment]
    right = counting.answer
    for part in ("point", "sequences", "sets"):
        page.locator(f'input[name="{part}"][value="{getattr(right, part)}"]').check(force=True)
    page.fill('input[name="elder"]', str(right.elder))
    page.fill('input[name="younger"]', str(right.younger + 1))
    page.locator(".drill-buttons button[type=submit]").click()
    assert "Not right in 1 of the five answers." in verdict(seat)
    signs = page.locator(".drill-field").evaluate_all(
        "all => all.map((one) => [one.dataset.part, one.dataset.right, one.textContent])"
    )
    wrong = [part for part, right, _ in signs if right == "false"]
    assert wrong == ["younger"]
    assert all(("not right" in words) == (right == "false") for _, right, words in signs)


def test_a_chance_is_chosen(sit: Callable[..., Seat]) -> None:
    seat = sit()
    chances: Chances = drill(Which("chances", "tests", 1, RULES))  # type: ignore[assignment]
    assert chances.offers
    exercise(seat, "chances", 1)
    seat.page.locator(".drill-buttons button[type=submit]").click()
    seat.page.wait_for_selector(".drill-ask .refusal:has-text('Choose one')")
    assert seat.page.evaluate("document.activeElement.name") == "offer"
    seat.page.locator(".drill-offers .choice").nth(int(chances.answer)).click()
    seat.page.locator(".drill-buttons button[type=submit]").click()
    assert "Right." in verdict(seat)


@needs_core
def test_what_to_throw_is_judged(sit: Callable[..., Seat]) -> None:
    seat = sit()
    ready(seat)
    page = seat.page
    exercise(seat, "throw", 1)
    seat.js("piquetTest.until(() => document.querySelector('piquet-hand button'), 'the hand')")
    page.locator(".drill-buttons button[type=submit]").click()
    page.wait_for_selector(".drill-ask .refusal:has-text('At least one')")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    assert page.locator(".drill-chosen").inner_text().startswith("One card chosen")
    tab_to(seat, ".drill-buttons button[type=submit]")
    page.keyboard.press("Enter")
    said = verdict(seat)
    assert re.search(r"It loses [\d.]+ points? a deal|Right\.", said)
    assert "the best" in said


@needs_core
def test_an_ending_is_played_to_its_end(sit: Callable[..., Seat]) -> None:
    """The tempting card first, then whatever may be played, by keyboard; then from the start."""
    seat = sit()
    ready(seat)
    page = seat.page
    exercise(seat, "ending", 1)
    one: Ending = drill(Which("ending", "tests", 1, RULES))  # type: ignore[assignment]
    first = seat.card(str(one.tempting.card))
    first.focus()
    page.keyboard.press("Enter")
    assert "Not right." in verdict(seat)
    # Whoever plays on keeps the focus in the hand.
    assert page.evaluate("document.activeElement.closest('piquet-hand') !== null")
    assert "loses" in page.locator(".drill-lost").inner_text()
    cards = [one.tempting.card]
    while not (played := one.play(cards)).over:
        seat.js(
            "(n) => piquetTest.until(() => document.querySelectorAll('piquet-hand button').length"
            " === n, 'the next card')",
            len(played.now.hands[one.seat]),
        )
        cards.append(next(iter(played.now.playable)))
        seat.card(str(cards[-1])).focus()
        page.keyboard.press("Enter")
    page.wait_for_selector(".drill-line:has-text('The deal is over')")
    mine, theirs = played.now.won[one.seat], played.now.won[one.seat.other]
    assert f"{mine} tricks to {theirs}" in page.locator(".drill-line").inner_text()
    assert page.evaluate("document.activeElement.textContent") == "Next exercise"
    page.locator(".drill-ending button", has_text="From the start again").click()
    assert page.locator("piquet-hand button").count() == one.size
    seat.card(str(one.best.card)).click()
    page.wait_for_selector(".drill-lost .good:has-text('Right.')")
    # The first answer stands.
    assert page.locator(".drill-tally").inner_text() == "Right so far: 0 of 1"


def test_an_exercise_is_opened_by_its_name(sit: Callable[..., Seat]) -> None:
    seat = sit()
    page = seat.page
    go(seat, "#/drills", ".drill-kinds")
    page.fill(".drill-more input", "nothing")
    page.locator(".drill-more button").click()
    page.wait_for_selector(".drill-more .refusal:has-text('such as letter/3')")
    page.select_option(".drill-more select", "chances")
    page.fill(".drill-more input", " a b/7 ")
    page.locator(".drill-more button").click()
    page.wait_for_selector(".drill-name:has-text('a b/7')")
    for wrong in ("cooking/tests/1", "count/tests/0", "count/tests/many", f"count/{'x' * 90}/1"):
        go(seat, "#/drills", ".drill-kinds")
        go(seat, f"#/drills/{wrong}", ".lead.refusal")
        assert page.locator(".lead.refusal").inner_text().endswith(".")


@pytest.mark.parametrize("size", SIZES if FULL else ["320x568", "1366x768"])
def test_no_screen_scrolls_sideways(sit: Callable[..., Seat], size: str) -> None:
    seat = sit(size=SIZES[size])
    if kernel.available():
        ready(seat)
    wrong = []
    for name in screens(seat):
        wide = seat.js("document.scrollingElement.scrollWidth")
        if wide > SIZES[size][0]:
            wrong.append(f"{name}: {wide}")
        small = seat.js(
            """() => [...document.querySelectorAll("main a, main button, main input, main select")]
              .filter((one) => one.checkVisibility() && !one.matches(".card, .segments input"))
              .filter((one) => Math.min(one.getBoundingClientRect().width,
                                        one.getBoundingClientRect().height) < 20)
              .map((one) => one.outerHTML.slice(0, 90))"""
        )
        wrong += [f"{name}: {one}" for one in small if "href" not in one]
    assert not wrong


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_finds_nothing_in_the_exercises(sit: Callable[..., Seat]) -> None:
    seat = sit()
    if kernel.available():
        ready(seat)
    source = AXE.read_text(encoding="utf-8")
    wrong: list[str] = []
    seen = 0
    for name in screens(seat):
        if not seat.js("typeof axe === 'object'"):
            seat.js(source)
        found = seat.js(_RUN, ["", ALL])
        assert found["passes"] > 10, f"{name}: axe-core has looked at hardly anything"
        wrong += _told(name, found)
        seat.page.set_viewport_size(HIGH)
        for scheme in ("light", "dark"):
            seat.page.emulate_media(color_scheme=scheme)
            for colour in COLOURS:
                wrong += _told(f"{name}, {scheme}", seat.js(_RUN, [FLAT % colour, CONTRAST]))
        seat.page.emulate_media(color_scheme="light")
        seat.page.set_viewport_size({"width": 1280, "height": 800})
        seen += 1
    assert seen >= 8
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong])
