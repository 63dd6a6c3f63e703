"""A card's front and back: everything on it, all of it inside, long texts smaller, and nothing that a text can break."""

from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from cliffhanger.cards import svg
from cliffhanger.cards.art import PALETTES
from cliffhanger.cards.card import FRAME, HIGH, PATTERNS, WIDE, back, front
from cliffhanger.cards.drawing import Group, Words, words_in
from cliffhanger.cards.faces import BODY, ITALIC, face, width
from cliffhanger.kernel.panels import Card

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "<script>alert('x')</script>",
    '"/><g onload="x">',
    "&amp; & ]]> <!--",
    "\x00\x08\x1b[2J\x7f",
    "\u202eabc\u2066",
    "👩‍👩‍👧🏳️ 日本語 עברית",
    "\ud800",
    "x" * 400,
    "\n\n",
    "{name} %s",
)
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(), max_size=60))


@dataclass
class Line:
    """A line of text as it stands on the card, from its cut corner."""

    text: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    face: str


def lines(drawing, x=0.0, y=0.0, scale=1.0):
    for mark in drawing.marks:
        if isinstance(mark, Group):
            yield from lines(mark, x + mark.move[0] * scale, y + mark.move[1] * scale, scale * mark.scale)
        elif isinstance(mark, Words):
            left, base = x + mark.x, y + mark.y
            right = left + width(mark.text, mark.face, mark.size)
            high = face(mark.face).capital / face(mark.face).units * mark.size
            yield Line(mark.text, left, right, base - high, base, mark.size, mark.face)


def said(card, title_face="comic"):
    return [each.text for each in lines(front(card, title_face).drawing)]


def test_everything_is_on_the_card_in_its_order(halcyon):
    assert said(halcyon) == [
        "G",
        "2 Hate",
        "Doctor Halcyon",
        "Villain · the Smiling Tide",
        "Needs a Location in play.",
        "Psyche 3, Offend 2.",
        "Once a Turn, spend 1 Hate: a Hero at",
        "Ranged comes to Melee.",
        "Breathe out. It helps.",
        "Hate 9, Energy 9",
        "B3 M5",
    ]


def test_flavour_is_in_italics_and_the_name_in_the_face_of_the_game(halcyon):
    faces = {each.text: each.face for each in lines(front(halcyon, "poster").drawing)}
    assert faces["Breathe out. It helps."] == ITALIC
    assert faces["Doctor Halcyon"] == faces["B3 M5"] == "poster"
    assert faces["Psyche 3, Offend 2."] == BODY


@pytest.mark.parametrize(
    ("face", "numbers"), [("comic", "comic"), ("poster", "poster"), ("book", "bold"), ("house", "bold")]
)
def test_numbers_are_in_a_face_that_cannot_be_misread(halcyon, face, numbers):
    faces = {each.text: each.face for each in lines(front(halcyon, face).drawing)}
    assert faces["Doctor Halcyon"] == face
    assert faces["B3 M5"] == faces["2 Hate"] == numbers


def test_an_svg_is_as_large_as_a_card_and_needs_nothing_else(halcyon):
    text = svg.card(front(halcyon).drawing, title="Doctor Halcyon")
    root = ElementTree.fromstring(text)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63mm", "88mm", "0 0 63 88")
    assert root.find(f"{SVG}title").text == "Doctor Halcyon"
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    uses = {each.get("href") for each in root.iter(f"{SVG}use")}
    assert uses <= {f"#{each}" for each in ids}
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        "svg",
        "title",
        "defs",
        "path",
        "clipPath",
        "g",
        "use",
    }
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert any("Breathe out. It helps" in each.get("aria-label", "") for each in root.iter())


def test_ids_of_two_cards_on_one_page_can_be_kept_apart(halcyon):
    one, other = (ElementTree.fromstring(svg.card(front(halcyon).drawing, prefix=prefix)) for prefix in ("a-", "b-"))
    ids = [{each.get("id") for each in root.iter() if each.get("id")} for root in (one, other)]
    assert not ids[0] & ids[1]


@given(
    st.builds(
        Card,
        TEXTS,
        TEXTS,
        TEXTS,
        TEXTS,
        TEXTS,
        TEXTS,
        TEXTS,
        st.lists(TEXTS, max_size=5).map(tuple),
        TEXTS,
        st.lists(TEXTS, max_size=4).map(tuple),
        art=TEXTS,
        flavour=TEXTS,
    )
)
def test_whatever_is_written_stays_on_the_card_and_the_svg_is_well_formed(card):
    drawing = front(card, "comic").drawing
    for each in lines(drawing):
        assert each.left >= FRAME - 0.01, each
        assert each.right <= WIDE - FRAME + 0.01, each
        assert each.top >= FRAME - 0.6, each
        assert each.bottom <= HIGH - FRAME + 0.01, each
    root = ElementTree.fromstring(svg.card(drawing, title=card.name))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg",
        "title",
        "defs",
        "path",
        "clipPath",
        "g",
        "use",
    }
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]


def texts(number):
    return tuple(f"{n}. A rule of some length that says what is done and to whom." for n in range(number))


def test_a_longer_text_takes_room_from_the_picture_then_is_smaller(halcyon):
    sizes = []
    for number in (1, 4, 6, 8, 10):
        found = front(structs.replace(halcyon, text=texts(number)))
        assert not found.cut, number
        assert f"{number - 1}. A rule" in " ".join(words.text for words in words_in(found.drawing.marks))
        sizes.append(min(each.size for each in lines(found.drawing) if each.face == BODY and "rule" in each.text))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 3.15
    assert 1.85 < sizes[-1] < 2.6


@pytest.mark.parametrize("text", [texts(40), (" ".join(texts(40)),), tuple("abcdefghijklmnopqrstuvwxyz" * 2)])
def test_a_text_that_finds_no_room_at_all_is_cut_and_says_so(halcyon, text):
    found = front(structs.replace(halcyon, text=text))
    assert found.cut
    assert [each for each in lines(found.drawing) if each.text.endswith("…")]


def test_no_two_lines_of_a_long_text_lie_on_each_other(halcyon):
    body = [each for each in lines(front(structs.replace(halcyon, text=texts(9))).drawing) if each.face == BODY]
    body = [each for each in body if "Hate 9" not in each.text]
    assert all(upper.bottom < lower.top for upper, lower in pairwise(body))


@pytest.mark.parametrize(
    "name", ["The Extraordinarily Long Name of a Card", "Averyveryverylongnamewithoutanyspace" * 2]
)
def test_a_long_name_is_set_small_in_two_lines_at_most(name):
    band = list(lines(front(Card("c", name, letter="B", cost="10 Energy"), "comic").drawing))
    parts = [each for each in band if each.text not in ("B", "10 Energy")]
    assert 1 <= len(parts) <= 2
    assert all(each.top >= FRAME and each.bottom <= FRAME + 8 for each in parts)
    assert max(each.right for each in parts) <= next(each.left for each in band if each.text == "10 Energy")


def test_no_two_bands_have_one_pattern():
    drawn = {str(front(Card("c", "", band=band)).drawing.marks[1].marks[2]) for band in PATTERNS}
    assert len(drawn) == len(PATTERNS)


def brightness(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("band", [*PALETTES, "", "plum", "teal", "rust"])
def test_a_name_can_be_read_on_its_band_and_its_pattern(band):
    drawn = front(Card("c", "Alibi", band=band)).drawing.marks[1].marks
    (name,) = [mark for mark in drawn if isinstance(mark, Words) and mark.text == "Alibi"]
    for ground in (drawn[1], *drawn[2].marks):
        dark, light = sorted((brightness(name.fill), brightness(ground.fill or ground.line)))
        assert (light + 0.05) / (dark + 0.05) > 4.5, ground


def test_a_card_of_a_name_alone_is_all_picture():
    (text,) = said(Card("c", "Alibi"))
    assert text == "Alibi"


@pytest.mark.parametrize(
    "title", ["Plot Twist", "Blockbuster", "A Game of Very Many Words Indeed, Second Edition", "", *HOSTILE]
)
def test_a_back_has_the_title_of_the_game_inside_its_disc(title):
    drawing = back(title, "comic")
    for each in lines(drawing):
        assert WIDE / 2 - 15 <= each.left <= each.right <= WIDE / 2 + 15
        assert HIGH / 2 - 15 <= each.top <= each.bottom <= HIGH / 2 + 15
    ElementTree.fromstring(svg.card(drawing, title=title))


@pytest.mark.slow
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text",
    [
        "x" * 20_000,
        "👩" * 20_000,
        *(pytest.param(each, marks=pytest.mark.long) for each in ("i " * 30_000, "ab\n" * 20_000)),
    ],
)
def test_what_no_card_can_hold_takes_no_time(halcyon, text):
    whole = Card("c", text, "blue", text, text, text, text, (text,), text, (text, text), flavour=text)
    assert front(whole).cut
    back(text)
