"""How long a turn is: in screens of a phone, and in things that can be pressed; and nothing lies below the dock for good."""

import pytest
from looking import Screens

pytestmark = pytest.mark.browser
TURNS = ("turn", "rolled", "after", "pool", "short", "building", "answer", "maneuver", "coins")
"""Moments of a usual turn in each of the four games."""
PHONES = {390: (844, 1.5), 320: (568, 2.0)}  # width: height, and so many screens at the most
CONTROLS = 30
MEASURED = """() => {
  const seen = (each) => [each, ...(each.labels || [])].some((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1);
  const found = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')];
  scrollTo(0, document.documentElement.scrollHeight);
  const docks = [...document.querySelectorAll('.dock:not(.here)')].filter(seen).map((each) => each.getBoundingClientRect().top);
  const last = [...document.querySelectorAll('.a-main > *')].filter(seen).map((each) => each.getBoundingClientRect().bottom);
  scrollTo(0, 0);
  return [document.documentElement.scrollHeight / innerHeight, found.filter(seen).length, Math.max(...last) - Math.min(innerHeight, ...docks)];
}"""


def test_a_usual_turn_is_a_screen_and_a_half_of_a_phone_and_two_of_a_small_one(server, person):
    def comes():
        return person(viewport={"width": 390, "height": 844}, reduced_motion="reduce")

    measured = {}
    for name, someone in Screens(server, comes).all():
        for width, (height, _) in PHONES.items() if name in TURNS else ():
            someone.page.set_viewport_size({"width": width, "height": height})
            someone.page.wait_for_timeout(150)
            measured[name, width] = someone.page.evaluate(MEASURED)
    long = {
        each: f"{found[0]:.2f} screens" for each, found in measured.items() if found[0] > PHONES[each[1]][1] + 0.005
    }
    many = {each: found[1] for each, found in measured.items() if found[1] > CONTROLS}
    covered = {each: found[2] for each, found in measured.items() if found[2] > 1}
    assert (long, many, covered) == ({}, {}, {})
    assert len(measured) == len(TURNS) * len(PHONES)
