"""The deals of the rules guide: each makes one point of the rules plain.

The hands are those of published cases and of cases made for them; what was thrown and drawn is
filled in so that, as far as can be, a fair player would throw just that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from piquet.base import Seat
from piquet.table.courses import Example

__all__ = ["EXAMPLES"]

_DEALS = {
    "plain": Example(
        "KS QS JS TS 9S 8S QH AD 7D KC QC 8C",
        "AS AH 8H KD JD 9D 8D AC JC TC 9C 7C",
        threw=("KH JH 7H QD TD", "7S TH 9H"),
        drew=("8C 7D KC QH QC", "9C AS 8H"),
        start="deal",
    ),
    "blank": Example(
        "AS KS QS TS AH TH QH AD KD TD AC JC",
        "JS 7S KH JH 8H QD JD 9D KC QC TC 8C",
        threw=("9S 8S 9H 8D 9C", "7H 7D 7C"),
        drew=("KS QS KD QH JC", "JS KC QD"),
        start="deal",
    ),
    "blank_bars": Example(
        "KS QS JS TS 9S KH QH JH AD KD QD KC",
        "AS AH TH 9H JD TD 9D 8D AC QC JC 9C",
        threw=("7S 8H 7D TC 8C", "8S 7H 7C"),
        drew=("JS JH KC QD 9S", "JD QC JC"),
        play="KS",
    ),
    "pat": Example(
        "AS AH KH QH JH TH 9H AD 8D AC 8C 7C",
        "KS QS JS TS 9S KD QD JD 9D KC QC JC",
        threw=("7S", "8S 8H 7H 7D 9C"),
        drew=("8D", "JS 9D KC QC JC"),
        start="deal",
    ),
    "leaves": Example(
        "AS KS QS JS 9S AH KH QH AD KD TD AC",
        "TS JH TH 9H QD JD 9D KC QC JC TC 9C",
        threw=("8D 8C 7C", "8S 7S 8H 7H"),
        drew=("9S TD AC", "JC 9D TH TS"),
        play="AS",
        start="deal",
    ),
    "five_low": Example(
        "JS TS 9S 8S 7S 9H 8H 9D 8D 7D 8C 7C",
        "AS KS AH KH QH JH AD KD TD KC QC JC",
        threw=("TH 7H JD TC 9C", "QS QD AC"),
        drew=("JS 9H 8H 8C 7C", "KS KH JH"),
        play="JS",
    ),
    "forty_seven": Example(
        "AS QS JS 9S 7S AH 7H KD 9D 8D TC 8C",
        "KS TS KH QH JH 9H 8H QD TD 7D KC 9C",
        threw=("8S AD AC QC JC", "TH JD 7C"),
        drew=("JS 9S 7H KD 8D", "QH 9H TD"),
        play="AS TS",
    ),
    "quart": Example(
        "AS KS QS 9S AH JH 9H KD JD 7D AC JC",
        "JS 8S KH TH 8H QD TD 8D TC 9C 8C 7C",
        threw=("7S QH 7H 9D QC", "TS AD KC"),
        drew=("AS AH JD 7D AC", "KH QD 8C"),
        play="AS",
    ),
    "tierces": Example(
        "AS KS QS 8S JH 9H 7H 9D 8D 7D TC 8C",
        "JS 9S 7S AH KH QH 8H KD JD AC JC 9C",
        threw=("TS AD TD QC 7C", "TH QD KC"),
        drew=("7H 9D 8D 7D 8C", "KH QH JC"),
        play="AS",
    ),
    "lesser": Example(
        "QS JS TS 9S AH KH 9D 8D 7D AC TC 8C",
        "AS KS 7S JH TH 9H 8H AD QD KC QC 7C",
        threw=("7H KD TD JC 9C", "8S QH JD"),
        drew=("9D 8D 7D TC 8C", "AS JH QD"),
        play="AH",
    ),
    "aces": Example(
        "AS TS 8S AH TH 8H AD TD 7D AC 9C 8C",
        "KS QS JS KH QH 9H KD JD 9D KC TC 7C",
        threw=("9S 7S JH QC JC", "7H QD 8D"),
        drew=("AS TD AC 9C 8C", "KS QS KD"),
        play="AS",
    ),
    "four_tens": Example(
        "TS 9S 8S KH TH 9H JD TD 7D TC 8C 7C",
        "AS QS 7S AH JH 8H AD QD 8D KC JC 9C",
        threw=("KS QH 7H KD 9D", "JS AC QC"),
        drew=("9H TD 7D TC 8C", "7S AH 9C"),
        play="KH",
    ),
    "nines": Example(
        "AS KS 9S AH QH 9H KD JD 9D QC 9C 8C",
        "QS JS TS KH JH TH AD QD TD AC KC 7C",
        threw=("8S 8H 7H 8D JC", "7S 7D TC"),
        drew=("9S KD 9D QC 8C", "QS JS TH"),
        play="AS",
    ),
    "thrown": Example(
        "AS KS QS TS 9S KH TH 9H TD 9D 8D QC",
        "JS 8S AH QH JH AD KD JD QD AC KC 9C",
        threw=("7S 7H JC TC 7C", "8H 7D 8C"),
        drew=("QS TS 9H 9D QC", "JS KC QD"),
        play="AS",
    ),
    "kept_back": Example(
        "AS KS QS TS 9S 8S QH 9H KD 8D JC 7C",
        "JS 7S AH JH TH 8H AD QD 9D KC QC 8C",
        threw=("7H TD AC TC 9C", "KH JD 7D"),
        drew=("AS KS 8S KD 8D", "JH TH 9D"),
        said=("point AS KS QS TS 9S", "sequence AS KS QS"),
        play="AS",
    ),
    "four_kings": Example(
        "AS KS QS 9S AH KH 8H AD KD 7D KC 8C",
        "JS TS 7S QH JH TH 9H QD JD 9D QC TC",
        threw=("7H TD 8D 9C 7C", "8S AC JC"),
        drew=("AS KD 7D KC 8C", "JS JH QC"),
        said=("set AS AH AD",),
        play="AS",
    ),
    "let_pass": Example(
        "AS KS JS 9S 8S 8H 7H AD 9D 7D QC 7C",
        "QS TS KH QH JH TH 9H KD QD AC KC JC",
        threw=("7S AH JD 9C 8C", "TD 8D TC"),
        drew=("AS 8S 7H AD 7D", "KH TH 9H"),
        said=("good",),
        play="AS",
        seat=Seat.YOUNGER,
    ),
    "repique": Example(
        "AS 7S AH KH QH JH TH 9H AD 7D AC 7C",
        "KS QS JS 9S KD QD JD 9D KC QC JC 9C",
        threw=("TS 8S TD TC 8C", "8H 7H 8D"),
        drew=("7S JH TH 7D 7C", "JD 9D KC"),
        play="AH",
    ),
    "no_second": Example(
        "AS KS QS JS TS AH 9H 8H AD 8D AC 7C",
        "9S 8S KH QH JH 7H KD QD 9D KC JC 9C",
        threw=("JD TD 7D TC 8C", "7S TH QC"),
        drew=("JS AD 8D AC 7C", "QH JH QD"),
        play="AS 8S KS 9S QS 7H JS 9D TS 9C",
    ),
    "barred": Example(
        "AS KS QS JS TS AH KH QH AD 9D AC 7C",
        "9S 8S JH TH KD QD JD TD 8D 7D KC QC",
        threw=("9H JC TC 9C 8C", "7S 8H 7H"),
        drew=("QS JS TS 9D 7C", "9S 8S 7D"),
        play="AS",
    ),
    "younger": Example(
        "9S 8S KH QH JH 7H KD QD 9D KC JC 9C",
        "AS KS QS JS TS AH 9H 8H AD 8D AC 7C",
        threw=("JD TD 7D QC TC", "7S TH 8C"),
        drew=("8S QH JH 7H 9D", "KS JS 9H"),
        play="KH AH",
        seat=Seat.YOUNGER,
    ),
    "twenty_nine": Example(
        "QS JS TS 9S 8S AH TH TD 7D TC 8C 7C",
        "AS KS KH QH JH 9H 8H AD KD QD AC 9C",
        threw=("7S JD 8D KC JC", "7H 9D QC"),
        drew=("QS 8S 7D 8C 7C", "KH AD AC"),
        play="7D",
    ),
    "on_the_lead": Example(
        "AS KS JS 9S AH QH JH TH 9H 8H AD KD",
        "QS TS 7S KH 7H QD JD AC KC QC TC 9C",
        threw=("8S 8D JC 8C 7C", "TD 9D 7D"),
        drew=("AS JS JH TH KD", "QD JD TC"),
        play="AS 7S KS TS AD JD KD QD AH 7H QH KH",
    ),
    "first_trick": Example(
        "KS QS JS TS 9S AH 9H AD 9D 7D TC 7C",
        "AS 8S KH JH TH 7H KD JD 8D AC QC 9C",
        threw=("QH 8H QD TD 8C", "7S KC JC"),
        drew=("9H 9D 7D TC 7C", "AS 8D QC"),
        play="KS AS",
    ),
    "three_tens": Example(
        "AS KS QS JS TS 9S 8S 7S KH QH JH 7D",
        "AH TH 9H 8H AD TD 9D 8D KC TC 9C 7C",
        threw=("KD QD JD AC JC", "7H QC 8C"),
        drew=("8S 7S KH QH 7D", "KC TC 9C"),
        play="AS 7C",
    ),
    "seventh": Example(
        "AS KS QS JS 9S 8S 7S AH KH 8H 7H AD",
        "TH 9H KD QD JD 9D 8D AC KC QC TC 9C",
        threw=("TD 7D JC 8C 7C", "TS QH JH"),
        drew=("QS JS 8S 7S AH", "TH 9H AC"),
        play="AS 8D KS 9D QS JD JS 9C 9S TC 8S QC 7S KC AH 9H KH TH",
    ),
    "all_majors": Example(
        "AS KS QS AH KH QH AD KD QD AC KC QC",
        "JS TS 9S JH TH 8H JD 9D 8D TC 9C 7C",
        threw=("8S 9H TD 7D 8C", "7S 7H JC"),
        drew=("KS AD AC KC QC", "JS TC 7C"),
        play="AS",
    ),
    "tricks": Example(
        "AS KS TS 8S AH JH 9H AD JD 7D TC 7C",
        "QS JS 9S TH 8H 7H QD TD 8D AC KC QC",
        threw=("KH KD 9D 9C 8C", "7S QH JC"),
        drew=("KS TS 9H AD TC", "JS 8D QC"),
        play=("AS 9S AH 7H AD 8D KS JS JH 8H 7D TD AC 7C KC TC QS 8S QD JD QC 9H TH TS"),
    ),
    "capot": Example(
        "AS KS QS JS 8S AH KH JH TH 8H 7H AD",
        "TS 9S QH 9H KD JD 8D 7D KC 9C 8C 7C",
        threw=("QD TD 9D JC TC", "7S AC QC"),
        drew=("QS JS 8S 8H 7H", "TS 7D 8C"),
        play=("AS 9S KS TS QS 7D JS 8D 8S 7C AH 9H KH QH JH 8C TH 9C 8H JD 7H KC AD KD"),
    ),
    "divided": Example(
        "AS KS QS JS TS 9S 9H 8H 7H 9D 8D 7D",
        "AH KH QH AD KD QD AC KC QC JC TC 9C",
        threw=("JH JD TD 8C 7C", "8S 7S TH"),
        drew=("QS JS 9D 8D 7D", "QH QC 9C"),
        play=("AS 9C KS TC QS JC JS QC TS KC 9S AC 9H QH AH 8H KH 7H AD 9D KD 8D QD 7D"),
    ),
}

# The same cards, played otherwise or with other totals before them.
_VARIED = {
    "equal_points": replace(_DEALS["twenty_nine"], play="AH 8H"),
    "level": replace(_DEALS["divided"], ends=(112, 112)),
    "exactly": replace(_DEALS["tricks"], ends=(100, 131), target_before=(60, 91, 4)),
    "both_short": replace(_DEALS["divided"], ends=(97, 64), target_before=(99, 30, 4)),
}

EXAMPLES: Mapping[str, Example] = MappingProxyType(_DEALS | _VARIED)
"""Every example by its name."""
