"""A mutant on trial: the tests that run its line, in a copy of the project, with a limit of time."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutating.mutants import Mutant

COPIED = ("src", "tests", "tools", "docs")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "pictures")
PASSED, FAILED, NO_TESTS = 0, 1, 5
KILLED, SURVIVED, TIMED_OUT, UNTESTED = "killed", "survived", "timed out", "run by no test"


@dataclass(frozen=True)
class Copy:
    """A copy of the project that a mutant may change; the work tree is never touched."""

    root: Path

    @classmethod
    def of(cls, project: Path, to: Path) -> "Copy":
        """Copy what the tests need. Raises RuntimeError if Python would import the package from elsewhere all the same."""
        for name in COPIED:
            if (project / name).is_dir():
                shutil.copytree(project / name, to / name, ignore=LEFT_OUT)
        for file in project.iterdir():
            if file.is_file() and not file.name.startswith(".coverage"):
                shutil.copy2(file, to)
        made = cls(to)
        for package in sorted({file.parent for file in (to / "src").glob("*/__init__.py")}):
            found = made.python("-c", f"import {package.name}; print({package.name}.__file__)", limit=60).stdout.strip()
            if not Path(found).is_relative_to(to):
                raise RuntimeError(f"{package.name} is imported from {found}, not from the copy.")
        return made

    def python(self, *arguments: str, limit: float) -> "subprocess.CompletedProcess[str]":
        """Run Python in the copy. Raises subprocess.TimeoutExpired after `limit` seconds, when all it started is dead."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTEST"))}
        env |= {"PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, *arguments]
        with subprocess.Popen(
            command, cwd=self.root, env=env, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as child:  # fmt: skip
            try:
                said, _ = child.communicate(timeout=limit)
            except BaseException:
                os.killpg(child.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(command, child.returncode, said)

    def failures(self, tests: Sequence[str], limit: float) -> frozenset[str]:
        """Those of the tests that fail here though nothing is changed: they can judge no mutant."""
        done = self._pytest(tests, limit)
        if done.returncode not in {PASSED, FAILED}:
            raise RuntimeError(f"The tests cannot be run in the copy:\n{done.stdout}")
        named = (line.split(" ")[1] for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR ")))
        return frozenset(name.partition("[")[0] for name in named)

    def tried(self, mutant: Mutant, tests: Sequence[str], limit: float) -> str:
        """What becomes of a mutant under these tests."""
        if not tests:
            return UNTESTED
        file = self.root / mutant.file
        text = file.read_text("utf-8")
        file.write_text(mutant.applied(text), "utf-8")
        try:
            code = self._pytest(tests, limit, "-x").returncode
        except subprocess.TimeoutExpired:
            return TIMED_OUT
        finally:
            file.write_text(text, "utf-8")
        return SURVIVED if code == PASSED else KILLED

    def _pytest(self, tests: Sequence[str], limit: float, *options: str) -> "subprocess.CompletedProcess[str]":
        plain = ("-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cov", "-p", "no:randomly")
        return self.python(*plain, *options, *tests, limit=limit)
