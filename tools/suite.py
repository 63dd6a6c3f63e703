"""Runs all tests in two lots, then the rule trace, and closes with one line that adds them up.

The tests that bear a rule are watched line by line, for the trace; all others, those in a browser among them, run at
full speed. Both lots run even where the first one fails.
"""

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


def main() -> int:
    """Run everything; 0 if nothing failed and the trace is clean."""
    with tempfile.TemporaryDirectory() as folder:
        watched, rest = Path(folder, "watched.xml"), Path(folder, "rest.xml")
        print("Tests that bear a rule:", flush=True)
        first, _ = runs.run(ROOT, f"--junit-xml={watched}", jobs=JOBS)
        print("All other tests:", flush=True)
        options = ("-n", str(JOBS), "--dist", "loadfile", f"--junit-xml={rest}")
        second = pytest("-m", f"not ({runs.WANTED})", *options)
        count = tally(watched) + tally(rest)
    print("The rule trace:" if first.returncode == 0 else "The rule trace waits until those tests pass.", flush=True)
    traced = tool("trace.py", "--current") if first.returncode == 0 else 1
    failed = count["failures"] + count["errors"]
    passed = count["tests"] - failed - count["skipped"]
    print(f"\n{passed} passed, {failed} failed, {count['skipped']} skipped", flush=True)
    return 1 if first.returncode or second or traced or not passed else 0


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
