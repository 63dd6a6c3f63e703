"""A plugin of pytest: what a test runs is kept under its name, one name for all its parameters and phases.

`--cov-context=test` would keep each phase of each test for itself, and write what was kept before each: a third of the time.
Tests without a rule have one name together, unless each is asked for (see `runs.EACH`).
"""

import os

import pytest

from tracing.runs import EACH, OTHERS


class Watching:
    """Tells coverage whose lines those are that run from here on, whenever another test function begins."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.last = config, ""
        self.each = bool(os.environ.get(EACH))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Before the fixtures: what they run is the test's, too."""
        rule = item.get_closest_marker("rule")
        name = item.nodeid.partition("[")[0] if rule or self.each else OTHERS
        if name != self.last:
            self.config.pluginmanager.getplugin("_cov").cov_controller.cov.switch_context(name)
            self.last = name
            if rule:
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
