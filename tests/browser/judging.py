"""What a page should have shown, worked out by the engine from what the server has kept."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from piquet.actions import EventKind, Kind
from piquet.base import Person, Seat
from piquet.cards import Card, CardSet
from piquet.naming import words
from piquet.table.events import events
from piquet.table.ledger import Ledger
from piquet.view import View

__all__ = ["Judge", "by_rank", "by_suit", "cards_in", "heard_of", "pair", "seen", "spoken"]

_RED = "HD"
_SPEAKS = frozenset(
    {
        EventKind.CLAIMED,
        EventKind.CALLED,
        EventKind.ANSWERED,
        EventKind.ASKED_VALUE,
        EventKind.SAID_VALUE,
        EventKind.COUNTED,
        EventKind.PLAYED,
        EventKind.ASKED_TO_SEE,
        EventKind.SHOWN,
        EventKind.NAMED_SUIT,
    }
)
_PROMPTS = {
    "blanche": (Kind.CARTE_BLANCHE,),
    "left": (Kind.LOOK, Kind.SHOW_LEFT),
    "suit": (Kind.NAME_SUIT,),
    "see": (Kind.ASK_TO_SEE,),
    "answer": (Kind.GOOD, Kind.NOT_GOOD, Kind.EQUAL, Kind.ASK_VALUE),
}
"""Buttons that must be there exactly when the engine lets one do what they say."""
_GROUP = re.compile(r"([♠♥♦♣])((?: (?:10|[7-9JQKA])(?!\w))+)")
_RANKS = {
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "knave": "J",
    "queen": "Q",
    "king": "K",
    "ace": "A",
}
_PARTIE = re.compile(r"(?<![\w-])[\w-]{16}(?![\w-])")
_ALOUD = re.compile(rf"({'|'.join(_RANKS)}) of (spades|hearts|diamonds|clubs)", re.IGNORECASE)
_CARD = re.compile(r"^[7-9TJQKA][SHDC]$")


def pair(said: str) -> tuple[int, int] | None:
    """Return both scores in what the page says, None before there are any."""
    found = re.search(r"(\d+)\s*–\s*(\d+)", said)
    return None if found is None else (int(found[1]), int(found[2]))


def by_suit(hand: Sequence[str]) -> str:
    """Return what is wrong with cards that should lie suit by suit, colours alternating."""
    suits = [suit for suit, _ in itertools.groupby(card[1] for card in hand)]
    if len(suits) != len(set(suits)):
        return f"a suit is split: {hand}"
    for suit in suits:
        ranks = ["789TJQKA".index(card[0]) for card in hand if card[1] == suit]
        if ranks != sorted(ranks, reverse=True):
            return f"not from high to low: {hand}"
    fewest = min(map(_clashes, itertools.permutations(suits)))
    return f"colours could alternate: {hand}" if _clashes(suits) > fewest else ""


def by_rank(hand: Sequence[str]) -> str:
    """Return what is wrong with cards that should lie from aces to sevens."""
    ranks = ["789TJQKA".index(card[0]) for card in hand]
    return "" if ranks == sorted(ranks, reverse=True) else f"not from aces to sevens: {hand}"


def _clashes(suits: Iterable[str]) -> int:
    return sum((a in _RED) == (b in _RED) for a, b in itertools.pairwise(suits))


def seen(view: View | None, ledger: Ledger) -> set[str]:
    """Return the cards that a seat has seen in this deal, and those that were cut."""
    return {str(card) for card in ledger.partie.cuts} | (set() if view is None else held(view))


def held(view: View) -> set[str]:
    """Return the cards that a seat has held or seen in a deal."""
    known = {str(card) for card in view.hand}
    for event in view.events:
        known |= {str(card) for card in CardSet(event.cards or 0)}
    return known


def spoken(line: str) -> str:
    """Return a line as the page writes it: every card with its own sign."""

    def each(found: re.Match[str]) -> str:
        return " ".join(rank + found[1] for rank in found[2].split())

    return " ".join(_GROUP.sub(each, line).split())


def heard_of(words: str) -> set[str]:
    """Return the cards that a text names as it is read aloud, such as "queen of hearts"."""
    return {_RANKS[rank.lower()] + suit[0].upper() for rank, suit in _ALOUD.findall(words)}


def cards_in(told: object) -> Iterator[str]:
    """Yield every card in a message, wherever it stands, names of fields included.

    Names of parties are drawn by lot and may hold any letters: they are left out.
    """
    if isinstance(told, str):
        told = _PARTIE.sub("", told)
        if _CARD.match(told):
            yield told
        yield from re.findall(r"\b[7-9TJQKA][SHDC]\b", told)
    elif isinstance(told, dict):
        for name, value in told.items():
            yield from cards_in(name)
            yield from cards_in(value)
    elif isinstance(told, list):
        for value in told:
            yield from cards_in(value)


class Judge:
    """Compares what a page showed of a partie with the engine, version by version."""

    def __init__(self, ledgers: Sequence[Ledger], holder: str = "you") -> None:
        self.ledgers = ledgers
        self.me: Person = ledgers[1].person(holder)

    def view(self, version: int) -> View | None:
        """Return what the person may know at a version."""
        return self.ledgers[version].view(self.me)

    def step(self, step: dict[str, Any], order: str = "suit") -> list[str]:
        """Return what is wrong with the page at one decision."""
        ledger = self.ledgers[step["version"]]
        view = ledger.view(self.me)
        wrong = list(step["zones"])
        unseen = set(step["named"]) - seen(view, ledger)
        if unseen:
            wrong.append(f"names cards that nobody has seen: {sorted(unseen)}")
        # What was read aloud in earlier deals still stands in the live region.
        earlier = {
            card for done in self._finished(len(ledger.partie.finished)) for card in held(done)
        }
        unheard = set(step["heard"]) - seen(view, ledger) - earlier
        if unheard:
            wrong.append(f"reads aloud of cards that nobody has seen: {sorted(unheard)}")
        if view is None:
            return wrong
        hand = [card["card"] for card in step["hand"]]
        over = ledger.resting
        if set(hand) != {str(card) for card in view.hand} or len(hand) != len(set(hand)):
            wrong.append(f"hand {hand} is not {view.hand}")
        fault = by_suit(hand) if order == "suit" else by_rank(hand)
        if fault:
            wrong.append(fault)
        if pair(step["score"]) != (view.scores[view.seat], view.scores[view.seat.other]):
            wrong.append(f"score {step['score']} is not {view.scores}")
        mine = ledger.to_move is self.me
        plays = view.legal_actions.of(Kind.PLAY) if mine and not over else ()
        legal = {str(action.card) for action in plays}
        bright = {card["card"] for card in step["hand"] if not card["dim"]}
        if legal and bright != legal:
            wrong.append(f"bright {sorted(bright)} is not {sorted(legal)}")
        if not legal and bright != set(hand):
            wrong.append("cards are dimmed though none is to be played")
        if mine and not over:
            kinds = view.legal_actions.kinds
            for group, of in _PROMPTS.items():
                if (group in step["groups"]) != any(kind in kinds for kind in of):
                    wrong.append(f"{group} among {step['groups']} where {kinds} may come")
        led = any(event.kind is EventKind.PLAYED for event in view.events)
        drawn = {card["card"] for card in step["hand"] if card["drawn"]}
        due = set() if led else {str(card) for card in view.drawn & view.hand}
        if drawn != due:
            wrong.append(f"marked as drawn {sorted(drawn)} is not {sorted(due)}")
        refused = step.get("refused")
        if refused:
            wrong += self._refused(refused, view)
        return wrong

    @staticmethod
    def _refused(refused: dict[str, Any], view: View) -> list[str]:
        wrong = []
        if refused["sent"]:
            wrong.append("a refused tap sent something")
        card = Card.parse(refused["card"])
        suit = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
        led = view.led
        named = [suit[str(led)[1]]] if led is not None else []
        if not all(name in refused["said"] for name in named) or not refused["said"]:
            wrong.append(f"refusing {card} it says only {refused['said']!r}")
        if not refused["stays"]:
            wrong.append("a refused card has left the hand")
        return wrong

    def scores(self, shown: Sequence[dict[str, Any]], deals: int) -> list[str]:
        """Return what is wrong with the row of all scores that were shown."""
        due: list[tuple[int, int]] = []
        for view in self._finished(deals):
            made = [0, 0]
            due.append((0, 0))
            for event in view.events:
                for award in event.awards:
                    made[award.seat] += award.points
                due.append((made[view.seat], made[view.seat.other]))
        pairs = [found for one in shown if (found := pair(one["said"])) is not None]
        due = [key for key, _ in itertools.groupby(due)]
        pairs = [key for key, _ in itertools.groupby(pairs)]
        return [] if pairs == due else [f"scores shown {pairs} are not {due}"]

    def logs(self, logs: Sequence[dict[str, Any]]) -> list[str]:
        """Return what is wrong with the log of each deal."""
        wrong = []
        views = list(self._finished(len(logs)))
        for view, log in zip(views, logs, strict=True):
            due = []
            made = [0, 0]
            for event, told in zip(
                view.events, events(view, 0, "the computer", over=True), strict=True
            ):
                if event.kind in _SPEAKS and not told.lines:
                    wrong.append(f"nothing is said of {event}")
                for award in event.awards:
                    made[award.seat] += award.points
                for seat in {award.seat for award in event.awards}:
                    total = words(made[seat])
                    if total not in " ".join(told.lines).lower():
                        wrong.append(f"{total} is not said of {event.awards}: {told.lines}")
                due += [spoken(line) for line in told.lines]
                if told.moment_words:
                    due.append(spoken(told.moment_words))
            lines = [line for line in log["lines"] if not line.startswith("You cut")]
            if lines != due:
                extra = [line for line in lines if line not in due]
                gaps = [line for line in due if line not in lines]
                wrong.append(f"deal {log['deal']}: log lacks {gaps}, has besides {extra}")
        return wrong

    def _finished(self, deals: int) -> Iterator[View]:
        for finished in self.ledgers[-1].partie.finished[:deals]:
            seat = Seat.YOUNGER if finished.dealer is self.me else Seat.ELDER
            yield finished.position.view(seat)

    def wire(self, got: Sequence[dict[str, Any]]) -> list[str]:
        """Return what of all that came over the wire names a card that was not to be known."""
        wrong = []
        for frame in got:
            told = json.loads(frame["text"])
            if told["type"] != "table":
                if told["type"] not in ("done", "core") and list(cards_in(told)):
                    wrong.append(f"{told['type']} names {list(cards_in(told))}")
                continue
            ledger = self.ledgers[told["version"]]
            unseen = set(cards_in(told)) - seen(ledger.view(self.me), ledger)
            if unseen:
                wrong.append(f"version {told['version']} tells of {sorted(unseen)}")
        return wrong
