"""Rest and recovery with the Game Master's clock."""

import pytest

from cliffhanger.kernel.panels import Group, Track
from cliffhanger.kernel.wording import button_of


def tracks(scene):
    """What the Game Master is shown of everybody's stores."""
    rows = list(scene.at.panels("gm"))
    for panel in rows:
        rows += panel.panels if isinstance(panel, Group) else ()
    return [panel.note for panel in rows if isinstance(panel, Track)]


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


def test_the_button_of_the_clock_says_how_much_time_passes(stage):
    clock = stage(ann=TIRED).at.option("gm", "clock")
    assert button_of(clock, {"minutes": 480}) == "Let 480 minutes pass"


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


def test_where_minutes_are_kept_none_are_nothing_to_keep(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5, "tenacity": 5}}, house={"recovery_remainder": "keep"})
    (ann,) = scene.cast
    ann.rests_for("endurance").rests_for("tenacity")
    assert ann.now.kept == ()
    scene.minutes(5, ann)
    ann.rests_for("endurance")
    assert [(row.what, row.minutes) for row in ann.now.kept] == [("tenacity", 5)]


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
    assert "check is under way" in scene.refuses("clock", minutes=5).why
    scene.does("set", base=9)
    ann.takes_up()
    assert ann.now.rest is None


def test_whoever_rests_may_act_though_nobody_waits_for_it(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5}}, ben={})
    (ann, _) = scene.cast
    ann.tries("athletics", 0).rests_for("endurance")
    (act,) = (each for each in scene.at.waiting if (each.seat, each.key) == ("ann", "check"))
    assert (act.reaction, act.option.first) == (True, True)


@pytest.mark.rule("UN-REC-02")
@pytest.mark.parametrize("dl", [0, 9])
def test_what_is_done_without_a_roll_ends_a_rest_too(stage, dl):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5}, "body": {"athletics": 0, "riding": 5}}, villain_points=1)
    (ann,) = scene.cast
    ann.rests_for("endurance")
    ann.tries("athletics", dl)
    if dl:
        ann.accepts()
    scene.confirms()
    assert ann.now.rest is None


@pytest.mark.rule("UN-REC-02")
@pytest.mark.parametrize("ends", ["refuse", "impossible", "call_off", "withdraw"])
def test_a_check_that_comes_to_nothing_disturbs_no_rest(stage, ends):
    scene = stage(ann=TIRED | {"lost": {"vitality": 3}})
    (ann,) = scene.cast
    ann.rests_for("vitality")
    scene.hours(23, ann)
    ann.declares("athletics")
    if ends in ("call_off", "withdraw"):
        scene.does("set", base=9)
    (ann if ends == "withdraw" else scene).does(ends)
    scene.hours(1, ann)
    assert ann.lost == {"vitality": 2}


@pytest.mark.rule("UN-REC-02", "UN-COR-03")
def test_another_sheet_disturbs_no_rest(stage):
    scene = stage(ann=TIRED | {"lost": {"vitality": 3}})
    (ann,) = scene.cast
    ann.rests_for("vitality")
    scene.hours(23, ann)
    text = scene.at.option("ann", "sheet").params[0].start
    scene.does("recast", whom=ann, sheet=text.replace('name = "Ann"', 'name = "Anne"'))
    assert ann.now.name == "Anne"
    scene.hours(1, ann)
    assert ann.lost == {"vitality": 2}


@pytest.mark.rule("UN-REC-02")
def test_by_the_sheet_a_wound_taken_meanwhile_comes_before_what_was_begun(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 3}}, house={"recovery_order": "sheet"})
    (ann,) = scene.cast
    ann.rests_for("endurance")
    scene.wounds(ann, 3, "mind")
    scene.minutes(15, ann)
    assert (ann.lost, ann.now.rest.what) == ({"endurance": 3, "sanity": 3}, "sanity")


@pytest.mark.rule("UN-DMG-02")
@pytest.mark.parametrize("back", ["rest", "mend", "restore"])
def test_harm_beyond_the_last_point_is_forgotten_when_a_point_comes_back(stage, back):
    scene = stage(ann=TIRED | {"points": 1}, house={"restore_scope": "any"})
    (ann,) = scene.cast
    scene.wounds(ann, ann.bases[2] + 2)
    assert (ann.left("vitality"), ann.excess("vitality")) == (0, 2)
    if back == "rest":
        ann.rests_for("vitality")
        scene.hours(24, ann)
    elif back == "mend":
        scene.does("mend", what="ann/vitality", amount=1)
    else:
        ann.does("restore", points=("vitality.1",))
        scene.does("agree")
    assert (ann.left("vitality"), ann.excess("vitality")) == (1, 0)
    scene.wounds(ann, 1)
    assert scene.told("at_brink")[-1].text == "is at the brink."
    scene.wounds(ann, 1)
    scene.wounds(ann, 2)
    assert scene.told("at_brink")[-1].text == "is at the brink, by 3 more than there was."


@pytest.mark.rule("UN-DMG-02", "UN-EXR-03")
def test_whoever_spends_themselves_empty_is_told_of_no_harm_that_was_overruled(stage):
    scene = stage(ann=TIRED)
    (ann,) = scene.cast
    scene.wounds(ann, ann.bases[2] + 2)
    scene.rules("cast", "ann", "aspects", "vitality", "damaged", to=ann.bases[2] - 1)
    assert tracks(scene)
    assert not any("beyond the last" in track for track in tracks(scene))
    ann.tries("athletics", 30).takes_up(exertion=ann.left("endurance") + 1)
    assert scene.told("at_brink")[-1].text == "is at the brink."
    assert ann.excess("vitality") == 0


@pytest.mark.rule("UN-DMG-02", "UN-COR-03")
def test_another_sheet_with_more_points_leaves_nobody_at_the_brink(stage):
    scene = stage(ann=TIRED)
    (ann,) = scene.cast
    scene.wounds(ann, ann.bases[2] + 2)
    text = scene.at.option("ann", "sheet").params[0].start
    scene.does("recast", whom=ann, sheet=text.replace("Riding = 5", "Riding = 6"))
    assert (ann.at_brink, ann.excess("vitality")) == (False, 0)


@pytest.mark.rule("UN-DMG-02", "UN-COR-03")
def test_another_sheet_with_as_many_points_leaves_at_the_brink_whoever_was_there(stage):
    scene = stage(ann=TIRED)
    (ann,) = scene.cast
    scene.wounds(ann, ann.bases[2] + 2)
    scene.does("recast", whom=ann, sheet=scene.at.option("ann", "sheet").params[0].start)
    assert (ann.at_brink, ann.excess("vitality")) == (True, 2)


@pytest.mark.rule("UN-DMG-02")
def test_what_was_spent_comes_back_before_what_was_harmed(stage):
    scene = stage(ann=TIRED)
    (ann,) = scene.cast
    scene.rules("cast", "ann", "aspects", "vitality", "spent", to=1)
    scene.wounds(ann, 2)
    scene.does("mend", what="ann/vitality", amount=2)
    row = next(row for row in ann.now.aspects if row.id == "vitality")
    assert (row.spent, row.damaged) == (0, 1)
    assert [e.text for e in scene.told("recovered")] == ["recovers 2 Vitality."]


@pytest.mark.rule("UN-REC-02")
def test_while_one_makes_a_check_the_others_may_sit_down(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 5}}, ben=TIRED | {"lost": {"endurance": 5}})
    ann, ben = scene.cast
    ann.tries("athletics", 5)
    assert "You are making a check" in ann.cannot("rest").why
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


@pytest.mark.rule("UN-REC-01")
def test_minutes_that_brought_a_point_bring_no_other(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 3}})
    (ann,) = scene.cast
    ann.rests_for("endurance")
    scene.minutes(10, ann).minutes(5, ann).minutes(5, ann)
    assert ann.lost == {"endurance": 2}


@pytest.mark.rule("UN-REC-02")
def test_rest_from_what_is_whole_gathers_no_minutes(stage):
    scene = stage(ann=TIRED | {"lost": {"endurance": 1}})
    (ann,) = scene.cast
    ann.rests_for("endurance")
    scene.minutes(10, ann)
    scene.does("mend", what="ann/endurance", amount=1)
    scene.minutes(10, ann)
    scene.strains(ann, 1)
    scene.minutes(5, ann)
    assert ann.lost == {"endurance": 1}


@pytest.mark.rule("UN-COL-03")
def test_recovery_lowers_what_was_spent_first(stage):
    scene = stage(ann=TIRED)
    (ann,) = scene.cast
    ann.tries("athletics", 9).rolls(*(2,) * 8, exertion=3).accepts()
    scene.strains(ann, 2)
    ann.rests_for("endurance")
    scene.minutes(30, ann)
    assert (ann.spent, ann.lost) == ({"endurance": 1}, {"endurance": 3})
