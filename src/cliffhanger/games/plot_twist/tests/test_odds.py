"""The questions of odds, twice: the exact figures of the catalogue, and every coin and every hand counted."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

from cliffhanger.games.plot_twist.odds.questions import MOST, QUESTIONS, draw
from cliffhanger.odds.ask import ask, named, unit
from cliffhanger.odds.errors import OutOfRange

SMALL = range(4)


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


# --- every coin counted ---------------------------------------------------------------------------------------


def heads(*pools):
    """The Heads of each pool, all coins thrown at once: one row for every way they can fall."""
    for thrown in product((0, 1), repeat=sum(pools)):
        at = [sum(pools[:n]) for n in range(len(pools) + 1)]
        yield tuple(sum(thrown[start:end]) for start, end in pairwise(at))


def among(ways, test):
    return Fraction(sum(count for outcome, count in ways.items() if test(outcome)), ways.total())


def chances(ways):
    return {str(outcome): among(ways, lambda x, o=outcome: x == o) for outcome in sorted(ways)}


def mean(ways):
    return Fraction(sum(outcome * count for outcome, count in ways.items()), ways.total())


def hurts(coins, against, pool, stopped, auto):
    """The damage of every way that the coins of a whole attack can fall."""
    left = max(0, pool - stopped)
    return Counter((harm + auto) * (a > d and left > 0) for a, d, harm in heads(coins, against, left))


# --- the questions as such ------------------------------------------------------------------------------------


def test_the_questions_stand_in_the_catalogues_order():
    names = ["hit", "equal", "fixed", "chosen", "damage", "attack", "boost", "bystander", "peek", "down", "draw"]
    assert [q.name for q in QUESTIONS] == names


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_every_parameter_is_one_of_its_function_and_every_limit_is_answered(question):
    assert list(question.answer.__kwdefaults__) == [p.name for p in question.parameters]
    for p in question.parameters:
        whole = {"cards": MOST} if question.name == "draw" else {}
        for edge in {p.low, p.high}:
            whole |= {"wanted": 1, "drawn": 1} if p.name == "cards" else {}
            got = ask(question, whole | {p.name: edge})
            assert sum(chance for _, chance in got.law) == 1
            assert unit(question, got) == "mean" or 0 <= got.value <= 1


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_past_every_limit_there_is_one_sentence_with_the_way_out(question):
    for p in question.parameters:
        for beyond in (p.low - 1, p.high + 1, "many"):
            with pytest.raises(OutOfRange) as refused:
                ask(question, {p.name: beyond})
            assert str(refused.value) == (
                f"{p.name} cannot be {str(beyond)!r}: give a whole number from {p.low} to {p.high}."
            )


def test_all_of_a_question_at_its_limits_is_answered_whole():
    most = {q.name: {p.name: p.high for p in q.parameters} for q in QUESTIONS}
    for question in QUESTIONS:
        got = ask(question, most[question.name])
        assert sum(chance for _, chance in got.law) == 1


def test_questions_travel_between_processes():
    assert pickle.loads(pickle.dumps(QUESTIONS)) == QUESTIONS
    assert draw().value == Fraction(8, 15)


# --- 1 to 3. rolls --------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ROLL-05", "PT-ROLL-06", "PT-RUL-10")
def test_do_ten_coins_hit_five():
    assert list(law("hit").values()) == exact("1739/2048", "3003/32768", "1941/32768")
    assert value("hit") == Fraction(1739, 2048)


@pytest.mark.parametrize("against", range(0, 60, 7))
def test_a_coin_more_than_the_other_side_has_hits_half_the_time(against):
    assert value("hit", coins=against + 1, against=against) == Fraction(1, 2)


@pytest.mark.rule("PT-ROLL-09")
@pytest.mark.parametrize(("coins", "against", "auto", "other"), [*product(SMALL, SMALL, range(2), range(3))])
def test_two_pools_are_every_coin_counted(coins, against, auto, other):
    ways = Counter(a + auto - d - other for a, d in heads(coins, against))
    got = law("hit", coins=coins, against=against, auto=auto, against_auto=other)
    tests = {"hit": lambda m: m > 0, "tie": lambda m: m == 0, "behind": lambda m: m < 0}
    assert got == {name: among(ways, test) for name, test in tests.items()}


def test_equal_pools():
    assert [value("equal"), law("equal")["tie"]] == exact("793/2048", "231/1024")
    assert value("equal") == law("equal")["behind"] == value("hit", coins=6, against=6)


@pytest.mark.rule("PT-ROLL-04", "PT-ROLL-10")
def test_fixed_rolls():
    assert [value("fixed", coins=5, difficulty=2), value("fixed", coins=4, difficulty=0)] == exact("1/2", "15/16")
    for coins, difficulty, auto in product(SMALL, SMALL, SMALL):
        ways = Counter(a + auto - difficulty for (a,) in heads(coins))
        given = {"coins": coins, "difficulty": difficulty, "auto": auto}
        assert law("fixed", **given) == chances(ways)
        assert value("fixed", **given) == among(ways, lambda m: m > 0)


# --- 4. chosen ------------------------------------------------------------------------------------------------

BEST = {4: (1, "11/16"), 5: (2, "1"), 6: (2, "21/16"), 7: (2, "99/64"), 10: (4, "319/128")}


@pytest.mark.rule("PT-ROLL-07", "PT-RUL-26")
@pytest.mark.parametrize("coins", BEST)
def test_which_number_to_name(coins):
    number, gain = BEST[coins]
    assert value("chosen", coins=coins) == Fraction(gain)
    assert answer("chosen", coins=coins).says == f"by naming {number}"


def test_six_coins_that_name_three():
    assert notes("chosen", coins=6, number=3)["it wins"] == Fraction(11, 32)


@pytest.mark.rule("PT-RUL-26")
@pytest.mark.parametrize(("coins", "number", "room"), [*product(range(1, 5), range(4), (0, 1, 2, 99))])
def test_a_number_named_is_every_coin_counted(coins, number, room):
    def gains(named):
        return Counter(min(named, room) * (a > named) for (a,) in heads(coins))

    best = max(range(1, coins + 1), key=lambda each: (mean(gains(each)), -each))
    got = answer("chosen", coins=coins, number=number, room=room)
    ways = gains(number or best)
    assert (got.value, dict(got.law)) == (mean(ways), chances(ways))
    assert got.says == f"by naming {number or best}"


# --- 5 and 6. damage ------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ROLL-08", "PT-ATK-04", "PT-ATK-05")
def test_a_damage_pool_of_six():
    assert [value("damage"), notes("damage")["4 or more"]] == exact("4", "21/32")
    assert value("damage", armor=4, cover=2) == 0
    assert value("damage", armor=4, cover=1) == Fraction(3, 2)
    for pool, stopped, auto in product(SMALL, SMALL, SMALL):
        ways = hurts(1, 0, pool, stopped, auto)
        ways -= Counter({0: ways.total() // 2})  # of one coin against none every second attack hits
        got = law("damage", coins=pool, armor=stopped, auto=auto)
        assert got == chances(ways)


@pytest.mark.rule("PT-ATK-02", "PT-ATK-04", "PT-RUL-22")
def test_a_whole_attack():
    means = value("attack"), value("attack", armor=2, cover=1), value("attack", armor=6)
    assert list(means) == exact("1739/512", "8695/4096", "0")


@pytest.mark.parametrize(
    ("coins", "against", "pool", "stopped", "auto"), [*product(range(3), range(3), range(3), range(2), SMALL)]
)
def test_an_attack_is_every_coin_counted(coins, against, pool, stopped, auto):
    ways = hurts(coins, against, pool, stopped, auto)
    given = {"coins": coins, "against": against, "damage": pool, "armor": stopped, "auto": auto}
    assert (value("attack", **given), law("attack", **given)) == (mean(ways), chances(ways))


# --- 7. boost -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ENE-04", "PT-BEL-06", "PT-RUL-04")
def test_an_energy_coin_or_a_belief():
    assert value("boost") == Fraction(1, 2)
    belief = {"energy": 0, "belief": 1}
    assert value("boost", **belief) == Fraction(1255, 2048)
    assert notes("boost", **belief)["mean Belief, bought after the throw"] == Fraction(231, 1024)
    assert notes("boost", **belief)["without both"] == Fraction(793, 2048)


@pytest.mark.rule("PT-RUL-04")
@pytest.mark.parametrize(("coins", "against", "energy", "belief"), [*product(SMALL, SMALL, range(3), range(4))])
def test_what_is_bought_is_every_coin_counted(coins, against, energy, belief):
    margins = Counter(a - d for a, d in heads(coins + energy, against))
    got = answer("boost", coins=coins, against=against, energy=energy, belief=belief)
    assert got.value == among(margins, lambda m: m + belief > 0)
    paid = Counter(1 - m if 0 < 1 - m <= belief else 0 for m in margins.elements())
    assert dict(got.notes)["mean Belief, bought after the throw"] == mean(paid)
    assert dict(got.notes)["without both"] == value("hit", coins=coins, against=against)


# --- 8. bystander ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-PLOT-06", "PT-RUL-41")
def test_a_bystander():
    kill = {"coins": 7, "difficulty": 2, "damage": 5, "life": 4}
    assert [value("bystander"), value("bystander", **kill)] == exact("627/1024", "99/256")


@pytest.mark.rule("PT-RUL-41")
@pytest.mark.parametrize(("coins", "difficulty", "pool", "life"), [*product(SMALL, range(2), SMALL, range(1, 4))])
def test_a_bystander_is_every_coin_counted(coins, difficulty, pool, life):
    ways = Counter(
        "missed" if a <= difficulty else "done" if pool and harm + 1 >= life else "too little"
        for a, harm in heads(coins, pool)
    )
    got = law("bystander", coins=coins, difficulty=difficulty, damage=pool, life=life)
    assert got == {name: among(ways, lambda x, n=name: x == n) for name in ("missed", "too little", "done")}


# --- 9 and 10. over several rolls -----------------------------------------------------------------------------


@pytest.mark.rule("PT-RUL-27")
def test_when_a_face_is_seen():
    seen = [value("peek", rolls=rolls) for rolls in (2, 3, 4)]
    assert seen == exact("193/512", "1739/2048", "256719/262144")
    assert notes("peek")["mean rolls"] == Fraction(2482200064, 887503681)
    assert list(law("peek")) == ["on roll 1", "on roll 2", "later"]
    assert (value("peek", coins=0), notes("peek", coins=0)) == (0, {})


@pytest.mark.parametrize(("coins", "need", "rolls"), [*product(range(3), range(1, 4), range(1, 4))])
def test_a_peek_is_every_coin_counted(coins, need, rolls):
    ways = Counter()
    for thrown in heads(*[coins] * rolls):
        sums = [sum(thrown[: n + 1]) for n in range(rolls)]
        ways[next((f"on roll {n}" for n, got in enumerate(sums, 1) if got >= need), "later")] += 1
    names = [*(f"on roll {n}" for n in range(1, rolls + 1)), "later"]
    assert law("peek", coins=coins, need=need, rolls=rolls) == {
        name: among(ways, lambda x, n=name: x == n) for name in names
    }


@pytest.mark.rule("PT-RES-02")
@pytest.mark.parametrize(
    ("stress", "attacks", "figure"),
    [
        (6, 1, "12173/131072"),
        (6, 2, "11964053933/17179869184"),
        (12, 3, "415659700740705/1125899906842624"),
        (12, 4, "213729590443374988437/295147905179352825856"),
    ],
)
def test_how_many_attacks_bring_them_down(stress, attacks, figure):
    assert value("down", stress=stress, attacks=attacks) == Fraction(figure)


@pytest.mark.parametrize(("coins", "against", "pool", "stress"), [*product((1, 2), (0, 1), (1, 2), (1, 2, 4))])
def test_attacks_one_after_another_are_every_coin_counted(coins, against, pool, stress):
    each, ways = hurts(coins, against, pool, 0, 1), Counter()
    for first, second in product(each.elements(), repeat=2):
        ways["on attack 1" if first >= stress else "on attack 2" if first + second >= stress else "not yet"] += 1
    got = law("down", coins=coins, against=against, damage=pool, stress=stress, attacks=2)
    assert got == {name: among(ways, lambda x, n=name: x == n) for name in ("on attack 1", "on attack 2", "not yet")}


# --- 11. draw -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "wanted", "drawn", "at_least"), [*product((3, 5), range(3), range(4), range(3))])
def test_a_draw_is_every_hand_counted(cards, wanted, drawn, at_least):
    ways = Counter(sum(card < wanted for card in hand) for hand in combinations(range(cards), drawn))
    got = answer("draw", cards=cards, wanted=wanted, drawn=drawn, at_least=at_least)
    assert (got.value, dict(got.law)) == (among(ways, lambda n: n >= at_least), chances(ways))


def test_more_than_there_are_cannot_be_drawn():
    with pytest.raises(OutOfRange, match=r"Of 10 cards 11 cannot be drawn: give 0 to 10\."):
        answer("draw", drawn=11)
    with pytest.raises(OutOfRange, match=r"Of 10 cards 11 cannot be wanted: give 0 to 10\."):
        answer("draw", wanted=11)
