"""Servers and people for tests in a real browser: a server is a process that can be killed, a person has a page."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections import defaultdict
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, ViewportSize, WebSocket, expect
from playwright.sync_api import TimeoutError as TooLong

# The first is the same Chromium without the windows nobody sees: a quarter less time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-quic",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",  # a process for each context, not for each page
)
SOON = 20_000  # milliseconds that a page may take to come right; on a machine of its own it takes a few
expect.set_options(timeout=SOON)
SEND = "button:not([type=button]):not([disabled]):not(noscript *)"  # the button of a form; of several ways, each
SERVE = "import sys; from cliffhanger.cli import main; sys.argv[0] = 'cliffhanger'; main()"


def chromium() -> str:
    """The browser of this machine: the one that CHROMIUM names, or the first on the path; empty when there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), "")


class Server:
    """`cliffhanger serve` as a process of its own, with its own data folder or over a database that it shares."""

    def __init__(self, data: Path, *, path: str = "", pace: str = "once", store: str = "") -> None:
        self.data, self.port, self.pace = data, 0, pace
        self.place = ("--store", store) if store else ("--data", str(data))
        self.env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (path, os.environ.get("PYTHONPATH", ""))))}
        self.child = None

    def start(self) -> "Server":
        """Start, on the port it had before if it had one, and wait until it answers."""
        self.errors = (self.data.parent / f"{self.data.name}.stderr").open("ab")
        self.child = subprocess.Popen(
            [
                sys.executable,
                "-c",
                SERVE,
                "serve",
                "--port",
                str(self.port),
                *self.place,
                "--no-open",
                "--no-qr",
                "--pace",
                self.pace,
            ],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env=self.env,
        )
        line = self.child.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server did not start: {line!r} {Path(self.errors.name).read_text()}"
        self.port = int(found[1])
        until = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                assert answer.status == 200
                return self
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.02)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.child.kill()
        self._gone()

    def stop(self) -> int:
        """Ask it to end; gives its exit code."""
        self.child.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        code = self.child.wait(15)
        self.child.stdout.close()
        self.errors.close()
        return code

    def ask(self, path, content=None, secret=""):
        """One question to the JSON API."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
        body = None if content is None else json.dumps(content).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers), timeout=30) as answer:
            return json.load(answer)

    def opens(self, game="blockbuster", *, seats=3, typed=True, **wish):
        """Open a table, faces typed from real dice so that a test knows what falls; gives its master's place."""
        return self.ask("/api/tables", {"game": game, "seats": seats, "typed": typed, "name": "Ada", **wish})

    def sits(self, table, seat, name):
        """Take a free seat; gives the place."""
        return self.ask(f"/api/tables/{table}/sit", {"seat": seat, "name": name})

    def view(self, place):
        """What the holder of a place may know and do, as data."""
        return self.ask(f"/api/tables/{place['table']}/view?seat={place['seat']}", None, place["secret"])

    def puts(self, place, **frame):
        """One frame, as a page would send it."""
        return self.ask(
            f"/api/tables/{place['table']}/act?seat={place['seat']}", {"id": token_hex(16)} | frame, place["secret"]
        )

    def does(self, place, key, /, **choice):
        """An act without a page; what is not chosen stays as it lies there."""
        found = next(each for each in self.view(place)["options"] if each["option"]["key"] == key)
        option, given = found["option"], {}
        for p in option["params"]:
            given[p["name"]] = choice.get(p["name"], p.get("start", 0 if p["kind"] == "number" else ""))
        act = {"seat": place["seat"], "window": option["window"], "key": key, "choice": given, "terms": found["terms"]}
        return self.puts(place, do="act", act=act)

    def rolls(self, place, *faces):
        """Type what real dice show, without a page."""
        return self.puts(place, do="faces", roll=self.view(place)["waiting"]["roll"], values=faces)

    def lines(self, place):
        """The record that a seat may have, a dictionary for each entry."""
        path = f"/t/{place['table']}/seat/{place['seat']}/record"
        asked = urllib.request.Request(self.url + path, headers={"authorization": f"Bearer {place['secret']}"})
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return [json.loads(line) for line in answer][1:]


class ContextPool:
    """Contexts of a browser that are used again, wiped in between: nothing is kept in them but what was fetched.

    Most of what a new context costs is the process behind its first page. Each keeps an empty page of the server's site
    open, and so keeps that process.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: defaultdict[tuple, list[BrowserContext]] = defaultdict(list)
        self.lent: dict[BrowserContext, tuple] = {}
        self.parked: dict[BrowserContext, Page] = {}

    def new_page(
        self, *, viewport: ViewportSize | None = None, reduced_motion: str | None = None, **options: object
    ) -> Page:
        """A new page in a context of its own; what a page alone can be told is no reason for another context."""
        kind = tuple(sorted(options.items()))
        context = self.idle[kind].pop() if self.idle[kind] else self._opened(options)
        self.lent[context] = kind
        page = context.new_page()
        if viewport:
            page.set_viewport_size(viewport)
        if reduced_motion:
            page.emulate_media(reduced_motion=reduced_motion)
        return page

    def takes_back(self, context: BrowserContext) -> None:
        """Close its pages and forget what they kept."""
        parked = self.parked[context]
        for page in context.pages:
            if page is not parked:
                page.close()
        context.clear_cookies()
        storage = context.new_cdp_session(parked)
        storage.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        storage.detach()
        self.idle[self.lent.pop(context)].append(context)

    def _opened(self, options: dict) -> BrowserContext:
        context = self.browser.new_context(**options)
        parked = self.parked[context] = context.new_page()
        parked.route("**", lambda route: route.fulfill(body=""))
        parked.goto("http://127.0.0.1/")  # a port makes no other site
        return context


class Person:
    """Somebody at a browser of their own, and all that their browser complained of or fetched from elsewhere.

    Nothing moves there, unless a test asks for it (`reduced_motion="no-preference"`): frames that nobody looks at are an
    eighth of what tests in a browser take.
    """

    def __init__(self, browser: Browser | ContextPool, server: Server, **options) -> None:
        self.server, self.complaints, self.fetched = server, [], []
        self.pardons: tuple[str, ...] = ()  # what this browser may complain of, for a test brings it about
        self.shown = 0  # the entry up to which the table has been sent to a page here
        self.browser = browser
        self.page: Page = browser.new_page(**{"reduced_motion": "reduce"} | options)
        self._watch(self.page)
        self.context = self.page.context
        self.context.set_default_timeout(SOON)
        self.context.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._fetches)
        page.on("websocket", self._listens)

    def _fetches(self, request: Request) -> None:
        self.fetched.append(request.url)
        if request.is_navigation_request():
            self.shown = 0  # another page is on its way, whose script has heard nothing yet

    def _listens(self, line: WebSocket) -> None:
        self.shown = 0
        line.on("framereceived", self._hears)

    def _hears(self, frame: str | bytes) -> None:
        line, view, _ = frame.partition("\n")  # behind the line of a view stands what is new in it
        if view:
            self.shown = json.loads(line)["n"]

    def goes(self, path: str) -> "Person":
        """Open an address of the server."""
        self.shown = 0
        self.page.goto(self.server.url + path)
        return self

    def takes(self, place) -> "Person":
        """Open a place by its link, and wait until the socket has brought the page."""
        self.place = place
        self.goes(f"/t/{place['table']}/seat/{place['seat']}#s={place['secret']}")
        expect(self.page.locator("main.table")).to_be_visible()
        return self

    # --- what a page shows ------------------------------------------------------------------------------------

    def sees(self, text: str | re.Pattern[str], where: str = "#page") -> "Person":
        """Wait until words stand somewhere on the page, as they are seen; capitals do not matter."""
        until = time.monotonic() + SOON / 1_000
        while True:
            with contextlib.suppress(Error):  # the page may be on its way to another
                self.turns_to(where)
            try:  # a question that comes brings the scene back: then one turns to it again
                expect(self.page.locator(where)).to_contain_text(
                    text, use_inner_text=True, ignore_case=True, timeout=2_000
                )
            except AssertionError:
                if time.monotonic() > until:
                    raise
            else:
                return self

    def at(self, place: str) -> "Person":
        """On a phone, go to one of the four places of a table's page; where all are seen at once there is nowhere to go."""
        word = self.page.locator(f"#nav label:has(#at-{place})")
        if word.is_visible() and not word.locator("input").is_checked():
            word.click()
        return self

    def turns_to(self, where: str) -> None:
        """Go to the place where something stands; what is seen anywhere needs no way."""
        found = self.page.evaluate(
            "(where) => [...document.querySelectorAll(where)].map((each) => each.closest('.p-scene, .p-story, .p-me, .p-table'))"
            ".map((each) => each && [...each.classList].find((name) => name.startsWith('p-')).slice(2))[0]",
            where,
        )
        if found:
            self.at(found)

    def told(self) -> list[str]:
        """The log, a line each: who, and what."""
        self.at("story")
        return [line.replace("\n", " ").strip() for line in self.page.locator("#log li").all_inner_texts()]

    def hears(self) -> None:
        """Wait until the script is there and the table has told it something; from then on keys count."""
        until = time.monotonic() + SOON / 1_000
        while not self.shown:
            assert time.monotonic() < until, "the table says nothing to this page"
            self.page.wait_for_timeout(10)

    def settles(self) -> None:
        """Wait until the page shows all that has been done at the table, here and elsewhere; then one can act on it."""
        expect(self.page.locator("form[aria-busy]")).to_have_count(0)
        at = re.fullmatch(r".*/t/(?P<table>[^/]+)/seat/(?P<seat>[^/?#]+)[^#]*#s=(?P<secret>.+)", self.page.url)
        with contextlib.suppress(OSError):  # a server that was killed says nothing, and the page stays as it is
            now = self.server.view(at)["n"] if at and self.shown else 0  # a page without script is told nothing
            until = time.monotonic() + SOON / 1_000
            while self.shown < now:
                assert time.monotonic() < until, f"the page shows {self.shown} of {now} entries"
                self.page.wait_for_timeout(10)

    # --- what a person does -----------------------------------------------------------------------------------

    def form(self, key: str):
        """The form of an option, by its key; what is asked now comes before what is always there."""
        return self.page.locator(f'#page form[data-do=act][data-key="{key}"]').first

    def opens(self, key: str):
        """Tap the chip of an option, so that its form lies open; gives the form."""
        self.settles()
        form = self.form(key)
        expect(form).to_be_attached()
        self.turns_to(f'#page form[data-do=act][data-key="{key}"]')
        button = self.sends(form).first
        if not (button.is_visible() and (form.is_visible() or form.get_attribute("hidden") is not None)):
            self.unfolds(form)
            tile = form.locator("xpath=ancestor::*[contains(@class, 'move')][1]").locator("> label.verb")
            if tile.count() and not tile.locator("input").is_checked():
                other = form.locator("xpath=ancestor::*[contains(@class, 'window')][1]").locator("label.other")
                if other.is_visible():
                    other.click()
                self.unfolds(tile)
                tile.click()
            chip = form.locator("xpath=..").locator("> label.chip")
            if chip.count() and not chip.locator("input").is_checked():
                chip.click()
        expect(button).to_be_visible()
        return form

    def sends(self, form):
        """The buttons that send a form: in it, or beside those of other ways to go on."""
        return form.locator(SEND).or_(self.page.locator(f'button[form="{form.get_attribute("id")}"]:not([disabled])'))

    def unfolds(self, inner) -> None:
        """Open whatever folds something away; the page may be drawn anew meanwhile, and nothing be folded any more."""
        folded = inner.locator("xpath=ancestor::details[not(@open)]")
        while folded.count():
            with contextlib.suppress(TooLong):
                folded.first.locator("> summary").click(timeout=1_000)

    def turns_over(self, chip) -> None:
        """Turn to the tab of the slot in which something stands, where its skin has tabs."""
        tab = chip.locator(
            "xpath=ancestor::*[contains(concat(' ', @class, ' '), ' slot ')][1]/preceding-sibling::label[1]"
        )
        if tab.count() and tab.is_visible() and not tab.locator("input").is_checked():
            tab.click()

    def does(self, key: str, **choice: object) -> "Person":
        """Open an option, choose, and send it."""
        form = self.opens(key)
        for name, value in choice.items():
            way = self.sends(form).and_(self.page.locator(f'[name="p.{name}"][value="{value}"]'))
            if way.count():  # what is chosen is sent at once
                way.click()
                return self
            self.chooses(form, name, value)
        self.sends(form).click()
        return self

    def chooses(self, form, name: str, value: object) -> None:
        """Set one parameter: a chip, one of a list, a number, words."""
        for each in value if isinstance(value, list | tuple) else (value,):
            control = form.locator(f'[name="p.{name}"]')
            chip = form.locator(f'label.chip:has(> input[name="p.{name}"][value="{each}"])')
            if chip.count():
                if not chip.locator("input").is_checked():
                    self.turns_over(chip)
                    self.unfolds(chip)
                    chip.click()
            elif control.evaluate("control => control.tagName") == "SELECT":
                control.select_option(str(each))
            else:
                own = form.locator(f'label.chip:has(> input[name="r.{name}"][value=""])')
                if own.count() and not own.locator("input").is_checked():
                    own.click()
                control.fill(str(each))

    def rolls(self, *faces: int) -> "Person":
        """Type what real dice show."""
        self.at("scene").settles()
        fields = self.page.locator("#f-faces input[name=values]")
        expect(fields).to_have_count(len(faces))
        for at, face in enumerate(faces):
            fields.nth(at).fill(str(face))
        self.page.locator("#go-faces").click()
        return self

    # --- what must not be -------------------------------------------------------------------------------------

    def elsewhere(self) -> list[str]:
        """What was fetched from anywhere but the server."""
        return [url for url in self.fetched if urlsplit(url).netloc != f"127.0.0.1:{self.server.port}"]

    def leaves(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        self.context.remove_listener("page", self._watch)
        if isinstance(self.browser, ContextPool):
            self.browser.takes_back(self.context)
        else:
            self.context.close()
        assert [said for said in self.complaints if not any(each in said for each in self.pardons)] == []
        assert self.elsewhere() == []


class Roof:
    """Places at a table where Juno Marsh is up, on the roof of car 7, with Ferris beside her and the hounds before her."""

    def __init__(self, server: Server, **wish) -> None:
        self.director = server.opens(**wish)
        self.table = self.director["table"]
        self.juno = server.sits(self.table, "juno_marsh", "Kim")
        self.ferris = server.sits(self.table, "ferris", "Bo")
        server.does(self.director, "open.the_roof")
        for place, key in ((self.juno, "defense"), (self.ferris, "defense"), (self.director, "all")):
            server.does(place, key)
        for faces in ((6, 6, 5, 5, 1), (6, 5, 2, 1), (5, 2, 1), (1, 1, 2), (6, 2, 2, 1)):
            server.rolls(self.director, *faces)


class Stair:
    """Places at a table of Untold where Ione Wake is about to climb, Osk Tallow beside her; difficulty 5, a 7 succeeds."""

    GOAL = "climb to the lamp before the tide"

    def __init__(self, server: Server, **wish) -> None:
        self.gm = server.opens("untold", **wish)
        self.table = self.gm["table"]
        self.ione = server.sits(self.table, "ione_wake", "Kim")
        self.osk = server.sits(self.table, "osk_tallow", "Bo")
        server.does(self.gm, "open.the_third_ledge")

    def tries(self, server: Server, base: int = 5) -> "Stair":
        """She says what she is after, and the Game Master lets her try."""
        server.does(self.ione, "check", goal=self.GOAL, skill=["climbing"], relies=["strength.sure_footed"])
        server.does(self.gm, "set", base=base)
        return self


class Supper:
    """Places at a table of Smallville where Tamsin Rook wants something of Dale Rook, and two more Leads sit by."""

    GOAL = "leave Amos at the table"

    def __init__(self, server: Server, **wish) -> None:
        self.watchtower = server.opens("smallville", seats=4, **wish)
        self.table = self.watchtower["table"]
        leads = (("tamsin_rook", "Kim"), ("eli_marchetti", "Bo"), ("odessa_pike", "Ida"))
        self.tamsin, self.eli, self.odessa = (server.sits(self.table, *each) for each in leads)
        server.does(self.watchtower, "episode")
        while (dice := server.view(self.watchtower)["waiting"].get("dice")) is not None:
            roller = server.view(self.watchtower)["waiting"]["seat"]
            server.rolls(
                next(p for p in (self.tamsin, self.eli, self.odessa) if p["seat"] == roller), *(2,) * len(dice)
            )
        server.does(
            self.watchtower,
            "open.a_place_laid_for_one_more",
            present=["tamsin_rook", "eli_marchetti", "odessa_pike", "dale_rook"],
        )

    def wants(self, server: Server) -> "Supper":
        """She says what she is after, and what is at stake."""
        server.does(self.tamsin, "contest", against=["dale_rook"], goal=self.GOAL, stake=["justice"])
        return self

    def opposed(self, server: Server) -> "Supper":
        """Then she has rolled, the lights have gone out, and Dale Rook has answered: it is hers to beat that or to give in."""
        server.does(self.tamsin, "roll")
        server.rolls(self.tamsin, 4, 1, 5)
        server.does(self.watchtower, "complicate", ones=["0.d10"], what="The lights go out.")
        server.does(self.watchtower, "roll")
        server.rolls(self.watchtower, 4, 8, 10)
        server.does(self.watchtower, "fix")
        return self


def lines_of(person: Person) -> list[str]:
    """The pieces of text on the stage in their order, those too that a phone leaves to the story."""
    return person.page.locator(".screen").first.evaluate(
        """screen => {
          const found = [], texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) if (texts.currentNode.data.trim()) found.push(texts.currentNode.data.trim());
          return found;
        }"""
    )


def assert_same_but_for_the_reader(pages):
    """Several pages hold the same lines, but for those that say "you" to whoever reads them."""
    assert len({len(lines) for lines in pages}) == 1, pages
    for row in zip(*pages, strict=True):
        rest = {line for line in row if not re.search(r"\byour?\b", line, re.IGNORECASE)}
        assert len(rest) <= 1, rest
