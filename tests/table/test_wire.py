"""What comes over the wire: JSON that lies, fuzzed frames and bodies, floods, sizes (R11, R22)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
import time
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table.served import choose, heard, live, service, sit
from websockets.exceptions import ConnectionClosed

from piquet.base import PiquetError, Unreadable
from piquet.table import prompt, sockets
from piquet.table.app import TableApp
from piquet.table.decoding import DEEPEST, LARGEST, encode, message, scan
from piquet.table.guard import Allowed
from piquet.table.protocol import Act, Said
from piquet.table.room import Chair
from piquet.table.told import Done

FRAMES, BODIES = 8_000, 2_000

LIES = {
    b'{"a": 1, "a": 2}': "json_twice",
    b'{"a": {"b": 1, "b": 1}}': "json_twice",
    b"[" * 17 + b"]" * 17: "json_depth",
    b"[" * 8_000: "json_depth",
    b'{"a":' * 17 + b"1" + b"}" * 17: "json_depth",
    b"[NaN]": "json",
    b"[Infinity]": "json",
    b"[-Infinity]": "json",
    b"[1e999]": "json",
    b"[" + b"9" * 5_000 + b"]": "json",
    b'["\\ud800"]': "json_encoding",
    b'{"\\udfff": 1}': "json_encoding",
    b'["\xff"]': "json_encoding",
    b"\xff\xfe{\x00}\x00": "json_encoding",
    b"": "json",
    b"{": "json",
    b"{'a': 1}": "json",
    b"[1,]": "json",
    b"\xef\xbb\xbf[]": "json",
    "[\u0663]".encode(): "json",
    b"[1_0]": "json",
    b"[0x10]": "json",
    b"[01]": "json",
    b'["' + b"a" * LARGEST + b'"]': "json_size",
}


@pytest.mark.parametrize(("data", "code"), LIES.items(), ids=range(len(LIES)))
def test_what_two_readers_could_read_differently_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        scan(data)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "data",
    [
        b'"' + b'\\"' * 60_000,
        b'"' * 120_001,
        b'"' + b"\\" * 120_000,
        b"{" + b"".join(b'"%x":1,' % number for number in range(13_000)) + b'"32c7":1}',
    ],
    ids=["half_a_string", "quotes", "backslashes", "names"],
)
def test_no_body_holds_the_table_up(data: bytes) -> None:
    """What takes a time that grows with the square of the length would stop everybody's table."""
    begun = time.process_time()
    with pytest.raises(Unreadable):
        scan(data, 128 * 1024)
    assert time.process_time() - begun < 1


def test_what_is_plain_is_read() -> None:
    assert scan(b'{"a": [1, -2, 0.5, null, true, "\\u00e9"]}') == {
        "a": [1, -2, 0.5, None, True, "\u00e9"]
    }
    assert scan(b"[" * DEEPEST + b"]" * DEEPEST) is not None
    assert scan(b'["[[[[[[[[[[[[[[[[[[[[["]') == ["[[[[[[[[[[[[[[[[[[[[["]
    assert scan(b'["\\"[[[[[[[[[[[[[[[[[[[[["]') == ['"[[[[[[[[[[[[[[[[[[[[[']


ACT = {"type": "act", "id": "a", "version": 1, "action": "play AS"}


@pytest.mark.parametrize(
    "change",
    [
        {"version": True},
        {"version": 1.0},
        {"version": "1"},
        {"version": None},
        {"version": -1},
        {"version": 10**9},
        {"id": ""},
        {"id": "a" * 65},
        {"id": "a b"},
        {"id": "a\n"},
        {"id": "\u0663"},
        {"id": 7},
        {"action": ["play AS"]},
        {"action": True},
        {"action": -1},
        {"action": "x" * 201},
        {"type": "acts"},
        {"type": None},
        {"more": 1},
        {"seat": "elder"},
    ],
    ids=str,
)
def test_a_message_of_the_wrong_form_is_refused(change: dict[str, Any]) -> None:
    assert isinstance(message(json.dumps(ACT).encode(), Said), Act)
    with pytest.raises(Unreadable) as caught:
        message(json.dumps({**ACT, **change}).encode(), Said)
    assert caught.value.code == "message"
    assert str(caught.value).isascii()


def read(data: bytes) -> Said | None:
    """Return what a frame says, None where it is refused with one of the codes for that."""
    try:
        return message(data, Said)
    except PiquetError as error:
        code = error.code
    assert code in {"json", "message", *LIES.values()}, data
    return None


def ended(socket: Any) -> int:
    """Return the code with which the server ends a connection, within ten seconds."""
    end = time.monotonic() + 10
    while True:
        try:
            socket.recv(timeout=max(0.01, end - time.monotonic()))
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd is not None else 0


# --- fuzzed -------------------------------------------------------------------------------------

NAMES = (*(kind.__struct_config__.tag for kind in Said.__args__), "table", "x")
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["AS", "play AS", "exchange AS KS", "point AS", "good", "instant", "club"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    (
        *("id", "version", "action", "place", "cards", "to", "event", "comment", "level", "pace"),
        *("call_for_me", "method", "goal", "selection", "deal", "rules", "seed", "code", "daily"),
    )
)
MESSAGES = st.builds(
    lambda name, fields: {"type": name, **fields},
    st.sampled_from(NAMES),
    st.dictionaries(FIELDS, VALUES, max_size=6),
)


def garbled(rng: random.Random, version: int) -> bytes:
    """Return a frame that is nearly right, or not at all."""
    luck = rng.random()
    whole: dict[str, Any] = {
        "type": rng.choice(NAMES),
        "id": f"f{rng.randrange(10**9)}",
        "version": rng.choice((version, version, version - 1, 0)),
    }
    extra = {
        "action": rng.choice(("play AS", "good", "exchange 7S 8S", "", 20 << 32, 1, "cut AS")),
        "place": rng.choice((0, 1, 33, "1")),
        "cards": rng.choice((["AS"], ["ASS"], [], ["AS"] * 13, "AS")),
        "to": rng.choice((0, 5, -1)),
        "event": rng.choice((0, 999_999)),
        "level": rng.choice(("club", "random", "nobody")),
        "pace": rng.choice(("instant", "never")),
        "call_for_me": rng.choice((False, 0)),
        "deal": rng.choice((1, 99)),
    }
    for name in rng.sample(list(extra), rng.randint(0, 3)):
        whole[name] = extra[name]
    data = bytearray(json.dumps(whole).encode())
    if luck < 0.5:
        return bytes(data)
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(data) + 1)
        what = rng.random()
        if what < 0.4 and place < len(data):
            data[place] = rng.randrange(256)
        elif what < 0.7:
            data[place:place] = rng.choice((b"{", b"[" * 40, b'"', b"\\ud800", b"\x00", b"NaN"))
        else:
            del data[place : place + rng.randint(1, 9)]
    return bytes(data)


def test_fuzzed_frames_are_answered_and_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is answered by a message of a known type; another table goes on meanwhile (R11)."""
    monkeypatch.setattr(sockets, "_MESSAGES", 10**9)

    async def work() -> None:
        made = service(tmp_path)
        hand, other = await sit(made), await sit(made, name="other")
        rng = random.Random("fuzz")
        steps = 0
        for number in range(FRAMES):
            version = hand.room.ledger.version
            data = garbled(rng, version)
            start = len(hand.told)
            if number % 100 == 0:
                answer = await other.step(choose)
                assert isinstance(answer, Done)
                steps += 1
            said = read(data)
            if said is None:
                continue
            await hand.room.say(hand.chair, said)
            for told in hand.told[start:]:
                encode(told)
            del hand.told[: max(0, len(hand.told) - 20)]
            await hand.waits()
        assert steps == FRAMES / 100
        await hand.room.close()
        await other.room.close()
        await made.close()

    asyncio.run(work())


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(MESSAGES)
def test_messages_of_any_form_are_read_or_refused(whole: dict[str, Any]) -> None:
    try:
        data = json.dumps(whole).encode()
    except (UnicodeError, ValueError):
        return
    read(data)


def test_fuzzed_bodies_get_no_fault(tmp_path: Path) -> None:
    """Whatever is posted, put or fetched: never a 5xx, and always a refusal that can be read."""

    async def work() -> None:
        made = service(tmp_path)
        app = TableApp(made, Allowed.at("127.0.0.1", 80))
        app._entering.most = app._beginning.most = 10**9
        session = made.keys.enter(made.keys.fresh())
        rng = random.Random("bodies")
        transport = httpx.ASGITransport(app.asgi)
        paths = ["/api/parties", "/api/enter", "/api/settings", "/api/leavee", "/api/rules"]
        paths += ["/api/lobby", "/api/parties/x", "/api/parties/x/record", "/static/../app.py"]
        async with httpx.AsyncClient(
            transport=transport,
            base_url="http://127.0.0.1",
            headers={"origin": "http://127.0.0.1"},
            cookies={"piquet": session or ""},
        ) as client:
            begun = 0
            for _ in range(BODIES):
                method = rng.choice(("POST", "POST", "POST", "GET", "DELETE", "PUT"))
                body = garbled(rng, 0)
                if rng.random() < 0.3:
                    fields = {"id": f"b{rng.random()}"[:20].replace(".", ""), "level": "club"}
                    fields |= rng.choice(
                        ({}, {"rules": "x"}, {"seed": "\u00e9"}, {"code": "A"}, {"daily": 1})
                    )
                    body = json.dumps(fields).encode()
                sort = rng.choice(("application/json", "application/json", "text/plain", ""))
                answer = await client.request(
                    method, rng.choice(paths), content=body, headers={"content-type": sort}
                )
                assert answer.status_code < 500, (method, body, answer.text)
                if answer.status_code >= 400:
                    assert answer.json()["type"] == "refused"
                    assert answer.json()["sentence"]
                begun += answer.status_code == 201
            assert begun
        await app.rooms.close()
        await made.close()

    asyncio.run(work())


# --- over real sockets --------------------------------------------------------------------------


def test_frames_that_are_too_large_or_no_text_end_the_connection(tmp_path: Path) -> None:
    with live(tmp_path) as server:
        name = server.begin()
        for frame, code in (
            ("x" * (LARGEST + 1), 1009),
            ("[" * 200_000, 1009),
            (b"\x00\x01", 1003),
        ):
            with server.table(name) as socket:
                heard(socket, "table")
                socket.send(frame)
                assert ended(socket) == code
        with server.table(name) as socket:  # and the table is still there
            heard(socket, "table")
            for words, refusal in (
                (b"[NaN]", "json"),
                (b"[" * 2_000, "json_depth"),
                (b"5", "message"),
            ):
                socket.send(words.decode())
                assert heard(socket, "refused")["code"] == refusal


def test_who_talks_too_fast_is_shown_out_and_others_are_not(tmp_path: Path) -> None:
    """A flood ends its own connection; somebody else is answered within 200 ms meanwhile (R22)."""
    with live(tmp_path) as server:
        mine, flooded = server.begin(), server.begin()
        stop = threading.Event()

        def flood() -> None:
            while not stop.is_set():
                try:
                    with server.table(flooded) as socket:
                        while not stop.is_set():
                            socket.send('{"type":"stop","id":"x"}')
                except (ConnectionClosed, OSError):
                    continue

        with server.table(mine) as socket:
            table = heard(socket, "table")
            thread = threading.Thread(target=flood)
            thread.start()
            try:
                times = []
                for number in range(40):
                    start = time.perf_counter()
                    said = {"type": "level", "id": f"l{number}", "level": "club"}
                    socket.send(json.dumps({**said, "version": table["version"]}))
                    table = heard(socket, "table")
                    heard(socket, "done")
                    times.append(time.perf_counter() - start)
                    time.sleep(0.05)
            finally:
                stop.set()
                thread.join()
            times.sort()
            assert times[int(0.95 * len(times))] < 0.2
        with server.table(mine) as socket:
            for _ in range(21):
                socket.send('{"type":"stop","id":"x"}')
            assert ended(socket) == 1008


def test_a_request_that_stays_half_said_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else as many open ones as a server takes would shut out everybody else."""
    monkeypatch.setattr(prompt, "_PATIENCE", 0.2)
    head = b"POST /api/enter HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n"
    with live(tmp_path) as server, contextlib.ExitStack() as lines:
        table = lines.enter_context(server.table(server.begin()))
        heard(table, "table")
        for said in (b"", b"GET / HT", head, head + b"\r\n", head + b"\r\n{"):
            line = lines.enter_context(create_connection(("127.0.0.1", server.port)))
            line.settimeout(20)
            line.sendall(said)
            with contextlib.suppress(ConnectionResetError):
                while line.recv(4096):
                    pass
        # A table's socket is left alone, however long nothing is said on it.
        table.send('{"type":"sync"}')
        heard(table, "table")
        with server.client() as client:
            assert client.get("/api/lobby").status_code == 200


def test_nobody_holds_more_than_eight_sockets_of_a_table(tmp_path: Path) -> None:
    with live(tmp_path) as server, contextlib.ExitStack() as open_ones:
        name = server.begin()
        first = contextlib.ExitStack()
        heard(first.enter_context(server.table(name)), "table")
        for _ in range(7):
            heard(open_ones.enter_context(server.table(name)), "table")
        with server.table(name) as ninth:
            assert heard(ninth, "refused")["code"] == "too_many_sockets"
        first.close()
        time.sleep(0.2)
        with server.table(name) as again:
            heard(again, "table")


def test_not_too_many_parties_a_minute(tmp_path: Path) -> None:
    with live(tmp_path) as server, server.client() as client:
        codes = [
            client.post("/api/parties", json={"id": f"m{number}"}).status_code
            for number in range(32)
        ]
        assert codes == [201] * 30 + [429] * 2


def test_who_reads_too_slowly_is_shown_out(tmp_path: Path) -> None:
    """What waits for a slow reader is bounded: the chair is marked, and its socket closed."""

    async def work() -> None:
        made = service(tmp_path)
        hand = await sit(made)
        waiting: asyncio.Queue[object] = asyncio.Queue(2)
        slow = asyncio.Event()

        def send(told: object) -> None:
            try:
                waiting.put_nowait(told)
            except asyncio.QueueFull:
                slow.set()

        chair = Chair("you", send)
        await hand.room.join(chair)
        for _ in range(4):
            await hand.step(choose)
        assert slow.is_set()
        await hand.room.close()
        await made.close()

    asyncio.run(work())


def test_the_same_request_begins_one_partie(tmp_path: Path) -> None:
    with live(tmp_path) as server, server.client() as client:
        names = {client.post("/api/parties", json={"id": "once"}).json()["partie"] for _ in "abc"}
        assert len(names) == 1
        assert len(client.get("/api/lobby").json()["parties"]) == 1
