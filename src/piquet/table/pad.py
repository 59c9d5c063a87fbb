"""The score sheet for a real pack: kept by the page, reckoned here, and blank ones to print."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Collection, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.actions import Action, Kind
from piquet.base import Illegal, Person, PiquetError, Seat
from piquet.cards import Rank
from piquet.combinations import SEQUENCES, SETS, keys, worth
from piquet.naming import sequence, words
from piquet.partie import Partie
from piquet.position import Position
from piquet.reckoning import PIQUE, REPIQUE, THIRTY, first_out
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.table.dictating import entry as dictated
from piquet.table.marking import HAND, Entry, of_rank, point_values
from piquet.table.penned import (
    BlankTold,
    CribRow,
    DealKept,
    NumberTold,
    Pad,
    PadChoices,
    PadDeal,
    PadNow,
    PadRow,
    PadTold,
)
from piquet.table.rooms import Rooms
from piquet.table.scoring import Counted, counted
from piquet.table.service import Service
from piquet.table.sheets import settlement, tally
from piquet.table.web import RECORD, Gate, body, told
from piquet.texts import text
from piquet.view import Standing

__all__ = ["blank", "cleaned", "reckoned", "routes"]

NAME = 24  # letters of a name
_ROWS = 8  # deals on a blank sheet of a game that goes to a number of points
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")


def cleaned(name: str, usual: str) -> str:
    """Return a name as it may stand on a sheet: no control or hidden letters, 24 at most.

    >>> cleaned("\\x1b[31mAnn\\u202e  a\\n", "A"), cleaned(" \\u200b ", "A")
    ('Ann a', 'A')
    """
    plain = unicodedata.normalize("NFC", _ESCAPE.sub("", name))
    spaced = "".join(" " if sign.isspace() else sign for sign in plain)
    shown = "".join(sign for sign in spaced if not unicodedata.category(sign).startswith("C"))
    return " ".join(shown.split())[:NAME].strip() or usual


def _names(given: list[str]) -> tuple[str, str]:
    first, second = (
        cleaned(name, text(f"table.pad.person.{place}")) for place, name in enumerate(given)
    )
    if first.casefold() == second.casefold():
        second = f"{second[: NAME - 4]} (2)"
    return first, second


def reckoned(pad: Pad) -> PadTold:
    """Return a sheet with everything that follows from what was written down.

    >>> deal = DealKept([Entry("total", "", [28, 23])], closed=True)
    >>> reckoned(Pad(names=["Ann", "Ben"], deals=[deal])).totals
    [23, 28]

    Raises Illegal or Unreadable with a sentence for what cannot be.
    """
    return _Sheet(pad).told()


class _Sheet:
    """A sheet while its deals are read."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.rules = Rules.parse(pad.rules)
        self.names = _names(pad.names)
        self.left_out: list[str] = []
        self.kept: list[DealKept] = []
        self.dealers = list(pad.dealers)
        self.games = 1
        self.partie = self._ready(
            Partie.dealt_by(Person(self.dealers[0]), self.rules, self._packet)
        )
        self.shown: PadNow | None = None
        self.parts: list[list[list[int]]] = []
        self._read()

    @property
    def _packet(self) -> int:
        return self.rules.packet[0]

    def _seats(self) -> tuple[str, str]:
        """Return the names of elder and younger."""
        return (
            self.names[self.partie.person(Seat.ELDER)],
            self.names[self.partie.person(Seat.YOUNGER)],
        )

    def _ready(self, partie: Partie) -> Partie:
        """Return the partie when its next deal can be written down: nobody cuts or deals here."""
        while not partie.needs_deal and partie.outcome is None:
            if partie.dealer is not None:
                partie = partie.after(partie.legal_actions.of(Kind.PACKET)[0])
                continue
            if self.games >= len(self.dealers):
                return partie
            # The match goes on as if it began here, with the games that have been won.
            due = Person(self.dealers[self.games])
            self.games += 1
            partie = _cut_for(partie, due)
        return partie

    def _read(self) -> None:
        for place, deal in enumerate(self.pad.deals):
            if self.partie.outcome is not None:
                self._refuse(Illegal("pad_over"))
                break
            if not self.partie.needs_deal:
                self._refuse(Illegal("pad_cut"))
                break
            asked = self.pad.at == place or (self.pad.at < 0 and not deal.closed)
            kept, now = self._deal(deal, said=self.pad.say if asked else "")
            self.kept.append(kept)
            if asked:
                self.shown = self._now(now, kept, place)
            if not kept.closed:
                if place < len(self.pad.deals) - 1:
                    self._refuse(Illegal("pad_open", n=place + 1))
                break
            self._close(now)
        if self.partie.needs_deal and (not self.kept or self.kept[-1].closed):
            self.kept.append(DealKept())
            if self.shown is None:
                now = counted([], self.rules, self._seats())
                self.shown = self._now(now, self.kept[-1], len(self.kept) - 1)

    def _refuse(self, error: PiquetError) -> None:
        if not self.pad.mend:
            raise error
        self.left_out.append(str(error))

    def _deal(self, deal: DealKept, *, said: str) -> tuple[DealKept, Counted]:
        """Return a deal as far as it can stand, and what it adds up to."""
        entries = list(deal.entries)
        if said:
            entries.append(dictated(said, self._seats(), self.pad.seat))
        if self.pad.mend:
            entries = self._mended(entries)
        now = counted(entries, self.rules, self._seats())
        # A claim of a repique is heard, but what brings it is the order of the awards.
        entries = [entry for entry in entries if entry.what != "repique"]
        closed = deal.closed
        if closed and not self._complete(now):
            missing = self._missing(now.missing[:1] or ("play.elder",))[0]
            self._refuse(Illegal("pad_unfinished", n=self.partie.deal_number, what=missing))
            closed = False
        return DealKept(entries, closed), now

    def _missing(self, missing: Sequence[str]) -> list[str]:
        seats = dict(zip(map(str, Seat), self._seats(), strict=True))
        return [text(f"table.pad.missing.{what}", **seats) for what in missing]

    def _mended(self, entries: list[Entry]) -> list[Entry]:
        good: list[Entry] = []
        for entry in entries:
            try:
                counted([*good, entry], self.rules, self._seats())
            except PiquetError as error:
                self.left_out.append(str(error))
            else:
                good.append(entry)
        return good

    def _out(self, now: Counted) -> tuple[int, int] | None:
        """Return both scores of the deal when somebody reached the target in it, at once."""
        rules, standing = self.rules, self.partie.standing
        at_once = rules.game_end == "target" and rules.target_check == "reckoning_order"
        if not at_once or not now.rows or now.rows[0].kind == "total":
            return None
        out = first_out(standing.scores, now.awards, rules)
        if out is None:
            return None
        return out.scores[0] - standing.scores[0], out.scores[1] - standing.scores[1]

    def _complete(self, now: Counted) -> bool:
        return not now.missing or self._out(now) is not None

    def _close(self, now: Counted) -> None:
        elder, younger = self._out(now) or now.scores
        standing = self.partie.standing
        position = Position.scored(elder, younger, self.rules, standing)
        _require_decided(position, standing, self.rules)
        parts = [_parts(now, self.partie.seat(person)) for person in Person]
        self.parts.append(parts)
        self.partie = self._ready(self.partie.begin_known(position))

    # --- telling ----------------------------------------------------------------------------------

    def told(self) -> PadTold:
        """Return the whole sheet."""
        partie, rules = self.partie, self.rules
        outcome = partie.outcome
        line = rules.target if rules.game_end == "target" else rules.rubicon_at
        key = "target" if rules.game_end == "target" else "rubicon"
        deals, totals = self._deals()
        over = outcome is not None
        winner = -1 if outcome is None or outcome.winner is None else int(outcome.winner)
        return PadTold(
            rules=str(rules),
            name=rules.name,
            names=list(self.names),
            kept=self.kept,
            dealers=self.dealers[: self.games],
            deals=deals,
            now=self.shown,
            totals=totals,
            games=list(partie.games),
            line=line,
            to_go=[max(0, line - score) for score in totals],
            line_words="" if over else tally(key, self.names, totals, line),
            to_come=self._to_come(),
            cut_due=not over and not partie.needs_deal,
            over=over,
            winner=winner,
            settlement=settlement(partie, self.names),
            left_out=self.left_out,
            choices=_choices(rules),
        )

    def _deals(self) -> tuple[list[PadDeal], list[int]]:
        """Return the deals of the game in hand, or of the last one, and its totals."""
        finished = self.partie.finished
        played = self.partie.deal_number - 1
        first = len(finished) - played
        totals = [0, 0]
        deals = []
        for place in range(first, len(finished)):
            deal = finished[place]
            totals = [totals[0] + deal.points[0], totals[1] + deal.points[1]]
            deals.append(
                PadDeal(
                    place,
                    place - first + 1,
                    int(deal.dealer),
                    list(deal.points),
                    totals,
                    self.parts[place],
                )
            )
        return deals, totals

    def _to_come(self) -> list[int]:
        partie = self.partie
        if partie.outcome is not None or self.rules.game_end == "target":
            return []
        left = partie.standing.deals_left or 0
        return list(range(partie.deal_number, partie.deal_number + left))

    def _now(self, now: Counted, kept: DealKept, place: int) -> PadNow:
        """Return one deal line by line, as it stands before the partie goes on from it."""
        partie, rules = self.partie, self.rules
        persons = [int(partie.person(seat)) for seat in Seat]
        elder, younger = self._seats()
        scores = self._out(now) or now.scores
        points = [scores[partie.seat(person)] for person in Person]
        extra = partie.standing.extra
        key = "extra" if extra else "game" if rules.game_end == "target" else "deal"
        of = rules.deals + 2 if extra else rules.deals
        asked = ""
        if now.asked:
            asked = text("table.pad.ask_pique", elder=elder, younger=younger, due=THIRTY)
        first, second = self.names
        one, two = (words(made) for made in points)
        return PadNow(
            place=place,
            title=text(f"table.pad.title.{key}", n=partie.deal_number, of=of, dealer=younger),
            closed=kept.closed,
            dealer=persons[Seat.YOUNGER],
            rows=_rows(now, persons),
            points=points,
            said=text("table.pad.said", first=first, one=one, second=second, two=two),
            missing=self._missing(now.missing),
            asked=asked,
            complete=self._complete(now),
            free=_free({entry.what for entry in kept.entries}),
        )


def _free(whats: Collection[str]) -> list[str]:
    """Return what can still be written down beside entries of these kinds."""
    if "total" in whats:
        return []
    free = [*(what for what in HAND if what not in whats), "play"]
    if not {"cards", "capot", "divided"} & set(whats):
        free.append("end")
    return free if whats else [*free, "total"]


def _rows(now: Counted, persons: Sequence[int]) -> list[PadRow]:
    running = [0, 0]
    rows = []
    for row in now.rows:
        who = -1 if row.seat is None else persons[row.seat]
        said = ""
        if row.seat is not None:
            before = words(running[who])
            running[who] += row.points
            said = words(running[who])
            if row.kind in ("pique", "repique"):
                said = f"{before}, {said}"
        rows.append(PadRow(row.entry, row.kind, who, row.name, row.points, list(running), said))
    return rows


_COLUMNS = ("carte_blanche", "point", "sequences", "sets", "bonus", "play", "cards", "total")


def _parts(now: Counted, seat: Seat) -> list[int]:
    """Return what a seat made by the columns of the sheet."""
    columns = {"repique": "bonus", "pique": "bonus", "capot": "cards"}
    made = dict.fromkeys(_COLUMNS, 0)
    for row in now.rows:
        if row.seat is seat:
            made[columns.get(row.kind, row.kind)] += row.points
    return [made[name] for name in _COLUMNS if name != "total"]


def _require_decided(position: Position, standing: Standing, rules: Rules) -> None:
    """Refuse totals with which both would be out at once where the first to be out has won."""
    if rules.game_end != "target" or rules.target_check != "reckoning_order":
        return
    outcome = position.outcome
    assert outcome is not None
    made = (outcome.elder, outcome.younger)
    if all(was + new >= rules.target for was, new in zip(standing.scores, made, strict=True)):
        raise Illegal("pad_both_out", target=rules.target)


def _cut_for(partie: Partie, dealer: Person) -> Partie:
    """Return the partie after a cut that makes a person the dealer; real people cut real cards."""
    for pair in (("cut AS", "cut 7S"), ("cut 7S", "cut AS")):
        made = partie
        for cut in pair:
            made = made.after(Action.parse(cut))
        if made.dealer is None and made.to_move is not None:
            deals = "deal" if made.to_move is dealer else "do not deal"
            made = made.after(Action.parse(deals))
        if made.dealer is dealer:
            return made
    raise AssertionError("one of two cuts makes each person the dealer")


def _choices(rules: Rules) -> PadChoices:
    tens = rules.point_score == "tens"
    values = point_values()
    trio = worth(SETS, 3 << 8 | Rank.ACE, rules)
    return PadChoices(
        points=[number for number in values if number >= max(3, rules.point_min)],
        makes=[list(values[number]) if tens else [] for number in values],
        sequences=[
            NumberTold(length, sequence(length), worth(SEQUENCES, length << 8, rules))
            for length in range(3, 9)
        ],
        sets=[
            NumberTold(rank, text(f"talk.many.{rank}"), trio if keys(SETS, of_rank(3, rank)) else 0)
            for rank in sorted(Rank, reverse=True)
        ],
        trio=trio,
        quatorze=worth(SETS, 4 << 8 | Rank.ACE, rules),
        carte_blanche=rules.cb_points,
        cards=rules.cards_points,
        capot=rules.capot_points,
    )


def blank(rules: Rules) -> BlankTold:
    """Return what stands on a blank sheet of these rules.

    >>> told = blank(Rules.named("rubicon"))
    >>> told.rows, told.extra, told.line
    (6, 2, 100)
    """
    target = rules.game_end == "target"
    key = "target" if target else "rubicon"
    line = rules.target if target else rules.rubicon_at
    values = {"at": line, "below": rules.double_below}
    kind = "game" if rules.settlement == "game_double" else "rubicon"
    settled = [text(f"table.pad.settled.{kind}.{n}", **values) for n in (1, 2)]
    return BlankTold(
        rules=str(rules),
        name=rules.name,
        rows=_ROWS if target else rules.deals,
        extra=0 if target else 2,
        line=line,
        line_words=text(f"table.pad.line.{key}", at=line),
        settled=settled,
        crib=[CribRow(text(f"table.pad.crib.{what}"), said) for what, said in _crib(rules)],
    )


def _crib(rules: Rules) -> list[tuple[str, str]]:
    tens = rules.point_score == "tens"
    lengths = [worth(SEQUENCES, length << 8, rules) for length in range(3, 9)]
    play = "1"
    found = [
        ("carte_blanche", str(rules.cb_points)),
        ("point", text("table.pad.crib.tens" if tens else "table.pad.crib.each")),
        ("sequences", " · ".join(map(str, lengths))),
        (
            "sets",
            f"{worth(SETS, 3 << 8 | Rank.ACE, rules)} · {worth(SETS, 4 << 8 | Rank.ACE, rules)}",
        ),
        ("repique", str(REPIQUE)),
        ("pique", str(PIQUE)),
        ("lead", play if rules.lead_point != "ten_up" else text("table.pad.crib.ten_up")),
        ("last", str(rules.last_trick_extra)),
        ("cards", str(rules.cards_points)),
        ("capot", str(rules.capot_points)),
    ]
    return [(what, said) for what, said in found if said != "0"]


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return the addresses of the score sheet."""

    async def reckon(request: Request) -> Response:
        asked = await body(request, Pad, RECORD)
        return told(await asyncio.to_thread(reckoned, asked))

    async def empty(request: Request) -> Response:
        written = request.query_params.get("rules", DEFAULT_PROFILE)
        return told(blank(Rules.parse(written)))

    return [
        Route("/api/pad", closed(reckon), methods=["POST"]),
        Route("/api/pad/blank", closed(empty)),
    ]
