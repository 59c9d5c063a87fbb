"""A review as a terminal shows it: luck and skill, the decisions by kind, the worst, each deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piquet.actions import Action, Kind
from piquet.base import Person, Seat
from piquet.cli import table
from piquet.cli.panel import label
from piquet.cli.term import Style, fold
from piquet.record import Record
from piquet.review import GRADES, Account, DealReview, Decision, Review, Tally, Terms
from piquet.review.replaying import Moment, deals_of
from piquet.texts import text

__all__ = ["Page"]

_NAME = 12  # letters of a name in a column
_TERMS = ("start", "deal", "draw", "opponent", "lost", "given", "unread", "result")
_DID, _BEST = 23, 21
_MARKS = dict(zip(GRADES, ("?", "??", "???"), strict=True))
_SPOKEN = frozenset((Kind.EXCHANGE, Kind.SET_ASIDE, Kind.PLAY))
_SEEN = 0.5  # points under perfect sight that are worth a line


class Page:
    """A review in lines no wider than the terminal, of one person or seat or of all."""

    def __init__(
        self,
        record: Record,
        review: Review,
        style: Style,
        person: Person | None = None,
        seat: Seat | None = None,
    ) -> None:
        self.review, self.style = review, style
        self.persons = list(Person) if person is None else [person]
        self.seat = seat
        self.names = [_plain(name)[:_NAME] for name in review.names]
        self.moments = {moment.step: moment for deal in deals_of(record) for moment in deal.moments}
        self.narrow = table.plain() or style.width < 78

    # --- the whole record -----------------------------------------------------------------------

    def whole(self) -> Iterator[str]:
        """Yield the review of a whole record."""
        yield from self._heading()
        yield from self._notes()
        yield from self._deals()
        yield from self._accounts(self.review.accounts, text("review.luck_of_all"))
        yield from self._tallies()
        yield from self._worst()
        yield from self._how()

    def _heading(self) -> Iterator[str]:
        names = [_plain(name) for name in self.review.names]
        yield from self._folded(text("review.head", first=names[0], second=names[1]), strong=True)
        for name, words in self.review.headers:
            if name in ("Event", "Source"):
                yield from self._folded(_plain(f"{name}: {words}"))
        yield from self._folded(text("review.rules", rules=self.review.rules))

    def _notes(self) -> Iterator[str]:
        if self.review.notes:
            yield ""
        for note in self.review.notes:
            yield from self._folded(text("review.noted", note=note))

    def _deals(self) -> Iterator[str]:
        """Yield a row for each deal: points, luck, losses, and the partie after it."""
        deals = [deal for deal in self.review.deals if deal.accounts is not None]
        if not deals:
            return
        me = self.persons[0]
        names = [f"{self.names[person][:9]}" for person in (me, me.other)]
        yield ""
        yield self.style.strong(text("review.deals", name=self.names[me]))
        if not self.narrow:
            lost = [text("review.column.by", name=name[:5]) for name in names]
            titles = [*names, text("review.column.totals"), text("review.column.luck"), *lost]
            titles.append(text("review.column.partie"))
            yield f"{text('review.column.deal'):>4}" + "".join(f"{one:>10}" for one in titles)
        for deal in deals:
            yield from self._deal_row(deal, me)

    def _deal_row(self, deal: DealReview, me: Person) -> Iterator[str]:
        assert deal.accounts is not None
        account = deal.accounts[me]
        points = account.points
        made = [deal.points[person] for person in (me, me.other)]
        totals = "-".join(str(deal.before[each] + deal.points[each]) for each in (me, me.other))
        partie = "" if account.partie is None else self._partie(account.partie.result)
        cells = [_points(points.luck), _points(-points.lost), _points(points.given), partie]
        if self.narrow:
            words = dict(zip(("luck", "own", "given", "partie"), cells, strict=True))
            line = text("review.deal_row", n=deal.deal, first=made[0], second=made[1], **words)
            yield from self._folded(line)
            return
        row = "".join(f"{cell:>10}" for cell in (*made, totals, *cells))
        yield f"{deal.deal:>4}{row}"

    def _accounts(self, accounts: tuple[Account, Account] | None, title: str) -> Iterator[str]:
        """Yield the terms of luck and skill, in both units."""
        if accounts is None:
            return
        yield ""
        yield self.style.strong(title)
        shown = [accounts[person] for person in self.persons]
        units = [[account.points for account in shown]]
        if all(account.partie is not None for account in shown):
            units.append([account.partie for account in shown if account.partie is not None])
        keys = [key for key in _TERMS if key != "unread" or any(_of(one, key) for one in units)]
        if self.narrow:
            yield from self._spelt_out(shown, keys)
            return
        heads = [text("review.points"), text(f"review.unit.{self.review.unit}")]
        width = 11 * len(shown)
        yield f"{'':<34}" + " ".join(f"{head:>{width}}" for head in heads[: len(units)])
        names = "".join(f"{self.names[account.person][:10]:>11}" for account in shown)
        yield f"{'':<34}" + " ".join([names] * len(units))
        for key in keys:
            cells = []
            for unit, terms in enumerate(units):
                values = (_signed(one, key) for one in terms)
                cells.append(
                    "".join(
                        f"{self._partie(value) if unit else _points(value):>11}" for value in values
                    )
                )
            yield f"{text(f'review.term.{key}'):<34}" + " ".join(cells)

    def _spelt_out(self, accounts: Sequence[Account], keys: Sequence[str]) -> Iterator[str]:
        for account in accounts:
            yield from self._folded(f"{self.names[account.person]}:")
            for key in keys:
                value = _points(_signed(account.points, key))
                yield from self._folded(f"  {text(f'review.term.{key}')}: {value}")

    def _tallies(self) -> Iterator[str]:
        """Yield by person how many decisions of each kind there were, and what they lost."""
        for person in self.persons:
            of_person = [tally for tally in self.review.tallies if tally.person is person]
            yield ""
            yield self.style.strong(text("review.decisions", name=self.names[person]))
            if not self.narrow:
                names = ("number", *GRADES, "points", "partie")
                titles = [text(f"review.column.{name}") for name in names]
                yield f"{'':<12}" + "".join(f"{title:>11}" for title in titles)
            for tally in [*of_person[1:], of_person[0]]:
                yield from self._tally(tally)

    def _tally(self, tally: Tally) -> Iterator[str]:
        kind = text(f"review.kind.{tally.kind or 'all'}")
        partie = "" if tally.lost.partie is None else self._partie(-tally.lost.partie)
        points = _points(-tally.lost.points)
        if self.narrow:
            counts = dict(zip(GRADES, tally.grades, strict=True))
            yield from self._folded(
                text("review.tally", kind=kind, n=tally.decisions, points=points, **counts)
            )
            return
        cells = [str(tally.decisions), *map(str, tally.grades), points, partie]
        yield f"{kind:<12}" + "".join(f"{cell:>11}" for cell in cells)

    def _worst(self) -> Iterator[str]:
        for person in self.persons:
            worst = self.review.worst[person]
            yield ""
            if not worst:
                yield from self._folded(text("review.no_worst", name=self.names[person]))
                continue
            yield self.style.strong(text("review.worst", name=self.names[person]))
            for number, decision in enumerate(worst, 1):
                yield from self._told(decision, f"{number:>2}  ")

    def _how(self) -> Iterator[str]:
        yield ""
        yield from self._folded(text("review.how"))

    # --- one deal -------------------------------------------------------------------------------

    def deal(self) -> Iterator[str]:
        """Yield the review of the one deal that was asked for, decision by decision."""
        deal = self.review.deals[0]
        yield from self._heading()
        yield from self._notes()
        yield ""
        elder = self.names[deal.dealer.other]
        yield self.style.strong(
            text("review.deal", n=deal.deal, elder=elder, younger=self.names[deal.dealer])
        )
        yield from self._folded(
            text(
                "review.made",
                first=self.names[0],
                second=self.names[1],
                a=deal.points[0],
                b=deal.points[1],
            )
        )
        yield ""
        yield from self._rows(deal)
        graded = [each for each in self._shown(deal) if each.grade]
        if graded:
            yield ""
            yield self.style.strong(text("review.why"))
            for decision in graded:
                yield from self._told(decision, "")
        yield from self._sight(deal)
        yield from self._accounts(deal.accounts, text("review.luck_of_deal"))
        yield from self._how()

    def _shown(self, deal: DealReview) -> list[Decision]:
        return [
            each
            for each in deal.decisions
            if each.person in self.persons and self.seat in (None, each.seat)
        ]

    def _rows(self, deal: DealReview) -> Iterator[str]:
        if not self.narrow:
            did, best = text("review.column.did"), text("review.column.best")
            titles = [text(f"review.column.{name}") for name in ("step", "net", "lost", "worlds")]
            yield (
                f"{titles[0]:>4} {'':<8}{did:<{_DID}}{titles[1]:>6} {titles[3]:>5}  "
                f"{best:<{_BEST}}{titles[2]:>5}"
            )
        for decision in self._shown(deal):
            moment = self.moments[decision.step]
            same = decision.best.action == decision.done.action
            best = "" if same else self._label(decision.best.action, moment)
            if decision.tied:
                best = text("review.as_good")
            did = self._label(decision.done.action, moment)
            lost = decision.loss.points
            told = "" if same or decision.tied else _points(-lost)
            mark = _MARKS.get(decision.grade or "", "")
            seat = text(f"seats.{decision.seat}")
            net = _points(decision.done.worth.points)
            if self.narrow:
                words = {"step": decision.step, "seat": seat, "did": did, "net": net}
                line = text("review.row", **words, best=best or "=", lost=told or "0", mark=mark)
                yield from self._folded(line)
                continue
            worlds = decision.believed.worlds if decision.believed.listed else ""
            yield (
                f"{decision.step:>4} {seat:<8}{self._cell(did, _DID)}{net:>6} {worlds:>5}  "
                f"{self._cell(best, _BEST)}{told:>5} {mark}"
            )

    def _sight(self, deal: DealReview) -> Iterator[str]:
        """Yield what perfect sight would have done otherwise, which nobody is blamed for."""
        found = [
            (each, each.sight)
            for each in self._shown(deal)
            if each.sight is not None and each.sight.loss >= _SEEN
        ]
        yield ""
        yield self.style.strong(text("review.sight"))
        if not found:
            yield from self._folded(text("review.sight_same"))
        for decision, sight in found:
            cards = " ".join(self.style.card(card) for card in sight.best)
            words = {
                "step": decision.step,
                "name": self.names[decision.person],
                "card": self.style.card(decision.done.action.card),
                "best": cards,
                "n": f"{sight.loss:.0f}",
            }
            yield from self._folded(text("review.sight_row", **words))

    # --- a decision -----------------------------------------------------------------------------

    def _told(self, decision: Decision, mark: str) -> Iterator[str]:
        """Yield a decision that lost something, what would have been better, and why."""
        moment = self.moments[decision.step]
        grade = text(f"review.grade.{decision.grade or 'slight'}")
        words = {
            "deal": decision.deal,
            "step": decision.step,
            "who": f"{self.names[decision.person]} ({text(f'seats.{decision.seat}')})",
            "grade": grade,
            "n": f"{decision.loss.points:.1f}",
        }
        if decision.loss.partie is None:
            line = text("review.lost_points", **words)
        else:
            partie = self._partie(decision.loss.partie).lstrip("+")
            line = text(f"review.lost_{self.review.unit}", partie=partie, **words)
        indent = " " * len(mark)
        yield from self._folded(self.style.strong(f"{mark}{line}"), indent=indent)
        done = self._label(decision.done.action, moment)
        best = self._label(decision.best.action, moment)
        line = text("review.instead", done=done, best=best)
        yield from self._folded(f"{indent}{line}", indent=f"{indent}  ")
        for reason in decision.reasons:
            said = self.style.spelt(reason)
            yield from self._folded(f"{indent}{said}", indent=f"{indent}  ")

    def _label(self, action: Action, moment: Moment) -> str:
        seat = moment.position.to_move
        assert seat is not None
        words = label(action, moment.position.view(seat), self.style)
        if action.kind is Kind.PLAY:
            view = moment.position.view(seat)
            return text(f"review.did.{'lead' if view.led is None else 'follow'}", cards=words)
        if action.kind in _SPOKEN:
            return text("review.did.throw", cards=words)
        return words

    def _partie(self, value: float) -> str:
        if self.review.unit == "points":
            return _points(value)
        return f"{value:+.2f}" if abs(value) >= 0.005 else "0.00"

    def _cell(self, words: str, width: int) -> str:
        """Return words filled up or cut to a width, the last column left free."""
        if table.width(words) >= width:
            dots = "\u2026" if self.style.symbols else ".."
            words = table.bare(words)[: width - 1 - len(dots)] + dots
        return words + " " * (width - table.width(words))

    def _folded(self, line: str, *, strong: bool = False, indent: str = "  ") -> Iterator[str]:
        said = self.style.spelt(line)
        yield from fold(self.style.strong(said) if strong else said, self.style.width - 1, indent)


def _of(terms: Sequence[Terms], key: str) -> bool:
    return any(getattr(one, key) for one in terms)


def _signed(terms: Terms, key: str) -> float:
    """Return a term with the sign that it has in the sum."""
    value: float = getattr(terms, key)
    return (-value if key == "lost" else value) + 0.0


def _points(value: float) -> str:
    """Return signed points to one decimal; nothing has no sign."""
    rounded = round(value, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"


def _plain(words: str) -> str:
    """Return free text of a record without what a terminal would take for a command."""
    return "".join(letter if letter.isprintable() else "?" for letter in words)
