"""What games look like of their own: tabs, torn paper, a map, a fan of cards. Each reached by keys, at 320 px, in both lights."""

import re

import pytest
from alley import FACE_DOWN, HELD, Alley
from browsing import SEND, Stair, Supper
from looking import violations, wrongs
from playwright.sync_api import expect

from cliffhanger.kernel.panels import Board, Die, Tie, Token
from cliffhanger.kernel.params import Item, Pick, Slot
from cliffhanger.web.page.controls import pick
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.panels import draw

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
FILL = "each => getComputedStyle(each).backgroundColor"
ALONE = """html => { document.querySelector('#page').innerHTML = `<main class="tray"><form>${html}</form></main>`; }"""


@pytest.fixture
def supper(server):
    """A scene under way, faces typed, in which Tamsin Rook wants something of Dale Rook."""
    return Supper(server).wants(server)


def flawless(someone, *widths):
    """Nothing is wrong with what lies open, at any of the widths, by day and by night; axe looks at it once."""
    for width in widths or (320, 390, 1280):
        someone.page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("dark", "light"):
            someone.page.emulate_media(color_scheme=scheme)
            assert wrongs(someone) == {}, (width, scheme)
    assert violations(someone) == []


def test_of_the_slots_of_a_pool_one_lies_open_and_arrow_keys_turn_to_the_next(person, supper):
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    form = tamsin.opens("roll")
    tabs, slots = form.locator(".tab"), form.locator(".slot:visible")
    expect(tabs).to_have_count(3)
    expect(slots).to_contain_text(["Why do you do this?"])
    tabs.first.locator("input").focus()
    for question in ("Who is it for, with or against?", "How do you do it?"):
        tamsin.page.keyboard.press("ArrowRight")
        expect(slots).to_have_count(1)
        expect(slots).to_contain_text(question)
    tamsin.page.keyboard.press("ArrowLeft")
    tamsin.page.keyboard.press("Tab")
    tamsin.page.keyboard.press("Tab")
    tamsin.page.keyboard.press("Space")
    expect(tabs.nth(1)).to_contain_text("Dale Rook, Eli Marchetti")
    expect(slots).to_contain_text(["Who is it for, with or against?"])  # what was drawn anew lies open where it lay
    expect(form.locator(".dock")).to_contain_text("Eli Marchetti")
    flawless(tamsin)


def test_of_many_in_a_slot_a_phone_shows_the_words_of_the_one_that_is_chosen_and_says_all_of_them(person, supper):
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    chips = tamsin.opens("roll").locator(".slot:visible > .chips > .chip")
    expect(chips).to_have_count(6)
    boxes = [(each.bounding_box(), each.locator(".why").bounding_box()["height"] > 1) for each in chips.all()]
    assert [seen for _, seen in boxes] == [True] + [False] * 5
    assert len({round(box["y"]) for box, _ in boxes}) == 3  # the chosen one, and the others three abreast
    assert all(chips.nth(n).locator(".why").evaluate("each => each.checkVisibility()") for n in range(6))
    tamsin.page.set_viewport_size({"width": 1280, "height": 800})
    assert all(each.bounding_box()["height"] > 10 for each in chips.locator(".why").all())


def test_slots_are_tabs_without_script_too(person, supper):
    tamsin = person(java_script_enabled=False, viewport=PHONE).goes(f"/t/{supper.table}/seat/tamsin_rook")
    tamsin.page.locator("#secret").fill(supper.tamsin["secret"])
    tamsin.page.get_by_role("button", name="Sit down").click()
    form = tamsin.opens("roll")
    expect(form.locator(".tab .js:visible")).to_have_count(0)  # it would go on saying what lay chosen at first
    form.locator(".tab").nth(2).click()
    expect(form.locator(".slot:visible")).to_have_count(1)
    tamsin.does("roll", pool=["justice"])
    tamsin.sees("Justice", "#log")


def test_without_a_skin_that_has_tabs_the_questions_stand_one_below_the_other(person):
    slots = Slot("a", "Why", 1, "Why now?"), Slot("b", "How", 1, "How is it done?")
    items = tuple(Item(f"{slot}{n}", f"{slot}{n}", slot=slot) for slot in "ab" for n in range(2))
    someone = person(viewport=PHONE).goes("/")
    someone.page.evaluate(ALONE, pick(Pick("dice", "Dice", items, 0, 4, slots), (), Markup("f")))
    expect(someone.page.locator(".tab:visible")).to_have_count(0)
    expect(someone.page.locator(".slot:visible")).to_have_count(2)


def test_a_statement_that_is_acted_against_is_torn_below_the_item_that_it_is_of(person, supper, server):
    supper.opposed(server)
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    form = tamsin.opens("roll")
    paper, brings = form.locator('[id$="-challenge"] .chip:visible'), form.locator(".tab").first.locator(".brings .die")
    expect(paper).to_have_count(1)  # of the Value that is rolled; that of the Relationship stands behind its tab
    expect(paper.locator(".each")).to_contain_text(re.compile(r"^3.% .*14.%$"))
    expect(paper.locator(".keep")).to_be_hidden()
    whole = paper.locator(".why").evaluate("each => getComputedStyle(each).columnCount")
    paper.locator("input").focus()
    tamsin.page.keyboard.press("Space")
    expect(paper.locator(".why")).to_have_css("column-count", "2")
    assert whole == "auto"
    expect(paper.locator(".keep")).to_have_text("Keep it whole")
    expect(brings).to_have_count(3)
    expect(form.locator(".sky .then")).to_contain_text("14")
    expect(form.locator('[name="p.why"]')).to_be_visible()
    form.locator('[name="p.why"]').fill("Not tonight.")
    flawless(tamsin)
    tamsin.page.set_viewport_size(PHONE)
    form.locator(SEND).click()
    tamsin.sees("Not tonight.", "#log")


PAPERS = '[id$="-challenge"] .chip'
AGAIN = """async (all) => {
  for (const each of all) each.removeAttribute('hidden');
  await null; // as soon as that is noticed
  return all.filter((each) => each.checkVisibility()).length;
}"""


def test_only_what_lies_chosen_can_be_acted_against_before_the_script_that_sees_to_it_has_come(person, supper):
    tamsin = person(viewport=PHONE)
    tamsin.page.route("**/story.js*", lambda route: None)  # it is on its way for ever
    papers = tamsin.takes(supper.tamsin).page.locator(PAPERS)
    expect(papers.locator("visible=true")).to_have_count(1)
    assert papers.count() > 5


def test_and_so_it_stays_where_a_first_view_changes_nothing_but_what_that_script_has_hidden(person, supper):
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    tamsin.page.locator(":root[data-settled]").wait_for(state="attached")
    assert tamsin.page.locator(PAPERS).evaluate_all(AGAIN) == 1


SUN = "each => Number(each.getAttribute('cy'))"


def test_every_choice_of_a_pool_says_what_it_makes_of_the_chance_and_the_sun_stands_as_high(person, supper, server):
    supper.opposed(server)
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    form = tamsin.opens("roll")
    says = form.locator(".slot:visible > .chips > .chip .each")
    expect(says).to_have_text(["3 % you beat it"] * 6)  # one more of them for a point is no better: two count
    sun = form.locator(".sky circle").last
    low = sun.evaluate(SUN)
    expect(form.locator(".sky")).to_contain_text("to beat 18", use_inner_text=True)
    form.locator('[id$="-challenge"] .chip:visible').click()
    expect(form.locator(".sky .then b")).to_have_text("14 %")
    assert sun.evaluate(SUN) < low
    expect(says.first).to_have_text("14 % you beat it")


def test_giving_in_stands_beside_the_roll_with_its_price_and_what_comes_of_it(person, supper, server):
    supper.opposed(server)
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    dock = tamsin.opens("roll").locator(".dock")
    give_in, roll = dock.locator(".instead"), dock.locator(".next")
    expect(give_in).to_contain_text("You do not get “")
    expect(give_in).to_contain_text("1 point paid to Dale Rook")
    boxes = give_in.bounding_box(), roll.bounding_box()
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    give_in.click()
    expect(tamsin.form("give_in").locator(".instead")).to_contain_text("Roll against Dale Rook")
    tamsin.form("give_in").locator(".next").click()
    tamsin.sees("You give in", "#log")


def test_both_ways_stay_in_view_while_what_comes_before_a_roll_is_opened(person, supper, server):
    supper.opposed(server)
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    ways = [tamsin.page.locator(f".opt:has(> form[data-key={key}]) > .chip") for key in ("roll", "give_in")]
    tamsin.opens("roll")
    for way in ways:
        expect(way).not_to_have_css("clip-path", "none")  # each stands in the dock of the other
    fold = tamsin.page.locator("details", has_text="Before you roll").first
    fold.locator("summary").first.click()
    fold.locator(".opt > .chip").first.click()
    for way in ways:
        expect(way).to_have_css("clip-path", "none")
    ways[0].click()
    expect(tamsin.form("roll").locator(".dock .next")).to_be_visible()


def test_of_a_map_of_ties_one_person_is_chosen_by_keys_and_their_words_stand_below(person, supper):
    tamsin = person(viewport=PHONE).takes(supper.tamsin).at("table")
    tamsin.page.locator("#g-web > summary").press("Enter")
    web = tamsin.page.locator("#g-web .web")
    expect(web.locator(".map")).to_be_visible()
    expect(web.locator(".words-of:visible")).to_have_count(1)
    expect(web).to_contain_text("My father has never lied to me.", use_inner_text=True)
    web.locator("input").first.focus()
    tamsin.page.keyboard.press("ArrowRight")
    expect(web.locator(".words-of:visible")).to_contain_text("I am better as Odessa's friend.")
    shown = web.locator(".felt:visible")
    assert 4 < shown.count() < web.locator(".felt").count()
    flawless(tamsin)
    tamsin.page.set_viewport_size({"width": 1280, "height": 800})
    assert web.locator(".map").bounding_box()["width"] > 340  # there is room, and the map has it


def test_without_a_skin_that_has_a_map_the_words_say_all_of_it(person):
    people = tuple(Token(each, each) for each in ("Ida", "Bo", "Cy"))
    ties = tuple(Tie((a.id, b.id), f"{a.id} likes {b.id}", dice=(Die(6),)) for a in people for b in people if a != b)
    someone = person(viewport=PHONE).goes("/")
    someone.page.evaluate(ALONE, draw(Board("b", "Ties", (), people, ties)))
    expect(someone.page.locator(".map")).to_be_hidden()
    expect(someone.page.locator(".words-of:visible")).to_have_count(3)


def test_trouble_is_a_cloud_people_sit_on_chairs_and_answers_climb_a_ladder(person, supper, server):
    supper.opposed(server)
    odessa = person(viewport=PHONE).takes(supper.odessa)
    odessa.page.set_viewport_size({"width": 1280, "height": 800})
    first, second = (odessa.page.locator(".rung > div").nth(n).bounding_box() for n in range(2))
    assert first["x"] + first["width"] <= second["x"]  # each on a side of the ladder
    flawless(odessa, 320, 390)
    odessa.page.set_viewport_size(PHONE)
    odessa.at("table")
    cloud, chairs = odessa.page.locator("#l-trouble_2d_dice"), odessa.page.locator("#l-cast_2d_rows .line")
    assert cloud.evaluate("each => getComputedStyle(each, '::before').backgroundColor") == "rgb(58, 45, 85)"
    assert len({round(box["y"]) for box in (each.bounding_box() for each in chairs.all())}) < chairs.count()
    flawless(odessa)


@pytest.fixture
def alley(server):
    """A Combat under way, faces typed, in which it is Ann's to play a Maneuver."""
    return Alley(server).fights(server)


def test_a_card_of_a_fan_comes_up_by_a_tap_and_is_the_one_that_is_played(person, alley):
    ann = person(viewport=PHONE).takes(alley.ann)
    fan, play = ann.page.locator("#g-hand .card"), ann.form("play")
    expect(fan).to_have_count(3)
    small = fan.nth(1).bounding_box()["width"]
    expect(play.locator(SEND)).to_be_hidden()
    for at in (0, 2, 1):  # those at the edges as well
        fan.nth(at).click()
        expect(fan.nth(at)).to_have_css("rotate", "0deg")
        expect(fan.nth(at)).to_be_in_viewport(ratio=1)
    expect(fan.nth(1)).to_have_attribute("data-up", "chosen")
    expect(fan.nth(1)).to_be_in_viewport(ratio=1)
    assert fan.nth(1).bounding_box()["width"] > small + 60  # as large as can be read
    expect(play.locator("input[type=radio]").nth(1)).to_be_checked()
    expect(play.locator(SEND)).to_be_in_viewport()
    play.locator("label.chip").nth(2).click()  # in the form it is chosen as well
    expect(fan.nth(1)).to_have_attribute("data-up", "seen")
    ann.settles()
    flawless(ann)
    ann.page.set_viewport_size(PHONE)
    play.locator(SEND).click()
    ann.sees("You play Quiet Step", ".screen")


def test_a_card_that_cannot_be_played_says_why_across_it_and_comes_up_to_be_read(person, alley, server):
    for place in (alley.ann, alley.gm):
        server.does(place, "leave")
    ann = person(viewport=PHONE).takes(alley.ann)
    card = ann.page.locator("#g-hand .card.no").first
    tape, front = card.locator(".why").bounding_box(), card.bounding_box()
    assert front["y"] + front["height"] / 5 < tape["y"] < front["y"] + front["height"] / 2
    card.click()
    expect(card).to_have_attribute("data-up", "seen")
    card.click()
    expect(card).not_to_have_attribute("data-up", "seen")


def test_without_script_a_hand_lies_in_a_row_and_is_played_by_its_form(person, alley):
    ann = person(java_script_enabled=False, viewport=PHONE).goes(f"/t/{alley.table}/seat/player-1")
    ann.page.locator("#secret").fill(alley.ann["secret"])
    ann.page.get_by_role("button", name="Sit down").click()
    assert ann.page.locator("#g-hand .card").first.evaluate("each => getComputedStyle(each).rotate") == "none"
    ann.does("play").sees("You play Quiet Step", ".screen")


def test_what_somebody_plays_fills_the_stage_and_pass_is_calm(person, alley, server):
    gm = person(viewport=PHONE).takes(alley.gm)
    quiet = gm.page.locator('.tray form[data-key="pass"] .next')
    server.does(alley.ann, "play", ride=[ride(server, alley.ann)])
    gm.sees("Ann plays Quiet Step", ".screen .verdict")
    expect(gm.page.locator(".screen .card")).to_contain_text("Your Character throws 1 more coin")
    expect(gm.page.locator(".scenery")).to_be_hidden()  # that is the moment
    colours = quiet.evaluate(
        "each => [each, each.closest('.dock')].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert colours[0] == colours[1]
    flawless(gm)


def ride(server, place):
    """The first card that a seat may play."""
    play = next(row["option"] for row in server.view(place)["options"] if row["option"]["key"] == "play")
    return play["params"][0]["items"][0]["id"]


def test_two_who_fight_face_each_other_and_stand_at_a_stop_of_the_line(person, alley):
    bo = person(viewport=PHONE).takes(alley.bo)
    fighters = bo.page.locator("#l-fighters .turn")
    first, second = (fighters.nth(n).bounding_box() for n in range(2))
    assert (first["y"], first["width"]) == (second["y"], second["width"])
    assert (
        bo.page.locator("#l-fighters").evaluate("each => getComputedStyle(each, '::after').content").startswith('"VS"')
    )
    ours, theirs = (fighters.nth(n).locator(".track") for n in range(2))
    expect(ours).to_contain_text(["Physical", "Mental", "Social"])
    expect(ours.locator(".of")).to_contain_text(["6 left", "6 left", "3 left"])
    expect(theirs.locator(".bar")).to_have_count(3)
    assert ours.first.locator(".bar").bounding_box()["width"] > 40
    here = bo.page.locator("#l-distance .step[aria-current]")
    expect(here).to_have_count(2)  # they are Ranged: each at an end of the line
    for stop, who in zip(here.all(), ("Ann", "Foe"), strict=True):
        expect(stop.locator(".face")).to_have_count(1)
        expect(stop).to_contain_text(f"{who}: Ranged")  # and is said
    ends = [stop.bounding_box() for stop in here.all()]
    assert ends[1]["x"] > ends[0]["x"] + ends[0]["width"]
    flawless(bo)


def test_what_the_gm_alone_sees_lies_behind_the_page(person, alley):
    gm = person(viewport={"width": 1280, "height": 900}).takes(alley.gm)
    behind = gm.page.locator("#g-face_5f_down")
    expect(behind).to_have_css("color-scheme", "dark")
    expect(behind).to_contain_text(FACE_DOWN[0])
    expect(behind).to_contain_text("only you see it")
    assert behind.evaluate("each => getComputedStyle(each, '::before').clipPath").startswith("polygon")
    flawless(gm)
    gm.page.set_viewport_size(PHONE)
    gm.at("scene")
    expect(behind).to_be_hidden()
    gm.at("me")
    expect(behind).to_be_visible()
    expect(gm.page.locator(".a-me [id^=k-]").first).to_be_visible()
    expect(gm.page.locator(".stage, .a-do > section").locator("visible=true")).to_have_count(0)
    ann = person(viewport=PHONE).takes(alley.ann)
    expect(ann.page.locator("#g-face_5f_down")).not_to_contain_text("only you see it")
    assert HELD["gm"][0] not in ann.page.content()


def test_successes_are_lamps_endurance_is_a_braid_and_people_stand_on_a_stair(person, server):
    stair = Stair(server).tries(server)
    ione = person(viewport=PHONE).takes(stair.ione)
    expect(ione.page.locator("#k-successes .boxes i")).to_have_count(5)
    expect(ione.page.locator("#k-successes .boxes i").first).to_be_in_viewport()  # before anything is rolled
    expect(ione.page.locator("#k-successes")).to_contain_text("7 or more is a success, not 9 as usual.")
    stands = [each.bounding_box()["y"] for each in ione.page.locator(".scenery .stand").all()]
    assert stands == sorted(stands, reverse=True)
    assert stands[0] > stands[-1] + 30
    flawless(ione)
    ione.page.set_viewport_size(PHONE)
    store = ione.page.locator(".dock [id^=k-exertion]").first  # that of Devotion stands beside it
    expect(store.locator(".of")).to_have_text("14 of 14 left")
    ione.page.locator(".stepper input").fill("3")
    ione.page.locator(".stepper input").blur()
    expect(store.locator(".of")).to_have_text("14 of 14 left, this takes 3")
    expect(store.locator(".hot")).to_have_count(3)
    assert len({store.locator(which).first.evaluate(FILL) for which in (".hot", "i:not([class])")}) == 2
    expect(store.locator(".boxes")).to_be_in_viewport()
    server.does(stair.ione, "roll", exertion=1)
    server.rolls(stair.ione, 12, 9, 8, 7, 3, 1, 1, 1)
    server.does(stair.ione, "boon")
    server.rolls(stair.ione, 10)
    osk = person(viewport=PHONE).takes(stair.osk)
    lit = osk.page.locator("#k-successes .on")
    expect(lit).to_have_count(4)
    expect(osk.page.locator("#k-successes .of")).to_have_text("4 of 5")
    assert "radial-gradient" in lit.first.evaluate("each => getComputedStyle(each).backgroundImage")
    ione.page.set_viewport_size(PHONE)
    ione.at("me")
    links = ione.page.locator(".p-me [id^=k-endurance] .boxes i:not(.gap)")
    expect(links.first).to_have_css("border-radius", "50%")
    expect(links.first).to_have_css("border-style", "dotted")  # the point that was spent
    expect(links.last).to_have_css("border-style", "solid")
    flawless(ione)


def test_who_goes_first_is_a_strip_of_film_and_five_on_a_roof_stand_abreast(person, roof):
    ferris = person(viewport=PHONE).takes(roof.ferris)
    rows = ferris.page.locator("#l-rolled .line")
    expect(rows).to_have_count(5)
    dice, number = (rows.first.locator(each).bounding_box() for each in (".dice", ".edge > b:last-of-type"))
    assert dice["x"] + dice["width"] <= number["x"]  # what came of it stands at the end of its row
    assert dice["y"] <= number["y"] + number["height"] / 2 <= dice["y"] + dice["height"]
    assert len({round(each.bounding_box()["y"]) for each in ferris.page.locator(".cell.upper .token").all()}) == 1
    flawless(ferris)
