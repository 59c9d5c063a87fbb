"""Two hands counted by the engine, and why each category scores for one side or for nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from piquet.actions import Action, Award, Category, Kind
from piquet.base import PiquetError, Seat
from piquet.cards import Card, CardSet, Rank
from piquet.combinations import best_key
from piquet.naming import sequence, set_of, words
from piquet.position import Position
from piquet.reckoning import totals, toward_pique, toward_repique
from piquet.rules import Rules
from piquet.texts import text
from piquet.view import Phase

__all__ = [
    "HAND",
    "InTrick",
    "bonuses",
    "count",
    "holding",
    "honest",
    "in_hand",
    "reason",
    "truth",
]

HAND = (Category.POINT, Category.SEQUENCES, Category.SETS)
"""What is declared, in its order."""

_CALLS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)
_ANSWERS = (Kind.NOT_GOOD, Kind.EQUAL, Kind.ASK_VALUE, Kind.GOOD)


class InTrick(Exception):
    """A card that cannot be played; ``refusal`` names the trick."""

    def __init__(self, refusal: PiquetError) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def count(
    hands: tuple[CardSet, CardSet],
    rules: Rules,
    cards: Sequence[Card] = (),
    carte_blanche: Seat | None = None,
) -> Position:
    """Return the position after both have declared all they hold and these cards have been played.

    Where no card is given any card is led, so that younger's hand is counted.

    >>> hands = CardSet.parse("SAKQJT HA DA CA H9 H8 D8 C7"), CardSet.parse("S98 HKQJ7 DKQ9 CKJ9")
    >>> count(hands, Rules.named("cavendish")).scores
    (95, 0)

    Raises InTrick for a card that cannot be played, and what hands are refused for.
    """
    if rules.game_end == "target":
        rules = rules.but(target_check="end_of_deal")
    position = Position.from_hands(*hands, rules, None, carte_blanche)
    position = honest(position)
    for number, card in enumerate(cards or tuple(position.hands[Seat.ELDER])[:1]):
        try:
            position = position.after(Action.play(card))
        except PiquetError as error:
            raise InTrick(_located(error, number // 2 + 1)) from None
        if not number:
            position = honest(position)
    return position


def _located(error: PiquetError, trick: int) -> PiquetError:
    error.args = (text("score.in_trick", n=trick, why=str(error)),)
    return error


def truth(position: Position, sunk: Collection[tuple[Seat, Kind]] = ()) -> Action | None:
    """Return what is called, answered or counted next by who says all that is held.

    None where nothing is to be said, or what is left belongs to a kind that a seat leaves out.

    >>> from piquet.dealing import Deal
    >>> truth(Position(Deal.random("letter"), Rules.named("rubicon"))) is None
    True
    """
    if position.phase not in (Phase.CALL, Phase.ANSWER, Phase.SAY, Phase.COUNT):
        return None
    legal = position.legal_actions
    for kind in (*_CALLS, *_ANSWERS, Kind.SAY):
        options = legal.of(kind)
        if options and (position.to_move, kind) not in sunk:
            return options[0]
    return None


def honest(position: Position) -> Position:
    """Return the position when everything held has been called, answered and counted truly."""
    while (action := truth(position)) is not None:
        position = position.after(action)
    return position


def in_hand(awards: Sequence[Award]) -> list[Award]:
    """Return what the hands alone bring: no lead, and no pique that hangs on one.

    >>> lead = Award(Seat.ELDER, 1, Category.PLAY, "lead")
    >>> in_hand([Award(Seat.ELDER, 5, Category.POINT, "point"), lead])[0].reason
    'point'
    """
    plain = [award for award in awards if award.category <= Category.SETS]
    return [award for award in plain if award.reason != "pique"]


def reason(category: Category, hands: tuple[CardSet, CardSet], rules: Rules) -> str:
    """Return why a category scores for one side or for nobody.

    >>> hands = CardSet.parse("SAKQJT HA DA CA H9 H8 D8 C7"), CardSet.parse("S98 HKQJ7 DKQ9 CKJ9")
    >>> reason(Category.SETS, hands, Rules.named("cavendish"))
    "Sets: elder's four aces beat younger's three kings."
    """
    what = text(f"score.what.{category}")
    keys = [best_key(category, hand.mask) for hand in hands]
    if category is Category.POINT:
        keys = [key if key >> 8 >= rules.point_min else 0 for key in keys]
    if not any(keys):
        return text("score.too_short" if category is Category.POINT else "score.nobody", what=what)
    if keys[0] == keys[1]:
        return text("score.answer_equal", what=what, holding=holding(category, keys[0]))
    better = Seat.ELDER if keys[0] > keys[1] else Seat.YOUNGER
    held = [_owned(seat, category, keys[seat]) for seat in Seat]
    if not keys[better.other]:
        other = text(f"seats.{better.other}")
        return text("score.only", what=what, holding=held[better], other=other)
    key = "versus_sets" if category is Category.SETS else "versus"
    return text(f"score.{key}", what=what, better=held[better], worse=held[better.other])


def _owned(seat: Seat, category: Category, key: int) -> str:
    held = holding(category, key) if key else ""
    return text("score.count", seat=text(f"seats.{seat}"), holding=held)


def holding(category: Category, key: int) -> str:
    """Return the combination of a key in words, as it stands after whose it is.

    >>> holding(Category.SEQUENCES, 4 << 8 | Rank.KING)
    'quart to the king'
    """
    length, low = key >> 8, key & 255
    if category is Category.POINT:
        return text("score.point", n=words(length), value=low)
    if category is Category.SEQUENCES:
        return sequence(length, Rank(low))
    return set_of(length, Rank(low))


def bonuses(awards: Sequence[Award], rules: Rules) -> Iterator[str]:
    """Yield why there is a repique or a pique, or none."""
    given = {award.reason: award.seat for award in awards}
    scores = totals(toward_repique(awards, rules))
    if "repique" in given:
        seat = given["repique"]
        names = {"seat": text(f"seats.{seat}"), "other": text(f"seats.{seat.other}")}
        yield text("score.repique", **names)
        yield text("score.no_pique_repique")
        return
    best = Seat.ELDER if scores[0] >= scores[1] else Seat.YOUNGER
    if scores[best] < 30:
        yield text("score.no_repique")
    elif best is Seat.YOUNGER and rules.repique_for == "elder":
        yield text("score.no_repique_elder")
    else:
        names = {"seat": text(f"seats.{best}"), "other": text(f"seats.{best.other}")}
        yield text("score.no_repique_late", n=scores[best], **names)
    if "pique" in given:
        yield text("score.pique")
        return
    elder = 0
    for award in toward_pique(awards, rules):
        if award.seat is Seat.YOUNGER:
            yield text("score.no_pique_first", n=elder)
            return
        elder += award.points
    yield text("score.no_pique_short", n=elder)
