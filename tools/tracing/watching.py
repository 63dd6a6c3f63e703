"""A plugin of pytest: what a test runs is kept under its name, one name for all its parameters and phases.

`--cov-context=test` would keep each phase of each test for itself, and write what was kept before each: a third of the time.
"""

import pytest


class Watching:
    """Tells coverage whose lines those are that run from here on, whenever another test function begins."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.last = config, ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Before the fixtures: what they run is the test's, too."""
        name = item.nodeid.partition("[")[0]
        if name != self.last:
            self.config.pluginmanager.getplugin("_cov").cov_controller.cov.switch_context(name)
            self.last = name
            if item.get_closest_marker("rule"):
                _forget(item)


def _forget(item: pytest.Item) -> None:
    """Empty the memories of the game whose rule is tested: a line that was run for another test runs for this one too."""
    from cliffhanger import games
    from cliffhanger.testing.cache_laws import forget

    for name in {*item.path.parts}.intersection(games.names()):
        forget(games.game(name))


def pytest_configure(config: pytest.Config) -> None:
    """Watch where coverage does; the process that only hands tests out runs none."""
    config.pluginmanager.register(Watching(config))
