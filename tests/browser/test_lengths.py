"""How long a usual turn is on a phone, for players and for masters, and what of it a desktop shows at once."""

from itertools import chain

import pytest
from alley import Alley
from browsing import Roof, Stair, Supper
from looking import Screens
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
TURNS = ("turn", "rolled", "after", "pool", "short", "building", "answer", "maneuver", "coins")
"""Moments of a usual turn in each of the four games."""
MASTERS = ("difficulty", "base", "complication", "opposing", "defending")
"""Moments in which a master is asked, in each of the four games."""
PHONES = {390: (844, 1.5), 320: (568, 2.0)}  # width: height, and so many screens at the most
DESKTOPS = {1280: 800, 1920: 1080}
CONTROLS = dict.fromkeys(TURNS, 30) | dict.fromkeys(MASTERS, 32)
LAID = """() => new Promise((done) => {
  const until = performance.now() + 8000;
  const look = () => { // the end of the page is as long as its dock is high, once a script has measured that
    const high = [...document.querySelectorAll('.dock:not(.here)')].map((each) => each.offsetHeight).filter(Boolean);
    const said = parseFloat(document.documentElement.style.getPropertyValue('--dock'));
    if (!high.length || high.includes(said) || performance.now() > until) setTimeout(done);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
MEASURED = """() => {
  const seen = (each) => [each, ...(each.labels || [])].some((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1);
  const found = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')];
  scrollTo(0, document.documentElement.scrollHeight);
  const docks = [...document.querySelectorAll('.dock:not(.here)')].filter(seen).map((each) => each.getBoundingClientRect().top);
  const last = [...document.querySelectorAll('.stage, .a-do > *')].filter(seen).map((each) => each.getBoundingClientRect().bottom);
  scrollTo(0, 0);
  return [document.documentElement.scrollHeight / innerHeight, found.filter(seen).length, Math.max(...last) - Math.min(innerHeight, ...docks)];
}"""
# What is not seen at the top of the page: the first thing to choose among, the lit button, who is asked, the story. Columns
# that are not beside one another, and how much of the window's width they leave.
AT_ONCE = """() => {
  scrollTo(0, 0);
  const box = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect()).find((at) => at.height > 1);
  const parts = { asked: '#wait', choice: '#tray .window :is(.verb, .chip, .way, form > *)', lit: '#tray .next:not(.unlit)', story: '.a-log' };
  const wrong = Object.entries(parts).filter(([, what]) => {
    const at = box(what);
    return !at || at.top < 0 || (what === '.a-log' ? at.top + 120 : at.bottom) > innerHeight;
  }).map(([name]) => name);
  const columns = [box('.stage > *, .a-me > *'), box('#tray'), box('.a-log')];
  if (columns.some((each, at) => at && each.left < columns[at - 1].right)) wrong.push('columns');
  if (innerWidth - columns[2].right + Math.min(columns[0].left, box('.a-me').left) > 0.06 * innerWidth) wrong.push('width');
  return wrong;
}"""


def masters(server):
    """Each moment by name, with the master who is asked then."""
    roof = Roof(server)
    server.does(roof.juno, "end")
    server.does(roof.ferris, "check", goal="pull the second pin with a spoon")
    yield "difficulty", roof.director
    stair = Stair(server)
    server.does(stair.ione, "check", goal=stair.GOAL, skill=["climbing"], relies=["strength.sure_footed"])
    yield "base", stair.gm
    supper = Supper(server).wants(server)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 4, 1, 5)
    yield "complication", supper.watchtower
    server.does(supper.watchtower, "complicate", ones=["0.d10"], what="The lights go out.")
    yield "opposing", supper.watchtower
    alley = Alley(server).fights(server)
    for place in (alley.ann, alley.gm):
        server.does(place, "leave")
    server.does(alley.ann, "attack.ranged", form=[":stress"])
    yield "defending", alley.gm


def test_a_usual_turn_is_short_on_a_phone_and_seen_at_once_on_a_desktop(server, person):
    def comes():
        return person(viewport={"width": 390, "height": 844}, reduced_motion="reduce")

    def sized(someone, width, height):
        someone.page.set_viewport_size({"width": width, "height": height})
        someone.page.evaluate(LAID)
        return someone.page

    measured, hidden = {}, {}
    asked = ((name, comes().takes(place)) for name, place in masters(server))
    for name, someone in chain(asked, Screens(server, comes).all()):
        if name not in TURNS + MASTERS:
            continue
        for width, (height, _) in PHONES.items():
            measured[name, width] = sized(someone, width, height).evaluate(MEASURED)
        for width, height in DESKTOPS.items():
            hidden[name, width] = sized(someone, width, height).evaluate(AT_ONCE)
    long = {
        each: f"{found[0]:.2f} screens" for each, found in measured.items() if found[0] > PHONES[each[1]][1] + 0.005
    }
    many = {each: found[1] for each, found in measured.items() if found[1] > CONTROLS[each[0]]}
    covered = {each: found[2] for each, found in measured.items() if found[2] > 1}
    unseen = {each: found for each, found in hidden.items() if found}
    assert (long, many, covered, unseen) == ({}, {}, {}, {})
    assert len(measured) == len(hidden) == len(TURNS + MASTERS) * 2


WAYS = """() => {
  const dock = document.querySelector('#tray .dock:not(.here)').getBoundingClientRect().top;
  return [...document.querySelectorAll('#tray :is(.only .chips > .chip:first-child, .one-tap button)')].map((each) => dock - each.getBoundingClientRect().bottom);
}"""


def test_on_a_phone_every_way_out_of_a_lost_roll_is_seen_above_the_dock(server, person):
    supper = Supper(server).wants(server)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 4, 1, 5)
    server.does(supper.watchtower, "complicate", ones=["0.d10"], what="The lights go out.")
    server.does(supper.watchtower, "roll")
    server.rolls(supper.watchtower, 4, 8, 10)
    server.does(supper.watchtower, "fix")
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 2, 3, 2)
    server.does(supper.tamsin, "fix")
    server.does(supper.watchtower, "stress", kind=["angry"])
    tamsin = person(viewport={"width": 390, "height": 844}, reduced_motion="reduce").takes(supper.tamsin)
    tamsin.page.evaluate(LAID)
    rooms = tamsin.page.evaluate(WAYS)
    tamsin.page.screenshot(path="/tmp/m3_give.png")
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
