"""Ongoing damage: recorded, sustained, renewed, and going out."""

import pytest

FLAME = {"uses": ("attack",), "ongoing": True, "resist": "V"}


def burning(stage, *, record=3, house=None, powers=None, guard=None, sets=("hall",), **people):
    """The guard burns by so much from Mara's flame; it is the guard's turn, where the order has one."""
    mara = {"act": 6, "powers": {"flame": FLAME, **(powers or {})}}
    facts = {"vigor": 4, "limit_v": 30, **(guard or {})}
    scene = stage(house=house, sets=sets, mara=mara, guard=facts, **people)
    mara, guard = scene.cast[:2]
    mara.attacks(guard, using="flame").rolls(*(5,) * record, *(1,) * (6 - record))
    guard.defends().rolls(*(1,) * guard.now.sheet.defense)
    assert scene.records == {("flame", "guard"): record}
    return scene, mara, guard


@pytest.mark.rule("BB-ONG-01")
def test_only_some_powers_leave_anything_behind(stage):
    scene = stage(mara={"act": 3, "powers": {"fist": {"uses": ("attack",)}}}, guard={"vigor": 9})
    mara, guard = scene.cast
    mara.attacks(guard, using="fist").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    assert (guard.damage, scene.records) == (3, {})


@pytest.mark.rule("BB-ONG-01", "BB-ONG-05")
def test_a_first_attack_by_a_tie_leaves_nothing_to_sustain(stage):
    scene = stage(mara={"act": 3, "powers": {"flame": FLAME}}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 1, 1)
    guard.defends().rolls(5, 1, 1)
    assert scene.records == {}
    assert mara.cannot("sustain.flame").rule == "BB-ONG-05"


@pytest.mark.rule("BB-ONG-01")
def test_protection_is_taken_off_each_time_and_never_off_the_record(stage):
    scene, mara, guard = burning(stage, guard={"protection": 2})
    assert guard.damage == 1
    mara.sustains("flame")
    guard.resists_with("defense").rolls(1, 1, 1)
    assert (guard.damage, scene.records) == (2, {("flame", "guard"): 3})


@pytest.mark.rule("BB-ONG-02")
def test_sustaining_takes_the_action_and_no_roll_of_hers(stage):
    scene, mara, guard = burning(stage)
    mara.sustains("flame")
    assert scene.told("sustains")
    guard.resists_with("defense").rolls(1, 1, 1)
    assert [event.who for event in scene.told("rolled")] == ["Mara", "Guard", "Guard"]
    assert scene.active == "guard"


@pytest.mark.rule("BB-ONG-02", "BB-STR-04")
def test_sustaining_risks_no_strain(stage):
    scene = stage(mara={"vigor": 3, "act": 6, "powers": {"flame": {**FLAME, "strain": 4}}}, guard={"limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5, 1, 1, 1)
    mara.holds_down(1)
    guard.defends().rolls(1, 1, 1)
    mara.sustains("flame")
    guard.resists_with("defense").rolls(1, 1, 1)
    assert mara.damage == 0


@pytest.mark.rule("BB-ONG-02")
def test_any_other_action_lets_it_go_out(stage):
    scene, mara, guard = burning(stage)
    mara.attacks(guard).rolls(1, 1, 1, 1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    assert scene.records == {}


@pytest.mark.rule("BB-ONG-02")
def test_passing_is_no_action(stage):
    scene, mara, _ = burning(stage)
    mara.is_up().passes()
    assert scene.records == {("flame", "guard"): 3}
    mara.sustains("flame")


@pytest.mark.rule("BB-ONG-03")
def test_the_subject_chooses_defense_or_what_suits_the_power(stage):
    scene, mara, _ = burning(stage)
    mara.sustains("flame")
    assert [key for key in scene.at.open("director") if key in ("defense", "vigor", "potency")] == ["defense", "vigor"]
    scene, mara, _ = burning(stage, powers={"flame": {**FLAME, "resist": ""}})
    mara.sustains("flame")
    assert [key for key in scene.at.open("director") if key in ("defense", "vigor", "potency")] == ["defense"]


@pytest.mark.rule("BB-ONG-04", "BB-ONG-05")
def test_what_is_left_hurts_and_is_recorded_and_nothing_left_ends_it(stage):
    scene, mara, guard = burning(stage)
    mara.sustains("flame")
    guard.resists_with("vigor").rolls(5, 5, 1, 1)
    assert (guard.damage, scene.records) == (4, {("flame", "guard"): 1})
    mara.sustains("flame")
    guard.resists_with("vigor").rolls(5, 5, 1, 1)
    assert (guard.damage, scene.records) == (4, {})
    assert len(scene.told("burns_out")) == 1


@pytest.mark.rule("BB-ONG-06", "BB-ONG-07")
def test_attacking_again_by_a_tie_does_the_record_once_more(stage):
    scene, mara, guard = burning(stage)
    mara.attacks(guard, using="flame").rolls(5, 1, 1, 1, 1, 1)
    guard.defends().rolls(5, 1, 1)
    assert (guard.damage, scene.records) == (6, {("flame", "guard"): 3})


@pytest.mark.rule("BB-ONG-07")
def test_the_new_total_is_the_record(stage):
    scene, mara, guard = burning(stage)
    mara.attacks(guard, using="flame").rolls(5, 5, 1, 1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    assert (guard.damage, scene.records) == (3 + 5, {("flame", "guard"): 5})


@pytest.mark.rule("BB-ONG-08")
def test_a_failed_attack_still_makes_the_subject_roll_against_the_record(stage):
    scene, mara, guard = burning(stage)
    mara.attacks(guard, using="flame").rolls(1, 1, 1, 1, 1, 1)
    guard.defends().rolls(5, 1, 1)
    guard.resists_with("vigor").rolls(5, 1, 1, 1)
    assert (guard.damage, scene.records) == (5, {("flame", "guard"): 2})


@pytest.mark.rule("BB-ONG-06")
def test_another_power_adds_nothing_of_the_flames(stage):
    scene, mara, guard = burning(stage, powers={"frost": FLAME})
    mara.attacks(guard, using="frost").rolls(5, 1, 1, 1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    assert (guard.damage, scene.records) == (4, {("frost", "guard"): 1})


@pytest.mark.rule("BB-ONG-02")
def test_sustaining_serves_every_record_of_the_power(stage):
    net = {"flame": {**FLAME, "targets": 2}}
    scene = stage(mara={"act": 6, "powers": net}, guard={"limit_v": 30}, dog={"limit_v": 30})
    mara, guard, dog = scene.cast
    mara.attacks(guard, dog, using="flame").rolls(5, 5, 5, 1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    dog.defends().rolls(5, 1, 1)
    assert scene.records == {("flame", "guard"): 3, ("flame", "dog"): 2}
    mara.sustains("flame")
    dog.resists_with("defense").rolls(5, 5, 1)
    guard.resists_with("defense").rolls(5, 1, 1)
    assert scene.records == {("flame", "guard"): 2}


@pytest.mark.rule("BB-ONG-06")
def test_attacking_one_again_lets_the_others_go_out(stage):
    net = {"flame": {**FLAME, "targets": 2}}
    scene = stage(mara={"act": 6, "powers": net}, guard={"limit_v": 30}, dog={"limit_v": 30})
    mara, guard, dog = scene.cast
    mara.attacks(guard, dog, using="flame").rolls(5, 5, 5, 1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    dog.defends().rolls(1, 1, 1)
    mara.attacks(guard, using="flame").rolls(5, 1, 1, 1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    assert scene.records == {("flame", "guard"): 4}


@pytest.mark.rule("BB-ONG-02", "BB-ONG-05")
@pytest.mark.parametrize("who", ["mara", "guard"])
def test_it_ends_with_whoever_set_it_or_bears_it(stage, who):
    scene, _, _ = burning(stage, joss={"lead": True}, dog={})
    scene.does("out", whom=who, why="Enough.")
    assert scene.records == {}


@pytest.mark.rule("BB-ONG-02", "BB-DEF-04")
def test_it_may_take_its_subject_out(stage):
    scene, mara, guard = burning(stage, guard={"limit_v": 5}, dog={})
    mara.sustains("flame")
    guard.resists_with("vigor").rolls(1, 1, 1, 1)
    assert (guard.damage, guard.out, scene.records) == (6, True, {})


@pytest.mark.rule("BB-ONG-02", "BB-CR-09")
@pytest.mark.parametrize("physical", [True, False])
def test_for_the_held_sustaining_is_as_physical_as_the_power(stage, edited, physical):
    scene, mara, _ = burning(stage, powers={"flame": {**FLAME, "physical": physical}})
    mara.is_up()
    edited(scene, mara, restrained=("guard",))
    if physical:
        assert mara.cannot("sustain.flame").rule == "BB-CR-09"
    else:
        mara.sustains("flame")


@pytest.mark.rule("BB-ONG-02")
def test_distance_does_not_put_it_out(stage):
    scene, mara, guard = burning(stage, sets=("hall", "roof"))
    scene.does("move", whom="guard", place="roof")
    mara.passes()
    mara.sustains("flame")
    guard.resists_with("vigor").rolls(1, 1, 1, 1)
    assert guard.damage == 6


@pytest.mark.rule("BB-ONG-05", "BB-DEF-04")
@pytest.mark.parametrize("who", ["mara", "guard"])
def test_what_burns_ends_with_whoever_leaves(stage, who):
    scene, _, _ = burning(stage, dog={}, joss={"lead": True})
    scene.does("send", whom=who)
    assert scene.records == {}


@pytest.mark.rule("BB-ONG-02", "BB-ONG-04")
def test_what_is_sustained_for_free_burns_on_after_the_turn_and_what_is_not_goes_out(stage):
    scene, mara, guard = burning(stage, record=5, house={"sustain_cost": "free"})
    mara.sustains("flame")
    guard.answers("vigor").rolls(1, 1, 1, 1)
    mara.passes()
    assert scene.records == {("flame", "guard"): 5}
    mara.passes()
    assert scene.records == {}


@pytest.mark.rule("BB-ONG-02")
def test_what_is_sustained_for_free_stays_sustained_though_the_director_ends_the_resisting(stage):
    scene, mara, _ = burning(stage, record=5, house={"sustain_cost": "free"})
    mara.sustains("flame")
    scene.at.ends("Let it burn.")
    assert mara.cannot("sustain.flame").rule == "BB-ONG-02"
    mara.passes()
    assert scene.records == {("flame", "guard"): 5}
