"""The ten questions, twice: the exact figures of the catalogue, and every face of small pools counted by hand."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cliffhanger.games.smallville.odds import questions
from cliffhanger.games.smallville.odds.questions import QUESTIONS
from cliffhanger.odds.ask import ask, named, unit
from cliffhanger.odds.errors import OutOfRange


def answer(question, **given):
    return ask(named(QUESTIONS, question), given)


def value(question, **given):
    return answer(question, **given).value


def law(question, **given):
    return dict(answer(question, **given).law)


def notes(question, **given):
    return dict(answer(question, **given).notes)


def exact(*figures):
    return [Fraction(figure) for figure in figures]


# --- every face of small pools, counted ---------------------------------------------------------------------


def faces(pool):
    return product(*(range(1, size + 1) for size in pool))


def best(roll, keep=2, least=2):
    return sum(sorted((face for face in roll if face >= least), reverse=True)[:keep])


def results(pool, bought=0, aid=(), bonus=(), least=2):
    """Every Result with its ways, all dice thrown at once."""
    parts = pool, *aid, bonus
    ends = [sum(map(len, parts[: at + 1])) for at in range(len(parts))]
    ways = Counter()
    for roll in faces([size for part in parts for size in part]):
        own, *others = (roll[end - len(part) : end] for part, end in zip(parts, ends, strict=True))
        helped = sum(best(each, 1) for each in others[:-1]) + best(others[-1], len(bonus))
        ways[best(own, 2 + bought, least) + helped] += 1
    return ways


def chances(ways):
    return {str(outcome): Fraction(count, ways.total()) for outcome, count in sorted(ways.items())}


def among(ways, test):
    return Fraction(sum(count for outcome, count in ways.items() if test(outcome)), ways.total())


def mean(ways):
    return Fraction(sum(outcome * count for outcome, count in ways.items()), ways.total())


def ahead(own, other):
    ways = Counter()
    for (a, count), (b, times) in product(own.items(), other.items()):
        ways[a - b] += count * times
    return ways


def written(pool):
    return " ".join(map(str, pool))


def pools(most, least=1, sizes=(4, 6, 8, 10, 12)):
    return st.lists(st.sampled_from(sizes), min_size=least, max_size=most)


SMALL = pools(3, sizes=(4, 6, 8))
quick = settings(max_examples=25)


# --- the questions as such ----------------------------------------------------------------------------------


def test_the_questions_stand_in_the_catalogues_order():
    names = ["result", "beat", "opposed", "point", "challenge", "contest", "stress", "relief", "trouble", "growth"]
    assert [q.name for q in QUESTIONS] == names


def edges(p):
    """The least and the most that a parameter may be."""
    if p.type == "choice":
        return p.values
    if p.type == "int":
        return p.low, p.high
    word = " ".join(("12", "4") * 6) if p.type == "pools" else "12"
    return ("+" if p.type == "pools" else " ").join([word] * p.low), ("+" if p.type == "pools" else " ").join(
        [word] * p.high
    )


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_every_parameter_is_one_of_its_function_and_every_limit_is_answered(question):
    assert list(question.answer.__kwdefaults__) == [p.name for p in question.parameters]
    for p in question.parameters:
        for edge in edges(p):
            whole = {"dice": "12 10 8 6 4"} if question.name == "challenge" else {}
            if (question.name, p.name) == ("challenge", "dice"):
                whole = {"drive": "12"}
            got = ask(question, whole | {p.name: edge})
            assert sum(chance for _, chance in got.law) == 1
            assert unit(question, got) == "mean" or 0 <= got.value <= 1
            assert all(0 <= chance <= 1 for name, chance in got.notes if not name.startswith("mean"))


def test_questions_and_answers_travel_between_processes():
    assert pickle.loads(pickle.dumps(QUESTIONS)) == QUESTIONS
    assert questions.result(dice="6 6").value == Fraction(20, 3)


def test_dice_are_those_of_the_game_and_not_too_many():
    for wrong in ("7", "20", "", "6 " * 13):
        with pytest.raises(OutOfRange, match="give 1 to 12 dice of 4, 6, 8, 10 or 12 sides"):
            answer("result", dice=wrong)
    assert answer("result", dice="D8,d6") == answer("result", dice="8 6")


# --- 1. result ----------------------------------------------------------------------------------------------

D6_D6 = "0:1/36 2:1/18 3:1/18 4:1/12 5:1/9 6:5/36 7:1/9 8:5/36 9:1/9 10:1/12 11:1/18 12:1/36"


@pytest.mark.rule("SV-POOL-09", "SV-POOL-10")
def test_what_result_can_i_expect():
    means = [value("result", dice=dice) for dice in ("6 6", "6 8", "8 6 6", "8 8 6")]
    assert means == exact("20/3", "185/24", "445/48", "1945/192")
    assert [(name, str(chance)) for name, chance in answer("result", dice="6 6").law] == [
        tuple(row.split(":")) for row in D6_D6.split()
    ]
    assert sum(chance for name, chance in answer("result", dice="6 8").law if int(name) >= 8) == Fraction(13, 24)


@quick
@given(pools(4, sizes=(4, 6, 8)), st.integers(0, 3))
def test_a_result_is_the_faces_counted(pool, bought):
    ways = results(pool, bought)
    got = answer("result", dice=written(pool), result_dice=bought)
    assert (got.value, dict(got.law)) == (mean(ways), chances(ways))
    assert dict(got.notes)["at least one 1"] == among(Counter(1 in roll for roll in faces(pool)), bool)


# --- 2. beat ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-11")
@pytest.mark.parametrize(("dice", "figures"), [("8 6", "13/24 5/16 1/16"), ("8 8 6", "313/384 235/384 43/192")])
def test_should_i_roll_or_give_in(dice, figures):
    assert [value("beat", dice=dice, standing=n) for n in (7, 9, 12)] == exact(*figures.split())


@quick
@given(pools(2, sizes=(4, 6)), st.integers(0, 12), st.integers(0, 2), st.lists(pools(2, sizes=(4, 6)), max_size=2))
def test_to_beat_a_result_is_the_faces_counted(pool, standing, bought, aid):
    ways = results(pool, bought, aid, (4,))
    given = {"result_dice": bought, "aid": "+".join(map(written, aid)), "bonus": "4"}
    got = answer("beat", dice=written(pool), standing=standing, **given)
    assert got.value == among(ways, lambda x: x > standing)
    assert dict(got.law) == chances(Counter({x - standing: count for x, count in ways.items()}))


@pytest.mark.rule("SV-INTERFERE-04")
def test_may_i_interfere():
    assert [value("beat", dice="8 6 6", standing=n) for n in (8, 10)] == exact("61/96", "17/48")


# --- 3. opposed ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-09", "SV-CONTEST-10")
@pytest.mark.parametrize(
    ("own", "against", "figures"),
    [("8 6", "6 6", "553/864 155/1728 367/1728"), ("8 8", "8 8", "69/128 5/64 387/2048")],
)
def test_do_i_win_tie_or_win_by_five(own, against, figures):
    won, tie, far = exact(*figures.split())
    assert value("opposed", own=own, against=against) == won
    shown = law("opposed", own=own, against=against)
    assert (shown["a tie"], shown["ahead by 5 and more"]) == (tie, far)
    assert shown["ahead by 1 to 4"] == won - tie - far
    assert shown["behind"] == 1 - won
    assert notes("opposed", own=own, against=against)["ahead"] == won - tie


@pytest.mark.rule("SV-SETUP-02", "SV-SETUP-03")
def test_the_points_of_two_leads_at_setup():
    both = {"own": "6 6", "against": "6 6"}
    assert notes("opposed", **both)["ahead"] == law("opposed", **both)["behind"] == Fraction(583, 1296)
    assert law("opposed", **both)["a tie"] == Fraction(65, 648)
    counted = results((6, 6), least=1)
    assert law("opposed", **both, setup_ones="count")["a tie"] == among(ahead(counted, counted), lambda x: not x)


@quick
@given(SMALL, SMALL, pools(2, 0, (4, 6)), st.integers(0, 1), st.sampled_from(("drop", "count")))
def test_two_sides_are_the_faces_counted(own, against, aid, bought, setup_ones):
    least = 1 if setup_ones == "count" else 2
    margin = ahead(results(own, bought, [aid] if aid else [], least=least), results(against, least=least))
    given = {"own_result_dice": bought, "own_aid": written(aid), "setup_ones": setup_ones}
    got = answer("opposed", own=written(own), against=written(against), **given)
    assert got.value == among(margin, lambda x: x >= 0)
    tests = [lambda x: x >= 5, lambda x: 1 <= x < 5, lambda x: x == 0, lambda x: x < 0]
    assert [chance for _, chance in got.law] == [among(margin, test) for test in tests]
    turned = answer(
        "opposed",
        own=written(against),
        against=written(own),
        against_result_dice=bought,
        against_aid=written(aid),
        setup_ones=setup_ones,
    )
    assert dict(turned.law)["a tie"] == dict(got.law)["a tie"]
    assert turned.value == dict(got.law)["a tie"] + dict(got.law)["behind"]


# --- 4. point -----------------------------------------------------------------------------------------------

BUYS = {
    "plain": ({}, "1/2", "445/48"),
    "one more d6 trait": ({"trait": "6"}, "1099/1728", "4367/432"),
    "a third result die": ({"result_dice": 1}, "191/288", "265/24"),
    "a helper's lone d6": ({"aid": "6"}, "79/96", "605/48"),
    "a Resource 2D6 all included": ({"bonus": "6 6"}, "1225/1296", "255/16"),
}


@pytest.mark.rule("SV-SPEND-01", "SV-SPEND-03", "SV-AID-03", "SV-AID-05", "SV-BONUS-01")
@pytest.mark.parametrize(("bought", "reached", "average"), BUYS.values(), ids=BUYS)
def test_what_one_point_is_worth(bought, reached, average):
    got = answer("point", dice="8 6 6", at_least=10, **bought)
    assert [got.value, dict(got.notes)["mean Result"]] == exact(reached, average)
    assert dict(got.notes)["10 or more without"] == Fraction(1, 2)
    assert dict(got.notes)["mean Result without"] == Fraction(445, 48)


@quick
@given(pools(2, sizes=(4, 6)), pools(1, 0), pools(1, 0), pools(1, 0, (4, 6)), st.integers(0, 2), st.integers(0, 20))
def test_what_is_bought_is_the_faces_counted(pool, trait, aid, bonus, bought, at_least):
    ways = results([*pool, *trait], bought, [aid] if aid else [], bonus)
    given = {"trait": written(trait), "aid": written(aid), "bonus": written(bonus)}
    got = answer("point", dice=written(pool), at_least=at_least, result_dice=bought, **given)
    assert (got.value, dict(got.law)) == (among(ways, lambda x: x >= at_least), chances(ways))
    assert dict(got.notes)["mean Result"] == mean(ways)


# --- 5. challenge -------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-BONUS-03")
def test_what_a_challenge_buys():
    got = answer("challenge", dice="8 6 6", drive="8", at_least=10)
    assert [got.value, dict(got.notes)["10 or more"]] == exact("36599/3072", "653/768")
    assert dict(got.notes)["10 or more without"] == Fraction(1, 2)
    assert dict(got.law) == law("result", dice="8 8 8 6 6")
    with pytest.raises(OutOfRange, match="drive cannot be 12: it has to be one of the dice, 8 6 6"):
        answer("challenge", dice="8 6 6", drive="12")


# --- 6. contest ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-05", "SV-CONTEST-09", "SV-CONTEST-11", "SV-CONTEST-13")
def test_who_wins_the_whole_contest():
    got = answer("contest", own="6 6", against="6 6")
    rolled = dict(got.notes)["mean Results rolled"]
    assert [got.value, rolled] == exact("1308559337551/2008387814976", "333448433927375/128536820158464")
    assert dict(got.law) == {"you inflict": got.value, "they inflict": 1 - got.value}


def fought(sides, turn, standing):
    """The chance of the side that rolls now to inflict, and the mean of Results rolled, roll by roll."""
    won, rolled = Fraction(0), Fraction(1)
    for total, count in sides[turn].items():
        if total > standing:
            theirs, further = fought(sides, 1 - turn, total)
            won += Fraction(count, sides[turn].total()) * (1 - theirs)
            rolled += Fraction(count, sides[turn].total()) * further
    return won, rolled


@settings(max_examples=8, deadline=None)
@given(pools(2, sizes=(4, 6)), pools(1, sizes=(4, 6)), st.integers(-1, 12))
def test_a_contest_is_played_roll_by_roll(own, against, standing):
    sides = results(own), results(against)
    won, rolled = fought(sides, 0 if standing < 0 else 1, standing)
    got = answer("contest", own=written(own), against=written(against), standing=standing)
    assert (got.value, dict(got.notes)["mean Results rolled"]) == (won if standing < 0 else 1 - won, rolled)


def test_at_their_best_both_sides_may_give_in_and_the_figures_say_when():
    got = answer("contest", own="8 6", against="6 6", play="best", own_points=1, against_points=1)
    assert list(dict(got.law)) == ["you inflict", "they inflict", "you get your aim", "they get theirs"]
    assert sum(dict(got.law).values()) == 1
    assert got.says == "they give in from 13 on"
    assert answer("contest", own="8 6", against="6 6", standing=9, play="best").says == "they roll"
    yields = answer("contest", own="8 6", against="6 6", standing=13, play="best")
    assert (yields.says, dict(yields.law)["you get your aim"], yields.notes[0][1]) == ("they give in", 1, 0)


@pytest.mark.rule("SV-CONTEST-08", "SV-CONTEST-14")
def test_an_aim_that_is_worth_everything_is_not_given_up():
    never = {"worth_aim": 20, "worth_out": 0, "give_in_after_loss": "no"}
    for standing in (-1, 5):
        rolled = answer("contest", own="8 6", against="6 6 4", standing=standing)
        best = answer("contest", own="8 6", against="6 6 4", standing=standing, play="best", **never)
        assert (best.value, best.notes) == (rolled.value, rolled.notes)


@pytest.mark.rule("SV-SPEND-03")
def test_points_are_worth_more_to_whoever_has_them():
    def aims(**points):
        law = dict(answer("contest", own="8 8 6", against="8 8 6", play="best", worth_point=0, **points).law)
        gains = law["you inflict"] * 2 + law["you get your aim"] * 4
        return gains - law["they inflict"] * 2 - law["they get theirs"] * 4

    assert aims(against_points=1) < aims() < aims(own_points=1) < aims(own_points=2)


def test_what_takes_too_long_to_weigh_is_refused():
    dice = " ".join(["12"] * 8)
    with pytest.raises(OutOfRange, match="fewer of them"):
        answer("contest", own=dice, against=dice, play="best", own_points=2, against_points=-1)


# --- 7. stress ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-STRESS-04")
@pytest.mark.parametrize(
    ("dice", "largest", "figure"),
    [("8 6", "d8", "11/16"), ("10 6", "d10", "3/4"), ("12 4", "d12", "7/8"), ("8 8 6", "d8", "329/384")],
)
def test_how_bad_is_the_stress(dice, largest, figure):
    assert value("stress", dice=dice) == law("stress", dice=dice)[largest] == Fraction(figure)
    assert notes("stress", dice=dice)[f"then {largest}"] == Fraction(figure)


@quick
@given(pools(3), st.sampled_from(("none", "4", "6", "8", "10", "12")), st.sampled_from(("larger", "smaller")))
@pytest.mark.rule("SV-STRESS-05", "SV-STRESS-06")
def test_a_stress_roll_is_the_faces_counted(pool, has, stress_tie):
    sign = 1 if stress_tie == "larger" else -1
    rated, after = Counter(), Counter()
    before = 0 if has == "none" else int(has)
    for roll in faces(pool):
        rating = max(zip(roll, pool, strict=True), key=lambda die: (die[0], sign * die[1]))[1]
        rated[f"d{rating}"] += 1
        after["stressed out" if before == 12 else f"then d{rating if rating > before else before + 2}"] += 1
    got = answer("stress", dice=written(pool), has=has, stress_tie=stress_tie)
    assert dict(got.law) == chances(rated)
    assert {name: chance for name, chance in got.notes if chance} == chances(after)
    assert got.value == chances(rated).get(f"d{max(pool)}", 0)


# --- 8. relief ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-RELIEF-03", "SV-RELIEF-04")
@pytest.mark.parametrize(
    ("dice", "stress", "figure"),
    [
        ("8 6", "6", "121/144"),
        ("8 6", "8", "3/4"),
        ("8 6", "8 6", "263/576"),
        ("8 8 6", "8 6", "12365/18432"),
    ],
)
def test_can_i_heal_them(dice, stress, figure):
    assert value("relief", dice=dice, stress=stress) == Fraction(figure)


@quick
@given(SMALL, SMALL)
def test_relief_and_a_test_are_the_faces_counted(own, against):
    margin = ahead(results(own), results(against))
    healed = answer("relief", dice=written(own), stress=written(against))
    assert (healed.value, dict(healed.law)) == (among(margin, lambda x: x > 0), chances(margin))
    against = [*against, 4]
    margin = ahead(results(own), results(against, 1))
    tested = answer("trouble", dice=written(own), trouble=written(against), bought=1)
    assert (tested.value, dict(tested.law)) == (among(margin, lambda x: x > 0), chances(margin))
    assert dict(tested.notes)["Trouble ahead by 5 and more"] == among(margin, lambda x: x <= -5)


# --- 9. trouble ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-TEST-02", "SV-TEST-04")
@pytest.mark.parametrize(
    ("dice", "figures"),
    [("8 8", "1463/2304 751/1536 11101/27648"), ("8 8 6", "295/384 52655/82944 135349/248832")],
)
def test_how_dangerous_is_trouble(dice, figures):
    assert [value("trouble", dice=dice, trouble="6 " * n) for n in (2, 3, 4)] == exact(*figures.split())


@pytest.mark.rule("SV-COMP-01")
def test_the_chance_of_a_complication():
    ones = [notes("trouble", dice=dice)["at least one 1"] for dice in ("8 6", "8 6 6")]
    assert ones == exact("13/48", "113/288")


def test_a_tie_in_a_test_may_be_the_leads():
    tied = dict(answer("trouble", dice="8 8", trouble="6 6").law)["0"]
    assert value("trouble", test_tie="lead") == value("trouble") + tied


# --- 10. growth ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-GROWTH-05", "SV-GROWTH-06", "SV-GROWTH-07")
def test_will_my_growth_roll_win():
    assert value("growth", dice="8 6", rating="4", kind="extra") == Fraction(251, 384)
    assert value("growth", dice="8 6", rating="4", kind="ability") == Fraction(449, 1152)
    for kind in ("gear", "location"):
        assert value("growth", dice="8 6 6", rating="6", kind=kind) == Fraction(8287, 13824)


AGAINST = {"ability": 12, "distinction": 10, "heritage": 10, "gear": 8, "location": 8, "relationship": 6, "extra": 6}


@quick
@given(pools(3, 0, (4, 6, 8)), st.sampled_from((4, 6, 8, 10, 12)), st.sampled_from(tuple(AGAINST)))
def test_a_growth_roll_is_the_faces_counted(pool, rating, kind):
    margin = ahead(results(pool), results((rating, AGAINST[kind])))
    got = answer("growth", dice=written(pool), rating=rating, kind=kind)
    assert (got.value, dict(got.law)) == (among(margin, lambda x: x > 0), chances(margin))
    tied = answer("growth", dice=written(pool), rating=rating, kind=kind, growth_tie="win")
    assert tied.value == among(margin, lambda x: x >= 0)


def test_an_empty_pool_never_wins_and_a_heritage_may_be_harder():
    assert value("growth", dice="", growth_tie="lose") == 0
    assert value("growth", dice="8 6", kind="heritage") == value("growth", dice="8 6", kind="distinction")
    harder = value("growth", dice="8 6", kind="heritage", heritage_growth="12")
    assert harder == value("growth", dice="8 6", kind="ability")
