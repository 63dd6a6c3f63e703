"""The page's own script in a real browser, over a game of Lanterns: what stays, what goes, and what comes back."""

import contextlib
import http.server
import io
import re
import socket
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
import sample
from playwright.sync_api import expect
from pypdf import PdfReader

HOST = Path(__file__).parents[1] / "web" / "server" / "host.py"
pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


class Host:
    """A server process that can be stopped and started again on the same tables."""

    def __init__(self, folder):
        self.file = folder / "tables.db"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, str(HOST), str(self.port), str(self.file)], stderr=subprocess.DEVNULL
        )
        for _ in range(1_200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
                return
            time.sleep(0.05)
        raise AssertionError("the server did not start")

    def stop(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    here = Host(tmp_path_factory.mktemp("tables"))
    yield here
    here.stop()


@pytest.fixture
def comes(host, browser):
    """Opens a page for somebody, in a context of their own."""
    pages = []

    def one(**options):
        pages.append(browser.new_page(base_url=f"http://127.0.0.1:{host.port}", **options))
        return pages[-1]

    yield one
    for page in pages:
        browser.takes_back(page.context)


@pytest.fixture
def table(comes):
    """A table run by its host, and a link for each free chair."""
    page = comes(viewport=PHONE)
    page.comes, page.wrong = comes, []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on(
        "console",
        lambda said: page.wrong.append(said.text) if said.type == "error" and "WebSocket" not in said.text else None,
    )
    page.goto("/")
    page.locator("#new-lanterns").click()
    expect(page.locator("html[data-js]")).to_be_attached()
    page.locator("#begin").click()
    expect(page.locator("#wait")).to_contain_text("Waiting for Ida and Bram")
    yield page
    assert page.wrong == []


def sits(table, seat, name):
    """Somebody takes a chair, by the link, in a window of their own."""
    guest = table.comes(viewport=PHONE)
    guest.goto(re.match(r".*(/t/[^/]+)", table.url)[1] + f"?seat={seat}")
    guest.locator("#name").fill(name)
    guest.locator("#sit-go").click()
    expect(guest.locator("html[data-js]")).to_be_attached()
    expect(guest.locator("#begin, #tray").first).to_be_visible()
    if guest.locator("#begin").count():
        guest.locator("#begin").click()
    expect(guest.locator("html[data-js] #tray")).to_be_visible()
    return guest


def turns(page, place):
    """Go to one of the four places of a page on a phone."""
    page.locator("#nav label", has_text=place).click()
    return page


def test_the_seat_is_taken_by_the_secret_in_the_link_and_nothing_goes_wrong(table):
    assert "#s=" in table.url
    expect(table).to_have_title(re.compile("^Waiting for"))
    expect(sits(table, "k1", "Ada")).to_have_title(re.compile("^● "))
    expect(table.locator("#lost")).to_be_hidden()


def test_what_is_half_done_outlives_a_push_and_others_see_the_draft(table):
    ida = sits(table, "k1", "Ada")
    call = ida.locator("form[data-key=call]")
    ida.locator("#tray label", has_text="Call out").click()
    call.locator("input[type=text]").fill("half a sen")
    turns(ida, "Story")
    turns(table, "Table").locator("summary", has_text="Overrule").click()
    bram = sits(table, "k2", "Bo")
    expect(ida.locator("#log")).to_contain_text("Bo")
    assert call.locator("input[type=text]").input_value() == "half a sen"
    assert ida.locator("#tray label", has_text="Call out").locator("input").is_checked()
    assert table.locator("#overrule").evaluate("node => node.open")
    expect(bram.locator("#others")).to_contain_text("half a sen")
    turns(ida, "Scene")
    call.locator("button").click()
    expect(bram.locator("#log")).to_contain_text("half a sen")


def test_a_line_of_ones_own_goes_with_the_act_and_outlives_a_push(table):
    ida = sits(table, "k1", "Ada")
    ida.locator("#tray label", has_text="Wait").click()
    line = ida.locator(
        "form[data-key=dare] [name=said], form[data-key=pass] [name=said], form[data-key=pour] [name=said]"
    )
    line.fill("For the lamp.")
    bram = sits(table, "k2", "Bo")
    expect(ida.locator("#log")).to_contain_text("Bo")
    assert line.input_value() == "For the lamp."
    form = line.locator("xpath=ancestor::form")
    form.locator("button.next").click()
    for page in (ida, bram):
        expect(page.locator("#log")).to_contain_text("For the lamp.")


def test_a_double_tap_is_one_act(table):
    ida = sits(table, "k1", "Ada")
    before = table.locator("#log li").count()
    wait = ida.locator("form[data-key=pass]")
    wait.evaluate("form => { form.requestSubmit(); form.requestSubmit(); }")
    expect(ida.locator("form[data-key=pass]")).to_have_count(0)
    table.wait_for_timeout(200)
    assert table.locator("#log li").count() <= before + 2


def test_nothing_moves_under_a_finger_until_its_tap_is_done(table):
    ida, bram = sits(table, "k1", "Ada"), sits(table, "k2", "Bo")
    ida.evaluate("""() => {
      window.order = [];
      addEventListener("pointerup", () => order.push("up"));
      const look = new MutationObserver(() => order.push("drawn"));
      addEventListener("pointerdown", () => look.observe(document.getElementById("page"), { childList: true, subtree: true }));
    }""")
    ida.locator("#tray label", has_text="Wait").click()
    button = ida.locator("form[data-key=pass] button").first
    button.hover()
    ida.mouse.down()
    bram.locator("#tray label", has_text="Call out").click()
    expect(table.locator("#others")).to_contain_text("Call out")
    ida.wait_for_timeout(200)
    ida.mouse.up()
    expect(ida.locator("form[data-key=pass]")).to_have_count(0)
    order = ida.evaluate("order")
    assert order[0] == "up"
    assert "drawn" in order


def test_the_page_comes_back_by_itself_and_keeps_its_last_view(table, host):
    ida = sits(table, "k1", "Ada")
    host.stop()
    expect(ida.locator("#lost")).to_be_visible()
    expect(ida.locator("#tray")).to_be_visible()
    ida.locator("#tray label", has_text="Wait").click()
    ida.locator("form[data-key=pass] button").click()
    host.start()
    expect(ida.locator("#lost")).to_be_hidden(timeout=10_000)
    expect(ida.locator("form[data-key=pass]")).to_have_count(0, timeout=10_000)


def test_a_refusal_is_said_where_it_was_pressed(table):
    ida = sits(table, "k1", "Ada")
    ida.locator("#tray label", has_text="Call out").click()
    form = ida.locator("form[data-key=call]")
    form.locator("input[type=text]").fill("x")
    form.evaluate("form => { form.terms.value = 'f'.repeat(12); form.requestSubmit(); }")
    expect(form.locator(".refused")).to_contain_text("numbers have moved")
    expect(ida.locator("#voice")).to_contain_text("numbers have moved")


def test_keys_do_what_the_list_says(table):
    table.keyboard.press("?")
    expect(table.locator("#help")).to_be_in_viewport()
    ida = sits(table, "k1", "Ada")
    second = ida.locator("#tray :is(.verb, .window > .opt > .chip) > input").nth(1)
    ida.keyboard.press("2")
    expect(second).to_be_checked()
    turns(ida, "Table").locator("#do-help").click()
    ida.locator("#keys-on").uncheck()
    turns(ida, "Scene").locator(".a-main h2:visible").first.click()
    ida.keyboard.press("1")
    expect(second).to_be_checked()


def test_the_light_is_kept(table):
    turns(table, "Table").locator("#do-light").click()
    theme = table.locator("html").get_attribute("data-theme")
    table.reload()
    expect(table.locator("html")).to_have_attribute("data-theme", theme)


def test_anyone_stops_the_table_and_anyone_lets_it_go_on(table):
    ida = sits(table, "k1", "Ada")
    ida.locator("#ask-x").click()
    expect(ida.locator("#f-x")).to_contain_text("no one asks why")
    expect(table.locator("#halt")).to_have_count(0)
    ida.locator("#do-x").click()
    expect(table.locator("#halt")).to_contain_text("left out of the story")
    table.locator("#do-go-on").click()
    expect(ida.locator("#halt")).to_have_count(0)


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_a_sheet_is_one_page_of_paper(browser, tmp_path, size):
    sample.write(tmp_path)
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=files.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{files.server_address[1]}/paper.html")
    printed = page.pdf(format=size, print_background=True, prefer_css_page_size=False)
    files.shutdown()
    files.server_close()
    browser.takes_back(page.context)
    assert len(PdfReader(io.BytesIO(printed)).pages) == 1


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_said):
        pass


def test_a_wrong_link_says_so(table):
    stranger = table.comes()
    stranger.goto(table.url.partition("#")[0] + "#s=" + "0" * 32)
    expect(stranger.locator("#finding")).to_contain_text("does not open a seat")


def test_it_all_works_without_script(comes):
    page = comes(java_script_enabled=False)
    page.goto("/")
    page.locator("#alone-lanterns").click()
    expect(page.locator("#tray")).to_be_visible()
    before = page.locator("#log li").count()
    with page.expect_navigation():
        page.locator("form[data-key=pass] button").click()
    page.reload()
    assert page.locator("#log li").count() >= before
    page.locator("#do-pause").click()
    expect(page.locator("#halt")).to_be_visible()
