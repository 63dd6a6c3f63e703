"""What a newcomer would ask is said before they do: what serves the scene, what a roll brings, what it costs and ends."""

from fractions import Fraction

import pytest

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.page.sentences import VOICE
from cliffhanger.games.blockbuster.tests.test_panels import groups, stage_of
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.panels import Text
from cliffhanger.kernel.params import first
from cliffhanger.odds.successes import at_least
from cliffhanger.testing.figure_laws import figure
from cliffhanger.web.page.offers import lit


def big_button(scene, who):
    """The option that is lit for somebody on their turn."""
    who.is_up()
    return lit([o for o in scene.at.options(who.seat) if not o.standing]).key


# --- the act that serves the scene ----------------------------------------------------------------------------


def test_a_foe_in_reach_is_attacked_before_anything_else(stage):
    scene = stage(mara={"fight": 5}, ally={"lead": True}, guard={})
    scene.does("task", name="The vault", required=3)
    assert big_button(scene, scene.cast[0]) == "attack"


def test_where_no_foe_is_in_reach_a_task_is_lit_and_no_check_and_no_friend_attacked(stage):
    scene = stage(sets=("hall", "roof"), mara={"fight": 5}, ally={"lead": True}, guard={})
    scene.does("move", whom="guard", place="roof")
    mara, _, guard = scene.cast
    assert not scene.at.option("mara", "attack").first
    scene.does("task", name="The vault", required=3)
    assert big_button(scene, mara) == "task"
    guard.is_up()
    assert not scene.at.option("director", "task").first  # tasks are what the leads are about


def test_a_task_that_is_not_open_to_somebody_is_not_lit_for_them(stage):
    scene = stage(sets=("hall", "roof"), mara={"fight": 5}, ally={"lead": True}, guard={})
    scene.does("move", whom="guard", place="roof")
    scene.does("task", name="The vault", required=3, admitted=("ally",))
    mara, ally, _ = scene.cast
    assert big_button(scene, mara) == "check"
    assert big_button(scene, ally) == "task"


# --- what is likely ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("skill", "bonus", "best"), [(3, 0, "attack"), (3, 1, "attack.knife"), (4, 0, "attack.knife")])
def test_a_free_weapon_lies_ready_unless_a_hand_is_clearly_likelier_to_hurt(stage, skill, bonus, best):
    knife = {"uses": ("attack",), "skill": "stab", "damage_bonus": bonus}
    scene = stage(mara={"fight": 5, "stab": skill, "powers": {"knife": knife}}, guard={"defense": 3})
    assert big_button(scene, scene.cast[0]) == best


def test_ways_to_attack_are_compared_by_whether_they_hurt(stage):
    knife = {"uses": ("attack",), "skill": "stab", "damage_bonus": 1}
    scene = stage(mara={"fight": 4, "stab": 3, "powers": {"knife": knife}}, guard={"defense": 0})
    hand, blade = (scene.at.option("mara", key) for key in ("attack", "attack.knife"))
    assert hand.figures[0] == blade.figures[0] == "harms"
    # Nothing stands against it: a hand needs a success, and with a knife a tie does it.
    fist = {"skill": ("fight",)}
    assert figure(GAME, scene.s, hand, "harms", fist).value == at_least(4, 1)
    assert figure(GAME, scene.s, hand, "hits", fist).value == figure(GAME, scene.s, blade, "harms").value == 1


def test_a_task_beyond_one_roll_says_what_the_roll_brings_and_the_nearest_to_its_end_lies_chosen(stage):
    scene = stage(mara={"climb": 4}, guard={})
    scene.does("task", name="The vault", required=9).does("task", name="The rope", required=2)
    vault, rope = scene.s.tasks
    option = scene.at.option("mara", "task")
    assert first(option.params)["task"] == (rope.id,)
    assert option.figures_of({"task": (rope.id,)}) == ("completed",)
    assert option.figures_of({"task": (vault.id,)}) == ("nears", "brings")
    nears, brings = (figure(GAME, scene.s, option, name, {"task": (vault.id,)}) for name in ("nears", "brings"))
    assert (nears.value, brings.value) == (at_least(4, 1), Fraction(4, 3))
    assert dict(brings.law)["2"] == at_least(4, 2) - at_least(4, 3)


def test_set_up_dice_that_wait_for_a_task_may_bring_its_end_in_reach(stage):
    scene = stage(mara={"climb": 4}, joss={"lead": True, "climb": 4}, guard={})
    mara, joss, _ = scene.cast
    scene.does("task", name="The vault", required=4)
    task = {"task": (scene.task.id,)}
    joss.is_up()
    assert scene.at.option("joss", "task").figures_of(task) == ("nears", "brings")
    mara.is_up().sets_up(joss, "the vault", by="climb")
    scene.asks_for(0)
    mara.rolls(5, 5, 5, 6)
    joss.is_up()
    assert scene.at.option("joss", "task").figures_of(task) == ("completed", "completed_set_up")


def test_the_first_roll_of_what_takes_several_says_the_same(stage):
    scene = stage(mara={"climb": 4}, guard={})
    scene.cast[0].tries(by="climb")
    scene.at.act("director", "extended", required=9, name="The wall")
    assert scene.at.option("mara", "roll").figures == ("nears", "brings")


# --- what came of it --------------------------------------------------------------------------------------------


def test_nothing_is_more_than_done(stage):
    scene = stage(mara={"climb": 4}, guard={})
    scene.does("task", name="The vault", required=2)
    scene.cast[0].works_on(scene.task, by="climb").rolls(5, 5, 5, 5)
    assert VOICE.say(scene.told("completed")[0]) == "completes The vault: 2 of 2."
    free = {"by": "Guard", "got": 3, "required": 2}
    assert VOICE.say(Event("broke_free", "Mara", data=free)).endswith("with 3 successes where 2 were needed.")


def goal_of(scene, seat="director"):
    return groups(scene, seat)["goal"].panels[0].body


def test_a_goal_that_is_done_stays_and_is_said_to_be_done(stage):
    scene = stage(mara={"climb": 4}, guard={})
    scene.does("task", name="The vault", required=2).does("task", name="The rope", required=3)
    mara, _ = scene.cast
    mara.works_on(scene.task, by="climb").rolls(5, 5, 1, 1)
    assert goal_of(scene) == "To do: The rope, 0 of 3. Done: The vault."
    mara.is_up().works_on(scene.task, by="climb").rolls(5, 5, 5, 1)
    assert goal_of(scene) == "Against you: Guard. Done: The vault; The rope."
    scene.does("close", why="").opens().all_roll_defense()
    assert goal_of(scene) == "Against you: Guard."


@pytest.mark.rule("BB-OPP-04", "R-BB-13", "R-BB-14")
@pytest.mark.parametrize(
    ("faces", "using", "counted"),
    [
        ((5, 5, 1), "", "2 successes more than Guard, −1 for Protection: 1 damage."),
        ((5, 1, 1), "", "1 success more than Guard, −1 for Protection: no damage."),
        ((5, 5, 5), "whip", "3 successes more than Guard, +1 of Whip, −1 for Protection: 3 damage."),
        ((1, 1, 1), "whip", "As many successes as Guard, and a tie hits, +1 of Whip, −1 for Protection: no damage."),
    ],
)
def test_how_damage_is_counted_stands_with_the_result(stage, faces, using, counted):
    whip = {"uses": ("attack",), "damage_bonus": 1}
    scene = stage(mara={"fight": 3, "powers": {"whip": whip}}, guard={"protection": 1, "limit_v": 9})
    mara, guard = scene.cast
    mara.attacks(guard, using=using).rolls(*faces)
    guard.defends().rolls(1, 1, 1)
    assert stage_of(scene)[0].body == counted


@pytest.mark.rule("BB-ONG-06")
def test_what_still_hurt_is_counted_too(stage):
    flame = {"uses": ("attack",), "ongoing": True}
    scene = stage(mara={"fight": 3, "powers": {"flame": flame}}, guard={"limit_v": 9})
    mara, guard = scene.cast
    for _ in range(2):
        mara.is_up().attacks(guard, using="flame").rolls(5, 5, 1)
        guard.defends().rolls(5, 1, 1)
    assert stage_of(scene)[0].body == "1 success more than Guard, 1 that still hurt: 2 damage."


@pytest.mark.rule("BB-OPP-03", "BB-DEF-04")
def test_whoever_is_attacked_without_a_success_reads_that_it_cannot_hurt(stage):
    """The roll stays: by the rules both sides roll, and none of them successful is a Setback."""
    scene = stage(mara={"fight": 3}, guard={"lead": True})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(1, 1, 1)
    option = scene.at.option("guard", "defend")
    assert option.ask == "Mara attacks, no successes. It cannot hurt you: roll all the same."
    assert option.says == "Whatever falls, it does no damage. But who rolls no success has a Setback."
    guard.defends().rolls(1, 1, 1)
    assert (guard.damage, guard.setbacks) == (0, ["no success at all"])
    scene.rules("cast", "guard", "sheet", "protection", to=1)
    mara.is_up().attacks(guard).rolls(5, 1, 1)
    assert scene.at.option("guard", "defend").says.startswith("Protection takes off all that it could do.")


@pytest.mark.parametrize(
    ("facts", "faces"), [({"damage_bonus": 1}, (1, 1, 1)), ({"ongoing": True}, (5, 1, 1)), ({}, (5, 5, 1))]
)
def test_what_may_still_hurt_is_stood_against(stage, facts, faces):
    scene = stage(
        mara={"fight": 3, "powers": {"whip": {"uses": ("attack",), **facts}}}, guard={"protection": 1, "lead": True}
    )
    mara, guard = scene.cast
    if facts.get("damage_bonus"):
        scene.rules("cast", "guard", "sheet", "protection", to=0)
    mara.attacks(guard, using="whip").rolls(*faces)
    assert scene.at.option("guard", "defend").ask.endswith("Stand against it.")


# --- what it costs, and what it ends ------------------------------------------------------------------------------


@pytest.mark.rule("BB-STR-04", "R-BB-15")
@pytest.mark.parametrize(
    ("there", "model", "words"),
    [
        (0, "limits", "You would bear it: 4 more damage takes you out."),
        (2, "limits", "It may take you out: 2 more damage is enough."),
        (0, "shared", "You would bear it: 6 more damage takes you out."),
        (0, "record", ""),
    ],
)
def test_whether_strain_is_borne_is_said_before_it_is_taken_and_while_it_threatens(stage, edited, there, model, words):
    coil = {"coil": {"uses": ("attack",), "strain": 5}}
    people = {"mara": {"fight": 3, "limit_v": 4, "limit_p": 6, "powers": coil}, "guard": {}}
    scene = stage(house={"damage_model": model}, **people)
    mara, guard = scene.cast
    edited(scene, mara, damage_v=there)
    assert scene.at.option("mara", "attack.coil").says == f"2 strain to Vigor at risk. {words}".strip()
    mara.attacks(guard, using="coil").rolls(5, 5, 1)
    assert scene.at.option("mara", "cancel").says.endswith(words or "does nothing else.")


def test_what_somebody_endures_is_no_strain(stage):
    scene = stage(mara={"fight": 3, "powers": {"coil": {"uses": ("attack",), "strain": 3}}}, guard={})
    assert scene.at.option("mara", "attack.coil").says == "No strain: you endure 3V."


@pytest.mark.rule("R-BB-10")
def test_a_move_that_ends_the_turn_says_so_before_it_is_made(stage):
    scene = stage(sets=("hall", "roof"), mara={"fight": 3}, guard={})
    mara, guard = scene.cast
    assert scene.at.option("mara", "move").says == "Once a turn, beside your action."
    mara.attacks(guard).rolls(1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    assert scene.at.option("mara", "move").says == "Your action is spent: your turn ends with this move."
    mara.goes_to("roof")
    assert scene.active == "guard"


@pytest.mark.rule("BB-SET-01")
def test_a_set_up_has_ready_answers_under_which_its_dice_are_found_again(stage):
    scene = stage(mara={"climb": 4}, guard={})
    scene.does("task", name="The vault", required=9)
    mara, guard = scene.cast
    (asked,) = (p for p in scene.at.option("mara", "setup").params if p.name == "follow_up")
    assert [each.says for each in asked.ready] == ["The vault", "an attack", "Defense"]
    for each, key in zip(asked.ready, ("task", "attack", "defend"), strict=True):
        mara.is_up().sets_up(mara, each.says, by="climb")
        scene.asks_for(0)
        mara.rolls(5, 5, 1, 1)
        if key == "defend":
            guard.is_up().attacks(mara).rolls(5, 5, 5)
        else:
            mara.is_up()
        (tokens,) = (p for p in scene.at.option("mara", key).params if p.name == "tokens")
        assert not next(item for item in tokens.items if item.label == each.says).blocked


# --- a scene that is lost -----------------------------------------------------------------------------------------


@pytest.mark.rule("BB-DEF-04")
def test_whoever_was_out_reads_with_the_next_question_that_the_scene_was_lost_and_how(stage):
    scene = stage(mara={"climb": 3}, joss={"lead": True}, guard={})
    scene.does("task", name="The vault", required=9)
    for each in ("mara", "joss"):
        scene.does("out", whom=each, why="Smoke.")
    close = scene.at.option("director", "close", str(scene.frame.number))
    assert close.ask == "The leads are all out of it: the scene is lost. Close it?"
    scene.at.act("director", "close", str(scene.frame.number))
    assert stage_of(scene)[0].head == "A scene is lost."
    scene.opens()
    told = next(each for each in stage_of(scene) if isinstance(each, Text) and each.id == "before")
    lost = "Mara and Joss were out of it. The vault: 0 of 9, left undone."
    assert (told.head, told.body) == ("A scene is lost.", lost)
    assert [each.head for each in stage_of(scene) if isinstance(each, Text)][1:] == [
        "A scene is lost.",
        "Who goes first?",
    ]
    assert VOICE.below(told.told, ("Mara",)).startswith("You and Joss were out of it.")


def test_whoever_is_out_reads_so_beside_what_goes_on_without_them(stage):
    scene = stage(mara={"climb": 3}, joss={"lead": True}, guard={})
    scene.does("out", whom="mara", why="Smoke.")
    assert goal_of(scene, "mara") == "You are out of this scene until it ends. Against you: Guard."
    assert goal_of(scene, "joss") == "Against you: Guard."


def test_a_scene_whose_foes_are_out_is_not_lost(stage):
    scene = stage(mara={"climb": 3}, guard={})
    scene.does("out", whom="guard", why="Smoke.")
    scene.cast[0].passes()
    close = scene.at.option("director", "close", str(scene.frame.number))
    assert close.ask == "Nobody is left against the leads. Close the scene?"
    scene.at.act("director", "close", str(scene.frame.number))
    assert stage_of(scene)[0].head == "A scene is over."
