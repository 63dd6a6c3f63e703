"""The import contracts bite: each is broken once in a copy of the package, and the check says so."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).with_name("lint-imports")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    root = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "pyproject.toml", root)
    wanted = shutil.ignore_patterns("__pycache__", "tests", "static", "content")
    shutil.copytree(ROOT / "src", root / "src", ignore=wanted)
    return root


def lint(root):
    env = os.environ | {"PYTHONPATH": str(root / "src")}
    done = subprocess.run(
        [LINT, "--no-logo", "--no-cache"], cwd=root, env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("kernel/wrong.py", "import cliffhanger.table", "Imports go down only"),
        ("store/wrong.py", "import cliffhanger.testing", "Imports go down only"),
        ("cards/wrong.py", "import cliffhanger.web", "Imports go down only"),
        ("cards/wrong.py", "import cliffhanger.games", "A card is drawn from its panel alone"),
        ("nowhere/__init__.py", "", "Imports go down only"),
        ("games/wrong/__init__.py", "import cliffhanger.games.blockbuster", "No game knows another"),
        ("web/wrong.py", "import cliffhanger.games.blockbuster", "Nothing above the games knows a game by name"),
        ("web/live/wrong.py", "import cliffhanger.web.http.app", "Inside the server, imports go down only"),
        ("web/page/wrong.py", "import cliffhanger.web.workers.pool", "Inside the server, imports go down only"),
        ("web/wrong.py", "", "Inside the server, imports go down only"),
        (
            "web/live/services.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from cliffhanger.web.live.registry import Registry",
            "No files of the server import each other in a circle",
        ),
        (
            "games/blockbuster/rules/wrong.py",
            "import cliffhanger.games.blockbuster.page.view",
            "Inside a game, imports go down only",
        ),
        ("games/blockbuster/rules/wrong.py", "import random", "Rules read no clock"),
        ("odds/wrong.py", "import time", "Rules read no clock"),
        ("table/wrong.py", "import asyncio", "A live table does no I/O"),
    ],
)
def test_a_breach_is_named_by_its_contract(copy, file, line, contract):
    wrong = copy / "src/cliffhanger" / file
    wrong.parent.mkdir(exist_ok=True)
    before = wrong.read_text("utf-8") if wrong.exists() else ""
    wrong.write_text(f"{before}{line}\n", "utf-8")
    try:
        code, said = lint(copy)
    finally:
        if before:
            wrong.write_text(before, "utf-8")
        else:
            wrong.unlink()
        if not any(wrong.parent.iterdir()):
            wrong.parent.rmdir()
    broken = [row for row in said.splitlines() if " BROKEN" in row]
    assert code != 0
    assert any(row.startswith(contract) for row in broken), said
