"""What the tests of the review share: means measured from few hands, kept nowhere."""

from collections.abc import Iterator

import pytest

from piquet import kernel

if not kernel.available():
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture
def rough(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measure the means from a few hands only: whatever adds up does so with any means."""
    from piquet.review import means

    monkeypatch.setattr(means, "_HANDS", 3)
    monkeypatch.setattr(means, "_DEALS", 2000)
    monkeypatch.setattr(means, "kept", lambda name, make, size: make())
    means.means.cache_clear()
    yield
    means.means.cache_clear()
