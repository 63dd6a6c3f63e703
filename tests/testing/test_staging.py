"""Stage and Actor: people of a game by name, their verbs, and refusals that change nothing."""

import lanterns
import pytest

from cliffhanger.testing.staging import Actor, Stage, chosen


@pytest.fixture
def stage():
    made = Stage(lanterns.LANTERNS, players=2)
    made.play.draws("oil1-a", "oil4-a").draws("oil2-a", "oil3-a")
    return made


class Keeper(Actor):
    def dares(self, dice):
        return self.does("dare", dice=dice)


def test_a_play_reads_like_its_log(stage):
    _, ida, bram = stage.people()
    ida.does("dare", dice=2).does("pass")
    bram.does("pass")
    assert stage.dice_in_the_air() == 2
    stage.rolls(6, 5)
    assert (stage.state.lit, stage.over) == (1, False)
    assert [event.who for event in stage.told("dares")] == ["Ida"]


def test_a_game_gives_its_people_verbs_of_their_own(stage):
    _, ida, bram = stage.people(Keeper)
    ida.dares(1)
    assert (repr(ida), ida.seat, ida.may()) == ("k1", "k1", ["pour", "call", "pass"])
    assert bram.cannot("dare", dice=2).why == "The dice are chosen for this hour."


def test_what_is_not_there_and_what_is_not_asked_are_told_apart(stage):
    wind, ida, _ = stage.people()
    ida.does("pass")
    assert ida.is_not_asked("dare").why
    with pytest.raises(AssertionError, match="is not offered 'dare'"):
        ida.cannot("dare", dice=2)
    with pytest.raises(AssertionError, match="has no option 'dared'"):
        ida.is_not_asked("dared")
    assert wind.cannot("gust").why == "No lantern is lit."


def test_the_verbs_of_the_stage_are_those_of_whoever_runs_the_table(stage):
    assert stage.refuses("gust").why == "No lantern is lit."
    stage.rules("lit", to=2).does("gust", lanterns=2)
    assert stage.state.lit == 0


def test_dice_that_are_not_in_the_air_are_not_counted(stage):
    with pytest.raises(AssertionError, match="no dice are in the air, but"):
        stage.dice_in_the_air()


def test_people_stand_for_their_ids_in_a_choice(stage):
    _, ida, bram = stage.people()
    assert chosen({"whom": ida, "all": (ida, bram), "n": 2}) == {"whom": "k1", "all": ("k1", "k2"), "n": 2}


def test_a_house_rule_is_set_by_name():
    assert Stage(lanterns.LANTERNS, weather="storm").state.house["weather"] == "storm"
