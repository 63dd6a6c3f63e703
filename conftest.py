"""What all tests share: which of them are long, by the place where they stand, their order, and what a browser test needs."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("table", max_examples=60, deadline=None, database=None, derandomize=True)
settings.register_profile("long", settings.get_profile("table"), max_examples=300)  # what `make full` tries
settings.load_profile("table")

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOT = Path(__file__).parent
# What `make quick` leaves out, beside the tests that are marked one by one. A test that is new needs no line here.
PLACES = {
    "laws": (
        "tests/test_conformance.py",
        "tests/cli/test_every_game.py",
        "tests/kernel/test_laws_bite.py",
        "tests/table/test_checkpoints.py",
        "tests/test_first_roll.py",
        "tests/test_lit_button.py",
        "tests/test_words_met.py",
        "tests/test_you.py",
        "tests/web/page/test_memory.py",
        "**/test_bots.py",
        "**/test_evening.py",
        "**/test_figures.py",
        "**/test_odds_walked.py",
    ),
    "server": ("tests/web/server/test_*.py",),
    "slow": ("tests/tools/test_*.py", "tests/test_docs.py"),  # the pages of rules are written after the watched tests
    "long": ("tests/browser/test_pictures.py",),
}
FIRST = ("browser", "slow", "server", "laws")  # of several jobs none is left with what takes long at the end


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their place, put first what takes longest, and skip what needs a browser where there is none."""
    marks = {path: mark for mark, places in PLACES.items() for place in places for path in ROOT.glob(place)}
    for item in items:
        if item.path in marks:
            item.add_marker(marks[item.path])
    items.sort(
        key=lambda item: next((at for at, mark in enumerate(FIRST) if item.get_closest_marker(mark)), len(FIRST))
    )
    if os.environ.get("CI") == "true" or os.environ.get("CHROMIUM") or any(shutil.which(name) for name in NAMES):
        return  # on CI a missing browser is a failure, for there those tests are what is wanted
    absent = pytest.mark.skip(reason=f"needs a browser: none of {', '.join(NAMES)} is installed")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(absent)
