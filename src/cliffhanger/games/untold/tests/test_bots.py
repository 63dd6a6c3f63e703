"""What a bot does in a place, as a sensible player would."""

from random import Random

import pytest
from msgspec import structs

from cliffhanger.games.untold import GAME, bots
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.offers import awaited
from cliffhanger.testing.play import Play
from cliffhanger.web.live.pace import CHOICE, choosing_time

TRIED = range(40)


def moves(scene, seat):
    """What a bot of this seat would do here, many times over."""
    options = tuple(o for o in scene.at.options(seat) if not o.standing)
    return [GAME.bot(GAME.view(scene.s, seat), seat, options, Random(n)) for n in TRIED]


def keys(scene, seat):
    return {act.key for act in moves(scene, seat)}


def test_a_goal_goes_with_the_skill_and_nobody_tries_what_they_cannot_do():
    at = Play(GAME, players=3)
    at.act("gm", "open.the_third_ledge")
    seat = "ione_wake"
    options = tuple(o for o in at.options(seat) if not o.standing)
    (pick,) = (p for o in options for p in o.params if p.name == "skill")
    known = {item.id: item for item in pick.items}
    for n in TRIED:
        choice = GAME.bot(at.state, seat, options, Random(n)).choice
        item = known[choice["skill"][0]]
        assert item.n > 1
        assert choice["goal"] in bots.LINES["goals"][item.group]


@pytest.mark.rule("UN-MIX-01")
def test_one_short_is_taken_as_a_mixed_success_and_no_point_is_paid_for_it(stage):
    scene = stage(ann={"body": {"athletics/climbing": 4}, "points": 2})
    scene.cast[0].tries("climbing", 3).rolls(9, 9, 2, 2)
    assert keys(scene, "ann") == {"mixed"}


@pytest.mark.parametrize(
    ("dl", "faces", "points", "chosen"),
    [
        (4, (9, 8, 8, 8), 1, "shift"),
        (4, (9, 10, 2, 2), 1, "numbers"),
        (4, (9, 10, 2, 2), 0, "accept"),
        (2, (9, 10, 2, 2), 1, "accept"),
    ],
)
def test_two_short_is_worth_a_point_where_no_push_makes_up_for_it(stage, dl, faces, points, chosen):
    scene = stage(ann={"body": {"athletics": 4}, "points": points})
    scene.cast[0].tries("athletics", dl).rolls(*faces)
    if dl > 2:
        scene.cast[0].pushes(2)
    assert keys(scene, "ann") == {chosen}


def test_a_push_that_will_do_comes_before_a_point(stage):
    scene = stage(ann={"body": {"athletics/climbing": 8, "riding": 5, "rowing": 5}, "points": 1})
    scene.cast[0].tries("climbing", 4).rolls(9, 10, 2, 2, 2, 2, 2, 2)
    (act,) = {(act.key, act.choice["exertion"]) for act in moves(scene, "ann")}
    assert act == ("push", 3)


def test_who_is_tired_rests_when_the_scene_draws_to_its_end_and_is_not_waited_for(stage, edited):
    tired = {"body": {"athletics": 5, "riding": 5, "rowing": 4}, "lost": {"endurance": 9, "vitality": 2}}
    scene = stage(ann=tired, ben={"body": {"athletics": 3}})
    ann, _ = scene.cast
    edited(scene, ann, turns=3)
    (act,) = {(act.key, act.choice["what"]) for act in moves(scene, "ann")}
    assert act == ("rest", ("endurance",))
    ann.rests_for("endurance")
    assert scene.at.option("ann", "check").reaction
    assert not scene.at.option("ben", "check").reaction
    ann.tries("athletics", 1).takes_up()
    assert ann.now.rest is None


def test_a_boon_die_of_what_is_made_may_go_to_a_fellow(stage):
    scene = stage(ann={"body": {"athletics": 3}}, ben={})
    scene.cast[0].tries("athletics", 2).rolls(12, 10, 3)
    assert keys(scene, "ann") == {"pass", "boon"}
    scene = stage(ann={"body": {"athletics": 3}}, ben={})
    scene.cast[0].tries("athletics", 3).rolls(12, 10, 3)
    assert keys(scene, "ann") == {"boon"}


@pytest.mark.rule("UN-DMG-01", "UN-DMG-02")
def test_what_an_adversary_accomplishes_hurts_once(stage):
    scene = stage(ann={"body": {"athletics": 3}}, troll={"adversary": True, "body": {"athletics": 6}})
    ann, troll = scene.cast
    assert not keys(scene, "gm") & {"strain", "wound"}
    troll.tries("athletics", 3, goal="break the gate").rolls(9, 9, 9, 2, 2, 2).accepts()
    assert keys(scene, "gm") == {"strain", "wound"}
    act = moves(scene, "gm")[0]
    assert act.choice["why"] == "Troll: break the gate"
    scene.at.put(act)
    assert sum(ann.lost.values()) == act.choice["amount"]
    assert not keys(scene, "gm") & {"strain", "wound"}


@pytest.mark.rule("UN-HRO-09")
def test_a_hard_deed_is_rewarded_now_and_then_and_once(stage):
    for dl, rewarded in ((4, False), (5, True)):
        scene = stage(ann={"body": {"athletics": 6}})
        scene.cast[0].tries("athletics", dl).rolls(9, 9, 9, 9, 9, 2).accepts()
        awards = [act for act in moves(scene, "gm") if act.key == "award"]
        assert 0 < len(awards) < len(TRIED) / 2 if rewarded else not awards
        if rewarded:
            scene.at.put(awards[0])
            assert scene.cast[0].points == 1
            assert "award" not in keys(scene, "gm")


@pytest.mark.rule("UN-REC-01")
def test_before_the_next_scene_as_much_time_passes_as_those_who_rest_need():
    at = Play(GAME, players=1)
    at.act("gm", "open.the_third_ledge").rules("cast", "ione_wake", "aspects", "endurance", "spent", to=9)
    at.act("ione_wake", "rest", what=("endurance",)).act("gm", "end")
    act = GAME.bot(at.state, "gm", tuple(o for o in at.options("gm") if not o.standing), Random(1))
    assert (act.key, act.choice["minutes"], act.choice["whom"]) == ("clock", 135, ("ione_wake",))
    at.put(act)
    assert at.state.cast[0].aspects[0].lost == 0
    act = GAME.bot(at.state, "gm", tuple(o for o in at.options("gm") if not o.standing), Random(1))
    assert act.key == "open.a_hearing_at_the_customs_house"


def leads(turns, made):
    """What the Game Master's bot does when the one hero, worn out and never resting, has tried and reached so many things."""
    at = Play(GAME, players=1)
    at.act("gm", "open.the_third_ledge")
    s, scene = (
        at.state,
        structs.replace(
            at.state.stack[-1], made=next(c for c in at.state.cards if c.id == "the_third_ledge").goals[:made]
        ),
    )
    worn = [structs.replace(row, spent=row.spent + 2) for row in next(p for p in s.cast if p.kind == "pc").aspects]
    cast = tuple(structs.replace(p, turns=turns, aspects=tuple(worn)) if p.kind == "pc" else p for p in s.cast)
    s = structs.replace(s, cast=cast, stack=(*s.stack[:-1], scene))
    options = tuple(each.option for each in GAME.waiting(s) if each.seat == "gm")
    return {GAME.bot(s, "gm", options, Random(n)).key for n in TRIED}


def test_a_scene_ends_when_enough_is_reached_or_it_has_gone_on_for_long_though_nobody_rests():
    assert "end" not in leads(3, 2)
    assert leads(3, 3) == {"end"}
    assert leads(5, 0) == {"end"}


@pytest.mark.rule("UN-DMG-01")
def test_what_a_hero_falls_short_of_strains_them_once(stage):
    scene = stage(ann={"body": {"athletics": 3}, "mind": {"cognition": 3}}, troll={"adversary": True})
    ann, _ = scene.cast
    ann.tries("cognition", 3, goal="read the runes").rolls(2, 2, 2).accepts()
    assert keys(scene, "gm") == {"strain"}
    act = moves(scene, "gm")[0]
    assert (act.choice["whom"], act.choice["realm"]) == (("ann",), ("mind",))
    assert act.choice["why"] == "read the runes, in vain"
    scene.at.put(act)
    assert ann.lost == {"tenacity": act.choice["amount"]}
    assert "strain" not in keys(scene, "gm")


def test_after_a_check_of_somebody_all_others_are_asked_before_them_and_the_game_master_in_between():
    at = Play(GAME, players=3)
    at.act("gm", "open.the_third_ledge")
    own, asked, rng = "ione_wake", [], Random(4)
    for _ in range(120):
        if isinstance(at.waiting, Roll):
            at.rolls(*(rng.randint(1, die) for die in at.waiting.dice))
            continue
        seat = awaited(at.waiting)[0].seat
        if at.state.stack[-1].phase == "play" and not at.state.tales and asked[-1:] != [seat]:
            asked.append(seat)
        if asked.count(own) == 2:
            break
        options = tuple(each.option for each in at.waiting if each.seat == seat)
        at.put(GAME.bot(at.state, seat, options, rng))
    assert set(asked[1:-1]) == {"osk_tallow", "mirre", "gm"}


@pytest.mark.parametrize("ahead", [False, True])
def test_who_has_acted_more_than_others_may_go_on_and_bots_do_not_wait_for_them(stage, ahead):
    scene = stage(ann={"body": {"athletics": 4}}, ben={"body": {"athletics": 4}})
    if ahead:
        scene.cast[0].tries("athletics", 1)
    option = scene.at.option("ann", "check")
    assert (option.reaction, option.first) == (ahead, not ahead)
    assert choosing_time("reading", scene.at.waiting, {"ann"}) == (0.0 if ahead else CHOICE)
    scene.cast[0].tries("athletics", 1)  # it is theirs to do all the same
