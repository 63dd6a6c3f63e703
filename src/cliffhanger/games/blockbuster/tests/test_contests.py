"""Opposed rolls: who answers with what, who wins, and what an attack does."""

import pytest

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.odds.questions import check
from cliffhanger.games.blockbuster.page.sentences import VOICE
from cliffhanger.kernel.panels import Text
from cliffhanger.testing.figure_laws import figure

# --- standing against somebody ------------------------------------------------------------------------------


@pytest.mark.rule("BB-OPP-01", "BB-OPP-02")
@pytest.mark.parametrize(("derived", "dice"), [("defense", 2), ("vigor", 4), ("potency", 5)])
def test_the_opponent_may_answer_with_any_derived_attribute(stage, derived, dice):
    scene = stage(mara={"sneak": 3}, guard={"defense": 2, "vigor": 4, "potency": 5})
    mara, guard = scene.cast
    mara.opposes(guard).rolls(5, 1, 1)
    assert [o.key for o in scene.at.options(guard.seat) if o.first] == ["derived"]
    guard.stands_with(derived)
    assert scene.dice_in_the_air() == dice


@pytest.mark.rule("BB-OPP-02", "BB-CHK-01")
def test_the_opponent_may_answer_with_a_skill_and_its_attribute(stage):
    scene = stage(mara={"sneak": 3}, guard={"watch": 2, "attributes": {"eyes": 3}})
    mara, guard = scene.cast
    mara.opposes(guard).rolls(5, 1, 1)
    guard.answers("pair", by="watch + eyes")
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-OPP-02", "BB-CR-09")
def test_who_is_held_may_answer_with_a_physical_skill_for_that_is_no_action(stage, edited):
    scene = stage(mara={"sneak": 3}, guard={"watch": 4})
    mara, guard = scene.cast
    edited(scene, guard, restrained=("mara",))
    mara.opposes(guard).rolls(5, 1, 1)
    guard.answers("pair", by="watch")
    assert scene.dice_in_the_air() == 4


@pytest.mark.rule("BB-OPP-03", "BB-OPP-04")
@pytest.mark.parametrize(
    ("acting", "against", "result", "degree"),
    [
        ((5, 5, 5), (5, 1, 1), "won_by_initiator", 2),
        ((5, 1, 1), (5, 1, 1), "won_by_initiator", 0),
        ((1, 1, 1), (1, 1, 1), "won_by_initiator", 0),
        ((1, 1, 1), (5, 5, 1), "won_by_opponent", 2),
    ],
)
def test_more_successes_win_and_a_tie_is_the_initiators(stage, acting, against, result, degree):
    scene = stage(mara={"sneak": 3}, guard={})
    mara, guard = scene.cast
    mara.opposes(guard).rolls(*acting)
    guard.stands_with("defense").rolls(*against)
    assert scene.told(result)[0].data["degree"] == degree


@pytest.mark.rule("BB-OPP-02", "BB-STR-06")
def test_a_power_may_answer_and_strains_whoever_answers(stage):
    powers = {"veil": {"strain": 5, "strain_type": "P", "uses": ("defend",), "physical": False}}
    scene = stage(mara={"sneak": 3}, guard={"potency": 4, "hide": 4, "powers": powers})
    mara, guard = scene.cast
    mara.opposes(guard).rolls(5, 5, 1)
    guard.answers("pair.veil", by="hide").rolls(5, 6, 6, 1)
    guard.holds_down(1)
    assert scene.told("won_by_initiator")[0].data["degree"] == 0
    assert guard.strain_of_mind == 0


@pytest.mark.rule("BB-OPP-01")
def test_defending_is_no_action(stage):
    scene = stage(mara={"fight": 3}, guard={"fight": 3})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(1, 1, 5)
    guard.defends().rolls(5, 1, 1)
    guard.attacks(mara).rolls(1, 1, 5)
    mara.defends()
    assert scene.dice_in_the_air() == 3


# --- attacks ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-OPP-03", "BB-OPP-04")
def test_an_attack_by_a_tie_hits_and_does_nothing(stage):
    scene = stage(mara={"fight": 3}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 1, 1)
    guard.defends().rolls(5, 1, 1)
    assert (scene.told("hits")[0].data["damage"], guard.damage) == (0, 0)


@pytest.mark.rule("BB-OPP-03")
def test_an_attack_that_is_beaten_misses(stage):
    scene = stage(mara={"fight": 3}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(1, 1, 1)
    guard.defends().rolls(5, 1, 1)
    assert (len(scene.told("misses")), guard.damage, mara.setbacks) == (1, 0, ["no success at all"])


@pytest.mark.rule("BB-OPP-04")
def test_protection_is_taken_off_and_never_below_nothing(stage):
    scene = stage(mara={"fight": 4}, guard={"protection": 3, "vigor": 9})
    mara, guard = scene.cast
    for faces, harm in (((5, 5, 5, 5), 1), ((5, 5, 1, 1), 1)):
        mara.attacks(guard).rolls(*faces)
        guard.defends().rolls(1, 1, 1)
        assert guard.damage == harm


@pytest.mark.rule("BB-DER-01")
@pytest.mark.parametrize(("against", "dice"), [("defense", 2), ("vigor", 4), ("potency", 5)])
def test_a_power_names_what_meets_it(stage, against, dice):
    powers = {"song": {"uses": ("attack",), "against": against}}
    scene = stage(mara={"sing": 3, "powers": powers}, guard={"defense": 2, "vigor": 4, "potency": 5})
    mara, guard = scene.cast
    mara.attacks(guard, using="song", by="sing").rolls(5, 1, 1)
    guard.defends()
    assert scene.dice_in_the_air() == dice


@pytest.mark.rule("BB-OPP-04")
def test_a_power_names_which_counter_it_hurts_and_may_add_to_the_damage(stage):
    powers = {"song": {"uses": ("attack",), "damage": "P", "damage_bonus": 1}}
    scene = stage(mara={"sing": 3, "powers": powers}, guard={"potency": 5})
    mara, guard = scene.cast
    mara.attacks(guard, using="song", by="sing").rolls(5, 1, 1)
    guard.defends().rolls(5, 1, 1)
    assert (guard.damage, guard.strain_of_mind) == (0, 1)


@pytest.mark.rule("BB-DER-01", "BB-OPP-04")
def test_several_targets_meet_one_roll_and_each_defends_alone(stage):
    powers = {"net": {"uses": ("attack",), "targets": 2, "ongoing": True}}
    scene = stage(
        mara={"fight": 4, "powers": powers}, guard={"defense": 2, "protection": 1}, dog={"defense": 3}, cook={}
    )
    mara, guard, dog, cook = scene.cast
    mara.attacks(guard, dog, using="net", by="fight").rolls(5, 5, 5, 1)
    guard.defends().rolls(5, 1)
    dog.defends().rolls(5, 5, 1)
    assert (guard.damage, dog.damage, cook.damage) == (1, 1, 0)
    assert scene.records == {("net", "guard"): 2, ("net", "dog"): 1}
    assert len(scene.told("rolled")) == 3
    both = [each.head for each in scene.at.panels("mara")[0].panels if isinstance(each, Text)]
    assert both == ["Mara hits Guard.", "Mara hits Dog."]


@pytest.mark.rule("BB-OPP-01")
def test_a_power_reaches_no_more_targets_than_it_says(stage):
    powers = {"net": {"uses": ("attack",), "targets": 2}}
    scene = stage(mara={"fight": 4, "powers": powers}, guard={}, dog={}, cook={})
    mara, guard, dog, cook = scene.cast
    assert mara.cannot("attack.net", target=(guard, dog, cook)).why


@pytest.mark.rule("BB-CR-05", "BB-OPP-01")
def test_an_attack_reaches_the_own_set_and_some_powers_the_whole_scene(stage):
    powers = {"rifle": {"uses": ("attack",), "range": "scene"}, "knife": {"uses": ("attack",)}}
    scene = stage(sets=("hall", "roof"), mara={"fight": 3, "powers": powers}, guard={})
    mara, guard = scene.cast
    scene.does("move", whom="guard", place="roof")
    assert mara.cannot("attack.knife").rule == "BB-CR-05"
    mara.attacks(guard, using="rifle").rolls(5, 1, 1)
    guard.defends().rolls(1, 1, 1)
    assert guard.damage == 1


@pytest.mark.rule("BB-DEF-04")
def test_whoever_is_taken_out_while_an_attack_waits_is_passed_over(stage):
    powers = {"net": {"uses": ("attack",), "targets": 2}}
    scene = stage(mara={"fight": 4, "powers": powers}, guard={}, dog={})
    mara, guard, dog = scene.cast
    mara.attacks(guard, dog, using="net").rolls(5, 5, 5, 1)
    scene.does("out", whom="guard", why="Slips on the soup.")
    dog.defends().rolls(1, 1, 1)
    assert (guard.damage, dog.damage, dog.out, scene.frame.phase) == (0, 3, True, "done")


@pytest.mark.rule("BB-DEF-04")
def test_an_attack_whose_only_target_goes_away_is_over(stage):
    scene = stage(mara={"fight": 4}, guard={}, dog={})
    mara, guard, _ = scene.cast
    mara.attacks(guard).rolls(5, 5, 5, 1)
    scene.does("out", whom="guard", why="Slips on the soup.")
    assert (guard.damage, scene.active) == (0, "dog")


@pytest.mark.rule("BB-OPP-04", "BB-STR-04")
def test_an_attack_stands_though_its_strain_takes_the_attacker_out(stage):
    powers = {"coil": {"strain": 6, "uses": ("attack",)}}
    scene = stage(mara={"vigor": 3, "fight": 3, "powers": powers}, guard={"vigor": 5}, joss={"lead": True})
    mara, guard, _ = scene.cast
    mara.attacks(guard, using="coil").rolls(5, 5, 5)
    mara.holds_down(0)
    guard.defends().rolls(1, 1, 1)
    assert (guard.damage, mara.damage, mara.out) == (3, 3, True)


@pytest.mark.rule("BB-OPP-04")
def test_the_figure_beside_the_defence_counts_protection(stage):
    scene = stage(mara={"fight": 3}, guard={"defense": 4, "protection": 2})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 5, 5)
    option = scene.at.option("director", "defend")
    assert figure(GAME, scene.s, option, "kept_out").value == check(dice=4, required=1).value


# --- what is said of it -------------------------------------------------------------------------------------


def test_a_hit_that_takes_somebody_out_says_in_its_headline_who_did_it(stage):
    scene = stage(mara={"fight": 4}, guard={"vigor": 2})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 5, 5, 1)
    guard.defends().rolls(1, 1, 1)
    shown = scene.s.shown.event
    counted = "3 successes more than Guard: 3 damage. Guard is out until the scene ends."
    assert (VOICE.head(shown), VOICE.below(shown)) == ("Mara takes Guard out.", counted)
    assert VOICE.below(shown, ("Guard",)).endswith("than you: 3 damage. You are out until the scene ends.")
    (out,) = scene.told("taken_out")
    assert VOICE.news(out, ("Pilar",))  # who was not in it hears of it with their next question
    assert not VOICE.news(out, ("Mara",))
    assert not VOICE.news(out, ("Guard",))


def test_friends_stand_below_foes_under_a_name_of_their_own(stage):
    scene = stage(mara={"fight": 4, "talk": 2}, ally={"lead": True}, guard={}, brute={})
    mara, ally, *_foes = scene.cast
    for key, name, sides in (
        ("attack", "target", ["", "", "Friends"]),
        ("restrain", "target", ["", "", "Friends"]),
        ("setup", "to", ["", "", "Against you", "Against you"]),
    ):
        option = next(each for each in scene.at.options(mara.seat) if each.key == key)
        pick = next(p for p in option.params if p.name == name)
        assert [item.group for item in pick.items] == sides
        assert pick.items[-1 if name == "target" else 1].id == ally.id
