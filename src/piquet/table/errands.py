"""Long work done in a process of its own, which tells how far it is and ends when nobody waits."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import AsyncGenerator, Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from piquet.base import PiquetError
from piquet.table.workers import attend, deaf

__all__ = ["errand"]

_LOOK = 0.05  # seconds between two looks whether something came


def _do(talk: Connection, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    """Send what the work tells on its way, what came out, then None, or the error that ended it."""
    attend()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # the table and its players come first
    try:
        talk.send(work(talk.send, *given))
        talk.send(None)
    except (BrokenPipeError, KeyboardInterrupt):
        return
    except PiquetError as error:
        talk.send(error)
    except Exception as error:
        talk.send(RuntimeError(f"{type(error).__name__}: {error}"))


def _started(talk: Connection, work: Callable[..., Any], given: Any) -> BaseProcess:
    context = multiprocessing.get_context("spawn")
    process: BaseProcess = context.Process(
        target=_do, args=(talk, work, given), daemon=True, name=work.__name__
    )
    with deaf():
        process.start()
    talk.close()
    return process


async def errand(work: Callable[..., Any], *given: Any) -> AsyncGenerator[Any, None]:
    """Yield what some work tells on its way, and at last what came out.

    ``work`` is a function of a module; it is called in a process of its own with a function to tell
    things by and with what is ``given``.  The process ends with whoever waits for it.

    Raises the PiquetError that the work raises, and RuntimeError with the reason for everything
    else that goes wrong.
    """
    here, there = multiprocessing.get_context("spawn").Pipe()
    starting = asyncio.create_task(asyncio.to_thread(_started, there, work, given))
    process: BaseProcess | None = None
    try:
        process = await asyncio.shield(starting)
        while True:
            while not here.poll():
                if not process.is_alive() and not here.poll():
                    raise RuntimeError("the process has ended")
                await asyncio.sleep(_LOOK)
            try:
                told = await asyncio.to_thread(here.recv)
            except (EOFError, OSError):
                raise RuntimeError("the process has ended") from None
            if told is None:
                return
            if isinstance(told, Exception):
                raise told
            yield told
    finally:
        # Whoever is called off while it starts must not leave it behind.
        if process is None:
            with contextlib.suppress(Exception):
                process = await starting
        if process is not None:
            process.kill()
            process.join()
        here.close()
