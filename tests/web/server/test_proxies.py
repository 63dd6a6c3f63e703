"""Who comes through a proxy that was named counts for the address that it forwards; what strangers say of that is nothing."""

import contextlib
import json

import pytest
from click.testing import CliRunner
from people import Person, evening, play
from websockets.exceptions import ConnectionClosed

from cliffhanger.cli import main

pytestmark = pytest.mark.timeout(60)
FAR, OTHER, THIRD = "203.0.113.7", "198.51.100.9", "192.0.2.44"


async def guesses(server, table, *forwarded, times=1):
    """The statuses of wrong secrets that come with these forwarded addresses."""
    headers = {"authorization": "Bearer wrong"} | ({"x-forwarded-for": ", ".join(forwarded)} if forwarded else {})
    path = f"/api/tables/{table}/view?seat=host"
    return [(await server.ask("GET", path, None, headers))[0] for _ in range(times)]


def test_a_stranger_gains_no_guess_by_another_forwarded_address(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            for n in range(10):
                assert await guesses(server, wren.table, f"203.0.113.{n}") == [403]
            assert await guesses(server, wren.table, OTHER) == [429]

    play(scene())


@pytest.mark.parametrize("proxies", [("127.0.0.1",), ("10.0.0.0/8", "127.0.0.0/8")])
def test_behind_a_named_proxy_each_has_guesses_of_their_own(tmp_path, proxies):
    async def scene():
        async with evening(tmp_path, proxies=proxies) as server:
            wren = await server.opens()
            assert await guesses(server, wren.table, FAR, times=11) == [403] * 10 + [429]
            assert await guesses(server, wren.table, OTHER) == [403]
            # What stands before the address that the proxy has written was said by whoever came.
            assert await guesses(server, wren.table, OTHER, FAR) == [429]
            assert await guesses(server, wren.table, FAR, OTHER) == [403]
            assert await guesses(server, wren.table, "2001:db8:1:2::5", times=10) == [403] * 10
            assert await guesses(server, wren.table, "2001:db8:1:2::9") == [429]  # one network, one house
            assert await guesses(server, wren.table, "2001:db8:1:3::9") == [403]

    play(scene())


def test_a_chain_of_named_proxies_is_followed_to_the_first_that_is_none(tmp_path):
    async def scene():
        async with evening(tmp_path, proxies=("127.0.0.1", "10.1.0.0/16")) as server:
            wren = await server.opens()
            assert await guesses(server, wren.table, OTHER, FAR, "10.1.2.3", times=11) == [403] * 10 + [429]
            assert await guesses(server, wren.table, "10.9.9.9", FAR) == [429]
            assert await guesses(server, wren.table, FAR, "10.2.2.2") == [403]  # no proxy of ours

    play(scene())


@pytest.mark.parametrize("odd", ["unknown", "", ",", "[", "a" * 5_000, "1.2.3.4.5", "::1%lo", "\xe9"])
def test_an_odd_forwarded_address_breaks_nothing(tmp_path, odd):
    async def scene():
        async with evening(tmp_path, proxies=("127.0.0.1",)) as server:
            wren = await server.opens()
            assert await guesses(server, wren.table, odd) == [403]
            async with wren.page(additional_headers={"x-forwarded-for": odd.encode("latin-1").decode("latin-1")}):
                assert "page" in await wren.next("page")

    play(scene())


def test_pages_are_counted_by_the_forwarded_address_too(tmp_path):
    async def scene():
        async with evening(tmp_path, proxies=("127.0.0.1",)) as server:
            wren = await server.opens()
            wrong = Person(server, {"table": wren.table, "seat": "host", "secret": "no"})
            closed = []
            for address in [FAR] * 11 + [OTHER]:
                async with wrong.page(additional_headers={"x-forwarded-for": address}):
                    await wrong.ws.wait_closed()
                closed.append(wrong.ws.close_code)
            assert closed == [4401] * 10 + [4429, 4401]

    play(scene())


def test_those_who_watch_from_one_address_take_neither_all_places_nor_the_rooms_screen(tmp_path):
    """The place of everybody else stays free, be there as many pages from one address as there may be."""

    async def scene():
        limits = {"watching": 3, "watching_from": 2, "rooms": 2}
        async with (
            evening(tmp_path, proxies=("127.0.0.1",), limits=limits) as server,
            contextlib.AsyncExitStack() as pages,
        ):
            wren = await server.opens()
            _, headers, _ = await server.post(f"/t/{wren.table}/sit", {"seat": "watch"})
            watch = {"table": wren.table, "seat": "watch", "secret": headers["location"].partition("#s=")[2]}

            async def watches(address, screen="", why="from your network as may at a table"):
                each = Person(server, watch)
                page = each.page(screen=screen, additional_headers={"x-forwarded-for": address})
                await pages.enter_async_context(page)
                try:
                    return await each.next("page") is not None
                except ConnectionClosed as closed:
                    assert (closed.rcvd.code, closed.rcvd.reason) == (1013, f"As many watch {why}.")
                    return False

            assert [await watches(FAR) for _ in range(3)] == [True, True, False]
            assert [await watches(FAR, "?room") for _ in range(2)] == [True, False]
            assert [await watches(OTHER, screen) for screen in ("", "?room")] == [True, True]
            full = "as this table can take"
            assert [await watches(THIRD, screen, full) for screen in ("", "?room")] == [False, False]

    play(scene())


@pytest.mark.parametrize(("proxies", "secure"), [(("127.0.0.1",), True), ((), False)])
def test_a_page_that_came_encrypted_keeps_its_secret_for_encrypted_ones(tmp_path, proxies, secure):
    """The scheme counts from a named proxy alone."""

    async def scene():
        async with evening(tmp_path, proxies=proxies) as server:
            wren = await server.opens()
            headers = {"x-forwarded-proto": "https", "content-type": "application/x-www-form-urlencoded"}
            headers["origin"] = f"{'https' if secure else 'http'}://127.0.0.1:{server.port}"
            status, found, _ = await server.ask("POST", f"/t/{wren.table}/sit", "seat=k1&name=Ada", headers)
            assert status == 303
            assert ("Secure" in found["cookies"]) == secure

    play(scene())


def test_what_is_no_proxy_is_refused_in_a_sentence():
    done = CliRunner().invoke(main, ["serve", "--proxy", "caddy"])
    assert done.exit_code == 2
    assert "A proxy goes by its address, such as 127.0.0.1" in done.output


def test_the_frames_of_a_forwarded_page_are_as_any(tmp_path):
    async def scene():
        async with evening(tmp_path, proxies=("127.0.0.1",)) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            async with ada.page(words=False, additional_headers={"x-forwarded-for": FAR}):
                assert "ack" in await ada.does("pass")
            assert json.dumps(await ada.view())

    play(scene())
