"""How deals are made, as the page itself makes and checks them: R9 and row 36."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from table.test_fairness import DEALS, altered, told

from piquet.table.static import verify_deals

if TYPE_CHECKING:
    from browser.driving import Seat

_CHECK = """async (deals) => {
  const { faults, shuffled } = await import("/static/pages/fair.js");
  const { hex, sha256, unhex } = await import("/static/digest.js");
  return deals.map((made) => {
    const parts = [made.secret, ...made.numbers];
    const seed = parts.length > 1 ? sha256(unhex(parts.join(""))) : unhex(made.secret);
    return {
      seed: hex(seed),
      pack: shuffled(seed, made.deal),
      wrong: faults(made),
      seen: faults(made, made.commitment),
      other: faults(made, "0".repeat(64)),
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
    """R9: 1,000 true deals and 1,000 altered ones, half of each between friends."""
    lots = random.Random("altered")
    true = told(DEALS // 2, friends, "fair")["deals"]
    wrong = [altered(made, lots) for made in true]
    seat = sit()
    seen = seat.js(_CHECK, [*true, *wrong])
    for made, checked in zip(true, seen[: len(true)], strict=True):
        pack = checked["pack"]
        assert pack == packed(made)
        # What the package dealt (``told`` asks it), with hands in the order of the cards.
        hands = sorted(pack[:12]), sorted(pack[12:24]), pack[24:]
        assert hands == (sorted(made["elder"]), sorted(made["younger"]), made["talon"])
        assert (checked["wrong"], checked["seen"]) == ([], [])
        assert checked["other"] == ["changed"]
        assert not list(verify_deals.faults(made))
    for made, checked in zip(wrong, seen[len(true) :], strict=True):
        assert checked["wrong"], made
        assert list(verify_deals.faults(made)), made
    print(f"{len(true)} accepted, {len(wrong)} refused")
