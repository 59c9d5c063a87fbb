"""Exercises: what is asked, what is right, why not, and that nobody is told before the answer."""

from __future__ import annotations

import functools
import io
import itertools
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import scorer
from hypothesis import example, given
from hypothesis import strategies as st
from table.served import Live, Thinkers, live

import piquet
from piquet import kernel
from piquet.actions import Category
from piquet.base import Illegal, PiquetError, Seat, Unreadable
from piquet.cards import CARDS, Card, CardSet
from piquet.cli import main
from piquet.lessons import drills
from piquet.lessons.drills import Chances, Counting, Which, drill
from piquet.lessons.drills.asking import Lots
from piquet.lessons.drills.chances import TOLERANCE, typed
from piquet.lessons.drills.hands import NOBODY, Counted
from piquet.lessons.drills.odds import TABLE, odds, odds_about
from piquet.lessons.drills.showing import shown
from piquet.rules import Rules
from piquet.table import drilling

ROOT = Path(__file__).resolve().parents[2]
FULL = os.environ.get("PIQUET_FULL") == "1"
RULES = Rules.named("rubicon")
needs_core = pytest.mark.skipif(not kernel.available(), reason="the native core is not there")


def which(kind: str, number: int, seed: str = "tests", rules: Rules = RULES) -> Which:
    return Which(kind, seed, number, rules)


def many(number: int) -> range:
    return range(1, 1 + number * (10 if FULL else 1))


# --- the table of chances -------------------------------------------------------------------------

PUBLISHED = next(
    entry
    for entry in json.loads((ROOT / "vectors" / "published.json").read_text("utf-8"))
    if entry["id"] == "ODDS-01"
)["rows"]


def test_every_row_of_the_old_tables_comes_out() -> None:
    """Cavendish, The Laws of Piquet (1892), and Hoyle's Games Improved: ODDS-01."""
    assert [str(row.chance) for row in TABLE] == [row["exact"] for row in PUBLISHED]
    for row, printed in zip(TABLE, PUBLISHED, strict=True):
        said = row.words()[3]
        numbers = re.findall(r"(\d+) to (\d+)", printed["source_states"])
        for a, b in numbers:
            assert f"{int(a):,} to {int(b):,}" in said, (said, printed["source_states"])
        verdict = printed["verdict"].split()[0].rstrip(":")
        for stated in row.stated:
            due = {"close": "rounded", "exact": "exact"}.get(verdict, verdict)
            if stated.book == "misprint":
                due = "wrong"
            elif stated.book == "hoyle" and verdict == "rounded":
                due = "exact"  # "Hoyle also 21 to 17, exact"
            elif printed["verdict"] == "exact to the unit":
                due = "rounded"
            assert stated.verdict(row.chance) == due, (said, printed["verdict"])


def test_where_the_books_err_the_table_says_so() -> None:
    wrong = {row.words()[1]: row.words()[3] for row in TABLE if row.wrong}
    assert list(wrong) == ["at least three of four named cards", "one named card"]
    assert wrong["at least three of four named cards"].count("wrong, it is 30.26 to 1") == 2
    assert "one printing 17 to 1 against: wrong" in wrong["one named card"]


@pytest.mark.parametrize(
    ("chance", "exact", "about"),
    [
        (Fraction(17, 38), "21 to 17 against", "about 5 to 4 against"),
        (Fraction(137, 228), "137 to 91 on", "about 3 to 2 on"),
        (Fraction(1, 2), "even", "even"),
        (Fraction(29, 57), "29 to 28 on", "about 1 to 1 on"),
        (Fraction(1, 969), "968 to 1 against", "968 to 1 against"),
    ],
)
def test_odds_are_said_as_people_say_them(chance: Fraction, exact: str, about: str) -> None:
    assert odds(chance) == exact
    assert odds_about(chance) == about.replace("about 1 to 1 on", "about even")


# --- chances --------------------------------------------------------------------------------------


def enumerated(exercise: Chances) -> Fraction:
    """Return a chance by drawing every hand of cards there is."""
    unseen = [card for card in CARDS if card not in exercise.hand]
    ranks = {card.rank for card in exercise.cards}
    groups = [exercise.cards]
    if len(exercise.event.groups) == 2:
        groups = [
            CardSet.of(*(card for card in exercise.cards if card.rank is rank))
            for rank in sorted(ranks, reverse=True)
        ]
    masks = [group.mask for group in groups]
    wanted = exercise.event.wanted
    good = total = 0
    for draw in itertools.combinations([card.mask for card in unseen], exercise.event.drawn):
        drawn = sum(draw)
        got = [(drawn & mask).bit_count() for mask in masks]
        good += any(all(n >= least for n, least in zip(got, one, strict=True)) for one in wanted)
        total += 1
    return Fraction(good, total)


NUMBERS = {"one": 1, "two": 2, "three": 3, "both": 2, "all": 3}


def test_chances_are_those_of_all_draws_there_are() -> None:
    asked = Counter()
    for number in many(40):
        exercise = Chances(which("chances", number))
        assert exercise.chance == enumerated(exercise)
        assert not exercise.cards & exercise.hand
        least = exercise.event.wanted[0]
        words = exercise.question[1].removeprefix("How often do you draw ")
        if len(exercise.event.groups) == 1 and words.startswith(("at least", "both", "all")):
            first = words.removeprefix("at least ").split()[0]
            assert NUMBERS[first] == least[0], words
        asked[bool(exercise.offers)] += 1
    assert asked[True] > asked[False] > 0


def test_an_offer_is_right_and_the_others_say_why_not() -> None:
    reasons = Counter()
    for number in many(60):
        exercise = Chances(which("chances", number))
        if not exercise.offers:
            continue
        assert len(exercise.offers) >= 3
        assert list(exercise.offers) == sorted(exercise.offers)
        for place in range(len(exercise.offers)):
            marked = exercise.mark(place)
            assert marked.right == (exercise.offers[place] == exercise.chance)
            assert len(marked.said) >= 2
            if not marked.right:
                reasons[marked.said[1]] += 1
    plain = sum(n for words, n in reasons.items() if words.startswith("It is "))
    assert plain < sum(reasons.values()) / 3, reasons
    assert len(reasons) > 8


def test_a_typed_chance_has_its_tolerance() -> None:
    exercise = next(
        one for n in itertools.count(1) if not (one := Chances(which("chances", n))).offers
    )
    assert "2 points more or less are right" in exercise.question[-1]
    for far, right in ((0, True), (TOLERANCE, True), (TOLERANCE + Fraction(1, 10**6), False)):
        assert exercise.mark(exercise.chance + far).right is right
        assert exercise.mark(exercise.chance - far).right is right
    with pytest.raises(Unreadable, match="from 0 to 100"):
        exercise.mark(1)


@pytest.mark.parametrize("words", ["", "many", "-1", "100.1", "٤٤", "1e3", "4_4", "9" * 10_000])
def test_a_chance_that_cannot_be_is_refused(words: str) -> None:
    with pytest.raises(Unreadable, match="from 0 to 100"):
        typed(words)


# --- counting -------------------------------------------------------------------------------------

OPTIONS = {"seq_scores": {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}, "point_score": "cards"}


def by_paper(exercise: Counting) -> Counted:
    """Return the count of two hands by the second scorer's making of combinations."""
    hands = [{str(card) for card in hand} for hand in exercise.hands]
    rows = []
    if exercise.blank is not None:
        rows.append((0, int(exercise.blank), 10))
    who = {}
    for place, category in enumerate(scorer.TALK, 1):
        held = [scorer.makings(category, hand) for hand in hands]
        best = [made[0] if made else (0, 0) for made in held]
        who[category] = NOBODY
        if best[0] == best[1]:
            continue
        seat = 0 if best[0] > best[1] else 1
        who[category] = str(Seat(seat))
        if category == "point":
            rows.append((place, seat, best[seat][0]))
        elif category == "sequences":
            lengths = [length for length, _ in held[seat]]
            rows.append((place, seat, sum(n if n < 5 else 10 + n for n in lengths)))
        else:
            rows.append((place, seat, sum(14 if n == 4 else 3 for n, _ in held[seat])))
    sums = [0, 0]
    repique = -1
    for _, seat, points in rows:
        sums[seat] += points
        if sums[seat] >= 30 and not sums[1 - seat] and repique < 0:
            repique = seat
    if repique >= 0:
        sums[repique] += 60
    return Counted(who["point"], who["sequences"], who["sets"], *sums)


def test_a_count_is_that_of_a_second_scorer_and_repiques_are_frequent() -> None:
    shows: Counter[str] = Counter()
    for number in many(60):
        exercise = Counting(which("count", number))
        answer = exercise.answer
        due = by_paper(exercise)
        assert (answer.point, answer.sequences, answer.sets) == (due.point, due.sequences, due.sets)
        assert (answer.elder, answer.younger) == (due.elder, due.younger)
        assert exercise.steps[-3].sums == exercise.scores
        assert exercise.mark(answer).right
        repique = [award.seat for award in exercise.awards if award.reason == "repique"]
        shows["repique " + str(repique[0]) if repique else "none"] += 1
        shows["blank"] += exercise.blank is not None
        shows["saved"] += not repique and max(exercise.scores) >= 30
        shows["equal"] += NOBODY in (answer.point, answer.sequences, answer.sets)
        shows[f"as {exercise.seat}"] += 1
    for what, least in {
        "repique elder": 6,
        "repique younger": 4,
        "blank": 1,
        "saved": 3,
        "equal": 3,
        "as elder": 15,
        "as younger": 15,
    }.items():
        assert shows[what] >= least, shows


def changed(answer: Counted, part: str) -> Counted:
    """Return an answer with one part wrong."""
    given = {
        name: getattr(answer, name)
        for name in drilling.DrillAnswered.__annotations__
        if name in ("point", "sequences", "sets", "elder", "younger")
    }
    if isinstance(given[part], int):
        given[part] += 7
    else:
        given[part] = next(who for who in ("elder", "younger", NOBODY) if who != given[part])
    return Counted(**given)


@pytest.mark.parametrize("part", ["point", "sequences", "sets", "elder", "younger"])
def test_the_part_that_is_wrong_is_named_with_its_reason(part: str) -> None:
    for number in range(1, 9):
        exercise = Counting(which("count", number))
        marked = exercise.mark(changed(exercise.answer, part))
        assert not marked.right
        assert marked.wrong == (part,)
        assert len(marked.said) == 2
        assert len(marked.said[1]) > 10


def test_a_sum_that_no_mistake_explains_is_added_up() -> None:
    exercise = Counting(which("count", 1, "letter"))
    right = exercise.answer
    given = Counted(right.point, right.sequences, right.sets, right.elder + 99, right.younger)
    assert exercise.mark(given).said[1] == "Elder has 7: 7 for sequences."


def test_common_mistakes_are_told_by_name() -> None:
    exercise = next(
        one
        for n in itertools.count(1)
        if max((one := Counting(which("count", n))).scores) > 90 and one.seat is Seat.ELDER
    )
    seat = Seat(exercise.scores.index(max(exercise.scores)))
    sums = list(exercise.scores)
    for less, words in ((60, "are a repique"), (30, "a pique is made in play only")):
        given = list(sums)
        given[seat] -= less
        answer = exercise.answer
        marked = exercise.mark(Counted(answer.point, answer.sequences, answer.sets, *given))
        assert words in marked.said[1]


# --- endings --------------------------------------------------------------------------------------


def best_net(mine: int, theirs: int, led: int, won: tuple[int, int]) -> int:
    """Return the best net points of the side to move, by trying everything: 10 for cards."""

    @functools.cache
    def to_lead(me: int, you: int, my: int, your: int) -> int:
        if not me:
            return 0
        return max(-to_follow(you, me & ~card, card, your, my) + 1 for card in bits(me))

    @functools.cache
    def to_follow(me: int, you: int, card: int, my: int, your: int) -> int:
        suit = 255 << (card.bit_length() - 1) // 8 * 8
        best = -999
        for reply in bits(me & suit or me):
            rest = me & ~reply
            last = not rest
            if reply & suit and reply > card:
                got = 1 + last + (cards(my + 1, your) if last else 0)
                got += to_lead(rest, you, my + 1, your)
            else:
                got = -last + (cards(my, your + 1) if last else 0)
                got -= to_lead(you, rest, your + 1, my)
            best = max(best, got)
        return best

    def cards(my: int, your: int) -> int:
        due = {n: 40 if n == 12 else 10 if n > 6 else 0 for n in (my, your)}
        return due[my] - due[your]

    if led:
        return to_follow(mine, theirs, led, *won)
    return to_lead(mine, theirs, *won)


def bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


@needs_core
def test_one_card_alone_is_best_and_the_tempting_one_loses() -> None:
    from piquet.lessons.drills.endings import Ending

    sizes: Counter[int] = Counter()
    follows = 0
    for number in many(12):
        exercise = Ending(which("ending", number))
        now = exercise.start
        judged = exercise.judge(now)
        assert judged[0].points > judged[1].points
        assert exercise.best.points - exercise.tempting.points >= 2
        mover = now.to_move
        mine, theirs = now.hands[mover].mask, now.hands[mover.other].mask
        won = now.won[mover], now.won[mover.other]
        led = 0 if now.led is None else now.led.mask
        # A lead on the table has scored its point already, for the other side.
        offset = -1 if led else 0
        assert best_net(mine, theirs, led, won) + offset == exercise.best.points
        for one in judged:
            if now.led is None:
                after = best_net(theirs, mine & ~one.card.mask, one.card.mask, won[::-1])
                assert 1 - after == one.points, (number, one)
        sizes[exercise.size] += 1
        follows += bool(led)
    assert set(sizes) == {4, 5, 6}
    assert 0 < follows < 12


@needs_core
def test_an_ending_played_out_scores_the_best_less_what_was_lost() -> None:
    from piquet.lessons.drills.endings import Ending

    losses = 0
    for number in many(10):
        exercise = Ending(which("ending", number))
        lots = Lots(which("ending", number, "play"))
        cards: list[Card] = []
        played = exercise.play(cards)
        while not played.over:
            cards.append(lots.pick(tuple(played.now.playable)))
            played = exercise.play(cards)
        me = exercise.seat
        net = -1 if exercise.start.led is not None else 0  # the lead on the table at first
        for place, trick in enumerate(played.tricks):
            if place or exercise.start.led is None:
                net += 1 if trick.leader is me else -1
            if trick.winner is not trick.leader:
                net += 1 if trick.winner is me else -1
        net += 1 if played.tricks[-1].winner is me else -1
        mine, theirs = played.now.won[me], played.now.won[me.other]
        net += (10 if mine > 6 else 0) - (10 if theirs > 6 else 0)
        assert net == exercise.best.points - played.loss
        losses += played.loss
        assert all(move.words for move in played.moves if move.loss)
        with pytest.raises(Illegal, match="all cards have been played"):
            exercise.play([*cards, cards[-1]])
    assert losses


@needs_core
def test_a_wrong_card_is_answered_by_how_it_goes_on() -> None:
    from piquet.lessons.drills.endings import Ending

    exercise = Ending(which("ending", 1))
    right = exercise.mark([exercise.best.card])
    assert (right.right, right.said[0]) == (True, "Right.")
    wrong = exercise.mark([exercise.tempting.card])
    assert not wrong.right
    lost = exercise.best.points - exercise.tempting.points
    assert f"loses {lost} points against" in wrong.said[1]
    assert wrong.said[-1].startswith("It goes on: ")
    assert len(wrong.steps) == len(exercise.start.playable) + 1
    with pytest.raises(Illegal, match="not in your hand"):
        exercise.mark([next(iter(CardSet.ALL - exercise.start.hands[exercise.seat]))])
    with pytest.raises(Illegal, match="Play a card first"):
        exercise.mark([])


@needs_core
def test_a_revoke_is_refused_with_the_suit() -> None:
    from piquet.lessons.drills.endings import Ending

    for number in itertools.count(1):
        exercise = Ending(which("ending", number))
        cards: list[Card] = []
        while not (played := exercise.play(cards)).over:
            barred = played.now.hands[exercise.seat] - played.now.playable
            if barred:
                with pytest.raises(Illegal, match=r"you can follow in [a-z]+, and must"):
                    exercise.play([*cards, next(iter(barred))])
                return
            cards.append(next(iter(played.now.playable)))


@needs_core
def test_endings_say_by_which_rules_they_cannot_be_judged() -> None:
    with pytest.raises(Illegal, match="take other rules"):
        drill(which("ending", 1, rules=Rules.named("foster")))
    for name in ("cavendish", "digital", "club_as_printed"):
        exercise = drill(which("ending", 1, rules=Rules.named(name)))
        assert not exercise.given_up().right


# --- what to throw --------------------------------------------------------------------------------


@needs_core
def test_the_oracle_judges_a_throw() -> None:
    seats = set()
    for number in many(3):
        exercise = drill(which("throw", number))
        assert isinstance(exercise, drills.Throwing)
        seats.add(exercise.seat)
        fewest, most = exercise.bounds
        best = exercise.advice(threads=1).best.action.cards
        assert exercise.mark(best, exercise.advice(best, threads=1)).right
        worst = CardSet.of(*sorted(exercise.hand, key=lambda card: -card.rank)[:most])
        advice = exercise.advice(worst, threads=1)
        marked = exercise.mark(worst, advice)
        assert not marked.right
        loss = re.search(r"loses ([\d.]+) points", marked.said[1])
        assert loss is not None
        row = next(step for step in marked.steps if step.cards == worst)
        assert f"{loss[1]} less than the best: yours" in row.words.replace(".0 ", " ")
        assert len(marked.said) > 2  # the Oracle's reasons
        assert 1 <= fewest <= most
    assert seats == set(Seat)


@needs_core
def test_cards_that_cannot_be_thrown_are_refused() -> None:
    exercise = drill(which("throw", 1))
    assert isinstance(exercise, drills.Throwing)
    foreign = CardSet.of(next(iter(CardSet.ALL - exercise.hand)))
    with pytest.raises(Illegal, match="you do not hold them"):
        exercise.action(foreign)
    with pytest.raises(Illegal, match="cannot be thrown: 1 to"):
        exercise.action(exercise.hand)


# --- by seed and number ---------------------------------------------------------------------------

FROZEN = {
    "chances": [
        "elder: AS KS QS JS 7S KH JH 9H 8H QD JD QC",
        "elder: TS 9S 8S 8H QD 8D 7D AC KC 9C 8C 7C",
    ],
    "count": [
        "younger: AH TH 9H 8H 7H JD 9D 8D 7D AC KC 7C / AS KS JS TS 9S KH QH AD KD QD TD 8C",
        "younger: AS TS 9S 8S AH TH AD QD TD KC QC TC / KS QS JS KH QH JH KD JD 9D 8D AC JC",
    ],
    "ending": [
        "elder: QS TS AH AC JC TC / AS JS 9S TH 7H AD",
        "younger: KS KD 7D KC / 8S AD JD TD",
    ],
    "throw": [
        "elder: QS TS 9S KH JH 8H KD JD TD 8D AC 8C",
        "elder: QS JS 8S JH 9H AD KD JD AC TC 9C 7C",
    ],
}


def written(kind: str, number: int) -> str:
    told = shown(drill(which(kind, number, "letter")))
    piles = " / ".join(str(pile.cards) for pile in told.piles)
    return f"{told.seat}: {piles} {told.led}".strip()


@needs_core
@pytest.mark.parametrize("kind", drills.KINDS)
def test_an_exercise_can_be_quoted(kind: str) -> None:
    """The same kind, seed and number show the same cards, now and in every later version."""
    assert [written(kind, number) for number in (1, 2)] == FROZEN[kind]
    one, other = which(kind, 3), which(kind, 3, "other")
    assert shown(drill(one)) == shown(drill(one))
    assert shown(drill(one)).piles != shown(drill(other)).piles
    assert shown(drill(one)).piles != shown(drill(one.next)).piles
    assert shown(drill(one)).link == f"#/drills/{kind}/tests/3"


def test_a_link_holds_what_an_address_cannot_and_other_rules() -> None:
    odd = Which("count", "a/b c?", 2, Rules.named("club"))
    assert odd.link == "#/drills/count/a%2Fb%20c%3F/2/club"


@pytest.mark.parametrize("seed", ["", "  ", "x" * 41, "x" * 10_000, "a\nb", "a\x1b[31m", "\u202e"])
def test_a_seed_that_cannot_be_quoted_is_refused(seed: str) -> None:
    with pytest.raises(Unreadable, match="A seed is any text of 1 to 40"):
        Which("count", seed, 1, RULES)


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_a_number_that_there_is_not_is_refused(number: int) -> None:
    with pytest.raises(Illegal, match="numbered from 1 to 9999"):
        Which("count", "letter", number, RULES)


def test_the_last_exercise_is_followed_by_the_first() -> None:
    assert which("count", drills.LAST).next.number == 1


# --- by the server --------------------------------------------------------------------------------


class Told(Thinkers):
    """Who thinks for the table, in this process."""

    async def ask(self, question: Any) -> Any:
        from piquet.oracle import advise

        view, goal = question.view, question.goal
        yield advise(view, goal=goal, selection=question.selection, threads=1), {}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("drills")) as made:
        made.service.thinkers = Told()  # type: ignore[assignment]
        if kernel.available():
            kernel.solved(1)
            while made.service.solved.core.state == "building":
                pass
        yield made


@pytest.fixture(scope="module")
def client(server: Live) -> Iterator[httpx.Client]:
    with server.client() as made:
        yield made


def asked(kind: str, number: int = 1, **more: object) -> dict[str, object]:
    return {"kind": kind, "seed": "tests", "number": number, **more}


def kinds_here() -> list[str]:
    core = kernel.available()
    return [kind for kind in drills.KINDS if core or kind not in drills.NEED_CORE]


@pytest.mark.parametrize("kind", kinds_here())
def test_nothing_of_the_solution_is_sent_before_the_answer(client: httpx.Client, kind: str) -> None:
    """What is sent names the cards that lie open, and no field or sentence of the solution."""
    for number in many(4):
        sent = client.post("/api/drills/exercise", json=asked(kind, number)).json()
        hint = client.post("/api/drills/hint", json=asked(kind, number)).json()
        answer = client.post("/api/drills/answer", json=asked(kind, number, given_up=True)).json()
        assert set(sent) == set(drilling.DrillTold.__annotations__)
        assert set(hint) == {"words"}
        before = json.dumps([sent, hint])
        for words in (*answer["said"], *(step["words"] for step in answer["steps"])):
            assert words not in before
        exercise = drill(which(kind, number))
        told = shown(exercise)
        assert sent["question"] == list(told.question)
        assert sent["offers"] == list(told.offers)
        assert sent["led"] == told.led
        open_cards = {card for pile in sent["piles"] for card in pile["cards"]}
        named = set(re.findall(r"\b[7-9TJQKA][SHDC]\b", before))
        played = {card for one in sent["tricks"] for card in (one["lead"], one["follow"])}
        assert named <= open_cards | played | {sent["led"]}
        if kind == "ending":
            # Whatever may be played is told, in the order of cards and not of what is best.
            now = exercise.start  # type: ignore[attr-defined]
            assert sent["playable"] == [str(card) for card in now.playable]
        if kind == "count":
            for total in exercise.scores:  # type: ignore[attr-defined]
                assert total < 20 or str(total) not in " ".join((*sent["question"], hint["words"]))


@pytest.mark.parametrize("kind", kinds_here())
def test_an_answer_is_marked(client: httpx.Client, kind: str) -> None:
    exercise = drill(which(kind, 1))
    if isinstance(exercise, Counting):
        right = exercise.answer
        good = {name: getattr(right, name) for name in ("point", "sequences", "sets")}
        good |= {"elder": right.elder, "younger": right.younger}
        bad = {**good, "elder": right.elder + 1}
    elif isinstance(exercise, Chances):
        assert exercise.offers
        good = {"offer": exercise.answer}
        bad = {"offer": 1 if exercise.answer == 0 else 0}
    elif isinstance(exercise, drills.Throwing):
        best = exercise.advice(threads=1).best.action.cards
        good = {"cards": [str(card) for card in best]}
        high = sorted(exercise.hand, key=lambda card: -card.rank)[: exercise.bounds[1]]
        bad = {"cards": [str(card) for card in high]}
    else:
        best_card, tempting = exercise.best.card, exercise.tempting.card  # type: ignore[attr-defined]
        good, bad = {"cards": [str(best_card)]}, {"cards": [str(tempting)]}
    for answer, due in ((good, True), (bad, False)):
        told = client.post("/api/drills/answer", json=asked(kind, 1, **answer))
        assert told.status_code == 200, told.text
        assert told.json()["right"] is due
        assert told.json()["steps"]
        assert (told.json()["ending"] is not None) == (kind == "ending")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (asked("cooking"), "There is no such kind"),
        (asked("count", 0), "numbered from 1"),
        ({**asked("count"), "seed": "x" * 150}, "A seed is any text"),
        ({**asked("count"), "seed": "x" * 10_000}, "The message"),
        ({**asked("count"), "rules": "tarot"}, "tarot"),
        (asked("count", point="elder"), "Say who scores"),
        (asked("count", point="elder", sets="elder", sequences="elder"), "Points are a whole"),
        (asked("count", point="everybody"), "The message"),
        (asked("count", point="elder", elder=10**9), "The message"),
        (asked("chances"), "Choose one of the answers"),
        (asked("chances", offer=19), "Choose one of the answers"),
        (asked("throw", cards=["AS", "AS"]), "twice"),
        (asked("throw", cards=["1S"]), "The message"),
        (asked("ending", cards=[]), "Play a card first"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    client: httpx.Client, body: dict[str, object], words: str
) -> None:
    if body["kind"] in drills.NEED_CORE and not kernel.available():
        pytest.skip("the native core is not there")
    told = client.post("/api/drills/answer", json=body)
    assert told.status_code == 400, told.text
    assert words in told.json()["sentence"]


def test_without_a_cookie_nothing_is_told(server: Live) -> None:
    with httpx.Client(base_url=server.base, headers={"origin": server.base}) as stranger:
        assert stranger.get("/api/drills").status_code == 401
        assert stranger.post("/api/drills/answer", json=asked("count")).status_code == 401


_BODY = st.dictionaries(
    st.sampled_from([*drilling.DrillAnswered.__struct_fields__, "more"]),
    st.none()
    | st.booleans()
    | st.integers(-5, 12_000)
    | st.sampled_from([*drills.KINDS, "elder", "nobody", "AS", "44", "rubicon", "", "\u202e"])
    | st.lists(st.sampled_from(["AS", "7H", "KD", "no", 3]), max_size=3),
)


@given(_BODY)
@example({"kind": "chances", "seed": "a", "number": 4, "percent": "Infinity"})
@example({"kind": "count", "seed": "\ud800", "number": 1})
def test_no_body_brings_the_server_down(client: httpx.Client, body: dict[str, object]) -> None:
    for where in ("exercise", "hint", "answer"):
        whole = json.dumps({"kind": "count", "seed": "fuzz", "number": 1, **body})
        told = client.post(
            f"/api/drills/{where}", content=whole, headers={"content-type": "application/json"}
        )
        assert told.status_code in (200, 400), (whole, told.text)
        if told.status_code == 400:
            assert told.json()["sentence"].strip()


def test_the_table_of_chances_and_the_kinds_are_told(client: httpx.Client) -> None:
    told = client.get("/api/drills/odds").json()
    assert len(told["rows"]) == len(PUBLISHED)
    assert sum(row["wrong"] for row in told["rows"]) == 2
    kinds = client.get("/api/drills").json()
    assert [kind["name"] for kind in kinds["kinds"]] == list(drills.KINDS)
    assert Which("count", kinds["seed"], 1, RULES)


# --- without the core -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", drills.NEED_CORE)
def test_without_the_core_a_kind_says_so(
    kind: str,
    server: Live,
    client: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(kernel, "why_not", lambda: "The core is missing.")
    core = server.service.solved.core
    monkeypatch.setattr(server.service.solved, "core", type(core)("missing", 0, 1, "missing"))
    with pytest.raises(kernel.CoreMissing):
        drill(which(kind, 1))
    told = client.post("/api/drills/exercise", json=asked(kind))
    assert told.status_code == 400
    assert "The core is missing." in told.json()["sentence"]
    ready = {one["name"]: one["ready"] for one in client.get("/api/drills").json()["kinds"]}
    assert ready == {"count": True, "chances": True, "throw": False, "ending": False}
    assert main(["drill", kind, "--seed", "a"]) == 1
    assert "The core is missing." in capsys.readouterr().err


@needs_core
def test_while_the_table_is_built_a_kind_waits(
    server: Live, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = server.service.solved.core
    building = type(core)("building", 1, 9, "The table is being built.")
    monkeypatch.setattr(server.service.solved, "core", building)
    for kind in drills.KINDS:
        told = client.post("/api/drills/exercise", json=asked(kind))
        assert told.status_code == (400 if kind in drills.NEED_CORE else 200)
        assert ("The table is being built." in told.text) == (kind in drills.NEED_CORE)


# --- in the terminal ------------------------------------------------------------------------------


def terminal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: str,
    *arguments: str,
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    code = main(["drill", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def widest(out: str) -> int:
    """Return how wide the widest line is; what is typed, and ends its line, is not in it."""
    return max(map(len, out.replace("> ", "> \n").splitlines()))


def test_a_count_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    exercise = Counting(which("count", 1))
    right = exercise.answer
    lines = ["hint", "maybe", *(right.of(c)[0] for c in list(Category)[1:4]), "-3"]
    lines += [str(right.elder), str(right.younger)]
    code, out, err = terminal(
        monkeypatch, capsys, "\n".join(lines), "count", "--seed", "tests", "--rounds", "1"
    )
    assert (code, err) == (0, "")
    assert "Counting tests/1" in out
    assert "Say who scores: elder, younger or nobody." in out
    assert "Points are a whole number from 0 to 999." in out
    assert "1 of 1 right." in out
    assert widest(out) <= 80


@needs_core
def test_an_ending_is_played_out_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from piquet.lessons.drills.endings import Ending

    exercise = Ending(which("ending", 1))
    lines = [str(exercise.best.card), *["1", "2", "3"] * exercise.size]
    code, out, err = terminal(
        monkeypatch, capsys, "\n".join(lines), "ending", "--seed", "tests", "--rounds", "1"
    )
    assert (code, err) == (0, "")
    assert re.search(r"The deal is over: \d+ tricks to \d+\.", out)
    assert "1 of 1 right." in out


def test_the_odds_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drill", "odds", "--ascii"]) == 0
    out = capsys.readouterr().out
    assert out.count("wrong, it is 30.26 to 1") + out.count("wrong, it is\n") >= 1
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    assert main(["drill", "odds", "--json"]) == 0
    assert [row["chance"] for row in json.loads(capsys.readouterr().out)] == [
        row["exact"] for row in PUBLISHED
    ]


def test_exercises_as_a_document_hold_their_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["chances", "--seed", "tests", "--number", "2", "--rounds", "3", "--json"]
    assert main(["drill", *arguments]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["number"] for one in told] == [2, 3, 4]
    assert all(one["solution"] and one["steps"] and one["link"] for one in told)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cooking"], "There is no such kind of exercise"),
        (["count", "--seed", "x" * 10_000], "A seed is any text"),
        (["count", "--seed", ""], "A seed is any text"),
        (["count", "--number", "0"], "numbered from 1"),
        (["count", "--rounds", "0"], "The number of exercises"),
        (["count", "--rules", "tarot"], "tarot"),
    ],
)
def test_arguments_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["drill", *arguments]) == 1
    assert words in capsys.readouterr().err


def test_without_a_kind_all_come_in_turn_that_can_be_judged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for rules, due in (("rubicon", kinds_here()), ("foster", kinds_here()[:3])):
        lines = "solution\n" * 2 * len(due)
        rounds = str(2 * len(due))
        arguments = ("--seed", "tests", "--rules", rules, "--rounds", rounds)
        code, out, err = terminal(monkeypatch, capsys, lines, *arguments)
        assert (code, err) == (0, "")
        names = [drill(which(kind, 1)).title.split(" tests")[0] for kind in due]
        headings = re.findall(r"\u2500 (.*) tests/(\d)", out)
        assert headings == [(name, str(n)) for n in (1, 2) for name in names]
        assert all(f"{name}: 0 of 2 right." in out for name in names)


def test_random_lines_never_bring_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lots = Lots(which("count", 1, "fuzz"))
    said = ["e", "y", "n", "36", "1", "4 5", "AS", "7H 8H", "hint", "?", "", "next", "solution"]
    said += ["\x1b[31m", "٣", "9" * 500, "As Ks", "ace of spades", "-1", "44.7 %", "1,2,3"]
    core = kernel.available()
    monkeypatch.setenv("PIQUET_TRACEBACK", "1")
    for kind in kinds_here():
        number = 400 if kind != "throw" else 40
        lines = "\n".join(lots.pick(said) for _ in range(number))
        code, out, err = terminal(monkeypatch, capsys, lines, kind, "--seed", "fuzz")
        assert (code, err) == (0, "")
        assert "Traceback" not in out
        assert re.search(r"\d+ of \d+ right\.", out)
        assert widest(out) <= 80
    assert core or len(kinds_here()) == 2


# --- the page's types -----------------------------------------------------------------------------

TYPES = Path(piquet.__file__).parent / "table" / "static" / "pages" / "drills_told.d.ts"
MESSAGES = {
    "Drill": drilling.DrillTold,
    "DrillKind": drilling.KindTold,
    "Ending": drilling.EndingTold,
    "Hint": drilling.HintTold,
    "Kinds": drilling.KindsTold,
    "Marked": drilling.MarkedTold,
    "Move": drilling.MoveTold,
    "Odds": drilling.OddsTold,
    "OddsRow": drilling.OddsRow,
    "Pile": drilling.PileTold,
    "Step": drilling.StepTold,
    "TrickOf": drilling.TrickOf,
}


def test_the_page_knows_the_fields_of_every_message() -> None:
    source = TYPES.read_text("utf-8")
    found = dict(re.findall(r"export interface (\w+) \{(.*?)\n\}", source, re.DOTALL))
    assert set(found) == set(MESSAGES)
    for name, message in MESSAGES.items():
        fields = {field.encode_name for field in msgspec.structs.fields(message)}
        assert set(re.findall(r"^\s*(\w+)\??:", found[name], re.MULTILINE)) == fields


def test_every_refusal_is_a_sentence() -> None:
    with pytest.raises(PiquetError) as refused:
        Which("cooking", "a", 1, RULES)
    assert str(refused.value).endswith(".")
