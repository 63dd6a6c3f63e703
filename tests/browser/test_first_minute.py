"""The first minute: from the first page to the first roll against a clock, alone and by a link."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MINUTE = 60.0
FIRST_PAGE, SCRIPT = 40_000, 10_000  # bytes as sent


def test_alone_the_first_roll_is_two_taps_away(person):
    began = time.monotonic()
    newcomer = person(viewport={"width": 390, "height": 844}).goes("/")
    newcomer.page.get_by_role("button", name="Play Tabletop Blockbuster").click()
    newcomer.sees("you are up", "#wait")
    newcomer.page.locator(".tray .next:visible").first.click()
    newcomer.sees(re.compile("Juno Marsh rolls Defense for the order: .* success"), "#log")
    took = time.monotonic() - began
    assert took < MINUTE
    expect(newcomer.page.locator(".dice").first).to_have_attribute("aria-label", re.compile(r"\d+ dice: "))


def test_two_people_meet_by_a_link_and_roll(person):
    began = time.monotonic()
    ada = person(viewport={"width": 1280, "height": 900}).goes("/")
    shelf = ada.page.locator("#game-blockbuster")
    shelf.get_by_label("People").select_option("2")
    shelf.get_by_role("button", name="Start a table").click()
    ada.page.locator("#chairs > summary").click()
    link = ada.page.locator("#link-juno_marsh").input_value()

    kim = person(viewport={"width": 390, "height": 844})
    kim.page.goto(link)
    kim.page.get_by_label("Your name").fill("Kim")
    kim.page.get_by_role("button", name="Sit down").click()
    ada.sees("Kim takes the seat of Juno Marsh", "#log")
    ada.does("open.soup_is_served")
    kim.does("defense")
    ada.does("all")
    for each in (ada, kim):
        each.sees(re.compile("Juno Marsh rolls Defense for the order: .* success"), "#log")
        each.sees(re.compile("The order: "), "#log")
    assert time.monotonic() - began < MINUTE


@pytest.mark.parametrize("seat", [False, True], ids=["the first screen", "a seat's page"])
def test_all_that_a_page_fetches_is_small(person, server, seat):
    someone = person(viewport={"width": 390, "height": 844})
    sizes = {}
    answers = []
    someone.page.on("requestfinished", lambda request: answers.append(request))
    someone.takes(server.opens()) if seat else someone.goes("/")
    someone.page.wait_for_load_state("networkidle")
    for request in answers:
        sizes[request.url.partition("?")[0].rpartition("/")[2], request.resource_type] = request.sizes()["responseBodySize"]
    for file in ("page.css", "young-serif.woff2") if not seat else ("page.css", "cliffhanger.js", "big-shoulders.woff2"):
        assert any(name == file for name, _ in sizes), sizes
    whole = sum(sizes.values())
    script = sum(size for (_, kind), size in sizes.items() if kind == "script")
    assert whole < FIRST_PAGE, sizes
    assert script <= SCRIPT, sizes
