"""What a page looks like: still when stillness is asked for, told in words, and no wider than the screen."""

import pytest
from browsing import Roof
from looking import BROKEN, CHECKS
from playwright.sync_api import expect

from cliffhanger.kernel.panels import Die, Group, List, Row
from cliffhanger.web.page.panels import draw

pytestmark = pytest.mark.browser


def test_what_moves_stands_still_for_those_who_ask_for_it(person, server, roof):
    still, lively = (person(reduced_motion=each) for each in ("reduce", "no-preference"))
    for each in (still, lively):
        each.takes(roof.juno)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    still.sees("You roll for Storm Coil", "#log")
    assert (
        still.page.evaluate("() => document.getAnimations().filter((each) => each.playState === 'running').length") == 0
    )
    lively.sees("You roll for Storm Coil", "#log")
    longest = lively.page.evaluate(
        "() => Math.max(0, ...document.getAnimations().map((each) => each.effect.getComputedTiming().endTime))"
    )
    assert longest <= 700  # milliseconds


def test_what_happens_is_heard_and_dice_are_told_in_words(person, server, roof):
    kim = person().takes(roof.juno)
    expect(kim.page.get_by_role("log")).to_have_count(1)
    expect(kim.page.get_by_role("status").first).to_contain_text("Juno Marsh")
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    expect(kim.page.get_by_role("img", name="5 dice: ").first).to_be_visible()
    drawn = kim.page.locator(".die, .face, .boxes, svg.bar")
    assert drawn.count()
    assert drawn.evaluate_all("all => all.every((each) => each.getAttribute('aria-hidden') === 'true')")


@pytest.mark.parametrize("width", [320, 390])
def test_a_row_of_five_dice_and_its_number_stand_in_one_line(person, roof, width):
    kim = person(viewport={"width": width, "height": 800}).takes(roof.juno)
    row = Row("Fighting with the rope", n=12, dice=(Die(6, 5, "counts"),) * 5)
    html = str(draw(Group("pool", "The pool", (List("five", (row,)),), place="stage")))
    middles = kim.page.locator(".a-main").evaluate(  # at once: what comes of the server puts the page as it was
        """(at, html) => {
          at.insertAdjacentHTML('afterbegin', html);
          const all = [...at.querySelectorAll('#l-five .die, #l-five .edge > b')];
          return all.map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
        }""",
        html,
    )
    assert len(middles) == 6
    assert max(middles) - min(middles) < 4
    assert kim.page.evaluate(CHECKS)["wide"] == []


@pytest.mark.parametrize("key", ["Enter", ""])
def test_an_empty_goal_is_asked_for_at_the_button_in_our_own_words(person, server, key):
    gm = server.opens("untold", seats=3)
    kim = person(viewport={"width": 390, "height": 844}).takes(server.sits(gm["table"], "osk_tallow", "Kim"))
    server.does(gm, "open", name="A ledge")  # a scene of one's own brings no ready goals
    goal = kim.page.locator("form[data-key=check] input[name='p.goal']")
    form = goal.locator("xpath=ancestor::form")
    expect(form.locator("label[for$=goal-t]")).to_have_text("What are you after? needed")
    button = form.locator("button.next")
    button.press(key) if key else button.click()
    expect(goal).to_be_focused()
    expect(goal).to_be_in_viewport(ratio=1)
    missing = form.locator(".dock .note")
    expect(missing).to_have_text("Say it first: What are you after?")
    expect(missing).to_be_in_viewport(ratio=1)
    expect(kim.page.locator("#voice")).to_have_text("Say it first: What are you after?")
    goal.press_sequentially("Cross the ledge")
    expect(missing).to_have_count(0)
    goal.press("Enter")
    kim.sees("Cross the ledge", "#log")


def test_these_checks_find_what_they_look_for(person):
    page = person().page
    page.set_content(
        "<body style='background: #fff'><div style='width: 3000px'>wide</div><button id=a>x</button><p id=a>one</p>"
        "<input><p style='color: #999'>faint</p><p style='color: #000'>plain</p></body>"
    )
    assert page.evaluate(BROKEN) == []
    page.locator("p").last.evaluate("each => { each.style = 'inline-size: 2ch; overflow-wrap: anywhere'; }")
    assert len(page.evaluate(BROKEN)) == 1
    wrong = page.evaluate(CHECKS)
    assert {kind: len(found) for kind, found in wrong.items()} == {
        "wide": 2,
        "small": 2,
        "nameless": 1,
        "twice": 1,
        "faint": 1,
    }


LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen"


@pytest.mark.parametrize("width", [320, 1280])
def test_the_longest_word_that_people_type_makes_no_page_wider_and_hides_no_button(person, server, width):
    roof = Roof(server, title=LONG)
    server.does(roof.director, "task", name=LONG, required=3)
    server.does(roof.director, "impede", place=["coupling"], text=LONG, penalty=1)
    server.does(roof.director, "setback", whom=["captain_brask"], why=LONG)
    server.does(roof.juno, "check", goal=LONG, skill=["climb"])
    server.does(roof.director, "set", required=2)
    people = [person(viewport={"width": width, "height": 640}).takes(place) for place in (roof.director, roof.juno)]
    for each in people:
        each.sees(LONG)
        assert each.page.evaluate("document.scrollingElement.scrollWidth") <= width
        assert each.page.evaluate(CHECKS)["wide"] == []
    kim = people[1].does("roll").rolls(6, 6, 6, 6)
    kim.sees("You make it", "#log")


def test_what_starts_a_table_stands_on_one_line_and_the_way_to_friends_above_it(person):
    page = person(viewport={"width": 1280, "height": 800}).goes("/").page
    tops = page.evaluate(
        "() => [...document.querySelectorAll('.pic .next')].map((each) => each.getBoundingClientRect().top)"
    )
    assert len(tops) == 4
    assert max(tops) - min(tops) < 1
    assert page.locator("#join-go").bounding_box()["y"] < tops[0]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_sign_with_undo_and_x_stays_in_sight_and_what_halts_the_table_stands_below_it(
    person, server, roof, width, height
):
    kim = person(viewport={"width": width, "height": height}).takes(roof.juno)
    kim.settles()
    kim.page.evaluate("() => { document.querySelector('#page').style.minHeight = '200vh'; scrollTo(0, 500); }")
    top = kim.page.locator("#top").bounding_box()
    assert kim.page.evaluate("() => scrollY") > 300
    assert top["y"] == 0
    server.puts(roof.ferris, do="pause", on=True, x=True)
    expect(kim.page.locator("#halt")).to_be_visible()
    top, halt = (kim.page.locator(each).bounding_box() for each in ("#top", "#halt"))
    assert top["y"] == 0
    assert top["height"] - 1 <= halt["y"] < height / 2


CHIP = (
    '<div class="opt"><label class="chip"><input type="radio" name="x"><span>Somebody else\'s detail</span>'
    ' <span class="tag pay">1 point to whoever got the first</span></label></div>'
)


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("many", [4, *(pytest.param(each, marks=pytest.mark.long) for each in (1,))])
def test_the_price_of_what_one_may_do_stays_in_its_box(person, roof, width, many):
    kim = person(viewport={"width": width, "height": 800}).takes(roof.juno)
    outside = kim.page.locator("#tray > .window").evaluate(
        """(at, html) => {
          at.innerHTML = html;
          return [...at.querySelectorAll('.chip > :not(input)')].filter((each) => {
            const box = each.parentElement.getBoundingClientRect(), own = each.getBoundingClientRect();
            return own.left < box.left || own.right > box.right || own.top < box.top || own.bottom > box.bottom;
          }).map((each) => each.textContent);
        }""",
        CHIP * many,
    )
    assert outside == []
    assert kim.page.evaluate(CHECKS)["wide"] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_what_a_chip_opens_opens_where_the_chip_stands(person, roof, width):
    juno = person(viewport={"width": width, "height": 800}).takes(roof.juno)
    for key in ("check", "setup"):
        tile = juno.form(key).locator("xpath=ancestor::*[contains(@class, 'move')][1]").locator("> label.verb")
        juno.page.locator("#tray .other input").evaluate("each => each.checked = true")
        juno.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        tile.scroll_into_view_if_needed()
        tile.click()
        juno.page.wait_for_timeout(100)
        expect(tile).to_be_in_viewport(ratio=1)
        expect(juno.form(key).locator("[name^='p.']").first).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 1280])
def test_what_one_is_about_to_do_stands_under_the_picture_once_and_grows(person, roof, width):
    juno = person(viewport={"width": width, "height": 800}).takes(roof.juno)
    form = juno.opens("attack.storm_coil")
    under = juno.page.locator("#about")
    expect(under).to_have_text("Ready: You attack The Steam Pack with Storm Coil …")
    juno.chooses(form, "target", "captain_brask")
    expect(under).to_have_text("Ready: You attack Captain Brask with Storm Coil …")
    expect(form.locator("button.next")).to_contain_text("Roll 5 dice at Captain Brask")
    juno.page.evaluate("scrollTo(0, 0)")
    expect(under).to_be_in_viewport(ratio=1)
    picture = juno.page.locator(".scenery").bounding_box()
    assert 0 <= under.bounding_box()["y"] - picture["y"] - picture["height"] < 20
    assert juno.page.locator("body").inner_text().count("You attack Captain Brask") == 1


@pytest.mark.parametrize("width", [390, 1280])
def test_who_waits_sees_it_grow_with_its_dice_in_the_first_screen(person, roof, width):
    size = {"width": width, "height": 844 if width == 390 else 800}
    juno = person(viewport=size).takes(roof.juno)
    ferris = person(viewport=size).takes(roof.ferris)
    form = juno.opens("attack.storm_coil")
    juno.chooses(form, "target", "captain_brask")
    strip = ferris.page.locator("#others")
    expect(strip).to_contain_text("Juno Marsh attacks Captain Brask with Storm Coil.", use_inner_text=True)
    expect(strip.locator(".pool")).to_contain_text("5 dice")
    expect(strip).to_be_in_viewport(ratio=1)
    picture = ferris.page.locator(".scenery").bounding_box()
    assert 0 <= strip.bounding_box()["y"] - picture["y"] - picture["height"] < 20
    expect(ferris.page.locator("#wait")).to_have_text("Juno Marsh is choosing")
    juno.chooses(form, "target", "ferris")
    expect(strip).to_contain_text("Juno Marsh attacks you with Storm Coil.", use_inner_text=True)


def test_what_is_refused_whose_form_is_gone_is_seen_wherever_one_has_scrolled_to(person, server, roof):
    juno = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    juno.opens("attack.storm_coil")
    juno.page.evaluate("() => dispatchEvent(new Event('pointerdown'))")  # what comes waits until a tap is done
    server.does(roof.director, "close", why="They jump.")
    juno.page.evaluate(
        "() => { document.body.style.minHeight = '300vh'; scrollTo({ top: 1200, behavior: 'instant' });"
        " const form = document.querySelector('[data-key=\"attack.storm_coil\"]'); form.requestSubmit(); form.remove(); }"
    )
    note = juno.page.locator("p.note")
    expect(note).to_contain_text("That question is closed")
    expect(note).to_be_in_viewport(ratio=1)
