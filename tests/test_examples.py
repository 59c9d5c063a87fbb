"""The published deals replay to the scores that their books print."""

import re
from pathlib import Path

import pytest

from piquet.base import Person, Seat
from piquet.partie import Settlement
from piquet.record import examine_file, example, examples, read, read_file, write

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "src/piquet/record/books"
FILES = sorted(EXAMPLES.glob("*.pqn"))

# Elder's and younger's deal, and the reasons of all awards beside play, in order.
DEALS = {
    "cavendish-1892-worked-deal": ((28, 23), "point 5, sequences 4, sets 17, cards 10"),
    "cavendish-1892-capot-without-pique": ((66, 0), "point 6, sequences 4, sets 3, capot 40"),
    "cavendish-1892-sinking-the-point": ((20, 11), "point 5, sequences 3, sequences 3, sets 3"),
    "cavendish-1892-in-and-out": (
        (36, 5),
        "point 5, sequences 3, sequences 3, sets 3, sets 3, cards 10",
    ),
    "cavendish-1892-thirteen-in-play": ((37, 21), "sets 14, point 4, sequences 7, cards 10"),
    "cavendish-1892-taking-the-pique": (
        (60, 18),
        "point 6, sequences 15, sets 3, pique 30, cards 10",
    ),
    "cavendish-1892-foregoing-the-pique": ((32, 7), "point 6, sequences 15, sets 3"),
    "cavendish-1892-unguarding-a-king": ((8, 18), "sequences 4, sets 6"),
    "cavendish-1892-cashing-the-ace": ((26, 19), "point 5, sets 14, cards 10"),
    "hoffmann-1909-greatest-deal": (
        (170, 0),
        "point 3, sequences 3, sequences 9, sets 14, sets 28, repique 60, capot 40",
    ),
}

SETTLED = {
    "cavendish-1892-sinking-the-point": ((98, 115), Settlement(Person.SECOND, 313, True)),
    "cavendish-1892-taking-the-pique": ((130, 100), Settlement(Person.FIRST, 130)),
    "cavendish-1892-foregoing-the-pique": ((102, 89), Settlement(Person.FIRST, 291, True)),
    "cavendish-1892-score-card-1": ((164, 114), Settlement(Person.FIRST, 150)),
    "cavendish-1892-score-card-2": ((224, 92), Settlement(Person.FIRST, 416, True)),
    "cavendish-1892-score-card-3": ((75, 301), Settlement(Person.SECOND, 476, True)),
    "cavendish-1892-score-card-4": ((103, 144), Settlement(Person.SECOND, 141)),
    "cavendish-1892-score-card-5": ((130, 104), Settlement(Person.FIRST, 126)),
}


def test_every_example_is_looked_at_here() -> None:
    assert {path.stem for path in FILES} == DEALS.keys() | SETTLED.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_is_sound_and_in_canonical_form(path: Path) -> None:
    assert [str(fault) for fault in examine_file(path).diagnostics] == []
    record = read_file(path)
    assert write(record) == path.read_text(encoding="utf-8")
    assert record.header("Event")
    assert record.header("Source")
    assert "rinted" in " ".join(record.comments)


@pytest.mark.parametrize("name", DEALS)
def test_a_deal_comes_out_as_printed(name: str) -> None:
    (elder, younger), reasons = DEALS[name]
    position = read_file(EXAMPLES / f"{name}.pqn").position
    assert position.outcome[:2] == (elder, younger)
    told = [
        f"{award.reason} {award.points}"
        for award in position.awards
        if award.reason not in ("lead", "capture", "last_trick")
    ]
    assert ", ".join(told) == reasons


@pytest.mark.parametrize("name", SETTLED)
def test_a_partie_is_settled_as_printed(name: str) -> None:
    partie = read_file(EXAMPLES / f"{name}.pqn").partie
    assert (partie.scores, partie.outcome) == SETTLED[name]


def test_the_worked_deal_has_the_dialogue_of_the_book() -> None:
    record = read_file(EXAMPLES / "cavendish-1892-worked-deal.pqn")
    said = [str(action) for action in record.parts[0].actions if action.kind.name != "PLAY"]
    assert said == [
        "exchange KS 9D 8D 8C 7C",
        "exchange 7S 9H 7H",
        "point AH KH QH JH 8H",
        "making?",
        "making AH KH QH JH 8H",
        "good",
        "sequence AH KH QH JH",
        "good",
        "set JS JH JC",
        "not good",
        "set QS TS TH QD TD QC TC",
    ]
    counts = [position.scores for position in record.positions()]
    assert (14, 17) in counts
    assert (16, 23) in counts


def test_the_book_s_other_figures() -> None:
    """In hand and in play, as far as they are printed beside the totals."""
    for name, seat, hand, play in (
        ("in-and-out", Seat.ELDER, 17, 9),
        ("in-and-out", Seat.YOUNGER, 0, 5),
        ("thirteen-in-play", Seat.ELDER, 14, 13),
        ("thirteen-in-play", Seat.YOUNGER, 11, 10),
        ("foregoing-the-pique", Seat.ELDER, 24, 8),
        ("foregoing-the-pique", Seat.YOUNGER, 0, 7),
        ("capot-without-pique", Seat.ELDER, 13, 13),
        ("sinking-the-point", Seat.ELDER, 11, 9),
        ("sinking-the-point", Seat.YOUNGER, 3, 8),
    ):
        awards = read_file(EXAMPLES / f"cavendish-1892-{name}.pqn").position.awards
        mine = [award for award in awards if award.seat is seat]
        in_play = sum(a.points for a in mine if a.reason in ("lead", "capture", "last_trick"))
        in_hand = sum(a.points for a in mine if a.reason in ("point", "sequences", "sets"))
        assert (in_hand, in_play) == (hand, play), name


def test_the_records_in_the_guide_to_the_format() -> None:
    guide = (ROOT / "docs/record.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pqn\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        record = read(block)
        assert read(write(record)) == record


def test_a_wrong_print_is_found() -> None:
    """The reading above is no use if it lets a wrong score pass."""
    path = EXAMPLES / "cavendish-1892-worked-deal.pqn"
    wrong = path.read_text(encoding="utf-8").replace("Score: elder 28", "Score: elder 27")
    with pytest.raises(ValueError, match="elder 27 is written here, but the score is 28"):
        read(wrong)


def test_an_example_is_found_by_its_name_where_there_is_no_such_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(examples()) == len(FILES)
    for name in examples():
        assert read_file(name) == read(example(name))
    (tmp_path / examples()[0]).write_text("no record", encoding="utf-8")
    assert examine_file(examples()[0]).diagnostics, "a file of one's own goes first"
    with pytest.raises(FileNotFoundError):
        read_file("cavendish-1892-no-such-deal")
