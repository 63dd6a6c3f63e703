"""The way in and the room's screen in a real browser: faces that appear, a bot on a chair, and a wall on which all fits."""

from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from alley import Alley
from browsing import Roof, Stair, Supper
from looking import CHECKS, violations, wrongs
from playwright.sync_api import expect
from tests.table.evening import of_bots

from cliffhanger.games import game
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.panels import Board, Cell, Die, Group, Hindrance, List, Row, Text, Token, Track
from cliffhanger.table import table_events
from cliffhanger.table.snapshot import Draft, Sitter, Snapshot
from cliffhanger.testing import playout
from cliffhanger.web.live.view_model import public
from cliffhanger.web.page import room_choice
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.room import Watched, room
from cliffhanger.web.page.view import Figure, TableMeta, WayIn
from cliffhanger.web.page.ways import ways

pytestmark = pytest.mark.browser
PHONE, WALL = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}
WALLS = ((1280, 720), (1920, 1080))
LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen"
STORY = [
    "Commissioner Adelaide Featherstonehaugh",
    "The Brotherhood of the Long Shadow",
    "Doctor Lull",
    "Madame Overtime",
    "The Three Who Stay Behind",
    "Pilar",
    "Superintendent Wolfgang Ochsenknecht",
    "Bouncers",
    "Professor Emeritus Thaddeus Quill",
    "Meter Reader",
    "Nightwatchman of the Upper Gallery",
    "Juno Marsh",
    "The Understudy",
    "Marginalia",
]
CUT_NAMES = """(names) => [...document.querySelectorAll(names)].filter((each) => {
  const region = each.closest('.room-place, .room-top, .room-stage, .room-now').getBoundingClientRect(), at = each.getBoundingClientRect();
  return each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 3 || at.bottom > region.bottom
    || getComputedStyle(each).textOverflow != 'clip' || at.right > (each.closest('li') ?? each.parentElement).getBoundingClientRect().right + 1;
}).map((each) => each.textContent)"""
WAY = WayIn("http://192.168.101.120:8000/t/pistachio-butterfly-saxophone-mountain")
# What stands beyond the region it belongs to, and what is cut off there: nobody scrolls a wall.
CUT_OFF = """() => {
  const found = [];
  for (const each of document.querySelectorAll('.room-top, .room-stage, .room-now, .room-ask, .room-place')) {
    const at = each.getBoundingClientRect();
    if (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1) found.push(each.className);
    if (at.bottom > innerHeight + 1 || at.right > innerWidth + 1) found.push(`${each.className} beyond the screen`);
  }
  const stage = document.querySelector('.room-stage').getBoundingClientRect();
  for (const each of document.querySelector('.room-fit').children) {
    const at = each.getBoundingClientRect();
    if (at.top < stage.top - 1 || at.bottom > stage.bottom + 1 || at.right > stage.right + 1) found.push(`stage ${at.top} ${at.bottom}`);
  }
  const small = [...document.querySelectorAll('.tv :is(b, p, h1, h2, h3, small)')].filter((each) => each.textContent.trim()
    && each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) * each.currentCSSZoom < innerHeight / 82);
  return [...found, ...small.map((each) => `small: ${each.textContent.slice(0, 30)}`)];
}"""


def shows(page, html):
    """Draw a room in place of the one that is there, as the script would."""
    page.evaluate("html => { document.querySelector('main').outerHTML = html; }", str(html))


def test_whoever_taps_before_the_script_of_the_way_in_is_there_comes_to_a_table_that_lives(person, server):
    ada = person(fresh=True, viewport={"width": 1280, "height": 800})
    ada.page.route("**/lobby.js*", lambda route: None)  # it is on its way for ever
    shelf = ada.goes("/").page.locator("#game-blockbuster")
    shelf.get_by_label("People").select_option("2")
    shelf.get_by_role("button", name="Start a table").click()
    ada.sees("Let a bot play", ".sitters")
    kim = person().goes("/")
    kim.page.goto(ada.page.locator("#link").input_value())
    ada.page.locator("#begin").click()
    ada.sees("Director, you are up", "#wait")
    kim.page.locator("#name").fill("Kim")
    kim.page.keyboard.press("Enter")
    ada.sees("Kim takes the seat of Juno Marsh", "#log")
    kim.hears()  # nothing is on its way when it is closed


def test_a_table_fills_before_everybodys_eyes_and_the_room_sees_it(person, server):
    ada = person(viewport={"width": 1280, "height": 800}).goes("/")
    shelf = ada.page.locator("#game-blockbuster")
    shelf.get_by_label("People").select_option("3")
    shelf.get_by_role("button", name="Start a table").click()
    expect(ada.page.locator(".lobby-way .square svg")).to_be_visible()
    expect(ada.page.locator(".sitter.free")).to_have_count(2)
    ada.page.evaluate("window.before = true")

    kim = person(viewport=PHONE)
    kim.page.goto(ada.page.locator("#link").input_value())
    kim.page.get_by_role("button", name="Sit down").click()  # one tap: a name is only for those who want one
    kim.sees("you", "#chair-juno_5f_marsh")
    expect(ada.page.locator("#chair-juno_5f_marsh .face:not(.nobody)")).to_be_visible()

    ada.page.locator("#bot-ferris").click()
    for each in (ada, kim):
        each.sees("a bot", "#chair-ferris")
        expect(each.page.locator(".sitter.free")).to_have_count(0)
    assert ada.page.evaluate("window.before"), "the page was fetched anew"

    wall = person(viewport=WALL)
    wall.page.goto(ada.page.locator("#to-room").get_attribute("href"))
    wall.sees("Waiting for Director", ".room-now").sees("a bot", ".room-place")
    assert wall.page.evaluate(CUT_OFF) == []
    expect(wall.page.locator(".room-way .square svg")).to_be_visible()
    ada.page.locator("#begin").click()
    ada.sees("Director, you are up", "#wait")
    expect(ada.page.locator("#to-room")).to_have_attribute("href", wall.page.url)
    ada.does("open.the_roof")
    kim.sees("you are up", "#wait")  # the table took the place of the lobby
    wall.sees("Who goes first?", ".room-stage")
    assert wall.page.evaluate("() => [location.hash.length > 9, document.querySelectorAll('.tv form').length]") == [
        True,
        0,
    ]


def test_share_goes_through_the_phones_own_sheet_where_there_is_one(person, server):
    gm = server.opens(title="Friday night")
    ada = person(viewport=PHONE)
    ada.page.add_init_script("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }")
    ada.goes(f"/t/{gm['table']}/seat/{gm['seat']}?lobby#s={gm['secret']}")
    expect(ada.page.locator("#link")).to_be_hidden()
    ada.page.get_by_role("button", name="Share").click()
    assert ada.page.evaluate("window.shared") == {"title": "Friday night", "url": f"{server.url}/t/{gm['table']}"}
    bo = person(viewport=PHONE)
    bo.page.add_init_script("delete Navigator.prototype.share")
    bo.goes(f"/t/{gm['table']}/seat/{gm['seat']}?lobby#s={gm['secret']}")
    expect(bo.page.locator("#link")).to_be_visible()
    expect(bo.page.locator("#share")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 1280, *(pytest.param(each, marks=pytest.mark.long) for each in (390, 640))])
def test_nothing_is_wrong_with_the_way_in_at_any_width(person, server, width):
    gm = server.opens(seats=7, title=LONG)
    ada = person(viewport={"width": width, "height": 800})
    ada.goes(f"/t/{gm['table']}/seat/{gm['seat']}?lobby#s={gm['secret']}")
    expect(ada.page.locator(".lobby-way .square svg")).to_be_visible()
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)
        assert wrongs(ada).keys() <= {"broken"}  # a word of sixty letters has to be
    if width == 390:
        assert violations(ada) == []


def at_the_wall(person, server, name="blockbuster"):
    """A wall that shows a table of a game, with nobody at it yet."""
    gm = server.opens(name)
    host = person().goes(f"/t/{gm['table']}/seat/{gm['seat']}?lobby#s={gm['secret']}")
    wall = person(viewport=WALL)
    wall.page.goto(host.page.locator("#to-room").get_attribute("href"))
    expect(wall.page.locator(".room-way .square svg")).to_be_visible()
    return wall


FIGURES = (Figure("it is as likely as not, whatever they do", Fraction(1, 2)),)


def played(name, every, most):
    """States of a game as its bots play it, drawn for the room."""
    rules, way = game(name), WayIn("http://192.168.1.20:8000/t/amber-kettle-north-seven")
    setup = rules.ready(4, {})
    seats = tuple(Sitter(each.id, each.role, each.name, "", "bot") for each in setup.seats)
    voice = table_events.voice(rules, "")
    for n, moment in enumerate(islice(playout.moments(rules, setup, Random(7), most, choose=playout.by_bots), most)):
        if n % every == every - 1:
            state = moment.after.state
            snapshot = Snapshot(n, state, rules.waiting(state), seats)
            meta, known = TableMeta("x", rules.title), public(rules, state, snapshot.waiting)
            odds = {}
            for option in room_choice.before(known):
                if option.all_figures:
                    odds |= {(option.window, f"{option.key}={way.id}"): FIGURES for way in ways(option)}
                    odds[option.window, option.key] = FIGURES
            view, watched = rules.view(state, WATCH), Watched(known, odds)
            yield n, room(rules, meta, snapshot, view, Listener(WATCH, voice), way, watched)


@pytest.mark.parametrize(
    "name",
    ["blockbuster", "plot_twist", *(pytest.param(each, marks=pytest.mark.long) for each in ("smallville", "untold"))],
)
def test_all_of_a_room_is_in_view_whatever_bots_play(person, server, name):
    wall = at_the_wall(person, server, name)
    for n, html in played(name, 20, 180):
        shows(wall.page, html)
        for width, height in WALLS:
            wall.page.set_viewport_size({"width": width, "height": height})
            assert (n, wall.page.evaluate(CUT_OFF)) == (n, [])


@pytest.mark.parametrize("names", ["of a story", "as long as may be"])
@pytest.mark.parametrize("places", ["picture", "list", *(pytest.param(each, marks=pytest.mark.long) for each in ("",))])
def test_a_name_is_wrapped_or_smaller_on_a_wall_and_never_cut(person, server, places, names):
    from dataclasses import replace

    wall = at_the_wall(person, server)
    called = STORY if names == "of a story" else [LONG[:n] + chr(65 + n % 26) for n in range(46, 60)]
    for many in (4, 6, 9, 14):
        panels = crowd(places, called[:many])
        rules = replace(game("blockbuster"), panels=lambda _view, _seat, panels=panels: panels)
        shown = Snapshot(1, None, (), (Sitter("s", "lead", "Ida"),))
        shows(wall.page, room(rules, TableMeta("x", "Night"), shown, None, Listener(WATCH), WAY))
        for width, height in WALLS:
            wall.page.set_viewport_size({"width": width, "height": height})
            assert (many, wall.page.evaluate(CUT_NAMES, NAMES)) == (many, [])
            assert (many, wall.page.evaluate(CUT_OFF)) == (many, [])


def test_who_has_sat_down_sees_whom_they_play_and_the_scene_opens_by_itself_when_the_host_begins(person, server):
    ada = person(viewport={"width": 1280, "height": 800}).goes("/")
    shelf = ada.page.locator("#game-blockbuster")
    shelf.get_by_label("People").select_option("3")
    shelf.get_by_role("button", name="Start a table").click()
    kim = person(viewport=PHONE)
    kim.page.goto(ada.page.locator("#link").input_value())
    kim.page.get_by_role("button", name="Sit down").click()
    kim.sees("You play Juno Marsh", ".lobby-you")
    expect(kim.page.locator(".lobby-you")).to_be_in_viewport(ratio=1)
    code = kim.page.locator(".square svg")
    expect(code).to_be_hidden()
    kim.page.locator("#way > summary").click()
    expect(code).to_be_visible()
    name = ada.page.get_by_label("Your name, if you like")
    name.fill("Ada")
    ada.page.locator("#name-go").click()
    kim.sees("Ada", "#chair-director").sees("Ada begins when all are there", ".lobby-you")
    expect(name).to_have_value("Ada")
    ada.page.locator("#begin").click()
    kim.sees("Waiting for Director", "#wait")
    expect(kim.page.locator(".lobby")).to_have_count(0)
    late = person(viewport=PHONE)  # and whoever comes late comes to the table at once
    late.page.goto(f"{server.url}/t/{kim.page.url.partition('/t/')[2].partition('/')[0]}")
    late.page.get_by_role("button", name="Sit down").click()
    late.sees("Waiting for Director", "#wait")


def test_all_who_rolled_for_the_order_are_seen_on_a_wall(person, server):
    gm = server.opens(typed=False, seats=4)
    wall = person(viewport={"width": 1920, "height": 1080})
    host = person().takes(gm)
    wall.page.goto(host.page.locator("#to-room").get_attribute("href"))
    leads = [server.sits(gm["table"], *who) for who in (("juno_marsh", "Kim"), ("ferris", "Bo"), ("pilar", "Ida"))]
    server.does(gm, "open.soup_is_served")
    for lead in leads:
        server.does(lead, "defense")
    server.does(gm, "all")
    rows = wall.page.locator(".room-stage .lines > li")
    expect(rows).to_have_count(6)
    for at in range(6):
        expect(rows.nth(at)).to_be_in_viewport(ratio=1)
    assert wall.page.evaluate(CUT_OFF) == []
    host.page.set_viewport_size({"width": 390, "height": 844})
    server.puts(gm, do="close")
    wall.sees("The end", ".room-now")
    assert wall.page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")  # no bar to scroll by
    for page in (wall.page, host.page):
        expect(page.locator(".turn")).to_have_count(0)
    button = host.page.locator("#read-recap")
    expect(button).to_be_in_viewport(ratio=1)
    assert button.evaluate(
        "each => { const at = each.getBoundingClientRect();"
        " return each.contains(document.elementFromPoint(at.x + at.width / 2, at.bottom - 2)); }"
    )  # and nothing lies over it


def crowd(places, names=()):
    """Fourteen people, nine places, names of sixty letters, and more tracks and dice than anybody has seen."""
    names = names or [LONG[:n] + chr(65 + n % 26) for n in range(46, 60)]
    thrown = tuple(Die(6, 1 + n % 6, "counts" if n % 3 else "struck") for n in range(24))
    order = List(
        "turns",
        tuple(Row(name, "now", mark=name, state="now" if not n else "") for n, name in enumerate(names)),
        "order",
    )
    sides = List("sides", tuple(Row(name, LONG, 3, dice=thrown, tags=(LONG,)) for name in names[:2]), "sides")
    boxes = (Track("v", f"Damage to {LONG}", 3, 9), Track("p", "Damage to Potency", 1, 4))
    people = tuple(Group(f"p{n}", name, boxes, "side", mark=name) for n, name in enumerate(names))
    rows = tuple(Row(f"{n} {LONG}", LONG, marks=tuple(names), tags=(f"!{LONG}",)) for n in range(9))
    cells = tuple(Cell(f"c{n}", f"{n} {LONG}", hinders=(Hindrance(LONG, 2),)) for n in range(9))
    tokens = tuple(Token(f"p{n}", name, f"c{n % 9}", against=n > 6) for n, name in enumerate(names))
    where = Board("b", "Where", cells, tokens) if places == "picture" else List("places", rows, "places")
    return (
        Group("stage", "", (Text("t", f"{LONG} hits.", LONG, "result"), sides), "stage"),
        Group("order", "Order", (order,), "side"),
        *((Group("sets", "Sets", (where,), "side"),) if places else ()),
        Group("tracks", "", tuple(Track(f"t{n}", f"{n} {LONG}", 2, 30) for n in range(9)), "side"),
        Group("who", "Who is here", people, "side", folded=True),
    )


@pytest.mark.parametrize("drafting", [True, pytest.param(False, marks=pytest.mark.long)])
@pytest.mark.parametrize("places", ["picture", "list", pytest.param("", marks=pytest.mark.long)])
def test_a_crowd_of_long_names_fits_on_a_wall(person, server, places, drafting):
    from dataclasses import replace

    wall = at_the_wall(person, server)
    rules = replace(game("blockbuster"), panels=lambda _view, _seat: crowd(places))
    seats = tuple(Sitter(f"s{n}", "lead", f"{LONG}{n}") for n in range(14))
    asked = tuple(offer(sitter.id, 1, "act", "Act", crowd, ask=LONG * 4) for sitter in seats)
    lying = {(sitter.id, "1", "act"): Draft({}) for sitter in seats[:5]} if drafting else {}
    shown = Snapshot(1, None, asked, seats, drafts=lying)
    shows(wall.page, room(rules, TableMeta("x", LONG), shown, None, Listener(WATCH), WAY))
    for width, height in WALLS:
        wall.page.set_viewport_size({"width": width, "height": height})
        assert wall.page.evaluate(CUT_OFF) == []
        assert wall.page.evaluate(CHECKS)["wide"] == []
    wall.page.set_viewport_size({"width": 844, "height": 390})  # a phone held sideways: one reads down
    assert wall.page.evaluate(CHECKS)["wide"] == []
    wall.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(wall.page.locator(".room-cast li").last).to_be_in_viewport()


def test_the_rooms_screen_breaks_no_rule_of_axe(person, server):
    wall = at_the_wall(person, server)
    assert violations(wall) == []
    assert wall.page.evaluate(CHECKS)["faint"] == []


# What stands in the room in letters: whether all of it is seen, names above all.
NAMES = ".room-order .turn b, .facing .name, .pictured .nm, .room-cast li > b, .choice p"
SIZES = """() => Object.fromEntries(['.moment .die', '.pictured .stand', '.facing .stand'].map((each) => {
  const found = document.querySelector(`.tv ${each}`);
  return [each, found ? found.getBoundingClientRect().width : 0];
}))"""
PHONES_DIE = """() => Math.max(...[...document.querySelectorAll('.stage .die')].map((each) => each.getBoundingClientRect().width))"""


def beside(person, place, wall_of):
    """A phone of somebody at a table, and its room on a wall."""
    phone, host = person(viewport=PHONE).takes(place), person().takes(wall_of)
    wall = person(viewport=WALL)
    wall.page.goto(host.page.locator("#to-room").first.get_attribute("href"))
    expect(wall.page.locator(".room-way .square svg")).to_be_visible()
    return phone, wall


def test_on_a_wall_a_roll_is_three_times_as_large_as_on_a_phone_and_faces_whom_it_is_at(person, server):
    roof = Roof(server, title="Friday night", preset="plays_better")
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    phone, wall = beside(person, roof.juno, roof.director)
    wall.sees("4 successes.", ".room-stage h2").sees("The Steam Pack", ".facing .name")
    wall.sees("Keep all 4", ".room-ask").sees("Cancel the strain", ".room-ask")
    expect(wall.page.locator(".choice .num")).to_have_count(3)
    expect(wall.page.locator(".choice .pct").first).to_be_visible()  # each way has its chance
    sizes = wall.page.evaluate(SIZES)
    assert sizes[".moment .die"] >= 3 * phone.page.evaluate(PHONES_DIE)
    assert sizes[".pictured .stand"] >= 60
    assert wall.page.evaluate(CUT_NAMES, NAMES) == []
    assert wall.page.evaluate(CUT_OFF) == []
    width = wall.page.locator(".scenery").evaluate("each => each.getBoundingClientRect().width")
    assert width > WALL["width"] - 2  # the place has all of it
    server.does(roof.juno, "cancel", cancelled=1)
    wall.sees("Roll Defense", ".room-ask")  # whoever answers has their dice in hand
    expect(wall.page.locator(".facing .die.rating")).to_have_count(3)
    assert wall.page.evaluate(CUT_OFF) == []


def test_what_somebody_builds_grows_on_the_wall_before_it_is_sent(person, roof):
    phone, wall = beside(person, roof.juno, roof.director)
    expect(wall.page.locator(".room-stage")).to_contain_text("Juno Marsh goes first")
    form = phone.opens("attack.storm_coil")
    phone.chooses(form, "target", "the_steam_pack")
    wall.sees("Attack: Storm Coil", ".room-stage h2").sees("The Steam Pack", ".facing:last-child .name")
    wall.sees("“it hurts”", ".room-ask")
    assert wall.page.locator("#token-the_5f_steam_5f_pack").get_attribute("class").split()[-1] == "aimed"
    expect(wall.page.locator(".moment .die.rating")).to_have_count(5)
    assert wall.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize(
    "game_of", ["smallville", "plot_twist", *(pytest.param(each, marks=pytest.mark.long) for each in ("untold",))]
)
def test_dice_and_coins_of_every_game_are_large_on_a_wall_and_no_word_is_cut(person, server, game_of):
    if game_of == "untold":
        stair = Stair(server).tries(server)
        server.does(stair.ione, "roll", exertion=1)
        server.rolls(stair.ione, 12, 9, 8, 7, 3, 1, 1, 1)
        phone, wall = beside(person, stair.ione, stair.gm)
        wall.sees("2 short: 3 of 5.", ".room-stage h2").sees("Roll it", ".room-ask")
    elif game_of == "smallville":
        supper = Supper(server).wants(server).opposed(server)
        phone, wall = beside(person, supper.tamsin, supper.watchtower)
        wall.sees("Dale Rook stands at 18", ".room-stage h2").sees("Give in", ".room-ask")
        assert wall.page.locator(".facing .name").all_inner_texts() == ["Tamsin Rook", "Dale Rook"]
        wall.sees("1 once this closes", ".room-place")  # and the word is whole
        assert wall.page.evaluate(CUT_NAMES, ".pictured .tag") == []
    else:
        alley = Alley(server).fights(server)
        alley.attacks(server)
        phone, wall = beside(person, alley.ann, alley.gm)
        wall.sees("Ann hits Foe, by 1", ".room-stage h2").sees("1 coin more", ".room-ask")
        expect(wall.page.locator(".room-stage h2")).to_have_count(1)  # one thing is said
    for width, height in WALLS:
        wall.page.set_viewport_size({"width": width, "height": height})
        assert wall.page.evaluate(CUT_OFF) == []
        assert wall.page.evaluate(CUT_NAMES, NAMES) == []
    assert wall.page.evaluate(SIZES)[".moment .die"] >= 3 * phone.page.evaluate(PHONES_DIE)
    assert violations(wall) == []


@pytest.mark.parametrize("name", ["blockbuster", "plot_twist", "smallville", "untold"])
def test_a_log_stands_on_no_wall(name):
    table = of_bots(game(name), 40, seed=7).table
    listener = Listener(WATCH, table_events.voice(game(name), ""))
    html = str(room(game(name), TableMeta("x", "Friday"), table.shown, table.view(WATCH), listener, WAY))
    assert "<ol reversed" not in html
    assert "takes the seat" not in html.partition('aria-label="What the dice said"')[2]
