"""How deals are made, as the page itself makes and checks them: R9 and row 36."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from table.test_fairness import DEALS, altered, rigged, seen, told
from table.test_sharing import between_friends

from browser.crafting import Made
from piquet.table.entries import Begun, Ended, Sealed
from piquet.table.static import verify_deals

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from browser.driving import Seat
    from browser.serving import Server

_CHECK = """async ([cases, friends]) => {
  const { faults, shuffled } = await import("/static/pages/fair.js");
  const { hex, sha256, unhex } = await import("/static/digest.js");
  return cases.map(({ made, saw }) => {
    const parts = [made.secret, ...made.numbers];
    const seed = parts.length > 1 ? sha256(unhex(parts.join(""))) : unhex(made.secret);
    return {
      seed: hex(seed),
      pack: shuffled(seed, made.deal),
      wrong: faults(made, friends),
      seen: saw ? faults(made, friends, saw) : [],
      alone: faults(made, !friends),
    };
  });
}"""


def packed(made: dict[str, Any]) -> list[str]:
    """Return the pack of a deal by the verifier that knows nothing of piquet."""
    parts = [bytes.fromhex(one) for one in (made["secret"], *made["numbers"])]
    return verify_deals.shuffled(
        verify_deals.sha256(*parts) if parts[1:] else parts[0], made["deal"]
    )


@pytest.mark.parametrize("friends", [False, True], ids=["alone", "friends"])
def test_the_page_and_python_make_and_refuse_the_same_deals(
    friends: bool, sit: Callable[..., Seat]
) -> None:
    """R9: 1,000 true deals and 1,000 altered ones, half of each between friends.

    And 1,000 that are sound in themselves, but not what the browser has seen before.
    """
    lots = random.Random("altered")
    true = told(DEALS // 2 - 1, friends, "fair")["deals"]
    saw = [seen(made, lots) for made in true]
    wrong = [altered(made, lots) for made in true]
    other = [rigged(made, lots) for made in true]
    cases = [
        *({"made": made, "saw": one} for made, one in zip(true, saw, strict=True)),
        *({"made": made, "saw": None} for made in wrong),
        *({"made": made, "saw": one} for (made, _), one in zip(other, saw, strict=True)),
    ]
    found = sit().js(_CHECK, [cases, friends])
    for made, checked in zip(true, found, strict=False):
        pack = checked["pack"]
        assert pack == packed(made)
        if made["deal"]:
            # What the package dealt (``told`` asks it), with hands in the order of the cards.
            hands = sorted(pack[:12]), sorted(pack[12:24]), pack[24:]
            assert hands == (sorted(made["elder"]), sorted(made["younger"]), made["talon"])
        else:
            assert pack == made["talon"]
        assert (checked["wrong"], checked["seen"]) == ([], [])
        assert "number" in checked["alone"]
        assert not list(verify_deals.faults(made, friends, {}))
    for made, checked in zip(wrong, found[len(true) :], strict=False):
        assert checked["wrong"], made
        assert list(verify_deals.faults(made, friends, {})), made
    for (made, due), one, checked in zip(other, saw, found[2 * len(true) :], strict=True):
        assert due in checked["seen"], (due, checked["seen"])
        assert list(verify_deals.faults(made, friends, one)), due
    print(f"{len(true)} accepted, {len(wrong)} refused, {len(other)} that were not those seen")


def test_a_deal_that_is_left_out_is_missed(sit: Callable[..., Seat]) -> None:
    whole = told(4, True, "left out")
    known = {str(deal): {"cards": whole["deals"][deal]["elder"]} for deal in (1, 4)}
    cases = [whole["deals"], whole["deals"][:4], whole["deals"][:2] + whole["deals"][3:], []]
    checks = """async ([whole, cases, known]) => {
      const { checked } = await import("/static/pages/fair.js");
      const wrong = (deals) => checked({ ...whole, deals }, true, known).map((one) => one.wrong);
      return cases.map(wrong);
    }"""
    good, tail, middle, none = sit().js(checks, [whole, cases, known])
    assert good == [[]] * 5
    assert tail == [[]] * 4 + [["left_out"]]
    assert middle[:2] == [[], []]
    assert all("missing" in wrong for wrong in middle[2:4])
    assert none == [["left_out"], ["left_out"]]


_SHUFFLE = """async () => {
  const { anewHere, broken, elsewhere, owed, seen, witness } = await import("/static/seats.js");
  const { hex, sha256, unhex } = await import("/static/digest.js");
  const sealed = (word) => hex(sha256(new TextEncoder().encode(word)));
  let parties = 0;
  // A table as it is told while the shuffle of its third deal is due.
  const table = (partie, due, pledges, secret = "secret") => ({
    partie,
    phase: "deal_over",
    hand: { by_suit: [] },
    discards: [],
    deal: { number: 2 },
    commitments: [{ deal: 3, hash: secret && sealed(secret), secret: "" }],
    friend: {
      due,
      deal: 3,
      pledged: pledges[0],
      shuffles: [{ deal: 3, pledges, numbers: ["", ""] }],
    },
  });
  const theirs = sealed("theirs");
  // Pledge, and return the partie and the pledge.
  const begun = () => {
    const partie = `shuffle ${++parties}`;
    return [partie, owed(table(partie, "pledge", ["", ""]), true).pledge];
  };
  const said = {};
  {
    const [partie, mine] = begun();
    said.waits = owed(table(partie, "pledge", ["", ""]), false);
    said.again = owed(table(partie, "pledge", ["", ""]), true).pledge === mine;
    const add = owed(table(partie, "add", [mine, theirs]), true);
    said.fits = hex(sha256(unhex(add.number))) === mine;
    said.same = owed(table(partie, "add", [mine, theirs]), true).number === add.number;
    said.kept = seen(partie)[3];
    said.sound = broken(table(partie, "", [mine, theirs]));
    said.once = owed(table(partie, "pledge", ["", ""]), true);
    said.another = owed(table(partie, "add", [mine, sealed("other")]), true);
    said.secret = owed(table(partie, "add", [mine, theirs], "other"), true);
    said.broken = broken(table(partie, "", [mine, theirs]));
  }
  {
    const [partie, mine] = begun();
    said.early = owed(table(partie, "add", [mine, ""]), true);
    said.toldEarly = broken(table(partie, "", [mine, ""]));
  }
  {
    const partie = `shuffle ${++parties}`;
    said.unsealed = owed(table(partie, "pledge", ["", ""], ""), true);
  }
  {
    const [partie] = begun();
    const away = table(partie, "add", [sealed("another browser"), theirs]);
    said.elsewhere = [elsewhere(away), owed(away, true), anewHere(away).anew];
  }
  {
    const partie = `shuffle ${++parties}`;
    const one = { ...table(partie, "", ["", ""]), friend: null };
    witness(one);
    witness({ ...one, commitments: [{ deal: 3, hash: sealed("changed"), secret: "" }] });
    said.first = seen(partie)[3].commitment === sealed("secret");
  }
  return said;
}"""


def test_the_page_is_bound_once_and_tells_its_number_only_where_all_are(
    sit: Callable[..., Seat],
) -> None:
    """A server that asks for more could choose the cards: it hears nothing, and it is said."""
    said = sit().js(_SHUFFLE)
    assert (said["waits"], said["again"], said["fits"], said["same"]) == (None, True, True, True)
    assert set(said["kept"]) == {"commitment", "pledges", "numbers"}
    assert said["sound"] is False
    for asked in ("once", "another", "secret", "early", "unsealed"):
        assert said[asked] is None, asked
    assert (said["broken"], said["toldEarly"], said["first"]) == (True, True, True)
    assert said["elsewhere"] == [True, None, True]


def alone() -> Made:
    """Return a partie against the computer whose secrets are known, before its cut."""
    begun = Begun("rubicon", "beginner", ("you", "computer"))
    return Made([begun, *(Sealed(deal, f"{deal:064x}") for deal in range(8))])


def opened(seat: Seat, partie: str) -> str:
    """Open the page on how the deals of a table are made; return what it says."""
    seat.open(partie)
    seat.page.keyboard.press("m")
    seat.page.click("dialog[open] button:has-text('How deals are made')")
    seat.page.wait_for_selector("dialog[data-name=fair] p")
    return seat.page.inner_text("dialog[data-name=fair]")


def checked(seat: Seat) -> str:
    """Press the button that checks; return what comes of it."""
    place = "dialog[data-name=fair] [aria-live]"
    seat.js("(place) => document.querySelector(place).replaceChildren()", place)
    seat.page.click("dialog[data-name=fair] footer button")
    seat.page.wait_for_selector(f"{place} p")
    # What was asked for is in sight, however long the text above it.
    assert seat.js("(place) => piquetTest.spot(document.querySelector(place + ' p'))", place)
    return seat.page.inner_text(place)


def answer(told: dict[str, Any]) -> Callable[[Route], None]:
    """Return what answers in the server's place."""
    return lambda route: route.fulfill(json=told)


@pytest.mark.parametrize("friends", [False, True], ids=["alone", "friends"])
def test_the_page_tells_how_deals_are_made_checks_them_and_counts_ones_luck(
    friends: bool, sit: Callable[..., Seat], server: Server
) -> None:
    """Row 36, clause by clause."""
    if friends:
        _, running = between_friends(deals=2)
        over = [*running, Ended(1)]
    else:
        made = alone().play(lambda ledger: len(ledger.partie.finished) == 2, random.Random(1))
        running = list(made.entries)
        over = made.play(lambda ledger: ledger.over, random.Random(2)).entries
    seat = sit(size=(375, 812))
    # Before the end: how it is done, and nothing to check.
    said = opened(seat, server.keep(running))
    assert ("each of your two browsers adds a number" in said) is friends
    assert ("Its digest is shown to you before the first card" in said) is not friends
    assert "When the partie is over the deals can be checked here." in said
    assert not seat.page.locator("dialog[data-name=fair] footer button").count()
    # The statement that nobody peeks names tests that there are.
    named = re.findall(r"tests/[\w/]+\.py", said)
    assert len(named) == 2
    for path in named:
        assert "def test_" in (Path(__file__).parents[2] / path).read_text(encoding="utf-8")
    # Own luck and what there was to declare, against what is to be expected.
    seat.page.keyboard.press("Escape")
    partie = server.keep(over)
    opened(seat, partie)
    luck = server.told("/api/luck")
    table = seat.page.locator("dialog[data-name=fair] table")
    table.wait_for()
    assert table.locator("caption").inner_text().endswith(f": {luck['deals']}")
    shown = table.locator("tbody tr").all_inner_texts()
    assert len(shown) == len(luck["figures"]) == 7
    for line, figure in zip(shown, luck["figures"], strict=True):
        *_, seen, expected, _, margin = line.split()
        for written, key in ((seen, "seen"), (expected, "expected"), (margin, "margin")):
            assert abs(float(written) - figure[key]) <= 0.0051, line
    # The button: true deals are accepted, and altered ones are named.
    _, body, _ = server.ask("GET", f"/api/parties/{partie}/deals")
    true = json.loads(body)
    deals = len(true["deals"]) - 1  # before them the pack that was cut
    assert deals == (2 if friends else 6)
    assert f"All {deals} deals are as they were committed to." in checked(seat)
    lots = random.Random("row 36")
    swapped, gap = copy.deepcopy(true), copy.deepcopy(true)
    while (other := altered(true["deals"][1], lots))["deal"] != 1:
        pass
    swapped["deals"][1] = other
    del gap["deals"][0]
    for wrong, words in (
        (swapped, "not as they were committed to: 1."),
        (gap, "a deal is missing before this one."),
        ({"partie": partie, "friends": friends, "deals": []}, "nothing to check"),
    ):
        seat.page.route("**/deals", answer(wrong))
        found = checked(seat)
        assert words in found, found
        seat.page.unroute("**/deals")
    # A commitment that this browser saw before the deal, and that is another one now.
    kept = [f"piquet.seen.{partie}", json.dumps({1: {"commitment": "0" * 64}})]
    seat.js("(kept) => localStorage.setItem(...kept)", kept)
    assert "is not the one that this browser saw before the deal" in checked(seat)
