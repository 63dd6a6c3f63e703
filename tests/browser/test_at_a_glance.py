"""What each moment shows before anybody scrolls, and what stands in the middle of it."""

import re

import pytest
from alley import Alley
from browsing import Roof, Supper
from looking import Screens
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
ABOVE_THE_BAR = (
    """(each) => document.querySelector('.nav').getBoundingClientRect().top - each.getBoundingClientRect().bottom"""
)


def test_on_a_phone_whoever_goes_first_sees_what_they_may_do_below_how_that_came_about(person, roof):
    juno = person(viewport=PHONE).takes(roof.juno)
    tiles = juno.page.locator("#tray .verb:visible")
    expect(tiles).to_have_count(6)
    assert min(tiles.nth(at).evaluate(ABOVE_THE_BAR) for at in range(6)) >= 0
    says = tiles.locator("small:visible, .worth:not(.soon):visible")
    expect(says).to_have_count(6)  # each says what it does, or at once what it is worth; what lies ready is lit
    expect(tiles.first.locator(".worth")).to_have_text(re.compile(r"up to \d+\s% it hurts"))
    assert min(tiles.nth(at).evaluate(ABOVE_THE_BAR) for at in range(6)) >= 0  # and nothing has moved for it
    shades = [tiles.nth(at).evaluate("each => getComputedStyle(each).backgroundColor") for at in range(6)]
    assert shades.count(shades[0]) == 1
    rows = juno.page.locator(".stage .lines > li:visible")
    expect(rows).to_have_count(3)  # the order above the picture has the others
    expect(rows.first).to_contain_text("You")
    expect(juno.page.locator(".a-order .turn")).to_have_count(5)


def test_on_a_phone_all_who_roll_for_the_order_are_in_sight_together(person, server):
    juno = Screens(server, lambda: person(viewport=PHONE)).order()
    rows = juno.page.locator(".stage .lines > li")
    expect(rows).to_have_count(5)
    assert min(rows.nth(at).evaluate(ABOVE_THE_BAR) for at in range(5)) >= 0
    expect(juno.page.locator("#wait")).to_contain_text("Director is to roll")
    expect(juno.page.locator(".scenery .cell:visible")).to_have_count(1)
    juno.page.set_viewport_size({"width": 1280, "height": 800})
    assert juno.page.locator(".scenery .cell:visible").count() > 1  # where there is room, all of the place is seen


def test_coins_lie_beside_the_name_of_whoever_threw_them(person, server):
    alley = Alley(server).fights(server).attacks(server)
    ann = person(viewport=PHONE).takes(alley.ann)
    side = ann.page.locator(".stage .side").first
    name, coins = (side.locator(part).bounding_box() for part in ("h3", ".dice"))
    assert coins["y"] < name["y"] + name["height"] / 2 < coins["y"] + coins["height"]
    assert coins["x"] >= name["x"] + name["width"]
    hand, tray, dock = (
        ann.page.locator(part).first.bounding_box() for part in (".resting", "#tray", "#tray .dock:visible")
    )
    assert (
        tray["y"] + tray["height"] < dock["y"]
    )  # no card is asked for: the question is seen whole, the hand rests below
    assert hand["y"] > tray["y"] + tray["height"]


def test_the_four_words_stand_in_the_middle_two_in_a_line(person, server):
    gm = server.opens(title="Friday night")
    ada = person(viewport=PHONE).goes(f"/t/{gm['table']}/seat/{gm['seat']}?lobby#s={gm['secret']}")
    four = ada.page.locator(".four")
    expect(four).to_be_visible()
    lines = four.evaluate(
        """(each) => {
          const at = each.getBoundingClientRect(), words = [...each.children].map((one) => one.getBoundingClientRect());
          const middle = (a, b) => (words[a].left + words[b].right) / 2 - (at.left + at.right) / 2;
          return [middle(0, 1), middle(2, 3), words[2].top - words[1].bottom, words[1].top - words[0].top];
        }"""
    )
    assert [abs(off) < 4 for off in lines[:2]] == [True, True]
    assert lines[2] > -12  # the third stands on a line of its own
    assert lines[3] == 0


def test_one_result_and_what_led_to_it_fill_the_rooms_stage_and_its_dice_are_larger_than_on_a_desk(person, server):
    roof = Roof(server)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    host = person().takes(roof.director)
    wall = person(viewport={"width": 1920, "height": 1080})
    wall.page.goto(host.page.locator("#to-room").get_attribute("href"))
    result = wall.page.locator(".room-fit > .screen")
    expect(result).to_be_visible()
    stage, drawn = wall.page.locator(".room-stage").bounding_box(), result.bounding_box()
    told = [each.bounding_box() for each in wall.page.locator(".room-told > li").all()]
    whole = [
        each for each in told if each["x"] >= stage["x"] and each["x"] + each["width"] <= stage["x"] + stage["width"]
    ]
    assert drawn["height"] + sum(each["height"] for each in whole) > 0.7 * stage["height"]
    assert wall.page.locator(".room-stage .die").first.bounding_box()["width"] >= 2 * 36


def test_a_host_sees_what_begins_the_game_before_the_links(person, server):
    gm = server.opens("plot_twist", title="Rent Due")
    ada = person(viewport=PHONE).takes(gm)
    chips = ada.page.locator("#tray .chip:visible")
    assert chips.count() > 2
    assert min(chips.nth(at).evaluate(ABOVE_THE_BAR) for at in range(chips.count())) > 0
    tray, links = (ada.page.locator(part).bounding_box() for part in ("#tray", "#chairs"))
    assert tray["y"] < links["y"]
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    tray, links = (ada.page.locator(part).bounding_box() for part in ("#tray", "#chairs"))
    assert links["x"] + links["width"] <= tray["x"]  # on a desk they stand beside it


def test_on_a_tablet_what_may_be_chosen_is_not_cut_at_the_edge(person, server):
    roof = Roof(server)
    server.does(roof.juno, "end")
    server.does(roof.ferris, "check", goal="pull the second pin with a spoon")
    ada = person(viewport={"width": 768, "height": 1024}).takes(roof.director)
    rows = ada.page.locator("#tray form .chips:visible")
    assert rows.count() >= 2
    for at in range(rows.count()):
        assert rows.nth(at).evaluate("(each) => each.scrollWidth - each.clientWidth") <= 1


def test_below_a_short_question_a_master_has_their_own_things_over_two_columns(person, server):
    supper = Supper(server).wants(server)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 4, 1, 5)
    ada = person(viewport={"width": 1280, "height": 800}).takes(supper.watchtower)
    stage, tray, own = (ada.page.locator(part).bounding_box() for part in (".stage", "#tray", ".a-me"))
    assert own["x"] <= stage["x"]
    assert own["x"] + own["width"] >= tray["x"] + tray["width"]
    assert own["y"] >= max(stage["y"] + stage["height"], tray["y"] + tray["height"])
    roof = Roof(server)
    server.does(roof.juno, "end")
    server.does(roof.ferris, "check", goal="pull the second pin with a spoon")
    bo = person(viewport={"width": 1280, "height": 800}).takes(roof.director)
    tray, own = (bo.page.locator(part).bounding_box() for part in ("#tray", ".a-me"))
    assert own["x"] + own["width"] <= tray["x"]  # a longer one has its column to itself


def test_a_game_master_who_waits_sees_the_fight_and_what_is_held_back_in_one_row_over_the_whole_width(person, server):
    alley = Alley(server).fights(server).attacks(server)
    ada = person(viewport=PHONE).takes(alley.gm)
    coins = ada.page.locator(".stage .side .dice").first
    assert coins.evaluate(ABOVE_THE_BAR) > 0
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    cards = ada.page.locator(".a-behind .card")
    tops = cards.evaluate_all("all => all.map((each) => Math.round(each.getBoundingClientRect().top))")
    assert len(tops) == 6
    assert len(set(tops)) == 1
    assert ada.page.locator(".a-behind").bounding_box()["width"] > 1200
