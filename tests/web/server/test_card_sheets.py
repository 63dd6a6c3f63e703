"""A form's cards on sheets: as a page to print and as PDF, of the example or of a file that is sent."""

import asyncio
import http.client
import re
from contextlib import closing
from io import BytesIO
from urllib.parse import urlencode

import parlour
import people
import pytest
from people import evening, play
from pypdf import PdfReader

from cliffhanger.web.workers.pool import Overrun

pytestmark = pytest.mark.timeout(60)
CARDS = "/sheet/parlour/gossip/cards"


@pytest.fixture(autouse=True)
def parlours(monkeypatch):
    monkeypatch.setattr(people, "games", parlours_game)


def parlours_game(name):
    if name != "parlour":
        raise LookupError(name)
    return parlour.PARLOUR


async def pdf_of(server, path, body=None):
    """Ask for a PDF; gives status, headers and its reader."""

    def asked():
        headers = {"content-type": "application/x-www-form-urlencoded", "origin": server.origin} if body else {}
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as line:
            line.request("POST" if body else "GET", path, body and urlencode(body), headers)
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()

    status, headers, data = await asyncio.to_thread(asked)
    return status, {name.lower(): value for name, value in headers.items()}, PdfReader(BytesIO(data))


def test_the_cards_of_the_example_are_shown_as_they_are_printed(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, html = await server.ask("GET", CARDS)
            assert (status, html.count("<svg"), html.count('role="img"')) == (200, 1, 2)
            assert 'width="210mm" height="297mm"' in html
            assert "2 cards of 63 by 88 mm." in html
            assert re.search(r"/static/cut-sheet\.css\?v=[0-9a-f]{12}", html)
            assert not re.search(r"<style|style=|<script", html)
            assert "default-src 'none'" in headers["content-security-policy"]
            assert (await server.ask("GET", "/g/parlour/sheet/gossip/cards"))[0] == 200

    play(scene())


def test_paper_bleed_backs_and_copies_stand_in_the_address(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wish = "?sheet=letter&bleed=6&backs=1&copies=4"
            _, _, html = await server.ask("GET", CARDS + wish)
            assert html.count('class="cut-page letter-across"') == 4
            assert "8 cards of 63 by 88 mm." in html
            assert '<option value="letter" selected>' in html
            assert '<option value="6" selected>' in html
            status, headers, found = await pdf_of(server, f"{CARDS}.pdf{wish}")
            assert (status, headers["content-type"]) == (200, "application/pdf")
            assert headers["content-disposition"] == 'attachment; filename="parlour-gossip.pdf"'
            assert len(found.pages) == 4
            assert found.pages[1].extract_text().count("Parlour") == 6

    play(scene())


@pytest.mark.parametrize(
    "wish", ["sheet=a3", "bleed=1000000", "copies=99999999999", "copies=21", "copies=-1", "copies=²", "backs=0"]
)
def test_what_cannot_be_chosen_is_as_usual(tmp_path, wish):
    async def scene():
        async with evening(tmp_path) as server:
            status, _, html = await server.ask("GET", f"{CARDS}?{wish}".replace("²", "%C2%B2"))
            assert (status, "a4-upright" in html, "checked" in html) == (200, True, False)

    play(scene())


def test_a_file_of_ones_own_is_printed_from_the_maker(tmp_path):
    own = parlour.GOSSIP.replace("Alibi", "<b>Ålibi</b>")

    async def scene():
        async with evening(tmp_path) as server:
            _, _, html = await server.post("/sheet/parlour/gossip", {"text": own})
            assert f'id="f-cards" method="post" action="{CARDS}"' in html
            status, _, html = await server.post(CARDS, {"text": own, "bleed": "3"})
            assert (status, "&lt;b&gt;Ålibi&lt;/b&gt;" in html, "<b>Ålibi" in html) == (200, True, False)
            assert 'method="post"' in html
            status, _, found = await pdf_of(server, f"{CARDS}.pdf", {"text": own.replace("\n", "\r\n")})
            assert (status, "<b>Ålibi</b>" in found.pages[0].extract_text()) == (200, True)

    play(scene())


def test_a_file_with_faults_is_told_line_by_line(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wrong = {"text": parlour.GOSSIP.replace("colour", "color")}
            for path in (CARDS, f"{CARDS}.pdf"):
                status, headers, html = await server.post(path, wrong)
                assert (status, "did you mean colour?" in html) == (422, True)
                assert headers["content-type"].startswith("text/html")

    play(scene())


def test_what_has_no_cards_is_not_there(tmp_path, monkeypatch):
    async def overruns(*_):
        raise Overrun

    async def scene():
        async with evening(tmp_path) as server:
            for path in (
                "/sheet/parlour/nothing/cards",
                "/sheet/chess/gossip/cards",
                "/sheet/parlour/nothing/cards.pdf",
            ):
                assert (await server.ask("GET", path))[0] == 404
            empty = {"text": 'game = "parlour"\nform = "gossip"\n'}
            assert (await server.post(CARDS, empty))[0] == 404
            monkeypatch.setattr(server.registry.workers.strangers, "run", overruns)
            assert (await server.ask("GET", CARDS))[0] == 422

    play(scene())
