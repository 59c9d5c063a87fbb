"""``piquet replay``, and the words of the table."""

import json
import os
import random
import re
import sys
import threading
from pathlib import Path

import pytest

from piquet.actions import Action, Award, Category
from piquet.base import Person, Seat
from piquet.cards import CardSet, Rank
from piquet.cli import main
from piquet.cli import replay as command
from piquet.cli.sheet import reckoning, sheet
from piquet.cli.term import Style, fold
from piquet.dealing import Deal
from piquet.lessons.drills.counting import honest
from piquet.naming import sequence, words
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.record import Record, Scored, read_file
from piquet.rules import Rules
from piquet.table.naming import award_name
from piquet.table.sheets import settlement
from piquet.table.talk import Teller

EXAMPLES = Path(__file__).parents[1] / "src/piquet/record/books"
WORKED = str(EXAMPLES / "cavendish-1892-worked-deal.pqn")
PLAIN = Style(symbols=False)


def replay(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["replay", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def play(elder: str, younger: str, said: str, profile: str = "cavendish") -> Position:
    position = Position.from_hands(
        CardSet.parse(elder), CardSet.parse(younger), Rules.named(profile)
    )
    for action in said.split(", "):
        position = position.after(Action.parse(action))
    return position


def told(position: Position, seat: Seat | None = None, you: Seat | None = None) -> list[str]:
    events = position.events if seat is None else position.view(seat).events
    return Teller(position.rules, PLAIN, you).lines(events)


# --- the command --------------------------------------------------------------------------------


def test_the_worked_deal_is_told_as_the_book_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = replay(capsys, WORKED, "--ascii")
    assert (code, err) == (0, "")
    start = out.index("Elder: Point of five.")
    assert out[start:].startswith(
        "Elder: Point of five.\nYounger: Making?\nElder: Forty-nine.\nYounger: Good.\n"
        "Elder counts 5 for the point: five.\nElder: A quart.\nYounger: Good.\n"
        "Elder counts 4 for a quart: nine.\nElder: Three knaves.\nYounger: Not good.\n"
        "Elder leads AH: ten.\n"
        "Younger counts 17 for four tens and three queens: seventeen.\n"
        "Younger plays 10H; elder takes the trick.\n"
    )
    assert "Elder wins the last trick: eighteen.\nElder: And the cards: twenty-eight.\n" in out
    assert "the cards                              10    28        23\n" in out
    assert "The rubicon stands at 100: A 72 to go; B 77 to go.\n" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_a_seat_is_told_only_what_it_knew(capsys: pytest.CaptureFixture[str]) -> None:
    _, elder, _ = replay(capsys, WORKED, "--ascii", "--seat", "elder")
    assert "Elder discards S K  D 9 8  C 8 7.\n" in elder
    assert "Younger discards three cards.\n" in elder
    assert "\n  younger" not in elder
    assert "talon" not in elder
    assert "Five hearts led" not in elder
    _, younger, _ = replay(capsys, WORKED, "--ascii", "--seat", "younger")
    assert "Elder discards five cards.\n" in younger
    assert "Elder takes in" not in younger


def test_one_seat_s_replay_does_not_depend_on_what_it_cannot_know(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = Path(WORKED).read_text(encoding="utf-8")
    # The same deal, with a card that elder threw and one that younger threw exchanged.
    other = text.replace("7S", "xx").replace("8C", "7S").replace("xx", "8C")
    path = tmp_path / "other.pqn"
    path.write_text(other, encoding="utf-8")
    for step in ("3", "20"):
        one = replay(capsys, WORKED, "--step", step, "--seat", "elder", "--json")[1]
        two = replay(capsys, str(path), "--step", step, "--seat", "elder", "--json")[1]
        hidden = json.loads(one)["deals"][0]["talk"][0]
        assert "8 7" in hidden
        one, two = (json.dumps(json.loads(page)["deals"][0]["talk"][2:]) for page in (one, two))
        assert one == two


def test_a_step_shows_that_position(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = replay(capsys, WORKED, "--ascii", "--step", "15")
    assert code == 0
    assert out == (
        "After 15 of 35 actions\n"
        "Deal 1, dealt by B; elder is A\n"
        "Younger plays 7D; elder takes the trick.\n"
        "  elder    S A J 9 8  H Q J 8  D K  C J 9\n"
        "  younger  S Q 10  D A Q J 10  C A K Q 10\n"
        "Score of the deal so far: elder 11, younger 17; tricks 2 to 0.\n"
        "To move: elder (A).\n"
    )


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.pqn")), ids=lambda path: path.stem)
def test_every_step_of_every_example_is_shown(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = sum(len(part.actions) for part in read_file(path).parts)
    for step in (0, *range(1, actions, 9), actions):
        for more in ([], ["--json"], ["--seat", "elder"], ["--seat", "younger", "--json"]):
            code, out, err = replay(capsys, str(path), "--step", str(step), *more)
            assert (code, err) == (0, "")
            assert out
            if "--json" in more:
                json.loads(out)


def test_a_partie_ends_with_its_sheet_and_settlement(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = replay(capsys, str(EXAMPLES / "cavendish-1892-foregoing-the-pique.pqn"), "--ascii")
    assert out.endswith(
        "deal  dealer              first          second\n"
        " 1-5                         70              82\n"
        "   6  second          32    102       7      89\n"
        "Second has not reached 100 and is rubiconed. First wins: 102 + 89 + 100 = 291\n"
        "  points; nothing else is at stake.\n"
    )


def test_json_holds_the_whole_record(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = replay(capsys, WORKED, "--json")
    page = json.loads(out)
    assert page["rules"] == "cavendish"
    assert page["actions"] == 35
    assert page["scores"] == {"first": 28, "second": 23}
    assert page["deals"][0]["score"] == {"elder": 28, "younger": 23}
    assert page["deals"][0]["actions"][0] == "exchange KS 9D 8D 8C 7C"
    assert page["diagnostics"] == []
    _, out, _ = replay(capsys, WORKED, "--json", "--seat", "younger")
    deal = json.loads(out)["deals"][0]
    assert "actions" not in deal
    assert "cards" not in deal
    assert list(deal["hands"]) == ["younger"]


def test_faults_are_told_with_their_place_and_code_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "faulty.pqn"
    text = Path(WORKED).read_text(encoding="utf-8").replace("2. KH 7D", "2. KH 8S")
    path.write_text(text.replace("Count: elder 10", "Count: elder 12"), encoding="utf-8")
    code, out, err = replay(capsys, str(path), "--ascii")
    assert code == 1
    assert "Elder leads KH: eleven.\n" in out
    assert "Elder leads QH" not in out
    assert err == (
        f"{path}:27:8: Count: elder 12 is written here, but the score is 10.\n"
        "  Count: elder 12, younger 17\n         ^^^^^^^^\n"
        f"{path}:29:7: 8S cannot be used: the younger hand does not hold it.\n"
        "  2. KH 8S\n        ^^\n"
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "empty"),
        (b"\x00\x01", "binary"),
        (b"Rules: nothing", "there is no profile"),
        (b"x" * 3_000_000, "million bytes"),
    ],
)
def test_what_is_no_record(
    data: bytes, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.pqn"
    path.write_bytes(data)
    code, out, err = replay(capsys, str(path))
    assert (code, out) == (1, "")
    assert sentence in err
    code, out, err = replay(capsys, str(path), "--json")
    assert code == 1
    assert sentence in json.loads(out)["diagnostics"][0]


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = replay(capsys, "nowhere.pqn")
    assert (code, out) == (1, "")
    assert "nowhere.pqn" in err


def test_free_text_cannot_command_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.pqn"
    text = "Event: \u202egnp\nFirst: \u200bA\nRules: rubicon\nDealer: first\n; \u2066x\nDeal: 1\n"
    path.write_text(text + "Score: elder 1, younger 2\n", encoding="utf-8")
    code, out, _ = replay(capsys, str(path))
    assert code == 0
    assert not any(sign in out for sign in "\u202e\u200b\u2066")


# --- the words of the table ---------------------------------------------------------------------


def test_number_words() -> None:
    assert [words(number) for number in (0, 7, 12, 20, 21, 49, 60, 99)] == [
        *["nought", "seven", "twelve", "twenty", "twenty-one", "forty-nine", "sixty"],
        "ninety-nine",
    ]
    assert words(100) == "one hundred"
    assert words(261) == "two hundred and sixty-one"
    assert words(-3) == "minus three"
    assert len({words(number) for number in range(1000)}) == 1000


def test_names_of_sequences() -> None:
    names = {3: "tierce", 4: "quart", 5: "quint", 6: "sixième", 7: "septième", 8: "huitième"}
    for length, name in names.items():
        assert sequence(length) == name
    assert sequence(3, Rank.ACE) == "tierce major"
    found = Award(Seat.ELDER, 9, Category.SEQUENCES, "sequences", (4, 3, 3))
    assert award_name(found) == "a quart and two tierces"


QUATORZES = "set AS AH AD AC, good, set KS KH KD KC"
REPIQUE = (
    "AS KS QS AH KH QH AD KD QD AC KC QC",
    "JS TS 9S JH TH 8H JD 9D 8D TC 9C 7C",
)
PIQUE = ("SAKQJT HA87 DA87 C7", "S987 HKQJ DKQJT CKQ")


def test_a_repique_is_told_with_the_count_it_would_have_made() -> None:
    position = play(*REPIQUE, "point SAKQ, good, sequence SAKQ, good, sequence HAKQ, " + QUATORZES)
    assert told(position)[-1] == (
        "Elder counts 14 for four kings: thirty-seven, ninety-seven. Repique!"
    )


def test_thirty_ninety() -> None:
    hands = ("SAKQJT HAKQ DAK CAK", "S98 HJT987 DQJT98")
    position = play(*hands, "point SAKQJT, good, sequence SAKQJT, good", "rubicon")
    position = position.after(Action.parse("set AS AH AD AC")).after(Action.GOOD)
    assert "thirty-four, ninety-four. Repique!" in told(position)[-1]


def test_twenty_nine_sixty() -> None:
    said = "point SAKQJT, good, sequence SAKQJT, good, set AS AH AD, good, play AS, play 7S,"
    said += " play KS, play 8S, play QS, play 9S, play JS, play JH, play TS, play QH, play AH,"
    said += " play KH, play AD"
    for profile in ("cavendish", "rubicon"):
        lines = told(play(*PIQUE, said, profile))
        assert lines[-1] == "Elder leads AD: twenty-nine, sixty. Pique!"
        assert "Elder leads AH: twenty-nine." in lines


def test_where_scores_are_not_announced_none_is_told() -> None:
    rules = Rules.parse("rubicon(score_announced=false)")
    position = play(*PIQUE, "point SAKQJT, good")
    lines = Teller(rules, PLAIN).lines(position.events)
    assert lines[-1] == "Elder counts 5 for the point."


def test_you_and_the_other() -> None:
    position = play(*PIQUE, "point SAKQJT, good, play AS, play 7S")
    assert told(position, Seat.ELDER, Seat.ELDER)[-4:] == [
        "Younger: Good.",
        "You count 5 for the point: five.",
        "You lead AS: six.",
        "Younger plays 7S; the trick is yours.",
    ]
    assert told(position, Seat.YOUNGER, Seat.YOUNGER)[-4:] == [
        "You: Good.",
        "Elder counts 5 for the point: five.",
        "Elder leads AS: six.",
        "You play 7S; elder takes the trick.",
    ]


def test_calls_in_every_form() -> None:
    position = play(*PIQUE, "point SAKQJT", "hoyle")
    assert told(position)[-1] == "Elder: Point, fifty-one."
    position = position.after(Action.GOOD).after(Action.parse("sequence SAKQJT"))
    assert told(position)[-1] == "Elder: Quint major."
    position = play(
        "SAKQJ HAKQ DAKQ CAK", "ST98 HJT9 DJT9 CQJT", "sequence SAKQJ HAKQ DAKQ", "table"
    )
    assert told(position)[-1] == "Elder: A quart and two tierces."
    position = play("SAKQJ HAKQ DAKQ CAK", "ST98 HJT9 DJT9 CQJT", "sequence HAKQ", "cavendish")
    position = position.after(Action.ASK_VALUE).after(Action.parse("making HAKQ"))
    assert told(position)[-1] == "Elder: Tierce major."


def test_carte_blanche_is_acted_out() -> None:
    rules = Rules.named("cavendish")
    deal = Deal("SAT98 HAT9 DAT8 CA9", "SKQJ HKQJ DKQJ CKQJ", "7S 8H 7H 9D 7D TC 8C 7C")
    position = Position(deal, rules)
    for said in ("carte blanche 5", "set aside SJ HJ DJ", "exchange S98 H9 D8 C9"):
        position = position.after(Action.parse(said))
    lines = told(position, Seat.ELDER)
    assert lines[:3] == [
        "Elder: Carte blanche; I take five.",
        "Younger lays aside three cards, face down.",
        "Elder counts twelve cards face up: S A 10 9 8  H A 10 9  D A 10 8  C A 9.",
    ]
    assert lines[3] == "Elder counts 10 for carte blanche: ten."


@pytest.mark.parametrize("name", PROFILES)
def test_every_event_of_random_deals_can_be_told(name: str) -> None:
    rules = Rules.named(name)
    for number in range(4):
        rng = random.Random(f"{name} {number}")
        position = Position(Deal.random(f"{name} {number}"), rules)
        if number == 0:
            position = position.after(position.legal_actions[7])
            position = position.after(position.legal_actions[2])
            position = honest(position)
        while position.to_move is not None:
            legal = position.legal_actions.of(rng.choice(position.legal_actions.kinds))
            position = position.after(legal[rng.randrange(len(legal))])
        teller = Teller(rules, PLAIN)
        for events in (position.events, *(position.view(seat).events for seat in Seat)):
            by_event = teller.by_event(events)
            assert len(by_event) == len(events)
            for event, lines in zip(events, by_event, strict=True):
                for line in lines:
                    assert line[-1] in ".!?", line
                    assert "{" not in line
                if event.awards:
                    assert lines
            assert teller.line(events[-1], events[:-1]) == "\n".join(by_event[-1])
        spoken = "\n".join(teller.lines(position.events))
        for seat in Seat:
            if position.scores[seat] and rules.score_announced:
                assert words(position.scores[seat]) in spoken


def test_lines_are_folded_without_losing_words() -> None:
    line = "Elder counts twelve cards face up: \x1b[31m♥\x1b[0m A 10 9  ♦ A 10 8"
    pieces = fold(line, 30)
    assert " ".join(piece.strip() for piece in pieces).split() == line.split()
    assert fold("short", 80) == ["short"]


# --- the sheet ----------------------------------------------------------------------------------


def partie(*scores: tuple[int, int], rules: str = "cavendish") -> Record:
    record = Record(Rules.parse(rules), dealer=Person.FIRST, packet=2)
    for first, second in scores:
        elder = record.partie.person(Seat.ELDER)
        points = (first, second)
        record = record.begin(Scored(points[elder], points[elder.other]))
    return record


def test_the_sheet_has_a_row_a_deal_one_for_those_to_come_and_the_rubicon() -> None:
    lines = sheet(partie((13, 27), (61, 15)).partie, ("Anna", "Bert"))
    assert len(lines) == 5
    assert lines[2].split() == ["2", "Bert", "61", "74", "15", "42"]
    assert lines[3] == " 3-6"
    assert lines[-1] == "The rubicon stands at 100: Anna 26 to go; Bert 58 to go."


def test_settlements_are_equations() -> None:
    six = [(0, 0)] * 5
    plain = partie(*six, (142, 117)).partie
    assert settlement(plain) == [
        "First wins: 142 - 117 + 100 = 125 points; nothing else is at stake."
    ]
    short = partie(*six, (97, 64)).partie
    assert settlement(short)[0].endswith("97 + 64 + 100 = 261 points; nothing else is at stake.")
    assert "Second has not reached 100" in settlement(short)[0]
    drawn = partie(*six, (50, 50), (10, 0), (0, 10)).partie
    assert settlement(drawn)[0].startswith("Drawn, 60 to 60")
    assert len(sheet(partie(*six, (50, 50)).partie)) == 9
    game = partie((43, 101), rules="hoyle").partie
    assert settlement(game)[0] == ("Second wins the game double, 101 to 43: the loser is under 50.")


@pytest.mark.parametrize("rules", ["rubicon", "digital", "cavendish(last_trick_extra=0)"])
def test_of_every_trick_it_is_said_once_who_takes_it(rules: str) -> None:
    position = Position(Deal.random("letter"), Rules.parse(rules))
    while position.to_move is not None:
        position = position.after(position.legal_actions[-1])
    lines = Teller(position.rules, PLAIN).lines(position.events)
    taken = re.compile(r"(\w+) (?:takes with|takes the trick|wins the (?:last )?trick)")
    takers = [found[1].lower() for line in lines if (found := taken.search(line))]
    assert takers == [str(trick.winner) for trick in position.view(Seat.ELDER).tricks]


@pytest.mark.parametrize("step", [-1, 36, 10**9])
def test_a_step_that_is_none(step: int, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = replay(capsys, WORKED, "--step", str(step))
    assert (code, out) == (1, "")
    assert err.startswith(f"There is no step {step}: ")
    assert err.endswith(" go from 0 to 35.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_a_pipe_is_read_and_a_silent_one_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    written = Path(WORKED).read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=(written,))
    writer.start()
    piped = replay(capsys, str(pipe))
    writer.join()
    assert piped == replay(capsys, WORKED)
    monkeypatch.setattr(command, "_PATIENCE", 0.05)
    code, out, err = replay(capsys, str(pipe))
    assert (code, out) == (1, "")
    assert "Nothing has come through this pipe" in err


def test_the_name_of_a_file_is_printed_harmlessly(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = replay(capsys, "a\n\x1b[31mb")
    assert (code, out) == (1, "")
    assert err.startswith("'a\\n\\x1b[31mb': ")
    assert replay(capsys, "")[2].startswith("'': ")


def test_two_sequences_of_a_length_are_called_together() -> None:
    position = play(*REPIQUE, "point SAKQ, good, sequence SAKQ HAKQ", "table")
    assert told(position)[-1] == "Elder: Two tierces."


def test_a_long_name_on_the_sheet_does_not_push_the_columns() -> None:
    ranks = [3, Rank.KING, 3, Rank.QUEEN, 3, Rank.KNAVE]
    award = Award(Seat.YOUNGER, 9, Category.SETS, "sets", tuple(ranks))
    head, *rows = reckoning([award])
    assert rows == ["three kings, three queens and three", f"{'  knaves':<46}0   9     9"]
    assert len(rows[1]) == len(head)


def test_json_is_ascii_so_that_no_terminal_spoils_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "name.pqn"
    file.write_text("Event: Écarté\nRules: rubicon\nDealer: first\n", encoding="utf-8")
    code, out, _ = replay(capsys, str(file), "--json")
    assert code == 0
    assert out.isascii()
    assert json.loads(out)["headers"]["Event"] == "Écarté"
