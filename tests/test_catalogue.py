"""The catalogue of texts: no key is missing or idle, and each sentence is given what it names."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from piquet.actions import Category, Kind
from piquet.base import Seat, Unreadable
from piquet.cards import Rank, Suit
from piquet.rules import OPTIONS

SOURCE = Path(__file__).resolve().parents[1] / "src" / "piquet"
MODULES = {
    path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(SOURCE.rglob("*.py"))
}
PAGE = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((SOURCE / "table" / "static").rglob("*.js"))
}
REFUSALS = {"Unreadable", "Illegal", "Ambiguous"}


def catalogue() -> dict[str, str]:
    """Return every sentence under its full key."""
    flat: dict[str, str] = {}

    def walk(prefix: str, table: dict[str, object]) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                walk(f"{prefix}{key}.", value)
            else:
                assert prefix + key not in flat, f"{prefix + key} stands in two files"
                flat[prefix + key] = str(value)

    for path in sorted((SOURCE / "texts" / "en").glob("*.toml")):
        walk("", tomllib.loads(path.read_text(encoding="utf-8")))
    return flat


TEXTS = catalogue()


def fields(sentence: str) -> set[str]:
    """Return the names that a sentence leaves to be filled in."""
    found = (name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None)
    return {re.split(r"[.\[]", name)[0] for name in found}


# Keys as the source has them. What it puts in when it runs is a star: "talk.*.counts".


def shapes(node: ast.expr) -> list[str]:
    """Return what an expression can be as a key."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return shapes(node.body) + shapes(node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "*" for part in node.values)
        return ["".join(map(str, parts))]
    if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
        return [f"{node.left.value}*"]
    return ["*"]


def words_of(tree: ast.AST) -> set[str]:
    """Return the words spelt out in a piece of source, without dashes and points around them."""
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value.strip("-.") for value in constants if isinstance(value, str)}


def keys_of(shape: str, words: Collection[str]) -> set[str]:
    """Return the keys that a shape can stand for when some words can be put in, or numbers."""
    if "*" not in shape:
        return {shape} & TEXTS.keys()
    pattern = re.compile(re.escape(shape).replace(r"\*", "(.+?)"))

    def known(part: str) -> bool:
        return part in words or all(each in words or each.isdigit() for each in part.split("."))

    found = ((key, pattern.fullmatch(key)) for key in TEXTS)
    return {key for key, match in found if match and all(map(known, match.groups()))}


@dataclass(frozen=True)
class Asked:
    """A place that asks for a text or refuses: shapes of the key, and the names that it gives.

    ``more`` stands for names that show only when the program runs; ``near`` are the words that the
    key can be made of: those spelt out in the function around it, and the seats.
    """

    where: str
    shapes: list[str]
    names: set[str]
    more: bool
    refuses: bool
    near: set[str]

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with it."""
        spelt = [shape for shape in self.shapes if "*" not in shape]
        yield from (f"{self.where}: there is no {key}" for key in spelt if key not in TEXTS)
        put_in = {key for shape in self.shapes if "*" in shape for key in keys_of(shape, self.near)}
        lacks = {
            key: f"{self.where}: {key} is not given {sorted(missing)}"
            for key in {*spelt, *put_in} & TEXTS.keys()
            if (missing := fields(TEXTS[key]) - self.names) and not self.more
        }
        yield from (lack for key, lack in lacks.items() if key in spelt)
        # Which keys are put in is not seen here: it is enough that one can be filled.
        if put_in and not put_in - lacks.keys():
            yield from lacks.values()
        needed = {name for key in {*spelt} & TEXTS.keys() for name in fields(TEXTS[key])}
        if spelt and not put_in and not self.refuses and self.names - needed:
            yield f"{self.where}: nothing asked for names {sorted(self.names - needed)}"


def places(source: str, name: str) -> Iterator[Asked]:
    """Yield every place of a module that asks for a text or refuses."""
    tree = ast.parse(source)
    functions: list[Any] = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        refuses = node.func.id in REFUSALS
        if refuses or node.func.id == "text":
            around = [one for one in functions if one.lineno <= node.lineno <= one.end_lineno]
            yield Asked(
                f"{name}:{node.lineno}",
                [("errors." if refuses else "") + shape for shape in shapes(node.args[0])],
                {word.arg for word in node.keywords if word.arg},
                any(word.arg is None for word in node.keywords),
                refuses,
                {*map(str, Seat)}.union(*map(words_of, around[-1:])),
            )


def shapes_of_page(source: str) -> list[str]:
    """Return the strings of a script that can be keys: what it puts in when it runs is a star."""
    found = re.findall(r'"([a-z]+\.[\w.]+)"', source)
    found += re.findall(r"`((?:[a-z]+\.|\$\{)(?:[\w.]|\$\{[^}]*\})*)`", source)
    found += [f"{key}.*" for key in re.findall(r'count\(\s*"([\w.]+)"', source)]
    return [re.sub(r"\$\{[^}]*\}", "*", shape) for shape in found]


def words_of_page(source: str) -> set[str]:
    """Return the words of a script: its names and what stands in its strings."""
    return set(re.findall(r"[\w-]+", source))


def idle() -> set[str]:
    """Return the keys that nothing in the source can stand for."""
    trees = [ast.parse(source) for source in MODULES.values()]
    words = {word for tree in trees for word in words_of(tree)}
    words |= {each.name.lower() for names in (Kind, Category, Rank, Suit) for each in names}
    words |= {option.write(value) for option in OPTIONS.values() for value in option.choices}
    joined = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    found = {shape for node in joined for shape in shapes(node) if re.match(r"[a-z]+\.", shape)}
    found |= {
        shape
        for name, source in MODULES.items()
        for place in places(source, name)
        for shape in place.shapes
        if shape != "*"
    }
    used = {key for shape in found for key in keys_of(shape, words)}
    words_there = words.union(*map(words_of_page, PAGE.values()))
    for source in PAGE.values():
        for shape in shapes_of_page(source):
            if shape.strip("*."):
                used |= keys_of(shape, words_there)
    return set(TEXTS) - words - used


@pytest.mark.parametrize("name", PAGE)
def test_every_text_of_the_page_is_there(name: str) -> None:
    asked = re.findall(r'\bt\(\s*"([\w.]+)"', PAGE[name])
    assert [key for key in asked if key not in TEXTS] == []


@pytest.mark.parametrize("name", MODULES)
def test_every_text_asked_for_is_there_and_is_given_what_it_names(name: str) -> None:
    assert [fault for place in places(MODULES[name], name) for fault in place.faults()] == []


def test_no_text_is_idle() -> None:
    assert idle() == set()


def test_every_text_can_be_filled_in() -> None:
    for key, sentence in TEXTS.items():
        assert sentence.strip(), key
        assert all(name.isidentifier() for name in fields(sentence)), key


def test_a_brace_is_printed_once() -> None:
    assert "opened with { and never closed with }" in str(Unreadable("record_brace"))


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('text("seats.third")', "there is no seats.third"),
        ('Illegal("no_such_refusal", card=1)', "there is no errors.no_such_refusal"),
        ('text("talk.set", n=4)', "talk.set is not given ['ranks']"),
        ('text("seats.elder" if a else "talk.set", n=4)', "talk.set is not given ['ranks']"),
        ('text("seats.elder", n=4)', "nothing asked for names ['n']"),
        ('def f(a):\n    k = "set"\n    return text(f"talk.{k}", n=4)', "talk.set is not given"),
    ],
)
def test_a_fault_is_found(source: str, fault: str) -> None:
    (place,) = places(source, "planted.py")
    assert any(fault in found for found in place.faults())


def test_an_idle_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TEXTS, "score.never_said", "Nobody says this.")
    assert "score.never_said" in idle()
