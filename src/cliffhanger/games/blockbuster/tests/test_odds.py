"""The ten questions, twice: the exact figures of the catalogue, and every face of small pools counted by hand."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from cliffhanger.games.blockbuster.odds import questions
from cliffhanger.games.blockbuster.odds.distributions import exchange
from cliffhanger.games.blockbuster.odds.questions import QUESTIONS
from cliffhanger.odds.ask import Mean, ask, named
from cliffhanger.odds.errors import OutOfRange


def answer(question, **given):
    return ask(named(QUESTIONS, question), given)


def value(question, **given):
    return answer(question, **given).value


def note(name, question, **given):
    return dict(answer(question, **given).notes)[name]


def law(question, **given):
    return dict(answer(question, **given).law)


def pools(*dice):
    """Every throw of some pools as (successes ..., ways): each pool face by face, like results counted together."""
    counted = [Counter(sum(face >= 5 for face in roll) for roll in product(range(1, 7), repeat=n)) for n in dice]
    return [(*throw, prod(c[s] for c, s in zip(counted, throw, strict=True))) for throw in product(*counted)]


def among(throws, test):
    return Fraction(sum(ways for *throw, ways in throws if test(*throw)), sum(throw[-1] for throw in throws))


def mean(throws, worth):
    return Fraction(sum(ways * worth(*throw) for *throw, ways in throws), sum(throw[-1] for throw in throws))


def test_the_questions_stand_in_the_catalogues_order():
    names = ["check", "opposed", "hit", "failure", "setup", "extended", "influence", "strain", "ongoing", "breakfree"]
    assert [q.name for q in QUESTIONS] == names


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_every_parameter_is_one_of_its_function_and_every_limit_is_answered(question):
    assert list(question.answer.__kwdefaults__) == [p.name for p in question.parameters]
    for p in question.parameters:
        for edge in p.values or (p.low, p.high):
            got = ask(question, {p.name: str(edge)})
            assert sum(chance for _, chance in got.law) == 1
            assert got.value <= 1 or question.unit == "mean"


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_all_limits_at_once_are_answered_with_a_law_that_is_whole(question):
    for limit in ("low", "high"):
        given = {p.name: getattr(p, limit) for p in question.parameters if p.type == "int"}
        assert sum(chance for _, chance in ask(question, given).law) == 1


def test_questions_and_answers_travel_between_processes():
    again = pickle.loads(pickle.dumps(QUESTIONS))
    assert again == QUESTIONS
    got = answer("strain", spend="attack")
    assert pickle.loads(pickle.dumps(got)) == got
    assert isinstance(got, Mean)


def test_a_question_is_a_function_too():
    assert questions.check(dice=5, required=2).value == Fraction(131, 243)


# --- 1. check -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-ROLL-02", "BB-UNO-03")
@pytest.mark.parametrize(
    ("dice", "required", "chance"),
    [(3, 1, "19/27"), (5, 2, "131/243"), (6, 3, "233/729"), (8, 5, "577/6561")],
)
def test_will_i_make_it(dice, required, chance):
    assert value("check", dice=dice, required=required) == Fraction(chance)


@pytest.mark.rule("BB-DEF-04")
@pytest.mark.parametrize(("dice", "chance"), [(2, "4/9"), (4, "16/81"), (6, "64/729")])
def test_no_success_at_all(dice, chance):
    assert note("no success, a Setback", "check", dice=dice) == Fraction(chance)
    assert law("check", dice=dice)["0"] == Fraction(chance)


def test_a_setback_in_one_of_three_rolls():
    name = "at least one Setback in 3 such rolls"
    assert note(name, "check", dice=4, rolls=3) == Fraction(256816, 531441)
    throws = pools(2, 2)
    assert note("at least one Setback in 2 such rolls", "check", dice=2, rolls=2) == among(throws, lambda *s: 0 in s)


@pytest.mark.parametrize("dice", range(6))
def test_a_check_by_counting_faces(dice):
    throws = pools(dice)
    for required in range(dice + 2):
        assert value("check", dice=dice, required=required) == among(throws, lambda s, r=required: s >= r)


def test_an_impediment_takes_dice_or_adds_to_what_is_required():
    assert value("check", dice=5, required=2, penalty=2) == value("check", dice=3, required=2)
    raised = value("check", dice=5, required=2, penalty=2, impediment_as="required")
    assert raised == value("check", dice=5, required=4)


def test_an_empty_pool_fails_unless_the_house_gives_it_a_die():
    assert value("check", dice=1, penalty=3) == 0
    assert value("check", dice=1, penalty=3, zero_pool="one_die") == Fraction(1, 3)


# --- 2. opposed ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-OPP-03")
@pytest.mark.parametrize(("dice", "against", "chance"), [(4, 4, "4241/6561"), (3, 5, "2984/6561"), (6, 4, "5137/6561")])
def test_who_wins_an_opposed_roll(dice, against, chance):
    assert value("opposed", dice=dice, against=against) == Fraction(chance)


@pytest.mark.rule("BB-INIT-01")
def test_who_goes_first():
    assert value("opposed", dice=5, against=4, kind="initiative") == Fraction(14203, 19683)
    throws = pools(2, 3)
    assert value("opposed", dice=2, against=3, kind="initiative") == among(throws, lambda a, b: a > b)
    level = answer("opposed", dice=3, against=3, kind="initiative")
    assert level.value == dict(level.notes)["more successes"] == (1 - dict(level.notes)["a tie"]) / 2


@pytest.mark.parametrize(("dice", "against"), [(0, 0), (0, 2), (2, 0), (3, 2), (2, 3)])
def test_an_opposed_roll_by_counting_faces(dice, against):
    throws = pools(dice, against)
    assert value("opposed", dice=dice, against=against) == among(throws, lambda a, b: a >= b)
    got = value("opposed", dice=dice, against=against, zero_tie="nobody")
    assert got == among(throws, lambda a, b: a >= b and (a or b))
    for margin, chance in law("opposed", dice=dice, against=against).items():
        assert chance == among(throws, lambda a, b, m=int(margin): a - b == m)


# --- 3. hit -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-OPP-04")
def test_how_hard_the_hit_is():
    ways = [2984, 1850, 1181, 446, 92, 8]
    got = answer("hit", dice=5, defense=3)
    assert got.law == tuple((str(n), Fraction(w, 6561)) for n, w in enumerate(ways))
    assert got.value == Fraction(2984, 6561)
    assert dict(got.notes)["mean damage"] == Fraction(662, 729)
    assert note("mean damage", "hit", dice=5, defense=3, protection=1) == Fraction(2381, 6561)
    assert answer("hit", dice=5, defense=3, protection=1, protection_on="none").law == got.law


def test_a_hit_by_counting_faces():
    throws = pools(3, 2)
    got = answer("hit", dice=3, defense=2, protection=1, cancelled=1)
    assert got.value == among(throws, lambda a, d: max(0, a - 1) - d - 1 <= 0)
    assert dict(got.notes)["mean damage"] == mean(throws, lambda a, d: max(0, max(0, a - 1) - d - 1))
    lying = answer("hit", rolled=3, defense=2)
    assert lying.value == 0
    assert dict(lying.law) == {"1": Fraction(1, 9), "2": Fraction(4, 9), "3": Fraction(4, 9)}


def test_a_bonus_counts_only_where_the_attack_lands():
    throws = pools(2, 2)
    given = {"dice": 2, "defense": 2, "damage_bonus": 2, "protection": 1}
    assert value("hit", **given) == among(throws, lambda a, d: a < d)
    floored = note("mean damage", "hit", **given, zero_tie="nobody")
    assert floored == mean(throws, lambda a, d: a - d + 1 if a >= d and (a or d) else 0)


# --- 4. failure ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-FAIL-02")
def test_what_failing_costs_at_worst():
    assert value("failure", dice=4, required=2) == Fraction(64, 81)
    assert value("failure", dice=5, required=3) == Fraction(112, 81)
    cost = law("failure", dice=4, required=2)
    assert (cost["1"], cost["2"]) == (Fraction(32, 81), Fraction(16, 81))


def test_failure_by_counting_faces():
    throws = pools(3)
    assert value("failure", dice=3, required=3) == mean(throws, lambda s: 3 - s)
    assert value("failure", dice=3, required=3, protection=1) == mean(throws, lambda s: max(0, 2 - s))
    unshielded = value("failure", dice=3, required=3, protection=1, protection_on="attack+ongoing")
    assert unshielded == mean(throws, lambda s: 3 - s)


# --- 5. setup -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-SET-01", "BB-DEF-02")
@pytest.mark.parametrize(("first_required", "chance"), [(0, "44027/177147"), (1, "9737/59049"), (2, "7289/59049")])
def test_set_up_first_or_try_twice(first_required, chance):
    got = answer("setup", first=4, first_required=first_required, dice=4, required=3)
    assert got.value == Fraction(chance)
    assert dict(got.notes)["two plain tries"] == Fraction(17, 81)


@pytest.mark.parametrize("bonus", ["excess", "all"])
def test_a_set_up_by_counting_faces(bonus):
    def token(s):
        return 0 if s < 1 else s - (bonus == "excess")

    chance = sum(
        among(pools(2 + token(s)), lambda t: t >= 2) * among(pools(3), lambda first, s=s: first == s) for s in range(4)
    )
    assert value("setup", first=3, first_required=1, dice=2, required=2, setup_bonus=bonus) == chance


# --- 6. extended --------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-EXT-02", "BB-EXT-03")
def test_how_many_rolls_an_extended_check_takes():
    got = answer("extended", dice=4, required=3)
    assert got.value == Fraction(720009, 274625)
    assert [chance for _, chance in got.law[:3]] == [Fraction(1, 9), Fraction(920, 2187), Fraction(152576, 531441)]
    got = answer("extended", dice=6, required=6)
    assert got.value == Fraction(295436281580779113, 86482825840140625)
    assert dict(got.notes)["within 3"] == Fraction(227709257, 387420489)


def test_an_extended_check_by_counting_faces():
    exact = law("extended", dice=2, required=3)
    throws = pools(2, 2, 2)
    assert exact["2"] == among(throws, lambda a, b, _: a < 3 <= a + b)
    assert exact["3"] == among(throws, lambda a, b, c: a + b < 3 <= a + b + c)
    assert exact["later"] == among(throws, lambda a, b, c: a + b + c < 3)
    # One die at a required number of 1 waits three rolls on average; the tail is summed to its end.
    assert value("extended", dice=1, required=1) == 3


def test_what_an_extended_check_leaves_over():
    # Required 1 with two dice: the roll that completes it shows 1 (four ways in five) or 2 successes.
    got = note("mean Set-Up dice left over", "extended", dice=2, required=1, extended_overshoot="setup")
    assert got == Fraction(1, 5)


# --- 7. influence -------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-CR-02", "BB-CR-03")
@pytest.mark.parametrize(("pushes", "chance"), [(1, "233/729"), (2, "435185/531441"), (3, "374772041/387420489")])
def test_an_attempt_that_is_ignored(pushes, chance):
    assert value("influence", dice=6, threshold=3, pushes=pushes) == Fraction(chance)


@pytest.mark.rule("BB-CR-06")
@pytest.mark.parametrize(("pushes", "chance"), [(2, "1066195/1594323"), (3, "26533267481/31381059609")])
def test_an_attempt_that_is_resisted(pushes, chance):
    assert value("influence", dice=6, threshold=3, resist=3, pushes=pushes) == Fraction(chance)


def test_resisting_by_counting_faces():
    throws = pools(2, 2, 2)
    got = value("influence", dice=2, threshold=3, resist=2, pushes=2)
    assert got == among(throws, lambda a, r, b: a >= 3 or max(0, a - r) + b >= 3)


@pytest.mark.rule("BB-CR-07")
def test_a_counter_attempt_by_counting_faces():
    throws = pools(2, 2, 2)
    got = law("influence", dice=2, threshold=2, resist=2, counter="subject", own=1, pushes=2)

    def turned(a, r, _):
        return a == 1 and r == 2

    assert got["1"] == among(throws, lambda a, *_: a >= 2)
    assert got["turned"] == among(throws, turned)
    landed = among(throws, lambda a, r, b: a < 2 and not turned(a, r, b) and max(0, a - r) + b >= 2)
    assert got["2"] == landed


def test_both_sides_counter_by_counting_faces():
    throws = pools(2, 2, 2)
    got = law("influence", dice=2, threshold=2, resist=2, counter="both", own=2, pushes=2)

    def second(a, r, b):
        track, back = max(0, a - r), max(0, r - a) if a else 0
        return a < 2 and back < 2 and track + max(0, b - back) >= 2

    assert got["2"] == among(throws, second)


@pytest.mark.parametrize("initiate", ["raw", "opposed"])
@pytest.mark.parametrize("meets", ["recorded", "fresh"])
def test_house_rules_of_influence_by_counting_faces(initiate, meets):
    throws = pools(2, 1, 1, 2, 2, 1)
    got = value("influence", dice=2, threshold=1, resist=1, pushes=2, cr_initiate=initiate, cr_resist=meets)

    def lands(a, guard, r, fresh, b, guard2):
        first = a - guard if initiate == "opposed" else a
        second = b - guard2 if initiate == "opposed" else b
        track = max(0, first)
        away = max(0, r - fresh) if meets == "fresh" else r
        return track >= 1 or max(0, track - away) + max(0, second) >= 1

    assert got == among(throws, lands)


def test_the_mean_of_pushes_agrees_with_their_law():
    assert note("mean pushes", "influence", dice=1, threshold=1) == 3
    assert note("mean pushes", "influence", dice=6, threshold=3) == value("extended", dice=6, required=3)
    many = law("influence", dice=6, threshold=3, resist=3, pushes=8)
    least = sum(int(n) * chance for n, chance in many.items() if n.isdecimal()) + 9 * many["not yet"]
    assert 0 < note("mean pushes", "influence", dice=6, threshold=3, resist=3) - least < 3 * many["not yet"]


# --- 8. strain ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-STR-06", "BB-STR-07")
def test_can_i_use_this_safely():
    task = law("strain", dice=5, required=1, over=1, spend="task")
    assert task == {
        "works unhurt": Fraction(131, 243),
        "works, hurt 1": Fraction(80, 243),
        "fails, hurt 1": Fraction(32, 243),
    }
    safety = law("strain", dice=5, required=1, over=1, spend="safety")
    assert safety == {
        "works unhurt": Fraction(131, 243),
        "fails unhurt": Fraction(80, 243),
        "fails, hurt 1": Fraction(32, 243),
    }
    assert value("strain", dice=5, required=1, over=1) == Fraction(131, 243)


@pytest.mark.parametrize("when", ["before_opposition", "after"])
def test_an_attack_under_strain_is_worth_the_same_seen_or_unseen(when):
    got = value("strain", dice=5, over=1, defense=3, spend="attack", strain_cancel_when=when)
    assert got == Fraction(1517, 6561)


@pytest.mark.parametrize("seen", [False, True])
def test_an_attack_under_strain_by_trying_every_way_to_cancel(seen):
    def worth(a, d, cancel):
        return max(0, a - cancel - d - 1) - (2 - cancel)

    def best(a):
        choices = range(min(a, 2) + 1)
        if seen:
            return mean(pools(2), lambda d: max(worth(a, d, c) for c in choices))
        return max(mean(pools(2), lambda d, c=c: worth(a, d, c)) for c in choices)

    exact = mean(pools(3), best)
    fight = exchange(3, 2, 2, 1, seen=seen)
    assert fight.mean(lambda x: x[0] - x[1]) == exact


@pytest.mark.parametrize("spend", ["task", "safety"])
def test_strain_by_counting_faces(spend):
    throws = pools(4)

    def fate(s):
        if spend == "safety":
            return s - min(s, 2) >= 2, 2 - min(s, 2)
        return (True, 2 - min(2, s - 2)) if s >= 2 else (False, 2 - s)

    got = law("strain", dice=4, required=2, over=2, spend=spend)
    for done, hurt in product((True, False), range(3)):
        name = f"{'works' if done else 'fails'}{f', hurt {hurt}' if hurt else ' unhurt'}"
        assert got.get(name, 0) == among(throws, lambda s, want=(done, hurt): fate(s) == want)


# --- 9. ongoing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-ONG-02", "BB-ONG-04", "BB-ONG-06", "BB-ONG-08")
@pytest.mark.parametrize(
    ("sustain", "again", "figure"),
    [
        (0, 0, "662/729"),
        (1, 0, "80378/59049"),
        (2, 0, "835978/531441"),
        (0, 1, "340637686/129140163"),
        (0, 2, "4362269284940/847288609443"),
    ],
)
def test_sustain_or_attack_again(sustain, again, figure):
    assert value("ongoing", dice=5, defense=3, resist=3, sustain=sustain, again=again) == Fraction(figure)


@pytest.mark.rule("BB-ONG-05")
def test_still_burning_after_one_sustain():
    assert note("still burning", "ongoing", dice=5, defense=3, resist=3, sustain=1) == Fraction(17572, 59049)


@pytest.mark.parametrize("free", [False, True])
def test_ongoing_damage_by_counting_faces(free):
    throws = pools(2, 1, 1, 2, 1, 1)

    def shielded(n):
        return max(0, n - 1)

    def total(a, d, kept_up, a2, d2, r):
        record = max(0, a - d)
        harm = shielded(record + 2) if a >= d and (a or d) else 0
        if free:
            record = max(0, record - kept_up)
            harm += shielded(record)
        if a2 >= d2 and (a2 or d2):
            return harm + shielded(a2 - d2 + record + 2)
        return harm + shielded(max(0, record - r))

    cost = "free" if free else "action"
    given = {"dice": 2, "defense": 1, "resist": 1, "protection": 1, "damage_bonus": 2, "again": 1, "sustain_cost": cost}
    assert value("ongoing", **given, zero_tie="nobody") == mean(throws, total)


def test_attacking_again_is_worth_more_than_sustaining():
    for dice, defense, resist in product(range(1, 6), repeat=3):
        given = {"dice": dice, "defense": defense, "resist": resist}
        assert value("ongoing", **given, again=1) >= value("ongoing", **given, sustain=1)


# --- 10. breakfree ------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-CR-10")
@pytest.mark.parametrize(
    ("vigor", "holder", "bonus", "chance"),
    [
        (2, 2, 0, "1/9"),
        (3, 3, 0, "1/27"),
        (4, 4, 0, "1/81"),
        (4, 3, 0, "1/9"),
        (5, 4, 0, "11/243"),
        (3, 3, 3, "233/729"),
    ],
)
def test_can_i_get_out_of_the_hold(vigor, holder, bonus, chance):
    assert value("breakfree", vigor=vigor, holder=holder, bonus=bonus) == Fraction(chance)


@pytest.mark.rule("BB-CR-10", "BB-STR-04")
def test_a_stronger_holder_hurts():
    assert law("breakfree", vigor=3, holder=4, bonus=2) == {
        "free unhurt": Fraction(1, 243),
        "free, hurt 1": Fraction(10, 243),
        "held unhurt": Fraction(200, 243),
        "held, hurt 1": Fraction(32, 243),
    }


def test_two_tries_by_counting_faces():
    throws = pools(3, 2)
    got = value("breakfree", vigor=2, holder=2, bonus=1, tries=2)
    assert got == among(throws, lambda a, b: a >= 2 or b >= 2)
    extended = value("breakfree", vigor=2, holder=2, bonus=1, tries=2, break_free="extended")
    assert extended == among(throws, lambda a, b: a >= 2 or a + b >= 2)


@pytest.mark.rule("BB-CR-10", "BB-DEF-03")
def test_what_hinders_and_what_was_done_before_counts_in_an_escape():
    throws = pools(2)
    assert value("breakfree", vigor=4, holder=2, penalty=2) == among(throws, lambda a: a >= 2)
    assert value("breakfree", vigor=2, holder=1, penalty=1, impediment_as="required") == among(throws, lambda a: a >= 2)
    extended = {"vigor": 4, "holder": 4, "penalty": 2, "break_free": "extended"}
    assert value("breakfree", **extended, so_far=3) == among(throws, lambda a: a >= 1)
    assert value("breakfree", **extended | {"break_free": "single"}, so_far=3) == 0


@pytest.mark.parametrize("spend", ["task", "safety"])
def test_an_extended_escape_under_strain_by_counting_faces(spend):
    throws = pools(2, 2)  # Vigor 2, holder 3: over 1 at each try

    def free(a, b):
        keep = (a, b) if spend == "task" else (a - min(1, a), b - min(1, b))
        return sum(keep) >= 3

    given = {"vigor": 2, "holder": 3, "tries": 2, "break_free": "extended", "spend": spend}
    assert value("breakfree", **given) == among(throws, free)


# --- what cannot be asked -----------------------------------------------------------------------------------


def test_a_number_out_of_range_is_told_with_the_way_out():
    with pytest.raises(OutOfRange, match="dice cannot be '61': give a whole number from 0 to 60"):
        answer("check", dice=61)
    with pytest.raises(OutOfRange, match="zero_tie cannot be 'me': give initiator or nobody"):
        answer("opposed", zero_tie="me")
