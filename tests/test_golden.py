"""Whole deals step by step with what each seat is told, kept as text that a change must explain.

``python tests/test_golden.py`` writes the files anew; read the difference before you keep it.
"""

import hashlib
from pathlib import Path

import pytest

from piquet.actions import LegalActions
from piquet.base import Seat
from piquet.dealing import Deal
from piquet.position import Position
from piquet.rules import Rules

FOLDER = Path(__file__).parent / "golden"

GAMES = {
    "rubicon": ("rubicon", Deal.random("golden 1")),
    "cavendish_leaves_cards": ("cavendish", Deal.random("golden 2")),
    "cavendish_elder_blank": (
        "cavendish",
        Deal.parse(
            "AS TS 9S 8S TH 9H 8H 7H 9D 8D 7D 9C",
            "KS QS JS AH KH QH JH KD QD JD KC QC",
            "7S AD TD AC JC TC 8C 7C",
        ),
    ),
    "parlett_younger_blank": (
        "parlett",
        Deal.parse(
            "KS QS JS AH KH QH JH KD QD JD KC QC",
            "AS TS 9S 8S TH 9H 8H 7H 9D 8D 7D 9C",
            "7S AD TD AC JC TC 8C 7C",
        ),
    ),
    "table": ("table", Deal.random("golden 3")),
    "digital": ("digital", Deal.random("golden 4")),
    "au_cent": ("au_cent", Deal.random("golden 5")),
}


def pick(legal: LegalActions, seed: str) -> int:
    """Return the place of an action drawn by its kind first, so that rare kinds come up."""
    kinds = legal.kinds
    draw = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    kind = kinds[draw % len(kinds)]
    place = 0
    for other in kinds:
        if other is kind:
            return place + (draw >> 16) % len(legal.of(kind))
        place += len(legal.of(other))
    raise AssertionError


def transcript(name: str) -> str:
    """Return a deal from first to last: each action, what each seat then heard, and its view."""
    profile, deal = GAMES[name]
    position = Position(deal, Rules.named(profile))
    lines = [f"rules {profile}", f"deal {deal.code}"]
    told = dict.fromkeys(Seat, 0)
    step = 0
    while True:
        for seat in Seat:
            view = position.view(seat)
            text = bytes(view).decode().split("\n")
            events = text[5:-1]
            lines += [f"  {seat} hears {line}" for line in events[told[seat] :]]
            told[seat] = len(events)
            digest = hashlib.sha256(bytes(view)).hexdigest()[:16]
            lines.append(f"  {seat} view {digest}, {len(view.legal_actions)} legal, {view.hand}")
        lines.append(f"  phase {position.phase}, scores {position.scores}")
        if position.to_move is None:
            break
        step += 1
        action = position.legal_actions[pick(position.legal_actions, f"{name} {step}")]
        lines.append(f"{step}. {position.to_move}: {action}")
        position = position.after(action)
    lines.append(f"outcome {position.outcome}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_goes_as_it_is_written_down(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(transcript(game), encoding="utf-8")
