"""The first minute: from the first page to the first roll against a clock, alone and by a link."""

import re
import time

import pytest
from browsing import SEND, Roof, Stair, Supper
from lengths import PHONES, laid
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MINUTE = 60.0
ROLLED = re.compile(r"(Juno Marsh\s+rolls|You\s+roll) Defense for the order: .* success")
FIRST_PAGE, SEAT, SCRIPT = 40_000, 54_000, 12_000  # bytes as sent


def test_alone_the_first_roll_is_two_taps_away(person):
    began = time.monotonic()
    newcomer = person(viewport={"width": 390, "height": 844}).goes("/")
    newcomer.page.get_by_role("button", name="Play Tabletop Blockbuster").click()
    newcomer.sees("you are up", "#wait")
    newcomer.page.locator(".tray .next:visible").first.click()
    newcomer.sees(ROLLED, "#log")
    took = time.monotonic() - began
    assert took < MINUTE


@pytest.mark.parametrize(
    ("title", "most", "rolled"),
    [
        ("Untold", 1, r"You roll"),
        ("Smallville", 1, r"You roll"),
        ("Plot Twist", 1, r"You throw \d+ coin|against \d+\. Respond\?"),  # a card is thrown away, too
    ],
)
def test_alone_in_any_game_dice_are_in_hand_at_once_and_fall_a_tap_or_two_later(person, title, most, rolled):
    began = time.monotonic()
    newcomer = person(viewport={"width": 390, "height": 844}).goes("/")
    newcomer.page.get_by_role("button", name=f"Play {title}").click()
    taps = 0
    while True:
        assert time.monotonic() - began < MINUTE
        newcomer.at("scene")
        asked = newcomer.page.locator("#wait").inner_text()  # first: what led to it is told by then
        if re.search(rolled, " ".join((asked, *newcomer.told()))):
            break
        newcomer.at("scene")
        if "you are up" in asked.lower():
            newcomer.page.locator(".tray .next:visible").first.click()
            newcomer.settles()
            taps += 1
    assert taps <= most


BELOW = """() => {
  const words = document.querySelector('#welcome p').getBoundingClientRect();
  const tops = [...document.querySelectorAll('#page :is(.panel, .window, .stage, .tray, .a-do > *)')]
    .map((each) => each.getBoundingClientRect()).filter((each) => each.height && each.top > words.top + 4);
  return Math.min(...tops.map((each) => each.top)) - words.bottom;
}"""


# How many words and numbers are seen without scrolling, but for the bar below and what only stands for somebody in a picture.
WORDS = r"""() => {
  const range = document.createRange(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const each = node.parentElement;
    if (!each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || each.closest('#nav, .sr, .skip, .face, .place')) continue;
    for (const word of node.data.matchAll(/[\p{L}\p{N}’'%.]+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const at = range.getBoundingClientRect();
      const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
      seen += at.width > 2 && Boolean(top) && (top.contains(each) || each.contains(top)) && (!top.closest('.dock') || Boolean(each.closest('.dock')));
    }
  }
  return seen;
}"""


def test_on_a_phone_every_game_is_played_alone_by_a_button_in_sight(person):
    page = person(viewport={"width": 390, "height": 844}).goes("/").page
    for name in ("blockbuster", "plot_twist", "untold", "smallville"):
        expect(page.locator(f"#alone-{name}")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("title", "words"), [("Tabletop Blockbuster", 100), ("Plot Twist", 110), ("Untold", 120), ("Smallville", 150)]
)
def test_alone_one_is_told_who_one_is_and_what_is_at_stake_until_one_has_begun(person, title, words):
    newcomer = person(viewport={"width": 390, "height": 844}).goes("/")
    page = newcomer.page
    page.get_by_role("button", name=f"Play {title}").click()
    greets = page.locator("#welcome")
    expect(greets).to_be_in_viewport(ratio=1)
    expect(greets).to_contain_text("You are ")
    air = page.evaluate(BELOW)
    assert air >= 6, air  # the line below its last word touches nothing
    newcomer.hears()
    seen = page.evaluate(WORDS)
    assert 30 < seen <= words, seen  # so much is in view before the first roll, if one reads all of it
    for width, (height, most) in PHONES.items():
        long = laid(newcomer, width, height).evaluate("document.documentElement.scrollHeight / innerHeight")
        assert long <= most, width
    page.set_viewport_size({"width": 390, "height": 844})
    greets.get_by_role("button", name=f"{title} in two minutes").click()
    expect(page.locator("#help .primer")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".tray .next:visible").first.click()
    expect(greets).to_have_count(0)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_on_a_phone_a_move_that_is_chosen_shows_what_it_asks_for(person, roof, motion):
    kim = person(viewport={"width": 390, "height": 844}, reduced_motion=motion).takes(roof.juno)
    kim.page.locator("#tray").evaluate("each => each.scrollIntoView()")
    form = kim.form("check")
    expect(form).to_be_hidden()
    kim.opens("check")
    for name in ("goal", "skill", "attribute"):
        expect(form.locator(f'[name="p.{name}"]').first).to_be_in_viewport()


@pytest.mark.parametrize(
    "motion", ["no-preference", *(pytest.param(each, marks=pytest.mark.long) for each in ("reduce",))]
)
def test_on_a_phone_what_an_act_has_brought_is_in_view_and_so_is_a_question_that_comes(person, server, roof, motion):
    kim = person(viewport={"width": 390, "height": 844}, reduced_motion=motion).takes(roof.juno)
    stage = kim.page.locator(".stage")
    form = kim.opens("attack.storm_coil")
    form.locator(SEND).evaluate("each => each.scrollIntoView()")
    kim.page.evaluate("scrollTo({ top: 1000, behavior: 'instant' })")
    expect(stage).not_to_be_in_viewport()
    form.locator(SEND).click()
    kim.sees("Type what your real dice show", "#tray")
    expect(stage).to_be_in_viewport()
    kim.rolls(6, 6, 5, 5, 1)
    kim.sees("4 successes", ".stage")
    expect(stage.locator(".verdict, h2").first).to_be_in_viewport()
    kim.does("cancel", cancelled=1).sees("Waiting for Director", "#wait")
    kim.at("story")
    server.does(roof.director, "defend")
    server.rolls(roof.director, 2, 5, 1)
    kim.sees("Juno Marsh, you are up", "#wait")
    expect(stage).to_be_in_viewport()


def test_whoever_is_writing_is_left_where_they_are_when_their_turn_comes(person, server, roof):
    bo = person(viewport={"width": 390, "height": 844}).takes(roof.ferris)
    line = bo.opens("spotlight").locator('[name="p.line"]')
    line.press_sequentially("You built half of these")
    server.does(roof.juno, "end")
    bo.sees("Ferris, you are up", "#wait")
    expect(line).to_be_in_viewport()
    expect(line).to_be_focused()


def test_words_that_are_missing_are_asked_for_where_one_sees_it(person, roof):
    kim = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    form = kim.opens("convince")
    form.locator(SEND).click()
    field = form.locator("[required]")
    expect(field).to_be_focused()
    kim.page.wait_for_function(
        "() => { const field = document.activeElement, dock = field.form.querySelector('.dock');"
        " return field.getBoundingClientRect().bottom <= dock.getBoundingClientRect().top; }"
    )


def test_a_button_is_lit_once_pressing_it_works(person, server):
    lit = "each => getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)'"
    ione = person(viewport={"width": 390, "height": 844}).takes(Stair(server).ione)
    assert ione.opens("check").locator("button.next").evaluate(lit)  # a ready goal lies there
    roof = Roof(server)
    kim = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    form = kim.opens("check")
    button, goal = form.locator("button.next"), form.locator('[name="p.goal"]')
    expect(goal).to_have_value("")
    assert not button.evaluate(lit)
    goal.fill("climb to the lamp")
    assert button.evaluate(lit)
    assert kim.opens("attack").locator("button.next").evaluate(lit)
    kim.does("attack").sees("Type what your real dice show", "#tray")
    assert not kim.page.locator("#go-faces").evaluate(lit)


@pytest.mark.parametrize("size", [(320, 640), (390, 844), pytest.param((1280, 800), marks=pytest.mark.long)])
def test_what_strain_takes_is_decided_in_the_dock_where_one_sees_all_of_it(person, server, roof, size):
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    kim = person(viewport={"width": size[0], "height": size[1]}).takes(roof.juno)
    dock = kim.form("cancel").locator(".dock")
    expect(dock.locator(".way")).to_have_count(3)
    if size[0] > 1000:
        dock.scroll_into_view_if_needed()
    for at in range(3):
        expect(dock.locator(".way").nth(at)).to_be_in_viewport(ratio=1)
    expect(dock.locator("button.next")).to_have_count(1)
    kim.page.evaluate("scrollTo(0, document.body.scrollHeight)")  # and it covers nothing for good
    last = kim.page.locator("#standing").bounding_box()
    assert size[0] > 1000 or last["y"] + last["height"] <= dock.bounding_box()["y"]


def test_what_was_sent_is_gone_from_its_form(person, roof):
    bo = person().takes(roof.ferris)
    form = bo.opens("spotlight")
    line = form.locator('[name="p.line"]')
    for words in ("You built half of these.", "Find me the weak bolt."):
        line.fill(words)
        form.locator("button.next").click()
        bo.sees(words, "#log")
        expect(line).to_have_value("")
    expect(form).to_be_visible()


def test_two_people_meet_by_a_link_and_roll(person):
    began = time.monotonic()
    ada = person(viewport={"width": 1280, "height": 900}).goes("/")
    shelf = ada.page.locator("#game-blockbuster")
    shelf.get_by_label("People").select_option("2")
    shelf.get_by_role("button", name="Start a table").click()
    link = ada.page.locator("#link").input_value()

    kim = person(viewport={"width": 390, "height": 844})
    kim.page.goto(link)
    kim.page.get_by_label("Your name").fill("Kim")
    kim.page.get_by_role("button", name="Sit down").click()
    ada.sees("Kim", "#chair-juno_5f_marsh")
    ada.page.locator("#begin").click()
    ada.sees("Kim takes the seat of Juno Marsh", "#log")
    ada.does("open.soup_is_served")
    kim.does("defense")
    ada.does("all")
    for each in (ada, kim):
        each.sees(ROLLED, "#log")
        each.sees("The order: ", "#log")
    assert time.monotonic() - began < MINUTE


@pytest.mark.parametrize("seat", [False, True], ids=["the first screen", "a seat's page"])
def test_all_that_a_page_fetches_is_small(person, server, seat):
    someone = person(fresh=True, viewport={"width": 390, "height": 844})
    fetched = []
    someone.page.on("requestfinished", lambda request: fetched.append(request))  # noqa: PLW0108  (a list takes no attributes)
    someone.takes(server.opens()) if seat else someone.goes("/")
    someone.page.wait_for_load_state("networkidle")
    sizes = {request.url.partition("?")[0]: request.sizes()["responseBodySize"] for request in fetched}
    files = {url.rpartition("/")[2] for url in sizes}
    assert (
        {"page.css", "cliffhanger.js", "big-shoulders.woff2"} <= files
        if seat
        else {"page.css", "young-serif.woff2"} <= files
    )
    assert sum(sizes.values()) < (SEAT if seat else FIRST_PAGE), sizes
    assert sum(n for url, n in sizes.items() if url.endswith(".js") and "/vendor/" not in url) <= SCRIPT, sizes


def test_the_end_is_seen_by_everybody_and_closed_where_it_stands(person, server):
    gm = server.opens("untold")
    ada = person(viewport={"width": 390, "height": 844}).takes(gm)
    kim = person(viewport={"width": 390, "height": 844})
    kim.takes(server.sits(gm["table"], "ione_wake", "Kim"))
    for each in (ada, kim):
        each.at("story").page.evaluate("scrollTo(0, 900)")
    ada.at("scene").page.locator('form[data-key="the_end"] button').click()
    for each in (ada, kim):
        expect(each.page.locator("#read-recap")).to_be_in_viewport(ratio=1)
    assert kim.page.locator("#close-go").count() == 0
    ada.page.locator("summary", has_text="Close it and show the dice key").click()
    ada.page.get_by_role("button", name="Yes, close it for good").click()
    kim.sees("closes the table", "#log")
    expect(ada.page.locator("#close-go")).to_have_count(0)


def test_on_a_phone_in_company_one_is_told_whom_one_plays_until_one_has_acted(person, server):
    supper = Supper(server)
    tamsin = person(viewport={"width": 390, "height": 844}).takes(supper.tamsin)
    greets = tamsin.page.locator("#welcome")
    expect(greets).to_contain_text("You are Tamsin Rook")
    greets.get_by_role("button", name="Smallville in two minutes").click()
    expect(tamsin.page.locator("#help .primer")).to_be_visible()
    tamsin.page.keyboard.press("Escape")
    supper.wants(server)
    expect(greets).to_have_count(0)
