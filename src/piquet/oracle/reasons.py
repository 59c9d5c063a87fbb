"""The first sentence of a reason: what the cards themselves say for the best option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piquet.actions import Action, Category, EventKind, Kind
from piquet.base import Seat
from piquet.cards import CARDS, Card, CardSet, Rank, Suit
from piquet.combinations import best_key, callable_masks, keys, point_key, worth
from piquet.naming import card_name, cards_named, listed, sequence, set_of, words
from piquet.oracle.advice import PARTS, Advice, Option
from piquet.oracle.hopes import hopes, one_of, times
from piquet.oracle.phrases import CALLS, combination, doing, named, points
from piquet.texts import text
from piquet.view import View

if TYPE_CHECKING:
    from piquet.oracle.belief import Belief

__all__ = ["beside", "first", "instead", "price", "sinks"]

_EXCHANGES = (Kind.EXCHANGE, Kind.SET_ASIDE)
_PLACES = {Category.POINT: "point", Category.SEQUENCES: "sequences", Category.SETS: "sets"}
_ANSWERS = (Kind.GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.NOT_GOOD)
_TRUEST = (Kind.NOT_GOOD, Kind.ASK_VALUE, Kind.EQUAL, Kind.GOOD)
_SURE = 0.9995
_TALON = 8
_RUNS = 0.02  # a suit that runs more seldom is not told of
_RARE = 0.005  # a card that is held more seldom takes no trick
_BLOCKED = 0.5  # mean points that a call keeps the other side from
_PRICE = 0.2  # points in the play that are worth a sentence
_PLAY = ("play", "cards", "capot")


def first(view: View, advice: Advice) -> str | None:
    """Return what the cards say for the best option, None where they say nothing plain."""
    action = advice.best.action
    kind = action.kind
    if kind in _EXCHANGES:
        return _exchange(view, action)
    if kind is Kind.CARTE_BLANCHE:
        return text("oracle.first.carte_blanche", n=words(view.rules.cb_points))
    if kind in CALLS:
        return _call(view, advice) if view.seat is Seat.ELDER else _count(view, action)
    if kind in _ANSWERS and view.call is not None:
        return _answer(view, kind, view.call)
    if kind is Kind.SAY and view.call is not None:
        return _say(view, action)
    if kind is Kind.PLAY:
        return _follow(view, advice) if view.led is not None else _lead(view, advice)
    if kind in (Kind.LOOK, Kind.SHOW_LEFT, Kind.PASS):
        return text(f"oracle.first.{kind.name.lower()}", n=words(view.talon_count))
    if kind is Kind.CONCEDE:
        return text("oracle.first.concede", n=view.rules.rubicon_at)
    return None


# --- the exchange ---------------------------------------------------------------------------------


def _exchange(view: View, action: Action) -> str:
    kept = view.hand - action.cards
    number = len(action.cards)
    # What the other side has told of a blank, but not shown, would change the chances.
    told = (
        any(
            event.kind is EventKind.CLAIMED and event.seat is not view.seat for event in view.events
        )
        and len(view.unseen) > _TALON
    )
    best = hopes(kept, view.unseen, number, view.rules) if number and not told else []
    focus = _focus(kept)
    parts = [
        text(
            "oracle.first.hope",
            cards=one_of(hope.cards),
            times=times(hope.chance),
            makes=hope.makes,
        )
        for hope in best[:2]
        if hope.points * hope.chance >= (0.5 if hope is not best[0] else 0)
    ]
    if not parts:
        return text("oracle.first.keep", cards=focus)
    return text("oracle.first.keep_for", cards=focus, hopes=text("oracle.semi").join(parts))


def _focus(kept: CardSet) -> str:
    """Return the cards that the hand is built on: its point, or a set, or what is longest."""
    suits = [kept.suit(suit) for suit in Suit]
    long = max(suits, key=lambda held: point_key(held.mask) if held else 0)
    names = [cards_named(long)]
    for key in keys(Category.SETS, kept.mask)[:1]:
        names.append(text("talk.the", name=set_of(key >> 8, Rank(key & 255))))
    return listed(names)


def _number(action: Action) -> str:
    """Return how many cards are thrown, in words."""
    size = len(action.cards)
    if size == 1:
        return text("talk.one_card")
    return text("talk.cards", n=words(size) if size else text("talk.no"))


def instead(view: View, best: Action, rival: Action) -> str:
    """Return the best option beside another one, in words that begin a sentence."""
    if best.kind in _EXCHANGES and rival.kind in _EXCHANGES:
        thrown, kept = best.cards - rival.cards, rival.cards - best.cards
        key = "keep" if kept and thrown else "keep_only" if kept else "throw_only"
        said = text(f"oracle.instead.{key}", kept=cards_named(kept), thrown=cards_named(thrown))
        if len(best.cards) == len(rival.cards):
            return said
        other = words(len(rival.cards)) if rival.cards else text("talk.no")
        return text("oracle.instead.number", what=said, n=_number(best), other=other)
    if best.kind is Kind.PLAY and rival.kind is Kind.PLAY:
        key = "lead" if view.led is None else "follow"
        return text(f"oracle.instead.{key}", card=card_name(best.card), other=card_name(rival.card))
    if best.kind is rival.kind and (best.kind in CALLS or best.kind is Kind.SAY):
        key = "call" if view.seat is Seat.ELDER else "count"
        if best.kind is Kind.SAY:
            key = "say"
        part = "part" if sinks(view, best) else "all"
        return text(f"oracle.instead.{key}_{part}")
    if best.kind in CALLS and rival.kind is Kind.PLAY:
        return text("oracle.instead.silence", card=card_name(rival.card))
    return text("oracle.instead.plain", what=doing(best, view), other=doing(rival, view))


def beside(view: View, best: Action, other: Action) -> str:
    """Return what another option does, of an exchange only what it does differently."""
    if best.kind in _EXCHANGES and other.kind is best.kind:
        return instead(view, other, best)
    return doing(other, view)


def sinks(view: View, action: Action) -> bool:
    """Tell whether an action says less than the seat could say with truth."""
    kind, legal = action.kind, view.legal_actions
    if kind in CALLS:
        category = CALLS[kind]
        best = max(_strength(category, other.payload) for other in legal.of(kind))
        return _strength(category, action.payload) < best
    if kind is Kind.SAY:
        return not action.payload
    if kind in _ANSWERS:
        return kind is not next(answer for answer in _TRUEST if answer in legal.kinds)
    return False


def _strength(category: Category, mask: int) -> int:
    return point_key(mask) if category is Category.POINT else sum(keys(category, mask))


def price(view: View, best: Option, rival: Option) -> str | None:
    """Return what it costs to throw the guard of a king or queen, where the rival keeps it."""
    if best.action.kind not in _EXCHANGES or rival.action.kind not in _EXCHANGES:
        return None
    net = {part: best.parts.net()[part] - rival.parts.net()[part] for part in _PLAY}
    lost = -sum(net.values())
    if lost < _PRICE:
        return None
    kept = view.hand - best.action.cards
    for card in best.action.cards - rival.action.cards:
        for rank in (Rank.KING, Rank.QUEEN):
            honour = CARDS[8 * card.suit + rank]
            above = kept.suit(card.suit) & CardSet(_above(honour))
            if honour in kept and card.rank < rank and not above:
                name = card_name(honour)
                return text("oracle.why.guard", card=card_name(card), honour=name, n=points(lost))
    return None


# --- what is said ---------------------------------------------------------------------------------


def _held(view: View, category: Category) -> int:
    """Return the best that a seat may say of a category, as a mask; 0 where it has nothing."""
    masks = callable_masks(category, view.kept.mask, view.rules)
    if not masks:
        return 0
    if category is Category.POINT:
        return masks[0]
    best = best_key(category, view.kept.mask)
    return next((mask for mask in masks if keys(category, mask) == [best]), masks[0])


def _worth(view: View, category: Category, mask: int) -> int:
    if category is Category.POINT:
        return worth(category, point_key(mask), view.rules)
    return sum(worth(category, key, view.rules) for key in keys(category, mask))


def _call(view: View, advice: Advice) -> str:
    """Return how often a call is good, what it scores, and what could beat it."""
    action = advice.best.action
    category = CALLS[action.kind]
    what = combination(category, action.cards)
    said = view.calls[category]
    if said.answer == "good":
        return text("oracle.first.further", what=what, n=_worth(view, category, action.payload))
    whole = _worth(view, category, view.kept.mask if category is not Category.POINT else 0)
    scores = _worth(view, category, action.payload)
    if category is not Category.POINT and keys(category, action.payload)[0] == best_key(
        category, view.kept.mask
    ):
        scores = whole
        more = keys(category, (view.kept - action.cards).mask)
        if more:
            others = listed([named(category, key) for key in more])
            what = text("oracle.first.with", what=what, others=others)
    mean = advice.best.parts.own[PARTS.index(_PLACES[category])]
    share = min(mean / scores, 1.0) if scores else 0.0
    if share >= _SURE:
        return text("oracle.first.call_sure", what=what, n=scores)
    if share <= 1 - _SURE:
        key = "call_blocks" if _blocks(advice, category) else "call_never"
        return text(f"oracle.first.{key}", what=what)
    beaten = _beaten_by(view, category, action.payload)
    key = ("call_beaten_set" if category is Category.SETS else "call_beaten") if beaten else "call"
    return text(f"oracle.first.{key}", what=what, n=scores, good=_good(share), suits=beaten)


def _blocks(advice: Advice, category: Category) -> bool:
    """Tell whether a call that does not score keeps the other side from scoring, being equal."""
    place = PARTS.index(_PLACES[category])
    silent = [option for option in advice.options if option.action.kind is Kind.PLAY]
    best = advice.best.parts.other[place]
    return any(option.parts.other[place] - best >= _BLOCKED for option in silent)


def _good(share: float) -> str:
    """Return how often a call is good, in words that follow "it is"."""
    said = times(share)
    if said in (text("oracle.times.hardly_ever"), text("oracle.times.nearly_always")):
        return text("oracle.good.mostly", times=said)
    return text("oracle.good.times", times=said)


def _beaten_by(view: View, category: Category, mask: int) -> str:
    """Return which suits or ranks of the unseen cards could hold something better."""
    unseen = view.unseen.mask | view.rest.mask
    if category is Category.SETS:
        key = best_key(category, mask)
        found = [
            text(f"talk.ranks.{rank}") if 3 << 8 | rank > key else set_of(4, rank)
            for other in keys(category, unseen)
            if other > key
            for rank in [Rank(other & 255)]
        ]
        return listed(found) if len(found) <= 2 else ""
    key = point_key(mask) if category is Category.POINT else best_key(category, mask)
    suits = [
        text(f"suits.{suit}")
        for suit in Suit
        if (held := CardSet(unseen).suit(suit))
        and (point_key(held.mask) if category is Category.POINT else best_key(category, held.mask))
        > key
    ]
    return listed(suits) if 0 < len(suits) <= 2 else ""


def _count(view: View, action: Action) -> str:
    category = CALLS[action.kind]
    what = combination(category, action.cards)
    scores = _worth(view, category, action.payload)
    key = "count_equal" if view.calls[category].answer == "equal" else "count"
    return text(f"oracle.first.{key}", what=what, n=scores)


def _answer(view: View, kind: Kind, category: Category) -> str:
    """Return what younger holds beside what elder has called."""
    said = view.calls[category]
    mine = _held(view, category)
    held = combination(category, CardSet(mine)) if mine else text(f"oracle.nothing.{category}")
    called = _called(view, category)
    name = kind.name.lower()
    if kind is Kind.GOOD and len(view.legal_actions) > 1:
        name = "good_sunk"
    value = ""
    if kind is Kind.ASK_VALUE and category is Category.POINT:
        same = [
            mask
            for mask in callable_masks(category, view.kept.mask, view.rules)
            if mask.bit_count() == said.number
        ]
        value = words(point_key(same[0]) & 255) if same else ""
        held = combination(category, CardSet(same[0])) if same else held
        name = "ask_point"
    if kind is not Kind.GOOD and sinks(view, Action(kind)):
        held, name = combination(category, CardSet(mine)), "sunk"
    return text(
        f"oracle.first.{name}",
        held=held,
        called=called,
        n=_worth(view, category, mine) if mine else 0,
        value=value,
    )


def _called(view: View, category: Category) -> str:
    said = view.calls[category]
    if category is Category.SETS:
        return set_of(said.spoken[0], Rank(said.spoken[1]))
    heard = said.asked or view.rules.point_call == "value"
    if category is Category.POINT:
        if heard:
            return text(
                "oracle.called.point_value", n=words(said.number), value=words(said.spoken[0])
            )
        return text("oracle.called.point", n=words(said.number))
    top = Rank(said.spoken[0]) if heard else None
    return text("talk.a", name=sequence(said.number, top))


def _say(view: View, action: Action) -> str | None:
    if not action.payload or view.call is None:
        return None
    what = combination(view.call, action.cards)
    if view.call is Category.POINT:
        value = words(point_key(action.payload) & 255)
        return text("oracle.first.say_point", what=what, value=value)
    return text("oracle.first.say", what=what)


# --- the play -------------------------------------------------------------------------------------


def _believed(view: View, advice: Advice) -> Belief:
    from piquet.oracle.belief import believe

    return believe(view, soft=advice.method == "exact")


def _share(belief: Belief, holds: list[bool]) -> float:
    return float(sum(w for w, yes in zip(belief.weights.tolist(), holds, strict=True) if yes))


def _above(card: Card) -> int:
    """Return the higher cards of the same suit, as a mask."""
    whole = 255 << 8 * card.suit
    return whole & ~(card.mask | (card.mask - 1))


def _lead(view: View, advice: Advice) -> str:
    """Return what a lead does: whether it holds the trick, and whether the suit then runs."""
    card = advice.best.action.card
    belief = _believed(view, advice)
    hands = belief.hands.tolist()
    wins = _share(belief, [not hand & _above(card) for hand in hands])
    mine = list(view.hand.suit(card.suit))
    name = card_name(card)
    takers = _takers(view, card, belief)
    if wins >= 0.5:
        runs = _share(belief, [_runs(mine, hand, card.suit) for hand in hands])
        if len(mine) > 1 and mine[0] == card and runs >= _RUNS:
            key = "lead_runs_all" if runs >= _SURE else "lead_runs"
            whole = "both" if len(mine) == 2 else "all"
            return text(
                f"oracle.first.{key}",
                card=name,
                all=text(
                    f"oracle.first.{whole}", n=words(len(mine)), suit=text(f"suits.{card.suit}")
                ),
                wins=_wins(wins),
                runs=times(runs),
            )
        if wins >= _SURE:
            return text("oracle.first.lead_wins", card=name)
        return text("oracle.first.lead_often", card=name, wins=times(wins), taker=one_of(takers))
    left = view.hand.suit(card.suit) - CardSet.of(card)
    key = "lead_low" if left else "lead_low_last"
    later = _good_without(view, card, left, takers)
    if later and len(takers) <= min(2, len(later)):
        key, left = "lead_drives", later
    return text(
        f"oracle.first.{key}",
        card=name,
        wins=_wins(wins),
        taker=one_of(takers) if takers else text("oracle.no_card"),
        left=cards_named(left) if left else "",
    )


def _good_without(view: View, card: Card, left: CardSet, takers: CardSet) -> CardSet:
    """Return the cards left of a suit that nothing unseen beats once the takers are gone."""
    others = (view.unseen | view.rest).suit(card.suit) - takers
    top = max((other.rank for other in others), default=-1)
    return CardSet.of(*(other for other in left if other.rank > top))


def _wins(share: float) -> str:
    """Return how often a card wins, in words that follow its name."""
    if share >= _SURE:
        return text("oracle.wins.always")
    if share <= 1 - _SURE:
        return text("oracle.wins.never")
    said = times(share)
    if said in (text("oracle.times.hardly_ever"), text("oracle.times.nearly_always")):
        return text("oracle.wins.mostly", times=said)
    return text("oracle.wins.times", times=said)


def _takers(view: View, card: Card, belief: Belief) -> CardSet:
    """Return the cards that may be in the other hand and take this one."""
    could = CardSet(_above(card)) & (view.unseen | view.rest)
    hands = belief.hands.tolist()
    return CardSet.of(
        *(
            other
            for other in could
            if _share(belief, [bool(hand & other.mask) for hand in hands]) > _RARE
        )
    )


def _runs(mine: list[Card], hand: int, suit: Suit) -> bool:
    """Tell whether all cards of a suit, led from the top, win against a hand."""
    his = sorted((card.rank for card in CardSet(hand).suit(suit)), reverse=True)
    if not his:
        return True
    # He keeps his highest card to the end, and plays it when he has no other.
    led = mine[: len(his)]
    return all(card.rank > his[0] for card in led)


def _follow(view: View, advice: Advice) -> str | None:
    """Return what the card does to the one that was led."""
    card, led = advice.best.action.card, view.led
    if led is None:
        return None
    name, over = card_name(card), card_name(led)
    others = CardSet()
    for action in view.legal_actions.of(Kind.PLAY):
        others |= action.cards
    if card.suit is not led.suit:
        left = view.hand.suit(card.suit) - CardSet.of(card)
        for option in advice.options:
            left -= option.action.cards if option.tied else CardSet()
        key = "throw" if left else "throw_last"
        return text(
            f"oracle.first.{key}",
            card=name,
            suit=text(f"suits.{led.suit}"),
            left=cards_named(left) if left else "",
        )
    takers = [other for other in others if other.rank > led.rank]
    if card.rank > led.rank:
        key = "take" if len(takers) > 1 and card == min(takers) else "take_high"
        return text(f"oracle.first.{key}", card=name, led=over)
    if takers:
        return text(
            "oracle.first.duck", card=name, led=over, saved=cards_named(CardSet.of(*takers))
        )
    return text("oracle.first.cannot", card=name, led=over)
