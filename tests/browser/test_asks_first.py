"""X and taking back ask first: one sentence, and one button that does it; what was taken back is seen by all."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}}


def test_the_first_tap_on_x_says_what_it_is_and_the_second_stops_the_table(person, roof):
    kim, bo = person(**PHONE).takes(roof.juno), person(**PHONE).takes(roof.ferris)
    kim.page.locator("#ask-x").click()
    button = kim.page.locator("#do-x")
    expect(button).to_be_in_viewport(ratio=1)
    expect(kim.page.locator("#f-x")).to_contain_text("no one asks why")
    expect(bo.page.locator("#halt")).to_have_count(0)
    kim.page.locator("#ask-x").click()  # it was not meant: the same tap closes it
    expect(button).to_be_hidden()
    kim.page.locator("#ask-x").click()
    button.click()
    for each in (kim, bo):
        expect(each.page.locator("#halt")).to_contain_text("left out of the story")
    expect(kim.page.locator("#do-x")).to_be_hidden()  # and does not lie over it


def test_x_works_without_a_script(person, roof):
    kim = person(java_script_enabled=False, **PHONE)
    kim.goes(f"/t/{roof.table}/seat/juno_marsh")
    kim.page.locator("#secret").fill(roof.juno["secret"])
    kim.page.get_by_role("button", name="Sit down").click()
    expect(kim.page.locator("#do-x")).to_be_hidden()
    kim.page.locator("#ask-x").click()
    kim.page.locator("#do-x").click()
    expect(kim.page.locator("#halt")).to_be_visible()


def test_what_somebody_else_did_is_named_and_asked_for_and_all_see_who_took_it_back(person, server, roof):
    kim, bo = person(**PHONE).takes(roof.juno), person(**PHONE).takes(roof.ferris)
    ada, watch = person().takes(roof.director), person(viewport={"width": 1920, "height": 1080})
    watch.page.goto(ada.page.locator("#to-room").get_attribute("href"))
    kim.does("end").sees("Ferris is up", "#log")
    bo.sees("Ferris, you are up", "#wait").settles()
    bo.page.locator("#ask-undo").click()
    button = bo.page.locator("#do-undo")
    expect(button).to_contain_text("Take back: ")
    expect(button).to_be_in_viewport(ratio=1)
    assert "Take back: " in (bo.page.locator("#ask-undo").get_attribute("title") or "")
    kim.sees("Ferris is up", "#log")
    button.click()
    kim.at("scene")
    expect(kim.page.locator("#taken")).to_contain_text("Bo takes back")
    expect(kim.page.locator("#taken")).to_be_in_viewport()
    bo.at("scene")
    expect(bo.page.locator("#taken")).to_contain_text("You take back")
    expect(watch.page.locator("#taken")).to_contain_text("Bo takes back")
    kim.does("end")
    expect(bo.page.locator("#taken")).to_have_count(0)


def test_ones_own_last_act_goes_at_a_tap_and_a_key_asks_where_a_tap_would(person, roof):
    kim, bo = person().takes(roof.juno), person().takes(roof.ferris)
    kim.does("end").sees("Ferris is up", "#log").settles()
    bo.sees("You are up", "#log")
    bo.page.keyboard.press("Control+z")
    expect(bo.page.locator("#do-undo")).to_be_visible()
    expect(bo.page.locator("#taken")).to_have_count(0)
    kim.page.keyboard.press("Control+z")
    expect(kim.page.locator("#taken")).to_contain_text("You take back")


@pytest.mark.parametrize("script", [True, False])
def test_a_table_is_closed_and_a_seat_taken_from_somebody_only_after_a_question(person, server, roof, script):
    ada = person(java_script_enabled=script, **PHONE)
    if script:
        ada.takes(roof.director).at("table")
    else:
        ada.goes(f"/t/{roof.table}/seat/{roof.director['seat']}").page.locator("#secret").fill(roof.director["secret"])
        ada.page.get_by_role("button", name="Sit down").click()
        ada.page.locator("#nav label:has(#at-table)").click()
    ada.page.locator("#chairs > summary").click()
    ada.page.locator("#sit-ferris").select_option("nobody")
    free = ada.page.locator("#sit-ferris-go")
    expect(free).to_be_hidden()
    ada.page.locator("#sit-ferris-sure-ask").click()
    expect(ada.page.locator("#sit-ferris-sure")).to_contain_text("Bo loses this seat")
    assert server.view(roof.ferris)["n"]  # his link still opens it
    free.click()
    expect(ada.page.locator("#sit-ferris-sure")).to_have_count(0)
    if not script:
        ada.page.locator("#nav label:has(#at-table)").click()
    ada.page.locator("#closing > summary").click()
    close = ada.page.locator("#close-go")
    expect(close).to_be_hidden()
    ada.page.locator("#close-ask").click()
    expect(ada.page.locator("#close")).to_contain_text("nobody can open it again")
    ada.page.locator("#close-ask").click()  # it was not meant: the same tap closes the question
    expect(close).to_be_hidden()
    ada.page.locator("#close-ask").click()
    close.click()
    expect(ada.page.locator("#f-close")).to_have_count(0)
