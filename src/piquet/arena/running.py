"""Playing a match through to its end: on one process or more, with a journal, by a stop rule."""

from __future__ import annotations

import atexit
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import ParamSpec, TypeVar

from piquet import __version__
from piquet.arena.journal import Journal
from piquet.arena.model import Game, Match, Pair
from piquet.arena.playing import Contestant, Setting, play_pair
from piquet.base import Estimate, Unreadable
from piquet.rules import DEFAULT_PROFILE, Rules

__all__ = ["Interrupted", "Stop", "ladder", "match", "selfplay", "settings_of"]

Progress = Callable[[int, int], None]

_MOST_JOBS = 60  # Windows cannot wait for many more
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Interrupted(KeyboardInterrupt):
    """Playing was broken off; ``done`` of ``of`` pairs are played, and ``match`` holds them."""

    def __init__(self, done: int, of: int, match: Match | None) -> None:
        self.done, self.of, self.match = done, of, match
        super().__init__()


@dataclass(frozen=True, slots=True)
class Stop:
    """When a match ends: after ``most`` pairs, or sooner at a look, declared before it begins.

    Every ``every`` pairs one looks whether the 95 % interval of the margin has shrunk to
    ``within`` (half its width, in points a pair); None plays all pairs.
    """

    most: int
    within: float | None = None
    every: int = 100

    def over(self, margins: list[float]) -> bool:
        """Tell whether the match is over with these pairs played, in order.

        >>> Stop(2).over([1.0]), Stop(2).over([1.0, 2.0])
        (False, True)
        """
        if len(margins) >= self.most:
            return True
        if self.within is None or not margins or len(margins) % self.every:
            return False
        return Estimate.mean(margins).interval <= self.within


class _Here(Executor):
    """An executor that does the work at once, in this process."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Return what is done already."""
        done: Future[_T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def match(
    a: Contestant,
    b: Contestant,
    pairs: int,
    seed: str = "0",
    rules: Rules | None = None,
    *,
    parties: bool = False,
    within: float | None = None,
    jobs: int = 1,
    keep: Path | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Match:
    """Play a mirrored match: each pack twice, first with A as elder, then with B.

    ``a`` and ``b`` are levels, players, or what makes a player of a seed.  Pair ``n`` is deal ``n``
    of the seed (hashed to 32 bytes by ``seed_bytes``), the first of a partie; with ``parties`` it
    is a whole partie, played twice with persons exchanged.  A level has the same seed of its own in
    both rooms.  ``within`` stops sooner (see :class:`Stop`).  ``jobs`` processes share the work, or
    an ``executor`` of yours does it: the result is the same.  ``keep`` names a journal, from which
    an interrupted match goes on.  ``progress`` is called with (pairs done, pairs in all).

    >>> match("club", "beginner", pairs=3, seed="letter").margins.keys()
    dict_keys([1, 2, 3])

    Raises ValueError for a number of pairs below 1, Interrupted (a KeyboardInterrupt) with what is
    done, and what :class:`piquet.arena.journal.Journal` raises.
    """
    setting, stop = _settled(a, b, pairs, seed, rules, parties, within)
    journal = None if keep is None else Journal(keep, settings_of([setting], stop))
    with _Running(jobs, executor, journal) as running:
        return running.match(0, setting, stop, progress)


def ladder(
    levels: Iterable[str],
    pairs: int,
    seed: str = "0",
    rules: Rules | None = None,
    *,
    parties: bool = False,
    within: float | None = None,
    jobs: int = 1,
    keep: Path | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> list[Match]:
    """Play all levels against each other, each two on the same packs, the stronger named first.

    >>> [played.names for played in ladder(("random", "beginner", "club"), pairs=1)]
    [('beginner', 'random'), ('club', 'random'), ('club', 'beginner')]

    ``levels`` go from the weakest up; the rest is as in :func:`match`.

    Raises ValueError for fewer than two levels.
    """
    names = list(levels)
    if len(names) < 2:
        raise ValueError("a ladder has at least two levels")
    meetings = [(b, a) for at, b in enumerate(names) for a in names[:at]]
    settled = [_settled(b, a, pairs, seed, rules, parties, within) for b, a in meetings]
    stop = settled[0][1]
    settings = [setting for setting, _ in settled]
    journal = None if keep is None else Journal(keep, settings_of(settings, stop))
    played: list[Match] = []
    with _Running(jobs, executor, journal) as running:
        for at, setting in enumerate(settings):

            def report(done: int, of: int, before: int = at) -> None:
                if progress is not None:
                    progress(before * of + done, len(settings) * of)

            played.append(running.match(at, setting, stop, report))
    return played


def selfplay(
    level: Contestant,
    deals: int,
    seed: str = "0",
    rules: Rules | None = None,
    *,
    jobs: int = 1,
    keep: Path | None = None,
    progress: Progress | None = None,
) -> tuple[Game, ...]:
    """Return deals that a player plays against itself, each once, the first of a partie.

    >>> [game.number for game in selfplay("club", 3, "letter")]
    [1, 2, 3]

    The rest is as in :func:`match`.
    """
    setting, stop = _settled(level, level, deals, seed, rules, False, None)
    setting = replace(setting, rooms=1)
    journal = None if keep is None else Journal(keep, settings_of([setting], stop))
    with _Running(jobs, None, journal) as running:
        return running.match(0, setting, stop, progress).first


def settings_of(settings: list[Setting], stop: Stop) -> dict[str, object]:
    """Return what a journal has to agree on for pairs to be added to it."""
    first = settings[0]
    return {
        "version": __version__,
        "players": [list(setting.names) for setting in settings],
        "pairs": stop.most,
        "within": stop.within,
        "seed": first.seed,
        "rules": str(first.rules),
        "parties": first.parties,
        "rooms": first.rooms,
    }


def _settled(
    a: Contestant,
    b: Contestant,
    pairs: int,
    seed: str,
    rules: Rules | None,
    parties: bool,
    within: float | None,
) -> tuple[Setting, Stop]:
    if pairs < 1:
        raise ValueError("a match has at least one pair")
    rules = Rules.named(DEFAULT_PROFILE) if rules is None else rules
    return Setting(a, b, seed, rules, parties), Stop(pairs, within)


class _Running:
    """Matches being played: where the work is done and what is kept of it."""

    def __init__(self, jobs: int, executor: Executor | None, journal: Journal | None) -> None:
        self._own = executor is None
        if executor is None:
            executor = _Here() if jobs == 1 else _processes(jobs)
        self._executor = executor
        self._journal = journal
        self._ahead = 1 if isinstance(executor, _Here) else 2 * jobs + 2

    def __enter__(self) -> _Running:
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            self._journal.close()
        if self._own:
            self._executor.shutdown(wait=True, cancel_futures=True)

    def match(self, index: int, setting: Setting, stop: Stop, progress: Progress | None) -> Match:
        """Play a match until its stop rule says so, pairs taken in order of their numbers."""
        pairs: list[Pair] = []
        margins: list[float] = []

        def so_far() -> Match:
            return Match.of(setting.names, setting.seed, setting.rules, pairs)

        if progress is not None:
            progress(0, stop.most)
        source = self._pairs(index, setting, stop)
        try:
            for pair in source:
                pairs.append(pair)
                margins.append(pair.margin)
                if progress is not None:
                    progress(len(pairs), stop.most)
                if stop.over(margins):
                    break
        except KeyboardInterrupt:
            raise Interrupted(len(pairs), stop.most, so_far() if pairs else None) from None
        finally:
            source.close()
        return so_far()

    def _pairs(self, index: int, setting: Setting, stop: Stop) -> Generator[Pair, None, None]:
        """Yield the pairs in order; some are played ahead of those that are asked for."""
        done = {} if self._journal is None else self._journal.done
        waiting: deque[tuple[int, Future[Pair] | None]] = deque()
        number = 0
        try:
            while number < stop.most or waiting:
                while number < stop.most and len(waiting) < self._ahead:
                    number += 1
                    known = (index, number) in done
                    work = None if known else self._executor.submit(play_pair, setting, number)
                    waiting.append((number, work))
                at, future = waiting.popleft()
                if future is None:
                    yield done[index, at]
                else:
                    pair = future.result()
                    if self._journal is not None:
                        self._journal.add(index, pair)
                    yield pair
        finally:
            for _, future in waiting:
                if future is not None:
                    future.cancel()


def _processes(jobs: int) -> Executor:
    """Return so many new processes, which leave an interruption to the one that asks."""
    if not 1 <= jobs <= _MOST_JOBS:
        raise Unreadable("arena_jobs", jobs=jobs, most=_MOST_JOBS)
    return ProcessPoolExecutor(jobs, get_context("spawn"), _begin_work)


def _begin_work() -> None:
    """Leave an interruption to the process that asks, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nothing is left to be done at the end but what the core would complain of: a thread that
    # waits, and the tables that levels keep.
    atexit.register(os._exit, 0)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
