"""Bots at reading pace on the page: one line for what they did, the next, all up to oneself, and a step back in the log."""

import pytest
from browsing import Person, Server
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def slow(tmp_path_factory):
    """A server where bots take their time."""
    running = Server(tmp_path_factory.mktemp("pace") / "tables", pace="slow").start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def ada(browser, slow):
    """Somebody alone on a phone among bots, who has just attacked."""
    someone = Person(browser, slow, viewport=PHONE).goes("/")
    someone.page.locator("#alone-blockbuster").click()
    someone.sees("you are up", "#wait")
    expect(someone.page.locator("#pace")).to_have_count(0)  # a question of one's own comes before what bots do
    someone.page.locator(".tray .next:visible").first.click()
    pressed = "() => document.querySelector('#pace')"
    someone.page.wait_for_function(pressed)
    yield someone
    someone.leaves()


def test_what_a_bot_does_is_one_line_and_the_next_comes_when_it_is_asked_for(ada):
    beat, log = ada.page.locator("#beat"), ada.page.locator("#log li")
    expect(beat).to_be_in_viewport()
    for name in ("#do-before", "#do-far", "#do-on"):
        expect(ada.page.locator(name)).to_be_in_viewport(ratio=1)
    before = log.count()
    ada.page.locator("#do-on").click()
    ada.page.wait_for_function(
        "before => document.querySelectorAll('#log li').length > before", arg=before, timeout=2_500
    )


def test_skip_to_me_brings_the_next_question_and_a_second_tap_answers_nothing(ada):
    ada.page.locator("#do-far").click()
    ada.page.wait_for_function("() => document.title[0] === '\\u25cf'")
    expect(ada.page.locator("#pace")).to_have_count(0)


def test_a_second_tap_of_two_on_next_does_not_answer_what_came_in_its_place(ada):
    sent = []
    ada.page.on("websocket", lambda line: line.on("framesent", sent.append))
    # The page believes that the bots were let go this very moment, and a question stands there already.
    ada.page.locator("#do-far").click()
    ada.page.wait_for_function("""() => {
      const form = document.querySelector("#tray form[data-do=act]");
      if (!form) return false;
      performance.now = () => 0;
      form.requestSubmit();
      return !document.querySelector("form[aria-busy]");
    }""")


def test_one_step_back_reads_the_log_and_the_newest_view_stays(ada):
    told, *shown, said = ada.page.evaluate("""async () => {
      const back = new URL("story.js", document.querySelector("script[type=module]").src);
      await import(back);
      const beat = document.getElementById("beat"), shown = [beat.textContent];
      for (let n = 0; n < 2; n += 1) {
        document.getElementById("do-before").click();
        await import(back);
        await Promise.resolve();
        shown.push(beat.textContent);
      }
      const told = [...document.querySelectorAll("#log li")].map((each) => each.textContent);
      return [told, ...shown, document.getElementById("said").textContent];
    }""")
    assert len(set(shown)) == 3
    assert said == shown[-1]
    for back, line in zip(shown[1:], told[-2:-4:-1], strict=True):
        assert back.replace(" ", "")[:20] == line.replace(" ", "")[:20]
    ada.page.locator("#do-on").click()
    expect(ada.page.locator("#beat", has_text=said)).to_have_count(0)  # another, or none where one is asked by now


def test_a_tap_on_the_stage_is_a_tap_on_next(ada):
    before = ada.page.locator("#log li").count()
    ada.page.wait_for_function("() => !document.getAnimations().length")
    ada.page.locator(".stage").click(position={"x": 30, "y": 30})
    ada.page.wait_for_function(
        "before => document.querySelectorAll('#log li').length > before", arg=before, timeout=2_500
    )


def test_at_once_has_no_such_line(person):
    bo = person(viewport=PHONE).goes("/")
    bo.page.locator("#alone-blockbuster").click()
    bo.sees("you are up", "#wait")
    bo.page.locator(".tray .next:visible").first.click()
    bo.settles()
    expect(bo.page.locator("#pace")).to_have_count(0)
