"""What stands beside the stage: help, debts, drives that fell, what is at hand; and what only the Watchtower sees."""

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.files.series import MASTER
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.panels import Board, Group, List
from cliffhanger.kernel.params import first

WATCHTOWER = MASTER.id


def groups(scene, seat="ann"):
    return {each.id: each for each in scene.at.panels(seat) if isinstance(each, Group)}


def stage_of(scene, seat="ann"):
    first = scene.at.panels(seat)[0]
    assert (first.id, first.place) == ("stage", "stage")
    return first.panels


def rows(group, name):
    """The rows of a list in a group, by its id."""
    return next(each for each in group.panels if isinstance(each, List) and each.id == name).rows


def dice(row):
    return [(die.size, die.face, die.state) for die in row.dice]


def contest(stage, **ann):
    scene = stage(ann={"gear": 10, **ann}, bo={"feature": True}, cy={"points": 1})
    scene.cast[0].wants("the letter", of=scene.cast[1])
    return scene, *scene.cast


def test_help_stands_in_a_pill_beside_the_dice_it_joined(stage):
    scene, ann, _, cy = contest(stage)
    cy.aids("duty", "bo").falls("d6=5 d6=3")
    assert stage_of(scene)[1].rows[0].tags == ("+5 Cy",)
    ann.rolls_with("duty", "bo").falls("d6=2 d6=3")
    assert stage_of(scene)[1].rows[1].tags == ("+5 Cy",)


def test_older_answers_are_folded_and_all_are_there(stage):
    scene, ann, bo, _ = contest(stage)
    ann.rolls_with("duty", "bo").falls("d6=2 d6=2")
    assert "ladder" not in groups(scene)
    bo.rolls_with("duty", "ann").falls("d6=3 d6=2")
    ann.rolls_with("duty", "bo").falls("d6=3 d6=3")
    assert [row.n for row in stage_of(scene)[1].rows] == [None, 6, 5]
    folded = groups(scene)["ladder"]
    assert folded.folded
    assert [row.n for row in rows(folded, "rungs")] == [6, 5, 4]


def test_who_owes_whom_are_points_that_wait_the_price_of_giving_in_and_drives_acted_against(stage):
    scene, ann, bo, _ = contest(stage)
    assert "debts" not in groups(scene)
    ann.rolls_with("duty", "bo", challenge=("duty",), why="a lie").falls("d6=1 d6=2 d6=3 d6=2")
    scene.complicates()
    bo.rolls_with("duty", "ann").falls("d6=5 d6=6")
    said = [(row.name, row.text, row.value) for row in rows(groups(scene)["debts"], "debt-rows")]
    assert ("Ann owes Bo", "if they give in", "1 point") in said
    assert ("Ann", "paid when this closes", "1 point") in said
    assert ("Ann", "acted against Duty, which steps down when this closes", "D6") in said


def test_stress_is_dice_and_locked_points_stand_apart(stage):
    scene = stage(ann={"points": 2, "locked": 1, "stress": {"angry": 8, "afraid": 6}}, bo={})
    row = rows(groups(scene)["cast"], "cast-rows")[0]
    assert (row.value, row.text) == ("2\u00a0points", "Afraid, Angry")
    assert [die.size for die in row.dice] == [6, 8]
    assert row.tags == ("1 once this closes",)
    counter = groups(scene)["sheet-ann"].panels[0]
    assert (counter.name, counter.value) == ("Plot Points", 2)
    assert "1 once this closes" in counter.note


def test_a_drive_that_fell_shows_what_it_was_on_the_sheet_and_on_the_map(stage):
    scene, ann, bo, _ = contest(stage)
    ann.rolls_with("duty", "bo", challenge=("bo",), why="a lie").falls("d6=5 d6=2 d6=3 d6=2")
    bo.gives_in()
    tie = next(row for row in rows(groups(scene)["sheet-ann"], "bonds-ann") if row.name == "Bo")
    assert (dice(tie)[0][0], tie.was, tie.tags) == (4, "D6", ("!acted against",))
    board = next(each for each in groups(scene)["web"].panels if isinstance(each, Board))
    assert next(each.was for each in board.ties if each.ends == ("ann", "bo")) == "D6"
    assert len(board.ties) == 6
    growth = rows(groups(scene)["sheet-ann"], "growth-ann")
    assert [die.size for die in growth[0].dice] == [6]


def test_a_detail_lies_at_hand_for_the_scene(stage):
    scene, ann, *_ = contest(stage, points=1)
    ann.has_at_hand("a lamp")
    row = rows(groups(scene)["at-hand"], "at-hand-rows")[0]
    assert (row.name, row.text, dice(row)) == ("a lamp", "of Ann, for this scene", [(6, 0, "rating")])


def test_interference_relief_and_a_test_say_what_they_are(stage):
    scene, ann, bo, cy = contest(stage)
    ann.rolls_with("duty", "bo").falls("d6=2 d6=2")
    bo.rolls_with("duty", "ann").falls("d6=3 d6=2")
    cy.steps_in(against=bo)
    assert stage_of(scene)[1].rows[0].text == "more than 5 stops it"
    cy.rolls_with("duty", "bo").falls("d6=6 d6=5")
    words, answers = stage_of(scene)
    assert (words.head, words.body) == ("Cy steps between them.", "It is stopped.")
    assert (answers.rows[0].name, answers.rows[0].text, answers.rows[0].n) == ("Cy", "to stop it", 11)

    scene = stage(ann={"stress": {"angry": 8}}, bo={})
    ann, bo = scene.cast
    bo.relieves(ann, "angry")
    ann.lets_them()
    assert stage_of(scene)[0].head == "Bo helps Ann."
    scene = stage(ann={}, bo={})
    scene.does("test", who="ann", goal="the ledge")
    assert stage_of(scene)[0].head == "Only Trouble stands against it."
    assert stage_of(scene)[1].rows[0].name == "Trouble"


def test_nobody_but_the_watchtower_sees_the_scenes_that_are_prepared(stage):
    scene = stage(ann={}, bo={"feature": True})
    assert [row.name for row in rows(groups(scene, WATCHTOWER)["scenes"], "scene-rows")] == ["A scene"]
    assert groups(scene, WATCHTOWER)["scenes"].place == "behind"
    for seat in ("ann", "watch"):
        assert not {"scenes", "pressure", "sheet-bo"} & groups(scene, seat).keys()
        seen = GAME.view(scene.s, seat).cards
        assert [(card.name, card.says, card.features) for card in seen] == [("Scene 1", "", ())]


def test_the_watchtower_has_features_folded_and_values_side_by_side_with_open_ones_below(stage):
    scene, ann, *_ = contest(stage)
    ann.rolls_with("duty", "bo", challenge=("duty",), why="a lie").falls("d6=1 d6=2 d6=3 d6=2")
    shown = groups(scene, WATCHTOWER)
    assert shown["sheet-bo"].folded
    pressure = rows(shown["pressure"], "pressure-rows")
    assert [(row.name, len(row.dice)) for row in pressure] == [("Ann", 6), ("Cy", 6), ("Bo", 6)]
    assert pressure[0].tags == ("!Duty D6",)
    assert [die.size for die in rows(shown["pressure"], "open-ones")[0].dice] == [6]


def test_the_end_of_an_episode_shows_who_has_still_to_speak_and_growth_against_what_stands_in_its_way(stage):
    scene = stage(ann={"gear": 6, "growth": (6, 8)}, bo={"feature": True})
    scene.does("end")
    scene.does("end_episode")
    assert [(row.name, row.state) for row in stage_of(scene)[1].rows] == [("Ann", "now")]
    (ann, _) = scene.cast
    ann.does("epilogue", text="older").does("done")
    assert ann.option("step_up").ask == "What grows in you? The roll is D6 D8."
    assert "something else steps down" in stage_of(scene)[0].body
    ann.does("step_up", trait="gear")
    words, answers = stage_of(scene)
    assert words.head == "Ann grows: Gear."
    assert [[die.size for die in row.dice] for row in answers.rows] == [[6, 8], []]


def test_whoever_has_no_dice_for_growth_is_told_so(stage):
    scene = stage(ann={"gear": 6}, bo={"feature": True})
    (ann, _) = scene.cast
    scene.does("end")
    scene.does("end_episode")
    ann.does("epilogue", text="older").does("done")
    assert ann.option("step_up").ask == "What grows in you? There are no dice for it."
    assert (ann.option("step_up").first, ann.option("skip_growth").first) == (False, True)


def test_a_line_of_ones_own_stands_on_the_rung_of_its_roll(stage):
    scene, ann, bo, _ = contest(stage)
    option = ann.option("roll")
    choice = first(option.params) | {"pool": ("duty", "bo")}
    scene.at.put(Act("ann", option.window, "roll", choice, said="You of all people."))
    assert stage_of(scene)[1].rows[0].text == "to set what is to be beaten"
    ann.falls("d6=2 d6=3")
    assert stage_of(scene)[1].rows[1].text == "“You of all people.”"
    bo.rolls_with("duty", "ann").falls("d6=3 d6=4")
    assert [row.text for row in stage_of(scene)[1].rows[1:]] == ["", "“You of all people.”"]


def test_a_one_says_who_took_it_up(stage):
    scene, ann, bo, _ = contest(stage)
    ann.rolls_with("duty", "bo", "gear").lets_fall("d6=1 d6=3 d10=4")
    scene.complicates()
    (one,) = [die for die in stage_of(scene)[1].rows[1].dice if die.face == 1]
    assert one.word == "complication, taken up by the Watchtower"
    scene.rules("trouble", to=[6, 6, 8])
    bo.rolls_with("duty", "ann").lets_fall("d6=1 d6=6")
    ann.cuts(6)
    shown = [die for row in stage_of(scene)[1].rows for die in row.dice if die.face == 1]
    assert {die.word for die in shown} == {f"complication, taken up by {who}" for who in ("the Watchtower", "Ann")}


def test_trouble_says_how_many_of_its_dice_may_be_used_up(stage):
    scene, *_ = contest(stage)
    assert rows(groups(scene)["trouble"], "trouble-dice")[0].text == "none may be used up"
    scene.rules("trouble", to=[6, 8, 8, 10])
    assert rows(groups(scene)["trouble"], "trouble-dice")[0].text == "2 may be used up"


def test_extras_and_locations_are_on_the_map_tied_to_those_who_know_them(stage):
    scene = stage(ann={"resources": {"guard": ("extra", 6, 2)}}, bo={})
    board = next(each for each in groups(scene)["web"].panels if isinstance(each, Board))
    (extra,) = [token for token in board.tokens if token.side == "extra"]
    (tie,) = [tie for tie in board.ties if tie.ends == ("ann", extra.id)]
    assert [die.size for die in tie.dice] == [6, 6]


def test_the_watchtower_sees_whose_each_scene_was_and_which_drives_were_at_stake(stage):
    scene, ann, bo, _ = contest(stage)
    desk = groups(scene, WATCHTOWER)["pressure"]
    duty = next(row for row in rows(desk, "pressure-rows") if row.name == "Ann").dice[0]
    assert duty.word == "at stake"
    ann.rolls_with("duty", "bo").falls("d6=2 d6=3")
    bo.gives_in()
    desk = groups(scene, WATCHTOWER)["pressure"]
    assert next(row for row in rows(desk, "pressure-rows") if row.name == "Ann").dice[0].word == "was at stake"
    assert [each.id for each in desk.panels] == ["pressure-rows"]
    scene.does("end", why="dawn")
    whose = rows(groups(scene, WATCHTOWER)["pressure"], "had")
    assert [(row.name, row.value, row.text) for row in whose] == [
        ("A scene", "Ann", ""),
        ("Cy", "", "has had no scene"),
    ]
