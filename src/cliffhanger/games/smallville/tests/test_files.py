"""The files of this game: any sheet and any series is written and read back equal, and what is wrong is told."""

import re
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.games.smallville.files.series import SHELF, content_of, misfits, ready, together
from cliffhanger.games.smallville.files.sheets import (
    ASSETS,
    CHARACTER,
    LIMITED,
    RESOURCES,
    SERIES,
    VALUES,
    Asset,
    Character,
    Relationship,
    Resource,
    SceneCard,
    SeriesFile,
    Sheet,
    Value,
    written_traits,
)
from cliffhanger.games.smallville.files.triggers import RATINGS, STRESSES, Stress, Trigger
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.files.reader import read_form, schema, write_form
from cliffhanger.kernel.game import Setup

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30)
SAYS = WORDS.filter(bool)
DICE = st.sampled_from(RATINGS)
OFTEN = st.sampled_from(["contest", "scene", "free"])


def trigger(does, labels=("", "spend"), **more):
    return st.builds(Trigger, st.just(does), st.sampled_from(labels), says=SAYS, often=OFTEN, **more)


TRIGGERS = st.one_of(
    trigger("earn", ["earn"], n=st.integers(1, 6)),
    trigger("add_die", die=DICE),
    trigger("increase", n=st.integers(1, 6)),
    trigger("decrease", n=st.integers(1, 6)),
    trigger("recover", stress=st.sampled_from(STRESSES), steps=st.integers(0, 5)),
    trigger("text"),
)


@st.composite
def sheets(draw, own=None):
    """A sheet that relates to people called n0, n1 and so on: no two traits of it have the same name."""
    number = count()

    def rows(row, most=3, **more):
        for _ in range(draw(st.integers(0, most))):
            name = f"n{next(number)}"
            yield row(slug(name), name, **{key: draw(each) for key, each in more.items()})

    says = {"rating": DICE, "says": WORDS}
    values = tuple(Value(slug(name), name, draw(DICE), draw(SAYS)) for name in VALUES)
    relationships = tuple(rows(Relationship, rating=DICE, says=SAYS))
    assets, resources = [], []
    for kind, _ in ASSETS:
        more = {"limit": WORDS} if kind in LIMITED else {}
        more |= {"effects": st.lists(SAYS, max_size=2).map(tuple)} if kind == "ability" else {}
        triggers = st.lists(TRIGGERS, max_size=2).map(tuple)
        assets += rows(Asset, 2, kind=st.just(kind), **says, triggers=triggers, **more)
    for kind, _ in RESOURCES:
        resources += rows(Resource, 2, kind=st.just(kind), **says, dice=st.integers(1, 4))
    own = own or "Somebody"
    words = {"tagline": draw(WORDS), "who": draw(WORDS), "goals": tuple(draw(st.lists(WORDS, max_size=2)))}
    hurts = draw(st.sets(st.sampled_from(STRESSES)))
    words["stress"] = tuple(Stress(kind, draw(DICE)) for kind in STRESSES if kind in hurts)
    words["growth"] = tuple(sorted(draw(st.lists(DICE, max_size=3))))
    return Sheet(slug(own), own, values, relationships, tuple(assets), tuple(resources), **words)


@st.composite
def series_files(draw):
    features = tuple(f"f{nth}" for nth in range(draw(st.integers(0, 3))))
    there = st.lists(st.sampled_from(features), max_size=2, unique=True).map(tuple) if features else st.just(())
    names = [f"s{nth}" for nth in range(draw(st.integers(1, 3)))]
    scenes = tuple(SceneCard(name, name, draw(WORDS), draw(there), draw(WORDS)) for name in names)
    cast = tuple(Character(draw(sheets(name)), "feature") for name in features[:1])
    tone = tuple(draw(st.lists(WORDS, max_size=2)))
    return SeriesFile("A town", ("One", "Other"), scenes, features, draw(WORDS), tone, cast)


@given(sheets(), st.sampled_from(["lead", "feature"]))
def test_any_sheet_is_written_and_read_back_equal(sheet, side):
    file = Character(sheet, side)
    assert read_form(CHARACTER, "c", write_form(CHARACTER, file, "smallville")) == file


@given(series_files())
def test_any_series_is_written_and_read_back_equal(series):
    assert read_form(SERIES, "s", write_form(SERIES, series, "smallville")) == series


@pytest.mark.rule("SV-ROLE-06")
def test_values_stand_in_the_same_order_however_they_are_written():
    lines = CHARACTER.example.splitlines()
    first = lines.index("[sheet.values]") + 1
    turned = [*lines[:first], *reversed(lines[first : first + 6]), *lines[first + 6 :]]
    assert turned != lines
    read = read_form(CHARACTER, "f", "\n".join(turned))
    assert read == read_form(CHARACTER, "f", CHARACTER.example)
    assert [row.id for row in read.sheet.values] == ["duty", "glory", "justice", "love", "power", "truth"]


def test_what_is_usual_need_not_be_written():
    sheet = read_form(
        CHARACTER, "f", CHARACTER.example.replace('Shift" = { rating = "d6"', 'Shift" = { rating = "D6"')
    ).sheet
    shift, *_ = sheet.assets
    doctor, clinic = sheet.resources
    (eli,) = sheet.relationships
    assert (shift.id, shift.kind, shift.rating, shift.says, shift.triggers) == ("night_shift", "distinction", 6, "", ())
    assert (doctor.kind, doctor.rating, doctor.dice) == ("extra", 6, 2)
    assert (clinic.kind, clinic.rating, clinic.dice) == ("location", 8, 3)
    assert (eli.id, eli.rating, eli.temporary) == ("eli_marchetti", 8, False)


def test_a_schema_names_the_six_values_and_every_table_of_a_sheet():
    made = schema(CHARACTER, "smallville")
    shown = str(made)
    assert made["$id"] == "urn:cliffhanger:smallville:character"
    assert all(f"'{name}'" in shown for name in (*VALUES, "relationships", *dict(ASSETS).values(), "locations"))
    assert "'temporary'" not in shown


OLD = 'triggers = [{ does = "add_die", label = "spend", die = "d6", says = "Siren on." }]'
TRIGGER = "f:28: sheet.gear.The Old Ambulance.triggers[0]."


@pytest.mark.parametrize(
    ("form", "old", "new", "fault"),
    [
        (CHARACTER, "d8", "d7", 'f:6: sheet.values.Duty.rating: a die: d4, d6, d8, d10 or d12, not "d7"'),
        (CHARACTER, "Duty =", "Honour =", "f:5: sheet.values.Duty: a table; it is missing"),
        (
            CHARACTER,
            '"I don\'t leave a patient."',
            '""',
            'f:6: sheet.values.Duty.says: text of 1 to 120 characters, not ""',
        ),
        (
            CHARACTER,
            ', says = "I know what Eli is, and I keep it."',
            "",
            "f:14: sheet.relationships.Eli Marchetti.says: text of 1 to 120 characters; it is missing",
        ),
        (
            CHARACTER,
            '"Night Shift" = { rating = "d6" }',
            '"Night Shift" = "d6"',
            'f:17: sheet.distinctions.Night Shift: a table, not "d6"',
        ),
        (CHARACTER, "dice = 3", "dice = 5", "f:34: sheet.locations.The Clinic.dice: a whole number from 1 to 4, not 5"),
        (CHARACTER, "Ruth Sandoval", "Watchtower", "f:3: name: another name: every table has its own Watchtower"),
        (CHARACTER, "Ruth Sandoval", "Love", "f:3: name: another name: every table has its own Love"),
        (
            CHARACTER,
            "Eli Marchetti",
            "Ruth Sandoval",
            "f:14: sheet.relationships.Ruth Sandoval: somebody else: this is the sheet of Ruth Sandoval",
        ),
        (
            CHARACTER,
            "Eli Marchetti",
            "Duty",
            "f:14: sheet.relationships.Duty: another name: sheet.values.Duty has this one",
        ),
        (
            CHARACTER,
            "Night Shift",
            "Warm hands",
            "f:19: sheet.abilities.Warm Hands: another name: sheet.distinctions.Warm hands has this one",
        ),
        (
            CHARACTER,
            "The Clinic",
            "Night Shift",
            "f:34: sheet.locations.Night Shift: another name: sheet.distinctions.Night Shift has this one",
        ),
        (
            CHARACTER,
            'Shift" = { rating = "d6" }',
            'Shift" = { rating = "d6", limit = "Coffee" }',
            "f:17: sheet.distinctions.Night Shift.limit: nothing here: only an ability or a heritage has a limit",
        ),
        (
            CHARACTER,
            'Shift" = { rating = "d6" }',
            'Shift" = { rating = "d6", effects = ["Awake"] }',
            "f:17: sheet.distinctions.Night Shift.effects: nothing here: only an ability has effects",
        ),
        (CHARACTER, OLD, 'triggers = [{ does = "earn" }]', f'{TRIGGER}label: "earn": it earns'),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "text", label = "earn", says = "x" }]',
            f'{TRIGGER}label: "spend" or nothing: only does = "earn" earns',
        ),
        (CHARACTER, OLD, 'triggers = [{ does = "text" }]', f"{TRIGGER}says: what it does, in words; it is missing"),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "add_die" }]',
            f"{TRIGGER}die: a die: d4, d6, d8, d10 or d12; it is missing",
        ),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "add_die", die = "d6", n = 2 }]',
            f'{TRIGGER}n: nothing here, or does = "earn" or "increase" or "decrease"',
        ),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "increase", die = "d6" }]',
            f'{TRIGGER}die: nothing here, or does = "add_die"',
        ),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "recover" }]',
            f"{TRIGGER}stress: one of afraid, angry, exhausted, insecure, injured; it is missing",
        ),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "decrease", stress = "angry" }]',
            f'{TRIGGER}stress: nothing here, or does = "recover"',
        ),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "decrease", steps = 1 }]',
            f'{TRIGGER}steps: nothing here, or does = "recover"',
        ),
        (
            CHARACTER,
            OLD,
            'triggers = [{ does = "heal" }]',
            f'{TRIGGER}does: one of add_die, decrease, earn, increase, recover, text, not "heal"',
        ),
        (
            SERIES,
            'features = ["The Assessor"]\nplace',
            'features = ["Nobody"]\nplace',
            "f:14: scenes[0].features[0]: a feature of this series: The Assessor",
        ),
        (
            SERIES,
            'features = ["The Assessor"]\nplace',
            'features = ["The Assessor", "The Assessor"]\nplace',
            "f:14: scenes[0].features[1]: each name once",
        ),
        (SERIES, '["The Assessor"]', '["Ruth Sandoval"]', "f:5: features[0]: another name: leads[0] has this one"),
        (
            SERIES,
            '"The Assessor" = {',
            '"Eli Marchetti" = {',
            "f:47: cast[1].sheet.relationships.Eli Marchetti: somebody else: this is the sheet of Eli Marchetti",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(form, old, new, fault):
    assert old in form.example
    found = read_form(form, "f", form.example.replace(old, new, 1))
    assert isinstance(found, list)
    assert fault in map(str, found)


def test_a_sheet_with_ten_mistakes_gets_ten_lines():
    text = CHARACTER.example
    for old, new in (
        ('"d8"', '"d7"'),
        ('"I want no thanks for it."', '""'),
        ('"Night Shift" = { rating = "d6" }', '"Night Shift" = "d6"'),
        ('effects = ["Takes the Fever"]', 'effect = ["Takes the Fever"]'),
        ('stress = "afraid"', 'stress = "bored"'),
        ('does = "add_die"', 'does = "adds"'),
        ('die = "d6"', 'die = "2d6"'),
        ('"Doctor Amadi" = { rating = "d6" }', '"Doctor Amadi" = { dice = 2 }'),
        ("dice = 3", "dice = 0"),
        ("tagline", "tag_line"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    assert [(fault.line, fault.key) for fault in read_form(CHARACTER, "f", text)] == [
        (6, "sheet.values.Duty.rating"),
        (7, "sheet.values.Glory.says"),
        (17, "sheet.distinctions.Night Shift"),
        (23, "sheet.abilities.Warm Hands.effect"),
        (24, "sheet.abilities.Warm Hands.triggers[0].stress"),
        (28, "sheet.gear.The Old Ambulance.triggers[0].die"),
        (28, "sheet.gear.The Old Ambulance.triggers[0].does"),
        (31, "sheet.extras.Doctor Amadi.rating"),
        (34, "sheet.locations.The Clinic.dice"),
        (37, "words.tag_line"),
    ]


def test_a_sheet_that_contradicts_itself_gets_a_line_for_each_time():
    text = CHARACTER.example
    for old, new in (
        ("Ruth Sandoval", "Trouble"),
        ('"Eli Marchetti"', '"Duty"'),
        ("Night Shift", "Warm Hands"),
        ('"Doctor Amadi"', '"Power"'),
        ('"The Clinic"', '"The Clinic" = { rating = "d6" }\n"Truth"'),
        ('"The Old Ambulance"]\n', '"The Old Ambulance"]\nlimit = "x"\neffects = ["y"]\n'),
        ('does = "recover", label = "spend"', 'does = "earn"'),
        ('does = "add_die", label = "spend"', 'does = "recover", n = 2'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    assert [(fault.line, fault.key) for fault in read_form(CHARACTER, "f", text)] == [
        (3, "name"),
        (14, "sheet.relationships.Duty"),
        (19, "sheet.abilities.Warm Hands"),
        (24, "sheet.abilities.Warm Hands.triggers[0].label"),
        (24, "sheet.abilities.Warm Hands.triggers[0].stress"),
        (27, "sheet.gear.The Old Ambulance.limit"),
        (28, "sheet.gear.The Old Ambulance.effects"),
        (30, "sheet.gear.The Old Ambulance.triggers[0].die"),
        (30, "sheet.gear.The Old Ambulance.triggers[0].n"),
        (30, "sheet.gear.The Old Ambulance.triggers[0].stress"),
        (33, "sheet.extras.Power"),
        (37, "sheet.locations.Truth"),
    ]


# --- files that go together -----------------------------------------------------------------------------------


def seats(setup):
    assert isinstance(setup, Setup), setup
    return [(seat.id, seat.role) for seat in setup.seats]


@pytest.mark.rule("SV-ROLE-01", "SV-ROLE-02")
def test_leads_take_seats_and_the_watchtower_has_all_others():
    setup = ready(2, {})
    assert seats(setup) == [("watchtower", "watchtower"), ("tamsin_rook", "lead"), ("eli_marchetti", "lead")]
    series = content_of(setup)
    assert [each.id for each in series.leads] == ["tamsin_rook", "eli_marchetti"]
    unplayed = ["odessa_pike", "jonah_kessler"]
    assert [each.id for each in series.features] == ["augusta_kessler", "dale_rook", "amos_tull", *unplayed]


def test_a_set_up_keeps_its_series_as_plain_values():
    content = ready(4, {}).content["series"]
    assert list(content) == ["id", "title", "premise", "leads", "features", "scenes", "tone"]
    assert content["leads"][0]["values"][0] == {
        "id": "duty",
        "name": "Duty",
        "rating": 10,
        "says": "I do the job, even when it is my own family.",
    }


@pytest.mark.parametrize(
    ("players", "said"), [(0, "1 to 6 players, not 0"), (7, "1 to 6 players, not 7"), (5, "at most 4: so many leads")]
)
def test_there_is_a_seat_for_every_lead_and_no_other(players, said):
    (fault,) = ready(players, {})
    assert fault.expected.startswith(said)


def test_a_lead_who_is_brought_sits_first():
    setup = ready(5, {"ruth.toml": CHARACTER.example})
    assert seats(setup)[1] == ("ruth_sandoval", "lead")
    assert len(setup.seats) == 6


def test_more_leads_than_players_are_refused():
    second = CHARACTER.example.replace("Ruth", "Rosa")
    (fault,) = ready(1, {"ruth.toml": CHARACTER.example, "rosa.toml": second})
    assert "at most 1 leads" in fault.expected


def test_a_series_takes_the_place_of_the_packaged_one():
    series = content_of(ready(2, {"series.toml": SERIES.example, "ruth.toml": CHARACTER.example}))
    assert (series.id, [each.id for each in series.features]) == ("second_winter", ["the_assessor"])
    assert next(each for each in series.leads if each.id == "ruth_sandoval").tagline == "the nurse who stays"


def test_a_relationship_is_to_somebody_of_the_series():
    text = CHARACTER.example.replace("Eli Marchetti", "Elias")
    (fault,) = ready(1, {"ruth.toml": text})
    assert str(fault).startswith(
        "ruth.toml:14: sheet.relationships.Elias: a lead or a feature of the series: Amos Tull,"
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('"Nan Marchetti" = { rating = "d6" }', "the same as on the sheet of Eli Marchetti: extra, 2d8"),
        ('"Nan Marchetti" = { rating = "d8", dice = 1 }', "the same as on the sheet of Eli Marchetti: extra, 2d8"),
        ('"The Pump House" = { rating = "d8" }', "the same as on the sheet of Jonah Kessler: location, 2d6"),
        ('"Amos Tull" = { rating = "d6" }', "another name: Amos Tull is a lead or a feature of the series"),
    ],
)
def test_a_resource_is_the_same_on_every_sheet_and_nobody_else(row, said):
    text = CHARACTER.example.replace("[sheet.extras]", f"[sheet.extras]\n{row}")
    (fault,) = ready(1, {"ruth.toml": text})
    assert (fault.line, fault.expected) == (31, said)


def test_files_that_are_each_right_are_held_against_one_another():
    odd = SERIES.example.replace("dice = 3", "dice = 2", 1)
    assert [str(fault) for fault in together({"s.toml": odd})] == [
        "s.toml:65: cast[2].sheet.locations.The Clinic: the same as on the sheet of Ruth Sandoval: location, 2d8"
    ]
    assert ready(2, {"s.toml": odd}) == together({"s.toml": odd})


def test_somebody_of_the_game_has_to_fit_into_the_series_that_names_them():
    (fault,) = together({"s.toml": SERIES.example.replace('Assessor"]', 'Assessor", "Dale Rook"]', 1)})
    assert (fault.line, fault.key) == (5, "features[1]")
    assert fault.expected.startswith(
        "somebody whose sheet fits; on it, Tamsin Rook: a lead or a feature of the series:"
    )


def test_without_a_series_files_are_held_against_the_packaged_one():
    assert together({"ruth.toml": CHARACTER.example}) == []
    (fault,) = together({"ruth.toml": CHARACTER.example.replace("Eli Marchetti", "Elias")})
    assert fault.expected.endswith(", in Low Water; for a series of your own, name its file as well")


def test_of_two_series_each_is_held_against_itself():
    both = {"a.toml": SERIES.example, "b.toml": SERIES.example.replace("dice = 3", "dice = 2", 1)}
    assert [fault.file for fault in together(both | {"ruth.toml": CHARACTER.example})] == ["b.toml"]


# --- the cast that comes with the game ------------------------------------------------------------------------


CAST = SHELF.packaged.cast


def test_the_packaged_cast_goes_together():
    assert misfits(SHELF.packaged, SHELF.packaged.whole) == []
    assert [len(SHELF.packaged.on(side)) for side in ("lead", "feature")] == [4, 3]
    assert len(SHELF.packaged.whole.value.scenes) == 4


@pytest.mark.parametrize("who", sorted(CAST))
def test_everybody_has_enough_to_play_with(who):
    sheet, others = CAST[who].sheet, {each for each, other in CAST.items() if other.side == "lead"} - {who}
    kinds = [asset.kind for asset in sheet.assets]
    assert kinds.count("distinction") == 2
    assert any(asset.triggers for asset in sheet.assets)
    if CAST[who].side == "lead":
        assert others <= {row.id for row in sheet.relationships}
        assert sorted(row.rating for row in sheet.values) == [4, 6, 6, 8, 8, 10]
        assert 1 <= kinds.count("ability") <= 2
        assert kinds.count("heritage") + kinds.count("gear") == 1


def test_every_statement_is_a_short_line_of_their_own():
    drives = [row for each in CAST.values() for row in (*each.sheet.values, *each.sheet.relationships)]
    assert all(re.search(r"\b(I|me|my)\b", row.says) and len(row.says) <= 60 for row in drives)
    assert len({row.says for row in drives}) == len(drives)


def test_the_cast_shows_all_that_a_sheet_can_hold():
    traits = [row for each in CAST.values() for _, row in written_traits(each.sheet)]
    triggers = [trigger for row in traits if isinstance(row, Asset) for trigger in row.triggers]
    assert {each.does for each in triggers} == {"earn", "add_die", "increase", "decrease", "recover", "text"}
    assert {each.label for each in triggers} == {"earn", "spend", ""}
    assert {row.kind for row in traits if isinstance(row, Asset)} == set(dict(ASSETS))
    shared = [row.id for row in traits if isinstance(row, Resource)]
    assert all(shared.count(each) > 1 for each in shared)
    assert {row.rating for row in traits} == set(RATINGS)
