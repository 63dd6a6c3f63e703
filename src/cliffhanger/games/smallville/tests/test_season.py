"""A season: what the last evening left stands in the file from which the next one opens."""

from random import Random

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.files.series import SHELF, ready
from cliffhanger.games.smallville.files.sheets import CHARACTER, SERIES
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.game import Setup
from cliffhanger.testing.play import Play
from cliffhanger.testing.playout import bot_play

HURT = (
    CHARACTER.example
    + """
[sheet.stress]
angry = "d8"
insecure = "D4"
"""
)
GROWN = CHARACTER.example.replace("[sheet.values]", '[sheet]\ngrowth = ["d8", "d6"]\n\n[sheet.values]')


def person(s, name):
    return next(p for p in s.cast if p.id == name)


def traits(sheet):
    """What is on a sheet, in no order: a file has Assets by their kind, and play adds them as they come."""
    return set(sheet.values + sheet.relationships + sheet.assets + sheet.resources)


def next_table(setup, s, players=4):
    """The table that opens from the cast of a state."""
    made = ready(players, {"next.toml": GAME.cast(setup, s)})
    assert isinstance(made, Setup), made
    return made, GAME.start(made)


def test_a_sheet_may_have_stress_and_growth_on_it():
    sheet = read_form(CHARACTER, "a", HURT).sheet
    assert [(row.id, row.rating) for row in sheet.stress] == [("angry", 8), ("insecure", 4)]
    assert read_form(CHARACTER, "a", GROWN).sheet.growth == (6, 8)
    assert not read_form(CHARACTER, "a", CHARACTER.example).sheet.stress


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ('angry = "d7"', "sheet.stress.angry"),
        ('cross = "d6"', "sheet.stress.cross"),
        ("angry = 8", "sheet.stress.angry"),
    ],
)
def test_stress_that_there_is_not_is_told(written, key):
    text = f"{CHARACTER.example}\n[sheet.stress]\n{written}\n"
    assert [fault.key for fault in read_form(CHARACTER, "a", text)] == [key]


def test_who_comes_hurt_is_hurt_and_their_sheet_says_it_no_more():
    series = SERIES.example + HURT[HURT.index("\n[sheet.stress]") :].replace("[sheet.", "[cast.sheet.")
    setup = ready(2, {"series.toml": series})
    assert isinstance(setup, Setup), setup
    hurt = [p for p in GAME.start(setup).cast if any(row.rating for row in p.stress)]
    assert [[row.rating for row in p.stress] for p in hurt] == [[0, 8, 0, 4, 0]]
    assert hurt[0].sheet.stress == ()


@pytest.mark.rule("SV-STRESS-05", "SV-BONUS-03", "SV-END-04")
def test_stress_growth_and_drives_go_on_as_they_stand_before_the_episode_ends(stage, table_of):
    people = {"ann": {"duty": 8, "stress": {"angry": 8}, "growth": (6, 8)}, "bo": {"feature": True}}
    scene = stage(**people)
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", challenge=["duty"], why="He lies.").falls("d8=2 d8=3 d8=7 d6=5")
    bo.gives_in()
    if "spare" in ann.asked():
        ann.does("spare")
    assert ann.now.growth == (6, 8, 8)
    _, s = next_table(table_of(people, {}), scene.s, 1)
    then = person(s, "ann")
    assert [row.rating for row in then.stress] == [0, 8, 0, 0, 0]
    assert then.growth == (6, 8, 8)
    assert then.sheet.values[0].rating == 6


@pytest.mark.rule("SV-SETUP-05", "SV-END-01")
def test_an_episode_that_was_cut_short_may_end_at_the_next_table_or_the_next_one_begins_without_its_growth():
    series = SERIES.example.replace("[cast.sheet.values]", '[cast.sheet]\ngrowth = ["d8"]\n\n[cast.sheet.values]', 1)
    play = Play(GAME, ready(2, {"series.toml": series}))
    play.act("watchtower", "end_episode")
    assert play.state.stack[-1].phase == "epilogue"
    play.undo(1)
    play.act("watchtower", "episode")
    assert all(p.growth == () for p in play.state.cast)
    fresh = Play(GAME, ready(2, {"series.toml": SERIES.example}))
    assert [o.key for o in fresh.options("watchtower")] == ["episode"]


def test_scenes_that_were_opened_are_not_in_the_next_file(table_of):
    setup = table_of({"ann": {}, "bo": {}}, {}, ("The first", "The last"))
    play = Play(GAME, setup)
    play.act("watchtower", "episode")
    while not isinstance(play.waiting, tuple):
        play.rolls(*play.waiting.dice)
    play.act("watchtower", "open.the_last", present=["ann", "bo"], problem="It burns.")
    file = read_form(SERIES, "next", GAME.cast(setup, play.state))
    assert [card.name for card in file.scenes] == ["The first"]
    play.act("watchtower", "end", why="")
    first = [o for o in play.options("watchtower") if o.first]
    assert [o.key for o in first] == ["open.the_first"]
    says = {o.key: o.says for o in play.options("watchtower")}
    assert says["open.the_last"].startswith("Opened already.")


def test_a_trait_that_grows_under_a_name_that_is_taken_has_a_number_for_files_tell_them_apart_by_it(stage):
    from cliffhanger.games.smallville.rules.sheets import grow
    from cliffhanger.games.smallville.rules.state import Wish

    scene = stage(ann={"gear": 8}, bo={})
    for _ in range(2):
        scene.at.state = grow(scene.s, "ann", Wish("ability", name="Gear", says=""), 4)
    ann = scene.cast[0]
    assert [(row.id, row.name) for row in ann.now.sheet.assets] == [
        ("gear", "Gear"),
        ("gear_2", "Gear 2"),
        ("gear_3", "Gear 3"),
    ]


@pytest.mark.rule("SV-GROWTH-02")
def test_all_effects_that_were_bought_stand_in_the_next_file(stage, table_of):
    people = {"ann": {"charm": 6, "kinds": {"charm": "ability"}, "growth": (6,) * 8}, "bo": {"feature": True}}
    scene = stage(**people)
    (ann, _) = scene.cast
    assert "1 to 40" in ann.cannot("effect", die="d6", ability="charm", name="x" * 41).why
    for n in range(8):
        ann.does("effect", die="d6", ability="charm", name=f"{n}".zfill(40))
    _, s = next_table(table_of(people, {}), scene.s, 1)
    assert person(s, "ann").sheet.assets[0].effects == tuple(f"{n}".zfill(40) for n in range(8))


@pytest.mark.rule("SV-GROWTH-04")
@pytest.mark.parametrize(
    ("name", "called"),
    [("x" * 40, "x" * 40), ("!!!", "!!! 2"), ("y" * 40, "y" * 37 + " 2")],
    ids=["long", "without a letter", "taken"],
)
def test_what_is_new_has_a_name_that_a_file_can_have(stage, table_of, name, called):
    people = {"ann": {"y" * 40: 6, "growth": (6, 6)}, "bo": {"feature": True}}
    scene = stage(**people)
    ann, _ = scene.cast
    scene.does("end").does("end_episode")
    ann.does("epilogue", text="She stays.").does("done")
    assert "1 to 40" in ann.cannot("new", kind="gear", name="x" * 41).why
    ann.does("new", kind="gear", name=name)
    scene.at.rolls(2, 2)
    scene.at.rolls(5, 5)
    _, s = next_table(table_of(people, {}), scene.s, 1)
    assert called in [row.name for row in person(s, "ann").sheet.assets]


@pytest.mark.slow
def test_a_season_of_three_evenings_is_played_by_bots_each_from_the_sheets_of_the_last():
    setup = ready(4, {})
    first = [each.sheet for each in SHELF.packaged.cast.values()]
    for evening in range(3):
        end = bot_play(GAME, setup, Random(evening), 4_000)[-1].after.state
        assert end.ended
        left = {p.id: [row.rating for row in p.stress] for p in end.cast}
        sheets = {p.id: traits(p.sheet) for p in end.cast}
        setup, s = next_table(setup, end)
        assert {p.id: [row.rating for row in p.stress] for p in s.cast} == left
        assert {p.id: traits(p.sheet) for p in s.cast} == sheets
    assert any(sheets[each.id] != traits(each) for each in first)
