"""Computers at the table: what they are handed, how long they take, and what stays shut (R3-R6)."""

from __future__ import annotations

import asyncio
import pickle
import random
import statistics
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import test_views
from table.served import Hand, Thinkers, choose, service, sit
from table.test_noninterference import worlds

from piquet import kernel, players
from piquet.actions import Action
from piquet.base import Seat
from piquet.dealing import Deal
from piquet.position import Position
from piquet.rules import Rules
from piquet.table import protocol, workers
from piquet.table.entries import Begun
from piquet.table.levels import levels
from piquet.table.protocol import Ask, OpenHands, Undo
from piquet.table.room import Room
from piquet.table.service import HOLDER, Service
from piquet.table.told import AdviceTold, Core, Done, Notice, Refused, SettingsTold
from piquet.table.workers import Question, bare, decide
from piquet.view import Standing, View

WORLDS = 100


@pytest.fixture(autouse=True)
def first_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_views, "random_standing", lambda rng, rules: Standing.first(rules))


def run(folder: Path, work: Any, **options: Any) -> None:
    async def whole() -> None:
        made = service(folder)
        hand = await sit(made, **options)
        await work(made, hand)
        await hand.room.close()
        await made.close()

    asyncio.run(whole())


# --- a view and nothing else (R6) ---------------------------------------------------------------


def test_what_is_sent_away_is_a_view_and_nothing_else(tmp_path: Path) -> None:
    """What crosses to another process comes back as a view that holds no position and no deal."""

    async def work(made: Service, hand: Hand) -> None:
        for _ in range(40):
            await hand.step(choose)
        thinkers = made.thinkers
        assert isinstance(thinkers, Thinkers)
        assert len(thinkers.views) > 20
        for view in thinkers.views:
            assert type(view) is View
            sent = pickle.dumps(bare(view))
            again = pickle.loads(sent)
            assert bytes(again) == bytes(view)
            assert set(vars(again)) == {
                *("seat", "rules", "standing", "phase", "to_move", "events", "legal_actions")
            }
            assert not {"Position", "Deal", "State", "Partie", "Ledger"} & names_in(sent)

    run(tmp_path, work)


def names_in(sent: bytes) -> set[str]:
    """Return the names of all classes that a pickle names."""
    import pickletools

    return {
        str(argument).split(" ")[-1]
        for _, argument, _ in pickletools.genops(sent)
        if isinstance(argument, str)
    }


def test_computers_decide_alike_whatever_they_cannot_see() -> None:
    """Cards that a computer cannot know are dealt out anew: it does the same, at every level (R6).

    The very bytes that are sent to its process are the same.
    """
    compared = 0
    for number in range(5_000, 5_400):
        for base, seat, step, deal, actions in worlds(number, 2):
            here = base.positions[step]
            if here.outcome is not None or here.to_move is not seat:
                continue
            there = Position(deal, here.rules, here.standing)
            for action in actions:
                there = there.after(action)
            one, two = bare(here.view(seat)), bare(there.view(seat))
            assert pickle.dumps(one) == pickle.dumps(two)
            strong = ("expert", "master") if kernel.available() else ()
            # The classic player plays out thousands of deals for each decision.
            slow = ("classic",) if strong and compared % 20 == 0 else ()
            for level in ("random", "beginner", "novice", "club", *strong, *slow):
                assert decide(level, 7, one) == decide(level, 7, two)
            compared += 1
        if compared >= WORLDS:
            break
    assert compared >= WORLDS


def test_players_think_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real processes give what the level gives here; one that is killed is replaced."""

    def here_too(level: str, luck: int = 0) -> Any:
        raise AssertionError("it thinks in the process of the table")

    async def work() -> None:
        thinkers = workers.Thinkers()
        view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
        try:
            here = players.make("club", 3).act(view)
            monkeypatch.setattr(players, "make", here_too)
            assert await thinkers.act("club", 3, view) == here
            (process,) = thinkers._players()._processes.values()
            process.kill()
            await asyncio.sleep(0.2)
            assert await thinkers.act("club", 3, view) == here
        finally:
            thinkers.close()

    asyncio.run(work())


# --- tempo (R3) ---------------------------------------------------------------------------------


def test_how_long_it_takes_is_settled_before_it_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    forced: list[bool] = []
    real = Room._pause

    def pause(self: Room) -> float:
        order.append("pause")
        return real(self)

    async def work(made: Service, hand: Hand) -> None:
        async def act(level: str, luck: int, view: View) -> Action:
            order.append("look")
            forced.append(len(view.legal_actions) == 1)
            return players.make(level, luck).act(view)

        monkeypatch.setattr(made.thinkers, "act", act)
        monkeypatch.setattr(Room, "_pause", pause)
        while sum(forced) < 5 or len(forced) - sum(forced) < 5:  # both come in every deal
            assert await hand.step(choose)
        looks = [place for place, what in enumerate(order) if what == "look"]
        assert len(looks) == len(forced)
        assert all(order[place - 1] == "pause" for place in looks)

    run(tmp_path, work)


def test_forced_and_free_replies_take_as_long(tmp_path: Path) -> None:
    """The draw knows nothing of the cards: two samples of 2,000 come from one distribution."""

    async def work(made: Service, hand: Hand) -> None:
        made.settings = SettingsTold("normal", False)
        forced = sorted(hand.room._pause() for _ in range(2_000))
        free = sorted(hand.room._pause() for _ in range(2_000))
        both = sorted(forced + free)
        at = [(sum(x <= t for x in forced) - sum(x <= t for x in free)) for t in both[::20]]
        assert max(map(abs, at)) / 2_000 < 0.0515  # Kolmogorov-Smirnov, p = 0.01
        assert min(both) >= 0.4
        assert max(both) <= 3.0
        assert 0.6 < statistics.mean(both) < 1.2
        made.settings = SettingsTold("slow", False)
        assert 0.4 <= hand.room._pause() <= 3.0
        made.settings = SettingsTold("instant", False)
        assert hand.room._pause() == 0.0

    run(tmp_path, work)


def test_a_reply_waits_for_its_time(tmp_path: Path) -> None:
    async def work(made: Service, hand: Hand) -> None:
        made.settings = SettingsTold("fast", False)
        times = []
        while len(times) < 4:
            ledger = hand.room.ledger
            await hand.say(choose(hand))
            said = hand.room.ledger
            mover = said.to_move
            start = time.monotonic()
            await hand.waits()
            if said.partie.position is None:
                continue  # the cut takes no thought and no time
            if mover is not None and said.holder(mover) == "computer":
                replies = hand.room.ledger.version - ledger.version - 1
                if replies == 1:
                    times.append(time.monotonic() - start)
        assert all(each >= 0.39 for each in times)

    run(tmp_path, work)


# --- levels -------------------------------------------------------------------------------------


def test_levels_that_need_the_core_wait_or_say_why() -> None:
    for state in ("building", "missing", "failed"):
        told = {level.name: level for level in levels(Core(state, 0, 1, "because"))}
        for name in ("random", "beginner", "club"):
            assert told[name].ready
        for name in ("expert", "master", "classic"):
            assert (told[name].ready, told[name].why) == (False, "because")
    assert all(level.ready for level in levels(Core("ready", 1, 1, "there")))


def test_every_level_has_a_name_and_a_sentence() -> None:
    told = levels(Core("ready", 1, 1, "there"))
    assert [level.name for level in told] == [*players.LEVELS, players.CLASSIC]
    assert all(level.title and level.words for level in told)


def test_a_level_that_fails_leaves_the_partie_going(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work(made: Service, hand: Hand) -> None:
        async def act(level: str, luck: int, view: View) -> Action:
            if level == "beginner":
                raise RuntimeError("out of wits")
            return players.make(level, luck).act(view)

        made.thinkers.act = act  # type: ignore[method-assign]
        for _ in range(30):
            answer = await hand.step(choose)
            assert isinstance(answer, Done)
        notices = [told for told in hand.told if isinstance(told, Notice)]
        assert {notice.code for notice in notices} == {"level_failed"}

    run(tmp_path, work, begun=Begun("rubicon", "beginner", (HOLDER, "computer")))
    said = capsys.readouterr().err
    assert "RuntimeError" in said
    assert "out of wits" not in said


# --- the Oracle ---------------------------------------------------------------------------------


def advice(view: View, count: int, finished: bool) -> Any:
    from piquet.base import Estimate
    from piquet.oracle.advice import Advice, Option, Parts

    options = tuple(
        Option(action, Estimate(3.0, 0.5, count), None, 0.6, Estimate(0, 0, count), False, Parts())
        for action in list(view.legal_actions)[:3]
    )
    return Advice(
        *(view.seat, "exact", "points", options, count, True, "club", ("a reason",)),
        finished=finished,
    )


class Oracle(Thinkers):
    """Thinkers whose Oracle answers three times, slowly."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []
        self.ended = 0

    async def ask(self, question: Question) -> Any:
        self.asked.append(question)
        try:
            for count in (10, 100, 1_000):
                yield advice(question.view, count, count == 1_000), {"AS": 0.5}
                await asyncio.sleep(0.02)
        finally:
            self.ended += 1


async def at_friends(made: Service, rules: str) -> Any:
    """Return a table at which two friends sit."""
    from table.test_friends import two  # which borrows an Oracle from here

    return await two(made, rules)


def consulted(monkeypatch: pytest.MonkeyPatch, made: Service) -> Oracle:
    from piquet.table import service as module

    monkeypatch.setattr(module, "oracle_missing", lambda: False)
    made.solved.core = Core("ready", 1, 1, "there")
    oracle = Oracle()
    made.thinkers = oracle  # type: ignore[assignment]
    return oracle


def test_the_oracle_answers_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(made: Service, hand: Hand) -> None:
        oracle = consulted(monkeypatch, made)
        while hand.table.phase != "exchange" or hand.table.to_move != "you":
            await hand.step(choose)
        chosen = hand.table.hand.by_suit[:2]
        assert hand.table.oracle.ready
        await hand.room.say(hand.chair, Ask("q", selection=chosen))
        await asyncio.sleep(0.2)
        told = [one for one in hand.told if isinstance(one, AdviceTold)]
        assert [one.count for one in told] == [10, 100, 1_000]
        assert [one.finished for one in told] == [False, False, True]
        assert all(one.id == "q" and one.reasons == ["a reason"] and one.how for one in told)
        (question,) = oracle.asked
        assert type(question.view) is View
        assert question.selection == Action.parse(f"exchange {' '.join(chosen)}")
        assert [chance.holds for chance in told[-1].chances] == [0.5]
        # The table went on being a table meanwhile, and a question that is dropped ends.
        await hand.room.say(hand.chair, Ask("r"))
        await asyncio.sleep(0.01)
        await hand.room.say(hand.chair, protocol.Stop("r"))
        await asyncio.sleep(0.05)
        assert oracle.ended == 2
        assert sum(isinstance(one, AdviceTold) and one.id == "r" for one in hand.told) < 3

    run(tmp_path, work)


def test_who_asks_in_a_hurry_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question ends the one before it, a stopped one twice: one process is enough for all."""
    begun: list[Slow] = []

    class Slow:
        """A process that takes its time to start and to hear that nobody waits."""

        def __init__(self) -> None:
            time.sleep(0.05)
            begun.append(self)
            self.stop = threading.Event()
            self.talk = self
            self.process = self
            self.ended = False

        def send(self, question: Question) -> None:
            assert not self.ended

        def poll(self, seconds: float = 0.0) -> bool:
            return self.stop.wait(seconds) if seconds else False

        def recv(self) -> None:
            time.sleep(0.05)

        def is_alive(self) -> bool:
            return not self.ended

        def end(self) -> None:
            self.ended = True

    monkeypatch.setattr(workers, "_Thinker", Slow)
    view = bare(Position(Deal.random("hurry"), Rules.named("rubicon")).view(Seat.ELDER))

    async def asked(thinkers: workers.Thinkers) -> None:
        async for _ in thinkers.ask(Question(view, "exact", "points", None, "club")):
            pass

    async def work() -> None:
        thinkers = workers.Thinkers()
        for pause in (0.0, 0.01, 0.08, 0.1, 0.12, 0.2):
            question = asyncio.create_task(asked(thinkers))
            await asyncio.sleep(pause)
            question.cancel()
            await asyncio.sleep(0.01)
            question.cancel()
            await asyncio.gather(question, return_exceptions=True)
        await asyncio.sleep(0.5)
        assert len(begun) == 1
        assert thinkers._free == begun
        assert not thinkers._turn.locked()
        thinkers.close()

    asyncio.run(work())


def test_the_oracle_is_not_asked_out_of_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(made: Service, hand: Hand) -> None:
        await hand.room.say(hand.chair, Ask("q"))
        assert isinstance(hand.told[-1], Refused)
        assert hand.told[-1].code == "oracle_now"
        consulted(monkeypatch, made)
        while hand.table.phase != "deal_over":
            await hand.step(choose)
        await hand.room.say(hand.chair, Ask("q"))
        assert isinstance(hand.told[-1], Refused)

    run(tmp_path, work)


# --- what a friend opposite shuts (R4) ----------------------------------------------------------


def test_with_a_friend_opposite_nothing_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Oracle, undo and both hands are refused in every phase, to both, and the lists are empty."""

    async def work() -> None:
        made = service(tmp_path)
        consulted(monkeypatch, made)
        rooms, _, one, other = await at_friends(made, "rubicon(deals=2)")
        hand, friend = one.hand, other.hand
        phases = set()
        while hand.table.phase != "partie_over":
            ledger = hand.room.ledger
            for each in (hand, friend):
                assert not each.table.oracle.ready
                assert each.table.decisions == []
                assert not each.table.may_open
                await each.room.say(each.chair, Ask("q"))
                assert each.told[-1].code == "oracle_now"
                for place in range(0, len(ledger.line), 7):
                    answer = await each.say(Undo(each.next_id(), ledger.version, place))
                    assert answer.code == "not_with_friends"
                await each.room.say(each.chair, OpenHands(1))
                assert each.told[-1].code == "not_with_friends"
            phases.add(hand.table.phase)
            assert await one.step() or await other.step()
            assert hand.table.version == friend.table.version
        assert {"exchange", "call", "count", "play", "deal_over"} <= phases
        await rooms.close()
        await made.close()

    asyncio.run(work())


def test_only_the_one_to_move_is_offered_anything(tmp_path: Path) -> None:
    async def work() -> None:
        made = service(tmp_path)
        rooms, _, *players_ = await at_friends(made, "cavendish(deals=1)")
        hand, friend = (player.hand for player in players_)
        rng = random.Random(1)
        while hand.table.phase not in ("partie_over", "deal_over"):
            ledger = hand.room.ledger
            mover = ledger.to_move
            if mover is None:  # both add to the shuffle
                assert await players_[0].step() or await players_[1].step()
                continue
            one, other = (hand, friend) if ledger.holder(mover) == HOLDER else (friend, hand)
            assert other.table.to_move == "they"
            assert other.table.choices == []
            assert other.table.exchange is None
            legal = ledger.partie.legal_actions
            wrong = await other.act(legal[rng.randrange(len(legal))])
            assert isinstance(wrong, Refused)
            assert wrong.code == "not_your_turn"
            await one.step(choose)
        await rooms.close()
        await made.close()

    asyncio.run(work())
