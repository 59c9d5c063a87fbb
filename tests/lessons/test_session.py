"""Going through a lesson: never stuck, whatever is pressed."""

from __future__ import annotations

import random

import pytest

from piquet import lessons
from piquet.base import Unreadable
from piquet.lessons import Session

PRESSES = ("next", "back", "skip", "restart", "reload", "act", "act wrong")


@pytest.mark.parametrize("name", ["first", "second"])
def test_500_random_presses_are_never_stuck(name: str) -> None:
    lesson = lessons.load(name)
    session = Session(lesson)
    choose = random.Random(f"presses {name}")
    seen = set()
    for _ in range(500):
        press = choose.choices(PRESSES, (6, 3, 1, 0.3, 2, 4, 1))[0]
        before = session
        if press == "reload":
            again = choose.choice((session.stop.name, str(session.stop.number)))
            session = Session.opened(lessons.load(session.lesson.name), again)
            assert session.at == before.at
        elif press.startswith("act"):
            legal = session.position.legal_actions
            asked = lesson.question(session.stop).expected
            if asked is None or session.position.to_move is not lesson.seat:
                continue
            action = asked if press == "act" else legal[choose.randrange(len(legal))]
            session = session.act(action)
            assert session.answer is not None
            right = session.answer.verdict == "right"
            assert session.at > before.at if right else session.at == before.at
        else:
            session = getattr(session, press)()
        seen.add(session.at)
        assert 0 <= session.at < len(lesson.stops)
        assert session.stop.text
        assert session.position.view(lesson.seat).seat is lesson.seat
    assert len(seen) > 0.85 * len(lesson.stops)


@pytest.mark.parametrize("name", ["first", "second"])
def test_next_leads_to_the_end_and_back_to_the_beginning_from_everywhere(name: str) -> None:
    lesson = lessons.load(name)
    for at in range(len(lesson.stops)):
        session = Session(lesson, at)
        assert session.last or session.next().at == at + 1
        for _ in lesson.stops:
            session = session.next()
        assert session.last
        for _ in lesson.stops:
            session = session.back()
        assert session.first


def test_skipping_goes_through_the_parts_of_the_deal_and_stays_at_the_end() -> None:
    session = Session(lessons.load("first"))
    chapters = [session.stop.chapter]
    for _ in range(5):
        session = session.skip()
        chapters.append(session.stop.chapter)
    assert chapters == ["exchange", "declaring", "play", "over", "over", "over"]
    assert session.last


def test_doing_what_is_expected_goes_through_the_whole_lesson() -> None:
    for name in lessons.names():
        session = Session(lessons.load(name))
        while not session.last:
            asked = session.stop.expected
            session = session.next() if asked is None else session.act(asked)
        assert session.position.outcome is not None


def test_acting_before_the_question_is_answered_as_the_question_is() -> None:
    session = Session(lessons.load("first"))
    asked = session.lesson.question(session.stop)
    assert asked.name == "throw"
    assert asked.expected is not None
    gone = session.act(asked.expected)
    assert gone.stop.name == "drawn"


def test_a_step_there_is_not_is_refused() -> None:
    with pytest.raises(Unreadable, match="no stop"):
        Session.opened(lessons.load("first"), "99")
