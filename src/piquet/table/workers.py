"""Those who think for the table, in processes of their own, each handed a view and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from piquet import kernel, players
from piquet.actions import Action
from piquet.view import View

__all__ = [
    "Question",
    "Thinkers",
    "attend",
    "bare",
    "chances",
    "deaf",
    "decide",
    "oracle_missing",
]

_LONGEST = 15.0  # seconds that the Oracle may take over one question
_LATE = 15.0  # and those after which it is given up
_GRACE = 1.0  # seconds in which it must have heard that nobody waits any more


def bare(view: View) -> View:
    """Return a view without anything that was worked out from it: what may be sent away."""
    return View(
        view.seat,
        view.rules,
        view.standing,
        view.phase,
        view.to_move,
        view.events,
        view.legal_actions,
    )


def decide(level: str, luck: int, view: View) -> int:
    """Return the integer of what a player of a level does, in whatever process this runs.

    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> position = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> print(Action.from_int(decide("club", 0, position.view(Seat.ELDER))))
    exchange KH JH 7H QD TD
    """
    return int(players.make(level, luck).act(view))


@dataclass(frozen=True)
class Question:
    """What the Oracle is asked: a view, how to count, what ranks, and what one has in mind.

    ``opponent`` is the level that sits opposite.
    """

    view: View
    method: str
    goal: str
    selection: Action | None
    opponent: str


def oracle_missing() -> bool:
    """Tell whether this installation has no Oracle that can be asked."""
    return kernel.why_not() is not None


def chances(view: View) -> dict[str, float]:
    """Return how likely the other side holds each card that a seat has not seen (0 to 1)."""
    from piquet.oracle.belief import believe

    belief = believe(view)
    return {
        str(card): float(belief.weights[belief.hands >> card.index & 1 == 1].sum())
        for card in view.unseen
    }


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, which a terminal sends to them as well.

    By themselves they only come to turning a deaf ear once Python has started in them.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # to start it would let the signal through again
    former = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def attend() -> None:
    """Leave interruptions to the server, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)


def _think(talk: Connection, stop: Any) -> None:
    """Answer questions until the other end is closed: each answer, then None or what went wrong.

    An answer is an Advice and, with the last one, the chances of the unseen cards.
    """
    attend()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # the table and its players come first
    from piquet import oracle

    while True:
        try:
            question: Question | None = talk.recv()
        except (EOFError, OSError):
            return
        if question is None:
            _warm_up()
            continue
        try:
            for advice in oracle.thinking(
                question.view,
                method=question.method,
                goal=question.goal,
                seconds=_LONGEST,
                selection=question.selection,
                opponent=question.opponent,
            ):
                if stop.is_set():
                    break
                talk.send((advice, chances(question.view) if advice.finished else {}))
            talk.send(None)
        except (BrokenPipeError, KeyboardInterrupt):
            return
        except Exception as error:
            talk.send(f"{type(error).__name__}: {error}")


def _warm_up() -> None:
    """Load what an answer needs, by giving one: the first that a person asks for is soon there."""
    from piquet import oracle
    from piquet.base import Seat
    from piquet.dealing import Deal
    from piquet.position import Position
    from piquet.rules import Rules

    view = Position(Deal.random("warm"), Rules.named("rubicon")).view(Seat.ELDER)
    with contextlib.suppress(Exception):  # a question will say what is wrong
        oracle.advise(view, worlds=25, seconds=2.0)


class _Thinker:
    """One process that knows the Oracle."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.stop = context.Event()
        self.talk, other = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_think, args=(other, self.stop), daemon=True, name="oracle"
        )
        with deaf():
            self.process.start()
        other.close()

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.talk.close()
        self.process.kill()
        self.process.join()


class Thinkers:
    """The processes of computer players and of the Oracle; started when first needed."""

    def __init__(self, players_at_once: int = 1, questions_at_once: int = 1) -> None:
        self._many = players_at_once
        self._pool: ProcessPoolExecutor | None = None
        self._free: list[_Thinker] = []
        self._all: list[_Thinker] = []
        self._turn = asyncio.Semaphore(questions_at_once)
        self._returning: set[asyncio.Task[None]] = set()
        self._guard = threading.Lock()

    def _players(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._many, mp_context=context, initializer=attend)
        return self._pool

    def _played(self, work: Callable[..., int], *given: Any) -> asyncio.Future[int]:
        """Have something done in the players' process, which is started where it is not there."""
        with deaf():
            return asyncio.get_running_loop().run_in_executor(self._players(), work, *given)

    async def warm(self) -> None:
        """Start the players' process, so that the first reply does not wait for it."""
        with contextlib.suppress(Exception):
            await self._played(int, "0")

    async def warm_oracle(self) -> None:
        """Start a process of the Oracle and let it load what it needs."""
        if not oracle_missing():
            thinker = await asyncio.to_thread(self._take)
            with contextlib.suppress(OSError):
                thinker.talk.send(None)
            self._give(thinker, through=True)

    async def act(self, level: str, luck: int, view: View) -> Action:
        """Return what a player of a level does, thought out in another process."""
        from concurrent.futures.process import BrokenProcessPool

        for attempt in (1, 2):
            try:
                return Action.from_int(await self._played(decide, level, luck, bare(view)))
            except BrokenProcessPool:
                self._pool = None  # somebody ended the process: start another one
                if attempt == 2:
                    raise
        raise AssertionError

    async def ask(self, question: Question) -> AsyncIterator[Any]:
        """Yield what the Oracle says, the best so far each time, until it is through.

        Raises RuntimeError with the reason where it cannot say any more.
        """
        await self._turn.acquire()
        taking = asyncio.create_task(asyncio.to_thread(self._take))
        through = True  # whether it waits for the next question
        try:
            thinker = await asyncio.shield(taking)
            thinker.stop.clear()
            through = False
            thinker.talk.send(question)
            async with asyncio.timeout(_LONGEST + _LATE):
                while (told := await self._hear(thinker)) is not None:
                    if isinstance(told, str):
                        through = True
                        raise RuntimeError(told)
                    yield told
            through = True
        finally:
            # By a task of its own: whoever asks, stops and asks again in a hurry ends this one
            # twice, and would leave a process behind that nobody knows of and that still thinks.
            returning = asyncio.create_task(self._back(taking, through=through))
            self._returning.add(returning)
            returning.add_done_callback(self._returning.discard)

    async def _back(self, taking: asyncio.Task[_Thinker], *, through: bool) -> None:
        """Take a process back once it is through, and let the next question have its turn."""
        try:
            thinker = await taking
            if not through:
                through = await asyncio.to_thread(_hush, thinker)
            self._give(thinker, through=through)
        finally:
            self._turn.release()

    async def _hear(self, thinker: _Thinker) -> Any:
        """Return the next thing that a process sends."""
        while not thinker.talk.poll():
            if not thinker.process.is_alive():
                raise RuntimeError("the process has ended")
            await asyncio.sleep(0.02)
        try:
            return thinker.talk.recv()
        except (EOFError, OSError):
            raise RuntimeError("the process has ended") from None

    def _take(self) -> _Thinker:
        with self._guard:
            while self._free:
                thinker = self._free.pop()
                if thinker.process.is_alive():
                    return thinker
                self._all.remove(thinker)
            thinker = _Thinker()
            self._all.append(thinker)
            return thinker

    def _give(self, thinker: _Thinker, *, through: bool) -> None:
        with self._guard:
            if through:
                self._free.append(thinker)
                return
            if thinker in self._all:  # they may all have been ended meanwhile
                self._all.remove(thinker)
        thinker.end()

    def close(self) -> None:
        """End all processes."""
        with self._guard:
            for thinker in self._all:
                thinker.end()
            self._all, self._free = [], []
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _hush(thinker: _Thinker) -> bool:
    """Tell a process that nobody waits any more; False where it does not hear it in time."""
    thinker.stop.set()
    try:
        while thinker.talk.poll(_GRACE):
            told = thinker.talk.recv()
            if told is None or isinstance(told, str):
                return True
    except (EOFError, OSError):
        pass
    return False
