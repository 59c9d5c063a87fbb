"""``piquet score``: typed hands counted line by line."""

import json
import random

import pytest

from piquet.base import Seat
from piquet.cards import CARDS, Card, CardSet
from piquet.cli import main
from piquet.combinations import best_key
from piquet.lessons.drills.counting import count
from piquet.profiles import PROFILES
from piquet.rules import Rules

ELDER = "AS JS 9S 8S AH KH QH JH 8H JC 9C KD"
YOUNGER = "QS TS TH AC KC QC TC AD QD JD TD 7D"
PLAY = "AH TH, KH 7D, QH TD, JH JD, 8H QD, KD AD, AC 9C, KC JC, QC 8S, TC 9S, QS AS, JS TS"
GREATEST = ("SAKQ HAKQ DAKQ CAKQ", "JS TS 9S JH TH 8H JD 9D 8D TC 9C 7C")


def score(
    capsys: pytest.CaptureFixture[str], elder: str, younger: str, *more: str
) -> tuple[int, str, str]:
    code = main(["score", "--elder", elder, "--younger", younger, *more])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_worked_deal_of_1892(capsys: pytest.CaptureFixture[str]) -> None:
    more = ("--play", PLAY, "--rules", "cavendish", "--ascii")
    code, out, err = score(capsys, ELDER, YOUNGER, *more)
    assert (code, err) == (0, "")
    assert (
        out
        == """\
elder    S A J 9 8  H A K Q J 8  D K  C J 9
younger  S Q 10  H 10  D A Q J 10 7  C A K Q 10
rules    cavendish

Point: elder's five making 49 beats younger's five making 48.
Sequences: elder's quart major beats younger's tierce major.
Sets: younger's four tens beat elder's three knaves.
No repique: nobody counts thirty in hand.
No pique: elder counts 9 when younger first scores, and thirty are needed.

                                          elder   younger
the point                               5     5         0
a quart                                 4     9         0
four tens and three queens                    9  17    17
in play (7 leads, 1 won, last trick)    9    18        17
in play (5 leads, 1 won)                     18   6    23
the cards                              10    28        23

Tricks: elder 7, younger 5.
Score: elder 28, younger 23.
"""
    )


def test_hands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, ELDER, YOUNGER, "--rules", "cavendish")
    assert out.endswith("In hand: elder 9, younger 17.\n")
    assert "in play" not in out


def test_a_count_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, ELDER, YOUNGER, "--play", PLAY[:34], "--rules", "cavendish")
    assert out.endswith("Count so far, after 5 tricks: elder 14, younger 17.\n")


def test_repique_and_pique_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, *GREATEST)
    assert "Repique: elder comes to thirty in hand before younger has anything.\n" in out
    assert out.endswith("In hand: elder 117, younger 0.\n")
    pique = ("SAKQJT HA87 DA87 C7", "S987 HKQJ DKQJT CKQ")
    played = "AS 7S KS 8S QS 9S JS JH TS QH AH KH AD TD"
    _, out, _ = score(capsys, *pique, "--play", played)
    assert "Pique: elder comes to thirty in hand and play before younger has anything.\n" in out
    assert "elder 60, younger 0" in out
    _, out, _ = score(capsys, *pique, "--play", played[:-6])
    assert "No pique: elder comes to 29 in hand and play" in out


def test_a_deal_is_counted_to_its_end_in_a_game_to_a_target(
    capsys: pytest.CaptureFixture[str],
) -> None:
    played = "AS 9S KS TS QS JS AH 8H KH TH QH JH AD 8D KD 9D QD JD AC 7C KC 9C QC TC"
    _, out, _ = score(capsys, *GREATEST, "--play", played, "--rules", "au_cent")
    assert out.endswith("Score: elder 170, younger 0.\n")


def test_a_void_category_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, "SAKQ87 HAKT9 D98 C7", "SJT HQJ87 DAKQ CAKQ")
    assert "Sequences: tierce major on both sides, so that nobody scores.\n" in out
    assert "Point: elder's five making 46 beats younger's four making 35.\n" in out


def test_a_repique_that_comes_too_late(capsys: pytest.CaptureFixture[str]) -> None:
    elder, younger = "SAKQJT HA DAKQ CA98", "HKQJ987 DJT98 CKQ"
    _, out, _ = score(capsys, elder, younger, "--rules", "cavendish")
    assert "No repique: elder counts 32 in hand, but thirty not before younger has" in out
    assert "No pique: elder counts 0 when younger first scores, and thirty are needed." in out
    _, out, _ = score(capsys, elder, younger, "--rules", "rubicon", "--play", "AS KH")
    assert "Pique: elder comes to thirty" in out


def test_carte_blanche(capsys: pytest.CaptureFixture[str]) -> None:
    elder, younger = "SAT98 HAT9 DAT8 CA9", "SKQJ HKQJ DKQJ CKQJ"
    _, out, _ = score(capsys, elder, younger, "--carte-blanche", "elder")
    assert "Carte blanche: elder showed it, which reckons first.\n" in out
    assert "carte blanche                          10    10         0\n" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("AS KS", YOUNGER), "2 cards instead of twelve"),
        ((ELDER, ELDER), "cannot be in both hands"),
        ((ELDER.replace("KD", "KX"), YOUNGER), "there is no suit 'X'"),
        ((ELDER.replace("KD", "AS"), YOUNGER), "AS stands there twice"),
        ((ELDER, YOUNGER, "--play", "AH TS"), "In trick 1: TS does not follow suit"),
        ((ELDER, YOUNGER, "--play", "AH TH KC"), "In trick 2: KC cannot be used"),
        ((ELDER, YOUNGER, "--rules", "rubicn"), "the nearest name is rubicon"),
        ((ELDER, YOUNGER, "--play", "AH AH"), "AH stands there twice"),
    ],
)
def test_faults(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = score(capsys, *arguments)
    assert (code, out) == (1, "")
    assert sentence in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    more = ("--play", PLAY, "--rules", "cavendish", "--json")
    page = json.loads(score(capsys, ELDER, YOUNGER, *more)[1])
    assert page["score"] == {"elder": 28, "younger": 23}
    assert page["tricks"] == {"elder": 7, "younger": 5}
    assert page["over"] is True
    assert sum(award["points"] for award in page["awards"]) == 51
    assert page["reasons"][0].startswith("Point: elder's five making 49")
    page = json.loads(score(capsys, ELDER, YOUNGER, "--json")[1])
    assert page["over"] is False


def test_two_notations_and_signs(capsys: pytest.CaptureFixture[str]) -> None:
    plain = score(capsys, ELDER, YOUNGER, "--ascii")[1]
    lists = score(capsys, "SAJ98 HAKQJ8 CJ9 DK", "♠Q10 ♥10 ♣AKQ10 ♦AQJ107", "--ascii")[1]
    assert plain == lists
    assert plain.isascii()


@pytest.mark.parametrize("name", PROFILES)
def test_the_better_hand_scores_in_every_profile(name: str) -> None:
    """Random hands: each category goes to the better holding, and ties to nobody."""
    rules = Rules.named(name)
    for seed in range(15):
        pack = list(CARDS)
        random.Random(seed).shuffle(pack)
        hands = CardSet.of(*pack[:12]), CardSet.of(*pack[12:24])
        position = count(hands, rules)
        made = {award.category: award.seat for award in position.awards if award.category < 5}
        for category in (2, 3, 4):
            keys = [best_key(category, hand.mask) for hand in hands]
            if category == 2:
                keys = [key if key >> 8 >= rules.point_min else 0 for key in keys]
            due = None if keys[0] == keys[1] else Seat(keys[1] > keys[0])
            assert made.get(category) is due, (seed, category)


def test_a_whole_play_in_every_profile(capsys: pytest.CaptureFixture[str]) -> None:
    for name in PROFILES:
        position = count(
            (CardSet.parse(ELDER), CardSet.parse(YOUNGER)),
            Rules.named(name),
            [Card.parse(word) for word in PLAY.replace(",", "").split()],
        )
        assert position.outcome is not None, name
        code, out, _ = score(capsys, ELDER, YOUNGER, "--play", PLAY, "--rules", name)
        assert code == 0
        assert f"elder {position.scores[0]}, younger {position.scores[1]}.\n" in out
        assert all(len(line) <= 80 for line in out.splitlines())
