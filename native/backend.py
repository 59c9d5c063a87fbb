"""The build backend: scikit-build-core's, and a C++ compiler from PyPI where none is found.

Three ways lead to an installed piquet: the system's compiler; where there is none, the compiler
of the package ``ziglang``, asked for as a requirement of the build; and where that cannot be had
either, a wheel without the native core, in which all but the strongest players works.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scikit_build_core import build as _build
from scikit_build_core.build import build_sdist, get_requires_for_build_sdist

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

Settings = dict[str, list[str] | str] | None

_COMPILERS = ("c++", "g++", "clang++", "CC")
_TOOLS = {"CC": "cc", "CXX": "c++", "AR": "ar", "RANLIB": "ranlib"}


def _pure_asked_for() -> bool:
    return os.environ.get("PIQUET_PURE", "").lower() in ("1", "on", "true", "yes")


def _needs_zig() -> bool:
    """Whether no compiler is in sight.  On Windows CMake finds its own, or none."""
    if os.name == "nt" or _pure_asked_for() or os.environ.get("CXX"):
        return False
    return not any(shutil.which(name) for name in _COMPILERS)


def _headers_found() -> bool:
    return any(
        Path(sysconfig.get_path(name), "Python.h").is_file() for name in ("include", "platinclude")
    )


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what the build needs beside the requirements in pyproject.toml."""
    needed = _build.get_requires_for_build_wheel(config_settings)
    return [*needed, "ziglang"] if _needs_zig() else needed


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what an editable build needs beside the requirements in pyproject.toml."""
    needed = _build.get_requires_for_build_editable(config_settings)
    return [*needed, "ziglang"] if _needs_zig() else needed


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel with the compiler that was found, or a pure one."""
    with _compiler():
        return _build.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build an editable wheel with the compiler that was found, or a pure one."""
    with _compiler():
        return _build.build_editable(wheel_directory, config_settings, metadata_directory)


def __getattr__(name: str) -> Any:
    # The metadata hooks are there only where scikit-build-core has them.
    if name.startswith("prepare_metadata_for_build_"):
        return getattr(_build, name)
    raise AttributeError(name)


@contextmanager
def _compiler() -> Iterator[None]:
    """Hand CMake the compiler of ziglang while a wheel is built, where there is no other."""
    if not _pure_asked_for() and not _headers_found():
        _say(
            "Python.h is missing (on Debian: apt install python3-dev python3-venv), "
            "so piquet is built without its native core."
        )
    if not _needs_zig():
        yield
        return
    if importlib.util.find_spec("ziglang") is None:
        _say("No C++ compiler and no ziglang: piquet is built without its native core.")
        yield
        return
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="piquet-zig-") as folder:
        os.environ.update(_wrappers(Path(folder)))
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _wrappers(folder: Path) -> dict[str, str]:
    """Write one small program for each tool, and return the variables that name them to CMake."""
    made = {}
    for variable, tool in _TOOLS.items():
        # Zig compiles for the processor at hand unless told: a wheel must run on older ones too.
        options = " -mcpu=baseline" if tool in ("cc", "c++") else ""
        path = folder / f"zig-{tool}"
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang {tool}{options} "$@"\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        made[variable] = str(path)
    ar, ranlib = made["AR"], made["RANLIB"]
    # CMake reads the compilers from the environment, but not the archiver.
    more = f"-DCMAKE_AR={ar} -DCMAKE_RANLIB={ranlib} -DCMAKE_CXX_SCAN_FOR_MODULES=OFF"
    made["CMAKE_ARGS"] = f"{os.environ.get('CMAKE_ARGS', '')} {more}".strip()
    return made


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
