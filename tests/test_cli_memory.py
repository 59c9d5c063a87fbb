"""What may be looked at again in the terminal: score sheets, and what some rules turn down."""

import io
import os
import re
from pathlib import Path

import pytest

from piquet.actions import Action, Award, Category, Kind
from piquet.base import Person, Seat
from piquet.cli import main, memory, sitting
from piquet.cli.game import Game
from piquet.cli.saves import fresh
from piquet.cli.sheet import reckoning
from piquet.cli.sitting import Sitting
from piquet.cli.term import Style
from piquet.players import make
from piquet.rules import Rules

CLOSED = "rubicon(own_discards_seen=false,tricks_open=false,score_announced=false)"
SEEDS = range(40 if os.environ.get("PIQUET_FULL") == "1" else 6)


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIQUET_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")


def played(rules: str, tricks: int, deals: int = 1, seed: str = "letter") -> Game:
    """Return a partie in which you lead to, or follow in, the trick after so many."""
    game = Game(Rules.parse(rules), "club", seed)
    mind = make("club", 3)
    while True:
        partie = game.partie
        view = game.view
        if view is not None and game.number == deals and len(view.tricks) >= tricks and game.yours:
            return game
        if partie.outcome is not None or (tricks > 12 and len(partie.finished) == deals):
            return game
        if partie.needs_deal:
            game.deal()
        elif partie.to_move is Person.SECOND:
            game.act(game.computer())
        else:
            game.act(partie.legal_actions[0] if view is None else mind.act(view))


def asked(game: Game, word: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what the program prints when a word is typed at the decision at hand."""
    table = Sitting(game, fresh(), Style(symbols=False))
    if game.partie.position is not None:
        table.told = len(table.events)
    capsys.readouterr()
    assert table._command(word, None)
    return capsys.readouterr().out


def test_a_deal_and_the_partie_fit_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in SEEDS:
        for deals in (1, 3, 5):
            game = played("rubicon", 13, deals, f"s{seed}")
            lines = [*memory.deal_sheet(game), "", *memory.partie_sheet(game)]
            assert len(lines) <= 24 - 5  # an empty line, the heading, another, the prompt and ">"
            rows = sum(
                len(row) > 41 and row[41:].split() != [] for row in lines[1 : lines.index("")]
            )
            assert rows == lines.index("") - 1
    assert "in play (" in "\n".join(lines)


def test_every_point_is_told_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    game = played("rubicon", 13)
    said = asked(game, "score", capsys)
    assert game.position is not None
    awards = game.position.awards
    assert said.count("a lead ") == sum(award.reason == "lead" for award in awards) > 4
    assert said.count("a trick taken ") == sum(award.reason == "capture" for award in awards)
    assert said.count("the last trick ") == 1


def test_a_long_sheet_waits_at_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "typed_at_a_terminal", lambda: True)
    answers = iter(["", "enough"])
    monkeypatch.setattr(sitting, "line", lambda: next(answers))
    said = asked(played("rubicon", 13), "score", capsys)
    assert said.count("-- Enter: more") == 1
    head, _, rest = said.partition("-- Enter: more")
    assert head.count("\n") < 24
    assert "The rubicon stands" in rest


def test_closed_discards_are_not_shown_again(capsys: pytest.CaptureFixture[str]) -> None:
    for rules, seen in (("rubicon", True), (CLOSED, False)):
        game = played(rules, 3)
        view = game.view
        assert view is not None
        cards = Style(symbols=False).cards(view.discards)
        for word in ("discards", "talk"):
            said = asked(game, word, capsys)
            assert (cards in said) is seen
        assert ("may not look at your discards" in asked(game, "discards", capsys)) is not seen
        assert Style(symbols=False).cards(view.drawn) in asked(game, "discards", capsys)


def test_closed_tricks_are_not_shown_again(capsys: pytest.CaptureFixture[str]) -> None:
    for rules, seen in (("rubicon", True), (CLOSED, False)):
        game = played(rules, 4)
        view = game.view
        assert view is not None
        style = Style(symbols=False)
        before = [
            style.card(card) for trick in view.tricks[:-1] for card in (trick.lead, trick.follow)
        ]
        last = [style.card(card) for card in (view.tricks[-1].lead, view.tricks[-1].follow)]
        talk = asked(game, "talk", capsys)
        plays = " ".join(re.findall(r"(?:leads?|plays?|takes? with) (\w+)", talk)).split()
        assert set(last) <= set(plays)
        assert (set(before) <= set(plays)) is seen
        assert bool(set(before) & set(plays)) is seen
        assert ("turned down" in asked(game, "tricks", capsys)) is not seen
        assert last[0] in asked(game, "last", capsys)


def test_a_resumed_partie_keeps_closed_what_is_closed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(CLOSED, 4)
    view = game.view
    assert view is not None
    table = Sitting(game, fresh(), Style(symbols=False))
    table.recall()
    said = capsys.readouterr().out
    style = Style(symbols=False)
    assert style.card(view.tricks[-1].follow) in said
    for trick in view.tricks[:-1]:
        assert style.card(trick.lead) not in said


def test_closed_scores_are_told_when_the_deal_is_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for rules, told in (("rubicon", True), (CLOSED, False)):
        game = played(rules, 5)
        assert ("the point" in asked(game, "score", capsys)) is told
        table = Sitting(game, fresh(), Style(symbols=False))
        monkeypatch.setattr(sitting, "line", lambda: "quit")
        table.sit(resumed=True)
        assert ("his deal: you" in capsys.readouterr().out) is told
        assert "the point" in asked(played(rules, 13), "score", capsys)


def test_all_is_open_when_the_deal_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    game = played(CLOSED, 13)
    assert game.partie.position is None
    assert "turned down" not in asked(game, "tricks", capsys)
    assert "may not look" not in asked(game, "discards", capsys)
    done = [one for one in game.log if isinstance(one, Action) and one.kind is Kind.PLAY]
    talk = asked(game, "talk", capsys)
    assert len(re.findall(r"(?:leads?|plays?|takes? with) \w+", talk)) == len(done) == 24


def test_the_sheet_shows_why_there_is_no_pique() -> None:
    """Elder comes to thirty in play, but younger has had something before."""
    hand = [Award(Seat.ELDER, 25, Category.POINT, "point")]
    lead = Award(Seat.ELDER, 1, Category.PLAY, "lead")
    take = Award(Seat.YOUNGER, 1, Category.PLAY, "capture")
    rows = [row.split() for row in reckoning([*hand, *[lead] * 4, take, *[lead] * 4, take])[1:]]
    assert [row[-2:] for row in rows] == [["25", "0"], ["29", "0"], ["33", "0"], ["2", "2"]]
    pique = Award(Seat.ELDER, 30, Category.PLAY, "pique")
    rows = [row.split() for row in reckoning([*hand, *[lead] * 5, pique, lead, take, lead])[1:]]
    assert [row[-2:] for row in rows[1:]] == [["30", "0"], ["60", "0"], ["62", "0"], ["1", "1"]]


@pytest.mark.parametrize("yes", ["", "y", "YES", "ok"])
def test_a_choice_is_confirmed_in_any_way(
    yes: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"\nok\n1 13\n7S\n{yes}\n"))
    assert main(["play", "--seed", "a", "--ascii"]) == 0
    out = capsys.readouterr().out
    assert "There is no 13 here: the numbers go to 12." in out
    assert "You discard S 7." in out


def test_what_cannot_be_done_is_not_asked_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played("rubicon", 3)
    assert Kind.CONCEDE not in game.partie.legal_actions.kinds
    answers = iter(["concede", "quit"])
    monkeypatch.setattr(sitting, "line", lambda: next(answers))
    Sitting(game, fresh(), Style(symbols=False)).sit(resumed=True)
    out = capsys.readouterr().out
    assert '"concede" cannot be said or done now' in " ".join(out.split())
    assert "Give up the play" not in out
