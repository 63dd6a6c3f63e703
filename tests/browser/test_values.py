"""Whoever overrules finds the value by its name: asked for when the form is filled in, and kept while the page changes."""

import pytest
from browsing import SOON
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
VALUE = '#rule-paths option[value="Juno Marsh damage v"]'


def test_a_value_to_overrule_is_found_by_its_name(person, roof):
    ada, kim = (person(viewport={"width": 390, "height": 844}).takes(place) for place in (roof.director, roof.juno))
    assert kim.page.locator("#overrule").count() == 0
    assert not [url for url in ada.fetched if url.endswith("/values")]
    ada.page.locator("#overrule > summary").click()
    ada.page.get_by_label("What", exact=True).click()
    expect(ada.page.locator(VALUE)).to_have_text("Juno Marsh damage v 0", timeout=SOON)
    ada.page.get_by_label("What", exact=True).fill("juno marsh, damage v")
    kim.page.get_by_role("button", name="Pause").click()  # the page is drawn anew in the middle of it
    ada.sees("Paused", "#wait")
    assert ada.page.locator(VALUE).count() == 1
    ada.page.get_by_label("Becomes").fill("2")
    ada.page.get_by_label("Because", exact=True).fill("the fall was longer than it looked")
    ada.page.get_by_role("button", name="Rule it so").click()
    kim.sees("Juno Marsh, damage v is now 2. Why: the fall was longer than it looked", "#log")
    ada.page.get_by_label("What", exact=True).fill("cast/juno_marsh/damage_v")
    ada.page.get_by_label("Becomes").fill("1")
    ada.page.get_by_label("Because", exact=True).fill("it was not")
    ada.page.get_by_role("button", name="Rule it so").click()
    kim.sees("Juno Marsh, damage v is now 1", "#log")


def test_without_script_the_values_are_a_page_of_their_own(person, server):
    someone = person(java_script_enabled=False, viewport={"width": 320, "height": 640}).goes("/")
    someone.page.locator("#new-blockbuster").click()
    someone.page.locator("#overrule > summary").click()
    someone.page.get_by_role("link", name="All that can be overruled").click()
    someone.sees("Juno Marsh points", "main")
    assert someone.page.evaluate("document.scrollingElement.scrollWidth") <= 320
    someone.page.get_by_role("link", name="Back to the table").click()
    expect(someone.page.locator("#overrule")).to_be_visible()
