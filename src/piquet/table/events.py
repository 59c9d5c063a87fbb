"""The events of a deal as the page gets them: who, what, which cards, the words, the points."""

from __future__ import annotations

from collections.abc import Sequence

from piquet.actions import Award, Event, EventKind
from piquet.base import Seat
from piquet.cards import CardSet
from piquet.table.moments import moment
from piquet.table.naming import Writing, award_name
from piquet.table.ruling import sentence
from piquet.table.talk import Teller
from piquet.table.told import AwardTold, EventTold, Who
from piquet.view import View

__all__ = ["because", "card_texts", "events", "heard", "teller", "who"]

_RULE = {
    "carte_blanche": "cb_points",
    "point": "point_score",
    "sequences": "seq_scores",
    "sets": "set_counts",
    "lead": "lead_point",
    "capture": "capture_point",
    "last_trick": "last_trick_extra",
    "conceded_play": "concede_last_deal",
    "conceded_cards": "concede_last_deal",
}
"""The option of the rules that gives points for each reason."""


def who(seat: Seat | None, view: View) -> Who:
    """Return who holds a seat, as this view's seat calls it."""
    if seat is None:
        return ""
    return "you" if seat is view.seat else "they"


def card_texts(cards: CardSet) -> list[str]:
    """Return cards as they are written, by suit from the top."""
    return [str(card) for card in cards]


def teller(view: View, other: str) -> Teller:
    """Return who puts the events of a view in words, the other side called as within a sentence."""
    head = other[:1].upper() + other[1:]
    names = ("", head) if view.seat is Seat.ELDER else (head, "")
    return Teller(view.rules, Writing(), view.seat, names, proper=other == head)


def because(award: Award, view: View) -> str:
    """Return why there are these points: the sum that made them, or the rule that gives them."""
    return moment(award, view) or sentence(_RULE[award.reason], view.rules)


def heard(view: View, *, over: bool) -> tuple[Event, ...]:
    """Return the events as far as the rules let the seat go through them again.

    Where own discards may not be looked at, and while the score is not told, they are left out.
    """
    rules = view.rules
    if over or (rules.own_discards_seen and rules.score_announced):
        return view.events
    kept = []
    for event in view.events:
        if not rules.own_discards_seen and event.kind in (
            EventKind.DISCARDED,
            EventKind.SET_ASIDE,
        ):
            event = event._replace(cards=None)
        if not rules.score_announced:
            event = event._replace(awards=())
        kept.append(event)
    return tuple(kept)


def events(view: View, start: int, other: str, *, over: bool) -> list[EventTold]:
    """Return the events of a view from a number on.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> position = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> position = position.after(position.legal_actions[0])
    >>> told = events(position.view(Seat.YOUNGER), 0, "Elder", over=False)
    >>> [(event.kind, event.who, len(event.cards), event.count) for event in told][2]
    ('discarded', 'they', 0, 1)
    """
    shown = heard(view, over=over)
    lines = teller(view, other).by_event(shown)
    told = []
    scores = [0, 0]
    winners = _winners(view)
    for number, event in enumerate(shown):
        awards = []
        for award in event.awards:
            scores[award.seat] += award.points
            if number >= start:
                awards.append(_award(award, view, scores))
        if number >= start:
            told.append(_told(event, number, view, lines[number], awards, scores, winners))
    return told


def _told(
    event: Event,
    number: int,
    view: View,
    lines: list[str],
    awards: list[AwardTold],
    scores: Sequence[int],
    winners: dict[int, Seat],
) -> EventTold:
    great = [(award, said) for award in event.awards if (said := moment(award, view))]
    return EventTold(
        number=number,
        kind=event.kind.name.lower(),
        who=who(event.seat, view),
        cards=card_texts(CardSet(event.cards or 0)),
        count=event.number,
        lines=[line[:1].upper() + line[1:] for line in lines],
        awards=awards,
        moment=great[-1][0].reason if great else "",
        moment_words=" ".join(said for _, said in great),
        trick=who(winners.get(number), view),
        you=scores[view.seat],
        they=scores[view.seat.other],
    )


def _award(award: Award, view: View, scores: Sequence[int]) -> AwardTold:
    return AwardTold(
        who=who(award.seat, view),
        points=award.points,
        reason=award.reason,
        words=award_name(award),
        because=because(award, view),
        you=scores[view.seat],
        they=scores[view.seat.other],
    )


def _winners(view: View) -> dict[int, Seat]:
    """Return who won the trick that an event completed, by the event's number."""
    played = [number for number, event in enumerate(view.events) if event.kind is EventKind.PLAYED]
    return {number: trick.winner for number, trick in zip(played[1::2], view.tricks, strict=False)}
