"""The program that serves: it starts, is killed, goes on, and says what is wrong (R17, F20)."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from piquet import kernel
from piquet.table.store import Store

KILLS = 10
PATIENCE = 60.0


class Served:
    """``piquet serve`` in a process of its own."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "piquet", "serve", "--no-browser", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PIQUET_DATA": str(folder),
                "PYTHONPATH": os.pathsep.join(sys.path),
                **environment,
            },
        )
        assert self.process.stdout is not None
        self.said = ""
        while "#" not in self.said:
            line = self.process.stdout.readline()
            if not line:
                break
            self.said += line
        found = re.search(r"(http://\S+?)/#(\S+)", self.said)
        self.base, self.key = found.groups() if found else ("", "")

    def end(self, how: int = signal.SIGINT) -> tuple[int, str, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, self.said + out, err


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def enter(server: Served) -> httpx.Client:
    client = httpx.Client(base_url=server.base, headers={"origin": server.base}, timeout=PATIENCE)
    assert client.post("/api/enter", json={"key": server.key}).status_code == 204
    return client


def sit(server: Served, client: httpx.Client, name: str) -> Any:
    (cookie,) = (f"{key}={value}" for key, value in client.cookies.items())
    return connect(
        f"{server.base.replace('http', 'ws')}/api/parties/{name}/table",
        origin=server.base,
        additional_headers={"cookie": cookie},
        compression=None,
        open_timeout=PATIENCE,
    )


def told(line: Any, *sorts: str) -> Any:
    while True:
        one = json.loads(line.recv(timeout=PATIENCE))
        if one["type"] in sorts:
            return one


def next_thing(table: Any, rng: random.Random) -> dict[str, Any]:
    """Return something that may be done at a table."""
    said: dict[str, Any] = {"id": f"k{rng.randrange(10**12)}", "version": table["version"]}
    if table["phase"] == "cut":
        return {**said, "type": "cut", "place": rng.randint(1, 32)}
    if table["phase"] == "deal_over":
        return {**said, "type": "next"}
    if table["exchange"]:
        cards = rng.sample(table["hand"]["by_suit"], table["exchange"]["fewest"])
        words = f"{table['exchange']['verb']} {' '.join(cards) or 'nothing'}"
        return {**said, "type": "act", "action": words}
    return {**said, "type": "act", "action": rng.choice(table["choices"])["action"]}


def test_no_acknowledged_move_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    """kill -9 at random moments: what was answered is there, nothing is there twice (R17).

    The same cookie and the same address go on, at the very decision.
    """
    rng = random.Random("kills")
    port = free_port()
    server = Served(tmp_path, "--port", str(port))
    client = enter(server)
    client.post("/api/settings", json={"pace": "instant", "call_for_me": False})
    name = client.post("/api/parties", json={"id": "p", "rules": "rubicon(deals=12)"}).json()[
        "partie"
    ]
    time.sleep(0.3)  # the session is kept a moment after it was given
    acknowledged: dict[str, int] = {}
    pending: dict[str, Any] | None = None
    longest = 0.0
    for kill in range(KILLS):
        # After some moves, and then at any moment of what follows.
        killer = threading.Timer(rng.uniform(0.0, 0.05), server.process.kill)
        moves = rng.randint(2, 8)
        with sit(server, client, name) as line:
            table = told(line, "table")
            try:
                if pending is not None:  # what was not answered is sent once more
                    line.send(json.dumps(pending))
                    answer = told(line, "done", "refused")
                    assert answer["type"] == "done" or answer["code"] == "stale"
                    if answer["type"] == "done":
                        acknowledged[answer["id"]] = answer["version"]
                    pending = None
                while True:
                    assert table["phase"] != "partie_over"
                    moves -= 1
                    if moves == 0:
                        killer.start()
                    if table["to_move"] == "they":
                        table = told(line, "table")
                        continue
                    pending = next_thing(table, rng)
                    line.send(json.dumps(pending))
                    while True:
                        one = json.loads(line.recv(timeout=PATIENCE))
                        if one["type"] == "table":
                            table = one
                        elif one["type"] == "done":
                            acknowledged[one["id"]] = one["version"]
                            pending = None
                            break
                        elif one["type"] == "refused":
                            assert one["code"] == "stale", one
                            pending = None
                            break
            except (WebSocketException, OSError):
                pass
        server.process.wait(PATIENCE)
        killer.join()
        server.process.communicate()
        base = sqlite3.connect(tmp_path / "table.db")
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        base.close()
        kept = ids_of(tmp_path, name)
        for id, version in acknowledged.items():
            assert kept.get(f"you/{id}") == version, f"kill {kill}"
        started = time.monotonic()
        server = Served(tmp_path, "--port", str(port))
        assert client.get("/api/session").json() == {"entered": True}
        longest = max(longest, time.monotonic() - started)
    assert len(acknowledged) > KILLS
    code, _, err = server.end()
    assert (code, err) == (0, "")
    client.close()


def ids_of(folder: Path, name: str) -> dict[str, int]:
    store = Store.at(folder)
    store.open()
    try:
        return store.load(name)[1]
    finally:
        store.close()


def test_a_reload_in_the_middle_of_a_deal_shows_the_same_table(tmp_path: Path) -> None:
    """F20: same seat, hand, talk, scores and turn; and again after the server starts anew."""
    rng = random.Random("reload")
    port = free_port()
    server = Served(tmp_path, "--port", str(port))
    client = enter(server)
    client.post("/api/settings", json={"pace": "instant", "call_for_me": True})
    name = client.post("/api/parties", json={"id": "p"}).json()["partie"]
    with sit(server, client, name) as line:
        table = told(line, "table")
        while len(table["tricks"]) < 6 or table["to_move"] != "you":
            if table["to_move"] == "you":
                line.send(json.dumps(next_thing(table, rng)))
            table = told(line, "table")
    time.sleep(0.3)
    shown = []
    for again in range(2):
        with sit(server, client, name) as line:
            shown.append(told(line, "table"))
        if not again:
            assert server.end()[0] == 0
            server = Served(tmp_path, "--port", str(port))
    for one in shown:
        one.pop("oracle"), one.pop("levels")  # they may still be getting ready
        assert one["jump"]
        assert one["events_from"] == 0
        assert one["version"] == table["version"]
        for key in (
            "hand",
            "seat",
            "to_move",
            "you",
            "they",
            "tricks",
            "choices",
            "sheet",
            "table",
        ):
            assert one[key] == table[key], key
        assert one["events"][-len(table["events"]) :] == table["events"]
    assert shown[0] == shown[1]
    server.end()
    client.close()


def test_it_ends_cleanly_and_its_workers_with_it(tmp_path: Path) -> None:
    gently = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for how in (*gently, signal.SIGKILL):
        server = Served(tmp_path / str(how))
        with contextlib.closing(enter(server)) as client:
            client.post("/api/settings", json={"pace": "instant", "call_for_me": False})
            name = client.post("/api/parties", json={"id": "p"}).json()["partie"]
            with sit(server, client, name) as line:
                told(line, "table")
        children = children_of(server.process.pid)
        code, said, err = server.end(how)
        assert code == (0 if how in gently else -how)
        assert "Traceback" not in err
        if how in gently:
            assert err == ""
            assert len(said.splitlines()) == 2  # how it is reached, and that it is closed
        end = time.monotonic() + 10
        while any(alive(child) for child in children):
            assert time.monotonic() < end, "a worker is left over"
            time.sleep(0.1)


@pytest.mark.parametrize("after", [0.0, 0.2, 0.6])
def test_ctrl_c_ends_it_quietly_however_soon(tmp_path: Path, after: float) -> None:
    """A terminal sends it to all processes, those that are still starting too."""
    server = Served(tmp_path)
    time.sleep(after)
    for child in children_of(server.process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGINT)
    code, _, err = server.end()
    assert (code, err) == (0, "")


def children_of(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(each) for each in found.stdout.split()]


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# --- what it says when it cannot ----------------------------------------------------------------


def refused(folder: Path, *arguments: str, **environment: str) -> str:
    """Return the one sentence with which it ends at once."""
    server = Served(folder, *arguments, **environment)
    out, err = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 1, (server.said, out, err)
    assert "Traceback" not in err
    assert err.count("\n") == 1
    return err


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"Port {port} is taken" in refused(tmp_path, "--port", str(port))
    assert "no port 70000" in refused(tmp_path, "--port", "70000")
    assert "cannot be opened at no.such.host" in refused(tmp_path, "--host", "no.such.host")


def test_a_folder_in_use_or_unusable(tmp_path: Path) -> None:
    server = Served(tmp_path)
    assert "open in another terminal" in refused(tmp_path)
    server.end()
    (tmp_path / "file").write_text("")
    assert "cannot be used" in refused(tmp_path / "file" / "folder")


def test_a_damaged_or_unknown_database(tmp_path: Path) -> None:
    (tmp_path / "table.db").write_bytes(b"no database" * 500)
    assert "is damaged" in refused(tmp_path)
    assert (tmp_path / "table.db").read_bytes() == b"no database" * 500
    assert "cannot be used" in refused(tmp_path / "new", "--database", "nonsense")


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """The table opens, the default level plays, and the lobby says how it is with the core."""
    (tmp_path / "cache").write_text("no folder")
    server = Served(tmp_path / "data", PIQUET_CACHE=str(tmp_path / "cache"))
    with contextlib.closing(enter(server)) as client:
        core = client.get("/api/lobby").json()["core"]
        assert core["state"] in ("building", "ready", "missing", "failed")
        assert core["words"]
        client.post("/api/settings", json={"pace": "instant", "call_for_me": False})
        name = client.post("/api/parties", json={"id": "p", "level": "club"}).json()["partie"]
        with sit(server, client, name) as line:
            table = told(line, "table")
            line.send(json.dumps(next_thing(table, random.Random(1))))
            told(line, "done")
    start = time.monotonic()
    assert server.end()[0] == 0
    assert time.monotonic() - start < 15  # it does not wait until the table is built


def test_beyond_this_computer_it_warns(tmp_path: Path) -> None:
    server = Served(tmp_path, "--host", "0.0.0.0", "--port", "0")
    assert server.said.startswith("Careful:")
    assert server.end()[0] == 0


@pytest.mark.parametrize("given", [("--port", "x"), ("--database",), ("extra",)])
def test_wrong_usage(tmp_path: Path, given: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "piquet", "serve", *given],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PIQUET_DATA": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not kernel.available(), reason="needs the native core")
@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.0])
def test_it_ends_in_peace_while_the_solved_table_is_built(tmp_path: Path, seconds: float) -> None:
    """Python that ends under the core would end with a cry of C++ in the terminal."""
    cache = tmp_path / "cache"
    server = Served(tmp_path / "data", "--port", "0", PIQUET_CACHE=str(cache))
    enter(server).close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.process.wait(seconds)
    code, said, err = server.end()
    assert (code, err) == (0, ""), (said, err)
