"""The face of the core: what the stub promises is there, and what it costs to import."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from piquet import kernel
from piquet.kernel import _core

STUB = ast.parse((Path(kernel.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))


def promised(body: list[ast.stmt], prefix: str = "") -> dict[str, list[str]]:
    """Return the functions of a stub with the names of their parameters."""
    found: dict[str, list[str]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            found |= promised(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            given = node.args
            names = [argument.arg for argument in (*given.args, *given.kwonlyargs)]
            found[prefix + node.name] = [name for name in names if name != "self"]
    return found


def test_the_stub_names_what_the_module_has() -> None:
    names = {
        name
        for name, value in vars(_core).items()
        if not name.startswith("__") and (inspect.isclass(value) or callable(value))
    }
    assert {name.split(".")[0] for name in promised(STUB.body)} == names


@pytest.mark.parametrize("name", promised(STUB.body))
def test_the_stub_names_the_parameters(name: str) -> None:
    value: object = _core
    for part in name.split("."):
        value = getattr(value, part)
    if isinstance(value, (int, property)) or not callable(value):
        return  # a property
    signature = value.__nb_signature__[0][0]  # type: ignore[attr-defined]
    for parameter in promised(STUB.body)[name]:
        assert f"{parameter}:" in signature, signature


def test_every_name_of_the_face_is_there() -> None:
    for name in kernel.__all__:
        assert getattr(kernel, name) is not None
    with pytest.raises(AttributeError, match="nothing"):
        kernel.nothing  # noqa: B018


def test_importing_the_core_imports_no_numpy() -> None:
    code = (
        "import sys; from piquet import kernel; from piquet.kernel import _core; "
        "assert kernel.available(); assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_the_core_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "piquet.kernel._core", None)
    monkeypatch.delitem(vars(kernel), "solved", raising=False)
    assert not kernel.available()
    with pytest.raises(kernel.CoreMissing, match="compiler"):
        kernel.solved  # noqa: B018


def test_without_numpy_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "piquet.kernel.exchange", raising=False)
    monkeypatch.delitem(vars(kernel), "compare_discards", raising=False)
    with pytest.raises(kernel.CoreMissing, match="NumPy"):
        kernel.compare_discards  # noqa: B018


def test_nothing_is_said_of_what_a_thread_still_holds_when_python_ends() -> None:
    code = """
import threading
from piquet.kernel import compiled
from piquet.rules import Rules

held = threading.Event()


def hold(tables):
    held.set()
    threading.Event().wait()


threading.Thread(target=hold, args=[compiled(Rules())], daemon=True).start()
held.wait()
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (ended.stdout, ended.stderr) == (b"", b"")
