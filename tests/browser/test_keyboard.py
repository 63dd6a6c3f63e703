"""A scene by keyboard alone: no finger, no mouse."""

import pytest
from browsing import SOON
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
NO_MOUSE = (
    "window.touched = 0; for (const kind of ['pointerdown', 'mousedown', 'touchstart'])"
    " addEventListener(kind, () => { window.touched += 1; }, true);"
)
SEEN = """() => {
  const each = document.activeElement;
  const lit = (one) => { const s = one && getComputedStyle(one);
    return s && ((s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)); };
  const label = each.labels && each.labels[0];
  const at = (label && !each.checkVisibility({ opacityProperty: true }) ? label : each).getBoundingClientRect();
  const inside = at.bottom > 0 && at.top < innerHeight;
  return { what: each.outerHTML.slice(0, 120), shown: Boolean(lit(each) || lit(label)), inside };
}"""


class Keys:
    """Hands on a keyboard."""

    def __init__(self, person) -> None:
        self.page = person.page
        self.page.add_init_script(NO_MOUSE)

    def press(self, *keys: str) -> "Keys":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def to(self, selector: str, most: int = 150) -> "Keys":
        """Tab until something is reached; wherever the way leads, one sees where one is."""
        for _ in range(most):
            self.press("Tab")
            seen = self.page.evaluate(SEEN)
            assert seen["shown"], f"no focus is seen on {seen['what']}"
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return self
        raise AssertionError(f"{selector} is not reached by Tab")

    @property
    def untouched(self) -> bool:
        return self.page.evaluate("() => window.touched === 0")


def test_from_the_first_screen_to_the_first_roll_without_a_mouse(person):
    someone = person(viewport={"width": 1280, "height": 900})
    keys = Keys(someone)
    someone.goes("/")
    keys.press("Tab")
    assert keys.page.evaluate("() => document.activeElement.classList.contains('skip')")
    assert keys.page.evaluate(SEEN)["inside"]
    keys.to('form[action="/alone/blockbuster"] button').press("Enter")
    someone.sees("you are up", "#wait")
    keys.press("Enter")
    someone.sees("Juno Marsh rolls Defense for the order", "#log")
    assert keys.untouched


def test_a_turn_by_keys_alone_with_chips_faces_and_undo(person, server, roof):
    kim = person(viewport={"width": 1280, "height": 900})
    keys = Keys(kim)
    kim.takes(roof.juno)
    keys.press("Tab")
    assert keys.page.evaluate("() => document.activeElement.classList.contains('skip')")
    keys.press("Enter")
    keys.to("#tray .opt > label.chip > input")
    keys.press("ArrowDown", "ArrowUp")
    expect(kim.form("attack.storm_coil").locator("button.next")).to_be_visible()
    keys.to('form[data-key="attack.storm_coil"] button.next').press("Enter")
    expect(kim.page.locator("#face-1")).to_be_visible(timeout=SOON)
    expect(kim.page.locator("#tray")).to_be_focused()  # the question is gone: the hands are at the next one
    keys.press("Tab")
    expect(kim.page.locator("#face-1")).to_be_focused()
    for face in "66551":
        keys.press(face, "Tab")
    keys.press("Enter")
    kim.sees("Juno Marsh rolls for Storm Coil: 6 6 5 5 1, 4 successes", "#log")
    expect(kim.form("cancel")).to_be_attached(timeout=SOON)
    keys.press("3", "Enter")  # the third chip: two successes hold the strain down
    kim.sees("Waiting for Director", "#wait")
    server.does(roof.director, "defend")
    server.rolls(roof.director, 2, 5, 1)
    kim.sees("holds the strain down with 2 successes", "#log")
    keys.press("Control+z")
    expect(kim.page.locator("#log")).not_to_contain_text("holds the strain down", timeout=SOON)
    assert keys.untouched


def test_the_question_mark_opens_the_list_of_keys_and_single_keys_can_be_switched_off(person, roof):
    kim = person()
    keys = Keys(kim)
    kim.takes(roof.juno)
    help_ = kim.page.locator("#help")
    expect(help_).to_be_hidden()
    keys.press("?")
    expect(help_).to_be_in_viewport(ratio=1)
    kim.sees("the big button", "#help")
    keys.to("#keys-on", most=3).press("Space")
    expect(kim.page.locator("#keys-on")).not_to_be_checked()
    keys.press("?")
    expect(help_).to_be_visible()
    keys.press("Escape")
    expect(help_).to_be_hidden()
    assert keys.untouched


def test_a_digit_taps_the_chip_that_shows_it_whatever_lies_open(person, roof):
    kim = person(viewport={"width": 1280, "height": 900})
    keys = Keys(kim)
    kim.takes(roof.juno)
    shown = kim.page.locator("#tray .opt > label.chip:visible")
    assert shown.count() > 3
    for at in (3, 1, 2):
        keys.press(str(at))
        expect(shown.nth(at - 1).locator("input")).to_be_checked()
        expect(shown.nth(at - 1)).to_have_attribute("data-digit", str(at))
    kim.page.locator("#do-help").press("Enter")
    kim.page.locator("#keys-on").press("Space")
    expect(shown.first).to_have_attribute("data-digit", "")
    assert keys.untouched


def test_focus_and_words_half_typed_survive_what_the_others_do(person, server, roof):
    kim = person().takes(roof.juno)
    form = kim.opens("check")
    goal = form.locator('[name="p.goal"]')
    goal.press_sequentially("leap the gap")
    for _ in range(4):
        goal.press("ArrowLeft")
    server.does(roof.director, "setback", whom=["captain_brask"], why="the tunnel")
    kim.sees("the tunnel", "#log")
    expect(goal).to_be_focused()
    goal.press_sequentially("old ")
    expect(goal).to_have_value("leap theold  gap")
    server.does(roof.director, "setback", whom=["captain_brask"], why="the second tunnel")
    kim.sees("the second tunnel", "#log")
    expect(goal).to_have_value("leap theold  gap")
    expect(goal).to_be_focused()


def test_a_button_in_focus_still_shows_what_is_true_now(person, server, roof):
    kim = person().takes(roof.juno)
    button = kim.page.locator("#do-pause")
    sign = button.locator("path")
    before = sign.get_attribute("d")
    button.focus()
    server.puts(roof.director, do="pause", on=True)
    expect(button).to_have_accessible_name("Go on", timeout=SOON)
    expect(sign).not_to_have_attribute("d", before)
    expect(button).to_be_focused()
