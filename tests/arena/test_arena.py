"""The arena: whole parties, more processes, a journal to go on from, stop rules, the ladder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from piquet.actions import Action
from piquet.arena import Interrupted, Match, Stop, ladder, match
from piquet.arena.journal import Journal, read_settings
from piquet.arena.report import cross_table, figures, seconds
from piquet.base import Seat, Unreadable
from piquet.cli import main
from piquet.partie import settle
from piquet.players import LEVELS, make
from piquet.rules import Rules
from piquet.view import View

SETTING: dict[str, Any] = {"a": "club", "b": "beginner", "seed": "arena"}
PARTIES = match(**SETTING, pairs=4, parties=True)


def without_times(played: Match, pairs: int) -> dict[str, object]:
    """Return the figures that are the same whenever a match is played."""
    found = figures(played, Stop(pairs))
    del found["time_per_decision"]
    return found


# --- parties --------------------------------------------------------------------------------------


class Watcher:
    """A club player that notes what it was shown."""

    def __init__(self, seed: int = 0) -> None:
        self.player = make("club", seed)
        self.shown: list[View] = []

    def act(self, view: View) -> Action:
        """Return what the club player does."""
        self.shown.append(view)
        return self.player.act(view)


def test_a_partie_is_played_with_the_same_packs_persons_exchanged() -> None:
    one, two = Watcher(), Watcher()
    match(one, two, pairs=2, seed="packs", parties=True)
    for seat in Seat:
        starts = [
            {
                (view.standing.deal_number, view.dealt)
                for view in watcher.shown
                if view.seat is seat and not view.discards and not view.standing.extra
            }
            for watcher in (one, two)
        ]
        assert starts[0] == starts[1]
        assert len(starts[0]) == 12
    assert {type(view) for view in one.shown + two.shown} == {View}


def test_a_player_sees_how_the_partie_stands() -> None:
    watcher = Watcher()
    played = match(watcher, "beginner", pairs=1, seed="standing", parties=True)
    own = iter(watcher.shown)
    for room in played.pairs[0].rooms:
        mine = his = 0
        games = sorted(
            [(game, Seat.ELDER) for game in room.first]
            + [(game, Seat.YOUNGER) for game in room.second],
            key=lambda each: each[0].number,
        )
        assert len(games) >= 6
        first = next(view for view in own if view.standing.deal_number == 1)
        assert first.standing.scores == (0, 0)
        last = [view for view in watcher.shown if view.standing.deal_number == 6]
        assert all(sum(view.standing.scores) > 0 for view in last)
        mine += sum(game.points[seat] for game, seat in games)
        his += sum(game.points[seat.other] for game, seat in games)
        outcome = settle((mine, his), Rules.named("rubicon"))
        assert room.partie is not None
        sign = (mine > his) - (mine < his)
        assert room.partie.settlement == sign * outcome.points
        assert room.partie.won == (1 + sign) / 2
        assert room.partie.short == (sign < 0 and outcome.rubicon)
        assert room.partie.other_short == (sign > 0 and outcome.rubicon)


def test_parties_of_equals_come_out_even() -> None:
    even = match("club", "club", pairs=3, seed="even", parties=True)
    assert set(even.margins.values()) == {0}
    assert even.parties is not None
    assert even.parties.won.value == 0.5
    assert even.parties.settlement.value == 0
    for pair in even.pairs:
        one, two = pair.rooms
        assert one.first == two.second
        assert one.partie is not None
        assert two.partie is not None
        assert one.partie.settlement == -two.partie.settlement


def test_the_margin_of_parties_is_that_of_their_deals() -> None:
    for pair in PARTIES.pairs:
        rooms = [(game, 1) for room in pair.rooms for game in room.first]
        rooms += [(game, -1) for room in pair.rooms for game in room.second]
        total = sum(sign * (game.points[0] - game.points[1]) for game, sign in rooms)
        assert pair.margin == pytest.approx(2 * total / len(rooms))
        assert len(rooms) >= 12
    assert PARTIES.margin.n == 4
    assert PARTIES.parties is not None
    settlements = [room.partie.settlement for pair in PARTIES.pairs for room in pair.rooms]
    assert PARTIES.parties.settlement.value == pytest.approx(sum(settlements) / 8)
    assert PARTIES.parties.settlement.n == 4
    assert len(str(PARTIES).splitlines()) == 12


def test_a_match_of_games_is_played_through_with_cuts_and_packets() -> None:
    for rules in ("au_cent", "cavendish(deals=1)", "hoyle"):
        played = match(**SETTING, pairs=1, rules=Rules.parse(rules), parties=True)
        assert played.parties is not None
        assert all(room.partie.settlement for pair in played.pairs for room in pair.rooms)


def test_deals_alone_have_no_parties() -> None:
    found = without_times(match(**SETTING, pairs=2), 2)
    assert found["parties"] is None
    assert found["settlement"] is None


# --- more than one process ------------------------------------------------------------------------


def test_processes_and_executors_of_all_kinds_give_the_same() -> None:
    alone = match(**SETTING, pairs=9)
    several = match(**SETTING, pairs=9, jobs=2)
    assert json.dumps(without_times(alone, 9)) == json.dumps(without_times(several, 9))
    assert alone.pairs == several.pairs
    with ThreadPoolExecutor(3) as executor:
        threads = match(**SETTING, pairs=9, executor=executor)
        assert threads.pairs == alone.pairs
        assert executor.submit(int).result() == 0  # it is still open: it is not ours
    assert all(each.times[0][2] for each in several.pairs)


@pytest.mark.parametrize("jobs", [0, -1, 61])
def test_a_number_of_processes_that_cannot_be_is_refused(jobs: int) -> None:
    with pytest.raises(Unreadable, match="processes"):
        match(**SETTING, pairs=2, jobs=jobs)


def test_progress_is_told_pair_by_pair() -> None:
    told: list[tuple[int, int]] = []
    match(**SETTING, pairs=3, progress=lambda done, of: told.append((done, of)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


# --- the journal ----------------------------------------------------------------------------------


class Breaking:
    """A club player to which somebody says stop after some decisions."""

    def __init__(self, decisions: int) -> None:
        self.player = make("club", 3)
        self.left = decisions

    def act(self, view: View) -> Action:
        """Return what the club player does."""
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        return self.player.act(view)


def test_an_interrupted_match_goes_on(tmp_path: Path) -> None:
    whole = match(Breaking(-1), "beginner", pairs=8, seed="on", keep=tmp_path / "whole")
    file = tmp_path / "kept"
    with pytest.raises(Interrupted) as broken:
        match(Breaking(200), "beginner", pairs=8, seed="on", keep=file)
    assert 0 < broken.value.done < 8
    assert broken.value.match is not None
    assert broken.value.match.pairs == whole.pairs[: broken.value.done]
    before = file.read_bytes()
    again = match(Breaking(-1), "beginner", pairs=8, seed="on", keep=file)
    assert again.pairs == whole.pairs
    assert file.read_bytes().startswith(before)
    assert len(file.read_bytes().splitlines()) == 9
    third = match(Breaking(1), "beginner", pairs=8, seed="on", keep=file)  # plays nothing
    assert third.pairs == whole.pairs


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    whole = match(**SETTING, pairs=3, parties=True, keep=file)
    data = file.read_bytes()
    for cut in (1, 30, len(data.splitlines()[-1]) + 1):
        file.write_bytes(data[:-cut])
        again = match(**SETTING, pairs=3, parties=True, keep=file)
        assert again.pairs == whole.pairs
        assert len(file.read_bytes().splitlines()) == 4
        assert [len(line) for line in file.read_bytes().splitlines()][:3] == [
            len(line) for line in data.splitlines()
        ][:3]


def test_nothing_of_a_torn_line_stays(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    match(**SETTING, pairs=2, keep=file)
    data = file.read_bytes()
    file.write_bytes(data + b"x" * 100_000)
    match(**SETTING, pairs=2, keep=file)
    assert file.read_bytes() == data


def test_what_is_kept_is_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    played = match(**SETTING, pairs=3, parties=True, keep=file)
    settings = read_settings(file)
    journal = Journal(file, settings)
    assert [journal.done[0, number] for number in (1, 2, 3)] == list(played.pairs)
    assert [journal.done[0, number].times for number in (1, 2, 3)] == [
        pair.times for pair in played.pairs
    ]
    journal.close()


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"pairs": 4}, "pairs"),
        ({"seed": "other"}, "seed"),
        ({"b": "random"}, "players"),
        ({"parties": True}, "parties"),
        ({"within": 3.0}, "within"),
        ({"rules": Rules.named("digital")}, "rules"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, change: dict[str, Any], name: str) -> None:
    file = tmp_path / "kept"
    match(**SETTING, pairs=2, keep=file)
    before = file.read_bytes()
    with pytest.raises(Unreadable) as refused:
        match(**{**SETTING, "pairs": 2, "keep": file, **change})
    assert refused.value.code == "arena_other"
    assert refused.value.values["name"] == name
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [b"{}", *lines[1:]],
        lambda lines: [b"\xff\x00", *lines[1:]],
        lambda lines: [b"[1]", *lines[1:]],
        lambda lines: [b"[" * 100_000, *lines[1:]],
        lambda lines: [lines[0].replace(b'"pairs":2', b'"pairs":"2"'), *lines[1:]],
        lambda lines: [lines[0].replace(b'"club","beginner"', b'"club"'), *lines[1:]],
        lambda lines: [lines[0], b"nonsense", lines[2]],
        lambda lines: [lines[0], b'{"match":0,"pair":1}', lines[2]],
        lambda lines: [lines[0], lines[1].replace(b"rooms", b"moors"), lines[2]],
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, damage: Any) -> None:
    file = tmp_path / "kept"
    match(**SETTING, pairs=2, keep=file)
    file.write_bytes(b"\n".join(damage(file.read_bytes().splitlines())) + b"\n")
    with pytest.raises(Unreadable) as refused:
        match(**SETTING, pairs=2, keep=file)
    assert refused.value.code == "arena_file"


# --- stop rules -----------------------------------------------------------------------------------


def test_a_match_stops_at_the_first_look_that_is_narrow_enough() -> None:
    stop = Stop(1000, within=2.0, every=10)
    narrow = [1.0, -1.0] * 20  # ± 0.3 of 40
    assert not stop.over(narrow[:9])
    assert stop.over(narrow[:10])
    assert not stop.over(narrow[:11])
    wide = [100.0, -100.0] * 10
    assert not stop.over(wide)
    assert Stop(20, within=2.0).over(wide)
    assert not Stop(21).over(wide)


def test_a_match_that_stops_sooner_is_a_part_of_the_whole() -> None:
    whole = match("club", "random", pairs=120, seed="sooner", jobs=2)
    sooner = match("club", "random", pairs=120, seed="sooner", within=50.0, jobs=2)
    assert len(sooner.pairs) == 100
    assert sooner.pairs == whole.pairs[:100]


# --- figures --------------------------------------------------------------------------------------


def test_figures_are_those_of_the_match() -> None:
    found: Any = figures(PARTIES, Stop(4))
    assert found["margin"] == {
        "value": PARTIES.margin.value,
        "interval": PARTIES.margin.interval,
        "pairs": 4,
    }
    assert PARTIES.parties is not None
    assert found["parties"]["value"] == PARTIES.parties.won.value
    assert found["settlement"]["value"] == PARTIES.parties.settlement.value
    assert found["seed"] == "arena"
    assert found["elder"]["value"] == PARTIES.elder.value
    assert found["younger"]["other"]["value"] == PARTIES.other_younger.value
    cards = found["frequencies"]["cards"]
    assert cards["a"]["elder"] == PARTIES.counts("cards")[0] / len(PARTIES.first)
    for at, name in enumerate("ab"):
        times = found["time_per_decision"][name]
        kinds = [times[kind]["decisions"] for kind in ("exchange", "call", "card")]
        assert sum(kinds) == times["decisions"] == len(PARTIES.times(at))
        assert kinds[0] == len(PARTIES.first) + len(PARTIES.second)
        assert 0 < times["median"] <= times["p99"] <= times["longest"]
        assert times["mean"] <= times["longest"]
    one: Any = figures(match(**SETTING, pairs=1), Stop(1))
    assert one["margin"]["interval"] is None
    json.dumps(one, allow_nan=False)


def test_times_are_told_by_mean_and_percentile() -> None:
    assert seconds(range(1, 1001)) == {
        "mean": 0.0005005,
        "median": 0.0005,
        "p99": 0.00099,
        "longest": 0.001,
        "decisions": 1000,
    }
    nothing = dict.fromkeys(("mean", "median", "p99", "longest"))
    assert seconds([]) == {**nothing, "decisions": 0}


def test_a_slow_first_call_is_seen_as_the_longest() -> None:
    told = seconds([100_000, *[100] * 199])
    assert told["mean"] > told["p99"] == told["median"] == 0.0001
    assert told["longest"] == 0.1


def test_the_ladder_is_a_full_cross_table() -> None:
    levels = ("random", "beginner", "club")
    played = ladder(levels, pairs=4, seed="ladder")
    assert [each.names for each in played] == [
        ("beginner", "random"),
        ("club", "random"),
        ("club", "beginner"),
    ]
    alone = match("club", "beginner", pairs=4, seed="ladder")
    assert played[2].pairs == alone.pairs
    lines = cross_table(levels, played).splitlines()
    assert len(lines) == 4
    assert f"{alone.margin.value:+.1f} ± {alone.margin.interval:.1f}" in lines[3]
    assert f"{-alone.margin.value:+.1f} ± {alone.margin.interval:.1f}" in lines[2]


def test_a_ladder_goes_on_as_well(tmp_path: Path) -> None:
    levels = ("random", "beginner", "club")
    whole = ladder(levels, pairs=2, keep=tmp_path / "kept")
    data = (tmp_path / "kept").read_bytes().splitlines(keepends=True)
    (tmp_path / "kept").write_bytes(b"".join(data[:4]))
    again = ladder(levels, pairs=2, keep=tmp_path / "kept")
    assert [each.pairs for each in again] == [each.pairs for each in whole]


# --- the command ----------------------------------------------------------------------------------


def test_the_command_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["arena", "club", "random", "--pairs", "3", "--seed", "s", "--json"]
    assert main(typed) == 0
    one = json.loads(capsys.readouterr().out)
    assert main([*typed, "--jobs", "2"]) == 0
    two = json.loads(capsys.readouterr().out)
    assert one.pop("time_per_decision")
    assert two.pop("time_per_decision")
    assert json.dumps(one) == json.dumps(two)
    played = match("club", "random", pairs=3, seed="s")
    assert one == json.loads(json.dumps(without_times(played, 3)))


def test_the_command_prints_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "club", "random", "--pairs", "2", "--parties"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "club against random: 2 parties, each played twice, rubicon, seed '0'"
    assert lines[-1] == "stop rule: 2 pairs, fixed beforehand"
    main(["arena", "club", "random", "--pairs", "2", "--until", "1e-9"])
    assert "sequential" in capsys.readouterr().out.splitlines()[-1]


def test_a_match_is_resumed_from_its_file_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "kept")
    typed = ["arena", "club", "random", "--pairs", "3", "--seed", "s", "--parties"]
    assert main([*typed, "--keep", file, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    data = Path(file).read_bytes()
    Path(file).write_bytes(data[: len(data) // 2])
    assert main(["arena", "--resume", file, "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    del whole["time_per_decision"], again["time_per_decision"]
    assert whole == again
    assert main(["arena", "club", "beginner", "--resume", file]) == 1
    assert "other settings (players:" in capsys.readouterr().err
    assert main(["arena", "--resume", str(tmp_path / "none")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_the_ladder_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("piquet.cli.arena.LEVELS", ("random", "beginner", "club"))
    file = str(tmp_path / "kept")
    assert main(["arena", "--ladder", "--pairs", "2", "--keep", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["random", "beginner", "club"]
    assert [line.split()[0].strip(",") for line in lines[2:8]] == ["random", "beginner", "club"] * 2
    assert main(["arena", "--resume", file, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("arena", "two players"),
        ("arena club", "two players"),
        ("arena club nobody", "levels are"),
        ("arena club club --pairs 0", "0 pairs"),
        ("arena club club --until 0", "above 0"),
        ("arena club club --until nan", "above 0"),
        ("arena club club --jobs 0", "processes"),
        ("arena club club --rules nonsense", "nonsense"),
        ("arena club --ladder", "ladder"),
    ],
)
def test_what_cannot_be_played_is_refused(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(typed.split()) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert said in found.err
    assert len(found.err.splitlines()) == 1


def start(*typed: str) -> subprocess.Popen[str]:
    """Start the program on its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "piquet", "arena", *typed],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def wait_for_lines(file: Path, lines: int) -> None:
    """Wait until a file has so many lines."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if file.exists() and file.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.01)
    raise AssertionError("nothing is played")


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_that_was_killed_goes_on(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "kept"
    typed = ["club", "beginner", "--pairs", "150", "--seed", "kill", "--jobs", jobs]
    killed = start(*typed, "--keep", str(file))
    wait_for_lines(file, 5)
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=60)
    data = file.read_bytes()
    assert data.count(b"\n") < 151  # it was not over
    file.write_bytes(data + data.splitlines()[-1][:40])  # as if torn while it was written
    again = match("club", "beginner", pairs=150, seed="kill", keep=file)
    assert again.pairs == match("club", "beginner", pairs=150, seed="kill").pairs


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_keeps_what_is_done(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "kept"
    typed = ["club", "beginner", "--pairs", "100000", "--jobs", jobs]
    broken = start(*typed, "--keep", str(file))
    wait_for_lines(file, 5)
    os.kill(broken.pid, signal.SIGINT)
    out, said = broken.communicate(timeout=60)
    assert broken.returncode == 130
    assert out == ""
    assert said.startswith("Interrupted after ")
    assert f"piquet arena --resume {file}" in said
    assert len(said.splitlines()) == 1
    assert file.read_bytes().endswith(b"\n")


def test_every_level_can_be_named() -> None:
    assert len(LEVELS) >= 3
