"""Dice that fall: each time new ones lie there, where one sees it, and not for those who want it still."""

import pytest
from browsing import SEND
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WATCH = """() => {
  window.fell = [];
  addEventListener("animationstart", (event) => {
    if (event.animationName !== "fall") return;
    const at = event.target.getBoundingClientRect();
    fell.push(at.top >= 0 && at.bottom <= innerHeight);
  }, true);
}"""


def falls(someone, least=0):
    """Which dice have begun to fall since this was asked last, so many at least: whether each was in view."""
    someone.page.wait_for_function("least => fell.length >= least", arg=least)
    someone.page.wait_for_timeout(100)
    return someone.page.evaluate("() => fell.splice(0)")


def test_dice_fall_with_every_throw_in_view_and_only_then(person, server, roof):
    bo = person(viewport={"width": 390, "height": 844}).takes(roof.ferris)
    bo.page.evaluate(WATCH)
    falls(bo)
    began = server.view(roof.director)["n"]
    for n in range(2):  # the same faces again are another throw
        bo.page.evaluate("scrollTo({ top: 900, behavior: 'instant' })")
        server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
        server.rolls(roof.juno, 6, 6, 5, 5, 1)
        expect(bo.page.locator(".screen .fall")).to_have_count(1)
        assert falls(bo, 5) == [True] * 5
        server.does(roof.juno, "cancel", cancelled=2)  # they lie there still
        bo.sees("2 successes against the strain")
        assert falls(bo) == []
        server.does(roof.director, "defend")
        server.rolls(roof.director, 2, 5, 1)
        expect(bo.page.locator(".screen .fall")).to_have_count(2)
        assert falls(bo, 3) == [True] * 3
        if not n:
            server.puts(roof.director, do="undo", to=began)
            bo.settles()
            falls(bo)


def test_dice_lie_there_at_once_for_those_who_want_it_still(person, server, roof):
    bo = person(viewport={"width": 390, "height": 844}, reduced_motion="reduce").takes(roof.ferris)
    bo.page.evaluate(WATCH)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    expect(bo.page.locator(".screen .fall")).to_have_count(1)
    assert falls(bo) == []


def test_the_first_roll_is_seen_the_dice_of_each_side_and_who_goes_first(person, server):
    director = server.opens(seats=2)
    place = server.sits(director["table"], "juno_marsh", "Kim")
    server.does(director, "open.soup_is_served", present=["juno_marsh", "ludo", "the_porter"])
    kim = person(viewport={"width": 390, "height": 844}).takes(place)
    kim.page.evaluate(WATCH)
    server.does(director, "all")
    kim.form("defense").locator(SEND).click()
    kim.rolls(6, 6, 5, 5, 1)
    expect(kim.page.locator(".screen .fall")).to_have_count(1)
    server.rolls(director, 5, 1, 1)
    server.rolls(director, 1, 1, 1)
    kim.sees("You go first", ".screen")
    expect(kim.page.locator(".screen .fall")).to_have_count(3)
    seen = falls(kim, 11)
    assert len(seen) == 11
    assert all(seen[:5])
    expect(kim.page.locator(".screen .verdict")).to_be_in_viewport()
