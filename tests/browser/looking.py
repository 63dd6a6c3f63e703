"""The screens of a game, and what can be told of any of them by looking: width, targets, names, contrast."""

from collections.abc import Iterator
from importlib import resources

from alley import Alley
from browsing import Person, Roof, Stair, Supper
from playwright.sync_api import expect

WIDTHS = (320, 390, 1280)

# Everything is measured in the page, on what is computed there. Lists come back: what is wrong, in words.
# With `kinds`, only those: what it takes to see whether text is faint is much.
CHECKS = r"""(kinds) => {
  const wants = (kind) => !kinds || kinds.includes(kind);
  const shown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const about = (each) => `${each.tagName.toLowerCase()}${each.id ? '#' + each.id : ''}.${each.className.baseVal ?? each.className}`
    + ` "${(each.innerText || each.value || '').trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  const all = [...document.body.querySelectorAll('*')];
  const wrong = { wide: [], small: [], nameless: [], twice: [], faint: [] };

  // 1. Nothing is wider than the page.
  const width = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth > width) wrong.wide.push(`the page is ${document.scrollingElement.scrollWidth} of ${width}`);
  const scrolls = (each) => each && (/(auto|scroll|hidden|clip)/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
  for (const each of all) {
    const at = each.getBoundingClientRect();
    if (at.width && shown(each) && at.right > width + 1 && !scrolls(each.parentElement)) wrong.wide.push(about(each));
  }

  // 2. Every control, or its label, can be hit: 44 px in both directions. Links and terms within a sentence are as wide as their words.
  const controls = all.filter((each) => each.matches('a[href], button, input:not([type=hidden]), select, textarea, summary'));
  const hit = (each, x, y) => { const found = document.elementFromPoint(x, y); return found && (each.contains(found) || found.control === each); };
  const big = (each) => {
    let at = each.getBoundingClientRect();
    if (Math.min(at.width, at.height) >= 43.5) return true;
    each.scrollIntoView({ block: 'center' }); // what is drawn smaller may still take fingers that fall beside it
    at = each.getBoundingClientRect();
    const x = at.left + at.width / 2, y = at.top + at.height / 2;
    return [[-21, 0], [21, 0], [0, -21], [0, 21]].every(([dx, dy]) => hit(each, x + dx, y + dy));
  };
  const inline = (each) => each.matches('p a, li a, .because .term, #log .term, legend .term');
  if (wants('small') || wants('nameless')) for (const each of controls) {
    const seen = shown(each), labels = [...(each.labels || [])].filter(shown);
    if (!seen && !labels.length) continue;
    const skip = each.classList.contains('skip') || each.disabled || inline(each);
    if (wants('small') && !skip && !big(each) && !labels.some(big)) {
      const at = (labels[0] || each).getBoundingClientRect();
      wrong.small.push(`${about(each)} ${at.width.toFixed()}x${at.height.toFixed()}`);
    }
    // 3. Every control has a name.
    const by = (each.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id)?.textContent).join('');
    const name = [each.getAttribute('aria-label'), by, labels.map((one) => one.textContent).join(''),
      [...(each.labels || [])].map((one) => one.textContent).join(''), each.matches('a, button, summary') && each.textContent];
    if (!name.some((one) => one && one.trim())) wrong.nameless.push(about(each));
  }

  // 4. An id stands once.
  const ids = new Map();
  for (const each of document.querySelectorAll('[id]')) ids.set(each.id, (ids.get(each.id) || 0) + 1);
  for (const [id, count] of ids) if (count > 1) wrong.twice.push(`${id} ${count}`);

  // 5. Text stands out from what is behind it, where that is one colour: 4.5 to 1, or 3 to 1 when it is large.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const seen = new Map();
  const rgba = (colour) => {
    if (!seen.has(colour)) {
      canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = '#000'; canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
      seen.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return seen.get(colour);
  };
  const over = (top, below) => { const a = top[3] / 255; return [0, 1, 2].map((at) => top[at] * a + below[at] * (1 - a)).concat(255); };
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, w, at) => {
    const v = c[at] / 255; return sum + w * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); }, 0);
  const behind = (each) => {
    const layers = [];
    for (let at = each; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none') return null;
      const colour = rgba(style.backgroundColor);
      if (colour[3]) layers.unshift(colour);
      if (colour[3] === 255) return layers.reduce((below, top) => over(top, below));
    }
    return null;
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node && wants('faint'); node = words.nextNode()) {
    const each = node.parentElement;
    if (!node.data.trim() || !shown(each) || each.closest('svg, .sr, .skip, option, [aria-hidden=true]')) continue;
    const at = each.getBoundingClientRect();
    if (at.width < 2 || at.height < 2) continue;
    const below = behind(each);
    if (!below) continue;
    const style = getComputedStyle(each);
    let alpha = 1;
    for (let up = each; up; up = up.parentElement) alpha *= Number(getComputedStyle(up).opacity);
    const own = rgba(style.color);
    const ink = over([own[0], own[1], own[2], own[3] * alpha], below);
    const [a, b] = [light(ink), light(below)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) wrong.faint.push(`${about(each)} ${ratio.toFixed(2)}`);
  }
  return Object.fromEntries(Object.entries(wrong).map(([kind, list]) => [kind, [...new Set(list)]]));
}"""


# Words that stand on two lines: letters and digits that belong together, each measured where it is drawn.
BROKEN = r"""() => {
  const shown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const found = new Set(), range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const each = node.parentElement;
    if (!node.data.trim() || !shown(each) || each.closest('svg, .sr, .skip, option, textarea')) continue;
    if (each.getBoundingClientRect().width < 2) continue; // left to those who listen
    for (const word of node.data.matchAll(/[\p{L}\p{N}%]+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter((at) => at.width > 0);
      const first = lines[0];
      if (lines.some((at) => at.top > first.top + first.height / 2)) found.add(`${word[0]} in ${each.parentElement.className}/${each.className} "${node.data.trim().slice(0, 40)}"`);
    }
  }
  return [...found];
}"""


AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
# By night only what rests on colours can come out otherwise than by day: the rest need not be looked for again.
ALL, COLOURS = (
    ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    ["color-contrast", "link-in-text-block"],
)
RUN_AXE = """async (runOnly) => (await axe.run({ runOnly, resultTypes: ['violations'] }))
  .violations.map((each) => `${each.id}: ${each.nodes.map((one) => one.target).join(', ').slice(0, 200)}`)"""


class Screens:
    """The screens of Blockbuster, the check of Untold, a Contest of Smallville and a Combat of Plot Twist, each opened in a page of its own; faces are typed, so what they show is known."""

    def __init__(self, server, comes) -> None:
        self.server, self.comes = server, comes
        self.roof = Roof(server, title="Friday night", preset="plays_better")

    def all(self) -> Iterator[tuple[str, Person]]:
        """Each screen by name, as it comes to be in the order of play."""
        roof, table = self.roof, self.roof.table
        yield "door", self.comes().goes("/")
        lobby = self.server.opens(title="Friday night")
        yield "join", self.comes().goes(f"/t/{lobby['table']}?seat=ferris")
        self.server.sits(lobby["table"], "juno_marsh", "Kim")
        host = self.comes().goes(f"/t/{lobby['table']}/seat/{lobby['seat']}?lobby#s={lobby['secret']}")
        expect(host.page.locator(".lobby-way .square svg")).to_be_visible()
        yield "lobby", host
        yield "order", self.order()
        yield "turn", self.comes().takes(roof.juno)
        self.server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
        self.server.rolls(roof.juno, 6, 6, 5, 5, 1)
        yield "rolled", self.comes().takes(roof.juno)
        self.server.does(roof.juno, "cancel", cancelled=1)
        self.server.does(roof.director, "defend")
        self.server.rolls(roof.director, 2, 5, 1)
        yield "after", self.comes().takes(roof.juno)
        self.server.does(roof.juno, "end")
        self.server.does(roof.ferris, "check", goal="pull the second pin with a spoon")
        yield "director", self.comes().takes(roof.director)
        yield "sheet", self.comes().goes(f"/t/{table}/sheet/juno_marsh")
        yield "maker", self.comes().goes("/sheet/blockbuster/character")
        yield "house", self.comes().goes(f"/t/{table}/house")
        yield "dice", self.comes().goes(f"/t/{table}/dice")
        yield "recap", self.comes().goes(f"/t/{table}/recap")
        yield from self.untold()
        yield from self.smallville()
        yield from self.plot_twist()

    def order(self) -> Person:
        """Who goes first, as it falls: two have theirs, and the hounds are still to come."""
        director = self.server.opens(title="Friday night")
        juno = self.server.sits(director["table"], "juno_marsh", "Kim")
        ferris = self.server.sits(director["table"], "ferris", "Bo")
        self.server.does(director, "open.the_roof")
        for place, key in ((juno, "defense"), (ferris, "defense"), (director, "all")):
            self.server.does(place, key)
        for faces in ((6, 6, 5, 5, 1), (6, 5, 2, 1)):
            self.server.rolls(director, *faces)
        return self.comes().takes(juno)

    def untold(self) -> Iterator[tuple[str, Person]]:
        """A check before the roll, with the points in hand, and after it, with what is open still."""
        stair = Stair(self.server, title="The Salt Stair").tries(self.server)
        ione = self.comes().takes(stair.ione)
        form = ione.opens("roll")
        ione.chooses(form, "exertion", 8)
        expect(form.locator(".means")).to_have_text("16 dice more, difficulty 6: you tire")
        ione.page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
        yield "pool", ione
        self.server.does(stair.ione, "roll", exertion=1)
        self.server.rolls(stair.ione, 12, 9, 8, 7, 3, 1, 1, 1)
        self.server.does(stair.ione, "boon")
        self.server.rolls(stair.ione, 10)
        ione = self.comes().takes(stair.ione)
        ione.opens("push")
        yield "short", ione

    def smallville(self) -> Iterator[tuple[str, Person]]:
        """A pool being built, the answer that waits for another, who may step in, and the Watchtower's desk."""
        supper = Supper(self.server, title="Low Water").wants(self.server)
        yield "building", self.comes().takes(supper.tamsin)
        yield "answer", self.comes().takes(supper.opposed(self.server).tamsin)
        yield "bystander", self.comes().takes(supper.odessa)
        yield "watchtower", self.comes().takes(supper.watchtower)

    def plot_twist(self) -> Iterator[tuple[str, Person]]:
        """A table to be laid, a hand in a Combat, the coins of an attack, and the GM's desk."""
        yield "laying", self.comes().takes(self.server.opens("plot_twist", title="Rent Due"))
        alley = Alley(self.server, title="Back Alley").fights(self.server)
        yield "maneuver", self.comes().takes(alley.ann)
        alley.attacks(self.server)
        yield "coins", self.comes().takes(alley.ann)
        yield "villain", self.comes().takes(alley.gm)


def unfolded(person: Person) -> None:
    """Open all that is folded, so that it is looked at too."""
    person.page.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")


def wrongs(person: Person) -> dict[str, list[str]]:
    """What is wrong with a page that lies open, by kind, once its styles are there; nothing of what is well."""
    person.page.wait_for_load_state()  # before, a page has its words and only some of its sheets
    found = person.page.evaluate(CHECKS) | {"broken": person.page.evaluate(BROKEN)}
    return {kind: each for kind, each in found.items() if each}


def violations(person: Person, rules: list[str] = ALL) -> list[str]:
    """What axe finds fault with on a page, as it lies there."""
    person.page.wait_for_load_state()
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE)
    return person.page.evaluate(RUN_AXE, rules)
