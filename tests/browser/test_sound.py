"""Sound and touch: off at first, dice and turns once somebody has turned them on, remembered by their browser."""

import pytest
from playwright.sync_api import expect

from cliffhanger.web.page import assets

pytestmark = pytest.mark.browser
LISTEN = """() => {
  window.heard = [];
  AudioContext.prototype.decodeAudioData = async (bytes) => bytes.byteLength;
  AudioContext.prototype.resume = async () => {};
  AudioContext.prototype.createBufferSource = () => ({ connect() {}, start() { heard.push(this.buffer); } });
  Object.defineProperty(navigator, "vibrate", { value: (beats) => heard.push(beats.length), configurable: true });
}"""
DICE, PAGE, TURN = (len(assets.find(f"sounds/{name}.wav").body) for name in ("dice", "page", "turn"))
BUZZ = 3  # two beats, and what is between them


def hears(someone, *names):
    someone.page.wait_for_function("least => heard.length >= least", arg=len(names))
    assert someone.page.evaluate("() => heard.splice(0)") == list(names)


def test_nothing_is_heard_or_fetched_until_somebody_turns_it_on_then_dice_and_turns_are(person, server, roof):
    bo = person(viewport={"width": 390, "height": 844}).takes(roof.ferris)
    bo.page.evaluate(LISTEN)
    switch = bo.page.locator("#do-sound")
    expect(switch).to_be_hidden()  # it stands at the Table
    began = server.view(roof.director)["n"]
    for on in (False, True):
        if on:
            bo.at("table")
            expect(switch).to_have_attribute("aria-pressed", "false")
            switch.click()
            expect(switch).to_have_attribute("aria-pressed", "true")
            hears(bo, DICE)
            bo.at("scene")
        server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
        server.rolls(roof.juno, 6, 6, 5, 5, 1)
        expect(bo.page.locator(".screen .fall")).to_have_count(1)
        if on:
            hears(bo, DICE)
        server.puts(roof.director, do="undo", to=began)
        bo.settles()
        if not on:
            assert bo.page.evaluate("() => heard") == []
            assert not [url for url in bo.fetched if "sound" in url]
    expect(switch).to_have_attribute("aria-pressed", "true")  # the page was drawn anew
    hears(bo, DICE)  # those for the order lie there again
    server.does(roof.juno, "end")
    bo.sees("Ferris, you are up", "#wait")
    hears(bo, BUZZ, TURN)
    server.does(roof.director, "close", why="They jump.")
    server.does(roof.director, "open.soup_is_served", present=["juno_marsh", "ludo", "the_porter"])
    hears(bo, PAGE)
    bo.page.reload()
    expect(bo.page.locator("#do-sound")).to_have_attribute("aria-pressed", "true")


def test_a_sound_comes_from_here_and_the_policy_of_the_page_takes_it(person, roof):
    kim = person(viewport={"width": 1280, "height": 900}).takes(roof.juno)
    with kim.page.expect_response(lambda answer: "dice.wav" in answer.url) as answer:
        kim.page.locator("#do-sound").click()
    assert answer.value.status in (200, 206)
    assert answer.value.headers["content-type"] == "audio/wav"
    kim.page.locator("#do-sound").click()
    expect(kim.page.locator("#do-sound")).to_have_attribute("aria-pressed", "false")
