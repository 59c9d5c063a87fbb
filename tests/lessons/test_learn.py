"""A lesson in the terminal: 80 by 24, nothing wrapped, whatever is typed."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pytest

from piquet import lessons
from piquet.cli import main, table
from piquet.cli.learn import Course
from piquet.cli.term import Style
from piquet.lessons import Session
from piquet.lessons.terms import used

GUIDED = ("first", "second")


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIQUET_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PIQUET_TRACEBACK", "1")  # a fault of the program is raised, not told
    monkeypatch.setenv("COLUMNS", "80")


def learn(
    *arguments: str,
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{said}\n" for said in typed)))
    assert main(["learn", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


@pytest.mark.parametrize("style", [Style(), Style(colour=True), Style(symbols=False)])
@pytest.mark.parametrize("name", GUIDED)
def test_every_stop_fits_a_screen(name: str, style: Style) -> None:
    lesson = lessons.load(name)
    for at, stop in enumerate(lesson.stops):
        course = Course(Session(lesson, at), style)
        lines = [*course.page(), *style.spelt(course.hint()).split("\n"), "> "]
        assert len(lines) <= 24, stop.name
        assert max(map(table.width, lines)) < 80, stop.name
        if not style.symbols:
            assert all(line.isascii() for line in lines), stop.name


@pytest.mark.parametrize("name", GUIDED)
def test_whatever_a_screen_says_has_been_explained(name: str) -> None:
    """Also the choices and the talk, which the lesson does not write itself."""
    lesson = lessons.load(name)
    known = set(lessons.explained(lesson.after) or ()) if lesson.after else set()
    for at, stop in enumerate(lesson.stops):
        known |= set(stop.terms)
        course = Course(Session(lesson, at), Style())
        said = " ".join([*course.page(), course.hint()])
        assert {term for _, _, term in used(said)} <= known, stop.name


@pytest.mark.parametrize("name", GUIDED)
def test_every_move_that_is_carried_is_shown(name: str) -> None:
    """What was played between two stops is told, one line or more each."""
    lesson = lessons.load(name)
    for at, stop in enumerate(lesson.stops):
        lines = Course(Session(lesson, at), Style()).page()
        shown = lines[2 : lines.index("", 2)] if stop.carried else []
        assert len(shown) >= stop.carried, stop.name
        assert all(line.startswith("  ") for line in shown), stop.name


def test_a_whole_lesson_by_enter_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = lessons.load("second")
    out = learn("second", typed=[""] * len(lesson.stops), monkeypatch=monkeypatch, capsys=capsys)
    for stop in lesson.stops:
        assert f"{stop.number}/{len(lesson.stops)} {stop.title}" in out
    assert out.endswith("That was the last lesson. Sit down and play: piquet play\n")


def test_the_first_goes_on_with_the_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = learn("first", "--step", "on", typed=["", "q"], monkeypatch=monkeypatch, capsys=capsys)
    assert "Enter begins the next lesson." in out
    assert "1/28 You have dealt" in out


def test_answers_and_the_way_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["10S", "1 2 3 4 12", "10S KH 10H 9H 7C", "b", "throw as", "7S", "zzz", "?", "q"]
    out = learn("first", "--step", "throw", typed=typed, monkeypatch=monkeypatch, capsys=capsys)
    flat = " ".join(out.split())
    assert "Every card that you leave is a chance less for you" in flat
    assert "An ace always takes a trick when it is led." in flat
    assert "Yes. ─── 7/34 What came" in flat
    assert out.count("6/34 What to throw") == 2
    assert "You do not hold 7♠." in out
    assert '"zzz" is no card' in out or "zzz" in flat
    assert "Enter goes on: where something is to be decided" in flat


def test_the_place_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    learn("second", typed=["", "", "q"], monkeypatch=monkeypatch, capsys=capsys)
    out = learn(typed=["r", "s", "go 20", "q"], monkeypatch=monkeypatch, capsys=capsys)
    assert "You left the lesson here" in out
    assert "3/28 Three are left" in out
    assert "1/28 You have dealt" in out
    assert "5/28 What came" not in out
    assert '6/28 "Point of five"' in out  # the first stop of the calls
    assert "20/28" in out
    out = learn(typed=["q"], monkeypatch=monkeypatch, capsys=capsys)
    assert "20/28" in out


def test_a_place_that_cannot_be_read_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for kept in ("", "[]", '{"last": "gone", "first": 3}', '{"last": "first", "first": "gone"}'):
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / "lessons.json").write_text(kept, encoding="utf-8")
        out = learn(typed=["q"], monkeypatch=monkeypatch, capsys=capsys)
        assert "1/34 Thirty-two cards" in out


def test_playing_on_from_a_stop_is_a_partie_that_can_be_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = learn(
        "first",
        "--step",
        "drive",
        typed=["p", "8D", "quit"],
        monkeypatch=monkeypatch,
        capsys=capsys,
    )
    assert "The deal is yours from here." in out
    assert "You lead 8♦: twenty-three." in out
    assert "The partie is kept" in out
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["resume"]) == 0
    assert "You lead 8♦: twenty-three." in capsys.readouterr().out


HELD = """Lesson: mine
Title: Mine
Rules: cavendish
Learner: elder
Elder holds: SAKQJT HA98 DA8 CA7
Younger holds: S98 HKQJ7 DKQ9 CKJ9
stop one: One
  Call it.
expect
then point SAKQJT
stop two: Two
  Done.
"""


def test_a_lesson_of_ones_own_is_gone_through_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mine.lesson"
    own.write_text(HELD, encoding="utf-8")
    typed = ["p", "2", "1", ""]
    out = learn(str(own), typed=typed, monkeypatch=monkeypatch, capsys=capsys)
    assert "it cannot be played on" in " ".join(out.split())
    assert "2/2 Two" in out
    assert out.endswith("That was the lesson.\n")
    out = learn(str(own), "--step", "two", typed=["q"], monkeypatch=monkeypatch, capsys=capsys)
    assert "piquet learn NAME --step 2" in " ".join(out.split())
    assert not (tmp_path / "data").exists()
    own.write_text(HELD.replace("then point", "then piont"), encoding="utf-8")
    assert main(["learn", str(own)]) == 1
    assert "mine.lesson:10:6:" in capsys.readouterr().err


def test_nothing_is_left_to_play_on_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = learn("first", "--step", "sum", typed=["p", "q"], monkeypatch=monkeypatch, capsys=capsys)
    assert "there is nothing left to play" in " ".join(out.split())


@pytest.mark.parametrize("name", GUIDED)
def test_random_lines_are_all_answered(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    choose = random.Random(f"lines {name}")
    known = ["", "", "", "b", "s", "r", "?", "next", "1", "2", "12", "good", "not good", "making?"]
    known += ["8D", "AS KS", "point", "see sets", "exchange", "exchange 7S", "nothing", "go 7"]
    typed = []
    for _ in range(300):
        noise = "".join(chr(choose.randrange(32, 0x2700)) for _ in range(choose.randint(1, 12)))
        typed.append(choose.choice(known) if choose.random() < 0.85 else noise)
    out = learn(name, typed=typed, monkeypatch=monkeypatch, capsys=capsys)
    assert out.count("\n> ") == len(typed) + 1
    assert all(table.width(line) < 80 for line in out.split("\n") if not line.startswith("> "))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["learn", "third"], 'There is no lesson "third"; there are: first, second.'),
        (["learn", "first", "--step", "0"], 'There is no stop "0" in this lesson'),
        (["learn", "first", "--step", "99"], 'There is no stop "99" in this lesson'),
        (["lesson", "check", "/nowhere/x.lesson"], "/nowhere/x.lesson"),
    ],
)
def test_what_there_is_not_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert said in capsys.readouterr().err


def test_lessons_are_checked_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = str(lessons._FOLDER.joinpath("first.lesson"))
    bad = tmp_path / "bad.lesson"
    bad.write_text(Path(good).read_text(encoding="utf-8").replace("then play 8D", "then play 8S"))
    assert main(["lesson", "check", good]) == 0
    assert "34 stops, 14 of them with a question: nothing is wrong." in capsys.readouterr().out
    assert main(["lesson", "check", good, str(bad)]) == 1
    said = capsys.readouterr()
    assert "nothing is wrong" in said.out
    assert f"{bad}:" in said.err
    assert "the elder hand does not hold it" in said.err
    assert main(["lesson"]) == 2
