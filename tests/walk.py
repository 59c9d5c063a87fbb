"""Random deals, random rules and random legal talk and play, all from a seed.

A kind of action is chosen first and then an action of that kind, so that what is rare is done too.
Deals and sets of rules are partly made to measure, because a carte blanche comes once in 900 deals.
"""

import random
from collections.abc import Iterator

from piquet.actions import Action, Kind, LegalActions
from piquet.base import Seat
from piquet.cards import CARDS, Card, CardSet
from piquet.dealing import Deal
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.rules import Rules
from piquet.view import Phase, Standing

SEATS = ("elder", "younger")
CALLS = (Kind.POINT, Kind.SEQUENCE, Kind.SET)

# What is changed at random; whatever is not named here changes no score and no word.
CHANGES: dict[str, tuple[object, ...]] = {
    "pique_order": ("category", "actual"),
    "lead_point": ("any", "ten_up", "won_only"),
    "capture_point": ("any", "ten_up"),
    "last_trick_extra": (0, 1),
    "cards_points": (10, 0, 20),
    "capot_points": (40, 60),
    "cards_to_pique": ("never", "seventh_trick"),
    "repique_for": ("either", "elder"),
    "point_score": ("cards", "tens"),
    "point_call": ("length_then_value", "value"),
    "point_min": (1, 4),
    "show_to_score": (False, True),
    "seq_counts": ("all_of_winner", "announced_only"),
    "set_counts": ("all_of_winner", "announced_only"),
    "seq_scores": ((3, 4, 15, 16, 17, 18), (3, 4, 5, 6, 7, 8)),
    "sinking": (True, False),
    "declare_by": ("player", "auto"),
    "good_against_cards_waiver": (True, False),
    "proof_request": ("scored_and_equal", "scored", "none"),
    "cb_points": (10, 0, 30),
    "cb_claim": ("bound_to_tell", "optional", "automatic"),
    "cb_proof_elder": ("after_younger_discards", "at_once", "none"),
    "cb_proof_younger": ("after_elder_discards", "after_elder_exchanges", "none"),
    "cb_in_order": (True, False),
    "elder_min": (1, 2),
    "elder_max": (5, 4),
    "younger_min": (1, 0),
    "elder_peek": ("rest_of_five", "none"),
    "younger_left": ("look_then_both", "expose_or_hide", "none"),
    "game_end": ("deals", "target"),
    "target_check": ("reckoning_order", "end_of_deal"),
    "concede_last_deal": ("thirteen_and_ten", "none"),
}


def random_rules(rng: random.Random) -> Rules:
    """Return a profile, two times in five with some options changed."""
    rules = Rules.named(rng.choice(list(PROFILES)))
    if rng.random() < 0.6:
        return rules
    names = rng.sample(list(CHANGES), rng.randint(1, 6))
    changes = {name: rng.choice(CHANGES[name]) for name in names}
    if changes.get("game_end") == "deals":
        changes["match"] = "single"
    return rules.but(**changes)


def random_deal(rng: random.Random) -> Deal:
    """Return a deal: mostly any, now and then a carte blanche or one seat rich in two suits."""
    pack = list(CARDS)
    rng.shuffle(pack)
    luck = rng.random()
    if luck < 0.6:
        return _deal(pack[:12], pack[12:24], pack[24:])
    if luck < 0.7:
        plain = [card for card in pack if card.rank.letter not in "KQJ"]
        mine = plain[:12]
    elif luck < 0.9:
        suits = rng.sample(range(4), 2)
        mine = [card for card in pack if card.suit in suits][:12]
    else:
        high = rng.choice(("AKQ", "AKQJ", "KQJT", "JT9", "T987"))
        mine = sorted(pack, key=lambda card: card.rank.letter not in high)[:12]
    rest = [card for card in pack if card not in mine]
    if rng.random() < 0.5:
        return _deal(mine, rest[:12], rest[12:])
    return _deal(rest[:12], mine, rest[12:])


def _deal(elder: list[Card], younger: list[Card], talon: list[Card]) -> Deal:
    return Deal(CardSet.of(*elder), CardSet.of(*younger), tuple(talon))


def random_standing(rng: random.Random, rules: Rules) -> Standing:
    """Return how a partie may stand: often near the target, or near the rubicon at its end."""
    if rules.game_end == "target":
        scores = [rng.randrange(rules.target) for _ in SEATS]
        if rng.random() < 0.6:
            scores = [max(0, rules.target - rng.randint(1, 45)) for _ in SEATS]
        return Standing((scores[0], scores[1]), rng.randint(1, 9), None)
    number = rng.randint(1, rules.deals)
    scores = [rng.randrange(40 * number) for _ in SEATS]
    return Standing((scores[0], scores[1]), number, rules.deals - number + 1)


class Walker:
    """Somebody who says and does what is legal at random.

    ``truth`` is how often he calls and answers in full instead of at random; an elder who always
    chose at random would hardly ever come to thirty.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.truth = rng.choice((0.0, 0.5, 0.9, 1.0))
        self.greed = rng.choice((0.0, 0.0, 0.9))

    def choose(self, position: Position) -> Action:
        """Return one of the legal actions."""
        legal = position.legal_actions
        if position.phase in _SPOKEN and self.rng.random() < self.truth:
            told = self._truth(position, legal)
            if told is not None:
                return told
        kinds = [kind for kind in legal.kinds for _ in range(_WEIGHTS.get(kind, 1))]
        options = legal.of(self.rng.choice(kinds))
        if options.kinds == (Kind.PLAY,) and self.rng.random() < self.greed:
            return max(options, key=lambda action: action.card.rank)
        return options[self.rng.randrange(len(options))]

    def _truth(self, position: Position, legal: LegalActions) -> Action | None:
        """Return the fullest call or count, the truest answer, None where there is none."""
        if position.phase is Phase.ANSWER:
            return legal[len(legal) - 1] if self.rng.random() < 0.8 else legal[0]
        for kind in (*CALLS, Kind.SAY):
            if kind in legal.kinds:
                return legal.of(kind)[0]
        return None


_SPOKEN = (Phase.CALL, Phase.ANSWER, Phase.SAY, Phase.COUNT)
_WEIGHTS = {Kind.PLAY: 3, Kind.EXCHANGE: 2}


def walk(position: Position, rng: random.Random) -> Iterator[tuple[Action, Position]]:
    """Yield every action of a random deal with the position that follows it."""
    walker = Walker(rng)
    while position.to_move is not None:
        action = walker.choose(position)
        position = position.after(action)
        yield action, position


def cards(mask: int) -> set[str]:
    """Return a mask as the two-letter cards in which the second scorer thinks."""
    return {_NAMES[place] for place in range(32) if mask >> place & 1}


_NAMES = [str(card) for card in CARDS]


def name(seat: Seat | None) -> str | None:
    """Return the name of a seat."""
    return None if seat is None else SEATS[seat]
