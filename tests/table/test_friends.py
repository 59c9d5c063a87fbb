"""Two friends at one table: seats by tokens, cards that both have shuffled, and nobody stuck."""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from table.served import Hand, service

from piquet import players
from piquet.dealing import Deal
from piquet.table.entries import Seated
from piquet.table.friends import digest
from piquet.table.protocol import Act, Add, Cut, End, Pledge, Rematch
from piquet.table.rooms import Rooms
from piquet.table.service import FRIEND, HOLDER, Service
from piquet.table.told import Done, Refused

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
        await asyncio.gather(one.hand.say(Rematch("r1")), other.hand.say(Rematch("r2")))
        following = one.hand.table.friend.following
        assert following
        assert following == other.hand.table.friend.following
        assert len(await asyncio.to_thread(rooms.service.store.kept, HOLDER)) == 2
        assert await rooms.seat(following, digest(SEATS[0])) == HOLDER
        assert await rooms.seat(following, digest(SEATS[1])) == FRIEND
        assert await rooms.seat(following, digest("guess")) is None

    at_a_table(tmp_path, work)
