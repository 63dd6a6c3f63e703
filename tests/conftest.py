"""Puts the games that are there for tests where every test can import them: `from lanterns import LANTERNS`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from figures import figures  # noqa: F401  (a fixture for all tests)


@pytest.fixture
def at():
    """A fresh table of Lanterns: the host and two keepers, their first oil drawn."""
    from lanterns import LANTERNS

    from cliffhanger.testing.play import Play

    return Play(LANTERNS, players=2).draws("oil1-a", "oil4-a").draws("oil2-a", "oil3-a")


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL for the tests of one process; where none is installed they are skipped, but not on CI."""
    from tests.postgres import Server, absent

    if why := absent():
        pytest.skip(why)
    server = Server()
    yield server
    server.close()


@pytest.fixture
def address(postgres):
    """The address of a fresh schema."""
    return postgres.address()
