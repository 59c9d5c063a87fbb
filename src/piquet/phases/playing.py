"""The play: leading, following, tricks, the cards; what is left, what may be seen, conceding."""

from __future__ import annotations

from piquet.actions import Award, Category, EventKind, Kind
from piquet.base import Seat
from piquet.phases.declaring import CALLS, Parts, bound
from piquet.phases.state import State
from piquet.view import Phase

__all__ = [
    "ask_to_see",
    "asks",
    "concede",
    "concessions",
    "leads",
    "look",
    "looks",
    "name_suit",
    "names",
    "pass_",
    "play",
    "plays",
]

_TEN = 3
_TRICKS_ON_CONCESSION = 13


def _bits(mask: int) -> tuple[int, ...]:
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return tuple(found)


def _suit_of(card: int) -> int:
    """Return the mask of the whole suit of a card."""
    return 255 << ((card.bit_length() - 1) & 24)


def leads(state: State) -> Parts:
    """Return the cards that may be led: any, or those of the suit elder has named."""
    hand = state.hands[state.leader]
    if state.named:
        hand &= 255 << 8 * (state.named - 1)
    return [(Kind.PLAY, _bits(hand))]


def plays(state: State) -> Parts:
    """Return the cards that may be played: follow suit if able, otherwise any.

    Source: every source; there is no duty to win the trick.
    """
    if not state.led:
        return leads(state)
    hand = state.hands[state.leader.other]
    return [(Kind.PLAY, _bits(hand & _suit_of(state.led) or hand))]


def play(state: State, card: int) -> None:
    """Carry out a lead or a follow."""
    if not state.led:
        _lead(state, card)
    else:
        _follow(state, card)


def _ten_up(card: int) -> bool:
    return (card.bit_length() - 1) & 7 >= _TEN


def _lead(state: State, card: int) -> None:
    leader, rule = state.leader, state.rules.lead_point
    state.set_hand(leader, state.hands[leader] & ~card)
    state.led, state.named = card, 0
    state.to_move = leader.other
    counts = rule == "any" or (rule == "ten_up" and _ten_up(card))
    awards = (Award(leader, 1, Category.PLAY, "lead"),) if counts else ()
    state.emit(EventKind.PLAYED, leader, cards=card, awards=awards)


def _follow(state: State, card: int) -> None:
    leader, led = state.leader, state.led
    follower = leader.other
    state.set_hand(follower, state.hands[follower] & ~card)
    taken = card > led and _suit_of(card) == _suit_of(led)
    winner = follower if taken else leader
    elder, younger = state.tricks
    state.tricks = (elder + 1, younger) if winner is Seat.ELDER else (elder, younger + 1)
    state.led = 0
    state.leader = state.to_move = winner
    awards = [*_trick_awards(state, winner, taken, card), *_card_awards(state, winner)]
    state.emit(EventKind.PLAYED, follower, cards=card, awards=tuple(awards))
    if not state.hands[Seat.ELDER] and state.outcome is None:
        state.finish()


def _trick_awards(state: State, winner: Seat, taken: bool, card: int) -> list[Award]:
    rules = state.rules
    awards = []
    if taken and (rules.capture_point == "any" or _ten_up(card)):
        awards.append(Award(winner, 1, Category.PLAY, "capture"))
    if not taken and rules.lead_point == "won_only":
        awards.append(Award(winner, 1, Category.PLAY, "lead"))
    if sum(state.tricks) == 12 and rules.last_trick_extra:
        awards.append(Award(winner, rules.last_trick_extra, Category.PLAY, "last_trick"))
    return awards


def _card_awards(state: State, winner: Seat) -> list[Award]:
    """Return what the cards bring: at the end of the play, or at the seventh trick by that rule."""
    rules = state.rules
    over = sum(state.tricks) == 12
    if rules.cards_to_pique == "seventh_trick":
        if state.tricks[winner] == 7:
            return [Award(winner, rules.cards_points, Category.CARDS, "cards")]
        if state.tricks[winner] == 12:
            extra = rules.capot_points - rules.cards_points
            return [Award(winner, extra, Category.CARDS, "capot")]
        return []
    if not over or state.tricks[0] == state.tricks[1]:
        return []
    best = Seat.ELDER if state.tricks[0] > state.tricks[1] else Seat.YOUNGER
    if state.tricks[best] == 12:
        return [Award(best, rules.capot_points, Category.CARDS, "capot")]
    return [Award(best, rules.cards_points, Category.CARDS, "cards")]


def looks(state: State) -> Parts:
    """Return whether younger may look at or show the cards she left, after elder's lead.

    Source: Cavendish, Laws of Piquet 36; ``expose_or_hide``: she shows them to both or to nobody.
    """
    if state.left <= 0 or state.left_settled:
        return []
    kind = {"look_then_both": Kind.LOOK, "expose_or_hide": Kind.SHOW_LEFT}.get(
        state.rules.younger_left
    )
    return [(kind, (0,))] if kind else []


def look(state: State) -> None:
    """Turn up for both the cards that younger left."""
    cards = sum(state.talon[state.drawn :])
    state.left_settled = True
    state.emit(EventKind.LEFT_SEEN, Seat.YOUNGER, number=state.left, cards=cards)
    _back_to_the_named_lead(state)


def names(state: State) -> Parts:
    """Return the suits elder may name before he leads, for younger to settle what she left."""
    if state.rules.younger_left != "look_then_both" or not looks(state):
        return []
    hand = state.hands[Seat.ELDER]
    suits = tuple(suit + 1 for suit in range(4) if hand >> 8 * suit & 255)
    return [(Kind.NAME_SUIT, suits)]


def name_suit(state: State, number: int) -> None:
    """Carry out elder's naming of the suit he will lead."""
    state.named = number
    state.phase, state.to_move = Phase.LEFT, Seat.YOUNGER
    state.emit(EventKind.NAMED_SUIT, Seat.ELDER, number=number)


def _back_to_the_named_lead(state: State) -> None:
    if state.phase is Phase.LEFT:
        state.phase, state.to_move = Phase.CALL, Seat.ELDER


def asks(state: State, seat: Seat) -> Parts:
    """Return the categories whose cards a seat may ask to see, after the first lead.

    Source: Cavendish, Laws of Piquet 55; ``proof_request`` scored: only what has scored.
    """
    if state.rules.proof_request == "none":
        return []
    found = [category for category in CALLS if _may_ask(state, seat, category)]
    return [(Kind.ASK_TO_SEE, tuple(found))] if found else []


def _may_ask(state: State, seat: Seat, category: Category) -> bool:
    made = state.call(category)
    if (seat.other, category) in state.shown:
        return False
    if made.answer is Kind.EQUAL and state.rules.proof_request == "scored":
        return False
    return bool(made.elder if seat is Seat.YOUNGER else made.younger)


def ask_to_see(state: State, category: Category) -> None:
    """Carry out a request for proof: the other side shows those cards."""
    asker = state.mover
    made = state.call(category)
    cards = made.elder if asker is Seat.YOUNGER else made.younger
    state.shown |= {(asker.other, category)}
    state.emit(EventKind.ASKED_TO_SEE, asker, category=category)
    state.emit(
        EventKind.SHOWN, asker.other, category=category, number=cards.bit_count(), cards=cards
    )


def concessions(state: State) -> Parts:
    """Return whether the seat to move may give up the play of a partie's last deal.

    Source: Cavendish, Description of the game, Scoring: he finds that he cannot save his rubicon.
    """
    rules, seat = state.rules, state.to_move
    if rules.concede_last_deal == "none" or state.standing.deals_left != 1 or seat is None:
        return []
    factor = 2 if rules.double_first_last and not state.standing.extra else 1
    short = state.standing.scores[seat] + factor * state.scores[seat] < rules.rubicon_at
    allowed = short and rules.settlement == "rubicon" and not state.named and not state.conceded
    return [(Kind.CONCEDE, (0,))] if allowed else []


def concede(state: State) -> None:
    """Carry out a concession: the other counts every trick and the cards, after the hands."""
    seat = state.mover
    state.conceded = seat
    state.emit(EventKind.CONCEDED, seat)
    if seat is Seat.ELDER:
        state.phase, state.to_move = Phase.COUNT, Seat.YOUNGER
    else:
        _end_conceded(state)


def _end_conceded(state: State) -> None:
    winner = Seat.YOUNGER if state.conceded is Seat.ELDER else Seat.ELDER
    played = sum(award.points for award in state.awards if award.reason == "lead")
    awards = (
        Award(winner, _TRICKS_ON_CONCESSION - played, Category.PLAY, "conceded_play"),
        Award(winner, state.rules.cards_points, Category.CARDS, "conceded_cards"),
    )
    state.emit(EventKind.RECKONED, winner, awards=awards)
    if state.outcome is None:
        state.finish()


def pass_(state: State) -> None:
    """Carry out a pass: what was left stays unseen, or the count after a concession is over."""
    if state.phase is Phase.LEFT:
        state.left_settled = True
        state.emit(EventKind.LEFT_UNSEEN, Seat.YOUNGER, number=state.left)
        _back_to_the_named_lead(state)
        return
    state.emit(EventKind.PASSED, Seat.YOUNGER)
    _end_conceded(state)


def count_ends(state: State) -> Parts:
    """Return how younger may end her count: by playing, by conceding, or by passing."""
    if bound(state):
        return []
    if state.conceded is Seat.ELDER:
        return [(Kind.PASS, (0,))]
    return [*plays(state), *concessions(state)]
