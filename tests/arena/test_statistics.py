"""Figures of self-play, beside recorded hands and a simulation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from piquet.arena import match, selfplay
from piquet.arena.statistics import CAVENDISH, RECORDED, SIMULATION, statistics
from piquet.cli import main

GAMES = selfplay("club", 200, "figures")
FIGURES = {figure.name: figure for figure in statistics(GAMES)}
VECTORS = Path(__file__).resolve().parents[2] / "vectors"


def test_self_play_is_the_deals_of_a_match_each_once() -> None:
    mirrored = match("club", "club", pairs=200, seed="figures")
    assert mirrored.first == GAMES
    assert selfplay("club", 30, "figures", jobs=2) == GAMES[:30]


def test_self_play_goes_on_after_a_break(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    assert selfplay("club", 5, "figures", keep=file) == GAMES[:5]
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    assert selfplay("club", 5, "figures", keep=file) == GAMES[:5]
    assert len(file.read_bytes().splitlines()) == 6


def test_what_was_recorded_is_what_the_source_has() -> None:
    cases = json.loads((VECTORS / "published.json").read_text(encoding="utf-8"))
    (source,) = (case for case in cases if case["id"] == "ODDS-02")
    assert list(RECORDED["elder"]) == source["elder"]
    assert list(RECORDED["younger"]) == source["younger"]
    assert CAVENDISH["elder_median"] == source["source_says"]["show"]["elder"]
    assert CAVENDISH["younger_median"] == source["source_says"]["show"]["younger"]
    assert CAVENDISH["elder_30"] == pytest.approx(44.1, abs=0.1)
    assert CAVENDISH["younger_10"] == pytest.approx(64.4, abs=0.1)


def test_every_figure_known_stands_beside_one_of_self_play() -> None:
    assert {*CAVENDISH, *SIMULATION} <= FIGURES.keys()
    for name, figure in FIGURES.items():
        assert figure.recorded == CAVENDISH.get(name)
        assert figure.simulated == SIMULATION.get(name)


def test_figures_are_those_of_the_deals() -> None:
    elder = sorted(game.points[0] for game in GAMES)
    assert FIGURES["elder_median"].value == (elder[99] + elder[100]) / 2
    assert FIGURES["elder_mean"].value == pytest.approx(sum(elder) / 200)
    assert FIGURES["elder_30"].value == pytest.approx(sum(n >= 30 for n in elder) / 2)
    ends = ("elder_cards", "younger_cards", "divided", "elder_capot", "younger_capot")
    assert sum(FIGURES[name].value for name in ends) == pytest.approx(100)
    both = FIGURES["elder_mean"].value - FIGURES["younger_mean"].value
    assert FIGURES["difference"].value == pytest.approx(both)
    assert -0.7 < FIGURES["correlation"].value < -0.2
    # Thirteen points of play and two for each trick taken from its leader, less what is in hand.
    called = FIGURES["elder_called"].value + FIGURES["younger_called"].value
    total = FIGURES["elder_mean"].value + FIGURES["younger_mean"].value
    assert called + 13 + FIGURES["captures"].value < total


def test_club_plays_like_people() -> None:
    for name in ("elder_median", "younger_median", "elder_cards", "younger_cards"):
        assert FIGURES[name].value == pytest.approx(CAVENDISH[name], abs=12)


def test_the_figures_of_few_deals_can_be_drawn() -> None:
    for figure in statistics(GAMES[:1]):
        assert figure.interval is None
        json.dumps(figure.value, allow_nan=False)


def test_the_command_prints_them_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["stats", "--selfplay", "--level", "club", "--deals", "20", "--seed", "figures"]
    assert main(typed) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "club against itself: 20 deals, rubicon, seed 'figures'"
    assert len(lines) == 3 + len(FIGURES)
    assert max(map(len, lines)) <= 100
    assert main([*typed, "--json"]) == 0
    found: Any = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in found["figures"]] == list(FIGURES)
    assert found["figures"][0]["recorded"] == 28


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("stats", "--selfplay"),
        ("stats --selfplay --level nobody", "levels are"),
        ("stats --selfplay --level club --deals 0", "0 deals"),
        ("stats --selfplay --level club --jobs 0", "processes"),
    ],
)
def test_what_cannot_be_told_is_refused(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(typed.split()) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert said in found.err
