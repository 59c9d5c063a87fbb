"""The written partie as data: headers, rules, deals, actions and comments; it plays as it grows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from piquet.actions import Action
from piquet.base import Illegal, Person, Seat
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.position import Position
from piquet.rules import Rules

__all__ = ["Before", "Cards", "Hands", "Part", "Record", "Scored", "Step"]


class Hands(NamedTuple):
    """A deal known only from the hands after the exchange on, and who proved a carte blanche."""

    elder: CardSet
    younger: CardSet
    carte_blanche: Seat | None = None


class Scored(NamedTuple):
    """A deal of which only the score is known."""

    elder: int
    younger: int


Cards = Deal | Hands | Scored


class Before(NamedTuple):
    """How a partie stood when the record begins: both scores, and after how many deals."""

    first: int
    second: int
    deals: int


@dataclass(frozen=True, slots=True)
class Part:
    """A deal, or (``cards`` None) the cutting and choosing that goes before one.

    ``comments`` are pairs of place and text, the place being the number of actions before it;
    ``counts`` are the places where the running score of the deal is written down.
    """

    cards: Cards | None = None
    actions: tuple[Action, ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    counts: tuple[int, ...] = ()


class Step(NamedTuple):
    """A moment of a record: what was done, the partie after it, and the deal after it.

    ``part`` is the index of the part, -1 at the start; ``action`` is None where a part begins.
    ``position`` is the deal after the action, kept also when the action ended it; None outside
    deals.
    """

    part: int
    action: Action | None
    partie: Partie
    position: Position | None


@dataclass(frozen=True)
class Record:
    """A partie as it is written down; a record grows by what is done and never changes.

    >>> record = Record(Rules.named("rubicon"))
    >>> for words in ("cut KH", "cut 9S", "deal"):
    ...     record = record.after(Action.parse(words))
    >>> record = record.begin(Deal.random("letter")).after(Action.parse("exchange HJ7"))
    >>> record.partie.scores, len(record.parts), record.parts[-1].actions
    ((0, 0), 2, (Action.parse('exchange JH 7H'),))

    ``dealer`` and ``packet`` are given where no cut is recorded.  ``headers`` are free pairs of
    name and text, such as Event and Source.
    """

    rules: Rules
    headers: tuple[tuple[str, str], ...] = ()
    dealer: Person | None = None
    packet: int | None = None
    before: Before | None = None
    comments: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    _now: Step | None = field(default=None, repr=False, compare=False)

    # --- growing --------------------------------------------------------------------------------

    @property
    def now(self) -> Step:
        """The last moment of the record."""
        if self._now is None:
            last = deque(self.steps(), maxlen=1).pop()
            object.__setattr__(self, "_now", last)
            return last
        return self._now

    @property
    def partie(self) -> Partie:
        """The partie as far as it is written down."""
        return self.now.partie

    @property
    def position(self) -> Position | None:
        """The deal in play, or the last deal when it is over; None before the first."""
        return self.now.position

    def after(self, action: Action) -> Record:
        """Return the record with one action more.

        Raises Illegal, which names the rule, for an action that is not legal now.
        """
        now = self.now
        partie = now.partie.after(action)
        in_play = now.partie.position
        parts = self.parts
        if in_play is None and (not parts or parts[-1].cards is not None):
            parts = (*parts, Part())
        last = replace(parts[-1], actions=(*parts[-1].actions, action))
        position = None if in_play is None else partie.position or in_play.after(action)
        step = Step(len(parts) - 1, action, partie, position)
        return replace(self, parts=(*parts[:-1], last), _now=step)

    def begin(self, cards: Cards) -> Record:
        """Return the record with a deal begun: its cards, its hands after the exchange, its score.

        Raises Illegal (``deal_not_due`` and what hands are refused for).
        """
        partie, position = _begun(self.now.partie, cards)
        parts = (*self.parts, Part(cards))
        return replace(self, parts=parts, _now=Step(len(parts) - 1, None, partie, position))

    def with_comment(self, words: str) -> Record:
        """Return the record with a comment at the place where it ends.

        >>> Record(Rules.named("rubicon")).with_comment("Played by letter.").comments
        ('Played by letter.',)
        """
        lines = [" ".join(line.split()) for line in words.splitlines()]
        if not self.parts:
            return replace(self, comments=(*self.comments, *filter(None, lines)), _now=self._now)
        last = self.parts[-1]
        new = tuple((len(last.actions), line) for line in lines if line)
        return self._with_last(replace(last, comments=(*last.comments, *new)))

    def with_count(self) -> Record:
        """Return the record with the running score of the deal written down at its end."""
        last = self.parts[-1]
        return self._with_last(replace(last, counts=(*last.counts, len(last.actions))))

    def _with_last(self, part: Part) -> Record:
        return replace(self, parts=(*self.parts[:-1], part), _now=self._now)

    # --- replaying ------------------------------------------------------------------------------

    def start(self) -> Partie:
        """Return the partie as it stands where the record begins.

        Raises Illegal for scores that cannot stand there.
        """
        if self.dealer is None:
            return Partie(self.rules)
        partie = Partie.dealt_by(self.dealer, self.rules, self.packet)
        if self.before is not None:
            partie = _stand(partie, self.before)
        return partie

    def steps(self) -> Iterator[Step]:
        """Yield every moment of the record in order, the start first.

        Raises Illegal where an action is not legal.
        """
        partie = self.start()
        yield Step(-1, None, partie, None)
        for place, part in enumerate(self.parts):
            position = None
            if part.cards is not None:
                partie, position = _begun(partie, part.cards)
                yield Step(place, None, partie, position)
            for action in part.actions:
                before = partie.position
                partie = partie.after(action)
                position = None if before is None else partie.position or before.after(action)
                yield Step(place, action, partie, position)

    def positions(self) -> Iterator[Position]:
        """Yield the positions of all deals in order, each deal from its beginning to its end."""
        for step in self.steps():
            if step.position is not None:
                yield step.position

    def header(self, name: str) -> str:
        """Return the text of a header, empty where there is none."""
        return next((words for key, words in self.headers if key == name), "")


def _begun(partie: Partie, cards: Cards) -> tuple[Partie, Position]:
    """Return the partie with a deal begun, and the deal."""
    if isinstance(cards, Deal):
        after = partie.begin(cards)
        return after, after.position or Position(cards, partie.rules, partie.standing)
    if isinstance(cards, Scored):
        position = Position.scored(*cards, partie.rules, partie.standing)
    else:
        elder, younger, blank = cards
        position = Position.from_hands(elder, younger, partie.rules, partie.standing, blank)
    return partie.begin_known(position), position


def _stand(partie: Partie, before: Before) -> Partie:
    """Return the partie after deals of which only the sum of the scores is known."""
    rules = partie.rules
    for deal in range(1, before.deals + 1):
        points = (before.first, before.second) if deal == before.deals else (0, 0)
        if rules.double_first_last and deal in (1, rules.deals):
            if any(number % 2 for number in points):
                raise Illegal("record_before_double")
            points = (points[0] // 2, points[1] // 2)
        if not partie.needs_deal:
            raise Illegal("record_before", deals=before.deals)
        elder = partie.person(Seat.ELDER)
        partie, _ = _begun(partie, Scored(points[elder], points[elder.other]))
    if not partie.needs_deal:
        raise Illegal("record_before", deals=before.deals)
    return partie
