"""Files and sheets of one's own: brought to a new table, made at a seat, agreed to by who runs the table."""

import re

import pytest
from browsing import Person
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

VESPER = """game = "blockbuster"
form = "character"
name = "Vesper Lane"

[sheet]
defense = 4
vigor = 3
potency = 2
attributes = { Agility = 3 }
skills = { Climb = 3 }
"""
PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.mark.parametrize("script", [True, False])
def test_a_character_is_brought_mended_changed_and_played(person, tmp_path, script):
    file = tmp_path / "vesper.toml"
    ada: Person = person(java_script_enabled=script, **PHONE).goes("/")
    ada.pardons = ("422",)
    ada.page.locator("#more-blockbuster > summary").click()
    file.write_text(VESPER.replace("defense", "defence"))
    ada.page.locator("#files-blockbuster").set_input_files(file)
    ada.page.locator("#title-blockbuster").fill("Cars and roofs")
    ada.page.locator("#new-blockbuster").click()
    ada.sees("vesper.toml, line 6: sheet.defence")
    file.write_text(VESPER)
    ada.page.locator("#files-blockbuster").set_input_files(file)
    ada.page.locator("#again-go").click()
    ada.sees("Vesper Lane", ".sitters").sees("Cars and roofs", "#wait").page.locator("#begin").click()
    ada.sees("Director, you are up").sees("Cars and roofs", "h1")

    kim: Person = person(java_script_enabled=script, **PHONE)
    kim.page.goto(ada.page.locator("#link-vesper_lane").input_value())
    kim.page.get_by_label("Your name").fill("Kim")
    kim.page.get_by_label("I bring a character of my own").check()
    kim.page.get_by_role("button", name="Sit down").click()
    vigor = kim.page.get_by_label("Vigor", exact=True)
    expect(vigor).to_have_value("3")
    vigor.fill("5")
    kim.page.locator("#fields-hand").click()
    kim.sees("You are Vesper Lane").sees("propose another sheet: Vigor 3 to 5", "#log")
    if not script:
        ada.page.reload()
    ada.sees("Vesper Lane proposes another sheet: Vigor 3 to 5")
    ada.page.locator("summary", has_text="Vesper Lane, as proposed").click()
    would = ada.page.locator("details", has_text="Vesper Lane, as proposed").first
    expect(would.locator(".stats")).to_have_text(re.compile(r"Defense\s*4\s*Vigor\s*5\s*Potency\s*2"))
    ada.form("agree").get_by_role("button", name="Agree").click()
    ada.sees("has a new sheet", "#log")
    if not script:
        kim.page.reload()
    kim.sees("You have a new sheet", "#log")


def test_the_maker_opens_for_a_seat_whose_link_was_opened_on_another_device(person, roof):
    kim = person(**PHONE).takes(roof.juno)
    kim.at("table").page.locator("#to-maker").click()
    expect(kim.page.get_by_label("Vigor", exact=True)).to_be_visible()
