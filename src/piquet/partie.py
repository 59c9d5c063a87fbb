"""A partie: cutting, dealing in turn, extra deals, and what is won in the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from piquet.actions import Action, Event, Kind, LegalActions
from piquet.base import Illegal, Person, Seat
from piquet.cards import CARDS, Card
from piquet.dealing import Deal
from piquet.phases.refusing import (
    as_person,
    as_seat,
    not_now,
    require_action,
    require_deal,
    require_rules,
)
from piquet.position import Outcome, Position
from piquet.rules import Rules
from piquet.view import Standing

__all__ = [
    "Finished",
    "Partie",
    "Settlement",
    "add_game",
    "cut_chooser",
    "cut_dealer",
    "decided",
    "doubled",
    "settle",
]

_GAMES_TO_WIN = 3


class Settlement(NamedTuple):
    """What a partie brought: winner (None: drawn), points won, and whether it was short or double.

    ``rubicon`` tells that the loser was short of the rubicon, ``double`` that a target game was won
    double, ``games`` what each person has won of a match of target games.
    """

    winner: Person | None
    points: int
    rubicon: bool = False
    double: bool = False
    games: tuple[int, int] = (0, 0)


class Finished(NamedTuple):
    """One finished deal: who dealt, its last position, and what counts for each person."""

    dealer: Person
    position: Position
    points: tuple[int, int]

    @property
    def outcome(self) -> Outcome:
        """What both seats made."""
        outcome = self.position.outcome
        assert outcome is not None
        return outcome


def settle(scores: tuple[int, int], rules: Rules) -> Settlement:
    """Return what final scores are worth to the winner.

    >>> settle((142, 117), Rules.named("cavendish")).points
    125
    >>> settle((97, 64), Rules.named("cavendish"))[1:3]
    (261, True)

    In a target game the points are games: one, or ``double_counts`` against a loser who is short.

    Source: Cavendish, Laws of Piquet 72 and 73; Laws of Piquet au Cent.
    """
    if scores[0] == scores[1]:
        return Settlement(None, 0)
    winner = Person.FIRST if scores[0] > scores[1] else Person.SECOND
    high, low = max(scores), min(scores)
    if rules.settlement == "game_double":
        double = low < rules.double_below
        return Settlement(winner, rules.double_counts if double else 1, double=double)
    if low < rules.rubicon_at:
        return Settlement(winner, high + low + 100, rubicon=True)
    return Settlement(winner, high - low + 100)


def decided(scores: tuple[int, int], played: int, rules: Rules) -> bool:
    """Tell whether a partie, or a game of a match, is over after so many deals with these scores.

    >>> rubicon = Rules.named("rubicon")
    >>> decided((120, 110), 6, rubicon), decided((120, 120), 6, rubicon)
    (True, False)

    Source: Cavendish, Laws of Piquet 71; Laws of Piquet au Cent.
    """
    if rules.game_end == "target":
        return max(scores) >= rules.target and scores[0] != scores[1]
    return played == rules.deals + 2 or (played == rules.deals and scores[0] != scores[1])


def doubled(number: int, rules: Rules) -> bool:
    """Tell whether a deal counts double (by agreement the first and the last do).

    >>> doubled(6, Rules.named("rubicon").but(double_first_last=True))
    True
    """
    return rules.double_first_last and number in (1, rules.deals)


def add_game(
    games: tuple[int, int], game: Settlement, rules: Rules
) -> tuple[tuple[int, int], bool]:
    """Return the games of a match after one more, and whether it is over; each person's in order.

    >>> add_game((1, 0), settle((104, 40), Rules.named("au_cent")), Rules.named("au_cent"))
    ((3, 0), True)
    """
    assert game.winner is not None  # somebody is out, so the scores differ
    won = list(games)
    won[game.winner] += game.points if rules.settlement == "game_double" else 1
    return (won[0], won[1]), rules.match == "single" or max(won) >= _GAMES_TO_WIN


def cut_chooser(cuts: tuple[Card, Card], rules: Rules) -> Person | None:
    """Return who chooses who deals first, None where the cut decides it or must be repeated.

    >>> cut_chooser((Card.parse("KH"), Card.parse("9S")), Rules.named("cavendish"))
    <Person.FIRST: 0>
    """
    if rules.cut_rule != "high_chooses" or cuts[0].rank == cuts[1].rank:
        return None
    return Person.FIRST if cuts[0].rank > cuts[1].rank else Person.SECOND


def cut_dealer(cuts: tuple[Card, Card], rules: Rules) -> Person | None:
    """Return who must deal first by the cut, None where somebody chooses or must cut again.

    >>> cut_dealer((Card.parse("KH"), Card.parse("9S")), Rules.named("au_cent"))
    <Person.SECOND: 1>
    """
    if rules.cut_rule == "high_chooses" or cuts[0].rank == cuts[1].rank:
        return None
    high = Person.FIRST if cuts[0].rank > cuts[1].rank else Person.SECOND
    return high if rules.cut_rule == "high_deals" else high.other


class Partie:
    """A whole partie by persons.  It never changes: each method returns the next one.

    It asks for a deal whenever ``needs_deal`` is true and never makes one itself.

    >>> partie = Partie(Rules.named("rubicon"))
    >>> for words in ("cut KH", "cut 9S", "deal"):
    ...     partie = partie.after(Action.parse(words))
    >>> partie.needs_deal, str(partie.dealer)
    (True, 'first')
    >>> partie.begin(Deal.random("letter")).to_move
    <Person.SECOND: 1>
    """

    _rules: Rules
    _cuts: tuple[Card, ...] = ()
    _first_dealer: Person | None = None
    _packets: tuple[int | None, int | None] = (None, None)
    _packet_chosen: bool = False
    _position: Position | None = None
    _finished: tuple[Finished, ...] = ()
    _game_start: int = 0
    _games: tuple[int, int] = (0, 0)
    _outcome: Settlement | None = None

    def __init__(self, rules: Rules) -> None:
        require_rules(rules)
        self._rules = rules

    def _copy(self) -> Partie:
        new = Partie.__new__(Partie)
        kept = {key: value for key, value in self.__dict__.items() if key.startswith("_")}
        new.__dict__.update(kept)
        return new

    @classmethod
    def dealt_by(cls, dealer: Person, rules: Rules, packet: int | None = None) -> Partie:
        """Return a partie in which it is already settled who deals first, without a cut.

        >>> Partie.dealt_by(Person.FIRST, Rules.named("rubicon")).needs_deal
        True

        Where the rules leave the packet to the dealer, ``packet`` is both persons' choice, or the
        dealers choose by actions.
        """
        partie = cls(rules)
        partie._first_dealer = as_person(dealer)
        if packet is not None:
            if packet not in rules.packet:
                raise Illegal("packet", number=packet)
            partie._packets = (packet, packet)
        return partie

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules

    @property
    def outcome(self) -> Settlement | None:
        """What was won, None before the partie is over."""
        return self._outcome

    @property
    def finished(self) -> tuple[Finished, ...]:
        """The finished deals of the whole partie, in order."""
        return self._finished

    @property
    def games(self) -> tuple[int, int]:
        """Games of a match that the first and the second person have won."""
        return self._games

    @property
    def cuts(self) -> tuple[Card, ...]:
        """The cards cut for the deal, in pairs, first person first."""
        return self._cuts

    @property
    def deal_number(self) -> int:
        """The number of the deal in play or to come, from 1, in the game."""
        return len(self._finished) - self._game_start + 1

    @property
    def dealer(self) -> Person | None:
        """Who deals this deal, None before the cut is settled."""
        if self._first_dealer is None:
            return None
        odd = self.deal_number % 2
        return self._first_dealer if odd else self._first_dealer.other

    def seat(self, person: Person) -> Seat:
        """Return the seat of a person in this deal: the dealer is younger.

        Raises Illegal (``no_dealer``) before it is settled who deals.
        """
        dealer = self.dealer
        if dealer is None:
            raise Illegal("no_dealer")
        return Seat.YOUNGER if as_person(person) is dealer else Seat.ELDER

    def person(self, seat: Seat) -> Person:
        """Return the person who holds a seat in this deal.

        Raises Illegal (``no_dealer``) before it is settled who deals.
        """
        return Person.FIRST if self.seat(Person.FIRST) is as_seat(seat) else Person.SECOND

    @property
    def scores(self) -> tuple[int, int]:
        """What the first and the second person have scored in the finished deals of this game."""
        deals = self._finished[self._game_start :]
        return sum(deal.points[0] for deal in deals), sum(deal.points[1] for deal in deals)

    @property
    def position(self) -> Position | None:
        """The deal in play, None before and between deals."""
        return self._position

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened in the deals so far, in order, hidden cards and all."""
        positions = [deal.position for deal in self._finished]
        if self._position is not None:
            positions.append(self._position)
        return tuple(event for position in positions for event in position.events)

    @property
    def standing(self) -> Standing:
        """How the partie stands for the deal in play or to come."""
        rules = self._rules
        elder = 0 if self.dealer is None else self.person(Seat.ELDER)
        scores, games = self.scores, self._games
        if elder:
            scores, games = (scores[1], scores[0]), (games[1], games[0])
        if rules.game_end == "target":
            return Standing(scores, self.deal_number, None, False, games)
        extra = self.deal_number > rules.deals
        last = rules.deals + 2 if extra else rules.deals
        return Standing(scores, self.deal_number, last - self.deal_number + 1, extra, games)

    @property
    def _cutting(self) -> bool:
        return self._first_dealer is None

    @property
    def _chooser(self) -> Person | None:
        """Who must choose the dealer now."""
        pair = self._cuts[-2:]
        return cut_chooser((pair[0], pair[1]), self._rules) if self._cut_complete else None

    @property
    def _cut_complete(self) -> bool:
        return bool(self._cuts) and len(self._cuts) % 2 == 0

    @property
    def _packet_due(self) -> bool:
        """Tell whether the dealer has still to choose by how many cards he deals."""
        dealer = self.dealer
        if dealer is None or len(self._rules.packet) < 2 or self._packet_chosen:
            return False
        return self._packets[dealer] is None

    @property
    def packet(self) -> int | None:
        """By how many cards this deal is dealt, None where the dealer has still to choose."""
        if len(self._rules.packet) == 1:
            return self._rules.packet[0]
        return None if self.dealer is None else self._packets[self.dealer]

    @property
    def needs_deal(self) -> bool:
        """Whether a deal must be brought by :meth:`begin` before anybody can act."""
        return (
            self._outcome is None
            and self._position is None
            and not self._cutting
            and not self._packet_due
        )

    @property
    def to_move(self) -> Person | None:
        """The person to act, None when a deal is needed or the partie is over."""
        if self._outcome is not None or self.needs_deal:
            return None
        if self._position is not None:
            seat = self._position.to_move
            return None if seat is None else self.person(seat)
        if not self._cutting:
            return self.dealer
        chooser = self._chooser
        if chooser is not None:
            return chooser
        return Person.SECOND if len(self._cuts) % 2 else Person.FIRST

    @cached_property
    def legal_actions(self) -> LegalActions:
        """The legal actions of the person to move."""
        if self.to_move is None:
            return LegalActions()
        if self._position is not None:
            return self._position.legal_actions
        if not self._cutting:
            return LegalActions(((Kind.PACKET, self._rules.packet),))
        if self._chooser is not None:
            return LegalActions(((Kind.DEALER, (1, 2)),))
        drawn = self._cuts[-1] if len(self._cuts) % 2 else None
        masks: Sequence[int] = tuple(card.mask for card in CARDS if card is not drawn)
        return LegalActions(((Kind.CUT, masks),))

    def after(self, action: Action) -> Partie:
        """Return the partie that follows an action of the person to move.

        Raises Illegal, which names the rule, for an action that is not legal now.
        """
        if action not in self.legal_actions:
            require_action(action)
            if self._position is not None:
                self._position.after(action)
            if self.needs_deal:
                raise Illegal("deal_needed", action=action)
            if not self.legal_actions:
                raise Illegal("partie_over", action=action)
            raise not_now(action, self.legal_actions)
        if self._position is not None:
            return self._with(self._position.after(action))
        new = self._copy()
        if action.kind is Kind.CUT:
            new._cut(action.card)
        elif action.kind is Kind.DEALER:
            assert self.to_move is not None  # the chooser: only somebody to move has legal actions
            new._first_dealer = self.to_move if action.number == 1 else self.to_move.other
        else:
            new._choose_packet(action.number)
        return new

    def _cut(self, card: Card) -> None:
        self._cuts += (card,)
        if self._cut_complete:
            pair = self._cuts[-2:]
            self._first_dealer = cut_dealer((pair[0], pair[1]), self._rules)

    def _choose_packet(self, number: int) -> None:
        dealer = self.dealer
        self._packets = (
            (number, self._packets[1]) if dealer is Person.FIRST else (self._packets[0], number)
        )
        self._packet_chosen = True

    def begin(self, deal: Deal) -> Partie:
        """Return the partie with a deal brought to it, elder to act.

        Raises Illegal (``deal_not_due``) when no deal is due.
        """
        require_deal(deal)
        if not self.needs_deal:
            raise Illegal("deal_not_due")
        return self._with(Position(deal, self._rules, self.standing))

    def begin_known(self, position: Position) -> Partie:
        """Return the partie with a deal of which less than the cards dealt is known.

        ``position`` comes from :meth:`Position.from_hands` (the hands after the exchange) or
        :meth:`Position.scored` (the points alone) with this partie's rules and standing.

        >>> partie = Partie.dealt_by(Person.FIRST, Rules.named("rubicon"))
        >>> known = Position.scored(28, 23, partie.rules, partie.standing)
        >>> partie.begin_known(known).scores
        (23, 28)

        Raises Illegal (``deal_not_due``) when no deal is due or the position is of another game.
        """
        fits = position.rules == self._rules and position.standing == self.standing
        if not self.needs_deal or not fits:
            raise Illegal("deal_not_due")
        return self._with(position)

    def _with(self, position: Position) -> Partie:
        """Return the partie with its deal come to a position, settled where that is the last."""
        new = self._copy()
        new._position = position
        if position.outcome is not None:
            new._end_deal()
        return new

    def _end_deal(self) -> None:
        dealer = self.dealer
        position = self._position
        outcome = None if position is None else position.outcome
        assert position is not None
        assert outcome is not None
        assert dealer is not None
        factor = 2 if doubled(self.deal_number, self._rules) else 1
        made = (outcome.elder * factor, outcome.younger * factor)
        points = made if self.person(Seat.ELDER) is Person.FIRST else (made[1], made[0])
        self._finished += (Finished(dealer, position, points),)
        self._position = None
        self._packet_chosen = False
        if not self._rules.packet_fixed:
            self._packets = (None, None)
        self._settle()

    def _settle(self) -> None:
        """End the partie, or the game of a match, where this deal has decided it."""
        scores, rules = self.scores, self._rules
        if not decided(scores, self.deal_number - 1, rules):
            return
        if rules.game_end == "target":
            self._end_game(settle(scores, rules))
        else:
            self._outcome = settle(scores, rules)

    def _end_game(self, game: Settlement) -> None:
        self._games, over = add_game(self._games, game, self._rules)
        if over:
            self._outcome = game._replace(games=self._games)
            return
        self._game_start = len(self._finished)
        self._cuts = ()
        self._first_dealer = None
        self._packets = (None, None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partie):
            return NotImplemented
        return bool(_WHOLE(self) == _WHOLE(other))

    def __hash__(self) -> int:
        return hash(_WHOLE(self))

    def __repr__(self) -> str:
        return f"<Partie: deal {self.deal_number}, scores {self.scores}, to move {self.to_move}>"


_WHOLE = attrgetter(
    "_rules",
    "_cuts",
    "_first_dealer",
    "_packets",
    "_packet_chosen",
    "_position",
    "_finished",
    "_game_start",
    "_games",
    "_outcome",
)
"""All that a partie is."""
