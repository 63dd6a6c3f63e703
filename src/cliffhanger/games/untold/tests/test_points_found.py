"""What points bring beside a roll: strength that comes back, friends saved, notes, and points that are earned."""

import pytest

from cliffhanger.kernel.offers import awaited

FIVE = {"body": {"athletics": 5}}
FOE = {"adversary": True, "body": {"athletics": 5}}


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
