"""Every example in the package's docstrings prints what it says."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import piquet
from piquet import kernel

MODULES = ["piquet", *(found.name for found in pkgutil.walk_packages(piquet.__path__, "piquet."))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    missing = kernel.why_not()
    if missing and name.startswith("piquet.kernel."):
        pytest.skip(missing)
    try:
        result = doctest.testmod(import_module(name))
    except kernel.CoreMissing as error:
        pytest.skip(str(error))
    told = capsys.readouterr().out
    if missing and "CoreMissing" in told:
        pytest.skip(missing)  # what needs the core said so
    assert result.failed == 0, told


def test_a_wrong_example_is_caught() -> None:
    """The runner above is no use if it lets a wrong example pass."""
    wrong = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, None)
    assert doctest.DocTestRunner(verbose=False).run(wrong, out=lambda _: None).failed == 1
