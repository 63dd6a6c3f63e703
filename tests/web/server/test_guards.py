"""What a stranger meets: a closed door, a sentence, and nothing that tells more."""

import asyncio
import contextlib
import json
import logging
import re
from dataclasses import replace
from http.client import HTTPException

import pytest
from lanterns import LANTERNS, worded
from people import Person, evening, play
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cliffhanger.table.ports import Kept
from cliffhanger.web.http import middleware
from cliffhanger.web.http.static_files import EVER, MEANWHILE
from cliffhanger.web.live import limits
from cliffhanger.web.live.limits import ConnectionLimit, OriginPolicy, SlidingWindowCounter, network_of
from cliffhanger.web.page import assets
from cliffhanger.web.server import NO_DECODE_ERRORS, max_connections

pytestmark = pytest.mark.timeout(60)


async def closes(person, frame=None, **options):
    """The code and the words with which a page is closed."""
    try:
        async with person.page(**options):
            await person.next("page")
            if frame is not None:
                await person.ws.send(frame)
            while True:
                await person.next("page")
    except ConnectionClosed as closed:
        return closed.rcvd.code, closed.rcvd.reason


def test_a_page_of_another_version_is_told_which_one_to_fetch(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            ida = await server.opens()
            assert await closes(ida, version="0123456789ab") == (4409, assets.version())
            async with ida.page(version=assets.version()):
                assert await ida.next("page")

    play(scene())


def test_scripts_fetch_each_other_from_a_folder_that_may_be_kept_for_ever(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            for name in ("cliffhanger.js", "regions.js", "art/dusk.svg"):
                status, headers, body = await server.ask("GET", f"/static/{assets.version()}/{name}")
                assert (status, headers["cache-control"]) == (200, EVER)
                status, headers, other = await server.ask("GET", f"/static/0123456789ab/{name}")
                assert (status, headers["cache-control"], other) == (200, MEANWHILE, body)
            assert (await server.ask("GET", f"/static/{assets.version()}/nothing.js"))[0] == 404

    play(scene())


def test_a_wrong_secret_and_a_table_that_is_not_there_look_the_same(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            right = {"table": wren.table, "seat": wren.seat, "secret": wren.secret}
            answers = [
                await closes(Person(server, right | wrong))
                for wrong in ({"secret": "0" * 32}, {"seat": "k1"}, {"table": "no-such-table-here"}, {"seat": "nobody"})
            ]
            assert {code for code, _ in answers} == {4401}
            assert len(set(answers)) == 1
            api = [
                await server.ask("GET", f"/api/tables/{table}/view?seat=host", None, {"authorization": "Bearer wrong"})
                for table in (wren.table, "no-such-table-here")
            ]
            assert [(status, text) for status, _, text in api] == [api[0][::2]] * 2
            assert api[0][0] == 403

    play(scene())


def test_a_secret_opens_no_other_table_and_no_other_seat(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren, other = await server.opens(), await server.opens()
            assert (await closes(Person(server, {"table": other.table, "seat": "host", "secret": wren.secret})))[
                0
            ] == 4401
            assert (await closes(Person(server, {"table": wren.table, "seat": "watch", "secret": wren.secret})))[
                0
            ] == 4401

    play(scene())


def test_ten_wrong_links_in_a_minute_are_enough_and_shut_out_nobody_with_a_right_one(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            wrong = Person(server, {"table": wren.table, "seat": "host", "secret": "no"})
            assert [(await closes(wrong))[0] for _ in range(10)] == [4401] * 10
            assert (await closes(wrong))[0] == 4429
            path = f"/api/tables/{wren.table}/view?seat=host"
            status, answer = await server.json("GET", path, None, "wrong")
            assert (status, "Wait a minute" in answer["refused"]) == (429, True)
            async with wren.page():
                assert "page" in await wren.next("page")
            assert (await server.json("GET", path, None, wren.secret))[0] == 200
            assert (await server.ask("GET", f"/t/{wren.table}"))[0] == 200

    play(scene())


def test_ten_wrong_names_in_a_minute_are_enough_but_for_tables_where_somebody_from_there_sits(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren, other = await server.opens(), await server.opens()
            assert (await wren.view())["n"]
            for n in range(10):
                assert (await server.ask("GET", f"/t/none-{n}"))[0] == 404
            for table in ("none-10", other.table):
                status, _, text = await server.ask("GET", f"/t/{table}")
                assert (status, "Wait a minute" in text) == (429, True)
            assert (await server.ask("GET", f"/t/{wren.table}"))[0] == 200

    play(scene())


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_counts_as_whoever_has_it(address, whose):
    assert network_of(address) == whose
    tally = SlidingWindowCounter(1, 60.0)
    tally.add(address)
    assert tally.full(whose)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "http://127.0.0.1",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:{port}.evil.example",
    ],
)
def test_a_socket_opens_to_our_own_pages_only(tmp_path, caplog, origin):
    async def scene():
        async with evening(tmp_path) as server:
            given = origin and origin.format(port=server.port)
            with pytest.raises(InvalidStatus) as refused:
                async with connect(f"ws://127.0.0.1:{server.port}/t/any-table/ws", origin=given):
                    pass
            assert refused.value.response.status_code == 403
            assert refused.value.response.body == b"This page comes from another site."
            await asyncio.sleep(0.05)
            assert [
                each for each in caplog.records if each.levelno >= logging.WARNING
            ] == []  # no stranger fills the log

    play(scene())


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, 404),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"cookie": "seat=1"}, 403),
        ({}, 403),
    ],
)
def test_a_form_counts_from_our_own_pages_only(tmp_path, headers, status):
    async def scene():
        async with evening(tmp_path) as server:
            kind = {"content-type": "application/x-www-form-urlencoded"}
            answer = await server.ask("POST", "/t/no-such-table/sit", "seat=k1", kind | headers)
            assert answer[0] == status

    play(scene())


def test_no_name_of_tests_is_ours():
    assert not OriginPolicy().knows_host("testserver")
    assert not OriginPolicy().allows_socket("ws", "testserver", "http://testserver")


def test_a_name_that_is_not_ours_gets_nothing(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            assert (await server.ask("GET", "/", None, {"host": f"evil.example:{server.port}"}))[0] == 421
            assert (await server.ask("GET", "/", None, {"host": f"localhost:{server.port}"}))[0] == 200
            assert (await server.ask("GET", "/", None, {"host": "192.168.1.7:8000"}))[0] == 200

    play(scene())


def test_a_proxy_asks_by_the_name_of_the_machine_whether_a_server_is_well(tmp_path):
    """As Caddy does, which asks each of its servers by the name it was given of it."""

    async def scene():
        async with evening(tmp_path) as server:
            for path in ("/healthz", "/readyz"):
                status, _, says = await server.ask("GET", path, None, {"host": "node1:8000"})
                assert (status, says) == (200, "ok")
            assert (await server.ask("GET", "/api/games", None, {"host": "node1:8000"}))[0] == 421

    play(scene())


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("[" * 60_000, 1008),
        ("not json", 1008),
        (b"\x00\xff\xfe", 1008),
        ('{"do":"dance"}', 1008),
        ('{"do":"undo","id":"x y","to":1}', 1008),
        ('{"do":"act","pad":"' + "x" * 70_000 + '"}', 1009),
    ],
)
def test_a_frame_nobody_can_read_ends_its_page_and_nothing_else(tmp_path, frame, code):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            assert (await closes(wren, frame))[0] == code
            async with wren.page():
                assert "page" in await wren.next("page")

    play(scene())


def test_a_frame_of_the_wrong_shape_is_refused_by_its_id(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            async with wren.page():
                await wren.send(do="undo", id="undo-it-1", to="yesterday")
                answer = await wren.answer("undo-it-1")
                assert "Expected `int`" in answer["why"]
                await wren.send(do="pause", id="pause-it-1", on=True)
                assert "ack" in await wren.answer("pause-it-1")

    play(scene())


def test_a_page_that_says_nothing_is_let_go(tmp_path):
    async def scene():
        async with evening(tmp_path, limits={"hello": 0.2}) as server:
            async with connect(f"ws://127.0.0.1:{server.port}/t/any/ws", origin=server.origin) as ws:
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(ws.recv(), 5)
            assert closed.value.rcvd.code == 1008

    play(scene())


def test_those_who_watch_may_stop_the_table_and_let_it_go_on_and_nothing_else(tmp_path):
    async def scene():
        async with evening(tmp_path, {"watch_stops": 0.0}) as server:
            wren = await server.opens()
            status, headers, _ = await server.post(f"/t/{wren.table}/sit", {"seat": "watch"})
            path, _, secret = headers["location"].partition("#s=")
            assert (status, path) == (303, f"/t/{wren.table}/watch")
            bench = Person(server, {"table": wren.table, "seat": "watch", "secret": secret})
            async with bench.page():
                html = (await bench.next("page"))["page"]
                assert "You are watching." in html
                await bench.send(do="undo", id="undo-it-01", to=0)
                assert (await bench.answer("undo-it-01"))["why"] == "You only watch."
                for at, (on, x) in enumerate(((True, False), (False, False), (True, True))):
                    await bench.send(do="pause", id=f"pause-it-{at}", on=on, x=x)
                    assert "ack" in await bench.answer(f"pause-it-{at}")
                view = await wren.view()
                assert view["paused"]
                told = " ".join(f"{line['who']} {line['text']}" for line in view["log"])
                assert "Somebody who watches pauses the table." in told
                assert "Somebody asks to leave this out of the story." in told

    play(scene())


def test_only_the_master_rules_and_nobody_else_acts_for_a_held_seat(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page(), wren.page():
                await ida.send(do="rule", id="rule-it-01", path=["lit"], value=2, why="It is a fine night.")
                assert (await ida.answer("rule-it-01"))["why"] == "Only the game master rules."
                frame = await ida.act_frame("pass")
                await wren.send(**frame)
                assert "holds that seat" in (await wren.answer(frame["id"]))["why"]
                await wren.send(do="rule", id="rule-it-02", path=["lit"], value=2, why="It is a fine night.")
                assert "ack" in await wren.answer("rule-it-02")
                assert (await ida.view())["view"]["lit"] == 2

    play(scene())


def test_a_seat_that_is_given_away_closes_its_pages_and_its_old_link(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with wren.page(), ida.page():
                await ida.next("page")
                await wren.send(do="sit", id="free-k1-01", seat="k1", holder="nobody")
                await wren.answer("free-k1-01")
                with pytest.raises(ConnectionClosed) as closed:
                    await ida.next("nothing more of this kind")
                assert closed.value.rcvd.code == 4401
            assert (await closes(ida))[0] == 4401
            bo = await server.sits(wren.table, "k1", "Bo")
            assert bo.secret != ida.secret
            status, why = await server.json("POST", f"/api/tables/{wren.table}/sit", {"seat": "k1", "name": "Cy"})
            assert (status, why["why"]) == (409, "Bo has that seat.")

    play(scene())


def test_every_answer_is_dressed(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            paths = [
                "/",
                "/healthz",
                "/nowhere",
                "/static/page.css",
                "/static/nothing.css",
                f"/t/{wren.table}",
                "/t/none",
                "/api/games",
            ]
            for path in paths:
                _, headers, _ = await server.ask("GET", path)
                assert "default-src 'none'" in headers["content-security-policy"], path
                assert "unsafe" not in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"].startswith("no-referrer")
                assert "server" not in headers

    play(scene())


def test_an_error_of_ours_is_one_sentence(tmp_path, caplog):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            live_table = server.registry.tables[wren.table]
            live_table.table.view = None
            status, _, text = await server.ask("GET", f"/t/{wren.table}/sheet/k1")
            assert (status, text) == (500, "Something went wrong on the server.")

    play(scene())
    assert "TypeError" in caplog.text


def test_a_body_that_is_too_big_is_not_read(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, _, text = await server.post("/join", {"link": "x" * 70_000})
            assert (status, text) == (413, "That is too big: 64 kB is the most.")

    play(scene())


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("example.org:8000", False),
        ("[::1", False),
        ("[::1].example.org", False),
        ("127.0.0.1.example.org", False),
        ("localhost@example.org", False),
        ("localhost:1:2", False),
        ("", False),
    ],
)
def test_a_socket_opens_under_a_name_of_ours_only(host, ours):
    origin_policy = OriginPolicy()
    assert origin_policy.knows_host(host) is ours
    assert origin_policy.allows_socket("ws", host, f"http://{host}") is ours


def test_pictures_on_a_strangers_page_do_not_count_as_wrong_links_of_who_looks_at_it(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            picture = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"}
            for n in range(12):
                assert (await server.ask("GET", f"/t/none-{n}", None, picture))[0] == 403
            link = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}
            assert (await server.ask("GET", f"/t/{wren.table}", None, link))[0] == 200

    play(scene())


def test_an_old_cookie_on_any_seat_is_taken_away_in_a_sentence(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            for seat in ("%E2%82%AC", "a%0d%0ax-evil:%201", "a%3B%20Domain=x"):
                path = f"/t/{wren.table}/seat/{seat}"
                status, headers, text = await server.ask("GET", path, None, {"cookie": "seat=old"})
                assert (status, "does not open a seat" in text) == (403, True)
                assert "x-evil" not in headers
                assert "Domain" not in headers["set-cookie"].split("Path=")[0]
                assert headers["set-cookie"].count(";") == 4

    play(scene())


def test_a_table_that_cannot_be_opened_says_so_on_every_way_to_it(tmp_path, caplog):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            kept = server.registry.store.find(wren.table)
            odd = kept.header.replace(b'"game":"lanterns"', b'"game":"gone"').replace(wren.table.encode(), b"odd-table")
            server.registry.store.create(Kept("odd-table", odd, kept.secrets))
            for path in (
                "/t/odd-table",
                "/t/odd-table/log",
                "/t/odd-table/seat/host",
                "/api/tables/odd-table/view?seat=host",
            ):
                status, _, text = await server.ask("GET", path, None, {"authorization": f"Bearer {wren.secret}"})
                assert (status, "cannot be opened here" in text) == (409, True), path
                assert "gone" not in text
            code, why = await closes(Person(server, {"table": "odd-table", "seat": "host", "secret": wren.secret}))
            assert (code, "cannot be opened here" in why) == (4404, True)

    play(scene())
    assert "There is no game 'gone'" in caplog.text
    assert "Traceback" not in caplog.text


def test_what_a_table_is_called_is_short_and_plain(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens(
                title="\x1b[31mThe\u202e wall\n" + "x" * 5_000, lines="No\x07 spiders.\n" + "y" * 5_000
            )
            policy = server.registry.tables[wren.table].table.policy
            assert policy.title == ("[31mThe wall " + "x" * 60)[:60]
            assert policy.lines.startswith("No spiders.\ny")
            assert len(policy.lines) == 600

    play(scene())


def test_a_table_of_another_version_opens_and_the_server_says_what_that_means(tmp_path, caplog):
    later = replace(LANTERNS, version="2", sentences=worded(lambda what, says: f"{says} Or so they say."))

    async def played():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            async with ada.page():
                await ada.does("pass")
        return wren.table

    async def found(table):
        async with evening(tmp_path) as server:
            server.registry.games = lambda _: later
            live_table = await server.registry.find(table)
            assert "Ada" in [sitter.name for sitter in live_table.table.shown.seats]

    table = play(played())
    assert "version" not in caplog.text
    play(found(table))
    said = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert said[0].startswith(
        f"table {table}: Played under version 1 of the rules of Lanterns, and played again by version 2"
    )
    assert re.fullmatch(rf"table {table}: Line \d+: what was told is not what the rules tell.", said[1])


def test_who_does_not_come_to_the_end_of_a_request_is_let_go(tmp_path, monkeypatch, caplog):
    async def scene():
        async with evening(tmp_path, {"hello": 0.3}) as server:
            begun = [
                await asyncio.open_connection("127.0.0.1", server.port),
                await asyncio.open_connection("127.0.0.1", server.port),
                await asyncio.open_connection("127.0.0.1", server.port),
            ]
            whole = f"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode()
            post = f"POST /join HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\norigin: {server.origin}\r\n".encode()
            body = b"content-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\nlink="
            for (_, out), said in zip(begun, (b"GET / HT", whole + b"GET / HT", post + body), strict=True):
                out.write(said)
            nothing, one = [await asyncio.wait_for(into.read(), 5) for into, _ in begun[:2]]
            assert nothing == b""
            assert one.startswith(b"HTTP/1.1 200")
            late = await asyncio.wait_for(begun[2][0].readuntil(b"Nothing more came for a while."), 5)
            assert late.startswith(b"HTTP/1.1 408")
            for _, out in begun:
                out.close()
            ada = await server.sits((await server.opens()).table, "k1", "Ada")
            async with ada.page():
                await ada.next("page")
                await asyncio.sleep(0.5)
                assert "ack" in await ada.does("pass")
            _, out = await asyncio.open_connection("127.0.0.1", server.port)
            out.write(post + body)
            await out.drain()
            await asyncio.sleep(0.05)
            out.close()
            await asyncio.sleep(0.1)

    monkeypatch.setattr(middleware, "PART_TIMEOUT", 0.3)
    play(scene())
    assert "Traceback" not in caplog.text


def test_a_body_that_comes_drop_by_drop_has_an_end(tmp_path, monkeypatch):
    async def scene():
        async with evening(tmp_path) as server:
            into, out = await asyncio.open_connection("127.0.0.1", server.port)
            head = f"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\ncontent-length: 60000\r\n\r\n"
            out.write(head.encode())
            answer = asyncio.create_task(into.readuntil(b"Nothing more came for a while."))
            async with asyncio.timeout(20):
                while not answer.done():
                    out.write(b" ")
                    await asyncio.sleep(0.05)
            assert (await answer).startswith(b"HTTP/1.1 408")
            out.close()

    monkeypatch.setattr(middleware, "BODY_TIMEOUT", 0.4)
    play(scene())


def test_one_address_has_so_many_connections_and_gets_one_back_for_each_that_ends(tmp_path, monkeypatch):
    async def scene():
        async with evening(tmp_path, limits={"connections": 2}) as server:
            monkeypatch.setattr(limits, "LOOPBACK", ("127.0.0.1",))
            ida = await server.opens()
            monkeypatch.setattr(limits, "LOOPBACK", ())
            async with ida.page():
                await ida.next("page")
                _, out = await asyncio.open_connection("127.0.0.1", server.port)
                for _ in range(2):
                    with pytest.raises((OSError, HTTPException)):
                        await server.ask("GET", "/healthz")
                out.close()
                await out.wait_closed()
                assert "ack" in await ida.answer(await pauses(ida, "first-1", on=True))
                await answered(server)
            for _ in range(3):
                await answered(server)

    async def answered(server):
        async with asyncio.timeout(10):
            while True:  # the server hears a little later that a line has ended
                try:
                    return await server.ask("GET", "/healthz")
                except (OSError, HTTPException):
                    await asyncio.sleep(0.05)

    async def pauses(person, id, *, on):
        await person.send(do="pause", id=id, on=on)
        return id

    play(scene())


def test_a_crowd_forgets_who_has_gone():
    connections = ConnectionLimit(2)
    assert [connections.opened("192.0.2.7") for _ in range(3)] == [True, True, False]
    assert connections.opened("192.0.2.8")
    assert all(connections.opened("127.0.0.1") for _ in range(3))
    for _ in range(3):
        connections.closed("192.0.2.7")
        connections.closed("127.0.0.1")
    connections.closed("192.0.2.8")
    assert not connections.open


def test_a_process_keeps_files_for_its_tables(monkeypatch):
    resource = pytest.importorskip("resource")
    for files, lines in ((1_024, 924), (150, 75), (100_000, 4_000), (resource.RLIM_INFINITY, 4_000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert max_connections(4_000) == lines


@pytest.mark.parametrize("part", ["seat", "window", "key", "terms", "shaped_by"])
def test_an_act_with_endless_names_is_refused_by_its_id(tmp_path, part):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            act = {"kind": "act", "seat": "host", "window": "", "key": "pass"}
            act |= {part: ["host"] * 50 if part == "shaped_by" else "x" * 81}
            frame = {"do": "act", "id": "endless-1", "act": act}
            async with wren.page():
                await wren.send(**frame)
                assert "at most 80 signs" in (await wren.answer("endless-1"))["why"]
            path = f"/api/tables/{wren.table}/act?seat=host"
            assert (await server.json("POST", path, frame, wren.secret))[0] == 400
            form = {"id": "endless-2", "seat": "host", "window": "", "key": "pass"} | act
            own = f"seat={wren.secret}"
            _, _, text = await server.post(f"/t/{wren.table}/seat/host/act", form, cookie=own)
            assert ("at most 80 signs" in text) == (part in ("seat", "window", "key", "terms"))

    play(scene())


def test_a_server_that_starts_again_filters_its_log_once(tmp_path):
    async def scene():
        for _ in range(2):
            async with evening(tmp_path):
                pass

    play(scene())
    assert logging.getLogger("uvicorn.error").filters.count(NO_DECODE_ERRORS) == 1
    assert (
        len([each for each in logging.getLogger("uvicorn.error").filters if type(each) is type(NO_DECODE_ERRORS)]) == 1
    )


def test_a_seat_has_one_share_for_all_its_pages_and_programs(tmp_path):
    async def scene():
        async with evening(tmp_path, limits={"rate": 0.2, "burst": 4, "under_way": 2}) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            twin = Person(server, {"table": ida.table, "seat": ida.seat, "secret": ida.secret})
            path = f"/api/tables/{wren.table}/act?seat=k1"
            async with ida.page(words=False), twin.page(words=False), wren.page():
                for n, each in enumerate((ida, twin, ida)):
                    await each.send(do="pause", id=f"paused-{n}", on=n % 2 == 0)
                    assert "ack" in await each.answer(f"paused-{n}")
                frame = {"do": "pause", "id": "paused-3", "on": False}
                assert (await server.json("POST", path, frame, ida.secret))[0] == 200
                await twin.send(do="pause", id="not-read", on=True)  # nothing is left, for either page or a program
                calls = [
                    asyncio.create_task(
                        server.json("POST", path, {"do": "pause", "id": f"p{n}", "on": True}, ida.secret)
                    )
                    for n in range(2)
                ]
                limit = server.registry.tables[wren.table].audience.send_limit("k1")
                while limit.requests < 2:
                    await asyncio.sleep(0.01)
                for way in (path, f"/t/{wren.table}/seat/k1/pause"):
                    body = json.dumps(frame) if way == path else "id=form-1&on=1"
                    own = {
                        "authorization": f"Bearer {ida.secret}",
                        "cookie": f"seat={ida.secret}",
                        "origin": server.origin,
                    }
                    kind = {"content-type": "application/x-www-form-urlencoded"}
                    status, _, text = await server.ask("POST", way, body, own | kind)
                    assert (status, "more than the table can take" in text) == (429, True)
                for n in range(3):  # nobody else has less for it
                    await wren.send(do="pause", id=f"master-{n}", on=n % 2 == 0)
                    assert "ack" in await wren.answer(f"master-{n}")
                assert not any(call.done() for call in calls)
        await asyncio.gather(*calls)

    play(scene())


def test_one_link_does_not_take_the_room_of_the_others(tmp_path):
    async def scene():
        async with evening(tmp_path, limits={"tabs": 2, "watching": 2}) as server, contextlib.AsyncExitStack() as pages:
            wren = await server.opens()
            _, headers, _ = await server.post(f"/t/{wren.table}/sit", {"seat": "watch"})
            watch = {"table": wren.table, "seat": "watch", "secret": headers["location"].partition("#s=")[2]}
            own = {"table": wren.table, "seat": wren.seat, "secret": wren.secret}
            for place in (watch, watch, own, own):
                each = await pages.enter_async_context(Person(server, place).page())
                await each.next("page")
            assert (await closes(Person(server, watch)))[0] == 1013
            assert (await closes(Person(server, own)))[0] == 1013
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                assert "page" in await ida.next("page")

    play(scene())


def test_what_cannot_be_read_is_not_said_back_at_length(tmp_path):
    """Else whoever sends a long frame is sent a long answer, and whoever does not read them fills the line."""

    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            async with wren.page():
                await wren.send(do="sit", id="long", seat="k1", holder="x" * 60_000)
                refused = await wren.answer("long")
                assert refused["why"].startswith("That frame cannot be read: Invalid enum value 'xxx")
                assert len(refused["why"]) < 300
            status, told = await server.json("POST", "/api/tables", {"game": "lanterns", "host": "x" * 60_000})
            assert (status, len(told["refused"]) < 300) == (400, True)
            status, _, page = await server.post("/tables", {"game": "lanterns", "host": "x" * 60_000})
            assert (status, "x" * 300 in page) == (400, False)

    play(scene())
