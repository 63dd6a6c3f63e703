"""The picture of a place: a tap on somebody in it chooses the target, and nothing is too much for it."""

import pytest
from looking import violations, wrongs
from playwright.sync_api import expect

from cliffhanger.kernel.panels import Board, Cell, Hindrance, Tie, Token, Track
from cliffhanger.web.page import board

pytestmark = pytest.mark.browser
LONG = "Bartholomew" * 6
SHOW = """html => { document.documentElement.style.fontSize = '200%';
  document.querySelector('#page').innerHTML = '<main>' + html + '</main>';
  const sheet = document.createElement('link'); sheet.rel = 'stylesheet'; sheet.href = '/static/table.css'; document.head.append(sheet); }"""


def crowded():
    """Nine Sets, fourteen people in one of them, words of 60 letters without a space."""
    cells = tuple(
        Cell(
            f"c{n}",
            LONG[n:60] if n % 2 else f"{kind} {n}",
            hinders=(Hindrance(LONG[:60], 2), Hindrance("Sleet", 1))[: n % 3],
        )
        for n, kind in enumerate(
            ("Dining car", "Roof", "Pier", "Warehouse", "Hartley barn", "Road", "Shop", "Stair", "Hall")
        )
    )
    people = tuple(
        Token(f"p{n}", f"{n}{LONG}"[:60], "c4", against=n % 2 == 0, seat="k" if n == 5 else "") for n in range(14)
    )
    ties = (
        Tie(("p1", "p2"), track=Track("t1", LONG, 2, 3)),
        Tie(("p3", "p4"), LONG[:60]),
        Tie(("c3", "c4"), track=Track("t2", LONG[:60], 20, 40)),
    )
    return board.picture((Board("b", LONG, cells, (*people, Token("q", "Quill", "c1")), ties),), "k")


@pytest.mark.parametrize("width", [320, 1280, *(pytest.param(each, marks=pytest.mark.long) for each in (390,))])
def test_fourteen_people_nine_sets_and_names_of_sixty_letters_stay_within_the_page(person, width):
    someone = person(viewport={"width": width, "height": 640}).goes("/")
    someone.page.evaluate(SHOW, crowded())
    picture = someone.page.locator(".scenery")
    expect(picture).to_have_css("color-scheme", "dark")
    assert someone.page.evaluate("document.scrollingElement.scrollWidth") <= width
    assert wrongs(someone) == {}
    assert picture.evaluate("each => each.scrollWidth > each.clientWidth")
    picture.focus()
    someone.page.keyboard.press("End")
    for name in picture.locator(".token").all():
        name.scroll_into_view_if_needed()
        assert name.evaluate("""each => {
          const at = each.querySelector('.stand').getBoundingClientRect(), cell = each.closest('.cell').getBoundingClientRect();
          return at.left >= cell.left - 1 && at.right <= cell.right + 1 && at.top >= cell.top && at.bottom <= cell.bottom; }""")


PEOPLE = (
    "Juno Marsh",
    "Ferris",
    "The Steam Pack",
    "Signalman Crake",
    "Captain Brask",
    "Wreckers",
    "Odessa Pike",
    "Stationmaster Voss",
    "Ludo",
    "The Porter",
    "Dr. Halcyon",
    "Marchetti",
    "Quill",
    "Engineer Olumide",
)
# Names that stand on one another: whose words are drawn over those of somebody beside or below them.
ONE_ON_ANOTHER = """() => {
  const range = document.createRange();
  const all = [...document.querySelectorAll('.scenery .nm')].map((each) => {
    range.selectNodeContents(each);
    const own = each.getBoundingClientRect(), words = range.getBoundingClientRect();
    const shown = getComputedStyle(each).overflowX === 'hidden' ? own : words; // what is beyond is not drawn
    return [each.textContent, { left: Math.max(words.left, shown.left), right: Math.min(words.right, shown.right), top: words.top, bottom: words.bottom }];
  });
  return all.flatMap(([name, at], nth) => all.slice(nth + 1)
    .filter(([, other]) => at.left < other.right - 1 && other.left < at.right - 1 && at.top + 4 < other.bottom - 4 && other.top + 4 < at.bottom - 4)
    .map(([other]) => `${name} / ${other}`));
}"""


@pytest.mark.parametrize("many", [5, 14])
def test_no_name_stands_on_that_of_another(person, roof, many):
    people = tuple(Token(f"p{n}", name, "roof", seat="k" if not n else "") for n, name in enumerate(PEOPLE[:many]))
    drawn = board.picture((Board("b", "Here", (Cell("roof", "Roof of car 7"), Cell("car", "Car")), people),), "k")
    juno = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    for width in (320, 390, 1280):
        juno.page.set_viewport_size({"width": width, "height": 844})
        juno.page.locator(".scenery").evaluate("(each, html) => { each.outerHTML = html; }", drawn)
        assert juno.page.locator(".scenery .nm").count() == many
        assert juno.page.evaluate(ONE_ON_ANOTHER) == []


def test_a_tap_on_somebody_in_the_picture_chooses_them(person, roof):
    juno = person(viewport={"width": 390, "height": 844}).takes(roof.juno)
    form = juno.opens("attack")
    tokens = juno.page.locator(".scenery label")
    count = tokens.count()
    assert count
    radios = form.locator('input[type="radio"][name="p.target"]')
    for nth in range(count):
        juno.settles()
        token = juno.page.locator(".scenery label").nth(nth)
        radio = juno.page.locator(f'[id="{token.get_attribute("for")}"]')
        token.click()
        expect(radio).to_be_checked()
        expect(juno.page.locator(".token.aimed > label")).to_have_attribute("for", token.get_attribute("for"))
    assert radios.count() >= count
    assert not violations(juno)


def test_without_a_script_a_tap_on_somebody_chooses_them_too(person, roof):
    juno = person(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    juno.goes(f"/t/{roof.table}/seat/juno_marsh")
    juno.page.locator("#secret").fill(roof.juno["secret"])
    juno.page.get_by_role("button", name="Sit down").click()
    juno.page.locator("#tray .verb", has_text="Attack").click()
    label = juno.page.locator(".scenery label").last
    radio = juno.page.locator(f'[id="{label.get_attribute("for")}"]')
    label.click()
    expect(radio).to_be_checked()
