"""Make the deals of a partie again from what was told of them, and compare.

    python verify_deals.py deals.json

The file is what the table gives out when a partie is over ("Check the deals", "Save"), with what
your browser had seen before.  Prints a line for each deal; exits with 1 where one is wrong.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

CARDS = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def words(seed: bytes, deal: int) -> Iterator[int]:
    """Yield 32-bit numbers: blocks of SHA-256 over the seed, the deal's number and a counter."""
    for block in range(2**64):
        digest = sha256(seed, deal.to_bytes(8, "big"), block.to_bytes(8, "big"))
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def shuffled(seed: bytes, deal: int) -> list[str]:
    """Return the pack of a deal, by Fisher and Yates; 0 is the pack that is spread to be cut."""
    if not deal:
        return sorted(CARDS, key=lambda card: sha256(seed, bytes([0, CARDS.index(card)])))
    pack, source = list(CARDS), words(seed, deal)
    for last in range(31, 0, -1):
        fair = 2**32 - 2**32 % (last + 1)
        other = next(number for number in source if number < fair) % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def faults(made: dict[str, Any], friends: bool, seen: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a deal, also against what a browser has ``seen`` of it before."""
    secret, numbers = bytes.fromhex(made["secret"]), [*map(bytes.fromhex, made["numbers"])]
    committed = {made["commitment"], seen.get("commitment", made["commitment"])}
    if len(secret) != 32 or committed != {sha256(secret).hex()}:
        yield "the secret is not the one that was committed to"
    pledges = [sha256(number).hex() for number in numbers if len(number) == 32]
    if pledges != made["pledges"] or len(pledges) != 2 * friends or len(numbers) != len(pledges):
        yield "the numbers are not those that two friends pledged"
    if any(not {*seen.get(of, [])} <= {*made[of]} for of in ("numbers", "pledges")):
        yield "what was pledged is not what was seen before"
    pack = shuffled(sha256(secret, *numbers) if numbers else secret, made["deal"])
    hands, each = (sorted(made["elder"]), sorted(made["younger"])), 12 if made["deal"] else 0
    dealt = sorted(pack[:each]), sorted(pack[each : 2 * each]), pack[2 * each :]
    if dealt != (*hands, made["talon"]):
        yield "these cards do not come from these numbers"
    if "cards" in seen and sorted(seen["cards"]) not in hands:
        yield "these are not the cards that were dealt"


def main(path: str) -> str | None:
    with open(path, encoding="utf-8") as file:
        told = json.load(file)
    friends, seen = told["friends"] is True, told.get("seen", {})
    known = max((int(deal) for deal in seen if "cards" in seen[deal]), default=0)
    wrong = ["deals are missing at the end"] * (known >= len(told["deals"]))
    for place, made in enumerate(told["deals"]):
        found = list(faults(made, friends, seen.get(str(made["deal"]), {})))
        found += ["a deal is missing before it"] * (made["deal"] != place)
        wrong += found
        print(f"deal {made['deal']}: {'; '.join(found) or 'as it was committed to'}")
    print("shuffled by", "the server and both friends" if friends else "the server alone")
    return "; ".join(wrong) or None


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
    except (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError) as error:
        sys.exit(f"{sys.argv[1]} does not tell of deals: {error!r}")
