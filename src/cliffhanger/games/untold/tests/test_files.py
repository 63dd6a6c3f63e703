"""The files of this game: any sheet and any setting is written and read back equal, and what is wrong is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.games.untold.files.setting import SHELF, ready
from cliffhanger.games.untold.files.sheets import (
    CHARACTER,
    SETTING,
    Character,
    Moral,
    SceneCard,
    SettingFile,
    Sheet,
    Technique,
    Trait,
)
from cliffhanger.games.untold.files.skills import REALMS, Learned, Skill, Tree
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.files.reader import read_form, write_form
from cliffhanger.kernel.game import Setup

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30)


def names(least=0, most=4):
    text = st.text(st.characters(codec="utf-8", categories=("L", "N", "Zs")), min_size=1, max_size=12).filter(slug)
    free = text.filter(lambda name: slug(name) not in ("gm", "watch"))
    return st.lists(free, min_size=least, max_size=most, unique_by=slug)


@st.composite
def sheets(draw):
    rows, nature = [], st.integers(-1, 12)
    for name in draw(names(2, 6)):
        broad = [row for row in rows if not row.under]
        if not broad or draw(st.booleans()):
            rows.append(
                Learned(slug(name), name, draw(st.sampled_from(REALMS)), "", draw(st.integers(0, 6)), draw(nature))
            )
        else:
            over = draw(st.sampled_from(broad))
            rows.append(Learned(slug(name), name, over.realm, over.id, draw(st.integers(1, 12)), draw(nature)))
    rows = [
        row
        for each in sorted((r for r in rows if not r.under), key=lambda r: (r.realm, r.id))
        for row in (each, *sorted((r for r in rows if r.under == each.id), key=lambda r: r.id))
    ]
    subs = [row.id for row in rows if row.under]
    strong, weak, practised, moral = (draw(names(0, 2)) for _ in range(4))
    words = {name: draw(WORDS) for name in (*strong, *weak, *practised)}
    taken = set(map(slug, moral))
    (own,) = draw(names(1, 1))
    return Sheet(
        slug(own),
        own,
        tuple(rows),
        tuple(Trait(slug(name), name, words[name]) for name in strong),
        tuple(Trait(slug(name), name, words[name]) for name in weak),
        tuple(
            Technique(slug(name), name, draw(st.sampled_from(subs)), words[name])
            for name in practised
            if subs and slug(name) not in taken
        ),
        tuple(Moral(slug(name), name, draw(st.integers(1, 12))) for name in moral),
        tagline=draw(WORDS),
        goals=tuple(draw(st.lists(WORDS, max_size=3))),
        who=draw(WORDS),
    )


@st.composite
def settings_of(draw):
    rows = []
    taken = draw(names(8, 8))
    for nth, realm in enumerate(REALMS):
        broad, named, ours, other = taken[nth * 4 : nth * 4 + 4]
        special = draw(st.booleans())
        rows += [
            Skill(slug(broad), broad, realm, "", special, draw(st.booleans())),
            Skill(slug(named), named, realm, slug(broad), special, ours=False),
            Skill(slug(ours), ours, realm, slug(broad), special, ours=True),
            Skill(slug(other), other, realm),
        ]
    people = draw(names(2, 5))
    foes = st.lists(st.sampled_from(people[1:]), max_size=2, unique=True)
    cards = tuple(SceneCard(slug(n), n, draw(WORDS), tuple(map(slug, draw(foes)))) for n in draw(names(1, 3)))
    cast = tuple(Character(each) for each in draw(st.lists(sheets(), max_size=2, unique_by=lambda sheet: sheet.id)))
    tone = tuple(draw(st.lists(WORDS, max_size=2)))
    return SettingFile("A coast", Tree(tuple(rows)), (people[0],), cards, tuple(people[1:]), draw(WORDS), tone, cast)


@given(sheets(), st.sampled_from(["hero", "adversary"]))
def test_any_sheet_is_written_and_read_back_equal(sheet, side):
    file = Character(sheet, side)
    assert read_form(CHARACTER, "c", write_form(CHARACTER, file, "untold")) == file


@pytest.mark.rule("UN-SKL-03")
@given(settings_of())
def test_any_setting_is_written_and_read_back_equal(setting):
    assert read_form(SETTING, "s", write_form(SETTING, setting, "untold")) == setting


@pytest.mark.parametrize(
    ("form", "old", "new", "fault"),
    [
        (
            CHARACTER,
            "Haggling = 2",
            "Climbing = 2",
            "f:15: sheet.mind.Persuasion.second_nature.Climbing: this skill or one under it: Haggling, Persuasion",
        ),
        (
            CHARACTER,
            "Cognition = 2",
            "Seamanship = 2",
            "f:14: sheet.mind.Seamanship: another name: sheet.body.Seamanship has this one",
        ),
        (
            CHARACTER,
            '= "Climbing"',
            '= "Athletics"',
            "f:18: sheet.techniques.Chimney climb: a sub-skill of the sheet: Climbing, Haggling",
        ),
        (
            CHARACTER,
            '"A debt is paid" = 3',
            '"A debt is paid" = 0',
            "f:21: sheet.moral_code.A debt is paid: a whole number from 1 to 12, not 0",
        ),
        (
            CHARACTER,
            '"A debt is paid" = 3',
            '"Chimney climb" = 3',
            "f:21: sheet.moral_code.Chimney climb: another name: sheet.techniques.Chimney climb has this one",
        ),
        (CHARACTER, "Wenna Thrale", "GM", "f:3: name: another name: every table has its own GM"),
        (
            CHARACTER,
            '"Never lost" = "North',
            '"Lost" = "North',
            "f:29: words.traits.Lost: a strength, a weakness or a technique: Chimney climb, Never lost, Speaks her mind",
        ),
        (
            SETTING,
            '["Climbing"]',
            '["Running"]',
            "f:14: body.Athletics.our_subs[0]: another name: body.Athletics.subs[0] has this one",
        ),
        (
            SETTING,
            'adversaries = ["The Excise"]\nplace',
            'adversaries = ["Nobody"]\nplace',
            "f:28: scenes[0].adversaries[0]: an adversary of this setting: The Excise",
        ),
        (
            SETTING,
            "[cast.sheet.mind]\nCognition = 3",
            "[cast.sheet]\nstrengths = []",
            "f:42: cast[1].sheet: a skill at least, under body or mind",
        ),
        (SETTING, '"water"]', '"watr"]', 'f:30: scenes[0].look[1]: one of 24 words, not "watr"; did you mean water?'),
        (SETTING, '["The Excise"]', '["Wenna Thrale"]', "f:5: adversaries[0]: another name: heroes[0] has this one"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(form, old, new, fault):
    assert old in form.example
    found = read_form(form, "f", form.example.replace(old, new, 1))
    assert isinstance(found, list)
    assert fault in map(str, found)


def test_a_set_up_keeps_its_setting_as_plain_values():
    setup = ready(5, {})
    assert isinstance(setup, Setup)
    content = setup.content["setting"]
    assert list(content) == ["id", "title", "premise", "tree", "heroes", "adversaries", "scenes", "tone"]
    assert content["heroes"][0]["id"] in SHELF.packaged.cast
