"""Every screen as assistive technology meets it: the rules of axe, and one sentence a view that is said aloud."""

from importlib import resources

import pytest
from browsing import Person, Roof
from looking import Screens, unfolded
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RUN = """async () => (await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  .violations.map((each) => `${each.id}: ${each.nodes.map((one) => one.target).join(', ').slice(0, 200)}`)"""
HEAR = """() => {
  window.heard = [];
  const live = document.querySelectorAll('[role=status], [role=log]:not([aria-live=off]), [aria-live]:not([aria-live=off])');
  const hear = () => heard.push([...live].map((each) => each.textContent).join('|'));
  for (const each of live) new MutationObserver(hear).observe(each, { childList: true, characterData: true, subtree: true });
}"""


def violations(someone: Person) -> list[str]:
    """What axe finds fault with on a page, folded and unfolded."""
    someone.page.evaluate(AXE)
    found = someone.page.evaluate(RUN)
    unfolded(someone)
    return sorted({*found, *someone.page.evaluate(RUN)})


@pytest.fixture(scope="module")
def judged(browser, server):
    """The violations of each screen, by name."""
    people = []

    def comes():
        people.append(Person(browser, server, viewport={"width": 390, "height": 844}, reduced_motion="reduce"))
        return people[-1]

    found = {}
    for name, someone in Screens(server, comes).all():
        found[name] = violations(someone)
        someone.leaves()
    return found


def test_no_screen_breaks_a_rule_of_axe(judged):
    assert {"door", "join", "turn", "director", "sheet", "recap", "pool"} <= judged.keys()
    assert {name: wrong for name, wrong in judged.items() if wrong} == {}


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
            "Waiting for the dice of Juno Marsh",
        ),
        (lambda: server.rolls(roof.juno, 6, 6, 5, 5, 1), "Juno Marsh rolls for Storm Coil: 6 6 5 5 1, 4 successes."),
        (lambda: server.does(roof.juno, "cancel", cancelled=2), "Waiting for Director"),
        (lambda: server.does(roof.director, "defend"), "Waiting for the dice of Director"),
        (lambda: server.rolls(roof.director, 2, 5, 1), "Juno Marsh holds the strain down with 2 successes."),
        (lambda: server.does(roof.juno, "end"), "Ferris, you are up"),
    )
    for at, (step, said) in enumerate(steps, 1):
        step()
        expect(bo.page.get_by_role("status")).to_contain_text(said)
        bo.settles()
        assert bo.page.evaluate("() => heard.length") == at, bo.page.evaluate("() => heard")
