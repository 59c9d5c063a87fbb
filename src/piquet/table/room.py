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
from piquet.base import Illegal, Person, PiquetError, Unreadable
from piquet.cards import CardSet
from piquet.table import protocol, seals
from piquet.table.claims import claim, played_out
from piquet.table.entries import (
    Dealt,
    Entry,
    Levelled,
    Marked,
    Sealed,
    Undone,
    Went,
    Wrought,
)
from piquet.table.ledger import Ledger
from piquet.table.offers import automatic
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

    def __init__(self, name: str, ledger: Ledger, ids: dict[str, int], service: Service) -> None:
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

    @property
    def busy(self) -> bool:
        """Whether something goes on without anybody at the table."""
        return self._driver is not None and not self._driver.done()

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
            self.chairs.add(chair)
            self.show(chair, jump=True)
        self.wake()

    def leave(self, chair: Chair) -> None:
        """Let somebody get up."""
        self.chairs.discard(chair)
        if chair.question is not None:
            chair.question.cancel()

    async def close(self) -> None:
        """End what goes on at this table; what is kept stays."""
        self.gone = True
        if self._driver is not None:
            self._driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._driver

    # --- keeping ----------------------------------------------------------------------------------

    async def _keep(self, entries: Sequence[Entry], id: str | None = None) -> None:
        """Add entries and what the table owes after them; they count only once they are committed.

        Raises PiquetError for what may not come now, Lost where it cannot be kept.
        """
        ledger = self.ledger
        kept: list[Entry] = []
        due = list(entries)
        while due:
            for entry in due:
                ledger = ledger.after(entry)
            kept += due
            due = self._owed(ledger)
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

    @staticmethod
    def _dealing(ledger: Ledger) -> list[Entry]:
        """Return the entries of the next deal: the cards, and the secret of the one after it."""
        following = ledger.number + 2
        if ledger.begun.source == "secret" and following not in dict(ledger.secrets):
            return [Dealt(), Sealed(following, seals.fresh())]
        return [Dealt()]

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
        async with self._lock:
            answer: Done | Refused
            if id in self._ids:
                answer = Done(id, self._ids[id])
            elif id in self._refused:
                answer = self._refused[id]
            else:
                answer = await self._answer(chair, me, id, said)
            chair.send(answer)
        self.wake()

    async def _answer(
        self, chair: Chair, me: Person, id: str, said: protocol.Said
    ) -> Done | Refused:
        try:
            if getattr(said, "version", None) != self.ledger.version:
                raise Illegal("stale")
            entries = self._entries(me, said)
            await self._keep(entries, id)
        except Lost as error:
            return refused(id, error)  # not remembered: it may be tried again
        except PiquetError as error:
            answer = refused(id, error)
            self._refused[id] = answer
            while len(self._refused) > _REMEMBERED:
                self._refused.popitem(last=False)
            if error.code == "stale":
                self.show(chair, jump=True)
            return answer
        self._forget_draft(chair.holder)
        self._push(jump=isinstance(said, protocol.Undo))
        await self._after_deal()
        return Done(id, self._ids[id])

    def _entries(self, me: Person, said: protocol.Said) -> list[Entry]:
        """Return the entries that something said comes to."""
        ledger = self.ledger
        match said:
            case protocol.Act():
                return [Wrought(int(self._action(me, said.action)))]
            case protocol.Cut():
                return [Wrought(int(self._cut(me, said.place)))]
            case protocol.Next():
                if not ledger.resting or ledger.over:
                    raise Illegal("next_now")
                return self._dealing(ledger) if ledger.partie.needs_deal else [Went()]
            case protocol.Undo():
                if ledger.holder(me.other) != "computer":
                    raise Illegal("not_with_friends")
                if said.to not in ledger.decisions(me):
                    raise Illegal("undo_place")
                return [Undone(said.to)]
            case protocol.Claim():
                return self._claim(me)
            case protocol.Mark():
                return [self._mark(said)]
            case protocol.Level():
                self._service.require_level(said.level)
                return [Levelled(said.level)]
        raise Unreadable("message", why=type(said).__name__)

    def _action(self, me: Person, written: int | str) -> Action:
        action = Action.parse(written) if isinstance(written, str) else Action.from_int(written)
        self._require_turn(me)
        if action.kind is Kind.CUT:
            raise Illegal("cut_by_place")
        return action

    def _require_turn(self, me: Person) -> None:
        if self.ledger.to_move is not me:
            raise Illegal("not_your_turn")

    def _cut(self, me: Person, place: int) -> Action:
        """Return the cut at a place; the page never learns what lies elsewhere."""
        self._require_turn(me)
        action = Action(Kind.CUT, self.ledger.spread[place - 1].mask)
        legal = self.ledger.partie.legal_actions
        if Kind.CUT in legal.kinds and action not in legal:
            raise Unreadable("cut_taken", text=place)
        return action

    def _claim(self, me: Person) -> list[Entry]:
        self._require_turn(me)
        view, position = self.ledger.view(me), self.ledger.partie.position
        if view is None or position is None:
            raise Illegal("claim_now")
        return [Wrought(int(action), auto=True) for action in played_out(position, claim(view))]

    def _mark(self, said: protocol.Mark) -> Marked:
        position = self.ledger.position
        if position is None or said.event >= len(position.events):
            raise Illegal("mark_event")
        place = 0
        for record in reversed(self.ledger.line):
            now = record.position
            if now is None or len(now.events) <= said.event:
                break
            place = len(record.parts[-1].actions)
        return Marked(said.event, place, " ".join(said.comment.split()))

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
        chair.question = asyncio.create_task(
            self._service.answer(said, view, ledger.version, chair.send)
        )

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
                for chair in self.chairs:
                    chair.send(Notice(error.code, text(f"errors.{error.code}", why=error.why)))
                await asyncio.sleep(_AGAIN)
            except PiquetError:
                continue  # the table has changed in the meantime

    async def _go_on(self) -> bool:
        """Do the next thing that the table owes; False where it waits for a person."""
        async with self._lock:
            entries = self._owed(self.ledger)
            if entries:
                await self._keep(entries)
                self._push()
                await self._after_deal()
                return True
            ledger = self.ledger
            person = ledger.to_move
            if person is None or ledger.holder(person) != "computer":
                return False
        # How long it takes is settled before it looks at its cards, forced or free.
        started, pause = time.monotonic(), self._pause()
        entry = Wrought(int(await self._think(ledger, person)))
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - started)))
        async with self._lock:
            if self.ledger is ledger:
                await self._keep([entry])
                self._push()
                await self._after_deal()
        return True

    def _owed(self, ledger: Ledger) -> list[Entry]:
        """Return what the table does for persons: deal, and declare where that is wanted."""
        if ledger.resting:
            return []
        if ledger.partie.needs_deal:
            return self._dealing(ledger)
        person = ledger.to_move
        if person is None or ledger.holder(person) == "computer":
            return []
        view = ledger.view(person)
        calls = view is not None and self._service.settings.call_for_me
        action = automatic(view) if calls and view is not None else None
        return [] if action is None else [Wrought(int(action), auto=True)]

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
        return await self._service.thinkers.act(ledger.level, ledger.luck, view)

    async def _after_deal(self) -> None:
        """Save the record of a deal that is over and in which something was said to look wrong."""
        ledger = self.ledger
        if ledger.resting and any(deal == ledger.number for deal, _ in ledger.marks):
            await self._service.save_marked(self.name, ledger)
