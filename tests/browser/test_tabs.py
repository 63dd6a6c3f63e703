"""Two tabs on one seat, and a finger that taps twice."""

import re

import pytest
from browsing import SEND
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def acts(server, place):
    return [line["input"]["key"] for line in server.lines(place) if line["input"]["kind"] == "act"]


def test_two_tabs_on_one_seat_show_the_same_and_both_may_act(person, server, roof):
    kim = person().takes(roof.juno)
    second = kim.context.new_page()
    second.goto(kim.page.url)
    expect(second.locator("main.table")).to_be_visible()
    kim.does("move", place="coupling")
    expect(second.locator("#log")).to_contain_text("Coupling")
    second.locator(f'form[data-key="end"] >> {SEND}').click()
    kim.sees("Ferris is up", "#log")
    expect(second.locator("#log")).to_contain_text("Ferris is up", use_inner_text=True)
    assert acts(server, roof.director)[-2:] == ["move", "end"]


def test_a_double_tap_is_one_act(person, server, roof):
    kim = person().takes(roof.juno)
    before = acts(server, roof.director)
    kim.form("end").locator(SEND).dblclick()
    kim.sees("Ferris is up", "#log")
    ada = person().takes(roof.director)
    ada.page.locator("#do-pause").dblclick()
    ada.sees("The table stands still.", "#halt")  # a second tap does not let it go on again
    assert acts(server, roof.director) == [*before, "end"]


TAKEN = """button => new Promise(done => {
  const box = button.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
  const takes = () => document.elementFromPoint(...at).closest("button")?.id ?? "nothing";
  const watch = new MutationObserver(() => {
    if (!document.getElementById("halt")) return;
    watch.disconnect();
    const first = takes();
    Promise.all(document.getAnimations().map((each) => each.finished)).then(() => done([first, takes()]));
  });
  watch.observe(document.getElementById("page"), { childList: true, subtree: true });
  button.click();
})"""


@pytest.mark.parametrize("reduced_motion", ["no-preference", "reduce"])
def test_go_on_takes_no_tap_at_first_where_pause_stood(person, roof, reduced_motion):
    ada = person(reduced_motion=reduced_motion).takes(roof.director)
    assert ada.page.locator("#do-pause").evaluate(TAKEN) == ["nothing", "do-pause"]


def test_an_act_that_came_too_late_is_refused_with_what_may_be_done_instead(person, server, roof):
    kim = person().takes(roof.juno)
    kim.context.set_offline(False)
    form = kim.form("end")
    kim.page.evaluate(  # this tab stands still while the other goes on
        "() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {"
        " if (window.held) window.held.push([this, text]); else send.call(this, text); };"
        " window.held = []; window.release = () => { const all = window.held; window.held = null;"
        " for (const [socket, text] of all) socket.send(text); }; }"
    )
    form.locator(SEND).click()
    server.does(roof.juno, "end")
    kim.sees("Ferris is up", "#log")
    kim.page.evaluate("() => window.release()")
    kim.sees("closed", ".refused")
    assert acts(server, roof.director).count("end") == 1


def test_an_undo_counts_from_what_is_shown_and_waits_for_what_was_sent(person, roof):
    kim = person().takes(roof.juno)
    kim.opens("end").evaluate("form => { form.requestSubmit(); document.getElementById('do-undo').click(); }")
    kim.sees("Ferris is up", "#log").settles()
    assert "take back" not in kim.page.locator("#log").inner_text()
    kim.page.locator("#do-undo").click()
    kim.sees(re.compile(r"You\s+take back"), "#log")
