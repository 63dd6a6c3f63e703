"""A stranger's game, installed as any distribution is, and no file of its own for the page: it gets a whole one."""

import os
from pathlib import Path

import pytest
from browsing import SOON, Person, Server
from looking import CHECKS, unfolded
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that finds the toy game by its entry point, beside our own."""
    folder = tmp_path_factory.mktemp("toy")
    about = folder / "lanterns-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[cliffhanger.games]\ntoy = toy:TOY\n")
    running = Server(folder / "tables", path=os.pathsep.join((str(folder), str(TESTS)))).start()
    yield running
    assert running.stop() == 0


def test_the_toy_game_is_on_the_first_screen_and_begins_with_one_tap(person):
    someone = person(viewport={"width": 390, "height": 844}).goes("/")
    expect(someone.page.locator("#game-toy")).to_contain_text("Three hours, three lanterns, one wind.")
    someone.page.get_by_role("button", name="Play Lanterns").click()
    someone.sees("You are Ida")


def test_a_night_of_the_toy_game_from_its_first_hour_to_its_end(browser, server):
    place = server.opens("toy", seats=2)
    wind = Person(browser, server, viewport={"width": 1280, "height": 900}).takes(place)
    ida = Person(browser, server, viewport={"width": 320, "height": 640})
    ida.takes(server.sits(place["table"], "k1", "Wren"))
    for hour in range(1, 4):
        ida.sees("Ida, you are up", "#wait")
        form = ida.opens("dare")
        ida.chooses(form, "dice", 3)
        wind.sees("Ida is choosing: Dare the wind", "#others")
        ida.does("dare")
        wind.sees("Ida dares the wind with 3.", "#log")
        if hour == 1:  # a hidden hand stays hidden: the keeper sees oil, the wind sees backs
            assert ida.page.locator(".card.back").count() == 0
            assert wind.page.locator(".card.back").count() == 2
            for each in (ida, wind):
                assert {kind: wrong for kind, wrong in each.page.evaluate(CHECKS).items() if wrong} == {}
        if hour == 2:
            ida.does("pour")
            ida.sees("Ida pours", "#log")
        if hour == 3:
            ida.does("call", words="Burn, you wick")
        else:
            ida.does("pass")
        ida.rolls(6, 5, 4)
        for each in (ida, wind):
            expect(each.page.locator("#log li", has_text="a lantern burns")).to_have_count(hour, timeout=SOON)
    for each in (ida, wind):
        each.sees("The end", "#wait")
        each.sees("3 of 3", ".screen")
        unfolded(each)
        assert {kind: wrong for kind, wrong in each.page.evaluate(CHECKS).items() if wrong} == {}
        each.leaves()


def test_no_file_of_the_toy_game_is_fetched(person, server):
    someone = person().takes(server.opens("toy", seats=2))
    files = {url.partition("?")[0].rpartition("/")[2] for url in someone.fetched}
    assert "page.css" in files
    assert all("toy" not in each or each == "skin-toy.css" for each in files)  # made from the house's own tokens
