"""A Director and two players at three browsers: one table, the same words everywhere, as it happens."""

import re

import pytest
from browsing import Roof, assert_same_but_for_the_reader, lines_of
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def joins(person, table, seat, name):
    """Come by the link that the Director sends, say a name, sit down."""
    someone = person(viewport={"width": 390, "height": 844}).goes(f"/t/{table}?seat={seat}")
    expect(someone.page.locator(f"#seat-{seat}")).to_be_checked()
    someone.page.get_by_label("Your name").fill(name)
    someone.page.get_by_role("button", name="Sit down").click()
    return someone.sees("Waiting for Director", "#wait")


def test_a_scene_from_the_links_to_the_first_blow_in_the_same_words_on_all_pages(person, server):
    ada = person(viewport={"width": 1280, "height": 900}).takes(server.opens())
    link = ada.page.locator("#link-juno_marsh").input_value()
    assert link.endswith(f"/t/{ada.place['table']}?seat=juno_marsh")
    kim = joins(person, ada.place["table"], "juno_marsh", "Kim")
    bo = joins(person, ada.place["table"], "ferris", "Bo")
    everybody = (ada, kim, bo)
    ada.sees("here now", "#chairs")

    ada.does("open.the_roof")
    for each in everybody:
        each.sees("Scene 1: The roof", "#log")
    kim.does("defense").sees("Waiting for", "#wait")
    bo.does("defense").sees("Waiting for Director", "#wait")
    ada.does("all")
    kim.rolls(6, 6, 5, 5, 1)
    bo.rolls(6, 5, 2, 1)
    for faces in ((5, 2, 1), (1, 1, 2), (6, 2, 2, 1)):
        ada.rolls(*faces)
    kim.sees("Juno Marsh, you are up", "#wait")
    for each in (ada, bo):
        each.sees("Waiting for Juno Marsh", "#wait")

    kim.does("attack.storm_coil", target="the_steam_pack").rolls(6, 6, 5, 5, 1)
    kim.does("cancel", cancelled=2)
    ada.does("defend").rolls(2, 5, 1)
    for each in (ada, bo):
        each.sees("Juno Marsh hits The Steam Pack with Storm Coil", "#log")
        each.sees("Juno Marsh hits The Steam Pack", ".screen")
    kim.sees("You hit The Steam Pack with Storm Coil", "#log").sees("You hit The Steam Pack", ".screen")
    assert_same_but_for_the_reader([lines_of(each) for each in everybody])
    assert_same_but_for_the_reader([each.told()[-8:] for each in everybody])


def test_what_is_being_chosen_is_seen_live_and_the_director_may_change_it_before_it_is_sent(person, server, roof):
    ada, kim, bo = (person().takes(place) for place in (roof.director, roof.juno, roof.ferris))
    form = kim.opens("check")
    kim.chooses(form, "goal", "leap the gap to car 8")
    kim.chooses(form, "skill", "climb")
    for each in (ada, bo):
        each.sees(re.compile(r"Juno Marsh tries: leap the gap to car 8\..*Climb", re.DOTALL), "#others")
    assert bo.page.locator("#others form").count() == 0  # only who runs the table may change it

    ada.page.get_by_text("Change it before it is sent").click()
    change = ada.page.locator("#others form[data-do=draft]")
    ada.chooses(change, "skill", "swing")
    change.get_by_role("button", name="Change it").click()
    bo.sees(re.compile(r"Juno Marsh tries: leap the gap to car 8\..*Swing", re.DOTALL), "#others")
    kim.sees("Changed for you by")
    expect(form.locator('input[value="swing"]')).to_be_checked()
    expect(form.locator('[name="p.goal"]')).to_have_value("leap the gap to car 8")
    kim.chooses(form, "attribute", "strength")  # and its owner goes on from there
    bo.sees(re.compile(r"leap the gap to car 8\..*Swing\s*4.*Strength\s*2", re.DOTALL), "#others")

    form.locator("button.next").click()
    for each in (ada, kim, bo):
        each.sees("leap the gap to car 8", "#log")
    expect(ada.form("set").locator('[name="p.skill"][value="swing"]')).to_be_checked()
    act = next(line for line in reversed(server.lines(roof.director)) if line["input"]["kind"] == "act")
    assert (act["input"]["choice"]["skill"], act["input"]["shaped_by"]) == (["swing"], ["director"])


def test_the_big_button_says_whom_and_the_fold_of_the_rule_moves_nothing_when_it_comes(person, roof):
    kim = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    form = kim.opens("convince")
    button, rule = form.locator("button.next"), form.locator("summary", has_text="The rule")
    expect(rule).to_be_visible()
    place = """form => form.querySelector('summary').getBoundingClientRect().top - form.getBoundingClientRect().top"""
    before = form.evaluate(place)
    kim.chooses(form, "target", "signalman_crake")
    expect(button).to_have_text("Roll 2 dice to convince Signalman Crake", use_inner_text=True)
    expect(form.locator(".beside-it details.law").first).to_contain_text("BB-CR-01")
    assert form.evaluate(place) == before


def test_a_long_title_stays_in_its_line_and_pushes_nothing_off(person, server):
    title = "The Long Night on the Continental Express, the third evening"
    kim = person().takes(Roof(server, title=title).juno)
    name = kim.page.locator(".where > h1")
    expect(name).to_have_attribute("title", title)
    for width in (320, 390, 1280):
        kim.page.set_viewport_size({"width": width, "height": 844})
        kim.at("table")
        lines = name.evaluate("each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)")
        assert round(lines) == (1 if width < 1000 else 2)
        out = kim.page.locator("#ask-x").bounding_box()
        assert out["x"] + out["width"] <= width


def test_a_ruling_stands_in_the_log_with_its_reason_and_undo_takes_it_back(person, roof):
    ada, kim, bo = (person().takes(place) for place in (roof.director, roof.juno, roof.ferris))
    ada.page.locator("#overrule > summary").click()
    ada.page.get_by_label("What", exact=True).fill("cast/juno_marsh/damage_v")
    ada.page.get_by_label("Becomes").fill("2")
    ada.page.get_by_label("Because", exact=True).fill("the fall was longer than it looked")
    ada.page.get_by_role("button", name="Rule it so").click()
    for each in (ada, kim, bo):
        each.sees("the fall was longer than it looked", "#log")
    bo.page.locator("#ask-undo").click()
    bo.page.locator("#do-undo").click()
    for each in (ada, kim, bo):
        expect(each.page.locator("#log")).not_to_contain_text("the fall was longer than it looked")


def test_a_failure_has_its_price_offered_and_told(person, roof):
    ada, kim, bo = (person().takes(place) for place in (roof.director, roof.juno, roof.ferris))
    kim.does("check", goal="leap the gap", skill="climb", attribute="agility")
    ada.does("set", required=3)
    kim.does("roll").rolls(5, 1, 1, 2)
    ada.sees("What does it cost", "#wait")
    for key in ("narrate", "damage", "none"):
        expect(ada.form(key)).to_have_count(1)
    ada.does("narrate")
    kim.does("tell", story="My coat stays on the hook, and I hang in it.")
    for each in (ada, kim, bo):
        each.sees("My coat stays on the hook, and I hang in it.", "#log")


@pytest.mark.long
def test_a_set_up_is_prepared_for_somebody_else_who_brings_its_dice(person, roof):
    ada, kim, bo = (person().takes(place) for place in (roof.director, roof.juno, roof.ferris))
    kim.does("setup", to="ferris", follow_up="the jump to the coupling", skill="climb", attribute="agility")
    ada.does("set", required=1)
    kim.does("roll").rolls(6, 6, 5, 2)
    bo.sees("the jump to the coupling")
    kim.does("end")
    bo.sees("Ferris, you are up", "#wait")
    form = bo.opens("check")
    bo.chooses(form, "goal", "the jump to the coupling")
    bo.does("check")
    ada.does("set", required=1)
    ready = bo.opens("roll")
    before = int(re.search(r"Roll (\d+) dice", ready.locator("button.next").inner_text())[1])
    token = ready.locator('[name="p.tokens"]')
    expect(token).to_have_count(1)
    bo.chooses(ready, "tokens", token.get_attribute("value"))
    ready.locator("button.next").click()
    expect(bo.page.locator("#f-faces input[name=values]")).to_have_count(before + 2)


def test_anyone_may_stop_the_table_and_let_it_go_on(person, roof):
    ada, kim, bo = (person().takes(place) for place in (roof.director, roof.juno, roof.ferris))
    bo.page.get_by_role("button", name="Pause the table").click()
    for each in (ada, kim, bo):
        each.sees("The table stands still.", "#halt")
    assert kim.form("end").count() == 0
    kim.page.locator("#do-go-on").click()
    for each in (ada, kim, bo):
        expect(each.page.locator("#halt")).to_have_count(0)
    bo.page.locator("#ask-x").click()
    bo.page.get_by_role("button", name="Stop: we leave this out").click()
    for each in (ada, kim, bo):
        each.sees("X: this is left out of the story.", "#halt")
    ada.page.locator("#do-go-on").click()
    expect(kim.form("end")).to_have_count(1)


def test_the_director_changes_a_house_rule_and_everybody_reads_why(person, roof, server):
    ada, kim = person().takes(roof.director), person().takes(roof.juno)
    ada.page.locator("#rules > summary").click()
    ada.page.get_by_label("From now on").select_option("house/break_free=extended")
    ada.page.get_by_label("Why it changes").fill("nobody ever gets out")
    ada.page.get_by_role("button", name="Change it").click()
    for each in (ada, kim):
        each.sees("nobody ever gets out", "#log")
    assert server.view(roof.director)["view"]["house"]["break_free"] == "extended"
