#!/usr/bin/env python3
"""Run files of cases through the public engine: python tests/conformance/run.py FILE...

Prints each failure with what came out, each skipped case with its reason, and last a line
"N passed, N failed, N skipped".  Exit code 0: nothing failed; 1: something did; 2: wrong usage.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_TESTS = Path(__file__).resolve().parents[1]
if str(_TESTS) not in sys.path:
    sys.path.insert(0, str(_TESTS))
if importlib.util.find_spec("piquet") is None:
    # Not installed: the tree that this file stands in is what is meant.
    sys.path.insert(0, str(_TESTS.parent / "src"))

from conformance import acted, deals, form, hands, parties, tricks  # noqa: E402
from conformance.form import Fault, Skip  # noqa: E402
from piquet.rules import Rules  # noqa: E402

Compute = Callable[[Mapping[str, Any], Rules, list[str]], Any]

_DEALS = (
    *("carte_blanche", "sinking", "capot", "divided", "deal", "pique", "repique"),
    *("point", "sequence", "set"),
)
KINDS: dict[str, Compute] = {
    **dict.fromkeys(_DEALS, deals.result),
    "answer": hands.answer,
    "cards_bonus": tricks.cards_bonus,
    "concession": parties.concession,
    "cut": parties.cut,
    "deal_order": hands.deal_order,
    "exchange": hands.exchange,
    "hand": hands.hand,
    "legal": tricks.legal,
    "match": parties.match,
    "partie": parties.partie,
    "play_points": tricks.play_points,
    "rotation": parties.rotation,
    "settlement": parties.settlement,
    "talon": hands.talon,
    "target": parties.target,
    "trick": tricks.trick,
    "values": hands.values,
    **dict.fromkeys(("fact", "procedure", "proof"), acted.textual),
    "irregularity": acted.irregularity,
}
TEXTUAL = ("cut", "fact", "irregularity", "procedure", "proof")


@dataclass(frozen=True)
class Verdict:
    """What became of one case: passed, failed or skipped, and why; notes say what was odd."""

    name: str
    state: str
    reasons: Sequence[str] = ()
    notes: Sequence[str] = field(default=())


def run_case(entry: object, place: int = 1) -> Verdict:
    """Compute one case and compare what comes out with what it expects."""
    name = form.name_of(entry, place)
    notes: list[str] = []
    try:
        case = form.check_shape(entry)
        found = compute(case, notes)
        wrong = list(form.differences(case["expect"], found))
    except Fault as fault:
        wrong = [str(fault)]
    except Skip as why:
        return Verdict(name, "skipped", [str(why)])
    except RecursionError:
        wrong = ["is nested too deeply"]
    except Exception as error:  # a fault of the runner must not hide the other cases
        wrong = [f"the runner broke: {type(error).__name__}: {error}"]
    return Verdict(name, "failed" if wrong else "passed", wrong, notes)


def compute(case: Mapping[str, Any], notes: list[str]) -> Any:
    """Return all that came out of a case, by the names of what it may expect.

    Raises Fault and Skip.
    """
    kind = case["kind"]
    if kind not in KINDS:
        raise Fault(f'the kind "{kind}" is not known')
    if case["profile"] == "several":
        if kind != "cut":
            raise Fault("the profile several is none, and the case names no other")
        case = {**case, "profile": "cavendish"}
    return KINDS[kind](case, form.rules_of(case), notes)


def run_file(path: Path) -> list[Verdict]:
    """Run all cases of a file; a file that is no list of cases is one failure."""
    try:
        entries = form.read(path)
    except Fault as fault:
        return [Verdict("the file", "failed", [str(fault)])]
    verdicts = []
    names: set[str] = set()
    for place, entry in enumerate(entries, 1):
        verdict = run_case(entry, place)
        if verdict.name in names:
            verdict = Verdict(verdict.name, "failed", ["another case has the same id"])
        names.add(verdict.name)
        verdicts.append(verdict)
    return verdicts


def main(arguments: Sequence[str]) -> int:
    """Run the files named and print what became of their cases."""
    if not arguments or any(argument.startswith("-") for argument in arguments):
        print("usage: python tests/conformance/run.py FILE...", file=sys.stderr)
        return 2
    totals = dict.fromkeys(("passed", "failed", "skipped"), 0)
    for argument in arguments:
        path = Path(argument)
        for verdict in run_file(path):
            totals[verdict.state] += 1
            for note in verdict.notes:
                print(f"note    {path.name}: {verdict.name}: {note}")
            for reason in verdict.reasons:
                print(f"{verdict.state:7} {path.name}: {verdict.name}: {reason}")
    print(", ".join(f"{number} {state}" for state, number in totals.items()))
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    # What a case says is printed as it stands, whatever the terminal makes of it.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
