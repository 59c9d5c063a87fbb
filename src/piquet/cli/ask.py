"""Reading what a person types: harmless text, forgiving cards, and choices by number or word."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from piquet.actions import Action, Category, Kind, LegalActions
from piquet.base import PiquetError, Unreadable
from piquet.cards import CARDS, Card, CardSet, Rank, Suit
from piquet.texts import text

__all__ = ["Ended", "Menu", "cards_of", "clean", "held_of", "line", "numbers_of"]

_LONGEST = 200  # no sensible answer is longer


class Ended(Exception):
    """The input has come to its end."""


def clean(words: str) -> str:
    """Return what was typed without control, format and other unprintable characters.

    >>> clean(" \\x1b[31m7S  8h\\t\\u202e ")
    '[31m7S 8h'
    """
    seen = "".join(sign if sign.isprintable() else " " if sign.isspace() else "" for sign in words)
    return " ".join(seen.split())[:_LONGEST]


def line() -> str:
    """Return the next line of standard input, clean; a line without end is read to its end.

    Raises Ended at the end of the input.
    """
    stream = sys.stdin
    try:
        words = stream.readline(4096)
        rest = words
        while rest and not rest.endswith("\n") and len(rest) == 4096:
            rest = stream.readline(4096)
    except (ValueError, AttributeError, OSError):  # closed, or never there
        raise Ended from None
    if not words:
        raise Ended
    return clean(words)


# --- cards ----------------------------------------------------------------------------------------

_RANKS = {str(rank): rank.letter for rank in Rank} | {"jack": "J", "10": "T"}
_SUITS = {suit.symbol: suit.letter for suit in Suit} | dict(zip("♤♡♢♧", "SHDC", strict=True))
_WORDS = {
    **_RANKS,
    **{rank + "s": letter for rank, letter in _RANKS.items() if rank.isalpha()},
    **{str(suit): suit.letter for suit in Suit},
    **{str(suit)[:-1]: suit.letter for suit in Suit},
}
_IDLE = frozenset(("of", "the", "and", "a", "my", "card", "cards"))
_TOKEN = re.compile(r"[SHDC][AKQJT987]+|(?:[AKQJT987][SHDC])+|[AKQJT987]+|[SHDC]")


def cards_of(words: str, among: CardSet = CardSet.ALL) -> CardSet:
    """Return the cards that somebody typed, in any notation people use.

    A rank alone is taken where only one of the cards in question has it.

    >>> for words in ("as ks 10h", "SAK h10", "♠ A K ♥ 10", "ASKS,TH", "ace of spades k s 10 H"):
    ...     print(cards_of(words))
    AS KS TH
    AS KS TH
    AS KS TH
    AS KS TH
    AS KS TH
    >>> print(cards_of("queen", CardSet.parse("QH KS")))
    QH

    Raises Unreadable (card_typed, card_twice, rank_open) for what is no card, or not one only.
    """
    found: list[Card] = []
    suit = rank = ""
    waits = False  # a suit whose ranks are still to come
    for token in _tokens(words):
        if token in ("S", "H", "D", "C"):
            if rank:
                found.append(Card.parse(rank + token))
                rank = suit = ""
            else:
                suit = token
        elif token[0] in "SHDC":
            suit = token[0]
            found += [Card.parse(sign + suit) for sign in token[1:]]
        elif token[1:2] in ("S", "H", "D", "C"):
            suit = ""
            found += [Card.parse(token[at : at + 2]) for at in range(0, len(token), 2)]
        elif suit:
            found += [Card.parse(sign + suit) for sign in token]
        elif len(token) > 1 or rank:
            raise Unreadable("card_typed", text=rank or token)
        else:
            rank = token
        waits = token in ("S", "H", "D", "C") and suit == token
    if rank:
        found.append(_by_rank(rank, among))
    elif waits:
        raise Unreadable("suit_alone", text=suit)
    return CardSet.of(*found)


def _tokens(words: str) -> Iterable[str]:
    for sign, letter in _SUITS.items():
        words = words.replace(sign, f" {letter} ")
    words = words.replace("\ufe0f", "").replace("\ufe0e", "")
    for word in re.split(r"[\s,;+&/]+", words.lower()):
        if not word or (word in _IDLE and word != "a"):
            continue
        known = _WORDS.get(word, word).upper().replace("10", "T")
        if not word.isascii() or not _TOKEN.fullmatch(known):
            raise Unreadable("card_typed", text=word[:24])
        yield known


def _by_rank(letter: str, among: CardSet) -> Card:
    rank = Rank.parse(letter)
    fitting = [card for card in among if card.rank is rank]
    if len(fitting) != 1:
        raise Unreadable("rank_open", text=text(f"talk.rank.{rank}"))
    return fitting[0]


def numbers_of(words: str, most: int) -> list[int] | None:
    """Return the numbers that were typed, from 1 to ``most``; None where it is anything else.

    >>> numbers_of("1, 2 12", 12), numbers_of("7s", 12), numbers_of("13", 12)
    ([1, 2, 12], None, None)
    """
    parts = re.split(r"[\s,;]+", words.strip())
    if not all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):
        return None
    numbers = [int(part) for part in parts]
    return numbers if all(1 <= number <= most for number in numbers) else None


def held_of(words: str, held: CardSet) -> CardSet:
    """Return the cards of a hand that somebody typed, by their numbers in it or by name.

    >>> print(held_of("1 3", CardSet.parse("AS KS TH")))
    AS TH

    Raises Unreadable for a number that no card has, and as :func:`cards_of` does.
    """
    cards = list(held)
    numbers = numbers_of(words, len(cards))
    if numbers is not None:
        return CardSet.of(*(cards[number - 1] for number in dict.fromkeys(numbers)))
    if re.fullmatch(r"[0-9\s,;]+", words):
        found = (
            part for part in re.split(r"[\s,;]+", words) if numbers_of(part, len(cards)) is None
        )
        raise Unreadable("no_number", n=next(found, words)[:9], most=len(cards))
    return cards_of(words, held)


# --- choices --------------------------------------------------------------------------------------

_CALLS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)
_NAMES = {
    "p": Kind.POINT,
    "point": Kind.POINT,
    "sequence": Kind.SEQUENCE,
    "run": Kind.SEQUENCE,
    "tierce": Kind.SEQUENCE,
    "quart": Kind.SEQUENCE,
    "quint": Kind.SEQUENCE,
    "set": Kind.SET,
    "trio": Kind.SET,
    "quatorze": Kind.SET,
}
_SAME = {
    "making": "making?",
    "how much": "making?",
    "value": "making?",
    "notgood": "not good",
    "no": "not good",
    "ng": "not good",
    "n": "not good",
    "yes": "good",
    "g": "good",
    "e": "equal",
    "m": "making?",
    "cb": "carte blanche",
    "blanche": "carte blanche",
    "show point": "see point",
    "see sequence": "see sequences",
    "see set": "see sets",
    "turn up": "show",
    "deal first": "deal",
    "no deal": "do not deal",
}


@dataclass
class Menu:
    """The choices of one decision: legal actions by number, and the cards that may be typed.

    ``options`` are what is listed under 1, 2, 3; ``more`` what is listed only when asked for;
    ``cards`` those whose typed name means something, ``default`` what an empty line does.
    """

    legal: LegalActions
    options: Sequence[Action] = ()
    cards: CardSet = field(default_factory=CardSet)
    default: Action | None = None

    def read(self, words: str) -> Action:
        """Return the action that was meant, which need not be legal.

        Raises PiquetError for what cannot be read, with what could have been typed.
        """
        if not words and self.default is not None:
            return self.default
        chosen = self._numbered(words)
        if chosen is not None:
            return chosen
        said = _SAME.get(words.lower(), words)
        kind = _NAMES.get(said.lower())
        if kind is not None:
            for action in (*self.options, *self.legal.of(kind)[:1]):
                if action.kind is kind:
                    return action
        try:
            return self._spoken(said)
        except PiquetError as error:
            if error.code != "action":
                raise
        return self._of_cards(cards_of(words, self._playable()))

    def _numbered(self, words: str) -> Action | None:
        most = len(self.options) or len(self.cards)
        numbers = numbers_of(words, 99) if words else None
        if numbers is None or len(numbers) != 1:
            return None
        if numbers[0] > most:
            raise Unreadable("no_number" if most else "no_numbers", n=numbers[0], most=most)
        if self.options:
            return self.options[numbers[0] - 1]
        return Action.play(list(self.cards)[numbers[0] - 1])

    def _playable(self) -> CardSet:
        cards = CardSet()
        for action in self.legal.of(Kind.PLAY):
            cards |= action.cards
        return cards

    def _spoken(self, words: str) -> Action:
        """Read the words of the table, the cards in any notation."""
        head, _, tail = words.partition(" ")
        tail = tail.strip()
        if not tail or head.lower() not in _HEADS:
            return Action.parse(words)
        if head.lower() in ("play", "lead"):
            return Action.play(_one(cards_of(tail, self._playable()), words))
        kind = _NAMES.get(head.lower())
        cards = CardSet() if tail.lower() == "nothing" else cards_of(tail)
        if kind is not None:
            return Action.call(Category(Category.POINT + kind - Kind.POINT), cards)
        return Action.parse(f"{head} {cards or 'nothing'}")

    def _of_cards(self, cards: CardSet) -> Action:
        """Return what naming these cards alone means here."""
        kinds = self.legal.kinds
        if Kind.CUT in kinds:
            return Action(Kind.CUT, _one(cards, str(cards)).mask)
        if len(cards) == 1 and Kind.PLAY in kinds:
            return Action.play(_one(cards, str(cards)))
        meant = [
            Action(kind, cards.mask)
            for kind in (*_CALLS, Kind.SAY)
            if Action(kind, cards.mask) in self.legal
        ]
        if len(meant) == 1:
            return meant[0]
        code = "cards_open" if meant else "cards_unfit"
        raise Unreadable(code, cards=cards)


_HEADS = frozenset((*_NAMES, "play", "lead", "making", "exchange", "cut"))


def _one(cards: CardSet, words: str) -> Card:
    if len(cards) != 1:
        raise Unreadable("one_card", text=words[:60])
    return CARDS[cards.mask.bit_length() - 1]
