"""What a view tells of the other side's cards: where they may be, what was said and played."""

from __future__ import annotations

from typing import NamedTuple

from piquet.actions import Category, Event, EventKind, Kind
from piquet.base import Seat
from piquet.combinations import best_key, point_key
from piquet.oracle.memory import suit_of
from piquet.rules import Rules
from piquet.view import Phase, View

__all__ = ["Bounds", "Cards", "Evidence", "Reply", "Word", "read", "runs_code", "sets_code"]

_ALL = 0xFFFFFFFF
_ANY = 0xFFFF
_POINT, _SEQUENCES, _SETS = map(int, (Category.POINT, Category.SEQUENCES, Category.SETS))
_BEST = {_POINT: "point", _SEQUENCES: "sequence", _SETS: "set"}


class Cards(NamedTuple):
    """Where the other side's cards may be, before anything it said: masks and numbers.

    Of ``pool`` it holds what it does not hold of ``rest``, the cards that elder looked at, of which
    it drew ``of_rest``.  ``taken`` is the number it exchanged (None: it has not, or that is not
    known), out of ``fewest`` to ``most``; ``own`` whether this seat has drawn.  ``dealt`` are the
    twelve cards it showed as a carte blanche, 0 where it showed none; ``barred`` cards that it was
    not dealt, ``needed`` those of which it was dealt at least one, if any are named.  ``left`` are
    the cards that younger left and both have seen.
    """

    seat: Seat
    pool: int
    rest: int
    left: int
    of_rest: int
    taken: int | None
    fewest: int
    most: int
    own: bool
    talked: bool
    dealt: int
    barred: int
    needed: int


class Bounds(NamedTuple):
    """A feature of the twelve cards that lies within bounds, both included.

    Features are the keys of the best ``point``, ``sequence`` and ``set``, the codes of all ``runs``
    and all ``sets``, and ``of3`` to ``of7``, how many of a rank are held.
    """

    feature: str
    low: int
    high: int = _ANY


class Word(NamedTuple):
    """What the event at a place says, or leaves unsaid, of a category, and what follows from it.

    ``face`` holds where it is the whole truth, ``bound`` in any case: nobody may call or claim what
    he does not hold.
    """

    place: int
    category: int
    face: tuple[Bounds, ...]
    bound: tuple[Bounds, ...]


class Reply(NamedTuple):
    """A card that the other side played to a lead, both as masks, and all those played before."""

    card: int
    led: int
    gone: int


class Evidence(NamedTuple):
    """All that a view tells: where the cards may be, what was said, what was seen of them since.

    ``certain`` are cards shown that were in the twelve, ``played`` those of them that have been
    played; in hand are none of the suits in ``void`` and one at least of the suit in ``named``.
    """

    cards: Cards
    words: tuple[Word, ...]
    replies: tuple[Reply, ...]
    certain: int
    played: int
    void: int
    named: int


def runs_code(lengths: tuple[int, ...] | list[int]) -> int:
    """Return sequences by their lengths as one number, whatever their order.

    >>> runs_code([3, 4]) == runs_code((4, 3)) != runs_code([3, 3])
    True
    """
    return sum(1 << 3 * (length - 3) for length in lengths)


def sets_code(flat: tuple[int, ...] | list[int]) -> int:
    """Return trios and quatorzes, number and rank of each in turn, as one number.

    >>> sets_code([3, 7]), sets_code([4, 3, 3, 7])
    (256, 258)
    """
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return sum((number - 2) << 2 * (rank - 3) for number, rank in pairs)


def read(view: View) -> Evidence:
    """Return what a view tells of the other side's cards.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> evidence = read(view)
    >>> evidence.cards.pool.bit_count(), evidence.words
    (20, ())
    """
    me = view.seat
    mine = rest = left = dealt = certain = played = void = led = named = gone = 0
    replies = []
    claimed = own = typed = False
    taken: list[int | None] = [None, None]
    for event in view.events:
        kind, cards = event.kind, event.cards or 0
        if kind is EventKind.PLAYED:
            if event.seat is not me:
                played |= cards
                if led:
                    replies.append(Reply(cards, led, gone))
                    void |= 0 if cards & suit_of(led) else suit_of(led)
                named = 0
            gone |= cards | led if led else 0
            led = 0 if led else cards
        elif kind is EventKind.DISCARDED:
            taken[event.seat] = event.number
        elif kind is EventKind.LOOKED_AT_REST:
            rest = cards
        elif kind is EventKind.LEFT_SEEN:
            left = cards
        elif event.seat is me:
            if kind is EventKind.DEALT or kind is EventKind.DREW:
                mine |= cards
                own |= kind is EventKind.DREW
        elif kind is EventKind.CLAIMED:
            claimed = True
        elif kind is EventKind.BLANCHE_SHOWN:
            dealt = cards
        elif kind is EventKind.SHOWN:
            certain |= cards
        elif kind is EventKind.NAMED_SUIT:
            named = 255 << 8 * (event.number - 1)
    talked = view.phase not in (Phase.EXCHANGE, Phase.SET_ASIDE)
    typed = talked and taken == [None, None]
    his = taken[me.other] if _has_drawn(view, me.other) else None
    rest &= ~left
    rules = view.rules
    courts = _COURTS if not typed else 0
    told = rules.cb_claim != "optional" and not claimed
    fewest, most = _limits(rules, me.other, taken[Seat.ELDER] or 0)
    cards_ = Cards(
        seat=me,
        pool=_ALL & ~(mine | rest | left),
        rest=rest,
        left=left,
        of_rest=min(his or 0, rest.bit_count()),
        taken=his,
        fewest=min(fewest, his) if his is not None else fewest,
        most=max(most, his) if his is not None else most,
        own=own,
        talked=talked,
        dealt=dealt,
        barred=courts if claimed and not dealt else 0,
        needed=courts if told else 0,
    )
    words = tuple(_words(view))
    return Evidence(cards_, words, tuple(replies), certain, played, void, named)


_COURTS = 0x70707070


def _has_drawn(view: View, seat: Seat) -> bool:
    return any(event.kind is EventKind.DREW and event.seat is seat for event in view.events)


def _limits(rules: Rules, seat: Seat, elder_took: int) -> tuple[int, int]:
    if seat is Seat.ELDER:
        return rules.elder_min, rules.elder_max
    return rules.younger_min, 8 - elder_took


# --- what was said ------------------------------------------------------------------------------


def _words(view: View) -> list[Word]:
    talk = _ElderTalk(view) if view.seat is Seat.YOUNGER else _YoungerTalk(view)
    for place, event in enumerate(view.events):
        if event.category or event.kind in _ENDS:
            talk.place = place
            talk.hear(event)
    if view.rules.declare_by == "auto" and talk.begun and not talk.over:
        # A hand that declares by itself has done so at once.
        talk.left_unsaid()
    return talk.words


_ENDS = (EventKind.PLAYED, EventKind.CONCEDED, EventKind.PASSED)


def _exactly(feature: str, value: int) -> tuple[Bounds, ...]:
    return (Bounds(feature, value, value),)


def _of_length(category: int, length: int) -> tuple[Bounds, ...]:
    return (Bounds(_BEST[category], length << 8, length << 8 | 255),)


def _at_least(category: int, length: int) -> tuple[Bounds, ...]:
    return (Bounds(_BEST[category], length << 8),)


def _ranks(flat: tuple[int, ...]) -> tuple[Bounds, ...]:
    return tuple(
        Bounds(f"of{rank}", number) for number, rank in zip(flat[::2], flat[1::2], strict=True)
    )


class _Talk:
    """What the other side's words tell, as they are heard one after the other."""

    def __init__(self, view: View) -> None:
        self.rules = rules = view.rules
        self.me = view.seat
        self.words: list[Word] = []
        self.place = 0
        self.exact = not rules.sinking or rules.declare_by == "auto"
        self.begun = self.over = False

    def hear(self, event: Event) -> None:
        raise NotImplementedError

    def left_unsaid(self) -> None:
        """Note what follows from all that was not said, once no more can be said."""
        raise NotImplementedError

    def says(self, category: int, face: tuple[Bounds, ...], bound: tuple[Bounds, ...] = ()) -> None:
        """Note a word; where nothing may be sunk it is the truth in any case."""
        if face or bound:
            self.words.append(Word(self.place, category, face, face if self.exact else bound))

    def all_of(self, category: int, counted: tuple[int, ...]) -> tuple[Bounds, ...]:
        """Return that nothing of a category is held but what was counted."""
        if category == _POINT:
            # Everybody holds some point, unless so few cards are none.
            return () if counted or self.rules.point_min == 1 else _exactly("point", 0)
        if category == _SEQUENCES:
            return _exactly("runs", runs_code(counted))
        return _exactly("sets", sets_code(counted))


class _ElderTalk(_Talk):
    """Elder's calls, as younger hears them."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.begun = view.phase not in (Phase.EXCHANGE, Phase.SET_ASIDE)
        self.called: set[int] = set()
        self.good: dict[int, tuple[int, ...]] = {}

    def hear(self, event: Event) -> None:
        kind, category = event.kind, event.category
        if self.over:
            return
        if kind in _ENDS and event.seat is Seat.ELDER:
            self.over = True
            self.left_unsaid()
        elif event.seat is not Seat.ELDER:
            return
        elif kind is EventKind.CALLED:
            self.called.add(category)
            self.says(category, *self._call(event))
        elif kind is EventKind.SAID_VALUE:
            key = event.number << 8 | event.spoken[0]
            self.says(category, _exactly(_BEST[category], key), _at_least(category, event.number))
        elif kind is EventKind.COUNTED:
            self.good[category] = (*self.good.get(category, ()), *event.spoken)
            if self.exact:
                self.says(category, self.all_of(category, event.spoken))
            elif category == _SETS:
                self.says(category, (), _ranks(event.spoken))

    def _call(self, event: Event) -> tuple[tuple[Bounds, ...], tuple[Bounds, ...]]:
        category, number, spoken = event.category, event.number, event.spoken
        rules = self.rules
        aloud = rules.point_call == "value"
        bound = _at_least(category, number)
        if category == _SETS:
            face = _exactly("set", spoken[0] << 8 | spoken[1])
            if rules.set_counts == "announced_only":
                face += self.all_of(category, spoken)
            return face, _ranks(spoken)
        key = number << 8 | spoken[0] if aloud else 0
        face = _exactly(_BEST[category], key) if aloud else _of_length(category, number)
        if category == _SEQUENCES and rules.seq_counts == "announced_only":
            face += self.all_of(category, (number, *spoken[aloud:]))
        return face, bound

    def left_unsaid(self) -> None:
        for category in _BEST:
            if category not in self.called:
                self.says(category, self.all_of(category, ()))
            elif category in self.good:
                self.says(category, self.all_of(category, self.good[category]))


class _YoungerTalk(_Talk):
    """Younger's answers and counts, as elder hears them."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.key: dict[int, int] = {}
        self.asked: set[int] = set()
        self.closed: set[int] = set()

    def hear(self, event: Event) -> None:
        kind, category = event.kind, event.category
        if self.over:
            return
        if kind in (EventKind.CALLED, EventKind.SAID_VALUE):
            mask = event.cards or 0
            self.key[category] = point_key(mask) if category == _POINT else best_key(category, mask)
        elif kind is EventKind.ASKED_VALUE:
            self.asked.add(category)
            length = self.key[category] >> 8
            self.says(category, _of_length(category, length), _at_least(category, length))
        elif kind is EventKind.ANSWERED:
            if event.seat is Seat.YOUNGER:
                self._answer(event)
        elif kind is EventKind.COUNTED and event.seat is Seat.YOUNGER:
            self.closed.add(category)
            if event.spoken:
                self._count(event)
        elif kind in _ENDS:
            self.begun = True
            if event.seat is Seat.YOUNGER:
                self.over = True
                self.left_unsaid()

    def left_unsaid(self) -> None:
        for category in _BEST:
            if category not in self.closed:
                self.says(category, self.all_of(category, ()))

    def _answer(self, event: Event) -> None:
        category, key = event.category, self.key[event.category]
        best, length = _BEST[category], key >> 8
        asked = category in self.asked
        heard = asked or category == _SETS or self.rules.point_call == "value"
        low = length << 8 if asked else 0
        high = length << 8 | 255 if asked else _ANY
        if event.number == Kind.GOOD:
            self.closed.add(category)
            least = key if heard else length << 8
            self.says(
                category, (Bounds(best, low, least - 1),), (Bounds(best, low),) if asked else ()
            )
        elif event.number == Kind.EQUAL:
            self.closed.add(category)
            self.says(category, _exactly(best, key), (Bounds(best, key),))
        else:
            least = key + 1 if heard else (length + 1) << 8
            self.says(category, (Bounds(best, least, high),), (Bounds(best, least),))

    def _count(self, event: Event) -> None:
        category, spoken = event.category, event.spoken
        if category == _POINT:
            self.says(category, _of_length(category, spoken[0]), _at_least(category, spoken[0]))
        elif category == _SEQUENCES:
            self.says(category, self.all_of(category, spoken), _at_least(category, max(spoken)))
        else:
            self.says(category, self.all_of(category, spoken), _ranks(spoken))
