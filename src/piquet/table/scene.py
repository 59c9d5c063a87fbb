"""The whole table as one person sees it, made from views and from what is open to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from piquet.actions import Action, EventKind, Kind
from piquet.base import Illegal, Person
from piquet.cards import Card, CardSet, Suit
from piquet.partie import Partie
from piquet.position import Position
from piquet.table import offers, seals
from piquet.table.claims import may_claim
from piquet.table.events import card_texts, events, who
from piquet.table.ledger import Ledger
from piquet.table.naming import Writing, refusal
from piquet.table.replies import given
from piquet.table.sheet import deal_rows, partie_sheet, score_words
from piquet.table.told import (
    CardPlayed,
    Choice,
    Commitment,
    CutTold,
    DealTold,
    Decision,
    FriendTold,
    Hand,
    LevelTold,
    OracleTold,
    SettingsTold,
    ShuffleTold,
    Table,
    TrickTold,
)
from piquet.texts import text
from piquet.view import Phase, View

__all__ = ["Around", "opponent", "scene", "suit_order"]

_WRITING = Writing()
_BEFORE = {Kind.CUT: "cut", Kind.DEALER: "dealer", Kind.PACKET: "packet"}
_PHASES = {
    Phase.EXCHANGE: "exchange",
    Phase.SET_ASIDE: "exchange",
    Phase.CALL: "call",
    Phase.ANSWER: "answer",
    Phase.SAY: "say",
    Phase.LEFT: "left",
    Phase.COUNT: "count",
}


@dataclass(frozen=True)
class Around:
    """What stands around a partie: drafts, settings, levels, and whether the Oracle can be asked.

    ``since`` is the number of events of the deal that the page has already; ``jump`` tells that
    what is new is not to be animated.  ``other`` is what the other side is called, where it is not
    who holds it that tells; ``here`` whether a friend is at the table.
    """

    partie: str
    settings: SettingsTold
    levels: list[LevelTold] = field(default_factory=list)
    oracle: OracleTold = field(default_factory=lambda: OracleTold(False, "", []))
    draft: CardSet = field(default_factory=CardSet)
    since: int = 0
    jump: bool = True
    here: bool = False
    other: str = ""


def opponent(ledger: Ledger, me: Person) -> str:
    """Return what the other side is called."""
    if ledger.holder(me.other) == "computer":
        return text("play.computer_named")
    seated = ledger.seats[me.other]
    return text("table.friend.unnamed") if seated is None or not seated.name else seated.name


def suit_order(cards: CardSet) -> list[Suit]:
    """Return the suits of a hand so that colours alternate where that is possible.

    >>> [suit.letter for suit in suit_order(CardSet.parse("AS AC AH"))]
    ['S', 'H', 'C']
    >>> [suit.letter for suit in suit_order(CardSet.parse("AS AH AD"))]
    ['H', 'S', 'D']
    """
    red = [suit for suit in (Suit.HEARTS, Suit.DIAMONDS) if cards.suit(suit)]
    black = [suit for suit in (Suit.SPADES, Suit.CLUBS) if cards.suit(suit)]
    first, second = (red, black) if len(red) > len(black) else (black, red)
    order = []
    for place, suit in enumerate(first):
        order += [suit, *second[place : place + 1]]
    return order


def scene(ledger: Ledger, me: Person, around: Around) -> Table:
    """Return the table as a person sees it."""
    partie, view = ledger.partie, ledger.view(me)
    started = view is not None and (ledger.resting or partie.position is not None)
    seen = view if started else None
    other = around.other or opponent(ledger, me)
    mine = ledger.to_move is me
    legal = partie.legal_actions if mine and seen is None else None
    choices = _choices(ledger, seen, mine, legal)
    over = ledger.resting
    closed = seen is not None and not over and not seen.rules.score_announced
    return Table(
        partie=around.partie,
        version=ledger.version,
        rules=str(ledger.rules),
        rules_name=ledger.rules.name,
        level=ledger.level,
        next_level=ledger.next_level,
        opponent=other,
        deal=_deal(ledger, me),
        phase=_phase(ledger, seen),
        seat=_seat_name(ledger, me),
        to_move="" if ledger.to_move is None else "you" if mine else "they",
        title=_title(ledger, seen, mine, other, me),
        hint=_hint(seen, mine, choices),
        forced=mine and _forced(seen, choices),
        hand=_hand(ledger, seen, mine),
        their_cards=_their_cards(seen),
        talon=0 if seen is None else seen.talon_count,
        table=_on_table(seen),
        tricks=_tricks(seen, over=over),
        you_won=0 if seen is None else seen.won[seen.seat],
        they_won=0 if seen is None else seen.won[seen.seat.other],
        you=None if closed else 0 if seen is None else seen.scores[seen.seat],
        they=None if closed else 0 if seen is None else seen.scores[seen.seat.other],
        score_words="" if seen is None else score_words(seen, over=over),
        discards=_discards(seen, over=over),
        rest=[] if seen is None else card_texts(seen.rest),
        left=[] if seen is None else card_texts(seen.left),
        their_shown=[] if seen is None else card_texts(seen.shown - _played_by_them(seen)),
        choices=choices,
        exchange=offers.exchange(seen, around.draft) if seen is not None and mine else None,
        cut=_cut(ledger, me),
        may_claim=seen is not None and not over and may_claim(seen),
        decisions=_decisions(ledger, me),
        events_from=around.since,
        events=[] if seen is None else events(seen, around.since, other, over=over),
        jump=around.jump,
        sheet=[] if seen is None else deal_rows(seen, over=over),
        partie_sheet=partie_sheet(ledger, me, other),
        summary=_summary(ledger, seen, other),
        next=_next(ledger),
        may_open=bool(partie.finished) and (ledger.over or not ledger.friendly),
        commitments=_commitments(ledger),
        oracle=around.oracle,
        levels=around.levels,
        settings=around.settings,
        friend=_friend(ledger, me, around) if ledger.friendly else None,
    )


def _friend(ledger: Ledger, me: Person, around: Around) -> FriendTold:
    """Return how it stands with the friend opposite, and what both add to the shuffle."""
    seated, shuffle = ledger.seats[me.other], ledger.shuffle
    due: Literal["", "pledge", "add"] = ""
    if ledger.shuffling:
        if not shuffle.pledges[me]:
            due = "pledge"
        elif not shuffle.pledging and not shuffle.numbers[me]:
            due = "add"
    wanted = ledger.rematch
    ended = ledger.ended
    return FriendTold(
        name=opponent(ledger, me),
        seated=seated is not None,
        here=around.here,
        shuffling=ledger.shuffling,
        deal=shuffle.deal,
        due=due,
        pledged=shuffle.pledges[me],
        shuffles=[
            ShuffleTold(one.deal, list(one.pledges), list(one.numbers))
            for one in (*ledger.shuffles, shuffle)
            if one.pledges != ("", "")
        ],
        rematch="" if len(wanted) != 1 else "you" if me in wanted else "they",
        following=ledger.following,
        ended="" if ended is None else "you" if ended is me else "they",
    )


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _phase(ledger: Ledger, view: View | None) -> str:
    if ledger.over:
        return "partie_over"
    if ledger.resting:
        return "deal_over"
    if view is None:
        kinds = ledger.partie.legal_actions.kinds
        return _BEFORE[kinds[0]] if kinds else "cut"
    return _PHASES.get(view.phase, "play")


def _seat_name(ledger: Ledger, me: Person) -> Literal["elder", "younger", ""]:
    seat = ledger.seat(me)
    return "" if seat is None else "elder" if not seat else "younger"


def _deal(ledger: Ledger, me: Person) -> DealTold:
    partie, number = ledger.partie, ledger.number
    in_game = partie.deal_number - (1 if ledger.resting else 0)
    standing = partie.standing if partie.position is None else partie.position.standing
    deals = 0 if ledger.alone or ledger.rules.game_end != "deals" else ledger.rules.deals
    dealer = partie.finished[-1].dealer if ledger.resting else partie.dealer
    extra = deals > 0 and in_game > deals
    key = "extra" if extra else "deal" if deals else "deal_target"
    if ledger.alone:
        title = text(f"table.alone.{ledger.begun.source}", given=given(ledger.begun))
    else:
        title = text(f"play.head.{key}", n=in_game, deals=deals)
    cards = ledger.position.deal if ledger.position is not None else None
    over = ledger.resting or (number > 0 and partie.position is None)
    # The code tells all cards, which friends may learn when the partie is over.
    over = over and (ledger.over or not ledger.friendly)
    open_ = ledger.begun.source == "code" or (over and cards is not None)
    return DealTold(
        number=max(in_game, 1),
        of=deals,
        title=title,
        dealer="" if dealer is None else "you" if dealer is me else "they",
        extra=extra or standing.extra,
        known=number > 0 and ledger.known(number),
        assisted=number in ledger.assisted,
        code=cards.code if open_ and cards is not None else "",
    )


def _title(ledger: Ledger, view: View | None, mine: bool, other: str, me: Person) -> str:
    if ledger.over:
        return text("play.over.partie" if not ledger.alone else "play.over.deal_target")
    if ledger.resting:
        finished = len(ledger.partie.finished)
        return text("play.over.deal", n=finished)
    if ledger.waits_for_friend:
        return text("table.friend.waits")
    if ledger.shuffling:
        return text("table.friend.shuffling")
    if not mine:
        return text("table.waits", who=_capital(other))
    if view is not None:
        return offers.introduced(view)
    key = _phase(ledger, None)
    if key != "cut":
        return text(f"play.title.{key}")
    again = len(ledger.partie.cuts) > 1
    return text("table.title.cut_again" if again else "table.title.cut")


def _hint(view: View | None, mine: bool, choices: Sequence[Choice]) -> str:
    """Return what else is to be known of the decision."""
    if view is None or not mine:
        return ""
    groups = {choice.group for choice in choices}
    if "play" in groups and groups & {"point", "sequence", "set"}:
        return text("table.hint.lead_ends" if view.phase is Phase.CALL else "table.hint.play_ends")
    if groups & {"point", "sequence", "set", "say"} and any(choice.sunk for choice in choices):
        return text("table.hint.sink")
    return ""


def _choices(
    ledger: Ledger, view: View | None, mine: bool, legal: Sequence[Action] | None
) -> list[Choice]:
    if not mine:
        return []
    if view is not None:
        return offers.choices(view)
    return offers.before(ledger.partie.legal_actions) if legal else []


def _forced(view: View | None, choices: Sequence[Choice]) -> bool:
    if len(choices) != 1 or view is None:
        return False
    return choices[0].group != "play" or len(view.hand) == 1


def _hand(ledger: Ledger, view: View | None, mine: bool) -> Hand:
    if view is None:
        return Hand([], [], [], [], {})
    hand = view.hand
    by_suit = [str(card) for suit in suit_order(hand) for card in hand.suit(suit)]
    ranked = sorted(hand, key=lambda card: (-card.rank, card.suit))
    led = any(event.kind is EventKind.PLAYED for event in view.events)
    playable = CardSet()
    if mine:
        for action in view.legal_actions.of(Kind.PLAY):
            playable |= action.cards
    barred = {}
    position = ledger.partie.position
    if playable and position is not None:
        barred = {str(card): _barred(position, card) for card in hand - playable}
    return Hand(
        by_suit=by_suit,
        by_rank=[str(card) for card in ranked],
        drawn=[] if led else card_texts(view.drawn & hand),
        playable=card_texts(playable),
        barred=barred,
    )


def _barred(position: Position, card: Card) -> str:
    """Return why a card may not be played, in the engine's words."""
    try:
        position.after(Action.play(card))
    except Illegal as error:
        return refusal(error, _WRITING)
    return ""


def _their_cards(view: View | None) -> int:
    return 0 if view is None else 12 - len(_played_by_them(view))


def _played_by_them(view: View) -> CardSet:
    played = CardSet()
    for event in view.events:
        if event.kind is EventKind.PLAYED and event.seat is not view.seat:
            played |= CardSet(event.cards or 0)
    return played


def _on_table(view: View | None) -> list[CardPlayed]:
    """Return the card that waits to be followed, and whose it is."""
    if view is None or view.led is None:
        return []
    last = [event for event in view.events if event.kind is EventKind.PLAYED][-1]
    return [CardPlayed(who(last.seat, view), str(view.led))]


def _tricks(view: View | None, *, over: bool) -> list[TrickTold]:
    if view is None:
        return []
    told = [
        TrickTold(
            number=number,
            cards=[
                CardPlayed(who(trick.leader, view), str(trick.lead)),
                CardPlayed(who(trick.leader.other, view), str(trick.follow)),
            ],
            winner=who(trick.winner, view),
        )
        for number, trick in enumerate(view.tricks, 1)
    ]
    return told if over or view.rules.tricks_open else told[-1:]


def _discards(view: View | None, *, over: bool) -> list[str]:
    if view is None or not (over or view.rules.own_discards_seen):
        return []
    return card_texts(view.discards)


def _cut(ledger: Ledger, me: Person) -> CutTold | None:
    """Return the spread pack with what has been turned of it, while it is cut."""
    partie = ledger.partie
    if ledger.resting or partie.dealer is not None or partie.outcome is not None:
        return None
    cuts = partie.cuts[-(len(partie.cuts) % 2) :] if len(partie.cuts) % 2 else ()
    chooses = not cuts and Kind.DEALER in partie.legal_actions.kinds
    number = ledger.cut_number - chooses
    shown = partie.cuts[-2:] if chooses else cuts
    pack = seals.spread(ledger.seed(0), number) if shown else ()
    by_person = dict(zip(Person, map(str, shown), strict=False))
    return CutTold(
        open={str(pack.index(card) + 1): str(card) for card in shown},
        yours=by_person.get(me, ""),
        theirs=by_person.get(me.other, ""),
    )


def _decisions(ledger: Ledger, me: Person) -> list[Decision]:
    if ledger.holder(me.other) != "computer":
        return []
    return [Decision(place, _decision(ledger.line[place].partie)) for place in ledger.decisions(me)]


def _decision(partie: Partie) -> str:
    position = partie.position
    assert position is not None  # decisions are of deals
    phase = position.phase
    if phase is Phase.PLAY or (
        phase is Phase.COUNT and position.legal_actions.kinds == (Kind.PLAY,)
    ):
        return text("table.decision.trick", n=sum(position.tricks) + 1)
    return text(f"table.decision.{_PHASES[phase]}")


def _summary(ledger: Ledger, view: View | None, other: str) -> list[str]:
    if ledger.ended is not None:
        return [text("table.friend.ended")]
    if not ledger.resting or view is None:
        return []
    mine, theirs = view.scores[view.seat], view.scores[view.seat.other]
    said = [text("table.over.made", you=mine, other=other, they=theirs)]
    partie = ledger.partie
    if ledger.number in ledger.assisted:
        said.append(text("play.sheet.assisted"))
    standing = partie.standing
    if not ledger.over and standing.extra and standing.deals_left == 2:
        said.append(text("play.over.tied"))
    return said


def _next(ledger: Ledger) -> Literal["", "deal", "extra", "partie"]:
    if ledger.over:
        return "partie"
    if not ledger.resting:
        return ""
    return "extra" if ledger.partie.standing.extra else "deal"


def _commitments(ledger: Ledger) -> list[Commitment]:
    """Return the commitments to the secrets, and once the partie is over the secrets themselves.

    Not that of a deal which was sealed and never dealt: who takes back his last play may get there.
    """
    over = ledger.over
    return [
        Commitment(deal, seals.commitment(secret), secret if over and deal <= ledger.number else "")
        for deal, secret in dict(ledger.secrets).items()
    ]
