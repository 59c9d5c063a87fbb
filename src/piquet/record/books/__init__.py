"""Deals and parties that old books print, written down: found by name wherever a file is."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["example", "examples"]


@cache
def examples() -> tuple[str, ...]:
    """Return the names of the written examples, in alphabetical order.

    >>> "cavendish-1892-worked-deal" in examples()
    True
    """
    names = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".pqn") for name in names if name.endswith(".pqn")))


def example(name: str) -> str:
    """Return the text of an example.

    >>> print(example("cavendish-1892-worked-deal").splitlines()[1])
    Event: The worked deal of the treatise

    Raises KeyError for a name that is none of :func:`examples`.
    """
    if name not in examples():
        raise KeyError(name)
    return files(__name__).joinpath(f"{name}.pqn").read_text(encoding="utf-8")
