"""What a record may hold: nothing that makes reading it endless, nothing that is not read back."""

import pickle

import pytest

from piquet.base import Unreadable
from piquet.record import Record, examine, read, write
from piquet.record.source import MOST_PIECES
from piquet.rules import Rules

HEAD = "Rules: rubicon\nDealer: first\nDeal: 1\nCode: 083SG1066GEEX\nelder exchange HJ7\n"


def test_many_comments_in_a_line_are_counted_one_by_one() -> None:
    """Each is kept in its place, so that the work grows with the square of their number."""
    comments = HEAD + ("{a}" * 600 + "\n") * (MOST_PIECES // 600 + 1)
    found = examine(comments).diagnostics
    assert [fault.code for fault in found] == ["record_pieces"]
    assert found[0].column > 1
    with pytest.raises(Unreadable, match=str(MOST_PIECES)):
        read(comments)


def test_as_many_as_are_allowed_are_read() -> None:
    statements = HEAD.count("\n") + 1
    comments = "{a}" * 500 + "\n"
    full, rest = divmod(MOST_PIECES - statements, 500)
    text = HEAD + comments * full + "{a}" * rest + "\nResult: unfinished\n"
    record = read(text)
    assert len(record.parts[0].comments) == MOST_PIECES - statements


@pytest.mark.parametrize(
    ("headers", "comment", "code"),
    [
        ((("Event", "a\nRules: hoyle"),), "", "record_control"),
        ((("Rules", "hoyle"),), "", "record_header"),
        ((("Dealers", "two"),), "", "record_header"),
        ((("First", "Good"),), "", "record_header"),
        ((("Event: a", "b"),), "", "record_header"),
        ((("Event", "\x1b[31mred"),), "", "record_control"),
        ((), "\x1b[31mred", "record_control"),
        ((("Event", "x" * 2000),), "", "record_long_line"),
        ((), "x" * 2000, "record_long_line"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(
    headers: tuple[tuple[str, str], ...], comment: str, code: str
) -> None:
    record = Record(Rules.named("rubicon"), headers).with_comment(comment)
    with pytest.raises(Unreadable) as refused:
        write(record)
    assert refused.value.code == code
    assert str(refused.value).isprintable()


def test_a_header_keeps_its_spaces() -> None:
    record = Record(Rules.named("rubicon"), (("Seed", '"a  b"'), ("My place", "here  { ; }")))
    assert read(write(record)) == record


def test_a_refusal_sent_to_another_process_still_says_where() -> None:
    with pytest.raises(Unreadable) as refused:
        read("Rules: rubicon\nDealer: nobody\n")
    again = pickle.loads(pickle.dumps(refused.value))
    assert str(again) == str(refused.value)
    assert again.values["place"] == refused.value.values["place"]
