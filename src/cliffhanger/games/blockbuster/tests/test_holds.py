"""Convincing and restraining: pushing, resisting, turning round, being held and getting free."""

import pytest


def wrestling(stage, *, got=2, house=None, **people):
    """Mara has so many successes recorded against the guard, who is up."""
    people = {"mara": {"grab": 3, "talk": 3, "lead": True}, "guard": {"vigor": 5, "talk": 4, "grab": 4}} | people
    scene = stage(house=house, **people)
    mara, guard = scene.cast[:2]
    mara.restrains(guard, by="grab").rolls(*(5,) * got, *(1,) * (3 - got))
    return scene, mara, guard


# --- pushing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-CR-01", "BB-CR-02")
def test_convincing_adds_up_to_potency(stage):
    scene = stage(mara={"talk": 3}, guard={"potency": 4, "vigor": 1})
    mara, guard = scene.cast
    mara.convinces(guard, "look away", by="talk").rolls(5, 5, 5)
    assert (scene.tracks, guard.orders) == ({("convince", "mara", "guard"): 3}, [])
    mara.convinces(guard, by="talk").rolls(5, 1, 1)
    assert (scene.tracks, guard.orders) == ({}, [("mara", "look away")])


@pytest.mark.rule("BB-CR-01", "BB-CR-03")
def test_restraining_adds_up_to_vigor(stage):
    scene = stage(mara={"grab": 3}, guard={"potency": 1, "vigor": 4})
    mara, guard = scene.cast
    mara.restrains(guard, by="grab").rolls(5, 5, 5)
    assert guard.held_by == ()
    mara.restrains(guard, by="grab").rolls(5, 1, 1)
    assert (scene.tracks, guard.held_by) == ({}, ("mara",))


@pytest.mark.rule("BB-CR-01")
def test_a_push_of_nothing_begins_nothing(stage):
    scene = stage(mara={"grab": 3}, guard={})
    mara, guard = scene.cast
    mara.restrains(guard, by="grab").rolls(1, 1, 1)
    assert (scene.tracks, mara.setbacks) == ({}, ["no success at all"])


@pytest.mark.rule("BB-CR-03")
def test_a_rating_of_nothing_still_takes_one_success(stage):
    scene = stage(mara={"grab": 3}, guard={"vigor": 0, "limit_v": 3})
    mara, guard = scene.cast
    mara.restrains(guard, by="grab").rolls(1, 1, 1)
    assert guard.held_by == ()
    mara.restrains(guard, by="grab").rolls(5, 1, 1)
    assert guard.held_by == ("mara",)


@pytest.mark.rule("BB-CR-03")
def test_an_edited_rating_counts_when_the_next_push_is_recorded_though_it_brings_nothing(stage):
    scene, mara, guard = wrestling(stage)
    scene.rules("cast", "guard", "sheet", "vigor", to=2)
    assert guard.held_by == ()
    mara.restrains(guard, by="grab").rolls(1, 1, 1)
    assert guard.held_by == ("mara",)


@pytest.mark.rule("BB-CR-01")
def test_each_attempt_keeps_its_own_count(stage):
    scene = stage(mara={"grab": 3, "talk": 3}, joss={"lead": True, "grab": 3}, guard={"vigor": 5, "potency": 5})
    mara, joss, guard = scene.cast
    mara.restrains(guard, by="grab").rolls(5, 5, 5)
    joss.restrains(guard, by="grab").rolls(5, 5, 1)
    mara.convinces(guard, by="talk").rolls(5, 1, 1)
    assert scene.tracks == {
        ("restrain", "mara", "guard"): 3,
        ("restrain", "joss", "guard"): 2,
        ("convince", "mara", "guard"): 1,
    }


@pytest.mark.rule("BB-CR-08")
def test_what_they_are_to_do_is_fixed_when_the_attempt_begins(stage):
    scene = stage(mara={"talk": 3}, guard={"potency": 4})
    mara, guard = scene.cast
    mara.convinces(guard, "look away", by="talk").rolls(5, 5, 5)
    mara.convinces(guard, "give me your hat", by="talk").rolls(5, 1, 1)
    assert guard.orders == [("mara", "look away")]


@pytest.mark.rule("BB-CR-08")
def test_nobody_is_convinced_of_nothing(stage):
    scene = stage(mara={"talk": 3}, guard={})
    mara, guard = scene.cast
    assert mara.cannot("convince", target=guard, by="talk", behaviour="").why


# --- the answers --------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-CR-04")
def test_until_it_is_complete_the_subject_does_as_they_like(stage):
    scene, mara, guard = wrestling(stage)
    assert {"attack", "check", "convince", "restrain", "resist", "counter"} <= set(guard.is_up().may())
    guard.attacks(mara).rolls(5, 1, 1, 1)
    mara.defends().rolls(1, 1, 1)
    assert scene.tracks == {("restrain", "mara", "guard"): 2}


@pytest.mark.rule("BB-CR-06", "BB-DER-01")
def test_shaking_off_takes_successes_away_and_wastes_the_rest(stage):
    scene, mara, guard = wrestling(stage)
    guard.shakes_off(mara)
    assert scene.dice_in_the_air() == 5
    guard.rolls(5, 5, 5, 1, 1)
    assert scene.tracks == {}
    assert scene.active == "mara"


@pytest.mark.rule("BB-CR-06", "BB-DER-01")
def test_words_are_shaken_off_with_potency(stage):
    scene = stage(mara={"talk": 3}, guard={"potency": 4})
    mara, guard = scene.cast
    mara.convinces(guard, by="talk").rolls(5, 5, 1)
    guard.shakes_off(mara, "convince")
    assert scene.dice_in_the_air() == 4


@pytest.mark.rule("BB-CR-07")
def test_a_skill_takes_away_as_well_and_without_surplus_begins_nothing(stage):
    scene, mara, guard = wrestling(stage)
    guard.turns_it_round(mara, "restrain", "restrain", by="grab").rolls(5, 5, 1, 1)
    assert scene.tracks == {}


@pytest.mark.rule("BB-CR-07")
def test_the_surplus_may_be_of_either_kind_and_complete_at_once(stage):
    scene, mara, guard = wrestling(stage, got=1)
    guard.turns_it_round(mara, "restrain", "restrain", by="grab").rolls(5, 5, 5, 5)
    assert (mara.held_by, scene.tracks) == (("guard",), {})


@pytest.mark.rule("BB-CR-07")
def test_the_surplus_adds_to_an_attempt_that_is_there(stage):
    scene = stage(mara={"talk": 3, "potency": 9}, guard={"talk": 4, "potency": 9})
    mara, guard = scene.cast
    mara.convinces(guard, by="talk").rolls(5, 1, 1)
    guard.convinces(mara, "sit down", by="talk").rolls(5, 5, 1, 1)
    guard.turns_it_round(mara, by="talk").rolls(5, 5, 1, 1)
    assert scene.tracks == {("convince", "guard", "mara"): 3}


@pytest.mark.rule("BB-CR-07", "BB-CR-05")
def test_the_surplus_needs_somebody_within_reach(stage):
    voice = {"voice": {"uses": ("convince",), "range": "scene", "physical": False}}
    scene = stage(sets=("hall", "roof"), mara={"talk": 3, "powers": voice}, guard={"talk": 4})
    mara, guard = scene.cast
    scene.does("move", whom="guard", place="roof")
    mara.convinces(guard, using="voice", by="talk").rolls(5, 1, 1)
    guard.turns_it_round(mara, by="talk").rolls(5, 5, 5, 1)
    assert scene.tracks == {}
    assert scene.told("turned") == []


# --- range --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-CR-05")
def test_the_subject_stays_while_anything_is_recorded(stage):
    scene, mara, guard = wrestling(stage)
    scene.does("set", name="Roof", says="")
    roof = scene.s.scene.sets[-1]
    assert guard.cannot("move", place=roof).rule == "BB-CR-05"
    guard.shakes_off(mara).rolls(5, 5, 1, 1, 1)
    guard.goes_to(roof)
    assert guard.place == roof


@pytest.mark.rule("BB-CR-05")
def test_whoever_is_parted_is_no_longer_pressed(stage):
    scene, _, _ = wrestling(stage)
    scene.does("set", name="Roof", says="")
    scene.does("move", whom="mara", place=scene.s.scene.sets[-1])
    assert (scene.tracks, bool(scene.told("parted"))) == ({}, True)


@pytest.mark.rule("BB-CR-05")
def test_a_power_with_more_range_reaches_across_sets(stage):
    voice = {"voice": {"uses": ("convince",), "range": "scene", "physical": False}}
    scene = stage(sets=("hall", "roof"), mara={"talk": 3, "powers": voice}, guard={"potency": 5})
    mara, guard = scene.cast
    scene.does("move", whom="guard", place="roof")
    mara.convinces(guard, using="voice", by="talk").rolls(5, 1, 1)
    guard.is_up().goes_to("hall")
    assert scene.tracks == {("convince", "mara", "guard"): 1}


# --- held and convinced -------------------------------------------------------------------------------------


def held(stage, edited, *, by=("guard",), house=None, **people):
    """Mara is held, and it is her turn."""
    scene = stage(
        house=house,
        **(
            {"mara": {"vigor": 4, "grab": 3, "talk": 3}, "guard": {"vigor": 3}, "dog": {"vigor": 2, "grab": 3}} | people
        ),
    )
    edited(scene, scene.cast[0], restrained=by)
    return scene, *scene.cast[:3]


@pytest.mark.rule("BB-CR-09")
@pytest.mark.parametrize("key", ["attack", "restrain"])
def test_the_held_do_nothing_physical(stage, edited, key):
    _, mara, guard, _ = held(stage, edited)
    assert mara.cannot(key, target=guard).rule == "BB-CR-09"


@pytest.mark.rule("BB-CR-09")
def test_the_held_do_not_move_or_use_their_hands(stage, edited):
    _, mara, _, _ = held(stage, edited)
    assert "BB-CR-09" in mara.cannot("check", goal="climb away", by="grab").why


@pytest.mark.rule("BB-CR-09")
def test_the_held_talk_and_think_and_defend_themselves(stage, edited):
    scene, mara, guard, dog = held(stage, edited)
    mara.convinces(guard, by="talk").rolls(5, 1, 1)
    dog.attacks(mara).rolls(5, 1, 1)
    mara.defends()
    assert scene.dice_in_the_air() == 3


@pytest.mark.rule("BB-CR-09")
def test_a_power_that_is_not_physical_works_with_bound_hands(stage, edited):
    powers = {"gaze": {"uses": ("attack",), "physical": False}, "whip": {"uses": ("attack",)}}
    _, mara, guard, _ = held(stage, edited, mara={"grab": 3, "talk": 3, "powers": powers})
    assert mara.cannot("attack.whip", target=guard).rule == "BB-CR-09"
    mara.attacks(guard, using="gaze", by="talk").rolls(5, 1, 1)


@pytest.mark.rule("BB-CR-09", "BB-CR-06", "BB-CR-07")
def test_the_held_cannot_wrestle_with_another_but_may_talk_them_out_of_it(stage, edited):
    scene, mara, _, dog = held(stage, edited)
    dog.restrains(mara, by="grab").rolls(5, 1, 1)
    assert mara.cannot("resist", track="restrain:dog:mara").rule == "BB-CR-09"
    assert mara.cannot("counter", track="restrain:dog:mara", kind="restrain", by="talk").why
    mara.turns_it_round(dog, "restrain", "convince", by="talk", behaviour="good dog").rolls(5, 5, 1)
    assert scene.tracks == {("convince", "mara", "dog"): 1}


@pytest.mark.rule("BB-CR-10", "BB-CR-09")
def test_several_holds_are_broken_one_by_one(stage, edited):
    _, mara, guard, dog = held(stage, edited, by=("guard", "dog"))
    mara.breaks_free(dog).rolls(5, 5, 1, 1)
    assert mara.held_by == ("guard",)
    mara.breaks_free(guard).rolls(5, 5, 5, 1)
    assert mara.held_by == ()


@pytest.mark.rule("BB-CR-10")
def test_a_stronger_holder_strains_and_at_once_cannot_be_beaten_alone(stage, edited):
    _, mara, guard, _ = held(stage, edited, mara={"vigor": 3, "grab": 1}, guard={"vigor": 4})
    mara.breaks_free(guard).rolls(5, 5, 5)
    mara.holds_down(0)
    assert (mara.held_by, mara.damage) == (("guard",), 1)


@pytest.mark.rule("BB-CR-10", "BB-STR-02", "BB-STR-06")
def test_other_strain_on_vigor_joins_that_of_the_hold(stage, edited):
    belt = {"belt": {"strain": 2, "active": True}}
    scene, mara, guard, _ = held(stage, edited, mara={"vigor": 4, "grab": 1, "powers": belt}, guard={"vigor": 3})
    mara.breaks_free(guard).rolls(5, 5, 5, 5)
    assert scene.frame.side.over == 1
    mara.holds_down(1)
    assert (mara.held_by, mara.damage) == ((), 0)


@pytest.mark.rule("BB-CR-10", "BB-CR-09")
def test_a_holder_lets_go_at_any_time(stage, edited):
    _, mara, guard, _ = held(stage, edited)
    guard.lets_go("mara")
    assert mara.held_by == ()


@pytest.mark.rule("BB-CR-09", "BB-DEF-04")
def test_taking_the_holder_out_frees_whom_they_hold(stage, edited):
    scene, mara, _, _ = held(stage, edited, by=("guard", "dog"))
    scene.does("out", whom="guard", why="A chandelier.")
    assert mara.held_by == ("dog",)


@pytest.mark.rule("BB-CR-09", "BB-DEF-04")
def test_whoever_is_brought_back_is_still_held(stage, edited):
    scene, mara, _, _ = held(stage, edited, joss={"lead": True})
    scene.does("out", whom="mara", why="Faints.").does("back", whom="mara")
    assert mara.held_by == ("guard",)


@pytest.mark.rule("BB-CR-09")
def test_distance_alone_does_not_end_a_hold(stage, edited):
    scene, mara, _, _ = held(stage, edited)
    scene.does("set", name="Roof", says="")
    scene.does("move", whom="guard", place=scene.s.scene.sets[-1])
    assert mara.held_by == ("guard",)


@pytest.mark.rule("BB-CR-08")
def test_the_later_order_rules_until_the_director_ends_it(stage):
    scene = stage(mara={"talk": 3}, joss={"lead": True, "talk": 3}, guard={"potency": 3})
    mara, joss, guard = scene.cast
    mara.convinces(guard, "look away", by="talk").rolls(5, 5, 5)
    joss.convinces(guard, "look here", by="talk").rolls(5, 5, 5)
    assert guard.orders == [("mara", "look away"), ("joss", "look here")]
    scene.does("change_mind", what="guard/joss", why="He sees the knife.")
    assert guard.orders == [("mara", "look away")]


@pytest.mark.rule("BB-CR-08", "BB-CR-09")
def test_the_end_of_the_scene_ends_holds_orders_and_attempts(stage, edited):
    scene, mara, _ = wrestling(stage)
    edited(scene, mara, restrained=("guard",))
    scene.does("close", why="")
    assert (mara.held_by, scene.tracks) == ((), {})


@pytest.mark.rule("BB-CR-01", "BB-DEF-04")
def test_attempts_end_with_whoever_is_taken_out(stage):
    scene, _, _ = wrestling(stage)
    scene.does("out", whom="mara", why="The floor.")
    assert scene.tracks == {}


@pytest.mark.rule("BB-CR-09")
def test_nobody_takes_hold_twice(stage, edited):
    scene, mara, guard, _ = held(stage, edited)
    scene.does("send", whom="dog")
    assert guard.cannot("restrain", target=mara).rule == "BB-CR-09"


@pytest.mark.rule("BB-CR-01", "BB-DEF-04")
def test_a_push_on_somebody_who_goes_out_meanwhile_comes_to_nothing(stage):
    powers = {"charm": {"strain": 5, "strain_type": "P", "uses": ("convince",)}}
    scene = stage(mara={"talk": 3, "powers": powers}, guard={}, dog={})
    mara, guard, _ = scene.cast
    mara.convinces(guard, using="charm", by="talk").rolls(5, 5, 5)
    scene.does("out", whom="guard", why="Faints.")
    mara.holds_down(2)
    assert (guard.orders, scene.tracks, mara.strain_of_mind) == ([], {}, 0)


# --- gone, or out of range, while something waits -------------------------------------------------------------

CHARM = {"charm": {"strain": 5, "strain_type": "P", "uses": ("convince", "restrain", "attack"), "ongoing": True}}


def pressing(stage, kind, *, house=None, **people):
    """Mara has three successes against the guard, enough for either; her strain waits for her word."""
    mara = {"talk": 3, "limit_p": 9, "powers": CHARM}
    scene = stage(sets=("hall", "roof"), house=house, mara=mara, guard={}, **people)
    mara, guard = scene.cast[:2]
    mara.does(f"{kind}.charm", target=guard, **({"behaviour": "sit"} if kind == "convince" else {})).rolls(5, 5, 5)
    return scene, mara, guard


@pytest.mark.rule("BB-CR-05", "BB-CR-02", "BB-CR-03", "BB-DEF-04")
@pytest.mark.parametrize("kind", ["convince", "restrain"])
@pytest.mark.parametrize("who", ["mara", "guard"])
@pytest.mark.parametrize("way", ["out", "move"])
@pytest.mark.parametrize("when", ["before_opposition", "after"])
def test_a_push_records_nothing_once_either_is_out_or_elsewhere(stage, kind, who, way, when):
    scene, mara, guard = pressing(stage, kind, house={"strain_cancel_when": when}, dog={}, joss={"lead": True})
    scene.does(way, whom=who, **({"why": "A trapdoor."} if way == "out" else {"place": "roof"}))
    mara.holds_down(0)
    assert (guard.orders, guard.held_by, scene.tracks) == ([], (), {})
    assert mara.strain_of_mind == 2


@pytest.mark.rule("BB-CR-05")
def test_a_push_that_reaches_farther_follows_whoever_moves(stage):
    voice = {"voice": {"strain": 5, "strain_type": "P", "uses": ("convince",), "range": "scene"}}
    scene = stage(sets=("hall", "roof"), mara={"talk": 3, "powers": voice}, guard={})
    mara, guard = scene.cast
    mara.convinces(guard, using="voice").rolls(5, 5, 5)
    scene.does("move", whom="mara", place="roof")
    mara.holds_down(0)
    assert guard.orders == [("mara", "stand aside")]


@pytest.mark.rule("BB-CR-05", "BB-DEF-04")
@pytest.mark.parametrize("who", ["mara", "guard"])
@pytest.mark.parametrize("way", ["out", "move"])
def test_nobody_is_asked_to_stand_against_a_push_that_is_over(stage, who, way):
    house = {"cr_initiate": "opposed"}
    scene = stage(sets=("hall", "roof"), house=house, mara={"talk": 3}, guard={}, dog={}, joss={"lead": True})
    mara, guard = scene.cast[:2]
    mara.convinces(guard).rolls(5, 5, 5)
    assert "defend" in scene.at.open("director")
    scene.does(way, whom=who, **({"why": "A trapdoor."} if way == "out" else {"place": "roof"}))
    assert ("defend" in scene.at.open("director"), guard.orders, scene.tracks) == (False, [], {})


@pytest.mark.rule("BB-CR-07", "BB-DEF-04")
@pytest.mark.parametrize("way", ["out", "move"])
def test_the_surplus_of_a_helper_who_is_gone_begins_nothing(stage, way):
    people = {"dog": {"talk": 6, "limit_p": 9, "powers": CHARM}, "joss": {"lead": True}}
    house = {"track_helpers": True}
    scene = stage(sets=("hall", "roof"), house=house, mara={"talk": 3, "potency": 9}, guard={"potency": 9}, **people)
    mara, guard, dog = scene.cast[:3]
    mara.convinces(guard).rolls(5, 1, 1)
    dog.turns_it_round(mara, using="charm").rolls(5, 5, 5, 5, 1, 1)
    scene.does(way, whom="dog", **({"why": "A trapdoor."} if way == "out" else {"place": "roof"}))
    dog.holds_down(0)
    assert scene.tracks == {}


@pytest.mark.rule("BB-ONG-01", "BB-DEF-04")
@pytest.mark.parametrize("who", ["mara", "guard"])
def test_an_attack_in_the_air_hurts_and_leaves_nothing_that_burns_from_or_on_who_is_out(stage, who):
    scene = stage(mara={"act": 4, "limit_p": 9, "powers": CHARM}, guard={"limit_v": 30}, dog={}, joss={"lead": True})
    mara, guard, _, _ = scene.cast
    if who == "mara":
        mara.attacks(guard, using="charm").rolls(5, 5, 5, 1).holds_down(0)
        scene.does("out", whom="mara", why="A trapdoor.")
        guard.defends().rolls(1, 1, 1)
        assert guard.damage == 3
    else:
        scene.rules("house", "strain_cancel_when", to="after")
        mara.attacks(guard, using="charm").rolls(5, 5, 5, 1)
        guard.defends().rolls(1, 1, 1)
        scene.does("out", whom="guard", why="A trapdoor.")
        mara.holds_down(0)
    assert scene.records == {}


@pytest.mark.rule("BB-CR-10", "BB-DEF-04")
def test_a_try_to_break_free_is_not_recorded_for_somebody_who_is_out(stage, edited):
    house = {"break_free": "extended"}
    scene, mara, guard, _ = held(
        stage, edited, house=house, mara={"vigor": 3, "limit_v": 9}, guard={"vigor": 5}, joss={"lead": True}
    )
    mara.breaks_free(guard).rolls(5, 5, 1)
    scene.does("out", whom="mara", why="Faints.")
    mara.holds_down(0)
    assert (scene.tracks, mara.held_by) == ({}, ("guard",))


@pytest.mark.rule("BB-CR-09")
def test_the_held_use_no_physical_skill_through_a_power_that_leaves_it_open(stage, edited):
    powers = {"gaze": {"uses": ("attack", "check", "restrain"), "physical": False}}
    fixed = {"glove": {"uses": ("check",), "physical": False, "skill": "grab"}}
    scene, mara, guard, _ = held(stage, edited, mara={"grab": 3, "talk": 2, "powers": powers | fixed})
    for key, choice in (
        ("attack.gaze", {"target": guard}),
        ("restrain.gaze", {"target": guard}),
        ("check.gaze", {"goal": "go"}),
    ):
        assert "BB-CR-09" in mara.cannot(key, by="grab", **choice).why
    # A power that says which skill it uses says by itself how physical it is.
    mara.tries(using="glove")
    assert scene.frame.skill == "grab"


@pytest.mark.rule("BB-CR-09")
def test_the_held_without_any_skill_of_the_mind_are_told_so(stage, edited):
    powers = {"gaze": {"uses": ("attack",), "physical": False}}
    _, mara, guard, _ = held(stage, edited, mara={"grab": 3, "powers": powers})
    assert mara.cannot("attack.gaze", target=guard).rule == "BB-CR-09"


@pytest.mark.rule("BB-CR-05")
@pytest.mark.parametrize(("pushes", "left"), [(("voice", ""), 0), (("", "voice"), 2)])
def test_how_far_an_attempt_reaches_is_how_it_was_pushed_last(stage, pushes, left):
    voice = {"voice": {"uses": ("convince",), "range": "scene", "physical": False}}
    scene = stage(sets=("hall", "roof"), mara={"talk": 3, "powers": voice}, guard={"potency": 9})
    mara, guard = scene.cast
    for power in pushes:
        mara.convinces(guard, using=power).rolls(5, 1, 1).passes()
    mara.is_up()
    scene.does("move", whom="guard", place="roof")
    assert sum(scene.tracks.values()) == left


@pytest.mark.rule("BB-DEF-04")
@pytest.mark.parametrize("act", ["attack", "restrain", "task", "check"])
def test_whoever_is_ruled_out_with_dice_in_the_air_rolls_them_no_more(stage, act):
    scene = stage(mara={"act": 3}, guard={}, joss={"lead": True})
    mara, guard, _ = scene.cast
    scene.does("task", name="The vault", required=9)
    if act == "check":
        mara.tries()
        scene.asks_for(1)
        mara.takes_the_dice()
    else:
        mara.does(act, **({"task": scene.task.id} if act == "task" else {"target": guard}))
    assert scene.dice_in_the_air() == 3
    scene.rules("cast", "mara", "taken_out", to=True)
    assert (scene.active, scene.told("rolled")) == ("guard", [])


@pytest.mark.rule("BB-CR-07", "BB-CR-08")
def test_an_answer_that_completes_an_attempt_asks_for_what_the_attempt_asked(stage):
    scene = stage(mara={"talk": 3, "potency": 3}, guard={"talk": 4, "potency": 9})
    mara, guard = scene.cast
    mara.convinces(guard).rolls(5, 1, 1)
    guard.convinces(mara, "sit down").rolls(5, 5, 1, 1)
    guard.turns_it_round(mara, behaviour="dance").rolls(5, 5, 1, 1)
    assert mara.orders == [("guard", "sit down")]


@pytest.mark.rule("BB-CR-10")
def test_tries_to_break_free_that_add_up_are_each_counted_once(stage, edited):
    scene, mara, guard, _ = held(stage, edited, house={"break_free": "extended"}, guard={"vigor": 4})
    for so_far in (1, 2, 3):
        mara.breaks_free(guard).rolls(5, 1, 1, 1)
        assert scene.tracks == {("break", "mara", "guard"): so_far}
    mara.breaks_free(guard).rolls(5, 1, 1, 1)
    assert (scene.tracks, mara.held_by) == ({}, ())


@pytest.mark.rule("BB-CR-01")
def test_what_one_has_said_to_convince_somebody_lies_there_for_them_alone(stage):
    scene = stage(mara={"talk": 3}, joss={"lead": True, "talk": 3}, guard={"potency": 9})
    mara, joss, guard = scene.cast
    mara.convinces(guard, behaviour="open the door").rolls(5, 1, 1)

    def lies_there(who):
        option = who.is_up().scene.at.option(who.seat, "convince")
        return next(p.start for p in option.params if p.name == "behaviour")

    assert lies_there(joss) == ""
    assert lies_there(mara) == "open the door"


@pytest.mark.rule("BB-CR-01")
def test_what_was_said_with_a_grip_on_somebody_is_no_word_to_convince_them(stage):
    scene = stage(mara={"talk": 3, "grab": 3}, guard={"vigor": 9, "potency": 9})
    mara, guard = scene.cast
    mara.restrains(guard).rolls(5, 1, 1)
    option = mara.is_up().scene.at.option(mara.seat, "convince")
    assert next(p.start for p in option.params if p.name == "behaviour") == ""
