"""Smallville in the browser: a Watchtower and three Leads through a Contest with aid, interference and relief."""

import re

import pytest
from browsing import Supper, assert_same_but_for_the_reader, lines_of
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
SHEET = '[id^="g-sheet_2d_tamsin"]'


def angers(server, supper):
    """The Watchtower makes Tamsin angry with what it has won, and she stays."""
    server.does(supper.watchtower, "stress", kind=["angry"])
    server.does(supper.tamsin, "take")
    for place in (supper.watchtower, supper.tamsin):
        server.does(place, "no_more")
    server.rolls(supper.watchtower, 2, 5, 3)
    server.does(supper.tamsin, "stay")


@pytest.fixture
def supper(server):
    """A scene under way, faces typed, in which Tamsin Rook wants something of Dale Rook."""
    return Supper(server).wants(server)


def all_see(people, text, where="#page"):
    for each in people:
        each.sees(text, where)


def test_a_contest_with_aid_interference_and_relief(person, supper):
    watchtower = person(viewport={"width": 1280, "height": 900}).takes(supper.watchtower)
    tamsin, eli, odessa = (person(viewport=PHONE).takes(place) for place in (supper.tamsin, supper.eli, supper.odessa))
    everybody = watchtower, tamsin, eli, odessa
    all_see(everybody, f"“{supper.GOAL}”", ".screen")
    eli.does("aid.eli_marchetti").rolls(2, 4, 1)

    # The pool is picked slot by slot, and the button says against whom and with what.
    form = tamsin.opens("roll")
    expect(form.locator(".slot > .soft")).to_have_count(3)
    tamsin.chooses(form, "pool", "justice")
    expect(form.locator("button.next")).to_contain_text("Roll 4 dice against Dale Rook")
    expect(form.locator(".pool")).to_contain_text("Justice")
    watchtower.sees("Tamsin Rook rolls 4 dice against Dale Rook.", "#others")
    form.locator("button.next").click()
    tamsin.rolls(4, 2, 1, 5)
    tamsin.does("fix", more=0)
    all_see(everybody, "+4 Eli Marchetti", ".screen .ladder")
    watchtower.does("complicate", what="The lights go out.")
    all_see(everybody, "The lights go out.", "#log")
    all_see(everybody, "3 dice", "#g-trouble")
    watchtower.does("roll").rolls(4, 8, 10).does("fix", more=0)
    all_see(everybody, "Dale Rook stands at 18.", ".screen")
    all_see(everybody, "Tamsin Rook owes Dale Rook if they give in", "#g-debts")

    odessa.does("interfere.odessa_pike.dale_rook")
    odessa.does("roll").rolls(2, 2, 3)
    odessa.does("fix", more=0)
    all_see(everybody, "not heeded, 5 to 18", "#log")
    tamsin.does("roll").rolls(2, 3, 2, 4)
    tamsin.does("fix", more=0)
    watchtower.sees("Dale Rook wins, 18 to 7.", ".screen")
    watchtower.does("stress", kind="angry")
    tamsin.does("take")
    for each in (watchtower, tamsin):  # both could still change what falls
        each.does("no_more")
    watchtower.rolls(2, 5, 3)
    tamsin.does("stay")
    all_see(everybody, "Angry", "#g-cast")

    eli.does("relieve", what="tamsin_rook/angry", deed="sits down beside her")
    tamsin.sees("Eli Marchetti helps you.", ".screen").does("consent")
    eli.does("roll").rolls(4, 4, 4).does("fix", more=0)
    tamsin.rolls(2)
    all_see(everybody, "8 to 2.", ".screen")
    tamsin.sees(re.compile(r"angry\s*0 of 5", re.IGNORECASE), SHEET).sees("Growth Pool", SHEET)
    assert_same_but_for_the_reader([lines_of(each) for each in everybody])
    assert_same_but_for_the_reader([each.told()[-12:] for each in everybody])


def test_after_a_contest_a_phone_says_who_is_next_and_shows_what_is_lit_without_a_scroll(person, server, supper):
    supper.opposed(server)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 2, 3, 2)
    server.does(supper.tamsin, "fix")
    angers(server, supper)
    eli = person(viewport={"width": 390, "height": 640}).takes(supper.eli)
    expect(eli.page.locator("#tray .asked")).to_contain_text("You or Odessa Pike may begin now.")
    lit = eli.page.locator("#tray :is(.verb:has([data-lit]), .next:not(.unlit)):visible").first
    expect(lit).to_be_in_viewport(ratio=1)
    free = "([x, y]) => document.elementFromPoint(x, y).closest('.verb, .next') !== null"
    box = lit.bounding_box()
    assert eli.page.evaluate(free, [box["x"] + box["width"] / 2, box["y"] + box["height"] - 4])
    tamsin = person(viewport={"width": 390, "height": 640}).takes(supper.tamsin)
    expect(tamsin.page.locator("#wait")).to_contain_text("Waiting for")  # who let it come to blows is not next
    expect(tamsin.page.locator("#tray")).to_contain_text("You may step in")


# Words that stand in more than one line, broken; and what reaches beyond the button that holds it.
BROKEN = """(where) => [...document.querySelectorAll(where)].filter((each) => each.checkVisibility()).flatMap((each) => {
  const found = [], texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), box = each.getBoundingClientRect();
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.closest('.sr, .why')) continue;
    for (const word of texts.currentNode.data.matchAll(/[^\\s\\u00a0]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((at) => Math.round(at.top)));
      const at = range.getBoundingClientRect();
      if (at.width > 1 && (lines.size > 1 || at.right > box.right || at.left < box.left)) found.push(word[0]);
    }
  }
  return found;
})"""
# Where the words of a pill end.
LOWEST = """(each) => {
  const all = document.createRange();
  all.selectNodeContents(each.querySelector('.term').firstChild);
  return all.getBoundingClientRect().bottom;
}"""
# Of a barn and a tower behind the numbers of a sky, how much each number lies on them.
ON_THE_BARN = """() => {
  const sky = document.querySelector('#tray .sky'), box = sky.getBoundingClientRect(), drawn = getComputedStyle(sky, '::after');
  const at = drawn.backgroundPosition.split(', '), size = drawn.backgroundSize.split(', ');
  const numbers = [...sky.querySelectorAll('b')].map((each) => { const text = document.createRange(); text.selectNodeContents(each); return text.getBoundingClientRect(); });
  return [46 / 44, 30 / 50].flatMap((wide, nth) => {
    const high = parseFloat(size[nth].split(' ')[1]), left = box.left + (box.width - high * wide) * parseFloat(at[nth]) / 100;
    return numbers.filter((each) => each.left < left + high * wide && each.right > left && each.bottom > box.bottom - high).map((each) => nth);
  });
}"""


def test_on_a_phone_giving_in_for_a_point_says_so_in_whole_words_with_its_price_below(person, server, supper):
    supper.opposed(server)
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    tamsin.settles()
    assert tamsin.page.evaluate(ON_THE_BARN) == []
    assert tamsin.page.evaluate(BROKEN, "#tray .dock > :is(.instead, .next)") == []
    tamsin.page.locator("#tray .instead:visible").click()
    lit = tamsin.page.locator("#tray .dock > .next:visible")
    expect(lit).to_contain_text("They have the better of it, and everybody sees")
    assert tamsin.page.evaluate(BROKEN, "#tray .dock > :is(.instead, .next)") == []
    words, price = lit.locator(".aim").bounding_box(), lit.locator(".tag").bounding_box()
    assert price["y"] >= words["y"] + words["height"] - 1
    assert words["height"] < 70


def test_on_a_phone_names_on_the_small_chips_of_a_slot_are_in_whole_words(person, supper):
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    tamsin.page.evaluate("() => { document.body.style.inlineSize = '375px'; }")  # as beside a bar that scrolls
    tamsin.opens("roll")
    tamsin.page.locator("#tray .tab", has_text="Relationship").click()
    expect(tamsin.page.locator("#tray .slot:visible .chip:not(.far)", has_text="Eli Marchetti")).to_be_visible()
    assert tamsin.page.evaluate(BROKEN, "#tray .slot .chip:not(:has(:checked))") == []


def test_on_a_phone_what_was_acted_against_is_marked_above_the_name_of_the_value(person, server, supper):
    server.does(supper.tamsin, "roll", challenge=["duty"], why="it was no accident")
    server.rolls(supper.tamsin, 4, 3, 5, 2, 2)
    tamsin = person(viewport=PHONE).takes(supper.tamsin).at("me")
    marked = tamsin.page.locator(SHEET).locator(".line", has_text="acted against").first
    tag, name = marked.locator(".tag").first, marked.locator("> span").first
    expect(tag).to_be_visible()
    box = tag.bounding_box()
    assert tag.evaluate(LOWEST) <= box["y"] + box["height"]
    assert box["y"] + box["height"] <= name.bounding_box()["y"] + 1


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}])
def test_help_stands_clear_of_the_dice_it_joined_and_within_the_stage(person, server, supper, viewport):
    server.does(supper.eli, "aid.eli_marchetti")
    server.rolls(supper.eli, 2, 4, 1)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 4, 3, 5)
    server.does(supper.tamsin, "fix")
    someone = person(viewport=viewport)
    if viewport == PHONE:
        someone.takes(supper.watchtower)
    else:
        someone.takes(supper.watchtower)
        someone.page.goto(someone.page.locator("#to-room").get_attribute("href"))
    tag = someone.page.locator(".rung .tag", has_text="Eli Marchetti").first
    expect(tag).to_be_visible()
    reach = """(tag) => {
      const drawn = [...tag.closest('.rung').querySelectorAll('.dice .die use')].map((each) => each.getBoundingClientRect().bottom);
      const stage = tag.closest('.room-stage, .stage').getBoundingClientRect();
      return [Math.max(...drawn) <= tag.getBoundingClientRect().top + 1, tag.getBoundingClientRect().bottom <= stage.bottom];
    }"""
    assert tag.evaluate(reach) == [True, True]


def test_on_a_phone_whoever_wins_reads_what_came_of_it_as_those_do_who_watch(person, server, supper):
    supper.opposed(server)
    tamsin, eli = (person(viewport=PHONE).takes(place) for place in (supper.tamsin, supper.eli))
    because = ".stage .because:visible"
    assert "hurts" not in " ".join(tamsin.page.locator(because).all_inner_texts())  # it is still to be answered
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 2, 3, 2)
    server.does(supper.tamsin, "fix")
    watchtower = person(viewport=PHONE).takes(supper.watchtower)
    for each in (watchtower, eli, tamsin):
        expect(each.page.locator(because)).to_contain_text("nobody has what they wanted yet")
    expect(watchtower.page.locator("#tray .next:not(.unlit):visible").first).to_contain_text("Inflict Stress")
    expect(watchtower.page.locator("#tray .told, #tray form .chips").first).to_contain_text("none, then D10 to D12")
    angers(server, supper)
    expect(tamsin.page.locator(because)).to_contain_text("nobody has what they wanted yet")
