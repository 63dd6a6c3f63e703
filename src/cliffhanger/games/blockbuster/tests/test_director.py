"""What the Director may do at any time, and what everybody else may."""

import msgspec
import pytest
from msgspec import structs

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.files.sheets import CHARACTER, Power, Skill
from cliffhanger.games.blockbuster.rules.recasting import differences
from cliffhanger.games.blockbuster.rules.state import Shown
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.inputs import Ruling
from cliffhanger.kernel.step import step
from cliffhanger.kernel.wording import line_of


@pytest.mark.rule("BB-DEF-01")
def test_anybody_puts_another_in_the_spotlight_and_nothing_follows(stage):
    scene = stage(mara={}, joss={"lead": True}, guard={})
    mara, joss, _ = scene.cast
    before = scene.s.cast
    joss.answers("spotlight", whom=mara, line="Nobody climbs like Mara.")
    assert scene.s.cast == before
    assert scene.s.scene.spotlights == 1
    event = scene.told("spotlight")[0]
    assert (event.who, event.data) == ("Joss", {"whom": "Mara", "line": "Nobody climbs like Mara."})


def test_the_line_of_a_spotlight_says_who_shines_and_stays_away_until_somebody_has_words(stage):
    scene = stage(mara={}, joss={"lead": True})
    option = scene.at.option("joss", "spotlight")
    assert line_of(option, {"whom": ("mara",), "line": "She climbs."}) == "You say of Mara: “She climbs.”"
    assert line_of(option, {"whom": ("mara",), "line": ""}) == ""


@pytest.mark.rule("BB-DEF-01")
def test_nobody_spotlights_themselves_or_between_scenes(stage):
    scene = stage(mara={}, joss={"lead": True}, guard={})
    assert scene.at.refused("mara", "spotlight", whom="mara", line="Look at me.").why
    scene.does("close", why="")
    assert scene.at.refused("mara", "spotlight", whom="joss", line="Her.").rule == "BB-DEF-01"


@pytest.mark.rule("BB-DEF-04")
def test_the_director_declares_a_setback_of_the_story(stage):
    scene = stage(mara={}, guard={})
    mara, _ = scene.cast
    scene.does("setback", whom="mara", why="The bridge is gone.")
    assert mara.setbacks == ["The bridge is gone."]


@pytest.mark.rule("BB-DEF-04")
def test_the_director_takes_out_and_brings_back(stage):
    scene = stage(mara={}, guard={}, dog={})
    _, guard, _ = scene.cast
    scene.does("out", whom="guard", why="He has seen enough.")
    assert (guard.out, guard.setbacks) == (True, ["taken out"])
    scene.does("back", whom="guard")
    assert not guard.out


@pytest.mark.rule("BB-FAIL-02")
def test_the_director_deals_damage_as_it_stands_and_takes_it_away(stage):
    scene = stage(mara={"protection": 3, "vigor": 4}, guard={})
    mara, _ = scene.cast
    scene.does("hurt", whom="mara", amount=3, type="V", why="A beam.")
    assert mara.damage == 3
    scene.does("heal", whom="mara", amount=5, type="V")
    assert mara.damage == 0


@pytest.mark.rule("BB-CR-09", "BB-CR-08")
def test_the_director_ends_a_hold_and_an_order(stage):
    scene = stage(mara={"grab": 3, "talk": 3}, guard={"vigor": 3, "potency": 3})
    mara, guard = scene.cast
    mara.restrains(guard, by="grab").rolls(5, 5, 5)
    mara.convinces(guard, "hush", by="talk").rolls(5, 5, 5)
    scene.does("unhold", what="guard/mara", why="The rope burns through.")
    scene.does("change_mind", what="guard/mara", why="She laughed.")
    assert (guard.held_by, guard.orders) == ((), [])


@pytest.mark.rule("BB-DEF-03")
def test_the_director_opens_a_set_and_puts_an_impediment_on_it(stage):
    scene = stage(mara={}, guard={})
    scene.does("set", name="Roof", says="Slates.")
    roof = scene.s.sets[-1]
    scene.does("impede", place=roof.id, text="Sleet", penalty=2, tag="Fast Talk")
    assert [(i.text, i.penalty, i.tag) for i in scene.s.sets[-1].impediments] == [("Sleet", 2, "fast_talk")]


@pytest.mark.rule("BB-STR-02")
def test_the_director_adds_a_strain_at_any_time(stage):
    scene = stage(mara={}, guard={})
    mara, _ = scene.cast
    scene.does("strain", whom="mara", text="Thin air", rating=2, type="P")
    assert [(x.text, x.rating, x.type) for x in mara.now.extra] == [("Thin air", 2, "P")]


def test_somebody_new_joins_the_cast_and_then_the_scene(stage):
    scene = stage(mara={}, guard={})
    scene.does("join", sheet=CHARACTER.example, side="opponent")
    new = scene.s.cast[-1]
    assert (new.name, new.place, new.lead) == ("Odile Fenn", "", False)
    scene.does("bring", whom=(new.id,), place="hall")
    assert [entry.id for entry in scene.frame.entries] == [new.id]


def test_three_of_a_name_get_ids_of_their_own(stage):
    scene = stage(mara={}, guard={})
    for _ in range(3):
        scene.does("join", sheet=CHARACTER.example)
    assert len({p.id for p in scene.s.cast}) == 5


def test_sheets_change_between_scenes(stage):
    scene = stage(mara={}, guard={})
    mara, _ = scene.cast
    assert "between scenes" in scene.at.refused("mara", "sheet", sheet=CHARACTER.example).why
    scene.does("close", why="")
    mara.answers("sheet", sheet=CHARACTER.example)
    scene.does("agree")
    assert (mara.now.name, mara.id) == ("Odile Fenn", "mara")
    scene.does("recast", whom="mara", sheet=CHARACTER.example.replace("Odile Fenn", "Odile Finn"))
    assert mara.now.name == "Odile Finn"


def test_a_player_proposes_a_sheet_and_the_director_agrees_or_does_not(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    scene.does("close", why="")
    before = mara.now.sheet
    text = scene.at.option("mara", "sheet").params[0].start
    mara.answers("sheet", sheet=text.replace("Climb = 3", "Climb = 5"))
    mara.answers("sheet", sheet=text.replace("Climb = 3", "Climb = 4").replace("vigor = 3", "vigor = 6"))
    assert mara.now.sheet == before
    assert [row.text for row in scene.s.proposals] == ["another sheet: Vigor 3 to 6, Climb 3 to 4"]
    assert scene.at.option("director", "agree").ask == f"Mara proposes {scene.s.proposals[0].text}."
    scene.does("disagree")
    assert (mara.now.sheet, scene.s.proposals) == (before, ())
    assert scene.at.told[-1] == "Director leaves the sheet of Mara as it is."
    mara.answers("sheet", sheet=text.replace("Climb = 3", "Climb = 4"))
    scene.does("agree")
    assert (mara.now.sheet.skills[0].rating, scene.s.proposals) == (4, ())


def test_a_sheet_is_proposed_in_a_line_that_says_what_it_changes(stage):
    scene = stage(mara={"climb": 3, "talk": 2, "powers": {"rope": {}}}, guard={})
    mara, _ = scene.cast
    before = mara.now.sheet
    skills = (structs.replace(before.skills[0], physical=False), Skill("swim", "Swim", 1))
    powers = (Power("lamp", "Lamp"), structs.replace(before.powers[0], strain=2))
    after = structs.replace(before, skills=skills, powers=powers, tagline="wet")
    said = "Climb 3 to 3 (not physical), Swim 1, no Talk, Lamp, another Rope, other words"
    assert differences(before, after) == said
    assert differences(before, before) == "the same as it was"
    many = tuple(Skill(f"s{n}", f"S{n}", 1) for n in range(20))
    assert differences(before, structs.replace(before, skills=before.skills + many)).endswith("S7 1, and 12 more")


def test_a_sheet_that_could_not_be_played_is_no_proposal_by_a_ruling_either(stage):
    scene = stage(mara={}, guard={})
    mara, _ = scene.cast
    scene.does("close", why="")
    mara.answers("sheet", sheet=scene.at.option("mara", "sheet").params[0].start)
    row = scene.s.proposals[0].id
    for path, value in (
        (("who",), "nobody"),
        (("sheet", "vigor"), 100),
        (("sheet", "skills"), []),
        (("sheet", "name"), ""),
    ):
        refusal = step(GAME, scene.s, Ruling("Director", "More.", ("proposals", row, *path), value))
        assert refusal.why.startswith("Another sheet: "), path


def test_a_sheet_with_faults_is_refused_with_each_of_them(stage):
    scene = stage(mara={}, guard={})
    wrong = CHARACTER.example.replace("defense = 4", "defense = 44").replace("vigor = 3", 'vigor = "much"')
    refusal = scene.refuses("join", sheet=wrong)
    assert "sheet.defense" in refusal.why
    assert "sheet.vigor" in refusal.why


def test_a_roll_under_way_is_ended_by_a_ruling_and_what_was_spent_is_spent(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    scene.asks_for(2)
    scene.at.ends("Wrong wall.")
    assert (scene.active, scene.told("rolled")) == ("guard", [])


def test_between_rolls_a_ruling_ends_the_scene(stage):
    scene = stage(mara={}, guard={})
    scene.at.ends("It is late.")
    assert scene.s.scene is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("cast", "mara", "damage_v"), -1),
        (("cast", "mara", "place"), "nowhere"),
        (("cast", "mara", "seat"), "nobody"),
        (("cast", "mara", "restrained"), ["nobody"]),
        (("cast", "mara", "active"), ["nothing"]),
        (("cast", "mara", "sheet", "vigor"), 100),
        (("cast", "mara", "sheet", "skills"), []),
        (("cast", "mara", "sheet", "skills", "climb", "rating"), 31),
        (("scene", "order"), ["nobody"]),
        (("scene", "at"), 7),
        (("scene",), None),
        (("house", "zero_tie"), "both"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(stage, path, value):
    from cliffhanger.kernel.errors import Refusal
    from cliffhanger.kernel.inputs import Ruling
    from cliffhanger.kernel.step import step

    scene = stage(mara={"climb": 3}, guard={})
    found = step(scene.at.game, scene.s, Ruling("director", "Just so.", path, value))
    assert isinstance(found, Refusal)
    assert found.why


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("cast", "mara", "sheet", "limit_v"), 10**30, "limit"),
        (("cast", "mara", "sheet", "limit_p"), 0, "limit"),
        (("cast", "mara", "points"), 10**9, "9,999"),
        (("cast", "mara", "sheet", "name"), "", "name"),
        (("cast", "mara", "sheet", "name"), "x" * 50_000, "name"),
        (("cast", "mara", "id"), "mara/guard", "slash"),
        (("sets", "yard", "id"), "", "slash"),
        (("made",), -5, "numbered"),
        (("made",), 10**300, "numbered"),
        (("scene", "rolled", "mara", "id"), "nobody", "rolled"),
    ],
)
def test_no_ruling_makes_what_the_game_would_stumble_over_later(stage, path, value, says):
    scene = stage(mara={}, guard={})
    path = tuple(scene.s.sets[0].id if part == "yard" else part for part in path)
    refusal = step(GAME, scene.s, Ruling("Director", "Let us see.", path, value))
    assert isinstance(refusal, Refusal), refusal
    assert says in refusal.why


def test_a_sheet_has_each_of_its_lines_once(stage):
    scene = stage(mara={}, guard={})
    skill = msgspec.to_builtins(scene.s.cast[0].sheet.skills[0])
    refusal = step(GAME, scene.s, Ruling("Director", "More.", ("cast", "mara", "sheet", "skills"), [skill] * 500))
    assert "once" in refusal.why


def test_damage_may_pile_up_and_rulings_go_on(stage):
    scene = stage(mara={}, guard={})
    for _ in range(6):
        scene.does("hurt", whom="mara", amount=20, type="V", why="Beams, and more beams.")
    after = step(GAME, scene.s, Ruling("Director", "Enough.", ("cast", "mara", "points"), 1))
    assert not isinstance(after, Refusal), after


@pytest.mark.parametrize(
    ("path", "value"),
    [(("event", "what"), "gone"), (("event", "what"), "worked"), (("sides",), [{"who": "nobody"}])],
)
def test_no_ruling_makes_a_result_that_nobody_could_be_shown(stage, path, value):
    scene = stage(mara={"fight": 4}, guard={"defense": 2})
    told = Shown(Event("won_by_nobody", "Mara", data={"foe": "Guard", "aim": "the key"}))
    s = replace(scene.s, shown=told)
    assert GAME.invariant_error(s) == ""
    assert GAME.panels(s, "mara")
    refusal = step(GAME, s, Ruling("Director", "Otherwise.", ("shown", *path), value))
    assert refusal.why == "What was settled last stays as it was told."
