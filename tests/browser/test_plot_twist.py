"""Plot Twist in the browser: a GM and two Heroes through a Combat, and what one holds never stands in another's page."""

import re

import pytest
from alley import FACE_DOWN, HELD, Alley
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
HEADS, TAILS = 2, 1


class Overheard:
    """All that a browser is told: what comes through the socket, and the page as it stands."""

    def __init__(self, someone):
        self.someone, self.frames = someone, []
        someone.page.on(
            "websocket", lambda line: line.on("framereceived", lambda frame: self.frames.append(str(frame)))
        )

    def tells(self, name):
        """Whether a card is named to it, by its name or by its id."""
        heard = "\n".join((*self.frames, self.someone.page.content())).casefold()
        return name.casefold() in heard or name.casefold().replace(" ", "-") in heard


@pytest.fixture
def alley(server):
    """A table that has not begun, faces typed."""
    return Alley(server)


def all_see(people, text, where="#page"):
    for each in people:
        each.sees(text, where)


def test_a_combat_where_what_is_held_stays_hidden(person, alley):
    places = {"gm": alley.gm, "player-1": alley.ann, "player-2": alley.bo}
    people = {seat: person(viewport=PHONE if seat != "gm" else {"width": 1280, "height": 900}) for seat in places}
    overheard = {seat: Overheard(each) for seat, each in people.items()}
    gm, ann, bo = (each.takes(places[seat]) for seat, each in people.items())
    gm.page.get_by_role("button", name="Start at once").click()
    all_see((gm, ann, bo), "Turn 1 at Back Alley", ".screen")
    for each in (gm, ann, bo):
        each.does("pass")

    # What is asked stands in the sign, for on a phone a hand lies before it, and not only who else is up.
    for each in (ann, bo):
        each.sees("Turn 1: the Heroes have Initiative.", "#wait")
        expect(each.page.locator("#wait small")).to_have_css("position", "static")
        expect(each.page.locator("#too")).to_be_hidden()

    # Ann is asked whether she moves, and for each card that she holds why it cannot be played yet.
    ann.does("fight.ann", target="foe")
    all_see((gm, bo), "Ann and Foe", ".screen")
    ann.sees("You and Foe", ".screen")
    all_see((gm, ann, bo), "Distance", ".screen")
    ann.sees("It is for the Maneuver step.", "#g-hand")
    for each in (ann, gm):
        each.does("pass")
    assert {seat for seat in people for name in HELD["player-1"] if overheard[seat].tells(name)} == {"player-1"}
    ann.does("play")
    all_see((gm, bo), "plays Quiet Step", "#log")
    assert {seat for seat in people for name in HELD["gm"] if overheard[seat].tells(name)} == {"gm"}
    gm.does("play")  # and it is answered
    all_see((ann, bo), "plays Cold Plan", "#log")
    for each in (ann, gm):
        each.does("leave")

    # The coins lie in view of everybody, those that count told from those that do not.
    ann.does("attack.ranged", form=":stress")
    gm.sees("Ann makes a Ranged Attack on Foe: how does Foe defend?", "#wait").does("defend", rank="reflexes")
    ann.does("throw")
    gm.does("throw")
    ann.rolls(HEADS, HEADS, TAILS, TAILS)
    gm.rolls(HEADS, HEADS)
    for each in (gm, ann, bo):
        expect(each.page.locator(".screen .coin")).to_have_count(6)
        expect(each.page.locator(".screen .coin.counts")).to_have_count(4)
        each.sees("You have 2 against 2. Respond?" if each is ann else "Ann has 2 against 2. Respond?", "#wait")
    ann.does("raise", n=1)
    gm.sees("Ann has added 1 success: 3 against Foe's 2. Respond?", "#wait").does("stand_by")
    ann.does("throw").rolls(HEADS)
    ann.does("stand_by")
    all_see((gm, bo), "Ann hits Foe", "#log")
    ann.sees(re.compile(r"You\s+hit Foe"), "#log")
    # What came of it and the coins stay in sight beside the next question, on a phone as well.
    for each in (gm, ann, bo):
        each.sees("hit Foe, by 1" if each is ann else "Ann hits Foe, by 1", ".screen")
        expect(each.page.locator(".screen .coin")).to_have_count(7)
    gm.does("leave")
    ann.sees("There is no Attack action left", "#wait")
    for row in ann.page.locator(".screen .side").all():
        expect(row).to_be_in_viewport(ratio=1)
    ann.does("leave")
    for each in (ann, gm):
        each.does("redraw")

    # Bo holds a card that cannot ride on this attack: it is told why, and the attack goes without one.
    bo.does("fight.bo", target="foe")
    for _ in ("movement", "maneuver"):
        for each in (bo, gm):
            each.does("leave")
    bo.sees("It takes Melee Distance.", "#g-hand").does("attack.ranged")
    all_see((gm, ann), "Bo attacks Foe: Ranged.", "#log")
    bo.sees(re.compile(r"You\s+attack Foe: Ranged\."), "#log")
    for name in (*HELD["player-2"], *HELD["gm"][1:], *FACE_DOWN):
        assert {seat for seat in people if overheard[seat].tells(name)} <= {owner(name)}
    assert not overheard["player-2"].tells(HELD["player-1"][1])


def owner(name):
    """The seat that holds a card."""
    return next((seat for seat, held in HELD.items() if name in held), "gm")


def test_on_a_phone_heroes_to_choose_from_are_rows_and_the_chosen_one_says_all_of_itself(person, server):
    gm = server.opens("plot_twist")
    kim = person(viewport=PHONE).takes(server.sits(gm["table"], "player-1", "Kim"))
    server.does(gm, "opening", which=["Rent Due at Midnight"])
    form = kim.opens("hero")
    rows = form.locator(".told > .chip")
    expect(rows.first).to_be_visible()
    kim.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    for nth in range(4):  # the first of them are seen without a scroll, one below the other
        expect(rows.nth(nth)).to_be_in_viewport(ratio=1)
    heights = rows.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert max(heights[1:]) <= 60
    rows.nth(1).click()
    cut = "each => each.scrollWidth > each.clientWidth"
    assert not rows.nth(1).locator(".why").evaluate(cut)
    assert rows.nth(2).locator(".why").evaluate(cut)
