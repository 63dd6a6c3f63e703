"""The worked scenarios, one by one, with the dice that were rolled."""

import pytest
from msgspec import structs

from cliffhanger.games.untold.rules.derived_ratings import columns, dl_name, dl_short, second_nature, touched

TIRELESS = {"athletics": 4, "riding": 5, "rowing": 5}  # Endurance 14


@pytest.mark.rule("UN-DL-04", "UN-DL-01")
@pytest.mark.parametrize(
    ("dl", "short", "name"),
    [
        (1, "ESY", "Easy"),
        (5, "CHA", "Challenging"),
        (9, "EXT", "Extreme"),
        (0, "NGL", "Negligible"),
        (12, "IMP", "Impossible"),
        (15, "IMP", "Impossible"),
        (11, "11", "11"),
    ],
)
def test_s01_difficulties_have_names_and_11_has_none(stage, dl, short, name):
    assert (dl_short(dl), dl_name(dl)) == (short, name)
    scene = stage(ann={"body": {"athletics": 1}})
    scene.cast[0].declares("athletics")
    words = dict(scene.at.option("gm", "set").params[0].words)
    assert words[dl] == (f"{short}, {name}" if dl != 11 else "11") + (": no roll" if not dl else "")
    assert max(words) > 15


@pytest.mark.rule("UN-SKL-07", "UN-SKL-08", "UN-SKL-04")
@pytest.mark.parametrize(
    ("rank", "rounding", "broad"), [(6, "down", (3, 1, 1)), (7, "down", (3, 1, 1)), (7, "up", (4, 1, 1))]
)
def test_s02_a_broad_skill_counts_half_of_its_best_sub_skill(stage, rank, rounding, broad):
    (spy,) = stage(spy={"body": {"infiltration/disguise": rank}}, house={"default_broad_rounding": rounding}).cast
    assert spy.rated("infiltration") == broad
    assert spy.rated("sneaking") == broad
    assert spy.rated("disguise") == (rank, rank // 3, 2)


@pytest.mark.rule("UN-SN-01")
def test_s03_second_nature_is_a_third_rounded_down():
    assert [second_nature(rank) for rank in range(13)] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]


@pytest.mark.rule("UN-MR-01", "UN-MR-02", "UN-MR-03")
@pytest.mark.parametrize(
    ("helps", "hinders", "mr"), [(0, 0, 9), (1, 0, 8), (3, 0, 6), (0, 2, 11), (1, 1, 9), (9, 0, 2), (0, 5, 12)]
)
def test_s04_what_helps_and_hinders_moves_the_minimum_roll(stage, helps, hinders, mr):
    strengths, weaknesses = [f"good{n}" for n in range(helps)], [f"bad{n}" for n in range(hinders)]
    scene = stage(ann={"body": {"athletics": 3}, "strengths": strengths, "weaknesses": weaknesses})
    mods = (*(f"strength.{t}" for t in strengths), *(f"weakness.{t}" for t in weaknesses))
    scene.cast[0].tries("athletics", 5, mods=mods if mods else None)
    assert scene.mr == mr


@pytest.mark.rule("UN-COL-02")
def test_s05_columns_are_a_half_and_half_of_the_rest():
    assert [columns(base) for base in (15, 14, 10)] == [(8, 4, 3), (7, 4, 3), (5, 3, 2)]


@pytest.mark.rule("UN-PEN-03")
def test_a_column_counts_from_its_first_lost_point():
    assert columns(41) == (21, 10, 10)
    assert [touched(41, lost) for lost in (0, 1, 21, 22, 31, 32, 41)] == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.rule("UN-PEN-01", "UN-PEN-02", "UN-PEN-03", "UN-PEN-04", "UN-COL-03")
@pytest.mark.parametrize(
    ("lost", "hinders", "initiative"),
    [({"endurance": 12}, 2, 3), ({"endurance": 8, "vitality": 7}, 4, 7), ({"endurance": 14, "vitality": 10}, 7, 15)],
)
def test_s06_all_touched_columns_of_all_stores_add_up(stage, lost, hinders, initiative):
    body = {"athletics": (5, 3), "riding": (5, 2), "rowing": (4, 2)}
    scene = stage(ann={"body": body, "mind": {"cognition": 3}, "lost": lost})
    (ann,) = scene.cast
    assert ann.bases[0] == 14
    assert ann.bases[2] == 10
    ann.tries("cognition", 3)
    assert (scene.hindrance, ann.initiative) == (hinders, initiative)


@pytest.mark.rule("UN-COL-01", "UN-SN-03", "UN-SKL-02")
@pytest.mark.parametrize(
    ("formula", "stores"),
    [("table_sr", (23, 27, 10, 12)), ("six_plus_six_sn", (14, 18, 10, 12)), ("twice_three_sn", (14, 18, 10, 12))],
)
def test_s07_the_three_highest_make_the_stores(stage, formula, stores):
    body = {"athletics/jumping": 12, "riding": 5, "rowing": 4, "fighting": 1}
    mind = {"cognition/recall": 12, "cognition/debate": 9, "lore": 6, "healing": 3}
    (ann,) = stage(ann={"body": body, "mind": mind}, house={"exertion_formula": formula}).cast
    assert ann.bases == stores
    for realm, ranks, natures in (
        ("body", [12, 6, 5, 4, 1], [4, 2, 1, 1, 0]),
        ("mind", [12, 9, 6, 6, 3], [4, 3, 2, 2, 1]),
    ):
        assert ann.highest(realm) == (ranks, natures)


@pytest.mark.rule("UN-CHK-01", "UN-CHK-02", "UN-SKL-01", "UN-SKL-05", "UN-EXR-01", "UN-EXR-02", "UN-DIE-02", "UN-DL-02")
def test_s08_gregor_jumps_with_three_points_of_endurance(stage):
    scene = stage(gregor={"body": TIRELESS})
    (gregor,) = scene.cast
    gregor.tries("jumping", 3).takes_up(exertion=3)
    assert scene.dice_in_the_air() == 7
    gregor.rolls(2, 5, 9, 11, 3, 10, 7)
    assert (scene.mr, scene.tally.successes, scene.tally.snags) == (9, 3, 0)
    gregor.accepts()
    assert scene.outcome == ("success", 3, 3)
    assert gregor.spent == {"endurance": 3}


@pytest.mark.rule("UN-SN-02")
def test_s09_marie_recalls_without_a_roll(stage):
    scene = stage(marie={"mind": {"cognition/recall": 7}})
    (marie,) = scene.cast
    marie.tries("recall", 2)
    assert scene.outcome == ("auto", 0, 2)
    assert not scene.told("rolled")
    assert marie.lost == {}


@pytest.mark.rule("UN-SNG-01", "UN-BON-01", "UN-BON-02", "UN-MR-02", "UN-EXR-02", "UN-EXR-01")
def test_s10_vivian_haggles(stage):
    mind = {"persuasion/haggling": 4, "lore": 5, "healing": 5}
    scene = stage(vivian={"mind": mind, "strengths": ["silver tongue"]})
    (vivian,) = scene.cast
    assert vivian.bases[1] == 14
    vivian.tries("haggling", 4, mods="strength.silver tongue").takes_up(exertion=3)
    assert (scene.dice_in_the_air(), scene.mr) == (10, 8)
    vivian.rolls(8, 1, 4, 12, 9, 2, 7, 8, 3, 10).rolls_boons(5)
    assert (scene.tally.successes, scene.tally.snags, scene.net, scene.tally.boons) == (5, 0, 5, 1)
    vivian.accepts()
    assert scene.outcome == ("success", 5, 4)
    assert (vivian.points, vivian.spent) == (0, {"tenacity": 3})


@pytest.mark.rule("UN-SNG-01", "UN-SNG-02", "UN-MIX-01", "UN-DL-02")
def test_s11_marcus_is_one_short(stage):
    scene = stage(marcus={"body": {"athletics/climbing": 5}, "points": 1})
    (marcus,) = scene.cast
    marcus.tries("climbing", 3).rolls(1, 9, 1, 10, 11)
    assert (scene.tally.successes, scene.tally.snags, scene.net) == (3, 1, 2)
    assert {"accept", "mixed", "push", "numbers", "reroll", "shift", "twelve"} <= set(marcus.may())
    marcus.accepts()
    assert scene.outcome == ("failure", 2, 3)
    assert scene.to_tell == ["snag"]


@pytest.mark.rule("UN-BON-01", "UN-BON-02")
def test_s12_lance_rolls_his_boon_die(stage):
    scene = stage(lance={"body": {"fighting/blades": 7}})
    (lance,) = scene.cast
    lance.tries("blades", 5).rolls(12, 9, 10, 11, 2, 4, 6)
    assert (scene.net, scene.check.owed) == (4, ("d1",))
    lance.rolls_boons(10).accepts()
    assert scene.outcome == ("success", 5, 5)
    assert lance.points == 0


@pytest.mark.rule("UN-SNG-01", "UN-SN-03")
@pytest.mark.parametrize(("ones", "sn", "snags"), [(2, 1, 1), (3, 3, 0), (4, 3, 1), (1, 0, 1)])
def test_s13_second_nature_covers_that_many_ones(stage, ones, sn, snags):
    scene = stage(ann={"body": {"athletics": (5, sn)}})
    scene.cast[0].tries("athletics", 6).rolls(*(1,) * ones, *(5,) * (5 - ones))
    assert scene.tally.snags == snags


@pytest.mark.rule("UN-BON-02", "UN-BON-03", "UN-BON-04")
def test_s14_a_chain_of_boon_dice(stage):
    scene = stage(ann={"body": {"athletics": 2}})
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(12, 3).rolls_boons(12, 12, 1)
    assert (scene.tally.successes, scene.tally.snags, scene.tally.boons) == (3, 0, 3)
    assert ann.points == 2


@pytest.mark.rule("UN-PSH-01", "UN-PSH-02", "UN-PSH-03")
def test_s15_and_s16_a_push_then_a_mixed_success(stage):
    scene = stage(ann={"body": {"athletics/climbing": 6}})
    (ann,) = scene.cast
    ann.tries("climbing", 4).rolls(1, 1, 9, 10, 4, 5)
    assert scene.net == 2
    ann.pushes(1, 12, 9, 3, exertion=2).rolls_boons(8)
    assert (scene.tally.successes, scene.tally.snags, scene.net, scene.tally.boons) == (4, 1, 3, 1)
    assert ann.asked() == ["accept", "mixed"]
    assert "pushed once" in ann.cannot("push", exertion=1).why
    ann.takes_mixed()
    assert scene.outcome == ("mixed", 3, 4)
    assert scene.to_tell == ["boon", "snag", "setback"]


@pytest.mark.rule("UN-BON-02", "UN-BON-03", "UN-CHK-02")
def test_s17_a_passed_die_is_its_new_rollers(stage):
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 3}})
    ada, ben = scene.cast
    ada.tries("athletics", 1).rolls(12, 3).passes_to(ben).accepts()
    ben.tries("athletics", 2).takes_up()
    assert scene.dice_in_the_air() == 4
    ben.rolls(1, 1, 9, 12).rolls_boons(1)
    assert (scene.tally.successes, scene.tally.snags, scene.net) == (2, 1, 1)
    assert (ada.points, ben.points) == (0, 1)


@pytest.mark.rule("UN-VIL-02", "UN-VIL-01", "UN-HRO-08")
def test_s18_the_third_hero_point_brings_a_villain_point(stage):
    scene = stage(ann={"body": {"athletics": 2}, "points": 3}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 9)
    for _ in range(3):
        assert scene.villain_points == 1
        ann.does("numbers", use="easier")
    assert (scene.villain_points, scene.counter, ann.points) == (2, 0, 0)


@pytest.mark.rule("UN-HRO-06", "UN-HRO-08")
def test_s19_a_die_becomes_a_12_and_brings_its_boon_die(stage):
    scene = stage(ann={"body": {"athletics": 5}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(3, 4, 6, 9, 10)
    assert scene.net == 2
    lowest = next(die.id for die in scene.check.dice if die.face == 3)
    ann.does("twelve", die=lowest)
    assert scene.net == 3
    ann.rolls_boons(11).accepts()
    assert scene.outcome == ("success", 4, 4)
    assert (ann.points, scene.counter) == (0, 1)


@pytest.mark.rule("UN-HRO-07", "UN-HRO-08")
def test_s20_borthanis_finds_a_fact_and_stays_disarmed(stage):
    scene = stage(borthanis={"body": {"fighting": 3}, "points": 1})
    (borthanis,) = scene.cast
    scene.does("note", whom=borthanis, text="disarmed")
    borthanis.does("fact", what="fact", text="The sword is caught on a root.")
    assert borthanis.points == 1
    scene.does("agree")
    assert (borthanis.points, scene.counter) == (0, 1)
    assert [n.text for n in borthanis.now.notes] == ["disarmed"]
    assert scene.told("fact")[0].data["text"] == "The sword is caught on a root."


@pytest.mark.rule("UN-VIL-04")
def test_s21_the_lich_king_escapes_with_his_wounds(stage):
    scene = stage(ann={}, lich={"adversary": True, "body": {"fighting": 6}}, villain_points=1)
    ann, lich = scene.cast
    scene.wounds(lich, 7)
    assert (lich.left("vitality"), lich.at_brink, lich.excess("vitality")) == (0, True, 2)
    scene.does("fact", what="fact", whom=lich, text="A door of smoke, and he is gone.")
    assert (scene.villain_points, scene.counter, lich.lost, lich.excess("vitality")) == (0, 0, {"vitality": 5}, 2)
    assert lich.at_brink
    assert ann.points == 0


@pytest.mark.rule("UN-HRO-07", "UN-HRO-08")
def test_s22_a_flashback_parks_a_car_and_nothing_else_changes(stage):
    scene = stage(ann={"points": 1})
    (ann,) = scene.cast
    before = scene.s
    ann.does("fact", what="fact", text="The car has been waiting round the corner since noon.")
    scene.does("agree", text="It has, and the meter has run out.")
    assert scene.told("fact")[0].data["text"] == "It has, and the meter has run out."
    assert (ann.points, scene.counter) == (0, 1)
    spent = structs.replace(before.cast[0], hero_points=0)
    after = structs.replace(scene.s, stack=before.stack, serial=before.serial, made=before.made)
    assert after == structs.replace(before, cast=(spent,), hero_spent=1)


@pytest.mark.rule("UN-VIL-03")
def test_s23_the_orphanage_burns_and_the_villain_gains(stage):
    scene = stage(ann={"points": 1}, villain_points=1)
    scene.does("villain", why="They left the orphanage to burn.")
    assert (scene.villain_points, scene.counter) == (2, 0)
    assert scene.told("villain_gains")[0].data["why"] == "They left the orphanage to burn."


@pytest.mark.rule("UN-DMG-01", "UN-PEN-03")
def test_s24_strain_runs_over_into_vitality(stage):
    body = {"athletics": (5, 3), "riding": (5, 2), "rowing": (4, 2)}
    scene = stage(ann={"body": body, "lost": {"endurance": 13}})
    (ann,) = scene.cast
    scene.strains(ann, 4)
    assert ann.lost == {"endurance": 14, "vitality": 3}
    assert ann.initiative == 5
    ann.tries("athletics", 1)
    assert scene.hindrance == 3


@pytest.mark.rule("UN-REC-01", "UN-REC-02")
@pytest.mark.parametrize(("what", "endurance", "devotion"), [("endurance", 8, 0), ("devotion", 0, 4)])
def test_s25_two_hours_bring_one_thing_back_not_both(stage, what, endurance, devotion):
    scene = stage(ann={"body": TIRELESS, "moral": {"honour": 5}, "lost": {"endurance": 9}, "devotion_spent": 5})
    (ann,) = scene.cast
    ann.rests_for(what)
    scene.hours(2)
    assert ann.lost.get("endurance", 0) == 9 - endurance
    assert ann.devotion == devotion


@pytest.mark.rule("UN-PEN-03", "UN-EXR-01")
@pytest.mark.parametrize(("timing", "dl"), [("immediate", 4), ("next_check", 3)])
def test_s26_spending_into_a_column_hinders_at_once(stage, timing, dl):
    body = {"athletics/climbing": 4, "riding": 5, "rowing": 5}
    scene = stage(ann={"body": body, "lost": {"endurance": 5}}, house={"penalty_timing": timing})
    (ann,) = scene.cast
    ann.tries("climbing", 3)
    words = dict(scene.at.option("ann", "roll").params[0].words)
    assert words[3] == f"6 dice more, difficulty {dl}{': you tire' if dl > 3 else ''}"
    ann.takes_up(exertion=3)
    assert (scene.dice_in_the_air(), scene.dl, ann.lost) == (10, dl, {"endurance": 8})
    assert [e.data["column"] for e in scene.told("column")] == ["Fatigued"]


@pytest.mark.rule("UN-SN-02", "UN-PEN-04")
@pytest.mark.parametrize(("compares", "auto"), [("effective", False), ("base", True)])
def test_s27_tiredness_takes_second_nature_away(stage, compares, auto):
    body = {"athletics": 6, "riding": 4, "rowing": 4}
    scene = stage(ann={"body": body, "lost": {"endurance": 8}}, house={"sn_compares": compares})
    scene.cast[0].tries("athletics", 2)
    assert scene.over == auto
    if auto:
        assert scene.outcome == ("auto", 0, 3)
    else:
        assert scene.dl == 3


@pytest.mark.rule("UN-DEV-02", "UN-DEV-01", "UN-CHK-02")
@pytest.mark.parametrize(("tie", "dice"), [("honour", 9), ((), 7)])
def test_s28_devotion_is_worth_two_dice_where_the_code_is_at_stake(stage, tie, dice):
    scene = stage(ann={"body": {"athletics/climbing": 3}, "moral": {"honour": 3}})
    (ann,) = scene.cast
    ann.tries("climbing", 4, tie=tie).takes_up(exertion=1, devotion=2)
    assert scene.dice_in_the_air() == dice
    assert ann.devotion == 1
