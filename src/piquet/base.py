"""What every part speaks of: seats, persons, errors and estimates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from piquet.texts import text

__all__ = [
    "Ambiguous",
    "Estimate",
    "Illegal",
    "Person",
    "PiquetError",
    "Seat",
    "Unreadable",
]


class Seat(IntEnum):
    """A side of one deal: elder (non-dealer, who speaks and leads first) or younger (the dealer).

    >>> str(Seat.ELDER), Seat.ELDER.other
    ('elder', <Seat.YOUNGER: 1>)
    """

    ELDER = 0
    YOUNGER = 1

    @property
    def other(self) -> Seat:
        """The seat opposite."""
        return Seat.YOUNGER if self is Seat.ELDER else Seat.ELDER

    def __str__(self) -> str:
        return self.name.lower()


class Person(IntEnum):
    """One of the two people of a partie, whichever seat they hold in a deal.

    >>> str(Person.FIRST.other)
    'second'
    """

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Person:
        """The person opposite."""
        return Person.SECOND if self is Person.FIRST else Person.FIRST

    def __str__(self) -> str:
        return self.name.lower()


class PiquetError(ValueError):
    """A refusal: a stable code, the values of its sentence, and the sentence that names the rule.

    >>> try:
    ...     raise Unreadable("card", text="1S")
    ... except PiquetError as error:
    ...     print(error.code, error.values["text"])
    card 1S
    """

    def __init__(self, code: str, /, **values: Any) -> None:
        self.code = code
        self.values = values
        super().__init__(text(f"errors.{code}", **values))

    def __reduce__(self) -> tuple[Any, ...]:
        # The sentence as well: one that names a place in a file is not made of code and values.
        return (_rebuild, (type(self), self.code, self.values), {"args": self.args})


def _rebuild(family: type[PiquetError], code: str, values: dict[str, Any]) -> PiquetError:
    return family(code, **values)


class Unreadable(PiquetError):
    """The input cannot be read."""


class Illegal(PiquetError):
    """The action or value can be read but is not legal here and now."""


class Ambiguous(PiquetError):
    """The input can be read in more than one way."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured mean: value, half-width of its 95 % interval (same unit), and number of samples.

    >>> print(Estimate.mean([1.0, 2.0, 3.0, 2.0]))
    +2.00 ± 0.80 (n = 4)
    """

    value: float
    interval: float
    n: int

    @classmethod
    def mean(cls, values: Iterable[float]) -> Estimate:
        """Return the mean of independent values with its 95 % interval.

        The interval is infinite for one value.  Raises ValueError for none.
        """
        data = list(values)
        if not data:
            raise ValueError("the mean of no values is not defined")
        n = len(data)
        mean = math.fsum(data) / n
        if n == 1:
            return cls(mean, math.inf, 1)
        variance = math.fsum((value - mean) ** 2 for value in data) / (n - 1)
        return cls(mean, 1.96 * math.sqrt(variance / n), n)

    def __str__(self) -> str:
        return f"{self.value:+.2f} ± {self.interval:.2f} (n = {self.n})"
