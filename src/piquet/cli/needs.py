"""What a command needs that may not be installed."""

from importlib.util import find_spec

from piquet import kernel
from piquet.texts import text

__all__ = ["core_missing"]


def core_missing() -> str | None:
    """Return in a sentence what is missing to reckon with arrays in the core, None where all is.

    >>> core_missing() is None or kernel.why_not() is not None or find_spec("numpy") is None
    True
    """
    missing = kernel.why_not()
    if not missing and find_spec("numpy") is None:
        return text("kernel.numpy")
    return missing
