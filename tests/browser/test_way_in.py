"""The way in of a table in a real browser: it follows the table while somebody stands there."""

import re

import pytest
from looking import violations
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def table(server):
    """A table whose host alone has sat down."""
    return server.opens("untold", seats=4)["table"]


def ticked(page):
    return page.locator(".seat:has(input:checked) b").text_content()


def test_two_who_open_the_invitation_are_offered_two_chairs_and_see_who_sits_down(person, table):
    kim, bo = (person(viewport=PHONE).goes(f"/t/{table}") for _ in range(2))
    first, second = (ticked(each.page) for each in (kim, bo))
    assert first != second
    kim.page.locator("#name").fill("Kim")
    kim.page.get_by_label(second).check()  # the one that Bo is offered
    bo.page.locator("#name").fill("B")
    kim.page.locator("#sit-go").click()
    expect(bo.page.locator(".seat.no", has_text=second)).to_contain_text("taken by Kim")
    expect(bo.page.locator("#seat-note")).to_have_text(re.compile(f"^Kim sits as {second} now. .* is ticked for you"))
    expect(bo.page.locator("#taken")).to_contain_text("2 of 4")
    assert ticked(bo.page) != second
    assert bo.page.locator("#name").input_value() == "B"  # what is half typed stays
    assert bo.page.evaluate("document.activeElement.id") == "name"


def test_a_choice_made_at_the_way_in_stays_and_so_do_the_hands_on_the_keyboard(person, server, table):
    bo = person(viewport=PHONE).goes(f"/t/{table}")
    chairs = bo.page.locator("[name=seat]")
    chairs.nth(2).focus()
    bo.page.keyboard.press("Space")
    chosen, seat = ticked(bo.page), chairs.nth(2).get_attribute("id")
    other = chairs.nth(0).get_attribute("value")
    server.sits(table, other, "Ida")
    expect(bo.page.locator("#taken")).to_contain_text("2 of 4")
    assert (ticked(bo.page), bo.page.evaluate("document.activeElement.id")) == (chosen, seat)
    server.sits(table, seat.removeprefix("seat-"), "Wim")
    expect(bo.page.locator("#taken")).to_contain_text("3 of 4")
    assert bo.page.evaluate("document.activeElement.matches('[name=seat]:checked')")
    bo.page.keyboard.press("Tab")
    bo.page.locator("#seat-watch").check(force=True)
    expect(bo.page.locator("#seat-note")).to_be_empty()
    bo.page.wait_for_timeout(2_500)
    assert ticked(bo.page) == "Just watch"


def test_a_seat_taken_in_another_browser_comes_back_with_one_tap_here_and_one_at_the_table(person, server):
    gm = server.opens("untold", seats=4)
    server.sits(gm["table"], "ione_wake", "Kim")
    host = person(viewport=PHONE)
    host.goes(f"/t/{gm['table']}/seat/{gm['seat']}?lobby#s={gm['secret']}")
    kim = person(viewport=PHONE).goes(f"/t/{gm['table']}").page
    kim.locator("#other-browser summary").click()
    kim.locator("#back-ione_wake").click()
    expect(kim.locator("#seat-note")).to_contain_text("You asked for Ione Wake.")
    asked = host.page.locator("#asked-back")
    expect(asked).to_contain_text("Somebody at the way in says that they are Kim, in another browser.")
    assert violations(host) == []
    asked.locator("button").click()
    expect(asked).to_have_count(0)
    expect(kim.locator("#seat-note")).to_contain_text("Ione Wake is free for you")
    assert ticked(kim) == "Ione Wake"
    kim.locator("#sit-go").click()
    expect(kim.locator(".lobby-you")).to_contain_text("You play Ione Wake")
