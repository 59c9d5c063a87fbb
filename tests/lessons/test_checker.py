"""What is wrong in a lesson file: each fault at its place, in a sentence; never a traceback."""

from __future__ import annotations

import os
import random
from importlib.resources import files

import pytest

from piquet import lessons
from piquet.base import PiquetError
from piquet.lessons.checker import examine
from piquet.lessons.reader import LARGEST

MUTATIONS = 5_000 if os.environ.get("PIQUET_FULL") == "1" else 250

HEAD = """Lesson: tiny
Title: A tiny lesson
About: Two exchanges
  and a call.
Rules: rubicon
Learner: elder
Code: 083SG1066GEEX
"""
GOOD = (
    HEAD
    + """# For nobody but the author.

stop throw: What to throw
  You are *elder*. You hold [SKQJT98] and [KH].

  Throw the low cards.
expect
also exchange KH JH 7H
  As good.
answer fewer
  One card is not enough.

then exchange JH 7H / exchange 7S AH 9H
stop six: Six spades
  Call them.
expect point KS QS JS TS 9S 8S

then point KS QS JS TS 9S 8S / good
stop end: The end
  That was all.

from throw
stop again: Once more
  Here we are again.
"""
)


def found(text: str) -> list[str]:
    """Return the faults of a lesson as ``line:column code``."""
    return [f"{one.line}:{one.column} {one.code}" for one in examine(text).diagnostics]


def at(text: str, needle: str, code: str) -> str:
    """Return a fault at the place of a needle in a text, written as :func:`found` writes it."""
    place = text.index(needle)
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    return f"{line}:{column} {code}"


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) >= 1, old
    return GOOD.replace(old, new, 1)


def test_a_good_lesson_is_read_as_it_is_written() -> None:
    reading = examine(GOOD)
    assert reading.diagnostics == ()
    lesson = reading.lesson
    assert lesson is not None
    assert (lesson.name, lesson.about) == ("tiny", "Two exchanges and a call.")
    throw, six, end, again = lesson.stops
    assert throw.text == (
        "You are elder. You hold ♠ K Q J 10 9 8 and K♥.",
        "Throw the low cards.",
    )
    assert throw.terms == ("elder",)
    assert str(throw.expected) == "exchange JH 7H"
    assert [str(action) for action in throw.also] == ["exchange KH JH 7H"]
    assert [reply.words for reply in throw.replies] == ["As good.", "One card is not enough."]
    assert (six.carried, six.chapter, len(six.moves)) == (2, "declaring", 2)
    assert (end.carried, len(end.moves)) == (2, 4)
    assert (again.carried, again.moves) == (0, throw.moves)
    assert lesson.position(again) == lesson.position(throw)


CALL = "expect point KS QS JS TS 9S 8S"
LED = "then exchange JH 7H / exchange 7S AH 9H"


@pytest.mark.parametrize(
    ("text", "needle", "code"),
    [
        # moves and expectations
        (changed(LED, "then exchange AS 7H / good"), "exchange AS", "not_held"),
        (changed(LED, "then exchange JH 7H / exchange KC 7S"), "exchange KC", "not_held"),
        (changed(LED, LED + " / good"), "good\nstop six", "not_now"),
        (changed("answer fewer", "answer exchange AS"), "exchange AS", "not_held"),
        (changed("expect\n", "expect exchange JH\n"), "exchange JH\n", "lesson_other_played"),
        (changed("expect\n", "expect good\n"), "good\n", "not_now"),
        (changed("then point KS QS JS TS 9S 8S / good\n", ""), CALL[7:], "lesson_not_played"),
        (GOOD + "expect\n", "expect\n\x00", "lesson_expects_nothing"),
        (changed(CALL, f"{CALL}\nexpect good"), "expect good", "lesson_expects_twice"),
        (changed("Learner: elder", "Learner: younger"), "expect\n", "lesson_not_learner"),
        (
            changed("also exchange KH JH 7H", "also exchange JH 7H"),
            "exchange JH 7H\n  As",
            "lesson_also_same",
        ),
        (changed("also exchange KH JH 7H", "also good"), "good\n", "not_now"),
        (changed("answer fewer", "answer other\n  So.\nanswer fewer"), "fewer", "lesson_never"),
        (changed("answer fewer", "answer less\n  So.\nanswer less"), "less\n  One", "lesson_never"),
        (changed("expect\n", ""), "exchange KH JH 7H", "lesson_no_question"),
        # loops and what cannot be reached
        (changed("from throw", "from again"), "again\nstop", "lesson_loop"),
        (changed(LED, f"from end\n{LED}"), "end\nthen", "lesson_loop"),
        (changed("from throw", "from nowhere"), "nowhere", "lesson_no_such_stop"),
        (changed("stop again:", "stop six:"), "stop six: Once", "lesson_same_name"),
        (GOOD + "then exchange JH\n", "exchange JH\n", "lesson_left"),
        (GOOD + "from six\n", "six\n\x00", "lesson_left"),
        (changed("from throw", "from throw\nfrom throw"), "from throw\nstop", "lesson_from_late"),
        # words, names and texts
        (changed("answer fewer", "anser fewer"), "anser", "lesson_word"),
        (changed("answer fewer", "answer lots"), "lots", "action"),
        (changed("answer fewer", "answer throwing"), "throwing", "lesson_kind"),
        (changed("answer fewer", "answer fewer 7S"), "fewer 7S", "lesson_kind"),
        (changed("answer fewer", "answer throwing 7X"), "7X", "unknown_suit"),
        (changed("answer fewer", "answer suit spads"), "spads", "unknown_suit"),
        (changed("stop six: Six", "stop Six: Six"), "Six: Six", "lesson_name"),
        (changed("stop six: Six spades", "stop six"), "six\n  Call", "lesson_title"),
        (changed("  Call them.\n", ""), "stop six", "lesson_silent"),
        (changed("  One card is not enough.\n", ""), "fewer", "lesson_no_answer"),
        (changed("[KH]", "[KX]"), "KX", "unknown_suit"),
        (changed("[KH]", "[]"), "[]", "lesson_cards"),
        (changed("*elder*", "*elder"), "*elder", "lesson_star"),
        (changed("Call them.", "Call a quint."), "quint", "lesson_term"),
        (changed("As good.", "As good as a tierce."), "tierce", "lesson_term"),
        (changed("*elder*", "elder"), "elder. You", "lesson_term"),
        (changed("About: Two exchanges", "  About"), "About", "lesson_text"),
        (changed("then point", "then points"), "points", "action"),
        (changed("/ exchange 7S", "/ / exchange 7S"), "then exchange", "action"),
        (
            changed("then point", "answer fewer\n  So.\nthen good\nexpect\nthen point"),
            "expect\nthen",
            "lesson_no_stop",
        ),
        # the head
        (changed("Lesson: tiny\n", ""), "", "lesson_needs"),
        (changed("Lesson: tiny", "Lesson: Tiny lesson"), "Tiny", "lesson_name"),
        (changed("Title:", "Titel:"), "Titel", "lesson_header"),
        (changed("Title: A tiny lesson", "Title:"), "Title", "lesson_no_value"),
        (
            changed("Learner: elder", "Learner: elder\nLearner: elder"),
            "Learner: elder\nCode",
            "lesson_twice",
        ),
        (changed("Learner: elder", "Learner: eldest"), "eldest", "lesson_learner"),
        (changed("Rules: rubicon", "Rules: rubicons"), "rubicons", "unknown_profile"),
        (changed("GEEX", "GEEY"), "083SG", "code_check"),
        (changed("Code: 083SG1066GEEX\n", ""), "", "lesson_deal"),
        (changed("Code:", "Talon: AS\nCode:"), "083SG", "lesson_deal"),
        (changed("Lesson: tiny", "Lesson: tiny\nAfter: nothing"), "nothing", "lesson_no_lesson"),
        # the file
        ("", "", "lesson_empty"),
        ("\n \n", "", "lesson_empty"),
        (HEAD, "\x00", "lesson_no_stops"),
        ("#" * (LARGEST + 1), "", "lesson_size"),
        (GOOD + "  \x07", "\x07", "lesson_control"),
        ("\n" * 20_000, "", "lesson_lines"),
    ],
)
def test_each_fault_is_told_at_its_place(text: str, needle: str, code: str) -> None:
    faults = found(text)
    assert at(text + "\x00", needle, code) in faults or (code, needle) == ("lesson_lines", "")
    assert code in [fault.split()[1] for fault in faults]
    assert len(faults) <= 5, faults
    assert examine(text).lesson is None


def test_a_missing_card_is_told() -> None:
    cards = (
        "Elder: {}\nYounger: TH 9S AH KH QH 8H AD KD QD JD 9D 8D\nTalon: AC KC QC JC TC 9C 8C 7C\n"
    )
    elder = "AS KS QS JS TS 8S 7S JH 9H 7H TD 7D"
    whole = GOOD.replace("Code: 083SG1066GEEX\n", cards.format(elder))
    assert not [one for one in found(whole) if one.startswith(("7:", "8:", "9:"))]
    short = GOOD.replace("Code: 083SG1066GEEX\n", cards.format(elder[:-3]))
    assert "7:8 lesson_hand" in found(short)
    twice = GOOD.replace("Code: 083SG1066GEEX\n", cards.format(elder[:-2] + "8C"))
    assert any(one.startswith("9:8 ") for one in found(twice))


def test_bytes_that_are_no_text_are_told_with_their_place() -> None:
    (fault,) = examine(HEAD.encode() + b"  caf\xe9\n", "x.lesson").diagnostics
    assert str(fault).startswith("x.lesson:8:6: The byte E9 is not UTF-8")


def test_the_first_fault_is_raised_where_a_lesson_is_read_strictly() -> None:
    with pytest.raises(PiquetError, match=r"mine\.lesson:14:8: .*played next is"):
        lessons.read(changed("expect\n", "expect exchange JH\n"), "mine.lesson")


def test_a_fault_shows_its_line_with_marks_below() -> None:
    text = changed("Rules: rubicon", "Rules: rubicons")
    shown = str(examine(text, "mine.lesson").diagnostics[0]).split("\n")
    assert shown[1:] == ["  Rules: rubicons", "         ^^^^^^^^"]


def test_a_move_that_cannot_be_read_is_the_only_fault() -> None:
    for bad in ("then exchage JH 7H / exchange 7S AH 9H", "then exchange JX / exchange 7S AH 9H"):
        assert len(found(changed(LED, bad))) == 1, found(changed(LED, bad))
    expects = changed("expect\n", "expect exchange JH 7H\n").replace(LED, "then x / good")
    assert [fault.split()[1] for fault in found(expects)] == ["action"]


def test_very_many_faults_are_not_all_told() -> None:
    assert len(examine(HEAD + "nonsense\n" * 2000).diagnostics) == 50


def test_a_lesson_of_hands_after_the_exchange_and_of_other_rules() -> None:
    held = "Elder holds: SAKQJT HA98 DA8 CA7\nYounger holds: S98 HKQJ7 DKQ9 CKJ9\n"
    text = GOOD[: GOOD.index("Code:")].replace("rubicon", "cavendish") + held
    text += "stop one: One\n  Call it.\nexpect\nthen point SAKQJT\nstop two: Two\n  Good?\n"
    lesson = examine(text).lesson
    assert lesson is not None
    assert lesson.code == ""
    assert str(lesson.stops[0].expected) == "point AS KS QS JS TS"
    assert len(lesson.position(lesson.stops[1]).hands[0]) == 12


def test_mutated_files_never_make_more_than_faults() -> None:
    sources = [
        path.read_bytes()
        for path in files("piquet.lessons").joinpath("data", "en").iterdir()
        if path.name.endswith(".lesson")
    ]
    sources = [source for source in sources if source] + [GOOD.encode()] * 2
    choose = random.Random("mutated lessons")
    refused = 0
    for _ in range(MUTATIONS):
        data = mutated(choose.choice(sources), choose)
        reading = examine(data, "mutated", lessons.explained)
        assert (reading.lesson is None) == bool(reading.diagnostics)
        refused += reading.lesson is None
        for fault in reading.diagnostics:
            assert fault.line >= 1
            assert fault.column >= 1
            assert str(fault)
            assert fault.error()
        if reading.lesson is not None:
            for stop in reading.lesson.stops:
                assert reading.lesson.position(stop).phase
    assert refused > MUTATIONS / 4


def mutated(data: bytes, choose: random.Random) -> bytes:
    """Return a file with a few things wrong: bytes, lines and words changed, moved or missing."""
    for _ in range(choose.randint(1, 4)):
        lines = data.split(b"\n")
        at = choose.randrange(len(lines))
        how = choose.randrange(7)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, choose.choice(lines))
        elif how == 2:
            words = lines[at].split(b" ")
            choose.shuffle(words)
            lines[at] = b" ".join(words)
        elif how == 3:
            lines[at] = lines[at].strip()
        elif how == 4:
            lines[at] = lines[at][: choose.randint(0, len(lines[at]))]
        data = b"\n".join(lines)
        if how >= 5 and data:
            place = choose.randrange(len(data))
            new = bytes([choose.randrange(256)]) if how == 5 else choose.choice((b"*", b"[", b":"))
            data = data[:place] + new + data[place + choose.randint(0, 1) :]
    return data
