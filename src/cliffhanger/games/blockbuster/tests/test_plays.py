"""An evening's first scene by bots, kept as text: a change of the rules shows in it as a change of the story."""

from pathlib import Path
from random import Random

from cliffhanger.games.blockbuster import GAME
from cliffhanger.testing import recorded_plays
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play

KEPT = Path(__file__).parent / "plays"


def test_a_scene_by_bots_reads_as_it_did():
    setup = ready(GAME, 2)
    scene = [moment.put for moment in bot_play(GAME, setup, Random(3), 60)]
    recorded_plays.same(recorded_plays.render(GAME, setup, scene), KEPT / "soup-is-served.txt")
