"""The real script in a real browser: from what it is sent it makes the page that the server would send whole."""

import alone
import played
import pytest

from cliffhanger.web.live.wire import Wire
from cliffhanger.web.page.regions import whole

pytestmark = pytest.mark.browser
GAMES = ("blockbuster", "plot_twist", "smallville", "untold")
LONG = ("blockbuster", "smallville", "untold")  # what make full looks at besides
ACTS = 9


@pytest.fixture
def opens(browser):
    """Opens the page of a seat of an evening that nobody serves."""
    pages = []

    def one(evening, seat, first=""):
        page = browser.new_page()
        pages.append(page)
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        alone.serve(page, evening, seat, first)
        return page

    yield one
    for each in pages:
        assert each.wrong == []
        each.unroute_all()
        browser.takes_back(each.context)


@pytest.mark.parametrize("name", [pytest.param(each, marks=[pytest.mark.long] * (each in LONG)) for each in GAMES])
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
