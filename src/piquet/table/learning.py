"""Lessons in the page: the table as it lies at each stop, and what is answered to a move there.

A stop is told as a table is: by what its learner may know.  Both hands come with the last stops
alone, when the deal is over.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet import lessons
from piquet.actions import Action
from piquet.base import Person, Unreadable
from piquet.lessons import Lesson, Stop, answer
from piquet.oracle.advice import Advice
from piquet.record import write
from piquet.table.answers import Begun
from piquet.table.entries import Begun as Beginning
from piquet.table.guard import Rate
from piquet.table.ledger import Ledger
from piquet.table.levels import DEFAULT_LEVEL
from piquet.table.protocol import Message, Name, NewPartie, Taken, Words
from piquet.table.replies import opened
from piquet.table.rooms import Rooms
from piquet.table.scene import Around, scene
from piquet.table.service import HOLDER, Service
from piquet.table.told import Opened, Table
from piquet.table.web import Gate, body, peer, told
from piquet.table.workers import Question, bare, oracle_missing
from piquet.texts import text
from piquet.view import View

__all__ = [
    "ChapterTold",
    "Judged",
    "LessonTold",
    "LessonsTold",
    "StopTold",
    "Tried",
    "routes",
    "stop_told",
]

_PATIENCE = 4.0  # seconds that a learner waits for the Oracle; after them the rules alone answer


class LessonTold(Message):
    """A lesson in the list: how many stops it has, and the seat that its learner sits in."""

    name: str
    title: str
    about: str
    seat: Literal["elder", "younger"]
    stops: int


class LessonsTold(Message):
    """``GET /api/lessons``: the lessons in the order in which they are learnt."""

    lessons: list[LessonTold]


class ChapterTold(Message):
    """A part of the deal, and the number of its first stop."""

    name: Literal["exchange", "declaring", "play", "over"]
    first: int


class StopTold(Message):
    """``GET /api/lessons/LESSON/STEP``: a stop by its number or name, and the table as it lies.

    ``text`` are paragraphs, cards in them written as at the table.  ``decides`` tells that the
    learner may do something here; ``open`` that the deal can be taken over.  ``opened`` are both
    hands, once the deal is over.  ``follows`` is the lesson after this one, or "".
    """

    lesson: str
    title: str
    number: int
    of: int
    heading: str
    text: list[str]
    chapter: str
    chapters: list[ChapterTold]
    decides: bool
    open: bool
    table: Table
    opened: Opened | None
    follows: str


class Tried(Message):
    """``POST /api/lessons/LESSON/STEP``: what the learner does, as at a table."""

    action: Annotated[int, Meta(ge=0, le=1 << 40)] | Words


class Judged(Message):
    """The answer to it: right, also (as good, but the lesson goes on otherwise), weak or illegal.

    ``words`` may be empty for what is simply right.  ``source`` is who says so: lesson, oracle,
    rule or engine.
    """

    verdict: Literal["right", "also", "weak", "illegal"]
    words: str
    source: Literal["lesson", "oracle", "rule", "engine"]


class TakenOver(Message):
    """``POST /api/lessons/LESSON/STEP/partie``: play on from here; ``id`` as for a new partie."""

    id: Name
    level: Name = DEFAULT_LEVEL


def stop_told(service: Service, lesson: Lesson, stop: Stop) -> StopTold:
    """Return a stop as its learner is told of it."""
    ledger, me = _ledger(lesson, stop), Person.FIRST
    around = Around("", service.settings, jump=stop.carried == 0 and stop.number > 1)
    table = scene(ledger, me, around)
    deal = replace(table.deal, title=lesson.title, known=False)
    position = lesson.position(stop)
    return StopTold(
        lesson=lesson.name,
        title=lesson.title,
        number=stop.number,
        of=len(lesson.stops),
        heading=stop.title,
        text=list(stop.text),
        chapter=stop.chapter,
        chapters=_chapters(lesson),
        decides=stop.expected is not None and position.to_move is lesson.seat,
        open=position.to_move is not None,
        table=replace(table, deal=deal, may_claim=False, next="", may_open=False),
        opened=opened(ledger, me, 1) if ledger.resting else None,
        follows=_after(lesson),
    )


def _ledger(lesson: Lesson, stop: Stop) -> Ledger:
    """Return a table at which the deal of a lesson has come to a stop."""
    begun = Beginning(
        str(lesson.rules),
        DEFAULT_LEVEL,
        (HOLDER, "computer"),
        source="record",
        deal=1,
        moves=len(stop.moves),
    )
    record = lesson.record(stop)
    return Ledger(begun, (record,), stop.number, level=DEFAULT_LEVEL, next_level=DEFAULT_LEVEL)


def _chapters(lesson: Lesson) -> list[ChapterTold]:
    firsts: dict[str, int] = {}
    for stop in lesson.stops:
        firsts.setdefault(stop.chapter, stop.number)
    return [ChapterTold(name, first) for name, first in firsts.items()]  # type: ignore[arg-type]


def _after(lesson: Lesson) -> str:
    names = lessons.names()
    return next(iter(names[names.index(lesson.name) + 1 :]), "")


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return what the page on which one learns can ask for."""
    beginning = Rate(30, 60.0)

    async def listed(request: Request) -> Response:
        return told(await asyncio.to_thread(_listed))

    async def shown(request: Request) -> Response:
        def find() -> StopTold:
            return stop_told(service, *_at(request))

        return told(await asyncio.to_thread(find))

    async def tried(request: Request) -> Response:
        asked = await body(request, Tried)
        lesson, stop = await asyncio.to_thread(_at, request)
        action = _action(asked)
        loop = asyncio.get_running_loop()

        def advise(view: View, action: Action) -> Advice | None:
            asking = asyncio.run_coroutine_threadsafe(_advice(service, view, action), loop)
            return asking.result()

        said = await asyncio.to_thread(answer, lesson, stop, action, advise)
        plain = said.words == text("lessons.answer.right")  # the page has praise of its own
        return told(Judged(said.verdict, "" if plain else said.words, said.source))

    async def taken(request: Request) -> Response:
        asked = await body(request, TakenOver)
        if not beginning.take(peer(request)):
            raise Unreadable("too_often")
        lesson, stop = await asyncio.to_thread(_at, request)
        moment = Taken(write(lesson.record(stop)), 1, len(stop.moves), _seat(lesson))
        partie = NewPartie(asked.id, asked.level, str(lesson.rules), taken=moment)
        return told(Begun(await rooms.begin(HOLDER, partie)), 201)

    at = "/api/lessons/{lesson}/{step}"
    return [
        Route("/api/lessons", closed(listed)),
        Route(at, closed(shown)),
        Route(at, closed(tried), methods=["POST"]),
        Route(f"{at}/partie", closed(taken), methods=["POST"]),
    ]


def _listed() -> LessonsTold:
    found = [lessons.load(name) for name in lessons.names()]
    return LessonsTold(
        [LessonTold(one.name, one.title, one.about, _seat(one), len(one.stops)) for one in found]
    )


def _seat(lesson: Lesson) -> Literal["elder", "younger"]:
    return "younger" if lesson.seat else "elder"


def _at(request: Request) -> tuple[Lesson, Stop]:
    """Return the lesson and the stop of an address; a number beyond the last is the last.

    Raises Unreadable (``lesson_name``, ``lesson_step``).
    """
    lesson = lessons.load(request.path_params["lesson"])
    step = request.path_params["step"]
    if step.isascii() and step.isdecimal() and len(step) < 10:
        step = str(min(max(int(step), 1), len(lesson.stops)))
    return lesson, lesson.stop(step)


def _action(asked: Tried) -> Action:
    return (
        Action.parse(asked.action)
        if isinstance(asked.action, str)
        else Action.from_int(asked.action)
    )


async def _advice(service: Service, view: View, action: Action) -> Advice | None:
    """Return what the Oracle says of an action, the best it has when nobody waits any longer."""
    if oracle_missing() or service.solved.core.state != "ready":
        return None
    question = Question(bare(view), "exact", "points", action, DEFAULT_LEVEL)
    best: Advice | None = None
    try:
        async with asyncio.timeout(_PATIENCE):
            async for advice, _ in service.thinkers.ask(question):
                best = advice
    except (TimeoutError, RuntimeError):
        pass  # the best so far, or what the rules say
    return best
