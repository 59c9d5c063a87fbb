"""A position laid out by hand: cards in places, what was said and played, a link to it.

A link is the version and fields with a letter each, ``1/e=SAKQ.HT9/s=y/g=c``: readable, short, and
refused by a sentence that names the place.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from piquet.base import Illegal, PiquetError, Seat, Unreadable
from piquet.cards import CARDS, Card, CardSet, parse_cards
from piquet.dealing import Deal
from piquet.naming import card_name, listed
from piquet.oracle.typed import Typed, turns
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text
from piquet.view import Standing

__all__ = [
    "HAND",
    "LONGEST",
    "PLACES",
    "STAGES",
    "TALON",
    "Board",
    "Fault",
    "filled",
    "link_fields",
    "read_fields",
    "wanting",
]

PLACES = ("elder", "younger", "talon", "elder_thrown", "younger_thrown")
STAGES = ("exchange", "call", "play")
HAND, TALON = 12, 8
LONGEST = 600
"""The most letters of a link that are read."""

_VERSION = "1"
_LETTERS = {
    "e": "elder",
    "y": "younger",
    "t": "talon",
    "x": "elder_thrown",
    "z": "younger_thrown",
    "s": "seat",
    "g": "stage",
    "r": "rules",
    "c": "scores",
    "d": "left",
    "n": "took",
    "l": "looked",
    "w": "said",
    "p": "played",
    "h": "hide",
}
_SEAT = {"e": Seat.ELDER, "y": Seat.YOUNGER}
_WORDS = 400  # letters of what was said


class Fault(NamedTuple):
    """What is wrong, and where: a place of the board, or another of its fields."""

    place: str
    words: str


@dataclass(frozen=True)
class Board:
    """A position as it has been laid out so far.

    ``took`` are the numbers of cards elder and younger have taken where their discards do not lie
    there; ``looked`` is what elder looked at and left; ``hide`` is the seat that lies face down.
    """

    elder: tuple[Card, ...] = ()
    younger: tuple[Card, ...] = ()
    talon: tuple[Card, ...] = ()
    elder_thrown: tuple[Card, ...] = ()
    younger_thrown: tuple[Card, ...] = ()
    seat: Seat = Seat.ELDER
    stage: str = "exchange"
    rules: Rules = field(default_factory=lambda: Rules.named(DEFAULT_PROFILE))
    scores: tuple[int, int] | None = None
    left: int | None = None
    took: tuple[int | None, int | None] = (None, None)
    looked: tuple[Card, ...] = ()
    said: tuple[str, ...] = ()
    played: tuple[Card, ...] = ()
    hide: Seat | None = None

    def cards(self, place: str) -> tuple[Card, ...]:
        """Return the cards of a place."""
        found: tuple[Card, ...] = getattr(self, place)
        return found

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that lie nowhere yet."""
        laid = {card for place in PLACES for card in self.cards(place)}
        return tuple(card for card in CARDS if card not in laid)

    @property
    def hidden(self) -> frozenset[str]:
        """The places that lie face down: what the seat that is not hidden has not seen."""
        if self.hide is None:
            return frozenset()
        return frozenset((str(self.hide), f"{self.hide}_thrown", "talon"))

    @property
    def deal(self) -> Deal | None:
        """The deal, where all its cards lie as they were dealt."""
        whole = (len(self.elder), len(self.younger), len(self.talon)) == (HAND, HAND, TALON)
        if self.stage != "exchange" or not whole or self.faults():
            return None
        return Deal(CardSet.of(*self.elder), CardSet.of(*self.younger), self.talon)

    def faults(self) -> list[Fault]:
        """Return what cannot be, each with its place.

        >>> king = Card.parse("KH")
        >>> print(Board(elder=(king,), talon=(king,)).faults()[0].words)
        The king of hearts stands in elder's hand and in the talon: the pack holds each card once.
        """
        return list(self._faults())

    def _faults(self) -> Iterator[Fault]:
        seen: dict[Card, str] = {}
        for place in PLACES:
            for card in self.cards(place):
                if card in seen:
                    where = {"one": _named(seen[card]), "two": _named(place)}
                    yield _fault(place, "twice", card=card_name(card), **where)
                seen.setdefault(card, place)
            most = self._most(place)
            number = len(self.cards(place))
            if number > most:
                yield _fault(place, "many", where=_named(place), n=number, most=most)
        total = sum(len(self.cards(place)) for place in PLACES)
        if total > len(CARDS):
            yield _fault("pack", "total", n=total)
        yield from self._unfit()

    def _unfit(self) -> Iterator[Fault]:
        """Yield what contradicts between the places and the rest."""
        if self.stage == "exchange":
            if self.seat is Seat.ELDER and (self.elder_thrown or self.younger_thrown):
                place = "elder_thrown" if self.elder_thrown else "younger_thrown"
                yield _fault(place, "early")
            elif self.younger_thrown:
                yield _fault("younger_thrown", "early")
            if self.played:
                yield _fault("played", "early_play")
            if self.said:
                yield _fault("said", "early_talk")
        taken = [self.taken(seat) or 0 for seat in Seat]
        spare = sum(len(self.cards(place)) for place in PLACES[2:])
        if sum(taken) > TALON:
            yield _fault("talon", "taken", n=taken[0], m=taken[1])
        elif spare > TALON and len(self.talon) <= TALON:
            yield _fault("talon", "spare", n=spare)
        thrown = self.cards("elder_thrown") + self.cards("younger_thrown")
        for card in self.played:
            if card in thrown or card in self.talon:
                place = next(one for one in PLACES[2:] if card in self.cards(one))
                yield _fault("played", "played", card=card_name(card), where=_named(place))
        hands = {Seat.ELDER: self.elder, Seat.YOUNGER: self.younger}
        for seat, card, _ in turns(self.played):
            if card in hands[seat.other]:
                where = _named(str(seat.other))
                yield _fault(
                    "played", "turn", card=card_name(card), who=text(f"seats.{seat}"), where=where
                )

    def _most(self, place: str) -> int:
        if place in ("elder", "younger"):
            return HAND
        if place == "elder_thrown":
            return self.rules.elder_max
        return TALON

    def taken(self, seat: Seat) -> int | None:
        """Return how many cards a seat took, as far as that is laid out."""
        return len(self.cards(f"{seat}_thrown")) or self.took[seat]

    def typed(self) -> Typed:
        """Return what the seat that is looked at knows.

        Raises Illegal with a sentence where its hand is not whole.
        """
        seat, other = self.seat, self.seat.other
        hand = CardSet.of(*self.cards(str(seat)))
        played = [card for who, card, _ in turns(self.played) if who is seat]
        number = len(hand | CardSet.of(*played))
        if number != HAND:
            raise Illegal("board_hand", where=_named(str(seat)), n=number)
        standing = self._standing()
        if self.stage == "exchange":
            taken = self.taken(Seat.ELDER) if seat is Seat.YOUNGER else None
            if seat is Seat.YOUNGER and taken is None:
                raise Illegal("board_took")
            return Typed(seat, hand, self.rules, standing, taken=taken)
        thrown = CardSet.of(*self.cards(f"{seat}_thrown"))
        taken = self.taken(other) if thrown else None
        if thrown and taken is None:
            raise Illegal("board_took_other", who=text(f"seats.{other}"))
        return Typed(
            seat,
            hand,
            self.rules,
            standing,
            discards=thrown,
            looked=CardSet.of(*self.looked),
            taken=taken,
            said=self.said,
            played=self.played,
            talking=self.stage == "call" or bool(self.said),
        )

    def _standing(self) -> Standing | None:
        rules, scores, left = self.rules, self.scores, self.left
        if scores is None and left is None:
            return None
        if rules.game_end == "target":
            return Standing(scores or (0, 0), 1, None)
        left = (1 if scores else rules.deals) if left is None else left
        return Standing(scores or (0, 0), max(1, rules.deals - left + 1), left)

    @property
    def link(self) -> str:
        """The position as a link: what follows ``#/board/``.

        >>> board = Board(elder=parse_cards("SAK HT"), seat=Seat.YOUNGER)
        >>> board.link, read_fields(link_fields(board.link)) == (board, [])
        ('1/e=SAK.HT/s=y', True)
        """
        said = {
            **{place: _packed(self.cards(place)) for place in PLACES},
            "seat": "" if self.seat is Seat.ELDER else "y",
            "stage": "" if self.stage == "exchange" else self.stage[0],
            "rules": "" if str(self.rules) == DEFAULT_PROFILE else str(self.rules),
            "scores": "" if self.scores is None else "-".join(map(str, self.scores)),
            "left": "" if self.left is None else str(self.left),
            "took": "-".join("" if n is None else str(n) for n in self.took),
            "looked": _packed(self.looked),
            "said": ".".join(one.replace(" ", "_") for one in self.said),
            "played": _packed(self.played),
            "hide": "" if self.hide is None else str(self.hide)[0],
        }
        said["took"] = "" if self.took == (None, None) else said["took"]
        parts = [
            f"{letter}={quote(said[name], safe='=.,_-~?!()')}"
            for letter, name in _LETTERS.items()
            if said[name]
        ]
        return "/".join([_VERSION, *parts])

    def quoted(self) -> str:
        """Return the position as a line of text."""
        parts = [str(self.rules)]
        parts += [
            f"{_named(place)} {CardSet.of(*self.cards(place)).symbols()}"
            for place in PLACES
            if self.cards(place) and place not in self.hidden
        ]
        if self.scores is not None:
            parts.append(text("table.board.quote_scores", e=self.scores[0], y=self.scores[1]))
        if self.said:
            parts.append(text("table.board.quote_said", what=", ".join(self.said)))
        if self.played:
            parts.append(text("table.board.quote_played", cards=" ".join(map(str, self.played))))
        deal = self.deal
        if deal is not None and not self.hidden:
            parts.append(text("table.board.quote_code", code=deal.code))
        return "; ".join(parts) + "."


def _named(place: str) -> str:
    return text(f"table.board.place.{place}")


def _fault(place: str, key: str, **values: object) -> Fault:
    words = text(f"table.board.fault.{key}", **values)
    return Fault(place, words[:1].upper() + words[1:])


def _packed(cards: Iterable[Card]) -> str:
    """Return cards in their order, suit by suit where that order allows."""
    runs: list[str] = []
    for card in cards:
        suit = card.suit.letter
        if runs and runs[-1][0] == suit:
            runs[-1] += card.rank.letter
        else:
            runs.append(suit + card.rank.letter)
    return ".".join(runs)


# --- reading --------------------------------------------------------------------------------------


def link_fields(written: str) -> dict[str, str]:
    """Return the fields of a link as they would be typed.

    >>> link_fields("1/e=SAKQ.HT9/g=c/w=point_5.good")
    {'elder': 'SAKQ HT9', 'stage': 'c', 'said': 'point 5, good'}

    Raises Unreadable for a link of another version, or what is no link at all.
    """
    if len(written) > LONGEST:
        raise Unreadable("board_link_long", most=LONGEST)
    version, *parts = written.strip("/ ").split("/")
    if version != _VERSION:
        raise Unreadable("board_link_version", text=_clip(version), version=_VERSION)
    fields: dict[str, str] = {}
    for part in parts:
        letter, equals, value = part.partition("=")
        name = _LETTERS.get(letter)
        if name is None or not equals:
            raise Unreadable("board_link_part", text=_clip(part))
        if name in fields:
            raise Unreadable("board_link_twice", text=_clip(part))
        fields[name] = unquote(value)
    for name in (*PLACES, "looked", "played"):
        if name in fields:
            fields[name] = fields[name].replace(".", " ")
    if "said" in fields:
        fields["said"] = fields["said"].replace(".", ", ").replace("_", " ")
    return fields


def read_fields(fields: dict[str, str]) -> tuple[Board, list[Fault]]:
    """Return the position of fields as far as they can be read, and what is wrong with the rest.

    >>> board, faults = read_fields({"elder": "SAKQ", "talon": "SA9Z"})
    >>> len(board.elder), faults[0].place
    (3, 'talon')
    """
    board, faults = Board(), []
    for name, value in fields.items():
        try:
            read: dict[str, Any] = {name: _READ[name](value)}
            board = replace(board, **read)
        except PiquetError as error:
            faults.append(Fault(name, text("table.board.in", where=_named(name), why=error)))
    return board, [*faults, *board.faults()]


def _cards(value: str) -> tuple[Card, ...]:
    return parse_cards(value)


def _seat(value: str) -> Seat:
    found = _SEAT.get(value.strip().lower()[:1])
    if found is None:
        raise Unreadable("board_seat", text=_clip(value))
    return found


def _stage(value: str) -> str:
    found = [stage for stage in STAGES if value and stage.startswith(value.strip().lower())]
    if len(found) != 1:
        raise Unreadable("board_stage", text=_clip(value))
    return found[0]


def _numbers(value: str, many: int, most: int) -> list[int | None]:
    parts = value.strip().split("-")
    fits = len(parts) == many and all(re.fullmatch(r"[0-9]{0,4}", part) for part in parts)
    numbers: list[int | None] = [most + 1]
    if fits:
        numbers = [int(part) if part else None for part in parts]
    if any(number is not None and number > most for number in numbers):
        raise Unreadable("board_number", text=_clip(value), most=most)
    return numbers


def _scores(value: str) -> tuple[int, int] | None:
    one, two = _numbers(value, 2, 2000)
    return None if one is None and two is None else (one or 0, two or 0)


def _left(value: str) -> int | None:
    (number,) = _numbers(value, 1, 100)
    if number == 0:
        raise Unreadable("board_left")
    return number


def _took(value: str) -> tuple[int | None, int | None]:
    one, two = _numbers(value, 2, TALON)
    return one, two


def _said(value: str) -> tuple[str, ...]:
    if len(value) > _WORDS:
        raise Unreadable("board_said", most=_WORDS)
    odd = next((sign for sign in value if not sign.isprintable()), "")
    if odd:
        raise Unreadable("board_sign", n=ord(odd))
    return tuple(" ".join(part.split()) for part in re.split(r"[,;]", value) if part.strip())


_READ: dict[str, Callable[[str], object]] = {
    **dict.fromkeys((*PLACES, "looked", "played"), _cards),
    "seat": _seat,
    "hide": lambda value: _seat(value) if value else None,
    "stage": _stage,
    "rules": Rules.parse,
    "scores": _scores,
    "left": _left,
    "took": _took,
    "said": _said,
}


def _clip(value: str) -> str:
    shown = "".join(sign if sign.isprintable() else "?" for sign in value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


# --- filling --------------------------------------------------------------------------------------


def filled(board: Board) -> Board:
    """Return the position with the rest of the pack laid out at random, each place as full as due.

    >>> board = filled(Board(elder=parse_cards("SAKQ")))
    >>> len(board.elder), len(board.younger), len(board.talon), board.deal is not None
    (12, 12, 8, True)

    Raises Illegal (``board_fault``) with the first thing that is wrong with what lies there.
    """
    faults = board.faults()
    if faults:
        raise Illegal("board_fault", why=faults[0].words)
    wanted = {"elder": HAND, "younger": HAND}
    after = board.stage != "exchange"
    first = second = 0
    if after or board.seat is Seat.YOUNGER:
        first = board.taken(Seat.ELDER) or board.rules.elder_max
        wanted["elder_thrown"] = first
    if after:
        laid_down = board.taken(Seat.YOUNGER)
        second = TALON - first if laid_down is None else laid_down
        wanted["younger_thrown"] = second
    wanted["talon"] = TALON - first - second
    lying = {place: list(board.cards(place)) for place in PLACES}
    for seat, card, _ in turns(board.played):
        if card in board.pack and card not in lying[str(seat)]:
            lying[str(seat)].append(card)
    laid = {card for cards in lying.values() for card in cards}
    rest = [card for card in CARDS if card not in laid]
    secrets.SystemRandom().shuffle(rest)
    for place, number in wanted.items():
        while len(lying[place]) < number and rest:
            lying[place].append(rest.pop())
    lying["talon"] += rest
    laid_out: dict[str, Any] = {place: _sorted(place, lying[place]) for place in PLACES}
    made = replace(board, **laid_out)
    faults = made.faults()
    if faults:
        raise Illegal("board_fault", why=faults[0].words)
    return made


def _sorted(place: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(cards) if place == "talon" else tuple(CardSet.of(*cards))


def wanting(board: Board) -> str:
    """Return what is still to be laid out, in words; nothing where no card is left."""
    pack = board.pack
    if not pack:
        return ""
    short = [
        text("table.board.short", where=_named(place), n=HAND - len(board.cards(place)))
        for place in ("elder", "younger")
        if len(board.cards(place)) < HAND
    ]
    return text("table.board.left", n=len(pack), where=listed(short)) if short else ""
