"""What all tables share: the store, those who think, the settings, the solved table."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec

from piquet.actions import Action, Kind
from piquet.base import Illegal, Person, PiquetError
from piquet.cards import CardSet
from piquet.oracle.advice import METHODS
from piquet.record import write
from piquet.table import advising
from piquet.table.keys import Keys
from piquet.table.ledger import Ledger
from piquet.table.levels import DEFAULT_LEVEL, Solved, levels
from piquet.table.protocol import Ask, Settings, SettingsAsked
from piquet.table.replies import refused
from piquet.table.store import Lost, Store
from piquet.table.told import Core, LevelTold, OracleTold, Refused, SettingsTold, Told
from piquet.table.workers import Question, Thinkers, bare, oracle_missing
from piquet.texts import text
from piquet.view import View

__all__ = ["FRIEND", "HOLDER", "Service"]

HOLDER = "you"
"""Who holds the parties of this computer's owner, in the store."""

FRIEND = "friend"
"""Who holds the other side of a partie with a friend."""

_SETTINGS = "settings"
_SESSIONS = "sessions"


class Service:
    """Everything that a table needs beside its own partie.

    ``folder`` is where marked records are written.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self.store = store
        self.folder = folder
        self.keys = Keys()
        self.thinkers = Thinkers()
        self.solved = Solved()
        self.settings = SettingsTold("normal", False)
        self._tasks: set[asyncio.Task[Any]] = set()

    def read(self) -> None:
        """Take in what was kept: settings and sessions.  Raises Lost."""
        self.keys.read(self.store.noted(_SESSIONS))
        with contextlib.suppress(ValueError):
            self.settings = msgspec.json.decode(self.store.noted(_SETTINGS), type=SettingsTold)

    def later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Have something done that nobody waits for; what goes wrong with it does no harm."""

        async def quietly() -> None:
            with contextlib.suppress(Lost):
                await work

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End everything that is going on, and write what waits."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.thinkers.close)
        await asyncio.to_thread(self.store.close)

    # --- settings, sessions, levels ---------------------------------------------------------------

    async def change_settings(self, said: Settings | SettingsAsked) -> None:
        """Take over and keep what a person has set.  Raises Lost."""
        told = SettingsTold(said.pace, said.call_for_me)
        self.settings = told
        await self.store.note(_SETTINGS, msgspec.json.encode(told).decode())

    async def keep_sessions(self) -> None:
        """Keep who has come in, so that a restart asks nobody for another key.  Raises Lost."""
        await self.store.note(_SESSIONS, self.keys.written)

    def levels(self) -> list[LevelTold]:
        """Return the levels and which of them can be played now."""
        return levels(self.solved.core)

    def require_level(self, name: str) -> None:
        """Raise Illegal (``no_level``, ``level_waits``) for a level that cannot be played now."""
        for level in self.levels():
            if level.name == name:
                if level.ready:
                    return
                raise Illegal("level_waits", name=level.title, why=level.why)
        raise Illegal("no_level", names=", ".join(level.name for level in self.levels()))

    # --- the Oracle -------------------------------------------------------------------------------

    def oracle(self, ledger: Ledger, me: Person) -> OracleTold:
        """Return whether a person may ask the Oracle now, and why not."""
        why = self._oracle_bars(ledger, me)
        return OracleTold(
            ready=not why,
            why=text(f"table.oracle.{why}") if why else "",
            methods=[] if ledger.friendly else list(METHODS),
        )

    def _oracle_bars(self, ledger: Ledger, me: Person) -> str:
        if ledger.friendly:
            return "friend"
        if oracle_missing():
            return "missing"
        if self.solved.core.state in ("missing", "failed"):
            return "no_core"
        if self.solved.core.state == "building":
            return "waits"
        if ledger.to_move is not me or ledger.partie.position is None:
            return "not_now"
        return "" if len(ledger.partie.legal_actions) > 1 else "no_choice"

    async def answer(
        self, said: Ask, view: View, ledger: Ledger, send: Callable[[Told], None]
    ) -> None:
        """Send what the Oracle says, the best so far each time, until it is through."""
        try:
            selection = _selected(said, view)
            level = ledger.level if ledger.level in ("beginner", "club") else DEFAULT_LEVEL
            question = Question(bare(view), said.method, said.goal, selection, level)
            async for advice, chances in self.thinkers.ask(question):
                send(advising.told(advice, view, said.id, ledger.version, selection, chances))
        except PiquetError as error:
            send(refused(said.id, error))
        except TimeoutError:
            send(Refused(said.id, "oracle_late", text("errors.oracle_late")))
        except RuntimeError as error:
            send(Refused(said.id, "oracle_failed", text("errors.oracle_failed", why=error)))

    # --- records ----------------------------------------------------------------------------------

    async def save_marked(self, name: str, ledger: Ledger) -> None:
        """Write the record of a deal in which something was said to look wrong into a file."""
        words = write(ledger.finished())
        path = self.folder / "marked" / f"{name}-{ledger.number}.pqn"
        with contextlib.suppress(OSError):  # the marks are in the store, and in every export
            await asyncio.to_thread(_put, path, words)

    def core(self) -> Core:
        """Return how the native core stands."""
        return self.solved.core


def _selected(said: Ask, view: View) -> Action | None:
    """Return the exchange that a person has in mind, None while it is none that is allowed.

    Raises Illegal (``draft_cards``) for cards that he does not hold.
    """
    if said.selection is None:
        return None
    cards = CardSet.parse(" ".join(said.selection))
    if not cards <= view.hand:
        raise Illegal("draft_cards")
    kind = Kind.SET_ASIDE if view.legal_actions.of(Kind.SET_ASIDE) else Kind.EXCHANGE
    action = Action(kind, cards.mask)
    return action if action in view.legal_actions else None


def _put(path: Path, words: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(words)
