"""Every name on a page that is a word of the rules is explained where it stands, in all games of this repository."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from cliffhanger.games import game, names
from cliffhanger.kernel.panels import Board, Counter, Group, List, Panel, Track
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play
from cliffhanger.web.page.terms import Glossary

PLAIN = {
    "blockbuster": {"Successes"},
    "smallville": {"Whose scenes", "Where"},
    "untold": {"to the next", "passed", "Where"},
    "plot_twist": {"Now", "Where"},
}
"""What anybody understands, or stands beside a term that says it."""
STORY = ("track-",)
"""Tracks that are named by the story: by their ids."""


def named(panel: Panel) -> Iterator[str]:
    """The names in a panel that the rules gave: of tracks, numbers and lists."""
    if isinstance(panel, Group):
        for each in panel.panels:
            yield from named(each)
    elif isinstance(panel, Board):
        for each in panel.lists:
            yield from named(each)
    elif isinstance(panel, Track):
        if not panel.id.startswith(STORY):
            yield panel.name
    elif isinstance(panel, Counter):
        yield panel.name
    elif isinstance(panel, List):
        yield panel.name
        if panel.style in ("stats", "steps") and panel.id != "speak":
            yield from (row.name for row in panel.rows)


@cache
def seen(name: str) -> frozenset[str]:
    """All of them in the panels of all seats, over two evenings of bots."""
    played, found = game(name), set()
    for seed in (1, 2):
        setup = ready(played, 1 + seed)
        for moment in bot_play(played, setup, Random(seed), 240)[::6]:
            for seat in setup.seats:
                for panel in played.panels(played.view(moment.after.state, seat.id), seat.id):
                    found |= {each for each in named(panel) if each}
    return frozenset(found)


@pytest.mark.parametrize("name", names())
def test_every_name_that_the_rules_gave_is_explained(name):
    known = Glossary(game(name).glossary)
    untold = {each for each in seen(name) if not known.of(each) and not known.among.search(each)}
    assert untold <= PLAIN[name]


@pytest.mark.parametrize("name", names())
def test_a_term_is_explained_in_one_or_two_sentences_and_not_by_itself(name):
    for term in game(name).glossary:
        assert 4 <= len(term.says.split()) <= 30
        assert term.says[-1] == "."
        assert term.rule
        assert not term.says.startswith(term.word)
