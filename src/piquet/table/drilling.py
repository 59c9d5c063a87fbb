"""Exercises in the page: what is shown before an answer, a hint, and what is said of an answer.

Nothing is kept of who answers what: an exercise follows from its kind, seed, number and rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet import kernel
from piquet.actions import Action
from piquet.base import Illegal, Unreadable
from piquet.cards import Card, CardSet
from piquet.dealing import fresh_seed
from piquet.lessons import drills
from piquet.lessons.drills import Chances, Counting, Exercise, Marked, Throwing, Which
from piquet.lessons.drills.chances import typed
from piquet.lessons.drills.endings import Ending, Played
from piquet.lessons.drills.hands import Counted
from piquet.lessons.drills.odds import TABLE
from piquet.lessons.drills.showing import shown
from piquet.oracle.advice import Advice
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.table.levels import DEFAULT_LEVEL
from piquet.table.protocol import Cards, Message
from piquet.table.rooms import Rooms
from piquet.table.service import Service
from piquet.table.web import Gate, body, told
from piquet.table.workers import Question, bare, oracle_missing
from piquet.texts import text
from piquet.view import Trick

__all__ = [
    "DrillAnswered",
    "DrillAsked",
    "DrillTold",
    "EndingTold",
    "HintTold",
    "KindTold",
    "KindsTold",
    "MarkedTold",
    "MoveTold",
    "OddsRow",
    "OddsTold",
    "PileTold",
    "StepTold",
    "TrickOf",
    "routes",
]

T = TypeVar("T")

_SEED = 6  # letters and digits of a seed that is drawn
_KEPT = 64  # exercises that need not be found anew for the answer

Who = Literal["elder", "younger", "nobody"]
Points = Annotated[int, Meta(ge=0, le=999)]


class DrillAsked(Message):
    """``POST /api/drills/exercise`` and ``/hint``: which exercise, by which rules."""

    kind: Annotated[str, Meta(max_length=20)]
    seed: Annotated[str, Meta(max_length=200)]
    number: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    rules: Annotated[str, Meta(max_length=3000)] = DEFAULT_PROFILE


class DrillAnswered(DrillAsked):
    """``POST /api/drills/answer``: an answer, of which each kind has its own part.

    Counting: ``point``, ``sequences``, ``sets``, ``elder`` and ``younger``.  Chances: ``offer``
    (the number of an offer from 0) or ``percent`` as it was typed.  What to throw: ``cards``.
    Endings: ``cards``, all of one's own so far in order.  ``given_up`` asks for the solution
    without an answer.
    """

    point: Who | None = None
    sequences: Who | None = None
    sets: Who | None = None
    elder: Points | None = None
    younger: Points | None = None
    offer: Annotated[int, Meta(ge=0, le=20)] | None = None
    percent: Annotated[str, Meta(max_length=100)] | None = None
    cards: Cards | None = None
    given_up: bool = False


class PileTold(Message):
    """Cards that lie open: whose (elder, younger or you), what they are, and which."""

    whose: str
    title: str
    cards: list[str]


class TrickOf(Message):
    """A trick that is over: who led and who won it, by seats."""

    leader: str
    lead: str
    follow: str
    winner: str


class DrillTold(Message):
    """An exercise as it is shown; nothing of it tells the answer.

    ``offers`` are answers to choose from; where a chance is asked for and there are none, it is
    typed.  ``fewest`` to ``most`` cards may be thrown.  ``led`` is the card to be followed,
    ``playable`` those that may be played, ``won`` the tricks of elder and younger.
    """

    kind: str
    seed: str
    number: int
    rules: str
    link: str
    title: str
    seat: Literal["elder", "younger"]
    question: list[str]
    piles: list[PileTold]
    offers: list[str]
    fewest: int
    most: int
    led: str
    playable: list[str]
    won: list[int]
    tricks: list[TrickOf]


class HintTold(Message):
    """What helps without giving the answer away."""

    words: str


class StepTold(Message):
    """A step of a solution: what it says, of which cards, and both sums after it (or none)."""

    words: str
    cards: list[str]
    sums: list[int]


class MoveTold(Message):
    """A card of an ending: whose it was, and for one's own what it lost, in points and words."""

    seat: str
    card: str
    loss: int
    words: str


class EndingTold(Message):
    """How far an ending has been played, by one's own cards and the other side's best ones."""

    moves: list[MoveTold]
    tricks: list[TrickOf]
    elder: list[str]
    younger: list[str]
    led: str
    playable: list[str]
    won: list[int]
    over: bool
    loss: int


class MarkedTold(Message):
    """What is said of an answer, and the solution; ``wrong`` names the parts that are not right."""

    right: bool
    said: list[str]
    wrong: list[str]
    steps: list[StepTold]
    ending: EndingTold | None


class KindTold(Message):
    """A kind of exercise, and why it cannot be had now, if so."""

    name: str
    title: str
    words: str
    ready: bool
    why: str


class KindsTold(Message):
    """``GET /api/drills``: the kinds, and a fresh seed."""

    kinds: list[KindTold]
    seed: str
    last: int
    longest: int


class OddsRow(Message):
    """A row of the table of chances, in words; ``wrong`` tells that a book errs."""

    drawer: str
    event: str
    exact: str
    books: str
    wrong: bool


class OddsTold(Message):
    """``GET /api/drills/odds``: the table of chances beside what the old books print."""

    title: str
    words: str
    columns: list[str]
    rows: list[OddsRow]


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return what the page of the exercises can ask for."""
    turn = asyncio.Lock()  # an exercise takes a processor for a moment: one after the other
    kept = lru_cache(maxsize=_KEPT)(drills.drill)

    async def apart(work: Callable[[], T]) -> T:
        async with turn:
            return await asyncio.to_thread(work)

    async def found(asked: DrillAsked) -> Exercise:
        which = Which(asked.kind, asked.seed, asked.number, Rules.parse(asked.rules))
        why = _bars(service, which.kind)
        if why:
            raise Illegal("drill_core", why=why)
        try:
            return await apart(lambda: kept(which))
        except kernel.CoreMissing as error:
            raise Illegal("drill_core", why=error) from None

    async def kinds(request: Request) -> Response:
        return told(_kinds(service))

    async def odds(request: Request) -> Response:
        return told(_odds())

    async def exercise(request: Request) -> Response:
        return told(_exercise(await found(await body(request, DrillAsked))))

    async def hint(request: Request) -> Response:
        one = await found(await body(request, DrillAsked))
        if isinstance(one, Throwing):
            return told(HintTold(one.hint_of(await _advice(service, one, None))))
        return told(HintTold(await apart(one.hint)))

    async def answer(request: Request) -> Response:
        asked = await body(request, DrillAnswered)
        one = await found(asked)
        if isinstance(one, Throwing):
            cards = None if asked.given_up else _cards(asked)
            action = None if cards is None else one.action(cards)
            advice = await _advice(service, one, action)
            marked = one.told(advice) if cards is None else one.mark(cards, advice)
            return told(_marked(marked))
        return told(await apart(lambda: _answered(one, asked)))

    return [
        Route("/api/drills", closed(kinds)),
        Route("/api/drills/odds", closed(odds)),
        Route("/api/drills/exercise", closed(exercise), methods=["POST"]),
        Route("/api/drills/hint", closed(hint), methods=["POST"]),
        Route("/api/drills/answer", closed(answer), methods=["POST"]),
    ]


# --- which kinds there are ------------------------------------------------------------------------


def _bars(service: Service, kind: str) -> str:
    """Return why a kind cannot be had now, nothing where it can."""
    if kind not in drills.NEED_CORE or service.solved.core.state == "ready":
        return ""
    missing = kernel.why_not()
    return missing if oracle_missing() and missing else service.solved.core.words


def _kinds(service: Service) -> KindsTold:
    made = []
    for kind in drills.KINDS:
        why = _bars(service, kind)
        made.append(
            KindTold(kind, text(f"drills.kind.{kind}"), text(f"drills.about.{kind}"), not why, why)
        )
    return KindsTold(made, fresh_seed().hex()[:_SEED], drills.LAST, drills.LONGEST)


def _odds() -> OddsTold:
    columns = ("drawer", "event", "exact", "books")
    return OddsTold(
        text("drills.odds.title"),
        text("drills.odds.about_table"),
        [text(f"drills.odds.column.{column}") for column in columns],
        [OddsRow(*row.words(), row.wrong) for row in TABLE],
    )


# --- what is shown and said -----------------------------------------------------------------------


def _exercise(one: Exercise) -> DrillTold:
    which, seen = one.which, shown(one)
    playable = one.start.playable if isinstance(one, Ending) else CardSet()
    return DrillTold(
        kind=which.kind,
        seed=which.seed,
        number=which.number,
        rules=str(which.rules),
        link=seen.link,
        title=seen.title,
        seat=_seat(one),
        question=list(seen.question),
        piles=[PileTold(pile.whose, pile.title, _names(pile.cards)) for pile in seen.piles],
        offers=list(seen.offers),
        fewest=seen.fewest,
        most=seen.most,
        led=seen.led,
        playable=_names(playable),
        won=list(seen.won),
        tricks=[_trick(trick) for trick in seen.tricks],
    )


def _seat(one: Exercise) -> Literal["elder", "younger"]:
    return "younger" if one.seat else "elder"


def _names(cards: CardSet) -> list[str]:
    return [str(card) for card in cards]


def _trick(trick: Trick) -> TrickOf:
    return TrickOf(str(trick.leader), str(trick.lead), str(trick.follow), str(trick.winner))


def _answered(one: Exercise, asked: DrillAnswered) -> MarkedTold:
    """Return what is said of an answer to anything but what to throw."""
    if asked.given_up:
        return _marked(one.given_up())
    if isinstance(one, Counting):
        return _marked(one.mark(_counted(asked)))
    if isinstance(one, Chances):
        return _marked(one.mark(_chance(one, asked)))
    assert isinstance(one, Ending)
    cards = [Card.parse(card) for card in asked.cards or ()]
    return _marked(one.mark(cards), one.play(cards))


def _counted(asked: DrillAnswered) -> Counted:
    point, sequences, sets = asked.point, asked.sequences, asked.sets
    if point is None or sequences is None or sets is None:
        raise Unreadable("drill_who")
    if asked.elder is None or asked.younger is None:
        raise Unreadable("drill_points", most=999)
    return Counted(point, sequences, sets, asked.elder, asked.younger)


def _chance(one: Chances, asked: DrillAnswered) -> int | Fraction:
    if one.offers:
        return -1 if asked.offer is None else asked.offer
    return typed(asked.percent or "")


def _cards(asked: DrillAnswered) -> CardSet:
    """Return the cards of an answer.  Raises Unreadable for a card named twice."""
    return CardSet.parse(" ".join(asked.cards or ()))


def _marked(marked: Marked, played: Played | None = None) -> MarkedTold:
    return MarkedTold(
        right=marked.right,
        said=list(marked.said),
        wrong=list(marked.wrong),
        steps=[
            StepTold(step.words, _names(step.cards), list(step.sums or ())) for step in marked.steps
        ],
        ending=None if played is None else _ending(played),
    )


def _ending(played: Played) -> EndingTold:
    now = played.now
    return EndingTold(
        moves=[
            MoveTold(str(move.seat), str(move.card), move.loss, move.words) for move in played.moves
        ],
        tricks=[_trick(trick) for trick in played.tricks],
        elder=_names(now.hands[0]),
        younger=_names(now.hands[1]),
        led="" if now.led is None else str(now.led),
        playable=[] if played.over else _names(now.playable),
        won=list(now.won),
        over=played.over,
        loss=played.loss,
    )


async def _advice(service: Service, one: Throwing, action: Action | None) -> Advice:
    """Return what the Oracle says at last, asked in its own process."""
    question = Question(bare(one.view), "exact", "points", action, DEFAULT_LEVEL)
    best: Any = None
    try:
        async for advice, _ in service.thinkers.ask(question):
            best = advice
    except TimeoutError:
        raise Illegal("oracle_late") from None
    except RuntimeError as error:
        raise Illegal("oracle_failed", why=error) from None
    assert isinstance(best, Advice)
    return best
