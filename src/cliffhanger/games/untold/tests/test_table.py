"""Around the checks: seats, scenes, sheets and settings, the veto, and what the page shows."""

from random import Random

import pytest
from msgspec import structs

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.files.setting import SHELF, ready
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.files.reader import read_form, write_form
from cliffhanger.kernel.game import Setup
from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.panels import Die, Group, List, Text, Track
from cliffhanger.kernel.params import sample
from cliffhanger.testing.cache_laws import forget
from cliffhanger.testing.play import Play
from cliffhanger.testing.position_laws import every


@pytest.mark.rule("UN-COR-01")
def test_every_player_has_a_protagonist_and_the_game_master_all_others():
    at = Play(GAME, players=3)
    assert [(p.id, p.seat) for p in at.state.cast if p.kind == "pc"] == [
        ("ione_wake", "ione_wake"),
        ("osk_tallow", "osk_tallow"),
        ("mirre", "mirre"),
    ]
    assert {p.seat for p in at.state.cast if p.kind == "adversary"} == {"gm"}
    assert all(o.seat == "gm" for o in at.options() if not o.standing)


@pytest.mark.rule("UN-COR-02")
def test_anybody_may_leave_something_out_and_no_number_changes(stage):
    scene = stage(ann={}, ben={})
    before = scene.s
    scene.cast[1].does("veto")
    assert scene.s == before
    assert scene.told("veto")[0].text == "leaves this out of the story."


@pytest.mark.rule("UN-SKL-03", "UN-SKL-04")
def test_the_setting_has_eight_broad_skills_of_each_realm_and_marks_its_own():
    setup = ready(1, {})
    assert isinstance(setup, Setup)
    at = Play(GAME, setup)
    rows = at.state.tree.rows
    plain = [row for row in rows if not row.under and not row.special]
    assert [sum(row.realm == realm for row in plain) for realm in ("body", "mind")] == [8, 8]
    assert sorted(row.name for row in rows if not row.ours) == [
        "Athletics",
        "Cognition",
        "Debate",
        "Deduction",
        "Disguise",
        "Feats of Strength",
        "Infiltration",
        "Jumping",
        "Recall",
        "Running",
    ]
    assert all(any(sub.under == row.id for sub in rows) for row in plain)
    assert [row.name for row in rows if row.special and not row.under] == ["Lamp Craft"]


@pytest.mark.rule("UN-COR-03", "UN-SKL-06")
def test_a_character_brings_skills_traits_goals_and_a_code():
    files = {"ida.toml": GAME.forms[0].example}
    setup = ready(2, files)
    assert isinstance(setup, Setup)
    at = Play(GAME, setup)
    wenna = at.state.cast[0]
    assert wenna.sheet.name == "Wenna Thrale"
    assert (wenna.sheet.strengths[0].name, wenna.sheet.weaknesses[0].name) == ("Never lost", "Speaks her mind")
    assert (wenna.sheet.goals, wenna.sheet.moral_code[0].level) == (("Have a deck underfoot again.",), 3)
    haggling = next(row for row in wenna.sheet.skills if row.name == "Haggling")
    assert (haggling.rank, haggling.sn, haggling.under) == (4, 2, "persuasion")


@pytest.mark.rule("UN-SKL-06", "UN-SKL-04")
@pytest.mark.parametrize(
    ("line", "where", "expected"),
    [
        ("Athletics = 7", "sheet.body.Athletics", "a broad rank from 0 to 6"),
        (
            "Athletics = { subs = { Climbing = 13 } }",
            "sheet.body.Athletics.subs.Climbing",
            "a sub-skill rank from 1 to 12",
        ),
        (
            "Athletics = { subs = { Recall = 3 } }",
            "sheet.body.Athletics.subs.Recall",
            "Recall stands under Cognition, mind",
        ),
        ("Cognition = 3", "sheet.body.Cognition", "Cognition stands as a broad skill, mind"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_with_its_line(line, where, expected):
    text = f'form = "character"\nname = "Ida"\n\n[sheet.body]\n{line}\n'
    faults = ready(1, {"ida.toml": text})
    assert isinstance(faults, list)
    assert (faults[0].line, faults[0].key) == (5, where)
    assert expected in faults[0].expected


@pytest.mark.rule("UN-COR-03")
def test_a_file_lists_all_its_faults():
    text = """\
form = "character"
name = "Ida"
[sheet]
strengths = ["Quick", "quick"]
[sheet.body]
Athletics = { rank = 2, second_nature = { Knots = 1 } }
[sheet.techniques]
Leap = "Jumping"
[words.traits]
Slow = "No."
"""
    faults = ready(1, {"ida.toml": text})
    assert isinstance(faults, list)
    assert [(f.line, f.key) for f in faults] == [
        (4, "sheet.strengths[1]"),
        (6, "sheet.body.Athletics.second_nature.Knots"),
        (8, "sheet.techniques.Leap"),
        (10, "words.traits.Slow"),
    ]


def test_more_players_than_heroes_and_more_heroes_than_players_are_told():
    crowd = ready(2, {"two.toml": GAME.forms[1].example})
    assert isinstance(crowd, list)
    assert "at most 1: so many heroes has this setting" in crowd[0].expected
    both = ready(1, {"a.toml": GAME.forms[0].example, "b.toml": GAME.forms[0].example.replace("Wenna", "Jory")})
    assert isinstance(both, list)
    assert "at most 1 heroes" in both[0].expected
    assert isinstance(ready(6, {}), list)


def test_a_setting_of_ones_own_takes_the_place_of_the_packaged_one():
    setup = ready(1, {"two.toml": GAME.forms[1].example})
    assert isinstance(setup, Setup)
    at = Play(GAME, setup)
    assert (at.state.title, [p.name for p in at.state.cast]) == ("Two Harbours", ["Wenna Thrale", "The Excise"])
    twice = ready(1, {"a.toml": GAME.forms[1].example, "b.toml": GAME.forms[1].example})
    assert isinstance(twice, list)
    missing = ready(1, {"two.toml": GAME.forms[1].example.split("[[cast]]", maxsplit=1)[0]})
    assert isinstance(missing, list)
    assert "Wenna Thrale" in missing[0].expected


@pytest.mark.rule("UN-SKL-04")
def test_a_setting_whose_own_people_do_not_fit_its_skills_is_refused():
    two = GAME.forms[1].example
    wrong = ready(1, {"two.toml": two.replace("subs = { Climbing = 5 }", "subs = { Deduction = 5 }")})
    assert isinstance(wrong, list)
    assert [(f.key, f.expected) for f in wrong] == [
        (
            "cast[0].sheet.body.Athletics.subs.Deduction",
            "its place in this setting: Deduction stands under Cognition, mind",
        )
    ]
    moved = two.replace("[body.Seamanship]", "[mind.Seamanship]").replace('["Wenna Thrale"]', '["Osk Tallow"]')
    packaged = ready(1, {"two.toml": moved})
    assert isinstance(packaged, list)
    assert (packaged[0].key, "Seamanship stands as a broad skill, mind" in packaged[0].expected) == ("heroes[0]", True)


@pytest.mark.parametrize("file", [*SHELF.packaged.people, SHELF.packaged.whole], ids=lambda file: file.name)
def test_packaged_files_survive_being_written(file):
    form = GAME.forms[0] if hasattr(file.value, "sheet") else GAME.forms[1]
    assert read_form(form, file.name, write_form(form, file.value, "untold")) == file.value


def test_a_sheet_in_play_reads_back_as_itself():
    at = Play(GAME, players=5)
    for p in at.state.cast[:5]:
        before = p.sheet
        at.act(p.seat, "sheet", sheet=at.option(p.seat, "sheet").params[0].start).act("gm", "agree")
        assert next(q for q in at.state.cast if q.id == p.id).sheet == before


def test_a_new_sheet_sizes_its_stores_anew(stage):
    scene = stage(ann={"body": {"athletics": 6, "riding": 6}, "lost": {"endurance": 9}})
    (ann,) = scene.cast
    text = 'form = "character"\nname = "Ann"\n[sheet.body]\nAthletics = 2\n'
    ann.does("sheet", sheet=text)
    assert ann.bases[0] == 12
    scene.does("agree")
    assert ann.bases[0] == 2
    assert ann.lost == {"endurance": 2}


@pytest.mark.rule("UN-COR-03")
def test_a_player_proposes_a_sheet_and_the_game_master_agrees_or_does_not(stage):
    scene = stage(ann={"body": {"athletics": 3}, "strengths": ["quick"]})
    (ann,) = scene.cast
    before = ann.now.sheet
    text = 'form = "character"\nname = "Ann"\n[sheet.body]\nAthletics = {}\n'
    ann.does("sheet", sheet=text.format(6)).does("sheet", sheet=text.format(4))
    assert ann.now.sheet == before
    assert [row.text for row in scene.s.proposals] == ["another sheet: Athletics 3 to 4, no Cognition, other strengths"]
    scene.does("disagree")
    assert (ann.now.sheet, scene.s.proposals) == (before, ())
    ann.does("sheet", sheet=text.format(5))
    ann.tries("athletics", 3)
    assert "making a check" in scene.refuses("agree").why
    ann.does("withdraw")
    scene.does("end").does("agree")
    assert (ann.rated("athletics")[0], scene.told("new_sheet")[0].who) == (5, "Ann")


@pytest.mark.rule("UN-COR-03")
def test_a_sheet_that_is_proposed_between_scenes_does_not_hold_up_the_next_one(stage):
    scene = stage(ann={})
    scene.does("end")
    scene.cast[0].does("sheet", sheet=scene.at.option("ann", "sheet").params[0].start)
    assert {"agree", "disagree", "open"} <= {o.key for o in awaited(scene.at.waiting)}


def test_scenes_are_told_by_their_numbers(stage):
    scene = stage(ann={})
    scene.does("end").does("open", name="The quay").does("end").does("open", name="The mill")
    assert [e.text for e in scene.told("scene")] == ["Scene 2: The quay.", "Scene 3: The mill."]


@pytest.mark.rule("UN-COR-01")
def test_the_game_master_brings_somebody_new_and_sends_somebody_away(stage):
    scene = stage(ann={})
    scene.does("join", sheet=GAME.forms[0].example)
    assert [(p.name, p.seat, p.kind, p.here) for p in scene.s.cast[1:]] == [("Wenna Thrale", "gm", "adversary", True)]
    scene.does("send", whom="wenna_thrale")
    assert not scene.s.cast[1].here
    scene.does("bring", whom="wenna_thrale")
    assert scene.s.cast[1].here


def test_three_of_a_name_get_ids_of_their_own(stage):
    scene = stage(ann={})
    for _ in range(3):
        scene.does("join", sheet=GAME.forms[0].example)
    assert [p.id for p in scene.s.cast[1:]] == ["wenna_thrale", "wenna_thrale-2", "wenna_thrale-3"]


def test_who_plays_one_person_is_spoken_to_by_its_name_and_the_game_master_never(stage):
    scene = stage(ann={}, troll={"adversary": True})
    assert GAME.own_names(scene.s, "ann") == ("Ann",)
    assert GAME.own_names(scene.s, "gm") == ()
    both = structs.replace(scene.s, cast=tuple(structs.replace(p, seat="ann") for p in scene.s.cast))
    assert GAME.own_names(both, "ann") == ()


def test_an_adversary_of_several_acts_in_the_plural(stage):
    scene = stage(ann={}, troll={"adversary": True}, gang={"adversary": True, "name": "The Wreckers"})
    labels = {o.label for o in scene.at.options("gm") if o.key.startswith("check")}
    assert labels == {"Troll acts", "The Wreckers act"}


def test_whoever_has_acted_least_is_asked_first(stage):
    scene = stage(ann={"body": {"athletics": 3}}, ben={"body": {"athletics": 3}})
    ann, ben = scene.cast
    ann.tries("athletics", 1)
    ranks = {o.seat: o.rank for o in scene.at.options() if o.key == "check"}
    assert ranks["ben"] < ranks["ann"]
    scene.does("on")
    assert ben.may()


def test_once_everybody_has_acted_the_game_master_is_asked_and_then_they_again(stage):
    def goes_on():
        return next(each.option for each in scene.at.waiting if each.key == "on")

    scene = stage(ann={"body": {"athletics": 3}}, ben={"body": {"athletics": 3}})
    assert not goes_on().first  # they are waited for, and it would change nothing
    for each in scene.cast:
        each.tries("athletics", 1)
    assert {o.seat for o in awaited(scene.at.waiting)} == {"gm"}
    assert goes_on().first
    scene.does("on")
    assert {o.seat for o in awaited(scene.at.waiting)} == {"ann", "ben"}
    assert not goes_on().first


def test_tracks_say_what_they_cost(stage):
    scene = stage(ann={"body": {"athletics": 4, "riding": 5, "rowing": 5}, "lost": {"endurance": 6}})
    (ann,) = scene.cast
    ann.tries("athletics", 5).takes_up(exertion=3)
    track = next(p for p in every(scene.at.panels("ann")) if isinstance(p, Track) and p.id == "endurance-ann")
    assert (track.filled, track.size, track.risk, track.gaps) == (9, 14, 0, (7, 4, 3))
    assert track.note == (
        "5 left. Initial 7, Fatigued 4 (difficulty +1, initiative +1), Depleted 3 (difficulty +1, initiative +2). "
        "Together: difficulty +1, initiative +1. 3 on this check."
    )
    assert "is touched deeper: Endurance, Fatigued, difficulty +1, initiative +1." in [
        GAME.say(event) for event in scene.told("column")
    ]


@pytest.mark.parametrize(
    ("scope", "tags"),
    [("all", ("!difficulty +4",)), ("matching_realm", ("!body: difficulty +1", "!mind: difficulty +3"))],
)
def test_what_hinders_is_told_for_the_checks_it_hinders(stage, scope, tags):
    lost = {"endurance": 8, "sanity": 3}
    scene = stage(
        ann={"body": {"athletics": 6, "riding": 5, "rowing": 3}, "mind": {"cognition": 3}, "lost": lost},
        house={"penalty_scope": scope},
    )
    party = next(p for p in every(scene.at.panels("ann")) if isinstance(p, List) and p.id == "party-rows")
    assert party.rows[0].tags == tags


def test_everybody_sees_what_the_game_master_holds(stage):
    scene = stage(ann={"body": {"athletics": 4}}, villain_points=2)
    for seat in ("gm", "ann", "watch"):
        says = [p.body for p in every(scene.at.panels(seat)) if isinstance(p, Text) and p.id == "third"]
        assert says == ["The Game Master holds 2 Villain Points; 0 of 3 Hero Points are spent toward the next."]


def test_second_nature_covers_a_1_and_the_next_one_is_cracked(stage):
    scene = stage(ann={"body": {"athletics": 5}})
    scene.cast[0].tries("athletics", 3).rolls(12, 9, 1, 1, 4).does("decline")
    dice = [(p.face, p.state, p.word) for p in every(scene.at.panels("ann")) if isinstance(p, Die)]
    assert dice == [
        (12, "counts", "boon"),
        (9, "counts", ""),
        (4, "struck", ""),
        (1, "struck", "covered"),
        (1, "one", "snag"),
    ]
    notes = [p.note for p in every(scene.at.panels("ann")) if isinstance(p, Track)]
    assert "2, less 1 for a 1; Second Nature covers 1 more." in notes
    scene.cast[0].does("accept")
    lists = [p for p in every(scene.at.panels("ann")) if isinstance(p, List)]
    assert "1 snag covered" in [tag for each in lists for row in each.rows for tag in row.tags]


def test_the_game_master_sees_what_villain_points_can_do():
    at = Play(GAME, players=2)
    groups = {p.id: p for p in at.panels("gm") if isinstance(p, Group)}
    assert [(each.value, each.name) for each in groups["villainy"].panels] == [
        (1, "Villain Point"),
        ("0 of 3", "to the next"),
    ]
    assert (groups["villainy"].place, groups["villainy-use"].folded) == ("stage", True)
    assert not {"villainy", "villainy-use"} & {p.id for p in at.panels("ione_wake") if isinstance(p, Group)}


def test_between_scenes_the_game_master_has_all_the_sheets_and_in_one_those_of_who_is_there(stage):
    scene = stage(ann={}, troll={"adversary": True}, wolf={"adversary": True})

    def sheets():
        return [p.name for p in scene.at.panels("gm") if isinstance(p, Group) and p.id.startswith("sheet-")]

    scene.does("send", whom="wolf")
    assert sheets() == ["Troll"]
    scene.does("end")
    assert sheets() == ["Troll", "Wolf"]


def test_what_is_at_stake_is_shown_beside_the_numbers(stage):
    scene = stage(ann={"body": {"athletics": 3}, "moral": {"honour": 3}})
    (ann,) = scene.cast
    for tie, notes in (("honour", ["“Honour” is at stake: devotion is worth two dice a point."]), ((), [])):
        ann.tries("athletics", 3, tie=tie)
        assert [p.body for p in every(scene.at.panels("ann")) if isinstance(p, Text) and p.id == "notes"] == notes
        ann.does("withdraw")


def test_the_game_master_opens_a_sheet_as_it_would_be_before_agreeing():
    at = Play(GAME, players=2)
    text = at.option("ione_wake", "sheet").params[0].start
    at.act("ione_wake", "sheet", sheet=text.replace("Climbing = 6", "Climbing = 5"))
    (sheet,) = (p for p in at.panels("gm") if isinstance(p, Group) and p.name == "Ione Wake, as proposed")
    assert (sheet.place, sheet.folded) == ("stage", True)
    ranks = [
        row.value for each in sheet.panels if isinstance(each, List) for row in each.rows if row.name == "Climbing"
    ]
    assert ranks == ["5"]
    assert "as proposed" not in str(at.panels("osk_tallow"))


def test_ending_a_check_or_a_scene_by_a_ruling(stage):
    scene = stage(ann={"body": {"athletics": 3}})
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    scene.at.ends()
    assert "check" in ann.may()
    scene.at.ends()
    assert "open" in scene.at.open("gm")
    scene.does("the_end")
    assert scene.at.over


def test_what_stands_open_at_any_time_is_written_when_somebody_looks_and_says_the_same_before():
    """Whose it is, which one, whether it is blocked: known without the option, and as the option has it."""
    at = Play(GAME, players=3)
    blocked = {"open": 0, "blocked": 0}
    for s in evening(at):
        for each in GAME.standing(s):
            known = each.seat, each.window, each.key, each.blocked, each.rank, each.reaction
            option = each.option
            assert known == (option.seat, option.window, option.key, option.blocked, option.rank, option.reaction)
            assert option.standing
            blocked["blocked" if option.blocked else "open"] += 1
    assert min(blocked.values()) > 50


def test_what_is_remembered_of_what_stands_open_is_what_would_be_found_anew():
    looked_at = [(s, [o.option for o in GAME.standing(s)]) for s in evening(Play(GAME, players=3))]
    for s, remembered in looked_at:
        forget(GAME)
        assert remembered == [o.option for o in GAME.standing(s)]


def evening(at, acts=150):
    """The positions of an evening of bots with things that happen beside the checks."""
    rng = Random(8)
    for n in range(acts):
        yield at.state
        now = at.waiting
        if isinstance(now, Roll):
            at.put(Faces(now.id, tuple(rng.randint(1, 12) for _ in now.dice)))
            continue
        ways = [o.option for o in (GAME.standing(at.state) if n % 3 == 0 else now) if not o.blocked]
        ways = [o for o in ways if not any(getattr(p, "form", "") for p in o.params) and o.key != "the_end"]
        option = rng.choice(ways)
        at.put(Act(option.seat, option.window, option.key, sample(option.params, rng)))


def test_more_successes_than_are_needed_are_no_part_of_what_is_needed(stage):
    scene = stage(ann={"body": {"athletics": 5}, "points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 9, 2, 3)
    (head,) = (p.head for p in every(scene.at.panels("ann")) if isinstance(p, Text) and p.id == "result")
    option = scene.at.option("ann", "accept")
    assert (head, option.says) == ("Ann makes it: 3 successes, 2 needed.", "3 successes, 2 needed.")
    assert "3 successes, 2 needed" in option.ask
    ways = {item.label: item.says for item in scene.at.option("gm", "numbers").params[0].items}
    assert ways == {
        "Two successes more are needed": "3 of 4",
        "Two successes taken away": "1 of 2",
        "Two successes fewer are needed": "3 successes, 0 needed",
        "Two automatic successes": "5 successes, 2 needed",
    }
    ann.does("accept")
    scene.at.act("gm", "confirm")
    assert [GAME.say(event) for event in scene.told("success")] == ["makes it with 3 successes, 2 needed: get across."]
