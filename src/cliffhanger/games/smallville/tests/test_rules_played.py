"""Every rule comes up in play: twenty episodes of bots, steered to what seldom happens, leave out what people judge."""

from types import FunctionType

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.rules import dispatch
from cliffhanger.kernel.rules_catalogue import wordings
from cliffhanger.testing.rules_played import rules_played

NEVER = {
    "SV-ROLE-06": "what a trait is, a file says, and files are read before play begins",
    "SV-ROLE-09": "why points move is for people",
    "SV-POOL-01": "how somebody goes about it is said, and changes no die",
    "SV-STRESS-10": "what a wound is in the story is for people",
    "SV-COMP-02": "who describes a Complication is for people",
}
"""Rules that no play can bring up, and why."""


@pytest.mark.skipif(not isinstance(dispatch.start, FunctionType), reason="compiled functions do not say that they run")
@pytest.mark.parametrize("episodes", [20, pytest.param(2_000, marks=[pytest.mark.long, pytest.mark.timeout(1_800)])])
def test_every_rule_comes_up_in_so_many_episodes(episodes):
    played = rules_played(GAME, episodes)
    assert sorted({name for name in wordings(GAME) if name.startswith("SV-")} - played) == sorted(NEVER)
