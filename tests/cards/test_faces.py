"""Texts are measured by tables of the fonts, and what a face lacks is drawn as a box or left out, never in the way."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.cards.drawing import parsed
from cliffhanger.cards.faces import BODY, BOLD, DISPLAY, ITALIC, MISSING, display, drawable, face, font_file, width
from cliffhanger.cards.setting import fitted, shortened, wrapped
from cliffhanger.web.page.skins import FACES

ALL = (BODY, BOLD, ITALIC, *DISPLAY)


@pytest.mark.parametrize(
    ("name", "says"),
    [("text", 39.33), ("bold", 41.31), ("italic", 38.88), ("house", 48.73), ("poster", 33.38), ("comic", 32.84)],
)
def test_a_text_is_as_wide_as_its_font_says(name, says):
    assert width("Hamburg", name, 10) == pytest.approx(says, abs=0.01)


def test_widths_add_up_and_grow_with_the_size():
    assert width("ab", BODY, 4) == pytest.approx(width("a", BODY, 4) + width("b", BODY, 4))
    assert width("ab", BODY, 8) == pytest.approx(2 * width("ab", BODY, 4))
    assert width("", BODY, 4) == 0


@pytest.mark.parametrize("name", ALL)
def test_every_face_has_the_letters_it_is_used_for(name):
    chosen = face(name)
    assert chosen.has("The quick brown fox, 0123456789; “jumps” – over: ‘lazy’ dogs… (+2) −1 & 100 % Äöß éçñ?!")
    assert chosen.glyphs[""].outline or name in DISPLAY, "a box for what it lacks"
    assert all(glyph.outline for sign, glyph in chosen.glyphs.items() if sign.strip())
    assert font_file(name)[:4] == b"\0\1\0\0"


def test_a_table_says_what_stands_in_the_outlines():
    for name in ALL:
        chosen = face(name)
        heights = [y for _, points in parsed(chosen.glyph("H").outline) for y in points[1::2]]
        assert max(heights) == pytest.approx(chosen.capital, abs=2)
        assert min(glyph.width for sign, glyph in chosen.glyphs.items() if re.fullmatch(r"\w", sign)) > 0


def test_every_face_that_a_skin_may_have_is_one_to_print_with_or_the_plain_one():
    assert set(FACES) - {"plain"} <= set(DISPLAY)


@pytest.mark.parametrize(
    ("text", "is_drawn"),
    [
        ("plain", "plain"),
        ("  two\n\twords ", "two words"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("a\x00b\x07c\x7fd\x85", "abcd"),
        ("left\u202eright\u2066\u200f", "leftright"),
        ("e\u0301", "é"),
        ("ǎ ṩ", "a s"),
        ("ﬁre", "fire"),
        ("Żółć Жук Ωμέγα", "Żółć Жук Ωμέγα"),
        ("日本", MISSING * 2),
        ("שלום", MISSING * 4),
        ("👩", MISSING),
        ("👩\u200d👩\u200d👧 🏳\ufe0f", f"{MISSING} {MISSING}"),
        ("👍🏽", MISSING),
        ("a\ud800b", "ab"),
        ("\U000e0041\uffff\ufdd0", ""),
        ("", ""),
    ],
)
def test_what_cannot_be_drawn_is_a_box_or_left_out(text, is_drawn):
    assert drawable(text) == is_drawn


@given(st.text(st.characters(), max_size=40), st.sampled_from(ALL))
def test_what_is_drawable_stays_so_and_is_in_the_face(text, name):
    said = drawable(text, name)
    assert face(name).has(said.replace(MISSING, ""))
    assert drawable(said, name) == said


def test_a_title_in_letters_that_its_face_lacks_is_set_in_the_bold_one():
    assert display("Doctor Halcyon", "comic") == "comic"
    assert display("Жук", "comic") == BOLD
    assert display("Doctor", "plain") == display("Doctor", "no face at all") == BOLD
    assert display("Doctor 👩", "comic") == BOLD


@given(st.text(st.characters(), max_size=200), st.sampled_from((BODY, "comic")), st.floats(2, 60))
def test_no_line_is_wider_than_its_column_and_no_sign_is_lost(text, name, column):
    lines = wrapped(text, name, 3.0, column)
    assert all(width(line, name, 3.0) <= column or len(line) == 1 for line in lines)
    assert "".join(lines).replace(" ", "") == drawable(text, name).replace(" ", "")


def test_lines_break_between_words():
    assert wrapped("one two three", BODY, 3.0, width("one two", BODY, 3.0)) == ["one two", "three"]
    assert wrapped("", BODY, 3.0, 20) == [""]


def test_what_does_not_fit_is_made_smaller_then_shortened():
    long = "Supercalifragilistic"
    assert fitted(long, BODY, (4, 3), 0, 0, 100, "#000000").size == 4
    assert fitted(long, BODY, (4, 3), 0, 0, width(long, BODY, 3), "#000000")[:4] == (long, 0, 0, 3)
    assert shortened(long, BODY, 3, 12).endswith("…")
    assert width(shortened(long, BODY, 3, 12), BODY, 3) <= 12
    ends = fitted("12", BODY, (4,), 50, 0, 20, "#000000", end=True)
    assert ends.x + width("12", BODY, 4) == pytest.approx(50)
