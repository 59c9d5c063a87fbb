"""Looking back: each step as a seat saw it, nothing of a deal in play, what is counted."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from browser.crafting import Made, ended
from table.served import Live, live
from table.test_page_types import fields_of
from table.working import breaks, dies, hangs, refuses, tells

import piquet
from piquet import kernel, players
from piquet.actions import Kind
from piquet.base import Illegal, Person
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.record import Record, example, write
from piquet.rules import Rules
from piquet.table import lookback, reviewed, reviewing
from piquet.table.decoding import encode
from piquet.table.entries import Begun
from piquet.table.errands import errand
from piquet.table.lookback import Look
from piquet.table.replies import summary
from piquet.table.rooms import _listed
from piquet.table.service import HOLDER
from piquet.table.store import Kept, Store

STATIC = Path(piquet.__file__).parent / "table" / "static"


def finish(record: Record, levels: tuple[str, str] = ("club", "beginner")) -> Record:
    """Return a record with the deal that is due in it played by two levels."""
    sides = [players.make(level, 3) for level in levels]
    partie = record.partie
    while partie.position is not None:
        mover = partie.to_move
        assert mover is not None
        seat = partie.seat(mover)
        record = record.after(sides[mover].act(partie.position.view(seat)))
        partie = record.partie
    return record


def dealt(*seeds: str, dealer: Person = Person.SECOND) -> Record:
    """Return a record of deals from seeds, played by two levels."""
    rules = Rules.named("rubicon")
    record = Record(
        rules, (("First", "A"), ("Second", "B")), dealer=dealer, packet=rules.packet[-1]
    )
    for seed in seeds:
        record = finish(record.begin(Deal.random(seed)))
    return record


@pytest.fixture(scope="module")
def look() -> Look:
    """Two deals, each person elder once."""
    return Look(dealt("back", "again"))


# --- the steps ----------------------------------------------------------------------------------


def named(told: bytes) -> set[str]:
    """Return every card that a message names, as a code or in a sentence."""
    words = told.decode()
    found = set(re.findall(r'"([7-9TJQKA][SHDC])"', words))
    signs = dict(zip("♠♥♦♣", "SHDC", strict=True))
    for rank, sign in re.findall(r"\b(10|[7-9JQKA])([♠♥♦♣])", words):
        found.add(rank.replace("10", "T") + signs[sign])
    for sign, ranks in re.findall(r"([♠♥♦♣])((?: (?:10|[7-9JQKA])\b)+)", words):
        found |= {rank.replace("10", "T") + signs[sign] for rank in ranks.split()}
    return found


def test_every_step_is_the_table_as_the_seat_saw_it(look: Look) -> None:
    steps = 0
    for deal in look.deals:
        for person in Person:
            seat = deal.seat(person)
            for step in range(len(deal.steps)):
                frame = look.frame(deal.number, step, person)
                view = deal.position(step).view(seat)
                assert CardSet.parse(" ".join(frame.table.hand.by_suit)) == view.hand
                assert frame.table.their_cards == len(deal.position(step).hands[seat.other])
                seen = {str(card) for card in view.seen}
                assert named(encode(frame)) <= seen, f"step {step} of deal {deal.number}"
                assert frame.open is None
                steps += 1
    assert steps > 120


def test_both_hands_are_there_when_they_are_asked_for(look: Look) -> None:
    deal = look.deals[0]
    seat = deal.seat(Person.FIRST)
    for step in (0, 1, 2, len(deal.steps) - 10):
        frame = look.frame(1, step, Person.FIRST, both=True)
        position = deal.position(step)
        assert frame.open is not None
        assert CardSet.parse(" ".join(frame.open.hand)) == position.hands[seat.other]
        assert position.deal is not None
        left = [str(card) for card in position.deal.talon][8 - position.view(seat).talon_count :]
        assert frame.open.talon == left
    assert look.frame(1, 0, Person.FIRST, both=True).open.talon  # type: ignore[union-attr]


def test_a_view_of_one_side_does_not_hang_on_what_that_side_never_saw() -> None:
    """What younger kept and what she drew change places: elder sees the very same at every step."""
    record = dealt("back")
    (part,) = record.parts
    cards = part.cards
    assert isinstance(cards, Deal)
    taken = part.actions[1].cards
    drawn = CardSet.of(*cards.talon[len(part.actions[0].cards) :][: len(taken)])
    kept = cards.younger - taken
    one, other = next(iter(kept)), next(iter(drawn))
    talon = tuple(one if card == other else card for card in cards.talon)
    younger = cards.younger - CardSet.of(one) | CardSet.of(other)
    swapped = replace(record, parts=(), _now=None).begin(Deal(cards.elder, younger, talon))
    for action in part.actions:
        swapped = swapped.after(action)
    looks = Look(record), Look(swapped)
    last = len(looks[0].deals[0].steps)
    differ = 0
    for step in range(last):
        mine = [encode(each.frame(1, step, Person.FIRST)) for each in looks]
        assert mine[0] == mine[1], f"step {step}"
        theirs = [encode(each.frame(1, step, Person.SECOND)) for each in looks]
        differ += theirs[0] != theirs[1]
    assert differ == last


def test_what_is_not_there_is_refused(look: Look) -> None:
    last = len(look.deals[0].steps) - 1
    assert look.frame(1, last, Person.FIRST).acts == ""
    for deal, step, code in [
        (1, last + 1, "look_no_step"),
        (0, 0, "look_no_deal"),
        (3, 0, "look_no_deal"),
    ]:
        with pytest.raises(Illegal) as caught:
            look.frame(deal, step, Person.FIRST)
        assert caught.value.code == code
    playing = replace(look, playing=True)
    with pytest.raises(Illegal) as caught:
        playing.frame(3, 0, Person.FIRST)
    assert caught.value.code == "look_in_play"
    assert "Deal 3 is still in play" in str(caught.value)


# --- over HTTP ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("reviewing")) as made:
        yield made


@pytest.fixture(scope="module")
def ask(server: Live) -> Iterator[Any]:
    """Ask the server for a path, with a body as a POST; return the status and what it told."""
    with server.client() as client:

        def asked(path: str, body: object = None) -> tuple[int, Any]:
            answer = client.get(path) if body is None else client.post(path, json=body)
            return answer.status_code, answer.json()

        yield asked


def keep(server: Live, made: Made, name: str) -> str:
    """Keep a partie as if it had been played before; return its name."""

    async def written() -> None:
        store = Store.at(server.service.folder)
        store.open()
        try:
            await store.begin(name, HOLDER, name, made.entries, summary(made.ledger))
        finally:
            store.close()

    asyncio.run(written())
    return name


def counted(ask: Any, path: str) -> Any:
    """Return what is told of a record when everything in it is counted."""
    end = time.monotonic() + 120
    while True:
        status, told = ask(path)
        assert status == 200, told
        if told["state"] != "counting":
            assert told["state"] == "done", told["words"]
            return told
        assert time.monotonic() < end, f"{told['done']} of {told['total']} were counted"
        time.sleep(0.05)


def test_nothing_of_a_deal_in_play_is_told(server: Live, ask: Any) -> None:
    """R4: what is told of a partie is the same with another deal begun, whatever its cards are."""
    over = ended(lambda ledger: True, deals=1)
    begun = Made(over.entries, over.ledger).deal()
    begun.act(begun.ledger.partie.legal_actions[0])
    keep(server, over, "resting")
    keep(server, begun, "playing")
    last = len(Look(over.ledger.finished(), Person.FIRST).deals[0].steps) - 1
    for rest in ("", "/1/0", f"/1/{last}", f"/1/{last}?both=1&side=second"):
        told = []
        for name in ("resting", "playing"):
            status, answer = ask(f"/api/review/{name}{rest}")
            assert status == 200
            told.append({**answer, "name": "", "state": "", "done": 0, "total": 0, "sum": None})
        assert told[0] == told[1]
    for rest in ("/2/0", "/2/1?both=1", "/2/0/answer"):
        status, answer = ask(f"/api/review/playing{rest}")
        assert (status, answer["code"]) == (400, "look_in_play")
        assert answer["sentence"].startswith("Deal 2 is still in play")
    status, answer = ask("/api/review/playing/2/0/try", {"side": "first", "action": "play AS"})
    assert (status, answer["code"]) == (400, "look_in_play")
    fresh = Made(begun.entries[:2]).play(lambda ledger: ledger.position is not None, _no_chance())
    keep(server, fresh, "fresh")
    for rest in ("", "/1/0"):
        status, answer = ask(f"/api/review/fresh{rest}")
        assert status == 400
        assert answer["code"] in ("look_none", "look_in_play")
        assert "hand" not in json.dumps(answer)


def _no_chance() -> Any:
    import random

    return random.Random(1)


BAD = {
    "/api/review/nobody": (404, "no_partie"),
    "/api/review/record-nothing": (400, "look_unknown"),
    "/api/review/record-nothing/1/0": (400, "look_unknown"),
    "/api/review/resting/0/0": (400, "look_no_deal"),
    "/api/review/resting/7/0": (400, "look_no_deal"),
    "/api/review/resting/1/999": (400, "look_no_step"),
    "/api/review/resting/one/0": (400, "look_number"),
    "/api/review/resting/1/-1": (400, "look_number"),
    f"/api/review/resting/1/{'9' * 5000}": (400, "look_number"),
    "/api/review/resting/1/٣": (400, "look_number"),
}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path[-30:])
def test_an_address_without_anything_is_refused_in_a_sentence(
    path: str, ask: Any, server: Live
) -> None:
    if path.startswith("/api/review/resting") and ask("/api/review/resting")[0] == 404:
        keep(server, ended(lambda ledger: True, deals=1), "resting")
    status, told = ask(path)
    assert (status, told["code"]) == BAD[path]
    assert len(told["sentence"]) > 15


def test_nobody_else_may_ask(server: Live) -> None:
    with server.client() as client:
        client.cookies.clear()
        for path in ("/api/review/resting", "/api/review/resting/1/0"):
            assert client.get(path).status_code == 401
        assert client.post("/api/review", json={"record": "x"}).status_code == 401


def test_a_record_is_refused_by_its_line(ask: Any) -> None:
    whole = example("cavendish-1892-worked-deal")
    cut = whole[: whole.index("7. AC")]
    exchanged = whole[: whole.index("elder exchange")].count("\n") + 1
    for text, code, line in [
        (cut, "record_cut", cut.count("\n") + 1),
        ('[Event "Chess"]\n1. e4 e5 2. Nf3 *', "", 1),
        ('PBN 2.1\n[Deal "N:..."]', "", 1),
        (whole.replace("elder exchange KS", "elder exchange AS AS"), "", exchanged),
    ]:
        status, told = ask("/api/review", {"record": text})
        assert status == 400, text[:40]
        assert code in ("", told["code"])
        found = re.match(r"Line (\d+)", told["sentence"])
        assert found, told["sentence"]
        assert int(found[1]) == line, told["sentence"]
    assert ask("/api/review", {"record": ""})[0] == 400
    assert ask("/api/review", {"record": "Rules: rubicon\n"})[1]["code"] == "look_none"
    assert ask("/api/review", {"record": "x" * 140_000})[0] == 413
    assert ask("/api/review", {"text": whole})[0] == 400


# --- what is counted ----------------------------------------------------------------------------

needs_core = pytest.mark.skipif(kernel.why_not() is not None, reason="needs the native core")


@pytest.fixture(scope="module")
def name(ask: Any) -> str:
    """A record of two deals, given to the server."""
    status, told = ask("/api/review", {"record": write(dealt("back", "again"))})
    assert status == 201
    again = ask("/api/review", {"record": write(dealt("back", "again"))})[1]
    assert again == told, "the name follows from the text"
    return str(told["name"])


@needs_core
def test_losses_luck_and_result_add_up(name: str, ask: Any) -> None:
    for side in ("first", "second"):
        told = counted(ask, f"/api/review/{name}?side={side}")
        assert [deal["ready"] for deal in told["deals"]] == [True, True]
        found = told["sum"]
        assert len(found["rows"]) > 25
        for account in found["accounts"]:
            deals = {account["deal"]} if account["deal"] else {1, 2}
            mine = sum(row["points"] for row in found["rows"] if row["deal"] in deals)
            terms = account["points"]
            assert mine == pytest.approx(terms["lost"], abs=0.1)
            made = sum(terms[one] for one in ("start", "deal", "draw", "opponent", "given"))
            assert made - terms["lost"] == pytest.approx(terms["result"], abs=0.1)
            won = sum(d["you"] - d["they"] for d in told["deals"] if d["number"] in deals)
            assert terms["result"] == pytest.approx(won, abs=1e-6)
        kinds = {tally["kind"]: tally["decisions"] for tally in found["tallies"]}
        assert kinds.pop("") == sum(kinds.values()) == len(found["rows"])
        assert found["worst"] == sorted(
            found["worst"], key=lambda row: -(row["partie"] or row["points"])
        )


@needs_core
def test_the_other_sides_decisions_are_told_with_both_hands_alone(
    name: str, ask: Any, look: Look
) -> None:
    alone = counted(ask, f"/api/review/{name}?side=first")["sum"]
    both = counted(ask, f"/api/review/{name}?side=first&both=1")["sum"]
    assert {row["who"] for row in alone["rows"] + alone["worst"]} == {"you"}
    assert {row["who"] for row in both["rows"]} == {"you", "they"}
    theirs = next(row for row in both["rows"] if row["who"] == "they" and row["kind"] == "exchange")
    place = f"/api/review/{name}/{theirs['deal']}/{theirs['step']}/answer"
    assert ask(f"{place}?side=first") == (200, {"answer": None})
    told = ask(f"{place}?side=first&both=1")[1]["answer"]
    assert told["who"] == "they"
    deal = look.deals[theirs["deal"] - 1]
    view = deal.position(theirs["step"]).view(deal.seat(Person.SECOND))
    assert {one["card"] for one in told["chances"]} == {str(card) for card in view.unseen}


@needs_core
def test_an_answer_names_what_was_done_and_what_was_best(name: str, ask: Any, look: Look) -> None:
    rows = counted(ask, f"/api/review/{name}?side=first")["sum"]["rows"]
    for row in rows:
        answer = ask(f"/api/review/{name}/{row['deal']}/{row['step']}/answer?side=first")[1]
        told = answer["answer"]
        (done,) = [option for option in told["options"] if option["done"]]
        (best,) = [option for option in told["options"] if option["best"]]
        deal = look.deals[row["deal"] - 1]
        assert done["action"] == int(deal.action(row["step"]))
        assert best is told["options"][0] or best["tied"]
        assert (done is best) == row["best"]
        view = deal.position(row["step"]).view(deal.seat(Person.FIRST))
        assert {one["card"] for one in told["chances"]} == {str(card) for card in view.unseen}
        assert (told["sight"] is None) == (deal.action(row["step"]).kind is not Kind.PLAY)


@needs_core
def test_a_try_is_weighed_as_the_answer_weighs_it(name: str, ask: Any, look: Look) -> None:
    rows = counted(ask, f"/api/review/{name}?side=second")["sum"]["rows"]
    row = max(rows, key=lambda one: one["points"])
    place = f"/api/review/{name}/{row['deal']}/{row['step']}"
    answer = ask(f"{place}/answer?side=second")[1]["answer"]
    verdicts = {}
    for option in answer["options"]:
        status, told = ask(f"{place}/try", {"side": "second", "action": option["action"]})
        assert status == 200
        verdicts[option["action"]] = told["verdict"]
        if option["best"]:
            assert told == {"verdict": "best", "points": 0.0, "partie": told["partie"]}
        if option["done"]:
            assert told["verdict"] == "same"
            assert told["points"] == pytest.approx(row["points"])
    assert set(verdicts.values()) & {"better", "worse", "tied"}
    for side, action, code in [
        ("first", "play AS", "look_no_choice"),
        ("second", "cut AS", "not_now"),
        ("second", "nonsense", ""),
    ]:
        status, told = ask(f"{place}/try", {"side": side, "action": action})
        assert status == 400
        assert code in ("", told["code"]), told
    assert ask(f"{place}/try", {"side": "both", "action": 1})[0] == 400
    beyond = f"/api/review/{name}/{row['deal']}/999"
    assert ask(f"{beyond}/answer?side=second") == (200, {"answer": None})
    status, told = ask(f"{beyond}/try", {"side": "second", "action": "good"})
    assert (status, told["code"]) == (400, "look_no_choice")


def test_without_the_core_the_deals_can_be_gone_through(
    server: Live, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "oracle_missing", lambda: True)
    name = ask("/api/review", {"record": write(dealt("without"))})[1]["name"]
    told = ask(f"/api/review/{name}")[1]
    assert (told["state"], told["sum"]) == ("failed", None)
    assert "native core" in told["words"]
    assert ask(f"/api/review/{name}/1/3")[0] == 200
    monkeypatch.undo()
    assert ask(f"/api/review/{name}")[1]["state"] in ("counting", "done")


def test_a_partie_with_a_friend_is_not_looked_back_on_before_it_is_over(
    server: Live, ask: Any
) -> None:
    over = ended(lambda ledger: True, deals=1)
    first, *rest = over.entries
    assert isinstance(first, Begun)
    friends = Made([msgspec.structs.replace(first, sides=(HOLDER, "friend")), *rest])
    keep(server, friends, "friends")
    for place in ("", "/1/0", "/1/0?both=1"):
        status, told = ask(f"/api/review/friends{place}")
        assert (status, told["code"]) == (400, "not_with_friends")


# --- work in a process of its own ---------------------------------------------------------------


async def _all(*work: Any) -> list[Any]:
    async with aclosing(errand(*work)) as coming:
        return [told async for told in coming]


def test_an_errand_tells_how_far_it_is_and_what_came_out() -> None:
    assert asyncio.run(_all(tells, 3)) == [0, 1, 2, 30]


def test_what_goes_wrong_in_an_errand_is_told() -> None:
    with pytest.raises(Illegal) as caught:
        asyncio.run(_all(refuses))
    assert caught.value.code == "look_none"
    with pytest.raises(RuntimeError, match="nowhere"):
        asyncio.run(_all(breaks))
    with pytest.raises(RuntimeError, match="ended"):
        asyncio.run(_all(dies))


def test_an_errand_ends_with_whoever_waits_for_it() -> None:
    async def left() -> int:
        async with aclosing(errand(hangs)) as coming:
            async for pid in coming:
                return int(pid)
        raise AssertionError

    pid = asyncio.run(left())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


# --- around it ----------------------------------------------------------------------------------

SOURCE = (STATIC / "pages" / "reviewed.d.ts").read_text("utf-8")
MESSAGES = {
    "Account": reviewed.AccountTold,
    "Answer": reviewed.AnswerTold,
    "CardChance": reviewed.ChanceTold,
    "ChoiceMade": reviewed.ChoiceTold,
    "CoursePoint": reviewed.PointTold,
    "DealLook": reviewed.DealLook,
    "Frame": lookback.Frame,
    "Open": lookback.OpenTold,
    "Review": reviewed.ReviewTold,
    "Row": reviewed.RowTold,
    "Sight": reviewed.SightTold,
    "Sum": reviewed.SumTold,
    "Tally": reviewed.TallyTold,
    "Terms": reviewed.TermsTold,
    "Tried": reviewing.TriedTold,
}


@pytest.mark.parametrize("interface", MESSAGES)
def test_the_page_knows_the_fields_of_a_message(interface: str) -> None:
    sent = {field.encode_name for field in msgspec.structs.fields(MESSAGES[interface])}
    assert fields_of(interface, SOURCE) == sent
    assert set(re.findall(r"export interface (\w+)", SOURCE)) == set(MESSAGES)


def test_the_list_of_parties_tells_how_many_deals_are_over() -> None:
    over = ended(lambda ledger: True, deals=2)
    kept = Kept("name", "request", 0.0, 0.0, summary(over.ledger))
    assert _listed(kept, HOLDER).finished == 2
    older = json.loads(kept.summary)
    del older["finished"]  # as a table before this one has kept it
    assert _listed(replace(kept, summary=json.dumps(older)), HOLDER).finished == 1
