"""What costs work and is no message: a stranger who sends much of it is cut off before the others wait for it."""

import asyncio
import contextlib

import pytest
from people import evening, play
from raw_socket import CONT, END, PING, PONG, TEXT, frame, upgrade
from websockets.exceptions import ConnectionClosed

from cliffhanger.web import protocols

pytestmark = pytest.mark.timeout(60)

FLOODS = {
    "pings": frame(END | PING, b"x" * 125) * 2_000,
    "empty pings": frame(END | PING) * 20_000,
    "pongs": frame(END | PONG, b"wxyz") * 20_000,
    "a message that never ends": frame(TEXT) + frame(CONT) * 20_000,
    "messages after one that ends the page": frame(END | TEXT, b"[]") + frame(END | TEXT) * 20_000,
}


async def opened(server, table):
    """A WebSocket of a stranger, without any library that would keep to the rules."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(upgrade(server, table))
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


@pytest.mark.parametrize("flood", FLOODS)
def test_frames_that_are_no_message_are_cut_off_and_nobody_waits_for_them(tmp_path, monkeypatch, flood):
    read = []
    for name in ("handle_text", "handle_cont", "handle_ping", "handle_pong"):
        kept = getattr(protocols.WebSocketProtocol, name)
        monkeypatch.setattr(
            protocols.WebSocketProtocol,
            name,
            lambda *given, kept=kept: (read.append(1), kept(*given))[1],
        )

    async def scene():
        async with evening(tmp_path) as server:
            ada = await server.opens()
            async with ada.page():
                reader, writer = await opened(server, ada.table)
                writer.write(FLOODS[flood])
                with contextlib.suppress(ConnectionError):
                    async with asyncio.timeout(20):
                        while await reader.read(65_536):
                            pass
                writer.close()
                assert server.registry.meters.limits["floods"] == 1
                assert len(read) < protocols.FRAMES + 2 * protocols.PIECE // 6 + 10
                await ada.send(do="pause", id="after-it", on=True)
                assert "ack" in await ada.answer("after-it")

    play(scene())


def test_a_message_in_pieces_and_many_at_once_are_taken(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            ada = await server.opens()
            async with ada.page():
                await ada.next("page")
                whole = '{"do": "pause", "id": "pieces", "on": true}' + " " * 30_000
                await ada.ws.send(whole[at : at + 500] for at in range(0, len(whole), 500))
                assert "ack" in await ada.answer("pieces")
                for n in range(30):
                    await ada.send(do="pause", id=f"one-{n}", on=n % 2 == 1)
                for n in range(30):
                    assert "ack" in await ada.answer(f"one-{n}")

    play(scene())


def test_a_page_that_says_goodbye_behind_much_else_is_let_go_at_once(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            ada = await server.opens()
            reader, writer = await opened(server, ada.table)
            writer.write(frame(END | TEXT, b"x" * 100) + frame(END | 8, b"\x03\xe8"))
            async with asyncio.timeout(5):  # the server waits ten seconds for a goodbye that does not come
                while await reader.read(65_536):
                    pass
            writer.close()

    play(scene())


def test_a_body_in_very_many_parts_is_none(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            body = b'{"game": "lanterns"}'

            async def sent(blanks):
                parts = b"".join(b"1\r\n%c\r\n" % each for each in body + b" " * blanks)
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                head = (
                    f"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\ncontent-type: application/json\r\n"
                )
                writer.write(
                    f"{head}connection: close\r\ntransfer-encoding: chunked\r\n\r\n".encode() + parts + b"0\r\n\r\n"
                )
                with contextlib.closing(writer):
                    return (await asyncio.wait_for(reader.readline(), 20)).split(b" ")[1]

            assert await sent(1_000) == b"201"
            assert await sent(protocols.CHUNKS) == b"400"
            assert len(server.registry.tables) == 1

    play(scene())


def test_somebody_who_pings_now_and_then_stays(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            ada = await server.opens()
            async with ada.page():
                with contextlib.suppress(ConnectionClosed):
                    for _ in range(30):
                        await (await ada.ws.ping())
                await ada.send(do="pause", id="after-it", on=True)
                assert "ack" in await ada.answer("after-it")

    play(scene())
