"""A review as the page gets it: what each decision cost, the luck, the charts, by one person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from piquet.actions import Action
from piquet.base import Person
from piquet.record import Record
from piquet.review.model import Account, Choice, Decision, Review, Terms
from piquet.table.advising import phrase
from piquet.table.lookback import Look, Played
from piquet.table.offers import choices
from piquet.table.protocol import Message
from piquet.table.sheets import settlement
from piquet.table.told import Who
from piquet.texts import text
from piquet.view import View

__all__ = [
    "AccountTold",
    "AnswerTold",
    "ChanceTold",
    "ChoiceTold",
    "DealLook",
    "PointTold",
    "ReviewTold",
    "RowTold",
    "SightTold",
    "SumTold",
    "TallyTold",
    "TermsTold",
    "answer",
    "decided",
    "looked",
    "summed",
]

Side = Literal["first", "second"]


class DealLook(Message):
    """A deal of the record: who was elder, what both made, both totals after it.

    ``ready`` tells that it can be gone through: it is over and written down card by card.
    """

    number: int
    elder: Who
    you: int
    they: int
    you_total: int
    they_total: int
    steps: int
    ready: bool


class RowTold(Message):
    """A decision in the list: where it stands, whose it is, what was done, what that lost.

    ``grade`` is doubtful, bad, very_bad or ""; ``best`` tells that nothing was better, ``tied``
    that it may well be as good as the best.
    """

    deal: int
    step: int
    who: Who
    kind: str
    words: str
    points: float
    partie: float | None
    grade: str
    best: bool
    tied: bool


class TallyTold(Message):
    """Decisions of one side, of a kind ("": of all): how many, how many a grade, what they lost."""

    who: Who
    kind: str
    decisions: int
    grades: list[int]
    points: float
    partie: float | None


class TermsTold(Message):
    """How a result came about; see :class:`piquet.review.Terms`."""

    start: float
    deal: float
    draw: float
    opponent: float
    lost: float
    given: float
    unread: float
    result: float


class AccountTold(Message):
    """Luck and skill of the person who looks: over all deals (``deal`` 0) or in one."""

    deal: int
    points: TermsTold
    partie: TermsTold | None


class PointTold(Message):
    """A point of the chart: what the deal and the partie were worth at a step."""

    deal: int
    step: int
    points: float
    partie: float | None


class SumTold(Message):
    """Everything that was counted, as one side reads it.

    ``scores`` are both scores after each deal, the first pair before any; ``line`` is the rubicon
    or the target (0: none).  ``unit`` is points, games or matches.
    """

    unit: str
    line: int
    rows: list[RowTold]
    worst: list[RowTold]
    tallies: list[TallyTold]
    accounts: list[AccountTold]
    course: list[PointTold]
    scores: list[list[int]]
    grades: list[str]
    notes: list[str]


class ReviewTold(Message):
    """A record to look back on.

    ``state`` is counting, done or failed; ``done`` of ``total`` while it is counted, ``words`` say
    it.  ``mine`` is the side of the person who looks, "" for a record of others; ``side`` the one
    that is looked from, ``both`` whether the other side's decisions are there as well.
    """

    name: str
    state: Literal["counting", "done", "failed"]
    done: int
    total: int
    words: str
    title: str
    rules: str
    names: list[str]
    mine: Literal["first", "second", ""]
    side: Side
    both: bool
    settled: list[str]
    deals: list[DealLook]
    sum: SumTold | None


class ChoiceTold(Message):
    """One thing that could be done; ``done`` was done, ``best`` is best."""

    action: int
    words: str
    cards: list[str]
    points: float
    partie: float | None
    margin: float
    wins: float
    tied: bool
    done: bool
    best: bool


class ChanceTold(Message):
    """Where a card that was not seen may lie (0 to 1)."""

    card: str
    hand: float
    discards: float
    talon: float


class SightTold(Message):
    """What each card that could be played would bring with all cards seen; which are best."""

    cards: list[str]
    points: list[float]
    best: list[str]
    loss: float


class AnswerTold(Message):
    """One decision in full.

    ``number`` counts all actions of the record before it, as ``piquet oracle FILE --step`` does.
    ``compared`` is how many options were compared; ``worlds`` how many hands were still possible,
    ``listed`` that they are all there are, ``fits`` False where nothing fits what was said.
    """

    deal: int
    step: int
    number: int
    who: Who
    kind: str
    points: float
    partie: float | None
    grade: str
    tied: bool
    options: list[ChoiceTold]
    compared: int
    reasons: list[str]
    notes: list[str]
    worlds: int
    listed: bool
    fits: bool
    chances: list[ChanceTold]
    sight: SightTold | None


# --- the record -----------------------------------------------------------------------------------


def _title(record: Record) -> str:
    return record.header("Event")


def looked(name: str, look: Look, side: Person, *, both: bool) -> ReviewTold:
    """Return a record before anything is counted in it."""
    names = [look.name(person) for person in Person]
    partie = look.record.partie
    settled = settlement(partie, names, look.me)
    return ReviewTold(
        name=name,
        state="counting",
        done=0,
        total=0,
        words="",
        title=_title(look.record),
        rules=str(look.record.rules),
        names=[said[:1].upper() + said[1:] for said in names],
        mine="" if look.me is None else _side(look.me),
        side=_side(side),
        both=both,
        settled=[said[:1].upper() + said[1:] for said in settled],
        deals=_deals(look, side),
        sum=None,
    )


def _side(person: Person) -> Side:
    return "first" if person is Person.FIRST else "second"


def _deals(look: Look, side: Person) -> list[DealLook]:
    ready = {deal.number: deal for deal in look.deals}
    told = []
    for number, done in enumerate(look.record.partie.finished, 1):
        deal = ready.get(number)
        totals = (0, 0) if deal is None else deal.steps[-1].partie.scores
        told.append(
            DealLook(
                number=number,
                elder="they" if done.dealer is side else "you",
                you=done.points[side],
                they=done.points[side.other],
                you_total=totals[side],
                they_total=totals[side.other],
                steps=0 if deal is None else len(deal.steps) - 1,
                ready=deal is not None,
            )
        )
    return told


# --- what was counted -----------------------------------------------------------------------------


def summed(look: Look, review: Review, side: Person, *, both: bool) -> SumTold:
    """Return all that was counted, seen by one side; the other's decisions only with ``both``."""
    shown = tuple(Person) if both else (side,)
    rules = look.record.rules
    line = rules.target if rules.game_end == "target" else 0
    if rules.settlement == "rubicon":
        line = rules.rubicon_at
    first = {deal.deal: deal.first_step for deal in review.deals}
    worst = [decision for person in shown for decision in review.worst[person]]
    accounts = [] if review.accounts is None else [_account(0, review.accounts[side])]
    accounts += [_account(deal.deal, deal.accounts[side]) for deal in review.deals if deal.accounts]
    return SumTold(
        unit=review.unit,
        line=line,
        rows=[_row(look, one, first, side) for one in review.decisions if one.person in shown],
        worst=[_row(look, one, first, side) for one in worst],
        tallies=[
            TallyTold(
                who=_who(tally.person, side),
                kind=tally.kind or "",
                decisions=tally.decisions,
                grades=list(tally.grades),
                points=tally.lost.points,
                partie=tally.lost.partie,
            )
            for tally in review.tallies
            if tally.person in shown
        ],
        accounts=accounts,
        course=[
            PointTold(deal.deal, one.step - deal.first_step, one.worth.points, one.worth.partie)
            for deal in review.deals
            for one in deal.course
            if one.person is side
        ],
        scores=[[pair[side], pair[side.other]] for pair in review.scores],
        grades=_grades(review),
        notes=list(review.notes),
    )


def _grades(review: Review) -> list[str]:
    """Return from what loss on each grade is given, in sentences."""
    from piquet.review.grading import BAD, DOUBTFUL, VERY_BAD  # needs NumPy

    steps = {"doubtful": DOUBTFUL, "bad": BAD, "very_bad": VERY_BAD}
    said = [text("look.grades", **{name: f"{least:g}" for name, least in steps.items()})]
    if review.unit == "points":
        worth = {name: f"{least * review.price:.1f}" for name, least in steps.items()}
        said.append(text("look.grades_partie", **worth))
    return said


def _who(person: Person, side: Person) -> Who:
    return "you" if person is side else "they"


def _account(deal: int, account: Account) -> AccountTold:
    partie = account.partie
    return AccountTold(deal, _terms(account.points), None if partie is None else _terms(partie))


def _terms(terms: Terms) -> TermsTold:
    return TermsTold(**terms._asdict())


def _moment(look: Look, decision: Decision, first: int) -> tuple[Played, int, View]:
    deal = look.deal(decision.deal)
    step = decision.step - first
    return deal, step, deal.position(step).view(decision.seat)


def _row(look: Look, decision: Decision, first: Mapping[int, int], side: Person) -> RowTold:
    _, step, view = _moment(look, decision, first[decision.deal])
    return RowTold(
        deal=decision.deal,
        step=step,
        who=_who(decision.person, side),
        kind=decision.kind,
        words=_phrases(view, [decision.done.action])[0],
        points=decision.loss.points,
        partie=decision.loss.partie,
        grade=decision.grade or "",
        best=decision.done.action == decision.best.action,
        tied=decision.tied,
    )


def _phrases(view: View, actions: Iterable[Action]) -> list[str]:
    buttons = {choice.action: choice.words for choice in choices(view)}
    said = [phrase(action, view, buttons) for action in actions]
    return [words[:1].upper() + words[1:] for words in said]


def decided(review: Review, number: int, step: int) -> Decision | None:
    """Return the decision at a step of a deal, None where nothing was to be decided."""
    for deal in review.deals:
        if deal.deal == number:
            for decision in deal.decisions:
                if decision.step - deal.first_step == step:
                    return decision
    return None


def answer(look: Look, review: Review, number: int, step: int, side: Person) -> AnswerTold | None:
    """Return one decision in full, None where nothing was to be decided."""
    decision = decided(review, number, step)
    first = {deal.deal: deal.first_step for deal in review.deals}
    return None if decision is None else _answer(look, decision, first[number], side)


def _answer(look: Look, decision: Decision, first: int, side: Person) -> AnswerTold:
    _, step, view = _moment(look, decision, first)
    words = _phrases(view, [option.action for option in decision.options])
    believed, sight = decision.believed, decision.sight
    return AnswerTold(
        deal=decision.deal,
        step=step,
        number=decision.step,
        who=_who(decision.person, side),
        kind=decision.kind,
        points=decision.loss.points,
        partie=decision.loss.partie,
        grade=decision.grade or "",
        tied=decision.tied,
        options=[
            _choice(option, said, decision)
            for option, said in zip(decision.options, words, strict=True)
        ],
        compared=decision.compared,
        reasons=list(decision.reasons),
        notes=list(decision.notes),
        worlds=believed.worlds,
        listed=believed.listed,
        fits=believed.fits,
        chances=[
            ChanceTold(str(one.card), one.hand, one.discards, one.talon) for one in believed.chances
        ],
        sight=None
        if sight is None
        else SightTold(
            cards=[str(one.card) for one in sight.cards],
            points=[one.points for one in sight.cards],
            best=[str(card) for card in sight.best],
            loss=sight.loss,
        ),
    )


def _choice(option: Choice, words: str, decision: Decision) -> ChoiceTold:
    return ChoiceTold(
        action=int(option.action),
        words=words,
        cards=[str(card) for card in option.action.cards],
        points=option.worth.points,
        partie=option.worth.partie,
        margin=option.margin,
        wins=option.wins,
        tied=option.tied,
        done=option.action == decision.done.action,
        best=option.action == decision.best.action,
    )
