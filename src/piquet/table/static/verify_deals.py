"""Make the deals of a partie again from what was told of them, and compare.

    python verify_deals.py deals.json

The file is what the table gives out when a partie is over ("Check the deals", "Save").  Nothing of
piquet is needed: the arithmetic is written down here a second time.  It prints a line for each
deal and exits with 1 where one is not as it should be.
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
    block = 0
    while True:
        digest = sha256(seed, deal.to_bytes(8, "big"), block.to_bytes(8, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def shuffled(seed: bytes, deal: int) -> list[str]:
    """Return the pack after Fisher and Yates, every order as likely as any other."""
    pack, source = list(CARDS), words(seed, deal)
    for last in range(31, 0, -1):
        fair = 2**32 - 2**32 % (last + 1)
        word = next(number for number in source if number < fair)
        other = word % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def faults(made: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a deal."""
    secret = bytes.fromhex(made["secret"])
    numbers = [bytes.fromhex(number) for number in made["numbers"]]
    if len(secret) != 32 or sha256(secret).hex() != made["commitment"]:
        yield "the secret is not the one that was committed to"
    if len(numbers) not in (0, 2) or len(made["pledges"]) != len(numbers):
        yield "a number is missing"
        return
    for number, pledge in zip(numbers, made["pledges"], strict=True):
        if len(number) != 32 or sha256(number).hex() != pledge:
            yield "a number is not the one that was pledged"
    seed = sha256(secret, *numbers) if numbers else secret
    pack = shuffled(seed, made["deal"])
    dealt = sorted(pack[:12]), sorted(pack[12:24]), pack[24:]
    if dealt != (sorted(made["elder"]), sorted(made["younger"]), made["talon"]):
        yield "these cards do not come from these numbers"


def main(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        deals = json.load(file)["deals"]
    wrong = 0
    for place, made in enumerate(deals, 1):
        found = list(faults(made))
        if made["deal"] != place:
            found.append("a deal is missing before it")
        wrong += bool(found)
        print(f"deal {made['deal']}: {'; '.join(found) or 'as it was committed to'}")
    return 1 if wrong or not deals else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
    except (ArithmeticError, LookupError, OSError, TypeError, ValueError) as error:
        sys.exit(f"{sys.argv[1]} does not tell of deals: {error!r}")
