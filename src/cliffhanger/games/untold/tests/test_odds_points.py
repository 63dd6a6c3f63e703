"""The questions of points against chance, twice: the figures of the catalogue, and the small pools they are made of."""

from fractions import Fraction
from itertools import product

import pytest

from cliffhanger.games.untold.odds.best_push import pushes
from cliffhanger.games.untold.odds.distributions import Pool, net
from cliffhanger.games.untold.odds.inputs import Stores, Task
from cliffhanger.games.untold.tests.answers import answer, notes, printed, thrown, value
from cliffhanger.games.untold.tests.test_odds_laws import throws
from cliffhanger.odds.ask import Mean, words
from cliffhanger.odds.errors import OutOfRange

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
    assert words("best:", got) == "best: DL 2 lower"
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
    best = answer("hero_use", roll="1 2", sn=0, dl=1)
    assert (best.value, best.says) == (1, "2 automatic successes")


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


@pytest.mark.parametrize("up_front", [0, 9, 29, 30])
def test_many_points_are_parted_as_exactly_as_few(up_front):
    given = {"base": 24, "lost": 6, "base2": 14, "lost2": 1}
    got = answer("split", sr=5, dl=6, points=30, up_front=up_front, **given)
    will = Stores(*given.values()).willing(Task(6), "sub")
    needed = will.needed(up_front)
    first = net(Pool(5 + 2 * up_front, 1), needed)
    found = first[needed]
    for at, best in pushes(will, up_front, 30 - up_front, [at for at in first.ways if at < needed]).items():
        found += Fraction(first.ways[at] * best.made, first.total * best.total)
    assert got.value == found
    assert len(got.notes) < 2 * 31
    assert all("beaten" not in name for name, _ in got.notes)


@pytest.mark.rule("UN-PEN-03", "UN-EXR-03")
def test_a_push_stops_where_the_next_point_would_touch_a_column():
    # One point is left in the column; a second one brings a die and makes it a step harder.
    tired = Stores(14, 6, 10).willing(Task(3), "broad")
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
    for question, more in (("push", {"points": 3}), ("mixed", {"push": 3})):
        with pytest.raises(OutOfRange, match="the Minimum Roll of dice that lie there: ask with fewer points"):
            answer(question, **given, **more)
    assert value("push", **given, points=2) == value("push", points=2)


@pytest.mark.rule("UN-PEN-03", "UN-EXR-01")
def test_splits_whose_push_may_turn_hits_are_left_out_and_no_other():
    # Endurance is 6, in columns of 3, 2 and 1: with 2 gone the second point reaches the next column.
    given = {"sr": 2, "dl": 2, "kind": "broad", "points": 3, "base": 6, "lost": 2, "columns_debilitate": "true"}
    got = answer("split", **given)
    assert {name for name, _ in got.notes[::2]} == {"2 now + 1 held", "3 now + 0 held, beaten"}
    assert got.says.endswith(
        "(left out: 2 ways that hold more, as a push into the next column would raise the Minimum Roll)"
    )
    assert value("split", **given, up_front=3) == value("point", **given)
    # From there on nothing turns: it is the split of two points fewer, with their dice in the rank.
    after = {"sr": 4, "sn": 0, "dl": 3, "mr": 10, "kind": "broad", "points": 1, "up_front": 0}
    assert value("split", **given, up_front=2) == value("split", **after)
    with pytest.raises(OutOfRange, match=r"up_front cannot be 1: .* Give one of 2, 3\."):
        answer("split", **given, up_front=1)
    # Without a die nothing lies there that a push could turn, and there is no push either.
    assert value("split", **given | {"sr": 0}, up_front=0) == 0


def test_where_no_push_touches_a_column_every_split_is_there():
    given = {"base": 14, "lost": 5, "points": 2}
    assert answer("split", **given, columns_debilitate="true") == answer("split", **given)


# --- columns that were touched before -----------------------------------------------------------------------


def counted_by_hand(dice, sn, mr, dl, chain=6):
    """The chance that so many dice make it, face by face; no chain of boon dice need be longer to tell."""

    def boon(left):
        """Net successes of a boon die and of those it earns, with their weights out of 12 ** left."""
        if not left:
            return {0: 1}
        rest = {n + 1: ways for n, ways in boon(left - 1).items()}
        return {0: (mr - 1) * 12 ** (left - 1), 1: (12 - mr) * 12 ** (left - 1) + rest.pop(1, 0)} | rest

    late, made = boon(chain), Fraction(0)
    for faces in product(range(1, 13), repeat=dice):
        net = {sum(face >= mr for face in faces) - max(0, faces.count(1) - sn): Fraction(1, 12**dice)}
        for _ in range(faces.count(12)):
            longer = {}
            for (at, chance), (more, ways) in product(net.items(), late.items()):
                longer[at + more] = longer.get(at + more, 0) + chance * Fraction(ways, 12**chain)
            net = longer
        made += sum(chance for at, chance in net.items() if at >= dl)
    return made


@pytest.mark.rule("UN-PEN-03", "UN-MR-03")
@pytest.mark.parametrize("timing", ["immediate", "next_check"])
@pytest.mark.parametrize(
    ("lost", "lost2", "columns", "harder"),
    [(5, 0, 0, 0), (6, 0, 1, 1), (9, 0, 2, 2), (5, 1, 1, 1), (6, 1, 2, 2), (10, 4, 3, 3)],
)
def test_columns_touched_before_count_as_those_touched_now(timing, lost, lost2, columns, harder):
    # Endurance is 10, in columns of 5, 3 and 2; Vitality is 7, in columns of 4, 2 and 1.
    tired = {
        "base": 10,
        "lost": lost,
        "base2": 7,
        "lost2": lost2,
        "columns_debilitate": "true",
        "penalty_timing": timing,
    }
    exact = counted_by_hand(2, 0, mr=9 + columns, dl=1 + harder)
    for question in ("point", "tiredness"):
        assert value(question, sr=2, dl=1, **tired) == exact
    assert dict(answer("mixed", sr=2, dl=1, **tired).law)["made"] == exact


@pytest.mark.rule("UN-PEN-03", "UN-MR-03", "UN-EXR-02")
@pytest.mark.parametrize(("points", "columns"), [(0, 1), (2, 1), (3, 2)])
def test_points_add_their_column_to_those_touched_before(points, columns):
    # Endurance is 10, of which 6 are gone: the third point is the first of its last column.
    tired = {"base": 10, "lost": 6, "columns_debilitate": "true", "points": points}
    got = value("point", sr=1, dl=1, **tired)
    assert got == counted_by_hand(1 + points, 0, mr=9 + columns, dl=1 + columns)


@pytest.mark.rule("UN-DL-03", "UN-PEN-04")
def test_a_task_of_no_difficulty_is_not_made_harder_by_the_stores():
    tired = {"base": 10, "lost": 6, "columns_debilitate": "true"}
    assert value("point", sr=2, dl=0, penalty=2, **tired) == counted_by_hand(2, 0, mr=9, dl=0)


# --- joint --------------------------------------------------------------------------------------------------


def told(net, snags, boons, points):
    """An outcome as the answer puts it, where no number of it stands for more."""
    some = [
        f"{count} {name}{'s' * (count != 1)}"
        for count, name in ((snags, "snag"), (boons, "boon"), (points, "Hero Point"))
    ]
    return ", ".join((f"{net} net", *some))


@pytest.mark.rule("UN-DIE-02", "UN-SNG-01", "UN-BON-02", "UN-BON-03")
@pytest.mark.parametrize(
    ("given", "pool"),
    [
        ({"sr": 1}, Pool(1)),
        ({"sr": 2, "mr": 8, "deb": 2}, Pool(2, 0, 10)),
        ({"sr": 2, "sn": 1, "points": 1}, Pool(3, 1)),
        ({"sr": 1, "passed": 1}, Pool(1, boon=1)),
    ],
)
def test_all_that_a_roll_may_bring_by_counting_faces(given, pool):
    got = answer("joint", dl=1, **given)
    counted = {told(*x): chance for x, chance in throws(pool, 4).items() if x[3] < 4}
    shown = dict(got.law)
    assert {name: chance for name, chance in shown.items() if "more" not in name} == counted
    assert sum(shown.values()) == 1
    assert [chance for _, chance in got.law] == sorted(shown.values(), reverse=True)
    assert got.value == value("success", **given, dl=1)


def test_an_outcome_of_many_hero_points_stands_for_more_of_them():
    rows = dict(answer("joint", sr=1).law)
    assert rows["5 net or more, 0 snags, 5 boons or more, 4 Hero Points or more"] > 0
    assert rows["-1 net, 1 snag, 0 boons, 0 Hero Points"] == Fraction(1, 12)
