"""The words of a game open where they stand, and the game is told in two minutes: by a tap, by keys, without script."""

import pytest
from browsing import Roof, Stair
from looking import violations, wrongs
from playwright.sync_api import expect

from cliffhanger.games import game, names

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("width", [320, 1280])
def test_the_primer_is_a_page_of_its_own(person, name, width):
    someone = person(viewport={"width": width, "height": 800}).goes(f"/g/{name}/primer")
    expect(someone.page.locator(".primer > li")).to_have_count(5)
    expect(someone.page.locator(".terms dt")).to_have_count(len(game(name).glossary))
    assert wrongs(someone) == {}
    assert list(violations(someone)) == []


@pytest.mark.parametrize("script", [True, False])
def test_a_tap_on_a_word_opens_what_it_means_and_another_closes_it(person, server, script):
    stair = Stair(server)
    options = {} if script else {"java_script_enabled": False}
    ione = person(viewport={"width": 1280, "height": 800}, **options)
    if script:
        ione.takes(stair.ione)
    else:
        ione.goes(f"/t/{stair.ione['table']}/seat/{stair.ione['seat']}")
        ione.page.locator("#secret").fill(stair.ione["secret"])
        ione.page.locator("#enter-go").click()
    word, says = ione.page.locator("main .term", has_text="Devotion").first, ione.page.locator("#term-Devotion")
    expect(says).to_be_hidden()
    word.click()
    expect(says).to_be_visible()
    expect(says).to_contain_text("(UN-DEV-02)")
    word.click()
    expect(says).to_be_hidden()
    word.press("Enter")
    expect(says).to_be_visible()
    ione.page.keyboard.press("Escape")
    expect(says).to_be_hidden()


def test_behind_the_question_mark_the_game_comes_before_the_page(person, server):
    kim = person(viewport={"width": 1280, "height": 800}).takes(Roof(server).juno)
    kim.page.locator("#do-help").click()
    expect(kim.page.locator("#help .primer > li")).to_have_count(5)
    expect(kim.page.locator("#help h2").first).to_have_text("Tabletop Blockbuster in two minutes")
