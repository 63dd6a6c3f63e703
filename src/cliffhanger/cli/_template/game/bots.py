"""A sensible climber for any seat: it answers from its view and its open options alone."""

from random import Random

from cliffhanger.cli._template.game.rules.state import TOP, Climb
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option


def bot(v: Climb, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Dare two holds, and one where little is missing."""
    return Act(seat, options[0].window, "climb", {"holds": 1 if TOP - v.height <= 3 else 2})
