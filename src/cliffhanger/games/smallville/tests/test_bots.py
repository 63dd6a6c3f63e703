"""What a bot does in a place, as a sensible player would."""

from random import Random

import pytest

from cliffhanger.games.smallville import GAME, bots
from cliffhanger.games.smallville.rules.pools import result
from cliffhanger.games.smallville.rules.state import Die
from cliffhanger.kernel.chance import Roll
from cliffhanger.table.search import fallen
from cliffhanger.testing.play import Play

FEATURE = {"feature": True}
TRIED = range(60)


def moves(scene, seat):
    """What a bot of this seat would do here, many times over."""
    options = tuple(scene.at.options(seat))
    return [GAME.bot(GAME.view(scene.s, seat), seat, options, Random(n)) for n in TRIED]


def often(scene, seat, key):
    """How many in a hundred of a bot's moves here are of this kind."""
    return 100 * sum(act.key.partition(".")[0] == key for act in moves(scene, seat)) // len(TRIED)


def test_the_chance_to_beat_a_result_is_that_of_the_dice():
    for dice in ([6, 6], [8, 6, 4], [10, 8, 8]):
        for standing in (0, 7, 11):
            hit, rng = 0, Random(1)
            for _ in range(4_000):
                rolled = tuple(Die("", "", die, rng.randint(1, die)) for die in dice)
                hit += result(rolled, 2) > standing
            assert abs(bots.beats(dice, standing) - hit / 4_000) < 0.03
    assert bots.beats([6, 6], 12) == 0
    assert bots.beats([6, 6], 11) == pytest.approx(1 / 36)


def test_what_can_hardly_be_beaten_is_given_in_to_and_what_can_is_answered(stage):
    for faces, high in ((6, True), (2, False)):
        scene = stage(ann={}, bo={})
        ann, bo = scene.cast
        ann.wants(of=bo).rolls(faces, faces)
        assert (often(scene, "bo", "give_in") > 30) == high
        assert often(scene, "bo", "roll") > (30 if high else 90)


def test_dice_are_bought_where_they_beat_what_stands_and_nowhere_else(stage):
    scene = stage(bo={"duty": 10}, ann={"gear": 8, "charm": 6, "points": 2})
    bo, ann = scene.cast
    bo.wants(of=ann).rolls_with("duty", "ann").falls("d10=9 d6=2")
    ann.rolls_with("duty", "bo", "gear").lets_fall("d6=4 d6=3 d8=5")
    assert {act.choice["more"] for act in moves(scene, "ann")} == {1}
    scene.at.undo(1)
    ann.lets_fall("d6=2 d6=3 d8=5")
    assert {act.choice["more"] for act in moves(scene, "ann")} == {0}


def test_who_is_rich_buys_a_die_to_act_with(stage):
    for points, more in ((2, {0}), (5, {1})):
        scene = stage(ann={"gear": 8, "points": points}, bo={})
        ann, bo = scene.cast
        ann.wants(of=bo).rolls_with("duty", "bo", "gear").lets_fall("d6=4 d6=3 d8=5")
        assert {act.choice.get("more", 0) for act in moves(scene, "ann")} == more


def test_a_pool_is_paid_for_with_points_that_are_there(stage, edited):
    for points, turns in ((0, 1), (1, 1), (1, 0)):
        scene = stage(ann={"points": points}, bo={})
        ann, bo = scene.cast
        ann.wants(of=bo)
        edited(scene, bo, turns=turns)
        sizes = {len(act.choice["pool"]) for act in moves(scene, "ann")}
        assert sizes == (
            {2, 3} if points and turns else {2}
        )  # the first Contest of a scene is fought with what one has
        for act in moves(scene, "ann"):
            scene.at.put(act)
            assert isinstance(scene.at.waiting, Roll)
            scene.at.undo(1)


def test_trouble_is_fed_while_it_is_small(stage):
    fed = []
    for trouble in ([6, 6], [6] * 12):
        scene = stage(ann={}, bo={})
        ann, bo = scene.cast
        scene.rules("trouble", to=trouble)
        ann.wants(of=bo).rolls_with("duty", "bo").falls("d6=1 d6=4")
        fed.append(often(scene, "watchtower", "complicate"))
    assert fed[0] > 40 > fed[1] > 0


def test_a_lead_takes_a_die_out_of_trouble(stage):
    scene = stage(ann={}, foe=FEATURE)
    ann, foe = scene.cast
    scene.rules("trouble", to=[6, 6, 6])
    foe.wants(of=ann).rolls_with("duty", "ann").falls("d6=1 d6=4")
    assert often(scene, "ann", "cut") == 100


def test_it_hurts_where_it_hurts_already(stage):
    scene = stage(ann={}, bo={"stress": {"insecure": 8}})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls("d6=4 d6=5")
    bo.rolls("d6=2 d6=2")
    assert {act.choice["kind"] for act in moves(scene, "ann") if act.key in ("stress", "crush")} == {("insecure",)}
    assert often(scene, "ann", "crush") > 40


def test_who_would_be_out_gives_in_more_often_than_not_and_who_would_not_takes_it(stage):
    for way, gives in (("crush", True), ("stress", False)):
        scene = stage(ann={}, bo={"points": 1})
        ann, bo = scene.cast
        ann.wants(of=bo).rolls("d6=6 d6=5")
        bo.rolls("d6=2 d6=2")
        ann.does(way, kind="angry")
        assert (often(scene, "bo", "yield") > 40) == gives
        assert often(scene, "bo", "take") == 100 - often(scene, "bo", "yield") or gives


def test_who_is_hurt_all_over_drops_out_now_and_then(stage):
    for stress, drops in (({}, False), ({"afraid": 8, "injured": 10}, True)):
        scene = stage(ann={}, bo={"stress": stress})
        ann, bo = scene.cast
        ann.wants(of=bo).rolls_with("duty", "bo").falls("d6=4 d6=5")
        bo.rolls("d6=2 d6=2")
        ann.hurts("angry").lets_fall(2, 3)
        assert (0 < often(scene, "bo", "drop_out") < 60) == drops


def test_two_points_are_spent_on_somebody_who_gave_in_now_and_then(stage):
    scene = stage(ann={"points": 2}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls("d6=4 d6=5")
    bo.gives_in()
    assert 0 < often(scene, "ann", "spite") < 50
    assert often(scene, "ann", "spare") > 50


def test_what_bots_say_goes_with_what_they_do(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    assert {act.choice["goal"] for act in moves(scene, "ann") if act.key == "contest"} <= {*bots.LINES["goal"]}
    ann.wants(of=bo).rolls("d6=6 d6=6")
    told = {act.key: act.choice for act in moves(scene, "bo")}
    assert told["give_in"]["how"] in bots.LINES["give_in"]
    aims = {act.choice["aim"] for act in moves(scene, "bo") if act.key == "roll"}
    assert "" in aims
    assert aims - {""} <= {*bots.LINES["aim"]}
    assert aims - {""}


def test_the_watchtower_ends_a_scene_when_everybody_has_had_their_share(stage):
    scene = stage(ann={}, bo={}, foe=FEATURE)
    assert often(scene, "watchtower", "end") == 0
    assert often(scene, "watchtower", "contest") > 30
    for who in ("ann", "bo"):
        scene.rules("cast", who, "turns", to=bots.ENOUGH)
    assert often(scene, "watchtower", "end") == 100


def test_between_scenes_it_opens_the_next_one_and_after_the_last_one_the_episode_ends():
    at, rng = Play(GAME, players=1), Random(1)
    for expected in ("episode", *(f"open.{card.id}" for card in at.state.cards), "end_episode"):
        while isinstance(at.waiting, Roll):
            at.put(fallen(at.waiting, rng))
        act = GAME.bot(at.state, "watchtower", tuple(at.options("watchtower")), Random(1))
        assert act.key == expected
        at.put(act)
        if expected.startswith("open."):
            at.act("watchtower", "end")


def test_a_bot_steps_in_between_bots_now_and_then_and_takes_no_roll_from_a_person(stage):
    scene = stage(ann={}, bo={}, cy={"points": 3})
    ann, bo, cy = scene.cast
    ann.wants(of=bo).rolls_with().falls(2, 2)
    bo.rolls_with().falls(6, 6)
    options = tuple(each for each in scene.at.options(cy.seat) if each.reaction)
    assert any(each.key.startswith("interfere") and not each.blocked for each in options)

    def keys(people):
        acts = [GAME.reacts(GAME.view(scene.s, cy.seat), cy.seat, options, Random(n), people) for n in TRIED]
        return {act.key.partition(".")[0] for act in acts if act}

    assert "interfere" in keys(())
    assert keys({ann.seat}).isdisjoint({"interfere", "claim"})


@pytest.mark.parametrize(("face", "hopeful"), [(5, True), (6, False)])  # two sixes are no more than 12
def test_a_roll_that_cannot_win_is_not_the_one_next_step(stage, face, hopeful):
    ann, bo = stage(ann={}, bo={}).cast
    ann.wants(of=bo).rolls_with().falls(6, face)
    assert bo.option("roll").first is hopeful
