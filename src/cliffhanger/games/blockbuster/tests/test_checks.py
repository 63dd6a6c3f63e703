"""Rolls that nobody answers: the pool, the difficulty, Set-Ups, long tasks, and what falling short costs."""

import pytest
from msgspec.structs import replace

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.odds.questions import opposed
from cliffhanger.games.blockbuster.rules.checks import difficulty
from cliffhanger.games.blockbuster.rules.pools import DIE, successes
from cliffhanger.kernel.chance import law
from cliffhanger.testing.figure_laws import figure

# --- how to roll --------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-ROLL-01", "BB-ROLL-02")
def test_a_five_and_a_six_are_successes_and_all_dice_have_six_sides(stage):
    assert [successes((face,)) for face in range(1, 7)] == [0, 0, 0, 0, 1, 1]
    scene = stage(mara={"climb": 2}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    scene.asks_for(1)
    mara.takes_the_dice()
    assert scene.at.waiting.dice == (DIE, DIE)
    mara.rolls(4, 5)
    assert scene.told("rolled")[0].data["successes"] == 1


@pytest.mark.rule("BB-ROLL-03")
def test_only_the_number_of_successes_can_be_told_apart(stage):
    scene = stage(mara={"climb": 4}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    scene.asks_for(1)
    mara.takes_the_dice()
    roll = scene.at.waiting
    total, ways = law(scene.at.game.fold(scene.s, roll), roll)
    assert (total, {key: weight for key, (weight, _) in ways.items()}) == (
        1296,
        {0: 256, 1: 512, 2: 384, 3: 128, 4: 16},
    )


@pytest.mark.rule("BB-ROLL-04")
def test_what_failed_may_be_tried_again_on_the_next_turn(stage):
    scene = stage(mara={"climb": 2}, guard={})
    mara, _ = scene.cast
    for faces, result in (((1, 5), "missed"), ((6, 5), "made")):
        mara.tries("the wall", by="climb")
        scene.asks_for(2)
        mara.rolls(*faces)
        if result == "missed":
            scene.does("none")
        assert len(scene.told(result)) == 1


@pytest.mark.rule("BB-ROLL-05", "BB-DEF-04")
def test_one_success_is_competence_and_no_setback_though_it_fails(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    scene.asks_for(3)
    mara.rolls(5, 1, 1)
    assert (scene.frame.short, mara.setbacks) == (2, [])


@pytest.mark.rule("BB-CHK-01")
def test_a_pool_is_a_skill_and_the_attribute_that_suits_it(stage):
    scene = stage(mara={"climb": 3, "attributes": {"agility": 2, "strength": 4}}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb + agility")
    assert (scene.frame.side.parts, scene.frame.side.dice) == ((("Climb", 3), ("Agility", 2)), 5)


def chosen(scene, key):
    """The pair that lies chosen for an action."""
    asked = {p.name: p.start for p in scene.play.option("mara", key).params if p.name in ("skill", "attribute")}
    return (*asked["skill"], *asked["attribute"])


@pytest.mark.rule("BB-CHK-01")
def test_what_a_sheet_has_for_an_action_lies_chosen_and_binds_nobody(stage, edited):
    scene = stage(mara={"steer": 5, "punch": 2, "talk": 1, "attributes": {"wits": 3, "strength": 2}}, guard={})
    assert [chosen(scene, key) for key in ("attack", "restrain", "check")] == [
        ("steer", "strength"),
        ("steer", "strength"),
        ("steer", "wits"),
    ]
    assert chosen(scene, "convince") == ("talk", "wits")  # no body talks anybody round, however good it is
    mara, sheet = scene.cast[0], scene.cast[0].now.sheet
    punch = replace(sheet.skills[1], uses=("attack",))
    wits = replace(sheet.attributes[1], uses=("attack",))
    skills, attributes = (sheet.skills[0], punch, sheet.skills[2]), (sheet.attributes[0], wits, sheet.attributes[2])
    edited(scene, mara, sheet=replace(sheet, skills=skills, attributes=attributes))
    assert [chosen(scene, key) for key in ("attack", "restrain")] == [("punch", "wits"), ("steer", "strength")]
    asked = scene.play.option("mara", "attack").params
    assert {item.id for p in asked if p.name == "skill" for item in p.items} == {"steer", "punch", "talk"}


@pytest.mark.rule("BB-CHK-01")
def test_the_director_has_the_last_word_on_the_pair_before_the_dice_fall(stage):
    scene = stage(mara={"climb": 3, "attributes": {"agility": 2, "strength": 4}}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb + strength")
    scene.asks_for(2, attribute="agility")
    mara.takes_the_dice()
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-CHK-01")
def test_the_director_may_ask_for_something_else_and_nothing_is_spent(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    mara.tries("stop the moon", by="climb")
    scene.does("back")
    assert scene.active == "mara"
    mara.tries("stop the train", by="climb")
    assert scene.frame.goal == "stop the train"


@pytest.mark.rule("BB-ROLL-02")
def test_a_pool_below_nothing_is_empty_and_its_roll_has_no_success(stage):
    scene = stage(mara={"climb": 1}, guard={})
    mara, _ = scene.cast
    scene.does("impede", place="hall", text="Smoke", penalty=4, tag="")
    mara.tries(by="climb")
    scene.asks_for(1)
    mara.takes_the_dice()
    assert (scene.told("rolled")[0].data["faces"], mara.setbacks) == ([], ["no success at all"])


# --- difficulty ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-DIF-01")
def test_the_words_of_the_table():
    words = [difficulty(n) for n in range(11)]
    assert words == [
        "Easy",
        *["Normal"] * 2,
        *["Challenging"] * 2,
        *["Difficult"] * 2,
        *["Extreme"] * 2,
        *["Ridiculous"] * 2,
    ]


@pytest.mark.rule("BB-DIF-01", "BB-DIF-02", "BB-UNO-02")
def test_the_director_is_shown_the_standard_column_for_one_roll_and_the_extended_one_for_many(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    assert [o.key for o in scene.at.options("director") if o.first] == ["set"]
    once = next(p for p in scene.at.option("director", "set").params if p.name == "required")
    many = next(p for p in scene.at.option("director", "extended").params if p.name == "required")
    assert dict(once.words) == {n: difficulty(n) for n in range(1, 10)}
    assert dict(many.words) == {3: "Normal", 6: "Challenging", 9: "Difficult", 12: "Extreme", 15: "Ridiculous"}


@pytest.mark.rule("BB-DIF-01")
def test_what_is_easy_is_done_without_a_roll_and_takes_the_action(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    mara.tries("open the door", by="climb")
    scene.does("easy")
    assert (scene.told("easy")[0].data, scene.told("rolled")) == ({"goal": "open the door"}, [])
    assert scene.active == "guard"


@pytest.mark.rule("BB-UNO-01", "BB-UNO-02", "BB-UNO-03")
def test_the_required_number_makes_it_and_one_less_does_not(stage):
    for faces, made in (((5, 5, 1), True), ((5, 1, 1), False)):
        scene = stage(mara={"climb": 3}, guard={})
        mara, _ = scene.cast
        mara.tries(by="climb")
        scene.asks_for(2)
        mara.rolls(*faces)
        assert bool(scene.told("made")) == made


# --- what falling short costs -------------------------------------------------------------------------------


def short_by_two(stage, **facts):
    scene = stage(mara={"climb": 3, "vigor": 4, **facts}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    scene.asks_for(3)
    mara.rolls(5, 1, 1)
    return scene, mara


@pytest.mark.rule("BB-FAIL-01")
def test_a_failure_may_have_no_consequence(stage):
    scene, mara = short_by_two(stage)
    scene.does("none")
    assert (mara.damage, scene.active) == (0, "guard")


@pytest.mark.rule("BB-FAIL-02")
def test_failing_hurts_by_the_shortfall_at_the_most(stage):
    scene, mara = short_by_two(stage)
    assert "from 1 to 2" in scene.refuses("damage", amount=3).why
    scene.does("damage", amount=1, type="P")
    assert (mara.damage, mara.strain_of_mind) == (0, 1)


@pytest.mark.rule("BB-FAIL-02")
def test_protection_works_against_failing(stage):
    scene, mara = short_by_two(stage, protection=1)
    scene.does("damage", amount=2)
    assert mara.damage == 1


@pytest.mark.rule("BB-FAIL-03")
def test_the_player_tells_how_they_fall_short_and_knows_by_how_much(stage):
    scene, mara = short_by_two(stage)
    assert [o.key for o in scene.at.options("director") if o.first] == ["narrate"]
    scene.does("narrate")
    assert "short by 2" in scene.at.option("mara", "tell").ask
    mara.answers("tell", story="The rope was decorative.")
    assert scene.told("told")[0].data == {"story": "The rope was decorative.", "short": 2}


# --- Set-Ups ------------------------------------------------------------------------------------------------


def prepared(stage, dice=2, *, follow_up="the climb", **people):
    """Joss has this many dice waiting for one named roll, from Mara."""
    scene = stage(mara={"think": dice}, joss={"lead": True, "climb": 3, **people.pop("joss", {})}, guard={}, **people)
    mara, joss, guard = scene.cast
    mara.sets_up(joss, follow_up, by="think")
    scene.asks_for(0)
    mara.rolls(*(6,) * dice)
    assert joss.waiting_dice == [dice]
    return scene, mara, joss, guard


@pytest.mark.rule("BB-SET-01", "BB-DEF-02")
def test_a_failed_set_up_gives_nothing_and_costs_nothing_else(stage):
    scene = stage(mara={"think": 3}, guard={})
    mara, _ = scene.cast
    mara.sets_up(mara, "the leap", by="think")
    scene.asks_for(2)
    mara.rolls(5, 1, 1)
    assert (mara.waiting_dice, mara.damage, scene.active) == ([], 0, "guard")
    assert scene.told("unprepared")


@pytest.mark.rule("BB-SET-01")
def test_set_up_dice_are_optional_and_wait_until_they_are_brought(stage):
    scene, _, joss, _ = prepared(stage)
    joss.tries(by="climb")
    scene.asks_for(1)
    joss.takes_the_dice()
    assert scene.dice_in_the_air() == 3
    joss.rolls(5, 1, 1)
    assert joss.waiting_dice == [2]


@pytest.mark.rule("BB-SET-01")
def test_nobody_uses_the_dice_of_another(stage):
    scene, mara, _, _ = prepared(stage)
    mara.tries(by="think")
    scene.asks_for(1)
    assert [p.name for p in scene.at.option("mara", "roll").params] == []


@pytest.mark.rule("BB-SET-01", "BB-DEF-02")
def test_set_up_dice_may_serve_an_attack_and_are_gone_then(stage):
    scene, _, joss, guard = prepared(stage)
    joss.attacks(guard, by="climb", uses="the climb")
    assert scene.dice_in_the_air() == 5
    assert joss.waiting_dice == []


@pytest.mark.rule("BB-SET-01")
def test_set_up_dice_may_serve_an_opposed_roll_and_the_answer_to_one(stage):
    scene, _, joss, guard = prepared(stage, follow_up="defense", joss={"defense": 2})
    guard.attacks(joss).rolls(5, 1, 1)
    joss.defends(uses="defense")
    assert scene.dice_in_the_air() == 4
    joss.rolls(1, 1, 1, 1)
    scene, _, joss, guard = prepared(stage)
    joss.opposes(guard, by="climb", uses="the climb")
    assert scene.dice_in_the_air() == 5
    scene, _, joss, guard = prepared(stage)
    guard.opposes(joss).rolls(5, 1, 1)
    joss.answers("pair", by="climb", uses="the climb")
    assert scene.dice_in_the_air() == 5
    scene, _, joss, guard = prepared(stage, follow_up="vigor")
    guard.opposes(joss).rolls(5, 1, 1)
    joss.stands_with("vigor", uses="vigor")
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-SET-01")
def test_set_up_dice_may_serve_another_set_up_and_a_task(stage):
    scene, _, joss, _ = prepared(stage)
    joss.sets_up(joss, "the landing", by="climb")
    scene.asks_for(0)
    joss.takes_the_dice(uses="the climb")
    assert scene.dice_in_the_air() == 5
    scene, _, joss, _ = prepared(stage)
    scene.does("task", name="The bridge", required=6)
    joss.works_on(scene.task, by="climb", uses="the climb")
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-SET-01", "BB-CR-01", "BB-CR-06", "BB-CR-07", "BB-CR-10")
@pytest.mark.parametrize("action", ["push", "shake off", "turn round", "break free"])
def test_set_up_dice_may_serve_every_roll_of_a_hold(stage, edited, action):
    follow_up = {"shake off": "shake it off", "break free": "break free"}.get(action, "the climb")
    scene, _, joss, guard = prepared(stage, follow_up=follow_up)
    if action == "push":
        joss.restrains(guard, by="climb", uses="the climb")
    elif action == "break free":
        edited(scene, joss, restrained=("guard",))
        joss.breaks_free(guard, uses=follow_up)
    else:
        guard.restrains(joss).rolls(5, 1, 1)
        if action == "shake off":
            joss.shakes_off(guard, uses=follow_up)
        else:
            joss.turns_it_round(guard, "restrain", by="climb", uses="the climb")
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-SET-01", "BB-ONG-03")
def test_set_up_dice_may_serve_resisting_what_burns(stage):
    flame = {"flame": {"uses": ("attack",), "ongoing": True}}
    scene = stage(mara={"think": 2}, joss={"lead": True, "limit_v": 9}, guard={"fight": 4, "powers": flame})
    mara, joss, guard = scene.cast
    guard.attacks(joss, using="flame", by="fight").rolls(6, 6, 6, 1)
    joss.defends().rolls(1, 1, 1)
    mara.sets_up(joss, "defense", by="think")
    scene.asks_for(0)
    mara.rolls(6, 6)
    guard.sustains("flame")
    joss.resists_with("defense", uses="defense")
    assert (scene.dice_in_the_air(), joss.waiting_dice) == (5, [])


@pytest.mark.rule("BB-SET-01", "BB-INIT-01")
def test_set_up_dice_may_serve_the_order_of_late_arrivals(stage):
    scene = stage(mara={"think": 2}, joss={"lead": True}, guard={}, absent=("joss",))
    mara, joss, _ = scene.cast
    mara.sets_up(mara, "the order", by="think")
    scene.asks_for(0)
    mara.rolls(6, 6)
    scene.rules("tokens", scene.s.tokens[0].id, "to", to="joss")
    scene.does("bring", whom=("joss",), place="hall")
    joss.answers("defense", uses="the order")
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-DEF-02")
def test_set_up_dice_lapse_with_the_scene(stage):
    scene, _, joss, _ = prepared(stage)
    scene.does("close", why="The lights come on.")
    assert joss.waiting_dice == []


# --- long tasks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-EXT-01", "BB-EXT-02")
def test_everybody_adds_to_a_task_that_names_nobody(stage):
    scene = stage(mara={"pick": 3}, joss={"lead": True, "pick": 3}, guard={})
    mara, joss, _ = scene.cast
    scene.does("task", name="The vault", required=6)
    mara.works_on(scene.task).rolls(5, 5, 1)
    joss.works_on(scene.task).rolls(6, 1, 1)
    assert (scene.task.total, scene.task.rolls) == (3, 2)


@pytest.mark.rule("BB-EXT-01")
def test_a_task_is_open_to_those_whom_the_director_admits(stage):
    scene = stage(mara={"pick": 3}, joss={"lead": True, "pick": 3}, guard={})
    mara, joss, _ = scene.cast
    scene.does("task", name="The vault", required=6, admitted=("joss",))
    assert mara.cannot("task", task="task-1").rule == "BB-EXT-01"
    joss.works_on(scene.task).rolls(5, 5, 1)
    assert scene.task.total == 2


@pytest.mark.rule("BB-EXT-01", "BB-EXT-02")
def test_a_task_with_a_limit_fails_after_its_last_roll(stage):
    scene = stage(mara={"pick": 2}, guard={})
    mara, _ = scene.cast
    scene.does("task", name="The vault", required=6, limit=2)
    mara.works_on(scene.task).rolls(5, 5)
    assert scene.task.rolls == 1
    mara.works_on(scene.task).rolls(5, 1)
    assert (scene.s.tasks, scene.told("task_failed")[0].data["rolls"]) == ((), 2)


@pytest.mark.rule("BB-EXT-03")
def test_a_task_completed_by_its_last_roll_is_done(stage):
    scene = stage(mara={"pick": 3}, guard={})
    mara, _ = scene.cast
    scene.does("task", name="The vault", required=3, limit=1)
    mara.works_on(scene.task).rolls(5, 5, 6)
    assert (bool(scene.told("completed")), scene.told("task_failed")) == (True, [])


@pytest.mark.rule("BB-EXT-01")
def test_the_director_takes_a_task_off_the_table_but_not_from_under_the_dice(stage):
    scene = stage(mara={"pick": 3}, guard={})
    mara, _ = scene.cast
    mara.tries(by="pick")
    scene.does("extended", required=6, name="The vault")
    assert scene.refuses("untask", task=scene.task.id).why
    mara.rolls(1, 1, 5)
    scene.does("untask", task=scene.task.id)
    assert scene.s.tasks == ()


# --- Impediments --------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-DEF-03")
def test_impediments_add_up_and_touch_only_what_their_tag_names(stage):
    scene = stage(mara={"climb": 5, "talk": 5}, guard={})
    mara, _ = scene.cast
    scene.does("impede", place="hall", text="Smoke", penalty=1, tag="")
    scene.does("impede", place="hall", text="Ice", penalty=2, tag="Physical")
    mara.tries(by="climb")
    assert scene.frame.side.dice == 2
    scene.does("back")
    mara.tries(by="talk")
    assert scene.frame.side.dice == 4


@pytest.mark.rule("BB-DEF-03")
def test_an_impediment_hinders_on_its_own_set_alone_and_can_be_cleared(stage):
    scene = stage(sets=("hall", "roof"), mara={"climb": 5}, guard={})
    mara, _ = scene.cast
    scene.does("impede", place="roof", text="Sleet", penalty=2, tag="")
    mara.tries(by="climb")
    assert scene.frame.side.dice == 5
    scene.does("back")
    mara.goes_to("roof").tries(by="climb")
    assert scene.frame.side.dice == 3
    scene.does("back")
    impediment = scene.s.sets[1].impediments[0].id
    scene.does("clear", what=f"roof/{impediment}")
    mara.tries(by="climb")
    assert scene.frame.side.dice == 5


@pytest.mark.rule("BB-DEF-03", "BB-OPP-02")
def test_answering_with_a_skill_is_no_action_and_nothing_hinders_it(stage):
    scene = stage(mara={"sneak": 3}, guard={"watch": 4})
    mara, guard = scene.cast
    scene.does("impede", place="hall", text="Smoke", penalty=2, tag="")
    mara.opposes(guard)
    assert scene.dice_in_the_air() == 1
    mara.rolls(5)
    guard.answers("pair", by="watch")
    assert scene.dice_in_the_air() == 4


@pytest.mark.rule("BB-DEF-03", "BB-CR-06", "BB-CR-10")
def test_wrestling_is_as_physical_as_climbing(stage, edited):
    scene = stage(mara={"vigor": 5}, guard={"grab": 3})
    mara, guard = scene.cast
    scene.does("impede", place="hall", text="Ice", penalty=2, tag="physical")
    edited(scene, mara, restrained=("guard",))
    mara.breaks_free(guard)
    assert scene.dice_in_the_air() == 3


@pytest.mark.rule("BB-DEF-03")
def test_figures_beside_an_action_know_what_hinders_the_pair(stage):
    scene = stage(mara={"fight": 5, "talk": 5}, guard={})
    scene.does("impede", place="hall", text="Smoke", penalty=1, tag="")
    scene.does("impede", place="hall", text="Ice", penalty=2, tag="physical")
    option = scene.at.option("mara", "attack")
    choice = {"target": ("guard",), "attribute": ("grit",)}
    for skill, penalty in (("fight", 3), ("talk", 1)):
        found = figure(GAME, scene.s, option, "hits", {**choice, "skill": (skill,)})
        assert found.value == opposed(dice=5, against=scene.s.cast[1].sheet.defense, penalty=penalty).value
    said = {item.id: item.says for item in option.params[1].items}
    assert (said["fight"], said["talk"]) == ("hindered by 3", "hindered by 1")
