"""The state: frozen Structs, frames of procedures among them. Rows have an `id`, so that rulings reach them.

Types say what cannot be (`Meta`), and so what no ruling may set.
"""

from typing import Annotated

from msgspec import Meta, Struct

from cliffhanger.cli._template.game.rules.house import House
from cliffhanger.kernel.events import Event

TOP, LIGHT = 20, 4  # metres, and hours


class Climber(Struct, frozen=True):
    """One of the two on the rope; the id is that of the seat."""

    id: str
    name: str
    slips: Annotated[int, Meta(ge=0, le=LIGHT)] = 0


class Pitch(Struct, frozen=True):
    """The frame of an hour: whoever leads says how many holds, and as many dice are in the air."""

    number: int = 0
    holds: int = 0


class Climb(Struct, frozen=True):
    """The whole game: metres climbed, hours of light left, and what every game has."""

    climbers: tuple[Climber, ...]
    house: House = House()
    height: Annotated[int, Meta(ge=0, le=TOP)] = 0
    light: Annotated[int, Meta(ge=0, le=LIGHT)] = LIGHT
    stack: tuple[Pitch, ...] = (Pitch(),)
    serial: int = 0
    news: tuple[Event, ...] = ()


def leader(s: Climb) -> Climber:
    """Whose turn it is: they lead by turns, an hour each.  [FIRSTCLIMB-PITCH-01]"""
    return s.climbers[s.light % 2]


def over(s: Climb) -> bool:
    """Whether they are up, or sit in the dark.  [FIRSTCLIMB-END-01]"""
    return s.height == TOP or not s.light
