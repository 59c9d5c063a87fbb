"""The catalogue of what people read: one folder a language, its sentences found by key."""

import tomllib
from functools import cache
from importlib.resources import files

__all__ = ["text", "under"]


@cache
def _catalogue(language: str) -> dict[str, str]:
    """Return every sentence of a language under its full key, such as ``errors.card``."""
    flat: dict[str, str] = {}
    for source in files(__name__).joinpath(language).iterdir():
        if source.name.endswith(".toml"):
            _flatten("", tomllib.loads(source.read_text(encoding="utf-8")), flat)
    return flat


def _flatten(prefix: str, table: dict[str, object], flat: dict[str, str]) -> None:
    for name, value in table.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{name}.", value, flat)
        else:
            flat[prefix + name] = str(value)


def text(key: str, /, **values: object) -> str:
    """Return the sentence of a key with its values filled in.

    >>> text("seats.elder")
    'elder'

    Raises KeyError for a key that the catalogue lacks, or a value that its sentence does: a fault
    of the program, never of its user.
    """
    return _catalogue("en")[key].format(**values)


def under(name: str) -> dict[str, str]:
    """Return all sentences of a table of the catalogue, unfilled, by their full keys.

    >>> under("seats")
    {'seats.elder': 'elder', 'seats.younger': 'younger'}
    """
    return {key: said for key, said in _catalogue("en").items() if key.startswith(f"{name}.")}
