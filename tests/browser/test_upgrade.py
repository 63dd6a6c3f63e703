"""A page that outlives its server: the next one has other scripts, and the page fetches them, once, with all that was begun."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from browsing import Person, Roof, Server
from playwright.sync_api import expect

import cliffhanger
from cliffhanger.web.page import assets

pytestmark = pytest.mark.browser
MARK = '\ndocument.documentElement.dataset.upgraded = "";\n'
PARDONS = ("ERR_CONNECTION_REFUSED",)


@pytest.fixture
def mortal(tmp_path):
    """A server that a test may kill."""
    server = Server(tmp_path / "tables").start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory):
    """A folder with this package in it, as of a later day: its script says so on the page."""
    folder, own = tmp_path_factory.mktemp("later"), Path(cliffhanger.__file__).parent
    shutil.copytree(own, folder / "cliffhanger", copy_function=os.symlink)
    script = folder / "cliffhanger" / "web" / "static" / "cliffhanger.js"
    script.unlink()
    script.write_text((own / "web" / "static" / "cliffhanger.js").read_text() + MARK)
    return folder


def upgrades(server: Server, folder: Path) -> None:
    """Start the server of a folder in the place of one that was killed."""
    server.env["PYTHONPATH"] = os.pathsep.join((str(folder), server.env["PYTHONPATH"]))
    server.start()


def loads(person: Person) -> list[str]:
    """What a page fetches as a document from now on."""
    found: list[str] = []
    person.page.on("request", lambda request: request.is_navigation_request() and found.append(request.url))
    return found


def test_a_page_left_open_over_an_upgrade_fetches_the_new_script_and_plays_on(browser, mortal, upgraded):
    roof, other = Roof(mortal), Roof(mortal)
    kim, bo, ida = (Person(browser, mortal).takes(place) for place in (roof.juno, roof.ferris, other.ferris))
    goal = kim.opens("check").locator('[name="p.goal"]')
    goal.fill("hang on")
    before, loaded = len(mortal.lines(other.director)), [loads(each) for each in (kim, bo, ida)]
    mortal.kill()
    goal.press_sequentially(" by one hand")
    expect(ida.page.locator("#lost")).to_be_visible()
    ida.page.locator("#do-pause").click()
    expect(ida.page.locator("form:has(#do-pause)")).to_have_attribute("aria-busy", "true")
    upgrades(mortal, upgraded)

    for each in (kim, bo, ida):
        expect(each.page.locator("html[data-upgraded]")).to_be_attached()
        each.sees("Juno Marsh", "#wait" if each is not ida else "#page")
    expect(goal).to_have_value("hang on by one hand")
    expect(goal).to_be_visible()
    expect(goal).to_be_focused()
    expect(ida.page.locator("#halt")).to_be_visible()
    put = [line["input"]["kind"] for line in mortal.lines(other.director)[before:]]
    assert put.count("pause") == 1

    kim.does("end")
    for each in (kim, bo, ida):
        if each is not ida:
            each.sees("Ferris", "#wait")
        each.pardons = PARDONS
        each.leaves()
    assert [len(each) for each in loaded] == [1, 1, 1]


@pytest.mark.long
def test_a_page_that_stays_what_it_was_loads_itself_once_and_plays_on(browser, mortal):
    roof = Roof(mortal)
    kim = Person(browser, mortal)
    versions = []

    def between(line):
        """As where a cache gives out the old page for ever, or two servers stand behind one address."""
        server = line.connect_to_server()

        def hears(text):
            frame = json.loads(text)
            if frame["do"] == "hello":
                versions.append(frame["version"])
                if frame["version"]:
                    line.close(code=4409, reason="0123456789ab")
                    return
            server.send(text)

        line.on_message(hears)

    kim.page.route_web_socket(re.compile("/ws$"), between)
    loaded = loads(kim)
    kim.takes(roof.juno).sees("Juno Marsh", "#wait")
    kim.does("end").sees("Ferris", "#wait")
    assert len(loaded) == 2
    assert versions == [assets.version(), assets.version(), ""]
    kim.page.reload()
    kim.sees("Ferris", "#wait")
    assert len(loaded) == 3
    kim.leaves()
