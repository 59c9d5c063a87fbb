"""The form of a file of cases: reading it, refusing what is not in it, and comparing results.

Nothing is overlooked: a field that nobody asked for, a name that nothing answers to and an
expectation of nothing are faults, never a pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from piquet.base import Person, PiquetError, Seat
from piquet.cards import Card, CardSet, parse_cards
from piquet.rules import PROFILES, Rules

SEATS = {"elder": Seat.ELDER, "younger": Seat.YOUNGER}
PERSONS = {"A": Person.FIRST, "B": Person.SECOND}
_NEEDED = ("id", "kind", "profile", "input", "expect")
_KNOWN = (*_NEEDED, "options", "reason", "source", "title", "note")


class Fault(Exception):
    """A case or a file that is not what it says it is, in a sentence."""


class Skip(Exception):
    """A case that the engine cannot act out, and why."""


@dataclass(frozen=True)
class Missing:
    """A result that a case cannot have as it stands, and why."""

    reason: str


class NotCompared:
    """A sentence for readers."""


class AnyOrder(list[Any]):
    """A list of which the order says nothing."""


class Combination(dict[str, Any]):
    """A combination by its particulars; a case may name its cards, its length or some of these."""

    def __init__(self, held: CardSet, **particulars: Any) -> None:
        super().__init__(particulars)
        self.held = held


# --- files ----------------------------------------------------------------------------------------


def read(path: Path) -> list[Any]:
    """Return the entries of a file of cases.

    Raises Fault for a file that is no list of cases.
    """
    try:
        written = path.read_bytes().decode("utf-8-sig")
        found = json.loads(written, object_pairs_hook=_once, parse_constant=_no_number)
    except OSError as error:
        raise Fault(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Fault("is not UTF-8 text") from None
    except RecursionError:
        raise Fault("is nested too deeply to be a list of cases") from None
    except ValueError as error:
        raise Fault(f"is not JSON: {error}") from None
    if not isinstance(found, list):
        raise Fault("is not a list of cases")
    if not found:
        raise Fault("holds no case")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Fault(f'names "{twice}" twice in one object')
    return found


def _no_number(word: str) -> NoReturn:
    raise Fault(f"holds {word}, which is no number of JSON")


def name_of(entry: object, place: int) -> str:
    """Return what a case is called in a report."""
    if isinstance(entry, dict) and isinstance(entry.get("id"), str) and entry["id"].strip():
        return str(entry["id"])
    return f"case {place}"


def check_shape(entry: object) -> dict[str, Any]:
    """Return a case as a mapping whose parts have their types.

    Raises Fault for anything else.
    """
    if not isinstance(entry, dict):
        raise Fault("is not an object")
    missing = [name for name in _NEEDED if name not in entry]
    if missing:
        raise Fault(f"has no {listed(missing)}")
    for name in ("id", "kind", "profile"):
        if not isinstance(entry[name], str) or not entry[name].strip():
            raise Fault(f"{name} must be a word")
    for name in ("input", "expect", "options"):
        if not isinstance(entry.get(name, {}), dict):
            raise Fault(f"{name} must be an object")
    if not entry["input"]:
        raise Fault("its input is empty")
    if not entry["expect"]:
        raise Fault("it expects nothing")
    known(entry, *_KNOWN, what="field")
    return entry


def rules_of(case: Mapping[str, Any]) -> Rules:
    """Return the rules of a case: its profile with its options.

    Raises Fault for a profile or an option that does not exist.
    """
    profile = case["profile"]
    if profile not in PROFILES:
        raise Fault(f'there is no profile "{profile}"')
    try:
        return Rules.named(profile).but(**case.get("options", {}))
    except PiquetError as error:
        raise Fault(str(error)) from None


# --- parts of a case ------------------------------------------------------------------------------


def listed(names: object) -> str:
    """Return names as people list them."""
    words = [str(name) for name in names]  # type: ignore[attr-defined]
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def known(found: Mapping[str, Any], *names: str, what: str = "input field") -> None:
    """Raise Fault where a mapping holds anything but these names."""
    for name in found:
        if name not in names:
            raise Fault(f'the {what} "{name}" is not known')


def need(found: Mapping[str, Any], name: str, kind: type, what: str) -> Any:
    """Return a part of a mapping, of exactly one type; a list that asks nothing is none.

    Raises Fault where it is missing or something else.
    """
    if name not in found:
        raise Fault(f'the input field "{name}" is missing')
    if typed(found[name], name, kind, what) == []:
        raise Fault(f"{name} is empty")
    return found[name]


def typed(value: Any, name: str, kind: type, what: str) -> Any:
    """Return a value of exactly one type (true is no number).

    Raises Fault for another.
    """
    if type(value) is not kind:
        raise Fault(f"{name} must be {what}, not {shown(value)}")
    return value


def numbers(found: Mapping[str, Any], name: str) -> list[int]:
    """Return a list of whole numbers out of a mapping."""
    values = need(found, name, list, "a list of numbers")
    return [typed(value, name, int, "a list of numbers") for value in values]


def pair(value: Any, name: str) -> tuple[int, int]:
    """Return two whole numbers of points or cards, such as what A and B scored."""
    if not isinstance(value, list) or len(value) != 2:
        raise Fault(f"{name} must hold pairs of numbers, not {shown(value)}")
    first, second = (typed(part, name, int, "a pair of numbers") for part in value)
    if min(first, second) < 0:
        raise Fault(f"{name} must hold no number below nought, not {shown(value)}")
    return first, second


def both(found: Mapping[str, Any], name: str, names: Mapping[str, Any]) -> tuple[int, int]:
    """Return the points of both sides (elder and younger, or A and B) out of a mapping."""
    value = need(found, name, dict, "an object of two numbers")
    known(value, *names, what=f"side in {name}")
    first, second = (need(value, side, int, "a number") for side in names)
    for side in names:
        if value[side] < 0:
            raise Fault(f"{side} must be no number below nought, not {value[side]}")
    return first, second


def choice(value: Any, name: str, names: Mapping[str, Any]) -> Any:
    """Return what one of a few words stands for."""
    if not isinstance(value, str) or value not in names:
        raise Fault(f"{name} must be {' or '.join(names)}, not {shown(value)}")
    return names[value]


def card(value: Any, name: str) -> Card:
    """Return a card that a case names."""
    try:
        return Card.parse(typed(value, name, str, "a card"))
    except PiquetError as error:
        raise Fault(f"{name}: {error}") from None


def cards(value: Any, name: str) -> CardSet:
    """Return cards that a case names, in one string or a list of them."""
    try:
        return CardSet.parse(_joined(value, name))
    except PiquetError as error:
        raise Fault(f"{name}: {error}") from None


def cards_in_order(value: Any, name: str) -> tuple[Card, ...]:
    """Return cards that a case names, as they lie."""
    try:
        return parse_cards(_joined(value, name))
    except PiquetError as error:
        raise Fault(f"{name}: {error}") from None


def _joined(value: Any, name: str) -> str:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    return str(typed(value, name, str, "cards"))


# --- comparing ------------------------------------------------------------------------------------


def shown(value: object) -> str:
    """Return a value as it is written in a case."""
    if isinstance(value, Combination):
        return str(value.held)
    if isinstance(value, tuple):
        return json.dumps(" ".join(map(str, value)))
    if isinstance(value, CardSet):
        return json.dumps(str(value))
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Yield a sentence for each respect in which a result is not what a case expects.

    >>> list(differences({"hand": {"elder": 21}}, {"hand": {"elder": 20, "younger": 0}}))
    ['hand.elder: expected 21, came out 20']
    """
    if isinstance(found, Missing):
        yield f"{path}: {found.reason}"
    elif isinstance(found, NotCompared):
        if not isinstance(expected, str):
            yield f"{path}: must be a sentence, not {shown(expected)}"
    elif isinstance(expected, dict) and isinstance(found, dict):
        yield from _fields(expected, found, path)
    elif isinstance(found, CardSet | tuple | Combination):
        yield from _cards(expected, found, path)
    elif isinstance(expected, list) and isinstance(found, list):
        yield from _lists(expected, found, path)
    elif type(expected) is not type(found) or expected != found:
        yield f"{path}: expected {shown(expected)}, came out {shown(found)}"


def _fields(expected: dict[str, Any], found: dict[str, Any], path: str) -> Iterator[str]:
    if not expected:
        yield f"{path or 'the case'}: expects nothing"
    for name, value in expected.items():
        where = f"{path}.{name}" if path else name
        if isinstance(found, Combination) and name == "cards" and not isinstance(value, int):
            yield from _cards(value, found.held, where)
        elif name in found:
            yield from differences(value, found[name], where)
        else:
            yield f"{where}: this expectation is not known"


def _lists(expected: list[Any], found: list[Any], path: str) -> Iterator[str]:
    if isinstance(found, AnyOrder):
        expected, found = sorted(expected, key=shown), sorted(found, key=shown)
    if len(expected) != len(found):
        yield f"{path}: expected {shown(expected)}, came out {shown(found)}"
        return
    for place, (wanted, came) in enumerate(zip(expected, found, strict=True), 1):
        yield from differences(wanted, came, f"{path}[{place}]")


def _cards(expected: Any, found: CardSet | tuple[Card, ...] | Combination, path: str) -> Any:
    """Compare cards: as they lie where their order counts, as sets where it does not."""
    wrong = f"{path}: expected {shown(expected)}, came out {shown(found)}"
    if isinstance(found, Combination):
        if isinstance(expected, int):
            if type(expected) is not int or expected != found["length"]:
                yield wrong
            return
        found = found.held
    try:
        wanted = cards_in_order(expected, path)
        same = wanted == found if isinstance(found, tuple) else CardSet.of(*wanted) == found
        if len(set(wanted)) < len(wanted):
            same = False
    except Fault:
        same = False
    if not same:
        yield wrong
