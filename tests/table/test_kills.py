"""Two friends play while the server is killed again and again (R17): nothing is lost or doubled."""

from __future__ import annotations

import json
import os
import random
import secrets
import sqlite3
import statistics
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from table.tabs import next_of_friends
from table.test_serve import PATIENCE, Served, enter, free_port, ids_of
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

KILLS = 200 if os.environ.get("PIQUET_FULL") == "1" else 30
SERVING = 3.0  # seconds after which a server that was killed serves again


class Page(threading.Thread):
    """A friend's page: it plays on, comes back by itself, and says again what was not answered."""

    def __init__(self, base: str, name: str, holder: str, cookie: str) -> None:
        super().__init__(daemon=True)
        self.base, self.name_of, self.holder, self.cookie = base, name, holder, cookie
        self.lots = random.Random(holder)
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.numbers: dict[str, str] = {}
        self.pending: dict[str, Any] | None = None
        self.partie = name
        self.back = 0.0
        self.stop = threading.Event()
        self.wrong = ""

    def run(self) -> None:
        while not self.stop.is_set() and not self.wrong:
            try:
                with connect(
                    f"{self.base.replace('http', 'ws')}/api/parties/{self.partie}/table",
                    origin=self.base,
                    additional_headers={"cookie": self.cookie},
                    compression=None,
                    open_timeout=PATIENCE,
                ) as line:
                    self.play(line)
            except (WebSocketException, OSError):
                self.stop.wait(0.05)
            except Exception as error:  # told by the test, in its own thread
                self.wrong = repr(error)

    def play(self, line: Any) -> None:
        if self.pending is not None:
            line.send(json.dumps(self.pending))
        table = None
        while not self.stop.is_set():
            try:
                one = json.loads(line.recv(timeout=0.5))
            except TimeoutError:
                continue
            if one["type"] == "table":
                table = one
                self.back = time.monotonic()
            elif self.pending is not None and one.get("id") == self.pending["id"]:
                if one["type"] == "done":
                    self.acknowledged[self.partie, one["id"]] = one["version"]
                elif one["code"] not in ("stale", "cut_taken", "shuffle_now"):
                    self.wrong = str(one)
                    return
                self.pending = None
            if table is not None and table["friend"]["following"]:
                self.partie, self.pending = table["friend"]["following"], None
                return  # to the next partie, which both wanted
            if self.pending is None and table is not None:
                self.pending = next_of_friends(table, self.lots, self.numbers)
                if self.pending is not None:
                    table = None if self.pending["type"] != "add" else table
                    line.send(json.dumps(self.pending))


def test_friends_lose_nothing_when_the_server_is_killed(tmp_path: Path) -> None:
    lots = random.Random("friends killed")
    port = free_port()
    server = Served(tmp_path, "--port", str(port))
    client = enter(server)
    link, *seats = (secrets.token_urlsafe(32) for _ in range(3))
    rules = "rubicon(deals=12)"
    begun = {"id": "p", "name": "A", "invite": link, "seat": seats[0], "rules": rules}
    name = client.post("/api/friends", json=begun).json()["partie"]
    guest = httpx.Client(base_url=server.base, headers={"origin": server.base}, timeout=PATIENCE)
    asked = {"token": link, "seat": seats[1], "name": "B"}
    assert guest.post(f"/api/friends/{name}/join", json=asked).status_code == 204
    (own,) = (f"{key}={value}" for key, value in client.cookies.items())
    (other,) = (f"{key}={value}" for key, value in guest.cookies.items())
    time.sleep(0.3)  # the session is kept a moment after it was given
    pages = [Page(server.base, name, "you", own), Page(server.base, name, "friend", other)]
    for page in pages:
        page.start()
    served: list[float] = []
    for kill in range(KILLS):
        time.sleep(lots.uniform(0.05, 0.4))
        server.process.kill()
        server.process.communicate()
        with sqlite3.connect(tmp_path / "table.db") as base:
            assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",), f"kill {kill}"
        base.close()
        acknowledged = [(page, *one) for page in pages for one in list(page.acknowledged.items())]
        kept = {partie: ids_of(tmp_path, partie) for _, (partie, _), _ in acknowledged}
        for page, (partie, id), version in acknowledged:
            assert kept[partie].get(f"{page.holder}/{id}") == version, f"kill {kill}"
        started = time.monotonic()
        server = Served(tmp_path, "--port", str(port))
        assert client.get("/api/session").json() == {"entered": True}
        assert guest.get(f"/api/parties/{name}/seat").json() == {"seated": True}
        served.append(time.monotonic() - started)
        until = time.monotonic() + PATIENCE
        while any(page.back < started for page in pages):
            assert time.monotonic() < until, "a page does not come back by itself"
            assert not [page.wrong for page in pages if page.wrong]
            time.sleep(0.01)
    for page in pages:
        page.stop.set()
        page.join(PATIENCE)
        assert not page.wrong
    print(
        f"{KILLS} kills, {sum(len(page.acknowledged) for page in pages)} moves acknowledged, "
        f"serving again after {statistics.median(served):.2f} s, {max(served):.2f} at most"
    )
    assert all(len(page.acknowledged) > KILLS / 2 for page in pages)
    assert statistics.median(served) < 2 * SERVING, served
    code, _, err = server.end()
    assert (code, err) == (0, "")
    client.close()
    guest.close()
