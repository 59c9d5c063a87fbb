"""The two guided deals: sound by the Oracle, short, true in what they say, each word explained."""

from __future__ import annotations

import re

import pytest

from piquet import kernel, lessons, oracle
from piquet.lessons import CHAPTERS, Lesson
from piquet.lessons.terms import used
from piquet.view import Phase

GUIDED = ("first", "second")
WORDS_A_MINUTE = 240

needs_core = pytest.mark.skipif(not kernel.available(), reason="the Oracle needs the native core")


@pytest.fixture(params=GUIDED)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return lessons.load(request.param)


def test_the_guided_deals_are_real_deals_of_the_default_rules(lesson: Lesson) -> None:
    assert len(lesson.code) == 13
    assert lesson.rules.name == "rubicon"
    last = lesson.position(lesson.stops[-1])
    assert last.phase is Phase.OVER


def test_they_are_read_in_about_five_minutes(lesson: Lesson) -> None:
    assert len(lesson.stops) <= 45
    said = [part for stop in lesson.stops for part in (stop.title, *stop.text)]
    words = sum(word.isalpha() or len(word) > 2 for part in said for word in part.split())
    assert words <= 5.5 * WORDS_A_MINUTE


def test_the_parts_of_the_deal_come_in_order(lesson: Lesson) -> None:
    places = [CHAPTERS.index(stop.chapter) for stop in lesson.stops]
    assert places == sorted(places)
    assert set(places) == set(range(len(CHAPTERS)))


@needs_core
def test_no_move_of_the_lesson_costs_more_than_a_point(lesson: Lesson) -> None:
    asked = [stop for stop in lesson.stops if stop.expected is not None]
    assert len(asked) >= 14
    for stop in asked:
        advice = oracle.advise(lesson.view(stop), goal="points", selection=stop.expected)
        options = {option.action: option for option in advice.options}
        for action in (stop.expected, *stop.also):
            if action in options:
                cost = advice.by_points.net.value - options[action].net.value
                assert cost <= 1.0, f"{lesson.name} {stop.name}: {action} costs {cost:.2f}"
        assert stop.expected in options, stop.name


@needs_core
def test_the_authors_weak_answers_are_weak(lesson: Lesson) -> None:
    """What the author calls weak, the Oracle does not call as good."""
    for stop in lesson.stops:
        for reply in stop.replies:
            if reply.action is None or reply.good or stop.expected is None:
                continue
            advice = oracle.advise(lesson.view(stop), goal="points", selection=reply.action)
            options = {option.action: option for option in advice.options}
            lost = options[stop.expected].net.value - options[reply.action].net.value
            assert lost > 0.1, f"{lesson.name} {stop.name}: {reply.action} loses {lost:.2f}"


def test_every_decision_that_is_not_asked_is_forced_or_goes_on_with_what_was_asked(
    lesson: Lesson,
) -> None:
    """A lesson may carry over what cannot be done otherwise, and the rest of a run of cards."""
    asked = {stop.moves for stop in lesson.stops if stop.expected is not None}
    carried = []
    for stop in lesson.stops:
        for place in range(len(stop.moves) - stop.carried, len(stop.moves)):
            before = lesson.position(
                lessons.Stop(1000 + place, "", "", (), moves=stop.moves[:place])
            )
            if before.to_move is not lesson.seat or stop.moves[:place] in asked:
                continue
            if len(before.legal_actions) > 1:
                carried.append(str(stop.moves[place]))
    assert carried == {"first": ["play TD", "play JD"], "second": []}[lesson.name]


def test_words_are_used_only_after_they_are_explained(lesson: Lesson) -> None:
    known = set(lessons.explained(lesson.after) or ()) if lesson.after else set()
    for stop in lesson.stops:
        known |= set(stop.terms)
        said = (*stop.text, stop.title, *(reply.words for reply in stop.replies))
        for words in said:
            missing = {term for _, _, term in used(words)} - known
            assert not missing, f"{lesson.name} {stop.name}: {missing}"


def test_all_words_of_the_brief_are_explained_in_the_first() -> None:
    known = lessons.explained("first")
    assert known is not None
    wanted = "elder younger talon point sequence tierce quart quint set trio quatorze good equal"
    wanted += " repique pique lead capot rubicon partie making sink trick"
    assert set(wanted.split()) | {"not good", "carte blanche", "for the cards"} <= set(known)


def test_the_figures_told_are_those_of_the_deal(lesson: Lesson) -> None:
    elder, younger = lesson.position(lesson.stops[-1]).scores
    told = " ".join(lesson.stop("sum").text)
    numbers = {int(number) for number in re.findall(r"\d+", told)}
    assert {elder, younger} <= numbers
    for stop in lesson.stops:
        mine, theirs = lesson.position(stop).scores
        if lesson.seat:
            mine, theirs = theirs, mine
        for number in re.findall(
            r"(?:You have|are|and) (\d+)(?: points\b|, and younger| in hand)", " ".join(stop.text)
        ):
            if stop.chapter != "over":
                assert int(number) == mine, f"{stop.name}: {number} told, {mine} made"


def test_the_numbers_of_the_search_are_those_of_the_lessons() -> None:
    from piquet.dealing import Deal, seed_bytes
    from piquet.lessons.search import SEED

    for name, number in (("first", 114), ("second", 5152)):
        assert Deal.numbered(seed_bytes(SEED), number).code == lessons.load(name).code


@needs_core
def test_the_search_finds_the_deals_that_were_chosen() -> None:
    from piquet.lessons.search import search

    (first,) = search(114, 114)
    assert first.code == lessons.load("first").code
    assert "sets: not good" in first.met
    (second,) = search(5152, 5152)
    assert second.scores == (13, 39)
    assert not list(search(1, 3))


def test_cards_in_the_texts_are_written_as_the_page_reads_them(lesson: Lesson) -> None:
    """The pattern is that of ``withCards`` in the page: K♥, or by suit: ♥ K Q 10."""
    written = re.compile(r"\b(10|[7-9JQKA])([♠♥♦♣])|([♠♥♦♣])((?: (?:10|[7-9JQKA])(?!\w))+)")
    for stop in lesson.stops:
        for words in (*stop.text, *(reply.words for reply in stop.replies)):
            assert not re.search("[♠♥♦♣]", written.sub("", words)), words
            assert not re.search(r"\b(?:[AKQJT987]|10)[SHDC]\b", words), words
