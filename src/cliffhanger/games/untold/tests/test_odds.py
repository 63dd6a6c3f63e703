"""The ten questions, twice: the exact figures of the catalogue, and the small pools they are made of."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from cliffhanger.games.untold import odds
from cliffhanger.games.untold.effort import Effort, pushes
from cliffhanger.games.untold.laws import Pool, joint_within, net
from cliffhanger.games.untold.odds import QUESTIONS
from cliffhanger.odds.ask import Mean, ask, named, words
from cliffhanger.odds.errors import OutOfRange


def answer(question, **given):
    return ask(named(QUESTIONS, question), given)


def value(question, **given):
    return answer(question, **given).value


def notes(question, **given):
    return dict(answer(question, **given).notes)


def law(question, **given):
    return dict(answer(question, **given).law)


def thrown(pool, chain):
    """The joint law where no chain is longer; `test_odds_laws` counts its faces by hand."""
    joined = joint_within(pool, chain)
    return {x: joined[x] for x in joined.ways}


def printed(chance, places=4):
    """A figure as the catalogue prints it: .3333"""
    return f"{float(chance):.{places}f}".removeprefix("0")


# --- the questions as such ----------------------------------------------------------------------------------


def test_the_questions_stand_in_the_catalogues_order():
    names = ["success", "point", "mixed", "enhancement", "snags", "heroes", "push", "hero_use", "split", "tiredness"]
    assert [q.name for q in QUESTIONS] == [*names, "turned"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_every_parameter_is_one_of_its_function_and_every_limit_is_answered(question):
    assert list(question.answer.__kwdefaults__) == [p.name for p in question.parameters]
    for p in question.parameters:
        for edge in p.values or (p.low, p.high):
            given = {p.name: str(edge)} | ({"points": 20} if p.name == "up_front" else {})
            if p.name == "base2" and edge:
                given["base"] = 1
            got = ask(question, given)
            assert not got.law or sum(chance for _, chance in got.law) == 1
            assert 0 <= got.value <= 1 or question.unit == "mean"
            assert all(0 <= chance <= 1 for name, chance in got.notes if not name.startswith("mean"))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_all_limits_at_once_are_answered_with_a_law_that_is_whole(question):
    for limit in ("low", "high"):
        given = {
            p.name: getattr(p, limit)
            for p in question.parameters
            if p.type == "int" and p.name not in ("lost", "lost2")
        }
        got = ask(question, given)
        assert not got.law or sum(chance for _, chance in got.law) == 1


def test_questions_and_answers_travel_between_processes():
    assert pickle.loads(pickle.dumps(QUESTIONS)) == QUESTIONS
    assert odds.success(sr=2, dl=2).value == Fraction(373, 2592)


# --- 1. success ---------------------------------------------------------------------------------------------

TABLE = {
    1: ".3333 .0278 .0023 .0002 .0000 .0000",
    2: ".5046 .1439 .0205 .0024 .0003 .0000",
    3: ".6973 .2958 .0756 .0131 .0019 .0002",
    4: ".7868 .4351 .1604 .0410 .0080 .0013",
    6: ".9082 .6685 .3733 .1571 .0509 .0132",
    8: ".9536 .8103 .5718 .3250 .1483 .0551",
    10: ".9810 .9011 .7310 .5035 .2898 .1393",
    12: ".9919 .9494 .8390 .6578 .4466 .2600",
}


@pytest.mark.rule("UN-DL-02", "UN-SN-01", "UN-SKL-05")
@pytest.mark.parametrize("sr", TABLE)
def test_the_table_of_ranks_and_difficulties(sr):
    row = [answer("success", sr=sr, dl=dl) for dl in range(1, 7)]
    assert " ".join(printed(got.value) for got in row) == TABLE[sr]
    for dl, got in enumerate(row, 1):
        assert dict(got.notes)["with Second Nature"] == (1 if dl <= sr // 3 else got.value)
    assert row == sorted(row, key=lambda got: -got.value)


@pytest.mark.parametrize(
    ("sr", "sn", "dl", "chance"),
    [(1, 0, 1, "1/3"), (2, 0, 2, "373/2592"), (3, 1, 2, "6133/20736"), (4, 1, 2, "974485/2239488")],
)
def test_will_the_roll_make_it(sr, sn, dl, chance):
    assert value("success", sr=sr, dl=dl) == value("success", sr=sr, sn=sn, dl=dl) == Fraction(chance)
    shown = law("success", sr=sr, dl=dl)
    assert sum(c for n, c in shown.items() if int(n.split()[0]) >= dl) == Fraction(chance)


@pytest.mark.rule("UN-SN-02", "UN-DL-03")
def test_second_nature_is_compared_with_the_difficulty_in_force_or_the_base():
    covered = "with Second Nature"
    assert notes("success", sr=6, dl=2, penalty=1)[covered] == value("success", sr=6, dl=3)
    assert notes("success", sr=6, dl=2, penalty=1, sn_compares="base")[covered] == 1
    assert notes("success", sr=6, dl=2, roll_under_sn="true")[covered] == value("success", sr=6, dl=2)
    assert notes("success", sr=0, dl=0, penalty=2)[covered] == 1


@pytest.mark.rule("UN-BON-02", "UN-CHK-02")
def test_a_passed_die_is_a_boon_die_or_an_ordinary_one():
    # A 1 takes one away, so three boon dice in a row are as long as it takes to be at 2.
    counted = thrown(Pool(1, boon=1), 3)
    short = value("success", sr=1, dl=2, passed=1)
    assert short == sum(c for x, c in counted.items() if x[0] >= 2)
    assert value("success", sr=1, dl=2, passed=1, passed_die="ordinary_die") == value("success", sr=2, sn=0, dl=2)
    kept = answer("success", sr=2, dl=2, boon_dice="passed")
    assert kept.value == Fraction(1, 9)
    assert dict(kept.notes)["mean boons"] == Fraction(1, 6)
    assert dict(kept.notes)["mean Hero Points"] == 0


# --- 2. point -----------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-EXR-01", "UN-EXR-02")
@pytest.mark.parametrize(
    ("kind", "row"), [("broad", ".1604 .2606 .3628 .4583 .5426"), ("sub", ".1604 .3628 .5426 .6747 .7649")]
)
def test_the_worth_of_each_point(kind, row):
    assert " ".join(printed(value("point", sr=4, dl=3, kind=kind, points=n)) for n in range(5)) == row
    got = answer("point", sr=4, dl=3, kind=kind)
    assert got.value == Fraction(4311181, 26873856)
    assert " ".join(printed(chance) for _, chance in got.notes[:5]) == row
    assert got.notes[2][0] == f"2 points, {8 if kind == 'sub' else 6} dice, DL 3"


@pytest.mark.rule("UN-DEV-02")
def test_devotion_is_worth_two_dice_where_it_is_tied():
    assert value("point", sr=3, kind="sub", points=1, devotion=2, tied="yes") == value("success", sr=9, sn=1, dl=3)
    assert value("point", sr=3, kind="sub", points=1, devotion=2) == value("success", sr=7, sn=1, dl=3)


# --- 3. mixed -----------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-MIX-01")
def test_success_or_mixed():
    gregor = {"sr": 4, "dl": 3, "points": 3}
    assert printed(value("mixed", **gregor)) == ".7178"
    assert value("mixed", **gregor) == value("success", sr=7, sn=1, dl=2)
    vivian = {"sr": 4, "dl": 4, "mr": 8, "kind": "sub"}
    assert printed(value("mixed", **vivian, points=3)) == ".8192"
    assert printed(law("mixed", **vivian, points=3)["made"]) == ".6531"
    assert law("mixed", **vivian)["made"] == Fraction(97969415, 1289945088)
    assert printed(law("mixed", **vivian)["made"]) == ".0759"


def test_one_short_with_two_dice_is_rarer_than_with_one():
    assert value("mixed", sr=1, dl=1) == Fraction(11, 12)
    assert printed(value("mixed", sr=2, dl=1)) == ".8958"
    assert value("mixed", sr=0, dl=1) == 0


@pytest.mark.rule("UN-PSH-01")
@pytest.mark.parametrize("after", ["true", "false"])
def test_a_mixed_success_by_a_push_by_counting_faces(after):
    first, late = thrown(Pool(1), 3), thrown(Pool(0, pushed=1), 3)
    wanted = 3 if after == "false" else 2
    worse = [(x[0], c) for x, c in first.items() if x[0] <= 1]
    by_push = sum(c * d for at, c in worse for x, d in late.items() if at + x[0] >= wanted)
    got = answer("mixed", sr=1, dl=3, push=1, mixed_after_push=after)
    assert dict(got.law)["by a push"] == by_push
    assert got.value == by_push + sum(c for x, c in first.items() if x[0] >= 2)


# --- 4. enhancement -----------------------------------------------------------------------------------------


@pytest.mark.rule("UN-MR-01", "UN-MR-02", "UN-MR-03")
def test_the_worth_of_enhancements():
    row = ".8195 .6927 .5384 .3733 .2189 .0970 .0235"
    assert " ".join(printed(value("enhancement", sr=6, dl=3, mr=mr)) for mr in range(6, 13)) == row
    got = notes("enhancement", sr=6, dl=3)
    assert " ".join(printed(got[f"MR {mr}"]) for mr in range(6, 13)) == row
    assert value("enhancement", mr=9, enh=3) == value("enhancement", mr=6)
    assert value("enhancement", mr=9, enh=1, deb=1) == value("enhancement", mr=9)
    assert value("enhancement", mr=9, enh=9) == got["MR 2"]
    assert value("enhancement", mr=9, deb=5) == got["MR 12"]


# --- 5. snags -----------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-SNG-01")
@pytest.mark.parametrize(
    ("dice", "sn", "any_", "mean"),
    [
        (3, 0, "397/1728", "1/4"),
        (4, 1, "257/6912", "817/20736"),
        (6, 2, "14251/1492992", "7613/746496"),
        (7, 1, "219095/1990656", "4557251/35831808"),
    ],
)
def test_snags(dice, sn, any_, mean):
    got = answer("snags", sr=dice, sn=sn)
    assert got.value == Fraction(any_)
    assert dict(got.notes)["mean snags"] == Fraction(mean)
    faces = Counter(max(0, roll.count(1) - sn) for roll in product(range(1, 13), repeat=min(dice, 4)))
    small = law("snags", sr=min(dice, 4), sn=sn)
    assert small == {str(n): Fraction(count, 12 ** min(dice, 4)) for n, count in faces.items()}


@pytest.mark.rule("UN-PSH-02")
def test_ones_of_a_push_snag_whatever_second_nature_is():
    counted = thrown(Pool(1, 1, 9, 0, 2), 2)
    got = law("snags", sr=1, sn=1, push=2)
    for n in range(3):
        assert got[str(n)] == sum(c for x, c in counted.items() if x[1] == n)
    harsh = thrown(Pool(0, pushed=1, harsh=True), 3)
    assert (
        0
        < value("snags", sr=0, push=1, pushed_boon_ones_snag="true") - sum(c for x, c in harsh.items() if x[1])
        < Fraction(1, 12**4)
    )
    assert value("snags", sr=0, push=1, pushed_boon_ones_snag="true") == Fraction(1, 11)


# --- 6. heroes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-BON-03")
@pytest.mark.parametrize(("dice", "chance"), [(4, ".02749"), (8, ".05422"), (12, ".08022")])
def test_hero_points_of_the_dice(dice, chance):
    got = answer("heroes", sr=dice)
    assert got.value == Fraction(dice, 132)
    assert printed(dict(got.notes)["at least one"], 5) == chance
    assert dict(got.notes)["at least one"] == 1 - Fraction(143, 144) ** dice == 1 - dict(got.law)["0"]
    assert dict(got.notes)["mean boons"] == Fraction(dice, 11)
    assert [name for name, _ in got.law] == ["0", "1", "2", "3", "4 or more"]


def test_one_die_brings_a_hero_point_once_in_144():
    assert notes("heroes", sr=1)["at least one"] == Fraction(1, 144)
    assert value("heroes", sr=1) == Fraction(1, 132)
    assert law("heroes", sr=1)["4 or more"] == Fraction(1, 12**5)
    assert value("heroes", sr=0, passed=1) == Fraction(1, 11)


# --- 7. push ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-PSH-01", "UN-PSH-02", "UN-PSH-03")
@pytest.mark.parametrize(
    ("short", "row"),
    [
        (1, ".3333 .5046 .6077 .6777 .7295 .7697 .8020 .8287"),
        (2, ".0278 .1439 .2650 .3713 .4607 .5353 .5977 .6503"),
        (3, ".0023 .0205 .0711 .1410 .2182 .2951 .3680 .4351"),
    ],
)
def test_what_pushing_gains(short, row):
    assert " ".join(printed(value("push", short=short, points=n)) for n in range(1, 9)) == row
    got = answer("push", short=short, points=8)
    assert " ".join(printed(chance) for _, chance in got.notes[:8]) == row
    assert [name for name, _ in got.notes[:2]] == ["1 point, 1 die", "2 points, 2 dice"]
    assert value("push", short=short, points=4) == value("push", short=short, kind="sub", points=2)


def test_pushing_may_lose_the_mixed_success():
    assert notes("push", points=2)["loses the mixed success"] == Fraction(5, 48)
    assert notes("push", kind="sub")["loses the mixed success"] == Fraction(5, 48)
    never = answer("push", points=2, mixed_after_push="false")
    assert dict(never.notes)["loses the mixed success"] == 1 - never.value
    assert "loses the mixed success" not in notes("push", short=2)


@pytest.mark.rule("UN-PEN-03")
def test_a_push_that_touches_a_column_falls_a_step_behind():
    # Endurance 14 has 7 in its first column: the third point from 5 lost is the first of the second.
    tired = {"base": 14, "lost": 5, "base2": 10, "short": 1, "kind": "sub"}
    assert value("push", **tired, points=2) == value("push", short=1, points=4)
    assert value("push", **tired, points=3) == value("push", short=2, points=6)
    assert value("push", **tired, points=3, penalty_timing="next_check") == value("push", short=1, points=6)


# --- 8. hero_use --------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-HRO-03", "UN-HRO-04", "UN-HRO-05", "UN-HRO-06")
def test_which_use_of_a_hero_point():
    got = answer("hero_use", roll="3 4 6 9 10", sn=1, dl=4)
    assert got.value == 1
    figures = [chance for _, chance in got.notes]
    assert figures == [1, 1, Fraction(1, 3), Fraction(6133, 20736), 0]
    assert printed(figures[3]) == ".2958"
    for use, figure in zip(("dl", "auto", "set", "reroll", "shift"), figures, strict=True):
        assert value("hero_use", use=use) == figure


def test_a_one_is_the_best_die_to_set_where_it_is_a_snag():
    # 9, 1 and 1 with Second Nature 0: net -1. Set a 1: a success more and a snag less, and a boon die.
    assert value("hero_use", roll="9 1 1", sn=0, dl=1, use="set") == 1
    assert value("hero_use", roll="9 1 1", sn=0, dl=2, use="set") == Fraction(1, 3)
    assert value("hero_use", roll="9 1 1", sn=2, dl=3, use="set") == Fraction(1, 3)
    assert value("hero_use", roll="", pushed="1", sn=5, dl=2, use="set") == Fraction(1, 3)
    assert value("hero_use", roll="", boon="1", sn=0, dl=2, use="set") == Fraction(1, 3)


def test_a_difficulty_is_never_below_nothing():
    # A snag leaves -1: automatic successes lift it to 1, a difficulty of 1 goes down to 0 and no further.
    assert value("hero_use", roll="1", sn=0, dl=1, use="auto") == 1
    assert value("hero_use", roll="1", sn=0, dl=1, use="dl") == 0


def test_what_is_not_open_is_left_out():
    got = answer("hero_use", roll="12 1 12", sn=1, dl=4, use="reroll")
    assert got.value == 0
    assert [name for name, _ in got.notes] == ["DL 2 lower", "2 automatic successes", "one die set to 12"]
    assert "one die set to 12" not in notes("hero_use", roll="12")
    assert value("hero_use", roll="12", dl=1, use="set") == 1


def test_a_shift_makes_elevens_boons_and_eights_hits():
    assert value("hero_use", roll="8 8 3", dl=2, use="shift") == 1
    assert value("hero_use", roll="11", dl=2, use="shift") == Fraction(1, 3)
    assert value("hero_use", roll="11", dl=2, use="shift", shifted_faces="success_only") == 0
    assert value("hero_use", roll="1", mr=2, dl=1, use="shift") == 0


@pytest.mark.parametrize(("mr", "dl", "sn"), [(9, 2, 0), (9, 3, 1), (12, 1, 0)])
def test_rolling_again_is_as_good_as_the_best_choice_of_dice(mr, dl, sn):
    lies, ones = (3, 9, 11, 5), 1
    best = 0
    for again in product((False, True), repeat=len(lies)):
        if any(again):
            kept = sum(face >= mr for face, a in zip(lies, again, strict=True) if not a)
            pool = Pool(sum(again), max(0, sn - ones), mr)
            needed = dl - kept + max(0, ones - sn)
            best = max(best, net(pool, needed)[needed])
    assert value("hero_use", roll="3 9 11 5 1", mr=mr, dl=dl, sn=sn, use="reroll") == best


@pytest.mark.rule("UN-BON-04")
def test_boon_dice_of_a_push_snag_only_where_the_house_says_so():
    given = {"roll": "", "pushed": "5", "dl": 1, "use": "reroll"}
    assert value("hero_use", **given) == Fraction(1, 3)
    harsh = value("hero_use", **given, pushed_boon_ones_snag="true")
    assert harsh == value("push", pushed_boon_ones_snag="true")
    # A 12 is undone by a 1 right after it: that, and nothing else, is different on the way to one.
    assert Fraction(1, 3) - harsh == Fraction(1, 12) * Fraction(1, 12)


# --- 9. split -----------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-EXR-01", "UN-PSH-01")
def test_spend_now_or_keep_for_the_push():
    got = [answer("split", sr=4, dl=3, points=3, up_front=n) for n in range(4)]
    assert " ".join(printed(each.value) for each in got) == ".6202 .6567 .6815 .6747"
    used = [dict(got[0].notes)[f"mean points used, {n} now + {3 - n} held"] for n in range(4)]
    assert [printed(mean, 3) for mean in used] == ["2.519", "2.274", "2.457", "3.000"]
    assert [name for name, _ in got[0].notes[::2]] == [
        "2 now + 1 held",
        "3 now + 0 held, beaten",
        "1 now + 2 held",
        "0 now + 3 held, beaten",
    ]
    broad = [value("split", sr=4, dl=3, kind="broad", points=3, up_front=n) for n in range(4)]
    assert " ".join(map(printed, broad)) == ".4347 .4527 .4639 .4583"


def test_a_split_by_counting_faces():
    first, late = thrown(Pool(2), 2), thrown(Pool(0, pushed=1), 2)
    made = sum(c for x, c in first.items() if x[0] >= 2)
    pushed = sum(c * d for x, c in first.items() for y, d in late.items() if x[0] < 2 <= x[0] + y[0] and y[3] < 2)
    got = answer("split", sr=1, dl=2, kind="broad", points=2, up_front=1)
    assert dict(got.law)["made at once"] == made
    assert 0 <= dict(got.law)["by the push"] - pushed < Fraction(1, 12**3)
    assert dict(got.notes)["mean points used, 1 now + 1 held"] == 2 - made


@pytest.mark.rule("UN-PEN-03", "UN-EXR-03")
def test_a_push_stops_where_the_next_point_would_touch_a_column():
    # One point is left in the column; a second one brings a die and makes it a step harder.
    tired = Effort(3, 1, (14, 6), (10, 0))
    best = pushes(tired, 0, 2, (0, 2))
    assert best[2].points == 1
    # From far away two dice that need one more are still better than one.
    assert best[0].points == 2
    given = {"sr": 4, "dl": 3, "kind": "broad", "points": 2}
    fresh, worn = answer("split", **given), answer("split", **given, base=14, lost=6, base2=10)
    assert worn.value < fresh.value
    assert dict(worn.notes)["mean points used, 0 now + 2 held"] < dict(fresh.notes)["mean points used, 0 now + 2 held"]
    later = answer("split", **given, base=14, lost=6, base2=10, penalty_timing="next_check")
    assert later == fresh


# --- 10. tiredness ------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-PEN-01", "UN-PEN-03", "UN-PEN-04")
def test_the_cost_of_tiredness():
    row = ".3733 .1571 .0509 .0132"
    assert " ".join(printed(value("tiredness", sr=6, dl=dl)) for dl in range(3, 7)) == row
    assert " ".join(printed(value("tiredness", sr=6, dl=3, penalty=n)) for n in range(4)) == row
    assert " ".join(printed(chance) for _, chance in answer("tiredness").notes[:4]) == row
    assert printed(value("success", sr=8, sn=2, dl=4)) == ".3250"
    assert printed(value("success", sr=9, sn=2, dl=4)) == ".4130"


def test_the_third_point_makes_it_worse():
    given = {"sr": 4, "dl": 3, "kind": "sub", "base": 14, "lost": 5, "base2": 10}
    row = ".1604 .3628 .5426 .4625 .5893"
    assert " ".join(printed(value("tiredness", **given, points=n)) for n in range(5)) == row
    assert " ".join(printed(chance) for _, chance in answer("point", **given).notes[:5]) == row
    later = value("tiredness", **given, points=3, penalty_timing="next_check")
    assert later == value("point", sr=4, dl=3, kind="sub", points=3)


@pytest.mark.rule("UN-PEN-02", "UN-EXR-03")
def test_points_of_the_second_store_follow_and_hurt_more():
    given = {"sr": 4, "dl": 1, "base": 2, "lost": 1, "base2": 10}
    # The last of the first store touches nothing new; each point after it is Vitality's: Minor +1, Serious +2.
    steps = [name.rsplit(" ", 1)[1] for name, _ in answer("point", **given, points=9).notes[:10]]
    assert steps == ["1", "2", "3", "3", "3", "3", "3", "5", "5", "5"]


def test_columns_that_debilitate_raise_the_minimum_roll():
    given = {"sr": 4, "dl": 3, "kind": "sub", "base": 14, "lost": 5, "columns_debilitate": "true"}
    assert value("point", **given, points=2) == value("success", sr=8, sn=1, dl=3)
    assert value("point", **given, points=3) == value("success", sr=10, sn=1, dl=4, mr=10)

    assert value("mixed", **given, points=3) == value("success", sr=10, sn=1, dl=3, mr=10)


def test_the_page_of_a_tired_climber_tells_the_truth():
    # Endurance 14, of which 5 and 6 are gone: the eighth point lost raises difficulty and Minimum Roll by one.
    known = {"base": 14, "base2": 10, "columns_debilitate": "true"}
    got = answer("mixed", sr=4, dl=3, kind="sub", points=3, lost=5, **known)
    assert round(float(got.value), 4) == 0.4732
    assert value("mixed", sr=4, dl=3, kind="sub", points=3, lost=5, counts="mixed", **known) == dict(got.law)["mixed"]
    pushed = value("push", short=2, points=2, kind="sub", lost=6, roll="9 9 2 2", **known)
    assert pushed == value("push", short=5, points=2, kind="sub", mr=10)
    assert round(float(pushed), 4) == 0.0031


@pytest.mark.rule("UN-SN-02", "UN-DL-03")
def test_what_second_nature_covers_counts_as_rolled_or_as_done():
    tired = {"sr": 6, "dl": 2, "penalty": 1, "covered": "done"}
    assert value("success", **tired) == value("success", sr=6, dl=3)
    assert value("success", **tired, sn_compares="base") == 1
    assert value("success", **tired, moved=-1) == 1
    assert value("success", sr=0, dl=0, penalty=2, covered="done") == 1
    assert value("success", sr=0, dl=0, moved=2, penalty=2, covered="done") == value("success", sr=0, dl=2)


@pytest.mark.rule("UN-MR-02", "UN-MR-03")
def test_all_that_helps_and_hinders_is_added_up_before_the_roll_is_bounded():
    assert value("success", sr=3, dl=2, enh=2, deb=5) == value("success", sr=3, dl=2, mr=12)
    assert value("success", sr=3, dl=2, enh=9, deb=1) == value("success", sr=3, dl=2, mr=2)


@pytest.mark.parametrize("points", range(1, 5))
def test_the_best_way_to_part_points_is_the_likeliest_and_says_which(points):
    every = [answer("split", sr=4, dl=3, points=points, up_front=n) for n in range(points + 1)]
    best = answer("split", sr=4, dl=3, points=points, up_front=-1)
    assert best.value == max(each.value for each in every)
    assert (
        words("at best:", best)
        == {
            1: "at best: the one now",
            2: "at best: all 2 now",
            3: "at best: 2 now and 1 held for a push, 2.5 points on average",
            4: "at best: 3 now and 1 held for a push, 3.3 points on average",
        }[points]
    )


def test_where_nothing_is_gained_by_holding_back_all_goes_now():
    said = words("at best:", answer("split", sr=12, dl=1, mr=12, points=2, up_front=-1, pushed_boon_ones_snag="true"))
    assert said == "at best: all 2 now"


def test_a_push_may_be_asked_whether_it_leaves_a_mixed_success_at_least():
    got = answer("push", short=2, points=2)
    assert value("push", short=2, points=2, counts="either") == got.value + dict(got.notes)["exactly one short"]
    assert value("push", short=2, points=2, counts="either", mixed_after_push="false") == got.value


def test_snags_may_be_asked_for_by_their_mean():
    got = answer("snags", sr=4, counts="mean")
    assert (type(got), got.value) == (Mean, Fraction(817, 20736))


def test_a_push_that_turns_hits_that_lie_there_is_not_guessed_at():
    given = {"base": 14, "lost": 5, "columns_debilitate": "true"}
    for question, more in (("push", {"points": 3}), ("split", {}), ("mixed", {"push": 3})):
        with pytest.raises(OutOfRange, match="the Minimum Roll of dice that lie there: ask with fewer points"):
            answer(question, **given, **more)
    assert value("push", **given, points=2) == value("push", points=2)


# --- what cannot be asked -----------------------------------------------------------------------------------


def test_what_cannot_be_asked_is_told_with_the_way_out():
    with pytest.raises(OutOfRange, match="mr cannot be '1': give a whole number from 2 to 12"):
        answer("success", mr=1)
    with pytest.raises(OutOfRange, match="kind cannot be 'both': give broad or sub"):
        answer("point", kind="both")
    with pytest.raises(OutOfRange, match="5 points cannot be spent: 3 are left, so give 3 at most"):
        answer("point", base=4, lost=3, base2=2, points=5)
    with pytest.raises(OutOfRange, match="up_front cannot be 3: 2 points are there in all"):
        answer("split", points=2, up_front=3)
    with pytest.raises(OutOfRange, match="roll cannot be '13': give up to 40 faces from 1 to 12"):
        answer("hero_use", roll="13")
