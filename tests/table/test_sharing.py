"""A deal shared by a link: its length, what is read of it, what is refused, what is compared."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from table.served import choose, live, service, sit
from table.test_page_types import fields_of

from piquet import players
from piquet.actions import Action, Kind
from piquet.base import Person, PiquetError, Seat
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.record import read, write
from piquet.rules import Rules
from piquet.table import shares, sharing
from piquet.table.comparing import (
    CardCompared,
    Compared,
    RowCompared,
    TrickCompared,
    Way,
    compared,
)
from piquet.table.entries import (
    Added,
    Begun,
    Dealt,
    Ended,
    Levelled,
    Pledged,
    Sealed,
    Seated,
    Wrought,
)
from piquet.table.friends import digest
from piquet.table.ledger import Ledger
from piquet.table.protocol import Level, NewPartie, Next, Taken
from piquet.table.replies import summary
from piquet.table.rooms import Rooms
from piquet.table.sharing import HEAD, Shared, headed, pack, played, unpack
from piquet.view import Standing, View

DEALS = 1000
MOST = 200  # characters of a link
ORIGIN = "https://piquet.an-address-of-fifty-characters.example"  # longer than most
Chooser = Callable[[View], Action]


def club(view: View) -> Action:
    return players.make("club").act(view)


def anything(seed: int) -> Chooser:
    chance = random.Random(seed)
    return lambda view: chance.choice(view.legal_actions)


def play(deal: Deal, rules: Rules, choose: Chooser, start: int = 0, given: Any = ()) -> Any:
    """Return all actions of a deal: those given first, then what somebody chooses."""
    moment = Position(deal, rules)
    actions = list(given)
    for action in actions:
        moment = moment.after(action)
    while moment.to_move is not None:
        actions.append(choose(moment.view(moment.to_move)))
        moment = moment.after(actions[-1])
    return tuple(actions)


@pytest.fixture(scope="module")
def links() -> list[tuple[Deal, Shared, str]]:
    """A thousand deals by all profiles in turn, half at random and half as a club plays."""
    made = []
    for number in range(DEALS):
        rules = Rules.named(list(PROFILES)[number % len(PROFILES)])
        deal = Deal.random(f"shared {number}")
        chooser = anything(number) if number // len(PROFILES) % 2 else club
        level = (*players.LEVELS, players.CLASSIC)[number % 7]
        actions = play(deal, rules, chooser)
        shared = Shared(Seat(number % 2), rules, level, actions, number % 3 == 0, number % 5 == 0)
        made.append((deal, shared, pack(deal, shared)))
    return made


def test_a_link_has_at_most_200_characters_and_says_what_was_played(
    links: list[tuple[Deal, Shared, str]],
) -> None:
    whole = [f"{ORIGIN}/deal/{deal.code}#p.{text}" for deal, _, text in links]
    assert len(ORIGIN) > 50
    assert max(map(len, whole)) <= MOST
    for deal, shared, text in links:
        assert unpack(deal, text) == shared
        assert headed(text[:HEAD]) == Shared(shared.seat, shared.rules, shared.level)
    longest = max((text for _, _, text in links), key=len)
    here = f"http://127.0.0.1:7732/deal/{links[0][0].code}#p.{longest}"
    print(f"{len(links)} links; the longest text has {len(longest)} letters, a link on this")
    print(f"computer then {len(here)}: {here}")
    assert {str(shared.rules) for _, shared, _ in links} == set(PROFILES)


def test_the_first_letters_tell_nothing_of_how_it_was_played() -> None:
    rules, deal = Rules.named("rubicon"), Deal.random("letter")
    heads = {
        pack(deal, Shared(Seat.ELDER, rules, "club", play(deal, rules, chooser), taken, friend))[
            :HEAD
        ]
        for chooser in (club, anything(1), anything(2))
        for taken in (False, True)
        for friend in (False, True)
    }
    assert len(heads) == 1


def test_garbage_is_refused_in_a_sentence(links: list[tuple[Deal, Shared, str]]) -> None:
    """2,000 texts: right ones altered, cut, of another deal, and noise of every kind."""
    chance = random.Random("garbage")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    wrong: list[tuple[Deal, str]] = []
    while len(wrong) < 2000:
        deal, _, text = chance.choice(links)
        place = chance.randrange(len(text))
        other = chance.choice(letters)
        noise = "".join(chr(chance.randrange(1, 0x2FFF)) for _ in range(chance.randrange(60)))
        altered = [
            text[:place] + other + text[place + 1 :],
            text[:place] + text[place + 1 :],
            text[:place] + other + text[place:],
            text[:place],
            text[HEAD:],
            text + "A",
            text[:10] + "A" + text[10:],
            text + "\n",
            text * 9,
            "".join(chance.choices(letters, k=chance.randrange(220))),
            "1eAD" + "".join(chance.choices(letters, k=chance.randrange(60))),
            noise,
            text.swapcase(),
            base64.b64encode(noise.encode()).decode(),
        ]
        wrong += [(deal, one) for one in altered if one != text]
        wrong.append((chance.choice([one for one, *_ in links if one != deal]), text))
    for deal, one in wrong:
        with pytest.raises(PiquetError) as refusal:
            unpack(deal, one)
        assert refusal.value.code in ("share_text", "share_version"), one
        assert str(refusal.value).endswith(".")


def test_letters_belong_to_one_deal_even_where_the_play_would_be_the_same() -> None:
    """The first two cards of the talon exchanged: elder draws both, and nothing else changes."""
    rules, deal = Rules.named("rubicon"), Deal.random("letter")
    first, second, *rest = deal.talon
    other = Deal(deal.elder, deal.younger, (second, first, *rest))
    start = Position(deal, rules)
    exchange = next(one for one in start.legal_actions if len(one.cards) > 1)
    actions = play(deal, rules, club, given=(exchange,))
    shared = Shared(Seat.ELDER, rules, "club", actions)
    assert pack(other, shared) != pack(deal, shared)
    assert unpack(other, pack(other, shared)) == shared
    with pytest.raises(PiquetError, match="belongs to another deal"):
        unpack(other, pack(deal, shared))


def test_one_way_of_playing_has_one_text(links: list[tuple[Deal, Shared, str]]) -> None:
    """A number that says more than all actions is refused, though every action is the same."""
    for deal, shared, text in links[:20]:
        start = HEAD + sharing._CHECK
        weight = sharing._HOW
        for moment in sharing.positions(deal, shared)[:-1]:
            weight *= len(moment.legal_actions)
        more = text[:start] + sharing._written(sharing._number(text[start:]) + weight)
        with pytest.raises(PiquetError, match="damaged"):
            unpack(deal, more)


def test_a_deal_that_hung_on_the_partie_or_on_options_is_not_shared() -> None:
    rules, deal = Rules.named("cavendish"), Deal.random("letter")
    last = Position(deal, rules, Standing((50, 60), 6, 1))
    actions = []
    while Kind.CONCEDE not in last.legal_actions.kinds:
        actions.append(club(last.view(last.to_move)))  # type: ignore[arg-type]
        last = last.after(actions[-1])
    with pytest.raises(PiquetError, match="how the partie stood"):
        pack(deal, Shared(Seat.ELDER, rules, "club", (*actions, Action.CONCEDE)))
    with pytest.raises(PiquetError, match="how the partie stood"):
        pack(deal, Shared(Seat.ELDER, rules, "club", tuple(actions)))
    other = rules.but(packet=(2,))
    with pytest.raises(PiquetError, match="options of its own"):
        pack(deal, Shared(Seat.ELDER, other, "club", play(deal, other, club)))


# --- what a table gives out -----------------------------------------------------------------------


GUEST = "B" * 43
"""The token of the guest's seat."""


def between_friends(*more: Any, deals: int = 1) -> tuple[Ledger, list[Any]]:
    """A partie between friends, by its entries, some of its deals played."""
    entries: list[Any] = [
        Begun("rubicon", "club", ("you", "friend")),
        *(Sealed(deal, f"{deal:064x}") for deal in range(deals + 2)),
        Seated(0, "A", "a" * 64),
        Seated(1, "B", digest(GUEST)),
    ]
    ledger = Ledger.of(entries)

    def add(entry: Any) -> None:
        nonlocal ledger
        ledger = ledger.after(entry)
        entries.append(entry)

    def shuffle() -> None:
        numbers = ["07" * 32, "08" * 32]
        deal = ledger.shuffle.deal
        for person, number in enumerate(numbers):
            pledge = hashlib.sha256(bytes.fromhex(number)).hexdigest()
            add(Pledged(person, deal, pledge))  # type: ignore[arg-type]
        for person, number in enumerate(numbers):
            add(Added(person, deal, number))  # type: ignore[arg-type]

    for _ in range(400):
        if ledger.shuffling and len(ledger.partie.finished) < deals:
            shuffle()
        elif ledger.partie.needs_deal and len(ledger.partie.finished) < deals:
            add(Dealt())
        elif ledger.partie.position is not None:
            moment = ledger.partie.position
            add(Wrought(int(club(moment.view(moment.to_move)))))  # type: ignore[arg-type]
        elif ledger.to_move is not None and not ledger.resting:
            add(Wrought(int(ledger.partie.legal_actions[0])))
        else:
            break
    for entry in more:
        add(entry)
    return ledger, entries


def test_no_link_of_a_friends_deal_before_the_partie_is_over() -> None:
    ledger, entries = between_friends()
    assert len(ledger.partie.finished) == 1
    for place in range(5, len(entries) + 1):
        with pytest.raises(PiquetError) as refusal:
            played(Ledger.of(entries[:place]), entries[:place], "you")
        assert refusal.value.code == "share_friend"
    over, entries = between_friends(Ended(0))
    deal, shared = played(over, entries, "you")
    assert shared.friend
    assert deal == over.partie.finished[0].position.deal
    assert unpack(deal, pack(deal, shared)) == shared


def test_both_friends_share_each_deal_once_the_partie_is_over(tmp_path: Path) -> None:
    """The owner, and the guest who has nothing but his seat; nobody before, and no stranger."""
    ledger, entries = between_friends(deals=2)
    deals = [finished.position.deal for finished in ledger.partie.finished]
    made = service(tmp_path)
    for name, more in (("running", []), ("over", [Ended(1)])):
        whole = [*entries, *more]
        asyncio.run(made.store.begin(name, "you", name, whole, summary(Ledger.of(whole))))
    asyncio.run(made.close())
    with live(tmp_path) as server, server.client() as owner:
        guest = httpx.Client(base_url=server.base, headers={"origin": server.base})
        for name in ("running", "over"):
            path = f"/api/parties/{name}/share"
            for deal in deals:
                assert deal is not None
                assert guest.get(f"{path}/{deal.code}").status_code == 401
            seated = guest.post(f"/api/friends/{name}/sit", json={"seat": GUEST})
            assert seated.status_code == 204
            for deal in deals:
                assert deal is not None
                told = [one.get(f"{path}/{deal.code}") for one in (owner, guest)]
                if name == "running":
                    assert [one.json()["code"] for one in told] == ["share_friend"] * 2
                    assert not any(deal.code in one.text for one in told)
                    continue
                shared = [unpack(deal, one.json()["text"]) for one in told]
                assert {one.seat for one in shared} == set(Seat)
                assert all(one.friend for one in shared)
                assert shared[0].actions == shared[1].actions
        guest.close()


def test_no_link_before_a_deal_is_over_and_none_of_what_was_taken_over(tmp_path: Path) -> None:
    async def run() -> None:
        made = service(tmp_path)
        hand = await sit(made)
        ledgers = [hand.room.ledger]
        while not hand.room.ledger.resting:
            await hand.step(choose)
            ledgers.append(hand.room.ledger)
        for ledger in ledgers[:-1]:
            with pytest.raises(PiquetError) as refusal:
                played(ledger, [], "you")
            assert refusal.value.code == "share_none"
        entries, _ = made.store.load("partie")
        deal, shared = played(ledgers[-1], entries, "you")
        assert (shared.level, shared.assisted, shared.friend) == ("club", False, False)
        assert deal == ledgers[-1].partie.finished[0].position.deal
        written = shares._record(deal, shared)
        for moves, code in ((0, ""), (1, "share_taken")):
            asked = NewPartie(f"t{moves}", "club", taken=Taken(written, 1, moves, "elder"))
            if moves:
                actions = play(deal, shared.rules, club)
                half = _with_actions(written, actions[:3])
                asked = NewPartie("t1", "club", taken=Taken(half, 1, moves, "elder"))
            rooms = Rooms(made)
            name = await rooms.begin("you", asked)
            room = await rooms.find(name, "you")
            ledger = room.ledger
            while ledger.partie.position is not None:
                moment = ledger.partie.position
                ledger = ledger.after(Wrought(int(club(moment.view(moment.to_move)))))  # type: ignore[arg-type]
            kept, _ = made.store.load(name)
            if code:
                with pytest.raises(PiquetError) as refusal:
                    played(ledger, kept, "you")
                assert refusal.value.code == code
            else:
                assert played(ledger, kept, "you")[0] == deal
        made.store.close()

    asyncio.run(run())


def _with_actions(written: str, actions: Any) -> str:
    record = read(written)
    for action in actions:
        record = record.after(action)
    return write(record)


def test_the_level_told_is_the_one_that_played_that_deal(tmp_path: Path) -> None:
    async def run() -> None:
        made = service(tmp_path)
        hand = await sit(made, Begun("rubicon", "club", ("you", "computer")))
        while not hand.room.ledger.resting:
            await hand.step(choose)
        await hand.say(Level(hand.next_id(), hand.room.ledger.version, "novice"))
        entries, _ = made.store.load("partie")
        assert any(isinstance(entry, Levelled) for entry in entries)
        assert played(hand.room.ledger, entries, "you")[1].level == "club"
        await hand.step(lambda one: Next(one.next_id(), one.room.ledger.version))
        entries, _ = made.store.load("partie")
        assert played(hand.room.ledger, entries, "you")[1].level == "club"
        while not hand.room.ledger.resting:
            await hand.step(choose)
        entries, _ = made.store.load("partie")
        ledger = hand.room.ledger
        assert played(ledger, entries, "you")[1].level == "novice"
        # Every deal that is over can be shared, each as it was played.
        seats = set()
        parts = [part for part in ledger.record.parts if part.cards is not None]
        levels = ("club", "novice")
        for finished, part, level in zip(ledger.partie.finished, parts, levels, strict=True):
            given = finished.position.deal
            assert given is not None
            deal, shared = played(ledger, entries, "you", given.code)
            assert (deal, shared.actions, shared.level) == (given, part.actions, level)
            assert unpack(deal, pack(deal, shared)) == shared
            seats.add(shared.seat)
        assert seats == set(Seat)
        with pytest.raises(PiquetError) as refusal:
            played(ledger, entries, "you", Deal.random("letter").code)
        assert refusal.value.code == "share_none"
        made.store.close()

    asyncio.run(run())


# --- over HTTP: shared, opened, played, compared --------------------------------------------------


def play_over(server: Any, name: str, chooser: Chooser = club) -> None:
    """Play a partie's deal through its socket, however many decisions there are."""
    with server.table(name) as socket:
        for number in range(100):
            while True:
                now = json.loads(socket.recv(timeout=20))
                waits = now["type"] == "table" and (
                    now["to_move"] == "you" or now["phase"] in ("deal_over", "partie_over")
                )
                if waits:
                    break
            if now["phase"] in ("deal_over", "partie_over"):
                return
            room = server.app.rooms._open[name]
            ledger = room.ledger
            version = ledger.version
            if ledger.partie.position is None:
                said = {"type": "act", "action": int(ledger.partie.legal_actions[0])}
                if now["phase"] == "cut":
                    said = {"type": "cut", "place": 1 + number}
            else:
                view = ledger.view(ledger.person("you"))
                said = {"type": "act", "action": str(chooser(view))}
            socket.send(json.dumps({**said, "id": f"{name[:8]}-{number}", "version": version}))
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("seat", Seat)
def test_a_shared_deal_is_opened_played_and_compared(tmp_path: Path, seat: Seat) -> None:
    rules, deal = Rules.named("pagat"), Deal.random(f"shared {seat}")
    theirs = Shared(seat, rules, "beginner", play(deal, rules, anything(5)), assisted=True)
    letters = pack(deal, theirs)
    with live(tmp_path) as server, server.client() as client:
        invited = client.get(f"/api/shared/{deal.code}/{letters[:HEAD]}").json()
        assert (invited["seat"], invited["rules"]) == (str(seat), "pagat")
        asked = {"id": "one", "code": deal.code, "head": letters[:HEAD]}
        names = [client.post("/api/shared", json=asked).json()["partie"] for _ in range(2)]
        assert names[0] == names[1], "the same request begins one partie"
        name = names[0]
        early = client.post(f"/api/parties/{name}/compare", json={"text": letters})
        assert (early.status_code, early.json()["code"]) == (400, "share_in_play")
        assert client.get(f"/api/parties/{name}/share/{deal.code}").json()["code"] == "share_none"
        play_over(server, name)
        ledger = server.app.rooms._open[name].ledger
        finished = ledger.partie.finished[-1]
        assert finished.position.deal == deal
        assert finished.position.rules == rules
        assert (ledger.seat(ledger.person("you")), ledger.level) == (seat, "beginner")
        told = client.post(f"/api/parties/{name}/compare", json={"text": letters}).json()
        last = Position(deal, rules)
        for action in theirs.actions:
            last = last.after(action)
        assert told["you"] == [finished.outcome[seat], finished.outcome[seat.other]]
        assert told["they"] == [last.scores[seat], last.scores[seat.other]]
        assert told["notes"] == ["The other player has taken something back in this deal."]
        assert told["parted"].startswith(("You first part here", "The other side is the first"))
        sides = ("yours", finished.position), ("theirs", last)
        for key, moment in sides:
            cards = [
                [card["card"] for card in trick[key]]
                for trick in told["tricks"]
                if trick[key][0]["card"]
            ]
            mine = [
                [str(card) for card in _own_first(trick, seat)]
                for trick in moment.view(seat).tricks
            ]
            assert cards == mine
        firsts = [trick["number"] for trick in told["tricks"] if trick["parted"]]
        different = [trick["number"] for trick in told["tricks"] if not trick["same"]]
        assert firsts == different[:1]
        again = client.get(f"/api/parties/{name}/share/{deal.code}").json()
        assert again["code"] == deal.code
        own = unpack(deal, again["text"])
        assert (own.seat, own.rules, own.level) == (seat, rules, "beginner")
        alike = client.post(f"/api/parties/{name}/compare", json={"text": again["text"]}).json()
        assert all(row["same"] for row in alike["rows"])
        assert alike["parted"].startswith("You never part")
        for text, code in (
            (letters[:-1], "share_text"),
            ("2" + letters[1:], "share_version"),
            ("", "share_text"),
        ):
            answer = client.post(f"/api/parties/{name}/compare", json={"text": text})
            assert (answer.status_code, answer.json()["code"]) == (400, code)
        other = pack(deal, Shared(seat.other, rules, "club", theirs.actions))
        answer = client.post(f"/api/parties/{name}/compare", json={"text": other})
        assert answer.json()["code"] == "share_other"


def _own_first(trick: Any, seat: Seat) -> tuple[Any, Any]:
    pair = (trick.lead, trick.follow)
    return pair if trick.leader is seat else pair[::-1]


def test_nothing_of_it_is_told_to_whoever_has_not_come_in(tmp_path: Path) -> None:
    with (
        live(tmp_path) as server,
        httpx.Client(base_url=server.base, headers={"origin": server.base}) as stranger,
    ):
        deal = Deal.random("letter")
        for method, path in (
            ("GET", f"/api/shared/{deal.code}/1eAD"),
            ("POST", "/api/shared"),
            ("GET", "/api/parties/any/share/any"),
            ("POST", "/api/parties/any/compare"),
        ):
            assert stranger.request(method, path, json={}).status_code == 401
        with server.client() as client:
            for code, head in ((deal.code, "1eA%00"), (deal.code, "9eAD"), ("0" * 12, "1eAD")):
                answer = client.get(f"/api/shared/{code}/{head}")
                assert answer.status_code in (400, 404)
                assert answer.json()["sentence"]


def test_the_page_knows_the_fields_of_what_is_told() -> None:
    folder = Path(shares.__file__).parent / "static" / "pages"
    source = (folder / "shared.d.ts").read_text(encoding="utf-8")
    messages = {one.__name__: one for one in (shares.LinkTold, shares.HeadTold, Compared)}
    messages |= {one.__name__: one for one in (CardCompared, TrickCompared, RowCompared)}
    assert set(re.findall(r"export interface (\w+)", source)) == set(messages)
    for name, message in messages.items():
        assert fields_of(name, source) == set(message.__struct_fields__), name


def test_where_two_ways_part_is_told_of_whoever_did_it() -> None:
    rules, deal = Rules.named("rubicon"), Deal.random("letter")
    mine = play(deal, rules, club)
    for seat in Seat:
        for place in range(len(mine)):
            moment = Position(deal, rules)
            for action in mine[:place]:
                moment = moment.after(action)
            others = [action for action in moment.legal_actions if action != mine[place]]
            if not others:
                continue
            theirs = play(deal, rules, club, given=(*mine[:place], others[0]))
            told = compared(*(_way(deal, rules, seat, one) for one in (mine, theirs)))
            by = "You first part here" if moment.to_move is seat else "The other side is the first"
            assert told.parted.startswith(by), (place, told.parted)
            assert "share." not in told.parted
            assert all(line.startswith(("You", "The computer")) for line in told.rows[4].yours)
            assert not all(row.same for row in told.rows) or not all(t.same for t in told.tricks)


def _way(deal: Deal, rules: Rules, seat: Seat, actions: Any) -> Way:
    moments = [Position(deal, rules)]
    for action in actions:
        moments.append(moments[-1].after(action))
    return Way(seat, actions, moments, "", "The computer")


def test_the_partie_of_a_shared_deal_is_one_deal_from_its_first_card() -> None:
    deal = Deal.random("letter")
    for rules in map(Rules.named, PROFILES):
        partie = Partie.dealt_by(Person.FIRST, rules, rules.packet[-1]).begin(deal)
        assert partie.position == Position(deal, rules)
