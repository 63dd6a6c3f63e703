"""Which test ran which line: kept in `.coverage-trace`, made anew where it is missing or older than the sources.

The tests that are watched are all that bear a rule, and what `make quick` runs of the parts whose branches are counted. The same data
tell the rule trace and the gate on branch coverage what they want to know. There tests without a rule are one, for to keep each
apart takes a quarter longer. The mutants want to know it of each test, and have `.coverage-each`.
"""

import os
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

DATA, DATA_OF_EACH = ".coverage-trace", ".coverage-each"
EACH = "CLIFFHANGER_WATCH_EACH"  # set where every test is kept apart
OTHERS = "(others)"  # what tests without a rule are kept under, else
QUICK = "not (browser or kill or laws or server or slow or long)"
WATCHED = f"({QUICK} and not outer) or (rule and not browser)"
NO_TESTS = 5
# A class stays together: the laws of a game share its evenings. conftest.py has put first what takes longest.
SPREAD = ("--dist", "loadscope", "--no-loadscope-reorder")
# pytest with the plugin `watching` of this package, last on the path: some of our tools are called as the library's are.
PYTEST = f"import sys; sys.path.append({str(Path(__file__).parents[1])!r}); import pytest; sys.exit(pytest.main())"


@dataclass(frozen=True)
class Ran:
    """The lines that each watched test ran, by its name without parameters, and what pytest said if one failed."""

    lines: dict[str, frozenset[tuple[str, int]]]
    failure: str = ""


def ran(root: Path, *, anew: bool = False, jobs: int = 2, each: bool = False) -> Ran:
    """Read which watched test ran which line; run them first if nothing fresh is kept. Without `each`, of those with a rule."""
    kept = root / (DATA_OF_EACH if each else DATA)
    if not anew and fresh(root, kept):
        return Ran(_lines(root, kept))
    done, new = run(root, jobs=jobs, quiet=True, each=each)
    if done.returncode in {0, NO_TESTS}:
        return Ran(_lines(root, kept))
    lines = _lines(root, new)
    new.unlink(missing_ok=True)
    return Ran(lines, f"{done.stdout or ''}{done.stderr or ''}".strip())


def fresh(root: Path, kept: Path) -> bool:
    """Whether the data kept are younger than every source, test and rules file."""
    return kept.exists() and kept.stat().st_mtime > max(map(_changed, watched(root)), default=0.0)


def watched(root: Path) -> list[Path]:
    """The files whose change makes the data old."""
    files = [file for place in ("src", "tests") for file in (root / place).rglob("*")]
    return [file for file in files if file.suffix in {".py", ".toml", ".txt"} and "__pycache__" not in file.parts]


def run(
    root: Path, *options: str, jobs: int = 2, quiet: bool = False, each: bool = False
) -> tuple[subprocess.CompletedProcess[str], Path]:
    """Run the watched tests, those with a rule, or `each`, in a context of its own.

    The data are kept only if all pass: a failure must show again. Looked at are the packages that the gate names, the games
    among them; a tree without a gate is looked at whole.
    """
    kept = root / (DATA_OF_EACH if each else DATA)
    new = kept.with_name(f"{kept.name}.new")
    new.unlink(missing_ok=True)
    began = time.time()
    spread = ["-n", str(jobs), *SPREAD] if jobs else []
    done = subprocess.run(
        [
            *(sys.executable, "-c", PYTEST, "-p", "tracing.watching", "-q", "-m", WATCHED, *spread),
            *(*(f"--cov={each}" for each in looked_at(root)), "--cov-branch", "--cov-report=", *options),
        ],
        cwd=root,
        env=os.environ | {"COVERAGE_FILE": str(new), "COVERAGE_CORE": "ctrace", EACH: "1" if each else ""},
        capture_output=quiet,
        text=True,
        check=False,
    )
    if done.returncode in {0, NO_TESTS}:
        if not new.exists():  # not a line of the package ran, which is an answer too
            CoverageData(basename=str(new)).write()
            new.touch()
        os.utime(new, (began, began))
        new.replace(kept)
    return done, new


def looked_at(root: Path) -> list[str]:
    """The folders whose lines are counted, from the root on."""
    tools = tomllib.loads((root / "pyproject.toml").read_text("utf-8")).get("tool", {})
    gated = tools.get("cliffhanger", {}).get("coverage", ())
    return [str(place.relative_to(root)) for each in gated for place in root.glob(f"src/*/{each}")] or ["src"]


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:  # taken away while we looked
        return time.time()


def _lines(root: Path, file: Path) -> dict[str, frozenset[tuple[str, int]]]:
    lines: dict[str, set[tuple[str, int]]] = defaultdict(set)
    if not file.exists() or not file.stat().st_size:
        return {}
    data = CoverageData(basename=str(file))
    data.read()
    for measured in data.measured_files():
        path = Path(measured)
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else measured
        for line, contexts in data.contexts_by_lineno(measured).items():
            for test in contexts:
                if test and test != OTHERS:
                    lines[test].add((name, line))
    return {test: frozenset(seen) for test, seen in lines.items()}
