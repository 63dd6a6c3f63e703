"""Every screen at every width: nothing too wide, too small, nameless or faint, no rule of axe broken, no turn too long."""

from itertools import chain

import pytest
from bare import BARE, MOST, SCREENS, waiting
from browsing import Person
from lengths import CONTROLS, MASTERS, PHONES, TURNS, Lengths, laid, masters, turns
from looking import BROKEN, CHECKS, WIDTHS, Screens, unfolded, violations

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]  # the first test waits until all is looked at
PLACES = ("story", "me", "table")  # of a phone; the scene is what it shows first
KINDS = ("wide", "small", "nameless", "twice", "faint", "broken")
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def looked(browser, server):
    """What is wrong on each screen, by kind: folded and unfolded, at each width, in light and dark; "axe" on a phone.

    Under "lengths" stands how long a turn is, for players and, of moments in which a master is asked, for masters.
    """

    def comes():
        return Person(browser, server, viewport=PHONE)

    found = {kind: {} for kind in (*KINDS, "axe")} | {"lengths": Lengths()}
    for name, place in chain(masters(server), turns(server)):  # one by one: the next is made by going on with the last
        asked = comes().takes(place)
        found["lengths"].looks(name, asked)
        asked.leaves()
    for name, someone in Screens(server, comes).all():
        for unfold in (False, True):
            if unfold:
                found["lengths"].looks(name, someone)  # by now what is asked of the server has come
                unfolded(someone)
                someone.page.set_viewport_size(PHONE)
                someone.page.evaluate("() => scrollTo(0, 0)")
                found["axe"][name] = violations(someone)  # with all that is folded, which is more than a page at first
            # 640 is 1280 at 200 %; the narrowest is where unfolded words are longest
            for width in (*WIDTHS, 640) if unfold else WIDTHS[1:]:
                someone.page.set_viewport_size({"width": width, "height": 800})
                # What is folded has been seen with its fold open, in the dark and at each place of a phone.
                looks = ("light", "dark", *PLACES) if unfold and width == WIDTHS[0] else ("light",)
                for look in looks:
                    if look in PLACES:
                        someone.at(look)
                    else:
                        someone.page.emulate_media(color_scheme=look)
                    wrongs = someone.page.evaluate(CHECKS) | {"broken": someone.page.evaluate(BROKEN)}
                    for kind, wrong in wrongs.items():
                        for each in wrong:
                            found[kind].setdefault(each, f"{name} {look} {width}")
                someone.at("scene")
        someone.leaves()
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong_with_any_screen_at_any_width(looked, kind):
    assert looked[kind] == {}


def test_no_screen_breaks_a_rule_of_axe(looked):
    assert {"door", "join", "turn", "director", "sheet", "recap", "pool"} <= looked["axe"].keys()
    assert {name: wrong for name, wrong in looked["axe"].items() if wrong} == {}


def test_a_usual_turn_is_short_on_a_phone_and_seen_at_once_on_a_desktop(looked):
    measured, hidden = looked["lengths"].measured, looked["lengths"].hidden
    long = {each: f"{found[0]:.2f} screens" for each, found in measured.items() if found[0] > PHONES[each[1]][1]}
    many = {each: found[1] for each, found in measured.items() if found[1] > CONTROLS[each[0]]}
    covered = {each: found[2] for each, found in measured.items() if found[2] > 1}
    unseen = {each: found for each, found in hidden.items() if found}
    assert (long, many, covered, unseen) == ({}, {}, {}, {})
    assert {each: found for each, found in looked["lengths"].cut.items() if found} == {}
    assert len(measured) == len(hidden) == len(TURNS + MASTERS) * 2


def test_no_column_stands_half_empty_on_a_tablet_or_a_desktop(looked, server, person):
    found = dict(looked["lengths"].bare)
    for name, place in waiting(server):
        someone = person().takes(place)
        someone.settles()
        for width, height in SCREENS.items():
            found[f"waiting for {name}", width] = laid(someone, width, height).evaluate(BARE)
    assert {each: f"{share:.0%}" for each, share in found.items() if share > MOST} == {}
    assert len(found) == (len(TURNS + MASTERS) + 7) * len(SCREENS)
