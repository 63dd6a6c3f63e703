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
