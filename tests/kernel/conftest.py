"""One solved table for all tests of the core, built once for a run."""

from pathlib import Path

import pytest

from piquet import kernel

# Without the core there is nothing to test here; tests/test_core.py says that it is missing.
collect_ignore_glob = [] if kernel.available() else ["test_*.py"]


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that no other run shares."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's own cache out of the tests, and every test's open tables its own."""
    from piquet.kernel import cache

    monkeypatch.setenv("PIQUET_CACHE", str(cache_folder))
    monkeypatch.setattr(cache, "_open_tables", {})


@pytest.fixture
def table(own_cache: None) -> "kernel.Table":
    """The table with the extra point for the last trick."""
    return kernel.solved(1)


@pytest.fixture
def plain_table(own_cache: None) -> "kernel.Table":
    """The table without it."""
    return kernel.solved(0)
