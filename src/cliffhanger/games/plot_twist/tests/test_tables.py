"""A table with files of people: what of the starter collection lies beside them, and the evening of docs/cards.md."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files.checks import HERE
from cliffhanger.games.plot_twist.files.tables import ready, starter, together
from cliffhanger.games.plot_twist.tests.test_collections import HEAD, PLAIN, card
from cliffhanger.games.plot_twist.tests.whole import whole
from cliffhanger.kernel.files.bundle import example
from cliffhanger.testing.play import Play

EVENING = {"low-tide.toml": example(HERE, "evening")}


def cards(made):
    return {each["id"] for each in made.content["cards"]}


def test_a_few_cards_of_ones_own_lie_beside_the_starter_collection():
    made = ready(2, {"mine.toml": HEAD + card("paper-kite")})
    assert cards(made) == {"paper-kite", *starter().cards}
    assert len(made.content["openings"]) == len(starter().setups)


def test_a_collection_that_is_a_table_by_itself_stays_alone():
    assert not cards(whole(1)) & set(starter().cards)


def test_the_evening_of_the_docs_is_played_with_its_own_set_up_and_decks():
    assert together(EVENING) == []
    made = ready(1, EVENING)
    assert [each["id"] for each in made.content["openings"]] == ["Low Tide"]
    play = Play(GAME, made).act("gm", "start", which="Low Tide")
    (hand,) = (each for each in play.state.hands if each.id == "player-1")
    assert "old-grudge" in {each.rpartition(".")[0] or each for each in hand.plot}


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (card("power-cut"), ["another id: night-shift has this one"]),
        (card("stray", "twist", "Stray Dog"), ["another name: night-shift has this one"]),
        ('[[deck]]\nname = "D"\nkind = "combat"\ncards = { close-in = 1 }\n', ["did you mean night-shift:close-in?"]),
        ('[[deck]]\nname = "D"\nkind = "combat"\ncards = { "night-shift:close" = 1 }\n', ["did you mean close-in?"]),
        ('[[deck]]\nname = "D"\nkind = "combat"\ncards = { "night-shift:close-in" = 10 }\n', []),
    ],
)
def test_what_of_ones_own_does_not_go_with_the_starter_collection_is_told(more, wanted):
    found = together({"mine.toml": PLAIN + more})
    assert len(found) == len(wanted)
    assert all(fault.expected.endswith(each) for fault, each in zip(found, wanted, strict=True))
