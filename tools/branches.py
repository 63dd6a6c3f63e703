"""Reports how many branches of each package the tests take, and fails where it is less than pyproject.toml asks for.

    python tools/branches.py          a row for each package of [tool.cliffhanger.coverage]
    python tools/branches.py --files  each file with a branch that is not taken, and the lines where it begins

It reads `.coverage-trace`, which holds the tests that `make quick` runs and all that bear a rule; without it, or where
it is older than the sources, it runs them. What only laws, servers and browsers reach does not count.
"""

import argparse
import json
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coverage import Coverage
from tracing import runs

ROOT = Path(__file__).resolve().parent.parent
SHOWN = 5


@dataclass(frozen=True)
class File:
    """One file: how many branches it has, and from which line to which one none was taken (a negative line: it ends)."""

    name: str
    branches: int
    missing: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Package:
    """One package, the share of its branches that is asked for, and its files."""

    name: str
    least: float
    files: tuple[File, ...]

    @property
    def branches(self) -> int:
        """How many there are."""
        return sum(file.branches for file in self.files)

    @property
    def taken(self) -> int:
        """How many of them the tests take."""
        return self.branches - sum(len(file.missing) for file in self.files)

    @property
    def percent(self) -> float:
        """The share that is taken, in percent."""
        return 100 * self.taken / self.branches if self.branches else 100.0

    @property
    def worst(self) -> list[File]:
        """The files with a branch that is not taken, the one with the most first."""
        return sorted((file for file in self.files if file.missing), key=lambda file: (-len(file.missing), file.name))


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, measure if need be, report; 0 if every package has what is asked of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", action="store_true", help="list every file with a branch that is not taken")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository to look at")
    asked = parser.parse_args(arguments)
    root = asked.root.resolve()
    ran = runs.ran(root)
    if ran.failure:
        print(f"The tests have to pass first:\n{ran.failure}", file=sys.stderr)
        return 1
    found = packages(root)
    print(report(found))
    if asked.files:
        print(*(f"{row(file)}: {places(file)}" for each in found for file in each.worst), sep="\n")
    short = [each for each in found if each.percent < each.least]
    print(*map(complaint, short), sep="\n", end="\n" if short else "")
    return 1 if short else 0


def packages(root: Path) -> list[Package]:
    """What was measured of each package that pyproject.toml names."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    least: dict[str, float] = settings["tool"]["cliffhanger"]["coverage"]
    files = measured(root)
    found = []
    for name, percent in least.items():
        own = tuple(_file(file, facts) for file, facts in sorted(files.items()) if Path(file).parts[2] == name)
        if not own:
            raise SystemExit(
                f"[tool.cliffhanger.coverage] of pyproject.toml names {name}, and no test runs such a package."
            )
        found.append(Package(name, percent, own))
    return found


def measured(root: Path) -> dict[str, Any]:
    """What coverage says of every file that was measured, by its path."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "coverage.json")
        data = Coverage(data_file=str(root / runs.DATA), config_file=str(root / "pyproject.toml"))
        data.load()
        data.json_report(outfile=str(out), include=[str(root / "src" / "*")])
        files: dict[str, Any] = json.loads(out.read_text("utf-8"))["files"]
    return {(root / name).resolve().relative_to(root).as_posix(): facts for name, facts in files.items()}


def _file(name: str, facts: dict[str, Any]) -> File:
    return File(name, facts["summary"]["num_branches"], tuple((a, b) for a, b in facts["missing_branches"]))


def report(found: list[Package]) -> str:
    """A row for each package."""
    rows = [f"{'package':<10}{'files':>7}{'branches':>10}{'taken':>8}{'percent':>9}{'least':>7}"]
    for each in found:
        counts = f"{len(each.files):>7}{each.branches:>10}{each.taken:>8}"
        rows.append(f"{each.name:<10}{counts}{each.percent:>9.2f}{each.least:>7g}")
    return "\n".join(rows)


def complaint(package: Package) -> str:
    """What a package lacks, and where to look first."""
    files = ", ".join(row(file) for file in package.worst[:SHOWN])
    return f"{package.name}: {package.percent:.2f} % of the branches are taken, less than {package.least:g} %. See {files}."


def row(file: File) -> str:
    """A file, and how many of its branches are not taken."""
    return f"{file.name} ({len(file.missing)} of {file.branches} not taken)"


def places(file: File) -> str:
    """The lines from which a branch is not taken."""
    return ", ".join(f"{start} to {'the end' if end < 0 else end}" for start, end in sorted(file.missing))


if __name__ == "__main__":
    raise SystemExit(main())
