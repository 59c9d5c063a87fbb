"""Grades: how much a decision must lose to be named.

What is lost is counted in the partie, where it has a value, and measured by the price of a point
when an even partie begins: so a grade says the same under all rules, and a point that decides a
partie weighs as much as it does.
"""

from __future__ import annotations

from functools import lru_cache

from piquet.base import Seat
from piquet.oracle.equity import equity
from piquet.review.model import Worth
from piquet.rules import Rules
from piquet.view import Standing

__all__ = ["BAD", "DOUBTFUL", "VERY_BAD", "grade", "price"]

DOUBTFUL, BAD, VERY_BAD = 1.0, 3.0, 6.0
"""From how many points, at the price of an even start, a loss is doubtful, bad and very bad.

A point is one lead more: below it good players differ, and there lie the Oracle's own margins in
the exchange.  Three are a trio or a tierce thrown away.  Six are more than a point of five, and
more than half of the ten for the cards.
"""


@lru_cache(maxsize=8)
def price(rules: Rules) -> float:
    """Return what a net point is worth in the partie when an even one begins.

    >>> 1.5 < price(Rules.named("rubicon")) < 3
    True
    """
    pairs = [equity(rules).prices(Standing.first(rules), seat) for seat in Seat]
    return sum(mine - other for mine, other in pairs) / 4


def grade(loss: Worth, rules: Rules) -> str | None:
    """Return the grade of a loss, None where it is too small for one.

    >>> rubicon = Rules.named("rubicon")
    >>> grade(Worth(2.0, None), rubicon), grade(Worth(0.5, 40.0), rubicon)
    ('doubtful', 'very_bad')
    """
    lost = loss.points if loss.partie is None else loss.partie / price(rules)
    for name, least in (("very_bad", VERY_BAD), ("bad", BAD), ("doubtful", DOUBTFUL)):
        if lost >= least:
            return name
    return None
