"""A record reviewed: every deal replayed, every decision judged, everything added up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from piquet.base import Illegal, Person, Seat
from piquet.dealing import Deal
from piquet.record import Record, Scored
from piquet.review.accounts import account, added, ended, luck, started, unread
from piquet.review.grading import price
from piquet.review.judging import decides, goal_of, judged
from piquet.review.model import Account, Course, DealReview, Decision, Review, Worth
from piquet.review.replaying import Moment, Played, deals_of
from piquet.review.summing import names_of, notes, scores, tallies, unit_of, worst

__all__ = ["review"]

Progress = Callable[[int, int], None]


def review(
    record: Record,
    *,
    only: int | None = None,
    seed: int = 0,
    worlds: int | None = None,
    progress: Progress | None = None,
) -> Review:
    """Return the review of a record, as far as it goes.

    ``only`` is the place of one deal from 1.  ``worlds`` is how many worlds the best discards are
    tried in, and the most that are looked at elsewhere: None for as many as the Oracle takes.  The
    same seed and worlds give the same review.  ``progress`` is told how many decisions have been
    judged, and of how many.

    Raises Illegal (``review_nothing``, ``review_no_deal``), and
    :class:`piquet.kernel.CoreMissing` where the core is.
    """
    played = list(deals_of(record))
    if only is not None:
        if not 1 <= only <= len(played):
            raise Illegal("review_no_deal", n=only, of=len(played))
        played = [played[only - 1]]
    if not any(deal.moments for deal in played):
        raise Illegal("review_nothing")
    judge = _Judge(seed, worlds, progress, sum(len(due(deal)) for deal in played))
    deals = [judge.deal(deal) for deal in played]
    finished = [deal.accounts for deal in deals if deal.accounts is not None]
    accounts = None
    if finished:
        accounts = (added([one for one, _ in finished]), added([two for _, two in finished]))
    decisions = [decision for deal in deals for decision in deal.decisions]
    rules = record.rules
    return Review(
        rules=str(rules),
        names=names_of(record),
        headers=record.headers,
        deals=tuple(deals),
        scores=scores(deals),
        settlement=None if only is not None else record.partie.outcome,
        unit=unit_of(record),
        price=price(rules),
        accounts=accounts,
        tallies=tuple(tallies(decisions)),
        worst=(
            worst(decisions, Person.FIRST, price(rules)),
            worst(decisions, Person.SECOND, price(rules)),
        ),
        notes=tuple(notes(record, deals)),
        seed=seed,
        worlds=worlds,
    )


def due(deal: Played) -> list[Moment]:
    """Return the moments of a deal in which there was something to decide."""
    found = []
    for moment in deal.moments:
        seat = moment.position.to_move
        if seat is not None and decides(moment.position.view(seat), moment.action):
            found.append(moment)
    return found


class _Judge:
    """Who judges, with one seed and one budget for all."""

    def __init__(
        self, seed: int, worlds: int | None, progress: Progress | None, total: int
    ) -> None:
        self._seed, self._worlds = seed, worlds
        self._progress, self._total = progress, total
        self._done = 0

    def deal(self, deal: Played) -> DealReview:
        """Judge a deal."""
        rules, standing = deal.last.rules, deal.last.standing
        goal = goal_of(rules, standing)
        decisions = tuple(self._decision(deal, moment, goal) for moment in due(deal))
        starts = [started(rules, standing, deal.before.seat(person), goal) for person in Person]
        course = [
            Course(deal.first_step, person, start)
            for person, start in zip(Person, starts, strict=True)
        ]
        course += [Course(each.step, each.person, each.best.worth) for each in decisions]
        accounts = None
        last_step = deal.first_step + len(deal.moments)
        if deal.last.outcome is not None:
            results = [_result(deal, person, goal) for person in Person]
            made = [
                self._account(deal, decisions, person, starts[person], results[person], goal)
                for person in Person
            ]
            accounts = (made[0], made[1])
            course += [Course(last_step, person, results[person]) for person in Person]
        cards = deal.part.cards
        return DealReview(
            deal=deal.place,
            number=deal.before.deal_number,
            dealer=deal.before.person(Seat.YOUNGER),
            code=cards.code if isinstance(cards, Deal) else None,
            known=deal.known,
            over=deal.last.outcome is not None,
            first_step=deal.first_step,
            last_step=last_step,
            before=deal.before.scores,
            points=deal.points,
            decisions=decisions,
            course=tuple(course),
            accounts=accounts,
        )

    def _decision(self, deal: Played, moment: Moment, goal: str) -> Decision:
        step, position, action = moment
        seat = position.to_move
        assert seat is not None
        found = judged(position, action, goal=goal, seed=self._seed, worlds=self._worlds)
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)
        person = deal.before.person(seat)
        return Decision(step, deal.place, seat, person, **found._asdict())

    def _account(
        self,
        deal: Played,
        decisions: Sequence[Decision],
        person: Person,
        start: Worth,
        result: Worth,
        goal: str,
    ) -> Account:
        if isinstance(deal.part.cards, Scored):
            return unread(person, start, result)
        seat = deal.before.seat(person)
        mine = [each for each in decisions if each.person is person]
        his = [each.loss for each in decisions if each.person is not person]
        found = luck(deal.moments, deal.last, mine, seat, goal, self._seed)
        return account(person, start, found, [each.loss for each in mine], his, result)


def _result(deal: Played, person: Person, goal: str) -> Worth:
    outcome = deal.last.outcome
    assert outcome is not None
    net = outcome.elder - outcome.younger
    points = float(net if deal.before.seat(person) is Seat.ELDER else -net)
    if goal == "points":
        return Worth(points, None)
    try:
        return Worth(points, ended(deal.after, person))
    except Illegal:  # scores that no partie comes to
        return Worth(points, None)
