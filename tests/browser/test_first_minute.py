"""The first minute: from the first page to the first roll against a clock, alone and by a link."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MINUTE = 60.0
ROLLED = re.compile(r"Juno Marsh\s+rolls Defense for the order: .* success")
FIRST_PAGE, SCRIPT = 40_000, 10_000  # bytes as sent


def test_alone_the_first_roll_is_two_taps_away(person):
    began = time.monotonic()
    newcomer = person(viewport={"width": 390, "height": 844}).goes("/")
    newcomer.page.get_by_role("button", name="Play Tabletop Blockbuster").click()
    newcomer.sees("you are up", "#wait")
    newcomer.page.locator(".tray .next:visible").first.click()
    newcomer.sees(ROLLED, "#log")
    took = time.monotonic() - began
    assert took < MINUTE


def test_on_a_phone_every_game_is_played_alone_by_a_button_in_sight(person):
    page = person(viewport={"width": 390, "height": 844}).goes("/").page
    for name in ("blockbuster", "untold"):
        expect(page.locator(f"#alone-{name}")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_on_a_phone_a_move_that_is_chosen_shows_what_it_asks_for(person, roof, motion):
    kim = person(viewport={"width": 390, "height": 844}, reduced_motion=motion).takes(roof.juno)
    kim.page.locator("#tray").evaluate("each => each.scrollIntoView()")
    form = kim.form("check")
    expect(form).to_be_hidden()
    kim.opens("check")
    for name in ("goal", "skill", "attribute"):
        expect(form.locator(f'[name="p.{name}"]').first).to_be_in_viewport()


def test_what_was_sent_is_gone_from_its_form(person, roof):
    bo = person().takes(roof.ferris)
    form = bo.opens("spotlight")
    line = form.locator('[name="p.line"]')
    for words in ("You built half of these.", "Find me the weak bolt."):
        line.fill(words)
        form.locator("button.next").click()
        bo.sees(words, "#log")
        expect(line).to_have_value("")
    expect(form).to_be_visible()


def test_two_people_meet_by_a_link_and_roll(person):
    began = time.monotonic()
    ada = person(viewport={"width": 1280, "height": 900}).goes("/")
    shelf = ada.page.locator("#game-blockbuster")
    shelf.get_by_label("People").select_option("2")
    shelf.get_by_role("button", name="Start a table").click()
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
        each.sees(ROLLED, "#log")
        each.sees("The order: ", "#log")
    assert time.monotonic() - began < MINUTE


@pytest.mark.parametrize("seat", [False, True], ids=["the first screen", "a seat's page"])
def test_all_that_a_page_fetches_is_small(person, server, seat):
    someone = person(viewport={"width": 390, "height": 844})
    fetched = []
    someone.page.on("requestfinished", lambda request: fetched.append(request))  # noqa: PLW0108  (a list takes no attributes)
    someone.takes(server.opens()) if seat else someone.goes("/")
    someone.page.wait_for_load_state("networkidle")
    sizes = {request.url.partition("?")[0]: request.sizes()["responseBodySize"] for request in fetched}
    files = {url.rpartition("/")[2] for url in sizes}
    assert (
        {"page.css", "cliffhanger.js", "big-shoulders.woff2"} <= files
        if seat
        else {"page.css", "young-serif.woff2"} <= files
    )
    assert sum(sizes.values()) < FIRST_PAGE, sizes
    assert sum(size for url, size in sizes.items() if url.endswith(".js")) <= SCRIPT, sizes
