"""Smallville in the browser: a Watchtower and three Leads through a Contest with aid, interference and relief."""

import re

import pytest
from browsing import Supper, assert_same_but_for_the_reader, lines_of
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
SHEET = '[id^="g-sheet_2d_tamsin"]'


@pytest.fixture
def supper(server):
    """A scene under way, faces typed, in which Tamsin Rook wants something of Dale Rook."""
    return Supper(server).wants(server)


def all_see(people, text, where="#page"):
    for each in people:
        each.sees(text, where)


def test_a_contest_with_aid_interference_and_relief(person, supper):
    watchtower = person(viewport={"width": 1280, "height": 900}).takes(supper.watchtower)
    tamsin, eli, odessa = (person(viewport=PHONE).takes(place) for place in (supper.tamsin, supper.eli, supper.odessa))
    everybody = watchtower, tamsin, eli, odessa
    all_see(everybody, f"“{supper.GOAL}”", ".screen")
    eli.does("aid.eli_marchetti").rolls(2, 4, 1)

    # The pool is picked slot by slot, and the button says against whom and with what.
    form = tamsin.opens("roll")
    expect(form.locator(".slot > .soft")).to_have_count(3)
    tamsin.chooses(form, "pool", "justice")
    expect(form.locator("button.next")).to_contain_text("Roll 4 dice against Dale Rook")
    expect(form.locator(".pool")).to_contain_text("Justice")
    watchtower.sees("Tamsin Rook rolls 4 dice against Dale Rook.", "#others")
    form.locator("button.next").click()
    tamsin.rolls(4, 2, 1, 5)
    tamsin.does("fix", more=0)
    all_see(everybody, "+4 Eli Marchetti", ".screen .ladder")
    watchtower.does("complicate", what="The lights go out.")
    all_see(everybody, "The lights go out.", "#log")
    all_see(everybody, "3 dice", "#g-trouble")
    watchtower.does("roll").rolls(4, 8, 10).does("fix", more=0)
    all_see(everybody, "Dale Rook stands at 18.", ".screen")
    all_see(everybody, "Tamsin Rook owes Dale Rook if they give in", "#g-debts")

    odessa.does("interfere.odessa_pike.dale_rook")
    odessa.does("roll").rolls(2, 2, 3)
    odessa.does("fix", more=0)
    all_see(everybody, "not heeded, 5 to 18", "#log")
    tamsin.does("roll").rolls(2, 3, 2, 4)
    tamsin.does("fix", more=0)
    watchtower.sees("Dale Rook wins, 18 to 7.", ".screen")
    watchtower.does("stress", kind="angry")
    tamsin.does("take")
    for each in (watchtower, tamsin):  # both could still change what falls
        each.does("no_more")
    watchtower.rolls(2, 5, 3)
    tamsin.does("stay")
    all_see(everybody, "Angry", "#g-cast")

    eli.does("relieve", what="tamsin_rook/angry", deed="sits down beside her")
    tamsin.sees("Eli Marchetti helps you.", ".screen").does("consent")
    eli.does("roll").rolls(4, 4, 4).does("fix", more=0)
    tamsin.rolls(2)
    all_see(everybody, "8 to 2.", ".screen")
    tamsin.sees(re.compile(r"angry\s*0 of 5", re.IGNORECASE), SHEET).sees("Growth Pool", SHEET)
    assert_same_but_for_the_reader([lines_of(each) for each in everybody])
    assert_same_but_for_the_reader([each.told()[-12:] for each in everybody])


def test_after_a_contest_a_phone_says_who_is_next_and_shows_what_is_lit_without_a_scroll(person, server, supper):
    supper.opposed(server)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 2, 3, 2)
    server.does(supper.tamsin, "fix")
    server.does(supper.watchtower, "stress", kind=["angry"])
    server.does(supper.tamsin, "take")
    for place in (supper.watchtower, supper.tamsin):
        server.does(place, "no_more")
    server.rolls(supper.watchtower, 2, 5, 3)
    server.does(supper.tamsin, "stay")
    for place, said in ((supper.eli, "You or Odessa Pike may begin now."), (supper.tamsin, "may begin")):
        someone = person(viewport={"width": 390, "height": 640}).takes(place)
        expect(someone.page.locator("#tray .asked")).to_contain_text(said)
        lit = someone.page.locator("#tray :is(.verb:has([data-lit]), .next:not(.unlit)):visible").first
        expect(lit).to_be_in_viewport(ratio=1)
        free = "([x, y]) => document.elementFromPoint(x, y).closest('.verb, .next') !== null"
        box = lit.bounding_box()
        assert someone.page.evaluate(free, [box["x"] + box["width"] / 2, box["y"] + box["height"] - 4])
