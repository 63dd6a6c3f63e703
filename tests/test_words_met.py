"""Every word of the rules that a played evening puts before a reader is explained where it stands, in all games of this repository."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from cliffhanger.games import game, names
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Group, List, Panel
from cliffhanger.kernel.params import Pick
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play, random_play
from cliffhanger.web.page.terms import NUMBERS, Glossary

PLAIN = {
    "blockbuster": {
        "Also",
        "At any time",
        "Attack",
        "Between scenes",
        "Close",
        "Do",
        "Find the order",
        "How hard",
        "If they fall short",
        "Open a scene",
        "People",
        "Roll",
        "Stand against it",
        "Tell",
        "The scene",
        "The table",
        "Win over or hold",
        "dice to throw",
        "needed",
        "on",
    },
    "plot_twist": {
        "Abilities",
        "After the coins",
        "Before the coins",
        "Bought",
        "Card",
        "Cards",
        "Defence",
        "First hand",
        "Goals",
        "Plot",
        "Set-up",
        "Weapon",
        "bought",
        "needed",
        "added",
    },
    "smallville": {
        "Before you roll",
        "Hurt",
        "Open a scene",
        "The end of the episode",
        "The episode",
        "The scene",
        "Their aim",
        "They gave in",
        "You may",
        "Your roll",
        "and out of it",
        "elsewhere",
        "for this episode",
        "once a scene",
    },
    "untold": {
        "Adversaries",
        "At any time",
        "Close",
        "How hard",
        "How it ends",
        "Open a scene",
        "People",
        "Points",
        "Rest",
        "Roll",
        "The check",
        "The scene",
        "The table",
        "Time",
        "To tell",
        "You may",
    },
}
"""What anybody understands, or what stands beside a term that says it."""


def tags(panel: Panel) -> Iterator[str]:
    """Conditions and other short facts."""
    if isinstance(panel, Group):
        for each in panel.panels:
            yield from tags(each)
    elif isinstance(panel, List):
        yield from (tag for row in panel.rows for tag in row.tags)


def of_option(option: Option) -> Iterator[str]:
    """The heading that an option stands under, where its dice come from, and what is paid."""
    yield option.group
    yield from (row.name for row in option.pool)
    items = (item for p in option.params if isinstance(p, Pick) for item in p.items)
    yield from (cost.of for each in (option, *items) for cost in each.cost)


def given(value: object) -> Iterator[str]:
    """All words that files and people gave: every text in a state."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from given(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from given(each)


def bare(words: str) -> str:
    return NUMBERS.sub(" ", words.removeprefix("!").partition(": ")[0]).strip()


@cache
def met(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """All of them over six evenings, and the words of the story in the same."""
    played, found, story = game(name), set(), set()
    for seed in range(1, 7):
        setup, play = ready(played, 2 + seed % 2), random_play if seed % 3 == 0 else bot_play
        for moment in play(played, setup, Random(seed), 320)[::3]:
            s = moment.after.state
            story.update(given(msgspec.to_builtins(s)))
            for seat in setup.seats:
                view = played.view(s, seat.id)
                found.update(tag for panel in played.panels(view, seat.id) for tag in tags(panel))
            now = played.waiting(s)
            for offer in (*(now if isinstance(now, tuple) else ()), *played.standing(s)):
                found.update(of_option(offer.option))
    return frozenset(map(bare, found)) - {""}, frozenset(story)


@pytest.mark.parametrize("name", names())
def test_every_condition_point_source_of_dice_and_heading_is_explained_or_says_why_not(name):
    known, (found, story) = Glossary(game(name).glossary), met(name)
    cast = {word.split(" – ")[0] for word in story}
    left = {each for each in found if not known.of(each) and each not in cast and each not in PLAIN[name]}
    assert {each for each in left if not known.among.search(each)} == set()
    assert PLAIN[name] - found == set()
    assert len([each for each in found if known.of(each)]) > 5


@pytest.mark.parametrize("name", names())
def test_what_one_does_is_a_line_of_its_own(name):
    for verb in game(name).verbs:
        assert re.fullmatch(r"[A-Z].{10,100}\.", verb.says), verb
