"""The lessons in the browser: UX row 19, and rows 24, 26 and 28 as far as they concern lessons."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.driving import FULL, Seat
from browser.test_keys import Keys
from browser.test_screens import _RUN, ALL, AXE, COLOURS, CONTRAST, FLAT, HIGH, SIZES, _told
from piquet import lessons
from piquet.actions import Action, Kind
from piquet.cards import CardSet
from piquet.lessons import Lesson, Stop

if TYPE_CHECKING:
    from browser.serving import Server

ALL_LESSONS = [lessons.load(name) for name in lessons.names()]
FIRST = lessons.load("first")
DECISIONS = [(lesson, stop) for lesson in ALL_LESSONS for stop in lesson.stops if stop.expected]

_SHOWN = """([name, number]) => piquetTest.until(() => {
  const lesson = document.querySelector("piquet-lesson");
  return lesson?.name === name && lesson.stop?.number === number && !lesson.judging;
}, `stop ${number} of ${name}`)"""
_STANDS = """() => {
  const lesson = document.querySelector("piquet-lesson");
  return {
    name: lesson.name,
    number: lesson.stop?.number ?? 0,
    at: location.hash,
    count: document.querySelector(".lesson-top .count").textContent,
    heading: document.querySelector("#lesson-head").textContent,
    words: document.querySelector(".lesson-panel .words").textContent,
    answer: lesson.querySelector(".answer").hidden ? "" : lesson.querySelector(".answer").className,
    said: lesson.querySelector(".answer").textContent,
    hand: [...lesson.querySelectorAll("piquet-hand .card")].flatMap(piquetTest.face),
    lines: lesson.querySelectorAll(".log li > .line").length,
    focus: document.activeElement.tagName,
  };
}"""


class Learner:
    """Somebody in a lesson."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.page = seat.page

    def go(self, lesson: Lesson, number: int, *, fresh: bool = False) -> None:
        """Open a stop by its address; ``fresh``: in a page that has shown nothing before."""
        if fresh:
            self.page.goto("about:blank")
        self.page.goto(f"{self.seat.server.origin}/#/learn/{lesson.name}/{number}")
        self.shown(lesson, number)

    def shown(self, lesson: Lesson, number: int) -> None:
        """Wait until a stop is shown."""
        self.seat.js(_SHOWN, [lesson.name, number])

    def press(self, button: str) -> None:
        """Press one of the panel's buttons."""
        fold = self.page.locator(".lesson-panel .fold")
        target = self.page.locator(f".lesson-panel .button.{button}")
        if not target.is_visible() and fold.is_visible():
            self.seat.click(fold)
        self.seat.click(target)

    def stands(self) -> dict[str, Any]:
        """Return what stands on the page."""
        return self.seat.js(_STANDS)

    def try_(self, action: Action) -> None:
        """Do something by the page's own means."""
        if action.kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
            for card in action.cards:
                self.card(str(card))
            self.seat.click(self.page.locator(".actions .confirm"))
        elif action.kind is Kind.PLAY:
            self.card(str(action.card))
        else:
            self.seat.js(_CALL, int(action))

    def card(self, card: str) -> None:
        """Click on a card."""
        self.page.mouse.click(*self.seat.another([card]))

    def judged(self) -> dict[str, Any]:
        """Wait for the answer to what was tried."""
        self.seat.js(_JUDGED)
        return self.stands()


_CALL = """(action) => {
  const lesson = document.querySelector("piquet-lesson");
  const { choices } = lesson.stop.table;
  const offered = choices.filter(({ group }) => group !== "play" && group !== "concede");
  const choice = offered.find((one) => one.action === action);
  const fold = document.querySelector(".actions [aria-expanded]");
  if (choice.sunk && fold.getAttribute("aria-expanded") === "false") fold.click();
  const order = [...offered.filter(({ sunk }) => !sunk), ...offered.filter(({ sunk }) => sunk)];
  document.querySelectorAll(".actions button[data-group]")[order.indexOf(choice)].click();
}"""
_JUDGED = """() => piquetTest.until(() => {
  const lesson = document.querySelector("piquet-lesson");
  return !lesson.judging && lesson.stop && !lesson.querySelector(".answer").hidden;
}, "an answer")"""


@pytest.fixture
def learner(sit: Callable[..., Seat]) -> Callable[..., Learner]:
    """Sit down before a page that has shown nothing but the lobby."""
    return lambda **how: Learner(sit(**how))


# --- the way through ----------------------------------------------------------------------------


def test_the_list_leads_into_the_first_lesson(learner: Callable[..., Learner]) -> None:
    """Two clicks from the lobby to the cards; every lesson and what comes next is a link."""
    one = learner()
    one.seat.click(one.page.locator("a[href='#/learn']").first)
    one.page.wait_for_selector("piquet-learn .begin a")
    links = one.page.locator("piquet-learn main a").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('href'))"
    )
    assert {f"#/learn/{lesson.name}/1" for lesson in ALL_LESSONS} <= set(links)
    assert {"#/drills", "#/guide"} <= set(links)
    assert one.seat.js("document.activeElement.tagName") == "H1"
    one.seat.click(one.page.locator(".begin a"))
    one.shown(FIRST, 1)
    assert len(one.stands()["hand"]) == 12
    one.seat.click(one.page.locator(".way-back"))
    one.page.wait_for_selector("button.play")


def test_the_list_knows_how_far_one_has_come(learner: Callable[..., Learner]) -> None:
    """Whoever comes back goes on where he was; what is done is marked, and the next lesson due."""
    one = learner()
    begin = one.page.locator(".begin a")
    for number, due, done in (
        (7, "first/7", 0),
        (len(FIRST.stops), "second/1", 1),
        (2, "second/1", 1),
    ):
        one.go(FIRST, number)
        one.page.goto(f"{one.seat.server.origin}/#/learn")
        begin.wait_for()
        assert begin.get_attribute("href") == f"#/learn/{due}"
        assert one.page.locator(".lessons .done").count() == done
    assert one.seat.js("localStorage.getItem('piquet.learn')") == f'{{"first":{len(FIRST.stops)}}}'


def test_what_cannot_be_shown_is_said(learner: Callable[..., Learner]) -> None:
    """No such lesson, no such stop, no server: a sentence, and a way to go on."""
    one = learner()
    words = one.page.locator(".lesson-panel .words")
    for where, said in (("nowhere/1", "no lesson"), ("first/nowhere", "no stop")):
        one.page.goto(f"{one.seat.server.origin}/#/learn/{where}")
        words.get_by_text(said).wait_for()
        assert one.seat.js("document.activeElement.tagName") != "BODY"
        one.seat.click(words.locator("a[href='#/learn']"))
        one.page.wait_for_selector(".begin a")
    one.go(FIRST, 4)
    one.page.route("**/api/lessons/first/5", lambda route: route.abort())
    one.press("next")
    again = words.locator("button.button")
    again.wait_for()
    assert one.seat.js("document.activeElement.tagName") != "BODY"
    one.page.unroute("**/api/lessons/first/5")
    one.seat.click(again)
    one.shown(FIRST, 5)


def test_each_stop_has_a_link(learner: Callable[..., Learner]) -> None:
    """Row 19: every address shows its stop, in a page that has shown nothing before as well."""
    one = learner()
    links = [(lesson, stop) for lesson in ALL_LESSONS for stop in lesson.stops]
    for place, (lesson, stop) in enumerate(links if FULL else links[::3]):
        one.go(lesson, stop.number, fresh=FULL or place % 5 == 0)
        stands = one.stands()
        assert stands["count"] == f"{stop.number} of {len(lesson.stops)}"
        assert stands["words"].strip()
        assert stands["heading"] == stop.title
        assert CardSet.parse(" ".join(stands["hand"])) == lesson.view(stop).hand
    one.page.goto(f"{one.seat.server.origin}/#/learn/first/throw")
    one.shown(FIRST, FIRST.stop("throw").number)
    assert one.stands()["at"] == f"#/learn/first/{FIRST.stop('throw').number}"
    one.page.goto(f"{one.seat.server.origin}/#/learn/first/999")
    one.shown(FIRST, len(FIRST.stops))


def test_random_presses_never_get_stuck(learner: Callable[..., Learner]) -> None:
    """Row 19: Next, Back, Skip, Restart and reload in any order; each leads where it should."""
    one = learner()
    rng = random.Random(19)
    names = [lesson.name for lesson in ALL_LESSONS]
    lesson, number = FIRST, 1
    one.go(lesson, number)
    pressed: dict[str, int] = {}
    for _ in range(500 if FULL else 100):
        what = rng.choices(("next", "back", "skip", "restart", "reload"), (10, 5, 2, 1, 1))[0]
        pressed[what] = pressed.get(what, 0) + 1
        stops = lesson.stops
        if what == "next" and number == len(stops):
            following = names.index(lesson.name) + 1
            one.press("next")
            lesson, number = (ALL_LESSONS[following] if following < len(names) else FIRST), 1
            if following == len(names):
                one.page.wait_for_selector("piquet-learn .begin a")
                one.seat.click(one.page.locator(".begin a"))
        elif what == "reload":
            one.page.reload()
        else:
            one.press(what)
            later = [stop.number for stop in stops if stop.number > number]
            parts = [stop for stop in stops if stop.chapter != stops[number - 1].chapter]
            skipped = [stop.number for stop in parts if stop.number > number]
            number = {
                "next": later[0] if later else number,
                "back": max(1, number - 1),
                "skip": skipped[0] if skipped else number,
                "restart": 1,
            }[what]
        one.shown(lesson, number)
        stands = one.stands()
        assert stands["count"] == f"{number} of {len(lesson.stops)}", (what, stands)
        assert stands["at"] == f"#/learn/{lesson.name}/{number}"
        assert stands["words"].strip()
        assert stands["focus"] != "BODY"
    assert len(pressed) == 5, pressed


def test_presses_in_a_hurry_add_up(learner: Callable[..., Learner]) -> None:
    """Whoever does not wait for the cards comes out where he pressed to, at every pace."""
    one = learner(speed="slow")
    one.go(FIRST, 1)
    for keys in (["ArrowRight"] * 9, ["ArrowLeft"] * 4, ["n", "n", "b", "x", "n", "n", "n"]):
        for key in keys:
            one.page.keyboard.press(key)
    one.shown(FIRST, 4)
    one.page.go_back()
    one.shown(FIRST, 3)
    stands = one.stands()
    assert (stands["count"], stands["lines"]) == (f"3 of {len(FIRST.stops)}", stands["lines"])
    assert len(stands["hand"]) == 12


def test_a_card_played_on_the_way_to_another_stop_does_nothing(
    learner: Callable[..., Learner],
) -> None:
    """Next and a card pressed in the same moment: the lesson goes on, once."""
    one = learner()
    stop = next(stop for stop in FIRST.stops if stop.expected and stop.expected.kind is Kind.PLAY)
    for later in ("next", "back"):
        one.go(FIRST, stop.number)
        one.seat.js(
            """async ([button, card]) => {
              const gone = new Promise((go) => addEventListener("hashchange", go, { once: true }));
              document.querySelector(`.lesson-panel .button.${button}`).click();
              await gone;
              document.querySelector("piquet-hand").button(card).click();
            }""",
            [later, str(stop.expected.card)],  # type: ignore[union-attr]
        )
        one.shown(FIRST, stop.number + (1 if later == "next" else -1))
        assert one.stands()["answer"] == ""


def test_going_on_shows_what_a_link_shows(learner: Callable[..., Learner]) -> None:
    """The table is the same whether the cards have travelled there or a link led to it."""
    stops = FIRST.stops[: None if FULL else 9]
    walker, jumper = learner(speed="fast"), learner()
    walker.go(FIRST, 1)
    came = {1: walker.stands()}
    for stop in stops[1:]:
        walker.press("next")
        walker.shown(FIRST, stop.number)
        came[stop.number] = walker.stands()
    for stop in reversed(stops):  # backwards, for one stop on the cards travel
        jumper.go(FIRST, stop.number)
        jumped = jumper.stands()
        for what in ("count", "heading", "words", "hand", "lines"):
            assert came[stop.number][what] == jumped[what], (stop.number, what)


# --- trying it ----------------------------------------------------------------------------------


def wrong(lesson: Lesson, stop: Stop) -> Action | None:
    """Return something legal at a stop that is not what the lesson does."""
    position = lesson.position(stop)
    assert stop.expected is not None
    legal = position.legal_actions
    if stop.expected.kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
        fewest = min(len(action.cards) for action in legal.of(stop.expected.kind))
        card = next(iter(position.hands[lesson.seat] - stop.expected.cards))
        cards = CardSet.parse(str(card)) if fewest <= 1 else CardSet()
        return Action(stop.expected.kind, cards.mask) if cards else None
    others = [one for one in legal if one not in (stop.expected, *stop.also, Action.CONCEDE)]
    return next(iter(others), None)


def test_a_wrong_move_is_answered_and_the_lesson_goes_on(learner: Callable[..., Learner]) -> None:
    """Row 19: at every stop with something to decide a wrong move has words of its own."""
    one = learner()
    kinds, tried = set(), 0
    for lesson, stop in DECISIONS:
        action = wrong(lesson, stop)
        if action is None:
            continue
        one.go(lesson, stop.number)
        before = one.stands()
        assert before["answer"] == ""
        one.try_(action)
        after = one.judged()
        assert after["answer"] in ("answer weak", "answer also"), (lesson.name, stop.number, after)
        assert len(after["said"]) > 40
        kinds.add(after["said"])
        for what in ("count", "heading", "hand", "lines"):
            assert after[what] == before[what], "the position stays"
        one.press("next")
        one.shown(lesson, stop.number + 1)
        tried += 1
    assert tried > 12
    assert len(kinds) > tried * 0.7, "answers are of their own"


def test_the_right_move_goes_on_with_praise(learner: Callable[..., Learner]) -> None:
    """What is expected, done by the learner, leads to the next stop and is praised there."""
    one = learner()
    for lesson, stop in DECISIONS[:: 1 if FULL else 3]:
        assert stop.expected is not None
        one.go(lesson, stop.number)
        one.try_(stop.expected)
        one.shown(lesson, stop.number + 1)
        assert one.stands()["answer"] == "answer right", (lesson.name, stop.number)


def test_a_card_that_may_not_be_played_is_refused_with_the_rule(
    learner: Callable[..., Learner],
) -> None:
    """Nothing is sent; the rule stands in the panel, and the lesson goes on."""
    one = learner()
    lesson, stop, card = next(
        (lesson, stop, card)
        for lesson, stop in DECISIONS
        for card in lesson.position(stop).hands[lesson.seat]
        if (plays := lesson.position(stop).legal_actions.of(Kind.PLAY))
        and Action.play(card) not in plays
    )
    one.go(lesson, stop.number)
    asked = len(one.seat.requests)
    one.card(str(card))
    after = one.judged()
    assert after["answer"] == "answer illegal"
    assert len(one.seat.requests) == asked
    one.press("next")
    one.shown(lesson, stop.number + 1)


def test_a_card_that_is_tapped_where_nothing_is_to_be_decided_says_so(
    learner: Callable[..., Learner],
) -> None:
    one = learner()
    one.go(FIRST, 2)
    said = one.page.locator(".hint-line")
    assert said.inner_text() == ""
    one.page.locator("piquet-hand button").first.click()
    assert "press Next" in said.inner_text()
    one.press("next")
    one.shown(FIRST, 3)
    assert "press Next" not in said.inner_text()


def test_the_deal_can_be_taken_over(learner: Callable[..., Learner], server: Server) -> None:
    """From a decision of either lesson one plays on at a real table, against the computer."""
    one = learner()
    for lesson in ALL_LESSONS:
        stop = next(
            stop
            for stop in lesson.stops
            if stop.expected is not None and stop.expected.kind is Kind.PLAY
        )
        one.go(lesson, stop.number)
        hand = one.stands()["hand"]
        one.press("take_over")
        one.seat.js("piquetTest.until(() => document.querySelector('piquet-table'), 'the table')")
        one.seat.turn()
        assert one.seat.hand == hand
        one.seat.partie = one.page.url.rpartition("/")[2]
        one.seat.once()
        ledger = server.ledger(one.seat.partie)
        assert (ledger.begun.source, ledger.begun.moves) == ("record", len(stop.moves))
        assert ledger.level == "club"
        one.page.go_back()
        one.shown(lesson, stop.number)


# --- by itself, quietly, by keys ------------------------------------------------------------------


def _until(holds: Callable[[], bool]) -> None:
    """Wait for something while the page's own clock stands still."""
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end, "waited in vain"


def test_it_goes_on_by_itself_until_something_is_to_be_decided(
    learner: Callable[..., Learner],
) -> None:
    """Play leaves time to read and waits where the learner decides; nothing goes on unasked."""
    one = learner()
    due = next(stop.number for stop in FIRST.stops if stop.expected is not None)
    one.go(FIRST, due - 2)
    one.page.clock.install()

    def at() -> int:
        return int(one.stands()["number"])

    one.page.clock.run_for(60_000)
    assert at() == due - 2
    one.press("play")
    one.page.clock.run_for(1_000)
    assert at() == due - 2, "there is time to read"
    for number in (due - 1, due):
        one.page.clock.run_for(30_000)
        _until(lambda number=number: at() == number)  # type: ignore[misc]
    one.page.clock.run_for(90_000)
    assert at() == due
    one.press("next")
    _until(lambda: at() == due + 1)
    one.page.clock.run_for(30_000)
    _until(lambda: at() == due + 2)
    one.press("play")
    one.page.clock.run_for(90_000)
    assert at() == due + 2


def test_nothing_moves_where_motion_is_not_wanted(learner: Callable[..., Learner]) -> None:
    one = learner(speed="slow", reduced_motion="reduce")
    one.go(FIRST, 1)
    assert one.page.locator(".play .label").inner_text() == "Watch"
    for number in range(2, 11):
        one.page.keyboard.press("ArrowRight")
        assert one.seat.js("document.getAnimations().length") == 0
        one.shown(FIRST, number)
        assert one.seat.js("document.getAnimations().length") == 0


def test_a_whole_lesson_by_keyboard(learner: Callable[..., Learner]) -> None:
    """Row 24: from the lobby to the end of the lesson; the focus is never lost, always seen."""
    one = learner()
    keys = Keys(one.seat)
    keys.tab_to("document.activeElement.matches('a[href=\"#/learn\"]')")
    keys.press("Enter")
    one.page.wait_for_selector(".begin a")
    keys.tab_to("document.activeElement.matches('.begin a')")
    keys.press("Enter")
    for stop in FIRST.stops:
        one.shown(FIRST, stop.number)
        keys.look(f"stop {stop.number}")
        expected = stop.expected
        if expected is None:
            if stop.number < len(FIRST.stops):
                keys.press("ArrowRight" if stop.number % 2 else "n")
            continue
        if expected.kind is Kind.EXCHANGE:
            keys.press("h", "Home")
            for card in one.stands()["hand"]:
                if card in str(expected).split():
                    keys.press("Space")
                keys.press("ArrowRight")
            keys.tab_to("document.activeElement.matches('.actions .confirm')")
            keys.press("Enter")
        elif expected.kind is Kind.PLAY:
            keys.press("h", "Home")
            keys.press(*["ArrowRight"] * one.stands()["hand"].index(str(expected.card)))
            keys.press("Enter")
        else:
            keys.press("c", "Enter")
    assert not keys.lost, f"the focus fell to the body after {keys.lost}"
    assert not keys.bare, f"the focus is not seen: {keys.bare[:3]}"
    keys.press("?")
    listed = one.page.locator("dialog[open] kbd").all_inner_texts()
    assert {"→ Enter", "←", "n", "b", "e", "x", "p", "y"} <= {" ".join(k.split()) for k in listed}
    keys.press("Escape")


def test_the_one_live_region_reads_the_lesson(learner: Callable[..., Learner]) -> None:
    one = learner()
    one.go(FIRST, 3)
    one.press("next")
    one.shown(FIRST, 4)
    title = FIRST.stops[3].title
    one.seat.js(
        "(title) => piquetTest.until(() => "
        "document.querySelector('#live').textContent.includes(title), 'the words')",
        title,
    )
    said = one.seat.js("document.querySelector('#live').textContent")
    assert "♦" not in said
    assert "queen of diamonds" in said
    assert one.page.locator("[aria-live], [role=status], [role=alert]").count() == 1


# --- what is hidden, what is seen -----------------------------------------------------------------


def test_no_hidden_card_is_on_the_page(learner: Callable[..., Learner]) -> None:
    """Beside the author's words nothing names a card that the learner has not seen."""
    one = learner()
    for lesson in ALL_LESSONS:
        for stop in lesson.stops[:: 1 if FULL else 5]:
            if lesson.position(stop).to_move is None:
                continue
            one.go(lesson, stop.number)
            one.seat.js("document.querySelector('.lesson-panel .words').replaceChildren()")
            one.seat.js("document.querySelector('#live').replaceChildren()")
            named = CardSet.parse(" ".join(one.seat.look()["named"]))
            view = lesson.view(stop)
            seen = view.dealt | view.drawn | view.shown | view.rest | view.left
            for trick in view.tricks:
                seen |= CardSet.parse(f"{trick.lead} {trick.follow}")
            if view.led is not None:
                seen |= CardSet.parse(str(view.led))
            assert named <= seen, (lesson.name, stop.number, str(named - seen))
            kept = one.seat.js("JSON.stringify([localStorage, sessionStorage])")
            assert lesson.code not in kept + one.page.content()


_COVERED = """() => {
  const wrong = [];
  if (document.scrollingElement.scrollWidth > innerWidth) wrong.push("it scrolls sideways");
  const panel = document.querySelector(".lesson-panel").getBoundingClientRect();
  for (const card of document.querySelectorAll("piquet-hand .card")) {
    const box = card.getBoundingClientRect();
    const beside = box.right <= panel.left + 1 || box.bottom <= panel.top + 1;
    if (!beside) wrong.push("the panel covers the hand");
    if (box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
      wrong.push("a card is not in sight");
  }
  const cards = [...document.querySelectorAll("piquet-hand .card")];
  for (const card of [cards[0], cards[Math.floor(cards.length / 2)], cards.at(-1)]) {
    const { wide, tall } = piquetTest.reach(card);
    if (wide < 24 || tall < 44) wrong.push(`a card is ${wide} x ${tall} to a finger`);
  }
  for (const button of document.querySelectorAll(".steps .button, .actions button"))
    if (button.checkVisibility()) {
      button.scrollIntoView({ block: "nearest" });
      if (!piquetTest.spot(button)) wrong.push(`cannot be tapped: ${button.className}`);
    }
  for (const text of document.querySelectorAll(".lesson-panel .scroll"))
    if (text.getBoundingClientRect().height < 60) wrong.push("hardly any words are in sight");
  return wrong;
}"""


def test_the_panel_never_covers_the_hand(learner: Callable[..., Learner]) -> None:
    """Row 28, for lessons: at every size the hand, the words and what can be done are there."""
    wrong: list[str] = []
    kinds = {stop.expected.kind: (lesson, stop) for lesson, stop in DECISIONS if stop.expected}
    due = list(kinds) if FULL else [Kind.EXCHANGE, Kind.SEQUENCE, Kind.PLAY]
    for touch in (True, False):
        one = learner(touch=touch)
        for lesson, stop in (kinds[kind] for kind in due):
            one.go(lesson, stop.number)
            for name, (width, height) in SIZES.items():
                if touch == (min(width, height) < 500):
                    one.page.set_viewport_size({"width": width, "height": height})
                    one.seat.js("new Promise((go) => requestAnimationFrame(() => go()))")
                    found = one.seat.js(_COVERED)
                    wrong += [f"{name}, {lesson.name} {stop.number}: {it}" for it in found]
    assert not wrong, wrong


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: (cd page && npm ci)")
def test_axe_finds_nothing_in_lessons(learner: Callable[..., Learner]) -> None:
    """Row 26, for lessons: the list, a decision, an answer, the end; light, dark and contrast."""
    one = learner()
    faults: list[str] = []

    def look(name: str) -> None:
        if not one.seat.js("typeof axe === 'object'"):
            one.seat.js(AXE.read_text(encoding="utf-8"))
        found = one.seat.js(_RUN, ["", ALL])
        assert found["passes"] > 10, f"{name}: axe-core has looked at hardly anything"
        faults.extend(_told(name, found))
        one.page.set_viewport_size(HIGH)
        for theme in ("light", "dark", "contrast"):
            one.seat.js("(theme) => document.documentElement.dataset.theme = theme", theme)
            faults.extend(
                _told(f"{name}, {theme}", one.seat.js(_RUN, [FLAT % COLOURS[0], CONTRAST]))
            )
        one.seat.js("document.documentElement.dataset.theme = 'light'")
        one.page.set_viewport_size({"width": 1280, "height": 800})

    one.page.goto(f"{one.seat.server.origin}/#/learn")
    one.page.wait_for_selector(".begin a")
    look("list")
    lesson, stop = next((le, st) for le, st in DECISIONS if st.expected.kind is Kind.PLAY)  # type: ignore[union-attr]
    one.go(lesson, stop.number)
    look("decision")
    action = wrong(lesson, stop)
    assert action is not None
    one.try_(action)
    one.judged()
    look("answer")
    one.go(lesson, len(lesson.stops))
    look("end")
    one.page.set_viewport_size({"width": 320, "height": 568})
    one.seat.click(one.page.locator(".fold"))
    found = one.seat.js(_RUN, ["", ALL])
    faults += _told("small, unfolded", found)
    assert not faults, "\n".join(faults)
