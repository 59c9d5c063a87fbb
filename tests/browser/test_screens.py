"""Every screen at every size, and read by axe-core: UX rows 26 and 28."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.driving import Seat
from browser.screens import Kept, every, friendly, shared, tables

if TYPE_CHECKING:
    from browser.serving import Server

AXE = Path(__file__).parents[2] / "page" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# axe-core cannot tell the contrast on a gradient, behind the edge of what scrolls, or of a single
# figure.  So contrast is looked at apart, on gradients laid flat in their lightest and in their
# darkest colour, in a window high enough to show every sheet whole, single figures included.
FLAT = """
  dialog { max-height: none !important; }
  .side .scroll { overflow: visible !important; }
  .cloth, .hero, .closed { background: %s !important; }
"""
COLOURS = ("color-mix(in srgb, var(--felt) 91%, white)", "var(--felt-3)")
HIGH = {"width": 1280, "height": 4000}

SIZES = {
    "320x568": (320, 568),
    "360x640": (360, 640),
    "375x812": (375, 812),
    "812x375": (812, 375),
    "768x1024": (768, 1024),
    "1366x768": (1366, 768),
    "1920x1080": (1920, 1080),
    "1366x768 at 200 %": (683, 384),
}

_FITS = """() => {
  const wrong = [];
  const root = document.scrollingElement;
  for (const one of [root, ...document.querySelectorAll("dialog[open], dialog[open] .body")])
    if (one.scrollWidth > one.clientWidth + (one === root ? 0 : 1))
      wrong.push(`${one.tagName} scrolls sideways: ${one.scrollWidth} > ${one.clientWidth}`);
  const inside = (box) => box.width > 0 && box.left >= -0.5 && box.right <= innerWidth + 0.5
    && box.top >= -0.5 && box.bottom <= innerHeight + 0.5;
  if (document.querySelector("dialog[open]")) return wrong;
  const dealt = document.querySelector("piquet-hand .card");
  const between = document.querySelector(".result");
  const due = !piquetTest.at() ? [] : between ? [".result h2"] : [".turn"];
  if (dealt && !between) due.push(".running");
  for (const name of due) {
    const one = document.querySelector(name);
    const box = one.getBoundingClientRect();
    if (!inside(box)) wrong.push(`${name} is not in sight: ${JSON.stringify(box)}`);
    else if (!piquetTest.spot(one)) wrong.push(`${name} is covered`);
  }
  for (const card of document.querySelectorAll("piquet-hand .card")) {
    if (!inside(card.getBoundingClientRect())) wrong.push("a card is not in sight");
    const { wide, tall } = piquetTest.reach(card);
    if (wide < 24 || tall < 44) wrong.push(`a card is ${wide} x ${tall} to a finger`);
  }
  for (const button of document.querySelectorAll(".actions button"))
    if (button.checkVisibility() && !button.disabled) {
      button.scrollIntoView({ block: "nearest" });
      if (!piquetTest.spot(button)) wrong.push(`cannot be tapped: ${button.textContent.trim()}`);
    }
  return wrong;
}"""


@pytest.fixture(scope="module")
def kept(server: Server) -> Kept:
    """The parties that the screens are of."""
    return Kept(server)


@pytest.mark.parametrize("what", ["lobby", "exchange", "call", "play", "deal over", "partie over"])
def test_all_that_counts_is_in_sight(what: str, sit: Callable[..., Seat], kept: Kept) -> None:
    """Row 28: no sideways scroll, all cards, the turn and the score, and cards wide enough."""
    wrong = []
    for touch in (True, False):
        seat = sit(tables(kept).get(what, ""), touch=touch)
        if what == "exchange":
            assert len(seat.hand) == 12
        for name, (width, height) in SIZES.items():
            if touch == (min(width, height) < 500):
                seat.page.set_viewport_size({"width": width, "height": height})
                seat.js(_DRAWN)
                wrong += [f"{name}: {fault}" for fault in seat.js(_FITS)]
    assert not wrong, wrong


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "mouse"])
def test_a_friends_screens_and_shared_deals_fit(
    touch: bool, sit: Callable[..., Seat], kept: Kept
) -> None:
    """Row 28: no sideways scroll, nor in a sheet; at a table all that counts is in sight."""
    seat = sit(touch=touch)
    sizes = {name: size for name, size in SIZES.items() if touch == (min(size) < 500)}
    wrong = []
    for screen in itertools.chain(friendly(seat, kept), shared(seat, kept)):
        for name, (width, height) in sizes.items():
            seat.page.set_viewport_size({"width": width, "height": height})
            seat.js(_DRAWN)
            wrong += [f"{screen}, {name}: {fault}" for fault in seat.js(_FITS)]
    assert not wrong, "\n".join(wrong)


_DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"

ALL = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": True}, "color-contrast": {"enabled": False}},
}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# Text that runs over several lines between buttons is said to overlap; on a plain ground its
# contrast is a matter of two colours.
_RUN = """async ([style, options]) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const readable = (target) => {
    const text = document.querySelector(target);
    for (let ground = text; ground; ground = ground.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(ground);
      if (backgroundImage !== "none") return false;
      if (/^rgba/.test(backgroundColor) && !/, 1\\)$/.test(backgroundColor)) {
        if (!/, 0\\)$/.test(backgroundColor)) return false;
        continue;
      }
      if (!/^rgb/.test(backgroundColor)) return false;
      const pair = [light(getComputedStyle(text).color), light(backgroundColor)];
      return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05) >= 4.5;
    }
    return false;
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  axe.configure({ checks: [{ id: "color-contrast", options: {
    ignoreUnicode: true, ignoreLength: true, ignorePseudo: false, boldValue: 700, boldTextPt: 14,
    largeTextPt: 18, pseudoSizeThreshold: 0.25,
    contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } } } }] });
  const found = await axe.run(document, options);
  for (const result of found.incomplete)
    if (result.id === "color-contrast")
      result.nodes = result.nodes.filter(({ target }) => !readable(target.join(" ")));
  found.incomplete = found.incomplete.filter(({ nodes }) => nodes.length);
  const brief = (results) => results.map(({ id, help, nodes }) => ({
    id, help, nodes: nodes.slice(0, 3).map(({ target, any, all }) => ({
      target: target.join(" "),
      why: [...any, ...all].map((check) => check.message).slice(0, 2).join("; "),
    })) }));
  document.adoptedStyleSheets = [];
  return { violations: brief(found.violations), incomplete: brief(found.incomplete),
           passes: found.passes.length };
}"""


def _told(name: str, found: dict[str, list[object]]) -> list[str]:
    return [
        f"{name}, {kind}: {json.dumps(one)}"
        for kind in ("violations", "incomplete")
        for one in found[kind]
    ]


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_finds_nothing(sit: Callable[..., Seat], kept: Kept) -> None:
    """Row 26: every screen, light and dark, A and AA of 2.0 to 2.2 and best practice.

    The one rule of WCAG 2.2 that axe-core has, target-size, is off unless it is turned on.
    """
    seat = sit()
    source = AXE.read_text(encoding="utf-8")
    wrong: list[str] = []
    screens = 0
    for name in every(seat, kept):
        if not seat.js("typeof axe === 'object'"):
            seat.js(source)
        found = seat.js(_RUN, ["", ALL])
        assert found["passes"] > 10, f"{name}: axe-core has looked at hardly anything"
        wrong += _told(name, found)
        seat.page.set_viewport_size(HIGH)
        for scheme in ("light", "dark"):
            seat.page.emulate_media(color_scheme=scheme)
            for colour in COLOURS[: 1 if seat.page.locator("dialog[open]").count() else 2]:
                wrong += _told(f"{name}, {scheme}", seat.js(_RUN, [FLAT % colour, CONTRAST]))
        seat.page.emulate_media(color_scheme="light")
        seat.page.set_viewport_size({"width": 1280, "height": 800})
        screens += 1
    print(f"{screens} screens")
    assert screens > 20
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong])


_POOR = """() => {
  for (const words of ["", "a", "b", "c"]) {
    const button = document.createElement("button");
    button.textContent = words;
    button.style.cssText = "all: revert; font: 6px serif; padding: 0; margin: 0; border: 0";
    document.querySelector("main").append(button);
  }
}"""


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_would_find_something(sit: Callable[..., Seat]) -> None:
    """A button without a name, and one too small, are found."""
    seat = sit()
    seat.js(_POOR)
    seat.js(AXE.read_text(encoding="utf-8"))
    found = seat.js(_RUN, ["", ALL])
    names = [result["id"] for result in found["violations"]]
    assert {"button-name", "target-size"} <= set(names)
