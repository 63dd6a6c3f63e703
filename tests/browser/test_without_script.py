"""A browser without script: every control is a form that posts."""

import pytest
from browsing import SEND
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_seat_is_taken_by_its_code_and_played_by_plain_forms(person, server, roof):
    kim = person(java_script_enabled=False, viewport={"width": 390, "height": 844})
    kim.goes(f"/t/{roof.table}/seat/juno_marsh")
    kim.page.locator("#secret").fill(roof.juno["secret"])
    kim.page.get_by_role("button", name="Sit down").click()
    kim.sees("Juno Marsh, you are up")
    assert "#" not in kim.page.url
    kim.at("table").page.get_by_role("button", name="Help and keys").click()
    kim.sees("who is waited for", "#help")
    kim.page.locator("#help-close").click()
    expect(kim.page.locator("#help")).to_be_hidden()

    kim.does("check", goal="leap the gap", skill="climb", attribute="agility")
    kim.sees("Waiting for Director", "#wait")
    server.does(roof.director, "set", required=1)
    kim.page.reload()
    kim.does("roll").rolls(6, 5, 1, 2)
    kim.sees("You roll for “leap the gap”", "#log")
    kim.page.locator("#do-undo").click()
    kim.sees("throw your dice", "#wait")  # the faces alone are taken back, to be typed anew

    kim.at("table").page.get_by_role("button", name="Pause the table").click()
    kim.sees("The table stands still.", "#halt")
    kim.page.locator("#do-go-on").click()
    kim.rolls(6, 5, 1, 2)
    kim.sees("You roll for “leap the gap”", "#log")
    kim.at("scene").page.locator(f'form[data-key="end"] >> {SEND}').click()
    kim.sees("Ferris is up", "#log")


def test_a_form_that_came_too_late_says_why_and_what_may_be_done(person, server, roof):
    kim = person(java_script_enabled=False)
    kim.pardons = ("409",)
    kim.goes(f"/t/{roof.table}/seat/juno_marsh")
    kim.page.locator("#secret").fill(roof.juno["secret"])
    kim.page.get_by_role("button", name="Sit down").click()
    kim.sees("Juno Marsh, you are up")  # her page has come: what it offers is what comes too late
    server.does(roof.juno, "end")
    kim.at("scene").page.locator(f'form[data-key="end"] >> {SEND}').click()
    kim.sees("closed", ".refused")
    kim.sees("Ferris is up", "#log")


def test_a_table_is_started_and_a_link_taken_without_script(person):
    ada = person(java_script_enabled=False).goes("/")
    ada.page.locator("#game-blockbuster").get_by_role("button", name="Start a table").click()
    link = ada.sees("Let a bot play", "#chair-ferris").page.locator("#link").input_value()
    ada.page.locator("#bot-ferris").click()
    ada.sees("a bot", "#chair-ferris").page.get_by_role("link", name="Start now").click()
    ada.sees("Director, you are up")
    kim = person(java_script_enabled=False)
    kim.page.goto(link)
    kim.page.get_by_label("Your name").fill("Kim")
    kim.page.get_by_role("button", name="Sit down").click()
    kim.sees("You are Juno Marsh")  # who comes late comes to the table at once
    expect(kim.page.locator("#tray")).to_have_count(0)
    ada.does("open.the_roof").sees("The roof", "#log")
    kim.page.reload()
    kim.does("defense")
    kim.sees("Waiting for Director")
