"""On a phone: the buttons of several ways, what is unread at the bar, and the sign over the Table."""

import pytest
from alley import Alley
from browsing import Stair, Supper
from lengths import LAID
from looking import BROKEN, CHECKS

pytestmark = pytest.mark.browser
SIZES = [(390, 844), (320, 568)]
# So many ways, each with a chance and a price, and what of their texts stands on more than one line. All at once: what
# comes of the server puts the page as it was.
WAYS = """(at, many) => {
  const [free, dear] = at.children;
  while (at.children.length < many) at.append(dear.cloneNode(true));
  [...at.children].forEach((each, nth) => {
    each.querySelector('.worth')?.remove();
    each.querySelector('b').insertAdjacentHTML('afterend', '<span class="worth"><span class="num">50<span class="pct"> %</span></span> <span>it misses</span></span>');
    each.querySelector('.tag').textContent = nth ? '1 Hero Point' : 'costs nothing';
  });
  const lines = (each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight);
  const boxes = [...at.children].map((each) => each.getBoundingClientRect());
  return {
    broken: [...at.querySelectorAll('.tag')].filter((each) => lines(each) > 1.9).map((each) => each.textContent),
    outside: [...at.querySelectorAll('.tag')].filter((each) => each.getBoundingClientRect().right > each.parentNode.getBoundingClientRect().right).length,
    rows: [...Map.groupBy(boxes, (each) => Math.round(each.top)).values()].map((row) => row.length),
    low: Math.min(...boxes.map((each) => each.height)),
    dock: at.closest('.dock').getBoundingClientRect().height / innerHeight,
  };
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_four_ways_stand_two_by_two_in_a_third_of_the_screen_and_no_price_breaks(person, server, width, height):
    alley = Alley(server).fights(server).attacks(server, strikes=False)
    ann = person(viewport={"width": width, "height": height}).takes(alley.ann)
    ann.settles()
    ways = ann.page.locator("#tray .ways")
    for many in (3, 4):
        found = ways.evaluate(WAYS, many)
        assert (found["broken"], found["outside"]) == ([], 0)
        assert found["low"] >= 43.5
    assert found["rows"] == [2, 2]
    assert found["dock"] <= (0.3 if height > 600 else 0.4)


BADGE = """() => {
  const badge = document.querySelector('#nav [role=status]');
  badge.className = 'tag';
  const label = badge.parentNode, words = document.createRange();
  words.selectNodeContents(label.querySelector('span:not([role])'));
  const over = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return ['3', '27', '30+'].filter((text) => {
    badge.textContent = text;
    const at = badge.getBoundingClientRect(), room = label.getBoundingClientRect();
    const icon = label.querySelector('svg').getBoundingClientRect();
    return over(at, words.getBoundingClientRect()) || (icon.width && over(at, icon)) || at.right > room.right || at.top < room.top || at.bottom > room.bottom;
  });
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_how_much_is_unread_covers_neither_the_icon_nor_the_word(person, roof, width, height):
    juno = person(viewport={"width": width, "height": height}).takes(roof.juno)
    assert juno.page.evaluate(BADGE) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_chance_of_under_one_percent_keeps_its_sign_beside_the_number(person, server, width, height):
    stair = Stair(server).tries(server)
    ione = person(viewport={"width": width, "height": height}).takes(stair.ione)
    number = ione.page.locator("#tray .dock .chance .num").first
    middles, sizes = number.evaluate(
        """(each) => {
          each.className = 'num long';
          each.innerHTML = 'under 1<span class="pct"> %</span>';
          const text = document.createRange(), [words, sign] = [each.firstChild, each.lastChild];
          text.setStart(words, words.length - 1);
          text.setEnd(words, words.length);
          const tops = [text, sign].map((one) => [...one.getClientRects()].at(-1)).map((at) => at.top + at.height / 2);
          return [tops, [each, sign].map((one) => getComputedStyle(one).fontSize)];
        }"""
    )
    assert abs(middles[0] - middles[1]) < 4
    assert sizes[0] == sizes[1]


CORNER = """() => Object.fromEntries(['ask-undo', 'ask-x', 'wait', 'do-help'].map((id) => {
  const { x, y, right, bottom } = document.getElementById(id).getBoundingClientRect();
  return [id, { x, y, right, bottom }];
}))"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_over_the_table_undo_and_x_keep_their_corner(person, server, width, height):
    supper = Supper(server).wants(server).opposed(server)
    tamsin = person(viewport={"width": width, "height": height}).takes(supper.tamsin)
    tamsin.settles()
    tamsin.page.evaluate(LAID)
    before = tamsin.page.evaluate(CORNER)
    tamsin.at("table")
    after = tamsin.page.evaluate(CORNER)
    assert abs(after["ask-x"]["x"] - before["ask-x"]["x"]) < 3
    assert abs(after["ask-undo"]["x"] - before["ask-undo"]["x"]) < 6
    assert after["ask-x"]["y"] < after["wait"]["bottom"]
    assert after["ask-undo"]["right"] <= after["ask-x"]["x"] + 3
    assert after["do-help"]["y"] >= after["ask-x"]["bottom"] - 6  # the others stand in the row below
    assert tamsin.page.evaluate(CHECKS)["wide"] == tamsin.page.evaluate(CHECKS)["small"] == []
    assert tamsin.page.evaluate(BROKEN) == []
