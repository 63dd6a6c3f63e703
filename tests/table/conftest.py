import pytest
from tests.table.evening import Evening
from tests.table.night import ADA, BEN, Keeper, Night

from cliffhanger.table import permissions
from cliffhanger.table.ledger import Ledger


@pytest.fixture
def evening():
    """A table of Lanterns with Ada and Ben at the wall, and Cleo as the wind."""
    evening = Evening()
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    return evening


@pytest.fixture
def night():
    """Ada and Ben sit down with their pages open, under a master, and the first round of words is held."""
    night = Night()
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    Keeper(night, "k1"), Keeper(night, "k2")
    night.round(k1=ADA, k2=BEN)
    return night


@pytest.fixture
def crooked(monkeypatch):
    """From now on the host's server takes any input; gives what to call for the words that its next rolls shall have."""

    def begin(**mixes):
        monkeypatch.setattr(permissions, "barred", lambda *_: None)
        if mixes:
            monkeypatch.setattr(
                Ledger, "words_for", lambda self, purpose, seat, nth: mixes.get(purpose, self.words.mix)
            )

    return begin
