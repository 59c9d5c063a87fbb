"""Reading what comes over the wire: JSON is scanned first, then made into a message."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any, TypeVar, cast

import msgspec

from piquet.base import Unreadable

__all__ = ["DEEPEST", "LARGEST", "encode", "message", "scan"]

LARGEST = 16 * 1024
"""The most bytes of a frame or body."""

DEEPEST = 16
"""The most brackets inside each other."""

# A string that does not end is one too, and nothing is tried twice: the time grows with the length
# alone, whatever a stranger sends.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_DIGITS = 16  # enough for every whole number that a browser can hold exactly

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


def scan(data: bytes, limit: int = LARGEST) -> object:
    """Return what a JSON text says, or refuse what two readers could read differently.

    >>> scan(b'{"a": [1, 2]}')
    {'a': [1, 2]}
    >>> scan(b'{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    piquet.base.Unreadable: The message names "a" twice.

    Raises Unreadable: ``json_size``, ``json_encoding`` (no UTF-8, half a letter), ``json_depth``,
    ``json_twice`` and ``json`` (no JSON; NaN, infinite and overlong numbers are none).
    """
    if len(data) > limit:
        raise Unreadable("json_size", limit=limit)
    if _depth(data) > DEEPEST:
        raise Unreadable("json_depth", limit=DEEPEST)
    try:
        words = data.decode()
        found = json.loads(
            words,
            object_pairs_hook=_object,
            parse_constant=_refuse,
            parse_int=_whole,
            parse_float=_decimal,
        )
        # What a half of a surrogate pair stands for cannot be written down again.
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeError:
        raise Unreadable("json_encoding") from None
    except Unreadable:
        raise
    except (ValueError, RecursionError):
        raise Unreadable("json") from None
    return cast(object, found)


def _depth(data: bytes) -> int:
    deepest = depth = 0
    for sign in _STRING.sub(b"", data):
        if sign in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in b"]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(
            name for name, times in Counter(name for name, _ in pairs).items() if times > 1
        )
        raise Unreadable("json_twice", name=ascii(twice[:40])[1:-1])
    return found


def _refuse(written: str) -> object:
    raise ValueError(written)


def _whole(written: str) -> int:
    if len(written) > _DIGITS:
        raise ValueError(written)
    return int(written)


def _decimal(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(written)
    return number


def message(data: bytes, kind: type[T] | Any, limit: int = LARGEST) -> T:
    """Return the message of a type that a JSON text holds.

    >>> from piquet.table.protocol import Said
    >>> message(b'{"type": "stop", "id": "a"}', Said)
    Stop(id='a')

    Raises Unreadable as :func:`scan` does, and ``message`` for what is no message of that type.
    """
    found = scan(data, limit)
    try:
        return cast(T, msgspec.convert(found, kind))
    except msgspec.ValidationError as error:
        # What msgspec says names the field and the type due, and repeats nothing of the input but
        # the names of unknown fields.
        raise Unreadable("message", why=ascii(str(error)[:200])[1:-1]) from None


def encode(told: object) -> bytes:
    """Return the JSON text of a message.

    >>> from piquet.table.told import Done
    >>> encode(Done("a", 3))
    b'{"type":"done","id":"a","version":3}'
    """
    return _encoder.encode(told)
