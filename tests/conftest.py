"""Puts the games that are there for tests where every test can import them: `from lanterns import LANTERNS`."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("table", max_examples=60, deadline=None, database=None, derandomize=True)
settings.load_profile("table")
expect.set_options(
    timeout=20_000
)  # a page may take its time where other tests run beside it; on its own it takes a few ms


@pytest.fixture
def at():
    """A fresh table of Lanterns: the host and two keepers, their first oil drawn."""
    from lanterns import LANTERNS

    from cliffhanger.testing.table import Play

    return Play(LANTERNS, players=2).draws("oil1-a", "oil4-a").draws("oil2-a", "oil3-a")
