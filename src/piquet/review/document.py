"""A review as a document: names, numbers and texts alone, as ``piquet review --json`` prints it."""

from __future__ import annotations

from typing import Any

from piquet.base import Person, Seat
from piquet.review.grading import BAD, DOUBTFUL, VERY_BAD
from piquet.review.model import (
    GRADES,
    Account,
    Believed,
    Choice,
    DealReview,
    Decision,
    Review,
    Sight,
    Tally,
    Terms,
    Worth,
)

__all__ = ["VERSION", "document"]

VERSION = 1
"""Of the form of the document: rises when what a name means changes, or a name is gone."""


def document(review: Review) -> dict[str, Any]:
    """Return a review as plain data; ``docs/review.md`` says what each name means."""
    settled = review.settlement
    return {
        "version": VERSION,
        "rules": review.rules,
        "names": _by_person(review.names),
        "headers": dict(review.headers),
        "unit": review.unit,
        "price": review.price,
        "grades": dict(zip(GRADES, (DOUBTFUL, BAD, VERY_BAD), strict=True)),
        "seed": review.seed,
        "worlds": review.worlds,
        "scores": [_by_person(pair) for pair in review.scores],
        "settlement": None
        if settled is None
        else {
            "winner": None if settled.winner is None else str(settled.winner),
            "points": settled.points,
            "rubicon": settled.rubicon,
            "double": settled.double,
            "games": _by_person(settled.games),
        },
        "accounts": _accounts(review.accounts),
        "tallies": [_tally(each) for each in review.tallies],
        "worst": _by_person([[each.step for each in one] for one in review.worst]),
        "deals": [_deal(each) for each in review.deals],
        "notes": list(review.notes),
    }


def _by_person(pair: Any) -> dict[str, Any]:
    return dict(zip(map(str, Person), pair, strict=True))


def _worth(worth: Worth) -> dict[str, float | None]:
    return worth._asdict()


def _accounts(accounts: tuple[Account, Account] | None) -> dict[str, Any] | None:
    if accounts is None:
        return None
    return _by_person(
        [
            {
                "points": _terms(each.points),
                "partie": None if each.partie is None else _terms(each.partie),
            }
            for each in accounts
        ]
    )


def _terms(terms: Terms) -> dict[str, float]:
    return terms._asdict() | {"luck": terms.luck, "skill": terms.skill}


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "person": str(tally.person),
        "kind": tally.kind,
        "decisions": tally.decisions,
        "grades": dict(zip(GRADES, tally.grades, strict=True)),
        "lost": _worth(tally.lost),
    }


def _deal(deal: DealReview) -> dict[str, Any]:
    return {
        "deal": deal.deal,
        "number": deal.number,
        "dealer": str(deal.dealer),
        "code": deal.code,
        "known": deal.known,
        "over": deal.over,
        "first_step": deal.first_step,
        "last_step": deal.last_step,
        "before": _by_person(deal.before),
        "points": _by_person(deal.points),
        "accounts": _accounts(deal.accounts),
        "course": [
            {"step": each.step, "person": str(each.person), **_worth(each.worth)}
            for each in deal.course
        ],
        "decisions": [_decision(each) for each in deal.decisions],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "step": decision.step,
        "seat": str(Seat(decision.seat)),
        "person": str(decision.person),
        "kind": decision.kind,
        "done": _choice(decision.done),
        "best": _choice(decision.best),
        "loss": _worth(decision.loss),
        "grade": decision.grade,
        "tied": decision.tied,
        "options": [_choice(each) for each in decision.options],
        "compared": decision.compared,
        "reasons": list(decision.reasons),
        "notes": list(decision.notes),
        "believed": _believed(decision.believed),
        "sight": None if decision.sight is None else _sight(decision.sight),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "action": str(choice.action),
        **_worth(choice.worth),
        "margin": choice.margin,
        "wins": choice.wins,
        "tied": choice.tied,
    }


def _believed(believed: Believed) -> dict[str, Any]:
    return {
        "worlds": believed.worlds,
        "listed": believed.listed,
        "fits": believed.fits,
        "chances": {
            str(each.card): {"hand": each.hand, "discards": each.discards, "talon": each.talon}
            for each in believed.chances
        },
    }


def _sight(sight: Sight) -> dict[str, Any]:
    return {
        "cards": {str(each.card): each.points for each in sight.cards},
        "best": [str(card) for card in sight.best],
        "loss": sight.loss,
    }
