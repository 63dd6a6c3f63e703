"""What the kernel asks of the game: a first state, what is waited for, each frame handed to its chapter."""

from typing import Any

import msgspec

from cliffhanger.cli._template.game.rules import pitch
from cliffhanger.cli._template.game.rules.house import House
from cliffhanger.cli._template.game.rules.state import LIGHT, Climb, Climber, Pitch, over
from cliffhanger.kernel.chance import Draw, Fold, Over, Roll
from cliffhanger.kernel.frames import top
from cliffhanger.kernel.game import Setup, Waiting


def start(setup: Setup) -> Climb:
    """The first state of a table; the switches that nobody has set stand at their first value."""
    climbers = tuple(Climber(seat.id, seat.name) for seat in setup.seats)
    return Climb(climbers, msgspec.convert(setup.house, House))


def waiting(s: Climb) -> Waiting:
    """What is asked now; the one place from which all that may be done is derived."""
    f: Pitch = top(s)
    if f.holds:
        return pitch.roll(s, f)
    return Over((("metres", s.height),)) if over(s) else pitch.offers(s, f)


def settle(s: Climb, _asked: Roll | Draw, values: tuple[Any, ...]) -> Climb:
    """What came of the dice."""
    return pitch.settle(s, values)


def invariant_error(s: Climb) -> str:
    """What is impossible about several fields at once, in words; what types can say stands in the state."""
    slips = sum(climber.slips for climber in s.climbers)
    return "" if slips <= LIGHT - s.light else "Nobody slips twice in an hour."


def fold(s: Climb, roll: Roll) -> Fold:
    """Which faces of a roll cannot be told apart from here on."""
    return pitch.fold(s, roll)
