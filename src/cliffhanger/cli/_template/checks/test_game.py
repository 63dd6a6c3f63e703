"""The rules, in the verbs of the table."""

from fractions import Fraction

import pytest

from cliffhanger.cli._template.game import GAME
from cliffhanger.odds.ask import ask, named
from cliffhanger.testing.figure_laws import figure
from cliffhanger.testing.staging import Actor, Stage


class Climber(Actor):
    def climbs(self, *faces: int) -> "Climber":
        """Dare a hold for each face, and roll them."""
        self.does("climb", holds=len(faces)).rolls(*faces)
        return self


@pytest.mark.rule("FIRSTCLIMB-PITCH-01", "FIRSTCLIMB-PITCH-02")
def test_whoever_leads_climbs_the_sum_of_the_dice_and_then_the_other_leads() -> None:
    stage = Stage(GAME)
    tess, cole = stage.people(Climber)
    assert cole.is_not_asked("climb")
    tess.climbs(6, 5)
    assert (stage.state.height, stage.state.light) == (11, 3)
    assert tess.is_not_asked("climb")
    assert "from 1 to 3" in cole.cannot("climb", holds=4).why


@pytest.mark.rule("FIRSTCLIMB-PITCH-03", "R-FIRSTCLIMB-01")
@pytest.mark.parametrize(("slip", "metres"), [("nothing", 0), ("best_die", 6)])
def test_a_one_is_a_slip(slip: str, metres: int) -> None:
    stage = Stage(GAME, slip=slip)
    tess, _ = stage.people(Climber)
    tess.climbs(6, 1, 4)
    assert stage.state.height == metres
    assert [climber.slips for climber in stage.state.climbers] == [1, 0]


@pytest.mark.rule("FIRSTCLIMB-END-01")
def test_it_is_over_at_the_top_or_in_the_dark() -> None:
    stage = Stage(GAME)
    tess, cole = stage.people(Climber)
    tess.climbs(6, 6, 4)
    cole.climbs(4)
    assert stage.over
    stage.play.undo(4)
    for climber in (tess, cole, tess, cole):
        assert not stage.over
        climber.climbs(1)
    assert stage.over


@pytest.mark.parametrize("holds", [1, 2, 3])
def test_the_chance_that_nobody_slips_is_what_the_rules_come_to(holds: int) -> None:
    stage = Stage(GAME)
    tess, _ = stage.people(Climber)
    walked = figure(GAME, stage.state, stage.play.option(tess.seat, "climb"), "held", {"holds": holds})
    assert ask(named(GAME.questions, "safe"), {"holds": holds}).value == walked.value == Fraction(5, 6) ** holds


def test_a_climber_reads_of_themselves_and_the_room_of_them() -> None:
    stage = Stage(GAME)
    tess, _ = stage.people(Climber)
    tess.climbs(1, 4)
    (slip,) = stage.told("slips")
    assert [GAME.say(slip), GAME.say(slip, ("Tess",))] == ["slips; the rope holds.", "slip; the rope holds."]
