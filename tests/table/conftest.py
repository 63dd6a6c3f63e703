import pytest
from tests.table.evening import Evening


@pytest.fixture
def evening():
    """A table of Lanterns with Ada and Ben at the wall, and Cleo as the wind."""
    evening = Evening()
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    return evening
