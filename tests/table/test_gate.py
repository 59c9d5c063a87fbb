"""Who gets in: keys, cookies, hosts and origins, and the headers of every answer (R20, R21)."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import time
from pathlib import Path

import pytest
from table.served import Live, heard, live
from websockets.exceptions import ConnectionClosed

from piquet.table.guard import Allowed, Rate
from piquet.table.keys import Keys

GUESSES = 10_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with live(tmp_path_factory.mktemp("gate")) as made:
        made.partie = made.begin()
        yield made


# --- keys ---------------------------------------------------------------------------------------


def test_a_key_opens_once() -> None:
    keys = Keys()
    key = keys.fresh()
    session = keys.enter(key)
    assert session
    assert keys.entered(session)
    assert keys.enter(key) is None
    assert keys.enter("") is None
    keys.leave(session)
    assert not keys.entered(session)


def test_an_old_key_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys()
    key = keys.fresh()
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 16 * 60)
    assert keys.enter(key) is None


def test_only_the_last_few_keys_are_good() -> None:
    keys = Keys()
    made = [keys.fresh() for _ in range(20)]
    assert keys.enter(made[0]) is None
    assert keys.enter(made[-1])


def test_nothing_in_memory_or_store_opens_anything(server: Live) -> None:
    keys = server.service.keys
    kept = keys.written.replace(":", " ").split()
    assert len(kept) >= 2
    for digest in kept:
        assert not keys.entered(digest)
    again = Keys()
    again.read(keys.written + " junk zz:1 :")
    assert again.entered(server.cookie)
    assert server.cookie not in keys.written


def test_no_guess_opens(server: Live) -> None:
    keys = server.service.keys
    key = keys.fresh()
    guesses = [key[:-1], key + "A", key.lower(), key[::-1], "", "\x00", "\ud800", "x" * 10_000]
    guesses += [os.urandom(16).hex() for _ in range(GUESSES)]
    assert not any(keys.enter(guess) for guess in guesses)
    assert not any(keys.entered(guess) for guess in guesses)
    assert keys.enter(key)


SHUT = [
    ("GET", "/api/lobby"),
    ("GET", "/api/rules"),
    ("GET", "/api/parties/NAME/record"),
    ("POST", "/api/parties"),
    ("POST", "/api/settings"),
    ("POST", "/api/leave"),
    ("DELETE", "/api/parties/NAME"),
]


@pytest.mark.parametrize(("method", "path"), SHUT, ids=lambda part: part.replace("/", "_"))
@pytest.mark.parametrize("cookie", [None, "", "guess", "x" * 3_000])
def test_without_a_session_nothing_is_told(
    server: Live, method: str, path: str, cookie: str | None
) -> None:
    path = path.replace("NAME", server.partie)
    headers = {"origin": server.base}
    if cookie is not None:
        headers["cookie"] = f"piquet={cookie}"
    status, _, body = asked(server.port, method, path, headers, b'{"id": "a"}')
    assert status == 401
    assert json.loads(body)["code"] == "not_entered"


def test_without_a_session_no_table_opens(server: Live) -> None:
    for cookie in (None, "piquet=guess", "piquet="):
        headers = shaking(server.base, cookie)
        status, _, _ = asked(server.port, "GET", f"/api/parties/{server.partie}/table", headers)
        assert status == 403


def test_a_wrong_or_used_key_is_refused(server: Live) -> None:
    key = server.service.keys.fresh()
    with server.client() as client:
        client.cookies.clear()
        assert client.post("/api/enter", json={"key": key[:-1] + "!"}).status_code == 403
        first = client.post("/api/enter", json={"key": key})
        assert first.status_code == 204
        cookie = first.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert "domain" not in cookie
        client.cookies.clear()
        assert client.post("/api/enter", json={"key": key}).status_code == 403
        assert client.get("/api/session").json() == {"entered": False}


def test_no_get_spends_a_key(server: Live) -> None:
    """Whatever a preview or a scanner fetches, the key is as good as before."""
    key = server.service.keys.fresh()
    for method in ("GET", "HEAD", "PUT", "OPTIONS"):
        for path in ("/api/enter", f"/api/enter?key={key}", f"/?key={key}", f"/{key}"):
            body = json.dumps({"key": key}).encode()
            status, headers, _ = asked(server.port, method, path, {"origin": server.base}, body)
            assert status in (200, 404, 405)
            assert "set-cookie" not in headers
    assert server.service.keys.enter(key)


def test_too_many_keys_are_not_tried(tmp_path: Path) -> None:
    with live(tmp_path) as server, server.client() as client:
        codes = [client.post("/api/enter", json={"key": "x"}).status_code for _ in range(31)]
        assert codes[:29] == [403] * 29
        assert codes[-1] == 429


def test_wrong_keys_lock_nobody_out(tmp_path: Path) -> None:
    """Another user of this computer may try as many as he likes: the right one opens."""
    with live(tmp_path) as server, server.client() as client:
        codes = {client.post("/api/enter", json={"key": "x"}).status_code for _ in range(40)}
        assert codes == {403, 429}
        key = server.service.keys.fresh()
        assert client.post("/api/enter", json={"key": key}).status_code == 204
        assert client.post("/api/enter", json={"key": key}).status_code == 429


def test_behind_a_proxy_with_tls_the_cookie_is_sent_to_nobody_else(tmp_path: Path) -> None:
    with live(tmp_path) as server:
        proxy = "https://table.example"
        server.app.asgi.allowed = Allowed.at("127.0.0.1", server.port, [proxy])
        for origin, secure in ((server.base, False), (proxy, True)):
            body = json.dumps({"key": server.service.keys.fresh()}).encode()
            _, headers, _ = asked(server.port, "POST", "/api/enter", {"origin": origin}, body)
            assert ("secure" in headers["set-cookie"].lower().split("; ")) is secure


def test_leaving_ends_the_session(tmp_path: Path) -> None:
    with live(tmp_path) as server, server.client() as client:
        assert client.get("/api/lobby").status_code == 200
        assert client.post("/api/leave").status_code == 204
        again = Keys()
        again.read(server.service.store.noted("sessions"))
        assert not again.entered(server.cookie)  # nor after a restart
        assert client.get("/api/lobby").status_code == 401
        headers = {"origin": server.base, "cookie": f"piquet={server.cookie}"}
        assert asked(server.port, "GET", "/api/lobby", headers)[0] == 401


def test_leaving_ends_every_socket_of_the_session_and_no_other(tmp_path: Path) -> None:
    """Whoever had found out the cookie would else watch on."""
    with live(tmp_path) as server:
        name = server.begin()
        with contextlib.ExitStack() as tables:
            mine = [tables.enter_context(server.table(name)) for _ in range(2)]
            with server.client() as client:
                server.cookie = ""
                server.enter()
                other = tables.enter_context(server.table(name))
                for table in (*mine, other):
                    heard(table, "table")
                assert client.post("/api/leave").status_code == 204
            for table in mine:
                with pytest.raises(ConnectionClosed) as closed:
                    heard(table, "nothing")
                assert closed.value.rcvd.code == 4401
            other.send('{"type": "sync"}')
            heard(other, "table")


# --- hosts and origins (R21) --------------------------------------------------------------------


def variants(port: int) -> list[tuple[str, str | None]]:
    """Pairs of Host and Origin of which none is this server's own page."""
    good, own = f"127.0.0.1:{port}", f"http://127.0.0.1:{port}"
    origins = [
        "http://evil.example",
        "https://evil.example",
        "null",
        "",
        f"https://127.0.0.1:{port}",
        "http://127.0.0.1",
        f"http://127.0.0.1:{port + 1}",
        f"http://127.0.0.1:{port}0",
        f"http://127.0.0.1:{port}.evil.example",
        f"http://evil.example:{port}",
        f"http://evil.example/127.0.0.1:{port}",
        f"http://127.0.0.1:{port}@evil.example",
        f"http://user@127.0.0.1:{port}",
        f"http://127.0.0.1:{port}/",
        f"HTTP://127.0.0.1:{port}",
        f"http://LOCALHOST:{port}",
        f"http://localhost.:{port}",
        f"http://127.1:{port}",
        f"http://2130706433:{port}",
        f"http://[::ffff:127.0.0.1]:{port}",
        f"ws://127.0.0.1:{port}",
        f"file://127.0.0.1:{port}",
        f"{own} http://evil.example",
        f"{own},{own}",
        f"{own}\t",
    ]
    hosts = [
        "evil.example",
        f"evil.example:{port}",
        f"127.0.0.1:{port}.evil.example",
        "127.0.0.1",
        f"127.0.0.1:{port + 1}",
        f"LOCALHOST:{port}",
        f"localhost.:{port}",
        f"0.0.0.0:{port}",
        f"[::ffff:127.0.0.1]:{port}",
        f"user@127.0.0.1:{port}",
        "",
    ]
    # A name that was made to lead here: then Origin and Host agree with each other.
    rebound = [(f"evil.example:{port}", f"http://evil.example:{port}")]
    missing: list[tuple[str, str | None]] = [(good, None)]
    return [
        *((good, origin) for origin in origins if not origin.endswith("\t")),
        *((host, own) for host in hosts),
        *rebound,
        *missing,
    ]


def test_every_foreign_origin_and_host_is_refused(server: Live) -> None:
    tried = variants(server.port)
    assert len(tried) >= 25
    cookie = f"piquet={server.cookie}"
    table = f"/api/parties/{server.partie}/table"
    for host, origin in tried:
        headers = {**shaking(origin, cookie), "host": host}
        status, _, _ = asked(server.port, "GET", table, headers)
        assert status in (400, 403), (host, origin)
        headers = {"host": host, "cookie": cookie}
        if origin is not None:
            headers["origin"] = origin
        for method, path in (
            ("POST", "/api/parties"),
            ("POST", "/api/settings"),
            ("DELETE", f"/api/parties/{server.partie}"),
        ):
            status, _, _ = asked(server.port, method, path, headers, b'{"id": "zz"}')
            assert status in (400, 403, 421), (method, host, origin)
    with server.client() as client:
        assert [one["partie"] for one in client.get("/api/lobby").json()["parties"]] == [
            server.partie
        ]


def test_nor_is_anything_read_by_a_foreign_name(server: Live) -> None:
    for host, _ in variants(server.port)[-13:-2]:
        headers = {"host": host, "cookie": f"piquet={server.cookie}"}
        for path in ("/", "/api/lobby", "/api/session", "/static/main.js"):
            assert asked(server.port, "GET", path, headers)[0] in (400, 421), host


def test_two_hosts_or_origins_are_refused(server: Live) -> None:
    raw = (
        f"POST /api/settings HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Origin: {server.base}\r\nOrigin: http://evil.example\r\n"
        f"Cookie: piquet={server.cookie}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    )
    assert spoken(server.port, raw.encode())[0] == 403


def test_the_own_page_gets_in_by_each_of_its_names(server: Live) -> None:
    cookie = f"piquet={server.cookie}"
    table = f"/api/parties/{server.partie}/table"
    for name in ("127.0.0.1", "localhost", "[::1]"):
        own = f"http://{name}:{server.port}"
        headers = {**shaking(own, cookie), "host": f"{name}:{server.port}"}
        assert asked(server.port, "GET", table, headers)[0] == 101


def test_a_suffix_is_no_origin() -> None:
    """The one comparison by which others were broken into."""
    allowed = Allowed.at("127.0.0.1", 7732, ["https://piquet.example"])
    assert allowed.origin("https://piquet.example")
    assert allowed.host("piquet.example")
    for origin in ("https://evil-piquet.example", "https://piquet.example.evil", None):
        assert not allowed.origin(origin)


def test_beyond_this_computer_its_names_are_allowed() -> None:
    allowed = Allowed.at("0.0.0.0", 7732)
    assert allowed.host(f"{socket.gethostname().lower()}:7732")
    assert not allowed.host("0.0.0.0:7732")


def test_a_rate_forgets_whom_it_has_not_seen_long() -> None:
    rate = Rate(1, 60.0)
    assert all(rate.take(f"{number}", 0.0) for number in range(3_000))
    assert len(rate._seen) <= 1_001


# --- headers ------------------------------------------------------------------------------------


def test_every_answer_carries_its_headers(server: Live) -> None:
    cookie = f"piquet={server.cookie}"
    for path in ("/", "/static/main.js", "/api/lobby", "/nothing", "/api/session", "/deal/x"):
        for headers in ({}, {"cookie": cookie}, {"origin": "http://evil.example"}):
            _, told, _ = asked(server.port, "GET", path, headers)
            policy = told["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert told["x-content-type-options"] == "nosniff"
            assert told["referrer-policy"] == "no-referrer"
            assert "frame-ancestors 'none'" in policy
            assert "server" not in told
            if path.startswith("/api"):
                assert told["cache-control"] == "no-store"
            assert "access-control-allow-origin" not in told


def test_the_page_has_nothing_that_its_policy_forbids(server: Live) -> None:
    status, _, body = asked(server.port, "GET", "/", {})
    assert status == 200
    page = body.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert not re.search(r"https?://", page)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/..\\app.py",
        "/static/\x00",
        "/static/",
        "/static/style",
    ],
)
def test_no_file_outside_of_the_page_is_served(server: Live, path: str) -> None:
    status, _, body = asked(server.port, "GET", path, {})
    assert status in (400, 404)
    assert b"import" not in body


def test_a_person_who_asks_for_nothing_reads_a_page(server: Live) -> None:
    for path in ("/nothing", "/static/nothing.js"):
        status, headers, body = asked(server.port, "GET", path, {"accept": "text/html,*/*;q=0.8"})
        assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert b'href="/"' in body
        told = asked(server.port, "GET", path, {"accept": "application/json"})
        assert (told[0], json.loads(told[2])["code"]) == (404, "not_found")


def test_files_are_asked_for_once(server: Live) -> None:
    status, headers, body = asked(
        server.port, "GET", "/static/main.js", {"accept-encoding": "gzip"}
    )
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert len(body) < 100_000
    again = asked(server.port, "GET", "/static/main.js", {"if-none-match": headers["etag"]})
    assert (again[0], again[2]) == (304, b"")


def test_no_secret_and_no_card_is_logged(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with live(tmp_path) as server:
        name = server.begin()
        with server.table(name) as table:
            heard(table, "table")
            table.send("[[[")
            heard(table, "refused")
        cookie = server.cookie
    said = capfd.readouterr()
    assert cookie not in said.out + said.err
    assert not re.search(r"\b[AKQJT987][SHDC]\b", said.out + said.err)


# --- speaking without a library -----------------------------------------------------------------


def shaking(origin: str | None, cookie: str | None) -> dict[str, str]:
    """Return the headers of a handshake."""
    headers = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    if origin is not None:
        headers["origin"] = origin
    if cookie is not None:
        headers["cookie"] = cookie
    return headers


def asked(
    port: int, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> tuple[int, dict[str, str], bytes]:
    """Ask for something with exactly these headers; a Host is added where there is none."""
    named = {"host": f"127.0.0.1:{port}", **headers}
    if body and method not in ("GET", "HEAD"):
        named |= {"content-type": "application/json", "content-length": str(len(body))}
    else:
        body = b""
    if "connection" not in named:
        named["connection"] = "close"
    lines = [f"{method} {path} HTTP/1.1", *(f"{key}: {value}" for key, value in named.items())]
    return spoken(port, "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


def spoken(port: int, data: bytes) -> tuple[int, dict[str, str], bytes]:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(data)
        read = b""
        while b"\r\n\r\n" not in read:
            piece = line.recv(65536)
            if not piece:
                break
            read += piece
        head, _, body = read.partition(b"\r\n\r\n")
        first, *rest = head.decode("latin-1").split("\r\n")
        status = int(first.split()[1])
        told = {}
        for one in rest:
            key, _, value = one.partition(":")
            told[key.strip().lower()] = value.strip()
        due = int(told.get("content-length", "0")) if status != 101 else 0
        while len(body) < due:
            piece = line.recv(65536)
            if not piece:
                break
            body += piece
    return status, told, body
