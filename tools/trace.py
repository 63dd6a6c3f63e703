"""Ties the rules to the code that enforces them and to the tests that hold them.

    python tools/trace.py            a table: how many ids of each game stand where, and what is amiss
    python tools/trace.py --json     {id: verdict} for every id of every games/*/rules.toml
    python tools/trace.py --docs     writes docs/rules/<game>.md
    python tools/trace.py --current  fails if docs/rules no longer says what the trace says
    python tools/trace.py --anew     runs the watched tests even where the data kept are fresh

It reads the catalogues, the ids that close the first docstring line of whatever enforces them, the marks of the tests,
and which test ran which line. Where the data about lines are missing or older than the sources it runs the watched
tests: those of the parts, and all that bear a rule. Exit code 1: an id without code or test, an id nobody knows, or a
watched test that fails.
"""

import argparse
import json
import sys
from pathlib import Path

from tracing import report, runs
from tracing.verdicts import trace

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, trace, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print {id: verdict} and nothing else")
    parser.add_argument("--docs", action="store_true", help="write docs/rules/<game>.md")
    parser.add_argument("--current", action="store_true", help="fail if docs/rules is out of date")
    parser.add_argument("--anew", action="store_true", help="run the watched tests even if the data kept are fresh")
    parser.add_argument("--jobs", type=int, default=2, help="processes for the tests (0: this one)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository to trace")
    asked = parser.parse_args(arguments)
    root = asked.root.resolve()

    if not runs.fresh(root, root / runs.DATA) and not asked.json:
        print("Running the tests of the parts and of the rules, to see which lines they run.", file=sys.stderr)
    found = trace(root, runs.ran(root, anew=asked.anew, jobs=asked.jobs))
    stale = report.stale_pages(root, found) if asked.current else []
    if asked.docs:
        report.write_pages(root, found)
    if asked.json:
        print(json.dumps(found.verdicts(), indent=1))
        print(*found.complaints, sep="\n", end="", file=sys.stderr)
    else:
        print(report.table(found))
        print(*[f"{name} is out of date: make docs writes it." for name in stale], sep="\n", end="\n" if stale else "")
    return 0 if found.clean and not stale else 1


if __name__ == "__main__":
    raise SystemExit(main())
