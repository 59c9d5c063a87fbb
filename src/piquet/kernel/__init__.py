"""The native core: card play solved, worlds listed, exchanges compared, whole deals played out.

It takes hands as masks (bit 8 x suit + rank, ``CardSet.mask``) and numbers, never positions or
views.  Where it could not be built, piquet works without it:

>>> from piquet import kernel
>>> kernel.available() or bool(kernel.why_not())
True

What needs it raises :class:`CoreMissing`, which says how it is got.  The solved table is opened
by :func:`solved`; the first time it is built, which takes some seconds, and kept in the user's
cache folder (the environment variable ``PIQUET_CACHE`` moves it).
"""

from __future__ import annotations

from importlib import import_module

# The core is imported in a few milliseconds: what it rarely needs is imported where it is needed.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from piquet.kernel._core import (
        Habit,
        Pique,
        Policy,
        Table,
        Tables,
        count_discards,
        deal_unseen,
        exchange_sheets,
        exchanged,
        hand_sheets,
        play_deals,
        play_shuffled,
        reckon,
        roll_deals,
        roll_rest,
        sample_exchanged,
        throws_of,
        weigh_discards,
        worlds,
    )
    from piquet.kernel.cache import Finding, build, check, solved, where
    from piquet.kernel.compiling import compiled, player
    from piquet.kernel.exchange import Weighed, compare_discards, legal_discards

__all__ = [
    "CoreMissing",
    "Finding",
    "Habit",
    "Pique",
    "Policy",
    "Table",
    "Tables",
    "Weighed",
    "available",
    "build",
    "check",
    "compare_discards",
    "compiled",
    "count_discards",
    "deal_unseen",
    "exchange_sheets",
    "exchanged",
    "hand_sheets",
    "legal_discards",
    "play_deals",
    "play_shuffled",
    "player",
    "reckon",
    "roll_deals",
    "roll_rest",
    "sample_exchanged",
    "solved",
    "throws_of",
    "weigh_discards",
    "where",
    "why_not",
    "worlds",
]

_HOMES = {
    "Finding": "cache",
    "Weighed": "exchange",
    "build": "cache",
    "check": "cache",
    "compare_discards": "exchange",
    "compiled": "compiling",
    "legal_discards": "exchange",
    "player": "compiling",
    "solved": "cache",
    "where": "cache",
}


class CoreMissing(ImportError):
    """The native core is asked for and is not there."""


def why_not() -> str | None:
    """Return why the native core cannot be used, in a sentence, or None where it can."""
    try:
        import_module("piquet.kernel._core")
    except ImportError as error:
        from piquet.texts import text

        return text("kernel.missing", why=str(error))
    return None


def available() -> bool:
    """Return whether the native core can be used."""
    return why_not() is None


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import one of the names above when it is first asked for, or say what is missing."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        missing = why_not()
        if missing:
            raise CoreMissing(missing)
        home = _HOMES.get(name, "_core")
        try:
            value = getattr(import_module(f"{__name__}.{home}"), name)
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            from piquet.texts import text

            raise CoreMissing(text("kernel.numpy")) from None
        globals()[name] = value
        return value
