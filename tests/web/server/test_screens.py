"""The screens beside a seat's page: the way in while chairs fill, and the room's own for those who watch."""

import re

import pytest
from people import evening, play

from cliffhanger.kernel.game import WATCH
from cliffhanger.web.http.door import LINK
from cliffhanger.web.live import screens

pytestmark = pytest.mark.timeout(60)


async def opened(server, seats="3"):
    """Open a table by its form; gives the seat's path, its secret, and the table."""
    _, headers, _ = await server.post("/new/lanterns", {"seats": seats, "name": "Wren"})
    path, screen, secret = re.fullmatch(r"([^?]+)\??(\w*)#s=(.+)", headers["location"]).groups()
    return path, screen, secret, {"cookie": headers["set-cookie"].partition(";")[0]}


async def shows(person, words):
    """Wait until a page that is sent holds these words."""
    while words not in (await person.next("page"))["page"]:
        pass


def test_whoever_opens_a_table_comes_to_the_way_in_and_without_script_too(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            path, screen, _, cookie = await opened(server)
            assert screen == "lobby"
            html = (await server.ask("GET", f"{path}?lobby", None, cookie))[2]
            assert "lobby.css" in html
            table = path.split("/")[2]
            assert f'value="{server.origin}/t/{table}"' in html
            assert [word in html for word in table.split("-")] == [True] * 4
            bots = re.findall(r'id="f-bot-(\w+)"', html)
            assert bots == ["k1", "k2"]
            fields = {"id": "let-a-bot-1", "seat": "k1", "name": "", "holder": "bot", "screen": "lobby"}
            status, headers, _ = await server.post(f"{path}/sit", fields, **cookie)
            assert (status, headers["location"]) == (303, f"{path}?lobby")
            html = (await server.ask("GET", f"{path}?lobby", None, cookie))[2]
            assert re.findall(r'id="f-bot-(\w+)"', html) == ["k2"]

    play(scene())


def test_a_page_that_has_come_by_its_cookie_finds_the_link_of_its_seat_and_nobody_else_does(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            path, _, secret, cookie = await opened(server)
            status, headers, _ = await server.ask("GET", f"{path}/link", None, cookie)
            assert (status, headers["location"]) == (303, f"{path}#s={secret}")
            _, headers, _ = await server.ask("GET", f"{path}/link?lobby=", None, cookie)
            assert headers["location"] == f"{path}?lobby#s={secret}"
            for other in ({}, {"cookie": "seat=guess"}):
                status, headers, html = await server.ask("GET", f"{path}/link", None, other)
                assert status == 403
                assert "location" not in headers
                assert secret not in html

    play(scene())


def test_a_lobby_shows_a_face_as_somebody_sits_down_and_makes_way_for_the_table_with_the_first_act(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            async with wren.page(screen="lobby"):
                first = await wren.next("page")
                assert 'class="lobby"' in first["page"]
                assert first["page"].count('class="sitter free"') == 2
                ida = await server.sits(wren.table, "k1", "Ida")
                await shows(wren, "Ida")
                async with ida.page(screen="lobby"):
                    assert (
                        "f-bot-" not in (await ida.next("page"))["page"]
                    )  # whoever does not run the table sets no chair
                    await server.sits(wren.table, "k2", "Bo")
                    assert screens.lobby_is_open((await server.registry.find(wren.table)).table)
                    assert "ack" in await ida.does("call", words="Here")
                    await shows(ida, 'class="table"')
                await shows(wren, 'class="table"')
                assert not screens.lobby_is_open((await server.registry.find(wren.table)).table)

    play(scene())


def test_the_rooms_screen_is_of_those_who_watch_alone_and_holds_nobody_up(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            live = await server.registry.find(wren.table)
            secret = live.audience.watch_secret
            html = (await server.ask("GET", f"/t/{wren.table}/watch?room"))[2]
            assert "room.css" in html
            assert 'name="next" value="room"' in html
            status, headers, _ = await server.post(
                f"/t/{wren.table}/seat/watch/enter", {"secret": secret, "next": "room"}
            )
            assert (status, headers["location"]) == (303, f"/t/{wren.table}/seat/watch?room")
            cookie = {"cookie": headers["set-cookie"].partition(";")[0]}
            status, headers, html = await server.ask("GET", f"/t/{wren.table}/seat/watch?room", None, cookie)
            assert (status, headers["refresh"]) == (200, "10")
            assert '<main class="tv' in html
            assert "<form" not in html.partition('<main class="tv')[2].partition("</main>")[0]
            assert live.audience.html("k1", "", "room").count('class="tv') == 0  # a seat's own view stays its own
            assert not live.table.shown.reactors

    play(scene())


def test_a_screen_is_known_by_name_and_only_where_it_belongs():
    assert screens.asked(["room"], WATCH) == "room"
    assert screens.asked(["seat", "lobby"], "k1") == "lobby"
    assert screens.asked(["room"], "k1") == screens.asked(["lobby"], WATCH) == screens.asked([], "k1") == ""


@pytest.mark.parametrize(
    "link",
    [
        "/t/amber-kettle-north-seven",
        "/t/amber-kettle-north-seven?seat=pilar",
        "/t/amber-kettle-north-seven/watch?room#s=abc_-",
        "/t/amber-kettle-north-seven/seat/juno?lobby#s=abc",
    ],
)
def test_any_link_of_a_table_may_be_pasted(link):
    assert LINK.search(f"http://192.168.1.20:8000{link}")[0] == link
