"""Strangers' games, installed as any distribution is, and no file of their own for the page: they get a whole one."""

import os
from io import BytesIO
from pathlib import Path

import pytest
from browsing import Person, Server
from looking import unfolded, wrongs
from playwright.sync_api import expect
from pypdf import PdfReader

pytestmark = pytest.mark.browser
TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that finds the games of the tests by their entry points, beside our own."""
    folder = tmp_path_factory.mktemp("strangers")
    about = folder / "strangers-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    points = "ledge = toy:GAME\nlanterns = lanterns:LANTERNS\nparlour = parlour:GAME\n"
    (about / "entry_points.txt").write_text(f"[cliffhanger.games]\n{points}")
    running = Server(folder / "tables", path=os.pathsep.join((str(folder), str(TESTS)))).start()
    yield running
    assert running.stop() == 0


def is_whole(each):
    """Nothing of a page is too wide, too small, too faint, without a name, or there twice."""
    assert wrongs(each) == {}


@pytest.mark.parametrize(
    ("game", "tagline", "title", "you"),
    [
        ("ledge", "Twenty metres of rock, four hours of light.", "The Ledge", "Tess"),
        ("lanterns", "Three hours, three lanterns, one wind.", "Lanterns", "Ida"),
    ],
)
def test_a_strangers_game_is_on_the_first_screen_and_begins_with_one_tap(person, game, tagline, title, you):
    someone = person(viewport={"width": 390, "height": 844}).goes("/")
    expect(someone.page.locator(f"#game-{game}")).to_contain_text(tagline)
    someone.page.get_by_role("button", name=f"Play {title}").click()
    someone.sees(f"You are {you}")


def test_the_game_of_forty_lines_from_its_first_hold_to_its_end(browser, server):
    place = server.opens("ledge", seats=2)
    tess = Person(browser, server, viewport={"width": 390, "height": 844}).takes(place)
    cole = Person(browser, server, viewport={"width": 1280, "height": 900})
    cole.takes(server.sits(place["table"], "cole", "Bo"))
    climbs = (
        (3, (5, 4, 3), "climbs 12 metres.", "climb 12 metres."),
        (1, (1,), "slips; the rope holds.", "slip; the rope holds."),
        (3, (6, 6, 6), "climbs 18", "climb 18"),
    )
    for turn, (holds, faces, told, own) in enumerate(climbs):
        leads, waits = ((tess, "Tess"), cole) if turn % 2 == 0 else ((cole, "Cole"), tess)
        leads[0].sees(f"{leads[1]}, you are up", "#wait")
        leads[0].chooses(leads[0].opens("climb"), "holds", holds)
        waits.sees(f"{leads[1]} is choosing", "#others")
        for each in (tess, cole):
            is_whole(each)
        leads[0].does("climb")
        waits.sees(f"{leads[1]} dares {holds} of three holds.", "#log")
        leads[0].rolls(*faces)
        waits.sees(f"{leads[1]} {told}", "#log")
        leads[0].sees(f"You {own}", "#log")
    for each in (tess, cole):
        each.sees("The end", "#wait")
        each.sees("20 of 20", ".screen")
        unfolded(each)
        is_whole(each)
        each.leaves()


def test_a_night_of_lanterns_from_its_first_hour_to_its_end(browser, server):
    place = server.opens("lanterns", seats=2)
    wind = Person(browser, server, viewport={"width": 1280, "height": 900}).takes(place)
    ida = Person(browser, server, viewport={"width": 320, "height": 640})
    ida.takes(server.sits(place["table"], "k1", "Wren"))
    for hour in range(1, 4):
        ida.sees("Ida, you are up", "#wait")
        form = ida.opens("dare")
        form.locator("[name=said]").fill("Now.")
        wind.sees("Ida is choosing: Dare the wind", "#others")
        ida.does("dare", dice=3)
        wind.sees("Ida dares the wind with 3.", "#log")
        if hour == 1:  # a hidden hand stays hidden: the keeper sees oil, the wind sees backs
            assert ida.page.locator(".card.back").count() == 0
            assert wind.page.locator(".card.back").count() == 2
            for each in (ida, wind):
                is_whole(each)
        if hour == 2:
            ida.does("pour")
            ida.sees("You pour", "#log")
        if hour == 3:
            ida.does("call", words="Burn, you wick")
        else:
            ida.does("pass")
        ida.rolls(6, 5, 4)
        for each in (ida, wind):
            expect(each.page.locator("#log li", has_text="a lantern burns")).to_have_count(hour)
    for each in (ida, wind):
        each.sees("The end", "#wait")
        each.sees("3 of 3", ".screen")
        unfolded(each)
        is_whole(each)
        each.leaves()


@pytest.mark.parametrize("game", ["ledge", "lanterns"])
def test_no_file_of_a_strangers_game_is_fetched(person, server, game):
    someone = person().takes(server.opens(game, seats=2))
    files = {url.partition("?")[0].rpartition("/")[2] for url in someone.fetched}
    assert "page.css" in files
    assert all(game not in each or each == f"skin-{game}.css" for each in files)  # made from the house's own tokens


@pytest.mark.parametrize(
    ("wish", "width", "height"),
    [("sheet=a4&bleed=3", 210, 297), ("sheet=a4&bleed=6", 297, 210), ("sheet=letter", 215.9, 279.4)],
)
def test_cards_are_printed_from_the_page_as_large_as_they_are(person, wish, width, height):
    someone = person().goes(f"/sheet/parlour/gossip/cards?{wish}&backs=1&copies=9")
    is_whole(someone)
    someone.page.emulate_media(media="print")
    printed = PdfReader(BytesIO(someone.page.pdf(prefer_css_page_size=True, print_background=True))).pages
    front, behind = someone.page.locator(".cut-page").count() // 2, someone.page.locator(".cut-page").count()
    assert len(printed) == behind == 2 * front
    for page in printed:
        size = [float(each) / 72 * 25.4 for each in (page.mediabox.width, page.mediabox.height)]
        assert size == pytest.approx([width, height], abs=0.3)
    boxes = someone.page.evaluate(
        """() => [...document.querySelectorAll(".cut-page svg")].map(each => each.getBoundingClientRect().width / 96 * 25.4)"""
    )
    assert boxes == pytest.approx([width] * behind, abs=0.1)


def test_a_file_goes_from_the_maker_to_paper_by_one_button(person):
    someone = person().goes("/sheet/parlour/gossip")
    someone.page.click("#text-go")
    someone.page.click("#cards-go")
    expect(someone.page.get_by_role("img", name="Alibi")).to_have_count(1)
    with someone.page.expect_download() as loaded:
        someone.page.click("#as-pdf")
    assert Path(loaded.value.path()).read_bytes().startswith(b"%PDF-1.7")
