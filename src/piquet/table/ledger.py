"""A partie at a table: what its entries add up to, and which entries may come next.

It never changes: :meth:`Ledger.after` returns the next one.  The entries alone make it, so a crash
costs nothing but the time to read them again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from piquet.actions import Action, Kind
from piquet.base import Illegal, Person, Seat, Unreadable
from piquet.cards import Card
from piquet.dealing import Deal, seed_bytes
from piquet.partie import Partie
from piquet.position import Position
from piquet.record import Part, Record, read
from piquet.rules import Rules
from piquet.table import seals
from piquet.table.entries import (
    Added,
    Begun,
    Dealt,
    Ended,
    Entry,
    Followed,
    Invited,
    Levelled,
    Marked,
    Pledged,
    Rematched,
    Sealed,
    Seated,
    Undone,
    Went,
    Wrought,
)
from piquet.table.shuffle import Shuffle
from piquet.texts import text
from piquet.view import View

__all__ = ["Ledger"]

_ALONE = ("day", "code", "record")  # one deal is played, not a partie


@dataclass(frozen=True)
class Ledger:
    """A partie as its entries tell it.

    ``line`` are the records of all steps that stand, from the start; ``assisted`` numbers the deals
    in which something was taken back, ``autos`` the places in the line that the table came to by
    itself, ``marks`` what looked wrong in which deal, ``moved`` the version of the last entry that
    was no mark.  Between friends ``seats`` tell who sits where, ``shuffle`` what both have added to
    the next deal and ``shuffles`` to those dealt.

    >>> from piquet.table.entries import Begun, Sealed
    >>> begun = Begun("rubicon", "club", ("you", "computer"))
    >>> ledger = Ledger.of([begun, Sealed(0, "00" * 32), Sealed(1, "01" * 32)])
    >>> ledger.version, str(ledger.partie.to_move)
    (3, 'first')
    """

    begun: Begun
    line: tuple[Record, ...]
    version: int = 0
    secrets: tuple[tuple[int, str], ...] = ()
    assisted: frozenset[int] = frozenset()
    autos: frozenset[int] = frozenset()
    marks: tuple[tuple[int, Marked], ...] = ()
    moved: int = 0
    level: str = ""
    next_level: str = ""
    went: int = 0
    invite: str = ""
    seats: tuple[Seated | None, Seated | None] = (None, None)
    shuffle: Shuffle = field(default_factory=Shuffle)
    shuffles: tuple[Shuffle, ...] = ()
    ended: Person | None = None
    rematch: frozenset[Person] = frozenset()
    following: str = ""

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Ledger:
        """Return what entries add up to.

        Raises Unreadable (``partie_damaged``) for a list that no table wrote.
        """
        try:
            first, *rest = entries
            if not isinstance(first, Begun):
                raise ValueError(first)
            ledger = cls(first, (_start(first),), 1, level=first.level, next_level=first.level)
            for entry in rest:
                ledger = ledger.after(entry)
        except (ValueError, IndexError, KeyError) as error:  # a PiquetError is a ValueError
            raise Unreadable("partie_damaged", why=error) from None
        return ledger

    # --- how it stands ----------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The partie as it is written down so far."""
        return self.line[-1]

    @property
    def partie(self) -> Partie:
        """The partie as it stands."""
        return self.record.partie

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.record.rules

    @property
    def position(self) -> Position | None:
        """The deal in play or, until somebody goes on, the one just over."""
        return self.record.position

    @property
    def alone(self) -> bool:
        """Whether one deal is played and no partie."""
        return self.begun.source in _ALONE

    @property
    def resting(self) -> bool:
        """Whether a deal is over and nobody has gone on."""
        over = self.partie.position is None and self.record.position is not None
        return over and self.went != len(self.line)

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return (
            self.partie.outcome is not None
            or (self.alone and self.resting)
            or self.ended is not None
        )

    @property
    def friendly(self) -> bool:
        """Whether two persons play, and no computer."""
        return "friend" in self.begun.sides

    @property
    def waits_for_friend(self) -> bool:
        """Whether nobody has sat down opposite yet."""
        return self.friendly and None in self.seats

    @property
    def shuffling(self) -> bool:
        """Whether both have to add to what is to be dealt, or cut, before it can be."""
        if not self.friendly or self.over or self.waits_for_friend:
            return False
        due = self.shuffle.deal == 0 or self.partie.needs_deal
        return due and not self.shuffle.done

    @property
    def number(self) -> int:
        """The number of the deal in play or just over, over all games; 0 before the first."""
        partie = self.partie
        return len(partie.finished) + (partie.position is not None)

    @property
    def to_move(self) -> Person | None:
        """Who is to act, None while a deal is over or due."""
        idle = self.resting or self.ended is not None or self.waits_for_friend or self.shuffling
        return None if idle else self.partie.to_move

    @property
    def cut_number(self) -> int:
        """Which cut is made, from 0: cuts are repeated, and made anew in each game of a match."""
        cuts = [
            action
            for part in self.record.parts
            for action in part.actions
            if action.kind is Kind.CUT
        ]
        return len(cuts) // 2

    @property
    def spread(self) -> tuple[Card, ...]:
        """The pack as it lies spread for the cut."""
        return seals.spread(self.seed(0), self.cut_number)

    def seed(self, deal: int) -> str:
        """Return what the cards of a deal come from: its secret, mixed between friends.

        Raises KeyError where it is not known yet.
        """
        if not self.friendly:
            return self.secret(deal)
        for shuffle in (*self.shuffles, self.shuffle):
            if shuffle.deal == deal and shuffle.done:
                return seals.mixed(self.secret(deal), *shuffle.numbers)
        raise KeyError(deal)

    def secret(self, deal: int) -> str:
        """Return the secret of a deal.

        Raises KeyError where there is none.
        """
        return dict(self.secrets)[deal]

    def holder(self, person: Person) -> str:
        """Return who plays for a person: "computer", or the name of a seat."""
        return self.begun.sides[person]

    def name(self, person: Person) -> str:
        """Return what a person is called where a partie is written down."""
        seated = self.seats[person]
        if seated is not None and seated.name:
            return seated.name
        kind = {"computer": "play.record_computer", "you": "play.record_you"}
        return text(kind.get(self.holder(person), "table.friend.unnamed"))

    def person(self, holder: str) -> Person:
        """Return whom a holder plays for.

        Raises ValueError for somebody who does not sit at this table.
        """
        return Person(self.begun.sides.index(holder))

    def seat(self, person: Person) -> Seat | None:
        """Return a person's seat in the deal in play or just over, None before the first."""
        partie = self.partie
        if self.resting:
            return Seat.YOUNGER if partie.finished[-1].dealer is person else Seat.ELDER
        return None if partie.dealer is None else partie.seat(person)

    def view(self, person: Person) -> View | None:
        """Return what a person may know of the deal in play or just over, None before the first."""
        position, seat = self.position, self.seat(person)
        return None if position is None or seat is None else position.view(seat)

    def known(self, deal: int) -> bool:
        """Tell whether the cards of a deal were known to somebody before it was played."""
        return self.begun.source == "code" or (
            self.alone and deal > 0 and self.begun.source != "day"
        )

    @property
    def luck(self) -> int:
        """The seed of what the computer leaves to chance; the same line gives the same play."""
        return int.from_bytes(hashlib.sha256(bytes.fromhex(self.secret(0)) + b"luck").digest()[:8])

    def decisions(self, person: Person) -> list[int]:
        """Return the places in the line at which a person had something to decide in this deal."""
        found: list[int] = []
        for place in range(len(self.line) - 2, -1, -1):
            record, following = self.line[place], self.line[place + 1]
            if record.partie.position is None or following.now.action is None:
                break
            if self._decided(record, person) and place + 1 not in self.autos:
                found.append(place)
        return found[::-1]

    @staticmethod
    def _decided(record: Record, person: Person) -> bool:
        partie = record.partie
        position = partie.position
        if position is None or partie.to_move is not person:
            return False
        legal = partie.legal_actions
        last = legal[0].kind is Kind.PLAY and len(position.hands[partie.seat(person)]) == 1
        return len(legal) > 1 or (legal[0].kind is Kind.PLAY and not last)

    # --- what comes next --------------------------------------------------------------------------

    def after(self, entry: Entry) -> Ledger:
        """Return the ledger with one entry more.

        Raises Illegal or Unreadable, which name the rule, for what may not come now.
        """
        after = self._after(entry)
        return after if isinstance(entry, Marked) else replace(after, moved=after.version)

    def _after(self, entry: Entry) -> Ledger:
        version = self.version + 1
        match entry:
            case Wrought():
                wrought = self._with(self._wrought(entry), version)
                autos = self.autos | {len(self.line)}
                return replace(wrought, autos=autos) if entry.auto else wrought
            case Dealt():
                dealt = replace(self, level=self.next_level)
                if self.friendly:
                    following = Shuffle(deal=self.number + 2)
                    done = (*self.shuffles, self.shuffle)
                    dealt = replace(dealt, shuffle=following, shuffles=done)
                return dealt._with(self.record.begin(self.next_deal()), version)
            case Undone():
                return self._undone(entry.to, version)
            case Sealed():
                secrets = (*self.secrets, (entry.deal, entry.secret))
                return replace(self, version=version, secrets=secrets)
            case Levelled():
                level = self.level if self.partie.position is not None else entry.level
                return replace(self, version=version, level=level, next_level=entry.level)
            case Marked():
                marks = (*self.marks, (self.number, entry))
                return replace(self, version=version, marks=marks)
            case Went():
                return replace(self, version=version, went=len(self.line))
            case Invited():
                return replace(self, version=version, invite=entry.token)
            case Seated():
                return self._seated(entry, version)
            case Pledged():
                return replace(self, version=version, shuffle=self._due(entry).pledged(entry))
            case Added():
                return self._added(entry, version)
            case Ended():
                return replace(self, version=version, ended=Person(entry.person))
            case Rematched():
                rematch = self.rematch | {Person(entry.person)}
                return replace(self, version=version, rematch=rematch)
            case Followed():
                return replace(self, version=version, following=entry.partie)
            case Begun():
                raise Unreadable("partie_damaged", why=entry)

    def _with(self, record: Record, version: int) -> Ledger:
        return replace(self, line=(*self.line, record), version=version)

    def _wrought(self, entry: Wrought) -> Record:
        if self.resting:
            raise Illegal("deal_over", action=Action.from_int(entry.action))
        return self.record.after(Action.from_int(entry.action))

    def _undone(self, to: int, version: int) -> Ledger:
        if not any(to in self.decisions(person) for person in Person):
            raise Illegal("undo_place")
        return replace(
            self,
            line=self.line[: to + 1],
            version=version,
            assisted=self.assisted | {self.number},
            autos=frozenset(place for place in self.autos if place <= to),
        )

    def _seated(self, entry: Seated, version: int) -> Ledger:
        seats = list(self.seats)
        seats[entry.person] = entry
        return replace(self, version=version, seats=(seats[0], seats[1]))

    def _due(self, entry: Pledged | Added) -> Shuffle:
        """Return the shuffle that something is added to.

        Raises Illegal (``shuffle_now``) where none is due, or another one.
        """
        if not self.shuffling or entry.deal != self.shuffle.deal:
            raise Illegal("shuffle_now")
        return self.shuffle

    def _added(self, entry: Added, version: int) -> Ledger:
        shuffle = self._due(entry).added(entry)
        if not shuffle.done or shuffle.deal:
            return replace(self, version=version, shuffle=shuffle)
        # The pack to be cut is shuffled: what follows is the first deal.
        following = Shuffle(deal=self.number + 1)
        done = (*self.shuffles, shuffle)
        return replace(self, version=version, shuffle=following, shuffles=done)

    def next_deal(self) -> Deal:
        """Return the cards to be dealt next.

        Raises Illegal (``deal_not_due``) where none are.
        """
        if not self.partie.needs_deal or (self.alone and self.number) or self.shuffling:
            raise Illegal("deal_not_due")
        number, begun = self.number + 1, self.begun
        if begun.source == "seed":
            return Deal.numbered(seed_bytes(begun.given), number)
        if begun.source == "code":
            return Deal.from_code(begun.given)
        if begun.source == "day":
            return seals.daily(date.fromisoformat(begun.given))
        return seals.deal_of(self.seed(number), number)

    def finished(self) -> Record:
        """Return the record as far as its deals are over: what may be given out while it is played.

        What was marked stands among the comments.
        """
        record = self.record
        if self.partie.position is not None:
            record = replace(record, parts=record.parts[:-1], _now=None)
        deals = 0
        parts: list[Part] = []
        for part in record.parts:
            deals += part.cards is not None
            marks = tuple(
                (min(mark.place, len(part.actions)), _comment(mark))
                for deal, mark in self.marks
                if deal == deals and part.cards is not None
            )
            parts.append(replace(part, comments=part.comments + marks))
        return replace(record, headers=self._headers(), parts=tuple(parts), _now=None)

    def _headers(self) -> tuple[tuple[str, str], ...]:
        if self.begun.source == "record":
            return self.record.headers
        names = [self.name(person) for person in Person]
        key = "table.friend.event" if self.friendly else "play.event"
        headers = [
            ("Event", text(key, level=self.level)),
            ("First", names[0]),
            ("Second", names[1]),
        ]
        if self.assisted:
            headers.append(("Assisted", " ".join(map(str, sorted(self.assisted)))))
        return tuple(headers)


def _comment(mark: Marked) -> str:
    return text("table.mark", event=mark.event, comment=mark.comment).strip()


def _start(begun: Begun) -> Record:
    """Return the record from which a partie starts."""
    rules = Rules.parse(begun.rules)
    if begun.source == "record":
        return _taken(begun)
    if begun.source in _ALONE:
        # Who plays for "you" is elder, so that everybody has the same deal before him.
        dealer = Person(begun.sides.index("you")).other
        return Record(rules, dealer=dealer, packet=rules.packet[-1])
    return Record(rules)


def _taken(begun: Begun) -> Record:
    """Return a record up to the moment from which a deal is taken over.

    Raises Unreadable (``taken_deal``, ``taken_move``) where it has no such moment in play.
    """
    record = read(begun.given)
    deals = [place for place, part in enumerate(record.parts) if part.cards is not None]
    if not 1 <= begun.deal <= len(deals):
        raise Unreadable("taken_deal", number=begun.deal, most=len(deals))
    place = deals[begun.deal - 1]
    part = record.parts[place]
    if begun.moves > len(part.actions):
        raise Unreadable("taken_move", number=begun.moves, most=len(part.actions))
    kept = replace(part, actions=part.actions[: begun.moves], comments=(), counts=())
    taken = replace(record, parts=(*record.parts[:place], kept), _now=None)
    if taken.partie.position is None:
        raise Unreadable("taken_over", number=begun.moves)
    return taken
