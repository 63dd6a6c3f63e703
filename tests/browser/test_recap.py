"""The recap of an evening of each game in a browser: on a phone and on a desk, by day and by night, and printed."""

import pytest
from browsing import Person
from looking import BROKEN, CHECKS, unfolded, violations

from cliffhanger import games

pytestmark = pytest.mark.browser
DRAWN = (
    "() => [...document.images].filter((each) => each.loading !== 'lazy' && !each.naturalWidth).map((each) => each.src)"
)

LINE = 40  # a word of so many letters stands on no line of a phone


@pytest.mark.parametrize("name", [*games.names(), "M" * 60])
def test_a_recap_is_whole_at_every_width_and_by_every_light(browser, evenings, name):
    server, tables = evenings
    someone = Person(browser, server, reduced_motion="reduce").goes(f"/t/{tables[name].id}/recap")
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
