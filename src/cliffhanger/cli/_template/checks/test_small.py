"""The laws that every game keeps, and the rules of this one in the verbs of the table."""

from fractions import Fraction

import pytest

from cliffhanger.cli._template.small import GAME
from cliffhanger.odds.ask import ask, named
from cliffhanger.testing import conformance
from cliffhanger.testing.figure_laws import figure
from cliffhanger.testing.staging import Stage


class TestFirstClimb(conformance.Suite):
    game = GAME


@pytest.mark.rule("FIRSTCLIMB-HOUR-01", "FIRSTCLIMB-HOUR-03", "FIRSTCLIMB-HOUR-04", "R-FIRSTCLIMB-01")
@pytest.mark.parametrize(("slip", "heights"), [("stay", [3, 2]), ("fall", [3, 1])])
def test_a_die_above_the_holds_climbs_them_and_another_slips(slip: str, heights: list[int]) -> None:
    stage = Stage(GAME, slip=slip)
    tess, cole = stage.people()
    tess.does("dare", holds=2)
    assert [c.dared for c in GAME.view(stage.state, cole.id).climbers] == [0, 0]
    assert "from 1 to 3" in cole.cannot("dare", holds=4).why
    cole.does("dare", holds=2)
    tess.does("climb").rolls(2, 3)
    for climber, holds in ((tess, 3), (cole, 1)):
        climber.does("dare", holds=holds)
    cole.does("climb").rolls(4, 1)
    assert [c.height for c in stage.state.climbers] == heights


@pytest.mark.rule("FIRSTCLIMB-HOUR-02", "FIRSTCLIMB-END-01")
def test_whoever_holds_on_adds_one_once_a_game_and_it_is_over_after_four_hours() -> None:
    stage = Stage(GAME)
    tess, cole = stage.people()
    for hour in range(4):
        assert not stage.over
        for climber in (tess, cole):
            climber.does("dare", holds=2)
        if hour:
            assert "once" in cole.cannot("grip").why
        else:
            cole.does("grip")
        next(each for each in (tess, cole) if "climb" in each.may()).does("climb").rolls(2, 2)
    assert stage.over
    assert [c.height for c in stage.state.climbers] == [0, 2]


@pytest.mark.parametrize("holds", [1, 2, 3])
def test_the_chance_to_climb_is_what_the_rules_come_to(holds: int) -> None:
    stage = Stage(GAME, players=3)
    tess = stage.people()[0]
    walked = figure(GAME, stage.state, stage.play.option(tess.seat, "dare"), "climbs", {"holds": holds})
    assert ask(named(GAME.questions, "climbs"), {"holds": holds}).value == walked.value == Fraction(6 - holds, 6)
