"""Figures of long runs, kept as a line of JSON each in the file that CLIFFHANGER_RESULTS names (`make soak`: bench/results/soak.jsonl)."""

import datetime
import json
import os
import platform
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
Figures = Callable[..., None]


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Iterator[Figures]:
    """Keeps what a test counts, `figures(kills=1000)`, with how long it took; a test that fails keeps nothing."""
    counted: dict[str, object] = {}
    began = time.monotonic()
    failed = request.session.testsfailed
    yield lambda **more: counted.update(more)
    if counted:
        print(f"\n{request.node.name}: {', '.join(f'{name} {value}' for name, value in counted.items())}")  # noqa: T201
    path = os.environ.get("CLIFFHANGER_RESULTS")
    if path and counted and request.session.testsfailed == failed:
        line = {"test": request.node.nodeid, **counted, "seconds": round(time.monotonic() - began, 1), **ran_on()}
        file = ROOT / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as results:  # one write a line: several processes add to it
            results.write(json.dumps(line) + "\n")


@cache
def ran_on() -> dict[str, object]:
    """Which version ran, when, and on what."""
    told = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return {
        "commit": told.stdout.strip(),
        "date": today,
        "python": platform.python_version(),
        "system": platform.system(),
        "processors": os.cpu_count(),
    }
