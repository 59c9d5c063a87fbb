"""Many who sit about and say nothing (R22): the table has room for them and for those who play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import secrets
import socket
import statistics
import time
from pathlib import Path

from table.test_serve import Served, enter, next_thing, sit, told
from websockets.sync.client import connect

from piquet.table.entries import Begun, Sealed
from piquet.table.ledger import Ledger
from piquet.table.replies import summary
from piquet.table.store import Store

SOCKETS = 1_000 if os.environ.get("PIQUET_FULL") == "1" else 200
GROWTH = 120 * SOCKETS / 1_000  # megabytes
OTHERS = 0.2  # seconds, 95 of 100 times, that who plays may wait


def parties(folder: Path, number: int) -> list[str]:
    """Keep so many parties; more than anybody may begin in a minute."""
    names = [f"idle{place}" for place in range(number)]

    async def write() -> None:
        store = Store.at(folder)
        store.open()
        try:
            for name in names:
                entries = [
                    Begun("rubicon", "club", ("you", "computer")),
                    *(Sealed(deal, secrets.token_hex(32)) for deal in (0, 1)),
                ]
                await store.begin(name, "you", name, entries, summary(Ledger.of(entries)))
        finally:
            store.close()

    asyncio.run(write())
    return names


def megabytes(process: int) -> float:
    """Return how much memory a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def test_idle_sockets_and_slow_senders_leave_room_for_those_who_play(tmp_path: Path) -> None:
    names = parties(tmp_path, SOCKETS // 16)
    server = Served(tmp_path, "--port", "0")
    with contextlib.ExitStack() as sitting, contextlib.closing(enter(server)) as client:
        name = client.post("/api/parties", json={"id": "p", "level": "random"}).json()["partie"]
        client.post("/api/settings", json={"pace": "instant", "call_for_me": False})
        (cookie,) = (f"{key}={value}" for key, value in client.cookies.items())
        line = sitting.enter_context(sit(server, client, name))
        table = told(line, "table")
        before = megabytes(server.process.pid)
        for idle in names:
            for _ in range(8):
                sitting.enter_context(
                    connect(
                        f"{server.base.replace('http', 'ws')}/api/parties/{idle}/table",
                        origin=server.base,
                        additional_headers={"cookie": cookie},
                        compression=None,
                        open_timeout=60,
                    )
                )
        host, port = server.base.removeprefix("http://").split(":")
        slow = []
        for _ in range(SOCKETS // 2):
            one = sitting.enter_context(socket.create_connection((host, int(port))))
            one.sendall(b"POST /api/enter HTTP/1.1\r\nHost: ")  # and never the rest
            slow.append(one)
        waits, lots = [], random.Random("idle")
        while len(waits) < 60 and table["phase"] != "partie_over":
            for one in slow[len(waits) :: 60]:
                with contextlib.suppress(OSError):
                    one.sendall(b"x")
            if table["to_move"] == "they":
                table = told(line, "table")
                continue
            if len(waits) % 15 == 14:  # one socket may not say more than twenty things a second
                line = sitting.enter_context(sit(server, client, name))
                table = told(line, "table")
                if table["to_move"] == "they":
                    table = told(line, "table")
            said = next_thing(table, lots)
            started = time.monotonic()
            line.send(json.dumps(said))
            answer = None
            while answer is None:
                one_told = told(line, "table", "done", "refused")
                table = one_told if one_told["type"] == "table" else table
                answer = one_told if one_told["type"] != "table" else None
            waits.append(time.monotonic() - started)
        grown = megabytes(server.process.pid) - before
        usual = statistics.quantiles(waits, n=20)[-1]
        print(
            f"{SOCKETS} sockets: {grown:.0f} MB more, who plays waits {usual * 1000:.0f} ms (p95)"
        )
        assert grown <= GROWTH, grown
        assert usual < 2 * OTHERS, usual
    code, _, err = server.end()
    assert (code, err) == (0, "")
