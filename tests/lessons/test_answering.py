"""Every action at every stop is answered: by the author, the Oracle, a rule or the engine."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from piquet import kernel, lessons
from piquet.actions import Action, Kind
from piquet.cards import CARDS
from piquet.lessons import Lesson, Stop, answer

FULL = os.environ.get("PIQUET_FULL") == "1"
SAMPLE = 4  # actions of a stop that are not the author's, in CI

needs_core = pytest.mark.skipif(not kernel.available(), reason="the Oracle needs the native core")

ASKED = [
    (lesson, stop)
    for lesson in map(lessons.load, lessons.names())
    for stop in lesson.stops
    if stop.expected is not None
]
NAMES = [f"{lesson.name}-{stop.name}" for lesson, stop in ASKED]


def wrong(lesson: Lesson, stop: Stop) -> list[Action]:
    legal = lesson.position(stop).legal_actions
    return [action for action in legal if action != stop.expected]


@needs_core
@pytest.mark.parametrize(("lesson", "stop"), ASKED, ids=NAMES)
def test_every_legal_action_is_answered(lesson: Lesson, stop: Stop) -> None:
    actions = wrong(lesson, stop)
    if not FULL:
        actions = random.Random(stop.name).sample(actions, min(SAMPLE, len(actions)))
    for action in actions:
        said = answer(lesson, stop, action)
        assert said.verdict in ("weak", "also"), action
        assert said.source in ("lesson", "oracle"), action
        assert said.words
        assert said.words.rstrip('"')[-1] in ".!?:", said.words
        if said.source == "oracle":
            assert said.cost is not None
            assert (said.verdict == "weak") == (said.cost >= 0.5)


@pytest.mark.parametrize(("lesson", "stop"), ASKED, ids=NAMES)
def test_every_legal_action_is_answered_without_the_core(lesson: Lesson, stop: Stop) -> None:
    actions = wrong(lesson, stop)
    if not FULL:
        actions = random.Random(stop.name).sample(actions, min(100, len(actions)))
    for action in actions:
        said = answer(lesson, stop, action, lambda view, action: None)
        assert said.verdict in ("weak", "also"), action
        assert said.source in ("lesson", "rule"), action
        assert said.words


@pytest.mark.parametrize(("lesson", "stop"), ASKED, ids=NAMES)
def test_what_is_not_legal_gets_the_engines_sentence(lesson: Lesson, stop: Stop) -> None:
    legal = lesson.position(stop).legal_actions
    tried = [Action.play(card) for card in CARDS] + [Action.GOOD, Action.PASS, Action.EQUAL]
    refused = [action for action in tried if action not in legal]
    assert refused
    for action in refused:
        said = answer(lesson, stop, action)
        assert (said.verdict, said.source) == ("illegal", "engine")
        assert said.words.endswith(".")
        if action.kind is Kind.PLAY and action.card not in lesson.view(stop).hand:
            assert action.card.symbol in said.words or stop.chapter != "play"


def test_the_authors_own_answer_comes_before_all_others() -> None:
    lesson = lessons.load("first")
    stop = lesson.stop("guard")
    assert answer(lesson, stop, Action.parse("play QH")).words.startswith("Nearly")
    assert answer(lesson, stop, Action.parse("play 8C")).words.startswith("Not a club")


def test_what_is_expected_is_right_and_what_is_as_good_is_said_to_be() -> None:
    lesson = lessons.load("first")
    stop = lesson.stop("drive")
    assert answer(lesson, stop, Action.parse("play 8D")).verdict == "right"
    assert answer(lesson, stop, Action.parse("play QD")).verdict == "also"


def test_when_it_is_not_the_learners_turn_nothing_can_be_done() -> None:
    lesson = lessons.load("second")
    said = answer(lesson, lesson.stop("chair"), Action.GOOD)
    assert said.verdict == "illegal"
    assert "turn" in said.words


@needs_core
def test_the_oracles_answer_tells_the_cost_and_names_cards() -> None:
    lesson = lessons.load("second")
    said = answer(lesson, lesson.stop("queen"), Action.parse("play JD"))
    assert said.verdict == "weak"
    assert said.source == "oracle"
    assert "knave of spades" in said.words
    assert said.cost == pytest.approx(24.7, abs=1.0)


def test_kinds_of_action_fit_what_they_say() -> None:
    fits = {
        "fewer": ("exchange 7S", "exchange 7S 8S 9D"),
        "throwing": ("exchange AS 8S", "exchange 7S 8S"),
        "silent": ("play AS", "point AS KS"),
        "less": ("point AS", "point AS KS"),
        "suit": ("play AS", "play KD"),
        "other": ("good", "not good"),
    }
    cards = lessons.Reply("", kind="throwing", cards=Action.parse("exchange AS").cards).cards
    for kind, (action, expected) in fits.items():
        reply = lessons.Reply("", kind=kind, cards=cards)
        assert reply.fits(Action.parse(action), Action.parse(expected)), kind
        if kind != "other":
            assert not reply.fits(Action.parse("good"), Action.parse(expected)), kind


@pytest.mark.parametrize(
    ("where", "action", "said"),
    [
        ("second shown", "play JH", "The king of hearts can take the knave of hearts; nothing"),
        ("second shown", "play KD", "The ace of diamonds can take the king of diamonds; nothing"),
        ("second there", "play JD", "The knave of diamonds leaves them the trick"),
        ("first throw", "exchange 7C", "You may exchange five cards"),
        ("first value", "making nothing", "You hold more than you say"),
        ("second ten", "good", "Compare with your own hand once more."),
        ("second look", "play JH", "What yours would cost only the Oracle can count."),
        ("second throw", "exchange 8S 7H 7D", "That throws the eight of spades, which the lesson"),
        ("second seven-cards", "see point", "What is not said is not scored"),
    ],
)
def test_without_the_oracle_the_rules_say_what_they_can(where: str, action: str, said: str) -> None:
    name, stop = where.split()
    lesson = lessons.load(name)
    silent = replace(lesson.stop(stop), replies=())
    told = answer(replace(lesson, stops=(silent,)), silent, Action.parse(action), lambda *_: None)
    assert told.source == "rule"
    assert said in told.words
