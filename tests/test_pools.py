"""What a page shows as hollow dice is what falls: in evenings of all games, whatever is chosen."""

from collections import Counter
from random import Random

import pytest

from cliffhanger import games
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import find
from cliffhanger.kernel.panels import Die
from cliffhanger.kernel.pool import COIN, pool_of
from cliffhanger.testing.play import ready_for
from cliffhanger.testing.playout import Rarest, moments

EVENINGS, MOST, SEEN = 6, 300, {"blockbuster": 60, "plot_twist": 20, "smallville": 60, "untold": 20}


def sizes(pool):
    """The sizes of all dice of a pool; a coin has two sides."""
    return sorted(d.size if isinstance(d, Die) else COIN for row in pool.sources for d in row.dice)


@pytest.mark.parametrize("name", sorted(SEEN))
def test_the_hollow_dice_of_what_is_done_are_those_that_fall(name):
    game = games.game(name)
    _, setup = next(ready_for(game))
    seen, wrong = Counter(), []
    for seed in range(EVENINGS):
        for moment in moments(game, setup, Random(seed), MOST, choose=Rarest()):
            if not isinstance(moment.put, Act):
                continue
            then = game.waiting(moment.after.state)
            if not isinstance(then, Roll) or not isinstance(moment.now, tuple):
                continue
            offer = find(moment.now, moment.put)
            pool = pool_of(offer.option, moment.put.choice) if offer else None
            if pool and then.seat == moment.put.seat:
                seen[offer.key] += 1
                fell = sorted(then.dice)
                if (fell if not pool.bends else len(fell)) != (sizes(pool) if not pool.bends else pool.thrown):
                    wrong.append((seed, moment.put, pool, fell))
    assert wrong == []
    assert seen.total() >= SEEN[name], seen
