"""The value of every state of a partie: against parties played out, result by result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from piquet import kernel
from piquet.actions import Action
from piquet.base import Illegal, Person, Seat
from piquet.cli import main
from piquet.partie import Partie, settle
from piquet.position import Position
from piquet.rules import PROFILES, Rules
from piquet.view import Standing

np = pytest.importorskip("numpy")
if not kernel.available():
    pytest.skip("the core is missing", allow_module_level=True)

from piquet.oracle import results as measuring  # noqa: E402
from piquet.oracle.equity import Chances, Equity, equity  # noqa: E402
from piquet.oracle.settling import LOSE, OTHER_SHORT, SHORT, VALUE, WIN, payoffs  # noqa: E402

RUBICON = Rules.named("rubicon")
CLOSE = 2e-4  # values are kept in single precision


@pytest.fixture(scope="module")
def one_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that these tests share, and nobody else."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def cache(one_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's own cache out of the tests."""
    monkeypatch.setenv("PIQUET_CACHE", str(one_cache))
    forget()


def forget() -> None:
    """Forget what this process has in memory."""
    equity.cache_clear()
    measuring.results.cache_clear()


def shares(lots: dict[tuple[int, int], float]) -> np.ndarray:
    """Return results as an array by the points of elder and younger."""
    found = np.zeros((1 + max(max(points) for points in lots),) * 2)
    for points, share in lots.items():
        found[points] = share
    return found


def ends(
    partie: Partie, lots: dict[tuple[int, int], float], chance: float = 1.0
) -> Iterator[tuple[float, Partie]]:
    """Yield every way in which a partie may end, with its chance; the cut makes either elder.

    A target game may go on for ever, tied: what is rarer than one in ten million is left out.
    """
    if partie.outcome is not None:
        yield chance, partie
    elif chance < 1e-7:
        return
    elif partie.needs_deal:
        for (elder, younger), share in lots.items():
            known = Position.scored(elder, younger, partie.rules, partie.standing)
            yield from ends(partie.begin_known(known), lots, chance * share)
    else:
        for cards in ("7S 8S", "8S 7S"):
            cut = partie
            for card in cards.split():
                cut = cut.after(Action.parse(f"cut {card}"))
            yield from ends(cut, lots, chance / 2)


def counted(
    partie: Partie, lots: dict[tuple[int, int], float], person: Person
) -> tuple[float, Chances]:
    """Return the mean settlement and the chances of one person, party by party."""
    value = win = draw = short = other = 0.0
    for chance, end in ends(partie, lots):
        outcome = end.outcome
        assert outcome is not None
        lost_short = outcome.rubicon or outcome.double
        if outcome.winner is None:
            draw += chance
        elif outcome.winner is person:
            value += chance * outcome.points
            win += chance
            other += chance * lost_short
        else:
            value -= chance * outcome.points
            short += chance * lost_short
    return value, Chances(win, draw, short, other)


LOTS = {(30, 12): 0.4, (25, 25): 0.25, (5, 41): 0.2, (60, 2): 0.15}


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    "rules",
    [
        RUBICON.but(deals=1),
        RUBICON.but(deals=2),
        RUBICON.but(deals=3, rubicon_at=60),
        RUBICON.but(deals=2, double_first_last=True),
        RUBICON.but(deals=2, settlement="game_double", double_below=40),
        Rules.named("hoyle").but(target=60, target_check="end_of_deal"),
    ],
    ids=str,
)
def test_values_are_those_of_all_parties_played_out(rules: Rules, seat: Seat) -> None:
    partie = Partie.dealt_by(Person.SECOND, rules, packet=rules.packet[0])
    person = partie.person(seat)
    values = Equity(rules, shares(LOTS))
    value, chances = counted(partie, LOTS, person)
    assert values.value(partie.standing, seat) == pytest.approx(value, abs=CLOSE)
    assert values.chances(partie.standing, seat) == pytest.approx(chances, abs=1e-5)
    after = values.after(partie.standing, seat)
    assert after.shape == (values.size, values.size)
    assert values.size > 200
    for elder, younger in LOTS:
        known = Position.scored(elder, younger, rules, partie.standing)
        later, _ = counted(partie.begin_known(known), LOTS, person)
        own = (elder, younger) if seat is Seat.ELDER else (younger, elder)
        assert after[own] == pytest.approx(later, abs=CLOSE)


def test_the_extra_deals_are_valued_one_by_one() -> None:
    rules = RUBICON.but(deals=2)
    values = Equity(rules, shares(LOTS))
    partie = Partie.dealt_by(Person.SECOND, rules)
    for elder, younger in ((25, 25), (25, 25), (30, 12)):
        known = Position.scored(elder, younger, rules, partie.standing)
        partie = partie.begin_known(known)
        standing = partie.standing
        for seat in Seat:
            value, chances = counted(partie, LOTS, partie.person(seat))
            assert values.value(standing, seat) == pytest.approx(value, abs=CLOSE)
            assert values.chances(standing, seat) == pytest.approx(chances, abs=1e-5)
    assert partie.standing.extra
    assert partie.standing.deals_left == 1


def test_a_match_of_games_is_won_or_lost() -> None:
    rules = Rules.named("au_cent").but(target_check="end_of_deal")
    lots = {(110, 60): 0.3, (104, 20): 0.25, (40, 120): 0.45}
    values = Equity(rules, shares(lots))
    partie = Partie.dealt_by(Person.SECOND, rules)
    expected = {Seat.ELDER: 0.0, Seat.YOUNGER: 0.0}
    for chance, end in ends(partie, lots):
        assert end.outcome is not None
        for seat in Seat:
            won = end.outcome.winner is partie.person(seat)
            expected[seat] += chance if won else -chance
    for seat in Seat:
        assert values.value(partie.standing, seat) == pytest.approx(expected[seat], abs=1e-6)
    ahead = partie.standing._replace(games=(2, 0))
    behind = partie.standing._replace(games=(0, 2))
    one, other = values.value(ahead, Seat.ELDER), values.value(behind, Seat.ELDER)
    assert one > expected[Seat.ELDER] > other


def test_final_scores_are_worth_what_the_partie_says() -> None:
    scores = np.arange(230)
    for name in PROFILES:
        rules = Rules.named(name)
        found = payoffs(rules, scores, scores)
        for elder in range(230):
            for younger in range(0, 230, 1 if elder in (0, 49, 50, 99, 100, 101, 229) else 7):
                game = settle((elder, younger), rules)
                lost_short = game.rubicon or game.double
                sign = {Person.FIRST: 1, Person.SECOND: -1, None: 0}[game.winner]
                at = found[:, elder, younger]
                assert at[VALUE] == sign * game.points
                assert (at[WIN], at[LOSE]) == (sign == 1, sign == -1)
                assert at[SHORT] == (sign == -1 and lost_short)
                assert at[OTHER_SHORT] == (sign == 1 and lost_short)


def test_who_is_out_first_needs_the_smaller_part_of_his_points() -> None:
    # Elder needs 10 of 30, younger 10 of 20: elder is out when younger has counted a third.
    rules = Rules.named("hoyle").but(target=50, double_below=50)
    values = Equity(rules, shares({(30, 20): 1.0}))
    standing = Standing((40, 40), 1, None)
    assert values.value(standing, Seat.ELDER) == pytest.approx(2)
    assert values.chances(standing, Seat.ELDER) == pytest.approx((1, 0, 0, 1))
    # Younger needs 1 of 20 and is out before elder has counted his 10.
    assert values.value(Standing((40, 49), 1, None), Seat.ELDER) == pytest.approx(-2)


def test_what_one_wins_the_other_loses() -> None:
    values = equity(RUBICON)
    for standing in (Standing((71, 130), 4, 3), Standing((140, 95), 6, 1)):
        elder, younger = (values.value(standing, seat) for seat in Seat)
        assert elder == -younger
        after = values.after(standing, Seat.ELDER)
        assert np.array_equal(after, -values.after(standing, Seat.YOUNGER).T)
        mean = (after[: len(values.results), : len(values.results)] * values.results).sum()
        assert mean == pytest.approx(elder, abs=CLOSE)


def test_prices_of_a_point_are_those_of_the_last_deal() -> None:
    values = equity(RUBICON)
    even = values.prices(Standing((100, 100), 6, 1), Seat.ELDER)
    assert even == pytest.approx((3.5, -3.6), abs=0.5)
    assert values.prices(Standing((60, 60), 6, 1), Seat.ELDER) == pytest.approx(
        (6.9, -6.4), abs=0.8
    )
    swelling, _ = values.prices(Standing((40, 200), 6, 1), Seat.ELDER)
    assert -1 < swelling < 0  # own points swell what the other wins
    step = values.value(Standing((61, 60), 6, 1), Seat.ELDER)
    step -= values.value(Standing((60, 60), 6, 1), Seat.ELDER)
    assert step == pytest.approx(values.prices(Standing((60, 60), 6, 1), Seat.ELDER)[0], abs=1e-3)


@pytest.mark.parametrize(
    ("standing", "code"),
    [
        (Standing((0, 0), 1, 7), "standing"),
        (Standing((0, 0), 1, 0), "standing"),
        (Standing((0, 0), 1, None), "standing"),
        (Standing((0, 0), 7, 3, True), "standing"),
        (Standing((-1, 0), 6, 1), "standing_scores"),
        (Standing((5000, 0), 6, 1), "standing_scores"),
        (Standing((120, 121), 7, 2, True), "standing_scores"),
    ],
)
def test_a_standing_that_cannot_be_is_refused(standing: Standing, code: str) -> None:
    values = equity(RUBICON)
    for ask in (values.value, values.after, values.chances, values.prices):
        with pytest.raises(Illegal) as refused:
            ask(standing, Seat.ELDER)
        assert refused.value.code == code


def test_a_target_game_has_no_deals_left_and_no_finished_scores() -> None:
    values = Equity(Rules.named("hoyle").but(target=50), shares(LOTS))
    for standing, code in (
        (Standing((0, 0), 1, 6), "target_deals"),
        (Standing((50, 0), 1, None), "target_scores"),
        (Standing((0, -2), 1, None), "target_scores"),
        (Standing((900, 900), 1, None), "target_scores"),
    ):
        with pytest.raises(Illegal) as refused:
            values.value(standing, Seat.ELDER)
        assert refused.value.code == code


def test_what_is_kept_is_used_again_and_damage_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path))
    standing = Standing((80, 90), 5, 2)
    value = equity(RUBICON).value(standing, Seat.ELDER)
    files = sorted(tmp_path.glob("*.numbers"))
    assert len(files) == 2
    forget()
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "play_shuffled", None, raising=False)  # would fail if asked
        assert equity(RUBICON).value(standing, Seat.ELDER) == value
    for damage in (lambda data: data[:-4], lambda data: data[:500] + b"\1" + data[501:]):
        for file in files:
            file.write_bytes(damage(file.read_bytes()))
        forget()
        assert equity(RUBICON).value(standing, Seat.ELDER) == value


def test_a_cache_that_cannot_be_written_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path / "file"))
    assert Equity(RUBICON.but(deals=1), shares(LOTS)).value(Standing((0, 0), 1, 1), Seat.ELDER)


# --- the command ----------------------------------------------------------------------------------


def test_the_command_prints_value_prices_and_chances(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "60", "60", "--deals-left", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    values = equity(RUBICON)
    standing = Standing((60, 60), 6, 1)
    assert found["value"] == values.value(standing, Seat.ELDER)
    assert tuple(found["price"].values()) == values.prices(standing, Seat.ELDER)
    chances = values.chances(standing, Seat.ELDER)
    assert {name: found["chances"][name] for name in chances._fields} == chances._asdict()
    assert found["unit"] == "points"
    assert main(["equity", "60", "60", "--seat", "younger"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "60 to 60, younger hand next, deals left: 1 (rubicon)"
    assert f"{-found['value']:+.2f} settlement points" in lines[1]
    assert len(lines) == 5


def test_the_command_turns_what_is_typed_to_the_seat(capsys: pytest.CaptureFixture[str]) -> None:
    main(["equity", "140", "95", "--json"])
    elder = json.loads(capsys.readouterr().out)
    main(["equity", "95", "140", "--seat", "younger", "--json"])
    younger = json.loads(capsys.readouterr().out)
    assert younger["value"] == -elder["value"]
    assert younger["chances"]["short"] == elder["chances"]["other_short"]
    rules = ["--rules", "au_cent", "--games", "2", "0", "--json"]
    main(["equity", "0", "0", *rules])
    assert json.loads(capsys.readouterr().out)["unit"] == "matches"


def test_the_command_refuses_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for typed, code in (
        (["9999", "0"], 1),
        (["-5", "0"], 1),
        (["0", "0", "--deals-left", "9"], 1),
        (["0", "0", "--rules", "au_cent", "--deals-left", "2"], 1),
        (["0", "0", "--rules", "nonsense"], 1),
        (["0", "x"], 2),
        (["0"], 2),
    ):
        assert main(["equity", *typed]) == code
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err
        assert "Traceback" not in said.err
