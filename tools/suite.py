"""Runs the tests in two lots, then the rule trace and the gate on branches, and closes with one line that adds them up.

    python tools/suite.py                           what `make suite` runs
    python tools/suite.py --beside types contracts  what `make test` runs: these verbs of make beside the tests
    python tools/suite.py --quick                   the tests of the parts alone, unwatched: what `make quick` runs
    python tools/suite.py --long                    what only `make full` runs

The tests of the parts whose branches are counted, and those that bear a rule, are watched, line by line and branch by branch, for
the rule trace, the gate and the mutants; all others, those in a browser among them, run at full speed, and the trace and the gate
beside them. Both lots run even where the first one fails. Which test is which says the `PLACES` of conftest.py, and marks.
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


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and run what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only the tests of the parts, unwatched")
    parser.add_argument("--long", action="store_true", help="only what the rest leaves out")
    parser.add_argument("--beside", nargs="+", default=[], metavar="VERB", help="verbs of make to run beside the tests")
    asked = parser.parse_args(arguments)
    if asked.quick:
        return pytest("-m", runs.QUICK)
    if asked.long:  # beside what is marked so, more examples of whatever is tried with examples
        return pytest("-m", "long or hypothesis", "--hypothesis-profile", "long")
    return everything(asked.beside)


def everything(verbs: list[str]) -> int:
    """Run both lots; 0 if nothing failed, the trace is clean, no package lacks branches, and the verbs have done well."""
    made = [Beside("make", "--silent", "--old-file=install", *verbs)] if verbs else []  # nothing is installed meanwhile
    with tempfile.TemporaryDirectory() as folder:
        watched, rest = Path(folder, "watched.xml"), Path(folder, "rest.xml")
        print("Tests of the parts that are watched, and those that bear a rule:", flush=True)
        first, _ = runs.run(ROOT, f"--junit-xml={watched}", jobs=JOBS)
        held = first.returncode == 0
        tools = (("tools/trace.py", "--current"), ("tools/branches.py",)) if held else ()
        traced = [Beside(sys.executable, *each) for each in tools]
        print("All other tests:", flush=True)
        # A browser and its server wait for each other part of the time; two more than there are processors took 8 % longer than one.
        jobs = JOBS + 1
        second = pytest("-m", f"not ({runs.WATCHED} or long)", f"--junit-xml={rest}", jobs=jobs)
        count = tally(watched) + tally(rest)
    print(
        "The rule trace and the branches:" if held else "The rule trace and the branches wait until those tests pass.",
        flush=True,
    )
    wrong = [each for each in (*traced, *made) if each.ends()]
    failed = count["failures"] + count["errors"]
    passed = count["tests"] - failed - count["skipped"]
    print(f"\n{passed} passed, {failed} failed, {count['skipped']} skipped", flush=True)
    return 1 if not held or second or wrong or not passed else 0


def pytest(*options: str, jobs: int = JOBS) -> int:
    """Run pytest in the project's folder; its exit code."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(jobs), *runs.SPREAD, *options]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


class Beside:
    """A command that runs beside the tests; what it says is kept until it is waited for."""

    def __init__(self, *command: str) -> None:
        env = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}}
        self.said = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  (closed when it has been read)
        self.child = subprocess.Popen(command, cwd=ROOT, env=env, stdout=self.said, stderr=subprocess.STDOUT)

    def ends(self) -> int:
        """Wait for its end and print what it has said; its exit code."""
        with self.said:
            code = self.child.wait()
            self.said.seek(0)
            print(self.said.read(), end="", flush=True)
        return code


def tally(file: Path) -> Counter[str]:
    """What a lot's report counts: tests, failures, errors, skipped."""
    count: Counter[str] = Counter()
    if file.exists():
        for suite in ElementTree.parse(file).getroot().iter("testsuite"):
            count.update({name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")})
    return count


if __name__ == "__main__":
    raise SystemExit(main())
