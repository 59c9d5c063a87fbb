"""The words of the page: every key that its modules ask for is there, and none is idle."""

from __future__ import annotations

import re
from pathlib import Path

import piquet
from piquet.texts import under

STATIC = Path(piquet.__file__).parent / "table" / "static"
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js")))
TEXTS = {key for table in ("page", "talk", "suits") for key in under(table)}


def asked() -> tuple[set[str], list[str]]:
    """Return the keys that the modules spell out, and patterns of those that they put together."""
    spelt = set(re.findall(r'"((?:page|talk|suits)\.[a-z_.]+[a-z_])"', SOURCE))
    made = re.findall(r"`((?:page|talk|suits)\.[^`]*?)`", SOURCE)
    patterns = []
    for shape in made:
        # What is put in may itself hold a template; the key ends where the outer one does.
        plain = re.sub(r"\$\{(?:[^{}`]|\{[^}]*\})*\}", "*", shape)
        patterns.append(re.escape(plain.split("$", 1)[0]).replace(r"\*", "[a-z_0-9]+"))
    return spelt, patterns


def known(key: str) -> bool:
    """Tell whether a key is there, for itself or as a text that depends on a number."""
    return key in TEXTS or {f"{key}.one", f"{key}.many"} <= TEXTS


def test_every_key_is_there() -> None:
    spelt, _ = asked()
    assert len(spelt) > 100
    assert sorted(key for key in spelt if not known(key)) == []


def test_no_key_of_the_page_is_idle() -> None:
    spelt, patterns = asked()
    used = spelt | {f"{key}.{form}" for key in spelt for form in ("one", "many")}
    whole = re.compile("|".join(f"(?:{pattern}(?:\\.one|\\.many)?)" for pattern in patterns))
    page = {key for key in TEXTS if key.startswith("page.")}
    assert sorted(key for key in page - used if not whole.fullmatch(key)) == []


def test_a_missing_and_an_idle_key_are_found() -> None:
    assert not known("page.no_such_key")
    assert known("page.name")


def test_the_page_fetches_all_its_modules_at_once() -> None:
    """A module that another one has to name first would be waited for.

    Those in folders are of pages that are fetched when somebody opens them.
    """
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    fetched = re.findall(r'<link rel="modulepreload" href="/static/([a-z]+\.js)">', page)
    modules = {path.name for path in STATIC.glob("*.js")} - {"theme.js"}  # runs before the rest
    assert set(fetched) == modules
