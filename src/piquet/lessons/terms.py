"""The words of the game that a lesson has to explain before it uses them."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

__all__ = ["named", "used"]


@cache
def _terms() -> dict[str, re.Pattern[str]]:
    """Return the words with how each is met in a sentence, as the language has them."""
    source = files(__name__.rpartition(".")[0]).joinpath("data", "en", "terms.toml")
    written = tomllib.loads(source.read_text(encoding="utf-8"))
    return {term: re.compile(form, re.IGNORECASE) for term, form in written.items()}


def used(words: str) -> list[tuple[int, int, str]]:
    """Return the terms in a text in their order: where each begins and ends, and which it is.

    >>> used("Elder holds a tierce.")
    [(0, 5, 'elder'), (14, 20, 'tierce')]
    """
    return sorted(
        (*found.span(), term) for term, form in _terms().items() for found in form.finditer(words)
    )


def named(words: str) -> str:
    """Return the term that marked words stand for; other words stand for themselves.

    >>> named("Tricks"), named("point"), named("a nice hand")
    ('trick', 'point', 'a nice hand')
    """
    low = words.lower()
    return next((term for term, form in _terms().items() if form.fullmatch(low)), low)
