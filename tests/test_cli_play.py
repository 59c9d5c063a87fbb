"""A partie in the terminal: what is drawn, what may be typed, and that it never falls over."""

import io
import os
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from piquet.actions import Action, Kind
from piquet.base import PiquetError, Seat
from piquet.cards import CARDS, CardSet
from piquet.cli import main, sitting
from piquet.cli.ask import cards_of, clean
from piquet.cli.game import Game
from piquet.cli.saves import fresh, waiting
from piquet.cli.sitting import Sitting
from piquet.cli.term import Style
from piquet.players import make
from piquet.profiles import PROFILES
from piquet.record import read_file
from piquet.rules import Rules

SOME = ["rubicon", "digital", "au_cent"]
FULL = os.environ.get("PIQUET_FULL") == "1"


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIQUET_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PIQUET_TRACEBACK", "1")  # a fault of the program is raised, not told
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("piquet.cli.saves.os.fsync", lambda _: None)  # slow; see test_saves


@dataclass
class Told:
    """What a run of the program printed."""

    code: int
    out: str
    err: str

    @property
    def flat(self) -> str:
        """All of it in one line."""
        return " ".join(self.out.split())


class Typed(io.StringIO):
    """Standard input of a test: what is typed, and then nothing more."""

    encoding = "utf-8"  # type: ignore[assignment]


class Screen(io.StringIO):
    """Standard output of a test, which can show every sign."""

    encoding = "utf-8"  # type: ignore[assignment]


def program(arguments: str, *lines: str) -> Told:
    """Run the program with lines typed one after the other."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = Typed("\n".join([*lines, ""])), Screen(), Screen()
    try:
        code = main(arguments.split())
        return Told(code, sys.stdout.getvalue(), sys.stderr.getvalue())
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class Robot:
    """A person who plays like a club player, and types it."""

    def __init__(self, rules: str, seed: str = "letter", code: str = "", **style: bool) -> None:
        self.game = Game(Rules.parse(rules), "club", seed, code)
        self.table = Sitting(self.game, fresh(), Style(**style), seed=seed)  # type: ignore[arg-type]
        self.mind = make("club", 3)
        self.meant: list[Action] = []

    def line(self) -> str:
        """Return what is typed next."""
        game = self.table.game
        if game.partie.outcome is not None:
            return "no"
        view = game.view
        if view is None or game.pending:
            return ""
        action = self.mind.act(view)
        self.meant.append(action)
        if action.kind in (Kind.EXCHANGE, Kind.SET_ASIDE):
            return str(action.cards) or "keep"
        return str(action.cards) if action.kind is Kind.PLAY else str(action)

    def play(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """Play to the end and return what was printed."""
        monkeypatch.setattr(sitting, "line", self.line)
        screen = Screen()
        monkeypatch.setattr(sys, "stdout", screen)
        assert self.table.sit() == 0
        return screen.getvalue()


# A whole partie


@pytest.mark.parametrize("rules", list(PROFILES) if FULL else SOME)
def test_a_whole_partie(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = Robot(rules)
    told = robot.play(monkeypatch)
    partie = robot.game.partie
    assert partie.outcome is not None
    wide = [line for line in told.split("\n") if len(line) > 79]
    assert wide == []
    assert told.count(" is over") == len(partie.finished) + 1
    assert "The partie is over" in told
    mine, theirs = partie.scores
    high, low = max(mine, theirs), min(mine, theirs)
    if partie.rules.settlement == "rubicon":
        sign = "+" if low < 100 else "-"
        sum_ = f"{high} {sign} {low} + 100 = {partie.outcome.points} points"
        assert sum_ in " ".join(told.split())
        assert "The rubicon stands at 100" in told
        assert ("You win: " if mine > theirs else "The computer wins: ") in told
        for deal in partie.finished:
            mine, theirs = deal.points
            assert re.search(rf"^ +\d  (you|computer) +{mine} +\d+ +{theirs} +\d+$", told, re.M)
    spoken = re.findall(r"^(?:You|The computer)\b.*: [a-z].*\.", told, re.M)
    assert len(spoken) > 10 * len(partie.finished)
    during, _, after = told.partition("The partie is over")
    assert "letter" not in during
    assert "Seed letter:" in after
    done = [done for done in robot.game.log if isinstance(done, Action)]
    assert [action for action in robot.meant if action not in done] == []
    assert waiting() == []  # a finished partie waits for nobody


def test_the_same_seed_is_the_same_partie() -> None:
    lines = ["", "", "1 2 3", "", *["1"] * 40]
    first, second = program("play --seed a", *lines), program("play --seed a", *lines)
    assert first == second
    assert program("play --seed b", *lines) != first


def test_the_first_deal_can_be_named() -> None:
    told = program("play --seed a --deal 083SG1066GEEX --ascii", "", "", "hand")
    hands = ("S K Q J 10 9 8  H K J 7  D A Q 10", "S 7  H A 10 9  D K J 9 8  C A J 10 7")
    assert sum(f"Your hand:  {hand}" in told.out for hand in hands) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--level champion", "the levels are random, beginner, novice, club"),
        ("--rules digitel", "the nearest name is digital"),
        ("--deal 083SG1066GEEY", "is not a deal code"),
    ],
)
def test_options_that_cannot_be_read(arguments: str, sentence: str) -> None:
    told = program(f"play {arguments}")
    assert (told.code, told.out) == (1, "")
    assert sentence in told.err


# What may be typed


def test_cards_in_any_notation() -> None:
    king = CardSet.parse("KH")
    for words in ("KH", "kh", "K\u2665", "hk", "HK", "h k", "k h", "king of hearts", "King hearts"):
        assert cards_of(words) == king, words
    two = CardSet.parse("TS 7D")
    for words in (
        "10s 7d",
        "10S,7D",
        "ts7d",
        "S10 D7",
        "\u2660 10  \u2666 7",
        "ten of spades and seven of diamonds",
    ):
        assert cards_of(words) == two, words


@pytest.mark.parametrize(
    "words", ["1S", "KX", "K H H", "king", "S", "hello", "KH KH", "\u017f7", "K of"]
)
def test_what_is_no_card(words: str) -> None:
    with pytest.raises(PiquetError):
        cards_of(words)


def test_a_card_is_never_a_command() -> None:
    """A rank or a suit alone may be a card that was meant: it ends and explains nothing."""
    letters = [sign for one in "AKQJT987SHDC" for sign in (one, one.lower())]
    told = program("play --seed a --level random", "", "1 2", "", *letters)
    assert told.out.count("\n> ") == 4 + len(letters)
    assert "At any time: hand" not in told.out


def test_control_characters_are_never_printed() -> None:
    sly = "\x1b[2J\x1b]0;title\x07\x9b31m\u202eKH\x00\r\x7f"
    assert clean(sly) == "[2J]0;title31mKH"
    told = program("play --seed a", sly, "", sly, "exchange " + sly, "7S" + sly)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", told.out)


def test_a_line_without_end() -> None:
    told = program("play --seed a", "7" * 1_000_000, "")
    assert "You cut" in told.out
    assert len(told.out) < 3000


def test_ascii_is_ascii() -> None:
    lines = ["", "", "\u2660 K", "?", "rules", "score", "1", "", *["1"] * 30, "talk"]
    told = program("play --seed a --ascii", *lines)
    assert told.out.isascii()
    assert "S " in told.out


@pytest.mark.parametrize(
    "command", ["?", "rules", "score", "tricks", "last", "discards", "talk", "hand"]
)
def test_words_that_may_be_typed_at_any_time(command: str) -> None:
    every = [line for said in ["", "", "1 2 3", "", *["1"] * 30] for line in (command, said)]
    told = program("play --seed a --level random", *every)
    assert told.code == 0
    assert "is no card" not in told.out
    assert max(map(len, told.out.split("\n"))) <= 80


def test_the_other_hand_is_shown_only_when_the_deal_is_over() -> None:
    told = program("play --seed a", "", "", "show", "1 2", "", "show")
    assert told.out.count("Both hands are shown when the deal is over.") == 2
    assert "The computer's hand" not in told.out


# Errors name what is legal; nothing falls over


def lines_at_random(rng: random.Random, number: int) -> Iterator[str]:
    """Yield lines as a cat on the keyboard, a child and an expert would type them."""
    words = ["s", "?", "up", "score", "tricks", "last", "discards", "talk", "hand", "undo"]
    words += ["save", "show", "point", "sequence", "set", "good", "equal", "making?", "pass"]
    words += ["concede", "look", "keep", "nothing", "yes", "+1", "-1", "not good", "undo 2"]
    words += ["undo deal", "undo x", "see point", "see sets", "suit hearts"]
    words += ["carte blanche 3", "exchange 1 2", "play AS", "point AS KS", "making nothing"]
    for _ in range(number):
        luck = rng.random()
        if luck < 0.1:
            yield "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(60)))
        elif luck < 0.2:
            yield "".join(rng.choices("SHDCAKQJT987 ,10-+", k=rng.randrange(20)))
        elif luck < 0.35:
            yield rng.choice(words)
        elif luck < 0.5:
            yield " ".join(map(str, rng.sample(CARDS, rng.randint(1, 5))))
        elif luck < 0.7:
            yield str(rng.randint(0, 13))
        else:
            yield ""


@pytest.mark.parametrize("seed", range(40 if FULL else 3))
def test_a_thousand_random_lines(seed: int) -> None:
    rng = random.Random(seed)
    rules = list(PROFILES)[seed % len(PROFILES)]
    lines = [line.replace("\n", " ") for line in lines_at_random(rng, 1000)]
    told = program(f"play --seed {seed} --level random --rules {rules}", *lines)
    assert (told.code, told.err) == (0, "")
    assert "Traceback" not in told.out
    ended = "The partie is kept: piquet resume goes on with it."
    assert ended in told.out or "Goodbye." in told.out
    drawn = re.split(r"\n> .*\n", told.out)
    refused = [part for part in drawn if "is no card" in part or "does not follow suit" in part]
    assert len(refused) > 10
    assert all("You can type:" in part for part in refused)


def test_errors_name_the_legal_choices() -> None:
    told = program("play --seed a --ascii", "", "hello", "1 2 3 4 5 6", "7S", "", "king", "xyzzy")
    assert "'hello' is no card" in told.flat
    assert (
        "You can type: one to five cards of your hand, or their numbers; ? for help." in told.flat
    )
    assert "That is six: from one to five cards can be exchanged here." in told.flat
    held = r"[SHDC](?: (?:[AKQJ987]|10))+"
    assert re.search(rf"You can type: a card of (?:{held} ?)+; .*\? for help\.", told.flat)


def test_a_refused_choice_gives_up_the_cards_chosen_before() -> None:
    told = program("play --seed a", "", "1 2", "1 2 3 4 5 6", "")
    assert "2 of 5 chosen" in told.out
    assert "You discard" not in told.out


def test_a_card_refused_beside_the_others_leaves_them_chosen() -> None:
    told = program("play --seed a --ascii", "", "7S 8C", "+7C", "-8C", "")
    assert "Enter exchanges the two; or type other cards, +10C adds one, -8C keeps one" in told.out
    assert "You do not hold C 7." in told.out
    assert told.out.count("2 of 5 chosen: S 7  C 8") == 2
    assert "You discard S 7." in told.out


def test_a_card_that_is_not_held_is_refused_to_your_face() -> None:
    told = program("play --seed a --ascii", "", "7S", "", "AS")
    assert "You do not hold S A." in told.out
    assert "the elder hand" not in told.out


def test_cards_chosen_can_be_added_and_kept() -> None:
    told = program("play --seed a --ascii", "", "7S 8C", "+1", "-8C", "")
    assert "3 of 5 chosen: S K 7  C 8" in told.out
    assert "2 of 5 chosen: S K 7\n" in told.out
    assert "You discard S K 7." in told.out


def test_another_partie(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = Robot("rubicon(deals=1)", "s\x1b[2J")
    typed = iter(["what", "", "", "", "quit"])

    def line() -> str:
        if robot.game.partie.outcome is None:
            return robot.line()
        return next(typed)

    monkeypatch.setattr(sitting, "line", line)
    monkeypatch.setattr(sys, "stdout", Screen())
    assert robot.table.sit() == 0
    assert "Type Enter for another partie, no, show," in sys.stdout.getvalue()  # type: ignore[attr-defined]
    assert robot.table.game is not robot.game
    assert robot.table.game.seed == "s\x1b[2J/2"  # as reproducible as the first
    assert "\x1b" not in sys.stdout.getvalue()  # type: ignore[attr-defined]
    (slot,) = waiting()  # the finished partie waits no more
    assert 'Seed: "s\\u001b[2J/2"' in slot.load()[0]


# Taking back


def test_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Back to any own decision of a deal; the same line again is the same to the last word."""
    replays = 0
    for seed in range(40 if FULL else 8):
        robot = Robot("rubicon", str(seed))
        game = robot.game
        while not (game.partie.finished or game.partie.outcome):
            if game.partie.needs_deal:
                game.deal()
            elif game.yours:
                view = game.view
                game.act(robot.mind.act(view) if view else game.partie.legal_actions[0])
            else:
                game.act(game.computer())
        assert game.position is not None
        log, deal, events = list(game.log), game.position.deal, game.position.events
        for steps in range(1, len(game.decisions) + 1, 3):
            places = game.decisions
            assert game.back(steps) == steps
            assert game.log == log[: places[-steps]]
            assert game.yours
            assert game.assisted == {1}
            while not game.partie.finished:
                view = game.view
                game.act(robot.mind.act(view) if view and game.yours else game.computer())
            assert game.log == log
            assert (game.position.deal, game.position.events) == (deal, events)
            replays += 1
    assert replays >= 40


def test_undo_is_told_and_marked() -> None:
    told = program("play --seed a", "", "undo", "1 2", "", "undo", "1", "", "undo deal", "score")
    assert "There is nothing of yours to take back in this deal." in told.out
    assert told.out.count("Taken back. The cards are as they were") == 2
    assert "In this deal something was taken back: it is marked as assisted." in told.out
    assert "Assisted: 1\n" in waiting()[0].load()[0]


def test_undo_after_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = Robot("rubicon", "late")
    typed: list[str] = []

    def line() -> str:
        if robot.game.partie.finished and not typed:
            typed.extend(["undo", "quit"])
            return typed[0]
        return "quit" if typed else robot.line()

    monkeypatch.setattr(sitting, "line", line)
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    assert robot.table.sit() == 0
    assert not robot.game.partie.finished
    assert robot.game.yours
    assert screen.getvalue().count("Deal 1 is over") == 1


# Leaving and going on


def test_the_end_of_the_input_keeps_the_partie() -> None:
    told = program("play --seed a", "", "1 2")
    assert told.code == 0
    assert told.out.endswith("The partie is kept: piquet resume goes on with it.\n")
    again = program("resume")
    assert "2 of 5 chosen" in again.out  # even what was not confirmed yet
    assert "a\n" not in again.out.split("\n")


def test_nothing_begun_is_nothing_kept() -> None:
    assert program("play").out.endswith("Goodbye.\n")
    assert waiting() == []


def test_resume_at_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left at any decision of a deal, the partie stands before the very same one."""
    robot = Robot("rubicon", "steps")
    stops = 0
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)

    def line() -> str:
        nonlocal stops
        game = robot.table.game
        if game.partie.finished:
            return "quit"
        if game.number:
            stops += 1
            back = Sitting(Game.of(waiting()[0].load()[0]), fresh(), Style())
            monkeypatch.setattr(sys, "stdout", Screen())
            back._draw(back._choice())
            shown, sys.stdout = sys.stdout, screen
            here = Screen()
            monkeypatch.setattr(sys, "stdout", here)
            robot.table._draw(robot.table._choice())
            monkeypatch.setattr(sys, "stdout", screen)
            assert isinstance(shown, Screen)
            assert shown.getvalue() == here.getvalue()
            assert back.game.log == game.log
            assert back.game.pending == game.pending
        return robot.line()

    monkeypatch.setattr(sitting, "line", line)
    robot.table.sit()
    assert stops > 14


def test_a_full_disk_is_said_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("piquet.cli.saves.os.open", full)
    told = program("play --seed a", "", "1 2", "", "quit")
    assert told.code == 1
    assert told.out.count("The partie cannot be kept just now (No space left on device)") == 1
    assert "The partie could not be kept: No space left on device." in told.out


def test_a_finished_partie_can_be_kept_in_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = program("play --seed a", "", "1 2", "record")
    assert "it can be written when the partie is over" in refused.flat
    robot = Robot("rubicon(deals=1)")
    typed = iter(["record", "show", "no"])
    monkeypatch.setattr(
        robot, "line", lambda: next(typed) if robot.game.partie.outcome else Robot.line(robot)
    )
    told = " ".join(robot.play(monkeypatch).split())
    (file,) = tmp_path.glob("*.pqn")
    assert f"Written to {file.name}; piquet replay" in told
    assert "The computer's hand after the exchange" in told
    record = read_file(file)
    assert record.partie.outcome == robot.game.partie.outcome
    assert re.search(r"(Player|Computer) wins: \d", program(f"replay {file}").out)


# Nothing hidden is told


def test_nothing_hidden_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals that differ in what you cannot know look the same as long as you cannot."""

    def screens(code: str) -> str:
        told = program(f"play --seed a --deal {code}", "", "", "hand", "score", "1 2 3", "+4", "-4")
        return told.out

    view = Game(Rules.named("rubicon"), "club", "a", "083SG1066GEEX")
    assert view.first is not None
    elder = Seat.ELDER
    game = view
    while game.view is None:
        if game.partie.needs_deal:
            game.deal()
        else:
            game.act(game.partie.legal_actions[0] if game.yours else game.computer())
    assert game.seat is elder
    deal = view.first
    other = type(deal)(
        deal.elder,
        CardSet.of(*deal.talon) | CardSet.of(*list(deal.younger)[:4]),
        list(deal.younger)[4:],
    )
    assert screens(deal.code) == screens(other.code)
