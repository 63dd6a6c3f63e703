"""Builds the wheel twice into dist/, pure and compiled; tests the compiled one as it is installed, and says how fast it is.

    python tools/wheels.py               build, test, compare
    python tools/wheels.py --samples 0   the same without the comparison

The whole suite runs, those in a browser too, in a copy of the project's files against what is installed in a throwaway
environment: `src/` lies there to be read by tests, and is on no path of Python's.
The comparison is random play of `bench/engine.py`, by the processor's time: pure and compiled in turns.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
GAMES = sorted(each.parent.name for each in (ROOT / "src/cliffhanger/games").glob("*/__init__.py"))
SECONDS, SAMPLES = 2.0, 7


def main() -> int:
    """Build, test and compare; 0 if every test passed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--uv", default=os.environ.get("UV", "uv"), help="the uv that builds and installs")
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--tests", default="", metavar="PATTERN", help="only tests whose name matches")
    asked = parser.parse_args()
    shutil.rmtree(DIST, ignore_errors=True)
    uv(asked.uv, "build", "--wheel", "--quiet", "--out-dir", str(DIST), CLIFFHANGER_COMPILE="0")
    pure = next(DIST.glob("*-none-any.whl"))
    uv(asked.uv, "build", "--wheel", "--quiet", "--out-dir", str(DIST), CLIFFHANGER_COMPILE="1")
    compiled = next(each for each in DIST.glob("*.whl") if each != pure)
    for each in (pure, compiled):
        print(f"{each.relative_to(ROOT)}   {each.stat().st_size / 1e6:.1f} MB", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        python = install(asked.uv, compiled, place)
        failed = test(python, place, asked.tests)
        if asked.samples:
            compare(python, pure, place, asked.samples)
    return failed


def uv(command: str, *words: str, **environment: str) -> None:
    """Run uv; where its own certificates do not reach, with those of the machine."""
    for more in ({}, {"UV_SYSTEM_CERTS": "1"}):
        done = subprocess.run(
            [command, *words],
            cwd=ROOT,
            env=os.environ | environment | more,
            capture_output=True,
            text=True,
            check=False,
        )
        if not done.returncode:
            return
    raise SystemExit(f"uv {words[0]} did not work:\n{done.stdout}\n{done.stderr}")


def install(command: str, wheel: Path, place: Path) -> Path:
    """An environment with this wheel and what its tests need; its Python."""
    uv(command, "venv", "--quiet", "--python", sys.executable, str(place / "venv"))
    python = place / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    uv(command, "pip", "install", "--quiet", "--python", str(python), str(wheel), "--group", "pyproject.toml:dev")
    return python


def test(python: Path, place: Path, pattern: str) -> int:
    """Run the whole suite; 0 if all passed."""
    installed = Path(said(python, place, "-c", "import cliffhanger; print(cliffhanger.__path__[0])"))
    if not installed.is_relative_to(place / "venv"):
        raise SystemExit(f"The tests would have run against {installed}.")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, place / name)
    folders = []
    for game in GAMES:
        there = installed / "games" / game / "tests"
        folders.append(shutil.copytree(place / "src/cliffhanger/games" / game / "tests", there))
    options = ["-q", "-n", "2", "--dist", "loadscope", "-m", "not long", "--rootdir", str(place)]
    options += ["-k", pattern] if pattern else []
    words = [str(python), "-m", "pytest", *options, "tests", *map(str, folders)]
    return subprocess.run(words, cwd=place, env=plain(), check=False).returncode


def compare(python: Path, pure: Path, place: Path, samples: int) -> None:
    """Decisions of random play in a second of the processor, compiled over pure, in turns."""
    with zipfile.ZipFile(pure) as packed:
        packed.extractall(place / "pure")
    print(f"random play in a second of the processor, {samples} samples in turns of {SECONDS} s")
    for game in GAMES:
        rows = [[rate(python, place, game, path) for path in ("", str(place / "pure"))] for _ in range(samples)]
        ratios = sorted(fast / slow for fast, slow in rows)
        fast, slow = (statistics.median(column) for column in zip(*rows, strict=True))
        middle = statistics.median(ratios)
        print(
            f"{game:12} compiled {fast:8,.0f}   pure {slow:8,.0f}   ratio {middle:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


def rate(python: Path, place: Path, game: str, path: str) -> float:
    """What `bench/engine.py` counts, with the package that is installed or with the one at this path."""
    words = ("-P", str(ROOT / "bench" / "engine.py"), "--rate", game, "--seconds", str(SECONDS))
    return float(said(python, place, *words, path=path))


def said(python: Path, place: Path, *words: str, path: str = "") -> str:
    """What a command of this Python prints."""
    done = subprocess.run(
        [str(python), *words], cwd=place, env=plain() | ({"PYTHONPATH": path} if path else {}),
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def plain() -> dict[str, str]:
    """The environment without paths of other packages."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


if __name__ == "__main__":
    raise SystemExit(main())
