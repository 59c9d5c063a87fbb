"""``piquet oracle`` and the hint at the table: the panel, the document, and what is refused."""

import json
import re
from pathlib import Path

import pytest

from piquet import kernel
from piquet.actions import Kind
from piquet.cli import main
from piquet.cli.game import Game
from piquet.cli.hint import hint
from piquet.cli.memory import deal_sheet
from piquet.cli.term import Style
from piquet.rules import Rules

ROOT = Path(__file__).resolve().parents[1]
RECORD = str(ROOT / "src/piquet/record/books" / "cavendish-1892-in-and-out.pqn")
HAND = ("--hand", "SAKQ97 HA8 DKQ CT98")
AFTER = (*HAND, "--discards", "S8 H7 D987", "--taken", "3")
YOUNGER = (*HAND, "--seat", "younger", "--discards", "S8 H7 D9", "--taken", "5")
QUICK = ("--method", "playouts", "--playouts", "500")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
needs_core = pytest.mark.skipif(not kernel.available(), reason="the native core is not there")


def oracle(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["oracle", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


@needs_core
def test_the_panel_names_options_and_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = oracle(capsys, *HAND, *QUICK, "--ascii")
    assert (code, err) == (0, "")
    assert out.isascii()
    lines = out.splitlines()
    assert lines[0] == "You are elder: cards are to be exchanged."
    assert lines[1] == "  You hold  S A K Q 9 7  H A 8  D K Q  C 10 9 8"
    assert "The Oracle, playouts: 500 for each option, against club" in out
    row = r"^   1  [SHDC0-9AKQJ ]+ +[+-]\d+\.\d \+-\d\.\d +\d+ % [#.]{10}$"
    assert re.search(row, out, re.MULTILINE)
    assert "Build on" in out


@needs_core
@pytest.mark.parametrize("method", ["exact", "playouts", "both"])
def test_no_line_is_wider_than_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    said = "point SAKQ97, good, sequence SAKQ, not good"
    for more in ((), (*AFTER[2:], "--said", said), (*AFTER[2:], "--played", "AS TS KS JS")):
        for columns in (80, 50):
            monkeypatch.setenv("COLUMNS", str(columns))
            code, out, _ = oracle(capsys, *HAND, *more, "--playouts", "200", "--method", method)
            assert code == 0
            assert max(len(ESCAPE.sub("", line)) for line in out.splitlines()) <= columns


@needs_core
def test_plain_lines_for_a_dumb_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    _, out, _ = oracle(capsys, *HAND, *QUICK)
    assert "\x1b" not in out
    assert re.search(r"^1\. .*: [+-]\d+\.\d .* points, ahead \d+ times in 100$", out, re.M)


@needs_core
def test_the_document_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = oracle(capsys, *HAND, "--method", "both", "--playouts", "300", "--json")
    exact, playouts = json.loads(out)
    assert exact["method"] == "exact"
    assert playouts["method"] == "playouts"
    assert playouts["count"] == 300
    for told in (exact, playouts):
        first = told["options"][0]
        assert told["best"] == first["action"]
        assert told["reasons"]
        net = sum(first["parts"]["own"].values()) - sum(first["parts"]["other"].values())
        assert net == pytest.approx(first["net"]["value"], abs=1e-6)


@needs_core
def test_what_is_believed_is_told_word_by_word(capsys: pytest.CaptureFixture[str]) -> None:
    """Every word leaves fewer hands, and each card unseen lies somewhere."""
    asked = (*AFTER, "--said", "point SAKQ97, good, sequence SAKQ, not good", *QUICK, "--belief")
    code, out, _ = oracle(capsys, *asked, "--ascii")
    assert code == 0
    assert re.search(r"^  455  hands that the cards alone allow$", out, re.MULTILINE)
    assert re.search(r"^  \d+  Younger: Not good\.", out, re.MULTILINE)
    code, out, _ = oracle(capsys, *asked, "--json")
    told = json.loads(out)["belief"]
    left = [step["worlds"] for step in told["steps"]]
    assert left == sorted(left, reverse=True)
    assert left[0] == 455 > left[-1]
    assert len(told["chances"]) == 15
    for places in told["chances"].values():
        assert sum(places.values()) == pytest.approx(1)
    assert sum(places["hand"] for places in told["chances"].values()) == pytest.approx(12)


@needs_core
def test_the_same_seed_gives_the_same_document(capsys: pytest.CaptureFixture[str]) -> None:
    given = (*HAND, *QUICK, "--json", "--seed", "letter")
    assert oracle(capsys, *given) == oracle(capsys, *given)
    assert oracle(capsys, *given) != oracle(capsys, *given[:-1], "another")


@needs_core
def test_your_own_choice_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = oracle(capsys, *HAND, *QUICK, "--select", "S97 HA8 DQ")
    assert re.search(r"^\* +\d+  ", out, re.M)
    assert "Against your choice" in out


@needs_core
def test_a_step_of_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    answered = 0
    for step in range(60):
        code, out, err = oracle(capsys, RECORD, "--step", str(step), *QUICK)
        if code == 0:
            answered += 1
            assert "The Oracle" in out
        else:
            assert err.count("\n") == 1
            if "has no step" in err:
                break
    assert answered > 10


@needs_core
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Name a hand"),
        ((RECORD,), "Say after which step of the record"),
        ((RECORD, "--step", "999"), "The record has no step 999: its steps go from 0 to"),
        ((RECORD, "--step", "-1"), "The record has no step -1"),
        (("nowhere.pqn", "--step", "1"), "nowhere.pqn: No such file"),
        ((*HAND, "--step", "1"), "--step belongs to a record"),
        (("--hand", "SAKQ97 HA8 DKQ CT9"), "A hand has twelve cards: --hand has 11"),
        (("--hand", "SAKQ97 HA8 DKQ CT99"), "twice"),
        ((*HAND, "--discards", "S9 H7 D987", "--taken", "3"), "9S stand in --hand and in"),
        ((*HAND, "--seat", "younger"), "Say how many cards the other side took"),
        ((*AFTER, "--said", "good"), 'elder cannot say "good" here'),
        ((*AFTER, "--said", "hello"), '"hello" is nothing that is said at the table'),
        ((*AFTER, "--said", "point SAKQ97"), "There is nothing for elder to decide now"),
        ((*YOUNGER, "--said", "point 7"), 'elder cannot have called "point 7": the cards that'),
        ((*HAND, "--played", "AS KD"), "younger cannot have played the KD"),
        ((*HAND, "--seconds", "-1"), "more than 0 and at most 3600 seconds, not -1.0"),
        ((*HAND, "--seconds", "nan"), "more than 0 and at most 3600 seconds, not nan"),
        ((*HAND, "--playouts", "0"), "0 playouts are not possible"),
        ((*HAND, "--opponent", "god"), "god"),
        ((*HAND, "--select", "7H"), "The choice in mind, exchange 7H, is not legal now"),
        ((*HAND, "--scores", "10", "20", "--deals-left", "9"), "deals left cannot be 9"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    code, out, err = oracle(capsys, *arguments)
    assert code == 1
    assert out == ""
    assert sentence in err
    assert "Traceback" not in err


@needs_core
def test_not_that_seats_turn(capsys: pytest.CaptureFixture[str]) -> None:
    told = set()
    for seat in ("elder", "younger"):
        for step in range(1, 12):
            _, _, err = oracle(capsys, RECORD, "--step", str(step), "--seat", seat, *QUICK)
            told.add(re.sub(r"\d+", "N", err))
    assert "At step N it is younger who is to move, not elder.\n" in told
    assert "At step N it is elder who is to move, not younger.\n" in told


def test_without_the_core_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "why_not", lambda: "There is no native core.")
    assert oracle(capsys, *HAND) == (1, "", "There is no native core.\n")
    game = _begun()
    assert hint("hint", game, Style()) == ["A hint cannot be given. There is no native core."]


def _begun() -> Game:
    """Return a game in which the person is to exchange."""
    game = Game(Rules.named("rubicon"), "club", "hint")
    while game.view is None or not game.yours:
        if game.partie.needs_deal:
            game.deal()
        else:
            game.act(game.partie.legal_actions[0] if game.yours else game.computer())
    return game


@needs_core
def test_a_hint_marks_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _begun()
    assert hint("undo", game, Style()) is None
    assert hint("hint everything", game, Style()) == [
        "There are two kinds of hint: hint, by exact play, and hint playouts, by rule.",
    ]
    assert not game.assisted
    lines = hint("hint playouts", game, Style()) or []
    assert lines[0].startswith("The Oracle, playouts: 50000 for each option, against club")
    assert game.assisted == {1}
    chosen = list(game.view.hand)[:1] if game.view else []
    game.pending = type(game.pending).of(*chosen)
    lines = hint("hint playouts", game, Style()) or []
    assert any(line.startswith("*") for line in lines)


@needs_core
def test_a_hint_is_told_apart_from_what_was_taken_back() -> None:
    game = _begun()
    hint("hint playouts", game, Style())
    asked = "In this deal the Oracle was asked: it is marked as assisted."
    undone = "In this deal something was taken back: it is marked as assisted."
    game = Game.of(game.written)
    assert game.assisted == {1}
    assert asked in deal_sheet(game)
    assert undone not in deal_sheet(game)
    game.undone.add(1)
    assert deal_sheet(Game.of(game.written))[-2:] == [undone, asked]


def test_a_hint_before_the_deal_says_why_there_is_none() -> None:
    game = Game(Rules.named("rubicon"), "club", "letter")
    assert hint("hint", game, Style()) == ["The Oracle has no view on this: it is chance alone."]
    while Kind.CUT in game.partie.legal_actions.kinds:
        act = game.partie.legal_actions[-1] if game.yours else game.computer()
        game.act(act)
    assert " ".join(hint("hint", game, Style()) or ()).startswith("No card is dealt yet")
