"""Runs the tests in two lots, then the rule trace and the gate on branches, and closes with one line that adds them up.

    python tools/suite.py          what `make test` runs
    python tools/suite.py --quick  the tests of the parts alone, unwatched: what `make quick` runs
    python tools/suite.py --long   what only `make full` runs

The tests of the parts and those that bear a rule are watched, line by line and branch by branch, for the rule trace, the
gate and the mutants; all others, those in a browser among them, run at full speed. Both lots run even where the first
one fails. Which test is which says the `PLACES` of conftest.py, and marks.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from tracing import runs

ROOT = Path(__file__).resolve().parent.parent
JOBS = min(2, os.cpu_count() or 1)
SPREAD = ("-n", str(JOBS), "--dist", "loadscope")  # a class stays together: the laws of a game share its evenings


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and run what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only the tests of the parts, unwatched")
    parser.add_argument("--long", action="store_true", help="only what the rest leaves out")
    asked = parser.parse_args(arguments)
    if asked.quick:
        return pytest("-m", runs.QUICK, *SPREAD)
    return pytest("-m", "long", *SPREAD) if asked.long else everything()


def everything() -> int:
    """Run both lots; 0 if nothing failed, the trace is clean and no package lacks branches."""
    with tempfile.TemporaryDirectory() as folder:
        watched, rest = Path(folder, "watched.xml"), Path(folder, "rest.xml")
        print("Tests of the parts, and those that bear a rule:", flush=True)
        first, _ = runs.run(ROOT, f"--junit-xml={watched}", jobs=JOBS)
        print("All other tests:", flush=True)
        second = pytest("-m", f"not ({runs.WATCHED} or long)", *SPREAD, f"--junit-xml={rest}")
        count = tally(watched) + tally(rest)
    held = first.returncode == 0
    print("The rule trace:" if held else "The rule trace and the branches wait until those tests pass.", flush=True)
    traced = not held or tool("trace.py", "--current")
    gated = not held or tool("branches.py")
    failed = count["failures"] + count["errors"]
    passed = count["tests"] - failed - count["skipped"]
    print(f"\n{passed} passed, {failed} failed, {count['skipped']} skipped", flush=True)
    return 1 if first.returncode or second or traced or gated or not passed else 0


def pytest(*options: str) -> int:
    """Run pytest in the project's folder; its exit code."""
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *options], cwd=ROOT, check=False).returncode


def tool(name: str, *options: str) -> int:
    """Run a tool that lies beside this one; its exit code."""
    return subprocess.run([sys.executable, str(ROOT / "tools" / name), *options], cwd=ROOT, check=False).returncode


def tally(file: Path) -> Counter[str]:
    """What a lot's report counts: tests, failures, errors, skipped."""
    count: Counter[str] = Counter()
    if file.exists():
        for suite in ElementTree.parse(file).getroot().iter("testsuite"):
            count.update({name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")})
    return count


if __name__ == "__main__":
    raise SystemExit(main())
