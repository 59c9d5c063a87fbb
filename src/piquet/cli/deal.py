"""``piquet deal``: one deal, by seed, by code or fresh, with the code that quotes it."""

import argparse
import json

from piquet.cli.term import Style
from piquet.dealing import Deal, fresh_seed
from piquet.texts import text

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Print a deal and its code, and the seed where there is one, drawn or given.

    >>> run(argparse.Namespace(code=None, seed="letter", ascii=True, json=False))
    elder    S K Q J 10 9 8  H K J 7  D A Q 10
    younger  S 7  H A 10 9  D K J 9 8  C A J 10 7
    talon    8C 7D KC QH QC 9C AS 8H
    code     083SG1066GEEX
    seed     letter
    0

    Raises Unreadable for a code that is none.
    """
    seed: str | None = options.seed
    if options.code is not None:
        deal = Deal.from_code(options.code)
    else:
        # A drawn seed is a text like any other: typed after --seed it gives this deal again.
        seed = fresh_seed().hex() if seed is None else seed
        deal = Deal.random(seed)
    if options.json:
        print(
            json.dumps(
                {
                    "code": deal.code,
                    "seed": seed,
                    "elder": str(deal.elder),
                    "younger": str(deal.younger),
                    "talon": " ".join(str(card) for card in deal.talon),
                },
                indent=2,
            )
        )
        return 0
    style = Style.of(ascii_only=options.ascii)
    lines = [
        ("elder", style.cards(deal.elder)),
        ("younger", style.cards(deal.younger)),
        ("talon", " ".join(style.card(card) for card in deal.talon)),
        ("code", deal.code),
    ]
    if seed is not None:
        lines.append(("seed", seed if seed and seed.isprintable() else ascii(seed)))
    for key, value in lines:
        print(f"{text('cli.deal.' + key):<8} {value}")
    return 0
