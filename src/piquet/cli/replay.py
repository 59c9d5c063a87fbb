"""``piquet replay``: a written partie, deal by deal, in the words of the table."""

import argparse
import errno
import json
import os
import select
import stat
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from piquet.actions import Action
from piquet.base import Person, Seat
from piquet.cards import CardSet
from piquet.cli.sheet import reckoning, sheet
from piquet.cli.term import Style, fold
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.position import Position
from piquet.record import Hands, Part, Reading, Record, Scored, Step, examine, examine_file
from piquet.record.source import LARGEST
from piquet.record.writer import result
from piquet.table.sheets import settlement
from piquet.table.talk import Teller, opening
from piquet.texts import text

__all__ = ["examined", "first_steps", "run"]

_PATIENCE = 5  # seconds


def run(options: argparse.Namespace) -> int:
    """Print a record as far as it can be played, and what is wrong with it on standard error.

    Raises OSError for a file that cannot be opened, and for a pipe through which nothing comes.
    """
    reading = examined(options.file)
    record = reading.record
    seat = None if options.seat is None else Seat[options.seat.upper()]
    steps = list(record.steps())
    total = len(_acts(steps))
    if options.step is not None and not 0 <= options.step <= total:
        for fault in reading.diagnostics:
            print(fault, file=sys.stderr)
        print(text("replay.no_step", n=options.step, of=total), file=sys.stderr)
        return 1
    shown = first_steps(steps, options.step)
    if options.json:
        told = _document(record, shown, seat)
        told["diagnostics"] = [str(fault) for fault in reading.diagnostics]
        print(json.dumps(told, indent=2))
    elif record.parts or not reading.diagnostics:
        style = Style.of(ascii_only=options.ascii)
        page = _Page(record, style, seat)
        lines = page.position(shown, total) if options.step is not None else None
        for line in page.whole(steps) if lines is None else lines:
            print(*fold(line, style.width), sep="\n")
    for fault in reading.diagnostics:
        print(fault, file=sys.stderr)
    return 1 if reading.diagnostics else 0


def examined(path: str) -> Reading:
    """Return what a file or a pipe holds; a pipe that nobody writes into is not waited for.

    Raises OSError.
    """
    found = os.path.exists(path)  # else it may be an example by its name
    if sys.platform == "win32" or not found or not stat.S_ISFIFO(os.stat(path).st_mode):
        return examine_file(path)
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with open(handle, "rb") as stream:
        ready, _, _ = select.select([handle], [], [], _PATIENCE)
        if not ready:
            raise OSError(errno.ETIMEDOUT, text("replay.silent", seconds=_PATIENCE), path)
        os.set_blocking(handle, True)
        return examine(stream.read(LARGEST + 1), path)


def _acts(steps: Sequence[Step]) -> list[Step]:
    return [step for step in steps if step.action is not None]


def first_steps(steps: list[Step], number: int | None) -> list[Step]:
    """Return the steps up to a number of actions."""
    if number is None:
        return steps
    shown: list[Step] = []
    done = 0
    for step in steps:
        if step.action is not None:
            done += 1
            if done > number:
                break
        shown.append(step)
    return shown


class _Page:
    """A record as text, all-seeing or as one seat saw it."""

    def __init__(self, record: Record, style: Style, seat: Seat | None) -> None:
        self.record, self.style, self.seat = record, style, seat
        self.names = [record.header(str(person).capitalize()) or str(person) for person in Person]
        self.teller = Teller(record.rules, style)

    # --- the whole record -----------------------------------------------------------------------

    def whole(self, steps: list[Step]) -> Iterator[str]:
        for name, words in self.record.headers:
            yield _plain(f"{name}: {words}")
        yield f"Rules: {self.record.rules}"
        if self.seat is None:
            yield from (f"; {_plain(words)}" for words in self.record.comments)
        before = steps[0].partie
        for place, part in enumerate(self.record.parts):
            told = [step for step in steps[1:] if step.part == place]
            yield ""
            if part.cards is None:
                yield from self._prelude(part, before, told)
            else:
                yield from self._deal(part, before, told)
            before = told[-1].partie
        if before.finished:
            together = 0 if self.record.before is None else self.record.before.deals
            yield ""
            yield from map(_plain, sheet(before, self.names, together))
        yield from map(_plain, settlement(before, self.names))

    def _prelude(self, part: Part, partie: Partie, steps: list[Step]) -> Iterator[str]:
        for place, step in enumerate(steps):
            yield from self._comments(part, place)
            assert step.action is not None
            yield opening(step.action, self._mover(partie), self.style)
            partie = step.partie
        yield from self._comments(part, len(steps))

    def _mover(self, partie: Partie) -> str:
        assert partie.to_move is not None
        name = _plain(self.names[partie.to_move])
        return name[:1].upper() + name[1:]

    def _deal(self, part: Part, partie: Partie, steps: list[Step]) -> Iterator[str]:
        yield self._title(partie)
        yield from self._cards(part)
        position = steps[-1].position
        assert position is not None
        events = position.events if self.seat is None else position.view(self.seat).events
        told = self.teller.by_event(events)
        heard = 0
        for place, step in enumerate(steps):
            assert step.position is not None
            until = len(step.position.events)
            for lines in told[heard:until]:
                yield from lines
            heard = until
            yield from self._comments(part, place)
        if position.awards:
            yield ""
            yield from reckoning(position.awards)

    def _title(self, partie: Partie) -> str:
        assert partie.dealer is not None
        names = [_plain(name) for name in self.names]
        title = text("replay.deal", n=partie.deal_number, dealer=names[partie.dealer])
        elder = text("replay.elder", name=names[partie.person(Seat.ELDER)])
        return self.style.strong(f"{title}; {elder}")

    def _comments(self, part: Part, place: int) -> list[str]:
        if self.seat is not None:
            return []
        return [f"  ; {_plain(words)}" for at, words in part.comments if at == place]

    def _cards(self, part: Part) -> Iterator[str]:
        cards = part.cards
        if isinstance(cards, Scored):
            yield text("replay.scored")
            yield text("score.result", what=text("score.over"), **cards._asdict())
            return
        assert cards is not None
        yield from self._hands((cards.elder, cards.younger))
        if isinstance(cards, Deal) and self.seat is None:
            talon = " ".join(self.style.card(card) for card in cards.talon)
            yield f"  {text('cli.deal.talon'):<8} {talon}"
        if isinstance(cards, Hands) and cards.carte_blanche is not None:
            yield text("replay.blanche", seat=text(f"seats.{cards.carte_blanche}"))
        elif isinstance(cards, Hands):
            yield text("replay.hands")

    def _hands(self, hands: tuple[CardSet, CardSet]) -> Iterator[str]:
        for seat in Seat if self.seat is None else (self.seat,):
            if hands[seat]:
                yield f"  {text(f'seats.{seat}'):<8} {self.style.cards(hands[seat])}"

    # --- one position ---------------------------------------------------------------------------

    def position(self, steps: list[Step], total: int) -> Iterator[str]:
        """Yield one moment: what was said last, the hands, the score, who is to move."""
        last = steps[-1]
        yield self.style.strong(text("replay.after", n=len(_acts(steps)), of=total))
        position = last.position
        if position is None or isinstance(self.record.parts[last.part].cards, Scored):
            yield from map(_plain, sheet(last.partie, self.names))
        else:
            begun = [step.partie for step in steps if step.part < last.part][-1]
            yield self._title(begun)
            yield from self._moment(steps, position)
        if last.partie.to_move is not None:
            person = last.partie.to_move
            who = _plain(self.names[person])
            if last.partie.position is not None:
                who = f"{text(f'seats.{last.partie.seat(person)}')} ({who})"
            yield text("replay.to_move", who=who)

    def _moment(self, steps: list[Step], position: Position) -> Iterator[str]:
        events = position.events if self.seat is None else position.view(self.seat).events
        same = [step for step in steps[:-1] if step.part == steps[-1].part and step.position]
        heard = len(same[-1].position.events) if same and same[-1].position else 0
        yield from self.teller.lines(events, heard)
        if position.outcome is not None:
            yield text("replay.over")
        yield from self._hands(position.hands)
        elder, younger = position.scores
        won, lost = position.tricks
        yield text("replay.tally", elder=elder, younger=younger, won=won, lost=lost)


def _plain(words: str) -> str:
    """Return free text of a record without what a terminal would take for a command."""
    return "".join(letter if letter.isprintable() else "?" for letter in words)


# --- JSON ---------------------------------------------------------------------------------------


def _document(record: Record, steps: list[Step], seat: Seat | None) -> dict[str, Any]:
    """Return a record as plain data; for one seat only what that seat knew."""
    last = steps[-1].partie
    deals = []
    before = steps[0].partie
    for place, part in enumerate(record.parts[: steps[-1].part + 1]):
        told = [step for step in steps[1:] if step.part == place]
        if part.cards is not None and told:
            deals.append(_deal(record, part, before, told, seat))
        before = told[-1].partie if told else before
    return {
        "headers": dict(record.headers),
        "rules": str(record.rules),
        "seat": None if seat is None else str(seat),
        "actions": len(_acts(steps)),
        "deals": deals,
        "scores": dict(zip(map(str, Person), last.scores, strict=True)),
        "result": result(last),
    }


def _deal(
    record: Record, part: Part, before: Partie, steps: list[Step], seat: Seat | None
) -> dict[str, Any]:
    position = steps[-1].position
    assert position is not None
    scored = isinstance(part.cards, Scored)
    found: dict[str, Any] = {
        "number": before.deal_number,
        "dealer": str(before.dealer),
        "score": dict(zip(map(str, Seat), position.scores, strict=True)),
        "over": position.outcome is not None,
        "to_move": None if position.to_move is None else str(position.to_move),
    }
    if scored:
        return found
    hands = dict(zip(Seat, position.hands, strict=True))
    events = position.events if seat is None else position.view(seat).events
    found["hands"] = {str(side): str(hands[side]) for side in (Seat if seat is None else (seat,))}
    if seat is None:
        found["cards"] = _dealt(part)
        found["actions"] = [str(step.action) for step in steps if isinstance(step.action, Action)]
    found["talk"] = Teller(record.rules, Style(symbols=False)).lines(events)
    found["awards"] = [
        {"seat": str(award.seat), "points": award.points, "reason": award.reason}
        for award in position.awards
    ]
    return found


def _dealt(part: Part) -> dict[str, str]:
    cards = part.cards
    if isinstance(cards, Deal):
        talon = " ".join(map(str, cards.talon))
        return {"elder": str(cards.elder), "younger": str(cards.younger), "talon": talon}
    assert isinstance(cards, Hands)
    return {"elder_holds": str(cards.elder), "younger_holds": str(cards.younger)}
