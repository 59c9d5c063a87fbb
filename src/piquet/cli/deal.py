"""``piquet deal``: one deal, by seed, by code or fresh, with the code that quotes it."""

import argparse
import json

from piquet.cli.term import Style
from piquet.dealing import Deal, fresh_seed
from piquet.texts import text

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Print a deal and its code, and the seed where there is one, drawn or given.

    >>> from piquet.cli import main
    >>> main(["deal", "--code", "0"])
    1

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
                    "elder": [str(card) for card in deal.elder],
                    "younger": [str(card) for card in deal.younger],
                    "talon": [str(card) for card in deal.talon],
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
        lines.append(("seed", seed))
    for key, value in lines:
        print(f"{text('cli.deal.' + key):<8} {value}")
    return 0
