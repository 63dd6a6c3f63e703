"""Characters of other programs: read by the public Cortex schema with every fault at its own path, and written back."""

import json

import pytest

from cliffhanger.games.smallville.files.cortex import CORTEX
from cliffhanger.games.smallville.files.series import SHELF
from cliffhanger.games.smallville.files.sheets import CHARACTER
from cliffhanger.kernel.files.foreign import exported, imported
from cliffhanger.kernel.files.reader import read_form

NOW = "2026-01-02T20:00:00Z"
VALUES = ("Duty", "Glory", "Justice", "Love", "Power", "Truth")


def trait(name, value, description="", **more):
    return {
        "name": name,
        "value": value,
        "description": description,
        "traits": [],
        "sfx": [],
        "tags": [],
        "custom": {},
    } | more


def sfx(name, description="", **more):
    return {"name": name, "description": description, "tags": [], "custom": {}} | more


def kept(sets=None, **more):
    """A character as another program keeps it: `sets` are traits by the name of their set."""
    whole = {"Values": [trait(name, 6, f"{name} is all.") for name in VALUES]} | (sets or {})
    return {
        "version": "0.1",
        "id": "3b0c4f6e-7a1d-4c52-9d0e-2f6f0a1b2c3d",
        "dateCreated": NOW,
        "dateModified": NOW,
        "dateTouched": NOW,
        "name": "Ada Quist",
        "game": "The Long Night",
        "pronouns": "",
        "description": "the pilot who lies",
        "traitSets": [
            {
                "name": name,
                "description": "",
                "nounSingular": "",
                "nounPlural": "",
                "traits": traits,
                "sfx": [],
                "tags": [],
                "custom": {},
            }
            for name, traits in whole.items()
        ],
        "portrait": {"url": "data:,", "alt": "", "tags": [], "custom": {}},
        "plotPoints": 0,
        "notes": "Nobody asks where she learned it.",
        "tags": [],
        "custom": {},
    } | more


def taken(values):
    """What is read of it: the character, and what was left out."""
    found = imported(CORTEX, "ada.json", json.dumps(values).encode(), "smallville")
    assert isinstance(found, tuple), found
    text, left = found
    return read_form(CHARACTER, "ada", text), [(fault.key, fault.expected) for fault in left]


def wrong(values):
    """What is told of what cannot be read."""
    data = values if isinstance(values, bytes) else json.dumps(values).encode()
    found = imported(CORTEX, "ada.json", data, "smallville")
    assert isinstance(found, list), found
    return {fault.key: fault.expected for fault in found}


def test_a_character_is_read_set_by_set():
    character, left = taken(
        kept(
            {
                "Affiliations": [trait("Ben Ode", 10, "I would die for Ben.")],
                "Distinctions": [trait("Born in Flight", 8, "Never had weight.", sfx=["hinder"])],
                "Power Sets": [
                    trait("The Gift", 0, "", traits=[trait("Hears Engines", 12, sfx=[sfx("Limit", "Silence")])])
                ],
                "Signature Assets": [trait("A Wrench", 6, sfx=[sfx("Borrowed", "Add it to somebody's roll.")])],
                "Locations": [trait("The Engine Room", 4)],
                "Stress": [trait("Afraid", 8), trait("Angry", 0)],
            }
        )
    )
    sheet = character.sheet
    assert (character.name, sheet.tagline, sheet.who) == (
        "Ada Quist",
        "the pilot who lies",
        "Nobody asks where she learned it.",
    )
    assert [(row.id, row.rating) for row in sheet.values] == [(name.lower(), 6) for name in VALUES]
    assert [(row.name, row.rating, row.says) for row in sheet.relationships] == [
        ("Ben Ode", 10, "I would die for Ben.")
    ]
    assert [(row.name, row.kind, row.rating, row.limit) for row in sheet.assets] == [
        ("Born in Flight", "distinction", 8, ""),
        ("Hears Engines", "ability", 12, "Silence"),
        ("A Wrench", "gear", 6, ""),
    ]
    assert [[t.says for t in row.triggers] for row in sheet.assets] == [
        ["Hinder"],
        [],
        ["Borrowed: Add it to somebody's roll."],
    ]
    assert [(row.name, row.kind, row.dice) for row in sheet.resources] == [("The Engine Room", "location", 2)]
    assert [(row.id, row.rating) for row in sheet.stress] == [("afraid", 8)]
    assert left == []


def test_what_cannot_be_read_is_told_by_its_own_path():
    found = wrong(
        kept(
            {
                "Relationships": [trait("Ben Ode", 7, "He owes me."), trait("Cy", 8)],
                "Stress": [trait("Cross", 6)],
                "Gear": [trait("A Wrench", 0), trait("Rope", 6), trait("rope", 8), trait("Rope", 6)],
            }
        )
    )
    assert found == {"traitSets[3].traits[3].name": "another name: this set has one like it"}
    found = wrong(
        kept(
            {
                "Relationships": [trait("Ben Ode", 7, "He owes me."), trait("Cy", 8)],
                "Stress": [trait("Cross", 6), trait("Angry", 3)],
                "Gear": [trait("A Wrench", 0), trait("Rope", 6, sfx=[sfx("Limit", "Knots")])],
            }
        )
    )
    assert found.keys() == {
        "traitSets[1].traits[0].value",
        "traitSets[1].traits[1].description",
        "traitSets[2].traits[0].name",
        "traitSets[2].traits[1].value",
        "traitSets[3].traits[0].value",
    }
    assert found["traitSets[1].traits[0].value"] == 'a die: d4, d6, d8, d10 or d12, not "d7"'


def test_a_limit_on_gear_and_a_value_that_is_missing_are_told_where_they_would_stand():
    assert wrong(kept({"Gear": [trait("Rope", 6, sfx=[sfx("Limit", "Knots")])]})) == {
        "traitSets[1].traits[0].sfx[0]": "nothing here: only an ability or a heritage has a limit"
    }
    few = kept({"Values": [trait(name, 6, "All.") for name in VALUES[1:]] + [trait("Honor", 8, "Mine.")]})
    found = wrong(few)
    assert found["traitSets[0]"] == "Duty: a table; it is missing"
    assert found["traitSets[0].traits[5].name"].startswith("no such key")
    assert wrong(kept(traitSets=[])) == {"traitSets": "values: a table; it is missing"}


def test_what_has_no_place_is_left_out_and_told():
    values = kept({"Skills": [trait("Piloting", 8)], "Values": [trait(n, 6, "All.", sfx=["hinder"]) for n in VALUES]})
    _, left = taken(values | {"pronouns": "she", "plotPoints": 2})
    assert [key for key, _ in left] == [
        *(f"traitSets[0].traits[{n}].sfx[0]" for n in range(6)),
        "traitSets[1].name",
        "pronouns",
        "plotPoints",
    ]
    assert left[6][1].startswith("left out: it has no place on a sheet of Smallville: there go values, relationships,")


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"name": "Ada"}, "traitSets"),
        ([], ""),
        (kept(version="2.0"), "version"),
        (kept({"Gear": [{"value": 6}]}), "traitSets[1].traits[0].name"),
        (kept({"Gear": [trait("Rope", "d6")]}), "traitSets[1].traits[0].value"),
        (kept({"Gear": [trait("Rope", 6, sfx=["help"])]}), "traitSets[1].traits[0].sfx[0]"),
    ],
)
def test_what_does_not_fit_the_schema_is_told_by_its_path(values, key):
    assert key in wrong(values)


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe\x00", b"[" * 100_000, b" " * 5_000_000])
def test_what_is_no_json_is_told(data):
    (found,) = wrong(data).values()
    assert "JSON" in found or "at most" in found


def test_what_a_stranger_keeps_under_our_name_is_read_as_carefully():
    odd = kept({"Gear": [trait("Rope", 6, sfx=[sfx("Pull", custom={"cliffhanger": {"does": "fly"}})])]})
    assert list(wrong(odd)) == ["traitSets[1].traits[0].sfx[0]"]
    assert taken(kept(custom={"cliffhanger": 3}))[0].side == "lead"
    assert list(wrong(kept(custom={"cliffhanger": {"side": "villain"}}))) == ["custom.cliffhanger.side"]


def sheets():
    odd = CHARACTER.example.replace("[sheet.values]", '[sheet]\ngrowth = ["d6", "d6"]\n\n[sheet.values]')
    yield read_form(CHARACTER, "a", f'{odd}\n[sheet.stress]\nangry = "d12"\n')
    yield from SHELF.packaged.cast.values()


@pytest.mark.parametrize("character", list(sheets()), ids=lambda each: each.name)
def test_a_sheet_that_is_written_in_that_form_reads_back_as_it_was(character):
    text = exported(CORTEX, character, NOW)
    assert taken(json.loads(text)) == (character, [])
    assert exported(CORTEX, character, NOW) == text


def test_what_is_written_says_who_and_when_and_has_every_key_of_the_schema():
    (first, *_) = sheets()
    made = json.loads(exported(CORTEX, first, NOW))
    assert made.keys() == kept().keys() | {"$schema"}
    assert (made["version"], made["dateModified"], made["game"]) == ("0.1", NOW, "Smallville")
    sets = {each["name"]: each["traits"] for each in made["traitSets"]}
    assert [each["value"] for each in sets["Stress"]] == [12]
    assert {key for each in sets["Values"] for key in each} == trait("x", 4).keys()
    assert all(each.keys() == kept()["traitSets"][0].keys() for each in made["traitSets"])
