"""Work to be done in a process of its own, by tests of those who wait for it."""

from __future__ import annotations

import os
import threading
from typing import Any

from piquet.base import Illegal

__all__ = ["breaks", "dies", "hangs", "refuses", "tells"]


def tells(tell: Any, given: int) -> int:
    for number in range(given):
        tell(number)
    return given * 10


def refuses(tell: Any) -> None:
    raise Illegal("look_none")


def breaks(tell: Any) -> None:
    raise KeyError("nowhere")


def dies(tell: Any) -> None:
    os._exit(1)


def hangs(tell: Any) -> None:
    tell(os.getpid())
    threading.Event().wait()
