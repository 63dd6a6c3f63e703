"""The laws that every game keeps, held to this one."""

from cliffhanger.cli._template.game import GAME
from cliffhanger.testing import conformance


class TestFirstClimb(conformance.Suite):
    game = GAME
