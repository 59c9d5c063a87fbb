"""The guide by HTTP: what is told, what is refused, and an example that becomes a table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from table.served import Live, heard, live

import piquet
from piquet.profiles import PROFILES
from piquet.table import guiding
from piquet.table.guidebook import CHAPTERS, QUESTIONS

TYPES = (Path(piquet.__file__).parent / "table" / "static" / "pages" / "guide_told.d.ts").read_text(
    encoding="utf-8"
)
MESSAGES = {
    "Chapter": guiding.ChapterTold,
    "Claim": guiding.ClaimTold,
    "Contents": guiding.ContentsTold,
    "Errata": guiding.ErrataTold,
    "Example": guiding.ExampleTold,
    "Guide": guiding.GuideTold,
    "Point": guiding.PointTold,
    "Question": guiding.QuestionTold,
    "Score": guiding.ScoreTold,
    "Source": guiding.SourceTold,
    "Step": guiding.StepTold,
    "Variant": guiding.VariantTold,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("guide")) as made:
        yield made


def asked(server: Live, path: str, status: int = 200) -> Any:
    with server.client() as client:
        answer = client.get(path)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_the_contents_name_every_chapter(server: Live) -> None:
    told = asked(server, "/api/guide")
    assert [entry["name"] for entry in told["contents"]] == list(CHAPTERS)
    assert told["rules"] == "rubicon"
    assert told["chapter"] is None
    assert [entry["name"] for entry in told["profiles"]] == list(PROFILES)


def test_a_chapter_speaks_for_the_chosen_rules(server: Live) -> None:
    for name, sentence in (("pagat", "seventh trick is won"), ("rubicon", "comes too late")):
        told = asked(server, f"/api/guide?rules={name}&chapter=pique")
        assert sentence in " ".join(told["chapter"]["rules"])


def test_the_questions_come_without_their_deals_and_these_one_by_one(server: Live) -> None:
    told = asked(server, "/api/guide?chapter=questions")["chapter"]
    assert [question["name"] for question in told["questions"]] == list(QUESTIONS)
    assert len(json.dumps(told)) < 40_000
    deal = asked(server, "/api/guide/example?name=barred&rules=cavendish")
    assert deal["counted"] == "Elder: 15 + 3 + 14 = 32 in hand. Younger: 6 in hand."


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/guide?rules=rubikon", "unknown_profile"),
        ("/api/guide?rules=rubicon(packet=2)", "unknown_profile"),
        ("/api/guide?chapter=trumps", "guide_chapter"),
        ("/api/guide/example?name=", "guide_example"),
        ("/api/guide/example?name=repique&rules=%00", "unknown_profile"),
    ],
)
def test_what_the_guide_does_not_have_is_refused(server: Live, path: str, code: str) -> None:
    told = asked(server, path, 400)
    assert told["code"] == code
    assert told["sentence"]


def test_nobody_reads_it_who_has_not_come_in(server: Live) -> None:
    cookie, server.cookie = server.cookie, ""
    try:
        assert asked(server, "/api/guide", 401)["code"] == "not_entered"
        assert asked(server, "/api/guide/example?name=repique", 401)["code"] == "not_entered"
    finally:
        server.cookie = cookie


@pytest.mark.parametrize("rules", ["rubicon", "digital", "au_cent"])
def test_an_example_becomes_a_table(server: Live, rules: str) -> None:
    deal = asked(server, f"/api/guide/example?name=repique&rules={rules}")
    assert deal["rules"] == rules
    name = server.begin(rules=deal["rules"], taken=deal["taken"])
    with server.table(name) as socket:
        table = heard(socket, "table")
    assert (table["seat"], table["rules_name"]) == ("elder", rules)
    assert sorted(table["hand"]["by_suit"]) == sorted(deal["elder"])
    assert table["deal"]["code"] in ("", deal["code"])


@pytest.mark.parametrize("interface", MESSAGES)
def test_the_page_knows_the_fields_of_a_message(interface: str) -> None:
    found = re.search(rf"export interface {interface} {{(.*?)\n}}", TYPES, re.DOTALL)
    assert found is not None
    own = re.sub(r"{.*?}", "", found[1])
    sent = {field.encode_name for field in msgspec.structs.fields(MESSAGES[interface])}
    assert set(re.findall(r"(\w+):", own)) == sent


def test_no_interface_is_left_out() -> None:
    assert set(re.findall(r"export interface (\w+)", TYPES)) == set(MESSAGES)
