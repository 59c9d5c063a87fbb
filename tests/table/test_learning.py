"""Lessons as the page gets them: what a stop tells and hides, what is answered, what is refused."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from table.served import Live, heard, live

import piquet
from piquet import kernel, lessons
from piquet.actions import Action, EventKind, Kind
from piquet.cards import CardSet
from piquet.lessons import Lesson, Stop
from piquet.table import learning, workers
from piquet.table.learning import stop_told
from piquet.texts import text

STOPS = [(lesson, stop) for lesson in map(lessons.load, lessons.names()) for stop in lesson.stops]
DECISIONS = [(lesson, stop) for lesson, stop in STOPS if stop.expected is not None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server whose lessons are answered without the Oracle; that it is asked has its own test."""
    with pytest.MonkeyPatch.context() as patch, live(tmp_path_factory.mktemp("learning")) as made:
        patch.setattr(learning, "oracle_missing", lambda: True)
        yield made


@pytest.fixture(scope="module")
def ask(server: Live) -> Iterator[Any]:
    """Ask the server for a path, with a body as a POST; return the status and what it told."""
    with server.client() as client:

        def asked(path: str, body: object = None) -> tuple[int, Any]:
            answer = client.get(path) if body is None else client.post(path, json=body)
            return answer.status_code, answer.json()

        yield asked


def at(lesson: Lesson, stop: Stop | int) -> str:
    """Return the address of a stop."""
    number = stop if isinstance(stop, int) else stop.number
    return f"/api/lessons/{lesson.name}/{number}"


# --- what is told -------------------------------------------------------------------------------


def test_the_lessons_are_listed_in_order(ask: Any) -> None:
    status, told = ask("/api/lessons")
    assert status == 200
    names = [one["name"] for one in told["lessons"]]
    assert names[:2] == ["first", "second"]
    assert names == lessons.names()
    assert [one["seat"] for one in told["lessons"][:2]] == ["elder", "younger"]
    assert all(0 < one["stops"] <= 45 for one in told["lessons"])


def test_every_stop_is_told_as_the_lesson_has_it(ask: Any) -> None:
    assert len(STOPS) > 50
    for lesson, stop in STOPS:
        status, told = ask(at(lesson, stop))
        assert status == 200
        assert (told["number"], told["of"]) == (stop.number, len(lesson.stops))
        assert (told["heading"], told["text"]) == (stop.title, list(stop.text))
        assert told["decides"] == (stop.expected is not None)
        assert told["table"]["seat"] == str(lesson.seat)
        hand = CardSet.parse(" ".join(told["table"]["hand"]["by_suit"]))
        assert hand == lesson.view(stop).hand
        if told["decides"]:
            offered = {choice["action"] for choice in told["table"]["choices"]}
            assert told["table"]["exchange"] or int(stop.expected or Action.PASS) in offered
        assert ask(f"/api/lessons/{lesson.name}/{stop.name}")[1] == told


def known_at(lesson: Lesson, stop: Stop) -> CardSet:
    """Return the cards that the learner has seen."""
    view = lesson.view(stop)
    seen = view.dealt | view.drawn | view.shown | view.rest | view.left
    for event in view.events:
        if event.kind is EventKind.PLAYED:
            seen |= CardSet(event.cards or 0)
    return seen


def named(told: object) -> CardSet:
    """Return every card that a message names, as AS or as A♠."""
    words = json.dumps(told, ensure_ascii=False)
    found = CardSet()
    for card in re.findall(r'(?<=["\s])[7-9TJQKA][SHDC](?=["\s])', words):
        found |= CardSet.parse(card)
    for rank, sign in re.findall(r"\b(10|[7-9JQKA])([♠♥♦♣])", words):
        found |= CardSet.parse(rank.replace("10", "T") + "SHDC"["♠♥♦♣".index(sign)])
    for sign, ranks in re.findall(r"([♠♥♦♣])((?: (?:10|[7-9JQKA])\b)+)", words):
        suit = "SHDC"["♠♥♦♣".index(sign)]
        found |= CardSet.parse(" ".join(rank.replace("10", "T") + suit for rank in ranks.split()))
    return found


def leaks(lesson: Lesson, stop: Stop, told: dict[str, Any]) -> CardSet:
    """Return the hidden cards that a stop names beside the words of its author."""
    aside = {"text": [], "heading": "", "opened": None}
    return named({**told, **aside}) - known_at(lesson, stop)


def test_no_hidden_card_is_told_before_the_end(ask: Any) -> None:
    ended = 0
    for lesson, stop in STOPS:
        _, told = ask(at(lesson, stop))
        over = lesson.position(stop).to_move is None
        assert (told["opened"] is not None) == over == (not told["open"])
        assert over or not leaks(lesson, stop, told), (lesson.name, stop.number)
        assert over or lesson.code not in json.dumps(told)
        ended += over
    assert ended >= 2


def test_a_hidden_card_would_be_found(ask: Any) -> None:
    lesson = lessons.load("first")
    _, told = ask(at(lesson, 1))
    hidden = next(iter(lesson.position(lesson.stops[0]).hands[lesson.seat.other]))
    for planted in (str(hidden), f"They hold {hidden.symbol}."):
        told["table"]["title"] = planted
        assert leaks(lesson, lesson.stops[0], told) == CardSet.parse(str(hidden))


def test_both_hands_are_turned_up_at_the_end(ask: Any) -> None:
    for name in lessons.names():
        lesson = lessons.load(name)
        _, told = ask(at(lesson, lesson.stops[-1]))
        position = lesson.position(lesson.stops[-1])
        theirs = CardSet.parse(" ".join(told["opened"]["their_final"]))
        assert theirs == position.view(lesson.seat.other).kept
        assert told["opened"]["code"] == lesson.code
        assert told["table"]["sheet"]


def test_a_number_beyond_the_ends_is_the_nearest(ask: Any) -> None:
    lesson = lessons.load("first")
    last = len(lesson.stops)
    for number, due in ((0, 1), (last + 1, last), (999_999_999, last)):
        assert ask(at(lesson, number))[1]["number"] == due


@pytest.mark.parametrize("step", ["-1", "1.5", "nowhere", "٣", "1" * 40])
def test_a_stop_that_is_not_there_is_refused(ask: Any, step: str) -> None:
    status, told = ask(f"/api/lessons/first/{step}")
    assert (status, told["code"]) == (400, "lesson_step")
    assert str(len(lessons.load("first").stops)) in told["sentence"]


@pytest.mark.parametrize("name", ["nowhere", "..", "first.lesson"])
def test_a_lesson_that_is_not_there_is_refused(ask: Any, name: str) -> None:
    status, told = ask(f"/api/lessons/{name.replace('.', '%2E')}/1")
    assert status in (400, 404)
    assert told["code"] in ("lesson_unknown", "not_found")


# --- what is answered ---------------------------------------------------------------------------


def test_what_is_expected_is_right(ask: Any) -> None:
    assert len(DECISIONS) > 15
    for lesson, stop in DECISIONS:
        for action in (str(stop.expected), int(stop.expected or 0)):
            status, told = ask(at(lesson, stop), {"action": action})
            assert (status, told["verdict"]) == (200, "right"), (lesson.name, stop.number, told)


def test_what_is_wrong_gets_an_answer_of_its_own(ask: Any) -> None:
    """Every single thing that can be called or played, and what the rules do not allow."""
    tried = 0
    for lesson, stop in DECISIONS:
        legal = lesson.position(stop).legal_actions
        said: set[str] = set()
        for action in legal if len(legal) < 60 else [legal[0], legal[len(legal) // 2], legal[-1]]:
            if action == stop.expected or action in stop.also:
                continue
            status, told = ask(at(lesson, stop), {"action": int(action)})
            assert status == 200
            assert told["verdict"] in ("weak", "also"), (lesson.name, stop.number, str(action))
            assert told["source"] in ("lesson", "rule"), "the Oracle cannot be asked in this test"
            said.add(told["words"])
            tried += 1
        status, told = ask(at(lesson, stop), {"action": int(Action.CONCEDE)})
        assert status == 200
        assert told["verdict"] == "illegal" or Action.CONCEDE in legal
        assert told["words"] not in said
    assert tried > 60


def unanswered(lesson: Lesson, stop: Stop) -> list[Action]:
    """Return what can be played at a stop and has no answer of the author's."""
    assert stop.expected is not None
    plays = lesson.position(stop).legal_actions.of(Kind.PLAY)
    left = [action for action in plays if action not in (stop.expected, *stop.also)]
    return [one for one in left if not any(it.fits(one, stop.expected) for it in stop.replies)]


@pytest.mark.skipif(kernel.why_not() is not None, reason="needs the native core")
def test_where_the_author_is_silent_the_oracle_says_why(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "oracle_missing", workers.oracle_missing)
    lesson, stop = next((one for one in DECISIONS if unanswered(*one)), DECISIONS[0])
    action = unanswered(lesson, stop)[0]
    with live(tmp_path_factory.mktemp("asked"), scripted=False) as made, made.client() as client:
        end = time.monotonic() + 60
        while made.service.solved.core.state == "building" and time.monotonic() < end:
            client.get("/api/lessons")
        sources = set()
        while "oracle" not in sources and time.monotonic() < end:  # its process may yet be starting
            answer = client.post(at(lesson, stop), json={"action": int(action)}).json()
            assert answer["verdict"] in ("weak", "also")
            assert answer["words"]
            sources.add(answer["source"])
    assert sources <= {"oracle", "rule"}
    assert "oracle" in sources


def test_where_nothing_is_asked_nothing_is_right(ask: Any) -> None:
    for lesson, stop in STOPS:
        if stop.expected is None:
            _, told = ask(at(lesson, stop), {"action": "good"})
            assert told["verdict"] in ("illegal", "also")
            assert told["words"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"action": "play ZZ"}, "card"),
        ({"action": 1 << 41}, "message"),
        ({"action": -1}, "message"),
        ({"action": "x" * 300}, "message"),
        ({"move": 1}, "message"),
    ],
)
def test_what_cannot_be_read_is_refused(ask: Any, asked: object, code: str) -> None:
    status, told = ask("/api/lessons/first/6", asked)
    assert status == 400
    assert told["code"].startswith(code) or code == "card"
    assert told["sentence"]


# --- taking over --------------------------------------------------------------------------------


def test_every_decision_can_be_taken_over(server: Live, ask: Any) -> None:
    for lesson, stop in DECISIONS[:: max(1, len(DECISIONS) // 8)]:
        body = {"id": f"over-{lesson.name}-{stop.number}"}
        status, told = ask(f"{at(lesson, stop)}/partie", body)
        assert status == 201, told
        assert ask(f"{at(lesson, stop)}/partie", body)[1] == told, "it is begun once"
        with server.table(told["partie"]) as socket:
            table = heard(socket, "table")
        assert table["seat"] == str(lesson.seat)
        assert table["to_move"] == "you"
        hand = CardSet.parse(" ".join(table["hand"]["by_suit"]))
        assert hand == lesson.view(stop).hand
        events = {event["number"] for event in table["events"]}
        assert len(events) == len(lesson.view(stop).events)


def test_a_deal_that_is_over_cannot_be_taken_over(ask: Any) -> None:
    lesson = lessons.load("first")
    status, told = ask(f"{at(lesson, lesson.stops[-1])}/partie", {"id": "late"})
    assert (status, told["code"]) == (400, "taken_over")


# --- who may ask, and what the page knows of it ---------------------------------------------------


def test_only_those_who_have_come_in_may_ask(server: Live) -> None:
    with server.client() as client:
        client.cookies.clear()
        for path in ("/api/lessons", "/api/lessons/first/1"):
            assert client.get(path).status_code == 401
        for path in ("/api/lessons/first/6", "/api/lessons/first/6/partie"):
            assert client.post(path, json={"action": 1, "id": "a"}).status_code == 401


TYPES = (Path(piquet.__file__).parent / "table" / "static" / "pages" / "learn_told.d.ts").read_text(
    "utf-8"
)


@pytest.mark.parametrize(
    ("interface", "message"),
    [
        ("Lesson", learning.LessonTold),
        ("Lessons", learning.LessonsTold),
        ("Chapter", learning.ChapterTold),
        ("Stop", learning.StopTold),
        ("Judged", learning.Judged),
    ],
)
def test_the_page_knows_the_fields_of_a_message(interface: str, message: Any) -> None:
    found = re.search(rf"export interface {interface} {{(.*?)\n}}", TYPES, re.DOTALL)
    assert found is not None
    fields = set(re.findall(r"^  (\w+)\??:", found[1], re.MULTILINE))
    assert fields == {field.encode_name for field in msgspec.structs.fields(message)}


def test_no_interface_is_left_out() -> None:
    assert len(re.findall(r"export interface", TYPES)) == 5


def test_the_words_of_the_page_name_every_verdict_and_part() -> None:
    for stop in {stop.chapter for _, stop in STOPS}:
        assert text(f"page.learn.chapter.{stop}")
    for verdict in ("also", "weak", "illegal"):
        assert text(f"page.learn.verdict.{verdict}")
    for turn in range(4):
        assert text(f"page.learn.praise.{turn}")


def test_a_stop_is_the_same_however_often_it_is_told(server: Live) -> None:
    lesson, stop = DECISIONS[3]
    assert stop_told(server.service, lesson, stop) == stop_told(server.service, lesson, stop)
