"""Pages of plays by bots, each as one seat has it: nothing stands beyond the screen, and no word is broken inside."""

from random import Random

import pytest
from looking import BROKEN, CHECKS
from played import Evening

from cliffhanger import games

pytestmark = pytest.mark.browser
STATES, MOST = 10, 75
"""States of a game that every run looks at, and that a long one does at each width."""
KINDS = ("wide", "nameless", "twice")
EVENING = 60  # acts, before the next seed begins; scenes open and close within it
HEIGHTS = {320: 568, 390: 844, 768: 1024, 1280: 800, 1920: 1080}
# A page as the script has put it there: what lies on a phone at another place is turned to one after the other.
SHOWN = """html => {
  document.documentElement.dataset.js = '';
  document.getElementById('page').innerHTML = html;
}"""
PLACES = ("scene", "story", "me", "table")
WIDE = 992  # pixels, from where all places are seen side by side


def states(name, count):
    """So many states of a game, spread over evenings of different seeds: the page of one seat of each, and where it is from."""
    rng, seed, found = Random(name), 0, 0
    while found < count:
        seed += 1
        evening = Evening(name, seed, player="Ada & Kim")
        looks = sorted(rng.sample(range(EVENING), 5))
        for at in range(EVENING):
            evening.goes_on()
            if at in looks and found < count:
                found += 1
                seat = rng.choice(evening.seats)
                yield f"seed {seed}, act {at}, {seat}", str(evening.page(seat))


def wrong(page, width):
    """What is wrong with what a page shows, at each of its places."""
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    for place in PLACES if width < WIDE else PLACES[:1]:
        page.evaluate("at => { const it = document.getElementById(`at-${at}`); if (it) it.checked = true; }", place)
        found = page.evaluate(CHECKS, KINDS)
        for kind, said in ((kind, found[kind]) for kind in KINDS):
            yield from (f"{place}: {kind}: {each}" for each in said)
        yield from (f"{place}: broken: {each}" for each in page.evaluate(BROKEN))


def looked(person, server, name, count, widths):
    """All that is wrong in so many states of a game, by where it was seen first."""
    someone = person()
    someone.page.route("**/cliffhanger.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    table = server.opens(name)
    someone.goes(f"/t/{table['table']}/seat/{table['seat']}")
    found = {}
    for where, html in states(name, count):
        someone.page.evaluate(SHOWN, html)
        for width in widths:
            for each in wrong(someone.page, width):
                found.setdefault(each, f"{where}, {width}")
    return found


@pytest.mark.parametrize("name", games.names())
def test_nothing_overflows_and_no_word_is_broken_in_states_that_bots_have_played(person, server, name):
    assert looked(person, server, name, STATES, (390, 1280)) == {}


@pytest.mark.long
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.parametrize("name", games.names())
def test_nothing_overflows_and_no_word_is_broken_in_many_more_states(person, server, name, width):
    assert looked(person, server, name, MOST, (width,)) == {}
