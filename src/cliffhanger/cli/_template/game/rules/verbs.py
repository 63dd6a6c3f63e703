"""Verbs: the only functions that change people and things; they tell the events."""

from cliffhanger.cli._template.game.rules.state import TOP, Climb, leader
from cliffhanger.kernel.frames import change, replace, tell, turn


def dare(s: Climb, holds: int) -> Climb:
    """Take up a die for each hold."""
    return turn(tell(s, "dares", leader(s).name, "FIRSTCLIMB-PITCH-01", holds=holds), holds=holds)


def climb(s: Climb, metres: int) -> Climb:
    """Go up by so many metres, not beyond the top."""
    s = tell(s, "climbs", leader(s).name, "FIRSTCLIMB-PITCH-02", metres=metres)
    return replace(s, height=min(TOP, s.height + metres))


def slip(s: Climb, metres: int) -> Climb:
    """Slip, and be left with so many metres all the same."""
    who = leader(s)
    s = tell(s, "slips", who.name, "FIRSTCLIMB-PITCH-03", metres=metres)
    climbers = change(s.climbers, who.id, slips=who.slips + 1)
    return replace(s, climbers=climbers, height=min(TOP, s.height + metres))


def end_hour(s: Climb) -> Climb:
    """An hour of light is gone; the other one leads."""
    return turn(replace(s, light=s.light - 1), holds=0)
