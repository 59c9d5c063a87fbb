"""The deals of old books in the page: listed, given by name, and good to be taken over."""

from __future__ import annotations

from pathlib import Path

import httpx
from table.served import live

from piquet.record import example
from piquet.table.library import books


def test_the_books_are_listed_and_given_to_whoever_has_come_in(tmp_path: Path) -> None:
    with live(tmp_path) as server:
        with httpx.Client(base_url=server.base, headers={"origin": server.base}) as stranger:
            assert stranger.get("/api/books").status_code == 401
        with server.client() as client:
            listed = client.get("/api/books").json()
            assert [book["name"] for book in listed] == [book.name for book in books()]
            assert all(book["title"] and book["source"] for book in listed)
            for name in [book["name"] for book in listed]:
                assert client.get(f"/api/books/{name}").json() == {"record": example(name)}
            for name in ("no-such-book", "..%2Fmodel", "%00", "cavendish-1892-worked-deal.pqn"):
                assert client.get(f"/api/books/{name}").status_code == 404, name


def test_every_deal_of_the_books_can_be_taken_over(tmp_path: Path) -> None:
    with live(tmp_path) as server, server.client() as client:
        for number, book in enumerate(books()):
            taken = {"record": example(book.name), "deal": 1, "moves": 0, "seat": "elder"}
            asked = {"id": f"b{number}", "level": "club", "rules": "rubicon", "taken": taken}
            answer = client.post("/api/parties", json=asked)
            assert answer.status_code == 201, (book.name, answer.text)
