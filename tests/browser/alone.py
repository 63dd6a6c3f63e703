"""A page with the real script that no server serves: a test says what comes through its socket, and when."""

import re

from playwright.sync_api import Page, Route

from cliffhanger.web.http.static_files import MEANWHILE
from cliffhanger.web.page import assets, render, shell, skins

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


def serve(page: Page, evening, seat: str, first: str = "") -> None:
    """Open the page of a seat of an evening that is played here, with what it has at `first`, and wait for its socket."""
    meta = evening.about()
    body = first or shell.shell(meta, seat)

    def file(route: Route) -> None:
        if route.request.url.partition("/static/")[2].startswith("skin-"):
            route.fulfill(body=skins.skin_css(evening.game), content_type="text/css")
        elif found := re.search(r"/static/(?:[0-9a-f]{12}/)?([^?]+)", route.request.url):
            asset = assets.find(found[1])
            # Kept as what a server sends: a browser would fetch a drawing again for each die that is new.
            route.fulfill(body=asset.body, content_type=asset.kind, headers={"cache-control": MEANWHILE})
        else:
            document = render.document(body, title="T", kind="seat-page", skin=skins.skin(evening.game))
            route.fulfill(body=document, content_type="text/html")

    page.route("**", file)
    page.add_init_script(SOCKET)
    page.goto(f"http://cliffhanger.example/t/{meta.id}/seat/{seat}#s=1")
    page.wait_for_function("window.line && window.line.readyState === 1")
