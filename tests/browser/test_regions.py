"""The real script in a real browser: from what it is sent it makes the page that the server would send whole."""

import re

import played
import pytest
from playwright.sync_api import Route

from cliffhanger.web.live.wire import Wire
from cliffhanger.web.page import assets, render
from cliffhanger.web.page.regions import whole

pytestmark = pytest.mark.browser
GAMES = ("blockbuster", "plot_twist", "smallville", "untold")
ACTS = 30
# A socket that a test speaks through, and what it makes of a page: frames in, and where the page is not what it should be.
SOCKET = """window.WebSocket = class {
  constructor() { this.readyState = 0; window.line = this; setTimeout(() => { this.readyState = 1; this.onopen(); }); }
  send() {}
  close() {}
};
// Without what the script adds for hands and eyes (digits of keys, what is shown of a choice within a choice), without
// what is a reader's own (which fold lies open), and with attributes in one order: on an element that stays they stand
// in the order in which they came.
const bare = (page) => {
  for (const each of page.querySelectorAll("[data-digit]")) each.removeAttribute("data-digit");
  for (const each of page.querySelectorAll("details[id]")) each.open = false;
  for (const each of page.querySelectorAll("[data-within], [data-within] *")) {
    each.removeAttribute("hidden");
    each.removeAttribute("required");
  }
  for (const each of page.querySelectorAll("*")) {
    const all = [...each.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const { name } of all) each.removeAttribute(name);
    for (const { name, value } of all) each.setAttribute(name, value);
  }
  return page.innerHTML;
};
window.shows = ([frame, whole]) => {
  window.line.onmessage({ data: frame });
  const next = new DOMParser().parseFromString(`<div id="page">${whole}</div>`, "text/html").getElementById("page");
  const [is, should] = [bare(document.getElementById("page").cloneNode(true)), bare(document.importNode(next, true))];
  if (is === should) return "";
  let at = 0;
  while (is[at] === should[at]) at += 1;
  return `${is.slice(at - 200, at + 100)}\\n---\\n${should.slice(at - 200, at + 100)}`;
};"""


@pytest.fixture
def opens(browser):
    """Opens the page of a seat of an evening that nobody serves."""
    pages = []

    def one(evening, seat, first=""):
        page = browser.new_page()
        pages.append(page)
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        meta = evening.about()
        body = first or render.shell(meta, seat)

        def serve(route: Route):
            if found := re.search(r"/static/([^?]+)", route.request.url):
                asset = assets.find(found[1])
                route.fulfill(body=asset.body, content_type=asset.kind)
            else:
                route.fulfill(body=render.document(body, title="T", kind="seat-page"), content_type="text/html")

        page.route("**", serve)
        page.add_init_script(SOCKET)
        page.goto(f"http://cliffhanger.example/t/{meta.id}/seat/{seat}#s=1")
        page.wait_for_function("window.line && window.line.readyState === 1")
        return page

    yield one
    for each in pages:
        assert each.wrong == []
        each.unroute_all()
        browser.takes_back(each.context)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_the_whole_page_to_the_byte_all_through_an_evening(opens, name):
    evening = played.Evening(name, 3)
    seats = (evening.seats[0], evening.seats[1])
    pages, wires = {seat: opens(evening, seat) for seat in seats}, {seat: Wire() for seat in seats}
    for n in range(ACTS):
        evening.goes_on()
        for seat in seats:
            regions = evening.regions(seat)
            frame = wires[seat].view(regions, n, "T")
            assert pages[seat].evaluate("shows", [frame, whole(regions)]) == "", (seat, n)
        if n == ACTS // 2:  # who comes back is sent everything, and what stands there already stays
            wires[seats[0]] = Wire()


def test_a_page_that_was_there_whole_takes_the_first_view_over(opens):
    evening = played.Evening("blockbuster", 3)
    for _ in range(5):
        evening.goes_on()
    seat = evening.seats[1]
    page, wire = opens(evening, seat, evening.page(seat)), Wire()
    for n in range(6):
        evening.goes_on()
        regions = evening.regions(seat)
        assert page.evaluate("shows", [wire.view(regions, n, "T"), whole(regions)]) == ""
