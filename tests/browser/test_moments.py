"""The moments of a turn: what would be thrown, seen while it is built."""

import pytest
from browsing import Stair, Supper
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def test_hollow_dice_follow_what_is_picked_at_once(person, roof):
    juno = person(viewport=PHONE).takes(roof.juno)
    form = juno.opens("attack.storm_coil")
    pool = form.locator(".pool")
    expect(pool).to_have_text("5 dice Swing 4 Agility 3 Sleet −2 against Defense 3", use_inner_text=True)
    juno.chooses(form, "target", "captain_brask")
    expect(pool).to_contain_text("against Defense 4")
    box, dock = pool.bounding_box(), form.locator(".dock").bounding_box()
    assert dock["y"] <= box["y"]
    assert box["y"] + box["height"] <= 844


def test_a_pool_grows_with_every_point_that_is_spent(person, server):
    stair = Stair(server).tries(server)
    ione = person(viewport=PHONE).takes(stair.ione)
    form = ione.opens("roll")
    expect(form.locator(".pool .sum")).to_have_text("6 dice")
    form.locator('button[data-step="1"]').click()
    expect(form.locator(".pool .sum")).to_have_text("8 dice")
    expect(form.locator(".pool")).to_contain_text("exertion 2")


def test_without_a_script_stands_what_is_picked_at_first(person, server):
    supper = Supper(server).wants(server)
    tamsin = person(viewport=PHONE, java_script_enabled=False).goes(f"/t/{supper.table}/seat/tamsin_rook")
    tamsin.page.locator("#secret").fill(supper.tamsin["secret"])
    tamsin.page.locator("#secret").press("Enter")
    expect(tamsin.page.locator("#tray .pool")).to_contain_text("3 dice")
    assert tamsin.page.locator("#tray .pool .hollow").count() == 3
