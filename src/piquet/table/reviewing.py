"""Looking back by HTTP: records and own parties, step by step, and what is counted in them."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.actions import Action
from piquet.base import Illegal, Person, PiquetError, Unreadable
from piquet.oracle.advice import Advice
from piquet.record import read
from piquet.review.model import Choice, Decision, Review, Worth
from piquet.table.errands import errand
from piquet.table.levels import DEFAULT_LEVEL
from piquet.table.lookback import Look, key_of
from piquet.table.naming import Writing, refusal
from piquet.table.protocol import Message, Words
from piquet.table.reviewed import (
    AnswerTold,
    ReviewTold,
    SumTold,
    answer,
    decided,
    looked,
    summed,
)
from piquet.table.rooms import Rooms
from piquet.table.service import HOLDER, Service
from piquet.table.web import RECORD, Gate, body, told
from piquet.table.workers import Question, bare, oracle_missing
from piquet.texts import text

__all__ = ["Looking", "ReviewAsked", "TriedTold", "Try", "counting", "routes"]

Verdict = Literal["best", "tied", "better", "same", "worse"]

_SAME = 0.05  # what is no difference
_MOST = 16  # records that are kept ready
_TAKEN = "record-"  # before the names of records that somebody gave


class ReviewAsked(Message):
    """``POST /api/review``: a record to look back on; answered by its name."""

    record: Annotated[str, Meta(max_length=120_000)]


class ReviewNamed(Message):
    """The name of a record: it is looked back on at ``/api/review/NAME``."""

    name: str


class Try(Message):
    """``POST .../try``: what a person would have done instead, an integer or a text."""

    side: Literal["first", "second"]
    action: Annotated[int, Meta(ge=0, le=1 << 40)] | Words


class TriedTold(Message):
    """How good it would have been.

    ``verdict`` is best, tied (as good as the best), better (than what was done), same or worse;
    ``points`` and ``partie`` are what it loses against the best.
    """

    verdict: Verdict
    points: float
    partie: float | None


class Reckoned(Message):
    """What there is to a step: nothing to decide (None), or the answer."""

    answer: AnswerTold | None


def counting(tell: Callable[[tuple[int, int]], None], written: str) -> Review:
    """Return the review of a record; ``tell`` how many decisions are weighed, and of how many."""
    from piquet.review.reviewing import review

    return review(read(written), progress=lambda done, total: tell((done, total)))


@dataclass
class _Job:
    """The review of one record: how far it is, what came out, or what went wrong."""

    look: Look
    done: int = 0
    total: int = 0
    review: Review | None = None
    failed: str = ""
    begun: bool = False
    version: int = -1
    sums: dict[tuple[Person, bool], SumTold] = field(default_factory=dict)


class Looking:
    """The records that are looked back on, the latest last; one is counted at a time."""

    def __init__(self, service: Service, rooms: Rooms) -> None:
        self.service = service
        self.rooms = rooms
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    def take(self, look: Look) -> str:
        """Keep a record ready and return its name."""
        name = _TAKEN + key_of(look.written)
        self._keep(name, self._jobs.get(name) or _Job(look))
        return name

    async def find(self, name: str) -> _Job:
        """Return what is known of a record by its name, or of an own partie.

        Raises Unreadable (``look_unknown``, ``no_partie``), Illegal (``not_with_friends``: what a
        friend has thrown or sunk is told when the partie is over), Lost.
        """
        if name.startswith(_TAKEN):
            job = self._jobs.get(name)
            if job is None:
                raise Unreadable("look_unknown")
            self._jobs.move_to_end(name)
            return job
        ledger = (await self.rooms.find(name, HOLDER)).ledger
        if ledger.friendly and not ledger.over:
            raise Illegal("not_with_friends")
        job = self._jobs.get(name)
        if job is None or job.version != ledger.version:
            look = Look(
                ledger.finished(),
                ledger.person(HOLDER),
                playing=ledger.partie.position is not None,
            )
            await asyncio.to_thread(lambda: look.written)
            if job is None or job.look.written != look.written:
                job = _Job(look)
            job.look, job.version = look, ledger.version
            self._keep(name, job)
        return job

    def _keep(self, name: str, job: _Job) -> None:
        self._jobs[name] = job
        self._jobs.move_to_end(name)
        while len(self._jobs) > _MOST:
            self._jobs.popitem(last=False)

    def begin(self, job: _Job) -> None:
        """Have a record counted, unless it is being or has been."""
        core = self.service.solved.core.state
        if job.review is None and (oracle_missing() or core in ("missing", "failed")):
            job.failed = text("look.no_core")
        elif not job.begun:
            job.begun, job.failed = True, ""
            self.service.later(self._count(job))

    async def _count(self, job: _Job) -> None:
        try:
            async with self._turn, aclosing(errand(counting, job.look.written)) as coming:
                async for said in coming:
                    if isinstance(said, tuple):
                        job.done, job.total = said
                    else:
                        job.review = said
        except PiquetError as error:
            job.failed = refusal(error, Writing())
        except RuntimeError as error:
            job.failed = text("errors.look_failed", why=error)
        finally:
            if job.review is None and not job.failed:
                job.begun = False

    # --- answers ----------------------------------------------------------------------------------

    async def overview(self, name: str, side: Person | None, *, both: bool) -> ReviewTold:
        """Return a record to look back on, with all that has been counted.

        Raises as :meth:`find` does, and Illegal (``look_none``) where no deal is over.
        """
        job = await self.find(name)
        look = job.look
        if not look.deals:
            raise Illegal("look_none")
        self.begin(job)
        who = side if side is not None else look.me or Person.FIRST
        seen = await asyncio.to_thread(looked, name, look, who, both=both)
        seen.done, seen.total, seen.words = job.done, job.total, job.failed
        if job.failed:
            seen.state = "failed"
        elif job.review is not None:
            seen.state = "done"
            if (who, both) not in job.sums:
                job.sums[who, both] = await asyncio.to_thread(
                    summed, look, job.review, who, both=both
                )
            seen.sum = job.sums[who, both]
        elif self.service.solved.core.state == "building":
            seen.words = self.service.solved.core.words  # it waits for the solved table
        return seen

    async def reckoned(
        self, name: str, deal: int, step: int, side: Person, *, both: bool
    ) -> AnswerTold | None:
        """Return the answer to one decision; None where there was none, or not for this side.

        Raises as :meth:`find` and :meth:`Look.deal` do, and Illegal (``look_counting``) while it
        is still counted.
        """
        job = await self.find(name)
        played = job.look.deal(deal)
        if job.review is None:
            raise Illegal("look_counting")
        if not 0 <= step < len(played.steps) - 1:
            return None
        if not both and played.position(step).to_move is not played.seat(side):
            return None
        return await asyncio.to_thread(answer, job.look, job.review, deal, step, side)

    async def tried(self, name: str, deal: int, step: int, asked: Try) -> TriedTold:
        """Return how good something else would have been.

        Raises as :meth:`reckoned` does, Illegal (``look_no_choice``) where nothing was to be
        decided, and what the engine refuses.
        """
        side = _side(asked.side)
        action = _action(asked.action)
        job = await self.find(name)
        played = job.look.deal(deal)
        if job.review is None:
            raise Illegal("look_counting")
        decision = decided(job.review, deal, step)
        if decision is None or decision.person is not side:
            raise Illegal("look_no_choice")
        position = played.position(step)
        if action not in position.legal_actions:
            position.after(action)  # which says why not
        for option in decision.options:
            if option.action == action:
                return _verdict(option, decision)
        view = bare(position.view(decision.seat))
        question = Question(view, "exact", "partie", action, DEFAULT_LEVEL)
        found = None
        try:
            async for advice, _ in self.service.thinkers.ask(question):
                found = advice
        except (RuntimeError, TimeoutError) as error:
            raise Unreadable("look_failed", why=error) from None
        return _weighed(action, found, decision)


def _action(written: int | str) -> Action:
    return Action.parse(written) if isinstance(written, str) else Action.from_int(written)


def _ranking(worth: Worth) -> float:
    return worth.points if worth.partie is None else worth.partie


def _verdict(option: Choice, decision: Decision) -> TriedTold:
    """Return how good an option is that the review has compared."""
    best, done = decision.best, decision.done
    behind = best.worth.less(option.worth)
    gain = _ranking(option.worth) - _ranking(done.worth)
    verdict: Verdict = "better" if gain > _SAME else "worse"
    if option.action == best.action:
        verdict = "best"
    elif option.tied:
        verdict = "tied"
    elif option.action == done.action or abs(gain) <= _SAME:
        verdict = "same"
    return TriedTold(verdict, behind.points, behind.partie)


def _weighed(action: Action, advice: Advice | None, decision: Decision) -> TriedTold:
    """Return how good an option is by an answer of the Oracle of its own."""
    options = {} if advice is None else {one.action: one for one in advice.options}
    tried, best = options.get(action), decision.best.action
    if advice is None or tried is None:
        return TriedTold("worse", decision.loss.points, decision.loss.partie)
    leader = options.get(best, advice.options[0])
    partie = None
    if tried.value is not None and leader.value is not None:
        partie = leader.value.value - tried.value.value
    option = Choice(
        action,
        decision.best.worth.less(Worth(leader.net.value - tried.net.value, partie)),
        tried.net.interval,
        tried.wins,
        tried.tied,
    )
    return _verdict(option, decision)


def _side(written: str) -> Person:
    return Person.SECOND if written == "second" else Person.FIRST


def _number(request: Request, name: str) -> int:
    written = request.path_params[name]
    if not re.fullmatch("[0-9]{1,6}", written):
        raise Unreadable("look_number", text=ascii(written[:20])[1:-1])
    return int(written)


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return what can be asked for to look back; ``closed`` guards each."""
    looking = Looking(service, rooms)

    async def take(request: Request) -> Response:
        asked = await body(request, ReviewAsked, RECORD)
        look = Look(await asyncio.to_thread(read, asked.record))
        if not await asyncio.to_thread(lambda: look.deals):
            raise Illegal("look_none")
        return told(ReviewNamed(looking.take(look)), 201)

    async def overview(request: Request) -> Response:
        query = request.query_params
        side = _side(query["side"]) if "side" in query else None
        name = request.path_params["name"]
        return told(await looking.overview(name, side, both="both" in query))

    async def frame(request: Request) -> Response:
        query = request.query_params
        job = await looking.find(request.path_params["name"])
        shown = await asyncio.to_thread(
            job.look.frame,
            _number(request, "deal"),
            _number(request, "step"),
            _side(query.get("side", "")),
            both="both" in query,
        )
        return told(shown)

    async def reckoned(request: Request) -> Response:
        query = request.query_params
        found = await looking.reckoned(
            request.path_params["name"],
            _number(request, "deal"),
            _number(request, "step"),
            _side(query.get("side", "")),
            both="both" in query,
        )
        return told(Reckoned(found))

    async def tried(request: Request) -> Response:
        asked = await body(request, Try)
        verdict = await looking.tried(
            request.path_params["name"],
            _number(request, "deal"),
            _number(request, "step"),
            asked,
        )
        return told(verdict)

    place = "/api/review/{name}/{deal}/{step}"
    return [
        Route("/api/review", closed(take), methods=["POST"]),
        Route("/api/review/{name}", closed(overview)),
        Route(place, closed(frame)),
        Route(f"{place}/answer", closed(reckoned)),
        Route(f"{place}/try", closed(tried), methods=["POST"]),
    ]
