"""A seat's own maker: from the sheet it has, by a button to the table, where it waits for whoever runs it."""

import re
from html import unescape

import pytest
from people import evening, play
from test_file_inputs import cast

from cliffhanger.web.workers.pool import Overrun

pytestmark = pytest.mark.timeout(60)


def seat_of(person):
    return f"/t/{person.table}/seat/{person.seat}", {"cookie": f"seat={person.secret}"}


def text_in(html):
    """The text of the file that a maker shows."""
    return unescape(re.search(r'id="text".*?>\n(.*?)</textarea>', html, re.DOTALL)[1])


def test_a_sheet_begins_with_the_one_in_play_and_goes_to_the_table_as_a_proposal(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            director, kim = await cast(server)
            home, cookie = seat_of(kim)
            status, _, html = await server.ask("GET", f"{home}/maker", None, cookie)
            text = text_in(html)
            assert (status, 'name = "Juno Marsh"' in text, "It reads well" in html) == (200, True, False)
            other = re.sub(r"vigor = \d+", "vigor = 9", text)
            status, _, html = await server.post(f"{home}/maker", {"text": other}, **cookie)
            assert (status, "It reads well" in html, (await kim.view())["view"].get("proposals", [])) == (200, True, [])
            for _ in range(2):  # a double tap is one proposal
                status, headers, _ = await server.post(f"{home}/maker", {"text": other, "hand": "1"}, **cookie)
                assert (status, headers["location"]) == (303, f"{home}#s={kim.secret}")
            (row,) = (await director.view())["view"]["proposals"]
            assert row["text"].startswith("another sheet: Vigor ")
            asked = next(each for each in (await director.view())["options"] if each["option"]["key"] == "agree")
            assert "Juno Marsh proposes another sheet" in asked["option"]["ask"]
            async with director.page():
                assert "ack" in await director.does("agree")
            status, _, html = await server.ask("GET", f"{home}/maker", None, cookie)
            assert text_in(html) == other

    play(scene())


def test_what_is_wrong_stands_above_what_was_written_and_nothing_goes_to_the_table(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, kim = await cast(server)
            home, cookie = seat_of(kim)
            text = text_in((await server.ask("GET", f"{home}/maker", None, cookie))[2])
            broken = text.replace("defense", "defence")
            status, _, html = await server.post(f"{home}/maker", {"text": broken, "hand": "1"}, **cookie)
            assert (status, "<b>sheet.defence</b>" in html, text_in(html)) == (422, True, broken)
            assert 'role="alert"' in html
            assert (await kim.view())["view"].get("proposals", []) == []

    play(scene())


def test_a_sheet_that_cannot_change_now_is_refused_and_stays_on_the_page(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            director, kim = await cast(server)
            home, cookie = seat_of(kim)
            text = text_in((await server.ask("GET", f"{home}/maker", None, cookie))[2])
            async with director.page():
                await director.does("open", name="A roof", present=("juno_marsh",))
            status, _, html = await server.post(f"{home}/maker", {"text": text, "hand": "1"}, **cookie)
            assert (status, "sheets change between scenes" in html, text_in(html)) == (409, True, text)

    play(scene())


def test_the_maker_opens_to_its_seat_alone(tmp_path, monkeypatch):
    async def overruns(*_):
        raise Overrun

    async def scene():
        async with evening(tmp_path) as server:
            director, kim = await cast(server)
            home, cookie = seat_of(kim)
            status, _, html = await server.ask("GET", f"{home}/maker")
            assert (status, 'name="secret"' in html, "Juno" in html) == (403, True, False)
            assert (await server.post(f"{home}/maker", {"hand": "1"}))[0] == 403
            assert (await server.ask("GET", f"{home}/maker", None, {"cookie": f"seat={director.secret}"}))[0] == 403
            status, headers, _ = await server.post(f"{home}/enter", {"secret": kim.secret, "next": "maker"})
            assert (status, headers["location"]) == (303, f"{home}/maker")
            status, headers, _ = await server.ask("GET", f"{home}/back", None, cookie)
            assert (status, headers["location"]) == (303, f"{home}#s={kim.secret}")
            host, own = seat_of(director)
            assert (await server.ask("GET", f"{host}/maker", None, own))[0] == 404  # nobody's sheet is the Director's
            monkeypatch.setattr(server.registry.workers.files, "run", overruns)
            assert (await server.ask("GET", f"{home}/maker", None, cookie))[0] == 422

    play(scene())


def test_whoever_sits_down_may_go_to_the_maker_first(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            await cast(server)
            wren = await server.opens(game="blockbuster", seats=3)
            status, _, html = await server.ask("GET", f"/t/{wren.table}")
            assert (status, 'name="make"' in html) == (200, True)
            free = re.search(r'name="seat" value="(\w+)"', html)[1]
            sent = {"seat": free, "name": "Bo", "make": "1"}
            status, headers, _ = await server.post(f"/t/{wren.table}/sit", sent)
            assert (status, headers["location"]) == (303, f"/t/{wren.table}/seat/{free}/maker")
            cookie = {"cookie": headers["set-cookie"].partition(";")[0]}
            assert (await server.ask("GET", headers["location"], None, cookie))[0] == 200

    play(scene())
