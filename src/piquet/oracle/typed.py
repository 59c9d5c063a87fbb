"""A view from what somebody types of a hand: his cards, what was said, what was played.

The cards of the other side are filled in with any hand that bears all of it out, and the deal is
played through by the rules; the view that comes of it holds only what the seat has seen, so what
was filled in is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NoReturn

from piquet import kernel
from piquet.actions import Action, Category, Kind
from piquet.base import Illegal, PiquetError, Seat, Unreadable
from piquet.cards import Card, CardSet
from piquet.combinations import best_key, courts, keys, point_key
from piquet.dealing import Deal
from piquet.oracle.policies import mix
from piquet.oracle.tabletalk import call, cards_in, counts, lengths, made, number, plain
from piquet.position import Position
from piquet.rules import Rules
from piquet.texts import text
from piquet.view import Phase, Standing, View

__all__ = ["Typed", "turns", "view_of"]

_ANY = 0xFFFF
_TRIES = 400


@dataclass(frozen=True, slots=True)
class Typed:
    """What one seat knows, as it is typed.

    ``hand`` are its twelve cards: as dealt before it has exchanged, else those it came to (what it
    has played may be left out).  ``discards`` and ``drawn`` are its own exchange, ``taken`` how
    many cards the other side took (None: not yet, or not known), ``looked`` what elder left of his
    five and looked at.  ``said`` are the words of both in turn, ``played`` the cards in order.
    """

    seat: Seat
    hand: CardSet
    rules: Rules
    standing: Standing | None = None
    discards: CardSet = field(default_factory=CardSet)
    drawn: CardSet = field(default_factory=CardSet)
    looked: CardSet = field(default_factory=CardSet)
    taken: int | None = None
    said: tuple[str, ...] = ()
    played: tuple[Card, ...] = ()
    talking: bool = False


def view_of(typed: Typed) -> View:
    """Return the view of a seat that knows what was typed.

    >>> hand = CardSet.parse("SAKQ97 HA8 DKQ CT98")
    >>> view_of(Typed(Seat.ELDER, hand, Rules.named("rubicon"))).phase.value
    'exchange'
    >>> said = ("point SAKQ97", "good", "sequence SAKQ", "not good")
    >>> view = view_of(Typed(Seat.ELDER, hand, Rules.named("rubicon"), said=said, talking=True))
    >>> view.phase.value, str(view.to_move), view.scores
    ('call', 'elder', (5, 0))

    Raises Illegal or Unreadable with a sentence that tells what contradicts what.
    """
    typed = _whole(typed)
    if not _after_exchange(typed):
        return _before(typed)
    return _afterwards(typed)


# --- what was typed, checked --------------------------------------------------------------------


def _after_exchange(typed: Typed) -> bool:
    return bool(typed.discards or typed.said or typed.played or typed.talking)


def _whole(typed: Typed) -> Typed:
    """Return what was typed with the hand of twelve; refuse what cannot be."""
    mine = _own_plays(typed)
    hand = typed.hand | mine if len(typed.hand) < 12 else typed.hand
    if len(hand) != 12:
        raise Illegal("typed_hand", number=len(hand))
    _apart(hand, typed.discards, "typed_thrown")
    _apart(hand, typed.looked, "typed_looked")
    _apart(typed.discards, typed.looked, "typed_looked")
    outside = typed.drawn - hand
    if outside:
        raise Illegal("typed_drawn", cards=outside)
    if typed.drawn and len(typed.drawn) != len(typed.discards):
        raise Illegal("typed_numbers", thrown=len(typed.discards), drawn=len(typed.drawn))
    gone = CardSet.of(*typed.played) & typed.discards
    if gone:
        raise Illegal("typed_played_thrown", cards=gone)
    return Typed(
        typed.seat,
        hand,
        typed.rules,
        typed.standing,
        typed.discards,
        typed.drawn,
        typed.looked,
        typed.taken,
        typed.said,
        typed.played,
        typed.talking,
    )


def _apart(one: CardSet, two: CardSet, code: str) -> None:
    both = one & two
    if both:
        raise Illegal(code, cards=both)


def turns(played: tuple[Card, ...]) -> Iterator[tuple[Seat, Card, Card | None]]:
    """Yield who played each card and, of a card that follows, what was led."""
    leader, led = Seat.ELDER, None
    for card in played:
        if led is None:
            yield leader, card, None
            led = card
            continue
        yield leader.other, card, led
        if card.suit is led.suit and card.rank > led.rank:
            leader = leader.other
        led = None


def _own_plays(typed: Typed) -> CardSet:
    """Return the seat's own cards among those played; refuse a card played twice."""
    seen = CardSet()
    mine = CardSet()
    for seat, card, _ in turns(typed.played):
        if card in seen:
            raise Illegal("typed_twice", card=card)
        seen |= CardSet.of(card)
        if seat is typed.seat:
            mine |= CardSet.of(card)
    return mine


# --- before the exchange --------------------------------------------------------------------------


def _before(typed: Typed) -> View:
    """Return the view of a seat that is to exchange."""
    rules = typed.rules
    if typed.seat is Seat.ELDER and typed.taken is not None:
        raise Illegal("typed_taken_early")
    if typed.seat is Seat.YOUNGER and typed.taken is None:
        raise Illegal("typed_taken_missing")
    rest = list(CardSet.ALL - typed.hand)
    # The other side and the talon are anything at all, but no carte blanche.
    rest.sort(key=lambda card: not courts(card.mask))
    other, talon = CardSet.of(*rest[:12]), tuple(rest[12:])
    elder = typed.seat is Seat.ELDER
    deal = Deal(typed.hand if elder else other, other if elder else typed.hand, talon)
    position = Position(deal, rules, typed.standing)
    if not elder:
        thrown = CardSet.of(*list(other)[: typed.taken])
        position = _do(position, Action.exchange(thrown), "typed_taken", n=typed.taken)
    return position.view(typed.seat)


def _do(position: Position, action: Action, code: str, **values: object) -> Position:
    try:
        return position.after(action)
    except PiquetError as error:
        raise Illegal(code, why=error, **values) from None


# --- afterwards ---------------------------------------------------------------------------------


def _afterwards(typed: Typed) -> View:
    """Return the view after both exchanges, what was said and what was played."""
    refusal: PiquetError | None = None
    furthest = -1
    for kept in islice(_hands(typed), _TRIES):
        telling = _Telling(typed)
        try:
            return telling.view(kept)
        except PiquetError as error:
            if telling.done > furthest:
                refusal, furthest = error, telling.done
    raise refusal or Illegal("typed_no_hand")


def _hands(typed: Typed) -> Iterator[CardSet]:
    """Yield hands of the other side that bear out the cards and, as far as can be, the words."""
    other = typed.seat.other
    certain, void = CardSet(), CardSet()
    for seat, card, led in turns(typed.played):
        if seat is typed.seat:
            if card not in typed.hand:
                raise Illegal("typed_not_yours", card=card, seat=typed.seat)
            continue
        if card in typed.hand | typed.discards | typed.looked:
            raise Illegal("typed_yours", card=card, seat=other)
        certain |= CardSet.of(card)
        if led is not None and card.suit is not led.suit:
            void |= CardSet(255 << 8 * led.suit)
    both = certain & void
    later = CardSet()
    closed = CardSet()
    for seat, card, led in turns(typed.played):
        if seat is typed.seat:
            continue
        later |= CardSet.of(card) & closed
        if led is not None and card.suit is not led.suit:
            closed |= CardSet(255 << 8 * led.suit)
    if both and later:
        raise Illegal("typed_revoke", cards=later)
    unseen = CardSet.ALL - typed.hand - typed.discards - certain - void
    looked = typed.looked
    if looked and other is Seat.YOUNGER and typed.taken is not None:
        if typed.taken >= len(looked):
            certain |= looked
        unseen -= looked
    missing = 12 - len(certain)
    if missing < 0 or missing > len(unseen):
        raise Illegal("typed_no_hand")
    yield from _listed(typed, unseen, certain)


def _listed(typed: Typed, unseen: CardSet, certain: CardSet) -> Iterator[CardSet]:
    """Yield the hands that fit the words at their face, then those that may have sunk something."""
    tables = kernel.compiled(typed.rules)
    bounds = _bounds(typed)
    for known in (bounds, {key: (low, _ANY) for key, (low, _) in bounds.items()}, {}):
        point, sequence, best_set = (
            (*known.get(category, (0, _ANY)), 0.0)
            for category in (Category.POINT, Category.SEQUENCES, Category.SETS)
        )
        hands, _, weights = kernel.worlds(
            tables,
            unseen.mask,
            12,
            certain=certain.mask,
            point=point,
            sequence=sequence,
            set=best_set,
        )
        fitting = [
            hand for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True) if weight
        ]
        if not fitting:
            continue
        step = max(1, len(fitting) // 97)
        start = mix(typed.hand.mask) % len(fitting)
        for place in range(0, len(fitting), step):
            yield CardSet(fitting[(start + place) % len(fitting)])


def _bounds(typed: Typed) -> dict[Category, tuple[int, int]]:
    """Return what the words say of the best that the other side holds, by category."""
    found: dict[Category, tuple[int, int]] = {}
    last: tuple[Category, int] | None = None
    mine = typed.hand.mask
    elder = typed.seat is Seat.ELDER
    for words in typed.said:
        called = call(words)
        if called is not None and elder and counts(words):
            _, category, length, _ = called
            low, high = found.get(category, (0, _ANY))
            found[category] = (max(low, length << 8), min(high, length << 8 | 255))
            continue
        if called is not None:
            _, category, length, value = called
            if elder:
                cards = cards_in(words)
                if cards:
                    key = (
                        point_key(cards.mask)
                        if category is Category.POINT
                        else best_key(category, cards.mask)
                    )
                else:
                    key = _own_key(mine, category, length)
                last = (category, key)
            else:
                low, high = (
                    (length << 8, length << 8 | 255)
                    if value is None
                    else (
                        length << 8 | value,
                        length << 8 | value,
                    )
                )
                found[category] = (low, high)
                last = (category, low)
            continue
        if last is None:
            continue
        category, key = last
        heard = category is Category.SETS or typed.rules.point_call == "value"
        said = plain(words)
        if elder and said == "good":
            low, _ = found.get(category, (0, _ANY))
            found[category] = (low, key - 1 if heard or low else (key & ~255) - 1)
        elif elder and said == "not good":
            low, high = found.get(category, (0, _ANY))
            found[category] = (max(low, key + 1) if heard or low else ((key >> 8) + 1) << 8, high)
        elif elder and said == "equal":
            found[category] = (key, key)
        elif elder and said == "making?":
            found[category] = (key & ~255, key | 255)
        elif not elder and said.startswith("making "):
            value = number(said.removeprefix("making "))
            if value is not None and category is Category.POINT:
                found[category] = (key & ~255 | value, key & ~255 | value)
    return found


def _own_key(hand: int, category: Category, length: int) -> int:
    fitting = [key for key in keys(category, hand) if key >> 8 == length]
    return fitting[0] if fitting else length << 8


class _Telling:
    """One deal played through what was typed; ``done`` counts the words and cards that went."""

    position: Position

    def __init__(self, typed: Typed) -> None:
        self.typed = typed
        self.words = list(typed.said)
        self.cards = list(typed.played)
        self.done = 0

    def view(self, kept: CardSet) -> View:
        """Return the view that comes of it where the other side holds these cards."""
        self.position = self._exchanged(kept)
        while self.words or self.cards:
            self._step()
            self.done += 1
        return self.position.view(self.typed.seat)

    def _exchanged(self, kept: CardSet) -> Position:
        """Return the position when both have exchanged, as far as the exchange is known."""
        typed = self.typed
        elder = typed.seat is Seat.ELDER
        if not typed.discards and typed.taken is None:
            hands = (typed.hand, kept) if elder else (kept, typed.hand)
            return Position.from_hands(*hands, typed.rules, typed.standing)
        if typed.taken is None:
            raise Illegal("typed_taken_missing")
        mine, theirs = len(typed.discards), typed.taken
        if mine + theirs > 8:
            raise Illegal("typed_too_many", mine=mine, theirs=theirs)
        first, second = (mine, theirs) if elder else (theirs, mine)
        drawn = typed.drawn or CardSet.of(*_uncourtly(typed.hand)[:mine])
        dealt = typed.hand - drawn | typed.discards
        unseen = CardSet.ALL - typed.hand - typed.discards - kept - typed.looked
        thrown = CardSet.of(*list(unseen)[:theirs])
        if len(thrown) < theirs:
            raise Illegal("typed_no_hand")
        if elder and len(typed.looked) != max(0, 5 - first) and self._looks():
            raise Illegal("typed_looked_number", n=max(0, 5 - first), number=len(typed.looked))
        from_looked = kept & typed.looked
        theirs_drawn = from_looked | CardSet.of(
            *_uncourtly(kept - typed.looked)[: theirs - len(from_looked)]
        )
        other = kept - theirs_drawn | thrown
        left = CardSet.ALL - typed.hand - typed.discards - kept - thrown
        looked_left = left & typed.looked
        talon = (
            (*drawn, *from_looked, *(theirs_drawn - from_looked), *looked_left)
            if elder
            else (*theirs_drawn, *drawn)
        )
        talon = (*talon, *(left - looked_left))
        deal = Deal(dealt if elder else other, other if elder else dealt, talon)
        position = Position(deal, typed.rules, typed.standing)
        throws = (typed.discards, thrown) if elder else (thrown, typed.discards)
        for size, cards in zip((first, second), throws, strict=True):
            if (
                Kind.CARTE_BLANCHE in position.legal_actions.kinds
                and len(position.legal_actions.kinds) == 1
            ):
                raise Illegal("typed_blank")
            position = _do(position, Action.exchange(cards), "typed_exchange", n=size)
        return position

    def _looks(self) -> bool:
        return self.typed.rules.elder_peek == "rest_of_five"

    def _step(self) -> None:
        """Carry out the next word or card, by whoever is to move."""
        position = self.position
        phase = position.phase
        if position.to_move is None:
            raise Illegal("typed_over")
        talk = phase in (Phase.CALL, Phase.ANSWER, Phase.SAY, Phase.COUNT, Phase.LEFT)
        waits = bool(self.words) and counts(self.words[0]) and phase is not Phase.COUNT
        if self.words and talk and not (waits and self.cards):
            self._say(self.words.pop(0))
        elif self.cards:
            self._play(self.cards[0])
        else:
            raise Illegal("typed_after_talk", text=self.words[0][:40])

    def _play(self, card: Card) -> None:
        action = Action.play(card)
        position = self.position
        if action in position.legal_actions:
            self.cards.pop(0)
            self.position = position.after(action)
            return
        kinds = position.legal_actions.kinds
        if position.phase is Phase.COUNT and Kind.PLAY not in kinds:
            # What she answered binds younger to count: she does, all of it.
            self.position = position.after(position.legal_actions[0])
            return
        if position.phase in (Phase.ANSWER, Phase.SAY):
            raise Illegal("typed_unsaid", card=card, phase=text(f"oracle.phase.{position.phase}"))
        try:
            position.after(action)
        except PiquetError as error:
            seat = position.to_move
            raise Illegal("typed_play", card=card, seat=seat, why=error) from None

    def _say(self, words: str) -> None:
        position = self.position
        legal = position.legal_actions
        meant = self._meant(words)
        found = next((action for action in meant if action in legal), None)
        if found is None:
            self._refuse(words)
        self.position = position.after(found)

    def _refuse(self, words: str) -> NoReturn:
        """Refuse words: the cards left unseen make no such thing, or it is not the moment."""
        typed, position = self.typed, self.position
        called = call(words)
        if called is not None and position.to_move is typed.seat.other:
            _, category, length, value = called
            unseen = (CardSet.ALL - typed.hand - typed.discards).mask
            could = keys(category, unseen)
            if category is Category.SETS:
                fits = any(key >> 8 >= length and key & 255 == value for key in could)
            else:
                fits = any(key >> 8 >= length for key in could)
            if not fits:
                raise Illegal("typed_unseen", seat=position.to_move, text=words[:60])
        raise Illegal("typed_cannot_say", seat=position.to_move, text=words[:60])

    def _meant(self, words: str) -> Iterator[Action]:
        """Yield the actions that words may stand for."""
        legal = self.position.legal_actions
        said = plain(words)
        if said.startswith("making ") and Kind.SAY in legal.kinds:
            value = made(said)
            point = self.position.view(self.typed.seat).call is Category.POINT
            for action in legal.of(Kind.SAY):
                mask = action.payload
                best = point_key(mask or 1) if point else best_key(Category.SEQUENCES, mask)
                if value is None or (mask and best & 255 == value):
                    yield action
            return
        called = call(words)
        if called is None:
            try:
                yield Action.parse(said)
            except PiquetError:
                raise Unreadable("typed_said", text=words[:40]) from None
            return
        kind, category, length, value = called
        cards = cards_in(words)
        several = lengths(words)
        for action in legal.of(kind):
            mask = action.payload
            held = [point_key(mask)] if category is Category.POINT else keys(category, mask)
            if cards:
                fits = action.cards == cards
            else:
                fits = held[0] >> 8 == length and value in (None, held[0] & 255)
                fits &= len(several) < 2 or [key >> 8 for key in held] == several
            if fits:
                yield action


def _uncourtly(cards: CardSet) -> list[Card]:
    """Return cards, those first that are no kings, queens and knaves."""
    return sorted(cards, key=lambda card: bool(courts(card.mask)))
