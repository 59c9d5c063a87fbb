"""What the project promises about itself: its files, its version, its imports, its set-up."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from importlib.resources import files
from pathlib import Path

import pytest
from faults.planted import FAULTS, Fault

import piquet
from piquet.cli import parser

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "piquet"
MODULES = sorted(SOURCE.rglob("*.py"))

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

SET_UP = r"""
Needs Python 3.11 or newer (python3 --version). Debian and Ubuntu once: sudo apt install python3-venv python3-dev
Play   macOS, Linux:          python3 -m venv .venv && .venv/bin/python -m pip install . && .venv/bin/python -m piquet
       Windows (PowerShell):  py -3 -m venv .venv; .venv\Scripts\python -m pip install .; .venv\Scripts\python -m piquet
Test   macOS, Linux:          python3 -m venv .venv && .venv/bin/python -m pip install ".[test]" && .venv/bin/python -m pytest
       Windows (PowerShell):  py -3 -m venv .venv; .venv\Scripts\python -m pip install ".[test]"; .venv\Scripts\python -m pytest
"""  # noqa: E501


def tracked() -> list[Path]:
    """Return the files under version control or, in an unpacked release, all that came with it."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        return [
            path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()
        ]
    made = {".venv", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", "build", "dist"}
    return [path for path in ROOT.rglob("*") if path.is_file() and not made & set(path.parts)]


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this Python on the package under test."""
    return subprocess.run(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )


def imports_of(source: str) -> set[str]:
    """Return the full names of all that a module imports, wherever in it the import stands."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            home = node.module or ""
            names |= {home, *(f"{home}.{alias.name}" for alias in node.names)}
    return names


# What stands in the tree

MACHINE_PATH = re.compile(
    r"(?<![\w.~)}\"'$-])/(?:work|tmp|root|home|farm|opt|mnt|Users)/\w|[A-Z]:\\Users"
)
HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]


def faults_of(words: str) -> list[str]:
    """Return the lines that only make sense on one machine."""
    return [
        line
        for line in words.splitlines()
        if MACHINE_PATH.search(line) or any(host in line for host in HOSTS)
    ]


def test_no_paths_of_a_machine_and_no_hosts() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in tracked()
        if path != Path(__file__).resolve()
        and (lines := faults_of(path.read_bytes().decode("utf-8", "replace")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        "see /home/somebody/piquet",
        "cp x {}tmp/y".format("/"),
        r"C:\Users\somebody",
        "https://" + HOSTS[0] + "/simple",
    ],
)
def test_such_a_path_is_found(line: str) -> None:
    assert faults_of(f"before\n{line}\nafter") == [line]


def test_every_file_of_vectors_is_explained() -> None:
    readme = (ROOT / "vectors" / "README.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([\w.-]+)` \|", readme, re.MULTILINE))
    files_there = {path.name for path in (ROOT / "vectors").iterdir()} - {"README.md"}
    assert files_there == {name for name in rows if "." in name}


def test_modules_are_short() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in MODULES
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 500
    }
    assert long == {}


# Imports

BANNED = {"random", "time", "datetime", "pathlib", "os", "io", "shutil", "tempfile", "numpy"}


def engine() -> list[Path]:
    """Return the modules up to ``partie`` in the layers of the import contract, texts aside."""
    layers = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    names = re.findall(r"\w+", " ".join(layers[layers.index("(partie)") : layers.index("texts")]))
    return [
        path for path in MODULES if path.relative_to(SOURCE).parts[0].partition(".")[0] in names
    ]


def test_engine_knows_no_chance_files_or_clocks() -> None:
    found = {}
    for path in engine():
        name = path.relative_to(SOURCE).as_posix()
        banned = BANNED if name == "dealing.py" else {*BANNED, "secrets", "hashlib"}
        roots = {full.partition(".")[0] for full in imports_of(path.read_text(encoding="utf-8"))}
        if roots & banned:
            found[name] = roots & banned
    assert found == {}


def test_the_engine_is_all_there() -> None:
    names = {path.relative_to(SOURCE).parts[0] for path in engine()}
    assert {"base.py", "dealing.py", "rules.py", "view.py", "position.py", "partie.py"} <= names


def test_a_hidden_import_is_found() -> None:
    planted = "def shuffled(cards):\n    from random import sample\n    return sample(cards, 32)\n"
    assert "random" in imports_of(planted)


def beyond_the_kernel(source: str) -> set[str]:
    """Return the parts of the package that a module of the kernel may not know but imports."""
    allowed = {"cards", "rules", "tables", "kernel", "base", "texts"}
    names = {full.split(".")[1] for full in imports_of(source) if full.startswith("piquet.")}
    return names - allowed


def test_kernel_takes_numbers_only() -> None:
    """The native core's Python face may know cards, rules and tables, and how to refuse."""
    for path in (SOURCE / "kernel").rglob("*.py"):
        assert beyond_the_kernel(path.read_text(encoding="utf-8")) == set(), path


def test_a_kernel_that_knows_more_is_found() -> None:
    planted = "from piquet.cards import Card\n\ndef f():\n    from piquet.view import View\n"
    assert beyond_the_kernel(planted) == {"view"}


def loaded_after(code: str) -> set[str]:
    """Return the package's modules that some code leaves loaded."""
    script = f"import sys\n{code}\nprint('LOADED', *[m for m in sys.modules if m[:6] == 'piquet'])"
    done = run_python("-c", script)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("LOADED")[2].split())


def test_help_loads_nothing_of_the_engine() -> None:
    loaded = loaded_after("from piquet.__main__ import main; main(['--help'])")
    assert loaded == {"piquet", "piquet.__main__", "piquet.cli", "piquet.texts"}


def test_importing_the_package_loads_nothing_else() -> None:
    assert loaded_after("import piquet") == {"piquet"}


def test_names_come_from_where_type_checkers_find_them() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    typed = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("piquet.")
        for alias in node.names
    }
    assert typed == {f"{getattr(piquet, name).__module__}.{name}" for name in piquet.__all__}
    assert set(piquet.__all__) <= set(dir(piquet))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = piquet.nonsense  # type: ignore[attr-defined]


# Version, typing, Python


def test_one_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    found = re.search(r"^version: (\S+)$", citation, re.MULTILINE)
    assert found is not None
    assert found[1] == piquet.__version__
    # None when the tests run on the bare source tree.
    installed = {each.version for each in metadata.distributions(name="piquet")}
    assert installed <= {piquet.__version__}


def test_typed() -> None:
    assert files("piquet").joinpath("py.typed").is_file()


def test_python_is_bounded_in_both_places() -> None:
    project = PROJECT["project"]
    assert project["requires-python"] == ">=3.11"
    assert project["scripts"] == {"piquet": "piquet.__main__:main"}
    named = [re.match(r"[a-z]+", needed) for needed in project["dependencies"]]
    assert [name and name[0] for name in named] == [
        *("starlette", "uvicorn", "websockets", "msgspec", "sqlalchemy", "numpy")
    ]
    assert all(">=" in needed for needed in project["dependencies"])


@pytest.mark.parametrize("name", ["__init__.py", "__main__.py"])
def test_an_old_python_can_read(name: str) -> None:
    ast.parse((SOURCE / name).read_text(encoding="utf-8"), feature_version=(3, 4))


@pytest.mark.parametrize("version", ["(3, 4, 0, 'final', 0)", "(3, 10, 12, 'final', 0)"])
@pytest.mark.parametrize(
    "start",
    [
        "import runpy; runpy.run_module('piquet', run_name='__main__')",
        "from piquet.__main__ import main",
    ],
)
def test_an_old_python_is_refused_in_a_sentence(version: str, start: str) -> None:
    done = run_python(
        "-c", f"import sys; real = sys.version_info; sys.version_info = {version}; {start}"
    )
    assert done.returncode == 1
    assert re.fullmatch(
        r"piquet needs Python 3\.11 or newer, and this is Python 3\.\d+: .*\n", done.stderr
    )
    assert done.stdout == ""


# Set-up and commands


def test_readme_tells_how_to_set_up() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"```{SET_UP}```" in readme.replace("```text", "```").replace("```sh", "```")


@pytest.mark.parametrize(
    "command",
    [
        *("", "serve", "backup", "restore", "doctor", "play"),
        *("resume", "replay", "review", "score", "deal", "oracle"),
        *("learn", "lesson", "lesson check", "drill", "arena", "equity", "stats", "table"),
        *("bench", "rules"),
    ],
)
def test_every_command_answers_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parser().parse_args([*command.split(), "--help"])
    assert stop.value.code == 0
    assert "usage: piquet" in capsys.readouterr().out


def test_no_command_is_left_out_above() -> None:
    usage = parser().format_help()
    assert re.findall(r"^    (\w+) ", usage, re.MULTILINE) == [
        *("serve", "backup", "restore", "doctor", "play"),
        *("resume", "replay", "review", "score", "deal", "oracle"),
        *("learn", "lesson", "drill", "arena", "equity", "stats", "table", "bench", "rules"),
    ]


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_every_fault_that_is_planted_has_its_place(fault: Fault) -> None:
    for file, stands, put in fault.changes:
        assert (SOURCE / file).read_text(encoding="utf-8").count(stands) == 1, (file, stands)
        assert stands != put
    file, test = fault.test.split("[")[0].split("::")
    assert f"def {test}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")
