"""Dice that fall: each time new ones lie there, where one sees it, and not for those who want it still."""

import pytest
from alley import Alley
from browsing import SEND, Roof, Stair, Supper
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
WATCH = """() => {
  window.fell = [];
  addEventListener("animationstart", (event) => {
    if (event.animationName !== "fall") return;
    // Judged as it is painted, once the page has turned to them: an observer measures all three in the frame itself, where a task
    // of its own may come after the next view has been put in and before the page has turned to it.
    const [row, stage, top] = [event.target.closest(".dice"), event.target.closest(".stage"), document.getElementById("top")];
    const painted = new IntersectionObserver((all) => {
      painted.disconnect();
      if (!event.target.isConnected) return;
      const at = (one) => all.find(({ target }) => target === one).boundingClientRect;
      const [above, below] = [Math.max(0, at(stage).top, at(top).bottom), Math.min(innerHeight, at(stage).bottom)];
      fell.push(at(row).top >= above - 1 && at(row).bottom <= below + 1);
    });
    for (const each of [row, stage, top]) painted.observe(each);
    window.longest = Math.max(window.longest || 0, ...document.getAnimations().filter((each) => each.effect.target.closest(".fall"))
      .map((each) => each.effect.getComputedTiming().endTime));
    const where = () => JSON.stringify(event.target.getBoundingClientRect());
    const before = where();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.moved = (window.moved || 0) + (where() !== before); }));
  }, true);
}"""


def watched(someone):
    """Somebody whose dice are watched from here on: those that lay there when the page came have fallen."""
    someone.page.evaluate(WATCH)
    someone.page.wait_for_function(
        "() => !document.getAnimations().some((each) => each.effect.target.closest('.fall'))"
    )
    falls(someone)
    return someone


def falls(someone, least=0):
    """Which dice have begun to fall since this was asked last, so many at least: whether each was in view."""
    someone.page.wait_for_function("least => fell.length >= least", arg=least)
    someone.page.wait_for_timeout(100)
    return someone.page.evaluate("() => fell.splice(0)")


def test_dice_fall_with_every_throw_in_view_and_only_then(person, server, roof):
    bo = watched(person(viewport=PHONE, reduced_motion="no-preference").takes(roof.ferris))
    began = server.view(roof.director)["n"]
    for n in range(2):  # the same faces again are another throw
        bo.page.evaluate("scrollTo({ top: 900, behavior: 'instant' })")
        server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
        server.rolls(roof.juno, 6, 6, 5, 5, 1)
        expect(bo.page.locator(".screen .fall")).to_have_count(1)
        assert falls(bo, 5) == [True] * 5
        server.does(roof.juno, "cancel", cancelled=2)  # they lie there still
        bo.sees("2 successes against the strain")
        assert falls(bo) == []
        server.does(roof.director, "defend")
        server.rolls(roof.director, 2, 5, 1)
        expect(bo.page.locator(".screen .fall")).to_have_count(2)
        assert falls(bo, 3) == [True] * 3
        if not n:
            server.puts(roof.director, do="undo", to=began)
            bo.settles()
            falls(bo, 1)  # the dice for the order are seen again


TEN = 10


def attacks(server):
    """On the roof: an attack, whose dice fall in sight of Ferris."""
    roof = Roof(server)

    def throws():
        server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
        server.rolls(roof.juno, 6, 6, 5, 5, 1)

    return roof.director, roof.ferris, throws


def climbs(server):
    """On the stair: a climb, in sight of Osk."""
    stair = Stair(server).tries(server)

    def throws():
        server.does(stair.ione, "roll")
        server.rolls(stair.ione, 9, 8, 7, 3, 2, 1)

    return stair.gm, stair.osk, throws


def argues(server):
    """At supper: somebody's pool, in sight of Eli."""
    supper = Supper(server).wants(server)

    def throws():
        server.does(supper.tamsin, "roll")
        dice = server.view(supper.tamsin)["waiting"]["dice"]
        server.rolls(supper.tamsin, *(1 + n % 3 for n in range(len(dice))))

    return supper.watchtower, supper.eli, throws


def tosses(server, defence=(2, 2)):
    """In the alley: coins for an attack, in sight of Bo."""
    alley = Alley(server, undo="master").fights(server)
    for place in (alley.ann, alley.gm):
        server.does(place, "leave")
    server.does(alley.ann, "attack.ranged", form=[":stress"])
    server.does(alley.gm, "defend", rank=["reflexes"])

    def throws():
        for place in (alley.ann, alley.gm):
            server.does(place, "throw")
        server.rolls(alley.ann, 2, 2, 1)
        server.rolls(alley.gm, *defence)

    return alley.gm, alley.bo, throws


def hits(server):
    """The same, and no tie: what is asked at once is how many coins more its damage is worth."""
    return tosses(server, (2, 1))


@pytest.mark.parametrize(
    "scene", [attacks, tosses, *(pytest.param(each, marks=pytest.mark.long) for each in (climbs, argues, hits))]
)
def test_in_each_of_ten_throws_dice_are_seen_moving_and_lie_within_700_ms(person, server, scene):
    master, friend, throws = scene(server)
    bo = watched(person(viewport=PHONE, reduced_motion="no-preference").takes(friend))
    began = server.view(master)["n"]
    for n in range(TEN):
        if n:
            server.puts(master, do="undo", to=began)
            bo.settles()
        throws()
        seen = falls(bo, 1)
        assert len(seen) > 1
        assert all(seen[:2]), (n, seen)
        assert bo.page.evaluate("() => moved") > n
        assert bo.page.evaluate("() => longest") <= 700


@pytest.mark.parametrize(("width", "height"), [(390, 844), pytest.param(320, 568, marks=pytest.mark.long)])
@pytest.mark.parametrize("defence", [(2, 2), (2, 1)])
def test_the_coins_of_both_sides_fall_once_and_in_view_of_whoever_fights_and_whoever_looks_on(
    person, server, width, height, defence
):
    alley = Alley(server).fights(server)
    alley.attacks(server, strikes=False)
    people = [
        watched(person(viewport={"width": width, "height": height}, reduced_motion="no-preference").takes(each))
        for each in (alley.ann, alley.bo)
    ]
    for place in (alley.ann, alley.gm):
        server.does(place, "throw")
    server.rolls(alley.ann, 2, 2, 1)
    server.rolls(alley.gm, *defence)
    for each in people:
        assert falls(each, 5) == [True] * 5
    if defence == (2, 2):
        server.does(alley.ann, "raise", n=1)  # and the tie is a hit: they have fallen
    else:
        server.does(alley.ann, "throw")
        server.rolls(alley.ann, 2)
    more = [True] if defence == (2, 1) else []  # the coin of damage, and no other
    for each in people:
        each.settles()
        assert falls(each, len(more)) == more


def test_struck_dice_look_like_the_others_and_the_headline_waits_until_all_lie_and_a_tap_lets_them_lie(
    person, server, roof
):
    bo = person(viewport=PHONE, reduced_motion="no-preference").takes(roof.ferris)
    # Held where it is half done, as a slow eye would see it.
    bo.page.evaluate("""() => addEventListener("animationstart", () => {
        for (const each of document.getAnimations()) { each.currentTime = 500; each.pause(); }
    }, true)""")
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    struck = bo.page.locator(".screen .fall .struck").first
    expect(struck.locator(".was")).to_have_css("opacity", "1")
    # Looked up and read at once: figures that come meanwhile draw the dice anew.
    colours = """() => [".struck", ".counts"].map((each) =>
        getComputedStyle(document.querySelector(`.screen .fall ${each}`)).color)"""
    lively, counting = bo.page.evaluate(colours)
    assert lively == counting != ""
    headline = bo.page.locator("#stage .said")
    expect(headline).to_have_css("opacity", "0")  # what they come to is not told before
    bo.page.mouse.click(200, 300)
    expect(struck.locator(".was")).to_have_css("opacity", "0")
    assert bo.page.evaluate(colours)[0] not in (lively, "")
    expect(headline).to_have_css("opacity", "1")
    assert bo.page.evaluate("() => document.getAnimations().length") == 0


def test_whoever_is_at_another_place_stays_there_and_sees_the_dice_fall_once_when_they_come_back(person, server, roof):
    bo = person(viewport=PHONE, reduced_motion="no-preference").takes(roof.ferris).at("story")
    bo.page.evaluate(WATCH)
    read = "() => document.elementFromPoint(195, 300).closest('#log > li').id"
    line = bo.page.evaluate(read)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    bo.sees("Storm Coil", "#log")
    assert falls(bo) == []
    assert bo.page.locator("#at-story").is_checked()
    assert bo.page.evaluate(read) == line  # what is being read stays under the eye
    bo.at("scene")
    assert len(falls(bo, 5)) == 5
    bo.page.wait_for_function("() => !document.getAnimations().length")
    bo.at("story").at("scene")
    bo.page.wait_for_timeout(50)
    assert bo.page.evaluate("() => document.getAnimations().length") == 0


def test_dice_lie_there_at_once_for_those_who_want_it_still(person, server, roof):
    bo = person(viewport={"width": 390, "height": 844}, reduced_motion="reduce").takes(roof.ferris)
    bo.page.evaluate(WATCH)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    expect(bo.page.locator(".screen .fall")).to_have_count(1)
    assert falls(bo) == []


def test_the_first_roll_is_seen_the_dice_of_each_side_and_who_goes_first(person, server):
    director = server.opens(seats=2)
    place = server.sits(director["table"], "juno_marsh", "Kim")
    server.does(director, "open.soup_is_served", present=["juno_marsh", "ludo", "the_porter"])
    kim = person(viewport={"width": 390, "height": 844}, reduced_motion="no-preference").takes(place)
    kim.page.evaluate(WATCH)
    server.does(director, "all")
    kim.form("defense").locator(SEND).click()
    kim.rolls(6, 6, 5, 5, 1)
    expect(kim.page.locator(".screen .fall")).to_have_count(1)
    assert falls(kim, 5) == [True] * 5  # before others throw: theirs are where one looks next
    server.rolls(director, 5, 1, 1)
    server.rolls(director, 1, 1, 1)
    kim.sees("You go first", ".screen")
    expect(kim.page.locator(".screen .fall")).to_have_count(3)
    assert len(falls(kim, 6)) == 6
    expect(kim.page.locator(".screen .verdict")).to_be_in_viewport()
