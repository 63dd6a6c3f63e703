"""The page docs/cards.md: it is what the declarations make, and has all that there is."""

from pathlib import Path

from cliffhanger.games.plot_twist.files.amounts import NAMES
from cliffhanger.games.plot_twist.files.entries import WORDS
from cliffhanger.games.plot_twist.files.reference import page
from cliffhanger.games.plot_twist.files.words import DURATIONS, TARGETS, TRIGGERS, Kind
from cliffhanger.kernel.files.language.closed_lists import listed

PAGE = Path(__file__).parents[5] / "docs/cards.md"


def test_the_page_is_what_the_declarations_make():
    assert PAGE.read_text("utf-8") == page(), "make docs"


def test_the_page_has_every_kind_word_trigger_target_duration_and_name():
    made = page()
    assert all(f"### {each}\n" in made for each in (*WORDS, *listed(Kind)))
    assert all(f"| `{each}` |" in made for each in (*TRIGGERS, *TARGETS, *DURATIONS, *NAMES))
    assert (len(WORDS), len(TRIGGERS) + 1) == (53, 27)
