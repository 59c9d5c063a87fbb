"""What a record says of scores, totals, counts and its result, compared with what was made."""

from __future__ import annotations

import re

from piquet.base import Illegal, Seat, Unreadable
from piquet.record.desk import Desk
from piquet.record.forms import PERSONS, SEATS, Entry, read_pairs, unreadable
from piquet.record.model import Scored
from piquet.record.writer import result, totals

__all__ = ["Checks"]

_RESULT = re.compile(r"unfinished|drawn|(first|second) [0-9]{1,6}")


class Checks(Desk):
    """A desk that also looks at the figures written down."""

    def score(self, entry: Entry) -> None:
        """Check the score of a finished deal, or count a deal of which nothing else is known."""
        if self.draft is not None and not self.draft.given and not self.lost:
            self._scored_deal(entry)
            return
        if self.lost or not self.ready(entry.piece):
            return
        assert self.record is not None
        partie, position = self.record.partie, self.record.position
        if position is None or partie.position is not None or position.outcome is None:
            self.fault(entry.piece, Illegal("record_not_over", key="Score"))
            return
        self.scored = True
        outcome, points = position.outcome, partie.finished[-1].points
        self._compare(entry, _named((outcome.elder, outcome.younger), points))

    def _scored_deal(self, entry: Entry) -> None:
        if not self.started(entry.piece) or self.record is None or self.draft is None:
            return
        partie = self.record.partie
        pairs = read_pairs(entry.value) or {}
        if partie.dealer is None or set(pairs) not in (set(SEATS), set(PERSONS)):
            self.lose(entry.piece, unreadable("score", entry.value), entry)
            return
        made = {
            SEATS[name] if name in SEATS else partie.seat(PERSONS[name]): number
            for name, number in pairs.items()
        }
        draft, self.draft = self.draft, None
        scored = Scored(made[Seat.ELDER], made[Seat.YOUNGER])
        self.scored = self.begin(scored, draft.piece)

    def total(self, entry: Entry) -> None:
        """Check the scores of both persons after a deal."""
        if self.lost or not self.ready(entry.piece):
            return
        assert self.record is not None
        partie = self.record.partie
        if self.begun is None or not partie.finished or partie.position is not None:
            self.fault(entry.piece, Illegal("record_not_over", key="Total"))
            return
        self.scored = True
        self._compare(entry, _named(None, totals(self.begun, partie)))

    def count(self, entry: Entry) -> None:
        """Check the running score of a deal, and keep that it stands there."""
        if self.lost or not self.ready(entry.piece):
            return
        assert self.record is not None
        position, parts = self.record.position, self.record.parts
        known = bool(parts) and parts[-1].cards is not None
        if position is None or not known or isinstance(parts[-1].cards, Scored):
            self.fault(entry.piece, Unreadable("record_no_deal", key="Count"))
            return
        self.record = self.record.with_count()
        self._compare(entry, _named(position.scores, None))

    def _compare(self, entry: Entry, due: dict[str, int]) -> None:
        pairs = read_pairs(entry.value)
        if pairs is None or not set(pairs) <= set(due):
            self.fault(entry.piece, unreadable(entry.key, entry.value), entry)
            return
        for name, number in pairs.items():
            if due[name] != number:
                key = entry.key.capitalize()
                error = Illegal("record_check", key=key, who=name, written=number, due=due[name])
                at = entry.column + entry.value.lower().find(name)
                self.note(error, entry.piece.line, at, len(f"{name} {number}"))

    def result(self, entry: Entry) -> None:
        """Check the result of the partie; it ends the record."""
        if self.lost or self.over(entry.piece) or not self.ready(entry.piece):
            return
        assert self.record is not None
        self.ended = True
        written = " ".join(entry.value.lower().replace(",", " ").split())
        if not _RESULT.fullmatch(written):
            self.fault(entry.piece, unreadable("result", entry.value), entry)
            return
        due = result(self.record.partie)
        if written != due:
            error = Illegal("record_result", written=written, due=due)
            self.note(error, entry.piece.line, entry.column, len(entry.value))


def _named(seats: tuple[int, int] | None, persons: tuple[int, int] | None) -> dict[str, int]:
    due: dict[str, int] = {}
    if seats is not None:
        due.update(zip(SEATS, seats, strict=True))
    if persons is not None:
        due.update(zip(PERSONS, persons, strict=True))
    return due
