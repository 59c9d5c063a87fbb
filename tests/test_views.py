"""What a seat is given depends on nothing that it cannot know.

A random deal is played through.  For each seat and many of its moments, the cards that the seat has
not seen by then are dealt out anew (other hand, other discards, what is left of the talon), and the
same public words are spoken over the other cards: whatever the seat was given, up to that moment,
must be the same to the last byte.  What is public of an action is worked out here from the rules,
not read off the engine's events.  Worlds in which the same words could not have been spoken are no
other worlds and are dropped.
"""

import gc
import os
import random
import re
import sys
from collections import Counter
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import scorer
from test_scorer import table_for
from walk import SEATS, cards, random_deal, random_rules, random_standing, walk

from piquet.actions import Action, Event, Kind
from piquet.base import Illegal, Seat
from piquet.cards import CARDS, CardSet
from piquet.dealing import Deal
from piquet.phases import declaring
from piquet.phases.state import State
from piquet.position import Position
from piquet.view import Phase, View

FULL = os.environ.get("PIQUET_FULL") == "1"
DEALS, WORLDS = (1_000, 3) if FULL else (100, 3)
TRIES = 40

BY_NAME = {str(card): card for card in CARDS}
MAPPED = {Kind.SET_ASIDE, Kind.EXCHANGE}
TALKED = {Kind.POINT, Kind.SEQUENCE, Kind.SET, Kind.SAY}


# --- what is public ----------------------------------------------------------------------------


def told(category, mine):
    """What a count tells: how long each combination is, and of sets the ranks too."""
    found = scorer.makings(category, mine)
    return found if category == "sets" else [number for number, _ in found]


def laid_down(table, category, mine):
    """The cards themselves, where what scores is laid on the table."""
    return sorted(mine) if table.options["show_to_score"] and category != "sets" else ()


def called(table, category, mine):
    """What elder's call tells before it is answered."""
    options = table.options
    (number, height), *others = scorer.makings(category, mine)
    if category == "point":
        return number, options["point_call"] == "value" and height
    all_announced = options[{"sequences": "seq_counts", "sets": "set_counts"}[category]] != (
        "all_of_winner"
    )
    if category == "sets":
        return number, height, all_announced and others
    lengths = all_announced and [length for length, _ in others]
    return number, options["point_call"] == "value" and height, lengths


def face(table, words):
    """What both hear and see of an action, before it is carried out."""
    verb, what = scorer.split(words)
    category = scorer.CALLS.get(verb)
    if category:
        said = table.talk[category]
        if table.turn == "younger" and said.verdict == "equal":
            return verb, len(what), laid_down(table, category, what)
        if table.turn == "younger" or said.verdict == "good":
            return verb, told(category, what), laid_down(table, category, what)
        return verb, called(table, category, what)
    if verb == "say":
        return verb, what and scorer.best(table.about, what)
    if verb in ("good", "equal"):
        mine = table.talk[table.about].called
        scored = told(table.about, mine) if verb == "good" else ()
        return verb, scored, laid_down(table, table.about, mine)
    if verb == "see":
        return verb, what, sorted(shown_cards(table, what, scorer.OTHER[table.turn]))
    if verb in ("aside", "exchange"):
        return verb, len(what)
    return verb, what


def declared(table, seat):
    """What both hear when a hand declares itself."""
    mine = table.hands["elder"] | set(table.played)
    hers = table.hands["younger"]
    heard = []
    for category, said in table.talk.items():
        best = scorer.best(category, hers)
        if seat == "elder" and said.verdict:
            combinations = combined(table, category, mine)
            number, height = scorer.best(category, combinations)
            heard.append((said.verdict, called(table, category, combinations)))
            heard.append(height if best and best[0] == number else None)
            heard.append(told(category, combinations) if said.verdict == "good" else ())
            heard.append(laid_down(table, category, combinations))
        if seat == "younger" and table.declared(category, "younger"):
            combinations = combined(table, category, hers)
            heard.append(told(category, combinations) if said.younger else best[0])
            heard.append(laid_down(table, category, combinations))
    return heard


def combined(table, category, hand):
    """The cards of a hand that stand in combinations of a category."""
    if category == "point":
        return table.all_of("point", hand, scorer.best("point", hand))
    if category == "sequences":
        return {
            scorer.RANKS[top - down] + suit
            for length, top, suit in scorer.runs(hand)
            for down in range(length)
        }
    return {scorer.RANKS[rank] + suit for _, rank in scorer.groups(hand) for suit in "SHDC"} & hand


def shown_cards(table, category, seat):
    said = table.talk[category]
    if table.options["declare_by"] == "auto":
        return combined(table, category, table.dealt_after[seat])
    return said.elder if seat == "elder" else said.younger


class Witness:
    """A table together with the cards that each seat has seen, and all that was public."""

    def __init__(self, position):
        self.table = table_for(position)
        self.table.dealt_after = {}
        self.known = {seat: set(self.table.dealt[seat]) for seat in SEATS}
        blank = self.table.blank
        self.public = [blank]
        proof = blank and self.table.options[f"cb_proof_{blank}"]
        if blank and proof != "none" and not self.table.proof_owed:
            self.see_all(self.table.dealt[blank])
            self.public = [(blank, sorted(self.table.dealt[blank]))]

    def hear(self, words):
        table = self.table
        stage, owed, turn = table.stage, table.proof_owed, table.turn
        heard = face(table, words)
        verb, what = scorer.split(words)
        table.hear(words)
        if stage in ("exchange", "aside") and table.stage not in ("exchange", "aside"):
            table.dealt_after = {seat: set(hand) for seat, hand in table.hands.items()}
        if table.options["declare_by"] == "auto" and table.stage != stage:
            if stage in ("exchange", "aside") and table.stage not in ("exchange", "aside"):
                heard = (*heard, declared(table, "elder"))
            elif stage == "talk":
                heard = (*heard, declared(table, "younger"))
        if (owed and not table.proof_owed) or (verb == "blanche" and not table.proof_owed):
            shown = table.options[f"cb_proof_{table.blank}"] != "none"
            heard = (*heard, shown and sorted(table.dealt[table.blank]))
            if shown:
                self.see_all(table.dealt[table.blank])
        if verb in ("look", "show"):
            self.see_all(table.talon)
        if verb == "see":
            self.see_all(shown_cards(table, what, scorer.OTHER[turn]))
        for seat in SEATS:
            self.known[seat] |= table.hands[seat]
        self.known["elder"] |= table.known_to_elder
        self.see_all(table.played)
        for seat, category in table.shown:
            self.see_all(shown_cards(table, category, seat))
        self.public.append(heard)

    def see_all(self, mine):
        for seat in SEATS:
            self.known[seat] |= set(mine)


# --- other worlds --------------------------------------------------------------------------------


class Told:
    """A deal that was played: its positions, actions, and who had seen what at each step."""

    def __init__(self, number):
        self.rng = random.Random(f"views {number}")
        rules = random_rules(self.rng)
        start = Position(random_deal(self.rng), rules, random_standing(self.rng, rules))
        self.positions, self.actions = [start], []
        witness = Witness(start)
        self.turns = [witness.table.turn]
        self.known = [{seat: frozenset(witness.known[seat]) for seat in SEATS}]
        for action, after in walk(start, self.rng):
            witness.hear(str(action))
            self.actions.append(action)
            self.positions.append(after)
            self.turns.append(witness.table.turn)
            self.known.append({seat: frozenset(witness.known[seat]) for seat in SEATS})
        self.public = witness.public
        self.given = [
            {seat: bytes(position.view(Seat(place))) for place, seat in enumerate(SEATS)}
            for position in self.positions
        ]

    def other_deal(self, seat, step):
        """Deal the cards anew that a seat has not seen by a step; return the deal and the map."""
        unseen = sorted(BY_NAME[card] for card in set(BY_NAME) - self.known[step][seat])
        mixed = list(unseen)
        if self.rng.random() < 0.4:
            self.rng.shuffle(mixed)
        else:
            for _ in range(self.rng.randint(1, 3)):
                if len(mixed) > 1:
                    one, two = self.rng.sample(range(len(mixed)), 2)
                    mixed[one], mixed[two] = mixed[two], mixed[one]
        change = dict(zip(unseen, mixed, strict=True))
        deal = self.positions[0].deal
        return (
            Deal(
                moved(deal.elder, change),
                moved(deal.younger, change),
                tuple(change.get(card, card) for card in deal.talon),
            ),
            change,
        )

    def spoken_over(self, seat, step, deal, change):
        """Speak the same public words over other cards; return how far they could be spoken."""
        start = self.positions[0]
        position = Position(deal, start.rules, start.standing)
        witness = Witness(position)
        if witness.public != self.public[:1]:
            return 0
        view = Seat(SEATS.index(seat))
        for done in range(step + 1):
            assert bytes(position.view(view)) == self.given[done][seat], self.complain(
                seat, done, position
            )
            if done == step:
                if self.turns[done] == seat:
                    assert refusals(position) == refusals(self.positions[done])
                break
            action = self.actions[done]
            if self.turns[done] != seat:
                action = self.same_words(witness.table, position, action, change, done)
                if action is None:
                    return done
            witness.hear(str(action))
            if witness.public != self.public[: done + 2]:
                return done + 1
            position = position.after(action)
        return step + 1

    def same_words(self, table, position, action, change, done):
        """Return what the other seat does in this world that sounds the same, None if nothing."""
        cards = moved(action.cards, change)
        wanted = Action(action.kind, cards.mask) if cards else action
        if action.kind in MAPPED:
            return wanted if wanted in position.legal_actions else None
        if action.kind not in TALKED or not action.payload:
            return action if table.objection(str(action)) is None else None
        options = [wanted, *position.legal_actions.of(action.kind)]
        for option in options:
            if option.payload and table.objection(str(option)) is None:
                heard = face(table, str(option))
                if heard == self.public[done + 1][: len(heard)]:
                    return option
        return None

    def complain(self, seat, done, position):
        lines = zip(
            self.given[done][seat].decode().split("\n"),
            bytes(position.view(Seat(SEATS.index(seat)))).decode().split("\n"),
            strict=False,
        )
        differ = [pair for pair in lines if pair[0] != pair[1]]
        return f"{seat} is told more than it may know: {differ[:3]} after {self.actions[:done]}"


def refusals(position):
    """What a seat reads when it tries what it may not."""
    read = []
    for action in TRIED:
        if action not in position.legal_actions:
            with pytest.raises(Illegal) as caught:
                position.after(action)
            read.append(str(caught.value))
    return read


TRIED = [
    *(Action(Kind.PLAY, 1 << place) for place in range(0, 32, 3)),
    *(Action(kind, 0b111 << place) for kind in TALKED for place in (0, 8, 16, 24)),
    *(Action.GOOD, Action.EQUAL, Action.NOT_GOOD, Action.ASK_VALUE, Action.PASS),
    Action(Kind.CARTE_BLANCHE, 5),
]


def moved(mine, change):
    return CardSet.of(*(change.get(card, card) for card in mine))


def compare_worlds(number, worlds):
    """Compare one deal with other worlds for both seats; return the stages that were reached."""
    base = Told(number)
    reached = Counter()
    for seat in SEATS:
        found = 0
        for _ in range(TRIES):
            last = len(base.actions)
            step = base.rng.choice((min(14, last), min(14, last), last))
            if base.rng.random() < 0.9:
                step = base.rng.randint(0, step)
            deal, change = base.other_deal(seat, step)
            if deal == base.positions[0].deal:
                continue
            if base.spoken_over(seat, step, deal, change) == step + 1:
                found += 1
                reached[seat, base.positions[step].phase] += 1
            if found == worlds:
                break
        reached[seat] += found
        reached["all found"] += found == worlds
    return reached


def compare_many(deals, worlds):
    reached = Counter()
    for number in range(deals):
        reached += compare_worlds(number, worlds)
    return reached


def test_a_view_is_the_same_in_every_world_that_its_seat_cannot_tell_apart():
    reached = compare_many(DEALS, WORLDS)
    assert reached["elder"] >= 0.95 * DEALS * WORLDS
    assert reached["younger"] >= 0.95 * DEALS * WORLDS
    phases = (Phase.EXCHANGE, Phase.CALL, Phase.ANSWER, Phase.COUNT, Phase.PLAY, Phase.OVER)
    assert not [(seat, phase) for seat in SEATS for phase in phases if not reached[seat, phase]]
    if FULL:
        print({str(key): count for key, count in reached.items()})


# --- what a view holds ----------------------------------------------------------------------------

LINE = re.compile(r"^[A-Z_]+ (elder|younger) \d \d+ \[[\d,]*\] ([0-9a-f]+|\?) [123]", re.MULTILINE)


def check_bytes(told_bytes, known):
    """No card stands in the bytes that the seat has not seen."""
    text = told_bytes.decode()
    events, _, legal = text.partition("\nlegal ")
    masks = [match[1] for match in LINE.findall(events)]
    assert len(masks) == sum(1 for line in events.split("\n")[5:])
    for mask in masks:
        assert mask == "?" or cards(int(mask, 16)) <= known
    for kind, masks in re.findall(r"([A-Z_]+) ([0-9a-f,]+)(?:;|$)", legal):
        if kind in ("PLAY", "POINT", "SEQUENCE", "SET", "SAY"):
            assert all(cards(int(mask, 16)) <= known for mask in masks.split(","))


CODE = (type, ModuleType, FunctionType, BuiltinFunctionType)


def reachable(thing):
    """Everything that can be reached from an object by references, code and classes left out."""
    found, waiting = {}, [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(
            one, (type, ModuleType, FunctionType, BuiltinFunctionType)
        ):
            continue
        found[id(one)] = one
        waiting.extend(gc.get_referents(one))
    return found.values()


def test_a_view_holds_no_card_that_its_seat_has_not_seen_and_no_way_to_one():
    for number in range(DEALS):
        base = Told(f"holds {number}")
        for position, known, turn in zip(base.positions, base.known, base.turns, strict=True):
            for seat in Seat:
                view = position.view(seat)
                check_bytes(bytes(view), known[SEATS[seat]])
                assert {str(card) for card in view.seen} == known[SEATS[seat]]
                if SEATS[seat] != turn:
                    assert len(view.legal_actions) == 0
                    assert list(view.legal_actions) == []
        view = base.rng.choice(base.positions).view(base.rng.choice(list(Seat)))
        forbidden = (Position, State, Deal)
        assert not [thing for thing in reachable(view) if isinstance(thing, forbidden)]


# --- that these tests can fail --------------------------------------------------------------------


def leak_discards(monkeypatch):
    monkeypatch.setattr(Event, "seen", lambda event, seat: event)


def leak_by_what_may_be_called(monkeypatch):
    right = declaring.calls

    def calls(state):
        held = state.hands[Seat.YOUNGER]
        return [part for part in right(state) if held & 1 or part[0] is not Kind.SET]

    monkeypatch.setattr(declaring, "calls", calls)


def leak_by_words(monkeypatch):
    monkeypatch.setattr(declaring, "_spoken_at_once", lambda category, mask, *more: (mask & 255,))


@pytest.mark.parametrize("leak", [leak_discards, leak_by_what_may_be_called, leak_by_words])
def test_a_planted_leak_is_found(leak, monkeypatch):
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="told more than it may know"):
        compare_many(60, 3)


def test_a_planted_reference_is_found(monkeypatch):
    start = Told("reference").positions[0]
    right = View.__init__

    def keep(view, *told):
        right(view, *told)
        view.helper = [start]

    monkeypatch.setattr(View, "__init__", keep)
    things = reachable(start.view(Seat.ELDER))
    assert [thing for thing in things if isinstance(thing, State)]
