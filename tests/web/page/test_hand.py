"""Cards in hand: where nothing asks for one of them they are laid back; dice in hand show no face."""

import pytest

from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.panels import Card, Die, Group
from cliffhanger.kernel.params import Item, Pick
from cliffhanger.web.page.cards import resting
from cliffhanger.web.page.dice import dice, die
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.regions import whole

HAND = (Group("hand", "Your hand", (Card("step-1", "Quiet Step"),), "hand"),)
DRAWN = [Markup("<section>cards</section>")]


def asking(item, **words):
    """An option that asks for one thing."""
    return offer("ann", 1, "play", "Play", None, Pick("which", "Which", (Item(item, "It"),)), **words)


@pytest.mark.parametrize(
    ("panels", "options", "rests"),
    [
        (HAND, (), True),
        (HAND, (asking("step-1"),), False),
        (HAND, (asking("elsewhere"),), True),
        (HAND, (asking("step-1", blocked="Not now."),), True),
        ((Group("hand", "Your hand", (), "hand"),), (), False),
        ((Group("top", "On the table", (Card("step-1", "Quiet Step"),), "stage"),), (), False),
    ],
)
def test_a_hand_rests_where_no_open_option_asks_for_a_card_of_it(panels, options, rests):
    found = whole(tuple(resting(DRAWN, panels, options)))
    assert "<section>cards</section>" in found
    assert ("None of these can be played now." in found) == rests


def test_a_die_in_hand_shows_no_number_and_is_heard_by_its_size():
    assert "<text" not in die(Die(6, state="hollow"))
    assert ">6</text>" in die(Die(6))
    assert ">6</text>" in die(Die(6, 6, "counts"))
    assert 'aria-label="d6 and d6"' in dice((Die(6, state="hollow"),) * 2)
