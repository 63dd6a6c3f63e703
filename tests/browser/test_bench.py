"""The card bench in the browser: a wrong card is typed, mended with a tap, seen, tried, shared by its link and opened."""

import re

import pytest
from looking import ALL, COLOURS, violations, wrongs
from playwright.sync_api import expect

from cliffhanger.games.plot_twist.odds.trials import BENCH

pytestmark = pytest.mark.browser
MORE = re.compile(r"(?:[2-9]\d|\d{3}) of 200 fights")
PATH = "/g/plot_twist/bench/cards"
WRONG = BENCH.example.replace('"ranged"', '"range"').replace('class = "inventor"', 'clas = "inventor"')


def text_of(page):
    """What stands in the fields, as one text."""
    return "\n".join(each.input_value() for each in page.locator("#code textarea").all())


def writes(page, text):
    """Everything there is gives way to this text."""
    page.locator("#code textarea").first.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


@pytest.fixture
def bench(person):
    """Somebody at the bench, once its script runs."""

    def sits(width=1280, **options):
        someone = person(viewport={"width": width, "height": 900}, **options).goes(PATH)
        expect(someone.page.locator("#code textarea").first).to_be_visible()
        return someone

    return sits


def test_a_wrong_card_is_mended_seen_tried_and_shared(bench, person):
    kim = bench(fresh=True, permissions=["clipboard-read", "clipboard-write"])
    page = kim.page
    writes(page, WRONG)
    kim.sees("2 lines to mend", "#verdict").sees("range is no attack_type").sees("There is no key clas here")
    kim.sees("Paper Storm", "#drawn").sees("Attack: still open", "#drawn")
    field = page.locator("#code textarea").first
    assert field.get_attribute("aria-invalid") == "true"
    expect(page.locator(f"#{field.get_attribute('aria-describedby')}")).to_contain_text("Line 11.")

    page.get_by_role("button", name="use ranged").click()
    kim.sees("One line to mend", "#verdict").sees("Ranged Attack", "#drawn")
    page.get_by_role("button", name="use class").click()
    kim.sees("It reads well", "#verdict").sees("You throw 2 more coins on attack rolls", "#drawn")
    assert text_of(page) == BENCH.example
    page.keyboard.press("ControlOrMeta+z")
    kim.sees("One line to mend", "#verdict")
    page.get_by_role("button", name="use class").click()

    kim.sees("It reads well", "#verdict").sees("exact", "#try").sees("without it", "#try")
    page.locator("label.chip", has_text="Lost Property").click()
    page.get_by_role("button", name="Toss it once").click()
    kim.sees("Lost Property plays Paper Storm.", "#try")
    page.locator("label.chip", has_text="Meter Reader").click()
    page.get_by_role("button", name="200 fights").click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Go on fighting").click()
    kim.sees(MORE, "#try").sees("Stress dealt", ".came")
    page.get_by_role("button", name="Stop").click()

    page.get_by_role("button", name="Copy a link").click()
    kim.sees("The link is copied", "#said")
    link = page.evaluate("navigator.clipboard.readText()")
    ida = person(viewport={"width": 390, "height": 844})
    ida.page.goto(link)
    ida.sees("Paper Storm", "#drawn").sees("It reads well", "#verdict")
    assert text_of(ida.page) == BENCH.example
    assert not [url for url in ida.fetched if "paper" in url.partition("#")[0]]


@pytest.mark.long
def test_all_the_fights_come_to_their_end_with_what_they_tell(bench):
    kim = bench()
    writes(kim.page, BENCH.example)
    kim.sees("It reads well", "#verdict")
    kim.page.get_by_role("button", name="200 fights").click()
    expect(kim.page.locator("#try")).to_contain_text("200 of 200 fights", timeout=90_000)
    kim.sees("Stress dealt", ".came")


def test_a_link_that_lost_its_end_says_so_and_a_file_is_kept_and_opened(bench, tmp_path):
    kim = bench()
    page = kim.page
    page.wait_for_load_state("networkidle")  # whatever listens is there
    page.evaluate("location.hash = 'c=AAAA'")
    kim.sees("The link has lost a part", "#said")
    writes(page, WRONG)
    kim.sees("2 lines to mend", "#verdict")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as a file").click()
    assert kept.value.suggested_filename == "paper-storm.toml"
    file = tmp_path / "other.toml"
    file.write_text(kept.value.path().read_text("utf-8").replace("Paper Storm", "Paper Gale"), "utf-8")
    page.locator("#file").set_input_files(file)
    kim.sees("Paper Gale", "#drawn")
    file.write_text("#" * 70_000)
    page.locator("#file").set_input_files(file)
    kim.sees("too large", "#said")
    assert "Paper Gale" in text_of(page)


def test_the_caret_goes_through_the_faults_as_through_one_text(bench):
    kim = bench()
    page = kim.page
    writes(page, WRONG)
    kim.sees("2 lines to mend", "#verdict")
    page.locator("#code textarea").first.focus()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.type("# here\n")
    assert 'attack_type = "range"\n# here\ncost' in text_of(page)
    page.keyboard.press("ArrowLeft")
    for _ in "# here\n":
        page.keyboard.press("Backspace")
    assert 'attack_type = "range"\ncost' in text_of(page)
    kim.sees("2 lines to mend", "#verdict")


@pytest.mark.parametrize("width", [320, *(pytest.param(each, marks=pytest.mark.long) for each in (390, 1280))])
def test_nothing_is_wrong_with_it_at_any_width_by_day_and_by_night(bench, width):
    kim = bench(width)
    page = kim.page
    writes(page, WRONG)
    kim.sees("2 lines to mend", "#verdict")
    for scheme, rules in (("light", ALL), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        assert wrongs(kim) == {}
        assert width != 390 or violations(kim, rules) == []


def test_where_the_caret_stands_in_a_word_it_is_told_and_leads_to_its_page(bench):
    kim = bench(320)
    page = kim.page
    kim.sees("Put the caret into a word", "#about")
    page.locator("#code textarea").first.focus()
    writes(page, BENCH.example + "\n# on_hit")
    page.keyboard.press("ArrowLeft")
    kim.sees("on_hit", "#about")
    page.locator("#about a").first.click()
    expect(page.locator(":target")).to_contain_text("on_hit")
    assert wrongs(kim) == {}
    assert violations(kim) == []


def test_without_script_it_is_a_form(person):
    kim = person(java_script_enabled=False).goes(PATH)
    page = kim.page
    page.locator("#text").fill(WRONG)
    page.locator("#look").click()
    kim.sees("2 lines to mend", "#verdict")
    page.get_by_role("button", name="use ranged").click()
    kim.sees("One line to mend", "#verdict").sees("Ranged Attack", "#drawn")
    page.locator("#toss").click()
    kim.sees("plays Paper Storm", "#try")
    page.locator("#fights").click()
    kim.sees("10 of 200 fights", "#try")
