"""What all tests share: which of them are long, by the place where they stand, their order, and what a browser test needs."""

import os
import re
import shutil
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression
from hypothesis import settings

settings.register_profile("table", max_examples=40, deadline=None, database=None, derandomize=True)
settings.register_profile("long", settings.get_profile("table"), max_examples=300)  # what `make full` tries
settings.load_profile("table")

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOT = Path(__file__).parent
# What is not watched for the rule trace and the gate, and, but for the first two rows, what `make quick` leaves out, beside the
# tests that are marked one by one. A test that is new needs no line here. A file has the mark of the last row that it stands in.
PLACES = {
    # Parts in which no branches are counted: what is watched takes more than twice as long.
    "outer": (
        "src/cliffhanger/cli/_template/checks/test_*.py",
        "tests/cards/test_*.py",
        "tests/cli/test_*.py",
        "tests/store/test_*.py",
        "tests/testing/test_*.py",
        "tests/test_*.py",
        "tests/web/page/test_*.py",
    ),
    # Of those the only ones that try some of what `table` has.
    "watched": ("tests/cli/test_doctor.py", "tests/cli/test_restore.py", "tests/cli/test_solo.py"),
    "laws": (
        "src/cliffhanger/games/plot_twist/tests/test_wording.py",
        "tests/test_conformance.py",
        "tests/cli/test_every_game.py",
        "tests/kernel/test_laws_bite.py",
        "tests/table/test_checkpoints.py",
        "tests/table/test_highlight.py",
        "tests/test_befallen.py",
        "tests/test_first_roll.py",
        "tests/test_glossaries.py",
        "tests/test_how_it_ended.py",
        "tests/test_lit_button.py",
        "tests/test_pools.py",
        "tests/test_refusals.py",
        "tests/test_seasons.py",
        "tests/test_words_met.py",
        "tests/test_you.py",
        "tests/web/page/test_memory.py",
        "tests/web/page/test_recap_page.py",
        "tests/web/page/test_wire.py",
        "**/test_bots.py",
        "**/test_evening.py",
        "**/test_figures.py",
        "**/test_odds_walked.py",
        "**/test_rules_played.py",
        "**/test_search.py",
        "**/test_words_in_play.py",
    ),
    "server": (
        "tests/deploy/test_*.py",
        "tests/fuzz/test_*.py",
        "tests/sim/test_*.py",
        "tests/store/test_postgres.py",
        "tests/web/server/test_*.py",
    ),
    "slow": ("tests/tools/test_*.py", "tests/test_docs.py"),  # the pages of rules are written after the watched tests
    "long": ("tests/browser/test_pictures.py",),
}
# The longest first: files for a browser are many and short, and end together.
FIRST = ("laws", "server", "slow", "browser")
KINDS = {"browser", "kill", "laws", "long", "outer", "rule", "server", "slow", "watched"}
MARK = re.compile(r"\bmark\.(\w+)")


@cache
def placed() -> dict[Path, str]:
    """The mark that each file has by its place."""
    return {path: mark for mark, places in PLACES.items() for place in places for path in ROOT.glob(place)}


@cache
def written(path: Path) -> frozenset[str]:
    """The marks that tests of a file may bear: by its place, and those that its text names."""
    return certain(path) | {*MARK.findall(path.read_text("utf-8"))}


@cache
def certain(path: Path) -> frozenset[str]:
    """The marks that every test of a file bears: by its place, and by a first line that gives them to all."""
    given = re.findall(r"^pytestmark = .*", path.read_text("utf-8"), re.MULTILINE)
    return frozenset({placed().get(path, ""), *MARK.findall("".join(given))})


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave unread a file in which `-m` can mean no test: of the half that browsers run, each process reads a third.

    What only a plugin marks may stand anywhere, and what was named is read.
    """
    wanted = config.option.markexpr
    if (
        not wanted
        or collection_path.suffix != ".py"
        or any(collection_path.match(arg.partition("::")[0]) for arg in config.args)
    ):
        return None
    told = Expression.compile(wanted)
    open_ = [
        name
        for name in {*re.findall(r"\w+", wanted)} - {"and", "not", "or"}
        if name not in KINDS or name in written(collection_path)
    ]
    choices = [(True,) if name in certain(collection_path) else (False, True) for name in open_]
    ways = (dict(zip(open_, way, strict=True)) for way in product(*choices))
    return None if any(told.evaluate(lambda name, /, way=way, **_: way.get(name, False)) for way in ways) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their place, put first what takes longest, and skip what needs a browser where there is none."""
    for item in items:
        if item.path in placed():
            item.add_marker(placed()[item.path])
        hidden = {mark.name for mark in item.iter_markers()} & KINDS - written(item.path)
        if hidden:  # or a run of such tests alone would leave its file unread
            raise pytest.UsageError(f"{item.nodeid}: its file does not say {', '.join(sorted(hidden))}")
    items.sort(
        key=lambda item: next((at for at, mark in enumerate(FIRST) if item.get_closest_marker(mark)), len(FIRST))
    )
    if os.environ.get("CI") == "true" or os.environ.get("CHROMIUM") or any(shutil.which(name) for name in NAMES):
        return  # on CI a missing browser is a failure, for there those tests are what is wanted
    absent = pytest.mark.skip(reason=f"needs a browser: none of {', '.join(NAMES)} is installed")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(absent)
