"""A sheet on paper: one page, A4 or Letter, as Chromium prints it."""

from io import BytesIO

import pytest
from browsing import Person
from looking import BROKEN, violations
from pypdf import PdfReader

from cliffhanger import games

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("format", ["A4", pytest.param("Letter", marks=pytest.mark.long)])
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
    for each in ("Skills", "Attributes", "Notes", "How to roll", "How hard"):
        assert each.casefold() in words.casefold()
    height = float(printed.pages[0].mediabox.height)
    assert height == pytest.approx({"A4": 842, "Letter": 792}[format], abs=1.5)


def pages_of(someone, format="A4"):
    """What Chromium prints of the page that is open."""
    someone.page.emulate_media(media="print")
    someone.page.set_viewport_size({"width": 718, "height": 1000})
    assert someone.page.evaluate(BROKEN) == []
    return PdfReader(BytesIO(someone.page.pdf(format=format, print_background=True))).pages


@pytest.mark.parametrize("format", ["A4", *(pytest.param(each, marks=pytest.mark.long) for each in ("Letter",))])
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


TAGS = """() => [...document.querySelectorAll('.tag')].filter((each) => each.getClientRects().length > 1
    || each.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(each).lineHeight)).map((each) => each.textContent)"""
FULL = """() => { const page = document.querySelector('.paper-page').getBoundingClientRect(),
    notes = document.querySelector('.ruled').getBoundingClientRect();
    return [page.height / innerHeight, (page.bottom - notes.bottom) / page.height]; }"""


LONG = ("blockbuster", "untold")  # whose sheets have the fewest words; make full looks at them


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.long] * (each in LONG)) for each in games.names()]
)
def test_in_mid_scene_a_sheet_fills_one_page_with_how_to_roll_on_it_and_no_pill_is_broken(browser, evenings, name):
    server, tables = evenings
    someone = Person(browser, server)
    master, *players = tables[name].header.setup.seats
    someone.goes(f"/t/{tables[name].id}/sheet/{master.id}")
    assert len(pages_of(someone)) <= 3
    assert someone.page.evaluate(TAGS) == []
    for seat in players[:2]:
        someone.page.emulate_media(media="screen")
        someone.goes(f"/t/{tables[name].id}/sheet/{seat.id}")
        assert violations(someone) == []
        (printed,) = pages_of(someone)
        words = "".join(printed.extract_text().casefold().split())  # some faces are set so close that spaces stray
        assert "howto" in words
        assert "howhard" in words
        assert someone.page.evaluate(TAGS) == []
        tall, below = someone.page.evaluate(FULL)
        assert tall > 0.95
        assert below < 0.05
    someone.leaves()
