"""Dealing and deal codes, beside a second, plain implementation that makes the vectors.

``python tests/test_dealing.py`` writes the vectors anew; they are frozen, so that should change
nothing.
"""

import ast
import copy
import hashlib
import json
import math
import os
import pickle
import secrets
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import piquet.dealing
from piquet.base import Unreadable
from piquet.cards import CARDS, Card, CardSet, parse_cards
from piquet.dealing import DEALS, Deal, _shuffled, fresh_seed, from_pack, seed_bytes

VECTORS = Path(__file__).parent.parent / "vectors"
FULL = os.environ.get("PIQUET_FULL") == "1"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

indices = st.integers(0, DEALS - 1)

# --- the plain implementation: cards are numbers, nothing comes from the library -----------------


def plain_words(seed: bytes, number: int) -> Iterator[int]:
    k = 0
    while True:
        block = hashlib.sha256(seed + number.to_bytes(8, "big") + k.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[4 * n : 4 * n + 4], "big") for n in range(8))
        k += 1


def plain_shuffle(words: Iterator[int]) -> list[int]:
    pack = list(range(32))
    for i in range(31, 0, -1):
        n = i + 1
        word = next(words)
        while word >= 2**32 // n * n:
            word = next(words)
        pack[i], pack[word % n] = pack[word % n], pack[i]
    return pack


def plain_hand_rank(places: list[int]) -> int:
    return sum(math.comb(place, n) for n, place in enumerate(sorted(places), 1))


def plain_index(pack: list[int]) -> int:
    elder, younger, talon = pack[:12], pack[12:24], pack[24:]
    rest = [card for card in range(32) if card not in elder]
    younger_rank = plain_hand_rank([rest.index(card) for card in younger])
    talon_rank = sum(
        sum(later < card for later in talon[n:]) * math.factorial(7 - n)
        for n, card in enumerate(talon)
    )
    hands = plain_hand_rank(elder) * math.comb(20, 12) + younger_rank
    return hands * math.factorial(8) + talon_rank


def plain_times(a: int, b: int) -> int:
    """Multiply in the field of 32 elements, the long way."""
    product = 0
    for bit in range(5):
        if b >> bit & 1:
            product ^= a << bit
    for bit in range(8, 4, -1):
        if product >> bit & 1:
            product ^= 0b100101 << (bit - 5)
    return product


def plain_weights() -> list[int]:
    """The weights of the thirteen characters, left to right: x^12 ... x, 1."""
    weights = [1]
    for _ in range(12):
        weights.insert(0, plain_times(2, weights[0]))
    return weights


def plain_check(digits: list[int]) -> int:
    total = 0
    for weight, digit in zip(plain_weights(), digits, strict=True):
        total ^= plain_times(weight, digit)
    return total


def plain_code(index: int) -> str:
    digits = [index // 32**place % 32 for place in range(11, -1, -1)]
    return "".join(ALPHABET[digit] for digit in [*digits, plain_check([*digits, 0])])


def plain_text(cards: list[int]) -> str:
    return " ".join("789TJQKA"[card % 8] + "SHDC"[card // 8] for card in cards)


def plain_row(pack: list[int]) -> dict[str, Any]:
    def hand(cards: list[int]) -> str:
        return plain_text(sorted(cards, key=lambda card: (card // 8, -(card % 8))))

    index = plain_index(pack)
    return {
        "elder": hand(pack[:12]),
        "younger": hand(pack[12:24]),
        "talon": plain_text(pack[24:]),
        "index": str(index),
        "code": plain_code(index),
    }


# Searched for among the deals of "piquet": in each of these a word is refused, and it shows (draws
# below i = 12 only move elder's cards among themselves); in 97057110 it is the lowest that must be.
REFUSING = (
    58208582,
    72376340,
    81981015,
    94675415,
    97057110,
    138152991,
    155153390,
    176717795,
)
TEXTS = ("piquet", "1", "", "Grüße, ♠", *"abcdef")


def plain_dealing() -> Iterator[dict[str, Any]]:
    for text in TEXTS:
        seed = hashlib.sha256(text.encode()).digest()
        for number in range(1, 101):
            pack = plain_shuffle(plain_words(seed, number))
            yield {"text": text, "seed": seed.hex(), "number": str(number), **plain_row(pack)}
    piquet = hashlib.sha256(b"piquet").digest()
    rest = [(piquet, number) for number in (*REFUSING, 2**32, 2**53 + 1, 2**64 - 1)]
    rest += [(seed, number) for seed in (bytes(32), bytes([255]) * 32) for number in (1, 2, 256)]
    rest += [(bytes(range(32)), 1)]
    for seed, number in rest:
        pack = plain_shuffle(plain_words(seed, number))
        yield {"seed": seed.hex(), "number": str(number), **plain_row(pack)}


def plain_codes() -> Iterator[dict[str, Any]]:
    in_order = list(range(32))
    packs = [
        in_order,  # index 0
        in_order[20:] + in_order[8:20] + in_order[7::-1],  # the last index
        *(in_order[turn:] + in_order[:turn] for turn in (1, 8, 12, 20, 24)),
    ]
    rows = [plain_row(pack) for pack in packs]
    yield from rows
    code = plain_row(plain_shuffle(plain_words(bytes(32), 1)))["code"]
    yield {"text": code.lower(), "code": code}
    yield {"text": f" {code}\n", "code": code}
    yield {"text": "ooooooooooooo", "code": plain_code(0)}
    yield {"text": "OOOOOOOOOOOIT", "error": "code_check"}
    ones = plain_code(sum(32**place for place in range(12)))
    yield {"text": ones.replace("1", "I"), "code": ones}
    yield {"text": ones.replace("1", "l"), "code": ones}
    yield {"text": "", "error": "code_length"}
    yield {"text": code[:12], "error": "code_length"}
    yield {"text": code + "0", "error": "code_length"}
    yield {"text": code[:6] + "-" + code[6:], "error": "code_length"}
    for wrong in ("U", "u", "-", " ", "٣", "Ａ"):
        yield {"text": code[:5] + wrong + code[6:], "error": "code_character"}
    yield {"text": code[:12] + ALPHABET[ALPHABET.index(code[12]) ^ 1], "error": "code_check"}
    yield {"text": code[1] + code[0] + code[2:], "error": "code_check"}
    yield {"text": plain_code(math.comb(32, 12) * math.comb(20, 12) * 40320), "error": "code_range"}
    yield {"text": plain_code(2**60 - 1), "error": "code_range"}


FILES = {"dealing.jsonl": plain_dealing, "deal_codes.jsonl": plain_codes}


def written(name: str) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in FILES[name]())


def read_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


def fields(deal: Deal) -> dict[str, str]:
    return {
        "elder": str(deal.elder),
        "younger": str(deal.younger),
        "talon": " ".join(map(str, deal.talon)),
        "index": str(deal.index),
        "code": deal.code,
    }


# --- vectors ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_the_plain_implementation_makes_the_vectors(name: str) -> None:
    assert (VECTORS / name).read_text("utf-8") == written(name)


def test_dealing_agrees_with_the_vectors() -> None:
    rows = read_lines("dealing.jsonl")
    assert len(rows) > 1000
    for row in rows:
        seed = bytes.fromhex(row["seed"])
        if "text" in row:
            assert seed_bytes(row["text"]) == seed
        deal = Deal.numbered(seed, int(row["number"]))
        assert fields(deal) == {name: row[name] for name in fields(deal)}


def test_the_vectors_hold_deals_in_which_a_word_is_refused() -> None:
    refused = set()
    for number in REFUSING:
        words = islice(plain_words(seed_bytes("piquet"), number), 31)
        # Up to the first refused word, draws and words run side by side.
        draws = zip(words, range(32, 1, -1), strict=True)
        refused.add(next((w - 2**32 // n * n, n) for w, n in draws if w >= 2**32 // n * n))
    assert len(refused) == len(REFUSING)
    assert (0, 14) in refused
    assert all(n > 12 for _, n in refused)


def test_deal_codes_agree_with_the_vectors() -> None:
    for row in read_lines("deal_codes.jsonl"):
        if "elder" in row:
            deal = Deal.parse(row["elder"], row["younger"], row["talon"])
            assert fields(deal) == row
            assert Deal.from_code(row["code"]) == deal
        elif "error" in row:
            with pytest.raises(Unreadable) as caught:
                Deal.from_code(row["text"])
            assert caught.value.code == row["error"], row
        else:
            assert Deal.from_code(row["text"]).code == row["code"]


def test_the_worked_example_of_the_vectors_is_right() -> None:
    readme = " ".join((VECTORS / "README.md").read_text("utf-8").split())
    deal = Deal.random("piquet")
    twelve = [ALPHABET.index(sign) for sign in deal.code[:12]]
    check = ALPHABET.index(deal.code[12])
    total = 0
    for digit in twelve:
        total = plain_times(2, total) ^ digit
    assert check == (2 * total) ^ 37
    assert (
        f"the first deal of `piquet` has index {deal.index}, its twelve characters are "
        f"`{deal.code[:12]}`, the sum after them is {total}, so the last is worth "
        f"{2 * total} xor 37 = {check}, and the code is `{deal.code}`."
    ) in readme
    assert f"D = 32! / (12! 12!) = {DEALS} deals" in readme
    assert all(str(number) in readme for number in REFUSING)


# --- deal codes ---------------------------------------------------------------------------------


def test_the_number_of_deals() -> None:
    assert math.factorial(32) // (math.factorial(12) * math.factorial(12)) == DEALS
    assert DEALS < 2**60
    last = Deal.at(DEALS - 1)
    assert last.index == DEALS - 1
    for index in (-1, DEALS):
        with pytest.raises(Unreadable) as caught:
            Deal.at(index)
        assert caught.value.code == "deal_index"


@given(indices)
def test_every_index_is_one_deal_and_its_code_reads_back(index: int) -> None:
    deal = Deal.at(index)
    assert (len(deal.elder), len(deal.younger), len(set(deal.talon))) == (12, 12, 8)
    assert deal.elder | deal.younger | CardSet.of(*deal.talon) == CardSet.ALL
    assert deal.index == index
    code = deal.code
    assert code == plain_code(index)
    assert Deal.from_code(code) == deal
    assert Deal.from_code(code.lower()) == deal
    assert Deal.from_code(code.replace("1", "I").replace("0", "O")) == deal
    assert Deal.from_code(code.replace("1", "l").replace("0", "o")) == deal


@given(st.permutations(range(32)))
def test_every_deal_has_its_index(pack: list[int]) -> None:
    order = [Card(index) for index in pack]
    deal = Deal(order[:12], order[12:24], order[24:])
    assert fields(deal) == plain_row(pack)
    assert Deal.at(deal.index) == deal


def test_round_trips() -> None:
    """100,000 of them in the full run; evenly spread, with a step that has no factor in common."""
    count = 100_000 if FULL else 5_000
    step = DEALS // count | 1
    for index in range(0, step * count, step):
        code = Deal.at(index % DEALS).code
        assert Deal.from_code(code).code == code


def test_every_slip_and_every_exchange_in_a_code_is_refused() -> None:
    for index in (0, DEALS - 1, 1, DEALS // 3, DEALS // 7, 0x123456789ABCDEF):
        code = Deal.at(index).code
        wrong = {
            code[:place] + sign + code[place + 1 :]
            for place in range(13)
            for sign in ALPHABET
            if sign != code[place]
        }
        assert len(wrong) == 13 * 31
        for one, two in combinations(range(13), 2):
            signs = list(code)
            signs[one], signs[two] = signs[two], signs[one]
            if signs[one] != signs[two]:
                wrong.add("".join(signs))
        for text in wrong:
            with pytest.raises(Unreadable) as caught:
                Deal.from_code(text)
            assert caught.value.code == "code_check"


def test_no_code_at_all_can_hide_a_slip_or_an_exchange() -> None:
    """The check is a sum without carries, so what a slip adds to it depends on nothing else.

    Replacing a by b at one place adds weight x (a + b); exchanging a and b adds (weight + weight')
    x (a + b).  Neither is ever nothing, for any two places and any two different characters.
    """
    weights = plain_weights()
    assert len(weights) == 13
    for change in range(1, 32):
        for weight in weights:
            assert plain_times(weight, change) != 0
        for one, two in combinations(weights, 2):
            assert plain_times(one ^ two, change) != 0
    # And the library's check is that sum: it accepts one last character, the plain one.
    for place in range(12):
        for digit in range(32):
            index = digit << 5 * place
            accepted = []
            for last in ALPHABET:
                try:
                    Deal.from_code(plain_code(index)[:12] + last)
                except Unreadable as error:
                    if error.code == "code_check":
                        continue
                accepted.append(last)
            assert accepted == [plain_code(index)[12]]


def test_the_reason_of_a_refused_code_is_in_its_sentence() -> None:
    code = Deal.at(0).code
    for text, shown in (
        (code[:12], "12"),
        (code[:3] + "U" + code[4:], "'U' (place 4)"),
        (code[:12] + "1", repr(code[:12] + "1")),
        (plain_code(DEALS), "higher"),
    ):
        with pytest.raises(Unreadable) as caught:
            Deal.from_code(text)
        assert shown in str(caught.value)


# --- what is no deal ----------------------------------------------------------------------------

ELDER = "AS KS QS JS TS 9S 8S 7S AH KH QH JH"
YOUNGER = "TH 9H 8H 7H AD KD QD JD TD 9D 8D 7D"
TALON = "AC KC QC JC TC 9C 8C 7C"


@pytest.mark.parametrize(
    ("elder", "younger", "talon", "code", "shown"),
    [
        # 31 cards: an eleven-card hand, a short talon; the missing card is named with the counts.
        (ELDER[:-3], YOUNGER, TALON, "card_missing", ["JH", "elder has 11", "31 in all"]),
        (ELDER, YOUNGER[3:], TALON, "card_missing", ["TH", "younger 11", "31 in all"]),
        (ELDER, YOUNGER, TALON[:-3], "card_missing", ["7C", "talon 7", "31 in all"]),
        ("", "", "", "card_missing", ["0 in all", ELDER, TALON]),
        # 33 cards: one of them has been dealt twice.
        (ELDER + " TH", YOUNGER, TALON, "card_too_many", ["TH", "elder has 13", "33 in all"]),
        (ELDER, YOUNGER, TALON + " AS", "card_too_many", ["AS", "talon 9", "33 in all"]),
        # 32 cards, wrongly parted.
        (ELDER[:-3], YOUNGER + " JH", TALON, "deal_size", ["elder", "11", "12"]),
        (ELDER, YOUNGER + " AC", TALON[3:], "deal_size", ["younger", "13", "12"]),
        (ELDER[3:], YOUNGER, TALON + " AS", "deal_size", ["elder", "11", "12"]),
        # Twelve, twelve and eight, but one of them twice and so another not at all.
        (ELDER, "AS" + YOUNGER[2:], TALON, "dealt_twice", ["AS", "elder, younger", "TH"]),
        (ELDER, YOUNGER, "TH" + TALON[2:], "dealt_twice", ["TH", "younger, talon", "AC"]),
        (
            ELDER,
            "AS" + YOUNGER[2:],
            "AS" + TALON[2:],
            "dealt_twice",
            ["AS", "elder, younger, talon", "TH AC"],
        ),
        # A card twice in one hand, and what cannot be read.
        ("AS" + ELDER[2:-2] + "AS", YOUNGER, TALON, "card_twice", ["AS"]),
        (ELDER, YOUNGER, TALON[:-2] + "AC", "card_twice", ["AC"]),
        (ELDER, YOUNGER, TALON[:-2] + "7X", "unknown_suit", ["'X'"]),
        (ELDER, YOUNGER, "CAKQ TC", "mixed_notation", ["'CAKQ'", "'TC'"]),
    ],
)
def test_what_is_no_deal_is_refused_with_its_reason(
    elder: str, younger: str, talon: str, code: str, shown: list[str]
) -> None:
    with pytest.raises(Unreadable) as caught:
        Deal.parse(elder, younger, talon)
    assert caught.value.code == code
    assert all(part in str(caught.value) for part in shown), str(caught.value)


def test_a_card_twice_is_found_however_the_parts_are_given() -> None:
    elder, younger, talon = map(parse_cards, (ELDER, YOUNGER, TALON))
    for parts in (
        (elder[:-1] + elder[:1], younger, talon),
        (elder, younger[:-1] + younger[:1], talon),
        (elder, younger, talon[:-1] + talon[:1]),
    ):
        with pytest.raises(Unreadable) as caught:
            Deal(*parts)
        assert caught.value.code == "card_twice"


# --- a deal as a value --------------------------------------------------------------------------


def test_a_deal_can_be_given_as_text_cards_or_sets() -> None:
    deal = Deal.parse("SAKQJT987 HAKQJ", "HT987 DAKQJT987", TALON)
    assert deal == Deal(ELDER, YOUNGER, TALON)
    assert deal == Deal(CardSet.parse(ELDER), CardSet.parse(YOUNGER), parse_cards(TALON))
    assert deal == Deal(list(parse_cards(ELDER)), iter(parse_cards(YOUNGER)), CardSet.parse(TALON))
    assert isinstance(deal.elder, CardSet)
    assert isinstance(deal.talon, tuple)


def test_the_order_of_the_talon_counts_and_that_of_a_hand_does_not() -> None:
    deal = Deal.parse(ELDER, YOUNGER, TALON)
    turned = Deal.parse(ELDER, YOUNGER, " ".join(reversed(TALON.split())))
    assert turned != deal
    assert turned.code != deal.code
    assert Deal.parse(" ".join(reversed(ELDER.split())), YOUNGER, TALON) == deal


def test_a_deal_prints_and_reads_back() -> None:
    deal = Deal.random("print")
    assert Deal.parse(*str(deal).split(" / ")) == deal
    assert eval(repr(deal), {"Deal": Deal}) == deal
    assert str(Deal.parse(ELDER, YOUNGER, TALON)) == f"{ELDER} / {YOUNGER} / {TALON}"


def test_a_deal_is_a_key_and_pickles() -> None:
    deal = Deal.random("key")
    for again in (Deal.from_code(deal.code), pickle.loads(pickle.dumps(deal)), copy.deepcopy(deal)):
        assert again == deal
        assert hash(again) == hash(deal)
        assert {deal: 1}[again] == 1
        assert all(one is two for one, two in zip(again.talon, deal.talon, strict=True))


def test_a_deal_cannot_be_changed() -> None:
    deal = Deal.random("still")
    with pytest.raises(AttributeError):
        deal.elder = CardSet()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del deal.talon
    assert len(deal.elder) == 12


# --- seeds --------------------------------------------------------------------------------------


def test_a_seed_is_bytes_or_text_or_a_number() -> None:
    seed = hashlib.sha256(b"42").digest()
    assert seed_bytes("42") == seed
    assert Deal.random(seed) == Deal.random("42") == Deal.random(42) == Deal.numbered(seed, 1)
    assert Deal.random(-1) == Deal.random("-1")
    assert Deal.random(0) == Deal.random("0")
    assert Deal.random(" 1\n") == Deal.numbered(hashlib.sha256(b" 1\n").digest(), 1)
    assert Deal.random("") == Deal.numbered(hashlib.sha256(b"").digest(), 1)
    assert Deal.random("♠") == Deal.numbered(hashlib.sha256("♠".encode()).digest(), 1)
    with pytest.raises(TypeError):
        Deal.random(1.5)  # type: ignore[arg-type]


def test_without_a_seed_the_operating_system_gives_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100
    assert len({Deal.random() for _ in range(100)}) == 100
    asked = []

    def token_bytes(size: int) -> bytes:
        asked.append(size)
        return bytes(range(32))

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    assert Deal.random() == Deal.random(None) == Deal.numbered(bytes(range(32)), 1)
    assert asked == [32, 32]


def test_wrong_seeds_and_numbers_are_refused() -> None:
    for size in (0, 31, 33):
        with pytest.raises(Unreadable) as caught:
            Deal.numbered(bytes(size), 1)
        assert caught.value.code == "seed_size"
        assert str(size) in str(caught.value)
        with pytest.raises(Unreadable):
            Deal.random(bytes(size))
    for number in (-1, 0, 2**64):
        with pytest.raises(Unreadable) as caught:
            Deal.numbered(bytes(32), number)
        assert caught.value.code == "deal_number"
        assert str(number) in str(caught.value)
    with pytest.raises(Unreadable) as caught:
        Deal.random("\udcff")
    assert caught.value.code == "seed_text"
    assert "\\udcff" in str(caught.value)


def test_nothing_here_uses_the_random_module() -> None:
    tree = ast.parse(Path(piquet.dealing.__file__).read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
        )
    }
    assert "secrets" in imported
    assert not imported & {"random", "numpy", "time", "os", "uuid"}


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**64 - 1))
def test_dealing_is_the_plain_dealing(seed: bytes, number: int) -> None:
    assert fields(Deal.numbered(seed, number)) == plain_row(
        plain_shuffle(plain_words(seed, number))
    )


# --- chance (R7, R8) ----------------------------------------------------------------------------

SHUFFLES = 1_000_000 if FULL else 30_000


def far_off(seen: Any, expected: float, freedom: int, scale: float = 1.0) -> float:
    """Return how many deviations a chi-square of counts is off (Wilson and Hilferty)."""
    chi = float(((seen - expected) ** 2).sum()) / expected * scale
    width = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - (1 - width)) / width**0.5)


def tried(orders: Any) -> dict[str, float]:
    """Return how far shuffled packs, one a row, are from chance, by what is looked at.

    Up to 3.29 either way: the probability lies between 0.0005 and 0.9995.
    """
    count = len(orders)
    at = np.array([np.bincount(orders[:, place], minlength=32) for place in range(32)])
    pairs = np.bincount((orders[:, :-1] * 32 + orders[:, 1:]).ravel(), minlength=1024)
    assert not pairs.reshape(32, 32).diagonal().any()
    pairs = np.delete(pairs, np.arange(32) * 33)
    return {
        # Each card lies in one place and each place has one card: 31 x 31 of the 1024 counts are
        # free, and each of these spreads by 32/31 more than independent ones.
        "where the card lies": far_off(at, count / 32, 961, 31 / 32),
        # Which card follows which is nearly such a table, but without a diagonal, and no two follow
        # each other both ways: 464 symmetric parts spread by 1, 465 antisymmetric ones by 33/31 and
        # 62 (the first and the last card) by 1/31.  Their mean is 961, their squares add up to 991,
        # so it spreads like one of 961 x 961 / 991 degrees of freedom.
        "which card follows": far_off(pairs, count / 32, 932, 932 / 961),
    }


def wrongly_shuffled(count: int) -> Any:
    """Return packs in which each card is exchanged with any other: the classic mistake."""
    lots = np.random.default_rng(1)
    orders = np.tile(np.arange(32), (count, 1))
    rows = np.arange(count)
    for i in range(31, 0, -1):
        j = lots.integers(0, 32, count)
        orders[rows, i], orders[rows, j] = orders[rows, j], orders[rows, i].copy()
    return orders


def test_shuffles_are_uniform_and_the_classic_wrong_one_is_found() -> None:
    """R8: each card in each place, each pair side by side, hands without a court card."""
    seed = seed_bytes("uniform")
    orders = np.empty((SHUFFLES, 32), np.int64)
    for number in range(SHUFFLES):
        orders[number] = _shuffled(seed, number + 1)
    off = tried(orders)
    court = np.isin(orders % 8, (4, 5, 6))
    blank = sum(int((~court[:, start : start + 12].any(axis=1)).sum()) for start in (0, 12))
    rate = math.comb(20, 12) / math.comb(32, 12)
    expected = 2 * SHUFFLES * rate
    off_blank = (blank - expected) / (expected * (1 - rate)) ** 0.5
    wrong = tried(wrongly_shuffled(SHUFFLES))["where the card lies"]
    print(
        f"{SHUFFLES} shuffles, in standard deviations: places {off['where the card lies']:+.2f}, "
        f"pairs {off['which card follows']:+.2f}, {blank} cartes blanches of "
        f"{expected:.1f} expected {off_blank:+.2f}; the wrong shuffle {wrong:+.0f}"
    )
    assert wrong > 20
    for name, value in off.items():
        assert abs(value) < 3.29, f"{name}: {value:+.2f}"
    assert round(1 / rate) == 1792
    assert abs(off_blank) < 4


def test_no_deal_comes_twice() -> None:
    """R7: of two to the sixtieth deals, a million that are drawn by lot have none in common."""
    seen = set()
    for _ in range(SHUFFLES):
        deal = Deal.random()
        seen.add((deal.elder.mask, deal.younger.mask, deal.talon))
    assert len(seen) == SHUFFLES


# --- a pack given card by card ------------------------------------------------------------------

PACK = tuple(CardSet.ALL)  # AS KS ... 7C, top card first


def test_a_pack_is_dealt_by_twos() -> None:
    deal = from_pack(PACK, 2)
    assert deal == Deal.parse(
        "AS KS TS 9S AH KH TH 9H AD KD TD 9D",
        "QS JS 8S 7S QH JH 8H 7H QD JD 8D 7D",
        "AC KC QC JC TC 9C 8C 7C",
    )


def test_a_pack_is_dealt_by_threes() -> None:
    deal = from_pack(list(PACK), 3)
    assert deal == Deal.parse(
        "AS KS QS 8S 7S AH TH 9H 8H QD JD TD",
        "JS TS 9S KH QH JH 7H AD KD 9D 8D 7D",
        "AC KC QC JC TC 9C 8C 7C",
    )


@given(st.permutations(CARDS), st.sampled_from([2, 3]))
def test_every_pack_is_dealt_out(pack: list[Card], packet: int) -> None:
    deal = from_pack(pack, packet)
    elder = {pack[i] for i in range(24) if i // packet % 2 == 0}
    assert set(deal.elder) == elder
    assert set(deal.younger) == set(pack[:24]) - elder
    assert list(deal.talon) == pack[24:]


@pytest.mark.parametrize(
    ("pack", "packet", "code", "shown"),
    [
        (PACK, 1, "packet_size", ["1"]),
        (PACK, 4, "packet_size", ["4"]),
        (PACK[1:], 2, "pack_short", ["31", "AS"]),
        ((*PACK, PACK[0]), 2, "pack_long", ["33", "AS"]),
        ((*PACK[:-1], PACK[0]), 3, "pack_twice", ["AS", "7C"]),
    ],
)
def test_what_is_no_pack_is_refused(
    pack: tuple[Card, ...], packet: int, code: str, shown: list[str]
) -> None:
    with pytest.raises(Unreadable) as caught:
        from_pack(pack, packet)
    assert caught.value.code == code
    assert all(part in str(caught.value) for part in shown)


if __name__ == "__main__":
    for file in FILES:
        (VECTORS / file).write_text(written(file), "utf-8", newline="\n")
