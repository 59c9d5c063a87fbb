"""How deals are made, as the page itself makes and checks them: R9 and row 36."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from table.test_fairness import DEALS, altered, rigged, seen, told

from piquet.table.static import verify_deals

if TYPE_CHECKING:
    from browser.driving import Seat

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
