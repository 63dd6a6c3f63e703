"""What a seat may know, as panels. Hide what is secret in `view`; whatever shows or offers something reads the view."""

from cliffhanger.cli._template.game.rules.state import LIGHT, TOP, Climb
from cliffhanger.kernel.panels import Group, List, Panel, Row, Track


def view(s: Climb, _seat: str) -> Climb:
    """Everybody sees everything."""
    return s


def panels(v: Climb, _seat: str) -> tuple[Panel, ...]:
    """The cliff on the stage, the rope beside it."""
    cliff = (Track("height", "Height", v.height, TOP), Track("light", "Hours of light", v.light, LIGHT))
    rope = List("rope", tuple(Row(climber.name, "Slips", n=climber.slips) for climber in v.climbers), name="The rope")
    return (Group("cliff", "The cliff", cliff, place="stage"), rope)
