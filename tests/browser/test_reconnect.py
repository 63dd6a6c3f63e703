"""A server that dies under a page: the page keeps its view, says so, and is right again by itself."""

import asyncio
import contextlib
import http.client
import json
import re
import signal
import sys
import threading
import time
from pathlib import Path
from secrets import token_hex

import apsw
import pytest
from browsing import Person, Roof, Server
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).parents[1] / "web" / "server"))
from proxy import Proxy

pytestmark = pytest.mark.browser


@pytest.fixture
def mortal(tmp_path):
    """A server that a test may kill."""
    server = Server(tmp_path / "tables").start()
    yield server
    server.kill()


def test_a_killed_server_comes_back_and_what_was_put_meanwhile_is_done_once(browser, mortal):
    roof = Roof(mortal)
    kim = Person(browser, mortal).takes(roof.juno)
    ada = Person(browser, mortal).takes(roof.director)
    kim.sees("Juno Marsh", "#wait")
    before = len(mortal.lines(roof.director))

    mortal.kill()
    expect(kim.page.locator("#lost")).to_be_visible()
    kim.sees("No connection", "#lost")
    kim.sees("In the scene, Roof of car 7", "#log")  # the last view stays
    assert kim.page.locator("#dot").get_attribute("aria-label").startswith("No connection.")
    kim.does("end")
    expect(kim.page.locator('form[data-key="end"]')).to_have_attribute("aria-busy", "true")

    mortal.start()
    for each in (kim, ada):
        expect(each.page.locator("#lost")).to_be_hidden()
        each.sees("Ferris is up", "#log")
        each.sees("Ferris", "#wait")
        assert each.page.locator("#dot").get_attribute("aria-label") == "connected"
    acts = [line["input"] for line in mortal.lines(roof.director)[before:] if line["input"]["kind"] == "act"]
    assert [(act["seat"], act["key"]) for act in acts] == [("juno_marsh", "end")]

    mortal.kill()  # and again: it is not luck
    expect(kim.page.locator("#lost")).to_be_visible()
    mortal.start()
    expect(kim.page.locator("#lost")).to_be_hidden()
    kim.sees("Ferris is up", "#log")
    for each in (kim, ada):
        each.pardons = ("ERR_CONNECTION_REFUSED",)
        each.leaves()


class Front(Server):
    """Several servers as pages know them: by the port of a plain proxy, in a loop of its own."""

    def __init__(self, folder, *servers):
        super().__init__(folder)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.proxy = self._runs(Proxy([each.port for each in servers]).__aenter__())
        self.port = self.proxy.port

    def close(self):
        """Cut all connections off, and end."""
        self._runs(self._cut())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def _runs(self, what):
        return asyncio.run_coroutine_threadsafe(what, self.loop).result()

    async def _cut(self):
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.proxy.__aexit__()
        await asyncio.sleep(0)  # transports close in the loop's next turn


@pytest.fixture
def nodes(tmp_path, address):
    """Two servers over one database, and what stands before them."""
    servers = [Server(tmp_path / name, store=address).start() for name in ("one", "other")]
    front = Front(tmp_path, *servers)
    yield servers, front
    front.close()
    for server in servers:
        server.kill()


def test_pages_whose_server_is_killed_go_on_at_another_and_what_was_put_meanwhile_is_done_once(browser, nodes):
    servers, front = nodes
    roof = Roof(servers[0])
    before = len(servers[0].lines(roof.director))
    people = {"juno": Person(browser, front), "ferris": Person(browser, front)}
    for name, someone in people.items():
        someone.takes(getattr(roof, name))
        someone.sees("Juno Marsh", "#wait")
    ups = ("(Ferris is|You are) up", "Captain Brask is up")
    for server, name, up in zip(servers, people, ups, strict=True):  # each page is at one of the two
        server.kill()
        people[name].does("end")
        for each in people.values():
            each.sees(re.compile(up), "#log")
            expect(each.page.locator("#lost")).to_be_hidden()
        server.start()
    acts = [line["input"] for line in servers[1].lines(roof.director)[before:] if line["input"]["kind"] == "act"]
    assert [(act["seat"], act["key"]) for act in acts] == [("juno_marsh", "end"), ("ferris", "end")]
    for each in people.values():
        each.pardons = ("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket")
        each.leaves()


def test_words_half_typed_when_the_line_breaks_are_still_there_afterwards(browser, mortal):
    roof = Roof(mortal)
    kim = Person(browser, mortal).takes(roof.juno)
    form = kim.opens("check")
    goal = form.locator('[name="p.goal"]')
    goal.fill("hang on")
    mortal.kill()
    expect(kim.page.locator("#lost")).to_be_visible()
    goal.press_sequentially(" by one hand")
    mortal.start()
    expect(kim.page.locator("#lost")).to_be_hidden()
    expect(goal).to_have_value("hang on by one hand")
    expect(goal).to_be_focused()
    kim.pardons = ("ERR_CONNECTION_REFUSED",)
    kim.leaves()


@pytest.mark.long  # tests/web/server/test_stops.py has it without a browser
def test_what_is_sent_while_the_server_stops_is_done_once_when_it_is_back(browser, mortal):
    roof = Roof(mortal)
    kim = Person(browser, mortal).takes(roof.juno)
    pauses, asks = Line(mortal, roof.ferris), Line(mortal, roof.ferris)
    other = apsw.Connection(str(mortal.data / "tables.db"))
    other.set_busy_timeout(20_000)  # milliseconds: the words of a page that has just come may still be on their way
    with contextlib.closing(other), contextlib.closing(pauses.line), contextlib.closing(asks.line):
        other.execute("begin immediate")  # so that a pause is still to be kept when the server is told to stop
        pauses.sends(do="pause", id="in-time-1", on=True)
        while asks.refused() != "The table is paused.":
            time.sleep(0.02)
        mortal.child.send_signal(signal.SIGTERM)
        while asks.refused() == "The table is paused.":
            time.sleep(0.02)
        kim.page.locator("#ask-x").click()
        kim.page.locator("#do-x").click()
        kim.page.wait_for_timeout(100)
        other.execute("rollback")
    expect(kim.page.locator("#lost")).to_be_visible()
    assert mortal.child.wait(15) == 0
    mortal.stop()
    assert kim.page.locator(".refused").count() == 0

    mortal.start()
    kim.sees("X: this is left out of the story")
    put = [line["input"] for line in mortal.lines(roof.director)]
    assert len([each for each in put if each["kind"] == "pause" and each["x"]]) == 1
    kim.pardons = ("ERR_CONNECTION_REFUSED",)
    kim.leaves()


def test_what_waits_to_be_kept_is_said_to_wait_and_is_done_once(browser, mortal):
    roof = Roof(mortal)
    kim = Person(browser, mortal).takes(roof.juno)
    kim.sees("Juno Marsh", "#wait")
    other = apsw.Connection(str(mortal.data / "tables.db"))
    other.execute("begin immediate")
    try:
        kim.does("end")
        expect(kim.page.locator("p.note")).to_contain_text("This waits to be kept", timeout=4_500)
        expect(kim.page.locator('form[data-key="end"]')).to_have_attribute("aria-busy", "true")
    finally:
        other.execute("rollback")
        other.close()
    kim.sees("Ferris is up", "#log")
    expect(kim.page.locator("p.note")).to_have_count(0)
    acts = [line["input"] for line in mortal.lines(roof.director) if line["input"]["kind"] == "act"]
    assert [act["key"] for act in acts].count("end") == 1
    kim.leaves()


class Line:
    """A program with one line to the server, which stays open while the server stops."""

    def __init__(self, server, place):
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        self.path = f"/api/tables/{place['table']}/act?seat={place['seat']}"
        self.own = {"authorization": f"Bearer {place['secret']}"}

    def sends(self, **frame):
        self.line.request("POST", self.path, json.dumps(frame), self.own)

    def refused(self):
        """Why faces are refused that nobody waits for; that the server stops is said by any means."""
        try:
            self.sends(do="faces", id=token_hex(8), roll="none", values=[])
            with self.line.getresponse() as answer:
                return json.load(answer).get("why", "")
        except (OSError, http.client.HTTPException):
            return ""
