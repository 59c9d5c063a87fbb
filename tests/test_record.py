"""The written partie: round trips, records written by hand, and everything that can be wrong."""

import os
import pickle
import random
import re
import time
from pathlib import Path

import pytest

from piquet.actions import Action
from piquet.base import Ambiguous, Illegal, Person, PiquetError, Seat, Unreadable
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.profiles import PROFILES
from piquet.record import (
    Before,
    Hands,
    Record,
    Scored,
    examine,
    examine_file,
    read,
    read_file,
    write,
)
from piquet.record.source import LARGEST, LONGEST_LINE, MOST_LINES
from piquet.rules import Rules

FULL = os.environ.get("PIQUET_FULL") == "1"
NAMES = list(PROFILES)


WORKED = """\
Rules: cavendish ; the laws of 1882
Dealer: second
Deal: 1
Elder: SAKJ HAQJ8 D98 CJ87
Younger: 10S 7S 10H 9H 7H AD QD JD 10D KC QC 10C {both notations are read}
Talon: 9S 8S KH 9C KD QS AC 7D

elder exchange SK C87 D98
"""


def random_record(seed: int, deals: int | None = None) -> Record:
    """Play a random partie, or a part of one, and write down what happens."""
    rng = random.Random(seed)
    rules = Rules.named(NAMES[seed % len(NAMES)])
    if deals is not None and rules.game_end == "deals":
        rules = rules.but(deals=deals)
    headers = (("Event", "A random; {partie"), ("First", "A; {the} elder"))
    record = Record(rules, headers) if rng.random() < 0.7 else Record(rules, dealer=Person.FIRST)
    begun = 0
    while record.partie.outcome is None and begun < 9:
        if record.partie.needs_deal:
            record = record.begin(Deal.numbered(bytes([seed % 256] * 32), begun + 1))
            begun += 1
            continue
        legal = record.partie.legal_actions
        if rng.random() < 0.5:
            legal = legal.of(rng.choice(legal.kinds))
        record = record.after(legal[rng.randrange(len(legal))])
        if rng.random() < 0.02:
            record = record.with_comment(rng.choice(["well", "a b  c; {x}", "é ♠\nand more"]))
        if record.partie.position is not None and rng.random() < 0.02:
            record = record.with_count()
        if rng.random() < 0.002:
            break
    return record


# --- round trips --------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(10))
def test_random_parties_read_back_to_the_same_bytes(part: int) -> None:
    for seed in range(part, 1000 if FULL else 100, 10):
        record = random_record(seed)
        written = write(record)
        again = read(written.encode())
        assert again == record, seed
        assert write(again) == written, seed
        assert again.partie.scores == record.partie.scores
        assert again.partie.outcome == record.partie.outcome
        assert again.partie.position == record.partie.position


def test_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    record = random_record(3, deals=1)
    written = write(record)
    assert read(written.replace("\n", "\r\n").encode()) == record
    assert read(written.replace("\n", "\r").encode()) == record
    assert read(b"\xef\xbb\xbf" + written.encode()) == record
    assert read("\ufeff" + written) == record


def test_a_partie_left_in_the_middle_of_a_deal_goes_on_from_its_text() -> None:
    record = Record(Rules.named("cavendish"), dealer=Person.FIRST, packet=3)
    record = record.begin(Deal.random("letter")).after(Action.parse("exchange HJ7"))
    again = read(write(record))
    assert again.partie.legal_actions == record.partie.legal_actions
    assert again.position.view(Seat.YOUNGER) == record.position.view(Seat.YOUNGER)
    after = again.after(again.partie.legal_actions[5])
    assert after == record.after(record.partie.legal_actions[5])


def test_a_record_gives_back_every_position() -> None:
    record = random_record(0, deals=1)
    positions = list(record.positions())
    deals = sum(part.cards is not None for part in record.parts)
    acts = sum(len(part.actions) for part in record.parts if part.cards is not None)
    assert len(positions) == deals + acts
    assert positions[-1].outcome is not None
    assert list(record.steps())[-1].partie.outcome == record.partie.outcome
    assert next(iter(record.steps())).partie.cuts == ()


def test_equal_records_are_equal_and_comments_count() -> None:
    record = random_record(5, deals=1)
    assert record == read(write(record))
    assert record != record.with_comment("more")
    assert pickle.loads(pickle.dumps(record)) == record


# --- written by hand ----------------------------------------------------------------------------


def test_a_record_written_by_hand() -> None:
    record = read(
        WORKED
        + """\
YOUNGER: exchange 7S 9H 7H
point AH KH QH JH 8H
making?          ; the dealer has five as well
49
good
sequence HAKQJ {a quart major}
good
set JS JH JC
not good
1. AH
set QS QD QC 10S 10H 10D 10C
1... 10H 2. KH 7D 3. QH
; a comment in the middle of a trick
3... 10D
Result: unfinished
"""
    )
    assert record.position is not None
    assert record.position.scores == (12, 17)
    comments = [words for part in record.parts for _, words in part.comments]
    assert comments == [
        "both notations are read",
        "the dealer has five as well",
        "a quart major",
        "a comment in the middle of a trick",
    ]
    assert record.comments == ("the laws of 1882",)
    written = write(record)
    assert "elder making AH KH QH JH 8H\n" in written
    assert "3. QH\n; a comment in the middle of a trick\n3... TD\n" in written
    assert read(written) == record


def test_a_deal_may_be_given_by_its_code() -> None:
    deal = Deal.random("letter")
    head = "Rules: rubicon\nDealer: first\nDeal: 1, dealt by first\n"
    by_code = read(f"{head}Code: {deal.code.lower()}\nResult: unfinished\n")
    assert by_code.parts[0].cards == deal
    cards = write(by_code)
    assert "Elder: KS QS JS" in cards
    both = read(cards.replace("Elder:", f"Code: {deal.code}\nElder:"))
    assert both == by_code


def test_only_the_hands_after_the_exchange() -> None:
    hands = Hands(
        CardSet.parse("SAT98 HAT9 DAT8 CA9"), CardSet.parse("SKQJ HKQJ DKQJ CKQJ"), Seat.ELDER
    )
    record = Record(Rules.named("cavendish"), dealer=Person.FIRST, packet=2).begin(hands)
    written = write(record)
    assert "Carte blanche: elder\n" in written
    assert "Elder holds: AS TS 9S 8S AH TH 9H AD TD 8D AC 9C\n" in written
    assert read(written) == record
    assert read(written).position.scores == (10, 0)


def test_deals_of_which_only_the_score_is_known() -> None:
    text = "Rules: cavendish\nDealer: first\n"
    for number, (first, second) in enumerate([(27, 13), (15, 31), (44, 6)], 1):
        text += f"Deal: {number}\nScore: first {first}, second {second}\n"
    record = read(text)
    assert record.partie.scores == (86, 50)
    assert record.parts[0].cards == Scored(13, 27)
    assert read(write(record)) == record


def test_a_record_may_begin_late_in_a_partie() -> None:
    record = Record(Rules.named("rubicon"), dealer=Person.FIRST, before=Before(70, 82, 5))
    assert record.partie.deal_number == 6
    assert record.partie.standing.deals_left == 1
    assert record.partie.scores == (70, 82)
    assert record.begin(Scored(60, 18)).partie.outcome.points == 130
    assert read(write(record)) == record


def test_comments_stay_with_the_deal_that_they_introduce() -> None:
    text = "Rules: rubicon\nDealer: first\nDeal: 1\nScore: elder 1, younger 2\n"
    text += "; before the second\nDeal: 2\nCode: 083SG1066GEEX\nResult: unfinished\n"
    assert read(text).parts[1].comments == ((0, "before the second"),)


# --- what is wrong, and where -------------------------------------------------------------------

GOOD = """\
Rules: rubicon
Dealer: first
Deal: 1
Elder: KS QS JS TS 9S 8S KH JH 7H AD QD TD
Younger: 7S AH TH 9H KD JD 9D 8D AC JC TC 7C
Talon: 8C 7D KC QH QC 9C AS 8H
elder exchange JH 7H
younger exchange 7S 9H
elder point KS QS JS TS 9S 8S
younger good
1. KS 8D
Result: unfinished
"""

FAULTS = {
    "a card twice in a hand": (("QS JS", "KS JS"), "card_twice", 4, 11),
    "a card in both hands": (("7S AH", "KS AH"), "dealt_twice", 5, 10),
    "a card missing": (("8C 7D", "7D"), "card_missing", 6, 8),
    "thirty-three cards": (("8C 7D", "8C AD 7D"), "card_too_many", 6, 11),
    "eleven cards": (("KS QS JS TS", "KS JS TS"), "card_missing", 4, 8),
    "an unknown suit": (("QS JS TS 9S 8S KH", "QX JS TS 9S 8S KH"), "unknown_suit", 4, 11),
    "an unknown rank": (("QS JS TS 9S 8S KH", "1S JS TS 9S 8S KH"), "unknown_rank", 4, 11),
    "two notations": (("KS QS JS", "SKQ JS"), "mixed_notation", 4, 12),
    "a suit list and cards": (("exchange JH 7H", "exchange HJ 7H"), "mixed_notation", 7, 19),
    "nothing exchanged": (("exchange JH 7H", "exchange nothing"), "exchange_number", 7, 7),
    "six exchanged": (
        ("exchange JH 7H", "exchange JH 7H AD QD TD KH"),
        "exchange_number",
        7,
        7,
    ),
    "a card exchanged that is not held": (("JH 7H\n", "JH 7D\n"), "not_held", 7, 19),
    "a call of what is not held": (("TS 9S 8S\nyounger", "TS 9S AS\nyounger"), "not_held", 9, 28),
    "an answer not borne out": (("younger good", "younger equal"), "answer_not_borne_out", 10, 9),
    "a revoke": (("1. KS 8D", "1. KH 8D"), "revoke", 11, 7),
    "no such action": (("younger good", "younger well"), "action", 10, 9),
    "the other's turn": (("younger good", "elder good"), "record_turn", 10, 1),
    "a card that is none": (("1. KS 8D", "1. KS 7"), "card", 11, 7),
    "a wrong trick": (("1. KS 8D", "2. KS 8D"), "record_trick", 11, 1),
    "a follow where a lead is due": (("1. KS 8D", "1... KS 8D"), "record_trick", 11, 1),
    "three cards in a trick": (("1. KS 8D", "1. KS 8D QS"), "record_trick_cards", 11, 10),
    "cut in the middle": (("Result: unfinished\n", ""), "record_cut", 12, 1),
    "a wrong result": (("unfinished", "first 125"), "record_result", 12, 9),
    "no result that can be read": (("unfinished", "a draw"), "record_value", 12, 9),
    "a wrong deal number": (("Deal: 1", "Deal: 2"), "record_deal_number", 3, 7),
    "a wrong dealer": (("Deal: 1", "Deal: 1, dealt by second"), "record_dealer", 3, 19),
    "no deal number": (("Deal: 1", "Deal: one"), "record_value", 3, 7),
    "a wrong count": (("1. KS", "Count: elder 7\n1. KS"), "record_check", 11, 8),
    "a score too early": (("1. KS", "Score: elder 7\n1. KS"), "record_not_over", 11, 1),
    "a total too early": (("1. KS", "Total: first 7\n1. KS"), "record_not_over", 11, 1),
    "an unknown option": (("Rules: rubicon", "Rules: rubicon(paket=2)"), "unknown_option", 1, 16),
    "an unknown profile": (("Rules: rubicon", "Rules: rubicn"), "unknown_profile", 1, 8),
    "a value out of range": (("rubicon\n", "rubicon(deals=99)\n"), "option_value", 1, 16),
    "no rules": (("Rules: rubicon\n", ""), "record_no_rules", 2, 1),
    "a misspelt header": (("Rules:", "Ruels:"), "record_key", 1, 1),
    "a header twice": (("first\n", "first\nDealer: first\n"), "record_header_twice", 3, 1),
    "no such person": (("Dealer: first", "Dealer: third"), "record_value", 2, 9),
    "a header too late": (("Deal: 1\n", "Deal: 1\nPacket: 3\n"), "record_late", 4, 1),
    "no packet of the profile": (("first\n", "first\nPacket: 2\n"), "packet", 3, 9),
    "a key that does not exist": (("1. KS", "Note: x\n1. KS"), "record_key", 11, 1),
    "some cards": (("Talon: 8C 7D KC QH QC 9C AS 8H\n", ""), "record_some_cards", 4, 1),
    "no cards": (("first\n", "first\nDeal: 1\n"), "record_no_cards", 3, 1),
    "cards without a deal": (("Deal: 1\n", ""), "record_no_deal", 3, 1),
    "a line twice": (("Talon", "Elder: 7S\nTalon"), "record_header_twice", 6, 1),
    "another version": (("Rules:", "Piquet: 2\nRules:"), "record_version", 1, 9),
    "scores without a dealer": (("Dealer: first", "Before: first 1, second 2, after 1 deals"),
                                "record_no_dealer", 2, 1),
    "scores that cannot be": (
        ("first\n", "first\nBefore: first 1, second 2, after 6 deals\n"),
        "record_before",
        3,
        9,
    ),
    "an open comment": (("younger good", "younger good {well"), "record_brace", 10, 14),
    "something after the end": (("unfinished\n", "unfinished\nelder good\n"),
                                "record_after_end", 13, 1),
    "a wrong code": (("Talon", "Code: 083SG1066GEEY\nTalon"), "code_check", 6, 7),
    "the code of another deal": (("Talon", "Code: 0000000000000\nTalon"), "record_two_deals", 4, 8),
    "a control character": (("younger good", "younger\x07 good"), "record_control", 10, 8),
    "a nul": (("younger good", "younger\x00 good"), "record_binary", 10, 8),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_place(name: str) -> None:
    (old, new), code, line, column = FAULTS[name]
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    found = examine(text, "game.pqn").diagnostics
    assert found, "nothing found"
    first = found[0]
    assert (first.code, first.line, first.column) == (code, line, column), str(first)
    shown = str(first).splitlines()
    assert shown[0].startswith(f"game.pqn:{line}:{column}: ")
    assert shown[0][-1] in ".)JH8" or shown[0][-1].isalnum()
    assert len(shown) == 3
    assert set(shown[2].strip()) == {"^"}
    with pytest.raises(PiquetError) as refusal:
        read(text, "game.pqn")
    assert str(refusal.value) == str(first)
    assert refusal.value.code == code
    assert type(refusal.value) is first.family
    assert refusal.value.values["place"] == first


def test_the_good_record_has_no_fault() -> None:
    reading = examine(GOOD)
    assert reading.diagnostics == ()
    assert read(GOOD).position.scores == (7, 0)


def test_families_of_faults() -> None:
    for name, family in (
        ("a revoke", Illegal),
        ("an unknown suit", Unreadable),
        ("the code of another deal", Ambiguous),
    ):
        (old, new), *_ = FAULTS[name]
        with pytest.raises(family):
            read(GOOD.replace(old, new, 1))


def test_the_caret_stands_under_the_fault() -> None:
    fault = examine(GOOD.replace("1. KS 8D", "1. KH 8D", 1), "x").diagnostics[0]
    _, source, caret = str(fault).splitlines()
    assert source[caret.index("^") :].startswith("8D")
    assert caret.count("^") == 2


def test_a_tolerant_reader_plays_as_far_as_it_can() -> None:
    text = GOOD.replace("younger good", "younger fine").replace("1. KS 8D", "nor this\n1. XX")
    reading = examine(text)
    assert [fault.code for fault in reading.diagnostics] == ["action", "action", "card"]
    assert len(reading.record.parts[-1].actions) == 3
    assert reading.record.position.scores == (0, 0)


def test_a_wrong_score_stops_nothing() -> None:
    text = "Rules: rubicon\nDealer: first\nDeal: 1\nScore: elder 20, younger 11\n"
    text += "Total: first 12, second 20\nDeal: 2\nScore: first 1, second 1\nTotal: second 21\n"
    reading = examine(text)
    assert [(fault.code, fault.line) for fault in reading.diagnostics] == [("record_check", 5)]
    assert reading.record.partie.scores == (12, 21)


def test_at_most_twenty_faults_are_listed() -> None:
    assert len(examine(GOOD + "nonsense\n" * 100).diagnostics) == 20


# --- what is no record at all -------------------------------------------------------------------

NO_RECORDS = {
    "empty": (b"", "record_empty", 1, 1),
    "blank": (b" \n\n\t\n", "record_empty", 1, 1),
    "binary": (b"\x7fELF\x02\x01\x01\x00\x00\xff\xfe", "record_binary", 1, 10),
    "utf-16": ("Rules: rubicon".encode("utf-16"), "record_binary", 1, 1),
    "latin-1": (b"Rules: rubicon\nEvent: caf\xe9\n", "record_encoding", 2, 11),
    "half a character": ("Rules: ♠".encode()[:-1], "record_encoding", 1, 8),
    "escape": (b"Rules: rubicon\n; \x1b[31mred\n", "record_control", 2, 3),
    "a long line": (b"Rules: rubicon\nEvent: " + b"x" * 3000, "record_long_line", 2, LONGEST_LINE),
    "too much": (b"x" * (LARGEST + 1), "record_size", 1, 1),
}


@pytest.mark.parametrize("name", NO_RECORDS)
def test_what_is_no_record_is_refused_with_its_place(name: str) -> None:
    data, code, line, column = NO_RECORDS[name]
    found = examine(data, "x.pqn").diagnostics
    assert [(fault.code, fault.line, fault.column) for fault in found] == [(code, line, column)]
    assert len(str(found[0])) < 400
    with pytest.raises(Unreadable):
        read(data)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    large = tmp_path / "large.pqn"
    with large.open("wb") as stream:
        stream.truncate(50_000_000)
    started = time.perf_counter()
    found = examine_file(large).diagnostics
    assert time.perf_counter() - started < 2
    assert [fault.code for fault in found] == ["record_size"]
    with pytest.raises(Unreadable, match="million bytes"):
        read_file(large)


def test_no_small_file_takes_long() -> None:
    """Neither lines without sense nor endless comments, counts, deals or games."""
    head = "Rules: hoyle\nDealer: first\nDeal: 1\nCode: 083SG1066GEEX\n"
    deals = "".join(f"Deal: {number}\nScore: elder 0, younger 0\n" for number in range(1, 1500))
    for text in (
        "x\n" * (LARGEST // 2),
        head + "; x\n" * (MOST_LINES - 10),
        head + "Count: elder 0\n" * (MOST_LINES - 10),
        "Rules: hoyle\nDealer: first\n" + deals,
        "{" * LARGEST,
        "Rules: rubicon\n" + "\n" * (LARGEST // 2),
    ):
        started = time.process_time()
        examine(text)
        assert time.process_time() - started < 20
    assert examine("x\n" * (LARGEST // 2)).diagnostics[0].code == "record_lines"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        read_file(tmp_path / "missing.pqn")


def test_a_file_reads_as_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "good.pqn"
    path.write_text(GOOD, encoding="utf-8")
    assert read_file(path) == read(GOOD)
    assert examine_file(path).diagnostics == ()


def test_scores_before_a_doubled_deal() -> None:
    rules = Rules.parse("cavendish(deals=4,double_first_last=true)")
    record = Record(rules, dealer=Person.FIRST, packet=3, before=Before(20, 30, 1))
    assert record.partie.scores == (20, 30)
    with pytest.raises(Illegal):
        Record(rules, dealer=Person.FIRST, packet=3, before=Before(21, 30, 1)).start()


def test_where_the_dealer_chooses_the_packet_each_time_it_must_stand_there() -> None:
    text = "Rules: club_as_printed\nDealer: first\nDeal: 1\nScore: first 1, second 2\n"
    assert read(text).packet == 3
    fault = examine(text + "Deal: 2\nScore: first 1, second 2\n").diagnostics[0]
    assert (fault.code, fault.line) == ("record_packet", 5)
    more = read(text + "second packet 2\nDeal: 2\nScore: first 1, second 2\n")
    assert more.partie.scores == (2, 4)
    assert read("Rules: club_as_printed\nDealer: first\nfirst packet 2\n").packet is None


def test_a_record_needs_no_partie_that_knows_it() -> None:
    assert Record(Rules.named("rubicon")).partie.to_move is Person.FIRST
    assert isinstance(Record(Rules.named("rubicon")).start(), Partie)


# --- mutations ----------------------------------------------------------------------------------

_BITS = ["{", "}", ";", "\r", ":", "...", "1.", "AS ", "SA ", "🂡", "elder ", "Deal: 2\n"]
_BITS += ["Score: elder 1, younger 2\n", "Result: drawn\n", "♠", "49", "10H", "making", "first"]


def mutated(rng: random.Random, data: bytes) -> bytes:
    """Return a record with one thing changed."""
    at = rng.randrange(len(data))
    choice = rng.randrange(8)
    if choice == 0:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if choice == 1:
        return data[:at] + data[at + rng.randrange(1, 30) :]
    if choice == 2:
        return data[:at]
    if choice == 3:
        return data[:at] + rng.choice(_BITS).encode() + data[at:]
    lines = data.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    if choice == 4:
        del lines[one]
    elif choice == 5:
        lines[one], lines[two] = lines[two], lines[one]
    elif choice == 6:
        lines.insert(one, lines[two])
    else:
        words = lines[one].split(b" ")
        words[rng.randrange(len(words))] = rng.choice(_BITS).encode()
        lines[one] = b" ".join(words)
    return b"\n".join(lines)


@pytest.mark.parametrize("part", range(10))
def test_mutated_records_give_a_place_and_never_a_traceback(part: int) -> None:
    originals = [write(random_record(seed, deals=1)).encode() for seed in range(part, 60, 10)]
    faulty = 0
    number = 1000 if FULL else 100
    for seed in range(number):
        rng = random.Random(part * number + seed)
        data = mutated(rng, rng.choice(originals))
        reading = examine(data, "m.pqn")
        for fault in reading.diagnostics:
            assert re.match(r"m\.pqn:\d+:\d+: .", str(fault)), data
            assert 1 <= fault.line <= data.count(b"\n") + data.count(b"\r") + 1
        faulty += bool(reading.diagnostics)
        if seed % 10 == 0:
            written = write(reading.record)
            assert write(read(written)) == written
    assert faulty > number / 2, "the changes change nothing"
