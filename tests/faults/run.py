"""Plant faults, one at a time, in copies of the package, and see that the tests find each.

``python tests/faults/run.py [NAME ...]`` plants those whose names hold a word given, or all; those
that only a browser can see only where Chromium is.  Prints a table; fails where one is not found.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from planted import FAULTS, Fault

TESTS = Path(__file__).resolve().parent.parent
AT_ONCE = 2
LONGEST = 120.0  # seconds that a test may take to fail


def package() -> Path:
    """Return the folder of the package that is installed, or on the path."""
    found = importlib.util.find_spec("piquet")
    assert found is not None, "there is no piquet"
    assert found.origin is not None, "there is no piquet"
    return Path(found.origin).parent


def plant(fault: Fault, folder: Path) -> None:
    """Make a copy of the package with a fault in it."""
    shutil.copytree(package(), folder / "piquet")
    for file, stands, put in fault.changes:
        path = folder / "piquet" / file
        words = path.read_text(encoding="utf-8")
        assert words.count(stands) == 1, f"{file} does not hold once: {stands}"
        path.write_text(words.replace(stands, put), encoding="utf-8")


def tested(fault: Fault, folder: Path) -> tuple[int, str]:
    """Return how the test ends on a copy, and what it says; nothing that it started stays."""
    where = [str(folder), os.environ.get("PYTHONPATH", "")]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    process = subprocess.Popen(
        [*command, f"--basetemp={folder / 'temp'}", str(TESTS / fault.test)],
        cwd=TESTS.parent,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, where)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PIQUET_FULL": "",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=LONGEST)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        return -1, f"no end within {LONGEST:.0f} s"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def found(name: str) -> tuple[str, str, float]:
    """Return a fault's name, why it was not found ("" where it was), and the seconds it took."""
    fault, started = FAULTS[name], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="piquet-fault-") as folder:
        try:
            plant(fault, Path(folder))
            code, said = tested(fault, Path(folder))
        except AssertionError as error:
            return name, str(error), time.monotonic() - started
    wrong = ""
    if code == 0:
        wrong = "the test passes"
    elif code != 1:
        wrong = f"the test did not run: {said[-2000:]}"
    # What went wrong stands behind an E; a test's own text, which is printed too, proves nothing.
    elif not re.search(fault.seen, "\n".join(re.findall(r"(?m)^E .*", said))):
        wrong = f"it fails for another reason than {fault.seen}:\n{said[-3000:]}"
    return name, wrong, time.monotonic() - started


def main(words: list[str]) -> int:
    """Plant the faults asked for and print what found each."""
    names = [name for name in FAULTS if not words or any(word in name for word in words)]
    if not names:
        print("no fault is called that; there are:", *FAULTS, sep="\n  ")
        return 2
    chromium = shutil.which("chromium") is not None
    left = [name for name in names if FAULTS[name].browser and not chromium]
    names = [name for name in names if name not in left]
    wide = max(map(len, names), default=0)
    missed = []
    started = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for name, wrong, seconds in pool.map(found, names):
            what = "NOT FOUND" if wrong else FAULTS[name].test
            print(f"{name:{wide}}  {seconds:5.1f} s  {what}", flush=True)
            if wrong:
                print(f"    {wrong}")
                missed.append(name)
    for name in left:
        print(f"{name}: not planted, for there is no Chromium")
    took = time.monotonic() - started
    print(f"{len(names) - len(missed)} of {len(names)} faults found, in {took:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
