"""The ten questions, twice: the exact figures of the catalogue, and the small pools they are made of."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from cliffhanger.games.untold.odds import questions
from cliffhanger.games.untold.odds.distributions import Pool
from cliffhanger.games.untold.odds.questions import QUESTIONS
from cliffhanger.games.untold.tests.answers import answer, law, notes, printed, thrown, value
from cliffhanger.odds.ask import ask
from cliffhanger.odds.errors import OutOfRange

# --- the questions as such ----------------------------------------------------------------------------------


def test_the_questions_stand_in_the_catalogues_order():
    names = ["success", "point", "mixed", "enhancement", "snags", "heroes", "push", "hero_use", "split", "tiredness"]
    assert [q.name for q in QUESTIONS] == [*names, "turned", "joint"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_every_parameter_is_one_of_its_function_and_every_limit_is_answered(question):
    assert list(question.answer.__kwdefaults__) == [p.name for p in question.parameters]
    for p in question.parameters:
        for edge in p.values or (p.low, p.high):
            given = {p.name: str(edge)} | ({"points": 60} if p.name == "up_front" else {})
            if edge and p.name in ("lost", "base2", "lost2"):
                given = {"base": 80, "base2": 40, **given}
            got = ask(question, given)
            assert not got.law or sum(chance for _, chance in got.law) == 1
            assert 0 <= got.value <= 1 or question.unit == "mean"
            assert all(0 <= chance <= 1 for name, chance in got.notes if not name.startswith("mean"))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_all_limits_at_once_are_answered_with_a_law_that_is_whole(question):
    # More dice than `joint` lists, and points that are gone from no store, are refused.
    less = ("points", "devotion", "passed") if question.name == "joint" else ("lost", "lost2")
    for limit in ("low", "high"):
        given = {p.name: getattr(p, limit) for p in question.parameters if p.type == "int" and p.name not in less}
        got = ask(question, given)
        assert not got.law or sum(chance for _, chance in got.law) == 1


def test_questions_and_answers_travel_between_processes():
    assert pickle.loads(pickle.dumps(QUESTIONS)) == QUESTIONS
    assert questions.success(sr=2, dl=2).value == Fraction(373, 2592)


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


# --- what cannot be asked -----------------------------------------------------------------------------------


def test_what_cannot_be_asked_is_told_with_the_way_out():
    with pytest.raises(OutOfRange, match="mr cannot be '1': give a whole number from 2 to 12"):
        answer("success", mr=1)
    with pytest.raises(OutOfRange, match="kind cannot be 'both': give broad or sub"):
        answer("point", kind="both")
    with pytest.raises(OutOfRange, match="5 points cannot be spent: 3 are left, so give 3 at most"):
        answer("point", base=4, lost=3, base2=2, points=5)
    with pytest.raises(OutOfRange, match="lost cannot be 20: base is 14, and no more than that can be lost"):
        answer("point", base=14, lost=20)
    with pytest.raises(OutOfRange, match="lost2 cannot be 9: base2 is 0"):
        answer("push", base=14, lost=3, lost2=9)
    assert value("point", base=14, lost=14, base2=9, lost2=9, dl=1) == value("point", dl=1, penalty=7)
    with pytest.raises(OutOfRange, match="The outcomes of 25 dice are too many to list: ask with 24 dice at most"):
        answer("joint", sr=24, passed=1)
    with pytest.raises(OutOfRange, match="up_front cannot be 3: 2 points are there in all"):
        answer("split", points=2, up_front=3)
    with pytest.raises(OutOfRange, match="roll cannot be '13': give up to 40 faces from 1 to 12"):
        answer("hero_use", roll="13")
