"""The review: every decision of a written partie judged by what its seat knew, luck told apart.

>>> from piquet import review
>>> "Decision" in review.__all__
True
"""

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
]
