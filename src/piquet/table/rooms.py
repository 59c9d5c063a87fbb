"""All tables of this server: made, found again, listed, given out as records, and removed."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from piquet.base import Illegal, Person, PiquetError, Unreadable
from piquet.cards import CardSet
from piquet.dealing import Deal, seed_bytes
from piquet.record import write
from piquet.rules import Rules
from piquet.table import protocol, seals
from piquet.table.answers import PartieTold
from piquet.table.entries import Begun, Entry, Invited, Sealed, Seated
from piquet.table.ledger import Ledger
from piquet.table.levels import DEFAULT_LEVEL
from piquet.table.replies import summary
from piquet.table.room import Room
from piquet.table.service import FRIEND, HOLDER, Service
from piquet.table.store import Kept, Taken
from piquet.table.told import Core
from piquet.texts import text

__all__ = ["Rooms", "today"]


def today() -> str:
    """Return the date by which the deal of the day goes, the same everywhere: that of UTC."""
    return datetime.now(UTC).date().isoformat()


class Rooms:
    """The tables that are open, and those that can be opened again."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._open: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._state = service.solved.core.state
        service.solved.told = self._tell_all

    def _tell_all(self, core: Core) -> None:
        """Tell every table how the core is getting on, and show it anew when that changes it."""
        changed, self._state = core.state != self._state, core.state
        for room in self._open.values():
            for chair in list(room.chairs):
                chair.send(core)
                if changed:
                    room.show(chair, jump=False)

    async def find(self, name: str, holder: str) -> Room:
        """Return the table of a partie, opened again where it is not open.

        Raises Unreadable (``no_partie``, ``partie_damaged``) or Lost.
        """
        store = self.service.store
        async with self._opening:
            room = self._open.get(name)
            if room is not None and holder in room.ledger.begun.sides:
                return room
            if room is not None:
                raise Unreadable("no_partie")
            if holder == HOLDER and not await asyncio.to_thread(store.holds, name, holder):
                raise Unreadable("no_partie")
            entries, ids = await asyncio.to_thread(store.load, name)
            ledger = await asyncio.to_thread(Ledger.of, entries)
            if holder not in ledger.begun.sides:
                raise Unreadable("no_partie")
            room = Room(name, ledger, ids, self.service, self._follow)
            for side in ledger.begun.sides:  # whoever comes first, both find their choice again
                room.drafts |= await asyncio.to_thread(self._draft, name, side, ledger.version)
            self._close_idle()
            self._open[name] = room
            return room

    def _draft(self, name: str, holder: str, version: int) -> dict[str, CardSet]:
        """Return the choice of cards that was left, if it belongs to the decision at hand."""
        try:
            at, mask = json.loads(self.service.store.noted(f"draft/{name}/{holder}") or "[0, 0]")
            return {holder: CardSet(mask)} if at == version else {}
        except (ValueError, TypeError):
            return {}

    def _close_idle(self) -> None:
        """Forget tables at which nobody sits and nothing goes on: the store has them."""
        for name, room in list(self._open.items()):
            if not room.chairs and not room.busy:
                del self._open[name]

    async def begin(self, holder: str, asked: protocol.NewPartie) -> str:
        """Begin a partie and return its name; the same request again returns the same name.

        Raises PiquetError for rules, levels, codes or records that do not do, or Lost.
        """
        self.service.require_level(asked.level)
        begun = await asyncio.to_thread(_begun, holder, asked)
        entries: list[Entry] = [begun, Sealed(0, seals.fresh())]
        if begun.source == "secret":
            entries.append(Sealed(1, seals.fresh()))
        ledger = await asyncio.to_thread(Ledger.of, entries)
        name = secrets.token_urlsafe(12)
        store = self.service.store
        try:
            await store.begin(name, holder, asked.id, entries, summary(ledger))
        except Taken:
            for kept in await asyncio.to_thread(store.kept, holder):
                if kept.request == asked.id:
                    return kept.partie
            raise Illegal("stale") from None
        return name

    async def begin_friends(
        self, id: str, rules: str, seats: Sequence[Seated], invite: str = ""
    ) -> str:
        """Begin a partie with a friend and return its name; the same request returns it again.

        ``invite`` is the digest of the token of the link.  Raises PiquetError for rules that cannot
        be read, or Lost.
        """
        begun = Begun(str(Rules.parse(rules)), DEFAULT_LEVEL, (HOLDER, FRIEND))
        entries: list[Entry] = [begun, Sealed(0, seals.fresh()), Sealed(1, seals.fresh()), *seats]
        if invite:
            entries.append(Invited(invite))
        name = secrets.token_urlsafe(12)
        store = self.service.store
        try:
            await store.begin(name, HOLDER, id, entries, summary(Ledger.of(entries)))
        except Taken:
            for kept in await asyncio.to_thread(store.kept, HOLDER):
                if kept.request == id:
                    return kept.partie
            raise Illegal("stale") from None
        return name

    async def _follow(self, room: Room) -> str:
        """Return the name of the partie that follows another between the same friends."""
        seats = [seat for seat in room.ledger.seats if seat is not None]
        return await self.begin_friends(f"after/{room.name}", str(room.ledger.rules), seats)

    async def seat(self, name: str, digest: str) -> str | None:
        """Return whose seat at a table a token opens, by its digest: a holder, or nobody's.

        Raises Lost.
        """
        with contextlib.suppress(PiquetError):
            room = await self.find(name, FRIEND)
            found = None
            for person, seat in zip(Person, room.ledger.seats, strict=True):
                if seat is not None and hmac.compare_digest(seat.token, digest):
                    found = room.ledger.holder(person)
            return found
        return None

    async def forget(self, name: str, holder: str) -> None:
        """Remove a partie for good.  Raises Unreadable (``no_partie``) or Lost."""
        store = self.service.store
        if not await asyncio.to_thread(store.holds, name, holder):
            raise Unreadable("no_partie")
        room = self._open.pop(name, None)
        if room is not None:
            room.notice("no_partie", text("errors.no_partie"))
            await room.close()
        await store.forget(name)

    async def record(self, name: str, holder: str) -> str:
        """Return the record of a partie as far as its deals are over.

        Raises Unreadable or Lost as :meth:`find` does.
        """
        room = await self.find(name, holder)
        if room.ledger.friendly and not room.ledger.over:
            raise Illegal("friend_record")
        return await asyncio.to_thread(lambda: write(room.ledger.finished()))

    async def listed(self, holder: str) -> list[PartieTold]:
        """Return the parties of a holder, the latest first.  Raises Lost."""
        kept = await asyncio.to_thread(self.service.store.kept, holder)
        return [_listed(one, holder) for one in kept]

    async def close(self) -> None:
        """Close all tables."""
        for room in self._open.values():
            await room.close()
        self._open.clear()


def _begun(holder: str, asked: protocol.NewPartie) -> Begun:
    """Return how a partie begins that somebody asks for.

    Raises PiquetError for what cannot be read, Illegal (``one_source``) for two sources.
    """
    sources: dict[str, Callable[[], str]] = {}
    if asked.daily:
        sources["day"] = today
    if asked.code:
        sources["code"] = lambda: Deal.from_code(asked.code).code
    if asked.seed:
        sources["seed"] = lambda: asked.seed if seed_bytes(asked.seed) else ""
    if asked.taken is not None:
        sources["record"] = lambda: "" if asked.taken is None else asked.taken.record
    if len(sources) > 1:
        raise Illegal("one_source")
    sides = (holder, "computer")
    rules = str(Rules.parse(asked.rules))
    if not sources:
        return Begun(rules, asked.level, sides)
    ((source, given),) = sources.items()
    begun = Begun(rules, asked.level, sides, given=given(), source=source)  # type: ignore[arg-type]
    if asked.taken is None:
        return begun
    return _take_over(begun, asked.taken)


def _take_over(begun: Begun, taken: protocol.Taken) -> Begun:
    """Return how a partie begins in which one seat of a written deal is taken over."""
    holder, computer = begun.sides
    made = Begun(
        begun.rules,
        begun.level,
        begun.sides,
        source="record",
        given=taken.record,
        deal=taken.deal,
        moves=taken.moves,
    )
    try:
        ledger = Ledger.of([made, Sealed(0, "00" * 32)])
    except Unreadable as error:
        cause = error.values.get("why")
        raise cause if isinstance(cause, PiquetError) else error from None
    seat = ledger.seat(ledger.person(holder))
    if str(seat) == taken.seat:
        return made
    return Begun(
        made.rules,
        made.level,
        (computer, holder),
        source="record",
        given=made.given,
        deal=made.deal,
        moves=made.moves,
    )


def _listed(kept: Kept, holder: str) -> PartieTold:
    told = json.loads(kept.summary)
    mine = told["sides"].index(holder)
    scores = told["scores"]
    alone = told["source"] in ("day", "code", "record")
    if told.get("friend") is not None:
        title = text("table.friend.listed", name=told["friend"] or text("table.friend.unnamed"))
    elif alone:
        title = text(f"table.alone.{told['source']}", given=told["given"])
    else:
        title = text("table.listed.title", rules=told["rules"].partition("(")[0])
    key = "over" if told["over"] else "begun" if not told["deal"] else "deal" if alone else "partie"
    words = text(f"table.listed.{key}", n=told["deal"], you=scores[mine], they=scores[1 - mine])
    return PartieTold(
        partie=kept.partie,
        rules=told["rules"],
        level=told["level"],
        title=title,
        words=words,
        you=scores[mine],
        they=scores[1 - mine],
        deal=told["deal"],
        over=told["over"],
        finished=told.get("finished", told["deal"] if told["over"] else max(0, told["deal"] - 1)),
        begun=_time(kept.begun),
        changed=_time(kept.changed),
    )


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
