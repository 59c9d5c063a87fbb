"""Two friends at one table: seats by tokens, cards that both have shuffled, and nobody stuck."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import random
import secrets
import time
import unicodedata
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from table.served import Hand, Live, live, service
from table.test_computer import consulted

from piquet import players
from piquet.actions import Kind
from piquet.base import Illegal, Person
from piquet.dealing import Deal
from piquet.table.app import TableApp
from piquet.table.entries import Ended, Invited, Seated
from piquet.table.friends import _unless_full, digest
from piquet.table.guard import Allowed
from piquet.table.ledger import Ledger
from piquet.table.moves import owed
from piquet.table.protocol import (
    Act,
    Add,
    Ask,
    Cut,
    Draft,
    End,
    Level,
    Mark,
    OpenHands,
    Pledge,
    Rematch,
    Said,
    Settings,
    Undo,
)
from piquet.table.room import Chair
from piquet.table.rooms import Rooms
from piquet.table.scene import Around, scene
from piquet.table.service import FRIEND, HOLDER, Service
from piquet.table.told import Done, Refused, SettingsTold

FULL = os.environ.get("PIQUET_FULL") == "1"
SEATS = tuple(secrets.token_urlsafe(32) for _ in range(2))


class Player:
    """A page of one friend, which adds to every shuffle by itself."""

    def __init__(self, hand: Hand, seed: str) -> None:
        self.hand = hand
        self.random = random.Random(seed)
        self.numbers: dict[str, str] = {}

    async def shuffle(self) -> bool:
        """Do what is owed to the shuffle; False where nothing is."""
        friend = self.hand.table.friend
        assert friend is not None
        if friend.due == "pledge":
            number = self.random.randbytes(32).hex()
            pledge = hashlib.sha256(bytes.fromhex(number)).hexdigest()
            self.numbers[pledge] = number
            answer = await self.hand.say(Pledge(self.hand.next_id(), friend.deal, pledge))
        elif friend.due == "add":
            number = self.numbers[friend.pledged]
            answer = await self.hand.say(Add(self.hand.next_id(), friend.deal, number))
        else:
            return False
        assert isinstance(answer, Done), answer
        await self.hand.waits()
        return True

    def wants(self, ledger: Ledger, lots: random.Random) -> Said | None:
        """Return something that he might say now, None where he waits."""
        me = ledger.person(self.hand.chair.holder)
        shuffle = ledger.shuffle
        id = self.hand.next_id()
        if ledger.shuffling:
            anew = shuffle.numbers == ("", "") and lots.random() < 0.05
            if not shuffle.pledges[me] or anew:
                number = lots.randbytes(32).hex()
                pledge = hashlib.sha256(bytes.fromhex(number)).hexdigest()
                self.numbers[pledge] = number
                return Pledge(id, shuffle.deal, pledge, anew)
            if not shuffle.pledging and not shuffle.numbers[me]:
                return Add(id, shuffle.deal, self.numbers[shuffle.pledges[me]])
            return None
        if lots.random() < 0.005:
            return End(id)
        if ledger.to_move is not me:
            return None
        if ledger.partie.position is None:
            if ledger.partie.legal_actions.kinds[0] is Kind.CUT:
                return Cut(id, ledger.version, lots.randint(1, 32))
            return Act(id, ledger.version, int(ledger.partie.legal_actions[0]))
        legal = ledger.partie.legal_actions
        return Act(id, ledger.version, int(legal[lots.randrange(len(legal))]))

    async def step(self) -> bool:
        """Do one thing, if there is any to do."""
        if await self.shuffle():
            return True
        ledger = self.hand.room.ledger
        person = ledger.person(self.hand.chair.holder)
        if ledger.to_move is not person:
            return False
        id, version = self.hand.next_id(), ledger.version
        if ledger.partie.position is not None:
            view = ledger.view(person)
            said = Act(id, version, int(players.make("club").act(view)))
        elif self.hand.table.phase == "cut":
            said = Cut(id, version, self.random.randint(1, 32))
        else:
            said = Act(id, version, int(ledger.partie.legal_actions[0]))
        answer = await self.hand.say(said)
        assert isinstance(answer, Done) or answer.code == "cut_taken", answer
        await self.hand.waits()
        return True


async def two(made: Service, rules: str = "rubicon") -> tuple[Rooms, str, Player, Player]:
    """Return a table at which both friends sit."""
    rooms = Rooms(made)
    host, guest = (Seated(side, "AB"[side], digest(SEATS[side])) for side in (0, 1))
    name = await rooms.begin_friends("begin", rules, [host], digest("invitation"))
    room = await rooms.find(name, HOLDER)
    await room.add(lambda ledger: [guest])
    sides = []
    for holder in (HOLDER, FRIEND):
        hand = Hand(room, holder)
        await room.join(hand.chair)
        sides.append(Player(hand, holder))
    return rooms, name, sides[0], sides[1]


async def play(
    one: Player, other: Player, until: Callable[[Hand], bool], most: int = 3_000
) -> None:
    """Play on until something is so."""
    for _ in range(most):
        if until(one.hand):
            return
        if not await one.step() and not await other.step():
            raise AssertionError(f"both wait: {one.hand.table.phase}")
    raise AssertionError("that never was so")


def at_a_table(
    folder: Path,
    work: Callable[[Rooms, str, Player, Player], Awaitable[None]],
    rules: str = "rubicon",
) -> None:
    """Do something at a table of two friends."""

    async def whole() -> None:
        made = service(folder)
        try:
            rooms, name, one, other = await two(made, rules)
            await work(rooms, name, one, other)
            await rooms.close()
        finally:
            await made.close()

    asyncio.run(whole())


async def still(hands: Sequence[Hand]) -> None:
    """Wait until the table has done what it owes."""
    for hand in hands:
        await hand.waits()


def over(hand: Hand) -> bool:
    return hand.table.phase == "partie_over"


def test_two_friends_play_a_partie_whose_deals_both_have_shuffled(tmp_path: Path) -> None:
    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        await play(one, other, over)
        ledger = one.hand.room.ledger
        assert ledger.partie.outcome is not None
        friend = one.hand.table.friend
        assert friend is not None
        commitments = {told.deal: told for told in one.hand.table.commitments}
        assert [shuffle.deal for shuffle in friend.shuffles] == list(range(len(friend.shuffles)))
        assert len(friend.shuffles) >= 7
        for shuffle in friend.shuffles:
            secret = bytes.fromhex(commitments[shuffle.deal].secret)
            assert hashlib.sha256(secret).hexdigest() == commitments[shuffle.deal].hash
            numbers = [bytes.fromhex(number) for number in shuffle.numbers]
            assert [hashlib.sha256(number).hexdigest() for number in numbers] == shuffle.pledges
            seed = hashlib.sha256(secret + numbers[0] + numbers[1]).digest()
            if shuffle.deal:
                dealt = ledger.partie.finished[shuffle.deal - 1].position.deal
                assert Deal.numbered(seed, shuffle.deal) == dealt
        # A person's name keeps its capital within a sentence, unlike "the computer".
        assert b"; B takes the trick" in one.hand.bytes
        assert b"; b takes the trick" not in one.hand.bytes

    at_a_table(tmp_path, work)


def test_the_next_partie_is_one_and_its_seats_open_by_the_same_tokens(tmp_path: Path) -> None:
    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        early = await one.hand.say(Rematch("early"))
        assert isinstance(early, Refused)
        await play(one, other, lambda hand: hand.table.phase == "exchange")
        ended = await other.hand.say(End("end"))
        assert isinstance(ended, Done)
        assert over(one.hand)
        assert one.hand.table.friend.ended == "they"
        wanted = [player.hand.say(Rematch(f"{n}")) for n, player in enumerate((one, other) * 2)]
        await asyncio.gather(*wanted)
        following = one.hand.table.friend.following
        assert following
        assert following == other.hand.table.friend.following
        kept = await asyncio.to_thread(rooms.service.store.kept, HOLDER)
        assert len(kept) == 2, "two parties follow one"
        assert await rooms.seat(following, digest(SEATS[0])) == HOLDER
        assert await rooms.seat(following, digest(SEATS[1])) == FRIEND
        assert await rooms.seat(following, digest("guess")) is None

    at_a_table(tmp_path, work)


# --- seats ----------------------------------------------------------------------------------------


def test_no_guess_opens_a_seat_or_a_link(tmp_path: Path) -> None:
    """R20: 10,000 guesses, none of which is any token's."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        lots = random.Random("guesses")
        for number in range(10_000):
            near = list(SEATS[number % 2])
            near[lots.randrange(43)] = lots.choice("-_" if number % 3 else "Aa")
            guess = "".join(near) if number % 2 else secrets.token_urlsafe(32)
            if guess not in SEATS:
                assert await rooms.seat(name, digest(guess)) is None
        assert await rooms.seat("no-such-partie", digest(SEATS[0])) is None
        assert await rooms.seat(name, digest(SEATS[0])) == HOLDER

    at_a_table(tmp_path, work)


class Guest:
    """A browser without a key."""

    clients: ClassVar[list[httpx.Client]] = []

    def __init__(self, server: Live) -> None:
        self.server = server
        self.client = httpx.Client(base_url=server.base, headers={"origin": server.base})
        self.clients.append(self.client)
        self.seat = secrets.token_urlsafe(32)

    def join(self, name: str, link: str, called: str = "B") -> httpx.Response:
        asked = {"token": link, "seat": self.seat, "name": called}
        return self.client.post(f"/api/friends/{name}/join", json=asked)

    def seated(self, name: str) -> bool:
        return bool(self.client.get(f"/api/parties/{name}/seat").json()["seated"])


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Close the browsers of a test."""
    yield
    while Guest.clients:
        Guest.clients.pop().close()


def invited(server: Live) -> tuple[str, str]:
    """Begin a partie with a friend; return its name and the token of the link."""
    link, seat = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    with server.client() as client:
        asked = {"id": f"n{time.monotonic_ns()}", "name": "A", "invite": link, "seat": seat}
        answer = client.post("/api/friends", json=asked)
        assert answer.status_code == 201, answer.text
    return answer.json()["partie"], link


def test_only_a_post_takes_a_seat_and_only_one_friend_sits_down(tmp_path: Path) -> None:
    with live(tmp_path) as server:
        name, link = invited(server)
        first, second = Guest(server), Guest(server)
        for number in range(50):  # what previews of links do
            method = "GET" if number % 2 else "HEAD"
            for path in (f"/join/{name}", f"/api/friends/{name}/join", f"/partie/{name}"):
                first.client.request(method, path)
        told = first.client.post(f"/api/friends/{name}/invited", json={"token": link}).json()
        assert told == {"host": "A", "rules": "rubicon", "full": False}
        assert not first.seated(name)
        assert first.join(name, secrets.token_urlsafe(32)).status_code == 403
        assert first.join(name, link).status_code == 204
        assert first.join(name, link).status_code == 204, "the answer may have been lost"
        assert second.join(name, link).json()["code"] == "friend_full"
        assert first.seated(name)
        assert not second.seated(name)
        # The seat on another device, and nothing else with it.
        wrong = second.client.post(f"/api/friends/{name}/sit", json={"seat": second.seat})
        assert wrong.json()["code"] == "friend_seat"
        device = Guest(server)
        good = device.client.post(f"/api/friends/{name}/sit", json={"seat": first.seat})
        assert (good.status_code, device.seated(name)) == (204, True)
        for path in ("/api/lobby", "/api/rules", "/api/books", "/api/settings"):
            assert device.client.get(path).status_code in (401, 405), path
        record = device.client.get(f"/api/parties/{name}/record")
        assert record.json()["code"] == "friend_record"
        deals = device.client.get(f"/api/parties/{name}/deals")
        assert deals.json()["code"] == "deals_over"
        other, _ = invited(server)
        assert not device.seated(other)
        assert device.client.get(f"/api/parties/{other}/record").status_code == 401


BLANK = "\u3164\u115f\u2800"


@pytest.mark.parametrize(
    "called",
    ["\x1b[2J\x07x", "\u202eevil\u2066", "a\nb\r\n", "\u200b\u200f", "x" * 200, "<script>", BLANK],
)
def test_names_are_cleaned(tmp_path: Path, called: str) -> None:
    """R22: at most 24 characters, nothing that steers a terminal or turns a line about."""
    with live(tmp_path) as server:
        name, link = invited(server)
        guest = Guest(server)
        assert guest.join(name, link, called).status_code == 204
        with server.client() as client:
            title = client.get("/api/lobby").json()["parties"][0]["title"]
        assert len(title) <= len("With ") + 24
        assert not [sign for sign in title if unicodedata.category(sign)[0] == "C"]
        assert not set(BLANK) & set(title)


def test_a_right_token_opens_however_many_wrong_ones_were_tried(tmp_path: Path) -> None:
    """Others at the same address, such as behind one proxy, shut nobody out."""
    with live(tmp_path) as server:
        name, link = invited(server)
        guest, stranger = Guest(server), Guest(server)
        wrong = [stranger.join(name, secrets.token_urlsafe(32)) for _ in range(40)]
        assert [answer.json()["code"] for answer in wrong[:2]] == ["friend_link"] * 2
        assert wrong[-1].json()["code"] == "too_often"
        seats = [stranger.client.post(f"/api/friends/{name}/sit", json={"seat": "x" * 43})]
        assert seats[0].json()["code"] == "too_often"
        assert guest.join(name, link).status_code == 204
        again = guest.client.post(f"/api/friends/{name}/sit", json={"seat": guest.seat})
        assert again.status_code == 204


def test_nobody_sits_down_opposite_himself(tmp_path: Path) -> None:
    """Who opens his own link in the browser of his own seat takes no seat from his friend."""
    with live(tmp_path) as server:
        link, seat = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        with server.client() as client:
            asked = {"id": "own", "name": "A", "invite": link, "seat": seat}
            name = client.post("/api/friends", json=asked).json()["partie"]
        guest = Guest(server)
        own = Guest(server)
        own.seat = seat
        assert own.join(name, link).json()["code"] == "friend_own"
        assert guest.join(name, link).status_code == 204
        assert own.join(name, link).json()["code"] == "friend_own"


def test_marks_of_one_keep_the_other_from_nothing_and_come_to_an_end(tmp_path: Path) -> None:
    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        await play(one, other, lambda hand: hand.table.phase == "play")
        room = one.hand.room
        person = room.ledger.to_move
        mover, idle = (one, other) if room.ledger.person(HOLDER) is person else (other, one)
        version = room.ledger.version

        async def mark() -> Done | Refused:
            return await idle.hand.say(Mark(idle.hand.next_id(), room.ledger.version, 0, "odd"))

        for _ in range(64):
            assert isinstance(await mark(), Done)
        more = await mark()
        assert isinstance(more, Refused)
        assert more.code == "mark_often"
        assert room.ledger.version == version + 64
        # What the mover says was said before he could see any of that.
        view = room.ledger.view(room.ledger.person(mover.hand.chair.holder))
        assert view is not None
        said = Act(mover.hand.next_id(), version, int(players.make("club").act(view)))
        assert isinstance(await mover.hand.say(said), Done)
        late = await mover.hand.say(Act(mover.hand.next_id(), version, int(said.action)))
        assert isinstance(late, Refused)
        assert late.code == "stale"

    at_a_table(tmp_path, work)


def test_a_shuffle_is_begun_anew_by_who_says_so_and_not_for_ever(tmp_path: Path) -> None:
    """Two browsers of a seat do not take turns at it; and its secrets are told once each."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        await play(one, other, lambda hand: hand.table.phase == "deal_over")
        hand = one.hand
        friend = hand.table.friend
        assert friend is not None
        lots, deal = random.Random("anew"), friend.deal

        async def pledge(anew: bool) -> Done | Refused:
            digest_ = hashlib.sha256(lots.randbytes(32)).hexdigest()
            return await hand.say(Pledge(hand.next_id(), deal, digest_, anew))

        assert isinstance(await pledge(False), Done)
        pledged = hand.room.ledger.shuffle
        second = await pledge(False)
        assert isinstance(second, Refused)
        assert second.code == "shuffle_now"
        assert hand.room.ledger.shuffle == pledged
        answers = [await pledge(True) for _ in range(20)]
        codes = [answer.code if isinstance(answer, Refused) else "" for answer in answers]
        assert codes == [""] * 16 + ["shuffle_often"] * 4
        told = [told.deal for told in hand.table.commitments]
        assert told == sorted(set(told))
        assert await other.shuffle()

    at_a_table(tmp_path, work)


# --- at once --------------------------------------------------------------------------------------

RACES = 5_000 if FULL else 500


def test_what_comes_at_once_comes_to_the_same_as_one_after_the_other(tmp_path: Path) -> None:
    """R14: actions, an end, a rematch and seats taken by both together; nobody waits for ever."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        room, lots = one.hand.room, random.Random("races")
        done = 0
        while done < RACES:
            ledger = room.ledger
            players_ = [one, other]
            lots.shuffle(players_)
            said = [player.wants(ledger, lots) for player in players_]
            both = [(player, one_) for player, one_ in zip(players_, said, strict=True) if one_]
            if not both:
                raise AssertionError(f"both wait: {one.hand.table.phase}")
            twice = both * lots.choice((1, 1, 2))
            answers = await asyncio.gather(*(player.hand.say(what) for player, what in twice))
            await still([one.hand, other.hand])
            assert any(isinstance(answer, Done) for answer in answers), answers
            entries, _ = await asyncio.to_thread(rooms.service.store.load, name)
            if done % 20 == 0 or room.ledger.over:
                whole = Ledger.of(entries)
                assert whole.version == room.ledger.version == len(entries)
                assert whole.record == room.ledger.record
                assert [seat.name for seat in whole.seats if seat] == ["A", "B"]
            done += len(twice)
            if room.ledger.over:
                answers = await asyncio.gather(
                    *(
                        player.hand.say(Rematch(player.hand.next_id()))
                        for player in (one, other) * 2
                    )
                )
                following = room.ledger.following
                assert following
                kept = await asyncio.to_thread(rooms.service.store.kept, HOLDER)
                assert len(kept) == 2, "two parties follow one"
                await rooms.forget(name, HOLDER)
                name = following
                room = await rooms.find(name, HOLDER)
                for player, holder in ((one, HOLDER), (other, FRIEND)):
                    player.hand.room = room
                    player.hand.chair = Chair(holder, player.hand.told.append)
                    await room.join(player.hand.chair)

    at_a_table(tmp_path, work)


CLAIMS = 1_000 if FULL else 100


def test_of_all_who_open_a_link_at_once_one_sits_down(tmp_path: Path) -> None:
    """R14: five browsers claim the same seat, each twice, while the host gives out another link."""

    async def work() -> None:
        made = service(tmp_path)
        app = TableApp(made, Allowed.at("127.0.0.1", 80))
        try:
            for number in range(CLAIMS // 5):
                await claimed(app, number, random.Random(f"claims {number}"))
        finally:
            await app.rooms.close()
            await made.close()

    async def claimed(app: TableApp, number: int, lots: random.Random) -> None:
        link = secrets.token_urlsafe(32)
        host = Seated(0, "A", digest(SEATS[0]))
        name = await app.rooms.begin_friends(f"n{number}", "rubicon", [host], digest(link))
        base = "http://127.0.0.1"
        wire = httpx.ASGITransport(app.asgi, client=(f"192.0.2.{number}", 1))
        async with httpx.AsyncClient(
            transport=wire, base_url=base, headers={"origin": base}
        ) as client:
            seats = [secrets.token_urlsafe(32) for _ in range(5)]

            async def join(seat: str) -> httpx.Response:
                await asyncio.sleep(lots.choice((0, 0, 0.001)))
                asked = {"token": link, "seat": seat, "name": "B"}
                return await client.post(f"/api/friends/{name}/join", json=asked)

            async def again() -> None:
                room = await app.rooms.find(name, HOLDER)
                with contextlib.suppress(Illegal):  # both sit already
                    await room.add(lambda ledger: _unless_full(ledger, Invited(digest(link))))

            *answers, _ = await asyncio.gather(*map(join, seats * 2), again())
        sat = {seat for seat, answer in zip(seats * 2, answers, strict=True) if answer.is_success}
        assert len(sat) == 1
        (seat,) = sat
        assert [answer.status_code for answer in answers].count(204) == 2, "the answer may be lost"
        assert {answer.json()["code"] for answer in answers if answer.is_error} == {"friend_full"}
        entries, _ = await asyncio.to_thread(app.service.store.load, name)
        assert [entry.token for entry in entries if isinstance(entry, Seated)] == [
            host.token,
            digest(seat),
        ]

    asyncio.run(work())


# --- coming back, and going away ------------------------------------------------------------------


def test_whoever_comes_back_finds_the_very_table(tmp_path: Path) -> None:
    """R15: at every step of two deals, for both seats, also after the server was begun anew."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        steps = 0
        while one.hand.room.ledger.number < 3:
            assert await one.step() or await other.step()
            steps += 1
            fresh = Rooms(rooms.service) if steps % 10 == 0 else rooms
            room = await fresh.find(name, HOLDER)
            for player, holder in ((one, HOLDER), (other, FRIEND)):
                back = Hand(room, holder)
                await room.join(back.chair)
                table, known = back.table, player.hand.table
                assert table.version == room.ledger.version
                assert table.hand == known.hand
                assert table.choices == known.choices
                assert table.phase == known.phase
                room.leave(back.chair)
        assert steps > 60

    at_a_table(tmp_path, work)


def test_both_find_their_choice_of_cards_whoever_comes_first(tmp_path: Path) -> None:
    """UX 33: also where the server was begun anew and the other has opened the table."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        await play(one, other, lambda hand: hand.table.phase == "exchange")
        cards = {}
        for player, number in ((one, 2), (other, 1)):
            cards[player] = player.hand.table.hand.by_suit[:number]
            await player.hand.room.say(player.hand.chair, Draft(cards[player]))
        for first in (HOLDER, FRIEND):
            room = await Rooms(rooms.service).find(name, first)
            found = {}
            for player, holder in ((one, HOLDER), (other, FRIEND)):
                back = Hand(room, holder)
                await room.join(back.chair)
                exchange = back.table.exchange
                found[player] = None if exchange is None else set(exchange.chosen)
            mover = one if one.hand.table.to_move == "you" else other
            assert found[mover] == set(cards[mover]), f"{first} came first"

    at_a_table(tmp_path, work)


def test_no_table_is_forgotten_while_somebody_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else it would be open twice, and each half would miss what is done at the other."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        host = Seated(0, "A", digest("host"))
        invited = await rooms.begin_friends("second", "rubicon", [host], digest("link"))
        room = await rooms.find(invited, FRIEND)
        append, reached, goes = rooms.service.store.append, asyncio.Event(), asyncio.Event()

        async def slowly(*all: Any, **more: Any) -> None:
            reached.set()
            await goes.wait()
            await append(*all, **more)

        monkeypatch.setattr(rooms.service.store, "append", slowly)
        guest = Seated(1, "B", digest("guest"))
        sitting = asyncio.create_task(room.add(lambda ledger: [guest]))
        await reached.wait()
        third = await rooms.begin_friends("third", "rubicon", [host], digest("link"))
        await rooms.find(third, HOLDER)  # what nobody sits at is forgotten now
        again = await rooms.find(invited, HOLDER)
        goes.set()
        await sitting
        assert again is room
        assert await rooms.seat(invited, digest("guest")) == FRIEND

    at_a_table(tmp_path, work)


def test_nobody_has_to_wait_for_a_friend_who_never_comes_back(tmp_path: Path) -> None:
    """R25: in every phase either may end the partie, once, and then nothing more is played."""
    ended: set[str] = set()

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        while not over(one.hand):
            phase = one.hand.table.phase
            ledger = one.hand.room.ledger
            if (phase, ledger.shuffling) not in tried:
                tried.add((phase, ledger.shuffling))
                for person in Person:
                    after = ledger.after(Ended(int(person)))
                    assert after.over
                    assert after.to_move is None
                    assert not after.shuffling
                    assert owed(after, calls=True) == []
                    view = scene(after, person, Around("x", SettingsTold("instant", False)))
                    assert view.phase == "partie_over"
                    assert view.choices == []
                    assert view.next == "partie"
                ended.add(phase)
            assert await one.step() or await other.step()
        last = await one.hand.say(End("late"))
        assert isinstance(last, Refused)

    tried: set[tuple[str, bool]] = set()
    at_a_table(tmp_path, work)
    assert {"cut", "exchange", "call", "answer", "count", "play", "deal_over"} <= ended


def test_what_is_shut_with_a_friend_opposite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R4: no Oracle, no undo, no other level, no settings, no hands turned up, before the end."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        consulted(monkeypatch, rooms.service)  # there is an Oracle, for others
        await play(one, other, lambda hand: hand.room.ledger.number == 2)
        for player in (one, other):
            player.hand.room.show(player.hand.chair, jump=True)
            assert not player.hand.table.oracle.ready
        version = one.hand.room.ledger.version
        for said in (
            Undo(one.hand.next_id(), version, len(one.hand.room.ledger.line) - 2),
            Level(one.hand.next_id(), version, "novice"),
        ):
            answer = await one.hand.say(said)
            assert isinstance(answer, Refused), said
            assert answer.code == "not_with_friends", said
        for open_ in (OpenHands(1), Settings("slow", True), Ask("asked")):
            one.hand.told.clear()
            await one.hand.room.say(one.hand.chair, open_)
            assert [type(told) for told in one.hand.told] == [Refused], open_
        one.hand.room.show(one.hand.chair, jump=True)
        table = one.hand.table
        assert not table.decisions
        assert not table.may_open
        assert not table.oracle.methods
        assert not table.deal.code
        assert all(not row.code for row in table.partie_sheet.rows)
        assert all(not told.secret for told in table.commitments)

    at_a_table(tmp_path, work)


def test_the_place_shown_as_cut_is_the_place_that_was_cut(tmp_path: Path) -> None:
    """Or else a page would cut where the other has cut, and wait for ever."""

    async def work(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        for _ in range(20):
            if one.hand.room.ledger.partie.cuts:
                break
            assert await one.step() or await other.step()
        ledger = one.hand.room.ledger
        (card,) = ledger.partie.cuts
        place = str(ledger.spread.index(card) + 1)
        for player in (one, other):
            cut = player.hand.table.cut
            assert cut is not None
            assert cut.open == {place: str(card)}

    at_a_table(tmp_path, work)
