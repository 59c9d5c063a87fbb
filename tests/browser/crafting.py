"""Parties made to measure and kept as if they had been played: a page can go on with them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from browser.serving import HOLDER
from piquet.actions import Action, Kind
from piquet.base import Person, Seat
from piquet.cards import CARDS, CardSet
from piquet.dealing import Deal
from piquet.players import make
from piquet.record import Record, write
from piquet.rules import Rules
from piquet.table.entries import Begun, Dealt, Entry, Sealed, Went, Wrought
from piquet.table.ledger import Ledger

__all__ = ["Made", "blank", "dealt", "ended", "line", "started"]


class Made:
    """A partie that grows entry by entry."""

    def __init__(self, entries: list[Entry], ledger: Ledger | None = None) -> None:
        self.entries = list(entries)
        self.ledger = ledger or Ledger.of(entries)

    def add(self, *entries: Entry) -> Made:
        """Add entries."""
        for entry in entries:
            self.ledger = self.ledger.after(entry)
            self.entries.append(entry)
        return self

    def deal(self) -> Made:
        """Deal the next cards."""
        return self.add(Dealt())

    def act(self, action: Action) -> Made:
        """Let whoever is to move do something."""
        return self.add(Wrought(int(action)))

    def play(self, until: Callable[[Ledger], bool], rng: random.Random) -> Made:
        """Let both sides act by chance, full of truth, until something holds."""
        while not until(self.ledger):
            if self.ledger.partie.needs_deal:
                self.deal()
                continue
            if self.ledger.resting:
                self.add(Went())
                continue
            legal = self.ledger.partie.legal_actions
            kinds = [kind for kind in legal.kinds if kind is not Kind.CONCEDE]
            said = [k for k in kinds if k in (Kind.POINT, Kind.SEQUENCE, Kind.SET, Kind.SAY)]
            options = legal.of(said[0] if said else kinds[rng.randrange(len(kinds))])
            self.act(options[0 if said else rng.randrange(len(options))])
        return self


def started(rules: str = "rubicon", seed: str = "crafted", level: str = "beginner") -> Made:
    """Return a partie from a seed before its cut, the person at the page first."""
    begun = Begun(rules, level, (HOLDER, "computer"), source="seed", given=seed)
    return Made([begun, Sealed(0, "07" * 32)])


def dealt(deal: Deal, seat: Seat, rules: str = "rubicon", level: str = "beginner") -> Made:
    """Return a single deal in which the person at the page has a seat."""
    if seat is Seat.ELDER:
        begun = Begun(rules, level, (HOLDER, "computer"), source="code", given=deal.code)
        return Made([begun, Sealed(0, "07" * 32)]).deal()
    whole = Rules.parse(rules)
    record = Record(whole, dealer=Person.FIRST, packet=whole.packet[-1]).begin(deal)
    begun = Begun(
        rules, level, (HOLDER, "computer"), source="record", given=write(record), deal=1, moves=0
    )
    return Made([begun, Sealed(0, "07" * 32)])


def blank(seat: Seat, seed: int, courts: int = 0) -> Deal:
    """Return a deal in which a seat has as many court cards as that: none is a carte blanche."""
    rng = random.Random(seed)
    pack = list(CARDS)
    rng.shuffle(pack)
    court = [card for card in pack if str(card)[0] in "KQJ"]
    plain = [card for card in pack if str(card)[0] not in "KQJ"]
    mine = [*court[:courts], *plain[: 12 - courts]]
    rest = [card for card in pack if card not in mine]
    hands = (mine, rest[:12]) if seat is Seat.ELDER else (rest[:12], mine)
    return Deal(CardSet.of(*hands[0]), CardSet.of(*hands[1]), tuple(rest[12:]))


def line(made: Made, level: str = "club") -> Iterator[Action]:
    """Yield what the person does in a deal if he plays as a level does, the computer as it will.

    The computer's replies are added to what was made, as the server will find them.
    """
    me = made.ledger.person(HOLDER)
    mine = make(level, 1)
    theirs = make(made.ledger.level, made.ledger.luck)
    while made.ledger.partie.position is not None:
        mover = made.ledger.to_move
        assert mover is not None
        view = made.ledger.view(mover)
        assert view is not None
        action = (mine if mover is me else theirs).act(view)
        if mover is me:
            yield action
        made.act(action)


def ended(wanted: Callable[[Ledger], bool], start: Made | None = None, deals: int = 6) -> Made:
    """Return a partie after so many deals that has come out as wanted, its last deal just over.

    Up to the last deal it goes by chance; the last one is played again until it fits.
    """
    for attempt in range(40):
        rng = random.Random(attempt)
        made = start or started(seed=f"ended {attempt}")
        before = Made(made.entries).play(
            lambda ledger: len(ledger.partie.finished) == deals - 1, rng
        )
        if before.ledger.partie.needs_deal:
            before.deal()
        for _ in range(300):
            trial = Made(before.entries, before.ledger).play(
                lambda ledger: len(ledger.partie.finished) == deals, rng
            )
            if wanted(trial.ledger):
                return trial
    raise AssertionError("no such partie was found")
