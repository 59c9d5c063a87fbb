"""Looking back in the browser: UX rows 20 and 21, and rows 24, 26 and 28 there."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from browser.crafting import Made, ended
from browser.driving import FULL, Seat
from browser.judging import cards_in, heard_of
from browser.test_keys import Keys
from browser.test_screens import _RUN, ALL, AXE, COLOURS, CONTRAST, FLAT, HIGH, SIZES, _told
from piquet.base import Person
from piquet.record import example, read
from piquet.table.ledger import Ledger
from piquet.table.lookback import Look

if TYPE_CHECKING:
    from browser.serving import Server

RECORD = example("cavendish-1892-worked-deal")
LOOK = Look(read(RECORD))
(DEAL,) = LOOK.deals
LAST = len(DEAL.steps) - 1
SOME = LAST if FULL else 16  # how many steps are gone one by one

_STEP = """(at) => piquetTest.until(
  () => document.querySelector(".replay")?.dataset.step === at, `deal and step ${at}`)"""
_TITLE = """(part) => piquetTest.until(
  () => document.querySelector("piquet-review h1")?.textContent.includes(part), part)"""
_SHOWN = """() => {
  const text = (one) => one?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const faces = (selector) => [...document.querySelectorAll(selector)].flatMap(piquetTest.face);
  const panel = document.querySelector(".answer-panel");
  return {
    hash: location.hash,
    hand: faces(document.querySelector("piquet-hand[hidden]") ? ".held .card" : ".hand .card"),
    theirs: faces(".their-hand .card"),
    trick: faces(".trick .card"),
    backs: document.querySelectorAll(".backs .card").length,
    place: text(document.querySelector(".step-place")),
    title: text(panel.querySelector("h2")),
    grade: text(panel.querySelector(".verdict .grade")),
    panel: text(panel),
    best: [...panel.querySelectorAll(".did-best dt")].map(text).includes("Best"),
    said: [...document.querySelectorAll(".replay .said li")].map(text),
    board: document.querySelector(".replay").outerHTML,
    focus: document.activeElement.tagName,
  };
}"""
_ROWS = """() => {
  const number = (one) => Number(one.textContent.replace("−", "-"));
  const cells = (selector) => [...document.querySelectorAll(selector)].map(number);
  return {
    losses: cells(".decisions tbody td[data-loss]"),
    total: cells(".decisions tfoot td[data-total]")[0],
    kinds: cells(".kinds td[data-lost=points]"),
    terms: [...document.querySelectorAll(".terms-table tbody tr, .terms-table tfoot tr")]
      .map((row) => number(row.querySelector("td"))),
    equation: document.querySelector(".equation[data-unit=deal]").textContent,
  };
}"""


class Looker:
    """Somebody who looks back."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.page = seat.page
        self.answers: list[tuple[str, Any]] = []
        self.page.on("response", self._hear)

    def _hear(self, response: Any) -> None:
        if "/api/review/" in response.url:
            self.answers.append((response.url, response))

    def go(self, rest: str, title: str = "") -> None:
        """Open an address of the page."""
        self.page.goto(f"{self.seat.server.origin}/#/review{rest}")
        if title:
            self.seat.js(_TITLE, title)

    def at(self, deal: int, step: int) -> dict[str, Any]:
        """Wait until a position is shown with all that belongs to it; return what stands there."""
        self.seat.js(_STEP, f"{deal}/{step}")
        return self.seat.js(_SHOWN)

    def open(self, name: str, deal: int, step: int, side: str = "") -> dict[str, Any]:
        """Open a position by its link."""
        self.page.goto("about:blank")
        self.go(f"/{name}/{deal}/{step}{side}")
        return self.at(deal, step)


@pytest.fixture
def looker(sit: Callable[..., Seat]) -> Callable[..., Looker]:
    return lambda **how: Looker(sit(**how))


def _counted(server: Server, name: str, query: str = "") -> Any:
    end = time.monotonic() + 240  # the solved table may still be built
    while True:
        told = server.told(f"/api/review/{name}{query}")
        if told["state"] != "counting":
            assert told["state"] == "done", told["words"]
            return told
        assert time.monotonic() < end, told["words"]
        time.sleep(0.1)


@pytest.fixture(scope="module")
def name(server: Server) -> str:
    """The worked deal of the treatise, given to the server and counted."""
    assert server.cookie
    status, told, _ = server.ask("POST", "/api/review", {"record": RECORD})
    assert status == 201, told
    name = json.loads(told)["name"]
    _counted(server, name)
    return str(name)


@pytest.fixture(scope="module")
def own(server: Server) -> tuple[str, Ledger]:
    """A partie of one's own: two deals by chance are over, the third is in play; all counted."""
    made = ended(lambda ledger: True, deals=2)
    begun = Made(made.entries, made.ledger).deal()
    name = server.keep(begun.entries)
    _counted(server, name)
    return name, begun.ledger


# --- going through ------------------------------------------------------------------------------


def test_every_step_is_reached_by_button_and_key(looker: Callable[..., Looker], name: str) -> None:
    """Row 21: forward by the button, back by the arrow; the hand is the engine's at each step."""
    one = looker()
    shown = one.open(name, 1, 0)
    keys = Keys(one.seat)
    button = one.page.locator(".step-controls .step")
    for step in [*range(1, SOME + 1), LAST]:
        button.nth(2 if step <= SOME else 3).click()
        shown = one.at(1, step)
        view = DEAL.position(step).view(DEAL.seat(Person.FIRST))
        assert set(shown["hand"]) == {str(card) for card in view.hand}
        assert shown["backs"] == len(DEAL.position(step).hands[1])
        assert shown["place"] == f"Step {step} of {LAST}"
        assert shown["hash"].endswith(f"/1/{step}")
        if view.tricks and not len([e for e in view.events if e.kind.name == "PLAYED"]) % 2:
            trick = view.tricks[-1]
            assert set(shown["trick"]) == {str(trick.lead), str(trick.follow)}
    assert one.page.locator(".step[aria-disabled=true]").count() == 2
    for step in range(LAST - 1, LAST - 6, -1):
        keys.press("ArrowLeft")
        one.at(1, step)
    for key, step in [("Home", 0), ("ArrowRight", 1), ("End", LAST), ("Home", 0)]:
        keys.press(key)
        one.at(1, step)
    button.nth(3).click()
    one.at(1, LAST)
    button.nth(1).click()
    one.at(1, LAST - 1)
    button.nth(0).click()
    one.at(1, 0)
    assert not keys.lost
    assert not keys.bare


def test_keys_in_a_hurry_end_where_they_lead(looker: Callable[..., Looker], name: str) -> None:
    one = looker()
    one.open(name, 1, 0)
    for _ in range(20):
        one.page.keyboard.press("ArrowRight")
    assert one.at(1, 20)["place"] == f"Step 20 of {LAST}"


def test_a_view_of_one_side_hides_the_other(looker: Callable[..., Looker], name: str) -> None:
    """Row 21: neither the board nor what came over the wire names a card that was not seen."""
    one = looker()
    for side, person, last in (("", Person.FIRST, LAST), ("/second", Person.SECOND, SOME)):
        one.answers.clear()
        one.open(name, 1, 0, side)
        boards = []
        for step in range(last + 1):
            boards.append(one.at(1, step)["board"])
            if step < last:
                one.page.keyboard.press("ArrowRight")
        views = [DEAL.position(step).view(DEAL.seat(person)) for step in range(last + 1)]
        for board, view in zip(boards, views, strict=True):
            assert _named(board) <= {str(card) for card in view.seen}
        frames = 0
        for url, response in one.answers:
            found = re.search(r"/1/(\d+)\?", url)
            if found:
                frames += 1
                told = response.json()
                assert set(cards_in(told)) <= {str(card) for card in views[int(found[1])].seen}
        assert frames > last
    one.page.locator("[data-toggle=both]").click()
    one.at(1, SOME)
    one.page.keyboard.press("Home")
    shown = one.at(1, 0)
    seat = DEAL.seat(Person.SECOND)
    assert set(shown["theirs"]) == {str(card) for card in DEAL.position(0).hands[seat.other]}
    assert shown["backs"] == 0 or not one.page.locator(".backs").is_visible()
    unseen = _named(shown["board"]) - {str(card) for card in views[0].seen}
    assert len(unseen) == 20, "twelve in the other hand and eight in the talon"


def _named(html: str) -> set[str]:
    """Return every card that a piece of the page names or shows."""
    found = set(re.findall(r"#(?:body|index|large)-([7-9TJQKA][SHDC])\b", html))
    found |= set(re.findall(r"[\"'> ]([7-9TJQKA][SHDC])[\"'< ]", html))
    return found | heard_of(html)


# --- what it says -------------------------------------------------------------------------------


def test_losses_and_luck_add_up_on_the_page(
    looker: Callable[..., Looker], name: str, own: tuple[str, Ledger]
) -> None:
    """Row 20: the losses of the list make the total that is printed, and the equation is true."""
    one = looker()
    for record in (name, own[0]):
        one.page.goto("about:blank")
        one.go(f"/{record}", "")
        one.page.wait_for_selector(".equation")
        one.page.locator(".segments label", has_text="All").first.click()
        _adds_up(one.seat.js(_ROWS))
    one.open(own[0], 2, 0)
    rows = one.seat.js(_ROWS)
    assert len(rows["losses"]) > 5
    assert sum(rows["losses"]) == pytest.approx(-rows["terms"][-3], abs=0.1)
    _equation(rows)


def _adds_up(rows: dict[str, Any]) -> None:
    assert len(rows["losses"]) > 10
    total = sum(rows["losses"])
    assert total == pytest.approx(rows["total"], abs=0.1)
    assert total == pytest.approx(rows["kinds"][0], abs=0.1)
    assert rows["kinds"][0] == pytest.approx(sum(rows["kinds"][1:]), abs=0.2)
    assert total == pytest.approx(-rows["terms"][-3], abs=0.1), "what the equation takes off"
    _equation(rows)


def _equation(rows: dict[str, Any]) -> None:
    *terms, result = rows["terms"]
    assert round(sum(terms), 1) == result
    written = rows["equation"].partition(":")[2].replace("−", "-").replace(" ", "")
    left, _, right = written.partition("=")
    assert round(sum(map(float, re.findall(r"[+-]?[\d.]+", left))), 1) == float(right) == result


def test_a_sum_that_does_not_add_up_is_found(looker: Callable[..., Looker], name: str) -> None:
    fault = ("result: result / 10,", "result: result / 10 + 1,")
    one = looker(planted={"pages/reviewwords.js": fault})
    one.go(f"/{name}", "")
    one.page.wait_for_selector(".equation")
    one.page.locator(".segments label", has_text="All").first.click()
    with pytest.raises(AssertionError):
        _adds_up(one.seat.js(_ROWS))


def test_each_own_decision_is_graded_and_the_dearest_are_linked(
    looker: Callable[..., Looker], own: tuple[str, Ledger], server: Server
) -> None:
    """Row 20: what was done, what was best, the loss, the grade in words, the reasons."""
    told = _counted(server, own[0])
    one = looker()
    one.go(f"/{own[0]}", "")
    one.page.wait_for_selector(".worst a")
    dearest = told["sum"]["worst"]
    links = one.page.locator(".worst a")
    assert links.count() == len(dearest) == 3
    for place, row in enumerate(dearest):
        one.go(f"/{own[0]}", "")
        links.nth(place).click()
        shown = one.at(row["deal"], row["step"])
        answer = server.told(f"/api/review/{own[0]}/{row['deal']}/{row['step']}/answer?side=first")[
            "answer"
        ]
        assert shown["grade"].endswith(
            {"doubtful": "Doubtful", "bad": "Bad", "very_bad": "Very bad"}[row["grade"]]
        )
        assert re.match(r"\?", shown["grade"]), "a sign stands before the word"
        assert shown["best"]
        assert f"{row['points']:.1f} points of the deal lost" in shown["panel"]
        assert len(answer["reasons"]) >= 1
        assert one.page.locator(".believed tbody tr").count() == len(answer["chances"])
        assert one.page.locator(".sighted").count() == (answer["sight"] is not None)
    forced = next(
        step
        for step in range(1, told["deals"][0]["steps"])
        if not any(r["deal"] == 1 and r["step"] == step for r in told["sum"]["rows"])
    )
    assert "points of the deal lost" not in one.open(own[0], 1, forced)["panel"]


def test_the_list_can_be_narrowed(looker: Callable[..., Looker], own: tuple[str, Ledger]) -> None:
    one = looker()
    one.open(own[0], 1, 0)
    rows = one.page.locator(".decisions tbody tr")
    every = rows.count()
    one.page.locator(".segments label", has_text="Only mistakes").click()
    mistakes = rows.count()
    assert 0 < mistakes < every
    assert one.page.locator(".decisions tbody .is-best").count() == 0
    one.page.locator(".segments label", has_text="Exchange").click()
    assert rows.count() <= 1
    one.page.locator(".segments label", has_text="All").first.click()
    assert rows.count() == 1


def test_charts_are_named_and_their_numbers_stand_beside_them(
    looker: Callable[..., Looker], own: tuple[str, Ledger], server: Server
) -> None:
    told = _counted(server, own[0])
    one = looker()
    one.go(f"/{own[0]}", "")
    one.page.wait_for_selector(".chart")
    charts = one.page.locator("svg.chart")
    assert charts.count() == 2
    for place in range(2):
        parts = charts.nth(place).evaluate(
            """(chart) => [chart.getAttribute("role"),
              ...chart.getAttribute("aria-labelledby").split(" ")
                .map((id) => document.getElementById(id).textContent)]"""
        )
        assert parts[0] == "img"
        assert all(len(words) > 10 for words in parts[1:])
    rows = one.page.locator(".chart-figure").nth(1).locator("tbody tr")
    assert rows.count() == len(told["sum"]["course"])
    scores = one.page.locator(".chart-figure").first.locator("tbody tr")
    assert scores.count() == len(told["sum"]["scores"]) == 3
    one.open(own[0], 1, 3)
    box = one.page.locator("svg.chart").bounding_box()
    assert box is not None
    one.page.locator("svg.chart").click(position={"x": box["width"] - 16, "y": 60})
    one.at(1, told["deals"][0]["steps"])


# --- trying again -------------------------------------------------------------------------------


def _options(server: Server, name: str, row: dict[str, Any]) -> tuple[Any, Any, Any]:
    place = f"/api/review/{name}/{row['deal']}/{row['step']}/answer?side=first"
    options = server.told(place)["answer"]["options"]
    (done,) = [option for option in options if option["done"]]
    (best,) = [option for option in options if option["best"]]
    worst = [option for option in options if not (option["tied"] or option["best"])][-1]
    return done, best, worst


_PRESSED = """() => [...document.querySelectorAll("piquet-hand .card")].map(
  (card) => [piquetTest.face(card)[0], card.getAttribute("aria-pressed") === "true"])"""


def _choose(one: Looker, option: dict[str, Any], kind: str) -> None:
    """Do on the board what an option says."""
    if kind == "exchange":
        for card, pressed in one.seat.js(_PRESSED):
            if (card in option["cards"]) != pressed:
                one.seat.click(one.seat.card(card))
        one.page.locator(".actions .confirm").click()
    else:
        one.seat.click(one.seat.card(option["cards"][0]))


@pytest.mark.parametrize("kind", ["exchange", "play"])
def test_the_better_move_is_looked_for_before_it_is_shown(
    kind: str, looker: Callable[..., Looker], own: tuple[str, Ledger], server: Server
) -> None:
    """Row 20: the answer is neither on the page nor asked for until it is found or given up."""
    name = own[0]
    rows = _counted(server, name)["sum"]["rows"]
    row = next(r for r in rows if r["kind"] == kind and r["grade"])
    done, best, worst = _options(server, name, row)
    one = looker(confirm="never")
    one.open(name, row["deal"], 0 if row["step"] else 1)
    one.page.locator("[data-toggle=first]").click()
    one.answers.clear()
    one.go(f"/{name}/{row['deal']}/{row['step']}")
    shown = one.at(row["deal"], row["step"])
    answer = f"/{row['deal']}/{row['step']}/answer"
    assert shown["title"].startswith("Find a better")
    assert "3 tries left" in shown["panel"]
    assert not shown["best"]
    assert not any(answer in url for url, _ in one.answers)
    _choose(one, done, kind)
    one.page.locator(".tried", has_text="Worth what was done").wait_for()
    assert "2 tries left" in one.seat.js(_SHOWN)["panel"]
    one.seat.later()
    _choose(one, best, kind)
    one.page.locator(".tried", has_text="That is the best").wait_for()
    shown = one.at(row["deal"], row["step"])
    assert shown["best"]
    assert shown["focus"] != "BODY"
    # It may be tried once more, and given up.
    one.page.locator(".answer-panel button", has_text="Try again").click()
    for left in ("3 tries left", "2 tries left", "One try left"):
        one.page.locator(".answer-panel", has_text=left).wait_for()
        assert not one.seat.js(_SHOWN)["best"]
        one.seat.later()
        _choose(one, worst, kind)
    one.page.locator(".did-best dt", has_text="Best").wait_for()
    assert one.seat.js(_SHOWN)["focus"] != "BODY"


def test_another_exchange_than_those_listed_is_weighed_too(
    looker: Callable[..., Looker], own: tuple[str, Ledger], server: Server
) -> None:
    """The Oracle is asked about it, and a card that may not be played is refused with the rule."""
    name = own[0]
    rows = _counted(server, name)["sum"]["rows"]
    row = next(r for r in rows if r["kind"] == "exchange" and r["grade"])
    one = looker(confirm="never")
    one.open(name, row["deal"], row["step"])
    one.page.locator(".answer-panel button", has_text="Try again").click()
    hand = one.seat.js(_SHOWN)["hand"]
    options = server.told(f"/api/review/{name}/{row['deal']}/{row['step']}/answer?side=first")[
        "answer"
    ]["options"]
    listed = {frozenset(option["cards"]) for option in options}
    card = next(card for card in hand if frozenset([card]) not in listed)
    _choose(one, {"cards": [card]}, "exchange")
    one.page.locator(".tried").wait_for()
    assert "2 tries left" in one.seat.js(_SHOWN)["panel"]


# --- links, and what is not there ---------------------------------------------------------------


def test_a_link_leads_to_its_position(
    looker: Callable[..., Looker], name: str, own: tuple[str, Ledger]
) -> None:
    """Row 21: also to the last deal that is over, and from the second side."""
    one = looker()
    assert one.open(name, 1, 12)["place"] == f"Step 12 of {LAST}"
    shown = one.open(name, 1, 0, "/second")
    assert set(shown["hand"]) == {str(card) for card in DEAL.position(0).hands[1]}
    assert one.page.locator("[data-toggle=side]").count() == 1
    one.page.locator("main nav a", has_text="The whole partie").click()
    one.page.wait_for_selector(".equation")
    seen = one.page.locator(".worst a, .review .below th a").first.get_attribute("href")
    assert seen is not None
    assert seen.endswith("/second"), "the side that is looked from stays"
    one.go(f"/{own[0]}/last/0")
    one.at(2, 0)
    assert one.page.locator("[data-toggle=side]").count() == 0
    following = one.page.locator("a", has_text="Next mistake")
    if following.is_visible():
        before = one.page.url
        following.click()
        one.seat.js("(was) => piquetTest.until(() => location.href !== was, 'a step')", before)


REFUSED = {
    "/{own}/3/0": "Deal 3 is still in play",
    "/{own}/9/0": "There is no deal 9",
    "/{own}/1/999": "There is no step 999",
    "/{own}/zwei/0": "There is no deal 0",
    "/nobody": "There is no such partie here",
    "/record-gone/1/0": "This record is not known here any more",
}


@pytest.mark.parametrize("rest", REFUSED)
def test_what_cannot_be_shown_is_said_in_a_sentence(
    rest: str, looker: Callable[..., Looker], own: tuple[str, Ledger]
) -> None:
    one = looker()
    one.seat.js("piquetTest.faults.length = 0")
    one.go(rest.format(own=own[0]), "Look back")
    one.page.locator(".lead.refusal", has_text=REFUSED[rest]).wait_for()
    assert one.page.locator(".replay").count() == 0
    assert one.seat.js("document.activeElement.tagName") == "H1"
    one.page.locator("main a", has_text="Look back on something else").click()
    one.page.wait_for_selector("#review-record")


BAD = {
    "": "Choose a file or paste the text of a record first",
    RECORD[: RECORD.index("7. AC")]: "breaks off in the middle of a deal",
    '[Event "Chess"]\n1. e4 e5': "Line 1",
    "Rules: rubicon\n": "there is nothing to look back on",
    RECORD.replace("1. AH", "1. AS"): "Line 28 of the record",
}


_READ = """piquetTest.until(
  () => document.querySelector("#review-record").value.includes("Talon"), "the file")"""


def test_a_record_that_will_not_do_is_refused_with_its_place(looker: Callable[..., Looker]) -> None:
    one = looker()
    one.go("", "Look back")
    for words, said in BAD.items():
        one.page.locator("#review-record").fill(words)
        one.page.locator("main form .button.main").click()
        one.page.locator("#review-refused", has_text=said).wait_for()
        state = one.page.locator("#review-record").evaluate(
            "(one) => [one.getAttribute('aria-invalid'), one === document.activeElement]"
        )
        assert state == ["true", True]
    one.page.locator("#review-file").set_input_files(
        {"name": "deal.pqn", "mimeType": "text/plain", "buffer": RECORD.encode()}
    )
    one.seat.js(_READ)
    one.page.locator("main form .button.main").click()
    one.seat.js(_TITLE, "The worked deal of the treatise")


def test_one_comes_here_from_the_list_and_from_a_deal_that_is_over(
    sit: Callable[..., Seat], own: tuple[str, Ledger], server: Server
) -> None:
    seat = sit()
    link = seat.page.locator(f'.partie-list a[href="#/review/{own[0]}"]')
    assert link.count() == 1
    link.click()
    seat.js(_TITLE, "Looking back on a partie")
    over = server.keep(ended(lambda ledger: True, deals=1).entries)
    seat.open(over)
    seat.page.locator(".result a", has_text="Look back").click()
    seat.js(_STEP, "1/0")
    playing = server.keep(Made(ended(lambda ledger: True, deals=1).entries).entries[:3])
    seat.page.goto(f"{server.origin}/#/")
    seat.page.wait_for_selector(".partie-list")
    assert seat.page.locator(f'.partie-list a[href="#/review/{playing}"]').count() == 0


# --- for everybody ------------------------------------------------------------------------------


_HEARD = """(words) => piquetTest.until(() => [...document.querySelectorAll("#live p")]
  .some((line) => line.textContent.includes(words)), words)"""


def test_a_whole_review_by_keyboard_alone(looker: Callable[..., Looker], name: str) -> None:
    """Row 24: from the first page through a deal to the answer of a try; no focus is lost."""
    one = looker(size=(1280, 1000))
    seat, keys, page = one.seat, Keys(one.seat), one.page
    on = "document.activeElement"
    keys.tab_to(f"{on}.matches('a[href=\"#/review\"]')")
    keys.press("Enter")
    seat.js(_TITLE, "Look back")
    keys.tab_to(f"{on}.matches('#review-record')")
    page.keyboard.insert_text(RECORD)
    keys.press("Tab")
    keys.press("Enter")
    seat.js(_TITLE, "The worked deal of the treatise")
    keys.look("opened")
    keys.tab_to(f"{on}.textContent === 'Go through it'")
    keys.press("Enter")
    one.at(1, 0)
    keys.look("deal")
    steps = LAST if FULL else 12
    for step in range(1, steps + 1):
        keys.press("ArrowRight")
        assert one.at(1, step)["focus"] != "BODY"
    seat.js(_HEARD, f"Step {steps} of {LAST}.")
    keys.press("Home")
    one.at(1, 0)
    for toggle in ("both", "both"):
        keys.tab_to(f"{on}.dataset.toggle === '{toggle}'")
        keys.press("Space")
        one.at(1, 0)
        keys.look(toggle)
        assert seat.js(f"{on}.dataset.toggle") == toggle
    keys.tab_to(f"{on}.textContent === 'Try again'")
    keys.press("Enter")
    keys.tab_to(f"{on}.textContent === 'Choose'")
    keys.press("Enter")
    assert seat.js(f"!!{on}.closest('piquet-hand')")
    keys.press("Space", "ArrowRight", "ArrowRight", "Space")
    keys.tab_to(f"{on}.matches('.actions .confirm')")
    keys.press("Enter")
    page.locator(".tried").wait_for()
    keys.look("tried")
    keys.tab_to(f"{on}.textContent === 'Show the answer'")
    keys.press("Enter")
    page.locator(".did-best dt", has_text="Best").wait_for()
    keys.look("answer")
    for fold in ("options", "believed"):
        keys.tab_to(f"{on}.parentElement.dataset.fold === '{fold}'")
        keys.press("Enter")
        assert page.locator(f"[data-fold={fold}][open]").count() == 1
    keys.tab_to(f"{on}.matches('input[name=review-grade]')")
    keys.press("ArrowRight")
    assert page.locator(".decisions tbody .is-best").count() == 0
    keys.tab_to(f"{on}.matches('.decisions a')")
    keys.press("Enter")
    one.at(1, 0)
    keys.look("link")
    assert not keys.lost, keys.lost
    assert not keys.bare, keys.bare


_WIDE = """() => [document.scrollingElement.scrollWidth - innerWidth,
  [...document.querySelectorAll("piquet-review *")]
    .filter((one) => !one.closest(".scroll, .unseen, svg")
      && one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 3).map((one) => one.outerHTML.slice(0, 80))]"""


def _screens(one: Looker, name: str, own: str) -> Iterator[str]:
    """Show every screen of the page, one after the other."""
    one.go("", "Look back")
    one.page.wait_for_selector("#review-record")
    yield "asking"
    one.go(f"/{own}", "")
    one.page.wait_for_selector(".equation")
    yield "whole partie"
    one.open(own, 1, 0)
    one.seat.js("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    yield "exchange"
    one.page.locator("[data-toggle=both]").click()
    one.at(1, 0)
    yield "both hands"
    one.page.locator("[data-toggle=first]").click()
    one.at(1, 0)
    yield "to be tried"
    one.open(own, 1, 20)
    one.seat.js("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    yield "play"
    one.go(f"/{own}/3/0", "Look back")
    one.page.wait_for_selector(".lead.refusal")
    yield "refused"


def test_nothing_is_wider_than_the_screen(
    looker: Callable[..., Looker], name: str, own: tuple[str, Ledger]
) -> None:
    """Row 28: no sideways scroll at any size."""
    one = looker()
    wrong = []
    for screen in _screens(one, name, own[0]):
        for size, (width, height) in SIZES.items():
            one.page.set_viewport_size({"width": width, "height": height})
            more, found = one.seat.js(_WIDE)
            if more > 0 or found:
                wrong.append(f"{screen}, {size}: {more} {found}")
        one.page.set_viewport_size({"width": 1280, "height": 800})
    assert not wrong, "\n".join(wrong)


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_finds_nothing(
    looker: Callable[..., Looker], name: str, own: tuple[str, Ledger]
) -> None:
    """Row 26: light, dark and high contrast, target-size turned on."""
    one = looker()
    seat = one.seat
    source = AXE.read_text(encoding="utf-8")
    wrong: list[str] = []
    for screen in _screens(one, name, own[0]):
        if not seat.js("typeof axe === 'object'"):
            seat.js(source)
        found = seat.js(_RUN, ["", ALL])
        assert found["passes"] > 10
        wrong += _told(screen, found)
        one.page.set_viewport_size(HIGH)
        for theme in ("light", "dark", "contrast") if FULL or screen == "play" else ("dark",):
            seat.js("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            for colour in COLOURS if FULL or screen == "play" else COLOURS[:1]:
                style = FLAT % colour + ".review .scroll { max-height: none !important; }"
                wrong += _told(f"{screen}, {theme}", seat.js(_RUN, [style, CONTRAST]))
        seat.js("document.documentElement.dataset.theme = 'system'")
        one.page.set_viewport_size({"width": 1280, "height": 800})
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong])
