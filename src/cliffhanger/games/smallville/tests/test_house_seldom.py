"""Switches that few tables will turn, each in both positions: late dice, an actor who gives in, Extras who heal, the map."""

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.testing.play import Play

FEATURE = {"feature": True}


@pytest.mark.rule("SV-SPEND-03", "SV-CONTEST-11", "SV-CONTEST-13")
@pytest.mark.parametrize(("more", "acts"), [(0, False), (1, True)])
def test_where_it_may_the_actor_buys_dice_once_the_answer_is_seen(stage, more, acts):
    scene = stage(ann={"gear": 8, "points": 1}, bo=FEATURE, house={"late_result_buys": True})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", "gear").falls("d6=5 d6=4 d8=4")
    bo.rolls_with("duty", "ann").falls("d6=6 d6=5")
    assert ann.asked() == ["raise"]
    assert ann.option("raise").params[0].words == ((0, "0: 9"), (1, "1: 13"))
    ann.does("raise", more=more)
    assert ann.points == (1 - more, 0)
    assert (scene.frame.phase == "declare") is acts
    assert bool(scene.told("takes_over")) is not acts


def test_by_the_letter_a_result_is_final_before_the_answer(stage):
    scene = stage(ann={"gear": 8, "points": 1}, bo=FEATURE)
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", "gear").falls("d6=5 d6=4 d8=4")
    bo.rolls_with("duty", "ann").falls("d6=6 d6=5")
    assert scene.contest.sides[0].who == "bo"


@pytest.mark.rule("SV-CONTEST-12", "SV-CONTEST-08")
def test_an_actor_gives_in_for_a_point_only_where_the_table_has_it_so(stage):
    people = {"ann": {"points": 1}, "bo": {}}
    scene = stage(**people, house={"actor_may_give_in": True})
    ann, bo = scene.cast
    ann.wants("the letter", of=bo).rolls(5, 4)
    ann.gives_in("she shrugs")
    assert scene.data("gives_in")["aim"] == "Ann does not get “the letter”"
    assert (ann.points, bo.points, scene.closed) == ((0, 0), (1, 0), True)
    ann, bo = stage(**people).cast
    ann.wants(of=bo).rolls(5, 4)
    ann.is_not_asked("give_in")


def test_an_actor_without_a_point_cannot_give_in(stage):
    ann, bo = stage(ann={}, bo={}, house={"actor_may_give_in": True}).cast
    ann.wants(of=bo).rolls(5, 4)
    assert "a point" in ann.cannot("give_in", how="she shrugs").why


@pytest.mark.rule("SV-RELIEF-01")
def test_an_extra_heals_even_oneself_where_the_table_has_it_so(stage):
    people = {"ann": {"stress": {"angry": 6}, "resources": {"nan": ("extra", 8, 2)}}, "bo": {}}
    scene = stage(**people, house={"relief_by_extra": True})
    ann, _ = scene.cast
    ann.does("relieve.extra", extra="nan", what="ann/angry", deed="Nan talks to her")
    scene.at.rolls(8, 7)
    scene.at.rolls(3)
    assert (ann.stress, ann.now.growth, scene.s.spent) == ({}, (6,), ())
    ann, _ = stage(**people).cast
    ann.is_not_asked("relieve.extra")


def mapped(**house):
    return Play(GAME, players=2, **house)


def test_a_map_is_made_in_turns_before_the_first_episode_where_the_table_has_it_so():
    at = mapped(life_path=True)
    at.act("watchtower", "life_path")
    order = []
    for n in range(6):
        (seat,) = {option.seat for option in at.options()}
        order.append(seat)
        keys = {option.key for option in at.options()}
        assert {"deepen", "place", "leave_map"} <= keys
        if n == 0:
            tie = next(row for row in at.state.cast[0].sheet.relationships if row.rating < 12)
            at.act(seat, "deepen", to=tie.id)
            assert at.happened("deepens")[0].data["to"] == tie.rating + 2
        elif n == 1:
            at.act(seat, "place", kind="location", name="The Weir", says="")
            weir = at.state.cast[1].sheet.resources[-1]
            assert (weir.id, weir.kind, weir.rating, weir.dice) == ("the_weir", "location", 4, 2)
        elif n == 3:
            at.act(seat, "share", what="the_weir")
            assert at.state.cast[0].sheet.resources[-1].id == "the_weir"
        else:
            at.act(seat, "leave_map")
    first, second = at.state.cast[0].seat, at.state.cast[1].seat
    assert order == [first, second, second, first, first, second]
    assert "life_path" not in at.open("watchtower")
    assert "episode" in at.open("watchtower")


def test_without_the_switch_casts_come_from_files():
    assert "life_path" not in mapped().open("watchtower")


@pytest.mark.rule("SV-RELIEF-01", "SV-EARN-01")
def test_who_has_an_extra_heal_them_pays_the_watchtower_and_not_themselves(stage):
    ann = {"points": 1, "stress": {"angry": 8}, "resources": {"nan": ("extra", 6, 4)}}
    scene = stage(ann=ann, bo={}, house={"relief_by_extra": True})
    ann, _ = scene.cast
    ann.does("relieve.extra", extra="nan", what="ann/angry", deed="Nan talks to her")
    ann.lets_fall("d6=2 d6=3 d6=4 d6=4").fixes(1)
    scene.at.rolls(3)
    assert (ann.points, ann.stress) == ((0, 0), {})
