"""A person at the page: one place that knows how the page is read and what is tapped on it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from browser.serving import Server
from piquet.actions import Action, Kind

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

__all__ = ["FULL", "Seat", "many"]

FULL = os.environ.get("PIQUET_FULL") == "1"

_DRIVER = (Path(__file__).parent / "driver.js").read_text(encoding="utf-8")
_LATER = """(wait) => {
  const then = performance.now() + wait;
  return piquetTest.until(() => performance.now() > then, "a pause");
}"""
LIMIT = 20_000  # milliseconds that anything may take before a test gives up


def many(number: int) -> int:
    """Return how often something is done: a tenth of what is asked for above 50, unless in full."""
    return number if FULL or number <= 50 else number // 10


class Seat:
    """A page of one's own in a fresh browser context, let in by the cookie."""

    def __init__(
        self,
        chromium: Browser,
        server: Server,
        *,
        speed: str = "instant",
        confirm: str = "",
        touch: bool = False,
        size: tuple[int, int] = (1280, 800),
        enter: bool = True,
        planted: dict[str, tuple[str, str]] | None = None,
        **context: Any,
    ) -> None:
        self.server = server
        if touch:
            context = {"has_touch": True, "is_mobile": True, **context}
        width, height = size
        self.context = chromium.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", **context
        )
        self.context.set_default_timeout(LIMIT)
        for file, change in (planted or {}).items():
            self._plant(file, *change)
        kept = {"speed": speed}
        if confirm:
            kept["confirm"] = confirm
        # Only where nothing is kept yet: what a person changes must outlive a reload.
        self.context.add_init_script(
            "localStorage.getItem('piquet.settings') ?? "
            f"localStorage.setItem('piquet.settings', {json.dumps(json.dumps(kept))});"
        )
        self.context.add_init_script(_DRIVER)
        if enter:
            name, _, value = server.cookie.partition("=")
            self.context.add_cookies([{"name": name, "value": value, "url": server.origin}])
        self.page: Page = self.context.new_page()
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.partie = ""
        self._last = (-999.0, 0.0)

    def _plant(self, file: str, stands: str, put: str) -> None:
        """Give the page another file than the server has: a fault that a test must find."""

        def fulfil(route: Route) -> None:
            whole = route.fetch().text()
            assert stands in whole, f"{file} does not hold {stands}"
            route.fulfill(body=whole.replace(stands, put), content_type="text/javascript")

        self.context.route(f"**/static/{file}", fulfil)

    def leave(self) -> None:
        """Close the page; nothing on it may have gone wrong unseen."""
        faults = []
        if not self.page.is_closed() and self.page.url.startswith("http"):
            faults = self.js("window.piquetTest?.faults ?? []")
        self.context.close()
        assert not faults, f"the page complained: {faults}"

    # --- going somewhere --------------------------------------------------------------------------

    def open(self, partie: str = "") -> Seat:
        """Show the lobby, or the table of a partie once it is the person's turn there."""
        self.partie = partie
        where = f"/#/table/{partie}" if partie else "/"
        self.page.goto(self.server.origin + where)
        if partie:
            self.turn()
        else:
            self.page.wait_for_selector("button.play")
        return self

    def begin(self, **asked: object) -> Seat:
        """Begin a partie by the server's own address and sit down at it."""
        number = len(json.dumps(asked))
        body = {"id": f"test-{id(self)}-{number}-{len(self.requests)}", "level": "beginner"}
        status, told, _ = self.server.ask("POST", "/api/parties", {**body, **asked})
        assert status == 201, told
        return self.open(json.loads(told)["partie"])

    def turn(self, limit: int = LIMIT) -> None:
        """Wait until the page shows all it was told and the person is to act, or a deal is over."""
        # Not wait_for_function: the page's policy forbids it to evaluate what it would wait for.
        self.js("(limit) => piquetTest.until(piquetTest.settled, 'the turn', limit)", limit)

    # --- reading ----------------------------------------------------------------------------------

    def js(self, script: str, argument: object = None) -> Any:
        """Run a script on the page."""
        return self.page.evaluate(script, argument)

    def look(self) -> dict[str, Any]:
        """Return what stands on the page."""
        return self.js("piquetTest.look()")

    def now(self, path: str = "") -> Any:
        """Return what the page was last told by the server."""
        told = self.js("document.querySelector('piquet-table').now")
        for step in filter(None, path.split(".")):
            told = told[step]
        return told

    @property
    def hand(self) -> list[str]:
        """The cards of the hand as they lie, from the left."""
        return [card["card"] for card in self.look()["hand"]]

    @property
    def version(self) -> int:
        """The version of the table that is shown."""
        return self.look()["version"]

    def sent(self, kind: str = "") -> list[dict[str, Any]]:
        """Return the messages that the page has sent."""
        said = [json.loads(one["text"]) for one in self.js("piquetTest.wire.sent")]
        return [one for one in said if not kind or one["type"] == kind]

    # --- doing ------------------------------------------------------------------------------------

    def drive(self, **how: object) -> dict[str, Any]:
        """Play deals by what the page offers; return what was seen (see driver.js)."""
        return self.js("(how) => piquetTest.drive(how)", how)

    def once(self) -> None:
        """Decide one thing by what the page offers first and best."""
        self.js("piquetTest.once()")

    def to_play(self, tricks: int = 0) -> None:
        """Go on until a card is to be played, so many tricks being over."""
        while not (self.js("piquetTest.plays()") and len(self.now("tricks")) >= tricks):
            self.once()

    def next(self) -> None:
        """Go on from a deal that is over to the next one."""
        self.click(self.page.locator(".result button.main"))
        self.js("piquetTest.until(() => !piquetTest.over(), 'the next deal')")
        self.turn()

    def answered(self, version: int) -> None:
        """Wait until what was done at a version is done, and for the next turn."""
        script = "(v) => piquetTest.until(() => piquetTest.versionTold() > v, 'an answer')"
        self.js(script, version)
        self.turn()

    def later(self, wait: int = 420) -> None:
        """Let the milliseconds pass within which a click belongs to the one before it."""
        self.js(_LATER, wait)

    def clock(self) -> float:
        """Return seconds."""
        return time.monotonic()

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        over: bool = self.js("piquetTest.over()")
        return over

    def act(self, action: Action) -> int:
        """Do what an action says by the page's own means; return the version that it led to."""
        if action.kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
            return self.js("(what) => piquetTest.act(what)", [str(one) for one in action.cards])
        return self.js("(what) => piquetTest.act(what)", int(action))

    def card(self, card: str) -> Locator:
        """Return the button of a card in the hand."""
        return self.page.locator(f'piquet-hand .card:has(use[href$="#body-{card}"])')

    def at(self, target: Locator) -> tuple[float, float]:
        """Return a point at which a tap reaches something."""
        place = target.evaluate("(element) => piquetTest.spot(element)")
        assert place is not None, f"{target} cannot be reached by a tap"
        return place["x"], place["y"]

    def click(self, target: Locator) -> None:
        """Click with the mouse on whatever of a thing lies on top."""
        self.page.mouse.click(*self.at(target))

    def tap(self, target: Locator) -> None:
        """Tap with a finger on whatever of a thing lies on top."""
        self.page.touchscreen.tap(*self.at(target))

    def another(self, cards: list[str]) -> tuple[float, float]:
        """Return where to click on one of these cards, away from where the last click was.

        Where all of them lie there, the time of a double click is let pass.
        """
        last, self._last = self._last, (-999.0, 0.0)
        for card in cards:
            x, y = self.at(self.card(card))
            if abs(x - last[0]) > 60:
                self._last = (x, y)
                return x, y
        self.later()
        self._last = self.at(self.card(cards[0]))
        return self._last

    def action(self, words: str) -> Locator:
        """Return the button of what can be done now, by its words."""
        return self.page.locator(".actions button").filter(has_text=words)
