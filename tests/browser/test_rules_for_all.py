"""A page as assistive technology meets it: axe finds what is wrong, and of each view one sentence is said aloud."""

import pytest
from browsing import Roof
from looking import violations
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
HEAR = """() => {
  window.heard = [];
  const live = document.querySelectorAll('[role=status], [role=log]:not([aria-live=off]), [aria-live]:not([aria-live=off])');
  const hear = () => heard.push([...live].map((each) => each.textContent).join('|'));
  for (const each of live) new MutationObserver(hear).observe(each, { childList: true, characterData: true, subtree: true });
}"""


def test_axe_finds_what_is_wrong(person):
    someone = person()
    someone.page.set_content("<main><ol role=log><li>one</li></ol><img src='data:,'></main>")
    assert {each.partition(":")[0] for each in violations(someone)} >= {"image-alt", "page-has-heading-one"}


def test_of_each_view_one_sentence_is_said_aloud(person, server):
    roof = Roof(server)
    bo = person().takes(roof.ferris)
    bo.sees("Waiting for Juno Marsh", "#wait")
    expect(bo.page.get_by_role("status")).to_have_count(1)
    expect(bo.page.get_by_role("log")).to_have_attribute("aria-live", "off")
    bo.page.evaluate(HEAR)
    steps = (
        (
            lambda: server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"]),
            "Juno Marsh is to roll",
        ),
        (lambda: server.rolls(roof.juno, 6, 6, 5, 5, 1), "Juno Marsh rolls for Storm Coil: 6 6 5 5 1, 4 successes."),
        (lambda: server.does(roof.juno, "cancel", cancelled=2), "Waiting for Director"),
        (lambda: server.does(roof.director, "defend"), "Director is to roll"),
        (lambda: server.rolls(roof.director, 2, 5, 1), "Juno Marsh holds the strain down with 2 successes."),
        (lambda: server.does(roof.juno, "end"), "Ferris, you are up"),
    )
    for at, (step, said) in enumerate(steps, 1):
        step()
        expect(bo.page.get_by_role("status")).to_contain_text(said)
        bo.settles()
        assert bo.page.evaluate("() => heard.length") == at, bo.page.evaluate("() => heard")
