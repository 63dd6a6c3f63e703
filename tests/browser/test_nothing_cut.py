"""On a phone no name and no field's hint is cut where somebody needs it."""

import pytest
from browsing import Stair

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
        page = person(viewport=PHONE, reduced_motion="reduce").takes(place).page
        page.locator(".token", has_text=name).first.wait_for()
        assert page.evaluate(CUT) == []
