"""How long the page of a moment is on a phone, and what of it a desktop shows at once; masters who are asked."""

from alley import Alley
from bare import BARE, SCREENS
from browsing import Person, Roof, Stair, Supper
from playwright.sync_api import Page

TURNS = (
    "turn",
    "rolled",
    "after",
    "goal",
    "pool",
    "short",
    "contest",
    "building",
    "answer",
    "maneuver",
    "coins",
    "played",
)
"""Moments of a usual turn in each of the four games."""
MASTERS = ("difficulty", "base", "complication", "opposing", "defending")
"""Moments in which a master is asked, in each of the four games."""
PHONES = {390: (844, 1.5), 320: (568, 2.0)}  # width: height, and so many screens at the most
DESKTOPS = (1280, 1920)
CONTROLS = dict.fromkeys(TURNS, 30) | dict.fromkeys(MASTERS, 32)
LAID = """() => new Promise((done) => {
  const until = performance.now() + 8000;
  const look = () => { // the end of the page is as long as its dock is high, once a script has measured that
    const high = [...document.querySelectorAll('.dock:not(.here)')].map((each) => each.offsetHeight).filter(Boolean);
    const said = parseFloat(document.documentElement.style.getPropertyValue('--dock'));
    if (!high.length || high.includes(said) || performance.now() > until) setTimeout(done);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
MEASURED = """() => {
  const seen = (each) => [each, ...(each.labels || [])].some((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1);
  const found = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')];
  scrollTo(0, document.documentElement.scrollHeight);
  const docks = [...document.querySelectorAll('.dock:not(.here)')].filter(seen).map((each) => each.getBoundingClientRect().top);
  const last = [...document.querySelectorAll('.stage, .a-do > *')].filter(seen).map((each) => each.getBoundingClientRect().bottom);
  scrollTo(0, 0);
  return [document.documentElement.scrollHeight / innerHeight, found.filter(seen).length, Math.max(...last) - Math.min(innerHeight, ...docks)];
}"""
# What of the stage is cut: lines of text, dice and boxes that are not whole within what hides or scrolls what is beyond it,
# and a headline that ends in dots.
CUT = """() => {
  const seen = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && [each, each.parentElement, each.parentElement.parentElement].every((one) => one.getBoundingClientRect().width > 2);
  const clips = (each) => /(auto|scroll|hidden|clip)/.test(getComputedStyle(each).overflowY);
  const found = new Set(), range = document.createRange();
  const whole = (at, inner, what, spare = 2) => { // letters have room of their own above and below them
    for (let up = inner; up && up.closest('.stage'); up = up.parentElement) {
      const box = up.getBoundingClientRect();
      if (clips(up) && at.height && (at.bottom > box.bottom + spare || at.top < box.top - spare)) found.add(what);
    }
  };
  const texts = document.createTreeWalker(document.querySelector('.stage'), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const each = node.parentElement;
    if (!node.data.trim() || !seen(each) || each.closest('svg, .sr, .card, .because')) continue;
    range.selectNodeContents(node);
    for (const at of range.getClientRects()) whole(at, each, node.data.trim().slice(0, 40), at.height / 4);
  }
  for (const each of document.querySelectorAll('.stage :is(.die, .boxes i:not(.gap), .face)')) if (seen(each)) whole(each.getBoundingClientRect(), each, each.getAttribute('class'));
  for (const each of document.querySelectorAll('.stage :is(.verdict, .because)')) {
    if (!seen(each)) continue;
    if (each.matches('.verdict') && each.scrollHeight > each.clientHeight + 4) found.add(`headline: ${each.textContent.slice(0, 40)}`);
    const line = parseFloat(getComputedStyle(each).lineHeight); // a lead may end in dots, at the end of a line
    if (each.matches('.because') && Math.abs(each.clientHeight / line - Math.round(each.clientHeight / line)) > 0.2) found.add(`lead: ${each.textContent.slice(0, 40)}`);
    whole(each.getBoundingClientRect(), each.parentElement, each.textContent.slice(0, 40));
  }
  if (!document.querySelector('.stage').checkVisibility()) found.add('the stage');
  return [...found];
}"""
# What is not seen at the top of the page: the first thing to choose among, the button, lit or promising too little for that, who is asked, the story. Columns
# that are not beside one another, and how much of the window's width they leave.
AT_ONCE = """() => {
  scrollTo(0, 0);
  const box = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect()).find((at) => at.height > 1);
  const parts = { asked: '#wait', choice: '#tray .window :is(.verb, .chip, .way, form > *)', lit: '#tray .next', story: '.a-log' };
  const wrong = Object.entries(parts).filter(([, what]) => {
    const at = box(what);
    return !at || at.top < 0 || (what === '.a-log' ? at.top + 120 : at.bottom) > innerHeight;
  }).map(([name]) => name);
  const columns = [box('.stage > *, .a-me > *'), box('#tray'), box('.a-log')];
  if (columns.some((each, at) => at && each.left < columns[at - 1].right)) wrong.push('columns');
  if (innerWidth - columns[2].right + Math.min(columns[0].left, box('.a-me').left) > 0.06 * innerWidth) wrong.push('width');
  return wrong;
}"""


def turns(server):
    """Moments in which a turn begins, and in which somebody has just done something, beside those that have a screen."""
    yield "goal", Stair(server).ione
    yield "contest", Supper(server).tamsin
    yield "played", Alley(server).fights(server).plays(server).gm


def masters(server):
    """Each moment by name, with the master who is asked then."""
    roof = Roof(server)
    server.does(roof.juno, "end")
    server.does(roof.ferris, "check", goal="pull the second pin with a spoon")
    yield "difficulty", roof.director
    stair = Stair(server)
    server.does(stair.ione, "check", goal=stair.GOAL, skill=["climbing"], relies=["strength.sure_footed"])
    yield "base", stair.gm
    supper = Supper(server).wants(server)
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 4, 1, 5)
    yield "complication", supper.watchtower
    server.does(supper.watchtower, "complicate", ones=["0.d10"], what="The lights go out.")
    yield "opposing", supper.watchtower
    alley = Alley(server).fights(server)
    for place in (alley.ann, alley.gm):
        server.does(place, "leave")
    server.does(alley.ann, "attack.ranged", form=[":stress"])
    yield "defending", alley.gm


class Lengths:
    """What was measured of moments of a turn: on phones their length and what of the stage is cut, on desktops what is not seen at
    once, on all that is wider what lies bare."""

    def __init__(self) -> None:
        self.measured, self.cut, self.hidden, self.bare = {}, {}, {}, {}

    def looks(self, name: str, someone: Person) -> None:
        """Measure a page, if it is one of those moments."""
        if name not in TURNS + MASTERS:
            return
        for width, (height, _) in PHONES.items():
            page = laid(someone, width, height)
            found = page.evaluate(MEASURED)
            if found[2] > 1:  # a figure that came just now has made the dock higher, and the page is not yet as long
                page.wait_for_timeout(1_000)
                found = laid(someone, width, height).evaluate(MEASURED)
            self.measured[name, width], self.cut[name, width] = found, page.evaluate(CUT)
        for width, height in SCREENS.items():
            page = laid(someone, width, height)
            self.bare[name, width] = page.evaluate(BARE)
            if width in DESKTOPS:
                self.hidden[name, width] = page.evaluate(AT_ONCE)


def laid(someone: Person, width: int, height: int) -> Page:
    """A page at a size, once all of it lies where it will."""
    someone.page.set_viewport_size({"width": width, "height": height})
    someone.page.evaluate(LAID)
    return someone.page
