"""Checks step by step: what is asked of whom, what each answer does, and how a check ends."""

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.rules.state import Check, Scene
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import terms
from cliffhanger.kernel.panels import Text, Track
from cliffhanger.kernel.params import first
from cliffhanger.kernel.step import step
from cliffhanger.kernel.stock import left, stock_of
from cliffhanger.kernel.wording import button_of, line_of


@pytest.mark.rule("UN-DL-03")
def test_at_difficulty_0_there_is_no_check(stage):
    scene = stage(ann={"body": {"athletics": 1}})
    scene.cast[0].tries("athletics", 0)
    assert scene.outcome == ("auto", 0, 0)


@pytest.mark.rule("UN-DL-03", "UN-VIL-01")
def test_a_point_may_make_a_check_of_what_has_no_difficulty(stage):
    scene = stage(ann={"body": {"athletics": 1}}, villain_points=1)
    scene.cast[0].tries("athletics", 0)
    harder = scene.at.option("gm", "numbers").params[0].items[0]
    assert (harder.id, harder.says) == ("harder", "difficulty 2")
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.dl) == ("building", 2)


@pytest.mark.rule("UN-DL-01", "UN-SKL-01")
def test_the_game_master_sets_the_difficulty_and_may_link_another_skill(stage):
    scene = stage(ann={"body": {"athletics": 1, "riding": 5}})
    (ann,) = scene.cast
    ann.declares("athletics")
    assert "set" in scene.at.open("gm")
    assert ann.asked() == []
    scene.does("skill", skill="riding").does("set", base=3)
    assert ann.rated_now().name == "Riding"
    assert scene.dl == 3


def test_the_game_master_may_ask_for_something_else(stage):
    scene = stage(ann={})
    scene.cast[0].declares("athletics")
    scene.does("refuse", why="not here")
    assert scene.over
    assert scene.told("refused")[0].text == "asks for something else: not here."


@pytest.mark.rule("UN-DL-04")
def test_the_game_master_may_say_that_it_cannot_be_done(stage):
    scene = stage(ann={})
    scene.cast[0].declares("athletics")
    scene.does("impossible")
    assert scene.over
    assert isinstance(scene.s.stack[-1], Scene)


def test_the_difficulty_can_be_set_anew_while_nothing_is_spent(stage):
    scene = stage(ann={"body": {"athletics": 3}, "points": 1})
    scene.cast[0].tries("athletics", 5)
    scene.does("again").does("set", base=3)
    assert scene.dl == 3
    scene.cast[0].does("numbers", use="plus")
    assert "spent" in scene.refuses("again").why


@pytest.mark.rule("UN-DIE-01")
def test_a_pool_has_no_upper_limit_and_only_twelve_sided_dice(stage):
    scene = stage(ann={"body": {"athletics/climbing": 12, "riding": 6, "rowing": 6}})
    scene.cast[0].tries("climbing", 9).takes_up(exertion=20)
    assert isinstance(scene.at.waiting, Roll)
    assert scene.at.waiting.dice == (12,) * 52


@pytest.mark.rule("UN-DIE-02")
def test_a_12_succeeds_and_a_1_fails_whatever_the_minimum_roll(stage):
    weak = [f"bad{n}" for n in range(5)]
    scene = stage(ann={"body": {"athletics": 4}, "weaknesses": weak})
    scene.cast[0].tries("athletics", 3, mods=tuple(f"weakness.{t}" for t in weak)).rolls(12, 11, 11, 1)
    assert (scene.mr, scene.tally.successes) == (12, 1)
    strong = [f"good{n}" for n in range(9)]
    scene = stage(ann={"body": {"athletics": 4}, "strengths": strong})
    scene.cast[0].tries("athletics", 3, mods=tuple(f"strength.{t}" for t in strong)).rolls(2, 2, 3, 1)
    assert (scene.mr, scene.tally.successes) == (2, 3)


@pytest.mark.rule("UN-MR-04")
def test_a_technique_helps_in_its_own_sub_skill_alone(stage):
    body = {"athletics/climbing": 4, "athletics/swimming": 4}
    scene = stage(ann={"body": body, "techniques": {"chimney climb": "climbing"}})
    (ann,) = scene.cast
    ann.declares("climbing")
    mods = next(p for p in scene.at.option("gm", "set").params if p.name == "mods")
    assert mods.start == ("technique.chimney climb",)
    scene.does("set", base=3)
    assert scene.mr == 8
    ann.does("withdraw").declares("swimming")
    assert all(p.name != "mods" for p in scene.at.option("gm", "set").params)


@pytest.mark.rule("UN-MR-02", "UN-MR-04")
def test_what_helps_may_concern_one_skill_alone(stage):
    scene = stage(ann={"body": {"athletics/climbing": 4, "riding": 3}})
    (ann,) = scene.cast
    scene.does("effect", whom=ann, text="Iron hooks", mr=-1, skill="climbing")
    assert scene.told("affected")[0].text == "has something that helps in Climbing alone: Iron hooks."
    ann.tries("climbing", 3)
    assert scene.mr == 8
    ann.does("withdraw").tries("riding", 3)
    assert scene.mr == 9
    ann.does("withdraw")
    scene.does("effect", whom=ann, text="Stone walls", mr=-1, skill="athletics")  # and what stands under it
    ann.tries("climbing", 3)
    assert scene.mr == 7


def test_exertion_says_what_it_is_paid_from_and_what_has_gone_already(stage):
    scene = stage(ann={"body": {"athletics": 3}})
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    first, second = scene.at.option("ann", "roll").params[0].stock
    assert (first.name, first.filled, sum(first.gaps)) == ("Endurance", 0, first.size)
    assert second.name == "Vitality"
    ann.rolls(2, 2, 2, 2, 2, exertion=2)
    assert scene.at.option("ann", "push").params[0].stock[0].filled == 2


@pytest.mark.rule("UN-DEV-02")
def test_the_game_master_may_refuse_devotion_for_a_check(stage):
    scene = stage(ann={"body": {"athletics": 3}, "moral": {"honour": 3}})
    (ann,) = scene.cast
    ann.tries("athletics", 3, tie="@none")
    assert [p.name for p in scene.at.option("ann", "roll").params] == ["exertion"]
    ann.cannot("roll", exertion=0, devotion=1)
    scene.does("again")
    assert scene.at.option("gm", "set").params[-1].start == ("@none",)
    scene.does("set", base=3, tie="honour")
    assert "roll_devotion" not in ann.may()
    ann.rolls(2, 2, 2, 2, 2, exertion=0, devotion=1)
    assert ann.devotion == 2


def test_what_was_chosen_lies_there_when_the_difficulty_is_set_anew(stage):
    scene = stage(ann={"body": {"athletics": 3}, "strengths": ["quick", "tall"]})
    (ann,) = scene.cast
    ann.tries("athletics", 5, mods="strength.quick", relies="strength.tall")
    scene.does("again")
    assert scene.at.option("gm", "set").params[1].start == ("strength.quick",)


@pytest.mark.rule("UN-MR-02")
def test_one_source_helps_once(stage):
    scene = stage(ann={"body": {"athletics": 3}, "strengths": ["sure-footed"]})
    (ann,) = scene.cast
    scene.does("effect", whom=ann, text="Sure-footed", mr=-1)
    ann.declares("athletics")
    effect = ann.now.effects[0].id
    refused = scene.refuses("set", base=2, mods=("strength.sure-footed", effect))
    assert "only one of those" in refused.why
    scene.does("set", base=2, mods=(effect,))
    assert scene.mr == 8


@pytest.mark.rule("UN-MR-03")
def test_what_hinders_may_count_more_than_once_if_it_says_so(stage):
    scene = stage(ann={"body": {"athletics": 3}})
    (ann,) = scene.cast
    scene.does("effect", whom=ann, text="Nettle wine", mr=2, lasts="on")
    ann.tries("athletics", 2)
    assert scene.mr == 11
    ann.does("withdraw")
    scene.does("uneffect", what=f"ann/{ann.now.effects[0].id}")
    ann.tries("athletics", 2)
    assert scene.mr == 9


@pytest.mark.rule("UN-EXR-03", "UN-COL-03")
def test_the_first_level_pays_until_it_is_empty_then_the_second(stage):
    scene = stage(ann={"body": {"athletics": 4}, "lost": {"endurance": 2}})
    (ann,) = scene.cast
    assert ann.bases[0] == 4
    ann.tries("athletics", 6).takes_up(exertion=5)
    assert ann.spent == {"endurance": 2, "vitality": 3}
    assert ann.lost == {"endurance": 4, "vitality": 3}
    assert [e.data["aspect"] for e in scene.told("column")] == ["Endurance", "Endurance", "Vitality", "Vitality"]


@pytest.mark.rule("UN-EXR-03", "UN-PEN-04")
@pytest.mark.parametrize("points", [2, 3])
def test_the_difficulty_promised_for_so_many_points_is_the_one_that_they_make(stage, points):
    scene = stage(ann={"body": {"athletics": 5, "riding": 5, "rowing": 4}, "lost": {"endurance": 12}})
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    promised = dict(scene.at.option("ann", "roll").params[0].words)[points]
    ann.takes_up(exertion=points)
    assert (f"difficulty {scene.dl}" in promised, ann.left("endurance")) == (True, 0)


@pytest.mark.rule("UN-COL-03")
def test_columns_between_are_told_one_by_one(stage):
    scene = stage(ann={"body": {"athletics": 6, "riding": 6, "rowing": 2}})
    (ann,) = scene.cast
    ann.tries("athletics", 9).takes_up(exertion=12)
    assert [e.data["column"] for e in scene.told("column")] == ["Fatigued", "Depleted"]


@pytest.mark.rule("UN-DMG-02", "UN-DMG-01")
def test_a_wound_goes_to_the_second_level_and_beyond_it_people_decide(stage):
    scene = stage(ann={"body": {"athletics": 6}, "mind": {"cognition": 3}})
    (ann,) = scene.cast
    scene.wounds(ann, 2, "mind")
    assert ann.lost == {"sanity": 2}
    scene.wounds(ann, 4, "mind")
    assert (ann.lost, ann.excess("sanity"), ann.at_brink) == ({"sanity": 4}, 2, True)
    assert scene.told("at_brink")[0].text == "is at the brink, by 2 more than there was."
    scene.does("unbrink", what="ann/sanity")
    assert (ann.lost, ann.excess("sanity"), ann.at_brink) == ({"sanity": 3}, 0, False)


def test_the_button_that_lets_them_try_and_the_line_that_passes_a_die_on_say_what_is_chosen(stage):
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 2}})
    ada, ben = scene.cast
    ada.declares("athletics", "get across")
    sets = scene.at.option("gm", "set")
    assert button_of(sets, first(sets.params) | {"base": 5}) == "Let them try at 5"
    scene.does("set", base=3)
    ada.rolls(12, 3)
    passes = scene.at.option("ada", "pass")
    assert line_of(passes, first(passes.params)) == f"You pass a boon die on to {ben.now.name}."


@pytest.mark.rule("UN-BON-02")
def test_a_boon_die_may_be_declined(stage):
    scene = stage(ann={"body": {"athletics": 2}})
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(12, 12).does("decline", dice=1)
    assert len(scene.check.owed) == 1
    ann.does("decline")
    assert (scene.net, scene.check.phase) == (2, "window")


@pytest.mark.rule("UN-BON-02")
def test_nobody_passes_to_themselves_or_to_the_other_side(stage):
    scene = stage(ann={"body": {"athletics": 2}}, foe={"adversary": True, "body": {"athletics": 2}})
    ann, foe = scene.cast
    ann.tries("athletics", 3).rolls(12, 3)
    assert "Nobody of yours" in ann.cannot("pass", to="foe").why
    ann.does("decline").accepts()
    foe.tries("athletics", 3).rolls(12, 3)
    assert "Nobody of yours" in foe.cannot("pass", to="ann").why


def test_passed_dice_lapse_with_the_scene(stage):
    scene = stage(ada={"body": {"athletics": 2}}, ben={})
    ada, ben = scene.cast
    ada.tries("athletics", 1).rolls(12, 3).passes_to(ben).accepts()
    assert len(ben.now.held) == 1
    scene.does("end")
    assert ben.now.held == ()


@pytest.mark.rule("UN-SNG-02", "UN-BON-01", "UN-COR-04")
def test_boons_and_snags_are_suggested_by_anybody_and_decided_by_the_game_master(stage):
    scene = stage(ann={"body": {"athletics": 3}, "strengths": ["quick"]}, ben={})
    ann, ben = scene.cast
    ann.tries("athletics", 2).rolls(12, 1, 1).does("decline").accepts()
    assert scene.to_tell == ["boon", "snag"]
    boon, snag = (t.id for t in scene.s.tales)
    ben.does("suggest", tale=boon, text="The wind turns.")
    assert scene.told("suggests")[0].text == "suggests, for the boon of Ann: The wind turns."
    window = f"{scene.s.stack[-1].number}"
    told = scene.at.option("gm", "tell", f"{window}.{boon}")
    assert (told.params[0].start, told.first) == ("The wind turns.", True)
    assert (told.says, scene.at.option("gm", "tell", f"{window}.{snag}").says) == ("Ideally from: Quick.", "")
    scene.at.act("gm", "tell", f"{window}.{boon}", text="The wind turns, and the smoke with it.")
    scene.at.act("gm", "part", f"{scene.s.stack[-1].number}.{snag}")
    assert scene.to_tell == []
    assert [e.text for e in scene.told("told")] == ["has a boon: The wind turns, and the smoke with it."]


@pytest.mark.rule("UN-SNG-02", "UN-BON-01")
def test_what_was_told_across_the_table_is_told_in_one_tap(stage):
    scene = stage(ann={"body": {"athletics": 4}})
    scene.cast[0].tries("athletics", 2).rolls(12, 9, 1, 1).does("decline").takes_mixed()
    assert scene.to_tell == ["boon", "snag", "setback"]
    assert [o.window for o in scene.at.options("gm") if o.key == "all_told"] == [
        f"{scene.s.stack[-1].number}.{scene.s.tales[0].id}"
    ]
    scene.does("all_told")
    assert (scene.to_tell, "tell" in scene.at.open("gm")) == ([], False)
    assert scene.told("told") == []


@pytest.mark.rule("UN-SNG-02", "UN-BON-01", "UN-MIX-01")
def test_what_a_roll_has_brought_stands_below_it_until_the_next_and_at_the_end_of_the_story(stage):
    def brought():
        return [p.body for p in scene.at.panels("ann")[0].panels if isinstance(p, Text) and p.id == "brought"]

    scene = stage(ann={"body": {"athletics": 4}})
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(12, 9, 1, 1).does("decline").takes_mixed()
    assert brought() == []
    for text in ("A way on opens.", "It costs lamp oil.", "The way back is gone."):
        scene.does("tell", text=text)
    assert brought() == ["Boon: A way on opens.\nSnag: It costs lamp oil.\nSetback: The way back is gone."]
    assert GAME.tale.gathers["told"] == "What it brought"
    ann.tries("athletics", 2, goal="get back").rolls(9, 9, 2, 2).accepts()
    assert brought() == []
    scene.does("end")
    assert brought() == []


@pytest.mark.rule("UN-SNG-02", "UN-BON-01", "UN-MIX-01")
def test_ideas_may_be_heard_while_the_dice_still_lie_there(stage):
    scene = stage(ann={"body": {"athletics": 4}}, ben={}, villain_points=1)
    ann, ben = scene.cast
    ann.tries("athletics", 3)
    assert "nothing to tell" in ben.cannot("suggest").why
    ann.rolls(12, 9, 1, 1).does("decline")
    window = scene.check.number
    ben.does("suggest", tale="here.snag", text="The rope frays.").does(
        "suggest", tale="here.boon", text="The wind turns."
    )
    assert scene.told("suggests")[0].text == "suggests, for the snag of Ann: The rope frays."
    assert scene.check.number == window
    ann.pushes(9)
    ann.takes_mixed()
    ben.does("suggest", tale="here.setback", text="Too loud.")
    scene.confirms()
    assert [(t.kind, t.ideas) for t in scene.s.tales] == [
        ("boon", ("The wind turns.",)),
        ("snag", ("The rope frays.",)),
        ("setback", ("Too loud.",)),
    ]


@pytest.mark.rule("UN-BON-01", "UN-SNG-02")
def test_what_the_dice_brought_is_told_though_the_check_is_closed_and_the_scene_is_over(stage):
    scene = stage(ann={"body": {"athletics": 3}})
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(12, 1, 1).does("decline")
    scene.does("call_off")
    assert scene.to_tell == ["boon", "snag"]
    scene.does("end")
    for text in ("The tide helps.", "Somebody heard."):
        scene.does("tell", text=text)
    assert scene.to_tell == []
    assert [e.text for e in scene.told("told")] == ["has a boon: The tide helps.", "has a snag: Somebody heard."]


@pytest.mark.rule("UN-BON-02")
def test_a_die_may_go_to_a_fellow_who_enters_later(stage):
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 2}})
    ada, ben = scene.cast
    scene.does("send", whom=ben)
    ada.tries("athletics", 3).rolls(12, 3)
    assert [i.says for i in scene.at.option("ada", "pass").params[0].items] == ["not in this scene yet"]
    ada.passes_to(ben).accepts()
    scene.does("bring", whom=ben)
    ben.tries("athletics", 3).takes_up()
    assert (scene.dice_in_the_air(), ben.now.held) == (3, ())


def test_an_adversary_makes_a_check_as_anybody_does(stage):
    scene = stage(ann={}, foe={"adversary": True, "body": {"athletics/climbing": 6}})
    foe = scene.cast[1]
    foe.tries("climbing", 4).rolls(1, 1, 9, 10, 4, 5).pushes(12, 9, exertion=1).rolls_boons(12, 3).accepts()
    assert scene.outcome == ("success", 5, 4)
    assert foe.points == 0
    assert scene.villain_points == 0


def test_withdrawing_costs_nothing_and_ends_the_check(stage):
    scene = stage(ann={"body": {"athletics": 3}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).does("withdraw")
    assert scene.over
    ann.tries("athletics", 4).does("numbers", use="easier")
    assert "spent" in ann.cannot("withdraw").why
    scene.does("call_off")
    assert scene.over
    assert ann.points == 0


def test_without_any_die_there_is_no_roll_no_push_and_no_mixed_success(stage):
    scene = stage(ann={"body": {"athletics": 0}, "points": 1})
    (ann,) = scene.cast
    assert ann.bases[0] == 0
    ann.tries("athletics", 1)
    assert {"accept", "roll"} <= set(ann.may())  # Vitality is 3, and buys dice
    ann.accepts()
    assert scene.outcome == ("failure", 0, 1)
    ann.tries("athletics", 2).does("numbers", use="plus").accepts()
    assert scene.outcome == ("success", 2, 2)


def test_dice_may_come_from_points_or_devotion_alone(stage):
    scene = stage(ann={"body": {"athletics": 0}, "moral": {"honour": 2}})
    (ann,) = scene.cast
    ann.tries("athletics", 1, tie="honour").does("roll_devotion", devotion=1)
    assert scene.dice_in_the_air() == 2
    scene.rolls(9, 2)
    ann.accepts()
    ann.tries("athletics", 1)
    assert "a whole number from 1 to 3" in ann.cannot("roll", exertion=0).why
    ann.rolls(9, exertion=1)
    assert scene.net == 1


@pytest.mark.rule("UN-PEN-04")
def test_a_difficulty_that_moves_under_the_players_hand_is_asked_again(stage):
    scene = stage(ann={"body": {"athletics": 4, "riding": 4}})
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    seen = scene.at.option("ann", "roll")
    scene.strains(ann, 5)
    tap = Act("ann", seen.window, "roll", {"exertion": 0}, terms(seen))
    refused = step(scene.at.game, scene.s, tap)
    assert isinstance(refused, Refusal)
    assert refused.why == "Roll: the numbers have moved since you looked."
    now = scene.at.option("ann", "roll")
    assert now.window == seen.window
    assert terms(now) != terms(seen)


def test_a_choice_that_means_something_else_now_is_asked_again(stage):
    scene = stage(ann={"body": {"athletics": 4, "riding": 4}}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 3, 3).accepts()
    assert scene.check.phase == "closing"
    scene.strains(ann, 5)
    assert (scene.dl, scene.check.phase, scene.check.choice) == (3, "window", "")
    ann.takes_mixed()
    scene.strains(ann, 2)
    assert scene.check.phase == "window"


@pytest.mark.rule("UN-MIX-01", "UN-CHK-01")
def test_who_fell_short_is_asked_again_when_a_mixed_success_comes_within_reach(stage):
    scene = stage(ann={"body": {"athletics": 4, "riding": 4}, "lost": {"endurance": 5}}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 3, 3).accepts()
    assert (scene.dl, scene.net, scene.check.phase) == (4, 2, "closing")
    scene.does("mend", what="ann/endurance", amount=1)
    assert (scene.dl, scene.check.phase) == (3, "window")
    ann.takes_mixed()
    scene.confirms()
    assert scene.outcome == ("mixed", 2, 3)


@pytest.mark.rule("UN-EXR-03", "UN-DMG-02")
def test_the_brink_is_told_when_it_is_reached_and_not_with_each_point_after(stage):
    scene = stage(ann={"body": {"athletics": 4}})
    (ann,) = scene.cast
    scene.wounds(ann, 4)
    ann.tries("athletics", 6).takes_up(exertion=2)
    assert (len(scene.told("at_brink")), ann.spent) == (1, {"endurance": 2})


@pytest.mark.rule("UN-EXR-03", "UN-DMG-02")
def test_whoever_spends_their_last_point_is_at_the_brink(stage):
    scene = stage(ann={"body": {"athletics": 1}})
    (ann,) = scene.cast
    ann.tries("athletics", 6).takes_up(exertion=4)
    assert ann.at_brink
    assert [(e.who, e.rule, e.text) for e in scene.told("at_brink")] == [("Ann", "UN-EXR-03", "is at the brink.")]


def test_second_nature_is_tested_anew_when_the_difficulty_falls(stage, edited):
    scene = stage(ann={"body": {"athletics": 6, "riding": 4, "rowing": 4}, "lost": {"endurance": 8}})
    (ann,) = scene.cast
    ann.tries("athletics", 2)
    assert scene.dl == 3
    scene.does("mend", what="ann/endurance", amount=8)
    assert scene.outcome == ("auto", 0, 2)


def test_while_a_check_is_open_nobody_else_begins_one(stage):
    scene = stage(ann={"body": {"athletics": 3}}, ben={"body": {"athletics": 3}})
    ann, ben = scene.cast
    ann.tries("athletics", 2)
    assert isinstance(scene.s.stack[-1], Check)
    assert "check" not in ben.may()


def test_what_helps_a_roll_and_what_hinders_it_says_so_and_what_a_die_counts_on_stands_beside(stage):
    scene = stage(ann={"body": {"athletics": 4}, "strengths": ["climber"], "weaknesses": ["vertigo"]})
    (ann,) = scene.cast
    ann.tries("athletics", 2, mods=("strength.climber", "weakness.vertigo"))
    rows = {row.name: (row.value, row.state) for row in scene.at.option(ann.seat, "roll").pool if row.value}
    assert rows == {"Climber": ("helps", ""), "Vertigo": ("hinders", "bad"), "Second Nature": ("1", "")}
    told = []
    for mods in ((), ("strength.climber",), ("weakness.vertigo",), ("strength.climber", "weakness.vertigo")):
        ann.does("withdraw").tries("athletics", 2, mods=mods)
        (track,) = [p for p in scene.at.panels("ann")[0].panels if isinstance(p, Track)]
        told.append(track.note.replace(" or more is a success", "").rstrip("."))
    assert told == ["9", "8: Climber helps", "10: Vertigo hinders", "9"]


@pytest.mark.rule("UN-BON-02")
def test_what_may_be_done_with_a_boon_die_says_what_it_brings(stage):
    scene = stage(ann={"body": {"athletics": 4}}, ben={})
    (ann, _) = scene.cast
    ann.tries("athletics", 2).rolls(12, 9, 2, 2)
    hints = {key: scene.at.option("ann", key).hint for key in ("boon", "pass")}
    assert hints == {"boon": "a 12 brings a Hero Point", "pass": "it joins their next roll"}


def costs(option, **choice):
    """What an option draws on as it is chosen: of each store what is taken."""
    return {store.name: store.risk for store in stock_of(option, first(option.params) | choice) if store.risk}


@pytest.mark.rule("UN-DEV-02")
def test_a_roll_names_all_that_it_costs_devotion_too(stage):
    scene = stage(ann={"body": {"athletics": 4, "riding": 4}, "moral": {"honour": 3}, "devotion_spent": 1})
    scene.cast[0].tries("athletics", 3, tie="honour")
    option = scene.at.option("ann", "roll")
    assert costs(option) == {}
    assert button_of(option, first(option.params)) == "Roll 4 dice"
    assert costs(option, devotion=2) == {"Devotion": 2}
    assert costs(option, exertion=1, devotion=2) == {"Endurance": 1, "Devotion": 2}
    both = button_of(option, {"exertion": 1, "devotion": 2})
    assert both == "Roll 9 dice with 2 Devotion"
    (store,) = [each for each in stock_of(option, {"exertion": 0, "devotion": 0}) if each.name == "Devotion"]
    assert (store.size, left(store)) == (3, 2)


def test_a_roll_on_devotion_alone_names_what_it_costs(stage):
    scene = stage(ann={"moral": {"honour": 3}})
    scene.cast[0].tries("athletics", 1, tie="honour")
    option = scene.at.option("ann", "roll_devotion")
    assert costs(option) == {"Devotion": 1}
    assert button_of(option, {"devotion": 2}) == "Roll 4 dice for 2 Devotion"


@pytest.mark.rule("UN-MIX-01")
def test_a_mixed_success_says_on_its_button_that_a_setback_comes_with_it_and_who_tells_it(stage):
    scene = stage(ann={"body": {"athletics": 4}})
    scene.cast[0].tries("athletics", 3).rolls(9, 9, 2, 2)
    hint = scene.at.option("ann", "mixed").hint
    assert "setback" in hint
    assert "Game Master" in hint


@pytest.mark.rule("UN-BON-03")
def test_a_hero_point_that_a_boon_die_brings_is_told_on_the_stage_until_the_next_check(stage):
    scene = stage(ann={"body": {"athletics": 4}}, ben={})
    ann, _ = scene.cast
    ann.tries("athletics", 2).rolls(12, 9, 2, 2)
    assert "won" not in stage_words(scene)
    ann.rolls_boons(12)
    assert "A 12 on a boon die: 1 Hero Point won." in stage_words(scene)
    ann.rolls_boons(12, 3)
    assert "A 12 on a boon die: 2 Hero Points won." in stage_words(scene)
    ann.accepts()
    assert "2 Hero Points won on a boon die." in stage_words(scene)
    ann.tries("athletics", 2).rolls(9, 9, 2, 2)
    assert "won" not in stage_words(scene)


@pytest.mark.rule("UN-BON-03")
def test_an_adversary_wins_no_hero_point_and_none_is_told(stage):
    scene = stage(ann={}, foe={"adversary": True, "body": {"athletics": 4}})
    _, foe = scene.cast
    foe.tries("athletics", 2).rolls(12, 9, 2, 2).rolls_boons(12, 2)
    assert "won" not in stage_words(scene)


def stage_words(scene):
    """What is said on the stage, beside its lists."""
    return " ".join(f"{p.head} {p.body}" for p in scene.at.panels("ann")[0].panels if isinstance(p, Text))


def test_who_holds_no_point_is_not_told_so_before_it_is_said_how_hard_it_is(stage):
    scene = stage(ann={"body": {"athletics": 4}}, ben={"points": 1})
    scene.cast[0].declares("athletics")
    assert [each.seat for each in scene.at.waiting if each.key == "numbers"] == ["ben"]


@pytest.mark.parametrize(("withdraw", "free"), [("before_spending", True), ("never", False)])
def test_to_try_something_says_that_stopping_is_free_where_it_is(stage, withdraw, free):
    scene = stage(ann={"body": {"athletics": 4}}, house={"withdraw": withdraw})
    assert ("free" in scene.at.option("ann", "check").says) == free
    scene.cast[0].declares("athletics")
    scene.does("set", base=3)
    stop = scene.at.option("ann", "withdraw")
    assert ("free" in stop.label, bool(stop.blocked)) == (free, not free)
