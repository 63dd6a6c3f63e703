"""A scene by keyboard alone: no finger, no mouse, and for whoever does not see it, read aloud."""

import re

import pytest
from browsing import SEND
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
NO_MOUSE = (
    "window.watched = true; for (const kind of ['pointerdown', 'mousedown', 'touchstart'])"
    " addEventListener(kind, () => { sessionStorage.touched = kind; }, true);"
)
SEEN = """() => {
  const each = document.activeElement;
  const lit = (one) => { const s = one && getComputedStyle(one);
    return s && ((s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)); };
  const label = each.closest('label') || (each.labels && each.labels[0]);  // not its token in the picture
  const at = (label && !each.checkVisibility({ opacityProperty: true }) ? label : each).getBoundingClientRect();
  const inside = at.bottom > 0 && at.top < innerHeight;
  return { what: each.outerHTML.slice(0, 120), shown: Boolean(lit(each) || lit(label)), inside };
}"""


class Keys:
    """Hands on a keyboard: whatever they do is one key after the other, and none of it before the page is ready for it."""

    def __init__(self, person) -> None:
        self.person, self.page = person, person.page
        self.page.add_init_script(NO_MOUSE)

    def ready(self) -> None:
        """Wait until the page's script listens, and has drawn what it was told."""
        self.person.hears()
        self.person.settles()

    def press(self, *keys: str) -> "Keys":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def types(self, words: str) -> "Keys":
        self.page.keyboard.type(words)
        return self

    def tab(self) -> "Keys":
        """One step on; wherever it leads, one sees where one is."""
        self.press("Tab")
        seen = self.page.evaluate(SEEN)
        assert seen["shown"], f"no focus is seen on {seen['what']}"
        assert seen["inside"], f"the focus is not on the screen: {seen['what']}"
        return self

    def to(self, selector: str, most: int = 150) -> "Keys":
        """Tab until something is reached."""
        for _ in range(most):
            self.tab()
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return self
        raise AssertionError(f"{selector} is not reached by Tab")

    def enters(self, name: str) -> "Keys":
        """Once the big button is this one, Enter; it may go on to say whom."""
        self.ready()
        button = self.page.locator(".tray .next:visible").first
        expect(button).to_have_accessible_name(re.compile(f"^{re.escape(name)}"))
        return self.press("Enter")

    def taps(self, name: str) -> "Keys":
        """Once a chip with this name is there, the digit that it shows."""
        self.ready()
        chip = self.page.locator("#tray [data-digit]:visible").filter(has_text=name).first
        expect(chip).to_have_attribute("data-digit", re.compile(r"\d"))
        return self.press(chip.get_attribute("data-digit"))

    def rolls(self, faces: str) -> "Keys":
        """Once these dice are asked for, the hands are there; a digit for each, and Enter."""
        self.ready()
        fields = self.page.locator("#f-faces input[name=values]")
        expect(fields).to_have_count(len(faces))
        expect(self.page.locator("#tray")).to_be_focused()
        for at, face in enumerate(faces):
            expect(self.tab().page.locator(":focus")).to_have_attribute("id", f"face-{at + 1}")
            self.press(face)
        return self.press("Enter")

    @property
    def untouched(self) -> bool:
        return self.page.evaluate("() => window.watched && sessionStorage.touched === undefined")


def test_from_the_first_screen_to_the_first_roll_without_a_mouse(person):
    someone = person(viewport={"width": 1280, "height": 900})
    keys = Keys(someone)
    someone.goes("/")
    keys.press("Tab")
    assert keys.page.evaluate("() => document.activeElement.classList.contains('skip')")
    assert keys.page.evaluate(SEEN)["inside"]
    keys.to('form[action="/alone/blockbuster"] button').press("Enter")
    someone.sees("you are up", "#wait")
    someone.hears()
    keys.press("Enter")
    someone.sees("You roll Defense for the order", "#log")
    assert keys.untouched


def test_a_turn_by_keys_alone_with_chips_faces_and_undo(person, server, roof):
    kim = person(viewport={"width": 1280, "height": 900})
    keys = Keys(kim)
    kim.takes(roof.juno)
    keys.press("Tab")
    assert keys.page.evaluate("() => document.activeElement.classList.contains('skip')")
    keys.press("Enter")
    keys.to("#tray .means .chip > input")
    keys.press("ArrowUp")  # from the lit one, which costs nothing
    expect(kim.form("attack.storm_coil").locator("button.next")).to_be_visible()
    keys.to('form[data-key="attack.storm_coil"] button.next').press("Enter")
    expect(kim.page.locator("#face-1")).to_be_visible()
    expect(kim.page.locator("#tray")).to_be_focused()  # the question is gone: the hands are at the next one
    keys.press("Tab")
    expect(kim.page.locator("#face-1")).to_be_focused()
    for face in "66551":
        keys.press(face, "Tab")
    keys.press("Enter")
    kim.sees("You roll for Storm Coil: 6 6 5 5 1, 4 successes", "#log")
    expect(kim.form("cancel")).to_be_attached()
    keys.ready()
    keys.press("2", "Enter")  # of a row of numbers each has its own digit
    kim.sees("Waiting for Director", "#wait")
    server.does(roof.director, "defend")
    server.rolls(roof.director, 2, 5, 1)
    kim.sees("You hold the strain down with 2 successes", "#log")
    keys.press("Control+z")  # the newest deed is the Director's: it is asked for first
    expect(kim.page.locator("#do-undo")).to_be_focused()
    keys.press("Enter")
    expect(kim.page.locator("#log")).not_to_contain_text("hold the strain down")
    assert keys.untouched


def test_a_scene_from_its_opening_to_its_end_by_keys_alone(person):
    ada, kim = (Keys(person(viewport={"width": 1280, "height": 900})) for _ in range(2))
    ada.person.goes("/")
    ada.to("#seats-blockbuster").press("2")
    ada.to("#more-blockbuster > summary").press("Enter")
    ada.to("#typed-blockbuster").press("Space")
    ada.to("#new-blockbuster").press("Enter")
    link = ada.person.sees("Let a bot play", ".sitters").page.locator("#link").input_value()
    ada.to("#begin").press("Enter")
    ada.person.sees("Director, you are up", "#wait").page.wait_for_load_state("networkidle")

    kim.page.goto(link)
    kim.to("#name").types("Kim").press("Enter")
    kim.person.sees("You are Juno Marsh")  # the host has begun: the way in has made place already
    ada.person.sees("Kim takes the seat of Juno Marsh", "#log")

    ada.tab().press("Enter")  # what may be done is one link away
    expect(ada.page.locator("#tray")).to_be_focused()
    ada.to('[name="p.present"][value=ludo]').press("Space")
    ada.to('[name="p.present"][value=the_porter]').press("Space")
    ada.enters("Soup is served")
    kim.enters("Roll 5 dice for the order")
    kim.person.sees("Waiting for Director", "#wait")
    ada.enters("The Patrol: Defense, 3 dice")
    kim.rolls("66551")
    ada.rolls("521")
    ada.person.sees("The order: Juno Marsh, The Patrol", "#log")
    kim.person.sees("The order: you, The Patrol", "#log")

    kim.taps("A check").tab().tab().types("find the trunk that hums").press("Enter")
    ada.enters("Let them roll")
    kim.enters("Roll 7 dice").rolls("6611111")
    kim.enters("End the turn")
    ada.person.sees("makes it with 2 successes: find the trunk that hums", "#log")

    ada.enters("Roll 4 dice at Juno Marsh").rolls("5111")
    kim.enters("Roll 5 dice to stand against it").rolls("65111")
    ada.enters("End the turn")
    kim.person.sees("The Patrol misses you with Rail carbines", "#log")

    kim.taps("Attack").tab().press("ArrowLeft").enters("Roll 6 dice at The Patrol").rolls("666655")
    kim.taps("Keep all 6")
    ada.person.sees("Juno Marsh attacks with Storm Coil, 6 successes", "#wait")
    kim.person.settles()
    kim.press("Control+z")  # that would hurt
    ada.person.sees("Kim takes back 1 step", "#log")
    kim.taps("Cancel the strain")
    ada.enters("Roll 3 dice to stand against it").rolls("111")
    kim.person.sees("The Patrol is taken out", "#log")
    kim.enters("End the turn")
    ada.enters("Close the scene")
    for each in (ada, kim):
        each.person.sees("Soup is served is over. The Patrol is out of it.", "#log")
        assert each.untouched


def test_the_question_mark_opens_the_list_of_keys_and_single_keys_can_be_switched_off(person, roof):
    kim = person()
    keys = Keys(kim)
    kim.takes(roof.juno)
    help_ = kim.page.locator("#help")
    expect(help_).to_be_hidden()
    keys.press("?")
    expect(help_).to_be_in_viewport(ratio=1)
    kim.sees("the big button", "#help")
    keys.press("2", "Enter")  # whoever reads does nothing yet
    keys.to("#keys-on", most=3).press("Space")
    expect(kim.page.locator("#keys-on")).not_to_be_checked()
    keys.press("?")
    expect(help_).to_be_visible()
    keys.press("Escape")
    expect(help_).to_be_hidden()
    kim.settles()
    expect(kim.form("attack").locator(SEND)).to_be_visible()
    assert keys.untouched


def test_enter_means_what_one_is_in_the_middle_of(person, roof):
    kim = person(viewport={"width": 1280, "height": 900})
    keys = Keys(kim)
    kim.takes(roof.juno)
    keys.to("#standing > summary").press("Enter")
    form = kim.form("spotlight")
    keys.to("#standing .chip > input").press("Space")
    expect(form).to_be_visible()
    keys.to('#standing [name="p.whom"]').press("ArrowRight", "Enter")
    expect(form.locator('[name="p.line"]')).to_be_focused()  # it asks for words yet
    keys.types("You built half of these").to(".next", most=1).press("Enter")
    kim.sees("You built half of these", "#log")
    expect(kim.form("attack").locator(SEND)).to_be_visible()
    assert keys.untouched


def test_after_a_wait_the_hands_are_at_the_question_that_comes(person, server, roof):
    kim = person(viewport={"width": 1280, "height": 900})
    keys = Keys(kim)
    kim.takes(roof.juno)
    keys.taps("Attack").tab().press("ArrowLeft").enters("Roll 5 dice at The Steam Pack").rolls("66551")
    keys.taps("Cancel the strain")
    kim.sees("Waiting for Director", "#wait")
    expect(kim.page.locator("#tray")).to_have_count(0)
    server.does(roof.director, "defend")
    server.rolls(roof.director, 2, 5, 1)
    expect(kim.page.locator("#tray")).to_be_focused()
    keys.enters("End the turn")
    kim.sees("Waiting for Ferris", "#wait")
    keys.to("#whole-log")  # and whoever has gone elsewhere meanwhile stays there
    server.does(roof.ferris, "end")
    for _ in range(3):
        server.does(roof.director, "end")
    kim.sees("Juno Marsh, you are up", "#wait")
    expect(kim.page.locator("#whole-log")).to_be_focused()
    assert keys.untouched


def test_a_digit_taps_the_chip_that_shows_it_whatever_lies_open(person, roof):
    kim = person(viewport={"width": 1280, "height": 900})
    keys = Keys(kim)
    kim.takes(roof.juno)
    shown = kim.page.locator("#tray .verb:visible")
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


def test_faces_half_typed_for_one_roll_are_nothing_to_the_next(person, server):
    director = server.opens(seats=2)
    juno = server.sits(director["table"], "juno_marsh", "Kim")
    server.does(director, "open.soup_is_served")
    server.does(juno, "defense")
    server.does(director, "all")
    ada = person().takes(director)
    fields = ada.page.locator("#f-faces input[name=values]")
    expect(fields).to_have_count(5)
    Keys(ada).to("#face-1").press("6", "Tab", "5")
    server.rolls(juno, 6, 6, 5, 5, 1)  # she was quicker
    ada.sees("Director, throw your dice", "#wait")
    expect(fields).to_have_count(3)
    for at in range(3):
        expect(fields.nth(at)).to_have_value("")


def test_a_button_in_focus_still_shows_what_is_true_now(person, server, roof):
    kim = person().takes(roof.juno)
    button = kim.page.locator("#do-pause")
    sign = button.locator("path")
    before = sign.get_attribute("d")
    button.focus()
    server.puts(roof.director, do="pause", on=True)
    expect(button).to_have_accessible_name("Go on")
    expect(sign).not_to_have_attribute("d", before)
    expect(button).to_be_focused()
