"""Asking the Oracle: from a view, and from what somebody types of a hand."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from piquet import kernel, oracle
from piquet.actions import Action, Kind
from piquet.base import Illegal, PiquetError, Seat, Unreadable
from piquet.cards import CardSet, parse_cards
from piquet.cli import main
from piquet.dealing import Deal
from piquet.oracle.policies import decide
from piquet.oracle.tabletalk import call
from piquet.oracle.typed import Typed, view_of
from piquet.oracle.weights import CLUB
from piquet.position import Position
from piquet.rules import Rules
from piquet.view import Phase, Standing, View

RUBICON = Rules.named("rubicon")
RANKS = ["seven", "eight", "nine", "ten", "knave", "queen", "king", "ace"]
RUNS = ["a tierce", "a quart", "a quint", "a sixième", "a septième", "a huitième"]
HAND = CardSet.parse("SAKQ97 HA8 DKQ CT98")
THROWN = CardSet.parse("S8 H7 D987")
needs_core = pytest.mark.skipif(not kernel.available(), reason="the native core is not there")


def start() -> View:
    return Position(Deal.random("letter"), RUBICON).view(Seat.ELDER)


def test_players_do_without_numpy() -> None:
    code = "import sys, piquet.players, piquet.oracle; print('numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"


def test_no_such_name() -> None:
    with pytest.raises(AttributeError):
        oracle.advice_of  # noqa: B018


def test_without_the_core_it_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "why_not", lambda: "The native core could not be built.")
    with pytest.raises(kernel.CoreMissing, match=r"^The native core could not be built\.$"):
        oracle.advise(start())


@needs_core
def test_what_cannot_be_asked_is_refused() -> None:
    view = start()
    for given, code in (
        ({"method": "magic"}, "oracle_method"),
        ({"goal": "glory"}, "oracle_goal"),
        ({"selection": Action.GOOD}, "oracle_selection"),
    ):
        with pytest.raises(PiquetError) as refused:
            oracle.advise(view, **given)  # type: ignore[arg-type]
        assert refused.value.code == code
    waiting = Position(Deal.random("letter"), RUBICON).view(Seat.YOUNGER)
    with pytest.raises(Illegal) as nothing:
        oracle.advise(waiting)
    assert nothing.value.code == "not_to_move"


@needs_core
def test_thinking_gets_better_and_ends_finished() -> None:
    found = list(oracle.thinking(start(), method="playouts"))
    assert [advice.count for advice in found] == sorted(advice.count for advice in found)
    assert found[-1].finished
    assert all(advice.reasons for advice in found)


def to_be_asked(seed: str) -> View:
    """Return the first view of a deal in which whoever plays a card may ask to see something."""
    position = Position(Deal.random(seed), RUBICON)
    while Kind.ASK_TO_SEE not in position.legal_actions.kinds or position.phase is not Phase.PLAY:
        assert position.to_move is not None
        position = position.after(decide(position.view(position.to_move), CLUB))
    assert position.to_move is not None
    return position.view(position.to_move)


@needs_core
def test_what_costs_nothing_is_a_note_and_no_option() -> None:
    """An equal tierce shows where it lies; three knaves, called and good, are known already."""
    for seed, told in (("notes3", True), ("notes", False)):
        view = to_be_asked(seed)
        for method in ("exact", "playouts"):
            advice = oracle.advise(view, method=method, playouts=100)
            assert all(option.action.kind is not Kind.ASK_TO_SEE for option in advice.options)
            assert any("ask to see" in note for note in advice.notes) == told, seed


@needs_core
def test_impossible_words_fall_back_and_say_so() -> None:
    """Younger says "good" to a point of three, then counts a point of seven she denied."""
    hand = CardSet.parse("SAKQ HAKQ DAKQ C987")
    younger = CardSet.parse("SJT987 HJT987 CAK")
    position = Position.from_hands(hand, younger, RUBICON)
    for said in ("point SAKQ", "good"):
        position = position.after(Action.parse(said))
    view = position.view(Seat.ELDER)
    advice = oracle.advise(view, method="playouts", playouts=200)
    assert advice.options
    no_fit = [note for note in advice.notes if note.startswith("No hand fits")]
    assert len(no_fit) <= 1


# --- typed ----------------------------------------------------------------------------------------


def views() -> Iterator[tuple[Position, View]]:
    """Yield moments of deals, with the views of the seat to move."""
    for number in range(3):
        position = Position(Deal.random(f"typed {number}"), RUBICON)
        while position.to_move is not None:
            view = position.view(position.to_move)
            yield position, view
            position = position.after(decide(view, CLUB))


def spoken(view: View) -> list[str]:
    """Return what was said as its seat heard it, in the words that are typed."""
    words = []
    names = {2: "point", 3: "sequence", 4: "set"}
    for event in view.events:
        name = event.kind.name
        if name == "CALLED":
            cards = CardSet(event.cards) if event.cards else None
            if event.category == 4:
                number, rank_of = event.spoken[:2]
                words.append(f"{['three', 'four'][number - 3]} {RANKS[rank_of]}s")
            else:
                words.append(f"{names[event.category]} {cards or event.number}")
        elif name == "ASKED_VALUE":
            words.append("making?")
        elif name == "SAID_VALUE":
            mine = f"making {CardSet(event.cards)}" if event.cards else ""
            value = event.spoken[0] if event.category == 2 else RANKS[event.spoken[0]]
            words.append(mine or f"making {value}")
        elif name == "COUNTED" and event.seat is Seat.YOUNGER and event.spoken:
            cards = CardSet(event.cards) if event.cards else None
            if event.category == 4 and cards is None:
                number, rank_of = event.spoken[:2]
                words.append(f"counts {['three', 'four'][number - 3]} {RANKS[rank_of]}s")
            elif event.category == 3 and cards is None:
                words.append("counts " + " and ".join(RUNS[length - 3] for length in event.spoken))
            else:
                words.append(f"counts {names[event.category]} {cards or event.spoken[0]}")
        elif name == "ANSWERED":
            words.append({11: "good", 14: "equal", 15: "not good"}[event.number])
    return words


@needs_core
def test_a_view_typed_out_is_the_view() -> None:
    """What a seat knows, typed as words and cards, gives back the same moment."""
    checked = 0
    for _, view in views():
        if view.phase is Phase.EXCHANGE or len(view.discards) not in (3, 5):
            continue
        if view.seat is Seat.ELDER and len(view.discards) != 5:
            continue
        if any(event.kind.name in ("SHOWN", "ASKED_TO_SEE") for event in view.events):
            continue
        taken = view.taken[view.seat.other]
        typed = Typed(
            view.seat,
            view.kept,
            RUBICON,
            discards=view.discards,
            drawn=view.drawn,
            taken=taken,
            said=tuple(spoken(view)),
            played=tuple(card for trick in view.tricks for card in (trick.lead, trick.follow))
            + ((view.led,) if view.led else ()),
            talking=True,
        )
        again = view_of(typed)
        assert (again.phase, again.to_move, again.hand) == (view.phase, view.to_move, view.hand)
        assert again.scores == view.scores
        assert again.unseen == view.unseen
        checked += 1
        if checked == 25:
            break
    assert checked == 25


@needs_core
@pytest.mark.parametrize(
    ("given", "code", "part"),
    [
        ({"hand": CardSet.parse("SAKQ97 HA8 DKQ CT9")}, "typed_hand", "11"),
        ({"discards": CardSet.parse("S9 H7 D987")}, "typed_thrown", "9S"),
        ({"discards": THROWN, "drawn": CardSet.parse("AS"), "taken": 3}, "typed_numbers", "5"),
        ({"discards": THROWN, "drawn": CardSet.parse("JS")}, "typed_drawn", "JS"),
        ({"taken": 3}, "typed_taken_early", "--discards"),
        ({"seat": Seat.YOUNGER}, "typed_taken_missing", "--taken"),
        ({"discards": THROWN, "talking": True}, "typed_taken_missing", "--taken"),
        ({"discards": THROWN, "taken": 4, "talking": True}, "typed_too_many", "eight"),
        ({"said": ("hello",), "talking": True}, "typed_said", "hello"),
        ({"said": ("good",), "talking": True}, "typed_cannot_say", "elder"),
        ({"said": ("point HAKQJT",), "talking": True}, "typed_cannot_say", "HAKQJT"),
        ({"played": parse_cards("KH")}, "typed_not_yours", "KH"),
        ({"played": parse_cards("AS KD")}, "typed_yours", "KD"),
        ({"played": parse_cards("AS JH KS JS")}, "typed_revoke", "JS"),
        (
            {"discards": THROWN, "taken": 3, "played": parse_cards("AS 8S")},
            "typed_played_thrown",
            "8S",
        ),
        ({"said": ("point SAKQ97",), "played": parse_cards("AS")}, "typed_unsaid", "AS"),
        (
            {"discards": THROWN, "looked": CardSet.parse("AS"), "taken": 3, "talking": True},
            "typed_looked",
            "AS",
        ),
    ],
)
def test_what_contradicts_itself_is_told(given: dict[str, object], code: str, part: str) -> None:
    whole = {"seat": Seat.ELDER, "hand": HAND, "rules": RUBICON, **given}
    with pytest.raises((Illegal, Unreadable)) as refused:
        view_of(Typed(**whole))  # type: ignore[arg-type]
    assert refused.value.code == code
    assert part in str(refused.value)


@needs_core
@pytest.mark.parametrize("words", ["point 7", "four aces", "huitième"])
def test_a_call_that_no_unseen_cards_make_is_told(words: str) -> None:
    thrown = CardSet.parse("S8 H7 D9")
    typed = Typed(
        Seat.YOUNGER, HAND, RUBICON, discards=thrown, taken=5, said=(words,), talking=True
    )
    with pytest.raises(Illegal) as refused:
        view_of(typed)
    assert refused.value.code == "typed_unseen"
    assert words in str(refused.value)


@needs_core
def test_the_standing_goes_with_it() -> None:
    standing = Standing((98, 112), 6, 1)
    view = view_of(Typed(Seat.ELDER, HAND, RUBICON, standing))
    assert view.standing == standing


@needs_core
def test_calls_are_read_as_people_say_them() -> None:
    assert call("Point of five")[2:] == (5, None)  # type: ignore[index]
    assert call("quatorze of kings")[2:] == (4, 6)  # type: ignore[index]
    assert call("sixième")[2:] == (6, None)  # type: ignore[index]
    assert call("not good") is None


# --- the page -------------------------------------------------------------------------------------

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "oracle.md").read_text(encoding="utf-8")


@needs_core
def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "docs/oracle.md", "exec"), {"__name__": "page"})
    assert capsys.readouterr().out.endswith("True\n")


@needs_core
@pytest.mark.parametrize("line", re.findall(r"^piquet (oracle --.*?)(?:   .*)?$", PAGE, re.M))
def test_the_commands_of_the_page_answer(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*shlex.split(line), "--method", "playouts", "--playouts", "200"]) == 0
    assert "The Oracle, playouts" in capsys.readouterr().out
