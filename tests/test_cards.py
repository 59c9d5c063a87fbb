"""Cards and sets of cards, and the vectors that freeze their numbers and notations."""

import copy
import json
import pickle
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piquet.base import Unreadable
from piquet.cards import CARDS, Card, CardSet, Rank, Suit, parse_cards

VECTORS = Path(__file__).parent.parent / "vectors"

sets = st.integers(0, 2**32 - 1).map(CardSet)
cards = st.sampled_from(CARDS)


def read_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


def refusal(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        CardSet.parse(text)
    return caught.value


# --- one card -----------------------------------------------------------------------------------


def test_index_is_eight_times_suit_plus_rank() -> None:
    assert len(CARDS) == len(set(CARDS)) == 32
    for index, card in enumerate(CARDS):
        assert (card.index, int(card), card.mask) == (index, index, 1 << index)
        assert index == 8 * card.suit + card.rank
        assert "abcdefghijklmnopqrstuvwxyzABCDEF"[card] == "abcdefghijklmnopqrstuvwxyzABCDEF"[index]


@pytest.mark.parametrize("index", [-1, 32, 2**32])
def test_an_index_outside_the_pack_is_refused(index: int) -> None:
    with pytest.raises(Unreadable) as caught:
        Card(index)
    assert caught.value.code == "card_index"
    assert str(index) in str(caught.value)


def test_equal_cards_are_one_object() -> None:
    for card in CARDS:
        again = [Card(card.index), Card.parse(str(card)), copy.copy(card), copy.deepcopy([card])[0]]
        again += [pickle.loads(pickle.dumps(card, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
        again.append(eval(repr(card), {"Card": Card}))
        assert all(other is card for other in again)


def test_a_card_cannot_be_changed() -> None:
    card = Card.parse("AS")
    with pytest.raises(AttributeError):
        card.index = 3
    with pytest.raises(AttributeError):
        del card.rank
    with pytest.raises(AttributeError):
        card.note = "mine"
    assert card.index == 7


def test_cards_are_ordered_by_index() -> None:
    shuffled = sorted(CARDS, key=lambda card: card.index * 13 % 32)
    assert sorted(shuffled) == list(CARDS)
    seven, ace = Card.parse("7S"), Card.parse("AS")
    assert seven < ace
    assert ace > seven
    assert seven <= seven
    assert not seven < seven
    assert not ace > ace
    assert not ace <= seven
    assert ace >= ace
    assert not seven >= ace
    with pytest.raises(TypeError):
        assert seven < 3  # type: ignore[operator]


def test_a_card_is_no_number_and_its_hash_does_not_depend_on_the_run() -> None:
    assert Card(3) != 3  # type: ignore[comparison-overlap]
    assert [hash(card) for card in CARDS] == list(range(32))


@pytest.mark.parametrize("text", ["TS", "10S", "ts", "10s", "T♠", "10♠", "t♤", " TS ", "10♠\ufe0f"])
def test_every_way_to_write_a_card_is_read(text: str) -> None:
    assert Card.parse(text) is Card(3)


def test_the_written_form_is_two_ascii_characters() -> None:
    for card in CARDS:
        assert str(card) == card.rank.letter + card.suit.letter
        assert len(str(card)) == 2
        assert str(card).isascii()
        assert Card.parse(card.symbol) is card
    assert Card(3).symbol == "10♠"


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ("1S", "unknown_rank", "'1'"),
        ("6S", "unknown_rank", "'6'"),
        ("XS", "unknown_rank", "'X'"),
        ("AX", "unknown_suit", "'X'"),
        ("10X", "unknown_suit", "'X'"),
        ("SA", "card", "'SA'"),
        ("AKS", "card", "'AKS'"),
        ("ASS", "card", "'ASS'"),
        ("A S", "card", "'A S'"),
        ("A", "card", "'A'"),
        ("10", "card", "'10'"),
        ("S", "card", "'S'"),
        ("", "card", "''"),
        ("01S", "unknown_rank", "'01'"),
    ],
)
def test_what_is_not_a_card_is_refused_with_its_reason(text: str, code: str, shown: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Card.parse(text)
    assert caught.value.code == code
    assert shown in str(caught.value)


def test_only_ascii_letters_and_digits_are_read() -> None:
    """No other digit, full-width letter, long s or Kelvin sign passes for one of ours."""
    alike = {
        chr(point)
        for point in range(128, sys.maxunicode + 1)
        for form in [unicodedata.normalize("NFKC", chr(point)).casefold(), chr(point).upper()]
        if form.isalnum() and form.isascii()
    }
    alike |= {chr(n) for n in range(128, sys.maxunicode + 1) if unicodedata.digit(chr(n), -1) >= 0}
    assert {"\u017f", "\u212a", "\uff17", "\u0667", "\uff21"} <= alike
    for sign in alike:
        for text in (sign + "S", "A" + sign, "S" + sign, sign + "A", "1" + sign + "S"):
            for read in (Card.parse, CardSet.parse, Suit.parse, Rank.parse):
                with pytest.raises(Unreadable):
                    read(text)
        for part in (Suit, Rank):
            with pytest.raises(Unreadable):
                part.parse(sign)


def test_a_refusal_stays_short_and_on_one_line() -> None:
    for text in ("A" * 200, "A" * 100_000, "S" + "A" * 99 + "\n", "\x1b[2J\x1b", "{0}{x}", "A{}"):
        sentence = str(refusal(text))
        assert len(sentence) < 200
        assert sentence.isprintable()


# --- suits and ranks ----------------------------------------------------------------------------


def test_suits_read_and_print() -> None:
    assert [suit.letter for suit in Suit] == ["S", "H", "D", "C"]
    assert [suit.symbol for suit in Suit] == ["♠", "♥", "♦", "♣"]
    for suit in Suit:
        for text in (suit.letter, suit.letter.lower(), suit.symbol, str(suit), suit.name):
            assert Suit.parse(text) is suit
    with pytest.raises(Unreadable) as caught:
        Suit.parse("X")
    assert caught.value.code == "unknown_suit"


def test_ranks_read_and_print() -> None:
    assert "".join(rank.letter for rank in Rank) == "789TJQKA"
    for rank in Rank:
        for text in (rank.letter, rank.letter.lower(), str(rank), rank.name):
            assert Rank.parse(text) is rank
    assert Rank.parse("10") is Rank.TEN
    with pytest.raises(Unreadable) as caught:
        Rank.parse("6")
    assert caught.value.code == "unknown_rank"


def test_pips_are_eleven_for_the_ace_and_ten_for_court_cards() -> None:
    assert {rank.letter: rank.pips for rank in Rank} == {
        "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11
    }  # fmt: skip


# --- sets ---------------------------------------------------------------------------------------


@given(sets, sets, cards)
def test_set_algebra_is_that_of_python_sets(one: CardSet, two: CardSet, card: Card) -> None:
    a, b = set(one), set(two)
    assert set(one | two) == a | b
    assert set(one & two) == a & b
    assert set(one - two) == a - b
    assert set(one ^ two) == a ^ b
    assert (one <= two, one < two, one >= two, one > two) == (a <= b, a < b, a >= b, a > b)
    assert ((one & two) <= one, (one & two) < one) == (True, not a <= b)
    assert ((one | two) >= one, (one | two) > one) == (True, not b <= a)
    assert (one <= one, one < one, one >= one, one > one) == (True, False, True, False)
    assert (one == two) == (a == b)
    assert len(one) == len(a)
    assert bool(one) == bool(a)
    assert (card in one) == (card in a)
    assert {one: 1, two: 2}[CardSet(two.mask)] == 2
    assert CardSet.of(*a) == one


def test_a_set_is_not_compared_with_or_joined_to_anything_else() -> None:
    hand = CardSet(3)
    assert hand != 3
    assert 0 not in hand
    assert "7S" not in hand
    for operation in (
        lambda: hand | 1,  # type: ignore[operator]
        lambda: hand & {1},  # type: ignore[operator]
        lambda: hand - 1,  # type: ignore[operator]
        lambda: hand ^ 1,  # type: ignore[operator]
        lambda: hand <= 3,  # type: ignore[operator]
        lambda: hand < 3,  # type: ignore[operator]
        lambda: hand >= 3,  # type: ignore[operator]
        lambda: hand > 3,  # type: ignore[operator]
    ):
        with pytest.raises(TypeError):
            operation()


def test_the_whole_pack_and_nothing() -> None:
    assert len(CardSet.ALL) == 32
    assert set(CardSet.ALL) == set(CARDS)
    assert CardSet() == CardSet.parse("") == CardSet.parse(" , ") == CardSet.of()
    assert not CardSet()
    assert all(CardSet(card.mask) for card in CARDS)
    assert str(CardSet()) == CardSet().symbols() == ""


def test_iteration_runs_spades_hearts_diamonds_clubs_from_the_ace_down() -> None:
    assert str(CardSet.ALL) == (
        "AS KS QS JS TS 9S 8S 7S AH KH QH JH TH 9H 8H 7H "
        "AD KD QD JD TD 9D 8D 7D AC KC QC JC TC 9C 8C 7C"
    )


@given(sets)
def test_iteration_is_in_that_order_for_every_set(hand: CardSet) -> None:
    assert list(hand) == sorted(hand, key=lambda card: (card.suit, -card.rank))


@given(sets)
def test_every_written_form_reads_back(hand: CardSet) -> None:
    by_suit = [(suit, [card.rank.letter for card in hand.suit(suit)]) for suit in Suit]
    listed = " ".join(suit.letter + "".join(ranks) for suit, ranks in by_suit if ranks)
    assert CardSet.parse(str(hand)) == hand
    assert CardSet.parse(str(hand).lower().replace("t", "10").replace(" ", ",")) == hand
    assert CardSet.parse(" ".join(card.symbol for card in hand)) == hand
    assert CardSet.parse(listed) == hand
    assert CardSet.parse(listed.lower().replace("t", "10")) == hand
    assert eval(repr(hand), {"CardSet": CardSet}) == hand
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand


@given(sets)
def test_the_suits_of_a_set_make_it_up(hand: CardSet) -> None:
    parts = [hand.suit(suit) for suit in Suit]
    assert sum(map(len, parts)) == len(hand)
    assert parts[0] | parts[1] | parts[2] | parts[3] == hand
    assert all(card.suit is suit for suit in Suit for card in hand.suit(suit))


@given(st.permutations(CARDS), st.integers(0, 32))
def test_cards_can_be_read_in_the_order_written(pack: list[Card], count: int) -> None:
    some = tuple(pack[:count])
    assert parse_cards(" ".join(map(str, some))) == some


@given(st.text(alphabet="ASHDCKQJT1097 ,x♠", max_size=12) | st.text(max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        hand = CardSet.parse(text)
    except Unreadable:
        return
    assert CardSet.parse(str(hand)) == hand


def test_a_set_cannot_be_changed() -> None:
    hand = CardSet.parse("AS")
    with pytest.raises(AttributeError):
        hand.mask = 0
    with pytest.raises(AttributeError):
        del hand.mask
    with pytest.raises(AttributeError):
        hand.note = "mine"
    assert str(hand) == "AS"


@pytest.mark.parametrize("mask", [-1, 2**32])
def test_a_mask_of_more_than_32_bits_is_refused(mask: int) -> None:
    with pytest.raises(Unreadable) as caught:
        CardSet(mask)
    assert caught.value.code == "card_mask"
    assert str(mask) in str(caught.value)


def test_a_card_given_twice_is_named() -> None:
    with pytest.raises(Unreadable) as caught:
        CardSet.of(Card(0), Card(3), Card(3))
    assert caught.value.code == "card_twice"
    assert "TS" in str(caught.value)
    with pytest.raises(Unreadable) as caught:
        parse_cards("AS TS 7H 10♠")
    assert caught.value.code == "card_twice"
    assert "TS" in str(caught.value)


def test_symbols_and_the_notebook_picture() -> None:
    hand = CardSet.parse("SAKQ HT9")
    assert hand.symbols() == "♠ A K Q  ♥ 10 9"
    picture = hand._repr_html_()
    assert "♠" in picture
    assert "10 9" in picture
    assert picture.count("#c00") == 1  # hearts red, spades not
    assert picture.count("<span") == picture.count("</span>") == 3


# --- vectors ------------------------------------------------------------------------------------


def test_the_card_table() -> None:
    table = json.loads((VECTORS / "cards.json").read_text("utf-8"))
    assert [row["index"] for row in table] == list(range(32))
    for row in table:
        card = Card(row["index"])
        assert Card.parse(row["card"]) is Card.parse(row["symbol"]) is card
        assert (str(card), card.symbol) == (row["card"], row["symbol"])
        assert (card.suit.letter, card.rank.letter) == (row["suit"], row["rank"])
        assert (card.mask, card.rank.pips) == (row["mask"], row["pips"])


@pytest.mark.parametrize("case", read_lines("card_sets.jsonl"), ids=lambda case: case["text"])
def test_the_notations(case: dict[str, Any]) -> None:
    if "error" in case:
        error = refusal(case["text"])
        assert error.code == case["error"]
        assert case["shown"] in str(error)
    else:
        hand = CardSet.parse(case["text"])
        assert (hand.mask, str(hand)) == (case["mask"], case["canonical"])


def card_table() -> list[dict[str, Any]]:
    """The table from the definition alone, by none of the library's code."""
    return [
        {
            "index": 8 * suit + rank,
            "card": "789TJQKA"[rank] + "SHDC"[suit],
            "symbol": ["7", "8", "9", "10", "J", "Q", "K", "A"][rank] + "♠♥♦♣"[suit],
            "suit": "SHDC"[suit],
            "rank": "789TJQKA"[rank],
            "mask": 2 ** (8 * suit + rank),
            "pips": [7, 8, 9, 10, 10, 10, 10, 11][rank],
        }
        for suit in range(4)
        for rank in range(8)
    ]


def test_the_card_table_is_the_definition() -> None:
    assert json.loads((VECTORS / "cards.json").read_text("utf-8")) == card_table()
