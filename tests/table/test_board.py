"""Positions laid out by hand: links, faults with their place, and what the Oracle is told of."""

from __future__ import annotations

import json
import os
import random
import string
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from table.served import Live, live
from table.test_page_types import fields_of

import piquet
from piquet import kernel
from piquet.base import PiquetError, Seat
from piquet.cards import CARDS, Card, CardSet, parse_cards
from piquet.dealing import Deal
from piquet.oracle.typed import view_of
from piquet.profiles import PROFILES
from piquet.rules import Rules
from piquet.table import boarding
from piquet.table.boarding import BoardAsked, board_told
from piquet.table.laying import PLACES, Board, filled, link_fields, read_fields

FULL = os.environ.get("PIQUET_FULL") == "1"
MANY = 3_000 if FULL else 300
JSON = {"content-type": "application/json"}
native = pytest.mark.skipif(kernel.why_not() is not None, reason="needs the native core")


def _laid(rng: random.Random) -> Board:
    """Return a position without faults, anything from an empty one to a play at its end."""
    stage = rng.choice(["exchange", "call", "play"])
    seat = rng.choice(list(Seat))
    rules = Rules.named(rng.choice(list(PROFILES)))
    pack = list(CARDS)
    rng.shuffle(pack)

    def some(most: int) -> tuple[Card, ...]:
        number = rng.choice([most, rng.randrange(most + 1)])
        taken, pack[:] = pack[:number], pack[number:]
        return tuple(taken)

    after = stage != "exchange"
    elder, younger = some(12), some(12)
    thrown = some(rules.elder_max) if after or seat is Seat.YOUNGER else ()
    left = some(8 - len(thrown)) if after else ()
    talon = some(8)
    played: tuple[Card, ...] = ()
    if stage == "play" and elder:
        played = elder[:1] if rng.random() < 0.7 else ()
    said = rng.choice([(), ("point 5", "good"), ("point 5", "making?", "making 49", "not good")])
    return Board(
        tuple(CardSet.of(*elder)),
        tuple(CardSet.of(*younger)),
        talon,
        tuple(CardSet.of(*thrown)),
        tuple(CardSet.of(*left)),
        seat,
        stage,
        rules,
        rng.choice([None, (0, 0), (98, 132)]),
        rng.choice([None, 1, 6]),
        rng.choice([(None, None), (5, None), (None, 3), (5, 3)]),
        (),
        said if after else (),
        played,
        rng.choice([None, *Seat]),
    )


# --- links ----------------------------------------------------------------------------------------


def test_a_link_says_the_whole_position_and_stays_short() -> None:
    rng = random.Random(71)
    longest = 0
    for _ in range(MANY):
        board = _laid(rng)
        again, faults = read_fields(link_fields(board.link))
        assert again == board, board.link
        assert again.link == board.link
        longest = max(longest, len(board.link))
        assert set(board.link) <= set(string.ascii_letters + string.digits + "=./_-~?!(),%")
        del faults  # what has been drawn may still contradict itself
    assert longest <= 200, longest


def test_a_whole_play_with_its_talk_fits_into_a_link() -> None:
    deal = Deal.random("board")
    hands = tuple(deal.elder), tuple(deal.younger)
    played = tuple(card for pair in zip(*hands, strict=True) for card in pair)
    said = ("point 5", "making?", "making 49", "not good", "quart", "good", "three kings", "good")
    board = Board(*hands, deal.talon, stage="play", said=said, played=played, scores=(140, 95))
    assert len(board.link) <= 300, len(board.link)


LINKS = {
    "2/e=SAKQ": "board_link_version",
    "": "board_link_version",
    "e=SAKQ": "board_link_version",
    "1/e": "board_link_part",
    "1/q=SAKQ": "board_link_part",
    "1/e=SAKQ/e=HA": "board_link_twice",
    "1/" + "e=" + "SAKQ" * 200: "board_link_long",
}


@pytest.mark.parametrize(("link", "code"), LINKS.items(), ids=range(len(LINKS)))
def test_what_is_no_link_is_refused(link: str, code: str) -> None:
    with pytest.raises(PiquetError) as caught:
        link_fields(link)
    assert caught.value.code == code


def _told(link: str) -> boarding.BoardTold | None:
    """Return what a link holds, None where it is refused; whatever else comes is a fault."""
    try:
        return board_told(BoardAsked(link=link), "no Oracle here")
    except PiquetError:
        return None


def test_a_link_of_garbage_is_answered_or_refused_in_a_sentence() -> None:
    """A thousand links: good ones with letters changed, cut and doubled, and plain noise."""
    rng = random.Random(72)
    read = 0
    for _ in range(1_000):
        link = _laid(rng).link
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(len(link) + 1)
            noise = rng.choice(
                [
                    rng.choice(string.printable),
                    "%00",
                    "%ff",
                    quote("\u202e"),
                    "/",
                    "=",
                    "\U0001f0a1",
                    link[at : at + 9],
                ]
            )
            link = link[:at] + noise + link[at + rng.randrange(3) :]
        if rng.random() < 0.1:
            link = "".join(rng.choice(string.printable) for _ in range(rng.randrange(700)))
        told = _told(link or "1")
        if told is None:
            continue
        read += 1
        assert all(fault.words for fault in told.faults)
        again = board_told(BoardAsked(link=told.link), "no Oracle here")
        assert again.link == told.link
    assert read > 300, read


# --- what is wrong --------------------------------------------------------------------------------

HAND = "SAKQJ HAKQJ DAKQJ"
OTHER = "ST987 HT987 DT987"
FAULTS: list[tuple[dict[str, str], str, str]] = [
    ({"elder": "AS KS", "talon": "AS"}, "talon", "ace of spades stands in elder's hand and in the"),
    ({"elder": "AS AS"}, "elder", "In elder's hand: AS stands there twice"),
    ({"elder": HAND + " DT"}, "elder", "In elder's hand lie 13 cards: at most 12 can"),
    ({"talon": OTHER}, "talon", "In the talon lie 12 cards: at most 8 can"),
    ({"younger": "AS 1X"}, "younger", "In younger's hand: '1X' is not a card"),
    ({"younger": "SAX"}, "younger", "In younger's hand: there is no rank"),
    ({"elder": "AS", "elder_thrown": "KS", "stage": "exchange"}, "elder_thrown", "before the exch"),
    ({"elder_thrown": "AS KS QS JS TS 9S", "stage": "call"}, "elder_thrown", "at most 5 can"),
    ({"elder_thrown": "AS KS QS JS TS", "younger_thrown": "9S 8S 7S AH", "stage": "call"},
     "talon", "5 and 4 cannot have been taken"),
    ({"talon": "C789", "elder_thrown": "CAKQJT", "younger_thrown": "D7", "stage": "call"},
     "talon", "lie 9 cards together"),
    ({"took": "5-4", "stage": "call"}, "talon", "5 and 4 cannot have been taken"),
    ({"took": "9-0"}, "took", "is no number from 0 to 8"),
    ({"left": "0"}, "left", "At least this deal is left"),
    ({"scores": "a-b"}, "scores", "is no number"),
    ({"seat": "dealer"}, "seat", "is no seat"),
    ({"stage": "later"}, "stage", "is no stage"),
    ({"rules": "poker"}, "rules", "In the rules"),
    ({"said": "point\x075", "stage": "call"}, "said", "number 7"),
    ({"played": "AS", "stage": "exchange"}, "played", "before the exchange"),
    ({"said": "point 5", "stage": "exchange"}, "said", "before the exchange"),
    ({"talon": "AS", "played": "AS", "stage": "play"}, "played", "ace of spades lies in the talon"),
    ({"younger": "AS", "played": "AS", "stage": "play"}, "played", "was for elder to play"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "place", "words"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_names_the_card_and_the_place(
    fields: dict[str, str], place: str, words: str
) -> None:
    told = board_told(BoardAsked(**fields), "no Oracle here")
    found = [fault.words for fault in told.faults if fault.place == place]
    assert any(words in one for one in found), told.faults
    assert told.why == told.faults[0].words
    assert not told.ready


@pytest.mark.parametrize(("fields", "place", "words"), FAULTS[:6], ids=range(6))
def test_a_link_with_a_fault_says_the_same(fields: dict[str, str], place: str, words: str) -> None:
    """And what was typed wrong can still be seen and mended."""
    letters = {"elder": "e", "younger": "y", "talon": "t"}
    parts = [f"{letters[name]}={quote(value.replace(' ', '.'))}" for name, value in fields.items()]
    told = board_told(BoardAsked(link="/".join(["1", *parts])), "no Oracle here")
    assert any(fault.place == place and words in fault.words for fault in told.faults)
    shown = next(one.text for one in told.places if one.name == place)
    assert shown == fields[place]


def test_thirty_three_cards_are_too_many() -> None:
    board = Board(*(tuple(CARDS[at : at + 12]) for at in (0, 12)), (*CARDS[24:], CARDS[0]))
    words = [fault.words for fault in board.faults()]
    assert "33 cards are laid out: the pack has 32." in words
    assert any("seven of spades" in one for one in words)


# --- laying out the rest --------------------------------------------------------------------------


def test_the_rest_is_laid_out_as_full_as_each_place_is_due() -> None:
    rng = random.Random(73)
    whole = 0
    for _ in range(MANY):
        board = _laid(rng)
        if board.faults():
            continue
        made = filled(board)
        whole += 1
        assert not made.faults()
        assert not made.pack
        assert (len(made.elder), len(made.younger)) == (12, 12)
        assert made.talon[: len(board.talon)] == board.talon, "the talon keeps its order"
        for place in PLACES:
            assert set(board.cards(place)) <= set(made.cards(place)) | set(board.played)
    assert whole > MANY // 4, whole


def test_a_whole_deal_has_its_code() -> None:
    deal = Deal.random("board")
    fields = {"elder": str(deal.elder), "younger": str(deal.younger)}
    talon = " ".join(map(str, deal.talon))
    told = board_told(BoardAsked(**fields, talon=talon), "no Oracle here")
    assert told.code == deal.code
    assert deal.code in told.quote
    turned = board_told(BoardAsked(**fields, talon=" ".join(talon.split()[::-1])), "no")
    assert turned.code != deal.code, "the order of the talon counts"
    assert not board_told(BoardAsked(**fields, talon=talon, stage="call"), "no").code


def test_what_lies_face_down_is_not_quoted() -> None:
    deal = Deal.random("board")
    fields = {"elder": str(deal.elder), "younger": str(deal.younger)}
    talon = " ".join(map(str, deal.talon))
    told = board_told(BoardAsked(**fields, talon=talon, hide="younger"), "no Oracle here")
    assert told.code == ""
    assert deal.elder.symbols() in told.quote
    assert deal.younger.symbols() not in told.quote
    assert [place.name for place in told.places if place.hidden] == [
        "younger",
        "talon",
        "younger_thrown",
    ]


# --- the Oracle -----------------------------------------------------------------------------------


@native
def test_the_seat_is_told_nothing_of_what_it_has_not_seen() -> None:
    """The view that the Oracle gets is the same whatever lies in the other hand and the talon."""
    rng = random.Random(74)
    compared = 0
    while compared < 40:
        seat = rng.choice(list(Seat))
        stage = rng.choice(["exchange", "call"])
        base = Board(seat=seat, stage=stage, took=(5, 3))
        one = filled(base)
        mine = {place: one.cards(place) for place in (str(seat), f"{seat}_thrown")}
        others = Board(**{**mine, "seat": seat, "stage": stage, "took": (5, 3)})  # type: ignore[arg-type]
        two = filled(others)
        views = [bytes(view_of(board.typed())) for board in (one, two)]
        assert views[0] == views[1]
        compared += 1


WHY: list[tuple[dict[str, str], str]] = [
    ({}, "twelve cards are due"),
    ({"elder": HAND, "seat": "younger"}, "twelve cards are due"),
    ({"younger": HAND, "seat": "younger"}, "how many cards elder took"),
    ({"younger": HAND, "stage": "call", "seat": "younger"}, "now elder is to call or lead"),
    ({"elder": HAND, "elder_thrown": "TS 9S 8S 7S TH", "stage": "call"}, "how many cards younger"),
    ({"elder": HAND, "stage": "call", "said": "hello"}, "nothing that is said at the table"),
    ({"elder": HAND, "stage": "call", "said": "point 5"}, "elder cannot say"),
    ({"elder": HAND, "stage": "play", "played": "7C"}, "there are 13"),
    ({"elder": "S987T H987T D987T"}, "carte blanche"),
    ({"elder": HAND, "elder_thrown": "TS 9S", "stage": "call", "took": "-3"}, "3 cards that he"),
]


@native
@pytest.mark.parametrize(("fields", "words"), WHY, ids=range(len(WHY)))
def test_why_the_oracle_cannot_be_asked_is_told_without_the_words_of_the_terminal(
    fields: dict[str, str], words: str
) -> None:
    told = board_told(BoardAsked(**fields))
    if "carte blanche" in words and told.ready:
        return  # by these rules it may be claimed or not: that is a decision
    assert words in told.why, told.why
    assert "--" not in told.why
    assert not told.ready


@native
def test_a_trick_in_play_can_be_judged() -> None:
    told = board_told(
        BoardAsked(
            younger=OTHER,
            stage="play",
            seat="younger",
            said="point 4, making?, making 41, good",
            played="AS",
        )
    )
    assert told.ready, told.why
    assert "younger" in told.moment


# --- over the wire --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with live(tmp_path_factory.mktemp("data")) as made:

        async def ask(question: Any) -> AsyncIterator[Any]:
            raise RuntimeError("nobody thinks here")
            yield question

        made.service.thinkers.ask = ask
        yield made


def test_no_body_makes_the_server_stumble(table: Live) -> None:
    rng = random.Random(75)
    values = [
        "SAKQ",
        "AS KS",
        HAND,
        OTHER,
        "",
        "-",
        "5-3",
        "99999-1",
        "\u202eAS",
        "\x00",
        "x" * 500,
        "elder",
        "younger",
        "call",
        "play",
        "point 5, good",
        "10♠ A♥",
        7,
        None,
        [],
        {"a": 1},
    ]
    names = [*PLACES, "seat", "stage", "rules", "scores", "left", "took", "looked", "said"]
    names += ["played", "hide", "fill", "link", "id", "method", "nothing"]
    answered = 0
    with table.client() as client:
        for number in range(MANY):
            body: Any = {
                name: rng.choice(values)
                for name in rng.sample(names, rng.randrange(6))
                if name != "fill"
            }
            if rng.random() < 0.7:  # mostly fields of the right type
                body = {name: value for name, value in body.items() if isinstance(value, str)}
                body.pop("nothing", None)
                body.pop("method", None)
                body.pop("id", None)
            if rng.random() < 0.2:
                body["fill"] = rng.random() < 0.9 or "yes"
            if rng.random() < 0.2:
                body["link"] = _laid(rng).link
            path = "/api/board" if number % 10 else "/api/board/ask"
            answer = client.post(path, content=json.dumps(body), headers=JSON)
            assert answer.status_code in (200, 400, 429), (answer.status_code, path, body)
            answered += answer.status_code == 200
            if answer.status_code != 200:
                assert answer.json()["sentence"], body
    assert answered > MANY / 5, answered


def test_only_those_who_have_come_in_are_answered(table: Live) -> None:
    with table.client() as client:
        client.cookies.clear()
        for path in ("/api/board", "/api/board/ask"):
            assert client.post(path, json={}).status_code == 401


SOURCE = Path(piquet.__file__).parent / "table" / "static" / "pages" / "board_told.d.ts"
TYPES = {
    "BoardAsked": boarding.BoardAsked,
    "FaultTold": boarding.FaultTold,
    "PlaceTold": boarding.PlaceTold,
    "PlayTold": boarding.PlayTold,
    "BoardTold": boarding.BoardTold,
}


@pytest.mark.parametrize("interface", TYPES)
def test_the_page_knows_the_fields_of_a_message(interface: str) -> None:
    fields = set(TYPES[interface].__struct_fields__)
    assert fields_of(interface, SOURCE.read_text("utf-8")) == fields


def test_cards_are_read_in_either_notation() -> None:
    for words in ("SAKQ HT9", "AS KS QS TH 9H", "A♠ K♠ Q♠ 10♥ 9♥"):
        assert set(read_fields({"elder": words})[0].elder) == set(parse_cards("SAKQ HT9"))
