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


NARROWEST, BETWEEN = 320, (390, 640)
"""Unfolded words are longest at the narrowest width; what lies between it and a desktop (640 is 1280 at 200 %) is for `make full`."""


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
            for width in (NARROWEST, WIDTHS[-1]) if unfold else WIDTHS[1:]:
                # What is folded has been seen with its fold open, in the dark and at each place of a phone.
                looks = ("light", "dark", *PLACES) if unfold and width == NARROWEST else ("light",)
                for kind, each, where in wrongs(someone, name, width, looks):
                    found[kind].setdefault(each, where)
        someone.leaves()
    return found


def wrongs(someone, name, width, looks=("light",)):
    """What is wrong on a screen at a width: its kind, what it is, and where it was seen."""
    someone.page.set_viewport_size({"width": width, "height": 800})
    for look in looks:
        if look in PLACES:
            someone.at(look)
        else:
            someone.page.emulate_media(color_scheme=look)
        seen = someone.page.evaluate(CHECKS) | {"broken": someone.page.evaluate(BROKEN)}
        yield from ((kind, each, f"{name} {look} {width}") for kind, all_ in seen.items() for each in all_)
    someone.at("scene")


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong_with_any_screen_at_any_width(looked, kind):
    assert looked[kind] == {}


@pytest.mark.long
def test_nothing_is_wrong_with_any_unfolded_screen_between_a_small_phone_and_a_desktop(browser, server):
    found = []
    for name, someone in Screens(server, lambda: Person(browser, server, viewport=PHONE)).all():
        unfolded(someone)
        found += [each for width in BETWEEN for each in wrongs(someone, name, width)]
        someone.leaves()
    assert found == []


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
