"""The files of this game: those that come with it, those people bring, and the words of its rules."""

from collections.abc import Mapping
from importlib.resources import files
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cliffhanger.games.blockbuster.files.film import SHELF, content_of, ready
from cliffhanger.games.blockbuster.files.sheets import (
    CHARACTER,
    FILM,
    FORMS,
    Character,
    Film,
    FilmFile,
    Impediment,
    Place,
    Power,
    Rating,
    SceneCard,
    Sheet,
    Skill,
    TaskCard,
)
from cliffhanger.games.blockbuster.rules.house import PRESETS, SWITCHES, House
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.files.reader import read_form, write_form
from cliffhanger.kernel.game import Setup
from cliffhanger.kernel.house_rules import called
from cliffhanger.kernel.rules_catalogue import catalogue, rulings

CONTENT = files("cliffhanger.games.blockbuster.files") / "content"
RULES = (files("cliffhanger.games.blockbuster") / "rules.toml").read_text("utf-8")


def told(form, text):
    found = read_form(form, "f", text)
    assert isinstance(found, list), found
    return [str(fault) for fault in found]


def table(players: int, brought: Mapping[str, str] | None = None) -> tuple[Setup, Film]:
    setup = ready(players, brought or {})
    assert isinstance(setup, Setup), setup
    return setup, content_of(setup)


def refused(players, brought):
    found = ready(players, brought)
    assert isinstance(found, list), found
    return [str(fault) for fault in found]


# --- the film that comes with the game ----------------------------------------------------------------------


def test_every_packaged_file_reads_without_fault():
    names = [file.name for file in CONTENT.iterdir() if file.name.endswith(".toml")]
    assert len(names) == 15
    for name in names:
        text = (CONTENT / name).read_text("utf-8")
        form = FILM if name == "film.toml" else CHARACTER
        found = read_form(form, name, text)
        assert not isinstance(found, list), found
        if form is CHARACTER:
            assert name == f"{slug(found.name)}.toml"


def test_the_examples_read_without_fault():
    for form in FORMS:
        assert not isinstance(read_form(form, form.name, form.example), list)


def test_the_film_has_what_a_table_needs():
    _, film = table(SHELF.most)
    powers = [power for sheet in (*film.leads, *film.opponents) for power in sheet.powers]
    assert (len(film.leads), len(film.opponents), len(film.scenes)) == (6, 8, 3)
    assert sum(bool(place.impediments) for place in film.sets) >= 3
    assert {power.strain_type for power in powers} == {"V", "P"}
    for has in (
        lambda p: p.ongoing and p.resist == "V",
        lambda p: p.ongoing and p.resist == "P",
        lambda p: p.targets > 1,
        lambda p: "attack" in p.uses and p.damage == "P" and p.against == "potency" and not p.physical,
        lambda p: p.active,
        lambda p: p.range == "scene",
        lambda p: p.gear,
        lambda p: "defend" in p.uses,
        lambda p: "restrain" in p.uses,
        lambda p: "convince" in p.uses,
    ):
        assert any(has(power) for power in powers)
    assert {task.required for scene in film.scenes for task in scene.tasks} == {3, 6, 9, 12}


def test_the_people_of_the_film_stand_in_their_bounds():
    _, film = table(SHELF.most)
    for sheet in (*film.leads, *film.opponents):
        assert 3 <= sheet.defense <= 5
        assert 3 <= sheet.vigor <= 5
        assert 3 <= sheet.potency <= 5
        assert sheet.protection <= 1
        best = max(skill.rating for skill in sheet.skills) + max(rating.rating for rating in sheet.attributes)
        assert 6 <= best <= 8


def test_tags_of_impediments_name_something_somebody_rolls():
    _, film = table(SHELF.most)
    known = {"", "physical"}
    for sheet in (*film.leads, *film.opponents):
        known |= {row.id for row in sheet.attributes} | {row.id for row in sheet.skills}
    assert {i.tag for place in film.sets for i in place.impediments} <= known


def test_every_packaged_character_is_written_to_a_file_that_reads_the_same():
    assert len(SHELF.packaged.cast) == 14
    for file in SHELF.packaged.cast.values():
        text = write_form(CHARACTER, file, "blockbuster")
        assert read_form(CHARACTER, file.name, text) == file


# --- sheets to files and back, whatever is on them ------------------------------------------------------------

NAMES = st.lists(
    st.text(st.characters(codec="utf-8", categories=("L", "N", "Zs")), min_size=1, max_size=12).filter(slug),
    min_size=1,
    max_size=5,
    unique_by=slug,
).filter(lambda names: not {slug(name) for name in names} & {"defense", "vigor", "potency", "director", "watch"})
NUMBER = st.integers(0, 12)
CLIMB_LINE = 'Climb = { rating = 4, uses = ["check", "task"] }'


@st.composite
def sheets(draw):
    names = draw(NAMES)
    attributes = tuple(Rating(slug(n), n, draw(NUMBER)) for n in draw(NAMES) if n not in names) or (
        Rating("q", "Q", 1),
    )
    taken = {rating.id for rating in attributes}
    uses = st.sampled_from([(), ("attack",), ("convince", "setup")])
    skills = tuple(
        Skill(slug(n), n, draw(NUMBER), draw(st.booleans()), draw(uses)) for n in names if slug(n) not in taken
    )
    skills = skills or (Skill("zz", "zz", 1),)
    powers = []
    for name in draw(NAMES):
        attack, ongoing = draw(st.booleans()), draw(st.booleans())
        power = Power(
            slug(name),
            name,
            draw(st.integers(0, 99)),
            draw(st.sampled_from("VP")),
            draw(st.sampled_from(["", skills[0].id])),
            draw(st.sampled_from(["", attributes[0].id])),
            ("attack", "check") if attack else ("defend",),
            ongoing=attack and ongoing,
            resist="P" if attack and ongoing else "",
            targets=draw(st.integers(1, 6)) if attack else 1,
            gear=draw(st.booleans()),
            says=draw(st.sampled_from(["", 'It "sings".'])),
        )
        powers.append(power)
    vigor, potency = draw(NUMBER), draw(NUMBER)
    return Sheet(
        slug(names[0]),
        names[0],
        attributes,
        skills,
        draw(NUMBER),
        vigor,
        potency,
        draw(NUMBER),
        draw(st.sampled_from([max(1, vigor), 7])),
        draw(st.sampled_from([max(1, potency), 9])),
        tuple(sorted(powers, key=lambda power: power.gear)),
        tagline="tag",
        goals=("one", "two"),
        who="who",
    )


@given(sheets())
def test_any_sheet_is_written_and_read_back_equal(sheet):
    text = write_form(CHARACTER, Character(sheet), "blockbuster")
    file = read_form(CHARACTER, "c", text)
    assert isinstance(file, Character), file
    assert file.sheet == sheet
    assert hash(file.sheet) == hash(sheet)


@st.composite
def films(draw):
    words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30)
    people = draw(NAMES)
    foes = tuple(people[1:])
    places = [
        Place(
            slug(n),
            n,
            draw(words),
            tuple(Impediment(slug(i), i, draw(st.integers(1, 6)), slug(draw(words))) for i in draw(NAMES)[:2]),
        )
        for n in draw(NAMES)
    ]
    scenes = [
        SceneCard(
            id=slug(n),
            name=n,
            says=draw(words),
            sets=tuple(draw(st.lists(st.sampled_from([p.id for p in places]), min_size=1, max_size=3, unique=True))),
            opponents=tuple(map(slug, draw(st.lists(st.sampled_from(foes), unique=True)) if foes else ())),
            tasks=tuple(TaskCard(t, draw(st.integers(1, 40)), draw(words)) for t in draw(NAMES)[:2]),
        )
        for n in draw(NAMES)
    ]
    cast = draw(st.lists(sheets(), max_size=2, unique_by=lambda sheet: sheet.id))
    title, tone = draw(NAMES)[0], tuple(draw(st.lists(words, max_size=2)))
    return FilmFile(
        slug(title),
        title,
        draw(words),
        tone,
        tuple(places),
        tuple(scenes),
        leads=(people[0],),
        opponents=foes,
        cast=tuple(Character(sheet, draw(st.sampled_from(["lead", "opponent"]))) for sheet in cast),
    )


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(films())
def test_any_film_is_written_and_read_back_equal(film):
    assert read_form(FILM, "f", write_form(FILM, film, "blockbuster")) == film


def test_limits_are_vigor_and_potency_unless_the_file_says_otherwise():
    text = CHARACTER.example
    assert (read_form(CHARACTER, "c", text).sheet.limit_v, read_form(CHARACTER, "c", text).sheet.limit_p) == (
        3,
        5,
    )
    other = text.replace("vigor = 3", "vigor = 3\nlimit_v = 6")
    assert read_form(CHARACTER, "c", other).sheet.limit_v == 6
    nothing = text.replace("vigor = 3", "vigor = 0")
    assert read_form(CHARACTER, "c", nothing).sheet.limit_v == 1


@pytest.mark.parametrize(
    ("name", "made"),
    [("Fast Talk", "fast_talk"), ("  Dr. No! ", "dr_no"), ("Nadia Voß", "nadia_voss"), ("Жанна", "жанна"), ("…", "")],
)
def test_ids_come_from_names(name, made):
    assert slug(name) == made


# --- what is wrong is told ------------------------------------------------------------------------------------


def broken(form, *changes):
    text = form.example
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return told(form, text)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("defense = 4", "defense = 13", "f:6: sheet.defense: a whole number from 0 to 12, not 13"),
        ("defense = 4", "defence = 4", "f:6: sheet.defence: no such key; did you mean defense?"),
        (
            'strain = "6P"',
            'strain = "6Q"',
            'f:19: sheet.powers.Stage Whisper.strain: a number and V or P, such as 6V, not "6Q"',
        ),
        (
            'skill = "Fast Talk"',
            'skill = "Talk"',
            "f:20: sheet.powers.Stage Whisper.skill: a skill of the sheet: Climb, Fast Talk",
        ),
        (
            'e = "Willpower"',
            'e = "Will"',
            "f:21: sheet.powers.Stage Whisper.attribute: an attribute of the sheet: Agility, Willpower",
        ),
        (
            '"attack"]',
            '"fly"]',
            "f:22: sheet.powers.Stage Whisper.uses[1]: one of attack, check, convince, defend, oppose, restrain, setup, "
            'task, not "fly"',
        ),
        ('"attack"]', '"convince"]', "f:22: sheet.powers.Stage Whisper.uses: each use once"),
        (
            '"2V"',
            '"2V"\nongoing = true',
            'f:29: sheet.gear.Rope and hook.ongoing: nothing here, or "attack" among its uses',
        ),
        (
            '"2V"',
            '"2V"\ntargets = 2',
            'f:29: sheet.gear.Rope and hook.targets: nothing here, or "attack" among its uses',
        ),
        (
            '"6P"',
            '"6P"\nresist = "V"',
            "f:20: sheet.powers.Stage Whisper.resist: nothing here, or ongoing = true: it answers ongoing damage",
        ),
        (
            CLIMB_LINE,
            "climb = 4\nCLIMB = 3",
            "f:16: sheet.skills.CLIMB: another name: sheet.skills.climb has this one",
        ),
        (CLIMB_LINE, "Climb = 4\nVigor = 3", "f:16: sheet.skills.Vigor: another name: every table has its own Vigor"),
        ('name = "Odile Fenn"', 'name = "Director"', "f:3: name: another name: every table has its own Director"),
        ('name = "Odile Fenn"', 'name = "?!"', "f:3: name: a name with a letter or a digit in it"),
        ("Agility = 3\nWillpower = 4", "", "f:10: sheet.attributes: a table of 1 to 20 keys, not a table"),
        (
            '[words.powers]\n"Stage',
            '[words.powers]\n"Stags',
            "f:38: words.powers.Stags Whisper: a power or an item of the sheet: Rope and hook, Stage Whisper",
        ),
    ],
)
def test_what_is_wrong_with_a_character_is_told(old, new, fault):
    assert fault in broken(CHARACTER, (old, new))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('sets = ["Balcony"]', 'sets = ["Stalls"]', "f:20: scenes[0].sets[0]: a Set of this film: Balcony"),
        (
            'opponents = ["Usher"]\ntasks',
            'opponents = ["Ushers"]\ntasks',
            "f:21: scenes[0].opponents[0]: an opponent of this film: Usher",
        ),
        (
            'opponents = ["Usher"]\ntasks',
            'opponents = ["Usher", "Usher"]\ntasks',
            "f:21: scenes[0].opponents[1]: each name once",
        ),
        ("penalty = 1", "penalty = 0", "f:15: sets[0].impediments[0].penalty: a whole number from 1 to 6, not 0"),
        ("required = 6", "required = 0", "f:22: scenes[0].tasks[0].required: a whole number from 1 to 40, not 0"),
        (
            'opponents = ["Usher"]',
            'opponents = ["Odile Fenn"]',
            "f:5: opponents[0]: another name: leads[0] has this one",
        ),
        ('name = "Usher"', 'name = "Odile fenn"', "f:35: cast[1].name: another name: cast[0].name has this one"),
        (
            "skills = { Shove",
            "skills = { Defense",
            "f:43: cast[1].sheet.skills.Defense: another name: every table has its own Defense",
        ),
        ('"dim"', '"dimm"', 'f:14: sets[0].look[2]: one of 24 words, not "dimm"; did you mean dim?'),
        ('"dim"', '"dim", "lit", "car", "open"', "f:14: sets[0].look: a list of at most 5 items, not a list of 6"),
        (
            'look = "dark"',
            'look = "lit"',
            'f:15: sets[0].impediments[0].look: one of "", sleet, glass, steam, dark, narrow, not "lit"',
        ),
        (
            'between = ["Balcony"]',
            'between = ["Foyer"]',
            "f:22: scenes[0].tasks[0].between[0]: a Set of this film: Balcony",
        ),
        ('leads = ["Odile Fenn"]', "leads = []", "f:4: leads: a list of 1 to 12 items, not a list of 0"),
    ],
)
def test_what_is_wrong_with_a_film_is_told(old, new, fault):
    assert fault in broken(FILM, (old, new))


def test_broken_copies_of_packaged_files_are_read_or_told():
    dice = Random(5)
    texts = [each.text for each in (*SHELF.packaged.people, SHELF.packaged.whole)]
    for _ in range(1_000):
        rows = dice.choice(texts).split("\n")
        for _ in range(dice.randrange(1, 3)):
            at = dice.randrange(len(rows))
            rows[at] = dice.choice(
                ["", rows[at] * 2, rows[at][::-1], rows[at].replace("=", "= -"), dice.choice(rows), "[x]"]
            )
        found = ready(2, {"a.toml": "\n".join(rows)})
        assert isinstance(found, Setup) or (found and all(isinstance(fault, Fault) for fault in found))


# --- a table is made ready --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, SHELF.most + 1))
def test_a_table_has_the_director_and_one_seat_for_each_lead(players):
    setup, film = table(players)
    assert (setup.seats[0].id, setup.seats[0].role) == ("director", "director")
    assert [(seat.id, seat.name) for seat in setup.seats[1:]] == [(lead.id, lead.name) for lead in film.leads]
    assert all(seat.role == "player" for seat in setup.seats[1:])
    assert len(film.leads) == players
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup


@pytest.mark.parametrize("players", [0, 7, -1])
def test_too_many_or_too_few_players_are_told(players):
    assert refused(players, {}) == [f"the table: players: 1 to 6 players, not {players}"]


def test_a_lead_who_is_brought_takes_a_seat():
    setup, film = table(2, {"odile.toml": CHARACTER.example})
    assert [lead.name for lead in film.leads] == ["Odile Fenn", "Juno Marsh"]
    assert [seat.id for seat in setup.seats] == ["director", "odile_fenn", "juno_marsh"]


def test_a_lead_of_the_film_who_is_brought_anew_replaces_the_old_one():
    text = (CONTENT / "ferris.toml").read_text("utf-8").replace("defense = 4", "defense = 2")
    _, film = table(6, {"ferris.toml": text})
    assert (film.leads[0].name, film.leads[0].defense) == ("Ferris", 2)
    assert len({lead.id for lead in film.leads}) == 6


def test_an_opponent_who_is_brought_joins_the_others_or_changes_sides():
    text = CHARACTER.example.replace('form = "character"', 'form = "character"\nside = "opponent"')
    _, film = table(2, {"odile.toml": text})
    assert film.opponents[-1].name == "Odile Fenn"
    assert [lead.name for lead in film.leads] == ["Juno Marsh", "Ferris"]
    brask = (CONTENT / "captain_brask.toml").read_text("utf-8").replace('side = "opponent"', "")
    _, film = table(2, {"brask.toml": brask})
    assert film.leads[0].name == "Captain Brask"
    assert "captain_brask" not in {sheet.id for sheet in film.opponents}
    assert "captain_brask" not in {name for scene in film.scenes for name in scene.opponents}


def test_a_film_that_is_brought_replaces_the_packaged_one():
    _, film = table(1, {"reel.toml": FILM.example})
    assert (film.title, [sheet.name for sheet in film.opponents]) == ("The Last Reel", ["Usher"])
    assert film.sets[0].impediments == (Impediment("the_lights_are_out", "The lights are out", 1, "physical", "dark"),)
    assert film.sets[0].look == ("room", "flat", "dim")
    assert film.scenes[0].tasks[0].between == ("balcony",)


def test_everything_wrong_with_the_files_of_a_table_is_told():
    assert refused(2, {"b.toml": CHARACTER.example.replace("form =", "from ="), "a.toml": "x = "}) == [
        "a.toml:1: TOML; invalid value, at the end",
        'b.toml: form: at the head of the file, form = "character" or form = "film"',
    ]
    assert refused(2, {"a.toml": CHARACTER.example.replace('"blockbuster"', '"chess"')}) == [
        'a.toml:1: game: "blockbuster"'
    ]
    assert refused(2, {"a.toml": CHARACTER.example, "b.toml": CHARACTER.example}) == [
        "b.toml:3: name: another name: a.toml brings this character"
    ]
    assert refused(1, {"a.toml": FILM.example, "b.toml": FILM.example}) == [
        "b.toml: one film only; a.toml is one already"
    ]
    assert refused(2, {"a.toml": FILM.example}) == [
        "the table: players: at most 1: so many leads has this film; bring more of them to be more"
    ]
    assert refused(1, {"a.toml": CHARACTER.example, "b.toml": CHARACTER.example.replace("Odile", "Otto")}) == [
        "b.toml: at most 1 leads: so many play, and 2 were brought"
    ]
    assert refused(1, {"a.toml": FILM.example.replace('leads = ["Odile Fenn"]', 'leads = ["Nobody"]')}) == [
        "a.toml:4: leads[0]: a character with a sheet; bring Nobody's, or put it under [[cast]]"
    ]


# --- the words of the rules -------------------------------------------------------------------------------------

SECTIONS = {
    "HOW TO ROLL": [
        *(f"ROLL-{n:02}" for n in range(1, 6)),
        "CHK-01",
        "DER-01",
        "INIT-01",
        "EXT-01",
        "EXT-02",
        "EXT-03",
    ],
    "UNOPPOSED ROLLS": ["UNO-01", "UNO-02", "UNO-03", "SET-01"],
    "OPPOSED ROLLS": ["OPP-01", "OPP-02", "OPP-03", "OPP-04"],
    "SETTING DIFFICULTIES": ["DIF-01", "DIF-02"],
    "FAILING AN UNOPPOSED ROLL": ["FAIL-01", "FAIL-02", "FAIL-03"],
    "CONVINCE OR RESTRAIN": [f"CR-{n:02}" for n in range(1, 11)],
    "STRAIN FROM POWERS & GEAR": [f"STR-{n:02}" for n in range(1, 8)],
    "ONGOING DAMAGE": [f"ONG-{n:02}" for n in range(1, 9)],
    "DEFINITIONS": ["DEF-01", "DEF-02", "DEF-03", "DEF-04"],
}


def test_every_rule_has_its_words_and_its_source():
    notes = catalogue(RULES)
    assert [(note.id, note.source) for note in notes.values()] == [
        (f"BB-{name}", section) for section, names in SECTIONS.items() for name in names
    ]
    assert all(note.says and note.who for note in notes.values())


def test_every_ruling_has_its_words_and_names_its_switches():
    notes = rulings(RULES)
    assert list(notes) == [f"R-BB-{n:02}" for n in range(1, 40)]
    assert sorted((note.id, name) for note in notes.values() for name in note.switches) == sorted(
        (switch.ruling, switch.name) for switch in SWITCHES
    )


CATALOGUE_SWITCHES = """
zero_pool: none | one_die; zero_tie: initiator | nobody; setup_bonus: excess | all; setup_stack: sum | best
setup_expiry: scene | next_turn | never; setup_from_opposed: no | yes; extended_overshoot: lost | setup
extended_helpers: yes | no; actions_per_turn: 1 | 2; init_tie: pool | reroll | pcs_first | director
init_repeat: scene | round; fail_damage: director | always | never
protection_on: attack+ongoing+fail | attack+ongoing | none; damage_model: limits | record | shared
cr_initiate: raw | opposed; cr_resist: recorded | fresh; cr_counter_target: initiator | any_in_range; cr_pool: no | yes
cr_range: bound | lapses; restrain_upkeep: none | action; restrained_defence: normal | none
break_free: single | extended; strain_sources: active | all | only_this; strain_cancel_when: before_opposition | after
strain_cancel: choice | automatic; sustain_cost: action | free; impediment_as: dice | required
setback_zero: any_roll | actions_only; points: off | record; sustain_range: no | yes; track_helpers: no | yes
"""


def test_every_switch_of_the_catalogue_is_there_with_its_default_first():
    rows = [row.partition(":") for row in CATALOGUE_SWITCHES.strip().replace("\n", ";").split(";")]
    wanted = {name.strip(): tuple(value.strip() for value in values.split("|")) for name, _, values in rows}
    assert len(wanted) == 31
    assert {switch.name: tuple(map(called, switch.values)) for switch in SWITCHES} == wanted


def test_switches_and_house_agree():
    assert [switch.name for switch in SWITCHES] == list(House.__struct_fields__)
    for switch in SWITCHES:
        assert getattr(House(), switch.name) == switch.values[0]
        assert len(switch.says) == len(switch.values)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"zero_pool": "two"}, House)


def test_presets_name_switches_and_differ_from_the_defaults_with_a_reason():
    known = {switch.name: switch.values for switch in SWITCHES}
    assert [preset.id for preset in PRESETS] == ["letter", "plays_better"]
    assert PRESETS[0].values == ()
    for name, value, why in PRESETS[1].values:
        assert value in known[name][1:]
        assert why
