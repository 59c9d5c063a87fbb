"""docs/lessons.md tells the whole format, and its examples are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from piquet import lessons
from piquet.lessons.checker import examine
from piquet.lessons.model import KINDS
from piquet.lessons.reader import HEADERS, LARGEST, MOST_STOPS, WORDS
from piquet.record.source import LONGEST_LINE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "lessons.md"
TEXT = PAGE.read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_is_a_lesson() -> None:
    reading = examine(block("lesson"), "example", lessons.explained)
    assert not reading.diagnostics, str(reading.diagnostics[0])
    assert reading.lesson is not None
    assert [stop.name for stop in reading.lesson.stops] == ["hand", "call", "good", "again"]


def test_every_word_header_and_kind_is_told() -> None:
    for word in (*WORDS, *KINDS):
        assert re.search(rf"`{word}\b", TEXT), word
    for header in HEADERS:
        assert f"`{header.capitalize()}:" in TEXT, header
    for limit in (str(MOST_STOPS), str(LARGEST // 1000), f"{LONGEST_LINE:,}"):
        assert limit in TEXT


def test_the_example_in_python_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("python")
    exec(code, {})
    said = [line.removeprefix("# ") for line in code.split("\n") if line.startswith("# ")]
    assert capsys.readouterr().out.rstrip("\n").split("\n") == said
