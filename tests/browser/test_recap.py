"""The recap of an evening of each game in a browser: on a phone and on a desk, by day and by night, and printed."""

import pytest
from browsing import Person
from looking import BROKEN, CHECKS, unfolded, violations
from playwright.sync_api import expect

from cliffhanger import games

pytestmark = pytest.mark.browser
DRAWN = (
    "() => [...document.images].filter((each) => each.loading !== 'lazy' && !each.naturalWidth).map((each) => each.src)"
)

SHEET = """() => {
  window.sent = [];
  navigator.canShare = () => true;
  navigator.share = async ({ url, title, files = [] }) => {
    const read = async (file) => [file.name, file.type, [...new Uint8Array(await file.slice(0, 24).arrayBuffer())]];
    window.sent.push({ url, title, files: await Promise.all(files.map(read)) });
  };
}"""
"""A phone's own sheet for sharing, which keeps what it was given."""
PNG = b"\x89PNG"

LINE = 40  # a word of so many letters stands on no line of a phone


LONG = ("smallville", "untold")  # what make full looks at besides


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.long] * (each in LONG)) for each in (*games.names(), "M" * 60)]
)
def test_a_recap_is_whole_at_every_width_and_by_every_light(browser, evenings, name):
    server, tables = evenings
    someone = Person(browser, server).goes(f"/t/{tables[name].id}/recap")
    assert someone.page.evaluate(DRAWN) == []
    if name != "M" * 60:  # what the card says in large letters does not stand above it as well
        box = someone.page.locator("h1").bounding_box()
        assert (box["width"], box["height"]) <= (2, 2)
    unfolded(someone)
    assert violations(someone) == []
    for width in (320, 390, 768, 1280):
        someone.page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark") if width == 390 else ("light",):
            someone.page.emulate_media(color_scheme=scheme)
            wrong = someone.page.evaluate(CHECKS)
            wrong["broken"] = [each for each in someone.page.evaluate(BROKEN) if len(each.split(" ")[0]) < LINE]
            assert {kind: each for kind, each in wrong.items() if each} == {}, f"{width} {scheme}"
    someone.page.emulate_media(media="print", color_scheme="light")
    assert not someone.page.locator("#send-card").is_visible()
    assert someone.page.locator("h1").is_visible()
    someone.leaves()


def test_the_card_is_saved_as_a_picture_that_needs_nothing_else(browser, evenings):
    server, tables = evenings
    table = tables["blockbuster"]
    someone = Person(browser, server).goes(f"/t/{table.id}/recap")
    with someone.page.expect_download() as saved:
        someone.page.locator("#send-card").click()
    assert saved.value.suggested_filename == f"{table.id}.svg"
    svg = saved.value.path().read_text("utf-8")
    assert svg.startswith("<svg ")
    assert "<title>Friday blockbuster" in svg
    someone.leaves()


def wide(png):
    """How many pixels wide a PNG is, by its head."""
    assert bytes(png[:4]) == PNG
    return int.from_bytes(bytes(png[16:20]), "big")


def test_a_phone_sends_the_page_and_its_card_by_its_own_sheet(browser, evenings):
    server, tables = evenings
    someone = Person(browser, server, viewport={"width": 390, "height": 844})
    someone.page.add_init_script(f"({SHEET})()")
    someone.goes(f"/t/{tables['untold'].id}/recap")
    assert not someone.page.locator("#link").is_visible()
    someone.page.locator("#share").click()
    someone.page.locator("#draw-card").click()
    someone.page.wait_for_function("() => sent.length === 2")
    page, card = someone.page.evaluate("() => sent")
    assert (page["url"], page["title"]) == (someone.page.url, "Friday untold")
    assert [(name, kind, wide(head)) for name, kind, head in card["files"]] == [
        (f"{tables['untold'].id}.png", "image/png", 1080)
    ]
    someone.leaves()


def test_without_such_a_sheet_the_address_is_copied_and_the_card_saved(browser, evenings):
    server, tables = evenings
    someone = Person(browser, server).goes(f"/t/{tables['untold'].id}/recap")
    assert not someone.page.locator("#share").is_visible()
    assert someone.page.locator("#link").input_value() == someone.page.url
    someone.page.locator("#copy").click()
    expect(someone.page.locator("#copy")).to_have_text("Copied")
    expect(someone.page.locator("#sent")).to_have_text("Copied")
    with someone.page.expect_download() as saved:
        someone.page.locator("#draw-card").click()
    assert saved.value.suggested_filename == f"{tables['untold'].id}.png"
    assert wide(saved.value.path().read_bytes()) == 1080
    someone.leaves()


def test_the_way_to_a_table_is_sent_by_the_phones_own_sheet(browser, evenings):
    server, _tables = evenings
    gm = server.opens("smallville")
    host = Person(browser, server, viewport={"width": 390, "height": 844})
    host.page.add_init_script(f"({SHEET})()")
    host.goes(f"/t/{gm['table']}/seat/{gm['seat']}?lobby#s={gm['secret']}")
    host.page.locator("#share").click()
    host.page.wait_for_function("() => sent.length === 1")
    assert host.page.evaluate("() => [sent[0].url, sent[0].title]") == [f"{server.url}/t/{gm['table']}", "Low Water"]
    host.leaves()
