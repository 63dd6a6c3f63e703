"""What goes wrong around a page: a storm of entries, faces that do not load."""

import time
from itertools import cycle

import pytest
from browsing import Roof, Stair, Supper
from looking import BROKEN, CHECKS, violations
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
STORM = 2.0  # seconds
A_SECOND = 15  # lines of the log that a machine busy with other tests sends at least; one with nothing else 75 to 118
MOST = 120  # of them; three people may send so many at once


def test_forty_lines_a_second_leave_the_page_whole_and_what_is_being_written_where_it_is(person, server):
    roof = Roof(server)
    bo = person(viewport=PHONE).takes(roof.ferris)
    before, told = len(server.lines(roof.director)), []
    # One after the other stops the table and lets it go on: each is a line for everybody, and none is refused.
    storm = cycle((place, on) for place in (roof.director, roof.juno, roof.ferris) for on in (True, False))
    while len(told) % 2 or not told or (len(told) < MOST and told[-1] - told[0] < STORM):
        place, on = next(storm)
        server.puts(place, do="pause", on=on)
        told.append(time.monotonic())
    busiest = max(sum(0 <= one - first < 1 for one in told) for first in told)
    assert busiest >= A_SECOND, "this is no storm"
    assert len(server.lines(roof.director)) - before == len(told)
    bo.sees("Waiting for Juno Marsh", "#wait")
    bo.settles()
    whole = person(viewport=PHONE).takes(roof.ferris)
    for page in (bo, whole):
        page.at("story")
    expect(bo.page.locator("#log")).to_have_text(whole.page.locator("#log").inner_text(), use_inner_text=True)
    bo.at("scene")
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    bo.sees("Juno Marsh is to roll", "#wait")


@pytest.mark.parametrize("place", [lambda s: Roof(s).juno, lambda s: Stair(s).osk, lambda s: Supper(s).tamsin])
def test_without_its_faces_a_page_is_whole_all_the_same(person, server, place):
    someone = person(viewport=PHONE)
    someone.pardons = ("Failed to load resource",)
    someone.page.route("**/*.woff2*", lambda route: route.abort())
    someone.takes(place(server))
    for width in (320, 390, 1280):
        someone.page.set_viewport_size({"width": width, "height": 800})
        assert someone.page.evaluate(CHECKS)["wide"] == []
        assert someone.page.evaluate(BROKEN) == []
    someone.page.unroute_all()


@pytest.mark.long
def test_the_whole_log_and_the_words_of_cards_break_no_rule_of_axe(person, server):
    roof = Roof(server)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    someone = person(viewport=PHONE).takes(roof.juno)
    for path in (f"/t/{roof.juno['table']}/log", "/g/plot_twist/reference/cards"):
        someone.goes(path)
        assert violations(someone) == [], path
