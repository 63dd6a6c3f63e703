"""What goes wrong around a page: a storm of entries, faces that do not load."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.error import HTTPError

import pytest
from browsing import Roof, Stair, Supper
from looking import BROKEN, CHECKS, violations
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
STORM = 2.0  # seconds
A_SECOND = 40  # lines of the log


def test_forty_lines_a_second_leave_the_page_whole_and_what_is_being_written_where_it_is(person, server):
    roof = Roof(server)
    bo = person(viewport=PHONE, reduced_motion="reduce").takes(roof.ferris)
    before = len(server.lines(roof.director))

    def storms(place):
        """Stop the table and let it go on, again and again: each is a line for everybody."""
        until, on = time.monotonic() + STORM, True
        while time.monotonic() < until or not on:
            with suppress(HTTPError):  # somebody else has just done the same, or it came too fast
                server.puts(place, do="pause", on=on)
                on = not on

    with ThreadPoolExecutor(3) as several:
        list(several.map(storms, (roof.director, roof.juno, roof.ferris)))
    while server.view(roof.director)["paused"]:
        with suppress(HTTPError):
            server.puts(roof.director, do="pause", on=False)
    entries = len(server.lines(roof.director)) - before
    assert entries >= A_SECOND * STORM / 5, "this is no storm"  # a busy machine makes fewer
    bo.sees("Waiting for Juno Marsh", "#wait")
    bo.settles()
    whole = person(viewport=PHONE, reduced_motion="reduce").takes(roof.ferris)
    for page in (bo, whole):
        page.at("story")
    expect(bo.page.locator("#log")).to_have_text(whole.page.locator("#log").inner_text(), use_inner_text=True)
    bo.at("scene")
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    bo.sees("Juno Marsh is to roll", "#wait")


@pytest.mark.parametrize("place", [lambda s: Roof(s).juno, lambda s: Stair(s).osk, lambda s: Supper(s).tamsin])
def test_without_its_faces_a_page_is_whole_all_the_same(person, server, place):
    someone = person(viewport=PHONE, reduced_motion="reduce")
    someone.pardons = ("Failed to load resource",)
    someone.page.route("**/*.woff2*", lambda route: route.abort())
    someone.takes(place(server))
    for width in (320, 390, 1280):
        someone.page.set_viewport_size({"width": width, "height": 800})
        assert someone.page.evaluate(CHECKS)["wide"] == []
        assert someone.page.evaluate(BROKEN) == []
    someone.page.unroute_all()


def test_the_whole_log_and_the_words_of_cards_break_no_rule_of_axe(person, server):
    roof = Roof(server)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    someone = person(viewport=PHONE).takes(roof.juno)
    for path in (f"/t/{roof.juno['table']}/log", "/g/plot_twist/reference/cards"):
        someone.goes(path)
        assert violations(someone) == [], path
