"""Rest and recovery with the Game Master's clock."""

import pytest

TIRED = {"body": {"athletics": (5, 3), "riding": 5, "rowing": 4}, "mind": {"cognition": 6}, "moral": {"honour": 3}}


@pytest.mark.rule("UN-REC-01")
@pytest.mark.parametrize(
    ("what", "minutes", "points"),
    [("endurance", 44, 2), ("tenacity", 45, 3), ("vitality", 1439, 0), ("vitality", 2880, 2), ("sanity", 1440, 1)],
)
def test_each_kind_has_its_own_pace(stage, what, minutes, points):
    lost = {"endurance": 5, "tenacity": 5, "vitality": 3, "sanity": 3}
    scene = stage(ann=TIRED | {"lost": lost})
    (ann,) = scene.cast
    ann.rests_for(what)
    scene.minutes(minutes, ann)
    assert ann.lost[what] == lost[what] - points
    assert {name: n for name, n in ann.lost.items() if name != what} == {n: m for n, m in lost.items() if n != what}


@pytest.mark.rule("UN-REC-02")
@pytest.mark.parametrize(("house", "back"), [("drop", 0), ("keep", 1)])
def test_minutes_short_of_a_point_are_dropped_when_the_kind_changes(stage, house, back):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5, "tenacity": 5}}, house={"recovery_remainder": house})
    (ann,) = scene.cast
    ann.rests_for("endurance")
    scene.minutes(10, ann)
    ann.rests_for("tenacity")
    scene.minutes(5, ann)
    ann.rests_for("endurance")
    scene.minutes(5, ann)
    assert ann.lost["endurance"] == 5 - back


@pytest.mark.rule("UN-REC-02")
def test_who_does_not_rest_through_it_is_disturbed(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5}}, ben=TIRED | {"lost": {"endurance": 5}})
    ann, ben = scene.cast
    ann.rests_for("endurance")
    ben.rests_for("endurance")
    scene.minutes(30, ben)
    assert (ann.lost["endurance"], ben.lost["endurance"]) == (5, 3)
    assert ann.now.rest is None
    assert scene.told("disturbed")[0].who == "Ann"


def test_acting_ends_a_rest(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5}})
    (ann,) = scene.cast
    ann.rests_for("endurance")
    ann.declares("athletics")
    assert ann.now.rest is None
    assert "check is under way" in scene.refuses("clock", minutes=5).why


@pytest.mark.rule("UN-REC-02")
def test_while_one_makes_a_check_the_others_may_sit_down(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5}}, ben=TIRED | {"lost": {"endurance": 5}})
    ann, ben = scene.cast
    ann.tries("athletics", 5)
    assert "Ann is making a check" in ann.cannot("rest").why
    ben.rests_for("endurance")
    assert ben.now.rest.what == "endurance"
    assert "time passes when it is over" in scene.refuses("clock", minutes=5).why


@pytest.mark.rule("UN-REC-02")
def test_the_worst_column_is_put_first(stage):
    lost = {"endurance": 14, "vitality": 6, "tenacity": 1, "sanity": 1}
    scene = stage(ann=TIRED | {"lost": lost, "devotion_spent": 1})
    (ann,) = scene.cast
    items = [item.id for item in scene.at.option("ann", "rest").params[0].items]
    assert items == ["endurance", "vitality", "sanity", "tenacity", "devotion"]
    ann.rests_for("devotion")
    assert ann.now.rest.what == "devotion"


@pytest.mark.rule("UN-REC-02")
def test_by_the_sheet_the_worst_column_is_the_only_one_and_the_next_follows(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 12, "tenacity": 3}}, house={"recovery_order": "sheet"})
    (ann,) = scene.cast
    assert ann.bases[:2] == (14, 6)
    assert "Endurance comes first" in ann.cannot("rest", what="tenacity").why
    ann.rests_for("endurance")
    scene.minutes(15 * 11, ann)
    # 12 lost is Depleted (7, 4, 3): one point and it is Fatigued, four more and it is Initial, as Tenacity is
    assert ann.lost == {"endurance": 4}


def test_rest_beyond_the_last_point_brings_nothing_more(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 2}})
    (ann,) = scene.cast
    ann.rests_for("endurance")
    scene.hours(9, ann)
    assert ann.lost == {}
    assert scene.told("recovered")[-1].text == "recovers 2 Endurance."
    assert scene.s.clock == 540


@pytest.mark.rule("UN-COL-03")
def test_recovery_lowers_what_was_spent_first(stage):
    scene = stage(ann=TIRED)
    (ann,) = scene.cast
    ann.tries("athletics", 9).rolls(*(2,) * 8, exertion=3).accepts()
    scene.strains(ann, 2)
    ann.rests_for("endurance")
    scene.minutes(30, ann)
    assert (ann.spent, ann.lost) == ({"endurance": 1}, {"endurance": 3})
