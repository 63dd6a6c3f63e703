"""From a tap to what is seen, in real Chromium: the tapper's own page, and four others at the same table.

    python bench/browser.py                60 acts at a table with five pages open; and what the first page weighs
    python bench/browser.py --acts 300     more of them
    python bench/browser.py --draws        from a frame to what is seen: changed regions beside whole pages, and nothing at all

Every page notes the moment at which its view has been redrawn and painted (two frames after the change); all
clocks are the same machine's. An act is durable before any page shows it.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS / "browser"), str(TESTS / "web" / "page")]

import alone  # noqa: E402  (they are where the tests are)
import played  # noqa: E402
from browsing import FLAGS, Person, Server, chromium  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from cliffhanger.web.live.wire import Wire  # noqa: E402
from cliffhanger.web.page.regions import whole  # noqa: E402

GAMES = ("blockbuster", "plot_twist", "smallville", "untold")
OTHERS = ("ferris", "pilar", "odalys_wren")
# Notes each pause and each going on: when it stood in the page, and when it had been painted.
NOTE = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const now = document.querySelector('#halt') ? 'halted' : 'going';
    if (window.state === now) return;
    window.state = now;
    const at = performance.timeOrigin + performance.now();
    const mark = [at, 0];
    window.seen.push(mark);
    requestAnimationFrame(() => requestAnimationFrame(() => { mark[1] = performance.timeOrigin + performance.now(); }));
  }).observe(document.getElementById('page'), { childList: true, subtree: true, attributes: true });
  window.state = document.querySelector('#halt') ? 'halted' : 'going';
}"""
TAP = """() => { const at = performance.timeOrigin + performance.now();
  document.getElementById(document.querySelector('#halt') ? 'do-go-on' : 'do-pause').click(); return at; }"""
LATEST = "(count) => { const mark = window.seen[count - 1]; return mark && mark[1] ? mark : null; }"


def main() -> int:
    """Measure, and print a table."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--acts", type=int, default=60)
    wanted.add_argument("--draws", action="store_true")
    given = wanted.parse_args()
    if not chromium():
        print("This needs Chromium: install it, or name one in CHROMIUM.")
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        if given.draws:
            for name in GAMES:
                draws(browser, name, given.acts)
            browser.close()
            return 0
        server = Server(Path(folder) / "tables").start()
        try:
            report(taps(browser, server, given.acts))
            weigh(browser, server)
        finally:
            server.stop()
            browser.close()
    return 0


def taps(browser, server: Server, acts: int) -> dict[str, list[float]]:
    """Milliseconds from each tap: to the own page's view, its painting, and the slowest of the four others'."""
    director = server.opens(seats=5)
    places = [server.sits(director["table"], seat, seat) for seat in ("juno_marsh", *OTHERS)]
    server.does(director, "open.the_roof")
    pages = [
        Person(browser, server, viewport={"width": 390, "height": 844}).takes(place).page
        for place in (*places, director)
    ]
    for page in pages:
        page.wait_for_timeout(300)
        page.evaluate(NOTE)
    rows = ("own page, drawn", "own page, painted", "four others, drawn", "four others, painted")
    found: dict[str, list[float]] = {row: [] for row in rows}
    for count in range(1, acts + 1):
        began = pages[0].evaluate(TAP)
        marks = [latest(page, count) for page in pages]
        last = [max(mark[at] for mark in marks[1:]) for at in (0, 1)]
        for row, moment in zip(rows, (*marks[0], *last), strict=True):
            found[row].append(moment - began)
        pages[0].wait_for_timeout(30)
    for page in pages:
        page.context.close()
    return found


# What a frame costs until the page is laid out (milliseconds by the clock), and until it has been painted: by the script,
# and as the script did it when each frame was a whole page that was compared and morphed.
WHOLE = """window.whole = (html) => {
  const page = document.getElementById("page");
  const next = new DOMParser().parseFromString(`<div id="page">${html}</div>`, "text/html").getElementById("page");
  const find = (id) => next.querySelector(`#${CSS.escape(id)}`);
  for (const old of page.querySelectorAll("details[id]")) {
    const now = find(old.id);
    if (now) now.open = old.open;
  }
  for (const old of page.querySelectorAll("input[id], textarea[id], select[id]")) find(old.id);
  document.activeElement.getBoundingClientRect();
  Idiomorph.morph(page, next, { morphStyle: "outerHTML", restoreFocus: true });
  const chips = page.querySelectorAll("#tray > .window > .opt > label, #tray .verb, #tray .chip:not(.no), #tray > .one-tap button");
  [...chips].filter((each) => each.getClientRects().length).forEach((each, at) => { each.dataset.digit = at < 9 ? at + 1 : ""; });
}"""
DRAWN = """async ([frame, html]) => {
  document.body.offsetHeight;
  const began = performance.now();
  if (frame) window.line.onmessage({ data: frame });
  if (html) window.whole(html);
  await null;
  document.body.offsetHeight;
  const took = performance.now() - began;
  await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
  return took;
}"""


class Drawn:
    """A page of one seat, and what its frames have cost: laid out, by the clock; painted, in time of the main thread."""

    def __init__(self, browser, evening: played.Evening, seat: str) -> None:
        # Dice that go on falling would be counted with whatever comes next.
        self.page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        alone.serve(self.page, evening, seat)
        self.page.evaluate(WHOLE)
        self.tools = self.page.context.new_cdp_session(self.page)
        self.tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.laid: list[float] = []
        self.painted: list[float] = []

    def takes(self, frame: str, html: str) -> None:
        """Draw one frame, or one whole page."""
        before = self._spent()
        self.laid.append(self.page.evaluate(DRAWN, [frame, html]))
        self.painted.append(self._spent() - before)

    def _spent(self) -> float:
        found = {each["name"]: each["value"] for each in self.tools.send("Performance.getMetrics")["metrics"]}
        return found["TaskDuration"] * 1_000


def draws(browser, name: str, acts: int) -> None:
    """Print what it costs to draw an act, at the table of a game, for a player and its master: medians, taken in turns."""
    evening = played.Evening(name, 3)
    for _ in range(6):
        evening.goes_on()
    for who, seat in (("player", evening.seats[1]), ("master", evening.seats[0])):
        wire, sizes = Wire(), []
        now, before, empty = (Drawn(browser, evening, seat) for _ in range(3))
        same = Wire()
        for n in range(acts + 4):
            evening.goes_on()
            regions = evening.regions(seat)
            frame = wire.view(regions, n, "T")
            now.takes(frame, "")
            before.takes("", whole(regions))
            sizes.append(len(frame))
            if n == 0:
                again = regions
            empty.takes(same.view(again, n, "T"), "")
        for row in (now, before, empty):
            del row.laid[:4], row.painted[:4]
            row.page.close()
        report_draws(f"{name:<12}{who:<7}", now, before, empty, statistics.mean(sizes[4:]))


def report_draws(title: str, now: Drawn, before: Drawn, empty: Drawn, size: float) -> None:
    """Print a row for each of the two ends of a frame; `size` is the mean of its characters."""
    for end, rows in (
        ("laid out", (now.laid, before.laid, empty.laid)),
        ("painted", (now.painted, before.painted, empty.painted)),
    ):
        own, other, least = map(statistics.median, rows)
        print(
            f"{title} {end:<9}{own:6.2f} ms, as a whole {other:6.2f} ms: {other / own:4.1f} times;"
            f" a frame with nothing new {least:5.2f} ms;{size:6.0f} bytes a view",
            flush=True,
        )


def latest(page, count: int) -> list[float]:
    """When a page had drawn and painted its nth change."""
    for _ in range(500):
        if mark := page.evaluate(LATEST, count):
            return mark
        page.wait_for_timeout(5)
    raise SystemExit("A page has not followed.")


def report(found: dict[str, list[float]]) -> None:
    """Print p50 and p99 of each row."""
    print(f"{'milliseconds from a tap to':<28}{'p50':>8}{'p99':>8}")
    for name, row in found.items():
        spread = statistics.quantiles(row, n=100, method="inclusive")
        print(f"{name:<28}{spread[49]:>8.1f}{spread[98]:>8.1f}")


def weigh(browser, server: Server) -> None:
    """Print what the first screen and a seat's first page fetch, in bytes as sent."""
    place = server.opens(seats=5)
    print(f"\n{'bytes as sent':<28}{'all':>8}{'script':>8}")
    for name in ("the first screen", "a seat's page"):
        someone = Person(browser, server)
        finished: list = []
        someone.page.on("requestfinished", lambda request, found=finished: found.append(request))
        someone.goes("/") if name == "the first screen" else someone.takes(place)
        someone.page.wait_for_load_state("networkidle")
        sizes = [(request.resource_type, request.sizes()["responseBodySize"]) for request in finished]
        script = sum(size for kind, size in sizes if kind == "script")
        print(f"{name:<28}{sum(size for _, size in sizes):>8}{script:>8}")
        someone.context.close()


if __name__ == "__main__":
    raise SystemExit(main())
