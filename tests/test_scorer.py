"""The engine beside a second scorer: whole random deals, talk and play, line by line.

``PIQUET_FULL=1`` plays 100,000 deals, shared among the cores; without it there are 5,000.  ``python
tests/test_scorer.py FIRST NUMBER`` plays some of them and prints how often each thing happened.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter

import pytest
import scorer
from walk import Walker, cards, name, random_deal, random_rules, random_standing, walk

from piquet import reckoning
from piquet.actions import Action, EventKind, Kind
from piquet.base import Person, Seat
from piquet.cards import CardSet
from piquet.partie import Partie, Settlement
from piquet.phases import declaring, exchanging, playing
from piquet.phases.state import State
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.rules import Rules
from piquet.view import Standing

FULL = os.environ.get("PIQUET_FULL") == "1"
DEALS = 100_000 if FULL else 5_000
PARTIES = 400 if FULL else 120


# --- one deal -------------------------------------------------------------------------------------


def table_for(position):
    """The second scorer's table for a position at its first step."""
    deal, standing = position.deal, position.standing
    return scorer.Table(
        cards(deal.elder.mask),
        cards(deal.younger.mask),
        [str(card) for card in deal.talon],
        position.rules.options,
        standing.scores,
        standing.deals_left,
    )


class Pack:
    """Where the thirty-two cards are, added up from the events."""

    def __init__(self, position):
        self.talon = sum(card.mask for card in position.deal.talon)
        self.aside = 0
        self.heard = 0

    def check(self, position, table):
        for event in position.events[self.heard :]:
            if event.kind in (EventKind.DISCARDED, EventKind.PLAYED):
                assert not self.aside & event.cards
                self.aside |= event.cards
            if event.kind is EventKind.DREW:
                assert event.cards & self.talon == event.cards
                self.talon &= ~event.cards
        self.heard = len(position.events)
        elder, younger = (hand.mask for hand in position.hands)
        places = (elder, younger, self.talon, self.aside)
        assert sum(places) == elder | younger | self.talon | self.aside == 0xFFFFFFFF
        if not table.over:
            assert (cards(elder), cards(younger)) == (table.hands["elder"], table.hands["younger"])


def lines(awards):
    return Counter((name(each.seat), each.points, each.reason, each.category) for each in awards)


def check_sheet(position, table):
    """Compare the finished sheets line by line, the totals and the outcome."""
    awards = position.awards
    assert awards == tuple(award for event in position.events for award in event.awards)
    bonuses = [award for award in awards if award.reason in ("pique", "repique")]
    assert len(bonuses) <= 1
    told = table.told
    if table.out is None:
        assert lines(awards) == Counter(tuple(row) for row in told)
        assert position.outcome[:2] == position.scores == reckoning.totals(awards)
    else:
        # Somebody was out: what the hands scored beyond that was spoken, but never reckoned.
        plain = [award for award in awards if award not in bonuses]
        assert lines(plain) == Counter(tuple(row) for row in table.rows)
        first = reckoning.first_out(position.standing.scores, awards, position.rules)
        assert (name(first.seat), first.award.reason, first.scores) == table.out
    elder, younger, out = position.outcome
    assert (elder, younger, name(out)) == table.outcome


def play_one(number):
    """Play one random deal on both sides; return what happened in it."""
    rng = random.Random(number)
    rules, deal = random_rules(rng), random_deal(rng)
    position = Position(deal, rules, random_standing(rng, rules))
    table, pack, happened = table_for(position), Pack(position), Counter()
    said = [f"deal {deal.code}", str(rules), str(position.standing)]
    try:
        pack.check(position, table)
        for action, after in walk(position, rng):
            words = str(action)
            said.append(words)
            happened.update(particulars(table, action.kind, words))
            assert table.objection(words) is None
            table.hear(words)
            assert after.awards[: len(position.awards)] == position.awards
            position = after
            assert table.turn == name(position.to_move)
            pack.check(position, table)
        check_sheet(position, table)
    except (AssertionError, KeyError, ValueError) as error:
        raise AssertionError(f"deal {number}: {error}\n" + "\n".join(said)) from error
    happened[f"profile {rules.name}"] += 1
    happened["out"] += table.out is not None
    if table.out:
        happened[f"out by {table.out.what}"] += 1
    for award in position.awards:
        happened[f"{name(award.seat)} {award.reason}"] += 1
    if any(award.reason == "pique" for award in position.awards):
        happened[f"pique {rules.pique_order}"] += 1
    return happened


def particulars(table, kind, words):
    """Name what is about to happen: the kind of the action, and what is rare about it."""
    yield kind.name
    verb, mine = scorer.split(words)
    category = scorer.CALLS.get(verb)
    if category and table.turn == "elder" and table.talk[category].verdict == "good":
        better = scorer.best(category, mine) > table.talk[category].makes
        yield "good against the cards, then better" if better else "further combination"
    if category and table.turn == "younger":
        said = table.talk[category]
        if said.verdict == "equal":
            yield f"equal {category}"
        elif said.verdict is None:
            yield f"younger counts {category} that elder passed over"
        elif said.verdict == "declined":
            yield "younger counts what elder declined to say"
        if said.asked and scorer.best(category, table.hands["younger"])[0] > said.makes[0]:
            yield "a greater number is barred"
    if verb == "say" and not mine:
        yield "declined"
    if verb == "concede":
        yield f"{table.turn} concedes"


HAPPENED = (
    *(kind.name for kind in Kind if kind >= Kind.CARTE_BLANCHE),
    *(f"profile {profile}" for profile in PROFILES),
    *("further combination", "good against the cards, then better", "equal point"),
    *("equal sequences", "declined", "younger counts what elder declined to say"),
    *(f"younger counts {category} that elder passed over" for category in scorer.TALK),
    *("a greater number is barred", "elder concedes", "younger concedes"),
    *(f"{seat} {reason}" for seat in ("elder", "younger") for reason in (*scorer.PLACE, "repique")),
    *("elder pique", "pique category", "pique actual", "out by pique", "out by repique"),
    *(f"out by {what}" for what in scorer.PLACE if not what.startswith("conceded")),
)


def play_many(first, number):
    happened = Counter()
    for deal in range(first, first + number):
        happened.update(play_one(deal))
    return happened


def played_in_parts(number):
    """Play all deals, in as many processes as there are cores."""
    size = -(-number // (os.cpu_count() or 1))
    parts = [(first, min(size, number - first)) for first in range(0, number, size)]
    runs = [
        subprocess.Popen(
            [sys.executable, __file__, *map(str, part)], stdout=subprocess.PIPE, text=True
        )
        for part in parts
    ]
    happened = Counter()
    for told in [run.communicate()[0] for run in runs]:
        happened.update(json.loads(told))
    return happened


def test_every_line_of_random_deals_agrees_with_the_second_scorer():
    happened = played_in_parts(DEALS) if FULL else play_many(0, DEALS)
    missing = [what for what in HAPPENED if not happened[what]]
    assert not missing
    assert not [what for what in happened if "younger pique" in what]
    if FULL:
        print(json.dumps(dict(happened.most_common()), indent=1))


# --- deals made to measure ------------------------------------------------------------------------

# The talk of deals in which the order of things decides: hands after the exchange, rules, what is
# said, and the bonus.
MEASURED = {
    "thirty spoken first, but a point reckons before it": (
        ("AS KS QS JS TS AH KH QH AD 9D AC 7C", "KD QD JD TD 8D 7D JH TH KC QC 9S 8S"),
        "cavendish",
        "point AS KS QS JS TS; not good; sequence AS KS QS JS TS; good; set AS AH AD AC; good;"
        " play AS; point KD QD JD TD 8D 7D; play 8S",
        None,
    ),
    "the same as the scores fall": (
        ("AS KS QS JS TS AH KH QH AD 9D AC 7C", "KD QD JD TD 8D 7D JH TH KC QC 9S 8S"),
        "rubicon",
        "point AS KS QS JS TS; not good; sequence AS KS QS JS TS; good; set AS AH AD AC; good;"
        " play AS; point KD QD JD TD 8D 7D; play 8S",
        ("elder", 30, "pique"),
    ),
    "thirty in hand against a point that reckons before it": (
        ("AS KS QS JS TS AH KH QH AD 9D AC 7C", "KD QD JD TD 8D 7D JH TH KC QC 9S 8S"),
        "cavendish",
        "point AS KS QS JS TS; not good; sequence AS KS QS JS TS; good; sequence AH KH QH;"
        " set AS AH AD AC; good; play AS; point KD QD JD TD 8D 7D; play 8S",
        None,
    ),
    "younger counts sequences first, then the point elder passed over": (
        ("AS AH AD AC KS KH KD KC QS QH QD QC", "JS TS 9S 8S 7S JH TH 9H 8H 7H JD JC"),
        "rubicon",
        "set AS AH AD AC; good; set KS KH KD KC; set QS QH QD QC; play AS;"
        " sequence JS TS 9S 8S 7S JH TH 9H 8H 7H; point JS TS 9S 8S 7S; play 7S",
        ("younger", 60, "repique"),
    ),
    "elder's repique hangs on a point younger never counts": (
        ("AS KS QS JS TS AH KH QH JH TH 7D 8D", "9S 8S 9D QD JD 7C AD KC KD 8C TC AC"),
        "rubicon",
        "sequence AS KS QS JS TS; good; sequence AH KH QH JH TH; play AS; play 8S",
        ("elder", 60, "repique"),
    ),
    "younger's sets do not touch a repique made before them": (
        ("AS KS QS JS TS AH KH QH JH TH 7D 8D", "9S 8S 9D AD JD 9C KD KC QC 8C TC AC"),
        "rubicon",
        "sequence AS KS QS JS TS; good; sequence AH KH QH JH TH; play AS; play 8S",
        ("elder", 60, "repique"),
    ),
}


@pytest.mark.parametrize("case", MEASURED)
def test_bonuses_where_the_order_decides(case):
    hands, profile, talk, bonus = MEASURED[case]
    position = Position.from_hands(*map(CardSet.parse, hands), Rules.named(profile))
    table = scorer.Table(*(set(hand.split()) for hand in hands), [], position.rules.options)
    table.stage = "talk"
    for words in talk.split(";"):
        assert table.objection(words.strip()) is None
        table.hear(words.strip())
        position = position.after(Action.parse(words))
    given = [(row.seat, row.points, row.what) for row in table.told if "pique" in row.what]
    assert given == [each for each in (bonus,) if each]
    assert lines(position.awards) == Counter(tuple(row) for row in table.told)


def test_younger_is_out_as_soon_as_she_plays_without_counting():
    # Elder's lead made 101, but younger's hand would have reckoned before it.
    standing = Standing((100, 81), 3, None)
    hands = "KS JS 8S 7S 8H 9S AD QD 7D TD AC QC", "AS TS AH JH TH 9H KD 9D KC QS TC 9C"
    position = Position.from_hands(*map(CardSet.parse, hands), Rules.named("hoyle"), standing)
    position = position.after(Action.parse("play AC"))
    assert position.outcome is None
    assert position.after(Action.parse("play KC")).outcome == (1, 0, Seat.ELDER)


# --- parties --------------------------------------------------------------------------------------


class Book:
    """The scores of a partie by persons, kept beside it."""

    def __init__(self, options):
        self.options = options
        self.scores, self.games, self.deals = [0, 0], [0, 0], 0
        self.result = None

    def enter(self, points):
        self.deals += 1
        last = self.options["deals"]
        double = self.options["double_first_last"] and self.deals in (1, last)
        for person in (0, 1):
            self.scores[person] += points[person] * (2 if double else 1)
        level = self.scores[0] == self.scores[1]
        if self.options["game_end"] == "target":
            if not level and max(self.scores) >= self.options["target"]:
                self.end_game()
        elif self.deals == last + 2 or (self.deals == last and not level):
            winner, won, short, double = scorer.settle(self.scores, self.options)
            self.result = Settlement(as_person(winner), won, short, double)

    def end_game(self):
        winner, won, short, double = scorer.settle(self.scores, self.options)
        self.games[winner] += won if self.options["settlement"] == "game_double" else 1
        if self.options["match"] == "single" or self.games[winner] >= 3:
            self.result = Settlement(as_person(winner), won, short, double, tuple(self.games))
        self.scores, self.deals = [0, 0], 0


def as_person(number):
    return None if number is None else Person(number)


def play_partie(number):
    rng = random.Random(number)
    rules = Rules.named(rng.choice(["au_cent", "hoyle", "cavendish", "club", "table", "digital"]))
    if number % 2 == 0:
        rules = rules.but(concede_last_deal="thirteen_and_ten")
    if rules.game_end == "deals" and number % 3 == 0:
        rules = rules.but(deals=rng.choice((1, 4)), double_first_last=True)
    partie, book = Partie(rules), Book(rules.options)
    happened = Counter()
    while partie.outcome is None:
        if partie.needs_deal:
            deal = random_deal(rng)
            elder = 0 if partie.seat(Person.FIRST) is Seat.ELDER else 1
            before = partie.scores if elder == 0 else partie.scores[::-1]
            assert partie.scores == tuple(book.scores)
            partie = partie.begin(deal)
            position = partie.position
            if position is None:
                table = scorer_of_dealt(deal, rules, before)
            else:
                assert position.standing.scores == before
                happened["extra deal"] += position.standing.extra
                table = table_for(position)
                walker = Walker(rng)
        elif partie.position is None:
            partie = partie.after(partie.legal_actions[rng.randrange(len(partie.legal_actions))])
            continue
        else:
            action = walker.choose(partie.position)
            happened[action.kind.name] += 1
            table.hear(str(action))
            partie = partie.after(action)
        if table.over:
            points = table.outcome[:2]
            book.enter(points if elder == 0 else points[::-1])
            assert partie.position is None
            assert partie.games == tuple(book.games)
    assert partie.outcome == book.result
    happened["double"] += partie.outcome.double
    happened["rubicon"] += partie.outcome.rubicon
    happened["match"] += sum(partie.outcome.games) > 2
    return happened


def scorer_of_dealt(deal, rules, before):
    """The table of a deal that was over with the cards: its carte blanche put somebody out."""
    hands = (cards(hand.mask) for hand in (deal.elder, deal.younger))
    return scorer.Table(*hands, [str(card) for card in deal.talon], rules.options, before, None)


def test_random_parties_are_settled_as_the_second_scorer_settles_them():
    happened = Counter()
    for number in range(PARTIES):
        happened.update(play_partie(number))
    wanted = ("double", "rubicon", "match", "CONCEDE", "extra deal")
    assert not [what for what in wanted if not happened[what]]


# --- that this test can fail ----------------------------------------------------------------------


def plant(fault, monkeypatch):
    if fault == "bonus at once":
        monkeypatch.setattr(State, "opened", lambda state: frozenset())
    elif fault == "last trick twice":
        right = playing._trick_awards

        def awards(*trick):
            found = right(*trick)
            return [*found, *(award for award in found if award.reason == "last_trick")]

        monkeypatch.setattr(playing, "_trick_awards", awards)
    elif fault == "quint of five":
        right = declaring.worth
        monkeypatch.setattr(
            declaring, "worth", lambda *making: 5 if right(*making) == 15 else right(*making)
        )
    else:
        right = exchanging._discard
        monkeypatch.setattr(
            exchanging, "_discard", lambda state, seat, mask: right(state, seat, mask & mask - 1)
        )


@pytest.mark.parametrize(
    "fault", ["bonus at once", "last trick twice", "quint of five", "lost card"]
)
def test_a_planted_fault_is_found(fault, monkeypatch):
    plant(fault, monkeypatch)
    with pytest.raises(AssertionError):
        play_many(0, 600)


if __name__ == "__main__":
    print(json.dumps(play_many(int(sys.argv[1]), int(sys.argv[2]))))
