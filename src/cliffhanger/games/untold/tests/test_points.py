"""Hero and Villain Points: what they do to a roll, who may spend them when, and what they bring."""

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.kernel.params import first
from cliffhanger.kernel.wording import button_of
from cliffhanger.testing.invalid_inputs import offers
from cliffhanger.testing.play import Play

FIVE = {"body": {"athletics": 5}}
FOE = {"adversary": True, "body": {"athletics": 5}}


def faces(scene):
    return [die.face for die in scene.check.dice]


def named(scene, *wanted):
    left, found = list(wanted), []
    for die in scene.check.dice:
        if die.face in left:
            left.remove(die.face)
            found.append(die.id)
    assert not left, f"no die shows {left}: {faces(scene)}"
    return tuple(found)


def in_vain(scene, seat):
    """Why each use of a point that is open to a seat gains nothing, where it does not."""
    found = [o.option for o in offers(GAME, scene.state) if o.seat == seat and not o.blocked]
    return {o.key: o.vain for o in found if o.vain}


@pytest.mark.rule("UN-HRO-01", "UN-VIL-01")
def test_everybody_begins_with_one_point():
    at = Play(GAME, players=3)
    assert [p.hero_points for p in at.state.cast if p.kind == "pc"] == [1, 1, 1]
    assert at.state.villain_points == 1


@pytest.mark.rule("UN-HRO-03")
@pytest.mark.parametrize(("use", "dl", "net"), [("easier", 1, 1), ("harder", 5, 1), ("plus", 3, 3), ("minus", 3, -1)])
def test_a_point_moves_the_difficulty_or_the_successes_by_two(stage, use, dl, net):
    scene = stage(ann=FIVE | {"points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 2, 3, 4, 5).does("numbers", use=use)
    assert (scene.dl, scene.net, ann.points) == (dl, net, 0)


@pytest.mark.rule("UN-HRO-03", "UN-SN-02")
def test_before_the_roll_an_easier_task_may_become_second_nature(stage):
    scene = stage(ann=FIVE | {"points": 1})
    scene.cast[0].tries("athletics", 3).does("numbers", use="easier")
    assert scene.outcome == ("auto", 0, 1)


def test_automatic_successes_wait_for_the_tally(stage):
    scene = stage(ann=FIVE | {"points": 1})
    scene.cast[0].tries("athletics", 2).does("numbers", use="plus")
    assert scene.check.phase == "building"
    scene.cast[0].rolls(2, 2, 2, 2, 2)
    assert scene.net == 2


@pytest.mark.rule("UN-HRO-04")
def test_any_dice_but_1s_and_12s_are_rolled_again(stage):
    scene = stage(ann=FIVE | {"points": 2})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(12, 9, 4, 3, 1).does("decline")
    ann.does("reroll", dice=named(scene, 4, 3))
    assert scene.dice_in_the_air() == 2
    scene.rolls(12, 1)
    ann.does("decline")
    assert sorted(faces(scene)) == [1, 1, 9, 12, 12]
    assert (scene.tally.successes, scene.tally.snags, ann.points) == (3, 1, 1)


@pytest.mark.rule("UN-HRO-04", "UN-BON-03")
def test_a_boon_die_rolled_again_may_bring_a_point(stage):
    scene = stage(ann={"body": {"athletics": 1}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(12).rolls_boons(5).does("reroll", dice="d2")
    scene.rolls(12)
    assert ann.points == 1


@pytest.mark.rule("UN-HRO-05")
@pytest.mark.parametrize(
    ("house", "way", "after", "successes", "snags", "boons"),
    [
        ("full", "up", [12, 12, 9, 3, 1], 3, 0, 2),
        ("full", "down", [12, 10, 7, 1, 1], 2, 1, 1),
        ("success_only", "up", [12, 11, 8, 2, 1], 3, 0, 1),
        ("success_only", "down", [12, 11, 8, 2, 1], 2, 0, 1),
    ],
)
def test_a_shift_turns_every_die_but_1s_and_12s(stage, house, way, after, successes, snags, boons):
    scene = stage(ann=FIVE | {"points": 1}, house={"shifted_faces": house})
    (ann,) = scene.cast
    ann.tries("athletics", 5).rolls(12, 11, 8, 2, 1).does("decline").does("shift", way=way)
    if scene.check.owed:
        ann.does("decline")
    assert faces(scene) == after
    assert (scene.tally.successes, scene.tally.snags, scene.tally.boons) == (successes, snags, boons)
    assert ann.points == 0


@pytest.mark.rule("UN-HRO-06", "UN-HRO-02")
def test_a_1_made_a_12_stops_counting_as_a_1_and_brings_no_hero_point_itself(stage):
    scene = stage(ann={"body": {"athletics": 2}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 1)
    assert scene.net == 0
    ann.does("twelve", die=named(scene, 1)).rolls_boons(12)
    assert ann.points == 1  # from the boon die, not from the die that was set
    ann.does("decline")
    assert scene.net == 3


@pytest.mark.rule("UN-HRO-06")
@pytest.mark.parametrize(("faces_", "figures"), [((9, 4), ("made_now",)), ((9, 10), ())])
def test_a_12_names_its_die_and_promises_its_boon_alone_where_the_check_is_made(stage, faces_, figures):
    scene = stage(ann={"body": {"athletics": 2}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(*faces_)
    option = scene.play.option(ann.seat, "twelve")
    assert option.figures == figures
    assert button_of(option, first(option.params)) == f"The {faces_[1]} becomes a 12"
    assert option.says == "It succeeds, and earns one more die."


@pytest.mark.rule("UN-VIL-01", "UN-HRO-03")
def test_the_game_master_spends_against_a_players_check(stage):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 9, 2, 3)
    scene.does("numbers", use="harder")
    assert (scene.dl, scene.villain_points, scene.counter) == (4, 0, 0)


@pytest.mark.rule("UN-HRO-05", "UN-BON-02")
def test_a_12_that_lies_there_owes_no_second_boon_die_when_others_become_12s(stage):
    scene = stage(ann={"body": {"athletics": 2}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(12, 11).does("decline").does("shift", way="up")
    assert (faces(scene), scene.check.owed) == ([12, 12], ("d2",))


@pytest.mark.rule("UN-HRO-04", "UN-HRO-05")
def test_a_die_that_was_lifted_to_a_12_is_locked_as_any_12_is(stage):
    scene = stage(ann=FIVE | {"points": 3}, house={"shifted_faces": "success_only"})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(11, 2, 2, 2, 2).does("shift", way="up").does("shift", way="up")
    assert [die.shows for die in scene.check.dice] == [12, 4, 4, 4, 4]
    assert "stays as it is" in ann.cannot("reroll", dice=named(scene, 11)).why


@pytest.mark.rule("UN-HRO-04", "UN-HRO-05", "UN-HRO-06")
def test_a_face_that_was_lifted_for_success_alone_is_forgotten_with_the_face(stage):
    scene = stage(ann={"body": {"athletics": 2}, "points": 3}, house={"shifted_faces": "success_only"})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(8, 7).does("shift", way="up")
    assert [die.shows for die in scene.check.dice] == [9, 8]
    ann.does("reroll", dice=named(scene, 7))
    scene.rolls(8)
    ann.does("twelve", die=named(scene, 8)[0])
    assert [die.shows for die in scene.check.dice] == [12, 8]


@pytest.mark.rule("UN-VIL-05")
@pytest.mark.parametrize(
    ("house", "open_", "rule"),
    [
        ("no_mirror", {"harder": False, "minus": False, "easier": True, "plus": True}, "UN-VIL-05"),
        ("none_on_same_check", {}, "R19"),
        ("free", {"harder": True, "minus": True, "easier": True, "plus": True}, "UN-HRO-03"),
    ],
)
def test_neither_side_undoes_what_the_other_has_done(stage, house, open_, rule):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1, house={"opposing_points": house})
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 3, 4, 5).does("numbers", use="plus")
    option = scene.at.option("gm", "numbers")
    assert option.rule == rule
    items = option.params[0].items if option.params else ()
    assert {item.id: not item.blocked for item in items} == open_
    assert ("reroll" in scene.at.open("gm")) == bool(open_)
    if house == "no_mirror":
        refused = scene.refuses("numbers", use="minus")
        assert refused.rule == "UN-VIL-05"
        assert refused.why.endswith("a Villain Point does not cancel it. Use yours another way. (UN-VIL-05)")


@pytest.mark.rule("UN-VIL-05")
def test_what_one_side_did_in_one_way_closes_no_other_way_to_the_other(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 3, 4, 5).does("numbers", use="plus")
    assert [item.id for item in scene.at.option("gm", "shift").params[0].items if not item.blocked] == ["down", "up"]
    scene.does("shift", way="down")
    assert faces(scene) == [8, 8, 4, 3, 2]


@pytest.mark.rule("UN-VIL-05")
def test_what_has_gone_both_ways_is_closed_to_the_other_side(stage):
    scene = stage(ann=FIVE | {"points": 4}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 3, 4, 5)
    ann.does("shift", way="up")
    assert [item.id for item in scene.at.option("gm", "shift").params[0].items if not item.blocked] == ["up"]
    ann.does("shift", way="down").does("numbers", use="plus").does("numbers", use="harder")
    for key in ("shift", "numbers"):
        refused = scene.refuses(key)
        assert (refused.rule, refused.instead) == ("UN-VIL-05", "Use yours another way.")


@pytest.mark.parametrize(("house", "may"), [("true", True), ("false", False)])
def test_a_point_on_a_friends_check(stage, house, may):
    scene = stage(ann=FIVE, ben={"points": 1}, foe=FOE, house={"points_on_allies": house})
    ann, ben, foe = scene.cast
    ann.tries("athletics", 3)
    assert ("numbers" in ben.may()) == may
    ann.does("withdraw")
    foe.tries("athletics", 3)
    assert "numbers" in ben.may()


@pytest.mark.parametrize(("house", "spends"), [("unlimited", 4), ("1", 1), ("2", 2), ("3", 3)])
def test_points_per_check(stage, house, spends):
    scene = stage(ann=FIVE | {"points": 4}, house={"points_per_check": house})
    (ann,) = scene.cast
    ann.tries("athletics", 12)
    for _ in range(spends):
        ann.does("numbers", use="plus")
    refused = ann.cannot("numbers", use="plus")
    assert (refused.rule == "R15" and "each side" in refused.why) == (house != "unlimited")
    assert refused.instead


@pytest.mark.parametrize(("house", "spends"), [("1", 1), ("2", 2)])
def test_points_per_check_are_counted_for_each_side_alone(stage, house, spends):
    scene = stage(ann=FIVE | {"points": 3}, villain_points=3, house={"points_per_check": house})
    (ann,) = scene.cast
    ann.tries("athletics", 12)
    for _ in range(spends):
        ann.does("numbers", use="plus")
        scene.does("numbers", use="easier")
    for refused in (ann.cannot("numbers", use="plus"), scene.refuses("numbers", use="easier")):
        assert refused.why == f"At this table each side spends {house} on a check, and yours has."


@pytest.mark.rule("UN-HRO-04")
def test_the_only_die_that_is_loose_is_rolled_again_alone(stage):
    scene = stage(ann={"body": {"athletics/jumping": 12}, "points": 1})
    (ann,) = scene.cast
    ann.tries("jumping", 9).rolls(11, *[1] * 11)
    (loose,) = named(scene, 11)
    ann.does("reroll", dice=(loose,)).rolls(7)
    assert sorted(faces(scene)) == [1] * 11 + [7]


def test_a_point_that_cannot_suffice_says_so(stage):
    scene = stage(ann={"body": {"athletics/jumping": 8}, "points": 2}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("jumping", 6).rolls(9, 7, 2, 2, 3, 3, 4, 4)
    assert in_vain(scene, ann.seat) == {
        "numbers": "It would still fall short: 6 needed, 3 there.",
        "shift": "It would still fall short: 6 needed, 1 there.",
    }
    assert set(in_vain(scene, "gm").values()) == {"It falls short already: nothing more is to be gained."}


def test_what_is_made_needs_no_point_and_what_would_be_made_all_the_same_is_not_undone_by_one(stage):
    scene = stage(ann={"body": {"athletics/jumping": (8, 0)}, "points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("jumping", 2).rolls(9, 9, 11, 11, 11, 3, 3, 3)
    made = "It is made already: nothing more is to be gained."
    assert in_vain(scene, ann.seat) == dict.fromkeys(("numbers", "shift", "reroll"), made)
    assert in_vain(scene, "gm") == {
        "numbers": "It would still be made: 2 needed, 3 there.",
        "shift": "It would still be made: 2 needed, 3 there.",
        "twelve": "A 12 counts for them.",
    }


def test_a_point_that_may_make_it_or_leave_it_one_short_is_not_in_vain_and_says_how_many_there_are(stage):
    scene = stage(ann={"body": {"athletics/jumping": 6}, "points": 2})
    (ann,) = scene.cast
    ann.tries("jumping", 4).rolls(9, 11, 2, 2, 3, 4)
    assert "numbers" not in in_vain(scene, ann.seat)
    assert "shift" not in in_vain(scene, ann.seat)  # an 11 becomes a 12, which brings a boon die
    groups = {o.option.group for o in offers(GAME, scene.state) if o.seat == ann.seat and o.key == "numbers"}
    assert groups == {"Hero Points: you have 2"}


def test_a_point_whose_helpful_way_is_closed_gains_nothing_and_the_other_sides_fold_says_why(stage):
    scene = stage(ann={"body": {"athletics/jumping": 8}, "points": 2}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("jumping", 3).rolls(9, 9, 9, 10, 3, 3, 4, 4).accepts()
    scene.does("numbers", use="harder")
    assert in_vain(scene, ann.seat) == {
        "numbers": "The other side has done the like here, and a Hero Point does not cancel it. Use yours another way.",
        "shift": "It would still fall short: 5 needed, 4 there.",
    }


def test_a_point_that_leaves_one_short_who_is_one_short_already_gains_nothing(stage):
    scene = stage(ann={"body": {"athletics/jumping": 6}, "points": 2})
    (ann,) = scene.cast
    ann.tries("jumping", 3).rolls(9, 9, 2, 2, 3, 4)
    assert in_vain(scene, ann.seat) == {"shift": "It would still fall short: 3 needed, 2 there."}


def test_a_point_for_a_fellow_says_that_they_make_it(stage):
    two = {"body": {"athletics": 2}, "points": 1}
    scene = stage(ann=two, ben=two)
    scene.cast[0].tries("athletics", 3)
    assert [scene.at.option(seat, "numbers").figures for seat in ("ann", "ben")] == [
        ("made_unspent",),
        ("they_make_unspent",),
    ]
    assert GAME.figure_by_id["they_make_unspent"].words.startswith("they make it")


def test_a_push_says_on_its_button_that_1s_bite(stage):
    scene = stage(ann={"body": {"athletics": 4}})
    scene.cast[0].tries("athletics", 3).rolls(9, 9, 2, 2)
    assert scene.at.option("ann", "push").hint == "a 1 undoes a success"
