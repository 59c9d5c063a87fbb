"""What is rare: carte blanche, cards left or looked at, pique, repique, capot, the end of a partie.

UX rows 12, 14 and 15.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.crafting import Made, blank, dealt, ended, line
from browser.driving import Seat
from browser.judging import Judge
from piquet.actions import Action, Kind
from piquet.base import Seat as At
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.naming import words

if TYPE_CHECKING:
    from browser.serving import Server

# Which hand is blank, how many court cards it has, under which rules, and whether it is asked for:
# younger who is bound to tell tells before anybody does anything.
BLANK = [
    ("elder may tell", At.ELDER, 0, "rubicon", True),
    ("younger may tell", At.YOUNGER, 0, "rubicon", True),
    ("elder is bound to tell", At.ELDER, 0, "cavendish", True),
    ("younger is bound to tell", At.YOUNGER, 0, "cavendish", False),
    ("it is told by itself", At.ELDER, 0, "digital", False),
    ("one court card", At.ELDER, 1, "rubicon", False),
    ("one court card, younger", At.YOUNGER, 1, "cavendish", False),
    ("shown at once", At.ELDER, 0, "club", True),
    ("an older game", At.ELDER, 0, "au_cent", True),
]


@pytest.mark.parametrize(
    ("what", "at", "courts", "rules", "asks"), BLANK, ids=[case[0] for case in BLANK]
)
def test_carte_blanche_is_asked_for_when_there_is_one(
    what: str,
    at: At,
    courts: int,
    rules: str,
    asks: bool,
    sit: Callable[..., Seat],
    server: Server,
) -> None:
    """Row 12: crafted deals, each decision against the engine."""
    seat = sit(server.keep(dealt(blank(at, 3, courts), at, rules).entries))
    drawn = seat.drive(tricks=1, seed=len(what))
    judge = Judge(server.ledgers(seat.partie))
    wrong = [fault for step in drawn["steps"] for fault in judge.step(step)]
    assert not wrong, wrong[:3]
    assert any("blanche" in step["groups"] for step in drawn["steps"]) == asks
    told = "carte blanche" in " ".join(drawn["logs"][0]["lines"]).lower()
    if not asks:
        assert told == (courts == 0)
    if rules == "cavendish" and not courts:
        assert told
        ledger = server.ledger(seat.partie)
        view = ledger.view(ledger.person("you"))
        assert view is not None
        awards = [award for event in view.events for award in event.awards if award.seat is at]
        assert [a.points for a in awards if a.reason == "carte_blanche"] == [10]


def test_carte_blanche_told_scores_and_is_shown(sit: Callable[..., Seat], server: Server) -> None:
    """Row 12: ten points by one tap, said aloud and in the log."""
    seat = sit(server.keep(dealt(blank(At.ELDER, 3), At.ELDER).entries))
    button = seat.page.locator('.actions button[data-group="blanche"]').first
    assert "10" in button.inner_text()
    seat.click(button)
    seat.turn()
    assert seat.look()["score"].endswith("10 – 0")
    assert "carte blanche" in seat.page.locator(".log").inner_text().lower()


LEFT = [
    ("younger may show or hide", At.YOUNGER, "rubicon", 1, True),
    ("younger may look", At.YOUNGER, "cavendish", 1, True),
    ("nothing is left", At.YOUNGER, "rubicon", 3, False),
    ("nobody looks", At.YOUNGER, "digital", 1, False),
    ("younger may take none", At.YOUNGER, "parlett", 0, True),
]


@pytest.mark.parametrize(
    ("what", "at", "rules", "takes", "asks"), LEFT, ids=[case[0] for case in LEFT]
)
def test_what_is_left_is_offered_at_its_moment(
    what: str,
    at: At,
    rules: str,
    takes: int,
    asks: bool,
    sit: Callable[..., Seat],
    server: Server,
) -> None:
    """Row 12: the cards that younger leaves."""
    seat = sit(server.keep(dealt(Deal.random("left"), at, rules).entries))
    while not seat.now("exchange"):
        seat.once()
    ledger = server.ledger(seat.partie)
    view = ledger.view(ledger.person("you"))
    assert view is not None
    seat.act(Action.exchange(CardSet.of(*list(view.hand)[:takes])))
    drawn = seat.drive(tricks=1, calls="random", seed=2)
    judge = Judge(server.ledgers(seat.partie))
    wrong = [fault for step in drawn["steps"] for fault in judge.step(step)]
    assert not wrong, wrong[:3]
    assert any("left" in step["groups"] for step in drawn["steps"]) == asks


@pytest.mark.parametrize(("rules", "sees"), [("rubicon", 2), ("digital", 0)])
def test_elder_sees_the_rest_of_his_five(
    rules: str, sees: int, sit: Callable[..., Seat], server: Server
) -> None:
    """Row 12: who took three sees two more, where the rules let him."""
    seat = sit(server.keep(dealt(Deal.random("rest"), At.ELDER, rules).entries))
    seat.act(Action.exchange(CardSet.parse(" ".join(seat.hand[:3]))))
    seat.page.keyboard.press("k")
    assert len(seat.js("piquetTest.face(document.querySelector('dialog[open]'))")) == sees


# --- great moments --------------------------------------------------------------------------------


def _with(moment: str, reason: str) -> tuple[Made, list[Action]]:
    """Return a deal and the line of a club player in which something great happens."""
    for number in range(400):
        start = dealt(Deal.random(f"{moment} {number}"), At.ELDER, level="beginner")
        if moment in ("repique", "capot"):
            start = dealt(_strong(number), At.ELDER, level="beginner")
        entries = list(start.entries)
        actions = list(line(start))
        finished = start.ledger.partie.finished[-1]
        awards = [award for event in finished.position.events for award in event.awards]
        if any(award.reason == reason for award in awards):
            return Made(entries), actions
    raise AssertionError(f"no {moment} was found")


def _strong(number: int) -> Deal:
    """Return a deal in which elder holds a suit and the aces."""
    whole = CardSet.parse("SAKQJT987 HAK DA CA")
    others = list(CardSet.parse("HQJT987 DKQJT987 CKQJT987"))
    turned = others[number:] + others[:number]
    return Deal(whole, CardSet.of(*turned[:12]), tuple(turned[12:]))


@pytest.mark.parametrize("moment", ["repique", "pique", "capot", "cards"])
def test_a_great_moment_is_told_with_its_sum(
    moment: str, sit: Callable[..., Seat], server: Server
) -> None:
    """Row 14: in large words, in the log, read aloud, with the sum that made it."""
    made, actions = _with(moment, moment)
    seat = sit(server.keep(made.entries))
    seat.js(_MOMENTS)
    for action in actions:
        seat.act(action)
    assert seat.over
    told = [one for one in seat.js("window.moments") if re.search(rf"\b{moment}\b", one, re.I)]
    assert told, seat.js("window.moments")
    numbers = [int(found) for found in re.findall(r"\d+", told[0])]
    points = {"repique": 60, "pique": 30, "capot": 40, "cards": 10}[moment]
    assert points in numbers
    assert len(numbers) > 1 or "twelve tricks" in told[0], told
    if moment.endswith("pique"):
        assert sum(numbers) >= points + 30, told
    ledger = server.ledger(seat.partie)
    view = ledger.view(ledger.person("you"))
    assert view is not None
    log = seat.page.locator(".log").inner_text().lower()
    assert moment in log
    total = 0
    for event in view.events:
        total += sum(award.points for award in event.awards if award.seat is view.seat)
        if any(award.reason == moment for award in event.awards):
            break
    assert words(total) in log
    assert (
        moment in seat.page.locator("#live").inner_text().lower() or seat.js("window.heard").lower()
    )


_MOMENTS = """() => {
  window.moments = [];
  window.heard = "";
  const box = document.querySelector(".moment");
  const see = () => {
    const said = box.innerText.trim();
    if (!box.hidden && said && window.moments.at(-1) !== said) window.moments.push(said);
  };
  new MutationObserver(see).observe(box, { subtree: true, childList: true, attributes: true });
  const live = document.querySelector("#live");
  const hear = () => { window.heard += live.textContent; };
  new MutationObserver(hear).observe(live, { childList: true });
}"""


# --- the end of a partie --------------------------------------------------------------------------


def _sheet(seat: Seat) -> str:
    seat.page.keyboard.press("s")
    said = seat.page.locator("dialog[open]").inner_text()
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog", state="detached")
    return said


def _numbers(said: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", said)]


@pytest.mark.parametrize("short", [True, False], ids=["short of the rubicon", "across"])
def test_the_score_sheet_ends_in_an_equation(
    short: bool, sit: Callable[..., Seat], server: Server
) -> None:
    """Row 15: six deals, and the settlement as a sum that comes out."""
    made = ended(lambda ledger: ledger.over and (min(ledger.partie.scores) < 100) == short)
    seat = sit(server.keep(made.entries))
    outcome = made.ledger.partie.outcome
    assert outcome is not None
    equation = seat.page.locator(".settlement").first.inner_text()
    mine, theirs = made.ledger.partie.scores
    found = re.search(r"(\d+) ([+−-]) (\d+) \+ 100 = (\d+)", equation)
    assert found, equation
    high, sign, low, result = found.groups()
    assert {int(high), int(low)} == {mine, theirs}
    assert (sign == "+") == short
    assert int(high) + (int(low) if short else -int(low)) + 100 == int(result) == outcome.points
    rows = seat.js("""[...document.querySelectorAll(".sheet:not(.deal-sheet) tbody tr")]
        .map((row) => [...row.children].map((cell) => cell.textContent.trim()))""")
    assert len(rows) == 6
    for row, finished in zip(rows, made.ledger.partie.finished, strict=True):
        assert [int(row[2]), int(row[4])] == list(finished.points)


def test_the_rubicon_line_and_how_far_it_is(sit: Callable[..., Seat], server: Server) -> None:
    """Row 15: while the partie goes on, what both still lack of a hundred."""
    made = ended(lambda ledger: True, deals=2)
    seat = sit(server.keep(made.entries))
    said = _sheet(seat)
    mine, theirs = made.ledger.partie.scores
    for total in (mine, theirs):
        assert 100 - total in _numbers(said), said
    assert "100" in said
    assert seat.page.locator(".distance meter, .line").count() or "rubicon" in said.lower()


def test_a_tie_leads_to_two_more_deals_and_to_a_draw(
    sit: Callable[..., Seat], server: Server
) -> None:
    """Row 15: six deals even, two more, and even again."""
    tied = ended(lambda ledger: ledger.partie.scores[0] == ledger.partie.scores[1])
    seat = sit(server.keep(tied.entries))
    assert "tie" in seat.page.locator(".result").inner_text().lower()
    seat.next()
    assert server.ledger(seat.partie).partie.deal_number == 7
    assert "extra" in seat.page.locator(".bar .where").first.inner_text().lower()
    drawn = ended(
        lambda ledger: ledger.over and ledger.partie.scores[0] == ledger.partie.scores[1],
        tied,
        deals=8,
    )
    seat = sit(server.keep(drawn.entries))
    said = seat.page.locator(".result").inner_text().lower()
    assert "drawn" in said or "draw" in said
    assert drawn.ledger.partie.outcome is not None
    assert Kind.PLAY in {record.now.action.kind for record in drawn.ledger.line[-1:]}
