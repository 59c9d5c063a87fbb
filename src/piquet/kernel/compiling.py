"""Rules and rule players as the core takes them."""

from __future__ import annotations

from functools import lru_cache

from piquet.kernel import _core
from piquet.rules import Rules
from piquet.tables import tables

__all__ = ["compiled", "player"]


@lru_cache(maxsize=64)
def compiled(rules: Rules) -> _core.Tables:
    """Return the tables of a set of rules in the core's own form.

    >>> from piquet.cards import CardSet
    >>> compiled(Rules.named("rubicon")).best(CardSet.parse("SAKQ HT9").mask)
    (799, 775, 0)
    """
    return _core.Tables(tables(rules))


def player(weights: object) -> _core.Policy:
    """Return the rule player of a table of weights (piquet.oracle.weights) in the core."""
    return _core.Policy(weights, tables(Rules()).pique_at)
