"""How much a record may hold: what could make reading it endless is refused."""

import pytest

from piquet.base import Unreadable
from piquet.record import examine, read
from piquet.record.source import MOST_PIECES

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
