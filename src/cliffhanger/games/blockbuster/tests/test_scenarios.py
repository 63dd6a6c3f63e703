"""The worked scenarios of the catalogue, with their dice: each reads like the log of a game."""

import pytest


@pytest.mark.example("S-01")
@pytest.mark.rule("BB-CHK-01", "BB-UNO-01", "BB-UNO-02", "BB-UNO-03")
def test_s01_a_climb_of_two_needs_two_and_makes_it_with_nothing_to_spare(stage):
    scene = stage(mara={"climb": 3, "attributes": {"agility": 2}}, guard={})
    mara, _ = scene.cast
    mara.tries("up the wall", by="climb + agility")
    scene.asks_for(2)
    mara.rolls(5, 1, 6, 3, 2)
    assert scene.told("made")[0].data == {"goal": "up the wall", "got": 2, "required": 2, "excess": 0}
    assert scene.setbacks == []


@pytest.mark.example("S-02")
@pytest.mark.rule("BB-FAIL-01", "BB-FAIL-02", "BB-FAIL-03", "BB-ROLL-04")
@pytest.mark.parametrize("price", ["damage", "narrate"])
def test_s02_falling_two_short_hurts_by_two_or_is_told(stage, price):
    scene = stage(mara={"climb": 4, "vigor": 4}, guard={})
    mara, _ = scene.cast
    mara.tries("up the wall", by="climb")
    scene.asks_for(3)
    mara.rolls(6, 2, 3, 1)
    if price == "damage":
        scene.does("damage", amount=2)
        assert mara.damage == 2
    else:
        scene.does("narrate")
        mara.answers("tell", story="The drainpipe comes along.")
        assert (mara.damage, scene.told("told")[0].data["story"]) == (0, "The drainpipe comes along.")
    assert scene.setbacks == []


@pytest.mark.example("S-03")
@pytest.mark.rule("BB-DEF-04", "BB-ROLL-05")
def test_s03_nothing_rolled_is_one_setback_of_the_roller(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, guard = scene.cast
    mara.tries(by="climb")
    scene.asks_for(1)
    mara.rolls(1, 4, 2)
    assert scene.frame.short == 1
    assert (mara.setbacks, guard.setbacks) == (["no success at all"], [])


@pytest.mark.example("S-04")
@pytest.mark.rule("BB-SET-01", "BB-DEF-02")
def test_s04_a_set_up_gives_its_excess_to_the_roll_it_names(stage):
    scene = stage(mara={"think": 5}, joss={"lead": True, "pick": 4}, guard={})
    mara, joss, _ = scene.cast
    mara.sets_up(joss, "vault lock", by="think")
    scene.asks_for(1)
    mara.rolls(5, 6, 5, 2, 1)
    assert joss.waiting_dice == [2]
    joss.tries("the vault lock", by="pick")
    scene.asks_for(3)
    joss.takes_the_dice(uses="vault lock")
    assert scene.dice_in_the_air() == 6
    joss.rolls(6, 1, 2, 5, 3, 5)
    assert scene.told("made")[0].data["got"] == 3
    assert joss.waiting_dice == []


@pytest.mark.example("S-05")
@pytest.mark.rule("BB-OPP-01", "BB-OPP-02", "BB-OPP-03")
def test_s05_a_tie_goes_to_the_one_who_sneaks(stage):
    scene = stage(mara={"sneak": 4}, guard={"watch": 5})
    mara, guard = scene.cast
    mara.opposes(guard, "past the guard", by="sneak").rolls(5, 2, 1, 6)
    guard.answers("pair", by="watch").rolls(6, 5, 1, 2, 3)
    assert scene.told("won_by_initiator")[0].data == {"foe": "Guard", "aim": "past the guard", "degree": 0}


@pytest.mark.example("S-06")
@pytest.mark.rule("BB-OPP-04", "BB-DEF-04", "BB-DER-01")
def test_s06_two_attacks_take_somebody_out(stage):
    scene = stage(mara={"fight": 6}, guard={"defense": 4, "protection": 1, "vigor": 4})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 6, 6, 5, 2, 1)
    guard.defends().rolls(5, 1, 2, 3)
    assert (scene.told("hits")[0].data["margin"], guard.damage, guard.setbacks) == (3, 2, [])
    mara.attacks(guard).rolls(6, 5, 5, 1, 2, 3)
    guard.defends().rolls(2, 2, 1, 4)
    assert (guard.damage, guard.out) == (4, True)
    assert guard.setbacks == ["no success at all", "taken out"]
    assert mara.setbacks == []


@pytest.mark.example("S-07")
@pytest.mark.rule("BB-EXT-01", "BB-EXT-02", "BB-EXT-03", "BB-DIF-02")
def test_s07_an_extended_check_of_six_takes_four_rolls_and_loses_its_overshoot(stage):
    scene = stage(mara={"pick": 5}, guard={})
    mara, _ = scene.cast
    mara.tries("the vault", by="pick")
    scene.does("extended", required=6, name="the vault")
    mara.rolls(5, 6, 1, 2, 3)
    assert scene.task.total == 2
    mara.works_on(scene.task, by="pick").rolls(1, 2, 3, 4, 4)
    assert (scene.task.total, mara.setbacks) == (2, ["no success at all"])
    mara.works_on(scene.task, by="pick").rolls(6, 6, 5, 1, 2)
    assert scene.task.total == 5
    mara.works_on(scene.task, by="pick").rolls(5, 2, 2, 6, 6)
    assert scene.told("completed")[0].data["total"] == 8
    assert (scene.s.tasks, mara.waiting_dice, mara.damage) == ((), [], 0)


@pytest.mark.example("S-08")
@pytest.mark.rule("BB-CR-01", "BB-CR-03", "BB-CR-04", "BB-CR-06", "BB-CR-09")
def test_s08_a_hold_is_resisted_once_and_then_lands(stage):
    scene = stage(mara={"grab": 6}, guard={"vigor": 4})
    mara, guard = scene.cast
    mara.restrains(guard, by="grab").rolls(5, 6, 1, 1, 2, 3)
    assert scene.tracks == {("restrain", "mara", "guard"): 2}
    guard.shakes_off(mara).rolls(5, 1, 2, 2)
    assert scene.tracks == {("restrain", "mara", "guard"): 1}
    mara.restrains(guard, by="grab").rolls(6, 6, 5, 2, 1, 4)
    assert (guard.held_by, scene.tracks) == (("mara",), {})


@pytest.mark.example("S-09")
@pytest.mark.rule("BB-CR-02", "BB-CR-07", "BB-CR-08")
def test_s09_an_attempt_is_turned_round_and_its_maker_is_convinced(stage):
    scene = stage(anna={"talk": 6, "potency": 3}, ben={"talk": 6, "potency": 5})
    anna, ben = scene.cast
    anna.convinces(ben, "open the door", by="talk").rolls(5, 6, 1, 1, 2, 3)
    assert scene.tracks == {("convince", "anna", "ben"): 2}
    ben.turns_it_round(anna, by="talk", behaviour="go home").rolls(5, 5, 6, 6, 1, 2)
    assert scene.tracks == {("convince", "ben", "anna"): 2}
    anna.shakes_off(ben, "convince").rolls(6, 1, 1)
    assert scene.tracks == {("convince", "ben", "anna"): 1}
    ben.convinces(anna, "go home", by="talk").rolls(5, 6, 1, 2, 3, 4)
    assert (anna.orders, scene.tracks) == ([("ben", "go home")], {})


@pytest.mark.example("S-10")
@pytest.mark.rule("BB-CR-10")
def test_s10_breaking_free_of_an_equal_takes_every_die(stage, edited):
    scene = stage(mara={"vigor": 4}, guard={"vigor": 4})
    mara, guard = scene.cast
    edited(scene, mara, restrained=("guard",))
    mara.breaks_free(guard).rolls(5, 5, 6, 1)
    assert (mara.held_by, mara.damage) == (("guard",), 0)
    mara.breaks_free(guard).rolls(5, 6, 6, 5)
    assert (mara.held_by, mara.damage) == ((), 0)


@pytest.mark.example("S-11")
@pytest.mark.rule("BB-STR-01", "BB-STR-02", "BB-STR-03", "BB-STR-04", "BB-STR-05", "BB-STR-06", "BB-STR-07")
@pytest.mark.parametrize(
    ("faces", "cancelled", "made", "harm"),
    [
        ((5, 6, 6, 1, 2, 3), 1, True, 0),
        ((5, 6, 1, 1, 2, 3), 0, True, 1),
        ((5, 6, 1, 1, 2, 3), 1, False, 0),
    ],
)
def test_s11_strain_on_an_unopposed_use(stage, faces, cancelled, made, harm):
    strange = {"strain_type": "P", "uses": ("check",)}
    powers = {
        "gaze": {"strain": 3, **strange},
        "lens": {"strain": 2, "strain_type": "P", "active": True},
        "boots": {"strain": 4, "strain_type": "V", "active": True},
    }
    scene = stage(mara={"potency": 4, "protection": 3, "look": 6, "powers": powers}, guard={})
    mara, _ = scene.cast
    mara.tries("through the wall", using="gaze", by="look")
    scene.asks_for(2)
    mara.rolls(*faces)
    assert scene.frame.side.over == 1
    mara.holds_down(cancelled)
    assert bool(scene.told("made")) == made
    assert (mara.strain_of_mind, mara.damage) == (harm, 0)
    if not made:
        assert scene.frame.short == 1


@pytest.mark.example("S-12")
@pytest.mark.rule("BB-STR-05", "BB-STR-06", "BB-STR-07")
def test_s12_strain_on_an_attack_lands_after_it(stage):
    scene = stage(
        mara={"vigor": 3, "fight": 7, "powers": {"coil": {"strain": 5, "uses": ("attack",)}}}, guard={"defense": 4}
    )
    mara, guard = scene.cast
    mara.attacks(guard, using="coil", by="fight").rolls(5, 5, 6, 6, 1, 2, 3)
    assert scene.frame.side.over == 2
    mara.holds_down(1)
    guard.defends().rolls(5, 1, 2, 2)
    assert (guard.damage, mara.damage) == (2, 1)
    assert [event.who for event in scene.told("hurt")] == ["Guard", "Mara"]


FIRE = {"flame": {"uses": ("attack",), "ongoing": True, "resist": "V"}}


@pytest.mark.example("S-13")
@pytest.mark.rule("BB-ONG-01", "BB-ONG-02", "BB-ONG-03", "BB-ONG-04", "BB-ONG-05")
def test_s13_what_burns_is_sustained_until_nothing_is_left(stage):
    scene = stage(mara={"fight": 6, "powers": FIRE}, guard={"defense": 3, "vigor": 4, "limit_v": 9})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame", by="fight").rolls(5, 6, 6, 5, 1, 2)
    guard.defends().rolls(5, 1, 1)
    assert (guard.damage, scene.records) == (3, {("flame", "guard"): 3})
    mara.sustains("flame")
    guard.resists_with("vigor").rolls(6, 2, 2, 1)
    assert (guard.damage, scene.records) == (5, {("flame", "guard"): 2})
    mara.sustains("flame")
    guard.resists_with("defense").rolls(5, 6, 1)
    assert (guard.damage, scene.records) == (5, {})
    assert mara.cannot("sustain.flame").rule == "BB-ONG-05"


@pytest.mark.example("S-14")
@pytest.mark.rule("BB-ONG-06", "BB-ONG-07", "BB-ONG-08")
def test_s14_attacking_again_adds_the_record_and_a_miss_still_burns(stage):
    scene = stage(mara={"fight": 6, "powers": FIRE}, guard={"defense": 3, "vigor": 4, "limit_v": 20})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame", by="fight").rolls(5, 6, 1, 1, 1, 1)
    guard.defends().rolls(1, 1, 2)
    assert (guard.damage, scene.records) == (2, {("flame", "guard"): 2})
    mara.attacks(guard, using="flame", by="fight").rolls(5, 6, 1, 1, 2, 3)
    guard.defends().rolls(6, 1, 1)
    assert (guard.damage - 2, scene.records) == (3, {("flame", "guard"): 3})
    mara.attacks(guard, using="flame", by="fight").rolls(5, 1, 1, 2, 3, 4)
    guard.defends().rolls(5, 6, 1)
    guard.resists_with("vigor").rolls(5, 2, 2, 3)
    assert (guard.damage - 2, scene.records) == (5, {("flame", "guard"): 2})


@pytest.mark.example("S-15")
@pytest.mark.rule("BB-INIT-01")
def test_s15_the_order_goes_by_successes_and_then_by_the_larger_pool(stage):
    scene = stage(anna={"defense": 4}, ben={"run": 6, "lead": True}, carl={"defense": 5}, begun=False).opens()
    anna, ben, carl = scene.cast
    anna.answers("defense")
    ben.answers("pair", by="run")
    carl.answers("defense")
    scene.rolls(5, 1, 2, 3).rolls(5, 1, 2, 3, 4, 4).rolls(5, 6, 1, 2, 3)
    assert scene.s.scene.order == ("carl", "ben", "anna")


@pytest.mark.example("S-16")
@pytest.mark.rule("BB-DEF-03", "BB-DER-01")
def test_s16_an_impediment_takes_dice_from_actions_and_none_from_defences(stage):
    scene = stage(sets=("roof",), mara={"climb": 5, "defense": 4}, guard={"fight": 3})
    mara, guard = scene.cast
    scene.does("impede", place="roof", text="Sleet", penalty=2, tag="")
    mara.tries("along the ridge", by="climb")
    scene.asks_for(2)
    mara.takes_the_dice()
    assert scene.dice_in_the_air() == 3
    mara.rolls(5, 6, 2)
    assert scene.told("made")
    guard.attacks(mara).rolls(5)
    mara.defends()
    assert scene.dice_in_the_air() == 4
