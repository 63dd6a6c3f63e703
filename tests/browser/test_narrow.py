"""Where there is little room: letters twice as large, a crowd with names of sixty letters, a phone of 320 pixels."""

from dataclasses import replace

import pytest
from alley import Alley
from browsing import FLAGS, ContextPool, Person, Roof, Stair, Supper, chromium
from lengths import LAID, PHONES, laid
from looking import BROKEN, CHECKS
from playwright.sync_api import expect
from test_played_states import PLACES, SHOWN
from test_room import LONG, crowd

from cliffhanger.games import game
from cliffhanger.kernel.offers import offer
from cliffhanger.table.snapshot import Sitter, Snapshot
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.reader import SeatView
from cliffhanger.web.page.render import seat_page
from cliffhanger.web.page.view import TableMeta

pytestmark = pytest.mark.browser
PHONE, SMALL = {"width": 390, "height": 844}, {"width": 320, "height": 568}
SIZES = [(390, 844), (320, 568)]


# --- letters twice as large ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def twice(browser, server):
    """Makes people whose browser has letters of 32 pixels, as those have who set them so."""
    kind = browser.browser.browser_type
    opened = kind.launch(executable_path=chromium(), args=[*FLAGS, "--blink-settings=defaultFontSize=32"])
    pool, people = ContextPool(opened), []

    def comes():
        people.append(Person(pool, server, viewport=PHONE))
        return people[-1]

    yield comes
    for each in people:
        each.leaves()
    opened.close()


def turns(server):
    """A usual turn of each game, and the key of the form that is opened in it ("": it lies open)."""
    roof = Roof(server)
    yield roof.juno, ""
    yield roof.juno, "attack.storm_coil"
    yield Stair(server).ione, ""
    yield Stair(server).tries(server).ione, ""
    yield Supper(server).tamsin, ""
    yield Supper(server).wants(server).opposed(server).tamsin, ""
    alley = Alley(server).fights(server)
    yield alley.ann, ""
    yield alley.attacks(server).ann, ""


# What cannot be reached by a scroll, or has something over it: the question, and each button that acts.
OUT_OF_REACH = """() => {
  const wrong = [], seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 2 && getComputedStyle(each).clipPath === 'none'; // what is clipped is for those who listen
  const all = [...document.querySelectorAll('#tray :is(.asked, legend, .tab, .next, .act, .verb, .chip:not(.no))')].filter(seen);
  for (const each of all) {
    each.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const at = each.getBoundingClientRect(), found = document.elementFromPoint(at.left + at.width / 2, at.top + Math.min(at.height, innerHeight) / 2);
    if (at.left < -1 || at.right > innerWidth + 1) wrong.push(`beyond: ${each.innerText}`);
    else if (!found || !(each.contains(found) || found.contains(each) || found.control && each.contains(found.control))) wrong.push(`covered: ${each.innerText}`);
  }
  if (!all.some((each) => each.matches('.next, .verb'))) wrong.push('no button');
  return wrong;
}"""
# What stays where it is while one reads on, and how much of the screen it takes.
STAYS = """() => [...document.querySelectorAll('#page *')].filter((each) => each.checkVisibility() && /fixed|sticky/.test(getComputedStyle(each).position))
  .map((each) => [each.className, each.getBoundingClientRect().height / innerHeight])"""


def test_with_letters_twice_as_large_a_turn_is_whole_and_can_be_reached_in_each_game(server, twice):
    for place, key in turns(server):
        someone = twice().takes(place)
        if key:
            someone.opens(key)
        for width, height in SIZES:
            page = laid(someone, width, height)
            assert page.evaluate(CHECKS)["wide"] == []
            assert page.evaluate(BROKEN) == []
            assert page.evaluate(OUT_OF_REACH) == []
            assert [(each, high) for each, high in page.evaluate(STAYS) if each != "nav" or high > 0.1] == []


# --- a crowd ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", ["picture", "list"])
@pytest.mark.parametrize("up", [True, False])
def test_a_crowd_of_long_names_makes_no_seats_page_wider(person, server, roof, places, up):
    rules = replace(game("blockbuster"), panels=lambda _view, _seat: crowd(places))
    seats = tuple(Sitter(f"s{n}", "lead", f"{LONG}{n}", "person", f"{LONG}{n}") for n in range(14))
    asked = tuple(offer(each.id, 1, "act", "Act", crowd, ask=LONG * 4) for each in seats[not up :])
    shown = Snapshot(1, None, asked, seats)
    listener = Listener("s0", None, (LONG,))
    mine = tuple(each.option for each in asked if each.option.seat == "s0")
    html = str(seat_page(SeatView(rules, TableMeta("x", LONG), shown, None, mine, "s0", listener=listener)))
    someone = person(viewport=PHONE)
    someone.page.route("**/cliffhanger.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    someone.goes(f"/t/{roof.table}/seat/director")
    someone.page.evaluate(SHOWN, html)
    for width in (320, 390):
        someone.page.set_viewport_size({"width": width, "height": 640})
        for at in PLACES:
            someone.page.evaluate("at => { document.getElementById(`at-${at}`).checked = true; }", at)
            assert (at, someone.page.evaluate(CHECKS)["wide"]) == (at, [])
        someone.page.evaluate("() => { document.getElementById('at-scene').checked = true; }")
        sides = someone.page.locator(".stage .side")
        assert sides.count() == 2
        for name in sides.locator("h3").all():
            at = name.bounding_box()
            assert at["x"] + at["width"] <= width


# --- what a phone shows of a moment -------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_ladder_stands_beside_an_answer_that_is_built_and_whoever_looks_on_sees_all_of_it(
    person, server, width, height
):
    supper = Supper(server).wants(server).opposed(server)
    phone = {"viewport": {"width": width, "height": height}}
    tamsin, odessa = (person(**phone).takes(each) for each in (supper.tamsin, supper.odessa))
    rungs = tamsin.page.locator(".stage .rung:visible")
    expect(rungs).to_have_count(1)  # what is answered; one's own, which is no more, is in the story
    expect(rungs.first).to_contain_text("18")
    assert rungs.first.bounding_box()["height"] < 70
    expect(odessa.page.locator(".stage .rung:visible")).to_have_count(3)
    expect(odessa.page.locator(".scenery")).to_be_visible()
    # She may step in, and builds what she would roll: no tab of hers takes place or ladder away.
    key = next(each["option"]["key"] for each in server.view(supper.odessa)["options"] if each["option"]["params"])
    odessa.opens(key)
    expect(odessa.page.locator(".stage .rung:visible")).to_have_count(3)
    expect(odessa.page.locator(".scenery")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_a_card_does_that_may_be_answered_is_read_on_a_phone(person, server, width, height):
    alley = Alley(server).fights(server).plays(server)
    gm = person(viewport={"width": width, "height": height}).takes(alley.gm)
    expect(gm.page.locator(".stage .verdict")).to_contain_text("Ann plays Quiet Step")
    expect(gm.page.locator(".stage .verdict .face")).to_be_visible()  # who speaks
    words = gm.page.locator(".stage .card .body")
    expect(words).to_contain_text("throws 1 more coin on attack rolls")
    expect(words).to_be_in_viewport(ratio=1)
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    assert words.evaluate(size) >= 12
    fighters = gm.page.locator(".stage .turn")
    expect(fighters).to_have_count(2)
    expect(fighters.first).to_be_visible()


# Who stands in the picture, so that of them no more than the name is seen below the sign.
BODILESS = """() => {
  const under = document.getElementById('top').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('.scenery .token')].filter((each) => each.checkVisibility() && each.querySelector('.nm').getBoundingClientRect().bottom > under
    && each.querySelector('.face').getBoundingClientRect().top < under - 2).map((each) => each.textContent);
}"""
UNDER = """() => {
  const under = document.getElementById('top').getBoundingClientRect().bottom;
  const all = [...document.querySelectorAll('.stage .verdict')].filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
  return all.some((at) => at.top < under + 4 && at.bottom > under);
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_dice_that_fall_bring_people_and_headline_back_below_the_sign(person, server, width, height):
    roof = Roof(server)
    ferris = person(viewport={"width": width, "height": height}).takes(roof.ferris)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    ferris.settles()
    ferris.page.evaluate(LAID)
    ferris.page.evaluate(
        "() => { document.querySelector('#page').style.minHeight = '200vh';"
        " const under = document.getElementById('top').getBoundingClientRect().bottom, seen = [...document.querySelectorAll('.scenery .face, .stage .verdict')].find((each) => each.checkVisibility());"
        " scrollBy({ top: seen.getBoundingClientRect().top - under + 10, behavior: 'instant' }); }"
    )
    assert ferris.page.evaluate(BODILESS) or ferris.page.evaluate(UNDER)
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    ferris.settles()
    ferris.page.evaluate(LAID)
    ferris.page.wait_for_timeout(100)
    assert ferris.page.evaluate(BODILESS) == []
    assert not ferris.page.evaluate(UNDER)


BLANK = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('#tray .other').lastChild);
  return words.getBoundingClientRect().top - document.getElementById('tray').getBoundingClientRect().top;
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_tap_on_a_verb_leaves_nobody_without_a_body_and_no_blank_band_above_the_question(
    person, server, width, height
):
    for _ in range(2):  # the second time the chances are known at once, and the dock is higher
        juno = person(viewport={"width": width, "height": height}).takes(Roof(server).juno)
        juno.settles()
        tap = "each => each.click()"  # where it is: a driver's own tap may scroll first
        juno.page.locator("#tray .verb:visible", has_text="Attack").evaluate(tap)
        for key in ("attack.storm_coil", "attack"):
            expect(juno.form(key)).to_be_attached()
            juno.form(key).locator("xpath=..").locator("> label.chip").evaluate(tap)
            juno.settles()
            juno.page.wait_for_load_state("networkidle")
            juno.page.evaluate(LAID)
            juno.page.wait_for_timeout(100)
            assert juno.page.evaluate(BODILESS) == []
            assert juno.page.evaluate(BLANK) < 24


# Pills on two lines that would stand on one, were they given a line of their own.
BROKEN_PILLS = """() => [...document.querySelectorAll('#tray :is(.chip, .verb) > .tag:not(.soon)')].filter((each) => {
  if (!each.checkVisibility()) return false;
  const lines = each.getClientRects().length && (each.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(each).lineHeight));
  const box = each.parentElement, style = getComputedStyle(box);
  const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  each.style.whiteSpace = 'nowrap';
  each.style.maxInlineSize = 'none';
  const needs = each.scrollWidth + 4;
  each.removeAttribute('style');
  return lines && needs <= room;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.long)])
def test_no_pill_breaks_over_two_lines_that_fits_on_one(person, server, width):
    stair, supper = Stair(server).tries(server), Supper(server)
    places = [stair.ione, supper.tamsin, Alley(server).fights(server).attacks(server).ann]
    supper = Supper(server).wants(server)
    places += [supper.tamsin, supper.eli]
    for place in places:
        page = person(viewport={"width": width, "height": PHONES[width][0]}).takes(place).page
        page.wait_for_load_state("networkidle")
        page.evaluate(LAID)
        assert page.evaluate(BROKEN_PILLS) == []
