"""One table: a partie, those who sit at it, and the computer that plays; one thing at a time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from piquet.actions import Action, Kind
from piquet.base import Illegal, Person, PiquetError
from piquet.cards import CardSet
from piquet.table import protocol
from piquet.table.entries import Entry, Followed, Wrought
from piquet.table.faults import tell_fault
from piquet.table.ledger import Ledger
from piquet.table.levels import DEFAULT_LEVEL
from piquet.table.moves import entries, owed
from piquet.table.replies import opened, refused, summary
from piquet.table.scene import Around, scene
from piquet.table.service import Service
from piquet.table.store import Lost, Taken
from piquet.table.told import Done, Notice, Refused, Told
from piquet.texts import text

__all__ = ["Chair", "Room"]

_PACE = {"slow": (0.8, 3.0), "normal": (0.4, 2.0), "fast": (0.4, 0.8), "instant": (0.0, 0.0)}
"""Seconds that a computer takes over any reply: from, to."""

_AGAIN = 2.0  # seconds after which what the store refused is tried again
_REMEMBERED = 200  # refused ids that are answered alike when they come again


class Chair:
    """A socket at a table: whose it is, what it has been sent, and how to send more."""

    def __init__(self, holder: str, send: Callable[[Told], None]) -> None:
        self.holder = holder
        self.send = send
        self.deal = -1
        self.have = 0
        self.question: asyncio.Task[None] | None = None
        self.asked = ""


class Room:
    """A table with everything that happens at it, in order."""

    def __init__(
        self,
        name: str,
        ledger: Ledger,
        ids: dict[str, int],
        service: Service,
        follow: Callable[[Room], Awaitable[str]] | None = None,
    ) -> None:
        self.name = name
        self.ledger = ledger
        self.chairs: set[Chair] = set()
        self.drafts: dict[str, CardSet] = {}
        self._ids = ids
        self._refused: OrderedDict[str, Refused] = OrderedDict()
        self._service = service
        self._lock = asyncio.Lock()
        self._driver: asyncio.Task[None] | None = None
        self.gone = False
        self._follow = follow

    @property
    def busy(self) -> bool:
        """Whether something goes on though nobody sits at the table, or somebody is sitting down.

        A table that is forgotten meanwhile would be there twice, each missing the other's moves.
        """
        return self._lock.locked() or (self._driver is not None and not self._driver.done())

    @property
    def _calls(self) -> bool:
        """Whether the table declares for a person; between friends each speaks for himself."""
        return self._service.settings.call_for_me and not self.ledger.friendly

    # --- telling ----------------------------------------------------------------------------------

    def _push(self, *, jump: bool = False, but: Chair | None = None) -> None:
        """Send the table to everybody at it, each from what he has been sent already."""
        for chair in list(self.chairs):
            if chair is not but:
                self.show(chair, jump=jump)

    def show(self, chair: Chair, *, jump: bool) -> None:
        """Send the table to one chair."""
        ledger = self.ledger
        me = ledger.person(chair.holder)
        view = ledger.view(me)
        same = chair.deal == ledger.number and not jump
        since = min(chair.have, 0 if view is None else len(view.events)) if same else 0
        service = self._service
        around = Around(
            partie=self.name,
            settings=service.settings,
            levels=service.levels(),
            oracle=service.oracle(ledger, me),
            here=any(other.holder != chair.holder for other in self.chairs),
            draft=self.drafts.get(chair.holder, CardSet()),
            since=since,
            jump=jump,
        )
        chair.send(scene(ledger, me, around))
        chair.deal = ledger.number
        chair.have = 0 if view is None else len(view.events)

    # --- sitting down and getting up --------------------------------------------------------------

    async def join(self, chair: Chair) -> None:
        """Let somebody sit down and see the table."""
        async with self._lock:
            first = all(other.holder != chair.holder for other in self.chairs)
            self.chairs.add(chair)
            self.show(chair, jump=True)
            if first:
                self._tell_others(chair)
            await self._follow_on()
        self.wake()

    def leave(self, chair: Chair) -> None:
        """Let somebody get up."""
        self.chairs.discard(chair)
        if chair.question is not None:
            chair.question.cancel()
        if all(other.holder != chair.holder for other in self.chairs):
            self._tell_others(chair)

    def _tell_others(self, chair: Chair) -> None:
        """Let a friend see that somebody has come or gone."""
        if self.ledger.friendly:
            for other in list(self.chairs):
                if other.holder != chair.holder:
                    self.show(other, jump=False)

    async def close(self) -> None:
        """End what goes on at this table; what is kept stays."""
        self.gone = True
        if self._driver is not None:
            self._driver.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._driver

    # --- keeping ----------------------------------------------------------------------------------

    async def _keep(self, new: Sequence[Entry], id: str | None = None) -> None:
        """Add entries and what the table owes after them; they count only once they are committed.

        Raises PiquetError for what may not come now, Lost where it cannot be kept.
        """
        ledger = self.ledger
        kept: list[Entry] = []
        due = list(new)
        while due:
            for entry in due:
                ledger = ledger.after(entry)
            kept += due
            due = owed(ledger, calls=self._calls)
        try:
            await self._service.store.append(
                self.name, self.ledger.version, kept, summary(ledger), id
            )
        except Taken:
            # Another server has written to this store: take what it wrote, and let it be seen.
            written, self._ids = await asyncio.to_thread(self._service.store.load, self.name)
            self.ledger = Ledger.of(written)
            self._push(jump=True)
            raise Illegal("stale") from None
        if id is not None:
            self._ids[id] = self.ledger.version + 1
        self.ledger = ledger

    async def add(self, made: Callable[[Ledger], Sequence[Entry]]) -> None:
        """Add entries that are made from how the table stands, and show it.

        Raises what making them raises, and as :meth:`say` is refused.
        """
        async with self._lock:
            if new := made(self.ledger):
                await self._keep(new)
                self._push()
        self.wake()

    # --- what is said at the table ----------------------------------------------------------------

    async def say(self, chair: Chair, said: protocol.Said) -> None:
        """Do what somebody asks for, and answer."""
        me = self.ledger.person(chair.holder)
        match said:
            case protocol.Sync():
                self.show(chair, jump=True)
            case protocol.Draft():
                await self._once(chair, "", lambda: self._draft(chair, me, said))
            case protocol.Settings():
                await self._once(chair, "", lambda: self._settings(said))
            case protocol.OpenHands():
                await self._once(chair, "", lambda: self._open(chair, me, said.deal))
            case protocol.Ask():
                await self._once(chair, said.id, lambda: self._ask(chair, me, said))
            case protocol.Stop():
                if chair.question is not None and chair.asked == said.id:
                    chair.question.cancel()
            case _:
                await self._change(chair, me, said)

    async def _once(self, chair: Chair, id: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that needs no answer, and say why where it is refused."""
        try:
            await work()
        except (PiquetError, Lost) as error:
            chair.send(refused(id, error))

    async def _change(self, chair: Chair, me: Person, said: protocol.Said) -> None:
        """Do something that changes the partie: once, whatever comes how often."""
        assert hasattr(said, "id")  # all that change something have one
        id = said.id
        key = f"{chair.holder}/{id}"  # two at a table may hit on the same id
        async with self._lock:
            answer: Done | Refused
            if key in self._ids:
                answer = Done(id, self._ids[key])
            elif key in self._refused:
                answer = self._refused[key]
            else:
                answer = await self._answer(chair, me, id, said)
            chair.send(answer)
        self.wake()

    async def _answer(
        self, chair: Chair, me: Person, id: str, said: protocol.Said
    ) -> Done | Refused:
        key = f"{chair.holder}/{id}"
        try:
            # What friends add to a shuffle, and to end or go on, does not hang on what is seen; nor
            # does anything on marks, by which one could else keep the other from moving.
            seen = getattr(said, "version", self.ledger.version)
            if not self.ledger.moved <= seen <= self.ledger.version:
                raise Illegal("stale")
            if isinstance(said, protocol.Level):
                self._service.require_level(said.level)
            await self._keep(entries(self.ledger, me, said), key)
        except Lost as error:
            return refused(id, error)  # not remembered: it may be tried again
        except PiquetError as error:
            if key in self._ids:  # committed, but the database was gone before it could say so
                return Done(id, self._ids[key])
            answer = refused(id, error)
            self._refused[key] = answer
            while len(self._refused) > _REMEMBERED:
                self._refused.popitem(last=False)
            if error.code == "stale":
                self.show(chair, jump=True)
            return answer
        self._forget_draft(chair.holder)
        self._push(jump=isinstance(said, protocol.Undo))
        await self._after_deal()
        await self._follow_on()
        return Done(id, self._ids[key])

    async def _follow_on(self) -> None:
        """Begin another partie once both want it; where it cannot be kept, whoever asks retries."""
        ledger = self.ledger
        if len(ledger.rematch) == 2 and not ledger.following and self._follow is not None:
            with contextlib.suppress(Lost):
                await self._keep([Followed(await self._follow(self))])
                self._push()

    async def _draft(self, chair: Chair, me: Person, said: protocol.Draft) -> None:
        cards = CardSet.parse(" ".join(said.cards))
        view = self.ledger.view(me)
        if view is None or not cards <= view.hand:
            raise Illegal("draft_cards")
        self.drafts[chair.holder] = cards
        for other in list(self.chairs):
            if other is not chair and other.holder == chair.holder:
                self.show(other, jump=False)
        note = json.dumps([self.ledger.version, cards.mask]) if cards else ""
        await self._service.store.note(f"draft/{self.name}/{chair.holder}", note)

    def _forget_draft(self, holder: str) -> None:
        if self.drafts.pop(holder, None):
            self._service.later(self._service.store.note(f"draft/{self.name}/{holder}", ""))

    async def _settings(self, said: protocol.Settings) -> None:
        if self.ledger.friendly:
            raise Illegal("not_with_friends")
        await self._service.change_settings(said)
        self.wake()

    async def _open(self, chair: Chair, me: Person, deal: int) -> None:
        chair.send(opened(self.ledger, me, deal))

    async def _ask(self, chair: Chair, me: Person, said: protocol.Ask) -> None:
        """Start the Oracle on the decision at hand; it answers while the table goes on."""
        ledger = self.ledger
        why = self._service.oracle(ledger, me)
        if not why.ready:
            raise Illegal("oracle_now", why=why.why)
        view = ledger.view(me)
        assert view is not None  # the Oracle is only ready where there is a decision
        if chair.question is not None:
            chair.question.cancel()
        chair.asked = said.id
        chair.question = asyncio.create_task(self._service.answer(said, view, ledger, chair.send))

    # --- what the table does by itself ------------------------------------------------------------

    def wake(self) -> None:
        """Let the table go on: deal, declare for those who asked for it, let the computer play."""
        if not self.gone and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        while not self.gone:
            try:
                if not await self._go_on():
                    return
            except Lost as error:
                self.notice(error.code, text(f"errors.{error.code}", why=error.why))
                await asyncio.sleep(_AGAIN)
            except PiquetError:
                await asyncio.sleep(0)  # the table has changed in the meantime
            except Exception as error:  # nothing may leave a table standing still
                tell_fault(error)
                self.notice("fault", text("errors.fault"))
                await asyncio.sleep(_AGAIN)

    def notice(self, code: str, sentence: str) -> None:
        """Tell something to everybody at the table."""
        for chair in list(self.chairs):
            chair.send(Notice(code, sentence))

    async def _go_on(self) -> bool:
        """Do the next thing that the table owes; False where it waits for a person."""
        async with self._lock:
            due = owed(self.ledger, calls=self._calls)
            if due:
                await self._keep(due)
                self._push()
                await self._after_deal()
                return True
            ledger = self.ledger
            person = ledger.to_move
            if person is None or ledger.holder(person) != "computer":
                return False
        # How long it takes is settled before it looks at its cards, forced or free.
        # To cut takes no thought: whoever wants to play has cards in hand at once.
        pause = 0.0 if ledger.partie.position is None else self._pause()
        started = time.monotonic()
        entry = Wrought(int(await self._think(ledger, person)))
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - started)))
        async with self._lock:
            if self.ledger is ledger:
                await self._keep([entry])
                self._push()
                await self._after_deal()
        return True

    def _pause(self) -> float:
        low, high = _PACE[self._service.settings.pace]
        # Of three draws the shortest: mostly brisk, at times slow.
        return low + (high - low) * min(secrets.randbelow(1000) for _ in range(3)) / 1000

    async def _think(self, ledger: Ledger, person: Person) -> Action:
        """Return what the computer does, from what it may know alone."""
        legal = ledger.partie.legal_actions
        if ledger.partie.position is None:
            if legal.kinds != (Kind.CUT,):
                return legal[0]  # it deals first, to be elder in the last deal
            while True:
                card = ledger.spread[secrets.randbelow(32)]
                if Action(Kind.CUT, card.mask) in legal:
                    return Action(Kind.CUT, card.mask)
        view = ledger.view(person)
        assert view is not None  # a deal is in play
        thinkers = self._service.thinkers
        try:
            return await thinkers.act(ledger.level, ledger.luck, view)
        except Exception as error:  # a level that fails must not end the partie
            tell_fault(error)
            level = text(f"table.level.{ledger.level}")
            self.notice("level_failed", text("errors.level_failed", name=level))
            return await thinkers.act(DEFAULT_LEVEL, ledger.luck, view)

    async def _after_deal(self) -> None:
        """Save the record of a deal that is over and in which something was said to look wrong."""
        ledger = self.ledger
        # A record holds both hands: between friends it is written when the partie is over.
        marked = any(ledger.friendly or deal == ledger.number for deal, _ in ledger.marks)
        ended = ledger.over if ledger.friendly else ledger.resting
        if ended and marked:
            await self._service.save_marked(self.name, ledger)
