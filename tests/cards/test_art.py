"""Pictures are put together from the kit: by words, by what a name means, or by the name; the same each time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.cards import art
from cliffhanger.cards.drawing import Group, Shape
from cliffhanger.kernel.panels import ART, Card


def shapes(marks):
    for mark in marks:
        yield from shapes(mark.marks) if isinstance(mark, Group) else [mark]


def test_the_kit_has_a_motif_for_every_word_and_no_other():
    assert list(art.motifs()) != []
    assert sorted(art.motifs()) == sorted(ART)
    assert set(art.MEANS) <= set(ART)


@pytest.mark.parametrize("word", ART)
def test_a_motif_has_colours_that_every_palette_has_and_covers_its_field(word):
    drawn = art.motifs()[word]
    assert all(each.fill in {"deep", "mid", "pale", "glow", "ink", "dusk", "skin", "none"} for each in drawn)
    assert all(each.line in {"", "pale", "glow"} for each in drawn)
    points = [point for each in drawn for _, point in each.path if point]
    wide = [each[-2] for each in points]
    assert max(wide) - min(wide) > 45
    assert all(-60 < x < 176 and -10 < y < 80 for x, y in (each[-2:] for each in points))


@pytest.mark.parametrize(
    ("card", "means"),
    [
        (Card("", "Anything", art="figure harbour storm"), ("figure", "harbour", "storm")),
        (Card("", "Anything", art="Mask  MASK night key eye"), ("mask", "night", "key")),
        (Card("", "The Mask", art="unicorn"), ("mask",)),
        (Card("", "Doctor Storm"), ("figure", "storm")),
        (Card("", "The Old Bank"), ("vault",)),
        (Card("", "Lightning, Waves"), ("bolt", "water")),
        (Card("", "Search the season"), ("eye",)),
        (Card("", "", art="flame wave wing"), ("fire", "water", "wings")),
    ],
)
def test_words_come_from_the_card_or_from_its_name(card, means):
    assert art.words(card) == means


@given(st.text(st.characters(), max_size=30))
def test_any_name_has_a_picture_and_always_the_same(name):
    chosen = art.words(Card("", name))
    assert 1 <= len(chosen) <= 3
    assert set(chosen) <= set(ART)
    assert art.picture(Card("", name)) == art.picture(Card("", name))


def test_other_names_have_other_pictures():
    names = [f"Nameless {n}" for n in range(200)]
    assert len({art.words(Card("", name)) for name in names}) > 40
    assert len({art.picture(Card("", name)) for name in names}) > 90


@pytest.mark.parametrize("band", [*art.PALETTES, "", "plum", "no colour of ours", "\ud800"])
def test_a_picture_is_in_the_colours_of_its_band(band):
    colours = {each.fill for each in shapes([art.picture(Card("", "", band, art="gear"))]) if isinstance(each, Shape)}
    mine = art.palette(band)
    assert {mine.deep, mine.mid, mine.pale, art.INK} <= colours


def test_several_things_stand_side_by_side_and_what_is_in_front_comes_last():
    picture = art.picture(Card("", "", art="crowd eye key"))
    ground, eye, key, crowd = picture.marks
    assert eye.scale == key.scale < 1
    assert eye.move[0] < key.move[0]
    assert (crowd.move, crowd.scale) == ((0, 0), 1)
    assert isinstance(ground, Group)


@given(st.text(st.characters(), max_size=30), st.sampled_from(["", "red", "golden", "teal", "Teal-1"]))
def test_a_picture_is_known_by_what_it_shows(name, band):
    shown = art.scene(Card("", name, band))
    assert art.scene_called(shown.name) == shown


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "golden",
            "golden-2",
            "golden-2-",
            "golden-4-clock",
            "golden--1-clock",
            "teal-1-clock",
            "golden-2-unicorn",
        ),
        *(
            "golden-2-clock-clock",
            "golden-2-clock-heart-key-eye",
            "other4-0-clock",
            "golden-02-clock",
            "Golden-2-clock",
        ),
        "golden-2-clock-" + "heart-" * 10_000,
    ],
)
def test_what_no_card_can_show_is_no_picture(name):
    assert art.scene_called(name) is None
