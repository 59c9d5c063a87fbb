"""The store: nothing acknowledged is lost, whatever happens to the database (R17, R18)."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from table.places import KINDS, Place, made
from table.served import Hand, choose, service, sit

from piquet.base import Unreadable
from piquet.table.entries import Begun, Dealt, Sealed, Wrought, read, write
from piquet.table.ledger import Ledger
from piquet.table.rooms import Rooms
from piquet.table.service import HOLDER, Service
from piquet.table.store import Lost, Store, Taken
from piquet.table.told import Done, Notice, Refused

BEGUN = Begun("rubicon", "club", (HOLDER, "computer"))
FLIPS = TRUNCATIONS = 60


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path):
    with made(request.param, tmp_path) as one:
        yield one


@pytest.fixture
def store(place: Place):
    one = place.store()
    one.open()
    yield one
    one.close()


def begin(store: Store, name: str = "one", request: str = "r") -> None:
    asyncio.run(store.begin(name, HOLDER, request, [BEGUN, Sealed(0, "00" * 32)], "{}"))


def test_entries_come_back_as_they_were(store: Store) -> None:
    begin(store)
    added = [Wrought(20 << 32 | 1), Wrought(7, auto=True)]
    asyncio.run(store.append("one", 2, added, "{}", "id1"))
    entries, ids = store.load("one")
    assert entries == [BEGUN, Sealed(0, "00" * 32), *added]
    assert ids == {"id1": 3}
    assert [read(write(entry)) for entry in entries] == entries
    assert [kept.partie for kept in store.kept(HOLDER)] == ["one"]


def test_a_place_is_taken_once(store: Store) -> None:
    begin(store)
    with pytest.raises(Taken):
        asyncio.run(store.append("one", 1, [Dealt()], "{}", "x"))
    with pytest.raises(Taken):
        asyncio.run(store.append("one", 3, [Dealt()], "{}", "x"))
    asyncio.run(store.append("one", 2, [Dealt()], "{}", "x"))
    with pytest.raises(Taken):
        asyncio.run(store.append("one", 3, [Dealt()], "{}", "x"))
    assert len(store.load("one")[0]) == 3


def test_a_request_begins_one_partie(store: Store) -> None:
    begin(store)
    with pytest.raises(Taken):
        begin(store, "two", "r")
    with pytest.raises(Unreadable):
        store.load("two")


def test_many_are_written_together_and_a_bad_one_alone_fails(store: Store) -> None:
    for number in range(20):
        begin(store, f"p{number}", f"r{number}")

    async def all_at_once() -> list[object]:
        work = [
            store.append(f"p{number}", 1 if number == 7 else 2, [Dealt()], "{}", None)
            for number in range(20)
        ]
        return await asyncio.gather(*work, return_exceptions=True)

    done = asyncio.run(all_at_once())
    assert [number for number, one in enumerate(done) if one is not None] == [7]
    assert isinstance(done[7], Taken)
    assert [len(store.load(f"p{number}")[0]) for number in range(20)] == [
        2 if number == 7 else 3 for number in range(20)
    ]


def test_it_is_forgotten_whole(store: Store) -> None:
    begin(store)
    begin(store, "two", "s")
    asyncio.run(store.note("draft/one/you", "x"))
    asyncio.run(store.forget("one"))
    with pytest.raises(Unreadable):
        store.load("one")
    assert store.noted("draft/one/you") == ""
    assert [kept.partie for kept in store.kept(HOLDER)] == ["two"]


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    made = Store.at(folder)
    made.open()
    begin(made)
    assert folder.stat().st_mode & 0o077 == 0
    for file in folder.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    made.close()


def test_so_is_one_named_by_its_address_or_copied_back(tmp_path: Path) -> None:
    made = Store(f"sqlite:///{tmp_path / 'named.db'}")
    made.open()
    begin(made)
    folder = tmp_path / "back"
    folder.mkdir()
    (folder / "table.db").touch(0o644)
    back = Store.at(folder)
    back.open()
    begin(back)
    for file in (*tmp_path.glob("named.db*"), *folder.iterdir()):
        assert file.stat().st_mode & 0o077 == 0, file
    made.close()
    back.close()


def test_the_signs_of_an_address_may_stand_in_the_name_of_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a?mode=memory#b%41 c"
    made = Store.at(folder)
    made.open()
    begin(made)
    made.close()
    assert [one.name for one in tmp_path.iterdir()] == [folder.name]
    assert (folder / "table.db").stat().st_size > 0


def test_what_is_committed_survives_a_loss_of_power(store: Store) -> None:
    with store._engine.connect() as connection:
        if store._engine.dialect.name == "postgresql":
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
            return
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


# --- a partie over a store that fails -----------------------------------------------------------


def playing(place: Place | Path, work: Callable[[Service, Hand], object]) -> None:
    async def whole() -> None:
        made = service(place) if isinstance(place, Path) else place.service()
        hand = await sit(made)
        while hand.table.phase != "exchange" or hand.table.to_move != "you":
            await hand.step(choose)
        await work(made, hand)  # type: ignore[misc]
        await hand.room.close()
        await made.close()

    asyncio.run(whole())


@pytest.mark.parametrize("fault", ["read_only", "locked"])
def test_what_cannot_be_kept_is_not_done(place: Place, fault: str) -> None:
    """The action is refused with the reason, nothing is acknowledged, and then it can be done."""
    told = {
        ("sqlite", "read_only"): "PRAGMA query_only = {on:d}",
        ("sqlite", "locked"): "PRAGMA busy_timeout = 50",
        ("postgresql", "read_only"): "SET default_transaction_read_only = {on:d}",
        ("postgresql", "locked"): "SET lock_timeout = 50",
    }[place.kind, fault]
    lock = {"sqlite": "BEGIN EXCLUSIVE", "postgresql": "BEGIN; LOCK TABLE actions"}[place.kind]

    async def work(made: Service, hand: Hand) -> None:
        version = hand.room.ledger.version
        engine = made.store._engine
        failing = True

        def tell(connection: Any, _: object) -> None:
            connection.execute(told.format(on=failing))
            connection.commit()

        with place.beside() as other:
            sa.event.listen(engine, "connect", tell)
            engine.dispose()
            if fault == "locked":
                other.exec_driver_sql(lock)
            said = choose(hand)
            answer = await hand.say(said)
            assert isinstance(answer, Refused)
            assert answer.code == f"store_{fault}"
            assert hand.room.ledger.version == version
            if fault == "locked":
                other.exec_driver_sql("ROLLBACK")
        assert len(made.store.load("partie")[0]) == version
        failing = False
        engine.dispose()
        answer = await hand.say(said)
        assert isinstance(answer, Done)
        assert answer.version == version + 1

    playing(place, work)


def test_a_full_disk_refuses_the_action_and_recovers(tmp_path: Path) -> None:
    async def work(made: Service, hand: Hand) -> None:
        engine = made.store._engine
        pages = {"most": 0}
        sa.event.listen(
            engine,
            "connect",
            lambda one, _: one.execute(f"PRAGMA max_page_count={pages['most'] or 1_000_000}"),
        )
        other = sqlite3.connect(tmp_path / "table.db")
        pages["most"] = other.execute("PRAGMA page_count").fetchone()[0]
        other.close()
        engine.dispose()
        acknowledged = hand.room.ledger.version
        refused = None
        for _ in range(400):
            said = choose(hand)
            answer = await hand.say(said)
            if isinstance(answer, Refused):
                refused = (said, answer)
                break
            acknowledged = hand.room.ledger.version
            for _ in range(200):
                await asyncio.sleep(0.001)
                if hand.room.ledger.to_move is not None and (
                    hand.room.ledger.holder(hand.room.ledger.to_move) == HOLDER
                ):
                    break
                if hand.room.ledger.resting or any(isinstance(one, Notice) for one in hand.told):
                    break
            if any(isinstance(one, Notice) for one in hand.told):
                break
        notices = [one for one in hand.told if isinstance(one, Notice)]
        assert refused or notices
        code = refused[1].code if refused else notices[0].code
        assert code == "store_full"
        assert len(made.store.load("partie")[0]) >= acknowledged
        pages["most"] = 0
        engine.dispose()
        if refused:
            assert isinstance(await hand.say(refused[0]), Done)
        else:
            version = hand.room.ledger.version
            for _ in range(500):
                await asyncio.sleep(0.01)
                if hand.room.ledger.version > version:
                    break
            assert hand.room.ledger.version > version

    playing(tmp_path, work)


def test_another_server_that_writes_is_noticed(place: Place) -> None:
    """The list is the truth: what another has added is taken in, and the page sees it."""

    async def work(made: Service, hand: Hand) -> None:
        version = hand.room.ledger.version
        action = hand.room.ledger.partie.legal_actions[0]
        await made.store.append("partie", version, [Wrought(int(action))], "{}", "theirs")
        answer = await hand.say(choose(hand))
        assert isinstance(answer, Refused)
        assert answer.code == "stale"
        assert hand.room.ledger.version == version + 1
        assert hand.table.version == version + 1

    playing(place, work)


# --- damage -------------------------------------------------------------------------------------


def three_parties(place: Place | Path) -> list[str]:
    async def whole() -> list[str]:
        made = service(place) if isinstance(place, Path) else place.service()
        names = []
        for number in range(3):
            hand = await sit(made, name=f"p{number}")
            for _ in range(12):
                await hand.step(choose)
            names.append(hand.room.name)
            await hand.room.close()
        await made.close()
        return names

    return asyncio.run(whole())


def found(place: Place | Path, names: list[str]) -> tuple[list[str], list[str]]:
    """Return the parties that can be opened, and the codes of what is wrong with the others."""

    async def whole() -> tuple[list[str], list[str]]:
        good, codes = [], []
        try:
            made = service(place) if isinstance(place, Path) else place.service()
        except Lost as error:
            return [], [error.code]
        rooms = Rooms(made)
        for name in names:
            try:
                room = await rooms.find(name, HOLDER)
                assert room.ledger.version >= 3
                good.append(name)
            except (Unreadable, Lost) as error:
                codes.append(error.code)
        await rooms.close()
        await made.close()
        return good, codes

    return asyncio.run(whole())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE actions SET entry = replace(entry, '\"auto\":false', '\"auto\":true') "
        "WHERE partie = 'p1' AND number = 6",
        "DELETE FROM actions WHERE partie = 'p1' AND number = 5",
    ],
)
def test_a_changed_or_missing_entry_is_found_and_other_parties_go_on(
    place: Place, change: str
) -> None:
    names = three_parties(place)
    assert place.execute(change) == 1
    assert found(place, names) == (["p0", "p2"], ["partie_damaged"])


def test_flipped_bytes_never_give_another_partie(tmp_path: Path) -> None:
    """Each flip is harmless or reported; a partie that opens is the one that was kept."""
    names = three_parties(tmp_path / "whole")
    whole = tmp_path / "whole" / "table.db"
    kept = {name: loaded(tmp_path / "whole", name) for name in names}
    data = whole.read_bytes()
    rng = random.Random("flips")
    reported = 0
    for number in range(FLIPS):
        folder = tmp_path / f"f{number}"
        folder.mkdir()
        place = rng.randrange(len(data))
        changed = bytearray(data)
        changed[place] ^= 1 << rng.randrange(8)
        (folder / "table.db").write_bytes(changed)
        good, codes = found(folder, names)
        for name in good:
            assert loaded(folder, name) == kept[name], place
        reported += bool(codes)
        shutil.rmtree(folder)
    assert reported


def test_a_log_cut_short_leaves_whole_entries(tmp_path: Path) -> None:
    """Of a write-ahead log that breaks off, what was committed before it breaks off is there."""
    folder = tmp_path / "whole"

    async def whole() -> tuple[bytes, bytes]:
        made = service(folder)
        hand = await sit(made)
        for _ in range(12):
            await hand.step(choose)
        files = (folder / "table.db").read_bytes(), (folder / "table.db-wal").read_bytes()
        await hand.room.close()
        await made.close()
        return files

    base, log = asyncio.run(whole())
    entries = loaded(folder, "partie")
    rng = random.Random("cuts")
    lengths = set()
    for number in range(TRUNCATIONS):
        there = tmp_path / f"t{number}"
        there.mkdir()
        (there / "table.db").write_bytes(base)
        (there / "table.db-wal").write_bytes(log[: rng.randrange(len(log))])
        store = Store(f"sqlite:///{there / 'table.db'}")
        store.open()
        try:
            some = store.load("partie")[0]
            assert some == entries[: len(some)]
            Ledger.of(some)
            lengths.add(len(some))
        except Unreadable as error:
            if error.code != "no_partie":
                raise
        store.close()
        shutil.rmtree(there)
    assert len(lengths) > 3


def loaded(folder: Path, name: str) -> list[object]:
    store = Store.at(folder)
    store.open()
    try:
        return list(store.load(name)[0])
    finally:
        store.close()


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"this is no database" * 100, "store_damaged"), (b"SQLite format 3\x00" * 64, None)],
)
def test_what_is_no_database_is_said_and_left_alone(
    tmp_path: Path, content: bytes, code: str | None
) -> None:
    file = tmp_path / "table.db"
    file.write_bytes(content)
    with pytest.raises(Lost) as caught:
        Store.at(tmp_path).open()
    assert caught.value.code == (code or caught.value.code)
    assert caught.value.code.startswith("store_")
    assert file.read_bytes() == content


def test_a_later_format_is_refused(place: Place) -> None:
    made = place.store()
    made.open()
    asyncio.run(made.note("format", "2"))
    made.close()
    with pytest.raises(Lost) as caught:
        place.store().open()
    assert caught.value.code == "store_format"


@pytest.mark.parametrize(
    "url",
    [
        *("nonsense", "mysql+nothing://x", "sqlite:////no/such/folder/x.db"),
        *("postgresql://x:secret@h:port/y", "postgres://x:secret@h:99999999/y"),
    ],
)
def test_a_database_that_cannot_be_had_is_said(url: str) -> None:
    with pytest.raises(Lost) as caught:
        Store(url).open()
    assert caught.value.code in ("store_url", "store_unopened", "store_away", "store_driver")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_database_that_keeps_nothing_is_refused(url: str) -> None:
    with pytest.raises(Lost) as caught:
        Store(url).open()
    assert caught.value.code == "store_memory"


def test_a_list_that_no_table_wrote_is_refused() -> None:
    for entries in ([], [Dealt()], [BEGUN, BEGUN], [BEGUN, Wrought(1)], [BEGUN, Dealt()]):
        with pytest.raises(Unreadable) as caught:
            Ledger.of(entries)
        assert caught.value.code == "partie_damaged"
