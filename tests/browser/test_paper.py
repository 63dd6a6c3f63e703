"""A sheet on paper: one page, A4 or Letter, as Chromium prints it."""

from io import BytesIO

import pytest
from looking import BROKEN
from pypdf import PdfReader

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("format", ["A4", "Letter"])
@pytest.mark.parametrize("seat", ["juno_marsh", "nadia_voss", "tom_okoro"])
def test_a_sheet_is_printed_on_one_page(person, server, format, seat):
    place = server.opens(seats=7)
    someone = person().goes(f"/t/{place['table']}/sheet/{seat}")
    someone.page.emulate_media(media="print")
    someone.page.set_viewport_size({"width": 718, "height": 1000})  # A4 between its margins
    assert someone.page.evaluate(BROKEN) == []
    printed = PdfReader(BytesIO(someone.page.pdf(format=format, print_background=True, prefer_css_page_size=False)))
    assert len(printed.pages) == 1
    words = printed.pages[0].extract_text()
    for each in ("Skills", "Attributes", "Notes"):
        assert each.casefold() in words.casefold()
    height = float(printed.pages[0].mediabox.height)
    assert height == pytest.approx({"A4": 842, "Letter": 792}[format], abs=1.5)


def pages_of(someone, format="A4"):
    """What Chromium prints of the page that is open."""
    someone.page.emulate_media(media="print")
    someone.page.set_viewport_size({"width": 718, "height": 1000})
    assert someone.page.evaluate(BROKEN) == []
    return PdfReader(BytesIO(someone.page.pdf(format=format, print_background=True))).pages


@pytest.mark.parametrize("format", ["A4", "Letter"])
@pytest.mark.parametrize("seat", ["odessa_pike", "tamsin_rook", "eli_marchetti"])
def test_a_sheet_of_drives_and_assets_is_printed_on_one_page(person, server, format, seat):
    place = server.opens(game="smallville", seats=5)
    (printed,) = pages_of(person().goes(f"/t/{place['table']}/sheet/{seat}"), format)
    words = printed.extract_text().casefold()
    for each in ("Values", "Relationships", "Assets", "Resources"):
        assert each.casefold() in words


def test_a_sheet_is_seen_before_it_comes_to_a_table_and_printed_alone_on_one_page(person, server):
    someone = person().goes("/sheet/smallville/character")
    someone.page.click("#text-go")
    assert someone.page.locator("#preview").get_by_text("Ruth Sandoval").count()
    (printed,) = pages_of(someone)
    assert "Warm Hands" in printed.extract_text()
    assert "As text" not in printed.extract_text()
