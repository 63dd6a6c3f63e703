"""What is shown: words on the stage first, the ladder of Results, who is who, Trouble, and the sheets."""

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.files.sheets import Asset, Character
from cliffhanger.games.smallville.files.triggers import Trigger
from cliffhanger.games.smallville.page.sentences import VOICE
from cliffhanger.games.smallville.page.view import draw, sheet_panel
from cliffhanger.games.smallville.rules.state import WATCHTOWER
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.panels import Counter, Group, List, Text, Track
from cliffhanger.testing.play import Play

FEATURE = {"feature": True}


def groups(scene, seat="ann"):
    return {each.id: each for each in scene.at.panels(seat) if isinstance(each, Group)}


def stage_of(scene, seat="ann"):
    first = scene.at.panels(seat)[0]
    assert (first.id, first.place) == ("stage", "stage")
    return first.panels


def shown(dice):
    return [(die.size, die.face, die.state) for die in dice]


def test_whoever_sits_by_has_a_chair_on_the_stage_and_leans_in_to_help(stage):
    def chairs():
        return [(row.mark, row.text, row.state) for row in stage_of(scene)[2].rows]

    scene = stage(ann={}, bo=FEATURE, cy={"points": 1}, di={})
    ann, bo, cy, _ = scene.cast
    ann.wants("the letter", of=bo)
    assert chairs() == [("Cy", "may help", ""), ("Di", "may help", "")]
    cy.does("prepare.cy")
    assert chairs()[0] == ("Cy", "helping Ann", "now")
    cy.rolls("d6=2 d6=3")
    assert chairs()[0] == ("Cy", "helping Ann", "now")
    ann.rolls("d6=4 d6=3")
    assert [each.id for each in stage_of(scene)[1:]] == ["answers", "by-rows"]  # Bo answers, and both may help him


def test_the_stage_goes_through_a_contest(stage):
    scene = stage(ann={"gear": 8}, bo={})
    ann, bo = scene.cast
    ann.wants("the letter", of=bo)
    words, answers = stage_of(scene)
    assert (words.head, words.body) == ("“the letter”", "Ann wants it from Bo. At stake is Duty.")
    assert [(row.mark, row.n, row.state) for row in answers.rows] == [("Ann", None, "now")]
    assert answers.rows[0].text == "to set what is to be beaten"
    ann.rolls_with("duty", "bo", "gear")
    assert shown(stage_of(scene)[1].rows[0].dice) == [(6, 0, "rating"), (6, 0, "rating"), (8, 0, "rating")]
    ann.falls("d6=1 d6=2 d8=7")
    assert sorted(shown(stage_of(scene)[1].rows[0].dice)) == [(6, 1, "one"), (6, 2, "counts"), (8, 7, "counts")]
    assert (stage_of(scene)[1].rows[0].n, stage_of(scene)[1].rows[0].text) == (9, "")
    scene.lapses()
    words, answers = stage_of(scene)
    assert (words.head, words.body) == ("Ann stands at 9.", "Ann: “the letter”. At stake is Duty.")
    assert [(row.mark, row.n) for row in answers.rows] == [("Bo", None), ("Ann", 9)]
    assert answers.rows[0].text == "more than 9 beats it, 9 or less hurts"
    bo.rolls("d6=1 d6=4")
    words = stage_of(scene)[0]
    assert words.head == "Ann wins, 9 to 4."
    assert words.body == "It hurts Bo, by 5; nobody has what they wanted yet."
    assert VOICE.below(words.told, ("Bo",)) == "It hurts you, by 5; nobody has what they wanted yet."
    ann.hurts("angry")
    assert stage_of(scene)[1].rows[0].name == "Stress for Bo"
    ann.lets_fall("d6=2 d8=3")
    assert shown(stage_of(scene)[1].rows[0].dice) == [(6, 2, "struck"), (8, 3, "counts")]
    bo.stays()
    words, answers = stage_of(scene)
    assert words.head == "Ann wins, 9 to 4."
    assert [(row.mark, row.n) for row in answers.rows] == [("Bo", 4), ("Ann", 9)]


def test_a_tie_that_hurts_says_whose_it_is(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=2 d6=3")
    bo.rolls("d6=1 d6=5")
    assert stage_of(scene)[0].body.startswith("A tie goes to whoever acts. It hurts Bo;")


def test_whose_turn_it_is_to_begin_is_said_in_words(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants("a dance", of=bo).rolls("d6=2 d6=3")
    bo.gives_in()
    rows = groups(scene)["turns"].panels[0].rows
    assert [(row.name, row.text) for row in rows] == [("Bo", "yet to begin"), ("Ann", "1 turn so far")]


def test_dice_that_do_not_count_are_struck_once_the_result_is_fixed(stage):
    scene = stage(ann={"gear": 8, "points": 1}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", "gear").lets_fall("d6=3 d6=2 d8=7")
    dice = stage_of(scene)[1].rows[0].dice
    assert sorted(shown(dice)) == [(6, 2, "plain"), (6, 3, "plain"), (8, 7, "plain")]
    ann.fixes()
    dice = stage_of(scene)[1].rows[-1].dice
    assert sorted(shown(dice)) == [(6, 2, "struck"), (6, 3, "counts"), (8, 7, "counts")]


@pytest.mark.rule("SV-CONTEST-11", "SV-CONTEST-12")
def test_the_newest_result_stands_on_top_and_giving_in_is_owed(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=2 d6=3")
    assert "debts" not in groups(scene)
    bo.rolls("d6=4 d6=5", aim="a song")
    words, answers = stage_of(scene)
    assert [(row.name, row.n) for row in answers.rows] == [("Ann", None), ("Bo", 9), ("Ann", 5)]
    assert "Bo: “a song”" in words.body
    (debt,) = groups(scene)["debts"].panels[0].rows
    assert (debt.name, debt.value) == ("Ann owes Bo", "1 point")


def test_what_was_granted_stands_there_until_the_next_thing(stage):
    scene = stage(ann={"points": 2}, bo={})
    ann, bo = scene.cast
    ann.wants("a dance", of=bo).rolls("d6=2 d6=3")
    bo.gives_in("A hand is held out.")
    assert "spite" in ann.may()  # she has still to say whether she leaves it at that
    for _ in range(2):
        words = stage_of(scene)[0]
        assert (words.head, words.body) == ("Bo gives in to Ann.", "Granted: a dance. A hand is held out.")
        if "spare" in ann.may():
            ann.does("spare")
    ann.wants(of=bo)
    assert stage_of(scene)[0].head == "“the letter”"


def test_a_test_and_a_relief_have_words_of_their_own(stage):
    scene = stage(ann={}, bo={"stress": {"angry": 8}})
    ann, _ = scene.cast
    scene.does("test", who=ann, goal="get across")
    assert stage_of(scene)[0].head == "Only Trouble stands against it."
    scene.does("roll").rolls(4, 5)
    assert (stage_of(scene)[0].head, stage_of(scene)[0].body) == ("Trouble stands at 9.", "Ann tries: get across")
    scene.at.ends()
    ann.does("relieve", what="bo/angry", deed="coffee")
    assert (stage_of(scene)[0].head, stage_of(scene)[0].body) == ("Ann helps Bo.", "Angry: coffee")


@pytest.mark.rule("SV-SETUP-03")
def test_between_everything_the_stage_says_where_things_stand():
    at = Play(GAME, players=2)
    (title,) = at.panels("watchtower")[0].panels
    assert (title.head, title.body) == (at.state.title, at.state.premise)
    at.act("watchtower", "episode")
    words, bonds = at.panels("watchtower")[0].panels
    assert words.head == "Episode 1"
    assert words.body.endswith("Whoever rolls highest has the most points.")
    assert [(row.n, row.value) for row in bonds.rows] == [(None, "to roll"), (None, "to roll")]
    at.rolls(*(1,) * len(at.waiting.dice))
    assert [(row.n, row.value) for row in at.panels("watchtower")[0].panels[1].rows] == [(0, ""), (None, "to roll")]
    at.rolls(*(3,) * len(at.waiting.dice))
    card = at.state.cards[0]
    at.act("watchtower", f"open.{card.id}")
    assert at.panels("watchtower")[0].panels[0].head == card.name


def test_a_scene_without_a_card_has_its_name_and_its_problem(stage):
    (title,) = stage_of(stage(ann={}, bo={}))
    assert (title.head, title.body) == ("A scene", "It is late.")


def test_who_is_who_says_what_they_have_and_who_is_out(stage):
    people = {"ann": {"points": 2, "locked": 1, "stress": {"angry": 8}}, "bo": {}, "foe": FEATURE, "imp": FEATURE}
    scene = stage(**people, absent=("bo", "imp"))
    scene.rules("cast", "foe", "stressed_out", to=True)
    rows = {row.name: row for row in groups(scene)["cast"].panels[0].rows}
    assert {"Ann", "Bo", "Foe"} <= set(rows)
    assert (rows["Ann"].value, rows["Ann"].tags) == ("2\u00a0points", ("1 once this closes",))
    assert "!Stressed Out" in rows["Foe"].tags
    assert "elsewhere" in rows["Bo"].tags
    assert (rows["Ann"].state, rows["Bo"].state) == ("here", "done")  # who is elsewhere has left their chair


@pytest.mark.rule("SV-TROUBLE-03")
def test_trouble_is_shown_die_by_die(stage):
    scene = stage(ann={}, bo={})
    scene.rules("trouble", to=[6, 8, 12])
    (row,) = groups(scene)["trouble"].panels[0].rows
    assert ([die.size for die in row.dice], row.name) == ([6, 8, 12], "3 dice")


def test_trouble_lies_before_the_watchtower_and_beside_the_story_of_the_others(stage):
    scene = stage(ann={}, foe=FEATURE)
    assert [groups(scene, seat)["trouble"].place for seat in ("ann", WATCHTOWER)] == ["side", "own"]
    assert groups(scene)["trouble"].panels == groups(scene, WATCHTOWER)["trouble"].panels
    assert not groups(scene, WATCHTOWER)["pressure"].folded


def test_the_web_ties_those_who_matter_to_one_another(stage):
    scene = stage(ann={"bo": 8}, bo={"ann": 0}, foe=FEATURE | {"ann": 10, "bo": 0})
    (board,) = groups(scene)["web"].panels
    assert [(token.id, token.side) for token in board.tokens] == [("ann", "lead"), ("bo", "lead"), ("foe", "feature")]
    assert [(tie.ends, tie.dice[0].size) for tie in board.ties] == [
        (("ann", "bo"), 8),
        (("ann", "foe"), 6),
        (("bo", "foe"), 6),
        (("foe", "ann"), 10),
    ]


def test_a_lead_sees_their_own_sheet_and_the_watchtower_those_who_are_there(stage):
    scene = stage(
        ann={"gear": 8, "points": 3, "stress": {"angry": 8}}, bo={}, foe=FEATURE, imp=FEATURE, absent=("imp",)
    )
    assert [name for name in groups(scene) if name.startswith("sheet-")] == ["sheet-ann"]
    sheets = {name: each for name, each in groups(scene, "watchtower").items() if name.startswith("sheet-")}
    assert list(sheets) == ["sheet-foe"]
    assert sheets["sheet-foe"].folded
    own = groups(scene)["sheet-ann"]
    assert not own.folded
    points = next(each for each in own.panels if isinstance(each, Counter))
    assert (points.name, points.value, points.note) == ("Plot Points", 3, "")
    lists = {each.name: each for each in own.panels if isinstance(each, List)}
    stress = [(each.name, each.filled, each.size, each.note) for each in own.panels if isinstance(each, Track)]
    assert stress[:2] == [("Afraid", 0, 5, ""), ("Angry", 3, 5, "D8")]  # D8 is the third of five sizes
    assert [name for name, *_ in stress] == ["Afraid", "Angry", "Exhausted", "Insecure", "Injured"]
    assert [row.name for row in lists["Values"].rows] == ["Duty", "Glory", "Justice", "Love", "Power", "Truth"]
    assert [(row.name, row.dice[0].size) for row in lists["Assets"].rows] == [("Gear", 8)]
    assert "Resources" not in lists


def test_points_that_wait_are_said(stage):
    scene = stage(ann={"points": 1}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "love", "bo")
    points = next(each for each in groups(scene, "bo")["sheet-bo"].panels if isinstance(each, Counter))
    assert (points.value, points.note) == (0, "and 1 once this closes")


def test_a_sheet_of_the_game_shows_all_of_it():
    at = Play(GAME, players=4)
    for p in at.state.cast[:4]:
        own = next(each for each in at.panels(p.seat) if isinstance(each, Group) and each.id == f"sheet-{p.id}")
        lists = {each.name: each for each in own.panels if isinstance(each, List)}
        assert [len(row.dice) for row in lists["Resources"].rows] == [row.dice for row in p.sheet.resources]
        limits = [row.limit for row in p.sheet.assets if row.limit]
        said = [row.text.partition("Limit: ")[2] for row in lists["Assets"].rows]
        assert [each for each in said if each] == [f"{limit}." for limit in limits]
        words = " ".join(row.text for row in lists["Assets"].rows)
        assert all(effect in words for row in p.sheet.assets for effect in row.effects)
        shown = [(row.name, row.value) for row in lists["Triggers"].rows]
        assert shown == [(row.name, each.label.upper()) for row in p.sheet.assets for each in row.triggers]
        assert any(isinstance(each, Text) for each in own.panels) == bool(p.sheet.said)


GEAR = Asset(
    "gear",
    "Gear",
    "ability",
    8,
    "It hums.",
    (
        Trigger("earn", "earn", n=2, says="You let them."),
        Trigger("increase", "spend", n=2, says="It sparks.", often="scene"),
        Trigger("recover", stress="angry", often="free"),
    ),
    "cold",
    ("Sees in the Dark", "Hears Far"),
)


@pytest.mark.rule("SV-EARN-04", "SV-SPEND-07", "SV-GROWTH-02")
def test_a_sheet_shows_special_effects_and_what_each_trigger_does(stage):
    p = stage(ann={}, bo={}).s.cast[0]
    sheet = replace(p.sheet, assets=(GEAR,))
    at_the_table = sheet_panel(replace(p, sheet=sheet), folded=False)
    (on_paper,) = draw(Character(sheet))
    for panel in (at_the_table, on_paper):
        lists = {each.name: each for each in panel.panels if isinstance(each, List)}
        (asset,) = lists["Assets"].rows
        assert asset.text == "It hums. Special Effects: Sees in the Dark, Hears Far. Limit: cold."
        assert [(row.name, row.text, row.value, row.tags) for row in lists["Triggers"].rows] == [
            ("Gear", "2 points are yours. You let them.", "EARN", ()),
            (
                "Gear",
                "The smallest die of the Stress Pool grows a size, 2 times. It sparks.",
                "SPEND",
                ("once a scene",),
            ),
            ("Gear", "Angry: gone.", "", ("as often as you like",)),
        ]


def test_a_sheet_without_triggers_has_no_list_of_them(stage):
    own = groups(stage(ann={"gear": 8}, bo={}))["sheet-ann"]
    assert "Triggers" not in {each.name for each in own.panels if isinstance(each, List)}


def test_a_recap_is_an_episode_guide():
    guide = {"scene_says", "contest", "gives_in", "stressed", "out", "rewrites", "grown", "loses", "test"}
    assert guide <= {row.what for row in GAME.said}
    assert not guide & GAME.tale.workings
    assert {"rolled", "stands", "earns", "pays"} <= GAME.tale.workings
    assert {"episode", "scene"} <= GAME.tale.chapters


def test_of_whom_something_is_wanted_it_is_said_who_that_is(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants("the letter", of=bo)
    cast = tuple(
        replace(p, sheet=replace(p.sheet, tagline="the cook")) if p.id == "bo" else p for p in scene.state.cast
    )
    words = GAME.panels(replace(scene.state, cast=cast), "ann")[0].panels[0]
    assert words.body == "Ann wants it from Bo, the cook. At stake is Duty."
    assert VOICE.below(words.told, ("Ann",)) == "You want it from Bo, the cook. At stake is Duty."
