"""The card faces: complete, closed in themselves, small, and what art/faces.py draws."""

import doctest
import importlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from piquet.cards import CARDS, Suit

ROOT = Path(__file__).resolve().parents[1]
ART = ROOT / "art"
SPRITE = ROOT / "src" / "piquet" / "table" / "static" / "cards.svg"

SVG = "{http://www.w3.org/2000/svg}"
SUITS = [suit.letter for suit in Suit]
LETTERS = ["7", "8", "9", "T", "J", "Q", "K", "A", "1", "R", "D", "V"]
DRAWN = {"svg", "defs", "symbol", "g", "path", "rect", "circle", "use"}


@pytest.fixture(scope="module")
def sprite() -> ElementTree.Element:
    return ElementTree.fromstring(SPRITE.read_bytes())


def symbols(sprite: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {symbol.attrib["id"]: symbol for symbol in sprite.iter(f"{SVG}symbol")}


def test_every_card_layer_and_sign_is_there(sprite: ElementTree.Element) -> None:
    cards = [str(card) for card in CARDS]
    wanted = {"card", "back", *cards, *(f"body-{card}" for card in cards)}
    wanted |= {f"suit-{suit}" for suit in SUITS}
    wanted |= {
        f"{size}-{letter}-{suit}"
        for size in ("index", "large")
        for letter in LETTERS
        for suit in SUITS
    }
    assert len(cards) == 32
    assert set(symbols(sprite)) == wanted


def test_every_symbol_draws_something_and_all_cards_share_one_box(
    sprite: ElementTree.Element,
) -> None:
    for name, symbol in symbols(sprite).items():
        assert len(symbol), name
        if not name.startswith("suit-"):
            assert symbol.attrib["viewBox"] == "0 0 200 280", name


def test_no_two_parts_have_one_name_and_none_is_missing(sprite: ElementTree.Element) -> None:
    names = Counter(part.attrib["id"] for part in sprite.iter() if "id" in part.attrib)
    assert not [name for name, count in names.items() if count > 1]
    for use in sprite.iter(f"{SVG}use"):
        assert use.attrib["href"].startswith("#")
        assert use.attrib["href"][1:] in names


def test_nothing_runs_and_nothing_comes_from_outside(sprite: ElementTree.Element) -> None:
    for part in sprite.iter():
        assert part.tag.removeprefix(SVG) in DRAWN
        for name, value in part.attrib.items():
            assert not name.startswith("on")
            assert name != "style"
            assert "url(" not in value
            assert "//" not in value
    assert re.findall(rb"https?://[^\"]*", SPRITE.read_bytes()) == [b"http://www.w3.org/2000/svg"]


def test_letters_are_outlines_so_that_no_font_is_needed(sprite: ElementTree.Element) -> None:
    assert not list(sprite.iter(f"{SVG}text"))
    assert not "".join(sprite.itertext()).strip()


def test_each_suit_has_a_colour_that_the_page_may_set(sprite: ElementTree.Element) -> None:
    for suit in Suit:
        for name in (f"suit-{suit.letter}", f"index-A-{suit.letter}", f"body-9{suit.letter}"):
            text = ElementTree.tostring(symbols(sprite)[name]).decode()
            assert f"var(--suit-{suit}," in text


def test_the_twelve_courts_are_twelve_drawings(sprite: ElementTree.Element) -> None:
    figures = {
        ElementTree.tostring(symbols(sprite)[f"body-{rank}{suit}"]).replace(
            f"{rank}{suit}".encode(), b""
        )
        for rank in "JQK"
        for suit in SUITS
    }
    assert len(figures) == 12


def test_the_file_is_small_enough_to_load_at_once() -> None:
    assert SPRITE.stat().st_size <= 250_000


def test_the_file_is_what_is_drawn_byte_for_byte() -> None:
    checked = subprocess.run(
        [sys.executable, str(ART / "faces.py"), "--check"],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_changed_file_is_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ART))
    faces = importlib.import_module("faces")
    changed = tmp_path / "cards.svg"
    monkeypatch.setattr(faces, "SPRITE", changed)
    assert faces.main([]) == 0
    assert faces.main(["--check"]) == 0
    changed.write_bytes(changed.read_bytes().replace(b"c", b"C", 1))
    assert faces.main(["--check"]) == 1
    assert "is not what" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["pen"])
def test_the_examples_of_the_pen_hold(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.syspath_prepend(str(ART))
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
