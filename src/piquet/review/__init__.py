"""The review: every decision of a written partie judged by what its seat knew, luck told apart.

>>> from piquet import review
>>> "review" in review.__all__
True
"""

from __future__ import annotations

from importlib import import_module

from piquet.review.model import (
    GRADES,
    KINDS,
    Account,
    Believed,
    Chance,
    Choice,
    Course,
    DealReview,
    Decision,
    Review,
    Seen,
    Sight,
    Tally,
    Terms,
    Worth,
)

# What a review holds is imported by whoever shows one; NumPy and the core only where one is made.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from piquet.review.document import document
    from piquet.review.reviewing import review

__all__ = [
    "GRADES",
    "KINDS",
    "Account",
    "Believed",
    "Chance",
    "Choice",
    "Course",
    "DealReview",
    "Decision",
    "Review",
    "Seen",
    "Sight",
    "Tally",
    "Terms",
    "Worth",
    "document",
    "review",
]

_HOMES = {"document": "document", "review": "reviewing"}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import one of the names above when it is first asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
