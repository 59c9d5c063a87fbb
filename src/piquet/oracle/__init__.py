"""The Oracle: what is best and why; and how simple people exchange, speak and play.

>>> from piquet import oracle
>>> "advise" in oracle.__all__
True
"""

from __future__ import annotations

from importlib import import_module

# Players import the rules of simple people from here: NumPy is imported only for advice.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from piquet.oracle.advice import Advice, Option, Parts
    from piquet.oracle.consult import advise, thinking

__all__ = ["Advice", "Option", "Parts", "advise", "thinking"]

_HOMES = {"advise": "consult", "thinking": "consult"}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import one of the names above when it is first asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'advice')}"), name)
        globals()[name] = value
        return value
