"""Copies of the database and the doctor: whole or not at all, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from table.places import KINDS, Place, made, needs_postgres
from table.served import heard, live, service, sit

from piquet.base import Unreadable
from piquet.cli import main
from piquet.table import doctor, keeping
from piquet.table.entries import Begun, Dealt, Sealed, Wrought
from piquet.table.keys import Keys
from piquet.table.service import HOLDER
from piquet.table.store import Store

BEGUN = Begun("rubicon", "club", (HOLDER, "computer"))
COPIES = 12


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("PIQUET_DATA", str(folder))
    return folder


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, data: Path) -> Iterator[Place]:
    with made(request.param, data) as one:
        yield one


def filled(place: Place, names: dict[str, int]) -> None:
    """Keep parties with so many actions, and a note."""
    store = place.store()
    store.open()

    async def write() -> None:
        for name, number in names.items():
            await store.begin(name, HOLDER, name, [BEGUN, Sealed(0, "00" * 32)], "{}")
            for one in range(number):
                await store.append(name, 2 + one, [Wrought(one)], "{}", f"{name}{one}")
        await store.note("kept", 'A\'B\n"ü"')

    asyncio.run(write())
    store.close()


def held(place: Place) -> dict[str, tuple[int, int]]:
    """Return how many entries and ids each partie has."""
    store = place.store()
    store.open()
    try:
        assert store.noted("kept") == 'A\'B\n"ü"'
        loaded = {one.partie: store.load(one.partie) for one in store.kept(HOLDER)}
        return {name: (len(entries), len(ids)) for name, (entries, ids) in loaded.items()}
    finally:
        store.close()


def code_of(work: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(Unreadable) as caught:
        work(*arguments, **options)
    assert str(caught.value)
    return caught.value.code


# --- copies -------------------------------------------------------------------------------------


def test_a_copy_is_put_back(place: Place, tmp_path: Path) -> None:
    filled(place, {"one": 3, "two": 0})
    before = held(place)
    copy = tmp_path / "copy.db"
    found = keeping.backup(place.url, copy)
    assert (found.parties, found.entries, found.damaged) == (2, 7, {})
    assert copy.stat().st_mode & 0o077 == 0
    assert [one.name for one in tmp_path.iterdir() if one.name != "data"] == ["copy.db"]
    assert code_of(keeping.backup, place.url, copy) == "backup_there"

    store = place.store()
    store.open()
    asyncio.run(store.append("two", 2, [Dealt()], "{}", "later"))
    store.close()
    after = held(place)
    assert code_of(keeping.restore, place.url, copy) == "restore_behind"
    assert held(place) == after
    found, aside = keeping.restore(place.url, copy, force=True)
    assert found.entries == 7
    assert held(place) == before
    assert aside is not None
    assert aside.stat().st_mode & 0o077 == 0
    # What was there before can be put back in turn, and then nothing is lost by it.
    found, again = keeping.restore(place.url, aside)
    assert found.entries == 8
    assert again != aside
    assert held(place) == after


def test_a_copy_of_less_goes_without_force_where_nothing_is_lost(
    place: Place, tmp_path: Path
) -> None:
    filled(place, {"one": 3})
    keeping.backup(place.url, tmp_path / "copy.db")
    store = place.store()
    store.open()
    asyncio.run(store.forget("one"))
    store.close()
    keeping.restore(place.url, tmp_path / "copy.db")
    assert held(place) == {"one": (5, 3)}


@needs_postgres
def test_a_copy_moves_from_one_sort_of_database_to_the_other(data: Path, tmp_path: Path) -> None:
    with made("postgresql", data) as far, made("sqlite", data) as near:
        filled(near, {"one": 3, "two": 1})
        keeping.backup("", tmp_path / "a.db")
        keeping.restore(far.url, tmp_path / "a.db")
        assert held(far) == held(near)
        keeping.backup(far.url, tmp_path / "b.db")
        keeping.restore("", tmp_path / "b.db")
        assert held(near) == held(far)


def test_nothing_kept_is_nothing_to_copy(place: Place, tmp_path: Path) -> None:
    assert code_of(keeping.backup, place.url, tmp_path / "copy.db") == "backup_none"
    assert not (tmp_path / "copy.db").exists()
    assert code_of(keeping.restore, place.url, tmp_path / "copy.db") == "backup_missing"


def test_copies_made_while_it_is_played_are_each_whole(place: Place, tmp_path: Path) -> None:
    """Each is the list as it stood at one moment, never less than was answered before it began."""
    filled(place, {"one": 0, "two": 0})
    store = place.store()
    store.open()
    answered = 2
    stop = threading.Event()

    async def play() -> None:
        nonlocal answered
        while not stop.is_set():
            for name in ("one", "two"):
                entry = Wrought(answered)
                await store.append(name, answered, [entry], "{}", f"{name}{answered}")
            answered += 1

    player = threading.Thread(target=lambda: asyncio.run(play()))
    player.start()
    try:
        for number in range(COPIES):
            least = answered
            found = keeping.backup(place.url, tmp_path / f"{number}.db")
            assert found.damaged == {}
            copy = Store(f"sqlite:///{tmp_path / f'{number}.db'}")
            copy.open()
            one, two = (len(copy.load(name)[0]) for name in ("one", "two"))
            copy.close()
            assert least <= two <= one <= two + 1
            assert one <= answered + 1
    finally:
        stop.set()
        player.join()
        store.close()
    assert answered > 2 + COPIES


@needs_postgres
def test_what_is_begun_in_the_middle_of_a_copy_is_not_half_in_it(
    data: Path, tmp_path: Path
) -> None:
    with made("postgresql", data) as place:
        filled(place, {"one": 1})
        store = place.store()
        store.open()
        begun = []

        def begin(*given: Any) -> None:
            """Between the list of parties and their entries, another one begins."""
            if not begun and given[2].startswith("SELECT actions"):
                begun.append(given[2])
                new = store.begin("two", HOLDER, "two", [BEGUN, Sealed(0, "00" * 32)], "{}")
                asyncio.run(new)

        sa.event.listen(sa.Engine, "before_cursor_execute", begin)
        try:
            found = keeping.backup(place.url, tmp_path / "copy.db")
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", begin)
            store.close()
        assert begun
        assert (found.parties, found.entries, found.damaged) == (1, 3, {})
        assert set(held(place)) == {"one", "two"}


def test_where_a_table_is_open_nothing_is_put_back(place: Place, tmp_path: Path) -> None:
    """What is answered while it is asked for is there afterwards; and when it ends, it can be."""
    filled(place, {"one": 1})
    copy = tmp_path / "copy.db"
    keeping.backup(place.url, copy)
    with serving(place):
        for force in (False, True):
            assert code_of(keeping.restore, place.url, copy, force=force) == "restore_serving"
    assert held(place) == {"one": (3, 1)}
    keeping.restore(place.url, copy)


@contextlib.contextmanager
def serving(place: Place) -> Iterator[None]:
    """A server that has the database open, in a process of its own; it is killed at the end."""
    arguments = ["--database", place.url] if place.url else []
    process = subprocess.Popen(
        [sys.executable, "-m", "piquet", "serve", "--no-browser", "--port", "0", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    try:
        assert "#" in process.stdout.readline()
        yield
    finally:
        process.kill()
        process.communicate()
        end = time.monotonic() + 20
        while place.url and place.execute(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"
        ):  # its server hears of its end a moment later
            assert time.monotonic() < end
            time.sleep(0.05)


def test_a_table_is_not_opened_while_a_copy_is_put_in_place(data: Path) -> None:
    from piquet.table.folders import held as locked
    from piquet.table.server import Plan, run

    with locked(data / "table.db"):
        assert code_of(run, Plan(port=0), print) == "table_elsewhere"
        named = Plan(port=0, database=f"sqlite:///{data / 'table.db'}")
        assert code_of(run, named, print) == "table_elsewhere"


# --- what cannot be put back, and what happens in the middle of it --------------------------------


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "backup_foreign"),
        (b"no database at all" * 300, "store_damaged"),
        (None, "backup_foreign"),
    ],
)
def test_what_is_no_copy_is_refused(
    place: Place, tmp_path: Path, content: bytes | None, code: str
) -> None:
    filled(place, {"one": 1})
    file = tmp_path / "copy.db"
    if content is None:
        with contextlib.closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE actions (x)")
    else:
        file.write_bytes(content)
    assert code_of(keeping.restore, place.url, file, force=True) == code
    assert held(place) == {"one": (3, 1)}


def test_a_copy_of_a_later_version_is_refused(place: Place, tmp_path: Path) -> None:
    filled(place, {"one": 1})
    file = tmp_path / "copy.db"
    keeping.backup(place.url, file)
    change(file, "UPDATE notes SET note = '2' WHERE name = 'format'")
    assert code_of(keeping.restore, place.url, file, force=True) == "store_format"
    assert held(place) == {"one": (3, 1)}


def change(file: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as base:
        base.execute(statement)
        base.commit()


def test_damaged_parties_are_named(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(place, {"one": 3, "two": 3, "three": 1})
    place.execute("UPDATE actions SET entry = replace(entry, '1', '2') WHERE partie = 'two'")
    place.execute("DELETE FROM actions WHERE partie = 'three'")
    copy = tmp_path / "copy.db"
    named = ["--database", place.url] if place.url else []
    assert main(["backup", str(copy), *named]) == 1
    told = capsys.readouterr()
    assert "two is damaged" in told.err
    assert "three is damaged" in told.err
    assert "one is" not in told.err
    assert code_of(keeping.restore, place.url, copy) == "restore_damaged"
    found = {one.words.split()[2] for one in looked(place) if one.name == "parties"}
    assert found == {"two", "three"}
    assert keeping.restore(place.url, copy, force=True)[0].damaged.keys() == {"two", "three"}


def test_flipped_bytes_of_a_copy_are_never_put_in_place_unseen(tmp_path: Path, data: Path) -> None:
    """A changed copy is refused, or what it puts in place is what was copied."""
    place = Place("sqlite", data, "")
    filled(place, {"one": 30, "two": 30})
    whole = tmp_path / "copy.db"
    keeping.backup("", whole)
    known = held(place)
    bytes_there = whole.read_bytes()
    rng = random.Random("flips")
    refused = 0
    for number in range(60):
        changed = bytearray(bytes_there)
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        file = tmp_path / f"{number}.db"
        file.write_bytes(changed)
        other = f"sqlite:///{tmp_path / f'to-{number}.db'}"
        try:
            keeping.restore(other, file)
        except Unreadable:
            refused += 1
            assert not (tmp_path / f"to-{number}.db").exists()
            continue
        store = Store(other)
        store.open()
        some = {name: len(store.load(name)[0]) for name in known}
        store.close()
        assert some == {name: number for name, (number, _) in known.items()}
    assert refused > 10


_INTERRUPTED = """
import os, sys
left = int(sys.argv[1])
def counted(module, name):
    real = getattr(module, name)
    def one(*arguments, **options):
        global left
        if left == 0:
            os._exit(9)
        left -= 1
        return real(*arguments, **options)
    setattr(module, name, one)
import shutil
for module, name in ((os, "replace"), (os, "fsync"), (os, "unlink"), (os, "open"),
                     (shutil, "copyfile")):
    counted(module, name)
from pathlib import Path
from piquet.table import keeping
keeping.restore("", Path(sys.argv[2]), force=True)
"""


def test_ended_at_any_step_it_leaves_the_old_or_the_new(tmp_path: Path, data: Path) -> None:
    """As a kill -9 would: before every opening, flushing, copying, removing and renaming."""
    source = tmp_path / "source"
    source.mkdir()
    place = Place("sqlite", source, "")
    filled(place, {"one": 3})
    copy = tmp_path / "copy.db"
    keeping.backup(f"sqlite:///{source / 'table.db'}", copy)
    store = place.store()
    store.open()
    asyncio.run(store.append("one", 5, [Dealt()], "{}", "later"))
    log = (source / "table.db").read_bytes(), (source / "table.db-wal").read_bytes()
    store.close()
    seen = []
    for step in range(60):
        shutil.rmtree(data)
        data.mkdir()
        (data / "table.db").write_bytes(log[0])
        (data / "table.db-wal").write_bytes(log[1])  # what a killed server leaves
        done = subprocess.run(
            [sys.executable, "-c", _INTERRUPTED, str(step), str(copy)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert done.returncode in (0, 9), done.stderr
        (entries, _) = held(Place("sqlite", data, ""))["one"]
        seen.append(entries)
        if done.returncode == 0:
            break
    assert done.returncode == 0
    first_new = seen.index(5)
    assert set(seen[:first_new]) == {6}, "the old one, whole"
    assert set(seen[first_new:]) == {5}, "the new one, whole"
    assert first_new > 8
    # In the end the one before is whole as well.
    (before,) = data.glob("table.before-*.db")
    old = Store(f"sqlite:///{before}")
    old.open()
    assert len(old.load("one")[0]) == 6
    old.close()


def test_a_damaged_database_is_kept_beside_what_is_put_in_its_place(
    tmp_path: Path, data: Path
) -> None:
    """Also its log, which is whole and would else be read into the new one."""
    place = Place("sqlite", data, "")
    filled(place, {"one": 3})
    keeping.backup("", tmp_path / "copy.db")
    store = place.store()
    store.open()
    asyncio.run(store.append("one", 5, [Dealt()], "{}", "later"))
    log = (data / "table.db-wal").read_bytes()
    store.close()
    (data / "table.db").write_bytes(b"nonsense" * 1000)
    (data / "table.db-wal").write_bytes(log)
    _, aside = keeping.restore("", tmp_path / "copy.db")
    assert aside is not None
    assert aside.read_bytes() == b"nonsense" * 1000
    assert aside.with_name(aside.name + "-wal").read_bytes() == log
    assert held(place) == {"one": (5, 3)}


def test_a_full_disk_leaves_everything_as_it_was(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(place, {"one": 3})
    known = held(place)
    copy = tmp_path / "copy.db"
    keeping.backup(place.url, copy)

    def full(file: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(keeping, "_writing", full)
    assert code_of(keeping.backup, place.url, tmp_path / "other.db") == "store_full"
    assert not list(tmp_path.glob("other.db*"))
    assert code_of(keeping.restore, place.url, copy, force=True) == "store_full"
    assert not [*place.folder.glob("*.new"), *place.folder.glob("*.before-*")]
    assert held(place) == known


# --- the doctor ---------------------------------------------------------------------------------


def looked(place: Place) -> list[doctor.Finding]:
    return doctor.examine(place.url or None)


def wrong(place: Place) -> dict[str, str]:
    found = [one for one in looked(place) if one.state == "wrong"]
    assert all(one.words and one.remedy for one in found)
    return {one.name: f"{one.words} {one.remedy}" for one in found}


@pytest.fixture
def healthy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let nothing but what a test does be wrong: the core may be missing where it runs."""
    monkeypatch.setitem(doctor._LOOKS, "core", lambda url: iter(()))


def test_nothing_is_wrong_before_and_after_the_first_partie(place: Place, healthy: None) -> None:
    unsafe = {"database"} if place.url else set()  # the tests' own server does not wait for disks
    assert wrong(place) == {}
    filled(place, {"one": 2})
    assert wrong(place).keys() <= unsafe
    with serving(place):
        assert wrong(place).keys() <= unsafe
        database = [one for one in looked(place) if one.name == "database"]
        assert "parties: 1" in database[-1].words


def test_it_says_so_in_words_and_in_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "table.db").write_bytes(b"nonsense" * 1000)
    (data / "table.db").chmod(0o600)
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "WRONG database" in told
    assert "piquet restore FILE" in " ".join(told.split())
    assert all(len(line) <= 80 for line in told.splitlines() if "/" not in line)
    assert main(["doctor", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["good"]
    states = {one["name"]: one["state"] for one in found["findings"]}
    assert states["database"] == "wrong"
    assert states["versions"] == "good"


@pytest.mark.usefixtures("healthy")
class TestWrong:
    """Each thing that can be wrong is named, with what to do."""

    def test_a_file_where_the_folder_should_be(self, data: Path) -> None:
        data.rmdir()
        data.write_text("")
        assert "is no folder" in wrong(Place("sqlite", data, ""))["folder"]

    def test_a_folder_that_cannot_be_written(
        self, data: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(dir: Path) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(doctor.tempfile, "TemporaryFile", refuse)
        assert "chown" in wrong(Place("sqlite", data, ""))["folder"]

    def test_rights_that_let_others_look(self, data: Path) -> None:
        place = Place("sqlite", data, "")
        filled(place, {"one": 1})
        data.chmod(0o755)
        (data / "table.db").chmod(0o644)
        assert f"chmod 700 {data}" in wrong(place)["folder"]
        assert f"chmod 600 {data / 'table.db'}" in wrong(place)["database"]

    def test_a_disk_that_is_full(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        usage = shutil.disk_usage(data)._replace(free=3 << 20)
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda there: usage)
        assert "3 MB are free" in wrong(Place("sqlite", data, ""))["disk"]

    def test_a_database_that_another_program_locks(self, data: Path) -> None:
        place = Place("sqlite", data, "")
        filled(place, {"one": 1})
        with contextlib.closing(sqlite3.connect(data / "table.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert "locked by another program" in wrong(place)["database"]
            other.execute("ROLLBACK")
        assert wrong(place) == {}

    def test_a_database_of_a_later_version(self, place: Place) -> None:
        filled(place, {"one": 1})
        place.execute("UPDATE notes SET note = '9' WHERE name = 'format'")
        assert "later version" in wrong(place)["database"]

    def test_a_database_that_cannot_be_had(self, data: Path) -> None:
        for url, words in (
            ("nonsense", "SQLAlchemy"),
            ("postgresql://x:secret@h:port/y", "cannot be used"),
            ("sqlite://", "keeps nothing"),
            ("sqlite:////no/such/folder/x.db", "folder that is not there"),
        ):
            assert words in wrong(Place("sqlite", data, url))["database"], url

    @needs_postgres
    def test_a_server_that_is_away_or_unsafe(self, data: Path) -> None:
        with made("postgresql", data) as one:
            filled(one, {"one": 1})
            away = Place("postgresql", data, "postgresql://nobody@127.0.0.1:1/nothing")
            assert "cannot be reached" in wrong(away)["database"]
            with one.beside() as connection:
                safe = connection.exec_driver_sql("SHOW fsync").scalar() == "on"
            assert safe or "fsync off" in wrong(one)["database"]

    def test_a_clock_that_is_behind(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        place = Place("sqlite", data, "")
        filled(place, {"one": 1})
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now - 7200)
        assert "last partie was played" in wrong(place)["clock"]
        monkeypatch.setattr(time, "time", lambda: 3600.0)
        assert "1970-01-01" in wrong(place)["clock"]

    def test_a_port_that_is_taken(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            monkeypatch.setattr(doctor, "PORT", other.getsockname()[1])
            (port,) = [one for one in doctor.examine() if one.name == "port"]
        assert port.state == "note"
        assert "--port" in port.remedy


def test_the_core_and_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from piquet import kernel

    monkeypatch.setenv("PIQUET_CACHE", str(tmp_path / "cache"))
    if kernel.available():
        found = [one for one in doctor.examine() if one.name == "cache"]
        assert [one.state for one in found] == ["note", "note"]
        (tmp_path / "cache").mkdir()
        kernel.where(1).write_bytes(b"nonsense")
        found = [one for one in doctor.examine() if one.name == "cache"]
        assert [one.state for one in found] == ["wrong", "note"]
        assert "piquet table --rebuild" in found[0].remedy
    monkeypatch.setattr(kernel, "why_not", lambda: "the native core is not installed")
    (core,) = [one for one in doctor.examine() if one.name == "core"]
    assert core.state == "wrong"
    assert "compiler" in core.remedy


# --- a clock that jumps ---------------------------------------------------------------------------


def test_a_clock_that_jumps_an_hour_changes_nothing(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Back and forth at every step (R26): nobody is turned out, nothing refused, none lost."""
    real = time.time
    shift = 0.0
    monkeypatch.setattr(time, "time", lambda: real() + shift)
    rng = random.Random("clock")
    with live(data) as server, contextlib.ExitStack() as lines:
        names = [server.begin() for _ in range(2)]
        sockets = [lines.enter_context(server.table(name)) for name in names]
        tables = [heard(one, "table") for one in sockets]
        for step in range(60):
            shift = rng.choice((-3600.0, 0.0, 3600.0))
            which = step % 2
            said, socket_there = next_thing(tables[which], step), sockets[which]
            socket_there.send(json.dumps(said))
            answer = heard_answer(socket_there, tables, which)
            if answer.get("code") == "cut_taken":
                continue  # the computer has turned up the card of that place
            assert answer["type"] == "done", answer
            socket_there.send(json.dumps({"type": "sync"}))
            while tables[which]["to_move"] == "they":
                tables[which] = heard(socket_there, "table")
            with server.client() as client:
                assert client.get("/api/session").json() == {"entered": True}
                listed = client.get("/api/lobby").json()["parties"]
                assert listed[0]["partie"] == names[which]


def heard_answer(line: Any, tables: list[Any], which: int) -> Any:
    """Return the answer to what was said; the table is taken in."""
    while True:
        told = json.loads(line.recv(timeout=30))
        if told["type"] == "table":
            tables[which] = told
        elif told["type"] in ("done", "refused"):
            return told


def next_thing(table: Any, step: int) -> dict[str, Any]:
    """Return something that may be done at a table."""
    said: dict[str, Any] = {"id": f"c{step}", "version": table["version"]}
    if table["phase"] == "cut":
        return {**said, "type": "cut", "place": 1 + step % 32}
    if table["phase"] == "deal_over":
        return {**said, "type": "next"}
    if table["exchange"]:
        cards = table["hand"]["by_suit"][: table["exchange"]["fewest"]]
        words = f"{table['exchange']['verb']} {' '.join(cards) or 'nothing'}"
        return {**said, "type": "act", "action": words}
    return {**said, "type": "act", "action": table["choices"][0]["action"]}


def test_sessions_outlast_a_clock_that_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys()
    key = keys.fresh()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    session = keys.enter(key)
    assert session is not None
    monkeypatch.setattr(time, "time", lambda: real() - 3600)
    assert keys.entered(session)


def test_a_clock_that_was_wrong_for_long_is_believed_again(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time

    async def work() -> float:
        there = service(data)
        monkeypatch.setattr(time, "time", lambda: real() + 400 * 86400)
        await sit(there, name="ahead")
        monkeypatch.setattr(time, "time", real)
        await sit(there, name="right")
        (changed,) = [one.changed for one in there.store.kept(HOLDER) if one.partie == "right"]
        await there.close()
        return changed

    assert abs(asyncio.run(work()) - real()) < 60
