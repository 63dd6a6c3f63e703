"""On a phone no name and no field's hint is cut where somebody needs it."""

import pytest
from browsing import Stair, Supper

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
# Lines that end in dots, and hints of empty fields that are wider than their field.
CUT = """() => [...document.querySelectorAll('main *')].filter((each) => each.checkVisibility()).flatMap((each) => {
  const style = getComputedStyle(each);
  const dots = style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1;
  if (dots) return [each.textContent];
  if (!each.matches('input[placeholder]') || each.value) return [];
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(each.placeholder).width > room ? [each.placeholder] : [];
})"""


def test_on_a_phone_the_front_page_cuts_no_hint(person):
    assert person(viewport=PHONE).goes("/").page.evaluate(CUT) == []


def test_on_a_phone_no_name_in_a_picture_and_no_hint_beside_it_is_cut(person, server, roof):
    stair = Stair(server).tries(server)
    for place, name in ((roof.juno, "Signalman"), (stair.ione, "Wreckers")):
        page = person(viewport=PHONE).takes(place).page
        page.locator(".token", has_text=name).first.wait_for()
        assert page.evaluate(CUT) == []


# How much of a row that is swiped is seen where it goes on: less and less of the last letters, and all of them at its end.
SWIPED = """() => [...document.querySelectorAll('#tray form .chips')].filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1).map((each) => {
  const faded = getComputedStyle(each).maskImage.startsWith('linear-gradient');
  each.scrollLeft = each.scrollWidth;
  const last = each.lastElementChild.getBoundingClientRect(), row = each.getBoundingClientRect();
  return [faded, row.right - last.right >= 28];
})"""


def test_a_row_that_is_swiped_fades_where_it_goes_on_and_its_last_chip_comes_clear_of_that(person, server, roof):
    for place, key in ((roof.juno, "convince"), (Stair(server).ione, "")):
        someone = person(viewport={"width": 320, "height": 568}).takes(place)
        someone.settles()
        if key:
            someone.opens(key)
        rows = someone.page.evaluate(SWIPED)
        assert rows
        assert all(all(each) for each in rows)


def test_rows_that_are_not_swiped_do_not_fade(person, server):
    supper = Supper(server).wants(server)
    tamsin = person(viewport=PHONE).takes(supper.tamsin)
    tamsin.settles()
    rows = tamsin.page.locator("#tray .slot > .chips:visible")
    assert rows.count()
    assert set(rows.evaluate_all("all => all.map((each) => getComputedStyle(each).maskImage)")) == {"none"}


def test_what_a_box_to_choose_from_has_no_room_for_ends_in_dots(person, server):
    ione = person(viewport={"width": 320, "height": 568}).takes(Stair(server).ione)
    boxes = ione.page.locator("#tray select:visible:not(.long)")
    assert boxes.count()
    assert set(boxes.evaluate_all("all => all.map((each) => getComputedStyle(each).textOverflow)")) == {"ellipsis"}
