"""Prove the three ways to install piquet: system compiler, ziglang, and pure.

``python tests/installs.py [system] [ziglang] [pure]`` installs into fresh virtual environments,
hiding compilers (and zig) as each way needs, and prints last how many passed and failed.  It is no
pytest module: it needs the package index, minutes, and a system where programs are found by PATH.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPILER = re.compile(r"(.*-)?(cc|c\+\+|gcc|g\+\+|clang|clang\+\+|c[89]9|cpp|zig)([-.\d]*)")
WAYS = ("system", "ziglang", "pure")

WITH_CORE = """
from piquet import kernel
from piquet.kernel import _core
assert kernel.why_not() is None
assert sum(_core.levels()) == 31_070_889
assert _core.Pique([float(s) for s in range(26)], [0] * 13, lead=1, threshold=30, bonus=30.0)
table = kernel.solved()
assert table.value(0x00000FFF, 0x00FFF000) == 16
print("core:", _core.__file__)
"""

WITHOUT_CORE = """
from piquet import CardSet, Deal, kernel
assert len(Deal.random("letter").elder) == 12
assert not kernel.available()
try:
    kernel.solved
except kernel.CoreMissing as error:
    print("no core:", error)
else:
    raise AssertionError("the core is there")
"""


def main(ways: list[str]) -> int:
    """Try the ways named, or all; return 0 where every one of them works."""
    passed = 0
    for way in ways:
        print(f"== {way}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            passed += _try(way, Path(folder))
    print(f"{passed} passed, {len(ways) - passed} failed")
    return 0 if passed == len(ways) else 1


def _try(way: str, folder: Path) -> bool:
    venv.create(folder / "venv", with_pip=True)
    bin_folder = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = bin_folder / "python"
    environment = {**os.environ, "PIQUET_CACHE": str(folder / "cache")}
    for name in ("CC", "CXX", "CMAKE_ARGS", "PIQUET_PURE", "PYTHONPATH"):
        environment.pop(name, None)
    install = [str(python), "-m", "pip", "install", "--no-cache-dir", "--quiet"]
    if way == "pure":
        # Without isolation pip installs no requirement of the build, so there is no zig either.
        _run([*install, "scikit-build-core", "nanobind", "cmake", "ninja"], environment)
        install.append("--no-build-isolation")
    if way != "system":
        environment["PATH"] = _programs_without_compilers(folder / "programs", bin_folder)
        # CMake looks into /usr/bin even where PATH does not name it.
        environment["CMAKE_ARGS"] = "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF"
    if not _run([*install, str(ROOT)], environment):
        return False
    check = WITHOUT_CORE if way == "pure" else WITH_CORE
    return _run([str(python), "-I", "-c", check], environment, folder)


def _programs_without_compilers(folder: Path, first: Path) -> str:
    """Return a PATH with every program that is there now but the compilers."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        if not Path(place).is_dir():
            continue
        for program in Path(place).iterdir():
            link = folder / program.name
            if not COMPILER.fullmatch(program.name) and not link.is_symlink():
                link.symlink_to(program)
    return os.pathsep.join([str(first), str(folder)])


def _run(command: list[str], environment: dict[str, str], folder: Path = ROOT) -> bool:
    done = subprocess.run(command, env=environment, cwd=folder, check=False)
    if done.returncode:
        print(f"exit code {done.returncode}: {' '.join(command[:6])}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    unknown = set(sys.argv[1:]) - set(WAYS)
    if unknown:
        sys.exit(f"there is no way {', '.join(sorted(unknown))}: the ways are {', '.join(WAYS)}")
    sys.exit(main(sys.argv[1:] or list(WAYS)))
