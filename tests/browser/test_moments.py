"""The moments of a turn: what would be thrown, seen while it is built."""

import pytest
from alley import Alley
from browsing import Stair, Supper
from looking import violations
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


def struck(server, roof):
    """Juno has hit with a coil that strains her by 2."""
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)


def test_what_is_decided_after_a_roll_is_a_button_a_way_with_its_chance_and_its_price(person, server, roof):
    struck(server, roof)
    juno = person(viewport=PHONE).takes(roof.juno)
    ways = juno.form("cancel").locator(".way")
    expect(ways).to_have_count(3)
    expect(ways.first).to_have_class("next way")
    expect(ways.first).to_have_accessible_name("Cancel the strain 74 % it hurts them 2 successes left")
    expect(ways.nth(1)).to_have_accessible_name("Keep all 4 100 % it hurts them 4 successes left 2 damage to Vigor")
    assert not violations(juno)
    for nth in range(3):
        expect(ways.nth(nth)).to_be_in_viewport(ratio=1)
    juno.form("cancel").locator("[name=said]").fill("Hold on.")  # a draft goes by what is lit
    ways.nth(1).click()
    juno.sees("Hold on.", "#log")
    juno.sees("Waiting for Director", "#wait")
    assert server.view(roof.director)["n"]
    server.does(roof.director, "defend")
    server.rolls(roof.director, 1, 1, 1)
    juno.sees("2 damage", "#log")


def test_without_a_script_each_way_is_a_button_of_the_form(person, server, roof):
    struck(server, roof)
    juno = person(viewport=PHONE, java_script_enabled=False).goes(f"/t/{roof.table}/seat/juno_marsh")
    juno.page.locator("#secret").fill(roof.juno["secret"])
    juno.page.locator("#secret").press("Enter")
    juno.page.get_by_role("button", name="Cancel 1").click()
    expect(juno.page.locator("#wait")).to_contain_text("Waiting for Director")
    server.does(roof.director, "defend")
    server.rolls(roof.director, 1, 1, 1)
    expect(juno.page.locator("body")).to_be_visible()
    juno.page.reload()
    expect(juno.page.locator("#log")).to_contain_text("1 damage")


def test_what_has_happened_since_the_story_was_last_seen_is_counted_at_its_place(person, server, roof):
    juno = person(viewport=PHONE).takes(roof.juno)
    story = juno.page.locator("label:has(#at-story)")
    badge = story.locator("[role=status]")
    expect(badge).to_have_text("")
    struck(server, roof)
    juno.settles()
    expect(badge).to_have_text("1 unread")
    expect(juno.page.get_by_role("radio", name="Story 1 unread")).to_be_attached()
    assert not violations(juno)
    juno.at("story")
    expect(badge).to_have_text("")
    server.does(roof.juno, "cancel", cancelled=2)
    juno.settles()
    expect(badge).to_have_text("")  # it is being read
    juno.at("me")
    server.does(roof.director, "defend")
    server.rolls(roof.director, 1, 1, 1)
    juno.settles()
    expect(badge).to_contain_text("unread")
    juno.page.evaluate(
        "() => { const ol = document.getElementById('log'); while (ol.children.length < 60) ol.prepend(document.createElement('li')); }"
    )
    juno.at("story")
    newest = juno.page.locator("#log > li").last
    expect(newest).to_be_in_viewport()


def test_where_the_story_stands_beside_the_scene_nothing_is_counted(person, server, roof):
    juno = person(viewport={"width": 1280, "height": 800}).takes(roof.juno)
    struck(server, roof)
    juno.settles()
    expect(juno.page.locator("label:has(#at-story) [role=status]")).to_have_text("")


def test_a_line_that_stands_ready_goes_with_an_act_of_one_tap(person, server):
    alley = Alley(server).fights(server)
    ann = person(viewport=PHONE).takes(alley.ann)
    ann.page.locator("#tray [name=said]:visible").fill("Not today.")
    ann.page.locator("#tray .one-tap button").first.click()
    ann.sees("Not today.", "#log")


@pytest.fixture
def short(server):
    """A check that is two short, with a boon die rolled: push, a Hero Point, or fall short."""
    stair = Stair(server).tries(server)
    server.does(stair.ione, "roll", exertion=1)
    server.rolls(stair.ione, 12, 9, 8, 3, 3, 1, 1, 1)
    server.does(stair.ione, "boon")
    server.rolls(stair.ione, 2)
    return stair


@pytest.mark.parametrize("size", [(320, 568), (390, 844), pytest.param((1280, 800), marks=pytest.mark.long)])
def test_ways_to_go_on_after_a_roll_stand_in_the_dock_in_sight(person, short, size):
    ione = person(viewport={"width": size[0], "height": size[1]}).takes(short.ione)
    ways = ione.page.locator("#tray .go-on .way")
    expect(ways).to_have_count(3)
    for nth in range(3):
        expect(ways.nth(nth)).to_be_in_viewport(ratio=1)
    expect(ways.nth(0)).to_contain_text("Push with 2 dice")
    expect(ways.nth(0)).to_contain_text("%")
    expect(ways.nth(0)).to_contain_text("1 Endurance")
    expect(ways.nth(1)).to_contain_text("1 Hero Point")
    expect(ways.nth(2)).to_contain_text("Fall short")
    expect(ione.page.locator("#tray .next:visible")).to_have_count(0)  # each costs something, or the check
    assert not violations(ione)


def test_a_way_follows_what_is_chosen_above_it_and_does_that(person, server, short):
    ione = person(viewport=PHONE).takes(short.ione)
    push = ione.opens("push")
    expect(push.locator('[name="p.exertion"]').first).to_be_in_viewport()
    ione.chooses(push, "exertion", 3)
    button = ione.sends(push)
    expect(button).to_contain_text("Push with 6 dice")
    expect(button).to_contain_text("3 Endurance")
    ione.page.locator("#tray [name=said]").fill("Not yet.")
    button.click()
    ione.sees("Not yet.", "#log")
    assert len(server.view(short.ione)["waiting"]["dice"]) == 6


def test_of_several_uses_of_a_point_the_button_is_the_one_that_is_touched(person, short):
    ione = person(viewport=PHONE).takes(short.ione)
    form = ione.opens("reroll")
    point = ione.page.locator("#tray .go-on .way", has_text="1 Hero Point")
    expect(point).to_contain_text("Re-roll dice")
    ione.chooses(ione.opens("numbers"), "use", "plus")
    expect(point).to_contain_text("Two automatic successes")
    expect(form).to_be_hidden()
    point.click()
    ione.sees("Waiting for", "#wait") if ione.page.locator("#tray").count() == 0 else ione.sees("4 of 5", ".stage")


def test_without_a_script_each_way_to_go_on_is_a_button_too(person, server, short):
    ione = person(viewport=PHONE, java_script_enabled=False).goes(f"/t/{short.table}/seat/ione_wake")
    ione.page.locator("#secret").fill(short.ione["secret"])
    ione.page.locator("#secret").press("Enter")
    expect(ione.page.locator("#tray .go-on .way")).to_have_count(3)
    push = ione.page.locator('#tray .way[form$="-push"]')
    expect(push).to_contain_text("Push", use_inner_text=True)
    push.click()
    assert len(server.view(short.ione)["waiting"]["dice"]) == 2


def test_coins_that_may_be_bought_stand_beside_the_throw_and_keys_reach_them(person, server):
    alley = Alley(server).fights(server)
    for place in (alley.ann, alley.gm):
        server.does(place, "leave")
    server.does(alley.ann, "attack.ranged", form=[":stress"])
    server.does(alley.gm, "defend", rank=["reflexes"])
    ann = person(viewport={"width": 1280, "height": 800}).takes(alley.ann)
    ways = ann.page.locator("#tray .go-on .way")
    expect(ways).to_have_count(2)
    expect(ways.first).to_have_class("next way")
    expect(ways.first).to_contain_text("Keep to 3 coins")
    expect(ways.first).to_contain_text("costs nothing")
    expect(ways.nth(1)).to_have_class("way dear")
    ann.hears()
    ann.page.keyboard.press("2")
    ann.sees("buy 1 coin", "#log")
    gm = person(viewport={"width": 1280, "height": 800}).takes(alley.gm)
    expect(gm.page.locator("#tray .way.next")).to_contain_text("Throw 2 coins")
    gm.hears()
    gm.page.keyboard.press("Enter")  # what is lit
    ann.sees("Type what your real dice show", "#tray")


def test_whom_one_attacks_stays_whom_one_attacks_when_another_weapon_is_taken(person, roof):
    juno = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    juno.chooses(juno.opens("attack"), "target", "ferris")
    other = juno.form("attack.storm_coil")
    expect(other.locator('[name="p.target"]:checked')).to_have_value("ferris")
    other.locator("xpath=..").locator("> label.chip").click()
    expect(juno.page.locator("#tray .next:visible")).to_contain_text("at Ferris")


def test_whoever_is_up_sees_why_a_success_is_struck(person, server, roof):
    director = person(viewport=PHONE).takes(roof.director)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 2, 1)
    server.does(roof.juno, "cancel", cancelled=2)
    director.settles()
    expect(director.page.locator(".stage .side .tag")).to_have_text("2 successes against the strain")
    expect(director.page.locator(".stage .side .tag")).to_be_visible()
