"""Every screen at every width: nothing too wide, too small, nameless or faint, and no rule of axe broken."""

import pytest
from browsing import Person
from looking import BROKEN, CHECKS, WIDTHS, Screens, unfolded, violations

pytestmark = pytest.mark.browser
PLACES = ("story", "me", "table")  # of a phone; the scene is what it shows first
KINDS = ("wide", "small", "nameless", "twice", "faint", "broken")
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def looked(browser, server):
    """What is wrong on each screen, by kind: folded and unfolded, at each width, in light and dark; "axe" on a phone."""

    def comes():
        return Person(browser, server, viewport=PHONE, reduced_motion="reduce")

    found = {kind: {} for kind in (*KINDS, "axe")}
    for name, someone in Screens(server, comes).all():
        found["axe"][name] = set()
        for unfold in (False, True):
            if unfold:
                unfolded(someone)
                someone.page.set_viewport_size(PHONE)
                someone.page.evaluate("() => scrollTo(0, 0)")
            found["axe"][name].update(violations(someone))
            for width in (*WIDTHS, 640) if unfold else WIDTHS:  # 640 is 1280 at 200 %
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
