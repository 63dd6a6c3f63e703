"""Hero and Villain Points: what they do, who may spend them when, and what they bring."""

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.panels import Text
from cliffhanger.testing.invalid_inputs import offers
from cliffhanger.testing.play import Play
from cliffhanger.testing.position_laws import every

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


@pytest.mark.rule("UN-CHK-01")
def test_the_other_side_lets_it_stand_or_spends_and_the_choice_is_undone(stage):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    assert scene.check.phase == "closing"
    assert ann.asked() == []
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.check.choice, scene.dl) == ("window", "", 4)
    ann.accepts()
    assert scene.outcome == ("failure", 2, 4)


def stands(scene):
    """What stands on the stage: the headline, and what lies below it."""
    told = [p for p in scene.at.panels("ann")[0].panels if isinstance(p, Text) and p.id == "result"]
    return told[0].head, told[0].body


def test_the_headline_says_whose_point_made_a_result_what_it_is_now(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2)
    assert not any("Point" in words for words in stands(scene))
    ann.accepts()
    scene.does("numbers", use="harder")
    assert stands(scene) == (
        "2 short: 2 of 4. The Game Master spent a Villain Point.",
        "Two successes more are needed. 2 successes.",
    )


def test_the_headline_says_so_where_it_is_made_all_the_same(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 9, 9, 2).accepts()
    scene.does("numbers", use="harder")
    assert stands(scene)[0] == "Ann makes it: 4 of 4. The Game Master spent a Villain Point."


def test_ones_own_point_stands_below_and_that_of_a_friend_in_the_headline(stage):
    scene = stage(ann=FIVE | {"points": 1}, ben=FIVE | {"points": 1})
    ann, ben = scene.cast
    ann.tries("athletics", 5).rolls(9, 2, 2, 2, 2).does("numbers", use="plus")
    assert stands(scene) == (
        "2 short: 3 of 5.",
        "A Hero Point was spent: two automatic successes. 1 success. +2 by points.",
    )
    ben.does("shift", way="up")
    assert stands(scene)[0] == "2 short: 3 of 5. Ben spent a Hero Point."


def test_a_master_who_spends_on_an_adversary_reads_it_below(stage):
    scene = stage(ann=FIVE, foe=FOE, villain_points=1)
    _, foe = scene.cast
    foe.tries("athletics", 3).rolls(9, 2, 2, 2, 2)
    scene.does("numbers", use="plus")
    assert stands(scene)[0] == "Foe makes it: 3 of 3."
    assert stands(scene)[1].startswith("A Villain Point was spent: two automatic successes.")


@pytest.mark.rule("UN-CHK-01")
def test_confirming_ends_it_and_may_be_done_ahead(stage):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    scene.confirms()
    assert scene.outcome == ("success", 2, 2)
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2)
    scene.confirms()
    ann.accepts()
    assert scene.over


def test_confirming_ahead_is_undone_by_a_spend(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(9, 9, 2, 2, 2)
    scene.confirms()
    ann.does("numbers", use="plus").accepts()
    assert scene.check.phase == "closing"


@pytest.mark.rule("UN-CHK-01")
def test_a_question_that_was_answered_ahead_comes_back_as_a_new_one(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 4)
    window = scene.check.number
    scene.confirms()
    ann.does("numbers", use="plus")
    assert scene.at.option("gm", "confirm").window == str(scene.check.number) != str(window)


@pytest.mark.rule("UN-CHK-01", "UN-DL-01")
def test_what_was_let_stand_ahead_is_asked_again_when_the_task_is_set_anew(stage):
    scene = stage(ann={"points": 1}, foe=FOE)
    ann, foe = scene.cast
    foe.tries("athletics", 9)
    ann.confirms()
    scene.does("again").does("set", base=2)
    foe.rolls(9, 9, 2, 2, 2).accepts()
    assert (scene.check.phase, "confirm" in ann.may()) == ("closing", True)


def test_one_player_confirms_for_all(stage):
    scene = stage(ann={"points": 1}, ben={"points": 1}, foe=FOE)
    ann, ben, foe = scene.cast
    foe.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    assert "confirm" in ann.may()
    ben.confirms()
    assert scene.outcome == ("success", 2, 2)


def test_a_second_nature_success_waits_for_the_other_side_too(stage):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 1)
    assert (scene.check.phase, scene.check.choice) == ("closing", "auto")
    assert "minus" not in [i.id for i in scene.at.option("gm", "numbers").params[0].items if not i.blocked]
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.dl) == ("building", 3)
    ann.rolls(9, 9, 9, 2, 2).accepts()
    assert scene.outcome == ("success", 3, 3)


def test_a_mixed_success_is_undone_by_the_other_sides_spend(stage):
    scene = stage(ann=FIVE, villain_points=2)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 2, 2, 2).takes_mixed()
    scene.does("numbers", use="harder")
    assert ann.cannot("mixed").why == "A mixed success is for exactly one short; this is 3."


def test_close_by_the_actor_asks_nobody(stage):
    scene = stage(ann=FIVE, villain_points=1, house={"close_by": "actor"})
    scene.cast[0].tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    assert scene.outcome == ("success", 2, 2)


@pytest.mark.rule("UN-HRO-07")
def test_five_spent_points_come_back_in_any_split_and_no_sixth(stage):
    scene = stage(ann={"body": {"athletics": 4}, "points": 2})
    (ann,) = scene.cast
    ann.tries("athletics", 9).rolls(*(2,) * 10, exertion=6).accepts()
    assert ann.spent == {"endurance": 4, "vitality": 2}
    scene.strains(ann, 1)
    six = ("vitality.1", "vitality.2", "endurance.1", "endurance.2", "endurance.3", "endurance.4")
    refused = ann.cannot("restore", points=six)
    assert (refused.rule, "choose 1 to 5; 6 chosen" in refused.why) == ("UN-HRO-07", True)
    ann.does("restore", points=six[:5])
    assert ann.points == 2
    scene.does("agree")
    assert (ann.points, ann.spent) == (1, {"endurance": 1})
    assert ann.lost == {"endurance": 1, "vitality": 1}  # the strain stays


@pytest.mark.rule("UN-HRO-07")
def test_strength_comes_back_to_a_friend_and_the_one_who_spends_pays(stage):
    scene = stage(ann={"body": {"athletics": 4}}, ben={"points": 1}, foe=FOE)
    ann, ben, _ = scene.cast
    ann.tries("athletics", 9).rolls(*(2,) * 6, exertion=2).accepts()
    ben.does("restore.ann", points=("endurance.1", "endurance.2"))
    scene.does("agree")
    assert (ann.spent, ben.points, scene.counter) == ({}, 0, 1)
    assert "restore.foe" not in ben.may()


@pytest.mark.rule("UN-HRO-07", "UN-HRO-08")
def test_what_came_back_meanwhile_is_not_paid_for(stage):
    scene = stage(ann={"body": {"athletics": 4}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 9).rolls(*(2,) * 6, exertion=2).accepts()
    ann.does("restore", points=("endurance.1", "endurance.2"))
    scene.does("mend", what="ann/endurance", amount=2)
    assert "missing any more" in scene.refuses("agree", text="x").why
    assert ann.points == 1
    scene.does("disagree")
    assert scene.s.proposals == ()


@pytest.mark.rule("UN-HRO-07")
def test_a_proposal_may_be_taken_back_by_whoever_made_it(stage):
    scene = stage(ann={"points": 1}, ben={"points": 1})
    ann, ben = scene.cast
    ann.does("fact", what="fact", text="A second moon.")
    assert "take_back" not in ben.may()
    ann.does("take_back")
    assert (scene.s.proposals, ann.points) == ((), 1)
    assert scene.told("takes_back")[0].text == "takes back what was proposed: A second moon."


@pytest.mark.parametrize(("scope", "offered"), [("spent", 0), ("any", 3)])
def test_restoring_touches_what_was_spent_or_anything(stage, scope, offered):
    scene = stage(ann={"body": {"athletics": 4}, "points": 1}, house={"restore_scope": scope})
    (ann,) = scene.cast
    scene.strains(ann, 3)
    option = scene.at.option("ann", "restore")
    assert len(option.params[0].items if option.params else ()) == offered
    if offered:
        ann.does("restore", points=("endurance.1", "endurance.2"))
        scene.does("agree")
        assert ann.lost == {"endurance": 1}


@pytest.mark.rule("UN-HRO-07")
def test_the_game_master_may_not_agree_and_nothing_is_spent(stage):
    scene = stage(ann={"points": 1})
    (ann,) = scene.cast
    ann.does("fact", what="fact", text="A second moon.")
    scene.does("disagree")
    assert ann.points == 1
    assert scene.s.proposals == ()


@pytest.mark.rule("UN-HRO-07")
@pytest.mark.parametrize(
    ("what", "note"),
    [
        ("defense_up", "Defense Rating up by one: Quick."),
        ("defense_down", "Defense Rating down by one: Quick."),
        ("initiative", "Initiative 10 lower, once: Quick."),
    ],
)
def test_what_has_no_formula_here_is_a_note_on_whom_it_is_for(stage, what, note):
    scene = stage(ann={"points": 2}, ben={}, foe=FOE)
    ann, _, foe = scene.cast
    ann.does("fact", what=what, text="Quick.")
    scene.does("agree")
    assert [n.text for n in ann.now.notes] == [note]
    ann.does("fact", what=what, whom=foe, text="Quick.")
    scene.does("agree")
    assert ([n.text for n in foe.now.notes], len(ann.now.notes), ann.points) == ([note], 1, 0)
    assert scene.told("fact")[-1].text == "makes it so for Foe: Quick."
    scene.does("unnote", what=f"ann/{ann.now.notes[0].id}")
    assert ann.now.notes == ()


@pytest.mark.rule("UN-HRO-07", "UN-DMG-02")
def test_a_point_saves_a_friend_from_the_brink_and_the_numbers_are_the_game_masters(stage):
    scene = stage(ann={"points": 1}, ben={"body": {"athletics": 3}, "mind": {"cognition": 3}})
    ann, ben = scene.cast
    assert "Nobody is at the brink" in ann.cannot("brink", whom="ben", text="x").why
    scene.wounds(ben, 9).wounds(ben, 9, "mind")
    lost = ben.lost
    ann.does("brink", whom=ben, text="The rope holds.")
    scene.does("agree")
    assert (ben.lost, ben.excess("vitality"), ben.at_brink, ann.points) == (lost, 5, True, 0)
    assert [n.text for n in ben.now.notes] == ["Saved from the brink: The rope holds."]
    scene.does("unbrink", what="ben/vitality")
    assert (ben.lost, ben.excess("vitality"), ben.excess("sanity")) == ({"vitality": 3, "sanity": 4}, 0, 5)


@pytest.mark.rule("UN-HRO-07")
def test_who_is_off_the_brink_already_is_not_paid_for(stage):
    scene = stage(ann={"points": 1, "body": {"athletics": 3}})
    (ann,) = scene.cast
    scene.wounds(ann, 4)
    ann.does("brink", text="The rope holds.")
    scene.does("unbrink", what="ann/vitality")
    assert "not at the brink any more" in scene.refuses("agree", text="x").why
    assert ann.points == 1


@pytest.mark.rule("UN-VIL-01", "UN-VIL-04")
def test_a_villain_point_works_against_a_protagonist_too(stage):
    scene = stage(ann={"body": {"athletics": 3}}, foe=FOE, villain_points=2)
    ann, foe = scene.cast
    scene.does("fact", what="defense_down", whom=ann, text="Sand in the eyes.")
    assert [n.text for n in ann.now.notes] == ["Defense Rating down by one: Sand in the eyes."]
    scene.wounds(foe, 9).does("brink", whom=foe, text="Not yet.")
    assert ([n.text for n in foe.now.notes], scene.villain_points) == (["Saved from the brink: Not yet."], 0)


@pytest.mark.rule("UN-CHK-01", "UN-VIL-04")
def test_any_point_of_the_other_side_undoes_the_choice(stage):
    scene = stage(ann=FIVE, foe=FOE, villain_points=3)
    (ann, foe) = scene.cast
    foe.tries("athletics", 9).rolls(*(2,) * 6, exertion=1).accepts()
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    scene.does("restore.foe", points=("endurance.1",))
    assert (scene.check.phase, scene.check.choice) == ("window", "")
    ann.accepts()
    scene.does("fact", what="fact", text="The floor gives way.")
    assert scene.check.phase == "window"
    ann.accepts()
    scene.confirms()
    assert scene.outcome == ("success", 2, 2)


@pytest.mark.rule("UN-CHK-01", "UN-MIX-01", "UN-HRO-08")
@pytest.mark.parametrize("ends", ["accept", "mixed"])
def test_a_point_of_ones_own_side_leaves_a_choice_that_stands(stage, ends):
    scene = stage(ann=FIVE | {"points": 1}, ben={"points": 1}, villain_points=1)
    ann, ben = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 2, 2, 2)
    ben.does("fact", what="fact", text="A second rope.")
    ann.does(ends)
    window = scene.check.number
    scene.does("agree")
    assert (scene.check.phase, scene.check.choice, scene.check.number) == ("closing", ends, window)
    assert ben.points == 0
    scene.confirms()
    assert scene.over


@pytest.mark.parametrize(
    ("faces", "ends", "came"),
    [
        ((2, 2, 2, 2, 2), "accept", "falls short, 0 of 3."),
        ((9, 9, 2, 2, 2), "mixed", "makes it with a setback, 2 of 3."),
        ((9, 9, 9, 2, 2), "accept", "makes it, 3 of 3."),
        ((9, 9, 9, 9, 2), "accept", "makes it."),
    ],
)
def test_whoever_may_let_it_stand_reads_what_came_of_it_and_the_result_says_no_number_twice(stage, faces, ends, came):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(*faces).does(ends)
    (asked,) = {(o.ask, o.awaits) for o in scene.at.options("gm") if o.key.startswith("confirm")}
    assert asked == (f"Ann {came} Do you let it stand?", f"Ann {came} Does the Game Master let it stand?")
    scene.confirms()
    texts = [p for p in every(scene.at.panels("watch")) if isinstance(p, Text)]
    head, below = next((p.head, p.body) for p in texts if p.id == "result")
    assert head
    assert below.endswith("The aim: get across.")
    assert not any(sign.isdigit() for sign in below)


@pytest.mark.rule("UN-CHK-01", "UN-MIX-01", "UN-VIL-04")
@pytest.mark.parametrize("ends", ["accept", "mixed"])
def test_the_game_masters_own_point_leaves_what_an_adversary_has_chosen(stage, ends):
    scene = stage(ann={"points": 1}, foe=FOE, imp=FOE, villain_points=3)
    ann, foe, imp = scene.cast
    scene.wounds(imp, 9)
    foe.tries("athletics", 3).rolls(9, 9, 2, 2, 2).does(ends)
    scene.does("fact", what="fact", text="The lamp goes out.")
    assert (scene.check.phase, scene.check.choice) == ("closing", ends)
    scene.does("brink", whom=imp, text="Not yet.")
    assert scene.check.phase == "closing"
    ann.confirms()
    assert scene.over


@pytest.mark.rule("UN-CHK-01", "UN-HRO-07", "UN-HRO-08")
def test_a_hero_point_undoes_what_an_adversary_has_chosen(stage):
    scene = stage(ann={"points": 2}, foe=FOE)
    ann, foe = scene.cast
    foe.tries("athletics", 3).rolls(9, 9, 2, 2, 2).takes_mixed()
    ann.does("fact", what="fact", text="The floor is wet.")
    assert scene.check.phase == "closing"
    scene.does("agree")
    assert (scene.check.phase, scene.check.choice) == ("window", "")


@pytest.mark.rule("UN-CHK-01", "UN-SN-02")
@pytest.mark.parametrize("rolls", ["false", "true"])
def test_an_automatic_success_is_reopened_by_the_other_side_alone(stage, rolls):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=2, house={"roll_under_sn": rolls})
    (ann,) = scene.cast
    ann.tries("athletics", 1)
    if rolls == "true":
        ann.does("take")
    ann.does("fact", what="fact", text="A second rope.")
    window = scene.check.number
    scene.does("agree")
    assert (scene.check.phase, scene.check.choice, scene.check.number) == ("closing", "auto", window)
    scene.does("fact", what="fact", text="The lamp goes out.")  # Second Nature is tested again, and still covers it
    assert (scene.check.phase, scene.check.number != window) == ("auto" if rolls == "true" else "closing", True)


@pytest.mark.rule("UN-CHK-01", "UN-HRO-07")
def test_strength_comes_back_to_whoever_has_chosen_when_the_check_is_over(stage):
    tired = {"body": {"athletics": 4, "riding": 4}, "lost": {"endurance": 5}, "points": 1}
    scene = stage(ann=tired, ben={"points": 1}, villain_points=1, house={"restore_scope": "any"})
    ann, ben = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 9, 2)
    ben.does("restore.ann", points=("endurance.1", "endurance.2"))
    ann.takes_mixed()
    refused = scene.refuses("agree")
    assert refused.why == "Ann has chosen how the check ends: strength comes back when it is over."
    assert refused.instead == "Let it stand first."
    assert {o.key for o in awaited(scene.at.waiting)} == {"confirm"}  # nobody has to say no to what only has to wait
    scene.confirms()
    assert scene.outcome == ("mixed", 3, 4)
    scene.does("agree")
    assert (ann.lost, ben.points) == ({"endurance": 3}, 0)


@pytest.mark.rule("UN-CHK-01", "UN-HRO-07")
def test_an_adversary_who_has_chosen_finds_no_strength_before_the_check_is_over(stage):
    scene = stage(ann={"points": 1}, foe=FOE, imp=FOE, villain_points=2)
    ann, foe, imp = scene.cast
    imp.tries("athletics", 9).rolls(*(2,) * 6, exertion=1).accepts()
    ann.confirms()
    foe.tries("athletics", 9).rolls(*(2,) * 8, exertion=3).accepts()
    assert "Foe has chosen" in scene.refuses("restore.foe", points=("endurance.1",)).why
    scene.does("restore.imp", points=("endurance.1",))
    assert scene.check.phase == "closing"
    ann.confirms()
    scene.does("restore.foe", points=("endurance.1",))
    assert (foe.lost, imp.lost, scene.villain_points) == ({"endurance": 2}, {}, 0)


@pytest.mark.rule("UN-CHK-01")
def test_any_point_undoes_what_was_let_stand_ahead(stage):
    scene = stage(ann={"points": 1}, foe=FOE, villain_points=1)
    ann, foe = scene.cast
    foe.tries("athletics", 3).rolls(9, 9, 9, 2, 2)
    ann.confirms()
    assert "confirm" not in ann.may()
    scene.does("fact", what="fact", text="The lamp goes out.")
    assert "confirm" in ann.may()
    foe.accepts()
    assert scene.check.phase == "closing"


def test_a_villain_finds_strength_for_a_villain_point(stage):
    scene = stage(ann={}, foe=FOE, villain_points=1)
    foe = scene.cast[1]
    foe.tries("athletics", 9).rolls(*(2,) * 8, exertion=3).accepts()
    scene.does("restore.foe", points=("endurance.1", "endurance.2", "endurance.3"))
    assert (foe.lost, scene.villain_points) == ({}, 0)


@pytest.mark.rule("UN-HRO-09", "UN-HRO-02")
def test_a_heroic_action_is_rewarded_once_and_only_if_it_worked(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(2, 2, 2, 2, 2).accepts()
    assert "accomplished" in scene.refuses("award", whom="ann", why="bold").why
    ann.tries("athletics", 1)
    scene.does("award", whom=ann, why="bold")
    assert ann.points == 1
    assert "accomplished" in scene.refuses("award", whom="ann", why="again").why


@pytest.mark.rule("UN-HRO-09")
def test_a_deed_is_not_forgotten_over_what_comes_next(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    ann.tries("athletics", 1, goal="into the fire").declares("athletics", "on")
    scene.does("refuse")
    ann.tries("athletics", 4, goal="on").rolls(2, 2, 2, 2, 2).accepts()
    assert [item.says for item in scene.at.option("gm", "award").params[0].items] == ["into the fire"]
    ann.tries("athletics", 1, goal="out again")
    assert [item.says for item in scene.at.option("gm", "award").params[0].items] == ["out again"]
    scene.does("award", whom=ann, why="bold")
    assert ann.points == 1


@pytest.mark.rule("UN-HRO-09")
@pytest.mark.parametrize(("house", "open_"), [("true", True), ("false", False)])
def test_a_mixed_success_may_be_heroic(stage, house, open_):
    scene = stage(ann=FIVE, house={"mixed_counts_heroic": house})
    scene.cast[0].tries("athletics", 3).rolls(9, 9, 2, 2, 2).takes_mixed()
    assert ("award" in scene.at.open("gm")) == open_


@pytest.mark.rule("UN-BON-03")
@pytest.mark.parametrize(("house", "points"), [("false", 0), ("true", 1)])
def test_an_adversarys_chain_brings_the_game_master_nothing_by_the_text(stage, house, points):
    scene = stage(ann={}, foe=FOE, house={"adversary_boon_villain_point": house})
    scene.cast[1].tries("athletics", 4).rolls(12, 2, 2, 2, 2).rolls_boons(12, 2)
    assert scene.villain_points == points


@pytest.mark.parametrize(("house", "open_"), [("campaign", False), ("session", True)])
def test_starting_points_are_given_once_or_each_session(stage, house, open_):
    scene = stage(ann={"points": 3}, villain_points=0, house={"points_reset": house})
    scene.does("end")
    assert ("session" in scene.at.open("gm")) == open_
    if open_:
        scene.does("session")
        assert (scene.cast[0].points, scene.villain_points) == (1, 1)


def test_the_count_of_three_is_the_whole_groups(stage):
    scene = stage(ann=FIVE | {"points": 2}, ben={"points": 1})
    ann, ben = scene.cast
    ann.tries("athletics", 12).does("numbers", use="plus")
    ben.does("numbers", use="plus")
    assert (scene.counter, scene.villain_points) == (2, 0)
    assert scene.told("third") == []
    ann.does("numbers", use="plus")
    assert (scene.counter, scene.villain_points) == (0, 1)
    assert [e.data for e in scene.told("third")] == [{"points": 1}]


@pytest.mark.rule("UN-HRO-04")
def test_the_only_die_that_is_loose_is_rolled_again_alone(stage):
    scene = stage(ann={"body": {"athletics/jumping": 12}, "points": 1})
    (ann,) = scene.cast
    ann.tries("jumping", 9).rolls(11, *[1] * 11)
    (loose,) = named(scene, 11)
    ann.does("reroll", dice=(loose,)).rolls(7)
    assert sorted(faces(scene)) == [1] * 11 + [7]


def in_vain(scene, seat):
    """Why each use of a point that is open to a seat gains nothing, where it does not."""
    found = [o.option for o in offers(GAME, scene.state) if o.seat == seat and not o.blocked]
    return {o.key: o.vain for o in found if o.vain}


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
