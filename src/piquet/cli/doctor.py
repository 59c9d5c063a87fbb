"""``piquet doctor``: what is wrong here, and what to do about it."""

from __future__ import annotations

import argparse
import json

from piquet.base import Unreadable
from piquet.cli.term import WIDTH, fold
from piquet.texts import text

__all__ = ["run"]

_INDENT = 16


def run(options: argparse.Namespace) -> int:
    """Look at everything and tell how it stands; 1 where something is wrong."""
    try:
        from piquet.table.doctor import examine
    except ModuleNotFoundError as error:
        raise Unreadable("table_missing", name=error.name) from None
    found = examine(options.database)
    wrong = [one for one in found if one.state == "wrong"]
    if options.json:
        looked_at = [one._asdict() for one in found]
        print(json.dumps({"good": not wrong, "findings": looked_at}, ensure_ascii=False, indent=2))
        return 1 if wrong else 0
    for one in found:
        mark = text(f"doctor.state.{one.state}")
        for words in (f"{mark:<6}{one.name:<10}{one.words}", _INDENT * " " + one.remedy):
            if words.strip():
                print("\n".join(fold(words, WIDTH, _INDENT * " ")))
    print(text("doctor.all_good") if not wrong else text("doctor.wrong_n", n=len(wrong)))
    return 1 if wrong else 0
