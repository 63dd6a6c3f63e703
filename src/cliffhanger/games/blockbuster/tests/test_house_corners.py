"""House rules where they meet other rules: holds and strain, long tasks and Impediments, fires that cost nothing."""

import pytest

FLAME = {"flame": {"uses": ("attack",), "ongoing": True, "resist": "V"}}
COIL = {"coil": {"strain": 5, "uses": ("attack", "check", "convince", "task")}}


@pytest.mark.parametrize(("sources", "over"), [("active", 1), ("all", 5), ("only_this", 0)])
def test_what_strains_you_in_a_hold(stage, edited, sources, over):
    powers = {"belt": {"strain": 1, "active": True}, "robe": {"strain": 4}}
    scene = stage(house={"strain_sources": sources}, mara={"vigor": 3, "limit_v": 9, "powers": powers}, guard={})
    mara, guard = scene.cast
    edited(scene, mara, restrained=("guard",))
    mara.breaks_free(guard).rolls(1, 1, 1)
    assert mara.damage == over


@pytest.mark.parametrize("when", ["before_opposition", "after"])
def test_strain_can_be_cancelled_where_nobody_answers(stage, when):
    scene = stage(house={"strain_cancel_when": when}, mara={"talk": 3, "powers": COIL}, guard={"potency": 9})
    mara, guard = scene.cast
    mara.convinces(guard, using="coil", by="talk").rolls(5, 5, 5)
    mara.holds_down(2)
    assert (scene.tracks, mara.damage) == ({("convince", "mara", "guard"): 1}, 0)


@pytest.mark.parametrize(("faces", "made", "harm"), [((5, 5, 5), True, 1), ((5, 5, 1), True, 2), ((5, 1, 1), False, 1)])
def test_the_referee_puts_the_task_first_where_nobody_answers(stage, faces, made, harm):
    scene = stage(house={"strain_cancel": "automatic"}, mara={"act": 3, "limit_v": 9, "powers": COIL}, guard={})
    mara, _ = scene.cast
    mara.tries(using="coil")
    scene.asks_for(2)
    mara.rolls(*faces)
    assert (bool(scene.told("made")), mara.damage) == (made, harm)


def test_the_referee_leaves_a_long_task_what_it_still_needs(stage):
    scene = stage(house={"strain_cancel": "automatic"}, mara={"act": 3, "limit_v": 9, "powers": COIL}, guard={})
    mara, _ = scene.cast
    scene.does("task", name="The vault", required=4)
    mara.works_on(scene.task, using="coil").rolls(5, 5, 5)
    assert (scene.task.total, mara.damage) == (3, 2)
    mara.works_on(scene.task, using="coil").rolls(5, 5, 5)
    assert (scene.told("completed")[0].data["total"], mara.damage) == (4, 2)


def test_where_sustaining_is_free_it_still_waits_for_the_next_turn_and_comes_once(stage):
    house = {"sustain_cost": "free", "actions_per_turn": "2"}
    scene = stage(house=house, mara={"act": 3, "powers": FLAME}, guard={"limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    assert mara.cannot("sustain.flame").rule == "BB-ONG-02"
    mara.passes()
    mara.sustains("flame")
    guard.resists_with("defense").rolls(1, 1, 1)
    assert mara.cannot("sustain.flame").rule == "BB-ONG-02"


def test_where_sustaining_is_free_the_turn_waits_for_it_and_passing_lets_it_go_out(stage):
    scene = stage(house={"sustain_cost": "free"}, mara={"act": 3, "powers": FLAME}, guard={"limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    mara.attacks(guard).rolls(1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    assert (scene.active, "sustain.flame" in scene.at.open("mara")) == ("mara", True)
    mara.passes()
    assert (scene.active, scene.records) == ("guard", {})


@pytest.mark.parametrize(("way", "dice"), [("dice", 2), ("required", 4)])
def test_how_an_impediment_works_on_an_attack_a_task_and_a_hold(stage, edited, way, dice):
    scene = stage(house={"impediment_as": way}, mara={"act": 4, "vigor": 4}, guard={"vigor": 4, "limit_v": 30})
    mara, guard = scene.cast
    scene.does("impede", place="hall", text="Sleet", penalty=2, tag="")
    left = 2 if way == "dice" else 4 - 2
    mara.attacks(guard).rolls(*(5,) * dice)
    guard.defends().rolls(1, 1, 1)
    assert guard.damage == left
    scene.does("task", name="The vault", required=9)
    mara.works_on(scene.task).rolls(*(5,) * dice)
    assert scene.task.total == left
    mara.restrains(guard).rolls(*(5,) * dice)
    assert scene.tracks == {("restrain", "mara", "guard"): left}
    guard.shakes_off(mara).rolls(*(5,) * dice)
    assert scene.tracks == {}
    edited(scene, mara, restrained=("guard",))
    mara.breaks_free(guard)
    assert scene.dice_in_the_air() == dice
    mara.rolls(*(5,) * dice)
    assert mara.held_by == ("guard",)


@pytest.mark.parametrize(("upkeep", "held"), [("none", ("mara",)), ("action", ())])
def test_a_new_hold_is_kept_by_the_action_that_made_it_and_an_older_one_is_not(stage, edited, upkeep, held):
    scene = stage(house={"restrain_upkeep": upkeep}, mara={"grab": 3}, guard={"vigor": 2}, dog={"vigor": 2})
    mara, guard, dog = scene.cast
    edited(scene, dog, restrained=("mara",))
    mara.restrains(guard).rolls(5, 5, 1)
    assert (guard.held_by, dog.held_by) == (("mara",), held)


@pytest.mark.parametrize(("by", "held"), [("mara", ()), ("joss", ("joss",))])
def test_where_attempts_are_pooled_whoever_completes_it_holds(stage, by, held):
    scene = stage(
        house={"cr_pool": True}, mara={"grab": 3}, joss={"lead": True, "grab": 3}, guard={"vigor": 3, "limit_v": 9}
    )
    mara, joss, guard = scene.cast
    mara.restrains(guard).rolls(5, 5, 1)
    if by == "joss":
        joss.restrains(guard).rolls(5, 1, 1)
    assert guard.held_by == held


def test_where_the_initiator_rolls_anew_an_attempt_from_the_other_side_is_met_as_well(stage):
    scene = stage(house={"cr_resist": "fresh"}, mara={"talk": 3, "potency": 9}, guard={"talk": 5, "potency": 9})
    mara, guard = scene.cast
    mara.convinces(guard).rolls(5, 1, 1)
    guard.turns_it_round(mara).rolls(5, 5, 5, 5, 1)
    scene.rolls(5, 1, 1)
    assert scene.tracks == {("convince", "guard", "mara"): 2}


@pytest.mark.parametrize(("use", "told"), [("check", "made"), ("setup", "prepared"), ("several checks", "completed")])
def test_an_impediment_in_successes_counts_as_it_is_when_the_dice_are_taken_up(stage, use, told):
    def rolled(*then):
        scene = stage(house={"impediment_as": "required"}, mara={"act": 4, "powers": COIL, "limit_v": 9}, guard={})
        mara, _ = scene.cast
        scene.does("impede", place="hall", text="Sleet", penalty=2, tag="")
        mara.does("setup", to=mara, follow_up="the leap") if use == "setup" else mara.tries()
        scene.does("extended", required=1) if use == "several checks" else scene.asks_for(1)
        for key, choice in then:
            scene.does(key, **choice)
        mara.rolls(5, 1, 1, 1)
        return bool(scene.told(told))

    clear = ("clear", {"what": "hall/impediment-1"})
    more = ("impede", {"place": "hall", "text": "Soot", "penalty": 1, "tag": ""})
    assert (rolled(), rolled(clear), rolled(clear, more)) == (False, True, False)


def test_an_impediment_that_goes_once_the_dice_lie_there_has_counted(stage):
    scene = stage(house={"impediment_as": "required"}, mara={"act": 3, "powers": COIL, "limit_v": 9}, guard={})
    mara, _ = scene.cast
    scene.does("impede", place="hall", text="Sleet", penalty=2, tag="").does("task", name="The vault", required=9)
    mara.works_on(scene.task, using="coil").rolls(5, 5, 5)
    scene.does("clear", what="hall/impediment-1")
    mara.holds_down(0)
    assert scene.task.total == 1


@pytest.mark.parametrize(("potency", "recorded", "harm"), [(9, 3, 2), (3, 0, 2), (2, 0, 1), (1, 0, 0)])
def test_the_referee_leaves_a_push_that_nobody_answers_what_it_still_lacks(stage, potency, recorded, harm):
    house = {"strain_cancel": "automatic"}
    scene = stage(house=house, mara={"talk": 3, "limit_v": 9, "powers": COIL}, guard={"potency": potency})
    mara, guard = scene.cast
    mara.convinces(guard, using="coil").rolls(5, 5, 5)
    assert (sum(scene.tracks.values()), mara.damage, bool(guard.orders)) == (recorded, harm, not recorded)


def test_the_referee_leaves_a_push_that_nobody_answers_what_an_impediment_takes(stage):
    house = {"strain_cancel": "automatic", "impediment_as": "required"}
    scene = stage(house=house, mara={"talk": 4, "limit_v": 9, "powers": COIL}, guard={"potency": 2})
    mara, guard = scene.cast
    scene.does("impede", place="hall", text="Sleet", penalty=1, tag="")
    mara.convinces(guard, using="coil").rolls(5, 5, 5, 5)
    assert (mara.damage, bool(guard.orders)) == (1, True)


def test_the_referee_leaves_a_long_task_what_an_impediment_takes(stage):
    house = {"strain_cancel": "automatic", "impediment_as": "required"}
    scene = stage(house=house, mara={"act": 4, "limit_v": 9, "powers": COIL}, guard={})
    mara, _ = scene.cast
    scene.does("impede", place="hall", text="Sleet", penalty=1, tag="").does("task", name="The vault", required=2)
    mara.works_on(scene.task, using="coil").rolls(5, 5, 5, 5)
    assert (mara.damage, bool(scene.told("completed"))) == (1, True)


def test_the_referee_leaves_a_hold_that_is_broken_bit_by_bit_what_it_still_lacks(stage, edited):
    house = {"strain_cancel": "automatic", "break_free": "extended"}
    scene = stage(house=house, mara={"vigor": 3, "limit_v": 9}, guard={"vigor": 4})
    mara, guard = scene.cast
    edited(scene, mara, restrained=("guard",))
    for total, harm in ((3, 1), (5, 1)):
        mara.breaks_free(guard).rolls(5, 5, 5)
        assert (scene.told("still_held" if total < 4 else "broke_free")[0].data["got"], mara.damage) == (total, harm)


@pytest.mark.parametrize("break_free", ["single", "extended"])
def test_the_referee_cancels_all_it_can_of_a_check_that_fails(stage, break_free):
    """Nothing adds up in a check that stands alone, however holds are broken at this table."""
    house = {"strain_cancel": "automatic", "break_free": break_free}
    scene = stage(house=house, mara={"act": 3, "limit_v": 9, "powers": COIL}, guard={})
    mara, _ = scene.cast
    mara.tries(using="coil")
    scene.asks_for(2)
    mara.rolls(5, 1, 1)
    assert mara.damage == 1


@pytest.mark.parametrize(("house", "left"), [({}, 1), ({"cr_initiate": "opposed"}, 0)])
def test_the_referee_cancels_all_it_can_only_where_somebody_answers(stage, house, left):
    house = {"strain_cancel": "automatic", **house}
    scene = stage(house=house, mara={"talk": 3, "limit_v": 9, "powers": COIL}, guard={"potency": 3})
    mara, guard = scene.cast
    mara.convinces(guard, using="coil").rolls(5, 1, 1)
    if house.get("cr_initiate"):
        guard.defends().rolls(1, 1, 1)
    assert sum(scene.tracks.values()) == left


@pytest.mark.parametrize(("successes", "kept"), [(5, 3), (4, 3), (3, 3), (2, 2)])
def test_the_referee_leaves_a_counter_what_it_takes_away_and_begins(stage, successes, kept):
    """One success is recorded on Mara, and two convince the guard: three are of use."""
    house = {"strain_cancel": "automatic"}
    scene = stage(
        house=house, mara={"talk": 5, "potency": 9, "limit_v": 9, "powers": COIL}, guard={"potency": 2, "talk": 3}
    )
    mara, guard = scene.cast
    mara.passes()
    guard.convinces(mara).rolls(5, 1, 1)
    mara.turns_it_round(guard, using="coil").rolls(*(5,) * successes, *(1,) * (5 - successes))
    assert mara.damage == 2 - (successes - kept)
    assert (bool(guard.orders), scene.tracks) == (kept == 3, {} if kept == 3 else {("convince", "mara", "guard"): 1})


@pytest.mark.parametrize("when", ["before_opposition", "after"])
@pytest.mark.parametrize(("potency", "offered"), [(9, 0), (2, 1), (1, 2)])
def test_a_push_that_nobody_answers_comes_before_strain_in_what_is_offered(stage, when, potency, offered):
    scene = stage(house={"strain_cancel_when": when}, mara={"talk": 3, "powers": COIL}, guard={"potency": potency})
    mara, guard = scene.cast
    mara.convinces(guard, using="coil").rolls(5, 5, 5)
    assert scene.at.option("mara", "cancel").params[0].start == offered


def test_an_attack_offers_all_to_the_strain(stage):
    scene = stage(mara={"act": 3, "powers": COIL}, guard={"vigor": 1})
    mara, guard = scene.cast
    mara.attacks(guard, using="coil").rolls(5, 5, 5)
    assert scene.at.option("mara", "cancel").params[0].start == 2


def test_where_the_initiator_rolls_anew_it_is_what_they_rolled_last(stage):
    scene = stage(house={"cr_resist": "fresh"}, mara={"grab": 5, "act": 2}, guard={"vigor": 9, "limit_v": 30})
    mara, guard = scene.cast
    mara.restrains(guard, by="grab").rolls(5, 1, 1, 1, 1)
    mara.restrains(guard, by="act").rolls(5, 1)
    guard.shakes_off(mara).rolls(*(5,) * 9)
    assert scene.dice_in_the_air() == 2


def test_where_a_counter_may_hit_anybody_a_power_reaches_as_far_as_it_does(stage):
    voice = {"voice": {"uses": ("convince",), "range": "scene", "physical": False}}
    scene = stage(
        sets=("hall", "roof"),
        house={"cr_counter_target": "any_in_range"},
        mara={"talk": 3, "potency": 9},
        guard={"talk": 4, "powers": voice},
        joss={"lead": True, "potency": 9},
    )
    mara, guard, _ = scene.cast
    scene.does("move", whom="joss", place="roof")
    mara.convinces(guard).rolls(5, 1, 1)
    assert guard.cannot("counter", track="convince:mara:guard", kind="convince", on="joss").why
    guard.turns_it_round(mara, using="voice", on="joss").rolls(5, 5, 5, 1)
    assert scene.tracks == {("convince", "guard", "joss"): 2}


def test_where_sustaining_needs_range_a_power_that_reaches_the_scene_has_it(stage):
    flame = {"flame": FLAME["flame"] | {"range": "scene"}}
    house = {"sustain_range": True}
    scene = stage(house=house, sets=("hall", "roof"), mara={"act": 3, "powers": flame}, guard={"limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    mara.passes()
    guard.goes_to("roof").passes()
    mara.sustains("flame")
    guard.resists_with("defense").rolls(1, 1, 1)
    assert guard.damage == 6


def test_where_nobody_wins_by_nothing_a_tie_with_a_success_is_still_the_initiators(stage):
    scene = stage(house={"zero_tie": "nobody"}, mara={"sneak": 2}, guard={})
    mara, guard = scene.cast
    mara.opposes(guard).rolls(5, 1)
    guard.stands_with("defense").rolls(5, 1, 1)
    assert scene.s.shown.event.what == "won_by_initiator"


def test_where_the_initiator_rolls_anew_what_hindered_the_push_still_hinders(stage):
    scene = stage(house={"cr_resist": "fresh"}, mara={"grab": 5}, guard={"vigor": 9, "limit_v": 30})
    mara, guard = scene.cast
    scene.does("impede", place="hall", text="Sleet", penalty=2, tag="")
    mara.restrains(guard, by="grab").rolls(5, 1, 1)
    guard.shakes_off(mara).rolls(*(5,) * 7)
    assert scene.dice_in_the_air() == 3


def test_the_referee_leaves_a_counter_what_an_impediment_takes(stage):
    house = {"strain_cancel": "automatic", "impediment_as": "required"}
    mara = {"talk": 5, "potency": 9, "limit_v": 9, "powers": COIL}
    scene = stage(house=house, mara=mara, guard={"potency": 2, "talk": 3})
    mara, guard = scene.cast
    scene.does("impede", place="hall", text="Sleet", penalty=1, tag="")
    mara.passes()
    guard.convinces(mara).rolls(5, 5, 1)
    mara.turns_it_round(guard, using="coil").rolls(5, 5, 5, 5, 1)
    assert (mara.damage, bool(guard.orders)) == (2, True)


def test_where_one_counter_serves_both_the_higher_limit_takes_out(stage):
    scene = stage(house={"damage_model": "shared"}, mara={"limit_v": 3, "limit_p": 5}, guard={})
    mara, _ = scene.cast
    out = []
    for kind in ("V", "V", "P", "V", "P"):
        scene.does("hurt", whom="mara", amount=1, type=kind, why="Glass.")
        out.append(mara.out)
    assert out == [False, False, False, False, True]
