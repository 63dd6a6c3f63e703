"""Every game found on this machine, and the toy game, keep every law."""

from toy import TOY

from cliffhanger import games
from cliffhanger.testing import conformance


class TestToy(conformance.Suite):
    game = TOY


for _name in games.names():
    globals()[f"Test{_name.title().replace('_', '')}"] = type(
        f"Test{_name.title().replace('_', '')}", (conformance.Suite,), {"game": games.game(_name)}
    )
