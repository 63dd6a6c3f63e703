"""Untold in the browser: a Game Master and two players through whole checks, in the same words on all pages."""

import re
from io import BytesIO

import pytest
from browsing import Stair, assert_same_but_for_the_reader, lines_of
from playwright.sync_api import expect
from pypdf import PdfReader

pytestmark = pytest.mark.browser


@pytest.fixture
def stair(server):
    """A scene under way, faces typed: the Game Master, Ione Wake and Osk Tallow, below the lamp."""
    return Stair(server)


@pytest.fixture
def everybody(person, stair):
    """Their three pages."""
    return [person().takes(place) for place in (stair.gm, stair.ione, stair.osk)]


@pytest.fixture(scope="module")
def place(server):
    """A table where all five are."""
    return server.opens("untold", seats=6)


def all_see(people, text, where="#page"):
    for each in people:
        each.sees(text, where)


def test_a_check_from_its_declaration_to_its_outcome(stair, everybody):
    gm, ione, osk = everybody
    ione.does("check", goal=stair.GOAL, skill="climbing", relies="strength.sure_footed")
    gm.sees(f"Ione Wake tries: {stair.GOAL}. How hard is it?", "#wait")
    gm.does("set", base=5)

    # What points would make of the pool and of the difficulty is shown before anything is spent, to the others too.
    form = ione.opens("roll")
    for points, means, told in (
        (8, "16 dice more, difficulty 6: you tire", "22 dice for 8 points of exertion"),
        (1, "2 dice more, difficulty 5", "8 dice for a point of exertion"),
    ):
        ione.chooses(form, "exertion", points)
        expect(form.locator(".means")).to_have_text(means)
        for each in (gm, osk):
            each.sees(f"Ione Wake rolls {told}.", "#others")
    expect(form.locator(".chance .num")).to_contain_text("%")
    form.locator("button.next").click()
    ione.rolls(12, 9, 8, 7, 3, 1, 1, 1)
    ione.does("pass", to="osk_tallow")
    all_see(everybody, "2 short: 3 of 5.", ".screen")
    all_see(everybody, "1 boon die waiting", "#g-party")

    # A Villain Point moves the difficulty under the player's hand: the push is asked about anew, as far as it was built.
    push = ione.opens("push")
    expect(push.locator(".means")).to_have_text("2 dice more, difficulty 5")
    ione.chooses(push, "exertion", 2)
    gm.sees("Ione Wake pushes with 4 dice for 2 points of exertion.", "#others")
    gm.does("numbers", use="harder")
    all_see(everybody, "4 short: 3 of 7.", ".screen")
    expect(push.locator(".means")).to_have_text("4 dice more, difficulty 7")
    gm.sees("Ione Wake pushes with 4 dice for 2 points of exertion.", "#others")
    ione.does("push").rolls(12, 9, 4, 1)
    ione.does("boon").rolls(10)
    all_see(everybody, "2 short: 5 of 7.", ".screen")

    ione.does("twelve")
    ione.does("boon").rolls(8)
    all_see(everybody, "8 successes, 7 needed", ".screen")
    ione.does("accept")
    all_see(everybody, f"it with 8 successes, 7 needed, 1 snag, 3 boons: {stair.GOAL}.", "#log")
    ione.sees("You make it with 8 successes", "#log")
    assert_same_but_for_the_reader([lines_of(each) for each in everybody])
    logs = [each.told()[-12:] for each in everybody]
    assert_same_but_for_the_reader(logs)
    assert any("a Villain Point: two successes more are needed." in line for line in logs[0])


def test_the_stepper_counts_by_its_buttons_and_every_figure_follows(person, server, stair):
    stair.tries(server)
    ione = person(viewport={"width": 390, "height": 844}).takes(stair.ione)
    form = ione.opens("roll")
    field, chance = form.locator('[name="p.exertion"]'), form.locator(".chance")
    less, more = (form.get_by_role("button", name=re.compile(f": one {word}$")) for word in ("less", "more"))
    seen = []
    for button, count, means in (
        (more, 1, "2 dice more, difficulty 5"),
        (more, 2, "4 dice more, difficulty 5"),
        (more, 3, "6 dice more, difficulty 5"),
        (less, 2, "4 dice more, difficulty 5"),
    ):
        button.click()
        expect(field).to_have_value(str(count))
        expect(form.locator(".means")).to_have_text(means)
        ways = [
            "the one" if count == 1 else f"all {count}",
            *(f"{now} now and {count - now} held" for now in range(1, count)),
        ]
        expect(form).to_contain_text(re.compile(f"at best: ({'|'.join(ways)}) "))
        seen.append(chance.inner_text())
    assert seen[1] == seen[3]
    assert len(set(seen)) == 3
    expect(chance).to_contain_text(re.compile(r"spend one more point: \d+\s% → \d+\s%"))
    expect(form).to_contain_text("snags on average")
    # The line of a headline is as low as its letters: the tail of a g is not cut off.
    low = "e => parseFloat(getComputedStyle(e).paddingBlockEnd) / parseFloat(getComputedStyle(e).fontSize)"
    assert ione.page.locator(".stage .verdict").first.evaluate(low) > 0.1
    form.locator("summary", has_text="All outcomes").click()
    expect(form.locator("details[open]")).to_contain_text("2 points, 10 dice, DL 5")
    for _ in range(3):
        less.click()
    expect(field).to_have_value("0")
    expect(chance).to_contain_text(
        re.compile(r"spend one more point: 19\s% → \d\d\s%")
    )  # a poor roll is not the lit one
    expect(form.locator("button.next.unlit")).to_have_count(1)


def test_a_point_says_what_the_use_that_is_chosen_is_worth_to_who_spends_it(person, server, stair):
    stair.tries(server, 3)
    server.does(stair.ione, "roll", exertion=0)
    server.rolls(stair.ione, 9, 8, 2, 2, 2, 2)
    gm, ione = (person().takes(place) for place in (stair.gm, stair.ione))
    for who, words, rows in (
        (ione, "it is made", (("easier", "100"), ("harder", "0"), ("plus", "100"), ("minus", "0"))),
        (gm, "they fall short", (("easier", "0"), ("harder", "100"))),
    ):
        form = who.opens("numbers")
        for use, worth in rows:
            who.chooses(form, "use", use)
            expect(who.sends(form).first).to_contain_text(re.compile(rf"{worth}\s*%\s*{words}"))


def test_skills_stand_under_their_broad_ones_and_the_best_of_them_first(person, stair):
    ione = person(viewport={"width": 390, "height": 844}).takes(stair.ione)
    groups = ione.opens("check").locator("select optgroup")
    labels = groups.evaluate_all("all => all.map((each) => each.label)")
    assert (labels[:2], len(labels)) == (["The best of them", "Athletics"], 18)
    for group in (groups.nth(0), groups.nth(1)):
        expect(group.locator("option").first).to_contain_text("Climbing 6")
    # Two taps and nothing to scroll: the list opens at its head, where what she is best at stands.
    best = groups.nth(0).locator("option").all_inner_texts()
    assert [each.partition(",")[0] for each in best[:2]] == ["Climbing 6", "Lookout 5"]
    assert len(best) == 9


def test_every_house_rule_shows_the_ruling_behind_it(person, server, place):
    someone = person().goes(f"/t/{place['table']}/house")
    ruling = someone.page.locator("#why-penalty_timing")
    ruling.locator("summary").click()
    expect(ruling.locator("p")).to_be_visible()
    assert someone.page.locator("fieldset.switch details.law").count() == 26


def test_a_mixed_success_stands_when_the_other_side_lets_it_and_anyone_may_say_what_went_wrong(
    server, stair, everybody
):
    gm, ione, osk = everybody
    stair.tries(server, 3)
    ione.does("roll", exertion=0).rolls(12, 9, 3, 1, 1, 1)
    ione.does("boon").rolls(12)
    all_see(everybody, "a Hero Point: a 12 on a boon die.", "#log")
    ione.does("decline")
    all_see(everybody, "One short: 2 of 3.", ".screen")
    ione.does("mixed")
    gm.sees("makes it with a setback, 2 of 3. Do you let it stand?", "#wait")
    gm.does("confirm")
    all_see(everybody, "One short, and it works: 3, less 1 for a 1: 2 of 3.", ".screen")

    tale = osk.opens("suggest")
    snag = tale.locator("label.chip", has_text=re.compile("snag", re.IGNORECASE)).first
    osk.chooses(tale, "tale", snag.locator("input").get_attribute("value"))
    osk.chooses(tale, "text", "The rope has begun to fray")
    tale.locator("button.next").click()
    all_see(everybody, "The rope has begun to fray", "#g-tales")
    told = gm.page.locator('form[data-key="tell"]', has_text="The rope has begun to fray")
    gm.unfolds(told)
    told.locator("button.next").click()
    all_see(everybody, "a snag: The rope has begun to fray.", "#log")


def test_what_is_not_possible_says_why_and_what_is_refused_names_its_rule(person, server, stair):
    gm, ione = (person().takes(place) for place in (stair.gm, stair.ione))
    stair.tries(server)
    ione.page.locator("#tray summary", has_text="not possible now").click()
    ione.sees("For a skill of the body Endurance pays, then Vitality.", "#tray")
    form = ione.opens("roll")
    field = form.locator('[name="p.exertion"]')
    field.evaluate("each => { each.max = 99; each.value = 40; }")
    form.locator("button.next").click()
    expect(ione.page.locator(".refused")).to_contain_text(re.compile(r"21.*\(UN-\w+-\d+\)"))
    assert "rolls" not in ione.told()[-1]
    field.fill("0")
    form.locator("button.next").click()
    ione.rolls(9, 8, 3, 2, 2, 2)
    ione.page.locator("#tray summary", has_text="not possible now").click()
    ione.sees("A mixed success is for exactly one short; this is 3.", "#tray")
    gm.does("numbers", use="harder")
    ione.sees("5 short: 2 of 7.", ".screen")  # her choices are new ones from here on
    ione.opens("numbers")
    ione.sees("a Hero Point does not cancel it. Use yours another way. (UN-VIL-05)", "#tray")


def test_strain_shows_what_it_costs_and_rest_gives_it_back(person, stair):
    both = gm, ione = [person().takes(place) for place in (stair.gm, stair.ione)]
    gm.does("strain", whom="ione_wake", amount=9, why="the cold")
    all_see(both, "difficulty +1", "#g-party")
    ione.sees("Together: difficulty +1, initiative +1.")
    ione.does("rest")
    gm.sees("Ione Wake rests, for Endurance.", "#log")
    ione.sees("You rest, for Endurance.", "#log")
    gm.does("clock", minutes=60)
    gm.sees("Ione Wake recovers 4 Endurance.", "#log")
    ione.sees("You recover 4 Endurance.", "#log")
    ione.sees("5 of 14")


def test_the_game_master_has_the_villain_points_in_sight_on_a_phone(person, server, stair):
    stair.tries(server)
    gm = person(viewport={"width": 390, "height": 844}).takes(stair.gm)
    points = gm.page.locator("#g-villainy")
    expect(points).to_contain_text("1 Villain Point")
    box, tray = points.bounding_box(), gm.page.locator("#tray").bounding_box()
    assert box["y"] + box["height"] < tray["y"] < 844


def test_alone_by_one_tap(person):
    someone = person(viewport={"width": 390, "height": 844}).goes("/")
    someone.page.get_by_role("button", name="Play Untold").click()
    expect(someone.page.locator("main.table")).to_be_visible()
    expect(someone.page.locator("#tray .next").first).to_be_visible()


@pytest.mark.parametrize(
    "hero",
    [
        "ione_wake",
        "sister_velle",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("osk_tallow", "mirre", "dorn_hask")),
    ],
)
def test_a_sheet_is_printed_on_one_page(person, server, place, hero):
    someone = person().goes(f"/t/{place['table']}/sheet/{hero}")
    for paper in ("A4", "Letter"):
        printed = PdfReader(BytesIO(someone.page.pdf(format=paper, print_background=True, prefer_css_page_size=False)))
        assert len(printed.pages) == 1, paper
    words = printed.pages[0].extract_text().casefold()
    assert all(each in words for each in ("endurance", "skills", "moral code", "notes"))


def test_at_the_end_of_a_page_a_second_tap_at_the_same_spot_is_on_the_same_button(person, server):
    """The dock grows with the dice, and the page is longer for it before it is scrolled."""
    stair = Stair(server, title="The Salt Stair").tries(server)
    ione = person(viewport={"width": 390, "height": 844}).takes(stair.ione)
    form = ione.opens("roll")
    expect(form.locator(".chance")).to_contain_text("%")
    ione.settles()
    ione.page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    more = form.get_by_role("button", name=re.compile(": one more$"))
    at = more.bounding_box()
    for count in (1, 2):
        ione.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        expect(form.locator(".dock")).to_contain_text(f"this takes {count}")
        ione.settles()
    assert abs(more.bounding_box()["y"] - at["y"]) < at["height"] / 3
