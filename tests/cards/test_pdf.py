"""A PDF as a reader finds it: pages to the tenth of a millimetre, faces inside it, and words that can be searched."""

import subprocess
import sys

import pypdfium2
import pytest
from msgspec import structs

from cliffhanger.cards import pdf
from cliffhanger.cards.deck import Printed, Wish, laid_out
from cliffhanger.cards.sheet import BLEEDS, PAPERS, layout

DPI = 300


def made(*cards, **wish):
    return pdf.document(laid_out([Printed(card, "Parlour", "comic") for card in cards], Wish(**wish)), "Cards")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", BLEEDS)
def test_every_card_is_63_by_88_mm_and_its_back_lies_behind_it(halcyon, read, cut, paper, bleed):
    front, back = read(made(*[halcyon] * 5, sheet=paper, bleed=bleed, backs=True))
    lies = layout(paper, bleed)
    assert float(front.mediabox.width) / 72 * 25.4 == pytest.approx(lies.width, abs=0.01)
    assert float(front.mediabox.height) / 72 * 25.4 == pytest.approx(lies.height, abs=0.01)
    fronts, backs = cut(front, bleed), cut(back, bleed)
    assert len(fronts) == len(backs) == 5
    for (x, y, width, height), (behind_x, behind_y, *size) in zip(fronts, backs, strict=True):
        assert (width, height) == tuple(size) == (63, 88)
        assert (behind_x, behind_y) == (pytest.approx(lies.width - x - 63), pytest.approx(y))


def black(page, at, *, level):
    """Where a row or a column of a rendered page turns black, in mm."""
    bitmap = page.render(scale=DPI / 72, grayscale=True)
    pixels, wide = bytes(bitmap.buffer), bitmap.stride
    n = round(at / 25.4 * DPI)
    row = pixels[n * wide : n * wide + bitmap.width] if level else pixels[n::wide]
    dark = [place for place, value in enumerate(row) if value < 120]
    return [place * 25.4 / DPI for place in dark if place - 1 not in dark]


@pytest.mark.parametrize(
    ("bleed", "columns"), [(0, [10.5, 73.5, 136.5, 199.5]), (3, [4.5, 67.5, 73.5, 136.5, 142.5, 205.5])]
)
def test_what_is_rendered_has_its_marks_63_mm_apart_on_both_sides(halcyon, bleed, columns):
    """Measured on the picture of the page, at 300 dots an inch: a dot is 0.085 mm."""
    front, back = pypdfium2.PdfDocument(made(*[halcyon] * 9, bleed=bleed, backs=True))
    above = layout("a4", bleed).top - 3.5
    for page in (front, back):
        assert black(page, above, level=True) == pytest.approx(columns, abs=0.13)
    beside = layout("a4", bleed).left - 2.5
    rows = [layout("a4", bleed).corner(0, row)[1] + end for row in range(3) for end in (0, 88)]
    assert black(front, beside, level=False) == pytest.approx(sorted(set(rows)), abs=0.13)


def test_words_can_be_searched_and_every_face_is_inside(halcyon, read):
    (page,) = read(made(halcyon))
    text = page.extract_text()
    for each in ("Doctor Halcyon", "Once a Turn, spend 1 Hate", "Breathe out. It helps.", "B3 M5"):
        assert each in text
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert len(fonts) == 4
    for font in fonts:
        (descendant,) = font["/DescendantFonts"]
        file = descendant.get_object()["/FontDescriptor"]["/FontFile2"].get_data()
        assert file[:4] == b"\0\1\0\0"
        assert font["/ToUnicode"].get_data().startswith(b"/CIDInit")
    drawn = [each.get_object() for each in page["/Resources"]["/XObject"].values()]
    assert {each["/Subtype"] for each in drawn} == {"/Form"}, "no picture made of dots"


def test_what_no_face_has_is_a_box_and_nothing_breaks(halcyon, read):
    odd = structs.replace(
        halcyon, name="日本 <b>&", text=("\x00(paren) \\ back\\slash", "👩‍👧", "\u202e\ud800"), art="nonsense"
    )
    (page,) = read(made(odd))
    text = page.extract_text()
    assert "\ufffd\ufffd <b>&" in text
    assert "(paren) \\ back\\slash" in text


def test_it_asks_to_be_printed_as_large_as_it_is_and_turned_as_its_backs_lie(halcyon):
    def asked(**wish):
        from io import BytesIO

        from pypdf import PdfReader

        return PdfReader(BytesIO(made(halcyon, **wish))).trailer["/Root"]["/ViewerPreferences"]

    assert asked()["/PrintScaling"] == "/None"
    assert "/Duplex" not in asked()
    assert asked(backs=True)["/Duplex"] == "/DuplexFlipLongEdge"
    assert asked(backs=True, bleed=6)["/Duplex"] == "/DuplexFlipShortEdge"


def test_the_same_cards_are_the_same_bytes(halcyon):
    assert made(halcyon, backs=True) == made(halcyon, backs=True)


def test_a_card_takes_little_room_beside_the_faces_and_a_copy_of_it_almost_none(halcyon):
    others = [structs.replace(halcyon, name=f"Doctor {n}") for n in range(45)]
    one, many, copied = made(halcyon), made(halcyon, *others), made(halcyon, copies=20)
    assert len(one) < 150_000
    assert (len(many) - len(one)) / 45 < 6_000
    assert (len(copied) - len(one)) / 19 < 300


def test_the_library_is_loaded_only_when_a_pdf_is_written():
    script = "import sys, cliffhanger.web.http.app, cliffhanger.cli.cards, cliffhanger.cards.pdf; print('pydyf' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
