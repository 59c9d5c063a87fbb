"""The types by which the page is checked name exactly the fields that the server sends."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import piquet
from piquet.table import answers, told

SOURCE = (Path(piquet.__file__).parent / "table" / "static" / "told.d.ts").read_text("utf-8")

MESSAGES = {
    "Advice": told.AdviceTold,
    "Award": told.AwardTold,
    "Beat": told.Beat,
    "CardPlayed": told.CardPlayed,
    "Choice": told.Choice,
    "Core": told.Core,
    "Cut": told.CutTold,
    "Done": told.Done,
    "Exchange": told.Exchange,
    "Friend": told.FriendTold,
    "Hand": told.Hand,
    "Level": told.LevelTold,
    "Lobby": answers.Lobby,
    "Notice": told.Notice,
    "Opened": told.Opened,
    "Option": told.OptionTold,
    "PartieSheet": told.PartieSheet,
    "Refused": told.Refused,
    "RuleOption": answers.OptionOfRules,
    "Rules": answers.RulesTold,
    "ServerSettings": told.SettingsTold,
    "SheetRow": told.SheetRow,
    "Shuffle": told.ShuffleTold,
    "Table": told.Table,
    "TableEvent": told.EventTold,
    "Trick": told.TrickTold,
}


def fields_of(interface: str, source: str = SOURCE) -> set[str]:
    """Return the names of an interface's own fields, those of types inside it left out."""
    found = re.search(rf"export interface {interface} {{", source)
    assert found is not None, interface
    depth, own = 1, ""
    for sign in source[found.end() :]:
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            break
        if depth == 1:
            own += sign
    return set(re.findall(r"(\w+)\??:", own))


@pytest.mark.parametrize("interface", MESSAGES)
def test_the_page_knows_the_fields_of_a_message(interface: str) -> None:
    message = MESSAGES[interface]
    config = message.__struct_config__
    sent = {field.encode_name for field in msgspec.structs.fields(message)}
    sent |= {config.tag_field} if config.tag_field else set()
    assert fields_of(interface) == sent


def test_no_interface_is_left_out() -> None:
    assert set(re.findall(r"export interface (\w+)", SOURCE)) == set(MESSAGES)
