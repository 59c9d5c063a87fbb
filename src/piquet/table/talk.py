"""What is said at the table, in words: calls, answers, counts, and the running score.

Everything here is a pure function of events and rules; the sentences stand in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from piquet.actions import Action, Award, Category, Event, EventKind, Kind
from piquet.base import Seat
from piquet.cards import CARDS, Card, CardSet, Rank, Suit
from piquet.naming import listed, sequence, words
from piquet.rules import Rules
from piquet.table.naming import Writing, award_name, count_of, ordinary_name, sequences, sets
from piquet.texts import text

__all__ = ["Teller", "opening"]

_BONUS = ("pique", "repique")
_TRICK = ("lead", "capture", "last_trick")


@dataclass
class _Count:
    """The running scores while the awards of an event are told."""

    scores: list[int] = field(default_factory=lambda: [0, 0])
    drawn: int = 0
    claimed: int = 0
    led: int = 0  # the card that lies on the table, as a mask

    def hear(self, event: Event) -> None:
        for award in event.awards:
            self.scores[award.seat] += award.points
        if event.kind is EventKind.DREW:
            self.drawn += event.number
        elif event.kind is EventKind.CLAIMED:
            self.claimed = event.number
        elif event.kind is EventKind.PLAYED:
            self.led = 0 if self.led else event.cards or 0


@dataclass(frozen=True)
class Teller:
    """Who tells, to whom: rules, how cards are written, which seat is "you", and both names.

    It works on the events of a view as well as on those of a position: what an event hides is told
    as far as it was heard.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.actions import Action
    >>> position = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> for said in ("exchange HJ7", "exchange S7 HA9", "point SKQJT98", "good"):
    ...     position = position.after(Action.parse(said))
    >>> teller = Teller(position.rules, Writing(symbols=False))
    >>> print(*teller.lines(position.view(Seat.YOUNGER).events), sep="\\n")
    Elder: I take two.
    Elder discards two cards.
    Elder looks at the three cards left of five.
    Younger: I leave three cards.
    Younger discards S 7  H A 9.
    Younger takes in H Q  C K Q.
    Elder: Point of six.
    Younger: Good.
    Elder counts 6 for the point: six.
    """

    rules: Rules
    style: Writing = field(default_factory=Writing)
    you: Seat | None = None
    names: tuple[str, str] = field(
        default_factory=lambda: (ordinary_name(Seat.ELDER), ordinary_name(Seat.YOUNGER))
    )
    proper: bool = False
    """Whether they are persons' own names, which begin with a capital within a sentence too."""

    def lines(self, events: Sequence[Event], start: int = 0) -> list[str]:
        """Return what is to be told of the events from a place on, after those before it."""
        return [line for told in self.by_event(events)[start:] for line in told]

    def by_event(self, events: Iterable[Event]) -> list[list[str]]:
        """Return the lines of each event; some events, such as the dealing, say nothing."""
        count = _Count()
        told = []
        for event in events:
            told.append(self._event(event, count))
            count.hear(event)
        return told

    def line(self, event: Event, before: Sequence[Event] = ()) -> str:
        """Return what is to be told of one event, given all events before it.

        >>> call = Event(EventKind.CALLED, Seat.ELDER, Category.SETS, 3, (3, Rank.KNAVE))
        >>> Teller(Rules.named("rubicon")).line(call)
        'Elder: Three knaves.'
        """
        return "\n".join(self.by_event([*before, event])[-1])

    # --- sentences ------------------------------------------------------------------------------

    def who(self, seat: Seat) -> str:
        """Return how a seat is named at the head of a line."""
        return text("talk.names.you") if seat is self.you else self.names[seat]

    def _says(self, seat: Seat, key: str, **values: object) -> str:
        said = text(f"talk.say.{key}", **values)
        return self._quote(seat, said)

    def _quote(self, seat: Seat, said: str) -> str:
        return text("talk.says", who=self.who(seat), what=said[:1].upper() + said[1:])

    def _does(self, seat: Seat, key: str, **values: object) -> str:
        person = "you" if seat is self.you else "third"
        return text(f"talk.{person}.{key}", who=self.who(seat), **values)

    def _cards(self, event: Event) -> str:
        return "" if event.cards is None else self.style.cards(CardSet(event.cards))

    def _event(self, event: Event, count: _Count) -> list[str]:
        kind = event.kind
        awards = list(event.awards)
        lines = []
        while awards and awards[0].reason in _BONUS:
            bonus = awards.pop(0)
            lines.append(self._bonus_alone(bonus, count))
            count = _with(count, bonus)
        main, score = self._main(event, awards, count)
        teller = getattr(self, f"_{kind.name.lower()}", None)
        told: list[str] = teller(event, count) if teller else []
        if score and told:
            told[-1] += score if kind is EventKind.PLAYED else ""
            if kind is not EventKind.PLAYED:
                told.append(self._counted_line(event, main, score))
        elif score:
            told = [self._counted_line(event, main, score)]
        elif told and kind is EventKind.PLAYED:
            told[-1] += "."
        after = count
        for award in main:
            after = _with(after, award)
        return [*lines, *told, *self._rest(awards[len(main) :], after)]

    def _main(self, event: Event, awards: list[Award], count: _Count) -> tuple[list[Award], str]:
        """Return the awards that the event itself brings its seat, and the score as spoken."""
        main = []
        for award in awards:
            if award.seat is not event.seat or award.category is Category.CARDS:
                break
            main.append(award)
        return main, self._spoken(main, count) if main else ""

    def _spoken(self, awards: Sequence[Award], count: _Count) -> str:
        """Return the running score as it is said: one number, or two at a pique or repique."""
        scores = list(count.scores)
        said: list[str] = []
        cry = ""
        for award in awards:
            before = scores[award.seat]
            scores[award.seat] += award.points
            if award.reason not in _BONUS:
                said = [words(scores[award.seat])]
                start = before
            else:
                first = start if award.reason == "pique" and said else before
                said = [words(first), words(scores[award.seat])]
                cry = " " + text(f"talk.cry.{award.reason}")
        if not self.rules.score_announced:
            return "." + cry
        return text("talk.score", n=", ".join(said)) + cry

    def _bonus_alone(self, award: Award, count: _Count) -> str:
        before = count.scores[award.seat]
        said = f"{words(before)}, {words(before + award.points)}."
        if not self.rules.score_announced:
            said = ""
        return self._quote(award.seat, f"{said} {text(f'talk.cry.{award.reason}')}".strip())

    def _counted_line(self, event: Event, awards: Sequence[Award], score: str) -> str:
        plain = [award for award in awards if award.reason not in _BONUS]
        points = sum(award.points for award in plain)
        what = listed([award_name(award) for award in plain])
        return self._does(event.seat, "counts", n=points, what=what) + score

    def _rest(self, awards: Sequence[Award], count: _Count) -> list[str]:
        """Return the lines of what a trick or a concession brings beside its card."""
        lines = []
        group: list[Award] = []
        for place, award in enumerate(awards):
            group.append(award)
            after = awards[place + 1] if place + 1 < len(awards) else None
            joined = after is not None and (
                after.reason in _BONUS
                or (after.seat is award.seat and after.category is award.category)
            )
            if joined:
                continue
            score = self._spoken(group, count)
            seat, reason = group[0].seat, group[0].reason
            if group[0].category is Category.CARDS:
                lines.append(self._quote(seat, text(f"talk.say.{reason}") + score))
            elif reason in _TRICK:
                last = any(award.reason == "last_trick" for award in group)
                lines.append(self._does(seat, "wins_last" if last else "wins") + score)
            else:
                points = sum(award.points for award in group)
                what = listed([award_name(award) for award in group])
                lines.append(self._does(seat, "counts", n=points, what=what) + score)
            for award in group:
                count = _with(count, award)
            group = []
        return lines

    # --- one method an event --------------------------------------------------------------------

    def _claimed(self, event: Event, count: _Count) -> list[str]:
        if event.number:
            return [self._says(event.seat, "blanche_taking", n=words(event.number))]
        return [self._says(event.seat, "blanche")]

    def _set_aside(self, event: Event, count: _Count) -> list[str]:
        return [self._hidden(event, "sets_aside")]

    def _blanche_shown(self, event: Event, count: _Count) -> list[str]:
        return [self._does(event.seat, "shows_blanche", cards=self._cards(event))]

    def _discarded(self, event: Event, count: _Count) -> list[str]:
        lines = []
        elder = event.seat is Seat.ELDER
        left = (self.rules.elder_max if elder else 8 - count.drawn) - event.number
        if left > 0 and self.rules.shortfall_announced and not (elder and count.claimed):
            if elder:
                lines.append(self._says(event.seat, "i_take", n=words(event.number)))
            else:
                lines.append(self._says(event.seat, "i_leave", cards=count_of(left)))
        key = "discards" if event.number else "keeps"
        lines.append(self._hidden(event, key))
        return lines

    def _hidden(self, event: Event, key: str) -> str:
        """Return a line with the cards, or with their number for who may not know them."""
        cards = self._cards(event)
        return self._does(event.seat, key, cards=cards or count_of(event.number))

    def _drew(self, event: Event, count: _Count) -> list[str]:
        if not event.number or event.cards is None:
            return []
        return [self._does(event.seat, "takes_in", cards=self._cards(event))]

    def _looked_at_rest(self, event: Event, count: _Count) -> list[str]:
        if event.cards is None:
            key = "looks_one" if event.number == 1 else "looks"
            return [self._does(event.seat, key, cards=count_of(event.number))]
        return [self._does(event.seat, "looks_at", cards=self._cards(event))]

    def _called(self, event: Event, count: _Count) -> list[str]:
        return [self._quote(event.seat, _call(event, self.rules) + ".")]

    def _asked_value(self, event: Event, count: _Count) -> list[str]:
        return [self._says(event.seat, "making")]

    def _said_value(self, event: Event, count: _Count) -> list[str]:
        if event.category == Category.POINT:
            return [self._quote(event.seat, words(event.spoken[0]) + ".")]
        return [self._quote(event.seat, sequence(event.number, Rank(event.spoken[0])) + ".")]

    def _answered(self, event: Event, count: _Count) -> list[str]:
        key = Kind(event.number).name.lower()
        return [self._says(event.seat, key)]

    def _counted(self, event: Event, count: _Count) -> list[str]:
        if event.awards:
            return []
        category = text(f"talk.category.{Category(event.category)}")
        return [self._does(event.seat, "names_equal", what=category)]

    def _named_suit(self, event: Event, count: _Count) -> list[str]:
        suit = text(f"suits.{Suit(event.number - 1)}")
        return [self._says(event.seat, "suit", suit=suit)]

    def _played(self, event: Event, count: _Count) -> list[str]:
        played = _card(event.cards or 0)
        card = self.style.card(played)
        if not count.led:
            return [self._does(event.seat, "leads", card=card)]
        led = _card(count.led)
        if played.suit is led.suit and played.rank > led.rank:
            return [self._does(event.seat, "takes", card=card)]
        said = self._does(event.seat, "plays", card=card)
        leader = event.seat.other
        if not any(award.seat is leader and award.reason in _TRICK for award in event.awards):
            who = self.who(leader)
            if not self.proper:
                who = who[:1].lower() + who[1:]
            person = "you" if leader is self.you else "third"
            said += text(f"talk.{person}.takes_it", who=who)
        return [said]

    def _left_seen(self, event: Event, count: _Count) -> list[str]:
        return [self._does(event.seat, "turns_up", cards=self._cards(event))]

    def _left_unseen(self, event: Event, count: _Count) -> list[str]:
        return [self._does(event.seat, "leaves_unseen", cards=count_of(event.number))]

    def _asked_to_see(self, event: Event, count: _Count) -> list[str]:
        category = text(f"talk.category.{Category(event.category)}")
        return [self._says(event.seat, "show_me", what=category)]

    def _shown(self, event: Event, count: _Count) -> list[str]:
        return [self._does(event.seat, "shows", cards=self._cards(event))]

    def _conceded(self, event: Event, count: _Count) -> list[str]:
        return [self._says(event.seat, "concede")]

    def _passed(self, event: Event, count: _Count) -> list[str]:
        return [self._says(event.seat, "pass")]


def _card(mask: int) -> Card:
    return CARDS[mask.bit_length() - 1]


def _with(count: _Count, award: Award) -> _Count:
    scores = list(count.scores)
    scores[award.seat] += award.points
    return _Count(scores, count.drawn, count.claimed, count.led)


def _call(event: Event, rules: Rules) -> str:
    """Return the words of elder's call."""
    spoken = event.spoken
    if event.category == Category.POINT:
        if spoken:
            return text("talk.say.point_value", n=words(spoken[0]))
        return text("talk.say.point", n=words(event.number))
    if event.category == Category.SETS:
        return listed(sets(spoken))
    if rules.point_call == "value":
        return listed([sequence(event.number, Rank(spoken[0])), *sequences(spoken[1:])])
    return listed(sequences([event.number, *spoken]))


def opening(action: Action, who: str, style: Writing) -> str:
    """Return what is done before a deal in words: a cut, the choice of the dealer or the packet.

    >>> opening(Action.parse("cut KH"), "Anna", Writing(symbols=False))
    'Anna cuts KH.'
    """
    if action.kind is Kind.CUT:
        return text("talk.opening.cut", who=who, card=style.card(action.card))
    if action.kind is Kind.DEALER:
        return text("talk.opening.deal" if action.number == 1 else "talk.opening.no_deal", who=who)
    return text("talk.opening.packet", who=who, n=words(action.number))
