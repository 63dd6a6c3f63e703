"""What a tap opens comes below what was tapped, which stays where it is under the finger."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
FEW = 32  # px, where the page can go no further up; a finger covers 44


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_tile_and_a_chip_stay_under_the_finger_when_they_open(person, roof, motion):
    kim = person(viewport={"width": 390, "height": 844}, reduced_motion=motion).takes(roof.juno)
    page = kim.page
    seen = 0
    for tile in page.locator("#tray label.verb, #tray .opt > label.chip").all():
        if not tile.is_visible() or tile.locator("input").is_checked():
            continue
        tile.evaluate("each => each.scrollIntoView({ block: 'center', behavior: 'instant' })")
        before = tile.bounding_box()["y"]
        tile.click()
        page.wait_for_timeout(600)  # longer than a page scrolls
        assert tile.bounding_box()["y"] == pytest.approx(before, abs=FEW)
        opened = page.locator("#tray form:visible").first
        expect(opened).to_be_in_viewport()
        seen += 1
    assert seen >= 2
