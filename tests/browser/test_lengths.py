"""What a phone shows of a moment above its dock, and what a tap opens; how long a turn is says test_every_screen.py."""

import pytest
from browsing import Supper
from lengths import LAID, PHONES
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WAYS = """() => {
  const dock = document.querySelector('#tray .dock:not(.here)').getBoundingClientRect().top;
  return [...document.querySelectorAll('#tray :is(.only .chips > .chip:first-child, .one-tap button)')].map((each) => dock - each.getBoundingClientRect().bottom);
}"""


def test_on_a_phone_every_way_out_of_a_lost_roll_is_seen_above_the_dock(server, person):
    supper = Supper(server).wants(server).opposed(server)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 2, 3, 2)
    server.does(supper.tamsin, "fix")
    server.does(supper.watchtower, "stress", kind=["angry"])
    tamsin = person(viewport={"width": 390, "height": 844}).takes(supper.tamsin)
    tamsin.page.evaluate(LAID)
    rooms = tamsin.page.evaluate(WAYS)
    assert len(rooms) == 2  # to take it, and the sentence that lies ready
    assert min(rooms) > 0
    expect(tamsin.page.locator("#tray .next.unlit")).to_have_count(1)  # of two losses none is the next step


@pytest.mark.parametrize("script", [True, False])
def test_on_a_phone_a_tap_opens_what_is_cut_of_the_premise(server, person, script):
    supper = Supper(server)
    phone = {"width": 390, "height": 844}
    if script:
        tamsin = person(viewport=phone).takes(supper.tamsin)
    else:
        tamsin = person(viewport=phone, java_script_enabled=False).goes(f"/t/{supper.table}/seat/tamsin_rook")
        tamsin.page.get_by_label("Your seat's code").fill(supper.tamsin["secret"])
        tamsin.page.get_by_role("button", name="Sit down").click()
    said = tamsin.page.locator(".stage .because").first
    cut = "(each) => each.scrollHeight - each.clientHeight > 4"
    assert said.evaluate(cut)
    said.click()
    assert not said.evaluate(cut)


def test_on_a_phone_names_of_slots_stand_in_one_piece(server, person):
    supper = Supper(server).wants(server)
    tamsin = person(viewport={"width": 390, "height": 844}).takes(supper.tamsin)
    tamsin.page.evaluate("document.querySelector('#tray .slots').className = 'slots n4'")  # as with Stress to be used
    tabs = tamsin.page.locator("#tray .tab b", has_text="Relationship")
    expect(tabs).to_have_count(1)
    assert (
        tabs.evaluate(
            "(each) => { const all = document.createRange(); all.selectNodeContents(each); return all.getClientRects().length; }"
        )
        == 1
    )


ABOVE = """() => {
  const at = document.getElementById('tray').getBoundingClientRect().top + scrollY;
  return [Math.round(at), document.documentElement.scrollHeight / innerHeight];
}"""


def questions(server, someone, roof):
    """Where the question of two moments of a turn begins, one after the other, and how long the page is then."""
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    for last in (False, True):
        someone.settles()
        someone.page.evaluate(LAID)
        yield someone.page.evaluate(ABOVE)
        if not last:
            server.does(roof.juno, "cancel", cancelled=2)
            server.does(roof.director, "defend")
            server.rolls(roof.director, 2, 5, 1)


def test_on_a_phone_what_is_tapped_stays_where_it_was_from_one_question_to_the_next(server, person, roof):
    juno = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    found = list(questions(server, juno, roof))
    assert len({at for at, _ in found}) == 1
    assert max(long for _, long in found) <= PHONES[390][1]
    juno.page.set_viewport_size({"width": 1280, "height": 800})
    reserved = "getComputedStyle(document.querySelector('.stage')).minBlockSize"
    assert juno.page.evaluate(reserved) in ("0px", "auto")  # where question and stage stand side by side nothing moves
