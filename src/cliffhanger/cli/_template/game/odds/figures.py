"""Figures beside options: what each is of, and how to tell that it has come about. The rules themselves are walked."""

from cliffhanger.cli._template.game.rules.state import Climb
from cliffhanger.kernel.figures import Figure
from cliffhanger.kernel.inputs import Act


def held(before: Climb, _act: Act, now: Climb) -> bool | None:
    """Whether the hour ended without a slip; None while the dice are in the air."""
    if now.light == before.light:
        return None
    return now.climbers == before.climbers


FIGURES = (Figure("held", "nobody slips", held),)
