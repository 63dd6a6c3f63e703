"""Whoever overrules finds the value by its name: looked for as it is typed, and kept while the page changes."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def row(person, words):
    return person.page.locator("#rule-found button").filter(has_text=words)


def test_a_number_is_overruled_by_a_few_taps_stands_in_the_log_and_is_taken_back(person, roof):
    ada, kim = person(**PHONE).takes(roof.director), person(**PHONE).takes(roof.juno)
    assert kim.page.locator("#overrule").count() == 0
    assert not [url for url in ada.fetched if "/values" in url]
    ada.at("table").page.locator("#overrule > summary").tap()
    ada.page.get_by_label("What", exact=True).tap()
    first = row(ada, "Juno Marsh: damage to Vigor")
    expect(first).to_be_visible()
    expect(ada.page.locator("#rule-found button")).to_have_count(8)
    expect(ada.page.locator("#rule-found [role=status]")).to_have_text("8 of 344. Type more to narrow.")
    first.tap()
    expect(ada.page.locator("#rule-found button")).to_have_count(0)
    becomes = ada.page.get_by_label("Becomes")
    expect(becomes).to_be_focused()
    expect(becomes).to_have_value("0")
    ada.page.keyboard.type("2")  # what it was is marked, and gives way
    ada.page.get_by_label("Because", exact=True).fill("the fall was longer than it looked")
    ada.page.get_by_role("button", name="Rule it so").tap()
    kim.sees("Juno Marsh, damage to Vigor is now 2. Why: the fall was longer than it looked", "#log")
    ada.settles()
    expect(ada.page.get_by_label("What", exact=True)).to_have_value("")
    ada.page.locator("#do-undo").tap()
    kim.sees("Ada takes back", "#log")
    ada.page.get_by_label("What", exact=True).tap()
    expect(first.locator("b")).to_have_text("0")


def test_typing_narrows_what_is_offered_and_a_redrawn_page_leaves_it_there(person, roof):
    ada, kim = person(**PHONE).takes(roof.director), person(**PHONE).takes(roof.juno)
    ada.at("table").page.locator("#overrule > summary").tap()
    what = ada.page.get_by_label("What", exact=True)
    what.tap()
    what.press_sequentially("juno storm dam")
    expect(ada.page.locator("#rule-found button")).to_have_text(
        ["Juno Marsh: Storm Coil, damage it adds1", "Juno Marsh: Storm Coil, ongoing damageyes"]
    )
    expect(ada.page.locator("#rule-found [role=status]")).to_have_text("")
    kim.at("table").page.get_by_role("button", name="Pause").click()  # the page is drawn anew in the middle of it
    ada.sees("Paused", "#wait")
    row(ada, "ongoing damage").tap()
    expect(ada.page.get_by_label("Becomes")).to_have_value("no")
    ada.page.get_by_label("Because", exact=True).fill("the coil is wet")
    ada.page.get_by_role("button", name="Rule it so").tap()
    kim.sees("Juno Marsh, Storm Coil, ongoing damage is now no. Why: the coil is wet", "#log")
    ada.settles()
    what.fill("the weather")
    expect(ada.page.locator("#rule-found")).to_have_text("Nothing is called that.")


def test_a_row_in_focus_stays_there_while_others_act_and_a_refusal_leaves_the_words(person, roof):
    ada, kim = person(**PHONE).takes(roof.director), person(**PHONE).takes(roof.juno)
    ada.at("table").page.locator("#overrule > summary").tap()
    what = ada.page.get_by_label("What", exact=True)
    what.tap()
    what.press_sequentially("juno storm ongo")
    coil = row(ada, "Juno Marsh: Storm Coil, ongoing damage")
    coil.focus()
    kim.at("table").page.get_by_role("button", name="Pause").click()
    ada.sees("Paused", "#wait")
    expect(coil).to_be_focused()
    coil.press("Enter")
    ada.page.get_by_label("Becomes").fill("perhaps")
    ada.page.get_by_label("Because", exact=True).fill("who knows")
    ada.page.get_by_role("button", name="Rule it so").tap()
    ada.sees("Juno Marsh, Storm Coil, ongoing damage cannot be 'perhaps'. Wanted: yes or no.", "#overrule")
    expect(what).to_have_value("Juno Marsh: Storm Coil, ongoing damage")


def test_what_is_known_can_be_typed_as_words_or_as_a_path(person, roof):
    ada, kim = (person(viewport={"width": 1280, "height": 900}).takes(place) for place in (roof.director, roof.juno))
    ada.page.locator("#overrule > summary").click()
    what = ada.page.get_by_label("What", exact=True)
    for named, value in (("juno marsh, damage to vigor", "2"), ("cast/juno_marsh/damage_v", "1")):
        what.fill(named)
        expect(ada.page.locator("#rule-found button")).to_have_count(0 if "/" in named else 2)
        ada.page.get_by_label("Becomes").fill(value)
        ada.page.get_by_label("Because", exact=True).fill("so it was")
        ada.page.get_by_role("button", name="Rule it so").click()
        kim.sees(f"Juno Marsh, damage to Vigor is now {value}", "#log")
        ada.settles()


def test_without_script_the_values_are_a_page_of_their_own(person, server):
    someone = person(java_script_enabled=False, viewport={"width": 320, "height": 640}).goes("/")
    someone.page.locator("#new-blockbuster").click()
    someone.page.locator("#begin").click()
    someone.sees("Director, you are up", "#wait")  # else there is no place to go to yet
    someone.at("table").page.locator("#overrule > summary").click()
    someone.page.get_by_role("link", name="All that can be overruled").click()
    someone.sees("Juno Marsh: damage to Vigor: 0", "main")
    someone.sees("40 of 3", "#many")
    someone.page.get_by_role("searchbox").fill("juno vig")
    someone.page.get_by_role("button", name="Find").click()
    someone.sees("3 found.", "#many")
    someone.sees("cast/juno_marsh/damage_v", "main")
    assert someone.page.evaluate("document.scrollingElement.scrollWidth") <= 320
    someone.page.get_by_role("link", name="Back to the table").click()
    someone.sees("Director, you are up", "#wait")
    expect(someone.at("table").page.locator("#overrule")).to_be_visible()
