"""Whether the tests of the native core ran: skipped, with the reason, where it is not installed."""

import pytest

from piquet import kernel


def test_the_core_is_installed() -> None:
    if not kernel.available():
        pytest.skip(str(kernel.why_not()))
    assert kernel.Table is not None
